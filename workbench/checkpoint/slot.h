#ifndef WORKBENCH_CHECKPOINT_SLOT_H
#define WORKBENCH_CHECKPOINT_SLOT_H

#include "checkpoint/checkpoint.h"

// One checkpoint as a file. Numbers are little endian; what a piece holds is as it lies in memory,
// so the head says what kind of machine it came from.

enum { SLOT_WORD = 16, SLOT_PIECES_MAX = 256 };

struct slot_head {
    char program[SLOT_WORD];  // version that wrote it
    char kind[SLOT_WORD];
    uint64_t scenario;  // checksum of what is run
    uint64_t step;
    uint64_t serial;  // grows with every save
};

enum slot_state { SLOT_GOOD, SLOT_ABSENT, SLOT_BAD };

/// Write a file `temporary` in an open folder and give it the name `name` when it is safe on the
/// disk. 0 or an errno; then `name` is as it was and `temporary` is gone.
int slot_write(int folder, const char *temporary, const char *name, const struct slot_head *head,
               const struct checkpoint_piece *pieces, int count);

enum { SLOT_REASON_MAX = 200 };

/// Read what the file says of itself, unchecked, to find the newest one.
enum slot_state slot_peek(int folder, const char *name, struct slot_head *head);

/// Read a file into the pieces if it is whole and has the program, kind and scenario of `head`;
/// nothing beyond the pieces is ever written. Fills step and serial of `head`, or says why it is
/// bad; the pieces then hold anything.
enum slot_state slot_read(int folder, const char *name, struct slot_head *head,
                          const struct checkpoint_piece *pieces, int count,
                          char reason[SLOT_REASON_MAX]);

#endif
