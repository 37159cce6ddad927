#ifndef CLI_RECORD_INTERRUPT_H
#define CLI_RECORD_INTERRUPT_H

// While a folder is written, a signal that asks the program to end only raises a flag. Writing then
// stops, what was begun is removed, and the signal has its usual effect.

void out_guard_begin(void);
void out_guard_end(void);

/// Has a signal come since the guard began?
int out_interrupted(void);

#endif
