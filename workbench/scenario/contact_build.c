// A contact block and two bodies to a prepared contact.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/words.h"
#include "dashpot/workbench.h"
#include "scenario/contact.h"

// Entries that stand in the block win over what follows from the bodies.
static void override_pair(dp_pair *pair, const dp_pair *given) {
    dp_error err;
    for (int i = 0; dp_pair_field_at(i) != NULL; i++) {
        double value = dp_pair_value(given, i);
        if (!isnan(value)) dp_pair_set(pair, dp_pair_field_at(i)->name, value, &err);
    }
}

static bool are_flat(const struct body_pair *meeting) {
    return isinf(meeting->body[0].radius) && isinf(meeting->body[1].radius);
}

static bool are_rigid(const struct body_pair *meeting) {
    return isinf(meeting->body[0].young) && isinf(meeting->body[1].young);
}

// Two flats, or two rigid bodies, have no radius or modulus in common. That is wrong only if the
// law asks for one.
static bool join_bodies(struct reader *reader, const struct contact_block *block,
                        const struct body_pair *meeting, dp_pair *pair) {
    dp_body first = meeting->body[0], second = meeting->body[1];
    dp_geometry geometry = (dp_geometry)block->geometry;
    dp_error err;
    bool is_open = isinf(first.radius) || isinf(second.radius);
    if (geometry == DP_CONFORMAL && is_open) {
        report_error(
            reader, place_of(block->node, "geometry"),
            "geometry is 'conformal', but body %d has no radius; body 1 lies in a hole of body "
            "2, so both need a radius (convex is the geometry of a ball on a flat)",
            isinf(first.radius) ? 1 : 2);
        return false;
    }
    if (are_rigid(meeting)) first.young = second.young = NAN;
    if (are_flat(meeting) || (geometry == DP_FLAT && isinf(first.radius)))
        first.radius = second.radius = NAN;
    if (dp_pair_from_bodies(&first, &second, geometry, pair, &err) != DP_OK) {
        report_error(reader, place_of(block->node, "geometry"), "%s", err.text);
        return false;
    }
    pair->mass = meeting->mass;
    return true;
}

// The relation that stands in place of a restitution, with what it needs of the bodies.
static dp_restitution_from relation_of(const struct contact_block *block,
                                       const struct body_pair *meeting) {
    static const dp_restitution_kind kinds[] = {
        [RESTITUTION_FROM_WAVES] = DP_RESTITUTION_WAVES,
        [RESTITUTION_FROM_MA_LIU] = DP_RESTITUTION_MA_LIU,
        [RESTITUTION_FROM_JOHNSON] = DP_RESTITUTION_JOHNSON,
        [RESTITUTION_FROM_THORNTON] = DP_RESTITUTION_THORNTON,
    };
    if (block->restitution_from < 0) return block->def.restitution_from;
    dp_restitution_from from = dp_restitution_from_bodies(kinds[block->restitution_from],
                                                          &meeting->body[0], &meeting->body[1]);
    from.psi = block->psi;
    from.epsilon = block->epsilon;
    from.dynamic_pressure = block->dynamic_pressure;
    return from;
}

static void report_init(struct reader *reader, const struct contact_block *block,
                        const struct body_pair *meeting, dp_error *err) {
    // what may come from the materials and bodies
    static const char *const entries[] = {"modulus",        "radius",    "yield",
                                          "bearing_radius", "clearance", NULL};
    bool is_elastic = strcmp(err->name, "modulus") == 0 || strcmp(err->name, "radius") == 0;
    if (err->status == DP_ERR_MISSING && err->subject == DP_SUBJECT_PAIR_ENTRY &&
        word_index(entries, err->name) >= 0)
        text_append(err->text, sizeof err->text,
                    is_elastic && are_flat(meeting) ? "; both bodies are flats: give one a radius"
                    : is_elastic && are_rigid(meeting)
                        ? "; both bodies are rigid: give one a material"
                        : "; give it here, or with the materials and "
                          "bodies");
    report_library_error(reader, block->node, err);
}

// What a relation cannot answer is bad input, whatever the library calls it.
static bool is_of_relation(const dp_error *err) {
    return err->subject == DP_SUBJECT_FIELD && strcmp(err->name, "restitution_from") == 0;
}

double contact_poisson(const struct prepared_contact *touch) {
    const dp_body *first = &touch->meeting.body[0], *second = &touch->meeting.body[1];
    const dp_law *law = touch->def.law.law;
    bool is_first = isnan(second->yield) || first->yield <= second->yield;
    bool is_plastic = dp_law_takes(law, "poisson") && dp_law_takes(law, "unloading");
    return is_plastic ? (is_first ? first : second)->poisson : NAN;
}

static void take_poisson(struct prepared_contact *touch) {
    double poisson = contact_poisson(touch);
    dp_error err;
    if (isnan(dp_law_get(&touch->def.law, "poisson")) && !isnan(poisson))
        dp_law_set(&touch->def.law, "poisson", poisson, &err);
}

static bool build_friction(struct reader *reader, const struct friction_block *block,
                           const struct body_pair *meeting, struct prepared_contact *touch) {
    dp_friction_def def = block->def;
    dp_error err;
    if (block->node == NULL || def.law == NULL) return true;
    touch->has_guessed_ratio = friction_take_ratio(block->node, meeting, &def);
    touch->slider = def;
    if (dp_friction_init(&touch->friction, &def, &err) == DP_OK) return true;
    report_library_error(reader, block->node, &err);
    return false;
}

bool contact_build(struct reader *reader, const struct contact_block *block,
                   const struct body_pair *meeting, struct prepared_contact *touch) {
    dp_error err;
    touch->def = block->def;
    touch->node = block->node;
    touch->friction.law = NULL;
    touch->has_guessed_ratio = false;
    touch->meeting = *meeting;
    if (!join_bodies(reader, block, meeting, &touch->derived)) return false;
    touch->def.pair = touch->derived;
    override_pair(&touch->def.pair, &block->def.pair);
    touch->def.restitution_from = relation_of(block, meeting);
    take_poisson(touch);
    touch->speed = meeting->speed;
    // squares and ratios of what is slower leave the range of a double
    const double slowest = 1e-60;
    if (fabs(meeting->speed) > 0.0 && fabs(meeting->speed) < slowest) {
        report_error(reader, block->node, "the bodies meet at %g m/s; it must be at least %g m/s",
                     fabs(meeting->speed), slowest);
        return false;
    }
    dp_status status = dp_contact_init(&touch->contact, &touch->def, &err);
    if (status == DP_OK)
        status =
            dp_contact_at_speed(&touch->contact, touch->speed, meeting->mass, &touch->first, &err);
    if (status == DP_OK)
        touch->requested = block->restitution_from >= 0
                               ? touch->first.restitution
                               : dp_law_get(&touch->def.law, "restitution");
    else if (is_of_relation(&err))
        report_error(reader, place_of(block->node, err.name), "%s", err.text);
    else
        report_init(reader, block, meeting, &err);
    return status == DP_OK && build_friction(reader, &block->friction, meeting, touch);
}
