#!/usr/bin/env bash
# Configure and build one preset into build/<preset>. How far it is goes to standard error: one line
# that is rewritten on a terminal, else a line at every quarter.
#
#     tools/build.sh PRESET [-DOPTION=VALUE]...

set -u -o pipefail
cd "$(dirname "$0")/.." || exit 1
preset=$1
shift

# called from make: its job server is not ours
unset MAKEFLAGS MFLAGS MAKELEVEL
jobs=${JOBS:-$(nproc)}

mkdir -p "build/$preset"
log=build/$preset/build.log

# The percentage of a line of make or ninja that says that something is built; nothing for others.
percent_of() {
    case $1 in *Built\ target*) return ;; esac
    if [[ $1 =~ ^\[\ *([0-9]+)%\] ]]; then
        echo "${BASH_REMATCH[1]}"
    elif [[ $1 =~ ^\[([0-9]+)/([0-9]+)\] ]]; then
        echo $((BASH_REMATCH[1] * 100 / BASH_REMATCH[2]))
    fi
}

# Reads what is built and shows how far it is.
show_progress() {
    local line percent shown=0
    while IFS= read -r line; do
        percent=$(percent_of "$line")
        [ -n "$percent" ] || continue
        if [ -t 2 ]; then
            printf '\rbuilding build/%s: %3d %%' "$preset" "$percent" >&2
        elif [ "$percent" -ge $((shown + 25)) ]; then
            shown=$((percent / 25 * 25))
            echo "building build/$preset: $shown %" >&2
        fi
    done
    # what comes next begins where this line began
    [ ! -t 2 ] || printf '\r\033[K' >&2
}

if [ -t 2 ]; then printf 'building build/%s:   0 %%' "$preset" >&2
else echo "building build/$preset with $jobs processes" >&2; fi
if { cmake --preset "$preset" "$@" && cmake --build "build/$preset" --parallel "$jobs"; } 2>&1 |
    tee "$log" | show_progress; then
    exit 0
fi
grep -E '(error|warning): |^CMake Error|undefined reference' -A 2 "$log" | head -n 20 >&2
echo "building $preset failed; the whole output is in $log" >&2
exit 1
