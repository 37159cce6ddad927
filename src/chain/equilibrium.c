// Static equilibrium under gravity and preload, and the longest stable step.
//
// In a row the forces follow from balance alone, summed up from the free side to the end that
// holds; each contact is then pressed until it carries its force.

#include <float.h>
#include <math.h>

#include "base/error.h"
#include "base/root.h"
#include "chain/chain.h"
#include "kernels/touch.h"

struct pressing {
    const dp_contact *contact;
    double history[DP_HISTORY_MAX];
    double force;
};

static double excess(double delta, const void *context) {
    const struct pressing *p = (const struct pressing *)context;
    return dp_contact_force(p->contact, p->history, delta, 0.0) - p->force;
}

static double depth_of(const struct pressing *p) {
    double high = 1e-12;
    while (excess(high, p) < 0.0 && high < 1e3)
        high *= 2.0;
    return dp_root(excess, p, 0.0, high);
}

double dp_chain_depth_of_force(const dp_contact *contact, double force) {
    struct pressing p = {.contact = contact, .force = force};
    return depth_of(&p);
}

// Indentation that carries the force on a virgin contact.
static dp_status press(const dp_chain *chain, struct pressing *p, size_t c, double *delta,
                       dp_error *err) {
    *delta = depth_of(p);
    double off = excess(*delta, p);
    // a force that jumps is bracketed by the root but never met; rounding alone stays far below
    if (!(fabs(off) <= 1e-9 * p->force))
        return dp_blame(
            err,
            dp_fail(err, DP_ERR_NUMERIC,
                    "contact %ld cannot carry the static force of %g N: the force of %s jumps "
                    "past it; a continuous form of the law can",
                    chain->first_number + (long)c, p->force, p->contact->law->name),
            DP_SUBJECT_CONTACT, (long)c, NULL);
    return DP_OK;
}

static dp_status press_contact(dp_chain *chain, size_t c, double force, dp_error *err) {
    const struct contact_group *run = dp_chain_run_of(chain, c);
    struct pressing p = {.contact = run->contact, .force = force};
    double delta;
    int asks = dp_contact_asks_speed(run->contact);
    if (asks && run->contact->kernel->raise == NULL)
        return dp_blame(
            err,
            dp_fail(err, DP_ERR_MISSING,
                    "contact %ld touches at the start, so %s has no approach speed to look at; "
                    "take `approach: largest` or a fixed `approach`",
                    chain->first_number + (long)c, run->contact->law->name),
            DP_SUBJECT_CONTACT, (long)c, NULL);
    dp_touch_begin(run->contact, p.history, asks ? 0.0 : run->contact->approach);
    dp_status status = press(chain, &p, c, &delta, err);
    if (status != DP_OK) return status;
    dp_contact_commit(run->contact, p.history, delta, 0.0);
    for (int j = 0; j < run->contact->kernel->history_count; j++)
        chain->history[j][c] = p.history[j];
    chain->gap[c] = -delta;
    if (run->watches) chain->touching[c] = 1.0;
    return DP_OK;
}

// The body from which on contacts carry what pushes to the right. One that is glued to a driven end
// is held by it.
static size_t first_loaded(const dp_chain *chain) {
    return chain->pushed > chain->first ? chain->pushed : chain->first;
}

// Does the right end hold all that is pushed against it? Every contact must be pressed.
static int right_holds(const dp_chain *chain) {
    double force = chain->preload + chain->press;
    if (chain->end[1].type == DP_END_FREE) return 0;
    for (size_t i = first_loaded(chain); i <= chain->last; i++) {
        force += chain->mass[i] * chain->gravity;
        if (force < 0.0) return 0;
    }
    return 1;
}

static dp_status settle_right(dp_chain *chain, dp_error *err) {
    double force = chain->preload + chain->press;
    struct chain_end *left = &chain->end[0];
    left->rest = chain->press;
    if (chain->press > 0.0 && !(left->type == DP_END_BAR && left->glued)) {
        dp_status status = press_contact(chain, left->contact, chain->press, err);
        if (status != DP_OK) return status;
    }
    for (size_t c = first_loaded(chain); c <= chain->last; c++) {
        force += chain->mass[c] * chain->gravity;
        if (c == chain->last) chain->end[1].rest = force;
        if (c == chain->last && chain->end[1].type == DP_END_BAR && chain->end[1].glued)
            return DP_OK;
        dp_status status = force > 0.0 ? press_contact(chain, c, force, err) : DP_OK;
        if (status != DP_OK) return status;
    }
    return DP_OK;
}

static dp_status settle_left(dp_chain *chain, dp_error *err) {
    double force = 0.0;
    for (size_t c = chain->last; c-- > chain->first - 1;) {
        force -= chain->mass[c + 1] * chain->gravity;
        if (c == chain->first - 1) chain->end[0].rest = force;
        if (c == chain->first - 1 && chain->end[0].type == DP_END_BAR && chain->end[0].glued)
            return DP_OK;
        dp_status status = press_contact(chain, c, force, err);
        if (status != DP_OK) return status;
    }
    return DP_OK;
}

dp_status dp_chain_settle(dp_chain *chain, dp_error *err) {
    if (right_holds(chain)) return settle_right(chain, err);
    int left_holds = chain->end[0].type != DP_END_FREE && chain->gravity < 0.0 &&
                     chain->preload == 0.0 && chain->press == 0.0 && chain->pushed == 1;
    if (left_holds) return settle_left(chain, err);
    if (chain->preload == 0.0 && chain->end[0].type == DP_END_FREE &&
        chain->end[1].type == DP_END_FREE)
        return DP_OK;  // all fall together, nothing is pressed
    return dp_blame(
        err,
        dp_fail(err, DP_ERR_CONFLICT,
                "no end holds the chain against gravity and preload, so it has no equilibrium "
                "to start from; make the end they push towards a wall"),
        DP_SUBJECT_FIELD, -1, "start_in_equilibrium");
}

// --- step limit ---

struct striking {
    const dp_contact *contact;
    double energy;
};

static double energy_excess(double delta, const void *context) {
    const struct striking *s = (const struct striking *)context;
    const dp_kernel *kernel = s->contact->kernel;
    double m[DP_HISTORY_MAX] = {0.0};
    double held = kernel->load_energy != NULL
                      ? kernel->load_energy(s->contact->k, delta)
                      : kernel->respond(s->contact->k, m, delta, 0.0).stored;
    return held - s->energy;
}

double dp_chain_depth_of_energy(const dp_contact *contact, double energy) {
    struct striking s = {contact, energy};
    double high = 1e-12, most = contact->limit;
    while (energy_excess(high, &s) < 0.0 && high < 1e3 && 2.0 * high < most)
        high *= 2.0;
    // a law that ends before it has taken up the energy is asked just within its range
    double depth = dp_root(energy_excess, &s, 0.0, high);
    return isnan(depth) && isfinite(most) ? 0.5 * most : depth;
}

// Stiffness and damping of a contact in the worst state a head-on impact at `speed` can bring,
// while loading and while unloading. Tangents may be largest on the way: twenty places tell.
static void worst_tangents(const dp_contact *contact, double mass, double speed, double *stiffness,
                           double *damping) {
    const dp_kernel *kernel = contact->kernel;
    double m[DP_HISTORY_MAX] = {0.0};
    // damping by the approach speed is strong after a gentle touch; in a chain some are
    dp_touch_begin(contact, m, 0.01 * speed);
    double deepest = dp_chain_depth_of_energy(contact, 0.5 * mass * speed * speed);
    // a rate above the largest one kept damps no more
    double rate = kernel->raise != NULL ? 0.0 : speed;
    *stiffness = *damping = 0.0;
    for (int pass = 0; pass < 2; pass++) {
        double low = dp_contact_residual(contact, m);
        for (int i = 1; i <= 20; i++) {
            double delta = low + (deepest - low) * (i - 0.5 * pass) / 20.0;
            *stiffness = fmax(*stiffness, kernel->respond(contact->k, m, delta, 0.0).dforce_ddelta);
            *damping = fmax(*damping, kernel->respond(contact->k, m, delta, rate).dforce_drate);
        }
        dp_contact_commit(contact, m, deepest, 0.0);
    }
}

// The same for a bar: glued, the body is braked by its impedance; else the bar follows the contact.
static double bar_step(const dp_chain_end *end, double reciprocal_mass, double stiffness) {
    if (end->type != DP_END_BAR) return INFINITY;
    if (end->glued) return 0.5 / (end->impedance * reciprocal_mass);
    return stiffness > 0.0 ? 0.5 * end->impedance / stiffness : INFINITY;
}

// Leapfrog with foretold rates on x'' = -k x/m - c x'/m, both contacts of a body pressed, is stable
// up to about this step.
static double stable_step(double stiffness, double damping, double reciprocal_mass) {
    double spring = stiffness > 0.0 ? sqrt(2.0 / (stiffness * reciprocal_mass)) : INFINITY;
    double dashpot = damping > 0.0 ? 0.5 / (damping * reciprocal_mass) : INFINITY;
    return fmin(spring, dashpot);
}

// No contact moves a body that a driven end carries.
static double reciprocal(const dp_chain_def *def, size_t body) {
    return body < def->count && !dp_chain_is_carried(def, body) ? 1.0 / def->mass[body] : 0.0;
}

dp_status dp_chain_step_limit(const dp_chain_def *def, double speed, double *limit, size_t *contact,
                              dp_error *err) {
    size_t bytes, last = (size_t)-1;
    const dp_contact *last_law = NULL;
    double last_mass = 0.0;
    dp_status status = dp_chain_memory(def, &bytes, err);
    if (status != DP_OK) return status;
    *limit = INFINITY;
    *contact = 0;
    for (size_t c = 0; c <= def->count && speed > 0.0; c++) {
        const dp_chain_end *end = c == 0 ? &def->left : c == def->count ? &def->right : NULL;
        if (end != NULL && end->glued) {
            double here = bar_step(end, reciprocal(def, c == 0 ? 0 : c - 1), 0.0);
            if (here < *limit) *limit = here;
        }
        if (end != NULL && (end->type == DP_END_FREE || end->glued)) continue;
        const dp_contact *law = dp_chain_law_of(def, c);
        dp_contact taken = dp_chain_take_law(law);
        double sum = reciprocal(def, c - 1) + reciprocal(def, c), stiffness, damping;
        if (law == last_law && sum == last_mass && last != (size_t)-1) continue;
        last = c;
        last_law = law;
        last_mass = sum;
        status = dp_contact_at_speed(&taken, speed, 1.0 / sum, &taken, err);
        if (status != DP_OK) return status;
        worst_tangents(&taken, 1.0 / sum, speed, &stiffness, &damping);
        double here = stable_step(stiffness, damping, sum);
        if (end != NULL) here = fmin(here, bar_step(end, sum, stiffness));
        if (here < *limit) {
            *limit = here;
            *contact = c;
        }
    }
    return DP_OK;
}
