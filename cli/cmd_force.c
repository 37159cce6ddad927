// dashpot force: a law on a virgin contact, at one state or many, or through an impact.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "dashpot/workbench.h"
#include "force_notes.h"
#include "force_table.h"
#include "json.h"
#include "law_name.h"
#include "terminal.h"

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

static int evaluate(const dp_contact *contact, struct state state, dp_response *response) {
    if (state.delta > contact->limit)
        return cli_fail(DP_RUN_NUMERIC, "delta is %g m; %s ends at %.6g m and has no force beyond",
                        state.delta, contact->law->name, contact->limit);
    bool is_open = isnan(contact->approach);
    if (is_open && depends_on_approach(contact, state)) return needs_approach(contact->law);

    *response = respond_at(contact, state, is_open ? 1.0 : contact->approach);
    if (!isfinite(response->force))
        return cli_fail(DP_RUN_NUMERIC, "%s has no finite force at delta = %g m, rate = %g m/s",
                        contact->law->name, state.delta, state.rate);
    return DP_RUN_DONE;
}

static void print_json(const dp_contact_def *def, struct state state, const dp_response *r,
                       const struct force_notes *notes) {
    json_t *object = json_object();
    cli_json_put(object, "law", json_string(def->law.law->name));
    cli_json_put(object, "delta", cli_json_number(state.delta));
    cli_json_put(object, "rate", cli_json_number(state.rate));
    cli_json_put(object, "approach", cli_json_number(def->approach));
    cli_json_put(object, "tension", json_string(dp_tension_name(def->tension)));
    cli_json_put(object, "force", cli_json_number(r->force));
    cli_json_put(object, "dforce_ddelta", cli_json_number(r->dforce_ddelta));
    cli_json_put(object, "dforce_drate", cli_json_number(r->dforce_drate));
    cli_json_put(object, "stored_energy", cli_json_number(r->stored));
    cli_json_put(object, "notes", force_notes_json(notes));
    cli_print_json(object);
}

static void print_line(const char *label, double value, const char *unit) {
    char number[DP_NUMBER_MAX];
    printf("%-17s %16s %s\n", label, cli_number(value, number), unit);
}

static void print_text(const dp_contact_def *def, struct state state, const dp_response *r) {
    printf("%s, virgin contact, tension: %s\n\n", def->law.law->name,
           dp_tension_name(def->tension));
    print_line("indentation", state.delta, "m");
    print_line("rate", state.rate, "m/s");
    if (!isnan(def->approach)) print_line("approach", def->approach, "m/s");
    print_line("force", r->force, "N");
    print_line("d(force)/d(delta)", r->dforce_ddelta, "N/m");
    print_line("d(force)/d(rate)", r->dforce_drate, "N s/m");
    print_line("stored energy", r->stored, "J");
}

// --- tables --------------------------------------------------------------------------------------

struct options {
    const char *law, *delta, *rate, *count, *loop;
    bool json, csv;
    cli_words settings;
};

static const char *const columns[] = {"delta",         "rate",         "force",
                                      "dforce_ddelta", "dforce_drate", "stored_energy"};
static const char *const units[] = {"m", "m/s", "N", "N/m", "N s/m", "J"};
enum { COLUMN_COUNT = sizeof columns / sizeof *columns };

static const char *const loop_columns[] = {"time", "delta", "rate", "force", "stored_energy"};
static const char *const loop_units[] = {"s", "m", "m/s", "N", "J"};
enum { LOOP_COLUMN_COUNT = sizeof loop_columns / sizeof *loop_columns };

static int fail_memory(void) {
    return cli_fail(DP_RUN_SYSTEM, "out of memory");
}

static json_t *head_json(const dp_contact_def *def) {
    json_t *object = json_object();
    cli_json_put(object, "law", json_string(def->law.law->name));
    cli_json_put(object, "approach", cli_json_number(def->approach));
    cli_json_put(object, "tension", json_string(dp_tension_name(def->tension)));
    return object;
}

// `document`: what stands beside the table with --json; it is used up.
static void print_table(const struct options *options, const dp_contact_def *def,
                        const struct force_table *table, const struct force_notes *notes,
                        json_t *document) {
    if (options->json) {
        cli_json_put(document, "notes", force_notes_json(notes));
        cli_json_put(document, "table", force_table_json(table));
        cli_print_json(document);
        return;
    }
    json_decref(document);
    force_notes_print(notes);
    if (options->csv) {
        force_table_csv(table);
        return;
    }
    printf("%s, virgin contact, tension: %s", def->law.law->name, dp_tension_name(def->tension));
    if (!isnan(def->approach)) printf(", approach %g m/s", def->approach);
    puts("\n");
    force_table_print(table);
}

static int fill_table(const dp_contact *contact, const struct force_range *delta,
                      const struct force_range *rate, struct force_table *table) {
    for (long i = 0; i < rate->count; i++) {
        for (long j = 0; j < delta->count; j++) {
            struct state state = {force_range_at(delta, j), force_range_at(rate, i)};
            dp_response r;
            int status = evaluate(contact, state, &r);
            if (status != DP_RUN_DONE) return status;
            const double row[COLUMN_COUNT] = {state.delta,     state.rate,     r.force,
                                              r.dforce_ddelta, r.dforce_drate, r.stored};
            if (!force_table_add(table, row)) return fail_memory();
        }
    }
    return DP_RUN_DONE;
}

static int run_ranges(const struct options *options, const dp_contact_def *def,
                      const struct force_range *delta, const struct force_range *rate) {
    dp_contact contact;
    struct force_table table = {COLUMN_COUNT, columns, units, 0, 0, NULL};
    if (delta->count > FORCE_ROWS_MAX / rate->count)
        return cli_fail(DP_RUN_INPUT, "--count makes %ld x %ld rows; the most is %d", rate->count,
                        delta->count, FORCE_ROWS_MAX);
    int status = prepare(def, &contact);
    if (status != DP_RUN_DONE) return status;
    status = fill_table(&contact, delta, rate, &table);
    if (status == DP_RUN_DONE) {
        struct force_notes notes;
        force_notes_of_state(def, fmax(delta->from, force_range_at(delta, delta->count - 1)),
                             &notes);
        print_table(options, def, &table, &notes, head_json(def));
    }
    free(table.value);
    return status;
}

// --- the loop of an impact -----------------------------------------------------------------------

struct loop {
    struct force_table table;
    bool is_out_of_memory;
};

static void take_sample(void *user, const dp_impact_sample *s) {
    struct loop *loop = (struct loop *)user;
    const double row[LOOP_COLUMN_COUNT] = {s->time, s->indentation, s->rate, s->force, s->stored};
    if (!loop->is_out_of_memory) loop->is_out_of_memory = !force_table_add(&loop->table, row);
}

static json_t *impact_json(const dp_contact_def *def, double speed, const dp_impact *impact) {
    json_t *object = head_json(def);
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
    struct loop loop = {.is_out_of_memory = false};
    char missing[512];
    dp_contact contact;
    dp_impact impact;
    dp_error err;
    double speed;
    long count;
    int status = force_count_read(options->count, USUAL_COUNT, &count);
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
    loop.table = (struct force_table){LOOP_COLUMN_COUNT, loop_columns, loop_units, 0, 0, NULL};
    status = solve_loop(&contact, def, speed, count, &loop, &impact);
    if (status == DP_RUN_DONE) {
        struct force_notes notes;
        force_notes_of_impact(def, speed, &impact, &notes);
        print_table(options, &moving, &loop.table, &notes, impact_json(&moving, speed, &impact));
    }
    free(loop.table.value);
    return status;
}

// --- the command ---------------------------------------------------------------------------------

static int run_state(const struct options *options, const dp_contact_def *def, struct state state) {
    dp_contact contact;
    dp_response response = {0};
    int status = prepare(def, &contact);
    if (status == DP_RUN_DONE) status = evaluate(&contact, state, &response);
    if (status != DP_RUN_DONE) return status;
    struct force_notes notes;
    force_notes_of_state(def, state.delta, &notes);
    if (options->json) {
        print_json(def, state, &response, &notes);
        return DP_RUN_DONE;
    }
    print_text(def, state, &response);
    force_notes_print(&notes);
    return DP_RUN_DONE;
}

static int run_states(const struct options *options, const dp_contact_def *def) {
    enum { USUAL_COUNT = 21 };
    struct force_range delta, rate;
    long count;
    int status = force_count_read(options->count, USUAL_COUNT, &count);
    if (status == DP_RUN_DONE)
        status = force_range_read("delta", options->delta, "m", count, &delta);
    if (status == DP_RUN_DONE)
        status = force_range_read("rate", options->rate, "m/s", count, &rate);
    if (status != DP_RUN_DONE) return status;
    if (delta.count > 1 || rate.count > 1 || options->csv)
        return run_ranges(options, def, &delta, &rate);
    if (options->count != NULL)
        return cli_fail(DP_RUN_USAGE, "--count is for a range like --delta '0..10 um', or --loop");
    return run_state(options, def, (struct state){delta.from, rate.from});
}

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
