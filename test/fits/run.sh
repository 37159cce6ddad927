#!/bin/sh
# Fits by the program: measured curves, the command fit, what a terminal shows, complaints.
# usage: run.sh PATH-OF-DASHPOT

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=test/cli/begin.sh
. "$here/../cli/begin.sh"
root=$(cd "$here/../.." && pwd)
# shellcheck source=test/scenario/facts.sh
. "$here/../scenario/facts.sh"
cd "$dir" || exit 1

# says in its notes, in the document of the last run
notes() {
    if grep -qF -- "$1" "$out"; then pass; else fail "no note '$1'"; fi
}

silent_about() {
    if grep -qF -- "$1" "$out"; then fail "says '$1'"; else pass; fi
}

# within NUMBER TRUTH: the interval of that parameter holds the truth
within() {
    if awk -v a="$(value low "$1")" -v b="$(value high "$1")" -v t="$2" \
        'BEGIN { exit !(a != "" && b != "" && a <= t && t <= b) }'; then pass
    else fail "parameter $1: $2 is not in $(value low "$1") .. $(value high "$1")"; fi
}

# two steel balls, or a ball and a block; the contact and the rest follow
ball() {
    cat <<'YAML'
dashpot: 1
kind: impact
materials:
  - {name: steel, young: 207 GPa, poisson: 0.3, density: 7800}
  - {name: bronze, young: 110 GPa, poisson: 0.34, yield: 200 MPa, density: 8800}
impact:
YAML
}

# shellcheck source=test/fits/reference.sh
. "$here/reference.sh"
# shellcheck source=test/fits/curves.sh
. "$here/curves.sh"
# shellcheck source=test/fits/refusals.sh
. "$here/refusals.sh"
# shellcheck source=test/fits/tables.sh
. "$here/tables.sh"
# shellcheck source=test/fits/rows.sh
. "$here/rows.sh"
# shellcheck source=test/fits/command.sh
. "$here/command.sh"

finish
