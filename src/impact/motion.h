#ifndef DP_IMPACT_MOTION_H
#define DP_IMPACT_MOTION_H

#include "dashpot/impact.h"

/// Integrate the impact.
dp_status dp_impact_integrate(const dp_contact *contact, const dp_impact_def *def,
                              dp_impact *result, dp_error *err);

/// Closed form and quadrature; DP_ERR_UNSUPPORTED (with a sentence) where there is none.
dp_status dp_impact_closed(const dp_contact *contact, const dp_impact_def *def, dp_impact *result,
                           dp_error *err);

#endif
