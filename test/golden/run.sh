#!/usr/bin/env bash
# Determinism: what a run computes is the same to the last bit for every compiler, optimisation,
# instruction set and number of threads. Each line of cases.txt is run; summary and series are
# hashed and compared with hashes.txt.
#
#     run.sh PATH-OF-DASHPOT              compare
#     run.sh PATH-OF-DASHPOT --write      write hashes.txt anew, after a change that is meant
#
# The hashes hold for x86-64 with FMA and the elementary functions of glibc 2.28 or later; without
# them sin, exp and pow may differ in the last bit, and the suite is left out (status 77).

set -u
program=$(realpath "${1:?usage: run.sh PATH-OF-DASHPOT [--write]}")
mode=${2-compare}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$root" || exit 1

if ! grep -qw fma /proc/cpuinfo 2>/dev/null; then
    echo "golden: this machine has no FMA; the hashes were made with it"
    exit 77
fi

# Numbers of the run alone: how fast it went, what it took, and what is said about them, is none. A
# run takes more memory when a structure grows, which is no change of what it computes. Where a
# mechanism starts, its series says, too.
hash_of() {
    {
        jq -S 'del(.. | .particle_steps_per_second?, .threads?, .notes?, .memory_bytes?) |
            del(.start?, .singular_positions?, .horizon_cause?, .shadow?)' \
            "$1/summary.json"
        cat "$1"/*.csv
    } | sha256sum | cut -c 1-32
}

# run_case NAME SCENARIO ENTRIES [OPTION]...: the hash of one run
run_case() {
    local set=() entry
    while IFS= read -r entry; do
        entry=$(sed 's/^ *//; s/ *$//' <<<"$entry")
        [ -n "$entry" ] && set+=(--set "$entry")
    done < <(tr ';' '\n' <<<"$3")
    rm -rf "$dir/out"
    # without a PATH no gnuplot is found and no picture drawn: only numbers matter here
    PATH=/nowhere "$program" run "$2" "${set[@]}" "${@:4}" --out "$dir/out" --quiet 2>"$dir/err" ||
        { echo "failed: $(head -n 1 "$dir/err")"; return; }
    hash_of "$dir/out"
}

wrong=0
count=0
# expect NAME HASH EXPECTED
expect() {
    count=$((count + 1))
    [ "$2" = "$3" ] && return
    echo "golden: $1 gives $2, not $3"
    wrong=$((wrong + 1))
}

list="$dir/hashes.txt"
while IFS='|' read -r name scenario entries; do
    name=$(tr -d ' ' <<<"$name")
    scenario=$(tr -d ' ' <<<"$scenario")
    case $name in '' | '#'*) continue ;; esac
    hash=$(run_case "$name" "$scenario" "$entries")
    echo "$hash $name" >>"$list"
    if [ "$mode" != --write ]; then
        expect "$name" "$hash" "$(awk -v name="$name" '$2 == name {print $1}' "$here/hashes.txt")"
    fi
    # the same with other numbers of threads
    case $name in
    chain-1000 | chain-verlet | mechanism-ensemble)
        for threads in 1 2 3 5; do
            expect "$name, $threads threads" \
                "$(run_case "$name" "$scenario" "$entries; run.threads=$threads")" "$hash"
        done ;;
    sweep*)
        for threads in 1 3; do
            expect "$name, $threads threads" \
                "$(run_case "$name" "$scenario" "$entries" --threads "$threads")" "$hash"
        done ;;
    esac
done <"$here/cases.txt"

if [ "$mode" = --write ]; then
    grep -q failed "$list" && { grep failed "$list"; exit 1; }
    mv "$list" "$here/hashes.txt"
    echo "golden: $(wc -l <"$here/hashes.txt") hashes written"
fi
echo "golden: $count comparisons, $wrong differ"
[ "$wrong" -eq 0 ]
