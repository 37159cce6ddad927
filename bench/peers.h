#ifndef DP_BENCH_PEERS_H
#define DP_BENCH_PEERS_H

// One impact in other people's integrators, for comparison in the same run:
//     x'' = -max(x, 0)^1.5 (1 + d x'),  x(0) = 0, x'(0) = 1, until x = 0 again.

/// Restitution by GSL's rk8pd at rtol 1e-9 with a secant on the last step; NaN without GSL.
double peer_gsl(double d);

/// Restitution by SUNDIALS ARKODE, Dormand-Prince 7-4-5, rtol 1e-9 with its root finder; NaN
/// without it.
double peer_arkode(double d);

/// Version, or why there is none.
const char *peer_gsl_name(void);
const char *peer_arkode_name(void);

#endif
