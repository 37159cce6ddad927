// A collision in which the centre moves on. In polar coordinates, r = clearance + delta:
//     dVn/dt = -P/m + Vt^2/r,   dVt/dt = Ft/m - Vn Vt/r,   dtheta/dt = Vt/r,   dspin/dt = Rj Ft/J,
// integrated in the smooth variables of impact/branch.h. Friction slips, Ft = -mu P sgn(Vc) with
// Vc = Vt + Rj spin, or sticks, Ft = m Vn Vt/(r q), q = 1 + m Rj^2/J, which keeps Vc at zero; it
// changes between the two as often as the motion asks.
//
// Friction that gives way is that of impact/slide.h. It knows Vc, which is no unknown of its own
// here: the spin and the speed of the centre are.

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "impact/stepping.h"
#include "journal/journal.h"
#include "kernels/touch.h"

enum { Z, VN, VT, TURN, SPIN, T, VISCOUS, PLASTIC, FRICTION, WAY, SPRING };
enum { UNKNOWNS = DP_COLLISION_UNKNOWNS, PLAIN = WAY };
enum { AT_END, AT_REVERSAL, AT_PEAK = -1, AT_FRICTION = -2, AT_ZERO_FORCE = -3, AT_SPEED = -4 };
enum { AT_GRIP = -5, FUNCTIONS = 4 };
// Of friction that gives way, as in impact/motion.c: a step goes no farther than a part of the way,
// of a retreat of slip still less; errors are compared with more than those of the normal motion.
enum { STEPS = 96, RETREAT = 8, PATIENCE = 16 * STEPS };
static const double slide_allowance = 1e2;
enum { STEP_BUDGET = 50000, STEPS_TO_STAY = 45000 };

// --- friction that gives way ---

static void along_of(const struct dp_resolved *c, const double *y, double out[DP_SLIDE_UNKNOWNS]) {
    out[DP_SLIDE_SPEED] = y[VT] + c->arm * y[SPIN];
    out[DP_SLIDE_WAY] = y[WAY];
    out[DP_SLIDE_SPRING] = y[SPRING];
    out[DP_SLIDE_LOSS] = y[FRICTION];
}

// What it gets to know of the normal contact.
static struct dp_press press_at(const struct dp_resolved *c, double delta, const double *y) {
    struct dp_press press = {0};
    double slope;
    if (!(delta > 0.0)) return press;
    const dp_contact *contact = c->contact;
    dp_response r = contact->kernel->respond(contact->k, c->history, delta, y[VN]);
    double force = r.spring + r.damper;
    bool is_held = force < contact->floor;
    if (is_held) force = contact->floor;
    press.stiffness = dp_contact_stiffness(contact, c->history, delta, &slope);
    press.stiffness_rate = slope * y[VN];
    if (!(force > 0.0)) return press;
    press.normal = force;
    double faster = -force / c->def->mass + y[VT] * y[VT] / (c->def->clearance + delta);
    if (!is_held) press.normal_rate = r.dforce_ddelta * y[VN] + r.dforce_drate * faster;
    return press;
}

static struct dp_press press_on(const struct dp_resolved *c, const double *y) {
    return press_at(c, dp_branch_delta(&c->section, y[Z] < 0.0 ? 0.0 : y[Z]), y);
}

static double held_along(const struct dp_resolved *c, const double *y) {
    double along[DP_SLIDE_UNKNOWNS];
    if (!c->gives) return 0.0;
    const struct dp_press press = press_on(c, y);
    along_of(c, y, along);
    return dp_slide_stored(&c->slide, along, &press);
}

static void scale_slide(struct dp_resolved *c, double speed, double energy) {
    double wide = c->slide.allowance;
    c->scale[VT] = wide * speed;
    c->scale[SPIN] = wide * speed / c->arm;
    c->scale[FRICTION] = wide * energy;
    c->scale[WAY] = c->scale[SPRING] = INFINITY;
}

// An indentation as deep as this touch will reach: F delta = m v^2.
static double deepest(const struct dp_resolved *c, double speed) {
    double low = 1e-18, high = c->def->clearance, energy = c->def->mass * speed * speed;
    double ground = dp_contact_residual(c->base, c->history);
    for (int i = 0; i < 60; i++) {
        double middle = sqrt(low * high);
        double work = dp_contact_force(c->base, c->history, ground + middle, 0.0) * middle;
        *(work > energy ? &high : &low) = middle;
    }
    return low;
}

static void begin_slide(struct dp_resolved *c, const struct dp_touch *touch) {
    double sliding = touch->tangential + c->arm * touch->spin;
    double ground = dp_contact_residual(c->base, c->history), deep = deepest(c, touch->normal);
    const struct dp_press press = press_at(c, ground + 1e-9 * deep, c->y);
    dp_slide_begin(&c->slide, c->def->grip, c->def->mass, sliding, &press);
    c->slide.allowance = slide_allowance;
    c->slide.speed_scale = fmax(fabs(sliding), fabs(touch->tangential));
    c->longest = dp_branch_z(&c->section, ground + deep) / (STEPS * touch->normal);
}

static void keep_slide(struct dp_resolved *c, const double *y) {
    double along[DP_SLIDE_UNKNOWNS];
    const struct dp_press press = press_on(c, y);
    along_of(c, y, along);
    dp_slide_keep(&c->slide, along, &press, y[T]);
}

static void step_slide(struct dp_resolved *c, const double *y) {
    keep_slide(c, y);
    c->driver.def.max_step = c->slide.has_front ? c->longest / RETREAT : c->longest;
    if (++c->slide.steps < PATIENCE) return;
    c->slide.steps = 0;
    c->slide.allowance *= 10.0;
    double speed = hypot(c->record->normal_in, c->record->tangential_in);
    scale_slide(c, speed, c->scale[VISCOUS]);
}

// --- all kinds ---

// Forces on the journal at y.
struct push {
    double normal, spring, plastic, sticking, tangential, radius;
    double normal_rate;  // dVn/dt
};

static struct push push_at(const struct dp_resolved *c, const double *y) {
    double z = y[Z] < 0.0 ? 0.0 : y[Z], m = c->def->mass;
    dp_response r = dp_branch_respond(&c->section, z, y[VN]);
    struct push p = {.spring = r.spring, .plastic = r.plastic};
    p.normal = r.force < c->contact->floor ? c->contact->floor : r.force;
    p.radius = c->def->clearance + dp_branch_delta(&c->section, z);
    p.sticking = m * y[VN] * y[VT] / (p.radius * c->q);
    // a law that pulls brings no friction
    double grip = c->def->friction * (p.normal > 0.0 ? p.normal : 0.0);
    p.tangential = c->slip == 0.0 ? p.sticking : -grip * c->slip;
    p.normal_rate = -p.normal / m + y[VT] * y[VT] / p.radius;
    return p;
}

// In place of what slips or sticks; the rates of its unknowns and what a damper takes beside it.
static double slide_at(const struct dp_resolved *c, const double *y, double *dy) {
    double along[DP_SLIDE_UNKNOWNS], rate[DP_SLIDE_UNKNOWNS], damped;
    const struct dp_press press = press_on(c, y);
    along_of(c, y, along);
    dp_slide_rates(&c->slide, along, &press, rate, &damped);
    dy[WAY] = rate[DP_SLIDE_WAY];
    dy[SPRING] = rate[DP_SLIDE_SPRING];
    dy[FRICTION] = rate[DP_SLIDE_LOSS];
    dy[VISCOUS] = damped;
    return c->slide.mass * rate[DP_SLIDE_SPEED];
}

static dp_status rates(const void *model, const double *y, double *dy) {
    const struct dp_resolved *c = (const struct dp_resolved *)model;
    double z = y[Z] < 0.0 ? 0.0 : y[Z], m = c->def->mass;
    double width = dp_branch_stretch(&c->section, z);
    struct push p = push_at(c, y);
    double sliding = y[VT] + c->arm * y[SPIN], along[UNKNOWNS] = {0.0};
    if (c->gives) p.tangential = slide_at(c, y, along);
    dy[Z] = y[VN];
    dy[VN] = width * p.normal_rate;
    dy[VT] = width * (p.tangential / m - y[VN] * y[VT] / p.radius);
    dy[TURN] = width * y[VT] / p.radius;
    dy[SPIN] = width * c->arm * p.tangential / c->def->inertia;
    dy[T] = width;
    dy[VISCOUS] = width * (p.normal - p.spring) * y[VN];
    dy[PLASTIC] = width * p.plastic * y[VN];
    dy[FRICTION] = c->slip == 0.0 ? 0.0 : -width * p.tangential * sliding;
    if (!c->gives) return DP_OK;
    dy[VISCOUS] += width * along[VISCOUS];
    for (int i = FRICTION; i < UNKNOWNS; i++)
        dy[i] = width * along[i];
    return DP_OK;
}

static int targets(const void *model, dp_target *out) {
    const struct dp_resolved *c = (const struct dp_resolved *)model;
    int count = 0;
    out[count++] = (dp_target){VN, 0.0, AT_REVERSAL};
    if (isfinite(c->section.end_z)) out[count++] = (dp_target){Z, c->section.end_z, AT_END};
    return count;
}

// dF/dt while loading; its zero is the peak
static double peak_function(const struct dp_resolved *c, const double *y) {
    if (!c->section.loading) return -1.0;
    if (c->is_rising) return 1.0;
    double rate = y[VN] > 0.0 ? y[VN] : 1e-280;  // see impact/motion.c
    double delta = dp_branch_delta(&c->section, y[Z] < 0.0 ? 0.0 : y[Z]) + 1e-280;
    dp_response r = c->contact->kernel->respond(c->contact->k, c->history, delta, rate);
    if (r.dforce_drate == 0.0) return 1.0;
    double force =
        r.spring + r.damper < c->contact->floor ? c->contact->floor : r.spring + r.damper;
    double normal_rate = -force / c->def->mass + y[VT] * y[VT] / (c->def->clearance + delta);
    return r.dforce_ddelta * rate + r.dforce_drate * normal_rate;
}

// Sliding speed while it slips, what is left of the grip while it sticks.
static double friction_function(const struct dp_resolved *c, const double *y) {
    if (c->def->friction == 0.0 || c->gives) return 1.0;
    if (c->slip != 0.0) return y[VT] + c->arm * y[SPIN];
    struct push p = push_at(c, y);
    return c->def->friction * p.normal - fabs(p.sticking);
}

static double function(const void *model, const double *y, int index) {
    const struct dp_resolved *c = (const struct dp_resolved *)model;
    if (index == 0) return peak_function(c, y);
    if (index == 1) return friction_function(c, y);
    if (index >= FUNCTIONS) {
        double along[DP_SLIDE_UNKNOWNS];
        const struct dp_press press = press_on(c, y);
        along_of(c, y, along);
        return dp_slide_function(&c->slide, along, &press, index - FUNCTIONS);
    }
    if (index == 3 && c->contact->kernel->raise == NULL) return 1.0;
    if (index == 3)  // see impact/motion.c
        return c->is_rising ? push_at(c, y).normal_rate
                            : dp_contact_speed(c->contact, c->history) * (1.0 + 1e-12) - y[VN];
    if (c->section.loading || !c->watches_force) return 1.0;
    double least = 1e-6 * dp_branch_z(&c->section, c->record->max_indentation);
    return dp_branch_respond(&c->section, y[Z] < least ? least : y[Z], y[VN]).force;
}

static void note_force(struct dp_resolved *c, const double *y) {
    double force = push_at(c, y).normal;
    if (force > c->record->max_force) c->record->max_force = force;
}

// The centre at y.
static dp_journal_point point_at(const struct dp_resolved *c, const double *y) {
    double angle = c->angle + y[TURN], nx = cos(angle), ny = sin(angle);
    double r = c->def->clearance + dp_branch_delta(&c->section, y[Z]);
    return (dp_journal_point){.time = c->start + y[T],
                              .x = r * nx,
                              .y = r * ny,
                              .vx = y[VN] * nx - y[VT] * ny,
                              .vy = y[VN] * ny + y[VT] * nx};
}

static void add_point(const struct dp_resolved *c, const double *y) {
    if (c->def->path == NULL && c->def->path_table == NULL) return;
    dp_journal_point point = point_at(c, y);
    dp_journal_add_point(c->def, &point);
}

static void on_step(void *model, const double *y) {
    struct dp_resolved *c = (struct dp_resolved *)model;
    note_force(c, y);
    add_point(c, y);
    if (c->gives) step_slide(c, y);
}

static double first_step(const void *model, const double *y) {
    const struct dp_resolved *c = (const struct dp_resolved *)model;
    double speed = c->record->normal_in;
    return dp_branch_first_step(&c->section, y[Z], y[VN], speed, c->def->mass);
}

static dp_event_action reversed(struct dp_resolved *c, double *y) {
    double delta = dp_branch_delta(&c->section, y[Z]);
    note_force(c, y);
    if (c->section.loading) {
        if (delta > c->record->max_indentation) c->record->max_indentation = delta;
        dp_contact_commit(c->contact, c->history, delta, 0.0);
    }
    // The centrifugal force may keep the journal on the wall. Where it swings there without losses,
    // as with friction whose springs hold, no swing is like another, and the steps end it.
    const dp_solve_stats *stats = &c->driver.stats;
    double same = 1e-6 * c->record->max_indentation;
    bool is_tired = isfinite(c->turned_before) && stats->steps + stats->rejected >= STEPS_TO_STAY;
    if (is_tired || fabs(delta - c->turned_at) <= same || fabs(delta - c->turned_before) <= same) {
        c->stays = true;
        return DP_EVENT_STOP;
    }
    c->turned_before = c->turned_at;
    c->turned_at = delta;
    y[Z] = dp_branch_enter(&c->section, delta, !c->section.loading, 0);
    return DP_EVENT_RESTART;
}

static dp_event_action at_end(struct dp_resolved *c, double *y) {
    note_force(c, y);
    if (!c->section.loading) {
        if (c->section.end <= dp_branch_residual(&c->section)) return DP_EVENT_STOP;
        y[Z] = dp_branch_enter(&c->section, c->section.end, 0, 1);
        return DP_EVENT_RESTART;
    }
    if (c->section.end >= c->contact->limit) {
        dp_fail(
            c->err, DP_ERR_VALIDITY,
            "%s holds up to an indentation of %g m, which this collision passes; lower the speed",
            c->contact->law->name, c->contact->limit);
        return DP_EVENT_ABORT;
    }
    y[PLASTIC] += dp_branch_jump_loss(&c->section, c->section.end);
    y[Z] = dp_branch_enter(&c->section, c->section.end, 1, 1);
    return DP_EVENT_RESTART;
}

// Sliding has stopped, or the grip is lost: stick where friction can hold, slip where it cannot.
static dp_event_action friction_changes(struct dp_resolved *c, double *y) {
    struct push p = push_at(c, y);
    double grip = c->def->friction * p.normal;
    if (c->slip != 0.0 && fabs(p.sticking) <= grip) {
        // exactly at rest from here on
        y[SPIN] = -y[VT] / c->arm;
        c->slip = 0.0;
    } else {
        c->slip = p.sticking > 0.0 ? -1.0 : 1.0;
    }
    return DP_EVENT_RESTART;
}

static dp_event_action at_speed(struct dp_resolved *c, const double *y) {  // see impact/motion.c
    double delta = dp_branch_delta(&c->section, y[Z]);
    c->contact->kernel->raise(c->contact->k, c->history, delta, y[VN]);
    c->is_rising = !c->is_rising;
    if (!dp_contact_follows(c->contact) || c->contact->kernel->update != NULL)
        return DP_EVENT_RESTART;
    double speed = dp_contact_speed(c->contact, c->history);
    if (dp_contact_at_speed(c->contact, speed, c->def->mass, &c->own, c->err) != DP_OK)
        return DP_EVENT_ABORT;
    c->own_speed = speed;
    c->contact = c->section.contact = &c->own;
    dp_touch_begin(c->contact, c->history, speed);
    return DP_EVENT_RESTART;
}

static dp_event_action on_normal_event(struct dp_resolved *c, double *y, int id) {
    switch (id) {
    case AT_END:
        return at_end(c, y);
    case AT_REVERSAL:
        return reversed(c, y);
    case AT_FRICTION:
        return friction_changes(c, y);
    case AT_SPEED:
        return at_speed(c, y);
    case AT_ZERO_FORCE:
        return c->contact->tension == DP_TENSION_RELEASE ? DP_EVENT_STOP : DP_EVENT_CONTINUE;
    default:
        note_force(c, y);
        return DP_EVENT_CONTINUE;
    }
}

static dp_event_action on_event(void *model, double *y, int id) {
    struct dp_resolved *c = (struct dp_resolved *)model;
    double along[DP_SLIDE_UNKNOWNS];
    add_point(c, y);
    if (!c->gives) return on_normal_event(c, y, id);
    const struct dp_press before = press_on(c, y);
    keep_slide(c, y);
    dp_event_action action = id <= AT_GRIP ? DP_EVENT_RESTART : on_normal_event(c, y, id);
    along_of(c, y, along);
    if (id <= AT_GRIP) {
        dp_slide_changes(&c->slide, along, &before, AT_GRIP - id);
    } else if (action == DP_EVENT_RESTART) {
        const struct dp_press now = press_on(c, y);
        dp_slide_settle(&c->slide, along, &before, &now);
    }
    y[SPRING] = along[DP_SLIDE_SPRING];
    y[FRICTION] = along[DP_SLIDE_LOSS];
    return action;
}

static void begin_driver(struct dp_resolved *c) {
    double *y = c->y, speed = hypot(y[VN], y[VT]), m = c->def->mass;
    double energy = 0.5 * m * speed * speed + 0.5 * c->def->inertia * y[SPIN] * y[SPIN];
    const double scale[PLAIN] = {0.0,      speed,  speed,  1.0,   speed / c->arm,
                                 INFINITY, energy, energy, energy};
    bool watches_speed = c->contact->kernel->raise != NULL;
    memcpy(c->scale, scale, sizeof scale);
    if (c->gives) scale_slide(c, speed, energy);
    c->watches_force = c->contact->kernel->pulls && c->contact->tension != DP_TENSION_ALLOW;
    c->is_rising = watches_speed && push_at(c, y).normal_rate > 0.0;
    dp_system system = {
        .count = c->gives ? UNKNOWNS : PLAIN,
        .scale = c->scale,
        .model = c,
        .rates = rates,
        .targets = targets,
        .function_count = c->gives        ? FUNCTIONS + DP_SLIDE_FUNCTIONS
                          : watches_speed ? FUNCTIONS
                                          : 2 + c->watches_force,
        .function = function,
        .on_event = on_event,
        .on_step = on_step,
        .first_step = first_step,
    };
    dp_solve_def def = {.rtol = c->def->rtol, .max_steps = STEP_BUDGET};
    if (c->gives) def.max_step = c->longest;
    dp_driver_begin(&c->driver, &system, &def, y, T);
}

dp_status dp_resolved_begin(struct dp_resolved *c, const dp_contact *contact,
                            const dp_journal_def *def, double *history,
                            const struct dp_touch *touch, dp_collision *record, dp_error *err) {
    c->base = contact;
    if (dp_contact_follows(contact)) {
        dp_status found = dp_contact_at_speed(contact, touch->normal, def->mass, &c->prepared, err);
        if (found != DP_OK) return found;
        c->base = &c->prepared;
    }
    double arm = def->bearing_radius - def->clearance;
    double sliding = touch->tangential + arm * touch->spin;
    c->contact = c->base;
    c->own_speed = NAN;
    c->def = def;
    c->record = record;
    c->err = err;
    c->history = history;
    c->angle = touch->angle;
    c->start = touch->time;
    c->arm = arm;
    c->q = 1.0 + def->mass * arm * arm / def->inertia;
    c->slip = sliding > 0.0 ? 1.0 : sliding < 0.0 ? -1.0 : 0.0;
    c->turned_at = c->turned_before = -INFINITY;
    c->stays = false;
    // at the touch there is no grip yet: a journal that rolls begins to slide
    if (c->slip == 0.0 && touch->tangential != 0.0) c->slip = touch->tangential > 0.0 ? -1.0 : 1.0;
    dp_touch_begin(c->base, history, touch->normal);
    c->section = (struct dp_branch){.contact = c->base, .history = history};
    memset(c->y, 0, sizeof c->y);
    c->y[VN] = touch->normal;
    c->y[VT] = touch->tangential;
    c->y[SPIN] = touch->spin;
    c->y[Z] = dp_branch_enter(&c->section, dp_contact_residual(c->base, history), 1, 1);
    c->gives = def->grip != NULL;
    if (c->gives) begin_slide(c, touch);
    begin_driver(c);
    return DP_OK;
}

dp_status dp_resolved_advance(struct dp_resolved *c, double until, dp_error *err) {
    c->err = err;
    return dp_driver_advance(&c->driver, until, err);
}

static double held_by_contact(const struct dp_resolved *c, const double *y) {
    double delta = dp_branch_delta(&c->section, y[Z]);
    return dp_contact_respond(c->base, c->history, delta, y[VN]).stored;
}

void dp_resolved_end(const struct dp_resolved *c, struct dp_touch *touch, dp_collision *record) {
    const double *y = c->y;
    double held = held_by_contact(c, y), along = held_along(c, y);
    record->turn = y[TURN];
    record->duration = y[T];
    record->plastic_work = y[PLASTIC];
    record->damping_work = y[VISCOUS] + (c->stays ? 0.0 : held);
    touch->held = c->stays ? held + along : 0.0;
    touch->evaluations = c->driver.stats.evaluations;
    record->friction_work = y[FRICTION] + (c->stays ? 0.0 : along);
    touch->angle += y[TURN];
    touch->normal = c->stays ? 0.0 : -y[VN];
    touch->tangential = y[VT];
    touch->spin = y[SPIN];
    touch->time += y[T];
    record->restitution = touch->normal / record->normal_in;
    record->restitution_asked = c->base->restitution;
}

void dp_resolved_see(const struct dp_resolved *c, dp_journal_snapshot *s) {
    const double *y = c->driver.seen;
    double m = c->def->mass;
    s->point = point_at(c, y);
    s->spin = y[SPIN];
    s->indentation = dp_branch_delta(&c->section, y[Z]);
    s->force = push_at(c, y).normal;
    s->kinetic =
        0.5 * m * (y[VN] * y[VN] + y[VT] * y[VT]) + 0.5 * c->def->inertia * y[SPIN] * y[SPIN];
    s->stored = held_by_contact(c, y) + held_along(c, y);
    s->viscous += y[VISCOUS];
    s->plastic += y[PLASTIC];
    s->friction += y[FRICTION];
}

void dp_resolved_exchange(struct dp_resolved *c, struct dp_archive *a, double now) {
    dp_branch_exchange(&c->section, a);
    dp_archive_number(a, &c->slip, -1.0, 1.0);
    dp_archive_number(a, &c->turned_at, -INFINITY, DBL_MAX);
    dp_archive_number(a, &c->turned_before, -INFINITY, DBL_MAX);
    dp_archive_numbers(a, &c->own_speed, 1, true);
    dp_archive_bool(a, &c->stays);
    dp_archive_bool(a, &c->is_rising);
    if (c->gives) dp_slide_exchange(&c->slide, a);
    dp_archive_number(a, &c->record->max_force, 0.0, DBL_MAX);
    dp_archive_number(a, &c->record->max_indentation, 0.0, DBL_MAX);
    if (a->in != NULL && !a->is_bad) {
        a->is_bad = !dp_prepare_again(c->base, c->own_speed, c->def->mass, &c->own);
        if (!a->is_bad && !isnan(c->own_speed)) c->contact = c->section.contact = &c->own;
    }
    dp_driver_exchange(&c->driver, a);
    if (a->in == NULL || a->is_bad) return;
    a->is_bad =
        c->driver.is_over || dp_resolved_advance(c, now, NULL) != DP_OK || c->driver.is_over;
}
