// A stated peak is the largest force of an impact: no row exceeds it, however close rows lie. An
// argument gives the number of impacts.

#include <stdlib.h>

#include "law_cases.h"

#include "dashpot/impact.h"

static long impacts = 400;

static const char *const normal_laws[] = {
    "hertz",    "tsuji",  "kuwabara-kono",     "kelvin-voigt", "walton-braun",
    "thornton", "flores", "exact-restitution", "ma-liu",       "lee-herrmann"};

struct watcher {
    double normal, along;  // largest rows
};

static void look(void *user, const dp_impact_sample *row) {
    struct watcher *w = (struct watcher *)user;
    w->normal = fmax(w->normal, row->force);
    w->along = fmax(w->along, fabs(row->tangential_force));
}

static double between(uint64_t *seed, double low, double high) {
    return low * pow(high / low, law_random(seed));
}

static dp_friction random_friction(uint64_t *seed, double speed) {
    int index = (int)(law_random(seed) * dp_friction_law_count());
    dp_friction_def def = dp_friction_defaults(dp_friction_law_at(index));
    dp_friction friction;
    dp_error err;
    double mu = between(seed, 0.02, 1.0), slow = speed * between(seed, 1e-3, 0.1);
    const struct {
        const char *name;
        double value;
    } values[] = {{"mu", mu},
                  {"mu_d", mu},
                  {"mu_s", 1.3 * mu},
                  {"v_s", slow},
                  {"v_d", 3.0 * slow},
                  {"v_0", slow},
                  {"v_1", 3.0 * slow},
                  {"sigma_0", between(seed, 1e4, 1e6)},
                  {"stiffness_ratio", between(seed, 0.3, 1.2)},
                  {"damping", law_random(seed) < 0.5 ? 0.0 : between(seed, 1.0, 100.0)}};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (dp_friction_param_index(def.law, values[i].name) >= 0)
            dp_friction_set(&def, values[i].name, values[i].value, &err);
    if (dp_friction_init(&friction, &def, &err) != DP_OK) fail_msg("%s", err.text);
    return friction;
}

static void rows_never_exceed_the_stated_peak(void **state) {
    (void)state;
    uint64_t seed = 61;
    double worst_normal = 0.0, worst_along = 0.0;
    for (long i = 0; i < impacts; i++) {
        const size_t laws = sizeof normal_laws / sizeof *normal_laws;
        const law_case *c = law_case_of(normal_laws[(size_t)(law_random(&seed) * (double)laws)]);
        struct watcher w = {0};
        dp_impact_def def = dp_impact_defaults();
        dp_impact result;
        dp_error err;
        def.mass = c->def.pair.mass * between(&seed, 0.1, 10.0);
        def.speed = between(&seed, 0.05, 5.0);
        def.sliding_speed = def.speed * between(&seed, 0.01, 5.0);
        def.sliding_mass = 2.0 / 7.0 * def.mass;
        dp_friction friction = random_friction(&seed, def.sliding_speed);
        def.friction = &friction;
        if (dp_impact_run(&c->contact, &def, &result, &err) != DP_OK) continue;
        def.every = result.separation_time / (50.0 + 300.0 * law_random(&seed));
        def.observe = look;
        def.user = &w;
        if (dp_impact_run(&c->contact, &def, &result, &err) != DP_OK) continue;
        double over = w.normal / result.max_force - 1.0;
        double along = result.max_tangential_force > 0.0
                           ? w.along / result.max_tangential_force - 1.0
                           : w.along;
        if (along > 1e-10 || over > 1e-12)
            fprintf(stderr, "%s with %s: normal %.2g, along %.2g\n", c->name, friction.law->name,
                    over, along);
        worst_normal = fmax(worst_normal, over);
        worst_along = fmax(worst_along, along);
    }
    // rows come from a pass of their own, whose steps end at them
    assert_true(worst_normal < 1e-12);
    assert_true(worst_along < 1e-9);
}

// --- values from elsewhere ---

// Inputs, then restitution along the surfaces and largest force along them: from a program of its
// own that integrates phase by phase in long doubles and changes phases by halving (two of its step
// lengths agree to 1e-12).
static const struct {
    const char *law, *friction;
    double stiffness, damping, mass, speed, sliding_mass, sliding_speed, mu, ratio,
        friction_damping;
    double back, largest;
} known[] = {
    // slips late, on the way out: the cap falls, and the peak of the spring lay before
    {"hertz", "mindlin", 4.65e9, 0.32, 0.25, 2.0, 0.0717, 0.15, 0.028, 0.2757, 0.0,
     0.841840185797362, 176.238478442467},
    // a stiffness that is there from the touch on, under a damper that the cap holds at first
    {"kelvin-voigt", "cundall-strack", 2.1e6, 0.0, 0.0065, 0.28, 0.00186, 0.0116, 0.67, 0.0734,
     10.0, 0.160477915383062, 0.159727843947711},
    {"kelvin-voigt", "cundall-strack", 2e6, 20.0, 0.01, 0.5, 0.00285, 0.05, 0.3, 0.8, 15.0,
     -0.175229434636094, 2.94048161808238},
};

static dp_contact known_contact(size_t i) {
    dp_contact_def def = dp_contact_defaults(dp_law_find(known[i].law));
    dp_contact contact;
    dp_error err = {0};
    bool is_linear = strcmp(known[i].law, "hertz") != 0;
    const char *damping = is_linear ? "damping" : "damping_factor";
    def.pair.stiffness = known[i].stiffness;
    assert_int_equal(dp_law_set(&def.law, damping, known[i].damping, &err), DP_OK);
    if (dp_contact_init(&contact, &def, &err) != DP_OK) fail_msg("%s", err.text);
    return contact;
}

static dp_friction known_friction(size_t i) {
    dp_friction_def def = dp_friction_defaults(dp_friction_law_find(known[i].friction));
    dp_friction friction;
    dp_error err = {0};
    dp_friction_set(&def, "mu", known[i].mu, &err);
    dp_friction_set(&def, "stiffness_ratio", known[i].ratio, &err);
    if (known[i].friction_damping > 0.0)
        dp_friction_set(&def, "damping", known[i].friction_damping, &err);
    if (dp_friction_init(&friction, &def, &err) != DP_OK) fail_msg("%s", err.text);
    return friction;
}

// Steps of impacts with friction keep 1e-11 of the sliding speed.
static void springs_bend_as_another_integration_has_it(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const dp_contact contact = known_contact(i);
        const dp_friction friction = known_friction(i);
        dp_impact_def def = dp_impact_defaults();
        dp_impact result;
        dp_error err;
        def.mass = known[i].mass;
        def.speed = known[i].speed;
        def.friction = &friction;
        def.sliding_mass = known[i].sliding_mass;
        def.sliding_speed = known[i].sliding_speed;
        if (dp_impact_run(&contact, &def, &result, &err) != DP_OK) fail_msg("%s", err.text);
        CHECK_WITHIN(-result.sliding_speed / def.sliding_speed, known[i].back, 1e-10);
        CHECK_NEAR(result.max_tangential_force, known[i].largest, 1e-9);
    }
}

// Bristles that follow at once: as much as they carry is mu F_n. A step that keeps 1e-11 of their
// bending keeps 1e-9 of the force where a million of them bend and slip in one impact.
static void stiff_bristles_carry_mu_times_the_force(void **state) {
    (void)state;
    static const char *const laws[] = {"hertz", "kelvin-voigt", "anagnostopoulos", "flores"};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        const law_case *c = law_case_of(laws[i]);
        dp_friction_def friction_def = dp_friction_defaults(dp_friction_law_find("lugre"));
        dp_friction friction;
        dp_impact_def def = dp_impact_defaults();
        dp_impact result;
        dp_error err;
        dp_friction_set(&friction_def, "mu_s", 0.1, &err);
        dp_friction_set(&friction_def, "mu_d", 0.1, &err);
        dp_friction_set(&friction_def, "sigma_0", 1e6, &err);
        assert_int_equal(dp_friction_init(&friction, &friction_def, &err), DP_OK);
        def.mass = c->def.pair.mass;
        def.speed = 0.3;
        def.sliding_speed = 9.0;
        def.sliding_mass = 2.0 / 7.0 * def.mass;
        def.friction = &friction;
        if (dp_impact_run(&c->contact, &def, &result, &err) != DP_OK)
            fail_msg("%s: %s", laws[i], err.text);
        CHECK_NEAR(result.max_tangential_force, 0.1 * result.max_force, 1e-9);
    }
}

int main(int count, char **words) {
    if (count > 1) impacts = strtol(words[1], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_never_exceed_the_stated_peak),
        cmocka_unit_test(springs_bend_as_another_integration_has_it),
        cmocka_unit_test(stiff_bristles_carry_mu_times_the_force),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
