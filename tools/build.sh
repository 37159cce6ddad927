#!/usr/bin/env bash
# Configure and build one preset into build/<preset>, saying nothing unless it fails.
#
#     tools/build.sh PRESET [-DOPTION=VALUE]...

set -u
cd "$(dirname "$0")/.." || exit 1
preset=$1
shift

# called from make: its job server is not ours
unset MAKEFLAGS MFLAGS MAKELEVEL
jobs=${JOBS:-$(nproc)}

mkdir -p "build/$preset"
log=build/$preset/build.log
if cmake --preset "$preset" "$@" >"$log" 2>&1 &&
    cmake --build "build/$preset" --parallel "$jobs" >>"$log" 2>&1; then
    exit 0
fi
grep -E '(error|warning): |^CMake Error|undefined reference' -A 2 "$log" | head -n 20 >&2
echo "building $preset failed; the whole output is in $log" >&2
exit 1
