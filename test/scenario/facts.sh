# shellcheck shell=sh disable=SC2154
# Numbers of the JSON document in $out.

# value KEY [NUMBER]: the value of the first, or of that, KEY
value() {
    sed -n "s/^ *\"$1\": \\([-+0-9.e]*\\),\\{0,1\\}\$/\\1/p" "$out" | sed -n "${2:-1}p"
}

# item KEY NUMBER: an item, from 1, of a list of numbers
item() {
    awk -v key="\"$1\": [" -v n="$2" 'index($0, key) { at = NR }
        at && NR == at + n { gsub(/[ ,]/, ""); print; exit }' "$out"
}

# equal NAME A B TOLERANCE: A is B, relative to the larger of 1 and |B|
equal() {
    if [ -n "$2" ] && [ -n "$3" ] && awk -v a="$2" -v b="$3" -v t="$4" 'BEGIN {
            d = a - b; if (d < 0) d = -d; s = b < 0 ? -b : b; exit !(d <= t * (s > 1 ? s : 1)) }'
    then pass; else fail "$1: '$2' is not '$3'"; fi
}

# near NAME A B TOLERANCE: A is B, relative to B
near() {
    if [ -n "$2" ] && [ -n "$3" ] && awk -v a="$2" -v b="$3" -v t="$4" 'BEGIN {
            d = a - b; if (d < 0) d = -d; s = b < 0 ? -b : b; exit !(d <= t * s) }'
    then pass; else fail "$1: '$2' is not '$3'"; fi
}

calculate() { awk "BEGIN { printf \"%.17g\", $1 }"; }

# keys INDENT WORD...: the keys at this depth of the document are exactly these, in this order
keys() {
    indent=$1
    shift
    got=$(sed -n "s/^ \\{$indent\\}\"\\([a-z_0-9]*\\)\": .*/\\1/p" "$out" | tr '\n' ' ')
    if [ "$got" = "$* " ]; then pass; else fail "keys are $got, not $*"; fi
}

# balanced [TOLERANCE]: the ledger adds up
balanced() {
    missing=$(calculate "$(value initial) + $(value input) - $(value viscous) - $(value plastic) \
        - $(value friction) - $(value released) - $(value final)")
    equal 'energy balance' "$(calculate "$missing / ($(value initial))")" 0 "${1:-1e-9}"
    equal 'energy error' "$(value error)" 0 "${1:-1e-9}"
}

is() {
    if grep -q "^ *\"$1\": $2,\\{0,1\\}\$" "$out"; then pass; else fail "$1 is not $2"; fi
}

# asked SPEED C0 NU: every restitution_asked is that of waves, exp(-0.6 (c0/c2) (v/c0)^0.6) with
# c0/c2 = sqrt(2 (1 + nu)), at the SPEED (a key) of its entry, and the first is not the last
asked() {
    if awk -v key="\"$1\": " -v c0="$2" -v nu="$3" '
        index($0, key) { sub(/^[^:]*: /, ""); v = $0 + 0 }
        /"restitution_asked": / {
            sub(/^[^:]*: /, "")
            e = $0 + 0
            d = e - exp(-0.6 * sqrt(2 * (1 + nu)) * exp(0.6 * log(v / c0)))
            if (d > 1e-12 || d < -1e-12) wrong++
            if (n++ == 0) first = e
        }
        END { exit !(n > 1 && wrong == 0 && e != first) }' "$out"
    then pass; else fail "restitution_asked is not that of waves at $1"; fi
}
