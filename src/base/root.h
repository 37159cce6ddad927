#ifndef DP_BASE_ROOT_H
#define DP_BASE_ROOT_H

/// Root of f between low and high, where f must change sign; NaN when it does not. Brent's method,
/// to the last bits of the argument.
double dp_root(double (*f)(double x, const void *context), const void *context, double low,
               double high);

#endif
