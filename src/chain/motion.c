// The motion of a chain as a system of equations: see adaptive.h.

#include <math.h>
#include <string.h>

#include "chain/adaptive.h"

// Where the law is asked instead of at the touch itself, where it is silent.
static const double NEARLY = 1e-100;

static const dp_contact *contact_of(const struct adaptive *m, size_t c) {
    return dp_chain_run_of(m->chain, c)->contact;
}

static double time_of(const struct adaptive *m, const double *y) {
    return y[m->time];
}

double dp_adaptive_delta(const struct adaptive *m, const double *y, size_t c) {
    return y[c - m->lo] - (m->chain->has_gap ? m->chain->gap[c] : 0.0);
}

// The indentation the law is asked at: inside the stretch, of which the lower edge is no part.
static double inside(const struct chain_spot *spot, double delta) {
    double least = spot->low > 0.0 ? nextafter(spot->low, INFINITY) : NEARLY;
    double x = delta < least ? least : delta;
    return x > spot->high ? spot->high : x;
}

static double incident(const struct adaptive *m, const double *y, int side) {
    return m->wave[side] + m->wave_slope[side] * (time_of(m, y) - m->wave_time);
}

void dp_adaptive_aim(struct adaptive *m, double t) {
    m->wave_time = t;
    for (int side = 0; side < 2; side++) {
        const struct chain_signal *history = &m->chain->end[side].signal;
        m->wave[side] = dp_chain_signal_velocity(history, t);
        m->wave_slope[side] = dp_chain_signal_slope(history, t);
    }
}

static double body_velocity(const struct adaptive *m, const double *y, size_t index) {
    return y[m->velocity + (int)(index - m->chain->first)];
}

// A bar answers to the force on it.
static double bar_velocity(const struct adaptive *m, const double *y, int side) {
    const dp_chain *chain = m->chain;
    const struct chain_end *end = &chain->end[side];
    double wave = incident(m, y, side), history[DP_HISTORY_MAX];
    const struct chain_spot *spot = &chain->spot[end->contact];
    if (spot->mode != SPOT_PUSHES) return 2.0 * wave + end->sign * end->rest / end->impedance;
    dp_contact bare = *contact_of(m, end->contact);
    bare.floor = -INFINITY;
    chain_gather(chain, &bare, end->contact, history);
    double x = inside(spot, dp_adaptive_delta(m, y, end->contact));
    double near = body_velocity(m, y, side == 0 ? chain->first : chain->last);
    return dp_chain_bar_velocity(end, &bare, history, wave, x, near);
}

static double end_velocity(const struct adaptive *m, const double *y, int side) {
    const struct chain_end *end = &m->chain->end[side];
    if (end->type == DP_END_DRIVEN) return incident(m, y, side);
    if (end->type == DP_END_BAR)
        return end->glued ? body_velocity(m, y, end->index) : bar_velocity(m, y, side);
    return 0.0;
}

double dp_adaptive_velocity(const struct adaptive *m, const double *y, size_t index) {
    if (index < m->chain->first) return end_velocity(m, y, 0);
    if (index > m->chain->last) return end_velocity(m, y, 1);
    return body_velocity(m, y, index);
}

double dp_adaptive_place(const struct adaptive *m, const double *y, size_t index) {
    const dp_chain *chain = m->chain;
    if (index < chain->first || index > chain->last)
        return dp_chain_signal_travel(&chain->end[index > chain->last].signal, time_of(m, y));
    double u = y[m->position];
    for (size_t i = chain->first; i < index; i++)
        u -= y[i - m->lo];
    return u;
}

double dp_adaptive_rate(const struct adaptive *m, const double *y, size_t c) {
    return dp_adaptive_velocity(m, y, c) - dp_adaptive_velocity(m, y, c + 1);
}

struct spot_view dp_adaptive_spot(const struct adaptive *m, const double *y, size_t c) {
    const struct chain_spot *spot = &m->chain->spot[c];
    dp_contact room;
    double history[DP_HISTORY_MAX];
    struct spot_view v = {.delta = dp_adaptive_delta(m, y, c), .rate = dp_adaptive_rate(m, y, c)};
    if (spot->mode == SPOT_APART) return v;
    v.x = inside(spot, v.delta);
    // where a stretch of unloading begins, the law at its edge has the tangent of loading
    if (v.x >= spot->high && isfinite(spot->high)) v.x = nextafter(spot->high, 0.0);
    const dp_contact *contact =
        dp_chain_law_in(m->chain, dp_chain_run_of(m->chain, c), c, v.x, v.rate, &room, history);
    // the damper is at its bound while the rate rises, and on its slope until that is landed on
    double kept = dp_contact_speed(contact, history), rate = v.rate > kept ? kept : v.rate;
    dp_response r = contact->kernel->respond(contact->k, history, v.x, rate);
    v.asked = r.spring + r.damper;
    v.force = spot->mode == SPOT_PUSHES ? v.asked : 0.0;
    v.stiffness = r.dforce_ddelta;
    v.damping = spot->is_rising ? 0.0 : r.dforce_drate;
    v.stored = r.stored;
    return v;
}

// --- forces of all contacts ---

// Contacts c..c+count-1 of one law: what the law asks for, with and without rates.
static void ask(const struct adaptive *m, const struct contact_group *run, size_t c, size_t count) {
    const dp_chain *chain = m->chain;
    dp_contact room;
    double first[DP_HISTORY_MAX];
    const dp_contact *contact = dp_chain_law_in(chain, run, c, m->x[c], m->rate[c], &room, first);
    dp_contact bare = *contact;
    bare.floor = -INFINITY;
    double *zero = m->a;  // not in use yet
    dp_contact_arrays lanes = {
        .count = count, .delta = m->x + c, .rate = m->rate + c, .force = m->force + c};
    for (int j = 0; j < contact->kernel->history_count; j++)
        lanes.history[j] = run->own != NULL ? &first[j] : chain->history[j] + c;
    dp_contact_forces_on(&bare, &lanes, chain->isa);
    if (contact->kernel->is_static) return;
    memset(zero, 0, count * sizeof *zero);
    lanes.rate = zero;
    lanes.force = m->spring + c;
    dp_contact_forces_on(&bare, &lanes, chain->isa);
}

static double settle_forces(const struct adaptive *m, const dp_contact *contact, size_t c,
                            size_t end) {
    double power = 0.0;
    for (size_t i = c; i < end; i++) {
        int mode = m->chain->spot[i].mode;
        if (mode != SPOT_PUSHES) m->force[i] = 0.0;
        // a damper that holds the force at zero takes what the spring gives: see dp_adaptive_slack
        if (!contact->kernel->is_static && mode == SPOT_PUSHES)
            power += (m->force[i] - m->spring[i]) * m->rate[i];
    }
    return power;
}

void dp_adaptive_evaluate(const struct adaptive *m, const double *y, struct chain_forces *out) {
    const dp_chain *chain = m->chain;
    *out = (struct chain_forces){.force = m->force, .delta = m->x};
    for (int side = 0; side < 2; side++)
        out->end_velocity[side] = end_velocity(m, y, side);
    for (size_t c = m->lo; c < m->hi; c++) {
        double left = c < chain->first ? out->end_velocity[0] : body_velocity(m, y, c);
        double right = c + 1 > chain->last ? out->end_velocity[1] : body_velocity(m, y, c + 1);
        m->rate[c] = left - right;
        m->x[c] = inside(&chain->spot[c], dp_adaptive_delta(m, y, c));
    }
    for (size_t r = 0; r < chain->run_count; r++) {
        const struct contact_group *run = &chain->runs[r];
        size_t from = run->from > m->lo ? run->from : m->lo, to = run->to < m->hi ? run->to : m->hi;
        if (from >= to) continue;
        ask(m, run, from, to - from);
        out->power += settle_forces(m, run->contact, from, to);
    }
    for (int side = 0; side < 2; side++) {
        const struct chain_end *end = &chain->end[side];
        double force = end->type == DP_END_FREE ? 0.0 : m->force[end->contact];
        if (end->type == DP_END_BAR && end->glued)
            force = end->rest + end->sign * end->impedance *
                                    (2.0 * incident(m, y, side) - out->end_velocity[side]);
        out->end_force[side] = end->sign * force;
    }
}

dp_status dp_adaptive_rates(const void *model, const double *y, double *dy) {
    const struct adaptive *m = (const struct adaptive *)model;
    const dp_chain *chain = m->chain;
    struct chain_forces f;
    if (dp_adaptive_is_stuck(m)) return DP_ERR_NUMERIC;
    dp_adaptive_evaluate(m, y, &f);
    dp_chain_accelerate(chain, &f, m->a);
    for (size_t c = m->lo; c < m->hi; c++)
        dy[c - m->lo] = m->rate[c];
    for (size_t i = chain->first; i <= chain->last; i++)
        dy[m->velocity + (int)(i - chain->first)] = m->a[i];
    dy[m->position] = body_velocity(m, y, chain->first);
    for (int side = 0; side < 2; side++) {
        int is_bar = chain->end[side].type == DP_END_BAR;
        dy[m->travel + side] = is_bar ? f.end_velocity[side] : 0.0;
        dy[m->impulse + side] = f.end_force[side];
        dy[m->work + side] = f.end_force[side] * f.end_velocity[side];
    }
    dy[m->viscous] = f.power;
    dy[m->time] = 1.0;
    return DP_OK;
}

// --- rates of forces ---

static double force_at(const struct adaptive *m, const double *y, size_t c) {
    return c < m->lo || c >= m->hi ? 0.0 : dp_adaptive_spot(m, y, c).force;
}

double dp_adaptive_acceleration(const struct adaptive *m, const double *y, size_t index) {
    const dp_chain *chain = m->chain;
    if (index < chain->first || index > chain->last) {
        int side = index < chain->first ? 0 : 1;
        return chain->end[side].type == DP_END_DRIVEN ? m->wave_slope[side] : 0.0;
    }
    double sum = force_at(m, y, index - 1) - force_at(m, y, index);
    if (index == chain->pushed) sum += chain->preload;
    for (int side = 0; side < 2; side++) {
        const struct chain_end *end = &chain->end[side];
        if (end->type == DP_END_BAR && end->glued && end->index == index)
            sum += end->sign * end->rest +
                   end->impedance * (2.0 * incident(m, y, side) - body_velocity(m, y, index));
    }
    return sum / chain->mass[index] + chain->gravity;
}

double dp_adaptive_force_rate(const struct adaptive *m, const double *y, size_t c) {
    const dp_chain *chain = m->chain;
    if (chain->spot[c].mode != SPOT_PUSHES) return 0.0;
    struct spot_view v = dp_adaptive_spot(m, y, c);
    double slope = v.stiffness * v.rate;
    if (v.damping == 0.0) return slope;
    slope +=
        v.damping * (dp_adaptive_acceleration(m, y, c) - dp_adaptive_acceleration(m, y, c + 1));
    // the end of a bar gives way as the force rises
    for (int side = 0; side < 2; side++) {
        const struct chain_end *end = &chain->end[side];
        if (end->type != DP_END_BAR || end->glued || end->contact != c) continue;
        slope += v.damping * end->sign * 2.0 * m->wave_slope[side];
        slope /= 1.0 + v.damping / end->impedance;
    }
    return slope;
}

// --- y and the chain ---

void dp_adaptive_load(const struct adaptive *m, double *y) {
    const dp_chain *chain = m->chain;
    for (size_t c = m->lo; c < m->hi; c++)
        y[c - m->lo] = chain->u[c] - chain->u[c + 1];
    for (size_t i = chain->first; i <= chain->last; i++)
        y[m->velocity + (int)(i - chain->first)] = chain->v[i];
    y[m->position] = chain->u[chain->first];
    for (int side = 0; side < 2; side++) {
        const struct end_state *end = &chain->now.end[side];
        y[m->travel + side] = end->travel;
        y[m->impulse + side] = end->impulse;
        y[m->work + side] = end->work;
    }
    y[m->viscous] = chain->now.viscous;
    y[m->time] = chain->now.time;
}

double dp_adaptive_slack(const struct adaptive *m, const double *y, size_t c) {
    const struct chain_spot *spot = &m->chain->spot[c];
    if (spot->mode != SPOT_SLACK) return 0.0;
    double delta = dp_adaptive_delta(m, y, c);
    return spot->held - (delta > spot->low ? dp_adaptive_spot(m, y, c).stored : 0.0);
}

static double open_slack(const struct adaptive *m, const double *y) {
    double sum = 0.0;
    for (size_t c = m->lo; c < m->hi; c++)
        sum += dp_adaptive_slack(m, y, c);
    return sum;
}

void dp_adaptive_store(struct adaptive *m, const double *y) {
    dp_chain *chain = m->chain;
    chain->u[chain->first] = y[m->position];
    for (size_t i = chain->first; i < chain->last; i++)
        chain->u[i + 1] = chain->u[i] - y[i - m->lo];
    for (size_t i = chain->first; i <= chain->last; i++)
        chain->v[i] = body_velocity(m, y, i);
    for (int side = 0; side < 2; side++) {
        struct end_state *end = &chain->now.end[side];
        end->travel = y[m->travel + side];
        end->impulse = y[m->impulse + side];
        chain_set_work(end, y[m->work + side]);
    }
    chain->now.viscous = y[m->viscous];
    if (chain->loss != NULL) chain->loss[0] = y[m->viscous] + chain->now.slack + open_slack(m, y);
    chain->now.time = y[m->time];
    struct chain_state state = {.time = chain->now.time,
                                .u = chain->u,
                                .v = chain->v,
                                .travel = {chain->now.end[0].travel, chain->now.end[1].travel}};
    dp_chain_place_ends(chain, &state);
}
