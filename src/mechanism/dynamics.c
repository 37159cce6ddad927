// Accelerations in time proportional to the number of links: articulated bodies, in the plane.
//
// From the leaves inwards every link hands its parent the inertia and the bias force that are left
// of it once its own unknown has given way; from the roots outwards the accelerations follow. All
// quantities are in the fixed frame about the centre of mass of their link, so that a long chain
// loses no digits to a far origin. A pin passes no moment, so of its link only the inertia against
// translation of the pin remains. Featherstone 1987, chapter 6, with two displacements and one
// rotation in place of three of each.

#include <math.h>

#include "base/error.h"
#include "mechanism/motion.h"

// --- inertias ---

static void begin_inertia(const struct link *link, struct link_state *n) {
    n->xx = n->yy = link->mass;
    n->tt = link->inertia;
    n->xy = n->xt = n->yt = 0.0;
}

// Inertia against translation of a point at r of the parent.
static void add_point(struct link_state *p, double rx, double ry, double xx, double xy, double yy) {
    double x = rx * xy - ry * xx, y = rx * yy - ry * xy;
    p->xx += xx;
    p->xy += xy;
    p->yy += yy;
    p->xt += x;
    p->yt += y;
    p->tt += rx * y - ry * x;
}

static void factor_pin(const struct link *link, struct link_state *n, struct link_state *p) {
    double xx = n->xx, xy = n->xy, yy = n->yy;
    if (link->unknown[0] >= 0 && link->is_leaf) {
        // a plain body: no division
        n->ux = -n->sy * link->mass;
        n->uy = n->sx * link->mass;
        n->ut = link->inertia;
        n->d = link->gives;
        xx -= n->ux * n->ux * n->d;
        xy -= n->ux * n->uy * n->d;
        yy -= n->uy * n->uy * n->d;
    } else if (link->unknown[0] >= 0) {
        n->ux = n->xt - n->sy * xx + n->sx * xy;
        n->uy = n->yt - n->sy * xy + n->sx * yy;
        n->ut = n->tt - n->sy * n->xt + n->sx * n->yt;
        n->d = 1.0 / (n->ut - n->sy * n->ux + n->sx * n->uy);
        xx -= n->ux * n->ux * n->d;
        xy -= n->ux * n->uy * n->d;
        yy -= n->uy * n->uy * n->d;
    }
    if (p != NULL) add_point(p, n->px, n->py, xx, xy, yy);
}

// Slides and welds turn with their parent and hand on a full inertia.
static void factor_slide(const struct link *link, struct link_state *n, struct link_state *p) {
    n->ux = n->uy = n->ut = n->d = 0.0;
    if (link->kind == LINK_SLIDE && link->unknown[0] >= 0 && link->is_leaf) {
        n->ux = link->mass * n->axis_x;
        n->uy = link->mass * n->axis_y;
        n->d = link->gives;
    } else if (link->kind == LINK_SLIDE && link->unknown[0] >= 0) {
        n->ux = n->xx * n->axis_x + n->xy * n->axis_y;
        n->uy = n->xy * n->axis_x + n->yy * n->axis_y;
        n->ut = n->xt * n->axis_x + n->yt * n->axis_y;
        n->d = 1.0 / (n->ux * n->axis_x + n->uy * n->axis_y);
    }
    if (p == NULL) return;
    double xt = n->xt - n->ux * n->ut * n->d, yt = n->yt - n->uy * n->ut * n->d;
    add_point(p, n->sx, n->sy, n->xx - n->ux * n->ux * n->d, n->xy - n->ux * n->uy * n->d,
              n->yy - n->uy * n->uy * n->d);
    p->xt += xt;
    p->yt += yt;
    p->tt += n->tt - n->ut * n->ut * n->d + 2.0 * (n->sx * yt - n->sy * xt);
}

void dp_links_factor(const dp_mechanism *m, struct workspace *work) {
    for (int i = 0; i < m->link_count; i++)
        begin_inertia(&m->links[i], &work->states[i]);
    for (int i = m->link_count - 1; i >= 0; i--) {
        const struct link *link = &m->links[i];
        struct link_state *n = &work->states[i],
                          *p = link->parent < 0 ? NULL : &work->states[link->parent];
        if (link->kind == LINK_PIN) factor_pin(link, n, p);
        if (link->kind == LINK_SLIDE || link->kind == LINK_WELD) factor_slide(link, n, p);
    }
}

// --- a free link ---

// inertia a = -z with the entries of a given that are driven: elimination without pivots, which an
// inertia allows.
static void solve_free(const struct link *link, const struct link_state *n, const double z[3],
                       double a[3]) {
    double k[3][3] = {{n->xx, n->xy, n->xt}, {n->xy, n->yy, n->yt}, {n->xt, n->yt, n->tt}};
    double right[3] = {-z[0], -z[1], -z[2]};
    for (int i = 0; i < 3; i++) {
        if (link->unknown[i] >= 0) continue;
        for (int j = 0; j < 3; j++) {
            if (j != i) right[j] -= k[j][i] * a[i];
            k[i][j] = k[j][i] = 0.0;
        }
        k[i][i] = 1.0;
        right[i] = a[i];
    }
    for (int i = 0; i < 3; i++) {
        for (int j = i + 1; j < 3; j++) {
            double f = k[j][i] / k[i][i];
            for (int l = i; l < 3; l++)
                k[j][l] -= f * k[i][l];
            right[j] -= f * right[i];
        }
    }
    a[2] = right[2] / k[2][2];
    a[1] = (right[1] - k[1][2] * a[2]) / k[1][1];
    a[0] = (right[0] - k[0][1] * a[1] - k[0][2] * a[2]) / k[0][0];
}

// --- bias forces inwards ---

static void gather_pin(const struct link *link, const struct link_state *n, struct link_state *p) {
    double fx = n->zx + n->xx * n->bx + n->xy * n->by;
    double fy = n->zy + n->xy * n->bx + n->yy * n->by;
    if (link->unknown[0] >= 0) {
        double e = n->zt - n->sy * n->zx + n->sx * n->zy;
        double give = n->d * (e + n->ux * n->bx + n->uy * n->by);
        fx -= n->ux * give;
        fy -= n->uy * give;
    } else {
        fx += n->xt * n->bw;
        fy += n->yt * n->bw;
    }
    p->zx += fx;
    p->zy += fy;
    p->zt += n->px * fy - n->py * fx;
}

static void gather_slide(const struct link_state *n, struct link_state *p) {
    double fx = n->zx + n->xx * n->bx + n->xy * n->by;
    double fy = n->zy + n->xy * n->bx + n->yy * n->by;
    double ft = n->zt + n->xt * n->bx + n->yt * n->by;
    double e = n->axis_x * n->zx + n->axis_y * n->zy;
    double give = n->d * (e + n->ux * n->bx + n->uy * n->by);
    fx -= n->ux * give;
    fy -= n->uy * give;
    ft -= n->ut * give;
    p->zx += fx;
    p->zy += fy;
    p->zt += ft + n->sx * fy - n->sy * fx;
}

// --- accelerations outwards ---

static void move_pin(const struct link *link, struct link_state *n, double px, double py) {
    double ax = px + n->bx, ay = py + n->by;
    if (link->unknown[0] < 0) {
        n->ax = ax;
        n->ay = ay;
        n->alpha = n->bw;
        return;
    }
    double e = n->zt - n->sy * n->zx + n->sx * n->zy;
    n->alpha = -n->d * (e + n->ux * ax + n->uy * ay);
    n->ax = ax - n->sy * n->alpha;
    n->ay = ay + n->sx * n->alpha;
}

static void move_slide(const struct link *link, struct link_state *n, double px, double py,
                       double alpha) {
    double ax = px + n->bx, ay = py + n->by;
    double e = n->axis_x * n->zx + n->axis_y * n->zy;
    double q = -n->d * (e + n->ux * ax + n->uy * ay + n->ut * alpha);
    n->slide = link->kind == LINK_SLIDE && link->unknown[0] >= 0 ? q : n->bw;
    n->ax = ax + n->axis_x * q;
    n->ay = ay + n->axis_y * q;
    n->alpha = alpha;
}

static void move_free(const struct link *link, struct link_state *n) {
    double z[3] = {n->zx, n->zy, n->zt}, a[3] = {n->bx, n->by, n->bw};
    solve_free(link, n, z, a);
    n->ax = a[0];
    n->ay = a[1];
    n->alpha = a[2];
}

void dp_links_solve(const dp_mechanism *m, struct workspace *work) {
    struct link_state *states = work->states;
    for (int i = 0; i < m->link_count; i++) {
        states[i].zx = -states[i].fx;
        states[i].zy = -states[i].fy;
        states[i].zt = -states[i].m;
    }
    for (int i = m->link_count - 1; i >= 0; i--) {
        const struct link *link = &m->links[i];
        if (link->parent < 0) continue;
        if (link->kind == LINK_PIN)
            gather_pin(link, &states[i], &states[link->parent]);
        else
            gather_slide(&states[i], &states[link->parent]);
    }
    for (int i = 0; i < m->link_count; i++) {
        const struct link *link = &m->links[i];
        struct link_state *n = &states[i];
        double x = 0.0, y = 0.0, alpha = 0.0;
        if (link->parent >= 0) {
            const struct link_state *p = &states[link->parent];
            double rx = link->kind == LINK_PIN ? n->px : n->sx;
            double ry = link->kind == LINK_PIN ? n->py : n->sy;
            alpha = p->alpha;
            x = p->ax - alpha * ry;
            y = p->ay + alpha * rx;
        }
        if (link->kind == LINK_PIN)
            move_pin(link, n, x, y);
        else if (link->kind == LINK_FREE)
            move_free(link, n);
        else
            move_slide(link, n, x, y, alpha);
    }
}

// --- responses to wrenches alone ---

static void respond_inwards(const dp_mechanism *m, const struct workspace *work, double *z) {
    for (int i = m->link_count - 1; i >= 0; i--) {
        const struct link *link = &m->links[i];
        if (link->parent < 0) continue;
        const struct link_state *n = &work->states[i];
        const double *own = z + 3 * i;
        double *up = z + 3 * link->parent;
        int pin = link->kind == LINK_PIN, gives = link->slots == 1 && link->unknown[0] >= 0;
        double e = pin ? own[2] - n->sy * own[0] + n->sx * own[1]
                       : n->axis_x * own[0] + n->axis_y * own[1];
        double give = gives ? n->d * e : 0.0;
        double fx = own[0] - n->ux * give, fy = own[1] - n->uy * give;
        double rx = pin ? n->px : n->sx, ry = pin ? n->py : n->sy;
        up[0] += fx;
        up[1] += fy;
        up[2] += rx * fy - ry * fx + (pin ? 0.0 : own[2] - n->ut * give);
    }
}

void dp_links_respond(const dp_mechanism *m, const struct workspace *work, const double *wrench,
                      double *bias, double *out) {
    for (int i = 0; i < 3 * m->link_count; i++)
        bias[i] = -wrench[i];
    respond_inwards(m, work, bias);
    for (int i = 0; i < m->link_count; i++) {
        const struct link *link = &m->links[i];
        const struct link_state *n = &work->states[i];
        const double *z = bias + 3 * i, *up = link->parent < 0 ? NULL : out + 4 * link->parent;
        double *a = out + 4 * i;
        int pin = link->kind == LINK_PIN, gives = link->slots == 1 && link->unknown[0] >= 0;
        if (link->kind == LINK_FREE) {
            a[0] = a[1] = a[2] = a[3] = 0.0;
            solve_free(link, n, z, a);
            continue;
        }
        double rx = pin ? n->px : n->sx, ry = pin ? n->py : n->sy;
        double alpha = up == NULL ? 0.0 : up[2];
        a[0] = up == NULL ? 0.0 : up[0] - alpha * ry;
        a[1] = up == NULL ? 0.0 : up[1] + alpha * rx;
        double e = pin ? z[2] - n->sy * z[0] + n->sx * z[1] : n->axis_x * z[0] + n->axis_y * z[1];
        double turning = pin ? 0.0 : n->ut * alpha;
        double q = gives ? -n->d * (e + n->ux * a[0] + n->uy * a[1] + turning) : 0.0;
        a[0] += pin ? -n->sy * q : n->axis_x * q;
        a[1] += pin ? n->sx * q : n->axis_y * q;
        a[2] = pin ? q : alpha;
        a[3] = pin ? 0.0 : q;
    }
}

dp_status dp_mechanism_accelerate(const dp_mechanism *m, struct workspace *work) {
    dp_links_factor(m, work);
    dp_links_solve(m, work);
    return m->independent_count == 0 ? DP_OK : dp_loops_close(m, work);
}

// --- what joints and drivers carry ---

void dp_link_wrench(const struct link_state *n, double out[3]) {
    out[0] = n->zx + n->xx * n->ax + n->xy * n->ay + n->xt * n->alpha;
    out[1] = n->zy + n->xy * n->ax + n->yy * n->ay + n->yt * n->alpha;
    out[2] = n->zt + n->xt * n->ax + n->yt * n->ay + n->tt * n->alpha;
}

double dp_driver_effort(const dp_mechanism *m, const struct workspace *work, int driver) {
    const struct driver *d = &m->drivers[driver];
    const struct link *link = &m->links[d->link];
    const struct link_state *n = &work->states[d->link];
    double f[3];
    dp_link_wrench(n, f);
    if (link->kind == LINK_PIN) return f[2] + n->sx * f[1] - n->sy * f[0];
    if (link->kind == LINK_SLIDE) return n->axis_x * f[0] + n->axis_y * f[1];
    return f[d->slot];
}

double dp_pair_mass(const dp_mechanism *m, struct workspace *work, const struct pair *pair,
                    const struct touch *touch, double *response) {
    double *wrench = response + 4 * m->link_count, *bias = wrench + 3 * m->link_count;
    for (int i = 0; i < 3 * m->link_count; i++)
        wrench[i] = 0.0;
    if (pair->first >= 0) {
        double *w = wrench + 3 * pair->first;
        w[0] += touch->nx;
        w[1] += touch->ny;
        w[2] += touch->rx1 * touch->ny - touch->ry1 * touch->nx;
    }
    if (pair->second >= 0) {
        double *w = wrench + 3 * pair->second;
        w[0] -= touch->nx;
        w[1] -= touch->ny;
        w[2] -= touch->rx2 * touch->ny - touch->ry2 * touch->nx;
    }
    dp_links_respond(m, work, wrench, bias, response);
    double gives = 0.0;
    for (int i = 0; i < m->link_count; i++)
        gives += wrench[3 * i] * response[4 * i] + wrench[3 * i + 1] * response[4 * i + 1] +
                 wrench[3 * i + 2] * response[4 * i + 2];
    return gives > 0.0 ? 1.0 / gives : INFINITY;
}
