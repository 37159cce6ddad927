#ifndef DP_FRICTION_H
#define DP_FRICTION_H

#include <stdbool.h>
#include <stddef.h>

#include "dashpot/law.h"
#include "dashpot/status.h"

// Friction laws: tangential force from normal force and sliding speed. The same shape as normal
// laws: a constant table per law, a prepared value, nothing hidden that changes. A law with history
// has a bristle deflection z, owned by the caller, who integrates dz/dt = z_rate with the motion.
// The built-in laws are listed in src/frictions/frictions.def; a law of your own is used by its
// address and needs no registration.
//
// A law with tangential compliance (`grip` is not NULL) gets two numbers from the normal contact,
// its force and its elastic stiffness (dp_contact_stiffness), and the way the surfaces have slid.
// It has a history of its own, DP_GRIP_HISTORY_MAX doubles, in use like that of a normal contact:
// dp_grip_respond is pure, only dp_grip_commit writes, and zeros are a contact that never touched.
// dp_friction_respond gives such a law NaN.

/// Constants a prepared friction law carries at most.
enum { DP_FRICTION_CONSTANT_MAX = 8 };

/// Kinks of a friction law at the most.
enum { DP_FRICTION_KINK_MAX = 4 };

/// Doubles of history of a law with tangential compliance.
enum { DP_GRIP_HISTORY_MAX = 132 };

typedef struct dp_friction_law dp_friction_law;

/// A friction law with values for its parameters: made by dp_friction_defaults, changed by
/// dp_friction_set, consumed by dp_friction_init. NaN: not given, the default holds if any.
typedef struct dp_friction_def {
    const dp_friction_law *law;  ///< NULL in a zeroed definition: no friction
    double value[DP_PARAM_MAX];  ///< in the order of law->params
    unsigned cookie;             ///< says that dp_friction_defaults made it
} dp_friction_def;

/// A friction law prepared for use: a plain value.
typedef struct dp_friction {
    const dp_friction_law *law;          ///< what it was made of
    double k[DP_FRICTION_CONSTANT_MAX];  ///< constants, of the law's own order
} dp_friction;

/// Tangential force and what an implicit integrator needs of it. At a kink of the law the tangents
/// are those of the faster side, at v = 0 the mean of both sides.
typedef struct dp_friction_response {
    double force;           ///< [N] along the axis of v: negative when it opposes v > 0
    double dforce_dv;       ///< [N s/m]
    double dforce_dnormal;  ///< [1]
    double dforce_dz;       ///< [N/m] 0 for a law without history
    double z_rate;          ///< [m/s] rate of the bristle deflection, 0 without history
    double dz_rate_dv;      ///< [1]
    double dz_rate_dz;      ///< [1/s] minus the inverse relaxation time of the bristles
} dp_friction_response;

/// A sliding contact at one instant, as a law with tangential compliance sees it.
typedef struct dp_grip_state {
    double normal;     ///< [N]   normal force, after the tension policy; below 0 counts as 0
    double stiffness;  ///< [N/m] elastic stiffness of the normal contact, dp_contact_stiffness
    double slide;      ///< [m]   way the surfaces have slid since the last commit, with sign
    double speed;      ///< [m/s] sliding speed, with sign
} dp_grip_state;

/// Its answer, for the straight way from the last commit to this state. With respect to normal,
/// stiffness and slide the tangents belong to the end of that way; at a kink they are those of
/// further sliding.
typedef struct dp_grip_response {
    double force;              ///< [N]     along the axis of the speed: negative when it opposes
    double dforce_dslide;      ///< [N/m]
    double dforce_dspeed;      ///< [N s/m] 0 without a damper
    double dforce_dnormal;     ///< [1]
    double dforce_dstiffness;  ///< [m]
    double stored;             ///< [J]     elastic energy of the tangential deformation
    double friction;           ///< [J]     lost in slip since the last commit
    double damper;             ///< [N]     part of the force that depends on the speed
} dp_grip_response;

/// What a law with tangential compliance does. Constants k are those of the prepared law, m is the
/// history; normal >= 0, stiffness >= 0, nothing is NaN.
typedef struct dp_grip {
    dp_history_field memory;  ///< what the history holds

    /// Pure.
    dp_grip_response (*respond)(const double *k, const double *m, const dp_grip_state *state);

    /// The state was accepted: write the history.
    void (*commit)(const double *k, double *m, const dp_grip_state *state);
} dp_grip;

/// A friction law, a constant table.
struct dp_friction_law {
    const char *name;            ///< the word used everywhere
    const char *const *aliases;  ///< NULL-terminated, or NULL
    const char *summary;         ///< one line
    const char *formula;         ///< in the letters of the parameters
    const char *source;          ///< authors, year
    const char *equation;        ///< where in the papers or in the source
    const char *validity;        ///< where it holds
    const char *confidence;      ///< "certain" or "likely"
    const char *const *errata;   ///< misprints and doubts, NULL-terminated, or NULL
    const dp_param *params;      ///< ends with an entry whose name is NULL
    bool has_history;            ///< the law has a bristle deflection z

    /// Checks what only this law knows and fills the constants. Every parameter with a default has
    /// a value, all are in range.
    dp_status (*prepare)(const dp_friction_def *def, dp_friction *friction, dp_error *err);

    /// normal >= 0 [N], v sliding speed with sign [m/s], z bristle deflection [m], no NaN. Pure.
    dp_friction_response (*respond)(const double *k, double normal, double v, double z);

    /// Bristle deflection of steady sliding at speed v. NULL without history.
    double (*steady_z)(const double *k, double v);

    /// Sliding speeds > 0, rising, at which the slope of the force jumps; returns how many. A
    /// solver ends its steps there. NULL: none.
    int (*kinks)(const double *k, double speed[DP_FRICTION_KINK_MAX]);

    /// Tangential compliance; `respond` is NULL then. NULL: the law knows the speed alone.
    const dp_grip *grip;
};

DP_BEGIN_DECLS

/// Number of built-in friction laws; one by index, NULL when out of range; one by name or alias,
/// NULL when there is none.
DP_API int dp_friction_law_count(void);
DP_API const dp_friction_law *dp_friction_law_at(int index);
DP_API const dp_friction_law *dp_friction_law_find(const char *name);

/// Like dp_friction_law_find, but an unknown name is an error that suggests the nearest ones.
DP_API dp_status dp_friction_law_lookup(const char *name, const dp_friction_law **law,
                                        dp_error *err);

/// Default values of every parameter. law NULL: a definition that is refused when it is used.
DP_API dp_friction_def dp_friction_defaults(const dp_friction_law *law);

/// Number of parameters.
DP_API int dp_friction_param_count(const dp_friction_law *law);

/// Index of a parameter, -1 when the law has none of that name.
DP_API int dp_friction_param_index(const dp_friction_law *law, const char *name);

/// Set a number, range-checked.
DP_API dp_status dp_friction_set(dp_friction_def *def, const char *name, double value,
                                 dp_error *err);

/// Set a parameter that takes words.
DP_API dp_status dp_friction_choose(dp_friction_def *def, const char *name, const char *word,
                                    dp_error *err);

/// Value of a parameter (of a word: its index); NaN when not given or unknown.
DP_API double dp_friction_get(const dp_friction_def *def, const char *name);

/// Check the definition and prepare the law; on an error `friction` is left untouched.
DP_API dp_status dp_friction_init(dp_friction *friction, const dp_friction_def *def, dp_error *err);

/// Tangential force with its tangents. Pure. A negative normal force counts as 0; a NaN comes back
/// as NaN in every entry. z is not read by a law without history.
DP_API dp_friction_response dp_friction_respond(const dp_friction *friction, double normal,
                                                double v, double z);

/// Bristle deflection [m] of steady sliding at speed v, with the sign of v; 0 at v = 0, where every
/// deflection is steady, and 0 without history.
DP_API double dp_friction_steady_z(const dp_friction *friction, double v);

// --- laws with tangential compliance ---

/// Force, tangents and energies. Pure. NaN in every entry for a law without compliance, and where
/// the state holds a NaN.
DP_API dp_grip_response dp_grip_respond(const dp_friction *friction, const double *history,
                                        const dp_grip_state *state);

/// The state was accepted: write it into the history. A contact without stiffness is apart, and
/// its history is empty from then on. DP_ERR_UNSUPPORTED for a law without compliance.
DP_API dp_status dp_grip_commit(const dp_friction *friction, double *history,
                                const dp_grip_state *state);

/// n sliding contacts with one law. history[i] is that of contact i, DP_GRIP_HISTORY_MAX doubles.
/// Outputs that are NULL are left out.
typedef struct dp_grip_arrays {
    size_t count;                                       ///< n
    const double *normal, *stiffness, *slide, *speed;   ///< as in dp_grip_state
    double *history;                                    ///< DP_GRIP_HISTORY_MAX per contact
    double *force, *dforce_dslide, *stored, *friction;  ///< as in dp_grip_response
} dp_grip_arrays;

/// Forces of many, and commits of many; the bits are those of the scalar calls. DP_ERR_MISSING
/// where an input is NULL.
DP_API dp_status dp_grip_forces(const dp_friction *friction, const dp_grip_arrays *lanes);
DP_API dp_status dp_grip_commits(const dp_friction *friction, const dp_grip_arrays *lanes);

/// Coulomb friction with stick in a collision: by how much it takes the tangential speed down,
/// V_t' = V_t - change, with the sign of `slip`. `normal_change` >= 0 is the normal impulse per
/// mass (V_n + V_n'), `slip` the sliding speed of the contact point, `q` = 1 + m r^2/J what one
/// unit of tangential speed changes the slip by. Either the body slips throughout, or slip ends at
/// 0. The work lost per mass is |change| (|slip| - q |change|/2). NaN for a NaN, mu < 0,
/// normal_change < 0 or q <= 0.
DP_API double dp_coulomb_collision(double mu, double normal_change, double slip, double q);

DP_END_DECLS

#endif
