#ifndef DP_QUICK_LAND_H
#define DP_QUICK_LAND_H

#include "kernels/impact_step.h"

// Landings of a block of impacts on a reversal or on the end, for kernel_impact_batch.h.

/// Weights of the errors, and how far a first step and a last correction may go.
struct dp_quick_rules {
    double tight, mix, first, near;
};

// Henon's landing: v (to 0, while it is positive) or z (to its goal) as independent variable x, the
// other one as the only unknown y. Q(j) is dy/dx of stage j.
DP_QUICK_INLINE void dp_quick_land(struct dp_quick_form f, const struct dp_quick_rules *rules,
                                   const struct dp_quick_lanes *restrict b,
                                   const double *restrict goal,
                                   struct dp_quick_trial *restrict out) {
    double q[12][DP_QUICK_WIDTH], x[DP_QUICK_WIDTH], y[DP_QUICK_WIDTH], h[DP_QUICK_WIDTH];
    double time[DP_QUICK_WIDTH];
    DP_EACH_LANE {
        x[i] = b->v[i] > 0.0 ? b->v[i] : b->z[i];
        y[i] = b->v[i] > 0.0 ? b->z[i] : b->v[i];
        h[i] = (b->v[i] > 0.0 ? 0.0 : goal[i]) - x[i];
        time[i] = 0.0;
    }
#define DP_QUICK_STAGE(n, node, weight, sum_z, sum_v)                                              \
    DP_EACH_LANE {                                                                                 \
        double here = x[i] + h[i] * (node), there = y[i] + h[i] * (sum_v);                         \
        double z = b->v[i] > 0.0 ? there : here, v = b->v[i] > 0.0 ? here : there;                 \
        double inside = dp_quick_inside(f.power, z);                                               \
        double stretch = dp_quick_stretch(f.power, inside);                                        \
        double a = b->push[i] * stretch * dp_quick_force(f, b, i, inside, v);                      \
        double unit = 1.0 / (b->v[i] > 0.0 ? a : v);                                               \
        q[n][i] = (b->v[i] > 0.0 ? v : a) * unit;                                                  \
        if ((weight) != 0.0) time[i] += (weight)*stretch * unit;                                   \
    }
    DP_QUICK_STAGE(0, 0.0, DP_QUICK_WEIGHT_0, 0.0, 0.0)
    DP_QUICK_TABLEAU(DP_QUICK_STAGE)
    DP_EACH_LANE {
        double sum = DP_QUICK_SUM_V, e5 = DP_QUICK_ERROR_5, e3 = sum - DP_QUICK_SUM_3;
        double end = y[i] + h[i] * sum, square = h[i] * h[i] * (e5 * e5 + rules->mix * (e3 * e3));
        double z = b->v[i] > 0.0 ? end : goal[i], v = b->v[i] > 0.0 ? 0.0 : end;
        double inside = dp_quick_inside(f.power, z);
        out->z[i] = z;
        out->v[i] = v;
        out->t[i] = b->t[i] + f.power * h[i] * time[i];
        out->a[i] =
            b->push[i] * dp_quick_stretch(f.power, inside) * dp_quick_force(f, b, i, inside, v);
        out->error[i] = square * (b->v[i] > 0.0 ? rules->tight / (end * end) : b->strict[i]);
    }
#undef DP_QUICK_STAGE
#undef Q
}

// Force along the cubic that joins the speeds at both ends of a step, as a function of z.
DP_QUICK_INLINE double dp_quick_force_between(struct dp_quick_form f,
                                              const struct dp_quick_lanes *b,
                                              const struct dp_quick_trial *end, int i, double z) {
    double span = end->z[i] - b->z[i], x = (z - b->z[i]) / span;
    double rise = end->v[i] - b->v[i];
    double from = b->a[i] / b->v[i] * span - rise, to = rise - end->a[i] / end->v[i] * span;
    double v = b->v[i] + x * (rise + (1.0 - x) * (from * (1.0 - x) + to * x));
    return dp_quick_force(f, b, i, dp_quick_inside(f.power, z), v);
}

// Goals of landings in z: 0, or for a contact that lets go the place where the force vanishes.
// Speed and force both stand still there, so a good guess is enough: its error enters squared.
DP_QUICK_INLINE void dp_quick_aim(struct dp_quick_form f, const struct dp_quick_lanes *restrict b,
                                  const struct dp_quick_trial *restrict end,
                                  double *restrict goal) {
    double low[DP_QUICK_WIDTH], high[DP_QUICK_WIDTH], below[DP_QUICK_WIDTH];
    double above[DP_QUICK_WIDTH];
    DP_EACH_LANE {
        int seeks = (b->lets_go[i] > 0.0) & (b->v[i] <= 0.0);
        high[i] = b->z[i];
        low[i] = (seeks & (end->z[i] > 0.0)) ? end->z[i] : 0.0;
        above[i] = dp_quick_force_between(f, b, end, i, high[i]);
        below[i] = dp_quick_force_between(f, b, end, i, low[i]);
        // nothing pulls before z = 0: that is the end
        high[i] = (seeks & (below[i] < 0.0)) ? high[i] : low[i];
    }
    for (int tries = 0, open = 1; open && tries < 80; tries++) {
        uint64_t any = 0;
        DP_EACH_LANE {
            double secant = (low[i] * above[i] - high[i] * below[i]) / (above[i] - below[i]);
            double half = 0.5 * (low[i] + high[i]);
            int inside = (tries % 3 != 2) & (secant > low[i]) & (secant < high[i]);
            double x = inside ? secant : half;
            double force = dp_quick_force_between(f, b, end, i, x);
            int wide = high[i] - low[i] > 1e-7 * b->z[i];
            int pulls = force < 0.0;
            // Illinois: an end that stays for long counts half
            above[i] = pulls ? 0.5 * above[i] : force;
            below[i] = pulls ? force : 0.5 * below[i];
            low[i] = (wide & pulls) ? x : low[i];
            high[i] = (wide & !pulls) ? x : high[i];
            any |= dp_bits(wide ? 1.0 : 0.0);
        }
        open = any != 0;
    }
    DP_EACH_LANE goal[i] = high[i];
}

// From the guessed place to the one where the force is zero; too far is a failed landing.
DP_QUICK_INLINE void dp_quick_let_go(struct dp_quick_form f, double near,
                                     const struct dp_quick_lanes *restrict b,
                                     struct dp_quick_trial *restrict to) {
    DP_EACH_LANE {
        double z = to->z[i], inside = dp_quick_inside(f.power, z), v = to->v[i];
        dp_response r = dp_quick_respond(f, b, i, inside, v);
        double stretch = dp_quick_stretch(f.power, inside), rate = to->a[i] / v;
        double slope = r.dforce_ddelta * (f.power * stretch) + r.dforce_drate * rate;
        double move = -(r.spring + r.damper) / slope, most = near * b->z[i];
        int moves = (b->lets_go[i] > 0.0) & (b->v[i] <= 0.0) & (z > 0.0);
        int fails = moves & !((move < most) & (move > -most));
        to->v[i] = moves ? v + 0.5 * rate * move : v;
        to->t[i] = moves ? to->t[i] + f.power * stretch / v * move : to->t[i];
        to->error[i] = fails ? 1.0 : to->error[i];
    }
}

#endif
