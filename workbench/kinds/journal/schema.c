// A journal flies about in the clearance of its bearing and meets the wall again and again.

#include "kinds/journal/journal.h"

static const char *const memories[] = {"fresh", "kept", NULL};
static const char *const solvers[] = {"event-driven", "resolved", NULL};

static const struct field length_item = {.key = "position", .type = FIELD_QUANTITY, .unit = "m"};
static const struct field speed_item = {.key = "velocity", .type = FIELD_QUANTITY, .unit = "m/s"};

static const struct field start_fields[] = {
    {.key = "speed_ratio",
     .type = FIELD_QUANTITY,
     .offset = offsetof(struct journal_start, speed_ratio),
     .unit = "1",
     .range = RANGE_POSITIVE,
     .doc = "speed of the centre over the critical speed; for laws with a yield, else `speed`"},
    {.key = "speed",
     .type = FIELD_QUANTITY,
     .offset = offsetof(struct journal_start, speed),
     .unit = "m/s",
     .range = RANGE_POSITIVE,
     .doc = "speed of the centre"},
    {.key = "angle",
     .type = FIELD_QUANTITY,
     .offset = offsetof(struct journal_start, angle),
     .unit = "rad",
     .initial = "0",
     .range = RANGE_BETWEEN,
     .low = -1.57,
     .high = 1.57,
     .doc = "from the normal, of the approach to the first collision, which lies on the +x axis; "
            "goes with `speed_ratio` or `speed`"},
    {.key = "spin",
     .type = FIELD_QUANTITY,
     .offset = offsetof(struct journal_start, spin),
     .unit = "rad/s",
     .initial = "0",
     .doc = "angular velocity about z, counter-clockwise"},
    {.key = "position",
     .type = FIELD_LIST,
     .offset = offsetof(struct journal_start, position),
     .item = &length_item,
     .item_size = sizeof(double),
     .least = 2,
     .most = 2,
     .doc = "x and y [m] of the centre, within the clearance; goes with `velocity`; left out: "
            "[0, 0]"},
    {.key = "velocity",
     .type = FIELD_LIST,
     .offset = offsetof(struct journal_start, velocity),
     .item = &speed_item,
     .item_size = sizeof(double),
     .least = 2,
     .most = 2,
     .doc = "vx and vy [m/s] of the centre, in place of `speed` and `angle`"},
    {0},
};

#define LENGTH(name, text)                                                                         \
    {                                                                                              \
        .key = #name, .type = FIELD_QUANTITY, .offset = offsetof(struct journal_block, name),      \
        .unit = "m", .range = RANGE_POSITIVE, .doc = text                                          \
    }

static const struct field journal_fields[] = {
    {.key = "bearing_radius",
     .type = FIELD_QUANTITY,
     .is_required = true,
     .offset = offsetof(struct journal_block, bearing_radius),
     .unit = "m",
     .range = RANGE_POSITIVE,
     .doc = "radius of the hole"},
    LENGTH(clearance, "bearing radius less journal radius; or give `journal_radius`"),
    LENGTH(journal_radius, "in place of `clearance`"),
    {.key = "mass",
     .type = FIELD_QUANTITY,
     .is_required = true,
     .offset = offsetof(struct journal_block, mass),
     .unit = "kg",
     .range = RANGE_POSITIVE,
     .doc = "mass of the journal and of what it carries"},
    {.key = "inertia",
     .type = FIELD_QUANTITY,
     .is_required = true,
     .offset = offsetof(struct journal_block, inertia),
     .unit = "kg m^2",
     .range = RANGE_POSITIVE,
     .doc = "moment of inertia about the axis of the journal"},
    {.key = "material",
     .type = FIELD_MATERIAL,
     .offset = offsetof(struct journal_block, material),
     .doc = "of the journal; not needed where the contact has its modulus and yield"},
    {.key = "bearing_material",
     .type = FIELD_MATERIAL,
     .offset = offsetof(struct journal_block, bearing_material),
     .doc = "of the bearing; that of the journal when left out"},
    {.key = "start",
     .type = FIELD_MAP,
     .is_required = true,
     .offset = offsetof(struct journal_block, start),
     .fields = start_fields,
     .doc = "`speed_ratio` or `speed` with `angle`, or `velocity` with `position`"},
    {.key = "contact",
     .type = FIELD_CONTACT,
     .is_required = true,
     .offset = offsetof(struct journal_block, contact),
     .doc = "how journal and bearing touch; conformal, with the radii given here"},
    {.key = "friction",
     .type = FIELD_FRICTION,
     .offset = offsetof(struct journal_block, friction),
     .initial = "0",
     .doc = "Coulomb friction with stick, exact: `0.1` or `{law: coulomb, mu: 0.1}`"},
    {.key = "collisions",
     .type = FIELD_INTEGER,
     .offset = offsetof(struct journal_block, collisions),
     .initial = "30",
     .range = RANGE_BETWEEN,
     .low = 1.0,
     .high = 100000.0,
     .doc = "the run ends after so many, or when the journal slides or rests"},
    {.key = "memory",
     .type = FIELD_WORD,
     .offset = offsetof(struct journal_block, memory),
     .initial = "fresh",
     .choices = memories,
     .doc = "fresh: every collision meets new material; kept: the bearing remembers, each sector "
            "of it with an indentation history of its own, which a collision that begins there "
            "uses and writes"},
    {.key = "sectors",
     .type = FIELD_INTEGER,
     .offset = offsetof(struct journal_block, sectors),
     .initial = "720",
     .range = RANGE_BETWEEN,
     .low = 1.0,
     .high = 1e6,
     .doc = "equal parts of the bearing, the first centred on +x, for `memory: kept`"},
    {.key = "solver",
     .type = FIELD_WORD,
     .offset = offsetof(struct journal_block, solver),
     .initial = "event-driven",
     .choices = solvers,
     .doc = "event-driven: a collision takes no time and does not turn the normal; resolved: the "
            "centre moves on while in contact, sliding and sticking as the motion asks"},
    {.key = "gravity", .type = FIELD_NOTHING, .doc = "between collisions a journal flies straight"},
    {0},
};

static const struct field run_fields[] = {
    {.key = "rtol",
     .type = FIELD_QUANTITY,
     .offset = offsetof(struct journal_run, rtol),
     .unit = "1",
     .initial = "1e-13",
     .range = RANGE_BETWEEN,
     .low = 1e-15,
     .high = 0.1,
     .doc = "relative tolerance of a step during contact"},
    {.key = "normal_floor",
     .type = FIELD_QUANTITY,
     .offset = offsetof(struct journal_run, normal_floor),
     .unit = "1",
     .initial = "1e-6",
     .range = RANGE_BETWEEN,
     .low = 1e-12,
     .high = 0.5,
     .doc = "infinitely many collisions in finite time are cut here: the run ends when the normal "
            "speed falls below this part of the first one, or below `approach_floor` for a law "
            "that divides by the approach speed"},
    {0},
};

// rows are moments of the motion, not of a clock
static const struct field series_fields[] = {
    {.key = "series",
     .type = FIELD_COLUMNS,
     .offset = offsetof(struct output_block, series),
     .doc = "columns of the series, in this order; all of them when left out"},
    {0},
};

static const struct field schema[] = {
    {.key = "journal",
     .type = FIELD_MAP,
     .is_required = true,
     .offset = offsetof(struct journal_config, journal),
     .fields = journal_fields,
     .doc = "bearing, journal and start"},
    {.key = "run",
     .type = FIELD_MAP,
     .offset = offsetof(struct journal_config, run),
     .fields = run_fields,
     .doc = "how it is computed"},
    {.key = "output",
     .type = FIELD_MAP,
     .offset = offsetof(struct journal_config, output),
     .fields = series_fields,
     .doc = "the series"},
    {0},
};

static const struct column columns[] = {
    {"time", "s", "rows: the start, every touch, every departure; resolved: every step between"},
    {"x", "m", "of the centre"},
    {"y", "m", "of the centre"},
    {"vx", "m/s", "of the centre"},
    {"vy", "m/s", "of the centre"},
    {"indentation", "m", "resolved only: how far the centre is outside the clearance circle"},
    {"collision", "1", "collisions so far; what follows is the state after that collision"},
    {"normal", "m/s", "speed away from the wall; at the start, of the first approach"},
    {"tangential", "m/s", "speed along z x n, n the normal outwards"},
    {"spin", "rad/s", "angular velocity"},
    {"angle", "rad", "of the velocity from the normal: departure angle"},
    {"travel", "m", "sum of the chords since the first collision"},
    {"translation", "J", "kinetic energy of the centre"},
    {"rotation", "J", "kinetic energy of the spin"},
    {"viscous", "J", "energy lost in the dashpot so far"},
    {"plastic", "J", "energy lost in plastic flow so far"},
    {"friction", "J", "energy lost in sliding so far"},
    {0},
};

static const struct column results[] = {
    {"critical_speed", "m/s",
     "head-on speed that first yields, without damping; null: law without yield"},
    {"damped_critical_speed", "m/s", "the same with the damping of the contact"},
    {"collisions", "",
     "list of `time`, `position` [rad] (polar angle), `normal_in`, `normal_out`, `tangential_in`, "
     "`tangential_out`, `spin` (after), `angle_in`, `angle_out`, `chord` (of the flight that "
     "follows), `restitution`, `max_force`, `max_indentation`, `duration`, `time_ratio` (duration "
     "over that flight), `turn` [rad] (of the normal, resolved), `plastic_work`, `damping_work`, "
     "`friction_work`; with `restitution_from` also `restitution_asked`, the one of this "
     "collision"},
    {"travel", "m", "sum of the chords from the first collision to the last"},
    {"collisions_above_critical", "1", "collisions whose normal speed is above the critical one"},
    {"sliding_ends", "1",
     "number of the collision after which the surfaces no longer slide; 0: they never do; null: "
     "they still slide"},
    {"end", "",
     "count: `collisions` was reached; slides: infinitely many collisions are left; rests: all "
     "speed is below the floor"},
    {"event_driven_valid", "", "true if no contact lasts longer than 1 % of the flight after it"},
    {"time_ratio", "1", "contact time over flight time, `first` and `worst`; null: no flight"},
    {"requested_restitution", "1",
     "the one asked for (with `restitution_from` that of the first collision); absent if none was"},
    {"energy", "J", "ledger of the journal"},
    {"solver", "",
     "`path` (event-driven or resolved), `steps`, `evaluations`, `rejected` (null: not counted), "
     "`events` (collisions)"},
    {0},
};

// One head-on impact tells the time of a collision.
static void find_need(const void *config, int rows, struct need *need) {
    enum { COLUMNS = 17, RESULTS = 19, STEPS_OF_CONTACT = 100 };
    const double resolved = 4.0;  // times as long as an impact
    const struct journal_config *c = (const struct journal_config *)config;
    bool is_resolved = c->journal.solver == DP_JOURNAL_RESOLVED;
    double count = (double)c->journal.collisions;
    double numbers = count * (RESULTS + COLUMNS * (is_resolved ? STEPS_OF_CONTACT : 2.0));
    dp_impact impact;
    dp_error err;
    dp_impact_def def = dp_impact_defaults();
    def.mass = c->journal.mass;
    def.speed = c->meeting.speed;
    def.rtol = c->run.rtol;
    double start = limits_clock();
    if (dp_impact_run(&c->touch.contact, &def, &impact, &err) == DP_OK)
        need->seconds =
            (rows ? 2.0 : 1.0) * (is_resolved ? resolved : 1.0) * count * (limits_clock() - start);
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
    .example = "dashpot: 1\n"
               "title: Heavy journal in its bearing\n"
               "kind: journal\n"
               "journal:\n"
               "  bearing_radius: 100 mm\n"
               "  clearance: 0.1 mm\n"
               "  mass: 200\n"
               "  inertia: 1.0\n"
               "  start: {speed_ratio: 3.2, angle: 0.498 rad, spin: 0}\n"
               "  contact: {law: peng, modulus: 100 GPa, yield: 100 MPa, fit: 0.663, length: 1 m,\n"
               "    restitution: 0.9, mode: elastic-plastic-damped, damping_form: printed}\n"
               "  friction: 0.1\n"
               "  collisions: 30\n"
               "  memory: fresh\n"
               "  solver: event-driven\n",
    .schema = schema,
    .config_size = sizeof(struct journal_config),
    .columns = columns,
    .results = results,
    .build = journal_build,
    .run = journal_run,
    .need = find_need,
};
