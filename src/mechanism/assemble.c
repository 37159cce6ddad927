// The start: coordinates at which every joint is closed, with zero clearance, and velocities that
// keep it so.
//
// Newton steps of least length, x -= J^T (J J^T + mu)^-1 gap, with angles measured as arcs of the
// mechanism's size; damped by a limit on the step and by halving it until the gaps shrink. A start
// that does not lead there is followed by others in a fixed order. A body whose position was given
// is not moved to close joints with clearance.

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "mechanism/motion.h"

enum { ITERATIONS = 100, STARTS = 64, HALVINGS = 12 };

struct assembly {
    dp_mechanism *m;
    const dp_mechanism_def *def;
    struct workspace work;
    int n, rows, ideal_rows;
    double *q, *v, *try_q;   // coordinates, rates
    double *jacobian;        // rows x n, scaled
    double *matrix, *right;  // rows x rows
    double *weight;          // per row: 0 leaves it out
    double *scale;           // of an unknown, per metre
    double *row_scale;
    double *given;  // NaN, or the value the definition gives an unknown
};

static double unit_scale(const struct link *l, int slot, double size) {
    int is_angle = l->kind == LINK_PIN || (l->kind == LINK_FREE && slot == 2);
    return is_angle ? 1.0 / size : 1.0;
}

static dp_status make_room(struct assembly *a, dp_error *err) {
    size_t n = (size_t)a->n, r = (size_t)a->rows;
    double *room = (double *)dp_mechanism_room(
        a->m, 5 * n + r * n + r * r + 3 * r + dp_workspace_size(a->m) + 64, sizeof *room);
    double *start = (double *)dp_mechanism_room(a->m, 2 * n + 1, sizeof *room);
    int *independent = (int *)dp_mechanism_room(a->m, r + 1, sizeof *independent);
    if (room == NULL || start == NULL || independent == NULL)
        return dp_fail(err, DP_ERR_MEMORY, "no memory to assemble the mechanism");
    a->m->start = start;
    a->m->independent = independent;
    a->q = start;
    a->v = start + n;
    a->try_q = room;
    a->scale = room + n;
    a->given = room + 2 * n;
    a->jacobian = room + 5 * n;
    a->matrix = a->jacobian + r * n;
    a->right = a->matrix + r * r;
    a->weight = a->right + r;
    a->row_scale = a->weight + r;
    dp_workspace_place(a->m, &a->work, a->row_scale + r);
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

// --- first guesses ---

static const double along_enough = 1e-6;

// Value or speed that the definition gives a coordinate, as far as it can be read directly.
static double given_of(const struct link *l, const dp_mechanism_body *b, int slot, int speed) {
    double x = speed ? b->vx : b->x, y = speed ? b->vy : b->y, w = speed ? b->omega : b->angle;
    if (l->kind == LINK_PIN || slot == 2) return w;
    if (l->kind == LINK_FREE) return slot == 0 ? x : y;
    if (l->parent >= 0 || (isnan(x) && isnan(y))) return NAN;
    double c = cos(l->angle), s = sin(l->angle);
    double ox = speed ? 0.0 : l->on_parent[0] - (c * l->on_self[0] - s * l->on_self[1]);
    double oy = speed ? 0.0 : l->on_parent[1] - (s * l->on_self[0] + c * l->on_self[1]);
    // one of the two alone says where on the line it is, unless the line runs across it
    if (isnan(y)) return fabs(l->axis[0]) > along_enough ? (x - ox) / l->axis[0] : NAN;
    if (isnan(x)) return fabs(l->axis[1]) > along_enough ? (y - oy) / l->axis[1] : NAN;
    return (x - ox) * l->axis[0] + (y - oy) * l->axis[1];
}

static uint64_t splitmix(uint64_t *state) {
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static void guess(struct assembly *a, int attempt) {
    const dp_mechanism *m = a->m;
    uint64_t state = (uint64_t)attempt * 7919u;
    for (int i = 0; i < m->link_count; i++) {
        const struct link *l = &m->links[i];
        for (int slot = 0; slot < l->slots; slot++) {
            int u = l->unknown[slot];
            if (u < 0) continue;
            a->scale[u] = unit_scale(l, slot, m->size);
            a->given[u] = given_of(l, &a->def->bodies[l->body], slot, 0);
            double other = (double)(splitmix(&state) >> 11) * 0x1p-53 * 2.0 - 1.0;
            double reach = a->scale[u] == 1.0 ? m->size : 3.141592653589793;
            a->q[u] = !isnan(a->given[u]) ? a->given[u] : attempt == 0 ? 0.0 : reach * other;
        }
    }
}

// Does the definition place the body, in a coordinate of its own? What hangs on a pin has none.
static int is_placed(const struct assembly *a, int body, int speed) {
    if (body < 0) return 0;
    const struct link *l = &a->m->links[a->m->link_of[body]];
    const dp_mechanism_body *b = &a->def->bodies[body];
    if (l->kind == LINK_FREE)
        return speed ? !isnan(b->vx) || !isnan(b->vy) : !isnan(b->x) || !isnan(b->y);
    return l->kind == LINK_SLIDE && l->unknown[0] >= 0 && !isnan(given_of(l, b, 0, speed));
}

// Which rows take part: all ideal ones, and joints with clearance unless a position was given.
static void weigh(struct assembly *a, int speed) {
    for (int i = 0; i < a->m->cut_count; i++) {
        const struct cut *c = &a->m->cuts[i];
        const dp_mechanism_joint *j = &a->def->joints[c->joint];
        int out = c->loose && (is_placed(a, j->first, speed) || is_placed(a, j->second, speed));
        for (int r = 0; r < c->rows; r++) {
            int is_angle = (c->kind == LINK_SLIDE && r == 1) || r == 2;
            a->weight[c->row + r] = out ? 0.0 : 1.0;
            a->row_scale[c->row + r] = is_angle ? a->m->size : 1.0;
        }
    }
}

// --- Newton ---

// Rows at q with rates v; the largest gap that counts.
static double place(struct assembly *a, const double *q, const double *v) {
    dp_mechanism_place(a->m, 0.0, q, v, &a->work);
    dp_cuts_place(a->m, &a->work, 1);
    double most = 0.0;
    for (int r = 0; r < a->rows; r++) {
        double gap = fabs(a->work.gap[r]) * a->row_scale[r] * a->weight[r];
        if (!(gap <= most)) most = gap;
    }
    return most;
}

static double norm(const struct assembly *a) {
    double sum = 0.0;
    for (int r = 0; r < a->rows; r++) {
        double gap = a->work.gap[r] * a->row_scale[r] * a->weight[r];
        sum += gap * gap;
    }
    return sqrt(sum);
}

// Drift of the rows is linear in the rates: its change with each rate is the Jacobian.
static void differentiate(struct assembly *a) {
    int n = a->n;
    double *rate = a->try_q;
    if (a->rows == 0) {
        place(a, a->q, a->v);
        return;
    }
    memcpy(rate, a->v, (size_t)n * sizeof *rate);
    place(a, a->q, a->v);
    memcpy(a->right, a->work.drift, (size_t)a->rows * sizeof *a->right);
    for (int j = 0; j < n; j++) {
        rate[j] = a->v[j] + a->scale[j];
        place(a, a->q, rate);
        rate[j] = a->v[j];
        for (int r = 0; r < a->rows; r++)
            a->jacobian[r * n + j] =
                (a->work.drift[r] - a->right[r]) * a->row_scale[r] * a->weight[r];
    }
    place(a, a->q, a->v);
}

// right becomes (J J^T + mu)^-1 right.
static void solve_normal(struct assembly *a, double mu) {
    int n = a->n, rows = a->rows;
    double trace = 0.0, *k = a->matrix;
    for (int r = 0; r < rows; r++)
        for (int s = 0; s <= r; s++) {
            double sum = 0.0;
            for (int j = 0; j < n; j++)
                sum += a->jacobian[r * n + j] * a->jacobian[s * n + j];
            k[r * rows + s] = sum;
            if (r == s && sum > trace) trace = sum;
        }
    for (int r = 0; r < rows; r++) {
        k[r * rows + r] += mu * trace + 1e-300;
        for (int s = 0; s <= r; s++) {
            double sum = k[r * rows + s];
            for (int j = 0; j < s; j++)
                sum -= k[r * rows + j] * k[s * rows + j];
            if (r == s)
                k[r * rows + r] = sqrt(sum > 0.0 ? sum : mu * trace + 1e-300);
            else
                k[r * rows + s] = sum / k[s * rows + s];
        }
    }
    for (int r = 0; r < rows; r++) {
        for (int s = 0; s < r; s++)
            a->right[r] -= k[r * rows + s] * a->right[s];
        a->right[r] /= k[r * rows + r];
    }
    for (int r = rows - 1; r >= 0; r--) {
        for (int s = r + 1; s < rows; s++)
            a->right[r] -= k[s * rows + r] * a->right[s];
        a->right[r] /= k[r * rows + r];
    }
}

// One damped step; 0 when no part of it makes the gaps smaller.
static int newton(struct assembly *a) {
    int n = a->n;
    differentiate(a);
    double before = norm(a), longest = 0.0;
    for (int r = 0; r < a->rows; r++)
        a->right[r] = a->work.gap[r] * a->row_scale[r] * a->weight[r];
    solve_normal(a, 1e-14);
    double *step = a->given + n;  // room behind
    for (int j = 0; j < n; j++) {
        step[j] = 0.0;
        for (int r = 0; r < a->rows; r++)
            step[j] -= a->jacobian[r * n + j] * a->right[r];
        longest = fmax(longest, fabs(step[j]));
    }
    double part = longest > 0.4 * a->m->size ? 0.4 * a->m->size / longest : 1.0;
    for (int h = 0; h < HALVINGS; h++, part *= 0.5) {
        for (int j = 0; j < n; j++)
            a->try_q[j] = a->q[j] + part * step[j] * a->scale[j];
        place(a, a->try_q, a->v);
        if (norm(a) < before) {
            memcpy(a->q, a->try_q, (size_t)n * sizeof *a->q);
            return 1;
        }
    }
    return 0;
}

static int close_gaps(struct assembly *a) {
    for (int i = 0; i < ITERATIONS; i++) {
        double gap = place(a, a->q, a->v);
        if (gap <= 2e-15 * a->m->size) return 1;
        if (!newton(a)) return gap <= 1e-11 * a->m->size;
    }
    return 0;
}

// --- complaints ---

static dp_status cannot_close(const struct assembly *a, dp_error *err) {
    const dp_mechanism *m = a->m;
    int worst = 0;
    double most = -1.0;
    for (int i = 0; i < m->cut_count; i++)
        for (int r = m->cuts[i].row; r < m->cuts[i].row + m->cuts[i].rows; r++) {
            double gap = fabs(a->work.gap[r]) * a->row_scale[r] * a->weight[r];
            if (gap > most) {
                most = gap;
                worst = i;
            }
        }
    int joint = m->cuts[worst].joint;
    const char *name = m->joints[joint].name;
    if (a->rows > a->n)
        return dp_blame(
            err,
            dp_fail(err, DP_ERR_CONFLICT,
                    "the mechanism cannot be assembled: joint %s stays open by %.3g m; its "
                    "mobility is %d, %d equations of closed loops against %d free coordinates; "
                    "take a joint or a driver away, or check the lengths",
                    name, most, a->n - a->rows, a->rows, a->n),
            DP_SUBJECT_JOINT, joint, name);
    return dp_blame(
        err,
        dp_fail(err, DP_ERR_CONFLICT,
                "the mechanism cannot be assembled: joint %s stays open by %.3g m whatever the "
                "start; check the points of the joints and the lengths of the bodies around "
                "that loop, or give start angles near a position that closes",
                name, most),
        DP_SUBJECT_JOINT, joint, name);
}

static int body_of(const dp_mechanism *m, int link) {
    return link < 0 ? DP_GROUND : m->links[link].body;
}

static dp_status check_journals(const struct assembly *a, dp_error *err) {
    const dp_mechanism *m = a->m;
    for (int i = 0; i < m->pair_count; i++) {
        const struct pair *p = &m->pairs[i];
        struct touch *t = &a->work.touches[i];
        dp_pair_place(m, p, &a->work, t);
        if (!(t->delta > 1e-12 * m->size)) continue;
        int placed =
            is_placed(a, body_of(m, p->first), 0) || is_placed(a, body_of(m, p->second), 0);
        if (p->kind == PAIR_BEARING)
            return dp_pair_blame(
                m, i, err,
                dp_fail(err, placed ? DP_ERR_RANGE : DP_ERR_CONFLICT,
                        "joint %s: its journal starts %.4g m from the centre of its bearing, "
                        "but the clearance is %.4g m; %s",
                        p->name, t->distance, p->gap,
                        placed ? "move the start positions of its bodies"
                               : "no start closes it: check the points of the joints and the "
                                 "lengths, or take a joint or a driver away"));
        int looks = p->contact.kernel->begin != NULL || dp_contact_follows(&p->contact);
        if (looks && isnan(p->contact.approach) && p->contact.kernel->raise == NULL)
            return dp_pair_blame(
                m, i, err,
                dp_fail(err, DP_ERR_MISSING,
                        "%s already touches at the start, %.4g m deep, so it has no approach "
                        "speed of its own; move the bodies apart or turn the normal, or, if it "
                        "is meant, take `approach: largest` or a fixed `approach`",
                        p->name, t->delta));
    }
    return DP_OK;
}

// Is x, y or the angle of a link (0, 1, 2) for the definition to give? A start that a closed loop
// changes is a first guess.
static int is_own(const struct link *l, int entry) {
    if (l->kind == LINK_FREE) return l->unknown[entry] >= 0;
    if (l->kind == LINK_PIN) return entry == 2 && l->unknown[0] >= 0;
    return l->kind == LINK_SLIDE && l->parent < 0 && entry < 2 && l->unknown[0] >= 0 &&
           fabs(l->axis[entry]) > along_enough;
}

// What a joint or a driver decides may be given as it is, but not otherwise.
static dp_status check_start(const struct assembly *a, const struct link *l, int entry, int speed,
                             dp_error *err) {
    static const char *const names[2][3] = {{"x", "y", "angle"}, {"vx", "vy", "omega"}};
    static const char *const units[2][3] = {{"m", "m", "rad"}, {"m/s", "m/s", "rad/s"}};
    const dp_mechanism *m = a->m;
    const dp_mechanism_body *b = &a->def->bodies[l->body];
    const struct link_state *n = &a->work.states[m->link_of[l->body]];
    const double given[2][3] = {{b->x, b->y, b->angle}, {b->vx, b->vy, b->omega}};
    const double is[2][3] = {{n->x, n->y, n->angle}, {n->vx, n->vy, n->w}};
    double wanted = given[speed][entry], has = is[speed][entry], off = wanted - has;
    int both = l->kind == LINK_SLIDE && entry == 0 && !isnan(given[speed][1]);
    if (isnan(wanted)) return DP_OK;
    if (entry == 2 && !speed) off = remainder(off, 6.283185307179586477);
    if (is_own(l, entry)) {
        if (!both || !is_own(l, 1)) return DP_OK;
        // both on an oblique line: they must lie on it
        off = off * n->axis_y - (given[speed][1] - is[speed][1]) * n->axis_x;
    }
    double size = entry == 2 ? 1.0 : m->size;
    if (fabs(off) <= 1e-6 * fmax(fabs(has), size)) return DP_OK;
    int driven = l->slots > 0 && l->unknown[l->kind == LINK_FREE ? entry : 0] < 0 &&
                 !(l->kind == LINK_PIN && entry != 2) && !(l->kind == LINK_SLIDE && entry == 2);
    return dp_blame(
        err,
        dp_fail(err, DP_ERR_CONFLICT,
                "body %s: its start has %s = %g %s, but %s%s decides it (%g %s); leave it out",
                m->body_names[l->body], names[speed][entry], wanted, units[speed][entry],
                driven ? "its driver" : "joint ", driven ? "" : m->joints[l->joint].name, has,
                units[speed][entry]),
        DP_SUBJECT_BODY, l->body, m->body_names[l->body]);
}

static dp_status check_starts(const struct assembly *a, int speed, dp_error *err) {
    dp_status status = DP_OK;
    for (int i = 0; i < a->m->link_count; i++)
        for (int entry = 0; entry < 3 && status == DP_OK; entry++)
            status = check_start(a, &a->m->links[i], entry, speed, err);
    return status;
}

// --- positions, velocities, rank ---

static dp_status assemble_positions(struct assembly *a, dp_error *err) {
    weigh(a, 0);
    memset(a->v, 0, (size_t)a->n * sizeof *a->v);
    for (int attempt = 0; attempt < STARTS; attempt++) {
        guess(a, attempt);
        if (close_gaps(a)) return DP_OK;
        if (a->n == 0) break;
    }
    // joints with clearance may stay open as far as they can: the ideal ones must close
    for (int r = 0; r < a->rows; r++)
        if (r >= a->ideal_rows) a->weight[r] = 0.0;
    if (a->ideal_rows < a->rows) {
        guess(a, 0);
        if (close_gaps(a)) return DP_OK;
    }
    place(a, a->q, a->v);
    return cannot_close(a, err);
}

static dp_status assemble_velocities(struct assembly *a, dp_error *err) {
    const dp_mechanism *m = a->m;
    int n = a->n;
    weigh(a, 1);
    for (int i = 0; i < m->link_count; i++)
        for (int slot = 0; slot < m->links[i].slots; slot++) {
            int u = m->links[i].unknown[slot];
            if (u < 0) continue;
            double v = given_of(&m->links[i], &a->def->bodies[m->links[i].body], slot, 1);
            a->v[u] = isnan(v) ? 0.0 : v;
        }
    for (int pass = 0; pass < 3; pass++) {
        differentiate(a);
        for (int r = 0; r < a->rows; r++)
            a->right[r] = a->work.drift[r] * a->row_scale[r] * a->weight[r];
        solve_normal(a, 1e-15);
        for (int j = 0; j < n; j++)
            for (int r = 0; r < a->rows; r++)
                a->v[j] -= a->jacobian[r * n + j] * a->right[r] * a->scale[j];
    }
    place(a, a->q, a->v);
    double speed = 0.0;
    for (int i = 0; i < m->link_count; i++)
        speed = fmax(speed, fmax(hypot(a->work.states[i].vx, a->work.states[i].vy),
                                 m->size * fabs(a->work.states[i].w)));
    for (int i = 0; i < m->cut_count; i++)
        for (int r = m->cuts[i].row; r < m->cuts[i].row + m->cuts[i].rows; r++)
            if (!m->cuts[i].loose && fabs(a->work.drift[r]) * a->row_scale[r] > 1e-8 * speed)
                return dp_blame(
                    err,
                    dp_fail(err, DP_ERR_CONFLICT,
                            "the drivers contradict joint %s: they would pull it open at %.3g "
                            "m/s; the mobility is too small for them, take a driver or a joint "
                            "away",
                            m->joints[m->cuts[i].joint].name, fabs(a->work.drift[r])),
                    DP_SUBJECT_JOINT, m->cuts[i].joint, m->joints[m->cuts[i].joint].name);
    return DP_OK;
}

static const char *equation_of(const struct cut *c, int r) {
    if (c->kind == LINK_SLIDE) return r == 0 ? "across its line" : "for its angle";
    return r == 0 ? "in x" : r == 1 ? "in y" : "for its angle";
}

// Rows that others do not already imply, by Gram and Schmidt, twice for the sake of rounding.
static void find_independent(struct assembly *a) {
    dp_mechanism *m = a->m;
    int n = a->n;
    weigh(a, 0);
    for (int r = 0; r < a->rows; r++)
        a->weight[r] = 1.0;
    differentiate(a);
    for (int r = 0; r < a->ideal_rows; r++) {
        double *row = a->jacobian + r * n, before = 0.0, after = 0.0;
        for (int j = 0; j < n; j++)
            before += row[j] * row[j];
        for (int pass = 0; pass < 2; pass++)
            for (int k = 0; k < m->independent_count; k++) {
                const double *other = a->jacobian + m->independent[k] * n;
                double dot = 0.0;
                for (int j = 0; j < n; j++)
                    dot += row[j] * other[j];
                for (int j = 0; j < n; j++)
                    row[j] -= dot * other[j];
            }
        for (int j = 0; j < n; j++)
            after += row[j] * row[j];
        if (before > 0.0 && after > 1e-16 * before && after > 1e-20) {
            for (int j = 0; j < n; j++)
                row[j] /= sqrt(after);
            m->independent[m->independent_count++] = r;
        } else {
            int c = 0;
            while (r >= m->cuts[c].row + m->cuts[c].rows)
                c++;
            snprintf(m->redundant[m->redundant_count++], sizeof *m->redundant,
                     "joint %s: its equation %s follows from the other joints and drivers",
                     m->joints[m->cuts[c].joint].name,
                     equation_of(&m->cuts[c], r - m->cuts[c].row));
        }
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
    if (status == DP_OK) status = assemble_positions(&a, err);
    if (status == DP_OK) status = check_starts(&a, 0, err);
    if (status == DP_OK) status = assemble_velocities(&a, err);
    if (status == DP_OK) status = check_starts(&a, 1, err);
    if (status == DP_OK) status = check_journals(&a, err);
    if (status != DP_OK) return status;
    find_independent(&a);
    place(&a, a.q, a.v);
    m->size = size_of(&a);
    relax_springs(&a);
    widen_strides(m);
    return dp_mechanism_choose_moves(m, err);
}
