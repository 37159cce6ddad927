// Which rows of a long series to draw.
//
// Along a rising x, each stretch of x gives its first and last row and those where a column is
// least and largest: no peak is lost. Stretches are equally wide in x, not in rows: a solver leaves
// thousands of rows in an impact and few in the flight before it. Where x goes back and forth
// (loops, orbits), a piece of line is drawn unless one from and to the same small cells was drawn
// before, with cells as small as the number of points allows. Single points are drawn unless one in
// the same cell was.

#include "report/thin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    POINTS_MAX = 4000,
    TRACE_MAX = 12000,
    COLUMNS_MAX = 7,
    PICKS_MAX = 2 * COLUMNS_MAX + 1,
    SLOTS = 1 << 15,  // of the set of pieces, a power of two above TRACE_MAX
};

// At most so many rows of a stretch are drawn.
static size_t picks_of(int columns) {
    return 2 * (size_t)columns + 1;
}

static void add_row(struct choice *choice, size_t row) {
    if (choice->count == 0 || choice->row[choice->count - 1] != row)
        choice->row[choice->count++] = row;
}

// --- along a rising x ----------------------------------------------------------------------------

static int ascending(const void *a, const void *b) {
    size_t first = *(const size_t *)a, second = *(const size_t *)b;
    return (first > second) - (first < second);
}

// First and last row, extremes of each column, and one row where a value is missing, so that gaps
// stay. Few rows all stay.
static void add_stretch(const struct table *series, const int *column, int columns, size_t from,
                        size_t to, struct choice *choice) {
    size_t pick[PICKS_MAX], count = 0;
    size_t missing = to;
    if (to - from <= picks_of(columns)) {
        for (size_t row = from; row < to; row++)
            add_row(choice, row);
        return;
    }
    pick[count++] = from;
    pick[count++] = to - 1;
    for (int c = 0; c < columns; c++) {
        size_t low = to, high = to;
        for (size_t row = from; row < to; row++) {
            double value = table_at(series, row, column[c]);
            if (!isfinite(value)) {
                if (missing == to) missing = row;
                continue;
            }
            if (low == to || value < table_at(series, low, column[c])) low = row;
            if (high == to || value > table_at(series, high, column[c])) high = row;
        }
        // along x those are the first and the last row
        if (c > 0 && low < to) pick[count++] = low;
        if (c > 0 && high < to) pick[count++] = high;
    }
    if (missing < to) pick[count++] = missing;
    qsort(pick, count, sizeof *pick, ascending);
    for (size_t i = 0; i < count; i++)
        add_row(choice, pick[i]);
}

static double along(double value, int is_log) {
    return is_log ? log(value) : value;
}

// Places along the axis of what is finite there.
static void find_extent(const struct table *series, int column, int is_log, double *low,
                        double *high) {
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t row = 0; row < series->rows; row++) {
        double place = along(table_at(series, row, column), is_log);
        if (!isfinite(place)) continue;
        if (place < *low) *low = place;
        if (place > *high) *high = place;
    }
}

// 0 where x has no width.
static int choose_along_x(const struct table *series, const int *column, int columns,
                          const struct thinning *how, struct choice *choice) {
    size_t stretches = how->most / picks_of(columns), from = 0, current = 0;
    int x_log = how->x_log;
    double low, high;
    find_extent(series, column[0], x_log, &low, &high);
    if (!(high > low) || !isfinite(high - low)) return 0;
    for (size_t row = 0; row < series->rows; row++) {
        double place = along(table_at(series, row, column[0]), x_log);
        // a row without a place stays with the one before
        if (!isfinite(place)) continue;
        size_t stretch = (size_t)((place - low) / (high - low) * (double)stretches);
        if (stretch >= stretches) stretch = stretches - 1;
        if (stretch == current) continue;
        add_stretch(series, column, columns, from, row, choice);
        from = row;
        current = stretch;
    }
    add_stretch(series, column, columns, from, series->rows, choice);
    return 1;
}

static void choose_along_rows(const struct table *series, const int *column, int columns,
                              size_t most, struct choice *choice) {
    size_t rows = series->rows, stretches = most / picks_of(columns);
    for (size_t s = 0; s < stretches; s++) {
        // in doubles the product cannot overflow
        size_t from = (size_t)((double)rows * (double)s / (double)stretches);
        size_t to = (size_t)((double)rows * (double)(s + 1) / (double)stretches);
        add_stretch(series, column, columns, from, to < rows ? to : rows, choice);
    }
}

// --- back and forth ------------------------------------------------------------------------------

struct trace {
    const struct table *series;
    int column[2], is_log[2];
    double low[2], step[2];  // of the cells
    size_t most;             // rows
    uint64_t *seen;          // pieces or points that were drawn; 0: free
};

static int is_rising(const struct table *series, int column) {
    double last = -INFINITY;
    for (size_t row = 0; row < series->rows; row++) {
        double value = table_at(series, row, column);
        if (value < last) return 0;
        if (isfinite(value)) last = value;
    }
    return 1;
}

static void set_cells(struct trace *trace, double pixels) {
    static const double size[2] = {720.0, 440.0};
    for (int c = 0; c < 2; c++) {
        double low, high;
        find_extent(trace->series, trace->column[c], trace->is_log[c], &low, &high);
        trace->low[c] = low;
        trace->step[c] = (high - low) / size[c] * pixels;
    }
}

// Number of a cell, from 1; 0 where a value is missing.
static uint64_t cell_of(const struct trace *trace, size_t row) {
    uint64_t cell[2];
    for (int c = 0; c < 2; c++) {
        double value = along(table_at(trace->series, row, trace->column[c]), trace->is_log[c]);
        double place = (value - trace->low[c]) / trace->step[c];
        if (!isfinite(value)) return 0;
        // a column that does not change, or one that overflows, is one cell wide
        cell[c] = place >= 0.0 && place < 10000.0 ? (uint64_t)place : 0;
    }
    return 1 + cell[0] + 10000 * cell[1];
}

// Was this piece new? Then it is remembered.
static int is_new(struct trace *trace, uint64_t from, uint64_t to) {
    uint64_t key = from << 32 | to;
    size_t slot = (size_t)((key * 0x9e3779b97f4a7c15u) >> 40) & (SLOTS - 1);
    while (trace->seen[slot] != 0 && trace->seen[slot] != key)
        slot = (slot + 1) & (SLOTS - 1);
    int found = trace->seen[slot] == key;
    trace->seen[slot] = key;
    return !found;
}

// 0 when there are too many pieces.
static int follow(struct trace *trace, struct choice *choice) {
    size_t from = 0;
    uint64_t from_cell = cell_of(trace, 0);
    memset(trace->seen, 0, SLOTS * sizeof *trace->seen);
    choice->count = 0;
    for (size_t row = 1; row < trace->series->rows; row++) {
        uint64_t cell = cell_of(trace, row);
        if (cell == from_cell) continue;
        if (cell != 0 && from_cell != 0 && is_new(trace, from_cell, cell)) {
            size_t last = choice->count > 0 ? choice->row[choice->count - 1] : THIN_BREAK;
            if (choice->count + 3 > trace->most) return 0;
            if (last != from && choice->count > 0) add_row(choice, THIN_BREAK);
            add_row(choice, from);
            add_row(choice, row);
        }
        from = row;
        from_cell = cell;
    }
    return 1;
}

// 0 when there are too many points.
static int mark(struct trace *trace, struct choice *choice) {
    memset(trace->seen, 0, SLOTS * sizeof *trace->seen);
    choice->count = 0;
    for (size_t row = 0; row < trace->series->rows; row++) {
        uint64_t cell = cell_of(trace, row);
        if (cell == 0 || !is_new(trace, cell, cell)) continue;
        if (choice->count + 1 > trace->most) return 0;
        add_row(choice, row);
    }
    return 1;
}

static void choose_by_cells(const struct table *series, const int *column,
                            const struct thinning *how, size_t most, struct choice *choice) {
    struct trace trace = {.series = series,
                          .column = {column[0], column[1]},
                          .is_log = {how->x_log, how->y_log},
                          .most = most};
    trace.seen = malloc(SLOTS * sizeof *trace.seen);
    if (trace.seen == NULL) {
        free(choice->row);
        choice->row = NULL;
        return;
    }
    double pixels = 1.0;
    do {
        set_cells(&trace, pixels);
        pixels *= 1.5;
    } while (!(how->is_points ? mark(&trace, choice) : follow(&trace, choice)) && pixels < 100.0);
    // all in one cell
    size_t row = 0;
    while (row + 1 < series->rows && cell_of(&trace, row) == 0)
        row++;
    if (choice->count == 0) add_row(choice, row);
    free(trace.seen);
}

// A picture draws loops with more rows than curves along x.
static size_t most_of_trace(const struct thinning *how) {
    return how->most == 0 || how->most > TRACE_MAX ? TRACE_MAX : how->most;
}

struct choice thin_rows(const struct table *series, const int *column, int columns,
                        const struct thinning *wanted) {
    struct thinning how = *wanted;
    size_t trace = most_of_trace(wanted);
    if (how.most == 0) how.most = POINTS_MAX;
    struct choice choice = {malloc(((trace > how.most ? trace : how.most) + 2) * sizeof(size_t)),
                            0};
    if (choice.row == NULL) return choice;
    if (series->rows <= how.most) {
        for (size_t row = 0; row < series->rows; row++)
            choice.row[choice.count++] = row;
        return choice;
    }
    int rises = is_rising(series, column[0]);
    if (columns == 2 && (how.is_points || !rises))
        choose_by_cells(series, column, &how, trace, &choice);
    else if (!rises || !choose_along_x(series, column, columns, &how, &choice))
        choose_along_rows(series, column, columns, how.most, &choice);
    return choice;
}
