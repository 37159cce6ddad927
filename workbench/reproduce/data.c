// libyaml documents into jansson trees.

#include "reproduce/data.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <yaml.h>

enum { DEPTH_MAX = 32 };

struct reading {
    yaml_document_t document;
    const char *path;
    char *diagnostic;
    size_t size;
};

static json_t *report_error(const struct reading *reading, size_t line, const char *what,
                            const char *which) {
    snprintf(reading->diagnostic, reading->size, "%s:%zu: %s%s%s", reading->path, line + 1, what,
             which[0] != '\0' ? " " : "", which);
    return NULL;
}

static json_t *convert(struct reading *reading, int index, int depth);

static json_t *convert_list(struct reading *reading, const yaml_node_t *node, int depth) {
    json_t *array = json_array();
    const yaml_node_item_t *item = node->data.sequence.items.start;
    for (; item < node->data.sequence.items.top; item++) {
        json_t *value = convert(reading, *item, depth + 1);
        if (value == NULL || json_array_append_new(array, value) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

static json_t *convert_map(struct reading *reading, const yaml_node_t *node, int depth) {
    json_t *object = json_object();
    const yaml_node_pair_t *pair = node->data.mapping.pairs.start;
    for (; pair < node->data.mapping.pairs.top; pair++) {
        const yaml_node_t *name = yaml_document_get_node(&reading->document, pair->key);
        json_t *value = NULL;
        if (name->type != YAML_SCALAR_NODE)
            report_error(reading, name->start_mark.line, "a key must be one word", "");
        else if (json_object_get(object, (const char *)name->data.scalar.value) != NULL)
            report_error(reading, name->start_mark.line,
                         "this key was given before:", (const char *)name->data.scalar.value);
        else
            value = convert(reading, pair->value, depth + 1);
        if (value == NULL ||
            json_object_set_new(object, (const char *)name->data.scalar.value, value) != 0) {
            json_decref(object);
            return NULL;
        }
    }
    return object;
}

static json_t *convert(struct reading *reading, int index, int depth) {
    const yaml_node_t *node = yaml_document_get_node(&reading->document, index);
    if (node == NULL || depth > DEPTH_MAX)
        return report_error(reading, 0, node == NULL ? "nothing here" : "nested too deeply", "");
    if (node->type == YAML_SEQUENCE_NODE) return convert_list(reading, node, depth);
    if (node->type == YAML_MAPPING_NODE) return convert_map(reading, node, depth);
    // libyaml lets nothing pass that is not UTF-8, so it fails for want of memory only
    return json_string((const char *)node->data.scalar.value);
}

static json_t *read_stream(FILE *file, struct reading *reading) {
    yaml_parser_t parser;
    json_t *tree = NULL;
    if (!yaml_parser_initialize(&parser)) return NULL;
    yaml_parser_set_input_file(&parser, file);
    if (!yaml_parser_load(&parser, &reading->document)) {
        // what has no problem has no memory
        if (parser.problem != NULL)
            report_error(reading, parser.problem_mark.line, parser.problem, "");
    } else {
        if (yaml_document_get_root_node(&reading->document) == NULL)
            report_error(reading, 0, "the file is empty", "");
        else
            tree = convert(reading, 1, 0);
        yaml_document_delete(&reading->document);
    }
    yaml_parser_delete(&parser);
    return tree;
}

json_t *data_read(const char *path, char *diagnostic, size_t size) {
    struct reading reading = {.path = path, .diagnostic = diagnostic, .size = size};
    diagnostic[0] = '\0';
    FILE *file = fopen(path, "r");
    json_t *tree = file != NULL ? read_stream(file, &reading) : NULL;
    int error = file == NULL ? errno : diagnostic[0] == '\0' ? ENOMEM : 0;
    if (tree == NULL && error != 0) snprintf(diagnostic, size, "%s: %s", path, strerror(error));
    if (file != NULL) fclose(file);
    errno = error;
    return tree;
}

const char *data_text(const json_t *object, const char *key) {
    return json_string_value(json_object_get(object, key));
}

bool data_is_true(const json_t *object, const char *key) {
    const char *text = data_text(object, key);
    return text != NULL && strcmp(text, "true") == 0;
}
