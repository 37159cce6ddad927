// JSON for programs: null in place of what is not finite, the shortest form of every number.

#include "base/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/status.h"
#include "cli.h"

static void end_without_memory(void) {
    exit(cli_fail(DP_RUN_SYSTEM, "out of memory"));
}

json_t *json_finite(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

json_t *json_text(const char *text) {
    return text == NULL ? json_null() : json_string(text);
}

json_t *json_texts(const char *const *texts) {
    json_t *array = json_array();
    for (; texts != NULL && *texts != NULL; texts++)
        json_push(array, json_string(*texts));
    return array;
}

void json_put(json_t *object, const char *key, json_t *value) {
    if (json_object_set_new(object, key, value) != 0) end_without_memory();
}

void json_push(json_t *array, json_t *value) {
    if (json_array_append_new(array, value) != 0) end_without_memory();
}

static void print_value(json_t *value, int depth);

static void new_line(int depth) {
    printf("\n%*s", 2 * depth, "");
}

// jansson knows how to escape
static void print_simple(const json_t *value) {
    char *text = json_dumps(value, JSON_ENCODE_ANY);
    if (text == NULL) end_without_memory();
    fputs(text, stdout);
    free(text);
}

// "1.0", not "1": readers that tell integers from reals see a real
static void print_real(double value) {
    char buffer[NUMBER_MAX];
    fputs(number_exact(value, buffer), stdout);
    if (strpbrk(buffer, ".e") == NULL) fputs(".0", stdout);
}

static void print_array(json_t *array, int depth) {
    size_t count = json_array_size(array);
    putchar('[');
    for (size_t i = 0; i < count; i++) {
        if (i > 0) putchar(',');
        new_line(depth + 1);
        print_value(json_array_get(array, i), depth + 1);
    }
    if (count > 0) new_line(depth);
    putchar(']');
}

static void print_object(json_t *object, int depth) {
    const char *separator = "";
    putchar('{');
    for (void *at = json_object_iter(object); at != NULL; at = json_object_iter_next(object, at)) {
        json_t *key = json_string(json_object_iter_key(at));
        fputs(separator, stdout);
        new_line(depth + 1);
        print_simple(key);
        json_decref(key);
        fputs(": ", stdout);
        print_value(json_object_iter_value(at), depth + 1);
        separator = ",";
    }
    if (json_object_size(object) > 0) new_line(depth);
    putchar('}');
}

static void print_value(json_t *value, int depth) {
    if (json_is_object(value))
        print_object(value, depth);
    else if (json_is_array(value))
        print_array(value, depth);
    else if (json_is_real(value))
        print_real(json_real_value(value));
    else
        print_simple(value);
}

void json_print(json_t *document) {
    if (document == NULL) end_without_memory();
    print_value(document, 0);
    putchar('\n');
    json_decref(document);
}
