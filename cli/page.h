#ifndef CLI_PAGE_H
#define CLI_PAGE_H

#include "dashpot/dashpot.h"

// Laws as text, for one law or all of them: the parts that normal and friction laws share.

/// A law in a list.
struct page_line {
    const char *family;  ///< heading above it and its neighbours; NULL: none
    const char *name, *summary;
};

/// List of laws in families, and the command that tells more about one.
void cli_page_index(const struct page_line *lines, int count, const char *command);

/// Name with aliases, and the summary below it.
void cli_page_title(const char *name, const char *const *aliases, const char *summary);

/// "label   text" wrapped below itself; nothing when the text is NULL or empty.
void cli_page_entry(const char *label, const char *text);

/// One entry per text of a list that ends with NULL, the label on the first.
void cli_page_list(const char *label, const char *const *texts);

/// Where a law comes from, how sure that is, and what is misprinted there.
void cli_page_source(const char *source, const char *equation, const char *confidence,
                     const char *const *errata);

/// Table of the parameters: name, unit, default, range, meaning.
void cli_page_params(const dp_param *params);

#endif
