#ifndef CLI_MARKDOWN_H
#define CLI_MARKDOWN_H

/// Print docs/laws.md: the whole catalogue, and what was left out of it.
void cli_markdown_print(void);

#endif
