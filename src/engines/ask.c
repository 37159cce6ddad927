// What an export takes from a contact of ours: its elastic part, and the restitution to deliver.

#include <math.h>

#include "base/error.h"
#include "base/root.h"
#include "dashpot/delivery.h"
#include "dashpot/engine.h"

static double known(double value, double other) {
    return isnan(value) ? other : value;
}

// The restitution that is asked of the law; NaN: none.
static dp_status asked_of(const dp_contact_def *contact, double mass, double speed, double *asked,
                          dp_error *err) {
    dp_contact prepared;
    *asked = NAN;
    if (contact->restitution_from.kind != DP_RESTITUTION_GIVEN) {
        dp_status status = dp_contact_init(&prepared, contact, err);
        if (status == DP_OK) status = dp_contact_at_speed(&prepared, speed, mass, &prepared, err);
        if (status == DP_OK) *asked = prepared.restitution;
        return status;
    }
    if (isnan(dp_law_get(&contact->law, "damping_factor")))
        *asked = dp_law_get(&contact->law, "restitution");
    return DP_OK;
}

// What the law delivers where nothing was asked of it; needs a whole impact.
static dp_status take_delivered(dp_export_def *def, const dp_contact_def *contact, dp_error *err) {
    dp_delivered delivered;
    char missing[512];
    dp_contact_def whole = *contact;
    whole.pair.mass = def->mass;
    whole.approach = def->approach;
    if (dp_contact_missing(&whole, DP_NEEDS_MASS | DP_NEEDS_APPROACH, NULL, missing) > 0) {
        dp_fail(err, DP_ERR_MISSING,
                "no restitution is asked of %s; what it delivers depends on the case, and needs %s",
                contact->law.law->name, missing);
        return dp_blame(err, DP_ERR_MISSING, DP_SUBJECT_PARAMETER, -1, "restitution");
    }
    dp_status status = dp_contact_deliver(&whole, &delivered, err);
    if (status != DP_OK) return status;
    def->restitution = def->law_delivers = delivered.restitution;
    def->is_delivered = true;
    return DP_OK;
}

// --- the elastic part ----------------------------------------------------------------------------

// Is it a sphere with K delta^1.5, at least where it is elastic?
static bool is_hertz(const dp_contact_def *contact) {
    const unsigned needs = contact->law.law->needs;
    double exponent = dp_law_get(&contact->law, "exponent");
    return needs & (DP_NEEDS_STIFFNESS | DP_NEEDS_ELASTIC) && !(needs & DP_NEEDS_BEARING) &&
           (isnan(exponent) || exponent == 1.5);
}

struct curve {
    const dp_contact *contact;
    double history[DP_HISTORY_MAX];
    double energy;  // [J] of the impact
};

// Energy [J] that pressing slowly down to a depth takes, beyond that of the impact; the depth as
// its logarithm. Points of Gauss and Legendre in the root of the depth, where powers of it are
// smooth.
static double excess_energy(double logarithm, const void *context) {
    static const double node[] = {0.0950125098376374, 0.2816035507792589, 0.4580167776572274,
                                  0.6178762444026438, 0.7554044083550030, 0.8656312023878318,
                                  0.9445750230732326, 0.9894009349916499};
    static const double weight[] = {0.1894506104550685, 0.1826034150449236, 0.1691565193950025,
                                    0.1495959888165767, 0.1246289712555339, 0.0951585116824928,
                                    0.0622535239386479, 0.0271524594117541};
    const struct curve *c = (const struct curve *)context;
    double depth = exp(logarithm), sum = 0.0;
    for (int i = 0; i < 16; i++) {
        double s = 0.5 + (i % 2 == 0 ? 0.5 : -0.5) * node[i / 2];
        double force = dp_contact_respond(c->contact, c->history, depth * s * s, 0.0).spring;
        sum += weight[i / 2] * force * s;
    }
    return depth * sum - c->energy;
}

// The linear spring that takes the energy of the impact at the same depth.
static dp_status take_spring(dp_export_def *def, const dp_contact_def *contact, dp_error *err) {
    dp_contact prepared;
    const char *name = contact->law.law->name;
    if (isnan(def->mass) || isnan(def->approach)) {
        dp_fail(err, DP_ERR_MISSING,
                "the spring of %s is not that of Hertz; to find one that stands for it mass and "
                "approach are needed",
                name);
        return dp_blame(err, DP_ERR_MISSING, DP_SUBJECT_PAIR_ENTRY, -1,
                        isnan(def->mass) ? "mass" : "approach");
    }
    dp_contact_def whole = *contact;
    whole.pair.mass = def->mass;
    dp_status status = dp_contact_init(&prepared, &whole, err);
    if (status == DP_OK)
        status = dp_contact_at_speed(&prepared, def->approach, def->mass, &prepared, err);
    if (status != DP_OK) return status;
    struct curve c = {&prepared, {0}, 0.5 * def->mass * def->approach * def->approach};
    dp_contact_begin(&prepared, c.history, def->approach);
    double most = isfinite(prepared.limit) ? prepared.limit : 1.0;
    double depth = exp(dp_root(excess_energy, &c, log(1e-15), log(most)));
    if (isnan(depth))
        return dp_fail(err, DP_ERR_RANGE, "%s does not take up the energy of this impact, %g J",
                       name, c.energy);
    def->spring = 2.0 * c.energy / (depth * depth);
    return DP_OK;
}

// --- all of it -----------------------------------------------------------------------------------

dp_status dp_export_ask(dp_export_def *def, const dp_contact_def *contact, double mass,
                        double speed, dp_error *err) {
    const dp_law *law = contact->law.law;
    if (law == NULL) return dp_fail(err, DP_ERR_NOT_INITIALIZED, "the contact has no law");
    bool is_linear = law->needs & DP_NEEDS_LINEAR, is_other = !is_linear && !is_hertz(contact);
    def->spring = is_linear ? contact->pair.stiffness : NAN;
    def->stiffness = is_linear || is_other ? NAN : contact->pair.stiffness;
    def->modulus = contact->pair.modulus;
    def->radius = contact->pair.radius;
    def->mass = known(mass, contact->pair.mass);
    def->approach = known(speed, contact->approach);
    def->law = law->name;
    def->is_delivered = false;
    def->law_delivers = NAN;
    def->is_equivalent = is_other;
    dp_status status = is_other ? take_spring(def, contact, err) : DP_OK;
    if (status != DP_OK) return status;

    status = asked_of(contact, def->mass, def->approach, &def->restitution, err);
    if (status != DP_OK) return status;
    if (isnan(def->restitution)) return take_delivered(def, contact, err);
    // what the law itself makes of it is worth a note where it can be told
    dp_delivered delivered;
    dp_contact_def whole = dp_contact_unfixed(contact);
    whole.pair.mass = def->mass;
    if (dp_deliver(&whole, def->mass, def->approach, &delivered, NULL) == DP_OK)
        def->law_delivers = delivered.restitution;
    return DP_OK;
}
