// What a chain holds and has lost, seen at a step.

#include <math.h>
#include <string.h>

#include "chain/chain.h"

// Plastic loss is a function of the deepest indentation: the work of virgin loading to it less what
// unloading from it gives back.
static double plastic_of(const dp_contact *contact, const double *m, double deepest) {
    const dp_kernel *kernel = contact->kernel;
    if (!(deepest > 0.0) || kernel->load_energy == NULL) return 0.0;
    return kernel->load_energy(contact->k, deepest) -
           kernel->respond(contact->k, m, deepest, 0.0).stored;
}

// Which entry of the history is the deepest indentation; -1: none.
static int deepest_entry(const dp_kernel *kernel) {
    for (int j = 0; kernel->update != NULL && j < kernel->history_count; j++) {
        if (strcmp(kernel->history[j].name, "max_indentation") == 0) return j;
    }
    return -1;
}

double dp_chain_plastic(const dp_chain *chain, const double *delta) {
    double sum = 0.0;
    for (size_t r = 0; r < chain->run_count; r++) {
        const struct contact_group *run = &chain->runs[r];
        int entry = deepest_entry(run->contact->kernel);
        for (size_t c = run->from; entry >= 0 && c < run->to; c++) {
            double m[DP_HISTORY_MAX];
            chain_gather(chain, run->contact, c, m);
            // the present state counts too, though the next step will be the one to write it; a
            // released contact does not flow
            int is_released = run->watches && chain->touching[c] > 1.0;
            if (!is_released) run->contact->kernel->update(run->contact->k, m, delta[c], 0.0);
            sum += plastic_of(run->contact, m, m[entry]);
        }
    }
    return sum;
}

double dp_chain_stored(const dp_chain *chain, const double *delta) {
    double sum = 0.0;
    for (size_t r = 0; r < chain->run_count; r++) {
        const struct contact_group *run = &chain->runs[r];
        for (size_t c = run->from; c < run->to; c++) {
            double m[DP_HISTORY_MAX];
            if (!(delta[c] > 0.0)) continue;
            if (run->watches && chain->touching[c] > 1.0) continue;  // released
            chain_gather(chain, run->contact, c, m);
            sum += run->contact->kernel->respond(run->contact->k, m, delta[c], 0.0).stored;
        }
    }
    return sum;
}

double dp_chain_static_force(const dp_chain *chain, size_t c) {
    if (c > chain->count) return NAN;
    const struct contact_group *run = dp_chain_run_of(chain, c);
    double m[DP_HISTORY_MAX], delta = chain_delta(chain, c);
    if (!(delta > 0.0) || (run->watches && chain->touching[c] == RELEASED)) return 0.0;
    chain_gather(chain, run->contact, c, m);
    return dp_contact_force(run->contact, m, delta, 0.0);
}

static double sum_of(const double *values, size_t count) {
    double sum = 0.0;
    for (size_t i = 0; values != NULL && i < count; i++)
        sum += values[i];
    return sum;
}

// Velocities at the time of the positions.
static void synchronise(dp_chain *chain, const struct chain_forces *forces) {
    double *v = chain->look_v;
    memcpy(v, chain->v, (chain->count + 2) * sizeof *v);
    if (chain->method == DP_CHAIN_VERLET) {
        dp_chain_accelerate(chain, forces, v);
        for (size_t i = chain->first; i <= chain->last; i++)
            v[i] = chain->v[i] + 0.5 * chain->dt * v[i];
    }
    for (int side = 0; side < 2; side++)
        if (chain->end[side].type == DP_END_DRIVEN)
            v[chain->end[side].index] = forces->end_velocity[side];
}

static void sum_bodies(const dp_chain *chain, dp_chain_snapshot *view) {
    view->kinetic = view->potential = view->momentum = 0.0;
    for (size_t i = 1; i <= chain->count; i++) {
        double p = chain->mass[i] * chain->look_v[i];
        view->momentum += p;
        view->kinetic += 0.5 * p * chain->look_v[i];
        view->potential -= chain->mass[i] * chain->gravity * chain->u[i];
    }
}

// Sums over levels are trapezoids once half the first and the last level are put right. Gravity and
// preload act at every level alike.
static void sum_inputs(const dp_chain *chain, const struct chain_forces *forces,
                       dp_chain_snapshot *view) {
    double t = view->time, half = chain->method == DP_CHAIN_VERLET ? 0.5 * chain->dt : 0.0;
    view->input = chain->preload * chain->u[chain->pushed];
    view->impulse = chain->preload * t;
    for (size_t i = chain->first; i <= chain->last; i++)
        view->impulse += chain->mass[i] * chain->gravity * t;
    for (int side = 0; side < 2; side++) {
        const struct chain_end *end = &chain->end[side];
        const struct end_state *state = &chain->now.end[side];
        double force = forces->end_force[side], velocity = forces->end_velocity[side];
        if (chain->now.level > 0) {
            view->impulse += state->impulse + half * (force - state->first_force);
            view->work_of_end[side] = state->work + half * (force * velocity - state->first_power);
            view->input += view->work_of_end[side];
        }
        if (end->type == DP_END_DRIVEN && end->glued) {  // its own inertia
            double m = chain->mass[end->index], v = velocity, v0 = chain->start_glued[side];
            view->impulse += m * (v - v0);
            view->input += 0.5 * m * (v - v0) * (v + v0);
            view->input -= m * chain->gravity * chain->u[end->index];
        }
    }
}

const dp_chain_snapshot *dp_chain_state(dp_chain *chain) {
    dp_chain_snapshot *view = &chain->view;
    memset(view, 0, sizeof *view);
    dp_chain_follow_restored(chain);
    struct chain_state state = {
        .time = dp_chain_time(chain),
        .u = chain->u,
        .v = chain->has_rate && chain->method == DP_CHAIN_VERLET ? chain->w : chain->v,
        .travel = {chain->now.end[0].travel, chain->now.end[1].travel},
    };
    struct chain_forces forces = {.force = chain->look_force, .delta = chain->look_delta};
    dp_chain_evaluate(chain, &state, &forces);
    synchronise(chain, &forces);
    view->step = chain->now.level;
    view->time = state.time;
    view->count = chain->count;
    view->displacement = chain->u + 1;
    view->velocity = chain->look_v + 1;
    view->force = chain->look_force;
    view->indentation = chain->look_delta;
    double half = chain->method == DP_CHAIN_VERLET && chain->now.level > 0 ? 0.5 * chain->dt : 0.0;
    for (int side = 0; side < 2; side++)
        view->end_velocity[side] = forces.end_velocity[side];
    view->stored = dp_chain_stored(chain, chain->look_delta);
    view->viscous =
        sum_of(chain->loss, chain->count + 1) + half * (forces.power - chain->first_loss_power);
    view->plastic = dp_chain_plastic(chain, chain->look_delta) - chain->start_plastic;
    view->released = sum_of(chain->released, chain->count + 1);
    sum_bodies(chain, view);
    sum_inputs(chain, &forces, view);
    for (int side = 0; side < 2; side++) {
        size_t absent = side == 0 ? 0 : chain->count;
        if (chain->end[side].type == DP_END_FREE || chain->end[side].glued)
            chain->look_delta[absent] = 0.0;
    }
    return view;
}

void dp_chain_balance(dp_chain *chain, dp_energy *energy, double *momentum_error) {
    const double nothing = 1e-100;  // [J]
    const dp_chain_snapshot *view = dp_chain_state(chain);
    *energy = (dp_energy){
        .initial = chain->start_energy,
        .final = view->kinetic + view->potential + view->stored,
        .stored = view->stored,
        .viscous = view->viscous,
        .plastic = view->plastic,
        .released = view->released,
        .input = view->input,
    };
    double passed = fabs(chain->start_energy), held = view->kinetic + view->stored;
    for (int side = 0; side < 2; side++)
        passed += chain->now.end[side].most_work;
    if (held > passed) passed = held;
    // rounding of a law right at the touch is no energy
    dp_energy_close_over(energy, passed > nothing ? passed : nothing);
    // pushes that balance count all the same: their rounding does not cancel
    passed = fabs(chain->start_momentum) + chain->preload * view->time;
    for (int side = 0; side < 2; side++)
        passed += fabs(chain->now.end[side].impulse);
    for (size_t i = 1; i <= chain->count; i++)
        passed += chain->mass[i] * (fabs(chain->look_v[i]) + fabs(chain->gravity) * view->time);
    double missing = chain->start_momentum + view->impulse - view->momentum;
    *momentum_error = passed > 0.0 ? fabs(missing) / passed : 0.0;
}

static int add(dp_chain_piece *out, int count, void *data, size_t bytes) {
    if (data == NULL || bytes == 0) return count;
    out[count] = (dp_chain_piece){data, bytes};
    return count + 1;
}

int dp_chain_pieces(dp_chain *chain, dp_chain_piece out[DP_CHAIN_PIECES_MAX]) {
    size_t n = (chain->count + 2) * sizeof(double);
    chain->hints_are_stale = chain->restitution_is_stale = 1;
    int count = add(out, 0, &chain->now, sizeof chain->now);
    count = add(out, count, chain->u, n);
    count = add(out, count, chain->v, n);
    count = add(out, count, chain->w, n);
    count = add(out, count, chain->loss, n);
    count = add(out, count, chain->touching, n);
    count = add(out, count, chain->released, n);
    count = add(out, count, chain->fastest, n);
    count = add(out, count, chain->kept, n);
    for (int j = 0; j < chain->history_count; j++)
        count = add(out, count, chain->history[j], n);
    count = add(out, count, chain->spot, (chain->count + 1) * sizeof *chain->spot);
    count = add(out, count, chain->probe_state, chain->probe_count * sizeof *chain->probe_state);
    return add(out, count, chain->rows, chain->probe_count * chain->row_room * sizeof *chain->rows);
}
