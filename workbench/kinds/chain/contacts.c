// A law for every contact of a chain. Pairs with the same constants share one, so that a long
// stretch of equal contacts, or of a dimer's, is one run to the library.

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "kinds/chain/chain.h"

// --- pairs ---------------------------------------------------------------------------------------

static uint64_t mix(uint64_t hash, const void *data, size_t bytes) {
    const unsigned char *byte = data;
    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ byte[i]) * 1099511628211u;
    return hash;
}

static bool same_number(double a, double b) {
    return a == b || (isnan(a) && isnan(b));
}

struct pair {
    struct body_block body[2];
    bool is_carried[2];  // by a driven end: no contact moves it, whatever its mass
    const struct contact_block *block;
};

enum { KEPT = 256 };

/// A pair that was joined before.
struct kept {
    struct pair pair;
    unsigned law;
};

struct joining {
    struct reader *reader;
    struct chain_config *config;
    dp_chain_laws laws;
    struct kept *kept;  // KEPT of them, by hash
};

static bool same_body(const struct body_block *a, const struct body_block *b) {
    return a->material == b->material && same_number(a->radius, b->radius) &&
           same_number(a->mass, b->mass) && a->is_rigid == b->is_rigid &&
           a->is_fixed == b->is_fixed;
}

static struct kept *find_kept(const struct joining *j, const struct pair *pair) {
    uint64_t hash = 14695981039346656037u;
    for (int i = 0; i < 2; i++) {
        hash = mix(hash, &pair->body[i].radius, sizeof(double));
        hash = mix(hash, &pair->body[i].mass, sizeof(double));
        hash = mix(hash, &pair->body[i].material, sizeof(void *));
    }
    hash = mix(hash, &pair->block, sizeof(void *));
    return &j->kept[(hash ^ hash >> 32) % KEPT];
}

// A body without a radius has none to compare with; fmin and fmax leave a NaN out.
static void compare_radii(struct chain_law_note *note, const struct body_pair *meeting) {
    for (int i = 0; i < 2; i++) {
        double radius = meeting->body[i].radius;
        if (!isfinite(radius)) continue;
        note->least_radius = fmin(note->least_radius, radius);
        if (!meeting->is_solid[i]) continue;
        note->least_solid = fmin(note->least_solid, radius);
        note->most_solid = fmax(note->most_solid, radius);
    }
}

static bool is_same_law(const dp_law_def *a, const dp_law_def *b) {
    bool is_same = a->law == b->law;
    for (int i = 0; is_same && i < dp_law_param_count(a->law); i++)
        is_same = same_number(a->value[i], b->value[i]);
    return is_same;
}

static void keep_note(struct chain_config *c, const struct contact_block *block,
                      const struct prepared_contact *touch) {
    int i = 0;
    while (i < c->note_count && c->note[i].block != block &&
           !is_same_law(&c->note[i].touch.def.law, &touch->def.law))
        i++;
    c->has_more_notes = c->has_more_notes || i == CHAIN_NOTES_MAX;
    if (i == CHAIN_NOTES_MAX) return;
    struct chain_law_note *note = &c->note[i];
    if (i == c->note_count) {
        c->note_count++;
        *note = (struct chain_law_note){block, *touch, NAN, NAN, NAN};
    } else if (dp_yield_indentation(&touch->def.pair) >
               dp_yield_indentation(&note->touch.def.pair)) {
        note->touch = *touch;
    }
    compare_radii(note, &touch->meeting);
}

static bool join_pair(struct joining *j, const struct pair *pair, unsigned *law) {
    struct kept *kept = find_kept(j, pair);
    if (kept->pair.block == pair->block && same_body(&kept->pair.body[0], &pair->body[0]) &&
        same_body(&kept->pair.body[1], &pair->body[1]) &&
        memcmp(kept->pair.is_carried, pair->is_carried, sizeof pair->is_carried) == 0) {
        *law = kept->law;
        return true;
    }
    struct body_pair meeting = {.speed = j->config->speed, .are_balls = true};
    for (int i = 0; i < 2; i++) {
        meeting.body[i] = body_properties(&pair->body[i]);
        meeting.is_solid[i] = body_is_solid(&pair->body[i]);
        if (pair->is_carried[i]) meeting.body[i].mass = INFINITY;
    }
    double first = meeting.body[0].mass, second = meeting.body[1].mass;
    meeting.mass = isinf(second)  ? first
                   : isinf(first) ? second
                                  : first * second / (first + second);
    struct prepared_contact touch;
    dp_error err;
    if (!contact_build(j->reader, pair->block, &meeting, &touch)) return false;
    if (dp_chain_laws_add(&j->laws, &touch.contact, law, &err) != DP_OK) {
        report_no_memory(j->reader);
        return false;
    }
    keep_note(j->config, pair->block, &touch);
    contact_remark(pair->block, &touch, &j->config->remarks);
    *kept = (struct kept){*pair, *law};
    return true;
}

// --- the contacts of a chain ---------------------------------------------------------------------

static struct body_block flat_of(const struct chain_end_block *end) {
    return (struct body_block){.node = end->node,
                               .material = end->material,
                               .radius = NAN,
                               .mass = NAN,
                               .is_fixed = true,
                               .is_rigid = end->is_rigid};
}

static const struct contact_block *exception_at(const struct chain_config *c, size_t contact) {
    const struct chain_exception *e = c->chain.contacts.items;
    for (int i = 0; i < c->chain.contacts.count; i++) {
        if (e[i].at == chain_contact_number(c, contact)) return &e[i].contact;
    }
    return NULL;
}

// The law of a contact: its own, that of the end or the striker, of the segment, of the chain.
static const struct contact_block *block_at(const struct chain_config *c, size_t contact) {
    const struct chain_block *chain = &c->chain;
    size_t first_bead = c->has_striker ? 1 : 0;
    size_t near = contact > first_bead ? contact - 1 : first_bead;
    bool is_outer = contact == 0 || contact == c->bodies;
    const struct contact_block *given[] = {
        exception_at(c, contact),
        is_outer                         ? &chain->end[contact == 0 ? 0 : 1].contact
        : c->has_striker && contact == 1 ? &chain->striker.contact
                                         : NULL,
        &chain_segment_of(c, near)->contact,
        &chain->contact,
    };
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        if (given[i] != NULL && given[i]->node != NULL) return given[i];
    }
    return NULL;
}

// A wall of nothing is the likely reason why a pair at an end cannot be joined.
static void explain_end(const struct joining *j, size_t contact) {
    const struct chain_config *c = j->config;
    bool is_left = contact == 0, is_right = contact == c->bodies;
    const struct chain_end_block *end = &c->chain.end[is_left ? 0 : 1];
    if ((is_left || is_right) && end->material == NULL && !end->is_rigid)
        report_error(j->reader, end->node,
                     "the %s end has no material; give it one, or rigid: true",
                     is_left ? "left" : "right");
}

// A flat stands second: `flat` geometry takes the radius of the first body.
static bool join_contact(struct joining *j, size_t contact, const struct body_block *left,
                         const struct body_block *right) {
    struct chain_config *c = j->config;
    struct pair pair = {.body = {*left, *right}, .block = block_at(c, contact)};
    pair.is_carried[0] = contact == 1 && chain_carries(c, 0);
    pair.is_carried[1] = contact + 1 == c->bodies && chain_carries(c, 1);
    if (contact == 0) pair.body[0] = *right;
    if (contact == 0 || contact == c->bodies)
        pair.body[1] = flat_of(&c->chain.end[contact == 0 ? 0 : 1]);
    if (pair.block == NULL) {
        report_error(
            j->reader, c->chain.node,
            "contact is missing: contact %ld has no law; give it here, or with every segment",
            chain_contact_number(c, contact));
        return false;
    }
    bool is_good = join_pair(j, &pair, &c->law[contact]);
    if (!is_good) explain_end(j, contact);
    return is_good;
}

// Contacts that are not there go with their neighbours, so that runs stay long.
static void fill_ends(struct chain_config *c) {
    size_t last = c->bodies;
    if (!chain_has_contact(c, 0)) c->law[0] = last > 1 ? c->law[1] : c->law[last];
    if (!chain_has_contact(c, 1)) c->law[last] = c->law[last - 1];
}

static bool join_all(struct joining *j) {
    struct chain_config *c = j->config;
    struct body_block left = {.node = NULL}, right = chain_bead(c, 0);
    bool is_good = true;
    for (size_t k = 0; k <= c->bodies && is_good; k++) {
        bool is_there =
            (k > 0 || chain_has_contact(c, 0)) && (k < c->bodies || chain_has_contact(c, 1));
        if (is_there) is_good = join_contact(j, k, &left, &right);
        left = right;
        if (k + 1 < c->bodies) right = chain_bead(c, k + 1);
    }
    return is_good;
}

void chain_check_exceptions(struct reader *reader, const struct chain_config *c) {
    const struct chain_exception *e = c->chain.contacts.items;
    long first, last;
    chain_contact_range(c, &first, &last);
    for (int i = 0; i < c->chain.contacts.count; i++) {
        if (e[i].at < first || e[i].at > last)
            report_error(
                reader, place_of(e[i].node, "at"),
                "at is %ld; there are contacts %ld to %ld, each to the right of the bead of "
                "its number",
                e[i].at, first, last);
        for (int k = 0; k < i; k++) {
            if (e[k].at == e[i].at)
                report_error(reader, place_of(e[i].node, "at"), "at is %ld, which another one has",
                             e[i].at);
        }
    }
}

bool chain_join(struct reader *reader, struct chain_config *c) {
    struct joining j = {.reader = reader, .config = c, .kept = calloc(KEPT, sizeof *j.kept)};
    c->law = tree_alloc(&reader->tree, (c->bodies + 1) * sizeof *c->law);
    if (j.kept == NULL || c->law == NULL) report_no_memory(reader);
    bool is_good = reader->count == 0 && join_all(&j);
    if (is_good) {
        fill_ends(c);
        c->law_count = j.laws.count;
        c->laws = tree_alloc(&reader->tree, c->law_count * sizeof *c->laws);
        if (c->laws == NULL) report_no_memory(reader);
        for (size_t i = 0; c->laws != NULL && i < c->law_count; i++)
            c->laws[i] = j.laws.items[i];
        // all contacts alike: the library needs no list
        if (c->law_count == 1) c->law = NULL;
    }
    free(j.kept);
    dp_chain_laws_free(&j.laws);
    return reader->count == 0;
}
