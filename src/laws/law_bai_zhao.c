// Bai-Zhao: hybrid law for clearance joints, the tangent of a Winkler bed as stiffness and the
// exponential damping factor.
// F = Kn delta^n (1 + d rate/v0), Kn = (pi E/8) sqrt(2 delta (3c + 2 delta)^2/(c + delta)^3),
// d = 0.75 (1 - e^2) exp(2 (1 - e)); printed: n = 1.5, no length; consistent: n = 1, times L.
// As printed the units want a factor of 1 m^(1/2); consistent, the force is up to 1.5 times that of
// the bed (liu-winkler) it is taken from. Restitution above 0.3. 004 Eq 9-12.

#include "kernels/impact_loops.h"
#include "kernels/largest.h"
#include "kernels/winkler.h"
#include "laws/family.h"

enum { FORM_PRINTED, FORM_CONSISTENT };
static const char *const forms[] = {"printed", "consistent", NULL};
static const dp_param params[] = {
    DP_PARAM_RESTITUTION(0.0),
    DP_PARAM_DAMPING_FACTOR,
    {.name = "form",
     .unit = "1",
     .doc = "printed: exponent 1.5 and no length, as in the paper; consistent: exponent 1, with "
            "length",
     .initial = FORM_PRINTED,
     .low = FORM_PRINTED,
     .high = FORM_CONSISTENT,
     .choices = forms},
    {0},
};
static const char *const errata[] = {
    "004 Eq 9-10: Kn is the tangent of the Liu et al. bed per unit length; Kn delta L is sound in "
    "its units, Kn delta^1.5, which the paper most likely plots, lacks a factor of 1 m^(1/2)",
    "the e in e^(2(1-c)) of 004 Eq 12 is the exponential, not the restitution",
    "004 section 3f exchanges the radii of journal and bearing; the bearing is the larger one",
    NULL,
};

// The printed form. With q = delta/(c + delta) the odd powers fall away and
// F = A delta^2 (3 - q)/sqrt(c + delta): smooth at the touch. Its work in units A c^2.5, with
// s = sqrt(1 + delta/c), has (s - 1)^3 as a factor, taken from delta so that nothing cancels.
enum { SCALE, CLEARANCE, FACTOR, WORK };  // constants; WORK = A c^2.5

DP_INLINE dp_response respond(const double *k, const double *m, double delta, double rate) {
    double x = delta <= 0.0 ? 0.0 : delta;
    double reach = k[CLEARANCE] + x;
    double q = x / reach;
    double per_root = k[SCALE] * x / sqrt(reach);
    double spring = per_root * x * (3.0 - q);
    double slope = k[FACTOR] * m[0];

    double y = x / k[CLEARANCE];
    double s = sqrt(1.0 + y);
    double t = y / (s + 1.0);
    double work = t * t * t * (2.0 + s * (2.8 + s * (2.4 + s * 0.8))) / s;
    return (dp_response){
        .spring = spring,
        .damper = spring * (slope * rate),
        .dforce_ddelta = per_root * (6.0 - 1.5 * q * (3.0 - q)) * (1.0 + slope * rate),
        .dforce_drate = spring * slope,
        .stored = k[WORK] * work,
    };
}

static double restitution(const double *k, double mass, double approach, bool at_zero_force) {
    (void)mass, (void)approach, (void)at_zero_force;
    return dp_hunt_crossley_restitution(k[FACTOR]);
}

static double factor(const double *k) {
    return k[FACTOR];
}

static double stiffness(const double *k, const double *m, double delta, double *slope) {
    (void)m;
    double reach = k[CLEARANCE] + delta, q = delta / reach, scale = k[SCALE] / sqrt(reach);
    *slope = scale * (6.0 - q * (12.0 - q * (11.25 - 3.75 * q)));
    return scale * delta * (6.0 - 1.5 * q * (3.0 - q));
}

DP_KERNEL_LOOPS(bai_zhao, 1, dp_begin_needed)
DP_KERNEL_STRIKES(bai_zhao, 1, 1, 0, 8.0, respond(k, m, x, rate))
DP_KERNEL_SWEEPS_TOUCH(bai_zhao, 1)
DP_KERNEL_LARGEST_RECIPROCAL(bai_zhao)
DP_KERNEL_SWEEPS_LARGEST(bai_zhao)

#define SHARED                                                                                     \
    .smooth_power = 1.0, .vectorised = true, .stiffness = stiffness, .restitution = restitution,   \
    .factor = factor

static const dp_kernel largest = {
    .name = "bai-zhao-largest",
    DP_KERNEL_LARGEST_MEMORY,
    SHARED,
    DP_KERNEL_LARGEST_FUNCTIONS_AND(bai_zhao, DP_KERNEL_STRIKE_FUNCTIONS(bai_zhao),
                                    DP_KERNEL_SWEEP_FUNCTIONS(bai_zhao_largest)),
};

static const dp_kernel printed = {
    .name = "bai-zhao",
    DP_KERNEL_RECIPROCAL_MEMORY,
    SHARED,
    .largest = &largest,
    DP_KERNEL_FUNCTIONS_AND(bai_zhao, DP_KERNEL_STRIKE_FUNCTIONS(bai_zhao),
                            DP_KERNEL_SWEEP_FUNCTIONS(bai_zhao)),
};

static double damping(double e) {
    return 0.75 * (1.0 - e * e) * exp(2.0 * (1.0 - e));
}

// Only the consistent form has a length, so the table of needs cannot ask for it.
static dp_status check_length(const dp_law_def *def, double length, dp_error *err) {
    if (isnan(length))
        return dp_blame(
            err,
            dp_fail(err, DP_ERR_MISSING, "%s with form consistent needs length", def->law->name),
            DP_SUBJECT_PAIR_ENTRY, -1, "length");
    if (!(length > 0.0) || isinf(length))
        return dp_fail_positive(err, DP_SUBJECT_PAIR_ENTRY, "length", length);
    return DP_OK;
}

static dp_status prepare(const dp_law_def *def, const dp_pair *pair, dp_contact *contact,
                         dp_error *err) {
    double d = 0.0;
    dp_status status = dp_damping_factor(def, damping, &d, err);
    if (status != DP_OK) return status;
    int consistent = dp_law_get(def, "form") == FORM_CONSISTENT;
    if (consistent) status = check_length(def, pair->length, err);
    if (status != DP_OK) return status;

    double c = pair->clearance;
    double scale = DP_PI / sqrt(32.0) * pair->modulus * (consistent ? pair->length : 1.0);
    contact->kernel = consistent ? &dp_kernel_bai_zhao_consistent : &printed;
    contact->k[SCALE] = scale;
    contact->k[CLEARANCE] = c;
    contact->k[FACTOR] = d;
    contact->k[WORK] = scale * c * c * sqrt(c);
    return DP_OK;
}

const dp_law dp_law_bai_zhao = {
    .name = "bai-zhao",
    .family = "conformal",
    .summary = "hybrid law for clearance joints: Winkler tangent stiffness, exponential damping",
    .formula = "F = (pi E/8) sqrt(2) (3c + 2 delta) delta^2/(c + delta)^(3/2) (1 + d rate/v0), "
               "d = (3/4)(1 - e^2) exp(2(1 - e)); consistent: delta^(3/2) L in place of delta^2",
    .source = "Bai, Zhao 2013",
    .equation = "004 Eq 9-12",
    .validity = "journal in a bearing of clearance c; restitution above 0.3 (delivers 0.896 for "
                "0.9, 0.483 for 0.5, 0.327 for 0.3); printed: all values in SI",
    .bounds = DP_BOUNDS_BED(DP_YIELD_BED),
    .confidence = "likely",
    .errata = errata,
    .params = params,
    .needs = DP_NEEDS_MODULUS | DP_NEEDS_BEARING | DP_NEEDS_APPROACH,
    .delivery = DP_DELIVERS_ALWAYS,
    .tune = "damping_factor",
    .needs_more = "`length` with `form` consistent",
    .prepare = prepare,
};
