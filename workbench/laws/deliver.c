// The restitution a law delivers, for one impact and over a range of them.

#include "laws/deliver.h"

#include <math.h>

#include "base/status.h"

dp_status cli_deliver(const dp_contact_def *def, cli_delivery *out, dp_error *err) {
    *out = (cli_delivery){.restitution = NAN};
    double mass = def->pair.mass, speed = def->approach;

    // the approach speed is that of this impact, not a fixed one: the floor then works as usual
    dp_contact_def free_def = *def;
    free_def.approach = NAN;
    dp_contact contact;
    dp_status status = dp_contact_init(&contact, &free_def, err);
    if (status == DP_ERR_VALIDITY) return err->status = DP_ERR_RANGE;  // of what was given
    if (status != DP_OK) return status;

    out->restitution = dp_contact_restitution(&contact, mass, speed);
    out->is_closed_form = isfinite(out->restitution);
    if (out->is_closed_form) return DP_OK;

    dp_impact impact;
    status = dp_impact_run(&contact, &(dp_impact_def){.mass = mass, .speed = speed}, &impact, err);
    if (status != DP_OK) return status;
    out->restitution = impact.restitution;
    if (isfinite(out->restitution)) return DP_OK;
    return dp_fail(err, DP_ERR_NUMERIC, "%s: the integration gave no finite restitution",
                   def->law.law->name);
}

const char *cli_path(const cli_delivery *delivery) {
    return delivery->is_closed_form ? "closed-form" : "integrated";
}

double cli_requested_at(int index) {
    static const double requested[CLI_REQUESTED_COUNT] = {0.05, 0.10, 0.20, 0.30, 0.40, 0.50,
                                                          0.60, 0.70, 0.80, 0.90, 0.95, 0.99};
    return requested[index];
}

static dp_status deliver_at(const dp_contact_def *def, bool over_speed, cli_curve_point *point) {
    dp_contact_def changed = *def;
    dp_status status = DP_OK;
    if (over_speed)
        changed.approach = point->at;
    else
        status = dp_law_set(&changed.law, "restitution", point->at, &point->err);
    return status == DP_OK ? cli_deliver(&changed, &point->delivered, &point->err) : status;
}

void cli_curve_make(const dp_contact_def *def, cli_curve *curve) {
    bool over_speed = dp_law_param_index(def->law.law, "restitution") < 0;
    *curve = (cli_curve){.over_speed = over_speed};
    curve->count = over_speed ? CLI_SPEED_COUNT : CLI_REQUESTED_COUNT;
    for (int i = 0; i < curve->count; i++) {
        cli_curve_point *point = &curve->point[i];
        // three points a decade, the given speed in the middle
        point->at = over_speed ? def->approach * pow(10.0, (i - 6) / 3.0) : cli_requested_at(i);
        point->delivered.restitution = NAN;
        point->err.status = deliver_at(def, over_speed, point);
    }
}

const dp_error *cli_curve_failure(const cli_curve *curve) {
    for (int i = 0; i < curve->count; i++) {
        if (curve->point[i].err.status == DP_OK) return NULL;
    }
    return &curve->point[0].err;
}
