// Tests for runs piece by piece: impacts, bounces and journals that are stopped, saved and restored
// end with the bits of a run in one piece.

#include "stepping_cases.h"

// Results hold padding, so they are compared by what counts.
#define SAME(a, b, field) assert_memory_equal(&(a)->field, &(b)->field, sizeof(a)->field)

// --- impacts ---

static void check_same_impact(const dp_impact *a, const dp_impact *b) {
    SAME(a, b, restitution);
    SAME(a, b, restitution_asked);
    SAME(a, b, separation_speed);
    SAME(a, b, max_indentation);
    SAME(a, b, time_of_max_indentation);
    SAME(a, b, max_force);
    SAME(a, b, duration);
    SAME(a, b, separation_time);
    SAME(a, b, separation_indentation);
    SAME(a, b, residual_indentation);
    SAME(a, b, energy);
    SAME(a, b, history);
    assert_true(a->tension_seen == b->tension_seen && a->at_rest == b->at_rest);
    assert_true(a->steps == b->steps && a->rejected == b->rejected);
    assert_true(a->evaluations == b->evaluations && a->events == b->events);
}

static void an_impact_in_pieces_has_the_bits_of_one_in_one(void **state) {
    (void)state;
    for (int i = 0; i < IMPACTS; i++) {
        struct impact_case c = impact_case(i);
        dp_impact whole;
        assert_int_equal(dp_impact_run(&c.contact, &c.def, &whole, NULL), DP_OK);
        for (int pieces = 1; pieces <= 64; pieces *= 4) {
            dp_impact_stepper *run = begin_impact(&c);
            for (int k = 1; k < pieces; k++) {
                double time = whole.separation_time * k / pieces;
                assert_int_equal(dp_impact_advance(run, time, NULL), DP_OK);
                dp_impact_snapshot now = dp_impact_state(run);
                assert_true(!now.is_over && now.result == NULL);
                CHECK_WITHIN(now.sample.time, time, 0.0);
            }
            assert_int_equal(dp_impact_advance(run, INFINITY, NULL), DP_OK);
            dp_impact_snapshot end = dp_impact_state(run);
            assert_true(end.is_over && end.sample.time == whole.separation_time);
            check_same_impact(end.result, &whole);
            // a time that has passed changes nothing
            assert_int_equal(dp_impact_advance(run, 0.0, NULL), DP_OK);
            check_same_impact(dp_impact_state(run).result, &whole);
            dp_impact_free(run);
        }
    }
}

// Rows come from a second pass, which must not get into what is saved.
static void a_finished_impact_with_rows_is_restored_whole(void **state) {
    (void)state;
    for (int i = 0; i < IMPACTS; i++) {
        struct impact_case c = impact_case(i);
        dp_impact_sample rows[ROWS];
        dp_impact_table table = {.rows = rows, .capacity = ROWS};
        dp_impact whole;
        unsigned char saved[4096];
        assert_int_equal(dp_impact_run(&c.contact, &c.def, &whole, NULL), DP_OK);
        c.def.table = &table;
        c.def.every = whole.separation_time / 10.5;
        dp_impact_stepper *run = begin_impact(&c), *twin = begin_impact(&c);
        assert_int_equal(dp_impact_advance(run, INFINITY, NULL), DP_OK);
        size_t size = dp_impact_save(run, saved, sizeof saved);
        assert_true(size <= sizeof saved);
        assert_int_equal(dp_impact_restore(twin, saved, size, NULL), DP_OK);
        check_same_impact(dp_impact_state(twin).result, dp_impact_state(run).result);
        dp_impact_free(run);
        dp_impact_free(twin);
    }
}

// The state where a run stops is that of the rows of a second pass, which lands on their times.
static void the_state_of_a_stopped_impact_is_that_of_its_rows(void **state) {
    (void)state;
    for (int i = 0; i < IMPACTS; i++) {
        struct impact_case c = impact_case(i);
        dp_impact_sample rows[ROWS];
        dp_impact_table table = {.rows = rows, .capacity = ROWS};
        dp_impact whole;
        assert_int_equal(dp_impact_run(&c.contact, &c.def, &whole, NULL), DP_OK);
        struct impact_case with_rows = c;
        with_rows.def.table = &table;
        with_rows.def.every = whole.separation_time / 40.5;
        assert_int_equal(dp_impact_run(&c.contact, &with_rows.def, &whole, NULL), DP_OK);
        assert_true(table.count == 42 && table.left_out == 0);

        dp_impact_stepper *run = begin_impact(&c);
        for (size_t k = 0; k < 41; k++) {
            assert_int_equal(dp_impact_advance(run, rows[k].time, NULL), DP_OK);
            dp_impact_sample now = dp_impact_state(run).sample;
            // measured: 3e-11 for all but the push, whose swings go on for long
            const double near = c.def.acceleration > 0.0 ? 1e-7 : 1e-9;
            CHECK_WITHIN(now.time, rows[k].time, 0.0);
            CHECK_WITHIN(now.indentation, rows[k].indentation, near * whole.max_indentation);
            CHECK_WITHIN(now.rate, rows[k].rate, near * c.def.speed);
            CHECK_WITHIN(now.force, rows[k].force, 10.0 * near * whole.max_force);
            CHECK_WITHIN(now.viscous, rows[k].viscous, near * whole.energy.initial + 1e-300);
            // nothing is lost between the accounts
            double sum = now.kinetic + now.stored + now.viscous + now.plastic - now.input;
            double passed =
                whole.energy.initial + c.def.mass * c.def.acceleration * whole.max_indentation;
            CHECK_WITHIN(sum, whole.energy.initial, 1e-9 * passed);
        }
        dp_impact_free(run);
    }
}

static void a_restored_impact_goes_on_with_the_same_bits(void **state) {
    (void)state;
    static unsigned char bytes[BYTES_MAX], again[BYTES_MAX];
    for (int i = 0; i < IMPACTS; i++) {
        struct impact_case c = impact_case(i);
        dp_impact whole;
        assert_int_equal(dp_impact_run(&c.contact, &c.def, &whole, NULL), DP_OK);
        for (int k = 0; k <= 16; k++) {
            dp_impact_stepper *run = begin_impact(&c), *other = begin_impact(&c);
            double time = whole.separation_time * k / 16.0;
            assert_int_equal(dp_impact_advance(run, k == 16 ? INFINITY : time, NULL), DP_OK);
            size_t size = dp_impact_save(run, NULL, 0);
            assert_true(size > 0 && size < sizeof bytes);
            assert_int_equal(dp_impact_save(run, bytes, size), size);
            dp_error err = {0};
            if (dp_impact_restore(other, bytes, size, &err) != DP_OK) fail_msg("%s", err.text);
            dp_impact_snapshot a = dp_impact_state(run), b = dp_impact_state(other);
            SAME(&a, &b, sample);
            assert_memory_equal(a.history, b.history, DP_HISTORY_MAX * sizeof(double));
            assert_int_equal(dp_impact_save(other, again, sizeof again), size);
            assert_memory_equal(bytes, again, size);
            assert_int_equal(dp_impact_advance(other, INFINITY, NULL), DP_OK);
            check_same_impact(dp_impact_state(other).result, &whole);
            dp_impact_free(run);
            dp_impact_free(other);
        }
    }
}

static void a_failure_of_an_impact_sticks(void **state) {
    (void)state;
    struct impact_case c = impact_case(0);
    dp_error err = {0}, same = {0};
    c.contact.limit = 1e-6;
    dp_impact_stepper *run = begin_impact(&c);
    assert_int_equal(dp_impact_advance(run, NAN, &err), DP_ERR_RANGE);
    assert_int_equal(dp_impact_advance(run, INFINITY, &err), DP_ERR_VALIDITY);
    assert_non_null(strstr(err.text, "hertz holds up to"));
    assert_int_equal(dp_impact_advance(run, INFINITY, &same), DP_ERR_VALIDITY);
    assert_string_equal(err.text, same.text);
    assert_true(dp_impact_state(run).result == NULL);
    dp_impact_free(run);
    dp_impact_free(NULL);
}

// --- bounces ---

static void check_same_bounce(const dp_bounce *a, const dp_bounce *b) {
    SAME(a, b, rest_time);
    SAME(a, b, end_time);
    SAME(a, b, energy);
    assert_true(a->impacts == b->impacts && a->steps == b->steps && a->rejected == b->rejected);
    assert_true(a->evaluations == b->evaluations && a->events == b->events);
}

static void a_bounce_in_pieces_has_the_bits_of_one_in_one(void **state) {
    (void)state;
    for (int i = 0; i < BOUNCES; i++) {
        struct bounce_case c = bounce_case(i);
        dp_bounce whole;
        double stop[ROWS];
        int count = bounce_stops(&c, &whole, stop);
        dp_bounce_stepper *run = begin_bounce(&c);
        int touching = 0;
        for (int k = 0; k < count; k++) {
            assert_int_equal(dp_bounce_advance(run, stop[k], NULL), DP_OK);
            dp_bounce_snapshot now = dp_bounce_state(run);
            if (now.is_over) break;
            CHECK_WITHIN(now.sample.time, stop[k], 0.0);
            touching += now.sample.force > 0.0;
            double sum = now.sample.kinetic + now.sample.potential + now.sample.stored +
                         now.sample.viscous + now.sample.plastic;
            CHECK_NEAR(sum, whole.energy.initial, 1e-9);
        }
        assert_true(touching > 2 && dp_bounce_state(run).is_over);
        check_same_bounce(dp_bounce_state(run).result, &whole);
        dp_bounce_free(run);
    }
    dp_bounce_free(NULL);
}

static void a_restored_bounce_goes_on_with_the_same_bits(void **state) {
    (void)state;
    static unsigned char bytes[BYTES_MAX];
    for (int i = 0; i < BOUNCES; i++) {
        struct bounce_case c = bounce_case(i);
        dp_bounce whole;
        double stop[ROWS];
        int count = bounce_stops(&c, &whole, stop);
        for (int k = 0; k < count; k++) {
            dp_bounce_stepper *run = begin_bounce(&c), *other = begin_bounce(&c);
            assert_int_equal(dp_bounce_advance(run, stop[k], NULL), DP_OK);
            size_t size = dp_bounce_save(run, bytes, sizeof bytes);
            assert_true(size <= sizeof bytes);
            dp_error err = {0};
            if (dp_bounce_restore(other, bytes, size, &err) != DP_OK) fail_msg("%s", err.text);
            dp_bounce_snapshot a = dp_bounce_state(run), b = dp_bounce_state(other);
            SAME(&a, &b, sample);
            assert_memory_equal(a.history, b.history, DP_HISTORY_MAX * sizeof(double));
            assert_true(a.impacts == b.impacts && a.is_over == b.is_over);
            assert_int_equal(dp_bounce_advance(other, INFINITY, NULL), DP_OK);
            check_same_bounce(dp_bounce_state(other).result, &whole);
            dp_bounce_free(run);
            dp_bounce_free(other);
        }
    }
}

// --- journals ---

static void check_same_journal(const dp_journal *a, const dp_journal *b) {
    assert_true(a->collisions == b->collisions && a->end == b->end);
    assert_int_equal(a->evaluations, b->evaluations);
    SAME(a, b, travel);
    SAME(a, b, time);
    SAME(a, b, x);
    SAME(a, b, y);
    SAME(a, b, vx);
    SAME(a, b, vy);
    SAME(a, b, spin);
    SAME(a, b, worst_time_ratio);
    SAME(a, b, energy);
}

static void a_journal_in_pieces_has_the_bits_of_one_in_one(void **state) {
    (void)state;
    for (int i = 0; i < JOURNALS; i++) {
        struct journal_case c = journal_case(i);
        dp_journal whole;
        double stop[ROWS];
        int count = journal_stops(&c, &whole, stop), touching = 0;
        dp_journal_stepper *run = begin_journal(&c);
        for (int k = 0; k < count; k++) {
            assert_int_equal(dp_journal_advance(run, stop[k], NULL), DP_OK);
            dp_journal_snapshot now = dp_journal_state(run);
            if (now.is_over) break;
            CHECK_WITHIN(now.point.time, stop[k], 1e-15 * stop[k]);
            touching += now.force > 0.0;
            double off = hypot(now.point.x, now.point.y) - c.def.clearance;
            assert_true(now.force > 0.0 ? off > 0.0 : off < 1e-9 * c.def.clearance);
            if (now.force > 0.0) CHECK_WITHIN(off, now.indentation, 1e-9 * c.def.clearance);
            double sum = now.kinetic + now.stored + now.viscous + now.plastic + now.friction;
            CHECK_NEAR(sum, whole.energy.initial, 1e-9);
        }
        assert_int_equal(touching > 6, c.def.solver == DP_JOURNAL_RESOLVED);
        assert_true(dp_journal_state(run).is_over);
        check_same_journal(dp_journal_state(run).result, &whole);
        dp_journal_free(run);
    }
    dp_journal_free(NULL);
}

static void a_restored_journal_goes_on_with_the_same_bits(void **state) {
    (void)state;
    static unsigned char bytes[BYTES_MAX];
    for (int i = 0; i < JOURNALS; i++) {
        struct journal_case c = journal_case(i);
        dp_journal whole;
        double stop[ROWS];
        int count = journal_stops(&c, &whole, stop);
        for (int k = -1; k < count; k++) {
            dp_journal_stepper *run = begin_journal(&c), *other = begin_journal(&c);
            if (k >= 0) assert_int_equal(dp_journal_advance(run, stop[k], NULL), DP_OK);
            size_t size = dp_journal_save(run, bytes, sizeof bytes);
            assert_true(size <= sizeof bytes);
            dp_error err = {0};
            if (dp_journal_restore(other, bytes, size, &err) != DP_OK) fail_msg("%s", err.text);
            dp_journal_snapshot a = dp_journal_state(run), b = dp_journal_state(other);
            SAME(&a, &b, point);
            SAME(&a, &b, force);
            SAME(&a, &b, stored);
            assert_true(a.collisions == b.collisions && a.is_over == b.is_over);
            assert_int_equal(dp_journal_advance(other, INFINITY, NULL), DP_OK);
            check_same_journal(dp_journal_state(other).result, &whole);
            dp_journal_free(run);
            dp_journal_free(other);
        }
    }
}

// --- the caller ends a run ---

static bool stop_after_three(void *user) {
    return ++*(int *)user == 3;
}

static void a_bounce_ends_where_its_caller_says(void **state) {
    (void)state;
    struct bounce_case c = bounce_case(0);
    dp_bounce_impact all[ROWS], some[ROWS];
    dp_bounce_impact_table all_of = {all, ROWS, 0, 0}, some_of = {some, ROWS, 0, 0};
    dp_bounce whole, part;
    int asked = 0;
    c.def.impact_table = &all_of;
    assert_int_equal(dp_bounce_run(&c.contact, &c.def, &whole, NULL), DP_OK);
    assert_true(whole.impacts > 3 && !whole.stopped);
    c.def.impact_table = &some_of;
    c.def.stop = stop_after_three;
    c.def.user = &asked;
    assert_int_equal(dp_bounce_run(&c.contact, &c.def, &part, NULL), DP_OK);
    assert_true(part.stopped && part.impacts == 3 && asked == 3);
    assert_memory_equal(all, some, 3 * sizeof *some);
    assert_true(isnan(part.rest_time) && part.end_time < all[3].time);
    // rounding of some hundred steps
    CHECK_WITHIN(part.energy.error, 0.0, 1e-12);

    // a stepper keeps that it was ended
    unsigned char bytes[BYTES_MAX];
    asked = 0;
    dp_bounce_stepper *run = begin_bounce(&c), *other = begin_bounce(&c);
    assert_int_equal(dp_bounce_advance(run, INFINITY, NULL), DP_OK);
    size_t size = dp_bounce_save(run, bytes, sizeof bytes);
    assert_int_equal(dp_bounce_restore(other, bytes, size, NULL), DP_OK);
    assert_true(dp_bounce_state(other).is_over && dp_bounce_state(other).result->stopped);
    dp_bounce_free(run);
    dp_bounce_free(other);
}

static void a_journal_ends_where_its_caller_says(void **state) {
    (void)state;
    struct journal_case c = journal_case(0);
    dp_journal part;
    int asked = 0;
    c.def.stop = stop_after_three;
    c.def.user = &asked;
    assert_true(c.def.collisions > 3);
    assert_int_equal(dp_journal_run(&c.contact, &c.def, &part, NULL), DP_OK);
    assert_true(part.end == DP_JOURNAL_STOPPED && part.collisions == 3 && asked == 3);
    // rounding of some hundred steps
    CHECK_WITHIN(part.energy.error, 0.0, 1e-12);
    c.def.stop = NULL;
    c.def.collisions = 3;
    dp_journal three;
    assert_int_equal(dp_journal_run(&c.contact, &c.def, &three, NULL), DP_OK);
    SAME(&part, &three, x);
    SAME(&part, &three, vy);
    SAME(&part, &three, energy);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_impact_in_pieces_has_the_bits_of_one_in_one),
        cmocka_unit_test(a_finished_impact_with_rows_is_restored_whole),
        cmocka_unit_test(the_state_of_a_stopped_impact_is_that_of_its_rows),
        cmocka_unit_test(a_restored_impact_goes_on_with_the_same_bits),
        cmocka_unit_test(a_failure_of_an_impact_sticks),
        cmocka_unit_test(a_bounce_in_pieces_has_the_bits_of_one_in_one),
        cmocka_unit_test(a_restored_bounce_goes_on_with_the_same_bits),
        cmocka_unit_test(a_journal_in_pieces_has_the_bits_of_one_in_one),
        cmocka_unit_test(a_restored_journal_goes_on_with_the_same_bits),
        cmocka_unit_test(a_bounce_ends_where_its_caller_says),
        cmocka_unit_test(a_journal_ends_where_its_caller_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
