// Loops of ideal joints: one joint of each is cut and held together by multipliers.
//
// Row r of a cut says w1.v1 + w2.v2 = 0 with wrenches w on its two links; a unit multiplier puts
// exactly these wrenches on them. With A the accelerations without multipliers and R_s the
// response to row s alone,
//     sum_s (w_r.R_s) lambda_s = -(w_r.A + gamma_r).
// The same matrix brings positions and velocities back onto the loops, in the metric of the
// inertias, so that a correction does not change what the motion has of momentum along the loops.

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "mechanism/motion.h"

static const struct link_state ground = {.c = 1.0};

static const struct link_state *state_of(const struct workspace *work, int link) {
    return link < 0 ? &ground : &work->states[link];
}

static double *row_of(struct workspace *work, int row) {
    return work->wrench + 6 * row;
}

static void set_row(struct workspace *work, int row, double nx, double ny, const double arms[4]) {
    double *w = row_of(work, row);
    w[0] = -nx;
    w[1] = -ny;
    w[2] = -(arms[0] * ny - arms[1] * nx);
    w[3] = nx;
    w[4] = ny;
    w[5] = arms[2] * ny - arms[3] * nx;
}

static void place_points(const struct cut *cut, struct workspace *work) {
    const struct link_state *a = state_of(work, cut->first), *b = state_of(work, cut->second);
    double x1 = a->c * cut->at[0][0] - a->s * cut->at[0][1];
    double y1 = a->s * cut->at[0][0] + a->c * cut->at[0][1];
    double x2 = b->c * cut->at[1][0] - b->s * cut->at[1][1];
    double y2 = b->s * cut->at[1][0] + b->c * cut->at[1][1];
    double arms[4] = {x1, y1, x2, y2};
    double wa = a->w * a->w, wb = b->w * b->w;
    int r = cut->row;
    set_row(work, r, 1.0, 0.0, arms);
    set_row(work, r + 1, 0.0, 1.0, arms);
    work->gap[r] = (b->x - a->x) + (x2 - x1);
    work->gap[r + 1] = (b->y - a->y) + (y2 - y1);
    work->gamma[r] = wa * x1 - wb * x2;
    work->gamma[r + 1] = wa * y1 - wb * y2;
}

static void place_angle(const struct cut *cut, struct workspace *work, int row) {
    const struct link_state *a = state_of(work, cut->first), *b = state_of(work, cut->second);
    double *w = row_of(work, row);
    memset(w, 0, 6 * sizeof *w);
    w[2] = -1.0;
    w[5] = 1.0;
    // angles of closed loops agree but for whole turns
    work->gap[row] = remainder(b->angle - a->angle - cut->angle, 6.283185307179586477);
    work->gamma[row] = 0.0;
}

static void place_line(const struct cut *cut, struct workspace *work) {
    const struct link_state *a = state_of(work, cut->first), *b = state_of(work, cut->second);
    // normal to the axis
    double nx = -(a->s * cut->axis[0] + a->c * cut->axis[1]);
    double ny = a->c * cut->axis[0] - a->s * cut->axis[1];
    double x1 = a->c * cut->at[0][0] - a->s * cut->at[0][1];
    double y1 = a->s * cut->at[0][0] + a->c * cut->at[0][1];
    double x2 = b->c * cut->at[1][0] - b->s * cut->at[1][1];
    double y2 = b->s * cut->at[1][0] + b->c * cut->at[1][1];
    double ux = (b->x - a->x) + x2, uy = (b->y - a->y) + y2;
    double arms[4] = {ux, uy, x2, y2};
    int r = cut->row;
    set_row(work, r, nx, ny, arms);
    work->gap[r] = nx * (ux - x1) + ny * (uy - y1);
    double rel_x = (b->vx - b->w * y2) - (a->vx - a->w * uy);
    double rel_y = (b->vy + b->w * x2) - (a->vy + a->w * ux);
    work->gamma[r] = -2.0 * a->w * (ny * rel_x - nx * rel_y) + a->w * a->w * (nx * ux + ny * uy) -
                     b->w * b->w * (nx * x2 + ny * y2);
    place_angle(cut, work, r + 1);
}

void dp_cuts_place(const dp_mechanism *m, struct workspace *work, int loose) {
    for (int i = 0; i < m->cut_count; i++) {
        const struct cut *cut = &m->cuts[i];
        if (cut->loose && !loose) continue;
        if (cut->kind == LINK_SLIDE) {
            place_line(cut, work);
        } else {
            place_points(cut, work);
            if (cut->kind == LINK_WELD) place_angle(cut, work, cut->row + 2);
        }
        const struct link_state *a = state_of(work, cut->first), *b = state_of(work, cut->second);
        for (int r = cut->row; r < cut->row + cut->rows; r++) {
            const double *w = row_of(work, r);
            work->drift[r] = w[0] * a->vx + w[1] * a->vy + w[2] * a->w + w[3] * b->vx +
                             w[4] * b->vy + w[5] * b->w;
        }
    }
}

static const struct cut *cut_of(const dp_mechanism *m, int row) {
    int i = 0;
    while (row >= m->cuts[i].row + m->cuts[i].rows)
        i++;
    return &m->cuts[i];
}

static double along(const struct cut *cut, const double *w, const double *a) {
    double sum = 0.0;
    for (int k = 0; k < 3; k++) {
        if (cut->first >= 0) sum += w[k] * a[4 * cut->first + k];
        if (cut->second >= 0) sum += w[3 + k] * a[4 * cut->second + k];
    }
    return sum;
}

static void put(const struct cut *cut, const double *w, double by, double *wrench) {
    for (int k = 0; k < 3; k++) {
        if (cut->first >= 0) wrench[3 * cut->first + k] += by * w[k];
        if (cut->second >= 0) wrench[3 * cut->second + k] += by * w[3 + k];
    }
}

static void respond(const dp_mechanism *m, struct workspace *work, int row, double *out) {
    double *wrench = work->solution + m->independent_count + m->redundant_count;
    double *bias = wrench + 3 * m->link_count;
    memset(wrench, 0, (size_t)(3 * m->link_count) * sizeof *wrench);
    put(cut_of(m, row), row_of(work, row), 1.0, wrench);
    dp_links_respond(m, work, wrench, bias, out);
}

// Responses to every chosen row, and the matrix factored as L L^T.
static dp_status factor_chosen(const dp_mechanism *m, struct workspace *work) {
    int n = m->independent_count, links = m->link_count;
    for (int s = 0; s < n; s++)
        respond(m, work, work->chosen[s], work->response + 4 * links * s);
    for (int r = 0; r < n; r++) {
        int row = work->chosen[r];
        for (int s = 0; s <= r; s++) {
            double sum = along(cut_of(m, row), row_of(work, row), work->response + 4 * links * s);
            double whole = sum;
            for (int k = 0; k < s; k++)
                sum -= work->matrix[r * n + k] * work->matrix[s * n + k];
            if (r == s && !(sum > 1e-13 * whole)) return DP_ERR_NUMERIC;
            work->matrix[r * n + s] = r == s ? sqrt(sum) : sum / work->matrix[s * n + s];
        }
    }
    return DP_OK;
}

static int is_angle(const dp_mechanism *m, int row) {
    const struct cut *cut = cut_of(m, row);
    return row - cut->row == 2 || (cut->kind == LINK_SLIDE && row - cut->row == 1);
}

// Has a chosen row hardly anything of its own, compared with others of its unit?
static int is_poor(const dp_mechanism *m, const struct workspace *work, double part) {
    int n = m->independent_count;
    double most[2] = {0.0, 0.0}, least[2] = {INFINITY, INFINITY};
    for (int r = 0; r < n; r++) {
        int unit = is_angle(m, work->chosen[r]);
        most[unit] = fmax(most[unit], work->matrix[r * n + r]);
        least[unit] = fmin(least[unit], work->matrix[r * n + r]);
    }
    return least[0] < part * most[0] || least[1] < part * most[1];
}

// Choose the rows again, those with most of their own first. Which of them carries a force that is
// not determined by the motion changes with that.
static void choose_rows(const dp_mechanism *m, struct workspace *work) {
    int all = m->independent_count + m->redundant_count, links = m->link_count;
    double *k = work->matrix, *taken = work->solution, size[2] = {0.0, 0.0};
    for (int r = 0; r < all; r++)
        respond(m, work, r, work->response + 4 * links * r);
    for (int r = 0; r < all; r++) {
        for (int s = 0; s < all; s++)
            k[r * all + s] = along(cut_of(m, r), row_of(work, r), work->response + 4 * links * s);
        taken[r] = 0.0;
        size[is_angle(m, r)] = fmax(size[is_angle(m, r)], k[r * all + r]);
    }
    for (int i = 0; i < m->independent_count; i++) {
        int best = -1;
        double most = 0.0;
        for (int r = 0; r < all; r++)
            if (taken[r] == 0.0 && k[r * all + r] > most * size[is_angle(m, r)]) {
                most = k[r * all + r] / size[is_angle(m, r)];
                best = r;
            }
        if (best < 0) return;
        work->chosen[i] = best;
        taken[best] = 1.0;
        for (int r = 0; r < all; r++) {
            double by = taken[r] == 0.0 ? k[r * all + best] / k[best * all + best] : 0.0;
            for (int s = 0; s < all && by != 0.0; s++)
                k[r * all + s] -= by * k[best * all + s];
        }
    }
}

static dp_status factor_rows(const dp_mechanism *m, struct workspace *work) {
    dp_status status = factor_chosen(m, work);
    if (m->redundant_count == 0 || (status == DP_OK && !is_poor(m, work, 1e-2))) return status;
    choose_rows(m, work);
    status = factor_chosen(m, work);
    return status == DP_OK && is_poor(m, work, 1e-6) ? DP_ERR_NUMERIC : status;
}

static void solve_rows(int n, const double *l, double *x) {
    for (int r = 0; r < n; r++) {
        for (int s = 0; s < r; s++)
            x[r] -= l[r * n + s] * x[s];
        x[r] /= l[r * n + r];
    }
    for (int r = n - 1; r >= 0; r--) {
        for (int s = r + 1; s < n; s++)
            x[r] -= l[s * n + r] * x[s];
        x[r] /= l[r * n + r];
    }
}

dp_status dp_loops_close(const dp_mechanism *m, struct workspace *work) {
    int n = m->independent_count;
    dp_cuts_place(m, work, 0);
    dp_status status = factor_rows(m, work);
    if (status != DP_OK) return status;
    for (int r = 0; r < n; r++) {
        int row = work->chosen[r];
        const struct cut *cut = cut_of(m, row);
        const struct link_state *a = state_of(work, cut->first), *b = state_of(work, cut->second);
        const double *w = row_of(work, row);
        work->lambda[r] = -(work->gamma[row] + w[0] * a->ax + w[1] * a->ay + w[2] * a->alpha +
                            w[3] * b->ax + w[4] * b->ay + w[5] * b->alpha);
    }
    solve_rows(n, work->matrix, work->lambda);
    for (int r = 0; r < n; r++) {
        const struct cut *cut = cut_of(m, work->chosen[r]);
        const double *w = row_of(work, work->chosen[r]);
        for (int end = 0; end < 2; end++) {
            int link = end == 0 ? cut->first : cut->second;
            if (link < 0) continue;
            work->states[link].fx += work->lambda[r] * w[3 * end];
            work->states[link].fy += work->lambda[r] * w[3 * end + 1];
            work->states[link].m += work->lambda[r] * w[3 * end + 2];
        }
    }
    dp_links_solve(m, work);
    return DP_OK;
}

void dp_loops_respond(const dp_mechanism *m, struct workspace *work, double *out) {
    int n = m->independent_count, links = m->link_count;
    double *by = work->solution;
    for (int r = 0; r < n; r++)
        by[r] = -along(cut_of(m, work->chosen[r]), row_of(work, work->chosen[r]), out);
    solve_rows(n, work->matrix, by);
    for (int r = 0; r < n; r++)
        for (int i = 0; i < 4 * links; i++)
            out[i] += by[r] * work->response[4 * links * r + i];
}

// Change of coordinates that takes `wanted` out of the rows; added to x.
static void correct(const dp_mechanism *m, struct workspace *work, const double *wanted,
                    double *x) {
    int n = m->independent_count, links = m->link_count;
    for (int r = 0; r < n; r++)
        work->lambda[r] = -wanted[work->chosen[r]];
    solve_rows(n, work->matrix, work->lambda);
    for (int i = 0; i < links; i++) {
        const struct link *link = &m->links[i];
        for (int slot = 0; slot < link->slots; slot++) {
            if (link->unknown[slot] < 0) continue;
            int entry = link->kind == LINK_PIN ? 2 : link->kind == LINK_SLIDE ? 3 : slot;
            for (int r = 0; r < n; r++)
                x[link->unknown[slot]] +=
                    work->lambda[r] * work->response[4 * (links * r + i) + entry];
        }
    }
}

static double largest(const dp_mechanism *m, const double *gap) {
    double most = 0.0;
    for (int i = 0; i < m->cut_count; i++) {
        if (m->cuts[i].loose) continue;
        for (int r = m->cuts[i].row; r < m->cuts[i].row + m->cuts[i].rows; r++)
            most = fabs(gap[r]) > most ? fabs(gap[r]) : most;
    }
    return most;
}

dp_status dp_mechanism_project(const dp_mechanism *m, double t, double *q, double *v, double pace,
                               struct workspace *work, double *error) {
    // a step leaves a gap of the size of its error: two corrections, each of which squares it
    *error = 0.0;
    if (m->independent_count == 0) return DP_OK;
    for (int pass = 0; pass < 8; pass++) {
        dp_mechanism_place(m, t, q, v, work);
        dp_cuts_place(m, work, 0);
        double gap = largest(m, work->gap);
        if (gap <= 1e-13 * m->size) break;
        if (pass == 7) return DP_ERR_NUMERIC;
        dp_links_factor(m, work);
        if (factor_rows(m, work) != DP_OK) return DP_ERR_NUMERIC;
        correct(m, work, work->gap, q);
        // what is left beside the independent rows does not get better
        if (pass > 2 && gap < 1e-11 * m->size) break;
    }
    dp_links_factor(m, work);
    if (factor_rows(m, work) != DP_OK) return DP_ERR_NUMERIC;
    correct(m, work, work->drift, v);
    dp_mechanism_place(m, t, q, v, work);
    dp_cuts_place(m, work, 0);
    double speed = pace;
    for (int i = 0; i < m->link_count; i++)
        speed = fmax(speed, hypot(work->states[i].vx, work->states[i].vy));
    *error = largest(m, work->gap) / m->size;
    if (speed > 0.0) *error = fmax(*error, largest(m, work->drift) / speed);
    return DP_OK;
}
