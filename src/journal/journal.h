#ifndef DP_JOURNAL_INTERNAL_H
#define DP_JOURNAL_INTERNAL_H

#include "dashpot/journal.h"

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

/// One collision by either solver: `touch` becomes the state at separation, `history` is written,
/// the record gets its speeds, work and forces. The centre stands at `touch->angle` on the
/// clearance circle.
dp_status dp_collide_at_once(const dp_contact *contact, const dp_journal_def *def, double *history,
                             struct dp_touch *touch, dp_collision *record, dp_error *err);
dp_status dp_collide_resolved(const dp_contact *contact, const dp_journal_def *def, double *history,
                              struct dp_touch *touch, dp_collision *record, dp_error *err);

#endif
