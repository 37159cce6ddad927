# shellcheck shell=sh disable=SC2154,SC2034
# Helpers of run.sh. Expects $here, $program, $driver, $dir, and files to write into as $out, $err.

# shellcheck source=test/cli/folders.sh
. "$here/../cli/folders.sh"
# shellcheck source=test/clock/hold.sh
. "$here/../clock/hold.sh"

# ends WANTED driver|program ARGUMENT...
ends() {
    want_status=$1 who=$2
    shift 2
    if [ "$who" = driver ]; then who=$driver; else who=$program; fi
    "$who" "$@" >"$out" 2>"$err" </dev/null
    got=$?
    if [ "$got" -eq "$want_status" ]; then pass; else fail "exit status $got, not $want_status"; fi
}

# background ARGUMENT...: start the driver and wait until it stays at a step in its middle, where it
# saves and heeds signals but goes no further before `release`; its number is $job. A shell without
# job control has its children ignore SIGINT.
background() {
    default=
    env --default-signal=INT true 2>/dev/null && default='env --default-signal=INT'
    rm -f "$dir/hold.reached" && : >"$dir/hold"
    # shellcheck disable=SC2086  # no word when empty
    $default "$driver" "$@" --hold "$dir/hold" >"$dir/background.out" 2>"$dir/background" \
        </dev/null &
    job=$!
    wait_for -e "$dir/hold.reached"
}

# let what `background` started go on
release() { rm -f "$dir/hold"; }

# ended: $job has; its status waits for `wait`, so it may still be there as a zombie
ended() {
    { read -r _ _ state_of_job _ <"/proc/$job/stat"; } 2>/dev/null || return 0
    [ "$state_of_job" = Z ]
}

# wait_for TEST FILE...: until test(1) says so, as long as $job lives, however long that takes
wait_for() {
    until [ "$@" ]; do
        if ended && ! [ "$@" ]; then
            fail "ended before [ $* ]: $(head -n 3 "$dir/background" 2>/dev/null)"
            return 1
        fi
        sleep 0.01
    done
}

# results, and nothing of a checkpoint or a temporary folder
is_finished() {
    has_results "$1" && [ ! -e "$1/checkpoint" ] && is_tidy "$(dirname "$1")"
}

# a checkpoint and nothing else
is_unfinished() { [ "$(ls -A "$1")" = checkpoint ] && [ -e "$1/checkpoint/scenario.yaml" ]; }

# the result of a run of the driver, from its summary.json
result() { sed -n 's/.*"result": "\(.*\)".*/\1/p'; }
