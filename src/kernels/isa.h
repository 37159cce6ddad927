#ifndef DP_KERNEL_ISA_H
#define DP_KERNEL_ISA_H

#include <stdbool.h>

// Instruction sets the loops are built for. Private: a user gets the best one and the same bits on
// all of them; tests and benchmarks choose.

enum { DP_ISA_COUNT = 3 };

typedef enum dp_isa { DP_ISA_BASELINE, DP_ISA_AVX2, DP_ISA_AVX512 } dp_isa;

/// Is this instruction set compiled in and present here?
bool dp_isa_available(dp_isa isa);

/// The best one here.
dp_isa dp_isa_best(void);

/// Its word: "baseline", "avx2", "avx512"; "unknown" for other numbers.
const char *dp_isa_name(dp_isa isa);

#endif
