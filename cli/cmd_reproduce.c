// dashpot reproduce: every number the papers print, beside the one that comes out here.

#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "json.h"
#include "progress.h"
#include "reproduce_print.h"
#include "signals.h"
#include "terminal.h"

enum { LINE_WIDTH = 100, PAPERS_MAX = 16 };

struct options {
    const char *out, *markdown;
    bool json, force, quick, quiet;
    cli_words papers;
};

static bool wants(const struct options *options, const char *page) {
    return options->markdown != NULL && strcmp(options->markdown, page) == 0;
}

// Does what was asked for go together?
static int check(const struct options *options) {
    if (options->markdown != NULL && !wants(options, "errata") && !wants(options, "counts"))
        return cli_fail(DP_RUN_USAGE, "--markdown prints errata or counts, not '%.60s'",
                        options->markdown);
    if (options->markdown != NULL && (options->json || options->quick || options->out != NULL))
        return cli_fail(DP_RUN_USAGE,
                        "--markdown prints a page made of all rows: no --json, --quick or --out");
    return DP_RUN_DONE;
}

// The progress of other commands, with a count behind it.
struct bar {
    struct progress progress;
    size_t total;
};

static void show_progress(void *user, double share) {
    struct bar *bar = user;
    double last = bar->progress.last;
    progress_at(&bar->progress, share);
    if (bar->progress.last == last) return;
    fprintf(stderr, " %.0f of %zu", share * (double)bar->total, bar->total);
    fflush(stderr);
}

static void end_progress(struct bar *bar) {
    if (bar->progress.is_shown) fprintf(stderr, "\r%*s", LINE_WIDTH, "");
    progress_end(&bar->progress);
}

static int compute(const struct options *given, char **document) {
    struct bar bar = {.progress = progress_start(!given->quiet)};
    dp_diagnostic diagnostic;
    dp_scenario_def call = dp_scenario_defaults();
    dp_reproduce_def def = dp_reproduce_defaults();
    call.progress = show_progress;
    call.guard = signals_guard;
    call.stop = signals_stop;
    call.user = &bar;
    def.papers = given->papers.item;
    def.paper_count = given->papers.count;
    def.quick = given->quick;
    def.only_errata = wants(given, "errata");
    def.folder = given->out;
    def.replace = given->force;
    def.total = &bar.total;
    def.call = &call;
    int status = dp_reproduce(&def, document, &diagnostic);
    end_progress(&bar);
    cli_remarks(diagnostic.remarks);
    return status == DP_RUN_DONE ? status : cli_fail(status, "%s", diagnostic.text);
}

static int show(const struct options *options, const char *text) {
    json_t *document = cli_json_read(text);
    int unexpected = (int)json_integer_value(json_object_get(document, "unexpected"));
    int rows = (int)json_array_size(json_object_get(document, "rows"));
    if (wants(options, "errata"))
        print_errata_page(document);
    else if (wants(options, "counts"))
        print_counts_page(document);
    else if (options->json)
        fputs(text, stdout);
    else
        print_papers(document, options->out != NULL);
    json_decref(document);
    if (unexpected == 0) return DP_RUN_DONE;
    return cli_fail(DP_RUN_NUMERIC, "%d of %d rows are not as papers/ expects them", unexpected,
                    rows);
}

static int run(int argc, char **argv) {
    struct options given = {0};
    const cli_option options[] = {{.name = "--out", .value = &given.out},
                                  {.name = "--force", .flag = &given.force},
                                  {.name = "--quick", .flag = &given.quick},
                                  {.name = "--quiet", .flag = &given.quiet},
                                  {.name = "--json", .flag = &given.json},
                                  {.name = "--markdown", .value = &given.markdown},
                                  {0}};
    char *document;
    int status = cli_parse_words(argc, argv, options, &given.papers, PAPERS_MAX);
    if (status == DP_RUN_DONE) status = check(&given);
    if (status == DP_RUN_DONE) status = compute(&given, &document);
    if (status != DP_RUN_DONE) return status;
    status = show(&given, document);
    dp_text_free(document);
    return status;
}

// --markdown writes docs/errata.md and the counts of the README; it is for those who build the
// documentation, so not listed here
const cli_command cmd_reproduce = {
    .name = "reproduce",
    .summary = "rebuild what the papers print, side by side with the print",
    .help =
        "usage: dashpot reproduce [PAPER]... [--quick] [--out DIR [--force]] [--json] "
        "[--quiet]\n"
        "\n"
        "Runs the shipped scenario of every number that the papers print, and says whether the\n"
        "number comes out: reproduced (to the printed digits, or within a stated tolerance),\n"
        "reproduced with erratum (a misprint is mended), inferred input (a value the paper does\n"
        "not print was found), not reproduced, or not comparable; each with its reason.\n"
        "\n"
        "  PAPER       000, 001, 002, 003, 004; all of them when none is named\n"
        "  --out DIR   also a folder with summary.json, rows.csv, report.html, and in plots/ the\n"
        "              figures as pictures (gnuplot), points (CSV) and scripts\n"
        "  --force     replace DIR when an earlier run left it\n"
        "  --quick     leave out the rows and figures that take long; says how many\n"
        "  --quiet     no progress\n"
        "  --json      {rows, figures, errata, papers, counts, unexpected, left_out}\n"
        "\n"
        "Exit status 3 when a row is not as the tables in papers/ expect it.\n"
        "\n"
        "examples:\n"
        "  dashpot reproduce --quick\n"
        "  dashpot reproduce 003 --out out/alves\n",
    .run = run,
};
