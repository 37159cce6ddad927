#ifndef WORKBENCH_REPRODUCE_ERRATA_H
#define WORKBENCH_REPRODUCE_ERRATA_H

#include <stdbool.h>

#include "reproduce/book.h"

// Places of the papers that need a word: `errata:` of a table, and the rows that name them. An
// entry holds the texts id, where, kind, short, printed, right, evidence, changes, confidence, and
// `reason`, one text made of where, printed and right.

enum { ERRATA_OF_ROW_MAX = 8, ERRATA_SHORT_MAX = 70 };

enum erratum_kind {
    ERRATUM_MISPRINT,   ///< the print says something else than was meant
    ERRATUM_GAP,        ///< an input or a definition is not printed
    ERRATUM_READINGS,   ///< it can be read in two ways
    ERRATUM_STATEMENT,  ///< a claim of the text that the computed numbers do not bear out
    ERRATUM_KINDS
};

/// The word of the table, and what stands before the text at `right`.
const char *errata_kind_word(enum erratum_kind kind);
const char *errata_right_label(enum erratum_kind kind);

/// Of an entry that was checked.
enum erratum_kind errata_kind(const json_t *entry);

/// Fill paper->errata from its tree and check it. Returns an exit status and says what is wrong.
int errata_read(struct paper *paper);

/// Does a row name only errata of its paper? The same.
int errata_check_row(const struct paper *paper, const json_t *row);

/// NULL when the paper has none of that name.
const json_t *errata_find(const struct paper *paper, const char *id);

/// The names at a key of a row, one text or a list; returns how many.
int errata_of(const json_t *row, const char *key, const char *id[ERRATA_OF_ROW_MAX]);

/// Does a row name this one under the key?
bool errata_names(const json_t *row, const char *key, const char *id);

/// Does a row name it at all, as mended or as what it shows?
bool errata_concerns(const json_t *row, const char *id);

#endif
