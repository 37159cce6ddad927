// Dotted paths into a summary.

#include "study/pick.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/words.h"
#include "scenario/override.h"

enum { KEY_MAX = 128 };

// Where a path ends up, or where it gets stuck.
struct place {
    json_t *value;     // NULL: stuck
    json_t *stuck;     // what was reached before
    const char *rest;  // of the path, from there
    bool is_beyond;    // past the end of a list
    const json_t *units;
};

// Keys may hold dots themselves (slider.ax); the shortest that is there counts.
static json_t *find_key(const json_t *object, const char *path, char key[KEY_MAX]) {
    for (size_t length = strcspn(path, ".");; length += 1 + strcspn(path + length + 1, ".")) {
        if (length >= KEY_MAX) return NULL;
        memcpy(key, path, length);
        key[length] = '\0';
        json_t *value = json_object_get(object, key);
        if (value != NULL || path[length] == '\0') return value;
    }
}

static bool read_index(const char *part, size_t size, size_t *index) {
    long number;
    bool is_last = strcmp(part, "last") == 0;
    bool is_one = path_index(part, &number) || is_last;
    *index = !is_last ? (size_t)number : size > 0 ? size - 1 : 0;
    return is_one;
}

static struct place follow(json_t *value, const json_t *units, const char *path) {
    struct place place = {.stuck = value, .rest = path, .units = units};
    for (;;) {
        char part[PATH_PART_MAX], key[KEY_MAX];
        size_t length, index;
        if (json_is_object(value)) {
            value = find_key(value, path, key);
            if (value == NULL) return place;
            length = strlen(key);
            place.units = json_object_get(place.units, key);
        } else if (json_is_array(value) && path_part(path, part)) {
            size_t size = json_array_size(value);
            length = strlen(part);
            if (!read_index(part, size, &index)) return place;
            place.is_beyond = place.is_beyond || index >= size;
            // whether the rest makes sense can be seen from any item
            value = json_array_get(value, index < size ? index : 0);
            if (value == NULL) return place;
        } else {
            return place;
        }
        path += length;
        if (*path == '.') path++;
        place.stuck = value;
        place.rest = path;
        if (path[0] != '\0') continue;
        place.value = value;
        return place;
    }
}

// "impacts.count"
static bool is_count(const struct place *place) {
    return place->value == NULL && json_is_array(place->stuck) && strcmp(place->rest, "count") == 0;
}

static bool is_empty_list(const struct place *place) {
    return place->value == NULL && place->is_beyond && json_is_array(place->stuck) &&
           json_array_size(place->stuck) == 0;
}

enum pick pick_number(json_t *summary, const char *path, double *value) {
    struct place place = follow(summary, NULL, path);
    *value = NAN;
    if (is_count(&place) && !place.is_beyond) *value = (double)json_array_size(place.stuck);
    if (is_count(&place)) return place.is_beyond ? PICK_BEYOND : PICK_NUMBER;
    if (is_empty_list(&place)) return PICK_BEYOND;
    if (place.value == NULL) return PICK_NOTHING;
    if (json_is_string(place.value)) return PICK_WORD;
    if (json_is_object(place.value) || json_is_array(place.value)) return PICK_MANY;
    if (place.is_beyond) return PICK_BEYOND;
    if (json_is_null(place.value)) return PICK_EMPTY;
    *value = json_is_number(place.value) ? json_number_value(place.value)
                                         : (double)json_is_true(place.value);
    return PICK_NUMBER;
}

bool pick_is_open(json_t *summary, const char *path) {
    struct place place = follow(summary, NULL, path);
    return place.value == NULL && json_is_null(place.stuck);
}

const char *pick_unit(json_t *summary, const json_t *units, const char *path) {
    struct place place = follow(summary, units, path);
    if (is_count(&place)) return "1";
    if (place.value == NULL) return NULL;
    // what counts, and what is true or false, has no unit to state
    if (json_is_integer(place.value) || json_is_boolean(place.value)) return "1";
    return json_string_value(place.units);
}

static struct word_list keys_of(json_t *map) {
    struct word_list keys = {.count = 0};
    for (void *at = json_object_iter(map); at != NULL; at = json_object_iter_next(map, at))
        words_add(&keys, json_object_iter_key(at));
    return keys;
}

static void explain_many(json_t *value, const char *path, char *text, size_t size) {
    // it may stand there already
    const char *dot = path[0] != '\0' && path[strlen(path) - 1] == '.' ? "" : ".";
    if (json_is_array(value)) {
        snprintf(text, size, "is a list; it takes the number of an item, as in %s%s0", path, dot);
        return;
    }
    const struct word_list known = keys_of(value);
    snprintf(text, size, "is a map; it takes %s%s and one of ", path, dot);
    dp_append_words(text, size, known.item, "and");
}

void pick_explain(json_t *summary, const char *path, char *text, size_t size) {
    struct place place = follow(summary, NULL, path);
    char part[PATH_PART_MAX] = "";
    if (place.value != NULL && json_is_string(place.value)) {
        snprintf(text, size, "is the word '%.40s', not a number", json_string_value(place.value));
        return;
    }
    if (place.value != NULL) {
        explain_many(place.value, path, text, size);
        return;
    }
    path_part(place.rest, part);
    if (json_is_object(place.stuck)) {
        const struct word_list known = keys_of(place.stuck);
        snprintf(text, size, "does not exist: there is no '%s'", part);
        text_suggest_or_list(text, size, part, known.item);
    } else if (json_is_array(place.stuck)) {
        snprintf(text, size,
                 "does not exist: '%s' is not an item of a list; it takes a number "
                 "from 0, last and count",
                 part);
    } else {
        snprintf(text, size, "does not exist: there is nothing below a single value, so no '%s'",
                 part);
    }
}

const char *pick_text(json_t *summary, const char *path) {
    return json_string_value(follow(summary, NULL, path).value);
}
