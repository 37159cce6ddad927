#ifndef WORKBENCH_LAWS_SAMPLES_H
#define WORKBENCH_LAWS_SAMPLES_H

#include "dashpot/dashpot.h"

// Values for what a user left open: an ordinary impact of a steel-like ball of 1 cm at 1 m/s. Used
// where the answer does not depend on them, for examples, and to ask a prepared law what it is.

/// Approach speed of the sample impact [m/s].
double sample_speed(void);

/// Fill those entries of the pair that the law needs and that were not given; `needs` adds to
/// what the law asks for (an impact needs a mass).
void sample_pair(const dp_law *law, unsigned needs, dp_pair *pair);

/// Names of what the law needs and was not given, as "a, b and c"; returns how many. `sought` may
/// be missing: it is what a search is for. NULL: nothing is.
int missing_inputs(const dp_contact_def *def, unsigned needs, const char *sought, char text[512]);

/// Complete a definition with samples for all it lacks, restitution excepted: what the law says it
/// needs, and what it turns out to need with the parameters given.
void sample_missing(dp_contact_def *def);

/// A definition that can be prepared: the defaults of the law and samples for the rest.
dp_status sample_contact(const dp_law *law, dp_contact_def *def, dp_error *err);

#endif
