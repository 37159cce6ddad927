// Values of a parameter: a list as it stands in the file, or a range that is computed here, in the
// unit that the schema states for the key.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/quantity.h"
#include "dashpot/dashpot.h"
#include "dashpot/workbench.h"
#include "scenario/override.h"
#include "study/key.h"
#include "study/plan.h"

enum { UNIT_MAX = sizeof((struct table *)0)->unit[0] };

bool axis_number(struct reader *reader, const struct key *key, const char *name,
                 const struct node *node, double *value) {
    char word[SHOWN_MAX];
    dp_error err;
    if (node->kind != NODE_SCALAR)
        report_error(reader, node, "%s is %s; it must be a number", name, node_kind_name(node));
    else if (strcmp(shown(node->text, word), node->text) != 0)
        report_error(reader, node, "%s is '%s'; it must be a number", name, word);
    else if (key_read(key, name, node->text, value, &err) != DP_OK)
        report_error(reader, node, "%s", err.text);
    else
        return true;
    return false;
}

static bool looks_like_number(const char *text) {
    return text[0] != '\0' && strchr("+-.0123456789", text[0]) != NULL;
}

bool axis_may_be_word(const struct key *key, const struct node *node) {
    if (!key->takes_numbers) return true;
    if (!key->is_known || key->field.type == FIELD_PAIR)
        return node->kind != NODE_SCALAR || !looks_like_number(node->text);
    const char *const *choices = key->field.choices;
    return node->kind == NODE_SCALAR && choices != NULL && word_index(choices, node->text) >= 0;
}

// --- lists ---------------------------------------------------------------------------------------

// A word for a value that is none: itself, or what stands first in it.
static const char *word_of(struct tree *tree, const struct node *node, long index) {
    char number[32];
    while (node != NULL && node->kind != NODE_SCALAR)
        node = node->first;
    if (node != NULL && node->text[0] != '\0') return node->text;
    snprintf(number, sizeof number, "#%ld", index);
    return tree_copy(tree, number, strlen(number));
}

double axis_si(const struct sweep_axis *axis, double written) {
    char number[DP_NUMBER_MAX], text[DP_NUMBER_MAX + UNIT_MAX];
    double value;
    dp_error err;
    if (strcmp(axis->unit, axis->si) == 0) return written;
    snprintf(text, sizeof text, "%s %s", dp_number_text(written, number), axis->unit);
    return dp_quantity_read("", text, axis->unit, &value, &err) == DP_OK ? value : NAN;
}

// A column has the unit of its heading, or the one in which its first value is written.
static void choose_unit(struct sweep_axis *axis, const char *heading, const char *const *text,
                        long count) {
    const char *unit = heading;
    double number;
    for (long i = 0; i < count && unit[0] == '\0'; i++) {
        const char *own = text[i] != NULL ? quantity_unit(text[i], &number) : NULL;
        if (own != NULL && strcmp(own, "1") != 0) unit = own;
    }
    size_t length = strlen(unit);
    bool is_neat = length > 0 && length < UNIT_MAX && strchr(" \t", unit[length - 1]) == NULL;
    if (is_neat) axis->unit = unit;
}

// What is written in the unit of the axis is its own number, not a rounding beside it.
static double written_as(const struct sweep_axis *axis, bool has_heading, const char *text,
                         double value) {
    double number;
    const char *unit = quantity_unit(text, &number);
    if (unit != NULL && (unit[0] == '\0' ? has_heading : strcmp(unit, axis->unit) == 0))
        return number;
    return quantity_in(value, axis->unit);
}

bool axis_write(struct reader *reader, struct sweep_axis *axis, const char *heading,
                const char *const *text) {
    choose_unit(axis, heading, text, axis->count);
    if (strcmp(axis->unit, axis->si) == 0) return true;
    bool has_heading = heading[0] != '\0' && axis->unit == heading;
    axis->written = tree_alloc(&reader->tree, (size_t)axis->count * sizeof *axis->written);
    if (axis->written == NULL) report_no_memory(reader);
    for (long i = 0; i < axis->count && axis->written != NULL; i++)
        axis->written[i] = written_as(axis, has_heading, text[i], axis->value[i]);
    return axis->written != NULL;
}

static bool axis_alloc(struct reader *reader, struct sweep_axis *axis, long count) {
    axis->count = count;
    axis->value = tree_alloc(&reader->tree, (size_t)count * sizeof *axis->value);
    axis->node = tree_alloc(&reader->tree, (size_t)count * sizeof *axis->node);
    if (axis->value != NULL && axis->node != NULL) return true;
    report_no_memory(reader);
    return false;
}

static bool name_values(struct reader *reader, struct sweep_axis *axis) {
    axis->word_count = (int)axis->count;
    axis->word = tree_alloc(&reader->tree, (size_t)axis->count * sizeof *axis->word);
    for (long i = 0; i < axis->count && axis->word != NULL; i++) {
        axis->value[i] = (double)i;
        axis->word[i] = word_of(&reader->tree, axis->node[i], i);
        if (axis->word[i] == NULL) axis->word = NULL;
    }
    if (axis->word == NULL) report_no_memory(reader);
    return axis->word != NULL;
}

static bool read_list(struct reader *reader, const struct key *key, struct sweep_axis *axis) {
    const struct list *list = &axis->block->values;
    const struct node *const *items = list->items;
    bool are_numbers = true;
    if (!axis_alloc(reader, axis, list->count)) return false;
    for (long i = 0; i < axis->count; i++) {
        axis->node[i] = items[i];
        axis->value[i] = NAN;
        if (!axis_may_be_word(key, items[i]) &&
            !axis_number(reader, key, key->name, items[i], &axis->value[i]))
            return false;
        are_numbers = are_numbers && !isnan(axis->value[i]);
    }
    if (!are_numbers) return name_values(reader, axis);
    const char **text = tree_alloc(&reader->tree, (size_t)axis->count * sizeof *text);
    if (text == NULL) report_no_memory(reader);
    for (long i = 0; i < axis->count && text != NULL; i++)
        text[i] = items[i]->text;
    return text != NULL && axis_write(reader, axis, "", text);
}

// --- ranges --------------------------------------------------------------------------------------

static bool read_end(struct reader *reader, const struct key *key, const char *end,
                     const struct node *node, double *value) {
    char word[SHOWN_MAX];
    if (node->kind == NODE_SCALAR && strcmp(shown(node->text, word), node->text) == 0)
        return axis_number(reader, key, end, node, value);
    report_error(reader, node, "%s is %s; it must be a number", end, node_kind_name(node));
    return false;
}

static double value_at(const struct sweep_parameter *block, double from, double to, long i) {
    double share = (double)i / (double)(block->count - 1);
    bool is_between = i > 0 && i < block->count - 1;
    if (block->scale == SWEEP_LOG && is_between) return round_off(from * pow(to / from, share));
    return dp_value_between(from, to, i, block->count);
}

static bool make_node(struct reader *reader, const struct node *at, struct sweep_axis *axis,
                      long i) {
    char text[DP_NUMBER_MAX];
    struct node *node = node_new(&reader->tree, NODE_SCALAR);
    dp_number_text(axis->value[i], text);
    if (node != NULL) node->text = tree_copy(&reader->tree, text, strlen(text));
    if (node == NULL || node->text == NULL) {
        report_no_memory(reader);
        return false;
    }
    node->line = at->line;
    node->set = at->set;
    axis->node[i] = node;
    return true;
}

static bool read_ends(struct reader *reader, const struct key *key, struct sweep_axis *axis) {
    const struct sweep_parameter *block = axis->block;
    double from, to;
    if (!key->takes_numbers) {
        report_error(reader, block->from, "%s is not a number, so it has no range; give its values",
                     key->name);
        return false;
    }
    if (!read_end(reader, key, "from", block->from, &from)) return false;
    if (!read_end(reader, key, "to", block->to, &to)) return false;
    if (from == to) {
        report_error(reader, block->to, "to is the same as from; a range has two ends");
        return false;
    }
    if (block->scale == SWEEP_LOG && !(from > 0.0 && to > 0.0)) {
        report_error(reader, place_of(block->node, "scale"),
                     "scale is log, but the range goes from %g to %g; both must be positive", from,
                     to);
        return false;
    }
    const char *const text[] = {block->from->text, block->to->text};
    choose_unit(axis, "", text, 2);
    axis->from = written_as(axis, false, text[0], from);
    axis->to = written_as(axis, false, text[1], to);
    return true;
}

static bool read_range(struct reader *reader, const struct key *key, struct sweep_axis *axis) {
    const struct sweep_parameter *block = axis->block;
    if (!read_ends(reader, key, axis)) return false;
    if (!axis_alloc(reader, axis, block->count)) return false;
    axis->written = tree_alloc(&reader->tree, (size_t)axis->count * sizeof *axis->written);
    if (axis->written == NULL) {
        report_no_memory(reader);
        return false;
    }
    for (long i = 0; i < axis->count; i++) {
        axis->written[i] = value_at(block, axis->from, axis->to, i);
        axis->value[i] = axis_si(axis, axis->written[i]);
        if (!make_node(reader, block->from, axis, i)) return false;
    }
    return true;
}

// The ends of what a sample is taken from.
static bool read_extent(struct reader *reader, const struct key *key, struct sweep_axis *axis) {
    const struct sweep_parameter *block = axis->block;
    const struct node *ends[] = {block->from, block->to};
    if (!read_ends(reader, key, axis)) return false;
    axis->is_whole = key->is_known && key->field.type == FIELD_INTEGER;
    for (int i = 0; i < 2 && axis->is_whole; i++) {
        char word[SHOWN_MAX];
        double value = i == 0 ? axis->from : axis->to;  // it has no unit
        if (value == floor(value) && fabs(value) < 1e15) continue;
        report_error(reader, ends[i], "%s is %s; %s takes whole numbers", i == 0 ? "from" : "to",
                     shown(ends[i]->text, word), key->name);
        return false;
    }
    return true;
}

// --- the parameter -------------------------------------------------------------------------------

static bool check_path(struct reader *reader, const struct sweep_parameter *block) {
    static const char *const fixed[] = {"dashpot", "title", "kind", "output", "sweep", NULL};
    const struct node *at = place_of(block->node, "path");
    char word[SHOWN_MAX], part[PATH_PART_MAX];
    if (!path_is_good(block->path)) {
        report_error(reader, at, "path is '%s'; it must be keys and numbers joined by dots",
                     shown(block->path, word));
        return false;
    }
    path_part(block->path, part);
    if (word_index(fixed, part) < 0) return true;
    report_error(reader, at, "path is '%s'; a sweep cannot change %s", shown(block->path, word),
                 part);
    return false;
}

// What a parameter of this design must have, and must not have.
struct demand {
    const char *needed[3], *wrong[6], *form;
};

static bool check_keys(struct reader *reader, const struct sweep_parameter *block,
                       const char *design, const struct demand *demand) {
    for (int i = 0; demand->wrong[i] != NULL; i++) {
        const struct node *at = node_find(block->node, demand->wrong[i]);
        if (at == NULL) continue;
        report_error(reader, at, "a parameter of design %s has no %s; it must be %s", design,
                     demand->wrong[i], demand->form);
        return false;
    }
    for (int i = 0; demand->needed[i] != NULL; i++) {
        if (node_find(block->node, demand->needed[i]) != NULL) continue;
        report_error(reader, block->node, "a parameter of design %s needs %s; it must be %s",
                     design, demand->needed[i], demand->form);
        return false;
    }
    return true;
}

static bool check_values(struct reader *reader, const struct sweep_parameter *block,
                         enum design_kind kind) {
    static const struct demand list = {
        {"column"}, {"values", "from", "to", "count", "scale"}, "{path: ..., column: ...}"};
    static const struct demand sample = {
        {"from", "to"},
        {"values", "count", "column"},
        "{path: ..., from: ..., to: ...}, and count stands beside design"};
    if (kind != DESIGN_GRID)
        return check_keys(reader, block, sweep_designs[kind],
                          kind == DESIGN_LIST ? &list : &sample);
    if (block->column != NULL) {
        report_error(reader, place_of(block->node, "column"),
                     "column is '%s', but there is no data: FILE.csv to take it from",
                     block->column);
        return false;
    }
    bool has_list = block->values.node != NULL;
    bool has_range = block->from != NULL && block->to != NULL && block->count > 0;
    bool has_part = block->from != NULL || block->to != NULL || block->count > 0 ||
                    node_find(block->node, "scale") != NULL;
    if (has_list != has_part && (has_list || has_range)) return true;
    report_error(reader, block->node, "a parameter has %s; it must be %s",
                 has_list   ? "both values and a range"
                 : has_part ? "part of a range"
                            : "no values",
                 "either values: [...], or from, to and count");
    return false;
}

bool axis_read(struct reader *reader, const struct design *design,
               const struct sweep_parameter *block, struct sweep_axis *axis) {
    char word[SHOWN_MAX];
    if (!check_path(reader, block) || !check_values(reader, block, design->kind)) return false;
    struct key key = key_of(reader, reader->tree.root, block->path);
    *axis = (struct sweep_axis){.block = block, .si = key_unit(&key), .unit = key_unit(&key)};
    axis->name = block->name != NULL ? block->name : block->path;
    if (strlen(axis->name) >= SWEEP_NAME_MAX) {
        report_error(reader, place_of(block->node, block->name != NULL ? "name" : "path"),
                     "'%s' is too long for a column; give a name of at most %d bytes",
                     shown(axis->name, word), SWEEP_NAME_MAX - 1);
        return false;
    }
    if (design->kind == DESIGN_LIST) return true;
    if (design->kind != DESIGN_GRID) return read_extent(reader, &key, axis);
    return block->values.node != NULL ? read_list(reader, &key, axis)
                                      : read_range(reader, &key, axis);
}
