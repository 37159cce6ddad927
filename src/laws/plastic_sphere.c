// Constants of plastic spheres.

#include "laws/plastic_sphere.h"

#include "base/root.h"

const char *const dp_plastic_forms[] = {"printed", "passive", NULL};
const char *const dp_plastic_rules[] = {"fit", "radius", "brake", NULL};
const char *const dp_plastic_partners[] = {"rigid", "equal", NULL};

double dp_plastic_poisson(const dp_law_def *def) {
    double poisson = dp_law_get(def, "poisson");
    return isnan(poisson) ? 0.3 : poisson;
}

dp_status dp_plastic_hardness(const dp_law_def *def, const dp_pair *pair, double *hardness,
                              dp_error *err) {
    *hardness = dp_law_get(def, "hardness");
    if (!isnan(*hardness)) return DP_OK;
    if (isnan(pair->yield))
        return dp_blame(err,
                        dp_fail(err, DP_ERR_MISSING, "%s needs hardness, or yield", def->law->name),
                        DP_SUBJECT_PAIR_ENTRY, -1, "yield");
    *hardness = 2.8 * pair->yield;
    if (!(*hardness > 0.0) || isinf(*hardness))
        return dp_fail_positive(err, DP_SUBJECT_PAIR_ENTRY, "yield", pair->yield);
    return DP_OK;
}

// --- where the rule begins, and where it leaves a dent ---

// A place on the loading curve with the work up to it, from where the work goes on.
struct place {
    const double *k;
    double x, work;
};

// Work that the rule would give back beyond what loading took, over that.
static double excess_work(double x, const void *context) {
    const struct place *from = (const struct place *)context;
    double work = from->work + dp_plastic_work_between(from->k, from->x, x);
    return dp_plastic_recovered(from->k, x) / work - 1.0;
}

// Depth that the rule would give back beyond the indentation, over that.
static double excess_depth(double x, const void *context) {
    return dp_plastic_depth(((const struct place *)context)->k, x) / x - 1.0;
}

// Steps so fine near the onset that two changes of sign do not hide in one of them; far out nothing
// changes quickly but at the joints.
static double step_from(double ratio) {
    return ratio < 3.0 ? fmin(0.05, 4.0 * (ratio - 1.0)) : 0.15;
}

// The largest indentation beyond the onset up to which f is positive; the onset where it never is.
// Up to 10000 times the onset, which is far beyond all use; the joints, where the force jumps, are
// met from both sides.
static double last_positive(double (*f)(double x, const void *context), const double *k) {
    const double rounding = 1e-12, onset = k[DP_PS_ONSET];
    double joints[3], found = onset, x = onset * (1.0 + 1e-6);
    int joint = 0;
    joints[dp_plastic_joints(k, joints)] = INFINITY;
    struct place at = {k, onset, dp_plastic_work(k, onset)};
    bool was_over = false;
    while (x < 1e4 * onset) {
        struct place next = {k, x, at.work};
        if (f == excess_work) next.work += dp_plastic_work_between(k, at.x, x);
        bool is_over = f(x, &next) > rounding;
        // a jump downwards may end it
        bool jumps = x == nextafter(at.x, INFINITY);
        if (was_over && !is_over) found = jumps ? at.x : dp_root(f, &at, at.x, x);
        was_over = is_over;
        at = next;
        bool is_joint = x == joints[joint];
        if (is_joint) joint++;
        x = is_joint ? nextafter(x, INFINITY)
                     : fmin(x * (1.0 + step_from(x / onset)), joints[joint]);
    }
    return found;
}

static double excess_radius(double x, const void *context) {
    const double *k = (const double *)context;
    return dp_plastic_load(k, x).radius - k[DP_PS_SPAN];
}

// The first indentation at which the contact of ghaednia is as wide as the span. It is at least as
// wide as that of Hertz, so there is one.
static double first_wide(const double *k) {
    double low = nextafter(k[DP_PS_ONSET], INFINITY), high = low;
    while (excess_radius(high, k) < 0.0) {
        low = high;
        high *= 1.05;
    }
    return high > low ? dp_root(excess_radius, k, low, high) : k[DP_PS_ONSET];
}

dp_status dp_prepare_plastic_sphere(const dp_law_def *def, const dp_pair *pair,
                                    dp_plastic_curve curve, double pressure, double onset,
                                    dp_contact *contact, dp_error *err) {
    double *k = contact->k, ratio = 0.5 * DP_PI * pressure / pair->modulus;
    double xc = ratio * ratio * pair->radius;
    double stiffness = 4.0 / 3.0 * pair->modulus * sqrt(pair->radius);
    double force = stiffness * xc * sqrt(xc);
    if (!isnormal(xc) || !isnormal(force) || !isfinite(1e6 * force)) {
        dp_fail(err, DP_ERR_RANGE,
                "yield %g Pa, modulus %g Pa and radius %g m give a yield indentation of %g m; "
                "these values overflow, check their units (all are SI)",
                pair->yield, pair->modulus, pair->radius, xc);
        return dp_blame_number(err, DP_SUBJECT_PAIR_ENTRY, "yield", pair->yield, NAN, NAN);
    }
    bool is_passive = dp_law_get(def, "form") == DP_FORM_PASSIVE;
    k[DP_PS_K] = stiffness;
    k[DP_PS_CURVE] = curve;
    k[DP_PS_RULE] = dp_law_get(def, "unloading") + (is_passive ? DP_PASSIVE_RULES : 0);
    k[DP_PS_XC] = xc;
    k[DP_PS_ONSET] = onset * xc;
    k[DP_PS_FC] = force;
    k[DP_PS_RADIUS] = pair->radius;
    if (curve == DP_CURVE_GHAEDNIA) k[DP_PS_WIDE] = first_wide(k);
    k[DP_PS_DENT] = last_positive(excess_depth, k);
    k[DP_PS_THRESHOLD] = is_passive ? last_positive(excess_work, k) : k[DP_PS_ONSET];
    contact->kernel = &dp_kernel_plastic_sphere;
    return DP_OK;
}

// --- jackson-green, ghaednia ---

// Linear hardening with the slope Et: Y and the share of Hertz. 0: none.
static dp_status set_hardening(const dp_law_def *def, const dp_pair *pair, double *k,
                               dp_error *err) {
    double tangent = dp_law_get(def, "tangent_modulus"), poisson = dp_plastic_poisson(def);
    bool is_equal = dp_law_get(def, "partner") == DP_PARTNER_EQUAL;
    double young = (1.0 - poisson * poisson) * (is_equal ? 2.0 : 1.0) * pair->modulus;
    double t = tangent / young;
    if (!(t > 0.0)) return DP_OK;
    if (!(t < 1.0)) {
        dp_fail(err, DP_ERR_RANGE,
                "%s: tangent_modulus is %g Pa; it must be less than the %g Pa of the elastic body",
                def->law->name, tangent, young);
        return dp_blame_number(err, DP_SUBJECT_PARAMETER, "tangent_modulus", tangent, 0.0, young);
    }
    double steep = 2.0 * sqrt(young / pair->yield);
    k[DP_PS_Y] = -steep * t / ((4.0 - 3.0 * exp(-steep * t)) * (1.0 - t));
    k[DP_PS_GROWTH] = -log(t) / ((is_equal ? 4.0 : 1.0) * pair->radius);
    k[DP_PS_SHARE] = -expm1(-3.3 * t);
    return DP_OK;
}

dp_status dp_prepare_jackson_green(const dp_law_def *def, const dp_pair *pair,
                                   dp_plastic_curve curve, dp_contact *contact, dp_error *err) {
    double C = 1.295 * exp(0.736 * dp_plastic_poisson(def)), *k = contact->k;
    double bodies = dp_law_get(def, "partner") == DP_PARTNER_EQUAL ? 2.0 : 1.0;
    // a sphere that yields at a strain of 4 is never reached; the exponent must stay a number
    double strain = fmin(pair->yield / (bodies * pair->modulus), 4.0);
    k[DP_PS_B] = 0.14 * exp(23.0 * strain);
    k[DP_PS_SPAN] = bodies * pair->radius;
    k[DP_PS_HARD] = 4.0 / C;
    dp_status status = curve == DP_CURVE_GHAEDNIA ? set_hardening(def, pair, k, err) : DP_OK;
    if (status != DP_OK) return status;
    return dp_prepare_plastic_sphere(def, pair, curve, C * pair->yield, 1.9, contact, err);
}
