#ifndef WORKBENCH_REPRODUCE_CHECK_H
#define WORKBENCH_REPRODUCE_CHECK_H

#include <stdbool.h>

#include "reproduce/book.h"

// Is a table of a paper well written? Each check returns an exit status and says on standard error
// what is wrong where.

extern const char *const check_paper_keys[], *const check_row_keys[], *const check_curve_keys[];

/// "papers/003.yaml: where: what which", and DP_RUN_INPUT.
int check_wrong(const struct paper *paper, const char *where, const char *what, const char *which);

bool check_is_listed(const char *word, const char *const *list);

/// A map with no other keys than those of two lists, the second may be NULL.
int check_keys(const struct paper *paper, const char *where, const json_t *object,
               const char *const *known, const char *const *more);

/// Texts that may not be missing.
int check_needed(const struct paper *paper, const char *where, const json_t *object,
                 const char *const *needed);

int check_figure(const struct paper *paper, const char *where, const json_t *figure);

/// A row or a curve with all it inherits.
int check_row(const struct paper *paper, const json_t *row);
int check_curve(const struct paper *paper, const char *where, const json_t *curve);

#endif
