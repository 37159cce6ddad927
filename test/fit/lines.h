#ifndef TEST_FIT_LINES_H
#define TEST_FIT_LINES_H

#include "dashpot/fit.h"

// Small models with one target, and a definition around them.

enum { LINE_CELLS = 64, LINE_PARAMETERS = 4 };

/// Data and a definition that points at them; not to be moved.
struct line {
    double x[LINE_CELLS];
    dp_fit_cell cells[LINE_CELLS];
    dp_fit_parameter parameters[LINE_PARAMETERS];
    dp_fit_def def;
    double (*f)(double x, const double *theta);  // NaN: it fails there
    int stop_after;                              // calls of `stop` that say no; 0: never stops
};

/// `count` points with one sigma (NaN: unknown), no parameters yet, one thread.
void line_init(struct line *line, double (*f)(double x, const double *theta), const double *x,
               const double *y, int count, double sigma);

/// One more free parameter.
void line_free(struct line *line, const char *name, double low, double high, double start,
               bool is_log);

/// theta0 x, and theta0 + theta1 x.
double line_proportional(double x, const double *theta);
double line_straight(double x, const double *theta);

/// Five points near a line through 0 with a slope of 2.
extern const double line_x5[5], line_y5[5];

/// The fit, which must succeed.
void line_run(struct line *line, dp_fit_result *fit);

/// Do the notes have these words? All notes are printed where they do not.
bool line_says(const dp_fit_result *fit, const char *words);

/// Normal numbers that are the same everywhere; the state is any number.
double normal_number(unsigned long long *state);

#endif
