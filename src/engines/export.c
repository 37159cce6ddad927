// From a request to the answer of an engine: the pair completed, the engine asked.

#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "base/params.h"
#include "dashpot/delivery.h"
#include "engines/sheet.h"

// --- from a contact of ours ----------------------------------------------------------------------

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

dp_status dp_export_ask(dp_export_def *def, const dp_contact_def *contact, double mass,
                        double speed, dp_error *err) {
    const dp_law *law = contact->law.law;
    if (law == NULL) return dp_fail(err, DP_ERR_NOT_INITIALIZED, "the contact has no law");
    bool is_linear = law->needs & DP_NEEDS_LINEAR;
    // kelvin-voigt and its like have the stiffness as an entry of the pair, or as a parameter
    double stiffness = known(contact->pair.stiffness, dp_law_get(&contact->law, "stiffness"));
    def->spring = is_linear ? stiffness : NAN;
    def->stiffness = is_linear ? NAN : stiffness;
    def->modulus = contact->pair.modulus;
    def->radius = contact->pair.radius;
    def->mass = known(mass, contact->pair.mass);
    def->approach = known(speed, contact->approach);
    def->law = law->name;
    def->is_delivered = false;
    def->law_delivers = NAN;

    dp_status status = asked_of(contact, def->mass, def->approach, &def->restitution, err);
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

// --- the pair ------------------------------------------------------------------------------------

// A linear spring and a Hertz spring take the same energy at the same depth d0:
// k = (4/5) K sqrt(d0), d0 = (5 m v^2/(4 K))^(2/5) = v sqrt(m/k).
static void complete(dp_export_case *c) {
    const dp_export_def *def = c->def;
    bool has_spring = !isnan(def->spring), has_stiffness = !isnan(def->stiffness);
    double energy = c->mass * c->approach * c->approach;
    if (has_spring) {
        c->spring = def->spring;
        c->depth = sqrt(energy / c->spring);
        c->stiffness = 1.25 * c->spring / sqrt(c->depth);
    } else {
        c->stiffness = has_stiffness ? def->stiffness : 4.0 / 3.0 * def->modulus * sqrt(c->radius);
        c->depth = pow(1.25 * energy / c->stiffness, 0.4);
        c->spring = 0.8 * c->stiffness * sqrt(c->depth);
    }
    c->modulus = has_spring || has_stiffness ? 0.75 * c->stiffness / sqrt(c->radius) : def->modulus;
}

static dp_status check_positive(const dp_export_def *def, dp_error *err) {
    const struct {
        const char *name;
        double value;
    } given[] = {{"stiffness", def->stiffness}, {"stiffness", def->spring},
                 {"modulus", def->modulus},     {"radius", def->radius},
                 {"mass", def->mass},           {"approach", def->approach}};
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        double value = given[i].value;
        if (!isnan(value) && !(value > 0.0 && isfinite(value)))
            return dp_fail_positive(err, DP_SUBJECT_PAIR_ENTRY, given[i].name, value);
    }
    if (isnan(def->restitution)) {
        dp_fail(err, DP_ERR_MISSING, "%s needs a restitution to deliver", def->engine->name);
        return dp_blame(err, DP_ERR_MISSING, DP_SUBJECT_PARAMETER, -1, "restitution");
    }
    if (def->restitution > 0.0 && def->restitution <= 1.0) return DP_OK;
    return dp_fail_number(err, DP_SUBJECT_PARAMETER, "restitution", def->restitution, 0.0, 1.0,
                          "lie above 0 and not above 1");
}

// --- notes that every engine has -----------------------------------------------------------------

// The law of ours delivers something else than what is exported.
#define NOTABLE 1e-4

static void tell_request(const dp_export_def *def, dp_export *out) {
    if (def->law == NULL) return;
    if (def->is_delivered)
        dp_note(out,
                "no restitution is asked of %s; it delivers %.6g at %g m/s and %g kg, and that is "
                "exported",
                def->law, def->restitution, def->approach, def->mass);
    else if (fabs(def->law_delivers - def->restitution) > NOTABLE)
        dp_note(out, "%s asked for %g delivers %.4g here; %g is exported", def->law,
                def->restitution, def->law_delivers, def->restitution);
}

dp_status dp_export_run(const dp_export_def *def, dp_export *out, dp_error *err) {
    const dp_engine *engine = def->engine;
    dp_export_def full = *def;
    const struct dp_values values = {"engine", engine == NULL ? NULL : engine->name,
                                     engine == NULL ? NULL : engine->keys, full.value, def->cookie};
    dp_status status = dp_params_ready(&values, err);
    if (status == DP_OK) {
        for (int i = 0; engine->keys[i].name != NULL; i++)
            if (isnan(full.value[i])) full.value[i] = engine->keys[i].initial;
        status = dp_params_check(engine->keys, engine->name, full.value, err);
    }
    if (status == DP_OK) status = check_positive(&full, err);
    if (status != DP_OK) return status;

    dp_export_case c = {.def = &full,
                        .radius = full.radius,
                        .mass = full.mass,
                        .approach = full.approach,
                        .restitution = full.restitution};
    complete(&c);
    dp_export answer = {.requested = full.restitution,
                        .delivered = NAN,
                        .naive = NAN,
                        .low = NAN,
                        .high = NAN,
                        .max_step = NAN};
    tell_request(&full, &answer);
    status = engine->convert(&c, &answer, err);
    if (status == DP_OK) *out = answer;
    return status;
}
