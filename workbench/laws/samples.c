// The sample impact, and what is missing to an impact of one's own.

#include "dashpot/workbench.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/quantity.h"
#include "base/words.h"

// The mass is small enough that every conformal law stays within its clearance at 1 m/s.
static const dp_pair sample = {
    .stiffness = 1e9,  // of a linear spring [N/m]; the others follow from modulus and radius
    .modulus = 1e11,
    .radius = 0.01,
    .mass = 0.01,
    .yield = 1e9,
    .bearing_radius = 0.01,
    .clearance = 1e-4,
    .length = 0.01,
};

double dp_sample_speed(void) {
    return 1.0;
}

static void fill(double *value, double with) {
    if (isnan(*value)) *value = with;
}

void dp_sample_pair(const dp_law *law, unsigned needs, dp_pair *pair) {
    needs |= law->needs;
    bool has_stiffness = (needs & DP_NEEDS_STIFFNESS) && !isnan(pair->stiffness);
    if (((needs & DP_NEEDS_STIFFNESS) && !has_stiffness) || (needs & DP_NEEDS_ELASTIC)) {
        fill(&pair->modulus, sample.modulus);
        fill(&pair->radius, sample.radius);
    }
    if (needs & DP_NEEDS_LINEAR) fill(&pair->stiffness, sample.stiffness);
    if (needs & DP_NEEDS_MODULUS) fill(&pair->modulus, sample.modulus);
    if (needs & DP_NEEDS_MASS) fill(&pair->mass, sample.mass);
    if (needs & DP_NEEDS_YIELD) fill(&pair->yield, sample.yield);
    if (needs & DP_NEEDS_BEARING) {
        fill(&pair->bearing_radius, sample.bearing_radius);
        fill(&pair->clearance, pair->bearing_radius * sample.clearance / sample.bearing_radius);
    }
    if (needs & DP_NEEDS_LENGTH) fill(&pair->length, sample.length);
}

// Size that a quantity of this unit has in the impact described by the definition: a mass, a depth
// and a duration combined to that dimension. NaN when the unit cannot be read.
static double natural_scale(const dp_contact_def *def, const char *unit) {
    si_unit u;
    char base[32];
    // "N s/m^(1+p)" depends on another parameter; without the power it is near enough
    snprintf(base, sizeof base, "%.*s", (int)strcspn(unit, "^"), unit);
    if (!unit_read(unit, &u) && !unit_read(base, &u)) return NAN;
    dp_contact_def full = *def;
    dp_sample_pair(def->law.law, DP_NEEDS_MASS, &full.pair);
    double speed = isnan(def->approach) ? dp_sample_speed() : def->approach;
    dp_impact_scale scale = dp_impact_scale_of(&full, full.pair.mass, speed);
    return pow(scale.mass, u.kilogram) * pow(scale.depth, u.metre) * pow(scale.duration, u.second);
}

// One digit: 3.7e-5 becomes 4e-5, which reads better in an example.
static double one_digit(double value) {
    double ten = pow(10.0, floor(log10(value)));
    return round(value / ten) * ten;
}

static double sample_param(const dp_contact_def *def, const dp_param *param) {
    if (param->choices != NULL) return 0.0;
    if (strcmp(param->name, "restitution") == 0) return param->low > 0.7 ? param->low : 0.7;
    double value = natural_scale(def, param->unit);
    value = isnan(value) ? 1.0 : one_digit(0.3 * value);
    return value < param->low ? param->low : value > param->high ? param->high : value;
}

// Set a parameter that has no value yet; false when there is no such parameter.
static bool supply_param(dp_contact_def *def, const char *name) {
    const dp_law *law = def->law.law;
    int index = name == NULL ? -1 : dp_law_param_index(law, name);
    if (index < 0 || !isnan(def->law.value[index])) return false;
    def->law.value[index] = sample_param(def, &law->params[index]);
    return true;
}

// Does the definition lack something other than the restitution?
static bool lacks_something(const dp_contact_def *def) {
    dp_contact_def whole = *def;
    dp_contact contact;
    dp_error err;
    if (dp_contact_init(&contact, &whole, &err) != DP_ERR_MISSING) return false;
    supply_param(&whole, "restitution");
    return dp_contact_init(&contact, &whole, &err) == DP_ERR_MISSING;
}

void dp_sample_missing(dp_contact_def *def) {
    const dp_law *law = def->law.law;
    dp_sample_pair(law, DP_NEEDS_MASS, &def->pair);
    fill(&def->approach, dp_sample_speed());
    for (const dp_param *p = law->params; p->name != NULL; p++) {
        if (p->required && strcmp(p->name, "restitution") != 0) supply_param(def, p->name);
    }

    // some laws need one more value, which of them depends on their parameters
    enum { YIELD, LENGTH, STIFFNESS, TUNE, MORE_COUNT };
    for (int more = 0; more < MORE_COUNT && lacks_something(def); more++) {
        dp_contact_def with = *def;
        if (more == YIELD) fill(&with.pair.yield, sample.yield);
        if (more == LENGTH) fill(&with.pair.length, sample.length);
        if (more == STIFFNESS) fill(&with.pair.stiffness, sample.stiffness);
        if (more == TUNE) supply_param(&with, law->tune);
        if (!lacks_something(&with)) *def = with;
    }
}

dp_status dp_sample_contact(const dp_law *law, dp_contact_def *def, dp_error *err) {
    dp_contact contact;
    *def = dp_contact_defaults(law);
    dp_sample_missing(def);
    dp_status status = dp_contact_init(&contact, def, err);
    if (status != DP_ERR_MISSING || !supply_param(def, "restitution")) return status;
    return dp_contact_init(&contact, def, err);
}
