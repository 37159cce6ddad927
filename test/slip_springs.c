// Partial slip on separate springs. See slip_springs.h.

#include "slip_springs.h"

static void *room(int count) {
    void *p = calloc((size_t)count, sizeof(double));
    assert_non_null(p);
    return p;
}

slip_springs springs_make(int count, double top, double kappa, double mu) {
    return (slip_springs){
        .count = count, .top = top, .kappa = kappa, .mu = mu, .u = (double *)room(count)};
}

void springs_free(slip_springs *s) {
    free(s->u);
    s->u = NULL;
}

double springs_lambda(double kappa, double mu, double normal, double stiffness) {
    return stiffness > 0.0 && normal > 0.0
               ? 1.5 * mu * normal / (kappa * stiffness * stiffness * stiffness)
               : 0.0;
}

// One part of a way: a spring that is taken in on it slides for the rest of the part only.
static void move_once(slip_springs *s, double lambda_before, double lambda, double rim,
                      double slide) {
    double before = s->rim * s->rim, width = s->top / s->count;
    for (int i = 0; i < s->count; i++) {
        double k = (i + 0.5) * width, y = k * k, bound = lambda * (rim - y), free = s->u[i];
        if (y >= rim) {
            // what leaves had to slip back to zero on its way to the rim
            s->friction += 0.5 * s->kappa * width * s->u[i] * s->u[i];
            s->u[i] = 0.0;
            continue;
        }
        free += y > before ? slide * (rim - y) / (rim - before) : slide;
        double u = fmin(fmax(free, -bound), bound);
        // the mean of the bounds before and after
        double old = fmax(lambda_before * (before - y), 0.0);
        s->friction += s->kappa * width * 0.5 * (old + fabs(u)) * fabs(free - u);
        s->u[i] = u;
    }
    s->rim = sqrt(rim);
}

void springs_move(slip_springs *s, double lambda_before, double lambda, double stiffness,
                  double slide, int parts) {
    double from = s->rim * s->rim, to = stiffness * stiffness;
    for (int i = 1; i <= parts; i++) {
        double t = (double)i / parts, change = lambda - lambda_before;
        move_once(s, lambda - (1.0 - t + 1.0 / parts) * change, lambda - (1.0 - t) * change,
                  from + t * (to - from), slide / parts);
    }
}

double springs_force(const slip_springs *s) {
    double sum = 0.0;
    for (int i = 0; i < s->count; i++)
        sum += s->u[i];
    return s->kappa * sum * s->top / s->count;
}

double springs_energy(const slip_springs *s) {
    double sum = 0.0;
    for (int i = 0; i < s->count; i++)
        sum += s->u[i] * s->u[i];
    return 0.5 * s->kappa * sum * s->top / s->count;
}

// --- impacts ---

slip_course course_make(const dp_contact *contact, const dp_impact_def *def, int steps) {
    slip_course c = {.count = steps + 1,
                     .time = (double *)room(steps + 1),
                     .normal = (double *)room(steps + 1),
                     .stiffness = (double *)room(steps + 1)};
    dp_impact_def plain = *def;
    dp_impact_stepper *run;
    dp_error err = {0};
    double history[DP_HISTORY_MAX];
    plain.friction = NULL;
    plain.path = DP_PATH_INTEGRATED;
    if (dp_impact_run(contact, &plain, &c.impact, &err) != DP_OK) fail_msg("%s", err.text);
    assert_int_equal(dp_impact_begin(&run, contact, &plain, &err), DP_OK);
    dp_contact_reset(history);
    dp_contact_begin(contact, history, def->speed);
    bool has_turned = false;
    for (int i = 0; i <= steps; i++) {
        const double pi = 3.14159265358979323846;
        double part = (double)i / steps;
        // the stiffness begins as a root of time: steps that begin with a third power resolve it
        c.time[i] = i == steps
                        ? c.impact.separation_time
                        : c.impact.separation_time * (part - sin(2.0 * pi * part) / (2.0 * pi));
        if (i == 0 || i == steps) continue;
        assert_int_equal(dp_impact_advance(run, c.time[i], &err), DP_OK);
        dp_impact_sample s = dp_impact_state(run).sample;
        if (s.rate < 0.0 && !has_turned) {
            has_turned = true;
            dp_contact_commit(contact, history, c.impact.max_indentation, 0.0);
        }
        dp_contact_commit(contact, history, s.indentation, s.rate);
        c.normal[i] = fmax(s.force, 0.0);
        c.stiffness[i] = dp_contact_stiffness(contact, history, s.indentation, NULL);
        c.top = fmax(c.top, c.stiffness[i]);
    }
    // a contact that is there as a whole at the touch has its stiffness from then on
    double low, slope;
    dp_contact_reset(history);
    dp_contact_begin(contact, history, def->speed);
    low = dp_contact_stiffness(contact, history, 1e-9 * c.impact.max_indentation, &slope);
    if (slope == 0.0) c.stiffness[0] = low;
    dp_impact_free(run);
    return c;
}

void course_free(slip_course *c) {
    free(c->time);
    free(c->normal);
    free(c->stiffness);
}

// The spring of one number: moved with the mean stiffness while the contact grows, and in
// proportion to it while it shrinks.
static double move_spring(double z, const slip_law *law, const slip_course *c, int i,
                          double slide) {
    double k0 = c->stiffness[i - 1], k1 = c->stiffness[i], cap = law->mu * c->normal[i];
    if (k1 < k0)
        z = k1 * (z / k0 + law->kappa * slide);
    else
        z += law->kappa * 0.5 * (k0 + k1) * slide;
    return fmin(fmax(z, -cap), cap);
}

static double with_dashpot(double z, double speed, double cap, const slip_law *law) {
    return fmin(fmax(z + law->damping * speed, -cap), cap);
}

slip_result course_slide(const slip_course *c, const slip_law *law, double mass, double speed) {
    slip_springs springs =
        springs_make(law->kind == 's' ? law->springs : 1, c->top, law->kappa, law->mu);
    slip_result r = {0};
    double z = 0.0, lambda = 0.0;
    double force = with_dashpot(0.0, speed, law->mu * c->normal[0], law);
    springs.rim = c->stiffness[0];
    for (int i = 1; i < c->count; i++) {
        double h = c->time[i] - c->time[i - 1], cap = law->mu * c->normal[i];
        double half = speed - 0.5 * h * force / mass, slide = h * half;
        if (law->kind == 's') {
            double now = springs_lambda(law->kappa, law->mu, c->normal[i], c->stiffness[i]);
            springs_move(&springs, lambda, now, c->stiffness[i], slide, 1);
            lambda = now;
            force = springs_force(&springs);
            speed = half - 0.5 * h * force / mass;
        } else {
            z = move_spring(z, law, c, i, slide);
            // the dashpot feels the speed at the end of the step
            double share = 0.5 * h * law->damping / mass;
            speed = (half - 0.5 * h * z / mass) / (1.0 + share);
            force = with_dashpot(z, speed, cap, law);
            speed = half - 0.5 * h * force / mass;
        }
        r.max_force = fmax(r.max_force, fabs(force));
    }
    r.speed = speed;
    r.friction = springs.friction;
    springs_free(&springs);
    return r;
}

slip_result course_grip(const slip_course *c, const dp_friction *friction, double mass,
                        double speed) {
    double history[DP_GRIP_HISTORY_MAX] = {0}, force = 0.0;
    slip_result r = {0};
    for (int i = 1; i < c->count; i++) {
        double h = c->time[i] - c->time[i - 1], half = speed - 0.5 * h * force / mass;
        dp_grip_state state = {c->normal[i], c->stiffness[i], h * half, half};
        dp_grip_response now = dp_grip_respond(friction, history, &state);
        force = -now.force;
        r.friction += now.friction;
        r.max_force = fmax(r.max_force, fabs(force));
        assert_int_equal(dp_grip_commit(friction, history, &state), DP_OK);
        speed = half - 0.5 * h * force / mass;
    }
    r.speed = speed;
    return r;
}

dp_friction friction_with(const char *law, double mu, double ratio) {
    dp_friction_def def = dp_friction_defaults(dp_friction_law_find(law));
    dp_friction friction;
    dp_error err = {0};
    assert_int_equal(dp_friction_set(&def, "mu", mu, &err), DP_OK);
    if (!isnan(ratio))
        assert_int_equal(dp_friction_set(&def, "stiffness_ratio", ratio, &err), DP_OK);
    if (dp_friction_init(&friction, &def, &err) != DP_OK) fail_msg("%s", err.text);
    return friction;
}
