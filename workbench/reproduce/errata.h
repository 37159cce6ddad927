#ifndef WORKBENCH_REPRODUCE_ERRATA_H
#define WORKBENCH_REPRODUCE_ERRATA_H

#include "reproduce/paper_set.h"

// Places of the papers that need a word: `errata:` of a table, and the rows that name them. An
// entry holds the texts id, where, kind, short, printed, right, evidence, changes, confidence, and
// `reason` (see errata_reason). The kinds:
//     misprint   the print says something else than was meant
//     gap        an input or a definition is not printed
//     readings   it can be read in two ways
//     statement  a claim of the text that the computed numbers do not bear out

enum { ERRATA_OF_ROW_MAX = 8, ERRATA_SHORT_MAX = 70 };

/// What stands before the text at `right` of an entry.
const char *errata_right_label(const json_t *entry);

/// One text made of where, printed and right of an entry: a new reference.
json_t *errata_reason(const json_t *entry);

/// Fill paper->errata from its tree. False when it is not well written, as in check.h.
bool errata_read(struct paper *paper);

/// Does a row name only errata of its paper, in its lists `erratum` and `shows`? The same.
bool errata_check_row(const struct paper *paper, const json_t *row);

/// Entry of an array by name; NULL when there is none.
const json_t *errata_find(const json_t *errata, const char *id);

#endif
