// The table of cases, and what they share: one pair of steel balls, one set of states.

#include "bench.h"

#include <stdlib.h>
#include <string.h>

// Targets, as fractions of the square roots the machine can do, and in nanoseconds.
#define HERTZ_TARGET 0.60
#define HISTORY_TARGET 0.25
#define CALL_NS 15.0
#define CLOSED_NS 100.0

#define FORCES(law_name, target)                                                                   \
    {                                                                                              \
        .group = "forces", .law = (law_name), .setup = bench_setup_forces,                         \
        .run = bench_run_forces, .item = "contact", .every_isa = true, .least_ratio = (target)     \
    }
#define RESPONSES(law_name)                                                                        \
    {                                                                                              \
        .group = "responses", .law = (law_name), .setup = bench_setup_responses,                   \
        .run = bench_run_responses, .item = "contact", .every_isa = true                           \
    }
#define STEP(group_name, law_name, function)                                                       \
    {                                                                                              \
        .group = (group_name), .law = (law_name), .setup = bench_setup_steps, .run = (function),   \
        .restore = bench_restore_history, .item = "contact", .every_isa = true                     \
    }
#define FORCES_EACH(law_name)                                                                      \
    {                                                                                              \
        .group = "forces-each", .law = (law_name), .setup = bench_setup_forces_each,               \
        .run = bench_run_forces, .item = "contact", .every_isa = true                              \
    }
#define CALL(group_name, law_name, function, target)                                               \
    {                                                                                              \
        .group = (group_name), .law = (law_name), .setup = bench_setup_calls, .run = (function),   \
        .item = "call", .most_ns = (target)                                                        \
    }

const bench_case bench_cases[] = {
    FORCES("hertz", HERTZ_TARGET),
    FORCES("hunt-crossley", HERTZ_TARGET),
    FORCES("lankarani-nikravesh", HERTZ_TARGET),
    FORCES("flores", HERTZ_TARGET),
    FORCES("tsuji", 0.0),
    FORCES("kuwabara-kono", 0.0),
    FORCES("ma-liu", HISTORY_TARGET),
    FORCES("thornton", HISTORY_TARGET),
    FORCES("peng", HISTORY_TARGET),
    FORCES("walton-braun", 0.0),
    FORCES("jackson-green", 0.0),
    FORCES("kogut-etsion", 0.0),
    FORCES("wang-dashpot", 0.0),
    FORCES("wang-kelvin-voigt", 0.0),
    STEP("commit+force", "ma-liu", bench_run_steps),
    STEP("commit+force", "thornton", bench_run_steps),
    STEP("commit+force", "peng", bench_run_steps),
    STEP("commit+force", "walton-braun", bench_run_steps),
    STEP("force+commit", "ma-liu", bench_run_force_and_commit),
    STEP("advance", "ma-liu", bench_run_advance),
    STEP("force+commit", "thornton", bench_run_force_and_commit),
    STEP("advance", "thornton", bench_run_advance),
    STEP("force+commit", "peng", bench_run_force_and_commit),
    STEP("advance", "peng", bench_run_advance),
    STEP("force+commit", "walton-braun", bench_run_force_and_commit),
    STEP("advance", "walton-braun", bench_run_advance),
    FORCES_EACH("hertz"),
    FORCES_EACH("hunt-crossley"),
    FORCES_EACH("ma-liu"),
    FORCES_EACH("peng"),
    RESPONSES("hertz"),
    RESPONSES("lankarani-nikravesh"),
    RESPONSES("tsuji"),
    RESPONSES("ma-liu"),
    RESPONSES("thornton"),
    RESPONSES("peng"),
    CALL("dp_contact_force", "hertz", bench_run_force_calls, CALL_NS),
    CALL("dp_contact_force", "hunt-crossley", bench_run_force_calls, CALL_NS),
    CALL("dp_contact_force", "lankarani-nikravesh", bench_run_force_calls, CALL_NS),
    CALL("dp_contact_force", "ma-liu", bench_run_force_calls, 0.0),
    CALL("dp_contact_force", "peng", bench_run_force_calls, 0.0),
    CALL("dp_contact_respond", "hertz", bench_run_respond_calls, 0.0),
    CALL("dp_contact_respond", "lankarani-nikravesh", bench_run_respond_calls, 0.0),
    CALL("dp_contact_respond", "ma-liu", bench_run_respond_calls, 0.0),
    CALL("dp_contact_respond", "peng", bench_run_respond_calls, 0.0),
    {.group = "restitution",
     .law = "dp_hunt_crossley_restitution",
     .setup = bench_setup_damping_factors,
     .run = bench_run_restitution,
     .item = "call",
     .most_ns = CLOSED_NS},
    {.group = "restitution",
     .law = "dp_hunt_crossley_damping",
     .setup = bench_setup_restitutions,
     .run = bench_run_damping,
     .item = "call",
     .most_ns = CLOSED_NS},
    {.group = "dp_contact_restitution",
     .law = "lankarani-nikravesh",
     .setup = bench_setup_speeds,
     .run = bench_run_contact_restitution,
     .item = "call",
     .most_ns = CLOSED_NS},
    {.group = "dp_contact_restitution",
     .law = "ma-liu",
     .setup = bench_setup_speeds,
     .run = bench_run_contact_restitution,
     .item = "call"},
    {.group = "impact integrated",
     .law = "lankarani-nikravesh",
     .setup = bench_setup_impacts,
     .run = bench_run_impacts,
     .item = "impact"},
    {.group = "impact integrated",
     .law = "ma-liu",
     .setup = bench_setup_impacts,
     .run = bench_run_impacts,
     .item = "impact"},
    {.group = "impact closed",
     .law = "lankarani-nikravesh",
     .setup = bench_setup_closed_impacts,
     .run = bench_run_impacts,
     .item = "impact"},
    {.group = "impact closed",
     .law = "ma-liu",
     .setup = bench_setup_closed_impacts,
     .run = bench_run_impacts,
     .item = "impact"},
    {.group = "journal of 30 collisions",
     .law = "peng",
     .setup = bench_setup_journals,
     .run = bench_run_journals,
     .item = "run",
     .most_ns = 7e5},
    {.group = "curve closed",
     .law = "lankarani-nikravesh",
     .setup = bench_setup_curve,
     .run = bench_run_closed_curve,
     .item = "curve"},
    {.group = "curve integrated",
     .law = "ma-liu",
     .setup = bench_setup_curve,
     .run = bench_run_integrated_curve,
     .item = "curve"},
};
const int bench_case_count = (int)(sizeof bench_cases / sizeof bench_cases[0]);

// --- one pair for all laws

static const struct {
    const char *law, *parameter;
    double value;
} settings[] = {
    {"hunt-crossley", "restitution", 0.8}, {"lankarani-nikravesh", "restitution", 0.8},
    {"flores", "restitution", 0.8},        {"tsuji", "restitution", 0.8},
    {"kuwabara-kono", "relaxation", 1e-6}, {"walton-braun", "loading_stiffness", 1e8},
    {"walton-braun", "restitution", 0.8},  {"peng", "restitution", 0.8},
    {"wang-dashpot", "restitution", 0.8},  {"wang-kelvin-voigt", "restitution", 0.8},
};

dp_status bench_contact(dp_contact *contact, const char *name, dp_error *err) {
    const dp_law *law;
    dp_status status = dp_law_lookup(name, &law, err);
    if (status != DP_OK) return status;
    dp_contact_def def = dp_contact_defaults(law);
    def.pair.modulus = 114e9;
    def.pair.radius = 0.005;
    def.pair.mass = 0.002;
    def.pair.yield = 0.3e9;
    def.pair.bearing_radius = 0.01;
    def.pair.clearance = 1e-4;
    def.pair.length = 0.01;
    for (size_t i = 0; i < sizeof settings / sizeof settings[0] && status == DP_OK; i++)
        if (strcmp(settings[i].law, name) == 0)
            status = dp_law_set(&def.law, settings[i].parameter, settings[i].value, err);
    return status == DP_OK ? dp_contact_init(contact, &def, err) : status;
}

// --- states

// 64-bit linear congruential generator; the upper half of its bits is good enough here.
double bench_random(unsigned long long *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 32) / 4294967296.0;
}

dp_status bench_states(bench_work *work, size_t count, dp_error *err) {
    dp_status status = dp_batch_build(&work->batch, count, NULL, err);
    if (status != DP_OK) return status;
    work->count = count;
    work->history = (double(*)[DP_HISTORY_MAX])calloc(count, sizeof *work->history);
    if (work->history == NULL) return DP_ERR_MEMORY;

    unsigned long long state = 1;
    for (size_t i = 0; i < count; i++) {
        double depth = bench_random(&state), kind = bench_random(&state);
        double delta = 60e-6 * depth * depth;
        double rate = 0.3 * (bench_random(&state) + 0.01);
        double peak = delta + 20e-6 * bench_random(&state);
        int apart = bench_random(&state) < 0.1;
        work->batch.delta[i] = apart ? -delta : delta;
        work->batch.rate[i] = kind < 1.0 / 3.0 ? -rate : rate;  // the first third unloads
        double *history = work->history[i];
        dp_contact_reset(history);
        dp_contact_begin(&work->contact, history, 0.3 + bench_random(&state));
        if (kind < 2.0 / 3.0) dp_contact_commit(&work->contact, history, peak, 0.0);
        for (int j = 0; j < DP_HISTORY_MAX; j++)
            work->batch.lanes.history[j][i] = history[j];
    }
    return DP_OK;
}

void bench_work_free(bench_work *work) {
    dp_batch_free(&work->batch);
    free(work->history);
    free(work->saved[0]);
    memset(work, 0, sizeof *work);
}

double bench_checksum(const bench_work *work) {
    const dp_contact_arrays *lanes = &work->batch.lanes;
    double sum = 0.0;
    for (size_t i = 0; i < lanes->count; i++)
        sum +=
            lanes->force[i] + lanes->dforce_ddelta[i] + lanes->dforce_drate[i] + lanes->stored[i];
    return sum;
}
