// dashpot restitution: what a law delivers for what is asked of it, and what must be asked.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "json.h"
#include "terminal.h"

struct options {
    const char *law, *exact;
    bool all, curve, json;
    cli_words settings;
};

// Mass and speed are part of every impact. Where the answer does not depend on them, nor on the
// pair, they need not be given.
static int complete(dp_contact_def *def, const char *sought) {
    const dp_law *law = def->law.law;
    char missing[512];
    if (law->delivery == DP_DELIVERS_ALWAYS) {
        dp_sample_missing(def);
        return DP_RUN_DONE;
    }
    if (dp_contact_missing(def, DP_NEEDS_MASS | DP_NEEDS_APPROACH, sought, missing) == 0)
        return DP_RUN_DONE;
    return cli_fail(DP_RUN_INPUT,
                    "what %s delivers depends on the case; it needs %s (--set key=value)",
                    law->name, missing);
}

static json_t *document(const dp_contact_def *def, double requested,
                        const dp_delivered *delivered) {
    json_t *object = json_object();
    cli_json_put(object, "law", json_string(def->law.law->name));
    cli_json_put(object, "requested", cli_json_number(requested));
    cli_json_put(object, "delivered", cli_json_number(delivered->restitution));
    cli_json_put(object, "path",
                 isnan(delivered->restitution)
                     ? json_null()
                     : json_string(delivered->is_closed_form ? "closed-form" : "integrated"));
    cli_json_put(object, "mass", cli_json_number(def->pair.mass));
    cli_json_put(object, "approach", cli_json_number(def->approach));
    cli_json_put(object, "tension", json_string(dp_tension_name(def->tension)));
    return object;
}

// Does the law end at some indentation? A heavy or fast body may press it beyond.
static bool has_end(const dp_contact_def *def) {
    dp_contact contact;
    dp_error err;
    return dp_contact_init(&contact, def, &err) == DP_OK && isfinite(contact.limit);
}

static void print_head(const dp_contact_def *def) {
    const dp_law *law = def->law.law;
    printf("%s, tension: %s\n", law->name, dp_tension_name(def->tension));
    if (law->delivery == DP_DELIVERS_ALWAYS)
        printf("the same for every mass, stiffness and speed%s\n",
               has_end(def) ? " within the range of the law" : "");
    else
        printf("mass %g kg, approach %g m/s\n", def->pair.mass, def->approach);
    putchar('\n');
}

static void print_delivered(const dp_delivered *delivered) {
    char number[DP_NUMBER_MAX];
    printf("%-16s %s (%s)\n", "delivered", cli_number(delivered->restitution, number),
           delivered->is_closed_form ? "closed form" : "integrated");
}

static int run_single(const dp_contact_def *def, bool json) {
    dp_delivered delivered;
    dp_error err;
    if (dp_contact_deliver(def, &delivered, &err) != DP_OK) return cli_compute_failure(&err);

    double requested = dp_law_get(&def->law, "restitution");
    if (json) {
        cli_print_json(document(def, requested, &delivered));
        return DP_RUN_DONE;
    }
    print_head(def);
    if (!isnan(requested)) printf("%-16s %g\n", "requested", requested);
    print_delivered(&delivered);
    return DP_RUN_DONE;
}

// More than this between requested and delivered is marked.
#define NOTABLE 0.01

// Is the point delivered, and notably not what was asked for?
static bool is_off(const dp_delivery_point *point) {
    return point->err.status == DP_OK && fabs(point->delivered.restitution - point->at) > NOTABLE;
}

static json_t *curve_json(const dp_delivery_curve *curve) {
    json_t *array = json_array();
    for (int i = 0; i < curve->count; i++) {
        const dp_delivery_point *point = &curve->point[i];
        json_t *entry = json_object();
        cli_json_put(entry, curve->over_speed ? "approach" : "requested",
                     cli_json_number(point->at));
        cli_json_put(entry, "delivered", cli_json_number(point->delivered.restitution));
        if (point->err.status != DP_OK) cli_json_put(entry, "reason", json_string(point->err.text));
        cli_json_push(array, entry);
    }
    return array;
}

static void print_curve(const dp_delivery_curve *curve) {
    bool any_off = false;
    printf("%10s %10s\n", curve->over_speed ? "approach" : "requested", "delivered");
    for (int i = 0; i < curve->count; i++) {
        const dp_delivery_point *point = &curve->point[i];
        char at[DP_NUMBER_MAX], label[80];
        snprintf(at, sizeof at, curve->over_speed ? "%.5g" : "%.2f", point->at);
        if (point->err.status != DP_OK) {
            snprintf(label, sizeof label, "%10s %10s", at, "-");
            cli_paragraph(label, 23, point->err.text);
            continue;
        }
        bool is_marked = !curve->over_speed && is_off(point);
        printf("%10s %10.6f%s\n", at, point->delivered.restitution, is_marked ? " *" : "");
        any_off = any_off || is_marked;
    }
    if (any_off) printf("\n* differs from the requested value by more than %g\n", NOTABLE);
}

static int run_curve(const dp_contact_def *def, bool json) {
    dp_delivery_curve curve;
    dp_delivery_curve_make(def, &curve);
    const dp_error *failure = dp_delivery_curve_failure(&curve);
    if (failure != NULL) return cli_compute_failure(failure);

    if (!json) {
        print_head(def);
        print_curve(&curve);
        return DP_RUN_DONE;
    }
    // the value asked for beside the curve, if there is one
    dp_delivered delivered = {.restitution = NAN};
    dp_error err;
    double requested = dp_law_get(&def->law, "restitution");
    if (curve.over_speed || !isnan(requested)) dp_contact_deliver(def, &delivered, &err);
    json_t *object = document(def, requested, &delivered);
    cli_json_put(object, "curve", curve_json(&curve));
    cli_print_json(object);
    return DP_RUN_DONE;
}

// What --exact looks for is a parameter of the law or an entry of the pair.
static int pair_index(const char *name) {
    int index = 0;
    while (strcmp(dp_pair_field_at(index)->name, name) != 0)
        index++;
    return index;
}

static int check_exact(const dp_contact_request *request, const char *text, double *wanted) {
    const dp_law *law = request->def.law.law;
    dp_error err;
    if (dp_quantity_read("--exact", text, "1", wanted, &err) != DP_OK)
        return cli_input_failure(&err);
    if (!(*wanted > 0.0 && *wanted <= 1.0))
        return cli_fail(DP_RUN_INPUT, "--exact is %g; it must lie above 0 and not above 1",
                        *wanted);
    if (law->tune == NULL)
        return cli_fail(DP_RUN_INPUT, "%s has no parameter that sets its restitution", law->name);

    int index = dp_law_param_index(law, law->tune);
    bool is_fixed = index >= 0 ? request->is_given[index]
                               : !isnan(dp_pair_value(&request->def.pair, pair_index(law->tune)));
    if (is_fixed)
        return cli_fail(DP_RUN_INPUT, "%s is what --exact looks for; do not set it", law->tune);
    int given = dp_law_param_index(law, "restitution");
    if (given >= 0 && request->is_given[given] && strcmp(law->tune, "damping_factor") == 0)
        return cli_fail(DP_RUN_INPUT,
                        "--exact looks for %s in place of restitution; do not set both", law->tune);
    return DP_RUN_DONE;
}

// Unit of the parameter that --exact looks for; "1" for a pure number.
static const char *tune_unit(const dp_law *law) {
    int index = dp_law_param_index(law, law->tune);
    return index >= 0 ? law->params[index].unit
                      : dp_pair_unit(law, dp_pair_field_at(pair_index(law->tune)));
}

static int run_exact(const dp_contact_def *def, double wanted, bool json) {
    const dp_law *law = def->law.law;
    dp_tuning tuning;
    dp_error err;
    const dp_contact_def unfixed = dp_contact_unfixed(def);
    if (dp_tune(&unfixed, def->pair.mass, def->approach, wanted, &tuning, &err) != DP_OK)
        return cli_compute_failure(&err);

    if (json) {
        json_t *object = document(def, wanted, &tuning.delivered);
        cli_json_put(object, "exact", cli_json_number(wanted));
        cli_json_put(object, "tune", json_string(law->tune));
        cli_json_put(object, law->tune, cli_json_number(tuning.value));
        cli_json_put(object, "unit", json_string(tune_unit(law)));
        cli_print_json(object);
        return DP_RUN_DONE;
    }
    char number[DP_NUMBER_MAX];
    print_head(def);
    printf("%-16s %g\n", "wanted", wanted);
    const char *unit = tune_unit(law);
    bool is_pure = strcmp(unit, "1") == 0;
    printf("%-16s %s%s%s\n", law->tune, dp_number_text(tuning.value, number), is_pure ? "" : " ",
           is_pure ? "" : unit);
    print_delivered(&tuning.delivered);
    return DP_RUN_DONE;
}

static int run_one(const struct options *options) {
    if (options->law == NULL)
        return cli_fail(DP_RUN_USAGE, "restitution needs --law NAME, or --all");
    if (options->curve && options->exact != NULL)
        return cli_fail(DP_RUN_USAGE, "--curve and --exact exclude each other");

    dp_contact_request request;
    double wanted = NAN;
    int status = cli_read_contact(&request, options->law, &options->settings);
    if (status == DP_RUN_DONE && options->exact != NULL)
        status = check_exact(&request, options->exact, &wanted);
    if (status != DP_RUN_DONE) return status;

    dp_contact_def *def = &request.def;
    const char *curve_over = dp_law_takes(def->law.law, "restitution") ? "restitution" : NULL;
    const char *sought = options->exact != NULL ? def->law.law->tune
                         : options->curve       ? curve_over
                                                : NULL;
    status = complete(def, sought);
    if (status != DP_RUN_DONE) return status;
    if (options->exact != NULL) return run_exact(def, wanted, options->json);
    return options->curve ? run_curve(def, options->json) : run_single(def, options->json);
}

// --- every law that takes a restitution, one row each --------------------------------------------

// The law with samples for whatever the request leaves open.
static dp_contact_def sampled(const dp_law *law, const dp_contact_def *from) {
    dp_contact_def def = dp_contact_defaults(law);
    def.pair = from->pair;
    def.tension = from->tension;
    def.approach = from->approach;
    def.approach_floor = from->approach_floor;
    dp_sample_missing(&def);
    return def;
}

static int name_width(void) {
    int width = 0;
    for (int i = 0; i < dp_law_count(); i++) {
        int length = (int)strlen(dp_law_at(i)->name);
        bool is_row = dp_law_takes(dp_law_at(i), "restitution");
        if (is_row && length > width) width = length;
    }
    return width;
}

// ".501" in place of "0.501": twelve columns and the longest name fit into 100 characters.
static void print_cell(const dp_delivery_point *point) {
    char cell[DP_NUMBER_MAX] = "0   -";
    double e = point->delivered.restitution;
    bool is_one = e >= 0.9995;
    if (point->err.status == DP_OK) snprintf(cell, sizeof cell, is_one ? "%.2f" : "%.3f", e);
    printf("%5s%s", cell + !is_one, is_off(point) ? "*" : " ");
}

static void print_row(const dp_law *law, const dp_delivery_curve *curve, int width) {
    const char *mark = law->delivery == DP_DELIVERS_ALWAYS ? " " : "+";
    printf("%-*s%s", width, law->name, mark);
    for (int i = 0; i < curve->count; i++)
        print_cell(&curve->point[i]);
    putchar('\n');
}

static void print_requests(int width) {
    printf("%-*s ", width, "requested");
    for (int i = 0; i < DP_REQUESTED_COUNT; i++) {
        char number[DP_NUMBER_MAX];
        snprintf(number, sizeof number, "%.2f", dp_requested_at(i));
        printf("  %s ", number + 1);
    }
    putchar('\n');
}

// The case of all rows: what was given, and every sample for the rest.
static dp_contact_def whole_case(const dp_contact_def *from) {
    dp_contact_def def = *from;
    const dp_law greedy = {.needs = DP_NEEDS_ELASTIC | DP_NEEDS_LINEAR | DP_NEEDS_YIELD |
                                    DP_NEEDS_BEARING | DP_NEEDS_LENGTH | DP_NEEDS_MASS};
    dp_sample_pair(&greedy, 0, &def.pair);
    if (isnan(def.approach)) def.approach = dp_sample_speed();
    return def;
}

static void print_case(const dp_contact_def *from) {
    char text[400];
    const dp_contact_def def = whole_case(from);
    const dp_pair pair = def.pair;
    snprintf(text, sizeof text,
             "depends on the case; here modulus %g Pa, radius %g m, mass %g kg, yield %g Pa, "
             "bearing_radius %g m, clearance %g m, length %g m, approach %g m/s",
             pair.modulus, pair.radius, pair.mass, pair.yield, pair.bearing_radius, pair.clearance,
             pair.length, def.approach);
    cli_paragraph("+", 2, text);
}

static json_t *case_json(const dp_contact_def *from) {
    const dp_contact_def def = whole_case(from);
    json_t *object = json_object();
    for (int i = 0; dp_pair_field_at(i) != NULL; i++)
        cli_json_put(object, dp_pair_field_at(i)->name,
                     cli_json_number(dp_pair_value(&def.pair, i)));
    cli_json_put(object, "approach", cli_json_number(def.approach));
    return object;
}

static json_t *row_json(const dp_contact_def *def) {
    const dp_law *law = def->law.law;
    dp_delivery_curve curve;
    dp_delivery_curve_make(def, &curve);
    json_t *row = json_object();
    cli_json_put(row, "law", json_string(law->name));
    cli_json_put(row, "family", json_string(law->family));
    cli_json_put(row, "delivery",
                 json_string(law->delivery == DP_DELIVERS_ALWAYS ? "always" : "by-case"));
    cli_json_put(row, "curve", curve_json(&curve));
    char *met = dp_describe_delivered(def);
    cli_json_put(row, "met", cli_json_read(met != NULL ? met : ""));
    dp_text_free(met);
    return row;
}

static void print_all_json(const dp_contact_def *def) {
    json_t *document = json_object(), *requested = json_array(), *rows = json_array();
    for (int i = 0; i < dp_law_count(); i++) {
        const dp_law *law = dp_law_at(i);
        if (!dp_law_takes(law, "restitution")) continue;
        const dp_contact_def row = sampled(law, def);
        cli_json_push(rows, row_json(&row));
    }
    for (int i = 0; i < DP_REQUESTED_COUNT; i++)
        cli_json_push(requested, cli_json_number(dp_requested_at(i)));
    cli_json_put(document, "tension", json_string(dp_tension_name(def->tension)));
    cli_json_put(document, "requested", requested);
    cli_json_put(document, "case", case_json(def));
    cli_json_put(document, "laws", rows);
    cli_print_json(document);
}

// What the marks mean, as far as they occur.
struct marks {
    bool off, none, by_case;
};

static void note_marks(const dp_law *law, const dp_delivery_curve *curve, struct marks *seen) {
    for (int i = 0; i < curve->count; i++) {
        seen->off = seen->off || is_off(&curve->point[i]);
        seen->none = seen->none || curve->point[i].err.status != DP_OK;
    }
    seen->by_case = seen->by_case || law->delivery != DP_DELIVERS_ALWAYS;
}

static void print_legend(const dp_contact_def *def, struct marks seen) {
    putchar('\n');
    if (seen.off) printf("* differs from the requested value by more than %g\n", NOTABLE);
    if (seen.none) puts("- outside the range of the law, or the bodies do not separate");
    if (seen.by_case) print_case(def);
}

static void print_all(const dp_contact_def *def) {
    const dp_law *laws[DP_LAWS_MAX];
    int count = dp_laws_by_family(laws);
    int width = name_width();
    struct marks seen = {0};
    printf("restitution delivered for the requested one, tension: %s\n\n",
           dp_tension_name(def->tension));
    print_requests(width);
    for (int i = 0; i < count; i++) {
        dp_delivery_curve curve;
        if (!dp_law_takes(laws[i], "restitution")) continue;
        const dp_contact_def row = sampled(laws[i], def);
        dp_delivery_curve_make(&row, &curve);
        print_row(laws[i], &curve, width);
        note_marks(laws[i], &curve, &seen);
    }
    print_legend(def, seen);
}

static int run_all(const struct options *options) {
    if (options->law != NULL || options->exact != NULL)
        return cli_fail(DP_RUN_USAGE, "--all runs every law; leave out %s",
                        options->law != NULL ? "--law" : "--exact");
    dp_contact_request request;
    int status = cli_read_contact(&request, NULL, &options->settings);
    if (status != DP_RUN_DONE) return status;
    (options->json ? print_all_json : print_all)(&request.def);
    return DP_RUN_DONE;
}

static int run(int argc, char **argv) {
    struct options given = {0};
    cli_words rest = {.count = 0};
    const cli_option options[] = {{.name = "--law", .value = &given.law},
                                  {.name = "--set", .words = &given.settings},
                                  {.name = "--all", .flag = &given.all},
                                  {.name = "--curve", .flag = &given.curve},
                                  {.name = "--exact", .value = &given.exact},
                                  {.name = "--json", .flag = &given.json},
                                  {0}};
    int status = cli_parse_words(argc, argv, options, &rest, 0);
    if (status != DP_RUN_DONE) return status;
    return given.all ? run_all(&given) : run_one(&given);
}

const cli_command cmd_restitution = {
    .name = "restitution",
    .summary = "restitution a law delivers for the requested one, or what delivers it",
    .help =
        "usage: dashpot restitution --law NAME [--set key=value]... [--curve | --exact E] "
        "[--json]\n"
        "       dashpot restitution --all [--set key=value]... [--json]\n"
        "\n"
        "The restitution that a free impact really has. Many laws deliver another one than they\n"
        "are asked for.\n"
        "\n"
        "  --law NAME         name or alias, see dashpot laws\n"
        "  --set key=value    a parameter of the law, of the pair (stiffness, or modulus and\n"
        "                     radius; mass, yield, bearing_radius, clearance, length), approach,\n"
        "                     approach_floor, or tension (clamp, allow or release). What does not\n"
        "                     change the answer may be left out.\n"
        "  --curve            a table over 0.05 to 0.99; over the approach speed, 0.01 to 100\n"
        "                     times the given one, for a law that takes no restitution\n"
        "  --exact E          the value of the law's own parameter that delivers E\n"
        "  --all              every law that takes a restitution, one row each\n"
        "  --json             requested, delivered, path (closed-form or integrated), curve ...\n"
        "\n"
        "examples:\n"
        "  dashpot restitution --law hunt-crossley --set restitution=0.7\n"
        "  dashpot restitution --law hunt-crossley --curve\n"
        "  dashpot restitution --law hunt-crossley --exact 0.7\n"
        "  dashpot restitution --all\n",
    .run = run,
};
