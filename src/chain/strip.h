#ifndef DP_CHAIN_STRIP_H
#define DP_CHAIN_STRIP_H

#include "chain/chain.h"

// Probes of a chain that is marched in one piece: what they need of every level is kept as it comes
// and read many levels later, a probe at a time in vectors. Most levels bring no peak, which is
// seen at a glance. The numbers are those of probes.c, operation by operation.

enum { SEGMENTS_MAX = 16 };  // runs of a small chain
enum { STRIP_PROBES_MAX = 100, STRIP_ROWS_OF_PROBE = 5 };
enum { STRIP_ROWS_MAX = STRIP_PROBES_MAX * STRIP_ROWS_OF_PROBE };
enum { STRIP_LEVELS_MAX = 64 };  // longer strips leave the first cache

struct strip {
    dp_chain_strip rows;
    const double *from[STRIP_ROWS_MAX];
    unsigned short row[STRIP_PROBES_MAX][STRIP_ROWS_OF_PROBE];
    double foretold[STRIP_PROBES_MAX][2];  // velocities next to a contact, where w is not kept
    double kept[4 * STRIP_ROWS_MAX];
};

/// Find out what must be kept; returns the levels it has room for, 0 when nothing is watched.
long dp_strip_lay(struct strip *strip, const dp_chain *chain);

/// Begin with the level that has been reached.
void dp_strip_begin(struct strip *strip, const dp_chain *chain);

/// Hand the probes what was noted since; `level` is the first that was.
void dp_strip_read(struct strip *strip, dp_chain *chain, long level);

#endif
