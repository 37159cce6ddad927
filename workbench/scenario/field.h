#ifndef WORKBENCH_SCENARIO_FIELD_H
#define WORKBENCH_SCENARIO_FIELD_H

#include <jansson.h>

#include "scenario/diagnostic.h"

// The schema: tables of fields. The same tables read a scenario, complain about it, and print the
// documentation and a JSON Schema.
//
// A map of the file is read into a struct, its block. Every block begins with
//     const struct node *node;
// the place it was read from, NULL when it was left out. Where a field's value goes within the
// block is its offset; the type says what lies there.

enum field_type {
    FIELD_QUANTITY,  ///< double: a number with a unit; NaN: not given
    FIELD_PAIR,      ///< struct pair_value: a number with a unit, or a list of two
    FIELD_INTEGER,   ///< long
    FIELD_WORD,      ///< int: index into `choices`; -1: not given
    FIELD_FLAG,      ///< bool
    FIELD_TEXT,      ///< const char *; NULL: not given
    FIELD_KIND,      ///< the kind of problem; stored in the reader
    FIELD_MATERIAL,  ///< const struct material *: one of `materials`, by name; NULL: not given
    FIELD_COLUMNS,   ///< struct list of int: columns of the kind's series
    FIELD_LIST,      ///< struct list: `item` says what each one is
    FIELD_MAP,       ///< a block: `fields` says what is in it
    FIELD_CONTACT,   ///< struct contact_block
    FIELD_FRICTION,  ///< struct friction_block: a number, or a map with a law
    FIELD_LAW,       ///< of a contact, which reads it itself
    FIELD_VALUE,     ///< const struct node *: whatever stands there; NULL: not given
    FIELD_NOTHING,   ///< known, but of no use in this kind; `doc` says why
};

enum field_range {
    RANGE_ANY,
    RANGE_POSITIVE,
    RANGE_NOT_NEGATIVE,
    RANGE_BETWEEN,  ///< low..high, ends included; high may be INFINITY
};

/// One key. A table of fields ends with a key that is NULL.
struct field {
    const char *key;
    enum field_type type;
    bool is_required;
    size_t offset;
    const char *unit;            // of a quantity or a pair, "1" for a pure number
    const char *initial;         // value when it is left out, as one would write it; NULL: none
    const char *const *choices;  // words, NULL-terminated; those of a quantity mean NaN
    enum field_range range;
    double low, high;
    const struct field *fields;  // of a map
    const char *shorthand;       // of a map: the key that a single value stands for; NULL: none
    const char *rule;            // of a map: which keys exclude or need each other, a JSON Schema
    json_t *(*form)(void);       // of an open value: its JSON Schema
    bool slides;                 // of a contact: friction may stand in it
    const struct field *item;    // of a list
    size_t item_size;            // what an item takes
    int least, most;             // items of a list; most 0: any number
    const char *doc;             // one sentence
};

// Tables are written with these macros, a field in one or two lines:
//     QUANTITY(impact_block, force, "N", .initial = "0", NOT_NEGATIVE, .doc = "pushes body 1"),
// The key is the name of the member; where it has another one, FIELD says both. What follows the
// fixed arguments are members of struct field, the doc last.
#define FIELD(name, sort, block, member, ...)                                                      \
    { .key = name, .type = sort, .offset = offsetof(struct block, member), __VA_ARGS__ }
#define QUANTITY(block, member, measure, ...)                                                      \
    FIELD(#member, FIELD_QUANTITY, block, member, .unit = measure, __VA_ARGS__)
#define NUMBER_OR_PAIR(block, member, measure, ...)                                                \
    FIELD(#member, FIELD_PAIR, block, member, .unit = measure, __VA_ARGS__)
#define INTEGER(block, member, ...) FIELD(#member, FIELD_INTEGER, block, member, __VA_ARGS__)
#define WORD(block, member, words, ...)                                                            \
    FIELD(#member, FIELD_WORD, block, member, .choices = words, __VA_ARGS__)
#define FLAG(block, member, ...) FIELD(#member, FIELD_FLAG, block, member, __VA_ARGS__)
#define TEXT(block, member, ...) FIELD(#member, FIELD_TEXT, block, member, __VA_ARGS__)
#define MATERIAL(block, member, ...) FIELD(#member, FIELD_MATERIAL, block, member, __VA_ARGS__)
#define COLUMNS(block, member, ...) FIELD(#member, FIELD_COLUMNS, block, member, __VA_ARGS__)
#define CONTACT(block, member, ...) FIELD(#member, FIELD_CONTACT, block, member, __VA_ARGS__)
#define FRICTION(block, member, ...) FIELD(#member, FIELD_FRICTION, block, member, __VA_ARGS__)
#define VALUE(block, member, ...) FIELD(#member, FIELD_VALUE, block, member, __VA_ARGS__)
#define MAP(block, member, table, ...)                                                             \
    FIELD(#member, FIELD_MAP, block, member, .fields = table, __VA_ARGS__)
#define LIST(block, member, what, item_type, fewest, largest, ...)                                 \
    FIELD(#member, FIELD_LIST, block, member, .item = what, .item_size = sizeof(item_type),        \
          .least = fewest, .most = largest, __VA_ARGS__)
#define NOTHING(name, reason)                                                                      \
    { .key = name, .type = FIELD_NOTHING, .doc = reason }

#define REQUIRED .is_required = true
#define SLIDES .slides = true
#define POSITIVE .range = RANGE_POSITIVE
#define NOT_NEGATIVE .range = RANGE_NOT_NEGATIVE
#define BETWEEN(lowest, highest) .range = RANGE_BETWEEN, .low = lowest, .high = highest

/// Two numbers along x and y. A single one is x; the range of the field is that of x.
struct pair_value {
    double x, y;
    bool is_list;  // both stand in the file
};

/// Items of a list; the array belongs to the tree.
struct list {
    const struct node *node;
    void *items;
    int count;
};

/// Read a map into its block: what is wrong, unknown or missing is complained about, what is left
/// out gets its default. `map` NULL: the defaults alone. `owner` names the map in diagnostics.
void fields_read(struct reader *reader, const struct field *fields, const char *owner,
                 const struct node *map, void *block);

/// Read one value into its place.
void field_read(struct reader *reader, const struct field *field, const struct node *node,
                void *block);

/// Read a scalar, or the list of columns, into `at`.
void value_read(struct reader *reader, const struct field *field, const struct node *node,
                void *at);

/// A quantity, checked against the range of the field; false after a diagnostic.
bool quantity_read(struct reader *reader, const struct field *field, const struct node *node,
                   double *value);

/// Number of a word among choices, -1 when it is none of them.
int word_index(const char *const *choices, const char *word);

/// Give a field its default.
void field_clear(const struct field *field, void *block);

/// Complain about a key that none of the tables has (they end with NULL), and about required keys
/// that are not there.
void report_unknown(struct reader *reader, const char *owner, const struct node *node,
                    const struct field *const *tables);
void report_missing(struct reader *reader, const struct field *fields, const struct node *map);

/// Look a key up; NULL when there is none.
const struct field *field_find(const struct field *fields, const char *key);

/// Complain: "KEY what; it must be" and what is accepted.
void report_not_accepted(struct reader *reader, const struct field *field, const struct node *at,
                         const char *format, ...) __attribute__((format(printf, 4, 5)));

/// What is accepted, as "it must be ..." would go on.
void field_accepts(const struct kind *const *kinds, const struct field *field, char *text,
                   size_t size);

#endif
