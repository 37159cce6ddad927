#ifndef DP_LAWS_WINKLER_H
#define DP_LAWS_WINKLER_H

#include "base/math.h"
#include "dashpot/kernel.h"

// What the laws built on a Winkler bed in a bearing share.

/// F = B (3c + 2 delta) delta^1.5/(c + delta)^1.5 (1 + d rate/v0)      k: B, c, d
extern const dp_kernel dp_kernel_bai_zhao_consistent;

/// w(y) = integral of t^1.5/sqrt(1+t) from 0 to y >= 0: the work of the bed in units C c^2.
/// Closed form [sqrt(y(1+y)) (2y-3) + 3 asinh(sqrt y)]/4; its two terms cancel as y goes to 0, so
/// below 1/6 the series of the same integral in z = y/(1+y), whose terms are all positive. Both are
/// computed and one is picked, so loops stay free of branches.
DP_INLINE double dp_winkler_work(double y) {
    double above = 1.0 + y;
    double root = sqrt(y), root_above = sqrt(above);

    // the first term dropped is below 2e-17 at z = 1/7
    double z = y / above;
    double series = 1.0;
    for (int n = 15; n >= 0; n--)
        series = 1.0 + z * ((2.0 * n + 1.0) / (2.0 * n + 7.0)) * series;
    double small = 0.4 * y * y * (root / root_above) * series;

    double closed = 0.25 * (root * root_above * (2.0 * y - 3.0) + 3.0 * dp_log(root + root_above));
    return y < 1.0 / 6.0 ? small : closed;
}

#endif
