// A map: one column as colours over a grid that two others span. Every cell has the same size on
// paper, so an axis is even in its values, in their logarithms, or counts them.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/plot.h"
#include "report/thin.h"

enum {
    SIDE_MAX = 300,     // cells along an axis that a picture can show
    VALUES_MAX = 4096,  // along an axis
    CELLS_MAX = 2500,   // drawn one by one, with sharp edges; more become an image
    TICS_MAX = 9,
};

enum spacing { EVEN, DECADES, COUNTED };

// Values of a column, ascending, in units of the axis.
struct axis {
    double *value;
    size_t count;
    enum spacing spacing;
};

struct grid {
    struct axis x, y;
    double *z;
};

// Place of a value, or where it belongs.
static size_t search(const struct axis *axis, double value) {
    size_t low = 0, high = axis->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (axis->value[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int insert(struct axis *axis, double value) {
    size_t at = search(axis, value);
    if (at < axis->count && axis->value[at] == value) return 1;
    if (axis->count == VALUES_MAX) return 0;
    memmove(axis->value + at + 1, axis->value + at, (axis->count - at) * sizeof value);
    axis->value[at] = value;
    axis->count++;
    return 1;
}

static double place(const struct axis *axis, size_t index) {
    if (axis->spacing == COUNTED) return (double)index;
    return axis->spacing == DECADES ? log10(axis->value[index]) : axis->value[index];
}

static int is_even(const struct axis *axis) {
    double first = place(axis, 0), step = (place(axis, axis->count - 1) - first);
    step /= (double)(axis->count - 1);
    for (size_t i = 1; i < axis->count; i++) {
        if (fabs(place(axis, i) - first - (double)i * step) > 1e-3 * step) return 0;
    }
    return 1;
}

static void set_spacing(struct axis *axis, int has_words) {
    axis->spacing = EVEN;
    if (has_words || axis->count < 2) axis->spacing = COUNTED;
    if (axis->spacing == COUNTED || is_even(axis)) return;
    axis->spacing = DECADES;
    if (!(axis->value[0] > 0.0) || !is_even(axis)) axis->spacing = COUNTED;
}

static int axis_init(struct axis *axis, const struct table *series, int column, double scale) {
    *axis = (struct axis){.value = malloc(VALUES_MAX * sizeof(double))};
    if (axis->value == NULL) return 0;
    for (size_t row = 0; row < series->rows; row++) {
        double value = table_at(series, row, column) * scale;
        if (isfinite(value) && !insert(axis, value)) return 0;
    }
    set_spacing(axis, series->words[column].count > 0);
    return axis->count > 0;
}

static void grid_free(struct grid *grid) {
    free(grid->x.value);
    free(grid->y.value);
    free(grid->z);
}

// With values in it when `is_full`. Release it in any case.
static int grid_init(struct grid *grid, const struct sketch *sketch, const struct table *series,
                     int is_full) {
    double x_scale = sketch_scale(sketch->plot->x_scale);
    double y_scale = sketch_scale(sketch->plot->y_scale);
    *grid = (struct grid){.z = NULL};
    if (!axis_init(&grid->x, series, sketch->x, x_scale)) return 0;
    if (!axis_init(&grid->y, series, sketch->y[0], y_scale)) return 0;
    if (!is_full) return 1;
    size_t count = grid->x.count * grid->y.count;
    grid->z = malloc(count * sizeof *grid->z);
    if (grid->z == NULL) return 0;
    for (size_t i = 0; i < count; i++)
        grid->z[i] = NAN;
    for (size_t row = 0; row < series->rows; row++) {
        double x = table_at(series, row, sketch->x) * x_scale;
        double y = table_at(series, row, sketch->y[0]) * y_scale;
        if (!isfinite(x) || !isfinite(y)) continue;
        grid->z[search(&grid->y, y) * grid->x.count + search(&grid->x, x)] =
            table_at(series, row, sketch->z);
    }
    return 1;
}

// Half a cell beyond the outermost values.
static void set_range(const struct axis *axis, double *low, double *high) {
    double first = place(axis, 0), last = place(axis, axis->count - 1);
    double half = axis->count > 1 ? 0.5 * (last - first) / (double)(axis->count - 1) : 0.5;
    *low = first - half;
    *high = last + half;
}

static int has_values(const struct table *series, int column) {
    for (size_t row = 0; row < series->rows; row++) {
        if (isfinite(table_at(series, row, column))) return 1;
    }
    return 0;
}

void map_init(struct sketch *sketch, const struct table *series) {
    struct grid grid;
    sketch->z = table_column(series, sketch->plot->z);
    sketch->curve_count = 0;
    if (sketch->z < 0 || !has_values(series, sketch->z)) {
        snprintf(sketch->reason, sizeof sketch->reason, "the series has no values for it");
        return;
    }
    if (grid_init(&grid, sketch, series, 0)) {
        sketch->curve_count = 1;
        set_range(&grid.x, &sketch->x_low, &sketch->x_high);
        set_range(&grid.y, &sketch->y_low, &sketch->y_high);
    } else {
        snprintf(sketch->reason, sizeof sketch->reason, "its rows make no grid");
    }
    grid_free(&grid);
}

static size_t stride(const struct axis *axis) {
    return (axis->count + SIDE_MAX - 1) / SIDE_MAX;
}

int map_data(const struct sketch *sketch, const struct table *series, struct out_file *file) {
    struct grid grid;
    int is_done = grid_init(&grid, sketch, series, 1);
    size_t x_step = stride(&grid.x), y_step = is_done ? stride(&grid.y) : 1;
    for (size_t y = 0; is_done && y < grid.y.count; y += y_step) {
        for (size_t x = 0; x < grid.x.count; x += x_step) {
            double z = grid.z[y * grid.x.count + x];
            out_print(file, "%.9g %.9g ", place(&grid.x, x), place(&grid.y, y));
            if (isfinite(z))
                out_print(file, "%.9g\n", z);
            else
                out_text(file, "NaN\n");
        }
    }
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

static void put_tics(const struct axis *axis, const struct table *series, int column,
                     const char *name, struct out_file *file) {
    int count = 0;
    if (series->words[column].count > 0) {
        word_tics(series, column, name, file);
        return;
    }
    if (axis->spacing == EVEN) return;
    out_print(file, "set %s (", name);
    if (axis->spacing == DECADES) decade_tics(axis, file, &count);
    size_t step = (axis->count + TICS_MAX - 1) / TICS_MAX;
    for (size_t i = 0; axis->spacing == COUNTED && i < axis->count; i += step)
        put_tic(file, &count, axis->value[i], (double)i);
    out_text(file, ")\n");
}

static void put_colours(const struct sketch *sketch, const struct table *series,
                        struct out_file *file) {
    double low = INFINITY, high = -INFINITY, scale = sketch_scale(sketch->plot->z_scale);
    for (size_t row = 0; row < series->rows; row++) {
        double z = table_at(series, row, sketch->z) * scale;
        if (!isfinite(z)) continue;
        low = z < low ? z : low;
        high = z > high ? z : high;
    }
    // from dark to light without going back, so that a grey print keeps the order
    out_text(file, "set palette defined (0 '#0b1f3a', 1 '#17466e', 2 '#2f7a8c', 3 '#62ad89', "
                   "4 '#c3d27a', 5 '#fdf6c9')\n"
                   "set cbtics nomirror scale 0.5\n");
    if (low > 0.0 && high > 100.0 * low) out_text(file, "set logscale cb\nset format cb '%g'\n");
    // one colour for a single value
    double room = low < high ? 0.0 : low == 0.0 ? 1.0 : 0.1 * fabs(low);
    out_print(file, "set cbrange [%.9g:%.9g]\n", low - room, high + room);
    out_text(file, "set cblabel ");
    gnuplot_quoted(file, sketch->plot->z_label, 40);
    out_text(file, " offset 0.4,0\n");
}

// A little more than half a cell, so that no seams show between neighbours.
static double reach(double low, double high, size_t count) {
    return 0.52 * (high - low) / (double)count;
}

static void put_cells(const struct sketch *sketch, const struct grid *grid, struct out_file *file) {
    size_t cells = grid->x.count * grid->y.count;
    out_print(file, "plot 'series.dat' index %d using ", sketch->block);
    if (cells > CELLS_MAX) {
        out_text(file, "1:2:($3*z_scale) with image notitle\n");
        return;
    }
    double dx = reach(sketch->x_low, sketch->x_high, grid->x.count);
    double dy = reach(sketch->y_low, sketch->y_high, grid->y.count);
    out_print(file,
              "1:2:($1-%.6g):($1+%.6g):($2-%.6g):($2+%.6g):($3*z_scale) \\\n"
              "    with boxxyerror fillstyle solid noborder linecolor palette notitle\n",
              dx, dx, dy, dy);
}

void map_script(const struct sketch *sketch, const struct table *series, struct out_file *file) {
    struct grid grid;
    if (grid_init(&grid, sketch, series, 0)) {
        put_tics(&grid.x, series, sketch->x, "xtics", file);
        put_tics(&grid.y, series, sketch->y[0], "ytics", file);
    }
    out_text(file, "unset grid\nunset xzeroaxis\nset border 15 front\n"
                   "set rmargin at screen 0.8\n");
    put_colours(sketch, series, file);
    out_print(file,
              "\n# what could not be computed stays white\n"
              "z_scale = %.17g\n",
              sketch_scale(sketch->plot->z_scale));
    put_cells(sketch, &grid, file);
    grid_free(&grid);
}
