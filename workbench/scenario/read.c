// A file to text, or a reason why not. Read in one go and never more than the limit.

#define _DEFAULT_SOURCE  // open, fdopen, realpath

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/utf8.h"
#include "scenario/parse.h"

void report_read(struct reader *reader, int reason) {
    report_status(reader, DP_RUN_SYSTEM, NULL, "cannot be read: %s",
                  reason != 0 ? strerror(reason) : "unknown reason");
}

static bool is_text(struct reader *reader, const char *text, size_t size, const char *what) {
    struct node at = {.line = 1, .set = -1};
    for (size_t i = 0; i < size;) {
        unsigned code;
        size_t length = utf8_next(text + i, &code);
        if (length == 0) {
            report_error(reader, &at, "a NUL byte; %s is UTF-8 text", what);
            return false;
        }
        if (length == 1 && code == UTF8_REPLACEMENT) {
            report_error(reader, &at, "byte 0x%02x is not valid UTF-8; %s is UTF-8 text",
                         (unsigned char)text[i], what);
            return false;
        }
        at.line += code == '\n';
        i += length;
    }
    return true;
}

char *text_keep(struct reader *reader, const char *text, size_t size, const char *what) {
    if (!is_text(reader, text, size, what)) return NULL;
    char *copy = tree_copy(&reader->tree, text, size);
    if (copy == NULL) report_no_memory(reader);
    return copy;
}

// A pipe that lies in a folder may wait for ever for somebody to write; one without a name, as in
// `... | dashpot check /dev/stdin`, has its writer.
static bool is_named_pipe(const char *file) {
    struct stat status;
    char *real = realpath(file, NULL);
    bool is_named = real != NULL && stat(real, &status) == 0 && S_ISFIFO(status.st_mode);
    free(real);
    return is_named;
}

// Why an open file is none to read, or NULL. A folder is left to the reading, which says so.
static const char *why_not(const char *file, mode_t mode) {
    if (S_ISCHR(mode) || S_ISBLK(mode)) return "it is a device, not a file";
    if (S_ISSOCK(mode)) return "it is a socket, not a file";
    return S_ISFIFO(mode) && is_named_pipe(file) ? "it is a named pipe" : NULL;
}

// Opened without waiting, so that the look at what it is comes first. What calls itself a file and
// makes its readers wait, as /proc/kmsg does, fails when it is read.
static FILE *open_file(struct reader *reader) {
    struct stat status;
    const char *reason = NULL;
    FILE *stream = NULL;
    errno = 0;
    int fd = open(reader->file, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    bool is_open = fd >= 0 && fstat(fd, &status) == 0;
    if (is_open) reason = why_not(reader->file, status.st_mode);
    // the writer of a pipe may take its time
    if (is_open && reason == NULL && S_ISFIFO(status.st_mode)) is_open = fcntl(fd, F_SETFL, 0) == 0;
    if (is_open && reason == NULL) stream = fdopen(fd, "rb");
    if (reason != NULL)
        report_status(reader, DP_RUN_SYSTEM, NULL, "cannot be read: %s", reason);
    else if (stream == NULL)
        report_read(reader, errno);
    if (stream == NULL && fd >= 0) close(fd);
    return stream;
}

static bool read_all(struct reader *reader, size_t most, char *text, size_t *size) {
    FILE *stream = open_file(reader);
    if (stream == NULL) return false;
    errno = 0;
    *size = fread(text, 1, most + 1, stream);
    bool failed = ferror(stream) != 0;
    int reason = errno;
    fclose(stream);
    if (failed) report_read(reader, reason);
    return !failed;
}

char *text_read(struct reader *reader, size_t most, const char *what) {
    char *buffer = malloc(most + 2), *text = NULL;
    size_t size = 0;
    if (buffer == NULL) {
        report_no_memory(reader);
        return NULL;
    }
    if (read_all(reader, most, buffer, &size)) {
        buffer[size] = '\0';
        if (size > most)
            report_error(reader, NULL, "larger than %zu MiB, the limit for %s", most >> 20, what);
        else
            text = text_keep(reader, buffer, size, what);
    }
    free(buffer);
    return text;
}

char *file_read(struct reader *reader) {
    return text_read(reader, SCENARIO_SIZE_MAX, "a scenario");
}
