#ifndef WORKBENCH_REPRODUCE_PRINT_H
#define WORKBENCH_REPRODUCE_PRINT_H

#include "reproduce/figures.h"
#include "reproduce/results.h"

// Results for the terminal, for programs, and as a folder.

/// One table per paper, reasons as numbered notes, counts at the end. figures NULL: none were
/// computed.
void print_results(const struct results *results, const struct figures *figures);

/// {"rows", "figures", "errata", "papers", "counts", "unexpected", "left_out"}; figures NULL: none
/// were computed.
json_t *json_results(const struct results *results, const struct figures *figures);

/// Write the folder: summary.json, rows.csv, report.html, plots/. Returns an exit status.
int write_results(const struct results *results, struct figures *figures, const char *dir,
                  bool force);

/// report.html in an open folder; drawings are read from `plots`. Returns 0 or an errno.
int page_results(const struct results *results, const struct figures *figures, int folder,
                 int plots);

/// Reasons of the rows of one paper, each once, in the order of their first use.
enum { NOTES_MAX = 256 };
struct notes {
    bool without_errata;  ///< they stand elsewhere
    const char *text[NOTES_MAX];
    int count;
};

/// Numbers, from 1, of the notes of a row; adds those that are new. Returns how many.
int notes_of(struct notes *notes, const struct result *result, int number[REASONS_MAX]);

/// Value and difference for people; a dash where there is none. The difference is relative, of
/// percentages in points.
void print_value(const struct result *result, char *text, size_t size);
void print_difference(const struct result *result, char *text, size_t size);

#endif
