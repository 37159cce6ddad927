#ifndef DP_MECHANISM_VALUES_H
#define DP_MECHANISM_VALUES_H

// Values of channels. See instant.h.

#include "mechanism/links.h"
#include "mechanism/place.h"

EACH void length_of(const REAL *x, const REAL *y, int used, REAL *out) {
    *out = ALL(0.0);
    for (int lane = 0; lane < used; lane++)
        LANE(*out, lane) = hypot(LANE(*x, lane), LANE(*y, lane));
}

EACH void body_value(const struct STATE *n, int field, REAL *out) {
    const REAL *const values[] = {&n->x, &n->y,  &n->angle, &n->vx,   &n->vy,
                                  &n->w, &n->ax, &n->ay,    &n->alpha};
    *out = *values[field];
}

EACH void tree_reaction(const dp_mechanism *m, const struct STATE *states, const struct joint *j,
                        REAL out[3]) {
    const struct link *l = &m->links[j->link];
    const struct STATE *n = &states[j->link];
    REAL x, y, f[3];
    link_wrench(n, f);
    // without the driver of this coordinate, whose force acts at the centre of mass
    if (l->slots == 1 && l->driver[0] >= 0) {
        REAL effort;
        driver_effort(m, states, l->driver[0], &effort);
        f[l->kind == LINK_PIN ? 2 : m->drivers[l->driver[0]].across] -= effort;
    }
    // about the point of the second body; on a slide those of the two bodies are apart
    if (j->sign > 0.0) {
        arm(n, l->on_self, &x, &y);
    } else {
        const struct STATE *p = state_of(states, l->parent);
        arm(p, l->on_parent, &x, &y);
        x += p->x - n->x;
        y += p->y - n->y;
    }
    f[2] -= x * f[1] - y * f[0];
    for (int k = 0; k < 3; k++)
        out[k] = j->sign * f[k];
}

// Of a cut, which lanes have none of.
EACH void cut_reaction(const struct run *r, const struct STATE *states, const struct joint *j,
                       REAL out[3]) {
    const struct cut *c = &r->m->cuts[j->cut];
    const struct STATE *n = state_of(states, c->second);
    REAL x, y;
    arm(n, c->at[1], &x, &y);
    out[0] = out[1] = out[2] = ALL(0.0);
    for (int row = c->row; row < c->row + c->rows; row++)
        for (int k = 0; k < 3; k++)
            out[k] += r->work.lambda[row] * r->work.wrench[6 * row + 3 + k];
    out[2] -= x * out[1] - y * out[0];
}

EACH void joint_value(const struct run *r, const struct STATE *states, int used, int joint,
                      int field, REAL *out) {
    const struct joint *j = &r->m->joints[joint];
    REAL f[3];
    if (j->link >= 0)
        tree_reaction(r->m, states, j, f);
    else
        cut_reaction(r, states, j, f);
    if (field == 2)
        length_of(&f[0], &f[1], used, out);
    else
        *out = f[field == 3 ? 2 : field];
}

EACH void pair_value(const struct run *r, const struct STATE *states, struct TOUCH *t, int index,
                     int field, REAL *out) {
    int touches = r->contacts[index].mode == MODE_TOUCH;
    if (!touches) {
        place_pair(&r->m->pairs[index], states, t);
        t->force = t->friction = ALL(0.0);
    }
    const REAL *const plain[] = {&t->ex,    &t->ey,       &t->distance, &t->delta, &t->rate,
                                 &t->force, &t->friction, NULL,         NULL,      &t->slip};
    if (field == PAIR_FX)
        *out = -t->force * t->nx - t->friction * t->ny;
    else if (field == PAIR_FY)
        *out = -t->force * t->ny + t->friction * t->nx;
    else if (field == PAIR_CONTACT)
        *out = ALL(touches ? 1.0 : 0.0);
    else if (field == PAIR_INDENTATION && touches)
        *out = t->delta + r->contacts[index].offset;
    else
        *out = *plain[field];
}

EACH void channel_value(const struct run *r, const struct STATE *states, struct TOUCH *touches,
                        int used, const struct channel *c, REAL *out) {
    REAL speed;
    switch (c->kind) {
    case CHANNEL_BODY:
        body_value(&states[r->m->link_of[c->owner]], c->field, out);
        break;
    case CHANNEL_DRIVER:
        driver_effort(r->m, states, c->owner, out);
        if (c->field == 0) break;
        driver_speed(r->m, states, c->owner, &speed);
        *out *= speed;
        break;
    case CHANNEL_JOINT:
        joint_value(r, states, used, c->owner, c->field, out);
        break;
    case CHANNEL_PAIR:
        pair_value(r, states, &touches[c->owner], c->owner, c->field, out);
        break;
    }
}

#endif
