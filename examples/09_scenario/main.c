// A scenario from C: the text that `dashpot run` would read from a file, with one setting changed.
// The workbench builds the problem, runs it and hands out what the program would print and write:
// headlines, tables with names and units, notes. No file is written unless it is asked for.
// Watch the note: at 5 m/s the elastic law is used beyond its bounds. Leave out the setting.

#include <stdio.h>

#include "dashpot/workbench.h"

static const char text[] = "dashpot: 1\n"
                           "title: A blow on a row of beads\n"
                           "kind: chain\n"
                           "materials:\n"
                           "  - {name: steel, young: 193 GPa, poisson: 0.3, yield: 2 GPa}\n"
                           "chain:\n"
                           "  beads: [{count: 100, radius: 5 mm, mass: 4 g, material: steel}]\n"
                           "  striker: {velocity: 0.1 m/s, copy: true}\n"
                           "  contact: {law: hertz}\n"
                           "  sensors: [50, 80]\n"
                           "run: {integrator: verlet, step: 50 ns, until: 1.5 ms}\n"
                           "output: {every: 10 us}\n";

// What the callbacks know: handed to each of them, since the workbench has no globals.
struct watch {
    double done;     // share of the run
    bool cancelled;  // in a real program by a button, a signal, a deadline
};

static void on_progress(void *user, double share) {
    ((struct watch *)user)->done = share;
}

static bool should_stop(void *user) {
    return ((const struct watch *)user)->cancelled;
}

static void show(const dp_result *result) {
    printf("%s\n", dp_result_title(result));
    dp_headline line;
    for (int i = 0; i < 3 && dp_result_headline(result, i, &line); i++)
        printf("%s [%s]: %.8g\n", line.name, *line.unit ? line.unit : "1", line.value);
    dp_table table;
    for (int i = 0; dp_result_table(result, i, &table); i++) {
        const char *unit, *name = dp_result_column(result, i, 1, &unit);
        printf("table %s: %zu rows, %d columns, such as %s [%s]\n", table.name, table.rows,
               table.columns, name, unit);
    }
    for (int i = 0; dp_result_note(result, i); i++)
        printf("note: %s\n", dp_result_note(result, i));
}

static dp_run_status run(dp_scenario *scenario, dp_diagnostic *diagnostic) {
    dp_run_def def = dp_run_defaults();
    def.series = true;  // rows, not the summary alone
    dp_result *result = NULL;
    dp_run_status status = dp_scenario_run(scenario, &def, &result, diagnostic);
    if (status == DP_RUN_DONE) show(result);
    dp_result_free(result);
    return status;
}

int main(void) {
    struct watch watch = {0};
    const dp_setting faster = {"chain.striker.velocity", "5 m/s"};
    dp_scenario_def def = dp_scenario_defaults();
    def.file = "beads.yaml";  // a name for messages
    def.text = text;
    def.settings = &faster;
    def.setting_count = 1;
    def.progress = on_progress;
    def.stop = should_stop;
    def.user = &watch;

    dp_diagnostic diagnostic;
    dp_scenario *scenario = NULL;
    dp_run_status status = dp_scenario_load(&scenario, &def, &diagnostic);
    if (status == DP_RUN_DONE) status = run(scenario, &diagnostic);
    if (status == DP_RUN_DONE) {
        printf("done %.0f %%\n", 100.0 * watch.done);
        watch.cancelled = true;
        if (run(scenario, &diagnostic) == DP_RUN_SYSTEM) printf("again: %s\n", diagnostic.text);
    } else {
        fprintf(stderr, "%s\n", diagnostic.text);
    }
    dp_scenario_free(scenario);
    return (int)status;
}
