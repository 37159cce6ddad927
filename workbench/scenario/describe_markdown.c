// docs/scenarios.md, from the tables that read scenarios.

#include <stdio.h>
#include <string.h>

#include "base/words.h"
#include "laws/describe.h"
#include "scenario/contact.h"
#include "scenario/kind.h"
#include "scenario/scenario.h"

// A cell of a table: what Markdown would take for its own is escaped.
static void print_cell(FILE *out, const char *text) {
    for (; *text != '\0'; text++) {
        if (*text == '|') fputc('\\', out);
        fputc(*text, out);
    }
}

static const char *type_text(const struct kind *const *kinds, const struct field *field, char *text,
                             size_t size) {
    text[0] = '\0';
    switch (field->type) {
    case FIELD_QUANTITY:
        for (int i = 0; field->choices != NULL && field->choices[i] != NULL; i++)
            snprintf(text + strlen(text), size - strlen(text), "%s, ", field->choices[i]);
        text_append(text, size, field->choices != NULL ? "or number" : "number");
        break;
    case FIELD_CONTACT:
        snprintf(text, size, "a [contact](#contact)");
        break;
    case FIELD_FRICTION:
        snprintf(text, size, "a number or a map, see [friction](#friction)");
        break;
    case FIELD_MAP:
        snprintf(text, size, "map");
        break;
    default:
        field_accepts(kinds, field, text, size);
        break;
    }
    return text;
}

static void print_range(FILE *out, const struct field *field) {
    static const char *const texts[] = {
        [RANGE_ANY] = "", [RANGE_POSITIVE] = "> 0", [RANGE_NOT_NEGATIVE] = ">= 0"};
    if (field->range != RANGE_BETWEEN)
        fprintf(out, "%s", texts[field->range]);
    else if (field->low == field->high)
        fprintf(out, "%g", field->low);
    else
        fprintf(out, "%g..%g", field->low, field->high);
}

static void print_field(FILE *out, const struct kind *const *kinds, const struct field *field,
                        const char *prefix) {
    char type[256];
    bool has_unit = field->type == FIELD_QUANTITY && strcmp(field->unit, "1") != 0;
    if (field->type == FIELD_NOTHING) return;
    fprintf(out, "| `%s%s` | ", prefix, field->key);
    print_cell(out, type_text(kinds, field, type, sizeof type));
    fprintf(out, " | %s | ", has_unit ? field->unit : "");
    print_range(out, field);
    fprintf(out, " | %s | ",
            field->is_required       ? "required"
            : field->initial != NULL ? field->initial
                                     : "");
    print_cell(out, field->doc);
    fprintf(out, "%s\n", " |");
}

// Maps within maps are written out with dotted keys; their depth is that of the tables.
static void print_fields(FILE *out, const struct kind *const *kinds, const struct field *fields,
                         const char *prefix) {
    for (; fields->key != NULL; fields++) {
        print_field(out, kinds, fields, prefix);
        const struct field *inner = fields->type == FIELD_MAP ? fields->fields
                                    : fields->type == FIELD_LIST && fields->item != NULL
                                        ? fields->item->fields
                                        : NULL;
        if (inner == NULL) continue;
        char longer[128];
        snprintf(longer, sizeof longer, "%s%s%s.", prefix, fields->key,
                 fields->type == FIELD_LIST ? ".N" : "");
        print_fields(out, kinds, inner, longer);
    }
}

static void print_table(FILE *out, const struct kind *const *kinds, const struct field *fields,
                        const char *prefix) {
    fprintf(out, "%s\n",
            "| key | value | unit | range | default | meaning |\n|---|---|---|---|---|---|");
    print_fields(out, kinds, fields, prefix);
    fputc('\n', out);
}

static void print_columns(FILE *out, const char *head, const struct column *columns) {
    fprintf(out, "| %s | unit | meaning |\n|---|---|---|\n", head);
    for (; columns->name != NULL; columns++) {
        fprintf(out, "| `%s` | %s | ", columns->name,
                strcmp(columns->unit, "1") == 0 ? "" : columns->unit);
        print_cell(out, columns->doc);
        fprintf(out, "%s\n", " |");
    }
    fputc('\n', out);
}

static void print_contact(FILE *out, const struct kind *const *kinds) {
    fprintf(out, "%s\n",
            "## contact\n\n"
            "Stands wherever two surfaces meet. These keys go with every law:\n");
    print_table(out, kinds, contact_fields, "");
    fprintf(out, "%s\n",
            "These describe the pair and follow from materials, radii and `geometry` unless given "
            "here:\n\n"
            "| key | unit | meaning |\n|---|---|---|");
    const dp_pair_field *entry;
    for (int i = 0; (entry = dp_pair_field_at(i)) != NULL; i++) {
        if (contact_takes(entry))
            fprintf(out, "| `%s` | %s | %s |\n", entry->name, entry->unit, entry->doc);
    }
    fprintf(
        out, "%s\n",
        "\nThe stiffness of a law with a linear spring is in N/m. All must be positive. What has "
        "no effect in a law\nis told in the report.\n\n"
        "The other keys are the parameters of the law, with the ranges and defaults of\n"
        "[laws.md](laws.md):\n\n"
        "| law | parameters |\n|---|---|");
    for (int i = 0; i < dp_law_count(); i++) {
        const dp_law *law = dp_law_at(i);
        fprintf(out, "| `%s` | ", law->name);
        for (const dp_param *p = law->params; p->name != NULL; p++)
            fprintf(out, "%s`%s`", p == law->params ? "" : ", ", p->name);
        fprintf(out, "%s\n", " |");
    }
    fprintf(
        out, "%s\n",
        "\nThe weaker material gives `yield`. A conformal pair gives `bearing_radius` and "
        "`clearance`.\nA journal has its [friction](#friction) beside the contact, a joint of a "
        "mechanism beside or within it; in an\nimpact, a bounce or a chain nothing slides.\n");
}

static void print_friction_row(FILE *out, const dp_friction_law *law, const dp_param *p) {
    char range[DP_PARAM_TEXT_MAX], initial[DP_PARAM_TEXT_MAX];
    fprintf(out, "| `%s` | `%s` | %s | ", law->name, p->name,
            strcmp(p->unit, "1") == 0 ? "" : p->unit);
    print_cell(out, dp_param_range(p, range));
    fprintf(out, " | %s | ", dp_param_default(p, initial));
    print_cell(out, p->doc);
    fprintf(out, "%s\n", " |");
}

static void print_friction(FILE *out) {
    fprintf(
        out, "%s\n",
        "## friction\n\n"
        "A number is the `mu` of coulomb: `friction: 0.1`. A map has a `law` and its parameters:\n"
        "`friction: {law: lugre, mu_s: 0.15, mu_d: 0.1, sigma_0: 1e5}`. A journal takes coulomb "
        "alone, with stick, and of it\nonly `mu`; a mechanism takes every law. Formulas and "
        "sources are in [laws.md](laws.md#friction-laws).\n\n"
        "| law | key | unit | range | default | meaning |\n|---|---|---|---|---|---|");
    for (int i = 0; i < dp_friction_law_count(); i++) {
        const dp_friction_law *law = dp_friction_law_at(i);
        for (const dp_param *p = law->params; p->name != NULL; p++)
            print_friction_row(out, law, p);
    }
    fputc('\n', out);
}

static void print_kind(FILE *out, const struct kind *const *kinds, const struct kind *kind) {
    fprintf(out, "## kind: %s\n\n%s\n\n```yaml\n%s```\n\n", kind->name, kind->doc, kind->example);
    print_table(out, kinds, kind->schema, "");
    fprintf(out, "%s\n", "Summary, with `kind`, `title` and `notes`:\n");
    print_columns(out, "key", kind->results);
    fprintf(out, "%s\n", "Series:\n");
    print_columns(out, "column", kind->columns);
}

void describe_markdown(FILE *out, const struct kind *const *kinds) {
    fprintf(
        out, "%s\n",
        "# Scenario files\n\n"
        "Printed by `dashpot check --markdown` from the tables that check a scenario; do not "
        "edit.\n`dashpot check --json-schema` prints the same as a JSON Schema, "
        "see\n[editors.md](editors.md).\n\n"
        "A scenario is a YAML file. A quantity is a number in SI or a number with a unit: "
        "`9.5 mm`,\n`207 GPa`, `0.45 g`, `10 us`, `30 deg`, `200 rpm`, `1.2e9 N/m^1.5`, "
        "`0.5 in`,\n`30 Msi`; `dashpot units` lists the units. A unit of the wrong dimension is "
        "an error, and so is every\nkey that is not listed here. Items of lists are numbered from "
        "0, `N` stands for the number; in paths of\n`--set` and of sweeps the `name` of an item "
        "will do as well: `mechanism.joints.pin.clearance`.\n\n"
        "`--set path=value` changes an entry before the file is checked, `impact.bodies.0.velocity"
        "='2 m/s'`.\nThe value is YAML: a word, `[a, b]` or `{law: hertz}`. What is not in the "
        "file is added.\n\n"
        "Limits: 1 MiB, 16 levels, 100000 values; no anchors, aliases or tags of one's own; one "
        "document;\nat most 10 million rows of a series.\n\n"
        "## Every kind\n");
    print_table(out, kinds, common_fields, "");
    print_contact(out, kinds);
    print_friction(out);
    for (int i = 0; kinds[i] != NULL; i++)
        print_kind(out, kinds, kinds[i]);
    fprintf(
        out, "%s\n",
        "## notes\n\n"
        "A list of sentences, empty when there is nothing to say. Each bound of a law's validity "
        "that a run broke\nis one of them, with its numbers; `dashpot law NAME` prints the "
        "bounds. What cannot exist is refused: an\nindentation beyond the radius of a solid "
        "ball, surfaces that meet faster than their wave speed\nsqrt(young/density). "
        "`--allow-unphysical` makes notes of that, too. In a sweep it is the status of the\n"
        "point, and bounds that points broke are counted.\n");
    fprintf(
        out, "%s\n",
        "## energy\n\n"
        "`initial` and `final`: mechanical energy (kinetic, of height, held by the contact; the "
        "last also as\n`stored`). `viscous`, `plastic`, `friction`: losses, each from its own "
        "rate. `released`: what a contact\nheld when `tension: release` ended it. `input`: work "
        "of the force. `error`: what is missing, over the\nlargest energy that passed through.");
}
