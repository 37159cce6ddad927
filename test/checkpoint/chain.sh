# shellcheck shell=sh disable=SC2154,SC2034
# Part of run.sh: chains that are killed, resumed and killed again.

# pictures are not what this is about, and they take longer than the runs
printf '#!/bin/sh\nexit 1\n' >broken/gnuplot
PATH=$PWD/broken:$PATH

# scenario NAME BEADS-OR-ENDS RUN: a chain of a few seconds
scenario() {
    cat >"$1.yaml" <<END
dashpot: 1
title: $1
kind: chain
materials: [{name: steel, young: 193 GPa, poisson: 0.3, density: 8000, yield: 1.0 GPa}]
chain:
$2
run: {$3, checkpoint: 0.05 s}
END
}

mkdir tables
printf 'radius [mm],material\n2.38,steel\n2.2,steel\n2.1,steel\n' >tables/beads.csv
printf 'time [us],velocity [m/s]\n0,0\n5,1.5\n40,1.5\n60,0\n' >tables/push.csv
scenario history "  beads:
    - {csv: tables/beads.csv}
    - {count: 300, radius: 2.38 mm, material: steel}
  striker: {velocity: 1.77 m/s}
  right: {type: wall, material: steel}
  contact: {law: ma-liu}
  sensors: [9, 200]" 'integrator: verlet, step: 20 ns, until: 0.5 ms, threads: 2'
scenario driven "  beads: [{count: 300, radius: 2.38 mm, material: steel}]
  left: {type: driven, velocity: tables/push.csv, material: steel}
  right: {type: bar, impedance: 40, material: steel}
  contact: {law: tsuji, restitution: 0.9}
  sensors: [9, 200]" 'integrator: rk4, step: 20 ns, until: 0.6 ms'
scenario events "  beads: [{count: 40, radius: 2.38 mm, material: steel}]
  striker: {velocity: 1.77 m/s}
  right: {type: wall, material: steel}
  contact: {law: ma-liu}
  sensors: [9, 30]" 'integrator: dop853, rtol: 1.0e-10, until: 2 ms'

# same A B: folders with the same results; how fast they were computed does not count
same() {
    for name in "$1"/*.csv "$1"/scenario.yaml "$1"/plots/*.dat; do
        cmp "$name" "$2${name#"$1"}" || return 1
    done
    grep -v particle_steps_per_second "$1/summary.json" >"$dir/first"
    grep -v particle_steps_per_second "$2/summary.json" >"$dir/second"
    cmp "$dir/first" "$dir/second" || return 1
    h5dump "$1/series.h5" | grep -v 'HDF5 "\|particle_steps_per_second' >"$dir/first"
    h5dump "$2/series.h5" | grep -v 'HDF5 "\|particle_steps_per_second' >"$dir/second"
    cmp "$dir/first" "$dir/second"
}

# chase CHAIN READING...: kill -9 a run at each of these readings of its clock, resume it to its end
chase() {
    chain=$1 begin="run $1.yaml --out killed-$1"
    shift
    for reading in "$@"; do
        # shellcheck disable=SC2086  # several words
        hold_at "$reading" $begin --quiet
        kill -9 "$job" && wait "$job" 2>/dev/null
        is 'no state was saved' [ -e "killed-$chain/checkpoint/0.chk" ]
        begin="run --resume killed-$chain"
    done
    # shellcheck disable=SC2086
    ends 0 program $begin --quiet
    is 'differs from one that was not killed' same "whole-$chain" "killed-$chain"
    is 'the checkpoint is left' is_finished "killed-$chain"
}

for chain in history driven events; do
    label="a chain: $chain"
    ends 0 program run "$chain.yaml" --out "whole-$chain" --quiet
    is 'the checkpoint is left' is_finished "whole-$chain"
    chase "$chain" 30 45 60
done

label='SIGTERM to a chain'
hold_at 40 run history.yaml --out asked-chain
kill "$job"
release
wait "$job"
is 'has not ended as the signal wants' [ $? -eq 143 ]
says 'go on with: dashpot run --resume asked-chain'
is 'there is something on standard output' [ ! -s "$out" ]
is 'there is more than a checkpoint' is_unfinished asked-chain

label='states from somebody else'
# forged CHANGE...: the only state of a copy, with a right checksum, is refused
forged() {
    rm -rf forged && cp -r asked-chain forged && rm -f forged/checkpoint/1.chk
    is "$1 $2 could not be changed" "$driver" forge forged/checkpoint/0.chk "$1" "$2"
    ends 4 program run --resume forged --quiet
    says 'its numbers contradict each other'
    is 'the state is gone' is_unfinished forged
}
for step in 0 5 25000 0x10000000000 0xffffffffffffffff; do forged step $step; done
# how often it was looked at the whole; the last piece holds the energies then
for looks in 0 1 400 0x1000000000; do forged -4.0 $looks; done
for word in -1.0 -1.9 -2.5 1.3 2.7; do
    forged $word nan
    forged $word inf
done
forged 0.0 3
forged -3.0 -1

label='a table that has changed'
is 'it was not noted' grep -q "$PWD/tables/beads.csv" asked-chain/checkpoint/run.json
cp tables/beads.csv keep.csv && echo '2.0,steel' >>tables/beads.csv
ends 4 program run --resume asked-chain
says 'tables/beads.csv has changed since the run began'
cp keep.csv tables/beads.csv
is 'the state is gone' is_unfinished asked-chain

label='resumed from another folder'
mkdir elsewhere && cd elsewhere || exit 1
ends 0 program run --resume ../asked-chain --json
cd .. || exit 1
is 'differs from one that was not stopped' same whole-history asked-chain
if command -v python3 >/dev/null; then
    is 'standard output is no JSON' python3 -m json.tool "$out" "$dir/first"
fi

label='--set stays'
hold_at 40 run history.yaml --set chain.striker.velocity='1 m/s' --out set-chain
kill -9 "$job"
wait "$job" 2>/dev/null
ends 0 program run --resume set-chain --quiet
ends 0 program run history.yaml --set chain.striker.velocity='1 m/s' --out set-whole --quiet
is 'differs from one that was not killed' same set-whole set-chain
