// One scenario: from its nodes to values and their meaning, and one run of it.

#include "scenario/scenario.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/measure.h"
#include "base/utf8.h"
#include "measured/measured.h"
#include "result/result.h"
#include "scenario/body.h"
#include "scenario/failure.h"
#include "scenario/input.h"
#include "scenario/loaded.h"
#include "scenario/parse.h"

// Keys every scenario has; `kind` and the materials are known afterwards.
static void read_common(struct scenario *s) {
    struct reader *reader = &s->reader;
    const struct node *root = reader->tree.root;
    s->common.node = root;
    for (const struct field *field = common_fields; field->key != NULL; field++) {
        const struct node *node = node_find(root, field->key);
        int before = reader->count;
        if (node != NULL) field_read(reader, field, node, &s->common);
        if (field->type == FIELD_LIST) reader->has_bad_materials = reader->count > before;
    }
    report_missing(reader, common_fields, root);
    reader->materials = s->common.materials.items;
    reader->material_count = s->common.materials.count;
    if (!reader->has_bad_materials) materials_check(reader);
}

static void read_sections(struct scenario *s) {
    struct reader *reader = &s->reader;
    const struct kind *kind = reader->kind;
    const struct node *root = reader->tree.root;
    s->config = tree_alloc(&reader->tree, kind->config_size);
    if (s->config == NULL) {
        report_no_memory(reader);
        return;
    }
    for (const struct field *field = kind->schema; field->key != NULL; field++)
        field_clear(field, s->config);
    for (const struct node *child = root->first; child != NULL; child = child->next) {
        const struct field *field = field_find(kind->schema, child->key);
        if (field != NULL)
            field_read(reader, field, child, s->config);
        else if (field_find(common_fields, child->key) == NULL)
            report_unknown(reader, scenario_owner, child,
                           (const struct field *[]){common_fields, kind->schema, NULL});
    }
    report_missing(reader, kind->schema, root);
}

struct reader reader_of(const struct scenario *s, dp_diagnostic *diagnostic) {
    struct reader reader = s->reader;
    diagnostic_clear(diagnostic);
    reader.diagnostic = diagnostic;
    return reader;
}

void scenario_interpret(struct scenario *s) {
    read_common(s);
    if (s->reader.kind != NULL) read_sections(s);
    if (s->reader.count == 0 && s->reader.kind->build != NULL)
        s->reader.kind->build(&s->reader, s->config);
    if (s->reader.count == 0 && s->common.measured.node != NULL)
        measured_check(&s->reader, &s->common.measured);
}

const char *scenario_file(const struct scenario *scenario) {
    return scenario->reader.file;
}

const char *scenario_kind(const struct scenario *scenario) {
    return scenario->reader.kind->name;
}

void scenario_keep(struct scenario *scenario, struct checkpoint_store *store) {
    scenario->reader.checkpoints = store;
}

const char *file_stem(const char *file, size_t *length) {
    const char *slash = strrchr(file, '/'), *name = slash != NULL ? slash + 1 : file;
    const char *dot = strrchr(name, '.');
    *length = dot != NULL && dot > name ? (size_t)(dot - name) : strlen(name);
    return name;
}

// The name of the file without folders and ending, as far as it is text.
static void write_stem(const char *path, char *text, size_t size) {
    size_t length, used = 0;
    const char *name = file_stem(path, &length), *end = name + length;
    while (name < end && used + 5 < size) {
        unsigned code;
        length = utf8_next(name, &code);
        bool is_plain = utf8_is_plain(code) && !(length == 1 && code == UTF8_REPLACEMENT);
        memcpy(text + used, is_plain ? name : "?", is_plain ? length : 1);
        used += is_plain ? length : 1;
        name += length;
    }
    text[used] = '\0';
}

void scenario_title(const struct scenario *scenario, char *text, size_t size) {
    const struct node *given = node_find(scenario->reader.tree.root, "title");
    if (given != NULL && given->kind == NODE_SCALAR)
        snprintf(text, size, "%s", given->text);
    else
        write_stem(scenario->reader.file, text, size);
}

char *scenario_text(const struct scenario *scenario) {
    const struct reader *reader = &scenario->reader;
    if (reader->set_count > 0) return node_write(reader->tree.root, "# changed by --set\n");
    char *copy = malloc(strlen(scenario->text) + 1);
    if (copy != NULL) strcpy(copy, scenario->text);
    return copy;
}

char *scenario_copy(const struct scenario *scenario) {
    const struct reader *reader = &scenario->reader;
    if (inputs_first(reader->inputs) == NULL) return scenario_text(scenario);
    return input_rename(reader->inputs, reader->tree.root,
                        reader->set_count > 0 ? NULL : scenario->text);
}

bool scenario_define(const struct scenario *scenario, dp_definition *definition) {
    const struct kind *kind = scenario->reader.kind;
    if (kind->define != NULL) kind->define(scenario->config, definition);
    return kind->define != NULL;
}

// The kind's own run, and what was measured beside it. That needs the rows; who wants none of them
// gets none.
static void run_kind(const struct scenario *scenario, struct reader *reader, int rows,
                     struct outcome *outcome) {
    const struct measured_block *measured = &scenario->common.measured;
    bool has_measured = measured->node != NULL;
    bool drops_rows = has_measured && rows == ROWS_NONE;
    reader->kind->run(reader, scenario->config, drops_rows ? ROWS_WANTED : rows, outcome);
    if (has_measured && reader->diagnostic->status == DP_RUN_DONE)
        measured_compare(reader, measured, outcome);
    if (reader->bare[0] != '\0' && reader->diagnostic->status == DP_RUN_DONE)
        add_note(outcome, "In the tables of the scenario, %s.", reader->bare);
    if (drops_rows) outcome_drop_tables(outcome);
}

int scenario_solve(const struct scenario *scenario, int rows, struct outcome *outcome,
                   dp_diagnostic *diagnostic) {
    struct reader reader = scenario->reader;
    outcome_begin(outcome);
    outcome->is_bare = reader.is_variant;
    diagnostic->text[0] = diagnostic->body[0] = diagnostic->contact[0] = '\0';
    diagnostic->status = DP_RUN_DONE;
    diagnostic->time = NAN;
    reader.diagnostic = diagnostic;
    // what journals have is not lost
    reader.keeps_partial = rows == ROWS_KEPT && reader.journal == NULL;
    json_lacks_memory();  // what another document lacked is no matter here

    scenario_title(scenario, outcome->title, sizeof outcome->title);
    snprintf(outcome->kind, sizeof outcome->kind, "%s", reader.kind->name);
    if (outcome->summary == NULL) {
        report_no_memory(&reader);
    } else {
        json_put(outcome->summary, "kind", json_string(outcome->kind));
        json_put(outcome->summary, "title", json_string(outcome->title));
        run_kind(scenario, &reader, rows, outcome);
        outcome->units = measures_take(outcome->summary);
    }
    bool is_kept = diagnostic->status == DP_RUN_DONE || failure_is_kept(&reader);
    if (is_kept) put_notes(outcome);
    bool lacks_memory = json_lacks_memory();
    if (is_kept && lacks_memory) report_no_memory(&reader);
    if (!is_kept || lacks_memory) outcome_free(outcome);
    return diagnostic->status;
}

void scenario_free(struct scenario *scenario) {
    if (scenario == NULL) return;
    tree_free(&scenario->reader.tree);
    inputs_free(scenario->inputs);
    free(scenario);
}
