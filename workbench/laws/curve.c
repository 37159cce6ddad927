// Curves of delivered restitution.

#include "dashpot/workbench.h"

#include <math.h>

dp_contact_def dp_contact_unfixed(const dp_contact_def *def) {
    dp_contact_def unfixed = *def;
    unfixed.approach = NAN;
    return unfixed;
}

dp_status dp_contact_deliver(const dp_contact_def *def, dp_delivered *out, dp_error *err) {
    const dp_contact_def unfixed = dp_contact_unfixed(def);
    return dp_deliver(&unfixed, def->pair.mass, def->approach, out, err);
}

double dp_requested_at(int index) {
    static const double requested[DP_REQUESTED_COUNT] = {0.05, 0.10, 0.20, 0.30, 0.40, 0.50,
                                                         0.60, 0.70, 0.80, 0.90, 0.95, 0.99};
    return requested[index];
}

void dp_delivery_curve_make(const dp_contact_def *def, dp_delivery_curve *curve) {
    const dp_contact_def unfixed = dp_contact_unfixed(def);
    bool over_speed = dp_law_param_index(def->law.law, "restitution") < 0;
    *curve = (dp_delivery_curve){.over_speed = over_speed};
    curve->count = over_speed ? DP_CURVE_MAX : DP_REQUESTED_COUNT;
    // three points a decade, the given speed in the middle
    for (int i = 0; i < curve->count; i++)
        curve->point[i].at =
            over_speed ? def->approach * pow(10.0, (i - 6) / 3.0) : dp_requested_at(i);
    if (over_speed)
        dp_deliver_speeds(&unfixed, def->pair.mass, curve->point, curve->count);
    else
        dp_deliver_requests(&unfixed, def->pair.mass, def->approach, curve->point, curve->count);
}

const dp_error *dp_delivery_curve_failure(const dp_delivery_curve *curve) {
    for (int i = 0; i < curve->count; i++) {
        if (curve->point[i].err.status == DP_OK) return NULL;
    }
    return &curve->point[0].err;
}
