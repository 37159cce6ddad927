// Lack of fit from repeated rows (pure error), e.g. Draper and Smith, Applied regression analysis
// (1998), section 2.1.

#include "fit/repeats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "least_squares/statistics.h"

// Speeds of equal drops differ in the last digits that were measured.
static const double same_input = 1e-3;

// A cell with what decides whether it repeats another one.
struct placed {
    const struct fit *fit;
    double first;  // the first input
    long cell, row;
    int target, kind;
};

// Sums over cells that repeat each other.
struct repeats {
    const struct placed *of;
    double weight, sum, square;  // of 1/sigma^2, residual/sigma^2 and residual^2/sigma^2
    double plain, plain_square;  // the same without sigma
    int count;
};

static int by_place(const void *a, const void *b) {
    const struct placed *p = a, *q = b;
    if (p->first != q->first) return p->first < q->first ? -1 : 1;
    return p->cell < q->cell ? -1 : p->cell > q->cell;
}

static bool is_near(double a, double b) {
    return fabs(a - b) <= same_input * fmax(fabs(a), fabs(b));
}

static bool repeats(const struct placed *a, const struct placed *b) {
    const struct fit *fit = a->fit;
    if (a->target != b->target || a->kind != b->kind) return false;
    for (int i = 0; i < fit->input_count; i++) {
        if (!is_near(fit->input[i].value[a->row], fit->input[i].value[b->row])) return false;
    }
    return true;
}

static long fill(const struct fit *fit, const struct fitted *f, struct placed *placed) {
    long count = 0;
    for (long cell = 0; cell < f->model.cell_count; cell++) {
        if (f->model.cells[cell].bound != DP_FIT_EXACT) continue;
        long row = f->model.cell_row[cell];
        placed[count++] =
            (struct placed){.fit = fit,
                            .first = fit->input_count > 0 ? fit->input[0].value[row] : 0.0,
                            .cell = cell,
                            .row = row,
                            .target = f->model.cell_target[cell],
                            .kind = fit->kind != NULL ? fit->kind[fit->source[row]] : 0};
    }
    qsort(placed, (size_t)count, sizeof *placed, by_place);
    return count;
}

// Groups of cells that repeat each other; returns how many.
static long gather(const struct fitted *f, const struct placed *placed, long count,
                   struct repeats *group) {
    long groups = 0;
    for (long i = 0; i < count; i++) {
        long at = groups - 1;
        while (at >= 0 && is_near(group[at].of->first, placed[i].first) &&
               !repeats(group[at].of, &placed[i]))
            at--;
        bool is_new = at < 0 || !repeats(group[at].of, &placed[i]);
        if (is_new) group[at = groups++] = (struct repeats){.of = &placed[i]};
        double off = f->result.residual[placed[i].cell];
        double weight = pow(f->result.sigma[placed[i].cell], -2.0);
        group[at].weight += weight;
        group[at].sum += weight * off;
        group[at].square += weight * off * off;
        group[at].plain += off;
        group[at].plain_square += off * off;
        group[at].count++;
    }
    return groups;
}

// The test over one target, or over all of them (-1).
static void test(const struct repeats *group, long groups, int target, int parameters,
                 struct lack_of_fit *out) {
    double error = 0.0, all = 0.0, scatter = 0.0;
    *out = (struct lack_of_fit){.target = target, .above = -parameters};
    for (long i = 0; i < groups; i++) {
        const struct repeats *it = &group[i];
        if (target >= 0 && it->of->target != target) continue;
        all += it->square;
        error += it->square - it->sum * it->sum / it->weight;
        scatter += it->plain_square - it->plain * it->plain / it->count;
        out->above++;
        out->below += it->count - 1;
    }
    // repeated rows that are equal to rounding were copied and not measured again
    out->is_known = out->above > 0 && out->below > 0 && error > 1e-12 * all;
    if (!out->is_known) return;
    out->f = fmax(0.0, all - error) / out->above / (error / out->below);
    out->p_value = f_tail(out->above, out->below, out->f);
    out->scatter = sqrt(fmax(0.0, scatter) / out->below);
}

// Of several targets each is tested as well. How many parameters belong to each is not known: none
// is subtracted, so that F is too small rather than too large.
static void test_all(const struct fitted *f, const struct repeats *group, long groups, int targets,
                     struct lack_of_fit of[FIT_TARGETS_MAX + 1]) {
    int parameters = f->result.parameter_count - f->result.null_count;
    test(group, groups, -1, parameters, &of[0]);
    for (int i = 0; i < targets; i++)
        test(group, groups, i, targets == 1 ? parameters : 0, &of[i + 1]);
}

bool find_lack_of_fit(const struct fit *fit, const struct fitted *f,
                      struct lack_of_fit of[FIT_TARGETS_MAX + 1]) {
    size_t size = (size_t)f->model.cell_count + 1;
    struct placed *placed = calloc(size, sizeof *placed);
    struct repeats *group = calloc(size, sizeof *group);
    memset(of, 0, (FIT_TARGETS_MAX + 1) * sizeof *of);
    bool is_done = placed != NULL && group != NULL;
    if (is_done && !fit->is_curve) {
        long count = fill(fit, f, placed);
        test_all(f, group, gather(f, placed, count, group), fit->target_count, of);
    }
    free(placed);
    free(group);
    return is_done;
}
