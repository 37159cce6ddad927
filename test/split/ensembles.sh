# shellcheck shell=sh disable=SC2154,SC2034
# Part of run.sh: copies of a mechanism.

cat >crank.yaml <<'YAML'
dashpot: 1
title: Slider-crank with a loose pin
kind: mechanism
materials:
  - {name: steel, young: 207 GPa, poisson: 0.3}
mechanism:
  gravity: [0, 0]
  bodies:
    - {name: crank,  mass: 17.9,  inertia: 0.460327}
    - {name: rod,    mass: 1.13,  inertia: 0.0153}
    - {name: slider, mass: 1.013, inertia: 0.000772}
  joints:
    - {type: revolute, between: [ground, crank], at: [[0, 0], [-25 mm, 0]]}
    - {type: revolute, between: [crank, rod],    at: [[25 mm, 0], [-150 mm, 0]]}
    - {type: translational, between: [ground, slider], axis: [1, 0], through: [0, 0]}
    - {type: clearance, name: pin, between: [rod, slider], at: [[150 mm, 0], [0, 0]],
       journal_radius: 9.5 mm, bearing_radius: 10 mm, material: steel,
       contact: {law: lankarani-nikravesh, restitution: 0.46}}
  drivers: [{body: crank, speed: 200 rpm}]
  start: assembled
  watch: [slider.ax, pin.force, crank.moment]
run: {turns: 3, skip: 1, rtol: 1.0e-8, ensemble: 7, shadow: true}
output: {every: 1 ms}
YAML

run 0 run crank.yaml --out one --quiet
parts three 3 crank.yaml
json status three
number points 7
number missing 0
number torn 0
run 0 merge three --quiet
same_results one three
# journals stay, and it may be merged again
run 0 merge three --quiet
same_results one three

# the number of threads and of parts is no matter
parts threads 2 crank.yaml --set run.threads=2
run 0 merge threads --quiet
run 0 run crank.yaml --set run.threads=1 --out alone --quiet
for file in summary.json series.csv ensemble.csv; do
    label="$file of any number of threads"
    if cmp -s one/$file threads/$file && cmp -s one/$file alone/$file; then pass; else fail; fi
done

# one part alone: what is missing is said, and done by whoever goes on
run 0 run crank.yaml --part 2/3 --out some --quiet
refused 5 '5 of 7 points are missing' merge some
run 0 run --resume some --quiet
same_results one some

killed_at 3500 1 killed crank.yaml --set run.ensemble=8 --set run.turns=2
run 0 run --resume killed --quiet
run 0 run crank.yaml --set run.ensemble=8 --set run.turns=2 --out eight --quiet
same_results eight killed

# a byte in the middle of what a copy left
parts damaged 3 crank.yaml
remarks=damaged/journals/part-00002-of-00003-1.remarks
flip "$remarks" $(($(size_of "$remarks") / 2))
json status damaged
number torn 1
number missing 1
refused 5 '1 of 7 points are missing' merge damaged
run 0 run --resume damaged --quiet
same_results one damaged
# now two journals have that copy, and one of them is still torn
run 0 merge damaged --quiet
same_results one damaged

# records of somebody else
one=one
for how in cut longer channels pairs columns rows many empty status text body; do
    forged three forged 3 "$how"
done
disagrees three 3

# a copy that fails: its part says so and keeps that; whoever goes on says what a single run says
soft='--set materials.0.young=0.1MPa'
# shellcheck disable=SC2086  # two words
run 3 run crank.yaml $soft --json
sed 's/^.*crank.yaml:/crank.yaml:/' "$err" >said
# shellcheck disable=SC2086
refused 3 'copy 1 of the ensemble' run crank.yaml $soft --part 1/2 --out soft
# shellcheck disable=SC2086
refused 3 'copy 1 of the ensemble' run crank.yaml $soft --part 1/2 --out soft
json status soft
number "done" 1
number failed 1
run 3 run --resume soft --quiet
sed 's/^.*crank.yaml:/crank.yaml:/' "$err" >resumed
label='the failure of a study that goes on'
if grep -q . said && cmp -s said resumed; then pass; else fail "$(cat said resumed)"; fi

refused 1 'has neither a sweep, nor a fit, nor an ensemble' run crank.yaml \
    --set run.ensemble=1 --part 1/2 --out none
refused 2 'holds a part of another study' run crank.yaml --set run.seed=9 --part 1/3 --out three
