// The restitution a law delivers, for one impact and for many.

#include "dashpot/delivery.h"

#include <math.h>

#include "base/error.h"
#include "dashpot/impact.h"

dp_status dp_deliver(const dp_contact_def *def, double mass, double speed, dp_delivered *out,
                     dp_error *err) {
    dp_contact contact;
    dp_impact impact;
    *out = (dp_delivered){.restitution = NAN};
    dp_status status = dp_contact_init(&contact, def, err);
    // a pair for which the law does not hold is wrong input, not the outcome of an impact
    if (status == DP_ERR_VALIDITY) {
        if (err != NULL) err->status = DP_ERR_RANGE;
        return DP_ERR_RANGE;
    }
    if (status != DP_OK) return status;

    out->restitution = dp_contact_restitution(&contact, mass, speed);
    out->is_closed_form = isfinite(out->restitution);
    if (out->is_closed_form) return DP_OK;

    dp_impact_def impact_def = dp_impact_defaults();
    impact_def.mass = mass;
    impact_def.speed = speed;
    status = dp_impact_run(&contact, &impact_def, &impact, err);
    if (status != DP_OK) return status;
    out->restitution = impact.restitution;
    if (isfinite(out->restitution)) return DP_OK;
    return dp_fail(err, DP_ERR_NUMERIC, "%s: the integration gave no finite restitution",
                   def->law.law->name);
}

// One point; the status stands in its error, whose text is that of the failure.
static void deliver_point(const dp_contact_def *def, double mass, double speed,
                          dp_delivery_point *point) {
    point->err.status = dp_deliver(def, mass, speed, &point->delivered, &point->err);
}

void dp_deliver_requests(const dp_contact_def *def, double mass, double speed,
                         dp_delivery_point *points, int count) {
    for (int i = 0; i < count; i++) {
        dp_contact_def asked = *def;
        points[i].delivered = (dp_delivered){.restitution = NAN};
        if (dp_law_set(&asked.law, "restitution", points[i].at, &points[i].err) == DP_OK)
            deliver_point(&asked, mass, speed, &points[i]);
    }
}

void dp_deliver_speeds(const dp_contact_def *def, double mass, dp_delivery_point *points,
                       int count) {
    for (int i = 0; i < count; i++)
        deliver_point(def, mass, points[i].at, &points[i]);
}

static int is_within(const dp_contact_def *def, double mass, double speed, double asked,
                     double within) {
    dp_contact_def one = *def;
    dp_delivered delivered;
    if (dp_law_set(&one.law, "restitution", asked, NULL) != DP_OK) return 0;
    if (dp_deliver(&one, mass, speed, &delivered, NULL) != DP_OK) return 0;
    return fabs(delivered.restitution - asked) <= within * asked;
}

int dp_delivered_ranges(const dp_contact_def *def, double mass, double speed, double within,
                        dp_restitution_range *out, int room) {
    enum { STEPS = 200 };
    int count = 0, was_within = 0;
    if (dp_law_param_index(def->law.law, "restitution") < 0) return 0;
    for (int i = 1; i <= STEPS; i++) {
        double asked = (double)i / STEPS;
        int is = is_within(def, mass, speed, asked, within);
        if (is && !was_within) {
            if (count == room) break;
            out[count++].low = asked;
        }
        if (is) out[count - 1].high = asked;
        was_within = is;
    }
    return count;
}

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
