#!/usr/bin/env bash
# Does what docs/adding_a_law.md and docs/adding_a_kind.md say, in one copy of the project: writes
# their files, builds, runs the suites over all laws and the new kind, and compares what the program
# prints with what the pages show.

# shellcheck source=test/adding/page.sh
. "$(dirname "$0")/page.sh"

copy_project src/laws/law_cone.c workbench/kinds/drop
write_blocks "$root/docs/adding_a_law.md" 3
write_blocks "$root/docs/adding_a_kind.md" 3
suites="law_definitions law_formulas law_properties registry batch"
# shellcheck disable=SC2046  # a list of words
build_targets dashpot_program $(printf 'test_%s ' $suites)
# shellcheck source=test/adding/law.sh
. "$root/test/adding/law.sh"
# shellcheck source=test/adding/kind.sh
. "$root/test/adding/kind.sh"
[ "$failed" -eq 0 ]
