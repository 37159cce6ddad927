// Dents and where they are: a bearing has a history for every sector.
//
// A touch uses and writes the history of the sector in which the surfaces met, until they part.
// Where that one has a dent the contact begins and ends on its ground; above it the journal is in
// the hollow and feels nothing. No force and no energy changes at once when it slides from one
// sector to the next.

#include <math.h>
#include <string.h>

#include "mechanism/run.h"

static const double two_pi = 6.283185307179586477;

size_t dp_run_histories_size(const dp_mechanism *m) {
    size_t size = 0;
    for (int i = 0; i < m->pair_count; i++)
        if (m->pairs[i].histories > 1) size += (size_t)m->pairs[i].histories * DP_HISTORY_MAX;
    return size;
}

void dp_run_place_histories(struct run *r, double *room) {
    for (int i = 0; i < r->m->pair_count; i++) {
        if (r->pairs[i].histories <= 1) continue;
        r->contacts[i].kept = room;
        room += (size_t)r->pairs[i].histories * DP_HISTORY_MAX;
    }
}

// A dent that is no deeper than some rounding of positions has no ground of its own.
static double least_dent(const struct run *r, int index) {
    return 1e3 * r->noise[EVENTS_PER_PAIR * index + EVENT_MARK];
}

double dp_run_level(const struct run *r, int index) {
    const struct pair *p = &r->pairs[index];
    if (p->histories == 0) return 0.0;
    double dent = dp_contact_residual(&p->contact, r->contacts[index].history);
    return dent > least_dent(r, index) ? dent : 0.0;
}

// Sectors are centred on 0 and turn with the body of the bearing.
static int sector_of(const struct run *r, int index, const struct touch *t) {
    static const struct link_state ground = {.c = 1.0};
    const struct pair *p = &r->pairs[index];
    const struct link_state *n = p->second < 0 ? &ground : &r->work.states[p->second];
    double x = n->c * t->nx + n->s * t->ny, y = n->c * t->ny - n->s * t->nx;
    double turn = atan2(y, x) / two_pi + 0.5 / p->histories;
    // no number is no place
    int sector = isfinite(turn) ? (int)((turn - floor(turn)) * p->histories) : 0;
    return sector < p->histories ? sector : p->histories - 1;
}

// The history of the place where the surfaces are now.
static void recall(struct run *r, int index, const struct touch *t) {
    struct contact_state *c = &r->contacts[index];
    if (r->pairs[index].forgets) dp_contact_reset(c->history);
    if (c->kept == NULL) return;
    c->sector = sector_of(r, index, t);
    memcpy(c->history, c->kept + (size_t)c->sector * DP_HISTORY_MAX, sizeof c->history);
}

void dp_run_place_pair(const struct run *r, int index, const struct workspace *work,
                       struct touch *touch) {
    dp_pair_place(r->m, &r->pairs[index], work, touch);
    touch->delta -= r->contacts[index].offset;
}

// In the hollow of a dent, and in another sector than that of the dent, or with new material. Where
// the dent is deeper here the journal goes on; where it is not, the surface is taken to begin at
// the journal: it would have pushed it there, and a force that begins from zero needs no energy.
static int leave_hollow(struct run *r, int index, struct touch *t) {
    struct contact_state *c = &r->contacts[index];
    recall(r, index, t);
    double depth = t->delta + c->offset, ground = dp_run_level(r, index);
    int is_above = ground - depth > least_dent(r, index);
    c->offset = is_above ? 0.0 : depth - ground;
    t->delta = is_above ? depth : ground;
    return is_above;
}

int dp_run_meet(struct run *r, int index, struct touch *t) {
    const struct pair *p = &r->pairs[index];
    struct contact_state *c = &r->contacts[index];
    if (c->mode == MODE_HOLLOW) {
        int is_elsewhere = p->forgets || (c->kept != NULL && sector_of(r, index, t) != c->sector);
        if (is_elsewhere) return leave_hollow(r, index, t);
        double missing = dp_run_level(r, index) - t->delta;
        if (missing > least_dent(r, index)) return 1;
        // rounding alone: on the ground, or the contact would end where it begins
        if (missing > 0.0) c->offset -= missing, t->delta += missing;
        return 0;
    }
    recall(r, index, t);
    return dp_run_level(r, index) > 0.0;
}

void dp_run_keep_history(struct contact_state *c) {
    if (c->kept == NULL) return;
    memcpy(c->kept + (size_t)c->sector * DP_HISTORY_MAX, c->history, sizeof c->history);
}

void dp_run_note_sector(struct run *r, int index, const struct touch *t) {
    struct contact_state *c = &r->contacts[index];
    if (c->kept != NULL && !c->slides) c->slides = sector_of(r, index, t) != c->sector;
}

static void tell_dent(struct run *r, int index, double angle, const double *history) {
    dp_mechanism_dent dent = {index, angle, dp_contact_residual(&r->pairs[index].contact, history)};
    if (!(dent.depth > 0.0)) return;
    if (r->def->pairs != NULL)
        r->def->pairs[index].max_dent = fmax(r->def->pairs[index].max_dent, dent.depth);
    if (r->def->dent != NULL) r->def->dent(r->def->user, &dent);
}

void dp_run_tell_dents(struct run *r) {
    for (int i = 0; i < r->m->pair_count; i++) {
        const struct pair *p = &r->pairs[i];
        const struct contact_state *c = &r->contacts[i];
        if (r->def->pairs != NULL) {
            r->def->pairs[i].slid_over_sectors = c->slid;
            r->def->pairs[i].max_dent = 0.0;
        }
        if (p->histories == 0 || p->forgets) continue;
        if (c->kept == NULL) tell_dent(r, i, p->kind == PAIR_BEARING ? 0.0 : NAN, c->history);
        for (int k = 0; k < p->histories && c->kept != NULL; k++) {
            int sector = (k + p->histories / 2 + 1) % p->histories;
            double angle = remainder(two_pi * sector / p->histories, two_pi);
            tell_dent(r, i, angle, c->kept + (size_t)sector * DP_HISTORY_MAX);
        }
    }
}
