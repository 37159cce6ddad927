// Time of an impact without a program around it: that of a scenario, at many speeds. What a point
// of a sweep takes beyond this is the price of the sweep.
//
//     impact_alone FILE COUNT      prints microseconds per impact

#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "dashpot/dashpot.h"
#include "dashpot/workbench.h"

static double processor_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(int argc, char **argv) {
    dp_scenario_def def = dp_scenario_defaults();
    dp_diagnostic diagnostic;
    dp_scenario *scenario;
    dp_definition definition;
    long count = argc == 3 ? strtol(argv[2], NULL, 10) : 0;
    if (count < 1) {
        fputs("usage: impact_alone FILE COUNT\n", stderr);
        return 1;
    }
    def.file = argv[1];
    if (dp_scenario_load(&scenario, &def, &diagnostic) != DP_RUN_DONE ||
        dp_scenario_definition(scenario, &definition, &diagnostic) != DP_RUN_DONE) {
        fprintf(stderr, "%s\n", diagnostic.text);
        return 2;
    }
    double start = processor_seconds(), sum = 0.0;
    for (long i = 0; i < count; i++) {
        dp_impact_def impact = definition.impact;
        dp_impact result;
        dp_error err;
        impact.speed = dp_value_between(0.1, 1.0, i, count + 1);
        if (dp_impact_run(definition.contact, &impact, &result, &err) != DP_OK) {
            fprintf(stderr, "%s\n", err.text);
            return 3;
        }
        sum += result.restitution;
    }
    double seconds = processor_seconds() - start;
    dp_scenario_free(scenario);
    printf("%.4f\n", 1e6 * seconds / (double)count);
    return sum > 0.0 ? 0 : 3;
}
