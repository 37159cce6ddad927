// Restitution of dashpots that are not weighted by the spring.
//
// Kelvin-Voigt, damping ratio x = c/(2 sqrt(K m)): the motion is a damped oscillation. It ends at
// zero indentation after half a period, e = exp(-pi x/sqrt(1-x^2)), or earlier at zero force,
//     e = exp(-2 x A(x)),  A(x) = acos(x)/sqrt(1-x^2)  (acosh and x^2-1 beyond 1).
// Tsuji's law becomes the same oscillator in the variable delta^(5/4), with x = alpha/sqrt(5). A
// damper that acts in loading only loses half of the phase: e = exp(-x A(x)).

#include <math.h>

#include "base/math.h"
#include "base/root.h"
#include "dashpot/restitution.h"

// A(x), analytic and decreasing for x >= 0; 1 at x = 1. The half-angle form keeps digits near 1.
static double phase(double x) {
    double u = 1.0 - x;
    if (fabs(u) < 1e-5) return 1.0 + u * (1.0 / 3.0 + u * (2.0 / 15.0));
    if (u > 0.0) return 2.0 * asin(sqrt(0.5 * u)) / sqrt(u * (1.0 + x));
    return 2.0 * asinh(sqrt(-0.5 * u)) / (sqrt(-u) * sqrt(1.0 + x));
}

double dp_kelvin_voigt_restitution(double xi, int at_zero_force) {
    if (!(xi >= 0.0)) return NAN;
    if (at_zero_force) return exp(-2.0 * xi * phase(xi));
    return xi < 1.0 ? exp(-DP_PI * xi / sqrt((1.0 - xi) * (1.0 + xi))) : NAN;
}

double dp_loading_damper_restitution(double beta) {
    return beta >= 0.0 ? exp(-beta * phase(beta)) : NAN;
}

// x A(x) - target, increasing in x
static double phase_excess(double x, const void *target) {
    return x * phase(x) - *(const double *)target;
}

// x with x A(x) = target: the left side is about pi x/2 for small x and ln(2x) for large x.
static double damping_for_phase(double target) {
    double high = 0.5 * exp(target) + target;
    return dp_root(phase_excess, &target, 0.5 * target, high);
}

double dp_kelvin_voigt_damping_ratio(double e, int at_zero_force) {
    if (!(e > 0.0) || !(e <= 1.0)) return NAN;
    double loss = -log(e);
    if (loss == 0.0) return 0.0;
    return at_zero_force ? damping_for_phase(0.5 * loss) : loss / sqrt(DP_PI * DP_PI + loss * loss);
}

double dp_loading_damper_ratio(double e) {
    if (!(e > 0.0) || !(e <= 1.0)) return NAN;
    double loss = -log(e);
    return loss == 0.0 ? 0.0 : damping_for_phase(loss);
}
