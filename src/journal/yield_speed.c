// Speeds at which a contact begins to yield.

#include <math.h>

#include "base/root.h"
#include "contact/follow.h"
#include "dashpot/impact.h"
#include "dashpot/journal.h"
#include "impact/stepping.h"

// Yield does not depend on the restitution, so a contact that follows the speed may take any speed.
static bool with_constants(const dp_contact *contact, double mass, dp_contact *out) {
    return mass > 0.0 && dp_check_contact(contact, NULL) == DP_OK &&
           dp_contact_for_touch(contact, contact->approach_floor, mass, out, NULL) == DP_OK;
}

// Yield indentation of a virgin contact, NaN when the law has none that can be reached. A law that
// leaves a dent may yield with a jump of its force.
static double yield_indentation(const dp_contact *contact) {
    double history[DP_HISTORY_MAX] = {0.0};
    dp_breakpoint marks[DP_BREAKPOINT_MAX];
    int count = dp_contact_breakpoints(contact, history, marks);
    for (int i = 0; i < count; i++) {
        bool jumps = marks[i].kind == DP_BREAKPOINT_JUMP && contact->kernel->residual != NULL;
        bool yields = marks[i].kind == DP_BREAKPOINT_YIELD || jumps;
        if (yields && marks[i].delta < 1e6) return marks[i].delta;
    }
    return NAN;
}

double dp_yield_speed(const dp_contact *base, double mass) {
    dp_contact now;
    const dp_contact *contact = &now;
    if (!with_constants(base, mass, &now)) return NAN;
    double delta = yield_indentation(contact);
    if (isnan(delta)) return NAN;
    const dp_kernel *kernel = contact->kernel;
    double history[DP_HISTORY_MAX] = {0.0};
    double work = kernel->load_energy != NULL
                      ? kernel->load_energy(contact->k, delta)
                      : kernel->respond(contact->k, history, delta, 0.0).stored;
    return sqrt(2.0 * work / mass);
}

struct reach {
    const dp_contact *contact;
    double mass, delta;
};

static double overshoot(double speed, const void *context) {
    const struct reach *r = (const struct reach *)context;
    dp_impact impact;
    dp_impact_def def = dp_impact_defaults();
    def.mass = r->mass;
    def.speed = speed;
    def.path = DP_PATH_INTEGRATED;
    if (dp_impact_run(r->contact, &def, &impact, NULL) != DP_OK) return NAN;
    return impact.max_indentation - r->delta;
}

double dp_damped_yield_speed(const dp_contact *contact, double mass) {
    dp_contact now;
    if (!with_constants(contact, mass, &now)) return NAN;
    struct reach r = {contact, mass, yield_indentation(&now)};
    double low = dp_yield_speed(contact, mass), high = low;
    if (isnan(low)) return NAN;
    for (int i = 0; i < 60 && overshoot(high, &r) < 0.0; i++)
        high *= 1.5;
    return high == low ? low : dp_root(overshoot, &r, low, high);
}
