#ifndef DP_FRICTION_SPACE_SPRING_H
#define DP_FRICTION_SPACE_SPRING_H

#include "dashpot/space.h"
#include "kernels/isa.h"

// The capped spring of tangential_spring.h as a vector in the plane of the contact.

/// History: force of the spring, stiffness of the normal contact, cap, force of the damper if the
/// law has one.
enum { DP_SPACE_SPRING_ENTRIES = 6 };

/// How many of them these constants need.
int dp_space_spring_entries(const double *k);

/// One contact; `to` gets the history after the state and may be `from`.
dp_space_response dp_space_spring(const double *k, const double *from, const dp_space_state *state,
                                  double *to);

/// Many, with the same bits; on an instruction set that is there, for tests.
void dp_space_springs(const double *k, const dp_space_arrays *lanes);
void dp_space_springs_on(const double *k, const dp_space_arrays *lanes, dp_isa isa);

#endif
