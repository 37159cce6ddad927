// What a given accuracy costs: 70 beads, 300 us, the largest error of a velocity against how often
// all forces were worked out. The reference is the classical Runge-Kutta method at steps so small
// that halving them again changes less than a thousandth of the smallest error asked for.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench_chain.h"

enum { BEADS = 70 };
#define TIME 300e-6   // [s]
#define WANTED 8e-6   // [m/s] error of Verlet at 10 ns, the step of all other figures
#define SETTLED 8e-9  // [m/s]

static const char *const names[] = {"verlet", "predictor-corrector", "rk4", "dop853"};
static const long evaluations_per_step[] = {1, 2, 4};

typedef struct attempt {
    dp_chain_method method;
    long steps;   // fixed
    double rtol;  // adaptive
    long evaluations;
    double velocity[BEADS];
} attempt;

static dp_status try_one(attempt *a, dp_error *err) {
    const double mass[1] = {0.45e-3};
    double masses[BEADS], velocity[BEADS] = {1.77};
    for (int i = 0; i < BEADS; i++)
        masses[i] = mass[0];
    dp_contact contact;
    dp_status status = bench_chain_contact(&contact, "hertz", NULL, err);
    dp_chain_def def = dp_chain_defaults();
    def.count = BEADS;
    def.mass = masses;
    def.velocity = velocity;
    def.laws = &contact;
    def.law_count = 1;
    def.method = a->method;
    if (a->steps > 0) def.step = TIME / (double)a->steps;
    dp_chain *chain = NULL;
    if (status == DP_OK) status = dp_chain_build(&chain, &def, err);
    if (status == DP_OK && a->method == DP_CHAIN_DOP853) {
        dp_solve_stats stats = {0};
        dp_chain_solve_def solve = dp_chain_solve_defaults();
        solve.until = TIME;
        solve.rtol = a->rtol;
        status = dp_chain_solve(chain, &solve, &stats, err);
        a->evaluations = stats.evaluations;
    } else if (status == DP_OK) {
        status = dp_chain_advance(chain, a->steps, err);
        a->evaluations = a->steps * evaluations_per_step[a->method];
    }
    if (status == DP_OK) memcpy(a->velocity, dp_chain_state(chain)->velocity, sizeof a->velocity);
    dp_chain_free(chain);
    return status;
}

static double error_of(const attempt *a, const attempt *reference) {
    double most = 0.0;
    for (int i = 0; i < BEADS; i++) {
        double error = fabs(a->velocity[i] - reference->velocity[i]);
        if (!(error <= most)) most = error;
    }
    return most;
}

// Where a straight line in the logarithms passes the wanted error; NaN when no two neighbours
// enclose it. Attempts go from dear to cheap.
static double evaluations_for(const attempt *tries, const double *error, int count) {
    for (int i = 0; i + 1 < count; i++) {
        if (!(error[i] <= WANTED && error[i + 1] >= WANTED)) continue;
        double share = log(WANTED / error[i]) / log(error[i + 1] / error[i]);
        double dear = log((double)tries[i].evaluations),
               cheap = log((double)tries[i + 1].evaluations);
        return exp(dear + share * (cheap - dear));
    }
    return NAN;
}

static dp_status try_method(FILE *csv, dp_chain_method method, const attempt *reference,
                            dp_error *err) {
    enum { TRIES = 8 };
    static const double rtols[TRIES] = {1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2};
    attempt tries[TRIES];
    double error[TRIES];
    dp_status status = DP_OK;
    int done = 0;
    for (; done < TRIES && status == DP_OK; done++) {
        attempt *a = &tries[done];
        *a = (attempt){.method = method};
        if (method == DP_CHAIN_DOP853)
            a->rtol = rtols[done];
        else
            a->steps = 60000L >> done;
        status = try_one(a, err);
        if (status != DP_OK) break;
        error[done] = error_of(a, reference);
        double size = method == DP_CHAIN_DOP853 ? a->rtol : TIME / (double)a->steps;
        printf("%-20s %9.3g %10ld evaluations, error %.2e m/s\n", names[method], size,
               a->evaluations, error[done]);
        if (csv != NULL)
            fprintf(csv, "accuracy,%s,%.6g,%ld,%.4g\n", names[method], size, a->evaluations,
                    error[done]);
    }
    double needed = evaluations_for(tries, error, done);
    printf("%-20s needs %.0f evaluations for %g m/s\n", names[method], needed, WANTED);
    if (csv != NULL) fprintf(csv, "needed,%s,%g,%.0f\n", names[method], WANTED, needed);
    return status;
}

dp_status bench_chain_accuracy(FILE *csv, int quick, dp_error *err) {
    long steps = quick ? 60000 : 300000;
    attempt reference = {.method = DP_CHAIN_RK4, .steps = steps};
    attempt half = {.method = DP_CHAIN_RK4, .steps = steps / 2};
    dp_status status = try_one(&reference, err);
    if (status == DP_OK) status = try_one(&half, err);
    if (status != DP_OK) return status;
    double left = error_of(&half, &reference);
    printf("\naccuracy: the reference moves by %.1e m/s when its steps are doubled\n", left);
    if (csv != NULL)
        fprintf(csv, "reference,rk4,%.6g,%ld,%.4g\n", TIME / (double)steps, 4 * steps, left);
    if (!(left <= SETTLED)) {
        fprintf(stderr, "accuracy: the reference is not settled (%.1e m/s)\n", left);
        return DP_ERR_NUMERIC;
    }
    for (int m = DP_CHAIN_VERLET; m <= DP_CHAIN_DOP853 && status == DP_OK; m++)
        status = try_method(csv, (dp_chain_method)m, &reference, err);
    return status;
}
