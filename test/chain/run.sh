#!/bin/sh
# Chains from the command line: reference values, closed forms, ways to say beads and ends,
# complaints, series, resumed runs.
# usage: run.sh PATH-OF-DASHPOT

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=test/cli/begin.sh
. "$here/../cli/begin.sh"
# shellcheck source=test/scenario/facts.sh
. "$here/../scenario/facts.sh"
cp "$here"/*.yaml "$dir"
cd "$dir" || exit 1

# shellcheck source=test/chain/reference.sh
. "$here/reference.sh"
# shellcheck source=test/chain/closed.sh
. "$here/closed.sh"
# shellcheck source=test/chain/approach.sh
. "$here/approach.sh"
# shellcheck source=test/chain/beads.sh
. "$here/beads.sh"
# shellcheck source=test/chain/bad.sh
. "$here/bad.sh"
# shellcheck source=test/chain/series.sh
. "$here/series.sh"
# shellcheck source=test/chain/resume.sh
. "$here/resume.sh"
# shellcheck source=test/chain/report.sh
. "$here/report.sh"

finish
