// Tests for workbench/study/design.c and sobol.c: where points lie.

#include "check.h"

#include "study/design.h"

static struct design design_of(enum design_kind kind, int axes, long count, uint64_t seed) {
    return (struct design){.kind = kind, .axes = axes, .count = count, .seed = seed, .levels = 4};
}

// --- Latin hypercubes ----------------------------------------------------------------------------

static void every_stratum_has_one_point(void **state) {
    (void)state;
    static const long counts[] = {2, 3, 4, 5, 10, 64, 65, 1000, 4096, 10007};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        for (uint64_t seed = 0; seed < 3; seed++) {
            struct design d = design_of(DESIGN_LATIN, 3, counts[c], seed);
            for (int axis = 0; axis < d.axes; axis++) {
                char *seen = calloc((size_t)d.count, 1);
                assert_non_null(seen);
                for (long i = 0; i < d.count; i++) {
                    long stratum = (long)(design_share(&d, axis, i) * (double)d.count);
                    assert_in_range(stratum, 0, d.count - 1);
                    assert_int_equal(seen[stratum]++, 0);
                }
                free(seen);
            }
        }
    }
}

static void a_large_hypercube_is_one_too(void **state) {
    (void)state;
    enum { COUNT = 10000000 };
    struct design d = design_of(DESIGN_LATIN, 1, COUNT, 1);
    unsigned char *seen = calloc(COUNT / 8 + 1, 1);
    assert_non_null(seen);
    // by the shuffle alone, which is what could meet a stratum twice; the jitter stays inside
    for (long i = 0; i < COUNT; i++) {
        long stratum = design_shuffle(1, 0, COUNT, i);
        int bit = 1 << (stratum & 7);
        assert_in_range(stratum, 0, COUNT - 1);
        assert_false(seen[stratum >> 3] & bit);
        seen[stratum >> 3] |= (unsigned char)bit;
        if (i % 997 == 0) assert_int_equal((long)(design_share(&d, 0, i) * COUNT), stratum);
    }
    free(seen);
}

// Chi squared over all 24 orders of four: beyond 49.7 once in a thousand (23 degrees of freedom).
// Seeds are fixed, so it passes or fails for good.
static void all_orders_of_few_strata_come_equally_often(void **state) {
    (void)state;
    enum { SEEDS = 24000 };
    long count[256] = {0}, orders = 0;
    double chi = 0.0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        int code = 0;
        for (long i = 0; i < 4; i++)
            code = code * 4 + (int)design_shuffle(seed, 0, 4, i);
        count[code]++;
    }
    for (int i = 0; i < 256; i++) {
        if (count[i] == 0) continue;
        orders++;
        chi += pow((double)count[i] - 1000.0, 2.0) / 1000.0;
    }
    assert_int_equal(orders, 24);
    assert_true(chi < 49.7);
}

// Of independent orders the correlation has the spread 1/sqrt(n - 1); four of these are enough for
// the 120 pairs.
static void axes_are_not_correlated(void **state) {
    (void)state;
    enum { N = 1000, AXES = 16 };
    struct design d = design_of(DESIGN_LATIN, AXES, N, 1);
    static double x[AXES][N];
    for (int a = 0; a < AXES; a++) {
        for (long i = 0; i < N; i++)
            x[a][i] = design_share(&d, a, i) - 0.5;
    }
    for (int a = 0; a < AXES; a++) {
        for (int b = 0; b < a; b++) {
            double sum = 0.0;
            for (int i = 0; i < N; i++)
                sum += x[a][i] * x[b][i];
            assert_true(fabs(sum * 12.0 / N) < 4.0 / sqrt(N - 1.0));
        }
    }
}

// --- points of Sobol' ----------------------------------------------------------------------------

// Values of scipy.stats.qmc.Sobol 1.10 with 53 bits, which has its own table of the same numbers;
// its order is that of the Gray code, these are its points at n ^ n >> 1.
static void points_are_those_of_joe_and_kuo(void **state) {
    (void)state;
    static const struct {
        int axis;
        uint64_t index, numerator;  // over 8192
    } known[] = {
        {0, 6732, 1611}, {1, 6732, 2135},  {2, 6732, 1767},  {9, 6289, 6069},
        {17, 4096, 413}, {25, 4433, 7573}, {31, 7369, 4375}, {31, 4097, 6589},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_int_equal(sobol_point(known[i].axis, known[i].index),
                         known[i].numerator << (SOBOL_BITS - 13));
}

// All direction numbers of 13 bits, which every other point is made of: the digest (FNV-1a) of the
// points 1, 2, 4 ... 4096 of all axes, from the same source.
static void direction_numbers_are_those_of_joe_and_kuo(void **state) {
    (void)state;
    uint64_t digest = UINT64_C(0xcbf29ce484222325);
    for (int axis = 0; axis < SOBOL_AXES_MAX; axis++) {
        for (int k = 0; k < 13; k++)
            digest = (digest ^ sobol_point(axis, UINT64_C(1) << k) >> (SOBOL_BITS - 13)) *
                     UINT64_C(0x100000001b3);
    }
    assert_true(digest == UINT64_C(0xc5221068604639c3));
}

// Counts points in boxes of 2^-k by 2^-(m-k).
static void check_net(const struct design *d, int m, long first) {
    long size = 1L << m;
    char *seen = malloc((size_t)size);
    assert_non_null(seen);
    for (int k = 0; k <= m; k++) {
        memset(seen, 0, (size_t)size);
        for (long i = first; i < first + size; i++) {
            long x = (long)ldexp(design_share(d, 0, i), k);
            long y = (long)ldexp(design_share(d, 1, i), m - k);
            assert_int_equal(seen[(x << (m - k)) + y]++, 0);
        }
    }
    free(seen);
}

static void the_first_two_axes_make_nets(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 4; seed++) {
        struct design d = design_of(DESIGN_SOBOL, 2, 1 << 12, seed);
        for (int m = 1; m <= 10; m++) {
            check_net(&d, m, 0);
            check_net(&d, m, 3L << m);
        }
    }
}

static void every_axis_is_stratified(void **state) {
    (void)state;
    enum { M = 10, SIZE = 1 << M };
    for (uint64_t seed = 0; seed < 3; seed++) {
        struct design d = design_of(DESIGN_SOBOL, SOBOL_AXES_MAX, SIZE, seed);
        for (int axis = 0; axis < SOBOL_AXES_MAX; axis++) {
            char seen[SIZE] = {0};
            for (long i = 0; i < SIZE; i++)
                assert_int_equal(seen[(long)ldexp(design_share(&d, axis, i), M)]++, 0);
        }
    }
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Kolmogorov and Smirnov: beyond 1.95/sqrt(n) once in a thousand. Also of a point that is 0 before.
static void a_scrambled_point_is_uniform_over_seeds(void **state) {
    (void)state;
    enum { N = 4000 };
    static double x[N];
    for (long point = 0; point < 3; point++) {
        double worst = 0.0;
        for (int i = 0; i < N; i++) {
            struct design d = design_of(DESIGN_SOBOL, 2, 16, (uint64_t)i + 1);
            x[i] = design_share(&d, 1, point);
        }
        qsort(x, N, sizeof *x, compare);
        for (int i = 0; i < N; i++)
            worst = fmax(worst, fmax((i + 1.0) / N - x[i], x[i] - (double)i / N));
        assert_true(worst < 1.95 / sqrt(N));
    }
}

// The mean of a smooth function: 1024 points of chance are off by 0.01, a scrambled net by far
// less.
static void scrambled_points_integrate_better_than_chance(void **state) {
    (void)state;
    enum { N = 1024, AXES = 5 };
    for (uint64_t seed = 1; seed <= 8; seed++) {
        struct design d = design_of(DESIGN_SOBOL, AXES, N, seed);
        double sum = 0.0;
        for (long i = 0; i < N; i++) {
            double product = 1.0;
            for (int a = 0; a < AXES; a++)
                product *= 1.0 + 0.5 * (design_share(&d, a, i) - 0.5);
            sum += product;
        }
        CHECK_WITHIN(sum / N, 1.0, 5e-4);
    }
}

// --- base points and trajectories ----------------------------------------------------------------

static void base_points_differ_in_one_coordinate(void **state) {
    (void)state;
    struct design d = design_of(DESIGN_SALTELLI, 16, 10, 1);
    assert_int_equal(design_points(&d), 180);
    for (long base = 0; base < d.count; base++) {
        long first = base * 18;
        for (int axis = 0; axis < d.axes; axis++) {
            double a = design_share(&d, axis, first), b = design_share(&d, axis, first + 1);
            assert_true(a != b);
            for (int run = 0; run < d.axes; run++)
                assert_true(design_share(&d, axis, first + 2 + run) == (run == axis ? b : a));
        }
    }
}

static void trajectories_change_one_coordinate_at_a_time(void **state) {
    (void)state;
    enum { AXES = 5, COUNT = 400 };
    long rising = 0, first_to_turn[AXES] = {0};
    for (long levels = 2; levels <= 8; levels += 2) {
        struct design d = design_of(DESIGN_MORRIS, AXES, COUNT, 1);
        d.levels = levels;
        double step = design_step(&d);
        CHECK_NEAR(step, (double)levels / (2.0 * (double)(levels - 1)), 0.0);
        for (long t = 0; t < COUNT; t++) {
            for (int axis = 0; axis < AXES; axis++) {
                int rises, turn = design_turn(&d, axis, t, &rises), changes = 0;
                for (long run = 1; run <= AXES; run++) {
                    double before = design_share(&d, axis, t * (AXES + 1) + run - 1);
                    double after = design_share(&d, axis, t * (AXES + 1) + run);
                    assert_true(before >= 0.0 && before <= 1.0 && after >= 0.0 && after <= 1.0);
                    // levels are thirds and the like
                    CHECK_WITHIN(rint(after * (double)(levels - 1)), after * (double)(levels - 1),
                                 1e-14);
                    if (after == before) continue;
                    changes++;
                    assert_int_equal(run, turn);
                    CHECK_WITHIN(after - before, rises ? step : -step, 1e-15);
                }
                assert_int_equal(changes, 1);
                if (levels == 4) rising += rises;
                if (levels == 4) first_to_turn[axis] += turn == 1;
            }
        }
    }
    // five spreads of a binomial
    assert_true(fabs((double)rising - 1000.0) < 5.0 * sqrt(500.0));
    for (int axis = 0; axis < AXES; axis++)
        assert_true(fabs((double)first_to_turn[axis] - 80.0) < 5.0 * sqrt(64.0));
}

static void bits_are_pinned(void **state) {
    (void)state;
    static const struct {
        enum design_kind kind;
        uint64_t seed;
        double share;
    } known[] = {
        {DESIGN_LATIN, 1, 0x1.e804d9588f5c3p-1},
        {DESIGN_SOBOL, 1, 0x1.87f8c8f3cb828p-3},
        {DESIGN_SOBOL, 0, 0x1.d4p-1},
        {DESIGN_SALTELLI, 1, 0x1.b1d8f794a9786p-1},
        {DESIGN_MORRIS, 1, 0x1.5555555555555p-2},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct design d = design_of(known[i].kind, 3, 1000, known[i].seed);
        CHECK_NEAR(design_share(&d, 2, 123), known[i].share, 0.0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_stratum_has_one_point),
        cmocka_unit_test(a_large_hypercube_is_one_too),
        cmocka_unit_test(all_orders_of_few_strata_come_equally_often),
        cmocka_unit_test(axes_are_not_correlated),
        cmocka_unit_test(points_are_those_of_joe_and_kuo),
        cmocka_unit_test(direction_numbers_are_those_of_joe_and_kuo),
        cmocka_unit_test(the_first_two_axes_make_nets),
        cmocka_unit_test(every_axis_is_stratified),
        cmocka_unit_test(a_scrambled_point_is_uniform_over_seeds),
        cmocka_unit_test(scrambled_points_integrate_better_than_chance),
        cmocka_unit_test(base_points_differ_in_one_coordinate),
        cmocka_unit_test(trajectories_change_one_coordinate_at_a_time),
        cmocka_unit_test(bits_are_pinned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
