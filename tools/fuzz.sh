#!/usr/bin/env bash
# Fuzz every target for some seconds each, as many at a time as there are cores, and say how many
# inputs were tried.
#
#     tools/fuzz.sh [SECONDS [TARGET...]]      60 seconds and all targets when not said
#
# Starts from fuzz/corpus, the shipped scenarios and what a dictionary of keys adds. What crashes is
# left as build/fuzz/crash-TARGET-*; put it into fuzz/found/TARGET/ and it is a test. Ends with
# status 1 when anything was found.

set -u
cd "$(dirname "$0")/.." || exit 1
seconds=${1:-60}
shift $(($# > 0 ? 1 : 0))
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(scenario csv checkpoint journal run)
jobs=${JOBS:-$(nproc)}
command -v clang >/dev/null || { echo "fuzz: clang is not there"; exit 1; }
# BUILD=no: with what is there
[ "${BUILD-}" = no ] || tools/build.sh fuzz || exit 1
dir=build/fuzz

# Inputs to start from, in $dir/inputs/TARGET.
seed() {
    local inputs=$dir/inputs/$1 file
    mkdir -p "$inputs"
    cp fuzz/corpus/"$1"/* fuzz/found/"$1"/* "$inputs" 2>/dev/null
    [ "$1" = scenario ] || return 0
    for file in scenarios/*.yaml scenarios/00*/*.yaml test/scenario/good/*.yaml; do
        cp "$file" "$inputs/$(tr / - <<<"$file")"
    done
}

# Words of the format, so that the fuzzer need not guess them.
dictionary() {
    build/fuzz/dashpot check --json-schema |
        jq -r '.. | objects | (.properties // {} | keys[]), (.enum // [] | .[] | strings)' |
        sort -u | sed 's/["\\]//g; s/.*/"&"/'
}

# 50 000 steps, the bound of one contact, may take a minute with sanitizers.
fuzz() {
    "$dir/fuzz/fuzz_$1" -max_total_time="$seconds" -timeout=200 -rss_limit_mb=3000 \
        -dict="$dir/words.txt" -artifact_prefix="$dir/crash-$1-" -print_final_stats=1 \
        "$dir/inputs/$1" >"$dir/$1.log" 2>&1
    echo $? >"$dir/$1.status"
}

dictionary >"$dir/words.txt"
for target in "${targets[@]}"; do seed "$target"; done
for target in "${targets[@]}"; do
    while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n; done
    fuzz "$target" &
done
wait

found=0
total=0
for target in "${targets[@]}"; do
    tried=$(sed -n 's/^stat::number_of_executed_units: *//p' "$dir/$target.log")
    [ "$(cat "$dir/$target.status")" -eq 0 ] || found=$((found + 1))
    total=$((total + ${tried:-0}))
    echo "fuzz: $target: ${tried:-0} inputs in $seconds s, status $(cat "$dir/$target.status")"
done
echo "fuzz: $total inputs over ${#targets[@]} targets, $found targets with a finding"
[ "$found" -eq 0 ] || ls "$dir"/crash-*
[ "$found" -eq 0 ]
