#ifndef WORKBENCH_REPRODUCE_PAPER_PAGE_H
#define WORKBENCH_REPRODUCE_PAPER_PAGE_H

#include "files/folder.h"
#include "reproduce/figures.h"
#include "reproduce/verdict.h"

// report.html of `dashpot reproduce`: one page that needs nothing else.

struct out_file;

/// Write it from a document; drawings are read from plots/. Returns 0 or an errno.
int page_write(const json_t *document, const struct figures *figures,
               const struct out_folder *folder, const char *name);

/// Head of the page up to its title, and the script that works its Copy buttons.
void page_head(struct out_file *file);
void page_foot(struct out_file *file);

/// A button that copies a text, or what stands in the element with this id.
void page_copy(struct out_file *file, const char *label, const char *text);
void page_copy_of(struct out_file *file, const char *label, const char *id);

/// A mark before the word of a verdict, so that it is seen without colour too.
const char *page_mark(enum verdict verdict);

#endif
