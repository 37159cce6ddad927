// Hertz spring with a power-law dashpot, in the scaled form X'' + X^1.5 + gamma X^p X' = 0, X'(0)
// = 1. With delta = Ls X, Ls = (m v^2/K)^(2/5), a law K delta^1.5 + c delta^p rate has gamma = c
// Ls^(p+1)/(m v). No closed form is known but for p = 1/4, so the motion is integrated, in X = z^4
// with dt = 4 z^3 ds: every power that is a multiple of 1/4 becomes a polynomial.

#include <math.h>
#include <stddef.h>

#include "base/root.h"
#include "dashpot/restitution.h"
#include "dashpot/system.h"

enum { Z, V, UNKNOWNS };
enum { REVERSAL, SEPARATION, ZERO_FORCE = -1 };

struct dashpot {
    double p, gamma;
    int at_zero_force;
    int unloading;
    double deepest;  // z at the reversal
};

static double force(const struct dashpot *d, double z, double v) {
    double s = z * z, x = s * s;
    double weight = d->p == 0.0 ? 1.0 : d->p == 0.5 ? s : pow(x, d->p);
    return x * s + d->gamma * weight * v;
}

static dp_status rates(const void *model, const double *y, double *dy) {
    const struct dashpot *d = (const struct dashpot *)model;
    double z = y[Z] < 0.0 ? 0.0 : y[Z];
    dy[Z] = y[V];
    dy[V] = -4.0 * z * z * z * force(d, z, y[V]);
    return DP_OK;
}

static int targets(const void *model, dp_target *out) {
    const struct dashpot *d = (const struct dashpot *)model;
    out[0] = d->unloading ? (dp_target){Z, 0.0, SEPARATION} : (dp_target){V, 0.0, REVERSAL};
    return 1;
}

// The force while unloading; near z = 0 all of it vanishes, so its sign is taken just before.
static double function(const void *model, const double *y, int index) {
    const struct dashpot *d = (const struct dashpot *)model;
    (void)index;
    if (!d->unloading) return 1.0;
    double least = 1e-6 * d->deepest;
    return force(d, y[Z] < least ? least : y[Z], y[V]);
}

static dp_event_action on_event(void *model, double *y, int id) {
    struct dashpot *d = (struct dashpot *)model;
    if (id != REVERSAL) return DP_EVENT_STOP;
    d->unloading = 1;
    d->deepest = y[Z];
    return DP_EVENT_RESTART;
}

// Small at z = 0, where all low derivatives vanish and the error estimate is blind.
static double first_step(const void *model, const double *y) {
    (void)model;
    return y[Z] > 0.0 ? 0.05 : 1e-3;
}

static double restitution(struct dashpot d) {
    static const double scale[UNKNOWNS] = {0.0, 1.0};
    dp_system system = {
        .count = UNKNOWNS,
        .scale = scale,
        .model = &d,
        .rates = rates,
        .targets = targets,
        .function_count = d.at_zero_force ? 1 : 0,
        .function = function,
        .on_event = on_event,
        .first_step = first_step,
    };
    dp_solve_def def = {.rtol = 1e-14, .max_steps = 2000};
    dp_solve_stats stats;
    double y[UNKNOWNS] = {0.0, 1.0};
    return dp_solve_dop853(&system, &def, y, &stats, NULL, NULL) == DP_OK ? -y[V] : NAN;
}

double dp_power_dashpot_restitution(double p, double gamma, int at_zero_force) {
    if (!(p >= 0.0) || !(p <= 1.0) || !(gamma >= 0.0) || isinf(gamma)) return NAN;
    if (gamma == 0.0) return 1.0;
    return restitution((struct dashpot){.p = p, .gamma = gamma, .at_zero_force = at_zero_force});
}

struct wish {
    double e, p;
    int at_zero_force;
};

// Excess over the wished restitution, decreasing in gamma; an overdamped motion delivers none.
static double excess(double gamma, const void *context) {
    const struct wish *w = (const struct wish *)context;
    double e = dp_power_dashpot_restitution(w->p, gamma, w->at_zero_force);
    return (isnan(e) ? 0.0 : e) - w->e;
}

double dp_power_dashpot_damping(double p, double e, int at_zero_force) {
    if (!(p >= 0.0) || !(p <= 1.0) || !(e >= 0.01) || !(e <= 1.0)) return NAN;
    if (e == 1.0) return 0.0;
    struct wish w = {e, p, at_zero_force};
    double high = 1.0;
    while (high < 1e4 && excess(high, &w) > 0.0)
        high *= 2.0;
    return dp_root(excess, &w, 0.0, high);
}
