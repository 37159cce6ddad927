#ifndef DP_TEST_ENGINE_CASES_H
#define DP_TEST_ENGINE_CASES_H

// The pair of spec page 013, for tests of src/engines.

#include "check.h"

#include "dashpot/dashpot.h"

static const double pi = 3.14159265358979323846;

// Two steel balls of 10 mm: 207 GPa, 0.3, 7800 kg/m^3, 1 m/s.
static const double modulus = 207e9 / (2.0 * (1.0 - 0.09)), radius = 5e-3, speed = 1.0;

static inline double mass(void) {
    return 0.5 * 7800.0 * 4.0 / 3.0 * pi * 1e-6;
}

static const double asked[4] = {0.9, 0.7, 0.5, 0.3};

static inline dp_export_def steel(const char *engine, const char *model, double e) {
    dp_export_def def = dp_export_defaults(dp_engine_find(engine));
    def.modulus = modulus;
    def.radius = radius;
    def.mass = mass();
    def.approach = speed;
    def.restitution = e;
    if (model != NULL) assert_int_equal(dp_export_choose(&def, "model", model, NULL), DP_OK);
    return def;
}

static inline double value(const dp_export *out, const char *name) {
    for (int i = 0; i < out->value_count; i++) {
        if (strcmp(out->value[i].name, name) == 0) return out->value[i].value;
    }
    return NAN;
}

static inline dp_export convert(const dp_export_def *def) {
    dp_export out;
    dp_error err = {0};
    if (dp_export_run(def, &out, &err) != DP_OK) fail_msg("%s", err.text);
    return out;
}

#endif
