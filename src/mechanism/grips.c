// Friction with tangential compliance in a run: the way slid is an unknown, the law's history
// belongs to the contact.
//
// A law answers for the straight way from its last commit, which is second order in the length of a
// step whatever the integrator. Two things keep that small. A step that was accepted is committed
// in parts along a smooth way between its ends, so that the history keeps an error that is smaller
// by their number squared; the force jumps by the rest. And the step is held so short that this
// jump is a small part of the force.

#include <float.h>
#include <math.h>
#include <string.h>

#include "mechanism/run.h"

// Parts of a step, even numbers: of one that is as long as the jump allows, and of one that is
// shorter for other reasons, as in gross sliding, where a change to stick must not be overlooked.
enum { FEW = 4, MANY = 16 };

// Jump of the force at a commit that is allowed, over the largest force, per rtol; a force that is
// no more than this part of the normal force counts as that.
static const double jump_per_rtol = 10.0, least_part = 1e-3;
// Below this no jump is looked for: mindlin-deresiewicz keeps its history no better. And no step is
// made shorter for it than this part of the time 1/omega of the contact.
static const double least_jump = 1e-8, least_step = 1e-4;
// Steps may grow by this from one to the next.
static const double most_growth = 4.0;

size_t dp_run_grips_size(const dp_mechanism *m) {
    return (size_t)m->grip_count * DP_GRIP_HISTORY_MAX;
}

void dp_run_place_grips(struct run *r, double *room) {
    for (int i = 0; i < r->m->pair_count; i++) {
        if (!r->pairs[i].has_grip) continue;
        r->contacts[i].grip = room;
        room += DP_GRIP_HISTORY_MAX;
    }
}

static int is_gripping(const struct run *r, int index) {
    return r->pairs[index].has_grip && r->contacts[index].mode == MODE_TOUCH;
}

static int grip_any(const struct run *r) {
    if (r->m->grip_count == 0) return 0;
    for (int i = 0; i < r->m->pair_count; i++)
        if (is_gripping(r, i)) return 1;
    return 0;
}

// What the law of a pair is asked for, at a placed workspace.
static dp_grip_state state_of_pair(const struct run *r, int index, const struct touch *t,
                                   double slide) {
    const struct pair *p = &r->pairs[index];
    const struct contact_state *c = &r->contacts[index];
    struct asked now = {
        .delta = t->delta, .rate = t->rate, .slip = t->slip, .z = slide, .grip = c->grip};
    dp_pair_ask(p, c->history, &c->stretch, &now);
    return dp_pair_grip(p, c->history, &c->stretch, &now);
}

static double way_of(const struct run *r, int index, const double *y) {
    return y[2 * r->n + r->pairs[index].bristle] - r->contacts[index].way;
}

// --- on the way from the last commits to a state ---

struct trip {
    const struct run *r;
    const double *to;
    double h;
};

static double cubic(double from, double rate_from, double to, double rate_to, double h,
                    double part) {
    double rest = 1.0 - part;
    return from + (to - from) * part * part * (3.0 - 2.0 * part) +
           h * part * rest * (rate_from * rest - rate_to * part);
}

// Places the workspace after a part of the trip.
static void place_part(const struct trip *trip, double part) {
    const struct run *r = trip->r;
    const int n = r->n;
    const double *from = r->from, *to = trip->to;
    struct workspace work = r->work;
    if (part >= 1.0) {
        dp_mechanism_place(r->m, to[r->active], to, to + n, &work);
        return;
    }
    double *q = r->between, *v = q + n, rest = 1.0 - part;
    for (int i = 0; i < n; i++) {
        double rate_from = from[n + i], rate_to = to[n + i];
        double mean = (to[i] - from[i]) / trip->h;
        q[i] = cubic(from[i], rate_from, to[i], rate_to, trip->h, part);
        v[i] = rate_from * rest * (1.0 - 3.0 * part) + rate_to * part * (3.0 * part - 2.0) +
               6.0 * mean * part * rest;
    }
    dp_mechanism_place(r->m, from[r->active] + part * trip->h, q, v, &work);
}

// The way a pair has slid after a part of the trip.
static double slide_part(const struct trip *trip, int index, double slip_to, double part) {
    double slip = trip->r->contacts[index].slip, whole = way_of(trip->r, index, trip->to);
    return part >= 1.0 ? whole : cubic(0.0, slip, whole, slip_to, trip->h, part);
}

static double slip_at_end(const struct trip *trip, int index) {
    struct touch t;
    place_part(trip, 1.0);
    dp_run_place_pair(trip->r, index, &trip->r->work, &t);
    return t.slip;
}

// Commits in the history; returns what slip has taken [J].
static double commit(struct run *r, int index, double *history, const dp_grip_state *state) {
    struct contact_state *c = &r->contacts[index];
    const dp_friction *law = &r->pairs[index].friction;
    dp_grip_response now = dp_grip_respond(law, history, state);
    // a state that is no number ends the run elsewhere
    if (dp_grip_commit(law, history, state) != DP_OK) return 0.0;
    c->most_grip = fmax(c->most_grip, fabs(now.force));
    c->most_push = fmax(c->most_push, state->normal);
    return now.friction;
}

// Places the workspace after a part of the trip as positions, speeds and accelerations at both ends
// have it.
static void place_smoothly(const struct trip *trip, const double *rate_from, const double *rate_to,
                           double part) {
    const struct run *r = trip->r;
    const int n = r->n;
    double *q = r->between, *v = q + n, h = trip->h, p = part;
    struct workspace work = r->work;
    for (int i = 0; i < n; i++) {
        double v0 = h * r->from[n + i], a0 = h * h * rate_from[n + i];
        double way = trip->to[i] - r->from[i] - v0 - 0.5 * a0;
        double faster = h * trip->to[n + i] - v0 - a0, bend = h * h * rate_to[n + i] - a0;
        double c3 = 10.0 * way - 4.0 * faster + 0.5 * bend;
        double c4 = -15.0 * way + 7.0 * faster - bend, c5 = 6.0 * way - 3.0 * faster + 0.5 * bend;
        q[i] = r->from[i] + p * (v0 + p * (0.5 * a0 + p * (c3 + p * (c4 + p * c5))));
        v[i] = (v0 + p * (a0 + p * (3.0 * c3 + p * (4.0 * c4 + p * 5.0 * c5)))) / h;
    }
    dp_mechanism_place(r->m, r->from[r->active] + part * h, q, v, &work);
}

// Ways slid in every part from the speeds at their ends; all together they are the whole way.
static void find_ways(const struct trip *trip, int index, const struct touch *t, int parts,
                      double *way) {
    double h = trip->h / (24.0 * parts), left = way_of(trip->r, index, trip->to);
    for (int i = 0; i < parts; i++) {
        const struct touch *at = t + i;
        if (i == 0)
            way[i] = 9.0 * at[0].slip + 19.0 * at[1].slip - 5.0 * at[2].slip + at[3].slip;
        else if (i == parts - 1)
            way[i] = at[-2].slip - 5.0 * at[-1].slip + 19.0 * at[0].slip + 9.0 * at[1].slip;
        else
            way[i] = 13.0 * (at[0].slip + at[1].slip) - at[-1].slip - at[2].slip;
        way[i] *= h;
        left -= way[i];
    }
    for (int i = 0; i < parts; i++)
        way[i] += left / parts;
}

static void commit_parts(struct run *r, int index, const struct touch *t, int parts,
                         const double *way) {
    struct contact_state *c = &r->contacts[index];
    double loss = 0.0, by_two = 0.0, aside[DP_GRIP_HISTORY_MAX];
    memcpy(aside, c->grip, sizeof aside);
    for (int i = 0; i < parts; i++) {
        dp_grip_state state = state_of_pair(r, index, &t[i + 1], way[i]);
        loss += commit(r, index, c->grip, &state);
        if (i % 2 == 0) continue;
        state.slide += way[i - 1];
        by_two += commit(r, index, aside, &state);
    }
    // second order in the length of a part: what half as many parts say tells the rest
    r->rubbed += loss + (loss - by_two) / 3.0;
}

static void commit_trip(struct run *r, const struct trip *trip, const double *rate_from,
                        const double *rate_to, int index) {
    struct contact_state *c = &r->contacts[index];
    struct touch t[MANY + 1];
    double way[MANY];
    int parts = r->pace[PACE_PARTS] == MANY ? MANY : FEW;
    for (int i = 0; i <= parts; i++) {
        if (i < parts)
            place_smoothly(trip, rate_from, rate_to, (double)i / parts);
        else
            place_part(trip, 1.0);
        dp_run_place_pair(r, index, &r->work, &t[i]);
    }
    find_ways(trip, index, t, parts, way);
    commit_parts(r, index, t, parts, way);
    c->slip = t[parts].slip;
    c->way = trip->to[2 * r->n + r->pairs[index].bristle];
}

void dp_run_commit_grips(struct run *r, const double *y) {
    if (r->m->grip_count == 0) return;
    const struct trip trip = {r, y, y[r->active] - r->from[r->active]};
    double *rate_from = r->ahead, *rate_to = r->ahead + r->count;
    if (trip.h > 0.0 && grip_any(r)) {
        dp_run_evaluate(r, r->from, rate_from);
        dp_run_evaluate(r, y, rate_to);
        for (int i = 0; i < r->m->pair_count; i++)
            if (is_gripping(r, i)) commit_trip(r, &trip, rate_from, rate_to, i);
    }
    dp_run_leave_from(r, y);
}

void dp_run_leave_from(struct run *r, const double *y) {
    if (r->m->grip_count > 0) memcpy(r->from, y, (size_t)r->count * sizeof *y);
}

// --- how long a step may be ---

// Jump of the force at the commit, over what is allowed.
static double jump_of(const struct trip *trip, int index, int parts) {
    const struct run *r = trip->r;
    const struct contact_state *c = &r->contacts[index];
    const dp_friction *law = &r->pairs[index].friction;
    double history[DP_GRIP_HISTORY_MAX], slip = slip_at_end(trip, index), slid = 0.0;
    dp_grip_state state;
    memcpy(history, c->grip, sizeof history);
    for (int i = 1; i <= parts; i++) {
        struct touch t;
        double part = (double)i / parts, way = slide_part(trip, index, slip, part);
        place_part(trip, part);
        dp_run_place_pair(r, index, &r->work, &t);
        state = state_of_pair(r, index, &t, way - slid);
        if (i < parts) dp_grip_commit(law, history, &state);
        slid = way;
    }
    double bent = dp_grip_respond(law, history, &state).force;
    dp_grip_commit(law, history, &state);
    state.slide = 0.0;
    double kept = dp_grip_respond(law, history, &state).force;
    state.slide = slid;
    double straight = dp_grip_respond(law, c->grip, &state).force;
    double size = fmax(c->most_grip, fabs(straight));
    size = fmax(size, least_part * fmax(c->most_push, state.normal));
    // a law may keep less than all it knows: no step is short enough for that
    double jump = fabs(bent - straight) - parts * fabs(kept - bent);
    if (jump <= 0.0 || trip->h * trip->h * state.stiffness < least_step * least_step * c->mass)
        return 0.0;
    return jump / (fmax(jump_per_rtol * r->def->rtol, least_jump) * size);
}

double dp_run_grips_stride(const struct run *r, const double *to) {
    if (!grip_any(r)) return 0.0;
    const struct trip trip = {r, to, to[r->active] - r->from[r->active]};
    double most = 0.0;
    int parts = trip.h < 0.9 * r->pace[PACE_STEP] ? MANY : FEW;
    for (int i = 0; i < r->m->pair_count; i++) {
        if (!is_gripping(r, i)) continue;
        double jump = jump_of(&trip, i, parts);
        if (!(jump <= most)) most = jump;
    }
    // it grows with the cube of the step
    double share = cbrt(most);
    double next = trip.h * (share * most_growth > 0.9 ? 0.9 / share : most_growth);
    r->pace[PACE_STEP] = next > 0.0 ? next : INFINITY;
    r->pace[PACE_PARTS] = parts;
    return share;
}

double dp_run_grips_limit(const void *model) {
    const struct run *r = (const struct run *)model;
    return grip_any(r) ? r->pace[PACE_STEP] : INFINITY;
}

// --- touch and separation ---

void dp_run_begin_grip(struct run *r, int index, const struct touch *t) {
    struct contact_state *c = &r->contacts[index];
    memset(c->grip, 0, DP_GRIP_HISTORY_MAX * sizeof *c->grip);
    c->way = c->most_grip = c->most_push = 0.0;
    c->slip = t->slip;
    c->heading = t->slip < 0.0 ? -1.0 : 1.0;
    r->pace[PACE_STEP] = INFINITY;
    // what is in touch from the beginning is not bent: all of a linear contact, what is pressed in
    dp_grip_state state = state_of_pair(r, index, t, 0.0);
    commit(r, index, c->grip, &state);
}

void dp_run_end_grip(struct run *r, int index) {
    const dp_grip_state apart = {0};
    r->rubbed += commit(r, index, r->contacts[index].grip, &apart);
    r->contacts[index].way = 0.0;
}

double dp_run_grip_stored(const struct run *r, int index, const double *y) {
    dp_grip_state state = state_of_pair(r, index, &r->work.touches[index], way_of(r, index, y));
    return dp_grip_respond(&r->pairs[index].friction, r->contacts[index].grip, &state).stored;
}
