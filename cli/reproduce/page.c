// report.html of `dashpot reproduce`: one page that needs nothing else.

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "data.h"
#include "print.h"
#include "report/html.h"
#include "report/page.h"

enum { DRAWING_MAX = 16 << 20 };

// Beside the style of every report: colours of the verdicts, and long texts that may wrap.
static const char style[] = "<style>\n"
                            "td.text { white-space: normal; }\n"
                            "td.v0 { color: #1d6b3f; } td.v1, td.v2 { color: #7a5a00; }\n"
                            "td.v3 { color: #a1331b; } td.v4 { color: #5a6470; }\n"
                            "tr.where th { text-align: left; padding-top: 14px; color: #17375e; }\n"
                            "ol.reasons { font-size: 14px; max-width: 860px; }\n"
                            "code { font-size: 12.5px; overflow-wrap: anywhere; }\n"
                            "</style>\n";

static void put_head(struct out_file *file) {
    out_text(file, report_head);
    out_text(file, "<title>Printed numbers reproduced - dashpot</title>\n");
    out_text(file, report_style);
    out_text(file, style);
    out_text(file, "</head>\n<body>\n<header>\n<div class=\"kind\">dashpot reproduce</div>\n"
                   "<h1>What the papers print, and what comes out here</h1>\n</header>\n");
}

static void put_counts(struct out_file *file, const struct results *results) {
    out_text(file, "<dl class=\"cards\">\n");
    for (int i = 0; i < VERDICT_COUNT; i++)
        out_print(file, "<div class=\"card\"><dt>%s</dt><dd>%d</dd></div>\n",
                  verdict_word((enum verdict)i), results->counts[i]);
    out_text(file, "</dl>\n");
    if (results->unexpected > 0)
        out_print(file,
                  "<ul class=\"notes\"><li>%d rows are unexpected, see the tables.</li></ul>\n",
                  results->unexpected);
}

static void put_cell(struct out_file *file, const char *class, const char *text) {
    out_print(file, "<td class=\"%s\">", class);
    html_text(file, text);
    out_text(file, "</td>");
}

static void put_row(struct out_file *file, const struct result *result, struct notes *notes) {
    int number[4];
    char command[1024], class[16], difference[32];
    int count = notes_of(notes, result, number);
    const char *unit = data_text(result->row, "unit");
    results_command(result->row, command, sizeof command);
    out_text(file, "<tr title=\"");
    html_text(file, command);
    out_text(file, "\">");
    put_cell(file, "left text", data_text(result->row, "quantity"));
    put_cell(file, "left muted", unit != NULL && strcmp(unit, "1") != 0 ? unit : "");
    put_cell(file, "", data_text(result->row, "printed"));
    out_text(file, "<td>");
    html_number(file, result->value, 7);
    out_text(file, "</td><td>");
    print_difference(result, difference, sizeof difference);
    html_text(file, difference);
    out_text(file, "</td>");
    snprintf(class, sizeof class, "left v%d", (int)result->verdict);
    out_print(file, "<td class=\"%s\">%s", class, verdict_word(result->verdict));
    for (int i = 0; i < count; i++)
        out_print(file, "%s<a href=\"#n%s-%d\">%d</a>", i == 0 ? " [" : ", ", result->paper->name,
                  number[i], number[i]);
    out_text(file, count > 0 ? "]" : "");
    if (result->unexpected) {
        out_text(file, " <b>UNEXPECTED: ");
        html_text(file, result->problem);
        out_text(file, "</b>");
    }
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
    out_text(file, "<div class=\"scroll\"><table>\n<thead><tr><th class=\"left\">quantity</th>"
                   "<th class=\"left\">unit</th><th>printed</th><th>ours</th>"
                   "<th>difference</th><th class=\"left\">verdict</th></tr></thead>\n<tbody>\n");
    for (; i < results->count && results->result[i].paper == paper; i++) {
        const char *here = data_text(results->result[i].row, "where");
        if (strcmp(here, where) != 0) {
            out_text(file, "<tr class=\"where\"><th colspan=\"6\">");
            html_text(file, here);
            out_text(file, "</th></tr>\n");
        }
        where = here;
        put_row(file, &results->result[i], notes);
    }
    out_text(file, "</tbody></table></div>\n");
    return i;
}

// The bytes of a drawing; NULL when they cannot be had.
static unsigned char *read_drawing(int folder, const char *stem, size_t *size) {
    char name[96];
    struct stat status;
    snprintf(name, sizeof name, "%s.svg", stem);
    int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) return NULL;
    unsigned char *bytes = NULL;
    *size = 0;
    if (fstat(fd, &status) == 0 && status.st_size > 0 && status.st_size < DRAWING_MAX)
        bytes = malloc((size_t)status.st_size);
    while (bytes != NULL && *size < (size_t)status.st_size) {
        ssize_t count = read(fd, bytes + *size, (size_t)status.st_size - *size);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) {
            free(bytes);
            bytes = NULL;
        } else {
            *size += (size_t)count;
        }
    }
    close(fd);
    return bytes;
}

static void put_sources(struct out_file *file, const struct figure *figure) {
    char command[1024];
    out_text(file, "<details><summary>Scenarios</summary>");
    for (int i = 0; i < figure->curve_count; i++) {
        out_text(file, "<div>");
        html_text(file, data_text(figure->curve[i].spec, "label"));
        out_text(file, ": <code>");
        results_command(figure->curve[i].spec, command, sizeof command);
        html_text(file, command);
        out_text(file, "</code></div>");
    }
    out_text(file, "</details>");
}

static void put_figure(struct out_file *file, const struct figure *figure, int plots) {
    size_t size = 0;
    unsigned char *bytes = figure->is_drawn ? read_drawing(plots, figure->stem, &size) : NULL;
    const char *caption = data_text(figure->spec, "caption");
    out_text(file, "<figure>");
    if (bytes != NULL) {
        out_text(file, "<img width=\"720\" height=\"460\" alt=\"");
        html_text(file, data_text(figure->spec, "title"));
        out_text(file, "\" src=\"data:image/svg+xml;base64,");
        html_base64(file, bytes, size);
        out_text(file, "\">");
    } else {
        out_text(file, "<p class=\"muted\">Not drawn: ");
        html_text(file, figure->reason);
        out_text(file, "</p>");
    }
    out_text(file, "<figcaption><b>");
    html_text(file, data_text(figure->spec, "where"));
    out_text(file, ".</b> ");
    html_text(file, data_text(figure->spec, "title"));
    out_text(file, ". ");
    html_text(file, caption != NULL ? caption : "");
    out_print(file, " <a href=\"plots/%s.csv\">CSV</a>", figure->stem);
    put_sources(file, figure);
    out_text(file, "</figcaption></figure>\n");
    free(bytes);
}

static void put_figures(struct out_file *file, const struct figure *figures, int count, int plots,
                        const struct paper *paper) {
    bool is_first = true;
    for (int i = 0; i < count; i++) {
        if (figures[i].paper != paper) continue;
        if (is_first) out_text(file, "<h3>Figures</h3>\n<div class=\"figures\">\n");
        is_first = false;
        put_figure(file, &figures[i], plots);
    }
    if (!is_first) out_text(file, "</div>\n");
}

static void put_paper_head(struct out_file *file, const struct paper *paper) {
    static const char *const keys[] = {"authors", "title", "scope", NULL};
    out_print(file, "<h2>Paper %s</h2>\n<p>", paper->name);
    for (int i = 0; keys[i] != NULL; i++) {
        const char *text = data_text(paper->tree, keys[i]);
        if (text == NULL) continue;
        out_text(file, i > 0 ? ".<br>" : "");
        html_text(file, text);
    }
    out_text(file, ".</p>\n");
}

int page_results(const struct results *results, const struct figure *figures, int figure_count,
                 int folder, int plots) {
    struct out_file file;
    out_open(&file, folder, "report.html");
    put_head(&file);
    put_counts(&file, results);
    for (size_t i = 0; i < results->count;) {
        const struct paper *paper = results->result[i].paper;
        struct notes notes = {.count = 0};
        put_paper_head(&file, paper);
        i = put_table(&file, results, i, &notes);
        put_notes(&file, &notes, paper->name);
        put_figures(&file, figures, figure_count, plots, paper);
    }
    out_text(&file, "<footer>Beside this page: <a href=\"summary.json\">summary.json</a>, "
                    "<a href=\"rows.csv\">rows.csv</a>, and in plots/ the pictures with their "
                    "points and gnuplot scripts. A row shows its command when the pointer rests on "
                    "it.</footer>\n</body>\n</html>\n");
    return out_close(&file);
}
