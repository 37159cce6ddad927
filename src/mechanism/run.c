// A run: the mechanism behind the wall of the solver, its statistics, rows and ledger.

#include "mechanism/run.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/params.h"

// --- rates ---

static void write_works(const struct run *r, const struct power *power, double *dy) {
    const dp_mechanism *m = r->m;
    double *works = dy + r->works, viscous = power->damping, plastic = 0.0, friction = 0.0;
    double input = power->applied;
    for (int i = 0; i < m->pair_count; i++) {
        if (r->contacts[i].mode != MODE_TOUCH) continue;
        const struct touch *t = &r->scene.touches[i];
        viscous += (t->force - t->spring) * t->rate;
        plastic += t->plastic * t->rate;
        friction -= t->friction * t->slip;
    }
    for (int i = 0; i < m->driver_count; i++)
        input += dp_driver_effort(m, &r->scene, i) * dp_driver_speed(m, &r->scene, i);
    works[WORK_VISCOUS] = viscous;
    works[WORK_PLASTIC] = plastic;
    works[WORK_FRICTION] = friction;
    works[WORK_INPUT] = input;
}

static void write_watches(const struct run *r, double *dy) {
    double *out = dy + r->watches;
    for (int i = 0; i < r->def->watch_count; i++) {
        double v = r->in_window ? dp_channel_value(r, &r->m->channels[r->def->watch[i]]) : 0.0;
        out[2 * i] = v;
        out[2 * i + 1] = v * v;
    }
}

static void write_accelerations(const struct run *r, double *dv) {
    for (int i = 0; i < r->m->link_count; i++) {
        const struct link *l = &r->m->links[i];
        const struct node *n = &r->scene.nodes[i];
        if (l->kind == LINK_PIN) {
            if (l->unknown[0] >= 0) dv[l->unknown[0]] = n->alpha;
        } else if (l->kind == LINK_SLIDE) {
            if (l->unknown[0] >= 0) dv[l->unknown[0]] = n->slide;
        } else if (l->kind == LINK_FREE) {
            const double a[3] = {n->ax, n->ay, n->alpha};
            for (int slot = 0; slot < 3; slot++)
                if (l->unknown[slot] >= 0) dv[l->unknown[slot]] = a[slot];
        }
    }
}

dp_status dp_run_evaluate(const struct run *r, const double *y, double *dy) {
    const dp_mechanism *m = r->m;
    struct scene scene = r->scene;
    double t = y[r->active];
    const int n = r->n;
    dp_mechanism_place(m, t, y, y + n, &scene);
    struct power power = dp_mechanism_push(m, t, &scene);
    for (int i = 0; i < n; i++)
        dy[i] = y[n + i];
    for (int i = 0; i < m->pair_count; i++) {
        const struct pair *p = &r->pairs[i];
        struct touch *touch = &scene.touches[i];
        double z = p->bristle < 0 ? 0.0 : y[2 * n + p->bristle];
        int touches = r->contacts[i].mode == MODE_TOUCH;
        if (touches) {
            dp_run_place_pair(r, i, &scene, touch);
            dp_pair_push(p, r->contacts[i].history, &r->contacts[i].stretch, z, &scene, touch);
        }
        if (p->bristle >= 0) dy[2 * n + p->bristle] = touches ? touch->z_rate : 0.0;
    }
    dp_status status = dp_mechanism_accelerate(m, &scene);
    write_accelerations(r, dy + n);
    dy[r->active] = 1.0;
    if (r->works >= 0) write_works(r, &power, dy);
    if (r->watches >= 0) write_watches(r, dy);
    return status;
}

static dp_status rates(const void *model, const double *y, double *dy) {
    return dp_run_evaluate((const struct run *)model, y, dy);
}

// --- the walk's questions ---

// Commit histories; called for accepted states only.
static void on_step(void *model, const double *y) {
    struct run *r = (struct run *)model;
    const dp_mechanism *m = r->m;
    int placed = 0;
    for (int i = 0; i < m->pair_count; i++) {
        struct contact_state *c = &r->contacts[i];
        int keeps_speed = r->pairs[i].contact.kernel->raise != NULL;
        if (c->mode != MODE_TOUCH || !(m->pairs[i].has_history || keeps_speed)) continue;
        if (!placed) dp_mechanism_place(m, y[r->active], y, y + r->n, &r->scene);
        placed = 1;
        struct touch t;
        dp_run_place_pair(r, i, &r->scene, &t);
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
static void find_turns(const struct run *r, const struct scene *scene, double t, double h,
                       double *turns) {
    const dp_mechanism *m = r->m;
    const double *angle = turns + m->link_count, *w = turns + 2 * m->link_count;
    for (int i = 0; i < m->link_count; i++) {
        const struct node *n = &scene->nodes[i];
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
    double most = 0.0;
    if (r->touching == m->pair_count) return 0.0;
    struct scene scene = r->scene;
    dp_mechanism_place(m, from[r->active], from, from + r->n, &scene);
    for (int i = 0; i < m->pair_count; i++)
        if (r->contacts[i].mode != MODE_TOUCH)
            dp_pair_place(m, &m->pairs[i], &scene, &scene.touches[i]);
    double *turns = r->pair_room;
    for (int i = 0; i < m->link_count; i++) {
        turns[m->link_count + i] = scene.nodes[i].angle;
        turns[2 * m->link_count + i] = scene.nodes[i].w;
    }
    dp_mechanism_place(m, to[r->active], to, to + r->n, &scene);
    find_turns(r, &scene, from[r->active], to[r->active] - from[r->active], turns);
    for (int i = 0; i < m->pair_count; i++) {
        if (r->contacts[i].mode == MODE_TOUCH) continue;
        struct touch now;
        const struct touch *was = &scene.touches[i];
        dp_pair_place(m, &m->pairs[i], &scene, &now);
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
    for (int i = 0; i < r->active; i++) {
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

static dp_status project(const void *model, double *y) {
    const struct run *r = (const struct run *)model;
    struct scene scene = r->scene;
    double error, pace = fmax(r->speed, r->m->size / r->def->until);
    dp_status status = dp_mechanism_project(r->m, y[r->active], y, y + r->n, pace, &scene, &error);
    if (error > r->result->constraint_error) r->result->constraint_error = error;
    return status;
}

// First knot of a table after t.
static double next_knot(const struct curve *c, double t) {
    int low = 0, high = c->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (c->time[middle] > t)
            high = middle;
        else
            low = middle + 1;
    }
    return low < c->count ? c->time[low] : INFINITY;
}

// Next time to land on: the window, the end, and the knots of tables. Between knots a driven motion
// is a cubic, so nothing it does is missed within a step.
static double next_stop(const struct run *r, double t) {
    const dp_mechanism *m = r->m;
    double stop = r->in_window ? r->def->until : r->def->skip;
    for (int i = 0; i < m->driver_count; i++)
        stop = fmin(stop, next_knot(&m->drivers[i].curve, t));
    for (int i = 0; i < m->force_count; i++)
        stop = fmin(stop, next_knot(&m->forces[i].factor, t));
    return stop;
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
    r->stop = next_stop(r, t);
    return DP_EVENT_CONTINUE;
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

static double row_time(const void *model) {
    const struct run *r = (const struct run *)model;
    double row = INFINITY, section = INFINITY;
    if (r->ended) return INFINITY;
    if (r->def->row != NULL && r->def->every > 0.0) row = (double)r->next_row * r->def->every;
    if (r->def->section != NULL && r->def->section_every > 0.0)
        section = (double)r->next_section * r->def->section_every;
    row = until_end(r, row);
    section = until_end(r, section);
    return row < section ? row : section;
}

static void fill_values(struct run *r, const double *y) {
    dp_run_evaluate(r, y, r->scratch);
    for (int i = 0; i < r->def->row_channel_count; i++)
        r->values[i] = dp_channel_value(r, &r->m->channels[r->def->row_channels[i]]);
}

static void give_row(void *model, const double *y) {
    struct run *r = (struct run *)model;
    double row = until_end(r, (double)r->next_row * r->def->every);
    double section = until_end(r, (double)r->next_section * r->def->section_every);
    double t = row_time(r);
    fill_values(r, y);
    if (r->def->row != NULL && r->def->every > 0.0 && row <= t) {
        r->next_row++;
        if (r->def->row(r->def->user, t, r->values) != 0) r->ended = 1;
    }
    if (r->def->section != NULL && r->def->section_every > 0.0 && section <= t) {
        r->next_section++;
        r->def->section(r->def->user, t, r->values);
    }
}

// --- ledger ---

// Mechanical energy at y, and what springs and contacts hold of it.
static double energy_at(struct run *r, const double *y, double *held) {
    const dp_mechanism *m = r->m;
    dp_run_evaluate(r, y, r->scratch);
    double sum = dp_mechanism_energy(m, y[r->active], &r->scene, held);
    for (int i = 0; i < m->pair_count; i++) {
        const struct contact_state *c = &r->contacts[i];
        if (c->mode != MODE_TOUCH) continue;
        double stored = dp_pair_stored(&r->pairs[i], c->history, &c->stretch, &r->scene.touches[i]);
        sum += stored;
        *held += stored;
    }
    return sum;
}

static void close_ledger(struct run *r, const double *y, double initial) {
    dp_energy *e = &r->result->energy;
    if (r->works < 0) {
        *e = (dp_energy){NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
        return;
    }
    const double *w = y + r->works;
    double held;
    e->initial = initial;
    e->final = energy_at(r, y, &held);
    e->stored = held;
    e->viscous = w[WORK_VISCOUS];
    e->plastic = w[WORK_PLASTIC];
    e->friction = w[WORK_FRICTION];
    e->released = r->released;
    e->input = w[WORK_INPUT];
    // a driver gives and takes back within a turn: what moves is the scale of what passed
    dp_energy_close_over(e, r->passed);
}

// --- the whole ---

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
    for (int i = 0; i < def->watch_count; i++)
        if (def->watch[i] < 0 || def->watch[i] >= m->channel_count)
            return dp_fail(err, DP_ERR_RANGE, "watch %d is no channel", i);
    for (int i = 0; i < def->row_channel_count; i++)
        if (def->row_channels[i] < 0 || def->row_channels[i] >= m->channel_count)
            return dp_fail(err, DP_ERR_RANGE, "row channel %d is no channel", i);
    return DP_OK;
}

static dp_status make_room(struct run *r, dp_allocator from, double **room, size_t *size,
                           dp_error *err) {
    const dp_mechanism *m = r->m;
    size_t count = (size_t)r->count, pairs = (size_t)m->pair_count;
    size_t watches = (size_t)r->def->watch_count, rows = (size_t)r->def->row_channel_count;
    size_t kept = dp_run_histories_size(m);
    size_t doubles = 7 * count + rows + dp_scene_size(m) + 10 * (size_t)m->link_count;
    size_t looks = LOOKS * (watches + 2 * pairs) + 2 * count;
    doubles += EVENTS_PER_PAIR * pairs + looks + kept;
    *size = (doubles * sizeof(double) + pairs * (sizeof *r->contacts + sizeof *r->pairs) +
             watches * sizeof *r->watched + 2 * count * sizeof(double) + 63) /
            64 * 64;
    *room = (double *)from.alloc(from.user, *size);
    if (*room == NULL) return dp_fail(err, DP_ERR_MEMORY, "no memory for the run");
    memset(*room, 0, *size);
    double *next = *room + count;
    r->scale = next;
    r->cap = next + count;
    r->step = next + 2 * count;
    r->scratch = next + 3 * count;
    r->ahead = next + 4 * count;
    r->values = next + 6 * count;
    r->pair_room = r->values + rows;
    dp_scene_place(m, &r->scene, r->pair_room + 10 * m->link_count);
    double *end = r->pair_room + 10 * m->link_count + dp_scene_size(m);
    r->noise = end;
    r->seen = end + EVENTS_PER_PAIR * pairs;
    r->state = r->seen + LOOKS * (watches + 2 * pairs);
    r->rate_to = r->state + count;
    r->contacts = (struct contact_state *)(void *)(r->rate_to + count + kept);
    r->pairs = (struct pair *)(void *)(r->contacts + pairs);
    r->watched = (struct extremes *)(void *)(r->pairs + pairs);
    if (pairs > 0) memcpy(r->pairs, m->pairs, pairs * sizeof *r->pairs);
    dp_run_place_histories(r, r->rate_to + count);
    return DP_OK;
}

static double typical_speed(struct run *r, const double *y) {
    const dp_mechanism *m = r->m;
    double speed = sqrt(hypot(m->gravity[0], m->gravity[1]) * m->size);
    dp_mechanism_place(m, 0.0, y, y + r->n, &r->scene);
    for (int i = 0; i < m->link_count; i++) {
        const struct node *n = &r->scene.nodes[i];
        speed = fmax(speed, fmax(hypot(n->vx, n->vy), 0.1 * m->size * fabs(n->w)));
    }
    for (int i = 0; i < m->driver_count; i++) {
        double a[3], b[3];
        dp_curve_at(&m->drivers[i].curve, 0.5 * r->def->until, a);
        dp_curve_at(&m->drivers[i].curve, r->def->until, b);
        double size = m->links[m->drivers[i].link].kind == LINK_PIN ? 0.1 * m->size : 1.0;
        speed = fmax(speed, size * fmax(fabs(a[1]), fabs(b[1])));
    }
    if (speed > 0.0) return speed;
    // at rest under forces: what the largest acceleration reaches over the size
    dp_run_evaluate(r, y, r->scratch);
    double most = 0.0;
    for (int i = 0; i < m->link_count; i++)
        most = fmax(most, fmax(hypot(r->scene.nodes[i].ax, r->scene.nodes[i].ay),
                               m->size * fabs(r->scene.nodes[i].alpha)));
    return most > 0.0 ? sqrt(most * m->size) : 1e-3;
}

// Sizes that errors are compared with, and increments for difference quotients.
static void set_scales(struct run *r, const double *y) {
    const dp_mechanism *m = r->m;
    double least = INFINITY;
    r->speed = typical_speed(r, y);
    for (int i = 0; i < m->pair_count; i++)
        if (m->pairs[i].stride > 0.0) least = fmin(least, m->pairs[i].stride);
    // positions to a ten-thousandth of the smallest clearance at any rtol
    r->rtol = fmin(r->def->rtol, 1e-4 * least / m->size);
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

// What rounding makes of an indentation and of its rate: positions are as large as the mechanism,
// or as the way to where it stands.
static void set_noise(struct run *r) {
    const dp_mechanism *m = r->m;
    double far = m->size;
    for (int i = 0; i < m->link_count; i++)
        far = fmax(far, hypot(r->scene.nodes[i].x, r->scene.nodes[i].y));
    for (int i = 0; i < m->pair_count; i++) {
        double *noise = r->noise + EVENTS_PER_PAIR * i;
        noise[EVENT_SIDE] = noise[EVENT_MARK] = 4.0 * DBL_EPSILON * far;
        noise[EVENT_TURN] = noise[EVENT_SPEED] = 4.0 * DBL_EPSILON * r->speed;
    }
}

static void give_results(struct run *r, const double *y) {
    const dp_mechanism_run_def *def = r->def;
    const dp_mechanism *m = r->m;
    double window = y[r->active] - def->skip;
    for (int i = 0; i < def->watch_count; i++) {
        const struct extremes *e = &r->watched[i];
        const double *sum = y + r->watches + 2 * i;
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
    if (def->bodies == NULL) return;
    dp_run_evaluate(r, y, r->scratch);
    for (int i = 0; i < m->body_count; i++) {
        const struct node *n = &r->scene.nodes[m->link_of[i]];
        def->bodies[i] =
            (dp_body_state){n->x, n->y, n->angle, n->vx, n->vy, n->w, n->ax, n->ay, n->alpha};
    }
}

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

// Do the loops nearly lose their rank here? It is why no step was short enough.
static int is_singular(const struct run *r, const double *y) {
    int n = r->m->independent_count;
    double most = 0.0, least = INFINITY;
    if (dp_run_evaluate(r, y, r->scratch) != DP_OK) return 1;
    for (int i = 0; i < n; i++) {
        most = fmax(most, r->scene.matrix[i * n + i]);
        least = fmin(least, r->scene.matrix[i * n + i]);
    }
    return least < 1e-4 * most;
}

static dp_status solve(struct run *r, double *y, const dp_allocator *allocator) {
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
                       .rtol = explicit_rtol(r),
                       .implicit_rtol = r->rtol,
                       .max_steps = r->def->max_steps,
                       .max_step = longest_step(r),
                       .stepper = (dp_hybrid_stepper)r->def->stepper,
                       .event_count = EVENTS_PER_PAIR * r->m->pair_count,
                       .events = dp_run_events,
                       .noise = r->noise,
                       .stride = stride,
                       .stop = stop_at,
                       .row_time = row_time,
                       .row = r->def->row != NULL || r->def->section != NULL ? give_row : NULL,
                       .stopped = stopped,
                       .may_be_stiff = may_be_stiff,
                       .look = r->def->watch_count > 0 || r->follows ? dp_run_look : NULL};
    dp_hybrid_stats stats;
    dp_status status = dp_hybrid_run(&march, y, &stats, allocator, r->err);
    r->result->solver = stats.solve;
    r->result->implicit_steps = stats.implicit_steps;
    if (status == DP_ERR_NUMERIC && !r->failed && is_singular(r, y)) status = DP_ERR_VALIDITY;
    if (status == DP_ERR_VALIDITY && !r->failed)
        return dp_mechanism_cannot_close(r->m, y[r->active], y, y + r->n, &r->scene, r->err);
    return status == DP_ERR_VALIDITY ? DP_ERR_NUMERIC : status;
}

// Where it broke off: the body on which most force acts, the pair that pushes most. A number that
// is not finite is more than any other.
static void blame(struct run *r, const double *y) {
    const dp_mechanism *m = r->m;
    double most = 0.0, push = 0.0;
    dp_run_evaluate(r, y, r->scratch);
    for (int i = 0; i < m->link_count; i++) {
        const struct node *n = &r->scene.nodes[i];
        double force =
            m->links[i].mass * hypot(n->ax, n->ay) + m->links[i].inertia * fabs(n->alpha) / m->size;
        if (force <= most) continue;
        r->result->failed_body = m->links[i].body;
        most = force;
        if (!isfinite(force)) break;
    }
    for (int i = 0; i < m->pair_count; i++) {
        double force = r->contacts[i].mode == MODE_TOUCH ? fabs(r->scene.touches[i].force) : 0.0;
        if (force <= push) continue;
        r->result->failed_pair = i;
        push = force;
        if (!isfinite(force)) break;
    }
}

// Plastic flow sets in at once where a contact yields, and a bearing yields in many places: its
// work is held to a part of what passes.
static const double plastic_part = 1e-2;

static dp_status run_on(struct run *r, double *y, const dp_allocator *allocator) {
    const dp_mechanism *m = r->m;
    memcpy(y, m->start, (size_t)(2 * r->n) * sizeof *y);
    if (m->moved >= 0 && r->def->copy > 0)
        y[m->moved] +=
            r->def->offset * m->moved_by * dp_mechanism_shift(r->def->seed, r->def->copy);
    set_scales(r, y);
    double error = 0.0, held, initial;
    if (dp_mechanism_project(m, 0.0, y, y + r->n, r->speed, &r->scene, &error) != DP_OK)
        return dp_fail(r->err, DP_ERR_NUMERIC, "the start of this copy cannot be assembled");
    dp_status status = dp_run_open_contacts(r, y);
    if (r->failed) return status;
    if (status != DP_OK)
        return dp_fail(r->err, status,
                       "the mechanism starts in a singular position; give start angles beside it");
    set_noise(r);
    r->in_window = r->def->skip == 0.0;
    r->stop = next_stop(r, 0.0);
    for (int i = 0; i < r->def->watch_count; i++) {
        dp_extremes_begin(&r->watched[i]);
        r->scale[r->watches + 2 * i] = 0.0;
        dp_run_scale_watch(r, i, dp_channel_small(r, &m->channels[r->def->watch[i]]));
    }
    initial = energy_at(r, y, &held);
    r->passed = 0.0;
    for (int i = 0; i < m->link_count; i++)
        r->passed += 0.5 * m->links[i].mass * r->speed * r->speed;
    for (int i = 0; i < WORKS && r->works >= 0; i++)
        r->scale[r->works + i] = i == WORK_PLASTIC ? plastic_part * r->passed : r->passed;
    if (row_time(r) == 0.0) give_row(r, y);
    status = solve(r, y, allocator);
    double t = y[r->active];
    r->result->time = t;
    if (status != DP_OK) {
        blame(r, y);
        return status;
    }
    dp_run_close_contacts(r, t);
    r->result->stopped = r->ended;
    give_results(r, y);
    close_ledger(r, y, initial);
    return DP_OK;
}

dp_status dp_mechanism_run(const dp_mechanism *m, const dp_mechanism_run_def *def,
                           const dp_allocator *allocator, dp_mechanism_result *result,
                           dp_error *err) {
    memset(result, 0, sizeof *result);
    result->failed_body = result->failed_pair = -1;
    dp_status status = check_run(m, def, err);
    if (status != DP_OK) return status;
    struct run r = {.m = m, .def = def, .result = result, .err = err, .n = m->unknown_count};
    r.next_section = 1;
    r.follows = def->pairs != NULL || def->impact != NULL;
    r.active = 2 * r.n + m->bristle_count;
    r.count = r.active + 1;
    r.works = r.watches = -1;
    if (!def->no_ledger) r.works = r.count, r.count += WORKS;
    if (def->watch_count > 0) r.watches = r.count, r.count += 2 * def->watch_count;
    dp_allocator from = dp_allocator_or_default(allocator);
    double *room;
    size_t size;
    status = make_room(&r, from, &room, &size, err);
    if (status != DP_OK) return status;
    status = run_on(&r, room, allocator);
    from.free(from.user, room, size);
    return status;
}

dp_status dp_mechanism_start(const dp_mechanism *m, dp_body_state *bodies, dp_error *err) {
    dp_mechanism_run_def def = dp_mechanism_run_defaults();
    dp_mechanism_result result;
    // no time at all: the state of the start comes back
    def.until = 1e-300;
    def.no_ledger = 1;
    def.bodies = bodies;
    return dp_mechanism_run(m, &def, NULL, &result, err);
}
