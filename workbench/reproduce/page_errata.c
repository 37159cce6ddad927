// Errata in the page.

#include "page.h"
#include "report/html.h"
#include "reproduce/data.h"
#include "reproduce/errata.h"

static void put_evidence(struct out_file *file, const struct result *result) {
    const char *id = data_text(result->row, "id");
    out_text(file, "<tr><td class=\"left text\"><a href=\"#r");
    html_text(file, id);
    out_text(file, "\">");
    html_text(file, data_text(result->row, "quantity"));
    out_text(file, "</a></td><td>");
    page_printed(file, data_text(result->row, "printed"));
    out_text(file, "</td><td>");
    page_value(file, result);
    out_text(file, "</td><td>");
    page_difference(file, result);
    out_text(file, "</td>");
    out_print(file, "<td class=\"left v%d\">%s %s</td></tr>\n", (int)result->verdict,
              page_mark(result->verdict), verdict_word(result->verdict));
}

static void put_rows(struct out_file *file, const struct results *results,
                     const struct paper *paper, const char *id) {
    bool is_first = true;
    for (size_t i = 0; i < results->count; i++) {
        const struct result *result = &results->result[i];
        if (result->paper != paper || !errata_concerns(result->row, id)) continue;
        if (is_first)
            out_text(file,
                     "<div class=\"scroll\"><table><thead><tr><th class=\"left\">quantity</th>"
                     "<th>printed</th><th>ours</th><th>difference</th>"
                     "<th class=\"left\">verdict</th></tr></thead><tbody>\n");
        is_first = false;
        put_evidence(file, result);
    }
    if (!is_first) out_text(file, "</tbody></table></div>\n");
}

static void put_erratum(struct out_file *file, const struct results *results,
                        const struct paper *paper, const json_t *entry) {
    const struct {
        const char *key, *label;
    } parts[] = {{"printed", "Printed"},
                 {"right", errata_right_label(errata_kind(entry))},
                 {"evidence", "Evidence"},
                 {"changes", "Changes"}};
    const char *id = data_text(entry, "id");
    out_print(file, "<article id=\"e%s-%s\"><h4>", paper->name, id);
    html_text(file, data_text(entry, "where"));
    out_print(file, " <span class=\"sure\">(%s, ", errata_kind_word(errata_kind(entry)));
    html_text(file, data_text(entry, "confidence"));
    out_text(file, ")</span></h4>\n<dl>\n");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        out_print(file, "<dt>%s</dt><dd>", parts[i].label);
        html_text(file, data_text(entry, parts[i].key));
        out_text(file, "</dd>\n");
    }
    out_text(file, "</dl>\n");
    put_rows(file, results, paper, id);
    out_text(file, "</article>\n");
}

void page_errata(struct out_file *file, const struct results *results, const struct paper *paper) {
    size_t i;
    json_t *entry;
    if (json_array_size(paper->errata) == 0) return;
    out_print(file, "<h3 id=\"p%s-errata\">Errata</h3>\n", paper->name);
    json_array_foreach(paper->errata, i, entry) put_erratum(file, results, paper, entry);
}
