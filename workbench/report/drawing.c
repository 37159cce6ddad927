// A picture inside a page.

#define _POSIX_C_SOURCE 200809L

#include "report/drawing.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/html.h"

enum { DRAWING_MAX = 16 << 20 };

// The bytes of a file, all of `size`; NULL when they cannot be had.
static unsigned char *read_bytes(int fd, size_t size) {
    unsigned char *bytes = malloc(size);
    size_t used = 0;
    while (bytes != NULL && used < size) {
        ssize_t count = read(fd, bytes + used, size - used);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) {
            free(bytes);
            return NULL;
        }
        used += (size_t)count;
    }
    return bytes;
}

static unsigned char *read_drawing(int folder, const char *stem, size_t *size) {
    char name[96];
    struct stat status;
    unsigned char *bytes = NULL;
    snprintf(name, sizeof name, "%s.svg", stem);
    int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) return NULL;
    if (fstat(fd, &status) == 0 && status.st_size > 0 && status.st_size < DRAWING_MAX) {
        *size = (size_t)status.st_size;
        bytes = read_bytes(fd, *size);
    }
    close(fd);
    return bytes;
}

int drawing_put(struct out_file *file, int folder, const char *stem, const char *title) {
    size_t size = 0;
    unsigned char *bytes = read_drawing(folder, stem, &size);
    if (bytes == NULL) return 0;
    out_text(file, "<img width=\"720\" height=\"460\" alt=\"");
    html_text(file, title);
    out_text(file, "\" src=\"data:image/svg+xml;base64,");
    html_base64(file, bytes, size);
    out_text(file, "\">");
    free(bytes);
    return 1;
}
