// The grid of a map. Every cell has the same size on paper. Where values are closer than cells, a
// cell shows the one of largest magnitude: the pulse of a chain is a few beads long and passes in a
// few rows, so that taking every n-th row would break it into dots or lose it, and a mean would
// make it weak. Where values are farther apart than cells, each fills all cells nearer to it than
// to its neighbours.

#include "report/plot_grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/thin.h"

enum {
    // the dots of a picture in its own size. A viewer that makes it smaller blends no more than two
    // rows of an image into one of its own, so that with more cells single rows would get lost: in
    // a report with two pictures beside each other they are drawn at 0.6 of their size.
    X_MAX = 450,
    Y_MAX = 300,
    VALUES_MAX = 1 << 16,  // along an axis
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

static void set_spacing(struct axis *axis, int has_words, int is_field) {
    axis->spacing = EVEN;
    if (has_words || axis->count < 2) axis->spacing = COUNTED;
    if (axis->spacing == COUNTED || is_even(axis)) return;
    axis->spacing = is_field ? SCALED : DECADES;
    if (is_field) return;
    if (!(axis->value[0] > 0.0) || !is_even(axis)) axis->spacing = COUNTED;
}

// Half a step beyond the outermost values.
static void set_cells(struct axis *axis, size_t most) {
    size_t last = axis->count - 1;
    double first_step = axis->count > 1 ? place(axis, 1) - place(axis, 0) : 1.0;
    double last_step = axis->count > 1 ? place(axis, last) - place(axis, last - 1) : 1.0;
    axis->low = place(axis, 0) - 0.5 * first_step;
    axis->high = place(axis, last) + 0.5 * last_step;
    axis->cells = axis->spacing == SCALED || axis->count > most ? most : axis->count;
}

static int axis_init(struct axis *axis, const struct plot_job *job, int column, double scale,
                     size_t most) {
    const struct table *table = job->table;
    *axis = (struct axis){.value = malloc(VALUES_MAX * sizeof(double))};
    if (axis->value == NULL) return 0;
    for (size_t row = 0; row < table->rows; row++) {
        double value = table_at(table, row, column) * scale;
        if (isfinite(value) && !insert(axis, value)) return 0;
    }
    if (axis->count == 0) return 0;
    set_spacing(axis, table->words[column].count > 0, job->plot->field);
    set_cells(axis, most);
    return 1;
}

double axis_step(const struct axis *axis) {
    return (axis->high - axis->low) / (double)axis->cells;
}

// Cells whose middle is nearer to this value than to its neighbours; if none is, the cell the value
// is in. Returns the first and sets the last.
static size_t cells_of(const struct axis *axis, size_t index, size_t *last) {
    double step = axis_step(axis), at = place(axis, index);
    double before = index > 0 ? 0.5 * (place(axis, index - 1) + at) : axis->low;
    double after = index + 1 < axis->count ? 0.5 * (at + place(axis, index + 1)) : axis->high;
    double from = ceil((before - axis->low) / step - 0.5);
    double to = ceil((after - axis->low) / step - 0.5) - 1.0;
    if (to < from) from = to = floor((at - axis->low) / step);
    double most = (double)axis->cells - 1.0;
    *last = (size_t)fmax(0.0, fmin(to, most));
    return (size_t)fmax(0.0, fmin(from, most));
}

static void paint(struct grid *grid, size_t x, size_t y, double z) {
    size_t x_last, y_last;
    size_t x_first = cells_of(&grid->x, x, &x_last), y_first = cells_of(&grid->y, y, &y_last);
    for (size_t j = y_first; j <= y_last; j++) {
        for (size_t i = x_first; i <= x_last; i++) {
            double *cell = &grid->z[j * grid->x.cells + i];
            if (isnan(*cell) || fabs(z) > fabs(*cell)) *cell = z;
        }
    }
}

int grid_init(struct grid *grid, const struct plot_job *job, int is_full) {
    const struct table *table = job->table;
    double x_scale = plot_scale(job->plot->x_scale);
    double y_scale = plot_scale(job->plot->y_scale);
    *grid = (struct grid){.z = NULL};
    if (!axis_init(&grid->x, job, job->x, x_scale, X_MAX)) return 0;
    if (!axis_init(&grid->y, job, job->y[0], y_scale, Y_MAX)) return 0;
    if (!is_full) return 1;
    size_t count = grid->x.cells * grid->y.cells;
    grid->z = malloc(count * sizeof *grid->z);
    if (grid->z == NULL) return 0;
    for (size_t i = 0; i < count; i++)
        grid->z[i] = NAN;
    for (size_t row = 0; row < table->rows; row++) {
        double x = table_at(table, row, job->x) * x_scale;
        double y = table_at(table, row, job->y[0]) * y_scale;
        double z = table_at(table, row, job->z);
        if (isfinite(x) && isfinite(y) && isfinite(z))
            paint(grid, search(&grid->x, x), search(&grid->y, y), z);
    }
    return 1;
}

void grid_free(struct grid *grid) {
    free(grid->x.value);
    free(grid->y.value);
    free(grid->z);
}
