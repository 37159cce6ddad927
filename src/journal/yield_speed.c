// Speeds at which a contact begins to yield.

#include <math.h>

#include "base/root.h"
#include "dashpot/impact.h"
#include "dashpot/journal.h"

// Yield indentation of a virgin contact, NaN when the law has none that can be reached.
static double yield_indentation(const dp_contact *contact) {
    double memory[DP_MEMORY_MAX] = {0.0};
    dp_mark marks[DP_MARK_MAX];
    int count = dp_contact_marks(contact, memory, marks);
    for (int i = 0; i < count; i++) {
        if (marks[i].kind == DP_MARK_YIELD && marks[i].delta < 1e6) return marks[i].delta;
    }
    return NAN;
}

double dp_yield_speed(const dp_contact *contact, double mass) {
    double delta = yield_indentation(contact);
    if (isnan(delta) || !(mass > 0.0)) return NAN;
    const dp_kernel *kernel = contact->kernel;
    double memory[DP_MEMORY_MAX] = {0.0};
    double work = kernel->load_energy != NULL
                      ? kernel->load_energy(contact->k, delta)
                      : kernel->respond(contact->k, memory, delta, 0.0).stored;
    return sqrt(2.0 * work / mass);
}

struct reach {
    const dp_contact *contact;
    double mass, delta;
};

static double overshoot(double speed, const void *context) {
    const struct reach *r = (const struct reach *)context;
    dp_impact impact;
    dp_impact_def def = {.mass = r->mass, .speed = speed, .path = DP_PATH_INTEGRATED};
    if (dp_impact_run(r->contact, &def, &impact, NULL) != DP_OK) return NAN;
    return impact.max_indentation - r->delta;
}

double dp_damped_yield_speed(const dp_contact *contact, double mass) {
    struct reach r = {contact, mass, yield_indentation(contact)};
    double low = dp_yield_speed(contact, mass), high = low;
    if (isnan(low)) return NAN;
    for (int i = 0; i < 60 && overshoot(high, &r) < 0.0; i++)
        high *= 1.5;
    return high == low ? low : dp_root(overshoot, &r, low, high);
}
