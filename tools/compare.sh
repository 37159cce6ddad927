#!/usr/bin/env bash
# Run a program and compare its output with a file, numbers by value and everything else by letter.
# Two numbers agree when they differ by less than one part in a million of the larger one: what is
# printed, not the last bits.
#
#     tools/compare.sh EXPECTED PROGRAM [ARGUMENT]...

set -u
expected=$1
shift
actual=$(mktemp)
trap 'rm -f "$actual"' EXIT

"$@" >"$actual" || { echo "$1 ended with status $?"; exit 1; }

awk -v tolerance=1e-6 '
    function is_number(s) {return s ~ /^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$/}
    function abs(x) {return x < 0 ? -x : x}
    function agree(a, b,    larger) {
        if (!is_number(a) || !is_number(b)) return a == b
        larger = abs(a) > abs(b) ? abs(a) : abs(b)
        return abs(a - b) <= tolerance * larger
    }
    NR == FNR {want[NR] = $0; wanted = NR; next}
    {
        got = FNR
        count = split(want[FNR], w)
        same = FNR <= wanted && count == NF
        for (i = 1; same && i <= count; i++) same = agree(w[i], $i)
        if (!same) {
            print "line " FNR " is         " $0
            print "line " FNR " should be  " (FNR <= wanted ? want[FNR] : "(nothing)")
            wrong = 1
        }
    }
    END {
        if (got < wanted) {print "the output ends after line " got + 0 " of " wanted; wrong = 1}
        exit wrong
    }' "$expected" "$actual"
