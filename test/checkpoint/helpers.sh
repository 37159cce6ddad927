# shellcheck shell=sh disable=SC2154,SC2034
# Helpers of run.sh. Expects $program, $driver, $dir, and files to write into as $out, $err.

passed=0
failed=0
label=

pass() { passed=$((passed + 1)); }

fail() {
    failed=$((failed + 1))
    printf 'FAIL %s: %s\n' "$label" "$1"
    [ -s "$err" ] && sed 's/^/    stderr: /' "$err" | head -n 5
    return 0
}

# is TEXT COMMAND...: the command succeeds, or TEXT says what is wrong
is() {
    text=$1
    shift
    if "$@"; then pass; else fail "$text"; fi
}

isnt() {
    text=$1
    shift
    if "$@"; then fail "$text"; else pass; fi
}

# ends WANTED driver|program ARGUMENT...
ends() {
    want_status=$1 who=$2
    shift 2
    if [ "$who" = driver ]; then who=$driver; else who=$program; fi
    "$who" "$@" >"$out" 2>"$err" </dev/null
    got=$?
    if [ "$got" -eq "$want_status" ]; then pass; else fail "exit status $got, not $want_status"; fi
}

says() {
    if grep -qF -- "$1" "$err"; then pass; else fail "stderr lacks '$1'"; fi
}

# background ARGUMENT...: start the driver and let it get into its steps; its number is $job. A
# shell without job control has its children ignore SIGINT.
background() {
    default=
    env --default-signal=INT true 2>/dev/null && default='env --default-signal=INT'
    # shellcheck disable=SC2086  # no word when empty
    $default "$driver" "$@" >"$dir/background.out" 2>"$dir/background" </dev/null &
    job=$!
    sleep 0.15
}

# wait_for FILE: until it is there, ten seconds at most
wait_for() {
    for _ in $(seq 1 200); do
        [ -e "$1" ] && return
        sleep 0.05
    done
    fail "$1 does not appear"
}

# results, and nothing of a checkpoint or a temporary folder
is_finished() {
    for name in summary.json series.csv series.h5 scenario.yaml report.html; do
        [ -s "$1/$name" ] || return 1
    done
    [ ! -e "$1/checkpoint" ] && is_tidy "$(dirname "$1")"
}

# a checkpoint and nothing else
is_unfinished() { [ "$(ls -A "$1")" = checkpoint ] && [ -e "$1/checkpoint/scenario.yaml" ]; }

is_tidy() { [ -z "$(find "$1" -maxdepth 1 -name '.dashpot-*')" ]; }

checksum() { (cd "$1" && find . -type f -exec cksum {} + | sort -k 3) | cksum; }

# the result of a run of the driver, from its summary.json
result() { sed -n 's/.*"result": "\(.*\)".*/\1/p'; }
