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
