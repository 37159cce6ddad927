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

// --- names ---------------------------------------------------------------------------------------

static bool has_end(const char *name, const char *end) {
    size_t length = strlen(name), size = strlen(end);
    return length > size && strcmp(name + length - size, end) == 0;
}

// A new table (add_table) needs its name here: --force leaves others alone.
static bool is_result(const char *name) {
    static const char *const names[] = {
        "scenario.yaml", "summary.json",   "report.html", "series.csv",      "series.h5",
        "rows.csv",      "collisions.csv", "contact.csv", "curves.csv",      "dents.csv",
        "energy.csv",    "ensemble.csv",   "field.csv",   "final.csv",       "impacts.csv",
        "loops.csv",     "measured.csv",   "modes.csv",   "orbit.csv",       "places.csv",
        "profiles.csv",  "pulse.csv",      "section.csv", "sensitivity.csv", "sensors.csv",
        "timeline.csv",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return false;
}

// Bodies, channels and figures give their names to pictures.
static bool is_plot(const char *name) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    static const char *const ends[] = {".gp", ".svg", ".csv"};
    if (strcmp(name, "series.dat") == 0) return true;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (has_end(name, ends[i]) && strspn(name, plain) == strlen(name) - strlen(ends[i]))
            return true;
    return false;
}

bool files_is_name(const char *name) {
    const size_t skip = sizeof plots_prefix - 1;
    return strncmp(name, plots_prefix, skip) == 0 ? is_plot(name + skip) : is_result(name);
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

static int collect(struct names *names, const char *prefix, int folder) {
    DIR *list = folder_list(folder);
    // a folder that was removed again has no entries
    if (list == NULL) return errno == ENOENT ? 0 : errno;
    int error = 0;
    for (const char *name; error == 0 && (name = folder_next(list)) != NULL;)
        if (strcmp(name, FOLDER_MARK) != 0 && is_file(folder, name))
            error = add(names, prefix, name);
    closedir(list);
    return error;
}

static int compare(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int files_write(int folder, int plots) {
    struct names names = {.count = 0};
    struct out_file file;
    int error = collect(&names, "", folder);
    if (error == 0) error = collect(&names, plots_prefix, plots);
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

bool files_next(const struct files *files, const char **at, char *name) {
    if (files->state != FILES_LISTED) return false;
    if (*at == NULL) *at = files->text;
    size_t length = strcspn(*at, "\n");
    if (length == 0 || length >= FILES_NAME_MAX) return false;
    memcpy(name, *at, length);
    name[length] = '\0';
    *at += length + 1;
    return true;
}

void files_end(struct files *files) {
    free(files->text);
    files->text = NULL;
}

// --- what is ours --------------------------------------------------------------------------------

static bool is_in_list(const struct files *files, const char *name) {
    char line[FILES_NAME_MAX];
    for (const char *at = NULL; files_next(files, &at, line);)
        if (strcmp(line, name) == 0) return true;
    return false;
}

// Anybody may have changed the list, so the name must be one that a command gives.
int files_has(const struct files *files, int folder, const char *name) {
    return is_result(name) && is_in_list(files, name) && is_file(folder, name);
}

// Each picture has its script.
int files_has_plot(const struct files *files, int folder, const char *name) {
    char path[FILES_NAME_MAX];
    if (!is_plot(name) || !is_file(folder, name)) return 0;
    snprintf(path, sizeof path, "%s%s", plots_prefix, name);
    if (!is_in_list(files, path)) return 0;
    if (strcmp(name, "series.dat") == 0) return 1;
    strcpy(strrchr(path, '.'), ".gp");
    return is_in_list(files, path);
}
