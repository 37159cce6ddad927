#!/usr/bin/env bash
# The plugin for LAMMPS against the program, its quick tests, where `make lammps` has built a
# LAMMPS; `make test-lammps` builds one and runs all of them.

set -u
cd "$(dirname "$0")/.." || exit 1
if [ ! -x build/lammps/lmp ]; then
    echo "lammps: left out, there is no build/lammps/lmp (make lammps builds it in 5 to 10 minutes)"
    exit 77
fi
log=$(mktemp) || exit 4
trap 'rm -f "$log"' EXIT
if ! tools/lammps.sh >"$log" 2>&1; then
    tail -n 20 "$log"
    exit 1
fi
lammps/test/run.sh --quick build/lammps >"$log" 2>&1
status=$?
[ "$status" -eq 0 ] || cat "$log"
echo "lammps: $(tail -n 1 "$log")"
exit "$status"
