// The data of the pictures: few enough points to draw, the extremes among them.

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/plot.h"
#include "report/thin.h"

enum { COLUMNS_MAX = CURVES_MAX + 1 };

// Only letters that no file system and no script can misread.
static void set_stem(struct sketch *sketch, const char *stem) {
    static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    snprintf(sketch->stem, sizeof sketch->stem, "%s", stem[0] != '\0' ? stem : "plot");
    for (char *c = sketch->stem; *c != '\0'; c++) {
        if (strchr(safe, *c) == NULL && (*c != '-' || c == sketch->stem)) *c = '_';
    }
}

static int has_points(const struct table *table, int x, int y) {
    for (size_t row = 0; row < table->rows; row++) {
        if (isfinite(table_at(table, row, x)) && isfinite(table_at(table, row, y))) return 1;
    }
    return 0;
}

// Largest size of a column.
static double size_of(const struct table *table, int column) {
    double most = 0.0;
    for (size_t row = 0; row < table->rows; row++) {
        double size = fabs(table_at(table, row, column));
        if (isfinite(size) && size > most) most = size;
    }
    return most;
}

// An area that is nowhere to be seen would only puzzle the reader of the legend. The others keep
// their colours.
static void drop_empty_areas(struct sketch *sketch, const struct table *table) {
    double most = 0.0;
    int kept = 0;
    for (int i = 0; i < sketch->curve_count; i++)
        most = fmax(most, size_of(table, sketch->y[i]));
    for (int i = 0; i < sketch->curve_count && most > 0.0; i++) {
        if (size_of(table, sketch->y[i]) < 1e-6 * most) continue;
        sketch->y[kept] = sketch->y[i];
        sketch->look[kept++] = sketch->look[i];
    }
    if (kept > 0) sketch->curve_count = kept;
}

// Does the curve turn so often that lines of full width would run together? `size` is what the axis
// shows of it.
static int is_dense(const struct table *table, int column, double size) {
    enum { TURNS = 80 };
    const double least = 0.05 * size;
    double extreme = NAN;
    int turns = 0, direction = 0;
    for (size_t row = 0; row < table->rows && turns <= TURNS; row++) {
        double value = table_at(table, row, column);
        if (!isfinite(value)) continue;
        if (isnan(extreme)) extreme = value;
        if (direction * (value - extreme) > 0.0 || direction == 0) {
            if (fabs(value - extreme) <= least && direction == 0) continue;
            if (direction == 0) direction = value > extreme ? 1 : -1;
            extreme = value;
        } else if (fabs(value - extreme) > least) {
            direction = -direction;
            extreme = value;
            turns++;
        }
    }
    return turns > TURNS;
}

int sketch_is_cut(const struct plot *plot) {
    return plot->y_extent[0] < plot->y_extent[1];
}

static double shown_size(const struct plot *plot, const struct table *table, int column) {
    if (sketch_is_cut(plot)) return fmax(fabs(plot->y_extent[0]), fabs(plot->y_extent[1]));
    return size_of(table, column);
}

static int is_counted(const struct table *table, int column) {
    const char *unit = table->unit[column];
    if (unit[0] != '\0' && strcmp(unit, "1") != 0) return 0;
    for (size_t row = 0; row < table->rows; row++) {
        double value = table_at(table, row, column);
        if (isfinite(value) && value != floor(value)) return 0;
    }
    return 1;
}

static void set_missing(struct sketch *sketch, const char *column) {
    snprintf(sketch->reason, sizeof sketch->reason, "the %s has no column %s",
             sketch->plot->table[0] != '\0' ? "table" : "series", column);
}

void sketch_init(struct sketch *sketch, const struct plot *plot, const struct table *table) {
    *sketch = (struct sketch){.plot = plot, .table = table, .group = -1};
    set_stem(sketch, plot->stem);
    if (table == NULL) {
        snprintf(sketch->reason, sizeof sketch->reason, "there is no table %s", plot->table);
        return;
    }
    sketch->x = table_column(table, plot->x);
    if (sketch->x < 0) {
        set_missing(sketch, plot->x);
        return;
    }
    int most = plot->style == PLOT_AREAS ? PLOT_COLUMNS_MAX : PLOT_APART_MAX;
    for (int i = 0; i < most && plot->y[i][0] != '\0'; i++) {
        int y = table_column(table, plot->y[i]);
        if (y < 0)
            set_missing(sketch, plot->y[i]);
        else if (has_points(table, sketch->x, y)) {
            sketch->look[sketch->curve_count] = i;
            sketch->is_dense[sketch->curve_count] =
                plot->style == PLOT_LINES && is_dense(table, y, shown_size(plot, table, y));
            sketch->y[sketch->curve_count++] = y;
        }
    }
    sketch->is_counted = is_counted(table, sketch->x);
    if (plot->style == PLOT_AREAS) drop_empty_areas(sketch, table);
    if (sketch->curve_count == 0 && sketch->reason[0] == '\0')
        snprintf(sketch->reason, sizeof sketch->reason, "the table has no values for it");
    if (sketch->curve_count > 0 && plot->group[0] != '\0') group_init(sketch, table);
    if (sketch->curve_count > 0 && plot->style == PLOT_MAP) map_init(sketch, table);
}

static void widen(double value, double *low, double *high) {
    if (!isfinite(value)) return;
    if (*low > *high) *low = *high = value;
    if (value < *low) *low = value;
    if (value > *high) *high = value;
}

// Room around the curves; none beyond zero where nothing but rounding goes there.
static void add_room(double *low, double *high, double share) {
    double room = share * (*high - *low);
    if (!(*low < *high) || !isfinite(room)) {
        *low = *high = 0.0;
        return;
    }
    double rounding = 1e-4 * (*high - *low);
    *low = *low >= -rounding && *low <= room ? 0.0 : *low - room;
    *high = *high <= rounding && *high >= -room ? 0.0 : *high + room;
}

// An axis in decades has room for the curves; one that would have to show 0 stays plain.
static int add_decades(double *low, double *high) {
    double room = pow(*high / *low, 0.04);
    // too short for decades to be of use
    const double least = 3.0;
    if (!(*low > 0.0) || !(*high > least * *low) || !isfinite(room)) return 0;
    *low /= room;
    *high *= room;
    return 1;
}

// Is the row part of a curve?
static int is_drawn_row(const struct sketch *sketch, size_t row) {
    if (sketch->group < 0) return 1;
    double value = table_at(sketch->table, row, sketch->group);
    for (int i = 0; i < sketch->curve_count; i++) {
        if (sketch->group_value[i] == value) return 1;
    }
    return 0;
}

// Values that agree to six digits are one value to a picture, and an axis that told them apart
// would show their rounding.
static void part_equals(double *low, double *high) {
    double size = fmax(fabs(*low), fabs(*high));
    if (!(*high - *low < 1e-6 * size)) return;
    *low -= 0.05 * size;
    *high += 0.05 * size;
}

void sketch_range(struct sketch *sketch) {
    const struct table *table = sketch->table;
    if (sketch->curve_count == 0 || sketch->plot->style == PLOT_MAP) return;
    int is_area = sketch->plot->style == PLOT_AREAS;
    sketch->x_low = sketch->y_low = INFINITY;
    sketch->x_high = sketch->y_high = -INFINITY;
    if (is_area) sketch->y_low = sketch->y_high = 0.0;
    for (size_t row = 0; row < table->rows; row++) {
        double sum = 0.0, x = table_at(table, row, sketch->x) * sketch_scale(sketch->plot->x_scale);
        if (!isfinite(x) || !is_drawn_row(sketch, row)) continue;
        widen(x, &sketch->x_low, &sketch->x_high);
        for (int i = 0; i < sketch->curve_count; i++) {
            double y = table_at(table, row, sketch->y[i]) * sketch_scale(sketch->plot->y_scale);
            sum += y;
            widen(is_area ? sum : y, &sketch->y_low, &sketch->y_high);
        }
    }
    if (sketch->plot->from_zero) widen(0.0, &sketch->y_low, &sketch->y_high);
    if (sketch->plot->apart) {
        widen(0.0, &sketch->y_low, &sketch->y_high);
        // peaks pass one after another, so the highest may reach beyond the next base line
        sketch->lift = 0.6 * (sketch->y_high - sketch->y_low);
        sketch->peak = sketch->y_high - sketch->y_low;
        sketch->y_high += (sketch->curve_count - 1) * sketch->lift;
    }
    if (sketch_is_cut(sketch->plot)) {
        sketch->y_low = sketch->plot->y_extent[0] * sketch_scale(sketch->plot->y_scale);
        sketch->y_high = sketch->plot->y_extent[1] * sketch_scale(sketch->plot->y_scale);
    }
    for (int side = -1; side <= 1 && sketch->plot->circle > 0.0; side += 2) {
        double edge = side * sketch->plot->circle * sketch_scale(sketch->plot->x_scale);
        widen(edge, &sketch->x_low, &sketch->x_high);
        widen(edge, &sketch->y_low, &sketch->y_high);
    }
    sketch->x_log = sketch->plot->x_log && add_decades(&sketch->x_low, &sketch->x_high);
    sketch->y_log = sketch->plot->y_log && add_decades(&sketch->y_low, &sketch->y_high);
    if (!sketch->x_log) part_equals(&sketch->x_low, &sketch->x_high);
    if (!sketch->y_log) part_equals(&sketch->y_low, &sketch->y_high);
    if (!sketch->x_log) add_room(&sketch->x_low, &sketch->x_high, is_area ? 0.0 : 0.02);
    if (!sketch->y_log) add_room(&sketch->y_low, &sketch->y_high, 0.05);
    // points have a size
    if (sketch->plot->style == PLOT_POINTS && sketch->is_counted && !sketch->x_log &&
        sketch->x_low < sketch->x_high) {
        double room = fmax(0.5, 0.02 * (sketch->x_high - sketch->x_low));
        sketch->x_low -= room;
        sketch->x_high += room;
    }
    int words = table->words[sketch->x].count;
    if (words > 0) {
        sketch->x_low = -0.5;
        sketch->x_high = words - 0.5;
    }
    if (sketch->plot->bars) {
        sketch->x_low -= 0.6;
        sketch->x_high += 0.6;
    }
}

double sketch_scale(double scale) {
    return isfinite(scale) && scale != 0.0 ? scale : 1.0;
}

static void put_value(struct out_file *file, double value) {
    if (isfinite(value))
        out_print(file, " %.9g", value);
    else
        out_text(file, " NaN");
}

static int is_finite_row(const struct table *table, size_t row, const int *column, int columns) {
    int finite = 1;
    for (int c = 0; c < columns; c++)
        finite = finite && isfinite(table_at(table, row, column[c]));
    return finite;
}

static void put_block(struct out_file *file, const struct sketch *sketch, const struct table *table,
                      const int *column, int columns) {
    const struct thinning how = {sketch->plot->style == PLOT_POINTS, sketch->x_log, sketch->y_log};
    struct choice choice = thin_rows(table, column, columns, &how);
    int is_stacked = sketch->plot->style == PLOT_AREAS;
    if (choice.row == NULL && file->error == 0) file->error = ENOMEM;
    for (size_t i = 0; i < choice.count; i++) {
        double sum = 0.0;
        if (choice.row[i] == THIN_BREAK) {
            out_text(file, "\n");
            continue;
        }
        // areas cannot have gaps
        if (is_stacked && !is_finite_row(table, choice.row[i], column, columns)) continue;
        put_value(file, table_at(table, choice.row[i], column[0]));
        for (int c = 1; c < columns; c++) {
            double value = table_at(table, choice.row[i], column[c]);
            sum += value;
            put_value(file, is_stacked ? sum : value);
        }
        out_text(file, "\n");
    }
    out_text(file, "\n\n");
    free(choice.row);
}

static void put_heading(struct out_file *file, const struct sketch *sketch, int block,
                        const struct table *table, int from, int to) {
    out_print(file, "# index %d, for %s.gp:", block, sketch->stem);
    out_text(file, " ");
    gnuplot_quoted(file, table->name[sketch->x], 60);
    for (int i = from; i < to; i++) {
        out_text(file, " ");
        gnuplot_quoted(file, table->name[sketch->y[i]], 60);
    }
    out_text(file, sketch->plot->style == PLOT_AREAS ? ", running sums\n" : "\n");
}

static void put_group(struct sketch *sketch, const struct table *table, int curve,
                      struct out_file *file) {
    const int column[] = {0, 1};
    struct table rows;
    if (!group_table(sketch, table, curve, &rows)) {
        if (file->error == 0) file->error = ENOMEM;
        return;
    }
    put_block(file, sketch, &rows, column, 2);
    table_free(&rows);
}

void sketch_data(struct sketch *sketch, struct out_file *file, int *block) {
    const struct table *table = sketch->table;
    int column[COLUMNS_MAX] = {sketch->x};
    sketch->block = *block;
    if (sketch->curve_count == 0) return;
    if (sketch->plot->style == PLOT_MAP) {
        out_print(file, "# index %d, for %s.gp: the map\n", (*block)++, sketch->stem);
        if (!map_data(sketch, table, file) && file->error == 0) file->error = ENOMEM;
        return;
    }
    if (sketch->plot->style == PLOT_AREAS) {
        memcpy(column + 1, sketch->y, sizeof sketch->y);
        put_heading(file, sketch, (*block)++, table, 0, sketch->curve_count);
        put_block(file, sketch, table, column, sketch->curve_count + 1);
        return;
    }
    for (int i = 0; i < sketch->curve_count; i++) {
        column[1] = sketch->y[i];
        put_heading(file, sketch, (*block)++, table, i, i + 1);
        if (sketch->group >= 0)
            put_group(sketch, table, i, file);
        else
            put_block(file, sketch, table, column, 2);
    }
}
