// Runs of mechanisms piece by piece: the same bits in one piece, saved and restored; hostile bytes;
// tables that are filled.

#include "check.h"
#include "mechanism_cases.h"
#include "mechanism_parts.h"

#include "base/archive.h"
#include "mechanism/run.h"

static const double until = 0.06;

// What a run writes to.
struct outputs {
    dp_channel_stats stats[2];
    dp_mechanism_contact_stats pairs[4];
    dp_body_state bodies[3];
    int watch[2];
    double rows[80][3];
    dp_mechanism_impact impacts[64];
    double contact_rows[192][3];
    int contact_row_count;
    dp_mechanism_result result;
};

static void keep_contact_row(void *user, double time, const double *values) {
    struct outputs *out = (struct outputs *)user;
    double *row = out->contact_rows[out->contact_row_count++];
    assert_in_range(out->contact_row_count, 1, 192);
    row[0] = time;
    memcpy(row + 1, values, 2 * sizeof *row);
}

static dp_mechanism_run_def define(const dp_mechanism *m, struct outputs *out) {
    dp_mechanism_run_def def = dp_mechanism_run_defaults();
    memset(out, 0, sizeof *out);
    out->watch[0] = channel(m, "slider.ax");
    out->watch[1] = channel(m, "crank.moment");
    def.until = until;
    def.skip = 0.02;
    def.watch = def.row_channels = out->watch;
    def.watch_count = def.row_channel_count = 2;
    def.stats = out->stats;
    def.pairs = out->pairs;
    def.bodies = out->bodies;
    def.every = 1e-3;
    def.rows = out->rows[0];
    def.row_room = 80;
    def.impacts = out->impacts;
    def.impact_room = 64;
    def.contact_row = keep_contact_row;
    def.user = out;
    return def;
}

static void okay(dp_status status, const dp_error *err) {
    if (status != DP_OK) fail_msg("%s", err->text);
}

static dp_mechanism_stepper *begin(const dp_mechanism *m, struct outputs *out) {
    dp_mechanism_run_def def = define(m, out);
    dp_mechanism_stepper *s;
    dp_error err = {0};
    okay(dp_mechanism_begin(&s, m, &def, &err), &err);
    return s;
}

static void finish(dp_mechanism_stepper *s, struct outputs *out) {
    dp_error err = {0};
    okay(dp_mechanism_advance(s, INFINITY, &err), &err);
    assert_true(dp_mechanism_state(s).is_over);
    okay(dp_mechanism_finish(s, &out->result, &err), &err);
    dp_mechanism_stepper_free(s);
}

static void same_impacts(const dp_mechanism_impact *a, const dp_mechanism_impact *b, size_t count) {
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(a[i].pair, b[i].pair);
        assert_memory_equal(&a[i].time, &b[i].time,
                            sizeof a[i] - offsetof(dp_mechanism_impact, time));
    }
}

// All bits but the padding of impacts.
static void same(const struct outputs *a, const struct outputs *b) {
    assert_memory_equal(a->stats, b->stats, sizeof a->stats);
    assert_memory_equal(a->pairs, b->pairs, sizeof a->pairs);
    assert_memory_equal(a->bodies, b->bodies, sizeof a->bodies);
    assert_memory_equal(a->rows, b->rows, sizeof a->rows);
    assert_memory_equal(a->contact_rows, b->contact_rows, sizeof a->contact_rows);
    assert_memory_equal(&a->result, &b->result, sizeof a->result);
    same_impacts(a->impacts, b->impacts, 64);
}

static dp_mechanism *slider(enum mechanism_law law) {
    struct slider_crank c = slider_crank_defaults(law, 1e-4);
    return slider_crank_build(&c);
}

// Without clearance the rod closes a loop, and multipliers hold it.
static dp_mechanism *closed_loop(void) {
    struct slider_crank c = slider_crank_defaults(LN, 1e-4);
    c.ideal = 1;
    return slider_crank_build(&c);
}

static void one_piece_has_the_bits_of_a_run(void **state) {
    (void)state;
    dp_mechanism *m = slider(LN);
    struct outputs run, steps;
    dp_error err = {0};
    dp_mechanism_run_def def = define(m, &run);
    okay(dp_mechanism_run(m, &def, &run.result, &err), &err);
    finish(begin(m, &steps), &steps);
    same(&run, &steps);
    assert_true(run.result.row_count == 61 && run.result.impact_count > 3);
    assert_true(run.rows[0][0] == 0.0 && run.rows[60][0] == until);
    dp_mechanism_free(m);
}

static bool has_row(const struct outputs *out, double time, int value, double want) {
    for (int i = 0; i < out->contact_row_count; i++) {
        const double *row = out->contact_rows[i];
        if (fabs(row[0] - time) <= 1e-15 && (value == 0 || row[value] == want)) return true;
    }
    return false;
}

// Every contact has rows at its onset, its largest force and its end, to the last bit, also where
// pieces of a run end inside it.
static void contacts_have_rows_of_their_own(void **state) {
    (void)state;
    for (int law = SD; law < LAWS; law++) {
        dp_mechanism *m = slider((enum mechanism_law)law);
        for (int pieces = 1; pieces <= 40; pieces += 39) {
            struct outputs out;
            dp_error err = {0};
            dp_mechanism_run_def def = define(m, &out);
            int watch[2] = {channel(m, "pin.force"), channel(m, "pin.contact")};
            dp_mechanism_stepper *s;
            def.row_channels = watch;
            okay(dp_mechanism_begin(&s, m, &def, &err), &err);
            for (int i = 1; i < pieces; i++)
                okay(dp_mechanism_advance(s, until * i / pieces, &err), &err);
            finish(s, &out);
            int rows = 0;
            for (size_t i = 0; i < out.result.impact_count; i++) {
                const dp_mechanism_impact *impact = &out.impacts[i];
                bool lasts = isinf(impact->duration);
                assert_true(has_row(&out, impact->time, 2, 1.0));
                assert_true(has_row(&out, impact->time + impact->duration, 0, 0.0) || lasts);
                for (int k = 0; k < out.contact_row_count; k++)
                    rows += out.contact_rows[k][1] == impact->max_force;
            }
            assert_int_equal(rows, (int)out.result.impact_count);
        }
        dp_mechanism_free(m);
    }
}

static void pauses_change_only_last_digits(void **state) {
    (void)state;
    // without a contact nothing grows what a pause leaves
    dp_mechanism *m = closed_loop();
    struct outputs whole, pieces;
    dp_error err = {0};
    finish(begin(m, &whole), &whole);
    dp_mechanism_stepper *s = begin(m, &pieces);
    for (int i = 1; i <= 7; i++) {
        okay(dp_mechanism_advance(s, 0.008 * i, &err), &err);
        dp_mechanism_snapshot now = dp_mechanism_state(s);
        assert_true(now.time == 0.008 * i && !now.is_over);
        // the crank turns evenly
        CHECK_NEAR(now.bodies[0].angle, 20.943951023931955 * now.time, 1e-6);
    }
    okay(dp_mechanism_advance(s, 0.01, &err), &err);  // behind: nothing happens
    finish(s, &pieces);
    for (int i = 0; i < 2; i++)
        CHECK_NEAR(pieces.stats[i].rms, whole.stats[i].rms, 1e-8);
    CHECK_WITHIN(pieces.result.energy.error, 0.0, 1e-8);
    assert_true(pieces.result.solver.steps > whole.result.solver.steps);
    dp_mechanism_free(m);
}

// A state of any law goes into a fresh run and on with the same bits.
static void restored_runs_have_the_same_bits(void **state) {
    (void)state;
    for (int law = SD; law <= LAWS; law++) {
        dp_mechanism *m = law == LAWS ? closed_loop() : slider((enum mechanism_law)law);
        for (int k = 0; k < 3; k++) {
            const double pause = 0.011 + 0.0137 * k;
            struct outputs first, second;
            dp_error err = {0};
            dp_mechanism_stepper *s = begin(m, &first), *t = begin(m, &second);
            okay(dp_mechanism_advance(s, pause, &err), &err);
            size_t size = dp_mechanism_save(s, NULL, 0);
            void *bytes = malloc(size);
            assert_non_null(bytes);
            assert_true(dp_mechanism_save(s, bytes, size - 1) == size);
            assert_true(dp_mechanism_save(s, bytes, size) == size);
            okay(dp_mechanism_restore(t, bytes, size, &err), &err);
            assert_true(dp_mechanism_state(t).time == pause);
            free(bytes);
            memcpy(second.contact_rows, first.contact_rows, sizeof first.contact_rows);
            second.contact_row_count = first.contact_row_count;
            finish(s, &first);
            finish(t, &second);
            // tables are the caller's
            size_t rows = (size_t)(pause / 1e-3) + 1;
            memcpy(second.rows, first.rows, rows * sizeof *second.rows);
            for (size_t i = 0; i < 64 && second.impacts[i].duration == 0.0; i++)
                second.impacts[i] = first.impacts[i];
            same(&first, &second);
        }
        dp_mechanism_free(m);
    }
}

static void states_of_others_are_refused(void **state) {
    (void)state;
    dp_mechanism *m = slider(LN), *other = slider(HC);
    struct outputs out;
    static unsigned char bytes[1 << 16];
    dp_error err = {0};
    dp_mechanism_stepper *s = begin(m, &out);
    size_t size = dp_mechanism_save(s, bytes, sizeof bytes);
    dp_mechanism_run_def def = define(m, &out);
    def.until *= 2.0;
    dp_mechanism_stepper *longer;
    okay(dp_mechanism_begin(&longer, m, &def, &err), &err);
    assert_int_equal(dp_mechanism_restore(longer, bytes, size, &err), DP_ERR_RANGE);
    assert_int_equal(dp_mechanism_advance(longer, 1e-3, &err), DP_ERR_CONFLICT);
    assert_int_equal(dp_mechanism_finish(longer, &out.result, &err), DP_ERR_CONFLICT);
    assert_int_equal(dp_mechanism_restore(s, bytes, size - 1, &err), DP_ERR_RANGE);
    dp_mechanism_stepper_free(longer);
    dp_mechanism_stepper_free(s);
    dp_mechanism_free(m);
    dp_mechanism_free(other);
}

// Each word of a state becomes something else: it is refused, or it does no harm. Run with
// sanitizers this tells whether one leads anywhere.
static void no_word_of_a_state_does_harm(void **state) {
    (void)state;
    static const double wild[] = {NAN, -INFINITY, 1e300, -1.0, 5e-324};
    static unsigned char good[1 << 16], bad[1 << 16];
    dp_mechanism *m = slider(HY);
    struct outputs out;
    dp_error err = {0};
    dp_mechanism_stepper *s = begin(m, &out);
    okay(dp_mechanism_advance(s, 0.0592, &err), &err);
    size_t size = dp_mechanism_save(s, good, sizeof good), refused = 0;
    uint64_t digest = dp_mechanism_run_digest(m, s->run.def);
    dp_mechanism_stepper_free(s);
    for (size_t at = DP_STATE_HEAD; at + 8 <= size; at += 4) {
        for (size_t k = 0; k < 5; k++) {
            memcpy(bad, good, size);
            memcpy(bad + at, &wild[k], sizeof wild[k]);
            dp_mechanism_run_def def = define(m, &out);
            dp_mechanism_stepper *t;
            okay(dp_mechanism_begin(&t, m, &def, &err), &err);
            dp_state_seal(bad, size, digest);
            if (dp_mechanism_restore(t, bad, size, &err) != DP_OK)
                refused++;
            else if (at % 24 == 0)
                (void)dp_mechanism_advance(t, INFINITY, &err);
            dp_mechanism_stepper_free(t);
        }
    }
    assert_true(refused > size / 4);
    dp_mechanism_free(m);
}

static void numbers_that_lead_somewhere_are_checked(void **state) {
    (void)state;
    dp_mechanism *m = slider(LN);
    struct outputs out;
    static unsigned char bytes[1 << 16];
    dp_error err = {0};
#define REFUSES(member, value)                                                                     \
    do {                                                                                           \
        dp_mechanism_stepper *s = begin(m, &out);                                                  \
        dp_mechanism_stepper *t = begin(m, &out);                                                  \
        okay(dp_mechanism_advance(s, 0.03, &err), &err);                                           \
        s->run.member = (value);                                                                   \
        size_t size = dp_mechanism_save(s, bytes, sizeof bytes);                                   \
        if (dp_mechanism_restore(t, bytes, size, &err) != DP_ERR_RANGE) fail_msg("%s", #member);   \
        dp_mechanism_stepper_free(s);                                                              \
        dp_mechanism_stepper_free(t);                                                              \
    } while (0)
    REFUSES(contacts[0].mode, (enum touch_mode)7);
    REFUSES(contacts[0].sector, 1);
    REFUSES(contacts[0].sector, -1);
    REFUSES(contacts[0].returns, -1);
    REFUSES(contacts[0].slid, -1);
    REFUSES(contacts[0].history[0], NAN);
    REFUSES(contacts[0].is_rising, 1);
    REFUSES(touching, 5);
    REFUSES(next_row, 1);
    REFUSES(next_section, 0);
    REFUSES(in_window, 0);
    REFUSES(y[0], INFINITY);
    REFUSES(y[s->run.active], 1.0);
    REFUSES(result->solver.steps, -1);
    REFUSES(result->row_count, 1000);
    dp_mechanism_free(m);
}

static void what_does_not_fit_a_table_is_counted(void **state) {
    (void)state;
    dp_mechanism *m = slider(LN);
    struct outputs whole, small;
    dp_error err = {0};
    dp_mechanism_run_def def = define(m, &whole);
    okay(dp_mechanism_run(m, &def, &whole.result, &err), &err);
    def = define(m, &small);
    def.row_room = 5;
    def.impact_room = 2;
    okay(dp_mechanism_run(m, &def, &small.result, &err), &err);
    assert_true(small.result.row_count == whole.result.row_count);
    assert_true(small.result.impact_count == whole.result.impact_count);
    assert_memory_equal(small.rows, whole.rows, 5 * sizeof *small.rows);
    assert_true(small.rows[5][0] == 0.0 && small.rows[5][1] == 0.0);
    same_impacts(small.impacts, whole.impacts, 2);
    assert_true(small.impacts[2].duration == 0.0);
    dp_mechanism_free(m);
}

static void a_definition_must_be_made_by_its_defaults(void **state) {
    (void)state;
    dp_mechanism *m = slider(LN);
    dp_mechanism_run_def def = {.until = 1.0};
    dp_mechanism_stepper *s = NULL;
    dp_error err = {0};
    assert_int_equal(dp_mechanism_begin(&s, m, &def, &err), DP_ERR_NOT_INITIALIZED);
    assert_null(s);
    dp_mechanism_stepper_free(NULL);
    dp_mechanism_free(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_piece_has_the_bits_of_a_run),
        cmocka_unit_test(contacts_have_rows_of_their_own),
        cmocka_unit_test(pauses_change_only_last_digits),
        cmocka_unit_test(restored_runs_have_the_same_bits),
        cmocka_unit_test(states_of_others_are_refused),
        cmocka_unit_test(no_word_of_a_state_does_harm),
        cmocka_unit_test(numbers_that_lead_somewhere_are_checked),
        cmocka_unit_test(what_does_not_fit_a_table_is_counted),
        cmocka_unit_test(a_definition_must_be_made_by_its_defaults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
