#ifndef DP_MECHANISM_PLACE_H
#define DP_MECHANISM_PLACE_H

// Positions and velocities from joint coordinates, from the roots of the tree outwards, and the
// geometry of pairs of surfaces. See instant.h.

static const struct STATE still_ground = {.c = ONES};

EACH const struct STATE *state_of(const struct STATE *states, int link) {
    return link < 0 ? &still_ground : &states[link];
}

// A driven coordinate: value, speed and acceleration. A step that ends on a knot, at `landing`,
// sees what lies before it.
EACH void drive_at(const struct curve *c, const REAL *t, double landing, int used, REAL out[3]) {
    if (c->count == 0 && c->degree <= 1) {
        out[0] = c->start + c->coefficient[0] * *t;
        out[1] = ALL(c->coefficient[0]);
        out[2] = ALL(0.0);
        return;
    }
    out[0] = out[1] = out[2] = ALL(0.0);
    for (int lane = 0; lane < used; lane++) {
        double at[3];
        dp_curve_side(c, LANE(*t, lane), c->kinks && LANE(*t, lane) == landing, at);
        for (int k = 0; k < 3; k++)
            LANE(out[k], lane) = at[k];
    }
}

// Value, speed and acceleration of one coordinate; the acceleration of an unknown one is 0 here.
EACH void coordinate(const dp_mechanism *m, const struct link *link, int slot, const REAL *t,
                     const REAL *q, const REAL *v, int used, REAL out[3]) {
    int unknown = link->unknown[slot];
    if (unknown < 0) {
        drive_at(&m->drivers[link->driver[slot]].curve, t, m->landing, used, out);
        return;
    }
    out[0] = q[unknown];
    out[1] = v[unknown];
    out[2] = ALL(0.0);
}

#if ARE_SEVERAL
#define TURN_AHEAD(m, t, q, states) 0
#else
#define TURN_AHEAD(m, t, q, states) turn_ahead(m, t, q, states)
enum { FEW_LINKS = 4 };

// Cosines and sines of the links that have angles of their own, eight at a time. 0: not done, since
// of a few links the vectors cost more than they save.
EACH int turn_ahead(const dp_mechanism *m, const double *t, const double *q,
                    struct link_state *states) {
    double angle[DP_TURNS], c[DP_TURNS], s[DP_TURNS], a[3];
    int which[DP_TURNS], count = 0;
    if (m->link_count <= FEW_LINKS) return 0;
    for (int i = 0; i < m->link_count; i++) {
        const struct link *link = &m->links[i];
        if (link->kind == LINK_PIN || link->kind == LINK_FREE) {
            coordinate(m, link, link->kind == LINK_PIN ? 0 : 2, t, q, q, 1, a);
            angle[count] = a[0];
            which[count++] = i;
        }
        if (count == 0 || (count < DP_TURNS && i + 1 < m->link_count)) continue;
        for (int k = count; k < DP_TURNS; k++)
            angle[k] = angle[0];
        m->turn(angle, c, s);
        for (int k = 0; k < count; k++) {
            states[which[k]].c = c[k];
            states[which[k]].s = s[k];
        }
        count = 0;
    }
    return 1;
}
#endif

EACH void place_pin(const struct link *link, const struct STATE *p, const REAL a[3],
                    struct STATE *n) {
    n->angle = a[0];
    n->w = a[1];
    n->bw = a[2];
    n->px = p->c * link->on_parent[0] - p->s * link->on_parent[1];
    n->py = p->s * link->on_parent[0] + p->c * link->on_parent[1];
    n->sx = -(n->c * link->on_self[0] - n->s * link->on_self[1]);
    n->sy = -(n->s * link->on_self[0] + n->c * link->on_self[1]);
    n->x = p->x + n->px + n->sx;
    n->y = p->y + n->py + n->sy;
    n->vx = p->vx - p->w * n->py - n->w * n->sy;
    n->vy = p->vy + p->w * n->px + n->w * n->sx;
    REAL far = p->w * p->w, near = n->w * n->w;
    n->bx = -far * n->px - near * n->sx - n->bw * n->sy;
    n->by = -far * n->py - near * n->sy + n->bw * n->sx;
}

EACH void place_slide(const struct link *link, const struct STATE *p, const REAL a[3],
                      struct STATE *n) {
    n->angle = p->angle + link->angle;
    n->w = p->w;
    n->c = p->c * link->turn[0] - p->s * link->turn[1];
    n->s = p->s * link->turn[0] + p->c * link->turn[1];
    n->axis_x = p->c * link->axis[0] - p->s * link->axis[1];
    n->axis_y = p->s * link->axis[0] + p->c * link->axis[1];
    n->px = p->c * link->on_parent[0] - p->s * link->on_parent[1];
    n->py = p->s * link->on_parent[0] + p->c * link->on_parent[1];
    n->sx = n->px + a[0] * n->axis_x - (n->c * link->on_self[0] - n->s * link->on_self[1]);
    n->sy = n->py + a[0] * n->axis_y - (n->s * link->on_self[0] + n->c * link->on_self[1]);
    n->x = p->x + n->sx;
    n->y = p->y + n->sy;
    n->vx = p->vx - p->w * n->sy + a[1] * n->axis_x;
    n->vy = p->vy + p->w * n->sx + a[1] * n->axis_y;
    REAL square = p->w * p->w, turning = 2.0 * a[1] * p->w;
    n->bx = -square * n->sx - turning * n->axis_y + a[2] * n->axis_x;
    n->by = -square * n->sy + turning * n->axis_x + a[2] * n->axis_y;
    n->bw = a[2];
}

EACH void place_free(const REAL x[3], const REAL y[3], const REAL a[3], struct STATE *n) {
    n->x = x[0];
    n->y = y[0];
    n->angle = a[0];
    n->vx = x[1];
    n->vy = y[1];
    n->w = a[1];
    // driven accelerations
    n->bx = x[2];
    n->by = y[2];
    n->bw = a[2];
}

EACH void place_links(const dp_mechanism *m, const REAL *t, const REAL *q, const REAL *v, int used,
                      struct STATE *states) {
    const int turned = TURN_AHEAD(m, t, q, states);
    for (int i = 0; i < m->link_count; i++) {
        const struct link *link = &m->links[i];
        const struct STATE *p = state_of(states, link->parent);
        REAL x[3], y[3], a[3] = {ALL(0.0), ALL(0.0), ALL(0.0)};
        if (link->kind == LINK_FREE) {
            coordinate(m, link, 0, t, q, v, used, x);
            coordinate(m, link, 1, t, q, v, used, y);
            coordinate(m, link, 2, t, q, v, used, a);
            if (!turned) turn(&a[0], &states[i].c, &states[i].s);
            place_free(x, y, a, &states[i]);
            continue;
        }
        if (link->kind != LINK_WELD) coordinate(m, link, 0, t, q, v, used, a);
        if (link->kind == LINK_PIN && !turned) turn(&a[0], &states[i].c, &states[i].s);
        if (link->kind == LINK_PIN)
            place_pin(link, p, a, &states[i]);
        else
            place_slide(link, p, a, &states[i]);
    }
}

// --- surfaces ---

EACH void arm(const struct STATE *n, const double at[2], REAL *x, REAL *y) {
    *x = n->c * at[0] - n->s * at[1];
    *y = n->s * at[0] + n->c * at[1];
}

EACH void place_pair(const struct pair *pair, const struct STATE *states, struct TOUCH *touch) {
    const struct STATE *a = state_of(states, pair->first), *b = state_of(states, pair->second);
    REAL x2, y2;
    arm(a, pair->at[0], &touch->rx1, &touch->ry1);
    arm(b, pair->at[1], &x2, &y2);
    // differences of positions first: nothing else keeps the digits of an indentation
    touch->ex = (a->x - b->x) + (touch->rx1 - x2);
    touch->ey = (a->y - b->y) + (touch->ry1 - y2);
    if (pair->kind == PAIR_PLANE) {
        REAL out_x = b->c * pair->normal[0] - b->s * pair->normal[1];
        REAL out_y = b->s * pair->normal[0] + b->c * pair->normal[1];
        touch->distance = touch->ex * out_x + touch->ey * out_y;
        touch->delta = pair->reach - touch->distance;
        touch->nx = -out_x;
        touch->ny = -out_y;
        // the point of the second body that is where the centre is
        x2 += touch->ex;
        y2 += touch->ey;
    } else {
        const REAL one = ALL(1.0), none = ALL(0.0);
        double sign = pair->kind == PAIR_BEARING ? 1.0 : -1.0;
        REAL square = touch->ex * touch->ex + touch->ey * touch->ey, distance;
        root(&square, &distance);
        REAL unit = CHOOSE(distance > none, 1.0 / distance, none);
        touch->distance = distance;
        touch->delta = sign * (distance - pair->reach);
        touch->nx = CHOOSE(distance > none, sign * touch->ex * unit, one);
        touch->ny = sign * touch->ey * unit;
    }
    touch->rx2 = x2;
    touch->ry2 = y2;
    REAL vx = (a->vx - b->vx) - (a->w * touch->ry1 - b->w * y2);
    REAL vy = (a->vy - b->vy) + (a->w * touch->rx1 - b->w * x2);
    touch->arm1 = pair->arm[0] - pair->yields[0] * touch->delta;
    touch->arm2 = pair->arm[1] - pair->yields[1] * touch->delta;
    touch->rate = vx * touch->nx + vy * touch->ny;
    touch->slip = vy * touch->nx - vx * touch->ny + touch->arm1 * a->w + touch->arm2 * b->w;
}

#endif
