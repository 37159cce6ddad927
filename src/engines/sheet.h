#ifndef DP_ENGINES_SHEET_H
#define DP_ENGINES_SHEET_H

#include <math.h>

#include "dashpot/engine.h"

// What engine files share: keys that several take, what they need of the pair, and the answer that
// they fill in.

/// The first key of every engine: its laws, the default first.
#define DP_KEY_MODEL(words)                                                                        \
    {                                                                                              \
        .name = "model", .unit = "1", .doc = "law of the program", .initial = 0.0,                 \
        .choices = (words)                                                                         \
    }

/// Poisson's ratio, where a program wants Young's modulus of one body.
#define DP_KEY_POISSON                                                                             \
    {                                                                                              \
        .name = "poisson", .unit = "1", .doc = "Poisson's ratio of both bodies", .initial = 0.3,   \
        .low = 0.0, .high = 0.5                                                                    \
    }

/// The step of a program whose law depends on it.
#define DP_KEY_STEP(is_required)                                                                   \
    {                                                                                              \
        .name = "step", .unit = "s", .doc = "time step of the simulation", .initial = NAN,         \
        .low = 1e-15, .high = INFINITY, .required = (is_required)                                  \
    }

/// Value of a key; of a word its index.
double dp_key(const dp_export_case *c, const char *name);

/// Index of the model, and its word.
int dp_model(const dp_export_case *c);
const char *dp_model_word(const dp_export_case *c);

/// What a law may need of the pair, a sum of flags.
enum {
    DP_WANTS_MODULUS = 1 << 0,   ///< contact modulus
    DP_WANTS_HERTZ = 1 << 1,     ///< stiffness of a Hertz spring
    DP_WANTS_SPRING = 1 << 2,    ///< stiffness of a linear spring
    DP_WANTS_RADIUS = 1 << 3,    ///< radius
    DP_WANTS_MASS = 1 << 4,      ///< mass
    DP_WANTS_APPROACH = 1 << 5,  ///< speed
};

/// DP_ERR_MISSING with the names of all that is missing.
dp_status dp_case_wants(const dp_export_case *c, unsigned flags, dp_error *err);

/// Young's modulus of one of two equal bodies.
double dp_young(const dp_export_case *c);

// --- the answer ----------------------------------------------------------------------------------

void dp_put(dp_export *out, const char *name, const char *unit, double value);
void dp_note(dp_export *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
void dp_block(dp_export *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Values are those of one of two equal bodies: a note.
void dp_note_alike(dp_export *out);

/// It holds at this speed and mass alone; it holds at every speed.
void dp_note_at_speed(const dp_export_case *c, dp_export *out);
void dp_note_any_speed(dp_export *out);

/// How long an undamped contact lasts, as a measure for the step.
void dp_note_duration(const dp_export_case *c, dp_export *out);

/// DP_ERR_RANGE: the request cannot be reached; `low` and `high` are what can.
dp_status dp_unreachable(const dp_export_case *c, double low, double high, dp_error *err);

#endif
