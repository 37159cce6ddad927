// Steps of the motion of an impact: see motion_steps.h.

#include "impact/motion_steps.h"

#include <math.h>
#include <string.h>

#include "kernels/impact_stages.h"
#include "kernels/kernel_loops.h"
#include "kernels/touch.h"

enum { Z = DP_MOTION_Z, V = DP_MOTION_V, T = DP_MOTION_T };
enum { VISCOUS = DP_MOTION_VISCOUS, PLASTIC = DP_MOTION_PLASTIC, INPUT = DP_MOTION_INPUT };

void dp_motion_rates(const struct dp_motion *m, double z, double v, dp_response r, double *dy) {
    double mass = m->def->mass, width = dp_branch_stretch(&m->section, z);
    double force = dp_motion_applied(m, r.spring + r.damper);
    dy[Z] = v;
    dy[V] = width * (m->def->acceleration - force / mass);
    dy[T] = width;
    dy[VISCOUS] = width * (force - r.spring) * v;
    dy[PLASTIC] = width * r.plastic * v;
    // without a push its work is not an unknown
    if (m->def->acceleration > 0.0) dy[INPUT] = width * mass * m->def->acceleration * v;
}

static dp_response ask(const struct dp_stage_problem *p, double delta, double rate) {
    return p->law(p->k, p->m, delta, rate);
}

// Does a step from y begin with a force above the floor, which may fall to it on the way? It is
// smooth without the clamp then, and ends there. Behind a jump of the law the force may be below
// the floor at once: that step needs the clamp.
static bool is_free_of_clamp(const struct dp_motion *m, const double *y) {
    if (!m->watches_force || m->section.loading || !isnan(m->slack_since)) return false;
    dp_response r = dp_branch_respond(&m->section, y[Z] < 0.0 ? 0.0 : y[Z], y[V]);
    return r.spring + r.damper > m->contact->floor;
}

static struct dp_stage_problem problem_of(const struct dp_motion *m, const double *y, int pivot) {
    bool is_free = is_free_of_clamp(m, y);
    const dp_contact *c = m->contact;
    const dp_kernel *kernel = c->kernel;
    const struct dp_branch *section = &m->section;
    return (struct dp_stage_problem){
        .k = c->k,
        .m = m->history,
        .law = kernel->parts != NULL ? kernel->parts : kernel->respond,
        .power = section->power,
        .offset = section->offset,
        // a dashpot that does not vanish with the indentation acts from the touch on
        .low = dp_from_bits(dp_bits(section->low) + 1),
        .high = section->high,
        .floor = is_free ? -INFINITY : c->floor,
        .mass = m->def->mass,
        .inverse = 1.0 / m->def->mass,
        .acceleration = m->def->acceleration,
        .count = m->driver.system.count,
        .pivot = pivot,
    };
}

// The stages of a step around the law: the loop of its kernel, which has the law in line, or, for a
// kernel from outside, one call each.
static bool stages(const dp_dop853 *d, int pivot, const double *y, double h) {
    const struct dp_motion *m = (const struct dp_motion *)d->system->model;
    const dp_kernel *kernel = m->contact->kernel;
    const struct dp_stage_problem problem = problem_of(m, y, pivot);
    if (kernel->loops != NULL && kernel->loops->stages != NULL)
        kernel->loops->stages(&problem, y, h, d->work);
    else
        dp_stages(ask, &problem, y, h, d->work);
    *d->evaluations += DP_DOP853_STAGES - 1;
    // what is not finite spreads from v to all that follows; integrals show it in their errors
    double sum = 0.0;
    for (int s = 1; s < DP_DOP853_STAGES; s++)
        sum += d->work[s * problem.count + V] * 0.0;
    return sum == 0.0;
}

// Rates at the beginning of a section where the law is asked at `low`, just inside.
static const double *begin_at(const struct dp_motion *m, const double *y, double low, double *dy) {
    const dp_kernel *kernel = m->contact->kernel;
    dp_response r = kernel->respond(m->contact->k, m->history, low, y[V]);
    double delta = dp_branch_delta(&m->section, 0.0);
    if (delta >= low) r = kernel->respond(m->contact->k, m->history, delta, y[V]);
    dp_motion_rates(m, 0.0, y[V], r, dy);
    return dy;
}

// How the last two arcs ended: the one that is taken, and a shorter one beside it.
static void note_end(struct dp_motion *m) {
    memcpy(m->ends[1], m->ends[0], sizeof m->ends[1]);
    m->ends[0][0] = m->arc.end_z;
    m->ends[0][1] = m->arc.end_v;
    memcpy(m->ends[0] + 2, m->arc.tail, sizeof m->arc.tail);
}

void dp_motion_keep_tail(struct dp_motion *m, const double *y) {
    memset(m->tail, 0, sizeof m->tail);
    for (int i = 0; i < 2; i++) {
        if (m->ends[i][0] == y[Z] && m->ends[i][1] == y[V])
            memcpy(m->tail, m->ends[i] + 2, sizeof m->tail);
    }
}

// A step as an arc. One that ends on a target begins with the length that its rate gives it, and
// does not go beyond the step that would have passed the target.
static double arc(const dp_dop853 *d, int pivot, const double *y, const double *dy, double to,
                  double *y_new) {
    struct dp_motion *m = (struct dp_motion *)d->system->model;
    const struct dp_stage_problem problem = problem_of(m, y, pivot);
    const struct dp_arc_task task = {.problem = &problem,
                                     .target = to,
                                     .rtol = d->rtol,
                                     .speed = m->scale[V],
                                     .energy = m->scale[VISCOUS],
                                     .is_loading = m->section.loading,
                                     .end_z = m->section.end_z,
                                     .longest = 1.5 * m->driver.h,
                                     .tail = m->tail};
    double h = to, begun[DP_MOTION_UNKNOWNS];
    if (!(y[Z] > 0.0)) dy = begin_at(m, y, problem.low, begun);
    if (pivot >= 0) {
        h = (to - y[pivot]) / dy[pivot];
        if (!(h > 0.0 && h < m->driver.h)) h = m->driver.h;
    }
    // what an earlier step of the run left behind must not show: the run may be saved in between
    if (!m->driver.is_inside) m->arc.h = 0.0;
    m->arc.evaluations = 0;
    double error = dp_arc_find(&task, y, dy, h, &m->arc, y_new, m->contact->kernel);
    *d->evaluations += m->arc.evaluations;
    if (m->arc.h > 0.0 && m->arc.is_found) note_end(m);
    return error;
}

static double within_arc(const dp_dop853 *d, double part, double *y) {
    struct dp_motion *m = (struct dp_motion *)d->system->model;
    if (!(m->arc.h > 0.0) || !m->arc.is_found) return 0.0;
    dp_arc_within(&m->arc, part, &y[Z], &y[V]);
    return m->arc.h;
}

// Length of the first arc from z = 0, where every low derivative vanishes: such that the force on
// the way changes the speed by some part of itself. `root`: fourth root of the tolerance.
static double first_from_zero(const struct dp_motion *m, double rate, double root) {
    enum { TRIES = 60 };
    const struct dp_branch *s = &m->section;
    double least = 1e-3 * m->def->speed, v = fabs(rate) > least ? fabs(rate) : least;
    double z = s->power == 1.0 ? 0x1p-20 : s->power == 2.0 ? 0x1p-10 : 0x1p-5;
    double wanted = s->power == 1.0 ? 9.0 * sqrt(root) : 10.0 * root;
    const int aim = ilogb(wanted), slower = (int)(2.0 * s->power);
    for (int i = 0; i < TRIES; i++) {
        double push = fabs(dp_branch_respond(s, z, rate).force) / m->def->mass;
        double change = dp_branch_stretch(s, z) * push * z / (v * v);
        int off = change > 0.0 && change < INFINITY ? aim - ilogb(change) : 8;
        z = ldexp(z, off / slower);
        if (off / slower != 0) continue;
        double more = sqrt(wanted / change);
        z *= s->power == 1.0 ? more : sqrt(s->power == 2.0 ? more : sqrt(more));
        break;
    }
    // beyond a mark the law changes on the scale of the mark itself, which may be far shorter
    double near = s->offset > 0.0 ? 0.5 * pow(s->offset, 1.0 / s->power) : INFINITY;
    return (z < near ? z : near) / v;
}

// Lengths that a smooth law allows at this tolerance; others are told by their errors.
double dp_motion_first_step(const void *model, const double *y) {
    const struct dp_motion *m = (const struct dp_motion *)model;
    double root = sqrt(sqrt(m->def->rtol));
    if (!m->has_arcs) {
        double first = dp_branch_first_step(&m->section, y[Z], y[V], m->def->speed, m->def->mass);
        // a profile that has hardly changed does not show where it slips
        double least = m->slides ? m->longest / 64.0 : 0.0;
        return first < least ? least : first;
    }
    if (!(y[Z] > 0.0)) return first_from_zero(m, y[V], root);
    double z = y[Z], width = dp_branch_stretch(&m->section, z), speed = m->def->speed;
    dp_response r = m->contact->kernel->respond(m->contact->k, m->history,
                                                dp_branch_delta(&m->section, z), y[V]);
    double pull = m->def->acceleration - dp_motion_applied(m, r.spring + r.damper) / m->def->mass;
    double decay = r.dforce_drate / m->def->mass;
    double quick = width * (fabs(pull) / speed + 0.5 * fabs(decay)), way = 0.6 * z / speed;
    double gain = 4.0 * sqrt(sqrt(root)) / quick;
    return gain < way ? gain : way;
}

void dp_motion_use_arcs(struct dp_motion *m) {
    m->driver.stepper.stages = stages;
    const struct dp_stage_problem problem = problem_of(m, m->y, -1);
    double z = 0.1 * m->def->speed * m->driver.h;
    m->has_arcs = dp_arc_suits(&problem, z, m->def->speed, m->contact->kernel);
    if (m->has_arcs) {
        m->driver.stepper.own = arc;
        m->driver.stepper.within = within_arc;
    } else {
        m->driver.h = dp_motion_first_step(m, m->y);
    }
}
