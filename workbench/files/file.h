#ifndef WORKBENCH_FILES_FILE_H
#define WORKBENCH_FILES_FILE_H

#include <stddef.h>

// A file that counts only when every byte of it arrived. The first failure is kept, what follows is
// dropped, and closing tells.

struct out_file {
    int fd;
    int error;  // errno of the first failure
    size_t used;
    char buffer[1 << 15];
};

/// Make a new file in an open folder. An old one of that name, or a symbolic link, is an error.
void out_open(struct out_file *file, int folder, const char *name);

void out_bytes(struct out_file *file, const void *bytes, size_t count);
void out_text(struct out_file *file, const char *text);

/// For short pieces, up to 500 bytes.
void out_print(struct out_file *file, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/// The shortest number that reads back as the same double.
void out_number(struct out_file *file, double value);

/// See that it reached the disk. Returns 0 or the errno of the first failure.
int out_close(struct out_file *file);

/// A new file in an open folder, to write into; -1 and an errno. A signal does not keep it from
/// being made.
int file_new(int folder, const char *name);

/// fsync, where the file system knows it. Returns 0 or an errno.
int out_sync(int fd);

#endif
