// Files a scenario refers to: where they are, and whether they are still the same.

#define _POSIX_C_SOURCE 200809L  // open, fdopen

#include "scenario/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/crc.h"

const char *input_path(struct reader *reader, const char *path) {
    const char *slash = strrchr(reader->file, '/');
    size_t folder = path[0] == '/' || slash == NULL ? 0 : (size_t)(slash - reader->file) + 1;
    char *joined = tree_alloc(&reader->tree, folder + strlen(path) + 1);
    if (joined == NULL) {
        report_no_memory(reader);
        return NULL;
    }
    memcpy(joined, reader->file, folder);
    strcpy(joined + folder, path);
    return joined;
}

// The path may come from a checkpoint that somebody changed: a pipe would keep us waiting, a device
// may have no end.
static FILE *open_plain(const char *path) {
    struct stat status;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    FILE *stream = NULL;
    if (fd < 0) return NULL;
    if (fstat(fd, &status) == 0 && !S_ISREG(status.st_mode))
        errno = EINVAL;
    else
        stream = fdopen(fd, "rb");
    int error = errno;
    if (stream == NULL) close(fd);
    errno = error;
    return stream;
}

bool input_measure(const char *path, uint64_t *bytes, uint64_t *checksum) {
    char block[1 << 14];
    struct crc64 crc;
    errno = 0;
    *bytes = 0;
    FILE *stream = open_plain(path);
    if (stream == NULL) return false;
    crc64_init(&crc);
    for (size_t got; (got = fread(block, 1, sizeof block, stream)) > 0; *bytes += got)
        crc64_add(&crc, block, got);
    *checksum = crc64_sum(&crc);
    bool is_done = ferror(stream) == 0;
    int error = errno;
    fclose(stream);
    errno = error;
    return is_done;
}

void input_note(struct reader *reader, const char *path) {
    struct input_file *file = tree_alloc(&reader->tree, sizeof *file);
    char *name = tree_copy(&reader->tree, path, strlen(path));
    if (file == NULL || name == NULL) {
        report_no_memory(reader);
        return;
    }
    file->path = name;
    file->next = reader->inputs;
    if (input_measure(path, &file->bytes, &file->checksum))
        reader->inputs = file;
    else
        report_status(reader, DP_RUN_SYSTEM, NULL, "%s cannot be read again: %s", path,
                      strerror(errno));
}
