// docs/scenarios.md, from the tables that read scenarios. Prose comes from assets/scenarios.md: a
// line "@name" there is replaced by what the part of that name prints.

#include <stdio.h>
#include <string.h>

#include "assets.h"
#include "base/words.h"
#include "scenario/contact.h"
#include "scenario/kind.h"

// --- tables of Markdown --------------------------------------------------------------------------

// What Markdown would take for its own is escaped.
static void print_row(FILE *out, const char *const *cells) {
    for (; *cells != NULL; cells++) {
        fputs("| ", out);
        for (const char *c = *cells; *c != '\0'; c++)
            fprintf(out, *c == '|' ? "\\%c" : "%c", *c);
        fputc(' ', out);
    }
    fputs("|\n", out);
}

#define ROW(out, ...) print_row(out, (const char *const[]){__VA_ARGS__, NULL})

enum { CODE_MAX = 192 };

static const char *code(const char *prefix, const char *name, char text[CODE_MAX]) {
    snprintf(text, CODE_MAX, "`%s%s`", prefix, name);
    return text;
}

static const char *shown_unit(const char *unit) {
    return strcmp(unit, "1") == 0 ? "" : unit;
}

// --- fields --------------------------------------------------------------------------------------

static const char *type_text(const struct kind *const *kinds, const struct field *field, char *text,
                             size_t size) {
    text[0] = '\0';
    switch (field->type) {
    case FIELD_QUANTITY:
        for (int i = 0; field->choices != NULL && field->choices[i] != NULL; i++)
            text_print(text, size, "%s, ", field->choices[i]);
        text_append(text, size, field->choices != NULL ? "or number" : "number");
        return text;
    case FIELD_PAIR:
        return "number or a pair";
    case FIELD_CONTACT:
        return "a [contact](#contact)";
    case FIELD_FRICTION:
        return "a number or a map, see [friction](#friction)";
    case FIELD_MAP:
        return "map";
    default:
        field_accepts(kinds, field, text, size);
        return text;
    }
}

static const char *range_text(const struct field *field, char *text, size_t size) {
    static const char *const texts[] = {
        [RANGE_ANY] = "", [RANGE_POSITIVE] = "> 0", [RANGE_NOT_NEGATIVE] = ">= 0"};
    if (field->range != RANGE_BETWEEN) return texts[field->range];
    snprintf(text, size, field->low == field->high ? "%g" : "%g..%g", field->low, field->high);
    return text;
}

// Maps within maps are written out with dotted keys; their depth is that of the tables.
static void print_fields(FILE *out, const struct kind *const *kinds, const struct field *fields,
                         const char *prefix) {
    for (; fields->key != NULL; fields++) {
        char key[CODE_MAX], type[256], range[64], longer[128];
        if (fields->type == FIELD_NOTHING) continue;
        bool is_list = fields->type == FIELD_LIST;
        const char *initial = fields->initial != NULL ? fields->initial : "";
        ROW(out, code(prefix, fields->key, key), type_text(kinds, fields, type, sizeof type),
            fields->unit != NULL ? shown_unit(fields->unit) : "",
            range_text(fields, range, sizeof range), fields->is_required ? "required" : initial,
            fields->doc);
        const struct field *map = is_list ? fields->item : fields;
        if (map == NULL || map->fields == NULL) continue;
        snprintf(longer, sizeof longer, "%s%s%s.", prefix, fields->key, is_list ? ".N" : "");
        print_fields(out, kinds, map->fields, longer);
    }
}

static void print_table(FILE *out, const struct kind *const *kinds, const struct field *fields) {
    fputs("| key | value | unit | range | default | meaning |\n|---|---|---|---|---|---|\n", out);
    print_fields(out, kinds, fields, "");
}

static void print_columns(FILE *out, const char *head, const struct column *columns) {
    fprintf(out, "| %s | unit | meaning |\n|---|---|---|\n", head);
    for (; columns->name != NULL; columns++) {
        char key[CODE_MAX];
        ROW(out, code("", columns->name, key), shown_unit(columns->unit), columns->doc);
    }
}

// --- parts ---------------------------------------------------------------------------------------

static void print_common(FILE *out, const struct kind *const *kinds) {
    print_table(out, kinds, common_fields);
}

static void print_contact(FILE *out, const struct kind *const *kinds) {
    print_table(out, kinds, contact_fields);
}

static void print_pair(FILE *out, const struct kind *const *kinds) {
    const dp_pair_field *entry;
    (void)kinds;
    fputs("| key | unit | meaning |\n|---|---|---|\n", out);
    for (int i = 0; (entry = dp_pair_field_at(i)) != NULL; i++) {
        char key[CODE_MAX];
        if (contact_takes(entry)) ROW(out, code("", entry->name, key), entry->unit, entry->doc);
    }
}

static void print_parameters(FILE *out, const struct kind *const *kinds) {
    (void)kinds;
    fputs("| law | parameters |\n|---|---|\n", out);
    for (int i = 0; i < dp_law_count(); i++) {
        const dp_law *law = dp_law_at(i);
        char name[CODE_MAX], key[CODE_MAX], all[CODE_MAX * DP_PARAM_MAX] = "";
        for (const dp_param *p = law->params; p->name != NULL; p++) {
            text_append(all, sizeof all, p == law->params ? "" : ", ");
            text_append(all, sizeof all, code("", p->name, key));
        }
        ROW(out, code("", law->name, name), all);
    }
}

static void print_friction(FILE *out, const struct kind *const *kinds) {
    (void)kinds;
    fputs("| law | key | unit | range | default | meaning |\n|---|---|---|---|---|---|\n", out);
    for (int i = 0; i < dp_friction_law_count(); i++) {
        const dp_friction_law *law = dp_friction_law_at(i);
        for (const dp_param *p = law->params; p->name != NULL; p++) {
            char name[CODE_MAX], key[CODE_MAX], range[DP_PARAM_TEXT_MAX],
                initial[DP_PARAM_TEXT_MAX];
            ROW(out, code("", law->name, name), code("", p->name, key), shown_unit(p->unit),
                dp_param_range(p, range), dp_param_default(p, initial), p->doc);
        }
    }
}

static void print_kinds(FILE *out, const struct kind *const *kinds) {
    for (int i = 0; kinds[i] != NULL; i++) {
        const struct kind *kind = kinds[i];
        fprintf(out, "%s## kind: %s\n\n%s\n\n```yaml\n%s```\n\n", i > 0 ? "\n" : "", kind->name,
                kind->doc, kind->example);
        print_table(out, kinds, kind->schema);
        fputs("\nSummary, with `kind`, `title` and `notes`:\n\n", out);
        print_columns(out, "key", kind->results);
        fputs("\nSeries:\n\n", out);
        print_columns(out, "column", kind->columns);
    }
}

void describe_markdown(FILE *out, const struct kind *const *kinds) {
    static const struct {
        const char *name;
        void (*print)(FILE *out, const struct kind *const *kinds);
    } parts[] = {
        {"common", print_common},         {"contact", print_contact},   {"pair", print_pair},
        {"parameters", print_parameters}, {"friction", print_friction}, {"kinds", print_kinds},
    };
    for (const char *line = asset_scenarios_md; *line != '\0';) {
        size_t length = strcspn(line, "\n"), part = 0;
        while (part < sizeof parts / sizeof *parts &&
               (line[0] != '@' || strlen(parts[part].name) != length - 1 ||
                strncmp(parts[part].name, line + 1, length - 1) != 0))
            part++;
        if (part < sizeof parts / sizeof *parts)
            parts[part].print(out, kinds);
        else
            fprintf(out, "%.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
}
