#ifndef DP_VALIDITY_H
#define DP_VALIDITY_H

#include "dashpot/contact.h"

// Where a law holds, as data. The table of a law has its bounds (dp_bounds); dp_validity compares
// them with what a contact reached and returns those that were broken; dp_breach_text says each in
// a sentence. Nothing here changes a force: a law goes on beyond its bounds.

/// What can be broken.
typedef enum dp_bound {
    DP_BOUND_INDENTATION,  ///< largest indentation over the radius of the smaller body
    DP_BOUND_SPEED,        ///< largest closing speed over the wave speed of the softer body
    DP_BOUND_YIELD,        ///< largest indentation over that at which the material yields
    DP_BOUND_CONFORMITY,   ///< radius of the contact over that of the inner body
    DP_BOUND_OVERLAP,      ///< largest indentation over the clearance
    DP_BOUND_CLEARANCE,    ///< clearance over the radius of the bearing
    DP_BOUND_SHAPE,        ///< a law for balls in a journal bearing; value and limit are 0
    DP_BOUND_RESTITUTION,  ///< value: delivered, limit: asked for
    DP_BOUND_LOSSES,  ///< a law of plastic flow has lost nothing: largest indentation over that
                      ///< from which it does; limit 1, or NaN where the law has no such mark
    DP_BOUND_COUNT
} dp_bound;

/// How bad it is.
typedef enum dp_severity {
    DP_SEVERITY_NOTE,        ///< the law is used where it does not hold
    DP_SEVERITY_IMPOSSIBLE,  ///< no such state exists, whatever the law
} dp_severity;

/// A bound that was broken.
typedef struct dp_breach {
    dp_bound bound;        ///< which
    dp_severity severity;  ///< how bad
    double value, limit;   ///< what was reached, and the most there may be
} dp_breach;

/// A contact and what a run made of it. Made by dp_usage_defaults; what is not known stays NaN.
typedef struct dp_usage {
    const dp_contact_def *contact;  ///< law and pair; `mass` of the pair for the restitution
    dp_body body[2];                ///< as far as they are known; in a bearing the journal first
    int is_solid[2];                ///< 1: the radius is its size, not only that of its surface
    int is_journal;                 ///< 1: a journal in a bearing, 0: balls, or a ball on a flat
    double indentation;             ///< [m] largest
    double speed;                   ///< [m/s] largest closing speed
    double mass;                    ///< [kg] that meets; NaN: that of the pair
    double delivered;               ///< restitution of an impact at that speed; NaN: found here
    int has_flowed;                 ///< 1: that impact did plastic work
} dp_usage;

/// A delivered restitution is noted when it differs by more than this part of the request.
#define DP_RESTITUTION_WITHIN 0.05

DP_BEGIN_DECLS

/// Nothing is known but the contact.
DP_API dp_usage dp_usage_defaults(const dp_contact_def *contact);

/// Compare; returns how many bounds were broken. Each bound stands once at most, in the order of
/// dp_bound. May run one impact, where the restitution has no closed form.
DP_API int dp_validity(const dp_usage *usage, dp_breach out[DP_BOUND_COUNT]);

/// One or two full sentences about a breach, for people; cut where `size` ends. Returns the length
/// of the whole text.
DP_API int dp_breach_text(const dp_usage *usage, const dp_breach *breach, char *text, size_t size);

/// A word: "indentation", "speed", ...; NULL past the end.
DP_API const char *dp_bound_name(dp_bound bound);

/// sqrt(young/density) [m/s] of the softer body; NaN where its values are not known.
DP_API double dp_wave_speed(const dp_body *first, const dp_body *second);

/// Indentation [m] at which a ball yields (ma-liu, 000 Eq 2); NaN where the pair does not say.
DP_API double dp_yield_indentation(const dp_pair *pair);

DP_END_DECLS

#endif
