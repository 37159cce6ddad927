// Which branch of its law a contact is on.

#include "contact/branch.h"

#include <math.h>

struct law_branch dp_branch_find(struct law_branch widest, const double *breakpoint, int count,
                                 double delta, int is_loading, double noise) {
    struct law_branch branch = widest;
    for (int i = 0; i < count; i++) {
        double at = breakpoint[i];
        int is_behind = fabs(delta - at) <= noise ? is_loading : at < delta;
        if (is_behind && at > branch.below) branch.below = at;
        if (!is_behind && at < branch.above) branch.above = at;
    }
    return branch;
}

struct law_branch dp_branch_of_contact(struct law_branch widest, const dp_contact *contact,
                                       const double *history, double delta, int is_loading) {
    dp_breakpoint breakpoint[DP_BREAKPOINT_MAX];
    double at[DP_BREAKPOINT_MAX];
    int count = dp_contact_breakpoints(contact, history, breakpoint);
    for (int i = 0; i < count; i++)
        at[i] = breakpoint[i].delta;
    return dp_branch_find(widest, at, count, delta, is_loading, 0.0);
}
