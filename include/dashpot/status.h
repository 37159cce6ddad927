#ifndef DP_STATUS_H
#define DP_STATUS_H

#include "dashpot/export.h"

// Every fallible function returns a dp_status; DP_OK is zero. Full names here, so grep finds them.
// The library never prints and never ends the process: what went wrong is said in a dp_error that
// the caller owns, in one sentence a user can act on.

/// Every status as X(name, text).
#define DP_STATUS_LIST(X)                                                                          \
    X(DP_OK, "ok")                                                                                 \
    X(DP_ERR_MEMORY, "out of memory")                                                              \
    X(DP_ERR_UNKNOWN_NAME, "no such name")                                                         \
    X(DP_ERR_RANGE, "value outside the range that is accepted")                                    \
    X(DP_ERR_MISSING, "a needed value was not given")                                              \
    X(DP_ERR_CONFLICT, "two given values exclude each other")                                      \
    X(DP_ERR_VALIDITY, "the law does not hold there")                                              \
    X(DP_ERR_NUMERIC, "the computation did not converge")                                          \
    X(DP_ERR_UNSUPPORTED, "this machine cannot do that")                                           \
    X(DP_ERR_NOT_INITIALIZED, "the definition was not made by its defaults function")

/// How a call ended.
typedef enum dp_status {
#define DP_STATUS_ENTRY(name, text) name,
    DP_STATUS_LIST(DP_STATUS_ENTRY)
#undef DP_STATUS_ENTRY
} dp_status;

/// What went wrong, owned by the caller. Functions take a pointer that may be NULL.
typedef struct dp_error {
    dp_status status;  ///< what the function returned
    char text[512];    ///< a sentence without a final newline; never longer than this
} dp_error;

DP_BEGIN_DECLS

/// Text for a status code; never NULL, owned by the library.
DP_API const char *dp_status_text(dp_status status);

DP_END_DECLS

#endif
