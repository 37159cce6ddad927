// From a mechanism block to a mechanism that is ready to run.

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/status.h"
#include "base/words.h"
#include "kinds/mechanism/mechanism.h"
#include "scenario/schema.h"

enum { KNOWN_MAX = 60, HINT_MAX = 400 };

void *mechanism_room(struct reader *reader, int count, size_t size) {
    void *memory = tree_alloc(&reader->tree, (size_t)(count > 0 ? count : 1) * size);
    if (memory == NULL) report_no_memory(reader);
    return memory;
}

// --- small things --------------------------------------------------------------------------------

void mechanism_vector(const struct list *list, double out[2]) {
    if (list->items == NULL) return;
    memcpy(out, list->items, 2 * sizeof *out);
}

void mechanism_points(const struct list *list, double out[2][2]) {
    const struct list *points = list->items;
    for (int i = 0; i < 2 && points != NULL; i++)
        mechanism_vector(&points[i], out[i]);
}

void mechanism_number(struct reader *reader, const struct node *node, const char *unit,
                      enum field_range range, double *value) {
    if (node == NULL) return;
    const struct field field = {
        .key = node->key, .type = FIELD_QUANTITY, .unit = unit, .range = range};
    if (node->kind != NODE_SCALAR)
        report_error(reader, node, "%s is %s; it must be a number", node->key,
                     node_kind_name(node));
    else
        quantity_read(reader, &field, node, value);
}

static bool is_in(const struct node *node, const struct node *map) {
    const struct node *child = map != NULL ? map->first : NULL;
    while (child != NULL && child != node)
        child = child->next;
    return child != NULL;
}

int mechanism_body(struct reader *reader, const struct mechanism_block *block,
                   const struct node *at, const char *name) {
    const struct mechanism_body_block *bodies = block->bodies.items;
    const char *known[KNOWN_MAX + 2] = {"ground", NULL};
    char hint[HINT_MAX] = "", word[SHOWN_MAX];
    if (strcmp(name, "ground") == 0) return DP_GROUND;
    for (int i = 0; i < block->bodies.count; i++) {
        if (strcmp(bodies[i].name, name) == 0) return i;
        if (i < KNOWN_MAX) known[i + 1] = bodies[i].name;
    }
    text_suggest_or_list(hint, sizeof hint, shown(name, word), known);
    // in `start` and `near` the name is the key
    if (at->key != NULL && strcmp(at->key, name) == 0)
        report_error(reader, at, "%s has '%s'; there is no such body%s",
                     is_in(at, block->near) ? "near" : "start", word, hint);
    else
        report_error(reader, at, "%s is '%s'; there is no such body%s",
                     at->key != NULL ? at->key : "between", word, hint);
    return DP_GROUND - 1;
}

void mechanism_pair(struct reader *reader, const struct mechanism_block *block,
                    const struct list *between, int *first, int *second) {
    const char *const *names = between->items;
    *first = mechanism_body(reader, block, node_at(between->node, 0), names[0]);
    *second = mechanism_body(reader, block, node_at(between->node, 1), names[1]);
    if (*first == *second && *first >= DP_GROUND)
        report_error(reader, between->node, "between is %s twice; it must name two bodies",
                     names[0]);
}

// --- bodies and their start ----------------------------------------------------------------------

static bool is_name(const char *name) {
    enum { LONGEST = 24 };  // channels are columns, which have names of 47 letters
    size_t length =
        strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_");
    return length > 0 && length <= LONGEST && name[length] == '\0' && strcmp(name, "ground") != 0;
}

// Lists of parts.
static const struct part {
    dp_subject subject;
    const char *what;
    size_t list, size;
} parts[] = {
#define PART(list, block, subject, what)                                                           \
    { subject, what, offsetof(struct mechanism_block, list), sizeof(struct block) }
    PART(bodies, mechanism_body_block, DP_SUBJECT_BODY, "body"),
    PART(joints, mechanism_joint_block, DP_SUBJECT_JOINT, "joint"),
    PART(contacts, mechanism_touch_block, DP_SUBJECT_CONTACT, "contact"),
    PART(drivers, mechanism_driver_block, DP_SUBJECT_DRIVER, "driver"),
    PART(forces, mechanism_force_block, DP_SUBJECT_FORCE, "force"),
};
enum { PARTS = sizeof parts / sizeof *parts };

// NULL past the end.
static const struct part_block *part_at(const struct mechanism_block *b, const struct part *part,
                                        long index) {
    const struct list *list = (const void *)((const char *)b + part->list);
    if (index < 0 || index >= list->count) return NULL;
    return (const void *)((const char *)list->items + (size_t)index * part->size);
}

// Names of one list: sound, and no two alike.
static void check_name(struct reader *reader, const struct mechanism_block *b,
                       const struct part *part, long index) {
    const struct part_block *own = part_at(b, part, index), *other;
    char word[SHOWN_MAX];
    if (own->name == NULL) return;
    if (!is_name(own->name))
        report_error(
            reader, place_of(own->node, "name"),
            "name is '%s'; a %s is called by up to 24 letters, digits, - and _, and not 'ground'",
            shown(own->name, word), part->what);
    for (long i = 0; (other = part_at(b, part, i)) != own; i++) {
        if (other->name == NULL || strcmp(own->name, other->name) != 0) continue;
        report_error(reader, place_of(own->node, "name"),
                     "name is '%s', which another %s has already; it must be unique",
                     shown(own->name, word), part->what);
        break;
    }
}

static void check_names(struct reader *reader, const struct mechanism_block *b) {
    for (int i = 0; i < PARTS; i++) {
        for (long index = 0; part_at(b, &parts[i], index) != NULL; index++)
            check_name(reader, b, &parts[i], index);
    }
}

static void check_mass(struct reader *reader, const struct mechanism_body_block *body) {
    if (!(body->mass > 0.0))
        report_error(
            reader, place_of(body->node, "mass"),
            "mass of %s is %g; it must be positive: a massless link is not a body, join its "
            "neighbours instead or give it the mass it has",
            body->name, body->mass);
    if (!(body->inertia > 0.0))
        report_error(reader, place_of(body->node, "inertia"),
                     "inertia of %s is %g; it must be positive, about the centre of mass",
                     body->name, body->inertia);
}

struct start_block {
    const struct node *node;
    dp_mechanism_body body;
};

#define START(member, measure, words)                                                              \
    FIELD(#member, FIELD_QUANTITY, start_block, body.member, .unit = measure, .doc = words)
static const struct field start_fields[] = {
    START(x, "m", "of the centre of mass"),
    START(y, "m", "of the centre of mass"),
    START(angle, "rad", "anticlockwise"),
    START(vx, "m/s", "velocity"),
    START(vy, "m/s", "velocity"),
    START(omega, "rad/s", "angular velocity"),
    {0},
};

#define NEAR(member, measure, words)                                                               \
    FIELD(#member, FIELD_QUANTITY, start_block, body.near_##member, .unit = measure, .doc = words)
static const struct field near_fields[] = {
    NEAR(x, "m", "of the centre of mass"),
    NEAR(y, "m", "of the centre of mass"),
    NEAR(angle, "rad", "anticlockwise"),
    {0},
};

// By body: an angle, or these fields.
static json_t *bodies_form(const struct field *fields) {
    json_t *properties = json_object();
    for (const struct field *field = fields; field->key != NULL; field++)
        json_put(properties, field->key, schema_quantity_of(field->unit));
    json_t *state = json_pack("{s:s, s:o, s:b}", "type", "object", "properties", properties,
                              "additionalProperties", 0);
    return json_pack("{s:s, s:o}", "type", "object", "additionalProperties",
                     schema_any_of(json_pack("[oo]", schema_quantity_of("rad"), state)));
}

json_t *mechanism_start_form(void) {
    return schema_any_of(json_pack("[{s:s}, o]", "const", "assembled", bodies_form(start_fields)));
}

json_t *mechanism_near_form(void) {
    return bodies_form(near_fields);
}

// The entry of a body in `start` or `near`, which is what `fields` are of.
static void read_start(struct reader *reader, struct mechanism_config *c, const char *block,
                       const struct field *fields, const struct node *node,
                       dp_mechanism_body *bodies) {
    struct start_block start = {0};
    int body = mechanism_body(reader, &c->mechanism, node, node->key);
    if (body >= 0) start.body = bodies[body];
    if (body == DP_GROUND)
        report_error(reader, node, "%s has ground, which is fixed; name a body", block);
    if (node->kind == NODE_MAP) {
        fields_read(reader, fields, node->key, node, &start);
    } else if (node->kind == NODE_LIST) {
        report_error(reader, node,
                     "%s of %s is a list; it must be an angle, or a map with x, y, angle%s", block,
                     node->key, fields == start_fields ? ", vx, vy, omega" : "");
    } else {
        struct field angle = *field_find(fields, "angle");
        angle.key = node->key;
        double *value = fields == start_fields ? &start.body.angle : &start.body.near_angle;
        quantity_read(reader, &angle, node, value);
        if (body >= 0 && fields == start_fields) c->plain_angles[body] = *value;
    }
    if (body >= 0) bodies[body] = start.body;
}

static void read_starts(struct reader *reader, struct mechanism_config *c, const char *block,
                        const struct field *fields, const struct node *node,
                        dp_mechanism_body *bodies) {
    char word[SHOWN_MAX];
    bool is_start = fields == start_fields;
    if (node == NULL) return;
    if (is_start && node->kind == NODE_SCALAR && strcmp(node->text, "assembled") == 0) return;
    if (node->kind != NODE_MAP) {
        report_error(reader, node, "%s is %s; it must be %sa map of bodies", block,
                     node->kind == NODE_LIST ? "a list" : shown(node->text, word),
                     is_start ? "assembled, or " : "");
        return;
    }
    for (const struct node *child = node->first; child != NULL; child = child->next)
        read_start(reader, c, block, fields, child, bodies);
}

static void build_bodies(struct reader *reader, struct mechanism_config *c) {
    const struct mechanism_body_block *blocks = c->mechanism.bodies.items;
    int count = c->mechanism.bodies.count;
    dp_mechanism_body *bodies = mechanism_room(reader, count, sizeof *bodies);
    c->plain_angles = mechanism_room(reader, count, sizeof *c->plain_angles);
    for (int i = 0; bodies != NULL && c->plain_angles != NULL && i < count; i++) {
        c->plain_angles[i] = NAN;
        bodies[i] = dp_mechanism_body_defaults(blocks[i].name, blocks[i].mass, blocks[i].inertia);
        check_mass(reader, &blocks[i]);
    }
    c->def.bodies = bodies;
    c->def.body_count = count;
    if (bodies == NULL || c->plain_angles == NULL) return;
    read_starts(reader, c, "start", start_fields, c->mechanism.start, bodies);
    read_starts(reader, c, "near", near_fields, c->mechanism.near, bodies);
}

// --- what the library says -----------------------------------------------------------------------

void mechanism_report_error(struct reader *reader, const struct mechanism_config *c,
                            const dp_error *err) {
    const struct part_block *at = NULL;
    for (int i = 0; i < PARTS; i++) {
        if (parts[i].subject == err->subject) at = part_at(&c->mechanism, &parts[i], err->index);
    }
    report_library_at(reader, at != NULL ? at->node : c->mechanism.node, err);
}

// --- the model -----------------------------------------------------------------------------------

// Memory of the tree, which is released as a whole.
static void *take_memory(void *user, size_t size) {
    enum { ALIGN = 64 };
    char *memory = tree_alloc(user, size + ALIGN);
    if (memory == NULL) return NULL;
    return memory + (ALIGN - (uintptr_t)memory % ALIGN) % ALIGN;
}

static void leave_memory(void *user, void *memory, size_t size) {
    (void)user;
    (void)memory;
    (void)size;
}

static dp_status build_model(struct reader *reader, dp_mechanism_def def, dp_mechanism **model,
                             dp_error *err) {
    const dp_allocator allocator = {take_memory, leave_memory, &reader->tree};
    def.allocator = &allocator;
    return dp_mechanism_build(model, &def, err);
}

static bool is_turned(const dp_mechanism_def *def, int body) {
    for (int i = 0; i < def->driver_count; i++)
        if (def->drivers[i].body == body && def->drivers[i].what == DP_DRIVEN_ANGLE) return true;
    return false;
}

static void make_hint(dp_mechanism_body *body, double angle) {
    body->angle = NAN;
    body->near_angle = angle;
}

// Whether the drivers decide an angle of `closed`, the start of `def`, in which it is a hint: no
// start beside it exists.
static bool is_decided(struct reader *reader, const dp_mechanism_def *def, dp_mechanism_body *body,
                       double angle) {
    const double aside = 1e-3;
    const dp_mechanism_body hint = *body;
    bool is_free = false;
    body->near_angle = NAN;
    for (int side = -1; side <= 1 && !is_free; side += 2) {
        dp_mechanism *other;
        dp_error err;
        body->angle = angle + side * aside;
        is_free = build_model(reader, *def, &other, &err) == DP_OK;
    }
    *body = hint;
    return !is_free;
}

// Angles in c->plain_angles that only choose the branch: those that the drivers decide otherwise.
// The rest become NaN. Clearances are closed here, or any angle would have some choice.
static dp_status find_hints(struct reader *reader, const struct mechanism_config *c) {
    dp_mechanism_def def = c->def;
    double *angles = c->plain_angles;
    dp_mechanism_joint *joints = mechanism_room(reader, def.joint_count, sizeof *joints);
    dp_mechanism_body *bodies = mechanism_room(reader, def.body_count, sizeof *bodies);
    dp_mechanism *closed = NULL;
    dp_error err;
    if (joints == NULL || bodies == NULL) return DP_ERR_MEMORY;
    for (int i = 0; i < def.joint_count; i++) {
        joints[i] = def.joints[i];
        joints[i].type = dp_joint_without_clearance(joints[i].type);
    }
    for (int i = 0; i < def.body_count; i++) {
        bodies[i] = def.bodies[i];
        if (is_turned(&def, i)) angles[i] = NAN;
        if (!isnan(angles[i])) make_hint(&bodies[i], angles[i]);
    }
    def.joints = joints;
    def.bodies = bodies;
    dp_status status = build_model(reader, def, &closed, &err);
    for (int i = 0; status == DP_OK && i < def.body_count; i++) {
        if (isnan(angles[i])) continue;
        double angle = dp_mechanism_body_start(closed, i).value[2];
        bool is_same = fabs(angle - angles[i]) < 1e-9;  // kept then
        if (is_same || !is_decided(reader, &def, &bodies[i], angle)) angles[i] = NAN;
    }
    return status;
}

// An angle by itself says where a body starts. Where the drivers leave it no choice, it says which
// branch is meant.
static dp_status build_on_branch(struct reader *reader, struct mechanism_config *c, dp_error *err) {
    int count = c->def.body_count;
    dp_status status = build_model(reader, c->def, &c->model, err);
    bool has_hints =
        status == DP_ERR_CONFLICT && c->def.driver_count > 0 && find_hints(reader, c) == DP_OK;
    dp_mechanism_body *bodies = mechanism_room(reader, count, sizeof *bodies);
    if (bodies == NULL) return DP_ERR_MEMORY;
    for (int i = 0; i < count; i++) {
        bodies[i] = c->def.bodies[i];
        if (!has_hints) c->plain_angles[i] = NAN;
        if (!isnan(c->plain_angles[i])) make_hint(&bodies[i], c->plain_angles[i]);
    }
    if (!has_hints) return status;
    c->def.bodies = bodies;
    return build_model(reader, c->def, &c->model, err);
}

// Positions become hints, but those that a driver begins with.
static void let_go(const struct mechanism_config *c, dp_mechanism_body *bodies, bool with_speeds) {
    for (int i = 0; i < c->def.body_count; i++) {
        dp_mechanism_body *b = &bodies[i];
        bool is_driven[3] = {false};
        for (int k = 0; k < c->def.driver_count; k++)
            if (c->def.drivers[k].body == i)
                is_driven[c->def.drivers[k].what == DP_DRIVEN_X   ? 0
                          : c->def.drivers[k].what == DP_DRIVEN_Y ? 1
                                                                  : 2] = true;
        double *const given[] = {&b->x, &b->y, &b->angle};
        double *const near[] = {&b->near_x, &b->near_y, &b->near_angle};
        for (int k = 0; k < 3; k++) {
            if (is_driven[k] || isnan(*given[k])) continue;
            *near[k] = *given[k];
            *given[k] = NAN;
        }
        if (!with_speeds) b->vx = b->vy = b->omega = NAN;
    }
}

// The same with a pin for every journal and a slide for every loose block. It may not exist: then
// there is nothing to compare with. Where it cannot start as the loose one does, in the middle of a
// clearance, it starts nearby.
static void build_ideal(struct reader *reader, struct mechanism_config *c) {
    dp_mechanism_def def = c->def;
    dp_mechanism_joint *joints = mechanism_room(reader, def.joint_count, sizeof *joints);
    dp_error err;
    int loose = 0;
    if (joints == NULL) return;
    for (int i = 0; i < def.joint_count; i++) {
        joints[i] = def.joints[i];
        joints[i].type = dp_joint_without_clearance(joints[i].type);
        loose += joints[i].type != def.joints[i].type;
    }
    def.joints = joints;
    if (loose == 0) return;
    dp_mechanism_body *bodies = mechanism_room(reader, def.body_count, sizeof *bodies);
    if (bodies == NULL) return;
    memcpy(bodies, def.bodies, (size_t)def.body_count * sizeof *bodies);
    dp_status status = build_model(reader, def, &c->ideal, &err);
    // speeds without drivers are the motion, and are not left out
    for (int attempt = 0; attempt < (def.driver_count > 0 ? 2 : 1) && status == DP_ERR_CONFLICT;
         attempt++) {
        let_go(c, bodies, attempt == 0);
        def.bodies = bodies;
        status = build_model(reader, def, &c->ideal, &err);
        c->is_ideal_moved = status == DP_OK;
    }
    // joints without play may not go together, which is no failure
    if (status == DP_ERR_MEMORY) report_no_memory(reader);
}

// --- times ---------------------------------------------------------------------------------------

static void find_skip(struct reader *reader, struct mechanism_config *c, double unit) {
    const struct node *node = c->run.skip;
    bool has_turns = !isnan(c->run.turns);
    int before = reader->count;
    mechanism_number(reader, node, has_turns ? "1" : "s", RANGE_NOT_NEGATIVE, &c->skip);
    c->skip *= unit;
    if (reader->count == before && c->skip >= c->until)
        report_error(reader, node,
                     "skip is %s, which leaves nothing of the run; it must be below %s", node->text,
                     has_turns ? "turns" : "until");
}

static void find_times(struct reader *reader, struct mechanism_config *c) {
    const struct mechanism_run_block *run = &c->run;
    bool has_turns = !isnan(run->turns), has_until = !isnan(run->until);
    c->turn = dp_mechanism_period(c->model);
    c->allows_unphysical = reader->allows_unphysical;
    if (has_turns && has_until) {
        report_error(reader, place_of(run->node, "until"),
                     "until and turns exclude each other; give one of them");
    } else if (!has_turns && !has_until) {
        report_error(reader, run->node, "turns is missing: it must be given, or until");
    } else if (has_turns && isnan(c->turn)) {
        report_error(reader, place_of(run->node, "turns"),
                     "turns is %g, but no driver turns a body at constant speed; give until, in "
                     "seconds",
                     run->turns);
    } else {
        c->until = has_turns ? run->turns * c->turn : run->until;
        find_skip(reader, c, has_turns ? c->turn : 1.0);
    }
}

static void find_every(struct reader *reader, struct mechanism_config *c) {
    const double most = 1e7, many = 1e5;
    double turn = isnan(c->turn) ? c->until : c->turn;
    c->every = c->output.every;
    if (isnan(c->every)) c->every = fmax(fmin(c->until / 5000.0, turn / 2000.0), c->until / many);
    if (c->until / c->every > most)
        report_error(
            reader, place_of(c->output.node, "every"),
            "every is %g s, which makes %.4g rows; it must be so long that there are at most "
            "10 million",
            c->every, c->until / c->every);
}

// A start that no run begins from, such as surfaces deeper in each other than they are large.
static void check_start(struct reader *reader, const struct mechanism_config *c) {
    dp_mechanism_run_def run = mechanism_define(c, NULL);
    dp_mechanism_stepper *stepper;
    dp_error err;
    // anything else is for the run to say
    if (dp_mechanism_begin(&stepper, c->model, &run, &err) == DP_ERR_RANGE)
        mechanism_report_error(reader, c, &err);
    dp_mechanism_stepper_free(stepper);
}

// --- channels ------------------------------------------------------------------------------------

static void read_channels(struct reader *reader, struct mechanism_config *c,
                          const struct list *list, struct channels *channels) {
    const char *const *names = list->items;
    channels->item = mechanism_room(reader, list->count, sizeof *channels->item);
    for (int i = 0; channels->item != NULL && i < list->count; i++) {
        const struct node *at = node_at(list->node, i);
        int index = -1;
        dp_error err;
        if (list == &c->output.series && strcmp(names[i], "time") == 0) continue;
        if (list == &c->output.series && strcmp(names[i], "regular") == 0) {
            c->marks_regular = true;
            continue;
        }
        if (dp_mechanism_channel_lookup(c->model, names[i], &index, &err) != DP_OK) {
            report_error(reader, at, "%s has '%.60s'; %s", list->node->key, names[i], err.text);
            continue;
        }
        for (int j = 0; j < channels->count; j++) {
            if (channels->item[j] == index)
                report_error(reader, at, "%s has '%s' twice", list->node->key, names[i]);
        }
        channels->item[channels->count++] = index;
    }
}

static void watch_channel(struct mechanism_config *c, const char *owner, const char *field) {
    enum { MOST = 16 };
    int index = mechanism_channel_of(c->model, owner, field);
    bool is_new = index >= 0 && c->watch.count < MOST;
    for (int i = 0; i < c->watch.count; i++)
        is_new = is_new && c->watch.item[i] != index;
    if (is_new) c->watch.item[c->watch.count++] = index;
}

static const char *name_of_body(const struct mechanism_config *c, int body) {
    return body >= 0 ? c->def.bodies[body].name : "ground";
}

// What a designer looks at first: sliders, loose joints, drivers; the bodies where there is none.
static void watch_usual(struct reader *reader, struct mechanism_config *c) {
    enum { ROOM = 16 };
    c->watch.item = mechanism_room(reader, ROOM, sizeof *c->watch.item);
    if (c->watch.item == NULL) return;
    for (int i = 0; i < c->def.joint_count; i++) {
        const dp_mechanism_joint *j = &c->def.joints[i];
        bool is_upright = fabs(j->axis[1]) > fabs(j->axis[0]);
        int body = j->second >= 0 ? j->second : j->first;
        if (joint_traits(j->type)->slides)
            watch_channel(c, name_of_body(c, body), is_upright ? "ay" : "ax");
    }
    for (int i = 0; i < dp_mechanism_pair_count(c->model); i++)
        watch_channel(c, dp_mechanism_pair_name(c->model, i), "force");
    for (int i = 0; i < c->def.driver_count; i++) {
        const dp_mechanism_driver *d = &c->def.drivers[i];
        const char *name = d->name != NULL ? d->name : name_of_body(c, d->body);
        watch_channel(c, name, d->what == DP_DRIVEN_ANGLE ? "moment" : "force");
    }
    bool has_none = c->watch.count == 0;
    for (int i = 0; has_none && i < c->def.body_count; i++) {
        watch_channel(c, c->def.bodies[i].name, "x");
        watch_channel(c, c->def.bodies[i].name, "y");
        watch_channel(c, c->def.bodies[i].name, "angle");
    }
}

// --- the whole -----------------------------------------------------------------------------------

void mechanism_build(struct reader *reader, void *config) {
    struct mechanism_config *c = (struct mechanism_config *)config;
    check_names(reader, &c->mechanism);
    if (reader->count > 0) return;
    c->def = dp_mechanism_defaults();
    mechanism_vector(&c->mechanism.gravity, c->def.gravity);
    build_bodies(reader, c);
    mechanism_build_joints(reader, c);
    mechanism_build_contacts(reader, c);
    mechanism_build_drivers(reader, c);
    mechanism_build_forces(reader, c);
    if (reader->count > 0) return;

    dp_error err;
    if (build_on_branch(reader, c, &err) != DP_OK) {
        mechanism_report_error(reader, c, &err);
        return;
    }
    find_times(reader, c);
    if (reader->count == 0) find_every(reader, c);
    if (reader->count == 0) check_start(reader, c);
    // a linkage that locks on its way is known before the run
    if (reader->count == 0 &&
        dp_mechanism_check_motion(c->model, c->until, &c->motion, &err) != DP_OK)
        mechanism_report_error(reader, c, &err);
    if (c->mechanism.watch.items != NULL)
        read_channels(reader, c, &c->mechanism.watch, &c->watch);
    else
        watch_usual(reader, c);
    c->marks_regular = c->output.series.items == NULL;
    if (!c->marks_regular) read_channels(reader, c, &c->output.series, &c->series);
    if (reader->count == 0 && c->run.has_ideal) build_ideal(reader, c);
}
