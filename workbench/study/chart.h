#ifndef WORKBENCH_STUDY_CHART_H
#define WORKBENCH_STUDY_CHART_H

#include "result/outcome.h"
#include "study/bearings.h"

// The design chart: from which speed on a journal of some mass leaves a dent in its bearing.

enum { MASSES_MAX = 64, CHART_ROWS_MAX = 1000000 };

struct masses {
    double item[MASSES_MAX];  // [kg]
    int count;
};

/// What follows for one bearing, whatever the mass.
struct critical {
    double indentation;  // [m] at which it begins to yield
    double force;        // [N] there
    double energy;       // [J] of a collision that reaches it
};

struct critical chart_critical(const struct bearing *bearing);

/// Speed of a head-on collision that just yields, without damping.
double chart_speed(const struct bearing *bearing, double mass);

/// Height from which a free fall ends with that speed.
double chart_height(double speed);

/// One row for every bearing and mass, pictures and summary. Complains when a value is out of the
/// range of a double, or for want of memory; returns an exit status.
int chart_outcome(struct reader *reader, const struct bearings *bearings,
                  const struct masses *masses, struct outcome *outcome);

#endif
