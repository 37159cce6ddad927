#ifndef DP_JOURNAL_INTERNAL_H
#define DP_JOURNAL_INTERNAL_H

#include "base/archive.h"
#include "dashpot/journal.h"
#include "impact/branch.h"
#include "impact/slide.h"
#include "solve/event_driver.h"

/// With friction that gives way there are two more: the way slid, and a spring.
enum { DP_COLLISION_UNKNOWNS = 11 };

/// The journal at a touch, in the frame of the contact point.
struct dp_touch {
    double angle;       // polar angle of the contact point
    double normal;      // speed towards the wall, > 0
    double tangential;  // along z x n
    double spin;
    double time;
    double held;       // [J] what the contact holds when the journal no longer leaves the wall
    long evaluations;  // of this collision
};

/// A collision in which the centre moves on. Holds pointers into itself: do not copy it.
struct dp_resolved {
    const dp_contact *contact;
    const dp_contact *base;  // as it is at the touch
    dp_contact prepared;     // where the restitution follows the speed: with that of the touch
    dp_contact own;          // where the restitution follows the speed: with that of the largest
    double own_speed;        // that speed; NaN: `own` is not in use
    const dp_journal_def *def;
    dp_collision *record;
    dp_error *err;
    double *history;
    struct dp_branch section;
    double angle, start;  // of the touch: polar angle and time
    double arm, q;
    double slip;  // sign of the sliding; 0: sticks
    double turned_at, turned_before;
    bool stays;  // the journal no longer leaves the wall
    bool watches_force;
    bool is_rising;  // the rate exceeds all before it in this collision
    bool gives;      // friction gives way: `slide` in place of `slip`
    struct dp_slide slide;
    double longest;  // step, then
    double y[DP_COLLISION_UNKNOWNS], scale[DP_COLLISION_UNKNOWNS];
    struct dp_driver driver;
};

/// Hand out a point of the path.
void dp_journal_add_point(const dp_journal_def *def, const dp_journal_point *point);

/// One collision that takes no time: `touch` becomes the state at separation, `history` is written,
/// the record gets its speeds, work and forces.
dp_status dp_collide_at_once(const dp_contact *contact, const dp_journal_def *def, double *history,
                             struct dp_touch *touch, dp_collision *record, dp_error *err);

/// Begin a resolved collision with the centre at `touch->angle` on the clearance circle. What it is
/// given must stay.
dp_status dp_resolved_begin(struct dp_resolved *c, const dp_contact *contact,
                            const dp_journal_def *def, double *history,
                            const struct dp_touch *touch, dp_collision *record, dp_error *err);

/// Integrate until a time [s] after the touch, or until the end. c->driver.is_over says which.
dp_status dp_resolved_advance(struct dp_resolved *c, double until, dp_error *err);

/// The end of the collision, as of dp_collide_at_once.
void dp_resolved_end(const struct dp_resolved *c, struct dp_touch *touch, dp_collision *record);

/// Fill in the place, the motion, the force and the energies where the last advance ended. Losses
/// are added to those of the snapshot.
void dp_resolved_see(const struct dp_resolved *c, dp_journal_snapshot *snapshot);

/// Everything that changes on the way, but for the history. The collision must have been begun with
/// the same arguments. Reading ends with the collision `now` [s] after the touch, or with
/// a->is_bad.
void dp_resolved_exchange(struct dp_resolved *c, struct dp_archive *a, double now);

#endif
