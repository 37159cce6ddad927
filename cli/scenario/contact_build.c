// A contact block and two bodies to a prepared contact.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "args.h"
#include "scenario/contact.h"
#include "scenario/result.h"
#include "words.h"

// Entries that stand in the block win over what follows from the bodies.
static void override_pair(dp_pair *pair, const dp_pair *given) {
    dp_error err;
    for (int i = 0; dp_pair_field_at(i) != NULL; i++) {
        double value = cli_pair_value(given, i);
        if (!isnan(value)) dp_pair_set(pair, dp_pair_field_at(i)->name, value, &err);
    }
}

static bool are_flat(const struct meeting *meeting) {
    return isinf(meeting->body[0].radius) && isinf(meeting->body[1].radius);
}

static bool are_rigid(const struct meeting *meeting) {
    return isinf(meeting->body[0].young) && isinf(meeting->body[1].young);
}

// Two flats, or two rigid bodies, have no radius or modulus in common. That is wrong only if the
// law asks for one.
static bool join_bodies(struct reader *reader, const struct contact_block *block,
                        const struct meeting *meeting, dp_pair *pair) {
    dp_body first = meeting->body[0], second = meeting->body[1];
    dp_geometry geometry = (dp_geometry)block->geometry;
    dp_error err;
    bool is_open = isinf(first.radius) || isinf(second.radius);
    if (geometry == DP_CONFORMAL && is_open) {
        complain(
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
        complain(reader, place_of(block->node, "geometry"), "%s", err.text);
        return false;
    }
    pair->mass = meeting->mass;
    override_pair(pair, &block->def.pair);
    return true;
}

static double from_waves(struct reader *reader, const struct contact_block *block,
                         const struct meeting *meeting, double speed) {
    const dp_body *a = &meeting->body[0], *b = &meeting->body[1];
    // a body of unknown stiffness, or a rigid one, is not the softer one
    const dp_body *softer = isnan(b->young) || a->young <= b->young ? a : b;
    double e = dp_wave_restitution(softer->young, softer->poisson, softer->density, speed);
    if (isinf(softer->young) || isnan(e)) {
        complain(reader, place_of(block->node, "restitution_from"),
                 "restitution_from is 'waves', which needs young, poisson and density of the "
                 "softer body");
        return NAN;
    }
    return e;
}

static double from_ma_liu(struct reader *reader, const struct contact_block *block,
                          const dp_pair *pair, double speed) {
    const struct node *at = place_of(block->node, "restitution_from");
    dp_contact_def def = dp_contact_defaults(dp_law_find("ma-liu"));
    const char *const names[] = {"psi", "epsilon"};
    dp_contact contact;
    dp_error err;
    for (int i = 0; i < 2; i++) {
        double own = dp_law_get(&block->def.law, names[i]);
        double value = !isnan(own) ? own : i == 0 ? block->psi : block->epsilon;
        if (!isnan(value)) dp_law_set(&def.law, names[i], value, &err);
    }
    def.pair = *pair;
    def.pair.stiffness = NAN;
    if (dp_contact_init(&contact, &def, &err) != DP_OK) {
        complain(reader, at, "restitution_from is 'ma-liu', and %s", err.text);
        return NAN;
    }
    double e = dp_contact_restitution(&contact, pair->mass, speed);
    if (isnan(e)) complain(reader, at, "restitution_from is 'ma-liu', which has no answer here");
    return e;
}

static bool compute_restitution(struct reader *reader, const struct contact_block *block,
                                const struct meeting *meeting, dp_contact_def *def) {
    double speed = isnan(block->approach) ? meeting->speed : block->approach;
    double e = block->restitution_from == RESTITUTION_FROM_WAVES
                   ? from_waves(reader, block, meeting, speed)
                   : from_ma_liu(reader, block, &def->pair, speed);
    dp_error err;
    if (isnan(e)) return false;
    if (dp_law_set(&def->law, "restitution", e, &err) == DP_OK) return true;
    complain(reader, place_of(block->node, "restitution_from"), "computed %s", err.text);
    return false;
}

static void complain_init(struct reader *reader, const struct contact_block *block,
                          const struct meeting *meeting, dp_error *err) {
    bool is_elastic = strstr(err->text, "modulus") != NULL;
    bool is_of_pair = is_elastic || strstr(err->text, "yield") != NULL ||
                      strstr(err->text, "bearing_radius") != NULL ||
                      strstr(err->text, "clearance") != NULL;
    if (err->status == DP_ERR_MISSING && is_of_pair)
        cli_append(err->text, sizeof err->text,
                   is_elastic && are_flat(meeting) ? "; both bodies are flats: give one a radius"
                   : is_elastic && are_rigid(meeting)
                       ? "; both bodies are rigid: give one a material"
                       : "; give it here, or with the materials and "
                         "bodies");
    complain_error(reader, block->node, err);
}

bool contact_build(struct reader *reader, const struct contact_block *block,
                   const struct meeting *meeting, struct touch *touch) {
    dp_error err;
    touch->def = block->def;
    touch->node = block->node;
    touch->meeting = *meeting;
    if (!join_bodies(reader, block, meeting, &touch->def.pair)) return false;
    if (block->restitution_from >= 0 && !compute_restitution(reader, block, meeting, &touch->def))
        return false;
    touch->requested = dp_law_get(&touch->def.law, "restitution");
    // squares and ratios of what is slower leave the range of a double
    const double slowest = 1e-60;
    if (fabs(meeting->speed) > 0.0 && fabs(meeting->speed) < slowest) {
        complain(reader, block->node, "the bodies meet at %g m/s; it must be at least %g m/s",
                 fabs(meeting->speed), slowest);
        return false;
    }
    if (dp_contact_init(&touch->contact, &touch->def, &err) == DP_OK) return true;
    complain_init(reader, block, meeting, &err);
    return false;
}

// Does a change of the entry change the prepared contact?
static bool has_effect(const struct touch *touch, const char *name, double value) {
    dp_contact_def other = touch->def;
    dp_contact contact;
    dp_error err;
    dp_pair_set(&other.pair, name, 1.25 * value, &err);
    if (dp_contact_init(&contact, &other, &err) != DP_OK) return true;
    return contact.kernel != touch->contact.kernel || contact.limit != touch->contact.limit ||
           memcmp(contact.k, touch->contact.k, sizeof contact.k) != 0;
}

void contact_notes(const struct contact_block *block, const struct touch *touch,
                   struct outcome *outcome) {
    const dp_law *law = touch->def.law.law;
    const char *idle[16] = {NULL};
    char text[200] = "";
    int count = 0;
    for (int i = 0; dp_pair_field_at(i) != NULL; i++) {
        const char *name = dp_pair_field_at(i)->name;
        double value = cli_pair_value(&block->def.pair, i);
        // a law that is elastic is compared with it
        bool is_compared = strcmp(name, "yield") == 0 && law->bounds.yielding != DP_YIELD_NONE;
        if (!isnan(value) && !is_compared && !has_effect(touch, name, value)) idle[count++] = name;
    }
    cli_append_list(text, sizeof text, idle, "and");
    if (count == 0) return;
    char sentence[300];
    snprintf(sentence, sizeof sentence, "The contact is given %s, which %s does not use.", text,
             law->name);
    if (!note_is_told(outcome, sentence)) note(outcome, "%s", sentence);
}
