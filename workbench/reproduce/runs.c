// From a line of a table to the numbers of a run.

#include "reproduce/runs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/status.h"
#include "reproduce/data.h"
#include "reproduce/locate.h"
#include "reproduce/quantities.h"

void runs_open(struct runs *runs, const char *root) {
    *runs = (struct runs){.root = root, .cache = json_object()};
}

void runs_close(struct runs *runs) {
    json_decref(runs->cache);
}

static size_t list_overrides(const json_t *set, struct override *list) {
    size_t count = 0;
    json_t *map = (json_t *)set;
    for (void *at = json_object_iter(map); at != NULL && count < RUNS_OVERRIDES_MAX;
         at = json_object_iter_next(map, at))
        list[count++] = (struct override){json_object_iter_key(at),
                                          json_string_value(json_object_iter_value(at))};
    return count;
}

// A spec as scenario_load wants it.
struct inputs {
    char path[LOCATE_PATH_MAX + 128];
    struct override set[RUNS_OVERRIDES_MAX];
    size_t set_count;
};

static void list_inputs(struct inputs *inputs, const struct runs *runs, const json_t *spec) {
    snprintf(inputs->path, sizeof inputs->path, "%s/%.100s", runs->root,
             data_text(spec, "scenario"));
    inputs->set_count = list_overrides(json_object_get(spec, "set"), inputs->set);
}

static struct scenario *load(const struct runs *runs, const json_t *spec,
                             struct diagnostic *diagnostic) {
    struct inputs inputs;
    list_inputs(&inputs, runs, spec);
    // a paper's case runs as it is printed
    return scenario_load_from(&(struct scenario_source){.file = inputs.path,
                                                        .set = inputs.set,
                                                        .set_count = inputs.set_count,
                                                        .allows_unphysical = true},
                              diagnostic);
}

bool runs_is_quantity(const char *name) {
    return strncmp(name, "pair.", 5) == 0 || strncmp(name, "law.", 4) == 0;
}

json_t *runs_series(struct runs *runs, const json_t *spec, struct outcome *outcome,
                    struct diagnostic *diagnostic) {
    memset(outcome, 0, sizeof *outcome);
    struct scenario *scenario = load(runs, spec, diagnostic);
    if (scenario == NULL) return NULL;
    int status = scenario_run(scenario, 1, outcome, diagnostic);
    scenario_free(scenario);
    return status == 0 ? json_incref(outcome->summary) : NULL;
}

char *runs_text(struct runs *runs, const json_t *spec, struct diagnostic *diagnostic) {
    struct scenario *scenario = load(runs, spec, diagnostic);
    if (scenario == NULL) return NULL;
    char *text = scenario_text(scenario);
    scenario_free(scenario);
    if (text == NULL) {
        snprintf(diagnostic->text, sizeof diagnostic->text, "out of memory");
        diagnostic->status = DP_RUN_SYSTEM;
    }
    return text;
}

static json_t *run_summary(struct runs *runs, const json_t *spec, struct diagnostic *diagnostic) {
    struct outcome outcome;
    struct scenario *scenario = load(runs, spec, diagnostic);
    if (scenario == NULL) return NULL;
    memset(&outcome, 0, sizeof outcome);
    int status = scenario_run(scenario, 0, &outcome, diagnostic);
    json_t *summary = status == 0 ? json_incref(outcome.summary) : NULL;
    outcome_free(&outcome);
    scenario_free(scenario);
    return summary;
}

static json_t *prepare_only(struct runs *runs, const json_t *spec, struct diagnostic *diagnostic) {
    struct inputs inputs;
    list_inputs(&inputs, runs, spec);
    return quantities(inputs.path, inputs.set, inputs.set_count, diagnostic);
}

const json_t *runs_find(struct runs *runs, const json_t *spec, const char *name,
                        struct diagnostic *diagnostic) {
    bool is_quantity = runs_is_quantity(name);
    json_t *essence = json_pack("{s:O, s:O?, s:b}", "scenario", json_object_get(spec, "scenario"),
                                "set", json_object_get(spec, "set"), "quantity", is_quantity);
    char *key = json_dumps(essence, JSON_SORT_KEYS | JSON_COMPACT);
    json_decref(essence);
    if (key == NULL) {
        snprintf(diagnostic->text, sizeof diagnostic->text, "out of memory");
        diagnostic->status = DP_RUN_SYSTEM;
        return NULL;
    }
    json_t *values = json_object_get(runs->cache, key);
    if (values == NULL) {
        values = is_quantity ? prepare_only(runs, spec, diagnostic)
                             : run_summary(runs, spec, diagnostic);
        if (values != NULL) json_put(runs->cache, key, values);
    }
    free(key);
    return values;
}
