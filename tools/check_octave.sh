#!/usr/bin/env bash
# The gateway for Octave: built into build/octave, octave/test_dashpot.m passes, Ctrl-C ends a run.
#
#     tools/check_octave.sh [BUILD_DIRECTORY]     the program to compare with; build/release
#     tools/check_octave.sh --build               only build it

set -eu
cd "$(dirname "$0")/.."
for tool in mkoctfile octave-cli; do
    command -v $tool >/dev/null && continue
    if [ "${1-}" = --build ]; then
        echo "octave: there is no $tool; on Debian it is in octave-dev" >&2
        exit 1
    fi
    echo "octave: skipped, there is no $tool"
    exit 77
done
program=${1:-build/release}/dashpot
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

log=$scratch/build.log
if ! { cmake -S octave -B build/octave -DCMAKE_BUILD_TYPE=Release &&
    cmake --build build/octave --parallel "${JOBS:-$(nproc)}"; } >"$log" 2>&1; then
    tail -n 20 "$log"
    echo "octave: the gateway could not be built"
    exit 1
fi
if [ "${1-}" = --build ]; then
    echo "build/octave/dashpot.mex: addpath build/octave, then dashpot('help')"
    exit 0
fi
[ -x "$program" ] || { echo "octave: there is no $program; run make build first"; exit 1; }

# Run a script; nothing of the user's own settings counts.
in_octave() {
    timeout --kill-after=10 900 octave-cli --norc --no-history --quiet --path build/octave "$1"
}

cat >"$scratch/stop.m" <<'END'
system(sprintf('(sleep 1; kill -INT %d) >/dev/null 2>&1 &', getpid()));
try
    long = {'run.turns', 100000};
    dashpot('run', 'scenarios/slider-crank-loose.yaml', 'set', long, 'series', false);
catch e
    disp(e.identifier);
end
END
said=$(in_octave "$scratch/stop.m" 2>&1) || true
if [ "$said" != dashpot:stopped ]; then
    echo "octave: Ctrl-C in a run should end it with dashpot:stopped, but Octave says: $said"
    exit 1
fi
DASHPOT=$program SCRATCH=$scratch in_octave octave/test_dashpot.m
