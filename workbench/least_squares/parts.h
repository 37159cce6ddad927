#ifndef WORKBENCH_LEAST_SQUARES_PARTS_H
#define WORKBENCH_LEAST_SQUARES_PARTS_H

#include "least_squares/profile.h"

/// Check a definition and make a problem of it; the sigmas that are to be estimated begin with the
/// scatter of what was measured.
dp_status problem_init(struct problem *problem, const dp_fit_def *def, dp_error *err);
void problem_free(struct problem *problem);

/// Sums over residuals, AIC and all else that follows from the fitted numbers.
void fit_describe(const struct problem *problem, dp_fit_result *result);

/// The sentences of a result; false: out of memory.
struct outcome {
    struct valley valley;
    struct profile_end ends[2 * SMALL];
    bool is_settled;  // estimated sigmas have stopped to change
};
bool write_notes(const struct problem *problem, const struct outcome *outcome,
                 dp_fit_result *result);

/// Add a sentence to a list; false: out of memory.
bool fit_note(char ***notes, int *count, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void fit_notes_free(char **notes, int count);

/// Data without errors: the least sigma that is estimated for values of this size. A model is no
/// smoother than that.
double least_sigma(double largest);

#endif
