// Tests for the mass that surfaces feel along their normal, and for laws that depend on it.

#include "check.h"
#include "contact/follow.h"
#include "mechanism_cases.h"
#include "mechanism_parts.h"

// --- an independent mass -------------------------------------------------------------------------
//
// All bodies in x, y and angle, every joint as equations C(q) = 0. With the gradient g of the
// indentation
//     1/m = g M^-1 g - (C_q M^-1 g) (C_q M^-1 C_q^T)^-1 (C_q M^-1 g)
// where both gradients are difference quotients.

enum { COORDINATES = 12, EQUATIONS = 12 };

// Values of all equations at q, and the indentation; returns how many equations there are.
typedef int equations(const double *q, double *out, double *indentation);

// A x = b by elimination with pivots; A and b are used up, x is left in b.
static void solve(int n, double a[EQUATIONS][EQUATIONS], double *b) {
    for (int i = 0; i < n; i++) {
        int best = i;
        for (int r = i; r < n; r++)
            if (fabs(a[r][i]) > fabs(a[best][i])) best = r;
        for (int c = 0; c < n; c++) {
            double swap = a[i][c];
            a[i][c] = a[best][c];
            a[best][c] = swap;
        }
        double swap = b[i];
        b[i] = b[best];
        b[best] = swap;
        for (int r = i + 1; r < n; r++) {
            double by = a[r][i] / a[i][i];
            for (int c = i; c < n; c++)
                a[r][c] -= by * a[i][c];
            b[r] -= by * b[i];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int c = i + 1; c < n; c++)
            b[i] -= a[i][c] * b[c];
        b[i] /= a[i][i];
    }
}

// mass and inertia of each body.
static double mass_at(equations *of, int bodies, const dp_mechanism_body *body,
                      const dp_body_state *state) {
    const double h = 1e-6;  // of curves of size one: an error of 1e-12/6, rounding of 1e-10
    double q[COORDINATES], weight[COORDINATES], value[2][EQUATIONS], depth[2];
    double slope[EQUATIONS][COORDINATES], g[COORDINATES], k[EQUATIONS][EQUATIONS], b[EQUATIONS];
    double kept[EQUATIONS], give = 0.0;
    int n = 3 * bodies, count = 0;
    for (int i = 0; i < bodies; i++) {
        q[3 * i] = state[i].x;
        q[3 * i + 1] = state[i].y;
        q[3 * i + 2] = state[i].angle;
        weight[3 * i] = weight[3 * i + 1] = 1.0 / body[i].mass;
        weight[3 * i + 2] = 1.0 / body[i].inertia;
    }
    for (int j = 0; j < n; j++) {
        double at = q[j];
        for (int side = 0; side < 2; side++) {
            q[j] = at + (side == 0 ? h : -h);
            count = of(q, value[side], &depth[side]);
        }
        q[j] = at;
        for (int r = 0; r < count; r++)
            slope[r][j] = (value[0][r] - value[1][r]) / (2.0 * h);
        g[j] = (depth[0] - depth[1]) / (2.0 * h);
        give += g[j] * g[j] * weight[j];
    }
    for (int r = 0; r < count; r++) {
        b[r] = 0.0;
        for (int j = 0; j < n; j++)
            b[r] += slope[r][j] * weight[j] * g[j];
        kept[r] = b[r];
        for (int s = 0; s < count; s++) {
            k[r][s] = 0.0;
            for (int j = 0; j < n; j++)
                k[r][s] += slope[r][j] * weight[j] * slope[s][j];
        }
    }
    solve(count, k, b);
    for (int r = 0; r < count; r++)
        give -= kept[r] * b[r];
    return 1.0 / give;
}

// --- a slider-crank and a ball beside it ---------------------------------------------------------

static const double crank_length = 0.1, rod_length = 0.3, ball_radius = 0.02, knob_radius = 0.015;
static const double knob[2] = {0.03, 0.02};  // centre of a circle on the rod

static void turn(const double *q, double x, double y, double out[2]) {
    out[0] = q[0] + cos(q[2]) * x - sin(q[2]) * y;
    out[1] = q[1] + sin(q[2]) * x + cos(q[2]) * y;
}

// crank, rod, slider, ball: q of each.
static int linkage(const double *q, double *out, double *indentation) {
    double a[2], b[2];
    turn(q, -0.5 * crank_length, 0.0, &out[0]);
    turn(q, 0.5 * crank_length, 0.0, a);
    turn(q + 3, -0.5 * rod_length, 0.0, b);
    out[2] = a[0] - b[0];
    out[3] = a[1] - b[1];
    turn(q + 3, 0.5 * rod_length, 0.0, a);
    out[4] = a[0] - q[6];
    out[5] = a[1] - q[7];
    out[6] = q[7];
    out[7] = q[8];
    turn(q + 3, knob[0], knob[1], a);
    *indentation = knob_radius + ball_radius - hypot(a[0] - q[9], a[1] - q[10]);
    return 8;
}

static int driven_linkage(const double *q, double *out, double *indentation) {
    int count = linkage(q, out, indentation);
    out[count] = q[2];
    return count + 1;
}

static dp_contact_def law_of(const char *name) {
    dp_contact_def def = dp_contact_defaults(dp_law_find(name));
    def.pair.stiffness = 1e9;
    assert_int_equal(dp_law_set(&def.law, "restitution", 0.5, NULL), DP_OK);
    return def;
}

static void start_of(const dp_mechanism *m, dp_body_state *out) {
    dp_error err;
    assert_int_equal(dp_mechanism_start(m, out, &err), DP_OK);
}

// The ball comes down onto the knob of the rod.
static void begin_linkage(struct parts *p, double angle, double crank_mass) {
    // a start that closes
    double lean = -asin(crank_length * sin(angle) / rod_length), at[2];
    double tip[2] = {crank_length * cos(angle), crank_length * sin(angle)};
    const double rod[3] = {tip[0] + 0.5 * rod_length * cos(lean),
                           tip[1] + 0.5 * rod_length * sin(lean), lean};
    parts_begin(p);
    dp_mechanism_body *body = add_body(p, "crank", crank_mass, 2e-4);
    body->x = 0.5 * tip[0];
    body->y = 0.5 * tip[1];
    body->angle = angle;
    body = add_body(p, "rod", 0.5, 4e-3);
    body->x = rod[0];
    body->y = rod[1];
    body->angle = lean;
    body = add_body(p, "slider", 0.8, 1e-3);
    body->x = tip[0] + rod_length * cos(lean);
    body->y = body->angle = 0.0;
    dp_mechanism_body *ball = add_body(p, "ball", 0.1, 1e-5);
    turn(rod, knob[0], knob[1], at);
    ball->x = at[0] + 0.01;
    ball->y = at[1] + 0.1;
    add_pin(p, DP_GROUND, 0.0, 0, -0.5 * crank_length);
    add_pin(p, 0, 0.5 * crank_length, 1, -0.5 * rod_length);
    add_pin(p, 1, 0.5 * rod_length, 2, 0.0);
    add_joint(p, DP_JOINT_TRANSLATIONAL, DP_GROUND, 2);
    dp_mechanism_contact *hit = add_touch(p, DP_TOUCH_CIRCLES, 1, 3);
    hit->name = "hit";
    memcpy(hit->at[0], knob, sizeof knob);
    hit->radius[0] = knob_radius;
    hit->radius[1] = ball_radius;
    hit->contact = law_of("tsuji");
    ball->vy = -2.0;
}

static void a_linkage_is_felt_through_its_joints_and_its_loop(void **state) {
    (void)state;
    const double angles[] = {0.3, 1.2, 1.9, 2.8, 4.0, 5.5};
    for (int i = 0; i < 6; i++) {
        for (int is_driven = 0; is_driven < 2; is_driven++) {
            struct parts p;
            dp_body_state body[4];
            begin_linkage(&p, angles[i], 0.4);
            if (is_driven) add_motor(&p, 0, 2.0, 0.0)->start = angles[i];
            dp_mechanism *m = mechanism_build(&p.def);
            start_of(m, body);
            equations *of = is_driven ? driven_linkage : linkage;
            // difference quotients
            CHECK_NEAR(dp_mechanism_pair_mass(m, 0), mass_at(of, 4, p.bodies, body), 1e-7);
            dp_mechanism_free(m);
        }
    }
}

static dp_mechanism_result run_until(const dp_mechanism *m, double until, dp_body_state *end,
                                     dp_mechanism_impact *impacts, size_t room) {
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    run.until = until;
    run.rtol = 1e-10;
    run.bodies = end;
    run.impacts = impacts;
    run.impact_room = room;
    return mechanism_run(m, &run);
}

static void an_impact_tells_the_mass_of_its_own_position(void **state) {
    (void)state;
    for (int is_driven = 0; is_driven < 2; is_driven++) {
        struct parts p;
        dp_mechanism_impact impact[1];
        dp_body_state body[4];
        begin_linkage(&p, 1.2, 0.4);
        if (is_driven) add_motor(&p, 0, 2.0, 0.0)->start = 1.2;
        dp_mechanism *m = mechanism_build(&p.def);
        assert_true(run_until(m, 0.2, NULL, impact, 1).impact_count > 0);
        run_until(m, impact->time, body, NULL, 0);
        equations *of = is_driven ? driven_linkage : linkage;
        CHECK_NEAR(impact->mass, mass_at(of, 4, p.bodies, body), 1e-7);
        // not what it was at the start, so the law was prepared for it; a driven crank holds all
        if (is_driven) assert_true(impact->mass == 0.1);
        if (!is_driven) assert_true(fabs(impact->mass / dp_mechanism_pair_mass(m, 0) - 1.0) > 1e-3);
        dp_mechanism_free(m);
    }
}

// Newton's impact at the touch: a law whose damper is scaled with the mass that is felt gives back
// the same part of the speed whatever hangs on the surfaces.
static void a_law_of_the_mass_delivers_the_same_in_any_linkage(void **state) {
    (void)state;
    const double angles[] = {0.8, 1.2, 1.9};
    dp_contact_def free_def = law_of("tsuji");
    dp_delivered delivered;
    free_def.pair.mass = 1.0;
    assert_int_equal(dp_deliver(&free_def, 1.0, 1.0, &delivered, NULL), DP_OK);
    for (int i = 0; i < 3; i++) {
        struct parts p;
        dp_mechanism_impact impact[1];
        begin_linkage(&p, angles[i], 0.4);
        // so stiff that nothing moves while they touch
        p.touches[0].contact.pair.stiffness = 1e16;
        dp_mechanism *m = mechanism_build(&p.def);
        assert_true(run_until(m, 0.2, NULL, impact, 1).impact_count > 0);
        CHECK_NEAR(impact->separation_speed / impact->approach_speed, delivered.restitution, 1e-3);
        dp_mechanism_free(m);
    }
}

// --- what cannot give way ------------------------------------------------------------------------

enum table { DRIVEN, FIXED, GROUND };

// A ball of 0.1 kg, part of it perhaps a core that is welded to it, falls on a table.
static void begin_table(struct parts *p, enum table table, double table_mass, double core,
                        dp_contact_def contact) {
    parts_begin(p);
    dp_mechanism_body *ball = add_body(p, "ball", 0.1 - core, 1e-5);
    ball->x = 0.0;
    ball->y = 0.02;
    ball->vy = -1.0;
    int other = DP_GROUND, bodies = 1;
    if (table != GROUND) {
        other = bodies++;
        add_body(p, "table", table_mass, 1.0);
    }
    if (table == FIXED) add_joint(p, DP_JOINT_FIXED, DP_GROUND, other);
    if (table == DRIVEN) {
        add_joint(p, DP_JOINT_TRANSLATIONAL, DP_GROUND, other)->axis[0] = 0.0;
        p->joints[0].axis[1] = 1.0;
        add_driver(p, other, DP_DRIVEN_Y)->start = 0.0;
    }
    if (core > 0.0) {
        add_body(p, "core", core, 1e-5);
        add_joint(p, DP_JOINT_FIXED, 0, bodies);
    }
    dp_mechanism_contact *hit = add_touch(p, DP_TOUCH_PLANE, 0, other);
    hit->name = "hit";
    hit->radius[0] = 0.01;
    hit->contact = contact;
}

static double bounce_back(const struct parts *p, double *mass) {
    dp_mechanism_impact impact[1];
    dp_mechanism *m = mechanism_build(&p->def);
    assert_int_equal(run_until(m, 0.02, NULL, impact, 1).impact_count, 1);
    dp_mechanism_free(m);
    *mass = impact->mass;
    return impact->separation_speed / impact->approach_speed;
}

static void what_is_driven_fixed_or_welded_counts_as_the_ground_does(void **state) {
    (void)state;
    const char *const laws[] = {"tsuji", "poursina-nikravesh", "jankowski", "exact-restitution"};
    const double masses[] = {1e-3, 0.1, 1000.0};
    for (int i = 0; i < 4; i++) {
        struct parts p;
        double mass;
        begin_table(&p, GROUND, NAN, 0.0, law_of(laws[i]));
        double ground = bounce_back(&p, &mass);
        assert_true(mass == 0.1);
        for (int j = 0; j < 3; j++) {
            for (enum table table = DRIVEN; table <= FIXED; table++) {
                begin_table(&p, table, masses[j], 0.0, law_of(laws[i]));
                // as far as the tolerance of the run
                CHECK_NEAR(bounce_back(&p, &mass), ground, 1e-8);
                assert_true(mass == 0.1);
            }
        }
        begin_table(&p, GROUND, NAN, 0.09, law_of(laws[i]));
        CHECK_NEAR(bounce_back(&p, &mass), ground, 1e-8);
        CHECK_NEAR(mass, 0.1, 1e-15);
    }
}

static void a_restitution_by_mass_and_speed_takes_the_mass_that_is_felt(void **state) {
    (void)state;
    dp_contact_def def = dp_contact_defaults(dp_law_find("exact-restitution"));
    def.pair.modulus = 1e11;
    def.pair.radius = 0.01;
    def.pair.yield = 1e8;
    def.restitution_from.kind = DP_RESTITUTION_JOHNSON;
    const double pressure = 3.0 * def.pair.yield;
    for (enum table table = DRIVEN; table <= GROUND; table++) {
        struct parts p;
        double mass;
        begin_table(&p, table, 1e-3, 0.0, def);
        double given = bounce_back(&p, &mass);
        double asked = dp_johnson_restitution(pressure, def.pair.modulus, def.pair.radius, 0.05);
        CHECK_NEAR(given, asked, 1e-7);
    }
}

static void a_mass_that_is_given_is_kept(void **state) {
    (void)state;
    struct parts p;
    dp_contact_def def = law_of("tsuji");
    double mass;
    def.pair.mass = 1e-3 * 0.1 / (1e-3 + 0.1);
    begin_table(&p, DRIVEN, 1e-3, 0.0, def);
    // audit of 0.2.0: what the mass of the pair makes of 0.5
    CHECK_WITHIN(bounce_back(&p, &mass), 0.936, 5e-4);
    assert_true(mass == 0.1);
}

static void two_free_bodies_feel_what_they_felt_to_the_last_bit(void **state) {
    (void)state;
    const double masses[][2] = {{0.1, 0.3}, {1e-3, 7.0}, {2.0 / 3.0, 0.017}};
    for (int i = 0; i < 3; i++) {
        struct parts p;
        double one = masses[i][0], two = masses[i][1];
        parts_begin(&p);
        dp_mechanism_body *a = add_body(&p, "a", one, 1e-5), *b = add_body(&p, "b", two, 1e-5);
        a->x = a->y = b->y = 0.0;
        b->x = 0.03;
        a->angle = 0.7;
        dp_mechanism_contact *hit = add_touch(&p, DP_TOUCH_CIRCLES, 0, 1);
        hit->radius[0] = hit->radius[1] = 0.01;
        hit->contact = law_of("tsuji");
        dp_mechanism *m = mechanism_build(&p.def);
        assert_true(dp_mechanism_pair_mass(m, 0) == one * two / (one + two));
        dp_mechanism_free(m);
        // beside the centre the arm counts: 1/m = 1/m1 + r^2/I1 + 1/m2
        hit->at[0][1] = 0.004;
        a->angle = 0.0;
        b->y = 0.004;
        m = mechanism_build(&p.def);
        CHECK_NEAR(dp_mechanism_pair_mass(m, 0), 1.0 / (1.0 / one + 1.6e-5 / 1e-5 + 1.0 / two),
                   1e-13);
        dp_mechanism_free(m);
    }
}

// The motion of a driven crank is prescribed, so its mass has no effect.
static void a_driven_crank_of_any_mass_gives_the_same_touches(void **state) {
    (void)state;
    const double masses[] = {0.3, 0.01, 10.0, 1000.0};
    dp_mechanism_impact first[64], impact[64];
    size_t expected = 0;
    for (int i = 0; i < 4; i++) {
        struct parts p;
        parts_begin(&p);
        add_body(&p, "crank", masses[i], 1e-4)->angle = 0.0;
        add_body(&p, "rod", 0.21, 1e-3);
        add_body(&p, "slider", 0.14, 1e-4);
        add_pin(&p, DP_GROUND, 0.0, 0, 0.0);
        dp_mechanism_joint *pin = add_joint(&p, DP_JOINT_CLEARANCE, 0, 1);
        pin->at[0][0] = 0.05;
        pin->at[1][0] = -0.06;
        pin->journal_radius = 0.0100;
        pin->bearing_radius = 0.0105;
        pin->contact = law_of("tsuji");
        dp_law_set(&pin->contact.law, "restitution", 0.9, NULL);
        add_pin(&p, 1, 0.06, 2, 0.0);
        add_joint(&p, DP_JOINT_TRANSLATIONAL, DP_GROUND, 2);
        add_motor(&p, 0, 157.07963267948966, 0.0)->start = 0.0;
        dp_mechanism *m = mechanism_build(&p.def);
        size_t count = run_until(m, 0.08, NULL, i == 0 ? first : impact, 64).impact_count;
        if (i == 0) expected = count;
        assert_int_equal(count, expected);
        assert_true(count > 3 && count <= 64);
        // the ledger, which holds the crank's energy, chooses other steps: rtol, magnified
        for (size_t j = 0; j < 4 && i > 0; j++) {
            CHECK_NEAR(impact[j].time, first[j].time, 1e-8);
            CHECK_NEAR(impact[j].approach_speed, first[j].approach_speed, 1e-6);
            CHECK_NEAR(impact[j].mass, first[j].mass, 1e-6);
        }
        dp_mechanism_free(m);
    }
}

// --- where nothing gives way ---------------------------------------------------------------------

// A table and a stop, both driven.
static void begin_still(struct parts *p, const char *law) {
    parts_begin(p);
    for (int i = 0; i < 2; i++) {
        add_body(p, i == 0 ? "stop" : "table", 0.1, 1e-5);
        dp_mechanism_joint *rail = add_joint(p, DP_JOINT_TRANSLATIONAL, DP_GROUND, i);
        rail->axis[0] = 0.0;
        rail->axis[1] = 1.0;
        add_driver(p, i, DP_DRIVEN_Y)->start = i == 0 ? 0.02 : 0.0;
    }
    p->drivers[0].coefficient[0] = -1.0;
    dp_mechanism_contact *hit = add_touch(p, DP_TOUCH_PLANE, 0, 1);
    hit->name = "hit";
    hit->radius[0] = 0.01;
    hit->contact = law_of(law);
}

static void a_law_of_the_mass_is_refused_where_neither_side_can_move(void **state) {
    (void)state;
    struct parts p;
    dp_mechanism *m;
    dp_error err;
    begin_still(&p, "tsuji");
    assert_int_equal(dp_mechanism_build(&m, &p.def, &err), DP_ERR_CONFLICT);
    assert_non_null(strstr(err.text, "hit: neither stop nor table can give way"));
    // one that needs none has its force
    begin_still(&p, "flores");
    m = mechanism_build(&p.def);
    assert_true(isinf(dp_mechanism_pair_mass(m, 0)));
    dp_mechanism_impact impact[1];
    run_until(m, 0.0105, NULL, impact, 1);
    assert_true(isinf(impact->mass) && impact->max_force > 0.0);
    dp_mechanism_free(m);
}

// A block that is free along x alone meets a table that is driven along y: where they meet is known
// in the run only, and neither gives way.
static void a_touch_across_every_freedom_ends_the_run_with_a_sentence(void **state) {
    (void)state;
    struct parts p;
    begin_still(&p, "tsuji");
    p.joints[0].axis[0] = 1.0;
    p.joints[0].axis[1] = 0.0;
    p.joints[0].through[1] = 0.02;
    p.def.drivers = &p.drivers[1];
    p.def.driver_count = 1;
    p.drivers[1].coefficient[0] = 1.0;
    dp_mechanism *m = mechanism_build(&p.def);
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    dp_mechanism_result result;
    dp_error err;
    run.until = 0.02;
    assert_int_equal(dp_mechanism_run(m, &run, &result, &err), DP_ERR_NUMERIC);
    assert_non_null(strstr(err.text, "hit at t = 0.01"));
    assert_non_null(strstr(err.text, "neither surface can give way along the normal"));
    dp_mechanism_free(m);
}

static void a_missing_value_is_still_missing_before_the_mass_is_known(void **state) {
    (void)state;
    struct parts p;
    dp_mechanism *m;
    dp_error err;
    dp_contact_def def = law_of("tsuji");
    def.pair.stiffness = NAN;
    begin_table(&p, GROUND, NAN, 0.0, def);
    assert_int_equal(dp_mechanism_build(&m, &p.def, &err), DP_ERR_MISSING);
    def.pair.stiffness = 1e9;
    def.pair.mass = -1.0;
    begin_table(&p, GROUND, NAN, 0.0, def);
    assert_int_equal(dp_mechanism_build(&m, &p.def, &err), DP_ERR_RANGE);
}

// A law may have a short cut to its constants for another mass.
static void a_contact_is_the_same_for_a_mass_whichever_way_it_came_to_it(void **state) {
    (void)state;
    for (int i = 0; dp_law_at(i) != NULL; i++) {
        const dp_law *law = dp_law_at(i);
        dp_contact_def def = dp_contact_defaults(law);
        dp_contact light, heavy, again;
        if (law->reweigh == NULL) continue;
        def.pair.stiffness = 1e9;
        def.pair.mass = 0.013;
        dp_law_set(&def.law, "restitution", 0.37, NULL);
        assert_int_equal(dp_contact_init(&light, &def, NULL), DP_OK);
        assert_int_equal(dp_contact_for_mass(&light, 1.0, 0.7, &again, NULL), DP_OK);
        def.pair.mass = 0.7;
        assert_int_equal(dp_contact_init(&heavy, &def, NULL), DP_OK);
        assert_memory_equal(again.k, heavy.k, sizeof heavy.k);
    }
}

// --- states --------------------------------------------------------------------------------------

static void a_state_in_a_touch_goes_on_with_its_own_mass(void **state) {
    (void)state;
    struct parts p;
    dp_mechanism_impact impact[1];
    dp_body_state whole[4], later[4];
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    dp_mechanism_result result;
    dp_error err;
    begin_linkage(&p, 1.2, 0.4);
    dp_mechanism *m = mechanism_build(&p.def);
    run_until(m, 0.2, NULL, impact, 1);
    double within = impact->time + 0.5 * impact->duration;
    run.until = 0.2;
    dp_mechanism_stepper *one, *two;
    run.bodies = whole;
    assert_int_equal(dp_mechanism_begin(&one, m, &run, &err), DP_OK);
    run.bodies = later;
    assert_int_equal(dp_mechanism_begin(&two, m, &run, &err), DP_OK);
    assert_int_equal(dp_mechanism_advance(one, within, &err), DP_OK);
    size_t size = dp_mechanism_save(one, NULL, 0);
    void *bytes = malloc(size);
    dp_mechanism_save(one, bytes, size);
    assert_int_equal(dp_mechanism_restore(two, bytes, size, &err), DP_OK);
    free(bytes);
    assert_int_equal(dp_mechanism_advance(one, INFINITY, &err), DP_OK);
    assert_int_equal(dp_mechanism_advance(two, INFINITY, &err), DP_OK);
    assert_int_equal(dp_mechanism_finish(one, &result, &err), DP_OK);
    assert_int_equal(dp_mechanism_finish(two, &result, &err), DP_OK);
    assert_memory_equal(whole, later, sizeof whole);
    dp_mechanism_stepper_free(one);
    dp_mechanism_stepper_free(two);
    dp_mechanism_free(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_linkage_is_felt_through_its_joints_and_its_loop),
        cmocka_unit_test(an_impact_tells_the_mass_of_its_own_position),
        cmocka_unit_test(a_law_of_the_mass_delivers_the_same_in_any_linkage),
        cmocka_unit_test(what_is_driven_fixed_or_welded_counts_as_the_ground_does),
        cmocka_unit_test(a_restitution_by_mass_and_speed_takes_the_mass_that_is_felt),
        cmocka_unit_test(a_mass_that_is_given_is_kept),
        cmocka_unit_test(two_free_bodies_feel_what_they_felt_to_the_last_bit),
        cmocka_unit_test(a_driven_crank_of_any_mass_gives_the_same_touches),
        cmocka_unit_test(a_law_of_the_mass_is_refused_where_neither_side_can_move),
        cmocka_unit_test(a_touch_across_every_freedom_ends_the_run_with_a_sentence),
        cmocka_unit_test(a_missing_value_is_still_missing_before_the_mass_is_known),
        cmocka_unit_test(a_contact_is_the_same_for_a_mass_whichever_way_it_came_to_it),
        cmocka_unit_test(a_state_in_a_touch_goes_on_with_its_own_mass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
