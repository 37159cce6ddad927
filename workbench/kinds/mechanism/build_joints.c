// Joints and contacts of a mechanism.

#include <math.h>
#include <string.h>

#include "kinds/mechanism/mechanism.h"

enum {
    REVOLUTE = 1 << JOINT_REVOLUTE,
    TRANSLATIONAL = 1 << JOINT_TRANSLATIONAL,
    FIXED = 1 << JOINT_FIXED,
    CLEARANCE = 1 << JOINT_CLEARANCE,
    GUIDE = 1 << JOINT_GUIDE,
};

// Keys that not every type has, and the types that cannot do without.
static const struct {
    const char *key;
    int types, needed;
} joint_keys[] = {
    {"at", REVOLUTE | FIXED | CLEARANCE, REVOLUTE | FIXED | CLEARANCE},
    {"axis", TRANSLATIONAL | GUIDE, 0},
    {"through", TRANSLATIONAL | GUIDE, 0},
    {"point", TRANSLATIONAL | GUIDE, 0},
    {"angle", TRANSLATIONAL | FIXED | GUIDE, 0},
    {"journal_radius", CLEARANCE, 0},
    {"bearing_radius", CLEARANCE, 0},
    {"clearance", CLEARANCE, 0},
    {"memory", CLEARANCE, 0},
    {"sectors", CLEARANCE, 0},
    {"length", GUIDE, GUIDE},
    {"height", GUIDE, GUIDE},
    {"gap", GUIDE, GUIDE},
    {"material", CLEARANCE | GUIDE, 0},
    {"materials", CLEARANCE | GUIDE, 0},
    {"contact", CLEARANCE | GUIDE, CLEARANCE | GUIDE},
    {"friction", CLEARANCE | GUIDE, 0},
};

static const char *const type_names[] = {"revolute joint", "translational joint", "fixed joint",
                                         "clearance joint", "guide-clearance"};

// --- surfaces ------------------------------------------------------------------------------------

// The map without its friction, which contact_read refuses; the children are copies.
static struct node *without_friction(struct reader *reader, const struct node *map) {
    struct node *copy = mechanism_room(reader, 1, sizeof *copy);
    if (copy == NULL) return NULL;
    *copy = *map;
    copy->first = copy->last = NULL;
    copy->count = 0;
    for (const struct node *child = map->first; child != NULL; child = child->next) {
        if (strcmp(child->key, "friction") == 0) continue;
        struct node *own = mechanism_room(reader, 1, sizeof *own);
        if (own == NULL) return NULL;
        *own = *child;
        own->next = NULL;
        node_append(copy, own);
    }
    return copy;
}

static void read_friction(struct reader *reader, const struct surfaces *surfaces,
                          dp_friction_def *friction) {
    const struct node *inner = node_find(surfaces->contact, "friction");
    struct friction_block block = {.node = NULL};
    if (inner != NULL && surfaces->friction.node != NULL)
        report_error(reader, surfaces->friction.node,
                     "friction stands here and within contact; give one of them");
    else if (inner != NULL && inner->kind == NODE_LIST)
        report_error(reader, inner, "friction is a list; it must be a number or a map with a law");
    else if (inner != NULL)
        friction_read(reader, inner, &block);
    else
        block = surfaces->friction;
    if (block.node != NULL && block.def.law != NULL) *friction = block.def;
}

static void take_materials(struct reader *reader, const struct surfaces *surfaces,
                           const struct node *node, struct body_pair *meeting) {
    const struct material *const *both = surfaces->materials.items;
    if (surfaces->material != NULL && both != NULL)
        report_error(reader, place_of(node, "materials"),
                     "materials and material exclude each other; give one of them");
    for (int i = 0; i < 2; i++) {
        const struct material *material = both != NULL ? both[i] : surfaces->material;
        double radius = meeting->body[i].radius, mass = meeting->body[i].mass;
        const struct body_block body = {.material = material, .radius = NAN, .mass = 1.0};
        meeting->body[i] = body_properties(&body);
        meeting->body[i].radius = radius;
        meeting->body[i].mass = mass;
    }
}

// What follows from the joint has no place in its contact.
static void check_contact(struct reader *reader, const struct contact_block *block,
                          dp_geometry geometry, const char *owner) {
    static const char *const words[] = {"convex", "conformal", "flat"};
    static const char *const own[] = {"bearing_radius", "clearance", NULL};
    const struct node *word = node_find(block->node, "geometry");
    if (word != NULL && block->geometry != (int)geometry)
        report_error(reader, word, "geometry is '%s'; in a %s it must be %s", word->text, owner,
                     words[geometry]);
    for (int i = 0; own[i] != NULL; i++) {
        const struct node *node = node_find(block->node, own[i]);
        if (node != NULL)
            report_error(reader, node, "%s belongs to the joint, beside its contact; leave it out",
                         own[i]);
    }
}

void mechanism_surfaces(struct reader *reader, struct mechanism_config *c,
                        const struct surfaces *surfaces, const struct node *node,
                        dp_geometry geometry, struct body_pair *meeting, const char *owner,
                        dp_contact_def *contact, dp_friction_def *friction) {
    int before = reader->count;
    struct contact_block *block = &c->blocks[c->touch_count];
    struct prepared_contact *touch = &c->touches[c->touch_count];
    if (surfaces->contact == NULL) {
        report_error(reader, node, "contact is missing: how the surfaces touch, with a law");
        return;
    }
    if (surfaces->contact->kind != NODE_MAP) {
        report_error(reader, surfaces->contact, "contact is %s; it must be a map of keys",
                     node_kind_name(surfaces->contact));
        return;
    }
    const struct node *map = without_friction(reader, surfaces->contact);
    if (map == NULL) return;
    read_friction(reader, surfaces, friction);
    contact_read(reader, map, block);
    if (block->def.law.law == NULL) return;
    take_materials(reader, surfaces, node, meeting);
    check_contact(reader, block, geometry, owner);
    if (reader->count > before) return;
    block->geometry = (int)geometry;
    if (!contact_build(reader, block, meeting, touch)) return;
    *contact = touch->def;
    c->touch_count++;
}

static double effective_mass(const struct mechanism_config *c, int first, int second) {
    double one = first < 0 ? INFINITY : c->def.bodies[first].mass;
    double two = second < 0 ? INFINITY : c->def.bodies[second].mass;
    return isinf(one) ? two : isinf(two) ? one : one * two / (one + two);
}

// --- joints --------------------------------------------------------------------------------------

static void check_keys(struct reader *reader, const struct mechanism_joint_block *b) {
    int type = 1 << b->type;
    for (size_t i = 0; i < sizeof joint_keys / sizeof *joint_keys; i++) {
        const struct node *node = node_find(b->node, joint_keys[i].key);
        if (node != NULL && (joint_keys[i].types & type) == 0)
            report_error(reader, node, "%s has no effect in a %s; leave it out", joint_keys[i].key,
                         type_names[b->type]);
        if (node == NULL && (joint_keys[i].needed & type) != 0)
            report_error(reader, b->node, "%s is missing: a %s needs it", joint_keys[i].key,
                         type_names[b->type]);
    }
}

// Two of journal_radius, bearing_radius and clearance give the third.
static void take_radii(struct reader *reader, const struct mechanism_joint_block *b,
                       dp_mechanism_joint *joint) {
    double journal = b->journal_radius, bearing = b->bearing_radius, gap = b->clearance;
    int count = !isnan(journal) + !isnan(bearing) + !isnan(gap);
    if (count < 2) {
        report_error(reader, b->node,
                     "%s is missing: a clearance joint needs two of journal_radius, bearing_radius "
                     "and clearance",
                     isnan(bearing) ? "bearing_radius" : "journal_radius");
    } else if (count > 2) {
        report_error(reader, place_of(b->node, "clearance"),
                     "clearance follows from bearing_radius and journal_radius; leave one of the "
                     "three out");
    } else if (!isnan(journal) && !isnan(bearing) && journal >= bearing) {
        report_error(reader, place_of(b->node, "journal_radius"),
                     "journal_radius is %g m; it must be below the bearing radius, %g m", journal,
                     bearing);
    } else if (!isnan(bearing) && gap >= bearing) {
        report_error(reader, place_of(b->node, "clearance"),
                     "clearance is %g m, which leaves no journal in a bearing of radius %g m", gap,
                     bearing);
    }
    joint->journal_radius = isnan(journal) ? bearing - gap : journal;
    joint->bearing_radius = isnan(bearing) ? journal + gap : bearing;
}

static void check_direction(struct reader *reader, const struct node *map, const char *key,
                            const double direction[2]) {
    if (hypot(direction[0], direction[1]) > 0.0) return;
    report_error(reader, place_of(map, key), "%s is [0, 0]; it must point somewhere", key);
}

static void build_joint(struct reader *reader, struct mechanism_config *c,
                        const struct mechanism_joint_block *b, dp_mechanism_joint *joint) {
    static const dp_joint_type types[] = {DP_JOINT_REVOLUTE, DP_JOINT_TRANSLATIONAL, DP_JOINT_FIXED,
                                          DP_JOINT_CLEARANCE, DP_JOINT_GUIDE_CLEARANCE};
    int first = 0, second = 0, before = reader->count;
    check_keys(reader, b);
    mechanism_pair(reader, &c->mechanism, &b->between, &first, &second);
    *joint = dp_mechanism_joint_defaults(types[b->type], first, second, NULL);
    joint->name = b->name;
    joint->angle = b->angle;
    mechanism_points(&b->at, joint->at);
    mechanism_vector(&b->axis, joint->axis);
    mechanism_vector(&b->through, joint->through);
    mechanism_vector(&b->point, joint->at[1]);
    joint->length = b->length;
    joint->height = b->height;
    joint->gap = b->gap;
    joint->keep_history = b->memory == MEMORY_KEPT;
    joint->sectors = (int)b->sectors;
    check_direction(reader, b->node, "axis", joint->axis);
    if (b->type == JOINT_CLEARANCE) take_radii(reader, b, joint);
    if (reader->count > before || (b->type != JOINT_CLEARANCE && b->type != JOINT_GUIDE)) return;

    bool is_journal = b->type == JOINT_CLEARANCE;
    struct body_pair meeting = {.mass = effective_mass(c, first, second)};
    meeting.body[0].radius = is_journal ? joint->journal_radius : INFINITY;
    meeting.body[1].radius = is_journal ? joint->bearing_radius : INFINITY;
    meeting.body[0].mass = meeting.body[1].mass = meeting.mass;
    meeting.is_journal = meeting.is_solid[0] = is_journal;
    mechanism_surfaces(reader, c, &b->surfaces, b->node, is_journal ? DP_CONFORMAL : DP_FLAT,
                       &meeting, type_names[b->type], &joint->contact, &joint->friction);
}

void mechanism_build_joints(struct reader *reader, struct mechanism_config *c) {
    const struct mechanism_joint_block *blocks = c->mechanism.joints.items;
    int count = c->mechanism.joints.count, touches = count + c->mechanism.contacts.count;
    dp_mechanism_joint *joints = mechanism_room(reader, count, sizeof *joints);
    c->touches = mechanism_room(reader, touches, sizeof *c->touches);
    c->blocks = mechanism_room(reader, touches, sizeof *c->blocks);
    if (joints == NULL || c->touches == NULL || c->blocks == NULL) return;
    for (int i = 0; i < count; i++)
        build_joint(reader, c, &blocks[i], &joints[i]);
    c->def.joints = joints;
    c->def.joint_count = count;
}

// --- contacts ------------------------------------------------------------------------------------

static void build_touch(struct reader *reader, struct mechanism_config *c,
                        const struct mechanism_touch_block *b, dp_mechanism_contact *touch) {
    static const char *const names[] = {"contact of circles", "contact with a plane"};
    int first = 0, second = 0, before = reader->count;
    bool is_plane = b->type == TOUCH_PLANE;
    const double *radii = b->radii.items;
    mechanism_pair(reader, &c->mechanism, &b->between, &first, &second);
    *touch = dp_mechanism_contact_defaults(is_plane ? DP_TOUCH_PLANE : DP_TOUCH_CIRCLES, first,
                                           second, NULL);
    touch->name = b->name;
    mechanism_points(&b->at, touch->at);
    mechanism_vector(&b->normal, touch->normal);
    touch->radius[0] = radii[0];
    if (b->radii.count > 1) touch->radius[1] = radii[1];
    if (b->at.items == NULL) report_error(reader, b->node, "at is missing: a point on each body");
    if (is_plane != (b->radii.count == 1))
        report_error(reader, place_of(b->node, "radii"), "radii has %d item%s; a %s has %d",
                     b->radii.count, b->radii.count == 1 ? "" : "s", names[b->type],
                     is_plane ? 1 : 2);
    if (!is_plane && node_find(b->node, "normal") != NULL)
        report_error(reader, place_of(b->node, "normal"),
                     "normal has no effect between circles; leave it out");
    check_direction(reader, b->node, "normal", touch->normal);
    if (reader->count > before) return;

    struct body_pair meeting = {.mass = effective_mass(c, first, second)};
    bool is_corner = is_plane && radii[0] == 0.0;
    meeting.body[0].radius = is_corner ? INFINITY : radii[0];
    meeting.body[1].radius = is_plane ? INFINITY : radii[1];
    meeting.body[0].mass = meeting.body[1].mass = meeting.mass;
    for (int i = 0; i < 2; i++)
        meeting.is_solid[i] = isfinite(meeting.body[i].radius);
    mechanism_surfaces(reader, c, &b->surfaces, b->node, is_plane ? DP_FLAT : DP_CONVEX, &meeting,
                       names[b->type], &touch->contact, &touch->friction);
}

void mechanism_build_contacts(struct reader *reader, struct mechanism_config *c) {
    const struct mechanism_touch_block *blocks = c->mechanism.contacts.items;
    int count = c->mechanism.contacts.count;
    dp_mechanism_contact *touches = mechanism_room(reader, count, sizeof *touches);
    if (touches == NULL || c->touches == NULL || c->blocks == NULL) return;
    for (int i = 0; i < count; i++)
        build_touch(reader, c, &blocks[i], &touches[i]);
    c->def.touches = touches;
    c->def.touch_count = count;
}

// In the order of the library: loose joints as they are listed, then contacts.
struct pair_owner mechanism_owner(const struct mechanism_config *c, int pair) {
    for (int i = 0; i < c->def.joint_count; i++) {
        dp_joint_type type = c->def.joints[i].type;
        int count = type == DP_JOINT_CLEARANCE ? 1 : type == DP_JOINT_GUIDE_CLEARANCE ? 4 : 0;
        if (pair < count) return (struct pair_owner){i, count == 4 ? pair : -1, -1};
        pair -= count;
    }
    return (struct pair_owner){-1, -1, pair};
}
