#!/usr/bin/env bash
# Break the library on purpose, one small change at a time, and see that the tests notice.
#
#     tools/mutate.sh [FILTER]      only lines of tools/mutations.txt that match (grep -E)
#
# Each line of the list is file|sed expression|what is broken. The tree is copied once; there each
# change is made, built, tested with the unit tests until the first failure, and taken back. Ends
# with status 1 when fewer than 95 % are noticed or a line can no longer be applied.

set -u
cd "$(dirname "$0")/.." || exit 1
filter=${1-.}
jobs=${JOBS:-2}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset MAKEFLAGS MFLAGS MAKELEVEL

mkdir "$work/tree"
tar -cf - --exclude=./build --exclude=./.git . | tar -xf - -C "$work/tree"
# light optimisation compiles fast; ninja, where it is, sees at once what to build again; a change
# may leave something unused
generator=()
command -v ninja >/dev/null && generator=(-G Ninja)
cmake -S "$work/tree" -B "$work/build" "${generator[@]}" \
    -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O1 -DDP_WERROR=OFF \
    -DDP_PROGRAM=OFF -DDP_EXAMPLES=OFF -DDP_BENCH=OFF >"$work/log" 2>&1 ||
    { cat "$work/log"; exit 1; }
mapfile -t suites < <(find "$work/tree/test" -maxdepth 1 -name 'test_*.c' -printf '%f\n' |
    sed 's/\.c$//' | sort)

build() { cmake --build "$work/build" -j "$jobs" --target "${suites[@]}" >"$work/log" 2>&1; }

# Unit tests only, up to the first failure, whose suite is left in $by. A change may make a loop
# endless.
run_tests() {
    for by in "${suites[@]}"; do
        timeout 60 "$work/build/test/$by" >"$work/log" 2>&1 || return 1
    done
}

# the quick ones first: most changes are noticed at once
if ! build; then
    tail -n 40 "$work/log"
    echo "the unchanged tree does not build"
    exit 1
fi
mapfile -t suites < <(for suite in "${suites[@]}"; do
    start=$(date +%s%N)
    "$work/build/test/$suite" >/dev/null 2>&1
    echo "$(($(date +%s%N) - start)) $suite"
done | sort -n | cut -d ' ' -f 2)
if ! run_tests; then
    tail -n 40 "$work/log"
    echo "the unchanged tree fails in $by"
    exit 1
fi

killed=0
survived=0
broken=0
while IFS= read -r line; do
    file=${line%%|*}
    note=${line##*|}
    expression=${line#*|}
    expression=${expression%|*}
    target=$work/tree/$file
    [ -f "$target" ] && cp "$target" "$work/original" && sed -i "$expression" "$target"
    if [ ! -f "$target" ] || cmp -s "$target" "$work/original"; then
        echo "does not apply  $file: $note"
        broken=$((broken + 1))
        continue
    fi
    if ! build; then
        echo "does not build  $file: $note"
        broken=$((broken + 1))
    elif run_tests; then
        echo "SURVIVED        $file: $note"
        survived=$((survived + 1))
    else
        echo "killed          $file: $note (by ${by#test_})"
        killed=$((killed + 1))
    fi
    cp "$work/original" "$target"
done < <(grep -vE '^(#|$)' tools/mutations.txt | grep -E "$filter")

total=$((killed + survived))
[ "$total" -gt 0 ] || { echo "no change was tried"; exit 1; }
share=$((1000 * killed / total))
echo
percent=$((share / 10)).$((share % 10))
echo "$killed of $total changes noticed, $percent %; $broken could not be tried"
[ "$share" -ge 950 ] && [ "$broken" -eq 0 ]
