// Hertz spring with a power-law dashpot, in the scaled form X'' + X^1.5 + gamma X^p X' = 0, X'(0)
// = 1. With delta = Ls X, Ls = (m v^2/K)^(2/5), a law K delta^1.5 + c delta^p rate has gamma = c
// Ls^(p+1)/(m v). No closed form is known but for p = 1/4, so the strike is integrated.

#include <math.h>
#include <stddef.h>

#include "base/root.h"
#include "dashpot/restitution.h"
#include "solve/strike.h"

struct dashpot {
    double p, gamma;
    int at_zero_force;
};

static dp_response respond(const void *context, double x, double rate) {
    const struct dashpot *d = (const struct dashpot *)context;
    if (x <= 0.0) return (dp_response){0};
    double root = sqrt(x);
    double damping = d->gamma * (d->p == 0.0 ? 1.0 : pow(x, d->p));
    return (dp_response){
        .spring = x * root,
        .damper = damping * rate,
        .dforce_ddelta = 1.5 * root + d->p * damping / x * rate,
        .dforce_drate = damping,
    };
}

static double restitution(struct dashpot d) {
    dp_strike_model model = {
        .context = &d,
        .respond = respond,
        .smooth_power = 4.0,
        .pulls = 1,
        .limit = INFINITY,
        .mass = 1.0,
        .speed = 1.0,
        .rtol = 1e-13,
        .end = d.at_zero_force ? DP_END_AT_ZERO_FORCE : DP_END_AT_ZERO_INDENTATION,
    };
    dp_strike_result result;
    return dp_strike_run(&model, &result, NULL) == DP_OK ? result.separation_speed : NAN;
}

double dp_power_dashpot_restitution(double p, double gamma, int at_zero_force) {
    if (!(p >= 0.0) || !(p <= 1.0) || !(gamma >= 0.0) || isinf(gamma)) return NAN;
    return gamma == 0.0 ? 1.0 : restitution((struct dashpot){p, gamma, at_zero_force});
}

struct wish {
    double e;
    struct dashpot dashpot;
};

// Excess over the wished restitution, decreasing in gamma; an overdamped strike delivers none.
static double excess(double gamma, const void *context) {
    struct wish w = *(const struct wish *)context;
    w.dashpot.gamma = gamma;
    double e = gamma == 0.0 ? 1.0 : restitution(w.dashpot);
    return (isnan(e) ? 0.0 : e) - w.e;
}

double dp_power_dashpot_damping(double p, double e, int at_zero_force) {
    if (!(p >= 0.0) || !(p <= 1.0) || !(e >= 0.01) || !(e <= 1.0)) return NAN;
    if (e == 1.0) return 0.0;
    struct wish w = {e, {p, 0.0, at_zero_force}};
    double high = 1.0;
    while (high < 1e4 && excess(high, &w) > 0.0)
        high *= 2.0;
    return dp_root(excess, &w, 0.0, high);
}
