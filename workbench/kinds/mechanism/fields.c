// Keys of a mechanism: bodies, joints, contacts, drivers, forces.

#include "kinds/mechanism/mechanism.h"

static const char *const joint_types[] = {"revolute",  "translational",   "fixed",
                                          "clearance", "guide-clearance", NULL};
static const char *const touch_types[] = {"circles", "plane", NULL};
static const char *const force_types[] = {"spring", "torsion", "force", "follower", "torque", NULL};
static const char *const memories[] = {"fresh", "kept", NULL};
static const char *const directions[] = {"x", "y", NULL};

static const struct field length_item = {
    .key = "a coordinate", .type = FIELD_QUANTITY, .unit = "m"};
static const struct field number_item = {.key = "a component", .type = FIELD_QUANTITY, .unit = "1"};
static const struct field force_item = {.key = "force", .type = FIELD_QUANTITY, .unit = "N"};
static const struct field gravity_item = {
    .key = "gravity", .type = FIELD_QUANTITY, .unit = "m/s^2"};
static const struct field radius_item = {
    .key = "radii", .type = FIELD_QUANTITY, .unit = "m", .range = RANGE_NOT_NEGATIVE};
static const struct field body_item = {.key = "between", .type = FIELD_TEXT};
static const struct field watch_item = {.key = "watch", .type = FIELD_TEXT};
static const struct field material_item = {.key = "materials", .type = FIELD_MATERIAL};
static const struct field point_item = {.key = "a point",
                                        .type = FIELD_LIST,
                                        .item = &length_item,
                                        .item_size = sizeof(double),
                                        .least = 2,
                                        .most = 2};

// a list of two values
#define TWO(block, name, item_of, text)                                                            \
    {                                                                                              \
        .key = #name, .type = FIELD_LIST, .offset = offsetof(struct block, name),                  \
        .item = &item_of, .item_size = sizeof(double), .least = 2, .most = 2, .doc = text          \
    }

#define LENGTH(block, name, text)                                                                  \
    {                                                                                              \
        .key = #name, .type = FIELD_QUANTITY, .offset = offsetof(struct block, name), .unit = "m", \
        .range = RANGE_POSITIVE, .doc = text                                                       \
    }

#undef VALUE
#define VALUE(block, name, text)                                                                   \
    { .key = #name, .type = FIELD_VALUE, .offset = offsetof(struct block, name), .doc = text }

#define NAME(block, text)                                                                          \
    { .key = "name", .type = FIELD_TEXT, .offset = offsetof(struct block, name), .doc = text }

#undef BETWEEN
#define BETWEEN(block, needed, text)                                                               \
    {                                                                                              \
        .key = "between", .type = FIELD_LIST, .is_required = needed,                               \
        .offset = offsetof(struct block, between), .item = &body_item,                             \
        .item_size = sizeof(const char *), .least = 2, .most = 2, .doc = text                      \
    }

#define AT(block, text)                                                                            \
    {                                                                                              \
        .key = "at", .type = FIELD_LIST, .offset = offsetof(struct block, at),                     \
        .item = &point_item, .item_size = sizeof(struct list), .least = 2, .most = 2, .doc = text  \
    }

#define SURFACES(block)                                                                            \
    {.key = "material",                                                                            \
     .type = FIELD_MATERIAL,                                                                       \
     .offset = offsetof(struct block, surfaces.material),                                          \
     .doc = "of both surfaces, by name"},                                                          \
        {.key = "materials",                                                                       \
         .type = FIELD_LIST,                                                                       \
         .offset = offsetof(struct block, surfaces.materials),                                     \
         .item = &material_item,                                                                   \
         .item_size = sizeof(const struct material *),                                             \
         .least = 2,                                                                               \
         .most = 2,                                                                                \
         .doc = "one for each body, in the order of `between`, in place of `material`"},           \
        {.key = "contact",                                                                         \
         .type = FIELD_VALUE,                                                                      \
         .offset = offsetof(struct block, surfaces.contact),                                       \
         .doc = "how the surfaces touch: a [contact](#contact), in which `friction` may stand; "   \
                "radii come from here, a law that needs a mass gets m1 m2/(m1+m2) of the bodies"}, \
    {                                                                                              \
        .key = "friction", .type = FIELD_FRICTION,                                                 \
        .offset = offsetof(struct block, surfaces.friction),                                       \
        .doc = "a number (mu of coulomb) or a map with a law; here or within `contact`"            \
    }

static const struct field body_fields[] = {
    {.key = "name",
     .type = FIELD_TEXT,
     .is_required = true,
     .offset = offsetof(struct mechanism_body_block, name),
     .doc = "letters, digits, - and _; `ground` is the frame and needs no entry"},
    {.key = "mass",
     .type = FIELD_QUANTITY,
     .is_required = true,
     .offset = offsetof(struct mechanism_body_block, mass),
     .unit = "kg",
     .doc = "positive"},
    {.key = "inertia",
     .type = FIELD_QUANTITY,
     .is_required = true,
     .offset = offsetof(struct mechanism_body_block, inertia),
     .unit = "kg m^2",
     .doc = "about the centre of mass, positive"},
    {0},
};

static const struct field joint_fields[] = {
    {.key = "type",
     .type = FIELD_WORD,
     .is_required = true,
     .offset = offsetof(struct mechanism_joint_block, type),
     .choices = joint_types,
     .doc = "revolute: two points coincide; translational: a point slides along a line, the angle "
            "is kept; fixed: points and angle are kept; clearance: a journal loose in a bearing; "
            "guide-clearance: a block loose between two walls"},
    NAME(mechanism_joint_block, "what its channels are called; joint1, joint2, ... when left out"),
    BETWEEN(mechanism_joint_block, true,
            "two bodies, or `ground`; the journal is on the first, the line and the walls are the "
            "first's"),
    AT(mechanism_joint_block, "point on the first body and point on the second, each from its "
                              "centre of mass; revolute, fixed, clearance"),
    TWO(mechanism_joint_block, axis, number_item,
        "direction of the line, in the first body; translational, guide-clearance; [1, 0] when "
        "left out"),
    TWO(mechanism_joint_block, through, length_item,
        "a point of the line, in the first body; [0, 0] when left out"),
    TWO(mechanism_joint_block, point, length_item,
        "the point of the second body that slides, or the middle of its block; its centre of mass "
        "when left out"),
    {.key = "angle",
     .type = FIELD_QUANTITY,
     .offset = offsetof(struct mechanism_joint_block, angle),
     .unit = "rad",
     .initial = "0",
     .doc = "angle of the second body less that of the first; translational, fixed, "
            "guide-clearance"},
    LENGTH(mechanism_joint_block, journal_radius, "of a clearance joint"),
    LENGTH(mechanism_joint_block, bearing_radius, "of a clearance joint"),
    LENGTH(mechanism_joint_block, clearance,
           "bearing radius less journal radius, in place of one of them"),
    LENGTH(mechanism_joint_block, length, "of the block of a guide-clearance, along the line"),
    LENGTH(mechanism_joint_block, height, "of the block, across the line"),
    LENGTH(mechanism_joint_block, gap, "free play of the block: width of the guide less height"),
    {.key = "memory",
     .type = FIELD_WORD,
     .offset = offsetof(struct mechanism_joint_block, memory),
     .initial = "kept",
     .choices = memories,
     .doc = "of a clearance joint whose law leaves dents. kept: the bearing remembers, each sector "
            "of it with an indentation history of its own, which a touch that begins there uses "
            "and writes until it ends; fresh: every touch meets new material"},
    {.key = "sectors",
     .type = FIELD_INTEGER,
     .offset = offsetof(struct mechanism_joint_block, sectors),
     .initial = "720",
     .range = RANGE_BETWEEN,
     .low = 1.0,
     .high = 1e6,
     .doc = "equal parts of the bearing, the first centred on +x of its body, for `memory: kept`"},
    SURFACES(mechanism_joint_block),
    {0},
};

static const struct field touch_fields[] = {
    {.key = "type",
     .type = FIELD_WORD,
     .is_required = true,
     .offset = offsetof(struct mechanism_touch_block, type),
     .choices = touch_types,
     .doc = "circles: two circles from outside; plane: a circle of the first body on a plane of "
            "the second"},
    NAME(mechanism_touch_block, "contact1, contact2, ... when left out"),
    BETWEEN(mechanism_touch_block, true, "two bodies, or `ground`"),
    AT(mechanism_touch_block,
       "centre on the first body; centre, or a point of the plane, on the second"),
    {.key = "radii",
     .type = FIELD_LIST,
     .is_required = true,
     .offset = offsetof(struct mechanism_touch_block, radii),
     .item = &radius_item,
     .item_size = sizeof(double),
     .least = 1,
     .most = 2,
     .doc = "of both circles; of a plane the one circle, 0 for a corner"},
    TWO(mechanism_touch_block, normal, number_item,
        "of a plane: direction out of the solid, in the second body; [0, 1] when left out"),
    SURFACES(mechanism_touch_block),
    {0},
};

static const struct field driver_fields[] = {
    NAME(mechanism_driver_block, "the name of the body when left out"),
    {.key = "body",
     .type = FIELD_TEXT,
     .is_required = true,
     .offset = offsetof(struct mechanism_driver_block, body),
     .doc = "what is driven"},
    {.key = "speed",
     .type = FIELD_QUANTITY,
     .offset = offsetof(struct mechanism_driver_block, speed),
     .unit = "rad/s",
     .doc = "constant, anticlockwise"},
    VALUE(mechanism_driver_block, angle,
          "in place of `speed`: coefficients of 1, t, t^2, ... (`[0, 20 rad/s, 3 rad/s^2]`), or a "
          "map with `table: [[0 s, 0 deg], ...]` or `csv: FILE` and `shape: spline | hermite`"),
    VALUE(mechanism_driver_block, position,
          "the same in metres: the centre of mass is moved along `direction`"),
    {.key = "direction",
     .type = FIELD_WORD,
     .offset = offsetof(struct mechanism_driver_block, direction),
     .initial = "x",
     .choices = directions,
     .doc = "of `position`, in the fixed frame"},
    {0},
};

static const struct field force_fields[] = {
    {.key = "type",
     .type = FIELD_WORD,
     .is_required = true,
     .offset = offsetof(struct mechanism_force_block, type),
     .choices = force_types,
     .doc = "spring: between two points; torsion: between two bodies; force: in the fixed frame; "
            "follower: turns with its body; torque"},
    NAME(mechanism_force_block, "force1, force2, ... when left out"),
    BETWEEN(mechanism_force_block, false, "two bodies, or `ground`; spring and torsion"),
    {.key = "body",
     .type = FIELD_TEXT,
     .offset = offsetof(struct mechanism_force_block, body),
     .doc = "what a force, follower or torque acts on"},
    AT(mechanism_force_block, "ends of a spring"),
    TWO(mechanism_force_block, point, length_item,
        "of the body, where a force or follower acts; its centre of mass when left out"),
    VALUE(mechanism_force_block, stiffness, "[N/m] of a spring, [N m/rad] of a torsion"),
    VALUE(mechanism_force_block, damping, "[N s/m] or [N m s/rad]"),
    VALUE(mechanism_force_block, rest,
          "[m] length or [rad] angle without load; as assembled when left out"),
    VALUE(mechanism_force_block, preload, "[N] pull or [N m] torque on top of that"),
    TWO(mechanism_force_block, force, force_item, "of a force or follower"),
    {.key = "torque",
     .type = FIELD_QUANTITY,
     .offset = offsetof(struct mechanism_force_block, torque),
     .unit = "N m",
     .doc = "of a torque, anticlockwise"},
    VALUE(mechanism_force_block, factor,
          "multiplies a force, follower or torque over time: a map with `table` or `csv`"),
    {0},
};

static const struct field body_list = {.key = "a body", .type = FIELD_MAP, .fields = body_fields};
static const struct field joint_list = {
    .key = "a joint", .type = FIELD_MAP, .fields = joint_fields};
static const struct field touch_list = {
    .key = "a contact", .type = FIELD_MAP, .fields = touch_fields};
static const struct field driver_list = {
    .key = "a driver", .type = FIELD_MAP, .fields = driver_fields};
static const struct field force_list = {
    .key = "a force", .type = FIELD_MAP, .fields = force_fields};

#define PARTS(name, needed, list_of, block, text)                                                  \
    {                                                                                              \
        .key = #name, .type = FIELD_LIST, .is_required = needed,                                   \
        .offset = offsetof(struct mechanism_block, name), .item = &list_of,                        \
        .item_size = sizeof(struct block), .least = needed, .most = 20000, .doc = text             \
    }

const struct field mechanism_fields[] = {
    TWO(mechanism_block, gravity, gravity_item, "[m/s^2] in the fixed frame; [0, 0] when left out"),
    PARTS(bodies, true, body_list, mechanism_body_block, "rigid bodies"),
    PARTS(joints, false, joint_list, mechanism_joint_block, "what holds them together"),
    PARTS(contacts, false, touch_list, mechanism_touch_block,
          "surfaces of bodies that may meet and part: cams, stops"),
    PARTS(drivers, false, driver_list, mechanism_driver_block, "prescribed motions"),
    PARTS(forces, false, force_list, mechanism_force_block, "springs, dampers, loads"),
    VALUE(mechanism_block, start,
          "assembled: every clearance zero, every driven angle 0; or a map of bodies, each with an "
          "angle (`{crank: 30 deg}`) or with `x`, `y`, `angle`, `vx`, `vy`, `omega`, to choose the "
          "branch, or where a free body starts"),
    {.key = "watch",
     .type = FIELD_LIST,
     .offset = offsetof(struct mechanism_block, watch),
     .item = &watch_item,
     .item_size = sizeof(const char *),
     .least = 1,
     .most = 64,
     .doc = "channels whose statistics are reported and drawn; sliders, loose joints and drivers "
            "when left out"},
    {0},
};
