// Drivers and forces of a mechanism, and values over time: their keys and how they are built.

#include <math.h>
#include <stdio.h>

#include "kinds/mechanism/mechanism.h"
#include "scenario/schema.h"
#include "scenario/signal.h"

// --- tables --------------------------------------------------------------------------------------

struct table_block {
    const struct node *node;
    const struct node *table;
    const char *csv;
    int shape, beyond;
};

static const char *const shapes[] = {"spline", "hermite", NULL};
// In the order of dp_table_beyond.
static const char *const beyonds[] = {"hold", "line", "periodic", "error", NULL};
// clang-format off
static const struct field table_fields[] = {
    VALUE(table_block, table, .doc = "list of pairs, time and value"),
    TEXT(table_block, csv, .doc = "file with the columns time and value, relative to the scenario"),
    WORD(table_block, shape, shapes, .initial = "spline",
        .doc = "spline: two continuous derivatives; hermite: one, no overshoot, level at the ends"),
    WORD(table_block, beyond, beyonds, .initial = "hold",
        .doc = "before the first point and after the last one. hold: the value there; line: on "
               "with the slope there; periodic: repeats, an angle goes on by the difference of its "
               "ends; error: a run that goes beyond is refused"),
    {0},
};
// clang-format on

// {table: pairs} or {csv: file}
static json_t *table_form(void) {
    return json_pack("{s:s, s:{s:o, s:o, s:{s:[ss], s:s}, s:{s:[ssss], s:s}}, "
                     "s:[{s:[s]}, {s:[s]}], s:b}",
                     "type", "object", "properties", "table", schema_time_pairs(2), "csv",
                     schema_of_type("string"), "shape", "enum", shapes[0], shapes[1], "default",
                     shapes[0], "beyond", "enum", beyonds[0], beyonds[1], beyonds[2], beyonds[3],
                     "default", beyonds[0], "oneOf", "required", "table", "required", "csv",
                     "additionalProperties", 0);
}

static void read_table(struct reader *reader, const struct node *map, const char *key,
                       const char *unit, dp_mechanism_table *table) {
    struct table_block block = {0};
    int before = reader->count;
    if (map->kind != NODE_MAP) {
        report_error(reader, map, "%s is %s; it must be a map with table or csv", key,
                     node_kind_name(map));
        return;
    }
    fields_read(reader, table_fields, key, map, &block);
    if (reader->count > before) return;
    if ((block.table != NULL) == (block.csv != NULL)) {
        report_error(reader, map, "%s needs a table or a csv, one of them", key);
        return;
    }
    const struct signal_form form = {
        .name = "value", .unit = unit, .least = 2, .allows_others = true};
    struct signal signal = {0};
    if (block.csv != NULL)
        signal_read_csv(reader, node_find(map, "csv"), block.csv, &form, &signal);
    else if (block.table->kind != NODE_LIST)
        report_error(reader, block.table,
                     "table must be a list of at least two pairs [time, value]");
    else
        signal_read_list(reader, block.table, &form, &signal);
    *table = (dp_mechanism_table){.time = signal.time,
                                  .value = signal.value,
                                  .count = signal.count,
                                  .shape = block.shape == 1 ? DP_TABLE_HERMITE : DP_TABLE_SPLINE,
                                  .beyond = (dp_table_beyond)block.beyond};
}

// --- drivers -------------------------------------------------------------------------------------

static const char *const directions[] = {"x", "y", NULL};

// Coefficients of 1, t, t^2, ... or a table.
static json_t *motion_form(void) {
    return schema_any_of(
        json_pack("[oo]", schema_list_of(schema_any_quantity(), 2, 0), table_form()));
}

// clang-format off
const struct field mechanism_driver_fields[] = {
    TEXT(mechanism_driver_block, name, .doc = "the name of the body when left out"),
    TEXT(mechanism_driver_block, body, REQUIRED, .doc = "what is driven"),
    QUANTITY(mechanism_driver_block, speed, "rad/s", .doc = "constant, anticlockwise"),
    VALUE(mechanism_driver_block, angle, .form = motion_form,
        .doc = "in place of `speed`: coefficients of 1, t, t^2, ... (`[0, 20 rad/s, 3 "
               "rad/s^2]`), or a map with `table: [[0 s, 0 deg], ...]` or `csv: FILE` and "
               "`shape: spline | hermite` and `beyond: hold | line | periodic | error`"),
    VALUE(mechanism_driver_block, position, .form = motion_form,
        .doc = "the same in metres: the centre of mass is moved along `direction`"),
    WORD(mechanism_driver_block, direction, directions, .initial = "x",
        .doc = "of `position`, in the fixed frame"),
    {0},
};
// clang-format on

// Coefficients of 1, t, t^2, ...
static void read_polynomial(struct reader *reader, const struct node *list, const char *key,
                            const char *unit, dp_mechanism_driver *driver) {
    int power = 0;
    if (list->count < 2 || list->count > DP_POLYNOMIAL_MAX + 1) {
        report_error(reader, list,
                     "%s has %d coefficient%s; it must have 2 to %d, of 1, t, t^2, ...", key,
                     list->count, list->count == 1 ? "" : "s", DP_POLYNOMIAL_MAX + 1);
        return;
    }
    for (const struct node *item = list->first; item != NULL; item = item->next, power++) {
        char own[32];
        double value;
        if (power == 0)
            snprintf(own, sizeof own, "%s", unit);
        else
            snprintf(own, sizeof own, power == 1 ? "%s/s" : "%s/s^%d", unit, power);
        const struct field field = {.key = key, .type = FIELD_QUANTITY, .unit = own};
        if (item->kind != NODE_SCALAR) {
            report_error(reader, item, "%s holds %s; it must be a list of numbers", key,
                         node_kind_name(item));
            return;
        }
        if (!quantity_read(reader, &field, item, &value)) return;
        if (power == 0)
            driver->start = value;
        else
            driver->coefficient[power - 1] = value;
    }
}

static void read_motion(struct reader *reader, const struct node *node, const char *unit,
                        dp_mechanism_driver *driver) {
    if (node->kind == NODE_LIST)
        read_polynomial(reader, node, node->key, unit, driver);
    else if (node->kind == NODE_MAP)
        read_table(reader, node, node->key, unit, &driver->table);
    else
        report_error(reader, node,
                     "%s is '%s'; it must be a list of coefficients, or a map with table or csv",
                     node->key, node->text);
}

// Exactly one of speed, angle and position.
static const struct node *find_way(struct reader *reader, const struct mechanism_driver_block *b) {
    static const char *const ways[] = {"speed", "angle", "position"};
    const struct node *given = NULL;
    for (int i = 0; i < 3; i++) {
        const struct node *node = node_find(b->node, ways[i]);
        if (node != NULL && given != NULL)
            report_error(reader, node, "%s and %s exclude each other; give one of them", ways[i],
                         given->key);
        if (node != NULL) given = node;
    }
    if (given == NULL)
        report_error(reader, b->node, "speed is missing: it must be given, or angle, or position");
    else if (b->position == NULL && node_find(b->node, "direction") != NULL)
        report_error(reader, place_of(b->node, "direction"),
                     "direction has no effect beside %s; leave it out", given->key);
    return given;
}

static void build_driver(struct reader *reader, struct mechanism_config *c,
                         const struct mechanism_driver_block *b, dp_mechanism_driver *driver) {
    int before = reader->count;
    const struct node *way = find_way(reader, b);
    int body = mechanism_body(reader, &c->mechanism, place_of(b->node, "body"), b->body);
    if (body == DP_GROUND)
        report_error(reader, place_of(b->node, "body"),
                     "body is ground, which is fixed; a driver moves a body");
    if (reader->count > before) return;

    bool is_position = b->position != NULL, is_upright = b->direction == 1;
    *driver = dp_mechanism_driver_defaults(body, !is_position ? DP_DRIVEN_ANGLE
                                                 : is_upright ? DP_DRIVEN_Y
                                                              : DP_DRIVEN_X);
    driver->name = b->name;
    if (!isnan(b->speed)) {
        driver->coefficient[0] = b->speed;
        return;
    }
    read_motion(reader, way, is_position ? "m" : "rad", driver);
    const dp_mechanism_body *start = &c->def.bodies[body];
    double other = !is_position ? start->angle : is_upright ? start->y : start->x;
    double off =
        is_position ? other - driver->start : remainder(other - driver->start, 6.283185307179586);
    // of a table the library knows what it begins with
    if (driver->table.count == 0 && fabs(off) > 1e-9 * fmax(1.0, fabs(other)))
        report_error(reader, place_of(c->mechanism.start, b->body),
                     "start gives %s a value that its driver prescribes; leave one of them out: it "
                     "is %.10g %s there and %.10g %s in the driver",
                     b->body, other, is_position ? "m" : "rad", driver->start,
                     is_position ? "m" : "rad");
}

void mechanism_build_drivers(struct reader *reader, struct mechanism_config *c) {
    const struct mechanism_driver_block *blocks = c->mechanism.drivers.items;
    int count = c->mechanism.drivers.count;
    dp_mechanism_driver *drivers = mechanism_room(reader, count, sizeof *drivers);
    if (drivers == NULL || c->def.bodies == NULL) return;
    for (int i = 0; i < count; i++)
        build_driver(reader, c, &blocks[i], &drivers[i]);
    c->def.drivers = drivers;
    c->def.driver_count = count;
}

// --- forces --------------------------------------------------------------------------------------

enum {
    SPRING = 1 << DP_FORCE_SPRING,
    TORSION = 1 << DP_FORCE_TORSION,
    APPLIED = 1 << DP_FORCE_APPLIED,
    FOLLOWER = 1 << DP_FORCE_FOLLOWER,
    TORQUE = 1 << DP_FORCE_TORQUE,
};

static const struct part_key force_keys[] = {
    {"between", SPRING | TORSION, SPRING | TORSION},
    {"at", SPRING, SPRING},
    {"stiffness", SPRING | TORSION, 0},
    {"damping", SPRING | TORSION, 0},
    {"rest", SPRING | TORSION, 0},
    {"preload", SPRING | TORSION, 0},
    {"body", APPLIED | FOLLOWER | TORQUE, APPLIED | FOLLOWER | TORQUE},
    {"point", APPLIED | FOLLOWER, 0},
    {"force", APPLIED | FOLLOWER, APPLIED | FOLLOWER},
    {"torque", TORQUE, TORQUE},
    {"factor", APPLIED | FOLLOWER | TORQUE, 0},
    {0},
};

// In the order of dp_force_type.
static const char *const force_names[] = {"spring", "torsion", "force", "follower", "torque", NULL};
static const struct field force_item = {.key = "force", .type = FIELD_QUANTITY, .unit = "N"};

// clang-format off
const struct field mechanism_force_fields[] = {
    WORD(mechanism_force_block, type, force_names, REQUIRED,
        .doc = "spring: between two points; torsion: between two bodies; force: in the fixed "
               "frame; follower: turns with its body; torque"),
    TEXT(mechanism_force_block, name, .doc = "force1, force2, ... when left out"),
    PAIR(mechanism_force_block, .doc = "two bodies, or `ground`; spring and torsion"),
    TEXT(mechanism_force_block, body, .doc = "what a force, follower or torque acts on"),
    AT(mechanism_force_block, .doc = "ends of a spring"),
    TWO(mechanism_force_block, point, mechanism_length_item,
        .doc = "of the body, where a force or follower acts; its centre of mass when left out"),
    VALUE(mechanism_force_block, stiffness, .form = schema_any_quantity,
        .doc = "[N/m] of a spring, [N m/rad] of a torsion"),
    VALUE(mechanism_force_block, damping, .form = schema_any_quantity,
        .doc = "[N s/m] or [N m s/rad]"),
    VALUE(mechanism_force_block, rest, .form = schema_any_quantity,
        .doc = "[m] length or [rad] angle without load; as assembled when left out"),
    VALUE(mechanism_force_block, preload, .form = schema_any_quantity,
        .doc = "[N] pull or [N m] torque on top of that"),
    TWO(mechanism_force_block, force, force_item, .doc = "of a force or follower"),
    QUANTITY(mechanism_force_block, torque, "N m", .doc = "of a torque, anticlockwise"),
    VALUE(mechanism_force_block, factor, .form = table_form,
        .doc = "multiplies a force, follower or torque over time: a map with `table` or `csv`, "
               "`shape` and `beyond` as for `angle` of a driver"),
    {0},
};
// clang-format on

static void read_spring(struct reader *reader, const struct mechanism_force_block *b,
                        dp_mechanism_force *force) {
    bool turns = b->type == DP_FORCE_TORSION;
    mechanism_number(reader, b->stiffness, turns ? "N m/rad" : "N/m", RANGE_NOT_NEGATIVE,
                     &force->stiffness);
    mechanism_number(reader, b->damping, turns ? "N m s/rad" : "N s/m", RANGE_NOT_NEGATIVE,
                     &force->damping);
    mechanism_number(reader, b->rest, turns ? "rad" : "m", turns ? RANGE_ANY : RANGE_NOT_NEGATIVE,
                     &force->rest);
    mechanism_number(reader, b->preload, turns ? "N m" : "N", RANGE_ANY, &force->preload);
    if (b->stiffness == NULL && b->damping == NULL && b->preload == NULL)
        report_error(reader, b->node,
                     "stiffness is missing: it must be given, or damping or preload");
}

static void build_force(struct reader *reader, struct mechanism_config *c,
                        const struct mechanism_force_block *b, dp_mechanism_force *force) {
    int first = DP_GROUND, second = 0, before = reader->count;
    bool is_spring = b->type == DP_FORCE_SPRING || b->type == DP_FORCE_TORSION;
    mechanism_check_keys(reader, b->node, force_keys, b->type, force_names[b->type]);
    if (reader->count > before) return;
    if (is_spring)
        mechanism_pair(reader, &c->mechanism, &b->between, &first, &second);
    else
        second = mechanism_body(reader, &c->mechanism, place_of(b->node, "body"), b->body);
    if (!is_spring && second == DP_GROUND)
        report_error(reader, place_of(b->node, "body"),
                     "body is ground, which is fixed; a %s acts on a body", force_names[b->type]);
    *force = dp_mechanism_force_defaults((dp_force_type)b->type, first, second);
    force->name = b->name;
    mechanism_points(&b->at, force->at);
    mechanism_vector(&b->point, force->at[1]);
    mechanism_vector(&b->force, force->force);
    if (!isnan(b->torque)) force->torque = b->torque;
    if (is_spring) read_spring(reader, b, force);
    if (b->factor != NULL) read_table(reader, b->factor, "factor", "1", &force->factor);
}

void mechanism_build_forces(struct reader *reader, struct mechanism_config *c) {
    const struct mechanism_force_block *blocks = c->mechanism.forces.items;
    int count = c->mechanism.forces.count;
    dp_mechanism_force *forces = mechanism_room(reader, count, sizeof *forces);
    if (forces == NULL) return;
    for (int i = 0; i < count; i++)
        build_force(reader, c, &blocks[i], &forces[i]);
    c->def.forces = forces;
    c->def.force_count = count;
}
