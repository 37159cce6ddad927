#ifndef WORKBENCH_RESULT_OUTCOME_H
#define WORKBENCH_RESULT_OUTCOME_H

#include <jansson.h>
#include <stddef.h>

#include "dashpot/validity.h"

// What a run leaves behind, before anything is written: one JSON summary, one table of rows, where
// that is not enough further tables, and a list of pictures a reader expects of that kind. A kind
// of problem fills it in; writers know only this.

/// Words a column counts: its values are numbers of words, from 0. No words: the values are plain
/// numbers.
struct words {
    int count;
    char **item;
};

/// Rows of doubles with named columns, row after row.
struct table {
    int columns;
    char (*name)[48];
    char (*unit)[24];
    struct words *words;  // of each column
    size_t rows, capacity;
    double *value;  // rows * columns
    size_t mapped;  // bytes of a file that the values lie in; 0: they lie in memory
};

/// Fails (returns 0) only for want of memory.
int table_init(struct table *table, int columns, const char *const *names,
               const char *const *units);
int table_add(struct table *table, const double *row);
void table_free(struct table *table);

/// Room for rows of zeros, all at once. Very many lie in a file without a name in an open folder,
/// which the system writes out when memory is short; -1: always in memory. 0 or an errno.
int table_reserve(struct table *table, size_t rows, int folder);

/// The column counts these words, which are copied. Fails only for want of memory.
int table_set_words(struct table *table, int column, const char *const *words, int count);

/// The word a value stands for; NULL when it is a number.
const char *table_word(const struct table *table, int column, double value);

/// Column by name, -1 when there is none.
int table_column(const struct table *table, const char *name);

static inline double table_at(const struct table *table, size_t row, int column) {
    return table->value[row * (size_t)table->columns + (size_t)column];
}

enum plot_style {
    PLOT_LINES,
    PLOT_AREAS,
    PLOT_POINTS,
    PLOT_MAP,  ///< colours of a grid: column z over x and y[0]
    // for each row that has the value `part` in the column `group`, with its name from z:
    PLOT_BARS,   ///< bars of x and y[0] from zero, one row below another
    PLOT_NAMED,  ///< a point of y[0] over x
    // for each row a span from x to z in the line of y[0], which has words, in the colour of the
    // word in `group`: a thin line for the first word, bars for the others
    PLOT_SPANS,
};

/// Curves of a picture; those that stand apart may be more.
enum { PLOT_COLUMNS_MAX = 6, PLOT_APART_MAX = 12 };

/// Points over the curves of a picture, such as measured ones, from another table of the outcome
/// with the units of the picture's own.
struct overlay {
    char table[24];     // its name; empty: the series
    char x[48], y[48];  // columns
    char sigma[48];     // column of the error bars, either way; empty: none
    char label[48];     // in the legend
    int curve;          // they have the colour of this curve; -1: black
};
enum { PLOT_OVERLAYS_MAX = 4 };

/// A picture: columns of a table against one another.
struct plot {
    char stem[40];      // file name without ending
    char table[24];     // name of a further table; empty: the series
    char title[96];     // said above the picture
    char caption[384];  // a sentence or two for the report
    enum plot_style style;
    char x[48];                  // column
    char y[PLOT_APART_MAX][48];  // columns; empty: end of list
    double x_scale, y_scale;     // values are multiplied by these before they are drawn
    char x_label[64], y_label[64];
    // what may be left out
    int x_log, y_log;      // axes in decades
    int bars;              // areas as bars, for an x that counts
    int apart;             // lines one above another, each from a base line with its name
    int from_zero;         // the y axis begins at 0
    double circle;         // radius of a circle about the origin; both axes then have one scale
    int is_close;          // the axes show the points, and of the circle what lies there
    char group[48];        // rows with the same value of this column make a curve of y[0]
    char group_label[32];  // said before that value
    char z[48];            // of a map
    double z_scale;
    char z_label[64];
    int field;      // a map over place and time: axes to scale, colours linear
    int is_marked;  // lines: every row has a mark
    // lines: what lies between these two columns is shaded in the colour of the first curve
    char band[2][48];  // empty: none
    // lines and points
    struct overlay overlay[PLOT_OVERLAYS_MAX];
    int overlay_count;
    int has_diagonal;  // a line of y = x, where both axes have one unit
    // bars and named points
    double part;
    char error[2][48];     // columns of the standard errors of x and y[0]; empty: none
    char bar_name[2][24];  // what the bars are called
    // lines only, both in SI; equal: none
    double window[2];    // of x: what lies outside stands on grey
    double y_extent[2];  // of y, for the axis: curves that go beyond are cut
};

/// A number the report shows first.
struct headline {
    char name[64], unit[24];
    double value;
    char part[128];  // what it speaks of, such as a window; said once above its numbers
};

enum { PLOTS_MAX = 20, HEADLINES_MAX = 48, OUTCOME_NOTES_MAX = 40, EXTRA_TABLES_MAX = 10 };

/// A table besides the series, such as a field over place and time, or impacts one by one. Written
/// as NAME.csv and as group /NAME of series.h5. The name is made of letters, digits, - and _.
struct extra_table {
    char name[24];
    struct table table;
};

/// A text to copy from the report, such as lines of a program. Shown as it is.
struct snippet {
    char title[64];
    char *text;  // from malloc
};
enum { SNIPPETS_MAX = 4 };

/// A bound of a law's validity that a run broke; where it did so several times, the worst.
struct broken {
    int note;       // number of its note, from 1; 0: not broken
    double excess;  // how far; larger is worse
};

struct outcome {
    char *scenario;   // text of the scenario as it was run, overrides applied
    json_t *summary;  // the keys of the contract
    json_t *units;    // of its numbers, see measure.h; NULL: none were stated
    struct table series;
    bool is_bare;  // for the summary alone: nobody reads its headlines
    int plot_count, headline_count, note_count, extra_count, snippet_count;
    char kind[16];
    char title[200];
    char part[128];                       // of the headlines to come
    bool is_bound[OUTCOME_NOTES_MAX];     // that note speaks of a broken bound
    bool is_fact[OUTCOME_NOTES_MAX];      // that note is for information and warns of nothing
    bool is_of_input[OUTCOME_NOTES_MAX];  // of given values that contradict each other, or are idle
    struct broken broken[DP_BOUND_COUNT];
    char *animation;  // a piece of HTML with its own script, shown above the plots; NULL: none
    // an entry is filled when it is counted; to clear them all took a third of a short run
    struct plot plot[PLOTS_MAX];
    struct headline headline[HEADLINES_MAX];
    char note[OUTCOME_NOTES_MAX][640];  // what the reader must know: warnings, limits of validity
    struct extra_table extra[EXTRA_TABLES_MAX];
    struct snippet snippet[SNIPPETS_MAX];
};

/// Empty, with a summary that is an empty object, or NULL for want of memory.
void outcome_begin(struct outcome *outcome);

void outcome_free(struct outcome *outcome);

/// Forget series, further tables, pictures, snippets and animation; the summary stays.
void outcome_drop_tables(struct outcome *outcome);

/// The table of this name; NULL or "" is the series. NULL when there is none.
const struct table *outcome_table(const struct outcome *outcome, const char *name);

#endif
