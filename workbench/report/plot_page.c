// Plots as data in the page: {"columns": [[...], ...], "plots": [{...}, ...]}. A plot names its
// columns by number, so that those of one table are there once.

#include "report/plot_page.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "report/html.h"
#include "report/thin.h"

enum {
    ROWS_MOST = 6000,   // of a curve
    ROWS_LEAST = 100,   // however many curves there are
    NUMBER_BYTES = 14,  // of a number in the page, its comma with it
    CELL_BYTES = 3,     // of a cell of a map
    CELLS_MOST = 450 * 300,
    WHOLE = 0,  // all rows of a table
};

// --- columns -------------------------------------------------------------------------------------

struct column {
    const struct table *table;
    int column;
    int choice;  // which rows: WHOLE, or the number of a choice
    double *value;
    size_t count;
    int digits;
};

struct pool {
    struct column *item;
    size_t count, capacity;
    size_t most;  // rows of a curve
    int choices;
    bool lacks_memory;
};

static bool has_room(struct pool *pool) {
    if (pool->count < pool->capacity) return true;
    size_t capacity = pool->capacity > 0 ? 2 * pool->capacity : 64;
    struct column *item = realloc(pool->item, capacity * sizeof *item);
    if (item == NULL) return false;
    pool->item = item;
    pool->capacity = capacity;
    return true;
}

// Two moments of a long run may be close together.
static int digits_of(const struct table *table, int column) {
    return strcmp(table->name[column], "time") == 0 ? 10 : 7;
}

// Number of a column of these rows; `rows` may be NULL when all of them are wanted.
static size_t add_column(struct pool *pool, const struct table *table, int column, int choice,
                         const struct choice *rows) {
    for (size_t i = 0; i < pool->count; i++) {
        const struct column *c = &pool->item[i];
        if (c->table == table && c->column == column && c->choice == choice) return i;
    }
    size_t count = rows != NULL ? rows->count : table->rows;
    double *value = malloc((count > 0 ? count : 1) * sizeof *value);
    if (value == NULL || !has_room(pool)) {
        free(value);
        pool->lacks_memory = true;
        return 0;
    }
    for (size_t i = 0; i < count; i++) {
        size_t row = rows != NULL ? rows->row[i] : i;
        value[i] = row != THIN_BREAK ? table_at(table, row, column) : NAN;
    }
    pool->item[pool->count] =
        (struct column){table, column, choice, value, count, digits_of(table, column)};
    return pool->count++;
}

static void pool_free(struct pool *pool) {
    for (size_t i = 0; i < pool->count; i++)
        free(pool->item[i].value);
    free(pool->item);
}

static void put_columns(const struct pool *pool, struct out_file *file) {
    out_text(file, "\"columns\":[");
    for (size_t i = 0; i < pool->count; i++) {
        const struct column *c = &pool->item[i];
        out_text(file, i > 0 ? ",\n[" : "\n[");
        for (size_t row = 0; row < c->count; row++) {
            if (row > 0) out_text(file, ",");
            if (isfinite(c->value[row]))
                out_print(file, "%.*g", c->digits, c->value[row]);
            else
                out_text(file, "null");
        }
        out_text(file, "]");
    }
    out_text(file, "]");
}

// --- which rows ----------------------------------------------------------------------------------

// Columns of one table that belong together.
struct bundle {
    const struct table *table;
    int column[CURVES_MAX + 2], count;
    int thinned;      // the first so many of them say which rows are kept
    bool is_passing;  // the table will be gone
    bool is_points, has_no_gaps;
};

static bool is_finite_row(const struct bundle *b, size_t row) {
    for (int c = 0; c < b->count; c++) {
        if (!isfinite(table_at(b->table, row, b->column[c]))) return false;
    }
    return true;
}

static void drop_gaps(const struct bundle *b, struct choice *rows) {
    size_t kept = 0;
    for (size_t i = 0; i < rows->count; i++) {
        if (rows->row[i] != THIN_BREAK && is_finite_row(b, rows->row[i]))
            rows->row[kept++] = rows->row[i];
    }
    rows->count = kept;
}

// Numbers of its columns.
static void add_bundle(struct pool *pool, const struct plot_job *job, const struct bundle *b,
                       size_t *number) {
    const struct thinning how = {b->is_points, job->x_log, job->y_log, pool->most};
    struct choice rows = {NULL, 0};
    bool is_whole = b->table->rows <= pool->most && !b->has_no_gaps;
    if (!is_whole) {
        rows = thin_rows(b->table, b->column, b->thinned, &how);
        if (rows.row == NULL) pool->lacks_memory = true;
        if (rows.row != NULL && b->has_no_gaps) drop_gaps(b, &rows);
    }
    int choice = is_whole && !b->is_passing ? WHOLE : ++pool->choices;
    for (int c = 0; c < b->count && !pool->lacks_memory; c++)
        number[c] =
            add_column(pool, b->table, b->column[c], choice, rows.row != NULL ? &rows : NULL);
    free(rows.row);
}

// --- one plot ------------------------------------------------------------------------------------

static void put_flag(struct out_file *file, const char *name, int is_set) {
    if (is_set) out_print(file, ",\"%s\":true", name);
}

static void put_axis(const struct plot_job *job, bool is_y, struct out_file *file) {
    const struct plot *plot = job->plot;
    const struct table *table = job->table;
    const struct words *words = is_y ? NULL : &table->words[job->x];
    char label[2 * sizeof plot->x_label];
    label_text(is_y ? plot->y_label : plot->x_label, label, sizeof label);
    out_print(file, ",\"%s\":{\"label\":", is_y ? "y" : "x");
    html_json(file, label);
    out_print(file, ",\"scale\":%.17g", plot_scale(is_y ? plot->y_scale : plot->x_scale));
    put_flag(file, "log", is_y ? job->y_log : job->x_log);
    if (is_y && plot_is_cut(plot))
        out_print(file, ",\"low\":%.9g,\"high\":%.9g", plot->y_extent[0], plot->y_extent[1]);
    if (!is_y) {
        put_flag(file, "counted", job->is_counted);
        out_text(file, ",\"axis\":");
        html_json(file, plot->style == PLOT_SPANS ? "time" : table->name[job->x]);
    }
    for (int i = 0; words != NULL && i < words->count; i++) {
        out_text(file, i == 0 ? ",\"words\":[" : ",");
        html_json(file, words->item[i]);
        if (i + 1 == words->count) out_text(file, "]");
    }
    out_text(file, "}");
}

// The moment of each row, for a curve that does not run along it, such as a loop.
static int time_of(const struct pool *pool, const struct plot_job *job) {
    int time = table_column(job->table, "time");
    bool is_there = time >= 0 && time != job->x && job->table->rows <= pool->most;
    return is_there && job->group < 0 && job->plot->style == PLOT_LINES ? time : -1;
}

static void put_curve(struct pool *pool, const struct plot_job *job, int i, struct out_file *file) {
    size_t number[3] = {0};
    struct table rows;
    int time = time_of(pool, job);
    struct bundle b = {.table = job->table,
                       .column = {job->x, job->y[i], time},
                       .count = time >= 0 ? 3 : 2,
                       .thinned = 2,
                       .is_points = job->plot->style == PLOT_POINTS};
    if (job->group >= 0) {
        if (!plot_group_table(job, i, &rows)) {
            pool->lacks_memory = true;
            return;
        }
        b = (struct bundle){&rows, {0, 1}, 2, 2, true, b.is_points, false};
    }
    add_bundle(pool, job, &b, number);
    if (job->group >= 0) table_free(&rows);
    out_print(file, "\"x\":%zu,\"y\":%zu", number[0], number[1]);
    if (time >= 0) out_print(file, ",\"t\":%zu", number[2]);
}

// Areas are stacked, so all have the same rows.
static void add_areas(struct pool *pool, const struct plot_job *job, size_t *number) {
    struct bundle b = {.table = job->table,
                       .column = {job->x},
                       .count = job->curve_count + 1,
                       .thinned = job->curve_count + 1};
    memcpy(b.column + 1, job->y, (size_t)job->curve_count * sizeof *job->y);
    for (size_t row = 0; row < b.table->rows && !b.has_no_gaps; row++)
        b.has_no_gaps = !is_finite_row(&b, row);
    add_bundle(pool, job, &b, number);
}

static void put_curves(struct pool *pool, const struct plot_job *job, struct out_file *file) {
    size_t number[CURVES_MAX + 2] = {0};
    bool is_area = job->plot->style == PLOT_AREAS;
    if (is_area) add_areas(pool, job, number);
    for (int i = 0; i < job->curve_count; i++) {
        char name[64];
        plot_curve_name(job, i, name, sizeof name);
        out_text(file, i > 0 ? ",{\"name\":" : ",\"curves\":[{\"name\":");
        html_json(file, name);
        out_print(file, ",\"colour\":%d,",
                  job->plot->style == PLOT_POINTS ? i : job->line_style[i]);
        if (is_area)
            out_print(file, "\"x\":%zu,\"y\":%zu", number[0], number[i + 1]);
        else
            put_curve(pool, job, i, file);
        if (job->plot->from_start) out_print(file, ",\"base\":%.9g", job->base[i]);
        put_flag(file, "thin", job->is_dense[i]);
        out_text(file, "}");
    }
    out_text(file, "]");
}

static void put_band(struct pool *pool, const struct plot_job *job, struct out_file *file) {
    size_t number[3] = {0};
    const struct bundle b = {.table = job->table,
                             .column = {job->x, job->band[0], job->band[1]},
                             .count = 3,
                             .thinned = 3,
                             .has_no_gaps = true};
    if (!plot_job_has_band(job)) return;
    add_bundle(pool, job, &b, number);
    out_print(file, ",\"band\":{\"x\":%zu,\"low\":%zu,\"high\":%zu}", number[0], number[1],
              number[2]);
}

static void put_overlays(struct pool *pool, const struct plot_job *job, struct out_file *file) {
    for (int i = 0; i < job->overlay_count; i++) {
        const struct job_overlay *o = &job->overlay[i];
        size_t number[3] = {0};
        const struct bundle b = {.table = o->table,
                                 .column = {o->x, o->y, o->sigma},
                                 .count = o->sigma >= 0 ? 3 : 2,
                                 .thinned = 2,
                                 .is_points = true};
        add_bundle(pool, job, &b, number);
        out_text(file, i == 0 ? ",\"overlays\":[{\"name\":" : ",{\"name\":");
        html_json(file, o->overlay->label);
        out_print(file, ",\"curve\":%d,\"x\":%zu,\"y\":%zu", o->overlay->curve, number[0],
                  number[1]);
        if (o->sigma >= 0) out_print(file, ",\"sigma\":%zu", number[2]);
        out_text(file, i + 1 < job->overlay_count ? "}" : "}]");
    }
}

// --- bars and named points -----------------------------------------------------------------------

// One of two bars of every row; both lie along x.
static void put_bars(const struct plot_job *job, const struct named_entry *entry, int count,
                     int which, struct out_file *file) {
    double scale = plot_scale(job->plot->x_scale);
    html_json(file, job->plot->bar_name[which]);
    out_print(file, ",\"colour\":%d,\"x\":[", which);
    for (int i = 0; i < count; i++)
        out_print(file, "%s%.7g", i > 0 ? "," : "", (which ? entry[i].y : entry[i].x) / scale);
    out_text(file, "],\"across\":[");
    for (int i = 0; i < count; i++)
        out_print(file, "%s%.7g", i > 0 ? "," : "", entry[i].error[which] / scale);
    out_text(file, "]");
}

// A point with a name is a curve of its own, so that the legend says the name.
static void put_named(const struct plot_job *job, const struct named_entry *entry, int number,
                      struct out_file *file) {
    double x = plot_scale(job->plot->x_scale), y = plot_scale(job->plot->y_scale);
    html_json(file, effects_name(entry->name));
    out_print(file, ",\"colour\":%d,\"x\":[%.7g],\"y\":[%.7g],\"across\":[%.7g]", number,
              entry->x / x, entry->y / y, entry->error[0] / x);
}

static void put_effects(const struct plot_job *job, struct out_file *file) {
    struct named_entry entry[PLOT_NAMES_MAX];
    int count = effects_entries(job, entry);
    bool is_bars = job->plot->style == PLOT_BARS;
    out_text(file, ",\"curves\":[");
    for (int i = 0; i < (is_bars ? 2 : count); i++) {
        out_text(file, i > 0 ? "},{\"name\":" : "{\"name\":");
        if (is_bars)
            put_bars(job, entry, count, i, file);
        else
            put_named(job, &entry[i], i, file);
    }
    out_text(file, "}]");
    for (int i = 0; i < count && is_bars; i++) {
        out_text(file, i > 0 ? "," : ",\"rows\":[");
        html_json(file, effects_name(entry[i].name));
        if (i + 1 == count) out_text(file, "]");
    }
}

// --- all of them ---------------------------------------------------------------------------------

static const char *style_of(const struct plot *plot) {
    static const char *const names[] = {
        [PLOT_LINES] = "lines", [PLOT_AREAS] = "areas", [PLOT_POINTS] = "points",
        [PLOT_MAP] = "map",     [PLOT_BARS] = "bars",   [PLOT_NAMED] = "named",
        [PLOT_SPANS] = "lines"};
    return names[plot->style];
}

static void put_rest(const struct plot *plot, struct out_file *file) {
    if (plot->window[0] < plot->window[1])
        out_print(file, ",\"window\":[%.9g,%.9g]", plot->window[0], plot->window[1]);
    if (plot->circle > 0.0) out_print(file, ",\"circle\":%.9g", plot->circle);
    put_flag(file, "close", plot->is_close);
    put_flag(file, "diagonal", plot->has_diagonal || plot->style == PLOT_NAMED);
    put_flag(file, "apart", plot->apart);
    put_flag(file, "marked", plot->is_marked);
    put_flag(file, "bars", plot->bars);
    put_flag(file, "from_zero", plot->from_zero);
}

static void put_plot(struct pool *pool, const struct plot_job *job, size_t cells,
                     struct out_file *file) {
    const struct plot *plot = job->plot;
    char title[2 * sizeof plot->title];
    raise_powers(plot->title, title, sizeof title);
    out_print(file, "{\"stem\":\"%s\",\"style\":\"%s\",\"title\":", job->stem, style_of(plot));
    html_json(file, title);
    if (plot->style == PLOT_MAP) {
        out_text(file, ",");
        map_json(job, file, cells);
    } else {
        put_axis(job, false, file);
        if (plot->style != PLOT_SPANS) put_axis(job, true, file);
        if (plot->style == PLOT_SPANS) {
            spans_json(job, file);
        } else if (plot_has_names(plot)) {
            put_effects(job, file);
        } else {
            put_curves(pool, job, file);
            put_band(pool, job, file);
            put_overlays(pool, job, file);
        }
    }
    put_rest(plot, file);
    out_text(file, "}");
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

// Bytes at most, when no curve has more rows than `most`.
static size_t bytes_of(const struct plot_job *job, size_t most) {
    if (job->curve_count == 0 || job->plot->style == PLOT_MAP || plot_has_names(job->plot))
        return 0;
    // a curve of few rows may have its moments beside them
    size_t each = job->table->rows <= most ? 3 : 2;
    size_t columns = each * (size_t)job->curve_count + 3 * (size_t)plot_job_has_band(job);
    size_t numbers = columns * least(job->table->rows, most);
    for (int i = 0; i < job->overlay_count; i++)
        numbers += 3 * least(job->overlay[i].table->rows, most);
    return NUMBER_BYTES * numbers;
}

static size_t rows_in(const struct plot_jobs *jobs, size_t room) {
    size_t most = ROWS_MOST, bytes;
    do {
        bytes = 0;
        for (int i = 0; i < jobs->count; i++)
            bytes += bytes_of(&jobs->item[i], most);
        if (bytes > room) most = most * 9 / 10;
    } while (bytes > room && most > ROWS_LEAST);
    return most;
}

static size_t count_maps(const struct plot_jobs *jobs) {
    size_t count = 0;
    for (int i = 0; i < jobs->count; i++)
        count += jobs->item[i].curve_count > 0 && jobs->item[i].plot->style == PLOT_MAP;
    return count;
}

void plots_put_data(struct out_file *file, const struct plot_jobs *jobs, size_t room) {
    size_t maps = count_maps(jobs);
    size_t cells = maps > 0 ? least(room / 2 / maps / CELL_BYTES, CELLS_MOST) : 0;
    struct pool pool = {.most = rows_in(jobs, room - maps * cells * CELL_BYTES)};
    bool is_first = true;
    out_text(file, "<script type=\"application/json\" id=\"plot-data\">{\"plots\":[");
    for (int i = 0; i < jobs->count; i++) {
        if (jobs->item[i].curve_count == 0) continue;
        out_text(file, is_first ? "\n" : ",\n");
        put_plot(&pool, &jobs->item[i], cells, file);
        is_first = false;
    }
    out_text(file, "],\n");
    put_columns(&pool, file);
    out_text(file, "}</script>\n");
    if (pool.lacks_memory && file->error == 0) file->error = ENOMEM;
    pool_free(&pool);
}
