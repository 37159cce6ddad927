#ifndef DP_JOURNAL_H
#define DP_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>

#include "dashpot/contact.h"
#include "dashpot/energy.h"
#include "dashpot/friction.h"

// A journal, free in the clearance of its bearing: flights, collisions with the wall, spin.
//
// event-driven: a collision takes no time; the normal speed follows from one impact, the tangential
// one from Coulomb friction with stick, exactly. resolved: the centre moves on while in contact, so
// the normal turns during a collision. The first is the limit of the second for slow journals;
// `time_ratio` of each collision says how far one is from it.
//
// History. Not kept: every collision meets new material. Kept: the bearing is divided into
// `sectors` equal sectors, each with a contact history of its own; a collision uses and writes the
// sector in which it begins. In one dimension the two hit points lie in two sectors, so they
// remember exactly.
//
// dp_journal_begin and dp_journal_advance run it piece by piece, as in impact.h.

/// How a collision is computed, see above.
typedef enum dp_journal_solver { DP_JOURNAL_EVENT_DRIVEN, DP_JOURNAL_RESOLVED } dp_journal_solver;

/// One collision, speeds relative to the wall. Tangential along z x n, n from the centre outwards.
typedef struct dp_collision {
    double time;                                     ///< [s] of the touch
    double position;                                 ///< [rad] polar angle of the contact point
    double normal_in, normal_out;                    ///< [m/s] both positive
    double tangential_in, tangential_out;            ///< [m/s]
    double spin;                                     ///< [rad/s] after the collision
    double angle_in, angle_out;                      ///< [rad] from the normal, of the velocity
    double chord;                                    ///< [m] of the flight that follows
    double restitution, max_force, max_indentation;  ///< [1], [N], [m]
    double turn;      ///< [rad] the normal turned during contact; 0 when event-driven
    double duration;  ///< [s] of the contact
    double plastic_work, damping_work, friction_work;  ///< [J]
    double time_ratio;         ///< contact time over the flight that follows
    double restitution_asked;  ///< of `restitution_from` at this touch; NaN: none
} dp_collision;

/// A point on the path of the centre.
typedef struct dp_journal_point {
    double time, x, y, vx, vy;  ///< [s], [m], [m], [m/s], [m/s]
} dp_journal_point;

/// A table of collisions that a run fills. The array belongs to the caller.
typedef struct dp_collision_table {
    dp_collision *rows;  ///< room for `capacity` collisions
    size_t capacity;     ///< collisions that fit
    size_t count;        ///< collisions written
    size_t left_out;     ///< collisions that did not fit
} dp_collision_table;

/// A table of points that a run fills. The array belongs to the caller.
typedef struct dp_journal_path_table {
    dp_journal_point *rows;  ///< room for `capacity` points
    size_t capacity;         ///< points that fit
    size_t count;            ///< points written
    size_t left_out;         ///< points that did not fit
} dp_journal_path_table;

/// Definition of a journal. dp_journal_defaults makes it; the bearing, mass, inertia, a velocity
/// and the number of collisions must be set.
typedef struct dp_journal_def {
    double bearing_radius, clearance;  ///< [m] > 0
    double mass, inertia;              ///< [kg], [kg m^2] > 0
    double x, y;                       ///< [m] start; |(x, y)| <= clearance; default 0
    double vx, vy, spin;               ///< [m/s], [m/s], [rad/s] start; default 0
    double friction;                   ///< Coulomb coefficient, >= 0; default 0
    const dp_friction *grip;   ///< a law with tangential compliance in its place, whose history is
                               ///< empty at every touch; resolved only; default NULL
    long collisions;           ///< stop after so many, > 0
    double normal_floor;       ///< stop when the normal speed falls below this part of the first
                               ///< one, or below the approach floor of the contact; default 1e-6
    bool keep_history;         ///< the bearing remembers its dents; default false
    int sectors;               ///< of a bearing that remembers; default 720
    dp_journal_solver solver;  ///< as given to dp_journal_defaults
    double rtol;               ///< tolerance of a collision; default 1e-11, resolved 1e-13
    void (*collision)(void *user, const dp_collision *collision);  ///< may be NULL
    /// Path of the centre: called at the ends of flights and, resolved, within contacts. May be
    /// NULL.
    void (*path)(void *user, double time, double x, double y, double vx, double vy);
    bool (*stop)(void *user);  ///< asked after every collision: true ends the run; may be NULL
    void *user;                ///< handed to all three
    dp_collision_table *collision_table;  ///< gets every collision; may be NULL
    dp_journal_path_table *path_table;    ///< gets what `path` gets; may be NULL
    const dp_allocator *allocator;        ///< default NULL: malloc and free
    unsigned cookie;                      ///< says that dp_journal_defaults made it
} dp_journal_def;

/// Why the run ended.
typedef enum dp_journal_end {
    DP_JOURNAL_COUNT,    ///< the number of collisions was reached
    DP_JOURNAL_SLIDES,   ///< infinitely many collisions in finite time, or, resolved, one that does
                         ///< not end: the journal slides along the wall
    DP_JOURNAL_RESTS,    ///< no velocity is left
    DP_JOURNAL_STOPPED,  ///< `stop` has ended it
} dp_journal_end;

/// What came out.
typedef struct dp_journal {
    long collisions;            ///< how many there were
    double travel;              ///< [m] sum of the chords from the first collision to the last
    double time;                ///< [s] of the last touch
    double x, y, vx, vy, spin;  ///< [m], [m], [m/s], [m/s], [rad/s] at the end
    double worst_time_ratio;    ///< largest time_ratio of all collisions
    dp_journal_end end;         ///< why it ended
    dp_energy energy;           ///< ledger of the whole run
    long evaluations;           ///< of the law
} dp_journal;

/// A journal that is run piece by piece; opaque. Made by dp_journal_begin.
typedef struct dp_journal_stepper dp_journal_stepper;

/// State of a journal at the time to which it was advanced.
typedef struct dp_journal_snapshot {
    dp_journal_point point;     ///< time, place and velocity of the centre
    double spin;                ///< [rad/s]
    double indentation, force;  ///< [m], [N] normal; 0 in flight
    double kinetic, stored;     ///< [J]
    double viscous, plastic;    ///< [J] lost so far
    double friction;            ///< [J] lost so far
    long collisions;            ///< that have ended
    bool is_over;               ///< later calls change nothing
    const dp_journal *result;   ///< NULL until the run is over; belongs to the stepper
} dp_journal_snapshot;

DP_BEGIN_DECLS

/// Defaults as given above; no bearing, no motion, no collisions yet.
DP_API dp_journal_def dp_journal_defaults(dp_journal_solver solver);

/// Run the journal. The contact is one prepared for the journal in its bearing. Memory is allocated
/// only where the bearing remembers. DP_ERR_NOT_INITIALIZED when contact or def are not prepared.
DP_API dp_status dp_journal_run(const dp_contact *contact, const dp_journal_def *def,
                                dp_journal *result, dp_error *err);

/// Begin a journal. Contact and definition are copied. *run is NULL after an error.
DP_API dp_status dp_journal_begin(dp_journal_stepper **run, const dp_contact *contact,
                                  const dp_journal_def *def, dp_error *err);

/// Go on until `until` [s] after the start, or until the end if that is earlier. Points of the path
/// are handed out as they are passed, a collision when it has ended. The rest is as in
/// dp_impact_advance: the pieces do not change a bit of the result.
DP_API dp_status dp_journal_advance(dp_journal_stepper *run, double until, dp_error *err);

/// The state now.
DP_API dp_journal_snapshot dp_journal_state(const dp_journal_stepper *run);

/// As dp_impact_save, dp_impact_restore and dp_impact_free. The dents of the bearing are saved too.
DP_API size_t dp_journal_save(const dp_journal_stepper *run, void *bytes, size_t size);
DP_API dp_status dp_journal_restore(dp_journal_stepper *run, const void *bytes, size_t size,
                                    dp_error *err);
DP_API void dp_journal_free(dp_journal_stepper *run);

/// Speed [m/s] at which a frictionless head-on collision without damping begins to yield, from the
/// energy of the spring at the yield indentation. NaN for a law without yield, or a contact that is
/// not prepared.
DP_API double dp_yield_speed(const dp_contact *contact, double mass);

/// The same with the law's damping: least speed whose largest indentation reaches yield. NaN: none.
DP_API double dp_damped_yield_speed(const dp_contact *contact, double mass);

DP_END_DECLS

#endif
