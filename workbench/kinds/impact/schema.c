// Two bodies meet once: on the line through their centres, or obliquely, sliding and spinning.

#include <math.h>

#include "assets.h"
#include "kinds/impact/impact.h"
#include "scenario/rows.h"
#include "scenario/validity.h"

static const struct field body_item = {
    .key = "a body",
    .type = FIELD_MAP,
    .fields = moving_body_fields,
    .rule = "{\"allOf\": [{\"not\": {\"required\": [\"velocity\", \"speed\"]}}, "
            "{\"not\": {\"required\": [\"velocity\", \"angle\"]}}]}"};

static const struct field impact_fields[] = {
    LIST(impact_block, bodies, &body_item, struct moving_body, 2, 2, REQUIRED,
         .doc = "the two bodies; velocity of body 1 above that of body 2, so that they approach"),
    CONTACT(impact_block, contact, REQUIRED, SLIDES, .doc = "how they touch"),
    QUANTITY(impact_block, force, "N", .initial = "0", NOT_NEGATIVE,
             .doc = "constant force that pushes body 1 towards body 2"),
    {0},
};

static const char *const paths[] = {"closed-form", "integrated", NULL};

static const struct field run_fields[] = {
    QUANTITY(impact_run, rtol, "1", .initial = "1e-13", BETWEEN(1e-15, 0.1),
             .doc = "relative tolerance of a step, where the motion is integrated"),
    QUANTITY(impact_run, until, "s", POSITIVE,
             .doc = "time from the touch by which the bodies must have parted; later is a failure"),
    WORD(impact_run, path, paths,
         .doc = "forces one way to the answer; left out: closed-form where there is one"),
    {0},
};

static const struct field schema[] = {
    MAP(impact_config, impact, impact_fields, REQUIRED, .doc = "the bodies and their contact"),
    MAP(impact_config, run, run_fields, .doc = "how it is computed"),
    MAP(impact_config, output, output_fields, .doc = "the series"),
    {0},
};

static const struct column columns[] = {
    COLUMN(dp_impact_sample, time, "s", "from the touch"),
    COLUMN(dp_impact_sample, indentation, "m", "approach of the bodies since the touch"),
    COLUMN(dp_impact_sample, rate, "m/s", "its rate"),
    COLUMN(dp_impact_sample, force, "N", "contact force, positive when it pushes"),
    COLUMN(dp_impact_sample, kinetic, "J", "kinetic energy of both bodies"),
    COLUMN(dp_impact_sample, stored, "J", "energy the contact holds"),
    COLUMN(dp_impact_sample, viscous, "J", "energy lost in the dashpot so far"),
    COLUMN(dp_impact_sample, plastic, "J", "energy lost in plastic flow so far"),
    COLUMN(struct impact_row, velocity_1, "m/s", "of body 1, along x"),
    COLUMN(struct impact_row, velocity_2, "m/s", "of body 2, along x"),
    // from here on of an oblique impact
    COLUMN(struct impact_row, across_1, "m/s", "velocity of body 1 along y"),
    COLUMN(struct impact_row, across_2, "m/s", "velocity of body 2 along y"),
    COLUMN(struct impact_row, spin_1, "rad/s", "of body 1"),
    COLUMN(struct impact_row, spin_2, "rad/s", "of body 2"),
    COLUMN(dp_impact_sample, sliding_speed, "m/s", "of the surfaces"),
    COLUMN(dp_impact_sample, slide, "m", "way the surfaces have slid since the touch, with sign"),
    COLUMN(dp_impact_sample, tangential_force, "N",
           "friction, positive when it opposes a positive sliding speed"),
    COLUMN(struct impact_row, friction_most, "N", "most that the friction can be, mu times force"),
    COLUMN(struct impact_row, friction_least, "N", "the same against the other direction"),
    COLUMN(dp_impact_sample, friction, "J", "energy lost in sliding so far"),
    {0},
};

static const struct column results[] = {
    COLUMN(dp_impact, restitution, "1", "separation speed over approach speed"),
    OPTIONAL(struct impact_summary, requested_restitution, "1",
             "the one asked for; absent if none was"),
    COLUMN(struct impact_summary, approach_speed, "m/s", "relative speed at the touch"),
    COLUMN(dp_impact, separation_speed, "m/s", "relative speed at the end"),
    COLUMN(struct impact_summary, velocities_after, "m/s",
           "of body 1 and body 2, a list; of pairs [x, y] when a velocity is a list or has an "
           "angle, or a spin or friction is given"),
    COLUMN(dp_impact, max_force, "N", "largest contact force"),
    COLUMN(dp_impact, max_indentation, "m", "largest indentation"),
    COLUMN(dp_impact, time_of_max_indentation, "s", "from the touch"),
    COLUMN(dp_impact, duration, "s", "touch until the force is zero for good"),
    COLUMN(dp_impact, residual_indentation, "m", "dent that stays"),
    COLUMN(dp_impact, tension_seen, "", "true if the law asked for tension"),
    COLUMN(dp_impact, at_rest, "", "true if the force keeps the bodies together for good"),
    COLUMN(struct impact_summary, spins_after, "rad/s",
           "of body 1 and body 2, a list; this and what follows down to `energy` only where "
           "velocities are pairs"),
    COLUMN(struct impact_summary, tangential_restitution, "1",
           "minus the sliding speed after over that before; null when that is 0"),
    COLUMN(struct impact_summary, impulse_ratio, "1",
           "size of the tangential impulse over the normal one"),
    COLUMN(dp_impact, max_tangential_force, "N", "largest size of the friction"),
    COLUMN(struct impact_summary, rebound_angle, "rad",
           "of the velocity of body 1 against the way back, atan2(vy, -vx); null when it stands"),
    COLUMN(struct impact_summary, energy, "J", "ledger of both bodies, with their rotation"),
    COLUMN(struct impact_summary, solver, "",
           "`path` (closed-form or integrated), `steps`, `evaluations`, `rejected`, "
           "`events`"),
    {0},
};

// One body must be free, and each needs a mass; a fixed one does not move.
static void check_bodies(struct reader *reader, const struct moving_body *bodies,
                         struct body_pair *meeting) {
    for (int i = 0; i < 2; i++) {
        const struct body_block *body = &bodies[i].of;
        meeting->body[i] = body_properties(body);
        body_check_mass(reader, body, meeting->body[i].mass);
    }
    if (bodies[0].of.is_fixed && bodies[1].of.is_fixed)
        report_error(reader, place_of(bodies[1].of.node, "fixed"),
                     "fixed is true for both bodies; one of them must move");
}

// The key that says how fast a body is.
static const struct node *speed_of(const struct moving_body *body) {
    return place_of(body->of.node, isnan(body->speed) ? "velocity" : "speed");
}

static void check_approach(struct reader *reader, const struct impact_config *c) {
    const struct moving_body *bodies = c->impact.bodies.items;
    const struct pair_value *v = c->across.speed;
    char other[WHERE_MAX];
    bool are_fixed = bodies[0].of.is_fixed && bodies[1].of.is_fixed;
    if (are_fixed || v[0].x > v[1].x) return;
    const char *along = v[0].is_list || v[1].is_list ? " along x" : "";
    report_error(
        reader, speed_of(&bodies[0]),
        "velocity is %g m/s%s and that of body 2 (%s) %g m/s, so the bodies do not approach; "
        "that of body 1 must be larger",
        v[0].x, along, where(reader, speed_of(&bodies[1]), other), v[1].x);
}

// A rigid body may have a closed form for its friction, one that gives way along the surface has
// none.
static void check_path(struct reader *reader, const struct impact_config *c) {
    const dp_friction_law *law = c->touch.friction.law;
    if (law == NULL || law->grip == NULL || c->run.path != 0) return;
    report_error(reader, place_of(c->run.node, "path"),
                 "path is closed-form, but friction of law %s has no closed form; it must be "
                 "integrated here",
                 law->name);
}

// A central impact has the columns it always had, unless others are asked for.
static void choose_columns(struct reader *reader, struct impact_config *c) {
    int count = (int)(columns_find(columns, "across_1") - columns);
    if (!c->across.is_asked) rows_choose(reader, &c->output, count);
}

static void build(struct reader *reader, void *config) {
    struct impact_config *c = (struct impact_config *)config;
    const struct moving_body *bodies = c->impact.bodies.items;
    check_bodies(reader, bodies, &c->meeting);
    if (impact_take_motion(reader, c)) check_approach(reader, c);
    if (c->impact.force > 0.0 && bodies[0].of.is_fixed)
        report_error(reader, place_of(c->impact.node, "force"),
                     "force is %g N, but it pushes body 1, which is fixed; number the bodies the "
                     "other way round",
                     c->impact.force);
    if (reader->count > 0) return;

    double m1 = c->meeting.body[0].mass, m2 = c->meeting.body[1].mass;
    c->share[0] = isinf(m2) ? 1.0 : isinf(m1) ? 0.0 : m2 / (m1 + m2);
    c->share[1] = isinf(m1) ? 1.0 : isinf(m2) ? 0.0 : m1 / (m1 + m2);
    c->meeting.mass = isinf(m2) ? m1 : m2 * c->share[1];
    c->meeting.speed = c->across.speed[0].x - c->across.speed[1].x;
    for (int i = 0; i < 2; i++)
        c->meeting.is_solid[i] = body_is_solid(&bodies[i].of);
    c->meeting.are_balls = true;
    impact_prepare_across(c);
    choose_columns(reader, c);
    if (!contact_build(reader, &c->impact.contact, &c->meeting, &c->touch)) return;
    check_path(reader, c);
    validity_check_speed(reader, speed_of(&bodies[0]), &c->touch);
}

const struct kind kind_impact = {
    .name = "impact",
    .doc = "Two bodies, or a body and a fixed one, meet once, from the touch until they part: on "
           "the line through their centres, or obliquely, with spin and friction, see "
           "[oblique.md](oblique.md).",
    .example = asset_impact_yaml,
    .schema = schema,
    .config_size = sizeof(struct impact_config),
    .columns = columns,
    .results = results,
    .build = build,
    .run = impact_run,
    .define = impact_define,
    .has_late_rows = true,
};
