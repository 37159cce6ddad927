#ifndef WORKBENCH_FILES_INTERRUPT_H
#define WORKBENCH_FILES_INTERRUPT_H

// While a folder is written, a signal that asks the program to end only raises a flag. Writing then
// stops, what was begun is removed, and the signal has its usual effect. The same holds for a run
// that can save its state first, but there a second signal ends the program at once.

/// Guards may be nested; with the end of the outermost the signal has its effect.
void out_guard_begin(void);
void out_guard_end(void);

/// Begin a guard for a run; out_guard_end ends it too.
void out_guard_begin_run(void);

/// Has a signal come since the outermost guard began?
int out_interrupted(void);

#endif
