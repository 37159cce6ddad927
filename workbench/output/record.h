#ifndef WORKBENCH_OUTPUT_RECORD_H
#define WORKBENCH_OUTPUT_RECORD_H

#include "result/outcome.h"

// The files that hold numbers. Each writer makes one file in an open folder and returns 0 or an
// errno.

/// The summary as `--json` prints it.
int record_summary(int folder, const char *name, const json_t *summary);

/// Header `name [unit]`, shortest numbers; what is not finite is an empty field.
int record_csv(int folder, const char *name, const struct table *series);

/// NAME.csv for each further table. A name that is no file name everywhere is an EINVAL; `failed`
/// becomes the name of a file that could not be written.
int record_further(int folder, const struct outcome *outcome, char failed[32]);

/// Group /series with a dataset per column, and one for each further table; title, kind, scenario
/// and version on the root. Without HDF5 no file is written, which is no error: `lack` says so, and
/// what to install. It is empty when there is a file.
enum { LACK_MAX = 480 };
int record_hdf5(int folder, const char *name, const struct outcome *outcome, char lack[LACK_MAX]);

/// A text as it is.
int record_text(int folder, const char *name, const char *text);

#endif
