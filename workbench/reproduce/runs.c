// From a line of a table to the numbers of a run.

#include "reproduce/runs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/status.h"
#include "base/words.h"
#include "reproduce/locate.h"
#include "reproduce/paper_set.h"
#include "reproduce/quantities.h"
#include "scenario/diagnostic.h"

enum { COMMAND_MAX = 8192 };

void runs_open(struct runs *runs, const char *root) {
    *runs = (struct runs){.root = root, .cache = json_object()};
}

void runs_close(struct runs *runs) {
    json_decref(runs->cache);
}

static struct scenario *load(const struct runs *runs, const json_t *spec,
                             dp_diagnostic *diagnostic) {
    // a paper's case runs as it is printed
    dp_setting set[RUNS_OVERRIDES_MAX];
    char path[LOCATE_PATH_MAX + 128];
    size_t count = 0;
    json_t *map = json_object_get(spec, "set");
    for (void *at = json_object_iter(map); at != NULL && count < RUNS_OVERRIDES_MAX;
         at = json_object_iter_next(map, at))
        set[count++] =
            (dp_setting){json_object_iter_key(at), json_string_value(json_object_iter_value(at))};
    snprintf(path, sizeof path, "%s/%.100s", runs->root, text_at(spec, "scenario"));
    const dp_scenario_def def = {
        .file = path, .settings = set, .setting_count = count, .allow_unphysical = true};
    return scenario_load(&def, NULL, diagnostic);
}

json_t *runs_command(const json_t *spec) {
    char text[COMMAND_MAX] = "dashpot run ";
    text_append(text, sizeof text, text_at(spec, "scenario"));
    json_t *set = json_object_get(spec, "set");
    for (void *at = json_object_iter(set); at != NULL; at = json_object_iter_next(set, at)) {
        const char *value = json_string_value(json_object_iter_value(at));
        const char *quote = strpbrk(value, " '\"$<>()*[]{}") != NULL ? "'" : "";
        const char *parts[] = {" --set ", json_object_iter_key(at), "=", quote, value, quote};
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
            text_append(text, sizeof text, parts[i]);
    }
    return json_string(text);
}

bool runs_is_quantity(const char *name) {
    return strncmp(name, "pair.", 5) == 0 || strncmp(name, "law.", 4) == 0;
}

bool runs_series(struct runs *runs, const json_t *spec, struct outcome *outcome,
                 dp_diagnostic *diagnostic) {
    struct scenario *scenario = load(runs, spec, diagnostic);
    if (scenario == NULL) return false;
    int status = scenario_run(scenario, ROWS_WANTED, outcome, diagnostic);
    scenario_free(scenario);
    return status == DP_RUN_DONE;
}

char *runs_text(struct runs *runs, const json_t *spec, dp_diagnostic *diagnostic) {
    struct scenario *scenario = load(runs, spec, diagnostic);
    if (scenario == NULL) return NULL;
    char *text = scenario_text(scenario);
    scenario_free(scenario);
    if (text == NULL) diagnostic_set(diagnostic, DP_RUN_SYSTEM, "out of memory");
    return text;
}

static json_t *run_summary(const struct scenario *scenario, dp_diagnostic *diagnostic) {
    struct outcome outcome;
    if (scenario_run(scenario, ROWS_NONE, &outcome, diagnostic) != DP_RUN_DONE) return NULL;
    json_t *summary = json_incref(outcome.summary);
    outcome_free(&outcome);
    return summary;
}

const json_t *runs_find(struct runs *runs, const json_t *spec, const char *name,
                        dp_diagnostic *diagnostic) {
    bool is_quantity = runs_is_quantity(name);
    json_t *essence = json_pack("{s:O, s:O?, s:b}", "scenario", json_object_get(spec, "scenario"),
                                "set", json_object_get(spec, "set"), "quantity", is_quantity);
    char *key = json_dumps(essence, JSON_SORT_KEYS | JSON_COMPACT);
    json_decref(essence);
    if (key == NULL) {
        diagnostic_set(diagnostic, DP_RUN_SYSTEM, "out of memory");
        return NULL;
    }
    json_t *values = json_object_get(runs->cache, key);
    if (values == NULL) {
        struct scenario *scenario = load(runs, spec, diagnostic);
        if (scenario != NULL)
            values =
                is_quantity ? quantities(scenario, diagnostic) : run_summary(scenario, diagnostic);
        scenario_free(scenario);
        if (values != NULL) json_put(runs->cache, key, values);
    }
    free(key);
    return values;
}
