#ifndef DP_SPACE_H
#define DP_SPACE_H

#include <stddef.h>

#include "dashpot/contact.h"
#include "dashpot/friction.h"

// Friction between bodies that move in space, for engines that step in time: the sliding velocity
// is a vector in the plane of the contact, and so are the force and the spring along the surface.
// The laws are those of friction.h. Along one line they give what dp_friction_respond and
// dp_grip_respond give.
//
//     laws of the speed        force against the sliding velocity, of its magnitude alone
//     springs with a cap       the spring turns with the plane, keeps its length, and is capped as
//                              a vector: mindlin, cundall-strack
//     mindlin-deresiewicz      as long as the contact slides to and fro on one line, else refused
//
// Of two bodies with centres x1, x2, velocities v1, v2, spins w1, w2 and radii R1, R2: the axis is
// n = (x1 - x2)/|x1 - x2|, u = v1 - v2 the velocity of the first seen from the second, and the
// sliding velocity u - (u.n) n - (R1 w1 + R2 w2) x n. The force acts on the first body, the
// opposite one on the second; the torque on both is -R_i n x force. In a step: the normal force and
// its commit (dp_contact_advance), the stiffness after it, then dp_space_advance.
//
// The history is the caller's: DP_SPACE_HISTORY_MAX doubles, of which dp_space_history_count are
// used. Zeros are a contact that never touched. Seen from the other body the first three entries of
// a law with compliance change their sign (dp_space_turn), the others do not.

/// Doubles of history of any law.
enum { DP_SPACE_HISTORY_MAX = 3 + 2 + DP_GRIP_HISTORY_MAX };

/// A sliding contact at one instant.
typedef struct dp_space_state {
    double normal;       ///< [N]    normal force, after the tension policy; below 0 counts as 0
    double stiffness;    ///< [N/m]  elastic stiffness of the normal contact, dp_contact_stiffness
    double axis[3];      ///< [1]    unit vector across the surfaces
    double velocity[3];  ///< [m/s]  sliding velocity, in the plane of the contact
    double step;         ///< [s]    since the last commit; the surfaces have slid velocity step
    double brake;        ///< [kg/s] a law of the speed gives at most this times the speed: an
                         ///< explicit step cannot turn the sliding round; INFINITY: no bound
} dp_space_state;

/// Its answer.
typedef struct dp_space_response {
    double force[3];  ///< [N] on the body whose surface moves with +velocity
    double stored;    ///< [J] elastic energy of the tangential deformation
    double friction;  ///< [J] lost since the last commit, in slip and in dampers
} dp_space_response;

DP_BEGIN_DECLS

/// Doubles of history that the law uses; -1 for a law that knows one line only (bristles).
DP_API int dp_space_history_count(const dp_friction *friction);

/// Force and energies. Pure. DP_ERR_UNSUPPORTED for a law that has no form in space, DP_ERR_RANGE
/// for a state that is not a number, DP_ERR_VALIDITY where the sliding left its line; the answer is
/// NaN then.
DP_API dp_status dp_space_respond(const dp_friction *friction, const double *history,
                                  const dp_space_state *state, dp_space_response *response,
                                  dp_error *err);

/// dp_space_respond, and the state was accepted: the history is written. A contact without
/// stiffness is apart, and a law with compliance forgets it. Nothing is written on an error.
DP_API dp_status dp_space_advance(const dp_friction *friction, double *history,
                                  const dp_space_state *state, dp_space_response *response,
                                  dp_error *err);

/// The history as the other body sees it. `to` may be `from`.
DP_API void dp_space_turn(const dp_friction *friction, const double *from, double *to);

/// n sliding contacts with one law and one step. history[j][i] is entry j of contact i; what the
/// law does not use may be NULL. brake NULL: no bound. `stored` and `friction`, both or none, may
/// be NULL.
typedef struct dp_space_arrays {
    size_t count;                           ///< n
    double step;                            ///< [s]
    const double *normal, *stiffness;       ///< as in dp_space_state
    const double *axis[3], *velocity[3];    ///< the same
    const double *brake;                    ///< the same
    double *history[DP_SPACE_HISTORY_MAX];  ///< entries of the history
    double *force[3], *stored, *friction;   ///< as in dp_space_response
} dp_space_arrays;

/// dp_space_advance of many; the bits are those of the scalar calls. On an error `*failed`, which
/// may be NULL, is the contact; those before it are written.
DP_API dp_status dp_space_advances(const dp_friction *friction, const dp_space_arrays *lanes,
                                   size_t *failed, dp_error *err);

DP_END_DECLS

#endif
