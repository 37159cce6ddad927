// Tests for kernels/impact_stages.h: the stages of a step around the inlined law against the
// general integrator, which asks the system stage by stage, against a kernel from outside, and
// against the closed forms.

#include "law_cases.h"

#include "impact/motion.h"

enum way { AS_IT_IS, BY_THE_SYSTEM, FROM_OUTSIDE };

// One impact: as the library runs it, stage by stage through `rates`, or as with a user's kernel.
static dp_status run(const dp_contact *contact, const dp_impact_def *def, enum way way,
                     dp_impact *result) {
    static struct dp_motion motion;
    dp_error err;
    dp_kernel bare = *contact->kernel;
    dp_contact copy = *contact;
    bare.loops = NULL;
    if (way == FROM_OUTSIDE) copy.kernel = &bare;
    dp_status status = dp_motion_begin(&motion, &copy, def, result, &err);
    if (status != DP_OK) return status;
    if (way == BY_THE_SYSTEM) {
        motion.driver.stepper.stages = NULL;
        motion.driver.stepper.own = NULL;
        motion.driver.stepper.within = NULL;
    }
    return dp_motion_advance(&motion, INFINITY, &err);
}

static dp_impact_def impact_of(const law_case *c, double rtol, double acceleration) {
    dp_impact_def def = dp_impact_defaults();
    def.mass = c->def.pair.mass > 0.0 ? c->def.pair.mass : 0.03;
    def.speed = 0.3;
    def.rtol = rtol;
    def.acceleration = acceleration;
    return def;
}

static void check_same(const law_case *c, const dp_impact *a, const dp_impact *b) {
    CASE_TRUE(c, a->restitution == b->restitution && a->max_force == b->max_force);
    CASE_TRUE(c, a->separation_time == b->separation_time && a->duration == b->duration);
    CASE_TRUE(c, a->max_indentation == b->max_indentation);
    CASE_TRUE(c, a->energy.viscous == b->energy.viscous);
    CASE_TRUE(c, a->energy.plastic == b->energy.plastic && a->energy.input == b->energy.input);
    CASE_TRUE(c, a->steps == b->steps && a->rejected == b->rejected);
    CASE_TRUE(c, a->evaluations == b->evaluations && a->events == b->events);
}

// The motion in the variable of the impact is smooth, so both come within rounding of the truth;
// 60 steps of it, and what strong damping makes of that.
static void check_near_to(const law_case *c, const dp_impact *a, const dp_impact *b,
                          double allowed) {
    CASE_NEAR(c, a->restitution, b->restitution, allowed);
    CASE_NEAR(c, a->max_force, b->max_force, allowed * b->max_force);
    CASE_NEAR(c, a->max_indentation, b->max_indentation, allowed * b->max_indentation);
    CASE_NEAR(c, a->separation_time, b->separation_time, allowed * b->separation_time);
    CASE_NEAR(c, a->energy.viscous, b->energy.viscous, allowed * b->energy.initial);
    CASE_NEAR(c, a->energy.plastic, b->energy.plastic, allowed * b->energy.initial);
}

static void a_kernel_from_outside_has_the_same_bits(void **state) {
    (void)state;
    int count, compared = 0;
    const law_case *cases = law_cases(&count);
    for (int i = 0; i < count; i += 5) {
        const law_case *c = &cases[i];
        dp_impact_def def = impact_of(c, 1e-9, i % 6 == 0 ? 9.81 : 0.0);
        dp_impact a, b;
        if (strcmp(c->pair_name, "steel") != 0) continue;
        dp_status status = run(&c->contact, &def, AS_IT_IS, &a);
        CASE_TRUE(c, run(&c->contact, &def, FROM_OUTSIDE, &b) == status);
        if (status != DP_OK) continue;
        check_same(c, &a, &b);
        compared++;
    }
    assert_true(compared > 50);
}

// With very little damping the force peaks so shortly before the reversal that the system, stage by
// stage, finds no peak of its own and reports the force at the reversal. It must be that one then.
// Measured: 4e-10 (kuwabara-kono with 1e13 Pa) and 9e-10 (power with 1e7 N s/m^2.5).
static void allow_for_the_reversal(const law_case *c, double speed, const dp_impact *a,
                                   dp_impact *b) {
    double history[DP_HISTORY_MAX] = {0};
    dp_contact_begin(&c->contact, history, speed);
    double turning = dp_contact_force(&c->contact, history, a->max_indentation, 0.0);
    double excess = a->max_force / turning - 1.0;
    int is_missed = fabs(b->max_force - turning) <= 1e-11 * turning;
    if (excess > 1e-11 && excess < 2e-9 && is_missed) b->max_force = a->max_force;
}

static void stages_in_line_agree_with_the_system(void **state) {
    (void)state;
    int count, compared = 0;
    const law_case *cases = law_cases(&count);
    for (int i = 0; i < count; i++) {
        const law_case *c = &cases[i];
        // the first case of every law, and every tenth of all
        int is_first = i == 0 || c->def.law.law != cases[i - 1].def.law.law;
        if (i % 10 != 0 && !is_first) continue;
        dp_impact_def def = impact_of(c, 1e-13, 0.0);
        dp_impact a, b;
        dp_status status = run(&c->contact, &def, AS_IT_IS, &a);
        CASE_TRUE(c, run(&c->contact, &def, BY_THE_SYSTEM, &b) == status);
        // bodies that stop dead creep apart by rounding alone
        if (status != DP_OK || a.steps > 1000 || a.restitution < 1e-6) continue;
        // stage by stage a dashpot that acts from the touch on is up to 3e-12 off (see below), and
        // a law whose curvature jumps without a mark (adams-impact) 5e-12
        allow_for_the_reversal(c, def.speed, &a, &b);
        check_near_to(c, &a, &b, 1e-11);
        compared++;
    }
    assert_true(compared > 200);
}

static void they_agree_with_the_closed_forms(void **state) {
    (void)state;
    int count, compared = 0;
    const law_case *cases = law_cases(&count);
    for (int i = 0; i < count; i++) {
        const law_case *c = &cases[i];
        dp_impact_def def = impact_of(c, 1e-13, 0.0);
        dp_impact a, b;
        def.path = DP_PATH_CLOSED;
        if (dp_impact_run(&c->contact, &def, &b, NULL) != DP_OK) continue;
        if (run(&c->contact, &def, AS_IT_IS, &a) != DP_OK || a.steps > 1000) continue;
        // measured 1.03e-12, stage by stage as well
        CASE_NEAR(c, a.restitution, b.restitution, 2e-12);
        CASE_NEAR(c, a.max_force, b.max_force, 1e-11 * b.max_force);
        CASE_NEAR(c, a.max_indentation, b.max_indentation, 1e-12 * b.max_indentation);
        compared++;
    }
    assert_true(compared > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kernel_from_outside_has_the_same_bits),
        cmocka_unit_test(stages_in_line_agree_with_the_system),
        cmocka_unit_test(they_agree_with_the_closed_forms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
