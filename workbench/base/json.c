// JSON for programs: null in place of what is not finite, the shortest form of every number.

#define _POSIX_C_SOURCE 200809L  // open_memstream

#include "base/json.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "dashpot/workbench.h"

// A document is built by one thread, in hundreds of places that would all have to hand this on.
static _Thread_local bool lacks_memory;

json_t *json_finite(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

json_t *json_text(const char *text) {
    if (text == NULL) return json_null();
    json_t *string = json_string(text);
    if (string != NULL) return string;
    // names of files may be no UTF-8
    char *copy = utf8_copy(text);
    if (copy != NULL) string = json_string(copy);
    free(copy);
    return string;
}

json_t *json_texts(const char *const *texts) {
    json_t *array = json_array();
    for (; texts != NULL && *texts != NULL; texts++)
        json_push(array, json_string(*texts));
    return array;
}

void json_put(json_t *object, const char *key, json_t *value) {
    if (json_object_set_new(object, key, value) != 0) lacks_memory = true;
}

void json_push(json_t *array, json_t *value) {
    if (json_array_append_new(array, value) != 0) lacks_memory = true;
}

bool json_lacks_memory(void) {
    bool lacked = lacks_memory;
    lacks_memory = false;
    return lacked;
}

// --- printing ------------------------------------------------------------------------------------

struct printer {
    json_dump_callback_t sink;
    void *user;
    int failed;
};

static void put(struct printer *printer, const char *text) {
    if (!printer->failed) printer->failed = printer->sink(text, strlen(text), printer->user) != 0;
}

static void new_line(struct printer *printer, int depth) {
    put(printer, "\n");
    for (int i = 0; i < depth; i++)
        put(printer, "  ");
}

// jansson knows how to escape
static void put_simple(struct printer *printer, const json_t *value) {
    if (printer->failed) return;
    printer->failed = json_dump_callback(value, printer->sink, printer->user, JSON_ENCODE_ANY) != 0;
}

// "1.0", not "1": readers that tell integers from reals see a real
static void put_real(struct printer *printer, double value) {
    char number[DP_NUMBER_MAX];
    put(printer, isfinite(value) ? dp_number_text(value, number) : "null");
    if (isfinite(value) && strpbrk(number, ".e") == NULL) put(printer, ".0");
}

static void put_value(struct printer *printer, json_t *value, int depth);

static void put_array(struct printer *printer, const json_t *array, int depth) {
    size_t count = json_array_size(array);
    put(printer, "[");
    for (size_t i = 0; i < count; i++) {
        if (i > 0) put(printer, ",");
        new_line(printer, depth + 1);
        put_value(printer, json_array_get(array, i), depth + 1);
    }
    if (count > 0) new_line(printer, depth);
    put(printer, "]");
}

static void put_object(struct printer *printer, json_t *object, int depth) {
    const char *separator = "";
    put(printer, "{");
    for (void *at = json_object_iter(object); at != NULL; at = json_object_iter_next(object, at)) {
        json_t *key = json_string(json_object_iter_key(at));
        put(printer, separator);
        new_line(printer, depth + 1);
        put_simple(printer, key);
        json_decref(key);
        put(printer, ": ");
        put_value(printer, json_object_iter_value(at), depth + 1);
        separator = ",";
    }
    if (json_object_size(object) > 0) new_line(printer, depth);
    put(printer, "}");
}

static void put_value(struct printer *printer, json_t *value, int depth) {
    if (json_is_object(value))
        put_object(printer, value, depth);
    else if (json_is_array(value))
        put_array(printer, value, depth);
    else if (json_is_real(value))
        put_real(printer, json_real_value(value));
    else
        put_simple(printer, value);
}

int json_write(const json_t *document, json_dump_callback_t sink, void *user) {
    struct printer printer = {sink, user, json_lacks_memory() || document == NULL};
    // jansson's way through an object takes one that may be changed
    put_value(&printer, (json_t *)(uintptr_t)document, 0);
    put(&printer, "\n");
    return printer.failed ? -1 : 0;
}

static int put_stream(const char *text, size_t size, void *stream) {
    return fwrite(text, 1, size, stream) == size ? 0 : -1;
}

char *json_to_text(const json_t *document) {
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    if (stream == NULL) return NULL;
    int failed = json_write(document, put_stream, stream);
    if (fclose(stream) == 0 && !failed) return text;
    free(text);
    return NULL;
}
