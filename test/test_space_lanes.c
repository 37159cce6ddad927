// Tests for many contacts at a time in space: the bits of the scalar calls on every instruction
// set, what is missing and what is no number; and the stiffnesses of many contacts.

#include "space_walks.h"

#include "frictions/space_spring.h"
#include "kernels/isa.h"

enum { LANES = 37, STEPS = 12, ROOM = LANES + 8 };
enum { NORMAL, STIFFNESS, AXIS, VELOCITY = AXIS + 3, BRAKE = VELOCITY + 3, INPUTS };
enum {
    FORCE = INPUTS,
    STORED = FORCE + 3,
    FRICTION,
    MEMORY,
    ARRAYS = MEMORY + DP_SPACE_HISTORY_MAX
};

static const double poison = -7.25e77;

// Every array begins at another place, and has something before and behind it.
struct bench {
    double room[ARRAYS][ROOM];
    dp_space_arrays lanes;
};

static double *array(struct bench *b, int j) {
    return b->room[j] + 1 + j % 7;
}

static void connect(struct bench *b, size_t count, double step, int used, bool with_energy) {
    b->lanes = (dp_space_arrays){.count = count,
                                 .step = step,
                                 .normal = array(b, NORMAL),
                                 .stiffness = array(b, STIFFNESS),
                                 .brake = array(b, BRAKE)};
    for (int c = 0; c < 3; c++) {
        b->lanes.axis[c] = array(b, AXIS + c);
        b->lanes.velocity[c] = array(b, VELOCITY + c);
        b->lanes.force[c] = array(b, FORCE + c);
    }
    if (with_energy) {
        b->lanes.stored = array(b, STORED);
        b->lanes.friction = array(b, FRICTION);
    }
    for (int j = 0; j < used; j++)
        b->lanes.history[j] = array(b, MEMORY + j);
}

static void clear(struct bench *b) {
    for (int j = 0; j < ARRAYS; j++) {
        for (int i = 0; i < ROOM; i++)
            b->room[j][i] = j < MEMORY ? poison : 0.0;
    }
}

static void set_lane(struct bench *b, int i, const dp_space_state *s) {
    array(b, NORMAL)[i] = s->normal;
    array(b, STIFFNESS)[i] = s->stiffness;
    array(b, BRAKE)[i] = s->brake;
    for (int c = 0; c < 3; c++) {
        array(b, AXIS + c)[i] = s->axis[c];
        array(b, VELOCITY + c)[i] = s->velocity[c];
    }
}

static dp_space_state lane_state(struct bench *b, int i) {
    dp_space_state s = {.normal = array(b, NORMAL)[i],
                        .stiffness = array(b, STIFFNESS)[i],
                        .step = b->lanes.step,
                        .brake = b->lanes.brake == NULL ? INFINITY : array(b, BRAKE)[i]};
    for (int c = 0; c < 3; c++) {
        s.axis[c] = array(b, AXIS + c)[i];
        s.velocity[c] = array(b, VELOCITY + c)[i];
    }
    return s;
}

// The scalar call for lane i, written into the arrays.
static void advance_lane(const dp_friction *f, struct bench *b, int i, int used) {
    double history[DP_SPACE_HISTORY_MAX];
    dp_space_state s = lane_state(b, i);
    for (int j = 0; j < used; j++)
        history[j] = array(b, MEMORY + j)[i];
    dp_space_response r = advance(f, history, &s);
    for (int c = 0; c < 3; c++)
        array(b, FORCE + c)[i] = r.force[c];
    for (int j = 0; j < used; j++)
        array(b, MEMORY + j)[i] = history[j];
    if (b->lanes.stored == NULL) return;
    array(b, STORED)[i] = r.stored;
    array(b, FRICTION)[i] = r.friction;
}

// What went differently from the scalar calls: nothing, in no lane, nor beside the lanes.
static void expect_same(const struct bench *got, const struct bench *expected, const char *what) {
    for (int j = 0; j < ARRAYS; j++) {
        if (memcmp(got->room[j], expected->room[j], sizeof got->room[j]) == 0) continue;
        fprintf(stderr, "%s: array %d of %zu lanes differs\n", what, j, got->lanes.count);
        _fail(__FILE__, __LINE__);
    }
}

static struct bench many, single, before;
static space_walk walks[LANES];

static void begin_walks(const dp_friction *f) {
    clear(&many);
    for (int i = 0; i < LANES; i++)
        walks[i] = (space_walk){.seed = 79 + (uint64_t)i,
                                .frame = frame_about(i - 11.3, 7.0, 0.6 * i, i),
                                .is_straight = space_needs_line(f),
                                .turning = 0.3};
}

static void walk_lanes(int count) {
    for (int i = 0; i < count; i++) {
        dp_space_state s = walk_on(&walks[i]);
        s.brake = i % 3 ? 0.1 * i : INFINITY;
        set_lane(&many, i, &s);
    }
}

// isa DP_ISA_COUNT: the call as users make it.
static void compare(const dp_friction *f, int count, bool with_energy, int isa) {
    int used = dp_space_history_count(f);
    begin_walks(f);
    for (int n = 0; n < STEPS; n++) {
        walk_lanes(count);
        connect(&many, (size_t)count, 0.02 + 0.01 * n, used, with_energy);
        if (n % 4 == 3) many.lanes.brake = NULL;
        single = many;
        connect(&single, (size_t)count, many.lanes.step, used, with_energy);
        if (n % 4 == 3) single.lanes.brake = NULL;
        if (isa < DP_ISA_COUNT)
            dp_space_springs_on(f->k, &many.lanes, (dp_isa)isa);
        else
            assert_int_equal(dp_space_advances(f, &many.lanes, NULL, NULL), DP_OK);
        for (int i = 0; i < count; i++)
            advance_lane(f, &single, i, used);
        expect_same(&many, &single, isa < DP_ISA_COUNT ? dp_isa_name((dp_isa)isa) : f->law->name);
    }
}

static void many_contacts_have_the_bits_of_one(void **state) {
    (void)state;
    for (int law = 0; law < SPACE_LAWS; law++) {
        dp_friction f = space_law(law);
        for (int count = 1; count <= LANES; count++) {
            compare(&f, count, true, DP_ISA_COUNT);
            compare(&f, count, false, DP_ISA_COUNT);
        }
    }
}

static void every_instruction_set_has_the_same_bits(void **state) {
    (void)state;
    for (int law = 4; law < SPACE_LAWS; law++) {
        dp_friction f = space_law(law);
        for (int isa = 0; isa < DP_ISA_COUNT; isa++) {
            if (!dp_isa_available((dp_isa)isa)) continue;
            for (int count = 1; count <= LANES; count++) {
                compare(&f, count, true, isa);
                compare(&f, count, false, isa);
            }
        }
    }
}

static void a_missing_array_is_named_and_nothing_written(void **state) {
    (void)state;
    for (int law = 0; law < SPACE_LAWS; law++) {
        dp_friction f = space_law(law);
        int used = dp_space_history_count(&f);
        begin_walks(&f);
        walk_lanes(5);
        for (int j = 0; j < 13 + used; j++) {
            connect(&many, 5, 0.01, used, true);
            dp_space_arrays *a = &many.lanes;
            const double **const inputs[] = {&a->normal,      &a->stiffness,  &a->axis[0],
                                             &a->axis[1],     &a->axis[2],    &a->velocity[0],
                                             &a->velocity[1], &a->velocity[2]};
            double **const outputs[] = {&a->force[0], &a->force[1], &a->force[2], &a->stored,
                                        &a->friction};
            if (j < 8)
                *inputs[j] = NULL;
            else if (j < 13)
                *outputs[j - 8] = NULL;
            else
                a->history[j - 13] = NULL;
            before = many;
            dp_error err = {0};
            assert_int_equal(dp_space_advances(&f, a, NULL, &err), DP_ERR_MISSING);
            assert_non_null(strstr(err.text, "missing"));
            expect_same(&many, &before, f.law->name);
            // of nothing, nothing is missing
            a->count = 0;
            assert_int_equal(dp_space_advances(&f, a, NULL, &err), DP_OK);
            expect_same(&many, &before, f.law->name);
        }
    }
}

// The lanes before the one that failed are as if they were alone; the others are untouched, but for
// the force of the one.
static void expect_failure(const dp_friction *f, int count, int at, dp_status status) {
    int used = dp_space_history_count(f);
    size_t failed = 999;
    dp_error err = {0};
    single = many;
    connect(&single, (size_t)count, many.lanes.step, used, many.lanes.stored != NULL);
    assert_int_equal(dp_space_advances(f, &many.lanes, &failed, &err), status);
    assert_int_equal(failed, at);
    assert_int_equal(err.status, status);
    for (int i = 0; i < at; i++)
        advance_lane(f, &single, i, used);
    for (int c = 0; c < 3; c++) {
        assert_true(isnan(array(&many, FORCE + c)[at]));
        array(&many, FORCE + c)[at] = array(&single, FORCE + c)[at];
    }
    expect_same(&many, &single, f->law->name);
    assert_int_equal(dp_space_advances(f, &many.lanes, NULL, NULL), status);
}

static void a_lane_that_is_no_number_is_named(void **state) {
    (void)state;
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    for (int law = 0; law < SPACE_LAWS; law++) {
        dp_friction f = space_law(law);
        int used = dp_space_history_count(&f);
        for (int n = 0; n < 2 * 3 * INPUTS; n++) {
            int input = n % INPUTS, kind = n / INPUTS % 3, at = (5 * n) % LANES;
            begin_walks(&f);
            walk_lanes(LANES);
            connect(&many, LANES, 0.01, used, n % 2);
            array(&many, input)[at] = bad[kind];
            // no bound at all is a number here
            if (input == BRAKE && bad[kind] == INFINITY) array(&many, input)[at] = -1e-9;
            expect_failure(&f, LANES, at, DP_ERR_RANGE);
        }
        static const double steps[] = {NAN, INFINITY, -1e-9};
        for (int i = 0; i < 3; i++) {
            begin_walks(&f);
            walk_lanes(LANES);
            connect(&many, LANES, steps[i], used, true);
            expect_failure(&f, LANES, 0, DP_ERR_RANGE);
        }
    }
}

static void a_lane_that_left_its_line_is_named(void **state) {
    (void)state;
    dp_friction f = space_law(3);
    int used = dp_space_history_count(&f);
    begin_walks(&f);
    for (int n = 0; n < 2; n++) {
        for (int i = 0; i < LANES; i++) {
            dp_space_state s = {.normal = 1.0, .stiffness = 1.0, .brake = INFINITY};
            const space_frame *frame = &walks[i].frame;
            memcpy(s.axis, frame->n, sizeof s.axis);
            memcpy(s.velocity, n == 1 && i == 21 ? frame->b : frame->t, sizeof s.velocity);
            set_lane(&many, i, &s);
        }
        connect(&many, LANES, 0.1, used, true);
        if (n == 0) assert_int_equal(dp_space_advances(&f, &many.lanes, NULL, NULL), DP_OK);
    }
    expect_failure(&f, LANES, 21, DP_ERR_VALIDITY);
}

// --- stiffnesses ---

// Equal bits, and NaN is NaN.
static int same(double a, double b) {
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

// Histories and places of a law, one per lane.
static void fill_contacts(const law_case *c, dp_batch *batch) {
    static const double edges[] = {0.0, -0.0, -1e-6, NAN, -INFINITY, INFINITY, 1e-300};
    double states[LAW_STATE_MAX][DP_HISTORY_MAX], depths[LAW_DEPTH_MAX];
    int state_count = law_case_states(c, states), depth_count = law_case_depths(c, depths);
    for (size_t i = 0; i < batch->lanes.count; i++) {
        const double *history = states[i % (size_t)state_count];
        batch->delta[i] = i % 5 == 4 ? edges[i / 5 % 7] : depths[i / 3 % (size_t)depth_count];
        for (int j = 0; j < DP_HISTORY_MAX; j++)
            batch->lanes.history[j][i] = history[j];
    }
}

static void expect_stiffnesses(const law_case *c, const dp_contact *contacts, size_t apart,
                               dp_batch *batch) {
    double got[160];
    size_t count = batch->lanes.count;
    for (size_t i = 0; i < 160; i++)
        got[i] = poison;
    CASE_TRUE(c, dp_contact_stiffnesses(contacts, &batch->lanes, got) == DP_OK);
    for (size_t i = 0; i < count; i++) {
        double m[DP_HISTORY_MAX];
        for (int j = 0; j < DP_HISTORY_MAX; j++)
            m[j] = batch->lanes.history[j][i];
        double k = dp_contact_stiffness(contacts + apart * i, m, batch->delta[i], NULL);
        CASE_TRUE(c, same(got[i], k));
    }
    for (size_t i = count; i < 160; i++)
        CASE_TRUE(c, got[i] == poison);
}

static bool is_alike(const dp_contact *a, const dp_contact *b) {
    return a->kernel == b->kernel && a->tension == b->tension && same(a->approach, b->approach) &&
           a->approach_floor == b->approach_floor;
}

static void stiffnesses_of_many_have_the_bits_of_one(void **state) {
    (void)state;
    static dp_contact each[151];
    int count, with_others = 0;
    const law_case *cases = law_cases(&count);
    for (int n = 0; n < count; n++) {
        const law_case *c = &cases[n];
        dp_batch batch;
        CASE_TRUE(c, dp_batch_build(&batch, 151, NULL, NULL) == DP_OK);
        fill_contacts(c, &batch);
        expect_stiffnesses(c, &c->contact, 0, &batch);
        // every lane the constants of another pair or other parameters
        size_t lanes = 0, others = 0;
        while (lanes < 151) {
            for (int i = n; i < n + count && lanes < 151; i++) {
                const dp_contact *other = &cases[i % count].contact;
                if (!is_alike(other, &c->contact)) continue;
                others += memcmp(other->k, c->contact.k, sizeof other->k) != 0;
                each[lanes++] = *other;
            }
        }
        CASE_TRUE(c, dp_batch_set_contacts(&batch, each, NULL) == DP_OK);
        expect_stiffnesses(c, each, 1, &batch);
        // a kernel of a user, without a formula
        dp_kernel bare = *c->contact.kernel;
        bare.stiffness = NULL;
        for (int i = 0; i < 151; i++)
            each[i].kernel = &bare;
        expect_stiffnesses(c, each, 1, &batch);
        with_others += others > 0;
        dp_batch_free(&batch);
    }
    printf("stiffnesses: %d cases, %d with other constants in other lanes\n", count, with_others);
    assert_true(with_others > count / 2);
}

static void stiffnesses_need_their_arrays(void **state) {
    (void)state;
    const law_case *c = law_case_of("thornton");
    dp_batch batch;
    double got[4] = {poison, poison, poison, poison};
    dp_contact none = {0};
    assert_int_equal(dp_batch_build(&batch, 4, NULL, NULL), DP_OK);
    dp_contact_arrays lanes = batch.lanes;
    assert_int_equal(dp_contact_stiffnesses(&none, &lanes, got), DP_ERR_NOT_INITIALIZED);
    assert_int_equal(dp_contact_stiffnesses(&c->contact, &lanes, NULL), DP_ERR_MISSING);
    lanes.delta = NULL;
    assert_int_equal(dp_contact_stiffnesses(&c->contact, &lanes, got), DP_ERR_MISSING);
    lanes = batch.lanes;
    assert_true(c->contact.kernel->history_count > 0);
    lanes.history[c->contact.kernel->history_count - 1] = NULL;
    assert_int_equal(dp_contact_stiffnesses(&c->contact, &lanes, got), DP_ERR_MISSING);
    const double *constants[DP_CONSTANT_MAX] = {NULL};
    lanes = batch.lanes;
    lanes.constants = constants;
    assert_int_equal(dp_contact_stiffnesses(&c->contact, &lanes, got), DP_ERR_MISSING);
    lanes.count = 0;
    assert_int_equal(dp_contact_stiffnesses(&c->contact, &lanes, NULL), DP_OK);
    for (int i = 0; i < 4; i++)
        assert_true(got[i] == poison);
    dp_batch_free(&batch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_contacts_have_the_bits_of_one),
        cmocka_unit_test(every_instruction_set_has_the_same_bits),
        cmocka_unit_test(a_missing_array_is_named_and_nothing_written),
        cmocka_unit_test(a_lane_that_is_no_number_is_named),
        cmocka_unit_test(a_lane_that_left_its_line_is_named),
        cmocka_unit_test(stiffnesses_of_many_have_the_bits_of_one),
        cmocka_unit_test(stiffnesses_need_their_arrays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
