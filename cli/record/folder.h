#ifndef CLI_RECORD_FOLDER_H
#define CLI_RECORD_FOLDER_H

#include <stddef.h>

#include "scenario.h"

// A folder that is written under another name beside its own and takes its own in one step. Every
// file in it is reached through an open folder, never through a path that somebody could bend.

struct out_folder {
    char *path;     // without slashes at the end; owned
    char *final;    // its last part
    size_t made;    // length of the first folder above it that was made here; 0: none
    int parent;     // open folders; -1: not open
    int self;       // under its temporary name
    int plots;      // plots/ in it
    char name[32];  // temporary, in parent
};

/// Take the path apart. Refuses what cannot be the name of a new folder.
int folder_init(struct out_folder *folder, const char *dir, struct complaint *complaint);

/// Make the folders above it, the temporary one and plots/ in that.
int folder_begin(struct out_folder *folder, struct complaint *complaint);

/// Everything in it is complete: give it its name, in place of an old folder if force says so.
int folder_finish(struct out_folder *folder, int force, struct complaint *complaint);

/// Close and free. What folder_finish did not place is removed, with the folders made above it.
void folder_end(struct out_folder *folder);

/// May a folder of this name be put into `parent`?
int folder_examine(const struct out_folder *folder, int parent, int force,
                   struct complaint *complaint);

/// Is this open folder what an earlier run left?
int folder_is_ours(int fd);

/// Remove a file or a folder and what is in it, following no symbolic link. 0 when it is gone.
int folder_remove(int parent, const char *name);

/// Fill a complaint, status 4; returns 4.
int out_complain(struct complaint *complaint, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
