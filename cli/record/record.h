#ifndef CLI_RECORD_RECORD_H
#define CLI_RECORD_RECORD_H

#include "outcome.h"

// The files that hold numbers. Each writer makes one file in an open folder and returns 0 or an
// errno.

/// The summary as `--json` prints it.
int record_summary(int folder, const char *name, json_t *summary);

/// Header `name [unit]`, shortest numbers; what is not finite is an empty field.
int record_csv(int folder, const char *name, const struct table *series);

/// Group /series with a dataset per column; title, kind, scenario and version on the root.
int record_hdf5(int folder, const char *name, const struct outcome *outcome);

/// A text as it is.
int record_text(int folder, const char *name, const char *text);

#endif
