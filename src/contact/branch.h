#ifndef DP_CONTACT_BRANCH_H
#define DP_CONTACT_BRANCH_H

#include "dashpot/contact.h"

// Between its breakpoints a law is smooth: a branch. Steps begin and end on breakpoints.

/// A branch of a law, as indentations.
struct law_branch {
    double below, above;  // [m] where it ends on either side
};

/// Narrow a branch to the part around `delta` that has none of these breakpoints inside. At a
/// breakpoint, and nearer to it than `noise`, the direction decides: a loading contact has just
/// left it, any other is still on the branch below.
struct law_branch dp_branch_find(struct law_branch widest, const double *breakpoint, int count,
                                 double delta, int is_loading, double noise);

/// The same with the breakpoints of a contact in its present history, exactly.
struct law_branch dp_branch_of_contact(struct law_branch widest, const dp_contact *contact,
                                       const double *history, double delta, int is_loading);

#endif
