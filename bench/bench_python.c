// What the Python package is compared with: the same work through the C interface. Prints
// name,seconds of one call, best of several.

#define _POSIX_C_SOURCE 200809L  // clock_gettime

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "dashpot/dashpot.h"

enum { COUNT = 1000000, SCALARS = 2000000 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double *column(double from, double step) {
    double *x = (double *)malloc(COUNT * sizeof *x);
    for (int i = 0; x != NULL && i < COUNT; i++)
        x[i] = from + step * (double)(i % 1000);
    return x;
}

int main(void) {
    dp_error err;
    dp_contact contact;
    dp_contact_def def = dp_contact_defaults(dp_law_find("lankarani-nikravesh"));
    dp_batch batch = {0};
    dp_impact_batch impacts = dp_impact_batch_defaults();
    if (dp_law_set(&def.law, "restitution", 0.8, &err) != DP_OK) return 1;
    def.pair.modulus = 114e9;
    def.pair.radius = 5e-3;
    if (dp_contact_init(&contact, &def, &err) != DP_OK) return 1;
    if (dp_batch_build(&batch, COUNT, NULL, &err) != DP_OK) return 1;
    double *speed = column(0.1, 1e-3), *mass = column(4e-3, 0.0), *e = column(0.0, 0.0);
    double *depth = column(0.0, 0.0), *duration = column(0.0, 0.0), *delta = column(0.0, 1e-8);
    if (!speed || !mass || !e || !depth || !duration || !delta) return 1;
    for (size_t i = 0; i < COUNT; i++) {
        batch.delta[i] = delta[i];
        batch.rate[i] = 0.1;
    }
    dp_contact_begins(&contact, &batch.lanes, speed, NULL, 0);
    double history[DP_HISTORY_MAX] = {0}, sum = 0.0, best[3] = {1e9, 1e9, 1e9};
    dp_contact_begin(&contact, history, 0.3);
    impacts.count = COUNT;
    impacts.contact = &contact;
    impacts.contact_count = 1;
    impacts.mass = mass;
    impacts.speed = speed;
    impacts.restitution = e;
    impacts.max_indentation = depth;
    impacts.duration = duration;
    impacts.threads = 1;
    for (int round = 0; round < 5; round++) {
        double t = now();
        for (int i = 0; i < SCALARS; i++)
            sum += dp_contact_force(&contact, history, 1e-12 * i, 0.1);
        double took = (now() - t) / SCALARS;
        if (took < best[0]) best[0] = took;
        t = now();
        dp_contact_forces(&contact, &batch.lanes);
        took = now() - t;
        if (took < best[1]) best[1] = took;
        t = now();
        if (dp_impact_batch_run(&impacts, &err) != DP_OK) return 1;
        took = now() - t;
        if (took < best[2]) best[2] = took;
    }
    printf("scalar,%.4g\nforces,%.4g\nimpacts,%.4g\n", best[0], best[1], best[2]);
    return sum > 0.0 ? 0 : 1;
}
