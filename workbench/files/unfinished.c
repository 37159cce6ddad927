// The state of a run that is not finished: is it there, is somebody working on it?

#define _DEFAULT_SOURCE  // flock

#include "files/unfinished.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/file.h"
#include "files/folder.h"

// A file that a run keeps.
static int is_ours(int folder, const char *name) {
    static const char *const names[] = {UNFINISHED_LOCK,   UNFINISHED_SCENARIO, UNFINISHED_RECORD,
                                        UNFINISHED_SLOT_0, UNFINISHED_SLOT_1,   UNFINISHED_NEW};
    struct stat status;
    int is_known = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        is_known = is_known || strcmp(names[i], name) == 0;
    return is_known && fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
           !S_ISDIR(status.st_mode);
}

int unfinished_open(int dir) {
    int fd = file_open_folder(dir, UNFINISHED_FOLDER);
    if (fd < 0 || folder_all(fd, is_ours)) return fd;
    close(fd);
    errno = EINVAL;
    return -1;
}

int file_lock(int fd) {
    while (flock(fd, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK) return -1;
        if (errno != EINTR) return errno == ENOLCK || errno == ENOTSUP || errno == ENOSYS ? 0 : -1;
    }
    return 0;
}

int unfinished_lock(int folder) {
    struct stat mine, named;
    int fd = file_open(folder, UNFINISHED_LOCK, O_RDWR | O_CREAT, 0666);
    if (fd < 0) return -1;
    int error = file_lock(fd) != 0 ? errno : 0;
    // whoever had it before may have finished and removed the folder
    if (error == 0 && (fstat(fd, &mine) != 0 ||
                       fstatat(folder, UNFINISHED_LOCK, &named, AT_SYMLINK_NOFOLLOW) != 0 ||
                       mine.st_ino != named.st_ino || mine.st_dev != named.st_dev))
        error = ESTALE;
    if (error == 0) return fd;
    close(fd);
    errno = error;
    return -1;
}

int unfinished_is_busy(int folder) {
    int fd = file_open(folder, UNFINISHED_LOCK, O_RDONLY, 0);
    if (fd < 0) return 0;
    int busy = file_lock(fd) != 0 && errno == EWOULDBLOCK;
    close(fd);
    return busy;
}
