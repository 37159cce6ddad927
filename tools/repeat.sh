#!/usr/bin/env bash
# Runs suites again and again beside busy processes: a test that depends on time fails here.
#
#     tools/repeat.sh [TIMES [SUITE]...]
#
#     BUSY=8            so many processes that do nothing but count, beside
#     PRESET=release    the build whose suites are run; asan, ...
#
# The build must be there. Ends with 1 at the first failure, whose output is shown.

set -u
cd "$(dirname "$0")/.." || exit 1
times=${1:-20}
[ $# -eq 0 ] || shift
# those that kill, wait or watch a terminal
[ $# -gt 0 ] || set -- checkpoint cluster kills partial output parts_kills sweep edges security \
    chain_program
busy=${BUSY:-8}
preset=${PRESET:-release}
log=$(mktemp) || exit 1
workers=()

clean_up() {
    [ ${#workers[@]} -eq 0 ] || kill "${workers[@]}" 2>/dev/null
    rm -f "$log"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

for ((i = 0; i < busy; i++)); do
    (while :; do :; done) &
    workers+=($!)
done

names=$(IFS='|' && echo "$*")
for ((turn = 1; turn <= times; turn++)); do
    begin=$SECONDS
    if ! ctest --test-dir "build/$preset" -R "^($names)\$" --parallel 3 --no-tests=error \
        --output-on-failure --timeout 7200 >"$log" 2>&1; then
        cat "$log"
        echo "repeat: turn $turn of $times failed beside $busy busy processes"
        exit 1
    fi
    ran=$(sed -n 's/.*tests passed, .* out of \([0-9]*\)$/\1/p' "$log")
    # a name that is none must not pass
    if [ "$ran" != $# ]; then
        echo "repeat: $ran suites ran, not $#: $*"
        exit 1
    fi
    echo "repeat: turn $turn of $times, $ran suites passed beside $busy busy processes," \
        "$((SECONDS - begin)) s"
done
