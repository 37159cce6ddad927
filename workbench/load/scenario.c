// A scenario as the caller sees it, single or a sweep: from a file, stage by stage (text, nodes,
// overrides), to one that can run.

#include "scenario/scenario.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "fit/plan.h"
#include "run/kinds.h"
#include "scenario/limits.h"
#include "scenario/loaded.h"
#include "scenario/override.h"
#include "scenario/parse.h"
#include "study/compare.h"
#include "study/sweep.h"

static const char *keep(struct reader *reader, const char *text) {
    return tree_copy(&reader->tree, text, strlen(text));
}

// The scenario outlives what the caller hands in.
static bool keep_inputs(struct reader *reader, const char *file, const dp_scenario_def *def) {
    size_t count = def->setting_count;
    dp_setting *copy = tree_alloc(&reader->tree, (count + 1) * sizeof *copy);
    reader->file = keep(reader, file);
    bool is_done = copy != NULL && reader->file != NULL;
    for (size_t i = 0; i < count && is_done; i++) {
        const dp_setting *set = &def->settings[i];
        copy[i] = (dp_setting){keep(reader, set->path), keep(reader, set->value)};
        is_done = copy[i].path != NULL && copy[i].value != NULL;
    }
    reader->set = copy;
    reader->set_count = count;
    if (!is_done) {
        reader->file = file;
        report_no_memory(reader);
    }
    return is_done;
}

static void parse_root(struct scenario *s) {
    struct reader *reader = &s->reader;
    struct node *root = text_parse(reader, s->text, -1);
    if (reader->count > 0) return;
    const struct node top = {.line = 1, .set = -1};
    const char *want = "a scenario is a map of keys that starts with dashpot: 1";
    bool is_empty = root == NULL || (root->kind == NODE_SCALAR && root->text[0] == '\0');
    if (is_empty)
        report_error(reader, &top, "the file is empty; %s", want);
    else if (root->kind != NODE_MAP)
        report_error(reader, root, "the file holds %s; %s", node_kind_name(root), want);
    else
        reader->tree.root = root;
}

static void load(struct scenario *s, const char *file, const dp_scenario_def *def,
                 const dp_compare_def *compare) {
    struct reader *reader = &s->reader;
    if (!keep_inputs(reader, file, def)) return;
    s->text = def->text != NULL ? keep(reader, def->text) : file_read(reader);
    if (s->text == NULL && reader->count == 0) report_no_memory(reader);
    if (s->text != NULL) parse_root(s);
    if (reader->count > 0) return;
    overrides_apply(reader);
    if (reader->count > 0) return;
    if (compare != NULL)
        compare_load(s, compare);
    else if (node_find(reader->tree.root, "fit") != NULL)
        fit_load(s);
    else if (node_find(reader->tree.root, "sweep") != NULL)
        sweep_load(s);
    else
        scenario_interpret(s);
}

struct scenario *scenario_load_compare(const dp_scenario_def *def, const dp_compare_def *compare,
                                       const struct call *call, dp_diagnostic *diagnostic) {
    const char *file = def->file != NULL ? def->file : "scenario";
    struct scenario *s = calloc(1, sizeof *s);
    if (s == NULL) {
        report_system_error(diagnostic, "%.700s: out of memory", file);
        return NULL;
    }
    diagnostic_clear(diagnostic);
    s->reader.diagnostic = diagnostic;
    s->reader.allows_unphysical = def->allow_unphysical;
    s->reader.call = call;
    s->reader.kinds = all_kinds;
    load(s, file, def, compare);
    s->reader.diagnostic = NULL;
    if (s->reader.count == 0) return s;
    scenario_free(s);
    return NULL;
}

struct scenario *scenario_load(const dp_scenario_def *def, const struct call *call,
                               dp_diagnostic *diagnostic) {
    return scenario_load_compare(def, NULL, call, diagnostic);
}

int scenario_run(const struct scenario *scenario, int rows, struct outcome *outcome,
                 dp_diagnostic *diagnostic) {
    int status = scenario->fit != NULL     ? fit_run(scenario, rows, outcome, diagnostic)
                 : scenario->sweep != NULL ? sweep_run(scenario, rows, outcome, diagnostic)
                 : compare_is(scenario)    ? compare_run(scenario, rows, outcome, diagnostic)
                                           : scenario_solve(scenario, rows, outcome, diagnostic);
    bool is_partial = rows == ROWS_KEPT && status == DP_RUN_NUMERIC;
    bool lacks_memory = json_lacks_memory();
    if (status != DP_RUN_DONE && !is_partial) return status;
    outcome->scenario = scenario_text(scenario);
    if (outcome->scenario != NULL && !lacks_memory) return status;
    struct reader reader = reader_of(scenario, diagnostic);
    report_no_memory(&reader);
    outcome_free(outcome);
    return diagnostic->status;
}

int scenario_check_need(const struct scenario *scenario, int rows, dp_diagnostic *diagnostic) {
    struct reader reader = reader_of(scenario, diagnostic);
    const struct node *at = NULL;
    struct need need = need_unknown(&reader);
    if (scenario->fit != NULL) {
        at = node_find(reader.tree.root, "fit");
    } else if (scenario->sweep != NULL) {
        at = node_find(reader.tree.root, "sweep");
        sweep_need(scenario, rows, &need);
    } else if (compare_is(scenario)) {
        at = node_find(reader.tree.root, "run");
        compare_need(scenario, rows, &need);
    } else if (reader.kind->need != NULL) {
        at = node_find(reader.tree.root, "run");
        reader.kind->need(scenario->config, rows, &need);
    }
    // what journals have is not run again
    if (reader.journal != NULL) need.seconds = NAN;
    limits_allow(&reader, at, &need);
    return diagnostic->status;
}
