#ifndef DP_MECHANISM_ASSEMBLE_H
#define DP_MECHANISM_ASSEMBLE_H

// The assembly on its way: equations, and how they change with the coordinates.
//
// Rows are those of the cuts, ideal ones first, then those of loose joints; behind them stand the
// given values that are no coordinate. A given value that is one fixes that coordinate.

#include <math.h>
#include <string.h>

#include "mechanism/motion.h"

/// A value that the definition gives: x, y, angle (0, 1, 2) of a link, or their rates.
struct wish {
    int link, entry;
    double value;
    int unknown;     // the coordinate that it is; -1: none
    double at;       // value of that coordinate
    int row;         // its place behind the rows of the cuts; -1: it is none at present
    int is_active;   // it is kept; else it is only compared in the end
    int is_implied;  // by the loops and those before it, but for rounding
};

/// What a row is for: exact ones are closed, soft ones as far as those allow.
enum role { ROLE_OUT, ROLE_EXACT, ROLE_SOFT };

struct assembly {
    dp_mechanism *m;
    const dp_mechanism_def *def;
    struct workspace work;
    int n, rows, ideal_rows;  // of the cuts
    int asked;                // rows of given values
    int room;                 // for rows altogether
    int speed;                // positions are looked for: 0; speeds: 1
    double time;              // 0, but where the rank is looked at
    // of the unknowns
    double *q, *v;   // coordinates, rates
    double *scale;   // per metre
    double *first;   // first guess; NaN: none
    char *is_fixed;  // by a given value
    double *change;  // in metres
    double *try_q, *kept, *best, *search[3];
    // of the rows
    double *jacobian;    // room x n, scaled
    double *matrix;      // of the largest system of Newton's steps, squared
    size_t matrix_room;  // doubles it has
    double *gap;         // what is left, scaled
    double *weight;      // 0 leaves it out
    double *row_scale;   // metres for its unit
    double *right, *rates;
    double *own;  // part of a row that no earlier one has, 0 to 1
    char *role;
    // of the links: coordinates that are not fixed move it, turn it
    char *moves, *turns;
    struct wish *wishes;
    int wish_count;
    int has_hints;  // some that are no coordinates
};

/// Rows at q with rates v; the largest gap that counts.
static inline double place(struct assembly *a, const double *q, const double *v) {
    dp_mechanism_place(a->m, a->time, q, v, &a->work);
    dp_cuts_place(a->m, &a->work, 1);
    double most = 0.0;
    for (int r = 0; r < a->rows; r++) {
        a->gap[r] = (a->speed ? a->work.drift[r] : a->work.gap[r]) * a->row_scale[r] * a->weight[r];
        if (!(fabs(a->gap[r]) <= most)) most = fabs(a->gap[r]);
    }
    for (int i = 0; i < a->wish_count && a->asked > 0; i++) {
        const struct wish *w = &a->wishes[i];
        if (w->row < 0) continue;
        const struct link_state *n = &a->work.states[w->link];
        const double is[2][3] = {{n->x, n->y, n->angle}, {n->vx, n->vy, n->w}};
        double off = is[a->speed][w->entry] - w->value;
        // a whole turn more is the same place
        if (w->entry == 2 && !a->speed) off = remainder(off, 6.283185307179586477);
        a->gap[w->row] = off * a->row_scale[w->row] * a->weight[w->row];
        if (!(fabs(a->gap[w->row]) <= most)) most = fabs(a->gap[w->row]);
    }
    return most;
}

// Rates of all rows, not weighed.
static inline void take_rates(const struct assembly *a, double *rates) {
    memcpy(rates, a->work.drift, (size_t)a->rows * sizeof *rates);
    for (int i = 0; i < a->wish_count && a->asked > 0; i++) {
        const struct wish *w = &a->wishes[i];
        const struct link_state *n = &a->work.states[w->link];
        if (w->row >= 0) rates[w->row] = w->entry == 0 ? n->vx : w->entry == 1 ? n->vy : n->w;
    }
}

/// Drift of the rows is linear in the rates: its change with each rate is the Jacobian.
static inline void differentiate(struct assembly *a) {
    int n = a->n, rows = a->rows + a->asked;
    double *rate = a->try_q;
    place(a, a->q, a->v);
    if (rows == 0) return;
    memcpy(rate, a->v, (size_t)n * sizeof *rate);
    take_rates(a, a->right);
    for (int j = 0; j < n; j++) {
        if (a->is_fixed[j]) {
            for (int r = 0; r < rows; r++)
                a->jacobian[r * n + j] = 0.0;
            continue;
        }
        rate[j] = a->v[j] + a->scale[j];
        place(a, a->q, rate);
        rate[j] = a->v[j];
        take_rates(a, a->rates);
        for (int r = 0; r < rows; r++)
            a->jacobian[r * n + j] = (a->rates[r] - a->right[r]) * a->row_scale[r] * a->weight[r];
    }
    place(a, a->q, a->v);
}

/// Lengths for the units of all rows of cuts.
static inline void weigh(struct assembly *a, int speed) {
    a->speed = speed;
    for (int i = 0; i < a->m->cut_count; i++) {
        const struct cut *c = &a->m->cuts[i];
        for (int r = 0; r < c->rows; r++) {
            int is_angle = (c->kind == LINK_SLIDE && r == 1) || r == 2;
            a->row_scale[c->row + r] = is_angle ? a->m->size : 1.0;
            a->weight[c->row + r] = 1.0;
        }
    }
}

// --- start_solve.c
/// right becomes (J J^T + mu)^-1 right.
void dp_start_solve(struct assembly *a, double mu);

/// Newton's steps until every row that counts is closed; 0: they do not lead there.
int dp_start_close(struct assembly *a);

/// Least change of the unknowns that takes the gaps out of the exact rows, into a->change: ideal
/// rows first, given values, loose joints. A row that earlier ones imply is left as it is. Then the
/// change that leaves least of the soft ones. The Jacobian is used up. Returns the first implied
/// row that has more than `tolerance` left; -1: none.
int dp_start_satisfy(struct assembly *a, double tolerance);

/// Make the soft rows as small as they can be while the exact ones stay closed.
void dp_start_soften(struct assembly *a);

/// Which rows count at present.
void dp_start_count(struct assembly *a, int with_soft);

// --- start_refuse.c
/// A given value differs from what all others make it. is_movable: it could be another, not this.
dp_status dp_start_refuse(struct assembly *a, const struct wish *wish, double has, int is_movable,
                          dp_error *err);

/// A hint for a value that is given or driven.
dp_status dp_start_refuse_hint(const struct assembly *a, int link, int entry, int is_given,
                               dp_error *err);

/// A joint stays open whatever the start; no given value counts at present.
dp_status dp_start_cannot_close(const struct assembly *a, dp_error *err);

/// The drivers pull a joint open.
dp_status dp_start_contradicted(const struct assembly *a, const struct cut *c, double speed,
                                dp_error *err);

/// Journals outside their bearings, surfaces that touch.
dp_status dp_start_check_journals(struct assembly *a, dp_error *err);

// --- start.c
/// Coordinates and rates of the start.
dp_status dp_start_find(struct assembly *a, dp_error *err);

/// Close the joints with clearance, too, and let go the given positions: that which is furthest off
/// then, and what it has; NULL: they do not close, or none is off.
const struct wish *dp_start_close_clearance(struct assembly *a, double *has);

/// Is it the value of a driver? Can it change at all, whatever else is given? (The second takes the
/// arrangement apart.)
int dp_start_is_driven(const struct assembly *a, const struct wish *wish);
int dp_start_can_change(struct assembly *a, const struct wish *wish);

#endif
