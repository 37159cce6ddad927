// Tests for src/journal/resolved.c: friction with tangential compliance in a bearing, against a
// mechanism of a journal in a clearance joint, which has another solver.

#include "check.h"
#include "mechanism_cases.h"
#include "mechanism_parts.h"

static const double mass = 2.0, inertia = 1e-4, bearing = 0.01, clearance = 1e-4;
static const char *const laws[] = {"mindlin-deresiewicz", "mindlin", "cundall-strack"};

static dp_contact_def contact_of(const char *law) {
    dp_contact_def def = dp_contact_defaults(dp_law_find(law));
    dp_error err;
    def.pair.stiffness = 1e11;
    def.pair.bearing_radius = bearing;
    def.pair.clearance = clearance;
    double restitution = strcmp(law, "hertz") == 0 ? 1.0 : 0.7;
    assert_int_equal(dp_law_set(&def.law, "restitution", restitution, &err), DP_OK);
    return def;
}

static dp_friction_def friction_of(const char *law, double mu) {
    dp_friction_def def = dp_friction_defaults(dp_friction_law_find(law));
    dp_error err;
    assert_int_equal(dp_friction_set(&def, "mu", mu, &err), DP_OK);
    return def;
}

static dp_contact prepared(const dp_contact_def *def) {
    dp_contact contact;
    dp_error err;
    assert_int_equal(dp_contact_init(&contact, def, &err), DP_OK);
    return contact;
}

static dp_friction ready(const dp_friction_def *def) {
    dp_friction friction;
    dp_error err;
    assert_int_equal(dp_friction_init(&friction, def, &err), DP_OK);
    return friction;
}

static void keep(void *user, const dp_collision *collision) {
    *(dp_collision *)user = *collision;
}

static dp_journal_def journal(double spin, const dp_friction *grip, dp_collision *last) {
    dp_journal_def def = dp_journal_defaults(DP_JOURNAL_RESOLVED);
    def.bearing_radius = bearing;
    def.clearance = def.x = clearance;
    def.mass = mass;
    def.inertia = inertia;
    def.vx = 1.0;
    def.vy = 1.1;
    def.spin = spin;
    def.grip = grip;
    def.collisions = 1;
    def.collision = keep;
    def.user = last;
    return def;
}

// The same journal in a mechanism, from 0.1 us before the touch to a little after it.
static dp_body_state in_mechanism(const dp_contact_def *contact, const dp_friction_def *friction,
                                  double spin, double duration, double *lost) {
    struct parts p;
    parts_begin(&p);
    dp_mechanism_body *body = add_body(&p, "journal", mass, inertia);
    body->x = clearance - 1e-7;
    body->y = -1.1e-7;
    body->angle = 0.0;
    body->vx = 1.0;
    body->vy = 1.1;
    body->omega = spin;
    dp_mechanism_joint *joint = add_joint(&p, DP_JOINT_CLEARANCE, 0, DP_GROUND);
    joint->journal_radius = bearing - clearance;
    joint->bearing_radius = bearing;
    joint->contact = *contact;
    joint->friction = *friction;
    dp_mechanism *m = mechanism_build(&p.def);
    dp_body_state end;
    dp_mechanism_result result = run_to(m, 1e-7 + 1.05 * duration, 1e-9, &end, NULL);
    *lost = result.energy.friction;
    dp_mechanism_free(m);
    return end;
}

// From sliding one way over rolling to sliding the other way.
static void collisions_are_those_of_a_mechanism(void **state) {
    (void)state;
    static const double spins[] = {-50.0, 0.0, 50.0, 300.0};
    static const char *const normal[] = {"hertz", "lankarani-nikravesh"};
    for (int n = 0; n < 2; n++) {
        dp_contact_def contact_def = contact_of(normal[n]);
        dp_contact contact = prepared(&contact_def);
        for (int law = 0; law < 3; law++) {
            dp_friction_def friction_def = friction_of(laws[law], 0.2);
            dp_friction friction = ready(&friction_def);
            for (int i = 0; i < 4; i++) {
                dp_collision at;
                dp_journal result;
                dp_error err;
                double lost;
                dp_journal_def def = journal(spins[i], &friction, &at);
                assert_int_equal(dp_journal_run(&contact, &def, &result, &err), DP_OK);
                dp_body_state end =
                    in_mechanism(&contact_def, &friction_def, spins[i], at.duration, &lost);
                double turn = at.position + at.turn;
                // the mechanism's own error at this rtol, mostly that of the 32 pieces of the
                // exact law: 3e-7
                CHECK_WITHIN(at.tangential_out, end.vy * cos(turn) - end.vx * sin(turn), 2e-6);
                CHECK_WITHIN(at.normal_out, -end.vx * cos(turn) - end.vy * sin(turn), 2e-6);
                CHECK_WITHIN(bearing * at.spin, bearing * end.omega, 2e-6);
                CHECK_WITHIN(at.friction_work, lost, 2e-6);
                CHECK_WITHIN(result.energy.error, 0.0, 1e-7);
            }
        }
    }
}

// Nothing of a collision is left in the next one: from where the first ended the second is the
// first of another run.
static void every_touch_begins_with_nothing(void **state) {
    (void)state;
    dp_contact_def contact_def = contact_of("hertz");
    dp_contact contact = prepared(&contact_def);
    for (int law = 0; law < 3; law++) {
        dp_friction_def friction_def = friction_of(laws[law], 0.2);
        dp_friction friction = ready(&friction_def);
        dp_collision first, second, again;
        dp_journal one, two;
        dp_error err;
        dp_journal_def def = journal(0.0, &friction, &first);
        assert_int_equal(dp_journal_run(&contact, &def, &one, &err), DP_OK);
        def.collisions = 2;
        def.user = &second;
        assert_int_equal(dp_journal_run(&contact, &def, &two, &err), DP_OK);
        def.collisions = 1;
        def.user = &again;
        def.x = one.x;
        def.y = one.y;
        def.vx = one.vx;
        def.vy = one.vy;
        def.spin = one.spin;
        assert_int_equal(dp_journal_run(&contact, &def, &one, &err), DP_OK);
        CHECK_NEAR(second.tangential_out, again.tangential_out, 1e-10);
        CHECK_NEAR(second.spin, again.spin, 1e-10);
    }
}

static void without_mu_there_is_no_friction(void **state) {
    (void)state;
    dp_contact_def contact_def = contact_of("lankarani-nikravesh");
    dp_contact contact = prepared(&contact_def);
    for (int law = 0; law < 3; law++) {
        dp_friction_def friction_def = friction_of(laws[law], 0.0);
        dp_friction friction = ready(&friction_def);
        dp_collision with, without;
        dp_journal result;
        dp_error err;
        dp_journal_def def = journal(40.0, &friction, &with);
        assert_int_equal(dp_journal_run(&contact, &def, &result, &err), DP_OK);
        def.grip = NULL;
        def.user = &without;
        assert_int_equal(dp_journal_run(&contact, &def, &result, &err), DP_OK);
        CHECK_NEAR(with.tangential_out, without.tangential_out, 1e-11);
        CHECK_NEAR(with.spin, 40.0, 1e-13);
        CHECK_WITHIN(with.friction_work, 0.0, 1e-13);
    }
}

static void restored_journals_go_on_with_the_same_bits(void **state) {
    (void)state;
    static unsigned char bytes[40000];
    dp_contact_def contact_def = contact_of("hertz");
    dp_contact contact = prepared(&contact_def);
    for (int law = 0; law < 3; law++) {
        dp_friction_def friction_def = friction_of(laws[law], 0.2);
        dp_friction friction = ready(&friction_def);
        dp_collision last;
        dp_journal_stepper *one, *two;
        dp_error err;
        dp_journal_def def = journal(0.0, &friction, &last);
        assert_int_equal(dp_journal_begin(&one, &contact, &def, &err), DP_OK);
        assert_int_equal(dp_journal_begin(&two, &contact, &def, &err), DP_OK);
        assert_int_equal(dp_journal_advance(one, 6e-5, &err), DP_OK);
        dp_journal_snapshot now = dp_journal_state(one);
        assert_true(now.force > 0.0 && now.friction > 0.0);
        double sum = now.kinetic + now.stored + now.viscous + now.friction;
        CHECK_NEAR(sum, 0.5 * mass * 2.21, 1e-7);
        size_t size = dp_journal_save(one, bytes, sizeof bytes);
        assert_true(size <= sizeof bytes);
        assert_int_equal(dp_journal_restore(two, bytes, size, &err), DP_OK);
        assert_int_equal(dp_journal_advance(one, INFINITY, &err), DP_OK);
        assert_int_equal(dp_journal_advance(two, INFINITY, &err), DP_OK);
        assert_memory_equal(dp_journal_state(one).result, dp_journal_state(two).result,
                            sizeof(dp_journal));
        // not with another coefficient
        dp_friction other = friction;
        other.k[0] = 0.3;
        def.grip = &other;
        dp_journal_free(two);
        assert_int_equal(dp_journal_begin(&two, &contact, &def, &err), DP_OK);
        assert_int_equal(dp_journal_restore(two, bytes, size, &err), DP_ERR_CONFLICT);
        dp_journal_free(one);
        dp_journal_free(two);
    }
}

static void what_a_journal_cannot_take_is_refused(void **state) {
    (void)state;
    dp_contact_def contact_def = contact_of("hertz");
    dp_contact contact = prepared(&contact_def);
    dp_friction_def friction_def = friction_of("mindlin", 0.2);
    dp_friction friction = ready(&friction_def);
    dp_collision last;
    dp_journal result;
    dp_error err;
    dp_journal_def def = journal(0.0, &friction, &last);
    def.solver = DP_JOURNAL_EVENT_DRIVEN;
    assert_int_equal(dp_journal_run(&contact, &def, &result, &err), DP_ERR_UNSUPPORTED);
    assert_non_null(strstr(err.text, "event-driven"));
    assert_string_equal(err.name, "grip");
    def = journal(0.0, &friction, &last);
    def.friction = 0.1;
    assert_int_equal(dp_journal_run(&contact, &def, &result, &err), DP_ERR_CONFLICT);
    friction_def = friction_of("coulomb", 0.2);
    friction = ready(&friction_def);
    def = journal(0.0, &friction, &last);
    assert_int_equal(dp_journal_run(&contact, &def, &result, &err), DP_ERR_UNSUPPORTED);
    assert_non_null(strstr(err.text, "coulomb"));
}

// Pressed to the wall by its way along it, the journal swings there for ever: springs that hold, no
// loss, and no swing like another. It slides along the wall, as where the swings die out.
static void a_journal_that_never_leaves_the_wall_stays_on_it(void **state) {
    (void)state;
    dp_contact_def contact_def = contact_of("hertz");
    dp_friction_def friction_def = friction_of("mindlin", 0.8);
    dp_friction friction = ready(&friction_def);
    contact_def.pair.stiffness = 2.5e8;
    dp_contact contact = prepared(&contact_def);
    dp_collision last;
    dp_journal result;
    dp_error err;
    dp_journal_def def = journal(8000.0, &friction, &last);
    def.vx = 0.6;
    def.vy = 0.07;
    def.collisions = 3;
    assert_int_equal(dp_journal_run(&contact, &def, &result, &err), DP_OK);
    assert_int_equal(result.end, DP_JOURNAL_SLIDES);
    assert_int_equal(result.collisions, 1);
    assert_true(last.normal_out == 0.0 && last.duration > 0.0);
    // of the steps: 1e-13 each, some 50000 of them
    CHECK_WITHIN(result.energy.error, 0.0, 1e-8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(collisions_are_those_of_a_mechanism),
        cmocka_unit_test(every_touch_begins_with_nothing),
        cmocka_unit_test(without_mu_there_is_no_friction),
        cmocka_unit_test(restored_journals_go_on_with_the_same_bits),
        cmocka_unit_test(what_a_journal_cannot_take_is_refused),
        cmocka_unit_test(a_journal_that_never_leaves_the_wall_stays_on_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
