#ifndef CLI_PAGE_H
#define CLI_PAGE_H

#include "dashpot/dashpot.h"

// One law as a page of text, the parts that normal and friction laws share.

/// Name with aliases, and the summary below it.
void cli_page_title(const char *name, const char *const *aliases, const char *summary);

/// "label   text" wrapped below itself; nothing when the text is NULL or empty.
void cli_page_entry(const char *label, const char *text);

/// One entry per text of a list that ends with NULL, the label on the first.
void cli_page_list(const char *label, const char *const *texts);

/// Table of the parameters: name, unit, default, range, meaning.
void cli_page_params(const dp_param *params);

#endif
