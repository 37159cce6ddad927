#ifndef DP_BASE_ERROR_H
#define DP_BASE_ERROR_H

#include "dashpot/status.h"

// Errors of a usual shape; dp_fail and dp_blame of status.h make all others.

/// A name that is not known: the sentence, followed by the entries of `known` (NULL-terminated)
/// nearest to it. The subject has the name.
dp_status dp_fail_unknown(dp_error *err, dp_subject subject, const char *name,
                          const char *const *known, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/// After a dp_fail with DP_ERR_RANGE: which number was refused, by name. Hands that status back.
dp_status dp_blame_number(dp_error *err, dp_subject subject, const char *name, double value,
                          double low, double high);

/// A number that was refused: "NAME is VALUE; it must MUST", with the bounds (NaN: none) as data.
dp_status dp_fail_number(dp_error *err, dp_subject subject, const char *name, double value,
                         double low, double high, const char *must);

/// The same for a time [s] among the fields of a definition: "NAME is VALUE s; it must MUST".
dp_status dp_fail_time(dp_error *err, const char *name, double value, double low, double high,
                       const char *must);

/// DP_ERR_RANGE for a time between rows that is negative, not a number, or so short that the next
/// `length` [s] have more rows than anybody keeps; rows closer than the last digit of the time
/// would never end. 0: no rows.
dp_status dp_check_every(const char *name, double every, double length, dp_error *err);

/// The same for a number that "must be positive and finite".
dp_status dp_fail_positive(dp_error *err, dp_subject subject, const char *name, double value);

/// A clearance that is no smaller than the radius of its bearing.
dp_status dp_fail_clearance(dp_error *err, dp_subject subject, double clearance,
                            double bearing_radius);

#endif
