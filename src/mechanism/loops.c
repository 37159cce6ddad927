// Loops of ideal joints: one joint of each is cut and held together by multipliers.
//
// Row r of a cut says w1.v1 + w2.v2 = 0 with wrenches w on its two links; a unit multiplier puts
// exactly these wrenches on them. With A the accelerations without multipliers and R_s the
// response to row s alone,
//     sum_s (w_r.R_s) lambda_s = -(w_r.A + gamma_r).
// The same matrix brings positions and velocities back onto the loops, in the metric of the
// inertias, so that a correction does not change what the motion has of momentum along the loops.
//
// Near a singular position a row depends on the others more and more, and in it the row says
// nothing. It is then left out, and the direction it held is free: evaluate.c and run.c see to it
// that the motion goes on along its own branch.

#include <math.h>
#include <string.h>

#include "mechanism/instant.h"

#include "mechanism/links.h"

// A row is left out when less than this part of it is its own: of what its joint can be moved in
// any direction, what is left when the rows before it hold. The matrix is known to 1e-16, so that
// four digits are left here.
static const double least_part = 1e-10;

static const struct link_state ground = {.c = 1.0};

static const struct link_state *link_at(const struct workspace *work, int link) {
    return link < 0 ? &ground : &work->states[link];
}

static double *row_of(struct workspace *work, int row) {
    return work->wrench + 6 * row;
}

static void set_row(double *w, double nx, double ny, const double arms[4]) {
    w[0] = -nx;
    w[1] = -ny;
    w[2] = -(arms[0] * ny - arms[1] * nx);
    w[3] = nx;
    w[4] = ny;
    w[5] = arms[2] * ny - arms[3] * nx;
}

static void place_points(const struct cut *cut, struct workspace *work) {
    const struct link_state *a = link_at(work, cut->first), *b = link_at(work, cut->second);
    double x1 = a->c * cut->at[0][0] - a->s * cut->at[0][1];
    double y1 = a->s * cut->at[0][0] + a->c * cut->at[0][1];
    double x2 = b->c * cut->at[1][0] - b->s * cut->at[1][1];
    double y2 = b->s * cut->at[1][0] + b->c * cut->at[1][1];
    double arms[4] = {x1, y1, x2, y2};
    double wa = a->w * a->w, wb = b->w * b->w;
    int r = cut->row;
    set_row(work->wrench + 6 * r, 1.0, 0.0, arms);
    set_row(work->wrench + 6 * (r + 1), 0.0, 1.0, arms);
    work->gap[r] = (b->x - a->x) + (x2 - x1);
    work->gap[r + 1] = (b->y - a->y) + (y2 - y1);
    work->gamma[r] = wa * x1 - wb * x2;
    work->gamma[r + 1] = wa * y1 - wb * y2;
}

static void place_angle(const struct cut *cut, struct workspace *work, int row) {
    const struct link_state *a = link_at(work, cut->first), *b = link_at(work, cut->second);
    double *w = row_of(work, row);
    memset(w, 0, 6 * sizeof *w);
    w[2] = -1.0;
    w[5] = 1.0;
    // angles of closed loops agree but for whole turns
    work->gap[row] = remainder(b->angle - a->angle - cut->angle, 6.283185307179586477);
    work->gamma[row] = 0.0;
}

static void place_line(const dp_mechanism *m, const struct cut *cut, struct workspace *work) {
    const struct link_state *a = link_at(work, cut->first), *b = link_at(work, cut->second);
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
    set_row(work->wrench + 6 * r, nx, ny, arms);
    set_row(work->along + 6 * (cut - m->cuts), ny, -nx, arms);
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
            place_line(m, cut, work);
        } else {
            place_points(cut, work);
            if (cut->kind == LINK_WELD) place_angle(cut, work, cut->row + 2);
        }
        const struct link_state *a = link_at(work, cut->first), *b = link_at(work, cut->second);
        for (int r = cut->row; r < cut->row + cut->rows; r++) {
            const double *w = row_of(work, r);
            work->drift[r] = w[0] * a->vx + w[1] * a->vy + w[2] * a->w + w[3] * b->vx +
                             w[4] * b->vy + w[5] * b->w;
        }
    }
}

static const struct cut *cut_of(const dp_mechanism *m, int row) {
    return &m->cuts[m->loops.cut_of[row]];
}

// --- responses ---

// Place of a link among those that the rows of a cut move; -1: they do not.
static int place_in(const struct loop_map *map, int cut, int link) {
    const int *groups = map->groups + 2 * cut;
    if (link < 0 || map->group[link] < 0) return -1;
    if (map->group[link] == groups[0]) return map->place[link];
    if (map->group[link] != groups[1]) return -1;
    int before = groups[0] < 0 ? 0 : map->begin[groups[0] + 1] - map->begin[groups[0]];
    return before + map->place[link];
}

// What `rows` pairs of wrenches w on the two links of a cut do to the links of its groups, each by
// itself; `size` numbers for each. All go from link to link together: the ways are chains in which
// every number waits for the one before.
static void respond(const dp_mechanism *m, struct workspace *work, int index, int rows,
                    const double *w, size_t size, double *out) {
    const struct loop_map *map = &m->loops;
    const struct cut *cut = &m->cuts[index];
    for (int side = 0; side < 2; side++) {
        int group = map->groups[2 * index + side];
        if (group < 0) continue;
        const int *links = map->members + map->begin[group];
        int count = map->begin[group + 1] - map->begin[group], all = 3 * count;
        double *bias = work->scratch;
        for (int i = 0; i < rows * all; i++)
            bias[i] = 0.0;
        for (int end = 0; end < 2; end++) {
            int link = end == 0 ? cut->first : cut->second;
            if (link < 0 || map->group[link] != group) continue;
            for (int k = 0; k < 3 * rows; k++)
                bias[k / 3 * all + 3 * map->place[link] + k % 3] -= w[k / 3 * 6 + 3 * end + k % 3];
        }
        for (int i = count - 1; i > 0; i--) {
            const struct link *l = &m->links[links[i]];
            double *up = bias + 3 * map->place[l->parent];
            for (int k = 0; k < rows; k++)
                respond_inwards(l, &work->states[links[i]], bias + 3 * i + k * all, up + k * all);
        }
        for (int i = 0; i < count; i++) {
            const struct link *l = &m->links[links[i]];
            const double *up = i == 0 ? NULL : out + 4 * map->place[l->parent];
            for (size_t k = 0; k < (size_t)rows; k++)
                respond_outwards(l, &work->states[links[i]], bias + 3 * i + k * (size_t)all,
                                 up == NULL ? NULL : up + k * size, out + 4 * i + k * size);
        }
        out += 4 * count;
    }
}

static void respond_rows(const dp_mechanism *m, struct workspace *work) {
    const struct loop_map *map = &m->loops;
    for (int index = 0; index < m->cut_count && !m->cuts[index].loose; index++) {
        const struct cut *cut = &m->cuts[index];
        const size_t *place = map->response + cut->row;
        respond(m, work, index, cut->rows, row_of(work, cut->row), place[1] - place[0],
                work->response + place[0]);
    }
}

// Work of the wrenches w of a cut on the response of another one's.
static double effect(const dp_mechanism *m, int index, const double *w, int other,
                     const double *a) {
    const struct cut *cut = &m->cuts[index];
    int first = place_in(&m->loops, other, cut->first);
    int second = place_in(&m->loops, other, cut->second);
    double sum = 0.0;
    for (int k = 0; k < 3; k++) {
        if (first >= 0) sum += w[k] * a[4 * first + k];
        if (second >= 0) sum += w[3 + k] * a[4 * second + k];
    }
    return sum;
}

// Effect of a unit multiplier of one row on another.
static double effect_on(const dp_mechanism *m, const struct workspace *work, int row, int other) {
    const struct loop_map *map = &m->loops;
    return effect(m, map->cut_of[row], work->wrench + 6 * row, map->cut_of[other],
                  work->response + map->response[other]);
}

static int is_angle(const dp_mechanism *m, int row) {
    const struct cut *cut = cut_of(m, row);
    return row - cut->row == 2 || (cut->kind == LINK_SLIDE && row - cut->row == 1);
}

// How far a row can be moved at all: a point in both directions, an angle.
static double whole_of(const dp_mechanism *m, struct workspace *work, int row) {
    const struct cut *cut = cut_of(m, row);
    if (is_angle(m, row)) return effect_on(m, work, row, row);
    if (cut->kind != LINK_SLIDE)
        return effect_on(m, work, cut->row, cut->row) +
               effect_on(m, work, cut->row + 1, cut->row + 1);
    int index = m->loops.cut_of[row];
    const double *w = work->along + 6 * index;
    double *out = work->response + m->loops.response_size - m->loops.response_most;
    respond(m, work, index, 1, w, 0, out);
    return effect_on(m, work, row, row) + effect(m, index, w, index, out);
}

// No more than that: what the two links of its cut would do by themselves. Others that hang on them
// hold them back.
static double most_of(const dp_mechanism *m, const struct workspace *work, int row) {
    const struct cut *cut = cut_of(m, row);
    const double *w = work->wrench + 6 * cut->row;
    const double *across = cut->kind == LINK_SLIDE ? work->along + 6 * m->loops.cut_of[row] : w + 6;
    double sum = 0.0;
    for (int side = 0; side < 2; side++) {
        int link = side == 0 ? cut->first : cut->second;
        if (link < 0 || m->loops.group[link] < 0) continue;
        const double mass = m->links[link].mass, inertia = m->links[link].inertia;
        double one = w[3 * side + 2], other = across[3 * side + 2];
        sum += is_angle(m, row)
                   ? 1.0 / inertia
                   : (2.0 * inertia + (one * one + other * other) * mass) / (mass * inertia);
    }
    return sum;
}

// --- elimination ---

// Rows with more of their own than this hold well: how much more is not asked in every evaluation.
static const double plenty = 1e-2;

// What part of a row is its own. is_rough: or less, where it is plenty.
static double part_of(const dp_mechanism *m, struct workspace *work, int row, double own,
                      int is_rough) {
    double part = is_rough ? own / most_of(m, work, row) : 0.0;
    return part > plenty ? part : own / whole_of(m, work, row);
}

// The matrix of the rows that are on, as L L^T; those with nothing of their own are turned off.
static void factor_on(const dp_mechanism *m, struct workspace *work, int is_rough) {
    const struct loop_map *map = &m->loops;
    int on = 0;
    *work->rank = (struct loop_rank){.weakest = -1, .least = 1.0};
    for (int p = 0; p < map->ideal_rows; p++) {
        int row = map->order[p];
        double *own = work->factor + map->factor[p];
        if (!work->is_on[row]) continue;
        for (int s = map->first[p]; s <= p; s++) {
            const double *theirs = work->factor + map->factor[s];
            if (!work->is_on[map->order[s]]) {
                own[s] = 0.0;
                continue;
            }
            double sum = effect_on(m, work, row, map->order[s]);
            int from = map->first[p] > map->first[s] ? map->first[p] : map->first[s];
            for (int k = from; k < s; k++)
                sum -= own[k] * theirs[k];
            own[s] = s < p ? sum / theirs[s] : sum;
        }
        double part = part_of(m, work, row, own[p], is_rough);
        if (!(part >= work->rank->least)) {
            work->rank->least = part;
            work->rank->weakest = row;
        }
        work->is_on[row] = part > least_part;
        own[p] = work->is_on[row] ? sqrt(own[p]) : 0.0;
        on += work->is_on[row];
    }
    work->rank->lost = m->independent_count - on;
}

// Choose the rows again, those with most of their own first. Which of them carries a force that is
// not determined by the motion changes with that.
static void choose_rows(const dp_mechanism *m, struct workspace *work) {
    int all = m->loops.ideal_rows;
    double *k = work->matrix, *whole = k + (size_t)all * (size_t)all;
    for (int r = 0; r < all; r++) {
        for (int s = 0; s < all; s++)
            k[r * all + s] = effect_on(m, work, r, s);
        whole[r] = whole_of(m, work, r);
        work->is_on[r] = 0;
    }
    for (int i = 0; i < m->independent_count; i++) {
        int best = -1;
        double most = 0.0;
        for (int r = 0; r < all; r++)
            if (!work->is_on[r] && k[r * all + r] > most * whole[r]) {
                most = k[r * all + r] / whole[r];
                best = r;
            }
        if (best < 0) return;
        work->is_on[best] = 1;
        for (int r = 0; r < all; r++) {
            double by = work->is_on[r] ? 0.0 : k[r * all + best] / k[best * all + best];
            for (int s = 0; s < all && by != 0.0; s++)
                k[r * all + s] -= by * k[best * all + s];
        }
    }
}

// Rows that are on though less of one than this part is its own are chosen again.
static const double poor_part = 1e-2;

// These rows; NULL: those that hold the motion well here.
static void factor_these(const dp_mechanism *m, struct workspace *work, const int *rows,
                         int is_rough) {
    respond_rows(m, work);
    if (rows != NULL) {
        memcpy(work->is_on, rows, (size_t)m->loops.ideal_rows * sizeof(int));
        factor_on(m, work, is_rough);
        return;
    }
    memcpy(work->is_on, m->is_independent, (size_t)m->loops.ideal_rows * sizeof(int));
    factor_on(m, work, is_rough);
    if (m->redundant_count == 0 || (work->rank->lost == 0 && work->rank->least > poor_part)) return;
    choose_rows(m, work);
    factor_on(m, work, is_rough);
}

static void factor_rows(const dp_mechanism *m, struct workspace *work) {
    factor_these(m, work, NULL, 0);
}

// x, per row: what was wanted of the rows in, multipliers out.
static void solve_rows(const dp_mechanism *m, const struct workspace *work, double *x) {
    const struct loop_map *map = &m->loops;
    for (int p = 0; p < map->ideal_rows; p++) {
        const double *own = work->factor + map->factor[p];
        double *sum = &x[map->order[p]];
        if (!work->is_on[map->order[p]]) {
            *sum = 0.0;
            continue;
        }
        for (int s = map->first[p]; s < p; s++)
            *sum -= own[s] * x[map->order[s]];
        *sum /= own[p];
    }
    for (int p = map->ideal_rows - 1; p >= 0; p--) {
        double *sum = &x[map->order[p]];
        if (!work->is_on[map->order[p]]) continue;
        for (int s = p + 1; s <= map->last[p]; s++)
            if (map->first[s] <= p)
                *sum -= work->factor[map->factor[s] + (size_t)p] * x[map->order[s]];
        *sum /= work->factor[map->factor[p] + (size_t)p];
    }
}

void dp_loops_close(const dp_mechanism *m, struct workspace *work) {
    dp_cuts_place(m, work, 0);
    factor_these(m, work, NULL, 1);
    for (int row = 0; row < m->loops.ideal_rows; row++) {
        const struct cut *cut = cut_of(m, row);
        const struct link_state *a = link_at(work, cut->first), *b = link_at(work, cut->second);
        const double *w = row_of(work, row);
        work->lambda[row] = -(work->gamma[row] + w[0] * a->ax + w[1] * a->ay + w[2] * a->alpha +
                              w[3] * b->ax + w[4] * b->ay + w[5] * b->alpha);
    }
    solve_rows(m, work, work->lambda);
    for (int row = 0; row < m->loops.ideal_rows; row++) {
        const struct cut *cut = cut_of(m, row);
        const double *w = row_of(work, row);
        for (int end = 0; end < 2; end++) {
            int link = end == 0 ? cut->first : cut->second;
            if (link < 0) continue;
            work->states[link].fx += work->lambda[row] * w[3 * end];
            work->states[link].fy += work->lambda[row] * w[3 * end + 1];
            work->states[link].m += work->lambda[row] * w[3 * end + 2];
        }
    }
    dp_links_solve(m, work);
}

double dp_loops_sine(const dp_mechanism *m, double t, const double *q, const double *v,
                     const int *rows, struct workspace *work) {
    dp_mechanism_place(m, t, q, v, work);
    dp_cuts_place(m, work, 0);
    dp_links_factor(m, work);
    factor_these(m, work, rows, 0);
    return work->rank->lost > 0 ? 0.0 : sqrt(work->rank->least);
}

// [ax, ay, alpha, slide] that the rows add, each as often as `by` says, to all links.
static void add_responses(const dp_mechanism *m, const struct workspace *work, const double *by,
                          double *out) {
    const struct loop_map *map = &m->loops;
    for (int row = 0; row < map->ideal_rows; row++) {
        const double *a = work->response + map->response[row];
        for (int side = 0; side < 2 && work->is_on[row]; side++) {
            int group = map->groups[2 * map->cut_of[row] + side];
            if (group < 0) continue;
            for (int i = map->begin[group]; i < map->begin[group + 1]; i++, a += 4)
                for (int k = 0; k < 4; k++)
                    out[4 * map->members[i] + k] += by[row] * a[k];
        }
    }
}

void dp_loops_respond(const dp_mechanism *m, struct workspace *work, double *out) {
    double *by = work->solution;
    for (int row = 0; row < m->loops.ideal_rows; row++) {
        const struct cut *cut = cut_of(m, row);
        const double *w = row_of(work, row);
        by[row] = 0.0;
        for (int k = 0; k < 3; k++) {
            if (cut->first >= 0) by[row] -= w[k] * out[4 * cut->first + k];
            if (cut->second >= 0) by[row] -= w[3 + k] * out[4 * cut->second + k];
        }
    }
    solve_rows(m, work, by);
    add_responses(m, work, by, out);
}

// --- projection ---

// [ax, ay, alpha, slide] of a link as a change of its own coordinates.
static void add_change(const struct link *link, double by, const double *a, double *x) {
    for (int slot = 0; slot < link->slots; slot++) {
        int entry = link->kind == LINK_PIN ? 2 : link->kind == LINK_SLIDE ? 3 : slot;
        if (link->unknown[slot] >= 0) x[link->unknown[slot]] += by * a[entry];
    }
}

// Change of coordinates that takes `wanted` out of the rows; added to x.
static void correct(const dp_mechanism *m, struct workspace *work, const double *wanted,
                    double *x) {
    const struct loop_map *map = &m->loops;
    for (int row = 0; row < map->ideal_rows; row++)
        work->lambda[row] = -wanted[row];
    solve_rows(m, work, work->lambda);
    for (int row = 0; row < map->ideal_rows; row++) {
        const double *a = work->response + map->response[row];
        for (int side = 0; side < 2 && work->is_on[row]; side++) {
            int group = map->groups[2 * map->cut_of[row] + side];
            for (int i = group < 0 ? 0 : map->begin[group];
                 i < (group < 0 ? 0 : map->begin[group + 1]); i++, a += 4)
                add_change(&m->links[map->members[i]], work->lambda[row], a, x);
        }
    }
}

void dp_loops_take_out(const dp_mechanism *m, double t, const double *q, double *change,
                       double *still, struct workspace *work) {
    double *rate = work->solution;
    memset(still, 0, (size_t)m->unknown_count * sizeof *still);
    dp_mechanism_place(m, t, q, still, work);
    dp_cuts_place(m, work, 0);
    memcpy(rate, work->drift, (size_t)m->loops.ideal_rows * sizeof *rate);
    dp_mechanism_place(m, t, q, change, work);
    dp_cuts_place(m, work, 0);
    for (int row = 0; row < m->loops.ideal_rows; row++)
        rate[row] = work->drift[row] - rate[row];
    dp_links_factor(m, work);
    factor_rows(m, work);
    correct(m, work, rate, change);
}

static double largest(const dp_mechanism *m, const double *gap) {
    double most = 0.0;
    for (int row = 0; row < m->loops.ideal_rows; row++)
        most = fabs(gap[row]) > most ? fabs(gap[row]) : most;
    return most;
}

double dp_loops_gap(const dp_mechanism *m, double t, const double *q, const double *v,
                    struct workspace *work) {
    dp_mechanism_place(m, t, q, v, work);
    dp_cuts_place(m, work, 0);
    return largest(m, work->gap) / m->size;
}

// Largest difference of two sets of rates; angles as arcs of the mechanism's size.
static double largest_change(const dp_mechanism *m, const double *from, const double *to) {
    double most = 0.0;
    for (int i = 0; i < m->link_count; i++) {
        const struct link *l = &m->links[i];
        for (int slot = 0; slot < l->slots; slot++) {
            int u = l->unknown[slot], turns = l->kind == LINK_PIN || slot == 2;
            if (u >= 0) most = fmax(most, fabs(to[u] - from[u]) * (turns ? m->size : 1.0));
        }
    }
    return most;
}

dp_status dp_mechanism_project(const dp_mechanism *m, double t, double *q, double *v, double pace,
                               struct workspace *work, struct projection *done) {
    *done = (struct projection){0.0, 0.0, 0.0};
    *work->rank = (struct loop_rank){.least = 1.0};
    if (m->independent_count == 0) return DP_OK;
    double before = INFINITY, *rates = work->scratch + 9 * m->link_count;
    memcpy(rates, v, (size_t)m->unknown_count * sizeof *v);
    for (int pass = 0; pass < 8; pass++) {
        dp_mechanism_place(m, t, q, v, work);
        dp_cuts_place(m, work, 0);
        dp_links_factor(m, work);
        factor_rows(m, work);
        // towards a singular position the same gap is farther off the branch; one of rounding alone
        // must not be closed there, since its correction is larger than what it mends
        double gap = largest(m, work->gap), steep = sqrt(fmax(work->rank->least, least_part));
        if (gap <= m->size * fmax(1e-13 * fmin(1.0, 10.0 * steep), 2e-15)) break;
        // what is left beside the independent rows does not get better
        if (gap <= 1e-11 * m->size && gap > 0.5 * before) break;
        if (pass == 7 || isnan(gap)) return DP_ERR_NUMERIC;
        before = gap;
        correct(m, work, work->gap, q);
    }
    double speed = pace;
    for (int i = 0; i < m->link_count; i++)
        speed = fmax(speed, hypot(work->states[i].vx, work->states[i].vy));
    if (work->rank->least > 1e-2 || largest(m, work->drift) > 2e-15 * speed)
        correct(m, work, work->drift, v);
    dp_mechanism_place(m, t, q, v, work);
    dp_cuts_place(m, work, 0);
    done->gap = largest(m, work->gap) / m->size;
    if (!(speed > 0.0)) return DP_OK;
    done->drift = largest(m, work->drift) / speed;
    done->jump = largest_change(m, rates, v) / speed;
    return DP_OK;
}
