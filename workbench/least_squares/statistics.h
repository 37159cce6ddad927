#ifndef WORKBENCH_LEAST_SQUARES_STATISTICS_H
#define WORKBENCH_LEAST_SQUARES_STATISTICS_H

// Distributions that tests and intervals need, right to 1e-12. Degrees of freedom are positive, not
// necessarily whole numbers.

/// Chance that a chi-square number is larger than x.
double chi_square_tail(double dof, double x);

/// The x that a chi-square number exceeds with this chance, 0 < chance < 1.
double chi_square_above(double dof, double chance);

/// Chance that a number with Student's distribution is farther from 0 than t, on either side.
double student_tails(double dof, double t);

/// The t that it exceeds, on either side, with this chance, 0 < chance < 1.
double student_beyond(double dof, double chance);

/// Chance that the ratio of two mean squares, with `above` and `below` degrees of freedom, is
/// larger than f.
double f_tail(double above, double below, double f);

#endif
