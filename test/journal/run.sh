#!/bin/sh
# Journals from the command line: reference values, collision maps, all laws, complaints, series.
# usage: run.sh PATH-OF-DASHPOT

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=test/cli/begin.sh
. "$here/../cli/begin.sh"
# shellcheck source=test/scenario/facts.sh
. "$here/../scenario/facts.sh"
cp "$here/journal.yaml" "$dir"
cd "$dir" || exit 1

# numbers are those of page 001; what it calls good to 12 digits is asked for to 10 or more
# shellcheck source=test/journal/reference.sh
. "$here/reference.sh"
# shellcheck source=test/journal/laws.sh
. "$here/laws.sh"
# shellcheck source=test/journal/bad.sh
. "$here/bad.sh"
# shellcheck source=test/journal/series.sh
. "$here/series.sh"

finish
