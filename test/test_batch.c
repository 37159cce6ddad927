// Many contacts at once: the same bits as one by one, on every instruction set, for every law; a
// law from outside; the arrays of a batch and where their memory comes from.

#include "law_cases.h"

enum { LARGE = 1001, SMALL = 40, ARRAYS = 10, GUARD = 8 };
enum { DELTA, RATE, FORCE, DDELTA, DRATE, STORED, MEMORY };
enum { TIMES_THREE = 3 };

static const double poison = -7.25e77;

// Ten arrays side by side; array j starts j doubles off any alignment and ends before a guard.
struct arrays {
    double room[ARRAYS][LARGE + 2 * GUARD];
    dp_lanes lanes;
};
static struct arrays before, work;
static double expected[ARRAYS][LARGE];

static double *array(struct arrays *a, int j) {
    return a->room[j] + 1 + j % 7;
}

static void connect(struct arrays *a, size_t count, const dp_kernel *kernel) {
    a->lanes = (dp_lanes){.count = count,
                          .delta = array(a, DELTA),
                          .rate = array(a, RATE),
                          .force = array(a, FORCE),
                          .dforce_ddelta = array(a, DDELTA),
                          .dforce_drate = array(a, DRATE),
                          .stored = array(a, STORED)};
    for (int j = 0; j < kernel->memory_count; j++)
        a->lanes.memory[j] = array(a, MEMORY + j);
}

// A state that a simulation may meet, or send by mistake.
static double some_delta(const law_case *c, uint64_t *seed) {
    static const double odd[] = {0.0, -0.0, -1e-300, -1e-4, NAN, INFINITY, 5e-324};
    double u = law_random(seed), scale = fmin(1e-3, 1.2 * c->contact.limit);
    if (u < 0.15) return odd[(int)(u / 0.15 * 7.0)];
    return scale * pow(10.0, -9.0 * law_random(seed));
}

static double some_rate(uint64_t *seed) {
    double u = law_random(seed);
    return u < 0.05 ? NAN : u < 0.1 ? 0.0 : 20.0 * (u - 0.55);
}

// Histories from a few touches and commits, states on top of them.
static void fill(const law_case *c, uint64_t seed) {
    double depths[LAW_DEPTH_MAX], m[DP_MEMORY_MAX];
    int depth_count = law_case_depths(c, depths);
    for (int j = 0; j < ARRAYS; j++) {
        for (int i = 0; i < LARGE + 2 * GUARD; i++)
            before.room[j][i] = poison;
    }
    for (size_t i = 0; i < LARGE; i++) {
        dp_contact_fresh(m);
        for (int touch = (int)(4.0 * law_random(&seed)); touch > 0; touch--) {
            double depth = depths[(int)(depth_count * law_random(&seed))];
            dp_contact_begin(&c->contact, m, 3.0 * law_random(&seed));
            dp_contact_commit(&c->contact, m, depth * law_random(&seed), law_random(&seed) - 0.5);
        }
        array(&before, DELTA)[i] = some_delta(c, &seed);
        array(&before, RATE)[i] = some_rate(&seed);
        for (int j = 0; j < DP_MEMORY_MAX; j++)
            array(&before, MEMORY + j)[i] = m[j];
    }
}

// What the scalar calls say about every lane.
static void expect(const dp_contact *contact) {
    for (size_t i = 0; i < LARGE; i++) {
        double m[DP_MEMORY_MAX], delta = array(&before, DELTA)[i], rate = array(&before, RATE)[i];
        for (int j = 0; j < DP_MEMORY_MAX; j++)
            m[j] = array(&before, MEMORY + j)[i];
        dp_response r = dp_contact_respond(contact, m, delta, rate);
        double force = dp_contact_force(contact, m, delta, rate);
        assert_memory_equal(&force, &r.force, sizeof force);
        expected[FORCE][i] = r.force;
        expected[DDELTA][i] = r.dforce_ddelta;
        expected[DRATE][i] = r.dforce_drate;
        expected[STORED][i] = r.stored;
        dp_contact_commit(contact, m, delta, rate);
        for (int j = 0; j < DP_MEMORY_MAX; j++)
            expected[MEMORY + j][i] = m[j];
    }
}

static void expect_bits(const law_case *c, int j, size_t count, dp_isa isa) {
    const double *got = array(&work, j);
    if (memcmp(got, expected[j], count * sizeof *got) == 0) return;
    for (size_t i = 0; i < count; i++) {
        if (memcmp(&got[i], &expected[j][i], sizeof *got) == 0) continue;
        fprintf(stderr, "%s: %s, %zu lanes, lane %zu, array %d: %.17g (%a), expected %.17g (%a)\n",
                c->name, dp_isa_name(isa), count, i, j, got[i], got[i], expected[j][i],
                expected[j][i]);
        break;
    }
    _fail(__FILE__, __LINE__);
}

static void expect_untouched(const law_case *c, int j, size_t from) {
    size_t size = sizeof work.room[j] - (from + 1 + (size_t)j % 7) * sizeof(double);
    CASE_TRUE(c, memcmp(array(&work, j) + from, array(&before, j) + from, size) == 0);
    CASE_TRUE(c, memcmp(work.room[j], before.room[j], (1 + (size_t)j % 7) * sizeof(double)) == 0);
}

// Forces, responses and commits of `count` lanes on one instruction set.
static void compare(const law_case *c, const dp_contact *contact, size_t count, dp_isa isa) {
    work = before;
    connect(&work, count, contact->kernel);
    assert_int_equal(dp_contact_forces_on(contact, &work.lanes, isa), DP_OK);
    expect_bits(c, FORCE, count, isa);
    expect_untouched(c, FORCE, count);
    for (int j = DDELTA; j < ARRAYS; j++)
        expect_untouched(c, j, 0);
    for (size_t i = 0; i < count; i++)
        array(&work, FORCE)[i] = poison;
    assert_int_equal(dp_contact_responses_on(contact, &work.lanes, isa), DP_OK);
    for (int j = FORCE; j <= STORED; j++) {
        expect_bits(c, j, count, isa);
        expect_untouched(c, j, count);
    }
    for (int j = MEMORY; j < ARRAYS; j++)
        expect_untouched(c, j, 0);
    assert_int_equal(dp_contact_commits_on(contact, &work.lanes, isa), DP_OK);
    for (int j = MEMORY; j < ARRAYS; j++) {
        int used = j - MEMORY < contact->kernel->memory_count;
        if (used) expect_bits(c, j, count, isa);
        expect_untouched(c, j, used ? count : 0);
    }
    expect_untouched(c, DELTA, 0);
    expect_untouched(c, RATE, 0);
}

static void every_law_gives_the_scalar_bits_on(dp_isa isa) {
    if (!dp_isa_available(isa)) {
        dp_lanes none = {0};
        const law_case *c = law_case_of("hertz");
        assert_int_equal(dp_contact_forces_on(&c->contact, &none, isa), DP_ERR_UNSUPPORTED);
        assert_int_equal(dp_contact_responses_on(&c->contact, &none, isa), DP_ERR_UNSUPPORTED);
        assert_int_equal(dp_contact_commits_on(&c->contact, &none, isa), DP_ERR_UNSUPPORTED);
        printf("skipped: %s\n", dp_isa_name(isa));
        skip();
    }
    int count;
    const law_case *cases = law_cases(&count);
    for (int i = 0; i < count; i++) {
        dp_contact contact = cases[i].contact;
        // every policy in turn; release holds the force as clamp does
        contact.tension = (dp_tension)(i % TIMES_THREE);
        contact.floor = contact.tension == DP_TENSION_ALLOW ? -INFINITY : 0.0;
        fill(&cases[i], 0x853c49e6748fea9bu + (uint64_t)i);
        expect(&contact);
        for (size_t n = 1; n <= SMALL; n += i % 10 == 0 ? 1 : 13)
            compare(&cases[i], &contact, n, isa);
        compare(&cases[i], &contact, LARGE, isa);
    }
}

static void the_baseline_loops_give_the_bits_of_the_scalar_calls(void **state) {
    (void)state;
    every_law_gives_the_scalar_bits_on(DP_ISA_BASELINE);
}

static void the_avx2_loops_give_the_bits_of_the_scalar_calls(void **state) {
    (void)state;
    every_law_gives_the_scalar_bits_on(DP_ISA_AVX2);
}

static void the_avx512_loops_give_the_bits_of_the_scalar_calls(void **state) {
    (void)state;
    every_law_gives_the_scalar_bits_on(DP_ISA_AVX512);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_baseline_loops_give_the_bits_of_the_scalar_calls),
        cmocka_unit_test(the_avx2_loops_give_the_bits_of_the_scalar_calls),
        cmocka_unit_test(the_avx512_loops_give_the_bits_of_the_scalar_calls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
