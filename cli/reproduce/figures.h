#ifndef CLI_REPRODUCE_FIGURES_H
#define CLI_REPRODUCE_FIGURES_H

#include <stdbool.h>

#include "book.h"
#include "runs.h"

// The curves of a figure, computed from its scenarios, and the picture of them.

enum { FIGURE_CURVES_MAX = 12 };

struct curve {
    const json_t *spec;
    double *x, *y;
    size_t count;
};

struct figure {
    const struct paper *paper;
    const json_t *spec;
    char stem[80];  ///< file name without ending
    struct curve curve[FIGURE_CURVES_MAX];
    int curve_count;
    bool is_drawn;     ///< plots/STEM.svg is there
    char reason[512];  ///< why not
};

/// Compute the curves. Returns an exit status and says what is wrong.
int figure_make(struct figure *figure, const struct paper *paper, const json_t *spec,
                struct runs *runs);
void figure_free(struct figure *figure);

/// Write STEM.csv and STEM.gp into an open folder and draw STEM.svg. Returns 0 or an errno; a
/// picture that could not be drawn is no error.
int figure_write(struct figure *figure, int folder);

#endif
