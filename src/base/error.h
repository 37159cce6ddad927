#ifndef DP_BASE_ERROR_H
#define DP_BASE_ERROR_H

#include "dashpot/status.h"

/// Fill err (may be NULL) and hand the status back, so that a caller can return it.
dp_status dp_fail(dp_error *err, dp_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Append ", did you mean A, B or C?" to the error text, with the entries of `known`
/// (NULL-terminated) nearest to `word`. Says nothing when none is near.
void dp_suggest(dp_error *err, const char *word, const char *const *known);

#endif
