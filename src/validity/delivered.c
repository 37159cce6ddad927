// The restitution that a law delivers for the one it was asked for.

#include <math.h>

#include "dashpot/impact.h"
#include "validity/validity.h"

// What the relation that stands in place of the parameter asks for at this speed.
static double requested_by_relation(const dp_contact_def *def, double mass, double speed) {
    dp_contact contact;
    bool is_fixed = !isnan(def->approach);
    if (!is_fixed && !(speed > 0.0)) return NAN;
    if (dp_contact_init(&contact, def, NULL) != DP_OK ||
        dp_contact_at_speed(&contact, speed, mass, &contact, NULL) != DP_OK)
        return NAN;
    return contact.restitution;
}

double dp_requested_restitution(const dp_contact_def *def, double mass, double speed) {
    const dp_law *law = def->law.law;
    if (def->restitution_from.kind != DP_RESTITUTION_GIVEN)
        return requested_by_relation(def, mass, speed);
    int factor = dp_law_param_index(law, "damping_factor");
    int index = dp_law_param_index(law, "restitution");
    // a damping factor stands in place of the restitution
    if (index < 0 || (factor >= 0 && !isnan(def->law.value[factor]))) return NAN;
    return def->law.value[index];
}

double dp_deliver(const dp_contact_def *def, double mass, double speed, int *has_flowed) {
    dp_contact contact;
    dp_impact impact;
    *has_flowed = 0;
    if (!(mass > 0.0) || !(speed > 0.0) || dp_contact_init(&contact, def, NULL) != DP_OK)
        return NAN;
    double closed = dp_contact_restitution(&contact, mass, speed);
    if (!isnan(closed) && def->law.law->delivery == DP_DELIVERS_ALWAYS) return closed;
    dp_impact_def one = dp_impact_defaults();
    one.mass = mass;
    one.speed = speed;
    if (dp_impact_run(&contact, &one, &impact, NULL) != DP_OK) return NAN;
    *has_flowed = impact.energy.plastic > 0.0;
    return impact.restitution;
}

double dp_delivered_restitution(const dp_contact_def *def, double mass, double speed) {
    int has_flowed;
    return dp_deliver(def, mass, speed, &has_flowed);
}

static int is_within(const dp_contact_def *def, double mass, double speed, double asked,
                     double within) {
    dp_contact_def one = *def;
    if (dp_law_set(&one.law, "restitution", asked, NULL) != DP_OK) return 0;
    return fabs(dp_delivered_restitution(&one, mass, speed) - asked) <= within * asked;
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
