#ifndef DP_ENGINE_H
#define DP_ENGINE_H

#include <stdbool.h>

#include "dashpot/contact.h"
#include "dashpot/law.h"
#include "dashpot/status.h"

// Parameters for other programs that deliver a requested restitution. Each program has a contact
// law of its own, and many deliver something else than the restitution they are asked for. An
// engine knows one program: it turns a pair, a speed and a restitution into that program's own
// parameters, tells what they deliver by that program's own formula, and what the documented
// reading of the same restitution would have delivered. Nothing is run.
//
//     const dp_engine *lammps = dp_engine_find("lammps");
//     dp_export_def def = dp_export_defaults(lammps);
//     def.modulus = 113.7e9, def.radius = 5e-3, def.restitution = 0.7;
//     dp_export out;
//     if (dp_export_run(&def, &out, &err) == DP_OK) puts(out.block);

/// Sizes of what an export holds.
enum {
    DP_EXPORT_VALUES_MAX = 6,    ///< parameters
    DP_EXPORT_NOTES_MAX = 12,    ///< notes
    DP_EXPORT_NOTE_MAX = 400,    ///< bytes of a note
    DP_EXPORT_LAW_MAX = 120,     ///< bytes of the name of a law
    DP_EXPORT_BLOCK_MAX = 2048,  ///< bytes of the text to paste
    DP_ENGINE_MODEL_KEY = 0,     ///< every engine's first key is `model`
};

typedef struct dp_engine dp_engine;

/// What is asked of an engine: made by dp_export_defaults, consumed by dp_export_run. NaN: not
/// given. The pair is that of two bodies as one: equivalent radius, reduced mass. Its elastic part
/// is `modulus` and `radius`, `stiffness` (it wins), or `spring` (it wins over both).
typedef struct dp_export_def {
    const dp_engine *engine;     ///< the program
    double value[DP_PARAM_MAX];  ///< in the order of engine->keys; of a word its index
    double stiffness;            ///< [N/m^1.5] K of a Hertz spring K delta^1.5
    double spring;               ///< [N/m] of a linear spring
    double modulus;              ///< [Pa] contact modulus
    double radius;               ///< [m] equivalent radius
    double mass;                 ///< [kg] reduced
    double approach;             ///< [m/s] speed at the touch
    double restitution;          ///< [1] requested
    const char *law;             ///< of ours that asks, for notes; NULL: none
    double law_delivers;         ///< [1] what that law delivers itself; NaN: not known
    bool is_equivalent;  ///< `spring` stands for a spring of the law that is of neither kind
    bool is_delivered;   ///< `restitution` is what the law delivers; it was not asked for
    unsigned cookie;     ///< says that dp_export_defaults made it
} dp_export_def;

/// One parameter under the name that the program gives it.
typedef struct dp_export_value {
    const char *name, *unit;  ///< "1" for a pure number
    double value;             ///< SI
} dp_export_value;

/// What an engine answers.
typedef struct dp_export {
    char law[DP_EXPORT_LAW_MAX];                  ///< what the program calls it
    dp_export_value value[DP_EXPORT_VALUES_MAX];  ///< parameters
    int value_count;                              ///< how many
    double requested;                             ///< [1]
    double delivered;                             ///< [1] by the parameters, in that program
    double naive;                                 ///< [1] by the documented reading; NaN: none
    double low, high;                             ///< [1] by where in a step the touch falls; NaN
    double max_step;                              ///< [s] longest that reaches it; NaN: none
    char note[DP_EXPORT_NOTES_MAX][DP_EXPORT_NOTE_MAX];  ///< sentences
    int note_count;                                      ///< how many
    char block[DP_EXPORT_BLOCK_MAX];                     ///< text to paste, lines
} dp_export;

/// The pair as an engine sees it. NaN where it does not follow from what was given.
typedef struct dp_export_case {
    const dp_export_def *def;  ///< what was asked
    double stiffness;          ///< [N/m^1.5] of the Hertz spring
    double modulus;            ///< [Pa] contact modulus that belongs to it
    double radius;             ///< [m]
    double spring;             ///< [N/m] linear, takes the same energy at the same depth
    double depth;              ///< [m] where an elastic contact has taken up that energy
    double mass;               ///< [kg]
    double approach;           ///< [m/s]
    double restitution;        ///< [1] requested, above 0 and at most 1
} dp_export_case;

/// A program, a constant table. One of your own is used by its address and needs no registration.
struct dp_engine {
    const char *name;      ///< the word used everywhere
    const char *summary;   ///< one line
    const char *formula;   ///< its law
    const char *source;    ///< what the law was read from
    const dp_param *keys;  ///< ends with an entry whose name is NULL; the first is `model`

    /// Fill law, parameters, delivered, naive and so on, and the block; `out` holds the request.
    dp_status (*convert)(const dp_export_case *c, dp_export *out, dp_error *err);
};

DP_BEGIN_DECLS

/// Number of built-in engines; one by index, NULL when out of range; one by name, NULL when there
/// is none.
DP_API int dp_engine_count(void);
DP_API const dp_engine *dp_engine_at(int index);
DP_API const dp_engine *dp_engine_find(const char *name);

/// Like dp_engine_find, but an unknown name is an error that suggests the nearest ones.
DP_API dp_status dp_engine_lookup(const char *name, const dp_engine **engine, dp_error *err);

/// Index of a key, -1 when the engine has none of that name.
DP_API int dp_engine_key_index(const dp_engine *engine, const char *name);

/// Default values of every key, nothing of the pair. engine NULL: refused when it is used.
DP_API dp_export_def dp_export_defaults(const dp_engine *engine);

/// Set a key that takes a number, range-checked; a key that takes words.
DP_API dp_status dp_export_set(dp_export_def *def, const char *name, double value, dp_error *err);
DP_API dp_status dp_export_choose(dp_export_def *def, const char *name, const char *word,
                                  dp_error *err);

/// Take pair and restitution from a contact: the restitution that is asked of its law, or, where
/// none is, what the law delivers at this mass and speed (NaN: not known; those of the contact
/// count then). A law that is neither Hertz's nor linear gets the linear spring that takes the
/// energy of the impact at the same depth. DP_ERR_MISSING where one of them cannot be told.
DP_API dp_status dp_export_ask(dp_export_def *def, const dp_contact_def *contact, double mass,
                               double speed, dp_error *err);

/// Convert. DP_ERR_MISSING names what the engine needs, DP_ERR_RANGE what cannot be reached, with
/// the reachable bounds, or the longest step.
DP_API dp_status dp_export_run(const dp_export_def *def, dp_export *out, dp_error *err);

DP_END_DECLS

#endif
