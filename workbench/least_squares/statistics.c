// Incomplete gamma and beta functions, and what is made of them.

#include "least_squares/statistics.h"

#include <float.h>
#include <math.h>

#define PI 3.14159265358979323846
enum { TERMS_MAX = 100000, ROOT_MAX = 200 };

// ln of (gamma function of a + 1) over Stirling's formula. tgamma and no lgamma, which writes a
// global.
static double stirling_rest(double a) {
    if (a < 15.0) return log(tgamma(a + 1.0)) - ((a + 0.5) * log(a) - a + 0.5 * log(2.0 * PI));
    double s = 1.0 / (a * a);
    return (1.0 / 12.0 - s * (1.0 / 360.0 - s * (1.0 / 1260.0 - s * (1.0 / 1680.0)))) / a;
}

// x^a e^-x / (gamma function of a + 1), without the large terms that cancel where x is near a.
static double poisson_weight(double a, double x) {
    double t = (x - a) / a;
    return exp(a * (log1p(t) - t) - stirling_rest(a)) / sqrt(2.0 * PI * a);
}

// Lower part of the incomplete gamma function by its series, for x < a + 1.
static double gamma_below(double a, double x) {
    double term = 1.0, sum = 1.0;
    for (int k = 1; k < TERMS_MAX && term > sum * DBL_EPSILON * 0.1; k++) {
        term *= x / (a + k);
        sum += term;
    }
    return sum * poisson_weight(a, x);
}

// Upper part by its continued fraction (Lentz), for x >= a + 1.
static double gamma_above(double a, double x) {
    double b = x + 1.0 - a, c = 1.0 / DBL_MIN, d = 1.0 / b, h = d;
    for (int k = 1; k < TERMS_MAX; k++) {
        double an = -k * (k - a);
        b += 2.0;
        d = an * d + b;
        c = b + an / c;
        if (fabs(d) < DBL_MIN) d = DBL_MIN;
        if (fabs(c) < DBL_MIN) c = DBL_MIN;
        d = 1.0 / d;
        h *= d * c;
        if (fabs(d * c - 1.0) < DBL_EPSILON) break;
    }
    return h * poisson_weight(a, x) * a;
}

double chi_square_tail(double dof, double x) {
    if (isnan(x) || !(dof > 0.0)) return NAN;
    if (x <= 0.0) return 1.0;
    if (isinf(x)) return 0.0;
    double a = 0.5 * dof, y = 0.5 * x;
    return y < a + 1.0 ? 1.0 - gamma_below(a, y) : gamma_above(a, y);
}

// Continued fraction of the incomplete beta function, its even part (Lentz): x^a y^b/B(a, b) times
// this is its lower part. y = 1 - x comes from the caller: where x is near 1 nothing cancels.
static double beta_fraction(double a, double b, double x, double y) {
    double h = a * (a * y - b * x + 1.0) / (a + 1.0);
    if (fabs(h) < DBL_MIN) h = DBL_MIN;
    double c = h, d = 0.0;
    for (int m = 1; m < TERMS_MAX; m++) {
        double odd = a + 2.0 * m - 1.0;
        double over = (a + m - 1.0) * (a + b + m - 1.0) * m * (b - m) * x * x / (odd * odd);
        double under = m + m * (b - m) * x / odd +
                       (a + m) * (a * y - b * x + 1.0 + m * (1.0 + y)) / (a + 2.0 * m + 1.0);
        d = under + over * d;
        c = under + over / c;
        if (fabs(d) < DBL_MIN) d = DBL_MIN;
        if (fabs(c) < DBL_MIN) c = DBL_MIN;
        d = 1.0 / d;
        h *= c * d;
        if (fabs(c * d - 1.0) < DBL_EPSILON) break;
    }
    return 1.0 / h;
}

// 1 / B(a, 1/2)
static double inverse_beta_half(double a) {
    if (a < 15.0) return tgamma(a + 0.5) / (tgamma(a) * sqrt(PI));
    // gamma(a + 1/2)/gamma(a) = sqrt(a) (1 - 1/2a)^a e^(1/2) and the two rests of Stirling's
    // formula
    double ratio = a * log1p(-0.5 / a) + 0.5 + stirling_rest(a - 0.5) - stirling_rest(a);
    return sqrt(a / PI) * exp(ratio);
}

double student_tails(double dof, double t) {
    if (isnan(t) || !(dof > 0.0)) return NAN;
    t = fabs(t);
    if (t == 0.0) return 1.0;
    if (isinf(t)) return 0.0;
    double a = 0.5 * dof, ratio = t * t / dof;
    double x = 1.0 / (1.0 + ratio), y = ratio / (1.0 + ratio);  // y = 1 - x
    double front = exp(-a * log1p(ratio)) * sqrt(y) * inverse_beta_half(a);
    if (x < (a + 1.0) / (a + 2.5)) return front * beta_fraction(a, 0.5, x, y);
    return 1.0 - front * beta_fraction(0.5, a, y, x);
}

static double log_gamma(double z) {
    return (z - 0.5) * log(z) - z + 0.5 * log(2.0 * PI) + stirling_rest(z);
}

double f_tail(double above, double below, double f) {
    if (isnan(f) || !(above > 0.0) || !(below > 0.0)) return NAN;
    if (f <= 0.0) return 1.0;
    if (isinf(f)) return 0.0;
    double a = 0.5 * below, b = 0.5 * above;
    double x = below / (below + above * f), y = above * f / (below + above * f);  // y = 1 - x
    double front = exp(a * log(x) + b * log(y) + log_gamma(a + b) - log_gamma(a) - log_gamma(b));
    if (x < (a + 1.0) / (a + b + 2.0)) return front * beta_fraction(a, b, x, y);
    return 1.0 - front * beta_fraction(b, a, y, x);
}

// Where a tail that falls from 1 to 0 has the height `chance`: by secants of its logarithm, halved
// where they do not help.
static double invert(double (*tail)(double dof, double x), double dof, double chance,
                     double guess) {
    double low = 0.0, high = guess;
    while (tail(dof, high) > chance && high < DBL_MAX / 4.0) {
        low = high;
        high *= 2.0;
    }
    double wanted = log(chance);
    double f_low = -wanted, f_high = log(tail(dof, high)) - wanted;
    for (int k = 0; k < ROOT_MAX && high - low > 1e-15 * high; k++) {
        double x = 0.5 * (low + high);
        // two secants, then a halving: the bracket closes from both sides
        if (k % 3 != 2 && isfinite(f_high)) {
            double secant = low + (high - low) * f_low / (f_low - f_high);
            if (secant > low && secant < high) x = secant;
        }
        double f = log(tail(dof, x)) - wanted;
        if (f == 0.0) return x;
        if (f > 0.0) {
            low = x;
            f_low = f;
        } else {
            high = x;
            f_high = f;
        }
    }
    return fabs(f_low) < fabs(f_high) ? low : high;
}

double chi_square_above(double dof, double chance) {
    if (!(chance > 0.0 && chance < 1.0) || !(dof > 0.0)) return NAN;
    return invert(chi_square_tail, dof, chance, dof + 1.0);
}

double student_beyond(double dof, double chance) {
    if (!(chance > 0.0 && chance < 1.0) || !(dof > 0.0)) return NAN;
    return invert(student_tails, dof, chance, 2.0);
}
