// What a mechanism is in its start: its coordinates (start.c), the rows that its loops need, its
// size, lengths of springs, and the coordinate that ensembles move.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "mechanism/assemble.h"

static dp_status make_room(struct assembly *a, dp_error *err) {
    size_t n = (size_t)a->n, r = (size_t)a->m->row_count, links = (size_t)a->m->link_count;
    double *room =
        (double *)dp_mechanism_room(a->m, 9 * n + dp_workspace_size(a->m) + 64, sizeof *room);
    double *start = (double *)dp_mechanism_room(a->m, 2 * n + 1, sizeof *room);
    int *independent = (int *)dp_mechanism_room(a->m, 2 * r, sizeof *independent);
    char *flags = (char *)dp_mechanism_room(a->m, n + 2 * links, 1);
    a->wishes = (struct wish *)dp_mechanism_room(a->m, 3 * links, sizeof *a->wishes);
    if (room == NULL || start == NULL || independent == NULL || flags == NULL || a->wishes == NULL)
        return dp_fail(err, DP_ERR_MEMORY, "no memory to assemble the mechanism");
    a->m->start = start;
    a->m->is_independent = independent;
    a->q = start;
    a->v = start + n;
    double **const arrays[] = {&a->try_q, &a->kept,      &a->best,      &a->change,   &a->scale,
                               &a->first, &a->search[0], &a->search[1], &a->search[2]};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        *arrays[i] = room + i * n;
    dp_workspace_place(a->m, &a->work, room + 9 * n);
    a->is_fixed = flags;
    a->moves = flags + n;
    a->turns = a->moves + links;
    return DP_OK;
}

// A first idea of the size, from the points of the joints alone.
static double rough_size(const dp_mechanism_def *def) {
    double size = 0.0;
    for (int i = 0; i < def->joint_count; i++) {
        const dp_mechanism_joint *j = &def->joints[i];
        for (int end = 0; end < 2; end++)
            size = fmax(size, hypot(j->at[end][0], j->at[end][1]));
        size = fmax(size, hypot(j->through[0], j->through[1]));
    }
    for (int i = 0; i < def->body_count; i++)
        if (isfinite(def->bodies[i].x) && isfinite(def->bodies[i].y))
            size = fmax(size, hypot(def->bodies[i].x, def->bodies[i].y));
    return size > 0.0 ? size : 1.0;
}

static const char *equation_of(const struct cut *c, int r) {
    if (c->kind == LINK_SLIDE) return r == 0 ? "across its line" : "for its angle";
    return r == 0 ? "in x" : r == 1 ? "in y" : "for its angle";
}

// Rows at q that those before them do not already imply, by Gram and Schmidt, twice for the sake of
// rounding. Returns how many.
static int list_independent(struct assembly *a, int *is_independent) {
    int n = a->n, count = 0;
    weigh(a, 0);
    differentiate(a);
    for (int r = 0; r < a->ideal_rows; r++) {
        double *row = a->jacobian + r * n, before = 0.0, after = 0.0;
        for (int j = 0; j < n; j++)
            before += row[j] * row[j];
        for (int pass = 0; pass < 2; pass++)
            for (int k = 0; k < r; k++) {
                const double *other = a->jacobian + k * n;
                if (!is_independent[k]) continue;
                double dot = 0.0;
                for (int j = 0; j < n; j++)
                    dot += row[j] * other[j];
                for (int j = 0; j < n; j++)
                    row[j] -= dot * other[j];
            }
        for (int j = 0; j < n; j++)
            after += row[j] * row[j];
        is_independent[r] = before > 0.0 && after > 1e-16 * before && after > 1e-20;
        for (int j = 0; j < n && is_independent[r]; j++)
            row[j] /= sqrt(after);
        count += is_independent[r];
    }
    return count;
}

// Way from the start to where the rank of the rows is looked at again, as an angle or a part of the
// size.
static const double way_beside = 1e-2;

// Along the speeds of the start and of the drivers; in any direction where all of them are zero.
static void go_beside(struct assembly *a) {
    double most = 0.0;
    unsigned state = 1u;
    for (int i = 0; i < a->m->driver_count; i++) {
        const struct driver *d = &a->m->drivers[i];
        int turns = a->m->links[d->link].kind == LINK_PIN || d->slot == 2;
        double at[3];
        dp_curve_at(&d->curve, 0.0, at);
        most = fmax(most, fabs(at[1]) / (turns ? 1.0 : a->m->size));
    }
    for (int j = 0; j < a->n; j++)
        most = fmax(most, fabs(a->v[j]) / (a->scale[j] * a->m->size));
    a->time = most > 0.0 ? way_beside / most : 0.0;
    for (int j = 0; j < a->n; j++) {
        state = 1664525u * state + 1013904223u;
        double anywhere = way_beside * (state * 0x1p-31 - 1.0) * a->scale[j] * a->m->size;
        a->q[j] += most > 0.0 ? a->time * a->v[j] : anywhere;
    }
}

// Newton's steps of least length onto the ideal rows; 0: they do not lead there.
static int close_beside(struct assembly *a) {
    enum { ITERATIONS = 30 };
    weigh(a, 0);
    for (int r = a->ideal_rows; r < a->rows; r++)
        a->weight[r] = 0.0;
    for (int i = 0; i < ITERATIONS; i++) {
        differentiate(a);
        if (place(a, a->q, a->v) <= 1e-13 * a->m->size) return 1;
        memcpy(a->right, a->gap, (size_t)a->rows * sizeof *a->right);
        dp_start_solve(a, 1e-15);
        for (int j = 0; j < a->n; j++)
            for (int r = 0; r < a->rows; r++)
                a->q[j] -= a->jacobian[r * a->n + j] * a->right[r] * a->scale[j];
    }
    return 0;
}

// Rows that are solved for. A start in a singular position has fewer of them than the motion.
static void find_independent(struct assembly *a) {
    dp_mechanism *m = a->m;
    size_t size = (size_t)a->n * sizeof *a->q;
    m->independent_count = list_independent(a, m->is_independent);
    if (m->independent_count < a->ideal_rows) {
        int *beside = m->is_independent + a->ideal_rows;
        memcpy(a->kept, a->q, size);
        go_beside(a);
        int count = close_beside(a) ? list_independent(a, beside) : 0;
        if (count > m->independent_count) {
            m->independent_count = count;
            memcpy(m->is_independent, beside, (size_t)a->ideal_rows * sizeof *beside);
        }
        memcpy(a->q, a->kept, size);
        a->time = 0.0;
        weigh(a, 0);
    }
    for (int r = 0; r < a->ideal_rows; r++) {
        const struct cut *c = &m->cuts[m->loops.cut_of[r]];
        if (m->is_independent[r]) continue;
        snprintf(m->redundant[m->redundant_count++], sizeof *m->redundant,
                 "joint %s: its equation %s follows from the other joints and drivers",
                 m->joints[c->joint].name, equation_of(c, r - c->row));
    }
}

// --- what follows from the start ---

static void grow_box(double box[4], double x, double y) {
    box[0] = fmin(box[0], x);
    box[1] = fmax(box[1], x);
    box[2] = fmin(box[2], y);
    box[3] = fmax(box[3], y);
}

static void box_point(const struct assembly *a, double box[4], int link, const double at[2]) {
    if (link < 0) {
        grow_box(box, at[0], at[1]);
        return;
    }
    const struct link_state *n = &a->work.states[link];
    grow_box(box, n->x + n->c * at[0] - n->s * at[1], n->y + n->s * at[0] + n->c * at[1]);
}

static double size_of(const struct assembly *a) {
    const dp_mechanism *m = a->m;
    double box[4] = {INFINITY, -INFINITY, INFINITY, -INFINITY};
    for (int i = 0; i < m->link_count; i++) {
        grow_box(box, a->work.states[i].x, a->work.states[i].y);
        if (m->links[i].joint < 0) continue;
        box_point(a, box, i, m->links[i].on_self);
        box_point(a, box, m->links[i].parent, m->links[i].on_parent);
    }
    for (int i = 0; i < m->cut_count; i++) {
        box_point(a, box, m->cuts[i].first, m->cuts[i].at[0]);
        box_point(a, box, m->cuts[i].second, m->cuts[i].at[1]);
    }
    double size = hypot(box[1] - box[0], box[3] - box[2]);
    return size > 0.0 ? size : m->size;
}

static dp_status take_starts(const struct assembly *a, dp_error *err) {
    dp_mechanism *m = a->m;
    m->body_starts =
        (dp_body_start *)dp_mechanism_room(m, (size_t)m->body_count, sizeof *m->body_starts);
    if (m->body_starts == NULL) return dp_fail(err, DP_ERR_MEMORY, "no memory for the start");
    for (int i = 0; i < m->body_count; i++) {
        const dp_mechanism_body *b = &a->def->bodies[i];
        const struct link_state *n = &a->work.states[m->link_of[i]];
        const double given[] = {b->x, b->y, b->angle, b->vx, b->vy, b->omega};
        m->body_starts[i] = (dp_body_start){.value = {n->x, n->y, n->angle, n->vx, n->vy, n->w}};
        for (int k = 0; k < DP_START_VALUES; k++)
            m->body_starts[i].is_given[k] = !isnan(given[k]);
    }
    return DP_OK;
}

static void relax_springs(const struct assembly *a) {
    for (int i = 0; i < a->m->force_count; i++) {
        struct force *f = &a->m->forces[i];
        if (!isnan(f->rest)) continue;
        const struct link_state still = {.c = 1.0};
        const struct link_state *p = f->first < 0 ? &still : &a->work.states[f->first];
        const struct link_state *q = f->second < 0 ? &still : &a->work.states[f->second];
        double x = (q->x + q->c * f->at[1][0] - q->s * f->at[1][1]) -
                   (p->x + p->c * f->at[0][0] - p->s * f->at[0][1]);
        double y = (q->y + q->s * f->at[1][0] + q->c * f->at[1][1]) -
                   (p->y + p->s * f->at[0][0] + p->c * f->at[0][1]);
        f->rest = f->type == DP_FORCE_TORSION ? q->angle - p->angle : hypot(x, y);
    }
}

// A plane has no far side to come out of: a corner on it, which has no radius, may go as far in a
// step as a hundredth of the mechanism.
static void widen_strides(dp_mechanism *m) {
    for (int i = 0; i < m->pair_count; i++)
        if (m->pairs[i].kind == PAIR_PLANE && isnan(m->pairs[i].gap))
            m->pairs[i].stride = fmax(m->pairs[i].stride, 0.01 * m->size);
}

dp_status dp_mechanism_assemble(dp_mechanism *m, const dp_mechanism_def *def, dp_error *err) {
    struct assembly a = {.m = m, .def = def, .n = m->unknown_count, .rows = m->row_count};
    for (int i = 0; i < m->cut_count; i++)
        if (!m->cuts[i].loose) a.ideal_rows += m->cuts[i].rows;
    m->size = rough_size(def);
    m->redundant = (char(*)[160])dp_mechanism_room(m, (size_t)a.ideal_rows, sizeof *m->redundant);
    if (m->redundant == NULL) return dp_fail(err, DP_ERR_MEMORY, "no memory for the loops");
    dp_status status = make_room(&a, err);
    if (status == DP_OK) status = dp_start_find(&a, err);
    if (status != DP_OK) return status;
    find_independent(&a);
    place(&a, a.q, a.v);
    status = take_starts(&a, err);
    if (status != DP_OK) return status;
    m->size = size_of(&a);
    relax_springs(&a);
    widen_strides(m);
    return dp_mechanism_choose_moves(m, err);
}
