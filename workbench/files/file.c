// Files that count only when every byte arrived.

#define _POSIX_C_SOURCE 200809L

#include "files/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/number.h"

int file_new(int folder, const char *name) {
    const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    int fd;
    do {
        fd = openat(folder, name, flags, 0666);
    } while (fd < 0 && errno == EINTR);
    return fd;
}

void out_open(struct out_file *file, int folder, const char *name) {
    file->used = 0;
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
    char number[NUMBER_MAX];
    out_text(file, number_exact(value, number));
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
