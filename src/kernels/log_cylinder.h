#ifndef DP_LAWS_LOG_CYLINDER_H
#define DP_LAWS_LOG_CYLINDER_H

#include "base/math.h"

// What the laws delta = F/(pi E L) ln(A/F) share with their kernel.

/// Indentation of the fold, F = A/e: delta would fall again with a larger force. One expression for
/// the kernel and for the limit of the contact, so that the two agree to the last bit.
DP_INLINE double dp_log_cylinder_fold(const double *k) {
    return k[0] / k[1] / 2.71828182845904523536;
}

#endif
