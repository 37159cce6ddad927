// First-order indices by the estimator of A. Saltelli et al., Comput. Phys. Commun. 181 (2010) 259,
// table 2 (b), with the mean of the result taken off; total indices by that of M. J. W. Jansen,
// Comput. Phys. Commun. 117 (1999) 35, table 2 (f). The variance is that of A and B together.
//
// Errors are those of a jackknife that leaves out one of up to 64 blocks of successive base points
// at a time, weighted as by F. M. T. A. Busing, E. Meijer and R. van der Leeden, Stat. Comput. 9
// (1999) 3, since blocks need not be equal. It takes the blocks as independent of each other.
// Blocks of a low-discrepancy sequence fill the gaps of each other, so the true error is smaller.
//
// Effects: M. D. Morris, Technometrics 33 (1991) 161; the mean of sizes: F. Campolongo, J. Cariboni
// and A. Saltelli, Environ. Model. Softw. 22 (2007) 1509.

#include "study/sensitivity.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { BLOCKS = 64 };

// Of one parameter, d = f(A with it from B) - f(A).
struct steps {
    double sum, with_b, squares;  // of d, d f(B), d^2
};

struct block {
    double count, sum, squares;  // of f(A) and f(B), less the shift
};

struct variance_sums {
    int parameters;
    long count;
    double shift;  // the first value: sums of squares then lose nothing to a large mean
    double largest;
    struct block block[BLOCKS], all;
    struct steps *steps;  // of each block one for each parameter, those of all at the end
};

static struct steps *steps_of(const struct variance_sums *sums, int block, int parameter) {
    return sums->steps + (size_t)block * (size_t)sums->parameters + (size_t)parameter;
}

struct variance_sums *variance_new(int parameters, long count) {
    struct variance_sums *sums = calloc(1, sizeof *sums);
    if (sums == NULL) return NULL;
    sums->parameters = parameters;
    sums->count = count;
    sums->steps = calloc((size_t)(BLOCKS + 1) * (size_t)parameters, sizeof *sums->steps);
    if (sums->steps != NULL) return sums;
    free(sums);
    return NULL;
}

void variance_free(struct variance_sums *sums) {
    if (sums != NULL) free(sums->steps);
    free(sums);
}

static void add_pair(struct block *block, double a, double b) {
    block->count += 1.0;
    block->sum += a + b;
    block->squares += a * a + b * b;
}

static void add_step(struct steps *steps, double step, double b) {
    steps->sum += step;
    steps->with_b += step * b;
    steps->squares += step * step;
}

void variance_add(struct variance_sums *sums, long base, const double *value) {
    int blocks = sums->count < BLOCKS ? (int)sums->count : BLOCKS;
    int block = (int)((double)base / (double)sums->count * blocks);
    if (sums->all.count == 0.0) sums->shift = value[0];
    double a = value[0] - sums->shift, b = value[1] - sums->shift;
    add_pair(&sums->block[block], a, b);
    add_pair(&sums->all, a, b);
    for (int i = 0; i < sums->parameters + 2; i++)
        sums->largest = fmax(sums->largest, fabs(value[i]));
    for (int i = 0; i < sums->parameters; i++) {
        double step = value[2 + i] - value[0];
        add_step(steps_of(sums, block, i), step, b);
        add_step(steps_of(sums, BLOCKS, i), step, b);
    }
}

// What remains of all when a part is left out; NULL: all.
static struct block block_without(const struct block *all, const struct block *part) {
    struct block rest = *all;
    if (part == NULL) return rest;
    rest.count -= part->count;
    rest.sum -= part->sum;
    rest.squares -= part->squares;
    return rest;
}

static struct steps steps_without(const struct steps *all, const struct steps *part) {
    struct steps rest = *all;
    if (part == NULL) return rest;
    rest.sum -= part->sum;
    rest.with_b -= part->with_b;
    rest.squares -= part->squares;
    return rest;
}

static double variance_of(const struct block *block, double *mean) {
    *mean = block->sum / (2.0 * block->count);
    return block->squares / (2.0 * block->count) - *mean * *mean;
}

// First and total index without a block; -1: with all of them.
static void estimate(const struct variance_sums *sums, int parameter, int without,
                     double index[2]) {
    const struct block *part = without >= 0 ? &sums->block[without] : NULL;
    const struct steps *own = without >= 0 ? steps_of(sums, without, parameter) : NULL;
    struct block block = block_without(&sums->all, part);
    struct steps steps = steps_without(steps_of(sums, BLOCKS, parameter), own);
    double mean, variance = variance_of(&block, &mean);
    index[0] = (steps.with_b - mean * steps.sum) / block.count / variance;
    index[1] = steps.squares / (2.0 * block.count) / variance;
}

// Standard errors of both.
static void jackknife(const struct variance_sums *sums, int parameter, const double index[2],
                      double error[2]) {
    double left[BLOCKS][2], weight[BLOCKS], centre[2] = {0.0, 0.0}, square[2] = {0.0, 0.0};
    int blocks = 0;
    error[0] = error[1] = NAN;
    for (int i = 0; i < BLOCKS; i++) {
        if (sums->block[i].count == 0.0) continue;
        estimate(sums, parameter, i, left[blocks]);
        weight[blocks++] = sums->all.count / sums->block[i].count;
    }
    if (blocks < 2) return;
    for (int k = 0; k < 2; k++) {
        centre[k] = blocks * index[k];
        for (int i = 0; i < blocks; i++)
            centre[k] -= (1.0 - 1.0 / weight[i]) * left[i][k];
        for (int i = 0; i < blocks; i++) {
            double pseudo = weight[i] * index[k] - (weight[i] - 1.0) * left[i][k];
            square[k] += (pseudo - centre[k]) * (pseudo - centre[k]) / (weight[i] - 1.0);
        }
        error[k] = sqrt(square[k] / blocks);
    }
}

int variance_index(const struct variance_sums *sums, int parameter, struct variance_index *index) {
    // values that agree to twelve digits differ by rounding
    const double least = 1e-12 * sums->largest;
    double mean, both[2], error[2];
    *index = (struct variance_index){NAN, NAN, NAN, NAN};
    if (sums->all.count == 0.0 || !(variance_of(&sums->all, &mean) > least * least)) return 0;
    estimate(sums, parameter, -1, both);
    jackknife(sums, parameter, both, error);
    *index = (struct variance_index){both[0], error[0], both[1], error[1]};
    return 1;
}

long variance_used(const struct variance_sums *sums) {
    return (long)sums->all.count;
}

// --- elementary effects --------------------------------------------------------------------------

// Mean and sum of squares about it, updated (B. P. Welford, Technometrics 4 (1962) 419).
static void update(double value, long count, double *mean, double *squares) {
    double before = value - *mean;
    *mean += before / (double)count;
    *squares += before * (value - *mean);
}

void effects_add(struct effects *effects, double effect) {
    effects->count++;
    update(effect, effects->count, &effects->mean, &effects->squares);
    update(fabs(effect), effects->count, &effects->mean_size, &effects->size_squares);
}

double effects_sigma(const struct effects *effects) {
    if (effects->count < 2) return NAN;
    return sqrt(effects->squares / (double)(effects->count - 1));
}

double effects_error(const struct effects *effects) {
    if (effects->count < 2) return NAN;
    return sqrt(effects->size_squares / (double)(effects->count - 1) / (double)effects->count);
}
