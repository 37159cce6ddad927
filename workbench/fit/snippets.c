// What a user of the best fit pastes: the contact as YAML, and the same contact in C and Python.

#define _POSIX_C_SOURCE 200809L  // strdup

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/words.h"
#include "fit/pictures.h"
#include "fit/predict.h"
#include "scenario/parse.h"
#include "study/contact_law.h"

enum { TEXT_SIZE = 8192 };

static bool add_snippet(struct outcome *outcome, const char *title, char *text) {
    if (text == NULL || outcome->snippet_count == SNIPPETS_MAX) {
        free(text);
        return text != NULL;
    }
    struct snippet *snippet = &outcome->snippet[outcome->snippet_count++];
    snprintf(snippet->title, sizeof snippet->title, "%s", title);
    snippet->text = text;
    return true;
}

// --- YAML ----------------------------------------------------------------------------------------

static bool is_within(const char *path, const char *at) {
    size_t length = strlen(at);
    return strncmp(path, at, length) == 0 && path[length] == '.';
}

// Values that stand elsewhere in the scenario, as comments above the contact.
static void tell_others(const struct fit *fit, const struct fitted *best, char *text, size_t size) {
    for (int i = 0; i < best->result.parameter_count; i++) {
        const struct fit_parameter *p = &best->c->parameter[i];
        char number[DP_NUMBER_MAX];
        if (fit->at != NULL && is_within(p->path, fit->at)) continue;
        text_print(text, size, "# %.200s: %s%s%s\n", p->path,
                   dp_number_text(best->result.parameters[i].value, number),
                   p->unit[0] != '\0' ? " " : "", p->unit);
    }
}

static bool add_yaml(const struct fit *fit, const struct fitted *best, struct scenario *variant,
                     struct outcome *outcome) {
    char others[2048] = "";
    struct tree *tree = &variant->reader.tree;
    const struct node *found = fit->at != NULL ? node_at_path(tree->root, fit->at) : NULL;
    tell_others(fit, best, others, sizeof others);
    if (found == NULL)
        return others[0] == '\0' || add_snippet(outcome, "Values to put in", strdup(others));
    struct node *root = node_new(tree, NODE_MAP), *contact = node_copy(tree, found, NULL);
    if (root == NULL || contact == NULL) return false;
    const char *dot = strrchr(fit->at, '.');
    bool is_item = dot != NULL && strspn(dot + 1, "0123456789") == strlen(dot + 1);
    contact->key = dot == NULL || is_item ? "contact" : dot + 1;
    node_append(root, contact);
    if (node_find(contact, "radius") != NULL)
        text_append(others, sizeof others,
                    "# radius is that of the test; leave it out in a joint or for other bodies\n");
    return add_snippet(outcome, "Contact to paste", node_write(root, others));
}

// --- C -------------------------------------------------------------------------------------------

static bool is_given(const dp_contact_def *def, int param) {
    double value = def->law.value[param], initial = dp_law_defaults(def->law.law).value[param];
    return !isnan(value) && value != initial;
}

static const char *word_of(const dp_param *param, double value) {
    return param->choices != NULL ? param->choices[(int)value] : NULL;
}

static void put_c_params(const dp_contact_def *def, char *text) {
    const dp_param *params = def->law.law->params;
    char number[DP_NUMBER_MAX];
    for (int i = 0; params[i].name != NULL; i++) {
        if (!is_given(def, i)) continue;
        const char *word = word_of(&params[i], def->law.value[i]);
        if (word != NULL)
            text_print(text, TEXT_SIZE, "dp_law_choose(&def.law, \"%s\", \"%s\", &err);\n",
                       params[i].name, word);
        else
            text_print(text, TEXT_SIZE, "dp_law_set(&def.law, \"%s\", %s, &err);%s%s%s\n",
                       params[i].name, dp_number_text(def->law.value[i], number),
                       strcmp(params[i].unit, "1") != 0 ? "  // [" : "",
                       strcmp(params[i].unit, "1") != 0 ? params[i].unit : "",
                       strcmp(params[i].unit, "1") != 0 ? "]" : "");
    }
}

static char *c_lines(const dp_contact_def *def) {
    static const char *const tensions[] = {"CLAMP", "ALLOW", "RELEASE"};
    char *text = calloc(TEXT_SIZE, 1), number[DP_NUMBER_MAX];
    if (text == NULL) return NULL;
    text_print(text, TEXT_SIZE,
               "dp_error err;\ndp_contact_def def = dp_contact_defaults(dp_law_find(\"%s\"));\n",
               def->law.law->name);
    for (int i = 0; dp_pair_field_at(i) != NULL; i++) {
        const dp_pair_field *field = dp_pair_field_at(i);
        double value = dp_pair_value(&def->pair, i);
        if (isfinite(value))
            text_print(text, TEXT_SIZE, "def.pair.%s = %s;  // [%s]\n", field->name,
                       dp_number_text(value, number), field->unit);
    }
    if (def->tension != DP_TENSION_CLAMP)
        text_print(text, TEXT_SIZE, "def.tension = DP_TENSION_%s;\n", tensions[def->tension]);
    if (def->approach_rule == DP_APPROACH_LARGEST)
        text_append(text, TEXT_SIZE, "def.approach_rule = DP_APPROACH_LARGEST;\n");
    if (isfinite(def->approach))
        text_print(text, TEXT_SIZE, "def.approach = %s;  // [m/s]\n",
                   dp_number_text(def->approach, number));
    put_c_params(def, text);
    text_append(text, TEXT_SIZE,
                "\ndp_contact contact;\n"
                "if (dp_contact_init(&contact, &def, &err) != DP_OK) "
                "fprintf(stderr, \"%s\\n\", err.text);\n");
    return text;
}

// --- Python --------------------------------------------------------------------------------------

// A reserved word takes an underscore.
static const char *python_end(const char *name) {
    return strcmp(name, "yield") == 0 || strcmp(name, "lambda") == 0 ? "_" : "";
}

static void put_python_pair(const dp_contact_def *def, char *text) {
    char number[DP_NUMBER_MAX];
    for (int i = 0; dp_pair_field_at(i) != NULL; i++) {
        const char *name = dp_pair_field_at(i)->name;
        double value = dp_pair_value(&def->pair, i);
        if (isfinite(value))
            text_print(text, TEXT_SIZE, ",\n    %s%s=%s", name, python_end(name),
                       dp_number_text(value, number));
    }
}

static char *python_lines(const dp_contact_def *def) {
    const dp_param *params = def->law.law->params;
    char *text = calloc(TEXT_SIZE, 1), number[DP_NUMBER_MAX];
    if (text == NULL) return NULL;
    text_print(text, TEXT_SIZE, "import dashpot as dp\n\ncontact = dp.Contact(\n    \"%s\"",
               def->law.law->name);
    for (int i = 0; params[i].name != NULL; i++) {
        if (!is_given(def, i)) continue;
        const char *name = params[i].name, *word = word_of(&params[i], def->law.value[i]);
        const char *quote = word != NULL ? "\"" : "";
        text_print(text, TEXT_SIZE, ",\n    %s%s=%s%s%s", name, python_end(name), quote,
                   word != NULL ? word : dp_number_text(def->law.value[i], number), quote);
    }
    put_python_pair(def, text);
    if (def->tension != DP_TENSION_CLAMP)
        text_print(text, TEXT_SIZE, ",\n    tension=\"%s\"", dp_tension_name(def->tension));
    if (isfinite(def->approach))
        text_print(text, TEXT_SIZE, ",\n    approach=%s", dp_number_text(def->approach, number));
    else if (def->approach_rule == DP_APPROACH_LARGEST)
        text_append(text, TEXT_SIZE, ",\n    approach=\"largest\"");
    text_append(text, TEXT_SIZE, ",\n)\n");
    return text;
}

// --- all of it -----------------------------------------------------------------------------------

// Is the pair another one in another row? Radius or mass may be an input.
static bool changes_pair(const struct scenario *s, const struct fitted *best, const double *theta,
                         const dp_contact_def *def) {
    dp_diagnostic diagnostic;
    dp_definition other = {0};
    bool changes = false;
    for (long row = 1; row < s->fit->rows && s->fit->block.series.node == NULL && !changes; row++) {
        struct scenario *variant = fit_variant(s, best->c, row, theta, &diagnostic);
        if (variant == NULL) return false;
        if (scenario_define(variant, &other) && other.contact != NULL)
            changes = memcmp(&other.contact->recipe.pair, &def->pair, sizeof def->pair) != 0;
        scenario_free(variant);
    }
    return changes;
}

bool fit_draw_snippets(const struct scenario *s, const struct fitted *best,
                       struct outcome *outcome) {
    double theta[FIT_FREE_MAX + 1];
    dp_diagnostic diagnostic;
    dp_definition definition = {0};
    if (fit_found_nothing(&best->result)) return true;
    for (int i = 0; i < best->result.parameter_count; i++)
        theta[i] = best->result.parameters[i].value;
    struct scenario *variant = fit_variant(s, best->c, 0, theta, &diagnostic);
    // the notes say why
    if (variant == NULL) return true;
    bool is_done = add_yaml(s->fit, best, variant, outcome);
    bool has_contact = scenario_define(variant, &definition) && definition.contact != NULL &&
                       // a relation e(v) takes more than a few lines
                       definition.contact->recipe.restitution_from.kind == DP_RESTITUTION_GIVEN;
    if (is_done && has_contact) {
        const dp_contact_def *def = &definition.contact->recipe;
        const char *bodies =
            changes_pair(s, best, theta, def) ? ", bodies as in the first row" : "";
        char c[64], python[64];
        snprintf(c, sizeof c, "The same contact in C%s", bodies);
        snprintf(python, sizeof python, "The same contact in Python%s", bodies);
        is_done = add_snippet(outcome, c, c_lines(def)) &&
                  add_snippet(outcome, python, python_lines(def));
    }
    scenario_free(variant);
    return is_done;
}
