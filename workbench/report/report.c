// report.html from an outcome and its drawings.

#include "report/report.h"

#include <string.h>

#include "assets.h"
#include "dashpot/version.h"
#include "dashpot/workbench.h"
#include "report/html.h"

static void put_header(struct out_file *file, const struct outcome *outcome) {
    const char *title = outcome->title[0] != '\0' ? outcome->title : "Untitled scenario";
    html_begin(file, asset_report_js, outcome->animation);
    html_print(file, "<title>%h \xe2\x80\x93 dashpot</title>\n", title);
    html_style(file, asset_report_css);
    html_print(file,
               "</head>\n<body>\n<header>\n<div class=\"kind\">%h</div>\n<h1>%h</h1>\n</header>\n",
               outcome->kind, title);
}

// What the cards below speak of.
static void put_part(struct out_file *file, const char *part, int is_first) {
    if (!is_first) out_text(file, "</dl>\n");
    if (part[0] != '\0') html_print(file, "<h2 class=\"part\">%h</h2>\n", part);
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
        // a name from the scenario, such as "crank.moment", keeps its letters
        html_print(file, "<div class=\"card\" title=\"%s %h\"><dt%s>%k</dt><dd>",
                   dp_number_text(headline->value, exact), headline->unit,
                   strchr(headline->name, '.') != NULL ? " class=\"name\"" : "", headline->name);
        html_quantity(file, headline->value, headline->unit, 5);
        out_text(file, "</dd></div>\n");
    }
    out_text(file, "</dl>\n");
}

static void put_notes(struct out_file *file, const struct report *report) {
    static const char item[] = "<li>%h</li>\n";
    const struct outcome *outcome = report->outcome;
    const char *remark = report->jobs->remark;
    if (outcome->note_count == 0 && remark[0] == '\0' && report->lack[0] == '\0') return;
    out_text(file, "<ul class=\"notes\">\n");
    for (int i = 0; i < outcome->note_count; i++)
        html_print(file, item, outcome->note[i]);
    if (report->lack[0] != '\0') html_print(file, item, report->lack);
    if (remark[0] != '\0') html_print(file, item, remark);
    out_text(file, "</ul>\n");
}

// Made by the kind, so it is put as it is.
static void put_animation(struct out_file *file, const char *html) {
    if (html == NULL) return;
    html_print(file,
               "<section>\n<h2>Animation</h2>\n<div class=\"animation\">\n%s\n</div>\n</section>\n",
               html);
}

static void put_figure(struct out_file *file, int plots, const struct plot_job *job) {
    const struct plot *plot = job->plot;
    char caption[2 * sizeof plot->caption];
    out_text(file, "<figure>");
    html_drawing(file, plots, job->stem, plot->title, 440);
    raise_powers(plot->caption[0] != '\0' ? plot->caption : plot->title, caption, sizeof caption);
    html_print(file, "<figcaption>%h <a href=\"plots/%s.svg\">SVG</a></figcaption></figure>\n",
               caption, job->stem);
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
        html_print(file, "<p class=\"muted\">Not drawn: %h (%h).</p>\n", job->plot->title,
                   job->reason);
    }
}

static void put_scenario(struct out_file *file, const char *scenario) {
    html_print(file,
               "<div class=\"heading\"><h2>Scenario as it was run</h2>"
               "<button id=\"copy\" type=\"button\">Copy</button></div>\n"
               // a line break after <pre> is not part of it
               "<pre id=\"scenario\">\n%h</pre>\n",
               scenario != NULL ? scenario : "");
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
    html_print(file,
               "<a href=\"scenario.yaml\">scenario.yaml</a>, and in plots/ the pictures with their "
               "gnuplot scripts and data.</footer>\n<script>%s</script>\n</body>\n</html>\n",
               asset_report_js);
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
