// How long a history holds: the first time at which a start a little aside, or the tolerance, moves
// the surfaces of a pair by 1 % of the play between them.
//
// The run itself leaves a trace: where every pair is at the end of every step, and how fast it
// moves. Shadow runs are held against it while they go on. Between the ends of steps both are the
// cubics through places and speeds, so no time is too short to be looked at. A step is held so
// short that such a cubic differs from the motion by far less than what is looked for.

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "mechanism/horizon.h"

// A start aside, and what parts runs: a part of the play, not less than so many times the start.
static const double aside = 1e-10, part_of_play = 0.01, times_aside = 100.0;

// The difference to a run with a hundredth of the tolerance is its error, but for a hundredth;
// towards the end of what numbers can hold a tenth.
static const double own_error = 0.9;

// A row of a trace: time; x, y, vx, vy of every pair.
enum { TIME, PLACES, PAIR_X = 0, PAIR_Y, PAIR_VX, PAIR_VY, PAIR_ROOM };
enum { FIRST_ROWS = 1024, TRACE_MOST = 1 << 25 };  // doubles

// A pair on its way: indentation and rate at the last row, and how far it has opened since the
// first touch.
struct opening {
    double delta, rate, most;
    bool has_touched;
};

struct dp_mechanism_trace {
    const dp_mechanism *m;
    dp_mechanism_run_def run;
    dp_allocator allocator;
    size_t size, width;
    double *rows;
    size_t count, room;
    bool is_full, lacks_memory;
    double *row;  // that is being made
    struct opening *openings;
    // of a shadow
    const struct dp_mechanism_trace *against;
    double *last;   // the row before
    double *limit;  // of each pair
    size_t at;      // row of the other
    double wanted;  // [s] no need to go farther
    double parted, compared;
    int pair;
    dp_channel_stats *stats;  // of the watched channels, which have a share in the steps
};

// --- rows ---

static void place_row(const struct run *r, const double *y, struct dp_mechanism_trace *t,
                      bool is_first) {
    static const struct link_state still = {.c = 1.0};
    const dp_mechanism *m = r->m;
    struct workspace work = r->work;
    double *out = t->row, time = y[r->active];
    dp_mechanism_place(m, time, y, y + r->n, &work);
    double h = time - out[TIME];
    out[TIME] = time;
    out += PLACES;
    for (int i = 0; i < m->pair_count; i++, out += PAIR_ROOM) {
        const struct pair *p = &m->pairs[i];
        const struct link_state *a = p->first < 0 ? &still : &work.states[p->first];
        const struct link_state *b = p->second < 0 ? &still : &work.states[p->second];
        struct opening *o = &t->openings[i];
        struct touch touch;
        dp_pair_place(m, p, &work, &touch);
        double x2 = b->c * p->at[1][0] - b->s * p->at[1][1];
        double y2 = b->s * p->at[1][0] + b->c * p->at[1][1];
        out[PAIR_X] = touch.ex;
        out[PAIR_Y] = touch.ey;
        out[PAIR_VX] = (a->vx - b->vx) - (a->w * touch.ry1 - b->w * y2);
        out[PAIR_VY] = (a->vy - b->vy) + (a->w * touch.rx1 - b->w * x2);
        // the middle of a cubic, where a body may turn back
        double middle = is_first
                            ? touch.delta
                            : 0.5 * (o->delta + touch.delta) + h / 8.0 * (o->rate - touch.rate);
        if (o->has_touched) o->most = fmax(o->most, fmax(-middle, -touch.delta));
        o->has_touched = o->has_touched || touch.delta >= -4.0 * DBL_EPSILON * m->size;
        o->delta = touch.delta;
        o->rate = touch.rate;
    }
}

static void keep_row(struct dp_mechanism_trace *t) {
    size_t bytes = t->width * sizeof *t->rows;
    if (t->is_full) return;
    if (t->count == t->room) {
        size_t room = t->room > 0 ? 2 * t->room : FIRST_ROWS;
        t->is_full = room * t->width > TRACE_MOST;
        if (t->is_full) return;
        double *larger = (double *)t->allocator.alloc(t->allocator.user, room * bytes);
        t->is_full = t->lacks_memory = larger == NULL;
        if (t->is_full) return;
        if (t->room > 0) {
            memcpy(larger, t->rows, t->count * bytes);
            t->allocator.free(t->allocator.user, t->rows, t->room * bytes);
        }
        t->rows = larger;
        t->room = room;
    }
    memcpy(t->rows + t->count++ * t->width, t->row, bytes);
}

// --- two traces ---

// Places on the cubic from one row to the next.
static void place_between(const double *from, const double *to, int pair, double time,
                          double out[2]) {
    double h = to[TIME] - from[TIME], s = h > 0.0 ? (time - from[TIME]) / h : 1.0, u = 1.0 - s;
    const double *a = from + PLACES + PAIR_ROOM * pair, *b = to + PLACES + PAIR_ROOM * pair;
    for (int k = 0; k < 2; k++)
        out[k] = (1.0 + 2.0 * s) * u * u * a[k] + s * s * (3.0 - 2.0 * s) * b[k] +
                 h * s * u * (u * a[PAIR_VX + k] - s * b[PAIR_VX + k]);
}

// The first pair that is apart from the other trace by more than its limit; -1: none.
static int parted_at(const struct dp_mechanism_trace *t, double time) {
    const double *other = t->against->rows + t->at * t->width;
    for (int i = 0; i < t->m->pair_count; i++) {
        double own[2], was[2];
        if (isinf(t->limit[i])) continue;
        place_between(t->last, t->row, i, time, own);
        place_between(other, other + t->width, i, time, was);
        if (!(hypot(own[0] - was[0], own[1] - was[1]) <= t->limit[i])) return i;
    }
    return -1;
}

// They agree at `low` and not at `high`: the last time at which they do.
static void find_parting(struct dp_mechanism_trace *t, double low, double high) {
    enum { HALVINGS = 30 };
    for (int i = 0; i < HALVINGS; i++) {
        double middle = 0.5 * (low + high);
        int pair = parted_at(t, middle);
        if (pair < 0)
            low = middle;
        else
            high = middle, t->pair = pair;
    }
    t->parted = low;
}

// The step that has just been made, beside what the other did at that time. True when there is no
// more to be learned.
static bool compare_step(struct dp_mechanism_trace *t) {
    enum { LOOKS_AT = 4 };
    const struct dp_mechanism_trace *other = t->against;
    double low = t->last[TIME], end = t->row[TIME];
    while (low < end) {
        while (t->at + 1 < other->count && other->rows[(t->at + 1) * t->width] <= low)
            t->at++;
        if (t->at + 1 >= other->count) return true;
        double high = fmin(end, other->rows[(t->at + 1) * t->width]);
        for (int k = 1; k <= LOOKS_AT; k++) {
            double from = low + (high - low) * (k - 1) / LOOKS_AT;
            double to = k == LOOKS_AT ? high : low + (high - low) * k / LOOKS_AT;
            t->pair = parted_at(t, to);
            if (t->pair < 0) continue;
            find_parting(t, from, to);
            return true;
        }
        t->compared = low = high;
    }
    return low >= t->wanted;
}

int dp_run_trace(const struct run *r, const double *y) {
    struct dp_mechanism_trace *t = r->def->trace;
    bool is_first = t->count == 0 && t->at == 0 && isnan(t->row[TIME]);
    if (t->against == NULL) {
        place_row(r, y, t, is_first);
        keep_row(t);
        return 0;
    }
    memcpy(t->last, t->row, t->width * sizeof *t->row);
    place_row(r, y, t, is_first);
    return !is_first && compare_step(t);
}

// --- the trace of a run ---

static dp_status make_trace(struct dp_mechanism_trace **trace, const dp_mechanism *m,
                            const dp_mechanism_run_def *run, dp_error *err) {
    dp_allocator from = dp_allocator_or_default(run->allocator);
    size_t pairs = (size_t)m->pair_count, width = PLACES + PAIR_ROOM * pairs;
    size_t watches = run->watch_count > 0 ? (size_t)run->watch_count : 0;
    size_t size = sizeof **trace + (2 * width + pairs) * sizeof(double) +
                  pairs * sizeof(struct opening) + watches * sizeof(dp_channel_stats);
    size = (size + 63) / 64 * 64;
    struct dp_mechanism_trace *t = (struct dp_mechanism_trace *)from.alloc(from.user, size);
    *trace = t;
    if (t == NULL) return dp_fail(err, DP_ERR_MEMORY, "no memory for the shadow run");
    memset(t, 0, size);
    t->m = m;
    t->run = *run;
    t->allocator = from;
    t->size = size;
    t->width = width;
    t->row = (double *)(void *)(t + 1);
    t->last = t->row + width;
    t->limit = t->last + width;
    t->openings = (struct opening *)(void *)(t->limit + pairs);
    t->stats = (dp_channel_stats *)(void *)(t->openings + pairs);
    t->row[TIME] = NAN;
    t->parted = t->wanted = INFINITY;
    t->pair = -1;
    return DP_OK;
}

dp_status dp_mechanism_trace_begin(dp_mechanism_trace **trace, const dp_mechanism *m,
                                   const dp_mechanism_run_def *run, dp_error *err) {
    return make_trace(trace, m, run, err);
}

void dp_mechanism_trace_free(dp_mechanism_trace *t) {
    if (t == NULL) return;
    if (t->room > 0)
        t->allocator.free(t->allocator.user, t->rows, t->room * t->width * sizeof *t->rows);
    t->allocator.free(t->allocator.user, t, t->size);
}

void dp_mechanism_trace_at(const dp_mechanism_trace *t, int pair, double time, double place[2]) {
    size_t low = 0, high = t->count;
    place[0] = place[1] = NAN;
    if (pair < 0 || pair >= t->m->pair_count || t->count == 0 || !(time >= t->rows[TIME]) ||
        !(time <= t->rows[(t->count - 1) * t->width]))
        return;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (t->rows[middle * t->width] <= time)
            low = middle;
        else
            high = middle;
    }
    const double *row = t->rows + low * t->width;
    place_between(row, low + 1 < t->count ? row + t->width : row, pair, time, place);
}

// --- shadows ---

double dp_mechanism_play(const dp_mechanism_trace *t, int pair) {
    if (pair < 0 || pair >= t->m->pair_count) return NAN;
    double gap = t->m->pairs[pair].gap;
    return isnan(gap) ? t->openings[pair].most : gap;
}

// A contact that never opens again is not loose. One that opens a little is moved by the start
// itself.
static double limit_of(const struct dp_mechanism_trace *t, int pair) {
    double play = dp_mechanism_play(t, pair);
    if (!(play > 0.0)) return INFINITY;
    return isnan(t->m->pairs[pair].gap) ? fmax(part_of_play * play, times_aside * aside)
                                        : part_of_play * play;
}

static dp_mechanism_run_def plain(const dp_mechanism_run_def *run) {
    dp_mechanism_run_def def = *run;
    def.pairs = NULL;
    def.bodies = NULL;
    def.rows = NULL;
    def.row = NULL;
    def.section = NULL;
    def.contact_row = NULL;
    def.impacts = NULL;
    def.impact = NULL;
    def.dent = NULL;
    def.impact_room = def.row_room = 0;
    def.every = def.section_every = 0.0;
    return def;
}

// One run beside the trace. A shadow that breaks off is compared up to that time.
static dp_status cast(const struct dp_mechanism_trace *t, const dp_mechanism_run_def *run,
                      double scale, dp_mechanism_agreement *known, double *parted, dp_error *err) {
    struct dp_mechanism_trace *shadow;
    dp_mechanism_result result;
    dp_mechanism_run_def def = *run;
    dp_error own;
    dp_status status = make_trace(&shadow, t->m, run, err);
    if (status != DP_OK) return status;
    shadow->against = t;
    shadow->wanted = fmin(known->horizon, known->until);
    for (int i = 0; i < t->m->pair_count; i++)
        shadow->limit[i] = scale * limit_of(t, i);
    def.stats = shadow->stats;
    def.trace = shadow;
    status = dp_mechanism_run(t->m, &def, &result, &own);
    *parted = shadow->parted;
    if (shadow->parted < known->horizon) {
        known->horizon = shadow->parted;
        known->pair = shadow->pair;
    } else if (!(shadow->compared >= shadow->wanted)) {
        known->until = shadow->compared;
    }
    if (status == DP_ERR_NUMERIC) status = DP_OK;
    if (status != DP_OK) *err = own;
    dp_mechanism_trace_free(shadow);
    return status;
}

dp_status dp_mechanism_agree(const dp_mechanism_trace *t, dp_mechanism_agreement *out,
                             dp_error *err) {
    const double finest = 1e-13;
    const dp_mechanism *m = t->m;
    double own = dp_run_rtol(m, t->run.rtol);
    double end = t->count > 0 ? t->rows[(t->count - 1) * t->width] : 0.0;
    dp_status status = DP_OK;
    *out = (dp_mechanism_agreement){
        .horizon = INFINITY, .start = INFINITY, .tolerance = INFINITY, .until = end, .pair = -1};
    out->rtol = own;
    // the error of the coarser of the two is nearly all of their difference
    out->other_rtol = own >= 2.0 * finest ? fmax(0.01 * own, finest) : 10.0 * own;
    if (t->lacks_memory) return dp_fail(err, DP_ERR_MEMORY, "no memory for the trace of the run");
    if (m->pair_count == 0 || m->unknown_count == 0) return DP_OK;
    dp_mechanism_run_def def = plain(&t->run);
    def.aside += aside;
    if (m->move_count > 0) status = cast(t, &def, 1.0, out, &out->start, err);
    def = plain(&t->run);
    def.rtol = out->other_rtol;
    def.watch_count = 0;
    def.no_ledger = true;
    if (def.max_steps < LONG_MAX / 4) def.max_steps *= 4;
    if (status == DP_OK) status = cast(t, &def, own_error, out, &out->tolerance, err);
    return status;
}

dp_status dp_mechanism_horizon(const dp_mechanism *m, const dp_mechanism_run_def *run, double every,
                               double *horizon, dp_error *err) {
    struct dp_mechanism_trace *t;
    dp_mechanism_agreement found = {.horizon = INFINITY};
    dp_mechanism_result result;
    *horizon = INFINITY;
    if (m->pair_count == 0) return DP_OK;
    double turn = dp_mechanism_period(m);
    if (!(every > 0.0)) every = isnan(turn) ? run->until / 1000.0 : turn / 1000.0;
    if (!(run->until / every < 1e8))
        return dp_fail_time(err, "every", every, run->until / 1e8, DBL_MAX,
                            "leave at most 1e8 rows of the run");
    dp_status status = make_trace(&t, m, run, err);
    if (status != DP_OK) return status;
    dp_mechanism_run_def def = plain(run);
    def.stats = t->stats;
    def.trace = t;
    status = dp_mechanism_run(m, &def, &result, err);
    if (status == DP_OK) status = dp_mechanism_agree(t, &found, err);
    if (isfinite(found.horizon)) *horizon = every * floor(found.horizon / every);
    dp_mechanism_trace_free(t);
    return status;
}
