// report.html of `dashpot reproduce`: one page that needs nothing else.

#include "page.h"

#include <stdio.h>
#include <string.h>

#include "report/html.h"
#include "reproduce/data.h"
#include "reproduce/errata.h"
#include "reproduce/print.h"

static void put_counts(struct out_file *file, const struct results *results) {
    const struct book *book = results->book;
    struct paper_counts counts = results_counts(results, NULL);
    size_t rows = book_rows_left_out(book), figures = book_figures_left_out(book);
    out_text(file, "<dl class=\"cards\">\n");
    for (int i = 0; i < VERDICT_COUNT; i++)
        out_print(
            file,
            "<div class=\"card\"><dt><span class=\"mark\">%s</span>%s</dt><dd>%d</dd></div>\n",
            page_mark((enum verdict)i), verdict_word((enum verdict)i), counts.verdict[i]);
    out_print(file, "<div class=\"card\"><dt>figures</dt><dd>%zu</dd></div>\n", book_figures(book));
    out_print(file, "<div class=\"card\"><dt>errata</dt><dd>%zu</dd></div>\n</dl>\n",
              book_errata(book));
    out_print(file,
              "<p>%d rows, %d of them with a number computed in this run. Of those that agree, %d "
              "do so "
              "within a stated tolerance, the others to the printed digit. Of those not "
              "reproduced, %d are evidence for an erratum.</p>\n",
              counts.rows, counts.rows - counts.empty, counts.within, counts.evidence);
    if (rows + figures > 0)
        out_print(
            file,
            "<ul class=\"notes\"><li>%zu rows and %zu figures left out by --quick.</li></ul>\n",
            rows, figures);
    if (results->unexpected > 0)
        out_print(file,
                  "<ul class=\"notes\"><li>%d rows are unexpected, see the tables.</li></ul>\n",
                  results->unexpected);
}

static void put_part(struct out_file *file, const struct paper *paper, const char *part,
                     size_t count) {
    if (count > 0)
        out_print(file, " &middot; <a href=\"#p%s-%s\">%s (%zu)</a>", paper->name, part, part,
                  count);
}

static void put_contents(struct out_file *file, const struct results *results) {
    out_text(file, "<nav><h2>Contents</h2>\n<ul>\n");
    for (int i = 0; i < results->book->count; i++) {
        const struct paper *paper = &results->book->paper[i];
        out_print(file, "<li><a href=\"#p%s\">Paper %s</a>: ", paper->name, paper->name);
        html_text(file, data_text(paper->tree, "title"));
        out_text(file, "<br><span class=\"muted\">");
        html_text(file, data_text(paper->tree, "authors"));
        put_part(file, paper, "numbers", json_array_size(paper->rows));
        put_part(file, paper, "figures", json_array_size(paper->figures));
        put_part(file, paper, "errata", json_array_size(paper->errata));
        out_text(file, "</span></li>\n");
    }
    out_text(file, "</ul></nav>\n");
}

static void put_cell(struct out_file *file, const char *class, const char *text) {
    out_print(file, "<td class=\"%s\">", class);
    html_text(file, text);
    out_text(file, "</td>");
}

static void put_links(struct out_file *file, const struct result *result, struct notes *notes) {
    int number[REASONS_MAX];
    int count = notes_of(notes, result, number);
    for (int i = 0; i < count; i++)
        out_print(file, "%s<a href=\"#n%s-%d\">%d</a>%s", i == 0 ? " [" : ", ", result->paper->name,
                  number[i], number[i], i == count - 1 ? "]" : "");
}

static void put_erratum_link(struct out_file *file, const struct result *result, const char *id,
                             bool is_mended) {
    const json_t *erratum = errata_find(result->paper, id);
    if (is_mended)
        out_text(file, "<br>mended: ");
    else
        out_print(file, "<br>see %s: ", errata_kind_word(errata_kind(erratum)));
    out_print(file, "<a href=\"#e%s-%s\">", result->paper->name, id);
    html_text(file, data_text(erratum, "where"));
    out_text(file, "</a>");
}

// What is mended in a row is not said again as what it shows.
static void put_errata_links(struct out_file *file, const struct result *result) {
    const char *id[ERRATA_OF_ROW_MAX];
    int count = errata_of(result->row, "erratum", id);
    for (int i = 0; i < count; i++)
        put_erratum_link(file, result, id[i], true);
    count = errata_of(result->row, "shows", id);
    for (int i = 0; i < count; i++) {
        if (!errata_names(result->row, "erratum", id[i]))
            put_erratum_link(file, result, id[i], false);
    }
}

static void put_verdict(struct out_file *file, const struct result *result, struct notes *notes) {
    out_print(file, "<td class=\"left v v%d\"><span class=\"mark\">%s</span>%s",
              (int)result->verdict, page_mark(result->verdict), verdict_word(result->verdict));
    put_links(file, result, notes);
    put_errata_links(file, result);
    if (result->unexpected) {
        out_text(file, " <b>UNEXPECTED: ");
        html_text(file, result->problem);
        out_text(file, "</b>");
    }
    out_text(file, "</td>");
}

static void put_row(struct out_file *file, const struct result *result, struct notes *notes) {
    char commands[COMMAND_MAX];
    const char *unit = data_text(result->row, "unit");
    results_commands(result->row, commands);
    out_text(file, "<tr id=\"r");
    html_text(file, data_text(result->row, "id"));
    out_text(file, "\">");
    put_cell(file, "left text", data_text(result->row, "quantity"));
    put_cell(file, "left muted", unit != NULL && strcmp(unit, "1") != 0 ? unit : "");
    out_text(file, "<td>");
    page_printed(file, data_text(result->row, "printed"));
    out_text(file, "</td><td>");
    page_value(file, result);
    out_text(file, "</td><td>");
    page_difference(file, result);
    out_text(file, "</td>");
    put_verdict(file, result, notes);
    out_text(file, "<td>");
    page_copy(file, "Copy", commands);
    out_text(file, "</td></tr>\n");
}

static void put_notes(struct out_file *file, const struct notes *notes, const char *paper) {
    if (notes->count == 0) return;
    out_text(file, "<h3>Reasons</h3>\n<ol class=\"reasons\">\n");
    for (int i = 0; i < notes->count; i++) {
        out_print(file, "<li id=\"n%s-%d\">", paper, i + 1);
        html_text(file, notes->text[i]);
        out_text(file, "</li>\n");
    }
    out_text(file, "</ol>\n");
}

static size_t put_table(struct out_file *file, const struct results *results, size_t i,
                        struct notes *notes) {
    const struct paper *paper = results->result[i].paper;
    const char *where = "";
    out_print(file, "<h3 id=\"p%s-numbers\">Numbers</h3>\n", paper->name);
    out_text(file, "<div class=\"scroll\"><table>\n<thead><tr><th class=\"left\">quantity</th>"
                   "<th class=\"left\">unit</th><th>printed</th><th>ours</th>"
                   "<th>difference</th><th "
                   "class=\"left\">verdict</th><th>command</th></tr></thead>\n<tbody>\n");
    for (; i < results->count && results->result[i].paper == paper; i++) {
        const char *here = data_text(results->result[i].row, "where");
        if (strcmp(here, where) != 0) {
            out_text(file, "<tr class=\"where\"><th colspan=\"7\">");
            html_text(file, here);
            out_text(file, "</th></tr>\n");
        }
        where = here;
        put_row(file, &results->result[i], notes);
    }
    out_text(file, "</tbody></table></div>\n");
    return i;
}

static void put_paper_head(struct out_file *file, const struct paper *paper) {
    static const char *const keys[] = {"authors", "title", "scope", NULL};
    out_print(file, "<section id=\"p%s\">\n<h2>Paper %s</h2>\n<p>", paper->name, paper->name);
    for (int i = 0; keys[i] != NULL; i++) {
        const char *text = data_text(paper->tree, keys[i]);
        if (text == NULL) continue;
        size_t length = strlen(text);
        out_text(file, i > 0 ? "<br>" : "");
        html_text(file, text);
        out_text(file, length > 0 && text[length - 1] == '.' ? "" : ".");
    }
    out_text(file, "</p>\n");
}

int page_results(const struct results *results, const struct figures *figures, int folder,
                 int plots) {
    struct out_file file;
    size_t at = 0;
    out_open(&file, folder, "report.html");
    page_head(&file);
    put_counts(&file, results);
    put_contents(&file, results);
    for (int i = 0; i < results->book->count; i++) {
        const struct paper *paper = &results->book->paper[i];
        struct notes notes = {.without_errata = true};
        put_paper_head(&file, paper);
        if (json_array_size(paper->rows) > 0) at = put_table(&file, results, at, &notes);
        put_notes(&file, &notes, paper->name);
        page_figures(&file, figures, plots, paper);
        page_errata(&file, results, paper);
        out_text(&file, "</section>\n");
    }
    page_foot(&file);
    return out_close(&file);
}
