# shellcheck shell=sh disable=SC2154,SC2034
# Expects $dir, files to write into as $out and $err, the program of clock.c as $clocked.

# hold_at READING ARGUMENT...: start the program in the background; it stops at that reading of its
# clock until $dir/hold is removed. Its number is $job.
hold_at() {
    rm -f "$dir/hold.reached" && : >"$dir/hold"
    reading=$1
    shift
    # a shell without job control lets its children ignore SIGINT
    CLOCK_STEP=0.05 CLOCK_WORK=1e-9 CLOCK_HOLD=$dir/hold CLOCK_HOLD_AT=$reading \
        env --default-signal=INT "$clocked" "$@" >"$out" 2>"$err" </dev/null &
    job=$!
    until [ -e "$dir/hold.reached" ]; do
        if ! kill -0 "$job" 2>/dev/null; then
            fail "it ended before reading $reading of the clock"
            return
        fi
        sleep 0.01
    done
}
