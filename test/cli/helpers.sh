# shellcheck shell=sh disable=SC2154
# Helpers of run.sh. Expects $program, and files to write into as $out and $err.

# shellcheck source=test/cli/counts.sh
. "$here/../cli/counts.sh"
# shellcheck source=test/clock/hold.sh
. "$here/../clock/hold.sh"

# run STATUS ARGUMENT...: the program ends with this status
run() {
    want=$1
    shift
    label="dashpot $*"
    "$program" "$@" >"$out" 2>"$err" </dev/null
    got=$?
    if [ "$got" -eq "$want" ]; then pass; else fail "exit status $got, not $want"; fi
}

# refused STATUS TEXT ARGUMENT...: ends with this status, says TEXT, prints nothing on stdout
refused() {
    want=$1 text=$2
    shift 2
    run "$want" "$@"
    if grep -qF -- "$text" "$err"; then pass; else fail "stderr lacks '$text'"; fi
    if [ -s "$out" ]; then fail "stdout is not empty"; else pass; fi
}

# by_clock STEP WORK COMMAND [ARGUMENT...]: $program is the one with the clock of test/clock, which
# adds STEP seconds at each reading, WORK to the processor time
by_clock() {
    real=$program program=$clocked
    CLOCK_STEP=$1 CLOCK_WORK=$2
    export CLOCK_STEP CLOCK_WORK
    shift 2
    "$@"
    program=$real
    unset CLOCK_STEP CLOCK_WORK
}

# says TEXT: in one line of stdout, or across the lines of a sentence that was wrapped
says() {
    if grep -qF -- "$1" "$out" || tr -s ' \n' '  ' <"$out" | grep -qF -- "$1"; then pass
    else fail "stdout lacks '$1'"; fi
}

# jq counts the documents; python3 refuses a second one
is_json() {
    if command -v jq >/dev/null 2>&1; then
        [ "$(jq -s length "$1" 2>/dev/null)" = 1 ]
    elif command -v python3 >/dev/null 2>&1; then
        python3 -m json.tool "$1" >/dev/null 2>&1
    else
        # first and last line are the brackets of one document
        head -n 1 "$1" | grep -q '^[[{]$' && tail -n 1 "$1" | grep -q '^[]}]$'
    fi
}

# json ARGUMENT...: with --json, exactly one document and nothing else
json() {
    run 0 "$@" --json
    if is_json "$out"; then pass; else fail "stdout is not one JSON document"; fi
    # both tools above take NaN for a number, which JSON has not
    if sed 's/"\([^"\\]\|\\.\)*"//g' "$out" | grep -qiE 'nan|inf'; then
        fail "a number that is not finite"
    fi
    if [ -s "$err" ]; then fail "stderr is not empty"; else pass; fi
}

# number KEY VALUE [TOLERANCE]: the first KEY of the document is VALUE
number() {
    value=$(sed -n "s/^ *\"$1\": \\([-+0-9.e]*\\),\\{0,1\\}\$/\\1/p" "$out" | head -n 1)
    if [ -n "$value" ] && awk -v a="$value" -v b="$2" -v t="${3:-1e-12}" 'BEGIN {
            d = a - b; if (d < 0) d = -d; s = b < 0 ? -b : b; exit !(d <= t * (s > 1 ? s : 1)) }'
    then pass; else fail "$1 is '$value', not $2"; fi
}

key() {
    if grep -q "^ *\"$1\": " "$out"; then pass; else fail "no key $1"; fi
}

null() {
    if grep -q "^ *\"$1\": null" "$out"; then pass; else fail "$1 is not null"; fi
}
