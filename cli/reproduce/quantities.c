// What a prepared contact says about itself. A scenario hands out results only, so its file is read
// here once more, by the same stages, as far as the contact.

#include "quantities.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "json.h"
#include "scenario/bounce.h"
#include "scenario/impact.h"
#include "scenario/journal.h"
#include "scenario/override.h"
#include "scenario/parse.h"

static void read_common(struct reader *reader, struct common_block *common) {
    for (const struct field *field = common_fields; field->key != NULL; field++) {
        const struct node *node = node_find(reader->tree.root, field->key);
        if (node != NULL) field_read(reader, field, node, common);
    }
    reader->materials = common->materials.items;
    reader->material_count = common->materials.count;
}

static void *read_config(struct reader *reader) {
    const struct kind *kind = reader->kind;
    void *config = tree_alloc(&reader->tree, kind->config_size);
    if (config == NULL) {
        complain_memory(reader);
        return NULL;
    }
    for (const struct field *field = kind->schema; field->key != NULL; field++) {
        const struct node *node = node_find(reader->tree.root, field->key);
        field_clear(field, config);
        if (node != NULL) field_read(reader, field, node, config);
    }
    if (reader->count == 0) kind->build(reader, config);
    return config;
}

// The configuration of the kind, NULL after a complaint. scenario_load has found the file good.
static const void *load(struct reader *reader, struct common_block *common) {
    const char *text = file_read(reader);
    if (text != NULL) reader->tree.root = text_parse(reader, text, -1);
    if (reader->count == 0) overrides_apply(reader);
    if (reader->count == 0) read_common(reader, common);
    const void *config = reader->count == 0 && reader->kind != NULL ? read_config(reader) : NULL;
    return reader->count == 0 ? config : NULL;
}

static json_t *pair_json(const dp_pair *pair) {
    double from_bodies = 4.0 / 3.0 * pair->modulus * sqrt(pair->radius);
    json_t *object = json_object();
    cli_put(object, "stiffness",
            cli_json_number(isnan(pair->stiffness) ? from_bodies : pair->stiffness));
    cli_put(object, "modulus", cli_json_number(pair->modulus));
    cli_put(object, "radius", cli_json_number(pair->radius));
    cli_put(object, "mass", cli_json_number(pair->mass));
    cli_put(object, "yield", cli_json_number(pair->yield));
    return object;
}

// The first indentation of a kind; a law without history that changes its spring at yield jumps
// there.
static double find_mark(const dp_contact *contact, const double *memory, bool is_plastic) {
    dp_mark mark[DP_MARK_MAX];
    int count = dp_contact_marks(contact, memory, mark);
    for (int i = 0; i < count; i++) {
        bool begins = mark[i].kind == DP_MARK_YIELD || mark[i].kind == DP_MARK_JUMP;
        if (is_plastic ? mark[i].kind == DP_MARK_PLASTIC : begins) return mark[i].delta;
    }
    return NAN;
}

static dp_response respond(const dp_contact *contact, const double *memory, double delta) {
    dp_response none = {.spring = NAN, .dforce_ddelta = NAN, .dforce_drate = NAN};
    return isnan(delta) ? none : dp_contact_respond(contact, memory, delta, 0.0);
}

static json_t *law_json(const dp_contact *contact, double speed) {
    double memory[DP_MEMORY_MAX];
    dp_contact_fresh(memory);
    dp_contact_begin(contact, memory, speed);
    double yield = find_mark(contact, memory, false), plastic = find_mark(contact, memory, true);
    dp_response at_yield = respond(contact, memory, yield);
    dp_response above = respond(contact, memory, yield * (1.0 + 1e-12));
    dp_response at_plastic = respond(contact, memory, plastic);
    // any small indentation will do: the factor does not depend on it
    dp_response small = respond(contact, memory, isnan(yield) ? 1e-6 : 0.5 * yield);

    json_t *object = json_object();
    cli_put(object, "yield", cli_json_number(yield));
    cli_put(object, "plastic", cli_json_number(plastic));
    cli_put(object, "yield_force", cli_json_number(at_yield.spring));
    cli_put(object, "plastic_force", cli_json_number(at_plastic.spring));
    cli_put(object, "slope_below", cli_json_number(at_yield.dforce_ddelta));
    cli_put(object, "slope_above", cli_json_number(above.dforce_ddelta));
    cli_put(object, "damping_below", cli_json_number(at_yield.dforce_drate));
    cli_put(object, "damping_above", cli_json_number(above.dforce_drate));
    cli_put(object, "factor", cli_json_number(small.dforce_drate * speed / small.spring));
    return object;
}

static json_t *describe(const struct touch *touch, const struct meeting *meeting) {
    json_t *object = json_object();
    cli_put(object, "pair", pair_json(&touch->def.pair));
    cli_put(object, "law", law_json(&touch->first, meeting->speed));
    return object;
}

json_t *quantities(const char *path, const struct override *set, size_t set_count,
                   struct complaint *complaint) {
    struct reader reader = {.file = path,
                            .set = set,
                            .set_count = set_count,
                            .complaint = complaint,
                            .allows_unphysical = true};
    struct common_block common = {.node = NULL};
    json_t *object = NULL;
    complaint->text[0] = '\0';
    complaint->status = CLI_DONE;
    const void *config = load(&reader, &common);
    if (config != NULL && strcmp(reader.kind->name, "impact") == 0) {
        const struct impact_config *impact = config;
        object = describe(&impact->touch, &impact->meeting);
    } else if (config != NULL && strcmp(reader.kind->name, "bounce") == 0) {
        const struct bounce_config *bounce = config;
        object = describe(&bounce->touch, &bounce->meeting);
    } else if (config != NULL && strcmp(reader.kind->name, "journal") == 0) {
        const struct journal_config *journal = config;
        object = describe(&journal->touch, &journal->meeting);
    } else if (config != NULL) {
        complain(&reader, NULL, "kind %s has no single contact", reader.kind->name);
    }
    tree_free(&reader.tree);
    return object;
}
