# shellcheck shell=sh disable=SC2154,SC2034
# Helpers of run.sh. Expects $here, $program, $driver, $dir, and files to write into as $out, $err.

# shellcheck source=test/cli/folders.sh
. "$here/../cli/folders.sh"

# ends WANTED driver|program ARGUMENT...
ends() {
    want_status=$1 who=$2
    shift 2
    if [ "$who" = driver ]; then who=$driver; else who=$program; fi
    "$who" "$@" >"$out" 2>"$err" </dev/null
    got=$?
    if [ "$got" -eq "$want_status" ]; then pass; else fail "exit status $got, not $want_status"; fi
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
    has_results "$1" && [ ! -e "$1/checkpoint" ] && is_tidy "$(dirname "$1")"
}

# a checkpoint and nothing else
is_unfinished() { [ "$(ls -A "$1")" = checkpoint ] && [ -e "$1/checkpoint/scenario.yaml" ]; }

# the result of a run of the driver, from its summary.json
result() { sed -n 's/.*"result": "\(.*\)".*/\1/p'; }
