// report.html from an outcome and its drawings.

#include "report/report.h"

#include <string.h>

#include "assets.h"
#include "dashpot/version.h"
#include "dashpot/workbench.h"
#include "report/drawing.h"
#include "report/html.h"

static void put_header(struct out_file *file, const struct outcome *outcome) {
    const char *title = outcome->title[0] != '\0' ? outcome->title : "Untitled scenario";
    html_begin(file, asset_report_js, outcome->animation);
    out_text(file, "<title>");
    html_text(file, title);
    out_text(file, " \xe2\x80\x93 dashpot</title>\n");
    html_style(file, asset_report_css);
    out_text(file, "</head>\n<body>\n<header>\n<div class=\"kind\">");
    html_text(file, outcome->kind);
    out_text(file, "</div>\n<h1>");
    html_text(file, title);
    out_text(file, "</h1>\n</header>\n");
}

// What the cards below speak of.
static void put_part(struct out_file *file, const char *part, int is_first) {
    if (!is_first) out_text(file, "</dl>\n");
    if (part[0] != '\0') {
        out_text(file, "<h2 class=\"part\">");
        html_text(file, part);
        out_text(file, "</h2>\n");
    }
    out_text(file, "<dl class=\"cards\">\n");
}

// The full number shows when the pointer rests on the card.
static void put_headlines(struct out_file *file, const struct outcome *outcome) {
    char exact[DP_NUMBER_MAX];
    if (outcome->headline_count == 0) return;
    for (int i = 0; i < outcome->headline_count && i < HEADLINES_MAX; i++) {
        const struct headline *headline = &outcome->headline[i];
        if (i == 0 || strcmp(headline->part, headline[-1].part) != 0)
            put_part(file, headline->part, i == 0);
        out_print(file, "<div class=\"card\" title=\"%s ", dp_number_text(headline->value, exact));
        html_text(file, headline->unit);
        // a name from the scenario, such as "crank.moment", keeps its letters
        out_text(file, strchr(headline->name, '.') != NULL ? "\"><dt class=\"name\">" : "\"><dt>");
        html_name(file, headline->name);
        out_text(file, "</dt><dd>");
        html_quantity(file, headline->value, headline->unit, 5);
        out_text(file, "</dd></div>\n");
    }
    out_text(file, "</dl>\n");
}

static void put_note(struct out_file *file, const char *text) {
    out_text(file, "<li>");
    html_text(file, text);
    out_text(file, "</li>\n");
}

static void put_notes(struct out_file *file, const struct report *report) {
    const struct outcome *outcome = report->outcome;
    const char *remark = report->jobs->remark;
    if (outcome->note_count == 0 && remark[0] == '\0' && report->lack[0] == '\0') return;
    out_text(file, "<ul class=\"notes\">\n");
    for (int i = 0; i < outcome->note_count; i++)
        put_note(file, outcome->note[i]);
    if (report->lack[0] != '\0') put_note(file, report->lack);
    if (remark[0] != '\0') put_note(file, remark);
    out_text(file, "</ul>\n");
}

// Made by the kind, so it is put as it is.
static void put_animation(struct out_file *file, const char *html) {
    if (html == NULL) return;
    out_text(file, "<section>\n<h2>Animation</h2>\n<div class=\"animation\">\n");
    out_text(file, html);
    out_text(file, "\n</div>\n</section>\n");
}

static void put_figure(struct out_file *file, int plots, const struct plot_job *job) {
    const struct plot *plot = job->plot;
    char caption[2 * sizeof plot->caption];
    out_text(file, "<figure>");
    drawing_put(file, plots, job->stem, plot->title, 440);
    raise_powers(plot->caption[0] != '\0' ? plot->caption : plot->title, caption, sizeof caption);
    out_text(file, "<figcaption>");
    html_text(file, caption);
    out_print(file, " <a href=\"plots/%s.svg\">SVG</a></figcaption></figure>\n", job->stem);
}

static void put_figures(struct out_file *file, int plots, const struct plot_jobs *jobs) {
    if (jobs->count == 0) return;
    out_text(file, "<h2>Plots</h2>\n<div class=\"figures\">\n");
    for (int i = 0; i < jobs->count; i++) {
        if (jobs->item[i].is_drawn) put_figure(file, plots, &jobs->item[i]);
    }
    out_text(file, "</div>\n");
    for (int i = 0; i < jobs->count; i++) {
        const struct plot_job *job = &jobs->item[i];
        if (job->is_drawn || (job->curve_count > 0 && jobs->remark[0] != '\0')) continue;
        out_text(file, "<p class=\"muted\">Not drawn: ");
        html_text(file, job->plot->title);
        out_text(file, " (");
        html_text(file, job->reason);
        out_text(file, ").</p>\n");
    }
}

static void put_scenario(struct out_file *file, const char *scenario) {
    out_text(file, "<div class=\"heading\"><h2>Scenario as it was run</h2>"
                   "<button id=\"copy\" type=\"button\">Copy</button></div>\n"
                   // a line break after <pre> is not part of it
                   "<pre id=\"scenario\">\n");
    html_text(file, scenario != NULL ? scenario : "");
    out_text(file, "</pre>\n");
}

static void put_footer(struct out_file *file, const struct report *report) {
    const struct outcome *outcome = report->outcome;
    out_text(file, "<footer>dashpot " DP_VERSION_STRING
                   ". Beside this page: <a href=\"summary.json\">summary.json</a>, "
                   "<a href=\"series.csv\">series.csv</a>, ");
    for (int i = 0; i < outcome->extra_count; i++)
        out_print(file, "<a href=\"%s.csv\">%s.csv</a>, ", outcome->extra[i].name,
                  outcome->extra[i].name);
    if (report->lack[0] == '\0')
        out_text(file, outcome->extra_count > 0 ? "series.h5 with all tables, " : "series.h5, ");
    out_text(file, "<a href=\"scenario.yaml\">scenario.yaml</a>, and in plots/ the pictures with "
                   "their gnuplot scripts and data.</footer>\n"
                   "<script>");
    out_text(file, asset_report_js);
    out_text(file, "</script>\n</body>\n</html>\n");
}

int report_write(int folder, const char *name, int plots, const struct report *report) {
    const struct outcome *outcome = report->outcome;
    struct out_file file;
    out_open(&file, folder, name);
    put_header(&file, outcome);
    put_headlines(&file, outcome);
    put_notes(&file, report);
    put_animation(&file, outcome->animation);
    put_figures(&file, plots, report->jobs);
    if (json_object_get(outcome->summary, "sweep") != NULL) report_table(&file, &outcome->series);
    report_energy(&file, outcome->summary);
    report_events(&file, outcome->summary, outcome->units);
    report_solver(&file, outcome->summary);
    put_scenario(&file, outcome->scenario);
    put_footer(&file, report);
    return out_close(&file);
}
