#ifndef WORKBENCH_REPORT_PLOT_H
#define WORKBENCH_REPORT_PLOT_H

#include "base/call.h"
#include "files/file.h"
#include "result/outcome.h"

// Pictures by gnuplot. Each is a script beside one file of data, so that a user can change and draw
// it again. Without gnuplot, scripts and data are written all the same.

enum { CURVES_MAX = 12 };

/// Points over the curves whose columns were found.
struct job_overlay {
    const struct overlay *overlay;
    const struct table *table;
    int x, y, sigma;  // columns; sigma -1: no error bars
};

/// A plot whose columns were found.
struct plot_job {
    const struct plot *plot;
    const struct table *table;   // what it takes them from
    char stem[40];               // file name without ending, letters, digits, - and _ only
    int x, y[CURVES_MAX];        // its columns
    int line_style[CURVES_MAX];  // number of the colour and dashes of each
    int is_dense[CURVES_MAX];    // goes up and down so often that only a thin line shows how
    double base[CURVES_MAX];     // what is taken off each
    int is_counted;              // x has whole numbers and no unit
    int curve_count;             // 0: nothing to draw
    int lacks_memory;            // to find out what there is to draw
    int group;                   // column that parts the rows into curves; -1: none
    double group_value[CURVES_MAX];
    int x_log, y_log;  // axes in decades
    int z;             // column of a map
    int band[2];       // columns of a band; -1: none
    int error[2];      // columns of standard errors; -1: none
    struct job_overlay overlay[PLOT_OVERLAYS_MAX];
    int overlay_count;
    int block;         // its first block in series.dat
    int is_drawn;      // STEM.svg is there
    char reason[200];  // why not
    // range of what is drawn, in units of the axes; low == high: unknown
    double x_low, x_high, y_low, y_high;
    double lift, peak;  // of curves that stand apart: between base lines, and the highest one
};

struct plot_jobs {
    const struct call *call;  // asked whether to go on; may be NULL
    struct plot_job item[PLOTS_MAX];
    int count;
    char remark[200];  // on all of them, such as that there is no gnuplot; or empty
};

/// Write data and scripts into an open folder and have them drawn. Returns 0 or an errno; a picture
/// that could not be drawn is no error.
int plots_write(int folder, const struct outcome *outcome, struct plot_jobs *jobs);

/// Find the columns in the table of the plot, NULL: there is none of that name.
void plot_job_init(struct plot_job *job, const struct plot *plot, const struct table *table);

/// Does any row have a number in both columns?
int plot_has_points(const struct table *table, int x, int y);

/// Find the tables and columns of its overlays; one that is not there or has no points is left out.
void plot_job_overlays(struct plot_job *job, const struct outcome *outcome);

/// Find what range the axes need.
void plot_job_range(struct plot_job *job);

/// Is a band shaded? Its block of data follows those of the curves: x, low and high. Those of the
/// overlays come last: x, y and perhaps sigma.
int plot_job_has_band(const struct plot_job *job);

/// Does the axis leave out a part of the curves?
int plot_is_cut(const struct plot *plot);

/// A scale that was left out is 1.
double plot_scale(double scale);

/// The block of an overlay.
int plot_job_overlay_block(const struct plot_job *job, int overlay);

/// The rows of one curve of groups as a table of x and y; 0 when out of memory.
int plot_group_table(const struct plot_job *job, int curve, struct table *rows);

/// Write its blocks of data: for lines and points one per curve, x and y; for areas a single one,
/// x and the running sums; for a map one, as map_data says. `block` counts them.
void plot_job_data(struct plot_job *job, struct out_file *file, int *block);

/// Write the script.
void plot_job_script(const struct plot_job *job, struct out_file *file);

/// The parts of its plot command that draw the overlays, before and after the curves.
void overlays_script_below(const struct plot_job *job, struct out_file *file);
void overlays_script(const struct plot_job *job, struct out_file *file);

/// Their blocks of data; `block` counts them.
void overlays_data(const struct plot_job *job, struct out_file *file, int *block);

/// Widen a range so that it holds them.
struct plot_range {
    double x_low, x_high, y_low, y_high;
};
void overlays_widen(const struct plot_job *job, struct plot_range *range);

/// What a curve is called.
void plot_curve_name(const struct plot_job *job, int curve, char *name, size_t size);

/// Colour of a curve.
const char *plot_colour(int style);

/// Is there a grid to colour? Sets the range of the axes.
void map_init(struct plot_job *job);

/// For a small grid three numbers to a row: places on the axes, and the value. For a large one a
/// matrix of values, rows from below. Grids finer than a picture can show are thinned.
int map_data(const struct plot_job *job, struct out_file *file);

/// The grid for a script of the page, with at most so many cells: the members x, y and z of an
/// axis each, and the cells. In a large one these are numbers of 16 bits, as base64.
void map_json(const struct plot_job *job, struct out_file *file, size_t cells);

/// What follows the frame: tics, palette, colour box and the plot command.
void map_script(const struct plot_job *job, struct out_file *file);

/// Bars and named points: are there rows to draw? Sets the range of the axes.
int plot_has_names(const struct plot *plot);
void effects_init(struct plot_job *job);

/// A row of such a picture, in the units of the axes.
struct named_entry {
    const char *name;
    double x, y, error[2];
};
enum { PLOT_NAMES_MAX = 64 };
int effects_entries(const struct plot_job *job, struct named_entry entry[PLOT_NAMES_MAX]);

/// A path without its first part, which all of a scenario share.
const char *effects_name(const char *name);

/// One row for each name: its number, x, error, y, error, in SI.
void effects_data(const struct plot_job *job, struct out_file *file);

/// What follows the frame: names, key and the plot command.
void effects_script(const struct plot_job *job, struct out_file *file);

/// Spans in lines: are there any? Sets the range of the axes.
void spans_init(struct plot_job *job);

/// A block for each word: start, end, line, in SI. Those that cannot be told apart are one.
void spans_data(const struct plot_job *job, struct out_file *file, int *block);

/// The same in a page: the axis of lines and the curves of its plot.
void spans_json(const struct plot_job *job, struct out_file *file);

/// What follows the frame: names of the lines and the plot command.
void spans_script(const struct plot_job *job, struct out_file *file);

/// Tics with words in place of numbers, where a column has some.
void word_tics(const struct table *table, int column, const char *axis, struct out_file *file);

/// Write a text as a string of gnuplot's that cannot end early or run anything: in single quotes,
/// no control characters, no quotes, backquotes, backslashes or at signs; cut after `limit`
/// characters.
void gnuplot_quoted(struct out_file *file, const char *text, int limit);

/// Run `gnuplot SCRIPT` in an open folder, without a shell and with a time limit. Returns 0, or -1
/// and a reason.
int gnuplot_run(const struct call *call, const char *program, int folder, const char *script,
                char *reason, size_t size);

/// Where gnuplot is; 0 when there is none.
int gnuplot_find(char *path, size_t size);

#endif
