// report.html of `dashpot reproduce`: counts, contents, and for each paper its rows, reasons,
// figures and errata.

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "assets.h"
#include "base/words.h"
#include "dashpot/version.h"
#include "files/file.h"
#include "report/html.h"
#include "reproduce/document.h"
#include "reproduce/rows.h"

enum { DIGITS = 7, PUBLIC_DIGITS = 15, COMMANDS_MAX = 8192, NOTES_MAX = 256 };

// The part of the document that belongs to one paper.
struct part {
    const json_t *paper;
    const char *name;
    json_t *rows, *errata;
};

// --- pieces --------------------------------------------------------------------------------------

// A button that copies a text.
static void put_copy(struct out_file *file, const char *label, const char *text) {
    html_print(file,
               "<button class=\"copy\" type=\"button\" data-copy=\"%h\" title=\"%h\">%s</button>",
               text, text, label);
}

// A mark before the word of a verdict, so that it is seen without colour too.
static const char *verdict_mark(enum verdict verdict) {
    static const char *const marks[VERDICT_COUNT] = {
        "\xe2\x9c\x93", "\xe2\x89\x88", "\xe2\x9c\x8e", "?",
        "\xe2\x9c\x97", "\xe2\x80\x93", "\xc2\xa7",     "=",
        "\xe2\x86\x94", "\xe2\x89\x88", "\xe2\x89\xa0", "\xe2\x88\xa5",
    };
    return marks[verdict];
}

static const char minus[] = "\xe2\x88\x92", dash[] = "\xe2\x80\x93";

// A number of the print in the style of ours: all digits that are written, since they count, a
// proper minus, powers of ten as such.
static void put_digits(struct out_file *file, const char *text) {
    for (; *text != '\0' && tolower((unsigned char)*text) != 'e'; text++) {
        char letter[] = {*text, '\0'};
        html_text(file, *text == '-' ? minus : letter);
    }
    if (*text == '\0') return;
    text++;
    bool is_negative = *text == '-';
    text += *text == '-' || *text == '+';
    html_print(file,
               "\xc2\xb7"
               "10<sup>%s%s</sup>",
               is_negative ? minus : "", text);
}

static void put_printed(struct out_file *file, const char *text) {
    struct printed printed;
    if (strcmp(text, "-") == 0)
        out_text(file, dash);
    else if (printed_read(text, &printed))
        put_digits(file, text);
    else
        html_text(file, text);
}

// Cells of a row: printed, ours, difference.
static void put_numbers(struct out_file *file, const json_t *row) {
    const json_t *ours = json_object_get(row, "ours");
    const char *text = text_at(row, "difference");
    out_text(file, "<td>");
    put_printed(file, text_at(row, "printed"));
    out_text(file, "</td><td>");
    html_number(file, json_is_number(ours) ? json_number_value(ours) : NAN,
                text_at(row, "source") != NULL ? PUBLIC_DIGITS : DIGITS);
    out_text(file, "</td><td>");
    html_print(file, "%s%h</td>",
               text[0] != '-'    ? ""
               : text[1] != '\0' ? minus
                                 : dash,
               text + (text[0] == '-'));
}

enum { DRAWING_MAX = 16 << 20 };  // bytes in the page

// --- the head ------------------------------------------------------------------------------------

static void put_head(struct out_file *file) {
    const char *const scripts[] = {asset_reproduce_js, NULL};
    html_begin(file, scripts, NULL);
    out_text(file, "<title>Printed numbers reproduced - dashpot</title>\n");
    html_style(file, asset_report_css);
    html_style(file, asset_reproduce_css);
    out_text(file, "</head>\n<body>\n<header>\n<div class=\"kind\">dashpot reproduce</div>\n"
                   "<h1>What the papers print, and what comes out here</h1>\n</header>\n");
}

static void put_foot(struct out_file *file) {
    html_print(
        file, "<footer>dashpot " DP_VERSION_STRING
              ". Beside this page: <a href=\"summary.json\">summary.json</a>, "
              "<a href=\"rows.csv\">rows.csv</a>, and in plots/ the pictures with their points and "
              "gnuplot scripts. Commands are run where papers/ and scenarios/ lie.</footer>\n");
    html_script(file, asset_reproduce_js);
    out_text(file, "</body>\n</html>\n");
}

static int number_at(const json_t *object, const char *key) {
    return (int)json_integer_value(json_object_get(object, key));
}

static int size_at(const json_t *object, const char *key) {
    return (int)json_array_size(json_object_get(object, key));
}

static void put_card(struct out_file *file, const char *mark, const char *label, int count) {
    html_print(file,
               "<div class=\"card\"><dt><span class=\"mark\">%s</span>%s</dt><dd>%d</dd></div>\n",
               mark, label, count);
}

// Statements by whether they hold, however.
static void count_statements(const json_t *statements, int *hold, int *fail) {
    *hold = 0;
    for (int i = VERDICT_REPRODUCED; i <= VERDICT_INFERRED; i++)
        *hold += number_at(statements, verdict_word((enum verdict)i));
    *fail = number_at(statements, verdict_word(VERDICT_NOT_REPRODUCED));
}

static bool is_benchmark(const json_t *paper) {
    return text_at(paper, "benchmark") != NULL;
}

static bool is_public(const json_t *paper) {
    return text_at(paper, "public") != NULL;
}

static const char *paper_word(const json_t *paper) {
    return is_benchmark(paper) ? "Benchmark" : is_public(paper) ? "Public" : "Paper";
}

// What no paper prints is counted apart.
static void put_benchmark_counts(struct out_file *file, const json_t *document) {
    const json_t *benchmarks = json_object_get(document, "benchmarks");
    int hold, fail;
    if (number_at(benchmarks, "papers") == 0) return;
    count_statements(json_object_get(benchmarks, "statements"), &hold, &fail);
    out_text(file, "<h2>Benchmarks, counted apart</h2>\n<dl class=\"cards\">\n");
    put_card(file, verdict_mark(VERDICT_REFERENCE), "reference values",
             number_at(benchmarks, "references"));
    put_card(file, verdict_mark(VERDICT_REPRODUCED), "statements that hold", hold);
    put_card(file, verdict_mark(VERDICT_NOT_REPRODUCED), "statements that do not", fail);
    put_card(file, verdict_mark(VERDICT_DISTANCE), "distances to curves",
             number_at(benchmarks, "distances"));
    put_card(file, "", "figures", number_at(benchmarks, "figures"));
    out_text(file,
             "</dl>\n<p>Nothing in a benchmark is a printed number. <b>Reference values</b> "
             "were computed in another way, and ours must meet their last digit. Curves that "
             "others read off a figure, and measured points, have errors of reading: for these "
             "the <b>distance</b> of our curve is stated, root mean square over the points, and "
             "not judged.</p>\n");
}

static void put_public_counts(struct out_file *file, const json_t *document) {
    const json_t *all = json_object_get(document, "public");
    const json_t *counts = json_object_get(all, "counts");
    if (number_at(all, "papers") == 0) return;
    out_text(file, "<h2>Public references, counted apart</h2>\n<dl class=\"cards\">\n");
    for (int i = 0; i < VERDICT_COUNT; i++) {
        const char *word = verdict_word((enum verdict)i);
        if (number_at(counts, word) > 0)
            put_card(file, verdict_mark((enum verdict)i), word, number_at(counts, word));
    }
    put_card(file, "", "with an independent solution", number_at(all, "independent"));
    put_card(file, "", "figures", number_at(all, "figures"));
    put_card(file, "", "errata", number_at(all, "errata"));
    out_text(file,
             "</dl>\n<p>Numbers that test sets, libraries of benchmarks and other programs print. "
             "They are held to the last digit. <b>Within its own error</b>: the print is known to "
             "be so far off. <b>Print differs</b>: ours meets a solution by other means, and the "
             "print does not. <b>Another model</b>: set beside it, not judged.</p>\n");
}

static void put_counts(struct out_file *file, const json_t *document) {
    const json_t *numbers = json_object_get(document, "counts");
    const json_t *totals = json_object_get(document, "totals");
    int hold, fail;
    if (number_at(totals, "rows") == 0) return;
    count_statements(json_object_get(document, "statements"), &hold, &fail);
    out_text(file, "<h2>Printed numbers</h2>\n<dl class=\"cards\">\n");
    for (int i = 0; i < VERDICT_EVIDENCE; i++) {
        const char *word = verdict_word((enum verdict)i);
        put_card(file, verdict_mark((enum verdict)i),
                 i == VERDICT_REPRODUCED ? "reproduced to the digit" : word,
                 number_at(numbers, word));
    }
    out_text(file, "</dl>\n<h2>Printed statements about order, figures, errata</h2>\n"
                   "<dl class=\"cards\">\n");
    put_card(file, verdict_mark(VERDICT_REPRODUCED), "statements that hold", hold);
    put_card(file, verdict_mark(VERDICT_NOT_REPRODUCED), "statements that do not (errata)",
             fail + number_at(totals, "refuted"));
    put_card(
        file, verdict_mark(VERDICT_NOT_COMPARABLE), "statements not comparable",
        number_at(json_object_get(document, "statements"), verdict_word(VERDICT_NOT_COMPARABLE)));
    put_card(file, "", "figures",
             size_at(document, "figures") -
                 number_at(json_object_get(document, "benchmarks"), "figures") -
                 number_at(json_object_get(document, "public"), "figures"));
    put_card(file, "", "errata",
             size_at(document, "errata") -
                 number_at(json_object_get(document, "public"), "errata"));
    put_card(file, verdict_mark(VERDICT_EVIDENCE), "rows of evidence for errata",
             number_at(totals, "evidence"));
    out_text(file,
             "</dl>\n<p>One rule for all numbers. <b>To the digit</b>: within half a unit of the "
             "last printed digit. <b>Within the rule</b>: within half a unit plus 0.5 % of the "
             "number, which inputs printed with three digits leave open; the row says how "
             "far that is. ");
    html_print(
        file,
        "%d numbers agree by the rule only, some of them with an erratum or an inferred "
        "input. Rows of evidence stand with their erratum; they are not results of the paper "
        "and are not counted as such.</p>\n",
        number_at(totals, "by_rule"));
}

static void put_remarks(struct out_file *file, const json_t *document) {
    const json_t *left = json_object_get(document, "left_out");
    int rows = number_at(left, "rows"), figures = number_at(left, "figures");
    if (rows + figures > 0)
        html_print(
            file, "<ul class=\"notes\"><li>%d rows and %d figures left out by --quick.</li></ul>\n",
            rows, figures);
    if (number_at(document, "unexpected") > 0)
        html_print(file,
                   "<ul class=\"notes\"><li>%d rows are unexpected, see the tables.</li></ul>\n",
                   number_at(document, "unexpected"));
}

// What the script filters by; without scripts all is shown and the form is not.
static void put_filter(struct out_file *file) {
    out_text(file,
             "<form class=\"filter\" hidden><label>Search <input type=\"search\" name=\"words\" "
             "placeholder=\"restitution Table 4\"></label>\n");
    for (int i = 0; i < VERDICT_COUNT; i++) {
        enum verdict verdict = (enum verdict)i;
        html_print(file,
                   "<label class=\"v%d\"><input type=\"checkbox\" name=\"verdict\" value=\"%d\" "
                   "checked><span class=\"mark\">%s</span>%s</label>\n",
                   i, i, verdict_mark(verdict), verdict_word(verdict));
    }
    out_text(file, "<output></output></form>\n");
}

static void put_contents(struct out_file *file, const json_t *papers) {
    static const char *const sections[] = {"results", "figures", "errata"};
    static const char *const anchors[] = {"numbers", "figures", "errata"};
    size_t i;
    json_t *paper;
    out_text(file, "<nav><h2>Contents</h2>\n<ul>\n");
    json_array_foreach(papers, i, paper) {
        const char *name = text_at(paper, "paper");
        html_print(file, "<li><a href=\"#p%s\">%s %s</a>: %h<br><span class=\"muted\">%h", name,
                   paper_word(paper), name, text_at(paper, "title"), text_at(paper, "authors"));
        for (int k = 0; k < 3; k++) {
            if (number_at(paper, sections[k]) > 0)
                html_print(file, " &middot; <a href=\"#p%s-%s\">%s (%d)</a>", name, anchors[k],
                           sections[k], number_at(paper, sections[k]));
        }
        out_text(file, "</span></li>\n");
    }
    out_text(file, "</ul></nav>\n");
}

static void put_paper_head(struct out_file *file, const struct part *part) {
    static const char *const keys[] = {"authors", "title", "scope", "benchmark", "public", NULL};
    html_print(file, "<section id=\"p%s\">\n<h2>%s %s</h2>\n<p>", part->name,
               paper_word(part->paper), part->name);
    for (int i = 0; keys[i] != NULL; i++) {
        const char *text = text_at(part->paper, keys[i]);
        if (text == NULL) continue;
        size_t length = strlen(text);
        html_print(file, "%s%h%s", i > 0 ? "<br>" : "", text,
                   length > 0 && text[length - 1] == '.' ? "" : ".");
    }
    out_text(file, "</p>\n");
}

// --- rows ----------------------------------------------------------------------------------------

// Reasons of the rows of one paper, each once, in the order of their first use.
struct notes {
    const char *text[NOTES_MAX];
    int count;
};

// What is mended stands at its erratum, to which the row has a link.
static bool is_of_errata(const struct part *part, const json_t *row, const char *reason) {
    size_t i;
    json_t *id;
    bool is_one = false;
    json_array_foreach(json_object_get(row, "erratum"), i, id) {
        json_t *own = errata_reason(errata_find(part->errata, json_string_value(id)));
        is_one = is_one || strcmp(json_string_value(own), reason) == 0;
        json_decref(own);
    }
    return is_one;
}

static void put_reasons(struct out_file *file, const struct part *part, const json_t *row,
                        struct notes *notes) {
    size_t i;
    json_t *reason;
    bool is_first = true;
    json_array_foreach(json_object_get(row, "reasons"), i, reason) {
        const char *text = json_string_value(reason);
        int at = 0;
        if (is_of_errata(part, row, text)) continue;
        while (at < notes->count && strcmp(notes->text[at], text) != 0)
            at++;
        if (at == notes->count && notes->count < NOTES_MAX) notes->text[notes->count++] = text;
        html_print(file, "%s<a href=\"#n%s-%d\">%d</a>", is_first ? " [" : ", ", part->name, at + 1,
                   at + 1);
        is_first = false;
    }
    out_text(file, is_first ? "" : "]");
}

// What is mended in a row is not said again as what it shows.
static void put_errata_links(struct out_file *file, const struct part *part, const json_t *row,
                             const char *key) {
    bool is_mended = strcmp(key, "erratum") == 0;
    size_t i;
    json_t *id;
    json_array_foreach(json_object_get(row, key), i, id) {
        const json_t *erratum = errata_find(part->errata, json_string_value(id));
        if (!is_mended && list_holds(json_object_get(row, "erratum"), json_string_value(id)))
            continue;
        if (is_mended)
            out_text(file, "<br>mended: ");
        else
            html_print(file, "<br>see %s: ", text_at(erratum, "kind"));
        html_print(file, "<a href=\"#e%s-%s\">%h</a>", part->name, json_string_value(id),
                   text_at(erratum, "where"));
    }
}

static void put_verdict(struct out_file *file, const struct part *part, const json_t *row,
                        struct notes *notes) {
    enum verdict verdict = verdict_of(text_at(row, "verdict"));
    html_print(file, "<td class=\"left v v%d\"><span class=\"mark\">%s</span>%s", (int)verdict,
               verdict_mark(verdict), text_at(row, "verdict_text"));
    if (text_at(row, "independent") != NULL)
        html_print(file, "<br>independent: %h", text_at(row, "independent"));
    put_reasons(file, part, row, notes);
    put_errata_links(file, part, row, "erratum");
    put_errata_links(file, part, row, "shows");
    if (text_at(row, "problem") != NULL)
        html_print(file, " <b>UNEXPECTED: %h</b>", text_at(row, "problem"));
    out_text(file, "</td>");
}

static void put_row(struct out_file *file, const struct part *part, const json_t *row,
                    struct notes *notes) {
    char commands[COMMANDS_MAX] = "";
    const char *unit = text_at(row, "unit");
    size_t i;
    json_t *command;
    json_array_foreach(json_object_get(row, "commands"), i, command) {
        if (i > 0) text_append(commands, sizeof commands, "\n");
        text_append(commands, sizeof commands, json_string_value(command));
    }
    html_print(file,
               "<tr id=\"r%h\" data-verdict=\"%d\"><td class=\"left text\">%h</td>"
               "<td class=\"left muted\">%h</td>",
               text_at(row, "id"), (int)verdict_of(text_at(row, "verdict")),
               text_at(row, "quantity"), unit != NULL && strcmp(unit, "1") != 0 ? unit : "");
    put_numbers(file, row);
    put_verdict(file, part, row, notes);
    out_text(file, "<td>");
    put_copy(file, "Copy", commands);
    out_text(file, "</td></tr>\n");
}

static bool is_evidence(const json_t *row) {
    return strcmp(text_at(row, "kind"), "evidence") == 0;
}

static void put_rows(struct out_file *file, const struct part *part, struct notes *notes) {
    const char *where = "";
    size_t i;
    json_t *row;
    bool is_apart = is_benchmark(part->paper);
    if (number_at(part->paper, "results") == 0) return;
    html_print(file,
               "<h3 id=\"p%s-numbers\">%s</h3>\n"
               "<div class=\"scroll\"><table>\n<thead><tr><th class=\"left\">quantity</th>"
               "<th class=\"left\">unit</th><th>%s</th><th>ours</th><th>difference</th>"
               "<th class=\"left\">verdict</th><th>command</th></tr></thead>\n<tbody>\n",
               part->name,
               is_apart ? "Beside other computations and measurements" : "Printed results",
               is_apart ? "expected" : "printed");
    json_array_foreach(part->rows, i, row) {
        const char *here = text_at(row, "where"), *source = text_at(row, "source");
        if (is_evidence(row)) continue;
        if (strcmp(here, where) != 0)
            html_print(file, "<tr class=\"where\"><th colspan=\"7\">%h%s%h</th></tr>\n", here,
                       source != NULL ? ": " : "", source != NULL ? source : "");
        where = here;
        put_row(file, part, row, notes);
    }
    out_text(file, "</tbody></table></div>\n");
}

static void put_notes(struct out_file *file, const struct part *part, const struct notes *notes) {
    if (notes->count == 0) return;
    out_text(file, "<h3>Reasons</h3>\n<ol class=\"reasons\">\n");
    for (int i = 0; i < notes->count; i++)
        html_print(file, "<li id=\"n%s-%d\">%h</li>\n", part->name, i + 1, notes->text[i]);
    out_text(file, "</ol>\n");
}

// --- figures -------------------------------------------------------------------------------------

static void put_over(struct out_file *file, const struct curve *curve) {
    const json_t *over = json_object_get(curve->spec, "over");
    if (over == NULL) return;
    html_print(
        file,
        "<div>%s the first of %h runs: <code>%h</code> goes from %h to %h in equal steps%s. Drawn "
        "are "
        "x = <code>%h</code> and y = <code>%h</code>, %s</div>\n",
        curve->is_sweep ? "The scenario makes all points. The command is"
                        : "Command and scenario are",
        text_at(over, "points"), text_at(over, "path"), text_at(over, "from"), text_at(over, "to"),
        text_at(over, "scale") != NULL && strcmp(text_at(over, "scale"), "log") == 0
            ? " of its logarithm"
            : "",
        text_at(curve->spec, "x"), text_at(curve->spec, "y"),
        curve->is_sweep ? "where <code>input</code> is that entry."
                        : "which a sweep cannot have as results.");
}

static void put_source(struct out_file *file, const struct figure *figure, int i) {
    const struct curve *curve = &figure->curve[i];
    char id[128];
    html_print(file, "<div class=\"run\"><b>%h</b>", text_at(curve->spec, "label"));
    const char *read = text_at(json_object_get(curve->spec, "read"), "file");
    if (curve->scenario == NULL) {
        html_print(file,
                   read != NULL ? ": points of <code>%h</code>.</div>\n" : ": as printed.</div>\n",
                   read);
        return;
    }
    json_t *command = figure_command(curve->spec);
    if (command == NULL) {
        file->error = ENOMEM;
        return;
    }
    snprintf(id, sizeof id, "s%s-%d", figure->stem, i + 1);
    html_print(file, ": <code>%h</code> ", json_string_value(command));
    put_copy(file, "Copy command", json_string_value(command));
    json_decref(command);
    html_print(
        file,
        " <button class=\"copy\" type=\"button\" data-from=\"%s\" title=\"copy this text\">Copy "
        "scenario</button>",
        id);
    put_over(file, curve);
    // a line break after <pre> is not part of it
    html_print(file, "<pre id=\"%s\">\n%h</pre></div>\n", id, curve->scenario);
}

static void put_figure(struct out_file *file, const struct figure *figure, int plots) {
    const json_t *spec = figure->spec;
    const char *title = text_at(spec, "title"), *caption = text_at(spec, "caption");
    html_print(file, "<figure id=\"f%s\">", figure->stem);
    if (!figure->is_drawn || !html_drawing(file, plots, figure->stem, title, 460, DRAWING_MAX))
        html_print(file, "<p class=\"muted\">Not drawn: %h</p>", figure->reason);
    html_print(file,
               "<figcaption><b>%h.</b> %h. %h <a href=\"plots/%s.csv\">CSV</a>"
               "<details><summary>Scenarios that made it</summary>\n",
               text_at(spec, "where"), title, caption != NULL ? caption : "", figure->stem);
    for (int i = 0; i < figure->curve_count; i++)
        put_source(file, figure, i);
    out_text(file, "</details></figcaption></figure>\n");
}

static void put_figures(struct out_file *file, const struct part *part,
                        const struct figures *figures, int plots) {
    if (number_at(part->paper, "figures") == 0) return;
    html_print(file, "<h3 id=\"p%s-figures\">Figures</h3>\n<div class=\"figures\">\n", part->name);
    for (int i = 0; i < figures->count; i++) {
        if (strcmp(figures->item[i].paper->name, part->name) == 0)
            put_figure(file, &figures->item[i], plots);
    }
    out_text(file, "</div>\n");
}

// --- errata --------------------------------------------------------------------------------------

// Evidence has its place here, and what explains it too; of a result the place is among the
// numbers.
static void put_evidence(struct out_file *file, const json_t *row) {
    enum verdict verdict = verdict_of(text_at(row, "verdict"));
    size_t i;
    json_t *reason;
    html_print(file, "<tr data-verdict=\"%d\"", (int)verdict);
    if (is_evidence(row))
        html_print(file, " id=\"r%h\"><td class=\"left text\">%h", text_at(row, "id"),
                   text_at(row, "quantity"));
    else
        html_print(file, "><td class=\"left text\"><a href=\"#r%h\">%h</a>", text_at(row, "id"),
                   text_at(row, "quantity"));
    const char *unit = text_at(row, "unit");
    if (unit != NULL && strcmp(unit, "1") != 0) html_print(file, " [%h]", unit);
    if (is_evidence(row))
        json_array_foreach(json_object_get(row, "reasons"), i, reason)
            html_print(file, "<br><span class=\"muted\">%h</span>", json_string_value(reason));
    out_text(file, "</td>");
    put_numbers(file, row);
    html_print(file, "<td class=\"left v%d\">%s %s", (int)verdict, verdict_mark(verdict),
               text_at(row, "verdict_text"));
    if (text_at(row, "problem") != NULL)
        html_print(file, " <b>UNEXPECTED: %h</b>", text_at(row, "problem"));
    html_print(file, "</td><td>");
    put_copy(file, "Copy", text_at(row, "command"));
    out_text(file, "</td></tr>\n");
}

static void put_erratum_rows(struct out_file *file, const struct part *part, const char *id) {
    bool is_first = true;
    size_t i;
    json_t *row;
    json_array_foreach(part->rows, i, row) {
        if (!list_holds(json_object_get(row, "erratum"), id) &&
            !list_holds(json_object_get(row, "shows"), id))
            continue;
        if (is_first)
            out_text(
                file,
                "<div class=\"scroll\"><table><thead><tr><th class=\"left\">quantity</th>"
                "<th>printed</th><th>ours</th><th>difference</th><th class=\"left\">verdict</th>"
                "<th>command</th></tr></thead><tbody>\n");
        is_first = false;
        put_evidence(file, row);
    }
    if (!is_first) out_text(file, "</tbody></table></div>\n");
}

static void put_erratum(struct out_file *file, const struct part *part, const json_t *entry) {
    const char *id = text_at(entry, "id");
    html_print(file,
               "<article id=\"e%s-%s\"><h4>%h <span class=\"sure\">(%s, %h)</span></h4>\n<dl>\n"
               "<dt>Printed</dt><dd>%h</dd>\n<dt>%s</dt><dd>%h</dd>\n<dt>Evidence</dt><dd>%h</dd>\n"
               "<dt>Changes</dt><dd>%h</dd>\n</dl>\n",
               part->name, id, text_at(entry, "where"), text_at(entry, "kind"),
               text_at(entry, "confidence"), text_at(entry, "printed"), errata_right_label(entry),
               text_at(entry, "right"), text_at(entry, "evidence"), text_at(entry, "changes"));
    put_erratum_rows(file, part, id);
    out_text(file, "</article>\n");
}

static void put_errata(struct out_file *file, const struct part *part) {
    size_t i;
    json_t *entry;
    if (number_at(part->paper, "errata") == 0) return;
    html_print(file, "<h3 id=\"p%s-errata\">Errata</h3>\n", part->name);
    json_array_foreach(part->errata, i, entry) put_erratum(file, part, entry);
}

int page_write(const json_t *document, const struct figures *figures,
               const struct out_folder *folder, const char *name) {
    const json_t *papers = json_object_get(document, "papers");
    struct out_file file;
    size_t i;
    json_t *paper;
    out_open(&file, folder->self, name);
    put_head(&file);
    put_counts(&file, document);
    put_benchmark_counts(&file, document);
    put_public_counts(&file, document);
    put_remarks(&file, document);
    put_filter(&file);
    put_contents(&file, papers);
    json_array_foreach(papers, i, paper) {
        const char *own = text_at(paper, "paper");
        const struct part part = {paper, own, document_part(document, "rows", own),
                                  document_part(document, "errata", own)};
        struct notes notes = {.count = 0};
        put_paper_head(&file, &part);
        put_rows(&file, &part, &notes);
        put_notes(&file, &part, &notes);
        put_figures(&file, &part, figures, folder->plots);
        put_errata(&file, &part);
        out_text(&file, "</section>\n");
        json_decref(part.rows);
        json_decref(part.errata);
    }
    put_foot(&file);
    return out_close(&file);
}
