// A body falls on a floor again and again.

#include <math.h>

#include "assets.h"
#include "kinds/bounce/bounce.h"
#include "scenario/rows.h"
#include "scenario/validity.h"

static const char *const memories[] = {"kept", "fresh", NULL};

static const struct field bounce_fields[] = {
    MAP(bounce_block, body, spinning_body_fields, REQUIRED, .doc = "the body that falls"),
    MAP(bounce_block, floor, floor_fields, .doc = "what it falls on, flat and fixed"),
    QUANTITY(bounce_block, height, "m", POSITIVE,
             .doc = "of the centre at the start, at rest: the body falls by its radius less; or "
                    "give `drop` or `velocity`"),
    QUANTITY(bounce_block, drop, "m", POSITIVE,
             .doc = "height that the body falls: the gap under it at the start, at rest"),
    NUMBER_OR_PAIR(
        bounce_block, velocity, "m/s", POSITIVE,
        .doc = "at the start, which is the first touch: downwards, or `[down, across]`; or give "
               "`height` or `drop`"),
    QUANTITY(bounce_block, spin, "rad/s",
             .doc = "at the start, as down turns towards across: a positive one adds to the "
                    "sliding speed, across + radius spin; 0 when left out"),
    QUANTITY(bounce_block, gravity, "m/s^2", .initial = "9.81", POSITIVE,
             .doc = "acceleration downwards; acts during contact too"),
    CONTACT(bounce_block, contact, REQUIRED, SLIDES,
            .doc = "how body and floor touch; the body is body 1"),
    WORD(bounce_block, memory, memories, .initial = "kept",
         .doc = "kept: the contact remembers its plastic indentation; fresh: every contact is the "
                "first"),
    {0},
};

static const struct field run_fields[] = {
    QUANTITY(bounce_run, rtol, "1", .initial = "1e-13", BETWEEN(1e-15, 0.1),
             .doc = "relative tolerance of a step during contact"),
    QUANTITY(bounce_run, until, "s", POSITIVE,
             .doc = "end of the run; left out: until the body no longer leaves the floor, which a "
                    "lossless law never brings about, and no longer slides"),
    {0},
};

static const struct field schema[] = {
    MAP(bounce_config, bounce, bounce_fields, REQUIRED,
        .rule = "{\"oneOf\": [{\"required\": [\"height\"]}, {\"required\": [\"drop\"]}, "
                "{\"required\": [\"velocity\"]}]}",
        .doc = "body, floor and start"),
    MAP(bounce_config, run, run_fields, .doc = "how it is computed"),
    MAP(bounce_config, output, output_fields, .doc = "the series"),
    {0},
};

static const struct column columns[] = {
    COLUMN(dp_bounce_sample, time, "s", "from the start"),
    COLUMN(dp_bounce_sample, height, "m", "of the centre of the body"),
    COLUMN(dp_bounce_sample, velocity, "m/s", "upwards"),
    COLUMN(dp_bounce_sample, force, "N", "of the contact"),
    COLUMN(dp_bounce_sample, kinetic, "J", "kinetic energy"),
    COLUMN(dp_bounce_sample, potential, "J",
           "energy of height, zero where the undeformed surfaces just touch"),
    COLUMN(dp_bounce_sample, stored, "J", "energy the contact holds"),
    COLUMN(dp_bounce_sample, viscous, "J", "energy lost in the dashpot so far"),
    COLUMN(dp_bounce_sample, plastic, "J", "energy lost in plastic flow so far"),
    // from here on of a bounce with friction, spin or a velocity across
    COLUMN(dp_bounce_sample, across, "m/s", "velocity along the floor"),
    COLUMN(dp_bounce_sample, spin, "rad/s", "as down turns towards across"),
    COLUMN(struct bounce_row, way, "m", "along the floor since the start, summed over the rows"),
    COLUMN(dp_bounce_sample, tangential_force, "N",
           "friction, positive when it opposes sliding in the direction of across"),
    COLUMN(dp_bounce_sample, friction, "J", "energy lost in sliding so far"),
    {0},
};

static const struct column results[] = {
    COLUMN(struct bounce_summary, impacts, "",
           "list of `time`, `speed_in`, `speed_out`, `max_force`, `max_indentation`; with "
           "`restitution_from` also `restitution_asked`, the one of this impact; with friction, a "
           "spin or a pair as velocity also `across_in`, `across_out`, `spin_in`, `spin_out`, "
           "`max_tangential_force`"),
    COLUMN(struct bounce_summary, apexes, "m",
           "height of the centre at each apex after a contact, a list"),
    COLUMN(struct bounce_summary, rebounds, "m",
           "gap under the body at each apex, a list; beside `drop`"),
    OPTIONAL(struct bounce_summary, fall, "m",
             "how far it falls to the first touch; absent if it starts there"),
    COLUMN(dp_bounce, rest_time, "s",
           "from then on it no longer leaves the floor; null if it still bounces at the end"),
    COLUMN(dp_bounce, roll_time, "s",
           "from then on it rolls or lies still; null if it slides or bounces at the end"),
    COLUMN(dp_bounce, end_time, "s", "end of the run"),
    OPTIONAL(struct bounce_summary, across, "m/s",
             "along the floor at the end; absent straight up and down"),
    OPTIONAL(struct bounce_summary, spin, "rad/s", "at the end; absent straight up and down"),
    OPTIONAL(struct bounce_summary, requested_restitution, "1",
             "the one asked for (with `restitution_from` that of the first impact); absent if none "
             "was"),
    COLUMN(struct bounce_summary, energy, "J", "ledger of the body"),
    COLUMN(struct bounce_summary, solver, "",
           "`path` (integrated), `steps`, `evaluations`, `rejected`, `events`"),
    {0},
};

static void check_start(struct reader *reader, struct bounce_config *c) {
    const struct bounce_block *b = &c->bounce;
    c->radius = isnan(b->body.of.radius) ? 0.0 : b->body.of.radius;
    const struct start {
        const char *key;
        bool is_given;
    } starts[] = {{"height", !isnan(b->height)},
                  {"drop", !isnan(b->drop)},
                  {"velocity", !isnan(b->velocity.x)}};
    const char *first = NULL;
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        if (!starts[i].is_given) continue;
        if (first != NULL) {
            report_error(reader, place_of(b->node, starts[i].key),
                         "%s and %s exclude each other; give one of them", starts[i].key, first);
            return;
        }
        first = starts[i].key;
    }
    if (first == NULL) {
        report_error(reader, b->node,
                     "height is missing: it must be given, or drop for the gap under the body, or "
                     "velocity for a start at the touch");
        return;
    }
    c->gap = !isnan(b->drop) ? b->drop : !isnan(b->height) ? b->height - c->radius : 0.0;
    if (!isnan(b->height) && !(c->gap > 0.0))
        report_error(
            reader, place_of(b->node, "height"),
            "height is %g m; it is that of the centre, so it must be above the radius, %g m; drop "
            "is the gap under the body",
            b->height, c->radius);
}

static void check_spin(struct reader *reader, struct bounce_config *c) {
    const struct bounce_block *b = &c->bounce;
    bool has_spin = !isnan(b->spin), has_friction = b->contact.friction.node != NULL;
    c->is_oblique = b->velocity.is_list || has_spin || has_friction;
    friction_check_exact(reader, &b->contact.friction);
    body_check_spin(reader, &b->body, has_spin ? b->spin : 0.0, place_of(b->node, "spin"));
    if (has_friction && isnan(b->body.of.radius))
        report_error(reader, place_of(b->contact.node, "friction"),
                     "friction turns the body, but the body has no radius; give it one, or leave "
                     "friction out");
}

// Does the body lose nothing once it is slow? Then it never rests. Asked of the contact as it is
// after the first touch: what has yielded may be elastic up to its largest indentation.
static bool loses_nothing(const struct bounce_config *c) {
    dp_impact first, slow;
    dp_error err;
    dp_impact_def def = dp_impact_defaults();
    def.mass = c->meeting.mass;
    def.speed = c->meeting.speed;
    def.rtol = c->run.rtol;
    def.acceleration = c->bounce.gravity;
    if (dp_impact_run(&c->touch.contact, &def, &first, &err) != DP_OK || first.at_rest)
        return false;
    // the speed at which the library takes what is left for a geometric series, or below which a
    // restitution that follows the speed no longer changes
    def.speed = 1e-4 * c->meeting.speed;
    if (dp_contact_follows(&c->touch.contact))
        def.speed = fmin(def.speed, c->touch.contact.approach_floor);
    def.acceleration = 0.0;
    if (c->bounce.memory == BOUNCE_KEPT) def.history = first.history;
    if (dp_impact_run(&c->touch.contact, &def, &slow, &err) != DP_OK) return false;
    // measured: elastic laws give 1 within 1e-12
    return slow.restitution > 1.0 - 1e-9;
}

// A body that never rests bounces until the end, so its rows can be counted before it falls.
static void check_rows(struct reader *reader, const struct bounce_config *c) {
    double count = c->run.until / c->output.every;
    if (count > ROWS_MAX && loses_nothing(c)) rows_check(reader, &c->output, count);
}

static void build(struct reader *reader, void *config) {
    struct bounce_config *c = (struct bounce_config *)config;
    struct bounce_block *b = &c->bounce;
    b->floor.is_fixed = true;
    b->floor.radius = NAN;
    c->meeting.body[0] = body_properties(&b->body.of);
    c->meeting.body[1] = body_properties(&b->floor);
    body_check_mass(reader, &b->body.of, c->meeting.body[0].mass);
    check_start(reader, c);
    check_spin(reader, c);
    if (reader->count > 0) return;

    c->meeting.mass = c->meeting.body[0].mass;
    c->meeting.speed = c->gap > 0.0 ? sqrt(2.0 * b->gravity * c->gap) : b->velocity.x;
    c->meeting.is_solid[0] = body_is_solid(&b->body.of);
    c->meeting.are_balls = true;
    // a bounce straight up and down has the columns it always had, unless others are asked for
    if (!c->is_oblique)
        rows_choose(reader, &c->output, (int)(columns_find(columns, "across") - columns));
    if (!contact_build(reader, &b->contact, &c->meeting, &c->touch)) return;
    const char *key = !isnan(b->drop) ? "drop" : isnan(b->velocity.x) ? "height" : "velocity";
    if (!validity_check_speed(reader, place_of(b->node, key), &c->touch)) return;
    if (isnan(c->run.until) && loses_nothing(c))
        report_error(
            reader, c->run.node != NULL ? c->run.node : b->contact.node,
            "until is missing: %s loses nothing%s, so the body never rests; give run.until",
            c->touch.def.law.law->name, c->touch.requested < 1.0 ? " at low speed" : " here");
    check_rows(reader, c);
}

// Impacts with a restitution that follows the speed, until the body is slow or the time is up.
static double count_following(const struct bounce_config *c) {
    enum { MOST = 100000 };  // the library gives up after so many
    double speed = c->meeting.speed, time = 0.0;
    int count = 0;
    dp_contact now;
    dp_error err;
    while (count < MOST && speed > 1e-4 * c->meeting.speed && !(time > c->run.until)) {
        if (dp_contact_at_speed(&c->touch.contact, speed, c->meeting.mass, &now, &err) != DP_OK)
            break;
        speed *= now.restitution;
        time += 2.0 * speed / c->bounce.gravity;
        count++;
        // from here on it bounces for ever
        if (now.restitution == 1.0 && isfinite(c->run.until))
            return fmin(MOST, count + (c->run.until - time) / (2.0 * speed / c->bounce.gravity));
    }
    return count;
}

// A lossless body bounces until the end, one that loses something until it is slow: the library
// stops at a ten-thousandth of the first speed. The first impact tells the time of one.
static void find_need(const void *config, int rows, struct need *need) {
    enum { TRIES = 3, ROWS_PER_IMPACT = 42 };
    const double long_try = 0.01;  // [s] one of these tells enough
    const struct bounce_config *c = (const struct bounce_config *)config;
    dp_impact impact = {.restitution = NAN};
    dp_error err;
    dp_impact_def def = dp_impact_defaults();
    def.mass = c->meeting.mass;
    def.speed = c->meeting.speed;
    def.rtol = c->run.rtol;
    def.acceleration = c->bounce.gravity;
    def.path = DP_PATH_INTEGRATED;
    double fall = c->gap > 0.0 ? sqrt(2.0 * c->gap / c->bounce.gravity) : 0.0;
    // over before it touches
    if (c->run.until <= fall) return;
    double start = clock_work(), took = 0.0;
    int tries = 0;
    while (tries < TRIES && took < long_try) {
        if (dp_impact_run(&c->touch.contact, &def, &impact, &err) != DP_OK) return;
        took = clock_work() - start;
        tries++;
    }
    double each = took / tries;
    double e = impact.restitution, flight = 2.0 * e * c->meeting.speed / c->bounce.gravity;
    double until_rest = e < 1.0 - 1e-9 ? fmax(1.0, log(1e-4) / log(e)) : INFINITY;
    double until_end = isnan(c->run.until) ? INFINITY : c->run.until / flight;
    double impacts =
        dp_contact_follows(&c->touch.contact) ? count_following(c) : fmin(until_rest, until_end);
    need->seconds = impacts * each;
    if (!rows) return;
    // the contacts are done again for their rows
    need->seconds *= 3.0;
    double numbers = columns_count(columns) * ROWS_PER_IMPACT * impacts;
    need->output = limits_output_of(numbers);
    need->memory = limits_memory_of(numbers);
}

const struct kind kind_bounce = {
    .name = "bounce",
    .doc = "A body falls on a floor again and again, until it rests or the time is up. Flights are "
           "exact; gravity acts during contact.",
    .example = asset_bounce_yaml,
    .schema = schema,
    .config_size = sizeof(struct bounce_config),
    .columns = columns,
    .results = results,
    .build = build,
    .run = bounce_run,
    .define = bounce_define,
    .need = find_need,
    .has_late_rows = true,
};
