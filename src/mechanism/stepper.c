// A run from its beginning to its end: room, scales, start, pauses, results and ledger.

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/params.h"
#include "mechanism/horizon.h"
#include "mechanism/lanes.h"
#include "mechanism/run.h"

// --- the definition, and room for it ---

static dp_status check_run(const dp_mechanism *m, const dp_mechanism_run_def *def, dp_error *err) {
    if (def->cookie != DP_DEF_COOKIE)
        return dp_fail(err, DP_ERR_NOT_INITIALIZED,
                       "use dp_mechanism_run_defaults to make a definition");
    if (!(def->until > 0.0) || !isfinite(def->until))
        return dp_fail_time(err, "until", def->until, DBL_MIN, DBL_MAX, "be positive and finite");
    if (!(def->skip >= 0.0 && def->skip < def->until))
        return dp_fail_time(err, "skip", def->skip, 0.0, def->until, "lie between 0 and the end");
    if (!(def->rtol >= 1e-14 && def->rtol <= 1e-2))
        return dp_fail_number(err, DP_SUBJECT_FIELD, "rtol", def->rtol, 1e-14, 1e-2,
                              "lie between 1e-14 and 1e-2");
    dp_status status = dp_check_every("every", def->every, def->until, err);
    if (status == DP_OK)
        status = dp_check_every("section_every", def->section_every, def->until, err);
    if (status != DP_OK) return status;
    for (int i = 0; i < def->watch_count; i++)
        if (def->watch[i] < 0 || def->watch[i] >= m->channel_count)
            return dp_blame(err, dp_fail(err, DP_ERR_RANGE, "watch %d is not a channel", i),
                            DP_SUBJECT_CHANNEL, i, NULL);
    for (int i = 0; i < def->row_channel_count; i++)
        if (def->row_channels[i] < 0 || def->row_channels[i] >= m->channel_count)
            return dp_blame(err, dp_fail(err, DP_ERR_RANGE, "row channel %d is not a channel", i),
                            DP_SUBJECT_CHANNEL, i, NULL);
    return DP_OK;
}

// Everything of a run in one block, the stepper itself first.
static dp_mechanism_stepper *make_room(const struct run *draft, dp_error *err) {
    const dp_mechanism *m = draft->m;
    dp_allocator from = dp_allocator_or_default(draft->def->allocator);
    size_t count = (size_t)draft->count, pairs = (size_t)m->pair_count;
    size_t watches = (size_t)draft->def->watch_count;
    size_t rows = (size_t)draft->def->row_channel_count, links = (size_t)m->link_count;
    size_t kept = dp_run_histories_size(m), looks = LOOKS * (watches + 2 * pairs);
    size_t grips = dp_run_grips_size(m);
    size_t doubles = 15 * count + dp_run_held_size(m) + PACES + grips + rows +
                     dp_run_peaks_size(draft) + 13 * links + 2 * dp_workspace_size(m) +
                     EVENTS_PER_PAIR * pairs + looks + kept;
    size_t own = (sizeof(dp_mechanism_stepper) + 63) / 64 * 64;
    size_t size = own + doubles * sizeof(double) + pairs * sizeof *draft->contacts +
                  pairs * sizeof *draft->pairs + watches * sizeof *draft->watched +
                  (size_t)m->body_count * sizeof(dp_body_state) +
                  (size_t)m->driver_count * sizeof *m->drivers;
    size_t plain = (size + 63) / 64 * 64;
    size = plain + dp_lanes_size(draft);
    dp_mechanism_stepper *s = (dp_mechanism_stepper *)from.alloc(from.user, size);
    if (s == NULL) {
        dp_fail(err, DP_ERR_MEMORY, "no memory for the run");
        return NULL;
    }
    memset(s, 0, size);
    struct run *r = &s->run;
    *r = *draft;
    s->allocator = from;
    s->size = size;
    double *next = (double *)(void *)((char *)s + own);
    double **const array[] = {&r->y,       &r->scale, &r->cap,    &r->step,
                              &r->scratch, &r->state, &r->rate_to};
    for (size_t i = 0; i < sizeof array / sizeof *array; i++, next += count)
        *array[i] = next;
    r->ahead = next;
    r->aside = r->ahead + 3 * count;
    r->held = r->aside + 3 * count;
    r->from = r->held + dp_run_held_size(m);
    r->between = r->from + count;
    r->pace = r->between + count;
    r->grips = r->pace + PACES;
    r->values = r->grips + grips;
    r->peaks = r->values + rows;
    r->pair_room = r->peaks + dp_run_peaks_size(draft);
    dp_workspace_place(m, &r->work, r->pair_room + 13 * links);
    dp_workspace_place(m, &r->work_aside, r->pair_room + 13 * links + dp_workspace_size(m));
    r->noise = r->pair_room + 13 * links + 2 * dp_workspace_size(m);
    r->seen = r->noise + EVENTS_PER_PAIR * pairs;
    r->kept = r->seen + looks;
    r->contacts = (struct contact_state *)(void *)(r->kept + kept);
    r->pairs = (struct pair *)(void *)(r->contacts + pairs);
    r->watched = (struct extremes *)(void *)(r->pairs + pairs);
    s->bodies = (dp_body_state *)(void *)(r->watched + watches);
    struct driver *drivers = (struct driver *)(void *)(s->bodies + m->body_count);
    r->m = dp_mechanism_until(m, draft->def->until, &r->own, drivers);
    r->def = &r->own_def;
    r->result = &s->result;
    s->result.failed_body = s->result.failed_pair = s->result.singular_joint = -1;
    if (pairs > 0) memcpy(r->pairs, m->pairs, pairs * sizeof *r->pairs);
    dp_run_place_histories(r, r->kept);
    dp_run_place_grips(r, r->grips);
    dp_lanes_place(r, (char *)s + plain);
    return s;
}

static double typical_speed(struct run *r, const double *y) {
    const dp_mechanism *m = r->m;
    double speed = sqrt(hypot(m->gravity[0], m->gravity[1]) * m->size);
    dp_mechanism_place(m, 0.0, y, y + r->n, &r->work);
    for (int i = 0; i < m->link_count; i++) {
        const struct link_state *n = &r->work.states[i];
        speed = fmax(speed, fmax(hypot(n->vx, n->vy), 0.1 * m->size * fabs(n->w)));
    }
    for (int i = 0; i < m->driver_count; i++) {
        double a[3], b[3];
        dp_curve_at(&m->drivers[i].curve, 0.5 * r->def->until, a);
        dp_curve_at(&m->drivers[i].curve, r->def->until, b);
        if (a[1] == 0.0 && b[1] == 0.0) a[1] = dp_curve_fastest(&m->drivers[i].curve);
        double size = m->links[m->drivers[i].link].kind == LINK_PIN ? 0.1 * m->size : 1.0;
        speed = fmax(speed, size * fmax(fabs(a[1]), fabs(b[1])));
    }
    if (speed > 0.0) return speed;
    // at rest under forces: what the largest acceleration reaches over the size
    dp_run_evaluate(r, y, r->scratch);
    double most = 0.0;
    for (int i = 0; i < m->link_count; i++)
        most = fmax(most, fmax(hypot(r->work.states[i].ax, r->work.states[i].ay),
                               m->size * fabs(r->work.states[i].alpha)));
    return most > 0.0 ? sqrt(most * m->size) : 1e-3;
}

double dp_run_rtol(const dp_mechanism *m, double rtol) {
    double least = INFINITY;
    for (int i = 0; i < m->pair_count; i++)
        if (m->pairs[i].stride > 0.0) least = fmin(least, m->pairs[i].stride);
    return fmin(rtol, 1e-4 * least / m->size);
}

// Sizes that errors are compared with, and increments for difference quotients.
static void set_scales(struct run *r, const double *y) {
    const dp_mechanism *m = r->m;
    r->speed = typical_speed(r, y);
    r->rtol = dp_run_rtol(m, r->def->rtol);
    for (int i = 0; i < r->count; i++) {
        r->scale[i] = i < r->active ? 1e-7 : INFINITY;
        r->cap[i] = INFINITY;
        r->step[i] = 1e-12;
    }
    for (int i = 0; i < m->link_count; i++)
        for (int slot = 0; slot < m->links[i].slots; slot++) {
            const struct link *l = &m->links[i];
            int u = l->unknown[slot], is_angle = l->kind == LINK_PIN || slot == 2;
            if (u < 0) continue;
            double length = is_angle ? 1.0 / m->size : 1.0;
            r->scale[u] = 0.03 * m->size * length;
            r->scale[r->n + u] = 0.03 * r->speed * length;
            r->cap[u] = m->size * length;
            r->cap[r->n + u] = r->speed * length;
            r->step[u] = 1e-10 * m->size * length;
            r->step[r->n + u] = 1e-7 * r->speed * length;
        }
}

// How near an event is met at which only a slope changes, as a part of what it is about: what is
// missed grows with its square.
static double loose_part(const struct run *r) {
    return fmin(3.0 * sqrt(r->rtol), 1e-2);
}

// The least sliding speed between kinks of the friction of a pair.
static double least_slip(const struct pair *p) {
    double speed[DP_FRICTION_KINK_MAX], least = INFINITY;
    const dp_friction_law *law = p->friction.law;
    int count = p->has_friction && law->kinks != NULL ? law->kinks(p->friction.k, speed) : 0;
    for (int i = 0; i < count; i++)
        least = fmin(least, i > 0 ? speed[i] - speed[i - 1] : speed[i]);
    return count > 0 ? least : 1.0;
}

// What rounding makes of an indentation and of its rate: positions are as large as the mechanism,
// or as the way to where it stands.
static void set_noise(struct run *r) {
    const dp_mechanism *m = r->m;
    double far = m->size;
    for (int i = 0; i < m->link_count; i++)
        far = fmax(far, hypot(r->work.states[i].x, r->work.states[i].y));
    for (int i = 0; i < m->pair_count; i++) {
        double *noise = r->noise + EVENTS_PER_PAIR * i;
        noise[EVENT_SIDE] = noise[EVENT_MARK] = 4.0 * DBL_EPSILON * far;
        noise[EVENT_TURN] = noise[EVENT_SPEED] = 4.0 * DBL_EPSILON * r->speed;
        // a turn that is missed by so little leaves no trace in the history of a grip
        noise[EVENT_BACK] = 1e-9 * r->speed;
        if (r->pairs[i].has_grip && !r->pairs[i].has_history) noise[EVENT_TURN] = 1e-9 * r->speed;
        // the force itself does not change there: these need not be met exactly
        noise[EVENT_SLIP] = loose_part(r) * least_slip(&r->pairs[i]);
        noise[EVENT_CLIP] = loose_part(r);
    }
}

// --- ledger ---

// Mechanical energy at y, and what springs and contacts hold of it.
static double energy_at(struct run *r, const double *y, double *held) {
    const dp_mechanism *m = r->m;
    dp_run_evaluate(r, y, r->scratch);
    double sum = dp_mechanism_energy(m, y[r->active], &r->work, held);
    for (int i = 0; i < m->pair_count; i++) {
        const struct contact_state *c = &r->contacts[i];
        if (c->mode != MODE_TOUCH) continue;
        double stored = dp_pair_stored(&r->pairs[i], c->history, &c->stretch, &r->work.touches[i]);
        if (c->grip != NULL) stored += dp_run_grip_stored(r, i, y);
        sum += stored;
        *held += stored;
    }
    return sum;
}

static void close_ledger(struct run *r, const double *y) {
    dp_energy *e = &r->result->energy;
    if (r->works < 0) {
        *e = (dp_energy){NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
        return;
    }
    const double *w = y + r->works;
    double held;
    e->initial = r->initial;
    e->final = energy_at(r, y, &held);
    e->stored = held;
    e->viscous = w[WORK_VISCOUS];
    e->plastic = w[WORK_PLASTIC];
    e->friction = w[WORK_FRICTION] + r->rubbed;
    e->released = r->released;
    e->input = w[WORK_INPUT];
    // a driver gives and takes back within a turn: what moves is the scale of what passed
    dp_energy_close_over(e, r->passed);
}

// --- results ---

static void place_bodies(struct run *r, const double *y, dp_body_state *out) {
    dp_run_evaluate(r, y, r->scratch);
    for (int i = 0; i < r->m->body_count; i++) {
        const struct link_state *n = &r->work.states[r->m->link_of[i]];
        out[i] = (dp_body_state){n->x, n->y, n->angle, n->vx, n->vy, n->w, n->ax, n->ay, n->alpha};
    }
}

static void give_results(struct run *r, const double *y) {
    const dp_mechanism_run_def *def = r->def;
    const dp_mechanism *m = r->m;
    double window = fmax(y[r->active] - def->skip, 0.0);
    for (int i = 0; i < def->watch_count; i++) {
        const struct extremes *e = &r->watched[i];
        const double *sum = y + r->watches + 2 * i;
        // forces of ideal joints and drivers grow beyond all bounds in a singular position
        enum channel_kind kind = m->channels[def->watch[i]].kind;
        int is_force = kind == CHANNEL_JOINT || kind == CHANNEL_DRIVER;
        if (is_force && r->result->singular_count > 0 && r->result->singular_last >= def->skip) {
            def->stats[i] = (dp_channel_stats){NAN, NAN, NAN, NAN, NAN, NAN};
            continue;
        }
        double square = sum[1] / window;
        def->stats[i] =
            (dp_channel_stats){e->max,          e->min,      sqrt(square > 0.0 ? square : 0.0),
                               sum[0] / window, e->max_time, e->min_time};
    }
    for (int i = 0; i < m->pair_count && def->pairs != NULL; i++) {
        const struct contact_state *c = &r->contacts[i];
        dp_mechanism_contact_stats *p = &def->pairs[i];
        p->contact_share = c->touching / window;
        p->impact_share = c->impacting / window;
        p->following_share = (c->touching - c->impacting) / window;
        p->flight_share = 1.0 - p->contact_share;
        p->impacts = c->impacts;
        p->impacts_in_all = c->impacts_in_all;
        p->first_time = c->first_time;
        p->first_speed = c->first_speed;
        p->max_force = c->window_force.max > 0.0 ? c->window_force.max : 0.0;
        p->max_indentation = c->window_depth.max > 0.0 ? c->window_depth.max : 0.0;
    }
    dp_run_tell_dents(r);
    if (def->bodies != NULL) place_bodies(r, y, def->bodies);
}

// Where it broke off: the body on which most force acts, the pair that pushes most. A number that
// is not finite is more than any other.
static void blame(struct run *r, const double *y) {
    const dp_mechanism *m = r->m;
    double most = 0.0, push = 0.0;
    dp_run_evaluate(r, y, r->scratch);
    for (int i = 0; i < m->link_count; i++) {
        const struct link_state *n = &r->work.states[i];
        double force =
            m->links[i].mass * hypot(n->ax, n->ay) + m->links[i].inertia * fabs(n->alpha) / m->size;
        if (force <= most) continue;
        r->result->failed_body = m->links[i].body;
        most = force;
        if (!isfinite(force)) break;
    }
    for (int i = 0; i < m->pair_count; i++) {
        double force = r->contacts[i].mode == MODE_TOUCH ? fabs(r->work.touches[i].force) : 0.0;
        if (force <= push) continue;
        r->result->failed_pair = i;
        push = force;
        if (!isfinite(force)) break;
    }
}

// --- begin, advance, finish ---

// Plastic flow sets in at once where a contact yields, and a bearing yields in many places: its
// work is held to a part of what passes.
static const double plastic_part = 1e-2;

// Speeds that are given in a singular position: where it is met exactly they are known to 1e-8.
static dp_status check_branch(const struct run *r) {
    static const double exact = 1e-14, agree = 1e-6;
    const struct loop_rank *rank = r->work.rank;
    if (!rank->is_mean || rank->least > exact || rank->off <= agree) return DP_OK;
    int joint = r->m->cuts[r->m->loops.cut_of[rank->weakest]].joint;
    return dp_blame(
        r->err,
        dp_fail(r->err, DP_ERR_CONFLICT,
                "the mechanism starts in a singular position, where joint %s loses its hold, with "
                "speeds that are those of no branch of its motion: %.2g of the largest speed lies "
                "between; give fewer speeds, or such that agree, or start beside it",
                r->m->joints[joint].name, rank->off),
        DP_SUBJECT_JOINT, joint, r->m->joints[joint].name);
}

static dp_status start(struct run *r) {
    const dp_mechanism *m = r->m;
    struct projection done;
    double *y = r->y, held;
    memcpy(y, m->start, (size_t)(2 * r->n) * sizeof *y);
    dp_mechanism_move_start(m, r->def, y);
    set_scales(r, y);
    if (dp_mechanism_project(m, 0.0, y, y + r->n, r->speed, &r->work, &done) != DP_OK)
        return dp_fail(r->err, DP_ERR_NUMERIC, "the start of this copy cannot be assembled");
    memcpy(r->from, y, (size_t)r->count * sizeof *y);
    r->pace[PACE_STEP] = INFINITY;
    dp_status status = dp_run_open_contacts(r, y);
    if (r->failed) return status;
    if (status == DP_OK) status = dp_run_evaluate(r, y, r->scratch);
    if (status != DP_OK) return dp_mechanism_cannot_close(m, 0.0, y, y + r->n, &r->work, r->err);
    status = check_branch(r);
    if (status != DP_OK) return status;
    set_noise(r);
    r->in_window = r->def->skip == 0.0;
    for (int i = 0; i < r->def->watch_count; i++) {
        dp_extremes_begin(&r->watched[i]);
        r->scale[r->watches + 2 * i] = 0.0;
        dp_run_scale_watch(r, i, dp_channel_small(r, &m->channels[r->def->watch[i]]));
    }
    r->initial = energy_at(r, y, &held);
    r->passed = 0.0;
    for (int i = 0; i < m->link_count; i++)
        r->passed += 0.5 * m->links[i].mass * r->speed * r->speed;
    for (int i = 0; i < WORKS && r->works >= 0; i++)
        r->scale[r->works + i] = i == WORK_PLASTIC ? plastic_part * r->passed : r->passed;
    return DP_OK;
}

dp_status dp_mechanism_begin(dp_mechanism_stepper **stepper, const dp_mechanism *m,
                             const dp_mechanism_run_def *def, dp_error *err) {
    *stepper = NULL;
    dp_status status = check_run(m, def, err);
    if (status == DP_OK) status = dp_mechanism_check_tables(m, def->until, err);
    if (status != DP_OK) return status;
    struct run r = {.m = m, .own_def = *def, .def = def, .n = m->unknown_count};
    r.next_section = 1;
    r.pause = INFINITY;
    r.follows = def->pairs != NULL || def->impact != NULL || def->impact_room > 0 ||
                def->contact_row != NULL;
    r.active = 2 * r.n + m->bristle_count;
    r.count = r.active + 1;
    r.works = r.watches = -1;
    if (!def->no_ledger) r.works = r.count, r.count += WORKS;
    if (def->watch_count > 0) r.watches = r.count, r.count += 2 * def->watch_count;
    dp_mechanism_stepper *s = make_room(&r, err);
    if (s == NULL) return DP_ERR_MEMORY;
    s->run.err = err;
    status = start(&s->run);
    if (status == DP_OK && def->trace != NULL) dp_run_trace(&s->run, s->run.y);
    if (status == DP_OK)
        *stepper = s;
    else
        dp_mechanism_stepper_free(s);
    return status;
}

static double time_of(const struct run *r) {
    return r->y[r->active];
}

static bool is_over(const struct run *r) {
    return r->ended || time_of(r) >= r->def->until;
}

dp_status dp_mechanism_advance(dp_mechanism_stepper *s, double until, dp_error *err) {
    struct run *r = &s->run;
    if (s->is_closed)
        return dp_fail(err, DP_ERR_CONFLICT, "the run has failed or was finished; it cannot go on");
    if (isnan(until)) return dp_fail(err, DP_ERR_RANGE, "until is not a number");
    if (is_over(r) || until <= time_of(r)) return DP_OK;
    r->seen_end = 0;
    r->pause = until < r->def->until ? until : INFINITY;
    r->err = err;
    dp_status status = dp_run_solve(r, r->y);
    r->result->time = time_of(r);
    if (status == DP_OK) return DP_OK;
    blame(r, r->y);
    s->is_closed = true;
    return status;
}

dp_mechanism_snapshot dp_mechanism_state(dp_mechanism_stepper *s) {
    place_bodies(&s->run, s->run.y, s->bodies);
    return (dp_mechanism_snapshot){time_of(&s->run), is_over(&s->run), s->bodies};
}

dp_status dp_mechanism_finish(dp_mechanism_stepper *s, dp_mechanism_result *result, dp_error *err) {
    struct run *r = &s->run;
    if (s->is_closed) {
        *result = s->result;
        return dp_fail(err, DP_ERR_CONFLICT, "the run has failed or was finished before");
    }
    s->is_closed = true;
    r->err = err;
    r->result->time = time_of(r);
    dp_run_close_contacts(r, time_of(r));
    r->result->stopped = r->ended != 0;
    give_results(r, r->y);
    close_ledger(r, r->y);
    *result = s->result;
    return DP_OK;
}

void dp_mechanism_stepper_free(dp_mechanism_stepper *s) {
    if (s != NULL) s->allocator.free(s->allocator.user, s, s->size);
}

dp_status dp_mechanism_run(const dp_mechanism *m, const dp_mechanism_run_def *def,
                           dp_mechanism_result *result, dp_error *err) {
    *result = (dp_mechanism_result){.failed_body = -1, .failed_pair = -1, .singular_joint = -1};
    dp_mechanism_stepper *s;
    dp_status status = dp_mechanism_begin(&s, m, def, err);
    if (status != DP_OK) return status;
    status = dp_mechanism_advance(s, INFINITY, err);
    if (status == DP_OK)
        status = dp_mechanism_finish(s, result, err);
    else
        *result = s->result;
    dp_mechanism_stepper_free(s);
    return status;
}

dp_status dp_mechanism_start(const dp_mechanism *m, dp_body_state *bodies, dp_error *err) {
    dp_mechanism_run_def def = dp_mechanism_run_defaults();
    dp_mechanism_stepper *s;
    def.until = 1e-300;
    def.no_ledger = true;
    dp_status status = dp_mechanism_begin(&s, m, &def, err);
    if (status != DP_OK) return status;
    place_bodies(&s->run, s->run.y, bodies);
    dp_mechanism_stepper_free(s);
    return DP_OK;
}
