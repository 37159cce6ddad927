// Unloading of plastic spheres, and the kernel. From x_m with force F_m along a Hertz curve
//     F = F_m ((x - x_r)/d)^1.5,  d = x_m - x_r,
// back along the same curve, beyond x_m along the loading curve again. In units of d the recovered
// work is (2/5) F_m d, less what the part below x = 0 would have given where x_r is negative.
// Up to the threshold the contact unloads along the loading curve.

#include "kernels/plastic_sphere.h"

#include <math.h>
#include <stdbool.h>

#include "base/root.h"
#include "kernels/elastic.h"

enum { DMAX, DR, KX };  // history

struct recovery {
    double depth, depth_slope, energy, energy_slope;
};

// The fit of the residual passes x itself at x = 1e4 xc; what is recovered stays above this share,
// which it reaches at this x/xc.
static const double least_fitted = 1e-3, last_fitted = 9151.593957883929;
// Of the other rules it only keeps a division alive.
static const double least_share = 1e-12;

static bool unloads_by(const double *k, dp_plastic_rule rule) {
    return (int)k[DP_PS_RULE] % DP_PASSIVE_RULES == (int)rule;
}

static double depth_by_rule(const double *k, double x, const dp_plastic_point *at, double *slope) {
    double relative = at->slope / at->force, depth;
    if (unloads_by(k, DP_UNLOADS_BY_FIT)) {
        double base = x / k[DP_PS_XC] + 5.9, q = 1.02 * pow(base / 6.9, -0.54);
        double share = q - 0.02;
        *slope = share - 0.54 * q / base * (x / k[DP_PS_XC]);
        if (x <= last_fitted * k[DP_PS_XC]) return share * x;
        *slope = least_fitted;
        return least_fitted * x;
    }
    if (unloads_by(k, DP_UNLOADS_BY_RADIUS)) {
        depth = at->force * sqrt(k[DP_PS_RADIUS]) / (k[DP_PS_K] * at->radius);
        *slope = depth * (relative - at->radius_growth);
    } else {
        depth = at->force / (k[DP_PS_K] * sqrt(x));
        *slope = depth * (relative - 0.5 / x);
    }
    if (!(depth < least_share * x)) return depth;
    *slope = least_share;
    return least_share * x;
}

static struct recovery recover(const double *k, double x, const dp_plastic_point *at) {
    double slope, depth = depth_by_rule(k, x, at, &slope);
    if (k[DP_PS_RULE] >= DP_PASSIVE_RULES && depth > x) {
        depth = x;
        slope = 1.0;
    }
    struct recovery r = {depth, slope, 0.4 * at->force * depth,
                         0.4 * (at->slope * depth + at->force * slope)};
    double tail = depth - x;
    if (tail > 0.0) {
        double ratio = tail / depth, power = ratio * ratio * sqrt(ratio);
        double whole = r.energy;
        r.energy = whole * (1.0 - power);
        r.energy_slope = r.energy_slope * (1.0 - power) -
                         whole * 2.5 * power * ((slope - 1.0) / tail - slope / depth);
    }
    return r;
}

double dp_plastic_depth(const double *k, double x) {
    dp_plastic_point at = dp_plastic_load(k, x);
    double slope;
    return depth_by_rule(k, x, &at, &slope);
}

double dp_plastic_recovered(const double *k, double x) {
    dp_plastic_point at = dp_plastic_load(k, x);
    return recover(k, x, &at).energy;
}

// --- the answer ---

static dp_response unload(const double *m, double x) {
    double y = x <= m[DR] ? 0.0 : x - m[DR], root = sqrt(y);
    double force = m[KX] * y * root, energy = 0.4 * force * y;
    // with a residual below 0 the force ends at 0, and the rest is not given back
    double below = m[DR] < 0.0 ? -m[DR] : 0.0;
    double tail = 0.4 * m[KX] * below * below * sqrt(below);
    return (dp_response){
        .spring = force,
        .dforce_ddelta = 1.5 * m[KX] * root,
        .stored = energy <= tail ? 0.0 : energy - tail,
    };
}

static dp_response answer(const double *k, const double *m, double delta, bool is_whole) {
    if (delta <= 0.0) return (dp_response){0};
    bool is_virgin = delta >= m[DMAX];
    if (!is_virgin && m[DMAX] > k[DP_PS_THRESHOLD]) return unload(m, delta);
    dp_plastic_point at = dp_plastic_load(k, delta);
    dp_response r = {.spring = at.force, .dforce_ddelta = at.slope};
    if (delta > k[DP_PS_THRESHOLD]) {
        struct recovery back = recover(k, delta, &at);
        r.plastic = at.force - back.energy_slope;
        r.stored = back.energy;
    } else if (is_whole) {
        r.stored = dp_plastic_work(k, delta);
    }
    return r;
}

static dp_response respond(const double *k, const double *m, double delta, double rate) {
    (void)rate;
    return answer(k, m, delta, true);
}

static dp_response parts(const double *k, const double *m, double delta, double rate) {
    (void)rate;
    dp_response r = answer(k, m, delta, false);
    return (dp_response){.spring = r.spring, .plastic = r.plastic};
}

static double force(const double *k, const double *m, double delta, double rate) {
    (void)rate;
    if (delta <= 0.0) return 0.0;
    bool is_dented = m[DMAX] > k[DP_PS_THRESHOLD];
    return is_dented && !(delta >= m[DMAX]) ? unload(m, delta).spring
                                            : dp_plastic_load(k, delta).force;
}

static void update(const double *k, double *m, double delta, double rate) {
    (void)rate;
    if (!(delta > m[DMAX])) return;
    m[DMAX] = delta;
    if (!(delta > k[DP_PS_THRESHOLD])) return;
    dp_plastic_point at = dp_plastic_load(k, delta);
    double depth = recover(k, delta, &at).depth;
    m[DR] = delta - depth;
    m[KX] = at.force / (depth * sqrt(depth));
}

static double residual(const double *k, const double *m) {
    (void)k;
    return m[DR] > 0.0 ? m[DR] : 0.0;
}

// The unloading curve that starts at x has the slope 1.5 F/depth there.
static double stiffness(const double *k, const double *m, double delta, double *slope) {
    if (delta < m[DMAX] && m[DMAX] > k[DP_PS_THRESHOLD])
        return dp_elastic_hertz(m[KX], delta - m[DR], slope);
    dp_plastic_point at = dp_plastic_load(k, delta);
    if (!(delta > k[DP_PS_THRESHOLD])) {
        *slope = dp_plastic_bend(k, delta);
        return at.slope;
    }
    struct recovery back = recover(k, delta, &at);
    double stiff = 1.5 * at.force / back.depth;
    *slope = stiff * (at.slope / at.force - back.depth_slope / back.depth);
    return stiff;
}

// --- marks ---

// What is lost at once where virgin loading passes x: the step in what would come back. Below 0
// where a jump of the force brings more back than before.
static double loss_at(const double *k, double x) {
    double threshold = k[DP_PS_THRESHOLD];
    double before = x <= threshold ? dp_plastic_work(k, x) : dp_plastic_recovered(k, x);
    double above = nextafter(x, INFINITY);
    double after = above > threshold ? dp_plastic_recovered(k, above) : before;
    // a curve without a jump leaves rounding only
    return fabs(before - after) <= 1e-13 * before ? 0.0 : before - after;
}

static int insert(dp_breakpoint *out, int count, dp_breakpoint mark) {
    int at = count;
    for (; at > 0 && out[at - 1].delta > mark.delta; at--)
        out[at] = out[at - 1];
    out[at] = mark;
    return count + 1;
}

// Marks beyond the onset that no jump makes: where the rule begins, leaves a dent, ends.
static int add_rule_marks(const double *k, double beyond, dp_breakpoint *out, int count) {
    double onset = k[DP_PS_ONSET], threshold = k[DP_PS_THRESHOLD], dent = k[DP_PS_DENT];
    double last = unloads_by(k, DP_UNLOADS_BY_FIT) ? last_fitted * k[DP_PS_XC] : 0.0;
    bool is_marked = false;  // where it ends with a jump
    for (int i = 0; i < count; i++)
        is_marked |= out[i].delta == threshold;
    if (threshold > onset && threshold > beyond && !is_marked)
        count = insert(out, count, (dp_breakpoint){threshold, DP_BREAKPOINT_YIELD, 0.0});
    if (dent > threshold && dent > beyond)
        count = insert(out, count, (dp_breakpoint){dent, DP_BREAKPOINT_YIELD, 0.0});
    if (last > threshold && last > beyond)
        count = insert(out, count, (dp_breakpoint){last, DP_BREAKPOINT_PLASTIC, 0.0});
    return count;
}

static int breakpoints(const double *k, const double *m, dp_breakpoint *out) {
    bool is_smooth = k[DP_PS_CURVE] == DP_CURVE_ZHAO_MAIETTA_CHANG;
    bool has_jumps = k[DP_PS_CURVE] == DP_CURVE_KOGUT_ETSION;
    double onset = k[DP_PS_ONSET], joints[2];
    double beyond = m[DMAX] > k[DP_PS_THRESHOLD] ? m[DMAX] : 0.0;
    int joint_count = dp_plastic_joints(k, joints), count = 0;
    if (beyond > 0.0) out[count++] = (dp_breakpoint){m[DMAX], DP_BREAKPOINT_REJOIN, 0.0};
    if (onset > beyond) {
        dp_breakpoint mark = {onset, DP_BREAKPOINT_YIELD, loss_at(k, onset)};
        if (!is_smooth) mark.kind = DP_BREAKPOINT_JUMP;
        count = insert(out, count, mark);
    }
    for (int i = 0; i < joint_count; i++) {
        if (!(joints[i] > beyond)) continue;
        dp_breakpoint mark = {joints[i], DP_BREAKPOINT_PLASTIC, 0.0};
        if (has_jumps) mark.kind = DP_BREAKPOINT_JUMP, mark.loss = loss_at(k, joints[i]);
        count = insert(out, count, mark);
    }
    return add_rule_marks(k, beyond, out, count);
}

// --- impacts ---

struct loading {
    const double *k;
    double energy;
};

static double energy_excess(double x, const void *context) {
    const struct loading *l = (const struct loading *)context;
    return dp_plastic_work(l->k, x) - l->energy;
}

static double restitution(const double *k, double mass, double approach, bool at_zero_force) {
    (void)at_zero_force;
    struct loading l = {k, 0.5 * mass * approach * approach};
    if (l.energy <= dp_plastic_work(k, k[DP_PS_THRESHOLD])) return 1.0;
    double low = k[DP_PS_THRESHOLD], high = 1.5 * low;
    while (energy_excess(high, &l) < 0.0 && high < 1e9) {
        low = high;
        high *= 1.5;
    }
    double x = dp_root(energy_excess, &l, low, high);
    return isnan(x) ? NAN : sqrt(dp_plastic_recovered(k, x) / l.energy);
}

static double factor(const double *k) {
    (void)k;
    return 0.0;
}

static const dp_history_field history[] = {
    {"max_indentation", "m", "largest indentation ever"},
    {"residual_indentation", "m", "where the unloading curve starts"},
    {"unloading_stiffness", "N/m^1.5", "stiffness of the unloading curve"},
};

const dp_kernel dp_kernel_plastic_sphere = {
    .name = "plastic-sphere",
    .history_count = 3,
    .history = history,
    .smooth_power = 2.0,
    .is_static = true,
    .respond = respond,
    .force = force,
    .parts = parts,
    .update = update,
    .stiffness = stiffness,
    .residual = residual,
    .breakpoints = breakpoints,
    .restitution = restitution,
    .factor = factor,
    .load_energy = dp_plastic_work,
};
