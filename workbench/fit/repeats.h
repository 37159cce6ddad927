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
    int target;      ///< the one with most repeated rows
    double scatter;  ///< standard deviation of its repeated rows
};

/// Fill it; false for want of memory.
bool find_lack_of_fit(const struct fit *fit, const struct fitted *f, struct lack_of_fit *out);

#endif
