// What happens across the line of an impact: sliding, spins, and what friction does to them.

#include <math.h>

#include "base/json.h"
#include "kinds/impact/impact.h"

static void report_velocity(struct reader *reader, const struct moving_body *body,
                            const struct pair_value *v) {
    const struct node *at = place_of(body->of.node, isnan(body->speed) ? "velocity" : "speed");
    if (v->is_list)
        report_error(reader, at,
                     "velocity is [%g, %g] m/s, but the body is fixed; leave one of them out", v->x,
                     v->y);
    else
        report_error(reader, at, "velocity is %g m/s, but the body is fixed; leave one of them out",
                     v->x);
}

// A right angle in degrees is no more than near one in radians.
static struct pair_value from_angle(double speed, double angle) {
    const double rounding = 1e-15;
    double along = cos(angle), across = sin(angle);
    return (struct pair_value){.x = fabs(along) < rounding ? 0.0 : speed * along,
                               .y = fabs(across) < rounding ? 0.0 : speed * across,
                               .is_list = true};
}

static bool take_velocity(struct reader *reader, const struct moving_body *body,
                          struct pair_value *velocity) {
    const struct node *map = body->of.node;
    bool has_speed = !isnan(body->speed), has_angle = !isnan(body->angle);
    const char *given = has_speed ? "speed" : "angle";
    *velocity = body->velocity;
    if (!has_speed && !has_angle) return true;
    if (node_find(map, "velocity") != NULL) {
        report_error(reader, place_of(map, given),
                     "%s and velocity exclude each other; give one of them", given);
        return false;
    }
    if (!has_speed) {
        report_error(reader, place_of(map, "angle"),
                     "angle is given, but no speed; give both, or velocity: [x, y]");
        return false;
    }
    *velocity = from_angle(body->speed, has_angle ? body->angle : 0.0);
    velocity->is_list = has_angle;
    return true;
}

bool impact_take_motion(struct reader *reader, struct impact_config *c) {
    const struct moving_body *bodies = c->impact.bodies.items;
    struct across *a = &c->across;
    bool is_good = true;
    a->is_asked = c->impact.contact.friction.node != NULL;
    is_good = friction_check_exact(reader, &c->impact.contact.friction);
    for (int i = 0; i < 2; i++) {
        const struct moving_body *body = &bodies[i];
        struct pair_value *v = &a->speed[i];
        bool has_spin = !isnan(body->spin);
        is_good = take_velocity(reader, body, v) && is_good;
        a->spin[i] = has_spin ? body->spin : 0.0;
        a->is_asked = a->is_asked || v->is_list || has_spin;
        if (body->of.is_fixed && (v->x != 0.0 || v->y != 0.0)) report_velocity(reader, body, v);
        body_check_spin(reader, body, a->spin[i], place_of(body->of.node, "spin"));
    }
    return is_good;
}

void impact_prepare_across(struct impact_config *c) {
    const struct moving_body *bodies = c->impact.bodies.items;
    struct across *a = &c->across;
    double inverse = 1.0 / c->meeting.mass;
    for (int i = 0; i < 2; i++) {
        double r = bodies[i].of.radius;
        // where the second surface counts as flat, its radius is of no use
        bool is_flat = isnan(r) || (i == 1 && c->impact.contact.geometry == DP_FLAT);
        bool is_hole = i == 1 && c->impact.contact.geometry == DP_CONFORMAL;
        a->lever[i] = is_flat ? 0.0 : is_hole ? -r : r;
        a->inertia[i] = isnan(r) ? INFINITY : body_inertia(&bodies[i], c->meeting.body[i].mass);
        inverse += a->lever[i] * a->lever[i] / a->inertia[i];
    }
    const dp_friction_def *friction = &c->impact.contact.friction.def;
    double mu = friction->law != NULL ? dp_friction_get(friction, "mu") : 0.0;
    a->limit = isnan(mu) ? dp_friction_get(friction, "mu_s") : mu;
    a->sliding_mass = 1.0 / inverse;
    a->sliding_speed =
        (a->speed[0].y + a->lever[0] * a->spin[0]) - (a->speed[1].y - a->lever[1] * a->spin[1]);
}

struct motion impact_motion(const struct impact_config *c, const double along[2], double impulse) {
    const struct across *a = &c->across;
    struct motion motion;
    for (int i = 0; i < 2; i++) {
        double push = i == 0 ? -impulse : impulse;
        motion.along[i] = along[i];
        motion.across[i] = a->speed[i].y + push / c->meeting.body[i].mass;
        motion.spin[i] = a->spin[i] - a->lever[i] * impulse / a->inertia[i];
    }
    return motion;
}

double impact_kinetic(const struct impact_config *c, const struct motion *motion) {
    double sum = 0.0;
    for (int i = 0; i < 2; i++) {
        double x = motion->along[i], y = motion->across[i], w = motion->spin[i];
        if (isfinite(c->meeting.body[i].mass))
            sum += 0.5 * c->meeting.body[i].mass * (x * x + y * y);
        if (isfinite(c->across.inertia[i])) sum += 0.5 * c->across.inertia[i] * w * w;
    }
    return sum;
}

static json_t *pair_json(double x, double y) {
    json_t *pair = json_array();
    json_push(pair, json_finite(x));
    json_push(pair, json_finite(y));
    return pair;
}

void impact_across_results(const struct impact_config *c, const dp_impact *impact,
                           const struct motion *after, double contact,
                           struct impact_summary *summary) {
    const struct across *a = &c->across;
    double x = after->along[0], y = after->across[0];
    bool has_friction = c->touch.friction.law != NULL;
    double sliding = has_friction ? impact->sliding_speed : a->sliding_speed;
    summary->velocities_after = json_array();
    for (int i = 0; i < 2; i++)
        json_push(summary->velocities_after, pair_json(after->along[i], after->across[i]));
    summary->spins_after = pair_json(after->spin[0], after->spin[1]);
    summary->tangential_restitution =
        a->sliding_speed != 0.0 ? 0.0 - sliding / a->sliding_speed : NAN;
    summary->impulse_ratio = has_friction ? fabs(impact->tangential_impulse) / contact : 0.0;
    // a body at rest goes nowhere
    summary->rebound_angle = x != 0.0 || y != 0.0 ? atan2(y, 0.0 - x) : NAN;
    if (!has_friction) summary->of.max_tangential_force = 0.0;
}
