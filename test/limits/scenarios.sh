# shellcheck shell=sh
# One small scenario of each kind, in the present folder.

cat >impact.yaml <<'YAML'
dashpot: 1
kind: impact
materials:
  - {name: steel, young: 207 GPa, poisson: 0.3, density: 7800}
impact:
  bodies:
    - {material: steel, radius: 20 mm, velocity: 1 m/s}
    - {material: steel, fixed: true}
  contact: {law: hunt-crossley, restitution: 0.7}
YAML
cat >bounce.yaml <<'YAML'
dashpot: 1
kind: bounce
bounce:
  body: {radius: 100 mm, mass: 1}
  height: 1 m
  contact: {law: hertz, restitution: 1, stiffness: 1e9}
run: {until: 3 s}
YAML
cat >journal.yaml <<'YAML'
dashpot: 1
kind: journal
journal:
  bearing_radius: 100 mm
  clearance: 0.1 mm
  mass: 200
  inertia: 1.0
  start: {speed: 0.1, angle: 0.498 rad, spin: 0}
  contact: {law: johnson-cylinder, modulus: 100 GPa, length: 1 m, restitution: 0.9}
  friction: 0.1
  collisions: 10
YAML
cat >chain.yaml <<'YAML'
dashpot: 1
kind: chain
materials:
  - {name: steel, young: 193 GPa, poisson: 0.3, density: 7800}
chain:
  beads: [{count: 20, radius: 2.38 mm, material: steel}]
  striker: {velocity: 1.77 m/s, copy: true}
  contact: {law: hertz}
  sensors: [9, 16]
run: {integrator: verlet, step: 10 ns, until: 200 us}
YAML
cat >crank.yaml <<'YAML'
dashpot: 1
kind: mechanism
materials:
  - {name: steel, young: 207 GPa, poisson: 0.3}
mechanism:
  bodies:
    - {name: crank, mass: 17.9, inertia: 0.460327}
    - {name: rod, mass: 1.13, inertia: 0.0153}
    - {name: slider, mass: 1.013, inertia: 0.000772}
  joints:
    - {type: revolute, between: [ground, crank], at: [[0, 0], [-25 mm, 0]]}
    - {type: revolute, between: [crank, rod], at: [[25 mm, 0], [-150 mm, 0]]}
    - {type: translational, between: [ground, slider], axis: [1, 0], through: [0, 0]}
    - {type: clearance, name: pin, between: [rod, slider], at: [[150 mm, 0], [0, 0]],
       journal_radius: 9.5 mm, bearing_radius: 10 mm, material: steel,
       contact: {law: lankarani-nikravesh, restitution: 0.46}}
  drivers: [{body: crank, speed: 200 rpm}]
  watch: [slider.ax, pin.force]
run: {turns: 1, shadow: false}
YAML
cat >sweep.yaml <<'YAML'
dashpot: 1
kind: impact
impact:
  bodies:
    - {mass: 0.1, velocity: 1 m/s}
    - {fixed: true}
  contact: {law: tsuji, restitution: 0.5, stiffness: 1e9}
sweep:
  parameters:
    - {path: impact.bodies.0.velocity, from: 1, to: 2, count: 100000}
  results: [max_force]
YAML
