// Tests for src/impact: facts about one impact that hold whatever the law.

#include "law_cases.h"

#include "dashpot/impact.h"
#include "dashpot/restitution.h"

static const dp_tension policies[] = {DP_TENSION_CLAMP, DP_TENSION_ALLOW, DP_TENSION_RELEASE};
static const double speeds[] = {0.05, 0.5, 5.0};

// The usual case of a law on a steel ball, under another policy.
static law_case usual_case(const char *law, dp_tension tension) {
    law_case c = *law_case_of(law);
    c.def.tension = tension;
    assert_int_equal(dp_contact_init(&c.contact, &c.def, NULL), DP_OK);
    return c;
}

static dp_status run(const law_case *c, double speed, dp_impact_path path, dp_impact *impact) {
    dp_impact_def def = dp_impact_defaults();
    def.mass = c->def.pair.mass;
    def.speed = speed;
    def.path = path;
    return dp_impact_run(&c->contact, &def, impact, NULL);
}

static dp_impact integrated(const law_case *c, double speed) {
    dp_impact impact;
    CASE_TRUE(c, run(c, speed, DP_PATH_INTEGRATED, &impact) == DP_OK);
    return impact;
}

// Calls check for every law, policy and speed.
static void on_every_impact(void (*check)(const law_case *c, double speed)) {
    for (int i = 0; i < dp_law_count(); i++) {
        for (int j = 0; j < 9; j++) {
            law_case c = usual_case(dp_law_at(i)->name, policies[j / 3]);
            check(&c, speeds[j % 3]);
        }
    }
}

// --- closed forms and integration ---

static int compared;

static void expect_closed_restitution(const law_case *c, double speed) {
    double closed = dp_contact_restitution(&c->contact, c->def.pair.mass, speed);
    if (isnan(closed)) return;
    compared++;
    // fifty steps of 1e-13; a logarithm that no power makes smooth (johnson-cylinder) takes 1.2e-12
    CASE_NEAR(c, integrated(c, speed).restitution, closed, 5e-12);
}

static void integrated_restitution_is_the_closed_one_wherever_there_is_one(void **state) {
    (void)state;
    compared = 0;
    on_every_impact(expect_closed_restitution);
    // 31 laws under every policy; kelvin-voigt, anagnostopoulos and tsuji with both ends among them
    assert_true(compared >= 9 * 31);
}

static void expect_closed_path(const law_case *c, double speed) {
    dp_impact closed, other = integrated(c, speed);
    if (run(c, speed, DP_PATH_CLOSED, &closed) != DP_OK) return;
    compared++;
    const double allowed = 5e-12, energy = closed.energy.initial;
    CASE_TRUE(c, closed.path == DP_PATH_CLOSED && other.path == DP_PATH_INTEGRATED);
    CASE_NEAR(c, closed.restitution, other.restitution, allowed);
    CASE_NEAR(c, closed.max_indentation, other.max_indentation, allowed * other.max_indentation);
    CASE_NEAR(c, closed.max_force, other.max_force, allowed * other.max_force);
    CASE_NEAR(c, closed.duration, other.duration, allowed * other.duration);
    CASE_NEAR(c, closed.time_of_max_indentation, other.time_of_max_indentation,
              allowed * other.duration);
    CASE_NEAR(c, closed.residual_indentation, other.residual_indentation,
              allowed * other.max_indentation);
    CASE_NEAR(c, closed.energy.viscous, other.energy.viscous, 2.0 * allowed * energy);
    CASE_NEAR(c, closed.energy.plastic, other.energy.plastic, 2.0 * allowed * energy);
    CASE_NEAR(c, closed.energy.final, other.energy.final, 2.0 * allowed * energy);
}

static void closed_path_gives_all_the_numbers_of_the_integrated_one(void **state) {
    (void)state;
    compared = 0;
    on_every_impact(expect_closed_path);
    assert_true(compared >= 9 * 24);  // the Hunt-Crossley family and what has no rate
    law_case c = usual_case("tsuji", DP_TENSION_ALLOW);
    dp_impact impact;
    assert_int_equal(run(&c, 1.0, DP_PATH_CLOSED, &impact), DP_ERR_UNSUPPORTED);
    assert_int_equal(run(&c, 1.0, DP_PATH_AUTO, &impact), DP_OK);
    assert_int_equal(impact.path, DP_PATH_INTEGRATED);
}

// Just past yield the plastic stretch is short, and what it loses starts like a root.
static void closed_path_keeps_the_energy_just_above_yield(void **state) {
    (void)state;
    static const char *const laws[] = {
        "ma-liu",
        "thornton",
        "peng",
        "jackson-green",
        "ghaednia",
        "kogut-etsion",
        "chang-etsion-bogy",
        "zhao-maietta-chang",
    };
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        law_case c = usual_case(laws[i], DP_TENSION_CLAMP);
        if (i == 2) dp_law_choose(&c.def.law, "mode", "elastic-plastic", NULL);
        snprintf(c.name, sizeof c.name, "%s without damping", laws[i]);
        assert_int_equal(dp_contact_init(&c.contact, &c.def, NULL), DP_OK);
        double history[DP_HISTORY_MAX] = {0};
        dp_breakpoint marks[DP_BREAKPOINT_MAX];
        assert_true(dp_contact_breakpoints(&c.contact, history, marks) > 0);
        double stored = dp_contact_respond(&c.contact, history, marks[0].delta, 0.0).stored;
        double yield_speed = sqrt(2.0 * stored / c.def.pair.mass);
        for (double over = 1e-4; over < 2.0; over *= 2.0) {
            dp_impact closed, other = integrated(&c, yield_speed * (1.0 + over));
            assert_int_equal(run(&c, yield_speed * (1.0 + over), DP_PATH_CLOSED, &closed), DP_OK);
            CASE_NEAR(&c, closed.energy.error, 0.0, 1e-11);
            CASE_NEAR(&c, closed.energy.plastic, other.energy.plastic,
                      1e-11 * other.energy.initial);
            CASE_NEAR(&c, closed.duration, other.duration, 1e-11 * other.duration);
        }
    }
}

static void expect_balance(const law_case *c, double speed) {
    dp_impact impact = integrated(c, speed);
    const dp_energy *e = &impact.energy;
    double m = c->def.pair.mass,
           returned = 0.5 * m * impact.separation_speed * impact.separation_speed;
    CASE_NEAR(c, e->initial, 0.5 * m * speed * speed, 1e-15 * e->initial);
    // losses are integrated from their own rates, so nothing but the integration is missing
    CASE_NEAR(c, e->initial, returned + e->viscous + e->plastic + e->released, 1e-11 * e->initial);
    CASE_TRUE(c, e->error < 1e-11 && e->viscous >= 0.0 && e->plastic >= 0.0 && e->input == 0.0);
    CASE_TRUE(c, impact.restitution <= 1.0 + 1e-12 && impact.separation_speed > 0.0);
    CASE_TRUE(c, impact.duration > impact.time_of_max_indentation);
    CASE_TRUE(c, impact.separation_time >= impact.duration);
}

static void what_does_not_come_back_was_lost_in_dampers_or_plastic_flow(void **state) {
    (void)state;
    on_every_impact(expect_balance);
}

// --- an independent integrator ---

struct coarse {
    double restitution, viscous, deepest;
};

// Classical Runge-Kutta in time with many small steps, the work of the damper beside it.
static struct coarse coarse_impact(const law_case *c, double speed, double h) {
    const double m = c->def.pair.mass;
    double history[DP_HISTORY_MAX] = {0}, x = 1e-12 * speed, v = speed, w = 0.0, before = x, v_old;
    struct coarse result = {.deepest = 0.0};
    dp_contact_begin(&c->contact, history, speed);
    do {
        double kx[4], kv[4], kw[4];
        for (int s = 0; s < 4; s++) {
            double part = s == 0 ? 0.0 : s == 3 ? h : 0.5 * h;
            double vs = v + (s == 0 ? 0.0 : part * kv[s - 1]);
            double xs = x + (s == 0 ? 0.0 : part * kx[s - 1]);
            dp_response r = dp_contact_respond(&c->contact, history, xs, vs);
            kx[s] = vs, kv[s] = -r.force / m, kw[s] = r.damper * vs;
        }
        before = x, v_old = v;
        x += h / 6.0 * (kx[0] + 2.0 * kx[1] + 2.0 * kx[2] + kx[3]);
        v += h / 6.0 * (kv[0] + 2.0 * kv[1] + 2.0 * kv[2] + kv[3]);
        w += h / 6.0 * (kw[0] + 2.0 * kw[1] + 2.0 * kw[2] + kw[3]);
        dp_contact_commit(&c->contact, history, x, v);
        if (x > result.deepest) result.deepest = x;
    } while (x > dp_contact_residual(&c->contact, history));
    // the end lies inside the last step
    double part = (before - dp_contact_residual(&c->contact, history)) / (before - x);
    result.restitution = -(v_old + part * (v - v_old)) / speed;
    result.viscous = w;
    return result;
}

static void a_plain_runge_kutta_finds_the_same_rebound_and_losses(void **state) {
    (void)state;
    // In 20000 steps: smooth and root-like laws to 3e-9, sampled depth included; a dashpot that
    // starts like delta^(1/4) to 6e-7; one that jumps, at the touch or at yield, to 3e-6.
    static const struct {
        const char *law;
        double allowed;
    } rows[] = {
        {"hertz", 1e-8},
        {"flores", 1e-8},
        {"peng", 1e-8},
        {"liu-winkler", 1e-8},
        {"adams-impact", 1e-8},
        {"ye-kelvin", 1e-8},
        {"ma-liu", 1e-8},
        {"thornton", 1e-8},
        {"zhao-maietta-chang", 1e-8},
        {"power", 1e-8},
        {"tsuji", 2e-6},
        {"jankowski", 2e-6},
        {"ristow", 1e-5},
        {"wang-kelvin-voigt", 1e-5},
        {"jackson-green", 1e-5},
        {"ghaednia", 1e-5},
        {"kogut-etsion", 1e-5},
        {"chang-etsion-bogy", 1e-5},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        law_case c = usual_case(rows[i].law, DP_TENSION_ALLOW);
        dp_impact impact = integrated(&c, 0.5);
        struct coarse other = coarse_impact(&c, 0.5, impact.duration / 20000.0);
        double allowed = rows[i].allowed;
        CASE_NEAR(&c, other.restitution, impact.restitution, allowed);
        CASE_NEAR(&c, other.deepest, impact.max_indentation, allowed * impact.max_indentation);
        CASE_NEAR(&c, other.viscous, impact.energy.viscous, allowed * impact.energy.initial);
    }
}

// --- accuracy against effort ---

static double error_at(const law_case *c, double rtol, long *evaluations) {
    dp_impact impact;
    dp_impact_def def = dp_impact_defaults();
    def.mass = c->def.pair.mass;
    def.speed = 0.7;
    def.rtol = rtol;
    def.path = DP_PATH_INTEGRATED;
    assert_int_equal(dp_impact_run(&c->contact, &def, &impact, NULL), DP_OK);
    *evaluations = impact.evaluations;
    double exact = dp_contact_restitution(&c->contact, c->def.pair.mass, 0.7);
    return fabs(impact.restitution - exact);
}

static void a_tighter_tolerance_buys_digits_at_high_order(void **state) {
    (void)state;
    static const char *const laws[] = {"hunt-crossley", "tsuji", "thornton", "anagnostopoulos"};
    for (int i = 0; i < 4; i++) {
        law_case c = usual_case(laws[i], DP_TENSION_ALLOW);
        double last = 0.0;
        long first_cost = 0, last_cost = 0;
        for (double rtol = 1e-4; rtol > 5e-13; rtol *= 1e-2) {
            // errors of single steps add up: a few dozen of them, each of a tolerance or less
            last = error_at(&c, rtol, &last_cost);
            CASE_NEAR(&c, last, 0.0, 100.0 * rtol);
            if (first_cost == 0) first_cost = last_cost;
        }
        // eight decades: with order 8 they cost ten times the steps at most, with order 5 forty
        CASE_TRUE(&c, last < 1e-11 && last_cost < 10 * first_cost);
    }
}

// --- where it ends ---

static void beyond_the_fold_of_johnson_the_law_does_not_hold(void **state) {
    (void)state;
    law_case c = usual_case("johnson-cylinder", DP_TENSION_CLAMP);
    for (int path = DP_PATH_AUTO; path <= DP_PATH_INTEGRATED; path++) {
        dp_error err = {0};
        dp_impact impact;
        dp_impact_def def = dp_impact_defaults();
        def.mass = 1.0;
        def.speed = 30.0;
        def.path = (dp_impact_path)path;
        assert_int_equal(dp_impact_run(&c.contact, &def, &impact, &err), DP_ERR_VALIDITY);
        assert_int_equal(err.status, DP_ERR_VALIDITY);
        assert_non_null(strstr(err.text, "johnson-cylinder holds up to an indentation of 5.41"));
        def.speed = 1.0;
        assert_int_equal(dp_impact_run(&c.contact, &def, &impact, &err), DP_OK);
        assert_true(impact.max_indentation < c.contact.limit);
    }
}

static void an_overdamped_contact_creeps_unless_it_may_let_go(void **state) {
    (void)state;
    for (int i = 0; i < 3; i++) {
        law_case c = usual_case("kelvin-voigt", policies[i]);
        const double K = c.def.pair.stiffness, m = c.def.pair.mass, xi = 1.5;
        assert_int_equal(dp_law_set(&c.def.law, "damping", 2.0 * xi * sqrt(K * m), NULL), DP_OK);
        assert_int_equal(dp_contact_init(&c.contact, &c.def, NULL), DP_OK);
        dp_impact impact;
        dp_error err = {0};
        dp_impact_def def = dp_impact_defaults();
        def.mass = m;
        def.speed = 1.0;
        dp_status status = dp_impact_run(&c.contact, &def, &impact, &err);
        assert_int_equal(status, policies[i] == DP_TENSION_ALLOW ? DP_ERR_NUMERIC : DP_OK);
        if (status == DP_OK) {
            double b = acosh(xi);
            CHECK_NEAR(impact.restitution, exp(-2.0 * b / tanh(b)), 5e-12);  // as integrated
        } else {
            assert_non_null(strstr(err.text, "do not separate"));
            assert_true(isnan(dp_contact_restitution(&c.contact, m, 1.0)));
        }
    }
}

static void an_impact_without_sense_is_refused(void **state) {
    (void)state;
    static const double bad[] = {0.0, -1.0, INFINITY, -INFINITY, NAN};
    law_case c = usual_case("hertz", DP_TENSION_CLAMP);
    for (int i = 0; i < 10; i++) {
        dp_impact impact;
        dp_error err = {0};
        dp_impact_def def = dp_impact_defaults();
        def.mass = 1.0;
        def.speed = 1.0;
        *(i < 5 ? &def.mass : &def.speed) = bad[i % 5];
        assert_int_equal(dp_impact_run(&c.contact, &def, &impact, &err), DP_ERR_RANGE);
        assert_int_equal(dp_impact_run(&c.contact, &def, &impact, NULL), DP_ERR_RANGE);
        assert_non_null(strstr(err.text, "an impact needs a positive, finite mass and speed"));
    }
    static const double wrong[][2] = {{-1e-9, 0.0}, {0.2, 0.0},      {NAN, 0.0},
                                      {0.0, -9.81}, {0.0, INFINITY}, {0.0, NAN}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        dp_impact impact;
        dp_error err = {0};
        dp_impact_def def = dp_impact_defaults();
        def.mass = 1.0;
        def.speed = 1.0;
        def.rtol = wrong[i][0];
        def.acceleration = wrong[i][1];
        assert_int_equal(dp_impact_run(&c.contact, &def, &impact, &err), DP_ERR_RANGE);
        assert_non_null(strstr(err.text, i < 3 ? "rtol is" : "acceleration is"));
    }
}

// --- nothing hidden ---

static void the_same_impact_gives_the_same_bits(void **state) {
    (void)state;
    for (int i = 0; i < dp_law_count(); i++) {
        law_case c = usual_case(dp_law_at(i)->name, DP_TENSION_CLAMP);
        dp_contact kept = c.contact;
        dp_impact first = integrated(&c, 0.5), other = integrated(&c, 5.0);
        dp_impact again = integrated(&c, 0.5);
        CASE_TRUE(&c, memcmp(&first, &again, sizeof first) == 0);
        CASE_TRUE(&c, memcmp(&kept, &c.contact, sizeof kept) == 0);
        CASE_TRUE(&c, other.max_indentation > first.max_indentation);
    }
}

static void laws_that_deliver_always_return_the_same_for_every_ball_and_speed(void **state) {
    (void)state;
    for (int i = 0; i < dp_law_count(); i++) {
        if (dp_law_at(i)->delivery != DP_DELIVERS_ALWAYS) continue;
        law_case slow = usual_case(dp_law_at(i)->name, DP_TENSION_RELEASE), heavy = slow;
        heavy.def.pair.mass *= 7.0;
        assert_int_equal(dp_contact_init(&heavy.contact, &heavy.def, NULL), DP_OK);
        double e = integrated(&slow, 0.01).restitution;
        CASE_NEAR(&slow, integrated(&slow, 2.0).restitution, e, 5e-12);  // as integrated
        CASE_NEAR(&heavy, integrated(&heavy, 0.3).restitution, e, 5e-12);
    }
}

struct rows {
    int count;
    double initial, every, last_time, worst;
};

static void take(void *user, const dp_impact_sample *s) {
    struct rows *rows = (struct rows *)user;
    double total = s->kinetic + s->stored + s->viscous + s->plastic - s->input;
    rows->worst = fmax(rows->worst, fabs(total / rows->initial - 1.0));
    // rows stand at multiples of `every`; the last one at the end
    if (s->time > rows->last_time + rows->every * (1.0 + 1e-9)) rows->worst = INFINITY;
    rows->last_time = s->time;
    rows->count++;
}

static void rows_keep_the_energy_and_change_nothing(void **state) {
    (void)state;
    static const char *const laws[] = {"flores", "tsuji", "ma-liu", "peng", "walton-braun"};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        law_case c = usual_case(laws[i], DP_TENSION_ALLOW);
        dp_impact plain = integrated(&c, 2.0), watched;
        struct rows rows = {.initial = plain.energy.initial, .every = plain.duration / 50.5};
        dp_impact_def def = dp_impact_defaults();
        def.mass = c.def.pair.mass;
        def.speed = 2.0;
        def.every = rows.every;
        def.path = DP_PATH_INTEGRATED;
        def.observe = take;
        def.user = &rows;
        assert_int_equal(dp_impact_run(&c.contact, &def, &watched, NULL), DP_OK);
        CASE_TRUE(&c, memcmp(&plain, &watched, sizeof plain) == 0);
        CASE_TRUE(&c, rows.count == 52);
        CASE_NEAR(&c, rows.last_time, plain.separation_time, 1e-11 * plain.duration);
        CASE_NEAR(&c, rows.worst, 0.0, 1e-11);  // as integrated
    }
}

static void a_dent_that_was_made_before_is_elastic_up_to_its_depth(void **state) {
    (void)state;
    static const char *const laws[] = {
        "ma-liu",   "thornton",     "walton-braun",      "jackson-green",
        "ghaednia", "kogut-etsion", "chang-etsion-bogy", "zhao-maietta-chang"};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        law_case c = usual_case(laws[i], DP_TENSION_CLAMP);
        dp_impact first = integrated(&c, 3.0), second;
        dp_impact_def def = dp_impact_defaults();
        def.mass = c.def.pair.mass;
        def.speed = 0.99 * first.separation_speed;
        def.history = first.history;
        assert_int_equal(dp_impact_run(&c.contact, &def, &second, NULL), DP_OK);
        CASE_TRUE(&c, first.restitution < 0.9 && first.residual_indentation > 0.0);
        CASE_NEAR(&c, second.restitution, 1.0, 1e-11);  // as integrated
        CASE_TRUE(&c, second.max_indentation < first.max_indentation);
        CASE_TRUE(&c, second.residual_indentation == first.residual_indentation);
        def.speed = 1.01 * first.separation_speed;
        assert_int_equal(dp_impact_run(&c.contact, &def, &second, NULL), DP_OK);
        CASE_TRUE(&c, second.restitution < 1.0 - 1e-6);
        CASE_TRUE(&c, second.residual_indentation > first.residual_indentation);
    }
}

static void a_push_adds_no_loss_to_an_elastic_contact(void **state) {
    (void)state;
    law_case c = usual_case("hertz", DP_TENSION_CLAMP);
    assert_int_equal(dp_law_set(&c.def.law, "restitution", 1.0, NULL), DP_OK);
    assert_int_equal(dp_contact_init(&c.contact, &c.def, NULL), DP_OK);
    dp_impact plain = integrated(&c, 0.1), pushed;
    dp_impact_def def = dp_impact_defaults();
    def.mass = c.def.pair.mass;
    def.speed = 0.1;
    def.acceleration = 500.0;
    assert_int_equal(dp_impact_run(&c.contact, &def, &pushed, NULL), DP_OK);
    CHECK_NEAR(pushed.restitution, 1.0, 1e-11);  // as integrated
    assert_true(pushed.max_indentation > plain.max_indentation);
    assert_true(pushed.duration > plain.duration && pushed.at_rest == 0);
    // K x^2.5/2.5 = m v^2/2 + m a x at the turning point
    double m = def.mass, x = pushed.max_indentation;
    double K = 4.0 / 3.0 * c.def.pair.modulus * sqrt(c.def.pair.radius);
    CHECK_NEAR(0.4 * K * x * x * sqrt(x), 0.5 * m * 0.01 + m * 500.0 * x, 1e-11);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integrated_restitution_is_the_closed_one_wherever_there_is_one),
        cmocka_unit_test(closed_path_gives_all_the_numbers_of_the_integrated_one),
        cmocka_unit_test(closed_path_keeps_the_energy_just_above_yield),
        cmocka_unit_test(what_does_not_come_back_was_lost_in_dampers_or_plastic_flow),
        cmocka_unit_test(a_plain_runge_kutta_finds_the_same_rebound_and_losses),
        cmocka_unit_test(a_tighter_tolerance_buys_digits_at_high_order),
        cmocka_unit_test(beyond_the_fold_of_johnson_the_law_does_not_hold),
        cmocka_unit_test(an_overdamped_contact_creeps_unless_it_may_let_go),
        cmocka_unit_test(an_impact_without_sense_is_refused),
        cmocka_unit_test(the_same_impact_gives_the_same_bits),
        cmocka_unit_test(laws_that_deliver_always_return_the_same_for_every_ball_and_speed),
        cmocka_unit_test(rows_keep_the_energy_and_change_nothing),
        cmocka_unit_test(a_dent_that_was_made_before_is_elastic_up_to_its_depth),
        cmocka_unit_test(a_push_adds_no_loss_to_an_elastic_contact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
