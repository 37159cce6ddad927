// dashpot design-chart: critical speed against bearing size and payload, for a table of bearings.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/prefix.h"
#include "base/quantity.h"
#include "commands.h"
#include "output/output.h"
#include "settings.h"
#include "study/chart.h"
#include "terminal.h"

enum { MASSES_PRINTED = 6, LEAST_WIDTH = 12 };

struct request {
    const char *file, *out, *masses;
    const char *value[BEARING_COLUMNS];  // options by the name of a column; NULL: not given
    bool force, json;
};

// --- options -------------------------------------------------------------------------------------

static int read_given(const struct request *r, double given[BEARING_COLUMNS]) {
    for (int i = 0; i < BEARING_COLUMNS; i++) {
        const struct bearing_field *f = &bearing_fields[i];
        dp_error err;
        given[i] = NAN;
        if (r->value[i] == NULL) continue;
        if (parse_quantity(f->name, r->value[i], f->unit, &given[i], &err) != DP_OK)
            return cli_fail(DP_RUN_INPUT, "--%s", err.text);
        if (!(given[i] >= f->low && given[i] <= f->high))
            return cli_fail(DP_RUN_INPUT, "--%s is %g; it must lie in %g..%g", f->name, given[i],
                            f->low, f->high);
    }
    return DP_RUN_DONE;
}

// "1 kg, 10 kg, 100 kg"
static int read_masses(const char *text, struct masses *masses) {
    masses->count = 0;
    for (const char *at = text;; at++) {
        char word[64];
        dp_error err;
        at += strspn(at, " ");
        size_t length = strcspn(at, ",");
        if (masses->count == MASSES_MAX)
            return cli_fail(DP_RUN_INPUT, "--mass has more than %d masses", MASSES_MAX);
        double *mass = &masses->item[masses->count++];
        snprintf(word, sizeof word, "%.*s", (int)(length < 60 ? length : 60), at);
        if (parse_quantity("--mass", word, "kg", mass, &err) != DP_OK)
            return cli_fail(DP_RUN_INPUT, "%s", err.text);
        if (!(*mass > 0.0))
            return cli_fail(DP_RUN_INPUT, "--mass is %s; it must be positive", word);
        at += length;
        if (*at == '\0') return DP_RUN_DONE;
    }
}

// --- results -------------------------------------------------------------------------------------

static int longest_name(const struct bearings *bearings) {
    int longest = LEAST_WIDTH;
    for (long i = 0; i < bearings->count; i++) {
        int length = (int)strlen(bearings->item[i].name);
        longest = length > longest ? length : longest;
    }
    return longest < 32 ? longest : 32;
}

static void print_chart(const struct request *r, const struct bearings *bearings,
                        const struct masses *masses) {
    int shown_count = masses->count < MASSES_PRINTED ? masses->count : MASSES_PRINTED;
    int width = longest_name(bearings);
    printf("%s: speed at which the bearing begins to yield, for a payload of\n", r->file);
    printf("  %-*s", width, "");
    for (int i = 0; i < shown_count; i++)
        printf(" %8.6g kg", masses->item[i]);
    putchar('\n');
    for (long i = 0; i < bearings->count; i++) {
        char name[SHOWN_MAX];
        printf("  %-*.*s", width, width, shown(bearings->item[i].name, name));
        for (int m = 0; m < shown_count; m++)
            printf(" %11.5g", chart_speed(&bearings->item[i], masses->item[m]));
        puts(" m/s");
    }
    if (shown_count < masses->count)
        printf("  (%d more masses with --json or --out)\n", masses->count - shown_count);
    if (r->out != NULL) printf("  report: %s/report.html\n", r->out);
}

static void append(char *text, size_t size, size_t *used, const char *more) {
    int length = snprintf(text + *used, size - *used, "%s", more);
    if (length > 0) *used += (size_t)length < size - *used ? (size_t)length : size - *used - 1;
}

// What was asked for, as a comment in place of a scenario.
static char *describe(const struct request *r, const struct bearings *bearings,
                      const struct masses *masses) {
    size_t size =
        strlen(r->file) + 40 * (size_t)masses->count + 200 * (size_t)bearings->count + 400;
    size_t used = 0;
    char *text = malloc(size), line[256], name[SHOWN_MAX];
    if (text == NULL) return NULL;
    text[0] = '\0';
    append(text, size, &used, "# dashpot design-chart ");
    append(text, size, &used, shown(r->file, name));
    append(text, size, &used, " --mass '");
    for (int i = 0; i < masses->count; i++) {
        snprintf(line, sizeof line, "%s%.15g", i > 0 ? ", " : "", masses->item[i]);
        append(text, size, &used, line);
    }
    append(text, size, &used, "'\n#\n# name,bearing_radius,clearance,length,modulus,yield,fit\n");
    for (long i = 0; i < bearings->count; i++) {
        const double *v = bearings->item[i].value;
        snprintf(line, sizeof line, "# %s,%.10g,%.10g,%.10g,%.10g,%.10g,%.10g\n",
                 shown(bearings->item[i].name, name), v[0], v[1], v[2], v[3], v[4], v[5]);
        append(text, size, &used, line);
    }
    return text;
}

static int deliver(const struct request *r, const struct bearings *bearings,
                   const struct masses *masses, struct outcome *outcome) {
    struct diagnostic diagnostic = {.status = DP_RUN_DONE};
    outcome->scenario = describe(r, bearings, masses);
    if (outcome->scenario == NULL) return cli_fail(DP_RUN_SYSTEM, "out of memory");
    int status =
        r->out != NULL ? output_write(outcome, r->out, r->force, &diagnostic) : DP_RUN_DONE;
    cli_remarks(diagnostic.remarks);
    if (status != DP_RUN_DONE)
        diagnostic_print(&diagnostic);
    else if (r->json)
        cli_print_json(json_incref(outcome->summary));
    else
        print_chart(r, bearings, masses);
    return status;
}

static int make_chart(const struct request *r, const double given[BEARING_COLUMNS],
                      const struct masses *masses) {
    struct diagnostic diagnostic = {.status = DP_RUN_DONE};
    struct reader reader = {.file = r->file, .diagnostic = &diagnostic};
    struct bearings bearings = {.count = 0};
    struct outcome outcome;
    int status = DP_RUN_DONE;
    bool is_good = bearings_read(&reader, given, &bearings);
    if (is_good && bearings.count > CHART_ROWS_MAX / masses->count) {
        report_error(&reader, NULL,
                     "%ld bearings and %d masses; together they make at most %d rows",
                     bearings.count, masses->count, CHART_ROWS_MAX);
        is_good = false;
    }
    if (is_good && chart_outcome(&reader, &bearings, masses, &outcome) == DP_RUN_DONE) {
        status = deliver(r, &bearings, masses, &outcome);
        outcome_free(&outcome);
    } else {
        diagnostic_print(&diagnostic);
        status = diagnostic.status;
    }
    tree_free(&reader.tree);
    return status;
}

static int run(int argc, char **argv) {
    struct request r = {.masses = NULL};
    cli_words files = {.count = 0};
    const cli_option options[] = {{.name = "--mass", .value = &r.masses},
                                  {.name = "--length", .value = &r.value[BEARING_LENGTH]},
                                  {.name = "--modulus", .value = &r.value[BEARING_MODULUS]},
                                  {.name = "--yield", .value = &r.value[BEARING_YIELD]},
                                  {.name = "--fit", .value = &r.value[BEARING_FIT]},
                                  {.name = "--clearance", .value = &r.value[BEARING_CLEARANCE]},
                                  {.name = "--out", .value = &r.out},
                                  {.name = "--force", .flag = &r.force},
                                  {.name = "--json", .flag = &r.json},
                                  {0}};
    double given[BEARING_COLUMNS];
    struct masses masses;
    struct diagnostic diagnostic;
    int status = cli_parse_words(argc, argv, options, &files, 1);
    if (status != DP_RUN_DONE) return status;
    if (files.count == 0)
        return cli_fail(DP_RUN_USAGE,
                        "design-chart needs a table of bearings (see dashpot design-chart --help)");
    if (r.force && r.out == NULL) return cli_fail(DP_RUN_USAGE, "--force is for --out DIR");
    r.file = files.item[0];
    status = read_given(&r, given);
    if (status == DP_RUN_DONE)
        status = read_masses(r.masses != NULL ? r.masses : "1, 10, 100, 1000", &masses);
    if (status == DP_RUN_DONE && r.out != NULL) {
        status = output_check(r.out, r.force, &diagnostic);
        if (status != DP_RUN_DONE) return cli_fail(status, "%s", diagnostic.text);
    }
    return status == DP_RUN_DONE ? make_chart(&r, given, &masses) : status;
}

const cli_command cmd_design_chart = {
    .name = "design-chart",
    .summary = "critical speed of bearings against size and payload",
    .help =
        "usage: dashpot design-chart FILE.csv [--mass LIST] [--out DIR] [--force] [--json]\n"
        "                            [--length L] [--modulus E] [--yield S] [--fit K]\n"
        "                            [--clearance C]\n"
        "\n"
        "From which speed on does a journal leave a dent in its bearing? For every bearing of\n"
        "a table and every payload: the speed of a head-on collision that just reaches the\n"
        "yield stress (law peng, without damping), and the height of a fall that ends with it.\n"
        "\n"
        "Columns of the table, the first line names them, units in brackets as in\n"
        "'bearing_radius [mm]'; without brackets they are SI:\n"
        "  name             what the bearing is called\n"
        "  bearing_radius   radius of the hole\n"
        "  clearance        radial clearance\n"
        "  length           axial length of the contact\n"
        "  modulus          contact modulus, 1/E = (1-nu1^2)/E1 + (1-nu2^2)/E2\n"
        "  yield            yield stress of the weaker material\n"
        "  fit              k of the Winkler bed; 0.663 when left out\n"
        "  comment          anything; not read\n"
        "\n"
        "  --mass LIST      payloads, '1 kg, 10 kg, 100 kg'; else 1, 10, 100 and 1000 kg\n"
        "  --modulus E ...  for bearings whose cell is empty, or a table without the column\n"
        "  --out DIR        write summary.json, series.csv, series.h5, report.html and plots\n"
        "  --force          replace what an earlier run left in DIR\n"
        "  --json           all numbers as one JSON document\n"
        "\n"
        "example:\n"
        "  dashpot design-chart scenarios/bearings.csv --mass '20 kg, 200 kg'\n",
    .run = run,
};
