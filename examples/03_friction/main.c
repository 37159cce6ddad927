// A box slides over a table until it stops; then somebody pulls at it, but too weakly.
// Watch what a law does at rest: coulomb is a steep line through zero speed there, so the box
// creeps as long as it is pulled; lugre has bristles that bend, so it gives way by micrometres and
// holds. Change the pull to more than 1: then both slide.

#include <math.h>
#include <stdio.h>

#include "dashpot/dashpot.h"

static const double mass = 2.0, gravity = 9.81;  // [kg], [m/s^2]
static const double mu = 0.3, bristles = 1e5;    // [1], [1/m]
static const double speed = 1.0;                 // [m/s] at the start
static const double pull = 0.8;                  // part of what friction can hold
static const double step = 1e-6;                 // [s] shorter than the bristles need to relax

// The bristle deflection is part of the motion: who integrates the box integrates it as well.
struct box {
    double x, v, z;  // [m], [m/s], [m]
};

static struct box rates(const dp_friction *friction, double force, const struct box *b) {
    dp_friction_response r = dp_friction_respond(friction, mass * gravity, b->v, b->z);
    return (struct box){b->v, (force + r.force) / mass, r.z_rate};
}

static struct box moved(const struct box *b, const struct box *rate, double h) {
    return (struct box){b->x + h * rate->x, b->v + h * rate->v, b->z + h * rate->z};
}

// The midpoint rule: the response is pure, so a trial state leaves no trace.
static void advance(const dp_friction *friction, double force, double time, struct box *b) {
    long steps = lround(time / step);
    for (long i = 0; i < steps; i++) {
        struct box rate = rates(friction, force, b);
        struct box middle = moved(b, &rate, 0.5 * step);
        rate = rates(friction, force, &middle);
        *b = moved(b, &rate, step);
    }
}

static dp_status prepare(const char *name, dp_friction *friction, dp_error *err) {
    const dp_friction_law *law;
    dp_status status = dp_friction_law_lookup(name, &law, err);
    if (status != DP_OK) return status;
    dp_friction_def def = dp_friction_defaults(law);
    if (!law->has_history) {
        status = dp_friction_set(&def, "mu", mu, err);
    } else {
        status = dp_friction_set(&def, "sigma_0", bristles, err);
        if (status == DP_OK) status = dp_friction_set(&def, "sigma_1", 3000.0, err);
        if (status == DP_OK) status = dp_friction_set(&def, "mu_s", mu, err);
        if (status == DP_OK) status = dp_friction_set(&def, "mu_d", mu, err);
    }
    return status == DP_OK ? dp_friction_init(friction, &def, err) : status;
}

int main(void) {
    static const char *const names[] = {"coulomb", "lugre"};
    // on the line v = pull v_s, once it moves; bristles let go of dx - dz = dx sigma_0 z/mu
    double creep[] = {1e-4 * pull * 0.5, -mu / bristles * log(1.0 - pull)};
    double stop = speed * speed / (2.0 * mu * gravity);

    printf("law      stops after [m]  closed form  gives way by [um]  closed form\n");
    for (int i = 0; i < 2; i++) {
        dp_friction friction;
        dp_error err;
        if (prepare(names[i], &friction, &err) != DP_OK)
            return fprintf(stderr, "%s\n", err.text), 1;

        // it slid long before we look, so its bristles are bent
        struct box sliding = {.v = speed, .z = dp_friction_steady_z(&friction, speed)};
        advance(&friction, 0.0, 0.4, &sliding);
        struct box pulled = {0};
        advance(&friction, pull * mu * mass * gravity, 0.5, &pulled);
        printf("%-7s  %15.8f  %11.8f  %17.7f  %11.7f\n", names[i], sliding.x, stop, 1e6 * pulled.x,
               1e6 * creep[i]);
    }
    return 0;
}
