// Numbers at the ends of what a double holds: what a law answers there, and that NaN and infinity
// are refused wherever they could come in.

#include "law_cases.h"

#include <float.h>

#include "dashpot/dashpot.h"

// --- laws ----------------------------------------------------------------------------------------

static const double depths[] = {-1e300, -1.0, -1e-300, 0.0, 4.9e-324, 1e-310, 1e-300, 1e-150,
                                1e-30,  1e-9, 1e-3,    1.0, 1e9,      1e100,  1e150,  1e300};
static const double rates[] = {-1e300,   -1e150, -1e9, -1.0, -1e-300, -4.9e-324, 0.0,
                               4.9e-324, 1e-300, 1e-9, 1.0,  1e9,     1e150,     1e300};

#define COUNT(array) (sizeof(array) / sizeof *(array))

// Up to here every law has a force: beyond, its formula may leave the range of a double.
static const double far = 1e9;

static int is_far(double delta, double rate) {
    return fabs(delta) > far || fabs(rate) > far;
}

// A parameter at 1e300 leaves no room for an indentation above 1e8.
static int has_huge_parameter(const law_case *c) {
    for (int i = 0; i < dp_law_param_count(c->def.law.law); i++) {
        if (c->def.law.value[i] >= 1e300) return 1;
    }
    return 0;
}

static void look_at(const law_case *c, const double *history, double delta, double rate) {
    double force = dp_contact_force(&c->contact, history, delta, rate);
    dp_response r = dp_contact_respond(&c->contact, history, delta, rate);
    CASE_TRUE(c, isnan(force) ? isnan(r.force) : force == r.force);
    if (delta <= 0.0 && !is_far(0.0, rate)) {
        CASE_TRUE(c, force == 0.0 && r.stored == 0.0);
        CASE_TRUE(c, r.dforce_ddelta == 0.0 && r.dforce_drate == 0.0);
        return;
    }
    if (delta > 0.0 && !is_far(delta, rate)) {
        CASE_TRUE(c, isfinite(force) || (isinf(force) && has_huge_parameter(c)));
        CASE_TRUE(c, !isnan(r.stored) && !isnan(r.dforce_ddelta) && !isnan(r.dforce_drate));
    }
    // an energy that is there is no debt, however the rounding went
    if (isfinite(r.stored)) CASE_TRUE(c, r.stored >= 0.0);
}

static void laws_answer_over_the_whole_range_of_a_double(void **state) {
    (void)state;
    int count;
    const law_case *cases = law_cases(&count);
    for (int i = 0; i < count; i++) {
        double states[LAW_STATE_MAX][DP_HISTORY_MAX];
        int state_count = law_case_states(&cases[i], states);
        for (int s = 0; s < state_count; s++) {
            for (size_t a = 0; a < COUNT(depths); a++) {
                if (depths[a] >= cases[i].contact.limit) continue;
                for (size_t b = 0; b < COUNT(rates); b++)
                    look_at(&cases[i], states[s], depths[a], rates[b]);
            }
        }
    }
}

// What was seen at the ends must not spoil the history.
static void a_commit_at_the_ends_leaves_a_finite_history(void **state) {
    (void)state;
    int count;
    const law_case *cases = law_cases(&count);
    for (int i = 0; i < count; i++) {
        for (size_t a = 0; a < COUNT(depths); a++) {
            const law_case *c = &cases[i];
            double history[DP_HISTORY_MAX];
            if (depths[a] > far || depths[a] >= c->contact.limit || has_huge_parameter(c)) continue;
            dp_contact_reset(history);
            dp_contact_begin(&c->contact, history, 1.0);
            dp_contact_commit(&c->contact, history, depths[a], 0.0);
            for (int j = 0; j < DP_HISTORY_MAX; j++)
                CASE_TRUE(c, isfinite(history[j]));
            CASE_TRUE(c, isfinite(dp_contact_residual(&c->contact, history)));
            CASE_TRUE(c, isfinite(dp_contact_force(&c->contact, history, 1e-6, 0.1)));
        }
    }
}

// One entry of the pair at an end of the range: refused, or a force at ordinary indentations. The
// force may be infinite, which a run reports; it is no NaN.
static void a_pair_at_the_ends_is_refused_or_gives_a_force(void **state) {
    (void)state;
    static const double values[] = {4.9e-324, 1e-300, 1e-30, 1e30, 1e300, DBL_MAX};
    int count, refused = 0, taken = 0;
    const law_case *cases = law_cases(&count);
    for (int i = 0; i < count; i++) {
        const law_case *c = law_case_of(cases[i].def.law.law->name);
        for (int entry = 0; c == &cases[i] && dp_pair_field_at(entry) != NULL; entry++) {
            for (size_t v = 0; v < COUNT(values); v++) {
                dp_contact_def def = c->def;
                dp_contact contact;
                dp_error err;
                double history[DP_HISTORY_MAX];
                double *field = (double *)(void *)&def.pair + entry;
                if (isnan(*field)) continue;
                *field = values[v];
                dp_status status = dp_contact_init(&contact, &def, &err);
                refused += status != DP_OK;
                taken += status == DP_OK;
                if (status != DP_OK) {
                    CASE_TRUE(c, err.text[0] != '\0');
                    continue;
                }
                dp_contact_reset(history);
                dp_contact_begin(&contact, history, 1.0);
                double delta = 1e-6 < contact.limit ? 1e-6 : 0.5 * contact.limit;
                double force = dp_contact_force(&contact, history, delta, 0.1);
                if (isnan(force))
                    fprintf(stderr, "%s = %g\n", dp_pair_field_at(entry)->name, values[v]);
                CASE_TRUE(c, !isnan(force));
            }
        }
    }
    assert_true(refused > 10 && taken > 10);
}

// --- impacts -------------------------------------------------------------------------------------

static int is_finite_impact(const dp_impact *i) {
    const dp_energy *e = &i->energy;
    double ledger = e->initial + e->final + e->viscous + e->plastic + e->released;
    double rest = i->duration + i->separation_time + i->residual_indentation;
    return isfinite(i->restitution) && isfinite(i->separation_speed) && isfinite(rest) &&
           isfinite(i->max_indentation) && isfinite(i->max_force) && isfinite(ledger);
}

// Far from every scale of the pair an impact is refused, or every number of it is finite.
static void an_impact_at_the_ends_is_refused_or_finite(void **state) {
    (void)state;
    static const double masses[] = {1e-300, 1e-30, 1e30, 1e308};
    static const double speeds[] = {1e-300, 1e-30, 1e9, 1e150, 1e308};
    static const char *const laws[] = {"hertz",         "hunt-crossley", "lankarani-nikravesh",
                                       "tsuji",         "kelvin-voigt",  "ma-liu",
                                       "walton-braun",  "thornton",      "peng",
                                       "kuwabara-kono", "wang-dashpot",  "adams-impact"};
    for (size_t i = 0; i < COUNT(laws); i++) {
        const law_case *c = law_case_of(laws[i]);
        for (size_t m = 0; m < COUNT(masses); m++) {
            for (size_t v = 0; v < COUNT(speeds); v++) {
                dp_impact_def def = dp_impact_defaults();
                def.mass = masses[m];
                def.speed = speeds[v];
                def.rtol = 1e-6;
                dp_impact impact;
                dp_error err = {.text = ""};
                dp_status status = dp_impact_run(&c->contact, &def, &impact, &err);
                if (status == DP_OK && !is_finite_impact(&impact))
                    fprintf(stderr, "mass %g, speed %g: restitution %g, force %g\n", masses[m],
                            speeds[v], impact.restitution, impact.max_force);
                CASE_TRUE(c, status != DP_OK || is_finite_impact(&impact));
                CASE_TRUE(c, status == DP_OK || err.text[0] != '\0');
            }
        }
    }
}

// --- NaN and infinity ----------------------------------------------------------------------------

static const double wrong[] = {NAN, INFINITY, -INFINITY};

static void parameters_of_laws_refuse_what_is_not_finite(void **state) {
    (void)state;
    for (int i = 0; i < dp_law_count(); i++) {
        const dp_law *law = dp_law_at(i);
        for (int p = 0; p < dp_law_param_count(law); p++) {
            for (size_t w = 0; w < COUNT(wrong); w++) {
                dp_law_def def = dp_law_defaults(law);
                dp_error err;
                dp_status status = dp_law_set(&def, law->params[p].name, wrong[w], &err);
                assert_int_equal(status, DP_ERR_RANGE);
                // written past the setter, infinity is found when the contact is prepared
                if (isnan(wrong[w])) continue;
                dp_contact_def contact_def = law_case_of(law->name)->def;
                dp_contact contact;
                contact_def.law.value[p] = wrong[w];
                assert_int_not_equal(dp_contact_init(&contact, &contact_def, &err), DP_OK);
            }
        }
    }
}

static void pairs_refuse_what_is_not_finite(void **state) {
    (void)state;
    for (int i = 0; i < dp_law_count(); i++) {
        const law_case *c = law_case_of(dp_law_at(i)->name);
        for (size_t w = 1; w < COUNT(wrong); w++) {
            dp_contact_def def = c->def;
            dp_contact contact;
            dp_error err;
            // NaN means: not given, so of the pair only infinities are wrong
            def.pair = (dp_pair){wrong[w], wrong[w], wrong[w], wrong[w],
                                 wrong[w], wrong[w], wrong[w], wrong[w]};
            CASE_TRUE(c, dp_contact_init(&contact, &def, &err) != DP_OK);
            def = c->def;
            def.approach_floor = wrong[w];
            CASE_TRUE(c, dp_contact_init(&contact, &def, &err) == DP_ERR_RANGE);
            def = c->def;
            def.approach = wrong[w];
            CASE_TRUE(c, dp_contact_init(&contact, &def, &err) == DP_ERR_RANGE);
        }
        dp_contact_def def = c->def;
        dp_contact contact;
        dp_error err;
        def.approach_floor = NAN;
        CASE_TRUE(c, dp_contact_init(&contact, &def, &err) == DP_ERR_RANGE);
    }
}

static void impacts_and_bounces_refuse_what_is_not_finite(void **state) {
    (void)state;
    const dp_contact *contact = &law_case_of("hertz")->contact;
    dp_error err;
    for (size_t w = 0; w < COUNT(wrong); w++) {
        dp_impact impact;
        dp_bounce bounce;
        for (int k = 0; k < 4; k++) {
            dp_impact_def def = dp_impact_defaults();
            def.mass = 1.0;
            def.speed = 1.0;
            double *const entry[] = {&def.mass, &def.speed, &def.rtol, &def.acceleration};
            *entry[k] = wrong[w];
            assert_int_equal(dp_impact_run(contact, &def, &impact, &err), DP_ERR_RANGE);
        }
        for (int k = 0; k < 5; k++) {
            dp_bounce_def def = dp_bounce_defaults();
            def.mass = 1.0;
            def.gravity = 9.81;
            def.height = 1.0;
            def.speed = 1.0;
            def.until = 1.0;
            double *const entry[] = {&def.mass, &def.gravity, &def.height, &def.speed, &def.rtol};
            *entry[k] = wrong[w];
            assert_int_equal(dp_bounce_run(contact, &def, &bounce, &err), DP_ERR_RANGE);
        }
    }
}

static void journals_refuse_what_is_not_finite(void **state) {
    (void)state;
    const dp_contact *contact = &law_case_of("hertz")->contact;
    for (size_t w = 0; w < COUNT(wrong); w++) {
        for (int k = 0; k < 12; k++) {
            dp_journal_def def = dp_journal_defaults(DP_JOURNAL_EVENT_DRIVEN);
            def.bearing_radius = 0.01;
            def.clearance = 1e-4;
            def.mass = 1.0;
            def.inertia = 1.0;
            def.vx = 1.0;
            def.collisions = 2;
            double *const entry[] = {&def.bearing_radius,
                                     &def.clearance,
                                     &def.mass,
                                     &def.inertia,
                                     &def.x,
                                     &def.y,
                                     &def.vx,
                                     &def.vy,
                                     &def.spin,
                                     &def.friction,
                                     &def.rtol,
                                     &def.normal_floor};
            dp_journal journal;
            dp_error err;
            *entry[k] = wrong[w];
            assert_int_equal(dp_journal_run(contact, &def, &journal, &err), DP_ERR_RANGE);
        }
    }
}

static void chains_refuse_what_is_not_finite(void **state) {
    (void)state;
    for (size_t w = 0; w < COUNT(wrong); w++) {
        for (int k = 0; k < 7; k++) {
            double mass[] = {1.0, 1.0, 1.0}, velocity[] = {1.0, 0.0, 0.0};
            double gap[] = {0.0, 0.0, 0.0, 0.0};
            double time[] = {0.0, 1.0}, push[] = {1.0, 1.0};
            dp_chain_def def = dp_chain_defaults();
            def.count = 3;
            def.mass = mass;
            def.velocity = velocity;
            def.gap = gap;
            def.laws = &law_case_of("hertz")->contact;
            def.law_count = 1;
            def.left = (dp_chain_end){.type = DP_END_DRIVEN, .signal = {2, time, push}};
            double *const entry[] = {&mass[1],  &velocity[1], &gap[1],     &push[1],
                                     &def.step, &def.gravity, &def.preload};
            dp_chain *chain = NULL;
            dp_error err;
            assert_int_equal(dp_chain_build(&chain, &def, &err), DP_OK);
            dp_chain_free(chain);
            *entry[k] = wrong[w];
            assert_int_not_equal(dp_chain_build(&chain, &def, &err), DP_OK);
            assert_null(chain);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(laws_answer_over_the_whole_range_of_a_double),
        cmocka_unit_test(a_commit_at_the_ends_leaves_a_finite_history),
        cmocka_unit_test(a_pair_at_the_ends_is_refused_or_gives_a_force),
        cmocka_unit_test(an_impact_at_the_ends_is_refused_or_finite),
        cmocka_unit_test(parameters_of_laws_refuse_what_is_not_finite),
        cmocka_unit_test(pairs_refuse_what_is_not_finite),
        cmocka_unit_test(impacts_and_bounces_refuse_what_is_not_finite),
        cmocka_unit_test(journals_refuse_what_is_not_finite),
        cmocka_unit_test(chains_refuse_what_is_not_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
