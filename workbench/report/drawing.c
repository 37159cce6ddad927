// A picture inside a page.

#include "report/drawing.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "report/html.h"

enum { DRAWING_MAX = 16 << 20 };

int drawing_put(struct out_file *file, int folder, const char *stem, const char *title,
                int height) {
    char name[96];
    size_t size;
    snprintf(name, sizeof name, "%s.svg", stem);
    char *bytes = file_bytes(folder, name, DRAWING_MAX, &size);
    // a page without a picture that is there would be taken for the whole
    if (bytes == NULL && errno != EFBIG && file->error == 0) file->error = errno;
    if (bytes == NULL) return 0;
    out_print(file, "<img width=\"720\" height=\"%d\" alt=\"", height);
    html_text(file, title);
    out_text(file, "\" src=\"data:image/svg+xml;base64,");
    html_base64(file, (const unsigned char *)bytes, size);
    out_text(file, "\">");
    free(bytes);
    return 1;
}
