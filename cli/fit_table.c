// The results of a fit for people: a table of laws, and the contact to paste.

#include "fit_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "json.h"
#include "terminal.h"

enum { CELL_MAX = 160, LAW_LEAST = 3 };

static double number_at(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static void print_padded(const char *text, int width) {
    cli_say(stdout, "%s", text);
    printf("%*s", width > cli_columns(text) ? width - cli_columns(text) : 0, "");
}

// --- cells ---------------------------------------------------------------------------------------

static bool is_open(const json_t *parameter, const char *end) {
    size_t i;
    const json_t *item;
    json_array_foreach(json_object_get(parameter, "open"), i, item) {
        const char *word = json_string_value(item);
        if (word != NULL && strcmp(word, end) == 0) return true;
    }
    return false;
}

// The last part of a path says it.
static const char *short_name(const json_t *parameter) {
    const char *path = cli_json_text_at(parameter, "path"), *dot = strrchr(path, '.');
    return dot != NULL ? dot + 1 : path;
}

// Four digits, or as many as show two of the width of the interval.
static int digits_for(double low, double high) {
    double ratio = fmax(fabs(low), fabs(high)) / (high - low);
    int digits = isfinite(ratio) && ratio > 0.0 ? (int)ceil(log10(ratio)) + 2 : 4;
    return digits < 4 ? 4 : digits > 12 ? 12 : digits;
}

// "yield 112.8 MPa [102.2, 124.8]", with the interval in the unit of the value.
static void parameter_text(const json_t *parameter, char text[CELL_MAX]) {
    char unit[32] = "";
    const char *si = cli_json_text_at(parameter, "unit");
    double value = number_at(parameter, "value"), one = 1.0;
    if (strcmp(si, "1") != 0) one = dp_unit_prefixed(value, si, unit);
    if (json_is_false(json_object_get(parameter, "identifiable"))) {
        snprintf(text, CELL_MAX, "%s cannot be found, %.4g%s%s stays", short_name(parameter),
                 value / one, unit[0] != '\0' ? " " : "", unit);
        return;
    }
    double low = number_at(parameter, "low"), high = number_at(parameter, "high");
    int digits = digits_for(low, high);
    snprintf(text, CELL_MAX, "%s %.*g%s%s [%.*g%s, %.*g%s]%s", short_name(parameter), digits,
             value / one, unit[0] != '\0' ? " " : "", unit, digits, low / one,
             is_open(parameter, "low") ? " (open)" : "", digits, high / one,
             is_open(parameter, "high") ? " (open)" : "",
             json_is_true(json_object_get(parameter, "at_bound")) ? " at its bound" : "");
}

// How well it fits: chi2 for the degrees of freedom, or rms where sigma was not known.
static void quality_text(const json_t *fit, bool has_chi2, char text[CELL_MAX]) {
    if (has_chi2)
        snprintf(text, CELL_MAX, "%.4g/%g", number_at(fit, "chi2"), number_at(fit, "dof"));
    else
        snprintf(text, CELL_MAX, "%.4g", number_at(fit, "rms"));
}

static const char *law_of(const json_t *summary, const json_t *fit) {
    const char *law = cli_json_text_at(fit, "law");
    if (law[0] == '\0') law = cli_json_text_at(json_object_get(summary, "contact"), "law");
    return law[0] != '\0' ? law : "-";
}

// --- the table -----------------------------------------------------------------------------------

struct layout {
    int law, parameters, quality;  // widths
    bool has_chi2, has_aicc, is_ranked;
};

static int larger(int a, int b) {
    return a > b ? a : b;
}

static struct layout lay_out(const json_t *summary, const json_t *fits) {
    struct layout layout = {.law = LAW_LEAST, .is_ranked = json_array_size(fits) > 1};
    size_t i, k;
    const json_t *fit, *parameter;
    char text[CELL_MAX];
    json_array_foreach(fits, i, fit) {
        layout.has_chi2 = layout.has_chi2 || !isnan(number_at(fit, "chi2"));
        layout.has_aicc = layout.has_aicc || !isnan(number_at(fit, "aicc"));
    }
    layout.quality = cli_columns(layout.has_chi2 ? "chi2/dof" : "rms");
    layout.parameters = cli_columns("parameters");
    json_array_foreach(fits, i, fit) {
        layout.law = larger(layout.law, cli_columns(law_of(summary, fit)));
        if (json_object_get(fit, "message") != NULL) continue;
        quality_text(fit, layout.has_chi2, text);
        layout.quality = larger(layout.quality, cli_columns(text));
        json_array_foreach(json_object_get(fit, "parameters"), k, parameter) {
            parameter_text(parameter, text);
            layout.parameters = larger(layout.parameters, cli_columns(text));
        }
    }
    return layout;
}

// Differences that are rounding are none; large ones need no digits behind the point.
static void print_delta(double delta) {
    if (isnan(delta))
        printf("%9s", "-");
    else if (fabs(delta) >= 1000.0)
        printf("%9.0f", delta);
    else
        printf("%9.3g", fabs(delta) < 1e-9 ? 0.0 : delta);
}

static void print_weight(double weight) {
    if (isnan(weight))
        printf("%9s", "-");
    else if (weight < 1e-6)
        printf("%9s", "< 1e-6");
    else
        printf("%9.2g", weight);
}

static void print_fit(const json_t *summary, const json_t *fit, const struct layout *layout) {
    const json_t *parameters = json_object_get(fit, "parameters");
    const char *message = cli_json_text_at(fit, "message");
    char text[CELL_MAX] = "nothing free";
    printf("  ");
    print_padded(law_of(summary, fit), layout->law + 2);
    if (message[0] != '\0') {
        cli_say(stdout, "failed: %s\n", message);
        return;
    }
    if (json_array_size(parameters) > 0) parameter_text(json_array_get(parameters, 0), text);
    print_padded(text, layout->parameters + 2);
    quality_text(fit, layout->has_chi2, text);
    printf("%*s", layout->quality, text);
    double delta = number_at(fit, "delta"), weight = number_at(fit, "weight");
    if (layout->is_ranked) print_delta(delta);
    if (layout->is_ranked) print_weight(weight);
    putchar('\n');
    for (size_t i = 1; i < json_array_size(parameters); i++) {
        parameter_text(json_array_get(parameters, i), text);
        printf("  %*s", layout->law + 2, "");
        cli_say(stdout, "%s\n", text);
    }
}

// Do two laws have the same numbers in their lines? Laws of constant restitution do, a dozen and
// more of them.
static bool is_same_line(const json_t *a, const json_t *b, bool has_chi2) {
    const json_t *one = json_object_get(a, "parameters"), *other = json_object_get(b, "parameters");
    char text[CELL_MAX], more[CELL_MAX];
    if (json_array_size(one) != 1 || json_array_size(other) != 1) return false;
    parameter_text(json_array_get(one, 0), text);
    parameter_text(json_array_get(other, 0), more);
    if (strcmp(text, more) != 0) return false;
    quality_text(a, has_chi2, text);
    quality_text(b, has_chi2, more);
    return strcmp(text, more) == 0;
}

// The laws after `first` with its numbers, in one paragraph; returns how many.
static size_t print_same(const json_t *summary, const json_t *fits, size_t first,
                         const struct layout *layout) {
    char text[2048] = "";
    size_t count = 0;
    for (size_t i = first + 1; i < json_array_size(fits); i++, count++) {
        const json_t *fit = json_array_get(fits, i);
        if (!is_same_line(json_array_get(fits, first), fit, layout->has_chi2)) break;
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s", count > 0 ? ", " : "",
                 law_of(summary, fit));
    }
    if (count == 0) return 0;
    char line[2200];
    snprintf(line, sizeof line, "and %zu more with the same numbers: %s", count, text);
    cli_paragraph("   ", 4, line);
    return count;
}

static void print_fits(const json_t *document) {
    const json_t *fits = json_object_get(document, "fits");
    const struct layout layout = lay_out(document, fits);
    printf("  %-*s%-*s%*s", layout.law + 2, "law", layout.parameters + 2, "parameters",
           layout.quality, layout.has_chi2 ? "chi2/dof" : "rms");
    if (layout.is_ranked) printf("%9s%9s", layout.has_aicc ? "dAICc" : "dAIC", "weight");
    putchar('\n');
    for (size_t i = 0; i < json_array_size(fits); i++) {
        print_fit(document, json_array_get(fits, i), &layout);
        i += print_same(document, fits, i, &layout);
    }
}

// --- predictions ---------------------------------------------------------------------------------

// "max_force 4.943 kN [4.862, 5.023]"
static void print_prediction(const char *name, const json_t *result) {
    char unit[32] = "";
    const char *si = cli_json_text_at(result, "unit");
    double value = number_at(result, "value"), one = 1.0;
    double low = number_at(result, "low"), high = number_at(result, "high");
    if (strcmp(si, "1") != 0) one = dp_unit_prefixed(value, si, unit);
    int digits = digits_for(low, high);
    cli_say(stdout, "      %-24s %.*g%s%s", name, digits, value / one, unit[0] != '\0' ? " " : "",
            unit);
    if (isnan(low) || isnan(high))
        puts("  (the data set no limits)");
    else
        cli_say(stdout, " [%.*g, %.*g]\n", digits, low / one, digits, high / one);
}

static void print_predictions(const json_t *document) {
    const json_t *list = json_object_get(document, "predictions"), *prediction;
    size_t i;
    json_array_foreach(list, i, prediction) {
        const char *law = cli_json_text_at(prediction, "law"), *key;
        const json_t *before = i > 0 ? json_array_get(list, i - 1) : NULL;
        // the weighted line of a single law is that law's
        if (law[0] == '\0' && number_at(before, "weight") == number_at(prediction, "weight"))
            continue;
        json_t *value;
        cli_say(stdout, "  at %s", cli_json_text_at(prediction, "at"));
        if (json_is_true(json_object_get(prediction, "extrapolates"))) printf(" (extrapolated)");
        cli_say(stdout, ", %s, weight %.2g:\n", law[0] != '\0' ? law : "all of these laws",
                number_at(prediction, "weight"));
        json_object_foreach((json_t *)prediction, key, value) {
            if (json_is_object(value)) print_prediction(key, value);
        }
    }
}

void fit_table_print(const char *summary) {
    json_t *document = cli_json_read(summary), *group;
    const json_t *groups = json_object_get(document, "groups");
    size_t i;
    if (groups == NULL) {
        print_fits(document);
        print_predictions(document);
    }
    json_array_foreach(groups, i, group) {
        cli_say(stdout, "  %s %s, %g rows:\n", cli_json_text_at(document, "by"),
                cli_json_text_at(group, "group"), number_at(group, "rows"));
        print_fits(group);
        print_predictions(group);
    }
    json_decref(document);
}

// --- the contact ---------------------------------------------------------------------------------

static void print_value(const json_t *value, int indent);

static void print_map(const json_t *map, int indent) {
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)map, key, value) {
        printf("%*s", indent, "");
        cli_say(stdout, "%s:", key);
        print_value(value, indent + 2);
    }
}

// A scalar behind its key, or what lies deeper below it.
static void print_value(const json_t *value, int indent) {
    if (json_is_object(value)) {
        putchar('\n');
        print_map(value, indent);
        return;
    }
    if (json_is_number(value)) {
        // as many digits as make the same fit again
        printf(" %.15g\n", json_number_value(value));
        return;
    }
    char *text = json_dumps(value, JSON_ENCODE_ANY);
    const char *word = json_string_value(value);
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-^/*() ";
    bool is_plain = word != NULL && word[0] != '\0' && strchr("-+ *()^/", word[0]) == NULL &&
                    strspn(word, letters) == strlen(word);
    // a list, or a text in quotes, is YAML as well
    cli_say(stdout, " %s\n", is_plain ? word : text != NULL ? text : "");
    free(text);
}

// Is the setting of a key in the contact that was printed?
static bool is_in_contact(const json_t *contact, const char *setting) {
    char key[CELL_MAX];
    const char *end = strchr(setting, '='), *from = end;
    while (from != NULL && from > setting && from[-1] != '.')
        from--;
    if (end == NULL || strstr(setting, "contact.") == NULL) return false;
    snprintf(key, sizeof key, "%.*s", (int)(end - from), from);
    return json_object_get(contact, key) != NULL;
}

static void print_contact(const json_t *document) {
    const json_t *contact = json_object_get(document, "contact"), *item;
    size_t i;
    if (json_is_object(contact)) {
        puts("  contact:");
        print_map(contact, 4);
        if (json_object_get(contact, "radius") != NULL)
            puts("    # radius is that of the test; leave it out in a joint or for other bodies");
    }
    json_array_foreach(json_object_get(document, "set"), i, item) {
        if (!is_in_contact(contact, json_string_value(item)))
            cli_say(stdout, "  --set %s\n", json_string_value(item));
    }
}

void fit_contact_print(const char *summary) {
    json_t *document = cli_json_read(summary), *group;
    const json_t *groups = json_object_get(document, "groups");
    size_t i;
    if (groups == NULL) print_contact(document);
    json_array_foreach(groups, i, group) {
        cli_say(stdout, "  # %s %s\n", cli_json_text_at(document, "by"),
                cli_json_text_at(group, "group"));
        print_contact(group);
    }
    json_decref(document);
}
