// Single values: what stands in the file, checked by its field.

#include "scenario/field.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/quantity.h"
#include "base/utf8.h"
#include "base/words.h"
#include "scenario/body.h"
#include "scenario/kind.h"

enum { ACCEPTED_MAX = 400, TEXT_MAX = 190 };

static void accepts_quantity(const struct field *field, char *text, size_t size) {
    if (field->choices != NULL) {
        dp_append_words(text, size, field->choices, "or");
        text_append(text, size, " or ");
    }
    text_append(text, size, "a number");
    if (strcmp(field->unit, "1") != 0)
        text_print(text, size, ", alone (in %s) or with its unit", field->unit);
}

// "a number or a pair, such as 3 m/s or [3 m/s, 0.5 m/s]"
static void accepts_pair(const struct field *field, char *text, size_t size) {
    text_print(text, size, "a number or a pair, such as 3 %s or [3 %s, 0.5 %s]", field->unit,
               field->unit, field->unit);
}

static void accepts_integer(const struct field *field, char *text, size_t size) {
    bool is_one = field->range == RANGE_BETWEEN && field->low == field->high;
    text_print(text, size, is_one ? "%g" : "a whole number", field->low);
}

static void accepts_items(const struct field *field, char *text, size_t size) {
    if (field->least == field->most)
        text_print(text, size, "a list of %d", field->least);
    else if (field->least == 0 && field->most > 0)
        text_print(text, size, "a list of at most %d", field->most);
    else if (field->most > 0)
        text_print(text, size, "a list of %d to %d", field->least, field->most);
    else
        text_print(text, size, "a list of at least %d", field->least);
}

static void accepts_kinds(const struct kind *const *kinds, char *text, size_t size) {
    struct word_list known = {.count = 0};
    for (; *kinds != NULL; kinds++)
        words_add(&known, (*kinds)->name);
    dp_append_words(text, size, known.item, "or");
}

void field_accepts(const struct kind *const *kinds, const struct field *field, char *text,
                   size_t size) {
    static const char *const texts[] = {
        [FIELD_FLAG] = "true or false",
        [FIELD_TEXT] = "a text",
        [FIELD_MATERIAL] = "the name of a material",
        [FIELD_COLUMNS] = "a list of columns",
        [FIELD_MAP] = "a map of keys",
        [FIELD_CONTACT] = "a map of keys",
        [FIELD_FRICTION] = "a number or a map with a law",
        [FIELD_LAW] = "the name of a law",
        [FIELD_VALUE] = "a value",
        [FIELD_NOTHING] = "a text",
    };
    switch (field->type) {
    case FIELD_QUANTITY:
        accepts_quantity(field, text, size);
        break;
    case FIELD_PAIR:
        accepts_pair(field, text, size);
        break;
    case FIELD_INTEGER:
        accepts_integer(field, text, size);
        break;
    case FIELD_WORD:
        dp_append_words(text, size, field->choices, "or");
        break;
    case FIELD_LIST:
        accepts_items(field, text, size);
        break;
    case FIELD_KIND:
        accepts_kinds(kinds, text, size);
        break;
    default:
        if (field->shorthand != NULL) text_append(text, size, "a text or ");
        text_append(text, size, texts[field->type]);
        break;
    }
}

void report_not_accepted(struct reader *reader, const struct field *field, const struct node *at,
                         const char *format, ...) {
    char what[TEXT_MAX + ACCEPTED_MAX], accepted[ACCEPTED_MAX] = "";
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    field_accepts(reader->kinds, field, accepted, sizeof accepted);
    report_error(reader, at, "%s %s; it must be %s", field->key, what, accepted);
}

static bool in_range(const struct field *field, double value) {
    switch (field->range) {
    case RANGE_POSITIVE:
        return value > 0.0;
    case RANGE_NOT_NEGATIVE:
        return value >= 0.0;
    case RANGE_BETWEEN:
        return value >= field->low && value <= field->high;
    default:
        return true;
    }
}

static void report_range(struct reader *reader, const struct field *field,
                         const struct node *node) {
    char word[SHOWN_MAX], range[80] = "be positive";
    if (field->range == RANGE_NOT_NEGATIVE) snprintf(range, sizeof range, "be 0 or more");
    if (field->range == RANGE_BETWEEN && isinf(field->high))
        snprintf(range, sizeof range, "be at least %g", field->low);
    else if (field->range == RANGE_BETWEEN && field->low == field->high)
        snprintf(range, sizeof range, "be %g", field->low);
    else if (field->range == RANGE_BETWEEN)
        snprintf(range, sizeof range, "lie in %g..%g", field->low, field->high);
    report_error(reader, node, "%s is %s; it must %s", field->key, shown(node->text, word), range);
}

bool quantity_read(struct reader *reader, const struct field *field, const struct node *node,
                   double *value) {
    char word[SHOWN_MAX];
    dp_error err;
    // what a diagnostic may not show as it is cannot be a number either; a word where words are
    // known is meant to be one of them
    bool is_word = field->choices != NULL && isalpha((unsigned char)node->text[0]);
    const char *odd = odd_character(node->text);
    if (odd != NULL) {
        report_error(reader, node, "%s is '%s'; it has %s", field->key, shown(node->text, word),
                     odd);
        return false;
    }
    if (strcmp(shown(node->text, word), node->text) != 0 || is_word) {
        report_not_accepted(reader, field, node, "is '%s'", word);
        return false;
    }
    double number;
    if (dp_quantity_read(field->key, node->text, field->unit, &number, &err) != DP_OK) {
        report_error(reader, node, "%s", err.text);
        return false;
    }
    if (!in_range(field, number)) {
        report_range(reader, field, node);
        return false;
    }
    *value = number;
    return true;
}

static void read_integer(struct reader *reader, const struct field *field, const struct node *node,
                         void *at) {
    const struct field number = {.key = field->key, .type = FIELD_INTEGER, .unit = "1"};
    char word[SHOWN_MAX];
    double value;
    if (!quantity_read(reader, &number, node, &value)) return;
    if (value != floor(value) || fabs(value) > 1e15)
        report_error(reader, node, "%s is %s; it must be a whole number", field->key,
                     shown(node->text, word));
    else if (!in_range(field, value))
        report_range(reader, field, node);
    else
        *(long *)at = (long)value;
}

static void read_word(struct reader *reader, const struct field *field, const struct node *node,
                      void *at) {
    char word[SHOWN_MAX];
    int index = word_index(field->choices, node->text);
    if (index >= 0)
        *(int *)at = index;
    else
        report_not_accepted(reader, field, node, "is '%s'", shown(node->text, word));
}

static void read_quantity(struct reader *reader, const struct field *field, const struct node *node,
                          void *at) {
    if (field->choices != NULL && word_index(field->choices, node->text) >= 0)
        *(double *)at = NAN;
    else
        quantity_read(reader, field, node, at);
}

// One entry of a pair. What is wrong with it is said together with what a pair looks like.
static bool read_entry(struct reader *reader, const struct field *field, const struct node *node,
                       bool is_second, double *value) {
    struct field entry = *field;
    char word[SHOWN_MAX];
    dp_error err;
    double number;
    if (is_second) entry.range = RANGE_ANY;
    if (node->kind != NODE_SCALAR || odd_character(node->text) != NULL ||
        strcmp(shown(node->text, word), node->text) != 0) {
        report_not_accepted(reader, field, node, "has %s among its entries",
                            node->kind != NODE_SCALAR ? node_kind_name(node) : "what is no number");
        return false;
    }
    if (dp_quantity_read(field->key, node->text, field->unit, &number, &err) != DP_OK) {
        report_error(reader, node, "%s; a pair looks like [3 %s, 0.5 %s]", err.text, field->unit,
                     field->unit);
        return false;
    }
    return quantity_read(reader, &entry, node, value);
}

static void read_pair(struct reader *reader, const struct field *field, const struct node *node,
                      void *at) {
    struct pair_value *pair = at;
    if (node->kind == NODE_SCALAR) {
        quantity_read(reader, field, node, &pair->x);
        return;
    }
    pair->is_list = true;
    if (node->count != 2)
        report_not_accepted(reader, field, node, "is a list of %d", node->count);
    else if (read_entry(reader, field, node->first, false, &pair->x))
        read_entry(reader, field, node->first->next, true, &pair->y);
}

static void read_flag(struct reader *reader, const struct field *field, const struct node *node,
                      void *at) {
    char word[SHOWN_MAX];
    bool is_true = strcmp(node->text, "true") == 0;
    *(bool *)at = is_true;
    if (is_true || strcmp(node->text, "false") == 0) return;
    report_not_accepted(reader, field, node, "is '%s'", shown(node->text, word));
}

static void read_text(struct reader *reader, const struct field *field, const struct node *node,
                      void *at) {
    char word[SHOWN_MAX];
    size_t length = strlen(node->text);
    if (length == 0 || length > TEXT_MAX) {
        report_error(reader, node, "%s has %zu bytes; it must be a text of 1 to %d", field->key,
                     length, TEXT_MAX);
        return;
    }
    unsigned code;
    const char *c = node->text;
    for (size_t bytes; (bytes = utf8_next(c, &code)) > 0; c += bytes) {
        if (utf8_is_plain(code)) continue;
        report_error(reader, node,
                     "%s is '%s'; it must be a single line without control characters", field->key,
                     shown(node->text, word));
        return;
    }
    *(const char **)at = node->text;
}

static void read_kind(struct reader *reader, const struct field *field, const struct node *node,
                      void *at) {
    (void)at;
    char word[SHOWN_MAX];
    reader->kind = kind_find(reader->kinds, node->text);
    if (reader->kind == NULL)
        report_not_accepted(reader, field, node, "is '%s'", shown(node->text, word));
}

static void read_material(struct reader *reader, const struct field *field, const struct node *node,
                          void *at) {
    struct word_list known = {.count = 0};
    char hint[WORDS_HINT_MAX], word[SHOWN_MAX];
    for (int i = 0; i < reader->material_count; i++) {
        const struct material *material = &reader->materials[i];
        if (material->name == NULL) continue;
        if (strcmp(material->name, node->text) == 0) {
            *(const struct material **)at = material;
            return;
        }
        words_add(&known, material->name);
    }
    shown(node->text, word);
    if (reader->has_bad_materials) return;
    if (reader->material_count == 0) {
        report_error(reader, node, "%s is '%s', but there is no list of materials", field->key,
                     word);
        return;
    }
    report_error(reader, node, "%s is '%s'; it is not among the materials%s", field->key, word,
                 words_hint(&known, word, hint));
}

static void report_column(struct reader *reader, const struct field *field,
                          const struct node *node) {
    struct word_list known = {.count = 0};
    char hint[WORDS_HINT_MAX], word[SHOWN_MAX];
    if (node->kind != NODE_SCALAR) {
        report_error(reader, node, "%s holds %s; it must be names of columns", field->key,
                     node_kind_name(node));
        return;
    }
    for (const struct column *column = reader->kind->columns; column->name != NULL; column++)
        words_add(&known, column->name);
    shown(node->text, word);
    report_error(reader, node, "%s has '%s'; kind %s has no such column%s", field->key, word,
                 reader->kind->name, words_hint(&known, word, hint));
}

static void read_columns(struct reader *reader, const struct field *field, const struct node *node,
                         void *at) {
    int *items = tree_alloc(&reader->tree, (size_t)node->count * sizeof *items);
    if (items == NULL) {
        report_no_memory(reader);
        return;
    }
    int count = 0;
    for (const struct node *child = node->first; child != NULL; child = child->next) {
        const struct column *columns = reader->kind->columns;
        const struct column *column =
            child->kind == NODE_SCALAR ? columns_find(columns, child->text) : NULL;
        if (column == NULL) {
            report_column(reader, field, child);
            return;
        }
        for (int i = 0; i < count; i++) {
            if (items[i] != column - columns) continue;
            report_error(reader, child, "%s has '%s' twice", field->key, child->text);
            return;
        }
        items[count++] = (int)(column - columns);
    }
    if (count == 0)
        report_error(reader, node, "%s is empty; it must name at least one column", field->key);
    *(struct list *)at = (struct list){.node = node, .items = items, .count = count};
}

static void keep_node(struct reader *reader, const struct field *field, const struct node *node,
                      void *at) {
    (void)reader, (void)field;
    *(const struct node **)at = node;
}

void value_read(struct reader *reader, const struct field *field, const struct node *node,
                void *at) {
    static void (*const readers[])(struct reader * reader, const struct field *field,
                                   const struct node *node, void *at) = {
        [FIELD_QUANTITY] = read_quantity, [FIELD_INTEGER] = read_integer,
        [FIELD_WORD] = read_word,         [FIELD_FLAG] = read_flag,
        [FIELD_TEXT] = read_text,         [FIELD_KIND] = read_kind,
        [FIELD_PAIR] = read_pair,         [FIELD_MATERIAL] = read_material,
        [FIELD_COLUMNS] = read_columns,   [FIELD_VALUE] = keep_node,
    };
    readers[field->type](reader, field, node, at);
}
