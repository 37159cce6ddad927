// A body that slides on along the floor: see run_out.h.

#include "impact/run_out.h"

#include <math.h>

#include "dashpot/system.h"

enum { SLIP, LOST, TIME, UNKNOWNS };

static double slip_of(const struct dp_run_out *r) {
    return r->across + r->radius * r->spin;
}

// What a tangential impulse slows down at the floor.
static double sliding_mass(const struct dp_run_out *r) {
    return 1.0 / (1.0 / r->mass + r->radius * r->radius / r->inertia);
}

// Friction over normal force in steady sliding at `slip` > 0. Coulomb's law sticks exactly here,
// and a tangential spring gives way at the same bound.
static double share_at(const struct dp_run_out *r, double slip) {
    const dp_friction *f = r->friction;
    if (f == NULL || !(slip > r->least_slip)) return 0.0;
    if (f->law->grip != NULL || f->law == dp_friction_law_find("coulomb")) return f->k[0];
    return fabs(dp_friction_respond(f, 1.0, slip, dp_friction_steady_z(f, slip)).force);
}

static bool is_constant(const dp_friction *f) {
    return f->law->grip != NULL || f->law == dp_friction_law_find("coulomb");
}

void dp_run_out_begin(struct dp_run_out *r) {
    const double rounding = 1e-12, nothing = 1e-9;
    r->least_slip = rounding * (fabs(r->across) + r->radius * fabs(r->spin));
    r->least = nothing * share_at(r, fabs(slip_of(r)));
    r->lost = 0.0;
    r->roll_time = share_at(r, fabs(slip_of(r))) > 0.0 ? NAN : r->time;
}

// The slip falls to `slip` and keeps its direction.
static void slow_down(struct dp_run_out *r, double slip, double lost, double time) {
    double before = slip_of(r), change = before - copysign(slip, before);
    double impulse = sliding_mass(r) * change;
    r->across -= impulse / r->mass;
    r->spin -= r->radius * impulse / r->inertia;
    r->lost += lost;
    r->time = time;
}

// --- a friction that knows the speed ---

struct slowing {
    const struct dp_run_out *body;
    double normal, mass, until, least_slip, sign;
};

enum { ROLLS, TIME_IS_UP, KINK };

static dp_status rates(const void *model, const double *y, double *dy) {
    const struct slowing *s = (const struct slowing *)model;
    // a trial step may go beyond the end of the slip
    double force = s->normal * share_at(s->body, fmax(y[SLIP], s->least_slip));
    dy[SLIP] = -force / s->mass;
    dy[LOST] = force * y[SLIP];
    dy[TIME] = 1.0;
    return DP_OK;
}

static int targets(const void *model, dp_target *out) {
    const struct slowing *s = (const struct slowing *)model;
    const dp_friction *f = s->body->friction;
    int count = 0;
    out[count++] = (dp_target){SLIP, s->least_slip, ROLLS};
    if (isfinite(s->until)) out[count++] = (dp_target){TIME, s->until, TIME_IS_UP};
    double kink[DP_FRICTION_KINK_MAX];
    int kinks = f->law->kinks == NULL ? 0 : f->law->kinks(f->k, kink);
    for (int i = 0; i < kinks; i++)
        out[count++] = (dp_target){SLIP, kink[i], KINK};
    return count;
}

static double function(const void *model, const double *y, int index) {
    const struct slowing *s = (const struct slowing *)model;
    (void)index;
    return share_at(s->body, y[SLIP]) - s->body->least;
}

static dp_event_action on_event(void *model, double *y, int id) {
    (void)model;
    (void)y;
    return id == KINK ? DP_EVENT_RESTART : DP_EVENT_STOP;
}

static dp_status slow_by_law(struct dp_run_out *r, double normal, double until, dp_error *err) {
    double slip = fabs(slip_of(r)), mass = sliding_mass(r);
    struct slowing s = {
        .body = r, .normal = normal, .mass = mass, .until = until, .least_slip = 1e-9 * slip};
    const double scale[UNKNOWNS] = {1e-6 * slip, 0.5e-6 * mass * slip * slip, INFINITY};
    dp_system system = {.count = UNKNOWNS,
                        .scale = scale,
                        .model = &s,
                        .rates = rates,
                        .targets = targets,
                        .function_count = 1,
                        .function = function,
                        .on_event = on_event};
    dp_solve_def def = {.rtol = 1e-12, .max_steps = 1000000};
    double y[UNKNOWNS] = {slip, 0.0, r->time};
    dp_solve_stats stats;
    dp_status status = dp_solve_dop853(&system, &def, y, &stats, NULL, err);
    if (status != DP_OK) return status;
    slow_down(r, y[SLIP], y[LOST], y[TIME]);
    if (y[TIME] < until) r->roll_time = y[TIME];
    return DP_OK;
}

// --- any friction ---

static void slow_evenly(struct dp_run_out *r, double normal, double until) {
    double slip = fabs(slip_of(r)), mass = sliding_mass(r);
    double braking = normal * share_at(r, slip) / mass, end = r->time + slip / braking;
    double left = end <= until ? 0.0 : slip - braking * (until - r->time);
    slow_down(r, left, 0.5 * mass * (slip - left) * (slip + left), fmin(end, until));
    if (end <= until) r->roll_time = end;
}

static dp_status slow(struct dp_run_out *r, double normal, double until, dp_error *err) {
    if (!(normal > 0.0) || !(until > r->time)) return DP_OK;
    if (!is_constant(r->friction)) return slow_by_law(r, normal, until, err);
    slow_evenly(r, normal, until);
    return DP_OK;
}

dp_status dp_run_out_advance(struct dp_run_out *r, double until, dp_error *err) {
    dp_status status = DP_OK;
    if (isnan(r->roll_time) && r->time < r->rest)
        status = slow(r, r->hops, fmin(until, r->rest), err);
    if (status == DP_OK && isnan(r->roll_time) && until > r->rest)
        status = slow(r, r->weight, until, err);
    if (status == DP_OK && isfinite(until)) r->time = until;
    return status;
}

double dp_run_out_force(const struct dp_run_out *r) {
    double slip = slip_of(r), normal = r->time < r->rest ? r->hops : r->weight;
    if (!isnan(r->roll_time)) return 0.0;
    return copysign(normal * share_at(r, fabs(slip)), slip);
}
