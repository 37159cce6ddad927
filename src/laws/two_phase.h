#ifndef DP_TWO_PHASE_H
#define DP_TWO_PHASE_H

#include "dashpot/law.h"

// Parameters of laws with one restitution below yield and one above.

#define DP_PARAM_RESTITUTION_BOTH(lowest)                                                          \
    {                                                                                              \
        .name = "restitution", .unit = "1", .doc = "requested restitution of both phases",         \
        .initial = NAN, .low = (lowest), .high = 1.0                                               \
    }
#define DP_PARAM_RESTITUTION_ELASTIC(lowest)                                                       \
    {                                                                                              \
        .name = "restitution_elastic", .unit = "1", .doc = "requested restitution below yield",    \
        .initial = NAN, .low = (lowest), .high = 1.0                                               \
    }
#define DP_PARAM_RESTITUTION_PLASTIC(lowest)                                                       \
    {                                                                                              \
        .name = "restitution_plastic", .unit = "1", .doc = "requested restitution above yield",    \
        .initial = NAN, .low = (lowest), .high = 1.0                                               \
    }

typedef struct dp_two_phase {
    double elastic, plastic;
} dp_two_phase;

/// The two restitutions: each from its own key, else from `restitution`.
dp_status dp_two_phase_restitution(const dp_law_def *def, dp_two_phase *e, dp_error *err);

#endif
