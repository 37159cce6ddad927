#ifndef WORKBENCH_LEAST_SQUARES_PROBLEM_H
#define WORKBENCH_LEAST_SQUARES_PROBLEM_H

#include <stdbool.h>
#include <stddef.h>

#include "dashpot/fit.h"
#include "least_squares/linear.h"

// A definition in search variables u (ln of a parameter, or the parameter itself) and in units of
// sigma, and room to work in for every thread.

struct problem {
    const dp_fit_def *def;
    int count;                       // p, parameters
    size_t cells;                    // n
    size_t points;                   // cells with a value: an end of a sensor says less
    double low[SMALL], high[SMALL];  // of u
    double *sigma;                   // n: given, or the present estimate
    bool is_estimated[DP_FIT_TARGETS_MAX];
    int estimated;  // how many of them
    double floor;   // chi2 of what counts as large: 1 where sigma is known
};

/// What one thread needs; nothing is allocated later.
struct work {
    const struct problem *problem;
    int worker;
    double *fitted, *ahead, *behind, *beyond;  // n: the model here and at differences
    double *residual, *trial;                  // n, in units of sigma
    double *jacobian;                          // n p, column after column, d residual / d u
    double *exact;                             // n p, row after row, where the caller has slopes
    long evaluations;                          // calls of the model
    bool is_stopped;
};

/// Search variables of parameters, and back; bounds map onto bounds exactly.
double to_search(const struct problem *problem, int parameter, double theta);
double from_search(const struct problem *problem, int parameter, double u);
void all_from_search(const struct problem *problem, const double *u, double *theta);

/// Everything allocated in one block, given back with free(work.fitted); false: out of memory.
bool work_init(struct work *work, const struct problem *problem, int worker);

/// chi2 at u, with the residuals in work->residual or ->trial; INFINITY where the model fails.
double chi2_at(struct work *work, const double *u, double *residual);

/// Did the caller ask to end? Remembered once it did.
bool work_stops(struct work *work);

/// Slopes of all parameters that are not fixed, at the u whose model is in work->fitted: fills
/// work->jacobian. `corners` becomes the set of parameters whose slopes differ on both sides.
void slopes_at(struct work *work, const double *u, unsigned fixed, unsigned *corners);

/// The step of differences in u.
double difference_step(const struct problem *problem, int parameter, double u);

static inline bool has(unsigned set, int parameter) {
    return (set >> parameter & 1u) != 0;
}
static inline unsigned with(unsigned set, int parameter) {
    return set | 1u << parameter;
}

// --- threads -------------------------------------------------------------------------------------

/// Workers that share jobs.
struct team {
    struct work *works;
    int count;
};

/// As many workers as are asked for and of use; false: out of memory.
bool team_init(struct team *team, const struct problem *problem, long jobs);
void team_free(struct team *team);

/// job(work, i, user) for i from 0 to jobs - 1, on all workers. A job writes only to places of its
/// own.
void team_run(struct team *team, long jobs, void (*job)(struct work *work, long i, void *user),
              void *user);

/// Calls of the model by all of them; did one of them stop?
long team_evaluations(const struct team *team);
bool team_stopped(const struct team *team);

#endif
