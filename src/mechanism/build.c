// Definitions checked, named and copied; the parts of the build called in order.

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/params.h"
#include "mechanism/lanes.h"

enum { SECTORS_MAX = 1000000 };

struct block {
    struct block *next;
    size_t size;
};

void *dp_mechanism_room(dp_mechanism *m, size_t count, size_t size) {
    const size_t head = 64;
    size_t bytes = (head + (count > 0 ? count : 1) * size + 63) / 64 * 64;
    struct block *block = (struct block *)m->allocator.alloc(m->allocator.user, bytes);
    if (block == NULL) return NULL;
    memset(block, 0, bytes);
    block->size = bytes;
    block->next = m->blocks;
    m->blocks = block;
    return (char *)block + head;
}

void dp_mechanism_free(dp_mechanism *m) {
    if (m == NULL) return;
    dp_allocator from = m->allocator;
    for (struct block *b = m->blocks; b != NULL;) {
        struct block *next = b->next;
        from.free(from.user, b, b->size);
        b = next;
    }
    from.free(from.user, m, (sizeof *m + 63) / 64 * 64);
}

static dp_status no_memory(dp_error *err) {
    return dp_fail(err, DP_ERR_MEMORY, "no memory for the mechanism");
}

// --- names ---

static int is_plain(const char *name) {
    if (name == NULL || name[0] == '\0') return 0;
    for (const char *c = name; *c != '\0'; c++) {
        int letter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z');
        if (!letter && !(*c >= '0' && *c <= '9') && *c != '-' && *c != '_') return 0;
    }
    return 1;
}

static dp_status take_name(const char *name, const char *kind, int index, char *out,
                           dp_error *err) {
    if (name == NULL) {
        snprintf(out, NAME_LENGTH, "%s%d", kind, index + 1);
        return DP_OK;
    }
    if (!is_plain(name) || strlen(name) >= NAME_LENGTH || strcmp(name, "ground") == 0)
        return dp_fail(err, DP_ERR_RANGE,
                       "'%.60s' cannot name a %s: use letters, digits, - and _, up to %d of them, "
                       "and not 'ground'",
                       name, kind, NAME_LENGTH - 1);
    snprintf(out, NAME_LENGTH, "%s", name);
    return DP_OK;
}

// --- bodies ---

static dp_status check_number(double value, const char *owner, const char *what, dp_error *err) {
    if (isfinite(value)) return DP_OK;
    dp_status status = dp_fail(err, isnan(value) ? DP_ERR_MISSING : DP_ERR_RANGE, "%s: %s is %s",
                               owner, what, isnan(value) ? "missing" : "infinite");
    return dp_blame_value(err, status, value, NAN, NAN);
}

// Products of masses, lengths and speeds must stay far from the ends of a double.
static const double least_mass = 1e-60, most_mass = 1e60;

static dp_status check_mass(double value, const char *name, const char *what, const char *unit,
                            dp_error *err) {
    if (value >= least_mass && value <= most_mass) return DP_OK;
    dp_fail(err, DP_ERR_RANGE, "body %s has the %s %g %s; this can be computed from %g to %g %s",
            name, what, value, unit, least_mass, most_mass, unit);
    return dp_blame_value(err, DP_ERR_RANGE, value, least_mass, most_mass);
    ;
}

static dp_status check_body(const dp_mechanism_body *b, const char *name, dp_error *err) {
    if (!(b->mass > 0.0) || !isfinite(b->mass)) {
        dp_fail(err, DP_ERR_RANGE,
                "body %s has the mass %g; give every body a positive mass, or join it to "
                "another one and leave it out",
                name, b->mass);
        return dp_blame_value(err, DP_ERR_RANGE, b->mass, least_mass, most_mass);
    }
    if (!(b->inertia > 0.0) || !isfinite(b->inertia)) {
        dp_fail(err, DP_ERR_RANGE,
                "body %s has the inertia %g; give it a positive one about its centre of mass", name,
                b->inertia);
        return dp_blame_value(err, DP_ERR_RANGE, b->inertia, least_mass, most_mass);
    }
    dp_status status = check_mass(b->mass, name, "mass", "kg", err);
    if (status == DP_OK) status = check_mass(b->inertia, name, "inertia", "kg m^2", err);
    if (status != DP_OK) return status;
    const double given[] = {b->x,     b->y,      b->angle,  b->vx,        b->vy,
                            b->omega, b->near_x, b->near_y, b->near_angle};
    for (size_t i = 0; i < sizeof given / sizeof *given; i++)
        if (isinf(given[i]))
            return dp_fail(err, DP_ERR_RANGE, "body %s: its start is infinite", name);
    // a larger angle has lost the digits that a clearance needs
    double angle = fabs(b->near_angle) > 1e6 ? b->near_angle : b->angle;
    if (fabs(angle) > 1e6)
        return dp_fail(err, DP_ERR_RANGE,
                       "body %s starts at the angle %g rad; give it within a turn", name, angle);
    return DP_OK;
}

static dp_status take_bodies(dp_mechanism *m, const dp_mechanism_def *def, dp_error *err) {
    m->body_count = def->body_count;
    m->body_names =
        (char(*)[NAME_LENGTH])dp_mechanism_room(m, (size_t)def->body_count, sizeof *m->body_names);
    if (m->body_names == NULL) return no_memory(err);
    for (int i = 0; i < def->body_count; i++) {
        dp_status status = take_name(def->bodies[i].name, "body", i, m->body_names[i], err);
        if (status == DP_OK) status = check_body(&def->bodies[i], m->body_names[i], err);
        for (int j = 0; j < i && def->body_count < 200 && status == DP_OK; j++)
            if (strcmp(m->body_names[i], m->body_names[j]) == 0)
                status =
                    dp_fail(err, DP_ERR_CONFLICT, "two bodies are called %s", m->body_names[i]);
        if (status != DP_OK) return dp_blame(err, status, DP_SUBJECT_BODY, i, m->body_names[i]);
    }
    return DP_OK;
}

static dp_status check_ends(const dp_mechanism *m, int first, int second, const char *name,
                            dp_error *err) {
    const int ends[2] = {first, second};
    for (int i = 0; i < 2; i++)
        if (ends[i] < DP_GROUND || ends[i] >= m->body_count)
            return dp_fail(err, DP_ERR_UNKNOWN_NAME,
                           "%s refers to body %d; there are bodies 0 to %d, and %d is the ground",
                           name, ends[i], m->body_count - 1, DP_GROUND);
    if (first == second)
        return dp_fail(err, DP_ERR_CONFLICT, "%s joins %s to itself; it needs two bodies", name,
                       first < 0 ? "the ground" : m->body_names[first]);
    return DP_OK;
}

static dp_status check_points(const double at[2][2], const char *name, dp_error *err) {
    dp_status status = DP_OK;
    for (int i = 0; i < 4 && status == DP_OK; i++)
        status = check_number(at[i / 2][i % 2], name, "a coordinate of its points", err);
    return status;
}

// --- joints ---

static dp_status check_line(const dp_mechanism_joint *j, const char *name, dp_error *err) {
    double length = hypot(j->axis[0], j->axis[1]);
    if (!(length > 0.0) || !isfinite(length))
        return dp_fail(err, DP_ERR_RANGE, "joint %s needs an axis that is not zero", name);
    dp_status status = check_number(j->through[0], name, "through", err);
    return status == DP_OK ? check_number(j->through[1], name, "through", err) : status;
}

static dp_status check_radii(const dp_mechanism_joint *j, const char *name, dp_error *err) {
    if (!(j->journal_radius > 0.0) || !isfinite(j->bearing_radius))
        return dp_fail(err, DP_ERR_RANGE,
                       "joint %s needs a journal radius and a bearing radius, both positive", name);
    if (!(j->bearing_radius > j->journal_radius))
        return dp_fail(
            err, DP_ERR_RANGE,
            "joint %s: a journal of radius %g m does not fit into a bearing of %g m; make "
            "the bearing larger, or use a revolute joint",
            name, j->journal_radius, j->bearing_radius);
    if (j->sectors < 1 || j->sectors > SECTORS_MAX) {
        dp_fail(err, DP_ERR_RANGE, "joint %s has %d sectors; it must have 1 to %d", name,
                j->sectors, SECTORS_MAX);
        return dp_blame_value(err, DP_ERR_RANGE, j->sectors, 1.0, SECTORS_MAX);
    }
    return DP_OK;
}

static dp_status check_block(const dp_mechanism_joint *j, const char *name, dp_error *err) {
    if (j->length > 0.0 && j->height > 0.0 && j->gap > 0.0 && isfinite(j->length) &&
        isfinite(j->height) && isfinite(j->gap))
        return DP_OK;
    return dp_fail(err, DP_ERR_RANGE, "joint %s needs a length, a height and a gap, all positive",
                   name);
}

static dp_status check_joint(const dp_mechanism *m, const dp_mechanism_joint *j, const char *name,
                             dp_error *err) {
    if (j->cookie != DP_DEF_COOKIE)
        return dp_fail(err, DP_ERR_NOT_INITIALIZED,
                       "use dp_mechanism_joint_defaults to make joint %s", name);
    dp_status status = check_ends(m, j->first, j->second, name, err);
    if (status == DP_OK) status = check_points(j->at, name, err);
    if (status == DP_OK) status = check_number(j->angle, name, "angle", err);
    if (status != DP_OK) return status;
    switch (j->type) {
    case DP_JOINT_TRANSLATIONAL:
        return check_line(j, name, err);
    case DP_JOINT_CLEARANCE:
        return check_radii(j, name, err);
    case DP_JOINT_GUIDE_CLEARANCE:
        status = check_line(j, name, err);
        return status == DP_OK ? check_block(j, name, err) : status;
    case DP_JOINT_REVOLUTE:
    case DP_JOINT_FIXED:
        return DP_OK;
    }
    return dp_fail(err, DP_ERR_RANGE, "joint %s has an unknown type", name);
}

static dp_status check_joints(const dp_mechanism *m, const dp_mechanism_def *def, dp_error *err) {
    char name[NAME_LENGTH];
    dp_status status = DP_OK;
    for (int i = 0; i < def->joint_count && status == DP_OK; i++) {
        status = take_name(def->joints[i].name, "joint", i, name, err);
        if (status == DP_OK) status = check_joint(m, &def->joints[i], name, err);
        dp_blame(err, status, DP_SUBJECT_JOINT, i, name);
    }
    return status;
}

static dp_status check_drivers(const dp_mechanism *m, const dp_mechanism_def *def, dp_error *err) {
    for (int i = 0; i < def->driver_count; i++) {
        const dp_mechanism_driver *d = &def->drivers[i];
        dp_status status = DP_OK;
        if (d->cookie != DP_DEF_COOKIE)
            status = dp_fail(err, DP_ERR_NOT_INITIALIZED,
                             "use dp_mechanism_driver_defaults to make driver %d", i + 1);
        else if (d->body == DP_GROUND)
            status = dp_fail(err, DP_ERR_CONFLICT,
                             "driver %d drives the ground, which is fixed; name a body", i + 1);
        else if (d->body < 0 || d->body >= m->body_count)
            status = dp_fail(err, DP_ERR_UNKNOWN_NAME,
                             "driver %d refers to body %d; there are bodies 0 to %d", i + 1,
                             d->body, m->body_count - 1);
        if (status != DP_OK) return dp_blame(err, status, DP_SUBJECT_DRIVER, i, NULL);
    }
    return DP_OK;
}

// Where the force of each ideal joint will be found, and all names.
static dp_status take_joints(dp_mechanism *m, const dp_mechanism_def *def, dp_error *err) {
    m->joint_count = def->joint_count;
    for (int i = 0; i < def->joint_count; i++) {
        struct joint *j = &m->joints[i];
        *j = (struct joint){.link = -1,
                            .cut = -1,
                            .first = def->joints[i].first,
                            .second = def->joints[i].second,
                            .sign = 1.0};
        dp_status status = take_name(def->joints[i].name, "joint", i, j->name, err);
        if (status != DP_OK) return dp_blame(err, status, DP_SUBJECT_JOINT, i, NULL);
    }
    for (int i = 0; i < m->link_count; i++) {
        if (m->links[i].joint < 0) continue;
        struct joint *j = &m->joints[m->links[i].joint];
        j->link = i;
        j->sign = j->second == m->links[i].body ? 1.0 : -1.0;
    }
    for (int i = 0; i < m->cut_count; i++)
        if (!m->cuts[i].loose) m->joints[m->cuts[i].joint].cut = i;
    for (int i = 0; i < m->driver_count; i++) {
        struct driver *d = &m->drivers[i];
        const char *name = def->drivers[i].name;
        dp_status status =
            take_name(name == NULL ? m->body_names[d->body] : name, "driver", i, d->name, err);
        if (status != DP_OK) return dp_blame(err, status, DP_SUBJECT_DRIVER, i, name);
    }
    return DP_OK;
}

// --- the whole ---

static dp_status check_def(const dp_mechanism_def *def, dp_error *err) {
    if (def->cookie != DP_DEF_COOKIE)
        return dp_fail(err, DP_ERR_NOT_INITIALIZED,
                       "use dp_mechanism_defaults to make a definition");
    if (def->body_count < 1 || def->bodies == NULL)
        return dp_blame(err, dp_fail(err, DP_ERR_MISSING, "a mechanism needs a body"),
                        DP_SUBJECT_FIELD, -1, "bodies");
    if (def->joint_count < 0 || def->touch_count < 0 || def->driver_count < 0 ||
        def->force_count < 0)
        return dp_fail(err, DP_ERR_RANGE, "a number of joints, drivers or forces is negative");
    dp_status status = check_number(def->gravity[0], "gravity", "x", err);
    if (status == DP_OK) status = check_number(def->gravity[1], "gravity", "y", err);
    return dp_blame(err, status, DP_SUBJECT_FIELD, -1, "gravity");
}

static void take_masses(dp_mechanism *m, const dp_mechanism_def *def) {
    memcpy(m->gravity, def->gravity, sizeof m->gravity);
    for (int i = 0; i < m->link_count; i++) {
        m->links[i].mass = def->bodies[m->links[i].body].mass;
        m->links[i].inertia = def->bodies[m->links[i].body].inertia;
        m->links[i].is_leaf = 1;
    }
    for (int i = 0; i < m->link_count; i++) {
        struct link *l = &m->links[i];
        double x = l->on_self[0], y = l->on_self[1];
        l->gives = 1.0 / (l->kind == LINK_PIN ? l->inertia + l->mass * (x * x + y * y) : l->mass);
        if (l->parent >= 0) m->links[l->parent].is_leaf = 0;
    }
}

dp_status dp_mechanism_build(dp_mechanism **mechanism, const dp_mechanism_def *def, dp_error *err) {
    *mechanism = NULL;
    dp_status status = check_def(def, err);
    if (status != DP_OK) return status;
    dp_allocator from = dp_allocator_or_default(def->allocator);
    dp_mechanism *m = (dp_mechanism *)from.alloc(from.user, (sizeof *m + 63) / 64 * 64);
    if (m == NULL) return no_memory(err);
    memset(m, 0, sizeof *m);
    m->allocator = from;
    m->turn = dp_lanes_best()->turn;
    m->landing = NAN;

    status = take_bodies(m, def, err);
    if (status == DP_OK) status = check_joints(m, def, err);
    if (status == DP_OK) status = check_drivers(m, def, err);
    if (status == DP_OK) status = dp_mechanism_tree(m, def, err);
    if (status == DP_OK) status = dp_mechanism_map_loops(m, err);
    if (status == DP_OK) status = take_joints(m, def, err);
    if (status == DP_OK) {
        take_masses(m, def);
        status = dp_mechanism_take_pairs(m, def, err);
    }
    if (status == DP_OK) status = dp_mechanism_take_forces(m, def, err);
    if (status == DP_OK) status = dp_mechanism_assemble(m, def, err);
    if (status == DP_OK) status = dp_mechanism_weigh_pairs(m, err);
    if (status == DP_OK) status = dp_mechanism_name_channels(m, err);
    if (status == DP_OK) {
        m->digest = dp_mechanism_digest(def);
        *mechanism = m;
    } else {
        dp_mechanism_free(m);
    }
    return status;
}
