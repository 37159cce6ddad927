// Rates of a run at one instant; lanes.c does several at once.

#include <math.h>
#include <string.h>

#include "mechanism/instant.h"
#include "mechanism/run.h"

#include "mechanism/evaluate.h"
#include "mechanism/tangents.h"

void dp_run_push(const struct run *r, const double *y) {
    struct workspace work = r->work;
    struct power power;
    push_all(r, y, 1, work.states, work.touches, &power, r->scratch);
}

static void evaluate_at(const struct run *r, const double *y, double *dy) {
    const dp_mechanism *m = r->m;
    struct workspace work = r->work;
    struct power power;
    push_all(r, y, 1, work.states, work.touches, &power, dy);
    factor_links(m, work.states);
    solve_links(m, work.states);
    *work.rank = (struct loop_rank){.least = 1.0};
    if (m->independent_count > 0) dp_loops_close(m, &work);
    write_rates(r, y, work.states, dy);
    write_integrals(r, 1, work.states, work.touches, &power, dy);
}

// --- singular positions ---

// In a singular position the loops hold the motion only through where it comes from and where it
// goes: speeds are continuous, so that its branch is the one whose tangent they are. Rates there
// are those of both sides, on that branch: means over two moments, extrapolated to none, so that
// what is neglected grows with the fourth power of the moment. So they are already where less than
// this part of a row is its own: nearer, rounding is magnified to more than that.
static const double across_part = 1e-6;

// Way in such a moment, as an angle or a part of the size, and drivers change no speed by more. The
// rows must hold the motion this well there, and better than where it is; see least_part in
// loops.c.
static const double way_aside = 5e-3, held_part = 1e-8, held_better = 2.0;
// Half way between both sides the loops are closed but for this part of the size, or the motion
// only comes near a singular position. What a smooth branch is off there grows with the fourth
// power of the way, too: half of it leaves 1e-11.
static const double largest_miss = 5e-10, way_of_miss = 0.5;
// Speeds that are those of no branch change more than this, as a part, on the way to one.
static const double largest_jump = 0.1;

// Moment in which the links go that way; 0: they stand still. Where a free coordinate is a moment
// later only chooses a point of the branch, whatever its acceleration; a driven one must be on its
// way there.
static double find_moment(const struct run *r, const double *y) {
    const dp_mechanism *m = r->m;
    struct workspace work = r->work_aside;
    double speed = 0.0, change = 0.0;
    dp_mechanism_place(m, y[r->active], y, y + r->n, &work);
    for (int i = 0; i < m->link_count; i++) {
        const struct link_state *n = &work.states[i];
        speed = fmax(speed, fmax(fabs(n->w), hypot(n->vx, n->vy) / m->size));
    }
    for (int i = 0; i < m->driver_count; i++) {
        const struct driver *d = &m->drivers[i];
        int turns = m->links[d->link].kind == LINK_PIN || d->slot == 2;
        double at[3];
        dp_curve_at(&d->curve, y[r->active], at);
        change = fmax(change, fabs(at[2]) / (turns ? 1.0 : m->size));
    }
    return speed > 0.0 ? way_aside * fmin(1.0 / speed, speed / change) : 0.0;
}

// The state a moment later, on the branch that the speeds belong to. 0: the loops do not hold there
// either.
static int go_aside(const struct run *r, const double *y, double own, double moment, double *out) {
    struct workspace work = r->work_aside;
    struct projection done;
    memcpy(out, y, (size_t)r->count * sizeof *y);
    for (int i = 0; i < r->n; i++)
        out[i] += moment * y[r->n + i];
    out[r->active] += moment;
    if (dp_mechanism_project(r->m, out[r->active], out, out + r->n, 0.0, &work, &done) != DP_OK)
        return 0;
    return work.rank->lost == 0 && work.rank->least > fmax(held_part, held_better * own) &&
           done.jump < largest_jump;
}

static const double parts[] = {-2.0, 2.0, -1.0, 1.0};
static const double weights[] = {-1.0 / 6.0, -1.0 / 6.0, 4.0 / 6.0, 4.0 / 6.0};

// How far the loops are open where a branch through both sides would pass; NaN: that cannot be
// told.
static double find_miss(const struct run *r, const double *y, double own, double moment) {
    double *beside = r->aside, *mean = r->aside + r->count, t = y[r->active];
    struct workspace work = r->work_aside;
    memset(mean, 0, (size_t)r->n * sizeof *mean);
    for (int k = 0; k < 4; k++) {
        if (!(moment > 0.0) || !go_aside(r, y, own, parts[k] * way_of_miss * moment, beside))
            return NAN;
        for (int i = 0; i < r->n; i++)
            mean[i] += weights[k] * beside[i];
    }
    return dp_loops_gap(r->m, t, mean, y + r->n, &work);
}

int dp_run_misses(const struct run *r, const double *y) {
    evaluate_at(r, y, r->aside);
    return find_miss(r, y, 0.0, find_moment(r, y)) > largest_miss;
}

// own: the least part that a row has of its own at y. 0: the branch cannot be told, or there is no
// other.
static int evaluate_across(const struct run *r, const double *y, double own, double *dy) {
    const dp_mechanism *m = r->m;
    double *rates = r->aside + 2 * r->count, moment = find_moment(r, y);
    struct workspace work = r->work;
    double *mean = r->pair_room + 10 * m->link_count;
    if (!(find_miss(r, y, own, moment) <= largest_miss)) return 0;
    memset(dy, 0, (size_t)r->count * sizeof *dy);
    memset(mean, 0, 3 * (size_t)m->link_count * sizeof *mean);
    for (int k = 0; k < 4; k++) {
        double *beside = r->aside + (k % 2) * r->count, weight = weights[k];
        if (!go_aside(r, y, own, parts[k] * moment, beside)) return 0;
        evaluate_at(r, beside, rates);
        for (int i = 0; i < r->count; i++)
            dy[i] += weight * rates[i];
        for (int i = 0; i < m->link_count; i++) {
            mean[3 * i] += weight * work.states[i].ax;
            mean[3 * i + 1] += weight * work.states[i].ay;
            mean[3 * i + 2] += weight * work.states[i].alpha;
        }
    }
    double off = 0.0, speed = 0.0;
    for (int i = 0; i < r->n; i++) {
        off = fmax(off, fabs(dy[i] - y[r->n + i]) / r->cap[i]);
        speed = fmax(speed, fabs(y[r->n + i]) / r->cap[i]);
    }
    work.rank->off = speed > 0.0 ? off / speed : 0.0;
    memcpy(dy, y + r->n, (size_t)r->n * sizeof *dy);
    dp_mechanism_place(m, y[r->active], y, y + r->n, &work);
    for (int i = 0; i < m->link_count; i++) {
        work.states[i].ax = mean[3 * i];
        work.states[i].ay = mean[3 * i + 1];
        work.states[i].alpha = mean[3 * i + 2];
    }
    return 1;
}

// Near a singular position what a state is off the loops is magnified in its rates, by the more the
// nearer. Where less of a row than this part is its own they are those of the state on the loops.
static const double near_part = 1e-2;

static void evaluate_near(const struct run *r, const double *y, double *dy) {
    double *beside = r->aside;
    struct workspace work = r->work_aside;
    struct projection done;
    memcpy(beside, y, (size_t)r->count * sizeof *y);
    if (dp_mechanism_project(r->m, y[r->active], beside, beside + r->n, 0.0, &work, &done) == DP_OK)
        evaluate_at(r, beside, dy);
    else
        evaluate_at(r, y, dy);
}

dp_status dp_run_evaluate(const struct run *r, const double *y, double *dy) {
    evaluate_at(r, y, dy);
    const struct loop_rank here = *r->work.rank;
    double own = here.lost > 0 ? 0.0 : here.least;
    if (own > near_part) return DP_OK;
    if (own < across_part && evaluate_across(r, y, own, dy)) {
        r->work.rank->least = here.least;
        r->work.rank->weakest = here.weakest;
        r->work.rank->is_mean = 1;
        return DP_OK;
    }
    if (own > 0.0) {
        evaluate_near(r, y, dy);
        return DP_OK;
    }
    for (int i = r->n; i < 2 * r->n; i++)
        dy[i] = NAN;
    return DP_ERR_NUMERIC;
}

double dp_channel_value(const struct run *r, const struct channel *channel) {
    double value = NAN;
    channel_value(r, r->work.states, r->work.touches, 1, channel, &value);
    return value;
}

int dp_run_has_tangents(const struct run *r) {
    // bristles are left to difference quotients; all stages in one matrix pay while it is small
    return r->n > 0 && r->n <= DP_TANGENT_MOST && r->active == 2 * r->n;
}

void dp_run_tangents(const void *model, double *by_place, double *by_speed) {
    const struct run *r = (const struct run *)model;
    const struct slopes at = {.r = r,
                              .states = r->work.states,
                              .used = 1,
                              .room = r->pair_room,
                              .place = by_place,
                              .speed = by_speed};
    add_tangents(&at, r->work.touches);
}
