#ifndef DP_DELIVERY_H
#define DP_DELIVERY_H

#include "dashpot/contact.h"

// The restitution that a law delivers in one free impact of a virgin contact. Many laws deliver
// another one than they are asked for; dp_tune finds the value that delivers what is wanted.

/// What one impact delivered.
typedef struct dp_delivered {
    double restitution;   ///< [1]; NaN: none
    bool is_closed_form;  ///< false: integrated
} dp_delivered;

/// One of many impacts. The caller sets `at`.
typedef struct dp_delivery_point {
    double at;               ///< requested restitution [1], or speed [m/s]
    dp_delivered delivered;  ///< what came of it
    dp_error err;            ///< why there is none, if err.status is not DP_OK
} dp_delivery_point;

/// Requested restitutions, both ends included.
typedef struct dp_restitution_range {
    double low, high;  ///< [1]
} dp_restitution_range;

/// A value that delivers a wanted restitution.
typedef struct dp_tuning {
    double value;            ///< of law->tune, in its unit
    dp_delivered delivered;  ///< with that value
    double lowest, highest;  ///< delivered over the values that were tried
} dp_tuning;

/// Sizes that an impact has, for units of its own.
typedef struct dp_impact_scale {
    double mass;      ///< [kg]
    double depth;     ///< [m] where an elastic contact has taken up the energy of the impact
    double duration;  ///< [s] depth over speed
} dp_impact_scale;

/// Sizes of tables and curves.
enum {
    DP_REQUESTED_COUNT = 12,  ///< requested restitutions of a table
    DP_CURVE_MAX = 13,        ///< points of a curve
};

/// Delivered restitution over the requested ones, or over 0.01 to 100 times the approach speed.
typedef struct dp_delivery_curve {
    bool over_speed;  ///< a law without `restitution` is asked at several speeds instead
    int count;        ///< points
    dp_delivery_point point[DP_CURVE_MAX];  ///< what was delivered
} dp_delivery_curve;

DP_BEGIN_DECLS

/// Restitution of one impact, in closed form where there is one, else by integration. A fixed
/// def->approach is what the law is told; NaN: it sees the speed.
DP_API dp_status dp_deliver(const dp_contact_def *def, double mass, double speed, dp_delivered *out,
                            dp_error *err);

/// The same for every requested restitution points[i].at.
DP_API void dp_deliver_requests(const dp_contact_def *def, double mass, double speed,
                                dp_delivery_point *points, int count);

/// The same for every speed points[i].at.
DP_API void dp_deliver_speeds(const dp_contact_def *def, double mass, dp_delivery_point *points,
                              int count);

/// Requested restitutions that are delivered within the given part of them, to 0.005; returns how
/// many ranges there are, `room` at most. 0 for a law that takes no restitution.
DP_API int dp_delivered_ranges(const dp_contact_def *def, double mass, double speed, double within,
                               dp_restitution_range *out, int room);

/// Find the value of law->tune with which 0 < wanted <= 1 is delivered to 1e-8 or better; what def
/// says about it does not count. DP_ERR_UNSUPPORTED for a law without one, DP_ERR_NUMERIC with a
/// sentence that names the delivered range when no value delivers it.
DP_API dp_status dp_tune(const dp_contact_def *def, double mass, double speed, double wanted,
                         dp_tuning *out, dp_error *err);

/// Sizes of the impact, from the stiffness of the pair or from its modulus and radius; those of a
/// steel ball of 1 cm stand for what is not known.
DP_API dp_impact_scale dp_impact_scale_of(const dp_contact_def *def, double mass, double speed);

/// The definition with the approach speed left open, and the restitution that it delivers. In a
/// definition here pair.mass and approach are those of the impact; both must be given.
DP_API dp_contact_def dp_contact_unfixed(const dp_contact_def *def);
DP_API dp_status dp_contact_deliver(const dp_contact_def *def, dp_delivered *out, dp_error *err);

/// The requested restitutions of every table, 0.05 to 0.99.
DP_API double dp_requested_at(int index);

/// Compute the curve of a definition.
DP_API void dp_delivery_curve_make(const dp_contact_def *def, dp_delivery_curve *curve);

/// First error if no point of the curve was delivered, else NULL.
DP_API const dp_error *dp_delivery_curve_failure(const dp_delivery_curve *curve);

DP_END_DECLS

#endif
