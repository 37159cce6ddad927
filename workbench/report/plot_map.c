// A map: one column as colours over a grid that two others span. A small one is drawn cell by cell,
// a large one is an image inside the SVG: gnuplot puts it there as a PNG, so that 450 x 300 cells
// take some 50 kB, 0.5 MB if they were noise, where as many rectangles would take 15 MB.

#include <errno.h>
#include <math.h>
#include <stdio.h>

#include "report/html.h"
#include "report/plot_grid.h"
#include "report/thin.h"

enum {
    CELLS_MAX = 2500,  // drawn one by one
    SHARP = 256,       // dots along an axis, for viewers that blur an image they enlarge
    TICS_MAX = 9,
};

static int has_values(const struct table *table, int column) {
    for (size_t row = 0; row < table->rows; row++) {
        if (isfinite(table_at(table, row, column))) return 1;
    }
    return 0;
}

void map_init(struct plot_job *job) {
    const struct table *table = job->table;
    struct grid grid;
    job->z = table_column(table, job->plot->z);
    job->curve_count = 0;
    if (job->z < 0 || !has_values(table, job->z)) {
        snprintf(job->reason, sizeof job->reason, "the table has no values for it");
        return;
    }
    if (grid_init(&grid, job, 0)) {
        job->curve_count = 1;
        job->x_low = grid.x.low;
        job->x_high = grid.x.high;
        job->y_low = grid.y.low;
        job->y_high = grid.y.high;
    } else {
        job->lacks_memory = grid.x.value == NULL || (grid.x.cells > 0 && grid.y.value == NULL);
        snprintf(job->reason, sizeof job->reason, "its rows make no grid");
    }
    grid_free(&grid);
}

// --- the data ------------------------------------------------------------------------------------

static int is_image(const struct grid *grid) {
    return grid->x.cells * grid->y.cells > CELLS_MAX;
}

// How often a cell is repeated in an image, so that its edges stay sharp.
static size_t dots(const struct axis *axis) {
    return axis->cells < SHARP ? (SHARP + axis->cells - 1) / axis->cells : 1;
}

static void put_z(struct out_file *file, double z, const char *end) {
    // colours have some 250 steps
    if (isfinite(z))
        out_print(file, "%.5g%s", z, end);
    else
        out_print(file, "NaN%s", end);
}

static void put_cells(const struct grid *grid, struct out_file *file) {
    for (size_t y = 0; y < grid->y.cells; y++) {
        for (size_t x = 0; x < grid->x.cells; x++) {
            out_print(file, "%.9g %.9g ", grid->x.low + ((double)x + 0.5) * axis_step(&grid->x),
                      grid->y.low + ((double)y + 0.5) * axis_step(&grid->y));
            put_z(file, grid->z[y * grid->x.cells + x], "\n");
        }
    }
}

static void put_image(const struct grid *grid, struct out_file *file) {
    size_t columns = grid->x.cells * dots(&grid->x), rows = grid->y.cells * dots(&grid->y);
    for (size_t row = 0; row < rows; row++) {
        const double *z = grid->z + row / dots(&grid->y) * grid->x.cells;
        for (size_t column = 0; column < columns; column++)
            put_z(file, z[column / dots(&grid->x)], column + 1 < columns ? " " : "\n");
    }
}

int map_data(const struct plot_job *job, struct out_file *file) {
    struct grid grid;
    int is_done = grid_init(&grid, job, 1);
    if (is_done && is_image(&grid))
        put_image(&grid, file);
    else if (is_done)
        put_cells(&grid, file);
    out_text(file, "\n\n");
    grid_free(&grid);
    return is_done;
}

// --- the script ----------------------------------------------------------------------------------

static void put_tic(struct out_file *file, int *count, double value, double at) {
    out_print(file, "%s'%.4g' %.9g", *count > 0 ? ", " : "", value, at);
    (*count)++;
}

// Whole decades; 2 and 5 between them where there is room.
static void decade_tics(const struct axis *axis, struct out_file *file, int *count) {
    static const double steps[] = {1.0, 2.0, 5.0};
    double low = axis->value[0], high = axis->value[axis->count - 1];
    int from = (int)floor(log10(low)), to = (int)ceil(log10(high));
    int is_fine = to - from <= 3, skip = 1 + (to - from) / TICS_MAX;
    for (int decade = from; decade <= to; decade++) {
        for (int i = 0; i < (is_fine ? 3 : 1); i++) {
            double value = steps[i] * pow(10.0, decade);
            if (value < 0.999 * low || value > 1.001 * high || (decade - from) % skip != 0)
                continue;
            put_tic(file, count, value, log10(value));
        }
    }
}

static void put_tics(const struct axis *axis, const struct table *table, int column,
                     const char *name, struct out_file *file) {
    int count = 0;
    if (table->words[column].count > 0) {
        word_tics(table, column, name, file);
        return;
    }
    if (axis->spacing == EVEN || axis->spacing == SCALED) return;
    out_print(file, "set %s (", name);
    if (axis->spacing == DECADES) decade_tics(axis, file, &count);
    size_t step = (axis->count + TICS_MAX - 1) / TICS_MAX;
    for (size_t i = 0; axis->spacing == COUNTED && i < axis->count; i += step)
        put_tic(file, &count, axis->value[i], (double)i);
    out_text(file, ")\n");
}

// What the colours stand for.
struct colours {
    double low, high;
    int has_signs;    // both of them, of comparable size
    int is_negative;  // the large values are
    int is_log;
    int is_field;
};

static struct colours colours_of(const struct plot_job *job) {
    // a sign that is smaller than this share of the other is a ripple, not half of the picture
    const double least = 0.1;
    struct colours colours = {.low = INFINITY, .high = -INFINITY, .is_field = job->plot->field};
    double scale = plot_scale(job->plot->z_scale);
    for (size_t row = 0; row < job->table->rows; row++) {
        double z = table_at(job->table, row, job->z) * scale;
        if (!isfinite(z)) continue;
        colours.low = fmin(colours.low, z);
        colours.high = fmax(colours.high, z);
    }
    double below = fmax(0.0, -colours.low), above = fmax(0.0, colours.high);
    colours.has_signs = fmin(below, above) > least * fmax(below, above);
    colours.is_negative = below > above;
    colours.is_log = !job->plot->field && colours.low > 0.0 && colours.high > 100.0 * colours.low;
    if (colours.has_signs) {
        colours.high = fmax(below, above);
        colours.low = -colours.high;
    } else if (job->plot->field) {
        // what no eye tells from nothing is nothing
        if (below < 0.01 * above) colours.low = 0.0;
        if (above < 0.01 * below) colours.high = 0.0;
        colours.low = fmin(colours.low, 0.0);
        colours.high = fmax(colours.high, 0.0);
    }
    return colours;
}

// Nothing is the lightest colour; a ripple of the other sign has a tint of its own.
static void put_ripple(const struct colours *colours, const char *const *colour, int count,
                       struct out_file *file) {
    static const char tint[] = "#e6bfa6";
    double step = (colours->is_negative ? colours->low : colours->high) / (count - 1);
    if (!colours->is_negative) out_print(file, "%.6g '%s'", colours->low, tint);
    for (int i = 0; i < count; i++) {
        int at = colours->is_negative ? count - 1 - i : i;
        out_print(file, "%s%.6g '%s'", i > 0 || !colours->is_negative ? ", " : "", at * step,
                  colour[at]);
    }
    if (colours->is_negative) out_print(file, ", %.6g '%s'", colours->high, tint);
    out_text(file, ")\n");
}

// Seven colours at equal steps of lightness L* from 97 to 10, with steps of hue and chroma as equal
// as the screen allows: equal differences look equal, and a grey print keeps the order.
static void put_palette(const struct colours *colours, struct out_file *file) {
    enum { COUNT = 7 };
    static const char *const one_sign[COUNT] = {"#faf7e5", "#c0d594", "#7bb379", "#408d7c",
                                                "#16637d", "#043b6c", "#0f1840"};
    // dark blue below, light yellow above, a grey of middle lightness between them: a grey print
    // tells the signs apart, too
    static const char *const two_signs[COUNT] = {"#001b3f", "#013a71", "#365e8c", "#808080",
                                                 "#cd9c6b", "#f9c570", "#fff6dd"};
    const char *const *colour = colours->has_signs ? two_signs : one_sign;
    int is_reversed = !colours->has_signs && colours->is_negative;
    out_text(file, "set palette defined (");
    if (!colours->has_signs && colours->is_field && colours->low < 0.0 && colours->high > 0.0) {
        put_ripple(colours, one_sign, COUNT, file);
        return;
    }
    for (int i = 0; i < COUNT; i++)
        out_print(file, "%s%d '%s'", i > 0 ? ", " : "", i, colour[is_reversed ? COUNT - 1 - i : i]);
    out_text(file, ")\n");
}

static void put_colours(const struct plot_job *job, struct out_file *file) {
    struct colours colours = colours_of(job);
    put_palette(&colours, file);
    out_text(file, "set cbtics nomirror scale 0.5\n");
    if (colours.is_log) out_text(file, "set logscale cb\nset format cb '%g'\n");
    // one colour for a single value
    double room = colours.low < colours.high ? 0.0
                  : colours.low == 0.0       ? 1.0
                                             : 0.1 * fabs(colours.low);
    out_print(file, "set cbrange [%.9g:%.9g]\n", colours.low - room, colours.high + room);
    char label[2 * sizeof job->plot->z_label];
    label_text(job->plot->z_label, label, sizeof label);
    out_text(file, "set cblabel ");
    gnuplot_quoted(file, label, 40);
    out_text(file, " offset -0.3,0\n");
}

static void plot_image(const struct plot_job *job, const struct grid *grid, struct out_file *file) {
    double dx = axis_step(&grid->x) / (double)dots(&grid->x);
    double dy = axis_step(&grid->y) / (double)dots(&grid->y);
    out_print(file,
              "plot 'series.dat' index %d matrix \\\n"
              "    using (%.9g+%.9g*$1):(%.9g+%.9g*$2):($3*z_scale) with image notitle\n",
              job->block, grid->x.low + 0.5 * dx, dx, grid->y.low + 0.5 * dy, dy);
}

static void plot_cells(const struct plot_job *job, const struct grid *grid, struct out_file *file) {
    // a little more than half a cell, so that no seams show between neighbours
    double dx = 0.52 * axis_step(&grid->x), dy = 0.52 * axis_step(&grid->y);
    out_print(file,
              "plot 'series.dat' index %d using "
              "1:2:($1-%.6g):($1+%.6g):($2-%.6g):($2+%.6g):($3*z_scale) \\\n"
              "    with boxxyerror fillstyle solid noborder linecolor palette notitle\n",
              job->block, dx, dx, dy, dy);
}

void map_script(const struct plot_job *job, struct out_file *file) {
    struct grid grid;
    int is_there = grid_init(&grid, job, 0);
    if (is_there) {
        put_tics(&grid.x, job->table, job->x, "xtics", file);
        put_tics(&grid.y, job->table, job->y[0], "ytics", file);
    } else if (file->error == 0) {
        file->error = ENOMEM;
    }
    out_text(file, "unset grid\nunset xzeroaxis\nset border 15 front\n"
                   "set rmargin at screen 0.8\n");
    put_colours(job, file);
    out_print(file,
              "\n# what could not be computed stays white\n"
              "z_scale = %.17g\n",
              plot_scale(job->plot->z_scale));
    if (is_there && is_image(&grid))
        plot_image(job, &grid, file);
    else if (is_there)
        plot_cells(job, &grid, file);
    grid_free(&grid);
}
