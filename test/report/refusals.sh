# shellcheck shell=sh disable=SC2154
# Measured data that cannot be used: a clear complaint with its place, and nothing is written.

# refuses TEXT PATH=VALUE...: check and run say exactly this
refuses() {
    text=$1
    shift
    set -- --set "$@"
    refused 2 "$text" check spring.yaml "$@"
    refused 2 "$text" run spring.yaml "$@" --out refused.out
    if [ -e refused.out ]; then fail 'something was written'; else pass; fi
}

# table TEXT LINE...: of a file with these lines
table() {
    text=$1
    shift
    printf '%s\n' "$@" >bad.csv
    refuses "$text" measured.data=bad.csv
}

refuses "--set measured: data is missing" 'measured={x: time, columns: [force]}'
refuses "measured has no 'colums'; did you mean columns?" 'measured.colums=[force]'
refuses 'columns has 0 items; it must be a list of 1 to 16' 'measured.columns=[]'
refuses "the series has no column 'tme'; did you mean time?" measured.x=tme
refuses "the series has no column 'fore'; did you mean force?" \
    'measured.columns=[{column: F, of: fore}]'
refuses "trace.csv:2: the column G [N] is missing" 'measured.columns=[{column: G, of: force}]'
refuses 'trace.csv:2: F is in [kN]; its unit must be m' \
    'measured.columns=[{column: F, of: indentation}]'
refuses "trace.csv:3: gauge is 'x'; it must be a number" \
    'measured.columns=[{column: gauge, of: force}]'
refuses 'the column F is taken already' \
    'measured.columns=[{column: F, of: force}, {column: F, of: stored}]'
refuses 'the column time is x; it cannot be compared too' 'measured.columns=[time]'
refuses "shift is '3 m'; its unit must be s" measured.shift='3 m'
refuses 'shift is a list; it must be a number in s' 'measured.shift=[1]'
refuses 'the column force is not in output.series' 'output.series=[time, indentation]'
table 'bad.csv:1: the fields are separated by semicolons' 'time [us];F [N]' '0;1'
table 'bad.csv: the table is empty' ''
table 'bad.csv:1: the table has no rows' 'time [us],F [N]'
table "bad.csv:2: F is 'nan'" 'time [us],F [N]' '0,nan'
table 'bad.csv:2: 3 fields, but the header in line 1 has 2' 'time [us],F [N]' '0,0,78'
table 'there are two columns F' 'time [us],F [N],F [kN]' '0,1,1'
table "in line 3 of 'bad.csv', time is empty" 'time [us],F [N]' '0,1' ',2'
refused 4 'nope.csv: cannot be read' run spring.yaml --set measured.data=nope.csv

# names of a chain's columns depend on its sensors, those of a mechanism on its parts
cat >chain.yaml <<'YAML'
dashpot: 1
kind: chain
materials: [{name: steel, young: 193 GPa, poisson: 0.3, density: 7970}]
chain:
  beads: [{count: 20, radius: 5 mm, material: steel}]
  striker: {velocity: 1 m/s, copy: true}
  contact: {law: hertz}
  sensors: [5, 10]
run: {until: 100 us}
measured: {data: pulse.csv, x: time, columns: [{column: F, of: force_10}]}
YAML
printf 'time [us],F [N]\n0,0\n50,1\n70,2\n' >pulse.csv
run 0 run chain.yaml --json
equal points "$(value points)" 3 0
refused 2 "pulse.csv:1: F is in [N]; its unit must be m/s" check chain.yaml \
    --set measured.columns.0.of=velocity_10
refused 2 "the series has no column 'force_11'; did you mean force_10" run chain.yaml \
    --set measured.columns.0.of=force_11 --out refused.out
if [ -e refused.out ]; then fail 'something was written'; else pass; fi
cat >pendulum.yaml <<'YAML'
dashpot: 1
kind: mechanism
mechanism:
  gravity: [0, -9.81]
  bodies: [{name: rod, mass: 1, inertia: 0.01}]
  joints: [{type: revolute, name: pin, between: [ground, rod], at: [[0, 0], [-0.1, 0]]}]
  start: {rod: 0}
  watch: [rod.angle]
run: {until: 0.1 s}
measured: {data: angle.csv, x: time, columns: [{column: a, of: rod.angle}]}
YAML
printf 'time [ms],a [deg]\n0,0\n50,-1\n' >angle.csv
run 0 run pendulum.yaml --json
says '"unit": "rad"'
refused 2 "angle.csv:1: a is in [deg]; its unit must be rad/s" run pendulum.yaml \
    --set 'mechanism.watch=[rod.omega]' --set measured.columns.0.of=rod.omega
