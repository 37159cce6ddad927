// Can the linkage be assembled all along its drive?
//
// Before a run the linkage is taken along the run's own time with every clearance closed: Newton
// steps in the metric of the mechanism's size, started from an extrapolation of the positions
// before. Steps are short in what the drivers and the unknowns move, so that a position from which
// no motion leads on (a fold, where Jacobian and speed break down) is approached and not jumped
// over. A dead point that is only touched has positions on its far side a hair away, and is passed.
//
// Where the closed linkage ends, joints with clearance may open: from there on it is enough that
// the ideal joints close and no journal and no block is pressed into its wall.
//
// Only what the drivers fix is looked at: equations that hold coordinates which the drivers leave
// free are left out, since forces decide on those.

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "mechanism/follow.h"

enum { UNKNOWNS_MAX = 60, STEPS_MAX = 20000, STARTS = 32, PERIODS_MAX = 8, SMALL = 12 };

static const double two_pi = 6.283185307179586477;
// Motion of a driver in a step, as an angle or as a part of the size: at most, and where steps are
// given up.
static const double longest_drive = 0.03, shortest_drive = 1e-5;
// Short enough to go over a dead point in one step.
static const double finest_drive = 1e-4, largest_change = 0.3;
// How far unknowns may go in a step, and how far from where they were expected; parts of the size.
static const double longest_step = 0.1, largest_surprise = 0.03;
// A gap of this part of the size counts as closed: a dead point missed by so little is a dead point
// that is touched. Over it the drive goes on for `across`, which is as wide as such a gap makes it.
static const double closed = 1e-8, across = 1e-3;
// From a position with open clearances to the closed one: arcs grow with the root of the clearance.
static const double farthest_closing = 0.3;

// Largest way of an unknown between two positions, as a part of the size.
static double way(const struct follow *f, const double *a, const double *b) {
    double most = 0.0;
    for (int j = 0; j < f->n; j++)
        most = fmax(most, fabs(a[j] - b[j]) / (f->scale[j] * f->m->size));
    return most;
}

// --- what the drivers do and fix ---

static int is_turning(const dp_mechanism *m, const struct driver *d) {
    return m->links[d->link].kind == LINK_PIN || d->slot == 2;
}

static double value_at(const struct driver *d, double t) {
    double a[3];
    dp_curve_at(&d->curve, t, a);
    return a[0];
}

// How far the drivers go from t on; its middle counts too.
static double drive(const dp_mechanism *m, double t, double h) {
    double most = 0.0;
    for (int i = 0; i < m->driver_count; i++) {
        const struct driver *d = &m->drivers[i];
        double unit = is_turning(m, d) ? 1.0 : 1.0 / m->size, at = value_at(d, t);
        for (int half = 1; half <= 2; half++)
            most = fmax(most, unit * fabs(value_at(d, t + 0.5 * half * h) - at));
    }
    return most;
}

static double next_knot(const dp_mechanism *m, double t) {
    double next = INFINITY;
    for (int i = 0; i < m->driver_count; i++)
        next = fmin(next, dp_curve_next_knot(&m->drivers[i].curve, t));
    return next;
}

// After this time the drivers have every body where it was: one driver that turns evenly while the
// others stand still. INFINITY: never.
static double period_of(const dp_mechanism *m) {
    double period = INFINITY;
    for (int i = 0; i < m->driver_count; i++) {
        const struct driver *d = &m->drivers[i];
        if (d->curve.count == 0 && d->curve.degree == 0) continue;
        if (d->curve.count > 0 || d->curve.degree > 1 || !is_turning(m, d) || isfinite(period))
            return INFINITY;
        period = two_pi / fabs(d->curve.coefficient[0]);
    }
    return period;
}

// Reduced rows of the Jacobian, in place: the pivot of every column that has one, else -1.
static void reduce(struct follow *f, int *pivot) {
    int n = f->n, used = 0;
    double *a = f->jacobian, most = 0.0;
    for (int k = 0; k < f->rows * n; k++)
        most = fmax(most, fabs(a[k]));
    for (int j = 0; j < n; j++) {
        int best = used;
        pivot[j] = -1;
        for (int r = used; r < f->rows; r++)
            if (fabs(a[r * n + j]) > fabs(a[best * n + j])) best = r;
        if (used == f->rows || !(fabs(a[best * n + j]) > 1e-9 * most)) continue;
        for (int k = 0; k < n; k++) {
            double swap = a[used * n + k];
            a[used * n + k] = a[best * n + k];
            a[best * n + k] = swap;
        }
        for (int r = 0; r < f->rows; r++) {
            double by = r == used ? 0.0 : a[r * n + j] / a[used * n + j];
            for (int k = 0; k < n && by != 0.0; k++)
                a[r * n + k] -= by * a[used * n + k];
        }
        pivot[j] = used++;
    }
}

// Rows and walls that a free unknown takes part in no longer count. Where the Jacobian is looked at
// matters not, but for dead points: a little beside the start there is none.
static void leave_out_free(struct follow *f, const int *pivot) {
    int n = f->n;
    for (int j = 0; j < n; j++) {
        int is_free = pivot[j] < 0;
        const double *own = f->jacobian + (pivot[j] < 0 ? 0 : pivot[j]) * n;
        for (int k = 0; k < n && !is_free; k++)
            is_free = pivot[k] < 0 && fabs(own[k]) > 1e-7 * fabs(own[j]);
        f->step[j] = is_free ? 1.0 : 0.0;
    }
    dp_follow_differentiate(f, 0.0, f->try_q);
    for (int r = 0; r < f->rows; r++)
        for (int j = 0; j < n; j++)
            if (f->step[j] > 0.0 && fabs(f->jacobian[r * n + j]) > 1e-9) f->counts[r] = 0.0;
    for (int i = 0; i < f->m->cut_count; i++) {
        const struct cut *c = &f->m->cuts[i];
        for (int p = 0; c->loose && p < f->m->pair_count; p++) {
            int is_own = f->m->pairs[p].joint == c->joint;
            for (int r = 0; is_own && r < c->rows; r++)
                if (f->counts[c->row + r] == 0.0) f->counts[f->rows + p] = 0.0;
        }
    }
}

// Which rows the drivers decide; 0: none.
static int find_fixed(struct follow *f, int *pivot) {
    uint64_t state = 88172645463325252u;
    for (int r = 0; r < f->all; r++)
        f->counts[r] = 1.0;
    for (int j = 0; j < f->n; j++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        double aside = (double)(state >> 11) * 0x1p-53 - 0.5;
        f->try_q[j] = f->q[j] + 0.2 * aside * f->m->size * f->scale[j];
    }
    f->aim = AIM_CLOSED;
    dp_follow_differentiate(f, 0.0, f->try_q);
    reduce(f, pivot);
    leave_out_free(f, pivot);
    for (int r = 0; r < f->rows; r++)
        if (f->counts[r] > 0.0) return 1;
    return 0;
}

// --- complaints ---

void dp_mechanism_say_drive(const dp_mechanism *m, double t, const struct workspace *work,
                            char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < m->driver_count && i < 4 && used < size; i++) {
        const struct driver *d = &m->drivers[i];
        const struct link_state *n = &work->states[d->link];
        const char *name = m->body_names[d->body], *comma = i > 0 ? ", " : "";
        int written;
        if (is_turning(m, d))
            written = snprintf(text + used, size - used, "%s%s at %.4g deg", comma, name,
                               fmod(value_at(d, t), two_pi) * 360.0 / two_pi);
        else
            written = snprintf(text + used, size - used, "%s%s at (%.4g, %.4g) m", comma, name,
                               n->x, n->y);
        used += written > 0 ? (size_t)written : 0;
    }
}

dp_status dp_mechanism_cannot_close(const dp_mechanism *m, double t, const double *q,
                                    const double *v, struct workspace *work, dp_error *err) {
    char where[200];
    double sine = dp_loops_sine(m, t, q, v, NULL, work);
    dp_mechanism_say_drive(m, t, work, where, sizeof where);
    const char *with = where[0] != '\0' ? ", with " : "";
    if (sine > 0.0)
        return dp_fail(err, DP_ERR_NUMERIC,
                       "the loops of the mechanism cannot be closed at t = %.9g s%s%s: it reached "
                       "a singular position, or one that its lengths do not allow",
                       t, with, where);
    int joint = m->cuts[m->loops.cut_of[work->rank->weakest]].joint;
    return dp_blame(
        err,
        dp_fail(err, DP_ERR_NUMERIC,
                "the mechanism is in a singular position at t = %.9g s%s%s: joint %s loses its "
                "hold there, and the speeds do not tell on which branch the motion goes on; %s",
                t, with, where, m->joints[joint].name,
                t > 0.0 ? "it came to rest there"
                        : "give speeds of bodies that tell, or start beside it"),
        DP_SUBJECT_JOINT, joint, m->joints[joint].name);
}

static void say_drive(struct follow *f, double t, char *text, size_t size) {
    dp_mechanism_place(f->m, t, f->q, f->rate, &f->work);
    dp_mechanism_say_drive(f->m, t, &f->work, text, size);
}

// The joint that is most open at q, with the present aim; its gap [m].
static int worst_joint(struct follow *f, double t, const double *q, double *open) {
    const dp_mechanism *m = f->m;
    int worst = m->cuts[0].joint;
    *open = 0.0;
    dp_follow_measure(f, t, q, f->rate, 0, f->gap);
    for (int i = 0; i < m->cut_count; i++) {
        const struct cut *c = &m->cuts[i];
        double gap = 0.0;
        for (int r = 0; r < c->rows; r++)
            gap = hypot(gap, f->gap[c->row + r]);
        if (f->aim == AIM_LEAST && !c->loose) continue;
        if (gap > *open) *open = gap, worst = c->joint;
    }
    for (int i = 0; i < m->pair_count; i++)
        if (f->gap[f->rows + i] > *open) *open = f->gap[f->rows + i], worst = m->pairs[i].joint;
    return worst;
}

static double play_of(const dp_mechanism *m, int joint) {
    for (int i = 0; i < m->pair_count; i++)
        if (m->pairs[i].joint == joint) return m->pairs[i].gap;
    return NAN;
}

static dp_status refuse(struct follow *f, double t, dp_mechanism_motion *motion, dp_error *err) {
    const dp_mechanism *m = f->m;
    char where[200], last[200];
    int has_play = !isnan(motion->open_from);
    // a little farther on, where the gap is no longer rounding
    double h = motion->until, open;
    while (drive(m, t, h) > across)
        h *= 0.5;
    memcpy(f->expected, f->q, (size_t)f->n * sizeof *f->q);
    dp_follow_reach(f, has_play ? AIM_FEASIBLE : AIM_CLOSED, t + h, f->expected);
    motion->joint = worst_joint(f, t + h, f->expected, &open);
    motion->time = t;
    double first = has_play ? motion->open_from : t;
    say_drive(f, first, where, sizeof where);
    if (!has_play)
        return dp_blame(
            err,
            dp_fail(err, DP_ERR_CONFLICT,
                    "the linkage locks with %s (t = %.4g s): joint %s cannot be closed beyond "
                    "that; change the lengths of the bodies around this loop, or drive it less "
                    "far",
                    where, first, m->joints[motion->joint].name),
            DP_SUBJECT_JOINT, motion->joint, m->joints[motion->joint].name);
    char play[64] = "the clearances end";
    if (!isnan(play_of(m, motion->joint)))
        snprintf(play, sizeof play, "its clearance of %.4g m ends", play_of(m, motion->joint));
    say_drive(f, t, last, sizeof last);
    return dp_blame(
        err,
        dp_fail(err, DP_ERR_CONFLICT,
                "the linkage locks with %s (t = %.4g s): joint %s cannot be closed beyond that, "
                "and %s with %s; change the lengths of the bodies around this loop, or drive it "
                "less far",
                where, first, m->joints[motion->joint].name, play, last),
        DP_SUBJECT_JOINT, motion->joint, m->joints[motion->joint].name);
}

// --- the way along the drive ---

static void expect(const struct follow *f, double t, double *out) {
    double by = isnan(f->time_before) ? 0.0 : (t - f->time) / (f->time - f->time_before);
    for (int j = 0; j < f->n; j++)
        out[j] = f->q[j] + by * (f->q[j] - f->before[j]);
}

static void arrive(struct follow *f, double t, const double *q, int is_new) {
    memcpy(f->before, f->q, (size_t)f->n * sizeof *f->q);
    memcpy(f->q, q, (size_t)f->n * sizeof *f->q);
    f->time_before = is_new ? NAN : f->time;
    f->time = t;
}

static double volume_at(struct follow *f, double t, const double *q) {
    f->aim = AIM_CLOSED;
    dp_follow_differentiate(f, t, q);
    return dp_follow_volume(f);
}

// One step of the closed linkage, if it leads on. Towards a dead point the volume of its Jacobian
// falls to nothing: steps that change it by a part only do not jump over a narrow lock.
static int step_closed(struct follow *f, double t) {
    double *x = f->expected, *guess = f->start + f->n;
    expect(f, t, guess);
    memcpy(x, guess, (size_t)f->n * sizeof *x);
    if (!(dp_follow_reach(f, AIM_CLOSED, t, x) <= closed)) return 0;
    if (way(f, x, guess) > largest_surprise || way(f, x, f->q) > longest_step) return 0;
    double volume = volume_at(f, t, x);
    if (drive(f->m, f->time, t - f->time) > finest_drive &&
        fabs(volume - f->volume) > largest_change * fmax(volume, f->volume))
        return 0;
    arrive(f, t, x, 0);
    f->volume = volume;
    return 1;
}

// Over a dead point that is touched: the far side is closed and near.
static int step_across(struct follow *f, double t) {
    double *x = f->expected, *guess = f->start + f->n;
    for (int from = 0; from < 2; from++) {
        if (from == 0)
            expect(f, t, guess);
        else
            memcpy(guess, f->q, (size_t)f->n * sizeof *guess);
        memcpy(x, guess, (size_t)f->n * sizeof *x);
        if (!(dp_follow_reach(f, AIM_CLOSED, t, x) <= closed) || way(f, x, f->q) > longest_step)
            continue;
        arrive(f, t, x, 1);
        f->volume = volume_at(f, t, f->q);
        f->is_split = 1;
        return 1;
    }
    return 0;
}

// With open clearances.
static int step_open(struct follow *f, double t) {
    double *x = f->expected;
    memcpy(x, f->q, (size_t)f->n * sizeof *x);
    if (!(dp_follow_reach(f, AIM_FEASIBLE, t, x) <= closed) || way(f, x, f->q) > farthest_closing)
        return 0;
    arrive(f, t, x, 1);
    return 1;
}

static int close_again(struct follow *f) {
    double *x = f->expected;
    memcpy(x, f->q, (size_t)f->n * sizeof *x);
    if (!(dp_follow_reach(f, AIM_CLOSED, f->time, x) <= closed) ||
        way(f, x, f->q) > farthest_closing)
        return 0;
    arrive(f, f->time, x, 1);
    f->volume = volume_at(f, f->time, f->q);
    f->is_split = 1;
    return 1;
}

// How far the loose joints have to open here, at the least.
static void note_opening(struct follow *f, dp_mechanism_motion *motion) {
    double open;
    memcpy(f->expected, f->q, (size_t)f->n * sizeof *f->q);
    dp_follow_reach(f, AIM_LEAST, f->time, f->expected);
    int joint = worst_joint(f, f->time, f->expected, &open);
    motion->open_until = f->time;
    if (!(open > motion->open_by)) return;
    motion->open_by = open;
    motion->joint = joint;
}

static void begin_opening(struct follow *f, dp_mechanism_motion *motion) {
    motion->open_from = motion->open_until = f->time;
    say_drive(f, f->time, motion->open_where, sizeof motion->open_where);
}

// Is there any position at all that closes here?
static int closes_somehow(struct follow *f, double t) {
    uint64_t state = 2463534242u;
    for (int attempt = 0; attempt < STARTS; attempt++) {
        for (int j = 0; j < f->n; j++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            double aside = (double)(state >> 11) * 0x1p-52 - 1.0;
            f->expected[j] = f->q[j] + aside * f->scale[j] * f->m->size * 3.0;
        }
        if (dp_follow_reach(f, AIM_FEASIBLE, t, f->expected) <= closed) return 1;
    }
    return 0;
}

// How long the next step may be.
static double step_length(const struct follow *f, double wanted, double end) {
    double h = fmin(fmin(wanted, end - f->time), next_knot(f->m, f->time) - f->time);
    while (drive(f->m, f->time, h) > longest_drive)
        h *= 0.5;
    return h;
}

// A step of this length, or shorter ones. 0: none leads on.
static int step_on(struct follow *f, double *h, int is_open) {
    for (;; *h *= 0.5) {
        if (is_open ? step_open(f, f->time + *h) : step_closed(f, f->time + *h)) return 1;
        if (!(drive(f->m, f->time, *h) > shortest_drive) || !(*h > 1e-12 * f->time)) return 0;
    }
}

static int jump(struct follow *f, double end) {
    double left = end - f->time, h = left, by;
    while ((by = drive(f->m, f->time, h)) > across)
        h *= 0.5;
    if (by > 0.0) h = fmin(h * across / by, left);
    return step_across(f, f->time + 0.1 * h) || step_across(f, f->time + h);
}

static int has_play(const struct follow *f) {
    for (int i = 0; i < f->m->pair_count; i++)
        if (!isnan(f->m->pairs[i].gap) && f->counts[f->rows + i] > 0.0) return 1;
    return 0;
}

// From the present time to `end`.
static dp_status go_to(struct follow *f, double end, int *is_open, dp_mechanism_motion *motion,
                       dp_error *err) {
    double h = end - f->time;
    while (drive(f->m, f->time, h) > across)
        h *= 0.5;
    for (; f->time < end * (1.0 - 1e-12) && motion->steps < f->steps_most; motion->steps++) {
        h = step_length(f, 2.0 * h, end);
        if (step_on(f, &h, *is_open)) {
            if (!*is_open) continue;
            note_opening(f, motion);
            if (close_again(f)) *is_open = 0;
            continue;
        }
        if (!*is_open && jump(f, end)) continue;
        if (!*is_open && has_play(f)) {
            *is_open = 1;
            if (isnan(motion->open_from)) begin_opening(f, motion);
            continue;
        }
        // after a place with two ways on it may have been the other one
        if (f->is_split && closes_somehow(f, f->time + h)) {
            motion->until = f->time;
            return DP_OK;
        }
        return refuse(f, f->time, motion, err);
    }
    if (motion->steps == f->steps_most) motion->until = f->time;
    return DP_OK;
}

// Is everything back where it was at the start, but for whole turns?
static int is_back(const struct follow *f) {
    for (int j = 0; j < f->n; j++) {
        double off = f->q[j] - f->start[j];
        if (f->is_angle[j] > 0.0) off = remainder(off, two_pi);
        if (fabs(off) > 1e-5 * f->m->size * f->scale[j]) return 0;
    }
    return 1;
}

static dp_status go_along(struct follow *f, double until, dp_mechanism_motion *motion,
                          dp_error *err) {
    const dp_mechanism *m = f->m;
    double period = period_of(m), end = fmin(period, until);
    int is_open = 0;
    memcpy(f->q, m->start, (size_t)f->n * sizeof *f->q);
    if (dp_follow_reach(f, AIM_CLOSED, 0.0, f->q) > closed) {
        // bodies that were placed, or joints that close with play alone
        memcpy(f->q, m->start, (size_t)f->n * sizeof *f->q);
        is_open = 1;
        begin_opening(f, motion);
        note_opening(f, motion);
    }
    memcpy(f->start, f->q, (size_t)f->n * sizeof *f->q);
    f->volume = volume_at(f, 0.0, f->q);
    for (int turn = 1; turn <= PERIODS_MAX; turn++) {
        end = fmin(turn * period, until);
        motion->until = end;
        dp_status status = go_to(f, end, &is_open, motion, err);
        if (status != DP_OK || end >= until || motion->until < end) return status;
        if (!is_open && is_back(f)) {
            motion->until = until;
            return DP_OK;
        }
    }
    return DP_OK;
}

// --- the whole ---

static size_t room_of(const struct follow *f) {
    size_t n = (size_t)f->n, all = (size_t)f->all;
    return 11 * n + 3 * all + all * n + n * n + dp_workspace_size(f->m);
}

static void share_room(struct follow *f, double *room) {
    size_t n = (size_t)f->n, all = (size_t)f->all;
    double **const per_unknown[] = {&f->q,    &f->before, &f->try_q, &f->expected, &f->best,
                                    &f->rate, &f->scale,  &f->step,  &f->is_angle};
    for (size_t i = 0; i < sizeof per_unknown / sizeof *per_unknown; i++, room += n)
        *per_unknown[i] = room;
    f->start = room;  // and a guess behind it
    f->gap = room + 2 * n;
    f->counts = f->gap + all;
    f->base = f->counts + all;
    f->jacobian = f->base + all;
    f->matrix = f->jacobian + all * n;
    dp_workspace_place(f->m, &f->work, f->matrix + n * n);
}

static void set_scales(struct follow *f) {
    for (int i = 0; i < f->m->link_count; i++) {
        const struct link *l = &f->m->links[i];
        for (int slot = 0; slot < l->slots; slot++) {
            int is_angle = l->kind == LINK_PIN || (l->kind == LINK_FREE && slot == 2);
            int u = l->unknown[slot];
            if (u < 0) continue;
            f->scale[u] = is_angle ? 1.0 / f->m->size : 1.0;
            f->is_angle[u] = is_angle ? 1.0 : 0.0;
        }
    }
}

// A larger value has lost the digits that a clearance needs.
static const double farthest_drive = 1e9;

static dp_status check_drives(const dp_mechanism *m, double until, dp_error *err) {
    for (int i = 0; i < m->driver_count; i++) {
        const struct driver *d = &m->drivers[i];
        int turns = is_turning(m, d);
        double at = value_at(d, until), most = turns ? farthest_drive : farthest_drive * m->size;
        if (fabs(at) <= most) continue;
        return dp_blame(
            err,
            dp_fail(err, DP_ERR_RANGE,
                    "the driver of %s reaches %.3g %s at the end of the run, %.3g s; beyond %.3g "
                    "%s there are too few digits for a clearance, make the run shorter",
                    m->body_names[d->body], at, turns ? "rad" : "m", until, most,
                    turns ? "rad" : "m"),
            DP_SUBJECT_DRIVER, i, m->body_names[d->body]);
    }
    return DP_OK;
}

dp_status dp_mechanism_check_motion(const dp_mechanism *m, double until,
                                    dp_mechanism_motion *motion, dp_error *err) {
    *motion = (dp_mechanism_motion){
        .time = NAN, .joint = -1, .open_from = NAN, .open_until = NAN, .until = 0.0};
    if (!(until > 0.0) || !isfinite(until))
        return dp_fail_time(err, "until", until, DBL_MIN, DBL_MAX, "be positive and finite");
    dp_status status = dp_mechanism_check_tables(m, until, err);
    if (status == DP_OK) status = check_drives(m, until, err);
    if (status != DP_OK) return status;
    struct follow f = {.m = m, .n = m->unknown_count, .rows = m->row_count, .time_before = NAN};
    f.all = f.rows + m->pair_count;
    if (m->driver_count == 0 || m->cut_count == 0 || f.n > UNKNOWNS_MAX) return DP_OK;
    dp_allocator from = m->allocator;
    dp_mechanism own;
    size_t drivers = (size_t)m->driver_count * sizeof *m->drivers;
    size_t size = (room_of(&f) * sizeof(double) + drivers + 63) / 64 * 64;
    double *room = (double *)from.alloc(from.user, size);
    if (room == NULL) return dp_fail(err, DP_ERR_MEMORY, "no memory to follow the motion");
    memset(room, 0, size);
    share_room(&f, room);
    f.m = dp_mechanism_until(m, until, &own, (struct driver *)(void *)(room + room_of(&f)));
    set_scales(&f);
    memcpy(f.q, m->start, (size_t)f.n * sizeof *f.q);
    int pivot[UNKNOWNS_MAX + 1];
    // a check must not take longer than the run
    f.steps_most = f.n <= SMALL ? STEPS_MAX : STEPS_MAX * SMALL * SMALL / (f.n * f.n);
    if (find_fixed(&f, pivot)) {
        motion->is_fixed = 1;
        status = go_along(&f, until, motion, err);
    }
    from.free(from.user, room, size);
    return status;
}
