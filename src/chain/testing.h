#ifndef DP_CHAIN_TESTING_H
#define DP_CHAIN_TESTING_H

#include "dashpot/chain.h"

// Ways to march that give the same bits, for tests that compare them and benchmarks that time them.

struct chain_knobs {
    int isa;     // dp_isa, or -1: the best
    int levels;  // time levels marched at once; 0: a choice that fits; 1: a plain sweep
    bool plain;  // contact by contact through the scalar calls, to compare with
};

/// What dp_chain_build takes.
static const struct chain_knobs chain_usual_knobs = {.isa = -1};

/// dp_chain_build with other knobs.
dp_status dp_chain_build_with(dp_chain **chain, const dp_chain_def *def,
                              const struct chain_knobs *knobs, dp_error *err);

#endif
