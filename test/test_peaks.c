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
    double mu = 0.05 + law_random(seed), slow = speed * between(seed, 1e-3, 0.1);
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
                  {"sigma_0", 1e5},
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

int main(int count, char **words) {
    if (count > 1) impacts = strtol(words[1], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_never_exceed_the_stated_peak),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
