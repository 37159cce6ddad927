// Could results be written there? Asked before a long run.

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/folder.h"
#include "output/output.h"

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
    return status == 0 ? folder_check(dir, force, -1, diagnostic) : status;
}
