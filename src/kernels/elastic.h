#ifndef DP_KERNEL_ELASTIC_H
#define DP_KERNEL_ELASTIC_H

#include <math.h>

#include "base/math.h"

// Elastic stiffness of the springs that many kernels share: the slope of the curve along which a
// contact unloads, and by `slope` how it changes with the indentation. Those of the form
// dp_kernel.stiffness take K as k[0].

/// K y^1.5, y the height above the dent; 0 inside it.
DP_INLINE double dp_elastic_hertz(double K, double y, double *slope) {
    *slope = 0.0;
    if (y <= 0.0) return 0.0;
    double stiffness = 1.5 * K * sqrt(y);
    *slope = 0.5 * stiffness / y;
    return stiffness;
}

/// K x^n, x > 0.
DP_INLINE double dp_elastic_power(double K, double n, double x, double *slope) {
    double stiffness = n * K * pow(x, n - 1.0);
    *slope = (n - 1.0) * stiffness / x;
    return stiffness;
}

/// C x sqrt(x/(c + x)): the Winkler bed of a bearing with clearance c; 0 for x <= 0.
DP_INLINE double dp_elastic_bed(double C, double c, double x, double *slope) {
    *slope = 0.0;
    if (x <= 0.0) return 0.0;
    double share = x / (c + x), root = sqrt(share), rest = c / (c + x);
    *slope = 0.75 * C * root * rest * rest / x;
    return C * root * (1.5 - 0.5 * share);
}

/// K x^1.5 up to `yield`, then a line with the slope b.
DP_INLINE double dp_elastic_two_phase(double K, double yield, double b, double x, double *slope) {
    if (x <= yield) return dp_elastic_hertz(K, x, slope);
    *slope = 0.0;
    return b;
}

double dp_stiffness_hertz(const double *k, const double *m, double delta, double *slope);
double dp_stiffness_linear(const double *k, const double *m, double delta, double *slope);

#endif
