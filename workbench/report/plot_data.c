// The data of the pictures: few enough points to draw, the extremes among them.

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/plot.h"
#include "report/thin.h"

enum { COLUMNS_MAX = CURVES_MAX + 1 };

// Only letters that no file system and no script can misread.
static void set_stem(struct plot_job *job, const char *stem) {
    static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    snprintf(job->stem, sizeof job->stem, "%s", stem[0] != '\0' ? stem : "plot");
    for (char *c = job->stem; *c != '\0'; c++) {
        if (strchr(safe, *c) == NULL && (*c != '-' || c == job->stem)) *c = '_';
    }
}

int plot_has_points(const struct table *table, int x, int y) {
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
static void drop_empty_areas(struct plot_job *job) {
    double most = 0.0;
    int kept = 0;
    for (int i = 0; i < job->curve_count; i++)
        most = fmax(most, size_of(job->table, job->y[i]));
    for (int i = 0; i < job->curve_count && most > 0.0; i++) {
        if (size_of(job->table, job->y[i]) < 1e-6 * most) continue;
        job->y[kept] = job->y[i];
        job->line_style[kept++] = job->line_style[i];
    }
    if (kept > 0) job->curve_count = kept;
}

// Areas leave out rows in which a value is missing.
static int has_whole_row(const struct plot_job *job) {
    for (size_t row = 0; row < job->table->rows; row++) {
        int is_whole = isfinite(table_at(job->table, row, job->x));
        for (int i = 0; i < job->curve_count; i++)
            is_whole = is_whole && isfinite(table_at(job->table, row, job->y[i]));
        if (is_whole) return 1;
    }
    return 0;
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

int plot_is_cut(const struct plot *plot) {
    return plot->y_extent[0] < plot->y_extent[1];
}

// What a curve begins with, where it is drawn from there.
static double base_of(const struct plot *plot, const struct table *table, int column) {
    for (size_t row = 0; row < table->rows && plot->from_start; row++) {
        double value = table_at(table, row, column);
        if (isfinite(value)) return value;
    }
    return 0.0;
}

static double shown_size(const struct plot *plot, const struct table *table, int column) {
    if (plot_is_cut(plot)) return fmax(fabs(plot->y_extent[0]), fabs(plot->y_extent[1]));
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

static void set_missing(struct plot_job *job, const char *column) {
    snprintf(job->reason, sizeof job->reason, "the %s has no column %s",
             job->plot->table[0] != '\0' ? "table" : "series", column);
}

// Curves from groups of rows: one column parts the rows, each part is a curve. How many there are
// and which values they have.
static void group_init(struct plot_job *job) {
    const struct table *table = job->table;
    int count = 0, y = job->y[0];
    job->group = table_column(table, job->plot->group);
    job->curve_count = 0;
    if (job->group < 0) {
        snprintf(job->reason, sizeof job->reason, "the table has no column %s", job->plot->group);
        return;
    }
    for (size_t row = 0; row < table->rows && count < CURVES_MAX; row++) {
        double value = table_at(table, row, job->group);
        int known = !isfinite(value);
        for (int i = 0; i < count && !known; i++)
            known = job->group_value[i] == value;
        if (!known) job->group_value[count++] = value;
    }
    for (int i = 0; i < count; i++) {
        job->y[i] = y;
        job->line_style[i] = i;
        job->is_dense[i] = 0;
    }
    job->curve_count = count;
}

void plot_job_init(struct plot_job *job, const struct plot *plot, const struct table *table) {
    *job = (struct plot_job){
        .plot = plot, .table = table, .group = -1, .band = {-1, -1}, .error = {-1, -1}};
    set_stem(job, plot->stem);
    if (table == NULL) {
        snprintf(job->reason, sizeof job->reason, "there is no table %s", plot->table);
        return;
    }
    job->x = table_column(table, plot->x);
    if (job->x < 0) {
        set_missing(job, plot->x);
        return;
    }
    int most = plot->style == PLOT_AREAS ? PLOT_COLUMNS_MAX : PLOT_APART_MAX;
    for (int i = 0; i < most && plot->y[i][0] != '\0'; i++) {
        int y = table_column(table, plot->y[i]);
        if (y < 0)
            set_missing(job, plot->y[i]);
        else if (plot_has_points(table, job->x, y)) {
            job->line_style[job->curve_count] = i;
            job->is_dense[job->curve_count] =
                plot->style == PLOT_LINES && is_dense(table, y, shown_size(plot, table, y));
            job->base[job->curve_count] = base_of(plot, table, y);
            job->y[job->curve_count++] = y;
        }
    }
    job->is_counted = is_counted(table, job->x);
    if (plot->style == PLOT_AREAS) {
        drop_empty_areas(job);
        if (!has_whole_row(job)) job->curve_count = 0;
    }
    if (job->curve_count == 0 && job->reason[0] == '\0')
        snprintf(job->reason, sizeof job->reason, "the table has no values for it");
    if (plot_has_names(plot)) {
        effects_init(job);
        return;
    }
    if (plot->style == PLOT_SPANS) {
        spans_init(job);
        return;
    }
    if (job->curve_count > 0 && plot->group[0] != '\0') group_init(job);
    if (job->curve_count > 0 && plot->style == PLOT_MAP) map_init(job);
    for (int i = 0; i < 2 && plot->style == PLOT_LINES && plot->band[i][0] != '\0'; i++)
        job->band[i] = table_column(table, plot->band[i]);
}

int plot_job_has_band(const struct plot_job *job) {
    return job->band[0] >= 0 && job->band[1] >= 0;
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
static int is_drawn_row(const struct plot_job *job, size_t row) {
    if (job->group < 0) return 1;
    double value = table_at(job->table, row, job->group);
    for (int i = 0; i < job->curve_count; i++) {
        if (job->group_value[i] == value) return 1;
    }
    return 0;
}

// Values that agree to six digits are one value to a picture, and an axis that told them apart
// would show their rounding.
static void part_equals(double *low, double *high) {
    double size = fmax(fabs(*low), fabs(*high)), part = size > 0.0 ? 0.05 * size : 1.0;
    if (!(*high - *low < 1e-6 * size) && size > 0.0) return;
    *low -= part;
    *high += part;
}

static void widen_for_overlays(struct plot_job *job) {
    struct plot_range range = {job->x_low, job->x_high, job->y_low, job->y_high};
    overlays_widen(job, &range);
    widen(range.x_low, &job->x_low, &job->x_high);
    widen(range.x_high, &job->x_low, &job->x_high);
    widen(range.y_low, &job->y_low, &job->y_high);
    widen(range.y_high, &job->y_low, &job->y_high);
}

// One scale on both axes needs as much room on either, with some about the points.
static void make_square(struct plot_job *job) {
    double half = 0.6 * fmax(job->x_high - job->x_low, job->y_high - job->y_low);
    // points that agree are one to the eye
    half = fmax(half, 1e-3 * job->plot->circle * plot_scale(job->plot->x_scale));
    double x = 0.5 * (job->x_low + job->x_high), y = 0.5 * (job->y_low + job->y_high);
    job->x_low = x - half;
    job->x_high = x + half;
    job->y_low = y - half;
    job->y_high = y + half;
}

void plot_job_range(struct plot_job *job) {
    const struct table *table = job->table;
    bool has_range = job->plot->style == PLOT_MAP || job->plot->style == PLOT_SPANS;
    if (job->curve_count == 0 || has_range || plot_has_names(job->plot)) return;
    int is_area = job->plot->style == PLOT_AREAS;
    job->x_low = job->y_low = INFINITY;
    job->x_high = job->y_high = -INFINITY;
    if (is_area) job->y_low = job->y_high = 0.0;
    for (size_t row = 0; row < table->rows; row++) {
        double sum = 0.0, x = table_at(table, row, job->x) * plot_scale(job->plot->x_scale);
        if (!isfinite(x) || !is_drawn_row(job, row)) continue;
        widen(x, &job->x_low, &job->x_high);
        for (int i = 0; i < job->curve_count; i++) {
            double y = table_at(table, row, job->y[i]) - job->base[i];
            y *= plot_scale(job->plot->y_scale);
            sum += y;
            widen(is_area ? sum : y, &job->y_low, &job->y_high);
        }
        for (int i = 0; i < 2 && plot_job_has_band(job); i++)
            widen(table_at(table, row, job->band[i]) * plot_scale(job->plot->y_scale), &job->y_low,
                  &job->y_high);
    }
    widen_for_overlays(job);
    if (job->plot->from_zero) widen(0.0, &job->y_low, &job->y_high);
    if (job->plot->apart) {
        widen(0.0, &job->y_low, &job->y_high);
        // peaks pass one after another, so the highest may reach beyond the next base line
        job->lift = 0.6 * (job->y_high - job->y_low);
        job->peak = job->y_high - job->y_low;
        job->y_high += (job->curve_count - 1) * job->lift;
    }
    if (plot_is_cut(job->plot)) {
        job->y_low = job->plot->y_extent[0] * plot_scale(job->plot->y_scale);
        job->y_high = job->plot->y_extent[1] * plot_scale(job->plot->y_scale);
    }
    if (job->plot->is_close) make_square(job);
    for (int side = -1; side <= 1 && job->plot->circle > 0.0 && !job->plot->is_close; side += 2) {
        double edge = side * job->plot->circle * plot_scale(job->plot->x_scale);
        widen(edge, &job->x_low, &job->x_high);
        widen(edge, &job->y_low, &job->y_high);
    }
    if (job->plot->has_diagonal) {
        widen(job->y_low, &job->x_low, &job->x_high);
        widen(job->y_high, &job->x_low, &job->x_high);
        job->y_low = job->x_low;
        job->y_high = job->x_high;
    }
    job->x_log = job->plot->x_log && add_decades(&job->x_low, &job->x_high);
    job->y_log = job->plot->y_log && add_decades(&job->y_low, &job->y_high);
    if (!job->x_log) part_equals(&job->x_low, &job->x_high);
    if (!job->y_log) part_equals(&job->y_low, &job->y_high);
    if (!job->x_log) add_room(&job->x_low, &job->x_high, is_area ? 0.0 : 0.02);
    if (!job->y_log) add_room(&job->y_low, &job->y_high, 0.05);
    // points have a size
    if (job->plot->style == PLOT_POINTS && job->is_counted && !job->x_log &&
        job->x_low < job->x_high) {
        double room = fmax(0.5, 0.02 * (job->x_high - job->x_low));
        job->x_low -= room;
        job->x_high += room;
    }
    int words = table->words[job->x].count;
    if (words > 0) {
        job->x_low = -0.5;
        job->x_high = words - 0.5;
    }
    if (job->plot->bars) {
        job->x_low -= 0.6;
        job->x_high += 0.6;
    }
}

double plot_scale(double scale) {
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

static void put_block(struct out_file *file, const struct plot_job *job, const struct table *table,
                      const int *column, int columns) {
    const struct thinning how = {job->plot->style == PLOT_POINTS, job->x_log, job->y_log, 0};
    struct choice choice = thin_rows(table, column, columns, &how);
    int is_stacked = job->plot->style == PLOT_AREAS, is_empty = 1;
    if (choice.row == NULL && file->error == 0) file->error = ENOMEM;
    for (size_t i = 0; i < choice.count; i++) {
        double sum = 0.0;
        if (choice.row[i] == THIN_BREAK) {
            out_text(file, "\n");
            continue;
        }
        // areas cannot have gaps
        if (is_stacked && !is_finite_row(table, choice.row[i], column, columns)) continue;
        is_empty = 0;
        put_value(file, table_at(table, choice.row[i], column[0]));
        for (int c = 1; c < columns; c++) {
            double value = table_at(table, choice.row[i], column[c]);
            sum += value;
            put_value(file, is_stacked ? sum : value);
        }
        out_text(file, "\n");
    }
    // gnuplot does not count a block of data without rows
    for (int c = 0; c < columns && is_empty; c++)
        put_value(file, NAN);
    out_text(file, is_empty ? "\n\n\n" : "\n\n");
    free(choice.row);
}

// A block says which columns of the table it has, after x.
static void put_heading(struct out_file *file, const struct plot_job *job, int block,
                        const char *what, const int *column, int columns) {
    const struct table *table = job->table;
    out_print(file, "# index %d, for %s.gp: %s", block, job->stem, what);
    gnuplot_quoted(file, table->name[job->x], 60);
    for (int i = 0; i < columns; i++) {
        out_text(file, " ");
        gnuplot_quoted(file, table->name[column[i]], 60);
    }
    out_text(file, job->plot->style == PLOT_AREAS ? ", running sums\n" : "\n");
}

int plot_group_table(const struct plot_job *job, int curve, struct table *rows) {
    const struct table *table = job->table;
    const char *const names[] = {"x", "y"}, *const units[] = {"", ""};
    if (!table_init(rows, 2, names, units)) return 0;
    for (size_t row = 0; row < table->rows; row++) {
        if (table_at(table, row, job->group) != job->group_value[curve]) continue;
        const double pair[] = {table_at(table, row, job->x), table_at(table, row, job->y[curve])};
        if (table_add(rows, pair)) continue;
        table_free(rows);
        return 0;
    }
    return 1;
}

static void put_group(struct plot_job *job, int curve, struct out_file *file) {
    const int column[] = {0, 1};
    struct table rows;
    if (!plot_group_table(job, curve, &rows)) {
        if (file->error == 0) file->error = ENOMEM;
        return;
    }
    put_block(file, job, &rows, column, 2);
    table_free(&rows);
}

void plot_job_data(struct plot_job *job, struct out_file *file, int *block) {
    const struct table *table = job->table;
    int column[COLUMNS_MAX] = {job->x};
    job->block = *block;
    if (job->curve_count == 0) return;
    if (job->plot->style == PLOT_MAP) {
        const int axes[] = {job->y[0], job->z};
        put_heading(file, job, (*block)++, "the map ", axes, 2);
        if (!map_data(job, file) && file->error == 0) file->error = ENOMEM;
        return;
    }
    if (job->plot->style == PLOT_SPANS) {
        spans_data(job, file, block);
        return;
    }
    if (plot_has_names(job->plot)) {
        out_print(file, "# index %d, for %s.gp: number, x, error, y, error\n", (*block)++,
                  job->stem);
        effects_data(job, file);
        return;
    }
    if (job->plot->style == PLOT_AREAS) {
        memcpy(column + 1, job->y, sizeof job->y);
        put_heading(file, job, (*block)++, "", job->y, job->curve_count);
        put_block(file, job, table, column, job->curve_count + 1);
        return;
    }
    for (int i = 0; i < job->curve_count; i++) {
        column[1] = job->y[i];
        put_heading(file, job, (*block)++, "", &job->y[i], 1);
        if (job->group >= 0)
            put_group(job, i, file);
        else
            put_block(file, job, table, column, 2);
    }
    if (plot_job_has_band(job)) {
        const int band[] = {job->x, job->band[0], job->band[1]};
        put_heading(file, job, (*block)++, "the band ", job->band, 2);
        put_block(file, job, table, band, 3);
    }
    overlays_data(job, file, block);
}
