#ifndef WORKBENCH_LEAST_SQUARES_LINEAR_H
#define WORKBENCH_LEAST_SQUARES_LINEAR_H

#include <stddef.h>

#include "dashpot/fit.h"

// Least squares with a few unknowns. Matrices of many rows are stored column after column; small
// ones have DP_FIT_PARAMETERS_MAX columns and as many or twice as many rows.

enum { SMALL = DP_FIT_PARAMETERS_MAX };

/// Householder's factors of a (rows x columns, destroyed): the triangle, and the first entries of
/// Q^T b (destroyed). Where there are fewer rows than columns the rest is zero.
void qr_factor(double *a, double *b, size_t rows, int columns, double triangle[SMALL][SMALL],
               double q_b[SMALL]);

/// The x of the least |a x + b|^2, a with `rows` rows up to 2 SMALL, destroyed. A column that
/// depends on those before it to within `dependent` of its length gets 0. Returns by how much
/// |b|^2 falls.
double solve_small(double a[2 * SMALL][SMALL], double b[2 * SMALL], int rows, int columns,
                   double dependent, double x[SMALL]);

/// Inverse of an upper triangle without zeros in its diagonal.
void invert_triangle(const double triangle[SMALL][SMALL], int columns,
                     double inverse[SMALL][SMALL]);

/// Singular values of a square matrix, largest first, and the right vector of each of them (rows
/// of `right`).
void singular_values(double a[SMALL][SMALL], int columns, double values[SMALL],
                     double right[SMALL][SMALL]);

#endif
