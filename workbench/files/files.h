#ifndef WORKBENCH_FILES_FILES_H
#define WORKBENCH_FILES_FILES_H

#include <stdbool.h>

// A folder of results holds the names of the files that were written into it, so that nothing else
// is ever taken for ours. The names are only compared with what is there, never used as paths: a
// list that somebody made up leads nowhere.

/// The list: a name to a line, those below plots/ and tables/ with that in front, in the order of
/// their bytes.
#define FILES_LIST ".files"

/// It takes its name when it is complete: a folder that a kill leaves with half a list would never
/// be cleared away.
#define FILES_LIST_NEW ".files.new"

enum files_state {
    FILES_NONE,  // there is no list: it is written last, so no results are finished here
    FILES_LISTED,
    FILES_BROKEN,  // it is no file, cannot be read, or has a line that is no plain name
};

struct files {
    enum files_state state;
    char *text;  // owned
};

/// Copies of the tables that the scenario names.
#define FILES_TABLES "tables"

/// List what lies in an open folder, in its plots/ and its tables/. 0 or an errno.
int files_write(int folder, int plots);

/// Does a command give this name, one of plots/ or tables/ with that in front, to a file of
/// results?
bool files_is_name(const char *name);

/// The list of an open folder. files_end frees it.
void files_read(struct files *files, int folder);
void files_end(struct files *files);

/// The next name of the list behind `at`, which begins as NULL; false at its end. `name` has room
/// for FILES_NAME_MAX bytes.
enum { FILES_NAME_MAX = 300 };
bool files_next(const struct files *files, const char **at, char *name);

/// Is this entry a regular file, and no link to one?
int is_file(int folder, const char *name);

/// Is this entry one that we wrote: a regular file in the list, with a name that a command gives?
/// `folder` is that of the results, below: its plots/ and its tables/.
int files_has(const struct files *files, int folder, const char *name);
int files_has_plot(const struct files *files, int folder, const char *name);
int files_has_table(const struct files *files, int folder, const char *name);

typedef int files_test(const struct files *files, int folder, const char *name);

#endif
