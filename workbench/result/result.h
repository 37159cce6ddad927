#ifndef WORKBENCH_RESULT_RESULT_H
#define WORKBENCH_RESULT_RESULT_H

#include "dashpot/dashpot.h"
#include "result/column.h"

// What kinds need to fill an outcome.
//
// Tables. The series is one row per output time. What does not fit there goes into further tables
// (struct extra_table of outcome.h), each with columns, names and units of its own:
//
//     struct table *field = add_table_of(outcome, "field", field_columns);
//     if (field == NULL || !table_add_sample(field, field_columns, &sample)) ... no memory ...
//
// It is written as field.csv and as group /field of series.h5, and named at the end of report.html.
//
// Pictures. `picture` takes its columns from the series, `add_plot_of` from a further table, which
// must have its rows by then: scales and units on the axes come from the largest values.
// `plot_groups` parts the rows into curves, one for each value of a column. `add_map`
// colours a field over two columns, such as velocity over bead number and time. All of them return
// the plot, so that labels can be changed, or NULL when a table or a column is missing or there is
// no room.
//
// Animation. outcome->animation is a piece of HTML from malloc with <style> and <script>;
// outcome_free releases it. animation_write (animation.h) makes it from facts, plain JSON, for a
// scene in assets/scene_X.js, with the player that all scenes share. The report lets only scripts
// run whose digest it knows: those between <script> and </script> of the piece. So attributes such
// as onclick= do nothing (use addEventListener), nothing may be loaded or fetched, `eval` does not
// work, and the data stand in the script itself. It is put into the page as it is: text from a
// scenario may enter it only as facts, whose '<' animation_write escapes, and only textContent may
// show it. No ids, since other pages use the scenes too, several at once; names of classes begin
// with "animation". Frames are bounded in number (at most a few thousand, 400 kB) and taken only
// where rows are wanted. The section is as wide as the page, at most 1050 px, and 390 px on a
// telephone.

/// A remark for the reader, a full sentence. Of more than OUTCOME_NOTES_MAX the last says so.
void add_note(struct outcome *outcome, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/// The same of something that is for information and warns of nothing, such as the chosen step.
void add_fact(struct outcome *outcome, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/// A remark about one of several things, "pin: ..."; where others have the same one it becomes
/// "pin, guide: ...". `where` NULL: there is only one. Returns its index; -1: it was there before.
int add_note_of(struct outcome *outcome, const char *where, const char *text);

/// Is this sentence among them?
bool has_note(const struct outcome *outcome, const char *text);

/// All of them into the summary, as `notes`.
void put_notes(struct outcome *outcome);

/// A number the report shows first; one that is not finite is left out.
void add_headline(struct outcome *outcome, const char *name, double value, const char *unit);

/// The same with a name that is put together.
void add_headline_of(struct outcome *outcome, double value, const char *unit, const char *format,
                     ...) __attribute__((format(printf, 4, 5)));

/// What the headlines from here on speak of, such as a window of time; it stands above them.
void add_headline_part(struct outcome *outcome, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/// Begin a further table. The name is made of letters, digits, - and _, is no other table's and not
/// "series"; files/files.c lists the names, so that --force may replace it. NULL: no memory, or
/// EXTRA_TABLES_MAX of them are there. The outcome owns it and it stays where it is.
struct table *add_table(struct outcome *outcome, const char *name, int columns,
                        const char *const *names, const char *const *units);

/// A picture of some columns against another one, with scales that read well. Dropped when the
/// series lacks one of them, then NULL. `y` ends with NULL.
struct plot_request {
    const char *stem, *title, *caption;
    enum plot_style style;
    const char *x, *y_name;  // y_name: what the columns have in common
    const char *const *y;
};
struct plot *add_plot(struct outcome *outcome, const struct plot_request *picture);

/// The columns of a picture, in a table of them outside of functions.
#define CURVES(...) ((const char *const[]){__VA_ARGS__, NULL})

/// All pictures of a table of them, which ends with a stem that is NULL.
void add_plots(struct outcome *outcome, const char *table, const struct plot_request *pictures);

/// A picture that was added, to change it; NULL when it was dropped.
struct plot *find_plot(struct outcome *outcome, const char *stem);

/// The legend says this word before the last part of each column: "force_7" is "bead 7". No plot:
/// no harm.
void name_curves(struct plot *plot, const char *word);

/// The same of a further table; NULL or "": of the series.
struct plot *add_plot_of(struct outcome *outcome, const char *table,
                         const struct plot_request *picture);

/// Rows with the same value of a column make a curve of y[0]; twelve are drawn, in the order in
/// which they begin. `label` stands before the value in the legend: "bead" makes "bead 20".
void plot_groups(struct plot *plot, const char *column, const char *label);

/// Colours of column z over x and y, for fields such as velocity over bead number (x) and time (y).
/// One row per place and time, in any order. Both axes are to scale, even where the rows are not
/// evenly spaced, and the colours are linear: light at zero and dark where it is large, or blue and
/// red about white when both signs matter. Any size of grid: above 450 x 300 cells, each cell
/// shows the value of largest magnitude of all that fall into it, so that a thin pulse stays.
struct map {
    const char *stem, *title, *caption;
    const char *x, *y, *z;  // columns; their names are said, "bead_force" as "bead force"
};
struct plot *add_map(struct outcome *outcome, const char *table, const struct map *map);

/// Shade what lies between two columns. No plot: no harm.
void plot_band(struct plot *plot, const char *low, const char *high);

/// Lay points of another table over the curves; see struct overlay. Of more than PLOT_OVERLAYS_MAX
/// the rest is left out. No plot: no harm.
struct overlay_request {
    const char *table, *x, *y;
    const char *sigma;  // NULL: no error bars
    const char *label;
    int curve;
};
void plot_overlay(struct plot *plot, const struct overlay_request *request);

/// The y axis shows this extent [SI] of the first curve's quantity and cuts what goes beyond; its
/// unit suits that extent. `name` is what the axis is called.
void plot_extent(struct plot *plot, const struct table *table, const char *name, double low,
                 double high);

/// Add a circle about the origin to a picture of places; both axes get the unit that suits it.
void plot_circle(struct plot *plot, double radius, const char *unit);

/// The ledger as the summary says it.
json_t *energy_json(const dp_energy *energy);

/// Work of a solver as the summary says it. -1: not counted.
struct effort {
    const char *path;
    long steps, evaluations, rejected, events;
};
json_t *effort_json(const struct effort *effort);

/// Say that the law asked for tension, and what the policy made of it.
void note_tension(struct outcome *outcome, dp_tension tension);

/// Say what was asked for at the first and the last `touch` (a word), if it follows the speed.
void note_following(struct outcome *outcome, const dp_contact *contact, double first, double last,
                    const char *touch);

#endif
