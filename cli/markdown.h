#ifndef CLI_MARKDOWN_H
#define CLI_MARKDOWN_H

#include "dashpot/dashpot.h"

/// Print docs/laws.md: the whole catalogue, and what was left out of it.
void cli_markdown_print(void);

/// Text with the letters escaped that Markdown would take for its own, except within code.
void cli_markdown_escaped(const char *text);

/// The tables at the top of the page.
void cli_markdown_index(const dp_law *const *laws, int count);

#endif
