// Chains that are stepped: described by JavaScript, or by a scenario.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab.h"

// What the chain was built of, kept so that it can be built again with other places and velocities.
struct lab_chain {
    dp_chain_def def;
    dp_chain *chain;
    double *mass, *velocity, *gap;  // of a draft, and of a chain that was built again
    double *moved;                  // [m] displacements at the time of the last building
    unsigned *law;
    dp_contact *laws;
    double *signal[2];  // times and velocities of the ends
    double start;       // [s] when it was built last
    double until;       // [s] of the scenario; NaN: none
};

LAB struct lab_chain *lab_chain_draft(int bodies, int laws);
LAB struct lab_chain *lab_chain_of_scenario(struct lab_scenario *s, dp_error *err);
LAB void lab_chain_free(struct lab_chain *c);
LAB void *lab_chain_array(struct lab_chain *c, int what);
LAB void lab_chain_set_law(struct lab_chain *c, int index, const struct lab_contact *contact);
LAB void lab_chain_set_number(struct lab_chain *c, int what, double value);
LAB double *lab_chain_set_end(struct lab_chain *c, int side, int type, double impedance, int glued,
                              int points);
LAB int lab_chain_build(struct lab_chain *c, dp_error *err);
LAB double lab_chain_step_limit(struct lab_chain *c, double speed, dp_error *err);
LAB int lab_chain_advance(struct lab_chain *c, double steps, dp_error *err);
LAB int lab_chain_solve(struct lab_chain *c, double until, double rtol, dp_error *err);
LAB int lab_chain_move(struct lab_chain *c, const double *places, const double *velocities,
                       dp_error *err);
LAB int lab_chain_state(struct lab_chain *c, const double **arrays, double *numbers);
LAB int lab_chain_definition(struct lab_chain *c, const double **arrays, double *numbers);

enum { BODIES_MAX = 1 << 20 };

static bool allocate(struct lab_chain *c, size_t bodies) {
    c->mass = calloc(bodies, sizeof *c->mass);
    c->velocity = calloc(bodies, sizeof *c->velocity);
    c->moved = calloc(bodies, sizeof *c->moved);
    c->gap = calloc(bodies + 1, sizeof *c->gap);
    c->law = calloc(bodies + 1, sizeof *c->law);
    return c->mass && c->velocity && c->moved && c->gap && c->law;
}

// NULL: out of memory, or a number that makes no sense.
struct lab_chain *lab_chain_draft(int bodies, int laws) {
    if (bodies < 1 || bodies > BODIES_MAX || laws < 1 || laws > BODIES_MAX) return NULL;
    struct lab_chain *c = calloc(1, sizeof *c);
    if (c == NULL) return NULL;
    c->laws = calloc((size_t)laws, sizeof *c->laws);
    if (!allocate(c, (size_t)bodies) || c->laws == NULL) {
        lab_chain_free(c);
        return NULL;
    }
    c->def = dp_chain_defaults();
    c->def.count = (size_t)bodies;
    c->def.law_count = (size_t)laws;
    c->def.mass = c->mass;
    c->def.velocity = c->velocity;
    c->def.gap = c->gap;
    c->def.law = c->law;
    c->def.laws = c->laws;
    c->until = NAN;
    return c;
}

// The definition points into the scenario, which must live as long as the chain.
struct lab_chain *lab_chain_of_scenario(struct lab_scenario *s, dp_error *err) {
    dp_definition definition;
    struct lab_chain *c = calloc(1, sizeof *c);
    if (c == NULL) {
        dp_fail(err, DP_ERR_MEMORY, "out of memory");
        return NULL;
    }
    if (dp_scenario_definition(s->scenario, &definition, &s->diagnostic) != DP_RUN_DONE) {
        dp_fail(err, DP_ERR_UNSUPPORTED, "%.400s", s->diagnostic.text);
    } else if (definition.chain.count == 0) {
        dp_fail(err, DP_ERR_UNSUPPORTED, "the scenario is a %s, not a chain",
                dp_scenario_kind(s->scenario));
    } else if (!allocate(c, definition.chain.count)) {
        dp_fail(err, DP_ERR_MEMORY, "out of memory");
    } else {
        c->def = definition.chain;
        c->def.threads = 1;
        c->until = definition.until;
        if (lab_chain_build(c, err) == DP_OK) return c;
    }
    lab_chain_free(c);
    return NULL;
}

void lab_chain_free(struct lab_chain *c) {
    if (c == NULL) return;
    dp_chain_free(c->chain);
    free(c->signal[0]);
    free(c->signal[1]);
    free(c->mass);
    free(c->velocity);
    free(c->moved);
    free(c->gap);
    free(c->law);
    free(c->laws);
    free(c);
}

// --- a draft -------------------------------------------------------------------------------------

// 0: masses, 1: velocities (an entry per body), 2: gaps, 3: numbers of laws (one more)
void *lab_chain_array(struct lab_chain *c, int what) {
    void *const arrays[] = {c->mass, c->velocity, c->gap, c->law};
    return what >= 0 && what < 4 ? arrays[what] : NULL;
}

void lab_chain_set_law(struct lab_chain *c, int index, const struct lab_contact *contact) {
    if (index >= 0 && (size_t)index < c->def.law_count) c->laws[index] = contact->contact;
}

void lab_chain_set_number(struct lab_chain *c, int what, double value) {
    switch (what) {
    case 0:
        c->def.gravity = value;
        break;
    case 1:
        c->def.preload = value;
        break;
    case 2:
        c->def.pushed = (size_t)value;
        break;
    case 3:
        c->def.start_in_equilibrium = value != 0.0;
        break;
    case 4:
        c->def.step = value;
        break;
    case 5:
        c->def.method = (dp_chain_method)value;
        break;
    case 6:
        c->def.skip_resting = value != 0.0;
        break;
    default:
        break;
    }
}

// Returns where the times of the signal go, followed by its velocities; NULL: none, or no memory.
double *lab_chain_set_end(struct lab_chain *c, int side, int type, double impedance, int glued,
                          int points) {
    dp_chain_end *end = side == 0 ? &c->def.left : &c->def.right;
    *end = (dp_chain_end){
        .type = (dp_chain_end_type)type, .impedance = impedance, .glued = glued != 0};
    if (points < 1) return NULL;
    double *both = calloc(2 * (size_t)points, sizeof *both);
    free(c->signal[side]);
    c->signal[side] = both;
    if (both != NULL) end->signal = (dp_chain_signal){(size_t)points, both, both + points};
    return both;
}

int lab_chain_build(struct lab_chain *c, dp_error *err) {
    for (size_t i = 0; c->def.law != NULL && i <= c->def.count; i++)
        if (c->def.law[i] >= c->def.law_count)
            return (int)dp_fail(err, DP_ERR_RANGE, "contact %zu has law %u, but there are %zu", i,
                                c->def.law[i], c->def.law_count);
    return (int)dp_chain_build(&c->chain, &c->def, err);
}

// Longest stable step [s]; speed 0: the one that is likely. 0: err says why.
double lab_chain_step_limit(struct lab_chain *c, double speed, dp_error *err) {
    double limit = 0.0;
    size_t contact;
    if (!(speed > 0.0)) speed = dp_chain_likely_speed(&c->def);
    return dp_chain_step_limit(&c->def, speed, &limit, &contact, err) == DP_OK ? limit : 0.0;
}

// --- motion --------------------------------------------------------------------------------------

int lab_chain_advance(struct lab_chain *c, double steps, dp_error *err) {
    if (!(steps >= 0.0 && steps <= 2e9))
        return (int)dp_fail(err, DP_ERR_RANGE, "steps is %g; it must be in 0..2e9", steps);
    return (int)dp_chain_advance(c->chain, (long)steps, err);
}

int lab_chain_solve(struct lab_chain *c, double until, double rtol, dp_error *err) {
    dp_chain_solve_def def = dp_chain_solve_defaults();
    def.until = until - c->start;
    if (rtol > 0.0) def.rtol = rtol;
    return (int)dp_chain_solve(c->chain, &def, NULL, err);
}

static bool can_move(const dp_chain_end *end) {
    return end->type == DP_END_FREE || end->type == DP_END_WALL;
}

// Other places and velocities, at the same time: the chain is built again, with gaps for places, so
// contacts forget their dents and touch anew.
int lab_chain_move(struct lab_chain *c, const double *places, const double *velocities,
                   dp_error *err) {
    size_t n = c->def.count;
    if (!can_move(&c->def.left) || !can_move(&c->def.right))
        return (int)dp_fail(err, DP_ERR_UNSUPPORTED,
                            "only a chain between walls or free ends can be moved by hand");
    dp_chain_def def = c->def;
    double *gap = malloc((n + 1) * sizeof *gap);
    dp_chain *chain;
    if (gap == NULL) return (int)dp_fail(err, DP_ERR_MEMORY, "out of memory");
    for (size_t i = 0; i <= n; i++) {
        double right = i < n ? places[i] - c->moved[i] : 0.0;
        double left = i > 0 ? places[i - 1] - c->moved[i - 1] : 0.0;
        gap[i] = (c->def.gap != NULL ? c->def.gap[i] : 0.0) + right - left;
    }
    def.gap = gap;
    def.velocity = velocities;
    def.start_in_equilibrium = false;
    dp_status status = dp_chain_build(&chain, &def, err);
    if (status == DP_OK) {
        c->start += dp_chain_time(c->chain);
        dp_chain_free(c->chain);
        c->chain = chain;
        memcpy(c->moved, places, n * sizeof *places);
        memcpy(c->velocity, velocities, n * sizeof *velocities);
        memcpy(c->gap, gap, (n + 1) * sizeof *gap);
        c->def = def;
        c->def.gap = c->gap;
        c->def.velocity = c->velocity;
    }
    free(gap);
    return (int)status;
}

// arrays: displacement since the last building, what to add to it, velocity, force, indentation.
// numbers: 16 of them, see engine.js. Returns the bodies.
int lab_chain_state(struct lab_chain *c, const double **arrays, double *numbers) {
    const dp_chain_snapshot *s = dp_chain_state(c->chain);
    dp_chain_largest largest = dp_chain_maxima(c->chain);
    const double values[] = {c->start + s->time,
                             (double)s->step,
                             s->kinetic,
                             s->potential,
                             s->stored,
                             s->viscous,
                             s->plastic,
                             s->released,
                             s->input,
                             s->momentum,
                             largest.force,
                             largest.indentation,
                             (double)largest.contact,
                             largest.time,
                             s->end_velocity[0],
                             s->end_velocity[1]};
    memcpy(numbers, values, sizeof values);
    arrays[0] = s->displacement;
    arrays[1] = c->moved;
    arrays[2] = s->velocity;
    arrays[3] = s->force;
    arrays[4] = s->indentation;
    return (int)s->count;
}

// arrays: masses, gaps (NULL: none). numbers: step, end of the scenario, method, laws, types of the
// left and the right end.
int lab_chain_definition(struct lab_chain *c, const double **arrays, double *numbers) {
    arrays[0] = c->def.mass;
    arrays[1] = c->def.gap;
    numbers[0] = c->def.step;
    numbers[1] = c->until;
    numbers[2] = (double)c->def.method;
    numbers[3] = (double)c->def.law_count;
    numbers[4] = (double)c->def.left.type;
    numbers[5] = (double)c->def.right.type;
    return (int)c->def.count;
}
