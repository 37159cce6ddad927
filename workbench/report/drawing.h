#ifndef WORKBENCH_REPORT_DRAWING_H
#define WORKBENCH_REPORT_DRAWING_H

#include "files/file.h"

/// <img> with STEM.svg of an open folder in it, as data. Shown as an image a drawing keeps to
/// itself: its names meet no others, nothing in it can run. Returns 0, and puts nothing, when it is
/// too large or cannot be read; the latter is an error of the file.
int drawing_put(struct out_file *file, int folder, const char *stem, const char *title, int height);

#endif
