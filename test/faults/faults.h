#ifndef TEST_FAULTS_H
#define TEST_FAULTS_H

// What the wrapped functions ask for, and what the layer answers.

enum fault_class {
    FAULT_ALLOC,
    FAULT_IO,     // makes or changes a file
    FAULT_WRITE,  // of these what may be interrupted, or may do a part only
    FAULT_READ,
    FAULT_HDF5,
    FAULT_SPAWN,
    FAULT_CLASSES
};

enum { FAULT_SHORT = -1 };

/// Count a call. 0: it is to be made. An errno, which is set: it is to fail. FAULT_SHORT: it is to
/// do a part only. May not return when the program is to end here.
int fault_here(enum fault_class class, const char *name, const void *from);

int fault_is_still(void);

/// Should the state be saved now, whatever the clock says?
int fault_checkpoint_is_due(void);

/// This is a child now, in which nothing is counted and nothing fails.
void fault_forked(void);

#endif
