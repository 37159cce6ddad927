// Thornton: elastic - perfectly plastic sphere with history. Hertz to the yield indentation
// dy = (pi py/(2E))^2 R, then a straight line of slope pi py R; unloads and reloads along a Hertz
// curve of radius Rp = (4E/(3F)) ((2F+Fy)/(2 pi py))^1.5 through the residual indentation.
//
// In units of dy and Fy = K dy^1.5 the law is bare: with g = x/dy the line is f = (3g - 1)/2, the
// recoverable depth f/sqrt(g) and the recoverable energy (2/5) f^2/sqrt(g), so no root but sqrt is
// left. Source: Thornton 1997.

#include "base/root.h"
#include "kernels/chain_loops.h"
#include "kernels/elastic.h"
#include "kernels/loops.h"
#include "laws/family.h"

enum { KE, DY, FY, INVERSE_DY };  // constants
enum { DMAX, DR, KX };            // history

DP_INLINE dp_response respond(const double *k, const double *m, double delta, double rate) {
    (void)rate;
    double x = delta <= 0.0 ? 0.0 : delta;
    int virgin = x >= m[DMAX], springy = m[DMAX] <= k[DY];
    int on_curve = virgin | springy, flows = virgin & (x > k[DY]);

    double shifted = x <= m[DR] ? 0.0 : x - m[DR];
    double y = on_curve ? x : shifted;
    double root = sqrt(y);
    double stiffness = on_curve ? k[KE] : m[KX];
    double hertz = stiffness * y * root;

    double g = flows ? x * k[INVERSE_DY] : 1.0;
    double f = 0.5 * (3.0 * g - 1.0);
    double depth = k[DY] * f / sqrt(g);      // recoverable
    double depth_slope = 1.5 / f - 0.5 / g;  // relative, per g
    double force = k[FY] * f;
    double energy_slope = 0.4 * force * depth * k[INVERSE_DY] * (1.5 / f + depth_slope);
    return (dp_response){
        .spring = flows ? force : hertz,
        .plastic = flows ? force - energy_slope : 0.0,
        .dforce_ddelta = flows ? 1.5 * k[FY] * k[INVERSE_DY] : 1.5 * stiffness * root,
        .stored = flows ? 0.4 * force * depth : 0.4 * hertz * y,
    };
}

// Loading moves the largest indentation. What unloading will need follows from it and may wait:
// until then it is kept as a negative number, without a dent.
DP_INLINE void load_on(const double *k, double *m, double delta, double rate) {
    (void)rate;
    int deeper = delta > fabs(m[DMAX]);
    double deepest = delta > k[DY] ? -delta : delta;
    m[DMAX] = deeper ? deepest : m[DMAX];
    m[DR] = m[DMAX] < 0.0 ? 0.0 : m[DR];
}

DP_INLINE void settle(const double *k, double *m) {
    int owed = m[DMAX] < 0.0;
    double x = fabs(m[DMAX]);
    double g = owed ? x * k[INVERSE_DY] : 1.0;
    double f = 0.5 * (3.0 * g - 1.0);
    double depth = k[DY] * f / sqrt(g);
    double dent = x <= depth ? 0.0 : x - depth;  // rounding may put it below zero
    m[DMAX] = x;
    m[DR] = owed ? dent : m[DR];
    m[KX] = owed ? k[FY] * f / (depth * sqrt(depth)) : m[KX];
}

DP_INLINE void update(const double *k, double *m, double delta, double rate) {
    load_on(k, m, delta, rate);
    settle(k, m);
}

DP_INLINE double apart_to(const double *k, const double *m) {
    (void)k;
    return m[DR];
}

enum { RARE_IS_COSTLY = 1 };

// Loading takes the line or Hertz's curve, and respond knows both for little more.
DP_INLINE double rare_from(const double *k, const double *m) {
    (void)k;
    return m[DMAX];
}

DP_INLINE double costly_from(const double *k, const double *m) {
    return rare_from(k, m);
}

DP_INLINE dp_response respond_common(const double *k, const double *m, double delta, double rate) {
    (void)rate;
    int springy = m[DMAX] <= k[DY];
    double offset = springy ? 0.0 : m[DR];
    double y = delta <= offset ? 0.0 : delta - offset;
    return (dp_response){.spring = (springy ? k[KE] : m[KX]) * y * sqrt(y)};
}

static double residual(const double *k, const double *m) {
    (void)k;
    return m[DR];
}

// The contact radius is that of Hertz up to the deepest point, beyond yield as well.
static double stiffness(const double *k, const double *m, double delta, double *slope) {
    int on_curve = delta >= m[DMAX] || m[DMAX] <= k[DY];
    return on_curve ? dp_elastic_hertz(k[KE], delta, slope)
                    : dp_elastic_hertz(m[KX], delta - m[DR], slope);
}

DP_INLINE double quick_stiffness(const double *k, const double *m, double delta) {
    int on_curve = (delta >= m[DMAX]) | (m[DMAX] <= k[DY]);
    double y = on_curve ? delta : delta - m[DR];
    return 1.5 * (on_curve ? k[KE] : m[KX]) * sqrt(y <= 0.0 ? 0.0 : y);
}

static int breakpoints(const double *k, const double *m, dp_breakpoint *out) {
    int dented = m[DMAX] > k[DY];
    out[0] = (dp_breakpoint){dented ? m[DMAX] : k[DY],
                             dented ? DP_BREAKPOINT_REJOIN : DP_BREAKPOINT_YIELD, 0.0};
    return 1;
}

static double restitution(const double *k, double mass, double approach, bool at_zero_force) {
    (void)at_zero_force;
    double yield_speed = sqrt(0.8 * k[FY] * k[DY] / mass);
    return dp_thornton_restitution(approach / yield_speed);
}

static double factor(const double *k) {
    (void)k;
    return 0.0;
}

static double load_energy(const double *k, double delta) {
    double hertz = 0.4 * k[KE] * delta * delta * sqrt(delta), over = delta - k[DY];
    double line = k[FY] * (0.4 * k[DY] + over * (1.0 + 0.75 * k[INVERSE_DY] * over));
    return delta > k[DY] ? line : hertz;
}

static const dp_history_field history[] = {
    {"max_indentation", "m", "largest indentation ever"},
    {"residual_indentation", "m", "where the unloading curve starts"},
    {"unloading_stiffness", "N/m^1.5", "stiffness of the unloading curve"},
};

DP_KERNEL_LOOPS_WITH_UPDATE(thornton, 3, dp_begin_unneeded)
DP_KERNEL_SWEEPS_RARE(thornton, 3, 1, respond_common, load_on, settle)
DP_KERNEL_SETTLES(thornton, 3, settle)
DP_STIFFNESS_LOOPS(thornton, quick_stiffness)

static const dp_kernel kernel = {
    .name = "thornton",
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
    DP_KERNEL_FUNCTIONS_AND(
        thornton, DP_COMMITS_TABLE(thornton), DP_KERNEL_SWEEP_FUNCTIONS(thornton),
        DP_KERNEL_SETTLE_FUNCTIONS(thornton), .stiffnesses = thornton_stiffnesses),
    .update = thornton_update,
};

static const dp_param params[] = {
    {.name = "yield_pressure",
     .unit = "Pa",
     .doc = "limiting contact pressure; 1.61 times the yield stress when not given",
     .initial = NAN,
     .low = 1.0,
     .high = 1e13},
    {0},
};

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    double py = dp_law_get(def, "yield_pressure");
    if (isnan(py)) py = 1.61 * pair->yield;
    if (isnan(py))
        return dp_blame(err,
                        dp_fail(err, DP_ERR_MISSING, "thornton needs yield_pressure, or yield"),
                        DP_SUBJECT_PAIR_ENTRY, -1, "yield");
    if (!(py > 0.0) || isinf(py))
        return dp_fail_positive(err, DP_SUBJECT_PAIR_ENTRY, "yield", pair->yield);
    double ratio = 0.5 * DP_PI * py / pair->modulus;
    double K = 4.0 / 3.0 * pair->modulus * sqrt(pair->radius);
    contact->k[KE] = K;
    contact->k[DY] = ratio * ratio * pair->radius;
    contact->k[FY] = K * contact->k[DY] * sqrt(contact->k[DY]);
    contact->k[INVERSE_DY] = 1.0 / contact->k[DY];
    contact->kernel = &kernel;
    return DP_OK;
}

const dp_law dp_law_thornton = {
    .name = "thornton",
    .family = "elastoplastic",
    .summary = "elastic - perfectly plastic sphere with history, restitution in closed form",
    .formula = "load: K delta^(3/2) | Fy + pi py R (delta - dy); "
               "unload: (4/3) E sqrt(Rp) (delta - dr)^(3/2)",
    .source = "Thornton 1997, J. Appl. Mech. 64",
    .equation = "Thornton 1997 Eq 11-21",
    .validity = "metal spheres with a limiting contact pressure; rate-independent",
    .bounds = DP_BOUNDS_PLASTIC_BALL,
    .confidence = "certain",
    .params = params,
    .needs = DP_NEEDS_ELASTIC,
    .delivery = DP_DELIVERS_BY_CASE,
    .tune = "yield_pressure",
    .tune_dimension = {1.0, -1.0, -2.0},
    .needs_more = "`yield` or the parameter `yield_pressure`",
    .prepare = prepare,
};
