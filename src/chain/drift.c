// What fixed steps do to the swing of a light body between its neighbours.

#include <math.h>

#include "chain/chain.h"

// Stiffness of a contact at the depth to which it is pressed in static equilibrium; 0: it is not.
static double stiffness_at(const dp_chain *chain, size_t c) {
    double history[DP_HISTORY_MAX], depth = chain->has_gap ? -chain->gap[c] : 0.0;
    if (!(depth > 0.0)) return 0.0;
    const struct contact_group *run = dp_chain_run_of(chain, c);
    chain_gather(chain, run->contact, c, history);
    return run->contact->kernel->respond(run->contact->k, history, depth, 0.0).dforce_ddelta;
}

// Part of the phase of an oscillation that a step of `turn` radians loses or gains: twice that of
// small oscillations, since large ones press the contacts further.
static double phase_error(dp_chain_method method, double turn) {
    double square = turn * turn;
    switch (method) {
    case DP_CHAIN_VERLET:
        return square / 12.0;
    case DP_CHAIN_PREDICTOR_CORRECTOR:
        return square / 3.0;
    case DP_CHAIN_RK4:
        return square * square / 60.0;
    case DP_CHAIN_DOP853:
        break;
    }
    return 0.0;
}

// Mass of a body that swings by itself; an end does not.
static double swinging_mass(const dp_chain *chain, size_t i) {
    return i >= chain->first && i <= chain->last ? chain->mass[i] : INFINITY;
}

// Square of a bound for the swings in which body i takes part: twice the stiffness that holds it if
// all its neighbours are like it and swing against it, that stiffness alone if they are heavy.
static double pace_squared(const dp_chain *chain, size_t i, double left, double right) {
    double m = chain->mass[i];
    return (left + right) / m + left / sqrt(m * swinging_mass(chain, i - 1)) +
           right / sqrt(m * swinging_mass(chain, i + 1));
}

double dp_chain_drift(const dp_chain *chain, double time, size_t *body) {
    // in a long row where all swing alike, what moves is a wave, far slower than the swing of one
    // body
    const double faster = 1.5;
    const size_t few = 8;
    double fastest = 0.0, least = INFINITY, most = 0.0;
    for (size_t i = chain->first; i <= chain->last; i++) {
        double left = stiffness_at(chain, i - 1), right = stiffness_at(chain, i);
        double alone = sqrt((left + right) / chain->mass[i]);
        double pace = sqrt(pace_squared(chain, i, left, right));
        if (!(pace > 0.0)) continue;
        least = fmin(least, alone);
        most = fmax(most, alone);
        if (!(pace > fastest)) continue;
        fastest = pace;
        *body = i - 1;
    }
    bool is_row = chain->last - chain->first >= few;
    if (is_row && most < faster * least) return 0.0;
    return phase_error(chain->method, fastest * chain->dt) * fastest * time;
}
