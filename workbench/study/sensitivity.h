#ifndef WORKBENCH_STUDY_SENSITIVITY_H
#define WORKBENCH_STUDY_SENSITIVITY_H

// Estimators of sensitivities of one result, in one pass: values are taken in group by group and
// only sums are kept.

/// Variance-based indices, of the design saltelli.
struct variance_sums;

/// For so many parameters and at most `count` base points; NULL: no memory.
struct variance_sums *variance_new(int parameters, long count);
void variance_free(struct variance_sums *sums);

/// Take in base point `base`, of 0..count-1: the result at A, at B, and at A with the value of one
/// parameter after another from B.
void variance_add(struct variance_sums *sums, long base, const double *value);

/// NaN: cannot be told.
struct variance_index {
    double first, first_error, total, total_error;
};

/// Of a parameter. False: the result does not vary.
int variance_index(const struct variance_sums *sums, int parameter, struct variance_index *index);

/// Base points that were taken in.
long variance_used(const struct variance_sums *sums);

/// Elementary effects of one parameter, of the design morris; zeroed at first.
struct effects {
    long count;
    double mean, squares;            // of the effects
    double mean_size, size_squares;  // of their sizes
};

void effects_add(struct effects *effects, double effect);

/// Standard deviation of the effects, and standard error of the mean of their sizes; NaN for less
/// than two.
double effects_sigma(const struct effects *effects);
double effects_error(const struct effects *effects);

#endif
