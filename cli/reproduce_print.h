#ifndef CLI_REPRODUCE_PRINT_H
#define CLI_REPRODUCE_PRINT_H

#include <jansson.h>
#include <stdbool.h>

// What `dashpot reproduce` prints, from its document (reproduce/reproduce.h).

/// One table per paper, reasons as numbered notes, counts at the end.
void print_papers(const json_t *document, bool has_folder);

/// docs/errata.md: needs the rows that name an erratum, no others. It depends on the document
/// alone, so a stale file is found by comparing.
void print_errata_page(const json_t *document);

/// Verdicts, rows and figures of each paper as a Markdown table, for the README.
void print_counts_page(const json_t *document);

#endif
