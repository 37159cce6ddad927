#ifndef DP_IMPACT_MOTION_H
#define DP_IMPACT_MOTION_H

#include "base/archive.h"
#include "dashpot/impact.h"
#include "impact/arc.h"
#include "impact/branch.h"
#include "impact/slide.h"
#include "solve/event_driver.h"

enum { DP_MOTION_NORMAL = 6, DP_MOTION_UNKNOWNS = DP_MOTION_NORMAL + DP_SLIDE_UNKNOWNS };

/// The motion of an impact on its way. Holds pointers into itself: do not copy it.
struct dp_motion {
    const dp_contact *contact;
    const dp_contact *base;  // as it is at the touch
    dp_contact prepared;     // where the restitution follows the speed: with that of the touch
    dp_contact own;          // where the restitution follows the speed: with that of the largest
    double own_speed;        // that speed; NaN: `own` is not in use
    const dp_impact_def *def;
    dp_impact *result;
    dp_impact *whole;  // with friction: what comes out, its normal part known from the start
    dp_impact course;  // with friction: `result`
    bool slides;       // there is friction, and the surfaces slide
    struct dp_slide slide;
    double longest;  // step with friction
    dp_error *err;
    double history[DP_HISTORY_MAX];
    struct dp_branch section;
    double turned_at, turned_before;  // indentation of the last two reversals
    double next_row;                  // time of the next row; INFINITY: none
    double slack_since;               // time at which a clamped force vanished; NaN while it pushes
    bool watches_force;               // the law may turn to tension
    bool is_rising;                   // under a push: the rate exceeds all before it
    bool is_over;
    dp_impact_sample seen;  // where the last advance ended
    double y[DP_MOTION_UNKNOWNS], scale[DP_MOTION_UNKNOWNS];
    struct dp_arc arc;                                   // the last one
    double tail[DP_ARC_TAIL], ends[2][DP_ARC_TAIL + 2];  // see keep_tail
    bool has_arcs;                                       // the law is smooth enough for them
    struct dp_driver driver;
};

/// Check the definition and begin at the touch. Contact, definition, its history and result must
/// stay. The result is cleared.
dp_status dp_motion_begin(struct dp_motion *m, const dp_contact *contact, const dp_impact_def *def,
                          dp_impact *result, dp_error *err);

/// Integrate until a time or the end, where the result is filled in and the rows are handed out.
dp_status dp_motion_advance(struct dp_motion *m, double until, dp_error *err);

/// Everything that changes on the way. The motion must have been begun with the same arguments.
/// Reading ends with the motion where it was saved, or with a->is_bad.
void dp_motion_exchange(struct dp_motion *m, struct dp_archive *a);

/// Check a definition of an impact.
dp_status dp_impact_check(const dp_contact *contact, const dp_impact_def *def, dp_error *err);

/// DP_ERR_NUMERIC where a number has left the range of a double.
dp_status dp_impact_check_result(const dp_impact *result, dp_error *err);

/// Closed form and quadrature; DP_ERR_UNSUPPORTED (with a sentence) where there is none.
dp_status dp_impact_closed(const dp_contact *contact, const dp_impact_def *def, dp_impact *result,
                           dp_error *err);

#endif
