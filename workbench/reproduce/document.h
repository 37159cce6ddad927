#ifndef WORKBENCH_REPRODUCE_DOCUMENT_H
#define WORKBENCH_REPRODUCE_DOCUMENT_H

#include "reproduce/results.h"

// Pages of the documentation, made from the tables and from what was computed. They depend on
// nothing else, so a stale file is found by comparing.

/// docs/errata.md: needs the rows that name an erratum, no others.
void document_errata(const struct results *results);

/// Verdicts, rows and figures of each paper as a table.
void document_counts(const struct results *results);

#endif
