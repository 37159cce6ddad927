#ifndef WORKBENCH_FILES_FILE_H
#define WORKBENCH_FILES_FILE_H

#include <stddef.h>

// A file that counts only when every byte of it arrived. The first failure is kept, what follows is
// dropped, and closing tells.

struct out_file {
    int fd;
    int error;  // errno of the first failure
    size_t used;
    size_t total;  // bytes so far
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

/// A field of a CSV file (RFC 4180): a text, in quotes where it needs them or they are wanted, NULL
/// is empty; a number, nothing when it is not finite. A text that a spreadsheet would take for a
/// formula, and run, gets an apostrophe.
void out_field(struct out_file *file, const char *text, int is_quoted);
void out_cell(struct out_file *file, double value);

/// See that it reached the disk. Returns 0 or the errno of the first failure.
int out_close(struct out_file *file);

/// Open an entry of an open folder, following no symbolic link and waiting for no pipe. A signal
/// does not keep it from being opened. -1 and an errno.
int file_open(int folder, const char *name, int flags, unsigned mode);

/// A folder in an open folder, by the same rules.
int file_open_folder(int folder, const char *name);

/// Close what is open; it is -1 then.
void file_close(int *fd);

/// A new file in an open folder, to write into; -1 and an errno.
int file_new(int folder, const char *name);

/// All of a regular file in an open folder, and a zero behind it; owned by the caller. NULL and an
/// errno: EFBIG when it is larger than `most`, EINVAL when it is no regular file or became shorter.
char *file_bytes(int folder, const char *name, size_t most, size_t *size);

/// The same for a text; EINVAL when it has a zero in it.
char *file_text(int folder, const char *name, size_t most);

/// fsync, where the file system knows it. Returns 0 or an errno.
int out_sync(int fd);

#endif
