// The runs of a comparison, one after another, and what they become together.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "result/result.h"
#include "scenario/failure.h"
#include "study/compare.h"
#include "study/contact_law.h"

// --- one law -------------------------------------------------------------------------------------

// The caller of all runs, as one of them sees it.
struct caller {
    const struct call *call;
    int done, count;
};

static bool forward_stop(void *user) {
    return call_stops(((const struct caller *)user)->call);
}

static void forward_progress(void *user, double share) {
    const struct caller *caller = user;
    call_progress(caller->call, (caller->done + share) / caller->count);
}

static void forward_message(void *user, const char *text) {
    call_message(((const struct caller *)user)->call, "%s", text);
}

static int run_law(const struct scenario *s, int law, int rows, struct outcome *outcome,
                   dp_diagnostic *diagnostic) {
    const struct call *outer = s->reader.call;
    struct caller caller = {outer, law, s->compare->count};
    struct call call = {.limits = limits_usual(),
                        .stop = forward_stop,
                        .progress = forward_progress,
                        .message = forward_message,
                        .user = &caller};
    if (outer != NULL) {
        call.limits = outer->limits;
        call.start = outer->start;
        call.threads = outer->threads;
    }
    struct scenario *variant = compare_variant(s, law, diagnostic);
    if (variant == NULL) return diagnostic->status;
    variant->reader.call = &call;
    variant->reader.varied = node_at_path(variant->reader.tree.root, s->compare->at);
    int status = scenario_solve(variant, rows, outcome, diagnostic);
    scenario_free(variant);
    return status;
}

// --- all of them ---------------------------------------------------------------------------------

// Laws whose run failed, beside those that were never run.
struct failed {
    const char *law[DP_LAWS_MAX];
    char reason[DP_LAWS_MAX][500];
    int status, count;
};

static void add_failed(struct failed *failed, const dp_law *law, const dp_diagnostic *diagnostic) {
    const char *text = diagnostic->text;
    if (failed->count == 0) failed->status = (int)diagnostic->status;
    snprintf(failed->reason[failed->count], sizeof failed->reason[0], "%.*s",
             (int)strcspn(text, "\n"), text);
    failed->law[failed->count++] = law->name;
}

// False when nothing more is to be done; the diagnostic says why.
static bool run_next(const struct scenario *s, int law, int rows, struct compared *runs,
                     struct failed *failed, dp_diagnostic *diagnostic) {
    const struct call *call = s->reader.call;
    struct reader reader = reader_of(s, diagnostic);
    struct outcome *outcome = calloc(1, sizeof *outcome);
    dp_diagnostic own;
    if (outcome == NULL) {
        report_no_memory(&reader);
        return false;
    }
    diagnostic_clear(&own);
    int status = run_law(s, law, rows, outcome, &own);
    if (status == DP_RUN_DONE) {
        runs->law[runs->count] = s->compare->law[law];
        runs->outcome[runs->count++] = outcome;
    } else {
        free(outcome);
    }
    if (call_stops(call))
        failure_stopped(&reader);
    else if (call_is_late(call) && status != DP_RUN_DONE)
        failure_late(&reader, NULL);
    else if (status == DP_RUN_SYSTEM)
        *diagnostic = own;
    else if (status != DP_RUN_DONE)
        add_failed(failed, s->compare->law[law], &own);
    return diagnostic->status == DP_RUN_DONE;
}

// --- the summary ---------------------------------------------------------------------------------

// All that a run of the law alone says, but for what all laws have in common.
static json_t *entry_of(const dp_law *law, const struct outcome *outcome) {
    static const char *const common[] = {"kind", "title", "notes"};
    json_t *entry = json_object(), *value;
    const char *key;
    json_put(entry, "law", json_string(law->name));
    json_object_foreach(outcome->summary, key, value) {
        bool is_common = false;
        for (int i = 0; i < 3; i++)
            is_common = is_common || strcmp(key, common[i]) == 0;
        if (!is_common) json_put(entry, key, json_incref(value));
    }
    return entry;
}

static const struct headline *headline_like(const struct outcome *outcome,
                                            const struct headline *like) {
    for (int i = 0; i < outcome->headline_count; i++) {
        const struct headline *line = &outcome->headline[i];
        if (strcmp(line->name, like->name) == 0 && strcmp(line->part, like->part) == 0) return line;
    }
    return NULL;
}

// What a run shows first, of all laws side by side.
static json_t *results_json_of(const struct compared *runs) {
    json_t *list = json_array();
    for (int i = 0; i < runs->count; i++) {
        for (int k = 0; k < runs->outcome[i]->headline_count; k++) {
            const struct headline *line = &runs->outcome[i]->headline[k];
            bool is_known = false;
            for (int j = 0; j < i && !is_known; j++)
                is_known = headline_like(runs->outcome[j], line) != NULL;
            if (is_known) continue;
            json_t *values = json_array();
            for (int j = 0; j < runs->count; j++) {
                const struct headline *other = headline_like(runs->outcome[j], line);
                json_push(values, json_finite(other != NULL ? other->value : NAN));
            }
            json_t *result = json_object();
            json_put(result, "name", json_text(line->name));
            json_put(result, "unit", json_text(line->unit[0] != '\0' ? line->unit : "1"));
            json_put(result, "part", json_text(line->part));
            json_put(result, "values", values);
            json_push(list, result);
        }
    }
    return list;
}

static json_t *skipped_json(const struct compare *compare, const struct failed *failed) {
    json_t *list = json_array();
    for (int i = 0; i < compare->skipped_count; i++)
        json_push(list, json_pack("{s:s, s:o}", "law", compare->skipped[i].law, "reason",
                                  json_text(compare->skipped[i].reason)));
    for (int i = 0; i < failed->count; i++)
        json_push(list, json_pack("{s:s, s:o}", "law", failed->law[i], "reason",
                                  json_text(failed->reason[i])));
    return list;
}

static void fill_summary(const struct scenario *s, const struct compared *runs,
                         const struct failed *failed, struct outcome *out) {
    json_t *compare = json_object(), *laws = json_array();
    json_put(out->summary, "kind", json_string(out->kind));
    json_put(out->summary, "title", json_string(out->title));
    json_put(compare, "at", json_string(s->compare->at));
    json_put(compare, "choice", json_string(s->compare->choice));
    json_put(compare, "results", results_json_of(runs));
    json_put(out->summary, "compare", compare);
    for (int i = 0; i < runs->count; i++)
        json_push(laws, entry_of(runs->law[i], runs->outcome[i]));
    json_put(out->summary, "laws", laws);
    json_put(out->summary, "skipped", skipped_json(s->compare, failed));
}

// --- notes ---------------------------------------------------------------------------------------

// Keys of the contact that a law does not have are no longer there.
static void note_dropped(const struct scenario *s, const struct compared *runs) {
    const struct node *contact = node_at_path(s->reader.tree.root, s->compare->at);
    for (int i = 0; i < runs->count; i++) {
        char keys[300] = "";
        for (const struct node *key = contact->first; key != NULL; key = key->next) {
            if (strcmp(key->key, "law") == 0 || contact_law_takes(runs->law[i], key->key)) continue;
            size_t used = strlen(keys);
            snprintf(keys + used, sizeof keys - used, "%s%.40s", used > 0 ? ", " : "", key->key);
        }
        if (keys[0] != '\0')
            add_note(runs->outcome[i],
                     "What the contact says of %s is left out; the law has no "
                     "such parameter.",
                     keys);
    }
}

// Chaotic histories part, whatever the law is.
static void note_horizon(const struct compared *runs, struct outcome *out) {
    double first = INFINITY;
    bool is_sought = false;
    if (strcmp(out->kind, "mechanism") != 0) return;
    for (int i = 0; i < runs->count; i++) {
        const json_t *horizon = json_object_get(runs->outcome[i]->summary, "horizon");
        is_sought = is_sought || horizon != NULL;
        if (json_is_number(horizon)) first = fmin(first, json_number_value(horizon));
    }
    if (isfinite(first))
        add_note(out,
                 "From %.4g s on, the earliest horizon of the laws, two runs with the same law "
                 "part as well. Histories after it do not compare point by point; statistics do.",
                 first);
    else if (!is_sought)
        add_note(out, "Whether the histories are chaotic was not looked at (run.shadow: true). "
                      "Chaotic ones do not compare point by point after a while; statistics do.");
}

// --- all of it -----------------------------------------------------------------------------------

static void tell(const struct scenario *s, const struct compared *runs, const struct failed *failed,
                 struct outcome *out, dp_diagnostic *diagnostic) {
    struct reader reader = reader_of(s, diagnostic);
    json_lacks_memory();  // what another document lacked is no matter here
    scenario_title(s, out->title, sizeof out->title);
    snprintf(out->kind, sizeof out->kind, "%s", reader.kind->name);
    fill_summary(s, runs, failed, out);
    note_dropped(s, runs);
    if (runs->count == 1 && failed->count == 0 && s->compare->skipped_count == 0)
        add_note(out, "%s is alone: name other laws, and set the parameters that they need.",
                 runs->law[0]->name);
    note_horizon(runs, out);
    compare_merge_notes(runs, out);
    bool is_stacked = compare_stack_tables(runs, out);
    if (is_stacked) compare_draw(runs, out);
    put_notes(out);
    if (!is_stacked || json_lacks_memory()) report_no_memory(&reader);
}

int compare_run(const struct scenario *s, int rows, struct outcome *outcome,
                dp_diagnostic *diagnostic) {
    struct compared runs = {.count = 0};
    struct failed *failed = calloc(1, sizeof *failed);
    outcome_begin(outcome);
    diagnostic_clear(diagnostic);
    if (failed == NULL || outcome->summary == NULL)
        report_system_error(diagnostic, "%.700s: out of memory", s->reader.file);
    // of a comparison nothing partial is kept
    int wanted = rows == ROWS_KEPT ? ROWS_WANTED : rows;
    for (int i = 0; i < s->compare->count && diagnostic->status == DP_RUN_DONE; i++) {
        if (!run_next(s, i, wanted, &runs, failed, diagnostic)) break;
    }
    if (diagnostic->status == DP_RUN_DONE && runs.count == 0) {
        struct reader reader = reader_of(s, diagnostic);
        report_status(&reader, failed->status, NULL, "the run fails with every law; %s: %s",
                      failed->law[0], failed->reason[0]);
    }
    if (diagnostic->status == DP_RUN_DONE) tell(s, &runs, failed, outcome, diagnostic);
    for (int i = 0; i < runs.count; i++) {
        outcome_free(runs.outcome[i]);
        free(runs.outcome[i]);
    }
    free(failed);
    if (diagnostic->status != DP_RUN_DONE) outcome_free(outcome);
    return diagnostic->status;
}
