// What can be asked of a mechanism, and how long its single histories can be trusted.

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "mechanism/model.h"

int dp_mechanism_coordinates(const dp_mechanism *m) {
    return m->unknown_count;
}

int dp_mechanism_constraints(const dp_mechanism *m) {
    return m->independent_count;
}

int dp_mechanism_mobility(const dp_mechanism *m) {
    return m->unknown_count - m->independent_count;
}

int dp_mechanism_redundant_count(const dp_mechanism *m) {
    return m->redundant_count;
}

const char *dp_mechanism_redundant(const dp_mechanism *m, int index) {
    return index >= 0 && index < m->redundant_count ? m->redundant[index] : NULL;
}

double dp_mechanism_size(const dp_mechanism *m) {
    return m->size;
}

double dp_mechanism_period(const dp_mechanism *m) {
    for (int i = 0; i < m->driver_count; i++) {
        const struct driver *d = &m->drivers[i];
        int turns = m->links[d->link].kind == LINK_PIN || d->slot == 2;
        if (turns && d->curve.count == 0 && d->curve.degree == 1)
            return 6.283185307179586477 / fabs(d->curve.coefficient[0]);
    }
    return NAN;
}

int dp_mechanism_body_count(const dp_mechanism *m) {
    return m->body_count;
}

const char *dp_mechanism_body_name(const dp_mechanism *m, int index) {
    return index >= 0 && index < m->body_count ? m->body_names[index] : NULL;
}

int dp_mechanism_pair_count(const dp_mechanism *m) {
    return m->pair_count;
}

const char *dp_mechanism_pair_name(const dp_mechanism *m, int index) {
    return index >= 0 && index < m->pair_count ? m->pairs[index].name : NULL;
}

const char *dp_mechanism_joint_name(const dp_mechanism *m, int index) {
    return index >= 0 && index < m->joint_count ? m->joints[index].name : NULL;
}

double dp_mechanism_pair_gap(const dp_mechanism *m, int index) {
    return index >= 0 && index < m->pair_count ? m->pairs[index].gap : NAN;
}

int dp_mechanism_pair_histories(const dp_mechanism *m, int index) {
    return index >= 0 && index < m->pair_count ? m->pairs[index].histories : 0;
}

const char *dp_mechanism_perturbed_name(const dp_mechanism *m) {
    return m->moved < 0 ? NULL : m->moved_name;
}

// Steele, Lea, Flood 2014: a good value for every (seed, copy), no state to carry between copies.
double dp_mechanism_shift(unsigned long seed, int copy) {
    if (copy <= 0) return 0.0;
    uint64_t z = (uint64_t)seed * 0xd1342543de82ef95u + (uint64_t)copy * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return (double)(z >> 11) * 0x1p-52 - 1.0;
}

// --- horizon
// -----------------------------------------------------------------------------------------

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
                             const int *channels, const dp_allocator *allocator, dp_error *err) {
    dp_mechanism_run_def def = *run;
    dp_mechanism_result result;
    def.watch_count = 0;
    def.pairs = NULL;
    def.bodies = NULL;
    def.section = NULL;
    def.impact = NULL;
    def.dent = NULL;
    def.no_ledger = 1;
    def.skip = 0.0;
    def.row_channels = channels;
    def.row_channel_count = s->channels;
    def.every = every;
    def.user = s;
    def.row = keep_row;
    def.step = run->step != NULL ? pass_step : NULL;
    dp_status status = dp_mechanism_run(s->m, &def, allocator, &result, err);
    if (status != DP_OK) return status;
    // aside by 1e-10 m whatever the copy; a copy of its own number where the run is already one
    double own = run->offset * dp_mechanism_shift(run->seed, run->copy);
    def.copy = run->copy > 0 ? run->copy : 1;
    double shift = dp_mechanism_shift(def.seed, def.copy);
    def.offset = (own + 1e-10) / shift;
    def.row = compare_row;
    return dp_mechanism_run(s->m, &def, allocator, &result, err);
}

dp_status dp_mechanism_horizon(const dp_mechanism *m, const dp_mechanism_run_def *run, double every,
                               const dp_allocator *allocator, double *horizon, dp_error *err) {
    *horizon = INFINITY;
    int bearings = 0;
    for (int i = 0; i < m->pair_count; i++)
        bearings += !isnan(m->pairs[i].gap);
    if (bearings == 0 || m->moved < 0) return DP_OK;
    double turn = dp_mechanism_period(m);
    if (!(every > 0.0)) every = isnan(turn) ? run->until / 1000.0 : turn / 1000.0;
    if (!(run->until / every < 1e8)) {
        dp_fail(err, DP_ERR_RANGE, "every is %g s; too small for a run of %g s", every, run->until);
        return dp_blame_number(err, DP_SUBJECT_FIELD, "every", every, NAN, NAN);
    }
    struct shadow s = {
        .m = m, .run = run, .pairs = bearings, .channels = 2 * bearings, .horizon = INFINITY};
    s.room = (long)(run->until / every) + 2;
    dp_allocator from = dp_allocator_or_default(allocator);
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
    dp_status status = shadow_runs(&s, run, every, channels, allocator, err);
    *horizon = s.horizon;
    from.free(from.user, s.rows, size);
    return status;
}
