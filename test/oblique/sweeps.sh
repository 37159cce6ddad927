# shellcheck shell=sh disable=SC2154
# Sweeps and fits over velocities, angles, spins and friction; the bits of single runs.

cat >map.yaml <<'YAML'
dashpot: 1
title: Angle and speed
kind: impact
materials:
  - {name: alumina, young: 380 GPa, poisson: 0.23, density: 4000}
  - {name: glass, young: 70 GPa, poisson: 0.25, density: 2500}
impact:
  bodies:
    - {material: alumina, radius: 2.5 mm, speed: 3.9 m/s, angle: 0 deg}
    - {material: glass, fixed: true}
  contact: {law: hertz, restitution: 0.98, friction: {law: mindlin-deresiewicz, mu: 0.092}}
sweep:
  parameters:
    - {path: impact.bodies.0.speed, name: speed, values: [1 m/s, 3.9 m/s]}
    - {path: impact.bodies.0.angle, name: angle, from: 10 deg, to: 90 deg, count: 5}
  results: [tangential_restitution, {path: velocities_after.0.1, name: vy}, spins_after.0,
            rebound_angle]
YAML
"$program" run map.yaml --out map --quiet 2>"$err"
label='dashpot run map.yaml'
# at 90 degrees the bodies do not approach
if grep -q '2 of 10 points' "$err"; then pass; else fail "says $(cat "$err")"; fi
label='units of a sweep over angle and speed'
heading='speed [m/s],angle [deg],tangential_restitution [1],vy [m/s],spins_after.0 [rad/s],'
heading="${heading}rebound_angle [rad],status [1]"
first=$(head -n 1 map/series.csv)
if [ "$first" = "$heading" ]; then pass; else fail "$first"; fi
# the bits of a single run
for row in 1 3 6 9; do
    line=$(sed -n "$((row + 1))p" map/series.csv)
    speed=$(echo "$line" | cut -d , -f 1)
    angle=$(echo "$line" | cut -d , -f 2)
    sed '/^sweep:/,$d' map.yaml >one.yaml
    json run one.yaml --set "impact.bodies.0.speed=$speed" --set "impact.bodies.0.angle=$angle deg"
    label="point $row has the bits of a single run"
    single="$(value tangential_restitution),$(velocity 1 2),$(item spins_after 1)"
    single="$single,$(value rebound_angle)"
    if [ "$(echo "$line" | cut -d , -f 3-6)" = "$single" ]; then pass; else fail "not $single"; fi
    # speed and angle are a velocity by another name
    angle=$(awk -v a="$angle" 'BEGIN { printf "%.17g", a * atan2(0, -1) / 180 }')
    vx=$(awk -v v="$speed" -v a="$angle" 'BEGIN { printf "%.17g", v * cos(a) }')
    vy=$(awk -v v="$speed" -v a="$angle" 'BEGIN { printf "%.17g", v * sin(a) }')
    e=$(value tangential_restitution)
    json run one.yaml \
        --set "impact.bodies.0={material: alumina, radius: 2.5 mm, velocity: [$vx, $vy]}"
    equal 'speed and angle' "$(value tangential_restitution)" "$e" 1e-12
done

# one part of the velocity, the spin, mu, and whole laws
for parameter in '{path: impact.bodies.0.velocity.1, values: [0.1, 0.5 m/s]}' \
    '{path: impact.bodies.0.velocity.0, from: 1 m/s, to: 2 m/s, count: 3}' \
    '{path: impact.bodies.0.velocity, values: [[1, 2], [2, 1]]}' \
    '{path: impact.bodies.0.spin, from: 0 rpm, to: 100 rpm, count: 3}' \
    '{path: impact.contact.friction.mu, from: 0.05, to: 0.5, count: 3}' \
    '{path: impact.contact.friction, values: [0.1, 0.2]}' \
    '{path: impact.contact.friction, values: [{law: mindlin, mu: 0.1}, {law: coulomb, mu: 1}]}' \
    '{path: impact.contact.friction.law, values: [mindlin, mindlin-deresiewicz]}'; do
    run 0 run ball.yaml --quiet \
        --set "sweep={parameters: [$parameter], results: [tangential_restitution]}"
    label="sweep over $parameter"
    if [ -s "$err" ]; then fail "says $(cat "$err")"; else pass; fi
done
beyond='{path: impact.bodies.0.velocity.3, values: [1]}'
refused 2 'velocity has 2 items' run ball.yaml \
    --set "sweep={parameters: [$beyond], results: [restitution]}"

# --- a fit finds the friction that made the data --------------------------------------------------
sed '/^sweep:/,$d' map.yaml >fit.yaml
cat >>fit.yaml <<'YAML'
fit:
  columns: ["angle [deg]", "rebound [rad]"]
  rows: [[5, 0], [20, 0], [40, 0], [60, 0]]
  inputs: [{column: angle, path: impact.bodies.0.angle}]
  targets: [{column: rebound, result: rebound_angle, sigma: 0.001}]
  free: [{path: impact.contact.friction.mu}]
YAML
made=
for angle in 5 20 40 60; do
    sed '/^fit:/,$d' fit.yaml >one.yaml
    json run one.yaml --set "impact.bodies.0.angle=$angle deg"
    made="$made[$angle, $(value rebound_angle)], "
done
json run fit.yaml --set "fit.rows=[${made%, }]"
near 'fitted mu' "$(value value)" 0.092 1e-6
