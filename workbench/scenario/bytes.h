#ifndef WORKBENCH_SCENARIO_BYTES_H
#define WORKBENCH_SCENARIO_BYTES_H

#include "scenario/diagnostic.h"

// Bytes of a file that become the text of a scenario or of a table.

/// Say that the file cannot be read; `reason`: errno, 0 when there was none.
void report_read(struct reader *reader, int reason);

/// A copy of bytes that a NUL follows, owned by the tree. Complains and returns NULL when it is no
/// UTF-8 text, which `what` ("a table") must be, or there is no memory.
char *text_keep(struct reader *reader, const char *text, size_t size, const char *what);

/// The text of `reader->file`, owned by the tree; at most so many bytes. NULL after a diagnostic.
char *text_read(struct reader *reader, size_t most, const char *what);

#endif
