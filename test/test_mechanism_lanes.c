// Tests for src/mechanism/lanes.h: several instants side by side against one after the other, bit
// for bit, on every instruction set, for every kind of link, force, surface and channel.

#include "mechanism/lanes.h"

#include <string.h>

#include "check.h"
#include "mechanism_cases.h"
#include "mechanism_parts.h"

enum { COUNT_MOST = 256, CHANNELS_MOST = 100, SQUARE = DP_TANGENT_MOST * DP_TANGENT_MOST };

static void set_friction(dp_friction_def *friction, const char *law, const char *const names[],
                         const double values[]) {
    dp_error err = {0};
    *friction = dp_friction_defaults(dp_friction_law_find(law));
    for (int i = 0; names[i] != NULL; i++)
        assert_int_equal(dp_friction_set(friction, names[i], values[i], &err), DP_OK);
}

static void set_law(dp_mechanism_contact *t) {
    t->contact = dp_contact_defaults(dp_law_find("hertz"));
    t->contact.pair.modulus = 1e8;
    t->contact.pair.radius = 0.05;
}

// An arm that a motor turns, a sleeve on it with a plate welded to it, and two discs, one of them
// driven along x; springs, torques and forces over time. with_bristles: friction with unknowns.
static dp_mechanism *contraption(int with_bristles) {
    static const char *const coulomb[] = {"mu", "v_s", NULL};
    static const char *const lugre[] = {"sigma_0", "mu_s", "mu_d", NULL};
    static const double rough[] = {0.3, 0.5}, bristles[] = {1e5, 0.3, 0.2};
    static const double times[] = {0.0, 0.05, 0.2}, factors[] = {0.2, 1.0, 0.7};
    struct parts p;
    parts_begin(&p);
    add_body(&p, "arm", 2.0, 0.1)->angle = 0.3;
    add_body(&p, "sleeve", 0.5, 0.02);
    add_body(&p, "plate", 0.2, 0.01);
    add_body(&p, "disc", 0.7, 2e-4);
    add_body(&p, "ball", 0.1, 3e-5);
    add_body(&p, "flap", 0.3, 4e-4);
    add_pin(&p, DP_GROUND, 0.0, 0, -0.3);
    dp_mechanism_joint *slide = add_joint(&p, DP_JOINT_TRANSLATIONAL, 0, 1);
    slide->axis[0] = 1.0;
    slide->axis[1] = 0.0;
    slide->angle = 0.2;
    dp_mechanism_joint *weld = add_joint(&p, DP_JOINT_FIXED, 1, 2);
    weld->at[0][1] = 0.1;
    weld->at[1][0] = -0.05;
    add_pin(&p, 2, 0.03, 5, -0.02);
    add_motor(&p, 0, 3.0, 5.0);
    add_driver(&p, 4, DP_DRIVEN_X)->coefficient[0] = 0.01;
    dp_mechanism_force *spring = add_force(&p, DP_FORCE_SPRING, DP_GROUND, 1);
    spring->at[0][0] = 0.9;
    spring->at[1][1] = 0.2;
    spring->stiffness = 1e4;
    spring->damping = 30.0;
    spring->preload = 3.0;
    dp_mechanism_force *torsion = add_force(&p, DP_FORCE_TORSION, 2, 5);
    torsion->stiffness = 40.0;
    torsion->damping = 0.1;
    const dp_force_type applied[] = {DP_FORCE_APPLIED, DP_FORCE_FOLLOWER, DP_FORCE_TORQUE};
    for (int i = 0; i < 3; i++) {
        dp_mechanism_force *f = add_force(&p, applied[i], DP_GROUND, i == 2 ? 5 : 3 - 2 * i);
        f->force[0] = i < 2 ? 0.3 : 0.0;
        f->force[1] = i < 2 ? -0.2 : 0.0;
        f->torque = i < 2 ? 0.0 : 0.4;
        if (i < 2) f->at[1][1] = 0.01;
        if (i > 0)
            f->factor = (dp_mechanism_table){
                .time = times, .value = factors, .count = 3, .shape = DP_TABLE_SPLINE};
    }
    dp_mechanism_contact *plane = add_touch(&p, DP_TOUCH_PLANE, 3, DP_GROUND);
    plane->radius[0] = 0.05;
    set_law(plane);
    set_friction(&plane->friction, with_bristles ? "lugre" : "coulomb",
                 with_bristles ? lugre : coulomb, with_bristles ? bristles : rough);
    dp_mechanism_contact *circles = add_touch(&p, DP_TOUCH_CIRCLES, 4, 3);
    circles->radius[0] = 0.02;
    circles->radius[1] = 0.05;
    set_law(circles);
    set_friction(&circles->friction, "coulomb", coulomb, rough);
    p.bodies[3].x = 0.0;
    p.bodies[3].y = 0.04999;
    p.bodies[3].angle = 0.0;
    p.bodies[3].vx = 0.1;
    p.bodies[4].x = 0.0;
    p.bodies[4].y = 0.11998;
    p.bodies[4].angle = 0.2;
    p.def.gravity[1] = -9.81;
    return mechanism_build(&p.def);
}

static dp_mechanism_stepper *begin(const dp_mechanism *m, double until, double at, int ledger) {
    static int channels[CHANNELS_MOST];
    static dp_channel_stats stats[CHANNELS_MOST];
    static dp_mechanism_contact_stats pairs[8];
    dp_mechanism_run_def def = dp_mechanism_run_defaults();
    dp_mechanism_stepper *s;
    dp_error err = {0};
    def.until = until;
    def.no_ledger = !ledger;
    def.watch = channels;
    def.watch_count = ledger ? dp_mechanism_channel_count(m) : 0;
    def.stats = stats;
    def.pairs = pairs;
    assert_true(def.watch_count <= CHANNELS_MOST);
    for (int i = 0; i < CHANNELS_MOST; i++)
        channels[i] = i;
    assert_int_equal(dp_mechanism_begin(&s, m, &def, &err), DP_OK);
    if (at > 0.0) assert_int_equal(dp_mechanism_advance(s, at, &err), DP_OK);
    return s;
}

static uint64_t bits_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static void check_bits(const double *a, const double *b, int count) {
    for (int i = 0; i < count; i++)
        if (bits_of(a[i]) != bits_of(b[i]))
            fail_msg("number %d of %d: %.17g, not %.17g", i, count, a[i], b[i]);
}

// States beside that of the run, and what every instruction set makes of them.
static void check_states(struct run *r, int used, double aside) {
    static double y[DP_LANES * COUNT_MOST], dy[DP_LANES * COUNT_MOST], one[COUNT_MOST];
    static double steering[DP_LANES * COUNT_MOST];
    double slopes[DP_LANES * 2 * SQUARE], own[2 * SQUARE];
    const int count = r->count, square = r->n * r->n, has_slopes = dp_run_has_tangents(r);
    assert_true(count <= COUNT_MOST);
    for (int i = 0; i < used; i++)
        for (int k = 0; k < count; k++)
            y[i * count + k] = r->y[k] + (k <= r->active ? aside * (1 + i) * (k % 3 - 1) : 0.0);
    for (int isa = 0; isa < DP_ISA_COUNT; isa++) {
        if (!dp_isa_available((dp_isa)isa)) continue;
        r->lanes->isa = (dp_isa)isa;
        dp_lanes_rates(r, used, y, dy, has_slopes ? slopes : NULL, true);
        dp_lanes_rates(r, used, y, steering, NULL, false);
        for (int i = 0; i < used; i++) {
            assert_int_equal(dp_run_evaluate(r, y + i * count, one), DP_OK);
            check_bits(dy + i * count, one, count);
            check_bits(steering + i * count, one, r->active + 1);
            if (!has_slopes) continue;
            dp_run_tangents(r, own, own + square);
            check_bits(slopes + 2 * i * square, own, 2 * square);
        }
        dp_lanes_push(r, used, y);
        for (int i = 0; i < used; i++) {
            dp_run_push(r, y + i * count);
            for (int k = 0; k < r->m->pair_count; k++) {
                if (r->contacts[k].mode != MODE_TOUCH) continue;
                double force = r->lanes->touches[k].force[i], delta = r->lanes->touches[k].delta[i];
                check_bits(&force, &r->work.touches[k].force, 1);
                check_bits(&delta, &r->work.touches[k].delta, 1);
            }
        }
    }
}

static void check_lanes(const dp_mechanism *m, double at, int touching) {
    for (int ledger = 0; ledger < 2; ledger++) {
        dp_mechanism_stepper *s = begin(m, 1.0, at, ledger);
        struct run *r = &s->run;
        assert_non_null(r->lanes);
        assert_int_equal(r->touching, touching);
        for (int used = 1; used <= DP_LANES; used++)
            check_states(r, used, 1e-8);
        check_states(r, DP_LANES, 1e-3);
        dp_mechanism_stepper_free(s);
    }
}

static void lanes_of_a_loose_slider_crank(void **state) {
    (void)state;
    struct slider_crank c = slider_crank_defaults(LN, 5e-4);
    c.mu = 0.2;
    dp_mechanism *m = slider_crank_build(&c);
    check_lanes(m, 0.0, 0);
    check_lanes(m, 0.0064, 1);
    dp_mechanism_free(m);
}

static void lanes_of_all_links_forces_and_surfaces(void **state) {
    (void)state;
    for (int bristles = 0; bristles < 2; bristles++) {
        dp_mechanism *m = contraption(bristles);
        check_lanes(m, 0.0, 2);
        check_lanes(m, 6e-4, 2);
        dp_mechanism_free(m);
    }
}

// Angles of a million turns are left to libm, lane by lane.
static void lanes_of_far_angles(void **state) {
    (void)state;
    dp_mechanism *m = contraption(0);
    dp_mechanism_stepper *s = begin(m, 1.0, 0.0, 1);
    s->run.y[1] += 3e6;
    check_states(&s->run, DP_LANES, 1e-3);
    s->run.y[1] = 0.0;
    check_states(&s->run, DP_LANES, 4e5);
    dp_mechanism_stepper_free(s);
    dp_mechanism_free(m);
}

// A whole run with and without.
static void check_run(const dp_mechanism *m, double until, int ledger) {
    dp_mechanism_stepper *s[2];
    dp_mechanism_result results[2];
    dp_error err = {0};
    struct extremes seen[2][CHANNELS_MOST];
    for (int i = 0; i < 2; i++) {
        s[i] = begin(m, until, 0.0, ledger);
        if (i == 1) s[i]->run.lanes = NULL;
        assert_int_equal(dp_mechanism_advance(s[i], until, &err), DP_OK);
        for (int k = 0; k < s[i]->run.def->watch_count; k++)
            seen[i][k] = s[i]->run.watched[k];
        results[i] = s[i]->result;
    }
    assert_true(results[0].implicit_steps > 10);
    check_bits(s[0]->run.y, s[1]->run.y, s[0]->run.count);
    assert_true(results[0].solver.evaluations == results[1].solver.evaluations);
    for (int k = 0; k < s[0]->run.def->watch_count; k++) {
        check_bits(&seen[0][k].max, &seen[1][k].max, 1);
        check_bits(&seen[0][k].min, &seen[1][k].min, 1);
    }
    for (int k = 0; k < m->pair_count; k++)
        check_bits(&s[0]->run.contacts[k].window_force.max, &s[1]->run.contacts[k].window_force.max,
                   1);
    for (int i = 0; i < 2; i++)
        dp_mechanism_stepper_free(s[i]);
}

static void runs_with_and_without_lanes_are_the_same(void **state) {
    (void)state;
    struct slider_crank c = slider_crank_defaults(LN, 5e-4);
    dp_mechanism *m = slider_crank_build(&c);
    check_run(m, 0.15, 0);
    check_run(m, 0.15, 1);
    dp_mechanism_free(m);
    m = contraption(1);
    check_run(m, 0.05, 1);
    dp_mechanism_free(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_of_a_loose_slider_crank),
        cmocka_unit_test(lanes_of_all_links_forces_and_surfaces),
        cmocka_unit_test(lanes_of_far_angles),
        cmocka_unit_test(runs_with_and_without_lanes_are_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
