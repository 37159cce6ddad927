#ifndef WORKBENCH_FILES_JOURNALS_H
#define WORKBENCH_FILES_JOURNALS_H

#include <stdbool.h>

// A study in parts keeps its finished points in DIR/journals/ until somebody removes them: results
// are made of them again and again. Every process has two files of its own there.

#define JOURNALS_FOLDER "journals"
#define JOURNALS_POINTS ".points"
#define JOURNALS_REMARKS ".remarks"

enum { JOURNALS_NAME_MAX = 64 };

/// The folder journals/ in an open folder; -1 and an errno when there is none, EINVAL when it holds
/// something else.
int journals_open(int dir);

/// Is it the name of a file of points?
bool journals_is_points(const char *name);

#endif
