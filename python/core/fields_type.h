#ifndef DP_PYTHON_FIELDS_TYPE_H
#define DP_PYTHON_FIELDS_TYPE_H

#include <stddef.h>

#include "dashpot/dashpot.h"

// What a field of a C struct is called, where it lies and what it holds: enough to fill a struct
// from keywords and to show it as a dict. fields.h, written from docs/api.json, has the tables.

enum field_kind {
    FIELD_DOUBLE,
    FIELD_INT,
    FIELD_LONG,
    FIELD_SIZE,
    FIELD_UNSIGNED_LONG,
    FIELD_BOOL,
    FIELD_WORD,    // an enum, shown as a word
    FIELD_STRUCT,  // a struct with fields of its own
};

struct field {
    const char *name;
    size_t offset;
    enum field_kind kind;
    int count;                   // doubles: how many in a row
    const char *const *words;    // of a word
    const struct field *fields;  // of a struct
    const char *unit;            // of doubles, for texts such as "5 mm"; NULL: a pure number
};

#define FIELDS_MAY_BE_UNUSED __attribute__((unused))

#endif
