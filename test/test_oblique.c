// Tests for oblique impacts: reference values of page 010, limits and symmetries, and other ways to
// the same numbers: separate springs and small steps.

#include "check.h"
#include "dashpot/dashpot.h"
#include "oblique_cases.h"

static const char *const compliant[] = {"mindlin-deresiewicz", "mindlin", "cundall-strack"};

// The definition with given psi1 and chi on a steel ball at 1 m/s.
static dp_impact_def by_psi(const dp_friction *f, double mu, double kappa, double chi, double psi) {
    return oblique(0.03, 1.0, f, kappa * 0.03 / (2.0 * chi), psi * mu / kappa);
}

// --- reference values ---

// Page 010, section 6: psi1, psi2, impulse ratio over mu, largest force over mu max F_n.
static void maw_barber_and_fawcett(void **state) {
    (void)state;
    static const double rows[][4] = {
        {0.10, +0.0205907061, 0.01377508, 0.05402661},
        {0.25, +0.0416113189, 0.03614906, 0.13506653},
        {0.50, +0.0478310787, 0.07843747, 0.27013307},
        {0.75, +0.0141487990, 0.12764766, 0.40519960},
        {1.00, -0.0596967039, 0.18382494, 0.54026614},
        {1.25, -0.2188293352, 0.25479693, 0.66941578},
        {1.50, -0.4280165317, 0.33445185, 0.77156862},
        {1.75, -0.6400303454, 0.41459710, 0.85094960},
        {2.00, -0.8372100068, 0.49216908, 0.91134727},
        {2.50, -1.1622902486, 0.63529525, 0.98374746},
        {3.00, -1.3796832924, 0.75974098, 1.0},
        {3.50, -1.4773267789, 0.86341383, 1.0},
        {4.00, -1.4365122247, 0.94306845, 1.0},
        {4.50, -1.2176172980, 0.99183157, 1.0},
        {4.75, -1.0145416589, 0.99997151, 1.0},
        {5.00, -0.7647058824, 1.0, 1.0},
        {6.00, +0.2352941176, 1.0, 1.0},
    };
    const double kappa = 14.0 / 17.0, chi = 4.9 / 3.4, mu = 0.3;
    dp_friction f = friction_with("mindlin-deresiewicz", mu, kappa);
    dp_contact contact = steel(1.0);
    double worst[3] = {0}, ledger = 0.0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        dp_impact_def def = by_psi(&f, mu, kappa, chi, rows[i][0]);
        dp_impact r = run(&contact, &def);
        double psi = kappa * r.sliding_speed / mu;
        double ratio = r.tangential_impulse / (def.mass * (1.0 + r.restitution)) / mu;
        CHECK_WITHIN(psi, rows[i][1], 1e-8);
        CHECK_WITHIN(ratio, rows[i][2], 1e-7);
        CHECK_WITHIN(r.max_tangential_force / (mu * r.max_force), rows[i][3], 1e-7);
        worst[0] = fmax(worst[0], fabs(psi - rows[i][1]));
        worst[1] = fmax(worst[1], fabs(ratio - rows[i][2]));
        worst[2] = fmax(worst[2], fabs(r.max_tangential_force / (mu * r.max_force) - rows[i][3]));
        ledger = fmax(ledger, r.energy.error);
    }
    printf("Maw: psi2 off by %.2g, impulse %.2g, force %.2g; ledger %.2g\n", worst[0], worst[1],
           worst[2], ledger);
    CHECK_WITHIN(ledger, 0.0, 1e-9);
}

// chi = 1/2: the surfaces come back with their own speed and no loss, or slide throughout. The same
// for a spring and slider on a linear spring.
static void half_a_swing_comes_back_whole(void **state) {
    (void)state;
    static const double psi[] = {0.1, 0.5, 0.9, 0.999, 1.0, 1.001, 1.3, 2.0, 3.0, 5.0};
    dp_contact_def linear = dp_contact_defaults(dp_law_find("kelvin-voigt"));
    dp_contact contact[2] = {steel(1.0)};
    linear.pair.stiffness = 1e7;
    assert_int_equal(dp_law_set(&linear.law, "damping", 0.0, NULL), DP_OK);
    assert_int_equal(dp_contact_init(&contact[1], &linear, NULL), DP_OK);
    for (int n = 0; n < 2; n++) {
        dp_friction f = friction_with(compliant[2 * n], 0.2, solid);
        for (size_t i = 0; i < sizeof psi / sizeof *psi; i++) {
            dp_impact_def def = by_psi(&f, 0.2, solid, 0.5, psi[i]);
            dp_impact r = run(&contact[n], &def);
            double after = psi[i] <= 1.0 ? -psi[i] : psi[i] - 2.0;
            // at psi1 = 1 the whole contact is on the bound all the time
            CHECK_WITHIN(r.sliding_speed * solid / 0.2, after, psi[i] == 1.0 ? 1e-6 : 1e-9);
            CHECK_NEAR(r.max_tangential_force, 0.2 * fmin(psi[i], 1.0) * r.max_force, 1e-8);
            if (psi[i] < 1.0) CHECK_WITHIN(r.energy.friction, 0.0, 1e-10 * r.energy.initial);
            CHECK_WITHIN(r.energy.error, 0.0, 1e-9);
        }
    }
}

// From some psi1 on the surfaces slide throughout, and the impulses have the ratio mu.
static void gross_sliding_begins_where_it_must(void **state) {
    (void)state;
    static const double chis[] = {0.8, 1.2, 1.44117647058823529, 2.0};
    dp_contact contact = steel(1.0);
    const double mu = 0.25, kappa = 0.8;
    for (int law = 0; law < 2; law++) {
        dp_friction f = friction_with(compliant[law], mu, kappa);
        for (int i = 0; i < 4; i++) {
            double edge = 4.0 * chis[i] - (law == 0 ? 1.0 : 2.0 / 3.0);
            static const double beyond[] = {1e-6, 1e-3, 1.0, 20.0};
            for (int j = 0; j < 4; j++) {
                dp_impact_def def = by_psi(&f, mu, kappa, chis[i], edge + beyond[j]);
                dp_impact r = run(&contact, &def);
                double ratio = r.tangential_impulse / (def.mass * (1.0 + r.restitution));
                CHECK_NEAR(ratio, mu, 1e-11);
            }
            dp_impact_def def = by_psi(&f, mu, kappa, chis[i], edge - 0.05);
            dp_impact r = run(&contact, &def);
            double ratio = r.tangential_impulse / (def.mass * (1.0 + r.restitution));
            assert_true(ratio < mu * (1.0 - 1e-8));
        }
    }
}

struct ball {
    double young, poisson, density, radius, inertia;
    double vx, vy, spin;
};

struct after {
    double vx[2], vy[2], spin[2];
    double e_t, ratio;
    dp_impact impact;
};

static dp_body body_of(const struct ball *b) {
    dp_body body = dp_body_defaults();
    body.young = b->young;
    body.poisson = b->poisson;
    body.density = b->density;
    body.radius = b->radius;
    return body;
}

// Two spheres, or one and a fixed flat (radius infinite), as section 1 says.
static struct after collide(const struct ball *one, const struct ball *two, const char *law,
                            double mu, double restitution) {
    dp_body first = body_of(one), second = body_of(two);
    bool is_flat = isinf(two->radius);
    if (is_flat) second.mass = INFINITY;
    dp_pair pair;
    dp_error err = {0};
    if (dp_pair_from_bodies(&first, &second, is_flat ? DP_FLAT : DP_CONVEX, &pair, &err) != DP_OK)
        fail_msg("%s", err.text);
    dp_contact contact = hertz_of(&pair, restitution);
    dp_friction f = friction_with(law, mu, dp_stiffness_ratio(&first, &second));
    const double pi = 3.14159265358979323846, r1 = one->radius, r2 = is_flat ? 0.0 : two->radius;
    double m1 = 4.0 / 3.0 * pi * one->density * r1 * r1 * r1;
    double m2 = is_flat ? INFINITY : 4.0 / 3.0 * pi * two->density * r2 * r2 * r2;
    double i1 = 0.4 * m1 * r1 * r1, i2 = is_flat ? INFINITY : 0.4 * m2 * r2 * r2;
    double along = 1.0 / (1.0 / pair.mass + r1 * r1 / i1 + (is_flat ? 0.0 : r2 * r2 / i2));
    double slide = one->vy + r1 * one->spin - (two->vy - r2 * two->spin);
    dp_impact_def def = oblique(pair.mass, one->vx - two->vx, &f, along, slide);
    struct after a = {.impact = run(&contact, &def)};
    double normal = pair.mass * (1.0 + a.impact.restitution) * def.speed;
    double tangential = a.impact.tangential_impulse;
    a.vx[0] = one->vx - normal / m1;
    a.vx[1] = two->vx + normal / m2;
    a.vy[0] = one->vy - tangential / m1;
    a.vy[1] = two->vy + tangential / m2;
    a.spin[0] = one->spin - r1 * tangential / i1;
    a.spin[1] = two->spin - r2 * tangential / i2;
    a.e_t = -a.impact.sliding_speed / slide;
    a.ratio = fabs(tangential) / normal;
    return a;
}

// Section 7. Ten digits are printed; the solver leaves 1e-8 of the sliding speed.
static void the_examples_of_page_010(void **state) {
    (void)state;
    const struct ball alumina = {380e9, 0.23, 4000.0, 2.5e-3, 0.0, 3.84, 0.68, 0.0};
    const struct ball glass = {
        .young = 70e9, .poisson = 0.25, .density = 2500.0, .radius = INFINITY};
    static const double flat[2][6] = {
        {0.4322896541, -247.7103459, 0.2749797215, 0.03225395129, 21.33695818, 1.598607489e-5},
        {0.4816939630, -198.3060370, 0.02069283744, 0.02582109857, 21.33695818, 1.728631450e-5},
    };
    for (int i = 0; i < 2; i++) {
        struct after a = collide(&alumina, &glass, compliant[i], 0.092, 1.0);
        CHECK_NEAR(a.vy[0], flat[i][0], 1e-8);
        CHECK_NEAR(a.spin[0], flat[i][1], 1e-8);
        CHECK_NEAR(a.e_t, flat[i][2], 1e-8);
        CHECK_NEAR(a.ratio, flat[i][3], 1e-8);
        CHECK_NEAR(a.impact.max_tangential_force, flat[i][4], 1e-8);
        CHECK_NEAR(a.impact.energy.friction, flat[i][5], 1e-8);
    }
    const struct ball ball = {207e9, 0.3, 7800.0, 0.02, 0.0, 3.0, 1.0, -25.0};
    const struct ball alloy = {71.5e9, 0.33, 2790.0, 0.03, 0.0, -1.0, 0.4, 40.0};
    static const struct {
        int law;
        double e, row[8];
    } two[] = {
        {0,
         1.0,
         {-1.375517316, 0.7483707561, 2.624482684, 0.6084384020, -56.45365549, 22.63013317,
          0.2386436622, 0.03254884901}},
        {1,
         1.0,
         {-1.375517316, 0.8126507321, 2.624482684, 0.5551917472, -48.41865849, 27.06735440,
          -0.07777418988, 0.03430570393}},
        {0,
         0.7,
         {-0.719189719, 0.7034577528, 2.080810281, 0.6456423235, -62.06778090, 19.52980638,
          0.4597276903, 0.02721985701}},
    };
    for (int i = 0; i < 3; i++) {
        struct after a = collide(&ball, &alloy, compliant[two[i].law], 0.2, two[i].e);
        // slip that retreats inside a damped contact is of second order in the step
        const double near = two[i].e < 1.0 ? 5e-7 : 1e-8, *row = two[i].row;
        CHECK_NEAR(a.vx[0], row[0], 1e-9);
        CHECK_NEAR(a.vy[0], row[1], near);
        CHECK_NEAR(a.vx[1], row[2], 1e-9);
        CHECK_NEAR(a.vy[1], row[3], near);
        CHECK_NEAR(a.spin[0], row[4], near);
        CHECK_NEAR(a.spin[1], row[5], near);
        CHECK_WITHIN(a.e_t, row[6], near);
        CHECK_NEAR(a.impact.energy.friction, row[7], 3.0 * near);
    }
}

static const struct ball rigid = {
    .young = INFINITY, .poisson = 0.3, .density = 1.0, .radius = INFINITY};

// Section 8, test 4: six digits are printed, and damped contacts are good for 1e-6.
static void balls_on_a_rigid_plane_at_all_angles(void **state) {
    (void)state;
    static const struct {
        double angle, exact[2], spring[2], alloy[2];
    } rows[] = {
        {2, {0.778033, -30.2115}, {0.880979, -16.1998}, {0.744646, 0.847275}},
        {5, {0.738527, -88.8767}, {0.863730, -46.3193}, {0.701738, 0.818089}},
        {10, {0.638147, -245.0567}, {0.710839, -195.8279}, {0.615673, 0.688400}},
        {20, {0.595842, -539.0983}, {0.621410, -504.9937}, {0.586998, 0.613135}},
        {30, {0.684490, -615.2452}, {0.684490, -615.2452}, {0.684490, 0.684490}},
        {60, {0.894830, -355.2120}, {0.894830, -355.2120}, {0.894830, 0.894830}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double angle = rows[i].angle * 3.14159265358979323846 / 180.0;
        double vx = 3.9 * cos(angle), vy = 3.9 * sin(angle);
        const struct ball alumina = {380e9, 0.23, 4000.0, 2.5e-3, 0.0, vx, vy, 0.0};
        const struct ball alloy = {70e9, 0.33, 2700.0, 2.5e-3, 0.0, vx, vy, 0.0};
        for (int law = 0; law < 2; law++) {
            const double *row = law == 0 ? rows[i].exact : rows[i].spring;
            struct after a = collide(&alumina, &rigid, compliant[law], 0.092, 0.98);
            CHECK_WITHIN(a.vy[0] / vy, row[0], 1.5e-6);
            CHECK_WITHIN(a.spin[0], row[1], 1.5e-6 * fabs(row[1]) + 6e-5);
            a = collide(&alloy, &rigid, compliant[law], 0.092, 0.98);
            CHECK_WITHIN(a.vy[0] / vy, rows[i].alloy[law], 1.5e-6);
        }
    }
}

// Tests 5 and 6: six digits, and as above.
static void tests_5_and_6_of_chung_and_ooi(void **state) {
    (void)state;
    static const double over[] = {0.5, 1, 2, 3, 4, 5, 8};
    static const double steel_s[] = {0.060726,  -0.004292, -0.672561, -1.391606,
                                     -1.763802, -1.703950, 1};
    static const double steel_w[] = {-0.313767, -0.717351, -1.908972, -3.136861,
                                     -4.117002, -4.788536, -5};
    static const double poly_s[] = {-0.014479, -0.153169, -0.847564, -1.565004,
                                    -1.907169, -1.784317, 1};
    static const double spring_s[] = {0.249683,  0.414983,  -0.190808, -0.988650,
                                      -1.397981, -1.435637, 1};
    const double unit = 0.3 * 5.0;
    for (int i = 0; i < 7; i++) {
        const struct ball ball = {208e9, 0.3, 7850.0, 1e-5, 0.0, 5.0, over[i] * unit, 0.0};
        const struct ball soft = {1e9, 0.4, 1400.0, 1e-5, 0.0, 5.0, over[i] * unit, 0.0};
        struct after a = collide(&ball, &rigid, compliant[0], 0.3, 1.0);
        CHECK_WITHIN(a.impact.sliding_speed / unit, steel_s[i], 6e-7);
        CHECK_WITHIN(a.spin[0] * 1e-5 / unit, steel_w[i], 6e-7);
        a = collide(&soft, &rigid, compliant[0], 0.3, 1.0);
        CHECK_WITHIN(a.impact.sliding_speed / unit, poly_s[i], 6e-7);
        a = collide(&ball, &rigid, compliant[1], 0.3, 1.0);
        CHECK_WITHIN(a.impact.sliding_speed / unit, spring_s[i], 6e-7);
    }
    static const double vt[] = {0.2, 0.5, 1, 1.5, 2, 3};
    static const double alloy_e[] = {0.247978, 0.595987, 0.482863, 0.227824, 0.048502, -0.3};
    static const double spring_e[] = {-0.026550, 0.402495, 0.411092, 0.196841, 0.045086, -0.3};
    static const double nylon_e[] = {0.332119, 0.641368, 0.502812, 0.237859, 0.049018, -0.3};
    for (int i = 0; i < 6; i++) {
        const struct ball alloy = {70e9, 0.33, 2700.0, 0.1, 0.0, 0.2, 0.0, vt[i] * 0.2 / 0.1};
        const struct ball nylon = {2.5e9, 0.4, 1000.0, 0.1, 0.0, 0.2, 0.0, vt[i] * 0.2 / 0.1};
        CHECK_WITHIN(collide(&alloy, &rigid, compliant[0], 0.4, 0.5).e_t, alloy_e[i], 1.5e-6);
        CHECK_WITHIN(collide(&alloy, &rigid, compliant[1], 0.4, 0.5).e_t, spring_e[i], 1.5e-6);
        CHECK_WITHIN(collide(&nylon, &rigid, compliant[0], 0.4, 0.5).e_t, nylon_e[i], 1.5e-6);
        // test 8: the same on a large sphere that is at rest, by the scaling
        struct ball large = {70e12, 0.33, 2700e3, 0.5, 0.0, 0.0, 0.0, 0.0};
        double here = collide(&alloy, &large, compliant[0], 0.4, 0.5).e_t;
        assert_true(fabs(here - alloy_e[i]) < 3e-3);
    }
}

// --- relations ---

// Elastic Hertz: e_t depends on psi1 and chi alone.
static void sizes_and_speeds_do_not_count(void **state) {
    (void)state;
    static const double psis[] = {0.3, 1.1, 2.2, 3.9};
    for (int law = 0; law < 2; law++) {
        for (int i = 0; i < 4; i++) {
            double first = NAN;
            for (int n = 0; n < 4; n++) {
                dp_pair pair = dp_pair_defaults();
                pair.modulus = pow(10.0, 7.0 + n);
                pair.radius = pow(10.0, 1.0 - 2.0 * n);
                dp_contact contact = hertz_of(&pair, 1.0);
                double mu = 0.05 + 0.2 * n, kappa = 0.7 + 0.1 * n, chi = 1.37;
                double mass = pow(10.0, n - 2.0), speed = pow(0.1, n);
                dp_friction f = friction_with(compliant[law], mu, kappa);
                dp_impact_def def = oblique(mass, speed, &f, kappa * mass / (2.0 * chi),
                                            psis[i] * mu * speed / kappa);
                double e_t = -run(&contact, &def).sliding_speed / def.sliding_speed;
                if (n == 0) first = e_t;
                CHECK_WITHIN(e_t, first, 1e-9);
            }
        }
    }
}

static void left_and_right_have_the_same_bits(void **state) {
    (void)state;
    dp_contact contact = steel(0.8);
    for (int i = 0; i < FRICTIONS; i++) {
        dp_friction f = friction_at(i);
        for (double slide = 0.05; slide < 3.0; slide *= 2.1) {
            dp_impact_def def = oblique(0.03, 1.0, &f, solid * 0.03, slide);
            dp_impact one = run(&contact, &def);
            def.sliding_speed = -slide;
            dp_impact other = run(&contact, &def);
            // no minus before a zero
            other.sliding_speed = 0.0 - other.sliding_speed;
            other.tangential_impulse = 0.0 - other.tangential_impulse;
            same_impact(&one, &other);
        }
    }
}

static void nothing_to_slide_and_nothing_to_hold(void **state) {
    (void)state;
    dp_contact contact = steel(0.8);
    dp_impact_def plain = oblique(0.03, 1.0, NULL, 0.0, 0.4);
    plain.path = DP_PATH_INTEGRATED;
    dp_impact bare = run(&contact, &plain);
    CHECK_WITHIN(bare.sliding_speed, 0.4, 0.0);
    for (int i = 0; i < FRICTIONS; i++) {
        dp_friction f = friction_at(i);
        dp_impact_def def = oblique(0.03, 1.0, &f, solid * 0.03, 0.0);
        def.path = DP_PATH_INTEGRATED;
        dp_impact r = run(&contact, &def);
        same_normal_part(&r, &bare);
        assert_true(r.sliding_speed == 0.0 && r.tangential_impulse == 0.0);
        assert_true(r.max_tangential_force == 0.0 && r.energy.friction == 0.0);
    }
    static const char *const free_of[] = {"coulomb", "mindlin-deresiewicz", "mindlin",
                                          "cundall-strack"};
    for (int i = 0; i < 4; i++) {
        dp_friction f = friction_with(free_of[i], 0.0, NAN);
        dp_impact_def def = oblique(0.03, 1.0, &f, solid * 0.03, 0.4);
        dp_impact r = run(&contact, &def);
        CHECK_WITHIN(r.sliding_speed, 0.4, 1e-16);
        CHECK_WITHIN(r.energy.friction, 0.0, 1e-18);
        CHECK_WITHIN(r.max_tangential_force, 0.0, 0.0);
    }
}

// Coulomb: the closed form of gross sliding is what the motion comes to.
static void coulomb_by_both_ways(void **state) {
    (void)state;
    dp_contact contact = steel(0.8);
    dp_friction f = friction_with("coulomb", 0.3, NAN);
    for (double slide = 2.0; slide < 300.0; slide *= 3.0) {
        dp_impact_def def = oblique(0.03, 1.0, &f, solid * 0.03, slide);
        def.path = DP_PATH_CLOSED;
        dp_impact closed = run(&contact, &def);
        def.path = DP_PATH_INTEGRATED;
        dp_impact moved = run(&contact, &def);
        CHECK_NEAR(moved.sliding_speed, closed.sliding_speed, 1e-12);
        CHECK_NEAR(moved.tangential_impulse, closed.tangential_impulse, 1e-12 * slide);
        CHECK_NEAR(moved.energy.friction, closed.energy.friction, 1e-12);
        // the peak of a cubic between two steps
        CHECK_NEAR(moved.max_tangential_force, closed.max_tangential_force, 1e-8);
        CHECK_NEAR(closed.tangential_impulse, 0.3 * 0.03 * (1.0 + closed.restitution), 1e-14);
        CHECK_WITHIN(closed.energy.error, 0.0, 1e-14);
    }
    // where the surfaces stop they stay
    dp_impact_def def = oblique(0.03, 1.0, &f, solid * 0.03, 0.4);
    dp_impact r = run(&contact, &def);
    CHECK_WITHIN(r.sliding_speed, 0.0, 0.0);
    CHECK_NEAR(r.energy.friction, 0.5 * solid * 0.03 * 0.16, 1e-12);
    assert_int_equal(r.path, DP_PATH_INTEGRATED);
}

// --- other ways to the same numbers ---

// A spring law in small steps. Kicks and drifts are of second order in equal stretches of the
// course, so that two of them are extrapolated; the change is their error.
static slip_result extrapolated(const dp_contact *contact, const dp_impact_def *def,
                                const slip_law *law, int steps, double *change) {
    slip_result r[2];
    for (int j = 0; j < 2; j++) {
        slip_law now = *law;
        now.springs <<= j;
        slip_course c = course_make(contact, def, steps << j);
        r[j] = course_slide(&c, &now, def->sliding_mass, def->sliding_speed);
        course_free(&c);
    }
    *change = fabs(r[1].speed - r[0].speed) / 3.0;
    r[1].speed += (r[1].speed - r[0].speed) / 3.0;
    return r[1];
}

static void spring_laws_in_small_steps(void **state) {
    (void)state;
    dp_contact contact = steel(0.8);
    double worst = 0.0;
    for (int i = 0; i < 3; i++) {
        dp_friction f = friction_at(5 + i);
        const slip_law law = {'z', f.k[0], f.k[1], f.k[2], 1};
        for (double slide = 0.05; slide < 3.0; slide *= 1.9) {
            dp_impact_def def = oblique(0.03, 1.0, &f, solid * 0.03, slide);
            double change, exact = run(&contact, &def).sliding_speed;
            slip_result r = extrapolated(&contact, &def, &law, 4000, &change);
            worst = fmax(worst, fabs(r.speed - exact) / slide);
        }
    }
    printf("spring laws in small steps: %.2g of the sliding speed\n", worst);
    CHECK_WITHIN(worst, 0.0, 2e-6);
}

// A ball whose mass sits at its rim or its middle: chi 12, 30, 100 turn many times in one impact.
static void light_rimmed_balls(void **state) {
    (void)state;
    static const double chis[] = {0.7, 5.0, 12.0, 30.0, 100.0};
    const double mu = 0.3, kappa = 0.8;
    dp_contact contact = steel(1.0);
    dp_friction f = friction_with("mindlin-deresiewicz", mu, kappa);
    const slip_law law = {'s', mu, kappa, 0.0, 2000};
    for (int i = 0; i < 5; i++) {
        for (double psi = 0.4; psi < 4.0 * chis[i]; psi *= 2.7) {
            dp_impact_def def = by_psi(&f, mu, kappa, chis[i], psi);
            double change;
            dp_impact exact = run(&contact, &def);
            slip_result r = extrapolated(&contact, &def, &law, 2000, &change);
            double off = fabs(r.speed - exact.sliding_speed) / def.sliding_speed;
            change /= def.sliding_speed;
            if (getenv("DP_TOL") != NULL)
                printf("chi %g psi1 %.3g: off by %.2g, springs changed by %.2g, ledger %.2g, %ld "
                       "steps\n",
                       chis[i], psi, off, change, exact.energy.error, exact.steps);
            CHECK_WITHIN(off, 0.0, 1e-5);
            CHECK_WITHIN(exact.energy.error, 0.0, 3e-9);
        }
    }
}

// Damped and plastic normal laws: lambda changes on the way.
static void other_normal_laws_on_separate_springs(void **state) {
    (void)state;
    static const char *const laws[] = {"hunt-crossley", "flores",   "kelvin-voigt", "tsuji",
                                       "thornton",      "ma-liu",   "walton-braun", "ghaednia",
                                       "kuwabara-kono", "gonthier", "lee-wang"};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        const law_case *c = law_case_of(laws[i]);
        dp_contact_def contact_def = c->def;
        dp_contact contact;
        contact_def.tension = DP_TENSION_CLAMP;
        assert_int_equal(dp_contact_init(&contact, &contact_def, NULL), DP_OK);
        dp_friction f = friction_with("mindlin-deresiewicz", 0.3, 0.8);
        const slip_law law = {'s', 0.3, 0.8, 0.0, 1000};
        for (double psi = 0.4; psi < 6.0; psi *= 2.2) {
            double mass = contact_def.pair.mass;
            dp_impact_def def = oblique(mass, 0.5, &f, solid * mass, psi * 0.3 * 0.5 / 0.8);
            double change;
            dp_impact exact = run(&contact, &def);
            slip_result r = extrapolated(&contact, &def, &law, 1000, &change);
            double off = fabs(r.speed - exact.sliding_speed) / def.sliding_speed;
            change /= def.sliding_speed;
            if (getenv("DP_TOL") != NULL)
                printf(
                    "%s psi1 %.3g: off by %.2g, springs changed by %.2g, ledger %.2g, %ld steps\n",
                    laws[i], psi, off, change, exact.energy.error, exact.steps);
            CHECK_WITHIN(off, 0.0, 1e-5);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maw_barber_and_fawcett),
        cmocka_unit_test(half_a_swing_comes_back_whole),
        cmocka_unit_test(gross_sliding_begins_where_it_must),
        cmocka_unit_test(the_examples_of_page_010),
        cmocka_unit_test(balls_on_a_rigid_plane_at_all_angles),
        cmocka_unit_test(tests_5_and_6_of_chung_and_ooi),
        cmocka_unit_test(sizes_and_speeds_do_not_count),
        cmocka_unit_test(left_and_right_have_the_same_bits),
        cmocka_unit_test(nothing_to_slide_and_nothing_to_hold),
        cmocka_unit_test(coulomb_by_both_ways),
        cmocka_unit_test(spring_laws_in_small_steps),
        cmocka_unit_test(light_rimmed_balls),
        cmocka_unit_test(other_normal_laws_on_separate_springs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
