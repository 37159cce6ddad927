# shellcheck shell=sh disable=SC2154,SC2034
# What lies beyond the tables of drivers and forces, and the notes about it.

# wheel DRIVER FORCE UNTIL: a wheel of 0.1 kg m^2, into held.yaml
wheel() {
    cat >held.yaml <<END
dashpot: 1
title: A wheel
kind: mechanism
mechanism:
  bodies: [{name: w, mass: 1, inertia: 0.1}]
  joints: [{name: j, type: revolute, between: [ground, w], at: [[0, 0], [0, 0]]}]
  drivers: [$1]
  forces: [$2]
run: {until: $3}
output: {every: 10 ms, series: [w.angle, w.omega]}
END
}

# ends ANGLE OMEGA: the run ends so, and says the sentence
ends() {
    run 0 run held.yaml --out held.out --force
    tr -s ' \n' ' ' <"$out" >held.text
    label="the wheel of $(sed -n 7,9p held.yaml) ends at $1 rad, $2 rad/s"
    if tail -n 1 held.out/series.csv | awk -F, -v a="$1" -v w="$2" '
        function off(x, y) { return x > y ? x - y : y - x }
        { exit !(off($2, a) < 1e-9 && off($3, w) < 1e-8) }'
    then pass; else fail "$(tail -n 1 held.out/series.csv)"; fi
    label="the note '$3'"
    if grep -qF "$3" held.text; then pass; else fail "$(cat held.text)"; fi
}

ramp='table: [[0 s, 0 deg], [0.1 s, 90 deg]]'
wheel "{name: m, body: w, angle: {$ramp}}" '' '1 s'
ends 1.5707963267948966 0 'table of driver m ends at 0.1 s and the run at 1 s: it comes to rest'
wheel "{name: m, body: w, angle: {$ramp, beyond: line}}" '' '1 s'
ends 15.707963267948966 15.707963267948966 \
    'ends at 0.1 s and the run at 1 s: it goes on in a straight line'
wheel "{name: m, body: w, angle: {$ramp, beyond: periodic}}" '' '1 s'
ends 15.707963267948966 15.707963267948966 \
    'the run to 1 s: it repeats every 0.1 s and goes on by 1.5708 rad each time'
wheel "{name: m, body: w, angle: {$ramp, shape: hermite}}" '' '1 s'
ends 1.5707963267948966 0 'it holds its last value, 1.5708 rad, from there on. beyond'
wheel '{name: m, body: w, angle: {table: [[0.2 s, 1], [0.3 s, 2]]}}' '' '0.3 s'
ends 2 10 'table of driver m begins at 0.2 s and the run at 0 s: it holds its first value, 1 rad'
# the whole run is in the table
wheel "{name: m, body: w, angle: {$ramp}}" '' '100 ms'
run 0 run held.yaml --out held.out --force
label='no note about a table that is as long as the run'
if grep -q 'table of driver' "$out"; then fail "$(cat "$out")"; else pass; fi
label='a spline of two points is a straight line as long as the run does not leave it'
if tail -n 1 held.out/series.csv | grep -q '^0.1,1.5707963267948966,15.70796326794896'
then pass; else fail "$(tail -n 1 held.out/series.csv)"; fi

# forces
for type in 'type: torque, body: w, torque: 1 N m' \
    'type: force, body: w, point: [0, 1], force: [-1, 0]' \
    'type: follower, body: w, point: [1, 0], force: [0, 1]'; do
    wheel '' "{$type, factor: {table: [[0 s, 0], [0.1 s, 1]]}}" '0.1001 s'
    run 0 run held.yaml
    label="the factor of {$type} is held"
    if tr -s ' \n' ' ' <"$out" |
        grep -q 'factor of force1 ends at 0.1 s and the run at 0.1001 s: it holds its last value'
    then pass; else fail "$(cat "$out")"; fi
done
wheel '' '{type: torque, body: w, torque: 1 N m, factor: {table: [[0 s, 0], [0.1 s, 1]]}}' '1 s'
ends 4.516666666666667 9.5 'from there on'

# refused before the run, with both times and the line
wheel "{name: m, body: w, angle: {$ramp, beyond: error}}" '' '1 s'
for command in check 'run --quiet'; do
    # shellcheck disable=SC2086
    refused 2 \
        'held.yaml:7: the table of driver m ends at 0.1 s, before the run, which ends at 1 s' \
        $command held.yaml
done
run 0 check held.yaml --set run.until=0.1
late='factor: {table: [[1, 1], [2, 1]], beyond: error}'
wheel '' "{type: torque, name: push, body: w, torque: 1, $late}" '1.5 s'
refused 2 'held.yaml:8: the factor of push begins at 1 s, after the run' check held.yaml
open='factor: {table: [[0, 0], [1, 2]], beyond: periodic}'
wheel '' "{type: torque, body: w, torque: 1, $open}" '1 s'
refused 2 "held.yaml:8: force1: its table repeats, but begins with 0 and ends with 2" \
    check held.yaml
wheel "{body: w, angle: {$ramp, beyond: forever}}" '' '1 s'
refused 2 "beyond is 'forever'; it must be hold, line, periodic or error" check held.yaml

# what a drive takes back has gone through
for shape in hermite spline; do
    for mass in 1e-6 1e6; do
        wheel "{name: m, body: w, angle: {table: [[0, 0], [1 ms, 30]], shape: $shape}}" '' '1 s'
        run 0 run held.yaml --set mechanism.bodies.0.mass=$mass --json
    done
done
