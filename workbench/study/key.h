#ifndef WORKBENCH_STUDY_KEY_H
#define WORKBENCH_STUDY_KEY_H

#include "dashpot/workbench.h"
#include "scenario/field.h"

/// What is known of the key that a dotted path leads to.
struct key {
    struct field field;
    bool is_known;       ///< the tables have it
    bool takes_numbers;  ///< or nothing speaks against it
    const char *name;    ///< the last part of its path
};

/// Look a path up in a scenario of the reader's kind.
struct key key_of(const struct reader *reader, const struct node *root, const char *path);

/// Of a path that leads nowhere: what may be meant, to go on after it.
void key_hint(const struct reader *reader, const struct node *root, const char *path, char *text,
              size_t size);

/// Its unit; "" for a pure number, or where nothing is known.
const char *key_unit(const struct key *key);

/// A number with a unit that suits the key; `name` is what an error calls it.
dp_status key_read(const struct key *key, const char *name, const char *text, double *value,
                   dp_error *err);

#endif
