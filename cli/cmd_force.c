// dashpot force: one evaluation of a law on a virgin contact.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "args.h"
#include "commands.h"
#include "json.h"
#include "quantity.h"
#include "samples.h"
#include "text.h"

struct state {
    double delta, rate;
};

static dp_response respond_at(const dp_contact *contact, struct state state, double speed) {
    double memory[DP_MEMORY_MAX];
    dp_contact_fresh(memory);
    dp_contact_begin(contact, memory, speed);
    return dp_contact_respond(contact, memory, state.delta, state.rate);
}

// True for laws that divide by the approach speed only with some parameters: hertz with a
// restitution. A law that says it needs the speed is caught before.
static bool depends_on_approach(const dp_contact *contact, struct state state) {
    dp_response slow = respond_at(contact, state, 1.0), fast = respond_at(contact, state, 2.0);
    return slow.force != fast.force || slow.dforce_drate != fast.dforce_drate;
}

static int needs_approach(const dp_law *law) {
    return cli_fail(CLI_INPUT,
                    "%s needs approach, the speed at touch, here: --set approach='1 m/s'",
                    law->name);
}

static int prepare(const dp_contact_def *def, dp_contact *contact) {
    const dp_law *law = def->law.law;
    char missing[512];
    dp_error err;
    int count = cli_missing(def, 0, NULL, missing);
    if (count == 1 && strcmp(missing, "approach") == 0) return needs_approach(law);
    if (count > 0) return cli_fail(CLI_INPUT, "%s needs %s (--set key=value)", law->name, missing);
    return dp_contact_init(contact, def, &err) == DP_OK ? CLI_DONE : cli_input_failure(&err);
}

static int evaluate(const dp_contact *contact, struct state state, dp_response *response) {
    if (state.delta > contact->limit)
        return cli_fail(CLI_NUMERIC, "delta is %g m; %s ends at %.6g m and has no force beyond",
                        state.delta, contact->law->name, contact->limit);
    bool is_open = isnan(contact->approach);
    if (is_open && depends_on_approach(contact, state)) return needs_approach(contact->law);

    *response = respond_at(contact, state, is_open ? 1.0 : contact->approach);
    if (!isfinite(response->force))
        return cli_fail(CLI_NUMERIC, "%s has no finite force at delta = %g m, rate = %g m/s",
                        contact->law->name, state.delta, state.rate);
    return CLI_DONE;
}

static void print_json(const dp_contact_def *def, struct state state, const dp_response *r) {
    json_t *object = json_object();
    cli_put(object, "law", json_string(def->law.law->name));
    cli_put(object, "delta", cli_json_number(state.delta));
    cli_put(object, "rate", cli_json_number(state.rate));
    cli_put(object, "approach", cli_json_number(def->approach));
    cli_put(object, "tension", json_string(cli_tension_word(def->tension)));
    cli_put(object, "force", cli_json_number(r->force));
    cli_put(object, "dforce_ddelta", cli_json_number(r->dforce_ddelta));
    cli_put(object, "dforce_drate", cli_json_number(r->dforce_drate));
    cli_put(object, "stored_energy", cli_json_number(r->stored));
    cli_json_print(object);
}

static void print_line(const char *label, double value, const char *unit) {
    char number[CLI_NUMBER_MAX];
    printf("%-17s %16s %s\n", label, cli_number(value, number), unit);
}

static void print_text(const dp_contact_def *def, struct state state, const dp_response *r) {
    printf("%s, virgin contact, tension: %s\n\n", def->law.law->name,
           cli_tension_word(def->tension));
    print_line("indentation", state.delta, "m");
    print_line("rate", state.rate, "m/s");
    if (!isnan(def->approach)) print_line("approach", def->approach, "m/s");
    print_line("force", r->force, "N");
    print_line("d(force)/d(delta)", r->dforce_ddelta, "N/m");
    print_line("d(force)/d(rate)", r->dforce_drate, "N s/m");
    print_line("stored energy", r->stored, "J");
}

static int run(int argc, char **argv) {
    const char *law = NULL, *delta = NULL, *rate = NULL;
    bool json = false;
    cli_words settings = {.count = 0}, rest = {.count = 0};
    const cli_option options[] = {
        {.name = "--law", .value = &law},     {.name = "--set", .words = &settings},
        {.name = "--delta", .value = &delta}, {.name = "--rate", .value = &rate},
        {.name = "--json", .flag = &json},    {0}};
    int status = cli_parse_words(argc, argv, options, &rest, 0);
    if (status != CLI_DONE) return status;
    if (law == NULL || delta == NULL || rate == NULL)
        return cli_fail(CLI_USAGE, "force needs --law, --delta and --rate (%s is missing)",
                        law == NULL     ? "--law"
                        : delta == NULL ? "--delta"
                                        : "--rate");

    cli_request request;
    status = cli_request_read(&request, law, &settings);
    if (status != CLI_DONE) return status;

    struct state state;
    dp_error err;
    if (cli_quantity("delta", delta, "m", &state.delta, &err) != DP_OK ||
        cli_quantity("rate", rate, "m/s", &state.rate, &err) != DP_OK)
        return cli_input_failure(&err);

    dp_contact contact;
    dp_response response = {0};
    status = prepare(&request.def, &contact);
    if (status == CLI_DONE) status = evaluate(&contact, state, &response);
    if (status != CLI_DONE) return status;
    if (json)
        print_json(&request.def, state, &response);
    else
        print_text(&request.def, state, &response);
    return CLI_DONE;
}

const cli_command cmd_force = {
    .name = "force",
    .summary = "force, tangents and stored energy of a law at one state",
    .help = "usage: dashpot force --law NAME [--set key=value]... --delta D --rate V [--json]\n"
            "\n"
            "Evaluate a law once, on a contact that was never touched before.\n"
            "\n"
            "  --law NAME         name or alias, see dashpot laws\n"
            "  --set key=value    a parameter of the law (see dashpot law NAME), or of the pair:\n"
            "                     stiffness, or modulus and radius; mass, yield, bearing_radius,\n"
            "                     clearance, length; or approach, approach_floor, tension (clamp,\n"
            "                     allow or release)\n"
            "  --delta D          indentation, positive when the bodies overlap\n"
            "  --rate V           its rate, positive while loading\n"
            "  --json             force, dforce_ddelta, dforce_drate, stored_energy, in SI\n"
            "\n"
            "Values are SI numbers or carry a unit: '9.5 mm', '207 GPa', '1 mm/s'.\n"
            "\n"
            "example:\n"
            "  dashpot force --law hunt-crossley --set restitution=0.7 --set modulus='110 GPa' \\\n"
            "    --set radius='10 mm' --set approach='0.5 m/s' --delta '2 um' --rate '0.3 m/s'\n",
    .run = run,
};
