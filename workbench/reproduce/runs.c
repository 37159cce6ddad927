// From a line of a table to the numbers of a run.

#include "reproduce/runs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/status.h"
#include "base/words.h"
#include "kinds/bounce/bounce.h"
#include "kinds/impact/impact.h"
#include "kinds/journal/journal.h"
#include "reproduce/crew.h"
#include "reproduce/paper_set.h"
#include "scenario/diagnostic.h"
#include "scenario/loaded.h"

enum { COMMAND_MAX = 8192 };

void runs_open(struct runs *runs, const char *root) {
    *runs = (struct runs){
        .root = root, .cache = json_object(), .failed = json_object(), .wanted = json_array()};
    pthread_mutex_init(&runs->lock, NULL);
}

void runs_close(struct runs *runs) {
    json_decref(runs->cache);
    json_decref(runs->failed);
    json_decref(runs->wanted);
    pthread_mutex_destroy(&runs->lock);
}

static struct scenario *load(const struct runs *runs, const json_t *spec,
                             dp_diagnostic *diagnostic) {
    // a paper's case runs as it is printed
    dp_setting set[RUNS_OVERRIDES_MAX];
    char path[REPRODUCE_PATH_MAX + 128];
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

static const char series_mark[] = "series.";

bool runs_is_quantity(const char *name) {
    return strncmp(name, "pair.", 5) == 0 || strncmp(name, "law.", 4) == 0;
}

bool runs_is_series(const char *name) {
    return strncmp(name, series_mark, strlen(series_mark)) == 0;
}

// Which part of the results a name asks for; all names of a part are computed together.
static const char *part_of(const char *name) {
    return runs_is_quantity(name) ? "pair" : runs_is_series(name) ? "series" : "summary";
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

// --- what a prepared contact says about itself ---------------------------------------------------

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

static json_t *quantities(const struct scenario *scenario, dp_diagnostic *diagnostic) {
    // a sweep has as many configurations as points
    const char *kind = scenario->config != NULL ? scenario_kind(scenario) : "sweep";
    if (strcmp(kind, "impact") == 0) {
        const struct impact_config *impact = scenario->config;
        return describe(&impact->touch, &impact->meeting);
    }
    if (strcmp(kind, "bounce") == 0) {
        const struct bounce_config *bounce = scenario->config;
        return describe(&bounce->touch, &bounce->meeting);
    }
    if (strcmp(kind, "journal") == 0) {
        const struct journal_config *journal = scenario->config;
        return describe(&journal->touch, &journal->meeting);
    }
    diagnostic_set(diagnostic, DP_RUN_INPUT, "%.700s: kind %s has no single contact",
                   scenario_file(scenario), kind);
    return NULL;
}

// --- numbers by name -----------------------------------------------------------------------------

static json_t *run_summary(const struct scenario *scenario, dp_diagnostic *diagnostic) {
    struct outcome outcome;
    if (scenario_run(scenario, ROWS_NONE, &outcome, diagnostic) != DP_RUN_DONE) return NULL;
    json_t *summary = json_incref(outcome.summary);
    outcome_free(&outcome);
    return summary;
}

// The rows by column.
static json_t *run_columns(const struct scenario *scenario, dp_diagnostic *diagnostic) {
    struct outcome outcome;
    if (scenario_run(scenario, ROWS_WANTED, &outcome, diagnostic) != DP_RUN_DONE) return NULL;
    json_t *columns = json_object();
    const struct table *series = &outcome.series;
    for (int k = 0; k < series->columns; k++) {
        json_t *column = json_array();
        for (size_t i = 0; i < series->rows; i++)
            json_push(column, json_finite(table_at(series, i, k)));
        json_put(columns, series->name[k], column);
    }
    outcome_free(&outcome);
    return columns;
}

bool runs_at(const json_t *columns, const char *name, const char *at, double *value,
             dp_diagnostic *diagnostic) {
    const double near = 1e-9;  // a row's time is a sum of steps
    const json_t *times = json_object_get(columns, "time"), *time;
    const json_t *column = json_object_get(columns, name + strlen(series_mark));
    double asked = at != NULL ? strtod(at, NULL) : NAN;
    size_t i;
    if (column == NULL) return false;
    json_array_foreach(times, i, time) {
        if (!(fabs(json_number_value(time) - asked) <= near * asked)) continue;
        const json_t *number = json_array_get(column, i);
        *value = json_is_number(number) ? json_number_value(number) : NAN;
        return true;
    }
    diagnostic_set(diagnostic, DP_RUN_INPUT, "the run has no row at %s s",
                   at != NULL ? at : "(no `at`)");
    return false;
}

char *runs_key(const json_t *spec, const char *name) {
    json_t *essence = json_pack("{s:O, s:O?, s:s}", "scenario", json_object_get(spec, "scenario"),
                                "set", json_object_get(spec, "set"), "part", part_of(name));
    char *key = json_dumps(essence, JSON_SORT_KEYS | JSON_COMPACT);
    json_decref(essence);
    return key;
}

// What is in the cache under a key, NULL where it is only wanted.
static json_t *cached(struct runs *runs, const char *key) {
    pthread_mutex_lock(&runs->lock);
    json_t *values = json_object_get(runs->cache, key);
    pthread_mutex_unlock(&runs->lock);
    return json_is_null(values) ? NULL : values;
}

// A run that fails is not run again for the next row.
static void keep_failure(struct runs *runs, const char *key, const dp_diagnostic *diagnostic) {
    if (diagnostic->status == DP_RUN_SYSTEM) return;
    pthread_mutex_lock(&runs->lock);
    json_put(runs->failed, key, json_pack("[i, s]", (int)diagnostic->status, diagnostic->text));
    pthread_mutex_unlock(&runs->lock);
}

static bool has_failed(struct runs *runs, const char *key, dp_diagnostic *diagnostic) {
    pthread_mutex_lock(&runs->lock);
    const json_t *said = json_object_get(runs->failed, key);
    pthread_mutex_unlock(&runs->lock);
    if (said == NULL) return false;
    diagnostic_set(diagnostic, (dp_run_status)json_integer_value(json_array_get(said, 0)), "%s",
                   json_string_value(json_array_get(said, 1)));
    return true;
}

static json_t *compute(struct runs *runs, const char *key, const json_t *spec, const char *name,
                       dp_diagnostic *diagnostic) {
    struct scenario *scenario = load(runs, spec, diagnostic);
    if (scenario == NULL) return NULL;
    json_t *values = runs_is_quantity(name) ? quantities(scenario, diagnostic)
                     : runs_is_series(name) ? run_columns(scenario, diagnostic)
                                            : run_summary(scenario, diagnostic);
    scenario_free(scenario);
    if (values == NULL) {
        keep_failure(runs, key, diagnostic);
        return NULL;
    }
    // two threads may have met; what is in use stays
    pthread_mutex_lock(&runs->lock);
    json_t *known = json_object_get(runs->cache, key);
    if (known == NULL || json_is_null(known)) {
        json_put(runs->cache, key, values);
        known = values;
    } else {
        json_decref(values);
    }
    pthread_mutex_unlock(&runs->lock);
    // what was left out must not be taken for a number that is not there
    if (!json_lacks_memory()) return known;
    diagnostic_set(diagnostic, DP_RUN_SYSTEM, "out of memory");
    return NULL;
}

const json_t *runs_find(struct runs *runs, const json_t *spec, const char *name,
                        dp_diagnostic *diagnostic) {
    char *key = runs_key(spec, name);
    if (key == NULL) {
        diagnostic_set(diagnostic, DP_RUN_SYSTEM, "out of memory");
        return NULL;
    }
    json_t *values = cached(runs, key);
    if (values == NULL && !has_failed(runs, key, diagnostic))
        values = compute(runs, key, spec, name, diagnostic);
    free(key);
    return values;
}

// --- ahead of their use --------------------------------------------------------------------------

void runs_want(struct runs *runs, const json_t *spec, const char *name) {
    char *key = runs_key(spec, name);
    if (key != NULL && json_object_get(runs->cache, key) == NULL) {
        json_put(runs->cache, key, json_null());
        json_push(runs->wanted, json_pack("[s, O, s]", key, spec, name));
    }
    free(key);
}

static bool compute_wanted(void *user, size_t number) {
    struct runs *runs = user;
    const json_t *wanted = json_array_get(runs->wanted, number);
    dp_diagnostic diagnostic;
    compute(runs, json_string_value(json_array_get(wanted, 0)), json_array_get(wanted, 1),
            json_string_value(json_array_get(wanted, 2)), &diagnostic);
    return true;
}

void runs_compute(struct runs *runs, const struct call *call, double share) {
    crew_run(&(struct crew){.job = compute_wanted,
                            .user = runs,
                            .count = json_array_size(runs->wanted),
                            .call = call,
                            .to = share});
}
