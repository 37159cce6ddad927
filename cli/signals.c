// Signals held back while a folder is written or a run can still save its state.

#include "signals.h"

#include "files/interrupt.h"

void signals_guard(dp_guard guard) {
    if (guard == DP_GUARD_END)
        out_guard_end();
    else if (guard == DP_GUARD_RUN)
        out_guard_begin_run();
    else
        out_guard_begin();
}

bool signals_are_pending(void) {
    return out_interrupted() != 0;
}
