// Tables and pictures of a fit.

#include "fit/pictures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result/result.h"

// The points: inputs, then measured, sigma, fitted and residual of each target.
static bool make_series(const struct fit *fit, const struct fitted *best, struct table *table) {
    enum { COLUMNS_MAX = FIT_INPUTS_MAX + 4 * FIT_TARGETS_MAX };
    static const char *const kinds[] = {"measured", "sigma", "fitted", "residual"};
    char name[COLUMNS_MAX][48];
    const char *names[COLUMNS_MAX], *units[COLUMNS_MAX];
    double row[COLUMNS_MAX];
    int count = 0;
    for (int i = 0; i < fit->input_count; i++, count++) {
        snprintf(name[count], sizeof name[count], "%s", fit->input[i].name);
        units[count] = fit->input[i].unit;
    }
    for (int i = 0; i < fit->target_count; i++) {
        for (int k = 0; k < 4; k++, count++) {
            snprintf(name[count], sizeof name[count], "%.36s_%s", fit->target[i].column.name,
                     kinds[k]);
            units[count] = fit->target[i].column.unit;
        }
    }
    for (int i = 0; i < count; i++)
        names[i] = name[i];
    if (!table_init(table, count, names, units)) return false;
    long cell = 0;
    for (long r = 0; r < fit->rows; r++) {
        for (int i = 0; i < count; i++)
            row[i] = i < fit->input_count ? fit->input[i].value[r] : NAN;
        for (; cell < best->model.cell_count && best->model.cell_row[cell] == r; cell++) {
            double *at = &row[fit->input_count + 4 * best->model.cell_target[cell]];
            at[0] = best->model.cells[cell].measured;
            at[1] = best->result.sigma[cell];
            at[2] = best->result.fitted[cell];
            at[3] = best->result.residual[cell];
        }
        if (!table_add(table, row)) return false;
    }
    return true;
}

bool fit_draw(const struct scenario *s, struct fitted *fitted, const dp_fit_ranking *ranking,
              struct outcome *outcome) {
    const struct fitted *best = &fitted[ranking->order[0]];
    return make_series(s->fit, best, &outcome->series);
}
