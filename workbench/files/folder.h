#ifndef WORKBENCH_FILES_FOLDER_H
#define WORKBENCH_FILES_FOLDER_H

#include <dirent.h>
#include <stddef.h>

#include "base/status.h"

// A folder that is written under another name beside its own and takes its own in one step. Every
// file in it is reached through an open folder, never through a path that somebody could bend.

struct out_folder {
    char *path;     // without slashes at the end; owned
    char *final;    // its last part
    size_t made;    // length of the first folder above it that was made here; 0: none
    int parent;     // open folders; -1: not open
    int self;       // under its temporary name
    int plots;      // plots/ in it
    int mark;       // FOLDER_MARK in it, locked
    int beside;     // FOLDER_MARK in parent, locked, while results are put beside journals
    int spare[3];   // kept for the end: what was begun must be removed also when no more can be had
    int own;        // folder that stands under its name and holds the checkpoints of this very run
    char name[32];  // temporary, in parent
};

/// A file in a folder that has a temporary name: nobody needs it when its process is gone.
#define FOLDER_MARK ".unfinished"

/// Nothing is open.
void folder_clear(struct out_folder *folder);

/// Take the path apart. Refuses what cannot be the name of a new folder.
int folder_init(struct out_folder *folder, const char *dir, dp_diagnostic *diagnostic);

/// Make the folders above it and open the last one of them. 0 or -1 and an errno.
int folder_open_parent(struct out_folder *folder);

/// The temporary folder and plots/ in it, in the open folder `parent`.
int folder_begin_in(struct out_folder *folder, dp_diagnostic *diagnostic);

/// Make the folders above it, the temporary one and plots/ in that. Removes temporary ones that
/// killed processes left there.
int folder_begin(struct out_folder *folder, dp_diagnostic *diagnostic);

/// Everything in it is complete: give it its name, in place of an old folder if force says so.
int folder_finish(struct out_folder *folder, int force, dp_diagnostic *diagnostic);

/// Close and free. What folder_finish did not place is removed, with the folders made above it.
void folder_end(struct out_folder *folder);

/// May a folder of this name be put into `parent`?
int folder_examine(const struct out_folder *folder, int parent, int force,
                   dp_diagnostic *diagnostic);

/// Say that a process works on the study there; returns the status.
int folder_report_busy(const char *path, dp_diagnostic *diagnostic);

/// Could a folder be written there? Asked before a long run. It may replace the folder that is open
/// as `own`, which holds the checkpoints of this very run; -1: none.
int folder_check(const char *dir, int force, int own, dp_diagnostic *diagnostic);

/// Is this open folder what an earlier run left, finished or not?
int folder_is_ours(int fd);

/// Does it hold the results of a run?
int folder_has_results(int fd);

/// Entries of an open folder, which stays open; NULL when they cannot be read. closedir ends it.
DIR *folder_list(int fd);

/// The next entry but . and .., NULL at the end.
const char *folder_next(DIR *list);

/// Does every entry of an open folder pass the test? 0 when they cannot be read.
typedef int folder_test(int folder, const char *name);
int folder_all(int fd, folder_test *test);

/// Mark an open folder as one that nobody needs when this process is gone. A descriptor to hold
/// meanwhile, or -1 and an errno.
int folder_mark(int fd);

/// Remove marked folders of processes that are gone.
void folder_sweep(int parent);

/// The same as folder_begin for results that lie beside journals in an open folder, which stays:
/// they are written into a temporary folder in it. `fd` is not closed.
int folder_begin_beside(struct out_folder *folder, const char *dir, int fd,
                        dp_diagnostic *diagnostic);

/// Everything is complete: old results go, and each new file takes its name where nothing has it.
int folder_finish_beside(struct out_folder *folder, dp_diagnostic *diagnostic);

/// Remove the results in an open folder by their list, and the list; nothing else goes.
void folder_remove_results(int fd);

/// Remove a file or a folder and what is in it, following no symbolic link; its mark goes last. 0
/// when it is gone.
int folder_remove(int parent, const char *name);

/// The same for a folder that is open already: should its name lead elsewhere by now, nothing is
/// lost there.
int folder_remove_open(int fd, int parent, const char *name);

/// The same for a folder that was a result: only files of ours go, and the folder stays when
/// anything else is in it.
int folder_remove_ours(int fd, int parent, const char *name);

#endif
