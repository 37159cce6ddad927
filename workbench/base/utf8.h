#ifndef WORKBENCH_BASE_UTF8_H
#define WORKBENCH_BASE_UTF8_H

#include <stddef.h>

// Texts come from scenario files and may hold anything. What is written is UTF-8 all the same.

enum { UTF8_REPLACEMENT = 0xfffd };

/// Bytes of the character at `text` and its code; a byte that is no UTF-8 counts as one replacement
/// character. 0 at the end of the text.
size_t utf8_next(const char *text, unsigned *code);

/// May it stand in a line of text? Not so for control characters, characters that turn the
/// direction of writing, and codes that are no characters.
int utf8_is_plain(unsigned code);

/// A copy in which every wrong byte is a replacement character. Owned by the caller; NULL: no
/// memory.
char *utf8_copy(const char *text);

#endif
