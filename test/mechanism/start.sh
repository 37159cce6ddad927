# shellcheck shell=sh disable=SC2154
# What `start` says is kept; the summary and `check` say what was given and what was derived.

cat >start.yaml <<'YAML'
dashpot: 1
title: a start in parts
kind: mechanism
mechanism:
  bodies:
    - {name: crank, mass: 1, inertia: 1}
    - {name: rod, mass: 0.5, inertia: 2}
    - {name: slider, mass: 0.5, inertia: 1}
  joints:
    - {type: revolute, name: O, between: [ground, crank], at: [[0, 0], [0, 0]]}
    - {type: revolute, name: P, between: [crank, rod], at: [[0.5, 0], [-1, 0]]}
    - {type: revolute, name: S, between: [rod, slider], at: [[0, 0], [0, 0]]}
    - {type: translational, name: guide, between: [ground, slider], axis: [1, 0]}
  start: {crank: {angle: 90 deg, omega: 3}}
  watch: [crank.angle, slider.x]
run: {until: 1 ms}
YAML
run 0 run start.yaml --json
label='given and derived'
jq -c '.start | [.given, (.derived | length), .derived["rod.angle"], .derived["slider.vx"]]' \
    "$out" >start.json
if [ "$(jq -c '.[0] | keys' start.json)" = '["crank.angle","crank.omega"]' ] &&
    jq -e '.[0]["crank.omega"] == 3 and .[1] == 16 and ((.[3] + 1.5) | fabs) < 1e-12
        and ((.[2] * 6 + 3.141592653589793) | fabs) < 1e-12' start.json >/dev/null
then pass; else fail "$(cat start.json)"; fi
run 0 run start.yaml
says 'keeps what was given: crank.angle 1.5708 rad, crank.omega 3 rad/s'
run 0 check start.yaml
says 'start               x [m]         y [m]   angle [rad]      vx [m/s]      vy [m/s]'
says '     0.866025             0     -0.523599          -1.5             0             0 '
says '1.5708*            0             0             3*'
says '* given; the others follow from these, the joints and the drivers'

# nothing given, or by a driver
run 0 check start.yaml --set mechanism.start=assembled
says 'nothing was given: it follows from the joints and the drivers'
driven='mechanism.drivers=[{body: crank, angle: [90 deg, 2]}]'
run 0 check start.yaml --set "$driven" --set 'mechanism.start={crank: 90 deg}'
refused 2 'it is 1.570796327 rad there and 1.047197551 rad in the driver' \
    check start.yaml --set 'mechanism.drivers=[{body: crank, angle: [60 deg, 2]}]'

# contradictions, and none of them speaks of drivers
refused 2 'start.yaml:8: body slider: its start has x = 2 m, which cannot be reached: the joints' \
    check start.yaml --set 'mechanism.start={slider: {x: 2}}'
refused 2 'slider: its start has vx = 1 m/s, but the joints, with crank.omega = 3 rad/s, make it' \
    check start.yaml --set 'mechanism.start={crank: {omega: 3, angle: 1}, slider: {vx: 1}}'
refused 2 'body rod: its start has angle = 1 rad, but the joints, with crank.angle = 1.570796327' \
    check start.yaml --set 'mechanism.start={crank: 90 deg, rod: 1}'

# a hint chooses the branch and is not kept
label='the other branch'
run 0 run start.yaml --json --set 'mechanism.near={rod: -140 deg}'
if jq -e '(.start.derived["slider.x"] + (0.75 | sqrt) | fabs) < 1e-12' "$out" >/dev/null
then pass; else fail "$(jq -c .start "$out")"; fi
refused 2 "near has 'crankk'; there is no such body; did you mean crank" \
    check start.yaml --set 'mechanism.near={crankk: 1}'
refused 2 'near is a list; it must be a map of bodies' check start.yaml --set 'mechanism.near=[1]'
refused 2 'near of rod is a list; it must be an angle, or a map with x, y, angle' \
    check start.yaml --set 'mechanism.near={rod: [1]}'
refused 2 "rod has no 'omega'" check start.yaml --set 'mechanism.near={rod: {omega: 1}}'
refused 2 'body crank: its angle stands under start and under near; keep one of them' \
    check start.yaml --set 'mechanism.near={crank: 1}'

# within a clearance: kept, and the ideal mechanism starts where its joints close
run 0 run slider-crank.yaml --json --set 'mechanism.start={slider: {x: 350.2 mm}}' \
    --set run.turns=0.01 --set run.skip=0
label='a slider in its clearance'
if jq -e '.start.given["slider.x"] == 0.3502 and .ideal != null' "$out" >/dev/null &&
    jq -e '.notes | join(" ") | contains("ideal joints starts where its")' "$out" >/dev/null
then pass; else fail "$(jq -c '[.start, .notes]' "$out")"; fi
# too far: with the value that closes it
refused 2 'with its clearance closed slider.x would be 0.35 m, not 0.36 m' \
    check slider-crank.yaml --set 'mechanism.start={slider: {x: 360 mm}}'
# a table that a driver begins with
table='mechanism.drivers=[{body: crank, angle: {table: [[0 s, 30 deg], [1 s, 40 deg]]}}]'
run 0 check slider-crank.yaml --set "$table" --set 'mechanism.start={crank: 30 deg}' \
    --set 'run={until: 1 ms}'
refused 2 'crank: its start has angle = 0.349065850399 rad, but its driver decides it (0.5235' \
    check slider-crank.yaml --set "$table" --set 'mechanism.start={crank: 20 deg}' \
    --set 'run={until: 1 ms}'
