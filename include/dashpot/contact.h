#ifndef DP_CONTACT_H
#define DP_CONTACT_H

#include "dashpot/alloc.h"
#include "dashpot/kernel.h"
#include "dashpot/law.h"
#include "dashpot/pair.h"

// A contact is a law prepared for one pair of bodies: a plain value, copied freely, const in use.
// What changes lives in `history`, DP_HISTORY_MAX doubles that the caller owns, copies and saves.
// Force is pure; only dp_contact_begin and dp_contact_commit write history, so a trial step leaves
// no trace.
//
// What was forgotten is not computed. A contact that dp_contact_init did not make is refused:
// DP_ERR_NOT_INITIALIZED, or NaN from a function that returns a number. A law that looks at the
// approach speed has no damper before dp_contact_begin: while its history is virgin
// (dp_contact_reset, {0}, a new batch) and the bodies overlap and move (delta > 0, rate not 0), its
// kernel sees NaN in history[0], and the force is NaN. Apart and at rest that speed does not count.

/// What happens when the law asks the surfaces to pull.
typedef enum dp_tension {
    DP_TENSION_CLAMP,    ///< F = max(0, F) until delta = 0
    DP_TENSION_ALLOW,    ///< the law's own force until delta = 0
    DP_TENSION_RELEASE,  ///< as clamp, and the contact ends when F reaches 0
} dp_tension;

/// Which speed a law divides by that looks at the approach speed. All of them give the same free
/// impact.
typedef enum dp_approach_rule {
    DP_APPROACH_DEFAULT,  ///< each; in a chain: largest
    DP_APPROACH_EACH,     ///< the speed at every new touch
    DP_APPROACH_LARGEST,  ///< the largest closing speed since the touch: the damper stays bounded
                          ///< where bodies touch before they move
} dp_approach_rule;

/// Where the restitution of a law comes from.
typedef enum dp_restitution_kind {
    DP_RESTITUTION_GIVEN,     ///< the law's own parameter
    DP_RESTITUTION_WAVES,     ///< loss by elastic waves in the softer body, dp_wave_restitution
    DP_RESTITUTION_MA_LIU,    ///< plastic loss of a virgin contact of the law ma-liu
    DP_RESTITUTION_JOHNSON,   ///< loss of a fully plastic contact, dp_johnson_restitution
    DP_RESTITUTION_THORNTON,  ///< plastic loss of a virgin contact of the law thornton
} dp_restitution_kind;

/// A relation e(v) in place of the parameter `restitution`. NaN: not known, or the default.
typedef struct dp_restitution_from {
    dp_restitution_kind kind;        ///< zeroed: none
    double young, poisson, density;  ///< [Pa], [1], [kg/m^3] waves: of the softer body
    double psi, epsilon;             ///< [1] ma-liu: those of the law win, if it has them
    double dynamic_pressure;         ///< [Pa] johnson: NaN is 3 times the yield stress
} dp_restitution_from;

/// Definition of a contact: made by dp_contact_defaults (the cookie of its law says so), consumed
/// by dp_contact_init.
typedef struct dp_contact_def {
    dp_law_def law;                        ///< law and its parameters
    dp_pair pair;                          ///< what is known of the two bodies
    dp_tension tension;                    ///< what happens when the law pulls
    dp_approach_rule approach_rule;        ///< which speed counts, where `approach` is not given
    double approach;                       ///< [m/s] fixed approach speed; NaN: by approach_rule
    double approach_floor;                 ///< [m/s] least approach speed a law divides by
    dp_restitution_from restitution_from;  ///< restitution as a function of that speed
} dp_contact_def;

/// A prepared contact. Filled by dp_contact_init; read by those who write laws.
struct dp_contact {
    const dp_law *law;                ///< what it was made of
    const dp_kernel *kernel;          ///< its arithmetic
    unsigned ready;                   ///< says that dp_contact_init made it
    dp_tension tension;               ///< as in the definition
    double approach, approach_floor;  ///< [m/s] as in the definition
    double floor;                     ///< [N] least force the policy lets through
    double limit;  ///< [m] the law holds up to this indentation; beyond it the force is NaN
    double k[DP_CONSTANT_MAX];  ///< constants in the order the kernel documents
    double restitution;         ///< of `restitution_from`, as it is now; NaN: none
    dp_contact_def recipe;      ///< what it was prepared from, and is again at another speed
};

DP_BEGIN_DECLS

/// Defaults of the law, empty pair, clamp, approach speed taken at each touch, floor 0.1 mm/s.
DP_API dp_contact_def dp_contact_defaults(const dp_law *law);

/// Names of what the law needs and was not given, as "a, b and c"; returns how many. `more` adds
/// DP_NEEDS_ flags (an impact needs a mass); `sought` may be missing: it is what a search is for.
DP_API int dp_contact_missing(const dp_contact_def *def, unsigned more, const char *sought,
                              char text[512]);

/// Do constants of the law, or `restitution_from`, depend on the mass that meets?
DP_API bool dp_contact_uses_mass(const dp_contact_def *def);

/// Word for a tension policy; NULL when there is no such policy.
DP_API const char *dp_tension_name(dp_tension tension);

/// Check the definition and prepare the contact.
DP_API dp_status dp_contact_init(dp_contact *contact, const dp_contact_def *def, dp_error *err);

// A contact with `restitution_from` has another restitution at every touch, so other constants.
// What runs whole touches (impact.h, bounce.h, impact_batch.h, journal.h, mechanism.h,
// dp_contact_restitution) takes care of it. Who steps contacts does this at every touch, before
// dp_contact_begin, and uses the copy until the surfaces part:
//     dp_contact now;
//     if (dp_contact_at_speed(&contact, speed, mass, &now, &err) != DP_OK) ...
//     dp_contact_begin(&now, history, speed);
// As dp_contact_init leaves it such a contact has no constants: every force is NaN until then. With
// a fixed `approach` there is one restitution, and the contact is ready at once. In a batch every
// lane has its own restitution with dp_batch_set_contacts.

/// The relation for two bodies, with what it needs of the softer one. A rigid body, or one whose
/// stiffness is unknown, is never the softer one.
DP_API dp_restitution_from dp_restitution_from_bodies(dp_restitution_kind kind,
                                                      const dp_body *first, const dp_body *second);

/// Its word ("waves", "ma-liu", "johnson", "thornton"); NULL when there is no such relation.
DP_API const char *dp_restitution_kind_name(dp_restitution_kind kind);

/// Does the restitution change with the speed of the touch? Not with a fixed approach.
DP_API bool dp_contact_follows(const dp_contact *contact);

/// A copy with the restitution of this speed [m/s] (a fixed `approach` wins, the floor holds); a
/// plain copy of a contact that does not follow. `mass` [kg] of the touch counts where the pair has
/// none. DP_ERR_VALIDITY where the law does not take the restitution that comes out. `out` may be
/// `base`.
DP_API dp_status dp_contact_at_speed(const dp_contact *base, double speed, double mass,
                                     dp_contact *out, dp_error *err);

/// Virgin history: never touched, nothing deformed.
DP_API void dp_contact_reset(double history[DP_HISTORY_MAX]);

/// A new touch at this speed [m/s], 0 or more (a fixed `approach` of the contact wins, the floor
/// holds). DP_ERR_RANGE for other speeds; nothing is written then.
DP_API dp_status dp_contact_begin(const dp_contact *contact, double *history, double speed);

/// Normal force [N], positive when the bodies push apart.
DP_API double dp_contact_force(const dp_contact *contact, const double *history, double delta,
                               double rate);

/// Force with its parts, tangents and stored energy.
DP_API dp_response dp_contact_respond(const dp_contact *contact, const double *history,
                                      double delta, double rate);

/// The speed [m/s] that the damper divides by where the largest is kept; NaN under other rules.
DP_API double dp_contact_speed(const dp_contact *contact, const double *history);

/// The state was accepted: write it into the history.
DP_API dp_status dp_contact_commit(const dp_contact *contact, double *history, double delta,
                                   double rate);

/// Indentation [m] at which a relaxed contact separates: the plastic dent, else 0.
DP_API double dp_contact_residual(const dp_contact *contact, const double *history);

/// Elastic stiffness [N/m] of the contact: the slope of the curve along which its spring would
/// unload from here, without damper and tension policy. On virgin loading of a plastic law that is
/// the curve that would start here. The radius of the contact of two spheres is this over twice the
/// contact modulus. 0 apart, and inside a dent. `slope`, which may be NULL, gets its derivative
/// over delta [N/m^2] along the present branch.
DP_API double dp_contact_stiffness(const dp_contact *contact, const double *history, double delta,
                                   double *slope);

/// Characteristic indentations, ascending; returns how many were written, -1 for a contact that is
/// not prepared.
DP_API int dp_contact_breakpoints(const dp_contact *contact, const double *history,
                                  dp_breakpoint out[DP_BREAKPOINT_MAX]);

/// Restitution of a free impact of a virgin contact in closed form; NaN where there is none.
DP_API double dp_contact_restitution(const dp_contact *contact, double mass, double speed);

// --- many contacts with one law ---
// The bits are those of the scalar calls, on every instruction set. Only the arrays the kernel uses
// are read. DP_ERR_MISSING where one of them is NULL.

/// Forces.
DP_API dp_status dp_contact_forces(const dp_contact *contact, const dp_contact_arrays *lanes);

/// Forces with tangents and energies.
DP_API dp_status dp_contact_responses(const dp_contact *contact, const dp_contact_arrays *lanes);

/// Commit: writes lanes->history.
DP_API dp_status dp_contact_commits(const dp_contact *contact, const dp_contact_arrays *lanes);

/// dp_contact_forces and then dp_contact_commits of the same states, in one pass over the arrays.
DP_API dp_status dp_contact_advance(const dp_contact *contact, const dp_contact_arrays *lanes);

/// dp_contact_stiffness of many: reads delta, history and constants, writes `stiffness`.
DP_API dp_status dp_contact_stiffnesses(const dp_contact *contact, const dp_contact_arrays *lanes,
                                        double *stiffness);

/// New touches: dp_contact_begin of the `count` lanes listed in `which`, or of all of them where
/// `which` is NULL (`count` is not read then). speed[i] [m/s] is that of lane i. DP_ERR_RANGE for a
/// lane that is not there or a speed below 0; nothing is written then.
DP_API dp_status dp_contact_begins(const dp_contact *contact, const dp_contact_arrays *lanes,
                                   const double *speed, const size_t *which, size_t count);

/// Arrays for `count` contacts in one block, zeroed and aligned: a virgin batch. Owned by the
/// caller, who writes delta and rate through dp_batch.delta and .rate.
typedef struct dp_batch {
    dp_contact_arrays lanes;  ///< what the batch calls take
    double *delta, *rate;     ///< [m], [m/s] those of `lanes`, to be written
    void *block;              ///< the arrays
    size_t size;              ///< [bytes] of it
    void *constants;          ///< those of dp_batch_set_contacts, else NULL
    size_t constants_size;    ///< [bytes] of them
    dp_allocator allocator;   ///< where both came from
} dp_batch;

/// Allocate, and give back (a zeroed batch is fine). allocator NULL: malloc and free.
DP_API dp_status dp_batch_build(dp_batch *batch, size_t count, const dp_allocator *allocator,
                                dp_error *err);
DP_API void dp_batch_free(dp_batch *batch);

/// From now on lane i has the constants of contacts[i], lanes.count of them: other bodies, other
/// parameters, another restitution. They have one kernel, one tension and one approach (fixed speed
/// and floor), so any of them is the `contact` of the calls above. They are copied; call again when
/// they change.
DP_API dp_status dp_batch_set_contacts(dp_batch *batch, const dp_contact *contacts, dp_error *err);

DP_END_DECLS

#endif
