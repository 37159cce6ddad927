#ifndef TEST_FAULTS_TREE_H
#define TEST_FAULTS_TREE_H

#include <stdint.h>

// Folders as numbers, to see whether one has changed.

/// Names, kinds and contents of all below `path`; 0 when it is not there.
uint64_t tree_sum(const char *path);

/// What is directly in `path`: called for each, in the order of names.
void tree_each(const char *path, void (*call)(void *user, const char *name), void *user);

void tree_remove(const char *path);

/// Copy files and folders below `from`; `to` must not be there.
void tree_copy(const char *from, const char *to);

/// A text that is no longer than `size`, what the file holds from its beginning.
void tree_text(const char *path, char *text, int size);

#endif
