#ifndef WORKBENCH_FILES_UNFINISHED_H
#define WORKBENCH_FILES_UNFINISHED_H

// A long run keeps its state in DIR/checkpoint/ until its results take the name DIR. Whoever works
// on it holds a lock there, which ends with its process.

#define UNFINISHED_FOLDER "checkpoint"
#define UNFINISHED_LOCK "lock"
#define UNFINISHED_SCENARIO "scenario.yaml"
#define UNFINISHED_RECORD "run.json"
#define UNFINISHED_SLOT_0 "0.chk"
#define UNFINISHED_SLOT_1 "1.chk"
#define UNFINISHED_NEW "new"

/// The folder checkpoint/ in an open folder; -1 when there is none, or none of ours: a link, or one
/// that holds something else.
int unfinished_open(int dir);

/// Take the lock in checkpoint/. A descriptor that holds it; -1 and EWOULDBLOCK when another
/// process has it, ESTALE when the folder is gone, or another errno.
int unfinished_lock(int folder);

/// Does a process work on the run in checkpoint/?
int unfinished_is_busy(int folder);

/// Hold a lock on an open file; a file system without locks is trusted. 0, or -1 and an errno.
int file_lock(int fd);

#endif
