#ifndef TEST_FIT_STRIKES_H
#define TEST_FIT_STRIKES_H

#include "dashpot/dashpot.h"
#include "dashpot/fit.h"

// Impacts of a steel ball on a block of bronze as a model with free parameters.

enum { STRIKES_MAX = 16 };

/// Impacts at several speeds; targets: restitution, then duration.
struct strikes {
    const char *law;
    const char *free[DP_FIT_PARAMETERS_MAX];  // keys of the law or of the pair
    int free_count;
    double speed[STRIKES_MAX];
    int count;
    bool has_duration;  // cells come as restitution, duration, restitution, ...
};

/// Effective mass [kg] and pair of a ball of 10 mm radius and a fixed block.
dp_pair strikes_pair(void);

/// The model of a dp_fit_def, `user` a struct strikes.
dp_status strikes_model(void *user, int worker, const double *theta, double *fitted, dp_error *err);

#endif
