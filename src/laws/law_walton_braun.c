// Walton-Braun: two straight lines with history. Loads along K1, unloads and reloads along
// F = K2 (delta - d0), d0 = dmax (1 - K1/K2), up to dmax, then along K1 again. e = sqrt(K1/K2).
// Source: Walton, Braun 1986.

#include "kernels/chain_loops.h"
#include "kernels/loops.h"
#include "laws/family.h"

enum { K1, K2, SLIP };  // SLIP = 1 - K1/K2
enum { DMAX };

DP_INLINE dp_response respond(const double *k, const double *m, double delta, double rate) {
    (void)rate;
    double x = delta <= 0.0 ? 0.0 : delta;
    int virgin = x >= m[DMAX];
    double start = k[SLIP] * m[DMAX];
    double y = x <= start ? 0.0 : x - start;
    double load = k[K1] * x, unload = k[K2] * y;
    // unloading from here would give back (K1 x)^2/(2 K2)
    double kept = 0.5 * load * x * (1.0 - k[SLIP]);
    double slope = y > 0.0 ? k[K2] : 0.0;
    return (dp_response){
        .spring = virgin ? load : unload,
        .plastic = virgin ? load * k[SLIP] : 0.0,
        .dforce_ddelta = delta <= 0.0 ? 0.0
                         : virgin     ? k[K1]
                                      : slope,
        .stored = virgin ? kept : 0.5 * unload * y,
    };
}

DP_INLINE void update(const double *k, double *m, double delta, double rate) {
    (void)k, (void)rate;
    m[DMAX] = delta > m[DMAX] ? delta : m[DMAX];
}

DP_INLINE double apart_to(const double *k, const double *m) {
    return k[SLIP] * m[DMAX];
}

enum { RARE_IS_COSTLY = 0 };

DP_INLINE double rare_from(const double *k, const double *m) {
    (void)k;
    return m[DMAX];
}

// One formula serves all.
DP_INLINE double costly_from(const double *k, const double *m) {
    (void)k, (void)m;
    return INFINITY;
}

static double residual(const double *k, const double *m) {
    return k[SLIP] * m[DMAX];
}

static double stiffness(const double *k, const double *m, double delta, double *slope) {
    *slope = 0.0;
    return delta < m[DMAX] && delta <= residual(k, m) ? 0.0 : k[K2];
}

static int breakpoints(const double *k, const double *m, dp_breakpoint *out) {
    (void)k;
    if (m[DMAX] <= 0.0) return 0;
    out[0] = (dp_breakpoint){m[DMAX], DP_BREAKPOINT_REJOIN, 0.0};
    return 1;
}

static double restitution(const double *k, double mass, double approach, bool at_zero_force) {
    (void)mass, (void)approach, (void)at_zero_force;
    return sqrt(k[K1] / k[K2]);
}

static double factor(const double *k) {
    (void)k;
    return 0.0;
}

static double load_energy(const double *k, double delta) {
    return 0.5 * k[K1] * delta * delta;
}

static const dp_history_field history[] = {{"max_indentation", "m", "largest indentation ever"}};

DP_KERNEL_LOOPS_WITH_UPDATE(walton_braun, 1, dp_begin_unneeded)
DP_KERNEL_SWEEPS_RARE(walton_braun, 1, 1, respond, update, dp_settle_nothing)

static const dp_kernel kernel = {
    .name = "walton-braun",
    .history_count = 1,
    .history = history,
    .smooth_power = 1.0,
    .vectorised = true,
    .is_static = true,
    .stiffness = stiffness,
    .residual = residual,
    .breakpoints = breakpoints,
    .restitution = restitution,
    .factor = factor,
    .load_energy = load_energy,
    DP_KERNEL_FUNCTIONS_AND(walton_braun, DP_COMMITS_TABLE(walton_braun),
                            DP_KERNEL_SWEEP_FUNCTIONS(walton_braun)),
    .update = walton_braun_update,
};

static const dp_param params[] = {
    {.name = "loading_stiffness",
     .unit = "N/m",
     .doc = "slope of virgin loading; the pair's stiffness when not given",
     .initial = NAN,
     .low = 1e-300,
     .high = 1e300},
    {.name = "unloading_stiffness",
     .unit = "N/m",
     .doc = "slope of unloading and reloading, at least the loading stiffness",
     .initial = NAN,
     .low = 1e-300,
     .high = 1e300},
    {.name = "restitution",
     .unit = "1",
     .doc = "in place of unloading_stiffness: K2 = K1/e^2; delivered exactly",
     .initial = NAN,
     .low = 1e-6,
     .high = 1.0},
    {0},
};

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    double k1 = dp_law_get(def, "loading_stiffness"), k2 = dp_law_get(def, "unloading_stiffness");
    double e = dp_law_get(def, "restitution");
    if (isnan(k1)) k1 = pair->stiffness;
    if (!(k1 > 0.0))
        return dp_blame(
            err,
            dp_fail(err, DP_ERR_MISSING, "walton-braun needs loading_stiffness (or stiffness)"),
            DP_SUBJECT_PARAMETER, -1, "loading_stiffness");
    if (!isnan(k2) == !isnan(e))
        return dp_blame(err,
                        dp_fail(err, isnan(e) ? DP_ERR_MISSING : DP_ERR_CONFLICT,
                                "walton-braun needs one of unloading_stiffness and restitution"),
                        DP_SUBJECT_PARAMETER, -1, "unloading_stiffness");
    if (isnan(k2)) k2 = k1 / (e * e);
    if (k2 < k1) {
        dp_fail(err, DP_ERR_RANGE,
                "unloading_stiffness is %g N/m; it must be at least loading_stiffness, %g N/m", k2,
                k1);
        return dp_blame_number(err, DP_SUBJECT_PARAMETER, "unloading_stiffness", k2, k1, INFINITY);
    }
    contact->k[K1] = k1;
    contact->k[K2] = k2;
    contact->k[SLIP] = 1.0 - k1 / k2;
    contact->kernel = &kernel;
    return DP_OK;
}

const dp_law dp_law_walton_braun = {
    .name = "walton-braun",
    .family = "elastoplastic",
    .summary = "two straight lines with history, delivers the restitution exactly",
    .formula = "load: K1 delta; unload: K2 (delta - d0), d0 = dmax (1 - K1/K2); e = sqrt(K1/K2)",
    .source = "Walton, Braun 1986, J. Rheol. 30",
    .equation = "Walton, Braun 1986 Eq 1-3",
    .validity = "a model spring: stiffness is fitted, not derived from a material",
    .bounds = DP_BOUNDS_SPRING,
    .confidence = "certain",
    .params = params,
    .needs = 0,
    .delivery = DP_DELIVERS_ALWAYS,
    .tune = "restitution",
    .needs_more = "`stiffness` \\[N/m\\] or the parameter `loading_stiffness`",
    .prepare = prepare,
};
