// Any scenario whose values lie within their ranges, run for a few steps. It may be refused, or
// stop with a numerical failure; it may not crash, and no number that is not finite may leave it.

#include <math.h>
#include <string.h>

#include "dice.h"
#include "scenario/limits.h"
#include "scenario/scenario.h"
#include "scratch.h"

enum { TEXT_MAX = 1 << 14 };

static void look_at_json(const json_t *value) {
    const char *key;
    json_t *item;
    size_t i;
    json_object_foreach((json_t *)value, key, item) look_at_json(item);
    json_array_foreach(value, i, item) look_at_json(item);
    if (json_is_real(value)) must(isfinite(json_real_value(value)), "finite numbers in the JSON");
}

static void look_at_table(const struct table *table) {
    for (size_t i = 0; i < table->rows * (size_t)table->columns; i++)
        must(isfinite(table->value[i]), "finite numbers in a table");
}

static void look_at(const struct outcome *outcome, int status) {
    must(outcome->summary != NULL || status != 0, "a run that is done has a summary");
    // of one that broke off there may be nothing
    if (outcome->summary == NULL) return;
    look_at_json(outcome->summary);
    look_at_table(&outcome->series);
    for (int i = 0; i < outcome->extra_count; i++)
        look_at_table(&outcome->extra[i].table);
    const json_t *energy = json_object_get(outcome->summary, "energy");
    const json_t *error = json_object_get(energy, "error");
    // a ledger that is off by more than 1 % must have ended with status 3
    if (status == 0 && json_is_number(error))
        must(json_number_value(error) <= 0.01, "the ledger of a run that is done closes");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char room[TEXT_MAX];
    static dp_diagnostic diagnostic;
    struct call call = {.limits = {.memory = 500e6, .output = 10e6, .seconds = 0.3}};
    struct dice dice = {data, size};
    struct text text = {room, sizeof room, 0};
    dice_scenario(&dice, &text);
    const char *path = scratch_file("run.yaml", (const uint8_t *)room, text.length);
    struct scenario *scenario = scenario_load(&(dp_scenario_def){.file = path}, &call, &diagnostic);
    if (scenario == NULL) {
        must(diagnostic.text[0] != '\0', "a refusal says why");
        return 0;
    }
    struct outcome outcome = {.summary = NULL};
    call.start = clock_seconds();
    int status = scenario_check_need(scenario, ROWS_KEPT, &diagnostic);
    if (status == 0) {
        status = scenario_run(scenario, ROWS_KEPT, &outcome, &diagnostic);
        must(status == 0 || diagnostic.text[0] != '\0', "a run that fails says why");
        must(status == 0 || status == 2 || status == 3, "done, refused, or a numerical failure");
        bool is_kept = status == 0 || status == 3;
        if (is_kept) look_at(&outcome, status);
        if (is_kept) outcome_free(&outcome);
    }
    scenario_free(scenario);
    return 0;
}
