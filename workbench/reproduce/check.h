#ifndef WORKBENCH_REPRODUCE_CHECK_H
#define WORKBENCH_REPRODUCE_CHECK_H

#include <stdbool.h>

#include "reproduce/paper_set.h"

// Is a table of a paper well written? Each check returns false when it is not, with what is wrong
// where in the diagnostic of the paper.

extern const char *const check_paper_keys[], *const check_row_keys[], *const check_curve_keys[];

/// "papers/003.yaml: where: what which", status DP_RUN_INPUT; false.
bool check_wrong(const struct paper *paper, const char *where, const char *what, const char *which);

bool check_is_listed(const char *word, const char *const *list);

/// A map with no other keys than those of two lists, the second may be NULL.
bool check_keys(const struct paper *paper, const char *where, const json_t *object,
                const char *const *known, const char *const *more);

/// Texts that may not be missing.
bool check_needed(const struct paper *paper, const char *where, const json_t *object,
                  const char *const *needed);

bool check_figure(const struct paper *paper, const char *where, const json_t *figure);

/// A row or a curve with all it inherits.
bool check_row(const struct paper *paper, const json_t *row);
bool check_curve(const struct paper *paper, const char *where, const json_t *curve);

#endif
