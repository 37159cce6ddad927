#ifndef WORKBENCH_REPRODUCE_CSV_H
#define WORKBENCH_REPRODUCE_CSV_H

#include "files/file.h"

// Fields of a CSV file (RFC 4180).

/// In quotes; NULL is an empty text.
void csv_text(struct out_file *file, const char *text);

/// Nothing when the value is not finite.
void csv_number(struct out_file *file, double value);

#endif
