// See bytes.h.

#include "scenario/bytes.h"

#include <string.h>

#include "base/status.h"
#include "base/utf8.h"

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
            report_error(reader, &at, "byte 0x%02x is no UTF-8; %s is UTF-8 text",
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
