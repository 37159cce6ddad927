#ifndef DP_IMPACT_NODES_H
#define DP_IMPACT_NODES_H

#include "base/math.h"
#include "dashpot/kernel.h"

// The law at the nodes of an arc (impact/arc.h), all at once.

enum { DP_NODES = 8 };

/// States of one contact, and what its law says about them.
struct dp_nodes {
    _Alignas(64) double delta[DP_NODES];  ///< [m]
    double rate[DP_NODES];                ///< [m/s]
    double force[DP_NODES];               ///< [N] spring and damper, not clamped
    double spring[DP_NODES];              ///< [N]
    double plastic[DP_NODES];             ///< [N]
};

// The loop of one kernel around answer(k, m, delta, rate).
#define DP_NODES_FOR(isa, name, answer)                                                            \
    DP_TARGET_##isa static void name##_nodes_##isa(                                                \
        const double *restrict k, const double *restrict m, struct dp_nodes *restrict n) {         \
        DP_INDEPENDENT                                                                             \
        for (int i = 0; i < DP_NODES; i++) {                                                       \
            dp_response r = answer(k, m, n->delta[i], n->rate[i]);                                 \
            n->force[i] = r.spring + r.damper;                                                     \
            n->spring[i] = r.spring;                                                               \
            n->plastic[i] = r.plastic;                                                             \
        }                                                                                          \
    }

#endif
