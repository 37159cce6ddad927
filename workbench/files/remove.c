// How folders go: all of what is temporary, and nothing but our own files of what was a result.

#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "files/file.h"
#include "files/files.h"
#include "files/folder.h"
#include "files/unfinished.h"

enum { DEEPEST = 8 };

// --- everything ----------------------------------------------------------------------------------

static void remove_entries(int fd, int depth);

static int remove_below(int parent, const char *name, int depth) {
    int fd = file_open_folder(parent, name);
    // no folder, or a link to one
    if (fd < 0) return unlinkat(parent, name, 0);
    remove_entries(fd, depth);
    close(fd);
    return unlinkat(parent, name, AT_REMOVEDIR);
}

static void remove_entries(int fd, int depth) {
    DIR *list = depth < DEEPEST ? folder_list(fd) : NULL;
    // the mark stays, so that a later run tries again
    if (list == NULL) return;
    int failed = 0;
    for (const char *entry; (entry = folder_next(list)) != NULL;) {
        if (strcmp(entry, FOLDER_MARK) != 0) failed |= remove_below(fd, entry, depth + 1) != 0;
    }
    closedir(list);
    if (!failed) unlinkat(fd, FOLDER_MARK, 0);
}

int folder_remove(int parent, const char *name) {
    return remove_below(parent, name, 0);
}

int folder_remove_open(int fd, int parent, const char *name) {
    remove_entries(fd, 0);
    return unlinkat(parent, name, AT_REMOVEDIR);
}

// --- our own -------------------------------------------------------------------------------------

static void remove_known(const struct files *files, int folder, files_test *is_known) {
    DIR *list = folder_list(folder);
    if (list == NULL) return;
    for (const char *name; (name = folder_next(list)) != NULL;)
        if (is_known(files, folder, name)) unlinkat(folder, name, 0);
    closedir(list);
}

static void remove_plots(const struct files *files, int folder) {
    int plots = file_open_folder(folder, "plots");
    if (plots < 0) return;
    remove_known(files, plots, files_has_plot);
    close(plots);
    unlinkat(folder, "plots", AT_REMOVEDIR);
}

static void remove_state(int folder) {
    int state = unfinished_open(folder);
    if (state < 0) return;
    folder_remove_open(state, folder, UNFINISHED_FOLDER);
    close(state);
}

static int is_list_or_mark(int folder, const char *name) {
    (void)folder;
    return strcmp(name, FILES_LIST) == 0 || strcmp(name, FOLDER_MARK) == 0;
}

int folder_remove_ours(int fd, int parent, const char *name) {
    struct files files;
    files_read(&files, fd);
    remove_known(&files, fd, files_has);
    remove_plots(&files, fd);
    remove_state(fd);
    int bare = files.state != FILES_BROKEN && folder_all(fd, is_list_or_mark);
    // a marked folder without a list is one to be thrown away with everything in it: while
    // something of somebody else is left, never let that come about
    if (bare) unlinkat(fd, FILES_LIST, 0);
    if (bare || files.state == FILES_NONE) unlinkat(fd, FOLDER_MARK, 0);
    files_end(&files);
    return unlinkat(parent, name, AT_REMOVEDIR);
}
