// Contacts between events: on which stretch of its law each one stands. See adaptive.h.

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/error.h"
#include "chain/adaptive.h"
#include "contact/branch.h"
#include "kernels/touch.h"

// [N] What is left of a law that is asked just beside the touch.
static const double NO_FORCE = 1e-60;

static unsigned bit(int event) {
    return 1u << event;
}

static void mark_touch(const dp_chain *chain, const struct contact_group *run, size_t c,
                       double value) {
    if (run->watches) chain->touching[c] = value;
}

static double residual_of(const dp_chain *chain, const struct contact_group *run, size_t c) {
    double history[DP_HISTORY_MAX];
    chain_gather(chain, run->contact, c, history);
    double residual = dp_contact_residual(run->contact, history);
    return residual > 0.0 ? residual : 0.0;
}

// The stretch that begins at delta.
static void enter(dp_chain *chain, const struct contact_group *run, size_t c, double delta,
                  int is_loading) {
    struct chain_spot *spot = &chain->spot[c];
    double history[DP_HISTORY_MAX];
    chain_gather(chain, run->contact, c, history);
    const struct law_branch widest = {residual_of(chain, run, c), run->contact->limit};
    struct law_branch branch =
        dp_branch_of_contact(widest, run->contact, history, delta, is_loading);
    spot->low = branch.below;
    spot->high = branch.above;
    spot->armed = 0;
}

static void part(dp_chain *chain, const struct contact_group *run, size_t c) {
    chain->spot[c] = (struct chain_spot){
        .low = -INFINITY, .high = residual_of(chain, run, c), .mode = SPOT_APART};
    mark_touch(chain, run, c, 0.0);
}

static void touch(dp_chain *chain, const struct contact_group *run, size_t c, double speed) {
    double history[DP_HISTORY_MAX];
    dp_chain_follow(chain, run, c, speed);
    int asks = dp_contact_asks_speed(run->contact);
    if (asks) {
        chain_gather(chain, run->contact, c, history);
        dp_touch_begin(run->contact, history, speed);
        chain_scatter(chain, run->contact, c, history);
    }
    int is_slow = dp_chain_takes_floor(run->contact) && speed < run->contact->approach_floor;
    mark_touch(chain, run, c, is_slow ? SLOW : TOUCHING);
    chain->spot[c].mode = SPOT_PUSHES;
    enter(chain, run, c, residual_of(chain, run, c), 1);
}

// --- the largest closing speed ---

// Does the law keep it, and is the contact where it counts?
static int keeps_speed(const struct contact_group *run, const struct chain_spot *spot) {
    return run->contact->kernel->raise != NULL &&
           (spot->mode == SPOT_PUSHES || spot->mode == SPOT_SLACK);
}

static double rate_slope(const struct adaptive *m, const double *y, size_t c) {
    return dp_adaptive_acceleration(m, y, c) - dp_adaptive_acceleration(m, y, c + 1);
}

static double slope_noise(const struct adaptive *m) {
    return m->noise_speed * m->chain->scale_speed / m->chain->scale_delta;
}

static double kept_speed(const struct adaptive *m, const struct contact_group *run, size_t c) {
    double history[DP_HISTORY_MAX];
    chain_gather(m->chain, run->contact, c, history);
    return dp_contact_speed(run->contact, history);
}

static void keep_speed(const struct adaptive *m, const double *y, const struct contact_group *run,
                       size_t c) {
    double history[DP_HISTORY_MAX];
    chain_gather(m->chain, run->contact, c, history);
    run->contact->kernel->raise(run->contact->k, history, dp_adaptive_delta(m, y, c),
                                dp_adaptive_rate(m, y, c));
    chain_scatter(m->chain, run->contact, c, history);
}

// While the rate rises beyond all before it the damper is at its bound; where it turns back it is
// kept, and where it comes so far again the next rise begins.
static void change_rise(struct adaptive *m, const double *y, const struct contact_group *run,
                        size_t c) {
    struct chain_spot *spot = &m->chain->spot[c];
    keep_speed(m, y, run, c);
    spot->is_rising = !spot->is_rising;
    spot->armed &= ~bit(AT_SPEED);
}

static double speed_function(const struct adaptive *m, const double *y, size_t c) {
    const struct chain_spot *spot = &m->chain->spot[c];
    const struct contact_group *run = dp_chain_run_of(m->chain, c);
    if (!(spot->armed & bit(AT_SPEED)) || !keeps_speed(run, spot)) return 1.0;
    return spot->is_rising ? rate_slope(m, y, c)
                           : kept_speed(m, run, c) - dp_adaptive_rate(m, y, c);
}

// What no event saw: noise hides when a rise begins, and whether it has ended.
static void sync_speed(struct adaptive *m, const double *y, const struct contact_group *run,
                       size_t c) {
    struct chain_spot *spot = &m->chain->spot[c];
    if (!keeps_speed(run, spot)) return;
    double over = dp_adaptive_rate(m, y, c) - kept_speed(m, run, c);
    int changes = spot->is_rising ? rate_slope(m, y, c) < -slope_noise(m) : over > m->noise_speed;
    if (changes)
        change_rise(m, y, run, c);
    else if (spot->is_rising)
        keep_speed(m, y, run, c);
}

static void arm_speed(struct adaptive *m, const double *y, const struct contact_group *run,
                      size_t c) {
    struct chain_spot *spot = &m->chain->spot[c];
    if (!keeps_speed(run, spot)) return;
    double clear = spot->is_rising
                       ? rate_slope(m, y, c) / slope_noise(m)
                       : (kept_speed(m, run, c) - dp_adaptive_rate(m, y, c)) / m->noise_speed;
    if (clear > 1.0) spot->armed |= bit(AT_SPEED);
}

// --- changes of a contact ---

// May the force of this contact be held at zero?
static int is_held(const struct contact_group *run) {
    return !run->contact->kernel->is_static && run->contact->tension != DP_TENSION_ALLOW;
}

// The law asks for tension, or no longer does.
static void turn_slack(struct adaptive *m, const double *y, const struct contact_group *run,
                       size_t c, int is_slack) {
    dp_chain *chain = m->chain;
    struct chain_spot *spot = &chain->spot[c];
    spot->armed &= ~bit(AT_ZERO_FORCE);
    if (is_slack && run->watches && run->contact->tension == DP_TENSION_RELEASE) {
        chain->released[c] += dp_adaptive_spot(m, y, c).stored;
        *spot = (struct chain_spot){
            .low = residual_of(chain, run, c), .high = INFINITY, .mode = SPOT_RELEASED};
        mark_touch(chain, run, c, RELEASED);
        return;
    }
    if (is_slack && spot->mode != SPOT_SLACK) spot->held = dp_adaptive_spot(m, y, c).stored;
    if (!is_slack) m->chain->now.slack += dp_adaptive_slack(m, y, c);
    spot->mode = is_slack ? SPOT_SLACK : SPOT_PUSHES;
}

// Beyond an edge the law may ask for something quite different.
static void judge(struct adaptive *m, const double *y, const struct contact_group *run, size_t c) {
    if (!is_held(run)) return;
    turn_slack(m, y, run, c, dp_adaptive_spot(m, y, c).asked < 0.0);
}

// A contact turns back: history is written where loading ends, and the stretch is another one.
static void turn(struct adaptive *m, const double *y, const struct contact_group *run, size_t c) {
    dp_chain *chain = m->chain;
    struct chain_spot *spot = &chain->spot[c];
    double before[DP_HISTORY_MAX], history[DP_HISTORY_MAX], delta = dp_adaptive_delta(m, y, c);
    spot->armed &= ~bit(AT_TURN);
    int writes = run->contact->kernel->update != NULL &&
                 (spot->mode == SPOT_PUSHES || spot->mode == SPOT_SLACK) && delta > spot->low;
    if (!writes) return;
    chain_gather(chain, run->contact, c, before);
    memcpy(history, before, sizeof history);
    dp_contact_commit(run->contact, history, delta, 0.0);
    if (memcmp(history, before, sizeof history) == 0) return;
    chain_scatter(chain, run->contact, c, history);
    enter(chain, run, c, delta, 0);
}

static int leave_up(struct adaptive *m, const double *y, const struct contact_group *run,
                    size_t c) {
    dp_chain *chain = m->chain;
    struct chain_spot *spot = &chain->spot[c];
    if (spot->mode == SPOT_APART) {
        touch(chain, run, c, dp_adaptive_rate(m, y, c));
        spot->is_rising = keeps_speed(run, spot) && rate_slope(m, y, c) > 0.0;
        m->is_over = chain->refusal->status != DP_OK;
        if (m->is_over) dp_chain_refuse(chain, m->err);
        return !m->is_over;
    }
    if (spot->high >= run->contact->limit) {
        dp_blame(m->err,
                 dp_fail(m->err, DP_ERR_VALIDITY,
                         "%s holds up to an indentation of %g m, which contact %ld passes at %g s",
                         run->contact->law->name, run->contact->limit,
                         chain->first_number + (long)c, y[m->time]),
                 DP_SUBJECT_CONTACT, (long)c, NULL);
        m->is_over = 1;
        return 0;
    }
    enter(chain, run, c, spot->high, 1);
    judge(m, y, run, c);
    return 1;
}

static void leave_down(struct adaptive *m, const double *y, const struct contact_group *run,
                       size_t c) {
    dp_chain *chain = m->chain;
    struct chain_spot *spot = &chain->spot[c];
    if (spot->mode == SPOT_RELEASED || spot->low <= residual_of(chain, run, c)) {
        if (spot->mode == SPOT_SLACK) chain->now.slack += spot->held;
        part(chain, run, c);
        return;
    }
    enter(chain, run, c, spot->low, 0);
    judge(m, y, run, c);
}

// A stretch ended through this event, on which y stands. 0: the law does not hold beyond.
static int leave(struct adaptive *m, const double *y, size_t c, int event) {
    const struct contact_group *run = dp_chain_run_of(m->chain, c);
    struct chain_spot *spot = &m->chain->spot[c];
    switch (event) {
    case AT_HIGH:
        return leave_up(m, y, run, c);
    case AT_LOW:
        leave_down(m, y, run, c);
        return 1;
    case AT_TURN:
        turn(m, y, run, c);
        return 1;
    case AT_ZERO_FORCE:
        turn_slack(m, y, run, c, spot->mode == SPOT_PUSHES);
        return 1;
    case AT_SPEED:
        change_rise(m, y, run, c);
        return 1;
    default:
        spot->armed &= ~bit(event);
        return 1;
    }
}

// An armed edge is passed when it is reached, another one when it is passed by more than noise.
static int is_above(const struct adaptive *m, const struct chain_spot *spot, double delta) {
    return delta >= spot->high + (spot->armed & bit(AT_HIGH) ? 0.0 : m->noise_delta);
}

static int is_below(const struct adaptive *m, const struct chain_spot *spot, double delta) {
    return delta <= spot->low - (spot->armed & bit(AT_LOW) ? 0.0 : m->noise_delta);
}

static void sync(struct adaptive *m, const double *y, const struct contact_group *run, size_t c) {
    struct chain_spot *spot = &m->chain->spot[c];
    double delta = dp_adaptive_delta(m, y, c);
    for (int i = 0; i < 2 * DP_BREAKPOINT_MAX; i++) {
        if (is_above(m, spot, delta) && leave_up(m, y, run, c)) continue;
        if (!is_below(m, spot, delta)) break;
        leave_down(m, y, run, c);
    }
    if (spot->mode != SPOT_PUSHES && spot->mode != SPOT_SLACK) return;
    sync_speed(m, y, run, c);
    dp_chain_follow_faster(m->chain, run, c, dp_adaptive_delta(m, y, c), dp_adaptive_rate(m, y, c));
    if (run->watches) chain_note_rate(m->chain, c, dp_adaptive_rate(m, y, c));
    if (run->contact->kernel->update != NULL && !(spot->armed & bit(AT_TURN)) &&
        dp_adaptive_rate(m, y, c) < -m->noise_speed)
        turn(m, y, run, c);
    if (!is_held(run) || !(spot->armed & bit(AT_LOW))) return;
    double asked = dp_adaptive_spot(m, y, c).asked;
    int is_slack = spot->mode == SPOT_SLACK;
    if (is_slack ? asked > m->noise_force : asked < -m->noise_force)
        turn_slack(m, y, run, c, !is_slack);
}

void dp_adaptive_sync(struct adaptive *m, const double *y) {
    for (size_t c = m->lo; c < m->hi; c++)
        sync(m, y, dp_chain_run_of(m->chain, c), c);
}

void dp_adaptive_begin(struct adaptive *m, const double *y) {
    dp_chain *chain = m->chain;
    for (size_t c = m->lo; c < m->hi; c++) {
        const struct contact_group *run = dp_chain_run_of(chain, c);
        double delta = dp_adaptive_delta(m, y, c), residual = residual_of(chain, run, c);
        part(chain, run, c);  // a bar's end that nothing holds yet
        double rate = dp_adaptive_rate(m, y, c);
        if (delta < residual || (delta == residual && rate < 0.0)) continue;
        if (delta == residual) {
            touch(chain, run, c, rate);
        } else {
            mark_touch(chain, run, c, TOUCHING);
            chain->spot[c].mode = SPOT_PUSHES;
            enter(chain, run, c, delta, rate >= 0.0);
            judge(m, y, run, c);
        }
    }
}

// --- arming ---

// Must the turning points of this contact be landed on? Those of history write it, those near
// breakpoints must not hide a short visit beyond, some dampers act one way only, and the largest
// indentation is asked for.
static int must_turn(const struct adaptive *m, const struct contact_group *run,
                     const struct chain_spot *spot, double delta, double rate) {
    if (spot->mode == SPOT_APART) return rate > 0.0;
    if (spot->mode == SPOT_RELEASED) return 0;
    const dp_kernel *kernel = run->contact->kernel;
    return kernel->update != NULL || kernel->breakpoints != NULL || run->bends ||
           (rate > 0.0 && delta >= 0.9 * m->chain->now.tops.delta);
}

// Do steps alone look for peaks?
static bool is_calm(const struct adaptive *m, const double *y) {
    return y[m->time] < m->chain->now.calm_until;
}

static void arm_touching(struct adaptive *m, const double *y, const struct contact_group *run,
                         size_t c) {
    struct chain_spot *spot = &m->chain->spot[c];
    struct spot_view v = dp_adaptive_spot(m, y, c);
    spot->armed &= ~bit(AT_PEAK);
    if (!is_calm(m, y) && v.force > m->noise_force && v.force >= 0.9 * m->chain->now.tops.force &&
        dp_adaptive_force_rate(m, y, c) > m->noise_slope)
        spot->armed |= bit(AT_PEAK);
    if (!is_held(run) || spot->mode == SPOT_RELEASED) return;
    double sure = spot->mode == SPOT_PUSHES ? v.asked : -v.asked;
    if (sure > m->noise_force) spot->armed |= bit(AT_ZERO_FORCE);
}

static void arm(struct adaptive *m, const double *y, const struct contact_group *run, size_t c) {
    struct chain_spot *spot = &m->chain->spot[c];
    double delta = dp_adaptive_delta(m, y, c), rate = dp_adaptive_rate(m, y, c);
    if (delta < spot->high - m->noise_delta && isfinite(spot->high)) spot->armed |= bit(AT_HIGH);
    if (delta > spot->low + m->noise_delta && isfinite(spot->low)) spot->armed |= bit(AT_LOW);
    if (fabs(rate) > m->noise_speed) {
        int is_wanted = must_turn(m, run, spot, delta, rate);
        spot->armed = is_wanted ? spot->armed | bit(AT_TURN) : spot->armed & ~bit(AT_TURN);
    }
    arm_speed(m, y, run, c);
    if (spot->armed & bit(AT_LOW)) arm_touching(m, y, run, c);
}

static double probe_slope(const struct adaptive *m, const double *y, size_t p, int which) {
    const dp_chain_probe_def *def = &m->chain->probe[p];
    size_t c = def->index;
    if (def->is_contact)
        return which == 0 ? dp_adaptive_force_rate(m, y, c) : dp_adaptive_rate(m, y, c);
    if (which == 1) return dp_adaptive_acceleration(m, y, c + 1);
    double sum = 0.0;
    for (size_t i = c; i <= c + 1; i++)
        sum += i < m->lo || i >= m->hi ? 0.0 : dp_adaptive_force_rate(m, y, i);
    return 0.5 * sum;
}

// Push of a bar on the body glued to it; 0 where there is none.
static double bar_push(const struct adaptive *m, const double *y, int side, double velocity) {
    const struct chain_end *end = &m->chain->end[side];
    if (end->type != DP_END_BAR || !end->glued) return 0.0;
    double incident = m->wave[side] + m->wave_slope[side] * (y[m->time] - m->wave_time);
    return end->rest + end->sign * end->impedance * (2.0 * incident - velocity);
}

// What a probe sees: force, then velocity and displacement or indentation and rate.
static void probe_values(const struct adaptive *m, const double *y, size_t p, double out[3]) {
    const dp_chain *chain = m->chain;
    const dp_chain_probe_def *def = &chain->probe[p];
    size_t i = def->index;
    // contacts that are not there carry nothing
    int is_left = i >= m->lo && i < m->hi, is_right = i + 1 >= m->lo && i + 1 < m->hi;
    double left = is_left ? m->force[i] : 0.0, right = is_right ? m->force[i + 1] : 0.0;
    // a bar that the body is glued to counts as a contact
    double here = dp_adaptive_velocity(m, y, i + 1);
    if (i == 0) left += bar_push(m, y, 0, here);
    if (i + 1 == chain->count) right += bar_push(m, y, 1, here);
    out[0] = def->is_contact ? (is_left ? m->force[i] : 0.0) : 0.5 * (left + right);
    if (fabs(out[0]) < NO_FORCE) out[0] = 0.0;
    out[1] = out[2] = 0.0;
    if (!def->is_contact) {
        out[1] = dp_adaptive_velocity(m, y, i + 1);
        out[2] = dp_adaptive_place(m, y, i + 1);
    } else if (is_left) {
        out[1] = dp_adaptive_delta(m, y, i);
        out[2] = m->rate[i];
    }
}

void dp_adaptive_record(struct adaptive *m, const double *y) {
    dp_chain *chain = m->chain;
    struct chain_forces f;
    dp_adaptive_evaluate(m, y, &f);
    for (size_t p = 0; p < chain->probe_count; p++) {
        struct probe_state *s = &chain->probe_state[p];
        if (s->rows < chain->row_room)
            probe_values(m, y, p, chain->rows[p * chain->row_room + s->rows++]);
    }
}

// What counts as nothing in the slope of a probe's value.
static double probe_noise(const struct adaptive *m, size_t p, int which) {
    if (which == 0) return m->noise_slope;
    double pace = m->chain->scale_speed / m->chain->scale_delta;
    return m->chain->probe[p].is_contact ? m->noise_speed : m->noise_speed * pace;
}

// Only what may become the largest value of all is worth a landing.
static void arm_probe(struct adaptive *m, const double *y, size_t p) {
    struct probe_state *s = &m->chain->probe_state[p];
    double value[3];
    probe_values(m, y, p, value);
    s->armed = 0;
    for (int k = 0; k < PROBE_EVENTS && !is_calm(m, y); k++) {
        if (value[k] > 0.0 && value[k] >= 0.9 * s->peak[k] &&
            probe_slope(m, y, p, k) > probe_noise(m, p, k))
            s->armed |= bit(k);
    }
}

void dp_adaptive_arm(struct adaptive *m, const double *y) {
    for (size_t c = m->lo; c < m->hi; c++)
        arm(m, y, dp_chain_run_of(m->chain, c), c);
    for (size_t p = 0; p < m->chain->probe_count; p++)
        arm_probe(m, y, p);
}

void dp_adaptive_note(struct adaptive *m, const double *y) {
    dp_chain *chain = m->chain;
    struct chain_forces f;
    dp_adaptive_evaluate(m, y, &f);
    for (size_t c = m->lo; c < m->hi; c++) {
        struct chain_tops *tops = &chain->now.tops;
        double delta = dp_adaptive_delta(m, y, c);
        if (delta > tops->delta) tops->delta = delta;
        if (!(m->force[c] > tops->force)) continue;
        tops->force = m->force[c];
        tops->contact = c;
        tops->time = y[m->time];
    }
    for (size_t p = 0; p < chain->probe_count; p++) {
        struct probe_state *s = &chain->probe_state[p];
        double value[3];
        probe_values(m, y, p, value);
        for (int k = 0; k < PROBE_EVENTS; k++) {
            if (!(value[k] > s->peak[k])) continue;
            s->peak[k] = value[k];
            s->peak_time[k] = y[m->time];
        }
    }
}

// --- event functions ---

// A value that is zero but for rounding is zero: several functions may have the same root, as where
// a chain is symmetric, and none of them must seem to be beyond it when another one is.
static double rounded(double value, double zero) {
    return fabs(value) <= zero ? 0.0 : value;
}

static double zero_force(const struct adaptive *m, const double *y, size_t c) {
    const struct chain_spot *spot = &m->chain->spot[c];
    int is_ready = (spot->armed & bit(AT_LOW)) && is_held(dp_chain_run_of(m->chain, c));
    if (!is_ready || (spot->mode != SPOT_PUSHES && spot->mode != SPOT_SLACK)) return 1.0;
    double asked = dp_adaptive_spot(m, y, c).asked;
    double margin = spot->armed & bit(AT_ZERO_FORCE) ? 0.0 : m->noise_force;
    return rounded((spot->mode == SPOT_PUSHES ? asked : -asked) + margin, m->zero * m->noise_force);
}

// An event that is not armed yet lies further away by the noise, so that the contact is on its near
// side for certain: it may leave and come back within one step.
static double spot_function(const struct adaptive *m, const double *y, size_t c, int event) {
    const struct chain_spot *spot = &m->chain->spot[c];
    int is_armed = (spot->armed & bit(event)) != 0;
    double margin = is_armed ? 0.0 : m->noise_delta;
    switch (event) {
    case AT_HIGH:
        if (!isfinite(spot->high)) return 1.0;
        return rounded(spot->high - dp_adaptive_delta(m, y, c) + margin, m->zero * m->noise_delta);
    case AT_LOW:
        if (!isfinite(spot->low)) return 1.0;
        return rounded(dp_adaptive_delta(m, y, c) - spot->low + margin, m->zero * m->noise_delta);
    case AT_TURN:
        return is_armed ? rounded(dp_adaptive_rate(m, y, c), m->zero * m->noise_speed) : 1.0;
    case AT_ZERO_FORCE:
        return zero_force(m, y, c);
    case AT_SPEED:
        return speed_function(m, y, c);
    default:
        return is_armed ? rounded(dp_adaptive_force_rate(m, y, c), m->zero * m->noise_slope) : 1.0;
    }
}

static double probe_function(const struct adaptive *m, const double *y, size_t p, int k) {
    if (!(m->chain->probe_state[p].armed & bit(k))) return 1.0;
    return rounded(probe_slope(m, y, p, k), m->zero * probe_noise(m, p, k));
}

double dp_adaptive_function(const void *model, const double *y, int index) {
    const struct adaptive *m = (const struct adaptive *)model;
    int spots = (int)(m->hi - m->lo) * SPOT_EVENTS, rest = index - spots;
    if (rest < 0)
        return spot_function(m, y, m->lo + (size_t)(index / SPOT_EVENTS), index % SPOT_EVENTS);
    return probe_function(m, y, (size_t)(rest / PROBE_EVENTS), rest % PROBE_EVENTS);
}

int dp_adaptive_events(struct adaptive *m, const double *y, int index) {
    dp_chain *chain = m->chain;
    for (size_t c = m->lo; c < m->hi; c++) {
        for (int event = 0; event < SPOT_EVENTS; event++) {
            int is_this = index == (int)(c - m->lo) * SPOT_EVENTS + event;
            if (!is_this && spot_function(m, y, c, event) != 0.0) continue;
            int touches = chain->spot[c].mode == SPOT_APART && event == AT_HIGH;
            if (!leave(m, y, c, event)) return 0;
            if (!touches) continue;
            chain->now.h *= 0.1;
            break;
        }
    }
    return 1;
}
