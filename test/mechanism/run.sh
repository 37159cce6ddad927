#!/bin/sh
# Mechanisms from the command line: reference values, closed forms, ensembles, complaints, files.
# usage: run.sh PATH-OF-DASHPOT

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=test/cli/begin.sh
. "$here/../cli/begin.sh"
shipped=$(cd "$here/../../scenarios" && pwd)
# shellcheck source=test/scenario/facts.sh
. "$here/../scenario/facts.sh"
cp "$here/slider-crank.yaml" "$dir"
cd "$dir" || exit 1

# within NAME KEY: the first number KEY behind the object NAME
within() {
    awk -v name="\"$1\": {" -v key="\"$2\": " 'index($0, name) { found = 1 }
        found && index($0, key) { sub(/^[^:]*: /, ""); sub(/,$/, ""); print; exit }' "$out"
}

# between NAME A LOW HIGH
between() {
    if [ -n "$2" ] && awk -v a="$2" -v l="$3" -v h="$4" 'BEGIN { exit !(a >= l && a <= h) }'
    then pass; else fail "$1: '$2' is not in $3..$4"; fi
}

# shellcheck source=test/mechanism/reference.sh
. "$here/reference.sh"
# shellcheck source=test/mechanism/ensemble.sh
. "$here/ensemble.sh"
# shellcheck source=test/mechanism/laws.sh
. "$here/laws.sh"
# shellcheck source=test/mechanism/masses.sh
. "$here/masses.sh"
# shellcheck source=test/mechanism/bad.sh
. "$here/bad.sh"
# shellcheck source=test/mechanism/dents.sh
. "$here/dents.sh"
# shellcheck source=test/mechanism/lock.sh
. "$here/lock.sh"
# shellcheck source=test/mechanism/tables.sh
. "$here/tables.sh"
# shellcheck source=test/mechanism/files.sh
. "$here/files.sh"
# shellcheck source=test/mechanism/start.sh
. "$here/start.sh"
# shellcheck source=test/mechanism/branch.sh
. "$here/branch.sh"
# shellcheck source=test/mechanism/window.sh
. "$here/window.sh"

finish
