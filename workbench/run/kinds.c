// The kinds of problems: a folder of kinds/ and a line here.

#include "run/kinds.h"
#include "scenario/scenario.h"

extern const struct kind kind_impact, kind_bounce, kind_journal, kind_chain, kind_mechanism;

const struct kind *const all_kinds[] = {
    &kind_impact, &kind_bounce, &kind_journal, &kind_chain, &kind_mechanism, NULL,
};

void scenario_print_markdown(void) {
    print_scenario_markdown(all_kinds);
}

void scenario_print_schema(void) {
    print_scenario_schema(all_kinds);
}
