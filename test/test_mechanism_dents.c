// Tests for src/mechanism/dents.c: what a bearing remembers, and where.

#include "check.h"
#include "mechanism_cases.h"
#include "mechanism_parts.h"

#define PI 3.14159265358979323846
enum { SEEN = 64 };
static const double mass = 1.0, clearance = 1e-3, bearing_radius = 0.02;

// What a run tells.
struct seen {
    dp_mechanism_impact impacts[SEEN];
    dp_mechanism_dent dents[SEEN];
    int impact_count, dent_count;
    dp_mechanism_contact_stats pair;
    dp_mechanism_result result;
};

static void see_impact(void *user, const dp_mechanism_impact *impact) {
    struct seen *s = (struct seen *)user;
    if (s->impact_count < SEEN) s->impacts[s->impact_count] = *impact;
    s->impact_count++;
}

static void see_dent(void *user, const dp_mechanism_dent *dent) {
    struct seen *s = (struct seen *)user;
    if (s->dent_count < SEEN) s->dents[s->dent_count] = *dent;
    s->dent_count++;
}

static dp_contact_def contact_of(const char *law) {
    dp_error err = {0};
    dp_contact_def def = dp_contact_defaults(dp_law_find(law));
    def.pair.modulus = 1e11;
    def.pair.yield = 3e7;
    def.pair.mass = mass;
    def.pair.length = 0.02;
    if (strcmp(law, "walton-braun") == 0) {
        def.pair.stiffness = 1e8;
        assert_int_equal(dp_law_set(&def.law, "restitution", 0.6, &err), DP_OK);
    }
    if (strcmp(law, "peng") == 0) {
        def.pair.yield = 1e7;
        assert_int_equal(dp_law_set(&def.law, "restitution", 0.9, &err), DP_OK);
    }
    return def;
}

// A journal that flies in a bearing of the ground, or of a wheel that a motor turns; so much of the
// clearance beside its middle that it first touches at asin(aside).
static dp_mechanism_joint *make(struct parts *p, const char *law, double speed, double aside,
                                double wheel_speed) {
    parts_begin(p);
    dp_mechanism_body *ball = add_body(p, "ball", mass, 1e-4);
    ball->x = ball->angle = ball->omega = ball->vy = 0.0;
    ball->y = aside * clearance;
    ball->vx = speed;
    int holder = DP_GROUND;
    if (wheel_speed != 0.0) {
        add_body(p, "wheel", 1.0, 0.01);
        add_pin(p, DP_GROUND, 0.0, 1, 0.0);
        add_motor(p, 1, wheel_speed, 0.0);
        holder = 1;
    }
    dp_mechanism_joint *joint = add_joint(p, DP_JOINT_CLEARANCE, 0, holder);
    joint->name = "pin";
    joint->bearing_radius = bearing_radius;
    joint->journal_radius = bearing_radius - clearance;
    joint->contact = contact_of(law);
    return joint;
}

static struct seen see(const struct parts *p, double until) {
    struct seen s = {.impact_count = 0};
    dp_mechanism *m = mechanism_build(&p->def);
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    run.until = until;
    run.rtol = 1e-11;
    run.pairs = &s.pair;
    run.impact = see_impact;
    run.dent = see_dent;
    run.user = &s;
    s.result = mechanism_run(m, &run);
    dp_mechanism_free(m);
    return s;
}

// --- the journal of src/journal ------------------------------------------------------------------

struct record {
    dp_collision collisions[SEEN];
    int count;
};

static void keep_collision(void *user, const dp_collision *collision) {
    struct record *r = (struct record *)user;
    if (r->count < SEEN) r->collisions[r->count++] = *collision;
}

static void a_journal_bounces_as_in_its_own_scenario(void **state) {
    (void)state;
    const char *const laws[] = {"ma-liu",        "thornton",     "walton-braun",      "peng",
                                "jackson-green", "kogut-etsion", "zhao-maietta-chang"};
    for (int i = 0; i < 7; i++) {
        struct parts p;
        struct record record = {.count = 0};
        dp_error err = {0};
        dp_mechanism_joint *joint = make(&p, laws[i], 1.0, 0.0, 0.0);
        dp_contact_def def = joint->contact;
        def.pair.bearing_radius = bearing_radius;
        def.pair.clearance = clearance;
        def.pair.radius = bearing_radius * (bearing_radius - clearance) / clearance;
        dp_contact contact;
        if (dp_contact_init(&contact, &def, &err) != DP_OK) fail_msg("%s", err.text);
        dp_journal_def journal = dp_journal_defaults(DP_JOURNAL_RESOLVED);
        journal.bearing_radius = bearing_radius;
        journal.clearance = clearance;
        journal.mass = mass;
        journal.inertia = 1e-4;
        journal.vx = 1.0;
        journal.collisions = 8;
        journal.keep_history = true;
        journal.collision = keep_collision;
        journal.user = &record;
        dp_journal result;
        assert_int_equal(dp_journal_run(&contact, &journal, &result, &err), DP_OK);
        assert_int_equal(record.count, 8);

        struct seen s = see(&p, 1.0);
        assert_true(s.impact_count > 8);
        for (int k = 0; k < 8; k++) {
            // speeds to the tolerance of both solvers, some hundred steps each
            CHECK_NEAR(s.impacts[k].approach_speed, record.collisions[k].normal_in, 1e-8);
            CHECK_NEAR(s.impacts[k].max_indentation, record.collisions[k].max_indentation, 1e-7);
            CHECK_NEAR(s.impacts[k].max_force, record.collisions[k].max_force, 1e-7);
        }
        // a dent on either side
        assert_int_equal(s.dent_count, 2);
        CHECK_WITHIN(s.dents[0].angle, 0.0, 1e-15);
        CHECK_WITHIN(fabs(s.dents[1].angle), PI, 1e-15);
        // rtol 1e-11 a step, some thousand steps
        CHECK_WITHIN(s.result.energy.error, 0.0, 1e-8);
    }
}

static void a_touch_happens_on_the_ground_of_the_dent(void **state) {
    (void)state;
    struct parts p;
    make(&p, "ma-liu", 1.0, 0.0, 0.0);
    struct seen s = see(&p, 0.05);
    assert_true(s.impact_count > 3);
    // the third touch is on the side of the first: from the ground of the left dent to that of the
    // right one, at the speed that the touch itself has
    const dp_mechanism_impact *i = s.impacts;
    double after = i[1].time + i[1].duration, ground = s.pair.max_dent;
    assert_int_equal(s.dent_count, 2);
    double left = fabs(s.dents[1].depth), right = s.dents[0].depth;
    assert_true(ground == fmax(left, right) && left > 0.0 && right > 0.0);
    double way = 2.0 * clearance + left + right;
    CHECK_NEAR(i[2].time, after + way / i[2].approach_speed, 1e-9);
}

// --- where ---------------------------------------------------------------------------------------

static void every_new_place_yields(void **state) {
    (void)state;
    struct parts p;
    make(&p, "ma-liu", 1.0, 0.5, 0.0);
    struct seen s = see(&p, 0.008);
    assert_true(s.impact_count >= 4);
    assert_int_equal(s.dent_count, s.impact_count);
    // the first flight is straight
    int found = 0;
    for (int i = 0; i < s.dent_count; i++)
        found += fabs(s.dents[i].angle - asin(0.5)) <= PI / 720.0;
    assert_int_equal(found, 1);

    // with one history for all of it the first dent is the only one: slower touches do not yield
    p.joints[0].sectors = 1;
    struct seen one = see(&p, 0.008), first = see(&p, 0.002);
    assert_int_equal(one.dent_count, 1);
    CHECK_NEAR(one.dents[0].angle, 0.0, 0.0);
    // both runs end at another step of theirs
    CHECK_NEAR(one.result.energy.plastic, first.result.energy.plastic, 1e-10);
    assert_true(s.result.energy.plastic > 1.2 * one.result.energy.plastic);
}

// Over a deep dent a journal that is pushed back before it leaves the hollow meets new material
// too.
static void fresh_material_lies_in_the_hollow_as_well(void **state) {
    (void)state;
    struct parts p;
    make(&p, "thornton", 1.0, 0.5, 0.0)->keep_history = 0;
    struct seen s = see(&p, 0.05);
    assert_true(s.impact_count > 1);
    // not the whole depth of the first, from whose ground it would have begun
    assert_true(s.impacts[1].max_indentation < 0.2 * s.impacts[0].max_indentation);
    CHECK_WITHIN(s.result.energy.error, 0.0, 1e-9);
}

// A dent as deep as a tenth of the clearance is no groove: a journal that does not come out of it
// towards the middle lies on new material beside it.
static void a_deep_dent_does_not_reach_round_the_bearing(void **state) {
    (void)state;
    struct parts p;
    make(&p, "thornton", 1.0, 0.5, 0.0);
    struct seen s = see(&p, 0.05);
    assert_true(s.pair.max_dent > 0.1 * clearance);
    assert_int_equal(s.dent_count, 2);
    assert_true(s.dents[0].depth < 0.1 * s.dents[1].depth);
    CHECK_WITHIN(s.dents[1].angle, asin(0.5), PI / 720.0);
    assert_true(isinf(s.impacts[s.impact_count - 1].duration));
    CHECK_WITHIN(s.result.energy.error, 0.0, 1e-9);
}

static void dents_turn_with_the_bearing(void **state) {
    (void)state;
    struct parts p;
    const double speed = 300.0;
    make(&p, "ma-liu", 1.0, 0.0, speed);
    struct seen s = see(&p, 0.015);
    // left, right, left, ... in the fixed frame; without friction the wheel slides by beneath
    assert_true(s.impact_count >= 3);
    assert_int_equal(s.dent_count, s.impact_count);
    for (int i = 0; i < s.impact_count; i++) {
        double angle = (i % 2 == 0 ? 0.0 : PI) - speed * s.impacts[i].time;
        int found = 0;
        for (int k = 0; k < s.dent_count; k++)
            // half a sector, and rounding at its border
            found += fabs(remainder(s.dents[k].angle - angle, 2.0 * PI)) < 1.01 * PI / 720.0;
        assert_int_equal(found, 1);
    }
}

static void dents_rise_in_angle_and_the_deepest_is_told(void **state) {
    (void)state;
    struct parts p;
    make(&p, "ma-liu", 1.0, 0.5, 0.0);
    struct seen s = see(&p, 0.05);
    double most = 0.0;
    assert_true(s.dent_count > 4 && s.dent_count < SEEN);
    for (int i = 0; i < s.dent_count; i++) {
        if (i > 0) assert_true(s.dents[i].angle > s.dents[i - 1].angle);
        assert_true(fabs(s.dents[i].angle) <= PI + 1e-12);
        assert_int_equal(s.dents[i].pair, 0);
        most = fmax(most, s.dents[i].depth);
    }
    CHECK_NEAR(s.pair.max_dent, most, 0.0);
}

// --- how -----------------------------------------------------------------------------------------

static void fresh_material_yields_the_same_every_time(void **state) {
    (void)state;
    struct parts p;
    make(&p, "walton-braun", 1.0, 0.0, 0.0)->keep_history = 0;
    struct seen s = see(&p, 0.05);
    assert_true(s.impact_count > 3);
    for (int i = 1; i < s.impact_count; i++)
        // virgin walton-braun has this restitution at any speed
        CHECK_NEAR(s.impacts[i].approach_speed, 0.6 * s.impacts[i - 1].approach_speed, 1e-8);
    assert_int_equal(s.dent_count, 0);
    CHECK_NEAR(s.pair.max_dent, 0.0, 0.0);
    // what is kept and as deep as this is elastic when it comes back slower
    make(&p, "walton-braun", 1.0, 0.0, 0.0);
    struct seen kept = see(&p, 0.05);
    CHECK_NEAR(kept.impacts[3].approach_speed, kept.impacts[2].approach_speed, 1e-8);
}

static void touches_that_slide_over_sectors_are_counted(void **state) {
    (void)state;
    struct parts p;
    dp_mechanism_joint *joint = make(&p, "ma-liu", 1.0, 0.5, 0.0);
    joint->sectors = 4;
    // one touch, at 30 deg
    struct seen few = see(&p, 0.002);
    assert_int_equal(few.impact_count, 1);
    assert_int_equal(few.pair.slid_over_sectors, 0);
    joint->sectors = 1000000;
    assert_int_equal(see(&p, 0.002).pair.slid_over_sectors, 1);
    // head on, nothing slides
    make(&p, "ma-liu", 1.0, 0.0, 0.0);
    assert_int_equal(see(&p, 0.015).pair.slid_over_sectors, 0);
}

static void the_ledger_closes_for_every_law_that_dents(void **state) {
    (void)state;
    const char *const laws[] = {"ma-liu",        "thornton",     "walton-braun",     "peng",
                                "jackson-green", "kogut-etsion", "chang-etsion-bogy"};
    const dp_tension tensions[] = {DP_TENSION_CLAMP, DP_TENSION_ALLOW, DP_TENSION_RELEASE};
    for (int i = 0; i < 7; i++)
        for (int t = 0; t < 3; t++) {
            struct parts p;
            dp_mechanism_joint *joint = make(&p, laws[i], 1.0, 0.5, 50.0);
            joint->contact.tension = tensions[t];
            p.def.gravity[1] = -9.81;
            joint->friction = dp_friction_defaults(dp_friction_law_find("coulomb"));
            dp_error err;
            assert_int_equal(dp_friction_set(&joint->friction, "mu", 0.1, &err), DP_OK);
            struct seen s = see(&p, 0.1);
            assert_true(s.impact_count > 1);
            assert_true(s.result.energy.plastic > 0.0);
            // rtol 1e-11 a step, some thousand steps
            CHECK_WITHIN(s.result.energy.error, 0.0, 1e-8);
        }
}

static void laws_without_dents_take_no_memory_for_them(void **state) {
    (void)state;
    struct parts p;
    make(&p, "hertz", 1.0, 0.5, 0.0);
    dp_mechanism *m = mechanism_build(&p.def);
    assert_int_equal(dp_mechanism_pair_histories(m, 0), 0);
    assert_int_equal(dp_mechanism_pair_histories(m, 1), 0);
    dp_mechanism_free(m);
    struct seen s = see(&p, 0.015);
    assert_int_equal(s.dent_count, 0);
    assert_int_equal(s.pair.slid_over_sectors, 0);
    make(&p, "ma-liu", 1.0, 0.5, 0.0);
    m = mechanism_build(&p.def);
    assert_int_equal(dp_mechanism_pair_histories(m, 0), 720);
    dp_mechanism_free(m);
}

static void planes_keep_one_history(void **state) {
    (void)state;
    struct parts p;
    parts_begin(&p);
    dp_mechanism_body *ball = add_body(&p, "ball", mass, 1e-4);
    ball->x = ball->angle = ball->vx = ball->omega = 0.0;
    ball->y = 0.011;
    ball->vy = -1.0;
    dp_mechanism_contact *floor = add_touch(&p, DP_TOUCH_PLANE, 0, DP_GROUND);
    floor->radius[0] = 0.01;
    floor->contact = contact_of("ma-liu");
    p.def.gravity[1] = -9.81;
    struct seen s = see(&p, 0.5);
    assert_true(s.impact_count > 2);
    assert_int_equal(s.dent_count, 1);
    assert_true(isnan(s.dents[0].angle));
    CHECK_NEAR(s.pair.max_dent, s.dents[0].depth, 0.0);
    // the first touch is on the undeformed plane, the second on the ground of the dent: the flight
    // between them is a throw that comes back to where it began
    double up = s.impacts[1].approach_speed;
    double rest = s.impacts[1].time - s.impacts[0].time - s.impacts[0].duration;
    CHECK_NEAR(rest, 2.0 * up / 9.81, 1e-8);
}

static void copies_are_dented_each_for_itself(void **state) {
    (void)state;
    struct parts p;
    make(&p, "ma-liu", 1.0, 0.5, 0.0);
    dp_mechanism *m = mechanism_build(&p.def);
    struct seen first = {.impact_count = 0}, again = first, copy = first;
    struct seen *const all[] = {&first, &copy, &again};
    for (int i = 0; i < 3; i++) {
        dp_mechanism_run_def run = dp_mechanism_run_defaults();
        run.until = 0.02;
        run.copy = i % 2;
        run.pairs = &all[i]->pair;
        run.dent = see_dent;
        run.user = all[i];
        all[i]->result = mechanism_run(m, &run);
    }
    assert_int_equal(first.dent_count, again.dent_count);
    for (int i = 0; i < first.dent_count; i++)
        CHECK_NEAR(first.dents[i].depth, again.dents[i].depth, 0.0);
    assert_true(first.dents[0].depth != copy.dents[0].depth);
    dp_mechanism_free(m);
}

static void a_number_of_sectors_that_makes_no_sense_is_refused(void **state) {
    (void)state;
    const int wrong[] = {0, -1, 1000001};
    for (int i = 0; i < 3; i++) {
        struct parts p;
        dp_mechanism *m;
        dp_error err = {0};
        make(&p, "ma-liu", 1.0, 0.0, 0.0)->sectors = wrong[i];
        assert_int_equal(dp_mechanism_build(&m, &p.def, &err), DP_ERR_RANGE);
        assert_non_null(strstr(err.text, "sectors; it must have 1 to 1000000"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_journal_bounces_as_in_its_own_scenario),
        cmocka_unit_test(a_touch_happens_on_the_ground_of_the_dent),
        cmocka_unit_test(every_new_place_yields),
        cmocka_unit_test(fresh_material_lies_in_the_hollow_as_well),
        cmocka_unit_test(a_deep_dent_does_not_reach_round_the_bearing),
        cmocka_unit_test(dents_turn_with_the_bearing),
        cmocka_unit_test(dents_rise_in_angle_and_the_deepest_is_told),
        cmocka_unit_test(fresh_material_yields_the_same_every_time),
        cmocka_unit_test(touches_that_slide_over_sectors_are_counted),
        cmocka_unit_test(the_ledger_closes_for_every_law_that_dents),
        cmocka_unit_test(laws_without_dents_take_no_memory_for_them),
        cmocka_unit_test(planes_keep_one_history),
        cmocka_unit_test(copies_are_dented_each_for_itself),
        cmocka_unit_test(a_number_of_sectors_that_makes_no_sense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
