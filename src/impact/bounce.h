#ifndef DP_IMPACT_BOUNCE_H
#define DP_IMPACT_BOUNCE_H

// A bounce under way, and the pieces of a run that a restored state goes on from.

#include "dashpot/bounce.h"
#include "impact/motion.h"
#include "impact/run_out.h"

enum dp_bounce_phase { FLYING, TOUCHING, SLIDING, OVER };

struct dp_bounce_stepper {
    const dp_contact *contact;
    const dp_bounce_def *def;
    dp_bounce *result;
    double history[DP_HISTORY_MAX];
    enum dp_bounce_phase phase;
    double time;      // when the present flight, contact or slide began
    double ground;    // height at which the surfaces meet: minus the dent
    double next_row;  // time of the next row
    double viscous, plastic, friction;
    double across, spin;      // of the present flight, and before the present contact
    double height, up;        // where the present flight began, and how fast; of the last one
    double stored;            // held by the contact on which the body slides
    double speed, first;      // of arrival: of the present flight or contact, and of the first
    dp_impact_def one;        // the present contact
    dp_impact impact;         // what comes out of it
    struct dp_motion motion;  // on its way
    struct dp_run_out slide;  // along the floor, where the present slide began
    double slide_end;         // [s]
    dp_bounce_sample seen;    // where the last advance ended
    bool is_held;             // there: the present flight or contact goes on
    bool stops;  // the caller said so at a row: no more rows, and the end after a touch
    // what a run piece by piece owns
    dp_contact own_contact;
    dp_friction own_friction;
    dp_bounce_def own_def;
    dp_bounce own_result;
    dp_error failure;  // sticks
    dp_allocator allocator;
};

/// Whether the caller takes rows.
bool dp_bounce_has_rows(const dp_bounce_def *def);

/// Put a run to its start.
void dp_bounce_start(struct dp_bounce_stepper *b);

/// Begin to fall or fly at the present time, with upward speed `up` at `height`.
void dp_bounce_take_off(struct dp_bounce_stepper *b, double height, double up);

/// The present flight at a time.
dp_bounce_sample dp_bounce_in_flight_at(const struct dp_bounce_stepper *b, double time);

/// Begin the contact at the present time.
dp_status dp_bounce_touch_down(struct dp_bounce_stepper *b, dp_error *err);

/// A row of the present contact.
dp_bounce_sample dp_bounce_sample_in_contact(const struct dp_bounce_stepper *b,
                                             const dp_impact_sample *s);

/// The body stays on the floor from `rest_time` on and moves along it; `up` is the speed with which
/// the last flights began.
dp_status dp_bounce_begin_slide(struct dp_bounce_stepper *b, double rest_time, double up,
                                dp_error *err);

/// Slide on until a time.
dp_status dp_bounce_slide(struct dp_bounce_stepper *b, double until, dp_error *err);

/// The run ends at `height` with upward speed `up`.
void dp_bounce_finish(struct dp_bounce_stepper *b, double end_time, double height, double up,
                      double stored);

#endif
