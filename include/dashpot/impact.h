#ifndef DP_IMPACT_H
#define DP_IMPACT_H

#include <stdbool.h>
#include <stddef.h>

#include "dashpot/contact.h"
#include "dashpot/energy.h"
#include "dashpot/friction.h"

// One impact of two bodies in their relative coordinates, from touch to separation. The solver
// lands exactly on the touch, the characteristic indentations, reversals, the peak force and the
// separation.
//
// With friction the impact is oblique: the surfaces slide along a line with `sliding_speed`, and
// the tangential force changes that speed by its impulse over `sliding_mass`,
// 1/m_t = 1/m_n + R1^2/I1 + R2^2/I2. The normal motion does not feel it. The solver lands on the
// changes between stick and slip as well; `energy` counts m_t v_t^2/2 in.
//
// dp_impact_run does it in one call. dp_impact_begin and dp_impact_advance do it piece by piece:
//     dp_impact_stepper *run;
//     dp_impact_begin(&run, &contact, &def, &err);
//     while (dp_impact_advance(run, time += 1e-6, &err) == DP_OK && !dp_impact_state(run).is_over)
//         ...
//     dp_impact_free(run);
// The pieces do not change the result. The steps of the solver are those of a run in one piece; the
// state at the end of a piece comes from a shorter step beside them, with the same tolerance.

/// How to get the answer.
typedef enum dp_impact_path {
    DP_PATH_AUTO,        ///< closed form where there is one
    DP_PATH_CLOSED,      ///< closed form and quadrature; an error where there is none
    DP_PATH_INTEGRATED,  ///< integrate the motion
} dp_impact_path;

/// One row of the motion. Energies count from the touch.
typedef struct dp_impact_sample {
    double time, indentation, rate, force;            ///< [s], [m], [m/s], [N]
    double kinetic, stored, viscous, plastic, input;  ///< [J]
    double sliding_speed, slide;                      ///< [m/s], [m] since the touch
    double tangential_force;                          ///< [N] positive when it opposes v_t > 0
    double friction;                                  ///< [J] lost in sliding
} dp_impact_sample;

/// A table of rows that a run fills. The array belongs to the caller.
typedef struct dp_impact_table {
    dp_impact_sample *rows;  ///< room for `capacity` rows
    size_t capacity;         ///< rows that fit
    size_t count;            ///< rows written
    size_t left_out;         ///< rows that did not fit
} dp_impact_table;

/// Definition of an impact. dp_impact_defaults makes it; mass and speed must be set.
typedef struct dp_impact_def {
    double mass;                  ///< [kg]    effective mass, > 0
    double speed;                 ///< [m/s]   approach speed, > 0
    double rtol;                  ///< relative tolerance per step; default 1e-13
    double acceleration;          ///< [m/s^2] constant, pressing the bodies together; default 0
    const dp_friction *friction;  ///< default NULL: none
    double sliding_speed;         ///< [m/s]   of the surfaces at the touch, with sign; default 0
    double sliding_mass;          ///< [kg]    m_t, > 0; to be set with friction
    dp_impact_path path;          ///< default DP_PATH_AUTO
    const double *history;  ///< history before the touch, DP_HISTORY_MAX; default NULL: virgin
    double every;           ///< [s] time between rows; default 0: no rows
    void (*observe)(void *user, const dp_impact_sample *sample);  ///< gets every row; may be NULL
    bool (*stop)(void *user);       ///< asked after every row: true ends the rows; may be NULL
    void *user;                     ///< handed to both
    dp_impact_table *table;         ///< gets every row; may be NULL
    const dp_allocator *allocator;  ///< of dp_impact_begin; default NULL: malloc and free
    unsigned cookie;                ///< says that dp_impact_defaults made it
} dp_impact_def;

/// What came out.
typedef struct dp_impact {
    double restitution;              ///< separation speed over approach speed
    double restitution_asked;        ///< of `restitution_from` at this touch; NaN: none
    double separation_speed;         ///< [m/s]
    double max_indentation;          ///< [m]
    double time_of_max_indentation;  ///< [s]
    double max_force;                ///< [N]
    double duration;                 ///< [s] touch until the force is zero for good
    double separation_time;          ///< [s] touch until the surfaces part
    double separation_indentation;   ///< [m] where the contact ended; > 0 under policy release
    double residual_indentation;     ///< [m]
    double sliding_speed;            ///< [m/s] of the surfaces after the impact, with sign
    double tangential_impulse;       ///< [N s] positive when it opposes v_t > 0
    double max_tangential_force;     ///< [N] its size
    bool tension_seen;               ///< the law asked for tension
    bool at_rest;                    ///< a constant push keeps the bodies together for good
    dp_impact_path path;             ///< the one that was taken
    dp_energy energy;                ///< ledger from touch to separation
    double history[DP_HISTORY_MAX];  ///< history after the impact
    long steps, rejected, evaluations, events;  ///< what it took, as in dp_solve_stats
} dp_impact;

/// An impact that is run piece by piece; opaque. Made by dp_impact_begin.
typedef struct dp_impact_stepper dp_impact_stepper;

/// State of an impact at the time to which it was advanced.
typedef struct dp_impact_snapshot {
    dp_impact_sample sample;  ///< time, motion, force and energies
    bool is_over;             ///< the bodies have parted or rest; later calls change nothing
    const double *history;    ///< DP_HISTORY_MAX; belongs to the stepper
    const dp_impact *result;  ///< NULL until the impact is over; belongs to the stepper
} dp_impact_snapshot;

DP_BEGIN_DECLS

/// Defaults as given above; no mass and no speed yet.
DP_API dp_impact_def dp_impact_defaults(void);

/// Run the impact. DP_ERR_VALIDITY when it leaves the range of the law, DP_ERR_NUMERIC when the
/// bodies do not separate within the step budget (an overdamped law creeps back for ever) or a
/// number leaves the range of a double. After either, the rows up to the failure have been handed
/// out and separation_time [s] says when it happened. DP_ERR_NOT_INITIALIZED when contact or def
/// are not prepared, DP_ERR_CONFLICT when the law depends on the mass and was prepared for one that
/// is more than 1 % off.
DP_API dp_status dp_impact_run(const dp_contact *contact, const dp_impact_def *def,
                               dp_impact *result, dp_error *err);

/// Begin an impact at the touch. Contact and definition are copied. The motion is integrated: the
/// result has the bits of dp_impact_run with DP_PATH_INTEGRATED, and DP_PATH_CLOSED is refused with
/// DP_ERR_UNSUPPORTED. *run is NULL after an error.
DP_API dp_status dp_impact_begin(dp_impact_stepper **run, const dp_contact *contact,
                                 const dp_impact_def *def, dp_error *err);

/// Integrate until `until` [s] after the touch, or until the end if that is earlier. INFINITY:
/// until the end. A time that has passed already changes nothing. Rows are handed out at the end,
/// since they come from a second pass. Errors are those of dp_impact_run; after one, every further
/// call returns it again.
DP_API dp_status dp_impact_advance(dp_impact_stepper *run, double until, dp_error *err);

/// The state now.
DP_API dp_impact_snapshot dp_impact_state(const dp_impact_stepper *run);

/// Write the state of the run to `bytes` if its size suffices. Returns the size needed; bytes NULL
/// only asks for it.
DP_API size_t dp_impact_save(const dp_impact_stepper *run, void *bytes, size_t size);

/// Put a run into a state that dp_impact_save wrote. The run must have been begun with the same
/// contact and definition, which a digest of all inputs tells: DP_ERR_CONFLICT otherwise. It goes
/// on with the same bits. The bytes are
/// checked: DP_ERR_RANGE when they hold no state of an impact; the run then stands at its start.
DP_API dp_status dp_impact_restore(dp_impact_stepper *run, const void *bytes, size_t size,
                                   dp_error *err);

/// Free the run. NULL is fine.
DP_API void dp_impact_free(dp_impact_stepper *run);

DP_END_DECLS

#endif
