#ifndef DP_IMPACT_BATCH_PRIVATE_H
#define DP_IMPACT_BATCH_PRIVATE_H

#include "dashpot/impact_batch.h"
#include "kernels/isa.h"

/// dp_impact_batch_run on a chosen instruction set, for tests and benchmarks; DP_ERR_UNSUPPORTED
/// where the machine lacks it.
dp_status dp_impact_batch_run_on(const dp_impact_batch *batch, dp_isa isa, dp_error *err);

#endif
