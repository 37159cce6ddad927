#!/bin/sh
# Sweeps and design charts: numbers, order, threads, complaints, pictures.
# usage: run.sh PATH-OF-DASHPOT

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=test/cli/begin.sh
. "$here/../cli/begin.sh"
root=$(cd "$here/../.." && pwd)
# shellcheck source=test/scenario/facts.sh
. "$here/../scenario/facts.sh"
cd "$dir" || exit 1

cat >ball.yaml <<'YAML'
dashpot: 1
title: A ball at many speeds
kind: impact
materials:
  - {name: steel, young: 207 GPa, poisson: 0.3, density: 7800}
impact:
  bodies:
    - {material: steel, radius: 20 mm, velocity: 4 m/s}
    - {material: steel, fixed: true}
  contact: {law: flores, restitution: 0.5}
sweep:
  parameters:
    - {path: impact.contact.restitution, values: [0.3, 0.5, 0.9]}
    - {path: impact.bodies.0.velocity, from: 0.1 m/s, to: 10 m/s, count: 5, scale: log}
  results: [restitution, max_force, velocities_after.0, energy.viscous, tension_seen]
YAML

# column FILE NAME: a column of a table without quotes, by the start of its heading
column() {
    awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if (index($i, name " [") == 1 ||
        $i == name) at = i; next } { print $at }' "$1"
}

same() {
    if cmp -s "$1" "$2"; then pass; else fail "$1 and $2 differ"; fi
}

# lines FILE COUNT
lines() {
    if [ "$(wc -l <"$1")" -eq "$2" ]; then pass; else fail "$1 has not $2 lines"; fi
}

# shellcheck source=test/sweep/values.sh
. "$here/values.sh"
# shellcheck source=test/sweep/units.sh
. "$here/units.sh"
# shellcheck source=test/sweep/results.sh
. "$here/results.sh"
# shellcheck source=test/sweep/refusals.sh
. "$here/refusals.sh"
# shellcheck source=test/sweep/designs.sh
. "$here/designs.sh"
# shellcheck source=test/sweep/chart.sh
. "$here/chart.sh"

finish
