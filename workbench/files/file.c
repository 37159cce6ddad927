// Files that count only when every byte arrived.

#define _POSIX_C_SOURCE 200809L

#include "files/file.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dashpot/workbench.h"

int file_open(int folder, const char *name, int flags, unsigned mode) {
    int fd;
    do {
        fd = openat(folder, name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, (mode_t)mode);
    } while (fd < 0 && errno == EINTR);
    return fd;
}

int file_open_folder(int folder, const char *name) {
    return file_open(folder, name, O_RDONLY | O_DIRECTORY, 0);
}

int file_new(int folder, const char *name) {
    return file_open(folder, name, O_WRONLY | O_CREAT | O_EXCL, 0666);
}

void file_close(int *fd) {
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

// --- reading -------------------------------------------------------------------------------------

// 0 or an errno.
static int read_all(int fd, size_t most, char **bytes, size_t *size) {
    struct stat status;
    if (fstat(fd, &status) != 0) return errno;
    if (!S_ISREG(status.st_mode)) return EINVAL;
    if (status.st_size > (off_t)most) return EFBIG;
    *size = (size_t)status.st_size;
    *bytes = malloc(*size + 1);
    if (*bytes == NULL) return ENOMEM;
    for (size_t used = 0; used < *size;) {
        ssize_t count = read(fd, *bytes + used, *size - used);
        if (count < 0 && errno != EINTR) return errno;
        if (count == 0) return EINVAL;
        if (count > 0) used += (size_t)count;
    }
    (*bytes)[*size] = '\0';
    return 0;
}

char *file_bytes(int folder, const char *name, size_t most, size_t *size) {
    char *bytes = NULL;
    int fd = file_open(folder, name, O_RDONLY, 0);
    if (fd < 0) return NULL;
    int error = read_all(fd, most, &bytes, size);
    close(fd);
    if (error == 0) return bytes;
    free(bytes);
    errno = error;
    return NULL;
}

char *file_text(int folder, const char *name, size_t most) {
    size_t size;
    char *text = file_bytes(folder, name, most, &size);
    if (text == NULL || strlen(text) == size) return text;
    free(text);
    errno = EINVAL;
    return NULL;
}

// --- writing -------------------------------------------------------------------------------------

void out_open(struct out_file *file, int folder, const char *name) {
    file->used = file->total = 0;
    file->error = 0;
    file->fd = file_new(folder, name);
    if (file->fd < 0) file->error = errno;
}

static void push(struct out_file *file, const char *bytes, size_t count) {
    while (count > 0 && file->error == 0) {
        ssize_t sent = write(file->fd, bytes, count);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) {
            file->error = sent < 0 ? errno : EIO;
            return;
        }
        bytes += sent;
        count -= (size_t)sent;
    }
}

static void flush(struct out_file *file) {
    push(file, file->buffer, file->used);
    file->used = 0;
}

void out_bytes(struct out_file *file, const void *bytes, size_t count) {
    if (file->error != 0) return;
    file->total += count;
    if (count > sizeof file->buffer - file->used) flush(file);
    if (count > sizeof file->buffer) {
        push(file, bytes, count);
        return;
    }
    if (count > 0) memcpy(file->buffer + file->used, bytes, count);
    file->used += count;
}

void out_text(struct out_file *file, const char *text) {
    out_bytes(file, text, strlen(text));
}

void out_print(struct out_file *file, const char *format, ...) {
    char piece[512];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(piece, sizeof piece, format, args);
    va_end(args);
    if (length < 0 || (size_t)length >= sizeof piece) {
        if (file->error == 0) file->error = EOVERFLOW;
        return;
    }
    out_bytes(file, piece, (size_t)length);
}

void out_number(struct out_file *file, double value) {
    char number[DP_NUMBER_MAX];
    out_text(file, dp_number_text(value, number));
}

static int is_formula(const char *text) {
    char *end;
    if (text[0] == '\0' || strchr("=+-@", text[0]) == NULL) return 0;
    strtod(text, &end);
    return end == text || *end != '\0';
}

void out_field(struct out_file *file, const char *text, int is_quoted) {
    if (text == NULL) text = "";
    is_quoted = is_quoted || strpbrk(text, ",\"\r\n") != NULL;
    if (is_quoted) out_text(file, "\"");
    if (is_formula(text)) out_text(file, "'");
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '"') out_text(file, "\"");
        out_bytes(file, c, 1);
    }
    if (is_quoted) out_text(file, "\"");
}

void out_cell(struct out_file *file, double value) {
    if (isfinite(value)) out_number(file, value);
}

int out_sync(int fd) {
    int result;
    do {
        result = fsync(fd);
    } while (result != 0 && errno == EINTR);
    if (result == 0) return 0;
    // not every file system can; that is no failure of what was written
    return errno == EINVAL || errno == ENOTSUP || errno == ENOSYS ? 0 : errno;
}

int out_close(struct out_file *file) {
    if (file->fd < 0) return file->error;
    flush(file);
    if (file->error == 0) file->error = out_sync(file->fd);
    // close reports what a network file system could not store
    if (close(file->fd) != 0 && file->error == 0 && errno != EINTR) file->error = errno;
    file->fd = -1;
    return file->error;
}
