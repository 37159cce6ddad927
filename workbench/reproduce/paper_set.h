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
    char name[32];                   ///< file name without ending
    json_t *tree;                    ///< the file
    json_t *rows;                    ///< array of objects, one printed number each
    json_t *figures;                 ///< array of objects with an array `curves`
    json_t *errata;                  ///< array of objects, see errata.h
    size_t row_count, figure_count;  ///< in the file: more than above when slow ones are left out
    dp_diagnostic *diagnostic;       ///< what is wrong with it, while it is read
};

struct paper_set {
    struct paper paper[REPRODUCE_PAPERS_MAX];
    int count;
};

/// Read the papers that the options name, and of these the rows and figures that they want. Returns
/// an exit status, and a diagnostic unless it is 0.
int paper_set_open(struct paper_set *set, const char *root, const struct reproduce_options *options,
                   dp_diagnostic *diagnostic);
void paper_set_close(struct paper_set *set);

/// Text of an entry; NULL when there is none.
const char *text_at(const json_t *object, const char *key);

/// Is the entry the text `true`?
bool is_true_at(const json_t *object, const char *key);

#endif
