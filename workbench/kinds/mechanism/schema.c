// Rigid bodies in a plane: ideal joints, joints with clearance, drivers, springs, contacts.

#include "scenario/schema.h"
#include "assets.h"
#include "base/json.h"
#include "kinds/mechanism/mechanism.h"

// --- the mechanism -------------------------------------------------------------------------------

const struct field mechanism_length_item = {
    .key = "a coordinate", .type = FIELD_QUANTITY, .unit = "m"};
const struct field mechanism_number_item = {
    .key = "a component", .type = FIELD_QUANTITY, .unit = "1"};
const struct field mechanism_body_item = {.key = "between", .type = FIELD_TEXT};
const struct field mechanism_point_item = {.key = "a point",
                                           .type = FIELD_LIST,
                                           .item = &mechanism_length_item,
                                           .item_size = sizeof(double),
                                           .least = 2,
                                           .most = 2};
static const struct field gravity_item = {
    .key = "gravity", .type = FIELD_QUANTITY, .unit = "m/s^2"};
static const struct field watch_item = {.key = "watch", .type = FIELD_TEXT};

// clang-format off
static const struct field body_fields[] = {
    TEXT(mechanism_body_block, name, REQUIRED,
        .doc = "letters, digits, - and _; `ground` is the frame and needs no entry"),
    QUANTITY(mechanism_body_block, mass, "kg", REQUIRED, .doc = "positive"),
    QUANTITY(mechanism_body_block, inertia, "kg m^2", REQUIRED,
        .doc = "about the centre of mass, positive"),
    {0},
};

static const struct field body_list = {.key = "a body", .type = FIELD_MAP, .fields = body_fields};
static const struct field joint_list = {
    .key = "a joint", .type = FIELD_MAP, .fields = mechanism_joint_fields};
static const struct field touch_list = {
    .key = "a contact", .type = FIELD_MAP, .fields = mechanism_touch_fields};
static const struct field driver_list = {
    .key = "a driver", .type = FIELD_MAP, .fields = mechanism_driver_fields,
    .rule = "{\"oneOf\": [{\"required\": [\"speed\"]}, {\"required\": [\"angle\"]}, "
            "{\"required\": [\"position\"]}]}"};
static const struct field force_list = {
    .key = "a force", .type = FIELD_MAP, .fields = mechanism_force_fields};

static const struct field mechanism_fields[] = {
    TWO(mechanism_block, gravity, gravity_item,
        .doc = "[m/s^2] in the fixed frame; [0, 0] when left out"),
    LIST(mechanism_block, bodies, &body_list, struct mechanism_body_block, 1, 20000, REQUIRED,
        .doc = "rigid bodies"),
    LIST(mechanism_block, joints, &joint_list, struct mechanism_joint_block, 0, 20000,
        .doc = "what holds them together"),
    LIST(mechanism_block, contacts, &touch_list, struct mechanism_touch_block, 0, 20000,
        .doc = "surfaces of bodies that may meet and part: cams, stops"),
    LIST(mechanism_block, drivers, &driver_list, struct mechanism_driver_block, 0, 20000,
        .doc = "prescribed motions"),
    LIST(mechanism_block, forces, &force_list, struct mechanism_force_block, 0, 20000,
        .doc = "springs, dampers, loads"),
    VALUE(mechanism_block, start, .form = mechanism_start_form,
        .doc = "assembled: every clearance zero, every driven angle 0; or a map of bodies, each "
               "with an angle (`{crank: 30 deg}`) or with `x`, `y`, `angle`, `vx`, `vy`, "
               "`omega`. These values are kept; the others follow from the joints, the drivers and "
               "the given values. Values that contradict each other are refused; an angle by "
               "itself that the drivers decide otherwise only chooses the branch, and a note says "
               "so"),
    VALUE(mechanism_block, near, .form = mechanism_near_form,
        .doc = "of several ways to close the joints the one nearest to these values: a map of "
               "bodies, each with an angle (`{rocker: 100 deg}`) or with `x`, `y`, `angle`. They "
               "are not kept"),
    LIST(mechanism_block, watch, &watch_item, const char *, 1, 64,
        .doc = "channels whose statistics are reported and drawn; sliders, loose joints and "
               "drivers when left out"),
    {0},
};

// --- the run and its output ----------------------------------------------------------------------

static const char *const steppers[] = {"auto", "explicit", "implicit", NULL};

static const struct field series_item = {.key = "series", .type = FIELD_TEXT};

static const struct field run_fields[] = {
    QUANTITY(mechanism_run_block, turns, "1", POSITIVE,
        .doc = "turns of the first driver with a constant speed; parts of a turn are allowed"),
    QUANTITY(mechanism_run_block, until, "s", POSITIVE, .doc = "in place of `turns`"),
    VALUE(mechanism_run_block, skip, .form = schema_any_quantity,
        .doc = "where the window of the statistics begins: turns beside `turns`, else seconds; 0 "
               "when left out"),
    QUANTITY(mechanism_run_block, rtol, "1", .initial = "1e-8", BETWEEN(1e-13, 1e-2),
        .doc = "relative tolerance of a step"),
    INTEGER(mechanism_run_block, ensemble, .initial = "1", BETWEEN(1.0, 10000.0),
        .doc = "above 1: so many copies, whose starts differ by 1e-9 m times a fixed sequence in "
               "one coordinate, or in one of each group of loose joints, give mean and spread of "
               "every statistic"),
    INTEGER(mechanism_run_block, seed, .initial = "1", BETWEEN(0.0, 1e9),
        .doc = "chooses the sequence"),
    FIELD("shadow", FIELD_FLAG, mechanism_run_block, has_shadow, .initial = "true",
        .doc = "true: two more runs, one whose start is 1e-10 m aside and one with a hundredth of "
               "the tolerance, tell how long a history holds (`horizon`); where surfaces can part"),
    FIELD("ideal", FIELD_FLAG, mechanism_run_block, has_ideal, .initial = "true",
        .doc = "true: the same mechanism with ideal joints is run for comparison, where it can "
               "be assembled"),
    WORD(mechanism_run_block, stepper, steppers, .initial = "auto",
        .doc = "explicit: Dormand-Prince of order 8; implicit: Radau of order 9 wherever "
               "something touches; auto: whichever is cheaper"),
    INTEGER(mechanism_run_block, threads, .initial = "0", BETWEEN(0.0, 256.0),
        .doc = "for the copies; 0: one for each core; the result is the same for any number"),
    {0},
};

static const struct field output_block_fields[] = {
    QUANTITY(output_block, every, "s", POSITIVE,
        .doc = "time between rows of the series; when left out 2000 rows to a turn, and 5000 to "
               "100000 in all. Every contact has three more rows, at its onset, its largest force "
               "and its end"),
    LIST(output_block, series, &series_item, const char *, 1, 200,
        .doc = "channels of the series, after `time`, and `regular`; those watched and `regular` "
               "when left out"),
    {0},
};

static const struct field schema[] = {
    MAP(mechanism_config, mechanism, mechanism_fields, REQUIRED,
        .doc = "bodies and what holds, drives and loads them"),
    MAP(mechanism_config, run, run_fields, REQUIRED, .doc = "how long, and how it is computed"),
    MAP(mechanism_config, output, output_block_fields, .doc = "the series"),
    {0},
};

// channels have the names of what they belong to: BODY, DRIVER, JOINT and LOOSE stand for those
static const struct column columns[] = {
    COLUMN_DOC("time", "s", "always the first"),
    COLUMN_DOC("BODY.x", "m", "of the centre of mass; also `y`"),
    COLUMN_DOC("BODY.angle", "rad", "anticlockwise"),
    COLUMN_DOC("BODY.vx", "m/s", "also `vy`"),
    COLUMN_DOC("BODY.omega", "rad/s", "angular velocity"),
    COLUMN_DOC("BODY.ax", "m/s^2", "acceleration; also `ay`"),
    COLUMN_DOC("BODY.alpha", "rad/s^2", "angular acceleration"),
    COLUMN_DOC("DRIVER.moment", "N m",
               "on its body; of a driver of a position `force` [N], along its direction, at the "
               "centre of mass"),
    COLUMN_DOC("DRIVER.power", "W", "what the driver does"),
    COLUMN_DOC("JOINT.fx", "N",
         "force of an ideal joint on its second body; also `fy`, `force` (its size)"),
    COLUMN_DOC("JOINT.moment", "N m",
               "moment of an ideal joint on its second body, about the point of that body"),
    COLUMN_DOC("LOOSE.ex", "m",
         "journal centre from bearing centre; also `ey`, `eccentricity`. LOOSE: a clearance "
         "joint, a contact, a corner (GUIDE.1 to GUIDE.4)"),
    COLUMN_DOC("LOOSE.indentation", "m", "negative when apart"),
    COLUMN_DOC("LOOSE.rate", "m/s", "of the indentation"),
    COLUMN_DOC("LOOSE.force", "N", "normal force"),
    COLUMN_DOC("LOOSE.friction", "N", "friction force"),
    COLUMN_DOC("LOOSE.fx", "N", "force on the first body; also `fy`"),
    COLUMN_DOC("LOOSE.slip", "m/s", "sliding speed"),
    COLUMN_DOC("LOOSE.contact", "1", "1 in contact, else 0"),
    COLUMN_DOC("CHANNEL_ideal", "",
         "the same channel with ideal joints, beside each that was watched; at rows of contacts "
         "on the straight line between regular rows"),
    COLUMN_DOC("regular", "1",
         "the last, unless `output.series` leaves it out: 1 at rows that stand `output.every` "
         "apart and at the end, 0 at the onset, the largest force or the end of a contact"),
    {0},
};

static const struct column results[] = {
    COLUMN_DOC("window", "s", "`from` and `to` of the statistics"),
    COLUMN_DOC("channels", "",
         "by the name of every watched channel: `max`, `min`, `rms`, `mean` over the window, "
         "`max_time`, `min_time`, `unit`"),
    COLUMN_DOC("joints", "",
         "by the name of every loose joint: `contact_share`, `max_force`, `max_indentation`, "
         "`modes` (shares of time: `flight`, `impact`, `following`) and `window_impacts`, over "
         "the window; `impact_count`, `first_impact` {`time`, `approach_speed`} (null: none) and "
         "`impacts` [{`time`, `approach_speed`, `separation_speed`, `mass`, `max_force`, "
         "`max_indentation`, `duration`; with "
         "`restitution_from` also `restitution_asked`, the one of this contact}], the first 10000, "
         "over the whole run. A guide has such entries for its four `corners`. Of a law that "
         "leaves dents: `max_dent` [m] at the end of the run, and of a bearing `dents` [{`angle`, "
         "`depth`}] [rad, m] by rising angle in the frame of the bearing, `clearance_after` [m] "
         "at the deepest of them, `slid_over_sectors`, the number of contacts that left the sector "
         "they began in"),
    COLUMN_DOC("contacts", "", "the same for every entry of `contacts`; absent if there is none"),
    COLUMN_DOC("ideal", "",
         "`channels` of the mechanism with ideal joints; absent if it was not run"),
    COLUMN_DOC("start", "",
         "how it begins: `given` and `derived`, each a map of values by name (`crank.angle`, "
         "`slider.vx`) in SI. Given are those that stand under `start`; derived follow from them, "
         "the joints and the drivers"),
    COLUMN_DOC("mobility", "1",
         "coordinates less equations that close loops; a driven coordinate is none"),
    COLUMN_DOC("redundant", "", "list of sentences: equations of joints that say nothing new"),
    COLUMN_DOC("constraint_error", "1", "largest gap in a loop over the size of the mechanism"),
    COLUMN_DOC("singular_positions", "",
         "of closed loops of ideal joints that the run passed: `count`, and the `first` {`time`, "
         "`joint`} (null: none), with the joint that loses its hold there"),
    COLUMN_DOC("horizon", "s",
         "how long a history holds: until a start 1e-10 m aside, or the tolerance, moves a loose "
         "joint or a contact by 1 % of its play; null: neither does before the end, or there was "
         "no shadow run"),
    COLUMN_DOC("horizon_reached", "", "true, false, or null without a shadow run"),
    COLUMN_DOC("horizon_cause", "", "start, tolerance, or null"),
    COLUMN_DOC("shadow", "",
         "`start` [s] and `tolerance` [s], when each does so (null: not before the end; the "
         "tolerance: not before the start either); `joint`, the one that parts; `rtol`, that of "
         "the run, which a small clearance may lower, and `other_rtol`, that of the run beside "
         "it; `compared_until` [s]; `play` [m] of every pair: clearance, or the largest gap of a "
         "contact after its first touch; absent without a shadow run"),
    COLUMN_DOC("ensemble", "",
         "`copies`, `seed`, `moved` (what their starts differ in) and `channels`, `joints`, "
         "`contacts` as above with {`mean`, `spread`} (sample standard deviation) in place of "
         "every number; absent without copies"),
    COLUMN_DOC("energy", "J", "ledger; `input`: work of drivers and applied forces"),
    COLUMN_DOC("solver", "",
         "`path` (the stepper), `steps`, `evaluations`, `rejected`, `events`, `implicit_steps`"),
    {0},
};

// clang-format on

const struct kind kind_mechanism = {
    .name = "mechanism",
    .doc = "Rigid bodies in a plane, with ideal joints, joints with clearance, drivers, springs, "
           "loads and contacts. Points are in coordinates of their body, origin at its centre of "
           "mass; points of `ground` are in the fixed frame. A mechanism with clearance forgets "
           "its start: [mechanism-scenarios.md](mechanism-scenarios.md) says which results can be "
           "trusted, and describes tables, further tables and the report.",
    .example = asset_mechanism_yaml,
    .schema = schema,
    .config_size = sizeof(struct mechanism_config),
    .columns = columns,
    .results = results,
    .build = mechanism_build,
    .run = mechanism_run,
    .define = mechanism_define_all,
    .need = mechanism_need,
    .glimpse = mechanism_glimpse,
    .points = mechanism_copies,
    .run_part = mechanism_run_part,
};
