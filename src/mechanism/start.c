// The start: coordinates at which every joint is closed, with zero clearance, and velocities that
// keep it so.
//
// Values that the definition gives are kept: one that is a coordinate fixes it, another is an
// equation beside those of the loops. What is left follows from Newton's steps of least length. A
// first guess that does not lead there is followed by others in a fixed order, and of several
// solutions the one nearest to the first guess is taken. Speeds that nothing decides are those of
// the least change of the coordinates from rest, an angle counted as an arc of the mechanism's
// size.
//
// More values than the mobility are kept where they agree to 1e-9. Joints with clearance come last:
// they close as far as the given values allow.

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/error.h"
#include "mechanism/assemble.h"

enum { STARTS = 64, FEW_STARTS = 12, FOUND_MOST = 8 };

static const double agree = 1e-9, along_enough = 1e-6;

// --- given values ---

struct fields {
    double of[3];
};

static struct fields given_of(const struct assembly *a, int link) {
    const dp_mechanism_body *b = &a->def->bodies[a->m->links[link].body];
    if (a->speed) return (struct fields){{b->vx, b->vy, b->omega}};
    return (struct fields){{b->x, b->y, b->angle}};
}

// Which coordinate of the link is x, y or its angle; -1: none. Of an oblique slide the larger
// component says where on the line it is.
static int slot_of(const struct link *l, int entry, const struct fields *given) {
    if (l->kind == LINK_FREE) return entry;
    if (l->kind == LINK_PIN) return entry == 2 ? 0 : -1;
    if (l->kind != LINK_SLIDE || l->parent >= 0 || entry == 2) return -1;
    double own = fabs(l->axis[entry]), other = fabs(l->axis[1 - entry]);
    if (!(own > along_enough)) return -1;
    if (isnan(given->of[1 - entry]) || own > other) return 0;
    return own == other && entry == 0 ? 0 : -1;
}

// The coordinate at which the entry has this value.
static double coordinate_of(const struct link *l, int entry, double value, int speed) {
    if (l->kind != LINK_SLIDE) return value;
    double turned = entry == 0 ? l->turn[0] * l->on_self[0] - l->turn[1] * l->on_self[1]
                               : l->turn[1] * l->on_self[0] + l->turn[0] * l->on_self[1];
    double origin = speed ? 0.0 : l->on_parent[entry] - turned;
    return (value - origin) / l->axis[entry];
}

static void collect(struct assembly *a) {
    const dp_mechanism *m = a->m;
    a->wish_count = 0;
    for (int body = 0; body < m->body_count; body++) {
        int link = m->link_of[body];
        const struct link *l = &m->links[link];
        struct fields given = given_of(a, link);
        for (int entry = 0; entry < 3; entry++) {
            if (isnan(given.of[entry])) continue;
            struct wish *w = &a->wishes[a->wish_count++];
            int slot = slot_of(l, entry, &given);
            *w = (struct wish){link, entry, given.of[entry], -1, NAN, -1, 1, 0};
            if (slot < 0 || l->unknown[slot] < 0) continue;
            w->unknown = l->unknown[slot];
            w->at = coordinate_of(l, entry, w->value, a->speed);
        }
    }
}

static int is_open(const struct assembly *a, const struct link *l, int slot) {
    return l->unknown[slot] >= 0 && !a->is_fixed[l->unknown[slot]];
}

// Which coordinates that are not fixed move a link, and turn it.
static void find_support(struct assembly *a) {
    for (int i = 0; i < a->m->link_count; i++) {
        const struct link *l = &a->m->links[i];
        int own = 0;
        for (int slot = 0; slot < l->slots; slot++)
            own |= is_open(a, l, slot);
        int moves = l->parent >= 0 && a->moves[l->parent];
        int turns = l->parent >= 0 && a->turns[l->parent];
        int has_arm = l->on_self[0] != 0.0 || l->on_self[1] != 0.0;
        if (l->kind == LINK_PIN) turns = own;
        if (l->kind == LINK_FREE) turns = is_open(a, l, 2);
        a->turns[i] = (char)turns;
        a->moves[i] = (char)(moves || (own && (l->kind != LINK_PIN || has_arm)) ||
                             (l->parent >= 0 && a->turns[l->parent]));
    }
}

// Can coordinates that are not fixed change this value?
static int has_support(const struct assembly *a, const struct wish *w) {
    const struct link *l = &a->m->links[w->link];
    if (l->kind == LINK_FREE) return is_open(a, l, w->entry);
    if (w->entry == 2) return a->turns[w->link];
    if (l->kind == LINK_SLIDE && l->parent < 0 && !(fabs(l->axis[w->entry]) > along_enough))
        return 0;
    return a->moves[w->link];
}

int dp_start_is_driven(const struct assembly *a, const struct wish *w) {
    const struct fields one = {{w->entry == 0 ? w->value : NAN, w->entry == 1 ? w->value : NAN,
                                w->entry == 2 ? w->value : NAN}};
    int slot = slot_of(&a->m->links[w->link], w->entry, &one);
    return slot >= 0 && a->m->links[w->link].driver[slot] >= 0;
}

int dp_start_can_change(struct assembly *a, const struct wish *w) {
    memset(a->is_fixed, 0, (size_t)a->n);
    find_support(a);
    return has_support(a, w);
}

static dp_status no_memory(dp_error *err) {
    return dp_fail(err, DP_ERR_MEMORY, "no memory to assemble the mechanism");
}

// For Newton's steps they need a matrix, too.
static dp_status make_rows(struct assembly *a, int rows, int steps, dp_error *err) {
    const double most = 4e8;  // numbers of the Jacobian: 3 GB
    size_t r = (size_t)rows, n = (size_t)a->n;
    if ((double)rows * a->n > most) return no_memory(err);
    if (rows > a->room) {
        double *room = (double *)dp_mechanism_room(a->m, r * n + 7 * r, sizeof *room);
        a->role = (char *)dp_mechanism_room(a->m, r, 1);
        if (room == NULL || a->role == NULL) return no_memory(err);
        a->jacobian = room;
        a->gap = room + r * n;
        a->weight = a->gap + r;
        a->row_scale = a->weight + r;
        a->right = a->row_scale + r;
        a->rates = a->right + r;
        a->own = a->rates + r;
        a->room = rows;
    }
    if (!steps || r * r <= a->matrix_room) return DP_OK;
    a->matrix = (double *)dp_mechanism_room(a->m, r * r, sizeof *a->matrix);
    a->matrix_room = r * r;
    return a->matrix == NULL ? no_memory(err) : DP_OK;
}

enum { AS_COORDINATES = -1, AS_ROWS = -2 };

// Fix the coordinates that active values give, and make rows of the others that still can change.
// as_row: the value that becomes a row even if it is a coordinate; AS_ROWS: all of them.
static dp_status arrange(struct assembly *a, int as_row, dp_error *err) {
    memset(a->is_fixed, 0, (size_t)a->n);
    for (int i = 0; i < a->wish_count; i++)
        if (a->wishes[i].is_active && a->wishes[i].unknown >= 0 && as_row != AS_ROWS && as_row != i)
            a->is_fixed[a->wishes[i].unknown] = 1;
    find_support(a);
    a->asked = 0;
    for (int i = 0; i < a->wish_count; i++) {
        struct wish *w = &a->wishes[i];
        int is_row = w->unknown < 0 || as_row == AS_ROWS || as_row == i;
        w->row = w->is_active && is_row && has_support(a, w) ? a->rows + a->asked++ : -1;
    }
    dp_status status = make_rows(a, a->rows + a->asked + 1, as_row != AS_ROWS, err);
    if (status != DP_OK) return status;
    weigh(a, a->speed);
    for (int i = 0; i < a->wish_count; i++)
        if (a->wishes[i].row >= 0)
            a->row_scale[a->wishes[i].row] = a->wishes[i].entry == 2 ? a->m->size : 1.0;
    return DP_OK;
}

static dp_status activate(struct assembly *a, int count, dp_error *err) {
    for (int i = 0; i < a->wish_count; i++)
        a->wishes[i].is_active = i < count && !a->wishes[i].is_implied;
    return arrange(a, AS_COORDINATES, err);
}

// What joints with clearance are for: closed like the others, left open, closed unless a body of
// theirs was placed, or as far as that goes.
enum loose { LOOSE_CLOSED, LOOSE_OUT, LOOSE_UNPLACED, LOOSE_SOFT };

// Is a body of this cut in a place, or at a speed, that was given?
static int is_placed(const struct assembly *a, const struct cut *c) {
    const int ends[2] = {c->first, c->second};
    for (int i = 0; i < 2; i++) {
        if (ends[i] < 0) continue;
        const struct link *l = &a->m->links[ends[i]];
        struct fields given = given_of(a, ends[i]);
        // what hangs on a pin has no position of its own
        if (l->kind != LINK_PIN && (!isnan(given.of[0]) || !isnan(given.of[1]))) return 1;
    }
    return 0;
}

static int is_any_placed(const struct assembly *a) {
    for (int i = 0; i < a->m->cut_count; i++)
        if (a->m->cuts[i].loose && is_placed(a, &a->m->cuts[i])) return 1;
    return 0;
}

// Does one body have a speed that was given, while this joint alone holds one of the two? They then
// move against each other in the clearance.
static int is_apart(const struct assembly *a, const struct cut *c) {
    if (!a->speed || !is_placed(a, c)) return 0;
    const int ends[2] = {c->first, c->second};
    for (int i = 0; i < 2; i++) {
        int holds = 0;
        if (ends[i] < 0 || a->m->links[ends[i]].kind != LINK_FREE || !a->m->links[ends[i]].is_leaf)
            continue;
        for (int k = 0; k < a->m->cut_count; k++)
            holds += a->m->cuts[k].first == ends[i] || a->m->cuts[k].second == ends[i];
        if (holds == 1) return 1;
    }
    return 0;
}

static void cast(struct assembly *a, enum loose loose) {
    for (int r = 0; r < a->rows + a->asked; r++)
        a->role[r] = ROLE_EXACT;
    for (int i = 0; i < a->m->cut_count; i++) {
        const struct cut *c = &a->m->cuts[i];
        int is_out = loose == LOOSE_OUT || is_apart(a, c);
        if (!c->loose || (loose == LOOSE_CLOSED && !is_out)) continue;
        int is_soft = loose == LOOSE_SOFT || (loose == LOOSE_UNPLACED && is_placed(a, c));
        for (int r = c->row; r < c->row + c->rows; r++)
            a->role[r] = is_out ? ROLE_OUT : is_soft ? ROLE_SOFT : ROLE_EXACT;
    }
    dp_start_count(a, 0);
}

// Largest gap of loose joints.
static double loose_gap(struct assembly *a) {
    double most = 0.0;
    for (int r = a->ideal_rows; r < a->rows; r++)
        a->weight[r] = 1.0;
    place(a, a->q, a->v);
    for (int r = a->ideal_rows; r < a->rows; r++)
        most = fmax(most, fabs(a->gap[r]));
    return most;
}

// --- first guesses ---

static uint64_t splitmix(uint64_t *state) {
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static int is_angle(const struct link *l, int slot) {
    return l->kind == LINK_PIN || (l->kind == LINK_FREE && slot == 2);
}

static struct fields hints_of(const struct assembly *a, int link) {
    const dp_mechanism_body *b = &a->def->bodies[a->m->links[link].body];
    return (struct fields){{b->near_x, b->near_y, b->near_angle}};
}

// The first guess of every coordinate that has one; NaN: none.
static dp_status take_hints(struct assembly *a, dp_error *err) {
    const dp_mechanism *m = a->m;
    for (int i = 0; i < m->link_count; i++) {
        const struct link *l = &m->links[i];
        const struct fields near = hints_of(a, i), given = given_of(a, i);
        for (int slot = 0; slot < l->slots; slot++) {
            if (l->unknown[slot] < 0) continue;
            a->scale[l->unknown[slot]] = is_angle(l, slot) ? 1.0 / m->size : 1.0;
            a->first[l->unknown[slot]] = NAN;
        }
        for (int entry = 0; entry < 3; entry++) {
            int slot = slot_of(l, entry, &near), is_driven = slot >= 0 && l->driver[slot] >= 0;
            if (isnan(near.of[entry])) continue;
            if (is_driven || !isnan(given.of[entry]))
                return dp_start_refuse_hint(a, i, entry, !isnan(given.of[entry]), err);
            if (slot < 0)
                a->has_hints = 1;
            else
                a->first[l->unknown[slot]] = coordinate_of(l, entry, near.of[entry], 0);
        }
    }
    for (int i = 0; i < a->wish_count; i++)
        if (a->wishes[i].unknown >= 0) a->first[a->wishes[i].unknown] = a->wishes[i].at;
    return DP_OK;
}

// Attempt 0 is the first guess. From given values later ones go away from it step by step, the
// first of them anticlockwise: a start in which everything lies in one line leads nowhere.
static void guess(struct assembly *a, int attempt) {
    const dp_mechanism *m = a->m;
    uint64_t state = (uint64_t)attempt * 7919u;
    double far = a->wish_count == 0 ? 1.0 : fmin(0.1 * attempt, 1.0);
    for (int i = 0; i < m->link_count; i++) {
        const struct link *l = &m->links[i];
        for (int slot = 0; slot < l->slots; slot++) {
            int u = l->unknown[slot];
            if (u < 0) continue;
            double other = (double)(splitmix(&state) >> 11) * 0x1p-53 * 2.0 - 1.0;
            double reach = is_angle(l, slot) ? 3.141592653589793 : m->size;
            int is_known = !isnan(a->first[u]);
            if (a->wish_count > 0 && attempt == 1) other = 1.0;
            a->q[u] = is_known ? a->first[u] : attempt == 0 ? 0.0 : far * reach * other;
            // a hint that leads nowhere is left at last
            if (is_known && !a->is_fixed[u] && attempt > STARTS / 2) a->q[u] += reach * other;
        }
    }
}

// Squared distance from the first guess, above all in hints that are no coordinates. Angles are
// brought within half a turn of it.
static double distance(struct assembly *a) {
    const dp_mechanism *m = a->m;
    double sum = 0.0;
    for (int i = 0; i < m->link_count && a->has_hints; i++) {
        const struct fields near = hints_of(a, i);
        const struct link_state *n = &a->work.states[i];
        const double is[] = {n->x, n->y, n->angle};
        for (int entry = 0; entry < 3; entry++) {
            double off = (is[entry] - near.of[entry]) * (entry == 2 ? m->size : 1.0);
            if (!isnan(off)) sum += 1e4 * off * off;
        }
    }
    for (int i = 0; i < m->link_count; i++)
        for (int slot = 0; slot < m->links[i].slots; slot++) {
            int u = m->links[i].unknown[slot];
            if (u < 0 || a->is_fixed[u]) continue;
            double from = isnan(a->first[u]) ? 0.0 : a->first[u], off = a->q[u] - from;
            if (is_angle(&m->links[i], slot) && fabs(off) > 3.2)
                a->q[u] = from + (off = remainder(off, 6.283185307179586477));
            sum += off / a->scale[u] * (off / a->scale[u]);
        }
    return sum;
}

// Close the exact rows from first guesses; of several solutions the nearest.
static int reach(struct assembly *a, int most) {
    size_t size = (size_t)a->n * sizeof *a->q;
    double nearest = INFINITY;
    int found = 0, is_choice = a->wish_count > 0 || a->has_hints;
    for (int attempt = 0; attempt < most && found < FOUND_MOST; attempt++) {
        guess(a, attempt);
        if (dp_start_close(a)) {
            if ((attempt == 0 && !a->has_hints) || !is_choice) return 1;
            double far = distance(a);
            // of two that are as far the first
            if (far < nearest * (1.0 - 1e-6)) {
                nearest = far;
                memcpy(a->best, a->q, size);
            }
            found++;
        }
        if (a->n == 0) break;
    }
    if (found == 0) return 0;
    memcpy(a->q, a->best, size);
    place(a, a->q, a->v);
    return 1;
}

// --- more values than the mobility ---

// Given values that agree but for rounding: those that the loops and earlier ones imply are let go,
// so that the others close them exactly. Goes on from a->q.
static dp_status release(struct assembly *a, dp_error *err) {
    dp_status status = arrange(a, AS_ROWS, err);
    if (status != DP_OK) return status;
    cast(a, LOOSE_OUT);
    differentiate(a);
    dp_start_satisfy(a, INFINITY);
    for (int i = 0; i < a->wish_count; i++) {
        struct wish *w = &a->wishes[i];
        if (w->row >= 0 && !(a->own[w->row] > 1e-8)) w->is_implied = 1;
        if (w->is_implied) w->is_active = 0;
    }
    return arrange(a, AS_COORDINATES, err);
}

// Ideal joints and given values, loose joints left open. *closes: it can be done.
static dp_status close_rigid(struct assembly *a, int *closes, dp_error *err) {
    cast(a, LOOSE_OUT);
    *closes = dp_start_close(a);
    if (*closes || a->wish_count == 0 || !(place(a, a->q, a->v) <= 1e-6 * a->m->size)) return DP_OK;
    dp_status status = release(a, err);
    if (status != DP_OK) return status;
    cast(a, LOOSE_OUT);
    *closes = dp_start_close(a);
    return DP_OK;
}

// What does not close as a whole: given values first, then the loose joints as far as they can.
static dp_status settle(struct assembly *a, int *closes, dp_error *err) {
    size_t size = (size_t)a->n * sizeof *a->q;
    double least = INFINITY;
    *closes = 0;
    for (int attempt = 0; attempt < FEW_STARTS && least > 0.0; attempt++) {
        int is_closed;
        for (int i = 0; i < a->wish_count; i++)
            a->wishes[i].is_implied = 0;
        dp_status status = activate(a, a->wish_count, err);
        if (status != DP_OK) return status;
        guess(a, attempt);
        cast(a, LOOSE_CLOSED);
        if (a->rows > a->ideal_rows) dp_start_close(a);
        status = close_rigid(a, &is_closed, err);
        if (status != DP_OK) return status;
        if (!is_closed) continue;
        double left = 0.0;
        if (a->rows > a->ideal_rows) {
            cast(a, LOOSE_UNPLACED);
            if (!dp_start_close(a)) cast(a, LOOSE_SOFT);
            dp_start_soften(a);
            left = loose_gap(a);
        }
        if (left < least * (1.0 - 1e-6)) {
            least = left;
            memcpy(a->best, a->q, size);
        }
        *closes = 1;
        // the first guess goes first, unless others do much better
        if (attempt == 0 && left < 0.05 * a->m->size) break;
    }
    if (*closes) memcpy(a->q, a->best, size);
    return DP_OK;
}

// --- what was asked for and what came out ---

static double value_of(const struct assembly *a, const struct wish *w) {
    const struct link_state *n = &a->work.states[w->link];
    const double is[2][3] = {{n->x, n->y, n->angle}, {n->vx, n->vy, n->w}};
    return is[a->speed][w->entry];
}

// Less than this a second is rounding, in sizes of the mechanism.
static const double still = 1e-5;

static double pace_of(const struct assembly *a) {
    double most = still * a->m->size;
    for (int i = 0; i < a->m->link_count; i++)
        most = fmax(most, fmax(hypot(a->work.states[i].vx, a->work.states[i].vy),
                               a->m->size * fabs(a->work.states[i].w)));
    for (int i = 0; i < a->wish_count && a->speed; i++)
        most = fmax(most, fabs(a->wishes[i].value) * (a->wishes[i].entry == 2 ? a->m->size : 1.0));
    return most;
}

// How far a given value is off, over what may be.
static double off_of(const struct assembly *a, const struct wish *w, double pace) {
    double is = value_of(a, w), off = is - w->value, size = a->m->size;
    if (w->entry == 2 && !a->speed) off = remainder(off, 6.283185307179586477);
    double much = a->speed ? pace / (w->entry == 2 ? size : 1.0) : w->entry == 2 ? 1.0 : size;
    much = fmax(much, fmax(fabs(is), fabs(w->value)));
    return off == 0.0 ? 0.0 : fabs(off) / (agree * much);
}

static dp_status compare(struct assembly *a, dp_error *err) {
    place(a, a->q, a->v);
    double pace = pace_of(a);
    for (int i = 0; i < a->wish_count; i++) {
        const struct wish *w = &a->wishes[i];
        if (!(off_of(a, w, pace) <= 1.0)) return dp_start_refuse(a, w, value_of(a, w), 0, err);
    }
    return DP_OK;
}

// --- positions ---

// Nearest to value k that the joints and the values before it allow, in a->best, and whether it can
// change there at all. *least: how far it is off, over what may be.
static dp_status come_near(struct assembly *a, int k, double *has, int *is_movable, double *least,
                           dp_error *err) {
    struct wish *w = &a->wishes[k];
    *least = INFINITY;
    *is_movable = 0;
    w->is_active = 1;
    dp_status status = arrange(a, k, err);
    *has = NAN;
    for (int attempt = 0; attempt < FEW_STARTS && status == DP_OK; attempt++) {
        guess(a, attempt);
        cast(a, LOOSE_OUT);
        if (w->row >= 0) a->role[w->row] = ROLE_SOFT;
        dp_start_count(a, 0);
        if (!dp_start_close(a)) continue;
        if (w->row >= 0) {
            a->role[w->row] = ROLE_EXACT;
            dp_start_count(a, 0);
            differentiate(a);
            dp_start_satisfy(a, INFINITY);
            if (a->own[w->row] > 1e-3) *is_movable = 1;
            a->role[w->row] = ROLE_SOFT;
            dp_start_soften(a);
        }
        double off = off_of(a, w, 0.0);
        if (off < *least) {
            *has = value_of(a, w);
            *least = off;
            memcpy(a->best, a->q, (size_t)a->n * sizeof *a->q);
        }
        if (a->n == 0) break;
    }
    return status;
}

// The first given value that does not go with those before it.
static dp_status explain(struct assembly *a, dp_error *err) {
    dp_status status = activate(a, 0, err);
    cast(a, LOOSE_OUT);
    if (status != DP_OK) return status;
    if (!reach(a, STARTS)) {
        guess(a, 0);
        dp_start_close(a);
        place(a, a->q, a->v);
        return dp_start_cannot_close(a, err);
    }
    for (int k = 0; k < a->wish_count; k++) {
        double has, least;
        int is_movable, closes;
        status = activate(a, k + 1, err);
        if (status != DP_OK) return status;
        if (a->wishes[k].unknown >= 0) a->q[a->wishes[k].unknown] = a->wishes[k].at;
        status = close_rigid(a, &closes, err);
        if (status != DP_OK) return status;
        if (closes || reach(a, FEW_STARTS)) continue;
        status = come_near(a, k, &has, &is_movable, &least, err);
        if (status != DP_OK) return status;
        if (least <= 1.0) {
            // as far out as it goes, where roots are double and hard to reach
            a->wishes[k].is_implied = 1;
            memcpy(a->q, a->best, (size_t)a->n * sizeof *a->q);
            continue;
        }
        return dp_start_refuse(a, &a->wishes[k], has, is_movable, err);
    }
    return compare(a, err);
}

static dp_status find_positions(struct assembly *a, dp_error *err) {
    a->speed = 0;
    collect(a);
    memset(a->v, 0, (size_t)a->n * sizeof *a->v);
    dp_status status = take_hints(a, err);
    if (status == DP_OK) status = activate(a, a->wish_count, err);
    if (status != DP_OK) return status;
    cast(a, LOOSE_CLOSED);
    if (reach(a, is_any_placed(a) ? FEW_STARTS : STARTS)) return compare(a, err);
    int closes = 0;
    status = settle(a, &closes, err);
    if (status != DP_OK) return status;
    return closes ? compare(a, err) : explain(a, err);
}

// --- speeds ---

static double largest_drift(const struct assembly *a, int *row) {
    double most = 0.0;
    *row = -1;
    for (int r = 0; r < a->ideal_rows; r++) {
        double drift = fabs(a->work.drift[r]) * a->row_scale[r];
        if (drift <= most) continue;
        most = drift;
        *row = r;
    }
    return most;
}

// Speeds of least size that keep all rows closed.
static void follow_drivers(struct assembly *a) {
    for (int pass = 0; pass < 3; pass++) {
        differentiate(a);
        memcpy(a->right, a->gap, (size_t)a->rows * sizeof *a->right);
        dp_start_solve(a, 1e-15);
        for (int j = 0; j < a->n; j++)
            for (int r = 0; r < a->rows; r++)
                a->v[j] -= a->jacobian[r * a->n + j] * a->right[r] * a->scale[j];
    }
    place(a, a->q, a->v);
}

// Speeds from given ones: rows in their order, what they leave open from rest. Returns the worst
// miss of an ideal joint or a given value, over the pace.
static double follow_given(struct assembly *a, enum loose loose) {
    double worst = 0.0, pace = 0.0;
    int row;
    memset(a->v, 0, (size_t)a->n * sizeof *a->v);
    for (int i = 0; i < a->wish_count; i++)
        if (a->wishes[i].unknown >= 0 && a->is_fixed[a->wishes[i].unknown])
            a->v[a->wishes[i].unknown] = a->wishes[i].at;
    cast(a, loose);
    for (int pass = 0; pass < 3; pass++) {
        dp_start_count(a, 1);
        differentiate(a);
        dp_start_satisfy(a, INFINITY);
        for (int j = 0; j < a->n; j++)
            a->v[j] += a->change[j] * a->scale[j];
    }
    place(a, a->q, a->v);
    pace = pace_of(a);
    worst = largest_drift(a, &row);
    for (int i = 0; i < a->wish_count; i++)
        worst = fmax(worst, off_of(a, &a->wishes[i], pace) * agree * pace);
    return pace > 0.0 ? worst / pace : 0.0;
}

// Joints with clearance: all of them if they can, else those of bodies without a given speed.
static void follow_loose(struct assembly *a) {
    if (a->rows == a->ideal_rows) return;
    for (enum loose loose = LOOSE_CLOSED; loose <= LOOSE_SOFT; loose++) {
        if (loose == LOOSE_OUT) continue;
        double worst = follow_given(a, loose);
        cast(a, loose);
        double pace = pace_of(a);
        if (worst <= 1e-12 && place(a, a->q, a->v) <= 1e-12 * pace) return;
        // closing them hardly is a matter of the mobility that is left
        if (loose == LOOSE_SOFT && worst > agree) follow_given(a, LOOSE_OUT);
    }
}

// Do the drivers alone pull a joint open?
static dp_status check_drivers(struct assembly *a, dp_error *err) {
    int row, c = 0;
    double drift = largest_drift(a, &row), pace = pace_of(a);
    if (!(drift > 1e-8 * pace)) return DP_OK;
    while (row >= a->m->cuts[c].row + a->m->cuts[c].rows)
        c++;
    return dp_start_contradicted(a, &a->m->cuts[c], drift, err);
}

static dp_status find_speeds(struct assembly *a, dp_error *err) {
    a->speed = 1;
    a->wish_count = a->asked = 0;
    dp_status status = arrange(a, AS_COORDINATES, err);
    if (status != DP_OK) return status;
    cast(a, LOOSE_CLOSED);
    memset(a->v, 0, (size_t)a->n * sizeof *a->v);
    follow_drivers(a);
    status = check_drivers(a, err);
    collect(a);
    if (status != DP_OK || a->wish_count == 0) return status;

    status = activate(a, a->wish_count, err);
    if (status != DP_OK) return status;
    // more values than the mobility: in their order, and those that follow are only compared
    if (follow_given(a, LOOSE_OUT) > 1e-12) {
        status = arrange(a, AS_ROWS, err);
        if (status != DP_OK) return status;
        follow_given(a, LOOSE_OUT);
    }
    status = compare(a, err);
    if (status == DP_OK) follow_loose(a);
    return status;
}

const struct wish *dp_start_close_clearance(struct assembly *a, double *has) {
    const struct wish *worst = NULL;
    double most = 1.0;
    dp_error err;
    a->speed = 0;
    a->has_hints = 0;
    collect(a);
    if (activate(a, 0, &err) != DP_OK) return NULL;
    if (take_hints(a, &err) != DP_OK) return NULL;
    cast(a, LOOSE_CLOSED);
    if (!reach(a, FEW_STARTS)) return NULL;
    // one value after another, without those that do not go with the others
    for (int k = 0; k < a->wish_count; k++) {
        size_t size = (size_t)a->n * sizeof *a->q;
        double *before = a->search[0];
        memcpy(before, a->q, size);
        if (activate(a, k + 1, &err) != DP_OK) return NULL;
        if (a->wishes[k].unknown >= 0) a->q[a->wishes[k].unknown] = a->wishes[k].at;
        cast(a, LOOSE_CLOSED);
        if (dp_start_close(a) || reach(a, FEW_STARTS)) continue;
        a->wishes[k].is_implied = 1;
        memcpy(a->q, before, size);
    }
    place(a, a->q, a->v);
    for (int i = 0; i < a->wish_count; i++) {
        double off = off_of(a, &a->wishes[i], 0.0);
        if (!(off > most)) continue;
        most = off;
        worst = &a->wishes[i];
        *has = value_of(a, worst);
    }
    return worst;
}

dp_status dp_start_find(struct assembly *a, dp_error *err) {
    dp_status status = find_positions(a, err);
    if (status == DP_OK) status = find_speeds(a, err);
    if (status == DP_OK) status = dp_start_check_journals(a, err);
    a->asked = a->wish_count = 0;
    memset(a->is_fixed, 0, (size_t)a->n);
    return status;
}
