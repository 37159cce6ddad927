// Two bodies meet once, on a line through their centres.

#include <math.h>

#include "assets.h"
#include "kinds/impact/impact.h"
#include "scenario/validity.h"

static const struct field body_item = {
    .key = "a body", .type = FIELD_MAP, .fields = moving_body_fields};

static const struct field impact_fields[] = {
    LIST(impact_block, bodies, &body_item, struct body_block, 2, 2, REQUIRED,
         .doc = "the two bodies; velocity of body 1 above that of body 2, so that they approach"),
    CONTACT(impact_block, contact, REQUIRED, .doc = "how they touch"),
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
    COLUMN(struct impact_row, velocity_1, "m/s", "of body 1"),
    COLUMN(struct impact_row, velocity_2, "m/s", "of body 2"),
    {0},
};

static const struct column results[] = {
    COLUMN(dp_impact, restitution, "1", "separation speed over approach speed"),
    OPTIONAL(struct impact_summary, requested_restitution, "1",
             "the one asked for; absent if none was"),
    COLUMN(struct impact_summary, approach_speed, "m/s", "relative speed at the touch"),
    COLUMN(dp_impact, separation_speed, "m/s", "relative speed at the end"),
    COLUMN(struct impact_summary, velocities_after, "m/s", "of body 1 and body 2, a list"),
    COLUMN(dp_impact, max_force, "N", "largest contact force"),
    COLUMN(dp_impact, max_indentation, "m", "largest indentation"),
    COLUMN(dp_impact, time_of_max_indentation, "s", "from the touch"),
    COLUMN(dp_impact, duration, "s", "touch until the force is zero for good"),
    COLUMN(dp_impact, residual_indentation, "m", "dent that stays"),
    COLUMN(dp_impact, tension_seen, "", "true if the law asked for tension"),
    COLUMN(dp_impact, at_rest, "", "true if the force keeps the bodies together for good"),
    COLUMN(struct impact_summary, energy, "J", "ledger of both bodies"),
    COLUMN(struct impact_summary, solver, "",
           "`path` (closed-form or integrated), `steps`, `evaluations`, `rejected`, "
           "`events`"),
    {0},
};

// One body must be free, and each needs a mass; a fixed one does not move.
static void check_bodies(struct reader *reader, const struct body_block *bodies,
                         struct body_pair *meeting) {
    for (int i = 0; i < 2; i++) {
        const struct body_block *body = &bodies[i];
        meeting->body[i] = body_properties(body);
        body_check_mass(reader, body, meeting->body[i].mass);
        if (body->is_fixed && body->velocity != 0.0)
            report_error(reader, place_of(body->node, "velocity"),
                         "velocity is %g m/s, but the body is fixed; leave one of them out",
                         body->velocity);
    }
    if (bodies[0].is_fixed && bodies[1].is_fixed)
        report_error(reader, place_of(bodies[1].node, "fixed"),
                     "fixed is true for both bodies; one of them must move");
}

static void check_approach(struct reader *reader, const struct body_block *bodies) {
    char other[WHERE_MAX];
    bool are_fixed = bodies[0].is_fixed && bodies[1].is_fixed;
    if (are_fixed || bodies[0].velocity > bodies[1].velocity) return;
    report_error(
        reader, place_of(bodies[0].node, "velocity"),
        "velocity is %g m/s and that of body 2 (%s) %g m/s, so the bodies do not approach; "
        "that of body 1 must be larger",
        bodies[0].velocity, where(reader, place_of(bodies[1].node, "velocity"), other),
        bodies[1].velocity);
}

static void build(struct reader *reader, void *config) {
    struct impact_config *c = (struct impact_config *)config;
    const struct body_block *bodies = c->impact.bodies.items;
    check_bodies(reader, bodies, &c->meeting);
    check_approach(reader, bodies);
    if (c->impact.force > 0.0 && bodies[0].is_fixed)
        report_error(reader, place_of(c->impact.node, "force"),
                     "force is %g N, but it pushes body 1, which is fixed; number the bodies the "
                     "other way round",
                     c->impact.force);
    if (reader->count > 0) return;

    double m1 = c->meeting.body[0].mass, m2 = c->meeting.body[1].mass;
    c->share[0] = isinf(m2) ? 1.0 : isinf(m1) ? 0.0 : m2 / (m1 + m2);
    c->share[1] = isinf(m1) ? 1.0 : isinf(m2) ? 0.0 : m1 / (m1 + m2);
    c->meeting.mass = isinf(m2) ? m1 : m2 * c->share[1];
    c->meeting.speed = bodies[0].velocity - bodies[1].velocity;
    for (int i = 0; i < 2; i++)
        c->meeting.is_solid[i] = body_is_solid(&bodies[i]);
    if (contact_build(reader, &c->impact.contact, &c->meeting, &c->touch))
        validity_check_speed(reader, place_of(bodies[0].node, "velocity"), &c->touch);
}

const struct kind kind_impact = {
    .name = "impact",
    .doc = "Two bodies, or a body and a fixed one, meet once on the line through their centres, "
           "from the touch until they part.",
    .example = asset_impact_yaml,
    .schema = schema,
    .config_size = sizeof(struct impact_config),
    .columns = columns,
    .results = results,
    .build = build,
    .run = impact_run,
    .define = impact_define,
};
