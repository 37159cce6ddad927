// Defaults of all definitions, and the parts of a mechanism that are not ideal joints: pairs of
// surfaces and force elements.

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/params.h"
#include "mechanism/motion.h"

// --- defaults ---

dp_mechanism_body dp_mechanism_body_defaults(const char *name, double mass, double inertia) {
    return (dp_mechanism_body){name, mass, inertia, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
}

dp_mechanism_joint dp_mechanism_joint_defaults(dp_joint_type type, int first, int second,
                                               const dp_law *law) {
    dp_mechanism_joint j = {
        .type = type, .first = first, .second = second, .cookie = DP_DEF_COOKIE};
    j.keep_history = 1;
    j.sectors = 720;
    j.axis[0] = 1.0;
    j.journal_radius = j.bearing_radius = j.length = j.height = j.gap = NAN;
    if (law != NULL) j.contact = dp_contact_defaults(law);
    return j;
}

dp_mechanism_contact dp_mechanism_contact_defaults(dp_touch_type type, int first, int second,
                                                   const dp_law *law) {
    dp_mechanism_contact t = {
        .type = type, .first = first, .second = second, .cookie = DP_DEF_COOKIE};
    t.radius[0] = t.radius[1] = NAN;
    t.normal[1] = 1.0;
    if (law != NULL) t.contact = dp_contact_defaults(law);
    return t;
}

dp_mechanism_driver dp_mechanism_driver_defaults(int body, dp_driven what) {
    return (dp_mechanism_driver){.body = body, .what = what, .start = NAN, .cookie = DP_DEF_COOKIE};
}

dp_mechanism_force dp_mechanism_force_defaults(dp_force_type type, int first, int second) {
    return (dp_mechanism_force){
        .type = type, .first = first, .second = second, .rest = NAN, .cookie = DP_DEF_COOKIE};
}

dp_mechanism_def dp_mechanism_defaults(void) {
    return (dp_mechanism_def){.cookie = DP_DEF_COOKIE};
}

dp_mechanism_run_def dp_mechanism_run_defaults(void) {
    return (dp_mechanism_run_def){.until = NAN,
                                  .rtol = 1e-8,
                                  .max_steps = 200000000,
                                  .offset = 1e-9,
                                  .seed = 1,
                                  .cookie = DP_DEF_COOKIE};
}

// --- pairs ---

dp_status dp_pair_blame(const dp_mechanism *m, int index, dp_error *err, dp_status status) {
    const struct pair *p = &m->pairs[index];
    if (p->joint >= 0)
        return dp_blame(err, status, DP_SUBJECT_JOINT, p->joint, m->joints[p->joint].name);
    return dp_blame(err, status, DP_SUBJECT_CONTACT, index - m->touch_at, p->name);
}

static int link_of(const dp_mechanism *m, int body) {
    return body < 0 ? DP_GROUND : m->link_of[body];
}

// Whose law it is; the number that was refused is the same.
static dp_status refuse(const struct pair *p, const dp_error *why, dp_error *err) {
    dp_fail(err, why->status, "%s: %.400s", p->name, why->text);
    return dp_blame_value(err, why->status, why->value, why->low, why->high);
}

static dp_status prepare(dp_mechanism *m, struct pair *p, dp_contact_def contact,
                         const dp_friction_def *friction, dp_error *err) {
    dp_error why = {0};
    // until the start is known the bodies alone say which mass meets
    p->feels_mass = contact.law.cookie == DP_DEF_COOKIE && isnan(contact.pair.mass) &&
                    dp_contact_uses_mass(&contact);
    if (p->feels_mass) contact.pair.mass = dp_pair_reduced(m, p);
    dp_status status = dp_contact_init(&p->contact, &contact, &why);
    if (status != DP_OK) return refuse(p, &why, err);
    p->has_history = p->contact.kernel->update != NULL;
    p->histories = p->has_history && p->contact.kernel->residual != NULL ? 1 : 0;
    p->bristle = -1;
    if (friction->law == NULL && friction->cookie == 0) return DP_OK;
    status = dp_friction_init(&p->friction, friction, &why);
    if (status != DP_OK) return refuse(p, &why, err);
    p->has_friction = 1;
    p->has_grip = p->friction.law->grip != NULL;
    m->grip_count += p->has_grip;
    if (p->friction.law->has_history || p->has_grip) p->bristle = m->bristle_count++;
    return DP_OK;
}

static void fill(double *entry, double value) {
    if (isnan(*entry)) *entry = value;
}

static dp_status take_bearing(dp_mechanism *m, const dp_mechanism_joint *j, const char *name,
                              dp_error *err) {
    struct pair *p = &m->pairs[m->pair_count++];
    double clearance = j->bearing_radius - j->journal_radius;
    *p = (struct pair){.kind = PAIR_BEARING,
                       .first = link_of(m, j->first),
                       .second = link_of(m, j->second),
                       .reach = clearance,
                       .gap = clearance,
                       .deepest = j->journal_radius,
                       .stride = clearance,
                       .arm = {j->journal_radius, -j->bearing_radius},
                       .yields = {0.0, 1.0}};
    memcpy(p->at, j->at, sizeof p->at);
    snprintf(p->name, sizeof p->name, "%s", name);
    dp_contact_def contact = j->contact;
    fill(&contact.pair.bearing_radius, j->bearing_radius);
    fill(&contact.pair.clearance, clearance);
    fill(&contact.pair.radius, j->bearing_radius * j->journal_radius / clearance);
    dp_status status = prepare(m, p, contact, &j->friction, err);
    p->forgets = !j->keep_history;
    if (p->histories > 0 && j->keep_history) p->histories = j->sectors;
    return status;
}

// Corners of the block: two above the line meet the upper wall, two below it the lower one.
static dp_status take_guide(dp_mechanism *m, const dp_mechanism_joint *j, const char *name,
                            dp_error *err) {
    double length = hypot(j->axis[0], j->axis[1]), ax = j->axis[0] / length,
           ay = j->axis[1] / length;
    double c = cos(-j->angle), s = sin(-j->angle);
    double bx = c * ax - s * ay, by = s * ax + c * ay;  // the axis, in the block
    for (int i = 0; i < 4; i++) {
        struct pair *p = &m->pairs[m->pair_count++];
        double along = (i % 2 ? 0.5 : -0.5) * j->length, side = i < 2 ? 1.0 : -1.0;
        double up = side * 0.5 * j->height, wall = side * 0.5 * (j->height + j->gap);
        *p = (struct pair){.kind = PAIR_PLANE,
                           .first = link_of(m, j->second),
                           .second = link_of(m, j->first),
                           .gap = j->gap,
                           .deepest = j->height,
                           .stride = j->gap};
        p->at[0][0] = j->at[1][0] + along * bx - up * by;
        p->at[0][1] = j->at[1][1] + along * by + up * bx;
        p->at[1][0] = j->through[0] - wall * ay;
        p->at[1][1] = j->through[1] + wall * ax;
        // out of the wall, towards the line
        p->normal[0] = side * ay;
        p->normal[1] = -side * ax;
        snprintf(p->name, sizeof p->name, "%.40s.%c", name, (char)('1' + i));
        dp_status status = prepare(m, p, j->contact, &j->friction, err);
        if (status != DP_OK) return status;
    }
    return DP_OK;
}

static dp_status check_touch(const dp_mechanism *m, const dp_mechanism_contact *t, const char *name,
                             dp_error *err) {
    if (t->cookie != DP_DEF_COOKIE)
        return dp_fail(err, DP_ERR_NOT_INITIALIZED, "use dp_mechanism_contact_defaults to make %s",
                       name);
    if (t->first < DP_GROUND || t->first >= m->body_count || t->second < DP_GROUND ||
        t->second >= m->body_count)
        return dp_fail(err, DP_ERR_UNKNOWN_NAME, "%s refers to a body that is not there", name);
    if (t->first == t->second)
        return dp_fail(err, DP_ERR_CONFLICT, "%s is between a body and itself", name);
    int is_plane = t->type == DP_TOUCH_PLANE;
    double radii = t->radius[0] + (is_plane ? 0.0 : t->radius[1]);
    if (!(t->radius[0] >= 0.0) || !isfinite(radii) ||
        (!is_plane && !(t->radius[1] >= 0.0 && radii > 0.0)))
        return dp_fail(err, DP_ERR_RANGE, "%s needs its radius, or both radii for two circles",
                       name);
    double length = hypot(t->normal[0], t->normal[1]);
    if (is_plane && (!(length > 0.0) || isinf(length)))
        return dp_fail(err, DP_ERR_RANGE, "%s needs a normal that is not zero", name);
    for (int i = 0; i < 4; i++)
        if (!isfinite(t->at[i / 2][i % 2]))
            return dp_fail(err, DP_ERR_RANGE, "%s: a coordinate of its points is not a number",
                           name);
    return DP_OK;
}

static dp_status take_touch(dp_mechanism *m, const dp_mechanism_contact *t, int index,
                            dp_error *err) {
    struct pair *p = &m->pairs[m->pair_count++];
    int is_plane = t->type == DP_TOUCH_PLANE;
    memset(p, 0, sizeof *p);
    if (t->name == NULL)
        snprintf(p->name, sizeof p->name, "contact%d", index + 1);
    else
        snprintf(p->name, sizeof p->name, "%.47s", t->name);
    dp_status status = check_touch(m, t, p->name, err);
    if (status != DP_OK) return status;
    p->kind = is_plane ? PAIR_PLANE : PAIR_CIRCLES;
    p->first = link_of(m, t->first);
    p->second = link_of(m, t->second);
    memcpy(p->at, t->at, sizeof p->at);
    p->reach = is_plane ? t->radius[0] : t->radius[0] + t->radius[1];
    p->arm[0] = t->radius[0];
    p->arm[1] = is_plane ? -t->radius[0] : t->radius[1];
    // so that wheels that roll on each other turn in the ratio of their radii
    for (int i = 0; i < 2 && !is_plane; i++)
        p->yields[i] = t->radius[i] / p->reach;
    p->gap = NAN;
    // no solid is pressed in by more than its own radius; a corner or a point has none
    p->deepest = INFINITY;
    for (int i = 0; i < (is_plane ? 1 : 2); i++)
        if (t->radius[i] > 0.0) p->deepest = fmin(p->deepest, t->radius[i]);
    p->stride = 0.1 * p->reach;
    double length = hypot(t->normal[0], t->normal[1]);
    p->normal[0] = is_plane ? t->normal[0] / length : 0.0;
    p->normal[1] = is_plane ? t->normal[1] / length : 0.0;
    dp_contact_def contact = t->contact;
    double radius =
        is_plane ? t->radius[0] : t->radius[0] * t->radius[1] / (t->radius[0] + t->radius[1]);
    if (radius > 0.0) fill(&contact.pair.radius, radius);
    return prepare(m, p, contact, &t->friction, err);
}

dp_status dp_mechanism_take_pairs(dp_mechanism *m, const dp_mechanism_def *def, dp_error *err) {
    size_t count = (size_t)def->touch_count;
    for (int i = 0; i < def->joint_count; i++) {
        count += def->joints[i].type == DP_JOINT_CLEARANCE;
        count += def->joints[i].type == DP_JOINT_GUIDE_CLEARANCE ? 4 : 0;
    }
    m->pairs = (struct pair *)dp_mechanism_room(m, count, sizeof *m->pairs);
    if (m->pairs == NULL) return dp_fail(err, DP_ERR_MEMORY, "no memory for the contacts");
    dp_status status = DP_OK;
    int owned = 0;
    for (int i = 0; i < def->joint_count && status == DP_OK; i++) {
        const dp_mechanism_joint *j = &def->joints[i];
        if (j->type == DP_JOINT_CLEARANCE) status = take_bearing(m, j, m->joints[i].name, err);
        if (j->type == DP_JOINT_GUIDE_CLEARANCE) status = take_guide(m, j, m->joints[i].name, err);
        for (; owned < m->pair_count; owned++)
            m->pairs[owned].joint = i;
        dp_blame(err, status, DP_SUBJECT_JOINT, i, m->joints[i].name);
    }
    m->touch_at = m->pair_count;
    for (int i = 0; i < def->touch_count && status == DP_OK; i++) {
        status = take_touch(m, &def->touches[i], i, err);
        dp_blame(err, status, DP_SUBJECT_CONTACT, i, m->pairs[m->pair_count - 1].name);
    }
    for (; owned < m->pair_count; owned++)
        m->pairs[owned].joint = -1;
    return status;
}

// --- force elements ---

static dp_status take_force(dp_mechanism *m, const dp_mechanism_force *f, struct force *own,
                            const char *name, dp_error *err) {
    if (f->cookie != DP_DEF_COOKIE)
        return dp_fail(err, DP_ERR_NOT_INITIALIZED, "use dp_mechanism_force_defaults to make %s",
                       name);
    if (f->first < DP_GROUND || f->first >= m->body_count || f->second < DP_GROUND ||
        f->second >= m->body_count)
        return dp_fail(err, DP_ERR_UNKNOWN_NAME, "%s refers to a body that is not there", name);
    int is_spring = f->type == DP_FORCE_SPRING || f->type == DP_FORCE_TORSION;
    if (is_spring && f->first == f->second)
        return dp_fail(err, DP_ERR_CONFLICT, "%s is between a body and itself", name);
    if (!is_spring && f->second < 0)
        return dp_fail(err, DP_ERR_CONFLICT, "%s acts on the ground, which is fixed; name a body",
                       name);
    const double given[] = {f->stiffness, f->damping,  f->preload,  f->force[0], f->force[1],
                            f->torque,    f->at[0][0], f->at[0][1], f->at[1][0], f->at[1][1]};
    for (size_t i = 0; i < sizeof given / sizeof *given; i++)
        if (!isfinite(given[i]) || isinf(f->rest))
            return dp_fail(err, DP_ERR_RANGE, "%s: one of its values is not a number", name);
    if (f->damping < 0.0) {
        dp_fail(err, DP_ERR_RANGE, "%s has the damping %g; it must not be negative", name,
                f->damping);
        return dp_blame_value(err, DP_ERR_RANGE, f->damping, 0.0, DBL_MAX);
    }
    *own = (struct force){.type = f->type,
                          .first = link_of(m, f->first),
                          .second = link_of(m, f->second),
                          .stiffness = f->stiffness,
                          .damping = f->damping,
                          .rest = f->rest,
                          .preload = f->preload,
                          .torque = f->torque,
                          .has_factor = f->factor.count > 0};
    snprintf(own->name, sizeof own->name, "%s", name);
    memcpy(own->at, f->at, sizeof own->at);
    memcpy(own->force, f->force, sizeof own->force);
    return own->has_factor ? dp_curve_build(m, &own->factor, &f->factor, name, "1", err) : DP_OK;
}

dp_status dp_mechanism_take_forces(dp_mechanism *m, const dp_mechanism_def *def, dp_error *err) {
    m->force_count = def->force_count;
    m->forces = (struct force *)dp_mechanism_room(m, (size_t)def->force_count, sizeof *m->forces);
    if (m->forces == NULL) return dp_fail(err, DP_ERR_MEMORY, "no memory for the forces");
    dp_status status = DP_OK;
    for (int i = 0; i < def->force_count && status == DP_OK; i++) {
        char name[NAME_LENGTH];
        const char *given = def->forces[i].name;
        if (given == NULL)
            snprintf(name, sizeof name, "force%d", i + 1);
        else
            snprintf(name, sizeof name, "%.47s", given);
        status = take_force(m, &def->forces[i], &m->forces[i], name, err);
        dp_blame(err, status, DP_SUBJECT_FORCE, i, name);
    }
    return status;
}
