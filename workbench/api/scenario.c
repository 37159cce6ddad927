// dashpot/workbench.h: scenarios.

#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "api/api.h"
#include "base/json.h"
#include "engines/request.h"
#include "fit/plan.h"
#include "load/origin.h"
#include "output/output.h"
#include "study/compare.h"
#include "study/first.h"
#include "study/sweep.h"

enum { SCENARIO_COOKIE = 0x5ce9a210, RUN_COOKIE = 0x52554e5f, COMPARE_COOKIE = 0x4c415753 };

dp_scenario_def dp_scenario_defaults(void) {
    return (dp_scenario_def){.limits = limits_usual(), .cookie = SCENARIO_COOKIE};
}

dp_run_def dp_run_defaults(void) {
    return (dp_run_def){.cookie = RUN_COOKIE};
}

dp_compare_def dp_compare_defaults(void) {
    return (dp_compare_def){.cookie = COMPARE_COOKIE};
}

struct call call_of(const dp_scenario_def *def) {
    if (def == NULL) return (struct call){.limits = limits_usual()};
    return (struct call){.limits = def->limits,
                         .stop = def->stop,
                         .progress = def->progress,
                         .message = def->message,
                         .guard = def->guard,
                         .user = def->user,
                         .threads = def->threads};
}

// --- load ----------------------------------------------------------------------------------------

dp_run_status scenario_open(dp_scenario **scenario, const dp_scenario_def *def,
                            dp_diagnostic *diagnostic) {
    *scenario = NULL;
    diagnostic_clear(diagnostic);
    if (def == NULL || def->cookie != SCENARIO_COOKIE)
        return diagnostic_set(diagnostic, DP_RUN_USAGE,
                              "the definition of a scenario was not made by dp_scenario_defaults");
    dp_scenario *s = calloc(1, sizeof *s);
    if (s == NULL) return report_system_error(diagnostic, "out of memory");
    s->call = call_of(def);
    *scenario = s;
    return DP_RUN_DONE;
}

static void set_name(dp_scenario *s) {
    size_t length;
    const char *stem = file_stem(scenario_file(s->inner), &length);
    snprintf(s->name, sizeof s->name, "%.*s", (int)(length < 240 ? length : 240), stem);
}

dp_run_status scenario_close_failed(dp_scenario **scenario, const dp_diagnostic *diagnostic) {
    dp_scenario_free(*scenario);
    *scenario = NULL;
    return diagnostic->status;
}

// With laws to compare, or NULL.
static dp_run_status load(dp_scenario **scenario, const dp_scenario_def *def,
                          const dp_compare_def *compare, dp_diagnostic *diagnostic) {
    dp_diagnostic unread;
    if (diagnostic == NULL) diagnostic = &unread;
    if (scenario_open(scenario, def, diagnostic) != DP_RUN_DONE) return diagnostic->status;
    if (def->file == NULL && def->text == NULL) {
        diagnostic_set(diagnostic, DP_RUN_USAGE, "a scenario needs a file or a text");
        return scenario_close_failed(scenario, diagnostic);
    }
    (*scenario)->inner = scenario_load_compare(def, compare, &(*scenario)->call, diagnostic);
    if ((*scenario)->inner == NULL) return scenario_close_failed(scenario, diagnostic);
    set_name(*scenario);
    return DP_RUN_DONE;
}

dp_run_status dp_scenario_load(dp_scenario **scenario, const dp_scenario_def *def,
                               dp_diagnostic *diagnostic) {
    return load(scenario, def, NULL, diagnostic);
}

dp_run_status dp_compare_load(dp_scenario **scenario, const dp_scenario_def *def,
                              const dp_compare_def *compare, dp_diagnostic *diagnostic) {
    dp_diagnostic unread;
    if (diagnostic == NULL) diagnostic = &unread;
    if (compare != NULL && compare->cookie == COMPARE_COOKIE && compare->law_count >= 0 &&
        (compare->law_count == 0 || compare->laws != NULL))
        return load(scenario, def, compare, diagnostic);
    *scenario = NULL;
    diagnostic_clear(diagnostic);
    return diagnostic_set(diagnostic, DP_RUN_USAGE,
                          "the definition of a comparison was not made by dp_compare_defaults, or "
                          "its list of laws is missing");
}

dp_run_status dp_scenario_resume(dp_scenario **scenario, const char *folder,
                                 const dp_scenario_def *def, dp_diagnostic *diagnostic) {
    struct checkpoint_origin origin;
    dp_diagnostic unread;
    if (diagnostic == NULL) diagnostic = &unread;
    if (scenario_open(scenario, def, diagnostic) != DP_RUN_DONE) return diagnostic->status;
    dp_scenario *s = *scenario;
    if (output_check_descriptors(diagnostic) != DP_RUN_DONE)
        return scenario_close_failed(scenario, diagnostic);
    bool has_no_parts;
    study_resume(s, folder, &has_no_parts, diagnostic);
    if (!has_no_parts && diagnostic->status != DP_RUN_DONE)
        return scenario_close_failed(scenario, diagnostic);
    if (!has_no_parts) {
        set_name(s);
        return DP_RUN_DONE;
    }
    s->store = checkpoint_resume(folder, &origin, &s->call, diagnostic);
    if (s->store == NULL) return scenario_close_failed(scenario, diagnostic);
    s->inner = origin_restore(&origin, folder, &s->call, diagnostic);
    if (s->inner == NULL) return scenario_close_failed(scenario, diagnostic);
    checkpoint_set_kind(s->store, scenario_kind(s->inner));
    set_name(s);
    return DP_RUN_DONE;
}

void dp_scenario_free(dp_scenario *scenario) {
    if (scenario == NULL) return;
    scenario_free(scenario->inner);
    checkpoint_end(scenario->store);
    journal_end(scenario->journal);
    free(scenario->called);
    free(scenario);
}

const char *dp_scenario_name(const dp_scenario *scenario) {
    return scenario->name;
}

const char *dp_scenario_file(const dp_scenario *scenario) {
    return scenario->called != NULL ? scenario->called : scenario_file(scenario->inner);
}

const char *dp_scenario_kind(const dp_scenario *scenario) {
    return scenario_kind(scenario->inner);
}

bool dp_scenario_is_sweep(const dp_scenario *scenario) {
    return sweep_is(scenario->inner);
}

bool dp_scenario_is_fit(const dp_scenario *scenario) {
    return fit_is(scenario->inner);
}

bool dp_scenario_is_comparison(const dp_scenario *scenario) {
    return compare_is(scenario->inner);
}

char *dp_scenario_text(const dp_scenario *scenario) {
    return scenario_text(scenario->inner);
}

dp_run_status dp_scenario_definition(const dp_scenario *scenario, dp_definition *definition,
                                     dp_diagnostic *diagnostic) {
    dp_diagnostic unread;
    if (diagnostic == NULL) diagnostic = &unread;
    diagnostic_clear(diagnostic);
    *definition = (dp_definition){0};
    if (scenario == NULL || dp_scenario_is_sweep(scenario) || dp_scenario_is_fit(scenario) ||
        dp_scenario_is_comparison(scenario))
        return diagnostic_set(diagnostic, DP_RUN_USAGE,
                              scenario == NULL
                                  ? "there is no scenario; it could not be loaded"
                                  : "a sweep, a fit or a comparison is many scenarios; it has no "
                                    "definition of its own");
    if (scenario_define(scenario->inner, definition)) return DP_RUN_DONE;
    return diagnostic_set(diagnostic, DP_RUN_USAGE, "a scenario of kind %s cannot be stepped",
                          dp_scenario_kind(scenario));
}

dp_run_status dp_scenario_export(const dp_scenario *scenario, const char *at, dp_export_def *def,
                                 dp_diagnostic *diagnostic) {
    dp_diagnostic unread;
    if (diagnostic == NULL) diagnostic = &unread;
    diagnostic_clear(diagnostic);
    if (scenario == NULL || def->engine == NULL)
        return diagnostic_set(diagnostic, DP_RUN_USAGE, "an export needs a scenario and an engine");
    return (dp_run_status)export_take(scenario->inner, at, def, diagnostic);
}

// --- check ---------------------------------------------------------------------------------------

static int rows_of(const dp_run_def *def) {
    return def->series || def->folder != NULL ? ROWS_KEPT : ROWS_NONE;
}

static bool is_defined(const dp_scenario *scenario, const dp_run_def *def,
                       dp_diagnostic *diagnostic) {
    diagnostic_clear(diagnostic);
    if (scenario == NULL)
        diagnostic_set(diagnostic, DP_RUN_USAGE, "there is no scenario; it could not be loaded");
    else if (def == NULL || def->cookie != RUN_COOKIE)
        diagnostic_set(diagnostic, DP_RUN_USAGE,
                       "the definition of a run was not made by dp_run_defaults");
    return diagnostic->status == DP_RUN_DONE;
}

// Is it within the limits? Costs a short trial, so once is enough.
static dp_run_status check_need(dp_scenario *s, const dp_run_def *def, dp_diagnostic *diagnostic) {
    int rows = rows_of(def);
    if (s->checked_rows <= rows) scenario_check_need(s->inner, rows, diagnostic);
    if (diagnostic->status == DP_RUN_DONE && s->checked_rows <= rows) s->checked_rows = rows + 1;
    return diagnostic->status;
}

dp_run_status dp_scenario_check(dp_scenario *scenario, const dp_run_def *def,
                                dp_diagnostic *diagnostic) {
    dp_diagnostic unread;
    if (diagnostic == NULL) diagnostic = &unread;
    if (!is_defined(scenario, def, diagnostic)) return diagnostic->status;
    bool is_held = checkpoint_folder(scenario->store) >= 0 || scenario->journal != NULL;
    // a run that goes on holds its folder already
    if (def->folder != NULL && !is_held && output_check(def->folder, def->replace, diagnostic) != 0)
        return diagnostic->status;
    return check_need(scenario, def, diagnostic);
}

dp_run_status dp_scenario_try(dp_scenario *scenario, dp_diagnostic *diagnostic) {
    dp_diagnostic unread;
    dp_run_def def = dp_run_defaults();
    def.series = true;
    if (diagnostic == NULL) diagnostic = &unread;
    if (!is_defined(scenario, &def, diagnostic)) return diagnostic->status;
    if (check_need(scenario, &def, diagnostic) == DP_RUN_DONE)
        first_try(scenario->inner, diagnostic);
    return diagnostic->status;
}

dp_run_status dp_result_check_folder(const char *folder, bool replace, dp_diagnostic *diagnostic) {
    dp_diagnostic unread;
    if (diagnostic == NULL) diagnostic = &unread;
    diagnostic_clear(diagnostic);
    output_check(folder, replace, diagnostic);
    return diagnostic->status;
}

dp_run_status dp_folder_check(const char *folder, bool replace, dp_diagnostic *diagnostic) {
    dp_diagnostic unread;
    if (diagnostic == NULL) diagnostic = &unread;
    diagnostic_clear(diagnostic);
    if (replace)
        output_check_above(folder, diagnostic);
    else
        output_check(folder, 0, diagnostic);
    return diagnostic->status;
}

// --- run -----------------------------------------------------------------------------------------

// What was saved of a run that has no result: is it of use, and how?
static void tell_state(const dp_scenario *s, const char *folder, const dp_diagnostic *diagnostic) {
    int status = diagnostic->status;
    bool has_stopped = status == DP_RUN_SYSTEM && call_stops(&s->call);
    unsigned long long step = checkpoint_last_step(s->store);
    bool is_saved = checkpoint_last_step(s->store) != UINT64_MAX;
    // the same bits fail in the same way again
    if (status == DP_RUN_INPUT || (status == DP_RUN_NUMERIC && !diagnostic->is_late))
        checkpoint_discard(s->store);
    else if (is_saved)
        call_message(&s->call, "%s up to step %llu; go on with: dashpot run --resume %s",
                     has_stopped ? "interrupted; saved" : "the run is saved", step, folder);
    else if (has_stopped && s->store != NULL)
        call_message(&s->call, "interrupted; nothing was saved");
}

static bool has_rows(const struct outcome *outcome) {
    bool has = outcome->series.rows > 0;
    for (int i = 0; i < outcome->extra_count; i++)
        has = has || outcome->extra[i].table.rows > 0;
    return outcome->summary != NULL && outcome->series.columns > 0 && has;
}

// Does a folder hold a result that is partial? Only such a one may be replaced by another.
static bool is_partial(const char *folder) {
    char path[4096 + 64];
    snprintf(path, sizeof path, "%s/summary.json", folder);
    json_t *summary = json_load_file(path, 0, NULL);
    bool is = json_is_true(json_object_get(summary, "partial"));
    json_decref(summary);
    return is;
}

static bool is_reserved(const dp_run_def *def, const char *folder) {
    const char *const *at = def->reserved;
    while (at != NULL && *at != NULL && strcmp(*at, folder) != 0)
        at++;
    return at != NULL && *at != NULL;
}

// Beside the folder that the result was meant for, under a name that no other result has.
static void name_partial(const dp_run_def *def, char *folder, size_t size) {
    struct stat info;
    size_t length = strlen(def->folder);
    while (length > 1 && def->folder[length - 1] == '/')
        length--;
    snprintf(folder, size, "%.*s.partial", (int)length, def->folder);
    for (int again = 2; again < 1000; again++) {
        bool is_free = lstat(folder, &info) != 0 || (def->replace && is_partial(folder));
        if (is_free && !is_reserved(def, folder)) return;
        snprintf(folder, size, "%.*s.partial-%d", (int)length, def->folder, again);
    }
}

static void put_failure(json_t *summary, const dp_diagnostic *diagnostic) {
    json_put(summary, "partial", json_true());
    json_put(summary, "reason", json_text(diagnostic->text));
    json_put(summary, "time", json_finite(diagnostic->time));
    const char *body = diagnostic->body, *contact = diagnostic->contact;
    json_put(summary, "body", json_text(body[0] != '\0' ? body : NULL));
    json_put(summary, "contact", json_text(contact[0] != '\0' ? contact : NULL));
}

// What was recorded before the run broke off is kept.
static void keep_partial(const dp_scenario *s, const dp_run_def *def, dp_result *result,
                         const dp_diagnostic *diagnostic) {
    dp_diagnostic other;
    char folder[4096 + 32];
    put_failure(result->outcome.summary, diagnostic);
    if (def->folder == NULL) return;
    name_partial(def, folder, sizeof folder);
    if (output_write_partial(&result->outcome, folder, def->replace, &s->call, &other) !=
        DP_RUN_DONE) {
        call_message(&s->call, "what was recorded is lost: %s", other.text);
        return;
    }
    result_set_folder(result, folder);
    call_message(&s->call, "what was recorded up to there is in %s", folder);
}

// A single run with a folder may keep its state there.
static dp_run_status keep_state(dp_scenario *s, const dp_run_def *def, dp_diagnostic *diagnostic) {
    struct checkpoint_origin origin;
    bool is_many = sweep_is(s->inner) || compare_is(s->inner);
    if (def->folder == NULL || is_many || s->journal != NULL) return DP_RUN_DONE;
    if (s->store == NULL) {
        report_system_error(diagnostic, "out of memory");
        if (origin_make(s->inner, &origin))
            s->store = checkpoint_begin(def->folder, def->replace, &origin, &s->call, diagnostic);
        if (s->store == NULL) return diagnostic->status;
    }
    scenario_keep(s->inner, s->store);
    diagnostic_clear(diagnostic);
    return DP_RUN_DONE;
}

static dp_run_status write_folder(const dp_scenario *s, const dp_run_def *def, dp_result *result,
                                  dp_diagnostic *diagnostic) {
    if (s->journal != NULL)
        output_write_beside(&result->outcome, def->folder, journal_folder(s->journal), &s->call,
                            diagnostic);
    else
        output_write(&result->outcome, def->folder, def->replace, checkpoint_folder(s->store),
                     &s->call, diagnostic);
    return diagnostic->status;
}

// Once the folder stands nothing may fail: what programs read of the result is made before it.
static void write_result(const dp_scenario *s, const dp_run_def *def, dp_result *result,
                         dp_diagnostic *diagnostic) {
    json_t *summary = result->outcome.summary;
    bool is_ready = result_finish(result) && result_set_folder(result, def->folder);
    json_t *table = NULL;
    if (sweep_is(s->inner)) {
        table = json_incref(json_object_get(summary, sweep_table_key));
        json_object_del(summary, sweep_table_key);
    }
    if (is_ready)
        write_folder(s, def, result, diagnostic);
    else
        report_system_error(diagnostic, "out of memory; nothing was written");
    if (diagnostic->status != DP_RUN_DONE) result_set_folder(result, NULL);
    if (table != NULL) json_put(summary, sweep_table_key, table);
}

static void solve(dp_scenario *s, const dp_run_def *def, dp_result *result,
                  dp_diagnostic *diagnostic) {
    if (keep_state(s, def, diagnostic) != DP_RUN_DONE) return;
    s->call.start = clock_seconds();
    result->has_outcome = true;
    scenario_run(s->inner, rows_of(def), &result->outcome, diagnostic);
    bool is_done = diagnostic->status == DP_RUN_DONE;
    // the table of a sweep goes to programs, not into summary.json
    if (is_done && sweep_is(s->inner)) sweep_put_table(s->inner, &result->outcome);
    if (is_done && def->folder != NULL) write_result(s, def, result, diagnostic);
    bool is_kept = diagnostic->status == DP_RUN_NUMERIC && has_rows(&result->outcome);
    if (is_kept) keep_partial(s, def, result, diagnostic);
    result->has_outcome = is_done || is_kept;
    if (!result->has_outcome) outcome_free(&result->outcome);
}

dp_run_status dp_scenario_run(dp_scenario *scenario, const dp_run_def *def, dp_result **result,
                              dp_diagnostic *diagnostic) {
    dp_diagnostic unread;
    if (diagnostic == NULL) diagnostic = &unread;
    if (result != NULL) *result = NULL;
    if (!is_defined(scenario, def, diagnostic)) return diagnostic->status;
    if (result == NULL)
        return diagnostic_set(diagnostic, DP_RUN_USAGE, "a run needs a place for its result");
    if ((scenario->store != NULL || scenario->journal != NULL) && def->folder == NULL)
        return diagnostic_set(diagnostic, DP_RUN_USAGE,
                              "a run that goes on needs the folder that it is in");
    if (check_need(scenario, def, diagnostic) != DP_RUN_DONE) return diagnostic->status;
    dp_result *made = result_new(scenario->call);
    if (made == NULL) return report_system_error(diagnostic, "out of memory");
    solve(scenario, def, made, diagnostic);
    if (diagnostic->status != DP_RUN_DONE) tell_state(scenario, def->folder, diagnostic);
    if (made->has_outcome && !result_finish(made))
        report_system_error(diagnostic, "out of memory");
    else if (made->has_outcome)
        *result = made;
    if (*result == NULL) dp_result_free(made);
    scenario_keep(scenario->inner, NULL);
    checkpoint_end(scenario->store);
    scenario->store = NULL;
    return diagnostic->status;
}
