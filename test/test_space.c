// Tests for friction in space: along a line the numbers of the laws on a line, rotations and the
// view of the other body, the line of the exact law, and refusals.

#include "space_walks.h"

enum { PATH = 400 };

static void every_law_is_here_or_has_no_form_in_space(void **state) {
    (void)state;
    for (int i = 0; i < dp_friction_law_count(); i++) {
        const dp_friction_law *law = dp_friction_law_at(i);
        bool is_here = false;
        for (int j = 0; j < SPACE_LAWS; j++)
            is_here = is_here || space_law(j).law == law;
        assert_true(is_here == !law->has_history);
    }
    for (int i = 0; i < SPACE_LAWS; i++) {
        dp_friction f = space_law(i);
        int count = dp_space_history_count(&f);
        assert_true(count > 0 && count <= DP_SPACE_HISTORY_MAX);
    }
}

// --- along one line ---

// The same law along a line: its force, what it stores and loses, with the work of its damper.
struct on_line {
    double history[DP_GRIP_HISTORY_MAX];
    double held;  // against the speed, by what depends on it
};

struct line_answer {
    double force, stored, friction;
};

static struct line_answer answer_on_line(const dp_friction *f, struct on_line *line,
                                         const dp_space_state *s, double speed) {
    double slide = speed * s->step;
    struct line_answer a = {0};
    double held;
    if (f->law->grip == NULL) {
        a.force = dp_friction_respond(f, s->normal, speed, 0.0).force;
        held = fabs(a.force);
    } else {
        dp_grip_state grip = {s->normal, s->stiffness, slide, speed};
        dp_grip_response r = dp_grip_respond(f, line->history, &grip);
        a = (struct line_answer){r.force, r.stored, r.friction};
        held = fabs(r.damper);
        assert_int_equal(dp_grip_commit(f, line->history, &grip), DP_OK);
    }
    a.friction += 0.5 * (line->held + held) * fabs(slide);
    // a contact that parted has forgotten its damper too
    line->held = f->law->grip != NULL && !(s->stiffness > 0.0) ? 0.0 : held;
    return a;
}

// Largest differences on one path. Forces are up to 1 N, energies up to 1 J.
struct apart {
    double force, across, stored, friction;
};

static struct apart compare_with_line(const dp_friction *f, space_walk walk) {
    double history[DP_SPACE_HISTORY_MAX] = {0};
    struct on_line line = {{0}, 0.0};
    struct apart worst = {0};
    for (int i = 0; i < PATH; i++) {
        dp_space_state s = walk_on(&walk);
        dp_space_response r = advance(f, history, &s);
        struct line_answer a = answer_on_line(f, &line, &s, walk.speed);
        double *t = walk.frame.t, *b = walk.frame.b;
        double across = fmax(fabs(vector_dot(r.force, b)), fabs(vector_dot(r.force, s.axis)));
        worst.force = fmax(worst.force, fabs(vector_dot(r.force, t) - a.force));
        worst.across = fmax(worst.across, across);
        worst.stored = fmax(worst.stored, fabs(r.stored - a.stored));
        worst.friction = fmax(worst.friction, fabs(r.friction - a.friction));
    }
    return worst;
}

static void along_a_line_the_numbers_are_those_of_the_line(void **state) {
    (void)state;
    static const double axes[][4] = {
        {1, 0, 0, 0.0}, {0, 0, -1, 0.3}, {1, 1, 1, 1.1}, {-0.2, 0.9, 0.1, 4.0}, {3, -4, 1e-9, 2.5}};
    for (int law = 0; law < SPACE_LAWS; law++) {
        dp_friction f = space_law(law);
        struct apart worst = {0};
        for (int i = 0; i < 20; i++) {
            const double *a = axes[i % 5];
            struct apart d =
                compare_with_line(&f, (space_walk){.seed = 41 + (uint64_t)i,
                                                   .frame = frame_about(a[0], a[1], a[2], a[3]),
                                                   .is_straight = true,
                                                   .turning = i < 5 ? 0.0 : 0.1 * (i / 5)});
            worst.force = fmax(worst.force, d.force);
            worst.across = fmax(worst.across, d.across);
            worst.stored = fmax(worst.stored, d.stored);
            worst.friction = fmax(worst.friction, d.friction);
        }
        printf("%s: force off by %.2g along and %.2g across, stored %.2g, lost %.2g\n", f.law->name,
               worst.force, worst.across, worst.stored, worst.friction);
        CHECK_WITHIN(worst.force, 0.0, 1e-13);
        CHECK_WITHIN(worst.across, 0.0, 1e-13);
        CHECK_WITHIN(worst.stored, 0.0, 1e-13);
        CHECK_WITHIN(worst.friction, 0.0, 1e-13);
    }
}

// A contact that sticks and rolls: its spring turns with the plane, as long as it was.
static void a_rolling_contact_keeps_its_spring(void **state) {
    (void)state;
    for (int law = 4; law < SPACE_LAWS; law++) {
        dp_friction f = space_law(law);
        uint64_t seed = 43;
        double history[DP_SPACE_HISTORY_MAX] = {0};
        space_frame frame = frame_about(0.3, -0.5, 0.8, 0.7);
        dp_space_state s = {.normal = 1.0, .stiffness = 1.0, .step = 0.1, .brake = INFINITY};
        for (int c = 0; c < 3; c++) {
            s.axis[c] = frame.n[c];
            s.velocity[c] = 2.0 * frame.t[c] + frame.b[c];
        }
        dp_space_response first = advance(&f, history, &s);
        double lost = 0.0;
        memset(s.velocity, 0, sizeof s.velocity);
        // with the velocity the damper goes
        first = advance(&f, history, &s);
        for (int i = 0; i < 2000; i++) {
            frame_roll(&frame, 0.4 * law_random(&seed));
            frame_bank(&frame, 0.4 * (law_random(&seed) - 0.5));
            memcpy(s.axis, frame.n, sizeof s.axis);
            dp_space_response r = advance(&f, history, &s);
            CHECK_NEAR(vector_length(r.force), vector_length(first.force), 1e-12);
            CHECK_WITHIN(vector_dot(r.force, s.axis), 0.0, 1e-15);
            CHECK_NEAR(r.stored, first.stored, 1e-12);
            lost += fabs(r.friction);
        }
        CHECK_WITHIN(lost, 0.0, 1e-12);
    }
    // along a great circle the spring comes back
    dp_friction f = space_law(4);
    double history[DP_SPACE_HISTORY_MAX] = {0};
    space_frame frame = frame_about(0.3, -0.5, 0.8, 0.7);
    dp_space_state s = {.normal = 1.0, .stiffness = 1.0, .step = 0.1, .brake = INFINITY};
    memcpy(s.axis, frame.n, sizeof s.axis);
    for (int c = 0; c < 3; c++)
        s.velocity[c] = 2.0 * frame.t[c];
    dp_space_response first = advance(&f, history, &s), r = first;
    memset(s.velocity, 0, sizeof s.velocity);
    for (int i = 0; i < 64; i++) {
        frame_roll(&frame, 6.28318530717958648 / 64);
        memcpy(s.axis, frame.n, sizeof s.axis);
        r = advance(&f, history, &s);
        // and points along the way in between
        CHECK_NEAR(-vector_dot(r.force, frame.t), vector_length(first.force), 1e-13);
    }
    for (int c = 0; c < 3; c++)
        CHECK_WITHIN(r.force[c], first.force[c], 1e-14);
}

// --- rotations, the other body, asking ---

static void rotate(const space_frame *by, const double *a, double *out) {
    for (int c = 0; c < 3; c++)
        out[c] = by->n[c] * a[0] + by->t[c] * a[1] + by->b[c] * a[2];
}

static space_walk free_walk(const dp_friction *f, uint64_t seed) {
    return (space_walk){.seed = seed,
                        .frame = frame_about(0.2, 0.5, -0.7, 0.4),
                        .is_straight = space_needs_line(f),
                        .turning = 0.2};
}

static void rotated_vectors_give_the_rotated_force(void **state) {
    (void)state;
    for (int law = 0; law < SPACE_LAWS; law++) {
        dp_friction f = space_law(law);
        double worst = 0.0;
        for (int n = 0; n < 10; n++) {
            double one[DP_SPACE_HISTORY_MAX] = {0}, other[DP_SPACE_HISTORY_MAX] = {0};
            space_walk walk = free_walk(&f, 47 + (uint64_t)n);
            space_frame by = frame_about(n - 4.5, 2.0, 1.0 - 0.3 * n, 0.6 * n);
            for (int i = 0; i < PATH; i++) {
                dp_space_state s = walk_on(&walk), turned = s;
                rotate(&by, s.axis, turned.axis);
                rotate(&by, s.velocity, turned.velocity);
                dp_space_response a = advance(&f, one, &s), b = advance(&f, other, &turned);
                double force[3];
                rotate(&by, a.force, force);
                for (int c = 0; c < 3; c++)
                    worst = fmax(worst, fabs(force[c] - b.force[c]));
                worst = fmax(worst, fabs(a.stored - b.stored));
                worst = fmax(worst, fabs(a.friction - b.friction));
            }
        }
        printf("%s: rotated, off by %.2g\n", f.law->name, worst);
        CHECK_WITHIN(worst, 0.0, 1e-13);
    }
}

// Equal but for the sign of a zero.
static void expect_opposite(const dp_space_response *a, const dp_space_response *b) {
    for (int c = 0; c < 3; c++)
        assert_true(a->force[c] == -b->force[c]);
    assert_true(a->stored == b->stored && a->friction == b->friction);
}

static void the_other_body_sees_the_opposite_force_to_the_bit(void **state) {
    (void)state;
    for (int law = 0; law < SPACE_LAWS; law++) {
        dp_friction f = space_law(law);
        int used = dp_space_history_count(&f);
        double one[DP_SPACE_HISTORY_MAX] = {0}, other[DP_SPACE_HISTORY_MAX] = {0};
        space_walk walk = free_walk(&f, 53);
        bool is_turned = false;
        for (int i = 0; i < PATH; i++) {
            dp_space_state s = walk_on(&walk), seen = s;
            // the bodies change places now and then, and the history goes with them
            if (law_random(&walk.seed) < 0.3) {
                is_turned = !is_turned;
                dp_space_turn(&f, other, other);
            }
            if (is_turned) {
                vector_scale(seen.velocity, -1.0);
                if (i % 2) vector_scale(seen.axis, -1.0);
            }
            double turned[DP_SPACE_HISTORY_MAX], back[DP_SPACE_HISTORY_MAX];
            dp_space_state opposite = s;
            vector_scale(opposite.velocity, -1.0);
            dp_space_turn(&f, one, turned);
            dp_space_turn(&f, turned, back);
            for (int j = 0; j < used; j++)
                assert_true(back[j] == one[j]);
            dp_space_response b = respond(&f, turned, &opposite);
            dp_space_response a = advance(&f, one, &s), c = advance(&f, other, &seen);
            expect_opposite(&a, &b);
            if (is_turned) vector_scale(c.force, -1.0);
            vector_scale(c.force, -1.0);
            expect_opposite(&a, &c);
        }
        // turned means something: seen from the wrong body, the force is another one
        dp_space_state s = walk_on(&walk);
        s.normal = 1.0, s.stiffness = 1.0;
        memset(s.velocity, 0, sizeof s.velocity);
        double turned[DP_SPACE_HISTORY_MAX];
        dp_space_turn(&f, one, turned);
        dp_space_response a = respond(&f, one, &s), b = respond(&f, turned, &s);
        assert_true((a.force[0] != b.force[0]) == (f.law->grip != NULL));
    }
}

static void asking_changes_nothing_and_is_what_advancing_says(void **state) {
    (void)state;
    for (int law = 0; law < SPACE_LAWS; law++) {
        dp_friction f = space_law(law), before = f;
        int used = dp_space_history_count(&f);
        double history[DP_SPACE_HISTORY_MAX], copy[DP_SPACE_HISTORY_MAX];
        for (int j = 0; j < DP_SPACE_HISTORY_MAX; j++)
            history[j] = j < used ? 0.0 : 7.0 + j;
        space_walk walk = free_walk(&f, 59);
        for (int i = 0; i < PATH; i++) {
            dp_space_state s = walk_on(&walk), same = s;
            memcpy(copy, history, sizeof copy);
            dp_space_response first = respond(&f, history, &s), second = respond(&f, history, &s);
            assert_memory_equal(copy, history, sizeof copy);
            dp_space_response third = advance(&f, history, &s);
            assert_memory_equal(&first, &second, sizeof first);
            assert_memory_equal(&first, &third, sizeof first);
            assert_memory_equal(&s, &same, sizeof s);
            assert_memory_equal(f.k, before.k, sizeof f.k);
            // what the law does not use is not written
            for (int j = used; j < DP_SPACE_HISTORY_MAX; j++)
                assert_true(history[j] == 7.0 + j);
        }
    }
}

// A contact apart is one that never touched.
static void a_law_with_compliance_forgets_a_contact_apart(void **state) {
    (void)state;
    for (int law = 3; law < SPACE_LAWS; law++) {
        dp_friction f = space_law(law);
        int used = dp_space_history_count(&f);
        double history[DP_SPACE_HISTORY_MAX] = {0};
        space_walk walk = free_walk(&f, 61);
        for (int i = 0; i < 50; i++) {
            dp_space_state s = walk_on(&walk);
            advance(&f, history, &s);
            s.stiffness = 0.0;
            s.normal = i % 2 ? 0.0 : 1.0;
            dp_space_response r = advance(&f, history, &s);
            assert_true(r.stored == 0.0);
            if (i % 2) assert_true(vector_length(r.force) == 0.0);
            for (int j = 0; j < used; j++)
                assert_true(history[j] == 0.0);
        }
    }
}

// --- the line of the exact law ---

static void expect_refusal(const dp_friction *f, double *history, const dp_space_state *s,
                           dp_status status, const char *word) {
    double copy[DP_SPACE_HISTORY_MAX];
    memcpy(copy, history, sizeof copy);
    for (int i = 0; i < 2; i++) {
        dp_error err = {0};
        dp_space_response r = {{0}, 0.0, 0.0};
        dp_status got = i == 0 ? dp_space_respond(f, history, s, &r, &err)
                               : dp_space_advance(f, history, s, &r, &err);
        assert_int_equal(got, status);
        assert_int_equal(err.status, status);
        assert_non_null(strstr(err.text, word));
        assert_true(isnan(r.force[0]) && isnan(r.force[1]) && isnan(r.force[2]));
        assert_true(isnan(r.stored) && isnan(r.friction));
        assert_memory_equal(copy, history, sizeof copy);
        assert_int_equal(i == 0 ? dp_space_respond(f, history, s, &r, NULL)
                                : dp_space_advance(f, history, s, &r, NULL),
                         status);
    }
}

static void slide_along(dp_space_state *s, const space_frame *frame, double t, double b) {
    memcpy(s->axis, frame->n, sizeof s->axis);
    for (int c = 0; c < 3; c++)
        s->velocity[c] = t * frame->t[c] + b * frame->b[c];
}

static dp_space_state pushed_state(void) {
    return (dp_space_state){.normal = 1.0, .stiffness = 1.0, .step = 0.1, .brake = INFINITY};
}

static void the_exact_law_is_refused_off_its_line(void **state) {
    (void)state;
    dp_friction f = space_law(3);
    for (int i = 0; i < 2; i++) {
        double history[DP_SPACE_HISTORY_MAX] = {0}, way = 0.0;
        space_frame frame = frame_about(0.1, 0.7, 0.3, 0.5);
        dp_space_state s = pushed_state();
        for (int n = 0; n < 20; n++) {
            slide_along(&s, &frame, n % 3 ? 2.0 : -1.0, 0.0);
            way += vector_length(s.velocity) * s.step;
            advance(&f, history, &s);
        }
        // all at once and in small parts, to either side
        double aside = 1e-3 * way / s.step;
        slide_along(&s, &frame, 0.0, i == 0 ? aside : -aside);
        expect_refusal(&f, history, &s, DP_ERR_VALIDITY, "mindlin-deresiewicz");
        int parts = 0;
        dp_space_response r;
        do
            slide_along(&s, &frame, 0.0, (parts % 2 ? 9.5e-5 : -9.5e-5) * aside);
        while (dp_space_advance(&f, history, &s, &r, NULL) == DP_OK && ++parts < 100);
        assert_int_equal(parts, 10);
        expect_refusal(&f, history, &s, DP_ERR_VALIDITY, "mindlin takes any way");
        // its line is still open
        slide_along(&s, &frame, 1.0, 0.0);
        advance(&f, history, &s);
        // a curve leaves it
        s = pushed_state();
        for (parts = 0; parts < 1000; parts++) {
            slide_along(&s, &frame, cos(1e-4 * parts), sin(1e-4 * parts));
            if (dp_space_advance(&f, history, &s, &r, NULL) != DP_OK) break;
        }
        assert_true(parts < 30);
    }
}

static void rounding_does_not_leave_the_line(void **state) {
    (void)state;
    dp_friction f = space_law(3);
    uint64_t seed = 67;
    double history[DP_SPACE_HISTORY_MAX] = {0};
    struct on_line line = {{0}, 0.0};
    space_walk walk = {.seed = seed,
                       .frame = frame_about(0.5, 0.7, -0.3, 0.5),
                       .is_straight = true,
                       .turning = 0.3};
    for (int i = 0; i < PATH; i++) {
        dp_space_state s = walk_on(&walk);
        double wobble = 1e-12 * walk.speed * (2.0 * law_random(&seed) - 1.0);
        for (int c = 0; c < 3; c++)
            s.velocity[c] += wobble * walk.frame.b[c];
        dp_space_response r = advance(&f, history, &s);
        struct line_answer a = answer_on_line(&f, &line, &s, walk.speed);
        CHECK_WITHIN(vector_dot(r.force, walk.frame.t), a.force, 1e-13);
        CHECK_WITHIN(r.stored, a.stored, 1e-13);
    }
    // a head-on touch slides by rounding alone, in any direction
    memset(history, 0, sizeof history);
    for (int i = 0; i <= 200; i++) {
        dp_space_state s = pushed_state();
        double depth = sin(3.14159265358979 * i / 200);
        s.stiffness = sqrt(depth);
        s.normal = fmax(0.0, s.stiffness * (depth - 0.01 * i / 200));
        s.step = 0.005;
        slide_along(&s, &walk.frame, 1e-16 * (law_random(&seed) - 0.5),
                    1e-16 * (law_random(&seed) - 0.5));
        dp_space_response r = advance(&f, history, &s);
        assert_true(vector_length(r.force) < 1e-15);
    }
    assert_true(history[0] == 0.0 && history[3] == 0.0);
}

// Rounding says nothing about the line along which the contact slides in the end.
static void rounding_does_not_choose_the_line(void **state) {
    (void)state;
    dp_friction f = space_law(3);
    uint64_t seed = 83;
    double history[DP_SPACE_HISTORY_MAX] = {0}, straight[DP_SPACE_HISTORY_MAX] = {0};
    space_frame frame = frame_about(0.5, 0.7, -0.3, 0.5);
    dp_space_state s = pushed_state(), still = s;
    for (int i = 0; i < 200; i++) {
        double noise = 1e-16 * law_random(&seed), angle = 6.3 * law_random(&seed);
        bool slides = i >= 100;
        slide_along(&still, &frame, slides ? 0.3 : 0.0, 0.0);
        slide_along(&s, &frame, (slides ? 0.3 : 0.0) + noise * cos(angle), noise * sin(angle));
        dp_space_response r = advance(&f, history, &s), a = advance(&f, straight, &still);
        for (int c = 0; c < 3; c++)
            CHECK_WITHIN(r.force[c], a.force[c], 1e-14);
        CHECK_WITHIN(r.stored, a.stored, 1e-14);
        CHECK_WITHIN(r.friction, a.friction, 1e-14);
    }
    // small steps on a curve leave the line all the same
    memset(history, 0, sizeof history);
    dp_space_response r;
    int parts;
    for (parts = 0; parts < 1000; parts++) {
        slide_along(&s, &frame, 1e-7 * cos(0.1 * parts), 1e-7 * sin(0.1 * parts));
        if (dp_space_advance(&f, history, &s, &r, NULL) != DP_OK) break;
    }
    // 100 of these ways are a millionth of the push over the stiffness; so is the way across that
    // 157 more leave, 2/pi of the way on a circle
    assert_in_range(parts, 250, 265);
}

// What holds no force has no line: contacts apart, and those that do not push.
static void after_it_opened_a_contact_takes_a_new_line(void **state) {
    (void)state;
    dp_friction f = space_law(3);
    for (int i = 0; i < 4; i++) {
        double history[DP_SPACE_HISTORY_MAX] = {0}, fresh[DP_SPACE_HISTORY_MAX] = {0};
        space_frame frame = frame_about(0.1, 0.7, 0.3, 0.5);
        dp_space_state s = pushed_state();
        slide_along(&s, &frame, 1.0, 0.0);
        dp_space_response before = advance(&f, history, &s);
        // it opens while it slides along its line or elsewhere
        if (i < 2)
            s.stiffness = 0.0, s.normal = 0.0;
        else
            s.normal = -1.0;
        slide_along(&s, &frame, i % 2 ? 0.0 : 1.0, i % 2 ? 1.0 : 0.0);
        dp_space_response r = advance(&f, history, &s);
        assert_true(vector_length(r.force) == 0.0 && r.stored == 0.0);
        // a contact that closes slips to the end, which takes work
        assert_true(i < 2 ? r.friction == before.stored : r.friction > 0.0);
        s = pushed_state();
        for (int n = 0; n < 5; n++) {
            slide_along(&s, &frame, -0.6, 0.8);
            r = advance(&f, history, &s);
            dp_space_response other = advance(&f, fresh, &s);
            for (int c = 0; c < 3 && i < 2; c++)
                assert_true(r.force[c] == other.force[c]);
        }
        CHECK_NEAR(vector_dot(r.force, s.velocity), -vector_length(r.force), 1e-15);
        slide_along(&s, &frame, 1.0, 0.0);
        expect_refusal(&f, history, &s, DP_ERR_VALIDITY, "along one line");
    }
}

// --- brake and refusals ---

static void a_brake_bounds_laws_of_the_speed(void **state) {
    (void)state;
    for (int law = 0; law < SPACE_LAWS; law++) {
        dp_friction f = space_law(law);
        uint64_t seed = 71;
        space_frame frame = frame_about(0.6, -0.7, 0.3, 0.5);
        int bounded = 0;
        for (int i = 0; i < PATH; i++) {
            double free[DP_SPACE_HISTORY_MAX] = {0}, braked[DP_SPACE_HISTORY_MAX] = {0};
            dp_space_state s = pushed_state();
            double speed = pow(10.0, -6.0 * law_random(&seed)), angle = 6.3 * law_random(&seed);
            slide_along(&s, &frame, speed * cos(angle), speed * sin(angle));
            if (i == 0) memset(s.velocity, 0, sizeof s.velocity);
            dp_space_response all = advance(&f, free, &s);
            s.brake = i == 1 ? 0.0 : pow(10.0, 6.0 * law_random(&seed) - 3.0);
            dp_space_response r = advance(&f, braked, &s);
            double size = vector_length(all.force), most = s.brake * vector_length(s.velocity);
            if (f.law->grip != NULL) most = size;
            double expected = fmin(size, most);
            bounded += most < size;
            CHECK_NEAR(vector_length(r.force), expected, 1e-15);
            // a share of the force, and of its work
            for (int c = 0; c < 3; c++)
                CHECK_WITHIN(r.force[c] * size, all.force[c] * expected, 1e-15 * size * size);
            CHECK_WITHIN(r.friction * size, all.friction * expected, 1e-15 * size * all.friction);
        }
        assert_true(f.law->grip == NULL ? bounded > PATH / 10 && bounded < PATH : bounded == 0);
    }
}

static void bristles_have_no_form_in_space(void **state) {
    (void)state;
    dp_friction f = {.law = dp_friction_law_find("lugre")};
    double history[DP_SPACE_HISTORY_MAX] = {0};
    dp_space_state s = pushed_state();
    size_t failed = 0;
    dp_error err = {0};
    dp_space_arrays none = {.count = 0};
    assert_int_equal(dp_space_history_count(&f), -1);
    expect_refusal(&f, history, &s, DP_ERR_UNSUPPORTED, "lugre");
    assert_int_equal(dp_space_advances(&f, &none, &failed, &err), DP_ERR_UNSUPPORTED);
    assert_non_null(strstr(err.text, "lugre"));
}

static void what_cannot_be_meant_is_refused(void **state) {
    (void)state;
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    for (int law = 0; law < SPACE_LAWS; law++) {
        dp_friction f = space_law(law);
        double history[DP_SPACE_HISTORY_MAX] = {0};
        space_walk walk = free_walk(&f, 73);
        for (int i = 0; i < 9; i++) {
            dp_space_state s = walk_on(&walk);
            advance(&f, history, &s);
        }
        const dp_space_state good = walk_on(&walk);
        for (int part = 0; part < 9; part++) {
            for (int i = 0; i < 3; i++) {
                dp_space_state s = good;
                double *const parts[] = {&s.normal,      &s.stiffness,   &s.step,
                                         &s.axis[0],     &s.axis[1],     &s.axis[2],
                                         &s.velocity[0], &s.velocity[1], &s.velocity[2]};
                *parts[part] = bad[i];
                expect_refusal(&f, history, &s, DP_ERR_RANGE, "sliding contact");
            }
        }
        dp_space_state s = good;
        s.step = -1e-9;
        expect_refusal(&f, history, &s, DP_ERR_RANGE, "sliding contact");
        s = good;
        s.brake = NAN;
        expect_refusal(&f, history, &s, DP_ERR_RANGE, "sliding contact");
        s.brake = -1e-9;
        expect_refusal(&f, history, &s, DP_ERR_RANGE, "sliding contact");
        // a step of no length is one
        s = good;
        s.step = 0.0;
        advance(&f, history, &s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_law_is_here_or_has_no_form_in_space),
        cmocka_unit_test(along_a_line_the_numbers_are_those_of_the_line),
        cmocka_unit_test(a_rolling_contact_keeps_its_spring),
        cmocka_unit_test(rotated_vectors_give_the_rotated_force),
        cmocka_unit_test(the_other_body_sees_the_opposite_force_to_the_bit),
        cmocka_unit_test(asking_changes_nothing_and_is_what_advancing_says),
        cmocka_unit_test(a_law_with_compliance_forgets_a_contact_apart),
        cmocka_unit_test(the_exact_law_is_refused_off_its_line),
        cmocka_unit_test(rounding_does_not_leave_the_line),
        cmocka_unit_test(rounding_does_not_choose_the_line),
        cmocka_unit_test(after_it_opened_a_contact_takes_a_new_line),
        cmocka_unit_test(a_brake_bounds_laws_of_the_speed),
        cmocka_unit_test(bristles_have_no_form_in_space),
        cmocka_unit_test(what_cannot_be_meant_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
