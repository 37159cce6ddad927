// Fits, measured columns and texts to copy in a page.

#include "report/parts.h"

#include <math.h>
#include <string.h>

#include "base/measure.h"
#include "report/html.h"

enum { DIGITS = 4 };

static double number_at(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static const char *text_at(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "";
}

static void put_number_cell(struct out_file *file, double value, int digits) {
    out_text(file, "<td>");
    html_number(file, value, digits);
    out_text(file, "</td>");
}

static void put_weight_cell(struct out_file *file, double weight) {
    out_text(file, "<td>");
    if (weight > 0.0 && weight < 5e-4)
        out_text(file, "&lt;\xc2\xa0"
                       "0.001");
    else
        html_fixed(file, weight, 3);
    out_text(file, "</td>");
}

// --- fits ----------------------------------------------------------------------------------------

// An end of an interval; one that the data do not set is told by its sign.
static void put_end(struct out_file *file, const json_t *parameter, const char *key,
                    struct html_scale scale) {
    const json_t *open = json_object_get(parameter, "open"), *item;
    size_t index;
    html_number(file, number_at(parameter, key) * scale.factor, DIGITS);
    json_array_foreach(open, index, item) {
        if (strcmp(json_string_value(item), key) == 0) out_text(file, "\xc2\xa0(open)");
    }
}

// "yield 112.8 MPa [102.2, 124.8]"
static void put_parameter(struct out_file *file, const json_t *parameter) {
    const char *path = text_at(parameter, "path"), *dot = strrchr(path, '.');
    const char *unit = text_at(parameter, "unit");
    double value = number_at(parameter, "value");
    bool is_pure = unit[0] == '\0' || strcmp(unit, "1") == 0;
    struct html_scale scale = html_scale_of(value, is_pure ? "" : unit);
    char printed[64];
    html_print(file, "<div title=\"%h\">%h ", path, dot != NULL ? dot + 1 : path);
    html_number(file, value * scale.factor, DIGITS);
    unit_text(unit, printed, sizeof printed);
    if (!is_pure) html_print(file, "\xc2\xa0%s%h", scale.prefix, printed);
    out_text(file, " <span class=\"muted\">[");
    put_end(file, parameter, "low", scale);
    out_text(file, ", ");
    put_end(file, parameter, "high", scale);
    out_text(file, "]</span>");
    if (json_is_true(json_object_get(parameter, "at_bound")))
        out_text(file, " <span class=\"muted\">at its bound</span>");
    if (json_is_false(json_object_get(parameter, "identifiable")))
        out_text(file, " <span class=\"muted\">not identifiable</span>");
    out_text(file, "</div>");
}

static void put_parameters(struct out_file *file, const json_t *parameters) {
    const json_t *item;
    size_t index;
    out_text(file, "<td class=\"left\">");
    json_array_foreach(parameters, index, item) put_parameter(file, item);
    if (json_array_size(parameters) == 0)
        out_text(file, "<span class=\"muted\">\xe2\x80\x93</span>");
    out_text(file, "</td>");
}

// What the columns of the table are.
struct fit_columns {
    bool has_chi2;    // sigma was given; else rms says how close a law comes
    bool is_ranked;   // there are several
    bool is_short;    // few enough for all sentences
    const char *law;  // of the contact, where no laws were tried
};

// What is said of a law stands below it, across the table. Of many laws it opens on a click.
static void put_sentences(struct out_file *file, const json_t *fit,
                          const struct fit_columns *columns) {
    const json_t *notes = json_object_get(fit, "notes"), *item;
    const char *message = text_at(fit, "message");
    size_t index, count = json_array_size(notes) + (message[0] != '\0');
    bool is_lost = count == 0 && json_is_false(json_object_get(fit, "converged"));
    if (count == 0 && !is_lost) return;
    html_print(file, "<tr class=\"words\">%s<td class=\"left words\" colspan=\"%d\">",
               columns->is_ranked ? "<td></td>" : "",
               4 + (int)columns->has_chi2 + 2 * (int)columns->is_ranked);
    if (is_lost) out_text(file, "not converged");
    if (count > 0)
        html_print(file, "<details%s><summary>%z note%s</summary>",
                   columns->is_short ? " open" : "", count, count == 1 ? "" : "s");
    if (message[0] != '\0') html_print(file, "<div>%h</div>", message);
    json_array_foreach(notes, index, item)
        html_print(file, "<div>%h</div>", json_string_value(item));
    out_text(file, count > 0 ? "</details></td></tr>\n" : "</td></tr>\n");
}

static void put_fit(struct out_file *file, size_t rank, const json_t *fit,
                    const struct fit_columns *columns) {
    const char *law = text_at(fit, "law");
    out_text(file, "<tr>");
    if (columns->is_ranked) html_print(file, "<td class=\"muted\">%z</td>", rank);
    html_print(file, "<td class=\"left\">%h</td>", law[0] != '\0' ? law : columns->law);
    if (columns->is_ranked) {
        out_text(file, "<td>");
        html_fixed(file, number_at(fit, "delta"), 2);
        out_text(file, "</td>");
        put_weight_cell(file, number_at(fit, "weight"));
    }
    put_number_cell(file, number_at(fit, columns->has_chi2 ? "chi2" : "rms"), DIGITS);
    put_number_cell(file, number_at(fit, "dof"), DIGITS);
    if (columns->has_chi2) put_number_cell(file, number_at(fit, "p_value"), 2);
    put_parameters(file, json_object_get(fit, "parameters"));
    out_text(file, "</tr>\n");
    put_sentences(file, fit, columns);
}

void put_skipped(struct out_file *file, const json_t *skipped, const char *title) {
    const json_t *item;
    size_t index;
    if (json_array_size(skipped) == 0) return;
    html_print(file, "<h2>%s <span class=\"unit\">(%z)</span></h2>\n<ul class=\"plain\">\n", title,
               json_array_size(skipped));
    json_array_foreach(skipped, index, item)
        html_print(file, "<li><b>%h</b>: %h</li>\n", text_at(item, "law"), text_at(item, "reason"));
    out_text(file, "</ul>\n");
}

// --- predictions ---------------------------------------------------------------------------------

// "max_force 4.943 kN [4.862, 5.023]"
static void put_result(struct out_file *file, const char *name, const json_t *result) {
    const char *unit = text_at(result, "unit");
    double value = number_at(result, "value"), low = number_at(result, "low");
    bool is_pure = strcmp(unit, "1") == 0;
    struct html_scale scale = html_scale_of(value, is_pure ? "" : unit);
    char printed[64];
    html_print(file, "<div>%h ", name);
    html_number(file, value * scale.factor, DIGITS);
    unit_text(unit, printed, sizeof printed);
    if (!is_pure) html_print(file, "\xc2\xa0%s%h", scale.prefix, printed);
    out_text(file, " <span class=\"muted\">[");
    html_number(file, low * scale.factor, DIGITS);
    out_text(file, ", ");
    html_number(file, number_at(result, "high") * scale.factor, DIGITS);
    out_text(file, isfinite(low) ? "]</span></div>" : "] the data set no limits</span></div>");
}

static void put_prediction(struct out_file *file, const json_t *prediction) {
    const char *law = text_at(prediction, "law"), *key;
    bool is_far = json_is_true(json_object_get(prediction, "extrapolates"));
    json_t *value;
    html_print(file, "<tr><td class=\"left\">%h%s</td><td class=\"left\">%h</td>",
               text_at(prediction, "at"), is_far ? ", extrapolated" : "",
               law[0] != '\0' ? law : "all of these laws");
    put_weight_cell(file, number_at(prediction, "weight"));
    out_text(file, "<td class=\"left\">");
    json_object_foreach((json_t *)prediction, key, value) {
        if (json_is_object(value)) put_result(file, key, value);
    }
    out_text(file, "</td></tr>\n");
}

static void put_predictions(struct out_file *file, const json_t *document, const char *group) {
    const json_t *list = json_object_get(document, "predictions"), *item;
    size_t index;
    if (json_array_size(list) == 0) return;
    html_print(file,
               "<h2>Predictions%s%h</h2>\n<div class=\"scroll\"><table class=\"fits\">\n<thead><tr>"
               "<th class=\"left\">at</th><th class=\"left\">law</th><th>weight</th>"
               "<th class=\"left\">results [interval]</th></tr></thead>\n<tbody>\n",
               group[0] != '\0' ? ", " : "", group);
    json_array_foreach(list, index, item) {
        const json_t *before = index > 0 ? json_array_get(list, index - 1) : NULL;
        // the weighted line of a single law is that law's
        if (text_at(item, "law")[0] == '\0' &&
            number_at(before, "weight") == number_at(item, "weight"))
            continue;
        put_prediction(file, item);
    }
    out_text(file, "</tbody></table></div>\n");
}

// --- laws of a fit, or of one of its groups ------------------------------------------------------

static void put_laws(struct out_file *file, const json_t *summary, const char *group) {
    enum { FEW = 6 };
    const json_t *fits = json_object_get(summary, "fits"), *item;
    const char *law = text_at(json_object_get(summary, "contact"), "law");
    size_t index, count = json_array_size(fits);
    if (!json_is_array(fits)) return;
    struct fit_columns columns = {.is_ranked = count > 1,
                                  .is_short = count <= FEW,
                                  .law = law[0] != '\0' ? law : "the scenario"};
    json_array_foreach(fits, index, item) columns.has_chi2 =
        columns.has_chi2 || json_is_number(json_object_get(item, "chi2"));
    const char *comma = group[0] != '\0' ? ", " : "";
    if (columns.is_ranked)
        html_print(file, "<h2>Laws, best first%s%h <span class=\"unit\">(%z)</span></h2>\n", comma,
                   group, count);
    else
        html_print(file, "<h2>The fit%s%h</h2>\n", comma, group);
    html_print(file,
               "<div class=\"scroll\"><table class=\"fits\">\n<thead><tr>%s"
               "<th class=\"left\">law</th>%s<th>%s</th><th>dof</th>%s"
               "<th class=\"left\">parameters [interval]</th></tr></thead>\n<tbody>\n",
               columns.is_ranked ? "<th>#</th>" : "",
               // first what decides, so that a narrow screen shows it
               columns.is_ranked ? "<th>AICc\xc2\xa0\xe2\x88\x92 best</th><th>weight</th>" : "",
               columns.has_chi2 ? "\xcf\x87\xc2\xb2" : "rms",
               columns.has_chi2 ? "<th title=\"chance of a larger chi2\">p</th>" : "");
    json_array_foreach(fits, index, item) put_fit(file, index + 1, item, &columns);
    out_text(file, "</tbody></table></div>\n");
    put_predictions(file, summary, group);
}

void put_fits(struct out_file *file, const json_t *summary) {
    const json_t *groups = json_object_get(summary, "groups"), *item;
    size_t index;
    put_laws(file, summary, "");
    json_array_foreach(groups, index, item) {
        if (json_is_array(json_object_get(item, "fits")))
            put_laws(file, item, text_at(item, "group"));
    }
    // the same laws lack the same settings in every group
    if (json_array_size(groups) > 0) summary = json_array_get(groups, 0);
    put_skipped(file, json_object_get(summary, "skipped"), "Not tried");
}

// --- measured columns ----------------------------------------------------------------------------

static void put_quantity_cell(struct out_file *file, const json_t *item, const char *key,
                              const char *unit) {
    out_text(file, "<td>");
    html_quantity(file, number_at(item, key), unit, 5);
    out_text(file, "</td>");
}

static void put_agreement(struct out_file *file, const json_t *item, const char *x_unit) {
    const char *unit = text_at(item, "unit");
    html_print(file, "<tr><td class=\"left\">%h</td><td class=\"left\">%h</td>",
               text_at(item, "column"), text_at(item, "of"));
    put_number_cell(file, number_at(item, "points"), 6);
    put_number_cell(file, number_at(item, "outside"), 6);
    put_quantity_cell(file, item, "rms", unit);
    put_quantity_cell(file, item, "max_difference", unit);
    put_quantity_cell(file, item, "at", x_unit != NULL ? x_unit : "");
    put_quantity_cell(file, item, "peak_measured", unit);
    put_quantity_cell(file, item, "peak_computed", unit);
    double share = 100.0 * number_at(item, "peak_difference");
    out_text(file, "<td>");
    html_fixed(file, share, 2);
    out_text(file, isfinite(share) ? "\xc2\xa0%</td></tr>\n" : "</td></tr>\n");
}

void put_measured(struct out_file *file, const struct outcome *outcome) {
    const json_t *list = json_object_get(outcome->summary, "measured"), *item;
    const json_t *units = json_object_get(outcome->units, "measured");
    size_t index;
    if (json_array_size(list) == 0) return;
    out_text(file, "<h2>Measured and computed</h2>\n<div class=\"scroll\"><table>\n<thead><tr>"
                   "<th class=\"left\">column</th><th class=\"left\">compared with</th>"
                   "<th>points</th><th>outside</th><th>rms difference</th>"
                   "<th>largest difference</th><th>at</th><th>peak measured</th>"
                   "<th>peak computed</th><th>difference</th></tr></thead>\n<tbody>\n");
    json_array_foreach(list, index, item) put_agreement(file, item, measure_unit(units, "at"));
    out_text(file, "</tbody></table></div>\n");
}

// --- texts to copy -------------------------------------------------------------------------------

void put_snippets(struct out_file *file, const struct outcome *outcome) {
    for (int i = 0; i < outcome->snippet_count; i++)
        html_print(file,
                   "<div class=\"heading\"><h2>%h</h2>"
                   "<button class=\"copy\" type=\"button\" data-of=\"snippet-%d\">Copy</button>"
                   "</div>\n<pre id=\"snippet-%d\">\n%h</pre>\n",
                   outcome->snippet[i].title, i + 1, i + 1, outcome->snippet[i].text);
}
