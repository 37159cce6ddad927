// A journal flies about in the clearance of its bearing and meets the wall again and again.

#include "assets.h"
#include "kinds/journal/journal.h"

static const char *const memories[] = {"fresh", "kept", NULL};
static const char *const solvers[] = {"event-driven", "resolved", NULL};

static const struct field length_item = {.key = "position", .type = FIELD_QUANTITY, .unit = "m"};
static const struct field speed_item = {.key = "velocity", .type = FIELD_QUANTITY, .unit = "m/s"};

static const struct field start_fields[] = {
    QUANTITY(
        journal_start, speed_ratio, "1", POSITIVE,
        .doc = "speed of the centre over the critical speed; for laws with a yield, else `speed`"),
    QUANTITY(journal_start, speed, "m/s", POSITIVE, .doc = "speed of the centre"),
    QUANTITY(
        journal_start, angle, "rad", .initial = "0", BETWEEN(-1.57, 1.57),
        .doc =
            "from the normal, of the approach to the first collision, which lies on the +x axis; "
            "goes with `speed_ratio` or `speed`"),
    QUANTITY(journal_start, spin, "rad/s", .initial = "0",
             .doc = "angular velocity about z, counter-clockwise"),
    LIST(journal_start, position, &length_item, double, 2, 2,
         .doc = "x and y [m] of the centre, within the clearance; goes with `velocity`; left out: "
                "[0, 0]"),
    LIST(journal_start, velocity, &speed_item, double, 2, 2,
         .doc = "vx and vy [m/s] of the centre, in place of `speed` and `angle`"),
    {0},
};

static const struct field journal_fields[] = {
    QUANTITY(journal_block, bearing_radius, "m", REQUIRED, POSITIVE, .doc = "radius of the hole"),
    QUANTITY(journal_block, clearance, "m", POSITIVE,
             .doc = "bearing radius less journal radius; or give `journal_radius`"),
    QUANTITY(journal_block, journal_radius, "m", POSITIVE, .doc = "in place of `clearance`"),
    QUANTITY(journal_block, mass, "kg", REQUIRED, POSITIVE,
             .doc = "mass of the journal and of what it carries"),
    QUANTITY(journal_block, inertia, "kg m^2", REQUIRED, POSITIVE,
             .doc = "moment of inertia about the axis of the journal"),
    MATERIAL(journal_block, material,
             .doc = "of the journal; not needed where the contact has its modulus and yield"),
    MATERIAL(journal_block, bearing_material,
             .doc = "of the bearing; that of the journal when left out"),
    MAP(journal_block, start, start_fields, REQUIRED,
        .doc = "`speed_ratio` or `speed` with `angle`, or `velocity` with `position`"),
    CONTACT(journal_block, contact, REQUIRED,
            .doc = "how journal and bearing touch; conformal, with the radii given here"),
    FRICTION(journal_block, friction, .initial = "0",
             .doc = "Coulomb friction with stick, exact: `0.1` or `{law: coulomb, mu: 0.1}`; with "
                    "`solver: resolved` also a law with tangential compliance"),
    INTEGER(journal_block, collisions, .initial = "30", BETWEEN(1.0, 100000.0),
            .doc = "the run ends after so many, or when the journal slides or rests"),
    WORD(journal_block, memory, memories, .initial = "fresh",
         .doc =
             "fresh: every collision meets new material; kept: the bearing remembers, each sector "
             "of it with an indentation history of its own, which a collision that begins there "
             "uses and writes"),
    INTEGER(journal_block, sectors, .initial = "720", BETWEEN(1.0, 1e6),
            .doc = "equal parts of the bearing, the first centred on +x, for `memory: kept`"),
    WORD(journal_block, solver, solvers, .initial = "event-driven",
         .doc =
             "event-driven: a collision takes no time and does not turn the normal; resolved: the "
             "centre moves on while in contact, sliding and sticking as the motion asks"),
    NOTHING("gravity", "between collisions a journal flies straight"),
    {0},
};

static const struct field run_fields[] = {
    QUANTITY(journal_run, rtol, "1", .initial = "1e-13", BETWEEN(1e-15, 0.1),
             .doc = "relative tolerance of a step during contact"),
    QUANTITY(
        journal_run, normal_floor, "1", .initial = "1e-6", BETWEEN(1e-12, 0.5),
        .doc =
            "infinitely many collisions in finite time are cut here: the run ends when the normal "
            "speed falls below this part of the first one, or below `approach_floor` for a law "
            "that divides by the approach speed"),
    {0},
};

// rows are moments of the motion, not of a clock
static const struct field series_fields[] = {
    COLUMNS(output_block, series,
            .doc = "columns of the series, in this order; all of them when left out"),
    {0},
};

static const struct field schema[] = {
    MAP(journal_config, journal, journal_fields, REQUIRED, .doc = "bearing, journal and start"),
    MAP(journal_config, run, run_fields, .doc = "how it is computed"),
    MAP(journal_config, output, series_fields, .doc = "the series"),
    {0},
};

#define ROW struct journal_row
#define AFTER struct journal_after

static const struct column columns[] = {
    COLUMN(ROW, time, "s",
           "rows: the start, every touch, every departure; resolved: every step between"),
    COLUMN(ROW, x, "m", "of the centre"),
    COLUMN(ROW, y, "m", "of the centre"),
    COLUMN(ROW, vx, "m/s", "of the centre"),
    COLUMN(ROW, vy, "m/s", "of the centre"),
    COLUMN(ROW, indentation, "m",
           "resolved only: how far the centre is outside the clearance circle"),
    COLUMN(AFTER, collision, "1",
           "collisions so far; what follows is the state after that collision"),
    COLUMN(AFTER, normal, "m/s", "speed away from the wall; at the start, of the first approach"),
    COLUMN(AFTER, tangential, "m/s", "speed along z x n, n the normal outwards"),
    COLUMN(AFTER, spin, "rad/s", "angular velocity"),
    COLUMN(AFTER, angle, "rad", "of the velocity from the normal: departure angle"),
    COLUMN(AFTER, travel, "m", "sum of the chords since the first collision"),
    COLUMN(ROW, translation, "J", "kinetic energy of the centre"),
    COLUMN(ROW, rotation, "J", "kinetic energy of the spin"),
    COLUMN(AFTER, viscous, "J", "energy lost in the dashpot so far"),
    COLUMN(AFTER, plastic, "J", "energy lost in plastic flow so far"),
    COLUMN(AFTER, friction, "J", "energy lost in sliding so far"),
    {0},
};

#define SUMMARY struct journal_summary

static const struct column results[] = {
    COLUMN(SUMMARY, critical_speed, "m/s",
           "head-on speed that first yields, without damping; null: law without yield"),
    COLUMN(SUMMARY, damped_critical_speed, "m/s", "the same with the damping of the contact"),
    COLUMN(SUMMARY, collisions, "",
           "list of `time`, `position` [rad] (polar angle), `normal_in`, `normal_out`, "
           "`tangential_in`, `tangential_out`, `spin` (after), `angle_in`, `angle_out`, `chord` "
           "(of the flight that follows), `restitution`, `max_force`, `max_indentation`, "
           "`duration`, `time_ratio` (duration over that flight), `turn` [rad] (of the normal, "
           "resolved), `plastic_work`, `damping_work`, `friction_work`; with `restitution_from` "
           "also `restitution_asked`, the one of this collision"),
    COLUMN(SUMMARY, travel, "m", "sum of the chords from the first collision to the last"),
    COLUMN(SUMMARY, collisions_above_critical, "1",
           "collisions whose normal speed is above the critical one"),
    COLUMN(SUMMARY, sliding_ends, "1",
           "number of the collision after which the surfaces no longer slide; 0: they never do; "
           "null: they still slide"),
    COLUMN(SUMMARY, end, "",
           "count: `collisions` was reached; slides: infinitely many collisions are left; rests: "
           "all speed is below the floor"),
    COLUMN(SUMMARY, event_driven_valid, "",
           "true if no contact lasts longer than 1 % of the flight after it"),
    COLUMN(SUMMARY, time_ratio, "1",
           "contact time over flight time, `first` and `worst`; null: no flight"),
    OPTIONAL(SUMMARY, requested_restitution, "1",
             "the one asked for (with `restitution_from` that of the first collision); absent if "
             "none was"),
    COLUMN(SUMMARY, energy, "J", "ledger of the journal"),
    COLUMN(SUMMARY, solver, "",
           "`path` (event-driven or resolved), `steps`, `evaluations`, `rejected` (null: not "
           "counted), `events` (collisions)"),
    {0},
};

// One head-on impact tells the time of a collision.
static void find_need(const void *config, int rows, struct need *need) {
    enum { RESULTS = 19, STEPS_OF_CONTACT = 100 };
    const double resolved = 4.0;  // times as long as an impact
    const struct journal_config *c = (const struct journal_config *)config;
    bool is_resolved = c->journal.solver == DP_JOURNAL_RESOLVED;
    double count = (double)c->journal.collisions;
    double rows_of_each = is_resolved ? STEPS_OF_CONTACT : 2.0;
    double numbers = count * (RESULTS + columns_count(columns) * rows_of_each);
    dp_impact impact;
    dp_error err;
    dp_impact_def def = dp_impact_defaults();
    def.mass = c->journal.mass;
    def.speed = c->meeting.speed;
    def.rtol = c->run.rtol;
    double start = clock_work();
    if (dp_impact_run(&c->touch.contact, &def, &impact, &err) == DP_OK)
        need->seconds =
            (rows ? 2.0 : 1.0) * (is_resolved ? resolved : 1.0) * count * (clock_work() - start);
    need->memory = limits_memory_of(numbers);
    if (c->journal.memory == JOURNAL_KEPT)
        need->memory += (double)c->journal.sectors * DP_HISTORY_MAX * (double)sizeof(double);
    if (rows) need->output = limits_output_of(numbers);
}

const struct kind kind_journal = {
    .name = "journal",
    .doc = "A journal, free in the clearance of its bearing: straight flights, collisions with the "
           "wall, friction and spin. Any law may stand in the contact; one that needs bearing "
           "radius, clearance, equivalent radius or mass gets those of the journal.",
    .example = asset_journal_yaml,
    .schema = schema,
    .config_size = sizeof(struct journal_config),
    .columns = columns,
    .results = results,
    .build = journal_build,
    .run = journal_run,
    .define = journal_define,
    .need = find_need,
};
