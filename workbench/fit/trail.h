#ifndef WORKBENCH_FIT_TRAIL_H
#define WORKBENCH_FIT_TRAIL_H

#include "dashpot/dashpot.h"
#include "result/outcome.h"

// An impact at any time, before the touch and after the bodies have parted as well, and the times
// at which one of its columns has a value.

/// Columns of an impact that need no scenario.
enum trail_column {
    TRAIL_TIME,
    TRAIL_INDENTATION,
    TRAIL_RATE,
    TRAIL_FORCE,
    TRAIL_STORED,
    TRAIL_VISCOUS,
    TRAIL_PLASTIC,
    TRAIL_VELOCITY_1,
    TRAIL_VELOCITY_2,
    TRAIL_COLUMNS
};

/// By its name in a series; -1: it is none of them.
int trail_column(const char *name);

/// Velocities of the two bodies: steady[0] + steady[1] rate + steady[2] time.
struct bodies {
    double steady[2][3];
};

/// From the rows of a run; NaN where it has not these columns.
struct bodies bodies_of(const struct table *series);

double sample_value(const dp_impact_sample *sample, enum trail_column column,
                    const struct bodies *bodies);

/// The motion at a time, not before that of the last call. Outside of the contact the bodies fly:
/// no force, and nothing but the constant acceleration changes the rate.
dp_status impact_at(dp_impact_stepper *run, const dp_impact_def *def, double time,
                    dp_impact_sample *sample, dp_error *err);

/// The motion at any time in any order, between samples that lie close: right to 1e-4 of the
/// largest values, good enough to look around. *track is NULL after an error.
struct track;

dp_status track_make(struct track **track, const dp_contact *contact, const dp_impact_def *def,
                     dp_error *err);
void track_free(struct track *track);
double track_end(const struct track *track);  // [s] when the bodies part
void track_at(const struct track *track, double time, dp_impact_sample *sample);

/// A column of an impact as a function of time; opaque.
struct trail;

/// From the motion. NULL: out of memory.
struct trail *trail_make(const struct track *track, enum trail_column column,
                         const struct bodies *bodies);
void trail_free(struct trail *trail);

/// When the column has this value, on its way up to its largest one or, `is_back`, after it.
/// Beyond the largest: the time of that.
double trail_time(const struct trail *trail, double value, bool is_back);

#endif
