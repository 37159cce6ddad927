// Instants side by side, for one instruction set: DP_LANES_TARGET says how it is asked for,
// DP_LANES_CODE what the result is called. See lanes.h and instant.h.

#include <math.h>
#include <string.h>

#include "base/math.h"
#include "mechanism/lanes.h"

#define REAL dp_lanes
#define STATE link_lanes
#define TOUCH touch_lanes
#define POWER power_lanes
#define EACH DP_LANES_TARGET static inline __attribute__((unused))
#define LANE(x, lane) ((x)[lane])
#define ALL(x) ((x) - (dp_lanes){0.0})
#define ONES                                                                                       \
    { 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0 }
#define CHOOSE(test, yes, no)                                                                      \
    (dp_lanes)(((test) & (dp_lane_masks)(yes)) | (~(test) & (dp_lane_masks)(no)))
#define ARE_SEVERAL 1

// gcc unrolls a loop of eight before it could be vectorised
#if defined(__clang__)
#define EACH_LANE _Pragma("clang loop vectorize(enable)")
#else
#define EACH_LANE _Pragma("GCC ivdep") _Pragma("GCC unroll 1")
#endif

EACH void turn(const REAL *angle, REAL *c, REAL *s) {
    double x[DP_LANES], sine[DP_LANES], cosine[DP_LANES], most = 0.0;
    memcpy(x, angle, sizeof x);
    EACH_LANE
    for (int lane = 0; lane < DP_LANES; lane++)
        dp_sincos_moderate(x[lane], &sine[lane], &cosine[lane]);
    for (int lane = 0; lane < DP_LANES; lane++)
        most = fabs(x[lane]) <= most ? most : fabs(x[lane]);
    // and what is no number
    for (int lane = 0; lane < DP_LANES && !(most <= DP_SINCOS_MODERATE); lane++)
        dp_sincos(x[lane], &sine[lane], &cosine[lane]);
    memcpy(c, cosine, sizeof cosine);
    memcpy(s, sine, sizeof sine);
}

EACH void root(const REAL *x, REAL *out) {
    double in[DP_LANES], of[DP_LANES];
    memcpy(in, x, sizeof in);
    EACH_LANE
    for (int lane = 0; lane < DP_LANES; lane++)
        of[lane] = sqrt(in[lane]);
    memcpy(out, of, sizeof of);
}

#include "mechanism/evaluate.h"
#include "mechanism/tangents.h"

// Lanes that nobody asked for get the first state: whatever is computed there is quick.
EACH void take_in(int used, int count, int stride, const double *y, REAL *out) {
    for (int k = 0; k < count; k++)
        for (int lane = 0; lane < DP_LANES; lane++)
            LANE(out[k], lane) = y[(lane < used ? lane : 0) * stride + k];
}

EACH void give_out(int used, int count, int stride, const REAL *x, double *out) {
    for (int k = 0; k < count; k++)
        for (int lane = 0; lane < used; lane++)
            out[lane * stride + k] = LANE(x[k], lane);
}

DP_LANES_TARGET static void rates(const struct run *r, int used, const double *y, double *dy,
                                  double *tangents, bool with_integrals) {
    const int wanted = with_integrals ? r->count : r->active + 1;
    const struct lanes *l = r->lanes;
    struct power_lanes power;
    take_in(used, r->active + 1, r->count, y, l->y);
    push_all(r, l->y, used, l->states, l->touches, &power, l->dy);
    factor_links(r->m, l->states);
    solve_links(r->m, l->states);
    write_rates(r, l->y, l->states, l->dy);
    if (with_integrals) write_integrals(r, used, l->states, l->touches, &power, l->dy);
    give_out(used, wanted, r->count, l->dy, dy);
    if (tangents == NULL) return;
    const int square = r->n * r->n;
    const struct slopes at = {.r = r,
                              .states = l->states,
                              .used = used,
                              .room = l->room,
                              .place = l->place,
                              .speed = l->speed};
    add_tangents(&at, l->touches);
    give_out(used, square, 2 * square, l->place, tangents);
    give_out(used, square, 2 * square, l->speed, tangents + square);
}

DP_LANES_TARGET static void push(const struct run *r, int used, const double *y) {
    const struct lanes *l = r->lanes;
    struct power_lanes power;
    take_in(used, r->active + 1, r->count, y, l->y);
    push_all(r, l->y, used, l->states, l->touches, &power, l->dy);
}

DP_LANES_TARGET static void turn_eight(const double *angle, double *c, double *s) {
    REAL all, cosines, sines;
    memcpy(&all, angle, sizeof all);
    turn(&all, &cosines, &sines);
    memcpy(c, &cosines, sizeof cosines);
    memcpy(s, &sines, sizeof sines);
}

const struct lanes_code DP_LANES_CODE = {rates, push, turn_eight};
