// The kinds of problems: a folder of kinds/ and a line of kinds.def.

#include "run/kinds.h"

#define KIND(name) extern const struct kind kind_##name;
#include "run/kinds.def"
#undef KIND

#define KIND(name) &kind_##name,
const struct kind *const all_kinds[] = {
#include "run/kinds.def"
    NULL,
};
#undef KIND
