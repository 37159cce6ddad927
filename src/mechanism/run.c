// A run as the solver sees it: rates, where to stop, rows. stepper.c begins and ends it.

#include "mechanism/run.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "mechanism/horizon.h"
#include "mechanism/lanes.h"

// --- rates ---

static dp_status rates(const void *model, const double *y, double *dy) {
    return dp_run_evaluate((const struct run *)model, y, dy);
}

static void rates_beside(const void *model, int states, const double *y, double *dy,
                         double *tangents, bool with_integrals) {
    dp_lanes_rates((const struct run *)model, states, y, dy, tangents, with_integrals);
}

// --- what the solver asks ---

// Commit histories; called for accepted states only.
static void on_step(void *model, const double *y) {
    struct run *r = (struct run *)model;
    const dp_mechanism *m = r->m;
    int placed = 0;
    dp_run_commit_grips(r, y);
    // what a driver takes back later has passed through all the same
    if (r->works >= 0) r->passed = fmax(r->passed, fabs(y[r->works + WORK_INPUT]));
    for (int i = 0; i < m->pair_count; i++) {
        struct contact_state *c = &r->contacts[i];
        int keeps_speed = r->pairs[i].contact.kernel->raise != NULL;
        if (c->mode != MODE_TOUCH || !(m->pairs[i].has_history || keeps_speed)) continue;
        if (!placed) dp_mechanism_place(m, y[r->active], y, y + r->n, &r->work);
        placed = 1;
        struct touch t;
        dp_run_place_pair(r, i, &r->work, &t);
        dp_contact_commit(&r->pairs[i].contact, c->history, t.delta, t.rate);
        dp_run_note_sector(r, i, &t);
    }
    if (r->def->step != NULL && r->def->step(r->def->user, y[r->active]) != 0) r->ended = 1;
}

// The integrals of a channel are held to a part of what its largest value so far gives over the
// window. A touch begins with no force at all: held to a part of that, no step would be short
// enough.
void dp_run_scale_watch(struct run *r, int index, double size) {
    double *scale = r->scale + r->watches + 2 * index;
    double whole = 0.3 * size * (r->def->until - r->def->skip);
    if (whole > scale[0]) {
        scale[0] = whole;
        scale[1] = whole * size;
    }
}

// How far every link turns in a step, as far as its ends tell; kept: angles and speeds at the
// first.
static void find_turns(const struct run *r, const struct workspace *work, double t, double h,
                       double *turns) {
    const dp_mechanism *m = r->m;
    const double *angle = turns + m->link_count, *w = turns + 2 * m->link_count;
    for (int i = 0; i < m->link_count; i++) {
        const struct link_state *n = &work->states[i];
        turns[i] = fmax(fabs(n->angle - angle[i]), h * fmax(fabs(w[i]), fabs(n->w)));
    }
    for (int i = 0; i < m->driver_count; i++) {
        const struct driver *d = &m->drivers[i];
        double a[3];
        if (m->links[d->link].kind != LINK_PIN && d->slot != 2) continue;
        // between its ends too: a table may stand still at both
        dp_curve_at(&d->curve, t + 0.5 * h, a);
        turns[d->link] = fmax(turns[d->link], h * fabs(a[1]));
    }
}

// The largest turn of what carries a point of a link, the link itself only where it matters.
static double turn_under(const dp_mechanism *m, const double *turns, int link, int own) {
    double most = 0.0;
    for (int i = link; i >= 0; i = m->links[i].parent)
        if (own || i != link) most = fmax(most, turns[i]);
    return most;
}

// The ends of a step say nothing of a turn between them: what a touch or a guide hangs on may turn
// by this in a step while its surfaces are apart [rad].
static const double longest_turn = 0.2;

static double turn_share(const dp_mechanism *m, const struct pair *p, const double *turns) {
    if (p->kind == PAIR_BEARING) return 0.0;
    int first = p->at[0][0] != 0.0 || p->at[0][1] != 0.0;
    int second = p->kind == PAIR_PLANE || p->at[1][0] != 0.0 || p->at[1][1] != 0.0;
    return fmax(turn_under(m, turns, p->first, first), turn_under(m, turns, p->second, second)) /
           longest_turn;
}

// A pair that is apart may not go farther in a step than its clearance: what would leave on one
// side and come back on the other is seen on its way.
static double stride(const void *model, const double *from, const double *to) {
    const struct run *r = (const struct run *)model;
    const dp_mechanism *m = r->m;
    double most = dp_run_grips_stride(r, to);
    if (r->touching == m->pair_count || isnan(most)) return most;
    struct workspace work = r->work;
    dp_mechanism_place(m, from[r->active], from, from + r->n, &work);
    for (int i = 0; i < m->pair_count; i++)
        if (r->contacts[i].mode != MODE_TOUCH)
            dp_pair_place(m, &m->pairs[i], &work, &work.touches[i]);
    double *turns = r->pair_room;
    for (int i = 0; i < m->link_count; i++) {
        turns[m->link_count + i] = work.states[i].angle;
        turns[2 * m->link_count + i] = work.states[i].w;
    }
    dp_mechanism_place(m, to[r->active], to, to + r->n, &work);
    find_turns(r, &work, from[r->active], to[r->active] - from[r->active], turns);
    for (int i = 0; i < m->pair_count; i++) {
        if (r->contacts[i].mode == MODE_TOUCH) continue;
        struct touch now;
        const struct touch *was = &work.touches[i];
        dp_pair_place(m, &m->pairs[i], &work, &now);
        double dx = now.ex - was->ex, dy = now.ey - was->ey;
        double allowed = fmax(m->pairs[i].stride, -was->delta);
        // along a plane a body may go as far as it likes
        double way = m->pairs[i].kind == PAIR_PLANE ? fabs(now.distance - was->distance)
                                                    : sqrt(dx * dx + dy * dy);
        if (way > most * allowed) most = way / allowed;
        most = fmax(most, turn_share(m, &m->pairs[i], turns));
    }
    return most;
}

// Time in which a new contact would reach its deepest point, from F(delta) delta = m v^2; delta
// from the ground of its dent.
static double contact_time(const struct pair *p, const struct contact_state *c, double level) {
    double v = fmax(c->speed, p->contact.approach_floor), energy = c->mass * v * v;
    double low = 1e-18, high = 1e-2;
    if (!isfinite(energy)) return 1e-6;
    for (int i = 0; i < 60; i++) {
        double middle = sqrt(low * high);
        double work = dp_contact_force(&p->contact, c->history, level + middle, 0.0) * middle;
        if (work > energy)
            high = middle;
        else
            low = middle;
    }
    return low / v;
}

static double first_step(const void *model, const double *y) {
    const struct run *r = (const struct run *)model;
    double quickest = 0.0, h;
    dp_run_evaluate(r, y, r->scratch);
    int others = r->m->grip_count > 0 ? 2 * r->n : r->active;
    for (int i = 0; i < others; i++) {
        double size = fmax(fabs(y[i]), r->scale[i]);
        if (size > 0.0 && size < 1e300) quickest = fmax(quickest, fabs(r->scratch[i]) / size);
    }
    h = quickest > 0.0 ? 1e-3 / quickest : 1e-4;
    for (int i = 0; i < r->m->pair_count; i++) {
        const struct contact_state *c = &r->contacts[i];
        if (c->mode != MODE_TOUCH || c->from_zero != y[r->active]) continue;
        // a power of time begins here, which no estimate of the error is made for
        double time = contact_time(&r->pairs[i], c, dp_run_level(r, i));
        h = fmin(h, (c->since == c->from_zero ? 0.01 : 0.002) * time);
    }
    return h;
}

// A step whose rates change by more than this when they are brought back onto the loops has left
// its branch; a part of the speed.
static const double largest_jump = 0.02;

static dp_status project(const void *model, double *y) {
    const struct run *r = (const struct run *)model;
    struct workspace work = r->work;
    struct projection done;
    double pace = fmax(r->speed, r->m->size / r->def->until);
    if (dp_mechanism_project(r->m, y[r->active], y, y + r->n, pace, &work, &done) != DP_OK ||
        !(done.jump < largest_jump) || !dp_run_stays_on_branch(r, y))
        return DP_ERR_NUMERIC;
    if (!dp_run_pass_branch(r, y)) return DP_ERR_NUMERIC;
    double error = fmax(done.gap, done.drift);
    if (error > r->result->constraint_error) r->result->constraint_error = error;
    return DP_OK;
}

// Next time to land on: the window, the end, a pause, and the knots of tables. Between knots a
// driven motion is a cubic, so nothing it does is missed within a step.
static void find_stop(struct run *r, double t) {
    const dp_mechanism *m = r->m;
    double stop = fmin(r->pause, r->in_window ? r->def->until : r->def->skip);
    for (int i = 0; i < m->driver_count; i++)
        stop = fmin(stop, dp_curve_next_knot(&m->drivers[i].curve, t));
    for (int i = 0; i < m->force_count; i++)
        stop = fmin(stop, dp_curve_next_knot(&m->forces[i].factor, t));
    r->stop = r->own.landing = stop;
}

static double stop_at(const void *model) {
    const struct run *r = (const struct run *)model;
    return r->ended ? -INFINITY : r->stop;
}

static dp_event_action stopped(void *model, double *y) {
    struct run *r = (struct run *)model;
    double t = y[r->active];
    if (r->ended || t >= r->def->until) return DP_EVENT_STOP;
    if (t >= r->def->skip) r->in_window = 1;
    r->seen_end = 0;
    find_stop(r, t);
    return t >= r->pause ? DP_EVENT_STOP : DP_EVENT_CONTINUE;
}

static int may_be_stiff(const void *model) {
    const struct run *r = (const struct run *)model;
    // the linear algebra grows with the cube of the unknowns
    return r->active > 0 && r->active <= 48 && (r->touching > 0 || r->m->force_count > 0);
}

// --- rows ---

// A time beyond the end by rounding alone is the end.
static double until_end(const struct run *r, double t) {
    return t <= r->def->until * (1.0 + 1e-12) ? fmin(t, r->def->until) : INFINITY;
}

static bool gives_rows(const struct run *r) {
    return r->def->every > 0.0 && (r->def->row != NULL || r->def->row_room > 0);
}

static bool gives_sections(const struct run *r) {
    return r->def->section_every > 0.0 && r->def->section != NULL;
}

static double next_row_time(const struct run *r) {
    return gives_rows(r) ? until_end(r, (double)r->next_row * r->def->every) : INFINITY;
}

static double next_section_time(const struct run *r) {
    if (!gives_sections(r)) return INFINITY;
    return until_end(r, (double)r->next_section * r->def->section_every);
}

static double row_time(const void *model) {
    const struct run *r = (const struct run *)model;
    return r->ended ? INFINITY : fmin(next_row_time(r), next_section_time(r));
}

// Least part of a row of its own with which the loops hold a state; see struct loop_rank.
static const double held_well = 1e-2;

// Forces of joints and drivers grow beyond all bounds towards a singular position, with one sign
// before it and the other behind: their mean is shown there.
static int is_force(const struct channel *c) {
    return c->kind == CHANNEL_JOINT || c->kind == CHANNEL_DRIVER;
}

static void add_forces(const struct run *r, const double *y, double *out) {
    dp_run_evaluate(r, y, r->scratch);
    for (int i = 0; i < r->def->row_channel_count; i++) {
        const struct channel *c = &r->m->channels[r->def->row_channels[i]];
        if (is_force(c)) out[i] += 0.5 * dp_channel_value(r, c);
    }
}

// Inside a step across a singular position rounding is magnified: such a state is brought back onto
// the loops as the ends of steps are.
static void hold_row(const struct run *r, const double *y) {
    struct workspace work = r->work;
    struct projection done;
    if (r->m->independent_count == 0 || work.rank->least > held_well) return;
    memcpy(r->ahead, y, (size_t)r->count * sizeof *y);
    dp_mechanism_project(r->m, y[r->active], r->ahead, r->ahead + r->n, 1.0, &work, &done);
    dp_run_evaluate(r, r->ahead, r->scratch);
}

void dp_run_fill_row(const struct run *r, const double *y, double *out) {
    dp_run_evaluate(r, y, r->scratch);
    hold_row(r, y);
    int is_mean = r->work.rank->is_mean;
    for (int i = 0; i < r->def->row_channel_count; i++) {
        const struct channel *c = &r->m->channels[r->def->row_channels[i]];
        out[i] = is_mean && is_force(c) ? 0.0 : dp_channel_value(r, c);
    }
    if (!is_mean) return;
    memcpy(r->ahead, r->aside, 2 * (size_t)r->count * sizeof *out);
    for (int side = 0; side < 2; side++)
        add_forces(r, r->ahead + side * r->count, out);
}

static void add_row(struct run *r, double t) {
    const dp_mechanism_run_def *def = r->def;
    size_t width = (size_t)def->row_channel_count, place = r->result->row_count++;
    if (place < def->row_room) {
        double *row = def->rows + place * (width + 1);
        row[0] = t;
        memcpy(row + 1, r->values, width * sizeof *row);
    }
    if (def->row != NULL && def->row(def->user, t, r->values) != 0) r->ended = 1;
}

static void give_row(void *model, const double *y) {
    struct run *r = (struct run *)model;
    double row = next_row_time(r), section = next_section_time(r), t = row_time(r);
    dp_run_fill_row(r, y, r->values);
    if (row <= t) {
        r->next_row++;
        add_row(r, t);
    }
    if (section <= t) {
        r->next_section++;
        r->def->section(r->def->user, t, r->values);
    }
}

// --- every step from the inside ---

static bool looks(const struct run *r) {
    return r->def->watch_count > 0 || r->follows;
}

static void look(void *model, const dp_within *within) {
    struct run *r = (struct run *)model;
    if (looks(r)) dp_run_look(r, within);
    if (r->def->trace != NULL && dp_run_trace(r, within->to)) r->ended = 1;
}

// --- on to the next pause, or the end ---

// Means and rms values are integrals that the step control does not see: of what a driver moves
// evenly they want some steps a turn. Order 8 leaves 1e-12 at this length.
static double longest_step(const struct run *r) {
    double turn = dp_mechanism_period(r->m);
    return isnan(turn) ? r->def->until / 256.0 : turn / 64.0;
}

// Its norm is a mean over all unknowns: integrals must not thin it out. Where drivers move
// everything there are integrals alone.
static double explicit_rtol(const struct run *r) {
    if (r->active == 0) return r->rtol;
    return r->rtol * sqrt((double)r->active / (double)(r->count - 1));
}

static int is_loose(int event) {
    return event % EVENTS_PER_PAIR >= EVENT_SLIP;
}

// Do the loops nearly lose their rank here? It is why no step was short enough.
static int is_singular(const struct run *r, const double *y) {
    return dp_run_evaluate(r, y, r->scratch) != DP_OK || r->work.rank->least < 1e-8;
}

dp_status dp_run_solve(struct run *r, double *y) {
    find_stop(r, y[r->active]);
    if (r->next_row == 0 && row_time(r) == 0.0) give_row(r, y);
    dp_run_hold_branch(r, y);
    dp_hybrid march = {.system = {.count = r->count,
                                  .scale = r->scale,
                                  .model = r,
                                  .rates = rates,
                                  .on_event = dp_run_on_event,
                                  .on_step = on_step,
                                  .first_step = first_step,
                                  .project = r->m->independent_count > 0 ? project : NULL},
                       .active = r->active,
                       .cap = r->cap,
                       .step = r->step,
                       .tangents = dp_run_has_tangents(r) ? dp_run_tangents : NULL,
                       .rates_beside = r->lanes != NULL ? rates_beside : NULL,
                       .rtol = explicit_rtol(r),
                       .implicit_rtol = r->rtol,
                       .max_steps = r->def->max_steps,
                       .steps_before = r->result->solver.steps + r->result->solver.rejected,
                       .max_step = longest_step(r),
                       .stepper = (dp_hybrid_stepper)r->def->method,
                       .event_count = EVENTS_PER_PAIR * r->m->pair_count,
                       .events = dp_run_events,
                       .noise = r->noise,
                       .is_loose = is_loose,
                       .stride = stride,
                       .filter = r->m->independent_count > 0 ? dp_run_filter_error : NULL,
                       .limit = r->m->grip_count > 0 ? dp_run_grips_limit : NULL,
                       .stop = stop_at,
                       .row_time = row_time,
                       .row = gives_rows(r) || gives_sections(r) ? give_row : NULL,
                       .stopped = stopped,
                       .may_be_stiff = may_be_stiff,
                       .look = looks(r) || r->def->trace != NULL ? look : NULL};
    dp_hybrid_stats stats;
    dp_status status = dp_hybrid_run(&march, y, &stats, r->def->allocator, r->err);
    dp_solve_stats *sum = &r->result->solver;
    sum->steps += stats.solve.steps;
    sum->evaluations += stats.solve.evaluations;
    sum->rejected += stats.solve.rejected;
    sum->events += stats.solve.events;
    r->result->implicit_steps += stats.implicit_steps;
    if (status == DP_ERR_NUMERIC && !r->failed && is_singular(r, y)) status = DP_ERR_VALIDITY;
    if (status == DP_ERR_VALIDITY && !r->failed)
        return dp_mechanism_cannot_close(r->m, y[r->active], y, y + r->n, &r->work, r->err);
    return status == DP_ERR_VALIDITY ? DP_ERR_NUMERIC : status;
}
