// Results with their units.

#include "base/measure.h"

#include <stdbool.h>
#include <string.h>

#include "base/json.h"

// No result is called this: a control character cannot stand in a key of ours.
static const char hidden[] = "\x1funits";

static void state_unit(json_t *map, const char *key, const char *unit) {
    json_t *units = json_object_get(map, hidden);
    if (units == NULL) {
        units = json_object();
        json_put(map, hidden, units);
    }
    json_put(units, key, json_string(unit));
}

void put_measure(json_t *map, const char *key, double value, const char *unit) {
    put_measures(map, key, json_finite(value), unit);
}

void put_measures(json_t *map, const char *key, json_t *list, const char *unit) {
    json_put(map, key, list);
    state_unit(map, key, unit);
}

// Does the list know all that the map would tell?
static bool is_told(const json_t *list, const json_t *map) {
    const json_t *known = json_object_get(json_array_get(list, 0), hidden);
    const json_t *units = json_object_get(map, hidden);
    return known != NULL && json_equal(known, units);
}

void push_measures(json_t *list, json_t *map) {
    if (is_told(list, map)) json_object_del(map, hidden);
    json_push(list, map);
}

// Units of a map or a list; NULL when there are none below.
static json_t *take(json_t *value);

static json_t *take_from_map(json_t *map) {
    json_t *units = json_incref(json_object_get(map, hidden));
    const char *key;
    json_t *value;
    json_object_del(map, hidden);
    json_object_foreach(map, key, value) {
        json_t *below = take(value);
        if (below == NULL) continue;
        if (units == NULL) units = json_object();
        json_put(units, key, below);
    }
    return units;
}

// Items may have different results, such as one that is null in the first of them.
static json_t *take_from_list(json_t *list) {
    json_t *units = NULL, *item;
    size_t index;
    json_array_foreach(list, index, item) {
        if (json_is_number(item)) break;  // there are many, and nothing is below them
        json_t *more = take(item);
        if (units == NULL)
            units = more;
        else if (more != NULL) {
            json_object_update_missing(units, more);
            json_decref(more);
        }
    }
    return units;
}

static json_t *take(json_t *value) {
    if (json_is_object(value)) return take_from_map(value);
    return json_is_array(value) ? take_from_list(value) : NULL;
}

json_t *measures_take(json_t *summary) {
    json_t *units = take(summary);
    return units != NULL ? units : json_object();
}

const char *measure_unit(const json_t *units, const char *key) {
    return json_string_value(json_object_get(units, key));
}
