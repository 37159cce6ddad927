// Tests for impact/arc.c: one instruction set against another bit for bit, ends and insides of arcs
// against closed forms, landings, and the laws that arcs do not suit.

#include "law_cases.h"

#include "impact/motion.h"

enum { Z, V, T, VISCOUS };

// A linear spring of frequency 1: z = sin s, v = cos s.
static dp_response spring(const double *k, const double *m, double delta, double rate) {
    (void)k, (void)m, (void)rate;
    return (dp_response){.spring = delta, .plastic = 0.0};
}

static struct dp_stage_problem oscillator(int pivot) {
    static const double none[DP_CONSTANT_MAX];
    return (struct dp_stage_problem){.k = none,
                                     .m = none,
                                     .law = spring,
                                     .power = 1.0,
                                     .low = 4.9e-324,
                                     .high = INFINITY,
                                     .floor = -INFINITY,
                                     .mass = 1.0,
                                     .inverse = 1.0,
                                     .count = 5,
                                     .pivot = pivot};
}

// Returns the error that the arc states.
static double swing(int pivot, double target, double h, struct dp_arc *arc, double *end) {
    static const double tail[DP_ARC_TAIL];
    static const dp_kernel bare = {.name = "spring"};
    const struct dp_stage_problem problem = oscillator(pivot);
    const struct dp_arc_task task = {.problem = &problem,
                                     .target = target,
                                     .rtol = 1e-13,
                                     .speed = 1.0,
                                     .energy = 0.5,
                                     .is_loading = true,
                                     .end_z = INFINITY,
                                     .longest = 2.0,
                                     .tail = tail};
    const double y[] = {0.0, 1.0, 0.0, 0.0, 0.0}, dy[] = {1.0, 0.0, 1.0, 0.0, 0.0};
    *arc = (struct dp_arc){0};
    return dp_arc_find(&task, y, dy, h, arc, end, &bare);
}

static void an_arc_of_order_16_follows_a_sine(void **state) {
    (void)state;
    double end[5];
    struct dp_arc arc;
    // the error of the result is h^17 8!^4 / (17 16!^3), 2e-16 at a length of 3; rounding is left
    for (double h = 0.1; h < 1.3; h += 0.2) {
        double error = swing(-1, 0.0, h, &arc, end);
        assert_true(error > 0.0 && error < 1e3 && arc.is_found && arc.h == h);
        CHECK_WITHIN(end[Z], sin(h), 1e-15);
        CHECK_WITHIN(end[V], cos(h), 1e-15);
        CHECK_WITHIN(end[T], h, 1e-15);
    }
    // longer arcs state larger errors
    assert_true(swing(-1, 0.0, 0.3, &arc, end) < swing(-1, 0.0, 1.3, &arc, end));
}

static void inside_an_arc_one_finds_the_motion(void **state) {
    (void)state;
    double end[5];
    struct dp_arc arc;
    swing(-1, 0.0, 1.0, &arc, end);
    for (double part = 0.0; part <= 1.0; part += 0.1) {
        double z, v;
        dp_arc_within(&arc, part, &z, &v);
        // degree 8 over a length of 1
        CHECK_WITHIN(z, sin(part), 1e-10);
        CHECK_WITHIN(v, cos(part), 1e-9);
    }
}

static void an_arc_lands_where_an_unknown_has_its_value(void **state) {
    (void)state;
    const double half = acos(0.0);
    double end[5];
    struct dp_arc arc;
    // from the touch to the reversal at once, where dv/ds begins at 0
    assert_true(swing(V, 0.0, 1.3, &arc, end) < 1e3);
    CHECK_WITHIN(arc.h, half, 1e-14);
    CHECK_WITHIN(end[Z], 1.0, 1e-14);
    assert_true(swing(Z, 0.5, 0.9, &arc, end) < 1e3);
    CHECK_WITHIN(arc.h, asin(0.5), 1e-14);
    CHECK_WITHIN(end[V], sqrt(0.75), 1e-14);
    assert_true(swing(T, 0.7, 0.9, &arc, end) < 1e3);
    CHECK_WITHIN(end[Z], sin(0.7), 1e-14);
    // a value that is never reached
    assert_true(isnan(swing(Z, 1.5, 0.9, &arc, end)));
}

static void an_arc_that_leaves_the_section_says_so(void **state) {
    (void)state;
    double end[5];
    struct dp_arc arc;
    double error = swing(-1, 0.0, 1.9, &arc, end);
    assert_true(error > 1.0 && error < 1e6 && !arc.is_found && end[V] < 0.0);
}

// The first arc of every law by every instruction set.
static void instruction_sets_have_the_same_bits(void **state) {
    (void)state;
    static struct dp_motion m;
    static const double tail[DP_ARC_TAIL];
    int count, compared = 0;
    const law_case *cases = law_cases(&count);
    if (!dp_isa_available(DP_ISA_AVX2)) skip();
    for (int i = 0; i < count; i++) {
        const law_case *c = &cases[i];
        dp_impact_def def = dp_impact_defaults();
        dp_impact result;
        def.mass = c->def.pair.mass > 0.0 ? c->def.pair.mass : 0.03;
        def.speed = 0.3;
        if (dp_motion_begin(&m, &c->contact, &def, &result, NULL) != DP_OK || !m.has_arcs) continue;
        const struct dp_stage_problem problem = {.k = m.contact->k,
                                                 .m = m.history,
                                                 .law = m.contact->kernel->respond,
                                                 .power = m.section.power,
                                                 .offset = m.section.offset,
                                                 .low = nextafter(m.section.low, INFINITY),
                                                 .high = m.section.high,
                                                 .floor = m.contact->floor,
                                                 .mass = def.mass,
                                                 .inverse = 1.0 / def.mass,
                                                 .count = 5,
                                                 .pivot = -1};
        const struct dp_arc_task task = {.problem = &problem,
                                         .rtol = 1e-13,
                                         .speed = def.speed,
                                         .energy = 0.5 * def.mass * def.speed * def.speed,
                                         .is_loading = true,
                                         .end_z = INFINITY,
                                         .tail = tail};
        double a[5], b[5], h = 2.0 * m.driver.h;
        struct dp_arc one = {0}, other = {0};
        const dp_kernel *kernel = m.contact->kernel;
        double error = dp_arc_find_on(DP_ISA_BASELINE, &task, m.y, m.driver.dy, h, &one, a, kernel);
        double again = dp_arc_find_on(DP_ISA_AVX2, &task, m.y, m.driver.dy, h, &other, b, kernel);
        CASE_TRUE(c, memcmp(&error, &again, sizeof error) == 0);
        if (isnan(error)) continue;
        CASE_TRUE(c, memcmp(a, b, sizeof a) == 0 && memcmp(one.a, other.a, sizeof one.a) == 0);
        compared++;
    }
    assert_true(compared > 200);
}

// A logarithm is no power series in z at the touch, nor is a power that the variable does not fit.
static void arcs_are_for_laws_that_are_smooth_at_the_touch(void **state) {
    (void)state;
    static const struct {
        const char *law;
        bool suits;
    } laws[] = {{"hertz", true},        {"hunt-crossley", true}, {"tsuji", true},
                {"walton-braun", true}, {"kelvin-voigt", true},  {"johnson-cylinder", false},
                {"pereira", false},     {"radzimovsky", false}};
    static struct dp_motion m;
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        const law_case *c = law_case_of(laws[i].law);
        dp_impact_def def = dp_impact_defaults();
        dp_impact result;
        def.mass = c->def.pair.mass > 0.0 ? c->def.pair.mass : 0.03;
        def.speed = 0.3;
        assert_int_equal(dp_motion_begin(&m, &c->contact, &def, &result, NULL), DP_OK);
        CASE_TRUE(c, m.has_arcs == laws[i].suits);
    }
}

// An arc may pass all of the pull at once.
static void a_pull_just_before_the_end_is_seen(void **state) {
    (void)state;
    dp_contact_def def = law_case_of("kelvin-voigt")->def;
    dp_contact contact;
    dp_impact_def one = dp_impact_defaults();
    dp_impact impact;
    one.mass = 0.03;
    one.speed = 0.3;
    one.path = DP_PATH_INTEGRATED;
    def.tension = DP_TENSION_ALLOW;
    double critical = 2.0 * sqrt(def.pair.stiffness * one.mass);
    assert_int_equal(dp_law_set(&def.law, "damping", 1e-4 * critical, NULL), DP_OK);
    assert_int_equal(dp_contact_init(&contact, &def, NULL), DP_OK);
    assert_int_equal(dp_impact_run(&contact, &one, &impact, NULL), DP_OK);
    assert_true(impact.tension_seen);
}

// On the way back the force of wang-kelvin-voigt jumps at the yield, and may be below zero at once.
static void a_force_that_jumps_below_zero_is_held_there(void **state) {
    static const char *const forms[] = {"printed", "continuous", "ma-liu-curve"};
    const double speeds[] = {0.1, 0.5, 1.0, 3.0};
    (void)state;
    for (int i = 0; i < 3 * 4 * 32; i++) {
        double speed = speeds[i / 3 % 4], e = 0.05 + 0.03 * (i / 12);
        dp_contact_def def = dp_contact_defaults(dp_law_find("wang-kelvin-voigt"));
        dp_contact contact;
        dp_error err;
        assert_int_equal(dp_law_choose(&def.law, "form", forms[i % 3], &err), DP_OK);
        assert_int_equal(dp_law_set(&def.law, "restitution", e, &err), DP_OK);
        def.pair.modulus = 114e9;
        def.pair.radius = 5e-3;
        def.pair.mass = 4e-3;
        def.pair.yield = 0.3e9;
        assert_int_equal(dp_contact_init(&contact, &def, &err), DP_OK);
        dp_impact_def run = dp_impact_defaults();
        dp_impact impact;
        run.mass = 4e-3;
        run.speed = speed;
        run.path = DP_PATH_INTEGRATED;
        if (dp_impact_run(&contact, &run, &impact, &err) != DP_OK)
            fail_msg("%s, restitution %g at %g m/s: %s", forms[i % 3], e, speed, err.text);
        assert_true(impact.restitution > 0.0 && impact.restitution < 1.0);
        // integrated losses against what is left, to the tolerance of 1e-13 per step
        assert_true(impact.energy.error < 1e-11);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_arc_of_order_16_follows_a_sine),
        cmocka_unit_test(inside_an_arc_one_finds_the_motion),
        cmocka_unit_test(an_arc_lands_where_an_unknown_has_its_value),
        cmocka_unit_test(an_arc_that_leaves_the_section_says_so),
        cmocka_unit_test(instruction_sets_have_the_same_bits),
        cmocka_unit_test(a_pull_just_before_the_end_is_seen),
        cmocka_unit_test(a_force_that_jumps_below_zero_is_held_there),
        cmocka_unit_test(arcs_are_for_laws_that_are_smooth_at_the_touch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
