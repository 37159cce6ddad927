// Instants side by side with the vectors every machine of its kind has.

#define DP_LANES_TARGET
#define DP_LANES_CODE dp_lanes_baseline
#include "mechanism/lanes_code.h"
