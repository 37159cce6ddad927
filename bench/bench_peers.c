// Impacts per second against other integrators, in one run and in turns, so that load on the
// machine meets all of them. Prints a table; with --csv FILE also writes it.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "peers.h"

enum { IMPACTS = 2000, REPEATS = 9 };

struct runner {
    const char *name;
    void (*run)(double *restitution);
    double seconds;  // per impact, best repeat
    double error;    // largest relative error of a restitution
    double target;   // least ratio to GSL, or to ARKODE when negative; 0: none
};

static double factor[IMPACTS], exact[IMPACTS], ones[IMPACTS];
static dp_contact contact[IMPACTS];

static dp_status prepare(dp_error *err) {
    for (int i = 0; i < IMPACTS; i++) {
        factor[i] = 0.02 + 0.9 * (i + 0.5) / IMPACTS;
        exact[i] = dp_hunt_crossley_restitution(factor[i]);
        ones[i] = 1.0;
        dp_contact_def def = dp_contact_defaults(dp_law_find("exact-restitution"));
        def.pair.stiffness = 1.0;
        dp_status status = dp_law_set(&def.law, "damping_factor", factor[i], err);
        if (status == DP_OK) status = dp_contact_init(&contact[i], &def, err);
        if (status != DP_OK) return status;
    }
    return DP_OK;
}

static void run_gsl(double *e) {
    for (int i = 0; i < IMPACTS; i++)
        e[i] = peer_gsl(factor[i]);
}

static void run_arkode(double *e) {
    for (int i = 0; i < IMPACTS; i++)
        e[i] = peer_arkode(factor[i]);
}

static void run_general(double *e) {
    for (int i = 0; i < IMPACTS; i++) {
        dp_impact result;
        dp_impact_def def = dp_impact_defaults();
        def.mass = 1.0;
        def.speed = 1.0;
        def.rtol = 1e-9;
        def.path = DP_PATH_INTEGRATED;
        e[i] = dp_impact_run(&contact[i], &def, &result, NULL) == DP_OK ? result.restitution : NAN;
    }
}

static void run_one(double *e) {
    for (int i = 0; i < IMPACTS; i++) {
        dp_quick_impact result;
        dp_impact_quick(&contact[i], 1.0, 1.0, 1e-9, &result, NULL);
        e[i] = result.restitution;
    }
}

static void run_batch(double *e, dp_isa isa) {
    dp_impact_batch batch = dp_impact_batch_defaults();
    batch.count = IMPACTS;
    batch.contact = contact;
    batch.contact_count = IMPACTS;
    batch.mass = ones;
    batch.speed = ones;
    batch.rtol = 1e-9;
    batch.threads = 1;
    batch.restitution = e;
    if (dp_impact_batch_run_on(&batch, isa, NULL) != DP_OK) {
        for (int i = 0; i < IMPACTS; i++)
            e[i] = NAN;
    }
}

static void run_baseline(double *e) {
    run_batch(e, DP_ISA_BASELINE);
}
static void run_avx2(double *e) {
    run_batch(e, DP_ISA_AVX2);
}
static void run_avx512(double *e) {
    run_batch(e, DP_ISA_AVX512);
}

static void run_closed(double *e) {
    for (int i = 0; i < IMPACTS; i++)
        e[i] = dp_hunt_crossley_restitution(factor[i]);
}

static void measure(struct runner *runners, int count) {
    static double e[IMPACTS];
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        for (int r = 0; r < count; r++) {
            double start = bench_now();
            runners[r].run(e);
            double seconds = (bench_now() - start) / IMPACTS;
            if (repeat == 0 || seconds < runners[r].seconds) runners[r].seconds = seconds;
            for (int i = 0; repeat == 0 && i < IMPACTS; i++) {
                double error = fabs(e[i] / exact[i] - 1.0);
                if (!(error <= runners[r].error)) runners[r].error = error;
            }
        }
    }
}

// What is asked of a row, and whether it holds; empty where nothing is, or no peer is there.
static const char *verdict(const struct runner *r, double gsl, double arkode, char *text,
                           size_t size) {
    double ratio = r->target > 0.0 ? gsl / r->seconds : arkode / r->seconds;
    if (r->target == 0.0 || isnan(ratio) || isnan(r->error)) return "";
    snprintf(text, size, ">= %g x %s: %s", fabs(r->target), r->target > 0.0 ? "GSL" : "ARKODE",
             ratio >= fabs(r->target) ? "yes" : "no");
    return text;
}

static void print(FILE *out, const struct runner *runners, int count, int csv) {
    double gsl = isnan(runners[0].error) ? NAN : runners[0].seconds;
    double arkode = isnan(runners[1].error) ? NAN : runners[1].seconds;
    fprintf(out,
            csv ? "code,us,per_second,error,over_gsl,over_arkode,target\n"
                : "%-44s %9s %11s %9s %9s %9s  %s\n",
            "code", "us", "impacts/s", "error", "x GSL", "x ARKODE", "target");
    for (int i = 0; i < count; i++) {
        const struct runner *r = &runners[i];
        char text[64];
        if (isnan(r->error)) {
            fprintf(out, csv ? "%s,,,,,,\n" : "%-44s\n", r->name);
            continue;
        }
        fprintf(out,
                csv ? "%s,%.4g,%.4g,%.1e,%.3g,%.3g,%s\n"
                    : "%-44s %9.3f %11.4g %9.1e %9.2f %9.1f  %s\n",
                r->name, r->seconds * 1e6, 1.0 / r->seconds, r->error, gsl / r->seconds,
                arkode / r->seconds, verdict(r, gsl, arkode, text, sizeof text));
    }
}

int main(int argc, char **argv) {
    dp_error err;
    if (prepare(&err) != DP_OK) return fprintf(stderr, "%s\n", err.text), 1;
    struct runner runners[] = {
        {.name = peer_gsl_name(), .run = run_gsl},
        {.name = peer_arkode_name(), .run = run_arkode},
        {.name = "dp_impact_run with all results and the ledger",
         .run = run_general,
         .target = 1.2},
        {.name = "dp_impact_quick", .run = run_one, .target = 2.0},
        {.name = "dp_impact_quick against ARKODE", .run = run_one, .target = -30.0},
        {.name = "dp_impact_batch_run on baseline", .run = run_baseline},
        {.name = "dp_impact_batch_run on avx2", .run = run_avx2, .target = 8.0},
        {.name = "dp_impact_batch_run on avx512", .run = run_avx512, .target = 12.0},
        {.name = "dp_hunt_crossley_restitution (closed form)", .run = run_closed},
    };
    int count = (int)(sizeof runners / sizeof *runners);
    measure(runners, count);
    puts("x'' = -x^1.5 (1 + d x'), d in 0.02..0.92; one core, CPU time, best of 9 in turns");
    print(stdout, runners, count, 0);
    if (argc == 3 && strcmp(argv[1], "--csv") == 0) {
        FILE *file = fopen(argv[2], "w");
        if (file == NULL) return perror(argv[2]), 4;
        print(file, runners, count, 1);
        if (fclose(file) != 0) return perror(argv[2]), 4;
    }
    return 0;
}
