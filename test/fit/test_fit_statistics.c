// Distributions against values of 40 digits (mpmath: gammainc and betainc, regularized, and their
// roots by findroot).

#include "check.h"

#include "least_squares/statistics.h"

struct row {
    double dof, x, expected;
};

// Relative; where the tail is close to 1 it is 1 less a small number, right to the same part.
#define AS_PROMISED 1e-12

static void test_chi_square_tail(void **state) {
    (void)state;
    static const struct row rows[] = {
        {1, 3.841458820694124, 0.050000000000000058397},
        {1, 0.01, 0.92034432544594203707},
        {1, 50, 1.5374597944280348502e-12},
        {2, 25.604915, 2.7539963031920926877e-6},
        {3, 0.1, 0.99183742373187647845},
        {8, 5.631068, 0.68847950503204838259},
        {17, 42.457, 0.00057593149444521454937},
        {48, 33.928836, 0.93783462362852272199},
        {5, 200, 2.8406228986415316834e-41},
        {100, 130, 0.02351239780980867575},
        {1000, 1050, 0.1324740568214770765},
        {99999, 100500, 0.13137811956896383272},
        {99999, 98000, 0.99999657933399748236},
        {29, 29, 0.46506624123787893647},
        {31, 60, 0.0013497859785251325315},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        CHECK_NEAR(chi_square_tail(rows[i].dof, rows[i].x), rows[i].expected, AS_PROMISED);
    CHECK_NEAR(chi_square_tail(3.0, 0.0), 1.0, 0.0);
    CHECK_NEAR(chi_square_tail(3.0, INFINITY), 0.0, 0.0);
    assert_true(isnan(chi_square_tail(3.0, NAN)));
    assert_true(isnan(chi_square_tail(0.0, 1.0)));
}

static void test_student_tails(void **state) {
    (void)state;
    static const struct row rows[] = {
        {1, 1, 0.5},
        {1, 12.7, 0.050024327689344157267},
        {2, 4.3027, 0.049998982408734104129},
        {3, 0.01, 0.99264911141285198156},
        {5, 2.57, 0.050035316862067171527},
        {10, 30, 3.9617923420313242705e-11},
        {29, 2, 0.054943637182967189248},
        {31, 0.5, 0.62060595124771892652},
        {48, 2.01, 0.050069526706058223494},
        {1000, 1.96, 0.050273184955748714276},
        {99999, 2.5, 0.01242091920844500205},
        {99999, 0.1, 0.92034452590873084731},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        CHECK_NEAR(student_tails(rows[i].dof, rows[i].x), rows[i].expected, AS_PROMISED);
        CHECK_NEAR(student_tails(rows[i].dof, -rows[i].x), rows[i].expected, AS_PROMISED);
    }
    CHECK_NEAR(student_tails(3.0, 0.0), 1.0, 0.0);
    CHECK_NEAR(student_tails(3.0, INFINITY), 0.0, 0.0);
    assert_true(isnan(student_tails(3.0, NAN)));
}

static void test_chi_square_above(void **state) {
    (void)state;
    static const struct row rows[] = {
        {1, 0.05, 3.8414588206941259584},     {1, 0.5, 0.45493642311957275194},
        {1, 0.0001, 15.136705226623397069},   {1, 0.317310507862914, 1.000000000000000425},
        {2, 0.05, 5.9914645471079819869},     {8, 0.05, 15.507313055865453822},
        {50, 0.01, 76.153891249012716976},    {1000, 0.95, 927.59436302097904963},
        {99999, 0.001, 101386.6886225523048},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        CHECK_NEAR(chi_square_above(rows[i].dof, rows[i].x), rows[i].expected, AS_PROMISED);
    assert_true(isnan(chi_square_above(1.0, 0.0)));
    assert_true(isnan(chi_square_above(1.0, 1.0)));
}

static void test_student_beyond(void **state) {
    (void)state;
    static const struct row rows[] = {
        {1, 0.05, 12.706204736174704646},   {2, 0.05, 4.3026527297494638523},
        {2, 0.0001, 99.99249984374453103},  {3, 0.5, 0.76489232840434528066},
        {5, 0.05, 2.5705818356363155147},   {8, 0.05, 2.3060041352041666833},
        {16, 0.05, 2.1199052992212546745},  {30, 0.01, 2.7499956535672253324},
        {100, 0.05, 1.9839715185235522866}, {99999, 0.05, 1.9599877077718447791},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        CHECK_NEAR(student_beyond(rows[i].dof, rows[i].x), rows[i].expected, AS_PROMISED);
    assert_true(isnan(student_beyond(1.0, NAN)));
}

static void test_f_tail(void **state) {
    (void)state;
    // mpmath, 30 digits
    static const struct {
        double above, below, f, expected;
    } rows[] = {
        {1, 1, 1, 0.5},
        {2, 3, 0.5, 0.64951905283832898507},
        {11, 8, 72.3, 9.010945176679697849e-7},
        {5, 3, 0.55, 0.73927555271731170127},
        {1, 10, 4.965, 0.049992443857365070993},
        {40, 60, 1.2, 0.25749564155902572827},
        {200, 300, 1.3, 0.019995765737208760375},
        {3, 997, 12, 1.011152328897341964e-7},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        CHECK_NEAR(f_tail(rows[i].above, rows[i].below, rows[i].f), rows[i].expected, 1e-11);
    // of one degree above it is Student's
    CHECK_NEAR(f_tail(1.0, 31.0, 0.25), student_tails(31.0, 0.5), AS_PROMISED);
    CHECK_NEAR(f_tail(3.0, 4.0, 0.0), 1.0, 0.0);
    assert_true(isnan(f_tail(0.0, 4.0, 1.0)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chi_square_tail),  cmocka_unit_test(test_student_tails),
        cmocka_unit_test(test_chi_square_above), cmocka_unit_test(test_student_beyond),
        cmocka_unit_test(test_f_tail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
