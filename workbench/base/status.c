// Errors, filled as the library fills them.

#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>

dp_status error_set(dp_error *err, dp_status status, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    err->status = status;
    return status;
}
