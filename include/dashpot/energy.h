#ifndef DP_ENERGY_H
#define DP_ENERGY_H

#include "dashpot/export.h"

// The ledger that every solver keeps, in joules. Losses are integrated from their own rates, never
// taken as the difference, so `error` is a real check.

/// The ledger of a run, in joules.
typedef struct dp_energy {
    double initial;   ///< kinetic, gravity, springs and contacts at the start
    double final;     ///< the same at the end
    double stored;    ///< part of `final` that springs and contacts hold
    double viscous;   ///< lost in dampers
    double plastic;   ///< lost in plastic flow
    double friction;  ///< lost in sliding
    double released;  ///< held by a contact when the policy `release` ended it
    double input;     ///< work done from outside
    double error;     ///< |what is missing| over the largest energy that passed through
} dp_energy;

DP_BEGIN_DECLS

/// Fill in `error` from the other entries.
DP_API void dp_energy_close(dp_energy *energy);

/// The same where at least `passed` joules are known to have passed through on the way.
DP_API void dp_energy_close_over(dp_energy *energy, double passed);

DP_END_DECLS

#endif
