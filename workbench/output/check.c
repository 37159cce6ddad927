// Could results be written there? Asked before a long run.

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/folder.h"
#include "output/output.h"

// Cut the last part off a path; "." when nothing is left of it.
static void cut(char *place) {
    size_t length = strlen(place);
    while (length > 0 && place[length - 1] != '/')
        length--;
    while (length > 1 && place[length - 1] == '/')
        length--;
    place[length] = '\0';
    if (length == 0) strcpy(place, ".");
}

// The nearest folder above the path that is there must let us write.
static int check_place(const struct out_folder *folder, char *place, int force,
                       dp_diagnostic *diagnostic) {
    struct stat status;
    int is_direct = 1;
    for (cut(place); stat(place, &status) != 0; cut(place)) {
        if (errno != ENOENT || strcmp(place, ".") == 0)
            return report_system_error(diagnostic, "%.700s: %s", place, strerror(errno));
        is_direct = 0;
    }
    if (!S_ISDIR(status.st_mode))
        return report_system_error(diagnostic, "%.700s is not a folder", place);
    if (faccessat(AT_FDCWD, place, W_OK | X_OK, AT_EACCESS) != 0)
        return report_system_error(diagnostic, "cannot write in %.700s: %s", place,
                                   strerror(errno));
    if (!is_direct) return 0;

    int parent = open(place, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (parent < 0) return report_system_error(diagnostic, "%.700s: %s", place, strerror(errno));
    int result = folder_examine(folder, parent, force, diagnostic);
    close(parent);
    return result;
}

int output_check_over(const char *dir, int force, int own, dp_diagnostic *diagnostic) {
    struct out_folder folder;
    int status = folder_init(&folder, dir, diagnostic);
    folder.own = own;
    // room for "." in place of an empty path
    char *place = status == 0 ? malloc(strlen(folder.path) + 2) : NULL;
    if (status == 0) {
        if (place == NULL) status = report_system_error(diagnostic, "%.700s: out of memory", dir);
        if (place != NULL) strcpy(place, folder.path);
        if (place != NULL) status = check_place(&folder, place, force, diagnostic);
    }
    free(place);
    folder_end(&folder);
    return status;
}

int output_check_above(const char *dir, dp_diagnostic *diagnostic) {
    struct out_folder folder;
    struct stat status;
    int result = folder_init(&folder, dir, diagnostic);
    if (result == 0 && lstat(folder.path, &status) == 0 && S_ISLNK(status.st_mode))
        result = report_system_error(diagnostic,
                                     "%.700s is a symbolic link; name the folder itself", dir);
    folder_end(&folder);
    return result;
}

int output_check_descriptors(dp_diagnostic *diagnostic) {
    enum { NEEDED = 13 };
    int fd[NEEDED], count = 0;
    while (count < NEEDED && (fd[count] = open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0)
        count++;
    int error = errno, has_all = count == NEEDED;
    while (count > 0)
        close(fd[--count]);
    if (has_all) return 0;
    return report_system_error(diagnostic, "results need %d descriptors of files (ulimit -n): %s",
                               NEEDED, strerror(error));
}

int output_check(const char *dir, int force, dp_diagnostic *diagnostic) {
    int status = output_check_descriptors(diagnostic);
    return status == 0 ? output_check_over(dir, force, -1, diagnostic) : status;
}
