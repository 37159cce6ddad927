#ifndef DP_CHAIN_H
#define DP_CHAIN_H

#include <stdbool.h>

#include "dashpot/contact.h"
#include "dashpot/energy.h"
#include "dashpot/system.h"

// Bodies in a row, each touching its neighbours: granular chains, strings of bumpers, a Hopkinson
// bar made of beads. Bodies 0..count-1 from left to right, contacts 0..count: contact i lies to the
// left of body i, so contact 0 is that with the left end and contact `count` that with the right
// one. Positions u are displacements to the right from the places where neighbours just touch, but
// for `gap`.
//
// Fixed steps march in place, several time levels at a time while a stretch of the chain is in
// cache, on several threads, and past stretches where nothing moves; none of these changes a bit of
// the result.
//
// Adaptive steps integrate to a tolerance, and land on whatever bends the motion: touch and
// separation, marks of the laws, turning points of contacts with history, forces that would turn to
// tension, corners of velocity histories.

/// Most bodies of a chain, and of one with adaptive steps.
enum { DP_CHAIN_BODIES_MAX = 1 << 30, DP_CHAIN_ADAPTIVE_MAX = 1 << 20 };

/// What stands at an end of the chain.
typedef enum dp_chain_end_type {
    DP_END_FREE,    ///< nothing there
    DP_END_WALL,    ///< a flat that does not move
    DP_END_DRIVEN,  ///< a flat with the velocity `history`
    DP_END_BAR,     ///< end of an elastic bar; `history` is the velocity of the incident wave
} dp_chain_end_type;

/// Velocity against time: straight between the points, constant before the first and after the
/// last. Times ascend strictly. Positive to the right, at both ends.
typedef struct dp_chain_signal {
    size_t count;                   ///< points
    const double *time, *velocity;  ///< [s], [m/s]
} dp_chain_signal;

/// One end of the chain.
typedef struct dp_chain_end {
    dp_chain_end_type type;  ///< zeroed: free
    dp_chain_signal signal;  ///< driven, and bar: none means that nothing comes in
    double impedance;        ///< [N s/m] bar
    bool glued;  ///< driven, bar: body 0 (or the last) is part of it, no contact between
} dp_chain_end;

/// How the motion is integrated.
typedef enum dp_chain_method {
    DP_CHAIN_VERLET,               ///< leapfrog; rates predicted to second order
    DP_CHAIN_PREDICTOR_CORRECTOR,  ///< Euler predictor, trapezoid corrector (paper 002)
    DP_CHAIN_RK4,                  ///< the classical Runge-Kutta method
    DP_CHAIN_DOP853,               ///< adaptive steps: dp_chain_solve instead of dp_chain_advance
} dp_chain_method;

/// Something to watch at every step: the mean of the two contact forces on a body, or a contact.
typedef struct dp_chain_probe_def {
    bool is_contact;  ///< else a body
    size_t index;     ///< of the body or the contact
} dp_chain_probe_def;

/// What a probe saw. Peaks are those of a parabola through the three steps around the largest;
/// adaptive steps land on them. Rows hold force, velocity and displacement of a body; force,
/// indentation and rate of a contact.
typedef struct dp_chain_probe {
    dp_chain_probe_def def;                    ///< what it watches
    double peak_force, peak_force_time;        ///< [N], [s]
    double peak_velocity, peak_velocity_time;  ///< [m/s], [s]; of a contact: its indentation
    size_t row_count;                          ///< rows so far
    const double (*rows)[3];  ///< row k is at step k * record_every, time k * record_every * step
} dp_chain_probe;

/// Definition of a chain; dp_chain_defaults fills it, dp_chain_build copies what it needs. A
/// contact whose approach_rule is DP_APPROACH_DEFAULT keeps the largest closing speed since the
/// touch, since beads mostly touch before they move.
typedef struct dp_chain_def {
    size_t count;              ///< bodies
    const double *mass;        ///< [kg] per body
    const double *velocity;    ///< [m/s] per body at the start; NULL: at rest
    const dp_contact *laws;    ///< contacts to choose from; radius, modulus and mass of their pairs
                               ///< count as given, and are not compared with the bodies
    size_t law_count;          ///< how many
    const unsigned *law;       ///< per contact, count + 1 entries: which of them; NULL: the first
    const double *gap;         ///< [m] per contact, count + 1 entries, < 0: overlap; NULL: none
    dp_chain_end left, right;  ///< what stands there; zeroed: free
    double gravity;            ///< [m/s^2] to the right

    /// [N] Constant push to the right on body `pushed`. In equilibrium with `pushed` 0 and a left
    /// end that is driven or a bar: the static force with which that end presses the chain.
    double preload;
    size_t pushed;              ///< body that the preload acts on
    bool start_in_equilibrium;  ///< under gravity and preload; bodies before `pushed` just touch
                                ///< and carry nothing
    double step;  ///< [s]; adaptive: only the unit of time of record_every and record_steps
    dp_chain_method method;            ///< zeroed: Verlet
    int threads;                       ///< 0 or 1: one
    bool skip_resting;                 ///< stretches at rest are passed over
    const dp_chain_probe_def *probes;  ///< what is watched at every step
    size_t probe_count;                ///< how many
    long record_every;                 ///< steps between rows of probes; 0: no rows
    long record_steps;                 ///< steps for which there shall be room
    long first_number;                 ///< what sentences of errors call contact 0
    const dp_allocator *allocator;     ///< NULL: malloc and free
    unsigned cookie;                   ///< says that its defaults function made it
} dp_chain_def;

/// Laws for a definition, each once: neighbours that share one are computed together, which is
/// faster. Starts zeroed.
typedef struct dp_chain_laws {
    dp_contact *items;              ///< for `laws` of the definition
    size_t count;                   ///< for `law_count`
    size_t room;                    ///< laws that fit into the present memory
    unsigned *slots;                ///< numbers of laws from 1, by hash; 0: free
    const dp_allocator *allocator;  ///< NULL: malloc and free
} dp_chain_laws;

/// A chain that moves; opaque. Made by dp_chain_build.
typedef struct dp_chain dp_chain;

/// State at a step, velocities at the same time as positions. Arrays belong to the chain and hold
/// until it moves on.
typedef struct dp_chain_snapshot {
    long step;                              ///< adaptive: accepted steps so far
    double time;                            ///< [s]
    size_t count;                           ///< bodies
    const double *displacement, *velocity;  ///< per body
    const double *force, *indentation;      ///< per contact, count + 1
    double end_velocity[2];                 ///< [m/s] of the left and right end; 0 where free
    double kinetic, potential, stored, viscous, plastic, released, input;  ///< [J]
    double momentum;                                                       ///< [kg m/s]
    double impulse;         ///< [N s] of gravity, preload and ends since the start
    double work_of_end[2];  ///< [J] done by the left and the right end; parts of input
} dp_chain_snapshot;

/// Largest values since the start: at steps, or landed on by adaptive ones.
typedef struct dp_chain_largest {
    double force, indentation;  ///< [N], [m]
    size_t contact;             ///< of the largest force
    double time;                ///< [s] of the largest force
} dp_chain_largest;

/// Contacts under the rule `each` that began below approach_floor and then closed faster than it:
/// their law, or their restitution, takes the floor for the speed. A damper that divides by it is
/// as many times too strong, at most, as `ratio` says.
typedef struct dp_chain_slow_touches {
    size_t count;    ///< contacts
    size_t contact;  ///< the one with the largest ratio
    double speed;    ///< [m/s] its largest closing speed
    double ratio;    ///< of that speed to its floor
} dp_chain_slow_touches;

/// A part of the state in memory. All of them, in order, are what a checkpoint must keep.
typedef struct dp_chain_piece {
    void *data;    ///< belongs to the chain
    size_t bytes;  ///< its size
} dp_chain_piece;
/// Most pieces a chain has.
enum { DP_CHAIN_PIECES_MAX = 24 };

/// Options of dp_chain_solve. Made by dp_chain_solve_defaults.
typedef struct dp_chain_solve_def {
    double until;    ///< [s] time to stop at, counted from the start of the chain
    double rtol;     ///< tolerance per step, relative to the motion of the chain, 1e-14 to 0.1
    long max_steps;  ///< accepted and rejected steps of this call
    double every;    ///< [s] time between observations, at whole multiples of it; 0: none

    /// Called with the chain standing exactly at such a time and, last, at `until`. It may look at
    /// the chain and save its pieces. Not 0: stop here, dp_chain_solve returns DP_OK.
    int (*observe)(void *user, dp_chain *chain);
    /// Asked after every step: true ends the call there, with DP_OK. May be NULL.
    bool (*stop)(void *user);
    void *user;       ///< handed to both
    unsigned cookie;  ///< says that its defaults function made it
} dp_chain_solve_def;

DP_BEGIN_DECLS

/// No bodies yet; free ends, Verlet, one thread.
DP_API dp_chain_def dp_chain_defaults(void);

/// rtol 1e-10, up to 1e8 steps, no observations.
DP_API dp_chain_solve_def dp_chain_solve_defaults(void);

/// Bytes that dp_chain_build will ask for. DP_ERR_RANGE when they cannot be counted.
DP_API dp_status dp_chain_memory(const dp_chain_def *def, size_t *bytes, dp_error *err);

/// Number of a contact among the laws, for `law` of the definition. It is added if none is the
/// same: law, constants and all that is done with them.
DP_API dp_status dp_chain_laws_add(dp_chain_laws *laws, const dp_contact *contact, unsigned *index,
                                   dp_error *err);
DP_API void dp_chain_laws_free(dp_chain_laws *laws);

/// Largest difference [m/s] of the velocities that a definition states: of bodies at the start, and
/// of the signals of its ends.
DP_API double dp_chain_stated_speed(const dp_chain_def *def);

/// Speed [m/s] that bodies are not expected to exceed when they close in: what flats, bars and
/// light bodies make of the velocities stated, and what static forces in equilibrium amount to. A
/// definition without laws has the first part. 0: nothing moves. For dp_chain_step_limit.
DP_API double dp_chain_likely_speed(const dp_chain_def *def);

/// Longest stable step [s] when nothing moves faster than `speed` [m/s]; `contact` becomes the
/// stiffest one. Found from the tangents of every law at the deepest indentation that speed allows.
DP_API dp_status dp_chain_step_limit(const dp_chain_def *def, double speed, double *limit,
                                     size_t *contact, dp_error *err);

/// Check, allocate, settle. *chain is NULL after an error.
DP_API dp_status dp_chain_build(dp_chain **chain, const dp_chain_def *def, dp_error *err);
DP_API void dp_chain_free(dp_chain *chain);

/// Advance by so many steps. DP_ERR_NUMERIC when a number is no longer finite: time and body are
/// named.
DP_API dp_status dp_chain_advance(dp_chain *chain, long steps, dp_error *err);

/// Go on with adaptive steps until a time; the chain must be one of method DP_CHAIN_DOP853. Every
/// observation ends a step, so its times, not whether somebody stopped and went on there, have a
/// share in the last digits. DP_ERR_NUMERIC when the steps run out or shrink to nothing,
/// DP_ERR_VALIDITY when a contact goes deeper than its law holds. stats may be NULL.
DP_API dp_status dp_chain_solve(dp_chain *chain, const dp_chain_solve_def *def,
                                dp_solve_stats *stats, dp_error *err);

/// Steps done; of adaptive ones those accepted.
DP_API long dp_chain_step_count(const dp_chain *chain);

/// Time reached [s].
DP_API double dp_chain_time(const dp_chain *chain);

/// Velocities at the time of the positions, forces and energies.
DP_API const dp_chain_snapshot *dp_chain_state(dp_chain *chain);

/// Largest values since the start; what a probe saw, by its place in the definition.
DP_API dp_chain_largest dp_chain_maxima(const dp_chain *chain);
DP_API dp_chain_probe dp_chain_probe_at(const dp_chain *chain, size_t index);

/// Force [N] of a contact at its present indentation, were nothing moving: at the start of a chain
/// that settled, the static force.
DP_API double dp_chain_static_force(const dp_chain *chain, size_t contact);

/// Phase [rad] by which fixed steps let the swing of a body between its neighbours drift until a
/// time [s]: of the body that swings fastest in a chain that started in equilibrium. About the
/// largest part of its swing by which its velocity is off. 0: more than eight bodies swing alike,
/// so that what moves is a wave, or steps are adaptive.
DP_API double dp_chain_drift(const dp_chain *chain, double time, size_t *body);

/// Touches whose damper divides by the floor since nothing moved when they began. A count of 0
/// unless a law looks at the speed of each touch.
DP_API dp_chain_slow_touches dp_chain_slow(const dp_chain *chain);

/// Ledger and balance from the start to now. momentum_error is relative to the largest momentum
/// that passed through.
DP_API void dp_chain_balance(dp_chain *chain, dp_energy *energy, double *momentum_error);

/// What must be kept to go on later with the same bits; returns how many pieces. Writing other
/// bytes of the same sizes into them puts the chain into that state; call this right before.
DP_API int dp_chain_pieces(dp_chain *chain, dp_chain_piece out[DP_CHAIN_PIECES_MAX]);

/// The state as bytes, to go on later with the same bits. Returns how many bytes that takes; writes
/// nothing if `size` is less or `bytes` is NULL.
DP_API size_t dp_chain_save(dp_chain *chain, void *bytes, size_t size);

/// Put a chain of the same definition into a saved state. A state holds a digest of all inputs
/// (threads and first_number may differ) and a checksum. The bytes may come from anybody:
/// DP_ERR_RANGE when they are not a state of this chain. Free it then.
DP_API dp_status dp_chain_restore(dp_chain *chain, const void *bytes, size_t size, dp_error *err);

/// After bytes that may come from anybody were written into pieces: DP_ERR_RANGE when they hold a
/// number that is not finite or a count that leads out of the chain. Free it then.
DP_API dp_status dp_chain_check_state(const dp_chain *chain, dp_error *err);

DP_END_DECLS

#endif
