// Figures in the page.

#include <stdio.h>

#include "page.h"
#include "report/drawing.h"
#include "report/html.h"
#include "reproduce/data.h"
#include "reproduce/sweep_text.h"

static void put_expression(struct out_file *file, const char *label, const char *text) {
    out_print(file, "%s <code>", label);
    html_text(file, text);
    out_text(file, "</code>");
}

static void put_over(struct out_file *file, const json_t *curve) {
    const json_t *over = json_object_get(curve, "over");
    if (over == NULL) return;
    out_text(file, sweep_fits(curve)
                       ? "<div>The scenario makes all points. The command is the first of "
                       : "<div>Command and scenario are the first of ");
    html_text(file, data_text(over, "points"));
    out_text(file, " runs: <code>");
    html_text(file, data_text(over, "path"));
    out_text(file, "</code> goes from ");
    html_text(file, data_text(over, "from"));
    out_text(file, " to ");
    html_text(file, data_text(over, "to"));
    out_text(file, " in equal steps.");
    put_expression(file, " Drawn are x =", data_text(curve, "x"));
    put_expression(file, " and y =", data_text(curve, "y"));
    out_text(file, sweep_fits(curve) ? ", where <code>input</code> is that entry.</div>\n"
                                     : ", which a sweep cannot have as results.</div>\n");
}

static void put_source(struct out_file *file, const struct figure *figure, int i) {
    const struct curve *curve = &figure->curve[i];
    char command[COMMAND_MAX], id[128];
    out_text(file, "<div class=\"run\"><b>");
    html_text(file, data_text(curve->spec, "label"));
    out_text(file, "</b>");
    if (curve->scenario == NULL) {
        out_text(file, ": as printed.</div>\n");
        return;
    }
    json_t *inputs = figure_inputs(curve->spec);
    results_command(inputs, command);
    json_decref(inputs);
    snprintf(id, sizeof id, "s%s-%d", figure->stem, i + 1);
    out_text(file, ": <code>");
    html_text(file, command);
    out_text(file, "</code> ");
    page_copy(file, "Copy command", command);
    out_text(file, " ");
    page_copy_of(file, "Copy scenario", id);
    put_over(file, curve->spec);
    // a line break after <pre> is not part of it
    out_print(file, "<pre id=\"%s\">\n", id);
    html_text(file, curve->scenario);
    out_text(file, "</pre></div>\n");
}

static void put_figure(struct out_file *file, const struct figure *figure, int plots) {
    const char *title = data_text(figure->spec, "title");
    const char *caption = data_text(figure->spec, "caption");
    out_print(file, "<figure id=\"f%s\">", figure->stem);
    if (!figure->is_drawn || !drawing_put(file, plots, figure->stem, title, 460)) {
        out_text(file, "<p class=\"muted\">Not drawn: ");
        html_text(file, figure->reason);
        out_text(file, "</p>");
    }
    out_text(file, "<figcaption><b>");
    html_text(file, data_text(figure->spec, "where"));
    out_text(file, ".</b> ");
    html_text(file, title);
    out_text(file, ". ");
    html_text(file, caption != NULL ? caption : "");
    out_print(file, " <a href=\"plots/%s.csv\">CSV</a>", figure->stem);
    out_text(file, "<details><summary>Scenarios that made it</summary>\n");
    for (int i = 0; i < figure->curve_count; i++)
        put_source(file, figure, i);
    out_text(file, "</details></figcaption></figure>\n");
}

void page_figures(struct out_file *file, const struct figures *figures, int plots,
                  const struct paper *paper) {
    if (json_array_size(paper->figures) == 0) return;
    out_print(file, "<h3 id=\"p%s-figures\">Figures</h3>\n<div class=\"figures\">\n", paper->name);
    for (int i = 0; i < figures->count; i++) {
        if (figures->item[i].paper == paper) put_figure(file, &figures->item[i], plots);
    }
    out_text(file, "</div>\n");
}
