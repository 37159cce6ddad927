#ifndef DP_CONTACT_BATCH_H
#define DP_CONTACT_BATCH_H

#include "dashpot/contact.h"
#include "kernels/kernel_loops.h"

// The batch calls on a chosen instruction set, for tests, benchmarks and chains;
// DP_ERR_UNSUPPORTED where the machine lacks it.

dp_status dp_contact_forces_on(const dp_contact *contact, const dp_contact_arrays *lanes,
                               dp_isa isa);
dp_status dp_contact_responses_on(const dp_contact *contact, const dp_contact_arrays *lanes,
                                  dp_isa isa);
dp_status dp_contact_commits_on(const dp_contact *contact, const dp_contact_arrays *lanes,
                                dp_isa isa);
dp_status dp_contact_advance_on(const dp_contact *contact, const dp_contact_arrays *lanes,
                                dp_isa isa);

#endif
