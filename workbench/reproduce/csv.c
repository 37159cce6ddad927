// Fields of a CSV file.

#include "reproduce/csv.h"

#include <math.h>

void csv_text(struct out_file *file, const char *text) {
    out_text(file, "\"");
    for (; text != NULL && *text != '\0'; text++) {
        if (*text == '"') out_text(file, "\"");
        out_bytes(file, text, 1);
    }
    out_text(file, "\"");
}

void csv_number(struct out_file *file, double value) {
    if (isfinite(value)) out_number(file, value);
}
