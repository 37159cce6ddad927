// Rates of a run at one instant; lanes.c does several at once.

#include "mechanism/instant.h"
#include "mechanism/run.h"

#include "mechanism/evaluate.h"
#include "mechanism/tangents.h"

void dp_run_push(const struct run *r, const double *y) {
    struct workspace work = r->work;
    struct power power;
    push_all(r, y, 1, work.states, work.touches, &power, r->scratch);
}

dp_status dp_run_evaluate(const struct run *r, const double *y, double *dy) {
    const dp_mechanism *m = r->m;
    struct workspace work = r->work;
    struct power power;
    dp_status status = DP_OK;
    push_all(r, y, 1, work.states, work.touches, &power, dy);
    factor_links(m, work.states);
    solve_links(m, work.states);
    if (m->independent_count > 0) status = dp_loops_close(m, &work);
    write_rates(r, y, work.states, dy);
    write_integrals(r, 1, work.states, work.touches, &power, dy);
    return status;
}

double dp_channel_value(const struct run *r, const struct channel *channel) {
    double value = NAN;
    channel_value(r, r->work.states, r->work.touches, 1, channel, &value);
    return value;
}

int dp_run_has_tangents(const struct run *r) {
    // bristles are left to difference quotients; all stages in one matrix pay while it is small
    return r->n > 0 && r->n <= DP_TANGENT_MOST && r->active == 2 * r->n;
}

void dp_run_tangents(const void *model, double *by_place, double *by_speed) {
    const struct run *r = (const struct run *)model;
    const struct slopes at = {.r = r,
                              .states = r->work.states,
                              .used = 1,
                              .room = r->pair_room,
                              .place = by_place,
                              .speed = by_speed};
    add_tangents(&at, r->work.touches);
}
