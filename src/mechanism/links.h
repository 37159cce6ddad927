#ifndef DP_MECHANISM_LINKS_H
#define DP_MECHANISM_LINKS_H

// Accelerations in time proportional to the number of links: articulated bodies, in the plane. See
// instant.h.
//
// From the leaves inwards every link hands its parent the inertia and the bias force that are left
// of it once its own unknown has given way; from the roots outwards the accelerations follow. All
// quantities are in the fixed frame about the centre of mass of their link, so that a long chain
// loses no digits to a far origin. A pin passes no moment, so of its link only the inertia against
// translation of the pin remains. Featherstone 1987, chapter 6, with two displacements and one
// rotation in place of three of each.

// --- inertias ---

EACH void begin_inertia(const struct link *link, struct STATE *n) {
    n->xx = n->yy = ALL(link->mass);
    n->tt = ALL(link->inertia);
    n->xy = n->xt = n->yt = ALL(0.0);
}

// Inertia [xx, xy, yy] against translation of a point at r of the parent.
EACH void add_point(struct STATE *p, const REAL *at_x, const REAL *at_y, const REAL by[3]) {
    REAL rx = *at_x, ry = *at_y, xx = by[0], xy = by[1], yy = by[2];
    REAL x = rx * xy - ry * xx, y = rx * yy - ry * xy;
    p->xx += xx;
    p->xy += xy;
    p->yy += yy;
    p->xt += x;
    p->yt += y;
    p->tt += rx * y - ry * x;
}

EACH void factor_pin(const struct link *link, struct STATE *n, struct STATE *p) {
    REAL xx = n->xx, xy = n->xy, yy = n->yy;
    if (link->unknown[0] >= 0 && link->is_leaf) {
        // a plain body: no division
        n->ux = -n->sy * link->mass;
        n->uy = n->sx * link->mass;
        n->ut = ALL(link->inertia);
        n->d = ALL(link->gives);
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
    if (p == NULL) return;
    const REAL left[3] = {xx, xy, yy};
    add_point(p, &n->px, &n->py, left);
}

// Slides and welds turn with their parent and hand on a full inertia.
EACH void factor_slide(const struct link *link, struct STATE *n, struct STATE *p) {
    n->ux = n->uy = n->ut = n->d = ALL(0.0);
    if (link->kind == LINK_SLIDE && link->unknown[0] >= 0 && link->is_leaf) {
        n->ux = link->mass * n->axis_x;
        n->uy = link->mass * n->axis_y;
        n->d = ALL(link->gives);
    } else if (link->kind == LINK_SLIDE && link->unknown[0] >= 0) {
        n->ux = n->xx * n->axis_x + n->xy * n->axis_y;
        n->uy = n->xy * n->axis_x + n->yy * n->axis_y;
        n->ut = n->xt * n->axis_x + n->yt * n->axis_y;
        n->d = 1.0 / (n->ux * n->axis_x + n->uy * n->axis_y);
    }
    if (p == NULL) return;
    REAL xt = n->xt - n->ux * n->ut * n->d, yt = n->yt - n->uy * n->ut * n->d;
    const REAL left[3] = {n->xx - n->ux * n->ux * n->d, n->xy - n->ux * n->uy * n->d,
                          n->yy - n->uy * n->uy * n->d};
    add_point(p, &n->sx, &n->sy, left);
    p->xt += xt;
    p->yt += yt;
    p->tt += n->tt - n->ut * n->ut * n->d + 2.0 * (n->sx * yt - n->sy * xt);
}

EACH void factor_links(const dp_mechanism *m, struct STATE *states) {
    for (int i = 0; i < m->link_count; i++)
        begin_inertia(&m->links[i], &states[i]);
    for (int i = m->link_count - 1; i >= 0; i--) {
        const struct link *link = &m->links[i];
        struct STATE *n = &states[i], *p = link->parent < 0 ? NULL : &states[link->parent];
        if (link->kind == LINK_PIN) factor_pin(link, n, p);
        if (link->kind == LINK_SLIDE || link->kind == LINK_WELD) factor_slide(link, n, p);
    }
}

// --- a free link ---

// inertia a = -z with the entries of a given that are driven: elimination without pivots, which an
// inertia allows.
EACH void solve_free(const struct link *link, const struct STATE *n, const REAL z[3], REAL a[3]) {
    REAL k[3][3] = {{n->xx, n->xy, n->xt}, {n->xy, n->yy, n->yt}, {n->xt, n->yt, n->tt}};
    REAL right[3] = {-z[0], -z[1], -z[2]};
    for (int i = 0; i < 3; i++) {
        if (link->unknown[i] >= 0) continue;
        for (int j = 0; j < 3; j++) {
            if (j != i) right[j] -= k[j][i] * a[i];
            k[i][j] = k[j][i] = ALL(0.0);
        }
        k[i][i] = ALL(1.0);
        right[i] = a[i];
    }
    for (int i = 0; i < 3; i++) {
        for (int j = i + 1; j < 3; j++) {
            REAL f = k[j][i] / k[i][i];
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

EACH void gather_pin(const struct link *link, const struct STATE *n, struct STATE *p) {
    REAL fx = n->zx + n->xx * n->bx + n->xy * n->by;
    REAL fy = n->zy + n->xy * n->bx + n->yy * n->by;
    if (link->unknown[0] >= 0) {
        REAL e = n->zt - n->sy * n->zx + n->sx * n->zy;
        REAL give = n->d * (e + n->ux * n->bx + n->uy * n->by);
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

EACH void gather_slide(const struct STATE *n, struct STATE *p) {
    REAL fx = n->zx + n->xx * n->bx + n->xy * n->by;
    REAL fy = n->zy + n->xy * n->bx + n->yy * n->by;
    REAL ft = n->zt + n->xt * n->bx + n->yt * n->by;
    REAL e = n->axis_x * n->zx + n->axis_y * n->zy;
    REAL give = n->d * (e + n->ux * n->bx + n->uy * n->by);
    fx -= n->ux * give;
    fy -= n->uy * give;
    ft -= n->ut * give;
    p->zx += fx;
    p->zy += fy;
    p->zt += ft + n->sx * fy - n->sy * fx;
}

// --- accelerations outwards ---

// `from`: [ax, ay, alpha] of the point of the parent under it.
EACH void move_pin(const struct link *link, struct STATE *n, const REAL from[3]) {
    REAL ax = from[0] + n->bx, ay = from[1] + n->by;
    if (link->unknown[0] < 0) {
        n->ax = ax;
        n->ay = ay;
        n->alpha = n->bw;
        return;
    }
    REAL e = n->zt - n->sy * n->zx + n->sx * n->zy;
    n->alpha = -n->d * (e + n->ux * ax + n->uy * ay);
    n->ax = ax - n->sy * n->alpha;
    n->ay = ay + n->sx * n->alpha;
}

EACH void move_slide(const struct link *link, struct STATE *n, const REAL from[3]) {
    REAL ax = from[0] + n->bx, ay = from[1] + n->by, alpha = from[2];
    REAL e = n->axis_x * n->zx + n->axis_y * n->zy;
    REAL q = -n->d * (e + n->ux * ax + n->uy * ay + n->ut * alpha);
    n->slide = link->kind == LINK_SLIDE && link->unknown[0] >= 0 ? q : n->bw;
    n->ax = ax + n->axis_x * q;
    n->ay = ay + n->axis_y * q;
    n->alpha = alpha;
}

EACH void move_free(const struct link *link, struct STATE *n) {
    REAL z[3] = {n->zx, n->zy, n->zt}, a[3] = {n->bx, n->by, n->bw};
    solve_free(link, n, z, a);
    n->ax = a[0];
    n->ay = a[1];
    n->alpha = a[2];
}

EACH void solve_links(const dp_mechanism *m, struct STATE *states) {
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
        struct STATE *n = &states[i];
        REAL from[3] = {ALL(0.0), ALL(0.0), ALL(0.0)};
        if (link->parent >= 0) {
            const struct STATE *p = &states[link->parent];
            REAL rx = link->kind == LINK_PIN ? n->px : n->sx;
            REAL ry = link->kind == LINK_PIN ? n->py : n->sy;
            from[2] = p->alpha;
            from[0] = p->ax - p->alpha * ry;
            from[1] = p->ay + p->alpha * rx;
        }
        if (link->kind == LINK_PIN)
            move_pin(link, n, from);
        else if (link->kind == LINK_FREE)
            move_free(link, n);
        else
            move_slide(link, n, from);
    }
}

// --- responses to wrenches alone ---

// The bias force [fx, fy, m] of a link, as its parent feels it: added to `up`.
EACH void respond_inwards(const struct link *link, const struct STATE *n, const REAL own[3],
                          REAL up[3]) {
    int pin = link->kind == LINK_PIN, gives = link->slots == 1 && link->unknown[0] >= 0;
    REAL e =
        pin ? own[2] - n->sy * own[0] + n->sx * own[1] : n->axis_x * own[0] + n->axis_y * own[1];
    REAL give = gives ? n->d * e : ALL(0.0);
    REAL fx = own[0] - n->ux * give, fy = own[1] - n->uy * give;
    REAL rx = pin ? n->px : n->sx, ry = pin ? n->py : n->sy;
    up[0] += fx;
    up[1] += fy;
    up[2] += rx * fy - ry * fx + (pin ? ALL(0.0) : own[2] - n->ut * give);
}

// [ax, ay, alpha, slide] of a link, from those of its parent (NULL: it stands still).
EACH void respond_outwards(const struct link *link, const struct STATE *n, const REAL z[3],
                           const REAL *up, REAL a[4]) {
    int pin = link->kind == LINK_PIN, gives = link->slots == 1 && link->unknown[0] >= 0;
    if (link->kind == LINK_FREE) {
        a[0] = a[1] = a[2] = a[3] = ALL(0.0);
        solve_free(link, n, z, a);
        return;
    }
    REAL rx = pin ? n->px : n->sx, ry = pin ? n->py : n->sy;
    REAL alpha = up == NULL ? ALL(0.0) : up[2];
    a[0] = up == NULL ? ALL(0.0) : up[0] - alpha * ry;
    a[1] = up == NULL ? ALL(0.0) : up[1] + alpha * rx;
    REAL e = pin ? z[2] - n->sy * z[0] + n->sx * z[1] : n->axis_x * z[0] + n->axis_y * z[1];
    REAL turning = pin ? ALL(0.0) : n->ut * alpha;
    REAL q = gives ? -n->d * (e + n->ux * a[0] + n->uy * a[1] + turning) : ALL(0.0);
    a[0] += pin ? -n->sy * q : n->axis_x * q;
    a[1] += pin ? n->sx * q : n->axis_y * q;
    a[2] = pin ? q : alpha;
    a[3] = pin ? ALL(0.0) : q;
}

// [fx, fy, m] per link in, [ax, ay, alpha, slide] out.
EACH void respond_links(const dp_mechanism *m, const struct STATE *states, const REAL *wrench,
                        REAL *bias, REAL *out) {
    for (int i = 0; i < 3 * m->link_count; i++)
        bias[i] = -wrench[i];
    for (int i = m->link_count - 1; i >= 0; i--) {
        int parent = m->links[i].parent;
        if (parent >= 0) respond_inwards(&m->links[i], &states[i], bias + 3 * i, bias + 3 * parent);
    }
    for (int i = 0; i < m->link_count; i++) {
        int parent = m->links[i].parent;
        respond_outwards(&m->links[i], &states[i], bias + 3 * i,
                         parent < 0 ? NULL : out + 4 * parent, out + 4 * i);
    }
}

// --- what joints and drivers carry ---

EACH void link_wrench(const struct STATE *n, REAL out[3]) {
    out[0] = n->zx + n->xx * n->ax + n->xy * n->ay + n->xt * n->alpha;
    out[1] = n->zy + n->xy * n->ax + n->yy * n->ay + n->yt * n->alpha;
    out[2] = n->zt + n->xt * n->ax + n->yt * n->ay + n->tt * n->alpha;
}

EACH void driver_effort(const dp_mechanism *m, const struct STATE *states, int driver, REAL *out) {
    const struct driver *d = &m->drivers[driver];
    const struct link *link = &m->links[d->link];
    const struct STATE *n = &states[d->link];
    REAL f[3];
    link_wrench(n, f);
    if (link->kind == LINK_PIN)
        *out = f[2] + n->sx * f[1] - n->sy * f[0];
    else if (link->kind == LINK_SLIDE)
        // the force along x or y whose part along the slide is that of the wrench
        *out = (n->axis_x * f[0] + n->axis_y * f[1]) / (d->across ? n->axis_y : n->axis_x);
    else
        *out = f[d->slot];
}

EACH void driver_speed(const dp_mechanism *m, const struct STATE *states, int driver, REAL *out) {
    const struct driver *d = &m->drivers[driver];
    const struct link *link = &m->links[d->link];
    const struct STATE *n = &states[d->link];
    if (link->kind == LINK_PIN || d->slot == 2)
        *out = n->w;
    else
        *out = d->across ? n->vy : n->vx;
}

#endif
