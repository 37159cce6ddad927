# shellcheck shell=sh disable=SC2154,SC2034
# Part of run.sh: the starts of fits.

# two parameters of one law; every trial is three runs of the scenario
cat >two.yaml <<'YAML'
dashpot: 1
title: Friction and restitution of a ball
kind: impact
materials:
  - {name: alumina, young: 380 GPa, poisson: 0.23, density: 4000}
  - {name: glass, young: 70 GPa, poisson: 0.25, density: 2500}
impact:
  bodies:
    - {material: alumina, radius: 2.5 mm, speed: 3.9 m/s, angle: 10 deg}
    - {material: glass, fixed: true}
  contact: {law: flores, restitution: 0.9, friction: {law: coulomb, mu: 0.1}}
fit:
  columns: ["angle [deg]", "rebound [deg]"]
  rows: [[30, 28.1], [45, 40.2], [60, 57.9]]
  inputs:  [{column: angle, path: impact.bodies.0.angle}]
  targets: [{column: rebound, result: rebound_angle, sigma: 0.5 deg}]
  free:
    - {path: impact.contact.friction.mu, from: 0.02, to: 0.5}
    - {path: impact.contact.restitution, from: 0.5, to: 1}
YAML

# several laws with one or two parameters; a trial takes microseconds
cat >laws.yaml <<'YAML'
dashpot: 1
title: Steel ball on bronze
kind: impact
materials:
  - {name: steel, young: 207 GPa, poisson: 0.3, density: 7800}
  - {name: bronze, young: 110 GPa, poisson: 0.34, yield: 200 MPa}
impact:
  bodies:
    - {material: steel, radius: 10 mm, velocity: 1 m/s}
    - {material: bronze, fixed: true}
  contact: {law: ma-liu, psi: 3.0, epsilon: 13}
fit:
  columns: ["v [m/s]", e]
  rows: [[0.1, 0.86], [0.5, 0.71], [1, 0.65], [2, 0.57]]
  inputs:  [{column: v, path: impact.bodies.0.velocity}]
  targets: [{column: e, result: restitution}]
  free:
    - {path: impact.contact.yield, from: 10 MPa, to: 10 GPa}
    - {path: impact.contact.relaxation, from: 10 ns, to: 100 us}
    - {path: impact.contact.restitution, from: 0.05, to: 1}
  laws: [kuwabara-kono, schwager-poschel, ma-liu, exact-restitution]
YAML

run 0 run two.yaml --out two --quiet
run 0 run laws.yaml --out laws --quiet
parts two3 3 two.yaml
json status two3
# 64 starts of two parameters and the one that the scenario has, each tried and descended from
number points 130
number missing 0
run 0 merge two3 --quiet
same_results two two3
parts laws3 3 laws.yaml
run 0 merge laws3 --quiet
same_results laws laws3

# a part with more threads, and one that nobody else has helped
parts two2 2 two.yaml --threads 2
run 0 merge two2 --quiet
same_results two two2
run 0 run laws.yaml --part 2/3 --out some_laws --quiet
run 0 run --resume some_laws --quiet --threads 1
same_results laws some_laws

# all at once
for part in 1 2 3; do
    "$program" run two.yaml --part "$part/3" --out at_once --quiet >"$dir/said$part" 2>&1 &
    eval "job$part=\$!"
done
label='three parts at once'
for job in "$job1" "$job2" "$job3"; do
    if wait "$job"; then pass; else fail "$(cat "$dir"/said?)"; fi
done
run 0 merge at_once --quiet
same_results two at_once

# killed among the trials, and among the descents, of which there are 65 each
killed_at 100 2 trials two.yaml
run 0 run --resume trials --quiet
same_results two trials
killed_at 400 67 descents two.yaml
run 0 run two.yaml --part 1/1 --out descents --quiet
run 0 merge descents --quiet
same_results two descents

# a byte in the middle
points=two3/journals/part-00003-of-00003-1.points
rm -rf two3/summary.json
flip "$points" $(($(size_of "$points") - 200))
json status two3
number torn 1
number missing 1
refused 5 '1 of 130 points are missing' merge two3
run 0 run --resume two3 --quiet
same_results two two3

# records of somebody else: of a trial, and of the first descent
one=laws
for how in nan negative outside part status; do
    forged laws3 forged 0 "$how"
done
for how in nan outside start flag part; do
    forged laws3 forged 33 "$how"
done

disagrees laws3 33
