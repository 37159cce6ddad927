// A file to text, or a reason why not. Read in one go and never more than the limit, so that
// devices are no danger.

#define _DEFAULT_SOURCE  // open, fdopen, realpath

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "scenario/bytes.h"
#include "scenario/parse.h"

// A pipe that lies in a folder may wait for ever for somebody to write; one without a name, as in
// `... | dashpot check /dev/stdin`, has its writer.
static bool is_named_pipe(const char *file) {
    struct stat status;
    char *real = realpath(file, NULL);
    bool is_named = real != NULL && stat(real, &status) == 0 && S_ISFIFO(status.st_mode);
    free(real);
    return is_named;
}

static bool read_all(struct reader *reader, char *text, size_t *size) {
    if (is_named_pipe(reader->file)) {
        complain_status(reader, CLI_SYSTEM, NULL, "cannot be read: it is a named pipe");
        return false;
    }
    errno = 0;
    int fd = open(reader->file, O_RDONLY | O_NOCTTY | O_CLOEXEC);
    FILE *stream = fd >= 0 ? fdopen(fd, "rb") : NULL;
    if (stream == NULL && fd >= 0) close(fd);
    bool failed = stream == NULL;
    if (!failed) {
        *size = fread(text, 1, SCENARIO_SIZE_MAX + 1, stream);
        failed = ferror(stream) != 0;
    }
    int reason = errno;
    if (stream != NULL) fclose(stream);
    if (!failed) return true;
    complain_read(reader, reason);
    return false;
}

char *file_read(struct reader *reader) {
    char *buffer = malloc(SCENARIO_SIZE_MAX + 2), *text = NULL;
    size_t size = 0;
    if (buffer == NULL) {
        complain_memory(reader);
        return NULL;
    }
    if (read_all(reader, buffer, &size)) {
        buffer[size] = '\0';
        if (size > SCENARIO_SIZE_MAX)
            complain(reader, NULL, "larger than 1 MiB, the limit for a scenario");
        else
            text = text_keep(reader, buffer, size, "a scenario");
    }
    free(buffer);
    return text;
}
