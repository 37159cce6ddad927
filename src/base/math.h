#ifndef DP_BASE_MATH_H
#define DP_BASE_MATH_H

#include <math.h>
#include <stdint.h>
#include <string.h>

// Elementary functions made of +, -, *, / and bit moves only, inlined into scalar and batch code
// alike: the compiler vectorises them, and the bits do not depend on libm or on the instruction
// set.

#define DP_PI 3.14159265358979323846
#define DP_INLINE static inline __attribute__((always_inline))

DP_INLINE uint64_t dp_bits(double x) {
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

DP_INLINE double dp_from_bits(uint64_t u) {
    double x;
    memcpy(&x, &u, sizeof x);
    return x;
}

// 2^52 carries a small integer in its low bits: the conversion between integer and double that
// every instruction set has.
#define DP_INTEGER_CARRIER 4503599627370496.0

/// Natural logarithm of a normal positive number, error below 1 ulp (measured in the tests).
/// x = 2^n m with m in [0.70, 1.41); ln m = 2 atanh(f), f = (m-1)/(m+1), by an odd polynomial, kept
/// as m-1 minus a correction so that the leading term is exact.
DP_INLINE double dp_log(double x) {
    const double ln2_high = 6.93147180369123816490e-01;  // 33 bits: n * ln2_high is exact
    const double ln2_low = 1.90821492927058770002e-10;

    // exponent shifted so that m falls in [sqrt(1/2), sqrt(2))
    uint64_t u = dp_bits(x) - 0x3fe6a09e00000000u;
    uint64_t top = (u + 0x4000000000000000u) >> 52;  // n + 1024, never negative
    double n = dp_from_bits(top | 0x4330000000000000u) - (DP_INTEGER_CARRIER + 1024.0);
    double m = dp_from_bits((u & 0x000fffffffffffffu) + 0x3fe6a09e00000000u);

    double g = m - 1.0;
    double f = g / (2.0 + g);
    double s = f * f;
    // atanh(f)/f = 1 + s p(s), fitted on the range of m; even and odd powers apart, because a
    // single Horner chain is what the loops would wait for
    double s2 = s * s, s4 = s2 * s2;
    double even = (0.3333333333333335 + 0.14285714313001635 * s2) +
                  s4 * (0.09091444727837474 + 0.07308292712444311 * s2);
    double odd = (0.19999999999949722 + 0.11111105565129939 * s2) + s4 * 0.07665855309105386;
    double p = even + s * odd;
    double tail = 2.0 * s * p;
    double half = 0.5 * g * g;
    // ln(1+g) = g - g^2/2 + f (g^2/2 + tail)
    return n * ln2_high + (g - (half - (f * (half + tail) + n * ln2_low)));
}

/// Cube root of a normal positive number, error below 1 ulp (measured in the tests).
/// x = 2^(3q) m with m in [0.5, 4); the reciprocal root by a quadratic start and two steps without
/// a division, then one Newton step on the root.
DP_INLINE double dp_cbrt(double x) {
    uint64_t u = dp_bits(x);
    double n = dp_from_bits((u >> 52) | 0x4330000000000000u) - (DP_INTEGER_CARRIER + 1023.0);

    // q = round(n/3) by adding and removing 1.5 * 2^52
    const double rounder = 1.5 * DP_INTEGER_CARRIER;
    double q = (n * (1.0 / 3.0) + rounder) - rounder;
    double r = n - 3.0 * q;  // -1, 0 or 1
    double m = dp_from_bits((u & 0x000fffffffffffffu) | 0x3ff0000000000000u);
    m = r < -0.5 ? 0.5 * m : r > 0.5 ? 2.0 * m : m;

    // reciprocal root r, 4 % off at worst, by two steps that cube the error and need no division;
    // then one Newton step for m r^2
    double inverse = 1.405231463 + m * (0.05965295477 * m - 0.4258453555);
    double e = 1.0 - m * (inverse * inverse * inverse);
    inverse = inverse + inverse * e * (1.0 / 3.0 + 2.0 / 9.0 * e);
    e = 1.0 - m * (inverse * inverse * inverse);
    inverse = inverse + inverse * e * (1.0 / 3.0 + 2.0 / 9.0 * e);
    double square = inverse * inverse, y = m * square;
    y = y - (y * y * y - m) * (square * (1.0 / 3.0));
    double scale = dp_from_bits((dp_bits(q + (DP_INTEGER_CARRIER + 1023.0)) & 0xfffu) << 52);
    return y * scale;
}

/// Angles up to here are reduced by dp_sincos_moderate itself.
#define DP_SINCOS_MODERATE 1048576.0

/// Sine and cosine of an angle of moderate size, errors below 1 ulp (measured in the tests). Cody
/// and Waite: multiples of pi/2 in parts of 33 bits, whose products are exact, taken off with what
/// rounding loses kept in `low`; then the series of fdlibm on [-pi/4, pi/4]. Free of branches.
DP_INLINE void dp_sincos_moderate(double x, double *sine, double *cosine) {
    const double rounder = 1.5 * DP_INTEGER_CARRIER;
    double count = x * 0.63661977236758134308 + rounder;
    uint64_t quarter = dp_bits(count);
    double n = count - rounder;

    double first = x - n * 1.57079632673412561417e+00, second = n * 6.07710050630396597660e-11;
    double high = first - second, back = first - high;
    double low = (first - (high + back)) + (back - second);
    low -= n * 2.02226624871116645580e-21;
    double r = high + low;
    low = (low - (r - high)) - n * 8.47842766036889956997e-32;

    double z = r * r, w = z * z, cube = z * r;
    double p = (8.33333333332248946124e-03 +
                z * (-1.98412698298579493134e-04 + z * 2.75573137070700676789e-06)) +
               z * w * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10);
    double s = r - ((z * (0.5 * low - cube * p) - low) - cube * -1.66666666666666324348e-01);
    double q = z * (4.16666666666666019037e-02 +
                    z * (-1.38888888888741095749e-03 + z * 2.48015872894767294178e-05)) +
               w * w *
                   (-2.75573143513906633035e-07 +
                    z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11));
    double half = 0.5 * z, rest = 1.0 - half;
    double c = rest + (((1.0 - rest) - half) + (z * q - r * low));

    // an odd quarter exchanges them, and bits move to the sign
    uint64_t odd = 0 - (quarter & 1), mixed = (dp_bits(s) ^ dp_bits(c)) & odd;
    *sine = dp_from_bits((dp_bits(s) ^ mixed) ^ ((quarter & 2) << 62));
    *cosine = dp_from_bits((dp_bits(c) ^ mixed) ^ (((quarter + 1) & 2) << 62));
}

/// The same for any angle; those of a million turns are left to libm.
static inline void dp_sincos(double x, double *sine, double *cosine) {
    if (fabs(x) <= DP_SINCOS_MODERATE) {
        dp_sincos_moderate(x, sine, cosine);
    } else {
        *sine = sin(x);
        *cosine = cos(x);
    }
}

#endif
