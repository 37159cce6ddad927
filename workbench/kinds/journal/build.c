// From a journal block to a start and a contact that is ready.

#include <math.h>
#include <string.h>

#include "kinds/journal/journal.h"
#include "scenario/validity.h"

static void check_size(struct reader *reader, struct journal_config *c) {
    const struct journal_block *j = &c->journal;
    bool has_clearance = !isnan(j->clearance), has_radius = !isnan(j->journal_radius);
    if (has_clearance && has_radius)
        report_error(reader, place_of(j->node, "journal_radius"),
                     "journal_radius and clearance exclude each other; give one of them");
    else if (!has_clearance && !has_radius)
        report_error(reader, j->node, "clearance is missing: it must be given, or journal_radius");
    else if (has_radius && j->journal_radius >= j->bearing_radius)
        report_error(reader, place_of(j->node, "journal_radius"),
                     "journal_radius is %g m; it must be below the bearing radius, %g m",
                     j->journal_radius, j->bearing_radius);
    else if (has_clearance && j->clearance >= j->bearing_radius)
        report_error(reader, place_of(j->node, "clearance"),
                     "clearance is %g m, which leaves no journal in a bearing of radius %g m",
                     j->clearance, j->bearing_radius);
    c->clearance = has_clearance ? j->clearance : j->bearing_radius - j->journal_radius;
}

// What the journal says itself has no place in its contact.
static void check_contact(struct reader *reader, const struct contact_block *contact) {
    static const char *const own[] = {"bearing_radius", "clearance", NULL};
    const struct node *word = node_find(contact->node, "geometry");
    if (word != NULL && contact->geometry != DP_CONFORMAL)
        report_error(reader, word, "geometry is '%s'; in a journal it must be conformal",
                     word->text);
    for (int i = 0; own[i] != NULL; i++) {
        const struct node *node = node_find(contact->node, own[i]);
        if (node != NULL)
            report_error(reader, node,
                         "%s belongs to the journal, beside its contact; leave it out", own[i]);
    }
}

static void check_friction(struct reader *reader, struct journal_config *c) {
    const struct friction_block *friction = &c->journal.friction;
    const dp_friction_law *law = friction->def.law;
    if (friction->node == NULL || law == NULL) return;
    if (law->grip != NULL && c->journal.solver != DP_JOURNAL_RESOLVED) {
        report_error(reader, place_of(friction->node, "law"),
                     "law is '%s'; an event-driven collision takes no time, so that nothing can "
                     "give way: take solver: resolved, or coulomb",
                     law->name);
        return;
    }
    if (law->grip != NULL) return;
    if (strcmp(law->name, "coulomb") != 0) {
        report_error(reader, place_of(friction->node, "law"),
                     "law is '%s'; a journal knows coulomb friction only, exact and with stick, "
                     "and with solver: resolved the laws with tangential compliance",
                     law->name);
        return;
    }
    friction_check_exact(reader, friction);
    c->friction = friction->def.value[dp_friction_param_index(law, "mu")];
}

static void prepare_friction(struct reader *reader, struct journal_config *c) {
    const struct friction_block *block = &c->journal.friction;
    dp_friction_def def = block->def;
    dp_error err;
    if (block->node == NULL || def.law == NULL || def.law->grip == NULL) return;
    c->has_guessed_ratio = friction_take_ratio(block->node, &c->meeting, &def);
    c->gives = dp_friction_init(&c->grip, &def, &err) == DP_OK;
    if (!c->gives) report_library_error(reader, block->node, &err);
}

// Exactly one way to say how fast it starts, and no key of the other way.
static void check_start(struct reader *reader, const struct journal_start *start) {
    const char *const speeds[] = {"speed_ratio", "speed", "velocity"};
    const struct node *given = NULL;
    for (int i = 0; i < 3; i++) {
        const struct node *node = node_find(start->node, speeds[i]);
        if (node != NULL && given != NULL)
            report_error(reader, node, "%s and %s exclude each other; give one of them", speeds[i],
                         given->key);
        if (node != NULL) given = node;
    }
    if (given == NULL) {
        report_error(reader, start->node,
                     "speed_ratio is missing: it must be given, or speed, or velocity");
        return;
    }
    bool is_vector = strcmp(given->key, "velocity") == 0;
    const struct node *stray = node_find(start->node, is_vector ? "angle" : "position");
    if (stray != NULL)
        report_error(reader, stray, "%s does not go with %s; leave one of them out", stray->key,
                     given->key);
}

static double coordinate(const struct list *list, int index) {
    return list->items == NULL ? 0.0 : ((const double *)list->items)[index];
}

// Position and velocity, and with them the first touch: its speeds follow from where the line of
// flight meets the circle.
static void place(struct reader *reader, struct journal_config *c, double speed) {
    const struct journal_start *start = &c->journal.start;
    bool is_vector = start->velocity.items != NULL;
    double gap = c->clearance;
    c->x = is_vector ? coordinate(&start->position, 0) : gap;
    c->y = is_vector ? coordinate(&start->position, 1) : 0.0;
    c->vx = is_vector ? coordinate(&start->velocity, 0) : speed * cos(start->angle);
    c->vy = is_vector ? coordinate(&start->velocity, 1) : speed * sin(start->angle);
    double off = hypot(c->x, c->y);
    // a start on the circle itself may be off by rounding
    if (off > gap * (1.0 + 1e-12)) {
        report_error(reader, place_of(start->node, "position"),
                     "position is %g m off centre; it must lie within the clearance, %g m", off,
                     gap);
        return;
    }
    if (!(hypot(c->vx, c->vy) > 0.0)) {
        report_error(reader, place_of(start->node, "velocity"),
                     "velocity is [0, 0]; the journal must move");
        return;
    }
    c->tangential = (c->x * c->vy - c->y * c->vx) / gap;
    double square = c->vx * c->vx + c->vy * c->vy - c->tangential * c->tangential;
    c->meeting.speed = is_vector ? sqrt(fmax(square, 0.0)) : c->vx;
    if (!(c->meeting.speed > 1e-7 * hypot(c->vx, c->vy)))
        report_error(reader, place_of(start->node, "velocity"),
                     "velocity is along the wall; it must lead to the wall or away from it");
}

static struct body_block body_of(const struct journal_config *c, bool is_bearing) {
    const struct journal_block *j = &c->journal;
    bool has_own = is_bearing && j->bearing_material != NULL;
    return (struct body_block){
        .node = j->node,
        .material = has_own ? j->bearing_material : j->material,
        .radius = is_bearing ? j->bearing_radius : j->bearing_radius - c->clearance,
        .mass = j->mass,
        .is_fixed = is_bearing,
    };
}

// The clearance as it was given: the difference of the radii has lost digits.
static bool prepare(struct reader *reader, struct journal_config *c) {
    struct contact_block contact = c->journal.contact;
    double bearing = c->journal.bearing_radius, gap = c->clearance;
    dp_pair *pair = &contact.def.pair;
    contact.geometry = DP_CONFORMAL;
    pair->bearing_radius = bearing;
    pair->clearance = gap;
    if (isnan(pair->radius)) pair->radius = (bearing - gap) * bearing / gap;
    return contact_build(reader, &contact, &c->meeting, &c->touch);
}

// An elastic mode has no yield of its own; the same law with plastic flow has.
static void find_critical(struct journal_config *c) {
    dp_contact_def def = c->touch.def;
    dp_contact still;
    dp_error err;
    c->critical_speed = NAN;
    c->yielding = c->touch.contact;
    bool has_modes = dp_law_param_index(def.law.law, "mode") >= 0;
    if (!has_modes) {
        c->critical_speed = dp_yield_speed(&c->yielding, c->journal.mass);
        return;
    }
    int mode = (int)dp_law_get(&def.law, "mode");
    const char *const *words = def.law.law->params[dp_law_param_index(def.law.law, "mode")].choices;
    if (dp_law_choose(&def.law, "mode", "elastic-plastic", &err) != DP_OK ||
        dp_contact_init(&still, &def, &err) != DP_OK)
        return;
    c->critical_speed = dp_yield_speed(&still, c->journal.mass);
    if (strcmp(words[mode], "elastic-plastic") == 0) {
        c->yielding = still;
        return;
    }
    if (dp_law_choose(&def.law, "mode", "elastic-plastic-damped", &err) == DP_OK)
        dp_contact_init(&c->yielding, &def, &err);
}

static void report_ratio(struct reader *reader, const struct journal_config *c) {
    const dp_law *law = c->touch.def.law.law;
    const struct node *at = place_of(c->journal.start.node, "speed_ratio");
    bool may_yield = dp_law_param_index(law, "mode") >= 0;
    if (may_yield)
        report_error(reader, at,
                     "speed_ratio is %g, but the contact has no yield; give it, or speed in m/s",
                     c->journal.start.speed_ratio);
    else
        report_error(
            reader, at,
            "speed_ratio is %g, but %s has no critical speed, which a law with a yield has "
            "(peng, ma-liu, thornton); give speed, in m/s",
            c->journal.start.speed_ratio, law->name);
}

// Where the speed of the start stands.
static const struct node *speed_of(const struct journal_start *start) {
    return place_of(start->node, isnan(start->speed) ? "velocity" : "speed");
}

void journal_build(struct reader *reader, void *config) {
    struct journal_config *c = (struct journal_config *)config;
    const struct journal_start *start = &c->journal.start;
    check_size(reader, c);
    check_contact(reader, &c->journal.contact);
    check_friction(reader, c);
    check_start(reader, start);
    if (reader->count > 0) return;

    const struct body_block bodies[] = {body_of(c, false), body_of(c, true)};
    for (int i = 0; i < 2; i++)
        c->meeting.body[i] = body_properties(&bodies[i]);
    c->meeting.mass = c->journal.mass;
    c->meeting.is_journal = c->meeting.is_solid[0] = true;
    prepare_friction(reader, c);
    bool is_ratio = !isnan(start->speed_ratio);
    // the critical speed does not depend on the speed, so any will do to find it
    place(reader, c, is_ratio ? 1.0 : start->speed);
    if (reader->count > 0 || !prepare(reader, c)) return;
    find_critical(c);
    if (!is_ratio) {
        validity_check_speed(reader, speed_of(start), &c->touch);
        return;
    }
    if (isnan(c->critical_speed)) {
        report_ratio(reader, c);
        return;
    }
    place(reader, c, start->speed_ratio * c->critical_speed);
    // a restitution that is computed belongs to the speed of approach
    if (!prepare(reader, c)) return;
    find_critical(c);
    validity_check_speed(reader, place_of(start->node, "speed_ratio"), &c->touch);
}
