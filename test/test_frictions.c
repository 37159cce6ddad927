// Tests for src/frictions: the laws, their registry and the collision map.

#include "check.h"

#include "dashpot/friction.h"

enum { LAW_COUNT = 4, SWEEP = 122 };  // laws of the sliding speed; test_grip.c has the others

struct setting {
    const char *name;
    double value;
};

// One usual set of values per law, with the speeds at which its slope jumps.
static const struct {
    const char *law;
    struct setting set[6];
    double kink[3];
} usual[LAW_COUNT] = {
    {"coulomb", {{"mu", 0.12}}, {1e-4}},
    {"modified-coulomb", {{"mu_s", 0.15}, {"mu_d", 0.1}}, {1e-3, 1e-2}},
    {"ambrosio", {{"mu", 0.12}}, {1e-4, 1e-3}},
    {"lugre",
     {{"mu_s", 0.15}, {"mu_d", 0.1}, {"sigma_0", 1e5}, {"sigma_1", 20.0}, {"sigma_2", 12.0}},
     {0}},
};
static const double load = 250.0;  // [N]

static dp_friction_def usual_def(int i) {
    dp_friction_def def = dp_friction_defaults(dp_friction_law_find(usual[i].law));
    for (const struct setting *s = usual[i].set; s->name != NULL; s++)
        assert_int_equal(dp_friction_set(&def, s->name, s->value, NULL), DP_OK);
    return def;
}

static dp_friction usual_friction(int i) {
    dp_friction friction;
    dp_friction_def def = usual_def(i);
    assert_int_equal(dp_friction_init(&friction, &def, NULL), DP_OK);
    return friction;
}

// Speeds of both signs, 1 um/s to 1 m/s, off every kink of the usual values.
static double sweep_speed(int n) {
    double v = 1.07e-3 * pow(10.0, 0.1 * (n % 61) - 3.0);
    return n < 61 ? v : -v;
}

static double force(const dp_friction *f, double v, double z) {
    return dp_friction_respond(f, load, v, z).force;
}

static void modified_coulomb_gives_the_values_of_page_004(void **state) {
    (void)state;
    // the last three, close to where branches meet, by 30-digit arithmetic
    static const double rows[][2] = {
        {2e-4, .0444},
        {5e-4, .103125},
        {1e-3, .15},
        {5.5e-3, .125},
        {2e-3, .148285322359396},
        {1e-2, .1},
        {1.0, .1},
        {9.95e-4, .149994384375},
        {1.005e-3, .149999953720850480},
        {9.95e-3, .100004612482853224},
    };
    dp_friction f = usual_friction(1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        dp_friction_response r = dp_friction_respond(&f, load, rows[i][0], 0.0);
        CHECK_NEAR(r.force, -rows[i][1] * load, 1e-12);
        CHECK_NEAR(r.dforce_dnormal, -rows[i][1], 1e-12);
    }
    CHECK_NEAR(dp_friction_respond(&f, load, 0.0, 0.0).dforce_dv, -1.5 * 0.15 / 1e-3 * load, 1e-15);
}

static void modified_coulomb_has_one_value_and_one_slope_where_branches_meet(void **state) {
    (void)state;
    dp_friction f = usual_friction(1);
    for (int i = 0; i < 2; i++) {
        double v = usual[1].kink[i];
        dp_friction_response below = dp_friction_respond(&f, 1.0, nextafter(v, 0.0), 0.0);
        dp_friction_response at = dp_friction_respond(&f, 1.0, v, 0.0);
        CHECK_NEAR(below.force, at.force, 1e-14);
        // the slope is level there; one ulp beside it is 1e-15 of the slope at rest, 225
        CHECK_WITHIN(below.dforce_dv, 0.0, 1e-12);
        CHECK_WITHIN(at.dforce_dv, 0.0, 1e-12);
    }
}

static void coulomb_and_ambrosio_are_lines_between_their_speeds(void **state) {
    (void)state;
    static const struct {
        int law;
        double v, share;
    } rows[] = {{0, 2.5e-5, 0.25}, {0, 1e-4, 1.0},  {0, 2e-4, 1.0}, {2, 9.9e-5, 0.0},
                {2, 1e-4, 0.0},    {2, 5.5e-4, .5}, {2, 1e-3, 1.0}, {2, 7.0, 1.0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        dp_friction f = usual_friction(rows[i].law);
        CHECK_NEAR(force(&f, rows[i].v, 0.0), -0.12 * load * rows[i].share, 1e-14);
    }
}

static void force_is_odd_opposes_sliding_and_vanishes_at_rest(void **state) {
    (void)state;
    for (int i = 0; i < LAW_COUNT; i++) {
        dp_friction f = usual_friction(i);
        assert_true(force(&f, 0.0, 0.0) == 0.0);
        for (int n = 0; n < SWEEP; n++) {
            double v = sweep_speed(n), z = dp_friction_steady_z(&f, v);
            assert_true(force(&f, v, z) * v <= 0.0);
            assert_true(force(&f, -v, -z) == -force(&f, v, z));
            assert_true(force(&f, v, 0.3 * z) == -force(&f, -v, -0.3 * z));
            assert_true(f.law->has_history || force(&f, v, 1.0) == force(&f, v, z));
        }
    }
}

// d/dx by the central difference of order 8 of one entry of the response.
static double slope(const dp_friction *f, const double x[3], int along, double h, size_t entry) {
    static const double weight[] = {0.8, -0.2, 4.0 / 105.0, -1.0 / 280.0};
    double sum = 0.0;
    for (int j = 1; j <= 4; j++) {
        for (int side = -1; side <= 1; side += 2) {
            double at[3] = {x[0], x[1], x[2]};
            at[along] += side * j * h;
            dp_friction_response r = dp_friction_respond(f, at[0], at[1], at[2]);
            sum += side * weight[j - 1] * *(const double *)((const char *)&r + entry);
        }
    }
    return sum / h;
}

static void tangents_are_the_differences_of_the_force(void **state) {
    (void)state;
    const size_t of_force = offsetof(dp_friction_response, force);
    const size_t of_rate = offsetof(dp_friction_response, z_rate);
    for (int i = 0; i < LAW_COUNT; i++) {
        dp_friction f = usual_friction(i);
        for (int n = 0; n < SWEEP; n++) {
            double v = sweep_speed(n), room = fabs(v);
            for (int j = 0; j < 3; j++)
                room = fmin(room, fabs(fabs(v) - usual[i].kink[j]));
            double x[3] = {load, v, 0.6 * dp_friction_steady_z(&f, v) + 1e-8};
            double h = fmin(0.02 * room, 2e-5);  // on one branch, and short against v_s
            dp_friction_response r = dp_friction_respond(&f, x[0], x[1], x[2]);
            double noise = 1e-15 / h;  // rounding over the step; measured: 0.35 of what is allowed
            CHECK_WITHIN(r.dforce_dv, slope(&f, x, 1, h, of_force),
                         noise * fabs(r.force) + 1e-12 * fabs(r.dforce_dv));
            CHECK_NEAR(r.dforce_dnormal, slope(&f, x, 0, 1.0, of_force), 1e-12);
            CHECK_NEAR(r.dforce_dz, slope(&f, x, 2, 1e-7, of_force), 1e-12);
            CHECK_WITHIN(r.dz_rate_dv, slope(&f, x, 1, h, of_rate), noise * fabs(v) + 1e-12);
            CHECK_NEAR(r.dz_rate_dz, slope(&f, x, 2, 1e-7, of_rate), 1e-12);
        }
    }
}

// The parameter that must follow when this one goes to an end of its range.
static const char *partner(const char *name) {
    static const char *const pairs[][2] = {{"mu_s", "mu_d"}, {"v_s", "v_d"}, {"v_0", "v_1"}};
    for (int i = 0; i < 6; i++) {
        if (strcmp(name, pairs[i / 2][i % 2]) == 0) return pairs[i / 2][1 - i % 2];
    }
    return NULL;
}

static void check_finite(const dp_friction *f) {
    for (int n = -1; n < SWEEP; n++) {
        // cubed: 1e-14 to 1e4 m/s, from end to end of every speed
        double root = n < 0 ? 0.0 : sweep_speed(n);
        double v = 1e4 * root * root * root, z = dp_friction_steady_z(f, v);
        dp_friction_response r = dp_friction_respond(f, load, v, z);
        assert_true(isfinite(z) && isfinite(r.force) && isfinite(r.dforce_dv));
        assert_true(isfinite(r.dforce_dnormal) && isfinite(r.dforce_dz));
        assert_true(isfinite(r.z_rate) && isfinite(r.dz_rate_dv) && isfinite(r.dz_rate_dz));
        assert_true(v == 0.0 ? r.force == 0.0 : r.force * v <= 0.0);
    }
}

static void both_ends_of_every_range_are_accepted_and_finite_and_no_more(void **state) {
    (void)state;
    for (int i = 0; i < LAW_COUNT; i++) {
        const dp_param *params = dp_friction_law_at(i)->params;
        for (int n = 0; params[n].name != NULL; n++) {
            for (int high = 0; high <= 1; high++) {
                double end = high ? params[n].high : params[n].low;
                double beyond = nextafter(end, high ? INFINITY : -INFINITY);
                dp_friction_def def = usual_def(i);
                dp_friction f;
                assert_int_equal(dp_friction_set(&def, params[n].name, beyond, NULL), DP_ERR_RANGE);
                assert_int_equal(dp_friction_set(&def, params[n].name, NAN, NULL), DP_ERR_RANGE);
                assert_int_equal(dp_friction_set(&def, params[n].name, end, NULL), DP_OK);
                if (dp_friction_init(&f, &def, NULL) == DP_ERR_CONFLICT) {
                    int other = dp_friction_param_index(def.law, partner(params[n].name));
                    def.value[other] = high ? params[other].high : params[other].low;
                }
                assert_int_equal(dp_friction_init(&f, &def, NULL), DP_OK);
                check_finite(&f);
                def.value[n] = beyond;
                assert_int_equal(dp_friction_init(&f, &def, NULL), DP_ERR_RANGE);
            }
        }
    }
}

static double stribeck(double v) {
    return 0.1 + 0.05 * exp(-(v / 1e-3) * (v / 1e-3));
}

static void lugre_slides_steadily_with_the_stribeck_and_viscous_force(void **state) {
    (void)state;
    dp_friction f = usual_friction(3);
    for (int n = 0; n < SWEEP; n++) {
        double v = sweep_speed(n), z = dp_friction_steady_z(&f, v);
        dp_friction_response r = dp_friction_respond(&f, load, v, z);
        CHECK_NEAR(z, copysign(stribeck(v) / 1e5, v), 1e-15);
        CHECK_WITHIN(r.z_rate, 0.0, 1e-15 * fabs(v));
        CHECK_NEAR(r.force, -copysign(stribeck(v) + 12.0 * fabs(v), v) * load, 1e-14);
    }
    assert_true(dp_friction_steady_z(&f, 0.0) == 0.0);
}

static void lugre_is_a_spring_before_it_slides(void **state) {
    (void)state;
    dp_friction f = usual_friction(3);
    dp_friction_response r = dp_friction_respond(&f, load, 0.0, 3e-7);
    CHECK_NEAR(r.force, -1e5 * 3e-7 * load, 1e-15);
    CHECK_NEAR(r.dforce_dz, -1e5 * load, 1e-15);
    CHECK_NEAR(r.dz_rate_dv, 1.0, 1e-15);  // the bristles follow the surface
    assert_true(r.z_rate == 0.0);
}

// After a step in v the bristles relax exponentially: z = z_steady (1 - exp(-t/T)), T = g/(s0 v).
static void lugre_bristles_relax_to_their_steady_deflection(void **state) {
    (void)state;
    dp_friction f = usual_friction(3);
    for (double v = 1e-4; v < 1.0; v *= 7.0) {
        double steady = dp_friction_steady_z(&f, v), time = stribeck(v) / (1e5 * v);
        double h = time / 64.0, z = 0.0;
        for (int step = 1; step <= 32 * 64; step++) {
            double k1 = dp_friction_respond(&f, load, v, z).z_rate;
            double k2 = dp_friction_respond(&f, load, v, z + 0.5 * h * k1).z_rate;
            double k3 = dp_friction_respond(&f, load, v, z + 0.5 * h * k2).z_rate;
            double k4 = dp_friction_respond(&f, load, v, z + h * k3).z_rate;
            z += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
            // RK4 at 1/64: 64/120/64^5 of the decaying part per unit of time
            if (step == 64) CHECK_NEAR(z, steady * (1.0 - exp(-1.0)), 1e-9);
        }
        CHECK_NEAR(z, steady, 1e-12);  // exp(-32) is 1e-14
    }
}

// Power fed in, less what the bristles store, smallest over speeds and reachable deflections.
static double least_loss(double sigma_2) {
    dp_friction_def def = usual_def(3);
    dp_friction f;
    double least = INFINITY;
    assert_int_equal(dp_friction_set(&def, "sigma_2", sigma_2, NULL), DP_OK);
    assert_int_equal(dp_friction_init(&f, &def, NULL), DP_OK);
    for (int n = 0; n < SWEEP; n++) {
        for (int j = -20; j <= 20; j++) {
            double v = sweep_speed(n), z = 0.05 * j * 0.15 / 1e5;
            dp_friction_response r = dp_friction_respond(&f, 1.0, v, z);
            least = fmin(least, -r.force * v - 1e5 * z * r.z_rate);
        }
    }
    return least;
}

static void lugre_never_gives_energy_when_its_viscosity_suffices(void **state) {
    (void)state;
    // sigma_1 (mu_s - mu_d)/mu_d is 10; with far less, 1 m/s is fast enough to gain energy
    assert_true(least_loss(10.0) > -1e-15);
    assert_true(least_loss(0.0) < -1e-3);
}

static void nan_comes_back_and_a_pull_counts_as_no_load(void **state) {
    (void)state;
    for (int i = 0; i < LAW_COUNT; i++) {
        dp_friction f = usual_friction(i);
        double x[4][3] = {{NAN, 1.0, 0.0}, {load, NAN, 0.0}, {-1.0, NAN, 0.0}, {load, 1.0, NAN}};
        for (int n = 0; n < 4; n++) {
            dp_friction_response r = dp_friction_respond(&f, x[n][0], x[n][1], x[n][2]);
            bool wanted = n < 3 || f.law->has_history;
            const double all[] = {r.force,     r.dforce_dv, r.dforce_dnormal,
                                  r.dforce_dz, r.z_rate,    r.dz_rate_dz};
            // what isnan() gives is not 1 everywhere
            for (int k = 0; k < 6; k++)
                assert_true((isnan(all[k]) != 0) == wanted);
        }
        dp_friction_response pull = dp_friction_respond(&f, -load, 1.0, 1e-6);
        assert_true(pull.force == 0.0 && pull.dforce_dv == 0.0 && pull.dforce_dnormal == 0.0);
        assert_true(isnan(dp_friction_steady_z(&f, NAN)));
        assert_true(f.law->has_history == (dp_friction_steady_z(&f, 1.0) != 0.0));
    }
}

static void unknown_names_are_answered_with_the_nearest(void **state) {
    (void)state;
    const dp_friction_law *law;
    dp_error err;
    assert_int_equal(dp_friction_law_lookup("modified-colomb", &law, &err), DP_ERR_UNKNOWN_NAME);
    assert_null(law);
    assert_non_null(
        strstr(err.text, "no friction law 'modified-colomb'; did you mean modified-coulomb"));
    assert_int_equal(dp_friction_law_lookup("lugree", &law, &err), DP_ERR_UNKNOWN_NAME);
    assert_non_null(strstr(err.text, "did you mean lugre?"));
    assert_int_equal(dp_friction_law_lookup("ambrosio", &law, NULL), DP_OK);
    assert_ptr_equal(law, dp_friction_law_find("ambrosio"));
    dp_friction_def def = usual_def(1);
    assert_int_equal(dp_friction_set(&def, "mus", 0.1, &err), DP_ERR_UNKNOWN_NAME);
    assert_non_null(strstr(err.text, "modified-coulomb has no parameter 'mus'; did you mean mu_s"));
    assert_int_equal(dp_friction_param_index(def.law, "mus"), -1);
}

static dp_status init_with(int i, const char *name, double value, dp_error *err) {
    dp_friction_def def = usual_def(i);
    dp_friction f = {.law = NULL};
    def.value[dp_friction_param_index(def.law, name)] = value;
    dp_status status = dp_friction_init(&f, &def, err);
    assert_true((f.law == NULL) == (status != DP_OK));  // untouched on an error
    for (int j = 0; j < DP_FRICTION_CONSTANT_MAX; j++)
        assert_true(!isnan(f.k[j]));
    return status;
}

static void bad_definitions_are_refused_with_a_sentence(void **state) {
    (void)state;
    dp_error err;
    assert_int_equal(init_with(1, "v_d", 1e-3, &err), DP_ERR_CONFLICT);  // equal is not enough
    assert_string_equal(err.text,
                        "v_d is 0.001 m/s; it must be larger than v_s, which is 0.001 m/s");
    assert_int_equal(init_with(2, "v_1", 1e-5, &err), DP_ERR_CONFLICT);
    assert_int_equal(init_with(1, "mu_s", 0.05, &err), DP_ERR_CONFLICT);
    assert_int_equal(init_with(3, "mu_d", 0.2, &err), DP_ERR_CONFLICT);
    assert_non_null(strstr(err.text, "mu_s is 0.15 and mu_d is 0.2"));
    assert_int_equal(init_with(1, "mu_s", 0.1, &err), DP_OK);  // equal is plain Coulomb
    assert_int_equal(init_with(0, "mu", -0.1, &err), DP_ERR_RANGE);
    assert_string_equal(err.text, "mu is -0.1; it must lie in 0..10");
    assert_int_equal(init_with(0, "v_s", NAN, &err), DP_OK);  // not given: the default
    for (int i = 0; i < LAW_COUNT; i++) {
        for (const struct setting *s = usual[i].set; s->name != NULL; s++) {
            if (strcmp(s->name, "sigma_1") == 0) break;  // this and what follows is optional
            assert_int_equal(init_with(i, s->name, NAN, &err), DP_ERR_MISSING);
        }
    }
    dp_friction_def raw = {.law = dp_friction_law_at(0)};
    dp_friction f;
    assert_int_equal(dp_friction_set(&raw, "mu", 0.1, &err), DP_ERR_NOT_INITIALIZED);
    assert_int_equal(dp_friction_init(&f, &raw, &err), DP_ERR_NOT_INITIALIZED);
}

static void every_law_is_described_as_data(void **state) {
    (void)state;
    static const char *const compliant[] = {"mindlin-deresiewicz", "mindlin", "cundall-strack"};
    assert_int_equal(dp_friction_law_count(), LAW_COUNT + 3);
    assert_null(dp_friction_law_at(-1));
    assert_null(dp_friction_law_at(LAW_COUNT + 3));
    for (int i = 0; i < LAW_COUNT + 3; i++) {
        const dp_friction_law *law = dp_friction_law_at(i);
        assert_string_equal(law->name, i < LAW_COUNT ? usual[i].law : compliant[i - LAW_COUNT]);
        assert_true((law->respond == NULL) == (law->grip != NULL));
        assert_true(law->summary && law->formula && law->source && law->equation && law->validity);
        assert_string_equal(law->confidence, "certain");
        for (const dp_param *p = law->params; p->name != NULL; p++) {
            assert_true(p->unit && p->doc && p->low < p->high && isfinite(p->high));
            assert_true(p->required == (isnan(p->initial) != 0));
            assert_true(p->required || (p->initial >= p->low && p->initial <= p->high));
        }
    }
    assert_non_null(strstr(dp_friction_law_find("modified-coulomb")->errata[1], "004 Eq 15"));
}

// Page 001, section 5: mass 200, inertia 1, journal radius 0.0999.
static const double mass = 200.0, inertia = 1.0, radius = 0.0999;

static void collision_map_gives_the_rows_of_page_001_and_loses_what_friction_takes(void **state) {
    (void)state;
    static const double rows[][9] = {
        {2, 1, 0, .1, .8, 1.6, .6662218516543, -6.668887403947, 33.37781483457},
        {2, 5, 0, .1, .8, 1.6, 4.64, -7.1928, 321.17181408},
        {2, -1, 30, .05, .5, 1, -1.15, 27.003, 53.1689955},
        {1, 0, 10, .2, .9, .9, -.33344437019735, 3.337781483457, 33.311092582715},
    };
    double q = 1.0 + mass * radius * radius / inertia;
    for (int i = 0; i < 4; i++) {
        const double *r = rows[i];
        double v_n = r[4] * r[0], slip = r[1] + radius * r[2];
        double change = dp_coulomb_collision(r[3], r[0] + v_n, slip, q);
        double v_t = r[1] - change, spin = r[2] - mass * radius * change / inertia;
        double work = mass * fabs(change) * (fabs(slip) - 0.5 * q * fabs(change));
        double lost =
            0.5 * mass * (r[1] * r[1] - v_t * v_t) + 0.5 * inertia * (r[2] * r[2] - spin * spin);
        CHECK_NEAR(v_n, r[5], 1e-12);
        CHECK_NEAR(v_t, r[6], 1e-12);
        CHECK_NEAR(spin, r[7], 1e-12);
        CHECK_NEAR(work, r[8], 1e-12);
        CHECK_NEAR(work, lost, 1e-12);
        // two impulses in a row do what their sum does
        double first = dp_coulomb_collision(r[3], 0.3 * (r[0] + v_n), slip, q);
        double second = dp_coulomb_collision(r[3], 0.7 * (r[0] + v_n), slip - q * first, q);
        CHECK_NEAR(first + second, change, 1e-14);
    }
}

static void collision_map_refuses_what_means_nothing(void **state) {
    (void)state;
    for (int i = 0; i < 4; i++) {
        double bad[4] = {0.1, 2.0, 1.0, 3.0};
        assert_true(!isnan(dp_coulomb_collision(bad[0], bad[1], bad[2], bad[3])));
        bad[i] = NAN;
        assert_true(isnan(dp_coulomb_collision(bad[0], bad[1], bad[2], bad[3])));
        bad[i] = -1.0;
        double change = dp_coulomb_collision(bad[0], bad[1], bad[2], bad[3]);
        assert_true(i == 2 ? change == -0.2 : isnan(change));
    }
    assert_true(isnan(dp_coulomb_collision(0.1, 2.0, 1.0, 0.0)));
    assert_true(dp_coulomb_collision(0.1, 2.0, 0.0, 3.0) == 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(modified_coulomb_gives_the_values_of_page_004),
        cmocka_unit_test(modified_coulomb_has_one_value_and_one_slope_where_branches_meet),
        cmocka_unit_test(coulomb_and_ambrosio_are_lines_between_their_speeds),
        cmocka_unit_test(force_is_odd_opposes_sliding_and_vanishes_at_rest),
        cmocka_unit_test(tangents_are_the_differences_of_the_force),
        cmocka_unit_test(both_ends_of_every_range_are_accepted_and_finite_and_no_more),
        cmocka_unit_test(lugre_slides_steadily_with_the_stribeck_and_viscous_force),
        cmocka_unit_test(lugre_is_a_spring_before_it_slides),
        cmocka_unit_test(lugre_bristles_relax_to_their_steady_deflection),
        cmocka_unit_test(lugre_never_gives_energy_when_its_viscosity_suffices),
        cmocka_unit_test(nan_comes_back_and_a_pull_counts_as_no_load),
        cmocka_unit_test(unknown_names_are_answered_with_the_nearest),
        cmocka_unit_test(bad_definitions_are_refused_with_a_sentence),
        cmocka_unit_test(every_law_is_described_as_data),
        cmocka_unit_test(collision_map_gives_the_rows_of_page_001_and_loses_what_friction_takes),
        cmocka_unit_test(collision_map_refuses_what_means_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
