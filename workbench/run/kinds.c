// The kinds of problems: a folder of kinds/ and a line of kinds.def.

#include "run/kinds.h"
#include "scenario/scenario.h"

#define KIND(name) extern const struct kind kind_##name;
#include "run/kinds.def"
#undef KIND

#define KIND(name) &kind_##name,
const struct kind *const all_kinds[] = {
#include "run/kinds.def"
    NULL,
};
#undef KIND

void scenario_print_markdown(void) {
    print_scenario_markdown(all_kinds);
}

void scenario_print_schema(void) {
    print_scenario_schema(all_kinds);
}
