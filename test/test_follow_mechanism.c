// Tests for restitution_from in mechanisms: every touch has the restitution of its own speed.

#include "check.h"
#include "mechanism_cases.h"
#include "mechanism_parts.h"
#include "relations.h"

static const double young = 207e9, poisson = 0.3, density = 7800.0;

static dp_contact_def following(const char *law, dp_restitution_kind kind) {
    dp_contact_def def = dp_contact_defaults(dp_law_find(law));
    def.pair.modulus = 114e9;
    def.pair.yield = 250e6;
    def.restitution_from.kind = kind;
    def.restitution_from.young = young;
    def.restitution_from.poisson = poisson;
    def.restitution_from.density = density;
    return def;
}

enum { KEPT = 400 };
struct told {
    dp_mechanism_impact impact[KEPT];
    int count;
};

static void tell(void *user, const dp_mechanism_impact *impact) {
    struct told *told = (struct told *)user;
    if (told->count < KEPT) told->impact[told->count++] = *impact;
}

static dp_mechanism_result run(const dp_mechanism *m, double until, int copy, struct told *told) {
    dp_mechanism_run_def def = dp_mechanism_run_defaults();
    told->count = 0;
    def.until = until;
    def.rtol = 1e-10;
    def.copy = copy;
    def.impact = tell;
    def.user = told;
    return mechanism_run(m, &def);
}

// A ball of 30 g and 10 mm above the floor y = 0.
static void begin_ball(struct parts *p, double y, double vy, dp_contact_def contact) {
    parts_begin(p);
    dp_mechanism_body *ball = add_body(p, "ball", 0.03, 1.2e-6);
    ball->x = 0.0;
    ball->y = y;
    ball->vy = vy;
    dp_mechanism_contact *floor = add_touch(p, DP_TOUCH_PLANE, 0, DP_GROUND);
    floor->name = "floor";
    floor->radius[0] = 0.01;
    floor->contact = contact;
    p->def.gravity[1] = -9.81;
}

static void every_touch_of_a_plane_has_the_restitution_of_its_own_speed(void **state) {
    (void)state;
    static struct told told;
    dp_contact_def contact = following("exact-restitution", DP_RESTITUTION_MA_LIU);
    struct parts p;
    // the mass of the touch is that of the ball, given or not
    for (int given = 0; given < 2; given++) {
        if (given) contact.pair.mass = 0.03;
        begin_ball(&p, 0.01, -4.4, contact);
        dp_mechanism *m = mechanism_build(&p.def);
        dp_mechanism_result result = run(m, 1.5, 0, &told);
        dp_pair pair = contact.pair;
        pair.radius = 0.01;
        assert_true(told.count > 5);
        for (int i = 0; i < told.count; i++) {
            const dp_mechanism_impact *k = &told.impact[i];
            // rounding of a dozen powers; measured 1.2e-15
            CHECK_NEAR(k->restitution_asked, eq38(&pair, 3.0, 13.0, 0.03, k->approach_speed),
                       1e-14);
            // the ball flies between two impacts, and gravity acts a little during contact
            if (i + 1 < told.count && k->approach_speed > 0.3)
                CHECK_NEAR(told.impact[i + 1].approach_speed / k->approach_speed,
                           k->restitution_asked, 2e-3);
        }
        assert_true(told.impact[told.count - 1].restitution_asked >
                    told.impact[0].restitution_asked + 0.2);
        // steps of 1e-10; measured 7e-10
        CHECK_WITHIN(result.energy.error, 0.0, 1e-8);
        dp_mechanism_free(m);
    }
}

static void first_touch_is_that_of_a_fixed_approach_of_its_speed(void **state) {
    (void)state;
    static struct told told;
    // one impact each; hertz has another kernel where nothing is lost
    static const char *const laws[] = {"lankarani-nikravesh", "hertz", "walton-braun"};
    static const double speeds[] = {4.4, 1e-3, 4.4};
    for (int i = 0; i < 3; i++) {
        dp_contact_def contact = following(laws[i], DP_RESTITUTION_MA_LIU);
        struct parts p;
        contact.pair.mass = 0.03;
        if (i == 2) contact.pair.stiffness = 1e7;
        dp_body_state free_end, fixed_end;
        begin_ball(&p, 0.011, -speeds[i], contact);
        p.def.gravity[1] = 0.0;
        dp_mechanism *m = mechanism_build(&p.def);
        run(m, 1.5, 0, &told);
        assert_int_equal(told.count, 1);
        run_to(m, 1.5, 1e-10, &free_end, NULL);
        dp_mechanism_free(m);
        p.touches[0].contact.approach = told.impact[0].approach_speed;
        m = mechanism_build(&p.def);
        run_to(m, 1.5, 1e-10, &fixed_end, NULL);
        dp_mechanism_free(m);
        assert_memory_equal(&free_end, &fixed_end, sizeof free_end);
    }
}

static void every_touch_of_a_clearance_joint_has_the_restitution_of_its_own_speed(void **state) {
    (void)state;
    static struct told told, other, again;
    dp_contact_def contact = following("lankarani-nikravesh", DP_RESTITUTION_WAVES);
    // soft to waves, so that the restitutions differ
    contact.restitution_from.young = 1e7;
    struct slider_crank c = slider_crank_defaults(LN, 0.0005);
    c.contact = &contact;
    dp_mechanism *m = slider_crank_build(&c);
    dp_mechanism_result result = run(m, 0.2, 0, &told);
    double low = 1.0, high = 0.0;
    assert_true(told.count > 5);
    for (int i = 0; i < told.count; i++) {
        double speed = told.impact[i].approach_speed;
        double e = eq37(1e7, poisson, density, speed < 1e-4 ? 1e-4 : speed);
        CHECK_NEAR(told.impact[i].restitution_asked, e, 1e-14);
        low = fmin(low, e);
        high = fmax(high, e);
    }
    assert_true(high > low + 0.02);
    CHECK_WITHIN(result.energy.error, 0.0, 1e-11);
    // a run leaves nothing behind in the mechanism
    run(m, 0.2, 1, &other);
    run(m, 0.2, 0, &again);
    assert_int_equal(again.count, told.count);
    for (int i = 0; i < told.count; i++) {
        const dp_mechanism_impact *a = &again.impact[i], *b = &told.impact[i];
        assert_true(a->time == b->time && a->approach_speed == b->approach_speed &&
                    a->max_force == b->max_force && a->restitution_asked == b->restitution_asked);
    }
    dp_mechanism_free(m);
}

static void restitution_is_not_told_where_none_is_computed(void **state) {
    (void)state;
    static struct told told;
    struct slider_crank c = slider_crank_defaults(LN, 0.0005);
    dp_mechanism *m = slider_crank_build(&c);
    run(m, 0.05, 0, &told);
    assert_true(told.count > 0);
    for (int i = 0; i < told.count; i++)
        assert_true(isnan(told.impact[i].restitution_asked));
    dp_mechanism_free(m);
}

static void touch_that_the_law_cannot_take_ends_the_run_with_a_sentence(void **state) {
    (void)state;
    dp_contact_def contact = following("poursina-nikravesh", DP_RESTITUTION_WAVES);
    struct parts p;
    contact.pair.mass = 0.03;
    contact.restitution_from.young = 1e5;
    begin_ball(&p, 0.02, -100.0, contact);
    dp_mechanism *m = mechanism_build(&p.def);
    dp_mechanism_run_def def = dp_mechanism_run_defaults();
    dp_mechanism_result result;
    dp_error err = {0};
    def.until = 1.0;
    assert_int_equal(dp_mechanism_run(m, &def, &result, &err), DP_ERR_NUMERIC);
    assert_non_null(strstr(err.text, "floor at t = "));
    assert_non_null(strstr(err.text, "restitution_from is 'waves'; at 100"));
    assert_non_null(strstr(err.text, "it must lie in 0.01..1"));
    dp_mechanism_free(m);
}

static void ball_that_lies_on_the_floor_has_no_speed_to_follow(void **state) {
    (void)state;
    // this law never looks at the speed itself
    dp_contact_def contact = following("walton-braun", DP_RESTITUTION_WAVES);
    struct parts p;
    dp_mechanism *m = NULL;
    dp_error err = {0};
    contact.pair.stiffness = 1e7;
    begin_ball(&p, 0.0099, 0.0, contact);
    assert_int_equal(dp_mechanism_build(&m, &p.def, &err), DP_ERR_MISSING);
    assert_non_null(strstr(err.text, "floor already touches at the start"));
    p.touches[0].contact.approach = 0.1;
    m = mechanism_build(&p.def);
    dp_mechanism_free(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_touch_of_a_plane_has_the_restitution_of_its_own_speed),
        cmocka_unit_test(first_touch_is_that_of_a_fixed_approach_of_its_speed),
        cmocka_unit_test(every_touch_of_a_clearance_joint_has_the_restitution_of_its_own_speed),
        cmocka_unit_test(restitution_is_not_told_where_none_is_computed),
        cmocka_unit_test(touch_that_the_law_cannot_take_ends_the_run_with_a_sentence),
        cmocka_unit_test(ball_that_lies_on_the_floor_has_no_speed_to_follow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
