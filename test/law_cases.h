#ifndef DP_TEST_LAW_CASES_H
#define DP_TEST_LAW_CASES_H

// The whole catalogue as test material: every law on several pairs, with every choice of its words
// and every number at both ends of its range, one at a time. A new law joins by itself as long as
// usual values for its required parameters are known here.

#include "check.h"

#include "dashpot/contact.h"

enum { LAW_STATE_MAX = 40, LAW_DEPTH_MAX = 16, LAW_BREAK_MAX = DP_BREAKPOINT_MAX + 4 };

typedef struct law_case {
    char name[160];      ///< "peng on journal: mode=elastic-plastic fit=10"
    dp_contact_def def;  ///< tension allowed, so that nothing hides the law
    dp_contact contact;  ///< prepared from def
    const char *pair_name;
} law_case;

/// All cases, made once.
const law_case *law_cases(int *count);

/// The case that a law gives on the first pair when only what it needs is set.
const law_case *law_case_of(const char *law);

/// Histories worth looking at: untouched where a law has a force then, touched at several speeds,
/// loaded to several depths, partly unloaded, touched again. Returns how many.
int law_case_states(const law_case *c, double states[LAW_STATE_MAX][DP_HISTORY_MAX]);

/// Depths around the characteristic indentations and some plain ones, ascending, inside the limit.
int law_case_depths(const law_case *c, double depths[LAW_DEPTH_MAX]);

/// Where the law is not smooth with this history: 0, residual, marks and the like, ascending.
int law_case_breaks(const law_case *c, const double *history, double breaks[LAW_BREAK_MAX]);

/// Largest indentation that this history has seen; 0 where the law does not remember it.
double law_case_deepest(const law_case *c, const double *history);

/// Does committing change anything?
int law_case_remembers(const law_case *c);

typedef double (*law_integrand)(const dp_response *r);

/// Integral over the indentation from a to b at rest with this history held fixed, by Gauss-
/// Legendre between the breaks. Integrands: law_spring, law_plastic.
double law_case_integral(const law_case *c, const double *history, double a, double b,
                         law_integrand integrand);
double law_spring(const dp_response *r);
double law_plastic(const dp_response *r);

/// xorshift64*: numbers in [0, 1) that are the same everywhere.
double law_random(uint64_t *seed);

/// |actual - expected| <= allowed, or the test fails with the name of the case.
#define CASE_NEAR(c, actual, expected, allowed)                                                    \
    case_near((c), (actual), (expected), (allowed), #actual, __FILE__, __LINE__)

/// The condition holds, or the test fails with the name of the case.
#define CASE_TRUE(c, condition) case_true((c), (condition), #condition, __FILE__, __LINE__)

static inline void case_near(const law_case *c, double actual, double expected, double allowed,
                             const char *text, const char *file, int line) {
    if (!(actual == expected || fabs(actual - expected) <= allowed))
        fprintf(stderr, "%s:\n", c->name);
    check_near(actual, expected, allowed, text, file, line);
}

static inline void case_true(const law_case *c, int holds, const char *text, const char *file,
                             int line) {
    if (holds) return;
    fprintf(stderr, "%s:%d: %s: not so: %s\n", file, line, c->name, text);
    _fail(file, line);
}

#endif
