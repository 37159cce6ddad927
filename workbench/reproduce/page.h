#ifndef WORKBENCH_REPRODUCE_PAGE_H
#define WORKBENCH_REPRODUCE_PAGE_H

#include "files/file.h"
#include "reproduce/figures.h"
#include "reproduce/results.h"

// Parts of report.html.

/// Head of the page up to its title, and the script that works its Copy buttons.
void page_head(struct out_file *file);
void page_foot(struct out_file *file);

/// A button that copies a text, or what stands in the element with this id.
void page_copy(struct out_file *file, const char *label, const char *text);
void page_copy_of(struct out_file *file, const char *label, const char *id);

/// Pictures of one paper, each with the scenarios that made it.
void page_figures(struct out_file *file, const struct figures *figures, int plots,
                  const struct paper *paper);

/// Errata of one paper, each with the rows that name it.
void page_errata(struct out_file *file, const struct results *results, const struct paper *paper);

/// A number as it is printed, ours beside it, and the difference.
void page_printed(struct out_file *file, const char *text);
void page_value(struct out_file *file, const struct result *result);
void page_difference(struct out_file *file, const struct result *result);

/// A mark before the word of a verdict, so that it is seen without colour too.
const char *page_mark(enum verdict verdict);

#endif
