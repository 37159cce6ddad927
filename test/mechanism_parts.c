// See mechanism_parts.h.

#include "mechanism_parts.h"

#include "check.h"
#include "mechanism_cases.h"

// --- parts ---------------------------------------------------------------------------------------

void parts_begin(struct parts *p) {
    memset(p, 0, sizeof *p);
    p->def = dp_mechanism_defaults();
    p->def.bodies = p->bodies;
    p->def.joints = p->joints;
    p->def.drivers = p->drivers;
    p->def.forces = p->forces;
    p->def.touches = p->touches;
}

static int next(int *count) {
    assert_true(*count < PARTS);
    return (*count)++;
}

dp_mechanism_body *add_body(struct parts *p, const char *name, double mass, double inertia) {
    dp_mechanism_body *body = &p->bodies[next(&p->def.body_count)];
    *body = dp_mechanism_body_defaults(name, mass, inertia);
    return body;
}

dp_mechanism_joint *add_joint(struct parts *p, dp_joint_type type, int first, int second) {
    dp_mechanism_joint *joint = &p->joints[next(&p->def.joint_count)];
    *joint = dp_mechanism_joint_defaults(type, first, second, NULL);
    return joint;
}

dp_mechanism_driver *add_driver(struct parts *p, int body, dp_driven what) {
    dp_mechanism_driver *driver = &p->drivers[next(&p->def.driver_count)];
    *driver = dp_mechanism_driver_defaults(body, what);
    return driver;
}

dp_mechanism_force *add_force(struct parts *p, dp_force_type type, int first, int second) {
    dp_mechanism_force *force = &p->forces[next(&p->def.force_count)];
    *force = dp_mechanism_force_defaults(type, first, second);
    return force;
}

dp_mechanism_contact *add_touch(struct parts *p, dp_touch_type type, int first, int second) {
    dp_mechanism_contact *touch = &p->touches[next(&p->def.touch_count)];
    *touch = dp_mechanism_contact_defaults(type, first, second, NULL);
    return touch;
}

dp_mechanism_joint *add_pin(struct parts *p, int first, double first_x, int second,
                            double second_x) {
    dp_mechanism_joint *pin = add_joint(p, DP_JOINT_REVOLUTE, first, second);
    pin->at[0][0] = first_x;
    pin->at[1][0] = second_x;
    return pin;
}

dp_mechanism_driver *add_motor(struct parts *p, int body, double speed, double rise) {
    dp_mechanism_driver *motor = add_driver(p, body, DP_DRIVEN_ANGLE);
    motor->coefficient[0] = speed;
    motor->coefficient[1] = rise;
    return motor;
}

void add_cart_and_wheel(struct parts *p, double cart_mass, double wheel_inertia) {
    add_body(p, "cart", cart_mass, 1.0);
    add_body(p, "wheel", 1.0, wheel_inertia);
    add_joint(p, DP_JOINT_TRANSLATIONAL, DP_GROUND, 0);
    add_joint(p, DP_JOINT_REVOLUTE, DP_GROUND, 1);
    add_force(p, DP_FORCE_SPRING, DP_GROUND, 0)->at[0][0] = -1.0;
    add_force(p, DP_FORCE_TORSION, DP_GROUND, 1);
}

// --- runs ----------------------------------------------------------------------------------------

static int keep(void *user, double time, const double *values) {
    struct rows *r = (struct rows *)user;
    if (r->count >= ROWS) return 1;
    r->time[r->count] = time;
    memcpy(r->value[r->count++], values, (size_t)r->width * sizeof *values);
    return 0;
}

static void tell(void *user, const dp_mechanism_impact *impact) {
    struct rows *r = (struct rows *)user;
    r->told++;
    r->last = *impact;
}

static void find_channels(const dp_mechanism *m, const char *names, struct rows *rows) {
    char name[64];
    size_t length;
    for (; *names != '\0'; names += length + (names[length] == ' ')) {
        length = strcspn(names, " ");
        assert_true(length > 0 && length < sizeof name && rows->width < WIDTH);
        snprintf(name, sizeof name, "%.*s", (int)length, names);
        rows->channels[rows->width++] = channel(m, name);
    }
}

dp_mechanism_run_def rows_of(const dp_mechanism *m, double until, double every, const char *names,
                             struct rows *rows) {
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    memset(rows, 0, sizeof *rows);
    find_channels(m, names, rows);
    run.until = until;
    run.every = every;
    run.rtol = 1e-11;
    run.row_channels = rows->channels;
    run.row_channel_count = rows->width;
    run.row = keep;
    run.impact = tell;
    run.user = rows;
    return run;
}

dp_mechanism_result record(const dp_mechanism *m, double until, double every, const char *names,
                           struct rows *rows) {
    dp_mechanism_run_def run = rows_of(m, until, every, names, rows);
    return mechanism_run(m, &run);
}

dp_mechanism_result run_to(const dp_mechanism *m, double until, double rtol, dp_body_state *end,
                           dp_mechanism_contact_stats *pairs) {
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    run.until = until;
    run.rtol = rtol;
    run.bodies = end;
    run.pairs = pairs;
    return mechanism_run(m, &run);
}
