#ifndef DP_MECHANISM_LANES_H
#define DP_MECHANISM_LANES_H

#include <stdint.h>

#include "kernels/isa.h"
#include "mechanism/run.h"

// Several instants of one run side by side: the stages of an implicit step, the points of a step
// that is looked at. All go through the same links and pairs, so that every line of place.h and the
// others does them at once; laws and friction are asked one after the other. Compiled for every
// instruction set, with the same bits. Mechanisms with closed loops are left out: their rows may
// differ from one instant to the next.

enum { DP_LANES = DP_TURNS, DP_LANES_LINKS_MOST = 64 };

// Lowered by the compiler to whatever vectors there are.
typedef double dp_lanes __attribute__((vector_size(8 * DP_LANES)));
typedef int64_t dp_lane_masks __attribute__((vector_size(8 * DP_LANES)));

#define REAL dp_lanes
#define STATE link_lanes
#define TOUCH touch_lanes
#define POWER power_lanes
#include "mechanism/instant_types.h"
#undef REAL
#undef STATE
#undef TOUCH
#undef POWER

/// Room of a run for that, aligned to a vector.
struct lanes {
    dp_isa isa;
    struct link_lanes *states;
    struct touch_lanes *touches;
    dp_lanes *y, *dy;         // unknowns, time, integrals
    double *points, *rates;   // of a step that is looked at, [DP_LANES][count]
    dp_lanes *room;           // 10 per link
    dp_lanes *place, *speed;  // derivatives of the accelerations
};

/// Bytes of that room, a multiple of a vector; 0: such a run goes without.
size_t dp_lanes_size(const struct run *r);
void dp_lanes_place(struct run *r, void *room);

/// Rates of states, [used][count] each, and what the lanes hold afterwards; `tangents`: NULL, or
/// [used][2][n][n] for the derivatives of the accelerations by coordinates and by speeds. Rates of
/// works and watched channels are written when they are asked for. At most DP_LANES states.
void dp_lanes_rates(const struct run *r, int used, const double *y, double *dy, double *tangents,
                    bool with_integrals);

/// Forces alone, which the lanes hold afterwards.
void dp_lanes_push(const struct run *r, int used, const double *y);

// --- one per instruction set
struct lanes_code {
    void (*rates)(const struct run *r, int used, const double *y, double *dy, double *tangents,
                  bool with_integrals);
    void (*push)(const struct run *r, int used, const double *y);
    void (*turn)(const double *angle, double *c, double *s);
};
/// The best one here.
const struct lanes_code *dp_lanes_best(void);
extern const struct lanes_code dp_lanes_baseline, dp_lanes_avx2, dp_lanes_avx512;

#endif
