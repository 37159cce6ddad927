#ifndef DP_TEST_RELATIONS_H
#define DP_TEST_RELATIONS_H

#include "dashpot/pair.h"

// Restitution as a function of speed, written down from paper 000 and not from the library.

/// Eq 37: loss by elastic waves.
double eq37(double young, double poisson, double density, double speed);

/// Eq 38: plastic loss of the law of Ma and Liu, for modulus, radius and yield of the pair.
double eq38(const dp_pair *pair, double psi, double epsilon, double mass, double speed);

#endif
