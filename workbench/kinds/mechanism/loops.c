// Force against indentation through single impacts, which rows of a series are too coarse for.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kinds/mechanism/mechanism.h"
#include "result/result.h"

enum { LOOPS_MAX = 6, POINTS = 60, POINTS_LEAST = 40 };
static const double rows_most = 2e6;  // rows of the run that samples them

// An impact that is shown.
struct loop {
    const dp_mechanism_impact *impact;
    const char *words;
};

// A point of one of them.
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
    struct loop loop[LOOPS_MAX];
    int count;
    double end;
    struct table *table;
    bool is_out_of_memory;
};

static double end_of(const dp_mechanism_impact *impact, double until) {
    return fmin(impact->time + impact->duration, until);
}

// One that has ended and lasts long enough beside the time before it.
static bool can_show(const dp_mechanism_impact *impact) {
    if (!isfinite(impact->duration) || !(impact->duration > 0.0)) return false;
    return (impact->time + impact->duration) / (impact->duration / POINTS_LEAST) <= rows_most;
}

static bool is_candidate(const dp_mechanism_impact *impact, int pair, double from) {
    return impact->pair == pair && impact->time >= from && can_show(impact);
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
    s->loop[s->count++].impact = first;
    if (most != first) s->loop[s->count++].impact = most;
}

static int take_row(void *user, double time, const double *values) {
    struct sampling *s = (struct sampling *)user;
    for (int i = 0; i < s->count; i++) {
        const dp_mechanism_impact *impact = s->loop[i].impact;
        double begin = impact->time, end = begin + impact->duration;
        if (time < begin || time > end) continue;
        const double *own = values + 2 * impact->pair;
        const struct loop_point point = {impact->pair, i, time, own[0], own[1]};
        if (!table_add_sample(s->table, columns, &point)) s->is_out_of_memory = true;
    }
    return s->is_out_of_memory || time > s->end;
}

static int *list_channels(const dp_mechanism *m, int pairs) {
    static const char *const fields[] = {"indentation", "force"};
    int *item = calloc(2 * (size_t)pairs + 1, sizeof *item);
    for (int i = 0; i < 2 * pairs && item != NULL; i++)
        item[i] = mechanism_channel_of(m, dp_mechanism_pair_name(m, i / 2), fields[i % 2]);
    return item;
}

// The same run again, with rows as close as the shortest impact needs. It has the same bits as long
// as its steps are chosen alike: by the same window and the same statistics.
static bool sample(const struct campaign *k, struct sampling *s) {
    const struct mechanism_config *c = k->config;
    int pairs = dp_mechanism_pair_count(c->model);
    int *channels = list_channels(c->model, pairs);
    struct history h;
    bool is_good = mechanism_init_history(&h, c) && channels != NULL;
    if (is_good) {
        dp_mechanism_run_def run = mechanism_define(c, &h);
        double every = INFINITY;
        for (int i = 0; i < s->count; i++) {
            every = fmin(every, s->loop[i].impact->duration / POINTS);
            s->end = fmax(s->end, end_of(s->loop[i].impact, c->until));
        }
        run.every = fmax(every, s->end / rows_most);
        run.row_channels = channels;
        run.row_channel_count = 2 * pairs;
        run.row = take_row;
        run.user = s;
        h.status = dp_mechanism_run(c->model, &run, &h.result, &h.err);
        is_good = !s->is_out_of_memory && h.status != DP_ERR_MEMORY;
    }
    free(channels);
    mechanism_free_history(&h);
    return is_good;
}

bool mechanism_fill_loops(const struct campaign *k, struct outcome *out) {
    enum { PAIRS_MAX = 60 };
    struct sampling s = {.count = 0};
    const char *joints[PAIRS_MAX], *labels[LOOPS_MAX];
    char label[LOOPS_MAX][64];
    int pairs = dp_mechanism_pair_count(k->config->model);
    if (pairs > PAIRS_MAX) return true;
    for (int i = 0; i < pairs; i++) {
        joints[i] = dp_mechanism_pair_name(k->config->model, i);
        choose(k, i, k->config->skip, &s);
    }
    // a linkage that has settled has impacts at its start only
    for (int i = 0; i < pairs && s.count == 0; i++)
        choose(k, i, 0.0, &s);
    if (s.count == 0) return true;
    for (int i = 0; i < s.count; i++) {
        const dp_mechanism_impact *impact = s.loop[i].impact;
        snprintf(label[i], sizeof label[i], "%.30s at %.4g s%s", joints[impact->pair], impact->time,
                 impact->time < k->config->skip ? ", start-up" : "");
        labels[i] = label[i];
    }
    s.table = add_table_of(out, "contact", columns);
    if (s.table == NULL || !table_set_words(s.table, 0, joints, pairs) ||
        !table_set_words(s.table, 1, labels, s.count))
        return false;
    return sample(k, &s);
}
