// Beads in a row: the schema.

#include "kinds/chain/chain.h"

static const char *const end_types[] = {"free", "wall", "driven", "bar", NULL};
static const char *const integrators[] = {"verlet", "predictor-corrector", "rk4", "dop853", NULL};
static const char *const fields_of[] = {"velocity", "force", "nothing", NULL};
static const char *const none[] = {"none", NULL};

#define BODY(owner, part)                                                                          \
    {.key = "radius",                                                                              \
     .type = FIELD_QUANTITY,                                                                       \
     .offset = offsetof(owner, part.radius),                                                       \
     .unit = "m",                                                                                  \
     .range = RANGE_POSITIVE,                                                                      \
     .doc = "radius of the sphere"},                                                               \
        {.key = "mass",                                                                            \
         .type = FIELD_QUANTITY,                                                                   \
         .offset = offsetof(owner, part.mass),                                                     \
         .unit = "kg",                                                                             \
         .range = RANGE_POSITIVE,                                                                  \
         .doc = "left out: that of a sphere of the material's density"},                           \
        {.key = "material",                                                                        \
         .type = FIELD_MATERIAL,                                                                   \
         .offset = offsetof(owner, part.material),                                                 \
         .doc = "what it is made of, by name"},                                                    \
        {.key = "rigid",                                                                           \
         .type = FIELD_FLAG,                                                                       \
         .offset = offsetof(owner, part.is_rigid),                                                 \
         .initial = "false",                                                                       \
         .doc = "true: does not deform, whatever its material"},                                   \
    {                                                                                              \
        .key = "velocity", .type = FIELD_QUANTITY, .offset = offsetof(owner, part.velocity),       \
        .unit = "m/s", .initial = "0", .doc = "at the start, to the right"                         \
    }

struct pattern_bead {
    struct body_block body;
};

static const struct field pattern_fields[] = {BODY(struct pattern_bead, body), {0}};
static const struct field pattern_item = {
    .key = "a bead", .type = FIELD_MAP, .fields = pattern_fields};

static const struct field taper_fields[] = {
    {.key = "ratio",
     .type = FIELD_QUANTITY,
     .offset = offsetof(struct chain_taper, ratio),
     .unit = "1",
     .range = RANGE_BETWEEN,
     .low = 0.01,
     .high = 100.0,
     .doc = "radius of a bead over that of its left neighbour; or give `radius_end`"},
    {.key = "radius_end",
     .type = FIELD_QUANTITY,
     .offset = offsetof(struct chain_taper, radius_end),
     .unit = "m",
     .range = RANGE_POSITIVE,
     .doc = "radius of the last bead of the segment"},
    {0},
};

static const struct field segment_fields[] = {
    {.key = "count",
     .type = FIELD_INTEGER,
     .offset = offsetof(struct chain_segment, count),
     .initial = "1",
     .range = RANGE_BETWEEN,
     .low = 1.0,
     .high = 1e15,
     .doc = "how many beads, or how often the pattern or table is repeated"},
    BODY(struct chain_segment, bead),
    {.key = "pattern",
     .type = FIELD_LIST,
     .offset = offsetof(struct chain_segment, pattern),
     .item = &pattern_item,
     .item_size = sizeof(struct body_block),
     .least = 1,
     .most = 1000,
     .doc = "cell of several beads, repeated `count` times: dimers and any other"},
    {.key = "taper",
     .type = FIELD_MAP,
     .offset = offsetof(struct chain_segment, taper),
     .fields = taper_fields,
     .doc = "radii in geometric progression from `radius`; a mass given is that of the first bead "
            "and goes with the cube of the radius"},
    {.key = "csv",
     .type = FIELD_TEXT,
     .offset = offsetof(struct chain_segment, csv),
     .doc = "file with a bead per row, columns `radius [mm]`, `mass [g]`, `velocity [m/s]`, "
            "`material`; what is missing there is taken from the segment; the path counts from the "
            "folder of the scenario"},
    {.key = "gap",
     .type = FIELD_QUANTITY,
     .offset = offsetof(struct chain_segment, gap),
     .unit = "m",
     .initial = "0",
     .range = RANGE_NOT_NEGATIVE,
     .doc = "distance of the surfaces to the right of every bead of the segment, but not at an "
            "end, which has its own"},
    {.key = "contact",
     .type = FIELD_CONTACT,
     .offset = offsetof(struct chain_segment, contact),
     .doc = "inside the segment and towards the next one; that of the chain when left out"},
    {0},
};
static const struct field segment_item = {
    .key = "a segment", .type = FIELD_MAP, .fields = segment_fields};

static const struct field striker_fields[] = {
    BODY(struct chain_striker, body),
    {.key = "copy",
     .type = FIELD_FLAG,
     .offset = offsetof(struct chain_striker, copies),
     .initial = "false",
     .doc = "true: an extra body like bead 1"},
    {.key = "contact",
     .type = FIELD_CONTACT,
     .offset = offsetof(struct chain_striker, contact),
     .doc = "of an extra body with bead 1; that of the first segment when left out"},
    {0},
};

static const struct field end_fields[] = {
    {.key = "type",
     .type = FIELD_WORD,
     .offset = offsetof(struct chain_end_block, type),
     .initial = "free",
     .choices = end_types,
     .doc = "free: nothing there; wall: a flat that does not move; driven: a flat that moves with "
            "`velocity`; bar: end of a long elastic bar of this `impedance`"},
    {.key = "material",
     .type = FIELD_MATERIAL,
     .offset = offsetof(struct chain_end_block, material),
     .doc = "of the flat or bar"},
    {.key = "rigid",
     .type = FIELD_FLAG,
     .offset = offsetof(struct chain_end_block, is_rigid),
     .initial = "false",
     .doc = "true: the flat does not deform, whatever its material"},
    {.key = "velocity",
     .type = FIELD_VALUE,
     .offset = offsetof(struct chain_end_block, velocity),
     .doc = "of a driven end, to the right: a number, a list of `[time, velocity]`, or a CSV file "
            "with the columns `time [us]` and `velocity [m/s]`; straight between the points, "
            "constant before and after them"},
    {.key = "incident",
     .type = FIELD_VALUE,
     .offset = offsetof(struct chain_end_block, incident),
     .doc = "particle velocity of the wave that comes in through a bar, written as `velocity` is; "
            "none when left out"},
    {.key = "impedance",
     .type = FIELD_QUANTITY,
     .offset = offsetof(struct chain_end_block, impedance),
     .unit = "N s/m",
     .range = RANGE_POSITIVE,
     .doc = "of a bar: density, wave speed and section multiplied"},
    {.key = "glued",
     .type = FIELD_FLAG,
     .offset = offsetof(struct chain_end_block, is_glued),
     .initial = "false",
     .doc = "true: the outermost body is part of the driven end or bar"},
    {.key = "gap",
     .type = FIELD_QUANTITY,
     .offset = offsetof(struct chain_end_block, gap),
     .unit = "m",
     .initial = "0",
     .range = RANGE_NOT_NEGATIVE,
     .doc = "distance between the end and the outermost body at the start"},
    {.key = "contact",
     .type = FIELD_CONTACT,
     .offset = offsetof(struct chain_end_block, contact),
     .doc = "with the outermost body; that of its segment when left out"},
    {0},
};

static const struct field exception_fields[] = {
    {.key = "at",
     .type = FIELD_INTEGER,
     .is_required = true,
     .offset = offsetof(struct chain_exception, at),
     .doc = "number of the contact, which lies to the right of the bead of that number"},
    {.key = "contact",
     .type = FIELD_CONTACT,
     .is_required = true,
     .offset = offsetof(struct chain_exception, contact),
     .doc = "in place of that of the segment"},
    {0},
};
static const struct field exception_item = {
    .key = "a contact", .type = FIELD_MAP, .fields = exception_fields};

static const struct field bead_item = {.key = "a bead", .type = FIELD_INTEGER};
static const struct field contact_item = {.key = "a contact", .type = FIELD_INTEGER};

static const struct field field_fields[] = {
    {.key = "of",
     .type = FIELD_WORD,
     .offset = offsetof(struct chain_field, of),
     .initial = "velocity",
     .choices = fields_of,
     .doc = "velocity of the beads, or force, the mean of a bead's two contacts"},
    {.key = "every",
     .type = FIELD_QUANTITY,
     .offset = offsetof(struct chain_field, every),
     .unit = "s",
     .range = RANGE_POSITIVE,
     .doc = "time between rows; left out: about 400 rows, fewer in a short run of a long chain"},
    {.key = "beads",
     .type = FIELD_LIST,
     .offset = offsetof(struct chain_field, beads),
     .item = &bead_item,
     .item_size = sizeof(long),
     .least = 2,
     .most = 2,
     .doc = "first and last bead; all of them when left out"},
    {.key = "stride",
     .type = FIELD_INTEGER,
     .offset = offsetof(struct chain_field, stride),
     .initial = "0",
     .range = RANGE_BETWEEN,
     .low = 0.0,
     .high = 1e15,
     .doc = "beads to a cell, which shows the one whose value is largest, either sign; 0: so many "
            "that there are at most 1000 cells"},
    {0},
};

static const struct field chain_fields[] = {
    {.key = "beads",
     .type = FIELD_LIST,
     .is_required = true,
     .offset = offsetof(struct chain_block, beads),
     .item = &segment_item,
     .item_size = sizeof(struct chain_segment),
     .least = 1,
     .most = 1000,
     .doc = "segments from left to right; beads are numbered from 1"},
    {.key = "striker",
     .type = FIELD_MAP,
     .offset = offsetof(struct chain_block, striker),
     .fields = striker_fields,
     .doc = "only a velocity: bead 1 starts with it; with radius or mass, or `copy: true`: an "
            "extra body 0 that touches bead 1"},
    {.key = "left",
     .type = FIELD_MAP,
     .offset = offsetof(struct chain_block, end[0]),
     .fields = end_fields,
     .doc = "left end"},
    {.key = "right",
     .type = FIELD_MAP,
     .offset = offsetof(struct chain_block, end[1]),
     .fields = end_fields,
     .doc = "right end"},
    {.key = "gravity",
     .type = FIELD_QUANTITY,
     .offset = offsetof(struct chain_block, gravity),
     .unit = "m/s^2",
     .initial = "0",
     .doc = "along the chain, to the right; the chain then starts in equilibrium"},
    {.key = "preload",
     .type = FIELD_QUANTITY,
     .offset = offsetof(struct chain_block, preload),
     .unit = "N",
     .initial = "0",
     .range = RANGE_NOT_NEGATIVE,
     .doc = "constant push on bead 1, such as of a magnet; the chain then starts in equilibrium, "
            "an extra striker just touching"},
    {.key = "contact",
     .type = FIELD_CONTACT,
     .offset = offsetof(struct chain_block, contact),
     .doc = "wherever no other one is given; every pair gets its own radius, modulus and mass"},
    {.key = "contacts",
     .type = FIELD_LIST,
     .offset = offsetof(struct chain_block, contacts),
     .item = &exception_item,
     .item_size = sizeof(struct chain_exception),
     .most = 1000,
     .doc = "other laws at single contacts"},
    {.key = "sensors",
     .type = FIELD_LIST,
     .offset = offsetof(struct chain_block, sensors),
     .item = &bead_item,
     .item_size = sizeof(long),
     .most = 1000,
     .doc = "beads watched at every step, 0 for an extra striker; left out: four spread over the "
            "chain"},
    {.key = "loops",
     .type = FIELD_LIST,
     .offset = offsetof(struct chain_block, loops),
     .item = &contact_item,
     .item_size = sizeof(long),
     .most = 100,
     .doc = "contacts whose hysteresis is recorded; contact k lies to the right of bead k, 0 "
            "between bead 1 and the extra striker or left end"},
    {.key = "field",
     .type = FIELD_MAP,
     .offset = offsetof(struct chain_block, field),
     .fields = field_fields,
     .doc = "what the picture over place and time shows"},
    {0},
};

static const struct field run_fields[] = {
    {.key = "integrator",
     .type = FIELD_WORD,
     .offset = offsetof(struct chain_run_block, integrator),
     .initial = "verlet",
     .choices = integrators,
     .doc = "verlet: second order, the fastest; predictor-corrector: Euler and trapezoid, second "
            "order; rk4: fourth order; dop853: eighth order, adaptive, stops at every touch and "
            "yield"},
    {.key = "step",
     .type = FIELD_QUANTITY,
     .offset = offsetof(struct chain_run_block, step),
     .unit = "s",
     .range = RANGE_POSITIVE,
     .doc = "left out: at most a tenth of the longest stable step; one that does not divide "
            "`until` is shortened until it does"},
    {.key = "until",
     .type = FIELD_QUANTITY,
     .is_required = true,
     .offset = offsetof(struct chain_run_block, until),
     .unit = "s",
     .range = RANGE_POSITIVE,
     .doc = "end of the run"},
    {.key = "threads",
     .type = FIELD_INTEGER,
     .offset = offsetof(struct chain_run_block, threads),
     .initial = "1",
     .range = RANGE_BETWEEN,
     .low = 1.0,
     .high = 256.0,
     .doc = "of verlet, for chains of more than 8192 bodies; the result does not depend on it"},
    {.key = "checkpoint",
     .type = FIELD_QUANTITY,
     .offset = offsetof(struct chain_run_block, checkpoint),
     .unit = "s",
     .initial = "60 s",
     .choices = none,
     .range = RANGE_POSITIVE,
     .doc = "wall time between checkpoints in the output folder, if there is one"},
    {.key = "rtol",
     .type = FIELD_QUANTITY,
     .offset = offsetof(struct chain_run_block, rtol),
     .unit = "1",
     .initial = "1e-10",
     .range = RANGE_BETWEEN,
     .low = 1e-14,
     .high = 0.1,
     .doc = "relative tolerance of a step of dop853"},
    {.key = "memory",
     .type = FIELD_QUANTITY,
     .offset = offsetof(struct chain_run_block, memory),
     .unit = "1",
     .range = RANGE_POSITIVE,
     .doc = "bytes the run may take, where that is less than `--max-memory` allows"},
    {0},
};

static const struct field column_item = {.key = "a column", .type = FIELD_TEXT};

static const struct field series_fields[] = {
    {.key = "every",
     .type = FIELD_QUANTITY,
     .offset = offsetof(struct chain_output, every),
     .unit = "s",
     .range = RANGE_POSITIVE,
     .doc = "time between rows of the series and of loops; left out: at most 10000 rows"},
    {.key = "series",
     .type = FIELD_LIST,
     .offset = offsetof(struct chain_output, series),
     .item = &column_item,
     .item_size = sizeof(const char *),
     .least = 1,
     .doc = "columns of the series, in this order; all of them when left out"},
    {0},
};

static const struct field schema[] = {
    {.key = "chain",
     .type = FIELD_MAP,
     .is_required = true,
     .offset = offsetof(struct chain_config, chain),
     .fields = chain_fields,
     .doc = "beads, ends, contacts and what is watched"},
    {.key = "run",
     .type = FIELD_MAP,
     .is_required = true,
     .offset = offsetof(struct chain_config, run),
     .fields = run_fields,
     .doc = "how it is computed"},
    {.key = "output",
     .type = FIELD_MAP,
     .offset = offsetof(struct chain_config, output),
     .fields = series_fields,
     .doc = "the series"},
    {0},
};

static const struct column columns[] = {
    COLUMN_DOC("time", "s", "from the start"),
    COLUMN_DOC("force_B", "N", "of sensor B, a number: mean of the two contact forces of the bead"),
    COLUMN_DOC("velocity_B", "m/s", "of sensor B, to the right"),
    COLUMN_DOC("left_force", "N", "between the left end and its neighbour, where there is an end"),
    COLUMN_DOC("right_force", "N", "the same at the right end"),
    COLUMN_DOC("left_incident", "m/s",
               "particle velocity of the wave coming in through a bar on the left"),
    COLUMN_DOC("left_reflected", "m/s", "of the wave that goes back into it"),
    COLUMN_DOC("right_incident", "m/s", "of a wave coming in through a bar on the right"),
    COLUMN_DOC("right_transmitted", "m/s", "of the wave that goes out through it"),
    {0},
};

static const struct column results[] = {
    COLUMN_DOC("sensors", "", "list of `bead`, `peak_force`, `peak_time`, `peak_velocity`"),
    COLUMN_DOC("contacts", "",
               "largest values of all contacts: `max_force`, `max_indentation`, `max_at` with "
               "`contact` and "
               "`time` of the force"),
    COLUMN_DOC(
        "wave_speed", "m/s",
        "distance of the centres of first and last sensor over the time between their peaks; null "
        "where the pulse has not passed both"),
    COLUMN_DOC(
        "pulse", "",
        "null unless two sensors lie in a uniform stretch of Hertz contacts without preload; "
        "`sensors` (the two), `speed`, `peak_force` (of contacts), `width` in `beads` and `time` "
        "at "
        "half the peak force and in beads at `tenth` and `hundredth` of it, `nesterenko`: "
        "`constant`, "
        "`speed` (foretold from the peak force), `ratio` (measured over foretold) and `half_width` "
        "[beads] of the `long_wave` theory and of the `exact` solitary wave of the discrete chain"),
    COLUMN_DOC("walls", "",
               "`left` and `right`, null where free: `peak_force`, `peak_time`, `impulse` (from "
               "the rows)"),
    COLUMN_DOC(
        "bar", "",
        "null without bars; largest particle velocities `incident`, `reflected`, `transmitted`"),
    COLUMN_DOC("equilibrium", "",
               "`first` and `last` static contact force; null without equilibrium"),
    COLUMN_DOC("final_velocities", "m/s",
               "of every body, an extra striker first; null above 100000 bodies, then the table "
               "`final` has "
               "them"),
    COLUMN_DOC("momentum", "kg m/s", "of all bodies at the end"),
    COLUMN_DOC("energy", "J", "ledger of the chain"),
    COLUMN_DOC("momentum_balance", "",
               "`initial`, `impulse` (of gravity, preload and ends), `final`, `error` (what is "
               "missing over "
               "all that passed through)"),
    COLUMN_DOC("step", "s", "`used`, and the longest stable one, `limit`"),
    COLUMN_DOC("solver", "",
               "`path` (the integrator), `steps`, `evaluations`, `rejected`, `events`"),
    COLUMN_DOC("particle_steps_per_second", "1/s", "bodies times steps over the time of computing"),
    COLUMN_DOC("memory_bytes", "1", "what the run took, as foretold"),
    {0},
};

const struct kind kind_chain = {
    .name = "chain",
    .doc = "Beads in a row, each touching its neighbours: solitary waves, shock absorbers, a "
           "Hopkinson bar of beads. See [chains.md](chains.md). Further tables: `energy` (where "
           "the energy is), `field` (velocity or force over bead and time), `loops` (hysteresis "
           "of contacts), `sensors`, `pulse` (shape of the pulse against theory), `final` (state "
           "at the end).",
    .example = "dashpot: 1\n"
               "title: Solitary wave in a chain of 70\n"
               "kind: chain\n"
               "materials:\n"
               "  - {name: steel, young: 193 GPa, poisson: 0.3}\n"
               "chain:\n"
               "  beads: [{count: 70, radius: 2.38 mm, mass: 0.45 g, material: steel}]\n"
               "  striker: {velocity: 1.77 m/s, copy: true}\n"
               "  contact: {law: hertz}\n"
               "  sensors: [9, 16, 24, 31, 40, 50, 56, 63]\n"
               "run: {integrator: verlet, step: 10 ns, until: 600 us}\n",
    .schema = schema,
    .config_size = sizeof(struct chain_config),
    .columns = columns,
    .results = results,
    .build = chain_build,
    .run = contact_group,
    .need = chain_need,
};
