#ifndef WORKBENCH_REPRODUCE_PAPER_SET_H
#define WORKBENCH_REPRODUCE_PAPER_SET_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "scenario/scenario.h"

// papers/*.yaml in memory: what each paper prints, with all that is inherited written out, so that
// a row or a curve stands for itself. Every scalar is the text that was written, because the digits
// of a printed number count. The format is explained in papers/README.md.

enum { PAPERS_MAX = 16 };

struct paper {
    char name[32];                   ///< file name without ending
    json_t *tree;                    ///< the file
    json_t *rows;                    ///< array of objects, one printed number each
    json_t *figures;                 ///< array of objects with an array `curves`
    json_t *errata;                  ///< array of objects, see errata.h
    size_t row_count, figure_count;  ///< in the file: more than above when slow ones are left out
    struct diagnostic *diagnostic;   ///< what is wrong with it, while it is read
};

/// What to read.
struct paper_choice {
    const char *const *names;  ///< papers
    int count;                 ///< 0: all of them
    bool quick;                ///< leave out what is marked `slow`
    bool of_errata;            ///< only rows that name an erratum
};

struct paper_set {
    struct paper paper[PAPERS_MAX];
    int count;
};

/// Returns an exit status, and a diagnostic unless it is 0.
int paper_set_open(struct paper_set *set, const char *root, const struct paper_choice *choice,
                   struct diagnostic *diagnostic);
void paper_set_close(struct paper_set *set);

/// Text of an entry; NULL when there is none.
const char *text_at(const json_t *object, const char *key);

/// Is the entry the text `true`?
bool is_true_at(const json_t *object, const char *key);

#endif
