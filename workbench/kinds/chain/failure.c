// Chains that break off: the step at which it began, the body, the contact.

#include "kinds/chain/results.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/status.h"
#include "scenario/failure.h"
#include "scenario/limits.h"

// A state is kept every half second, if it can be copied in a small part of that.
static const double trail_seconds = 0.5;
enum { TRAIL_BYTES_MAX = 64 << 20 };

// --- the trail -----------------------------------------------------------------------------------

// It was this chain's own state.
static void put_back(dp_chain *chain, const struct chain_trail *trail) {
    dp_error err;
    dp_chain_restore(chain, trail->state, trail->bytes, &err);
}

bool chain_trail_keep(struct chain_trail *trail, dp_chain *chain, long step) {
    if (trail->bytes == 0) trail->bytes = dp_chain_save(chain, NULL, 0);
    if (trail->bytes > TRAIL_BYTES_MAX) return false;
    if (trail->state == NULL) trail->state = malloc(trail->bytes);
    if (trail->state == NULL) return false;
    dp_chain_save(chain, trail->state, trail->bytes);
    trail->step = step;
    trail->time = clock_seconds();
    return true;
}

void chain_trail_refresh(struct chain_trail *trail, dp_chain *chain, long step) {
    double now = clock_seconds();
    // a run that is over soon can be done again from its start
    if (trail->time == 0.0) trail->time = now;
    if (now - trail->time >= trail_seconds) chain_trail_keep(trail, chain, step);
    if (now - trail->time >= trail_seconds) trail->time = now;
}

void chain_trail_free(struct chain_trail *trail) {
    free(trail->state);
    *trail = (struct chain_trail){.state = NULL};
}

// --- the first bad step --------------------------------------------------------------------------

// Stand on a good state before the failure; false when there is none.
static bool go_back(struct chain_work *w, struct chain_trail *trail) {
    dp_error err;
    if (trail->state != NULL) {
        put_back(w->chain, trail);
        return true;
    }
    if (w->first > 0) return false;
    dp_chain_def def = chain_define(w->config, true);
    dp_chain *fresh;
    if (dp_chain_build(&fresh, &def, &err) != DP_OK) return false;
    dp_chain_free(w->chain);
    w->chain = fresh;
    return chain_trail_keep(trail, w->chain, 0);
}

// The last good step; the chain stands there and the trail holds it. -1: not found.
static long find_step(struct chain_work *w, struct chain_trail *trail, long bad) {
    dp_error err;
    if (!go_back(w, trail)) return -1;
    while (bad - trail->step > 1) {
        long middle = trail->step + (bad - trail->step) / 2;
        if (dp_chain_advance(w->chain, middle - trail->step, &err) == DP_OK) {
            chain_trail_keep(trail, w->chain, middle);
        } else {
            bad = middle;
            put_back(w->chain, trail);
        }
    }
    return trail->step;
}

struct place {
    size_t body, contact;
    bool is_between;  // the body to the right of the contact has lost its numbers as well
};

static size_t find_lost(const double *value, size_t count) {
    size_t i = 0;
    while (i < count && isfinite(value[i]))
        i++;
    return i;
}

// The first body that has lost its numbers. Velocities are brought to the time of the places when
// one looks, with forces that may be spoiled by then, so the places tell, unless they are all good.
static struct place find_place(dp_chain *chain) {
    const dp_chain_snapshot *view = dp_chain_state(chain);
    const double *value = view->displacement;
    struct place p = {.body = find_lost(value, view->count)};
    if (p.body == view->count) p.body = find_lost(value = view->velocity, view->count);
    if (p.body == view->count) p.body = 0;
    p.contact = p.body + 1;
    p.is_between = p.contact < view->count && !isfinite(value[p.contact]);
    return p;
}

static void say_where(struct chain_work *w, double time, size_t body, size_t contact) {
    const struct chain_config *c = w->config;
    char body_text[64], contact_text[64];
    long bead = chain_bead_of(c, body);
    snprintf(body_text, sizeof body_text, bead == 0 ? "the striker" : "bead %ld", bead);
    snprintf(contact_text, sizeof contact_text, "contact %ld", chain_contact_number(c, contact));
    failure_at(w->reader, time, body_text, contact_text);
}

// Rows of what went on up to here.
static void keep_tables(struct chain_work *w) {
    const struct chain_pulse none = {.reason = "the run broke off"};
    double time = dp_chain_time(w->chain);
    if (!failure_is_kept(w->reader) || !w->has_rows) return;
    while (w->looks > 0 && w->energy[w->looks - 1].time > time)
        w->looks--;
    chain_write_tables(w, &none);
}

void chain_report_failure(struct chain_work *w, struct chain_trail *trail, long step) {
    const struct chain_config *c = w->config;
    dp_error err;
    struct place place = find_place(w->chain);
    long good = find_step(w, trail, step);
    report_status(w->reader, DP_RUN_NUMERIC, place_of(c->run.node, "step"),
                  "the motion is no longer finite after step %ld of %ld; the step may be too "
                  "long, or a law was left beyond its range",
                  good >= 0 ? good + 1 : step, c->steps);
    if (good >= 0 && dp_chain_advance(w->chain, 1, &err) != DP_OK) place = find_place(w->chain);
    if (good >= 0) put_back(w->chain, trail);
    const double *force = dp_chain_state(w->chain)->force + place.body;
    if (!place.is_between && fabs(force[0]) > fabs(force[1])) place.contact = place.body;
    say_where(w, (double)(good >= 0 ? good : step) * c->step, place.body, place.contact);
    if (good >= 0) keep_tables(w);
}

// --- finite, and yet no motion -------------------------------------------------------------------

// Energy [J] of a body that has taken up the speeds stated. Where an end begins to move gently, all
// that has passed so far may be less than the error of a step; of this it is little.
static double energy_to_come(const struct chain_config *c) {
    double least = INFINITY;
    for (size_t i = 0; i < c->bodies; i++)
        least = fmin(least, c->mass[i]);
    return 0.5 * least * c->closing * c->closing;
}

bool chain_is_sound(struct chain_work *w, double most) {
    const dp_energy *e = &w->ledger;
    char what[100] = "the energy is no longer finite";
    dp_chain_balance(w->chain, &w->ledger, &w->momentum_error);
    bool is_finite =
        isfinite(e->initial + e->final + e->viscous + e->plastic + e->input) && isfinite(e->error);
    double missing = e->initial + e->input - e->viscous - e->plastic - e->released - e->final;
    if (is_finite && (e->error <= most || fabs(missing) <= most * energy_to_come(w->config)))
        return true;
    if (is_finite)
        snprintf(what, sizeof what,
                 "the energy balance is off by %.2g of the energy, so the result cannot be trusted",
                 e->error);
    report_status(w->reader, DP_RUN_NUMERIC, place_of(w->config->run.node, "step"),
                  "%s; a shorter step than %g s may help", what, w->config->step);
    return false;
}

void chain_break_off(struct chain_work *w) {
    const dp_chain_snapshot *view = dp_chain_state(w->chain);
    size_t contact = 0;
    // a force that is not finite is more than any other
    for (size_t i = 0; i <= view->count && isfinite(view->force[contact]); i++) {
        if (!(fabs(view->force[i]) <= fabs(view->force[contact]))) contact = i;
    }
    if (view->force[contact] == 0.0) contact = dp_chain_maxima(w->chain).contact;
    say_where(w, view->time, contact > 0 ? contact - 1 : 0, contact);
    keep_tables(w);
}
