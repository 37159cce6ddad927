// dashpot reproduce: every number the papers print, beside the one that comes out here.

#include <stdio.h>
#include <stdlib.h>

#include "commands.h"
#include "json.h"
#include "output.h"
#include "reproduce/book.h"
#include "reproduce/figures.h"
#include "reproduce/locate.h"
#include "reproduce/print.h"
#include "reproduce/results.h"
#include "reproduce/runs.h"

struct options {
    const char *out;
    bool json, force;
    cli_words papers;
};

static int open_book(struct book *book, char root[LOCATE_PATH_MAX], const cli_words *papers) {
    char places[1024] = "";
    if (locate_data(root)) return book_open(book, root, papers->item, papers->count);
    locate_places(places, sizeof places);
    return cli_fail(CLI_SYSTEM, "papers/ and scenarios/ are not there; looked in %s", places);
}

static int count_figures(const struct book *book) {
    int count = 0;
    for (int i = 0; i < book->count; i++)
        count += (int)json_array_size(book->paper[i].figures);
    return count;
}

static int write_out(const struct options *options, const struct book *book, struct runs *runs,
                     const struct results *results) {
    int total = count_figures(book), made = 0, status = CLI_DONE;
    struct figure *figures = calloc((size_t)total + 1, sizeof *figures);
    if (figures == NULL) return cli_fail(CLI_SYSTEM, "out of memory");
    for (int i = 0; i < book->count && status == CLI_DONE; i++) {
        size_t j;
        json_t *spec;
        json_array_foreach(book->paper[i].figures, j, spec) {
            if (status == CLI_DONE)
                status = figure_make(&figures[made++], &book->paper[i], spec, runs);
        }
    }
    if (status == CLI_DONE)
        status = write_results(results, figures, total, options->out, options->force);
    for (int i = 0; i < made; i++)
        figure_free(&figures[i]);
    free(figures);
    return status;
}

static int reproduce(const struct options *options, const struct book *book, struct runs *runs) {
    struct results results;
    int status = results_make(&results, book, runs);
    if (status == CLI_DONE && options->out != NULL)
        status = write_out(options, book, runs, &results);
    if (status == CLI_DONE && options->json) cli_json_print(json_results(&results));
    if (status == CLI_DONE && !options->json) print_results(&results);
    if (status == CLI_DONE && results.unexpected > 0)
        status = cli_fail(CLI_NUMERIC, "%d of %zu rows are not as papers/ expects them",
                          results.unexpected, results.count);
    results_free(&results);
    return status;
}

static int run(int argc, char **argv) {
    struct options given = {0};
    const cli_option options[] = {{.name = "--out", .value = &given.out},
                                  {.name = "--force", .flag = &given.force},
                                  {.name = "--json", .flag = &given.json},
                                  {0}};
    int status = cli_parse_words(argc, argv, options, &given.papers, BOOK_PAPERS_MAX);
    if (status != CLI_DONE) return status;
    if (given.out != NULL && !given.force) {
        struct complaint complaint;
        status = output_check(given.out, 0, &complaint);
        if (status != 0) return cli_fail(status, "%s", complaint.text);
    }

    char root[LOCATE_PATH_MAX];
    struct book book = {.count = 0};
    status = open_book(&book, root, &given.papers);
    if (status == CLI_DONE) {
        struct runs runs;
        runs_open(&runs, root);
        status = reproduce(&given, &book, &runs);
        runs_close(&runs);
    }
    book_close(&book);
    return status;
}

const cli_command cmd_reproduce = {
    .name = "reproduce",
    .summary = "rebuild what the papers print, side by side with the print",
    .help =
        "usage: dashpot reproduce [PAPER]... [--out DIR [--force]] [--json]\n"
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
        "  --json      {rows, counts, unexpected}\n"
        "\n"
        "Exit status 3 when a row is not as the tables in papers/ expect it.\n"
        "\n"
        "examples:\n"
        "  dashpot reproduce\n"
        "  dashpot reproduce 003 --out out/alves\n",
    .run = run,
};
