#!/usr/bin/env bash
# What takes longer than make test: each part leaves docs/test-long/PART.md, from which
# docs/testing.md takes its figures.
#
#     tools/test_long.sh [PART]...
#
# mutations  break the library on purpose and see that the unit tests notice
# faults     every allocation and every write made to fail
# kills      200 kills in every kind
# inputs     bad input, limits, runs that break off, hostile texts and folders
# fuzz       each target for FUZZ_SECONDS, 600
# papers     all rows and figures, and what is written about them
# coverage   lines and branches
# cluster    sweeps in parts under Slurm, Snakemake and the like
# package    Debian packages of HEAD, looked at by lintian, installed in a bare root and used

set -u
cd "$(dirname "$0")/.." || exit 1
parts=("$@")
[ ${#parts[@]} -gt 0 ] || parts=(inputs mutations faults kills fuzz papers coverage cluster package)
program=build/release/dashpot
log=$(mktemp)
trap 'rm -f "$log" "$log".*' EXIT

# what is followed on the way comes once more in the end
mutations() { tools/mutate.sh 2>/dev/null; }
# FAULTS_LIMIT: at most so many calls of each class in each case, else all of them
faults() {
    [ -z "${FAULTS_LIMIT-}" ] || echo "at most $FAULTS_LIMIT calls of each class in each case"
    LIMIT=${FAULTS_LIMIT:-0} SLOW_LIMIT=${FAULTS_LIMIT:-200} test/faults/run.sh "${faulty[@]}"
}
kills() { KILLS=200 test/kills/run.sh "${faulty[@]}"; }
# Suites that count what they try, one line each.
inputs() {
    local suite line worst=0
    for suite in cli scenario sweep edges limits partial security; do
        "test/$suite/run.sh" "$PWD/$program" "$guard" >"$log.suite" 2>&1 || worst=1
        # what failed is listed above the counts
        sed -n '/^failed checks:$/,$p' "$log.suite" | sed '$d'
        line=$(tail -n 1 "$log.suite")
        echo "$suite: $line"
        case $line in *' 0 failed'*) ;; *) worst=1 ;; esac
    done
    return "$worst"
}
fuzz() { tools/fuzz.sh "${FUZZ_SECONDS:-600}"; }
papers() {
    test/reproduce/run.sh "$program" all &&
        tools/check_docs.sh build/release &&
        SNIPPETS=all tools/check_snippets.sh build/release README.md &&
        cp docs/choosing.md "$log.choosing" && tools/write_choosing.sh &&
        diff "$log.choosing" docs/choosing.md
}
coverage() { tools/coverage.sh; }
cluster() { test/cluster/run.sh "$program" all; }
package() { tools/package.sh && tools/package.sh --try; }

# write PART STATUS: the page of a part
write() {
    local commit
    commit=$(git rev-parse --short HEAD)
    git diff --quiet HEAD -- . ':!docs' || commit="$commit with local changes"
    {
        echo "# Long test: $1"
        echo
        echo "Written by \`make test-long\`; do not edit."
        echo
        echo "* Date: $(date -u +%F)"
        echo "* Commit: $commit"
        echo "* Result: $([ "$2" -eq 0 ] && echo passed || echo "failed, status $2")"
        echo
        echo '```'
        # what it printed, without the names of temporary folders
        sed -E 's|/[^ ]*/tmp\.[A-Za-z0-9]+|TEMP|g' "$log"
        echo '```'
    } >"docs/test-long/$1.md"
    echo "docs/test-long/$1.md written"
}

# BUILD=no: with what is there
[ "${BUILD-}" = no ] ||
    tools/build.sh release -DDP_TESTS=ON -DDP_EXAMPLES=ON -DDP_BENCH=ON || exit 1
faulty=("$PWD"/build/release/test/faults/{faulty_program,try_faults})
guard=$PWD/build/release/test/security/security_guard
worst=0
mkdir -p docs/test-long
for part in "${parts[@]}"; do
    case $part in
    inputs | mutations | faults | kills | fuzz | papers | coverage | cluster | package) ;;
    *) echo "test-long: there is no part '$part'"; exit 1 ;;
    esac
    echo "=== $part"
    "$part" >"$log" 2>&1
    status=$?
    tail -n 3 "$log"
    write "$part" "$status"
    [ "$status" -eq 0 ] || worst=1
done
tools/write_testing.sh
exit "$worst"
