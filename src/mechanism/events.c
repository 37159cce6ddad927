// Touch and separation, and what else happens to a pair of surfaces.

#include <math.h>

#include "base/error.h"
#include "contact/branch.h"
#include "kernels/touch.h"
#include "mechanism/run.h"

static const double two_pi = 6.283185307179586477;

// --- event functions ---

static double raw_force(const struct pair *p, const struct contact_state *c,
                        const struct touch *t) {
    dp_response r = dp_pair_respond(p, c->history, &c->stretch, t->delta, t->rate);
    return r.spring + r.damper;
}

static double release_value(const struct pair *p, const struct contact_state *c,
                            const struct touch *t) {
    if (c->mode == MODE_RELEASED) return -t->rate;
    if (p->contact.tension != DP_TENSION_RELEASE || t->rate >= 0.0) return 1.0;
    // at the very end both parts of the force vanish; the separation is seen anyway
    return t->delta > 0.0 ? raw_force(p, c, t) : 1.0;
}

// The speed that a law keeps (approach: largest) and comes to again. A hair above it, so that the
// event does not repeat itself.
static double speed_value(const struct pair *p, const struct contact_state *c,
                          const struct touch *t) {
    if (c->mode != MODE_TOUCH || p->contact.kernel->raise == NULL) return 1.0;
    return dp_contact_speed(&p->contact, c->history) * (1.0 + 1e-12) - t->rate;
}

// Force over the sum of its parts: positive until the policy has to hold it at its floor, or until
// it has not to any longer.
static double clip_value(const struct pair *p, const struct contact_state *c,
                         const struct touch *t) {
    if (!(p->contact.floor > -1e300)) return 1.0;
    dp_response r = dp_pair_respond(p, c->history, &c->stretch, t->delta, t->rate);
    double above = r.spring + r.damper - p->contact.floor, size = fabs(r.spring) + fabs(r.damper);
    if (size == 0.0) return 1.0;
    return c->stretch.clips ? -above / size : above / size;
}

// While a rate rises beyond all before it, its slope says where it is largest: the difference over
// a moment in which the motion hardly changes.
static void find_slopes(const struct run *r, const double *y, double *value) {
    const dp_mechanism *m = r->m;
    double *dy = r->ahead, *later = r->ahead + r->count;
    struct workspace work = r->work;
    for (int i = 0; i < m->pair_count; i++) {
        const struct contact_state *c = &r->contacts[i];
        struct touch now, then;
        if (c->mode != MODE_TOUCH || !c->is_rising) continue;
        dp_mechanism_place(m, y[r->active], y, y + r->n, &work);
        dp_run_place_pair(r, i, &work, &now);
        const dp_contact *contact = &r->pairs[i].contact;
        double stiffness = dp_contact_respond(contact, c->history, now.delta, 0.0).dforce_ddelta;
        double h = stiffness > 0.0 ? 1e-5 * sqrt(c->mass / stiffness) : 1e-8;
        dp_run_evaluate(r, y, dy);
        for (int k = 0; k < 2 * r->n; k++)
            later[k] = y[k] + h * dy[k];
        dp_mechanism_place(m, y[r->active] + h, later, later + r->n, &work);
        dp_run_place_pair(r, i, &work, &then);
        value[EVENTS_PER_PAIR * i + EVENT_SPEED] = (then.rate - now.rate) / h;
    }
}

void dp_run_events(const void *model, const double *y, double *value, double *rate) {
    const struct run *r = (const struct run *)model;
    const dp_mechanism *m = r->m;
    struct workspace work = r->work;
    double *first = value;
    int rising = 0;
    dp_mechanism_place(m, y[r->active], y, y + r->n, &work);
    for (int i = 0; i < m->pair_count; i++, value += EVENTS_PER_PAIR, rate += EVENTS_PER_PAIR) {
        const struct pair *p = &r->pairs[i];
        const struct contact_state *c = &r->contacts[i];
        struct touch t;
        dp_run_place_pair(r, i, &work, &t);
        int is_apart = c->mode == MODE_FREE || c->mode == MODE_HOLLOW;
        int touches = c->mode == MODE_TOUCH;
        double sign = is_apart ? -1.0 : 1.0,
               level = c->mode == MODE_FREE ? 0.0 : dp_run_level(r, i);
        value[EVENT_SIDE] = sign * (t.delta - level);
        rate[EVENT_SIDE] = sign * t.rate;
        value[EVENT_RELEASE] = is_apart ? 1.0 : release_value(p, c, &t);
        int turns = p->has_history || p->has_grip;
        value[EVENT_TURN] = touches && turns ? c->side * t.rate : 1.0;
        value[EVENT_BACK] = touches && p->has_grip ? c->heading * t.slip : 1.0;
        value[EVENT_MARK] = 1.0;
        if (touches && c->stretch.above < 1e300) {
            double up = c->stretch.above - t.delta, down = t.delta - c->stretch.below;
            // the ground of its dent is where the contact ends
            if (level > 0.0 && c->stretch.below == level) down = up;
            value[EVENT_MARK] = up < down ? up : down;
        }
        int may_jam = p->deepest < 1e300 && !r->def->allows_deep;
        value[EVENT_DEEP] = may_jam ? p->deepest - t.delta : 1.0;
        value[EVENT_SPEED] = speed_value(p, c, &t);
        rising |= touches && c->is_rising;
        rate[EVENT_RELEASE] = rate[EVENT_TURN] = rate[EVENT_MARK] = rate[EVENT_BACK] = NAN;
        rate[EVENT_DEEP] = rate[EVENT_SPEED] = rate[EVENT_SLIP] = rate[EVENT_CLIP] = NAN;
        double faster = c->stretch.slip_above - t.slip, slower = t.slip - c->stretch.slip_below;
        value[EVENT_SLIP] = !touches ? 1.0 : faster < slower ? faster : slower;
        value[EVENT_CLIP] = touches ? clip_value(p, c, &t) : 1.0;
        // back out of the hollow of a dent
        if (c->mode == MODE_HOLLOW) {
            value[EVENT_MARK] = t.delta + c->offset;
            rate[EVENT_MARK] = t.rate;
            if (c->kept != NULL || p->forgets) value[EVENT_TURN] = c->side * t.rate;
        }
    }
    if (rising) find_slopes(r, y, first);
}

// --- what they do ---

// Where a force that does not lie on the curve would have to be held at a jump, a contact swings
// across it ever more quickly. Once it has come back this often without leaving a thousandth of the
// indentation, the jump is spread over that width until the contact ends.
enum { RETURNS = 8 };
static const double spread_width = 1e-3;

// All indentations at which the law changes its form; at most MARKS.
enum { MARKS = DP_BREAKPOINT_MAX + 2 };
static int list_marks(const struct pair *p, const struct contact_state *c, double out[MARKS]) {
    dp_breakpoint marks[DP_BREAKPOINT_MAX];
    int count = dp_contact_breakpoints(&p->contact, c->history, marks), used = 0;
    double dent = dp_contact_residual(&p->contact, c->history);
    for (int i = 0; i < count; i++) {
        double at = marks[i].delta;
        int spread = c->jump > 0.0 && at == c->jump;
        out[used++] = spread ? at * (1.0 - 0.5 * spread_width) : at;
        if (spread) out[used++] = at * (1.0 + 0.5 * spread_width);
    }
    if (dent > 0.0 && used < MARKS) out[used++] = dent;
    return used;
}

// The stretch around the present indentation.
static void find_stretch(const struct pair *p, struct contact_state *c, double delta, double rate,
                         double noise) {
    double marks[MARKS];
    int count = list_marks(p, c, marks);
    const struct law_branch widest = {-INFINITY, INFINITY};
    struct law_branch branch = dp_branch_find(widest, marks, count, delta, rate > 0.0, noise);
    struct stretch *s = &c->stretch;
    s->below = branch.below;
    s->above = branch.above;
    s->spread = c->jump > 0.0 && s->below < c->jump && c->jump < s->above;
    if (count > 0 && isinf(s->above)) s->above = 1e299;
}

// The stretch around a sliding speed on which friction has no kink.
static void find_slip(const struct pair *p, struct contact_state *c, double slip) {
    double speed[DP_FRICTION_KINK_MAX], below = -INFINITY, above = INFINITY;
    const dp_friction_law *law = p->friction.law;
    int count = p->has_friction && law->kinks != NULL ? law->kinks(p->friction.k, speed) : 0;
    for (int i = 0; i < 2 * count; i++) {
        double at = i < count ? speed[i] : -speed[i - count];
        if (at <= slip) below = fmax(below, at);
        if (at > slip) above = fmin(above, at);
    }
    c->stretch.slip_below = below;
    c->stretch.slip_above = above;
}

// Onto the next stretch of sliding speeds, over its nearer end.
static dp_event_action change_slip(const struct pair *p, struct contact_state *c, double slip) {
    double below = c->stretch.slip_below, above = c->stretch.slip_above;
    if (above - slip < slip - below)
        find_slip(p, c, above);
    else
        find_slip(p, c, nextafter(below, -INFINITY));
    return DP_EVENT_CONTINUE;
}

static double mark_noise(const struct run *r, int index) {
    return r->noise[EVENTS_PER_PAIR * index + EVENT_MARK];
}

static int begin_contact(struct run *r, int index, const struct touch *t, double now,
                         double speed) {
    const struct pair *p = &r->pairs[index];
    struct contact_state *c = &r->contacts[index];
    c->mode = MODE_TOUCH;
    c->since = c->from_zero = now;
    c->speed = speed;
    c->side = 1.0;
    c->jump = c->mark = 0.0;
    c->slides = c->is_rising = 0;
    c->mass = dp_pair_mass(r->m, &r->work, p, t, r->pair_room);
    if (!dp_run_prepare_pair(r, index, now, speed)) return 0;
    dp_touch_begin(&p->contact, c->history, speed);
    dp_extremes_begin(&c->force);
    dp_extremes_begin(&c->depth);
    if (dp_run_peak(r, index) != NULL) dp_run_peak(r, index)[0] = NAN;
    find_stretch(p, c, t->delta > 0.0 ? t->delta : 0.0, 1.0, mark_noise(r, index));
    find_slip(p, c, t->slip);
    c->stretch.clips = raw_force(p, c, t) < p->contact.floor;
    if (p->has_grip) dp_run_begin_grip(r, index, t);
    r->touching++;
    return 1;
}

// Part of [from, to] that lies in the window.
static double in_window(const struct run *r, double from, double to) {
    double begin = from > r->def->skip ? from : r->def->skip;
    return to > begin ? to - begin : 0.0;
}

// `away`: rate at which the surfaces part; NaN: the contact outlasts the run.
static void end_contact(struct run *r, int index, double now, double away) {
    struct contact_state *c = &r->contacts[index];
    int lasts = isnan(away);
    const double *peak = dp_run_peak(r, index);
    dp_run_keep_history(c);
    if (peak != NULL && !isnan(peak[0])) r->def->contact_row(r->def->user, peak[0], peak + 1);
    if (r->pairs[index].has_grip && !lasts) dp_run_end_grip(r, index);
    c->slid += c->slides;
    double period = 0.0, share = in_window(r, c->since, now);
    if (c->force.max > 0.0) period = two_pi * sqrt(c->depth.max * c->mass / c->force.max);
    c->touching += share;
    if (!lasts && now - c->since < DP_IMPACT_PERIODS * period) c->impacting += share;
    r->touching--;
    // what touched from the start was no impact
    if (c->since == 0.0) return;
    dp_mechanism_impact impact = {.pair = index,
                                  .time = c->since,
                                  .approach_speed = c->speed,
                                  .duration = lasts ? INFINITY : now - c->since,
                                  .max_force = c->force.max > 0.0 ? c->force.max : 0.0,
                                  .max_indentation = c->depth.max > 0.0 ? c->depth.max : 0.0,
                                  .restitution_asked = r->pairs[index].contact.restitution,
                                  .period = period,
                                  .mass = c->mass,
                                  .separation_speed = away};
    size_t place = r->result->impact_count++;
    if (place < r->def->impact_room) r->def->impacts[place] = impact;
    if (r->def->impact != NULL) r->def->impact(r->def->user, &impact);
}

void dp_run_close_contacts(struct run *r, double t) {
    for (int i = 0; i < r->m->pair_count; i++)
        if (r->contacts[i].mode == MODE_TOUCH) end_contact(r, i, t, NAN);
}

static void count_touch(struct run *r, struct contact_state *c, double now, double speed) {
    if (c->impacts_in_all++ == 0) {
        c->first_time = now;
        c->first_speed = speed;
    }
    if (now >= r->def->skip) c->impacts++;
}

static double stored(const struct run *r, int index, const struct touch *t) {
    const struct contact_state *c = &r->contacts[index];
    return dp_pair_stored(&r->pairs[index], c->history, &c->stretch, t);
}

// Apart from each other, or in the hollow of a dent: does a touch begin?
static dp_event_action close_up(struct run *r, int index, struct touch *t, double *y) {
    struct contact_state *c = &r->contacts[index];
    if (dp_run_meet(r, index, t)) {
        c->mode = MODE_HOLLOW;
        c->side = 1.0;
        return DP_EVENT_CONTINUE;
    }
    count_touch(r, c, y[r->active], t->rate);
    int begins = begin_contact(r, index, t, y[r->active], t->rate);
    return begins ? DP_EVENT_RESTART : DP_EVENT_ABORT;
}

static dp_event_action change_side(struct run *r, int index, struct touch *t, double *y) {
    const struct pair *p = &r->pairs[index];
    struct contact_state *c = &r->contacts[index];
    dp_event_action verdict = DP_EVENT_RESTART;
    if (c->mode == MODE_FREE || c->mode == MODE_HOLLOW) {
        verdict = close_up(r, index, t, y);
    } else {
        if (c->mode == MODE_TOUCH) end_contact(r, index, y[r->active], -t->rate);
        int is_dented = dp_run_level(r, index) + c->offset > 0.0;
        c->mode = is_dented ? MODE_HOLLOW : MODE_FREE;
        c->side = -1.0;
    }
    if (p->bristle >= 0) y[2 * r->n + p->bristle] = 0.0;
    return verdict;
}

// The journal turns back in the hollow of a dent.
static dp_event_action turn_in_hollow(struct run *r, int index, struct touch *t, double *y) {
    struct contact_state *c = &r->contacts[index];
    c->side = -c->side;
    return c->side > 0.0 ? close_up(r, index, t, y) : DP_EVENT_CONTINUE;
}

static dp_event_action release(struct run *r, int index, const struct touch *t, double *y) {
    struct contact_state *c = &r->contacts[index];
    double now = y[r->active];
    if (c->mode == MODE_TOUCH) {
        r->released += stored(r, index, t);
        end_contact(r, index, now, -t->rate);
        c->mode = MODE_RELEASED;
        if (r->pairs[index].has_grip) y[2 * r->n + r->pairs[index].bristle] = 0.0;
        return DP_EVENT_RESTART;
    }
    // pressed on again before the surfaces were apart: a new contact that begins inside
    double held = stored(r, index, t);
    if (!begin_contact(r, index, t, now, 0.0)) return DP_EVENT_ABORT;
    // with other constants it may hold something else there
    const struct pair *base = &r->m->pairs[index];
    int is_new = base->feels_mass || dp_contact_follows(&base->contact);
    r->released -= is_new ? stored(r, index, t) : held;
    return DP_EVENT_RESTART;
}

// Does the contact swing across this mark within the width of a spread jump? Between two passages
// at this rate it went as far as a quarter of rate times time.
static int swings(struct contact_state *c, double at, double rate, double now) {
    double way = 0.25 * fabs(rate) * (now - c->mark_time);
    int near = at == c->mark && way < 0.5 * spread_width * at;
    c->returns = near ? c->returns + 1 : 0;
    c->mark = at;
    c->mark_time = now;
    return c->returns >= RETURNS;
}

static dp_event_action pass_mark(struct run *r, int index, const struct touch *t, double *y) {
    const struct pair *p = &r->pairs[index];
    struct contact_state *c = &r->contacts[index];
    if (c->mode == MODE_HOLLOW) {
        c->mode = MODE_FREE;
        c->offset = 0.0;
        return DP_EVENT_CONTINUE;
    }
    dp_breakpoint marks[DP_BREAKPOINT_MAX];
    int count = dp_contact_breakpoints(&p->contact, c->history, marks);
    double at = t->rate > 0.0 ? c->stretch.above : c->stretch.below;
    for (int i = 0; i < count; i++) {
        if (marks[i].delta != at) continue;
        if (t->rate > 0.0 && r->works >= 0) y[r->works + WORK_PLASTIC] += marks[i].loss;
        if (marks[i].kind == DP_BREAKPOINT_JUMP && swings(c, at, t->rate, y[r->active]))
            c->jump = at;
    }
    if (p->has_history) dp_contact_commit(&p->contact, c->history, t->delta, t->rate);
    double held = stored(r, index, t);
    find_stretch(p, c, t->delta, t->rate, mark_noise(r, index));
    // a jump that is spread from now on holds a little more
    if (c->stretch.spread) r->released -= stored(r, index, t) - held;
    if (!(t->rate > 0.0 && c->stretch.below == dp_contact_residual(&p->contact, c->history)))
        return DP_EVENT_CONTINUE;
    c->from_zero = y[r->active];
    return DP_EVENT_RESTART;
}

// The rate begins to exceed all before it, or has just been the largest, which is kept.
static dp_event_action change_rise(struct run *r, int index, const struct touch *t, double now) {
    struct contact_state *c = &r->contacts[index];
    struct pair *p = &r->pairs[index];
    p->contact.kernel->raise(p->contact.k, c->history, t->delta, t->rate);
    c->is_rising = !c->is_rising;
    int follows = dp_contact_follows(&r->m->pairs[index].contact) && !p->has_history;
    if (!follows) return DP_EVENT_RESTART;
    double speed = dp_contact_speed(&p->contact, c->history);
    if (!dp_run_prepare_pair(r, index, now, speed)) return DP_EVENT_ABORT;
    dp_touch_begin(&p->contact, c->history, speed);
    return DP_EVENT_RESTART;
}

// Events that follow each other without any time between them would never end.
static int chatters(struct run *r, struct contact_state *c, double now) {
    double pause = now - c->last_event;
    c->last_event = now;
    c->stuck = pause > 4e-16 * fabs(now) ? 0 : c->stuck + 1;
    (void)r;
    return c->stuck > 40;
}

// What an indentation may not be beyond.
static const char *depth_of(const struct pair *p) {
    if (p->joint < 0) return p->kind == PAIR_PLANE ? "radius" : "smaller radius";
    return p->kind == PAIR_BEARING ? "journal's radius" : "block's height";
}

// No law means an indentation as deep as the body itself: a contact that belongs to no joint.
static dp_event_action sink(struct run *r, const struct pair *p, double now) {
    dp_pair_blame(r->m, (int)(p - r->pairs), r->err,
                  dp_fail(r->err, DP_ERR_NUMERIC,
                          "%s is pressed in by %.4g m at t = %.9g s, the whole of its %s; check "
                          "the stiffness (the "
                          "units of young, modulus and radii), the masses and the loads",
                          p->name, p->deepest, now, depth_of(p)));
    r->failed = 1;
    return DP_EVENT_ABORT;
}

// The same of a joint: the linkage jams.
static dp_event_action jam(struct run *r, const struct pair *p, double now) {
    char where[200];
    dp_mechanism_say_drive(r->m, now, &r->work, where, sizeof where);
    dp_pair_blame(
        r->m, (int)(p - r->pairs), r->err,
        dp_fail(
            r->err, DP_ERR_NUMERIC,
            "the linkage jams at t = %.9g s%s%s: in joint %s the %s is pressed in by %.4g m, its "
            "whole %s; check the lengths of the bodies around that loop, and the unit of young",
            now, where[0] != '\0' ? ", with " : "", where, p->name,
            p->kind == PAIR_BEARING ? "journal" : "block", p->deepest,
            p->kind == PAIR_BEARING ? "radius" : "height"));
    r->failed = 1;
    return DP_EVENT_ABORT;
}

static dp_event_action happen(struct run *r, double *y, int id) {
    int index = id / EVENTS_PER_PAIR;
    const struct pair *p = &r->pairs[index];
    struct contact_state *c = &r->contacts[index];
    struct touch t;
    if (chatters(r, c, y[r->active])) {
        dp_pair_blame(
            r->m, index, r->err,
            dp_fail(r->err, DP_ERR_NUMERIC,
                    "%s touches and parts without end at t = %.9g s; its law gives no motion there "
                    "(try another tension policy, or a larger approach_floor)",
                    p->name, y[r->active]));
        r->failed = 1;
        return DP_EVENT_ABORT;
    }
    dp_run_commit_grips(r, y);
    dp_run_evaluate(r, y, r->scratch);
    dp_run_place_pair(r, index, &r->work, &t);
    r->seen_end = 0;
    switch (id % EVENTS_PER_PAIR) {
    case EVENT_SIDE:
        return change_side(r, index, &t, y);
    case EVENT_RELEASE:
        return release(r, index, &t, y);
    case EVENT_TURN:
        if (c->mode == MODE_HOLLOW) return turn_in_hollow(r, index, &t, y);
        // at rest, whatever the last bit says
        if (p->has_history) dp_contact_commit(&p->contact, c->history, t.delta, 0.0);
        c->side = -c->side;
        find_stretch(p, c, t.delta, c->side, mark_noise(r, index));
        return DP_EVENT_CONTINUE;
    case EVENT_DEEP:
        return p->joint < 0 ? sink(r, p, y[r->active]) : jam(r, p, y[r->active]);
    case EVENT_BACK:
        c->heading = -c->heading;
        return DP_EVENT_CONTINUE;
    case EVENT_SLIP:
        return change_slip(p, c, t.slip);
    case EVENT_CLIP:
        c->stretch.clips = !c->stretch.clips;
        return DP_EVENT_CONTINUE;
    case EVENT_SPEED:
        return change_rise(r, index, &t, y[r->active]);
    default:
        return pass_mark(r, index, &t, y);
    }
}

dp_event_action dp_run_on_event(void *model, double *y, int id) {
    struct run *r = (struct run *)model;
    const dp_mechanism_run_def *def = r->def;
    const struct contact_state *c = &r->contacts[id / EVENTS_PER_PAIR];
    int kind = id % EVENTS_PER_PAIR, touched = c->mode == MODE_TOUCH;
    int may_end = kind == EVENT_SIDE || kind == EVENT_RELEASE;
    if (def->contact_row != NULL && touched && may_end) dp_run_fill_row(r, y, r->values);
    dp_event_action verdict = happen(r, y, id);
    int touches = c->mode == MODE_TOUCH;
    if (def->contact_row != NULL && touches != touched) {
        if (touches) dp_run_fill_row(r, y, r->values);
        def->contact_row(def->user, y[r->active], r->values);
    }
    dp_run_leave_from(r, y);
    return verdict;
}

static dp_status refuse_deep(struct run *r, int index, double depth) {
    const struct pair *p = &r->pairs[index];
    r->failed = 1;
    dp_fail(r->err, DP_ERR_RANGE,
            "%s starts %.4g m deep, beyond its %s of %.4g m; move the bodies apart or turn the "
            "normal, and check the units of the radii",
            p->name, depth, depth_of(p), p->deepest);
    dp_blame_value(r->err, DP_ERR_RANGE, depth, 0.0, p->deepest);
    return dp_pair_blame(r->m, index, r->err, DP_ERR_RANGE);
}

dp_status dp_run_open_contacts(struct run *r, const double *y) {
    dp_status status = dp_run_evaluate(r, y, r->scratch);
    for (int i = 0; i < r->m->pair_count; i++) {
        struct contact_state *c = &r->contacts[i];
        struct touch t;
        dp_pair_place(r->m, &r->pairs[i], &r->work, &t);
        dp_contact_reset(c->history);
        c->first_time = c->first_speed = NAN;
        c->last_event = -1.0;
        dp_extremes_begin(&c->window_force);
        dp_extremes_begin(&c->window_depth);
        c->mode = MODE_FREE;
        // before its first touch, when nothing asks for its force, any restitution will do
        const struct pair *base = &r->m->pairs[i];
        c->law_speed = 0.0;
        c->law_mass = base->feels_mass ? base->contact.recipe.pair.mass : 1.0;
        dp_pair_prepare(base, c->law_speed, c->law_mass, &r->pairs[i].contact, NULL);
        if (!(t.delta > 0.0)) continue;
        if (!r->def->allows_deep && t.delta > r->pairs[i].deepest)
            return refuse_deep(r, i, t.delta);
        dp_run_meet(r, i, &t);
        if (!begin_contact(r, i, &t, 0.0, t.rate)) return DP_ERR_NUMERIC;
    }
    return status;
}
