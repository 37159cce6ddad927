// Tests for src/mechanism/curves.c: what tables of drivers and forces give between their points and
// beyond them, and what the ledger makes of a drive that takes back what it gave.

#include "check.h"
#include "mechanism_cases.h"
#include "mechanism_parts.h"

enum { POINTS = 7, COEFFICIENTS = 4 * (POINTS - 1) };

// --- splines of another make ---------------------------------------------------------------------

// Four coefficients for each piece, [1, s, s^2, s^3] from its left point, from one equation for
// every condition of the spline, and elimination with pivots.
struct pieces {
    int count;  // of points
    const double *time, *value;
    double c[COEFFICIENTS];
};

struct equations {
    int rows, size;
    double a[COEFFICIENTS][COEFFICIENTS + 1];
};

// Derivative `order` of piece k at s is `by` times what this adds to the row.
static void add_terms(struct equations *e, int k, double s, int order, double by) {
    for (int power = order; power < 4; power++) {
        double factor = by;
        for (int i = 0; i < order; i++)
            factor *= power - i;
        e->a[e->rows][4 * k + power] += factor * pow(s, power - order);
    }
}

static void end_row(struct equations *e, double right) {
    e->a[e->rows++][e->size] = right;
}

static void solve(struct equations *e, double *x) {
    int n = e->size;
    assert_int_equal(e->rows, n);
    for (int i = 0; i < n; i++) {
        int best = i;
        for (int r = i; r < n; r++)
            if (fabs(e->a[r][i]) > fabs(e->a[best][i])) best = r;
        for (int c = 0; c <= n; c++) {
            double swap = e->a[i][c];
            e->a[i][c] = e->a[best][c];
            e->a[best][c] = swap;
        }
        for (int r = 0; r < n; r++) {
            double by = r == i ? 0.0 : e->a[r][i] / e->a[i][i];
            for (int c = i; c <= n; c++)
                e->a[r][c] -= by * e->a[i][c];
        }
    }
    for (int i = 0; i < n; i++)
        x[i] = e->a[i][n] / e->a[i][i];
}

static void find_pieces(struct pieces *p, int repeats) {
    static struct equations e;
    int pieces = p->count - 1;
    double h = 0.0;
    memset(&e, 0, sizeof e);
    e.size = 4 * pieces;
    for (int k = 0; k < pieces; k++) {
        h = p->time[k + 1] - p->time[k];
        add_terms(&e, k, 0.0, 0, 1.0);
        end_row(&e, p->value[k]);
        add_terms(&e, k, h, 0, 1.0);
        end_row(&e, p->value[k + 1]);
        for (int order = 1; order < 3 && k + 1 < pieces; order++) {
            add_terms(&e, k, h, order, 1.0);
            add_terms(&e, k + 1, 0.0, order, -1.0);
            end_row(&e, 0.0);
        }
    }
    for (int order = 1; order < 3 && repeats; order++) {
        add_terms(&e, 0, 0.0, order, 1.0);
        add_terms(&e, pieces - 1, h, order, -1.0);
        end_row(&e, 0.0);
    }
    if (!repeats) {
        add_terms(&e, 0, 0.0, 2, 1.0);
        end_row(&e, 0.0);
        add_terms(&e, pieces - 1, h, 2, 1.0);
        end_row(&e, 0.0);
    }
    solve(&e, p->c);
}

static void pieces_at(const struct pieces *p, double t, double out[3]) {
    int k = 0;
    while (k < p->count - 2 && t >= p->time[k + 1])
        k++;
    const double s = t - p->time[k], *c = p->c + 4 * k;
    out[0] = c[0] + s * (c[1] + s * (c[2] + s * c[3]));
    out[1] = c[1] + s * (2.0 * c[2] + 3.0 * s * c[3]);
    out[2] = 2.0 * c[2] + 6.0 * s * c[3];
}

// The cubic of piece k that has these slopes at its ends.
static void bend_piece(struct pieces *p, int k, double left, double right) {
    double h = p->time[k + 1] - p->time[k], mean = (p->value[k + 1] - p->value[k]) / h;
    double *c = p->c + 4 * k;
    c[1] = left;
    c[2] = (3.0 * mean - 2.0 * left - right) / h;
    c[3] = (left + right - 2.0 * mean) / (h * h);
}

// A driver that holds: the pieces at the ends that the run goes beyond come to rest there, with the
// slopes of the natural spline at their inner points.
static void come_to_rest(struct pieces *p) {
    int last = p->count - 2;
    double inner = p->c[4 * last + 1], h = p->time[1] - p->time[0];
    double outer = p->c[1] + h * (2.0 * p->c[2] + 3.0 * h * p->c[3]);
    bend_piece(p, 0, 0.0, outer);
    bend_piece(p, last, last == 0 ? 0.0 : inner, 0.0);
}

// What lies beyond, too.
static void expect_at(const struct pieces *p, dp_table_beyond beyond, int is_angle, double t,
                      double out[3]) {
    const double first = p->time[0], last = p->time[p->count - 1];
    const double gone = is_angle ? p->value[p->count - 1] - p->value[0] : 0.0;
    double end = t < first ? first : last;
    if (beyond == DP_BEYOND_PERIODIC) {
        double turns = floor((t - first) / (last - first));
        pieces_at(p, t - turns * (last - first), out);
        out[0] += turns * gone;
    } else if (t >= first && t <= last) {
        pieces_at(p, t, out);
    } else {
        pieces_at(p, end, out);
        if (beyond == DP_BEYOND_HOLD) out[1] = 0.0;
        out[0] += out[1] * (t - end);
        out[2] = 0.0;
    }
}

static double random_to(unsigned *state, double low, double high) {
    *state = *state * 1664525u + 1013904223u;
    return low + (high - low) * (double)(*state >> 8) / (double)(1u << 24);
}

// A table of 2 to POINTS points; its ends agree where `closes`.
static int random_table(unsigned *seed, int closes, double *time, double *value) {
    int count = 2 + (int)random_to(seed, 0.0, POINTS - 1.001);
    double t = random_to(seed, 0.05, 0.3);
    for (int i = 0; i < count; i++) {
        time[i] = t;
        value[i] = random_to(seed, -1.0, 1.0);
        t += random_to(seed, 0.1, 0.5);
    }
    if (closes) value[count - 1] = value[0];
    return count;
}

static dp_mechanism *driven(const dp_mechanism_table *table, int is_angle) {
    struct parts p;
    parts_begin(&p);
    dp_mechanism_body *body = add_body(&p, "puck", 2.0, 0.5);
    if (!is_angle) body->angle = 0.3;
    body->y = 0.0;
    if (is_angle) body->x = 0.0;
    dp_mechanism_driver *d = add_driver(&p, 0, is_angle ? DP_DRIVEN_ANGLE : DP_DRIVEN_X);
    d->name = "drive";
    d->table = *table;
    return mechanism_build(&p.def);
}

static void check_rows(const struct rows *rows, const struct pieces *p, dp_table_beyond beyond,
                       int is_angle) {
    for (int i = 0; i < rows->count; i++) {
        double want[3], size[3] = {10.0, 100.0, 1e4}, near = INFINITY;
        for (int k = 0; k < p->count; k++)
            near = fmin(near, fabs(rows->time[i] - p->time[k]));
        // accelerations may jump at an end: which one it has there is decided elsewhere
        if (near < 1e-9) continue;
        expect_at(p, beyond, is_angle, rows->time[i], want);
        // what two eliminations of some twenty equations leave
        for (int k = 0; k < 3; k++)
            CHECK_WITHIN(rows->value[i][k], want[k], 1e-13 * size[k]);
    }
}

// Splines between their points and beyond them: two and more points, ends that come to rest, that
// go on and that meet.
static void splines_between_and_beyond(void **state) {
    (void)state;
    unsigned seed = 7;
    for (int i = 0; i < 120; i++) {
        double time[POINTS], value[POINTS];
        const int is_angle = i % 2, kind = i / 2 % 3;
        const dp_table_beyond beyond = kind == 0   ? DP_BEYOND_HOLD
                                       : kind == 1 ? DP_BEYOND_LINE
                                                   : DP_BEYOND_PERIODIC;
        dp_mechanism_table table = {.time = time, .value = value, .beyond = beyond};
        table.count = random_table(&seed, beyond == DP_BEYOND_PERIODIC && !is_angle, time, value);
        struct pieces p = {.count = table.count, .time = time, .value = value};
        find_pieces(&p, beyond == DP_BEYOND_PERIODIC);
        if (beyond == DP_BEYOND_HOLD) come_to_rest(&p);
        dp_mechanism *m = driven(&table, is_angle);
        struct rows rows;
        record(m, 4.0, 0.037,
               is_angle ? "puck.angle puck.omega puck.alpha" : "puck.x puck.vx puck.ax", &rows);
        check_rows(&rows, &p, beyond, is_angle);
        dp_mechanism_free(m);
    }
}

// A ramp of two points: it begins as the straight line does, whether or not the run goes beyond it,
// and comes to rest where it does.
static void a_ramp_comes_to_rest(void **state) {
    (void)state;
    const double time[] = {0.0, 0.1}, value[] = {0.0, 1.5};
    dp_mechanism_table table = {.time = time, .value = value, .count = 2};
    dp_mechanism *m = driven(&table, 1);
    struct rows rows;
    dp_mechanism_result result = record(m, 1.0, 0.005, "puck.angle puck.omega drive.moment", &rows);
    for (int i = 0; i < rows.count; i++) {
        double s = rows.time[i] < 0.1 ? rows.time[i] / 0.1 : 1.0, t = rows.time[i];
        CHECK_WITHIN(rows.value[i][0], 1.5 * s * (1.0 + s - s * s), 1e-14);
        CHECK_WITHIN(rows.value[i][1], 15.0 * (1.0 + 2.0 * s - 3.0 * s * s), 1e-12);
        if (fabs(t - 0.1) > 1e-9)
            CHECK_WITHIN(rows.value[i][2], t < 0.1 ? 0.5 * 150.0 * (2.0 - 6.0 * s) : 0.0, 1e-10);
    }
    // what it moved with in the beginning went back through the drive
    CHECK_NEAR(result.energy.input, -0.5 * 0.5 * 15.0 * 15.0, 1e-12);
    CHECK_WITHIN(result.energy.final, 0.0, 1e-12);
    record(m, 0.1, 0.005, "puck.angle puck.omega drive.moment", &rows);
    for (int i = 0; i < rows.count; i++) {
        CHECK_WITHIN(rows.value[i][0], 15.0 * rows.time[i], 1e-14);
        CHECK_WITHIN(rows.value[i][1], 15.0, 1e-12);
    }
    dp_mechanism_free(m);
}

// A slider on an oblique line, in a loop and in pieces: drive and rest are those of x.
static void a_slide_comes_to_rest(void **state) {
    (void)state;
    const double time[] = {0.0, 0.1, 0.3}, value[] = {0.2, 0.5, 0.4};
    struct parts p;
    parts_begin(&p);
    add_body(&p, "slider", 1.0, 1.0);
    dp_mechanism_joint *guide = add_joint(&p, DP_JOINT_TRANSLATIONAL, DP_GROUND, 0);
    guide->axis[0] = -0.6;
    guide->axis[1] = 0.8;
    guide->through[1] = 0.3;
    add_driver(&p, 0, DP_DRIVEN_X)->table =
        (dp_mechanism_table){.time = time, .value = value, .count = 3};
    dp_mechanism *m = mechanism_build(&p.def);
    struct pieces own = {.count = 3, .time = time, .value = value};
    find_pieces(&own, 0);
    bend_piece(&own, 1, own.c[5], 0.0);
    struct rows rows;
    record(m, 1.0, 0.013, "slider.x slider.y slider.vx slider.ax", &rows);
    for (int i = 0; i < rows.count; i++) {
        double want[3], t = rows.time[i];
        expect_at(&own, DP_BEYOND_HOLD, 0, t, want);
        CHECK_WITHIN(rows.value[i][0], want[0], 1e-13);
        CHECK_WITHIN(rows.value[i][1], 0.3 - want[0] * 0.8 / 0.6, 1e-13);
        CHECK_WITHIN(rows.value[i][2], want[1], 1e-12);
        CHECK_WITHIN(rows.value[i][3], want[2], 1e-11);
    }
    dp_mechanism_free(m);
}

static void refuse_table(const dp_mechanism_table *table, int is_angle, double until,
                         dp_status expected, const char *words) {
    struct parts p;
    parts_begin(&p);
    add_body(&p, "puck", 2.0, 0.5);
    dp_mechanism_driver *d = add_driver(&p, 0, is_angle ? DP_DRIVEN_ANGLE : DP_DRIVEN_X);
    d->name = "drive";
    d->table = *table;
    dp_mechanism *m = NULL;
    dp_error err = {0};
    dp_mechanism_run_def run = dp_mechanism_run_defaults();
    dp_mechanism_result result;
    dp_mechanism_motion motion;
    run.until = until;
    dp_status status = dp_mechanism_build(&m, &p.def, &err);
    if (status == DP_OK) {
        assert_int_equal(dp_mechanism_check_motion(m, until, &motion, &err), expected);
        status = dp_mechanism_run(m, &run, &result, &err);
    }
    assert_int_equal(status, expected);
    if (expected != DP_OK && strstr(err.text, words) == NULL)
        fail_msg("'%s' is not in: %s", words, err.text);
    if (expected != DP_OK) assert_int_equal(err.subject, DP_SUBJECT_DRIVER);
    dp_mechanism_free(m);
}

// Speeds that would jump, ends that do not meet, and runs that leave a table that says so: each
// with its numbers.
static void what_lies_beyond_is_refused(void **state) {
    (void)state;
    const double time[] = {0.25, 0.5, 1.0}, value[] = {0.0, 1.0, 3.0}, round[] = {1.0, 2.0, 1.0};
    dp_mechanism_table table = {.time = time, .value = value, .count = 3};
    refuse_table(&table, 1, 2.0, DP_OK, "");
    table.beyond = DP_BEYOND_PERIODIC;
    refuse_table(&table, 1, 2.0, DP_OK, "");
    refuse_table(&table, 0, 0.5, DP_ERR_CONFLICT, "begins with 0 m and ends with 3 m");
    table.beyond = DP_BEYOND_LINE;
    refuse_table(&table, 0, 2.0, DP_OK, "");
    table.beyond = DP_BEYOND_ERROR;
    refuse_table(&table, 0, 0.5, DP_ERR_RANGE, "drive begins at 0.25 s, after the run");
    const double early[] = {0.0, 0.5, 1.0};
    table.time = early;
    refuse_table(&table, 0, 2.0, DP_ERR_RANGE, "ends at 1 s, before the run, which ends at 2 s");
    refuse_table(&table, 0, 1.0, DP_OK, "");
    table.beyond = (dp_table_beyond)4;
    refuse_table(&table, 0, 1.0, DP_ERR_RANGE, "none there is");
    table.beyond = DP_BEYOND_PERIODIC;
    table.value = round;
    refuse_table(&table, 0, 2.0, DP_OK, "");
    // the start would have another speed than the one it was assembled with
    const double before[] = {-2.0, -1.0, 1.0};
    table.time = before;
    table.value = value;
    table.beyond = DP_BEYOND_HOLD;
    refuse_table(&table, 0, 2.0, DP_ERR_CONFLICT, "its points at -1 s and 1 s, as the run goes on");
    refuse_table(&table, 0, 1.0, DP_OK, "");
    table.shape = DP_TABLE_HERMITE;
    refuse_table(&table, 0, 2.0, DP_OK, "");
}

// --- forces --------------------------------------------------------------------------------------

// A push that grows evenly and then stays, and one that goes on to grow.
static void forces_hold_or_go_on(void **state) {
    (void)state;
    const double time[] = {0.0, 0.1}, value[] = {0.0, 1.0};
    for (int line = 0; line < 2; line++) {
        struct parts p;
        parts_begin(&p);
        add_body(&p, "wheel", 1.0, 0.1);
        dp_mechanism_force *push = add_force(&p, DP_FORCE_TORQUE, DP_GROUND, 0);
        push->torque = 1.0;
        push->factor = (dp_mechanism_table){.time = time,
                                            .value = value,
                                            .count = 2,
                                            .beyond = line ? DP_BEYOND_LINE : DP_BEYOND_HOLD};
        dp_mechanism *m = mechanism_build(&p.def);
        dp_body_state end;
        dp_mechanism_result result = run_to(m, 1.0, 1e-11, &end, NULL);
        CHECK_NEAR(end.omega, line ? 50.0 : 9.5, 1e-12);
        CHECK_NEAR(result.energy.input, 0.05 * end.omega * end.omega, 1e-11);
        dp_mechanism_free(m);
    }
}

// Blows of a hundredth of a period, two hundred times: none is stepped over. A period that rounding
// cannot add up, and an odd start.
static void pulses_that_repeat_are_met(void **state) {
    (void)state;
    const double period = 0.1 / 3.0, wide = 0.01 * period, at = 0.013;
    const double time[] = {at, at + wide, at + 2.0 * wide, at + period};
    const double value[] = {0.0, 1.0, 0.0, 0.0};
    struct parts p;
    parts_begin(&p);
    add_body(&p, "puck", 2.0, 0.1);
    dp_mechanism_force *push = add_force(&p, DP_FORCE_APPLIED, DP_GROUND, 0);
    push->force[0] = 100.0;
    push->factor = (dp_mechanism_table){.time = time,
                                        .value = value,
                                        .count = 4,
                                        .shape = DP_TABLE_HERMITE,
                                        .beyond = DP_BEYOND_PERIODIC};
    dp_mechanism *m = mechanism_build(&p.def);
    dp_body_state end;
    dp_mechanism_result result = run_to(m, 200.0 * period, 1e-9, &end, NULL);
    // half of the blow on either side of its peak
    CHECK_NEAR(end.vx, 200.0 * 100.0 * wide / 2.0, 1e-11);
    assert_true(result.solver.steps < 200 * 30);
    dp_mechanism_free(m);
}

// A crank that a spline turns once in each period, for a hundred periods: its speed is smooth
// across the seam, and the drive gives as much as it takes.
static void a_crank_turns_period_after_period(void **state) {
    (void)state;
    const double turn = 6.283185307179586477, time[] = {0.0, 0.1, 0.25, 0.4};
    const double value[] = {0.5, 0.5 + 0.2 * turn, 0.5 + 0.7 * turn, 0.5 + turn};
    dp_mechanism_table table = {
        .time = time, .value = value, .count = 4, .beyond = DP_BEYOND_PERIODIC};
    dp_mechanism *m = driven(&table, 1);
    struct rows rows;
    dp_mechanism_result result = record(m, 40.0, 0.4, "puck.angle puck.omega puck.alpha", &rows);
    for (int i = 0; i < rows.count; i++) {
        CHECK_WITHIN(rows.value[i][0], 0.5 + turn * i, 1e-10);
        CHECK_NEAR(rows.value[i][1], rows.value[0][1], 1e-10);
        CHECK_NEAR(rows.value[i][2], rows.value[0][2], 1e-9);
    }
    CHECK_WITHIN(result.energy.error, 0.0, 1e-11);
    dp_mechanism_free(m);
}

// A drive that leaves from rest in the middle of a run, period after period or once: its
// acceleration jumps, and a step that ends there sees what lies before. Statistics of its moment by
// hand.
static void drives_leave_from_rest(void **state) {
    (void)state;
    const double time[] = {0.0, 0.2, 0.3}, value[] = {0.0, 0.0, 1.0}, inertia = 0.1, h = 0.1;
    const double ends[] = {0.3, 0.9, 6.0};
    for (int i = 0; i < 9; i++) {
        const int kind = i / 3;
        const double until = ends[i % 3];
        struct parts p;
        parts_begin(&p);
        add_body(&p, "wheel", 1.0, inertia);
        add_pin(&p, DP_GROUND, 0.0, 0, 0.0);
        add_driver(&p, 0, DP_DRIVEN_ANGLE)->table =
            (dp_mechanism_table){.time = time + (kind == 1),
                                 .value = value + (kind == 1),
                                 .count = 3 - (kind == 1),
                                 .shape = DP_TABLE_HERMITE,
                                 .beyond = kind == 2 ? DP_BEYOND_PERIODIC : DP_BEYOND_HOLD};
        dp_mechanism *m = mechanism_build(&p.def);
        const int watched = channel(m, "wheel.moment");
        dp_channel_stats stats;
        dp_mechanism_run_def run = dp_mechanism_run_defaults();
        run.until = until;
        run.watch = &watched;
        run.watch_count = 1;
        run.stats = &stats;
        mechanism_run(m, &run);
        // alpha = (6 - 12 s)/h^2
        const double times = kind == 2 ? floor(until / 0.3 + 1e-9) : 1.0;
        const double peak = inertia * 6.0 / (h * h);
        CHECK_NEAR(stats.rms, peak * sqrt(times * h / 3.0 / until), 1e-9);
        CHECK_NEAR(stats.max, peak, 1e-9);
        CHECK_NEAR(stats.min, -peak, 1e-9);
        dp_mechanism_free(m);
    }
}

// --- the ledger ----------------------------------------------------------------------------------

// A wheel that is turned and then held: the drive takes back all it gave, and the run spends most
// of its time at rest. The balance is a part of what went through, whatever the mass.
static void a_drive_that_takes_back_is_balanced(void **state) {
    (void)state;
    const double time[] = {0.0, 1e-3}, value[] = {0.0, 30.0}, mass[] = {1e-6, 1.0, 1e6};
    for (int i = 0; i < 3; i++) {
        struct parts p;
        parts_begin(&p);
        add_body(&p, "wheel", mass[i], 0.1);
        add_pin(&p, DP_GROUND, 0.0, 0, 0.0);
        dp_mechanism_table table = {
            .time = time, .value = value, .count = 2, .shape = DP_TABLE_HERMITE};
        add_driver(&p, 0, DP_DRIVEN_ANGLE)->table = table;
        dp_mechanism *m = mechanism_build(&p.def);
        dp_mechanism_result result = run_to(m, 1.0, 1e-8, NULL, NULL);
        CHECK_WITHIN(result.energy.error, 0.0, 1e-12);
        // 1.5 times the mean speed at half way
        const double peak = 0.5 * 0.1 * 45e3 * 45e3;
        CHECK_WITHIN(result.energy.input, 0.0, 1e-11 * peak);
        dp_mechanism_free(m);
    }
}

// Torques that cancel: what passed is what the wheel had between them.
static void torques_that_cancel_are_balanced(void **state) {
    (void)state;
    const double time[] = {0.0, 0.1, 0.3, 0.4}, value[] = {0.0, 1.0, -1.0, 0.0};
    struct parts p;
    parts_begin(&p);
    add_body(&p, "wheel", 1e-6, 0.1);
    add_pin(&p, DP_GROUND, 0.0, 0, 0.0);
    dp_mechanism_force *push = add_force(&p, DP_FORCE_TORQUE, DP_GROUND, 0);
    push->torque = 100.0;
    push->factor =
        (dp_mechanism_table){.time = time, .value = value, .count = 4, .shape = DP_TABLE_HERMITE};
    dp_mechanism *m = mechanism_build(&p.def);
    dp_body_state end;
    dp_mechanism_result result = run_to(m, 1.0, 1e-8, &end, NULL);
    CHECK_WITHIN(end.omega, 0.0, 1e-10);
    // the tolerance of a step
    CHECK_WITHIN(result.energy.error, 0.0, 1e-9);
    dp_mechanism_free(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splines_between_and_beyond),
        cmocka_unit_test(a_ramp_comes_to_rest),
        cmocka_unit_test(a_slide_comes_to_rest),
        cmocka_unit_test(what_lies_beyond_is_refused),
        cmocka_unit_test(forces_hold_or_go_on),
        cmocka_unit_test(pulses_that_repeat_are_met),
        cmocka_unit_test(a_crank_turns_period_after_period),
        cmocka_unit_test(drives_leave_from_rest),
        cmocka_unit_test(a_drive_that_takes_back_is_balanced),
        cmocka_unit_test(torques_that_cancel_are_balanced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
