// dashpot reproduce: every number the papers print, beside the one that comes out here.

#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "commands.h"
#include "output/output.h"
#include "reproduce/book.h"
#include "reproduce/document.h"
#include "reproduce/figures.h"
#include "reproduce/locate.h"
#include "reproduce/print.h"
#include "reproduce/results.h"
#include "reproduce/runs.h"
#include "reproduce/tally.h"
#include "terminal.h"

struct options {
    const char *out, *markdown;
    bool json, force, quick, quiet;
    cli_words papers;
};

static bool wants(const struct options *options, const char *page) {
    return options->markdown != NULL && strcmp(options->markdown, page) == 0;
}

static int open_book(struct book *book, char root[LOCATE_PATH_MAX], const struct options *options) {
    char places[1024] = "";
    struct book_choice choice = {.names = options->papers.item,
                                 .count = options->papers.count,
                                 .quick = options->quick,
                                 .of_errata = wants(options, "errata")};
    if (locate_data(root)) return book_open(book, root, &choice);
    locate_places(places, sizeof places);
    return cli_fail(DP_RUN_SYSTEM, "papers/ and scenarios/ are not there; looked in %s", places);
}

// All that has to be computed.
struct work {
    const struct options *options;
    const struct book *book;
    struct runs runs;
    struct results results;
    struct figures figures;  // empty without --out
};

static int compute(struct work *work) {
    size_t total = 0;
    for (int i = 0; i < work->book->count; i++)
        total += json_array_size(work->book->paper[i].rows);
    if (work->options->out != NULL) total += book_figures(work->book);
    struct tally tally = tally_start(!work->options->quiet, total);
    int status = results_make(&work->results, work->book, &work->runs, &tally);
    if (status == DP_RUN_DONE && work->options->out != NULL)
        status = figures_make(&work->figures, work->book, &work->runs, &tally);
    tally_end(&tally);
    return status;
}

static void show(const struct work *work) {
    const struct options *options = work->options;
    const struct figures *figures = options->out != NULL ? &work->figures : NULL;
    if (wants(options, "errata"))
        document_errata(&work->results);
    else if (wants(options, "counts"))
        document_counts(&work->results);
    else if (options->json)
        cli_print_json(json_results(&work->results, figures));
    else
        print_results(&work->results, figures);
}

static int reproduce(const struct options *options, const struct book *book, const char *root) {
    struct work work = {.options = options, .book = book};
    runs_open(&work.runs, root);
    int status = compute(&work);
    if (status == DP_RUN_DONE && options->out != NULL)
        status = write_results(&work.results, &work.figures, options->out, options->force);
    if (status == DP_RUN_DONE) show(&work);
    if (status == DP_RUN_DONE && work.results.unexpected > 0)
        status = cli_fail(DP_RUN_NUMERIC, "%d of %zu rows are not as papers/ expects them",
                          work.results.unexpected, work.results.count);
    figures_free(&work.figures);
    results_free(&work.results);
    runs_close(&work.runs);
    return status;
}

// Does what was asked for go together?
static int check(const struct options *options) {
    if (options->markdown != NULL && !wants(options, "errata") && !wants(options, "counts"))
        return cli_fail(DP_RUN_USAGE, "--markdown prints errata or counts, not '%.60s'",
                        options->markdown);
    if (options->markdown != NULL && (options->json || options->quick || options->out != NULL))
        return cli_fail(DP_RUN_USAGE,
                        "--markdown prints a page made of all rows: no --json, --quick or --out");
    if (options->out == NULL) return DP_RUN_DONE;
    struct diagnostic diagnostic;
    int status = output_check(options->out, options->force, &diagnostic);
    return status == DP_RUN_DONE ? DP_RUN_DONE : cli_fail(status, "%s", diagnostic.text);
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
    int status = cli_parse_words(argc, argv, options, &given.papers, BOOK_PAPERS_MAX);
    if (status == DP_RUN_DONE) status = check(&given);
    if (status != DP_RUN_DONE) return status;

    char root[LOCATE_PATH_MAX];
    struct book book = {.count = 0};
    status = open_book(&book, root, &given);
    if (status == DP_RUN_DONE) status = reproduce(&given, &book, root);
    book_close(&book);
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
