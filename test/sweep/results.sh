# shellcheck shell=sh disable=SC2154,SC2034
# What a sweep says of its results: units, names, notes; and how it is shown.

# --- a linkage with a loose joint, which is addressed by name -------------------------------------
cat >linkage.yaml <<'YAML'
dashpot: 1
title: A linkage
kind: mechanism
materials:
  - {name: steel, young: 207 GPa, poisson: 0.3}
mechanism:
  gravity: [0, -9.81]
  bodies:
    - {name: crank, mass: 0.30, inertia: 6.25e-5}
    - {name: coupler, mass: 0.72, inertia: 8.64e-4}
    - {name: rocker, mass: 0.45, inertia: 2.11e-4}
  joints:
    - {type: revolute, name: main, between: [ground, crank], at: [[0, 0], [-25 mm, 0]]}
    - {type: revolute, name: crankpin, between: [crank, coupler], at: [[25 mm, 0], [-60 mm, 0]]}
    - {type: clearance, name: pin, between: [coupler, rocker], at: [[60 mm, 0], [37.5 mm, 0]],
       bearing_radius: 8 mm, clearance: 0.1 mm, material: steel,
       contact: {law: lankarani-nikravesh, restitution: 0.8, friction: 0.05}}
    - {type: revolute, name: pivot, between: [ground, rocker], at: [[140 mm, 0], [-37.5 mm, 0]]}
  drivers: [{body: crank, speed: 600 rpm}]
  near: {rocker: 100 deg}
  watch: [rocker.alpha, pin.force, crank.moment]
run: {turns: 4, skip: 2}
sweep:
  parameters: [{path: mechanism.joints.pin.clearance, values: [0.05 mm, 0.23 mm, 0.41 mm]}]
  results:
    - channels.pin.force.max
    - {path: channels.rocker.alpha.rms, name: shake}
    - {path: joints.pin.impacts.count}
YAML
run 0 run linkage.yaml --out linkage
label='units come from the results'
head -n 1 linkage/series.csv >got
echo 'mechanism.joints.pin.clearance [mm],channels.pin.force.max [N],shake [rad/s^2],'\
'joints.pin.impacts.count [1],horizon [s],status [1]' >want
same got want
cp linkage/summary.json "$out"
if [ "$(grep -c '"unit": "N"' "$out")" -eq 1 ] && grep -q '"column": "shake"' "$out"; then pass
else fail 'summary.json has another unit or name'; fi
if command -v h5dump >/dev/null 2>&1; then
    h5dump -A linkage/series.h5 >"$out"
    if grep -q '"rad/s^2"' "$out"; then pass; else fail 'series.h5 lacks the unit'; fi
fi
label='axes'
if grep -q "^set ylabel 'max \[kN\]'" linkage/plots/channels_pin_force_max.gp; then pass
else fail 'no kN on the axis'; fi
if grep -q "^set ylabel 'shake \[rad/s²\]'" linkage/plots/shake.gp; then pass
else fail 'no name on the axis'; fi

# --- an item by name is the item by number --------------------------------------------------------
label='names and numbers of items'
sed '/^sweep:/,$d' linkage.yaml >alone.yaml
"$program" run alone.yaml --json --set 'mechanism.joints.pin.clearance=0.23 mm' >named
"$program" run alone.yaml --json --set 'mechanism.joints.2.clearance=0.23 mm' >numbered
"$program" run alone.yaml --json >as-it-is
same named numbered
if cmp -s named as-it-is; then fail 'nothing was changed'; else pass; fi
cp named "$out"
force=$(sed -n '3s/[^,]*,\([^,]*\),.*/\1/p' linkage/series.csv)
at=$(awk '/"pin.force"/ { at = NR } at && /"max"/ {
    gsub(/[ ,]/, ""); sub(/.*:/, ""); print; exit }' "$out")
if [ -n "$at" ] && [ "$force" = "$at" ]; then pass; else fail "$force in the row, $at alone"; fi
# what has no name of its own is called as its channels are: a driver after its body, joint1, ...
nameless() {
    "$program" run nameless.yaml --json --set "$1" >named 2>"$err"
    "$program" run nameless.yaml --json --set "$2" >numbered
    label="$1 is $2"
    if [ -s named ] && cmp -s named numbered; then pass; else fail 'they differ'; fi
    if cmp -s named as-it-is; then fail 'nothing was changed'; else pass; fi
}
sed 's/name: pin, //; s/pin\.force/joint3.force/' alone.yaml >nameless.yaml
sed -i '/^  drivers/i\  forces: [{type: torque, body: rocker, torque: 1 N mm}]' nameless.yaml
"$program" run nameless.yaml --json >as-it-is
nameless 'mechanism.drivers.crank.speed=590 rpm' 'mechanism.drivers.0.speed=590 rpm'
nameless 'mechanism.joints.joint3.clearance=0.2 mm' 'mechanism.joints.2.clearance=0.2 mm'
nameless 'mechanism.forces.force1.torque=1 N m' 'mechanism.forces.0.torque=1 N m'
refused 2 "drivers is a list of 1; 'crnak' is neither a number from 0 nor the name of an item; did \
you mean crank?" check nameless.yaml --set mechanism.drivers.crnak.speed=3
# joint1 has a name, so it is called by that alone
refused 2 "'joint1' is neither a number" check nameless.yaml \
    --set mechanism.joints.joint1.type=fixed
run 0 run linkage.yaml --out driven \
    --set 'sweep.parameters=[{path: mechanism.drivers.crank.speed, values: [600 rpm]}]'
head -n 1 driven/series.csv >"$out"
says 'mechanism.drivers.crank.speed [rpm]'
run 0 run linkage.yaml --quiet --set 'materials.steel.young=200 GPa'
refused 2 "joints is a list of 4; 'pn' is neither a number from 0 nor the name of an item; did you \
mean pin?" check linkage.yaml --set 'mechanism.joints.pn.clearance=1 mm'
refused 2 "joints has 2 items with the name 'pin'; use the number of one" check linkage.yaml \
    --set mechanism.joints.main.name=pin
refused 2 "'pni' is neither a number from 0 nor the name of an item; did you mean pin?" check \
    linkage.yaml --set sweep.parameters.0.path=mechanism.joints.pni.clearance
refused 2 'its unit must be m' check linkage.yaml --set 'sweep.parameters.0.values=[1 kg]'

# --- from when on single histories depend on the start -------------------------------------------
label='horizons'
told=$(column linkage/series.csv horizon | grep -c .)
if [ "$told" -gt 0 ] && [ "$told" -lt 3 ]; then pass; else fail "$told of 3 points part"; fi
cp linkage/summary.json "$out"
number beyond_horizon "$told"
run 0 run linkage.yaml
tr -s ' \n' ' ' <"$out" >flat && mv flat "$out"
says "At $told of 3 points the statistics reach beyond the horizon of a single history ("
says "At $told of 3 points, first at point 1: The error of run.rtol = 1e-08 moves pin by 1 % "
says '3 of 3 points break the bound on'
# copies show the spread, so nothing is beyond
run 0 run linkage.yaml --out copies --set run.ensemble=2 --set \
    'sweep.results=[ensemble.channels.pin.force.max.spread,
        ensemble.joints.pin.max_indentation.mean]'
cp copies/summary.json "$out"
number beyond_horizon 0
head -n 1 copies/series.csv >"$out"
says 'ensemble.channels.pin.force.max.spread [N],ensemble.joints.pin.max_indentation.mean [m],'
# without a shadow there is no horizon, and one that is asked for stays where it was asked for
run 0 run linkage.yaml --out bare --set run.shadow=false
if head -n 1 bare/series.csv | grep -q horizon; then fail 'a horizon without a shadow'
else pass; fi
lines bare/series.csv 4
if awk -F, 'NR > 1 && $NF != 0 { bad = 1 } END { exit bad }' bare/series.csv; then pass
else fail 'the status is not last'; fi
run 0 run linkage.yaml --out asked --set 'sweep.results=[horizon, channels.pin.force.max]'
head -n 1 asked/series.csv >got
echo 'mechanism.joints.pin.clearance [mm],horizon [s],channels.pin.force.max [N],status [1]' >want
same got want
# the same sentences for any number of threads
run 0 run linkage.yaml --out one --threads 1
run 0 run linkage.yaml --out two --threads 3
same one/report.html two/report.html

# --- the page -------------------------------------------------------------------------------------
label='the page of a sweep'
if grep -q '<h2>Points <span class="unit">(3)</span></h2>' linkage/report.html &&
    grep -q '<th>shake<br><span class="unit">\[rad/s²\]</span></th>' linkage/report.html; then pass
else fail 'no table'; fi
if [ "$(sed -n '/<h2>Points/,/<\/table>/p' linkage/report.html | grep -c '^<tr><td')" -eq 3 ]
then pass; else fail 'not three rows'; fi
for count in 50 51; do
    run 0 run ball.yaml --out "rows-$count" --quiet --set 'sweep.parameters=[{path: '\
'impact.contact.restitution, from: 0.1, to: 0.9, count: '$count'}]'
done
if [ "$(sed -n '/<h2>Points/,/<\/table>/p' rows-50/report.html | grep -c '^<tr><td')" -eq 50 ]
then pass; else fail 'not 50 rows'; fi
if grep -q 'All are in series.csv' rows-51/report.html; then pass; else fail '51 rows'; fi
label='marks on points'
if grep -q 'with linespoints' rows-50/plots/max_force.gp; then pass; else fail 'no marks'; fi
run 0 run ball.yaml --out dense --quiet --set 'sweep.parameters=[{path: '\
'impact.contact.restitution, from: 0.1, to: 0.9, count: 100}]'
if grep -q 'with linespoints' dense/plots/max_force.gp; then fail 'marks too close'; else pass; fi

# --- names ----------------------------------------------------------------------------------------
run 0 run ball.yaml --out names --quiet --set \
    'sweep.results=[{path: max_force, name: peak}, {path: velocities_after.0, name: out}]'
head -n 1 names/series.csv >"$out"
says 'peak [N],out [m/s],status [1]'
refused 2 "results has 'peak', but there is a column of that name" check ball.yaml --set \
    'sweep.results=[{path: max_force, name: peak}, {path: restitution, name: peak}]'
refused 2 "a result has no 'nam'; did you mean name?" check ball.yaml --set \
    'sweep.results=[{path: max_force, nam: peak}]'
refused 2 'path is missing' check ball.yaml --set 'sweep.results=[{name: peak}]'
refused 2 'it must be at most 47 bytes; give it a name' check ball.yaml --set \
    "sweep.results=[velocities_after.$(printf '%040d' 0)]"

# --- every number of every kind states its unit, the one that the documentation has ---------------
# units FILE PATH VALUE [SETTING]...: sweep all numbers of the summary
units() {
    file=$1 path=$2 value=$3
    shift 3
    label="units of $file"
    "$program" run "$file" --json "$@" >whole.json
    jq -r 'paths(type == "number") | map(tostring) | join(".")' whole.json |
        awk '/\.[1-9][0-9]*(\.|$)/ || /\.0\.[0-9]+$/ { next } { print }' >paths
    split -l 16 paths batch.
    : >heads
    for batch in batch.*; do
        list=$(awk '{ printf("%s{path: %s, name: r%d}", (NR > 1) ? ", " : "", $0, NR) }' "$batch")
        "$program" run "$file" "$@" --quiet --force --out all-units --set \
            "sweep={parameters: [{path: $path, values: [$value]}], results: [$list]}" 2>"$err" ||
            fail 'a result cannot be swept'
        head -n 1 all-units/series.csv | tr ',' '\n' | sed -n 's/^r[0-9]* \[\(.*\)\]$/\1/p' |
            paste "$batch" - >>heads
    done
    rm -f batch.*
    if [ "$(wc -l <heads)" -eq "$(wc -l <paths)" ] && [ -s heads ]; then pass
    else fail 'not all of them have a column'; fi
    if grep '	?$' heads >"$err"; then fail 'a result without a unit'; else pass; fi
    kind=$(jq -r .kind whole.json)
    "$program" check --markdown | awk -F ' *[|] *' -v kind="## kind: $kind" '
        /^## / { on = $0 == kind } on && /^\| key \| unit/ { results = 1 }
        on && results && /^\| `[a-z_]*` \|/ { gsub(/`/, ""); print $2 "\t" $3 }' >documented
    awk -F '\t' 'NR == FNR { unit[$1] = $2; next } $1 in unit && $2 != "1" && unit[$1] != $2 {
        print; bad = 1 } END { exit bad }' documented heads >"$err" ||
        fail 'the documentation has another unit'
    pass
}
if command -v jq >/dev/null 2>&1; then
    units single.yaml bounce.contact.restitution 0.5
    sed '/^sweep:/,$d' ball.yaml >ball-alone.yaml
    units ball-alone.yaml impact.contact.restitution 0.5
    units alone.yaml mechanism.joints.pin.clearance '0.1 mm' --set run.ensemble=2 --set run.skip=0 \
        --set run.turns=1
    units "$root/scenarios/chain.yaml" chain.gravity 0 --set 'run.until=0.2 ms'
    sed '/^sweep:/,$d' "$root/scenarios/001/fig-14-spin.yaml" >journal-alone.yaml
    units journal-alone.yaml journal.collisions 5
fi
