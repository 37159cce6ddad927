#ifndef DP_MECHANISM_EVALUATE_H
#define DP_MECHANISM_EVALUATE_H

// Rates of a run. See instant.h.

#include "mechanism/push.h"
#include "mechanism/values.h"

EACH void write_works(const struct run *r, const struct STATE *states, const struct TOUCH *touches,
                      const struct POWER *power, REAL *works) {
    const dp_mechanism *m = r->m;
    REAL viscous = power->damping, plastic = ALL(0.0), friction = ALL(0.0);
    REAL input = power->applied;
    for (int i = 0; i < m->pair_count; i++) {
        if (r->contacts[i].mode != MODE_TOUCH) continue;
        const struct TOUCH *t = &touches[i];
        viscous += (t->force - t->spring) * t->rate;
        plastic += t->plastic * t->rate;
        // a grip tells at its commits what slip has taken
        if (r->pairs[i].has_grip)
            viscous -= t->drag * t->slip;
        else
            friction -= t->friction * t->slip;
    }
    for (int i = 0; i < m->driver_count; i++) {
        REAL effort, speed;
        driver_effort(m, states, i, &effort);
        driver_speed(m, states, i, &speed);
        input += effort * speed;
    }
    works[WORK_VISCOUS] = viscous;
    works[WORK_PLASTIC] = plastic;
    works[WORK_FRICTION] = friction;
    works[WORK_INPUT] = input;
}

EACH void write_watches(const struct run *r, const struct STATE *states, struct TOUCH *touches,
                        int used, REAL *out) {
    for (int i = 0; i < r->def->watch_count; i++) {
        REAL v = ALL(0.0);
        if (r->in_window)
            channel_value(r, states, touches, used, &r->m->channels[r->def->watch[i]], &v);
        out[2 * i] = v;
        out[2 * i + 1] = v * v;
    }
}

EACH void write_accelerations(const dp_mechanism *m, const struct STATE *states, REAL *dv) {
    for (int i = 0; i < m->link_count; i++) {
        const struct link *l = &m->links[i];
        const struct STATE *n = &states[i];
        if (l->kind == LINK_PIN) {
            if (l->unknown[0] >= 0) dv[l->unknown[0]] = n->alpha;
        } else if (l->kind == LINK_SLIDE) {
            if (l->unknown[0] >= 0) dv[l->unknown[0]] = n->slide;
        } else if (l->kind == LINK_FREE) {
            const REAL *const a[3] = {&n->ax, &n->ay, &n->alpha};
            for (int slot = 0; slot < 3; slot++)
                if (l->unknown[slot] >= 0) dv[l->unknown[slot]] = *a[slot];
        }
    }
}

// Places, and all forces at them; `dy` gets the rates of the bristles.
EACH void push_all(const struct run *r, const REAL *y, int used, struct STATE *states,
                   struct TOUCH *touches, struct POWER *power, REAL *dy) {
    const dp_mechanism *m = r->m;
    const int n = r->n;
    place_links(m, &y[r->active], y, y + n, used, states);
    push_links(m, &y[r->active], used, states, power);
    for (int i = 0; i < m->pair_count; i++) {
        const struct pair *p = &r->pairs[i];
        const struct contact_state *c = &r->contacts[i];
        struct TOUCH *touch = &touches[i];
        int is_on = c->mode == MODE_TOUCH;
        if (is_on) {
            place_pair(p, states, touch);
            touch->delta -= c->offset;
            for (int lane = 0; lane < used; lane++) {
                double z = p->bristle < 0 ? 0.0 : LANE(y[2 * n + p->bristle], lane);
                if (p->has_grip) z -= c->way;
                ask_pair(p, c->history, c->grip, &c->stretch, z, lane, touch);
            }
            push_pair(p, states, touch);
        }
        if (p->bristle >= 0) dy[2 * n + p->bristle] = is_on ? touch->z_rate : ALL(0.0);
    }
}

// What follows once the accelerations are known.
EACH void write_rates(const struct run *r, const REAL *y, const struct STATE *states, REAL *dy) {
    const int n = r->n;
    for (int i = 0; i < n; i++)
        dy[i] = y[n + i];
    write_accelerations(r->m, states, dy + n);
    dy[r->active] = ALL(1.0);
}

EACH void write_integrals(const struct run *r, int used, const struct STATE *states,
                          struct TOUCH *touches, const struct POWER *power, REAL *dy) {
    if (r->works >= 0) write_works(r, states, touches, power, dy + r->works);
    if (r->watches >= 0) write_watches(r, states, touches, used, dy + r->watches);
}

#endif
