// dashpot reproduce: every number the papers print, beside the one that comes out here.

#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "json.h"
#include "progress.h"
#include "signals.h"
#include "terminal.h"

enum { LINE_WIDTH = 100, PAPERS_MAX = 16, QUANTITY_MAX = 96, NOTES_MAX = 256 };

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

// --- the terminal --------------------------------------------------------------------------------

static int number_of(const json_t *object, const char *key) {
    return (int)json_integer_value(json_object_get(object, key));
}

static int size_of(const json_t *document, const char *key) {
    return (int)json_array_size(json_object_get(document, key));
}

static bool is_of(const json_t *row, const char *paper) {
    return strcmp(cli_json_text_at(row, "paper"), paper) == 0;
}

static void name_quantity(const json_t *row, char text[QUANTITY_MAX]) {
    const char *unit = cli_json_text_at(row, "unit");
    bool shows_unit = unit[0] != '\0' && strcmp(unit, "1") != 0;
    snprintf(text, QUANTITY_MAX, "%.70s%s%.20s%s", cli_json_text_at(row, "quantity"),
             shows_unit ? " [" : "", shows_unit ? unit : "", shows_unit ? "]" : "");
}

// Columns that the quantities of a paper take.
static int quantity_width(const json_t *rows, const char *paper) {
    char text[QUANTITY_MAX];
    size_t i, width = 0;
    json_t *row;
    json_array_foreach(rows, i, row) {
        if (!is_of(row, paper)) continue;
        name_quantity(row, text);
        if (strlen(text) > width) width = strlen(text);
    }
    return (int)width;
}

// Reasons of the rows of one paper, each once, in the order of their first use.
struct notes {
    const char *text[NOTES_MAX];
    int count;
};

static int note_number(struct notes *notes, const char *text) {
    int at = 0;
    while (at < notes->count && strcmp(notes->text[at], text) != 0)
        at++;
    if (at == notes->count && notes->count < NOTES_MAX) notes->text[notes->count++] = text;
    return at + 1;
}

// Many digits are printed in public references, and more are known of some.
static void print_public(const json_t *row, int width, const char *quantity) {
    const json_t *ours = json_object_get(row, "ours");
    const char *independent = cli_json_text_at(row, "independent");
    char number[DP_NUMBER_MAX] = "-";
    if (json_is_number(ours)) snprintf(number, sizeof number, "%.15g", json_number_value(ours));
    printf("  %-*s %21s %21s %21s  %s", width, quantity, cli_json_text_at(row, "printed"), number,
           independent[0] != '\0' ? independent : "-", cli_json_text_at(row, "verdict_text"));
}

static void print_row(const json_t *row, int width, struct notes *notes, bool is_public) {
    const json_t *reasons = json_object_get(row, "reasons"), *reason;
    const json_t *ours = json_object_get(row, "ours");
    char quantity[QUANTITY_MAX], number[DP_NUMBER_MAX] = "-";
    size_t i;
    name_quantity(row, quantity);
    if (json_is_number(ours)) snprintf(number, sizeof number, "%.7g", json_number_value(ours));
    if (is_public)
        print_public(row, width, quantity);
    else
        printf("  %-*s %10s %13s %13s  %s", width, quantity, cli_json_text_at(row, "printed"),
               number, cli_json_text_at(row, "difference"), cli_json_text_at(row, "verdict_text"));
    json_array_foreach(reasons, i, reason)
        printf("%s%d%s", i == 0 ? " [" : ", ", note_number(notes, json_string_value(reason)),
               i + 1 == json_array_size(reasons) ? "]" : "");
    putchar('\n');
    if (json_is_true(json_object_get(row, "unexpected")))
        printf("    UNEXPECTED: %s\n", cli_json_text_at(row, "problem"));
}

static void print_head(const json_t *paper, int width, bool is_public) {
    char label[48];
    bool is_benchmark = json_is_string(json_object_get(paper, "benchmark"));
    bool is_apart = is_benchmark || is_public;
    if (is_benchmark) printf("Benchmark %s\n", cli_json_text_at(paper, "paper"));
    if (is_public) puts("Public references");
    snprintf(label, sizeof label, "Paper %s:", cli_json_text_at(paper, "paper"));
    cli_paragraph(is_apart ? "" : label, 11, cli_json_text_at(paper, "authors"));
    cli_paragraph("", 11, cli_json_text_at(paper, "title"));
    if (json_is_string(json_object_get(paper, "scope")))
        cli_paragraph("  covers:", 11, cli_json_text_at(paper, "scope"));
    if (is_benchmark) cli_paragraph("  beside:", 11, cli_json_text_at(paper, "benchmark"));
    if (is_public) {
        cli_paragraph("  beside:", 11, cli_json_text_at(paper, "public"));
        printf("\n  %-*s %21s %21s %21s  %s\n", width, "", "printed", "ours", "independent",
               "verdict");
        return;
    }
    printf("\n  %-*s %10s %13s %13s  %s\n", width, "", is_benchmark ? "expected" : "printed",
           "ours", "rel. diff", "verdict");
}

static void print_notes(const struct notes *notes) {
    char label[16];
    if (notes->count > 0) putchar('\n');
    for (int i = 0; i < notes->count; i++) {
        snprintf(label, sizeof label, "  [%d]", i + 1);
        cli_paragraph(label, 7, notes->text[i]);
    }
    putchar('\n');
}

static int count_holding(json_t *statements) {
    int count = 0;
    for (void *at = json_object_iter(statements); at != NULL;
         at = json_object_iter_next(statements, at)) {
        if (strncmp(json_object_iter_key(at), "not ", 4) != 0)
            count += (int)json_integer_value(json_object_iter_value(at));
    }
    return count;
}

// Nothing in a benchmark is a printed number.
static void print_benchmarks(const json_t *document) {
    const json_t *benchmarks = json_object_get(document, "benchmarks");
    json_t *statements = json_object_get(benchmarks, "statements");
    int papers = number_of(benchmarks, "papers");
    if (papers == 0) return;
    printf("%d benchmark%s, counted apart: %d reference values; %d statements hold, %d do not;\n"
           "  %d distances to curves that others read off a figure, or to measured points; %d "
           "figures\n",
           papers, papers == 1 ? "" : "s", number_of(benchmarks, "references"),
           count_holding(statements), number_of(statements, "not reproduced"),
           number_of(benchmarks, "distances"), number_of(benchmarks, "figures"));
}

// Nor is it the print of a paper that is rebuilt here.
static void print_references(const json_t *document) {
    const json_t *all = json_object_get(document, "public");
    json_t *counts = json_object_get(all, "counts");
    if (number_of(all, "papers") == 0) return;
    printf("public references, counted apart: %d rows, %d with an independent solution\n",
           number_of(all, "rows") - number_of(all, "evidence"), number_of(all, "independent"));
    for (void *at = json_object_iter(counts); at != NULL; at = json_object_iter_next(counts, at)) {
        if (json_integer_value(json_object_iter_value(at)) > 0)
            printf("  %-24s %8d\n", json_object_iter_key(at),
                   (int)json_integer_value(json_object_iter_value(at)));
    }
    printf("  %d errata, %d figures\n", number_of(all, "errata"), number_of(all, "figures"));
}

static void print_results(const json_t *document, bool has_folder) {
    const json_t *totals = json_object_get(document, "totals");
    json_t *numbers = json_object_get(document, "counts");
    const json_t *statements = json_object_get(document, "statements");
    if (number_of(totals, "rows") == 0) return;
    printf("%-26s %8s %11s\n", "printed results", "numbers", "statements");
    for (void *at = json_object_iter(numbers); at != NULL; at = json_object_iter_next(numbers, at))
        printf("  %-24s %8d %11d\n", json_object_iter_key(at),
               (int)json_integer_value(json_object_iter_value(at)),
               number_of(statements, json_object_iter_key(at)));
    puts("  reproduced: to the digit, within half a unit of the last one printed; a statement "
         "holds\n"
         "  within the rule: within half a unit plus 0.5 % of the number, which inputs printed "
         "with\n"
         "  three digits leave open");
    printf("%d statements do not hold; each is an erratum\n", number_of(totals, "refuted"));
    printf("%d rows more are evidence; %d errata, %d figures%s\n", number_of(totals, "evidence"),
           size_of(document, "errata") - number_of(json_object_get(document, "public"), "errata"),
           size_of(document, "figures") -
               number_of(json_object_get(document, "benchmarks"), "figures") -
               number_of(json_object_get(document, "public"), "figures"),
           has_folder ? "" : " (drawn with --out)");
}

static void print_counts(const json_t *document, bool has_folder) {
    const json_t *left = json_object_get(document, "left_out");
    int rows = number_of(left, "rows"), figures = number_of(left, "figures");
    print_results(document, has_folder);
    print_benchmarks(document);
    print_references(document);
    if (number_of(document, "unexpected") > 0)
        printf("UNEXPECTED rows: %d\n", number_of(document, "unexpected"));
    if (rows + figures > 0)
        printf("%d row%s and %d figure%s left out by --quick\n", rows, rows == 1 ? "" : "s",
               figures, figures == 1 ? "" : "s");
}

static void print_papers(const json_t *document, bool has_folder) {
    const json_t *rows = json_object_get(document, "rows");
    size_t i, j;
    json_t *paper, *row;
    json_array_foreach(json_object_get(document, "papers"), i, paper) {
        const char *name = cli_json_text_at(paper, "paper"), *where = "", *source = "";
        struct notes notes = {.count = 0};
        int width = quantity_width(rows, name);
        bool is_public = json_is_string(json_object_get(paper, "public"));
        if (number_of(paper, "rows") == 0) continue;
        print_head(paper, width, is_public);
        json_array_foreach(rows, j, row) {
            if (!is_of(row, name)) continue;
            bool is_evidence = strcmp(cli_json_text_at(row, "kind"), "evidence") == 0;
            if (strcmp(cli_json_text_at(row, "where"), where) != 0)
                printf("%s%s\n", is_evidence ? "Evidence, erratum of " : "",
                       cli_json_text_at(row, "where"));
            if (!is_evidence && strcmp(cli_json_text_at(row, "source"), source) != 0) {
                source = cli_json_text_at(row, "source");
                cli_paragraph("    source:", 12, source);
            }
            where = cli_json_text_at(row, "where");
            print_row(row, width, &notes, is_public);
        }
        print_notes(&notes);
    }
    print_counts(document, has_folder);
}

// --- the command ---------------------------------------------------------------------------------

static int show(const char *text, bool json, bool has_folder) {
    json_t *document = cli_json_read(text);
    int unexpected = number_of(document, "unexpected");
    int rows = number_of(json_object_get(document, "totals"), "rows") +
               number_of(json_object_get(document, "benchmarks"), "rows") +
               number_of(json_object_get(document, "public"), "rows");
    if (json)
        fputs(text, stdout);
    else
        print_papers(document, has_folder);
    json_decref(document);
    if (unexpected == 0) return DP_RUN_DONE;
    return cli_fail(DP_RUN_NUMERIC, "%d of %d rows are not as papers/ expects them", unexpected,
                    rows);
}

static int run(int argc, char **argv) {
    dp_reproduce_def def = dp_reproduce_defaults();
    dp_scenario_def call = dp_scenario_defaults();
    bool json = false, quiet = false;
    cli_words papers = {.count = 0};
    const cli_option options[] = {{.name = "--out", .value = &def.folder},
                                  {.name = "--force", .flag = &def.replace},
                                  {.name = "--quick", .flag = &def.quick},
                                  {.name = "--quiet", .flag = &quiet},
                                  {.name = "--json", .flag = &json},
                                  {.name = "--verdict", .value = &def.verdicts},
                                  {0}};
    int status = cli_parse_words(argc, argv, options, &papers, PAPERS_MAX);
    if (status != DP_RUN_DONE) return status;

    struct bar bar = {.progress = progress_start(!quiet)};
    dp_diagnostic diagnostic;
    char *document;
    call.progress = show_progress;
    call.guard = signals_guard;
    call.stop = signals_stop;
    call.user = &bar;
    def.papers = papers.item;
    def.paper_count = papers.count;
    def.total = &bar.total;
    def.call = &call;
    status = dp_reproduce(&def, &document, &diagnostic);
    end_progress(&bar);
    cli_remarks(diagnostic.remarks);
    if (status != DP_RUN_DONE) return cli_fail(status, "%s", diagnostic.text);
    status = show(document, json, def.folder != NULL);
    dp_text_free(document);
    return status;
}

const cli_command cmd_reproduce = {
    .name = "reproduce",
    .summary = "rebuild what papers and public references print, side by side with the print",
    .help =
        "usage: dashpot reproduce [PAPER]... [--verdict WORD[,WORD...]] [--quick]\n"
        "                         [--out DIR [--force]] [--json] [--quiet]\n"
        "\n"
        "Runs the shipped scenario of every result that the papers print, and says whether it "
        "comes\n"
        "out: reproduced (within half a unit of the last printed digit), within the rule (half a\n"
        "unit plus 0.5 % of the number), reproduced with erratum (a misprint is corrected), "
        "inferred\n"
        "input (a value the paper does not print was found), not reproduced, or not comparable;\n"
        "each with its reason. Rows of evidence show what an erratum says; they are not results.\n"
        "Benchmarks are counted apart: they set our curves beside values computed in another way,\n"
        "curves that others read off figures, and measurements. No verdict is given to readings.\n"
        "Public references, `references`, are counted apart, too: what test sets, libraries of\n"
        "benchmarks and other programs print of mechanisms, impacts and chains, with the source "
        "of\n"
        "each number and, where there is one, a solution by other means. Held to the digit: "
        "within\n"
        "its own error (the print is known to have it), print differs (ours meets the independent\n"
        "solution), another model (set beside it, not judged).\n"
        "\n"
        "  PAPER       000, 001, 002, 003, 004, a benchmark: chung-ooi-2011, maw-1976, or\n"
        "              references; all of them when none is named\n"
        "  --verdict   rows with these verdicts alone: reproduced, within, erratum, inferred,\n"
        "              not-reproduced, not-comparable, evidence, reference, distance, own-error,\n"
        "              print-differs, another-model; counts stay those of all rows\n"
        "  --out DIR   also a folder with summary.json, rows.csv, report.html, and in plots/ the\n"
        "              figures as pictures (gnuplot), points (CSV) and scripts\n"
        "  --force     replace DIR when an earlier run left it\n"
        "  --quick     leave out the rows and figures that take long; says how many\n"
        "  --quiet     no progress\n"
        "  --json      {rows, figures, errata, papers, counts, statements, totals, benchmarks,\n"
        "              public, unexpected, left_out}; counts, statements and totals of papers "
        "alone\n"
        "\n"
        "Exit status 3 when a row is not as the tables in papers/ expect it.\n"
        "\n"
        "examples:\n"
        "  dashpot reproduce --quick\n"
        "  dashpot reproduce 002 --verdict not-reproduced\n"
        "  dashpot reproduce references --out out/references\n"
        "  dashpot reproduce 003 --out out/alves\n",
    .run = run,
};
