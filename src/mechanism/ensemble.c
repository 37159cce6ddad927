// Copies of a run that start a little aside: mean and spread over them, and how long a single
// history can be trusted.

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "mechanism/model.h"

// Steele, Lea, Flood 2014: a good value for every (seed, copy), no state to carry between copies.
double dp_mechanism_shift(unsigned long seed, int copy) {
    if (copy <= 0) return 0.0;
    uint64_t z = (uint64_t)seed * 0xd1342543de82ef95u + (uint64_t)copy * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return (double)(z >> 11) * 0x1p-52 - 1.0;
}

// --- horizon ---

struct shadow {
    const dp_mechanism *m;
    const int *pair;  // the pairs with clearance
    const dp_mechanism_run_def *run;
    int pairs, channels;
    double *rows;  // of the first run
    long count, room;
    long at;  // row of the second run
    double horizon;
};

static int keep_row(void *user, double time, const double *values) {
    struct shadow *s = (struct shadow *)user;
    (void)time;
    if (s->count >= s->room) return 1;
    memcpy(s->rows + s->count++ * s->channels, values, (size_t)s->channels * sizeof *values);
    return 0;
}

static int compare_row(void *user, double time, const double *values) {
    struct shadow *s = (struct shadow *)user;
    if (s->at >= s->count) return 1;
    const double *was = s->rows + s->at++ * s->channels;
    for (int i = 0; i < s->pairs; i++) {
        double x = values[2 * i] - was[2 * i], y = values[2 * i + 1] - was[2 * i + 1];
        if (!(hypot(x, y) > 0.01 * s->m->pairs[s->pair[i]].gap)) continue;
        s->horizon = time;
        return 1;
    }
    return 0;
}

static int pass_step(void *user, double time) {
    const struct shadow *s = (const struct shadow *)user;
    return s->run->step(s->run->user, time);
}

static dp_status shadow_runs(struct shadow *s, const dp_mechanism_run_def *run, double every,
                             const int *channels, dp_error *err) {
    dp_mechanism_run_def def = *run;
    dp_mechanism_result result;
    def.watch_count = 0;
    def.pairs = NULL;
    def.bodies = NULL;
    def.section = NULL;
    def.contact_row = NULL;
    def.impact = NULL;
    def.impact_room = def.row_room = 0;
    def.dent = NULL;
    def.no_ledger = true;
    def.skip = 0.0;
    def.row_channels = channels;
    def.row_channel_count = s->channels;
    def.every = every;
    def.user = s;
    def.row = keep_row;
    def.step = run->step != NULL ? pass_step : NULL;
    dp_status status = dp_mechanism_run(s->m, &def, &result, err);
    if (status != DP_OK) return status;
    // aside by 1e-10 m whatever the copy; a copy of its own number where the run is already one
    double own = run->offset * dp_mechanism_shift(run->seed, run->copy);
    def.copy = run->copy > 0 ? run->copy : 1;
    double shift = dp_mechanism_shift(def.seed, def.copy);
    def.offset = (own + 1e-10) / shift;
    def.row = compare_row;
    return dp_mechanism_run(s->m, &def, &result, err);
}

dp_status dp_mechanism_horizon(const dp_mechanism *m, const dp_mechanism_run_def *run, double every,
                               double *horizon, dp_error *err) {
    *horizon = INFINITY;
    int bearings = 0;
    for (int i = 0; i < m->pair_count; i++)
        bearings += !isnan(m->pairs[i].gap);
    if (bearings == 0 || m->moved < 0) return DP_OK;
    double turn = dp_mechanism_period(m);
    if (!(every > 0.0)) every = isnan(turn) ? run->until / 1000.0 : turn / 1000.0;
    if (!(run->until / every < 1e8))
        return dp_fail_time(err, "every", every, run->until / 1e8, DBL_MAX,
                            "leave at most 1e8 rows of the run");
    struct shadow s = {
        .m = m, .run = run, .pairs = bearings, .channels = 2 * bearings, .horizon = INFINITY};
    s.room = (long)(run->until / every) + 2;
    dp_allocator from = dp_allocator_or_default(run->allocator);
    size_t rows = (size_t)s.room * (size_t)s.channels * sizeof *s.rows;
    size_t size = (rows + 3 * (size_t)bearings * sizeof(int) + 63) / 64 * 64;
    s.rows = (double *)from.alloc(from.user, size);
    if (s.rows == NULL) return dp_fail(err, DP_ERR_MEMORY, "no memory for the shadow run");
    int *channels = (int *)(void *)((char *)s.rows + rows), *pair = channels + 2 * bearings;
    for (int i = 0, k = 0; i < m->pair_count; i++) {
        if (isnan(m->pairs[i].gap)) continue;
        pair[k] = i;
        for (int c = 0; c < m->channel_count; c++)
            if (m->channels[c].kind == CHANNEL_PAIR && m->channels[c].owner == i &&
                m->channels[c].field < 2)
                channels[2 * k + m->channels[c].field] = c;
        k++;
    }
    s.pair = pair;
    dp_status status = shadow_runs(&s, run, every, channels, err);
    *horizon = s.horizon;
    from.free(from.user, s.rows, size);
    return status;
}

// --- mean and spread ---

struct dp_mechanism_ensemble {
    const dp_mechanism *m;
    dp_mechanism_run_def run;
    dp_allocator allocator;
    size_t size;
    int copies;
    dp_channel_stats *stats;            // [copies][watch_count]
    dp_mechanism_contact_stats *pairs;  // [copies][pair_count]
};

dp_status dp_mechanism_ensemble_begin(dp_mechanism_ensemble **ensemble, const dp_mechanism *m,
                                      const dp_mechanism_run_def *run, int copies, dp_error *err) {
    *ensemble = NULL;
    if (copies < 2)
        return dp_fail_number(err, DP_SUBJECT_FIELD, "copies", copies, 2.0, INT_MAX,
                              "be two at least, or there is no spread");
    size_t watches = (size_t)copies * (size_t)run->watch_count;
    size_t pairs = (size_t)copies * (size_t)m->pair_count;
    size_t size = sizeof **ensemble + watches * sizeof(dp_channel_stats) +
                  pairs * sizeof(dp_mechanism_contact_stats);
    size = (size + 63) / 64 * 64;
    dp_allocator from = dp_allocator_or_default(run->allocator);
    dp_mechanism_ensemble *e = (dp_mechanism_ensemble *)from.alloc(from.user, size);
    if (e == NULL) return dp_fail(err, DP_ERR_MEMORY, "no memory for %d copies", copies);
    memset(e, 0, size);
    *e = (dp_mechanism_ensemble){
        .m = m, .run = *run, .allocator = from, .size = size, .copies = copies};
    e->stats = (dp_channel_stats *)(void *)(e + 1);
    e->pairs = (dp_mechanism_contact_stats *)(void *)(e->stats + watches);
    *ensemble = e;
    return DP_OK;
}

dp_status dp_mechanism_ensemble_run(dp_mechanism_ensemble *e, int copy, dp_mechanism_result *result,
                                    dp_error *err) {
    dp_mechanism_run_def run = e->run;
    if (copy < 1 || copy > e->copies)
        return dp_fail_number(err, DP_SUBJECT_FIELD, "copy", copy, 1.0, e->copies,
                              "be one of the copies");
    run.copy = copy;
    run.stats = dp_mechanism_ensemble_stats(e, copy);
    run.pairs = dp_mechanism_ensemble_pairs(e, copy);
    return dp_mechanism_run(e->m, &run, result, err);
}

// Where a number lies in its struct.
struct place {
    size_t offset;
    bool is_count;
};

#define CHANNEL(name)                                                                              \
    { offsetof(dp_channel_stats, name), false }
#define PAIR(name)                                                                                 \
    { offsetof(dp_mechanism_contact_stats, name), false }
#define PAIR_COUNT(name)                                                                           \
    { offsetof(dp_mechanism_contact_stats, name), true }
static const struct place places[] = {
    [DP_CHANNEL_MAX] = CHANNEL(max),
    [DP_CHANNEL_MIN] = CHANNEL(min),
    [DP_CHANNEL_RMS] = CHANNEL(rms),
    [DP_CHANNEL_MEAN] = CHANNEL(mean),
    [DP_PAIR_CONTACT_SHARE] = PAIR(contact_share),
    [DP_PAIR_IMPACT_SHARE] = PAIR(impact_share),
    [DP_PAIR_FOLLOWING_SHARE] = PAIR(following_share),
    [DP_PAIR_FLIGHT_SHARE] = PAIR(flight_share),
    [DP_PAIR_IMPACTS] = PAIR_COUNT(impacts),
    [DP_PAIR_IMPACTS_IN_ALL] = PAIR_COUNT(impacts_in_all),
    [DP_PAIR_MAX_FORCE] = PAIR(max_force),
    [DP_PAIR_MAX_INDENTATION] = PAIR(max_indentation),
    [DP_PAIR_MAX_DENT] = PAIR(max_dent),
    [DP_PAIR_SLID_OVER_SECTORS] = PAIR_COUNT(slid_over_sectors),
};

static double value_at(const void *entry, const struct place *place) {
    const char *at = (const char *)entry + place->offset;
    if (place->is_count) return (double)*(const long *)(const void *)at;
    return *(const double *)(const void *)at;
}

dp_channel_stats *dp_mechanism_ensemble_stats(dp_mechanism_ensemble *e, int copy) {
    if (copy < 1 || copy > e->copies) return NULL;
    return e->stats + (size_t)(copy - 1) * (size_t)e->run.watch_count;
}

dp_mechanism_contact_stats *dp_mechanism_ensemble_pairs(dp_mechanism_ensemble *e, int copy) {
    if (copy < 1 || copy > e->copies) return NULL;
    return e->pairs + (size_t)(copy - 1) * (size_t)e->m->pair_count;
}

static double value_of(const dp_mechanism_ensemble *e, dp_statistic what, int index, int copy) {
    bool is_of_channel = what <= DP_CHANNEL_MEAN;
    int count = is_of_channel ? e->run.watch_count : e->m->pair_count;
    size_t at = (size_t)(copy - 1) * (size_t)count + (size_t)index;
    return is_of_channel ? value_at(&e->stats[at], &places[what])
                         : value_at(&e->pairs[at], &places[what]);
}

dp_spread dp_mechanism_ensemble_spread(const dp_mechanism_ensemble *e, dp_statistic what,
                                       int index) {
    int count = what <= DP_CHANNEL_MEAN ? e->run.watch_count : e->m->pair_count;
    if ((int)what < 0 || what >= DP_STATISTICS || index < 0 || index >= count)
        return (dp_spread){NAN, NAN};
    double sum = 0.0, square = 0.0;
    for (int i = 1; i <= e->copies; i++)
        sum += value_of(e, what, index, i);
    double mean = sum / e->copies;
    for (int i = 1; i <= e->copies; i++) {
        double off = value_of(e, what, index, i) - mean;
        square += off * off;
    }
    return (dp_spread){mean, sqrt(square / (e->copies - 1.0))};
}

void dp_mechanism_ensemble_free(dp_mechanism_ensemble *e) {
    if (e != NULL) e->allocator.free(e->allocator.user, e, e->size);
}
