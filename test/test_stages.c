// Tests for kernels/impact_stages.h: the stages of a step around the inlined law give the bits of
// the general integrator, which asks the system stage by stage.

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
    if (way == BY_THE_SYSTEM) motion.driver.stepper.stages = NULL;
    return dp_motion_advance(&motion, INFINITY, &err);
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

static void check_case(const law_case *c, double acceleration, int *compared) {
    for (enum way way = BY_THE_SYSTEM; way <= FROM_OUTSIDE; way++) {
        dp_impact a, b;
        dp_impact_def def = dp_impact_defaults();
        def.mass = c->def.pair.mass > 0.0 ? c->def.pair.mass : 0.03;
        def.speed = 0.3;
        def.rtol = 1e-9;
        def.acceleration = acceleration;
        dp_status status = run(&c->contact, &def, AS_IT_IS, &a);
        CASE_TRUE(c, run(&c->contact, &def, way, &b) == status);
        if (status != DP_OK) continue;
        check_same(c, &a, &b);
        ++*compared;
    }
}

static void stages_in_line_have_the_bits_of_the_system(void **state) {
    (void)state;
    int count, compared = 0;
    const law_case *cases = law_cases(&count);
    for (int i = 0; i < count; i += 4) {
        if (strcmp(cases[i].pair_name, "steel") == 0) check_case(&cases[i], 0.0, &compared);
    }
    assert_true(compared > 100);
}

static void the_same_under_a_push(void **state) {
    (void)state;
    int count, compared = 0;
    const law_case *cases = law_cases(&count);
    for (int i = 0; i < count; i += 31) {
        if (strcmp(cases[i].pair_name, "steel") == 0) check_case(&cases[i], 9.81, &compared);
    }
    assert_true(compared > 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stages_in_line_have_the_bits_of_the_system),
        cmocka_unit_test(the_same_under_a_push),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
