#ifndef DP_KERNEL_KERNEL_LOOPS_H
#define DP_KERNEL_KERNEL_LOOPS_H

#include "dashpot/kernel.h"
#include "kernels/isa.h"

// The loops of a kernel that take many contacts, impacts or beads at once, by instruction set. A
// NULL means: contact by contact. The table is private, so a new instruction set or another loop
// leaves dp_kernel as it is.

struct dp_impact_batch;
struct dp_chain_level;
struct dp_stage_problem;
struct dp_nodes;

/// What is done to every lane of dp_contact_arrays.
typedef enum dp_lane_task {
    DP_LANE_FORCES,
    DP_LANE_RESPONSES,
    DP_LANE_COMMITS,  ///< update, then raise
    DP_LANE_ADVANCE,  ///< the force, then a commit of the same state
    DP_LANE_TASKS,
} dp_lane_task;

/// Where the constants are: one set for all lanes (k), or one for each (lanes->constants).
typedef enum dp_lane_constants {
    DP_CONSTANTS_SHARED,
    DP_CONSTANTS_EACH,
    DP_CONSTANTS_PLACES
} dp_lane_constants;

/// Elastic stiffnesses after a commit; a lane that it does not know gets a NaN.
typedef void (*dp_stiffness_loop)(const double *k, const dp_contact_arrays *lanes,
                                  double *stiffness);

typedef void (*dp_lane_loop)(const double *k, double floor, const dp_contact_arrays *lanes);

/// Impacts from..to-1 of a batch from touch to separation; returns how many did not end.
typedef size_t (*dp_impact_loop)(const struct dp_impact_batch *batch, size_t from, size_t to);

/// One time level of a chain of bodies, see chain_level.h.
typedef void (*dp_chain_loop)(const double *k, double floor, struct dp_chain_level *level);

/// The stages of one step of an impact, see impact_stages.h.
typedef void (*dp_stage_loop)(const struct dp_stage_problem *p, const double *y, double h,
                              double *rates);

/// A law at the nodes of an arc of an impact, see impact_nodes.h.
typedef void (*dp_node_loop)(const double *k, const double *m, struct dp_nodes *nodes);

struct dp_kernel_loops {
    dp_lane_loop lanes[DP_LANE_TASKS][DP_CONSTANTS_PLACES][DP_ISA_COUNT];
    dp_impact_loop strikes[DP_ISA_COUNT];   ///< NULL: the kernel needs the general integrator
    dp_impact_loop strike;                  ///< the same, one at a time
    dp_chain_loop sweeps[DP_ISA_COUNT][2];  ///< plain and full form

    /// What `sweeps` leave for later: history that follows from other entries and is not read while
    /// a contact loads. All of a stretch, and one contact. NULL: nothing is left.
    dp_chain_loop settles[DP_ISA_COUNT];
    void (*settle)(const double *k, double *history);
    dp_stage_loop stages;              ///< NULL: one call of the law for each stage
    dp_node_loop nodes[DP_ISA_COUNT];  ///< NULL: one call of the law for each node
    dp_stiffness_loop stiffnesses;     ///< NULL: one call of the law for each lane
};

/// The loop of a kernel over a chain, NULL where it has none.
static inline dp_chain_loop dp_kernel_chain_loop(const dp_kernel *kernel, dp_isa isa, int form) {
    return kernel->loops == NULL ? NULL : kernel->loops->sweeps[isa][form];
}

#endif
