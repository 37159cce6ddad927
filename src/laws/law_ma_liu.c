// Ma-Liu: static elastoplastic sphere with history. Loads along the curve of ma_liu_curve.h;
// unloads and reloads along a Hertz curve of larger radius through the residual indentation dr,
//     P = Kx (x - dr)^1.5,  Kx = Ke sqrt(Rx/R),  Rx = R Ke xm^1.5/P(xm),  xm = min(dmax, dp),
// with dr from continuity at dmax; beyond dmax the virgin curve goes on. F = 0 for x <= max(dr, 0).
//
// Just above yield the loading curve may run above Hertz. There the printed law gives dr < 0 and
// hands back more energy than it took (by 1.45 % at worst for psi 3, epsilon 13). The passive form
// unloads along the loading curve until dr = 0 (P(x) = Ke x^1.5 again, if below dp), so that no
// cycle creates energy.
// Source: Ma, Liu 2015, as given in 000 Eq 1-4 and 002 Eq 1-3.

#include "base/root.h"
#include "kernels/chain_loops.h"
#include "kernels/elastic.h"
#include "kernels/loops.h"
#include "laws/family.h"
#include "laws/ma_liu_curve.h"

// largest dmax that unloads along the loading curve; Kx beyond dp; where dr becomes positive
enum { THRESHOLD = DP_ML_OWN, KP, KINK };
enum { DMAX, DR, KX };  // history

// Unloading from x on the virgin curve: recoverable indentation, energy, and their slopes.
struct recovery {
    double depth, stiffness, energy, energy_slope;
};

DP_INLINE struct recovery recover(const double *k, double x, double root, dp_ml_point at) {
    double safe = at.force <= 0.0 ? 1.0 : at.force;  // P = 0 only at x = 0, where nothing is used
    double relative = at.slope / safe;
    double ratio = safe / k[KP];
    double deep = dp_cbrt(ratio * ratio);
    double shallow = root > 0.0 ? safe / (k[DP_ML_KE] * root) : 0.0;
    int plastic = x >= k[DP_ML_DP];
    double depth = plastic ? deep : shallow;
    double depth_slope =
        plastic ? 2.0 / 3.0 * deep * relative : shallow * (relative - (x > 0.0 ? 0.5 / x : 0.0));
    double stiffness = depth > 0.0 ? safe / (depth * sqrt(depth)) : k[DP_ML_KE];

    // the printed form may put dr below zero; the force is cut at zero, so that tail is not
    // recovered
    double tail = depth > x ? depth - x : 0.0;
    double tail_root = sqrt(tail);
    double tail_energy = 0.4 * stiffness * tail * tail * tail_root;
    double stiffness_slope =
        stiffness * (relative - 1.5 * depth_slope / (depth > 0.0 ? depth : 1.0));
    double tail_slope = 0.4 * stiffness_slope * tail * tail * tail_root +
                        stiffness * tail * tail_root * (depth_slope - 1.0);
    return (struct recovery){
        .depth = depth,
        .stiffness = stiffness,
        .energy = 0.4 * safe * depth - tail_energy,
        .energy_slope = 0.4 * (at.slope * depth + safe * depth_slope) - tail_slope,
    };
}

DP_INLINE dp_response respond(const double *k, const double *m, double delta, double rate) {
    (void)rate;
    double x = delta <= 0.0 ? 0.0 : delta;
    int virgin = x >= m[DMAX], springy = m[DMAX] <= k[THRESHOLD];
    int on_curve = virgin | springy;

    // one square root serves both curves
    double shifted = x <= m[DR] ? 0.0 : x - m[DR];
    double cut = delta <= 0.0 ? 0.0 : shifted;
    double y = on_curve ? x : cut;
    double root = sqrt(y);
    dp_ml_point load = dp_ml_load(k, x, root);
    double unload = m[KX] * y * root;

    struct recovery r = recover(k, x, root, load);
    int flows = virgin & (x > k[THRESHOLD]);
    double below = m[DR] < 0.0 ? -m[DR] : 0.0;
    double tail = 0.4 * m[KX] * below * below * sqrt(below);
    // where the two are equal, their rounding must not leave a debt
    double unload_energy = 0.4 * unload * y <= tail ? 0.0 : 0.4 * unload * y - tail;
    unload_energy = y > 0.0 ? unload_energy : 0.0;
    return (dp_response){
        .spring = on_curve ? load.force : unload,
        .plastic = flows ? load.force - r.energy_slope : 0.0,
        .dforce_ddelta = on_curve ? load.slope : 1.5 * m[KX] * root,
        .stored = flows      ? r.energy
                  : on_curve ? load.energy
                             : unload_energy,
    };
}

// Loading moves the largest indentation. What unloading will need follows from it and may wait:
// until then it is kept as a negative number, without a dent.
DP_INLINE void load_on(const double *k, double *m, double delta, double rate) {
    (void)rate;
    int deeper = delta > fabs(m[DMAX]);
    double deepest = delta > k[THRESHOLD] ? -delta : delta;
    m[DMAX] = deeper ? deepest : m[DMAX];
    m[DR] = m[DMAX] < 0.0 ? 0.0 : m[DR];
}

DP_INLINE void settle(const double *k, double *m) {
    int owed = m[DMAX] < 0.0;
    double x = owed ? -m[DMAX] : k[DP_ML_DC];  // any harmless value when nothing is to be written
    double root = sqrt(x);
    struct recovery r = recover(k, x, root, dp_ml_load(k, x, root));
    m[DMAX] = fabs(m[DMAX]);
    m[DR] = owed ? x - r.depth : m[DR];
    m[KX] = owed ? r.stiffness : m[KX];
}

DP_INLINE void update(const double *k, double *m, double delta, double rate) {
    load_on(k, m, delta, rate);
    settle(k, m);
}

DP_INLINE double apart_to(const double *k, const double *m) {
    (void)k;
    return m[DR];
}

enum { RARE_IS_COSTLY = 0 };

// Beyond yield the loading curve needs a logarithm. All else is one power law.
DP_INLINE double costly_from(const double *k, const double *m) {
    return m[DMAX] <= k[THRESHOLD] ? k[DP_ML_DC] : m[DMAX];
}

DP_INLINE double rare_from(const double *k, const double *m) {
    double from = costly_from(k, m);
    return m[DMAX] < from ? m[DMAX] : from;
}

DP_INLINE dp_response respond_common(const double *k, const double *m, double delta, double rate) {
    (void)rate;
    int springy = m[DMAX] <= k[THRESHOLD];
    double offset = springy ? 0.0 : m[DR];
    double shifted = delta <= offset ? 0.0 : delta - offset;
    double y = delta <= 0.0 ? 0.0 : shifted;
    return (dp_response){.spring = (springy ? k[DP_ML_KE] : m[KX]) * y * sqrt(y)};
}

static double residual(const double *k, const double *m) {
    (void)k;
    return m[DR] > 0.0 ? m[DR] : 0.0;
}

static dp_ml_point load_at(const double *k, double x) {
    return dp_ml_load(k, x, sqrt(x));
}

static struct recovery recovery_at(const double *k, double x) {
    return recover(k, x, sqrt(x), load_at(k, x));
}

// The unloading curve that starts at x has the slope 1.5 P/depth there. Below dp that is Hertz's at
// the same x, beyond it grows with P^(1/3).
static double stiffness_of_flow(const double *k, double x, double *slope) {
    if (x < k[DP_ML_DP]) return dp_elastic_hertz(k[DP_ML_KE], x, slope);
    dp_ml_point at = load_at(k, x);
    struct recovery back = recover(k, x, sqrt(x), at);
    double stiffness = 1.5 * back.stiffness * sqrt(x - (x - back.depth));  // as from its history
    *slope = stiffness * at.slope / (3.0 * at.force);
    return stiffness;
}

static double stiffness(const double *k, const double *m, double delta, double *slope) {
    bool is_deepest = delta == m[DMAX] && delta >= k[DP_ML_DP];
    if ((delta < m[DMAX] || is_deepest) && m[DMAX] > k[THRESHOLD]) {
        double stiffness = dp_elastic_hertz(m[KX], delta - m[DR], slope);
        if (is_deepest) stiffness_of_flow(k, delta, slope);  // it goes on along the virgin curve
        return stiffness;
    }
    return delta > k[THRESHOLD] ? stiffness_of_flow(k, delta, slope)
                                : dp_ml_stiffness(k, delta, slope);
}

// Where the history or Hertz's curve knows it: all but the logarithm below the threshold.
DP_INLINE double quick_stiffness(const double *k, const double *m, double delta) {
    int deep = (delta == m[DMAX]) & (delta >= k[DP_ML_DP]);
    int dented = ((delta < m[DMAX]) | deep) & (m[DMAX] > k[THRESHOLD]);
    int elastic = (delta < k[DP_ML_DC]) | ((delta > k[THRESHOLD]) & (delta < k[DP_ML_DP]));
    double y = dented ? delta - m[DR] : delta;
    double stiffness = 1.5 * (dented ? m[KX] : k[DP_ML_KE]) * sqrt(y <= 0.0 ? 0.0 : y);
    double touching = delta <= 0.0 ? 0.0 : stiffness;  // a residual may lie below 0
    return dented | elastic ? touching : NAN;
}

// Virgin loading through the threshold gives up at once what the loading curve held above the
// unloading curve; in the printed form the residual indentation merely changes its sign there.
static double loss_at_kink(const double *k) {
    if (k[THRESHOLD] < k[KINK]) return 0.0;
    return load_at(k, k[KINK]).energy - recovery_at(k, k[KINK]).energy;
}

static int breakpoints(const double *k, const double *m, dp_breakpoint *out) {
    dp_breakpoint all[] = {
        {m[DMAX], DP_BREAKPOINT_REJOIN, 0.0},
        {k[DP_ML_DC], DP_BREAKPOINT_YIELD, 0.0},
        {k[KINK], DP_BREAKPOINT_JUMP, 0.0},
        {k[DP_ML_DP], DP_BREAKPOINT_PLASTIC, 0.0},
    };
    if (k[KINK] > k[DP_ML_DC]) all[2].loss = loss_at_kink(k);
    int dented = m[DMAX] > k[THRESHOLD], count = 0;
    for (int i = dented ? 0 : 1; i < 4; i++) {
        if (i > 0 && dented && all[i].delta <= m[DMAX]) continue;
        if (i == 2 && k[KINK] <= k[DP_ML_DC]) continue;
        // ascending: the kink may lie beyond dp
        int at = count++;
        for (; at > 0 && out[at - 1].delta > all[i].delta; at--)
            out[at] = out[at - 1];
        out[at] = all[i];
    }
    return count;
}

struct loading {
    const double *k;
    double energy;
};

static double energy_excess(double x, const void *context) {
    const struct loading *l = (const struct loading *)context;
    return load_at(l->k, x).energy - l->energy;
}

// Largest indentation from the loading energy, restitution from what unloading gives back (000 Eq
// 38).
static double restitution(const double *k, double mass, double approach, bool at_zero_force) {
    (void)at_zero_force;
    struct loading l = {k, 0.5 * mass * approach * approach};
    double high = k[DP_ML_DC];
    while (energy_excess(high, &l) < 0.0 && high < 1e9)
        high *= 2.0;
    double x = dp_root(energy_excess, &l, 0.0, high);
    if (isnan(x)) return NAN;
    return x <= k[THRESHOLD] ? 1.0 : sqrt(recovery_at(k, x).energy / l.energy);
}

static double factor(const double *k) {
    (void)k;
    return 0.0;
}

static double load_energy(const double *k, double delta) {
    return load_at(k, delta).energy;
}

static const dp_history_field history[] = {
    {"max_indentation", "m", "largest indentation ever"},
    {"residual_indentation", "m", "where the unloading curve starts"},
    {"unloading_stiffness", "N/m^1.5", "stiffness of the unloading curve"},
};

DP_KERNEL_LOOPS_WITH_UPDATE(ma_liu, 3, dp_begin_unneeded)
DP_KERNEL_SWEEPS_RARE(ma_liu, 3, 1, respond_common, load_on, settle)
DP_KERNEL_SETTLES(ma_liu, 3, settle)
DP_STIFFNESS_LOOPS(ma_liu, quick_stiffness)

static const dp_kernel kernel = {
    .name = "ma-liu",
    .history_count = 3,
    .history = history,
    .smooth_power = 2.0,
    .vectorised = true,
    .is_static = true,
    .stiffness = stiffness,
    .residual = residual,
    .breakpoints = breakpoints,
    .restitution = restitution,
    .factor = factor,
    .load_energy = load_energy,
    DP_KERNEL_FUNCTIONS_AND(ma_liu, DP_COMMITS_TABLE(ma_liu), DP_KERNEL_SWEEP_FUNCTIONS(ma_liu),
                            DP_KERNEL_SETTLE_FUNCTIONS(ma_liu), .stiffnesses = ma_liu_stiffnesses),
    .update = ma_liu_update,
};

static double negative_residual(double x, const void *context) {
    return recovery_at((const double *)context, x).depth - x;
}

// Where unloading leaves a dent for the first time; dc when it always does. Below dp that is where
// the loading curve falls below Hertz again.
static double passive_threshold(const double *k) {
    double dc = k[DP_ML_DC], start = dc * (1.0 + 1e-3), high = 2.0 * dc;
    if (!(negative_residual(start, k) > 0.0)) return dc;
    for (int i = 0; i < 1000 && negative_residual(high, k) > 0.0; i++)
        high *= 2.0;
    return dp_root(negative_residual, k, start, high);
}

enum { PRINTED, PASSIVE };
static const char *const forms[] = {"printed", "passive", NULL};
static const dp_param params[] = {
    DP_PARAM_PSI,
    DP_PARAM_EPSILON,
    {.name = "form",
     .unit = "1",
     .doc = "printed: as in the paper; passive: never creates energy just above yield",
     .initial = PASSIVE,
     .choices = forms},
    {0},
};

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    double *k = contact->k;
    dp_status status =
        dp_ml_constants(pair, dp_law_get(def, "psi"), dp_law_get(def, "epsilon"), k, err);
    if (status != DP_OK) return status;
    double dp = k[DP_ML_DP];
    k[KP] = k[DP_ML_KE] * sqrt(k[DP_ML_KE] * dp * sqrt(dp) / k[DP_ML_PP]);
    k[KINK] = passive_threshold(k);
    k[THRESHOLD] = dp_law_get(def, "form") == PASSIVE ? k[KINK] : k[DP_ML_DC];
    contact->kernel = &kernel;
    return DP_OK;
}

static const char *const errata[] = {
    "000 Eq 3 prints delta_c where dmax belongs in P^e; as printed the restitution is 2.00 at 4 "
    "m/s",
    "000 Eq 3 leaves delta_r undefined; continuity of the force at dmax reproduces every number",
    "000 Eq 3 chooses the unloading branch by the current indentation; it is chosen by dmax",
    "just above yield the printed law creates energy (restitution up to 1.0072 for psi 3, epsilon "
    "13); "
    "form: passive does not",
    "the sign under R in 000 Eq 1 must be read as: conformal R1 R2/(R2-R1)",
    NULL,
};

const dp_law dp_law_ma_liu = {
    .name = "ma-liu",
    .family = "elastoplastic",
    .summary = "static elastoplastic sphere with history: Hertz, logarithm, line; Hertz unloading",
    .formula = "load: K delta^(3/2) | delta (c1 + c2 ln(delta/dc)) + c3 | Pp + k1 (delta - dp); "
               "unload: Kx (delta - dr)^(3/2)",
    .source = "Ma, Liu 2015",
    .equation = "000 Eq 1-4 and 38, 002 Eq 1-3",
    .validity = "metal spheres and conformal pairs, psi and epsilon from indentation tests "
                "(epsilon 13 to 20); rate-independent",
    .bounds = DP_BOUNDS_PLASTIC_PAIR,
    .confidence = "certain",
    .errata = errata,
    .params = params,
    .needs = DP_NEEDS_ELASTIC | DP_NEEDS_YIELD,
    .delivery = DP_DELIVERS_BY_CASE,
    .tune = "yield",
    .tune_dimension = {1.0, -1.0, -2.0},
    .prepare = prepare,
};
