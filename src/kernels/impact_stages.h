#ifndef DP_IMPACT_STAGES_H
#define DP_IMPACT_STAGES_H

#include "base/math.h"
#include "dashpot/kernel.h"
#include "solve/dop853.h"

// The stages of one step of an impact around the inlined law: `rates` of impact/motion.c in the
// steps of solve/dop853.c, without a call per stage. Only z and v steer the motion, so trial states
// of the integrals are never formed.

/// Unknowns of the motion, in this order: z, v, time, viscous and plastic work, work of the push.
enum { DP_STAGE_INTEGRALS = 2, DP_STAGE_UNKNOWNS = 6 };

/// The section of impact/branch.h, and the bodies.
struct dp_stage_problem {
    const double *k, *m;
    dp_response (*law)(const double *k, const double *m, double delta, double rate);
    double power, offset, low, high;
    double floor, mass, acceleration;
    double inverse;  ///< one over the mass
    int count;       ///< of unknowns: the last one only under a push
    int pivot;       ///< the unknown in whose steps the motion goes; -1: none
};

typedef dp_response (*dp_stage_law)(const struct dp_stage_problem *p, double delta, double rate);

// p z^(p-1) and z^p
DP_INLINE double dp_stage_stretch(double p, double z, double *power) {
    if (p == 2.0) {
        *power = z * z;
        return 2.0 * z;
    }
    if (p == 4.0) {
        *power = z * z * (z * z);
        return 4.0 * (z * z * z);
    }
    *power = p == 1.0 ? z : pow(z, p);
    return p == 1.0 ? 1.0 : p * pow(z, p - 1.0);
}

// A trial stage may lie beyond either end of the section. Rare and out of line: a branch that is
// foreseen costs no time, a choice between two numbers does.
static __attribute__((noinline, cold, unused)) double
dp_stage_hold(const struct dp_stage_problem *p, double z, double *width) {
    double power, inside = z < 0.0 ? 0.0 : z;
    *width = dp_stage_stretch(p->power, inside, &power);
    double delta = p->offset + power;
    return delta < p->low ? p->low : delta > p->high ? p->high : delta;
}

// Rates at z and v into `dy`. Returns h times that of v, by a shorter way: the next stage waits for
// it.
DP_INLINE double dp_stage_rates(dp_stage_law law, const struct dp_stage_problem *p, double h,
                                double z, double v, double *dy) {
    double power, width = dp_stage_stretch(p->power, z, &power), delta = p->offset + power;
    if (__builtin_expect(!(z >= 0.0 && delta >= p->low && delta <= p->high), 0))
        delta = dp_stage_hold(p, z, &width);
    double gain = h * width;
    double push = gain * p->acceleration, yield = gain * p->inverse;
    dp_response r = law(p, delta, v);
    double force = r.spring + r.damper;
    force = force < p->floor ? p->floor : force;
    dy[0] = v;
    dy[1] = width * (p->acceleration - force * p->inverse);
    dy[2] = width;
    dy[3] = width * (force - r.spring) * v;
    dy[4] = width * r.plastic * v;
    if (p->count == DP_STAGE_UNKNOWNS) dy[5] = width * p->mass * p->acceleration * v;
    return push - yield * force;
}

// The same over the rate of the pivot.
DP_INLINE void dp_stage_turn(const struct dp_stage_problem *p, double *dy) {
    double unit = 1.0 / dy[p->pivot];
    for (int i = 0; i < p->count; i++)
        dy[i] *= unit;
    dy[p->pivot] = 1.0;
}

#if defined(__clang__)
#define DP_UNROLLED _Pragma("clang loop unroll(full)")
#else
#define DP_UNROLLED _Pragma("GCC unroll 12")
#endif

// Since dz/ds = v, a stage of z follows from the accelerations two stages before it and earlier, so
// that the powers of z and the spring are ready when v is.
DP_INLINE void dp_stages_free(dp_stage_law law, const struct dp_stage_problem *p, const double *y,
                              double h, double *rates) {
    double q[DP_DOP853_STAGES];
    q[0] = h * rates[1];
    DP_UNROLLED for (int s = 1; s < DP_DOP853_STAGES; s++) {
        const double *a = dp_dop853_stage[s], *b = dp_dop853_twice[s];
        double z = dp_dop853_node[s] * y[1], v = y[1];
        DP_UNROLLED for (int j = 0; j < s - 1; j++) {
            z += b[j] * q[j];
            v += a[j] * q[j];
        }
        v += a[s - 1] * q[s - 1];
        q[s] = dp_stage_rates(law, p, h, y[0] + h * z, v, rates + s * p->count);
    }
}

// The pivot is the independent variable.
DP_INLINE void dp_stages_pivoted(dp_stage_law law, const struct dp_stage_problem *p,
                                 const double *y, double h, double *rates) {
    double q[DP_DOP853_STAGES][DP_STAGE_INTEGRALS];
    q[0][0] = rates[0];
    q[0][1] = rates[1];
    for (int s = 1; s < DP_DOP853_STAGES; s++) {
        const double *a = dp_dop853_stage[s];
        double *dy = rates + s * p->count, z = a[0] * q[0][0], v = a[0] * q[0][1];
        for (int j = dp_dop853_first[s]; j < s; j++) {
            z += a[j] * q[j][0];
            v += a[j] * q[j][1];
        }
        dp_stage_rates(law, p, h, y[0] + h * z, y[1] + h * v, dy);
        dp_stage_turn(p, dy);
        q[s][0] = dy[0];
        q[s][1] = dy[1];
    }
}

/// Rates of stages 1 to 11 of a step of length h from y into `rates`, where those of stage 0 are.
DP_INLINE void dp_stages(dp_stage_law law, const struct dp_stage_problem *p, const double *y,
                         double h, double *rates) {
    if (p->pivot < 0)
        dp_stages_free(law, p, y, h, rates);
    else
        dp_stages_pivoted(law, p, y, h, rates);
}

// The loop of one kernel around answer(k, m, delta, rate).
#define DP_STAGES_OF(name, answer)                                                                 \
    DP_INLINE dp_response name##_staged(const struct dp_stage_problem *p, double delta,            \
                                        double rate) {                                             \
        return answer(p->k, p->m, delta, rate);                                                    \
    }                                                                                              \
    static void name##_stages(const struct dp_stage_problem *p, const double *y, double h,         \
                              double *rates) {                                                     \
        dp_stages(name##_staged, p, y, h, rates);                                                  \
    }

#endif
