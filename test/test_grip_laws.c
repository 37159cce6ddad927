// Tests for what friction laws with tangential compliance share, and for the two spring laws.

#include "check.h"
#include "dashpot/friction.h"
#include "wild_paths.h"

static const char *const compliant[] = {"mindlin-deresiewicz", "mindlin", "cundall-strack"};
enum { LAWS = 3 };

static dp_friction law_of(int i) {
    dp_friction f = friction_with(compliant[i], 0.4, i == 2 ? NAN : 0.8);
    if (i == 2) f.k[2] = 0.3;
    return f;
}

// A path with a history worth asking: stick, slip, growth and shrinking.
static void walk_some_way(const dp_friction *f, double *history, int steps, uint64_t *seed) {
    for (int i = 0; i < steps; i++) {
        struct wild w = wild_step(seed, 0.5);
        keep(f, history, normal_of(&w, 0.4, 0.8), w.stiffness, 0.3 * w.slide);
    }
}

static double *part_of(dp_grip_state *s, int i) {
    double *const parts[] = {&s->normal, &s->stiffness, &s->slide, &s->speed};
    return parts[i];
}

// Differences of the force in each direction. They straddle a kink now and then: those of a larger
// step then differ from those of a smaller one, and are left out.
static void tangents_are_differences(void **state) {
    (void)state;
    for (int law = 0; law < LAWS; law++) {
        dp_friction f = law_of(law);
        uint64_t seed = 5;
        int checked = 0, tried = 0;
        double worst = 0.0;
        for (int n = 0; n < 300; n++) {
            double history[DP_GRIP_HISTORY_MAX] = {0};
            walk_some_way(&f, history, n % 9, &seed);
            struct wild w = wild_step(&seed, 0.5);
            const dp_grip_state at = {normal_of(&w, 0.4, 0.8), w.stiffness, 0.3 * w.slide,
                                      0.1 * (law_random(&seed) - 0.5)};
            dp_grip_response r = dp_grip_respond(&f, history, &at);
            const double tangent[] = {r.dforce_dnormal, r.dforce_dstiffness, r.dforce_dslide,
                                      r.dforce_dspeed};
            for (int i = 0; i < 4; i++) {
                double slope[2];
                for (int j = 0; j < 2; j++) {
                    double h = j == 0 ? 1e-5 : 5e-6;
                    dp_grip_state up = at, down = at;
                    *part_of(&up, i) += h;
                    *part_of(&down, i) -= h;
                    slope[j] = (dp_grip_respond(&f, history, &up).force -
                                dp_grip_respond(&f, history, &down).force) /
                               (2.0 * h);
                }
                tried++;
                if (fabs(slope[1] - slope[0]) > 1e-6) continue;
                checked++;
                worst = fmax(worst, fabs(tangent[i] - slope[1]));
            }
        }
        printf("%s: tangents off by %.2g, %d of %d compared\n", compliant[law], worst, checked,
               tried);
        CHECK_WITHIN(worst, 0.0, 2e-6);
        assert_true(checked > 0.9 * tried);
    }
}

static void asking_changes_nothing(void **state) {
    (void)state;
    for (int law = 0; law < LAWS; law++) {
        dp_friction f = law_of(law), before = f;
        uint64_t seed = 9;
        double history[DP_GRIP_HISTORY_MAX] = {0}, copy[DP_GRIP_HISTORY_MAX];
        for (int i = 0; i < 200; i++) {
            walk_some_way(&f, history, 1, &seed);
            struct wild w = wild_step(&seed, 0.5);
            dp_grip_state s = {normal_of(&w, 0.4, 0.8), w.stiffness, w.slide, w.slide}, same = s;
            memcpy(copy, history, sizeof copy);
            dp_grip_response first = dp_grip_respond(&f, history, &s);
            dp_grip_response second = dp_grip_respond(&f, history, &s);
            assert_memory_equal(copy, history, sizeof copy);
            assert_memory_equal(&first, &second, sizeof first);
            assert_memory_equal(&s, &same, sizeof s);
            assert_memory_equal(f.k, before.k, sizeof f.k);
        }
    }
}

// Left is right to the bit.
static void the_other_direction_has_the_same_bits(void **state) {
    (void)state;
    for (int law = 0; law < LAWS; law++) {
        dp_friction f = law_of(law);
        uint64_t seed = 13;
        double one[DP_GRIP_HISTORY_MAX] = {0}, other[DP_GRIP_HISTORY_MAX] = {0};
        for (int i = 0; i < 400; i++) {
            struct wild w = wild_step(&seed, 0.5);
            double normal = normal_of(&w, 0.4, 0.8);
            dp_grip_response a = ask(&f, one, normal, w.stiffness, w.slide);
            dp_grip_response b = ask(&f, other, normal, w.stiffness, -w.slide);
            assert_true(a.force == -b.force && a.stored == b.stored && a.friction == b.friction);
            assert_true(a.dforce_dslide == b.dforce_dslide && a.damper == -b.damper);
            assert_true(a.dforce_dstiffness == -b.dforce_dstiffness);
            keep(&f, one, normal, w.stiffness, w.slide);
            keep(&f, other, normal, w.stiffness, -w.slide);
        }
    }
}

static void many_contacts_have_the_bits_of_one(void **state) {
    (void)state;
    enum { LANES = 17, STEPS = 60 };
    for (int law = 0; law < LAWS; law++) {
        dp_friction f = law_of(law);
        static double all[LANES * DP_GRIP_HISTORY_MAX], one[LANES][DP_GRIP_HISTORY_MAX];
        double normal[LANES], stiffness[LANES], slide[LANES], speed[LANES];
        double force[LANES], tangent[LANES], stored[LANES], friction[LANES];
        memset(all, 0, sizeof all);
        memset(one, 0, sizeof one);
        dp_grip_arrays lanes = {LANES, normal, stiffness, slide,  speed,
                                all,   force,  tangent,   stored, friction};
        uint64_t seed = 17;
        for (int n = 0; n < STEPS; n++) {
            for (int i = 0; i < LANES; i++) {
                struct wild w = wild_step(&seed, 0.5);
                normal[i] = normal_of(&w, 0.4, 0.8);
                // some are apart
                stiffness[i] = law_random(&seed) < 0.05 ? 0.0 : w.stiffness;
                slide[i] = w.slide;
                speed[i] = 10.0 * w.slide;
            }
            assert_int_equal(dp_grip_forces(&f, &lanes), DP_OK);
            for (int i = 0; i < LANES; i++) {
                dp_grip_state s = {normal[i], stiffness[i], slide[i], speed[i]};
                dp_grip_response r = dp_grip_respond(&f, one[i], &s);
                assert_true(r.force == force[i] && r.dforce_dslide == tangent[i]);
                assert_true(r.stored == stored[i] && r.friction == friction[i]);
                assert_int_equal(dp_grip_commit(&f, one[i], &s), DP_OK);
            }
            assert_int_equal(dp_grip_commits(&f, &lanes), DP_OK);
            assert_memory_equal(all, one, sizeof all);
        }
        // outputs may be left out, inputs not; a NaN stops all of them before any is written
        dp_grip_arrays less = {.count = LANES,
                               .normal = normal,
                               .stiffness = stiffness,
                               .slide = slide,
                               .speed = speed,
                               .history = all};
        assert_int_equal(dp_grip_forces(&f, &less), DP_OK);
        slide[LANES - 1] = NAN;
        assert_int_equal(dp_grip_commits(&f, &less), DP_ERR_RANGE);
        assert_memory_equal(all, one, sizeof all);
        less.slide = NULL;
        assert_int_equal(dp_grip_forces(&f, &less), DP_ERR_MISSING);
        assert_int_equal(dp_grip_commits(&f, &less), DP_ERR_MISSING);
        less.count = 0;
        assert_int_equal(dp_grip_forces(&f, &less), DP_OK);
    }
}

static int is_all_nan(const dp_grip_response *r) {
    return isnan(r->force) && isnan(r->dforce_dslide) && isnan(r->dforce_dspeed) &&
           isnan(r->dforce_dnormal) && isnan(r->dforce_dstiffness) && isnan(r->stored) &&
           isnan(r->friction) && isnan(r->damper);
}

static void what_is_no_number_is_refused(void **state) {
    (void)state;
    for (int law = 0; law < LAWS; law++) {
        dp_friction f = law_of(law);
        uint64_t seed = 19;
        double history[DP_GRIP_HISTORY_MAX] = {0}, copy[DP_GRIP_HISTORY_MAX];
        walk_some_way(&f, history, 5, &seed);
        memcpy(copy, history, sizeof copy);
        for (int i = 0; i < 4; i++) {
            dp_grip_state s = {1.0, 1.0, 0.1, 0.1};
            *part_of(&s, i) = NAN;
            dp_grip_response r = dp_grip_respond(&f, history, &s);
            assert_true(is_all_nan(&r));
            assert_int_equal(dp_grip_commit(&f, history, &s), DP_ERR_RANGE);
            assert_memory_equal(copy, history, sizeof copy);
        }
    }
}

static void a_law_without_compliance_is_refused(void **state) {
    (void)state;
    dp_friction f = friction_with("coulomb", 0.3, NAN);
    double history[DP_GRIP_HISTORY_MAX] = {0};
    dp_grip_state s = {1.0, 1.0, 0.1, 0.1};
    dp_grip_response r = dp_grip_respond(&f, history, &s);
    assert_true(is_all_nan(&r));
    assert_int_equal(dp_grip_commit(&f, history, &s), DP_ERR_UNSUPPORTED);
    dp_grip_arrays none = {.count = 0};
    assert_int_equal(dp_grip_forces(&f, &none), DP_ERR_UNSUPPORTED);
    assert_int_equal(dp_grip_commits(&f, &none), DP_ERR_UNSUPPORTED);
    // and a law with compliance has no force by the speed alone
    for (int law = 0; law < LAWS; law++) {
        f = law_of(law);
        assert_true(isnan(dp_friction_respond(&f, 1.0, 0.1, 0.0).force));
        assert_true(isnan(dp_friction_respond(&f, 1.0, 0.1, 0.0).dforce_dv));
    }
}

static void contacts_that_part_and_do_not_push(void **state) {
    (void)state;
    for (int law = 0; law < LAWS; law++) {
        dp_friction f = law_of(law);
        uint64_t seed = 23;
        double history[DP_GRIP_HISTORY_MAX] = {0}, none[DP_GRIP_HISTORY_MAX] = {0};
        walk_some_way(&f, history, 7, &seed);
        // a push below zero is none
        dp_grip_response pulled = ask(&f, history, -2.0, 0.7, 0.1);
        dp_grip_response still = ask(&f, history, 0.0, 0.7, 0.1);
        assert_memory_equal(&pulled, &still, sizeof still);
        assert_true(pulled.force == 0.0 && pulled.stored == 0.0 && pulled.friction > 0.0);
        // apart: no force, the history is that of a contact that never touched
        dp_grip_response apart = ask(&f, history, 0.0, 0.0, 0.1);
        assert_true(apart.force == 0.0 && apart.stored == 0.0 && apart.friction > 0.0);
        assert_true(ask(&f, history, 1.0, -1.0, 0.1).stored == 0.0);
        keep(&f, history, 0.0, 0.0, 0.1);
        assert_memory_equal(history, none, sizeof none);
        // without friction there is nothing at all
        dp_friction smooth = f;
        smooth.k[0] = 0.0;
        for (int i = 0; i < 20; i++) {
            struct wild w = wild_step(&seed, 0.0);
            dp_grip_response r = ask(&smooth, history, 1.0, w.stiffness, w.slide);
            assert_true(r.force == 0.0 && r.stored == 0.0 && r.friction == 0.0);
            assert_true(r.dforce_dslide == 0.0 && r.dforce_dnormal == 0.0);
            keep(&smooth, history, 1.0, w.stiffness, w.slide);
        }
    }
}

// The same path in other units: forces times p, ways times q.
static void numbers_of_all_sizes(void **state) {
    (void)state;
    static const double sizes[][2] = {{0x1p100, 0x1p60}, {0x1p-100, 0x1p-60}, {0x1p80, 0x1p-30}};
    for (int law = 0; law < LAWS; law++) {
        dp_friction f = friction_with(compliant[law], 0.4, 0.75);
        for (int n = 0; n < 3; n++) {
            double p = sizes[n][0], q = sizes[n][1];
            double one[DP_GRIP_HISTORY_MAX] = {0}, other[DP_GRIP_HISTORY_MAX] = {0};
            uint64_t seed = 29;
            for (int i = 0; i < 100; i++) {
                struct wild w = wild_step(&seed, 0.5);
                double normal = normal_of(&w, 0.4, 0.75);
                dp_grip_response a = ask(&f, one, normal, w.stiffness, w.slide);
                dp_grip_response b = ask(&f, other, p * normal, p / q * w.stiffness, q * w.slide);
                CHECK_WITHIN(b.force / p, a.force, 1e-12);
                CHECK_WITHIN(b.stored / (p * q), a.stored, 1e-12);
                CHECK_WITHIN(b.friction / (p * q), a.friction, 1e-12);
                keep(&f, one, normal, w.stiffness, w.slide);
                keep(&f, other, p * normal, p / q * w.stiffness, q * w.slide);
            }
        }
        // far beyond every contact the force is still one that friction can hold; a stiffness is
        // taken to the third power
        static const double far[] = {1e-300, 1e-150, 1.0, 1e150, 1e300};
        static const double stiff[] = {1e-90, 1e-30, 1.0, 1e30, 1e90};
        for (int i = 0; i < 5 * 5 * 5; i++) {
            double history[DP_GRIP_HISTORY_MAX] = {0};
            double normal = far[i % 5], stiffness = stiff[i / 5 % 5], slide = far[i / 25];
            double force = ask(&f, history, normal, stiffness, slide).force;
            if (isinf(normal / (stiffness * stiffness * stiffness))) continue;
            assert_true(force <= 0.0 && fabs(force) <= 0.4 * normal * (1.0 + 1e-12));
        }
    }
}

// --- spring laws ---

// Closed forms of one step: stick at constant stiffness, growth, shrinking, the cap, the dashpot.
static void steps_of_a_spring(void **state) {
    (void)state;
    const double r = 0.8, mu = 0.4;
    dp_friction f = friction_with("mindlin", mu, r);
    double history[DP_GRIP_HISTORY_MAX] = {0};
    // a Hertz contact that grows from the touch: F = (2/3) r k s, the work of k ~ sqrt(s)
    dp_grip_response a = ask(&f, history, 10.0, 2.0, 0.3);
    CHECK_NEAR(-a.force, 2.0 / 3.0 * r * 2.0 * 0.3, 1e-15);
    keep(&f, history, 10.0, 2.0, 0.3);
    double z = -a.force;
    a = ask(&f, history, 10.0, 2.0, 0.1);
    CHECK_NEAR(-a.force, z + r * 2.0 * 0.1, 1e-15);
    CHECK_NEAR(-a.dforce_dslide, r * 2.0, 1e-15);
    CHECK_WITHIN(a.friction, 0.0, 1e-16);
    CHECK_NEAR(a.stored, (z + r * 0.2) * (z + r * 0.2) / (2.0 * r * 2.0), 1e-15);
    // a contact that shrinks takes the force down with it, one that grows does not
    a = ask(&f, history, 10.0, 1.5, 0.0);
    CHECK_NEAR(-a.force, 0.75 * z, 1e-15);
    CHECK_NEAR(a.friction, 0.25 * z * z / (2.0 * r * 2.0), 1e-14);
    a = ask(&f, history, 10.0, 2.5, 0.0);
    CHECK_NEAR(-a.force, z, 1e-15);
    CHECK_NEAR(a.friction, 0.2 * z * z / (2.0 * r * 2.0), 1e-14);
    // the cap
    a = ask(&f, history, 0.5, 2.0, 0.3);
    CHECK_NEAR(-a.force, mu * 0.5, 1e-15);
    CHECK_NEAR(-a.dforce_dnormal, mu, 1e-15);
    // the cap falls from 4 to 0.2 while the spring goes from z by 0.48; from where they meet on the
    // spring is taken back by the cap
    double met = (4.0 - z) / (0.48 + 3.8), slips = (1.0 - met) * (0.48 + 3.8) / (r * 2.0);
    CHECK_NEAR(a.friction, slips * 0.5 * (z + met * 0.48 + 0.2), 1e-13);
    // spring and dashpot are capped one by one
    dp_friction_def def = dp_friction_defaults(dp_friction_law_find("cundall-strack"));
    assert_int_equal(dp_friction_set(&def, "mu", mu, NULL), DP_OK);
    assert_int_equal(dp_friction_set(&def, "stiffness_ratio", r, NULL), DP_OK);
    assert_int_equal(dp_friction_set(&def, "damping", 0.25, NULL), DP_OK);
    assert_int_equal(dp_friction_init(&f, &def, NULL), DP_OK);
    dp_grip_state s = {10.0, 2.0, 0.0, 1.2};
    a = dp_grip_respond(&f, history, &s);
    CHECK_NEAR(-a.force, z + 0.3, 1e-15);
    CHECK_NEAR(-a.damper, 0.3, 1e-14);
    CHECK_NEAR(-a.dforce_dspeed, 0.25, 1e-15);
    s.speed = 100.0;
    a = dp_grip_respond(&f, history, &s);
    CHECK_NEAR(-a.force, 4.0, 1e-15);
    CHECK_NEAR(-a.damper, 4.0 - z, 1e-14);
    CHECK_WITHIN(a.dforce_dspeed, 0.0, 0.0);
    CHECK_NEAR(a.stored, z * z / (2.0 * r * 2.0), 1e-15);
    s.speed = -100.0;
    CHECK_NEAR(dp_grip_respond(&f, history, &s).force, 4.0, 1e-15);
}

// Losses of the springs are never below zero, on wild paths.
static void springs_never_give_energy(void **state) {
    (void)state;
    for (int law = 1; law < LAWS; law++) {
        dp_friction f = law_of(law);
        uint64_t seed = 31;
        double history[DP_GRIP_HISTORY_MAX] = {0}, least = 0.0;
        for (int i = 0; i < 100000; i++) {
            struct wild w = wild_step(&seed, 0.7);
            dp_grip_response r = ask(&f, history, normal_of(&w, 0.4, 0.8), w.stiffness, w.slide);
            least = fmin(least, r.friction / (r.stored + 1e-3));
            keep(&f, history, normal_of(&w, 0.4, 0.8), w.stiffness, w.slide);
        }
        CHECK_WITHIN(least, 0.0, 1e-13);
    }
}

// --- in the steps of an integrator ---

static slip_course steel_course(int steps, dp_impact_def *def) {
    dp_contact_def contact_def = dp_contact_defaults(dp_law_find("hertz"));
    dp_contact contact;
    contact_def.pair.modulus = 1.1e11;
    contact_def.pair.radius = 0.01;
    assert_int_equal(dp_contact_init(&contact, &contact_def, NULL), DP_OK);
    *def = dp_impact_defaults();
    def->mass = 0.03;
    def->speed = 1.0;
    return course_make(&contact, def, steps);
}

// Page 010, section 3: velocity Verlet with the force of a trial state is of second order. Errors
// of psi2 at psi1 1, 2, 3.5 are 3e-5 for 400 equal steps.
static void the_exact_law_is_of_second_order_in_the_steps(void **state) {
    (void)state;
    static const double maw[][2] = {
        {1.0, -0.0596967039}, {2.0, -0.8372100068}, {3.5, -1.4773267789}};
    const double kappa = 14.0 / 17.0, chi = 1.44117647058823529, mu = 0.3;
    dp_friction f = friction_with("mindlin-deresiewicz", mu, kappa);
    for (int i = 0; i < 3; i++) {
        double off[2];
        for (int j = 0; j < 2; j++) {
            dp_impact_def def;
            slip_course c = steel_course(j == 0 ? 200 : 800, &def);
            double speed = maw[i][0] * mu * def.speed / kappa,
                   mass = kappa * def.mass / (2.0 * chi);
            off[j] = fabs(course_grip(&c, &f, mass, speed).speed * kappa / mu - maw[i][1]);
            course_free(&c);
        }
        printf("exact law in 200 and 800 steps, psi1 %g: %.2g, %.2g\n", maw[i][0], off[0], off[1]);
        CHECK_WITHIN(off[0], 0.0, 1e-3);
        CHECK_WITHIN(off[1], 0.0, 6e-5);
    }
}

// Section 4: 5e-6 and 4e-7 of the sliding speed at 1000 and 4000 equal steps; here those in the
// middle are twice as long, which makes four times the error. The reference is the
// integrated impact, which test_oblique compares with others.
static void spring_laws_are_of_second_order_in_the_steps(void **state) {
    (void)state;
    for (int law = 1; law < LAWS; law++) {
        const double mu = 0.3, kappa = 0.8;
        dp_friction f = friction_with(compliant[law], mu, kappa);
        for (int i = 0; i < 3; i++) {
            double off[2];
            for (int j = 0; j < 2; j++) {
                dp_impact_def def;
                slip_course c = steel_course(j == 0 ? 1000 : 4000, &def);
                double speed = (0.7 + 1.2 * i) * mu / kappa, mass = 2.0 / 7.0 * def.mass;
                dp_contact_def contact_def = dp_contact_defaults(dp_law_find("hertz"));
                dp_contact contact;
                dp_impact exact;
                contact_def.pair.modulus = 1.1e11;
                contact_def.pair.radius = 0.01;
                assert_int_equal(dp_contact_init(&contact, &contact_def, NULL), DP_OK);
                def.friction = &f;
                def.sliding_mass = mass;
                def.sliding_speed = speed;
                assert_int_equal(dp_impact_run(&contact, &def, &exact, NULL), DP_OK);
                slip_result r = course_grip(&c, &f, mass, speed);
                off[j] = fabs(r.speed - exact.sliding_speed) / speed;
                course_free(&c);
            }
            printf("%s in 1000 and 4000 steps: %.2g, %.2g\n", compliant[law], off[0], off[1]);
            CHECK_WITHIN(off[0], 0.0, 2e-5);
            CHECK_WITHIN(off[1], 0.0, 1.5e-6);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tangents_are_differences),
        cmocka_unit_test(asking_changes_nothing),
        cmocka_unit_test(the_other_direction_has_the_same_bits),
        cmocka_unit_test(many_contacts_have_the_bits_of_one),
        cmocka_unit_test(what_is_no_number_is_refused),
        cmocka_unit_test(a_law_without_compliance_is_refused),
        cmocka_unit_test(contacts_that_part_and_do_not_push),
        cmocka_unit_test(numbers_of_all_sizes),
        cmocka_unit_test(steps_of_a_spring),
        cmocka_unit_test(springs_never_give_energy),
        cmocka_unit_test(the_exact_law_is_of_second_order_in_the_steps),
        cmocka_unit_test(spring_laws_are_of_second_order_in_the_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
