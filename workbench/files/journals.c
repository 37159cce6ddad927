// The folder of journals: is it there, and does it hold nothing else?

#define _DEFAULT_SOURCE  // flock

#include "files/journals.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/file.h"
#include "files/folder.h"

static bool has_end(const char *name, const char *end) {
    size_t length = strlen(name), size = strlen(end);
    return length > size && length < JOURNALS_NAME_MAX && strcmp(name + length - size, end) == 0;
}

bool journals_is_points(const char *name) {
    return has_end(name, JOURNALS_POINTS);
}

// Network file systems keep a file that was removed while it was open as .nfs and a number.
static int is_ours(int folder, const char *name) {
    struct stat status;
    if (strncmp(name, ".nfs", 4) == 0) return 1;
    if (!journals_is_points(name) && !has_end(name, JOURNALS_REMARKS)) return 0;
    // its process may have removed it since
    if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0) return errno == ENOENT;
    return S_ISREG(status.st_mode);
}

int journals_open(int dir) {
    int fd = file_open_folder(dir, JOURNALS_FOLDER);
    if (fd < 0 || folder_all(fd, is_ours)) return fd;
    close(fd);
    errno = EINVAL;
    return -1;
}

// --- ours ----------------------------------------------------------------------------------------

// "part-00001-of-00003-1" and "rest-1", as journal/write.c makes them.
static bool is_our_stem(const char *name, size_t length) {
    static const char *const words[] = {"part-", "-of-", "-"}, *const rest[] = {"rest-"};
    bool is_part = strncmp(name, words[0], strlen(words[0])) == 0;
    const char *const *word = is_part ? words : rest, *at = name;
    for (int i = 0; i < (is_part ? 3 : 1); i++) {
        if (strncmp(at, word[i], strlen(word[i])) != 0) return false;
        at += strlen(word[i]);
        size_t digits = strspn(at, "0123456789");
        if (digits == 0) return false;
        at += digits;
    }
    return at == name + length;
}

static bool has_head(int folder, const char *name) {
    char head[sizeof JOURNALS_MAGIC - 1];
    int fd = file_open(folder, name, 0, 0);
    bool has = fd >= 0 && pread(fd, head, sizeof head, 0) == (ssize_t)sizeof head &&
               memcmp(head, JOURNALS_MAGIC, sizeof head) == 0;
    file_close(&fd);
    return has;
}

// Journals may be copied under other names; their remarks go with their points.
static int is_written(int folder, const char *name) {
    char points[JOURNALS_NAME_MAX + 16];
    const char *dot = strrchr(name, '.');
    if (!is_ours(folder, name)) return 0;
    if (dot == NULL || dot == name || is_our_stem(name, (size_t)(dot - name))) return 1;
    snprintf(points, sizeof points, "%.*s" JOURNALS_POINTS, (int)(dot - name), name);
    return has_head(folder, points);
}

int journals_open_ours(int dir) {
    int fd = journals_open(dir);
    if (fd < 0 || folder_all(fd, is_written)) return fd;
    close(fd);
    errno = EINVAL;
    return -1;
}

// --- who is at work ------------------------------------------------------------------------------

// A file system without locks for folders is trusted. 0 or an errno.
static int lock_folder(int fd, int how) {
    while (flock(fd, how | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK) return errno;
        if (errno != EINTR) return 0;
    }
    return 0;
}

int journals_hold(int dir, int folder) {
    struct stat mine, named;
    int error = lock_folder(folder, LOCK_SH);
    // whoever replaced the study before may have removed it
    if (error == 0 && (fstat(folder, &mine) != 0 ||
                       fstatat(dir, JOURNALS_FOLDER, &named, AT_SYMLINK_NOFOLLOW) != 0 ||
                       mine.st_ino != named.st_ino || mine.st_dev != named.st_dev))
        error = ESTALE;
    return error;
}

int journals_seize(int dir) {
    int fd = file_open_folder(dir, JOURNALS_FOLDER);
    if (fd < 0) return -1;
    int error = lock_folder(fd, LOCK_EX);
    if (error == 0) return fd;
    close(fd);
    errno = error;
    return -1;
}
