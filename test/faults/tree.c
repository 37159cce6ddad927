// Folders summed up, copied and removed. What cannot be done here ends the test.

#define _GNU_SOURCE

#include "tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void stop(const char *what, const char *path) {
    fprintf(stderr, "try_faults: %s ", what);
    perror(path);
    exit(99);
}

static int is_entry(const struct dirent *entry) {
    return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
}

void tree_each(const char *path, void (*call)(void *user, const char *name), void *user) {
    struct dirent **entry;
    int count = scandir(path, &entry, is_entry, alphasort);
    if (count < 0) stop("list", path);
    for (int i = 0; i < count; i++) {
        call(user, entry[i]->d_name);
        free(entry[i]);
    }
    free(entry);
}

struct place {
    const char *path, *to;
    uint64_t sum;
};

static void join(char path[PATH_MAX], const char *folder, const char *name) {
    if (snprintf(path, PATH_MAX, "%s/%s", folder, name) >= PATH_MAX) stop("name", folder);
}

// FNV-1a
static uint64_t add(uint64_t sum, const void *bytes, size_t count) {
    for (const unsigned char *b = bytes; count > 0; count--, b++)
        sum = (sum ^ *b) * UINT64_C(0x100000001b3);
    return sum;
}

static uint64_t add_file(uint64_t sum, const char *path) {
    char piece[65536];
    int fd = open(path, O_RDONLY);
    if (fd < 0) stop("read", path);
    for (ssize_t got; (got = read(fd, piece, sizeof piece)) > 0;)
        sum = add(sum, piece, (size_t)got);
    close(fd);
    return sum;
}

static void sum_entry(void *user, const char *name) {
    struct place *place = user;
    char path[PATH_MAX];
    join(path, place->path, name);
    uint64_t sum = tree_sum(path);
    place->sum = add(add(place->sum, name, strlen(name) + 1), &sum, sizeof sum);
}

uint64_t tree_sum(const char *path) {
    struct stat status;
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    if (lstat(path, &status) != 0) return 0;
    mode_t kind = status.st_mode & S_IFMT;
    sum = add(sum, &kind, sizeof kind);
    if (S_ISREG(kind)) return add_file(sum, path);
    if (!S_ISDIR(kind)) return sum;
    struct place place = {.path = path, .sum = sum};
    tree_each(path, sum_entry, &place);
    return place.sum;
}

static void remove_entry(void *user, const char *name) {
    char path[PATH_MAX];
    join(path, user, name);
    tree_remove(path);
}

void tree_remove(const char *path) {
    struct stat status;
    char own[PATH_MAX];
    if (lstat(path, &status) != 0) return;
    snprintf(own, sizeof own, "%s", path);
    if (S_ISDIR(status.st_mode)) tree_each(path, remove_entry, own);
    if (remove(path) != 0) stop("remove", path);
}

static void copy_file(const char *from, const char *to) {
    char piece[65536];
    int in = open(from, O_RDONLY), out = open(to, O_WRONLY | O_CREAT | O_EXCL, 0666);
    if (in < 0 || out < 0) stop("copy", from);
    for (ssize_t got; (got = read(in, piece, sizeof piece)) > 0;) {
        if (write(out, piece, (size_t)got) != got) stop("copy", to);
    }
    close(in);
    close(out);
}

static void copy_entry(void *user, const char *name) {
    const struct place *place = user;
    char from[PATH_MAX], to[PATH_MAX];
    join(from, place->path, name);
    join(to, place->to, name);
    tree_copy(from, to);
}

void tree_copy(const char *from, const char *to) {
    struct stat status;
    struct place place = {.path = from, .to = to};
    if (lstat(from, &status) != 0) stop("copy", from);
    if (!S_ISDIR(status.st_mode)) {
        copy_file(from, to);
        return;
    }
    if (mkdir(to, 0777) != 0) stop("make", to);
    tree_each(from, copy_entry, &place);
}

void tree_text(const char *path, char *text, int size) {
    FILE *file = fopen(path, "rb");
    size_t got = file != NULL ? fread(text, 1, (size_t)size - 1, file) : 0;
    text[got] = '\0';
    if (file != NULL) fclose(file);
}
