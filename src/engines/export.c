// From a request to the answer of an engine: the pair completed, the engine asked.

#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "base/params.h"
#include "engines/sheet.h"

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
    if (def->is_equivalent)
        dp_note(
            out,
            "the spring of %s is not that of Hertz, nor linear; a linear one stands for it that "
            "takes the energy of this impact at the same depth",
            def->law);
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
    if (status != DP_OK) return status;
    dp_note(&answer, "the normal contact alone: friction is not converted");
    *out = answer;
    return DP_OK;
}
