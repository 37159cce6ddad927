#ifndef WORKBENCH_STUDY_PICK_H
#define WORKBENCH_STUDY_PICK_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

// A number of a summary by its dotted path: keys, numbers of list items from 0, `last`, `count`.

enum pick {
    PICK_NUMBER,   ///< a number, or true and false as 1 and 0
    PICK_EMPTY,    ///< null
    PICK_BEYOND,   ///< an item beyond the end of a list
    PICK_NOTHING,  ///< there is no such key
    PICK_WORD,     ///< a text
    PICK_MANY,     ///< a map or a list
};

/// `value` is NaN unless it is a number.
enum pick pick_number(json_t *summary, const char *path, double *value);

/// A text; NULL unless the path leads to one.
const char *pick_text(json_t *summary, const char *path);

/// Does it end at something that is null? A run that goes on may have a map there.
bool pick_is_open(json_t *summary, const char *path);

/// Why a path does not lead to a number, and what would.
void pick_explain(json_t *summary, const char *path, char *text, size_t size);

/// Unit of what a path leads to, as the run states it: "1" for a pure number; NULL when it cannot
/// be told from this summary, such as that of an item of an empty list. Lives as long as `units`.
const char *pick_unit(json_t *summary, const json_t *units, const char *path);

#endif
