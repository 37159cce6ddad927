// From segments to bodies. Nothing here grows with the number of beads but what a table of them
// holds.

#include <math.h>

#include "kinds/chain/chain.h"
#include "scenario/csv.h"

// --- cells ---------------------------------------------------------------------------------------

// What a bead does not say itself is that of its segment.
static struct body_block inherit(const struct body_block *bead, const struct chain_segment *s) {
    struct body_block out = *bead;
    if (out.node == NULL) out.node = s->node;
    if (isnan(out.radius)) out.radius = s->bead.radius;
    if (isnan(out.mass)) out.mass = s->bead.mass;
    if (out.material == NULL) out.material = s->bead.material;
    out.is_rigid = out.is_rigid || s->bead.is_rigid;
    if (out.velocity == 0.0) out.velocity = s->bead.velocity;
    return out;
}

// What the beads are, but for what they have from their segment.
static void take_cells(struct chain_segment *s, struct body_block *cell, int count) {
    for (int i = 0; i < count; i++)
        cell[i] = inherit(&cell[i], s);
    s->cell = cell;
    s->cell_count = (size_t)count;
}

static void take_table(struct reader *reader, struct chain_segment *s) {
    static const struct field columns[] = {
        QUANTITY(body_block, radius, "m", POSITIVE),
        QUANTITY(body_block, mass, "kg", POSITIVE),
        QUANTITY(body_block, velocity, "m/s", .initial = "0"),
        MATERIAL(body_block, material, .doc = "by name"),
        {0},
    };
    static const struct csv_form form = {.fields = columns, .row_size = sizeof(struct body_block)};
    const struct node *at = place_of(s->node, "csv");
    struct list rows;
    if (!csv_read_input(reader, at, s->csv, &form, &rows)) return;
    struct body_block *cell = rows.items;
    // what is said later about a bead stands in the scenario
    for (int i = 0; i < rows.count; i++)
        cell[i].node = at;
    take_cells(s, cell, rows.count);
}

static void check_taper(struct reader *reader, struct chain_segment *s) {
    const struct chain_taper *t = &s->taper;
    bool has_ratio = !isnan(t->ratio), has_end = !isnan(t->radius_end);
    if (has_ratio == has_end) {
        report_error(reader, t->node, "taper takes ratio or radius_end, one of them");
    } else if (isnan(s->bead.radius)) {
        report_error(reader, s->node, "radius is missing: a taper starts from it");
    } else if (has_end && s->count < 2) {
        report_error(reader, place_of(s->node, "count"),
                     "count is %ld; a taper to radius_end needs 2 beads at least", s->count);
    } else {
        s->ratio = has_ratio ? t->ratio
                             : pow(t->radius_end / s->bead.radius, 1.0 / (double)(s->count - 1));
        double last = s->bead.radius * pow(s->ratio, (double)(s->count - 1));
        if (!(last > 1e-9) || !(last < 1e6))
            report_error(
                reader, place_of(t->node, "ratio"),
                "ratio is %g, which makes a last radius of %g m after %ld beads; it must stay "
                "between 1e-9 and 1e6 m",
                s->ratio, last, s->count);
    }
}

// One way to say what the beads are.
static void find_cells(struct reader *reader, struct chain_segment *s) {
    const struct node *given[3] = {s->pattern.node, s->taper.node, node_find(s->node, "csv")};
    const struct node *first = NULL;
    s->ratio = NAN;
    for (int i = 0; i < 3; i++) {
        if (given[i] != NULL && first != NULL) {
            report_error(reader, given[i], "%s and %s exclude each other; give one of them",
                         given[i]->key, first->key);
            return;
        }
        if (given[i] != NULL) first = given[i];
    }
    if (s->pattern.node != NULL) {
        take_cells(s, s->pattern.items, s->pattern.count);
    } else if (s->csv != NULL) {
        take_table(reader, s);
    } else {
        take_cells(s, &s->bead, 1);
        if (s->taper.node != NULL) check_taper(reader, s);
    }
}

static void check_cells(struct reader *reader, const struct chain_segment *s) {
    for (size_t i = 0; i < s->cell_count && reader->count == 0; i++) {
        const struct body_block *cell = &s->cell[i];
        double mass = body_properties(cell).mass;
        bool is_known = isfinite(mass) && mass > 0.0;
        if (!is_known && s->csv != NULL)
            report_error(
                reader, cell->node,
                "bead %zu of the table has no mass; it needs one, or a radius and a material "
                "with a density",
                i + 1);
        else if (!is_known)
            body_check_mass(reader, cell, NAN);
    }
}

// --- the whole -----------------------------------------------------------------------------------

static void count_beads(struct reader *reader, struct chain_config *c, struct chain_segment *s) {
    const size_t most = DP_CHAIN_BODIES_MAX;
    size_t each = s->cell_count > 0 ? s->cell_count : 1, count = (size_t)s->count;
    s->first = c->bodies;
    if (count > (most - c->bodies) / each) {
        // what such a chain would take: the least a body needs in the library and here
        report_error(
            reader, place_of(s->node, "count"),
            "count is %ld; with it the chain has %.4g bodies and takes at least %.3g bytes; "
            "there may be at most %zu bodies",
            s->count, (double)c->bodies + (double)count * (double)each,
            64.0 * ((double)c->bodies + (double)count * (double)each), most);
        return;
    }
    s->beads = count * each;
    c->bodies += s->beads;
}

static void find_striker(struct reader *reader, struct chain_config *c) {
    const struct chain_striker *k = &c->chain.striker;
    const struct chain_segment *first = c->chain.beads.items;
    if (k->node == NULL) return;
    bool is_described = !isnan(k->body.radius) || !isnan(k->body.mass) || k->body.material != NULL;
    if (k->copies && is_described) {
        report_error(reader, place_of(k->node, "copy"),
                     "copy: true and radius, mass or material exclude each other");
        return;
    }
    c->has_striker = k->copies || is_described;
    if (node_find(k->node, "velocity") == NULL)
        report_error(reader, k->node, "velocity is missing: how fast the striker comes");
    if (!c->has_striker && k->contact.node != NULL)
        report_error(
            reader, k->contact.node,
            "contact has no effect: the striker is bead 1 itself; give it a radius, a mass or "
            "`copy: true`");
    if (!c->has_striker || first->cell_count == 0) return;
    c->striker = k->copies ? first->cell[0] : k->body;
    c->striker.node = k->node;
    c->striker.velocity = k->body.velocity;
    c->striker.is_rigid = c->striker.is_rigid || k->body.is_rigid;
    if (c->striker.material == NULL) c->striker.material = first->cell[0].material;
    body_check_mass(reader, &c->striker, body_properties(&c->striker).mass);
}

bool chain_plan(struct reader *reader, struct chain_config *c) {
    struct chain_segment *s = c->chain.beads.items;
    for (int i = 0; i < c->chain.beads.count; i++) {
        find_cells(reader, &s[i]);
        check_cells(reader, &s[i]);
    }
    if (reader->count == 0) find_striker(reader, c);
    c->bodies = c->has_striker ? 1 : 0;
    for (int i = 0; i < c->chain.beads.count && reader->count == 0; i++)
        count_beads(reader, c, &s[i]);
    c->beads = c->bodies - (c->has_striker ? 1 : 0);
    return reader->count == 0;
}

const struct chain_segment *chain_segment_of(const struct chain_config *c, size_t body) {
    const struct chain_segment *s = c->chain.beads.items;
    int low = 0, high = c->chain.beads.count;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (s[middle].first <= body)
            low = middle;
        else
            high = middle;
    }
    return &s[low];
}

struct body_block chain_bead(const struct chain_config *c, size_t body) {
    if (c->has_striker && body == 0) return c->striker;
    const struct chain_segment *s = chain_segment_of(c, body);
    size_t place = body - s->first;
    struct body_block bead = s->cell[place % s->cell_count];
    if (!isnan(s->ratio)) {
        double factor = pow(s->ratio, (double)place);
        bead.radius *= factor;
        bead.mass *= factor * factor * factor;  // NaN stays NaN
    }
    // only a velocity: bead 1 starts with it
    if (body == 0 && c->chain.striker.node != NULL) bead.velocity = c->chain.striker.body.velocity;
    return bead;
}

void chain_contact_range(const struct chain_config *c, long *first, long *last) {
    *first = chain_contact_number(c, chain_has_contact(c, 0) ? 0 : 1);
    *last = chain_contact_number(c, c->bodies - (chain_has_contact(c, 1) ? 0 : 1));
}
