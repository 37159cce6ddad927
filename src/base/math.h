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

#endif
