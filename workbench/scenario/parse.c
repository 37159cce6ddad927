// Events of libyaml to nodes. Built from events and not from libyaml's own document, so that every
// limit holds before memory is taken.

#include "scenario/parse.h"

#include <stdio.h>
#include <string.h>
#include <yaml.h>

#include "base/mend.h"
#include "base/quantity.h"

struct anchor {
    const char *name;
    const struct node *node;
    struct anchor *before;
};

struct parse {
    struct reader *reader;
    const char *text;
    int set;
    struct node *open[SCENARIO_DEPTH_MAX + 1];  // maps and lists around the present place
    int depth;
    const char *key;  // waits for its value
    int key_line;
    struct node *root;
    int documents;
    struct anchor *anchors;  // the last one first
};

// What a node would say about its place.
static struct node place(const struct parse *p, const yaml_event_t *event) {
    return (struct node){.line = (int)event->start_mark.line + 1, .set = p->set};
}

#define REFUSE(p, event, ...)                                                                      \
    do {                                                                                           \
        struct node here = place(p, event);                                                        \
        report_error((p)->reader, &here, __VA_ARGS__);                                             \
        return false;                                                                              \
    } while (0)

// Where a line begins, from 0; NULL when there are not so many.
static const char *line_at(const char *text, size_t line) {
    while (line-- > 0 && (text = strchr(text, '\n')) != NULL)
        text++;
    return text;
}

// The first heading with a unit that has no quotes, "drop [cm]": its bytes; 0: there is none.
static size_t bare_heading(const char *line, const char **heading) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    for (const char *at = strstr(line, " ["); at != NULL; at = strstr(at + 1, " [")) {
        const char *from = at, *end = at + 2 + strcspn(at + 2, "[]{},\"':");
        while (from > line && strchr(letters, from[-1]) != NULL)
            from--;
        bool is_quoted = from > line && (from[-1] == '"' || from[-1] == '\'');
        *heading = from;
        if (from < at && !is_quoted && *end == ']' && end > at + 2) return (size_t)(end + 1 - from);
    }
    return 0;
}

// What is hard to see in a line and keeps it from being YAML; "" when there is nothing of the kind.
static void explain_line(const char *text, size_t line, char *hint, size_t size) {
    char copy[400];
    hint[0] = '\0';
    text = line_at(text, line);
    if (text == NULL) return;
    snprintf(copy, sizeof copy, "%.*s", (int)strcspn(text, "\n"), text);
    const char *odd = odd_character(copy), *heading;
    size_t length = bare_heading(copy, &heading);
    if (length > 0 && length < 60)
        snprintf(hint, size, " (put a heading with a unit into quotes: \"%.*s\")", (int)length,
                 heading);
    else if (strchr(copy, '\t') != NULL)
        snprintf(hint, size, " (the line has a tab; indent with spaces)");
    else if (odd != NULL)
        snprintf(hint, size, " (the line has %s)", odd);
}

// "poisson:0.3", which YAML takes for one word: bytes of the key, 0 when it is not of that form.
static size_t glued_key(const char *text) {
    size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
    bool is_key = length > 0 && !(text[0] >= '0' && text[0] <= '9');
    return is_key && text[length] == ':' && strchr(" \t\r\n", text[length + 1]) == NULL ? length
                                                                                        : 0;
}

// Bytes of the value at the start of the text, its unit included; a line may go on after it.
static size_t glued_value(const char *text) {
    size_t length = strcspn(text, ",}]\r\n");
    const char *comment = strstr(text, " #");
    if (comment != NULL && (size_t)(comment - text) < length) length = (size_t)(comment - text);
    while (length > 0 && text[length - 1] == ' ')
        length--;
    return length;
}

static void report_glued(struct reader *reader, const struct node *at, const char *text,
                         size_t key) {
    char word[SHOWN_MAX], line[SHOWN_MAX], meant[SHOWN_MAX];
    const char *value = text + key + 1, *odd = odd_character(text);
    snprintf(line, sizeof line, "%.*s", (int)glued_value(value), value);
    shown(line, meant);
    snprintf(line, sizeof line, "%.*s", (int)strcspn(text, "\r\n"), text);
    shown(line, word);
    if (odd != NULL && odd == odd_character(value))
        report_error(reader, at, "'%s' has %s", word, odd);
    else
        report_error(reader, at, "'%s' has no space after the colon; write %.*s: %s", word,
                     (int)key, text, meant);
}

// Does a line begin with such a word? Libyaml says so one line later, and in other words.
static bool report_glued_line(struct parse *p, size_t number) {
    const char *text = line_at(p->text, number);
    const struct node at = {.line = (int)number + 1, .set = p->set};
    if (text == NULL) return false;
    text += strspn(text, " -");
    size_t key = glued_key(text);
    if (key > 0) report_glued(p->reader, &at, text, key);
    return key > 0;
}

// Where the word begins, or in the line that does not fit after it.
static bool report_glued_near(struct parse *p, const yaml_parser_t *parser) {
    size_t line = parser->problem_mark.line;
    if (parser->context != NULL && report_glued_line(p, parser->context_mark.line)) return true;
    return report_glued_line(p, line) || (line > 0 && report_glued_line(p, line - 1));
}

static void report_syntax(struct parse *p, const yaml_parser_t *parser) {
    struct node at = {.line = (int)parser->problem_mark.line + 1, .set = p->set};
    const char *problem = parser->problem != NULL ? parser->problem : "unknown reason";
    char hint[120] = "";
    if (parser->error == YAML_MEMORY_ERROR) {
        report_no_memory(p->reader);
        return;
    }
    if (parser->error == YAML_SCANNER_ERROR && report_glued_near(p, parser)) return;
    if (parser->error == YAML_READER_ERROR) {
        at.line = 1;
        for (size_t i = 0; i < parser->problem_offset && p->text[i] != '\0'; i++)
            at.line += p->text[i] == '\n';
    } else {
        explain_line(p->text, parser->problem_mark.line, hint, sizeof hint);
    }
    if (parser->context != NULL && parser->error != YAML_READER_ERROR)
        report_error(p->reader, &at, "not YAML: %s %s%s", parser->context, problem, hint);
    else
        report_error(p->reader, &at, "not YAML: %s%s", problem, hint);
}

// The tags of YAML's own types say nothing new; any other would change the meaning.
static bool check_tag(struct parse *p, const yaml_event_t *event, const yaml_char_t *tag) {
    static const char core[] = "tag:yaml.org,2002:";
    static const char *const known[] = {"str", "int", "float", "bool", "map", "seq"};
    char word[SHOWN_MAX];
    if (tag == NULL || strcmp((const char *)tag, "!") == 0) return true;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        bool is_core = strncmp((const char *)tag, core, sizeof core - 1) == 0;
        if (is_core && strcmp((const char *)tag + sizeof core - 1, known[i]) == 0) return true;
    }
    REFUSE(p, event, "unknown tag '%s'; remove it", shown((const char *)tag, word));
}

static bool check_anchor(struct parse *p, const yaml_event_t *event, const yaml_char_t *anchor) {
    char word[SHOWN_MAX];
    if (anchor == NULL || p->reader->allows_anchors) return true;
    REFUSE(p, event, "the anchor '&%s' is not accepted; write every value where it belongs",
           shown((const char *)anchor, word));
}

static bool wants_key(const struct parse *p) {
    return p->depth > 0 && p->open[p->depth - 1]->kind == NODE_MAP && p->key == NULL;
}

// {radius: 9,5 mm} has a radius of 9 and a key "5 mm".
static bool is_cut_by_comma(const struct node *map, const char *key) {
    const struct node *before = map->last;
    if (!map->is_flow || before == NULL || before->kind != NODE_SCALAR) return false;
    const char *digits = before->text + strspn(before->text, "+-");
    return digits[0] != '\0' && strspn(digits, "0123456789") == strlen(digits) && key[0] >= '0' &&
           key[0] <= '9';
}

// A no-break space before or after a key is part of it, and cannot be seen.
static const char *odd_end(const char *key) {
    char head[4] = "";
    size_t length = strlen(key);
    snprintf(head, sizeof head, "%s", key);
    const char *odd = odd_character(head);
    return odd != NULL || length < 3 ? odd : odd_character(key + length - 3);
}

static void report_comma(struct reader *reader, const struct node *at, const struct node *value,
                         const char *rest) {
    char whole[2 * SHOWN_MAX], mended[2 * SHOWN_MAX];
    snprintf(whole, sizeof whole, "%.40s,%s", value->text, rest);
    mend_comma(whole, mended, sizeof mended);
    const char *write = strstr(mended, " or ") != NULL ? "" : "a decimal point: ";
    report_error(reader, at, "%s is '%s'; within braces a comma ends a value; write %s%s",
                 value->key, whole, write, mended[0] != '\0' ? mended : "9.5, not 9,5");
}

// A key that is none, since a space or a decimal point is missing.
static bool check_key(struct parse *p, const yaml_event_t *event, const struct node *map) {
    const char *key = (const char *)event->data.scalar.value;
    const struct node at = place(p, event);
    char word[SHOWN_MAX];
    if (event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE) return true;
    size_t glued = glued_key(key);
    if (glued > 0) {
        report_glued(p->reader, &at, key, glued);
        return false;
    }
    shown(key, word);
    const char *odd = odd_end(key);
    if (odd != NULL) {
        report_error(p->reader, &at, "the key '%s' has %s", word, odd);
        return false;
    }
    if (!is_cut_by_comma(map, key)) return true;
    report_comma(p->reader, &at, map->last, word);
    return false;
}

static bool take_key(struct parse *p, const yaml_event_t *event) {
    const char *key = (const char *)event->data.scalar.value;
    struct node *map = p->open[p->depth - 1], *before = node_find(map, key);
    char word[SHOWN_MAX];
    shown(key, word);
    if (!check_key(p, event, map)) return false;
    if (before != NULL && p->set < 0)
        REFUSE(p, event, "%s is given twice, first in line %d", word, before->key_line);
    if (before != NULL) REFUSE(p, event, "%s is given twice", word);
    if (map->count == SCENARIO_KEYS_MAX)
        REFUSE(p, event, "a map of more than %d keys", SCENARIO_KEYS_MAX);
    p->key = tree_copy(&p->reader->tree, key, event->data.scalar.length);
    p->key_line = (int)event->start_mark.line + 1;
    if (p->key == NULL) report_no_memory(p->reader);
    return p->key != NULL;
}

// A new node at its place in the tree.
static struct node *grow(struct parse *p, const yaml_event_t *event, enum node_kind kind) {
    struct reader *reader = p->reader;
    if (reader->tree.node_count >= SCENARIO_NODES_MAX) {
        struct node here = place(p, event);
        report_error(reader, &here, "more than %d values", SCENARIO_NODES_MAX);
        return NULL;
    }
    struct node *node = node_new(&reader->tree, kind);
    if (node == NULL) {
        report_no_memory(reader);
        return NULL;
    }
    node->line = (int)event->start_mark.line + 1;
    node->set = p->set;
    node->key = p->key;
    node->key_line = p->key_line;
    p->key = NULL;
    p->key_line = 0;
    if (p->depth > 0)
        node_append(p->open[p->depth - 1], node);
    else
        p->root = node;
    return node;
}

static bool keep_anchor(struct parse *p, const yaml_char_t *name, const struct node *node) {
    struct tree *tree = &p->reader->tree;
    if (name == NULL) return true;
    struct anchor *anchor = tree_alloc(tree, sizeof *anchor);
    if (anchor != NULL)
        *anchor = (struct anchor){tree_copy(tree, (const char *)name, strlen((const char *)name)),
                                  node, p->anchors};
    if (anchor == NULL || anchor->name == NULL) {
        report_no_memory(p->reader);
        return false;
    }
    p->anchors = anchor;
    return true;
}

// The nodes of an alias take the place of the one that was grown for it.
static bool take_alias(struct parse *p, const yaml_event_t *event) {
    const char *name = (const char *)event->data.alias.anchor;
    const struct anchor *anchor = p->anchors;
    char word[SHOWN_MAX];
    while (anchor != NULL && strcmp(anchor->name, name) != 0)
        anchor = anchor->before;
    if (!p->reader->allows_anchors)
        REFUSE(p, event, "the alias '*%s' is not accepted; write every value where it belongs",
               shown(name, word));
    if (anchor == NULL || wants_key(p)) REFUSE(p, event, "unknown alias '*%s'", shown(name, word));
    const struct node *copy = node_copy(&p->reader->tree, anchor->node, NULL);
    if (copy == NULL) report_no_memory(p->reader);
    struct node *node = copy != NULL ? grow(p, event, copy->kind) : NULL;
    if (node == NULL) return false;
    node->text = copy->text;
    node->style = copy->style;
    node->is_flow = copy->is_flow;
    node->count = copy->count;
    node->first = copy->first;
    node->last = copy->last;
    return true;
}

static bool take_scalar(struct parse *p, const yaml_event_t *event) {
    const char *text = (const char *)event->data.scalar.value;
    size_t length = event->data.scalar.length;
    if (!check_anchor(p, event, event->data.scalar.anchor)) return false;
    if (!check_tag(p, event, event->data.scalar.tag)) return false;
    // "\0" within quotes
    if (memchr(text, '\0', length) != NULL) REFUSE(p, event, "a NUL character within a text");
    if (wants_key(p)) return take_key(p, event);

    struct node *node = grow(p, event, NODE_SCALAR);
    if (node == NULL) return false;
    node->style = (int)event->data.scalar.style;
    node->start = event->start_mark.index + 1;
    node->end = event->end_mark.index + 1;
    node->text = tree_copy(&p->reader->tree, text, length);
    if (node->text == NULL) report_no_memory(p->reader);
    return node->text != NULL && keep_anchor(p, event->data.scalar.anchor, node);
}

static bool open_node(struct parse *p, const yaml_event_t *event, enum node_kind kind) {
    bool is_map = kind == NODE_MAP;
    const yaml_char_t *anchor =
        is_map ? event->data.mapping_start.anchor : event->data.sequence_start.anchor;
    const yaml_char_t *tag =
        is_map ? event->data.mapping_start.tag : event->data.sequence_start.tag;
    if (!check_anchor(p, event, anchor) || !check_tag(p, event, tag)) return false;
    if (wants_key(p))
        REFUSE(p, event, "a %s in place of a key; a key is a word", is_map ? "map" : "list");
    if (p->depth == SCENARIO_DEPTH_MAX)
        REFUSE(p, event, "nested deeper than %d levels", SCENARIO_DEPTH_MAX);
    struct node *node = grow(p, event, kind);
    if (node == NULL) return false;
    node->is_flow = is_map ? event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
                           : event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
    p->open[p->depth++] = node;
    return keep_anchor(p, anchor, node);
}

static bool take_event(struct parse *p, const yaml_event_t *event) {
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        if (p->documents++ > 0)
            REFUSE(p, event, "a second document starts here; a scenario is one document");
        return true;
    case YAML_ALIAS_EVENT:
        return take_alias(p, event);
    case YAML_SCALAR_EVENT:
        return take_scalar(p, event);
    case YAML_SEQUENCE_START_EVENT:
        return open_node(p, event, NODE_LIST);
    case YAML_MAPPING_START_EVENT:
        return open_node(p, event, NODE_MAP);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        p->depth--;
        return true;
    default:
        return true;
    }
}

struct node *text_parse(struct reader *reader, const char *text, int set) {
    struct parse p = {.reader = reader, .text = text, .set = set};
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser)) {
        report_no_memory(reader);
        return NULL;
    }
    // a mark of the byte order says nothing in UTF-8
    if (strncmp(text, "\xef\xbb\xbf", 3) == 0) text += 3;
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, strlen(text));
    for (bool is_done = false; !is_done;) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event)) {
            report_syntax(&p, &parser);
            p.root = NULL;
            break;
        }
        is_done = event.type == YAML_STREAM_END_EVENT;
        bool is_good = take_event(&p, &event);
        yaml_event_delete(&event);
        if (is_good) continue;
        p.root = NULL;
        break;
    }
    yaml_parser_delete(&parser);
    return p.root;
}
