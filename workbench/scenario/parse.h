#ifndef WORKBENCH_SCENARIO_PARSE_H
#define WORKBENCH_SCENARIO_PARSE_H

#include "scenario/diagnostic.h"

// YAML text to nodes. A scenario is one document without anchors, aliases and foreign tags; size,
// depth and number of nodes are limited, so that no file can ask for more than a few megabytes. The
// reader says whether anchors are accepted after all; what an alias stands for is copied.

enum {
    SCENARIO_SIZE_MAX = 1 << 20,  ///< bytes
    SCENARIO_DEPTH_MAX = 16,
    SCENARIO_NODES_MAX = 100000,
    SCENARIO_KEYS_MAX = 1000,  ///< of one map
};

/// The text of a file, NUL-terminated, owned by the tree. Complains and returns NULL when it cannot
/// be read, is too large, or is no text.
char *file_read(struct reader *reader);

/// Say that the file cannot be read; `reason`: errno, 0 when there was none.
void report_read(struct reader *reader, int reason);

/// A copy of bytes that a NUL follows, owned by the tree. Complains and returns NULL when it is no
/// UTF-8 text, which `what` ("a table") must be, or there is no memory.
char *text_keep(struct reader *reader, const char *text, size_t size, const char *what);

/// The text of `reader->file`, owned by the tree; at most so many bytes. NULL after a diagnostic.
char *text_read(struct reader *reader, size_t most, const char *what);

/// Nodes of a text. `set`: index of the --set whose value it is, -1 for the file. NULL and a
/// diagnostic when it is not what a scenario may be.
struct node *text_parse(struct reader *reader, const char *text, int set);

/// Nodes as YAML text for a copy of the scenario; malloc, NULL when out of memory.
char *node_write(const struct node *root, const char *preface);

#endif
