#!/usr/bin/env bash
# Break the library on purpose, one small change at a time, and see that the tests notice.
#
#     tools/mutate.sh [FILTER]      only lines of tools/mutations.txt that match (grep -E)
#
# Each line of the list is file|sed expression|what is broken. JOBS workers (as many as there are
# cores) each have a copy of the tree; there each change is made, built, tested with the unit tests
# until the first failure, and taken back. The suite that noticed a change last time, as
# docs/test-long/mutations.md says, goes first. Ends with status 1 when fewer than 95 % are noticed
# or a line can no longer be applied.

set -u
cd "$(dirname "$0")/.." || exit 1
filter=${1-.}
jobs=${JOBS:-$(nproc)}
report=docs/test-long/mutations.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset MAKEFLAGS MFLAGS MAKELEVEL

generator=()
command -v ninja >/dev/null && generator=(-G Ninja)

# A copy of the tree in $1, configured: light optimisation compiles fast, and a change may leave
# something unused.
prepare() {
    mkdir -p "$1/tree"
    tar -cf - --exclude=./build --exclude=./.git --exclude=./out . | tar -xf - -C "$1/tree"
    cmake -S "$1/tree" -B "$1/build" "${generator[@]}" \
        -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O1 -DDP_WERROR=OFF \
        -DDP_PROGRAM=OFF -DDP_EXAMPLES=OFF -DDP_BENCH=OFF >"$1/log" 2>&1 ||
        { cat "$1/log"; exit 1; }
}

# build DIR JOBS SUITE...
build() { cmake --build "$1/build" -j "$2" --target "${@:3}" >"$1/log" 2>&1; }

# Unit tests of DIR up to the first failure, whose suite is left in $by. A change may make a loop
# endless: a suite has twenty times as long as it needs, and a minute.
run_tests() {
    for by in "${@:2}"; do
        timeout "$((60 + ${needs[$by]:-0} / 50))" "$1/build/test/$by" >"$1/log" 2>&1 || return 1
    done
}

# hint FILE NOTE: the suite that noticed a change according to the last report; for a new one the
# quicker half of those named after the folder of the file.
hint() {
    local suite folder
    suite=$(grep -F -m 1 "$1: $2 (by " "$report" 2>/dev/null | sed 's/.* (by \(.*\))$/test_\1/')
    if [ -n "$suite" ] && [ -f "test/$suite.c" ]; then
        echo "$suite"
        return
    fi
    folder=$(basename "$(dirname "$1")")
    folder=${folder%s}
    printf '%s\n' "${suites[@]}" | grep "_${folder}" |
        head -n $((($(printf '%s\n' "${suites[@]}" | grep -c "_${folder}") + 1) / 2))
}

# try DIR LINE: one change, and a line about what became of it
try() {
    local dir=$1 file=${2%%|*} note=${2##*|} expression by
    local -a first
    expression=${2#*|}
    expression=${expression%|*}
    local target=$dir/tree/$file
    [ -f "$target" ] && cp "$target" "$dir/original" && sed -i "$expression" "$target"
    if [ ! -f "$target" ] || cmp -s "$target" "$dir/original"; then
        echo "does not apply  $file: $note"
        return
    fi
    mapfile -t first < <(hint "$file" "$note")
    if [ ${#first[@]} -gt 0 ] && build "$dir" 1 "${first[@]}" &&
        ! run_tests "$dir" "${first[@]}"; then
        echo "killed          $file: $note (by ${by#test_})"
    elif ! build "$dir" 1 "${suites[@]}"; then
        echo "does not build  $file: $note"
    elif run_tests "$dir" "${suites[@]}"; then
        echo "SURVIVED        $file: $note"
    else
        echo "killed          $file: $note (by ${by#test_})"
    fi
    cp "$dir/original" "$target"
}

# work_through NUMBER: every jobs-th line of the list
work_through() {
    local dir=$work/$1 index=0
    while IFS= read -r line; do
        [ $((index % jobs)) -eq "$1" ] && printf '%06d %s\n' "$index" "$(try "$dir" "$line")"
        index=$((index + 1))
    done <"$work/list" | tee "$work/$1.txt" | cut -c 8-
}

mapfile -t suites < <(find test -maxdepth 1 -name 'test_*.c' -printf '%f\n' |
    sed 's/\.c$//' | sort)
for ((i = 0; i < jobs; i++)); do prepare "$work/$i"; done
if ! build "$work/0" "$jobs" "${suites[@]}"; then
    tail -n 40 "$work/0/log"
    echo "the unchanged tree does not build"
    exit 1
fi
# the quick ones first: most changes are noticed at once
declare -A needs
for suite in "${suites[@]}"; do
    start=$(date +%s%N)
    if ! "$work/0/build/test/$suite" >"$work/0/log" 2>&1; then
        tail -n 40 "$work/0/log"
        echo "the unchanged tree fails in $suite"
        exit 1
    fi
    needs[$suite]=$((($(date +%s%N) - start) / 1000000))
done
mapfile -t suites < <(for suite in "${suites[@]}"; do
    echo "${needs[$suite]} $suite"
done | sort -n | cut -d ' ' -f 2)
grep -vE '^(#|$)' tools/mutations.txt | grep -E "$filter" >"$work/list"

for ((i = 0; i < jobs; i++)); do work_through "$i" & done >"$work/seen"
tail -n +1 -f "$work/seen" >&2 &
follower=$!
# shellcheck disable=SC2046 # one word each
wait $(jobs -p | grep -vx "$follower")
kill "$follower" 2>/dev/null

# in the order of the list, whoever did it
sort "$work"/[0-9]*.txt | cut -c 8- | tee "$work/all"
count() { grep -c "^$1" "$work/all"; }
killed=$(count killed)
survived=$(count SURVIVED)
broken=$(count 'does not')
total=$((killed + survived))
[ "$total" -gt 0 ] || { echo "no change was tried"; exit 1; }
share=$((1000 * killed / total))
echo
percent=$((share / 10)).$((share % 10))
echo "$killed of $total changes noticed, $percent %; $broken could not be tried"
[ "$share" -ge 950 ] && [ "$broken" -eq 0 ]
