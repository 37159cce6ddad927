// Elastic stiffness of a contact: by its kernel, or from what every kernel says.

#include <math.h>
#include <string.h>

#include "contact/branch.h"
#include "contact/rule.h"
#include "dashpot/contact.h"

// A kernel without `stiffness` is asked in small steps. The history after a commit at x tells the
// curve along which the spring would go back; its slope is followed up to x from below, where no
// kernel doubts that it unloads. The same along x, one-sided, tells how the stiffness changes.

struct remembered {
    double entry[DP_HISTORY_MAX];
};

static struct remembered commit(const dp_contact *contact, const double *history, double x) {
    struct remembered after = {{0.0}};
    const dp_kernel *kernel = contact->kernel;
    if (kernel->history_count > 0)
        memcpy(after.entry, history, (size_t)kernel->history_count * sizeof *history);
    if (kernel->update != NULL) kernel->update(contact->k, after.entry, x, 0.0);
    return after;
}

static double tangent(const dp_contact *contact, const double *history, double x) {
    return contact->kernel->respond(contact->k, history, x, 0.0).dforce_ddelta;
}

// Slope at x > 0 of the curve along which the spring would go back from there.
static double stiffness_at(const dp_contact *contact, const double *history, double x) {
    if (contact->kernel->update == NULL) return tangent(contact, history, x);
    struct remembered m = commit(contact, history, x);
    struct law_branch widest = {dp_contact_residual(contact, m.entry), INFINITY};
    if (x <= widest.below) return 0.0;
    double room = x - dp_branch_of_contact(widest, contact, m.entry, x, 0).below;
    // a cubic through four points; steps of 1/1000 of the room leave 1e-12 of a square root
    double h = 1e-3 * room;
    return 4.0 * (tangent(contact, m.entry, x - h) + tangent(contact, m.entry, x - 3.0 * h)) -
           6.0 * tangent(contact, m.entry, x - 2.0 * h) - tangent(contact, m.entry, x - 4.0 * h);
}

// Does the next larger indentation leave other traces, with no curve to be rejoined ahead?
static int is_virgin(const dp_contact *contact, const double *history, double x) {
    if (contact->kernel->update == NULL) return 0;
    dp_breakpoint mark[DP_BREAKPOINT_MAX];
    int count = dp_contact_breakpoints(contact, history, mark);
    for (int i = 0; i < count; i++) {
        if (mark[i].kind == DP_BREAKPOINT_REJOIN && mark[i].delta > x) return 0;
    }
    struct remembered here = commit(contact, history, x);
    struct remembered beyond = commit(contact, history, nextafter(x, INFINITY));
    return memcmp(&here, &beyond, sizeof here) != 0;
}

// Derivative by seven points on one side, of which this one is the first: sixth order. A step of
// 1/200 of the scale leaves 1e-12 of a square root, 5e-11 of a power 9.
static double slope_at(const dp_contact *contact, const double *history, double delta) {
    static const double weight[] = {-49.0 / 20.0, 6.0,       -15.0 / 2.0, 20.0 / 3.0,
                                    -15.0 / 4.0,  6.0 / 5.0, -1.0 / 6.0};
    enum { LAST = sizeof weight / sizeof *weight - 1 };
    int is_loading = is_virgin(contact, history, delta);
    double residual = dp_contact_residual(contact, history);
    struct law_branch widest = {is_loading ? 0.0 : residual, contact->limit};
    struct law_branch branch = dp_branch_of_contact(widest, contact, history, delta, is_loading);
    // a power may begin at the breakpoint below, of the virgin curve not where it was rejoined, and
    // the tangent may end at the limit; very close to them rounding counts for more
    const double virgin[DP_HISTORY_MAX] = {0.0};
    struct law_branch curve =
        is_loading ? dp_branch_of_contact(widest, contact, virgin, delta, 1) : branch;
    double smooth = fmin(delta - curve.below, contact->limit - delta);
    double full = 0.005 * LAST * fmax(smooth, 1e-3 * (delta - widest.below));
    // a point on a breakpoint may belong to the other side of it
    double up = fmin(0.99 * (branch.above - delta), full);
    double down = fmin(0.99 * (delta - branch.below), full);
    // the way ahead is virgin for sure, and the way back is unloading
    double reach = is_loading ? (up >= down ? up : -down) : (down >= up ? -down : up);
    double h = reach / LAST, sum = 0.0;
    for (int i = 0; i <= LAST; i++)
        sum += weight[i] * stiffness_at(contact, history, delta + i * h);
    return sum / h;
}

double dp_contact_stiffness(const dp_contact *contact, const double *history, double delta,
                            double *slope) {
    double unused;
    if (slope == NULL) slope = &unused;
    *slope = NAN;
    if (!dp_contact_is_prepared(contact) || isnan(delta)) return NAN;
    *slope = 0.0;
    if (!(delta > 0.0)) return 0.0;
    if (contact->kernel->stiffness != NULL)
        return contact->kernel->stiffness(contact->k, history, delta, slope);
    if (delta <= dp_contact_residual(contact, history)) return 0.0;
    double stiffness = stiffness_at(contact, history, delta);
    if (slope != &unused) *slope = slope_at(contact, history, delta);
    return stiffness;
}
