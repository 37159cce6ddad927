#ifndef WORKBENCH_REPRODUCE_PAPER_SET_H
#define WORKBENCH_REPRODUCE_PAPER_SET_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "reproduce/reproduce.h"

// papers/*.yaml in memory: what each paper prints, with all that is inherited written out, so that
// a row or a curve stands for itself. Every scalar is the text that was written, because the digits
// of a printed number count. The format is explained in papers/README.md.

struct paper {
    char name[32];      ///< file name without ending
    json_t *tree;       ///< the file
    bool is_benchmark;  ///< nothing in it is a print of the paper; see papers/README.md
    bool is_public;     ///< prints of many public sources, counted apart; see papers/README.md
    json_t *rows;       ///< array of objects, one printed number each
    json_t *figures;    ///< array of objects with an array `curves`
    json_t *errata;     ///< array of objects, see below
    size_t row_count, figure_count;  ///< in the file: more than above when slow ones are left out
    dp_diagnostic *diagnostic;       ///< what is wrong with it, while it is read
};

struct paper_set {
    struct paper paper[REPRODUCE_PAPERS_MAX];
    int count;
};

/// Read the papers that the definition names, and of these the rows and figures that it wants.
/// Returns an exit status, and a diagnostic unless it is 0.
int paper_set_open(struct paper_set *set, const char *root, const dp_reproduce_def *def,
                   dp_diagnostic *diagnostic);
void paper_set_close(struct paper_set *set);

/// Text of an entry; NULL when there is none.
const char *text_at(const json_t *object, const char *key);

/// Is the entry the text `true`?
bool is_true_at(const json_t *object, const char *key);

// Places of the papers that need a word: `errata:` of a table, and the rows that name them. An
// entry holds the texts id, where, kind, short, printed, right, evidence, changes, confidence, and
// `reason` (see errata_reason). The kinds:
//     misprint   the print says something else than was meant
//     gap        an input or a definition is not printed
//     readings   it can be read in two ways
//     statement  a claim of the text that the computed numbers do not bear out

/// What stands before the text at `right` of an entry.
const char *errata_right_label(const json_t *entry);

/// One text made of where, printed and right of an entry: a new reference.
json_t *errata_reason(const json_t *entry);

/// Entry of an array by name; NULL when there is none.
const json_t *errata_find(const json_t *errata, const char *id);

#endif
