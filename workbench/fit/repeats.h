#ifndef WORKBENCH_FIT_REPEATS_H
#define WORKBENCH_FIT_REPEATS_H

#include "fit/result.h"

/// The test for lack of fit: what rows with the same inputs scatter among themselves is the error
/// of measurement, whatever the law.
struct lack_of_fit {
    bool is_known;     ///< there are repeated rows, and more different ones than parameters
    double f;          ///< mean square beyond the error over that of the error
    int above, below;  ///< their degrees of freedom
    double p_value;
    int target;      ///< -1: all together
    double scatter;  ///< standard deviation of repeated rows; of one target in its unit
};

/// Fill of[0] with the test over all targets, of[1 + i] with that of target i; false for want of
/// memory.
bool find_lack_of_fit(const struct fit *fit, const struct fitted *f,
                      struct lack_of_fit of[FIT_TARGETS_MAX + 1]);

#endif
