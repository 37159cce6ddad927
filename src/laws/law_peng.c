// Peng et al.: plastic conformal cylinder, a Winkler bed whose pressure is cut at the yield stress,
// with history and damping. With dcr = sigma_y Rb/(k E), C = (4 sqrt2/3) k E L and
// g = max(x - dcr, 0):
//     load     P = C (x^1.5 - g^1.5)/sqrt(dR + x)
//     unload   P = C e^1.5/sqrt(dR + e),  e = x - dp
//     damping  P += mu (x - d0)^1.5 rate,  mu = (3/4) K0 (1 - ce^2)/v0
// dp follows from continuity at the largest indentation. d0 is the dent at the start of the
// collision and moves to dp at the reversal, so P stays continuous. K0 = C/sqrt(dR) is the limit of
// the spring (consistent); the paper prints sqrt(2) times that. Unloading and reloading share one
// curve and rejoin the virgin curve at the largest indentation.
// Source: 001 Eq 1, 7-10.

#include "base/root.h"
#include "kernels/elastic.h"
#include "kernels/largest.h"
#include "kernels/winkler.h"
#include "laws/family.h"

static const double UNREACHABLE = 1e30;  // [m] yield indentation of a law that does not yield

enum { C, DR, DCR, MU };       // constants; MU is mu v0
enum { RATE, DMAX, DP, OFF };  // history; RATE is mu of this collision

// Elastic indentation that carries P: positive root of e^3 - q^2 e - q^2 dR = 0, q = P/C. Cardano's
// formula in the form that does not cancel, polished by Newton.
static double elastic_depth(const double *k, double force) {
    double q = force / k[C], dR = k[DR];
    if (!(q > 0.0)) return 0.0;
    double s = 0.25 * dR * dR - q * q / 27.0, e;
    if (s >= 0.0) {
        double h = dp_cbrt(q * q * (0.5 * dR + sqrt(s)));
        e = h + q * q / (3.0 * h);
    } else {
        e = 2.0 * q / sqrt(3.0) * cos(acos(1.5 * sqrt(3.0) * dR / q) / 3.0);
    }
    for (int i = 0; i < 2; i++)
        e -= (e * e * e - q * q * (e + dR)) / (3.0 * e * e - q * q);
    return e;
}

static double elastic_work(const double *k, double e) {
    return k[C] * k[DR] * k[DR] * dp_winkler_work(e / k[DR]);
}

// dP/de of the elastic curve
static double elastic_slope(const double *k, double e) {
    double share = e / (k[DR] + e);
    return k[C] * sqrt(share) * (1.5 - 0.5 * share);
}

// A point of the virgin curve beyond yield: what unloading would give back, and the rest of the
// work.
struct flow {
    double depth, stored, plastic;
};

static struct flow flow_at(const double *k, double force, double slope) {
    double e = elastic_depth(k, force);
    return (struct flow){e, elastic_work(k, e), force * (1.0 - slope / elastic_slope(k, e))};
}

DP_INLINE dp_response respond(const double *k, const double *m, double delta, double rate) {
    double x = delta <= 0.0 ? 0.0 : delta;
    int virgin = x >= m[DMAX];
    double shifted = x <= m[DP] ? 0.0 : x - m[DP];
    double y = virgin ? x : shifted;
    double cut = x <= k[DCR] ? 0.0 : x - k[DCR];
    double g = virgin ? cut : 0.0;
    double w = x <= m[OFF] ? 0.0 : x - m[OFF];

    // one division, three square roots
    double inverse = 1.0 / (k[DR] + y);
    double root_y = sqrt(y * inverse), root_g = sqrt(g * inverse), root_w = sqrt(w);
    double spring = k[C] * (y * root_y - g * root_g);
    double damping = m[RATE] * w * root_w;
    double slope = 1.5 * k[C] * (root_y - root_g) - 0.5 * spring * inverse;
    dp_response r = {
        .spring = spring,
        .damper = damping * rate,
        .dforce_ddelta = delta <= 0.0 ? 0.0 : slope + 1.5 * m[RATE] * root_w * rate,
        .dforce_drate = damping,
    };
    if (virgin && x > k[DCR]) {
        struct flow f = flow_at(k, spring, slope);
        r.stored = f.stored;
        r.plastic = f.plastic;
    } else {
        r.stored = elastic_work(k, y);
    }
    return r;
}

DP_INLINE void update(const double *k, double *m, double delta, double rate) {
    if (delta > m[DMAX]) {
        if (delta > k[DCR]) {
            double g = delta - k[DCR];
            double force = k[C] * (delta * sqrt(delta) - g * sqrt(g)) / sqrt(k[DR] + delta);
            m[DP] = delta - elastic_depth(k, force);
        }
        m[DMAX] = delta;
    }
    if (rate <= 0.0) m[OFF] = m[DP];
}

static void begin(const double *k, double *m, double approach) {
    m[RATE] = k[MU] / approach;
    m[OFF] = m[DP];
}

// Without damping nothing depends on the speed: 0/0 compares with no rate.
DP_INLINE double speed_of(const double *k, const double *m) {
    return k[MU] / m[RATE];
}

DP_INLINE void begin_again(const double *k, double *m, double v) {
    m[RATE] = k[MU] / v;
}

// Without damping history[0] stays 0.
DP_INLINE bool needs_begin(const double *k) {
    return k[MU] != 0.0;
}

static double residual(const double *k, const double *m) {
    (void)k;
    return m[DP];
}

// Beyond yield the elastic indentation e that carries P grows by P'(x)/(dP/de).
static double stiffness(const double *k, const double *m, double delta, double *slope) {
    if (delta < m[DMAX]) return dp_elastic_bed(k[C], k[DR], delta - m[DP], slope);
    if (!(delta > k[DCR])) return dp_elastic_bed(k[C], k[DR], delta, slope);
    dp_response load = respond(k, m, delta, 0.0);
    double e = elastic_depth(k, load.spring);
    double stiff = dp_elastic_bed(k[C], k[DR], e, slope);
    *slope *= load.dforce_ddelta / stiff;
    return stiff;
}

static int breakpoints(const double *k, const double *m, dp_breakpoint *out) {
    if (k[DCR] >= UNREACHABLE) return 0;
    int dented = m[DMAX] > k[DCR];
    out[0] = (dp_breakpoint){dented ? m[DMAX] : k[DCR],
                             dented ? DP_BREAKPOINT_REJOIN : DP_BREAKPOINT_YIELD, 0.0};
    return 1;
}

// Work of virgin loading to x: the elastic work less that of the part cut off, W_el(x) - C A^2
// w(g/A).
static double load_work(const double *k, double x) {
    double g = x > k[DCR] ? x - k[DCR] : 0.0, A = k[DR] + k[DCR];
    return elastic_work(k, x) - (g > 0.0 ? k[C] * A * A * dp_winkler_work(g / A) : 0.0);
}

struct loading {
    const double *k;
    double energy;
};

static double energy_excess(double x, const void *context) {
    const struct loading *l = (const struct loading *)context;
    return load_work(l->k, x) - l->energy;
}

// Closed without damping: the loading work gives the largest indentation, the elastic part comes
// back.
static double restitution(const double *k, double mass, double approach, bool at_zero_force) {
    (void)at_zero_force;
    if (k[MU] > 0.0) return NAN;
    struct loading l = {k, 0.5 * mass * approach * approach};
    if (l.energy <= load_work(k, k[DCR])) return 1.0;
    double high = k[DCR];
    while (energy_excess(high, &l) < 0.0 && high < 1e9)
        high *= 2.0;
    double x = dp_root(energy_excess, &l, k[DCR], high), g = x - k[DCR];
    double force = k[C] * (x * sqrt(x) - g * sqrt(g)) / sqrt(k[DR] + x);
    return sqrt(elastic_work(k, elastic_depth(k, force)) / l.energy);
}

static double factor(const double *k) {
    return k[MU] > 0.0 ? NAN : 0.0;
}

static const dp_history_field history[] = {
    {"damping", "N s/m^2.5", "damping of this collision, mu"},
    {"max_indentation", "m", "largest indentation ever"},
    {"residual_indentation", "m", "depth of the dent"},
    {"damping_offset", "m", "dent from which the damping counts"},
};

DP_KERNEL_LOOPS_WITH_UPDATE(peng, 4, needs_begin)

DP_KERNEL_LARGEST(peng, 4, needs_begin, speed_of, begin_again, update)

#define SHARED                                                                                     \
    .history_count = 4, .history = history, .smooth_power = 2.0, .vectorised = true,               \
    .begin = begin, .stiffness = stiffness, .residual = residual, .breakpoints = breakpoints,      \
    .restitution = restitution, .factor = factor, .load_energy = load_work, .update = peng_update, \
    .needs_begin = needs_begin

static const dp_kernel largest = {
    .name = "peng-largest",
    SHARED,
    DP_KERNEL_LARGEST_SCALARS(peng),
    DP_KERNEL_FUNCTIONS_AND(peng_largest, DP_COMMITS_ALONE_TABLE(peng_largest)),
};

static const dp_kernel kernel = {
    .name = "peng",
    SHARED,
    .largest = &largest,
    DP_KERNEL_FUNCTIONS_AND(peng, DP_COMMITS_ALONE_TABLE(peng)),
};

enum { ELASTIC_DAMPED, ELASTIC_PLASTIC, ELASTIC_PLASTIC_DAMPED };
enum { PRINTED, CONSISTENT };
static const char *const modes[] = {"elastic-damped", "elastic-plastic", "elastic-plastic-damped",
                                    NULL};
static const char *const damping_forms[] = {"printed", "consistent", NULL};
static const dp_param params[] = {
    {.name = "restitution",
     .unit = "1",
     .doc = "requested restitution of the damping, needed by the damped modes",
     .initial = NAN,
     .low = 0.0,
     .high = 1.0},
    {.name = "fit",
     .unit = "1",
     .doc = "k of the Winkler bed, pressure = k E u/Rb, fitted to finite elements",
     .initial = 0.663,
     .low = 0.01,
     .high = 10.0},
    {.name = "mode",
     .unit = "1",
     .doc = "which losses act: damping, plastic flow, or both",
     .initial = ELASTIC_PLASTIC_DAMPED,
     .choices = modes},
    {.name = "damping_form",
     .unit = "1",
     .doc =
         "stiffness in the damping: the limit of the spring (consistent) or the paper's, sqrt(2) "
         "larger (printed)",
     .initial = CONSISTENT,
     .choices = damping_forms},
    {0},
};

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    int mode = (int)dp_law_get(def, "mode");
    double e = dp_law_get(def, "restitution"), fit = dp_law_get(def, "fit");
    if (mode != ELASTIC_PLASTIC && isnan(e))
        return dp_blame(
            err, dp_fail(err, DP_ERR_MISSING, "peng needs restitution in mode %s", modes[mode]),
            DP_SUBJECT_PARAMETER, -1, "restitution");
    if (mode != ELASTIC_DAMPED && isnan(pair->yield))
        return dp_blame(err,
                        dp_fail(err, DP_ERR_MISSING, "peng needs yield in mode %s", modes[mode]),
                        DP_SUBJECT_PAIR_ENTRY, -1, "yield");
    if (mode != ELASTIC_DAMPED && (!(pair->yield > 0.0) || isinf(pair->yield)))
        return dp_fail_positive(err, DP_SUBJECT_PAIR_ENTRY, "yield", pair->yield);

    double *k = contact->k;
    double E = pair->modulus, K0;
    k[C] = 4.0 * sqrt(2.0) / 3.0 * fit * E * pair->length;
    k[DR] = pair->clearance;
    // without plastic flow the yield lies beyond anything that can be reached
    k[DCR] = mode == ELASTIC_DAMPED ? UNREACHABLE : pair->yield * pair->bearing_radius / (fit * E);
    K0 = k[C] / sqrt(k[DR]) * (dp_law_get(def, "damping_form") == PRINTED ? sqrt(2.0) : 1.0);
    k[MU] = mode == ELASTIC_PLASTIC ? 0.0 : 0.75 * K0 * (1.0 - e * e);
    contact->kernel = &kernel;
    return DP_OK;
}

static const char *const errata[] = {
    "001 Eq 10 prints K0 with sqrt(1/dR); the small-indentation limit of Eq 7 has sqrt(1/(2 dR)). "
    "The "
    "paper's two-dimensional numbers need the printed one: damping_form: printed",
    "001 Eq 7-8 damp with delta^1.5 on unloading too; that is tensile and loses 99 %, the printed "
    "96.9 % needs (delta - dp)^1.5",
    "001 Eq 1 leaves the dent undefined; force continuity at reversal gives the printed 96.6 %",
    "001 Eq 1 puts every reloading on the virgin curve, which jumps; here reloading follows "
    "unloading",
    "001 mixes R, Rb and Rj; Rb belongs into Eq 1 and 7",
    NULL,
};

const dp_law dp_law_peng = {
    .name = "peng",
    .family = "conformal",
    .summary = "plastic conformal cylinder on a Winkler bed, with history and damping",
    .formula = "load: C (delta^(3/2) - max(delta - dcr, 0)^(3/2))/sqrt(dR + delta); "
               "unload: C e^(3/2)/sqrt(dR + e), e = delta - dp; plus mu (delta - d0)^(3/2) rate",
    .source = "Peng et al. 2020",
    .equation = "001 Eq 1, 7-10",
    .validity =
        "journal in a bearing with small clearance; pressures summed without projection, so "
        "the plastic limit is sqrt(2) times 2 sigma_y Rb L",
    .bounds = DP_BOUNDS_BED(DP_YIELD_NONE),
    .confidence = "certain",
    .errata = errata,
    .params = params,
    .needs = DP_NEEDS_MODULUS | DP_NEEDS_BEARING | DP_NEEDS_LENGTH,
    .delivery = DP_DELIVERS_BY_CASE,
    .tune = "restitution",
    .needs_more = "`yield` unless `mode` is elastic-damped, `approach` unless it is "
                  "elastic-plastic",
    .prepare = prepare,
};
