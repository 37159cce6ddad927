// Brent's root finder: bisection made faster by inverse quadratic interpolation. Brent 1973.

#include "base/root.h"

#include <float.h>
#include <math.h>

enum { ITERATIONS = 200 };

struct bracket {
    double a, fa;  // the end opposite to b
    double b, fb;  // the best estimate
    double c, fc;  // the estimate before
};

// Keep b the best estimate and [a, b] the bracket.
static void order(struct bracket *s) {
    if ((s->fb > 0.0) == (s->fa > 0.0)) {
        s->a = s->c;
        s->fa = s->fc;
    }
    if (fabs(s->fa) < fabs(s->fb)) {
        s->c = s->b, s->fc = s->fb;
        s->b = s->a, s->fb = s->fa;
        s->a = s->c, s->fa = s->fc;
    }
}

// Step from b by interpolation through the last points; 0 when it cannot be trusted.
static double interpolate(const struct bracket *s, double half, double tolerance, double previous) {
    double p, q, r = s->fb / s->fc;
    if (s->a == s->c) {
        p = 2.0 * half * r;
        q = 1.0 - r;
    } else {
        double t = s->fc / s->fa, u = s->fb / s->fa;
        p = r * (2.0 * half * t * (t - u) - (s->b - s->c) * (u - 1.0));
        q = (t - 1.0) * (u - 1.0) * (r - 1.0);
    }
    if (p > 0.0) q = -q;
    p = fabs(p);
    double inside = 3.0 * half * q - fabs(tolerance * q), shrinking = fabs(previous * q);
    return 2.0 * p < (inside < shrinking ? inside : shrinking) ? p / q : 0.0;
}

double dp_root(double (*f)(double x, const void *context), const void *context, double low,
               double high) {
    struct bracket s = {.a = low, .b = high};
    s.fa = f(low, context);
    s.fb = f(high, context);
    if (s.fa == 0.0) return low;
    if (s.fb == 0.0) return high;
    if (!((s.fa > 0.0) != (s.fb > 0.0)) || isnan(s.fa) || isnan(s.fb)) return NAN;

    s.c = s.a, s.fc = s.fa;
    double step = s.b - s.a, previous = step;
    for (int i = 0; i < ITERATIONS; i++) {
        order(&s);
        double tolerance = DBL_EPSILON * fabs(s.b) + DBL_MIN;
        double half = 0.5 * (s.a - s.b);
        if (fabs(half) <= tolerance || s.fb == 0.0) break;

        double quick = 0.0;
        if (fabs(previous) >= tolerance && fabs(s.fc) > fabs(s.fb))
            quick = interpolate(&s, half, tolerance, previous);
        previous = quick == 0.0 ? half : step;
        step = quick == 0.0 ? half : quick;

        s.c = s.b, s.fc = s.fb;
        s.b += fabs(step) > tolerance ? step : copysign(tolerance, half);
        s.fb = f(s.b, context);
    }
    return s.b;
}
