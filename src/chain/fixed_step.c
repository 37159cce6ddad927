// Methods with stages: Euler predictor with trapezoid corrector (002), and the classical
// Runge-Kutta method. History and touches change between steps only.

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "chain/chain.h"

enum { STAGE_MAX = 4 };

struct tableau {
    int stages;
    double at[STAGE_MAX];      // share of the step at which a stage is taken, from the one before
    double weight[STAGE_MAX];  // in the result
};

static const struct tableau predictor_corrector = {2, {0.0, 1.0}, {0.5, 0.5}};
static const struct tableau rk4 = {
    4, {0.0, 0.5, 0.5, 1.0}, {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0}};

size_t dp_chain_stage_doubles(dp_chain_method method, size_t n) {
    return method == DP_CHAIN_VERLET ? 0 : method == DP_CHAIN_DOP853 ? 9 * n : 5 * n;
}

struct step {
    double *u, *v;          // trial state
    double *a;              // its accelerations
    double *sum_u, *sum_v;  // weighted sums of rates
    double sum_travel[2], sum_force[2], sum_work[2], sum_power;
};

static struct step room(const dp_chain *chain, size_t n) {
    double *next = chain->stage;
    return (struct step){
        .u = next, .v = next + n, .a = next + 2 * n, .sum_u = next + 3 * n, .sum_v = next + 4 * n};
}

// The force on a body from one side; a bar it is glued to counts as a contact.
static double push(const dp_chain *chain, const struct chain_forces *f, size_t c) {
    for (int side = 0; side < 2; side++) {
        const struct chain_end *end = &chain->end[side];
        size_t outermost = side == 0 ? 0 : chain->count;
        if (c == outermost && end->type == DP_END_BAR && end->glued)
            return end->sign * f->end_force[side];
    }
    return f->force[c];
}

// Peaks and probes look at accepted states only: the first stage of a step.
static void note(dp_chain *chain, const struct chain_forces *f, const struct chain_state *state) {
    long level = chain->now.level;
    for (size_t c = chain->first - 1; c <= chain->last; c++)
        dp_chain_raise(&chain->now.tops, f->force[c], f->delta[c], level, c);
    for (size_t p = 0; p < chain->probe_count; p++) {
        size_t i = chain->probe[p].index;
        double left = push(chain, f, i),
               right = chain->probe[p].is_contact ? 0.0 : push(chain, f, i + 1);
        double contact[3] = {left, f->delta[i], state->v[i] - state->v[i + 1]};
        double body[3] = {0.5 * (left + right), state->v[i + 1], state->u[i + 1]};
        dp_chain_probe_take(chain, p, level, chain->probe[p].is_contact ? contact : body);
    }
}

static void add_stage(const dp_chain *chain, struct step *s, double weight,
                      const struct chain_state *state, const struct chain_forces *f) {
    for (size_t i = chain->first; i <= chain->last; i++) {
        s->sum_u[i] += weight * state->v[i];
        s->sum_v[i] += weight * s->a[i];
    }
    for (int side = 0; side < 2; side++) {
        s->sum_travel[side] += weight * f->end_velocity[side];
        s->sum_force[side] += weight * f->end_force[side];
        s->sum_work[side] += weight * (f->end_force[side] * f->end_velocity[side]);
    }
    s->sum_power += weight * f->power;
}

// A contact that came into touch within the step: its speed there lies between those at the ends.
static void watch(dp_chain *chain, const struct contact_group *run, size_t c,
                  const double *old_delta, const double *old_v) {
    double delta = chain_delta(chain, c), rate = chain->v[c] - chain->v[c + 1];
    double before = old_v[c] - old_v[c + 1], way = delta - old_delta[c];
    double share = way > 0.0 ? fmin(fmax(-old_delta[c] / way, 0.0), 1.0) : 1.0;
    dp_chain_watch_at(chain, run, c, delta, before + share * (rate - before));
}

// A contact that asks for tension under the policy `release` is over until it is apart.
static void release(dp_chain *chain, const struct contact_group *run, size_t c) {
    const dp_contact *contact = run->contact;
    double delta = chain_delta(chain, c), rate = chain->v[c] - chain->v[c + 1], m[DP_HISTORY_MAX];
    if (contact->tension != DP_TENSION_RELEASE || chain->touching[c] == APART ||
        chain->touching[c] == RELEASED)
        return;
    chain_gather(chain, contact, c, m);
    dp_response r = contact->kernel->respond(contact->k, m, delta, rate);
    if (r.spring + r.damper > 0.0) return;
    chain->touching[c] = RELEASED;
    chain->released[c] += r.stored;
}

// The step is accepted: touches and history.
static void commit(dp_chain *chain, const double *old_delta, const double *old_v) {
    for (size_t r = 0; r < chain->run_count; r++) {
        const struct contact_group *run = &chain->runs[r];
        const dp_kernel *kernel = run->contact->kernel;
        int writes = kernel->update != NULL || kernel->raise != NULL;
        if (!run->watches && !writes) continue;
        for (size_t c = run->from; c < run->to; c++) {
            double m[DP_HISTORY_MAX];
            if (run->watches) watch(chain, run, c, old_delta, old_v);
            if (run->watches) release(chain, run, c);
            double rate = chain->v[c] - chain->v[c + 1];
            if (run->watches) chain_note_rate(chain, c, rate);
            dp_chain_follow_faster(chain, run, c, chain_delta(chain, c), rate);
            if (!writes) continue;
            chain_gather(chain, run->contact, c, m);
            dp_contact_commit(run->contact, m, chain_delta(chain, c), rate);
            chain_scatter(chain, run->contact, c, m);
        }
    }
}

static void finish(dp_chain *chain, struct step *s, const double *old_delta) {
    double dt = chain->dt, *old_v = s->v;  // the trial state is not needed any more
    memcpy(old_v, chain->v, (chain->count + 2) * sizeof *old_v);
    for (size_t i = chain->first; i <= chain->last; i++) {
        chain->u[i] += dt * s->sum_u[i];
        chain->v[i] += dt * s->sum_v[i];
    }
    chain->now.level++;
    for (int side = 0; side < 2; side++) {
        struct end_state *end = &chain->now.end[side];
        end->travel += dt * s->sum_travel[side];
        end->impulse += dt * s->sum_force[side];
        chain_set_work(end, end->work + dt * s->sum_work[side]);
    }
    if (chain->loss != NULL) chain->loss[0] += dt * s->sum_power;
    struct chain_state now = {.time = (double)chain->now.level * dt,
                              .u = chain->u,
                              .v = chain->v,
                              .travel = {chain->now.end[0].travel, chain->now.end[1].travel}};
    dp_chain_place_ends(chain, &now);
    commit(chain, old_delta, old_v);
}

static void take_step(dp_chain *chain, const struct tableau *method, struct step *s) {
    const size_t n = chain->count + 2;
    double dt = chain->dt, t = (double)chain->now.level * dt;
    memset(s->sum_u, 0, n * sizeof(double));
    memset(s->sum_v, 0, n * sizeof(double));
    *s = room(chain, n);
    struct chain_forces f = {.force = chain->look_force, .delta = chain->look_delta};
    for (int k = 0; k < method->stages; k++) {
        double h = method->at[k] * dt;
        struct chain_state state = {.time = t + h, .u = s->u, .v = s->v};
        const struct chain_forces last = f;
        for (size_t i = 0; i < n; i++) {
            // rates of the stage before: its velocity and acceleration
            double rate = k == 0 ? 0.0 : s->v[i], slope = k == 0 ? 0.0 : s->a[i];
            s->u[i] = chain->u[i] + h * rate;
            s->v[i] = chain->v[i] + h * slope;
        }
        for (int side = 0; side < 2; side++)
            state.travel[side] =
                chain->now.end[side].travel + (k == 0 ? 0.0 : h * last.end_velocity[side]);
        dp_chain_evaluate(chain, &state, &f);
        if (k == 0) note(chain, &f, &state);
        dp_chain_accelerate(chain, &f, s->a);
        add_stage(chain, s, method->weight[k], &state, &f);
        if (k == 0) memcpy(chain->look_v, f.delta, n * sizeof(double));
    }
    finish(chain, s, chain->look_v);
}

dp_status dp_chain_stages(dp_chain *chain, long steps, dp_error *err) {
    const struct tableau *method = chain->method == DP_CHAIN_RK4 ? &rk4 : &predictor_corrector;
    struct step s = room(chain, chain->count + 2);
    memset(chain->stage, 0,
           dp_chain_stage_doubles(chain->method, chain->count + 2) * sizeof(double));
    for (long i = 0; i < steps; i++)
        take_step(chain, method, &s);
    return dp_chain_check(chain, err);
}
