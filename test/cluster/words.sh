# shellcheck shell=bash disable=SC2034,SC2154
# Words of run.sh and slurm.sh. Expects the program as $1 and this folder as $here; sets $program,
# $examples, and $dir, an empty folder.

program=$(realpath -e "$1") || exit 1
[ -x "$program" ] || { echo "cannot run $program" >&2; exit 1; }
examples=$(realpath -e "$here/../../examples/cluster") || exit 1
dir=$(mktemp -d) || exit 1
passed=0 failed=0 skipped=0
failures=
log=$dir/log

# the launchers read these; a suite may run inside a job itself
unset SCENARIO PARTS OUT JOBS "${!OMPI_@}" "${!PMI_@}" "${!PMIX_@}" "${!SLURM_@}" "${!SBATCH_@}" \
    "${!PBS_@}"
unset MAKEFLAGS MFLAGS MAKELEVEL
export DASHPOT=$program

ok() {
    passed=$((passed + 1))
    echo "ok      $1"
}

# not_ok WHAT: with the end of what was said
not_ok() {
    failed=$((failed + 1))
    failures+="FAILED  $1"$'\n'
    echo "FAILED  $1"
    [ ! -s "$log" ] || tail -n 8 "$log" | sed 's/^/        /'
}

skip() {
    skipped=$((skipped + 1))
    echo "skipped $1"
}

have() { command -v "$1" >/dev/null 2>&1; }

# holds WHAT COMMAND...
holds() {
    local what=$1
    shift
    if "$@" >"$log" 2>&1; then ok "$what"; else not_ok "$what"; fi
}

# ends STATUS WHAT COMMAND...
ends() {
    local want=$1 what=$2 got
    shift 2
    "$@" >"$log" 2>&1
    got=$?
    if [ "$got" -eq "$want" ]; then ok "$what"; else not_ok "$what: status $got, not $want"; fi
}

# says WHAT TEXT: the last command did
says() {
    if grep -qiE -- "$2" "$log"; then ok "$1"; else not_ok "$1: '$2' is not said"; fi
}

# isnt_there WHAT FILE
isnt_there() {
    : >"$log"
    if [ -e "$2" ]; then not_ok "$1"; else ok "$1"; fi
}

# same WHAT SINGLE MERGED [FILE]...: the bytes of a single run
same() {
    local what=$1 single=$2 merged=$3 file
    shift 3
    : >"$log"
    for file in series.csv summary.json report.html "$@"; do
        # an empty one would agree with nothing
        if ! [ -s "$single/$file" ] || ! cmp "$single/$file" "$merged/$file" >>"$log" 2>&1; then
            not_ok "$what: $file is not that of a single run"
            return
        fi
    done
    ok "$what: the bytes of a single run"
}

# until_state COMMAND...: looks until it holds; gives up where no machine is so slow
until_state() {
    local end=$((SECONDS + 600))
    until "$@"; do
        if [ "$SECONDS" -gt "$end" ]; then
            echo "        gave up on: $*"
            return 1
        fi
        sleep 0.02
    done
}

# journal_sizes DIR: NAME SIZE of each journal that is not empty
journal_sizes() {
    find "$1/journals" -name '*.points' -size +0 -printf '%f %s\n' 2>/dev/null | sort
}

# counts DIR CONDITION: of what status says, for jq
counts() {
    "$program" status "$1" --json >"$dir/status.json" || return 1
    jq -e "$2" "$dir/status.json" || { cat "$dir/status.json" && return 1; }
}

# grown DIR PART: its journal is longer than it was when first seen, so there is a finished point
declare -A first_size
grown() {
    local name size is_longer=1
    while read -r name size; do
        [[ $name = part-*$2-of-* ]] || continue
        : "${first_size[$1/$name]:=$size}"
        [ "$size" -eq "${first_size[$1/$name]}" ] || is_longer=0
    done < <(journal_sizes "$1")
    return "$is_longer"
}

# turns COUNT FILE: the sweep of the examples, whose points take as long as they have turns
turns() {
    sed "s/^run: {turns: 10,/run: {turns: $1,/" "$examples/sweep.yaml" >"$2"
    ! cmp -s "$2" "$examples/sweep.yaml"
}

finish() {
    [ "$failed" -eq 0 ] || printf '\nfailed checks:\n%s' "$failures"
    echo "$skipped skipped, $passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}
