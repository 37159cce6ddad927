// The answer of an engine is filled in; what it needs and was not given is named.

#include "engines/sheet.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/math.h"
#include "base/params.h"
#include "dashpot/words.h"

double dp_key(const dp_export_case *c, const char *name) {
    int index = dp_params_index(c->def->engine->keys, name);
    return index < 0 ? NAN : c->def->value[index];
}

int dp_model(const dp_export_case *c) {
    return (int)c->def->value[DP_ENGINE_MODEL_KEY];
}

const char *dp_model_word(const dp_export_case *c) {
    return c->def->engine->keys[DP_ENGINE_MODEL_KEY].choices[dp_model(c)];
}

// --- needs ---------------------------------------------------------------------------------------

// What the elastic part lacks, by the way it was given.
static unsigned elastic_missing(const dp_export_def *def, unsigned flags) {
    bool has_spring = !isnan(def->spring), has_stiffness = !isnan(def->stiffness);
    bool wants_hertz = flags & (DP_WANTS_HERTZ | DP_WANTS_MODULUS);
    unsigned missing = 0;
    if (has_spring) {
        if (wants_hertz) missing |= DP_WANTS_MASS | DP_WANTS_APPROACH;
        if (flags & DP_WANTS_MODULUS) missing |= DP_WANTS_RADIUS;
        return missing;
    }
    if (flags & DP_WANTS_SPRING) missing |= DP_WANTS_MASS | DP_WANTS_APPROACH;
    if (has_stiffness) return missing | (flags & DP_WANTS_MODULUS ? DP_WANTS_RADIUS : 0);
    missing |= DP_WANTS_MODULUS;
    return missing | (flags & (DP_WANTS_HERTZ | DP_WANTS_SPRING) ? DP_WANTS_RADIUS : 0);
}

dp_status dp_case_wants(const dp_export_case *c, unsigned flags, dp_error *err) {
    const dp_export_def *def = c->def;
    unsigned elastic = DP_WANTS_MODULUS | DP_WANTS_HERTZ | DP_WANTS_SPRING;
    unsigned all = flags & ~elastic;
    if (flags & elastic) all |= elastic_missing(def, flags);
    const char *words[6] = {NULL};
    int count = 0;
    if (all & DP_WANTS_MODULUS && isnan(def->modulus)) words[count++] = "modulus";
    if (all & DP_WANTS_RADIUS && isnan(def->radius)) words[count++] = "radius";
    if (all & DP_WANTS_MASS && isnan(def->mass)) words[count++] = "mass";
    if (all & DP_WANTS_APPROACH && isnan(def->approach)) words[count++] = "approach";
    if (count == 0) return DP_OK;
    char text[120] = "";
    dp_append_words(text, sizeof text, words, "and");
    dp_fail(err, DP_ERR_MISSING, "%s %s needs %s", def->engine->name, dp_model_word(c), text);
    return dp_blame(err, DP_ERR_MISSING, DP_SUBJECT_PAIR_ENTRY, -1, words[0]);
}

double dp_young(const dp_export_case *c) {
    double poisson = dp_key(c, "poisson");
    return 2.0 * (1.0 - poisson * poisson) * c->modulus;
}

// --- the answer ----------------------------------------------------------------------------------

void dp_put(dp_export *out, const char *name, const char *unit, double value) {
    if (out->value_count == DP_EXPORT_VALUES_MAX) return;
    out->value[out->value_count++] = (dp_export_value){name, unit, value};
}

void dp_note(dp_export *out, const char *format, ...) {
    if (out->note_count == DP_EXPORT_NOTES_MAX) return;
    va_list args;
    va_start(args, format);
    vsnprintf(out->note[out->note_count++], DP_EXPORT_NOTE_MAX, format, args);
    va_end(args);
}

void dp_block(dp_export *out, const char *format, ...) {
    size_t used = strlen(out->block);
    va_list args;
    va_start(args, format);
    vsnprintf(out->block + used, DP_EXPORT_BLOCK_MAX - used, format, args);
    va_end(args);
}

void dp_note_alike(dp_export *out) {
    dp_note(out, "the values are those of one body, for two bodies that are alike");
}

void dp_note_at_speed(const dp_export_case *c, dp_export *out) {
    dp_note(out,
            "holds at %g m/s and a reduced mass of %g kg; at another speed the restitution is "
            "another",
            c->approach, c->mass);
}

void dp_note_any_speed(dp_export *out) {
    dp_note(out, "the restitution is the same at every speed, mass and stiffness");
}

void dp_note_duration(const dp_export_case *c, dp_export *out) {
    double duration = DP_PI * sqrt(c->mass / c->spring);
    if (isfinite(duration))
        dp_note(out,
                "a linear contact without damping lasts %.3g s here; the restitution comes "
                "out with many steps in that time",
                duration);
}

dp_status dp_unreachable(const dp_export_case *c, double low, double high, dp_error *err) {
    dp_fail(err, DP_ERR_RANGE,
            "%s %s cannot deliver a restitution of %.6g here; it reaches %.6g to %.6g",
            c->def->engine->name, dp_model_word(c), c->restitution, low, high);
    return dp_blame_number(err, DP_SUBJECT_PARAMETER, "restitution", c->restitution, low, high);
}
