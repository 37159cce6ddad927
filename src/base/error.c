// Errors: a sentence, and what it is about.

#include "base/error.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "dashpot/version.h"
#include "dashpot/words.h"

const char *dp_status_text(dp_status status) {
    static const char *const texts[] = {
#define TEXT(name, text) text,
        DP_STATUS_LIST(TEXT)
#undef TEXT
    };
    int index = (int)status;
    int count = (int)(sizeof texts / sizeof *texts);
    return index >= 0 && index < count ? texts[index] : "unknown status";
}

dp_version_number dp_version(void) {
    return (dp_version_number){DP_VERSION_MAJOR, DP_VERSION_MINOR, DP_VERSION_PATCH};
}

static void fill(dp_error *err, dp_status status, const char *format, va_list args) {
    *err = (dp_error){.status = status, .index = -1, .value = NAN, .low = NAN, .high = NAN};
    vsnprintf(err->text, sizeof err->text, format, args);
}

dp_status dp_fail(dp_error *err, dp_status status, const char *format, ...) {
    if (err == NULL) return status;
    va_list args;
    va_start(args, format);
    fill(err, status, format, args);
    va_end(args);
    return status;
}

dp_status dp_fail_unknown(dp_error *err, dp_subject subject, const char *name,
                          const char *const *known, const char *format, ...) {
    if (err == NULL) return DP_ERR_UNKNOWN_NAME;
    va_list args;
    va_start(args, format);
    fill(err, DP_ERR_UNKNOWN_NAME, format, args);
    va_end(args);
    dp_suggest(err->text, sizeof err->text, name, known);
    return dp_blame(err, DP_ERR_UNKNOWN_NAME, subject, -1, name);
}

dp_status dp_blame(dp_error *err, dp_status status, dp_subject subject, long index,
                   const char *name) {
    if (err == NULL || status == DP_OK || status == DP_ERR_MEMORY) return status;
    err->subject = subject;
    err->index = index;
    snprintf(err->name, sizeof err->name, "%s", name == NULL ? "" : name);
    return status;
}

dp_status dp_blame_value(dp_error *err, dp_status status, double value, double low, double high) {
    if (err == NULL || status == DP_OK) return status;
    err->value = value;
    err->low = low;
    err->high = high;
    return status;
}

dp_status dp_blame_number(dp_error *err, dp_subject subject, const char *name, double value,
                          double low, double high) {
    dp_blame(err, DP_ERR_RANGE, subject, -1, name);
    return dp_blame_value(err, DP_ERR_RANGE, value, low, high);
}

dp_status dp_fail_number(dp_error *err, dp_subject subject, const char *name, double value,
                         double low, double high, const char *must) {
    dp_fail(err, DP_ERR_RANGE, "%s is %g; it must %s", name, value, must);
    return dp_blame_number(err, subject, name, value, low, high);
}

dp_status dp_fail_time(dp_error *err, const char *name, double value, double low, double high,
                       const char *must) {
    dp_fail(err, DP_ERR_RANGE, "%s is %g s; it must %s", name, value, must);
    return dp_blame_number(err, DP_SUBJECT_FIELD, name, value, low, high);
}

dp_status dp_check_every(const char *name, double every, double length, dp_error *err) {
    const double most = 1e8, least = length > 0.0 ? length / most : 0.0;
    char must[128];
    if (every == 0.0 || (every > 0.0 && every >= least)) return DP_OK;
    if (!(every > 0.0)) return dp_fail_time(err, name, every, least, DBL_MAX, "not be negative");
    snprintf(must, sizeof must, "leave at most %g rows of the %.4g s ahead, so be %.3g s or more",
             most, length, least);
    return dp_fail_time(err, name, every, least, DBL_MAX, must);
}

dp_status dp_fail_positive(dp_error *err, dp_subject subject, const char *name, double value) {
    return dp_fail_number(err, subject, name, value, DBL_MIN, DBL_MAX, "be positive and finite");
}

dp_status dp_fail_clearance(dp_error *err, dp_subject subject, double clearance,
                            double bearing_radius) {
    dp_fail(err, DP_ERR_RANGE,
            "clearance is %g m and leaves no journal in a bearing of radius %g m", clearance,
            bearing_radius);
    return dp_blame_number(err, subject, "clearance", clearance, DBL_MIN, bearing_radius);
}
