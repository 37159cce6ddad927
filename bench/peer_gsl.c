// GSL's best explicit integrator on the impact problem.

#include <math.h>
#include <stddef.h>

#include "peers.h"

#ifdef BENCH_GSL

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <gsl/gsl_version.h>

static int rates(double t, const double y[], double dy[], void *params) {
    (void)t;
    double x = y[0] > 0.0 ? y[0] : 0.0;
    dy[0] = y[1];
    dy[1] = -x * sqrt(x) * (1.0 + *(double *)params * y[1]);
    return GSL_SUCCESS;
}

// GSL has no event location: a secant on the length of the last step, as a user would write it.
static double land(gsl_odeiv2_step *step, const gsl_odeiv2_system *system, double t,
                   const double *from, double h, double x_end) {
    double dy[2], error[2], y[2] = {from[0], from[1]};
    double a = 0.0, xa = from[0], b = h, xb = x_end;
    system->function(t, from, dy, system->params);
    for (int i = 0; i < 8 && fabs(xb) > 1e-13; i++) {
        double c = b - xb * (b - a) / (xb - xa);
        y[0] = from[0], y[1] = from[1];
        gsl_odeiv2_step_apply(step, t, c, y, error, dy, NULL, system);
        a = b, xa = xb;
        b = c, xb = y[0];
    }
    return -y[1];
}

double peer_gsl(double d) {
    // made once: a user with many impacts would not allocate for each
    static gsl_odeiv2_step *step;
    static gsl_odeiv2_control *control;
    static gsl_odeiv2_evolve *evolve;
    if (step == NULL) {
        step = gsl_odeiv2_step_alloc(gsl_odeiv2_step_rk8pd, 2);
        control = gsl_odeiv2_control_y_new(1e-11, 1e-9);
        evolve = gsl_odeiv2_evolve_alloc(2);
    }
    gsl_odeiv2_system system = {rates, NULL, 2, &d};
    gsl_odeiv2_step_reset(step);
    gsl_odeiv2_evolve_reset(evolve);
    double t = 0.0, h = 1e-3, y[2] = {0.0, 1.0};
    for (;;) {
        double before[2] = {y[0], y[1]}, start = t;
        if (gsl_odeiv2_evolve_apply(evolve, control, step, &system, &t, 100.0, &h, y) != 0)
            return NAN;
        if (t > 0.01 && y[0] <= 0.0) return land(step, &system, start, before, t - start, y[0]);
    }
}

const char *peer_gsl_name(void) {
    return "GSL " GSL_VERSION " rk8pd";
}

#else

double peer_gsl(double d) {
    return (void)d, NAN;
}
const char *peer_gsl_name(void) {
    return "skipped: GSL is not installed (libgsl-dev)";
}

#endif
