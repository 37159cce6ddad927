#ifndef WORKBENCH_BASE_MEASURE_H
#define WORKBENCH_BASE_MEASURE_H

#include <jansson.h>

// Results with their units. Where a result is put into a summary, its unit is stated, once; it
// travels with the value to sweeps, tables and axes. A real number needs a unit ("1": a pure
// number), a whole number counts something and has none.
//
// While a summary is built, units lie in a hidden entry of the map whose results they belong to.
// measures_take moves them into a tree of their own: a map for a map, a text for a result, and for
// a list what its items have.

/// Put a result into a map; null when it is not finite.
void put_measure(json_t *map, const char *key, double value, const char *unit);

/// Put a list of numbers, or of lists of them, that share a unit.
void put_measures(json_t *map, const char *key, json_t *list, const char *unit);

/// Put a map of results at the end of a list. Units are kept once, not for every item.
void push_measures(json_t *list, json_t *map);

/// Take the units out of a finished summary. The caller owns them.
json_t *measures_take(json_t *summary);

/// Unit of a result, or of the items of a list; NULL when none was stated.
const char *measure_unit(const json_t *units, const char *key);

#endif
