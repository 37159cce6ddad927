#ifndef WORKBENCH_REPRODUCE_DOCUMENT_H
#define WORKBENCH_REPRODUCE_DOCUMENT_H

#include "files/folder.h"
#include "reproduce/figures.h"
#include "reproduce/reproduce.h"
#include "reproduce/rows.h"

/// The document of reproduce.h from entries of row_compute, which it takes over. figures NULL: none
/// were computed, so no files are listed. Pictures are listed when they are drawn.
json_t *document_make(const struct paper_set *set, json_t *rows, const struct figures *figures);

/// Keep the rows of some verdicts only, and those that are unexpected; counts stay those of all.
void document_choose(json_t *document, const bool wanted[VERDICT_COUNT]);

/// Entries of one paper in `rows` or `errata`: a new array.
json_t *document_part(const json_t *document, const char *key, const char *paper);

/// Does a list of texts, such as `erratum` of a row, hold this one?
bool list_holds(const json_t *list, const char *text);

/// Write the folder `dir` from a document: rows.csv, plots/, summary.json, report.html. Drawn
/// figures are added to the document. Returns an exit status.
int document_export(json_t *document, struct figures *figures, const char *dir, bool force,
                    const struct call *call, dp_diagnostic *diagnostic);

/// Write report.html from a document, one page that needs nothing else; drawings are read from
/// plots/. Returns 0 or an errno.
int page_write(const json_t *document, const struct figures *figures,
               const struct out_folder *folder, const char *name);

/// The difference of a row for people: relative, of percentages in points; a dash where there is
/// none.
void document_difference(const json_t *row, char *text, size_t size);

#endif
