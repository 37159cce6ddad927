// The folder of journals: is it there, and does it hold nothing else?

#define _POSIX_C_SOURCE 200809L

#include "files/journals.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
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
