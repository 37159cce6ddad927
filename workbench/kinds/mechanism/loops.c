// Force against indentation through single impacts, which rows of a series are too coarse for.

#include <math.h>
#include <stdio.h>

#include "kinds/mechanism/mechanism.h"
#include "result/result.h"

enum { LOOPS_MAX = 6, POINTS = 60, POINTS_LEAST = 40 };
static const double rows_most = 2e6;  // rows of the run that samples them

// A point of an impact that is shown.
struct loop_point {
    int joint, impact;
    double time, indentation, force;
};

static const struct column columns[] = {
    COLUMN(struct loop_point, joint, "1", "by name"),
    COLUMN(struct loop_point, impact, "1", "by joint and time"),
    COLUMN(struct loop_point, time, "s", "from the start"),
    COLUMN(struct loop_point, indentation, "m", "negative when apart"),
    COLUMN(struct loop_point, force, "N", "normal force"),
    {0},
};

struct sampling {
    const dp_mechanism_impact *shown[LOOPS_MAX];
    int count;
    double end;
    struct table *table;
    bool is_out_of_memory;
};

// One that has ended and lasts long enough beside the time before it.
static bool is_candidate(const dp_mechanism_impact *impact, int pair, double from) {
    if (impact->pair != pair || impact->time < from) return false;
    if (!isfinite(impact->duration) || !(impact->duration > 0.0)) return false;
    return (impact->time + impact->duration) / (impact->duration / POINTS_LEAST) <= rows_most;
}

// First and strongest impact of the pair from this time on.
static void choose(const struct campaign *k, int pair, double from, struct sampling *s) {
    // slower impacts last longer, by the fifth root of the speed; those that follow the surface for
    // much longer than that are no loops
    const double longer = 4.0;
    const dp_mechanism_impact *first = NULL, *most = NULL, *item = k->impacts.item;
    double shortest = INFINITY;
    for (size_t i = 0; i < k->impacts.count; i++) {
        if (is_candidate(&item[i], pair, 0.0)) shortest = fmin(shortest, item[i].duration);
    }
    for (size_t i = 0; i < k->impacts.count; i++) {
        if (!is_candidate(&item[i], pair, from) || item[i].duration > longer * shortest) continue;
        if (first == NULL) first = &item[i];
        if (most == NULL || item[i].max_force > most->max_force) most = &item[i];
    }
    if (first == NULL || s->count + 2 > LOOPS_MAX) return;
    s->shown[s->count++] = first;
    if (most != first) s->shown[s->count++] = most;
}

static int take_row(void *user, double time, const double *values) {
    struct sampling *s = (struct sampling *)user;
    for (int i = 0; i < s->count; i++) {
        const dp_mechanism_impact *impact = s->shown[i];
        if (time < impact->time || time > impact->time + impact->duration) continue;
        const double *own = values + 2 * impact->pair;
        const struct loop_point point = {impact->pair, i, time, own[0], own[1]};
        if (!table_add_sample(s->table, columns, &point)) s->is_out_of_memory = true;
    }
    return s->is_out_of_memory || time > s->end;
}

// The same run again, with rows as close as the shortest impact needs. It has the same bits as long
// as its steps are chosen alike: by the same window and the same statistics.
static bool sample(struct campaign *k, struct sampling *s) {
    static const char *const fields[] = {"indentation", "force"};
    const struct mechanism_config *c = k->config;
    int count = 2 * dp_mechanism_pair_count(c->model);
    int *channels = tree_alloc(&k->memory, (size_t)count * sizeof *channels);
    double every = INFINITY;
    struct history h;
    if (channels == NULL || !mechanism_init_history(k, &h)) return false;
    for (int i = 0; i < count; i++)
        channels[i] =
            mechanism_channel_of(c->model, dp_mechanism_pair_name(c->model, i / 2), fields[i % 2]);
    for (int i = 0; i < s->count; i++) {
        every = fmin(every, s->shown[i]->duration / POINTS);
        s->end = fmax(s->end, s->shown[i]->time + s->shown[i]->duration);
    }
    dp_mechanism_run_def run = mechanism_define(c, &h);
    run.every = fmax(every, s->end / rows_most);
    run.row_channels = channels;
    run.row_channel_count = count;
    run.row = take_row;
    run.user = s;
    h.status = dp_mechanism_run(c->model, &run, &h.result, &h.err);
    return !s->is_out_of_memory && h.status != DP_ERR_MEMORY;
}

bool mechanism_fill_loops(struct campaign *k, struct outcome *out) {
    enum { PAIRS_MAX = 60 };
    const struct mechanism_config *c = k->config;
    struct sampling s = {.count = 0};
    const char *labels[LOOPS_MAX];
    char label[LOOPS_MAX][64];
    int pairs = dp_mechanism_pair_count(c->model);
    if (pairs > PAIRS_MAX) return true;
    for (int i = 0; i < pairs; i++)
        choose(k, i, c->skip, &s);
    // a linkage that has settled has impacts at its start only
    for (int i = 0; i < pairs && s.count == 0; i++)
        choose(k, i, 0.0, &s);
    if (s.count == 0) return true;
    for (int i = 0; i < s.count; i++) {
        const dp_mechanism_impact *impact = s.shown[i];
        snprintf(label[i], sizeof label[i], "%.30s at %.4g s%s",
                 dp_mechanism_pair_name(c->model, impact->pair), impact->time,
                 impact->time < c->skip ? ", start-up" : "");
        labels[i] = label[i];
    }
    s.table = add_table_of(out, "contact", columns);
    return s.table != NULL && mechanism_name_pairs(k, s.table) &&
           table_set_words(s.table, 1, labels, s.count) && sample(k, &s);
}
