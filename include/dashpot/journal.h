#ifndef DP_JOURNAL_H
#define DP_JOURNAL_H

#include "dashpot/contact.h"
#include "dashpot/energy.h"

// A journal, free in the clearance of its bearing: flights, collisions with the wall, spin.
//
// event-driven: a collision takes no time; the normal speed follows from one impact, the tangential
// one from Coulomb friction with stick, exactly. resolved: the centre moves on while in contact, so
// the normal turns during a collision. The first is the limit of the second for slow journals;
// `time_ratio` of each collision says how far one is from it.
//
// Memory. fresh: every collision meets new material. kept: the bearing is divided into `sectors`
// equal sectors, each with a contact history of its own; a collision uses and writes the sector in
// which it begins. In one dimension the two hit points lie in two sectors, so they remember
// exactly.

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

/// The journal, its bearing and how it starts.
typedef struct dp_journal_def {
    double bearing_radius, clearance;  ///< [m]
    double mass, inertia;              ///< [kg], [kg m^2]
    double x, y, vx, vy, spin;         ///< start; |(x, y)| <= clearance
    double friction;                   ///< Coulomb coefficient, >= 0
    long collisions;                   ///< stop after so many
    double normal_floor;  ///< stop when the normal speed falls below this part of the first (0:
                          ///< 1e-6), or below the approach floor of the contact
    int keep_history;     ///< 1: kept, 0: fresh
    int sectors;          ///< 0: 720
    dp_journal_solver solver;  ///< zeroed: event-driven
    double rtol;               ///< 0: 1e-11 event-driven, 1e-13 resolved
    void (*collision)(void *user, const dp_collision *collision);  ///< may be NULL
    /// Path of the centre: called at the ends of flights and, resolved, within contacts. May be
    /// NULL.
    void (*path)(void *user, double time, double x, double y, double vx, double vy);
    void *user;  ///< handed to both
} dp_journal_def;

/// Why the run ended.
typedef enum dp_journal_end {
    DP_JOURNAL_COUNT,   ///< the number of collisions was reached
    DP_JOURNAL_SLIDES,  ///< infinitely many collisions in finite time: the journal slides along the
                        ///< wall
    DP_JOURNAL_RESTS,   ///< no velocity is left
} dp_journal_end;

/// What came out.
typedef struct dp_journal {
    long collisions;            ///< how many there were
    double travel;              ///< [m] sum of the chords from the first collision to the last
    double time;                ///< [s] of the last touch
    double x, y, vx, vy, spin;  ///< [m], [m/s], [rad/s] at the end
    double worst_time_ratio;    ///< largest time_ratio of all collisions
    dp_journal_end end;         ///< why it ended
    dp_energy energy;           ///< ledger of the whole run
    long evaluations;           ///< of the law
} dp_journal;

DP_BEGIN_DECLS

/// Contact as prepared for this journal's bearing; allocation only for kept memory.
DP_API dp_status dp_journal_run(const dp_contact *contact, const dp_journal_def *def,
                                const dp_allocator *allocator, dp_journal *result, dp_error *err);

/// Speed [m/s] of a frictionless head-on collision that first yields without damping, from the
/// energy of the spring at the yield indentation. NaN for a law without yield.
DP_API double dp_yield_speed(const dp_contact *contact, double mass);

/// The same with the law's damping: least speed whose largest indentation reaches yield. NaN: none.
DP_API double dp_damped_yield_speed(const dp_contact *contact, double mass);

DP_END_DECLS

#endif
