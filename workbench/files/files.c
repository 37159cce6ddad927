// The list of the files that were written into a folder.

#define _POSIX_C_SOURCE 200809L

#include "files/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/file.h"
#include "files/folder.h"

enum { NAMES_MAX = 1000, LIST_MAX = 1 << 18 };

static const char plots_prefix[] = "plots/";

int is_file(int folder, const char *name) {
    struct stat status;
    return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(status.st_mode);
}

int is_file_since(int folder, const char *name, int mark) {
    struct stat status, begin;
    if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(status.st_mode) ||
        fstat(mark, &begin) != 0)
        return 0;
    const struct timespec *a = &status.st_mtim, *b = &begin.st_mtim;
    return a->tv_sec > b->tv_sec || (a->tv_sec == b->tv_sec && a->tv_nsec >= b->tv_nsec);
}

// --- writing -------------------------------------------------------------------------------------

struct names {
    size_t count;
    char *item[NAMES_MAX];
};

static int add(struct names *names, const char *prefix, const char *name) {
    if (names->count == NAMES_MAX) return EOVERFLOW;
    char *item = malloc(strlen(prefix) + strlen(name) + 1);
    if (item == NULL) return ENOMEM;
    strcpy(item, prefix);
    strcat(item, name);
    names->item[names->count++] = item;
    return 0;
}

static int collect(struct names *names, const char *prefix, int folder, int mark) {
    DIR *list = folder_list(folder);
    // a folder that was removed again has no entries
    if (list == NULL) return errno == ENOENT ? 0 : errno;
    int error = 0;
    for (const char *name; error == 0 && (name = folder_next(list)) != NULL;)
        if (strcmp(name, FOLDER_MARK) != 0 &&
            (mark < 0 ? is_file(folder, name) : is_file_since(folder, name, mark)))
            error = add(names, prefix, name);
    closedir(list);
    return error;
}

static int compare(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int files_write(int folder, int plots, int mark) {
    struct names names = {.count = 0};
    struct out_file file;
    int error = collect(&names, "", folder, mark);
    if (error == 0) error = collect(&names, plots_prefix, plots, mark);
    if (error == 0) {
        qsort(names.item, names.count, sizeof *names.item, compare);
        out_open(&file, folder, FILES_LIST_NEW);
        for (size_t i = 0; i < names.count; i++) {
            out_text(&file, names.item[i]);
            out_text(&file, "\n");
        }
        error = out_close(&file);
    }
    if (error == 0 && renameat(folder, FILES_LIST_NEW, folder, FILES_LIST) != 0) error = errno;
    while (names.count > 0)
        free(names.item[--names.count]);
    return error;
}

// --- reading -------------------------------------------------------------------------------------

// A line without its end: a name of an entry, perhaps below plots/.
static int is_plain(const char *line, size_t length) {
    const size_t skip = sizeof plots_prefix - 1;
    if (length > skip && strncmp(line, plots_prefix, skip) == 0) {
        line += skip;
        length -= skip;
    }
    int is_dots = (length == 1 || length == 2) && strncmp(line, "..", length) == 0;
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)line[i] < ' ' || line[i] == '/') return 0;
    }
    return length > 0 && !is_dots;
}

static int is_list(const char *text) {
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        if (text[length] != '\n' || !is_plain(text, length)) return 0;
        text += length + 1;
    }
    return 1;
}

void files_read(struct files *files, int folder) {
    *files = (struct files){.text = file_text(folder, FILES_LIST, LIST_MAX)};
    if (files->text == NULL)
        files->state = errno == ENOENT ? FILES_NONE : FILES_BROKEN;
    else
        files->state = is_list(files->text) ? FILES_LISTED : FILES_BROKEN;
}

void files_end(struct files *files) {
    free(files->text);
    files->text = NULL;
}

// --- what is ours --------------------------------------------------------------------------------

static int is_listed(const struct files *files, const char *prefix, const char *name) {
    size_t skip = strlen(prefix), size = strlen(name);
    const char *line = files->state == FILES_LISTED ? files->text : "";
    while (*line != '\0') {
        size_t length = strcspn(line, "\n");
        if (length == skip + size && strncmp(line, prefix, skip) == 0 &&
            strncmp(line + skip, name, size) == 0)
            return 1;
        line += length + 1;
    }
    return 0;
}

int files_has(const struct files *files, int folder, const char *name) {
    return is_listed(files, "", name) && is_file(folder, name);
}

int files_has_plot(const struct files *files, int folder, const char *name) {
    return is_listed(files, plots_prefix, name) && is_file(folder, name);
}
