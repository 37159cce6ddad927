// A law prepared for one pair of bodies, and the tension policy around it.

#include "dashpot/contact.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/params.h"
#include "contact/follow.h"
#include "contact/rule.h"
#include "kernels/touch.h"

dp_contact_def dp_contact_defaults(const dp_law *law) {
    return (dp_contact_def){
        .law = dp_law_defaults(law),
        .pair = dp_pair_defaults(),
        .tension = DP_TENSION_CLAMP,
        .approach = NAN,
        .approach_floor = 1e-4,
        .restitution_from = {DP_RESTITUTION_GIVEN, NAN, NAN, NAN, NAN, NAN, NAN},
    };
}

const char *dp_tension_name(dp_tension tension) {
    static const char *const words[] = {[DP_TENSION_CLAMP] = "clamp",
                                        [DP_TENSION_ALLOW] = "allow",
                                        [DP_TENSION_RELEASE] = "release"};
    return (unsigned)tension < sizeof words / sizeof *words ? words[tension] : NULL;
}

static dp_status need(const dp_law *law, const char *name, double value, dp_error *err) {
    if (isnan(value))
        return dp_blame(err, dp_fail(err, DP_ERR_MISSING, "%s needs %s", law->name, name),
                        DP_SUBJECT_PAIR_ENTRY, -1, name);
    // a subnormal number has lost its digits, and what is divided by it overflows
    if (!(value >= DBL_MIN) || isinf(value))
        return dp_fail_positive(err, DP_SUBJECT_PAIR_ENTRY, name, value);
    return DP_OK;
}

// Stiffness of a Hertz contact, given or from modulus and radius.
static dp_status resolve_stiffness(const dp_law *law, dp_pair *pair, dp_error *err) {
    if (!isnan(pair->stiffness)) return need(law, "stiffness", pair->stiffness, err);
    if (isnan(pair->modulus) || isnan(pair->radius)) {
        dp_fail(err, DP_ERR_MISSING, "%s needs stiffness, or modulus and radius", law->name);
        return dp_blame(err, DP_ERR_MISSING, DP_SUBJECT_PAIR_ENTRY, -1,
                        isnan(pair->modulus) ? "modulus" : "radius");
    }
    dp_status status = need(law, "modulus", pair->modulus, err);
    if (status == DP_OK) status = need(law, "radius", pair->radius, err);
    if (status == DP_OK) pair->stiffness = 4.0 / 3.0 * pair->modulus * sqrt(pair->radius);
    return status;
}

static dp_status check_bearing(const dp_law *law, const dp_pair *pair, dp_error *err) {
    dp_status status = need(law, "bearing_radius", pair->bearing_radius, err);
    if (status == DP_OK) status = need(law, "clearance", pair->clearance, err);
    if (status != DP_OK || !(pair->clearance >= pair->bearing_radius)) return status;
    return dp_fail_clearance(err, DP_SUBJECT_PAIR_ENTRY, pair->clearance, pair->bearing_radius);
}

static dp_status refuse_stiffness(const dp_law *law, const dp_pair *pair, dp_error *err) {
    if (isnan(pair->stiffness)) return DP_OK;
    dp_fail(err, DP_ERR_CONFLICT, "%s works from %s; a stiffness cannot replace them", law->name,
            law->needs & DP_NEEDS_ELASTIC ? "modulus and radius"
                                          : "modulus, bearing radius and clearance");
    return dp_blame(err, DP_ERR_CONFLICT, DP_SUBJECT_PAIR_ENTRY, -1, "stiffness");
}

static dp_status check_elastic(const dp_law *law, const dp_pair *pair, dp_error *err) {
    dp_status status = refuse_stiffness(law, pair, err);
    if (status == DP_OK) status = need(law, "modulus", pair->modulus, err);
    return status == DP_OK ? need(law, "radius", pair->radius, err) : status;
}

// What the law says it needs, in the order a user would be asked.
static dp_status check_pair(const dp_law *law, dp_pair *pair, dp_error *err) {
    unsigned needs = law->needs;
    dp_status status = DP_OK;
    if (needs & DP_NEEDS_STIFFNESS) status = resolve_stiffness(law, pair, err);
    if (status == DP_OK && (needs & DP_NEEDS_LINEAR))
        status = need(law, "stiffness", pair->stiffness, err);
    if (status == DP_OK && (needs & DP_NEEDS_ELASTIC)) status = check_elastic(law, pair, err);
    if (status == DP_OK && (needs & DP_NEEDS_MODULUS)) status = refuse_stiffness(law, pair, err);
    if (status == DP_OK && (needs & DP_NEEDS_MODULUS))
        status = need(law, "modulus", pair->modulus, err);
    if (status == DP_OK && (needs & DP_NEEDS_MASS)) status = need(law, "mass", pair->mass, err);
    if (status == DP_OK && (needs & DP_NEEDS_YIELD)) status = need(law, "yield", pair->yield, err);
    if (status == DP_OK && (needs & DP_NEEDS_BEARING)) status = check_bearing(law, pair, err);
    if (status == DP_OK && (needs & DP_NEEDS_LENGTH))
        status = need(law, "length", pair->length, err);
    return status;
}

static dp_status check_policy(const dp_contact_def *def, dp_error *err) {
    if (!(def->approach_floor > 0.0) || isinf(def->approach_floor))
        return dp_fail_positive(err, DP_SUBJECT_FIELD, "approach_floor", def->approach_floor);
    if (!isnan(def->approach) && (!(def->approach > 0.0) || isinf(def->approach)))
        return dp_fail_positive(err, DP_SUBJECT_FIELD, "approach", def->approach);
    if (def->approach_rule < DP_APPROACH_DEFAULT || def->approach_rule > DP_APPROACH_LARGEST)
        return dp_blame(
            err, dp_fail(err, DP_ERR_RANGE, "approach_rule must be default, each or largest"),
            DP_SUBJECT_FIELD, -1, "approach_rule");
    if (!isnan(def->approach) && def->approach_rule != DP_APPROACH_DEFAULT) {
        dp_fail(err, DP_ERR_CONFLICT,
                "approach is fixed at %g m/s, so it cannot be %s as well; give one", def->approach,
                def->approach_rule == DP_APPROACH_EACH ? "each" : "largest");
        return dp_blame(err, DP_ERR_CONFLICT, DP_SUBJECT_FIELD, -1, "approach");
    }
    if (def->tension < DP_TENSION_CLAMP || def->tension > DP_TENSION_RELEASE)
        return dp_blame(err, dp_fail(err, DP_ERR_RANGE, "tension must be clamp, allow or release"),
                        DP_SUBJECT_FIELD, -1, "tension");
    return DP_OK;
}

static dp_status check_constants(const dp_contact *contact, dp_error *err) {
    for (int i = 0; i < DP_CONSTANT_MAX; i++) {
        if (!isfinite(contact->k[i]))
            return dp_fail(err, DP_ERR_RANGE,
                           "%s: these values overflow; check their units (all are SI)",
                           contact->law->name);
    }
    return DP_OK;
}

dp_status dp_contact_init(dp_contact *contact, const dp_contact_def *def, dp_error *err) {
    memset(contact, 0, sizeof *contact);
    if (def->law.cookie != DP_DEF_COOKIE) {
        dp_fail(err, DP_ERR_NOT_INITIALIZED,
                "this definition has no usable law; make it with dp_contact_defaults from a law "
                "that exists and has at most %d parameters",
                DP_PARAM_MAX);
        return dp_blame(err, DP_ERR_NOT_INITIALIZED, DP_SUBJECT_LAW, -1, NULL);
    }
    if (def->restitution_from.kind != DP_RESTITUTION_GIVEN)
        return dp_contact_init_following(contact, def, err);
    const dp_law *law = def->law.law;
    dp_pair pair = def->pair;

    dp_status status = dp_params_check(law->params, law->name, def->law.value, err);
    if (status == DP_OK) status = check_policy(def, err);
    if (status == DP_OK) status = check_pair(law, &pair, err);
    if (status != DP_OK) return status;

    contact->law = law;
    contact->tension = def->tension;
    contact->approach = def->approach;
    contact->approach_floor = def->approach_floor;
    contact->floor = def->tension == DP_TENSION_ALLOW ? -INFINITY : 0.0;
    contact->limit = INFINITY;
    contact->restitution = NAN;
    status = law->prepare(&def->law, &pair, contact, err);
    if (status == DP_OK && contact->kernel->history_count > DP_HISTORY_MAX)
        return dp_fail(err, DP_ERR_RANGE, "%s: a kernel may have %d history entries at most",
                       law->name, DP_HISTORY_MAX);
    if (status == DP_OK) status = check_constants(contact, err);
    if (status != DP_OK) return status;
    contact->recipe = *def;
    dp_contact_set_ready(contact);
    if (def->approach_rule == DP_APPROACH_LARGEST) dp_contact_keep_largest(contact);
    return DP_OK;
}

void dp_contact_reset(double history[DP_HISTORY_MAX]) {
    for (int j = 0; j < DP_HISTORY_MAX; j++)
        history[j] = 0.0;
}

dp_status dp_contact_begin(const dp_contact *contact, double *history, double speed) {
    if (!dp_contact_is_prepared(contact)) return DP_ERR_NOT_INITIALIZED;
    if (!(speed >= 0.0) || isinf(speed)) return DP_ERR_RANGE;
    dp_touch_begin(contact, history, speed);
    return DP_OK;
}

// A law that looks at the approach speed, before its touch began. Apart and at rest that speed does
// not count.
static bool lacks_begin(const dp_contact *contact, const double *history, double delta,
                        double rate) {
    return (contact->ready & DP_CONTACT_BEGINS) && history[0] == 0.0 && !(delta <= 0.0) &&
           rate != 0.0;
}

// The kernel shall see NaN in place of the speed, so what depends on it is NaN.
static dp_response respond(const dp_contact *contact, const double *history, double delta,
                           double rate) {
    if (!lacks_begin(contact, history, delta, rate))
        return contact->kernel->respond(contact->k, history, delta, rate);
    double seen[DP_HISTORY_MAX] = {NAN};
    for (int j = 1; j < contact->kernel->history_count; j++)
        seen[j] = history[j];
    return contact->kernel->respond(contact->k, seen, delta, rate);
}

double dp_contact_force(const dp_contact *contact, const double *history, double delta,
                        double rate) {
    if (contact == NULL) return NAN;
    // the usual ways first: the checks shall cost a branch
    if (contact->ready == DP_CONTACT_MARK ||
        (contact->ready == (DP_CONTACT_MARK | DP_CONTACT_BEGINS) && history[0] != 0.0)) {
        double f = contact->kernel->force(contact->k, history, delta, rate);
        return f < contact->floor ? contact->floor : f;
    }
    return dp_contact_respond(contact, history, delta, rate).force;
}

dp_response dp_contact_respond(const dp_contact *contact, const double *history, double delta,
                               double rate) {
    if (!dp_contact_is_prepared(contact)) return (dp_response){NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    const dp_response r = respond(contact, history, delta, rate);
    double force = r.spring + r.damper;
    // the policy holds the force: the damper gives what is left of it, nothing varies
    int held = force < contact->floor;
    return (dp_response){
        .force = held ? contact->floor : force,
        .spring = r.spring,
        .damper = held ? contact->floor - r.spring : r.damper,
        .plastic = r.plastic,
        .dforce_ddelta = held ? 0.0 : r.dforce_ddelta,
        .dforce_drate = held ? 0.0 : r.dforce_drate,
        .stored = r.stored,
    };
}

double dp_contact_speed(const dp_contact *contact, const double *history) {
    if (!dp_contact_is_prepared(contact) || contact->kernel->speed == NULL) return NAN;
    return contact->kernel->speed(contact->k, history);
}

dp_status dp_contact_commit(const dp_contact *contact, double *history, double delta, double rate) {
    if (!dp_contact_is_prepared(contact)) return DP_ERR_NOT_INITIALIZED;
    if (contact->kernel->update != NULL) contact->kernel->update(contact->k, history, delta, rate);
    if (contact->kernel->raise != NULL) contact->kernel->raise(contact->k, history, delta, rate);
    return DP_OK;
}

double dp_contact_residual(const dp_contact *contact, const double *history) {
    if (!dp_contact_is_prepared(contact)) return NAN;
    return contact->kernel->residual == NULL ? 0.0 : contact->kernel->residual(contact->k, history);
}

int dp_contact_breakpoints(const dp_contact *contact, const double *history,
                           dp_breakpoint out[DP_BREAKPOINT_MAX]) {
    if (!dp_contact_is_prepared(contact)) return -1;
    return contact->kernel->breakpoints == NULL
               ? 0
               : contact->kernel->breakpoints(contact->k, history, out);
}

// Does an impact pass the indentation up to which the law holds? Known in closed form only.
static bool passes_limit(const dp_contact *contact, double mass, double speed) {
    const dp_kernel *kernel = contact->kernel;
    if (isinf(contact->limit) || kernel->factor == NULL) return false;
    double history[DP_HISTORY_MAX] = {0.0}, d = kernel->factor(contact->k);
    double work = kernel->load_energy != NULL
                      ? kernel->load_energy(contact->k, contact->limit)
                      : kernel->respond(contact->k, history, contact->limit, 0.0).stored;
    double share = d > 1e-6 ? (1.0 - log1p(d) / d) / d : 0.5;
    return work < share * mass * speed * speed;
}

double dp_contact_restitution(const dp_contact *base, double mass, double speed) {
    if (!dp_contact_is_prepared(base)) return NAN;
    dp_contact copy;
    const dp_contact *contact = base;
    if (dp_contact_follows(base)) {
        if (dp_contact_at_speed(base, speed, mass, &copy, NULL) != DP_OK) return NAN;
        contact = &copy;
    }
    if (contact->kernel->restitution == NULL || !(mass > 0.0) || !(speed > 0.0)) return NAN;
    if (passes_limit(contact, mass, speed)) return NAN;
    double e =
        contact->kernel->restitution(contact->k, mass, speed, contact->tension != DP_TENSION_ALLOW);
    // a law that looks at the approach speed delivers something else when told another one
    double told = dp_touch_speed(contact->approach, contact->approach_floor, speed);
    return contact->kernel->begin == NULL || told == speed || e == 1.0 ? e : NAN;
}
