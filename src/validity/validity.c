// Bounds of a law against what a run reached.

#include "validity/validity.h"
#include "dashpot/delivery.h"
#include "dashpot/impact.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/math.h"
#include "kernels/touch.h"

dp_usage dp_usage_defaults(const dp_contact_def *contact) {
    return (dp_usage){.contact = contact,
                      .body = {dp_body_defaults(), dp_body_defaults()},
                      .indentation = NAN,
                      .speed = NAN,
                      .mass = NAN,
                      .delivered = NAN};
}

const char *dp_bound_name(dp_bound bound) {
    static const char *const names[] = {
        [DP_BOUND_INDENTATION] = "indentation",
        [DP_BOUND_SPEED] = "speed",
        [DP_BOUND_YIELD] = "yield",
        [DP_BOUND_CONFORMITY] = "conformity",
        [DP_BOUND_OVERLAP] = "overlap",
        [DP_BOUND_CLEARANCE] = "clearance",
        [DP_BOUND_SHAPE] = "shape",
        [DP_BOUND_RESTITUTION] = "restitution",
        [DP_BOUND_LOSSES] = "losses",
    };
    return (int)bound >= 0 && bound < DP_BOUND_COUNT ? names[bound] : NULL;
}

// The smaller of two lengths; one that is not known, or infinite, does not count.
static double smaller(double a, double b) {
    double least = isfinite(a) ? a : NAN;
    return isfinite(b) && !(least <= b) ? b : least;
}

double dp_usage_radius(const dp_usage *u) {
    double least = smaller(u->body[0].radius, u->body[1].radius);
    // the radius of a conformal pair is far larger than its bodies
    bool is_convex = isnan(u->contact->pair.clearance);
    return isnan(least) && is_convex ? u->contact->pair.radius : least;
}

double dp_usage_solid_radius(const dp_usage *u) {
    return smaller(u->is_solid[0] ? u->body[0].radius : NAN,
                   u->is_solid[1] ? u->body[1].radius : NAN);
}

const dp_body *dp_softer_body(const dp_body *first, const dp_body *second) {
    return isnan(second->young) || first->young <= second->young ? first : second;
}

double dp_wave_speed(const dp_body *first, const dp_body *second) {
    const dp_body *softer = dp_softer_body(first, second);
    return isinf(softer->young) ? NAN : sqrt(softer->young / softer->density);
}

double dp_yield_indentation(const dp_pair *pair) {
    double pressure = 1.61 * pair->yield / pair->modulus;
    return 0.25 * DP_PI * DP_PI * pair->radius * pressure * pressure;
}

// Where the bed of peng flows, with the fit of 001.
static double bed_yield(const dp_pair *pair) {
    return pair->yield * pair->bearing_radius / (0.663 * pair->modulus);
}

double dp_usage_yield(const dp_usage *u) {
    switch (u->contact->law.law->bounds.yielding) {
    case DP_YIELD_BALL:
        return dp_yield_indentation(&u->contact->pair);
    case DP_YIELD_BED:
        return bed_yield(&u->contact->pair);
    case DP_YIELD_NONE:
        break;
    }
    return NAN;
}

struct findings {
    dp_breach *out;
    int count;
};

static void find(struct findings *f, dp_bound bound, dp_severity severity, double value,
                 double limit) {
    f->out[f->count++] = (dp_breach){bound, severity, value, limit};
}

// A limit of 0 is none; what is not known breaks nothing.
static void compare(struct findings *f, dp_bound bound, double value, double limit) {
    if (limit > 0.0 && value > limit) find(f, bound, DP_SEVERITY_NOTE, value, limit);
}

static void judge_indentation(const dp_usage *u, const dp_bounds *b, struct findings *f) {
    double solid = u->indentation / dp_usage_solid_radius(u);
    if (solid > 1.0)
        find(f, DP_BOUND_INDENTATION, DP_SEVERITY_IMPOSSIBLE, solid, 1.0);
    else
        compare(f, DP_BOUND_INDENTATION, u->indentation / dp_usage_radius(u), b->indentation);
}

static void judge_speed(const dp_usage *u, const dp_bounds *b, struct findings *f) {
    double ratio = u->speed / dp_wave_speed(&u->body[0], &u->body[1]);
    if (ratio > 1.0)
        find(f, DP_BOUND_SPEED, DP_SEVERITY_IMPOSSIBLE, ratio, 1.0);
    else
        compare(f, DP_BOUND_SPEED, ratio, b->speed);
}

// What matters is the pair as a law sees it: a clearance makes it conformal.
static void judge_fit(const dp_usage *u, const dp_bounds *b, struct findings *f) {
    const dp_pair *pair = &u->contact->pair;
    double inner = isnan(pair->clearance) ? NAN : pair->bearing_radius - pair->clearance;
    compare(f, DP_BOUND_CONFORMITY, sqrt(pair->radius * u->indentation) / inner, b->conformity);
    compare(f, DP_BOUND_OVERLAP, u->indentation / pair->clearance, b->overlap);
    compare(f, DP_BOUND_CLEARANCE, pair->clearance / pair->bearing_radius, b->clearance);
    if (u->is_journal && b->fits != 0 && !(b->fits & DP_FITS_JOURNALS))
        find(f, DP_BOUND_SHAPE, DP_SEVERITY_NOTE, 0.0, 0.0);
}

// What the relation that stands in place of the parameter asks for at this speed.
static double requested_by_relation(const dp_contact_def *def, double mass, double speed) {
    dp_contact contact;
    bool is_fixed = !isnan(def->approach);
    if (!is_fixed && !(speed > 0.0)) return NAN;
    if (dp_contact_init(&contact, def, NULL) != DP_OK ||
        dp_contact_at_speed(&contact, speed, mass, &contact, NULL) != DP_OK)
        return NAN;
    return contact.restitution;
}

double dp_requested_restitution(const dp_contact_def *def, double mass, double speed) {
    const dp_law *law = def->law.law;
    if (def->restitution_from.kind != DP_RESTITUTION_GIVEN)
        return requested_by_relation(def, mass, speed);
    int factor = dp_law_param_index(law, "damping_factor");
    int index = dp_law_param_index(law, "restitution");
    // a damping factor stands in place of the restitution
    if (index < 0 || (factor >= 0 && !isnan(def->law.value[factor]))) return NAN;
    return def->law.value[index];
}

double dp_usage_other_mass(const dp_usage *u) {
    // as close as a rounded one, see dp_contact_check_mass
    const double most = 0.01;
    double own = u->contact->pair.mass;
    bool is_other = dp_contact_uses_mass(u->contact) && fabs(own - u->mass) > most * u->mass;
    return is_other ? u->mass : NAN;
}

// The contact that was prepared for its own mass, in an impact of another one.
static double deliver_to_other(const dp_contact_def *def, double mass, double speed, double asked,
                               int *has_flowed) {
    dp_contact_def plain = *def;
    dp_contact contact;
    dp_impact impact;
    dp_impact_def one = dp_impact_defaults();
    one.mass = mass;
    one.speed = speed;
    plain.restitution_from.kind = DP_RESTITUTION_GIVEN;
    *has_flowed = 0;
    if (!(speed > 0.0) || dp_law_set(&plain.law, "restitution", asked, NULL) != DP_OK ||
        dp_contact_init(&contact, &plain, NULL) != DP_OK)
        return NAN;
    // which is meant here
    contact.recipe.pair.mass = NAN;
    if (dp_impact_run(&contact, &one, &impact, NULL) != DP_OK) return NAN;
    *has_flowed = impact.energy.plastic > 0.0;
    return impact.restitution;
}

// The restitution of one impact. Where it depends on the case, the impact is run to see whether
// there was plastic work.
static double deliver(const dp_contact_def *def, double mass, double speed, int *has_flowed) {
    dp_contact contact;
    dp_impact impact;
    dp_delivered delivered;
    *has_flowed = 0;
    if (!(mass > 0.0) || !(speed > 0.0)) return NAN;
    if (def->law.law->delivery == DP_DELIVERS_ALWAYS)
        return dp_deliver(def, mass, speed, &delivered, NULL) == DP_OK ? delivered.restitution
                                                                       : NAN;
    dp_impact_def one = dp_impact_defaults();
    one.mass = mass;
    one.speed = speed;
    if (dp_contact_init(&contact, def, NULL) != DP_OK ||
        dp_impact_run(&contact, &one, &impact, NULL) != DP_OK)
        return NAN;
    *has_flowed = impact.energy.plastic > 0.0;
    return impact.restitution;
}

static void judge_restitution(const dp_usage *u, struct findings *f) {
    // below this two restitutions are the same to everybody
    const double least = 1e-3;
    double mass = u->contact->pair.mass, speed = u->speed;
    double asked = dp_requested_restitution(u->contact, mass, speed);
    if (isnan(asked)) return;
    // any impact will do for a law that delivers the same in all of them; told another speed than
    // its own it does not
    bool is_told = !isnan(u->contact->approach);
    double other = dp_usage_other_mass(u);
    bool is_any = u->contact->law.law->delivery == DP_DELIVERS_ALWAYS && !is_told && isnan(other);
    if (is_any && !(mass > 0.0)) mass = 1.0;
    if (is_any && !(speed > 0.0)) speed = 1.0;
    // what the run has found need not be run once more
    int has_flowed = u->has_flowed;
    double given = u->delivered;
    if (!isnan(other))
        given = deliver_to_other(u->contact, other, speed, asked, &has_flowed);
    else if (is_any || isnan(given))
        given = deliver(u->contact, mass, speed, &has_flowed);
    double off = fabs(given - asked);
    // what yields is not expected to bounce as asked
    if (!has_flowed && off > least && off > DP_RESTITUTION_WITHIN * asked)
        find(f, DP_BOUND_RESTITUTION, DP_SEVERITY_NOTE, given, asked);
}

// Loading of a virgin contact up to `depth` and back: are both the same curve?
static bool is_elastic_up_to(const dp_contact *contact, double speed, double depth) {
    enum { PLACES = 4 };
    double loading[DP_HISTORY_MAX], after[DP_HISTORY_MAX];
    dp_contact_reset(loading);
    dp_touch_begin(contact, loading, speed);
    memcpy(after, loading, sizeof after);
    dp_contact_commit(contact, after, depth, 0.0);
    for (int i = 1; i <= PLACES; i++) {
        double delta = depth * (i - 0.5) / PLACES;
        double in = dp_contact_force(contact, loading, delta, 0.0);
        double out = dp_contact_force(contact, after, delta, 0.0);
        if (!(fabs(out - in) <= 1e-9 * fabs(in))) return false;
    }
    return true;
}

// The least indentation above `depth` at which the law changes; NaN: none.
static double next_mark(const dp_contact *contact, double depth) {
    double history[DP_HISTORY_MAX], least = NAN;
    dp_breakpoint mark[DP_BREAKPOINT_MAX];
    dp_contact_reset(history);
    int count = dp_contact_breakpoints(contact, history, mark);
    for (int i = 0; i < count; i++) {
        if (mark[i].delta > depth && !(least <= mark[i].delta)) least = mark[i].delta;
    }
    return least;
}

// No force of the loading changes with the rate, as where a damped law has a mode without damper.
static bool is_undamped(const dp_contact *contact, double speed, double depth) {
    enum { PLACES = 4 };
    double history[DP_HISTORY_MAX];
    if (contact->kernel->is_static) return true;
    dp_contact_reset(history);
    dp_touch_begin(contact, history, speed);
    for (int i = 1; i <= PLACES; i++) {
        double delta = depth * i / PLACES;
        if (dp_contact_respond(contact, history, delta, speed).dforce_drate != 0.0) return false;
    }
    return true;
}

// Would a deeper contact lose energy? A restitution of 1 asks a law without damper for none; that
// of other laws is the one of their damper, which may begin where they yield.
static bool would_lose(const dp_usage *u, const dp_contact *contact, double speed, double mark) {
    const dp_kernel *kernel = contact->kernel;
    if (kernel->is_static)
        return kernel->update != NULL &&
               dp_requested_restitution(u->contact, u->contact->pair.mass, speed) != 1.0;
    return isfinite(mark) && (!is_elastic_up_to(contact, speed, 2.0 * mark) ||
                              !is_undamped(contact, speed, 2.0 * mark));
}

// Only what comes with yield takes energy in a law without a damper so far.
static void judge_losses(const dp_usage *u, struct findings *f) {
    dp_contact contact;
    dp_contact_def def = *u->contact;
    double speed = u->speed > 0.0 ? u->speed : 1.0, depth = u->indentation;
    // a kernel that keeps the largest speed has a memory, but none of flow
    def.approach_rule = DP_APPROACH_EACH;
    if (!(depth > 0.0) || dp_contact_init(&contact, &def, NULL) != DP_OK) return;
    if (!is_undamped(&contact, speed, depth)) return;
    double mark = next_mark(&contact, depth);
    if (!would_lose(u, &contact, speed, mark) || !is_elastic_up_to(&contact, speed, depth)) return;
    find(f, DP_BOUND_LOSSES, DP_SEVERITY_NOTE, depth / mark, isnan(mark) ? NAN : 1.0);
}

int dp_validity(const dp_usage *usage, dp_breach out[DP_BOUND_COUNT]) {
    const dp_bounds *bounds = &usage->contact->law.law->bounds;
    struct findings f = {.out = out};
    judge_indentation(usage, bounds, &f);
    judge_speed(usage, bounds, &f);
    compare(&f, DP_BOUND_YIELD, usage->indentation / dp_usage_yield(usage), 1.0);
    judge_fit(usage, bounds, &f);
    judge_restitution(usage, &f);
    judge_losses(usage, &f);
    return f.count;
}
