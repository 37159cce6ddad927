// Steps of a prepare function that many laws share.

#include "laws/family.h"

static dp_status refuse_both(const dp_law_def *def, double e, double factor, dp_error *err) {
    if (isnan(e) || isnan(factor)) return DP_OK;
    return dp_blame(err,
                    dp_fail(err, DP_ERR_CONFLICT,
                            "%s: restitution and damping_factor exclude each other; give one",
                            def->law->name),
                    DP_SUBJECT_PARAMETER, -1, "damping_factor");
}

dp_status dp_damping_factor(const dp_law_def *def, double (*relation)(double e), double *d,
                            dp_error *err) {
    double e = dp_law_get(def, "restitution"), factor = dp_law_get(def, "damping_factor");
    dp_status status = refuse_both(def, e, factor, err);
    if (status != DP_OK) return status;
    if (isnan(e) && isnan(factor))
        return dp_blame(err,
                        dp_fail(err, DP_ERR_MISSING, "%s needs restitution (or damping_factor)",
                                def->law->name),
                        DP_SUBJECT_PARAMETER, -1, "restitution");
    *d = isnan(factor) ? relation(e) : factor;
    return DP_OK;
}

dp_status dp_exact_damping_factor(const dp_law_def *def, double *d, dp_error *err) {
    double e = dp_law_get(def, "restitution"), factor = dp_law_get(def, "damping_factor");
    // 1 is the default, and no request
    dp_status status = e == 1.0 ? DP_OK : refuse_both(def, e, factor, err);
    if (status != DP_OK) return status;
    *d = !isnan(factor) ? factor : isnan(e) || e == 1.0 ? 0.0 : dp_hunt_crossley_damping(e);
    return DP_OK;
}

dp_status dp_prepare_hunt_crossley(const dp_law_def *def, const dp_pair *pair,
                                   double (*relation)(double e), dp_contact *contact,
                                   dp_error *err) {
    double d = 0.0;
    dp_status status = dp_damping_factor(def, relation, &d, err);
    if (status != DP_OK) return status;
    contact->kernel = &dp_kernel_hunt_crossley;
    contact->k[0] = pair->stiffness;
    contact->k[1] = d;
    return DP_OK;
}
