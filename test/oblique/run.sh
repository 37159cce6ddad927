#!/bin/sh
# Oblique impacts with spin and friction: reference values, limits, symmetries, sweeps, bounces.
# usage: run.sh PATH-OF-DASHPOT

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=test/cli/begin.sh
. "$here/../cli/begin.sh"
# shellcheck source=test/scenario/facts.sh
. "$here/../scenario/facts.sh"
cd "$dir" || exit 1

cat >ball.yaml <<'YAML'
dashpot: 1
title: Alumina ball on glass
kind: impact
materials:
  - {name: alumina, young: 380 GPa, poisson: 0.23, density: 4000}
  - {name: glass, young: 70 GPa, poisson: 0.25, density: 2500}
impact:
  bodies:
    - {material: alumina, radius: 2.5 mm, velocity: [3.84 m/s, 0.68 m/s], spin: 0 rad/s}
    - {material: glass, fixed: true}
  contact: {law: hertz, friction: {law: mindlin-deresiewicz, mu: 0.092}}
YAML

cat >pair.yaml <<'YAML'
dashpot: 1
title: Steel ball on an alloy ball
kind: impact
materials:
  - {name: steel, young: 207 GPa, poisson: 0.3, density: 7800}
  - {name: alloy, young: 71.5 GPa, poisson: 0.33, density: 2790}
impact:
  bodies:
    - {material: steel, radius: 20 mm, velocity: [3 m/s, 1 m/s], spin: -25 rad/s}
    - {material: alloy, radius: 30 mm, velocity: [-1 m/s, 0.4 m/s], spin: 40 rad/s}
  contact: {law: hertz, friction: {law: mindlin-deresiewicz, mu: 0.2}}
YAML

# value KEY: as in facts.sh; some awks cannot read what is below 1e-308, and take it for an error
value() {
    sed -n "s/^ *\"$1\": \\([-+0-9.e]*\\),\\{0,1\\}\$/\\1/p" "$out" | sed -n 1p |
        sed 's/^-\{0,1\}[0-9.]*e-3[0-9][0-9]$/0/'
}

# velocity BODY AXIS: of body 1 or 2 after the impact, along x (1) or y (2)
velocity() {
    awk -v n="$((($1 - 1) * 4 + $2 + 1))" '/"velocities_after": \[/ { at = NR }
        at && NR == at + n { gsub(/[ ,]/, ""); print; exit }' "$out"
}

# shellcheck source=test/oblique/reference.sh
. "$here/reference.sh"
# shellcheck source=test/oblique/benchmarks.sh
. "$here/benchmarks.sh"
# shellcheck source=test/oblique/limits.sh
. "$here/limits.sh"
# shellcheck source=test/oblique/sweeps.sh
. "$here/sweeps.sh"
# shellcheck source=test/oblique/bounce.sh
. "$here/bounce.sh"

finish
