// What a prepared contact says about itself.

#include "reproduce/quantities.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/status.h"
#include "kinds/bounce/bounce.h"
#include "kinds/impact/impact.h"
#include "kinds/journal/journal.h"
#include "scenario/loaded.h"

static json_t *pair_json(const dp_pair *pair) {
    double from_bodies = 4.0 / 3.0 * pair->modulus * sqrt(pair->radius);
    json_t *object = json_object();
    json_put(object, "stiffness",
             json_finite(isnan(pair->stiffness) ? from_bodies : pair->stiffness));
    json_put(object, "modulus", json_finite(pair->modulus));
    json_put(object, "radius", json_finite(pair->radius));
    json_put(object, "mass", json_finite(pair->mass));
    json_put(object, "yield", json_finite(pair->yield));
    return object;
}

// The first indentation of a kind; a law without history that changes its spring at yield jumps
// there.
static double find_mark(const dp_contact *contact, const double *history, bool is_plastic) {
    dp_breakpoint mark[DP_BREAKPOINT_MAX];
    int count = dp_contact_breakpoints(contact, history, mark);
    for (int i = 0; i < count; i++) {
        bool begins = mark[i].kind == DP_BREAKPOINT_YIELD || mark[i].kind == DP_BREAKPOINT_JUMP;
        if (is_plastic ? mark[i].kind == DP_BREAKPOINT_PLASTIC : begins) return mark[i].delta;
    }
    return NAN;
}

static dp_response respond(const dp_contact *contact, const double *history, double delta) {
    dp_response none = {.spring = NAN, .dforce_ddelta = NAN, .dforce_drate = NAN};
    return isnan(delta) ? none : dp_contact_respond(contact, history, delta, 0.0);
}

static json_t *law_json(const dp_contact *contact, double speed) {
    double history[DP_HISTORY_MAX];
    dp_contact_reset(history);
    dp_contact_begin(contact, history, speed);
    double yield = find_mark(contact, history, false), plastic = find_mark(contact, history, true);
    dp_response at_yield = respond(contact, history, yield);
    dp_response above = respond(contact, history, yield * (1.0 + 1e-12));
    dp_response at_plastic = respond(contact, history, plastic);
    // any small indentation will do: the factor does not depend on it
    dp_response small = respond(contact, history, isnan(yield) ? 1e-6 : 0.5 * yield);

    json_t *object = json_object();
    json_put(object, "yield", json_finite(yield));
    json_put(object, "plastic", json_finite(plastic));
    json_put(object, "yield_force", json_finite(at_yield.spring));
    json_put(object, "plastic_force", json_finite(at_plastic.spring));
    json_put(object, "slope_below", json_finite(at_yield.dforce_ddelta));
    json_put(object, "slope_above", json_finite(above.dforce_ddelta));
    json_put(object, "damping_below", json_finite(at_yield.dforce_drate));
    json_put(object, "damping_above", json_finite(above.dforce_drate));
    json_put(object, "factor", json_finite(small.dforce_drate * speed / small.spring));
    return object;
}

static json_t *describe(const struct prepared_contact *touch, const struct body_pair *meeting) {
    json_t *object = json_object();
    json_put(object, "pair", pair_json(&touch->def.pair));
    json_put(object, "law", law_json(&touch->first, meeting->speed));
    return object;
}

json_t *quantities(const struct scenario *scenario, dp_diagnostic *diagnostic) {
    // a sweep has as many configurations as points
    const char *kind = scenario->config != NULL ? scenario_kind(scenario) : "sweep";
    if (strcmp(kind, "impact") == 0) {
        const struct impact_config *impact = scenario->config;
        return describe(&impact->touch, &impact->meeting);
    }
    if (strcmp(kind, "bounce") == 0) {
        const struct bounce_config *bounce = scenario->config;
        return describe(&bounce->touch, &bounce->meeting);
    }
    if (strcmp(kind, "journal") == 0) {
        const struct journal_config *journal = scenario->config;
        return describe(&journal->touch, &journal->meeting);
    }
    diagnostic_set(diagnostic, DP_RUN_INPUT, "%.700s: kind %s has no single contact",
                   scenario_file(scenario), kind);
    return NULL;
}
