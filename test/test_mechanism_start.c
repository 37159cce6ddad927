// Starts of random linkages: values that are given are kept, the others follow.
//
// Every linkage is drawn in a random pose, so that the points of its joints close exactly there,
// and gets speeds that fulfil its joints, in maximal coordinates (three for each body): both are
// known without the library. A random part of these values is given back to it.

#include "check.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "mechanism_cases.h"
#include "mechanism_parts.h"

enum { BODIES = 6, JOINTS = 8, FIELDS = 6, ALL = 3 * BODIES, EQUATIONS = 80 };

static const double two_pi = 6.283185307179586;

static uint64_t dice = 1;

static double between(double low, double high) {
    dice = dice * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(dice >> 11) * 0x1p-53;
}

static int one_of(int count) {
    return (int)between(0.0, count) % count;
}

struct linkage {
    dp_mechanism_def def;
    dp_mechanism_body bodies[BODIES];
    dp_mechanism_joint joints[JOINTS];
    dp_mechanism_driver driver;
    double pose[BODIES][3], speed[BODIES][3];
};

// --- drawing -------------------------------------------------------------------------------------

static void begin(struct linkage *l, int bodies) {
    memset(l, 0, sizeof *l);
    l->def = dp_mechanism_defaults();
    l->def.bodies = l->bodies;
    l->def.joints = l->joints;
    l->def.body_count = bodies;
    for (int i = 0; i < bodies; i++) {
        l->bodies[i] = dp_mechanism_body_defaults(NULL, between(0.5, 2.0), between(0.01, 0.2));
        l->pose[i][0] = between(-1.0, 1.0);
        l->pose[i][1] = between(-1.0, 1.0);
        l->pose[i][2] = between(-3.0, 3.0);
    }
}

static void to_world(const struct linkage *l, int body, const double at[2], double out[2]) {
    static const double ground[3] = {0.0, 0.0, 0.0};
    const double *p = body < 0 ? ground : l->pose[body];
    out[0] = p[0] + cos(p[2]) * at[0] - sin(p[2]) * at[1];
    out[1] = p[1] + sin(p[2]) * at[0] + cos(p[2]) * at[1];
}

static void to_body(const struct linkage *l, int body, const double at[2], double out[2]) {
    if (body < 0) {
        memcpy(out, at, 2 * sizeof *out);
        return;
    }
    const double *p = l->pose[body];
    double x = at[0] - p[0], y = at[1] - p[1];
    out[0] = cos(p[2]) * x + sin(p[2]) * y;
    out[1] = cos(p[2]) * y - sin(p[2]) * x;
}

static double angle_of(const struct linkage *l, int body) {
    return body < 0 ? 0.0 : l->pose[body][2];
}

static dp_mechanism_joint *join(struct linkage *l, dp_joint_type type, int first, int second) {
    dp_mechanism_joint *j = &l->joints[l->def.joint_count++];
    double at[2] = {between(-1.0, 1.0), between(-1.0, 1.0)};
    // the order of the bodies must not matter
    int turned = type != DP_JOINT_CLEARANCE && one_of(2);
    *j = dp_mechanism_joint_defaults(type, turned ? second : first, turned ? first : second,
                                     dp_law_find("hertz"));
    to_body(l, j->first, at, j->at[0]);
    to_body(l, j->second, at, j->at[1]);
    j->angle = remainder(angle_of(l, j->second) - angle_of(l, j->first), two_pi);
    if (type == DP_JOINT_TRANSLATIONAL) {
        double a = between(-3.0, 3.0), by = between(-0.5, 0.5);
        j->axis[0] = cos(a);
        j->axis[1] = sin(a);
        j->through[0] = j->at[0][0] + by * j->axis[0];
        j->through[1] = j->at[0][1] + by * j->axis[1];
    }
    j->journal_radius = 0.0099;
    j->bearing_radius = 0.01;
    j->contact.pair.stiffness = 1e8;
    return j;
}

enum { FOUR_BAR, SLIDER_CRANK, SIX_BAR, TREE, CARTS, SHAPES };

// A pin, or with `loose` one with clearance.
static void pin(struct linkage *l, int first, int second, int loose) {
    join(l, loose ? DP_JOINT_CLEARANCE : DP_JOINT_REVOLUTE, first, second);
}

static void draw(struct linkage *l, int shape, int loose) {
    static const dp_joint_type types[] = {DP_JOINT_REVOLUTE, DP_JOINT_TRANSLATIONAL,
                                          DP_JOINT_FIXED};
    begin(l, shape == SIX_BAR ? 5 : shape == TREE ? 2 + one_of(4) : shape == CARTS ? 4 : 3);
    if (shape == FOUR_BAR || shape == SIX_BAR || shape == SLIDER_CRANK) {
        pin(l, DP_GROUND, 0, 0);
        pin(l, 0, 1, loose);
        pin(l, 1, 2, 0);
        join(l, shape == SLIDER_CRANK ? DP_JOINT_TRANSLATIONAL : DP_JOINT_REVOLUTE, DP_GROUND, 2);
    }
    if (shape == SIX_BAR) {
        pin(l, one_of(2) ? 1 : 2, 3, 0);
        pin(l, 3, 4, 0);
        join(l, one_of(2) ? DP_JOINT_TRANSLATIONAL : DP_JOINT_REVOLUTE, DP_GROUND, 4);
    }
    for (int i = 0; i < l->def.body_count && shape == TREE; i++)
        if (i > 0 || one_of(4) > 0)
            join(l, types[one_of(3)], i == 0 ? DP_GROUND : one_of(i + 1) - 1, i);
    if (shape == CARTS) {
        join(l, DP_JOINT_TRANSLATIONAL, DP_GROUND, 0);
        join(l, DP_JOINT_TRANSLATIONAL, 0, 1);
        pin(l, 0, 2, 0);
        join(l, DP_JOINT_TRANSLATIONAL, 2, 3);
        // and a loop through two slides
        if (one_of(2)) pin(l, 1, 3, loose);
    }
}

// --- equations in maximal coordinates ------------------------------------------------------------

struct equations {
    double row[EQUATIONS][ALL], right[EQUATIONS];
    int count;
};

static double *equation(struct equations *e, double right) {
    assert_true(e->count < EQUATIONS);
    memset(e->row[e->count], 0, sizeof e->row[0]);
    e->right[e->count] = right;
    return e->row[e->count++];
}

// Speed of a point of the plane on a body along n, times sign.
static void put_point(const struct linkage *l, int body, const double at[2], const double n[2],
                      double sign, double *row) {
    if (body < 0) return;
    row[3 * body] += sign * n[0];
    row[3 * body + 1] += sign * n[1];
    row[3 * body + 2] +=
        sign * (n[1] * (at[0] - l->pose[body][0]) - n[0] * (at[1] - l->pose[body][1]));
}

static void put_turn(int body, double sign, double *row) {
    if (body >= 0) row[3 * body + 2] += sign;
}

static void put_joint(const struct linkage *l, const dp_mechanism_joint *j, struct equations *e) {
    double at[2], a = angle_of(l, j->first);
    double ways[2][2] = {{1.0, 0.0}, {0.0, 1.0}};
    int slides = j->type == DP_JOINT_TRANSLATIONAL;
    to_world(l, j->second, j->at[1], at);
    ways[0][0] = slides ? -(sin(a) * j->axis[0] + cos(a) * j->axis[1]) : 1.0;
    ways[0][1] = slides ? cos(a) * j->axis[0] - sin(a) * j->axis[1] : 0.0;
    for (int i = 0; i < (slides ? 1 : 2); i++) {
        double *row = equation(e, 0.0);
        put_point(l, j->first, at, ways[i], -1.0, row);
        put_point(l, j->second, at, ways[i], 1.0, row);
    }
    if (slides || j->type == DP_JOINT_FIXED) {
        double *row = equation(e, 0.0);
        put_turn(j->first, -1.0, row);
        put_turn(j->second, 1.0, row);
    }
}

static void put_joints(const struct linkage *l, struct equations *e) {
    e->count = 0;
    for (int i = 0; i < l->def.joint_count; i++)
        put_joint(l, &l->joints[i], e);
    if (l->def.driver_count > 0)
        equation(e, l->driver.coefficient[0])[3 * l->driver.body + 2] = 1.0;
}

// Solve in order, nearest to v; returns the rank, and the least part that an equation had of its
// own.
static int solve(struct equations *e, int n, double *v, double *least) {
    int rank = 0;
    *least = 1.0;
    for (int r = 0; r < e->count; r++) {
        double *row = e->row[r], before = 0.0, after = 0.0, left = -e->right[r];
        for (int i = 0; i < n; i++) {
            before += row[i] * row[i];
            left += row[i] * v[i];
        }
        for (int pass = 0; pass < 2; pass++)
            for (int k = 0; k < rank; k++) {
                double dot = 0.0;
                for (int i = 0; i < n; i++)
                    dot += row[i] * e->row[k][i];
                for (int i = 0; i < n; i++)
                    row[i] -= dot * e->row[k][i];
            }
        for (int i = 0; i < n; i++)
            after += row[i] * row[i];
        if (!(after > 1e-20 * before) || before == 0.0) continue;
        double own = sqrt(after);
        *least = fmin(*least, own / sqrt(before));
        for (int i = 0; i < n; i++) {
            row[i] /= own;
            v[i] -= left / own * row[i];
        }
        memmove(e->row[rank++], row, sizeof e->row[0]);
    }
    return rank;
}

// --- one linkage ---------------------------------------------------------------------------------

static double *field_of(dp_mechanism_body *b, int field) {
    double *const fields[] = {&b->x, &b->y, &b->angle, &b->vx, &b->vy, &b->omega};
    return fields[field];
}

static double *hint_of(dp_mechanism_body *b, int field) {
    double *const fields[] = {&b->near_x, &b->near_y, &b->near_angle};
    return fields[field];
}

static double exact(const struct linkage *l, int body, int field) {
    return field < 3 ? l->pose[body][field] : l->speed[body][field - 3];
}

// Speeds that fulfil the joints; drivers turn the first body.
static void set_going(struct linkage *l, int driven) {
    struct equations e;
    double v[ALL], least;
    if (driven) {
        l->driver = dp_mechanism_driver_defaults(0, DP_DRIVEN_ANGLE);
        l->driver.start = l->pose[0][2];
        l->driver.coefficient[0] = between(-3.0, 3.0);
        l->def.drivers = &l->driver;
        l->def.driver_count = 1;
    }
    for (int i = 0; i < ALL; i++)
        v[i] = between(-2.0, 2.0);
    put_joints(l, &e);
    solve(&e, 3 * l->def.body_count, v, &least);
    put_joints(l, &e);
    solve(&e, 3 * l->def.body_count, v, &least);
    for (int i = 0; i < l->def.body_count; i++)
        memcpy(l->speed[i], v + 3 * i, sizeof l->speed[i]);
}

// Do the joints and the given values decide all positions (0) or speeds (1), none of them badly?
static int are_decided(const struct linkage *l, int speeds) {
    struct equations e;
    double v[ALL] = {0.0}, least;
    int n = 3 * l->def.body_count;
    put_joints(l, &e);
    for (int i = 0; i < n; i++)
        if (!isnan(*field_of((dp_mechanism_body *)&l->bodies[i / 3], 3 * speeds + i % 3)))
            equation(&e, 0.0)[i] = 1.0;
    return solve(&e, n, v, &least) == n && least > 1e-3;
}

// Give a part of the values, and hints near to the others. Speeds belong to their pose: they are
// given where the positions are decided.
static void give(struct linkage *l, double part, double hints) {
    for (int field = 0; field < FIELDS; field++) {
        if (field == 3 && !(hints > 0.0 && are_decided(l, 0))) return;
        for (int i = 0; i < l->def.body_count; i++) {
            int is_driven = l->def.driver_count > 0 && i == 0 && field == 2;
            if (between(0.0, 1.0) < part)
                *field_of(&l->bodies[i], field) = exact(l, i, field);
            else if (field < 3 && !is_driven && hints > 0.0)
                *hint_of(&l->bodies[i], field) = exact(l, i, field) + between(-hints, hints);
        }
    }
}

static double closed_to(const struct linkage *l, const dp_mechanism *m) {
    struct linkage now = *l;
    struct equations e;
    double worst = 0.0;
    now.def.bodies = now.bodies;
    for (int i = 0; i < l->def.body_count; i++) {
        dp_body_start start = dp_mechanism_body_start(m, i);
        memcpy(now.pose[i], start.value, sizeof now.pose[i]);
        memcpy(now.speed[i], start.value + 3, sizeof now.speed[i]);
    }
    for (int i = 0; i < l->def.joint_count; i++) {
        const dp_mechanism_joint *j = &l->joints[i];
        double a[2], b[2], turn = angle_of(&now, j->first);
        to_world(&now, j->first, j->type == DP_JOINT_TRANSLATIONAL ? j->through : j->at[0], a);
        to_world(&now, j->second, j->at[1], b);
        double x = b[0] - a[0], y = b[1] - a[1];
        double across = -(sin(turn) * j->axis[0] + cos(turn) * j->axis[1]) * x +
                        (cos(turn) * j->axis[0] - sin(turn) * j->axis[1]) * y;
        worst = fmax(worst, j->type == DP_JOINT_TRANSLATIONAL ? fabs(across) : hypot(x, y));
        if (j->type == DP_JOINT_TRANSLATIONAL || j->type == DP_JOINT_FIXED)
            worst =
                fmax(worst, fabs(remainder(angle_of(&now, j->second) - turn - j->angle, two_pi)));
    }
    put_joints(&now, &e);
    for (int r = 0; r < e.count; r++) {
        double left = -e.right[r];
        for (int i = 0; i < 3 * l->def.body_count; i++)
            left += e.row[r][i] * now.speed[i / 3][i % 3];
        worst = fmax(worst, fabs(left) / 10.0);
    }
    return worst;
}

struct tally {
    int built, poses, speeds, refused;
    double kept, closed, pose, speed;
};

static void try_one(int shape, int loose, int driven, double part, double hints,
                    struct tally *tally) {
    struct linkage l;
    dp_mechanism *m = NULL;
    dp_error err = {0};
    uint64_t seed = dice;
    draw(&l, shape, loose);
    set_going(&l, driven);
    give(&l, part, hints);
    if (dp_mechanism_build(&m, &l.def, &err) != DP_OK) {
        tally->refused++;
        print_message("shape %d loose %d driven %d part %g hints %g dice %llu: %s\n", shape, loose,
                      driven, part, hints, (unsigned long long)seed, err.text);
        return;
    }
    tally->built++;
    int decides_pose = are_decided(&l, 0), decides_speeds = are_decided(&l, 1);
    double pose = 0.0, speed = 0.0;
    for (int i = 0; i < l.def.body_count; i++) {
        dp_body_start start = dp_mechanism_body_start(m, i);
        for (int field = 0; field < FIELDS; field++) {
            double off = start.value[field] - exact(&l, i, field);
            int is_given = !isnan(*field_of(&l.bodies[i], field));
            if (field == 2) off = remainder(off, two_pi);
            assert_int_equal(start.is_given[field], is_given);
            if (is_given) tally->kept = fmax(tally->kept, fabs(off));
            if (field < 3)
                pose = fmax(pose, fabs(off));
            else
                speed = fmax(speed, fabs(off));
        }
    }
    // of several branches hints tell which
    if (decides_pose && hints > 0.0) {
        tally->poses++;
        tally->pose = fmax(tally->pose, pose);
    }
    if (decides_speeds && pose < 1e-9) {
        tally->speeds++;
        tally->speed = fmax(tally->speed, speed);
    }
    tally->closed = fmax(tally->closed, closed_to(&l, m));
    dp_mechanism_free(m);
}

static void given_values_of_random_linkages_are_kept(void **state) {
    (void)state;
    struct tally tally = {0};
    dice = 35;
    for (int i = 0; i < 500; i++)
        try_one(i % SHAPES, i % 3 == 2 && i % SHAPES != TREE, i / SHAPES % 4 == 1 && i % SHAPES < 3,
                between(0.0, 1.0), i % 4 == 0 ? 0.0 : 0.02, &tally);
    assert_int_equal(tally.built, 500);
    assert_true(tally.poses > 250 && tally.speeds > 250);
    // values that others imply differ by rounding, times how badly those decide them (1e3 at most)
    CHECK_WITHIN(tally.kept, 0.0, 1e-11);
    CHECK_WITHIN(tally.closed, 0.0, 1e-12);
    CHECK_WITHIN(tally.pose, 0.0, 1e-11);
    CHECK_WITHIN(tally.speed, 0.0, 1e-10);
}

// --- cases by hand -------------------------------------------------------------------------------

// Crank 0.5 m, rod 1 m with its centre of mass at the pin of the slider, slider along x; no driver.
static void make_crank(struct parts *p) {
    parts_begin(p);
    add_body(p, "crank", 1.0, 1.0);
    add_body(p, "rod", 0.5, 2.0);
    add_body(p, "slider", 0.5, 1.0);
    add_pin(p, DP_GROUND, 0.0, 0, 0.0);
    add_pin(p, 0, 0.5, 1, -1.0);
    add_pin(p, 1, 0.0, 2, 0.0);
    add_joint(p, DP_JOINT_TRANSLATIONAL, DP_GROUND, 2)->name = "guide";
}

// Cranks a and c on the ground, 1 m apart, coupler b between them.
static void make_four_bar(struct parts *p, double first, double coupler, double last) {
    static const char *const names[] = {"a", "b", "c"};
    const double half[] = {0.5 * first, 0.5 * coupler, 0.5 * last};
    parts_begin(p);
    for (int i = 0; i < 3; i++)
        add_body(p, names[i], 1.0, 0.1);
    add_pin(p, DP_GROUND, 0.0, 0, -half[0]);
    add_pin(p, 0, half[0], 1, -half[1])->name = "knee";
    add_pin(p, 1, half[1], 2, half[2]);
    add_pin(p, DP_GROUND, 1.0, 2, -half[2]);
}

// With clearance 0.2 mm in the knee.
static void loosen_knee(struct parts *p) {
    dp_mechanism_joint *knee = &p->joints[1];
    const double first = knee->at[0][0], second = knee->at[1][0];
    *knee = dp_mechanism_joint_defaults(DP_JOINT_CLEARANCE, 0, 1, dp_law_find("hertz"));
    knee->name = "knee";
    knee->at[0][0] = first;
    knee->at[1][0] = second;
    knee->journal_radius = 0.0098;
    knee->bearing_radius = 0.01;
    knee->contact.pair.stiffness = 1e8;
}

static void starts_with(const struct parts *p, double wanted[][DP_START_VALUES]) {
    dp_mechanism *m = mechanism_build(&p->def);
    for (int i = 0; i < p->def.body_count; i++) {
        dp_body_start start = dp_mechanism_body_start(m, i);
        for (int k = 0; k < DP_START_VALUES; k++)
            if (!isnan(wanted[i][k])) CHECK_WITHIN(start.value[k], wanted[i][k], 1e-12);
    }
    dp_mechanism_free(m);
}

static void refused(const struct parts *p, dp_status status, const char *words) {
    dp_mechanism *m = NULL;
    dp_error err = {0};
    assert_int_equal(dp_mechanism_build(&m, &p->def, &err), status);
    if (strstr(err.text, words) == NULL) fail_msg("'%s' is not in: %s", words, err.text);
}

#define ANY NAN
static const double deg = 0.017453292519943295;

static void a_slider_crank_starts_where_it_is_told(void **state) {
    (void)state;
    struct parts p;
    const double root = sqrt(0.75);
    // at 90 degrees the rod only shifts
    double upright[][6] = {
        {0, 0, 90 * deg, 0, 0, 3}, {root, 0, -30 * deg, -1.5, 0, 0}, {root, 0, 0, -1.5, 0, 0}};
    make_crank(&p);
    p.bodies[0].angle = 90.0 * deg;
    p.bodies[0].omega = 3.0;
    starts_with(&p, upright);
    p.bodies[1].angle = -30.0 * deg;
    starts_with(&p, upright);
    p.bodies[2].x = root;
    starts_with(&p, upright);
    p.bodies[0].omega = NAN;
    p.bodies[2].vx = -1.5;
    starts_with(&p, upright);

    make_crank(&p);
    p.bodies[2].x = 0.9;
    p.bodies[2].vx = 1.0;
    // cosine rule; the anticlockwise one of two branches that are as near
    double a = acos((0.25 + 0.81 - 1.0) / (2.0 * 0.5 * 0.9)), b = -asin(0.5 * sin(a));
    // x' = -0.5 sin(a) a' - sin(b) b', 0 = 0.5 cos(a) a' + cos(b) b'
    double w = 1.0 / (-0.5 * sin(a) + 0.5 * cos(a) * tan(b));
    starts_with(&p, (double[][6]){{0, 0, a, 0, 0, w},
                                  {0.9, 0, b, 1, 0, -0.5 * cos(a) / cos(b) * w},
                                  {0.9, 0, 0, 1, 0, 0}});
}

static void a_four_bar_starts_where_it_is_told(void **state) {
    (void)state;
    struct parts p;
    make_four_bar(&p, 0.4, 1.0, 0.8);
    // the ends of the cranks are 1 m apart
    double a = 60.0 * deg, dx = 1.0 - 0.4 * cos(a), dy = -0.4 * sin(a), far = hypot(dx, dy);
    double open = atan2(dy, dx) + acos((1.0 + far * far - 0.64) / (2.0 * far));
    double c = atan2(0.4 * sin(a) + sin(open), 0.4 * cos(a) + cos(open) - 1.0);
    // across the coupler both ends move alike: 0.4 sin(a - b) a' = 0.8 sin(c - b) c'
    double w = 5.0 * 0.4 * sin(a - open) / (0.8 * sin(c - open));
    double wanted[][6] = {
        {ANY, ANY, a, ANY, ANY, 5}, {ANY, ANY, open, ANY, ANY, ANY}, {ANY, ANY, c, ANY, ANY, w}};
    p.bodies[0].angle = a;
    p.bodies[0].omega = 5.0;
    starts_with(&p, wanted);
    loosen_knee(&p);
    starts_with(&p, wanted);
    // the other branch
    make_four_bar(&p, 0.4, 1.0, 0.8);
    p.bodies[0].angle = a;
    p.bodies[2].near_angle = -100.0 * deg;
    double crossed = atan2(dy, dx) - acos((1.0 + far * far - 0.64) / (2.0 * far));
    starts_with(&p, (double[][6]){{ANY, ANY, a, ANY, ANY, 0},
                                  {ANY, ANY, crossed, ANY, ANY, 0},
                                  {ANY, ANY, ANY, ANY, ANY, 0}});
}

// The slide's own coordinate follows from the fixed frame.
static void a_body_on_a_moving_slide_has_a_start(void **state) {
    (void)state;
    struct parts p;
    parts_begin(&p);
    add_body(&p, "cart", 1.0, 1.0);
    add_body(&p, "block", 1.0, 1.0);
    add_joint(&p, DP_JOINT_TRANSLATIONAL, DP_GROUND, 0);
    add_joint(&p, DP_JOINT_TRANSLATIONAL, 0, 1)->name = "top";
    p.bodies[0].x = p.bodies[0].vx = 1.0;
    // what a given speed does not reach goes along
    starts_with(&p, (double[][6]){{1, 0, 0, 1, 0, 0}, {1, 0, 0, 1, 0, 0}});
    p.bodies[1].x = 1.5;
    p.bodies[1].vx = -1.0;
    starts_with(&p, (double[][6]){{1, 0, 0, 1, 0, 0}, {1.5, 0, 0, -1, 0, 0}});
    p.bodies[1].angle = 1.0;
    refused(&p, DP_ERR_CONFLICT, "angle = 1 rad, but joint top decides it (0 rad)");
    p.bodies[1].angle = NAN;
    p.bodies[1].y = 1.0;
    refused(&p, DP_ERR_CONFLICT, "has y = 1 m, but the joints");
}

static void what_contradicts_itself_is_refused_with_numbers(void **state) {
    (void)state;
    struct parts p;
    make_crank(&p);
    p.bodies[2].x = 2.0;
    refused(&p, DP_ERR_CONFLICT,
            "body slider: its start has x = 2 m, which cannot be reached: the joints allow 1.5 m");
    p.bodies[2].x = 0.9;
    p.bodies[2].vx = 1.0;
    p.bodies[0].omega = 3.0;
    refused(&p, DP_ERR_CONFLICT,
            "body slider: its start has vx = 1 m/s, but the joints, with "
            "crank.omega = 3 rad/s, make it -1.55422691451 m/s");
    make_crank(&p);
    p.bodies[2].y = 0.1;
    refused(&p, DP_ERR_CONFLICT, "y = 0.1 m, but joint guide decides it (0 m); leave it out");
    make_crank(&p);
    p.bodies[0].angle = 90.0 * deg;
    p.bodies[1].angle = -31.0 * deg;
    refused(&p, DP_ERR_CONFLICT,
            "body rod: its start has angle = -0.541052068118 rad, but the "
            "joints, with crank.angle = 1.570796327 rad, make it "
            "-0.523598775598 rad");
    make_four_bar(&p, 0.4, 1.0, 0.8);
    add_motor(&p, 0, 10.0, 0.0);
    p.bodies[0].angle = 60.0 * deg;
    p.bodies[2].angle = 1.7;
    refused(&p, DP_ERR_CONFLICT, "angle = 1.7 rad, but the joints and the driver, with a.angle");
    p.bodies[2].angle = NAN;
    p.bodies[0].near_angle = 1.0;
    refused(&p, DP_ERR_CONFLICT, "body a: its angle stands under start and under near");
    // no driver has a part in this
    make_four_bar(&p, 0.4, 0.1, 0.2);
    refused(&p, DP_ERR_CONFLICT, "the mechanism cannot be assembled: joint");
    p.bodies[1].near_angle = INFINITY;
    refused(&p, DP_ERR_RANGE, "body b: its start is infinite");
}

// Ten digits of everything: more than the mobility, and equal but for their end.
static void values_that_agree_are_accepted(void **state) {
    (void)state;
    struct parts p;
    make_crank(&p);
    p.bodies[0].angle = 90.0 * deg;
    p.bodies[1].angle = -30.0 * deg;
    p.bodies[2].x = 0.8660254038;
    starts_with(&p, (double[][6]){{ANY, ANY, 90 * deg, 0, 0, 0},
                                  {ANY, ANY, -30 * deg, 0, 0, 0},
                                  {sqrt(0.75), 0, 0, 0, 0, 0}});
    p.bodies[2].x = 0.86602541;
    refused(&p, DP_ERR_CONFLICT, "body slider: its start has x = 0.86602541 m");
}

static void a_singular_start_is_kept(void **state) {
    (void)state;
    struct parts p;
    // a parallelogram in one line: both of its motions are possible
    for (int sign = -1; sign <= 1; sign += 2) {
        make_four_bar(&p, 0.4, 1.0, 0.4);
        p.bodies[0].angle = p.bodies[2].angle = 0.0;
        p.bodies[0].omega = 3.0;
        p.bodies[2].omega = 3.0 * sign;
        starts_with(&p, (double[][6]){{0.2, 0, 0, 0, 0.6, 3},
                                      {0.9, 0, 0, 0, 0.6 * (1 + sign), 1.2 * (sign - 1)},
                                      {1.2, 0, 0, 0, 0.6 * sign, 3.0 * sign}});
    }
    p.bodies[1].omega = 1.0;
    refused(&p, DP_ERR_CONFLICT, "make it ");
    // the slider stands at its dead point
    make_crank(&p);
    p.bodies[0].angle = 0.0;
    p.bodies[2].vx = 1.0;
    refused(&p, DP_ERR_CONFLICT, "vx = 1 m/s, but the joints make it 0 m/s in this position");
}

// Positions that are given leave a joint open within its clearance, not beyond.
static void a_clearance_takes_what_is_given(void **state) {
    (void)state;
    struct parts p;
    make_four_bar(&p, 0.4, 1.0, 0.8);
    loosen_knee(&p);
    p.bodies[0].angle = 60.0 * deg;
    dp_mechanism *m = mechanism_build(&p.def);
    double c = dp_mechanism_body_start(m, 2).value[DP_START_ANGLE];
    dp_mechanism_free(m);
    p.bodies[2].angle = c + 1e-4;
    p.bodies[2].omega = 0.1;
    starts_with(&p, (double[][6]){{ANY, ANY, 60 * deg, ANY, ANY, ANY},
                                  {ANY, ANY, ANY, ANY, ANY, ANY},
                                  {ANY, ANY, c + 1e-4, ANY, ANY, 0.1}});
    p.bodies[2].angle = c + 0.1;
    refused(&p, DP_ERR_CONFLICT,
            "with its clearance closed c.angle would be 1.453011643 rad, not "
            "1.553011643 rad");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(given_values_of_random_linkages_are_kept),
        cmocka_unit_test(a_slider_crank_starts_where_it_is_told),
        cmocka_unit_test(a_four_bar_starts_where_it_is_told),
        cmocka_unit_test(a_body_on_a_moving_slide_has_a_start),
        cmocka_unit_test(what_contradicts_itself_is_refused_with_numbers),
        cmocka_unit_test(values_that_agree_are_accepted),
        cmocka_unit_test(a_singular_start_is_kept),
        cmocka_unit_test(a_clearance_takes_what_is_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
