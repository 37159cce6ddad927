// How fast bodies of a chain may close in, before anything has moved: what the definition states,
// and a bound for what can come of it.

#include <math.h>

#include "chain/chain.h"

struct range {
    double low, high;  // [m/s]
};

static void widen(struct range *range, double velocity) {
    range->low = fmin(range->low, velocity);
    range->high = fmax(range->high, velocity);
}

static const dp_chain_end *end_of(const dp_chain_def *def, int side) {
    return side == 0 ? &def->left : &def->right;
}

static double velocity_of(const dp_chain_def *def, size_t body) {
    return def->velocity != NULL ? def->velocity[body] : 0.0;
}

double dp_chain_stated_speed(const dp_chain_def *def) {
    struct range range = {0.0, 0.0};
    for (size_t i = 0; i < def->count; i++)
        widen(&range, velocity_of(def, i));
    for (int side = 0; side < 2; side++) {
        const dp_chain_signal *signal = &end_of(def, side)->signal;
        for (size_t i = 0; i < signal->count; i++)
            widen(&range, signal->velocity[i]);
    }
    return range.high - range.low;
}

// The outermost body that moves by itself.
static size_t neighbour_of(const dp_chain_def *def, int side) {
    size_t body = side == 0 ? 0 : def->count - 1;
    if (def->count < 2 || !dp_chain_is_carried(def, body)) return body;
    return side == 0 ? body + 1 : body - 1;
}

// What is hit by a flat leaves with twice its speed, and a bar moves with twice the velocity of its
// incident wave. A light body may take over the energy of a heavy one.
static double speed_of_motion(const dp_chain_def *def) {
    struct range range = {0.0, 0.0};
    double least = INFINITY, heavy = 0.0;
    for (size_t i = 0; i < def->count; i++) {
        widen(&range, velocity_of(def, i));
        if (dp_chain_is_carried(def, i)) continue;
        least = fmin(least, def->mass[i]);
        if (velocity_of(def, i) != 0.0) heavy = fmax(heavy, def->mass[i]);
    }
    for (int side = 0; side < 2; side++) {
        const dp_chain_end *end = end_of(def, side);
        for (size_t i = 0; i < end->signal.count; i++) {
            double reach = 2.0 * end->signal.velocity[i] * (end->type == DP_END_BAR ? 2.0 : 1.0);
            widen(&range, reach);
            if (reach != 0.0) heavy = fmax(heavy, def->mass[neighbour_of(def, side)]);
        }
    }
    return (range.high - range.low) * (heavy > least ? sqrt(heavy / least) : 1.0);
}

// Speed that would press the softest contact as the static force does.
static double speed_of_statics(const dp_chain_def *def) {
    double force = def->preload, least = INFINITY, most = 0.0, history[DP_HISTORY_MAX] = {0.0};
    for (size_t i = 0; i < def->count; i++) {
        if (dp_chain_is_carried(def, i)) continue;
        force += def->mass[i] * fabs(def->gravity);
        least = fmin(least, def->mass[i]);
    }
    for (size_t i = 0; def->start_in_equilibrium && i < def->law_count; i++) {
        double delta = 1e-12;
        while (delta < 1.0 && !(dp_contact_force(&def->laws[i], history, delta, 0.0) >= force))
            delta *= 1.5;
        most = fmax(most, sqrt(2.0 * force * delta / least));
    }
    return most;
}

double dp_chain_likely_speed(const dp_chain_def *def) {
    return speed_of_motion(def) + speed_of_statics(def);
}
