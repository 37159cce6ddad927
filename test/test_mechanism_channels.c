// Every channel of bodies, ideal joints and drivers against a solution of another make: three
// coordinates for each body, a row for each thing that a joint or a driver asks for, and the dense
// system [M -J'; J 0] [a; lambda] = [Q; gamma], solved by elimination. Random mechanisms, at the
// start and on their way; positions and speeds are those of the run.

#include "check.h"
#include "mechanism_cases.h"
#include "mechanism_parts.h"

enum { UNKNOWNS = 3 * PARTS, EQUATIONS = UNKNOWNS + 3 * PARTS + PARTS, ALL_CHANNELS = 200 };

struct random {
    unsigned state;
};

static double between(struct random *r, double low, double high) {
    r->state = r->state * 1664525u + 1013904223u;
    return low + (high - low) * (double)(r->state >> 8) / (double)(1u << 24);
}

static int pick(struct random *r, int count) {
    return (int)between(r, 0.0, count - 1e-6);
}

// --- the other solution --------------------------------------------------------------------------

struct body {
    double x, y, angle, vx, vy, w;
};

struct other {
    const struct parts *parts;
    double time, until;
    struct body body[PARTS];
    int rows, row_of_joint[PARTS], row_of_driver[PARTS];
    double jacobian[EQUATIONS][UNKNOWNS], gamma[EQUATIONS], load[UNKNOWNS];
    double acceleration[UNKNOWNS], lambda[EQUATIONS];
};

static struct body body_of(const struct other *o, int index) {
    return index < 0 ? (struct body){0} : o->body[index];
}

static void turned(const struct body *b, const double at[2], double out[2]) {
    double c = cos(b->angle), s = sin(b->angle), x = at[0], y = at[1];
    out[0] = c * x - s * y;
    out[1] = s * x + c * y;
}

static void add_entry(struct other *o, int body, double x, double y, double turn) {
    if (body < 0) return;
    double *row = o->jacobian[o->rows] + 3 * body;
    row[0] += x;
    row[1] += y;
    row[2] += turn;
}

// Direction (x, y) of the points r of two bodies, the second counted positive.
static void add_points(struct other *o, const dp_mechanism_joint *j, double x, double y,
                       const double r1[2], const double r2[2], double gamma) {
    add_entry(o, j->second, x, y, r2[0] * y - r2[1] * x);
    add_entry(o, j->first, -x, -y, -(r1[0] * y - r1[1] * x));
    o->gamma[o->rows++] = gamma;
}

static void add_coincidence(struct other *o, const dp_mechanism_joint *j) {
    struct body a = body_of(o, j->first), b = body_of(o, j->second);
    double r1[2], r2[2];
    turned(&a, j->at[0], r1);
    turned(&b, j->at[1], r2);
    for (int k = 0; k < 2; k++)
        add_points(o, j, k == 0, k == 1, r1, r2, b.w * b.w * r2[k] - a.w * a.w * r1[k]);
}

// n . (x_b + r_b - x_a - r_a) = 0 with n fixed in the first body: n turns by w_a, and its second
// derivative gives what stands on the right.
static void add_line(struct other *o, const dp_mechanism_joint *j) {
    struct body a = body_of(o, j->first), b = body_of(o, j->second);
    double length = hypot(j->axis[0], j->axis[1]);
    const double across[2] = {-j->axis[1] / length, j->axis[0] / length};
    double n[2], r1[2], r2[2], d[2], dd[2];
    turned(&a, across, n);
    turned(&a, j->through, r1);
    turned(&b, j->at[1], r2);
    d[0] = b.x + r2[0] - a.x - r1[0];
    d[1] = b.y + r2[1] - a.y - r1[1];
    dd[0] = b.vx - b.w * r2[1] - a.vx + a.w * r1[1];
    dd[1] = b.vy + b.w * r2[0] - a.vy - a.w * r1[0];
    const double side[2] = {-n[1], n[0]};
    double gamma =
        a.w * a.w * (n[0] * d[0] + n[1] * d[1]) - 2.0 * a.w * (side[0] * dd[0] + side[1] * dd[1]) +
        b.w * b.w * (n[0] * r2[0] + n[1] * r2[1]) - a.w * a.w * (n[0] * r1[0] + n[1] * r1[1]);
    add_entry(o, j->first, 0.0, 0.0, side[0] * d[0] + side[1] * d[1]);
    add_points(o, j, n[0], n[1], r1, r2, gamma);
}

static void add_same_turn(struct other *o, const dp_mechanism_joint *j) {
    add_entry(o, j->second, 0.0, 0.0, 1.0);
    add_entry(o, j->first, 0.0, 0.0, -1.0);
    o->gamma[o->rows++] = 0.0;
}

// Second derivative of what a driver prescribes: a polynomial of third degree, or two points of a
// hermite table.
static double driven(const struct other *o, const dp_mechanism_driver *d) {
    if (d->table.count == 0) return 2.0 * d->coefficient[1] + 6.0 * d->coefficient[2] * o->time;
    double h = d->table.time[1] - d->table.time[0], s = o->time / h;
    return (d->table.value[1] - d->table.value[0]) * (6.0 - 12.0 * s) / (h * h);
}

static void add_rows(struct other *o) {
    const dp_mechanism_def *def = &o->parts->def;
    o->rows = 0;
    memset(o->jacobian, 0, sizeof o->jacobian);
    for (int i = 0; i < def->joint_count; i++) {
        const dp_mechanism_joint *j = &def->joints[i];
        o->row_of_joint[i] = o->rows;
        if (j->type == DP_JOINT_TRANSLATIONAL)
            add_line(o, j);
        else
            add_coincidence(o, j);
        if (j->type != DP_JOINT_REVOLUTE) add_same_turn(o, j);
    }
    for (int i = 0; i < def->driver_count; i++) {
        const dp_mechanism_driver *d = &def->drivers[i];
        o->row_of_driver[i] = o->rows;
        add_entry(o, d->body, d->what == DP_DRIVEN_X, d->what == DP_DRIVEN_Y,
                  d->what == DP_DRIVEN_ANGLE);
        o->gamma[o->rows++] = driven(o, d);
    }
}

static void push(struct other *o, int body, const double r[2], double fx, double fy) {
    if (body < 0) return;
    o->load[3 * body] += fx;
    o->load[3 * body + 1] += fy;
    o->load[3 * body + 2] += r[0] * fy - r[1] * fx;
}

static void add_loads(struct other *o) {
    const dp_mechanism_def *def = &o->parts->def;
    memset(o->load, 0, sizeof o->load);
    for (int i = 0; i < def->body_count; i++)
        for (int k = 0; k < 2; k++)
            o->load[3 * i + k] = def->bodies[i].mass * def->gravity[k];
    for (int i = 0; i < def->force_count; i++) {
        const dp_mechanism_force *f = &def->forces[i];
        struct body a = body_of(o, f->first), b = body_of(o, f->second);
        double r1[2], r2[2];
        turned(&b, f->at[1], r2);
        if (f->type == DP_FORCE_TORQUE) o->load[3 * f->second + 2] += f->torque;
        if (f->type == DP_FORCE_APPLIED) push(o, f->second, r2, f->force[0], f->force[1]);
        if (f->type != DP_FORCE_SPRING) continue;
        turned(&a, f->at[0], r1);
        double x = b.x + r2[0] - a.x - r1[0], y = b.y + r2[1] - a.y - r1[1], l = hypot(x, y);
        double rate = ((b.vx - b.w * r2[1] - a.vx + a.w * r1[1]) * x +
                       (b.vy + b.w * r2[0] - a.vy - a.w * r1[0]) * y) /
                      l;
        double pull = f->stiffness * (l - f->rest) + f->damping * rate;
        push(o, f->first, r1, pull * x / l, pull * y / l);
        push(o, f->second, r2, -pull * x / l, -pull * y / l);
    }
}

// Elimination with complete pivots; 0: singular.
static int solve(int n, double a[][EQUATIONS + UNKNOWNS + 1], double *x) {
    int place[EQUATIONS + UNKNOWNS];
    for (int i = 0; i < n; i++)
        place[i] = i;
    for (int i = 0; i < n; i++) {
        int row = i, column = i;
        for (int r = i; r < n; r++)
            for (int c = i; c < n; c++)
                if (fabs(a[r][c]) > fabs(a[row][column])) row = r, column = c;
        if (fabs(a[row][column]) < 1e-7) return 0;
        for (int c = 0; c <= n; c++) {
            double swap = a[i][c];
            a[i][c] = a[row][c];
            a[row][c] = swap;
        }
        for (int r = 0; r < n; r++) {
            double swap = a[r][i];
            a[r][i] = a[r][column];
            a[r][column] = swap;
        }
        int other = place[i];
        place[i] = place[column];
        place[column] = other;
        for (int r = i + 1; r < n; r++) {
            double by = a[r][i] / a[i][i];
            for (int c = i; c <= n; c++)
                a[r][c] -= by * a[i][c];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        double sum = a[i][n];
        for (int c = i + 1; c < n; c++)
            sum -= a[i][c] * x[place[c]];
        x[place[i]] = sum / a[i][i];
    }
    return 1;
}

static int find_motion(struct other *o) {
    static double a[EQUATIONS + UNKNOWNS][EQUATIONS + UNKNOWNS + 1];
    double x[EQUATIONS + UNKNOWNS];
    const dp_mechanism_def *def = &o->parts->def;
    int n = 3 * def->body_count, all;
    add_rows(o);
    add_loads(o);
    all = n + o->rows;
    memset(a, 0, sizeof a);
    for (int i = 0; i < n; i++) {
        const dp_mechanism_body *b = &def->bodies[i / 3];
        a[i][i] = i % 3 == 2 ? b->inertia : b->mass;
        a[i][all] = o->load[i];
        for (int r = 0; r < o->rows; r++) {
            a[i][n + r] = -o->jacobian[r][i];
            a[n + r][i] = o->jacobian[r][i];
        }
    }
    for (int r = 0; r < o->rows; r++)
        a[n + r][all] = o->gamma[r];
    if (!solve(all, a, x)) return 0;
    memcpy(o->acceleration, x, (size_t)n * sizeof *x);
    memcpy(o->lambda, x + n, (size_t)o->rows * sizeof *x);
    return 1;
}

// --- random mechanisms ---------------------------------------------------------------------------

static void random_point(struct random *r, double out[2]) {
    out[0] = between(r, -0.5, 0.5);
    out[1] = between(r, -0.5, 0.5);
}

static const char *const body_names[] = {"b0", "b1", "b2", "b3"};
static const char *const joint_names[] = {"j0", "j1", "j2", "j3", "j4", "j5"};
static const char *const driver_names[] = {"d0", "d1", "d2", "d3", "d4", "d5"};

static dp_mechanism_joint *random_joint(struct parts *p, struct random *r, dp_joint_type type,
                                        int a, int b) {
    int turn = pick(r, 2);
    dp_mechanism_joint *j = add_joint(p, type, turn ? b : a, turn ? a : b);
    j->name = joint_names[p->def.joint_count - 1];
    random_point(r, j->at[0]);
    random_point(r, j->at[1]);
    random_point(r, j->through);
    double angle = between(r, -3.0, 3.0), length = between(r, 0.5, 2.0);
    j->axis[0] = length * cos(angle);
    j->axis[1] = length * sin(angle);
    j->angle = type == DP_JOINT_REVOLUTE ? 0.0 : between(r, -3.0, 3.0);
    return j;
}

// Bodies that hang on the ground, on each other, or are free.
static void random_tree(struct parts *p, struct random *r) {
    const dp_joint_type types[] = {DP_JOINT_REVOLUTE, DP_JOINT_REVOLUTE, DP_JOINT_TRANSLATIONAL,
                                   DP_JOINT_TRANSLATIONAL, DP_JOINT_FIXED};
    int count = 1 + pick(r, 4);
    parts_begin(p);
    p->def.gravity[0] = between(r, -10.0, 10.0);
    p->def.gravity[1] = between(r, -10.0, 10.0);
    for (int i = 0; i < count; i++) {
        dp_mechanism_body *b =
            add_body(p, body_names[i], between(r, 0.2, 3.0), between(r, 0.01, 0.5));
        int is_free = pick(r, 6) == 0;
        if (!is_free) {
            dp_joint_type type = types[pick(r, 5)];
            random_joint(p, r, type, pick(r, i + 1) - 1, i);
            if (type == DP_JOINT_REVOLUTE) b->angle = between(r, -3.0, 3.0);
        } else {
            b->x = between(r, -1.0, 1.0);
            b->y = between(r, -1.0, 1.0);
            b->angle = between(r, -3.0, 3.0);
        }
    }
}

static void random_forces(struct parts *p, struct random *r) {
    const dp_force_type types[] = {DP_FORCE_SPRING, DP_FORCE_APPLIED, DP_FORCE_TORQUE};
    for (int i = 0; i < 3; i++) {
        int body = pick(r, p->def.body_count), first = pick(r, body + 1) - 1;
        dp_mechanism_force *f =
            add_force(p, types[i], types[i] == DP_FORCE_SPRING ? first : -1, body);
        random_point(r, f->at[0]);
        random_point(r, f->at[1]);
        f->stiffness = between(r, 10.0, 200.0);
        f->damping = between(r, 0.0, 3.0);
        f->rest = between(r, 0.0, 0.5);
        f->torque = between(r, -2.0, 2.0);
        f->force[0] = between(r, -5.0, 5.0);
        f->force[1] = between(r, -5.0, 5.0);
    }
}

// One joint more between two bodies, where they stand.
static void close_loop(struct parts *p, struct random *r, const dp_body_state *state,
                       dp_joint_type type) {
    int b = pick(r, p->def.body_count), a = pick(r, p->def.body_count) - 1;
    // with the ground in place of itself
    if (a == b) a = DP_GROUND;
    dp_mechanism_joint *j = random_joint(p, r, type, a, b);
    struct body one = {0}, two = {0};
    if (j->first >= 0)
        one = (struct body){state[j->first].x, state[j->first].y, state[j->first].angle, 0, 0, 0};
    if (j->second >= 0)
        two =
            (struct body){state[j->second].x, state[j->second].y, state[j->second].angle, 0, 0, 0};
    // the point of the first, moved along the axis, as seen from the second
    double at[2] = {j->at[0][0], j->at[0][1]}, away[2], along = between(r, -0.5, 0.5);
    if (type == DP_JOINT_TRANSLATIONAL)
        for (int k = 0; k < 2; k++)
            at[k] = j->through[k] + along * j->axis[k];
    turned(&one, at, away);
    double gap[2] = {one.x + away[0] - two.x, one.y + away[1] - two.y};
    struct body back = {.angle = -two.angle};
    turned(&back, gap, j->at[1]);
    if (type != DP_JOINT_REVOLUTE) j->angle = two.angle - one.angle;
}

static const double table_time[] = {0.0, 0.6};

// Drivers of what can be driven: they begin where the bodies stand.
static void random_drivers(struct parts *p, struct random *r, const dp_body_state *state,
                           double table[][2]) {
    for (int i = 0; i < p->def.body_count; i++) {
        const dp_mechanism_joint *j = NULL;
        for (int k = 0; k < p->def.joint_count && j == NULL; k++)
            if (p->joints[k].first == i || p->joints[k].second == i) j = &p->joints[k];
        if (pick(r, 3) > 0) continue;
        int is_slide = j != NULL && j->type == DP_JOINT_TRANSLATIONAL;
        dp_driven what = j == NULL  ? (dp_driven)pick(r, 3)
                         : is_slide ? (dp_driven)(DP_DRIVEN_X + pick(r, 2))
                                    : DP_DRIVEN_ANGLE;
        dp_mechanism_driver *d = add_driver(p, i, what);
        d->name = driver_names[p->def.driver_count - 1];
        d->start = what == DP_DRIVEN_ANGLE ? state[i].angle
                   : what == DP_DRIVEN_X   ? state[i].x
                                           : state[i].y;
        for (int k = 0; k < 3; k++)
            d->coefficient[k] = between(r, -2.0, 2.0);
        if (pick(r, 3) > 0) continue;
        double *value = table[p->def.driver_count - 1];
        value[0] = d->start;
        value[1] = d->start + between(r, -1.0, 1.0);
        memset(d->coefficient, 0, sizeof d->coefficient);
        d->table = (dp_mechanism_table){
            .time = table_time, .value = value, .count = 2, .shape = DP_TABLE_HERMITE};
        p->bodies[i].angle = what == DP_DRIVEN_ANGLE ? NAN : p->bodies[i].angle;
    }
}

// --- comparison ----------------------------------------------------------------------------------

struct comparison {
    struct other other;
    const dp_mechanism *m;
    int count, singular, joints[3], cuts, drivers[3], tables;
    double moments, worst;  // largest moment of a slide or weld; largest difference over the scale
};

static double value_of(const struct comparison *c, const double *values, const char *owner,
                       const char *field) {
    char name[80];
    snprintf(name, sizeof name, "%s.%s", owner, field);
    return values[channel(c->m, name)];
}

static void compare_to(struct comparison *c, double is, double expected, double scale,
                       const char *owner, const char *field) {
    double off = fabs(is - expected) / scale;
    c->worst = fmax(c->worst, off);
    // the loops are closed to 1e-13 and the systems are no better than 1e5 conditioned
    if (!(off < 1e-9))
        fail_msg("%s.%s at %g s: %.15g, expected %.15g", owner, field, c->other.time, is, expected);
}

static void read_bodies(struct comparison *c, double time, const double *values) {
    struct other *o = &c->other;
    o->time = time;
    for (int i = 0; i < o->parts->def.body_count; i++) {
        const char *name = body_names[i];
        o->body[i] =
            (struct body){value_of(c, values, name, "x"),     value_of(c, values, name, "y"),
                          value_of(c, values, name, "angle"), value_of(c, values, name, "vx"),
                          value_of(c, values, name, "vy"),    value_of(c, values, name, "omega")};
    }
}

static void compare_joint(struct comparison *c, int index, const double *values, double scale) {
    const struct other *o = &c->other;
    const dp_mechanism_joint *j = &o->parts->def.joints[index];
    int row = o->row_of_joint[index], points = j->type == DP_JOINT_TRANSLATIONAL ? 1 : 2;
    double f[2] = {0.0, 0.0}, moment = j->type == DP_JOINT_REVOLUTE ? 0.0 : o->lambda[row + points];
    struct body a = body_of(o, j->first);
    double length = hypot(j->axis[0], j->axis[1]), n[2];
    const double across[2] = {-j->axis[1] / length, j->axis[0] / length};
    turned(&a, across, n);
    for (int k = 0; k < 2; k++)
        f[k] = points == 2 ? o->lambda[row + k] : o->lambda[row] * n[k];
    compare_to(c, value_of(c, values, j->name, "fx"), f[0], scale, j->name, "fx");
    compare_to(c, value_of(c, values, j->name, "fy"), f[1], scale, j->name, "fy");
    compare_to(c, value_of(c, values, j->name, "force"), hypot(f[0], f[1]), scale, j->name,
               "force");
    compare_to(c, value_of(c, values, j->name, "moment"), moment, scale, j->name, "moment");
    c->moments = fmax(c->moments, fabs(moment));
}

static int compare_row(void *user, double time, const double *values) {
    struct comparison *c = (struct comparison *)user;
    struct other *o = &c->other;
    const dp_mechanism_def *def = &o->parts->def;
    double scale = 1.0;
    read_bodies(c, time, values);
    if (!find_motion(o)) {
        c->singular++;
        return 0;
    }
    for (int r = 0; r < o->rows; r++)
        scale = fmax(scale, fabs(o->lambda[r]));
    for (int i = 0; i < 3 * def->body_count; i++)
        scale = fmax(scale, fabs(o->acceleration[i]));
    // near a singular position rounding of the state is what forces are made of
    if (scale > 1e4) {
        c->singular++;
        return 0;
    }
    static const char *const accelerations[] = {"ax", "ay", "alpha"};
    for (int i = 0; i < 3 * def->body_count; i++)
        compare_to(c, value_of(c, values, body_names[i / 3], accelerations[i % 3]),
                   o->acceleration[i], scale, body_names[i / 3], accelerations[i % 3]);
    for (int i = 0; i < def->joint_count; i++)
        compare_joint(c, i, values, scale);
    for (int i = 0; i < def->driver_count; i++) {
        const dp_mechanism_driver *d = &def->drivers[i];
        const char *effort = d->what == DP_DRIVEN_ANGLE ? "moment" : "force";
        struct body b = o->body[d->body];
        double speed = d->what == DP_DRIVEN_ANGLE ? b.w : d->what == DP_DRIVEN_X ? b.vx : b.vy;
        double lambda = o->lambda[o->row_of_driver[i]];
        compare_to(c, value_of(c, values, d->name, effort), lambda, scale, d->name, effort);
        compare_to(c, value_of(c, values, d->name, "power"), lambda * speed,
                   scale * fmax(1.0, fabs(speed)), d->name, "power");
    }
    c->count++;
    return 0;
}

static int begin_random(struct parts *p, struct random *r, int loops, double table[][2],
                        dp_mechanism **m) {
    const dp_joint_type closing[] = {DP_JOINT_REVOLUTE, DP_JOINT_TRANSLATIONAL, DP_JOINT_FIXED};
    dp_body_state state[PARTS];
    dp_error err = {0};
    random_tree(p, r);
    if (dp_mechanism_build(m, &p->def, &err) != DP_OK) fail_msg("a tree: %s", err.text);
    assert_int_equal(dp_mechanism_start(*m, state, &err), DP_OK);
    dp_mechanism_free(*m);
    random_drivers(p, r, state, table);
    if (loops) close_loop(p, r, state, closing[pick(r, 3)]);
    random_forces(p, r);
    return dp_mechanism_build(m, &p->def, &err) == DP_OK && dp_mechanism_redundant_count(*m) == 0;
}

static void count_parts(struct comparison *c, const struct parts *p) {
    for (int i = 0; i < p->def.joint_count; i++)
        c->joints[p->joints[i].type]++;
    c->cuts += dp_mechanism_constraints(c->m) > 0;
    for (int i = 0; i < p->def.driver_count; i++) {
        c->drivers[p->drivers[i].what]++;
        c->tables += p->drivers[i].table.count > 0;
    }
}

static void compare_many(int loops, unsigned seed, int wanted) {
    static struct comparison c;
    struct random r = {seed};
    memset(&c, 0, sizeof c);
    for (int i = 0, done = 0; done < wanted && i < 100 * wanted; i++) {
        struct parts p;
        double table[PARTS][2];
        int channels[ALL_CHANNELS], before = c.count;
        dp_mechanism *m = NULL;
        int is_built = begin_random(&p, &r, loops, table, &m);
        int is_wanted = is_built && (dp_mechanism_constraints(m) > 0) == loops;
        if (!is_wanted || dp_mechanism_channel_count(m) > ALL_CHANNELS) {
            // loops of bodies that the drivers hold already, or that have nothing left to move
            dp_mechanism_free(m);
            continue;
        }
        c.m = m;
        c.other.parts = &p;
        dp_mechanism_run_def run = dp_mechanism_run_defaults();
        dp_mechanism_result result;
        dp_error err = {0};
        for (int k = 0; k < ALL_CHANNELS; k++)
            channels[k] = k;
        run.until = 0.2;
        run.rtol = 1e-10;
        run.every = 0.1;
        run.row_channels = channels;
        run.row_channel_count = dp_mechanism_channel_count(m);
        run.row = compare_row;
        run.user = &c;
        run.max_steps = 20000;
        dp_status status = dp_mechanism_run(m, &run, &result, &err);
        // a random loop may lock; its rows up to there have been compared
        if (status == DP_OK || loops) done += c.count > before;
        if (status != DP_OK && !loops) fail_msg("%s", err.text);
        if (c.count > before) count_parts(&c, &p);
        dp_mechanism_free(m);
    }
    assert_true(c.count > 2 * wanted);
    // every type of joint and driver took part
    for (int i = 0; i < 3; i++) {
        assert_true(c.joints[i] > wanted / 10);
        assert_true(c.drivers[i] > wanted / 40);
    }
    assert_true(c.tables > wanted / 20);
    assert_true(c.cuts == 0 || c.cuts >= wanted);
    assert_true(c.moments > 1.0);
}

static void channels_of_trees(void **state) {
    (void)state;
    compare_many(0, 1, 200);
}

static void channels_of_loops(void **state) {
    (void)state;
    compare_many(1, 2, 120);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(channels_of_trees),
        cmocka_unit_test(channels_of_loops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
