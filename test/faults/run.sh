#!/bin/sh
# Every allocation, every write and every call into HDF5 fails once, one at a time, for each kind of
# run; nothing may crash, leak, be half written or be lost.
# usage: run.sh FAULTY-PROGRAM TRY-FAULTS
#
#     FAULTS=all     all of them; else at most LIMIT calls of each class (12 when unset)
#     REPORT=FILE    the last line goes there too
#     ONLY=NAME      one case

here=$(cd "$(dirname "$0")" && pwd)
program=${1:?usage: run.sh FAULTY-PROGRAM TRY-FAULTS}
try=${2:?usage: run.sh FAULTY-PROGRAM TRY-FAULTS}
limit=${LIMIT:-12}
if [ "${FAULTS-}" = all ]; then limit=0 SLOW_LIMIT=200; fi

dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/cases" "$dir/none"
cp -r "$here/in" "$dir/in"
failed=0

# runs are the same to the last byte when no time passes; pictures are drawn where a case says so
export FAULT_CLOCK=still FAULT_CHECKPOINTS=200
whole_path=$PATH
bare_path=$dir/none

# case NAME OUT PATH WHAT -- ARGUMENT...: begins with what is in $dir/cases/NAME/before, if anything
case_is() {
    name=$1 out=$2 path=$3 what=$4
    shift 4
    [ -z "${ONLY-}" ] || [ "$ONLY" = "$name" ] || return 0
    mkdir -p "$dir/cases/$name/before"
    # shellcheck disable=SC2086  # several words
    PATH=$path "$try" --place "$dir/cases/$name" --name "$name" --out "$out" --limit "$limit" \
        $what -- "$program" "$@" >"$dir/cases/$name/result" 2>&1
    cat "$dir/cases/$name/result"
    rm -rf "$dir/cases/$name/trial" "$dir/cases/$name/after"
}

# what a run with --force is to replace
with_old() {
    mkdir -p "$dir/cases/$1/before"
    (cd "$dir/cases/$1/before" && PATH=$bare_path "$program" run "$dir/in/bounce.yaml" --out out \
        --quiet --set bounce.height='10 cm') 2>/dev/null
}

in=$dir/in
files='alloc alloc+ io:ENOSPC io+:ENOSPC io:EIO write:short write:EINTR read:EIO hdf5 hdf5+'
few='alloc io+:EDQUOT read:EMFILE'

first_half() {
    for kind in impact bounce journal sweep; do
        case_is "$kind" out "$bare_path" "$files" run "$in/$kind.yaml" --out out
    done
    with_old force
    case_is force out "$bare_path" 'alloc io:EIO io+:ENOSPC write:EINTR read:EIO hdf5' \
        run "$in/impact.yaml" --out out --force
    case_is measured out "$bare_path" "$few" run "$in/measured.yaml" --out out --quiet
    case_is json '' "$bare_path" 'alloc alloc+ io:EIO read:EIO' run "$in/journal.yaml" --json
    case_is check '' "$bare_path" 'alloc alloc+ io:EIO read:EIO' \
        check "$in/chain.yaml" "$in/mechanism.yaml"
}

second_half() {
    for kind in mechanism chain; do
        case_is "$kind" out "$bare_path" "$files" run "$in/$kind.yaml" --out out --quiet
    done
    TRY_SEVERAL=1 case_is several out "$bare_path" "$few" \
        run "$in/impact.yaml" "$in/journal.yaml" --out out --json
    case_is parents a/b/out "$bare_path" "$few" run "$in/impact.yaml" --out a/b/out --quiet
    case_is chart out "$bare_path" "$few hdf5" \
        design-chart "$in/bearings.csv" --mass '1 kg' --out out --json
    case_is laws '' "$bare_path" 'alloc alloc+ io:EIO' laws --json
    limit=${SLOW_LIMIT:-3} case_is reproduce out "$bare_path" 'alloc io+:EDQUOT' \
        reproduce 003 --quick --quiet --out out
    limit=${SLOW_LIMIT:-6} case_is pictures out "$whole_path" 'io:ENOSPC read:EIO spawn' \
        run "$in/impact.yaml" --out out --quiet
}

first_half >"$dir/first" 2>&1 &
second_half >"$dir/second" 2>&1
wait
cat "$dir/first" "$dir/second" | tee "$dir/all"
# shellcheck source=test/faults/places.sh
case ${ONLY:-places} in places) . "$here/places.sh" ;; esac

summary=$(awk '/: tried [0-9]+, failed/ {
    gsub(",", ""); tried += $3; failed += $5; allocations += $7; writes += $9; reads += $11 }
    END { printf "faults: %d tried, %d survived (%d allocations, %d writes, %d reads)", tried,
        tried - failed, allocations, writes, reads }' "$dir/all")
echo "$summary"
[ -z "${REPORT-}" ] || echo "$summary" >"$REPORT"
[ "$failed" -eq 0 ] && ! grep -q '^FAIL\|failed [1-9]\|tried 0' "$dir/all"
