#ifndef DP_TEST_CHECK_H
#define DP_TEST_CHECK_H

// cmocka with comparisons of numbers that say by how much they failed. With DP_TOL=0 in the
// environment every residual that is not exactly zero is printed, whether it passes or not, so that
// a tolerance can be set from what was measured.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// |actual - expected| <= rel_tol |expected|; where 0 is expected, rel_tol is absolute.
#define CHECK_NEAR(actual, expected, rel_tol)                                                      \
    check_near((actual), (expected), check_allowed((expected), (rel_tol)), #actual, __FILE__,      \
               __LINE__)

/// |actual - expected| <= abs_tol
#define CHECK_WITHIN(actual, expected, abs_tol)                                                    \
    check_near((actual), (expected), (abs_tol), #actual, __FILE__, __LINE__)

static inline double check_allowed(double expected, double rel_tol) {
    return expected == 0.0 ? rel_tol : rel_tol * fabs(expected);
}

static inline void check_near(double actual, double expected, double allowed, const char *text,
                              const char *file, int line) {
    const char *tolerance = getenv("DP_TOL");
    int show_all = tolerance != NULL && strcmp(tolerance, "0") == 0;
    // equal first: the difference of equal infinities is NaN
    int is_equal = actual == expected;
    int passes = is_equal || fabs(actual - expected) <= allowed;
    if (passes && (is_equal || !show_all)) return;
    fprintf(stderr, "%s:%d: %s = %.17g, expected %.17g, off by %.3g, allowed %.3g\n", file, line,
            text, actual, expected, fabs(actual - expected), allowed);
    if (!passes) _fail(file, line);
}

#endif
