// What the copies of an ensemble have in common over time.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "kinds/mechanism/mechanism.h"
#include "result/result.h"

// Copies end in any order on several threads. They are added in that of their numbers, so that sums
// have the same bits for any number of threads; no more of them wait than there are threads.

// A channel at one row, over the copies that were added.
struct moments {
    double mean, squares;  // squares: of the differences from the mean, summed
    double low, high;
};

// Of one channel over the rows of a slice.
struct slice {
    double mean, variance, low, high, ideal;
};

enum { SLICES_IN_A_TURN = 120, SLICES_OF_A_RUN = 1000 };  // the second: where there are no turns
enum { COLUMN_MEAN, COLUMN_LOW, COLUMN_HIGH, COLUMN_MIN, COLUMN_MAX, COLUMN_IDEAL, COLUMNS };

static int width(const struct campaign *k) {
    return k->rows.columns - 1;
}

int mechanism_take_copy_row(void *user, double time, const double *values) {
    struct copy_run *copy = (struct copy_run *)user;
    (void)time;
    if (!table_add(&copy->rows, values)) copy->campaign->is_out_of_memory = true;
    return copy->campaign->is_out_of_memory;
}

bool mechanism_init_copy(struct campaign *k, struct copy_run *copy) {
    const char *names[ROW_MAX], *units[ROW_MAX];
    for (int i = 0; i < width(k); i++) {
        names[i] = k->rows.name[i + 1];
        units[i] = k->rows.unit[i + 1];
    }
    return table_init(&copy->rows, width(k), names, units);
}

static bool begin(struct campaign *k, size_t rows) {
    k->moment_rows = rows;
    k->moments = calloc(rows * (size_t)width(k) + 1, sizeof *k->moments);
    return k->moments != NULL;
}

// Welford's sums: copies that have hardly parted differ in their last digits only.
static void add_value(struct moments *m, double value, int count) {
    double before = value - m->mean;
    m->mean += before / count;
    m->squares += before * (value - m->mean);
    m->low = count == 1 ? value : fmin(m->low, value);
    m->high = count == 1 ? value : fmax(m->high, value);
}

static void add_copy(struct campaign *k, const struct table *rows, int count) {
    size_t most = rows->rows < k->moment_rows ? rows->rows : k->moment_rows;
    for (size_t i = 0; i < most * (size_t)width(k); i++)
        add_value(&k->moments[i], rows->value[i], count);
    k->moment_rows = most;
}

// --- where the copies are ------------------------------------------------------------------------

static size_t placed_numbers(const struct campaign *k) {
    return 2 * PLACED * (size_t)dp_mechanism_pair_count(k->config->model);
}

bool mechanism_place_copy(struct campaign *k, int copy, const dp_mechanism_trace *trace) {
    int pairs = dp_mechanism_pair_count(k->config->model);
    double *out = malloc((placed_numbers(k) + 1) * sizeof *out);
    k->copy_runs[copy].places = out;
    if (out == NULL) return false;
    for (int i = 0; i < PLACED; i++) {
        double time = k->config->until * (i + 1) / PLACED;
        for (int pair = 0; pair < pairs; pair++, out += 2)
            dp_mechanism_trace_at(trace, pair, time, out);
    }
    return true;
}

static void add_places(struct campaign *k, const double *places, int count) {
    if (count == 1) k->places = calloc(placed_numbers(k) + 1, sizeof *k->places);
    if (k->places == NULL) k->is_out_of_memory = true;
    for (size_t i = 0; k->places != NULL && i < placed_numbers(k); i++)
        add_value(&k->places[i], places[i], count);
}

struct parting mechanism_parting(const struct campaign *k) {
    const struct mechanism_config *c = k->config;
    struct parting found = {.from = INFINITY, .pair = -1, .behind = -1};
    int pairs = dp_mechanism_pair_count(c->model);
    if (k->places == NULL || k->trace == NULL) return found;
    for (int pair = 0; pair < pairs; pair++) {
        double play = dp_mechanism_play(k->trace, pair), from = INFINITY, most = 0.0;
        bool is_known = false;
        for (int i = 0; i < PLACED && play > 0.0; i++) {
            const struct moments *m = k->places + 2 * ((size_t)i * (size_t)pairs + (size_t)pair);
            double time = c->until * (i + 1) / PLACED;
            double share = sqrt((m[0].squares + m[1].squares) / (k->copy_count - 1.0)) / play;
            if (isnan(share)) continue;
            is_known = true;
            if (share > 0.01) from = fmin(from, time);
            if (time >= c->skip) most = fmax(most, share);
        }
        if (!is_known) continue;
        if (!found.is_known || from > found.last) {
            found.last = from;
            found.behind = pair;
            found.least = most;
        }
        found.is_known = true;
        found.from = fmin(found.from, from);
        if (most > found.most) {
            found.most = most;
            found.pair = pair;
        }
    }
    return found;
}

// --- one after another ---------------------------------------------------------------------------

void mechanism_merge_copies(struct campaign *k) {
    while (k->merged < k->copy_count && k->copy_runs[k->merged].is_over) {
        struct table *rows = &k->copy_runs[k->merged].rows;
        if (k->copy_runs[k->merged].is_kept && !mechanism_load_copy(k, k->merged)) return;
        k->merged++;
        if (k->copy_runs[k->merged - 1].places != NULL) {
            add_places(k, k->copy_runs[k->merged - 1].places, k->merged);
            free(k->copy_runs[k->merged - 1].places);
            k->copy_runs[k->merged - 1].places = NULL;
        }
        if (!k->has_rows) continue;
        if (k->merged == 1 && !begin(k, rows->rows)) k->is_out_of_memory = true;
        if (k->moments != NULL) add_copy(k, rows, k->merged);
        table_free(rows);
    }
}

double mechanism_ensemble_numbers(const struct mechanism_config *c, double rows, long threads) {
    const struct channels *series = c->series.count > 0 ? &c->series : &c->watch;
    double moments = (double)(sizeof(struct moments) / sizeof(double));
    return c->run.ensemble > 1 ? rows * series->count * (moments + (double)threads) : 0.0;
}

// --- the table -----------------------------------------------------------------------------------

static size_t rows_of_a_slice(const struct mechanism_config *c) {
    double time = isnan(c->turn) ? c->until / SLICES_OF_A_RUN : c->turn / SLICES_IN_A_TURN;
    return (size_t)fmax(1.0, floor(time / c->every + 0.5));
}

// The column of a channel among the rows of the ideal mechanism; -1: none.
static int ideal_column(const struct campaign *k, int channel) {
    return k->has_ideal ? table_column(&k->ideal_rows, k->rows.name[channel + 1]) : -1;
}

static struct table *begin_table(struct campaign *k, struct outcome *out) {
    static const char *const ends[COLUMNS] = {"mean", "low", "high", "min", "max", "ideal"};
    int most = 1 + COLUMNS * width(k), count = 1;
    char(*text)[ENSEMBLE_NAME_SIZE] = tree_alloc(&k->memory, (size_t)most * sizeof *text);
    const char **names = tree_alloc(&k->memory, (size_t)most * sizeof *names);
    const char **units = tree_alloc(&k->memory, (size_t)most * sizeof *units);
    if (text == NULL || names == NULL || units == NULL) return NULL;
    names[0] = "time";
    units[0] = "s";
    for (int i = 0; i < width(k); i++) {
        for (int end = 0; end < COLUMNS; end++) {
            if (end == COLUMN_IDEAL && ideal_column(k, i) < 0) continue;
            snprintf(text[count], sizeof *text, "%.40s_%s", k->rows.name[i + 1], ends[end]);
            names[count] = text[count];
            units[count++] = k->rows.unit[i + 1];
        }
    }
    return add_table(out, "ensemble", count, names, units);
}

static struct slice slice_of(const struct campaign *k, int channel, size_t from, size_t to) {
    struct slice s = {.low = INFINITY, .high = -INFINITY};
    double share = 1.0 / (double)(to - from);
    int ideal = ideal_column(k, channel);
    for (size_t row = from; row < to; row++) {
        const struct moments *m = &k->moments[row * (size_t)width(k) + (size_t)channel];
        s.mean += share * m->mean;
        s.variance += share * m->squares / (k->copy_count - 1.0);
        s.low = fmin(s.low, m->low);
        s.high = fmax(s.high, m->high);
        if (ideal >= 0)
            s.ideal += share * (row < k->ideal_rows.rows ? table_at(&k->ideal_rows, row, ideal)
                                                         : (double)NAN);
    }
    return s;
}

static bool add_slice(struct campaign *k, struct table *table, double *line, size_t from,
                      size_t to) {
    int at = 1;
    line[0] = 0.0;
    for (size_t row = from; row < to; row++)
        line[0] += table_at(&k->rows, row, 0) / (double)(to - from);
    for (int i = 0; i < width(k); i++) {
        const struct slice s = slice_of(k, i, from, to);
        double spread = sqrt(s.variance);
        line[at + COLUMN_MEAN] = s.mean;
        line[at + COLUMN_LOW] = s.mean - spread;
        line[at + COLUMN_HIGH] = s.mean + spread;
        line[at + COLUMN_MIN] = s.low;
        line[at + COLUMN_MAX] = s.high;
        at += COLUMN_IDEAL;
        if (ideal_column(k, i) >= 0) line[at++] = s.ideal;
    }
    return table_add(table, line);
}

bool mechanism_fill_ensemble(struct campaign *k, struct outcome *out) {
    size_t step = rows_of_a_slice(k->config), rows = k->moment_rows;
    if (k->moments == NULL) return true;
    if (rows > k->rows.rows) rows = k->rows.rows;
    struct table *table = begin_table(k, out);
    double *line = tree_alloc(&k->memory, (size_t)(1 + COLUMNS * width(k)) * sizeof *line);
    bool is_good = table != NULL && line != NULL;
    // the row at the end is one more than the slices hold; alone it would be a slice without width
    for (size_t from = 0; is_good && from < rows; from += step) {
        size_t to = from + step;
        if (to + step / 2 >= rows) to = rows;
        is_good = add_slice(k, table, line, from, to);
        if (to == rows) break;
    }
    return is_good;
}

void mechanism_free_copies(struct campaign *k) {
    for (int i = 0; k->copy_runs != NULL && i < k->copy_count; i++) {
        table_free(&k->copy_runs[i].rows);
        free(k->copy_runs[i].places);
    }
    free(k->moments);
    free(k->places);
}
