#ifndef WORKBENCH_FIT_SHARE_H
#define WORKBENCH_FIT_SHARE_H

#include "fit/result.h"
#include "least_squares/share.h"

// A fit as a study in parts. Each law has two points for each of its starts: the trials, then the
// descents.

struct fit_share;

/// Read the journals of the scenario. NULL and a diagnostic.
struct fit_share *fit_share_begin(const struct scenario *s, dp_diagnostic *diagnostic);
void fit_share_free(struct fit_share *share);

/// Journals as the search of a law sees them. It holds as long as the share does.
const struct search_share *fit_share_of(struct fit_share *share, int law, enum share_end end);

/// Is it one part of several?
bool fit_is_part(const struct scenario *s);

/// Has a journal failed? Then there is no use in going on.
bool fit_share_has_failed(struct fit_share *share);

/// What went wrong with the journals; false after a diagnostic.
bool fit_share_check(struct fit_share *share, dp_diagnostic *diagnostic);

#endif
