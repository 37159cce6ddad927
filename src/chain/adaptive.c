// Adaptive steps for chains: sizes of the motion, times to land on, and the walk itself.

#include "chain/adaptive.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/params.h"
#include "kernels/touch.h"

enum { TIME_TARGET };
enum { STEPS_MAX = 100000000 };

// Errors are compared with the motion of the chain as a whole; a body that hardly moves need not be
// known better than this share of it.
static const double LEAST_SIZE = 1e-3;

// --- the shape of y ---

static int has_contact(const struct chain_end *end) {
    return end->type != DP_END_FREE && !(end->type == DP_END_BAR && end->glued);
}

static struct adaptive shape(dp_chain *chain) {
    size_t n = chain->count + 2 + CHAIN_PAD;
    double *next = chain->stage;
    struct adaptive m = {.chain = chain,
                         .lo = has_contact(&chain->end[0]) ? chain->first - 1 : chain->first,
                         .hi = has_contact(&chain->end[1]) ? chain->last + 1 : chain->last,
                         .x = next,
                         .rate = next + n,
                         .force = next + 2 * n,
                         .spring = next + 3 * n,
                         .a = next + 4 * n};
    m.velocity = (int)(m.hi - m.lo);
    m.position = m.velocity + (int)(chain->last - chain->first + 1);
    m.travel = m.position + 1;
    m.impulse = m.travel + 2;
    m.work = m.impulse + 2;
    m.viscous = m.work + 2;
    m.time = m.viscous + 1;
    m.count = m.time + 1;
    return m;
}

static double *unknowns(const dp_chain *chain) {
    return chain->stage + 5 * (chain->count + 2 + CHAIN_PAD);
}

static double *scales(const dp_chain *chain) {
    return chain->stage + 7 * (chain->count + 2 + CHAIN_PAD);
}

static double largest_mass(const dp_chain *chain) {
    double largest = 0.0;
    for (size_t i = chain->first; i <= chain->last; i++)
        largest = fmax(largest, chain->mass[i]);
    return largest;
}

static void fill_scales(const struct adaptive *m, double *scale) {
    const dp_chain *chain = m->chain;
    double mass = largest_mass(chain), speed = chain->scale_speed;
    for (int i = 0; i < m->velocity; i++)
        scale[i] = LEAST_SIZE * chain->scale_delta;
    for (int i = m->velocity; i < m->position; i++)
        scale[i] = LEAST_SIZE * speed;
    scale[m->position] = scale[m->time] = INFINITY;
    for (int side = 0; side < 2; side++) {
        scale[m->travel + side] = INFINITY;
        scale[m->impulse + side] = LEAST_SIZE * mass * speed;
        scale[m->work + side] = LEAST_SIZE * 0.5 * mass * speed * speed;
    }
    scale[m->viscous] = LEAST_SIZE * 0.5 * mass * speed * speed;
}

// --- sizes of the motion ---

static double history_speed(const struct chain_end *end) {
    double speed = 0.0, factor = end->type == DP_END_BAR ? 2.0 : 1.0;
    for (size_t i = 0; i < end->signal.count; i++)
        speed = fmax(speed, factor * fabs(end->signal.velocity[i]));
    return speed;
}

static double fastest(const dp_chain *chain) {
    double speed = fmax(history_speed(&chain->end[0]), history_speed(&chain->end[1]));
    for (size_t i = chain->first; i <= chain->last; i++)
        speed = fmax(speed, fabs(chain->v[i]));
    return speed;
}

// What gravity, preload and overlaps at the start may bring about.
static double speed_to_come(const dp_chain *chain, const dp_contact *contact, double mass) {
    double weight = chain->preload + chain->press, gap = 0.0,
           stored = dp_chain_stored(chain, chain->look_delta);
    for (size_t i = chain->first; i <= chain->last; i++)
        weight += chain->mass[i] * fabs(chain->gravity);
    for (size_t c = 0; chain->has_gap && c <= chain->count; c++)
        gap = fmax(gap, chain->gap[c]);
    double depth = weight > 0.0 ? dp_chain_depth_of_force(contact, weight) : 0.0;
    if (isnan(depth)) depth = 0.0;
    return sqrt(2.0 * (stored + weight * (depth + gap)) / mass);
}

// Depth of an impact of two bodies at that speed, in the softest of the laws.
static double depth_at(const dp_chain *chain, double speed, double mass) {
    double deepest = 0.0;
    for (size_t r = 0; r < chain->run_count; r++) {
        double depth =
            dp_chain_depth_of_energy(chain->runs[r].contact, 0.25 * mass * speed * speed);
        if (depth > deepest) deepest = depth;
    }
    return deepest;
}

// Is the damping of a new contact another one on the way back?
static int bends(const dp_contact *contact, double delta, double speed) {
    double history[DP_HISTORY_MAX];
    dp_contact_reset(history);
    dp_touch_begin(contact, history, speed);
    dp_response in = contact->kernel->respond(contact->k, history, delta, 1e-3 * speed);
    dp_response back = contact->kernel->respond(contact->k, history, delta, -1e-3 * speed);
    return fabs(in.dforce_drate - back.dforce_drate) > 1e-9 * fabs(in.dforce_drate);
}

void dp_chain_adaptive_fill(dp_chain *chain) {
    double mass = largest_mass(chain), speed = fastest(chain);
    // a chain in equilibrium stays there but for what moves already
    if (!chain->start_in_equilibrium || !(speed > 0.0))
        speed = fmax(speed, speed_to_come(chain, chain->runs[0].contact, mass));
    if (!(speed > 0.0)) speed = 1e-3;  // nothing will ever move
    double depth = depth_at(chain, speed, mass);
    chain->scale_speed = speed;
    chain->scale_delta = depth > 0.0 ? depth : 1e-9;
    for (size_t r = 0; r < chain->run_count; r++)
        chain->runs[r].bends = bends(chain->runs[r].contact, 0.5 * chain->scale_delta, speed);
    struct adaptive m = shape(chain);
    dp_adaptive_aim(&m, 0.0);
    dp_adaptive_load(&m, unknowns(chain));
    dp_adaptive_begin(&m, unknowns(chain));
}

// --- times ---

// The first multiple of `period` after t; a multiple that t has reached but for rounding is past.
static double multiple_after(double t, double period) {
    return period > 0.0 ? (floor(t / period * (1.0 + 1e-12)) + 1.0) * period : INFINITY;
}

static int is_due(double time, double t) {
    return time <= t * (1.0 + 1e-14);
}

static double next_row(const dp_chain *chain) {
    if (chain->probe_count == 0 || chain->probe_state[0].rows >= chain->row_room) return INFINITY;
    return (double)chain->probe_state[0].rows * ((double)chain->record_every * chain->dt);
}

static void choose_next(struct adaptive *m, double t) {
    const dp_chain *chain = m->chain;
    dp_adaptive_aim(m, t);
    m->row_time = next_row(chain);
    m->look_time = m->def->observe == NULL ? INFINITY : multiple_after(t, m->def->every);
    m->next_time = fmin(m->def->until, fmin(m->row_time, m->look_time));
    for (int side = 0; side < 2; side++)
        m->next_time = fmin(m->next_time, dp_chain_signal_corner(&chain->end[side].signal, t));
    // of times that rounding alone sets apart, the one that others will see
    if (is_due(m->look_time, m->next_time)) m->next_time = m->look_time;
    if (is_due(m->def->until, m->next_time)) m->next_time = m->def->until;
}

static int targets(const void *model, dp_target *out) {
    const struct adaptive *m = (const struct adaptive *)model;
    out[0] = (dp_target){m->time, m->next_time, TIME_TARGET};
    return 1;
}

// --- the walk ---

static double first_step(const void *model, const double *y) {
    const struct adaptive *m = (const struct adaptive *)model;
    (void)y;
    if (m->chain->now.h > 0.0) return m->chain->now.h;
    // a touch begins like a power of time, in which the error estimate sees nothing at first
    return 1e-3 * m->chain->scale_delta / m->chain->scale_speed;
}

// The time in which the motion goes on by its own depth.
static double pace_of(const dp_chain *chain) {
    return chain->scale_delta / chain->scale_speed;
}

// An event that finds a peak writes the peak alone, which steps see as well. Where rounding of a
// stiff contact makes peaks of noise, one after the other, steps alone look for a while.
static void count_peaks(const struct adaptive *m, double t, int id) {
    const int few = 50 + (int)(m->hi - m->lo) + (int)m->chain->probe_count;
    const double at_once = 1e-3, calm = 1e-2;  // of the pace
    dp_chain *chain = m->chain;
    int spots = (int)(m->hi - m->lo) * SPOT_EVENTS, index = -1 - id;
    bool is_peak = index >= spots || (index >= 0 && index % SPOT_EVENTS == AT_PEAK);
    if (!is_peak) return;
    if (fabs(t - chain->peaks_from) > at_once * pace_of(chain)) {
        chain->peaks_from = t;
        chain->peaks = 0;
    }
    if (++chain->peaks > few) chain->now.calm_until = t + calm * pace_of(chain);
}

// Does time stand still? An event that repeats itself would go on for ever.
static void count_progress(const struct adaptive *m, double t) {
    dp_chain *chain = m->chain;
    double least = fmax(1e-10 * pace_of(chain), 8.0 * DBL_EPSILON * t);
    chain->stalled++;
    // a state from outside may stand before that time
    if (fabs(t - chain->moved_time) <= least) return;
    chain->moved_time = t;
    chain->stalled = 0;
}

static void on_step(void *model, const double *y) {
    struct adaptive *m = (struct adaptive *)model;
    m->chain->now.level++;
    m->chain->now.h = y[m->time] - m->last_time;
    m->last_time = y[m->time];
    count_progress(m, y[m->time]);
    dp_adaptive_note(m, y);
    dp_adaptive_sync(m, y);
    dp_adaptive_arm(m, y);
}

// What came through in one step may be tried again, and more, up to a modest part of a contact.
static void stretch_step(struct adaptive *m, double length) {
    dp_chain *chain = m->chain;
    double most = 0.1 * chain->scale_delta / chain->scale_speed;
    if (length > chain->now.h) chain->now.h = length;
    if (chain->now.h < most) chain->now.h *= 1.5;
}

static bool stops(void *model) {
    struct adaptive *m = (struct adaptive *)model;
    m->is_stopped = m->def->stop(m->def->user);
    return m->is_stopped;
}

// y stands on an event function's zero, or on a time (index < 0), where there may be zeros too.
static int take_events(struct adaptive *m, const double *y, int index) {
    dp_adaptive_note(m, y);
    if (!dp_adaptive_events(m, y, index)) return 0;
    if (index >= 0) dp_adaptive_note(m, y);
    dp_adaptive_sync(m, y);
    dp_adaptive_arm(m, y);
    return 1;
}

static dp_event_action at_time(struct adaptive *m, double *y, double length) {
    double t = y[m->time];
    if (!take_events(m, y, -1)) return DP_EVENT_ABORT;
    if (is_due(m->row_time, t)) dp_adaptive_record(m, y);
    int is_last = is_due(m->def->until, t), is_look = is_due(m->look_time, t) || is_last;
    choose_next(m, t);
    if (!is_look) return DP_EVENT_CONTINUE;
    // the chain is the master here, so that going on from it later gives the same bits
    stretch_step(m, length);
    dp_adaptive_store(m, y);
    m->chain->stalled = m->chain->peaks = 0;  // as where one goes on from here later
    int stops = m->def->observe != NULL && m->def->observe(m->def->user, m->chain) != 0;
    dp_adaptive_load(m, y);
    dp_adaptive_arm(m, y);
    return stops || is_last ? DP_EVENT_STOP : DP_EVENT_RESTART;
}

static dp_event_action on_event(void *model, double *y, int id) {
    struct adaptive *m = (struct adaptive *)model;
    double length = y[m->time] - m->last_time;
    m->chain->now.level++;
    m->last_time = y[m->time];
    count_progress(m, y[m->time]);
    count_peaks(m, y[m->time], id);
    if (m->is_over || dp_adaptive_is_stuck(m)) return DP_EVENT_ABORT;
    if (id == TIME_TARGET) return at_time(m, y, length);
    return take_events(m, y, -1 - id) ? DP_EVENT_RESTART : DP_EVENT_ABORT;
}

dp_chain_solve_def dp_chain_solve_defaults(void) {
    return (dp_chain_solve_def){.rtol = 1e-10, .max_steps = STEPS_MAX, .cookie = DP_DEF_COOKIE};
}

static dp_status check(const dp_chain *chain, const dp_chain_solve_def *def, dp_error *err) {
    if (chain->method != DP_CHAIN_DOP853)
        return dp_fail(err, DP_ERR_UNSUPPORTED,
                       "this chain was built for fixed steps: use dp_chain_advance");
    if (def->cookie != DP_DEF_COOKIE)
        return dp_fail(err, DP_ERR_NOT_INITIALIZED,
                       "use dp_chain_solve_defaults to make a definition");
    if (!(def->until >= 0.0) || isinf(def->until))
        return dp_fail_time(err, "until", def->until, 0.0, DBL_MAX, "be finite and not negative");
    if (!(def->rtol >= 1e-14 && def->rtol <= 0.1))
        return dp_fail_number(err, DP_SUBJECT_FIELD, "rtol", def->rtol, 1e-14, 0.1,
                              "lie in 1e-14..0.1");
    if (!(def->every >= 0.0))
        return dp_fail_time(err, "every", def->every, 0.0, DBL_MAX, "not be negative");
    if (def->max_steps < 1)
        return dp_fail_number(err, DP_SUBJECT_FIELD, "max_steps", (double)def->max_steps, 1.0,
                              DBL_MAX, "be positive");
    return DP_OK;
}

static void set_noise(struct adaptive *m, double rtol) {
    const dp_chain *chain = m->chain;
    // no more than what rounding leaves, no less than what a loose run would be blind for
    double least = fmax(1e-13, fmin(rtol, 1e-8)), pace = chain->scale_speed / chain->scale_delta;
    m->noise_delta = least * chain->scale_delta;
    m->noise_speed = least * chain->scale_speed;
    m->noise_force = least * largest_mass(chain) * chain->scale_speed * pace;
    m->noise_slope = m->noise_force * pace;
    m->zero = fmax(1e-3, 16.0 * DBL_EPSILON / least);
}

// Where the steps got no further: at the contact with the largest force, beside which others can do
// little.
static dp_status explain_stuck(const struct adaptive *m, dp_error *err) {
    const dp_chain *chain = m->chain;
    size_t c = m->lo;
    for (size_t i = m->lo; i < m->hi; i++)
        if (m->force[i] > m->force[c]) c = i;
    return dp_blame(err,
                    dp_fail(err, DP_ERR_NUMERIC,
                            "the adaptive steps do not get beyond %g s; contact %ld carries the "
                            "largest force there, %g N; verlet or rk4 may pass it",
                            chain->now.time, chain->first_number + (long)c, m->force[c]),
                    DP_SUBJECT_CONTACT, (long)c, NULL);
}

static dp_status explain(const struct adaptive *m, dp_status status, const dp_solve_stats *stats,
                         dp_error *err) {
    if (status != DP_OK && dp_adaptive_is_stuck(m)) return explain_stuck(m, err);
    if (status != DP_ERR_NUMERIC) return status;
    return dp_fail(err, status,
                   "%ld adaptive steps brought the chain to %g s only, not to %g s: a force that "
                   "jumps may make contacts chatter, or the tolerance is too tight",
                   stats->steps + stats->rejected, m->chain->now.time, m->def->until);
}

dp_status dp_chain_solve(dp_chain *chain, const dp_chain_solve_def *def, dp_solve_stats *out,
                         dp_error *err) {
    dp_solve_stats unused, *stats = out != NULL ? out : &unused;
    memset(stats, 0, sizeof *stats);
    dp_status status = check(chain, def, err);
    if (status != DP_OK || chain->now.time >= def->until) return status;
    dp_chain_follow_restored(chain);
    double *y = unknowns(chain);
    struct adaptive m = shape(chain);
    m.def = def;
    m.err = err;
    m.last_time = chain->now.time;
    set_noise(&m, def->rtol);
    fill_scales(&m, scales(chain));
    dp_adaptive_load(&m, y);
    dp_adaptive_aim(&m, chain->now.time);
    if (chain->now.level == 0) {
        dp_adaptive_note(&m, y);
        if (next_row(chain) <= 0.0) dp_adaptive_record(&m, y);
    }
    dp_adaptive_arm(&m, y);
    choose_next(&m, chain->now.time);
    dp_system system = {
        .count = m.count,
        .scale = scales(chain),
        .model = &m,
        .rates = dp_adaptive_rates,
        .targets = targets,
        .function_count = (int)(m.hi - m.lo) * SPOT_EVENTS + (int)chain->probe_count * PROBE_EVENTS,
        .function = dp_adaptive_function,
        .on_event = on_event,
        .on_step = on_step,
        .stops = def->stop != NULL ? stops : NULL,
        .first_step = first_step,
    };
    // the error of a pulse must not be averaged over a long chain at rest
    dp_solve_def solve = {.rtol = def->rtol / sqrt((double)m.count), .max_steps = def->max_steps};
    status = dp_solve_dop853(&system, &solve, y, stats, &chain->allocator, err);
    if (status != DP_OK || m.is_stopped) dp_adaptive_store(&m, y);
    return explain(&m, status, stats, err);
}
