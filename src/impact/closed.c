// An impact in closed form, with quadrature for the times. Holds for F = Fe(delta) (1 + d rate/v0)
// and for laws without rate.
//
// With u = rate/v0 the motion is known in the phase plane: the work of the spring is
//     U(delta) = m v0^2 G,   G = r - lambda(d r) r^2,   r = (1-u)/(1+d),   dG/dr = u/(1 - d r),
// lambda(x) = (-ln(1-x) - x)/x^2, 1/2 at 0. So depth and speeds need a root, no integration.
// Unloading is the same motion backwards: approach speed e v0, damping factor -d e, and the energy
// that the contact holds in place of U. Times are integrals of dt: over z = sqrt(delta) near touch,
// over u near the reversal, where each is smooth; Gauss-Legendre then converges to rounding.

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/root.h"
#include "impact/motion.h"
#include "kernels/touch.h"

enum { NODES = 16 };

// Half of an impact: from touch to the largest indentation, forwards or backwards in time.
struct half {
    const dp_contact *contact;
    const double *history;
    double mass, speed;  // speed at zero force
    double d;            // damping factor, negative backwards
    double offset;       // indentation at touch
    double deepest;
    int backwards;
    int panels;                     // of the quadrature, per stretch
    double time, viscous, plastic;  // results
};

static double work(const struct half *h, double delta) {
    const dp_kernel *kernel = h->contact->kernel;
    if (!h->backwards && kernel->load_energy != NULL)
        return kernel->load_energy(h->contact->k, delta);
    return kernel->respond(h->contact->k, h->history, delta, 0.0).stored;
}

// (-ln(1-x) - x)/x^2 without cancellation
static double lambda(double x) {
    if (fabs(x) > 0.1) return (-log1p(-x) - x) / (x * x);
    double sum = 0.0;
    for (int n = 18; n >= 2; n--)
        sum = sum * x + 1.0 / n;
    return sum;
}

static double G(double d, double r) {
    return r - lambda(d * r) * r * r;
}

struct wish {
    const struct half *half;
    double value;  // of the work
};

static double work_excess(double delta, const void *context) {
    const struct wish *w = (const struct wish *)context;
    return work(w->half, delta) - w->value;
}

// u at an indentation
static double u_at(const struct half *h, double delta) {
    double g = work(h, delta) / (h->mass * h->speed * h->speed), end = 1.0 / (1.0 + h->d);
    if (delta == h->deepest || g >= G(h->d, end)) return 0.0;
    // G is concave, so Newton's steps from the left never pass the root
    double r = g;
    for (int i = 0; i < 100; i++) {
        double u = 1.0 - (1.0 + h->d) * r;
        double step = (g - G(h->d, r)) * (1.0 - h->d * r) / u;
        if (!(step > 1e-16 * r)) break;
        r += step;
    }
    return 1.0 - (1.0 + h->d) * r;
}

// indentation at a given u
static double delta_at(const struct half *h, double u) {
    struct wish w = {h, h->mass * h->speed * h->speed * G(h->d, (1.0 - u) / (1.0 + h->d))};
    double root = dp_root(work_excess, &w, h->offset, h->deepest);
    return isnan(root) ? h->deepest : root;
}

// One instant lasting dt: add its losses.
static void count(struct half *h, double delta, double u, double dt) {
    double rate = (h->backwards ? -1.0 : 1.0) * u * h->speed;
    const dp_kernel *kernel = h->contact->kernel;
    dp_response r = kernel->respond(h->contact->k, h->history, delta, rate);
    h->time += dt;
    h->viscous += r.damper * rate * dt;
    h->plastic += r.plastic * rate * dt;
}

static double force_at(const struct half *h, double delta, double u) {
    double rate = (h->backwards ? -1.0 : 1.0) * u * h->speed;
    const dp_kernel *kernel = h->contact->kernel;
    dp_response r = kernel->respond(h->contact->k, h->history, delta, rate);
    return r.spring + r.damper;
}

// Nodes and weights of 16-point Gauss-Legendre on (0, 1), the first half; the rest by symmetry.
static const double node[NODES / 2] = {
    0.005299532504175031, 0.02771248846338371, 0.06718439880608412, 0.1222977958224985,
    0.19106187779867811,  0.2709916111713863,  0.3591982246103705,  0.4524937450811813};
static const double gauss[NODES / 2] = {
    0.013576229705877047, 0.031126761969323947, 0.04757925584124639, 0.06231448562776694,
    0.07479799440828837,  0.08457825969750127,  0.09130170752246179, 0.0947253052275342};

// Sum of f over (a, b) in panels; f adds what lies at x with weight w.
static void integrate(struct half *h, double a, double b,
                      void (*f)(struct half *h, double x, double w)) {
    double width = (b - a) / h->panels;
    for (int p = 0; p < h->panels; p++) {
        for (int i = 0; i < NODES; i++) {
            int at = i < NODES / 2 ? i : NODES - 1 - i;
            double x = i < NODES / 2 ? node[at] : 1.0 - node[at];
            f(h, a + width * (p + x), width * gauss[at]);
        }
    }
}

// Near touch: delta = offset + z^p, dt = p z^(p-1) dz/(speed u).
static void at_z(struct half *h, double z, double w) {
    double p = h->contact->kernel->smooth_power;
    double delta = h->offset + pow(z, p), u = u_at(h, delta);
    count(h, delta, u, w * p * pow(z, p - 1.0) / (h->speed * u));
}

// Near the reversal: dt = m speed du/F, u falling.
static void at_u(struct half *h, double u, double w) {
    double delta = delta_at(h, u);
    count(h, delta, u, w * h->mass * h->speed / force_at(h, delta, u));
}

// One stretch between characteristic indentations: the first part by z, which is smooth where the
// law begins, the rest by u, which is smooth where the motion ends.
static void run_stretch(struct half *h, double start, double end) {
    double first = u_at(h, start), last = u_at(h, end), touch = h->offset;
    double split = last >= 0.5 * first ? end : delta_at(h, 0.5 * first);
    h->offset = start;  // the root behaviour starts at each mark anew
    integrate(h, 0.0, pow(split - start, 1.0 / h->contact->kernel->smooth_power), at_z);
    h->offset = touch;
    if (split < end) integrate(h, last, 0.5 * first, at_u);
}

// Times and losses of the half.
static void run_half(struct half *h) {
    dp_breakpoint marks[DP_BREAKPOINT_MAX];
    int count_marks = dp_contact_breakpoints(h->contact, h->history, marks);
    double start = h->offset;
    for (int i = 0; i <= count_marks && start < h->deepest; i++) {
        double end = i < count_marks ? marks[i].delta : h->deepest;
        if (end > h->deepest) end = h->deepest;
        if (end <= start) continue;
        run_stretch(h, start, end);
        if (!h->backwards && end < h->deepest) h->plastic += marks[i].loss;
        start = end;
    }
}

// dF/dt: its zero is the largest force
static double force_rate(double delta, const void *context) {
    const struct half *h = (const struct half *)context;
    double rate = u_at(h, delta) * h->speed;
    const dp_kernel *kernel = h->contact->kernel;
    dp_response r = kernel->respond(h->contact->k, h->history, delta, rate);
    return r.dforce_ddelta * rate - r.dforce_drate * (r.spring + r.damper) / h->mass;
}

static double largest_force(const struct half *h) {
    double delta = h->deepest;
    if (h->d > 0.0) {
        double peak = dp_root(force_rate, h, 1e-9 * h->deepest, h->deepest);
        if (!isnan(peak)) delta = peak;
    }
    return force_at(h, delta, u_at(h, delta));
}

static double depth(struct half *h) {
    struct wish w = {h, h->mass * h->speed * h->speed * G(h->d, 1.0 / (1.0 + h->d))};
    double high = 1e-9;
    while (high < h->contact->limit && high < 1e9 && work(h, high) < w.value)
        high *= 2.0;
    if (high > h->contact->limit) high = h->contact->limit;
    return dp_root(work_excess, &w, 0.0, high);
}

static dp_status available(const dp_contact *contact, const dp_impact_def *def, double *d,
                           dp_error *err) {
    const dp_kernel *kernel = contact->kernel;
    const char *why = NULL;
    *d = kernel->factor == NULL ? NAN : kernel->factor(contact->k);
    double told = isnan(contact->approach) ? def->speed : contact->approach;
    if (told < contact->approach_floor) told = contact->approach_floor;
    if (isnan(*d))
        why = "its damper is not weighted by its spring";
    else if (*d > 6.0)
        why = "its damping is so strong that the closed form loses its digits";
    else if (def->acceleration != 0.0)
        why = "a constant force acts";
    else if (def->history != NULL)
        why = "the contact has a history";
    else if (*d > 0.0 && told != def->speed)
        why = "its approach speed is not the speed of this impact";
    if (why == NULL) return DP_OK;
    return dp_fail(err, DP_ERR_UNSUPPORTED, "%s has no closed form here: %s", contact->law->name,
                   why);
}

dp_status dp_impact_closed(const dp_contact *contact, const dp_impact_def *def, dp_impact *result,
                           dp_error *err) {
    double d, history[DP_HISTORY_MAX] = {0.0};
    memset(result, 0, sizeof *result);
    dp_status status = available(contact, def, &d, err);
    if (status != DP_OK) return status;

    dp_touch_begin(contact, history, def->speed);
    struct half in = {.contact = contact,
                      .history = history,
                      .mass = def->mass,
                      .speed = def->speed,
                      .d = d,
                      // strong damping makes the speed change within a short stretch
                      .panels = d < 0.3 ? 3 : 12 + (int)(12.0 * d)};
    in.deepest = depth(&in);
    if (isnan(in.deepest) && isinf(contact->limit))
        return dp_fail(err, DP_ERR_NUMERIC,
                       "%s: the bodies would sink in by more than 1e9 m; check the units (all are "
                       "SI)",
                       contact->law->name);
    if (isnan(in.deepest))
        return dp_fail(err, DP_ERR_VALIDITY,
                       "%s holds up to an indentation of %g m, which this impact passes; lower the "
                       "speed",
                       contact->law->name, contact->limit);
    run_half(&in);
    result->max_force = largest_force(&in);

    memcpy(result->history, history, sizeof history);
    dp_contact_commit(contact, result->history, in.deepest, 0.0);
    double e = dp_contact_restitution(contact, def->mass, def->speed);
    struct half out = in;
    out.history = result->history;
    out.backwards = 1;
    out.speed = e * def->speed;
    out.d = -d * e;
    out.offset = dp_contact_residual(contact, result->history);
    if (out.offset < 0.0) out.offset = 0.0;
    out.time = out.viscous = out.plastic = 0.0;
    run_half(&out);

    result->path = DP_PATH_CLOSED;
    result->restitution = e;
    result->separation_speed = out.speed;
    result->max_indentation = in.deepest;
    result->time_of_max_indentation = in.time;
    result->duration = result->separation_time = in.time + out.time;
    result->separation_indentation = result->residual_indentation = out.offset;
    result->energy = (dp_energy){.initial = 0.5 * def->mass * def->speed * def->speed,
                                 .final = 0.5 * def->mass * out.speed * out.speed,
                                 .viscous = in.viscous + out.viscous,
                                 .plastic = in.plastic};
    dp_energy_close(&result->energy);
    return DP_OK;
}
