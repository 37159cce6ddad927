// Diagnostics that stand for themselves.

#include "base/status.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

dp_run_status diagnostic_clear(dp_diagnostic *diagnostic) {
    *diagnostic = (dp_diagnostic){.status = DP_RUN_DONE, .time = NAN};
    return DP_RUN_DONE;
}

dp_run_status diagnostic_set(dp_diagnostic *diagnostic, dp_run_status status, const char *format,
                             ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(diagnostic->text, sizeof diagnostic->text, format, args);
    va_end(args);
    diagnostic->status = status;
    return status;
}

void add_remark(dp_diagnostic *diagnostic, const char *format, ...) {
    size_t used = strlen(diagnostic->remarks), room = sizeof diagnostic->remarks - used;
    va_list args;
    va_start(args, format);
    int length = vsnprintf(diagnostic->remarks + used, room, format, args);
    va_end(args);
    bool fits = length >= 0 && (size_t)length + 1 < room;
    strcpy(diagnostic->remarks + used + (fits ? length : 0), fits ? "\n" : "");
}
