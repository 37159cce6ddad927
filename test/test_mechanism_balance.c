// Channels of joints and drivers against Newton's and Euler's equations of every body, whichever
// body of a joint comes first: forces act where their documentation says.

#include "check.h"
#include "mechanism_cases.h"
#include "mechanism_parts.h"

static unsigned seed;

static double between(double low, double high) {
    seed = seed * 1664525u + 1013904223u;
    return low + (high - low) * (seed >> 8) / 16777216.0;
}

static int one_of(int count) {
    return (int)between(0.0, count);
}

static const char *const names[] = {"a", "b", "c", "d"};

static void add_bodies(struct parts *p, int count) {
    for (int i = 0; i < count; i++)
        add_body(p, names[i], between(0.5, 2.0), between(0.05, 0.2));
    p->def.gravity[0] = between(-5.0, 5.0);
    p->def.gravity[1] = -9.81;
}

static void random_points(dp_mechanism_joint *j) {
    for (int k = 0; k < 2; k++) {
        j->at[0][k] = between(-0.5, 0.5);
        j->at[1][k] = between(-0.5, 0.5);
        j->through[k] = between(-0.5, 0.5);
        j->axis[k] = between(0.2, 1.0) * (one_of(2) ? 1.0 : -1.0);
    }
    if (j->type != DP_JOINT_REVOLUTE) j->angle = between(-1.0, 1.0);
}

// Every body hangs on the ground or on an earlier one.
static void add_tree(struct parts *p, int count) {
    add_bodies(p, count);
    for (int i = 0; i < count; i++) {
        int parent = i == 0 ? DP_GROUND : one_of(i + 1) - 1, is_second = one_of(2);
        dp_joint_type type = (dp_joint_type[]){DP_JOINT_REVOLUTE, DP_JOINT_TRANSLATIONAL,
                                               DP_JOINT_FIXED}[one_of(i == 0 ? 2 : 3)];
        random_points(add_joint(p, type, is_second ? parent : i, is_second ? i : parent));
    }
}

// Crank a and rocker b on pins, block c on the crank and on a line of the rocker: the slide closes
// the loop.
static void add_loop(struct parts *p) {
    add_bodies(p, 3);
    p->bodies[0].angle = between(0.3, 1.2);
    add_pin(p, DP_GROUND, 0.0, 0, 0.0);
    add_pin(p, DP_GROUND, -1.0, 1, 0.0);
    add_pin(p, 0, 0.5, 2, 0.0);
    int is_second = one_of(2);
    dp_mechanism_joint *j =
        add_joint(p, DP_JOINT_TRANSLATIONAL, is_second ? 1 : 2, is_second ? 2 : 1);
    j->at[1][1] = between(-0.1, 0.1);
    j->through[1] = between(-0.1, 0.1);
}

// A motor on a pin of the ground, or a position driver on a slide of the ground, in both
// directions.
static void add_drive(struct parts *p) {
    const dp_mechanism_joint *j = &p->joints[0];
    if (j->type == DP_JOINT_REVOLUTE) {
        add_motor(p, 0, between(-3.0, 3.0), between(-5.0, 5.0));
        return;
    }
    dp_mechanism_driver *d = add_driver(p, 0, one_of(2) ? DP_DRIVEN_X : DP_DRIVEN_Y);
    d->start = between(-0.2, 0.2);
    d->coefficient[0] = between(-1.0, 1.0);
    d->coefficient[1] = between(-5.0, 5.0);
}

static double at_end(const dp_mechanism *m, const char *owner, const char *field) {
    char name[64];
    struct rows rows;
    snprintf(name, sizeof name, "%s.%s", owner, field);
    record(m, 0.1, 0.1, name, &rows);
    return rows.value[rows.count - 1][0];
}

struct wrench {
    double x, y, moment, size;  // about the centre of mass; size: of the largest force or moment
};

static void add(struct wrench *w, double fx, double fy, double moment, double rx, double ry) {
    w->x += fx;
    w->y += fy;
    w->moment += moment + rx * fy - ry * fx;
    w->size = fmax(w->size, fmax(hypot(fx, fy), fabs(moment)));
}

// The point of the second body of a joint, seen from the origin.
static void point_of(const dp_mechanism *m, const dp_mechanism_joint *j, double out[2]) {
    double x = 0.0, y = 0.0, angle = 0.0;
    if (j->second >= 0) {
        x = at_end(m, names[j->second], "x");
        y = at_end(m, names[j->second], "y");
        angle = at_end(m, names[j->second], "angle");
    }
    out[0] = x + cos(angle) * j->at[1][0] - sin(angle) * j->at[1][1];
    out[1] = y + sin(angle) * j->at[1][0] + cos(angle) * j->at[1][1];
}

static void check_balance(const struct parts *p) {
    dp_mechanism *m = mechanism_build(&p->def);
    for (int b = 0; b < p->def.body_count; b++) {
        const dp_mechanism_body *body = &p->bodies[b];
        struct wrench w = {0};
        double x = at_end(m, names[b], "x"), y = at_end(m, names[b], "y");
        add(&w, body->mass * p->def.gravity[0], body->mass * p->def.gravity[1], 0.0, 0.0, 0.0);
        for (int i = 0; i < p->def.joint_count; i++) {
            const dp_mechanism_joint *j = &p->joints[i];
            if (j->first != b && j->second != b) continue;
            const char *name = dp_mechanism_joint_name(m, i);
            double sign = j->second == b ? 1.0 : -1.0, at[2];
            point_of(m, j, at);
            add(&w, sign * at_end(m, name, "fx"), sign * at_end(m, name, "fy"),
                sign * at_end(m, name, "moment"), at[0] - x, at[1] - y);
        }
        if (b == 0 && p->def.driver_count > 0) {
            dp_driven what = p->drivers[0].what;
            double effort = at_end(m, "motor", what == DP_DRIVEN_ANGLE ? "moment" : "force");
            add(&w, what == DP_DRIVEN_X ? effort : 0.0, what == DP_DRIVEN_Y ? effort : 0.0,
                what == DP_DRIVEN_ANGLE ? effort : 0.0, 0.0, 0.0);
            if (what != DP_DRIVEN_ANGLE) {
                double speed = at_end(m, names[0], what == DP_DRIVEN_X ? "vx" : "vy");
                CHECK_WITHIN(at_end(m, "motor", "power"), effort * speed, 1e-12 * w.size);
            }
        }
        // the accelerations are those of the same instant; loops are closed to 1e-13 of their size
        double allowed = 1e-10 * (1.0 + w.size);
        CHECK_WITHIN(w.x, body->mass * at_end(m, names[b], "ax"), allowed);
        CHECK_WITHIN(w.y, body->mass * at_end(m, names[b], "ay"), allowed);
        CHECK_WITHIN(w.moment, body->inertia * at_end(m, names[b], "alpha"), allowed);
    }
    dp_mechanism_free(m);
}

static void forces_of_joints_accelerate_the_bodies(void **state) {
    (void)state;
    for (seed = 1; seed < 61;) {
        unsigned next = seed + 1;
        struct parts p;
        parts_begin(&p);
        if (seed % 4 == 0)
            add_loop(&p);
        else
            add_tree(&p, 2 + (int)seed % 3);
        if (seed % 2 == 0) {
            add_drive(&p);
            p.drivers[0].name = "motor";
        }
        check_balance(&p);
        seed = next;
    }
}

// At x = 0.5 m on a fixed rail: the moment about the point on the ground is -m g x.
static void the_moment_of_a_slide_is_about_the_point_of_its_second_body(void **state) {
    (void)state;
    for (int is_second = 0; is_second < 2; is_second++) {
        struct parts p;
        parts_begin(&p);
        add_body(&p, names[0], 1.0, 0.1);
        p.bodies[0].x = 0.5;
        p.def.gravity[1] = -9.81;
        add_joint(&p, DP_JOINT_TRANSLATIONAL, is_second ? DP_GROUND : 0, is_second ? 0 : DP_GROUND);
        p.joints[0].axis[0] = 1.0;
        dp_mechanism *m = mechanism_build(&p.def);
        const char *name = dp_mechanism_joint_name(m, 0);
        CHECK_WITHIN(at_end(m, name, "moment"), is_second ? 0.0 : -9.81 * 0.5, 1e-13);
        CHECK_WITHIN(at_end(m, name, "fy"), is_second ? 9.81 : -9.81, 1e-13);
        dp_mechanism_free(m);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forces_of_joints_accelerate_the_bodies),
        cmocka_unit_test(the_moment_of_a_slide_is_about_the_point_of_its_second_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
