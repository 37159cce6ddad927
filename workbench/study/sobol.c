// The sequence of Sobol' (1967) with the direction numbers of S. Joe and F. Y. Kuo, "Constructing
// Sobol sequences with better two-dimensional projections", SIAM J. Sci. Comput. 30 (2008) 2635,
// file new-joe-kuo-6.21201: the first 32 dimensions.

#include "study/design.h"

enum { DEGREE_MAX = 7, INDEX_BITS = 32 };

// A primitive polynomial x^s + a_1 x^(s-1) + ... + a_(s-1) x + 1, its inner coefficients as the
// bits of `a`, and the first s numbers m.
static const struct {
    unsigned char degree, a, m[DEGREE_MAX];
} polynomials[SOBOL_AXES_MAX] = {
    {0, 0, {1}},  // all m are 1: the radical inverse of van der Corput
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
    {6, 1, {1, 3, 3, 9, 7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
    {6, 19, {1, 1, 1, 15, 7, 5}},
    {6, 22, {1, 3, 1, 15, 13, 25}},
    {6, 25, {1, 1, 5, 5, 19, 61}},
    {7, 1, {1, 3, 7, 11, 23, 15, 103}},
    {7, 4, {1, 3, 7, 13, 13, 15, 69}},
    {7, 7, {1, 1, 3, 13, 7, 35, 63}},
    {7, 8, {1, 3, 5, 9, 1, 25, 53}},
    {7, 14, {1, 3, 1, 13, 9, 35, 107}},
    {7, 19, {1, 3, 1, 5, 27, 61, 31}},
    {7, 21, {1, 1, 5, 11, 19, 41, 61}},
    {7, 28, {1, 3, 5, 3, 3, 13, 69}},
    {7, 31, {1, 1, 7, 13, 1, 19, 1}},
    {7, 32, {1, 3, 7, 5, 13, 19, 59}},
    {7, 37, {1, 1, 3, 9, 25, 29, 41}},
    {7, 41, {1, 3, 5, 13, 23, 1, 55}},
    {7, 42, {1, 3, 7, 3, 13, 59, 17}},
};

// The recurrence (3) of Joe and Kuo; m[k] belongs to the bit k of an index.
static void fill(int axis, int bits, uint64_t m[INDEX_BITS]) {
    int degree = polynomials[axis].degree;
    for (int k = 0; k < bits; k++) {
        if (k < degree || degree == 0) {
            m[k] = degree == 0 ? 1 : polynomials[axis].m[k];
            continue;
        }
        m[k] = m[k - degree] ^ (m[k - degree] << degree);
        for (int i = 1; i < degree; i++) {
            if ((polynomials[axis].a >> (degree - 1 - i)) & 1) m[k] ^= m[k - i] << i;
        }
    }
}

uint64_t sobol_point(int axis, uint64_t i) {
    uint64_t m[INDEX_BITS], x = 0;
    int bits = 0;
    while (bits < INDEX_BITS && (i >> bits) != 0)
        bits++;
    fill(axis, bits, m);
    for (int k = 0; k < bits; k++) {
        if ((i >> k) & 1) x ^= m[k] << (SOBOL_BITS - 1 - k);
    }
    return x;
}
