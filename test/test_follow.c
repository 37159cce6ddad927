// Tests for restitution_from: a restitution that follows the speed of the touch. The relations are
// written down here once more, from the papers.

#include "law_cases.h"

#include "dashpot/dashpot.h"

static const double PI = 3.14159265358979323846;

// --- relations, from the papers ---

// Eq 37 of 000 with c0 = sqrt(E/rho) and c2 = sqrt(G/rho), G = E/(2(1+nu))
static double eq37(double young, double poisson, double density, double speed) {
    double c0 = sqrt(young / density), c2 = sqrt(young / (2.0 * (1.0 + poisson)) / density);
    return exp(-0.6 * c0 / c2 * pow(speed / c0, 0.6));
}

struct curve {
    double Ke, dc, dp, c1, c2, c3, Pc, Pp, k1;
};

static struct curve curve_of(const dp_pair *pair, double psi, double epsilon) {
    double R = pair->radius, E = pair->modulus, sy = pair->yield, py = 1.61 * sy;
    double L = log(0.5 * epsilon * epsilon);
    struct curve c = {.Ke = 4.0 / 3.0 * E * sqrt(R), .dc = PI * PI * R * py * py / (4.0 * E * E)};
    c.dp = 0.5 * epsilon * epsilon * c.dc;
    c.c1 = PI * R * (py * (1.0 + L) - 2.0 * psi * sy) / L;
    c.c2 = PI * R * (2.0 * psi * sy - py) / L;
    c.Pc = c.Ke * pow(c.dc, 1.5);
    c.c3 = c.Pc - c.c1 * c.dc;
    c.Pp = c.dp * (c.c1 + c.c2 * L) + c.c3;
    c.k1 = 2.0 * PI * R * psi * sy;
    return c;
}

static double load(const struct curve *c, double x) {
    if (x < c->dc) return c->Ke * pow(x, 1.5);
    return x < c->dp ? x * (c->c1 + c->c2 * log(x / c->dc)) + c->c3 : c->Pp + c->k1 * (x - c->dp);
}

// Work of the middle stretch from dc to x.
static double mixed_work(const struct curve *c, double x) {
    double squares = x * x - c->dc * c->dc;
    return 0.5 * c->c1 * squares + c->c3 * (x - c->dc) +
           c->c2 * (0.5 * x * x * log(x / c->dc) - 0.25 * squares);
}

static double work(const struct curve *c, double x) {
    if (x < c->dc) return 0.4 * c->Ke * pow(x, 2.5);
    double first = 0.4 * c->Pc * c->dc;
    if (x < c->dp) return first + mixed_work(c, x);
    double over = x - c->dp;
    return first + mixed_work(c, c->dp) + c->Pp * over + 0.5 * c->k1 * over * over;
}

// Eq 38 of 000, sqrt(Ur/Uc). Where the printed law would leave a dent below zero nothing is lost.
static double eq38(const dp_pair *pair, double psi, double epsilon, double mass, double speed) {
    struct curve c = curve_of(pair, psi, epsilon);
    double energy = 0.5 * mass * speed * speed, low = 0.0, high = 1.0;
    for (int i = 0; i < 200; i++) {
        double middle = 0.5 * (low + high);
        *(work(&c, middle) < energy ? &low : &high) = middle;
    }
    double dmax = 0.5 * (low + high), xm = dmax < c.dp ? dmax : c.dp;
    double Kx = c.Ke * sqrt(c.Ke * pow(xm, 1.5) / load(&c, xm));
    double depth = pow(load(&c, dmax) / Kx, 2.0 / 3.0);
    return dmax <= c.dc || depth >= dmax ? 1.0 : sqrt(0.4 * Kx * pow(depth, 2.5) / energy);
}

// --- contacts ---

// The ball of the paper's joint, made of steel that yields.
static const double young = 207e9, poisson = 0.3, density = 7800.0;

static void know_the_pair(dp_pair *pair) {
    pair->modulus = 114e9;
    pair->radius = 0.01;
    pair->yield = 250e6;
    pair->mass = 0.03;
}

static dp_contact_def following(const char *law, dp_restitution_kind kind) {
    dp_contact_def def = dp_contact_defaults(dp_law_find(law));
    know_the_pair(&def.pair);
    def.restitution_from.kind = kind;
    def.restitution_from.young = young;
    def.restitution_from.poisson = poisson;
    def.restitution_from.density = density;
    return def;
}

static dp_contact prepared(const dp_contact_def *def) {
    dp_contact contact;
    dp_error err = {0};
    if (dp_contact_init(&contact, def, &err) != DP_OK) fail_msg("%s", err.text);
    return contact;
}

static dp_contact at_speed(const dp_contact *contact, double speed) {
    dp_contact now;
    dp_error err = {0};
    if (dp_contact_at_speed(contact, speed, NAN, &now, &err) != DP_OK) fail_msg("%s", err.text);
    return now;
}

static double expected(const dp_contact_def *def, double speed) {
    return def->restitution_from.kind == DP_RESTITUTION_WAVES
               ? eq37(young, poisson, density, speed)
               : eq38(&def->pair, 3.0, 13.0, def->pair.mass, speed);
}

// Of the arithmetic; `restitution` and `recipe` only say where it comes from.
static int does_the_same(const dp_contact *a, const dp_contact *b) {
    return a->kernel == b->kernel && a->limit == b->limit && a->floor == b->floor &&
           a->tension == b->tension && memcmp(a->k, b->k, sizeof a->k) == 0;
}

static void refuses(const dp_contact_def *def, dp_status status, const char *text) {
    dp_contact contact;
    dp_error err = {0};
    assert_int_equal(dp_contact_init(&contact, def, &err), status);
    assert_string_equal(err.text, text);
}

// --- facts ---

static const dp_restitution_kind kinds[] = {DP_RESTITUTION_WAVES, DP_RESTITUTION_MA_LIU};
static const double speeds[] = {0.001, 0.02, 0.3, 4.4, 20.0};

// rounding of a dozen powers and of the bisection; measured 8e-16
static const double rounding = 1e-14;

static void restitution_is_that_of_the_papers_at_every_speed(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        dp_contact_def def = following("exact-restitution", kinds[i]);
        dp_contact contact = prepared(&def);
        for (int j = 0; j < 5; j++) {
            dp_contact now = at_speed(&contact, speeds[j]);
            CHECK_NEAR(now.restitution, expected(&def, speeds[j]), rounding);
            // this law delivers what it is asked for; so does the closed form of the contact
            double e = dp_contact_restitution(&contact, def.pair.mass, speeds[j]);
            CHECK_NEAR(e, expected(&def, speeds[j]), rounding);
        }
    }
}

static void psi_and_epsilon_may_be_given(void **state) {
    (void)state;
    dp_contact_def def = following("exact-restitution", DP_RESTITUTION_MA_LIU);
    def.restitution_from.psi = 2.5;
    def.restitution_from.epsilon = 20.0;
    dp_contact contact = prepared(&def), now = at_speed(&contact, 4.4);
    CHECK_NEAR(now.restitution, eq38(&def.pair, 2.5, 20.0, 0.03, 4.4), rounding);
    // those of the law itself win
    def = following("wang-dashpot", DP_RESTITUTION_MA_LIU);
    def.restitution_from.epsilon = 20.0;
    assert_int_equal(dp_law_set(&def.law, "epsilon", 15.0, NULL), DP_OK);
    contact = prepared(&def), now = at_speed(&contact, 4.4);
    CHECK_NEAR(now.restitution, eq38(&def.pair, 3.0, 15.0, 0.03, 4.4), rounding);
}

static void every_law_with_a_restitution_is_prepared_as_if_it_had_been_given(void **state) {
    (void)state;
    int count = 0;
    for (int i = 0; i < dp_law_count(); i++) {
        const law_case *c = law_case_of(dp_law_at(i)->name);
        int index = dp_law_param_index(c->def.law.law, "restitution");
        if (index < 0) continue;
        dp_contact_def def = c->def, given = c->def;
        def.law.value[index] = c->def.law.law->params[index].initial;
        int other = dp_law_param_index(c->def.law.law, "unloading_stiffness");
        if (other >= 0) def.law.value[other] = given.law.value[other] = NAN;
        def.restitution_from = following("hertz", DP_RESTITUTION_WAVES).restitution_from;
        dp_contact contact = prepared(&def);
        CASE_TRUE(c, dp_contact_follows(&contact));
        for (int j = 0; j < 5; j++) {
            dp_contact now = at_speed(&contact, speeds[j]);
            assert_int_equal(dp_law_set(&given.law, "restitution", now.restitution, NULL), DP_OK);
            dp_contact same = prepared(&given);
            CASE_TRUE(c, does_the_same(&now, &same));
            // and again from the copy
            dp_contact back = at_speed(&now, speeds[0]), first = at_speed(&contact, speeds[0]);
            CASE_TRUE(c, does_the_same(&back, &first) && back.restitution == first.restitution);
        }
        count++;
    }
    // the laws of the table in the README
    assert_true(count >= 32);
}

static void force_is_nan_before_the_speed_is_known(void **state) {
    (void)state;
    dp_contact_def def = following("lankarani-nikravesh", DP_RESTITUTION_WAVES);
    dp_contact contact = prepared(&def), now = at_speed(&contact, 0.3);
    double memory[DP_MEMORY_MAX] = {0.0};
    dp_contact_begin(&contact, memory, 0.3);
    assert_true(isnan(dp_contact_force(&contact, memory, 1e-6, 0.1)));
    assert_true(isnan(dp_contact_respond(&contact, memory, 1e-6, 0.1).force));
    dp_contact_begin(&now, memory, 0.3);
    assert_true(dp_contact_force(&now, memory, 1e-6, 0.1) > 0.0);
}

static void contact_without_a_relation_is_copied_as_it_is(void **state) {
    (void)state;
    dp_contact_def def = dp_contact_defaults(dp_law_find("lankarani-nikravesh"));
    know_the_pair(&def.pair);
    assert_int_equal(dp_law_set(&def.law, "restitution", 0.7, NULL), DP_OK);
    dp_contact contact = prepared(&def), now = at_speed(&contact, 0.3);
    assert_false(dp_contact_follows(&contact));
    assert_true(isnan(contact.restitution));
    assert_memory_equal(&now, &contact, sizeof now);
}

static void fixed_approach_gives_one_restitution_at_once(void **state) {
    (void)state;
    dp_contact_def def = following("lankarani-nikravesh", DP_RESTITUTION_MA_LIU);
    dp_contact free = prepared(&def), touch = at_speed(&free, 0.3);
    def.approach = 0.3;
    dp_contact contact = prepared(&def), now = at_speed(&contact, 7.0);
    assert_false(dp_contact_follows(&contact));
    CHECK_NEAR(contact.restitution, expected(&def, 0.3), rounding);
    assert_true(does_the_same(&contact, &touch));
    assert_memory_equal(&now, &contact, sizeof now);
}

static void floor_holds(void **state) {
    (void)state;
    dp_contact_def def = following("lankarani-nikravesh", DP_RESTITUTION_MA_LIU);
    def.approach_floor = 0.3;
    dp_contact contact = prepared(&def), slow = at_speed(&contact, 1e-3);
    dp_contact floor = at_speed(&contact, 0.3);
    assert_true(does_the_same(&slow, &floor) && slow.restitution == floor.restitution);
    // a contact that is pressed has no speed at all
    dp_contact still = at_speed(&contact, 0.0);
    assert_true(does_the_same(&still, &floor));
    def.approach = 1e-3;
    dp_contact fixed = prepared(&def);
    assert_true(does_the_same(&fixed, &floor));
}

static void mass_of_the_touch_counts_where_the_pair_has_none(void **state) {
    (void)state;
    dp_contact_def def = following("lankarani-nikravesh", DP_RESTITUTION_MA_LIU);
    dp_contact with = prepared(&def), now, other;
    def.pair.mass = NAN;
    dp_contact without = prepared(&def);
    assert_int_equal(dp_contact_at_speed(&without, 0.3, 2.0, &now, NULL), DP_OK);
    CHECK_NEAR(now.restitution, eq38(&def.pair, 3.0, 13.0, 2.0, 0.3), rounding);
    assert_int_equal(dp_contact_at_speed(&with, 0.3, 2.0, &other, NULL), DP_OK);
    CHECK_NEAR(other.restitution, eq38(&def.pair, 3.0, 13.0, 0.03, 0.3), rounding);
    // nobody knows it
    dp_error err = {0};
    dp_contact kept = without;
    assert_int_equal(dp_contact_at_speed(&without, 0.3, NAN, &without, &err), DP_ERR_VALIDITY);
    assert_string_equal(err.text,
                        "restitution_from is 'ma-liu', which has no answer at 0.3 m/s and nan kg");
    assert_memory_equal(&without, &kept, sizeof kept);
    assert_true(isnan(dp_contact_restitution(&without, NAN, 0.3)));
}

static void softer_body_counts(void **state) {
    (void)state;
    dp_body soft = {young, poisson, density, NAN, NAN, NAN}, hard = soft, rigid = soft, dark = soft;
    hard.young = 400e9;
    hard.density = 3900.0;
    rigid.young = INFINITY;
    dark.young = NAN;
    const dp_body *const others[] = {&hard, &rigid, &dark};
    for (int i = 0; i < 3; i++) {
        for (int swap = 0; swap < 2; swap++) {
            dp_restitution_from from = dp_restitution_from_bodies(
                DP_RESTITUTION_WAVES, swap ? others[i] : &soft, swap ? &soft : others[i]);
            assert_int_equal(from.kind, DP_RESTITUTION_WAVES);
            CHECK_NEAR(from.young, young, 0.0);
            CHECK_NEAR(from.density, density, 0.0);
        }
    }
    assert_string_equal(dp_restitution_kind_name(DP_RESTITUTION_WAVES), "waves");
    assert_string_equal(dp_restitution_kind_name(DP_RESTITUTION_MA_LIU), "ma-liu");
    assert_null(dp_restitution_kind_name(DP_RESTITUTION_GIVEN));
}

static void definitions_that_make_no_sense_are_refused(void **state) {
    (void)state;
    dp_contact_def def = following("thornton", DP_RESTITUTION_WAVES);
    refuses(&def, DP_ERR_CONFLICT,
            "restitution_from is 'waves', but thornton takes no restitution; leave it out");
    def = following("hunt-crossley", DP_RESTITUTION_WAVES);
    dp_contact_def both = def;
    assert_int_equal(dp_law_set(&both.law, "restitution", 0.8, NULL), DP_OK);
    refuses(&both, DP_ERR_CONFLICT,
            "restitution and restitution_from exclude each other; give one of them");
    both = def;
    assert_int_equal(dp_law_set(&both.law, "damping_factor", 0.8, NULL), DP_OK);
    refuses(&both, DP_ERR_CONFLICT,
            "damping_factor and restitution_from exclude each other; give one of them");
    def.restitution_from.density = NAN;
    refuses(&def, DP_ERR_MISSING,
            "restitution_from is 'waves', which needs young, poisson and density of the softer "
            "body");
    def = following("hunt-crossley", DP_RESTITUTION_MA_LIU);
    def.pair.yield = NAN;
    refuses(&def, DP_ERR_MISSING, "restitution_from is 'ma-liu', and ma-liu needs yield");
    def = following("hunt-crossley", DP_RESTITUTION_MA_LIU);
    def.restitution_from.psi = 100.0;
    refuses(&def, DP_ERR_RANGE,
            "restitution_from is 'ma-liu', and psi is 100; it must lie in 0.81..10");
    def = following("hunt-crossley", (dp_restitution_kind)9);
    refuses(&def, DP_ERR_RANGE, "restitution_from is 9, which is no relation");
    // what the law itself lacks
    def = following("hunt-crossley", DP_RESTITUTION_WAVES);
    def.pair.radius = NAN;
    refuses(&def, DP_ERR_MISSING, "hunt-crossley needs stiffness, or modulus and radius");
}

static void restitution_that_the_law_does_not_take_is_refused_at_the_touch(void **state) {
    (void)state;
    dp_contact_def def = following("poursina-nikravesh", DP_RESTITUTION_WAVES);
    def.restitution_from.young = 1e5;  // rubber: its waves run at 3.6 m/s
    dp_contact contact = prepared(&def), now;
    dp_error err = {0};
    assert_int_equal(dp_contact_at_speed(&contact, 1.0, NAN, &now, &err), DP_OK);
    assert_int_equal(dp_contact_at_speed(&contact, 100.0, NAN, &now, &err), DP_ERR_VALIDITY);
    assert_non_null(strstr(err.text, "restitution_from is 'waves'; at 100 m/s the computed "
                                     "restitution is "));
    assert_non_null(strstr(err.text, "it must lie in 0.01..1"));
}

static void chain_takes_no_restitution_of_its_own_for_every_touch(void **state) {
    (void)state;
    dp_contact_def def = following("lankarani-nikravesh", DP_RESTITUTION_WAVES);
    dp_contact contact = prepared(&def);
    const double mass[2] = {0.03, 0.03};
    dp_chain_def chain_def = dp_chain_defaults();
    dp_chain *chain;
    dp_error err = {0};
    chain_def.count = 2;
    chain_def.mass = mass;
    chain_def.laws = &contact;
    chain_def.law_count = 1;
    chain_def.step = 1e-7;
    assert_int_equal(dp_chain_build(&chain, &chain_def, &err), DP_ERR_UNSUPPORTED);
    assert_string_equal(err.text,
                        "contact law 0 has a restitution for every touch, and a chain has "
                        "one for all; give it a fixed `approach`");
    def.approach = 0.3;
    contact = prepared(&def);
    assert_int_equal(dp_chain_build(&chain, &chain_def, &err), DP_OK);
    dp_chain_free(chain);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(restitution_is_that_of_the_papers_at_every_speed),
        cmocka_unit_test(psi_and_epsilon_may_be_given),
        cmocka_unit_test(every_law_with_a_restitution_is_prepared_as_if_it_had_been_given),
        cmocka_unit_test(force_is_nan_before_the_speed_is_known),
        cmocka_unit_test(contact_without_a_relation_is_copied_as_it_is),
        cmocka_unit_test(fixed_approach_gives_one_restitution_at_once),
        cmocka_unit_test(floor_holds),
        cmocka_unit_test(mass_of_the_touch_counts_where_the_pair_has_none),
        cmocka_unit_test(softer_body_counts),
        cmocka_unit_test(definitions_that_make_no_sense_are_refused),
        cmocka_unit_test(restitution_that_the_law_does_not_take_is_refused_at_the_touch),
        cmocka_unit_test(chain_takes_no_restitution_of_its_own_for_every_touch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
