// Chains to run: beads and striker of paper 002, section 4.2, steps of 10 ns as in all comparisons.

#include <stdlib.h>
#include <string.h>

#include "bench_chain.h"
#include "chain/testing.h"

#define MASS 0.45e-3    // [kg]
#define RADIUS 2.38e-3  // [m]
#define SPEED 1.77      // [m/s] of the striker
#define STEP 1e-8       // [s]

// --- the table

static void add(chain_row *rows, int *count, chain_case of) {
    if (*count < CHAIN_CASES_MAX) rows[(*count)++] = (chain_row){.of = of};
}

static void add_isas(chain_row *rows, int *count, chain_case of) {
    for (of.isa = 0; of.isa < DP_ISA_COUNT; of.isa++)
        if (dp_isa_available((dp_isa)of.isa)) add(rows, count, of);
}

// plain and tiled, on one thread and on two
static void add_ways(chain_row *rows, int *count, chain_case of, int dense) {
    for (of.threads = 1; of.threads <= 2; of.threads++) {
        for (of.levels = 1; of.levels >= 0; of.levels--) {
            of.is_dense = 0;
            add(rows, count, of);
            of.is_dense = 1;
            if (dense) add(rows, count, of);
        }
    }
}

static void add_laws(chain_row *rows, int *count, chain_case of) {
    static const char *const laws[][2] = {
        {"ma-liu", NULL},
        {"thornton", NULL},
        {"wang-kelvin-voigt", NULL},
        {"wang-kelvin-voigt", "continuous"},
        {"wang-dashpot", NULL},
        {"tsuji", NULL},
        {"hunt-crossley", NULL},
    };
    for (size_t i = 0; i < sizeof laws / sizeof laws[0]; i++) {
        of.law = laws[i][0];
        of.form = laws[i][1];
        for (of.is_dense = 0; of.is_dense < 2; of.is_dense++)
            add(rows, count, of);
    }
}

int bench_chain_rows(chain_row *rows, int quick) {
    int count = 0, best = (int)dp_isa_best();
    chain_case of = {.law = "hertz", .beads = 70, .steps = 60000, .step = STEP, .threads = 1};
    add_isas(rows, &count, of);
    of.isa = best;
    of.is_dense = 1;
    add(rows, &count, of);

    chain_case middle = {.law = "hertz", .beads = 10000, .steps = 2000, .step = STEP, .isa = best};
    add_ways(rows, &count, middle, 1);
    middle.threads = 1;
    add_laws(rows, &count, middle);

    chain_case large = {.law = "hertz", .beads = 1000000, .steps = 64, .step = STEP, .isa = best};
    add_ways(rows, &count, large, 1);
    large.threads = 1;
    for (large.isa = 0; large.isa < best; large.isa++)
        if (dp_isa_available((dp_isa)large.isa)) add(rows, &count, large);
    add_laws(rows, &count, large);

    chain_case huge = {.law = "hertz", .beads = 10000000, .steps = 64, .step = STEP, .isa = best};
    add_ways(rows, &count, huge, 0);

    // A pulse that travels a fifth of a long chain; at a step for which that takes seconds, still a
    // quarter of the stable one.
    chain_case lone = {.law = "hertz",
                       .beads = 100000,
                       .steps = quick ? 13000 : 130000,
                       .step = 1e-6,
                       .isa = best,
                       .threads = 1};
    add(rows, &count, lone);
    lone.skip_resting = 1;
    add(rows, &count, lone);
    return count;
}

// --- running one

dp_status bench_chain_contact(dp_contact *contact, const char *name, const char *form,
                              dp_error *err) {
    const dp_law *law;
    dp_status status = dp_law_lookup(name, &law, err);
    if (status != DP_OK) return status;
    dp_contact_def def = dp_contact_defaults(law);
    def.pair.modulus = 193e9 / (2.0 * (1.0 - 0.3 * 0.3));
    def.pair.radius = RADIUS / 2.0;
    def.pair.mass = MASS / 2.0;
    def.pair.yield = 940e6;
    if (form != NULL) status = dp_law_choose(&def.law, "form", form, err);
    int damps = strcmp(name, "hertz") != 0 && dp_law_param_index(law, "restitution") >= 0;
    if (status == DP_OK && damps) status = dp_law_set(&def.law, "restitution", 0.89, err);
    return status == DP_OK ? dp_contact_init(contact, &def, err) : status;
}

dp_status bench_chain_start(const chain_case *of, dp_chain **chain, double **arrays,
                            dp_error *err) {
    dp_contact contact;
    *chain = NULL;
    *arrays = (double *)calloc(2 * of->beads, sizeof **arrays);
    if (*arrays == NULL) return DP_ERR_MEMORY;
    dp_status status = bench_chain_contact(&contact, of->law, of->form, err);
    if (status != DP_OK) return status;
    double *mass = *arrays, *velocity = *arrays + of->beads;
    for (size_t i = 0; i < of->beads; i++) {
        mass[i] = MASS;
        // two groups meet in the middle, where the threads do
        if (of->is_dense) velocity[i] = i / 50 % 2 == 0 ? -0.1 : 0.1;
    }
    if (!of->is_dense) velocity[0] = SPEED;
    dp_chain_def def = dp_chain_defaults();
    def.count = of->beads;
    def.mass = mass;
    def.velocity = velocity;
    def.laws = &contact;
    def.law_count = 1;
    def.step = of->step;
    const struct chain_knobs knobs = {.isa = of->isa, .levels = of->levels};
    def.threads = of->threads;
    def.skip_resting = of->skip_resting;
    return dp_chain_build_with(chain, &def, &knobs, err);
}

// FNV-1a, a number at a time
static unsigned long hash_of(unsigned long hash, const double *x, size_t count) {
    for (size_t i = 0; i < count; i++) {
        unsigned long bits;
        memcpy(&bits, &x[i], sizeof bits);
        hash = (hash ^ bits) * 1099511628211u;
    }
    return hash;
}

static void look(dp_chain *chain, chain_result *r) {
    const dp_chain_snapshot *view = dp_chain_state(chain);
    dp_chain_largest tops = dp_chain_maxima(chain);
    const double rest[] = {view->viscous, view->plastic, tops.force, tops.indentation, tops.time};
    r->hash = hash_of(14695981039346656037u, view->displacement, view->count);
    r->hash = hash_of(r->hash, view->velocity, view->count);
    r->hash = hash_of(r->hash, rest, sizeof rest / sizeof rest[0]);
    r->fastest_bead = 0;
    for (size_t i = 0; i < view->count; i++)
        if (view->velocity[i] > view->velocity[r->fastest_bead]) r->fastest_bead = i;
    r->fastest = view->velocity[r->fastest_bead];
}

dp_status bench_chain_run(const chain_case *of, chain_result *result, dp_error *err) {
    const double enough = 0.03;  // [s]
    double used = 0.0;
    long passes = 0;
    dp_status status = DP_OK;
    for (; used < enough && status == DP_OK; passes++) {
        dp_chain *chain;
        double *arrays;
        status = bench_chain_start(of, &chain, &arrays, err);
        if (status == DP_OK) {
            double start = bench_chain_clock(of->threads);
            status = dp_chain_advance(chain, of->steps, err);
            used += bench_chain_clock(of->threads) - start;
        }
        if (status == DP_OK) look(chain, result);
        dp_chain_free(chain);
        free(arrays);
    }
    result->rate = (double)of->beads * (double)of->steps * (double)passes / used;
    return status;
}

int bench_chain_same_motion(const chain_case *a, const chain_case *b) {
    int same_form =
        a->form == b->form || (a->form != NULL && b->form != NULL && strcmp(a->form, b->form) == 0);
    return strcmp(a->law, b->law) == 0 && same_form && a->is_dense == b->is_dense &&
           a->beads == b->beads && a->steps == b->steps && a->step == b->step;
}
