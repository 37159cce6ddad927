#!/bin/sh
# Runs of every kind are killed at random moments by SIGKILL, SIGTERM and SIGINT, and in place of
# every call that writes: nothing final is damaged, nothing finished is lost, and the next run, or
# the one that goes on, has the same bits as one that nobody disturbed.
# usage: run.sh FAULTY-PROGRAM TRY-FAULTS
#
#     KILLS=200      per kind; usually 12
#     SEED=7         of the moments
#     ONLY=NAME      one kind
#     REPORT=FILE    the last line goes there too

here=$(cd "$(dirname "$0")" && pwd)
program=${1:?usage: run.sh FAULTY-PROGRAM TRY-FAULTS}
try=${2:?usage: run.sh FAULTY-PROGRAM TRY-FAULTS}
kills=${KILLS:-12}
seed=${SEED:-20241}
# so many at random moments, and up to half as many in place of a write
half=$(((kills + 1) / 2))

dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/none"
cp -r "$here/../faults/in" "$dir/in"
export FAULT_CLOCK=still FAULT_CHECKPOINTS=200
echo "seed $seed"

# kind_is NAME OUT ARGUMENT...
kind_is() {
    name=$1 out=$2
    shift 2
    [ -z "${ONLY-}" ] || [ "$ONLY" = "$name" ] || return 0
    mkdir -p "$dir/$name/before"
    PATH=$dir/none "$try" --place "$dir/$name" --name "$name" --out "$out" --limit "$half" \
        --seed "$seed" --signals "$kills" kill:io -- "$program" "$@"
    seed=$((seed + 1))
}

first_half() {
    kind_is impact out run "$dir/in/impact.yaml" --out out --quiet
    kind_is bounce out run "$dir/in/bounce.yaml" --out out --quiet
    kind_is journal out run "$dir/in/journal.yaml" --out out --quiet
    mkdir -p "$dir/force/before"
    (cd "$dir/force/before" && PATH=$dir/none "$program" run "$dir/in/bounce.yaml" --out out \
        --quiet) 2>/dev/null
    kind_is force out run "$dir/in/impact.yaml" --out out --quiet --force
}

second_half() {
    kind_is chain out run "$dir/in/chain.yaml" --out out --quiet
    kind_is mechanism out run "$dir/in/mechanism.yaml" --out out --quiet
    kind_is sweep out run "$dir/in/sweep.yaml" --out out --quiet
    TRY_SEVERAL=1 kind_is several out run "$dir/in/impact.yaml" "$dir/in/journal.yaml" --out out \
        --quiet
}

first_half >"$dir/first" 2>&1 &
second_half >"$dir/second" 2>&1
wait
cat "$dir/first" "$dir/second" | tee "$dir/all"
summary=$(awk '/: tried [0-9]+, failed/ {
    gsub(",", ""); tried += $3; failed += $5; if (least == "" || $3 < least) least = $3 }
    END { printf "kills: %d tried, %d survived (at least %d per kind)", tried, tried - failed,
        least }' "$dir/all")
echo "$summary"
[ -z "${REPORT-}" ] || echo "$summary" >"$REPORT"
kinds=8
[ -z "${ONLY-}" ] || kinds=1
[ "$(grep -c ': tried' "$dir/all")" -eq "$kinds" ] &&
    ! grep -q '^FAIL\|failed [1-9]\|tried 0' "$dir/all"
