// Beads in a row: the schema.

#include "scenario/schema.h"
#include "assets.h"
#include "kinds/chain/results.h"

static const char *const end_types[] = {"free", "wall", "driven", "bar", NULL};
const char *const chain_integrators[] = {"verlet", "predictor-corrector", "rk4", "dop853", NULL};
static const char *const fields_of[] = {"velocity", "force", "nothing", NULL};
static const char *const none[] = {"none", NULL};

// A velocity, points of it over time, or a file.
static json_t *wave_form(void) {
    return schema_any_of(json_pack("[ooo]", schema_quantity_of("m/s"), schema_time_pairs(1),
                                   schema_of_type("string")));
}

// clang-format off
#define BODY(block, part)                                                                          \
    FIELD("radius", FIELD_QUANTITY, block, part.radius, .unit = "m", POSITIVE,                     \
        .doc = "radius of the sphere"),                                                            \
    FIELD("mass", FIELD_QUANTITY, block, part.mass, .unit = "kg", POSITIVE,                        \
        .doc = "left out: that of a sphere of the material's density"),                            \
    FIELD("material", FIELD_MATERIAL, block, part.material, .doc = "what it is made of, by name"), \
    FIELD("rigid", FIELD_FLAG, block, part.is_rigid, .initial = "false",                           \
        .doc = "true: does not deform, whatever its material"),                                    \
    FIELD("velocity", FIELD_QUANTITY, block, part.velocity, .unit = "m/s", .initial = "0",         \
        .doc = "at the start, to the right")

struct pattern_bead {
    struct body_block body;
};

static const struct field pattern_fields[] = {BODY(pattern_bead, body), {0}};
static const struct field pattern_item = {
    .key = "a bead", .type = FIELD_MAP, .fields = pattern_fields};

static const struct field taper_fields[] = {
    QUANTITY(chain_taper, ratio, "1", BETWEEN(0.01, 100.0),
        .doc = "radius of a bead over that of its left neighbour; or give `radius_end`"),
    QUANTITY(chain_taper, radius_end, "m", POSITIVE,
        .doc = "radius of the last bead of the segment"),
    {0},
};

static const struct field segment_fields[] = {
    INTEGER(chain_segment, count, .initial = "1", BETWEEN(1.0, 1e15),
        .doc = "how many beads, or how often the pattern or table is repeated"),
    BODY(chain_segment, bead),
    LIST(chain_segment, pattern, &pattern_item, struct body_block, 1, 1000,
        .doc = "cell of several beads, repeated `count` times: dimers and any other"),
    MAP(chain_segment, taper, taper_fields,
        .rule = "{\"oneOf\": [{\"required\": [\"ratio\"]}, {\"required\": [\"radius_end\"]}]}",
        .doc = "radii in geometric progression from `radius`; a mass given is that of the first "
               "bead and goes with the cube of the radius"),
    TEXT(chain_segment, csv,
        .doc = "file with a bead per row, columns `radius [mm]`, `mass [g]`, `velocity [m/s]`, "
               "`material`; what is missing there is taken from the segment; the path counts "
               "from the folder of the scenario"),
    QUANTITY(chain_segment, gap, "m", .initial = "0", NOT_NEGATIVE,
        .doc = "distance of the surfaces to the right of every bead of the segment, but not at "
               "an end, which has its own"),
    CONTACT(chain_segment, contact,
        .doc = "inside the segment and towards the next one; that of the chain when left out"),
    {0},
};
static const struct field segment_item = {
    .key = "a segment", .type = FIELD_MAP, .fields = segment_fields};

static const struct field striker_fields[] = {
    BODY(chain_striker, body),
    FIELD("copy", FIELD_FLAG, chain_striker, copies, .initial = "false",
        .doc = "true: an extra body like bead 1"),
    CONTACT(chain_striker, contact,
        .doc = "of an extra body with bead 1; that of the first segment when left out"),
    {0},
};

static const struct field end_fields[] = {
    WORD(chain_end_block, type, end_types, .initial = "free",
        .doc = "free: nothing there; wall: a flat that does not move; driven: a flat that moves "
               "with `velocity`; bar: end of a long elastic bar of this `impedance`"),
    MATERIAL(chain_end_block, material, .doc = "of the flat or bar"),
    FIELD("rigid", FIELD_FLAG, chain_end_block, is_rigid, .initial = "false",
        .doc = "true: the flat does not deform, whatever its material"),
    VALUE(chain_end_block, velocity, .form = wave_form,
        .doc = "of a driven end, to the right: a number, a list of `[time, velocity]`, or a CSV "
               "file with the columns `time [us]` and `velocity [m/s]`; straight between the "
               "points, constant before and after them"),
    VALUE(chain_end_block, incident, .form = wave_form,
        .doc = "particle velocity of the wave that comes in through a bar, written as `velocity` "
               "is; none when left out"),
    QUANTITY(chain_end_block, impedance, "N s/m", POSITIVE,
        .doc = "of a bar: density, wave speed and section multiplied"),
    FIELD("glued", FIELD_FLAG, chain_end_block, is_glued, .initial = "false",
        .doc = "true: the outermost body is part of the driven end or bar"),
    QUANTITY(chain_end_block, gap, "m", .initial = "0", NOT_NEGATIVE,
        .doc = "distance between the end and the outermost body at the start"),
    CONTACT(chain_end_block, contact,
        .doc = "with the outermost body; that of its segment when left out"),
    {0},
};

static const struct field exception_fields[] = {
    INTEGER(chain_exception, at, REQUIRED,
        .doc = "number of the contact, which lies to the right of the bead of that number"),
    CONTACT(chain_exception, contact, REQUIRED, .doc = "in place of that of the segment"),
    {0},
};
static const struct field exception_item = {
    .key = "a contact", .type = FIELD_MAP, .fields = exception_fields};

static const struct field bead_item = {.key = "a bead", .type = FIELD_INTEGER};
static const struct field contact_item = {.key = "a contact", .type = FIELD_INTEGER};

static const struct field field_fields[] = {
    WORD(chain_field, of, fields_of, .initial = "velocity",
        .doc = "velocity of the beads, or force, the mean of a bead's two contacts"),
    QUANTITY(chain_field, every, "s", POSITIVE,
        .doc = "time between rows; left out: about 400 rows, fewer in a short run of a long chain"),
    LIST(chain_field, beads, &bead_item, long, 2, 2,
        .doc = "first and last bead; all of them when left out"),
    INTEGER(chain_field, stride, .initial = "0", BETWEEN(0.0, 1e15),
        .doc = "beads to a cell, which shows the one whose value is largest, either sign; 0: so "
               "many that there are at most 1000 cells"),
    {0},
};

static const struct field chain_fields[] = {
    LIST(chain_block, beads, &segment_item, struct chain_segment, 1, 1000, REQUIRED,
        .doc = "segments from left to right; beads are numbered from 1"),
    MAP(chain_block, striker, striker_fields,
        .doc = "only a velocity: bead 1 starts with it; with radius or mass, or `copy: true`: an "
               "extra body 0 that touches bead 1"),
    FIELD("left", FIELD_MAP, chain_block, end[0], .fields = end_fields, .doc = "left end"),
    FIELD("right", FIELD_MAP, chain_block, end[1], .fields = end_fields, .doc = "right end"),
    QUANTITY(chain_block, gravity, "m/s^2", .initial = "0",
        .doc = "along the chain, to the right; the chain then starts in equilibrium"),
    QUANTITY(chain_block, preload, "N", .initial = "0", NOT_NEGATIVE,
        .doc = "a driven left end or a bar presses the chain with it at the start; else a constant "
               "push on bead 1, such as of a magnet; the chain then starts in equilibrium, an "
               "extra striker just touching"),
    CONTACT(chain_block, contact,
        .doc = "wherever no other one is given; every pair gets its own radius, modulus and mass"),
    LIST(chain_block, contacts, &exception_item, struct chain_exception, 0, 1000,
        .doc = "other laws at single contacts"),
    LIST(chain_block, sensors, &bead_item, long, 0, 1000,
        .doc = "beads watched at every step, 0 for an extra striker; left out: four spread over "
               "the chain"),
    LIST(chain_block, loops, &contact_item, long, 0, 100,
        .doc = "contacts whose hysteresis is recorded; contact k lies to the right of bead k, 0 "
               "between bead 1 and the extra striker or left end"),
    MAP(chain_block, field, field_fields, .doc = "what the picture over place and time shows"),
    {0},
};

static const struct field run_fields[] = {
    WORD(chain_run_block, integrator, chain_integrators, .initial = "verlet",
        .doc = "verlet: second order, the fastest; predictor-corrector: Euler and trapezoid, "
               "second order; rk4: fourth order; dop853: eighth order, adaptive, stops at every "
               "touch and yield"),
    QUANTITY(chain_run_block, step, "s", POSITIVE,
        .doc = "left out: at most a tenth of the longest stable step; one that does not divide "
               "`until` is shortened until it does"),
    QUANTITY(chain_run_block, until, "s", REQUIRED, POSITIVE, .doc = "end of the run"),
    INTEGER(chain_run_block, threads, .initial = "1", BETWEEN(1.0, 256.0),
        .doc = "of verlet, for chains of more than 8192 bodies; the result does not depend on it"),
    QUANTITY(chain_run_block, checkpoint, "s", .initial = "60 s", .choices = none, POSITIVE,
        .doc = "wall time between checkpoints in the output folder, if there is one"),
    QUANTITY(chain_run_block, rtol, "1", .initial = "1e-10", BETWEEN(1e-14, 0.1),
        .doc = "relative tolerance of a step of dop853"),
    QUANTITY(chain_run_block, memory, "1", POSITIVE,
        .doc = "bytes the run may take, where that is less than `--max-memory` allows"),
    {0},
};

static const struct field column_item = {.key = "a column", .type = FIELD_TEXT};

static const struct field series_fields[] = {
    QUANTITY(output_block, every, "s", POSITIVE,
        .doc = "time between rows of the series and of loops; left out: at most 10000 rows"),
    LIST(output_block, series, &column_item, const char *, 1, 0,
        .doc = "columns of the series, in this order; all of them when left out"),
    {0},
};

static const struct field schema[] = {
    MAP(chain_config, chain, chain_fields, REQUIRED,
        .doc = "beads, ends, contacts and what is watched"),
    MAP(chain_config, run, run_fields, REQUIRED, .doc = "how it is computed"),
    MAP(chain_config, output, series_fields, .doc = "the series"),
    {0},
};

// clang-format on

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

// clang-format off
#define KEY(member, unit, doc) COLUMN(struct chain_summary, member, unit, doc)
static const struct column results[] = {
    KEY(sensors, "", "list of `bead`, `peak_force`, `peak_time`, `peak_velocity`"),
    KEY(contacts, "",
         "largest values of all contacts: `max_force`, `max_indentation`, `max_at` with `contact` "
         "and `time` of the force"),
    KEY(wave_speed, "m/s",
         "distance of the centres of first and last sensor over the time between their peaks; "
         "null where the pulse has not passed both"),
    KEY(pulse, "",
         "null unless two sensors lie in a uniform stretch of Hertz contacts without preload; "
         "`sensors` (the two), `speed`, `peak_force` (of contacts), `width` in `beads` and `time` "
         "at half the peak force and in beads at `tenth` and `hundredth` of it, `nesterenko`: "
         "`constant`, `speed` (predicted from the peak force), `ratio` (measured over predicted) "
         "and `half_width` [beads] of the `long_wave` theory and of the `exact` solitary wave of "
         "the discrete chain"),
    KEY(stretches, "", "uniform stretches of the chain, each with its wave speed; see chains.md"),
    KEY(walls, "",
         "`left` and `right`, null where free: `peak_force`, `peak_time`, `impulse` (from the "
         "rows)"),
    KEY(bar, "",
         "null without bars; largest particle velocities `incident`, `reflected`, `transmitted`"),
    KEY(equilibrium, "", "`first` and `last` static contact force; null without equilibrium"),
    KEY(final_velocities, "m/s",
         "of every body, an extra striker first; null above 100000 bodies, then the table `final` "
         "has them"),
    KEY(momentum, "kg m/s", "of all bodies at the end"),
    KEY(energy, "J", "ledger of the chain"),
    KEY(momentum_balance, "",
         "`initial`, `impulse` (of gravity, preload and ends), `final`, `error` (what is missing "
         "over all that passed through)"),
    KEY(step, "s", "`used`, and the longest stable one, `limit`"),
    KEY(solver, "", "`path` (the integrator), `steps`, `evaluations`, `rejected`, `events`"),
    KEY(particle_steps_per_second, "1/s", "bodies times steps over the time of computing"),
    KEY(memory_bytes, "1", "estimate before the run"),
    {0},
};
// clang-format on

const struct kind kind_chain = {
    .name = "chain",
    .doc = "Beads in a row, each touching its neighbours: solitary waves, shock absorbers, a "
           "Hopkinson bar of beads. See [chains.md](chains.md). Further tables: `energy` (where "
           "the energy is), `field` (velocity or force over bead and time), `loops` (hysteresis "
           "of contacts), `sensors`, `pulse` (shape of the pulse against theory), `final` (state "
           "at the end).",
    .example = asset_chain_yaml,
    .schema = schema,
    .config_size = sizeof(struct chain_config),
    .columns = columns,
    .results = results,
    .build = chain_build,
    .run = chain_run,
    .define = chain_define_all,
    .need = chain_need,
    .glimpse = chain_glimpse,
};
