#ifndef WORKBENCH_REPRODUCE_REPRODUCE_H
#define WORKBENCH_REPRODUCE_REPRODUCE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "scenario/scenario.h"

// Every number the papers print, beside the one that comes out here. The result is one document:
//     {"rows", "figures", "errata", "papers", "counts", "unexpected", "left_out"}
// Whoever shows it walks over its rows.

enum { REPRODUCE_PAPERS_MAX = 16 };

struct reproduce_options {
    const char *const *papers;  ///< names
    int paper_count;            ///< 0: all of them
    bool quick;                 ///< leave out what takes long
    bool only_errata;           ///< only rows that name an erratum
    const char *out;            ///< folder to write, with the figures; NULL: none
    bool force;                 ///< replace the folder when an earlier run left it

    /// Told after each row and figure which share of them is done; may be NULL.
    void (*progress)(void *user, double share);
    void *user;
    size_t *total;  ///< becomes the number of rows and figures before the first call; may be NULL
};

/// Run the scenarios of the papers, and write the folder if one is asked for: summary.json, which
/// is the document, rows.csv, report.html, and in plots/ the figures. Returns an exit status, 0
/// also when rows are unexpected; the caller releases the document. Otherwise the diagnostic is
/// filled.
int reproduce(const struct reproduce_options *options, json_t **document,
              struct diagnostic *diagnostic);

/// What the counts by verdict do not say.
struct reproduce_counts {
    int rows;
    int empty;     ///< nothing of ours stands beside the print
    int within;    ///< agree, but only within a stated tolerance
    int evidence;  ///< not reproduced, and computed only to show an erratum or another reading
};
struct reproduce_counts reproduce_count(const json_t *document);

/// The difference of an entry of `rows` for people: relative, of percentages in points; a dash
/// where there is none.
void reproduce_difference(const json_t *row, char *text, size_t size);

#endif
