// Joints and contacts of a mechanism. What the program knows of a type of joint is in this file.

#include <math.h>
#include <string.h>

#include "kinds/mechanism/mechanism.h"
#include "scenario/schema.h"

// --- types of joints -----------------------------------------------------------------------------

static const char *const joint_words[] = {"revolute",  "translational",   "fixed",
                                          "clearance", "guide-clearance", NULL};

// In the order of the words and of dp_joint_type.
static const struct joint_traits traits[] = {
    {.owner = "revolute joint", .is_pin = true},
    {.owner = "translational joint", .slides = true},
    {.owner = "fixed joint"},
    {.owner = "clearance joint", .is_pin = true, .pairs = 1},
    {.owner = "guide-clearance", .slides = true, .pairs = 4},
};

const struct joint_traits *joint_traits(dp_joint_type type) {
    return &traits[type];
}

enum {
    REVOLUTE = 1 << DP_JOINT_REVOLUTE,
    TRANSLATIONAL = 1 << DP_JOINT_TRANSLATIONAL,
    FIXED = 1 << DP_JOINT_FIXED,
    CLEARANCE = 1 << DP_JOINT_CLEARANCE,
    GUIDE = 1 << DP_JOINT_GUIDE_CLEARANCE,
};

// Keys that not every type has, and the types that cannot do without.
static const struct part_key joint_keys[] = {
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
    {0},
};

static const char *const touch_words[] = {"circles", "plane", NULL};
static const char *const memories[] = {"fresh", "kept", NULL};
static const struct field material_item = {.key = "materials", .type = FIELD_MATERIAL};
static const struct field radius_item = {
    .key = "radii", .type = FIELD_QUANTITY, .unit = "m", .range = RANGE_NOT_NEGATIVE};

// clang-format off
// what all surfaces have
#define SURFACES(block)                                                                            \
    FIELD("material", FIELD_MATERIAL, block, surfaces.material,                                    \
        .doc = "of both surfaces, by name"),                                                       \
    FIELD("materials", FIELD_LIST, block, surfaces.materials, .item = &material_item,              \
        .item_size = sizeof(const struct material *), .least = 2, .most = 2,                       \
        .doc = "one for each body, in the order of `between`, in place of `material`"),            \
    FIELD("contact", FIELD_VALUE, block, surfaces.contact, .form = schema_any_contact,             \
        .doc = "how the surfaces touch: a [contact](#contact), in which `friction` may stand; "    \
               "radii come from here, and of a law that depends on the mass `mass` says which"),  \
    FIELD("friction", FIELD_FRICTION, block, surfaces.friction,                                    \
        .doc = "a number (mu of coulomb) or a map with a law; here or within `contact`")

const struct field mechanism_joint_fields[] = {
    WORD(mechanism_joint_block, type, joint_words, REQUIRED,
        .doc = "revolute: two points coincide; translational: a point slides along a line, the "
               "angle is kept; fixed: points and angle are kept; clearance: a journal loose in a "
               "bearing; guide-clearance: a block loose between two walls"),
    TEXT(mechanism_joint_block, name,
        .doc = "what its channels are called; joint1, joint2, ... when left out"),
    PAIR(mechanism_joint_block, REQUIRED,
        .doc = "two bodies, or `ground`; the journal is on the first, the line and the walls are "
               "the first's"),
    AT(mechanism_joint_block,
        .doc = "point on the first body and point on the second, each from its centre of mass; "
               "revolute, fixed, clearance"),
    TWO(mechanism_joint_block, axis, mechanism_number_item,
        .doc = "direction of the line, in the first body; translational, guide-clearance; [1, 0] "
               "when left out"),
    TWO(mechanism_joint_block, through, mechanism_length_item,
        .doc = "a point of the line, in the first body; [0, 0] when left out"),
    TWO(mechanism_joint_block, point, mechanism_length_item,
        .doc = "the point of the second body that slides, or the middle of its block; its centre "
               "of mass when left out"),
    QUANTITY(mechanism_joint_block, angle, "rad", .initial = "0",
        .doc = "angle of the second body less that of the first; translational, fixed, "
               "guide-clearance"),
    QUANTITY(mechanism_joint_block, journal_radius, "m", POSITIVE, .doc = "of a clearance joint"),
    QUANTITY(mechanism_joint_block, bearing_radius, "m", POSITIVE, .doc = "of a clearance joint"),
    QUANTITY(mechanism_joint_block, clearance, "m", POSITIVE,
        .doc = "bearing radius less journal radius, in place of one of them"),
    QUANTITY(mechanism_joint_block, length, "m", POSITIVE,
        .doc = "of the block of a guide-clearance, along the line"),
    QUANTITY(mechanism_joint_block, height, "m", POSITIVE, .doc = "of the block, across the line"),
    QUANTITY(mechanism_joint_block, gap, "m", POSITIVE,
        .doc = "free play of the block: width of the guide less height"),
    WORD(mechanism_joint_block, memory, memories, .initial = "kept",
        .doc = "of a clearance joint whose law leaves dents. kept: the bearing remembers, each "
               "sector of it with an indentation history of its own, which a contact that begins "
               "there uses and writes until it ends; fresh: every contact meets new material"),
    INTEGER(mechanism_joint_block, sectors, .initial = "720", BETWEEN(1.0, 1e6),
        .doc = "equal parts of the bearing, the first centred on +x of its body, for `memory: "
               "kept`"),
    SURFACES(mechanism_joint_block),
    {0},
};

const struct field mechanism_touch_fields[] = {
    WORD(mechanism_touch_block, type, touch_words, REQUIRED,
        .doc = "circles: two circles from outside; plane: a circle of the first body on a plane "
               "of the second"),
    TEXT(mechanism_touch_block, name, .doc = "contact1, contact2, ... when left out"),
    PAIR(mechanism_touch_block, REQUIRED, .doc = "two bodies, or `ground`"),
    AT(mechanism_touch_block,
        .doc = "centre on the first body; centre, or a point of the plane, on the second"),
    LIST(mechanism_touch_block, radii, &radius_item, double, 1, 2, REQUIRED,
        .doc = "of both circles; of a plane the one circle, 0 for a corner"),
    TWO(mechanism_touch_block, normal, mechanism_number_item,
        .doc = "of a plane: direction out of the solid, in the second body; [0, 1] when left out"),
    SURFACES(mechanism_touch_block),
    {0},
};
// clang-format on

// --- surfaces ------------------------------------------------------------------------------------

// Which node it stands at; NULL: there is none.
static const struct node *read_friction(struct reader *reader, const struct surfaces *surfaces,
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
    if (block.node == NULL || block.def.law == NULL) return NULL;
    *friction = block.def;
    return block.node;
}

static void take_materials(struct reader *reader, const struct surfaces *surfaces,
                           const struct node *node, struct body_pair *meeting) {
    const struct material *const *both = surfaces->materials.items;
    if (surfaces->material != NULL && both != NULL)
        report_error(reader, place_of(node, "materials"),
                     "materials and material exclude each other; give one of them");
    for (int i = 0; i < 2; i++) {
        const struct body_block body = {.material = both != NULL ? both[i] : surfaces->material,
                                        .radius = meeting->body[i].radius,
                                        .mass = meeting->mass};
        meeting->body[i] = body_properties(&body);
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

// Prepare the contact of two surfaces. `geometry`, and the radii and masses of the meeting, follow
// from what it belongs to, which `owner` names.
static void build_surfaces(struct reader *reader, struct mechanism_config *c,
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
    // which contact_read refuses
    const struct node *map = node_copy(&reader->tree, surfaces->contact, "friction");
    if (map == NULL) {
        report_no_memory(reader);
        return;
    }
    const struct node *rubs = read_friction(reader, surfaces, friction);
    contact_read(reader, map, block);
    if (block->def.law.law == NULL) return;
    take_materials(reader, surfaces, node, meeting);
    check_contact(reader, block, geometry, owner);
    if (reader->count > before) return;
    block->geometry = (int)geometry;
    if (!contact_build(reader, block, meeting, touch)) return;
    *contact = touch->def;
    // the mechanism finds it at every touch
    if (block->mass == MASS_EFFECTIVE) contact->pair.mass = NAN;
    if (rubs != NULL) block->friction = (struct friction_block){rubs, *friction};
    c->contacts[c->touch_count] = surfaces->contact;
    touch->has_guessed_ratio = friction_take_ratio(rubs, meeting, friction);
    c->touch_count++;
}

// Of the bodies alone, for what is checked before there is a mechanism, and for `mass: pair`.
static double mass_of_pair(const struct mechanism_config *c, int first, int second) {
    double one = first < 0 ? INFINITY : c->def.bodies[first].mass;
    double two = second < 0 ? INFINITY : c->def.bodies[second].mass;
    return isinf(one) ? two : isinf(two) ? one : one * two / (one + two);
}

// --- joints --------------------------------------------------------------------------------------

void mechanism_check_keys(struct reader *reader, const struct node *node,
                          const struct part_key *keys, int type, const char *owner) {
    for (; keys->key != NULL; keys++) {
        const struct node *given = node_find(node, keys->key);
        if (given != NULL && (keys->types >> type & 1) == 0)
            report_error(reader, given, "%s has no effect in a %s; leave it out", keys->key, owner);
        if (given == NULL && (keys->needed >> type & 1) != 0)
            report_error(reader, node, "%s is missing: a %s needs it", keys->key, owner);
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
    const struct joint_traits *is = &traits[b->type];
    int first = 0, second = 0, before = reader->count;
    mechanism_check_keys(reader, b->node, joint_keys, b->type, is->owner);
    mechanism_pair(reader, &c->mechanism, &b->between, &first, &second);
    *joint = dp_mechanism_joint_defaults((dp_joint_type)b->type, first, second, NULL);
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
    bool is_journal = b->type == DP_JOINT_CLEARANCE;
    if (is_journal) take_radii(reader, b, joint);
    if (reader->count > before || is->pairs == 0) return;

    struct body_pair meeting = {.mass = mass_of_pair(c, first, second)};
    meeting.body[0].radius = is_journal ? joint->journal_radius : INFINITY;
    meeting.body[1].radius = is_journal ? joint->bearing_radius : INFINITY;
    meeting.is_journal = meeting.is_solid[0] = is_journal;
    build_surfaces(reader, c, &b->surfaces, b->node, is_journal ? DP_CONFORMAL : DP_FLAT, &meeting,
                   is->owner, &joint->contact, &joint->friction);
}

void mechanism_build_joints(struct reader *reader, struct mechanism_config *c) {
    const struct mechanism_joint_block *blocks = c->mechanism.joints.items;
    int count = c->mechanism.joints.count, touches = count + c->mechanism.contacts.count;
    dp_mechanism_joint *joints = mechanism_room(reader, count, sizeof *joints);
    c->touches = mechanism_room(reader, touches, sizeof *c->touches);
    c->blocks = mechanism_room(reader, touches, sizeof *c->blocks);
    c->contacts = mechanism_room(reader, touches, sizeof *c->contacts);
    if (joints == NULL || c->touches == NULL || c->blocks == NULL || c->contacts == NULL) return;
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
    bool is_plane = b->type == DP_TOUCH_PLANE;
    const double *radii = b->radii.items;
    mechanism_pair(reader, &c->mechanism, &b->between, &first, &second);
    *touch = dp_mechanism_contact_defaults((dp_touch_type)b->type, first, second, NULL);
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

    struct body_pair meeting = {.mass = mass_of_pair(c, first, second)};
    bool is_corner = is_plane && radii[0] == 0.0;
    meeting.body[0].radius = is_corner ? INFINITY : radii[0];
    meeting.body[1].radius = is_plane ? INFINITY : radii[1];
    for (int i = 0; i < 2; i++)
        meeting.is_solid[i] = isfinite(meeting.body[i].radius);
    build_surfaces(reader, c, &b->surfaces, b->node, is_plane ? DP_FLAT : DP_CONVEX, &meeting,
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

// In the order of the library: loose joints as they are listed, then contacts. The four corners of
// a guide share a contact.
struct pair_owner mechanism_owner(const struct mechanism_config *c, int pair) {
    int loose = 0;
    for (int i = 0; i < c->def.joint_count; i++) {
        int count = traits[c->def.joints[i].type].pairs;
        if (pair < count) return (struct pair_owner){i, count > 1 ? pair : -1, loose};
        pair -= count;
        loose += count > 0;
    }
    return (struct pair_owner){-1, -1, loose + pair};
}

bool mechanism_is_bearing(const struct mechanism_config *c, int pair) {
    struct pair_owner owner = mechanism_owner(c, pair);
    return owner.joint >= 0 && owner.corner < 0;
}
