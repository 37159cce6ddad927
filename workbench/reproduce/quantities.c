// What a prepared contact says about itself. A scenario hands out results only, so its file is read
// here once more, by the same stages, as far as the contact.

#include "reproduce/quantities.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/status.h"
#include "kinds/bounce/bounce.h"
#include "kinds/impact/impact.h"
#include "kinds/journal/journal.h"
#include "run/kinds.h"
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
        report_no_memory(reader);
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

// The configuration of the kind, NULL after a diagnostic. scenario_load has found the file good.
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
    json_put(object, "stiffness",
             json_finite(isnan(pair->stiffness) ? from_bodies : pair->stiffness));
    json_put(object, "modulus", json_finite(pair->modulus));
    json_put(object, "radius", json_finite(pair->radius));
    json_put(object, "mass", json_finite(pair->mass));
    json_put(object, "yield", json_finite(pair->yield));
    return object;
}

// The first indentation of a kind; a law without history that changes its spring at yield jumps
// there.
static double find_mark(const dp_contact *contact, const double *history, bool is_plastic) {
    dp_breakpoint mark[DP_BREAKPOINT_MAX];
    int count = dp_contact_breakpoints(contact, history, mark);
    for (int i = 0; i < count; i++) {
        bool begins = mark[i].kind == DP_BREAKPOINT_YIELD || mark[i].kind == DP_BREAKPOINT_JUMP;
        if (is_plastic ? mark[i].kind == DP_BREAKPOINT_PLASTIC : begins) return mark[i].delta;
    }
    return NAN;
}

static dp_response respond(const dp_contact *contact, const double *history, double delta) {
    dp_response none = {.spring = NAN, .dforce_ddelta = NAN, .dforce_drate = NAN};
    return isnan(delta) ? none : dp_contact_respond(contact, history, delta, 0.0);
}

static json_t *law_json(const dp_contact *contact, double speed) {
    double history[DP_HISTORY_MAX];
    dp_contact_reset(history);
    dp_contact_begin(contact, history, speed);
    double yield = find_mark(contact, history, false), plastic = find_mark(contact, history, true);
    dp_response at_yield = respond(contact, history, yield);
    dp_response above = respond(contact, history, yield * (1.0 + 1e-12));
    dp_response at_plastic = respond(contact, history, plastic);
    // any small indentation will do: the factor does not depend on it
    dp_response small = respond(contact, history, isnan(yield) ? 1e-6 : 0.5 * yield);

    json_t *object = json_object();
    json_put(object, "yield", json_finite(yield));
    json_put(object, "plastic", json_finite(plastic));
    json_put(object, "yield_force", json_finite(at_yield.spring));
    json_put(object, "plastic_force", json_finite(at_plastic.spring));
    json_put(object, "slope_below", json_finite(at_yield.dforce_ddelta));
    json_put(object, "slope_above", json_finite(above.dforce_ddelta));
    json_put(object, "damping_below", json_finite(at_yield.dforce_drate));
    json_put(object, "damping_above", json_finite(above.dforce_drate));
    json_put(object, "factor", json_finite(small.dforce_drate * speed / small.spring));
    return object;
}

static json_t *describe(const struct prepared_contact *touch, const struct body_pair *meeting) {
    json_t *object = json_object();
    json_put(object, "pair", pair_json(&touch->def.pair));
    json_put(object, "law", law_json(&touch->first, meeting->speed));
    return object;
}

json_t *quantities(const char *path, const struct override *set, size_t set_count,
                   struct diagnostic *diagnostic) {
    struct reader reader = {.file = path,
                            .kinds = all_kinds,
                            .set = set,
                            .set_count = set_count,
                            .diagnostic = diagnostic,
                            .allows_unphysical = true};
    struct common_block common = {.node = NULL};
    json_t *object = NULL;
    diagnostic->text[0] = '\0';
    diagnostic->status = DP_RUN_DONE;
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
        report_error(&reader, NULL, "kind %s has no single contact", reader.kind->name);
    }
    tree_free(&reader.tree);
    return object;
}
