// Arcs of an impact: see arc.h.

#include "impact/arc.h"

#include <math.h>
#include <string.h>

#include "kernels/impact_nodes.h"
#include "kernels/isa.h"
#include "kernels/loops.h"

enum { Z, V, T, VISCOUS, PLASTIC, INPUT };
enum { NODES = DP_ARC_NODES, LANES = DP_ARC_LANES, ROUNDS = 24 };

// Rolled up: an unrolled loop does not become vectors again.
#if defined(__clang__)
#define EACH_LANE                                                                                  \
    _Pragma("clang loop vectorize(assume_safety) unroll(disable)") for (int i = 0; i < LANES; i++)
#else
#define EACH_LANE _Pragma("GCC unroll 1") for (int i = 0; i < LANES; i++)
#endif

struct work {
    struct dp_nodes nodes;
    _Alignas(64) double a[LANES];  // dv/ds
    double z[LANES], width[LANES], old[LANES];
};

// Sum of the rows at lane i, weighed by the accelerations; in two halves, for each addition waits
// for the one before.
DP_INLINE double weigh(const double rows[NODES][LANES], int i, double first, const double *a) {
    double even = rows[0][i] * first + rows[2][i] * a[1] + rows[4][i] * a[3] + rows[6][i] * a[5] +
                  rows[8][i] * a[7];
    double odd = rows[1][i] * a[0] + rows[3][i] * a[2] + rows[5][i] * a[4] + rows[7][i] * a[6];
    return even + odd;
}

// Integral over the unit arc, or a Legendre coefficient, of what has these values at the nodes.
DP_INLINE double sum(const double *weight, double first, const double *x) {
    double a = weight[1] * x[0] + weight[2] * x[1], b = weight[3] * x[2] + weight[4] * x[3];
    double c = weight[5] * x[4] + weight[6] * x[5], d = weight[7] * x[6] + weight[8] * x[7];
    return weight[0] * first + ((a + b) + (c + d));
}

// p z^(p-1) and z^p at the nodes.
DP_INLINE void powers_of(double p, const double *z, double *width, double *power) {
    if (p == 2.0) {
        EACH_LANE width[i] = 2.0 * z[i];
        EACH_LANE power[i] = z[i] * z[i];
    } else if (p == 4.0) {
        EACH_LANE width[i] = 4.0 * (z[i] * z[i] * z[i]);
        EACH_LANE power[i] = z[i] * z[i] * (z[i] * z[i]);
    } else if (p == 1.0) {
        EACH_LANE width[i] = 1.0;
        EACH_LANE power[i] = z[i];
    } else {
        EACH_LANE width[i] = p * pow(z[i], p - 1.0);
        EACH_LANE power[i] = pow(z[i], p);
    }
}

// Indentations at the nodes. A trial may lie beyond either end of the section, but seldom does: a
// branch that is foreseen costs no time, a choice between numbers does.
DP_INLINE void place(const struct dp_stage_problem *p, struct work *w) {
    double *z = w->z, *delta = w->nodes.delta, power[LANES];
    powers_of(p->power, z, w->width, power);
    EACH_LANE delta[i] = p->offset + power[i];
    long outside = 0;
    EACH_LANE outside |= (z[i] < 0.0) | (delta[i] < p->low) | (delta[i] > p->high);
    if (__builtin_expect(outside == 0, 1)) return;
    EACH_LANE z[i] = z[i] < 0.0 ? 0.0 : z[i];
    powers_of(p->power, z, w->width, power);
    EACH_LANE {
        double d = p->offset + power[i];
        d = d < p->low ? p->low : d;
        delta[i] = d > p->high ? p->high : d;
    }
}

// The law at all nodes.
DP_INLINE void evaluate(const struct dp_stage_problem *p, dp_node_loop law, struct work *w) {
    if (law != NULL) {
        law(p->k, p->m, &w->nodes);
    } else {
        EACH_LANE {
            dp_response r = p->law(p->k, p->m, w->nodes.delta[i], w->nodes.rate[i]);
            w->nodes.force[i] = r.spring + r.damper;
            w->nodes.spring[i] = r.spring;
            w->nodes.plastic[i] = r.plastic;
        }
    }
    double *force = w->nodes.force;
    long below = 0;
    EACH_LANE below |= force[i] < p->floor;
    if (below != 0) {
        EACH_LANE force[i] = force[i] < p->floor ? p->floor : force[i];
    }
    EACH_LANE w->a[i] = w->width[i] * (p->acceleration - force[i] * p->inverse);
}

// The change of the speeds since the round before, in units of `size`; NaN comes through.
DP_INLINE double change_of(const struct work *w, double size) {
    double change[LANES], unit = 1.0 / size;
    EACH_LANE {
        double way = (w->nodes.rate[i] - w->old[i]) * unit;
        change[i] = way * way;
    }
    return sqrt(((change[0] + change[1]) + (change[2] + change[3])) +
                ((change[4] + change[5]) + (change[6] + change[7])));
}

// How much longer the arc must get for the pivot to end on its target, at most by half.
DP_INLINE double missing(const struct dp_arc_task *t, const double *y, const double *dy, double h,
                         double end_z, const struct work *w) {
    const int last = LANES - 1;
    double over, rate;
    switch (t->problem->pivot) {
    case Z:
        over = end_z - t->target;
        rate = w->nodes.rate[last];
        break;
    case V:
        over = w->nodes.rate[last] - t->target;
        rate = w->a[last];
        break;
    default:
        over = y[T] + h * sum(dp_arc_weight, dy[T], w->width) - t->target;
        rate = w->width[last];
    }
    double more = -over / rate, most = 0.5 * h;
    return more > most ? most : more < -most ? -most : more;
}

// The nodes lie elsewhere on an arc that is longer by `more`.
DP_INLINE void stretch(const double *dy, double h, double more, struct work *w) {
    double slope[LANES], grown = more / h;
    EACH_LANE slope[i] = weigh(dp_arc_shift, i, dy[V], w->a);
    EACH_LANE w->old[i] += dp_arc_node[i] * more * w->a[i];
    EACH_LANE w->a[i] += slope[i] * grown;
}

// Integrals and the state at the end.
DP_INLINE void arrive(const struct dp_arc_task *t, const double *y, const double *dy, double h,
                      double end_z, struct work *w, double *y_new, double *powers) {
    const struct dp_stage_problem *p = t->problem;
    const double *v = w->nodes.rate;
    double viscous[LANES], plastic[LANES], input[LANES];
    EACH_LANE {
        viscous[i] = w->width[i] * (w->nodes.force[i] - w->nodes.spring[i]) * v[i];
        plastic[i] = w->width[i] * w->nodes.plastic[i] * v[i];
        powers[i] = viscous[i] + plastic[i];
    }
    y_new[Z] = end_z;
    y_new[V] = v[LANES - 1];
    y_new[T] = y[T] + h * sum(dp_arc_weight, dy[T], w->width);
    y_new[VISCOUS] = y[VISCOUS] + h * sum(dp_arc_weight, dy[VISCOUS], viscous);
    y_new[PLASTIC] = y[PLASTIC] + h * sum(dp_arc_weight, dy[PLASTIC], plastic);
    if (p->count <= INPUT) return;
    EACH_LANE input[i] = w->width[i] * p->mass * p->acceleration * v[i];
    y_new[INPUT] = y[INPUT] + h * sum(dp_arc_weight, dy[INPUT], input);
}

// What an arc passes: does it begin or end at z = 0, and is that a mark or the end of a dent?
enum ground { SMOOTH, TOUCHED, MARKED };

DP_INLINE double larger(double a, double b) {
    return a > b ? a : b;
}

// The error of an integral over the arc, over what is allowed. The last coefficients of the
// polynomial are the error of its values. The nodes make that of the integral smaller: by what the
// coefficients would fall over the next eight. They have fallen by some factor over the four before
// the last. A large fall goes on, since smooth functions fall by the same factor each, so it is
// squared. At z = 0 laws may be less smooth than elsewhere, and at marks they are: nothing is
// gained. Returned squared, as a share of `size`.
DP_INLINE double left_over(double h, double size, const double *facts, enum ground ground) {
    double last = larger(fabs(facts[DP_ARC_LAST]), 0.2 * fabs(facts[DP_ARC_BEFORE]));
    double middle = larger(fabs(facts[DP_ARC_MIDDLE]), 0.2 * fabs(facts[DP_ARC_BELOW]));
    if (last == 0.0) return 0.0;
    double fall = last < middle ? last / middle : 1.0;
    if (ground == SMOOTH && fall < 0.1) fall *= 10.0 * fall;
    if (ground == MARKED) fall = 1.0;
    return (ground == SMOOTH ? 1.0 : 0.1) * h * last * fall / size;
}

DP_INLINE bool leaves(const struct dp_arc_task *t, double z, double v, double margin) {
    return t->is_loading ? v < -margin || z > t->end_z : v > margin || z < t->end_z;
}

// Coefficients of the powers of the part.
DP_INLINE void expand(struct dp_arc *arc) {
    for (int k = 0; k < NODES; k++)
        arc->power[k] = 0.0;
    for (int j = 0; j < NODES; j++)
        for (int k = 0; k < NODES; k++)
            arc->power[k] += dp_arc_powers[j][k] * arc->a[j];
    arc->has_powers = true;
}

// Accelerations to begin with: those of an arc that begins at the same place, else those with which
// the arc before ended.
DP_INLINE void guess(const struct dp_arc_task *t, struct dp_arc *arc, double h, const double *y,
                     const double *dy, struct work *w) {
    const double *tail = t->tail;
    EACH_LANE {
        double s = dp_arc_node[i] * h;
        w->a[i] = dy[V] + s * (tail[0] + s * (tail[1] + s * tail[2]));
    }
    EACH_LANE w->old[i] = y[V];
    if (!(arc->h > 0.0)) return;
    if (!arc->has_powers) expand(arc);
    const double *power = arc->power, share = h / arc->h;
    EACH_LANE {
        double x = dp_arc_node[i] * share, a = x * power[8];
        a = (a + power[7]) * x;
        a = (a + power[6]) * x;
        a = (a + power[5]) * x;
        a = (a + power[4]) * x;
        a = (a + power[3]) * x;
        a = (a + power[2]) * x;
        a = (a + power[1]) * x;
        w->a[i] = a + power[0];
    }
}

// An arc on its way.
struct search {
    double h, end_z;
    double size;            // what errors of v are measured by
    double change, before;  // of the speeds, in this round and in the one before
    double rough;           // the error as it looks so far; 0: unknown
    int round;
    enum ground ground;
};

DP_INLINE enum ground ground_of(const struct dp_arc_task *t, const double *y) {
    const struct dp_stage_problem *p = t->problem;
    if (y[Z] > 0.0 && !(p->pivot == Z && t->target <= 0.0)) return SMOOTH;
    return p->offset > 0.0 ? MARKED : TOUCHED;
}

// What errors of v are measured by: where the bodies creep, less than the speed of the touch. Under
// a push they come to rest, and errors beside that cannot be kept below rounding.
DP_INLINE double scale_of(const struct dp_arc_task *t, const double *y, const struct search *s,
                          double end_v) {
    double speed = larger(fabs(y[V]), fabs(end_v));
    if (speed >= t->speed || t->problem->acceleration > 0.0)
        speed = larger(speed, t->speed);
    else
        speed = sqrt(speed * t->speed);
    // an error of v is one of z, too, which has no scale but its own size
    double depth = larger(y[Z], fabs(s->end_z)) / s->h;
    return depth < speed ? depth : speed;
}

DP_INLINE void go_round(const struct dp_arc_task *t, const double *y, const double *dy,
                        dp_node_loop law, struct search *s, struct work *w) {
    const double h = s->h;
    EACH_LANE {
        double speed = weigh(dp_arc_speed, i, dy[V], w->a);
        double way = weigh(dp_arc_way, i, dy[V], w->a);
        w->nodes.rate[i] = y[V] + h * speed;
        w->z[i] = y[Z] + h * (dp_arc_node[i] * y[V] + h * way);
    }
    s->end_z = w->z[LANES - 1];
    s->size = scale_of(t, y, s, w->nodes.rate[LANES - 1]);
    place(t->problem, w);
    evaluate(t->problem, law, w);
    s->round++;
    s->before = s->change;
    s->change = change_of(w, s->size);
}

// Will the next round change nothing? It would change as much less than this one as this one did
// than the last. The first one only says what the guess was worth.
DP_INLINE bool is_enough(const struct dp_arc_task *t, const struct search *s, double more) {
    double enough = 5e-16 + (t->rtol > 1e-13 ? 0.02 * (t->rtol - 1e-13) : 0.0);
    double next = s->change;
    if (s->round > 2 && s->change < s->before) next *= larger(s->change / s->before, 0.05);
    return s->round > 1 && next <= enough && fabs(more) <= s->h * enough;
}

// Strong dampers, arcs that are far too long.
DP_INLINE bool is_hopeless(const struct search *s) {
    bool is_slow = s->round > 5 && s->change > 0.6 * s->before;
    return !(s->change < 1e6) || is_slow || s->round == ROUNDS;
}

// Is it clear that this arc will not be taken, since it leaves the section or is too long?
DP_INLINE bool is_vain(const struct dp_arc_task *t, const double *dy, struct search *s,
                       const struct work *w) {
    double facts[LANES], end_v = w->nodes.rate[LANES - 1];
    if (t->problem->pivot < 0 && s->round > 2 && s->change < 0.1 &&
        leaves(t, s->end_z, end_v, 2.0 * s->change * s->size))
        return true;
    if ((s->round != 5 && s->round != 8) || !(s->change < 0.01)) return false;
    EACH_LANE facts[i] = weigh(dp_arc_facts, i, dy[V], w->a);
    s->rough = sqrt(left_over(s->h, s->size, facts, s->ground) / t->rtol);
    return s->rough > 4.0 && s->rough * sqrt(t->rtol) > 5.0 * s->change;
}

// The error of an arc that was found, as the steps see it.
DP_INLINE double judge(const struct dp_arc_task *t, const double *dy, const struct search *s,
                       const double *powers, const struct work *w, struct dp_arc *arc) {
    double facts[LANES], unit = 1.0 / s->h;
    EACH_LANE facts[i] = weigh(dp_arc_facts, i, dy[V], w->a);
    double error = left_over(s->h, s->size, facts, s->ground);
    arc->tail[0] = facts[DP_ARC_SLOPE] * unit;
    arc->tail[1] = facts[DP_ARC_SLOPE + 1] * (unit * unit);
    arc->tail[2] = facts[DP_ARC_SLOPE + 2] * (unit * unit * unit);
    EACH_LANE facts[i] = weigh(dp_arc_facts, i, dy[VISCOUS] + dy[PLASTIC], powers);
    error = larger(error, left_over(s->h, t->energy, facts, s->ground)) / t->rtol;
    // fewer rounds are worth a shorter arc
    double effort = s->round * s->round / 400.0;
    effort *= effort;
    error = sqrt(larger(error, effort * effort * (effort * effort)));
    if (error > 1.0) return 2.0 * error;
    // on the way in the force gets steeper: arcs grow by less than the error would let them
    return t->is_loading ? sqrt(sqrt(error)) : error;
}

DP_INLINE double find(const struct dp_arc_task *t, const double *y, const double *dy, double h,
                      struct dp_arc *arc, double *y_new, dp_node_loop law) {
    const int pivot = t->problem->pivot;
    struct search s = {.h = h, .change = INFINITY, .ground = ground_of(t, y)};
    struct work w;
    double powers[LANES];
    bool is_over = false;
    guess(t, arc, h, y, dy, &w);
    arc->h = 0.0;
    for (;;) {
        go_round(t, y, dy, law, &s, &w);
        arc->evaluations += LANES;
        double more = pivot < 0 ? 0.0 : missing(t, y, dy, s.h, s.end_z, &w);
        is_over = is_enough(t, &s, more);
        if (is_over) break;
        if (is_hopeless(&s)) return NAN;
        if (is_vain(t, dy, &s, &w)) break;
        EACH_LANE w.old[i] = w.nodes.rate[i];
        if (pivot < 0) continue;
        stretch(dy, s.h, more, &w);
        s.h += more;
        if (!(s.h > 0.0 && s.h <= t->longest)) return NAN;
    }
    arrive(t, y, dy, s.h, s.end_z, &w, y_new, powers);
    arc->h = s.h;
    arc->z = y[Z];
    arc->v = y[V];
    arc->a[0] = dy[V];
    memcpy(arc->a + 1, w.a, sizeof w.a);
    arc->end_z = y_new[Z];
    arc->end_v = y_new[V];
    arc->has_powers = false;
    arc->is_found = is_over;
    if (is_over) return judge(t, dy, &s, powers, &w, arc);
    return 2.0 * larger(s.rough, 1.0);
}

#define FIND_FOR(isa)                                                                              \
    DP_TARGET_##isa static double find_##isa(const struct dp_arc_task *t, const double *y,         \
                                             const double *dy, double h, struct dp_arc *arc,       \
                                             double *y_new, dp_node_loop law) {                    \
        return find(t, y, dy, h, arc, y_new, law);                                                 \
    }
FIND_FOR(baseline)
#if DP_HAVE_X86
FIND_FOR(avx2)
#endif

double dp_arc_find_on(dp_isa isa, const struct dp_arc_task *task, const double *y, const double *dy,
                      double h, struct dp_arc *arc, double *y_new, const dp_kernel *kernel) {
    dp_node_loop law = kernel->loops == NULL ? NULL : kernel->loops->nodes[isa];
#if DP_HAVE_X86
    if (isa == DP_ISA_AVX2) return find_avx2(task, y, dy, h, arc, y_new, law);
#endif
    return find_baseline(task, y, dy, h, arc, y_new, law);
}

double dp_arc_find(const struct dp_arc_task *task, const double *y, const double *dy, double h,
                   struct dp_arc *arc, double *y_new, const dp_kernel *kernel) {
    // longer vectors are no faster: a round waits for a root and a dozen sums, not for lanes
    dp_isa isa = dp_isa_available(DP_ISA_AVX2) ? DP_ISA_AVX2 : DP_ISA_BASELINE;
    return dp_arc_find_on(isa, task, y, dy, h, arc, y_new, kernel);
}

bool dp_arc_suits(const struct dp_stage_problem *p, double z, double rate,
                  const dp_kernel *kernel) {
    struct work w;
    double most = 0.0;
    for (int i = 0; i < LANES; i++) {
        w.z[i] = dp_arc_node[i] * z;
        w.nodes.rate[i] = rate;
    }
    place(p, &w);
    evaluate(p, kernel->loops == NULL ? NULL : kernel->loops->nodes[DP_ISA_BASELINE], &w);
    for (int i = 0; i < LANES; i++)
        most = larger(most, fabs(w.nodes.force[i]));
    dp_response r = p->law(p->k, p->m, larger(p->low, p->offset), rate);
    double first = r.spring + r.damper;
    double last = weigh(dp_arc_facts, DP_ARC_LAST, first, w.nodes.force);
    return fabs(last) <= 1e-11 * most;
}

void dp_arc_within(struct dp_arc *arc, double part, double *z, double *v) {
    double speed = 0.0, way = 0.0;
    if (!arc->has_powers) expand(arc);
    for (int k = NODES - 1; k >= 0; k--) {
        speed = speed * part + arc->power[k] / (k + 1);
        way = way * part + arc->power[k] / ((k + 1) * (k + 2));
    }
    double s = part * arc->h;
    *v = arc->v + s * speed;
    *z = arc->z + s * (arc->v + s * way);
}
