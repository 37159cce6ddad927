// A restitution that follows from the speed of the touch. A law has one restitution, which is part
// of its constants; so the contact is prepared again for every touch.

#include "contact/follow.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "contact/rule.h"
#include "dashpot/restitution.h"
#include "kernels/touch.h"

/// One relation. `check` refuses a definition that lacks what it needs; `at` is NaN where the
/// relation has no answer. Mass [kg] and speed [m/s] are those of the touch.
struct relation {
    const char *name;
    dp_status (*check)(const dp_contact_def *def, dp_error *err);
    double (*at)(const dp_contact_def *def, double mass, double speed);
};

// --- waves, 000 Eq 37 ---

static double waves_at(const dp_contact_def *def, double mass, double speed) {
    const dp_restitution_from *from = &def->restitution_from;
    (void)mass;
    return dp_wave_restitution(from->young, from->poisson, from->density, speed);
}

static dp_status check_waves(const dp_contact_def *def, dp_error *err) {
    if (isfinite(def->restitution_from.young) && !isnan(waves_at(def, NAN, 1.0))) return DP_OK;
    return dp_blame(
        err,
        dp_fail(err, DP_ERR_MISSING,
                "restitution_from is 'waves', which needs young, poisson and density of the "
                "softer body"),
        DP_SUBJECT_FIELD, -1, "restitution_from");
}

// --- ma-liu, 000 Eq 38 ---

static double first_given(double a, double b) {
    return isnan(a) ? b : a;
}

static dp_status set_if_given(dp_law_def *law, const char *name, double value, dp_error *err) {
    return isnan(value) ? DP_OK : dp_law_set(law, name, value, err);
}

// The law itself, of the same pair.
static dp_status prepare_ma_liu(const dp_contact_def *def, dp_contact *contact, dp_error *err) {
    const dp_restitution_from *from = &def->restitution_from;
    double psi = first_given(dp_law_get(&def->law, "psi"), from->psi);
    double epsilon = first_given(dp_law_get(&def->law, "epsilon"), from->epsilon);
    dp_contact_def own = dp_contact_defaults(dp_law_find("ma-liu"));
    own.pair = def->pair;
    own.pair.stiffness = NAN;
    dp_status status = set_if_given(&own.law, "psi", psi, err);
    if (status == DP_OK) status = set_if_given(&own.law, "epsilon", epsilon, err);
    return status == DP_OK ? dp_contact_init(contact, &own, err) : status;
}

static double ma_liu_at(const dp_contact_def *def, double mass, double speed) {
    dp_contact contact;
    if (prepare_ma_liu(def, &contact, NULL) != DP_OK) return NAN;
    return dp_contact_restitution(&contact, mass, speed);
}

static dp_status check_ma_liu(const dp_contact_def *def, dp_error *err) {
    dp_contact contact;
    dp_error why = {0};
    dp_status status = prepare_ma_liu(def, &contact, &why);
    if (status == DP_OK) return DP_OK;
    return dp_blame(err, dp_fail(err, status, "restitution_from is 'ma-liu', and %.400s", why.text),
                    DP_SUBJECT_FIELD, -1, "restitution_from");
}

// --- thornton ---

static dp_status prepare_thornton(const dp_contact_def *def, dp_contact *contact, dp_error *err) {
    dp_contact_def own = dp_contact_defaults(dp_law_find("thornton"));
    own.pair = def->pair;
    own.pair.stiffness = NAN;
    return dp_contact_init(contact, &own, err);
}

static double thornton_at(const dp_contact_def *def, double mass, double speed) {
    dp_contact contact;
    if (prepare_thornton(def, &contact, NULL) != DP_OK) return NAN;
    return dp_contact_restitution(&contact, mass, speed);
}

static dp_status check_thornton(const dp_contact_def *def, dp_error *err) {
    dp_contact contact;
    dp_error why = {0};
    dp_status status = prepare_thornton(def, &contact, &why);
    if (status == DP_OK) return DP_OK;
    // its parameter cannot be given here
    if (isnan(def->pair.yield) && !isnan(def->pair.modulus) && !isnan(def->pair.radius))
        snprintf(why.text, sizeof why.text, "thornton needs yield");
    return dp_blame(err,
                    dp_fail(err, status, "restitution_from is 'thornton', and %.400s", why.text),
                    DP_SUBJECT_FIELD, -1, "restitution_from");
}

// --- johnson ---

static double johnson_at(const dp_contact_def *def, double mass, double speed) {
    double pressure = first_given(def->restitution_from.dynamic_pressure, 3.0 * def->pair.yield);
    return dp_johnson_restitution(pressure, def->pair.modulus, def->pair.radius,
                                  0.5 * mass * speed * speed);
}

static dp_status check_johnson(const dp_contact_def *def, dp_error *err) {
    if (!isnan(johnson_at(def, 1.0, 1.0))) return DP_OK;
    return dp_blame(
        err,
        dp_fail(err, DP_ERR_MISSING,
                "restitution_from is 'johnson', which needs modulus, radius and yield (or "
                "dynamic_pressure) above 0"),
        DP_SUBJECT_FIELD, -1, "restitution_from");
}

// --- all of them ---

static const struct relation relations[] = {
    [DP_RESTITUTION_WAVES] = {"waves", check_waves, waves_at},
    [DP_RESTITUTION_MA_LIU] = {"ma-liu", check_ma_liu, ma_liu_at},
    [DP_RESTITUTION_JOHNSON] = {"johnson", check_johnson, johnson_at},
    [DP_RESTITUTION_THORNTON] = {"thornton", check_thornton, thornton_at},
};

enum { RELATIONS = sizeof relations / sizeof *relations };

const char *dp_restitution_kind_name(dp_restitution_kind kind) {
    int index = (int)kind;
    return index >= 0 && index < RELATIONS ? relations[index].name : NULL;
}

dp_restitution_from dp_restitution_from_bodies(dp_restitution_kind kind, const dp_body *first,
                                               const dp_body *second) {
    int is_first = isnan(second->young) || first->young <= second->young;
    const dp_body *softer = is_first ? first : second;
    return (dp_restitution_from){.kind = kind,
                                 .young = softer->young,
                                 .poisson = softer->poisson,
                                 .density = softer->density,
                                 .psi = NAN,
                                 .epsilon = NAN,
                                 .dynamic_pressure = NAN};
}

static dp_status check(const dp_contact_def *def, dp_error *err) {
    const dp_law *law = def->law.law;
    const char *name = dp_restitution_kind_name(def->restitution_from.kind);
    if (name == NULL)
        return dp_blame(err,
                        dp_fail(err, DP_ERR_RANGE,
                                "restitution_from is %d, which is not a relation",
                                (int)def->restitution_from.kind),
                        DP_SUBJECT_FIELD, -1, "restitution_from");
    int index = dp_law_param_index(law, "restitution");
    if (index < 0)
        return dp_blame(
            err,
            dp_fail(err, DP_ERR_CONFLICT,
                    "restitution_from is '%s', but %s takes no restitution; leave it out", name,
                    law->name),
            DP_SUBJECT_FIELD, -1, "restitution_from");
    double given = def->law.value[index];
    // a law with a default has a value that nobody gave
    if (!isnan(given) && given != law->params[index].initial)
        return dp_blame(
            err,
            dp_fail(err, DP_ERR_CONFLICT,
                    "restitution and restitution_from exclude each other; give one of them"),
            DP_SUBJECT_PARAMETER, -1, "restitution");
    if (!isnan(dp_law_get(&def->law, "damping_factor")))
        return dp_blame(
            err,
            dp_fail(err, DP_ERR_CONFLICT,
                    "damping_factor and restitution_from exclude each other; give one of them"),
            DP_SUBJECT_PARAMETER, -1, "damping_factor");
    return relations[def->restitution_from.kind].check(def, err);
}

// The contact with this restitution and no relation.
static dp_status prepare(const dp_contact_def *def, double restitution, dp_contact *contact,
                         dp_error *err) {
    dp_contact_def plain = *def;
    plain.restitution_from.kind = DP_RESTITUTION_GIVEN;
    dp_status status = dp_law_set(&plain.law, "restitution", restitution, err);
    return status == DP_OK ? dp_contact_init(contact, &plain, err) : status;
}

static dp_status prepare_at(const dp_contact_def *def, double speed, double mass,
                            dp_contact *contact, dp_error *err) {
    const struct relation *relation = &relations[def->restitution_from.kind];
    double used = dp_touch_speed(def->approach, def->approach_floor, speed);
    double m = first_given(def->pair.mass, mass);
    double e = relation->at(def, m, used);
    dp_error why = {0};
    if (isnan(e))
        return dp_blame(err,
                        dp_fail(err, DP_ERR_VALIDITY,
                                "restitution_from is '%s', which has no answer at %g m/s and %g kg",
                                relation->name, used, m),
                        DP_SUBJECT_FIELD, -1, "restitution_from");
    dp_status status = prepare(def, e, contact, &why);
    if (status == DP_OK) {
        contact->restitution = e;
        return DP_OK;
    }
    return dp_blame(err,
                    dp_fail(err, status == DP_ERR_RANGE ? DP_ERR_VALIDITY : status,
                            "restitution_from is '%s'; at %g m/s the computed %.400s",
                            relation->name, used, why.text),
                    DP_SUBJECT_FIELD, -1, "restitution_from");
}

dp_status dp_contact_init_following(dp_contact *contact, const dp_contact_def *def, dp_error *err) {
    dp_status status = check(def, err);
    if (status != DP_OK) return status;
    // with a restitution in the middle of its range the law says what else it lacks
    const dp_law *law = def->law.law;
    const dp_param *param = &law->params[dp_law_param_index(law, "restitution")];
    status = prepare(def, 0.5 * (param->low + param->high), contact, err);
    if (status == DP_OK && !isnan(def->approach))
        status = prepare_at(def, def->approach, NAN, contact, err);
    if (status != DP_OK) {
        contact->ready = 0;
        return status;
    }
    contact->recipe = *def;
    // a touch gives it constants; a force that is asked for before must not look like one
    for (int i = 0; isnan(def->approach) && i < DP_CONSTANT_MAX; i++)
        contact->k[i] = NAN;
    return DP_OK;
}

bool dp_contact_follows(const dp_contact *contact) {
    return dp_contact_is_prepared(contact) &&
           contact->recipe.restitution_from.kind != DP_RESTITUTION_GIVEN &&
           isnan(contact->recipe.approach);
}

dp_status dp_contact_at_speed(const dp_contact *base, double speed, double mass, dp_contact *out,
                              dp_error *err) {
    if (!dp_contact_is_prepared(base)) return dp_contact_refuse(err, -1);
    if (!dp_contact_follows(base)) {
        if (out != base) *out = *base;
        return DP_OK;
    }
    dp_contact made;
    dp_status status = prepare_at(&base->recipe, speed, mass, &made, err);
    if (status != DP_OK) return status;
    made.recipe = base->recipe;
    *out = made;
    return DP_OK;
}

dp_status dp_contact_for_touch(const dp_contact *base, double speed, double mass, dp_contact *out,
                               dp_error *err) {
    dp_status status = dp_contact_at_speed(base, speed, mass, out, err);
    if (status == DP_OK) out->recipe.restitution_from.kind = DP_RESTITUTION_GIVEN;
    return status;
}

dp_status dp_contact_for_mass(const dp_contact *base, double speed, double mass, dp_contact *out,
                              dp_error *err) {
    const dp_law *law = base->law;
    dp_contact_def def = base->recipe;
    dp_contact made = *base;
    dp_status status = DP_OK;
    def.pair.mass = mass;
    if (dp_contact_follows(base))
        status = prepare_at(&def, speed, mass, &made, err);
    else if (law->reweigh != NULL && def.restitution_from.kind == DP_RESTITUTION_GIVEN)
        law->reweigh(&made, mass);
    else
        status = dp_contact_init(&made, &def, err);
    if (status != DP_OK) return status;
    made.recipe = def;
    *out = made;
    return DP_OK;
}
