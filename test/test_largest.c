// approach: largest. The damper divides by the largest closing speed since the touch: the same as
// the speed at the touch in a free impact, bounded where bodies touch before they move.

#include "chain_tools.h"

#include "dashpot/impact.h"
#include "dashpot/impact_batch.h"

static struct row row;

static dp_contact by_rule(const law_case *c, dp_approach_rule rule) {
    dp_contact_def def = c->def;
    def.approach_rule = rule;
    return contact_of(&def);
}

// Every law that looks at the speed, as it is and with its numbers at the ends of their ranges.
static void every_restitution_stays_in_a_free_impact(void **state) {
    (void)state;
    int count, looked_at = 0;
    const law_case *cases = law_cases(&count);
    for (int i = 0; i < count; i++) {
        const law_case *c = &cases[i];
        if (c->def.approach_rule != DP_APPROACH_LARGEST) continue;
        dp_contact each = by_rule(c, DP_APPROACH_EACH);
        dp_impact_def def = dp_impact_defaults();
        def.mass = 0.02;
        def.speed = 0.3;
        dp_impact a, b;
        dp_error err;
        dp_status status = dp_impact_run(&each, &def, &a, &err);
        CASE_TRUE(c, dp_impact_run(&c->contact, &def, &b, &err) == status);
        if (status != DP_OK) continue;
        CASE_NEAR(c, b.restitution, a.restitution, 1e-12);
        CASE_NEAR(c, b.max_force, a.max_force, 1e-12 * a.max_force);
        CASE_NEAR(c, b.energy.viscous, a.energy.viscous, 1e-12 * a.energy.initial);
        looked_at++;
    }
    assert_true(looked_at >= 30);
}

static void a_rate_above_the_kept_speed_counts_as_that_speed(void **state) {
    (void)state;
    int count;
    const law_case *cases = law_cases(&count);
    for (int i = 0; i < count; i++) {
        const law_case *c = &cases[i];
        const dp_contact *k = &c->contact;
        if (c->def.approach_rule != DP_APPROACH_LARGEST) continue;
        double m[DP_HISTORY_MAX], x = 3e-7, before[DP_HISTORY_MAX];
        dp_contact_reset(m);
        dp_contact_begin(k, m, 0.5);
        double v = dp_contact_speed(k, m);
        if (isnan(v)) continue;  // peng without damping
        CASE_NEAR(c, v, 0.5, 1e-15);
        memcpy(before, m, sizeof m);
        dp_response at = dp_contact_respond(k, m, x, 0.5), over = dp_contact_respond(k, m, x, 7.0);
        CASE_NEAR(c, over.force, at.force, 1e-14 * fabs(at.force));
        CASE_NEAR(c, over.dforce_ddelta, at.dforce_ddelta, 1e-14 * fabs(at.dforce_ddelta));
        CASE_TRUE(c, over.dforce_drate == 0.0 && at.dforce_drate >= 0.0);
        CASE_TRUE(c, memcmp(before, m, sizeof m) == 0);  // a force leaves no trace
        // only an accepted state raises the speed, and only where the surfaces touch
        dp_contact_commit(k, m, x, 0.4);
        dp_contact_commit(k, m, -x, 7.0);
        CASE_NEAR(c, dp_contact_speed(k, m), 0.5, 1e-15);
        dp_contact_commit(k, m, x, 2.0);
        CASE_NEAR(c, dp_contact_speed(k, m), 2.0, 1e-15 * 4);
        double half = dp_contact_force(k, m, x, 1.0) - dp_contact_force(k, m, x, 0.0);
        double whole = dp_contact_force(k, m, x, 2.0) - dp_contact_force(k, m, x, 0.0);
        double rounding = 1e-15 * fabs(dp_contact_force(k, m, x, 2.0));
        CASE_NEAR(c, 2.0 * half, whole, 1e-13 * fabs(whole) + 4.0 * rounding);
        // a new touch begins anew, at the floor at least
        dp_contact_begin(k, m, 1e-9);
        CASE_NEAR(c, dp_contact_speed(k, m), k->approach_floor, 1e-15 * k->approach_floor);
    }
}

static void a_fixed_speed_excludes_a_rule(void **state) {
    (void)state;
    dp_contact_def def = contact_def("flores", 1e9, NAN, "restitution", 0.7);
    dp_contact contact;
    dp_error err;
    def.approach = 0.5;
    def.approach_rule = DP_APPROACH_LARGEST;
    assert_int_equal(dp_contact_init(&contact, &def, &err), DP_ERR_CONFLICT);
    assert_non_null(strstr(err.text, "largest"));
    def.approach = NAN;
    def.approach_rule = (dp_approach_rule)7;
    assert_int_equal(dp_contact_init(&contact, &def, &err), DP_ERR_RANGE);
    // a law without a speed takes every rule
    dp_contact_def hertz_def = contact_def("hertz", 1e9, NAN, NULL, 0.0);
    hertz_def.approach_rule = DP_APPROACH_LARGEST;
    assert_int_equal(dp_contact_init(&contact, &hertz_def, &err), DP_OK);
    assert_true(isnan(dp_contact_speed(&contact, (double[DP_HISTORY_MAX]){0.0})));
}

// --- against a plain integration with a running maximum ------------------------------------------

enum { BALLS_MAX = 8 };

struct plain {
    int balls;
    double mass, stiffness, d;
    double x[BALLS_MAX], v[BALLS_MAX];  // positions from touching, velocities
    double kept[BALLS_MAX], floor;      // largest closing speed of contact i with ball i + 1
    int touches[BALLS_MAX];
};

static double plain_force(const struct plain *p, const double *x, const double *v, int c) {
    double delta = x[c] - x[c + 1], rate = v[c] - v[c + 1];
    if (delta <= 0.0) return 0.0;
    double share = rate > p->kept[c] ? 1.0 : rate / p->kept[c];
    double force = p->stiffness * delta * sqrt(delta) * (1.0 + p->d * share);
    return force > 0.0 ? force : 0.0;
}

static void plain_slopes(const struct plain *p, const double *x, const double *v, double *a) {
    for (int i = 0; i < p->balls; i++)
        a[i] = 0.0;
    for (int c = 0; c + 1 < p->balls; c++) {
        double f = plain_force(p, x, v, c) / p->mass;
        a[c] -= f;
        a[c + 1] += f;
    }
}

// One step of the classical Runge-Kutta method; the running maximum between steps.
static void plain_step(struct plain *p, double h) {
    static const double at[] = {0.0, 0.5, 0.5, 1.0}, weight[] = {1.0, 2.0, 2.0, 1.0};
    double x[BALLS_MAX], v[BALLS_MAX], a[BALLS_MAX] = {0.0}, w[BALLS_MAX] = {0.0};
    double sum_x[BALLS_MAX] = {0.0}, sum_v[BALLS_MAX] = {0.0};
    for (int s = 0; s < 4; s++) {
        for (int i = 0; i < p->balls; i++) {
            x[i] = p->x[i] + at[s] * h * (s == 0 ? 0.0 : w[i]);
            v[i] = p->v[i] + at[s] * h * (s == 0 ? 0.0 : a[i]);
        }
        plain_slopes(p, x, v, a);
        for (int i = 0; i < p->balls; i++) {
            w[i] = v[i];
            sum_x[i] += weight[s] * v[i];
            sum_v[i] += weight[s] * a[i];
        }
    }
    for (int i = 0; i < p->balls; i++) {
        p->x[i] += h / 6.0 * sum_x[i];
        p->v[i] += h / 6.0 * sum_v[i];
    }
    for (int c = 0; c + 1 < p->balls; c++) {
        double rate = p->v[c] - p->v[c + 1];
        int touches = p->x[c] > p->x[c + 1];
        if (touches && !p->touches[c]) p->kept[c] = fmax(rate, p->floor);
        if (touches && rate > p->kept[c]) p->kept[c] = rate;
        p->touches[c] = touches;
    }
}

static const double steel_radius = 0.01, steel_mass = 7800.0 * 4.1887902047863909e-6;

static dp_contact cradle_contact(double restitution, dp_approach_rule rule) {
    dp_contact_def def = dp_contact_defaults(dp_law_find("exact-restitution"));
    def.pair.modulus = 207e9 / (2.0 * (1.0 - 0.3 * 0.3));
    def.pair.radius = 0.5 * steel_radius;
    def.approach_rule = rule;
    assert_int_equal(dp_law_set(&def.law, "restitution", restitution, NULL), DP_OK);
    return contact_of(&def);
}

static struct plain plain_cradle(double restitution) {
    dp_contact contact = cradle_contact(restitution, DP_APPROACH_EACH);
    struct plain p = {.balls = 5, .mass = steel_mass, .floor = contact.approach_floor};
    p.stiffness = 4.0 / 3.0 * 207e9 / (2.0 * (1.0 - 0.09)) * sqrt(0.5 * steel_radius);
    p.d = contact.kernel->factor(contact.k);
    p.v[0] = 1.0;
    for (int c = 0; c < 4; c++) {
        p.kept[c] = fmax(p.v[c] - p.v[c + 1], p.floor);
        p.touches[c] = 1;
    }
    for (int i = 0; i < 60000; i++)
        plain_step(&p, 1e-8);
    return p;
}

static void make_cradle(double restitution, dp_approach_rule rule, dp_chain_method method) {
    make_row(&row, 5, steel_mass, cradle_contact(restitution, rule), 2e-8);
    row.velocity[0] = 1.0;
    row.def.method = method;
}

static const dp_chain_snapshot *run_cradle(dp_chain *chain) {
    if (row.def.method != DP_CHAIN_DOP853) return run_chain(chain, 30000);
    dp_chain_solve_def solve = dp_chain_solve_defaults();
    solve.until = 6e-4;
    solve.rtol = 1e-11;
    dp_error err = {0};
    if (dp_chain_solve(chain, &solve, NULL, &err) != DP_OK) fail_msg("%s", err.text);
    return dp_chain_state(chain);
}

// Newton's cradle: balls touch before they move. Figures of two independent integrations, to the
// digits they are given with; and the plain integration above, closer.
static void the_cradle_swings(void **state) {
    (void)state;
    static const double figures[5] = {-0.065, -0.023, -0.006, 0.146, 0.948};
    static const struct {
        double restitution, lost, off;
    } cases[] = {{0.98, 0.0753, 0.5e-4}, {0.999, 0.0040, 0.5e-4}};
    for (int k = 0; k < 2; k++) {
        struct plain p = plain_cradle(cases[k].restitution);
        for (int method = 0; method < 4; method++) {
            make_cradle(cases[k].restitution, DP_APPROACH_DEFAULT, (dp_chain_method)method);
            dp_chain *chain = chain_of(&row.def);
            const dp_chain_snapshot *view = run_cradle(chain);
            // second order: 2e-8 s in an impact of 6e-5 s leaves 1e-7; the predictor-corrector ten
            // times as much, since its forces lag
            for (int i = 0; i < 5; i++)
                CHECK_WITHIN(view->velocity[i], p.v[i], method == 1 ? 2e-6 : 2e-7);
            for (int i = 0; k == 0 && i < 5; i++)
                CHECK_WITHIN(view->velocity[i], figures[i], 0.5e-3);
            dp_energy energy;
            double off;
            dp_chain_balance(chain, &energy, &off);
            CHECK_WITHIN(energy.viscous / energy.initial, cases[k].lost, cases[k].off);
            assert_true(energy.error < 1e-6 && off < 1e-12);
            assert_int_equal(dp_chain_slow(chain).count, 0);
            dp_chain_free(chain);
        }
    }
}

// The same with the speed of each touch: it loses a quarter of the energy, and says why.
static void each_is_wrong_where_balls_touch_before_they_move_and_it_shows(void **state) {
    (void)state;
    for (int method = 0; method < 4; method++) {
        make_cradle(0.98, DP_APPROACH_EACH, (dp_chain_method)method);
        dp_chain_probe_def probes[4];
        for (size_t c = 0; c < 4; c++)
            probes[c] = (dp_chain_probe_def){.is_contact = 1, .index = c + 1};
        row.def.probes = probes;
        row.def.probe_count = 4;
        row.def.record_every = 1;
        row.def.record_steps = 30000;
        dp_chain *chain = chain_of(&row.def);
        const dp_chain_snapshot *view = run_cradle(chain);
        assert_true(view->viscous > 0.2 * 0.5 * steel_mass);
        dp_chain_slow_touches slow = dp_chain_slow(chain);
        assert_int_equal(slow.count, 3);
        double largest = 0.0;
        for (size_t c = 1; c < 4; c++) {
            dp_chain_probe probe = dp_chain_probe_at(chain, c);
            for (size_t r = 0; r < probe.row_count; r++)
                if (probe.rows[r][0] > 0.0) largest = fmax(largest, probe.rows[r][2]);
        }
        // rows of adaptive steps stand between its steps; rates of rows are foretold by Verlet
        CHECK_NEAR(slow.speed, largest, 1e-2);
        CHECK_NEAR(slow.ratio, slow.speed / 1e-4, 1e-15);
        assert_true(slow.contact >= 2 && slow.contact <= 4);
        dp_chain_free(chain);
    }
}

// A ball set down on a floor: the push makes it close faster than it touched.
static void under_a_push_the_largest_speed_is_landed_on(void **state) {
    (void)state;
    const double mass = 0.02, stiffness = 1e9, push = 50.0, speed = 2e-3;
    dp_contact_def def = contact_def("exact-restitution", stiffness, mass, "restitution", 0.6);
    def.approach_rule = DP_APPROACH_LARGEST;
    dp_contact contact = contact_of(&def);
    double d = contact.kernel->factor(contact.k);
    dp_impact_def impact = dp_impact_defaults();
    impact.mass = mass;
    impact.speed = speed;
    impact.acceleration = push;
    dp_impact result;
    dp_error err = {0};
    if (dp_impact_run(&contact, &impact, &result, &err) != DP_OK) fail_msg("%s", err.text);
    // leapfrog is of no use for a running maximum: midpoint steps, ever shorter, extrapolated
    double deepest[2];
    for (int turn = 0; turn < 2; turn++) {
        double x = 0.0, v = speed, kept = speed, h = turn == 0 ? 4e-9 : 2e-9;
        while (v > 0.0) {
            double share = v > kept ? 1.0 : v / kept;
            double a = push - stiffness * x * sqrt(x) * (1.0 + d * share) / mass;
            double xm = x + 0.5 * h * v, vm = v + 0.5 * h * a;
            share = vm > kept ? 1.0 : vm / kept;
            double am = push - stiffness * xm * sqrt(xm) * (1.0 + d * share) / mass;
            x += h * vm;
            v += h * am;
            if (v > kept) kept = v;
        }
        deepest[turn] = x;
    }
    double best = (4.0 * deepest[1] - deepest[0]) / 3.0;
    assert_true(result.max_indentation > 0.0);
    CHECK_NEAR(result.max_indentation, best, 1e-7);
    CHECK_NEAR(deepest[0], best, 1e-5);
    assert_true(result.energy.error < 1e-10);
    // with the speed of the touch the damper is many times as strong
    def.approach_rule = DP_APPROACH_EACH;
    contact = contact_of(&def);
    if (dp_impact_run(&contact, &impact, &result, &err) != DP_OK) fail_msg("%s", err.text);
    assert_true(result.max_indentation < 0.9 * best);
}

static void a_pressed_contact_begins_at_the_floor(void **state) {
    (void)state;
    for (int method = 0; method < 4; method++) {
        make_cradle(0.9, DP_APPROACH_DEFAULT, (dp_chain_method)method);
        row.velocity[0] = 0.0;
        row.gap[2] = -1e-6;
        row.def.gap = row.gap;
        dp_chain *chain = chain_of(&row.def);
        const dp_chain_snapshot *view = dp_chain_state(chain);
        double spring = 4.0 / 3.0 * 207e9 / 1.82 * sqrt(0.5 * steel_radius) * 1e-6 * sqrt(1e-6);
        CHECK_NEAR(view->force[2], spring, 1e-14);
        view = run_cradle(chain);
        dp_energy energy;
        double off;
        dp_chain_balance(chain, &energy, &off);
        assert_true(energy.error < 1e-6 && energy.viscous > 0.0);
        dp_chain_free(chain);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_restitution_stays_in_a_free_impact),
        cmocka_unit_test(a_rate_above_the_kept_speed_counts_as_that_speed),
        cmocka_unit_test(a_fixed_speed_excludes_a_rule),
        cmocka_unit_test(the_cradle_swings),
        cmocka_unit_test(each_is_wrong_where_balls_touch_before_they_move_and_it_shows),
        cmocka_unit_test(under_a_push_the_largest_speed_is_landed_on),
        cmocka_unit_test(a_pressed_contact_begins_at_the_floor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
