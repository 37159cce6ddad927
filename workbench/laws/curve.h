#ifndef WORKBENCH_LAWS_CURVE_H
#define WORKBENCH_LAWS_CURVE_H

#include "dashpot/dashpot.h"

// How the delivered restitution follows what is asked for, at the points that every table has. In
// a definition here pair.mass and approach are those of the impact; both must be given.

enum { REQUESTED_COUNT = 12, CURVE_MAX = 13 };

/// The definition with the approach speed left open: the law then sees that of the impact.
dp_contact_def contact_unfixed(const dp_contact_def *def);

/// Delivered restitution of the impact.
dp_status contact_deliver(const dp_contact_def *def, dp_delivered *out, dp_error *err);

/// The requested restitutions of every table, 0.05 to 0.99.
double requested_at(int index);

struct delivery_curve {
    bool over_speed;  ///< a law without `restitution` is asked at several speeds instead
    int count;
    dp_delivery_point point[CURVE_MAX];
};

/// Delivered restitution over the requested ones, or over 0.01 to 100 times the approach speed.
void delivery_curve_make(const dp_contact_def *def, struct delivery_curve *curve);

/// First error if no point of the curve was delivered, else NULL.
const dp_error *delivery_curve_failure(const struct delivery_curve *curve);

#endif
