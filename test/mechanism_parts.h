#ifndef DP_TEST_MECHANISM_PARTS_H
#define DP_TEST_MECHANISM_PARTS_H

#include "dashpot/dashpot.h"

// Mechanisms put together part by part, and the rows of a run. All work or fail the test.

enum { PARTS = 6, ROWS = 201, WIDTH = 12 };

/// A definition and what it points to: it must stay where it began.
struct parts {
    dp_mechanism_body bodies[PARTS];
    dp_mechanism_joint joints[PARTS];
    dp_mechanism_driver drivers[PARTS];
    dp_mechanism_force forces[PARTS];
    dp_mechanism_contact touches[PARTS];
    dp_mechanism_def def;
};

void parts_begin(struct parts *p);

/// One more part with its defaults, to be changed; surfaces and clearances have no law yet.
dp_mechanism_body *add_body(struct parts *p, const char *name, double mass, double inertia);
dp_mechanism_joint *add_joint(struct parts *p, dp_joint_type type, int first, int second);
dp_mechanism_driver *add_driver(struct parts *p, int body, dp_driven what);
dp_mechanism_force *add_force(struct parts *p, dp_force_type type, int first, int second);
dp_mechanism_contact *add_touch(struct parts *p, dp_touch_type type, int first, int second);

/// A pin at x of the first body and x of the second, on the axes of both.
dp_mechanism_joint *add_pin(struct parts *p, int first, double first_x, int second,
                            double second_x);

/// Turned by `speed t + rise t^2`.
dp_mechanism_driver *add_motor(struct parts *p, int body, double speed, double rise);

/// "cart" on a line through the origin with a spring to (-1, 0), "wheel" on a pin with a torsion
/// spring: forces 0 and 1, still without stiffness.
void add_cart_and_wheel(struct parts *p, double cart_mass, double wheel_inertia);

/// What a run tells, row by row and impact by impact.
struct rows {
    int count, told;
    int width, channels[WIDTH];
    double time[ROWS], value[ROWS][WIDTH];
    dp_mechanism_impact last;
};

/// A run with rtol 1e-11 into rows of these channels, whose names stand with blanks between them.
dp_mechanism_run_def rows_of(const dp_mechanism *m, double until, double every, const char *names,
                             struct rows *rows);

/// The same, and run it.
dp_mechanism_result record(const dp_mechanism *m, double until, double every, const char *names,
                           struct rows *rows);

/// Run for the states in the end and what the pairs did; NULL: not asked for.
dp_mechanism_result run_to(const dp_mechanism *m, double until, double rtol, dp_body_state *end,
                           dp_mechanism_contact_stats *pairs);

#endif
