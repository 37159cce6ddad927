// dashpot force: a law on a virgin contact, at one state or many, or through an impact.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "json.h"
#include "terminal.h"

enum { COUNT_MAX = 100000, ROWS_MAX = 1000000 };

struct options {
    const char *law, *delta, *rate, *count, *loop;
    bool json, csv;
    cli_words settings;
};

static int fail_memory(void) {
    return cli_fail(DP_RUN_SYSTEM, "out of memory");
}

// --- numbers of a state, and of a moment of an impact --------------------------------------------

struct field {
    const char *key, *label, *unit;
};

enum { INPUT_COUNT = 2, STATE_COUNT = 6, MOMENT_COUNT = 5 };

static const struct field state_fields[STATE_COUNT] = {
    {"delta", "indentation", "m"},
    {"rate", "rate", "m/s"},
    {"force", "force", "N"},
    {"dforce_ddelta", "d(force)/d(delta)", "N/m"},
    {"dforce_drate", "d(force)/d(rate)", "N s/m"},
    {"stored_energy", "stored energy", "J"},
};

static const struct field moment_fields[MOMENT_COUNT] = {
    {"time", "time", "s"},   {"delta", "indentation", "m"},           {"rate", "rate", "m/s"},
    {"force", "force", "N"}, {"stored_energy", "stored energy", "J"},
};

// --- the law -------------------------------------------------------------------------------------

struct state {
    double delta, rate;
};

static dp_response respond_at(const dp_contact *contact, struct state state, double speed) {
    double history[DP_HISTORY_MAX];
    dp_contact_reset(history);
    dp_contact_begin(contact, history, speed);
    return dp_contact_respond(contact, history, state.delta, state.rate);
}

// True for laws that divide by the approach speed only with some parameters: hertz with a
// restitution. A law that says it needs the speed is caught before.
static bool depends_on_approach(const dp_contact *contact, struct state state) {
    dp_response slow = respond_at(contact, state, 1.0), fast = respond_at(contact, state, 2.0);
    return slow.force != fast.force || slow.dforce_drate != fast.dforce_drate;
}

static int needs_approach(const dp_law *law) {
    return cli_fail(DP_RUN_INPUT,
                    "%s needs approach, the speed at touch, here: --set approach='1 m/s'",
                    law->name);
}

static int prepare(const dp_contact_def *def, dp_contact *contact) {
    const dp_law *law = def->law.law;
    char missing[512];
    dp_error err;
    int count = dp_contact_missing(def, 0, NULL, missing);
    if (count == 1 && strcmp(missing, "approach") == 0) return needs_approach(law);
    if (count > 0)
        return cli_fail(DP_RUN_INPUT, "%s needs %s (--set key=value)", law->name, missing);
    return dp_contact_init(contact, def, &err) == DP_OK ? DP_RUN_DONE : cli_input_failure(&err);
}

static int evaluate(const dp_contact *contact, struct state state, double row[STATE_COUNT]) {
    if (state.delta > contact->limit)
        return cli_fail(DP_RUN_NUMERIC, "delta is %g m; %s ends at %.6g m and has no force beyond",
                        state.delta, contact->law->name, contact->limit);
    bool is_open = isnan(contact->approach);
    if (is_open && depends_on_approach(contact, state)) return needs_approach(contact->law);

    dp_response r = respond_at(contact, state, is_open ? 1.0 : contact->approach);
    if (!isfinite(r.force))
        return cli_fail(DP_RUN_NUMERIC, "%s has no finite force at delta = %g m, rate = %g m/s",
                        contact->law->name, state.delta, state.rate);
    memcpy(row,
           (double[STATE_COUNT]){state.delta, state.rate, r.force, r.dforce_ddelta, r.dforce_drate,
                                 r.stored},
           STATE_COUNT * sizeof *row);
    return DP_RUN_DONE;
}

// --- notes ---------------------------------------------------------------------------------------

// Bounds of the law that are broken, in the sentences of a run. A formula is evaluated wherever it
// is asked for, so these are notes, whatever they say.
static json_t *find_notes(const dp_usage *usage) {
    dp_breach breach[DP_BOUND_COUNT];
    int count = dp_validity(usage, breach);
    json_t *notes = json_array();
    for (int i = 0; i < count; i++) {
        char text[600];
        // one state is no impact and delivers no restitution
        if (breach[i].bound == DP_BOUND_RESTITUTION && isnan(usage->speed)) continue;
        dp_breach_text(usage, &breach[i], text, sizeof text);
        cli_json_push(notes, json_string(text));
    }
    return notes;
}

// Of a state with this indentation, the deepest of several.
static json_t *notes_of_state(const dp_contact_def *def, double delta) {
    dp_usage usage = dp_usage_defaults(def);
    usage.indentation = delta;
    return find_notes(&usage);
}

static json_t *notes_of_impact(const dp_contact_def *def, double speed, const dp_impact *impact) {
    dp_usage usage = dp_usage_defaults(def);
    usage.indentation = impact->max_indentation;
    usage.speed = speed;
    usage.delivered = impact->restitution;
    usage.has_flowed = impact->energy.plastic > 0.0;
    return find_notes(&usage);
}

static void print_notes(const json_t *notes) {
    for (size_t i = 0; i < json_array_size(notes); i++)
        cli_say(stderr, "note: %s\n", json_string_value(json_array_get(notes, i)));
}

// --- one state -----------------------------------------------------------------------------------

static void put_fields(json_t *object, const double *row, int from, int to) {
    for (int i = from; i < to; i++)
        cli_json_put(object, state_fields[i].key, cli_json_number(row[i]));
}

static void put_contact(json_t *object, const dp_contact_def *def) {
    cli_json_put(object, "approach", cli_json_number(def->approach));
    cli_json_put(object, "tension", json_string(dp_tension_name(def->tension)));
}

static json_t *begin_document(const dp_contact_def *def) {
    json_t *object = json_object();
    cli_json_put(object, "law", json_string(def->law.law->name));
    return object;
}

static void print_state_json(const dp_contact_def *def, const double *row, json_t *notes) {
    json_t *object = begin_document(def);
    put_fields(object, row, 0, INPUT_COUNT);
    put_contact(object, def);
    put_fields(object, row, INPUT_COUNT, STATE_COUNT);
    cli_json_put(object, "notes", notes);
    cli_print_json(object);
}

static void print_line(const struct field *field, double value) {
    char number[DP_NUMBER_MAX];
    printf("%-17s %16s %s\n", field->label, cli_number(value, number), field->unit);
}

static void print_state(const dp_contact_def *def, const double *row) {
    static const struct field approach = {"approach", "approach", "m/s"};
    printf("%s, virgin contact, tension: %s\n\n", def->law.law->name,
           dp_tension_name(def->tension));
    for (int i = 0; i < STATE_COUNT; i++) {
        if (i == INPUT_COUNT && !isnan(def->approach)) print_line(&approach, def->approach);
        print_line(&state_fields[i], row[i]);
    }
}

// --- tables --------------------------------------------------------------------------------------

// Rows of numbers, row after row.
struct table {
    int columns;
    const struct field *field;  // of each column
    size_t rows, room;
    double *value;  // owned; NULL: none yet
};

// False when out of memory.
static bool add_row(struct table *table, const double *row) {
    size_t width = (size_t)table->columns * sizeof *row;
    if (table->rows == table->room) {
        size_t room = table->room > 0 ? 2 * table->room : 256;
        double *value = realloc(table->value, room * width);
        if (value == NULL) return false;
        table->value = value;
        table->room = room;
    }
    memcpy(table->value + table->rows++ * (size_t)table->columns, row, width);
    return true;
}

static json_t *table_json(const struct table *table) {
    json_t *object = json_object(), *columns = json_array(), *rows = json_array();
    const double *value = table->value;
    for (int c = 0; c < table->columns; c++) {
        json_t *column = json_object();
        cli_json_put(column, "name", json_string(table->field[c].key));
        cli_json_put(column, "unit", json_string(table->field[c].unit));
        cli_json_push(columns, column);
    }
    for (size_t row = 0; row < table->rows; row++) {
        json_t *values = json_array();
        for (int c = 0; c < table->columns; c++)
            cli_json_push(values, cli_json_number(*value++));
        cli_json_push(rows, values);
    }
    cli_json_put(object, "columns", columns);
    cli_json_put(object, "rows", rows);
    return object;
}

static void print_columns(const struct table *table) {
    enum { WIDTH = 13 };
    const double *value = table->value;
    int last = table->columns - 1;
    for (int c = 0; c <= last; c++)
        printf("%*s%s", WIDTH, table->field[c].key, c < last ? " " : "\n");
    for (int c = 0; c <= last; c++) {
        char unit[32];
        snprintf(unit, sizeof unit, "[%s]", table->field[c].unit);
        printf("%*s%s", WIDTH, unit, c < last ? " " : "\n");
    }
    for (size_t row = 0; row < table->rows; row++) {
        for (int c = 0; c <= last; c++)
            printf("%*.6g%s", WIDTH, *value++, c < last ? " " : "\n");
    }
}

static void print_csv(const struct table *table) {
    char number[DP_NUMBER_MAX];
    const double *value = table->value;
    int last = table->columns - 1;
    for (int c = 0; c <= last; c++)
        printf("%s [%s]%s", table->field[c].key, table->field[c].unit, c < last ? "," : "\n");
    for (size_t row = 0; row < table->rows; row++) {
        for (int c = 0; c <= last; c++, value++)
            printf("%s%s", isfinite(*value) ? dp_number_text(*value, number) : "",
                   c < last ? "," : "\n");
    }
}

// `document`: what stands beside the table with --json; it is used up, as are the notes.
static void print_table(const struct options *options, const dp_contact_def *def,
                        const struct table *table, json_t *notes, json_t *document) {
    if (options->json) {
        cli_json_put(document, "notes", notes);
        cli_json_put(document, "table", table_json(table));
        cli_print_json(document);
        return;
    }
    print_notes(notes);
    json_decref(notes);
    json_decref(document);
    if (options->csv) {
        print_csv(table);
        return;
    }
    printf("%s, virgin contact, tension: %s", def->law.law->name, dp_tension_name(def->tension));
    if (!isnan(def->approach)) printf(", approach %g m/s", def->approach);
    puts("\n");
    print_columns(table);
}

// --- ranges --------------------------------------------------------------------------------------

// A value, or count values from one to the other.
struct range {
    double from, to;  // SI
    long count;       // 1: a single value
};

enum { END_MAX = 80 };

// The first end of a range, with the unit of the second one when it has none.
static void write_first(const char *text, size_t length, const char *second, char first[END_MAX]) {
    char *end;
    snprintf(first, END_MAX, "%.*s", (int)length, text);
    strtod(first, &end);
    bool has_unit = end[strspn(end, " \t")] != '\0';
    if (has_unit || end == first) return;
    strtod(second, &end);
    size_t used = strlen(first);
    snprintf(first + used, END_MAX - used, " %s", end + strspn(end, " \t"));
}

// Read "2 um" or "0..10 um"; a unit of the second end is that of the first, too, unless it has its
// own. `count`: values of a range. Says what is wrong and returns an exit status.
static int read_range(const char *name, const char *text, const char *unit, long count,
                      struct range *range) {
    const char *dots = strstr(text, "..");
    dp_error err;
    *range = (struct range){.count = 1};
    if (dots == NULL) {
        if (dp_quantity_read(name, text, unit, &range->from, &err) != DP_OK)
            return cli_input_failure(&err);
        range->to = range->from;
        return DP_RUN_DONE;
    }
    char first[END_MAX];
    if (strlen(text) >= END_MAX / 2)
        return cli_fail(DP_RUN_INPUT, "%s is '%.60s'; it must be a range like 0..10 um", name,
                        text);
    write_first(text, (size_t)(dots - text), dots + 2, first);
    if (dp_quantity_read(name, first, unit, &range->from, &err) != DP_OK ||
        dp_quantity_read(name, dots + 2, unit, &range->to, &err) != DP_OK)
        return cli_input_failure(&err);
    if (range->from == range->to)
        return cli_fail(DP_RUN_INPUT, "%s is '%s'; the ends of a range must differ", name, text);
    range->count = count;
    return DP_RUN_DONE;
}

static double range_at(const struct range *range, long i) {
    return range->count == 1 ? range->from
                             : dp_value_between(range->from, range->to, i, range->count);
}

// Values of a range, as a user gives the number. NULL: as many as usual.
static int read_count(const char *text, long usual, long *count) {
    double value;
    dp_error err;
    *count = usual;
    if (text == NULL) return DP_RUN_DONE;
    if (dp_quantity_read("--count", text, "1", &value, &err) != DP_OK)
        return cli_input_failure(&err);
    if (value != floor(value) || value < 2.0 || value > COUNT_MAX)
        return cli_fail(DP_RUN_INPUT, "--count is %.60s; it must be a whole number in 2..%d", text,
                        COUNT_MAX);
    *count = (long)value;
    return DP_RUN_DONE;
}

static int fill_table(const dp_contact *contact, const struct range *delta,
                      const struct range *rate, struct table *table) {
    for (long i = 0; i < rate->count; i++) {
        for (long j = 0; j < delta->count; j++) {
            struct state state = {range_at(delta, j), range_at(rate, i)};
            double row[STATE_COUNT];
            int status = evaluate(contact, state, row);
            if (status != DP_RUN_DONE) return status;
            if (!add_row(table, row)) return fail_memory();
        }
    }
    return DP_RUN_DONE;
}

static int run_ranges(const struct options *options, const dp_contact_def *def,
                      const struct range *delta, const struct range *rate) {
    dp_contact contact;
    struct table table = {.columns = STATE_COUNT, .field = state_fields};
    if (delta->count > ROWS_MAX / rate->count)
        return cli_fail(DP_RUN_INPUT, "--count makes %ld x %ld rows; the most is %d", rate->count,
                        delta->count, ROWS_MAX);
    int status = prepare(def, &contact);
    if (status != DP_RUN_DONE) return status;
    status = fill_table(&contact, delta, rate, &table);
    if (status == DP_RUN_DONE) {
        double deepest = fmax(delta->from, range_at(delta, delta->count - 1));
        json_t *document = begin_document(def);
        put_contact(document, def);
        print_table(options, def, &table, notes_of_state(def, deepest), document);
    }
    free(table.value);
    return status;
}

static int run_state(const struct options *options, const dp_contact_def *def, struct state state) {
    dp_contact contact;
    double row[STATE_COUNT];
    int status = prepare(def, &contact);
    if (status == DP_RUN_DONE) status = evaluate(&contact, state, row);
    if (status != DP_RUN_DONE) return status;
    json_t *notes = notes_of_state(def, state.delta);
    if (options->json) {
        print_state_json(def, row, notes);
        return DP_RUN_DONE;
    }
    print_state(def, row);
    print_notes(notes);
    json_decref(notes);
    return DP_RUN_DONE;
}

static int run_states(const struct options *options, const dp_contact_def *def) {
    enum { USUAL_COUNT = 21 };
    struct range delta, rate;
    long count;
    int status = read_count(options->count, USUAL_COUNT, &count);
    if (status == DP_RUN_DONE) status = read_range("delta", options->delta, "m", count, &delta);
    if (status == DP_RUN_DONE) status = read_range("rate", options->rate, "m/s", count, &rate);
    if (status != DP_RUN_DONE) return status;
    if (delta.count > 1 || rate.count > 1 || options->csv)
        return run_ranges(options, def, &delta, &rate);
    if (options->count != NULL)
        return cli_fail(DP_RUN_USAGE, "--count is for a range like --delta '0..10 um', or --loop");
    return run_state(options, def, (struct state){delta.from, rate.from});
}

// --- the loop of an impact -----------------------------------------------------------------------

struct loop {
    struct table table;
    bool is_out_of_memory;
};

static void take_sample(void *user, const dp_impact_sample *s) {
    struct loop *loop = (struct loop *)user;
    const double row[MOMENT_COUNT] = {s->time, s->indentation, s->rate, s->force, s->stored};
    if (!loop->is_out_of_memory) loop->is_out_of_memory = !add_row(&loop->table, row);
}

static json_t *impact_json(const dp_contact_def *def, double speed, const dp_impact *impact) {
    json_t *object = begin_document(def);
    put_contact(object, def);
    cli_json_put(object, "mass", cli_json_number(def->pair.mass));
    cli_json_put(object, "speed", cli_json_number(speed));
    cli_json_put(object, "restitution", cli_json_number(impact->restitution));
    cli_json_put(object, "max_force", cli_json_number(impact->max_force));
    cli_json_put(object, "max_indentation", cli_json_number(impact->max_indentation));
    cli_json_put(object, "duration", cli_json_number(impact->duration));
    return object;
}

// The first run tells how long it takes, the second one has the rows.
static int solve_loop(const dp_contact *contact, const dp_contact_def *def, double speed,
                      long count, struct loop *loop, dp_impact *impact) {
    dp_impact_def motion = dp_impact_defaults();
    motion.mass = def->pair.mass;
    motion.speed = speed;
    motion.path = DP_PATH_INTEGRATED;
    motion.user = loop;
    dp_error err;
    if (dp_impact_run(contact, &motion, impact, &err) != DP_OK) return cli_compute_failure(&err);
    // a little more, so that the end is not met twice
    motion.every = impact->separation_time / (double)(count - 1) * (1.0 + 1e-12);
    motion.observe = take_sample;
    if (dp_impact_run(contact, &motion, impact, &err) != DP_OK) return cli_compute_failure(&err);
    return loop->is_out_of_memory ? fail_memory() : DP_RUN_DONE;
}

static int run_loop(const struct options *options, const dp_contact_def *def) {
    enum { USUAL_COUNT = 101 };
    const dp_law *law = def->law.law;
    struct loop loop = {.table = {.columns = MOMENT_COUNT, .field = moment_fields}};
    char missing[512];
    dp_contact contact;
    dp_impact impact;
    dp_error err;
    double speed;
    long count;
    int status = read_count(options->count, USUAL_COUNT, &count);
    if (status != DP_RUN_DONE) return status;
    if (dp_quantity_read("--loop", options->loop, "m/s", &speed, &err) != DP_OK)
        return cli_input_failure(&err);
    if (!(speed > 0.0))
        return cli_fail(DP_RUN_INPUT, "--loop is '%.60s'; the speed must be positive",
                        options->loop);
    // the speed at the touch is that of the impact, unless another one is fixed
    dp_contact_def moving = *def;
    if (isnan(moving.approach)) moving.approach = speed;
    if (dp_contact_missing(&moving, DP_NEEDS_MASS, NULL, missing) > 0)
        return cli_fail(DP_RUN_INPUT, "the loop of an impact with %s needs %s (--set key=value)",
                        law->name, missing);
    if (dp_contact_init(&contact, def, &err) != DP_OK) return cli_input_failure(&err);
    status = solve_loop(&contact, def, speed, count, &loop, &impact);
    if (status == DP_RUN_DONE)
        print_table(options, &moving, &loop.table, notes_of_impact(def, speed, &impact),
                    impact_json(&moving, speed, &impact));
    free(loop.table.value);
    return status;
}

// --- the command ---------------------------------------------------------------------------------

static int check_options(const struct options *o) {
    if (o->json && o->csv) return cli_fail(DP_RUN_USAGE, "--json and --csv exclude each other");
    if (o->law == NULL)
        return cli_fail(DP_RUN_USAGE, "force needs --law, --delta and --rate (--law is missing)");
    if (o->loop != NULL && (o->delta != NULL || o->rate != NULL))
        return cli_fail(DP_RUN_USAGE, "--loop has its own %s; leave it out",
                        o->delta != NULL ? "--delta" : "--rate");
    if (o->loop == NULL && (o->delta == NULL || o->rate == NULL))
        return cli_fail(DP_RUN_USAGE,
                        "force needs --law, --delta and --rate (%s is missing), or --loop",
                        o->delta == NULL ? "--delta" : "--rate");
    return DP_RUN_DONE;
}

static int run(int argc, char **argv) {
    struct options given = {0};
    cli_words rest = {.count = 0};
    const cli_option options[] = {{.name = "--law", .value = &given.law},
                                  {.name = "--set", .words = &given.settings},
                                  {.name = "--delta", .value = &given.delta},
                                  {.name = "--rate", .value = &given.rate},
                                  {.name = "--count", .value = &given.count},
                                  {.name = "--loop", .value = &given.loop},
                                  {.name = "--csv", .flag = &given.csv},
                                  {.name = "--json", .flag = &given.json},
                                  {0}};
    int status = cli_parse_words(argc, argv, options, &rest, 0);
    if (status == DP_RUN_DONE) status = check_options(&given);
    if (status != DP_RUN_DONE) return status;

    dp_contact_request request;
    status = cli_read_contact(&request, given.law, &given.settings);
    if (status != DP_RUN_DONE) return status;
    return given.loop != NULL ? run_loop(&given, &request.def) : run_states(&given, &request.def);
}

const cli_command cmd_force = {
    .name = "force",
    .summary = "force, tangents and stored energy of a law at one state or many",
    .help =
        "usage: dashpot force --law NAME [--set key=value]... --delta D --rate V [--count N]\n"
        "                     [--csv | --json]\n"
        "       dashpot force --law NAME [--set key=value]... --loop SPEED [--count N]\n"
        "                     [--csv | --json]\n"
        "\n"
        "Evaluate a law on a contact that was never touched before, at one state or over ranges,\n"
        "or follow it through an impact.\n"
        "\n"
        "  --law NAME         name or alias, see dashpot laws\n"
        "  --set key=value    a parameter of the law (see dashpot law NAME), or of the pair:\n"
        "                     stiffness, or modulus and radius; mass, yield, bearing_radius,\n"
        "                     clearance, length; or approach, approach_floor, tension (clamp,\n"
        "                     allow or release)\n"
        "  --delta D          indentation, positive when the bodies overlap\n"
        "  --rate V           its rate, positive while loading\n"
        "                     D and V may be ranges: '0..10 um'. Of two ranges every value of one\n"
        "                     meets every value of the other.\n"
        "  --loop SPEED       the loop of an impact at that speed; needs mass\n"
        "  --count N          values of a range, 21 when left out; rows of a loop, 101\n"
        "  --csv              a table as CSV, one row per state\n"
        "  --json             force, dforce_ddelta, dforce_drate, stored_energy, in SI; of ranges\n"
        "                     and loops a table: columns with names and units, and rows; notes\n"
        "\n"
        "A state outside the bounds of the law, such as an indentation of two radii, is evaluated\n"
        "all the same. Notes on standard error say so, in JSON `notes`; of many states the worst.\n"
        "\n"
        "Values are SI numbers or carry a unit: '9.5 mm', '207 GPa', '1 mm/s'.\n"
        "\n"
        "examples:\n"
        "  dashpot force --law hunt-crossley --set restitution=0.7 --set modulus='110 GPa' \\\n"
        "    --set radius='10 mm' --set approach='0.5 m/s' --delta '2 um' --rate '0.3 m/s'\n"
        "  dashpot force --law hertz --set stiffness=1e9 --delta '0..10 um' --rate 0 --count 50\n",
    .run = run,
};
