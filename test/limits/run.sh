#!/bin/sh
# What would take too much of the machine is refused before it starts, with the estimate and the
# option that raises the limit; numbers that are none do not come in.
# usage: run.sh PATH-OF-DASHPOT

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=test/cli/begin.sh
. "$here/../cli/begin.sh"
cd "$dir" || exit 1
# shellcheck source=test/limits/scenarios.sh
. "$here/scenarios.sh"

# at_once TEXT ARGUMENT...: refused as bad input, with nothing written. The limit of time is
# generous: it tells a refusal from a run that would never end.
at_once() {
    text=$1
    shift
    label="dashpot $*"
    timeout 300 "$program" "$@" --out result >"$out" 2>"$err" </dev/null
    got=$?
    if [ "$got" -eq 2 ]; then pass; else fail "exit status $got, not 2"; fi
    if grep -qF -- "$text" "$err"; then pass; else fail "stderr lacks '$text'"; fi
    if [ -e result ] || [ -e result.partial ]; then fail "something was written"; else pass; fi
    rm -rf result result.partial
    # `check` says the same; the first argument is the command
    shift
    label="dashpot check $*"
    timeout 300 "$program" check "$@" >"$out" 2>"$err.check" </dev/null
    got=$?
    if [ "$got" -eq 2 ]; then pass; else fail "exit status $got, not 2"; fi
    if grep -qF -- "$text" "$err.check"; then pass; else fail "check lacks '$text'"; fi
}

# --- time ----------------------------------------------------------------------------------------
# too_long TEXT ARGUMENT...: the same where every trial takes a second of processor time
too_long() { by_clock 1e-6 1 at_once "$@"; }
at_once 'too few digits for a clearance' run crank.yaml --set run.turns=1e300
too_long '--max-time sets it' run crank.yaml --set run.turns=1e8
too_long 'the limit is 0.001 s' run crank.yaml --max-time '1 ms'
too_long '--max-time sets it' run bounce.yaml --set run.until=1e300
too_long 'the limit is 0.01 s' run bounce.yaml --set 'run.until=1 h' --max-time 10ms
too_long '--max-time sets it' run journal.yaml --set journal.collisions=100000 --max-time 1ms
at_once 'steps; there may be at most 1e12' run chain.yaml --set run.until=1e300
too_long '--max-time sets it' run chain.yaml --set 'run.until=100 s' --max-time '1 s'
sed 's/step: [^,}]*, //; s/integrator: [a-z0-9]*/integrator: dop853/' chain.yaml >adaptive.yaml
too_long '--max-time sets it' run adaptive.yaml --max-time '0.1 ms'
too_long '--max-time sets it' run sweep.yaml --max-time '10 ms'

# --- memory and output ---------------------------------------------------------------------------
at_once 'at most 1073741824 bodies' run chain.yaml --set chain.beads.0.count=1000000000000
at_once 'a larger --max-memory' run chain.yaml --set chain.beads.0.count=1000000 --max-memory 10MB
# long chains are refused by what their first beads take, before anything is made for the rest
at_once '100000001 bodies take at least' run chain.yaml --set chain.beads.0.count=100000000 \
    --max-memory 8GiB
# lower ARGUMENT...: that is less than what the whole run takes, and more than 64 bytes a body
lower() {
    set -- run chain.yaml --set chain.beads.0.count=300000 "$@"
    at_once '300001 bodies take at least' "$@" --max-memory 20MB
    least=$(sed -n 's/.*at least \([0-9.e+]*\) bytes.*/\1/p' "$err")
    at_once 'the run takes' "$@" --max-memory "$(awk -v b="$least" 'BEGIN { print 1.001 * b }')"
}
lower
lower --set 'chain.contact={law: tsuji, restitution: 0.9}' --set run.threads=2
lower --set run.integrator=rk4 --set 'chain.beads.0.gap=1 um'
lower --set 'chain.gravity=9.81' --set 'chain.right={type: wall, material: steel}'
lower --set 'chain.contacts=[{at: 5, contact: {law: tsuji, restitution: 0.9}},
    {at: 299999, contact: {law: hertz}}]'
at_once 'a larger run.memory' run chain.yaml --set run.memory=1000
at_once '--max-output sets it' run chain.yaml --max-output 10kB
at_once 'at most 10 million' run crank.yaml --set output.every=1e-30
at_once '--max-output sets it' run crank.yaml --set output.every=1e-6 --max-output '1 MB'
at_once '--max-memory sets it' run crank.yaml --set output.every=1e-6 --max-memory '1 MiB'
at_once 'at most 10 million' run bounce.yaml --set output.every=1e-30
# rows are counted before the body falls where it never rests; the file alone tells
refused 2 'which makes 2.5e+09 rows' check bounce.yaml --set 'run.until=2500 s' \
    --set output.every=1e-6
run 0 check bounce.yaml --set 'run.until=2500 s' --set output.every=1e-3
# where it rests some day, the first pass ends with the row too many
at_once 'as the body bounces for longer than 1 s' run bounce.yaml --set 'run.until=2500 s' \
    --set output.every=1e-7 \
    --set 'bounce.contact={law: flores, restitution: 0.9999, stiffness: 1e9}'
# what ends before `until` has few rows
run 0 run bounce.yaml --set 'run.until=1e6 s' --set output.every=1e-3 \
    --set 'bounce.contact={law: flores, restitution: 0.5, stiffness: 1e9}'
at_once '--max-output sets it' run bounce.yaml --set output.every=1e-5 --max-output 1MB
at_once 'at most 10 million' run impact.yaml --set output.every=1e-30
at_once '--max-output sets it' run impact.yaml --set output.every=1e-9 --max-output 100kB
at_once '--max-output sets it' run sweep.yaml --max-output 1kB

# --- counts that no integer holds ----------------------------------------------------------------
at_once '1..10000' run crank.yaml --set run.ensemble=1000000000
at_once 'ensemble' run crank.yaml --set run.ensemble=1e300
at_once '1..100000' run journal.yaml --set journal.collisions=1000000000000
at_once 'sectors' run journal.yaml --set journal.sectors=1e300
at_once '1..256' run chain.yaml --set run.threads=1000000000
at_once '0..256' run crank.yaml --set run.threads=1000000000
at_once '2..100000' run sweep.yaml --set sweep.parameters.0.count=1000000000
at_once 'count' run chain.yaml --set chain.beads.0.count=99999999999999999999999

# --- limits that are set -------------------------------------------------------------------------
for size in 8GB '8 GB' 500MiB 1e9 '0.5 TiB' 1TB none; do
    run 0 run impact.yaml --max-memory "$size" --max-output "$size"
done
for time in '1 h' 2h 30min '90 s' 100 none; do run 0 run impact.yaml --max-time "$time"; done
for size in -1 0 x 4XB GB nan inf 1e999 '4 m'; do
    refused 1 'it must be a number of bytes' run impact.yaml --max-memory "$size"
    refused 1 'it must be a number of bytes' run impact.yaml --max-output "$size"
done
for time in -1 0 x nan inf 1e999 '4 m' 1GB; do
    refused 1 'it must be a time' run impact.yaml --max-time "$time"
done
# a limit that was raised lets through what was refused
refused 2 '--max-output sets it' run sweep.yaml --set sweep.parameters.0.count=50 --max-output 1kB \
    --out raised
run 0 run sweep.yaml --set sweep.parameters.0.count=50 --max-output 1MB --out raised

# --- numbers that are none -----------------------------------------------------------------------
for value in .nan nan NaN .inf -.inf inf Infinity 1e999 -1e999 '1e308 km' '1e-320 nm' 0x10; do
    refused 2 '' run impact.yaml --set impact.bodies.0.velocity="$value"
    refused 2 '' run impact.yaml --set impact.contact.restitution="$value"
    refused 2 '' run bounce.yaml --set bounce.height="$value"
    refused 2 '' run journal.yaml --set journal.mass="$value"
    refused 2 '' run chain.yaml --set run.until="$value"
    refused 2 '' run chain.yaml --set chain.gravity="$value"
    refused 2 '' run crank.yaml --set mechanism.bodies.0.mass="$value"
    refused 2 '' run crank.yaml --set run.turns="$value"
    refused 2 '' run sweep.yaml --set sweep.parameters.0.to="$value"
    refused 2 '' force --law hertz --set stiffness=1e9 --delta "$value" --rate 0
    refused 2 '' force --law hertz --set stiffness=1e9 --delta 1e-6 --rate "$value"
    refused 2 '' force --law hertz --set stiffness="$value" --delta 1e-6 --rate 0
    refused 2 '' restitution --law hunt-crossley --set restitution="$value"
    printf 'radius [mm],mass [g]\n1,1\n1,%s\n' "$value" >beads.csv
    refused 2 'beads.csv:3' run chain.yaml --set 'chain.beads=[{csv: beads.csv, material: steel}]'
done
# speeds without meaning, of keys and of tables
fast='it must lie in -1e9..1e9 m/s'
refused 2 "velocity is 1e+200 m/s; $fast" run chain.yaml --set chain.striker.velocity=1e200
refused 2 "velocity is -2e+09 m/s; $fast" run chain.yaml --set chain.beads.0.velocity=-2e9
refused 2 "velocity is 2e+09 m/s; $fast" run chain.yaml \
    --set 'chain.beads=[{material: steel, pattern: [{radius: 1 mm},
    {radius: 2 mm, velocity: 2e9}]}]'
refused 2 "velocity of point 2 is 1e+30 m/s; $fast" run chain.yaml \
    --set 'chain.right={type: driven, material: steel, velocity: [[0, 0], [1, 1e30]]}'
refused 2 "incident is 1e+30 m/s; $fast" run chain.yaml \
    --set 'chain.right={type: bar, impedance: 3, material: steel, incident: 1e30}'
for speed in 1e200 3; do
    printf 'radius [mm],velocity [m/s]\n5,%s\n5,-%s\n' $speed $speed >beads.csv
    sed '/striker/d; /sensors/d; s/{count.*}/{csv: beads.csv, material: steel}/
        s/step: [^,]*, //' chain.yaml >table.yaml
    if [ $speed = 3 ]; then
        run 0 run table.yaml
    else
        refused 2 "velocity of bead 1 of the table is 1e+200 m/s; $fast" run table.yaml
    fi
done
# a force beyond the range of a double is an error and no number
run 3 force --law hertz --set stiffness=1e300 --delta 1e9 --rate 0 --json
if [ -s "$out" ]; then fail "stdout is not empty"; else pass; fi

# --- files that are none -------------------------------------------------------------------------
mkfifo pipe.csv && label="a pipe for a table"
timeout 300 "$program" run chain.yaml --set 'chain.beads=[{csv: pipe.csv, material: steel}]' \
    >"$out" 2>"$err" </dev/null
got=$?
if [ "$got" -eq 4 ] && grep -q 'it is a named pipe' "$err"
then pass; else fail "is not refused"; fi

# --- the stack ------------------------------------------------------------------------------------
label='a small stack'
# what sanitizers need of it is more
if ! grep -q __asan_init "$program"; then
    for size in 64 256 1000; do
        (ulimit -s $size && exec "$program" run chain.yaml --out result --quiet) >"$out" 2>"$err"
        got=$?
        if [ "$got" -eq 4 ]; then pass; else fail "$size kB: exit status $got, not 4"; fi
        if grep -qF "the stack is limited to $size kB (ulimit -s); dashpot needs 1024" "$err"
        then pass; else fail "stderr says: $(head -n 1 "$err")"; fi
    done
    (ulimit -s 1024 && exec "$program" run chain.yaml --quiet) >"$out" 2>"$err"
    got=$?
    if [ "$got" -eq 0 ]; then pass; else fail "1024 kB: exit status $got, not 0"; fi
fi

finish
