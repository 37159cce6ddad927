#!/bin/sh
# Measured series beside computed ones, and the page of a fit: numbers, tables, pictures, texts.
# usage: run.sh PATH-OF-DASHPOT

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=test/cli/begin.sh
. "$here/../cli/begin.sh"
# shellcheck source=test/scenario/facts.sh
. "$here/../scenario/facts.sh"
cd "$dir" || exit 1

# holds FILE TEXT: that text stands in the file
holds() {
    if grep -qF -- "$2" "$1"; then pass; else fail "$1 lacks '$2'"; fi
}

lacks() {
    if grep -qF -- "$2" "$1"; then fail "$1 has '$2'"; else pass; fi
}

# shellcheck source=test/report/measured.sh
. "$here/measured.sh"
# shellcheck source=test/report/refusals.sh
. "$here/refusals.sh"
# shellcheck source=test/report/page.sh
. "$here/page.sh"
# shellcheck source=test/report/fit.sh
. "$here/fit.sh"
# shellcheck source=test/report/scenes.sh
. "$here/scenes.sh"
# shellcheck source=test/report/drawn.sh
. "$here/drawn.sh"

finish
