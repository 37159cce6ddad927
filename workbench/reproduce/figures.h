#ifndef WORKBENCH_REPRODUCE_FIGURES_H
#define WORKBENCH_REPRODUCE_FIGURES_H

#include <stdbool.h>

#include "base/call.h"
#include "reproduce/paper_set.h"
#include "reproduce/runs.h"

// The curves of a figure, computed from its scenarios, and the picture of them.

enum { FIGURE_CURVES_MAX = 12, CURVE_COLUMNS = 4 };

struct curve {
    const json_t *spec;
    struct table points;  ///< columns x, y, low and high; the last two NaN without a band
    char *scenario;       ///< text as it was run; of many runs a sweep or the first; NULL: none
    bool is_sweep;        ///< that text makes all points of many runs
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

struct figures {
    struct figure *item;
    int count;
};

/// Is there a band around the curve?
bool curve_has_band(const struct curve *curve);

/// Take in the curves of a figure; figures_free releases them in any case. False and a diagnostic
/// when there are too many.
bool figure_open(struct figure *figure, const struct paper *paper, const json_t *spec,
                 dp_diagnostic *diagnostic);

/// Compute all curves, on all cores; `call` is told shares from `share` on. Curves that show the
/// same run share it. False and a diagnostic when one of them cannot be had.
bool figures_compute(struct figures *figures, struct runs *runs, const struct call *call,
                     double share, dp_diagnostic *diagnostic);
void figures_free(struct figures *figures);

/// The inputs of a curve over many runs with its moving entry at a value: a new object.
json_t *figure_inputs(const json_t *curve, double input);

/// The command of one run of a curve, the first where there are many: a new text.
json_t *figure_command(const json_t *curve);

/// Write STEM.csv and STEM.gp into an open folder and draw STEM.svg. Returns 0 or an errno; a
/// picture that could not be drawn is no error.
int figure_write(const struct call *call, struct figure *figure, int folder);

#endif
