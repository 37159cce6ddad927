// Branches of a contact in a smooth variable: see branch.h.

#include "impact/branch.h"

#include <math.h>

#include "contact/branch.h"

double dp_branch_z(const struct dp_branch *s, double delta) {
    double over = delta - s->offset;
    return over > 0.0 ? pow(over, 1.0 / s->power) : 0.0;
}

double dp_branch_residual(const struct dp_branch *s) {
    double r = dp_contact_residual(s->contact, s->history);
    return r > 0.0 ? r : 0.0;
}

double dp_branch_enter(struct dp_branch *s, double delta, int loading, int at_point) {
    double rest = dp_branch_residual(s);
    struct law_branch found = dp_branch_of_contact((struct law_branch){rest, s->contact->limit},
                                                   s->contact, s->history, delta, loading);
    double below = found.below, above = found.above;
    s->power = s->contact->kernel->smooth_power;
    s->loading = loading;
    s->offset = loading && at_point ? delta : rest;
    s->low = below > rest ? nextafter(below, INFINITY) : rest;
    s->high = above;
    s->end = loading ? above : below;
    s->end_z = isinf(s->end) ? INFINITY : dp_branch_z(s, s->end);
    return dp_branch_z(s, delta);
}

double dp_branch_jump_loss(const struct dp_branch *s, double delta) {
    dp_breakpoint marks[DP_BREAKPOINT_MAX];
    int count = dp_contact_breakpoints(s->contact, s->history, marks);
    for (int i = 0; i < count; i++) {
        if (marks[i].delta == delta) return marks[i].loss;
    }
    return 0.0;
}

double dp_branch_first_step(const struct dp_branch *s, double z, double rate, double speed,
                            double mass) {
    if (z > 0.0) return 0.05 * z / speed;
    double v = fabs(rate) > 1e-3 * speed ? fabs(rate) : 1e-3 * speed;
    double first = pow(1e-14, 1.0 / s->power);
    for (int i = 0; i < 40; i++, first *= 3.0) {
        double push = dp_branch_respond(s, first, rate).force / mass;
        if (dp_branch_stretch(s, first) * fabs(push) * (first / v) > 1e-5 * v) break;
    }
    // beyond a mark the law changes on the scale of the mark itself, which may be far shorter
    double near = s->offset > 0.0 ? 0.2 * pow(s->offset, 1.0 / s->power) : INFINITY;
    return (first < near ? first : near) / v;
}
