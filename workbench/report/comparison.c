// Laws side by side in a page: `compare`, `laws` and `skipped` of the summary.

#include <math.h>
#include <string.h>

#include "report/html.h"
#include "report/parts.h"

enum { DIGITS = 5, ACROSS_MAX = 6 };

static const char *text_at(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "";
}

// A result in the unit that suits the largest of its values.
struct line {
    const json_t *values;
    const char *name, *unit;
    struct html_scale scale;
};

static struct line line_of(const json_t *result) {
    struct line line = {.values = json_object_get(result, "values"),
                        .name = text_at(result, "name"),
                        .unit = text_at(result, "unit")};
    double largest = 0.0;
    size_t index;
    const json_t *value;
    json_array_foreach(line.values, index, value) largest =
        fmax(largest, fabs(json_number_value(value)));
    if (strcmp(line.unit, "1") == 0) line.unit = "";
    line.scale = html_scale_of(largest, line.unit);
    return line;
}

static void put_name(struct out_file *file, const struct line *line, const char *between) {
    char unit[64];
    unit_text(line->unit, unit, sizeof unit);
    html_print(file, "%k", line->name);
    if (unit[0] != '\0')
        html_print(file, "%s<span class=\"unit\">[%s%h]</span>", between, line->scale.prefix, unit);
}

static void put_value(struct out_file *file, const struct line *line, size_t law) {
    const json_t *value = json_array_get(line->values, law);
    out_text(file, "<td>");
    if (json_is_number(value))
        html_number(file, json_number_value(value) * line->scale.factor, DIGITS);
    else
        out_text(file, "\xe2\x80\x93");
    out_text(file, "</td>");
}

// Few laws stand side by side: a row for each result.
static void put_across(struct out_file *file, const json_t *laws, const json_t *results,
                       size_t from, size_t to) {
    const json_t *law;
    size_t index;
    out_text(file, "<thead><tr><th class=\"left\">result</th>");
    json_array_foreach(laws, index, law) html_print(file, "<th>%h</th>", text_at(law, "law"));
    out_text(file, "</tr></thead>\n<tbody>\n");
    for (size_t i = from; i < to; i++) {
        const struct line line = line_of(json_array_get(results, i));
        out_text(file, "<tr><td class=\"left\">");
        put_name(file, &line, " ");
        out_text(file, "</td>");
        for (size_t k = 0; k < json_array_size(laws); k++)
            put_value(file, &line, k);
        out_text(file, "</tr>\n");
    }
}

// Many laws: a row for each of them.
static void put_down(struct out_file *file, const json_t *laws, const json_t *results, size_t from,
                     size_t to) {
    out_text(file, "<thead><tr><th class=\"left\">law</th>");
    for (size_t i = from; i < to; i++) {
        const struct line line = line_of(json_array_get(results, i));
        out_text(file, "<th>");
        put_name(file, &line, "<br>");
        out_text(file, "</th>");
    }
    out_text(file, "</tr></thead>\n<tbody>\n");
    for (size_t k = 0; k < json_array_size(laws); k++) {
        html_print(file, "<tr><td class=\"left\">%h</td>", text_at(json_array_get(laws, k), "law"));
        for (size_t i = from; i < to; i++) {
            const struct line line = line_of(json_array_get(results, i));
            put_value(file, &line, k);
        }
        out_text(file, "</tr>\n");
    }
}

void put_comparison(struct out_file *file, const json_t *summary) {
    const json_t *compare = json_object_get(summary, "compare");
    const json_t *results = json_object_get(compare, "results");
    const json_t *laws = json_object_get(summary, "laws");
    size_t count = json_array_size(results);
    if (!json_is_object(compare)) return;
    html_print(file,
               "<h2>Laws side by side <span class=\"unit\">(%z)</span></h2>\n"
               "<p class=\"muted\">Each law in %h, all else as in the scenario below.</p>\n",
               json_array_size(laws), text_at(compare, "at"));
    for (size_t from = 0, to; from < count; from = to) {
        const char *part = text_at(json_array_get(results, from), "part");
        for (to = from + 1; to < count; to++) {
            if (strcmp(text_at(json_array_get(results, to), "part"), part) != 0) break;
        }
        if (part[0] != '\0') html_print(file, "<p class=\"muted\">%h:</p>\n", part);
        out_text(file, "<div class=\"scroll\"><table>\n");
        if (json_array_size(laws) <= ACROSS_MAX)
            put_across(file, laws, results, from, to);
        else
            put_down(file, laws, results, from, to);
        out_text(file, "</tbody></table></div>\n");
    }
    put_skipped(file, json_object_get(summary, "skipped"), "Not run");
}
