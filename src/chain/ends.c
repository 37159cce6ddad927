// The ends of a chain: walls, driven flats, elastic bars.
//
// A bar of impedance Z with an incident wave v_i moves its end with v = 2 v_i - F/Z on the left and
// v = 2 v_i + F/Z on the right (v positive to the right in both cases, F > 0 pushes the chain's
// body away from the end). A law that depends on the rate makes this an equation for v.

#include <math.h>

#include "base/root.h"
#include "chain/chain.h"
#include "dashpot/chain_pulse.h"

// Last point at or before t; count > 0 and t lies between the first and the last time.
static size_t find_point(const double *time, size_t count, double t) {
    size_t low = 0, high = count - 1;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (time[middle] <= t)
            low = middle;
        else
            high = middle;
    }
    return low;
}

double dp_chain_signal_at(const dp_chain_signal *h, double t) {
    if (h->count == 0) return 0.0;
    if (t <= h->time[0]) return h->velocity[0];
    if (t >= h->time[h->count - 1]) return h->velocity[h->count - 1];
    size_t i = find_point(h->time, h->count, t);
    double share = (t - h->time[i]) / (h->time[i + 1] - h->time[i]);
    return h->velocity[i] + share * (h->velocity[i + 1] - h->velocity[i]);
}

double dp_chain_signal_velocity(const struct chain_signal *h, double t) {
    const dp_chain_signal signal = {h->count, h->time, h->velocity};
    return dp_chain_signal_at(&signal, t);
}

// Exact integral from time 0; travel[i] is that up to point i.
double dp_chain_signal_travel(const struct chain_signal *h, double t) {
    if (h->count == 0) return 0.0;
    size_t end = h->count - 1;
    if (t <= h->time[0]) return h->travel[0] + h->velocity[0] * (t - h->time[0]);
    if (t >= h->time[end]) return h->travel[end] + h->velocity[end] * (t - h->time[end]);
    size_t i = find_point(h->time, h->count, t);
    double mean = 0.5 * (h->velocity[i] + dp_chain_signal_velocity(h, t));
    return h->travel[i] + mean * (t - h->time[i]);
}

double dp_chain_signal_slope(const struct chain_signal *h, double t) {
    if (h->count == 0 || t < h->time[0] || t >= h->time[h->count - 1]) return 0.0;
    size_t i = find_point(h->time, h->count, t);
    return (h->velocity[i + 1] - h->velocity[i]) / (h->time[i + 1] - h->time[i]);
}

double dp_chain_signal_corner(const struct chain_signal *h, double t) {
    if (h->count == 0 || t >= h->time[h->count - 1]) return INFINITY;
    return t < h->time[0] ? h->time[0] : h->time[find_point(h->time, h->count, t) + 1];
}

struct bar {
    const dp_contact *contact;
    const double *history;
    double sign, impedance, rest, incident, delta, neighbour;
};

// How far v is from what the bar answers to the force it causes. Rises with v.
static double bar_excess(double v, const void *context) {
    const struct bar *b = (const struct bar *)context;
    double rate = b->sign * (v - b->neighbour);
    double force = dp_contact_force(b->contact, b->history, b->delta, rate);
    return v - 2.0 * b->incident + b->sign * (force - b->rest) / b->impedance;
}

double dp_chain_bar_velocity(const struct chain_end *end, const dp_contact *contact,
                             const double *history, double incident, double delta,
                             double neighbour) {
    struct bar bar = {.contact = contact,
                      .history = history,
                      .sign = end->sign,
                      .impedance = end->impedance,
                      .rest = end->rest,
                      .incident = incident,
                      .delta = delta,
                      .neighbour = neighbour};
    double free = 2.0 * incident;
    double excess = bar_excess(free, &bar), first = free - excess;
    if (first == free || bar.contact->kernel->is_static) return first;
    // the excess rises with v, so the answer lies against its sign
    double other = first, step = fabs(excess);
    for (int i = 0; i < 60 && bar_excess(other, &bar) * excess > 0.0; i++) {
        other += excess > 0.0 ? -step : step;
        step *= 2.0;
    }
    double root = dp_root(bar_excess, &bar, other, free);
    return isnan(root) ? first : root;
}

// Velocity half a step ago, and now.
static void set_velocity(dp_chain *chain, size_t index, double half, double now) {
    chain->v[index] = half;
    if (chain->has_rate) chain->w[index] = now;
}

// A bar that is not glued: velocity and force of this level, then the place of its end at the next
// one, by Adams and Bashforth's formula of second order.
static double bar_force(struct chain_worker *worker, int side, long level) {
    dp_chain *chain = worker->chain;
    struct chain_end *end = &chain->end[side];
    struct end_state *state = &chain->now.end[side];
    const size_t c = end->contact, e = end->index;
    const size_t neighbour = end->sign > 0.0 ? e + 1 : e - 1;
    double t = (double)level * chain->dt, m[DP_HISTORY_MAX];
    chain->u[e] = state->travel;
    double delta = chain_delta(chain, c);
    double near = chain->has_rate ? chain->w[neighbour] : 0.0;
    // a touch that begins now must be known before the rate is asked for
    double free = 2.0 * dp_chain_signal_velocity(&end->signal, t);
    set_velocity(chain, e, free, free);
    const struct contact_group *run = dp_chain_run_of(chain, c);
    dp_chain_watch(chain, run, c, delta, chain_rate(chain, c));
    chain_gather(chain, run->contact, c, m);
    double velocity = dp_chain_bar_velocity(end, run->contact, m, 0.5 * free, delta, near);
    set_velocity(chain, e, velocity, velocity);
    double force = dp_chain_contact(worker, c, level);
    double before = isnan(state->force) ? force : state->force;
    double incident = dp_chain_signal_velocity(&end->signal, t + 0.5 * chain->dt);
    state->travel +=
        chain->dt *
        (2.0 * incident - end->sign * (1.5 * force - 0.5 * before - end->rest) / end->impedance);
    return force;
}

double dp_chain_end_force(struct chain_worker *worker, int side, long level) {
    dp_chain *chain = worker->chain;
    struct chain_end *end = &chain->end[side];
    struct end_state *state = &chain->now.end[side];
    if (end->type == DP_END_FREE) return 0.0;
    double t = (double)level * chain->dt, force, velocity = 0.0;
    if (end->type == DP_END_BAR && end->glued) {
        velocity = chain->w[end->index];
        double incident = dp_chain_signal_velocity(&end->signal, t);
        force = end->rest + end->sign * end->impedance * (2.0 * incident - velocity);
    } else if (end->type == DP_END_BAR) {
        force = bar_force(worker, side, level);
        velocity = chain->v[end->index];
    } else {
        if (end->type == DP_END_DRIVEN) {
            velocity = dp_chain_signal_velocity(&end->signal, t);
            chain->u[end->index] = dp_chain_signal_travel(&end->signal, t);
            double half = dp_chain_signal_velocity(&end->signal, t - 0.5 * chain->dt);
            set_velocity(chain, end->index, half, velocity);
        }
        force = dp_chain_contact(worker, end->contact, level);
    }
    if (chain->probe_count > 0) dp_chain_probe_end(chain, side, level, force, velocity);
    state->force = force;
    state->impulse += chain->dt * (end->sign * force);
    chain_set_work(state, state->work + chain->dt * (end->sign * force * velocity));
    if (level == 0) {
        state->first_force = end->sign * force;
        state->first_power = end->sign * force * velocity;
    }
    return force;
}
