// Nodes to YAML text: the copy of a scenario that was changed by --set.

#define _POSIX_C_SOURCE 200809L  // open_memstream

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "scenario/parse.h"

static bool emit_scalar(yaml_emitter_t *emitter, const char *text, int style) {
    yaml_event_t event;
    bool is_plain = style == YAML_PLAIN_SCALAR_STYLE || style == YAML_ANY_SCALAR_STYLE;
    return yaml_scalar_event_initialize(&event, NULL, NULL, (const yaml_char_t *)text,
                                        (int)strlen(text), is_plain, true,
                                        (yaml_scalar_style_t)style) &&
           yaml_emitter_emit(emitter, &event);
}

static bool emit_start(yaml_emitter_t *emitter, const struct node *node) {
    yaml_event_t event;
    int made = node->kind == NODE_MAP
                   ? yaml_mapping_start_event_initialize(&event, NULL, NULL, 1,
                                                         node->is_flow ? YAML_FLOW_MAPPING_STYLE
                                                                       : YAML_BLOCK_MAPPING_STYLE)
                   : yaml_sequence_start_event_initialize(
                         &event, NULL, NULL, 1,
                         node->is_flow ? YAML_FLOW_SEQUENCE_STYLE : YAML_BLOCK_SEQUENCE_STYLE);
    return made && yaml_emitter_emit(emitter, &event);
}

static bool emit_end(yaml_emitter_t *emitter, const struct node *node) {
    yaml_event_t event;
    int made = node->kind == NODE_MAP ? yaml_mapping_end_event_initialize(&event)
                                      : yaml_sequence_end_event_initialize(&event);
    return made && yaml_emitter_emit(emitter, &event);
}

// The depth is limited by the parser.
static bool emit_node(yaml_emitter_t *emitter, const struct node *node) {
    if (node->kind == NODE_SCALAR) return emit_scalar(emitter, node->text, node->style);
    if (!emit_start(emitter, node)) return false;
    for (const struct node *child = node->first; child != NULL; child = child->next) {
        bool is_map = node->kind == NODE_MAP;
        if (is_map && !emit_scalar(emitter, child->key, YAML_ANY_SCALAR_STYLE)) return false;
        if (!emit_node(emitter, child)) return false;
    }
    return emit_end(emitter, node);
}

static bool emit_document(yaml_emitter_t *emitter, const struct node *root) {
    yaml_event_t event;
    return yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING) &&
           yaml_emitter_emit(emitter, &event) &&
           yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 1) &&
           yaml_emitter_emit(emitter, &event) && emit_node(emitter, root) &&
           yaml_document_end_event_initialize(&event, 1) && yaml_emitter_emit(emitter, &event) &&
           yaml_stream_end_event_initialize(&event) && yaml_emitter_emit(emitter, &event) &&
           yaml_emitter_flush(emitter);
}

char *node_write(const struct node *root, const char *preface) {
    char *text = NULL;
    size_t size;
    yaml_emitter_t emitter;
    FILE *stream = open_memstream(&text, &size);
    if (stream == NULL) return NULL;
    bool is_done = yaml_emitter_initialize(&emitter);
    if (is_done) {
        yaml_emitter_set_output_file(&emitter, stream);
        yaml_emitter_set_unicode(&emitter, 1);
        yaml_emitter_set_width(&emitter, 100);
        is_done = fputs(preface, stream) >= 0 && emit_document(&emitter, root);
        yaml_emitter_delete(&emitter);
    }
    if (fclose(stream) == 0 && is_done) return text;
    free(text);
    return NULL;
}
