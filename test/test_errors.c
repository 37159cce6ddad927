// Tests for errors as data: each says what it is about, which one, and which number was refused.

#include "check.h"

#include "dashpot/dashpot.h"

static dp_contact_def hertz(void) {
    dp_contact_def def = dp_contact_defaults(dp_law_find("hertz"));
    def.pair.modulus = 1e11;
    def.pair.radius = 0.01;
    return def;
}

static dp_status unknown_law(dp_error *err) {
    const dp_law *law;
    return dp_law_lookup("hertzz", &law, err);
}

static dp_status unknown_friction_law(dp_error *err) {
    const dp_friction_law *law;
    return dp_friction_law_lookup("coulom", &law, err);
}

static dp_status large_parameter(dp_error *err) {
    dp_contact_def def = hertz();
    return dp_law_set(&def.law, "restitution", 2.0, err);
}

static dp_status missing_parameter(dp_error *err) {
    dp_contact contact;
    dp_contact_def def = dp_contact_defaults(dp_law_find("hunt-crossley"));
    def.pair.stiffness = 1e9;
    return dp_contact_init(&contact, &def, err);
}

static dp_status unknown_parameter(dp_error *err) {
    dp_contact_def def = hertz();
    return dp_law_set(&def.law, "restitutoin", 0.5, err);
}

static dp_status missing_entry(dp_error *err) {
    dp_contact contact;
    dp_contact_def def = hertz();
    def.pair.radius = NAN;
    return dp_contact_init(&contact, &def, err);
}

static dp_status negative_entry(dp_error *err) {
    dp_pair pair = dp_pair_defaults();
    return dp_pair_set(&pair, "mass", -1.0, err);
}

static dp_status wide_clearance(dp_error *err) {
    dp_contact contact;
    dp_contact_def def = dp_contact_defaults(dp_law_find("liu-winkler"));
    def.pair.modulus = 1e11;
    def.pair.bearing_radius = 0.01;
    def.pair.clearance = 0.02;
    def.pair.length = 0.01;
    return dp_contact_init(&contact, &def, err);
}

static dp_status slow_field(dp_error *err) {
    dp_contact contact;
    dp_contact_def def = hertz();
    def.approach_floor = 0.0;
    return dp_contact_init(&contact, &def, err);
}

static dp_status loose_impact(dp_error *err) {
    dp_contact contact;
    dp_contact_def def = hertz();
    dp_impact impact;
    assert_int_equal(dp_contact_init(&contact, &def, NULL), DP_OK);
    dp_impact_def loose = dp_impact_defaults();
    loose.mass = loose.speed = 1.0;
    loose.rtol = 0.5;
    return dp_impact_run(&contact, &loose, &impact, err);
}

static dp_status bad_body_of_pair(dp_error *err) {
    dp_body steel = {.young = 2e11, .poisson = 0.3, .radius = 0.01, .mass = 1.0};
    dp_body odd = steel;
    dp_pair pair;
    steel.density = odd.density = steel.yield = odd.yield = NAN;
    odd.poisson = 0.7;
    return dp_pair_from_bodies(&steel, &odd, DP_CONVEX, &pair, err);
}

// Bytes that no dp_contact_init wrote, whatever they are.
static dp_status unprepared_impact(dp_error *err) {
    dp_contact garbage;
    dp_impact impact;
    memset(&garbage, 0x41, sizeof garbage);
    dp_impact_def def = dp_impact_defaults();
    def.mass = def.speed = 1.0;
    return dp_impact_run(&garbage, &def, &impact, err);
}

static dp_status slow_impact_of_batch(dp_error *err) {
    dp_contact contact;
    dp_contact_def def = hertz();
    assert_int_equal(dp_contact_init(&contact, &def, NULL), DP_OK);
    double mass[2] = {1.0, 1.0}, speed[2] = {1.0, 0.0}, restitution[2];
    dp_impact_batch batch = dp_impact_batch_defaults();
    batch.contact = &contact;
    batch.count = 2;
    batch.mass = mass;
    batch.speed = speed;
    batch.restitution = restitution;
    return dp_impact_batch_run(&batch, err);
}

static dp_status mixed_batch(dp_error *err) {
    dp_contact contacts[2];
    dp_contact_def def = hertz();
    dp_batch batch;
    assert_int_equal(dp_contact_init(&contacts[0], &def, NULL), DP_OK);
    def.tension = DP_TENSION_ALLOW;
    assert_int_equal(dp_contact_init(&contacts[1], &def, NULL), DP_OK);
    assert_int_equal(dp_batch_build(&batch, 2, NULL, NULL), DP_OK);
    dp_status status = dp_batch_set_contacts(&batch, contacts, err);
    dp_batch_free(&batch);
    return status;
}

static dp_status bounce_that_lies(dp_error *err) {
    dp_contact contact;
    dp_contact_def def = hertz();
    dp_bounce bounce;
    assert_int_equal(dp_contact_init(&contact, &def, NULL), DP_OK);
    dp_bounce_def lies = dp_bounce_defaults();
    lies.mass = lies.gravity = 1.0;
    return dp_bounce_run(&contact, &lies, &bounce, err);
}

static dp_status journal_outside(dp_error *err) {
    dp_contact contact;
    dp_contact_def def = hertz();
    dp_journal journal;
    assert_int_equal(dp_contact_init(&contact, &def, NULL), DP_OK);
    dp_journal_def outside = dp_journal_defaults(DP_JOURNAL_EVENT_DRIVEN);
    outside.bearing_radius = outside.mass = outside.inertia = outside.vx = 1.0;
    outside.clearance = 0.1;
    outside.x = 0.2;
    outside.collisions = 1;
    return dp_journal_run(&contact, &outside, &journal, err);
}

static dp_status two_rigid_bodies(dp_error *err) {
    dp_body body = {.young = INFINITY, .poisson = 0.3, .radius = 0.01, .mass = 1.0};
    dp_pair pair;
    body.density = body.yield = NAN;
    return dp_pair_from_bodies(&body, &body, DP_CONVEX, &pair, err);
}

// A chain of three bodies, spoilt by the test.
struct chain_case {
    dp_contact law;
    double mass[3], gap[4];
    dp_chain_def def;
};

static void make_chain(struct chain_case *c) {
    dp_contact_def def = hertz();
    assert_int_equal(dp_contact_init(&c->law, &def, NULL), DP_OK);
    for (int i = 0; i < 4; i++)
        c->gap[i] = 0.0;
    for (int i = 0; i < 3; i++)
        c->mass[i] = 1.0;
    c->def = dp_chain_defaults();
    c->def.count = 3;
    c->def.mass = c->mass;
    c->def.gap = c->gap;
    c->def.laws = &c->law;
    c->def.law_count = 1;
    c->def.step = 1e-6;
}

static dp_status build_chain(const struct chain_case *c, dp_error *err) {
    dp_chain *chain;
    return dp_chain_build(&chain, &c->def, err);
}

static dp_status light_body_of_chain(dp_error *err) {
    struct chain_case c;
    make_chain(&c);
    c.mass[2] = 0.0;
    return build_chain(&c, err);
}

static dp_status bad_contact_of_chain(dp_error *err) {
    struct chain_case c;
    make_chain(&c);
    c.gap[1] = INFINITY;
    c.def.first_number = -1;
    dp_status status = build_chain(&c, err);
    // the sentence counts as it was told to, the index as the definition does
    assert_non_null(strstr(err->text, "contact 0"));
    return status;
}

static dp_status bad_end_of_chain(dp_error *err) {
    struct chain_case c;
    make_chain(&c);
    c.def.right.type = DP_END_BAR;
    c.def.right.impedance = -1.0;
    return build_chain(&c, err);
}

// A cart on a line and a wheel on a pin, with a motor, a force and a floor, spoilt by the test.
struct machine {
    dp_mechanism_body bodies[2];
    dp_mechanism_joint joints[2];
    dp_mechanism_driver driver;
    dp_mechanism_force force;
    dp_mechanism_contact touch;
    dp_mechanism_def def;
};

static void make_machine(struct machine *m) {
    m->bodies[0] = dp_mechanism_body_defaults("cart", 1.0, 1.0);
    m->bodies[1] = dp_mechanism_body_defaults("wheel", 1.0, 1.0);
    m->joints[0] = dp_mechanism_joint_defaults(DP_JOINT_TRANSLATIONAL, DP_GROUND, 0, NULL);
    m->joints[1] = dp_mechanism_joint_defaults(DP_JOINT_REVOLUTE, 0, 1, NULL);
    m->joints[1].name = "hub";
    m->driver = dp_mechanism_driver_defaults(1, DP_DRIVEN_ANGLE);
    m->driver.coefficient[0] = 1.0;
    m->force = dp_mechanism_force_defaults(DP_FORCE_SPRING, DP_GROUND, 0);
    m->force.name = "spring";
    m->touch = dp_mechanism_contact_defaults(DP_TOUCH_PLANE, 1, DP_GROUND, dp_law_find("hertz"));
    m->touch.contact = hertz();
    m->touch.name = "floor";
    m->touch.radius[0] = 0.1;
    m->touch.normal[1] = 1.0;
    m->touch.at[1][1] = -1.0;
    m->def = dp_mechanism_defaults();
    m->def.bodies = m->bodies;
    m->def.body_count = 2;
    m->def.joints = m->joints;
    m->def.joint_count = 2;
    m->def.drivers = &m->driver;
    m->def.driver_count = 1;
    m->def.forces = &m->force;
    m->def.force_count = 1;
    m->def.touches = &m->touch;
    m->def.touch_count = 1;
}

static dp_status build_machine(const struct machine *from, dp_error *err) {
    dp_mechanism *m = NULL;
    dp_status status = dp_mechanism_build(&m, &from->def, err);
    dp_mechanism_free(m);
    return status;
}

static dp_status light_body(dp_error *err) {
    struct machine m;
    make_machine(&m);
    m.bodies[1].mass = -2.0;
    return build_machine(&m, err);
}

static dp_status bad_joint(dp_error *err) {
    struct machine m;
    make_machine(&m);
    m.joints[1].second = 7;
    return build_machine(&m, err);
}

static dp_status bad_driver(dp_error *err) {
    struct machine m;
    make_machine(&m);
    m.driver.coefficient[2] = NAN;
    return build_machine(&m, err);
}

static dp_status bad_force(dp_error *err) {
    struct machine m;
    make_machine(&m);
    m.force.damping = -3.0;
    return build_machine(&m, err);
}

static dp_status bad_touch(dp_error *err) {
    struct machine m;
    make_machine(&m);
    m.touch.contact.pair.modulus = -1.0;
    return build_machine(&m, err);
}

static dp_status bad_gravity(dp_error *err) {
    struct machine m;
    make_machine(&m);
    m.def.gravity[1] = NAN;
    return build_machine(&m, err);
}

static dp_status unknown_channel(dp_error *err) {
    struct machine from;
    dp_mechanism *m;
    int index;
    make_machine(&from);
    assert_int_equal(dp_mechanism_build(&m, &from.def, err), DP_OK);
    dp_status status = dp_mechanism_channel_lookup(m, "wheel.anle", &index, err);
    dp_mechanism_free(m);
    return status;
}

static dp_status plain(dp_error *err) {
    return dp_fail(err, DP_ERR_NUMERIC, "it %s", "failed");
}

static const struct {
    dp_status (*provoke)(dp_error *err);
    dp_status status;
    dp_subject subject;
    long index;
    const char *name;
    double value, low, high;  // NaN: none; high -1: any
} cases[] = {
    {plain, DP_ERR_NUMERIC, DP_SUBJECT_NONE, -1, "", NAN, NAN, NAN},
    {unknown_law, DP_ERR_UNKNOWN_NAME, DP_SUBJECT_LAW, -1, "hertzz", NAN, NAN, NAN},
    {unknown_friction_law, DP_ERR_UNKNOWN_NAME, DP_SUBJECT_LAW, -1, "coulom", NAN, NAN, NAN},
    {large_parameter, DP_ERR_RANGE, DP_SUBJECT_PARAMETER, -1, "restitution", 2.0, 1e-6, 1.0},
    {missing_parameter, DP_ERR_MISSING, DP_SUBJECT_PARAMETER, -1, "restitution", NAN, NAN, NAN},
    {unknown_parameter, DP_ERR_UNKNOWN_NAME, DP_SUBJECT_PARAMETER, -1, "restitutoin", NAN, NAN,
     NAN},
    {missing_entry, DP_ERR_MISSING, DP_SUBJECT_PAIR_ENTRY, -1, "radius", NAN, NAN, NAN},
    {negative_entry, DP_ERR_RANGE, DP_SUBJECT_PAIR_ENTRY, -1, "mass", -1.0, 0.0, -1.0},
    {wide_clearance, DP_ERR_RANGE, DP_SUBJECT_PAIR_ENTRY, -1, "clearance", 0.02, 0.0, 0.01},
    {slow_field, DP_ERR_RANGE, DP_SUBJECT_FIELD, -1, "approach_floor", 0.0, 0.0, -1.0},
    {loose_impact, DP_ERR_RANGE, DP_SUBJECT_FIELD, -1, "rtol", 0.5, 0.0, 0.1},
    {bad_body_of_pair, DP_ERR_RANGE, DP_SUBJECT_BODY, 1, "", 0.7, 0.0, 0.5},
    {unprepared_impact, DP_ERR_NOT_INITIALIZED, DP_SUBJECT_CONTACT, -1, "", NAN, NAN, NAN},
    {slow_impact_of_batch, DP_ERR_RANGE, DP_SUBJECT_FIELD, 1, "speed", NAN, NAN, NAN},
    {mixed_batch, DP_ERR_CONFLICT, DP_SUBJECT_CONTACT, 1, "", NAN, NAN, NAN},
    {bounce_that_lies, DP_ERR_RANGE, DP_SUBJECT_FIELD, -1, "height", NAN, NAN, NAN},
    {journal_outside, DP_ERR_RANGE, DP_SUBJECT_FIELD, -1, "x", NAN, NAN, NAN},
    {two_rigid_bodies, DP_ERR_RANGE, DP_SUBJECT_PAIR_ENTRY, -1, "modulus", NAN, NAN, NAN},
    {light_body_of_chain, DP_ERR_RANGE, DP_SUBJECT_BODY, 2, "", 0.0, 0.0, -1.0},
    {bad_contact_of_chain, DP_ERR_RANGE, DP_SUBJECT_CONTACT, 1, "", NAN, NAN, NAN},
    {bad_end_of_chain, DP_ERR_RANGE, DP_SUBJECT_END, 1, "right", NAN, NAN, NAN},
    {light_body, DP_ERR_RANGE, DP_SUBJECT_BODY, 1, "wheel", -2.0, 0.0, 1e60},
    {bad_joint, DP_ERR_UNKNOWN_NAME, DP_SUBJECT_JOINT, 1, "hub", NAN, NAN, NAN},
    {bad_driver, DP_ERR_RANGE, DP_SUBJECT_DRIVER, 0, "wheel", NAN, NAN, NAN},
    {bad_force, DP_ERR_RANGE, DP_SUBJECT_FORCE, 0, "spring", -3.0, 0.0, -1.0},
    {bad_touch, DP_ERR_RANGE, DP_SUBJECT_CONTACT, 0, "floor", -1.0, 0.0, -1.0},
    {bad_gravity, DP_ERR_MISSING, DP_SUBJECT_FIELD, -1, "gravity", NAN, NAN, NAN},
    {unknown_channel, DP_ERR_UNKNOWN_NAME, DP_SUBJECT_CHANNEL, -1, "wheel.anle", NAN, NAN, NAN},
};

static int are_equal(double a, double b) {
    return (isnan(a) && isnan(b)) || fabs(a - b) <= 1e-12;
}

static void an_error_says_what_it_is_about(void **state) {
    (void)state;
    unsigned seen = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        // what stood there before must not shine through
        dp_error err;
        memset(&err, 0x55, sizeof err);
        dp_status status = cases[i].provoke(&err);
        seen |= 1u << err.subject;
        if (status != cases[i].status || err.status != status || err.subject != cases[i].subject ||
            err.index != cases[i].index || strcmp(err.name, cases[i].name) != 0 ||
            !are_equal(err.value, cases[i].value) || !are_equal(err.low, cases[i].low) ||
            !(cases[i].high == -1.0 ? err.high > 1.0 : are_equal(err.high, cases[i].high)))
            fail_msg(
                "case %zu: status %d, subject %d, index %ld, name '%s', value %g in %g..%g: %s", i,
                (int)err.status, (int)err.subject, err.index, err.name, err.value, err.low,
                err.high, err.text);
        assert_int_equal(cases[i].provoke == plain, err.subject == DP_SUBJECT_NONE);
    }
    assert_int_equal(seen, (1u << (DP_SUBJECT_CHANNEL + 1)) - 1);
}

static void a_caller_without_a_place_for_it_gets_the_status(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (cases[i].provoke == bad_contact_of_chain) continue;  // reads the text
        assert_int_equal(cases[i].provoke(NULL), cases[i].status);
    }
}

static void blame_leaves_success_and_lack_of_memory_alone(void **state) {
    (void)state;
    dp_error err = {.index = 5};
    assert_int_equal(dp_blame(&err, DP_OK, DP_SUBJECT_BODY, 1, "b"), DP_OK);
    assert_int_equal(dp_blame_value(&err, DP_OK, 1.0, 2.0, 3.0), DP_OK);
    assert_int_equal(dp_blame(&err, DP_ERR_MEMORY, DP_SUBJECT_BODY, 1, "b"), DP_ERR_MEMORY);
    assert_int_equal(err.index, 5);
    assert_int_equal(err.subject, DP_SUBJECT_NONE);
    assert_string_equal(err.name, "");
    char name[200];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    dp_blame(&err, DP_ERR_RANGE, DP_SUBJECT_BODY, 2, name);
    assert_int_equal(strlen(err.name), sizeof err.name - 1);
}

static void an_unknown_law_makes_a_definition_that_is_refused(void **state) {
    (void)state;
    dp_error err;
    dp_law_def law = dp_law_defaults(dp_law_find("hertzz"));
    assert_int_equal(dp_law_set(&law, "restitution", 0.5, &err), DP_ERR_NOT_INITIALIZED);
    assert_int_equal(err.subject, DP_SUBJECT_LAW);
    assert_int_equal(dp_law_choose(&law, "form", "printed", &err), DP_ERR_NOT_INITIALIZED);
    assert_true(isnan(dp_law_get(&law, "restitution")));

    dp_friction friction;
    dp_friction_def def = dp_friction_defaults(dp_friction_law_find("coulom"));
    assert_int_equal(dp_friction_set(&def, "mu", 0.5, &err), DP_ERR_NOT_INITIALIZED);
    assert_int_equal(err.subject, DP_SUBJECT_LAW);
    assert_int_equal(dp_friction_choose(&def, "mu", "much", &err), DP_ERR_NOT_INITIALIZED);
    assert_int_equal(dp_friction_init(&friction, &def, &err), DP_ERR_NOT_INITIALIZED);
    assert_true(isnan(dp_friction_get(&def, "mu")));
}

static void friction_parameters_are_reached_as_those_of_laws(void **state) {
    (void)state;
    dp_error err;
    const dp_friction_law *law = dp_friction_law_find("coulomb");
    dp_friction_def def = dp_friction_defaults(law);
    assert_int_equal(dp_friction_set(&def, "mu", 0.25, &err), DP_OK);
    CHECK_NEAR(dp_friction_get(&def, "mu"), 0.25, 0.0);
    assert_true(isnan(dp_friction_get(&def, "nothing")));
    assert_int_equal(dp_friction_choose(&def, "mu", "much", &err), DP_ERR_RANGE);
    assert_string_equal(err.text, "mu is 'much'; it must be a number");
    int count = dp_friction_param_count(law);
    assert_non_null(law->params[count - 1].name);
    assert_null(law->params[count].name);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_error_says_what_it_is_about),
        cmocka_unit_test(a_caller_without_a_place_for_it_gets_the_status),
        cmocka_unit_test(blame_leaves_success_and_lack_of_memory_alone),
        cmocka_unit_test(an_unknown_law_makes_a_definition_that_is_refused),
        cmocka_unit_test(friction_parameters_are_reached_as_those_of_laws),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
