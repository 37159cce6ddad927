#!/bin/sh
# Runs that break off: what they say (time, body, contact), exit status 3, and what they leave in
# DIR.partial. Every failure is provoked by a scenario, none by a hook.
# usage: run.sh PATH-OF-DASHPOT

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=test/cli/begin.sh
. "$here/../cli/begin.sh"
cd "$dir" || exit 1
# shellcheck source=test/limits/scenarios.sh
. "$here/../limits/scenarios.sh"

holds() {
    if grep -qE -- "$2" "$1"; then pass; else fail "$1 lacks '$2'"; fi
}

# partial ROWS BODY CONTACT ARGUMENT...: breaks off, names where, leaves at least so many rows.
partial() {
    rows=$1 body=$2 contact=$3
    shift 3
    rm -rf result result.partial
    label="dashpot run $*"
    timeout 600 "$program" run "$@" --allow-unphysical --out result >"$out" 2>"$err" </dev/null
    got=$?
    if [ "$got" -eq 3 ]; then pass; else fail "exit status $got, not 3"; fi
    holds "$err" "it broke off at [0-9.e+-]+ s.*$body.*$contact"
    holds "$err" 'is in result.partial'
    if [ -e result ]; then fail "there is a folder result"; else pass; fi
    if [ -s "$out" ]; then fail "stdout is not empty"; else pass; fi
    for file in scenario.yaml summary.json series.csv series.h5; do
        if [ -s "result.partial/$file" ]; then pass; else fail "no $file"; return; fi
    done
    if [ -e result.partial/plots ]; then fail "there is a folder plots"; else pass; fi
    if is_json result.partial/summary.json; then pass; else fail "the summary is no JSON"; fi
    holds result.partial/summary.json '^  "partial": true'
    holds result.partial/summary.json '^  "reason": ".*it broke off at'
    holds result.partial/summary.json '^  "time": [0-9.e+-]+,'
    holds result.partial/summary.json "^  \"body\": (\".*$body|null)"
    holds result.partial/summary.json "^  \"contact\": (\".*$contact|null)"
    count=$(sed 1d result.partial/series.csv | wc -l)
    if [ "$count" -ge "$rows" ]; then pass; else fail "$count rows, not $rows"; fi
    if grep -qE '(^|,)(,|$)|nan|inf' result.partial/series.csv
    then fail "a number is missing"; else pass; fi
    # no row is later than the end
    if awk -F, -v end="$(sed -n 's/^  "time": \(.*\),/\1/p' result.partial/summary.json)" \
        'NR > 1 && $1 > end * (1 + 1e-9) { late = 1 } END { exit late }' result.partial/series.csv
    then pass; else fail "a row is later than the time"; fi
    # the scenario in it is the one that was run
    timeout 600 "$program" run result.partial/scenario.yaml --allow-unphysical >"$out" \
        2>"$dir/again" </dev/null
    if [ "$?" -eq 3 ]; then pass; else fail "the scenario does not fail again"; fi
}

touches='contact of body 1 and body 2'
cylinder='law: johnson-cylinder, modulus: 100 GPa, bearing_radius: 20 mm'
cylinder="$cylinder, clearance: 0.1 mm, length: 20 mm"

# --- impact: beyond the range of the law; not over in time; numbers too far apart ----------------
partial 1000 'body 1' "$touches" impact.yaml --set "impact.contact={$cylinder, restitution: 0.9}" \
    --set impact.bodies.0.velocity=1000
partial 10 'body 1' "$touches" impact.yaml --set 'run={until: 1 us}'

# --- bounce: the first impact is too hard --------------------------------------------------------
partial 1000 'the body' 'contact of body and floor' bounce.yaml --set bounce.height=1e6 \
    --set "bounce.contact={$cylinder, restitution: 0.9}" --set run.until=1e5
holds result.partial/summary.json '"impacts": \['

# --- journal -------------------------------------------------------------------------------------
partial 1 'the journal' 'contact of journal and bearing' journal.yaml --set journal.start.speed=100
partial 2 'the journal' 'contact of journal and bearing' journal.yaml \
    --set journal.start.speed=100 --set journal.solver=resolved
holds "$err" 'this was collision 1'

# --- chain: every integrator leaves the range of the law, and names the contact ------------------
law='{law: johnson-cylinder, length: 1 cm, bearing_radius: 1 cm, clearance: 1 mm}'
for integrator in verlet predictor-corrector rk4; do
    partial 1 '(the striker|bead 1)' 'contact 0' chain.yaml --set "chain.contact=$law" \
        --set chain.striker.velocity=1e4 --set run.integrator=$integrator --set 'run.step=1 ns' \
        --set 'output.every=1 ns'
    holds "$err" 'no longer finite after step [0-9]+ of'
    if [ -s result.partial/energy.csv ] && [ -s result.partial/final.csv ]
    then pass; else fail "no further tables"; fi
done
partial 1 '(the striker|bead 1)' 'contact 0' chain.yaml --set "chain.contact=$law" \
    --set chain.striker.velocity=1e4 --set 'run={integrator: dop853, until: 200 us}'
# a step near the limit of stability: the ledger tells
partial 100 '(the striker|bead)' 'contact [0-9]+' chain.yaml --set run.step='300 ns' \
    --set 'chain.contact={law: kelvin-voigt, stiffness: 1e7, damping: 300}'
thin='{law: johnson-cylinder, length: 0.1 mm, bearing_radius: 1 cm, clearance: 0.1 um}'
# many slices go by before it happens: the step is searched for from a state kept on the way
partial 1000 'bead (1999|2000)' 'contact 1999' chain.yaml --set chain.beads.0.count=2000 \
    --set "chain.contacts=[{at: 1999, contact: $thin}]" \
    --set 'run={step: 20 ns, until: 30 ms}' --set chain.sensors='[10]'

# --- mechanism: a stiffness beyond reason ---------------------------------------------------------
stiff='{law: lankarani-nikravesh, restitution: 0.46, stiffness: 1e290}'
partial 10 'body' 'contact pin' crank.yaml --set "mechanism.joints.3.contact=$stiff"

# --- sweep ---------------------------------------------------------------------------------------
rm -rf result result.partial
run 3 run sweep.yaml --set sweep.parameters.0.count=5 --set 'run={until: 1e-12 s}' --out result
holds "$err" 'none of the 5 points.*it broke off at 1e-12 s, body 1, contact of body 1 and body 2'
holds result.partial/summary.json '"failed": 5'
if [ "$(wc -l <result.partial/series.csv)" -eq 6 ]; then pass; else fail "not five rows"; fi
rm -rf result.partial
# a point that fails is no failure of the sweep
run 0 run sweep.yaml --set sweep.parameters.0.count=5 --set 'run={until: 330 us}' --out result
if [ -e result.partial ]; then fail "result.partial is there"; else pass; fi
rm -rf result

# --- time is up ----------------------------------------------------------------------------------
partial_late() {
    rm -rf result result.partial
    by_clock 0.01 1e-9 run 3 run "$@" --out result --max-time '2 s'
    holds "$err" 'the run has taken 2 s, the limit, and was stopped; --max-time sets it'
    holds result.partial/summary.json '"partial": true'
    count=$(sed 1d result.partial/series.csv | wc -l)
    if [ "$count" -ge 10 ]; then pass; else fail "$count rows only"; fi
    # the work is not lost: who has more time goes on
    holds "$err" 'the run is saved up to step [0-9]+; go on with: dashpot run --resume result'
}
wall='{type: wall, material: steel}'
partial_late chain.yaml --set "chain.left=$wall" --set "chain.right=$wall" \
    --set chain.beads.0.count=1 --set 'chain.striker={velocity: 1.77 m/s}' \
    --set 'chain.sensors=[1]' --set 'run={integrator: dop853, until: 1 s}' \
    --set 'output.every=10 us'
# between two looks as well
single="--set chain.beads.0.count=1 --set chain.striker.copy=false --set chain.sensors=[1]"
# shellcheck disable=SC2086  # several words
by_clock 0.01 1e-9 run 3 run chain.yaml --set "chain.left=$wall" --set "chain.right=$wall" $single \
    --set 'run={integrator: dop853, until: 1 s}' --set 'output.every=1 s' --out between \
    --max-time '0.2 s'
holds "$err" 'the run has taken 0.2 s, the limit, and was stopped'
rm -rf between between.partial*
by_clock 0.01 1e-9 run 3 run --resume result --max-time '2 s'
holds "$err" 'what was recorded up to there is in result.partial-2'
holds "$err" 'the run is saved up to step'
rm -rf result result.partial*

# --- what is there already -----------------------------------------------------------------------
rm -rf result result.partial
run 0 run impact.yaml --out result
cp -r result before
run 3 run impact.yaml --set 'run={until: 1 us}' --out result --force
if diff -r result before >"$dir/diff"; then pass; else fail "a finished result was changed"; fi
cp -r result.partial first
run 3 run impact.yaml --set 'run={until: 2 us}' --out other

# an older partial result is replaced with --force only; else the new one goes beside it
rm -rf result
run 3 run impact.yaml --set 'run={until: 2 us}' --out result
holds "$err" 'what was recorded up to there is in result.partial-2'
if [ -s result.partial-2/series.csv ]; then pass; else fail "nothing was kept"; fi
rm -rf result.partial-2
if diff -r result.partial first >"$dir/diff"; then pass; else fail "it was replaced"; fi
run 3 run impact.yaml --set 'run={until: 2 us}' --out result --force
if diff -r result.partial first >"$dir/diff"; then fail "it was not replaced"; else pass; fi
# what is not ours is never replaced, and no link is followed
rm -rf result.partial
mkdir result.partial && echo mine >result.partial/mine
run 3 run impact.yaml --set 'run={until: 2 us}' --out result --force
if [ "$(cat result.partial/mine)" = mine ]; then pass; else fail "a foreign folder was replaced"; fi
rm -rf result.partial
mkdir elsewhere && ln -s elsewhere result.partial
run 3 run impact.yaml --set 'run={until: 2 us}' --out result --force
if [ -z "$(ls elsewhere)" ]; then pass; else fail "a link was followed"; fi
rm -rf result.partial result.partial-*
# nor a finished result that happens to have the name
run 0 run impact.yaml --out result.partial
rm -rf before && cp -r result.partial before
run 3 run impact.yaml --set 'run={until: 2 us}' --out result --force
if diff -r result.partial before >"$dir/diff"; then pass; else fail "a result was replaced"; fi
rm -rf result.partial result.partial-*
# a name that leaves no room for another one beside it
refused 4 'the name of the output folder is too long' run impact.yaml --out "$(printf '%0245d' 7)"
# where nothing was recorded there is no folder
run 3 run impact.yaml --set 'impact.bodies.0.mass=1e300' --out result
if [ -e result.partial ]; then fail "a folder without rows"; else pass; fi

# --- several files, and --json -------------------------------------------------------------------
sed 's/^run:.*//; $a run: {until: 1 us}' impact.yaml >short.yaml
run 3 run impact.yaml short.yaml --out several --json
if is_json "$out"; then pass; else fail "stdout is not one JSON document"; fi
says '"partial": "several/short.partial"'
says '"contact": "contact of body 1 and body 2"'
says '"error": '
if [ -s several/impact/report.html ] && [ -s several/short.partial/series.csv ]
then pass; else fail "not both folders are there"; fi
# the name of one may be what another would leave
cp impact.yaml short.partial.yaml
run 3 run short.yaml short.partial.yaml --out clash
if [ -s clash/short.partial/report.html ] && [ -s clash/short.partial-2/series.csv ]
then pass; else fail "the names clash"; fi
run 3 run short.partial.yaml short.yaml --out clash --force
if [ -s clash/short.partial/report.html ]; then pass; else fail "a result was replaced"; fi
# without --out nothing is kept, and one file prints no document
refused 3 'it broke off at' run short.yaml --json
if [ -e short.partial ]; then fail "something was written"; else pass; fi

finish
