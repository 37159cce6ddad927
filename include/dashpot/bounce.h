#ifndef DP_BOUNCE_H
#define DP_BOUNCE_H

#include "dashpot/impact.h"

// A body that falls on a floor again and again. Flights are in closed form; gravity acts during
// contact too.
//
// The end: a body that touches and no longer leaves the floor has stopped bouncing at that touch;
// the run goes on until its swing has died out. A body that does leave bounces infinitely often in
// finite time; once it arrives slower than `rest_fraction` of its first speed, the remaining
// flights are summed as a geometric series with the last restitution, and that is the time of rest.
// With `restitution_from` each of these flights has a restitution of its own, down to the approach
// floor.
//
// A body that moves along the floor goes on to `until`, or until it lies still: it slides under its
// weight, with the friction of steady sliding, until friction takes nothing more, and then rolls.
// Without `until` the run ends there.
//
// dp_bounce_begin and dp_bounce_advance run it piece by piece, as in impact.h.

/// One touch-down.
typedef struct dp_bounce_impact {
    double time;                        ///< [s] of the touch
    double speed_in, speed_out;         ///< [m/s] before and after
    double max_force, max_indentation;  ///< [N], [m]
    double duration;                    ///< [s]
    double restitution_asked;           ///< of `restitution_from` at this touch; NaN: none
    double across_in, across_out;       ///< [m/s] along the floor before and after
    double spin_in, spin_out;           ///< [rad/s] before and after
    double max_tangential_force;        ///< [N] its size
} dp_bounce_impact;

/// One row of the motion. height is the gap between the surfaces, negative in contact.
typedef struct dp_bounce_sample {
    double time, height, velocity, force;  ///< [s], [m], [m/s], [N]; velocity upwards
    double kinetic, potential, stored, viscous, plastic;  ///< [J]
    double across, spin;      ///< [m/s], [rad/s] along the floor, and about down cross across
    double tangential_force;  ///< [N] positive when it opposes sliding in the direction of across
    double friction;          ///< [J] lost in sliding
} dp_bounce_sample;

/// A table of impacts that a run fills. The array belongs to the caller.
typedef struct dp_bounce_impact_table {
    dp_bounce_impact *rows;  ///< room for `capacity` impacts
    size_t capacity;         ///< impacts that fit
    size_t count;            ///< impacts written
    size_t left_out;         ///< impacts that did not fit
} dp_bounce_impact_table;

/// A table of rows that a run fills. The array belongs to the caller.
typedef struct dp_bounce_table {
    dp_bounce_sample *rows;  ///< room for `capacity` rows
    size_t capacity;         ///< rows that fit
    size_t count;            ///< rows written
    size_t left_out;         ///< rows that did not fit
} dp_bounce_table;

/// Definition of a bounce. dp_bounce_defaults makes it; mass, gravity and a height or a speed must
/// be set.
typedef struct dp_bounce_def {
    double mass;     ///< [kg] > 0
    double gravity;  ///< [m/s^2] > 0
    double height;   ///< [m] gap at the start, >= 0
    double speed;    ///< [m/s] downwards at the start, >= 0; height and speed not both 0
    const dp_friction *friction;  ///< with the floor; default NULL: none
    double across;                ///< [m/s] along the floor at the start, with sign; default 0
    double spin;           ///< [rad/s] about down cross across; the surface slides with across +
                           ///< radius spin; default 0
    double radius;         ///< [m] lever arm of the friction; needed with friction or spin
    double inertia;        ///< [kg m^2]; default 0: that of a solid sphere, 2/5 m R^2
    double until;          ///< [s] end of the run; a contact that has begun is finished; default
                           ///< INFINITY: until rest
    double rtol;           ///< relative tolerance per step of a contact; default 1e-13
    double rest_fraction;  ///< see above; default 1e-4
    long max_impacts;      ///< more are DP_ERR_NUMERIC; default 100000
    bool keep_history;     ///< the contact remembers its plastic indentation; default false
    double every;          ///< [s] between rows; default 0: no rows
    void (*impact)(void *user, const dp_bounce_impact *impact);   ///< may be NULL
    void (*apex)(void *user, double time, double height);         ///< may be NULL
    void (*observe)(void *user, const dp_bounce_sample *sample);  ///< gets every row; may be NULL
    /// Asked after every impact: true ends the run there. After every row: true ends the rows, and
    /// the run at the next impact. May be NULL.
    bool (*stop)(void *user);
    void *user;                            ///< handed to the four above
    dp_bounce_impact_table *impact_table;  ///< gets every impact; may be NULL
    dp_bounce_table *table;                ///< gets every row; may be NULL
    const dp_allocator *allocator;         ///< of dp_bounce_begin; default NULL: malloc and free
    unsigned cookie;                       ///< says that dp_bounce_defaults made it
} dp_bounce_def;

/// What came out.
typedef struct dp_bounce {
    double rest_time;                           ///< [s] bounces no more; NaN: it does at `until`
    double roll_time;                           ///< [s] slides no more: it rolls or lies still;
                                                ///< NaN: it slides or bounces at the end
    double end_time;                            ///< [s] where the run stopped
    double across, spin;                        ///< [m/s], [rad/s] then
    long impacts;                               ///< touch-downs that were run
    bool stopped;                               ///< `stop` has ended it
    dp_energy energy;                           ///< ledger of the whole run
    long steps, rejected, evaluations, events;  ///< what it took, as in dp_solve_stats
} dp_bounce;

/// A bounce that is run piece by piece; opaque. Made by dp_bounce_begin.
typedef struct dp_bounce_stepper dp_bounce_stepper;

/// State of a bounce at the time to which it was advanced.
typedef struct dp_bounce_snapshot {
    dp_bounce_sample sample;  ///< time, motion, force and energies
    long impacts;             ///< touch-downs that have ended
    bool is_over;             ///< rest or the end of the run; later calls change nothing
    const double *history;    ///< DP_HISTORY_MAX; belongs to the stepper
    const dp_bounce *result;  ///< NULL until the run is over; belongs to the stepper
} dp_bounce_snapshot;

DP_BEGIN_DECLS

/// Defaults as given above; no mass, gravity, height and speed yet.
DP_API dp_bounce_def dp_bounce_defaults(void);

/// Run until rest, `until` or `max_impacts`. DP_ERR_VALIDITY when it leaves the range of the law.
/// DP_ERR_NOT_INITIALIZED when contact or def are not prepared.
DP_API dp_status dp_bounce_run(const dp_contact *contact, const dp_bounce_def *def,
                               dp_bounce *result, dp_error *err);

/// Begin a bounce. Contact and definition are copied. *run is NULL after an error.
DP_API dp_status dp_bounce_begin(dp_bounce_stepper **run, const dp_contact *contact,
                                 const dp_bounce_def *def, dp_error *err);

/// Go on until `until` [s] after the start, or until the end if that is earlier. Impacts, apexes
/// and rows of a flight or a contact are handed out when it has ended. The rest is as in
/// dp_impact_advance: the pieces do not change a bit of the result.
DP_API dp_status dp_bounce_advance(dp_bounce_stepper *run, double until, dp_error *err);

/// The state now. A body at rest stands where the run ended.
DP_API dp_bounce_snapshot dp_bounce_state(const dp_bounce_stepper *run);

/// As dp_impact_save, dp_impact_restore and dp_impact_free.
DP_API size_t dp_bounce_save(const dp_bounce_stepper *run, void *bytes, size_t size);
DP_API dp_status dp_bounce_restore(dp_bounce_stepper *run, const void *bytes, size_t size,
                                   dp_error *err);
DP_API void dp_bounce_free(dp_bounce_stepper *run);

DP_END_DECLS

#endif
