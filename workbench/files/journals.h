#ifndef WORKBENCH_FILES_JOURNALS_H
#define WORKBENCH_FILES_JOURNALS_H

#include <stdbool.h>

// A study in parts keeps its finished points in DIR/journals/ until somebody removes them: results
// are made of them again and again. Every process has two files of its own there.

#define JOURNALS_FOLDER "journals"
#define JOURNALS_POINTS ".points"
#define JOURNALS_REMARKS ".remarks"

/// What a file of points begins with.
#define JOURNALS_MAGIC "DASHPTJ1"

enum { JOURNALS_NAME_MAX = 64 };

/// The folder journals/ in an open folder; -1 and an errno when there is none, EINVAL when it holds
/// something else.
int journals_open(int dir);

/// The same where every file is one that a command made: its names, or the head of a journal. What
/// else has such an ending is somebody else's, and stays.
int journals_open_ours(int dir);

/// Say that this process works on the study whose open folder of journals this is, until `folder`
/// is closed. 0, or an errno: EWOULDBLOCK when another process removes it, ESTALE when it did.
int journals_hold(int dir, int folder);

/// Keep others from working on the study in an open folder `dir`: a descriptor to hold meanwhile;
/// -1 and EWOULDBLOCK when one does, or another errno.
int journals_seize(int dir);

/// Is it the name of a file of points?
bool journals_is_points(const char *name);

#endif
