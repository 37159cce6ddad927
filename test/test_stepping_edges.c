// Tests for runs piece by piece: bytes from anybody, tables, rows, what is refused, and memory.

#include "stepping_cases.h"

#include "base/archive.h"

enum { CUT = 7 };

// --- bytes from anybody ---

// One kind of run behind one set of calls.
struct stepper {
    void *run;
    size_t (*save)(const void *run, void *bytes, size_t size);
    dp_status (*restore)(void *run, const void *bytes, size_t size, dp_error *err);
    dp_status (*advance)(void *run, double until, dp_error *err);
    double (*time)(const void *run);
};

#define STEPPER(kind, member)                                                                      \
    static size_t kind##_save(const void *run, void *bytes, size_t size) {                         \
        return dp_##kind##_save((const dp_##kind##_stepper *)run, bytes, size);                    \
    }                                                                                              \
    static dp_status kind##_restore(void *run, const void *bytes, size_t size, dp_error *err) {    \
        return dp_##kind##_restore((dp_##kind##_stepper *)run, bytes, size, err);                  \
    }                                                                                              \
    static dp_status kind##_advance(void *run, double until, dp_error *err) {                      \
        return dp_##kind##_advance((dp_##kind##_stepper *)run, until, err);                        \
    }                                                                                              \
    static double kind##_time(const void *run) {                                                   \
        return dp_##kind##_state((const dp_##kind##_stepper *)run).member.time;                    \
    }                                                                                              \
    static struct stepper kind##_stepper(void *run) {                                              \
        return (struct stepper){run, kind##_save, kind##_restore, kind##_advance, kind##_time};    \
    }

STEPPER(impact, sample)
STEPPER(bounce, sample)
STEPPER(journal, point)

// Whatever eight bytes are replaced by, the run refuses or goes on to an end or an error.
static void check_hostile(struct stepper s, double stop, const void *other, size_t other_size) {
    static unsigned char bytes[BYTES_MAX], good[BYTES_MAX];
    static const double values[] = {NAN, INFINITY, -INFINITY, 1e308, -1.0, 0.0, 1e-300, 5e5};
    dp_error err = {0};
    assert_int_equal(s.advance(s.run, stop, NULL), DP_OK);
    size_t size = s.save(s.run, good, sizeof good);
    assert_true(size <= sizeof good && s.save(s.run, NULL, 0) == size);
    // too small: nothing is written
    memset(bytes, 0xa5, sizeof bytes);
    assert_int_equal(s.save(s.run, bytes, size - 1), size);
    for (size_t i = 0; i < size; i++)
        assert_int_equal(bytes[i], 0xa5);
    // cut short, too long, of another run
    for (size_t cut = 0; cut < size; cut += CUT)
        assert_int_equal(s.restore(s.run, good, cut, &err), DP_ERR_RANGE);
    assert_true(s.time(s.run) == 0.0);
    assert_int_equal(s.restore(s.run, good, size + 8, &err), DP_ERR_RANGE);
    assert_int_equal(s.restore(s.run, other, other_size, &err), DP_ERR_CONFLICT);
    assert_non_null(strstr(err.text, "another definition"));

    int refused = 0, tried = 0, infinite = 0;
    uint64_t digest;
    memcpy(&digest, good, sizeof digest);
    for (size_t at = DP_STATE_HEAD; at < size; at += 8) {
        for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
            memcpy(bytes, good, size);
            memcpy(bytes + at, &values[v], 8);
            // changed by accident, and by somebody who makes the checksum right
            if (v == 0 && memcmp(bytes, good, size) != 0)
                assert_int_equal(s.restore(s.run, bytes, size, &err), DP_ERR_RANGE);
            dp_state_seal(bytes, size, digest);
            dp_status status = s.restore(s.run, bytes, size, &err);
            assert_true(status == DP_OK || status == DP_ERR_RANGE);
            if (status == DP_OK) s.advance(s.run, 1e3, &err);
            refused += status == DP_ERR_RANGE;
            infinite += status == DP_OK && values[v] == -INFINITY;
            tried++;
        }
    }
    assert_true(refused > tried / 4);
    // its bits are no flag and no count either; the last two reversals may lie nowhere
    assert_true(infinite <= 2);
    assert_int_equal(s.restore(s.run, good, size, &err), DP_OK);
    CHECK_WITHIN(s.time(s.run), stop, 1e-15 * stop);
}

static void bytes_from_anybody_are_checked(void **state) {
    (void)state;
    static unsigned char bytes[BYTES_MAX];
    struct impact_case impact = impact_case(4);
    struct bounce_case bounce = bounce_case(1);
    struct journal_case journal = journal_case(3);
    dp_impact whole;
    double stop[ROWS];
    dp_bounce bounced;
    dp_journal turned;
    assert_int_equal(dp_impact_run(&impact.contact, &impact.def, &whole, NULL), DP_OK);
    dp_impact_stepper *a = begin_impact(&impact);
    dp_bounce_stepper *b = begin_bounce(&bounce);
    dp_journal_stepper *c = begin_journal(&journal);
    impact.def.speed *= 1.0 + 1e-15;
    dp_impact_stepper *other = begin_impact(&impact);
    size_t size = dp_impact_save(other, bytes, sizeof bytes);
    check_hostile(impact_stepper(a), 0.3 * whole.separation_time, bytes, size);
    bounce_stops(&bounce, &bounced, stop);
    check_hostile(bounce_stepper(b), stop[5], bytes, size);
    check_hostile(bounce_stepper(b), stop[8], bytes, size);
    journal_stops(&journal, &turned, stop);
    check_hostile(journal_stepper(c), stop[2], bytes, size);
    check_hostile(journal_stepper(c), stop[4], bytes, size);
    dp_impact_free(other);
    dp_impact_free(a);
    dp_bounce_free(b);
    dp_journal_free(c);
}

// --- tables ---

struct seen {
    dp_impact_sample impact[ROWS];
    dp_bounce_sample bounce[ROWS];
    dp_bounce_impact impacts[ROWS];
    dp_collision collision[ROWS];
    dp_journal_point point[ROWS];
    size_t rows, hits;
};

static void see_impact(void *user, const dp_impact_sample *s) {
    struct seen *seen = (struct seen *)user;
    if (seen->rows < ROWS) seen->impact[seen->rows] = *s;
    seen->rows++;
}

static void see_bounce(void *user, const dp_bounce_sample *s) {
    struct seen *seen = (struct seen *)user;
    if (seen->rows < ROWS) seen->bounce[seen->rows] = *s;
    seen->rows++;
}

static void see_bounce_impact(void *user, const dp_bounce_impact *i) {
    struct seen *seen = (struct seen *)user;
    if (seen->hits < ROWS) seen->impacts[seen->hits] = *i;
    seen->hits++;
}

static void see_collision(void *user, const dp_collision *k) {
    struct seen *seen = (struct seen *)user;
    if (seen->hits < ROWS) seen->collision[seen->hits] = *k;
    seen->hits++;
}

static void see_point(void *user, double time, double x, double y, double vx, double vy) {
    struct seen *seen = (struct seen *)user;
    if (seen->rows < ROWS) seen->point[seen->rows] = (dp_journal_point){time, x, y, vx, vy};
    seen->rows++;
}

// A table holds what a callback gets; what does not fit is counted and nothing is written behind.
#define CHECK_TABLE(table, capacity, seen_rows, seen_count)                                        \
    do {                                                                                           \
        size_t fits = (seen_count) < (capacity) ? (seen_count) : (capacity);                       \
        assert_true((seen_count) > 0 && (table).count == fits);                                    \
        assert_int_equal((table).count + (table).left_out, (seen_count));                          \
        assert_memory_equal((table).rows, (seen_rows), fits * sizeof *(table).rows);               \
        for (size_t byte = 0; byte < sizeof *(table).rows; byte++)                                 \
            assert_int_equal(((unsigned char *)&(table).rows[fits])[byte], 0x5a);                  \
    } while (0)

static void tables_hold_what_callbacks_get(void **state) {
    (void)state;
    static const size_t capacities[] = {0, 3, ROWS - 1};
    static struct seen seen, kept;
    for (size_t i = 0; i < 3; i++) {
        size_t n = capacities[i];
        struct impact_case impact = impact_case(4);
        struct bounce_case bounce = bounce_case(0);
        struct journal_case journal = journal_case(1);
        dp_impact_table rows = {kept.impact, n, 99, 99};
        dp_bounce_table flights = {kept.bounce, n, 99, 99};
        dp_bounce_impact_table impacts = {kept.impacts, n, 99, 99};
        dp_collision_table collisions = {kept.collision, n, 99, 99};
        dp_journal_path_table path = {kept.point, n, 99, 99};
        dp_impact hit;
        dp_bounce fallen;
        dp_journal turned;
        memset(&kept, 0x5a, sizeof kept);

        memset(&seen, 0, sizeof seen);
        impact.def.every = 2e-6;
        impact.def.path = i == 1 ? DP_PATH_AUTO : DP_PATH_INTEGRATED;
        impact.def.table = &rows;
        impact.def.observe = see_impact;
        impact.def.user = &seen;
        assert_int_equal(dp_impact_run(&impact.contact, &impact.def, &hit, NULL), DP_OK);
        CHECK_TABLE(rows, n, seen.impact, seen.rows);
        impact.def.observe = NULL;
        assert_int_equal(dp_impact_run(&impact.contact, &impact.def, &hit, NULL), DP_OK);
        CHECK_TABLE(rows, n, seen.impact, seen.rows);

        memset(&seen, 0, sizeof seen);
        bounce.def.every = 2e-2;
        bounce.def.table = &flights;
        bounce.def.impact_table = &impacts;
        bounce.def.observe = see_bounce;
        bounce.def.impact = see_bounce_impact;
        bounce.def.user = &seen;
        assert_int_equal(dp_bounce_run(&bounce.contact, &bounce.def, &fallen, NULL), DP_OK);
        CHECK_TABLE(flights, n, seen.bounce, seen.rows);
        CHECK_TABLE(impacts, n, seen.impacts, seen.hits);

        memset(&seen, 0, sizeof seen);
        journal.def.collisions = 2;
        journal.def.collision_table = &collisions;
        journal.def.path_table = &path;
        journal.def.collision = see_collision;
        journal.def.path = see_point;
        journal.def.user = &seen;
        assert_int_equal(dp_journal_run(&journal.contact, &journal.def, &turned, NULL), DP_OK);
        CHECK_TABLE(collisions, n, seen.collision, seen.hits);
        CHECK_TABLE(path, n, seen.point, seen.rows);
    }
}

struct limited {
    int rows, impacts, most;
};

static void count_row(void *user, const dp_bounce_sample *row) {
    (void)row;
    ((struct limited *)user)->rows++;
}

static void count_impact(void *user, const dp_bounce_impact *impact) {
    (void)impact;
    ((struct limited *)user)->impacts++;
}

static bool had_enough(void *user) {
    const struct limited *seen = (const struct limited *)user;
    return seen->rows >= seen->most;
}

// Rows that would have no end are refused; a caller who has had enough ends the run.
static void rows_of_a_bounce_can_be_ended(void **state) {
    (void)state;
    struct limited seen = {.most = 1000};
    struct bounce_case bounce = bounce_case(0);
    dp_bounce result;
    dp_error err = {0};
    bounce.def.observe = count_row;
    bounce.def.impact = count_impact;
    bounce.def.stop = had_enough;
    bounce.def.user = &seen;
    bounce.def.every = 1e-300;
    assert_int_equal(dp_bounce_run(&bounce.contact, &bounce.def, &result, &err), DP_ERR_RANGE);
    assert_non_null(strstr(err.text, "every is 1e-300 s"));
    assert_int_equal(seen.rows, 0);
    bounce.def.every = -1.0;
    assert_int_equal(dp_bounce_run(&bounce.contact, &bounce.def, &result, &err), DP_ERR_RANGE);
    bounce.def.every = 1e-8;
    assert_int_equal(dp_bounce_run(&bounce.contact, &bounce.def, &result, &err), DP_OK);
    assert_true(result.stopped);
    assert_int_equal(seen.rows, 1000);
    assert_int_equal(seen.impacts, 1);
}

// A run in pieces hands out the rows, impacts and points of a run in one.
static void pieces_hand_out_the_same_rows(void **state) {
    (void)state;
    static struct seen once, pieces;
    struct bounce_case bounce = bounce_case(1);
    dp_bounce whole;
    double stop[ROWS];
    int count = bounce_stops(&bounce, &whole, stop);
    bounce.def.every = 5e-2;
    bounce.def.observe = see_bounce;
    bounce.def.impact = see_bounce_impact;
    bounce.def.user = &once;
    assert_int_equal(dp_bounce_run(&bounce.contact, &bounce.def, &whole, NULL), DP_OK);
    bounce.def.user = &pieces;
    dp_bounce_stepper *run = begin_bounce(&bounce);
    for (int k = 0; k < count; k++)
        assert_int_equal(dp_bounce_advance(run, stop[k], NULL), DP_OK);
    dp_bounce_free(run);
    assert_true(once.rows > 40 && once.hits > 2);
    assert_memory_equal(&once, &pieces, sizeof once);

    memset(&once, 0, sizeof once);
    memset(&pieces, 0, sizeof pieces);
    struct journal_case journal = journal_case(1);
    dp_journal turned;
    count = journal_stops(&journal, &turned, stop);
    journal.def.collision = see_collision;
    journal.def.path = see_point;
    journal.def.user = &once;
    assert_int_equal(dp_journal_run(&journal.contact, &journal.def, &turned, NULL), DP_OK);
    journal.def.user = &pieces;
    dp_journal_stepper *turning = begin_journal(&journal);
    for (int k = 0; k < count; k++)
        assert_int_equal(dp_journal_advance(turning, stop[k], NULL), DP_OK);
    dp_journal_free(turning);
    assert_true(once.rows > 10 && once.hits == 5);
    assert_memory_equal(&once, &pieces, sizeof once);
}

// --- refusals ---

static void what_was_not_prepared_is_refused(void **state) {
    (void)state;
    const dp_contact none = {0};
    struct impact_case i = impact_case(0);
    struct bounce_case b = bounce_case(0);
    struct journal_case j = journal_case(0);
    dp_impact impact;
    dp_bounce bounce;
    dp_journal journal;
    dp_error err = {0};
    for (int path = 0; path < 3; path++) {
        i.def.path = (dp_impact_path)path;
        i.def.cookie = 0;
        assert_int_equal(dp_impact_run(&i.contact, &i.def, &impact, &err), DP_ERR_NOT_INITIALIZED);
        assert_non_null(strstr(err.text, "use dp_impact_defaults"));
        i.def.cookie = dp_impact_defaults().cookie;
        assert_int_equal(dp_impact_run(&none, &i.def, &impact, &err), DP_ERR_NOT_INITIALIZED);
        assert_non_null(strstr(err.text, "make it with dp_contact_init"));
        assert_int_equal(dp_impact_run(NULL, &i.def, &impact, &err), DP_ERR_NOT_INITIALIZED);
    }
    assert_int_equal(dp_bounce_run(&none, &b.def, &bounce, &err), DP_ERR_NOT_INITIALIZED);
    assert_int_equal(dp_journal_run(&none, &j.def, &journal, &err), DP_ERR_NOT_INITIALIZED);
    b.def.cookie = j.def.cookie = 1;
    assert_int_equal(dp_bounce_run(&b.contact, &b.def, &bounce, &err), DP_ERR_NOT_INITIALIZED);
    assert_non_null(strstr(err.text, "use dp_bounce_defaults"));
    assert_int_equal(dp_journal_run(&j.contact, &j.def, &journal, &err), DP_ERR_NOT_INITIALIZED);
    assert_non_null(strstr(err.text, "use dp_journal_defaults"));
    assert_true(isnan(dp_yield_speed(&none, 1.0)) && isnan(dp_damped_yield_speed(&none, 1.0)));

    // and by those who begin
    dp_impact_stepper *a = (dp_impact_stepper *)&err;
    dp_bounce_stepper *f = (dp_bounce_stepper *)&err;
    dp_journal_stepper *g = (dp_journal_stepper *)&err;
    i.def.path = DP_PATH_CLOSED;
    assert_int_equal(dp_impact_begin(&a, &i.contact, &i.def, &err), DP_ERR_UNSUPPORTED);
    i.def.path = DP_PATH_AUTO;
    assert_int_equal(dp_impact_begin(&a, &none, &i.def, &err), DP_ERR_NOT_INITIALIZED);
    assert_int_equal(dp_bounce_begin(&f, &b.contact, &b.def, &err), DP_ERR_NOT_INITIALIZED);
    assert_int_equal(dp_journal_begin(&g, &j.contact, &j.def, &err), DP_ERR_NOT_INITIALIZED);
    assert_true(a == NULL && f == NULL && g == NULL);
}

// Zero no longer stands for a default.
static void zero_is_refused_where_it_makes_no_sense(void **state) {
    (void)state;
    struct impact_case i = impact_case(0);
    dp_impact impact;
    dp_bounce bounce;
    dp_journal journal;
    i.def.rtol = 0.0;
    assert_int_equal(dp_impact_run(&i.contact, &i.def, &impact, NULL), DP_ERR_RANGE);
    for (int k = 0; k < 3; k++) {
        struct bounce_case b = bounce_case(0);
        struct journal_case j = journal_case(2);
        if (k == 0) b.def.rtol = j.def.rtol = 0.0;
        if (k == 1) b.def.rest_fraction = j.def.normal_floor = 0.0;
        if (k == 2) b.def.max_impacts = j.def.sectors = 0;
        assert_int_equal(dp_bounce_run(&b.contact, &b.def, &bounce, NULL), DP_ERR_RANGE);
        assert_int_equal(dp_journal_run(&j.contact, &j.def, &journal, NULL), DP_ERR_RANGE);
    }
}

// --- memory ---

struct counter {
    int left, held;
};

static void *counted_alloc(void *user, size_t size) {
    struct counter *c = (struct counter *)user;
    if (c->left-- <= 0) return NULL;
    c->held++;
    return aligned_alloc(64, size);
}

static void counted_free(void *user, void *block, size_t size) {
    (void)size;
    ((struct counter *)user)->held--;
    free(block);
}

static void memory_comes_from_the_definition(void **state) {
    (void)state;
    struct counter counter = {0};
    const dp_allocator from = {counted_alloc, counted_free, &counter};
    struct impact_case i = impact_case(0);
    struct bounce_case b = bounce_case(0);
    struct journal_case j = journal_case(2);
    i.def.allocator = b.def.allocator = j.def.allocator = &from;
    for (int left = 0; left <= 2; left++) {
        dp_impact_stepper *a;
        dp_bounce_stepper *f;
        dp_journal_stepper *g;
        counter.left = left;
        assert_int_equal(dp_impact_begin(&a, &i.contact, &i.def, NULL),
                         left ? DP_OK : DP_ERR_MEMORY);
        assert_int_equal(counter.held, left > 0);
        dp_impact_free(a);
        counter.left = left;
        assert_int_equal(dp_bounce_begin(&f, &b.contact, &b.def, NULL),
                         left ? DP_OK : DP_ERR_MEMORY);
        assert_int_equal(counter.held, left > 0);
        dp_bounce_free(f);
        counter.left = left;
        // a bearing that remembers needs a second block
        assert_int_equal(dp_journal_begin(&g, &j.contact, &j.def, NULL),
                         left > 1 ? DP_OK : DP_ERR_MEMORY);
        assert_int_equal(counter.held, left > 1 ? 2 : 0);
        dp_journal_free(g);
        assert_int_equal(counter.held, 0);
    }
}

// A rubber ball whose third touch is so slow that the law divides by next to nothing, while gravity
// presses it in: it creeps for seconds. Tolerances that are taken from the touch lie below rounding
// there.
static void a_touch_far_slower_than_its_weight_comes_to_rest(void **state) {
    (void)state;
    dp_contact_def def = dp_contact_defaults(dp_law_find("flores"));
    dp_contact contact;
    dp_bounce result;
    dp_error err = {0};
    def.pair.modulus = 1.0 / ((1.0 - 0.48 * 0.48) / 1e7 + (1.0 - 0.3 * 0.3) / 207e9);
    def.pair.radius = 0.025;
    assert_int_equal(dp_law_set(&def.law, "restitution", 0.1168, &err), DP_OK);
    assert_int_equal(dp_contact_init(&contact, &def, &err), DP_OK);
    dp_bounce_def ball = dp_bounce_defaults();
    ball.mass = 4.0 / 3.0 * acos(-1.0) * 0.025 * 0.025 * 0.025 * 1100.0;
    ball.gravity = 9.81;
    ball.height = 1.975;
    if (dp_bounce_run(&contact, &ball, &result, &err) != DP_OK) fail_msg("%s", err.text);
    // it leaves with 0.08 of 6.2 m/s, and once more with 0.08 of that
    assert_true(result.rest_time > 0.7 && result.rest_time < 0.8);
    CHECK_WITHIN(result.energy.error, 0.0, 1e-12);
}

static void a_touch_has_a_speed(void **state) {
    (void)state;
    dp_contact_def def = dp_contact_defaults(dp_law_find("flores"));
    dp_contact contact;
    dp_batch batch;
    def.pair.stiffness = 1e9;
    assert_int_equal(dp_law_set(&def.law, "restitution", 0.5, NULL), DP_OK);
    assert_int_equal(dp_contact_init(&contact, &def, NULL), DP_OK);
    assert_int_equal(dp_batch_build(&batch, 2, NULL, NULL), DP_OK);
    const double bad[] = {-6.0, NAN, INFINITY};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        double history[DP_HISTORY_MAX] = {0.0};
        const double speed[2] = {1.0, bad[i]};
        assert_int_equal(dp_contact_begin(&contact, history, bad[i]), DP_ERR_RANGE);
        assert_true(isnan(dp_contact_force(&contact, history, 1e-3, 1.0)));
        assert_int_equal(dp_contact_begins(&contact, &batch.lanes, speed, NULL, 0), DP_ERR_RANGE);
        assert_true(batch.lanes.history[0][0] == 0.0);
    }
    double history[DP_HISTORY_MAX] = {0.0};
    assert_int_equal(dp_contact_begin(&contact, history, 0.0), DP_OK);
    dp_batch_free(&batch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_touch_far_slower_than_its_weight_comes_to_rest),
        cmocka_unit_test(a_touch_has_a_speed),
        cmocka_unit_test(bytes_from_anybody_are_checked),
        cmocka_unit_test(tables_hold_what_callbacks_get),
        cmocka_unit_test(rows_of_a_bounce_can_be_ended),
        cmocka_unit_test(pieces_hand_out_the_same_rows),
        cmocka_unit_test(what_was_not_prepared_is_refused),
        cmocka_unit_test(zero_is_refused_where_it_makes_no_sense),
        cmocka_unit_test(memory_comes_from_the_definition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
