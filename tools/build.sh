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

if [ -t 2 ]; then printf 'building build/%s:   0 %%' "$preset" >&2
else echo "building build/$preset with $jobs processes" >&2; fi
if { cmake --preset "$preset" "$@" && cmake --build "build/$preset" --parallel "$jobs"; } 2>&1 |
    tee "$log" | tools/progress.sh "build/$preset"; then
    exit 0
fi
grep -E '(error|warning): |^CMake Error|undefined reference' -A 2 "$log" | head -n 20 >&2
echo "building $preset failed; the whole output is in $log" >&2
exit 1
