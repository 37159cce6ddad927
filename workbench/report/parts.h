#ifndef WORKBENCH_REPORT_PARTS_H
#define WORKBENCH_REPORT_PARTS_H

#include <jansson.h>

#include "files/file.h"
#include "result/outcome.h"

// Parts of the page that some outcomes have; each puts nothing where there is nothing to say.

/// Laws of a fit, best first, predictions, and laws that were not tried: `fits`, `predictions` and
/// `skipped` of the summary or of its `groups`.
void put_fits(struct out_file *file, const json_t *summary);

/// Results of a comparison, laws side by side, and those that were not run.
void put_comparison(struct out_file *file, const json_t *summary);

/// A list of laws with reasons, below a heading; nothing where it is empty.
void put_skipped(struct out_file *file, const json_t *skipped, const char *title);

/// Statistics of the channels of a mechanism over their window: `channels` of the summary.
void put_statistics(struct out_file *file, const json_t *summary);

/// How measured columns agree with computed ones: `measured` of the summary.
void put_measured(struct out_file *file, const struct outcome *outcome);

/// Texts to copy.
void put_snippets(struct out_file *file, const struct outcome *outcome);

#endif
