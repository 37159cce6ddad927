// From bodies and joints to a tree of links, cuts where loops close, and drivers on coordinates.
//
// Breadth first from the ground, joints in the order they were given: branches stay short, and of a
// closed loop the joint farthest from the ground is cut. A body that no ideal joint reaches is
// free.

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "mechanism/model.h"

// What the tree has to know of each type of joint.
static const struct joint_shape {
    dp_joint_type ideal;  // the joint without its clearance; itself: it has none
    enum link_kind kind;
    int slots, rows;  // coordinates of a link, equations of a cut
} shapes[] = {
    [DP_JOINT_REVOLUTE] = {DP_JOINT_REVOLUTE, LINK_PIN, 1, 2},
    [DP_JOINT_TRANSLATIONAL] = {DP_JOINT_TRANSLATIONAL, LINK_SLIDE, 1, 2},
    [DP_JOINT_FIXED] = {DP_JOINT_FIXED, LINK_WELD, 0, 3},
    [DP_JOINT_CLEARANCE] = {DP_JOINT_REVOLUTE, LINK_PIN, 1, 2},
    [DP_JOINT_GUIDE_CLEARANCE] = {DP_JOINT_TRANSLATIONAL, LINK_SLIDE, 1, 2},
};

dp_joint_type dp_joint_without_clearance(dp_joint_type type) {
    bool is_known = (int)type >= 0 && (size_t)type < sizeof shapes / sizeof *shapes;
    return is_known ? shapes[type].ideal : type;
}

static int is_ideal(dp_joint_type type) {
    return shapes[type].ideal == type;
}

static void turn(const double a[2], double angle, double out[2]) {
    double c = cos(angle), s = sin(angle), x = a[0];
    out[0] = c * x - s * a[1];
    out[1] = s * x + c * a[1];
}

static void unit(const double a[2], double out[2]) {
    double length = hypot(a[0], a[1]);
    out[0] = a[0] / length;
    out[1] = a[1] / length;
}

// Hang `body` on `parent` (a link) by a joint of which it is the second body, or else the first.
static void hang(dp_mechanism *m, const dp_mechanism_joint *j, int joint, int is_second,
                 int parent) {
    struct link *l = &m->links[m->link_count];
    int body = is_second ? j->second : j->first;
    *l = (struct link){.kind = shapes[j->type].kind,
                       .body = body,
                       .parent = parent,
                       .joint = joint,
                       .slots = shapes[j->type].slots};
    memcpy(l->on_parent, j->at[is_second ? 0 : 1], sizeof l->on_parent);
    memcpy(l->on_self, j->at[is_second ? 1 : 0], sizeof l->on_self);
    if (l->kind == LINK_SLIDE) {
        double axis[2];
        unit(j->axis, axis);
        memcpy(is_second ? l->on_parent : l->on_self, j->through, sizeof l->on_self);
        memcpy(l->axis, axis, sizeof axis);
        // seen from the second body the line runs the other way
        if (!is_second) {
            turn(axis, -j->angle, l->axis);
            l->axis[0] = -l->axis[0];
            l->axis[1] = -l->axis[1];
        }
    }
    if (l->kind != LINK_PIN) l->angle = is_second ? j->angle : -j->angle;
    l->turn[0] = cos(l->angle);
    l->turn[1] = sin(l->angle);
    m->link_of[body] = m->link_count++;
}

static int link_of(const dp_mechanism *m, int body) {
    return body < 0 ? DP_GROUND : m->link_of[body];
}

// Every body that hangs on this one (or on the ground) by an ideal joint becomes a link.
static void grow(dp_mechanism *m, const dp_mechanism_def *def, int body, char *used) {
    for (int j = 0; j < def->joint_count; j++) {
        const dp_mechanism_joint *joint = &def->joints[j];
        if (used[j] || !is_ideal(joint->type)) continue;
        int is_second = joint->first == body, other = is_second ? joint->second : joint->first;
        if (!is_second && joint->second != body) continue;
        if (other < 0 || m->link_of[other] >= 0) continue;
        used[j] = 1;
        hang(m, joint, j, is_second, link_of(m, body));
    }
}

static void grow_all(dp_mechanism *m, const dp_mechanism_def *def, char *used) {
    for (int i = 0; i < def->body_count; i++)
        m->link_of[i] = -2;
    grow(m, def, DP_GROUND, used);
    int next = 0;
    for (int seed = 0;; seed++) {
        for (; next < m->link_count; next++)
            grow(m, def, m->links[next].body, used);
        while (seed < def->body_count && m->link_of[seed] >= 0)
            seed++;
        if (seed >= def->body_count) return;
        m->links[m->link_count] = (struct link){
            .kind = LINK_FREE, .body = seed, .parent = DP_GROUND, .joint = -1, .slots = 3};
        m->link_of[seed] = m->link_count++;
    }
}

// --- drivers ---

static dp_status refuse_angle(const dp_mechanism *m, const struct link *l, const char *name,
                              dp_error *err) {
    if (l->parent >= 0)
        return dp_fail(err, DP_ERR_CONFLICT,
                       "the driver of %s cannot turn it: its joint keeps its angle to %s; drive "
                       "that body, or use a revolute joint",
                       name, m->body_names[m->links[l->parent].body]);
    return dp_fail(err, DP_ERR_CONFLICT,
                   "the driver of %s cannot turn it: its joint to the ground keeps its angle; %s",
                   name,
                   l->kind == LINK_WELD ? "take the driver or the fixed joint away"
                                        : "drive its position, or use a revolute joint");
}

// Which coordinate of the link the driver means; -1 with an error when there is none.
static int slot_of(const dp_mechanism *m, const dp_mechanism_driver *d, const struct link *l,
                   dp_error *err) {
    const char *name = m->body_names[d->body];
    if (d->what == DP_DRIVEN_ANGLE) {
        if (l->kind == LINK_PIN) return 0;
        if (l->kind == LINK_FREE) return 2;
        refuse_angle(m, l, name, err);
        return -1;
    }
    int across = d->what == DP_DRIVEN_Y;
    if (l->kind == LINK_FREE) return across;
    if (l->kind == LINK_SLIDE && l->parent < 0 && fabs(l->axis[across]) > 1e-6) return 0;
    if (l->kind == LINK_SLIDE && l->parent < 0)
        dp_fail(err, DP_ERR_CONFLICT, "the driver of %s cannot move it in %s: it slides along %s",
                name, across ? "y" : "x", across ? "x" : "y");
    else if (l->kind == LINK_WELD)
        dp_fail(err, DP_ERR_CONFLICT,
                "the driver of %s cannot move it: the body is fixed; take the driver or the fixed "
                "joint away",
                name);
    else
        dp_fail(err, DP_ERR_CONFLICT,
                "the driver of %s cannot prescribe its position, which is not a coordinate of its "
                "joint; drive its angle, or a body on a translational joint to the ground",
                name);
    return -1;
}

// A slide measures from its own origin along its own axis.
static void to_slide(struct curve *c, const struct link *l, int across) {
    double own[2];
    turn(l->on_self, l->angle, own);
    double origin = l->on_parent[across] - own[across], scale = 1.0 / l->axis[across];
    c->start = (c->start - origin) * scale;
    for (int i = 0; i < DP_POLYNOMIAL_MAX; i++)
        c->coefficient[i] *= scale;
    for (int i = 0; i < 2; i++)
        c->rest[i] *= scale;
    for (int i = 0; i < c->count; i++) {
        c->value[i] = (c->value[i] - origin) * scale;
        c->slope[i] *= scale;
        c->bend[i] *= scale;
        c->jerk[i] *= scale;
    }
}

static dp_status start_of(const dp_mechanism_def *def, const dp_mechanism_driver *d,
                          const char *name, double *start, dp_error *err) {
    const dp_mechanism_body *b = &def->bodies[d->body];
    double given = d->what == DP_DRIVEN_ANGLE ? b->angle : d->what == DP_DRIVEN_X ? b->x : b->y;
    *start = isnan(d->start) ? given : d->start;
    if (isinf(*start))
        return dp_fail(err, DP_ERR_RANGE, "the driver of %s starts at infinity", name);
    if (d->table.count > 0 || !isnan(*start)) return DP_OK;
    if (d->what != DP_DRIVEN_ANGLE)
        return dp_fail(err, DP_ERR_MISSING,
                       "the driver of %s needs a start position, or the body one", name);
    *start = 0.0;
    return DP_OK;
}

static dp_status attach(dp_mechanism *m, const dp_mechanism_def *def, int index, dp_error *err) {
    const dp_mechanism_driver *d = &def->drivers[index];
    struct driver *own = &m->drivers[index];
    const char *name = m->body_names[d->body];
    own->body = d->body;
    own->link = m->link_of[d->body];
    struct link *l = &m->links[own->link];
    own->slot = slot_of(m, d, l, err);
    if (own->slot < 0) return DP_ERR_CONFLICT;
    own->across = d->what == DP_DRIVEN_Y;
    if (l->driver[own->slot] >= 0)
        return dp_fail(err, DP_ERR_CONFLICT,
                       "%s has two drivers for the same coordinate; take one away", name);
    memcpy(own->curve.coefficient, d->coefficient, sizeof d->coefficient);
    dp_status status = start_of(def, d, name, &own->curve.start, err);
    const char *unit = d->what == DP_DRIVEN_ANGLE ? "rad" : "m";
    if (status == DP_OK) status = dp_curve_build(m, &own->curve, &d->table, name, unit, err);
    if (status != DP_OK) return status;
    if (l->kind == LINK_SLIDE) to_slide(&own->curve, l, own->across);
    l->driver[own->slot] = index;
    return DP_OK;
}

static void number_unknowns(dp_mechanism *m) {
    for (int i = 0; i < m->link_count; i++) {
        struct link *l = &m->links[i];
        for (int slot = 0; slot < DP_SLOTS; slot++) {
            int is_unknown = slot < l->slots && l->driver[slot] < 0;
            l->unknown[slot] = is_unknown ? m->unknown_count++ : -1;
        }
    }
}

// --- cuts ---

static void cut(dp_mechanism *m, const dp_mechanism_def *def, int joint) {
    const dp_mechanism_joint *j = &def->joints[joint];
    struct cut *c = &m->cuts[m->cut_count++];
    *c = (struct cut){.kind = shapes[j->type].kind,
                      .first = link_of(m, j->first),
                      .second = link_of(m, j->second),
                      .joint = joint,
                      .angle = j->angle,
                      .row = m->row_count,
                      .rows = shapes[j->type].rows,
                      .loose = !is_ideal(j->type)};
    memcpy(c->at, j->at, sizeof c->at);
    if (c->kind == LINK_SLIDE) {
        memcpy(c->at[0], j->through, sizeof c->at[0]);
        unit(j->axis, c->axis);
    }
    m->row_count += c->rows;
}

static dp_status no_memory(dp_error *err) {
    return dp_fail(err, DP_ERR_MEMORY, "no memory for the mechanism");
}

dp_status dp_mechanism_tree(dp_mechanism *m, const dp_mechanism_def *def, dp_error *err) {
    size_t bodies = (size_t)def->body_count, joints = (size_t)def->joint_count;
    char *used = (char *)dp_mechanism_room(m, joints + 1, 1);
    m->links = (struct link *)dp_mechanism_room(m, bodies, sizeof *m->links);
    m->link_of = (int *)dp_mechanism_room(m, bodies, sizeof *m->link_of);
    m->cuts = (struct cut *)dp_mechanism_room(m, joints + 1, sizeof *m->cuts);
    m->joints = (struct joint *)dp_mechanism_room(m, joints + 1, sizeof *m->joints);
    m->drivers =
        (struct driver *)dp_mechanism_room(m, (size_t)def->driver_count + 1, sizeof *m->drivers);
    if (used == NULL || m->links == NULL || m->link_of == NULL || m->cuts == NULL ||
        m->joints == NULL || m->drivers == NULL)
        return no_memory(err);

    grow_all(m, def, used);
    for (int i = 0; i < m->link_count; i++)
        for (int slot = 0; slot < DP_SLOTS; slot++)
            m->links[i].driver[slot] = -1;
    m->driver_count = def->driver_count;
    for (int i = 0; i < def->driver_count; i++) {
        dp_status status = attach(m, def, i, err);
        if (status != DP_OK)
            return dp_blame(err, status, DP_SUBJECT_DRIVER, i, m->body_names[def->drivers[i].body]);
    }
    number_unknowns(m);
    // ideal cuts first, so that their rows are the first ones
    for (int loose = 0; loose < 2; loose++)
        for (int j = 0; j < def->joint_count; j++)
            if (!used[j] && is_ideal(def->joints[j].type) != loose) cut(m, def, j);
    return DP_OK;
}
