#ifndef DP_TEST_OBLIQUE_CASES_H
#define DP_TEST_OBLIQUE_CASES_H

// Oblique impacts of a steel ball with every friction law.

#include "check.h"
#include "dashpot/dashpot.h"
#include "law_cases.h"
#include "slip_springs.h"

static const double solid = 2.0 / 7.0;  // m_t/m_n of solid spheres

static inline dp_contact hertz_of(const dp_pair *pair, double restitution) {
    dp_contact_def def = dp_contact_defaults(dp_law_find("hertz"));
    dp_contact contact;
    dp_error err = {0};
    def.pair = *pair;
    assert_int_equal(dp_law_set(&def.law, "restitution", restitution, &err), DP_OK);
    if (dp_contact_init(&contact, &def, &err) != DP_OK) fail_msg("%s", err.text);
    return contact;
}

static inline dp_contact steel(double restitution) {
    dp_pair pair = dp_pair_defaults();
    pair.modulus = 1.1e11;
    pair.radius = 0.01;
    return hertz_of(&pair, restitution);
}

static inline dp_impact_def oblique(double mass, double speed, const dp_friction *friction,
                                    double sliding_mass, double sliding_speed) {
    dp_impact_def def = dp_impact_defaults();
    def.mass = mass;
    def.speed = speed;
    def.friction = friction;
    def.sliding_mass = sliding_mass;
    def.sliding_speed = sliding_speed;
    return def;
}

static inline dp_impact run(const dp_contact *contact, const dp_impact_def *def) {
    dp_impact result;
    dp_error err = {0};
    if (dp_impact_run(contact, def, &result, &err) != DP_OK) fail_msg("%s", err.text);
    return result;
}

#define SAME(a, b, field) assert_memory_equal(&(a)->field, &(b)->field, sizeof(a)->field)

static inline void same_normal_part(const dp_impact *a, const dp_impact *b) {
    SAME(a, b, restitution);
    SAME(a, b, restitution_asked);
    SAME(a, b, separation_speed);
    SAME(a, b, max_indentation);
    SAME(a, b, time_of_max_indentation);
    SAME(a, b, max_force);
    SAME(a, b, duration);
    SAME(a, b, separation_time);
    SAME(a, b, separation_indentation);
    SAME(a, b, residual_indentation);
    SAME(a, b, history);
}

static inline void same_impact(const dp_impact *a, const dp_impact *b) {
    same_normal_part(a, b);
    SAME(a, b, energy);
    SAME(a, b, sliding_speed);
    SAME(a, b, tangential_impulse);
    SAME(a, b, max_tangential_force);
    assert_true(a->steps == b->steps && a->rejected == b->rejected);
    assert_true(a->evaluations == b->evaluations && a->events == b->events);
}

// Every friction law with values for a steel ball.
enum { FRICTIONS = 8 };

static inline dp_friction friction_at(int i) {
    static const struct {
        const char *law;
        struct {
            const char *name;
            double value;
        } set[5];
    } all[FRICTIONS] = {
        {"coulomb", {{"mu", 0.3}}},
        {"modified-coulomb", {{"mu_s", 0.35}, {"mu_d", 0.3}}},
        {"ambrosio", {{"mu", 0.3}}},
        {"lugre", {{"mu_s", 0.35}, {"mu_d", 0.3}, {"sigma_0", 1e5}, {"sigma_1", 20.0}}},
        {"mindlin-deresiewicz", {{"mu", 0.3}}},
        {"mindlin", {{"mu", 0.3}}},
        {"cundall-strack", {{"mu", 0.3}}},
        {"cundall-strack", {{"mu", 0.3}, {"damping", 20.0}}},
    };
    dp_friction_def def = dp_friction_defaults(dp_friction_law_find(all[i].law));
    dp_friction f;
    dp_error err = {0};
    for (int j = 0; j < 5 && all[i].set[j].name != NULL; j++)
        assert_int_equal(dp_friction_set(&def, all[i].set[j].name, all[i].set[j].value, &err),
                         DP_OK);
    if (dp_friction_init(&f, &def, &err) != DP_OK) fail_msg("%s", err.text);
    return f;
}

#endif
