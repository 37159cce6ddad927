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

/// What an error is about.
typedef enum dp_subject {
    DP_SUBJECT_NONE,        ///< the call as a whole
    DP_SUBJECT_LAW,         ///< a law or a friction law, by name
    DP_SUBJECT_PARAMETER,   ///< a parameter of a law, by name
    DP_SUBJECT_PAIR_ENTRY,  ///< an entry of the pair, by name
    DP_SUBJECT_FIELD,       ///< another field of a definition, by name
    DP_SUBJECT_BODY,        ///< a body, by index; of a mechanism by name as well
    DP_SUBJECT_CONTACT,     ///< a contact, by index; of a mechanism by name as well
    DP_SUBJECT_END,         ///< an end of a chain: index 0 is the left one
    DP_SUBJECT_JOINT,       ///< a joint of a mechanism, by index and name
    DP_SUBJECT_DRIVER,      ///< a driver of a mechanism, by index and the name of its body
    DP_SUBJECT_FORCE,       ///< a force of a mechanism, by index and name
    DP_SUBJECT_CHANNEL,     ///< a channel of a mechanism, by name
} dp_subject;

/// What went wrong, owned by the caller. Functions take a pointer that may be NULL. A program that
/// wants to act on an error reads the data; the sentence is for people.
typedef struct dp_error {
    dp_status status;    ///< what the function returned
    dp_subject subject;  ///< what it is about
    long index;          ///< which one, in the order of the definition from 0; -1: none
    char name[64];       ///< its name, cut where this ends; "": none
    double value;        ///< the number that was refused; NaN: none
    double low, high;    ///< bounds it had to keep, both ends included; NaN: none
    char text[512];      ///< a sentence without a final newline; never longer than this
} dp_error;

DP_BEGIN_DECLS

/// Text for a status code; never NULL, owned by the library.
DP_API const char *dp_status_text(dp_status status);

/// Fill an error (may be NULL) with a sentence and no subject, and hand the status back, so that a
/// caller can return it. For laws of your own.
DP_API dp_status dp_fail(dp_error *err, dp_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Say what an error is about, and hand its status back. Nothing changes for DP_OK, and for
/// DP_ERR_MEMORY, which is about nothing in particular. index -1: none; name NULL: none.
DP_API dp_status dp_blame(dp_error *err, dp_status status, dp_subject subject, long index,
                          const char *name);

/// Say which number was refused and the bounds it had to keep (NaN: none), and hand the status
/// back. Nothing changes for DP_OK.
DP_API dp_status dp_blame_value(dp_error *err, dp_status status, double value, double low,
                                double high);

DP_END_DECLS

#endif
