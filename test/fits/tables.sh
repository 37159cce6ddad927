# shellcheck shell=sh disable=SC2154
# Tables that cannot be fitted, and what is worth a word: the place, what was found, what would do.

printf '%s\n' 'v [m/s],e' 0.1,0.78 0.3,0.65 1,0.52 >table.csv
cat >table.yaml <<'YAML'
dashpot: 1
kind: impact
impact:
  bodies: [{radius: 10 mm, mass: 0.0327, velocity: 1}, {fixed: true}]
  contact: {law: ma-liu, modulus: 80 GPa, radius: 10 mm, yield: 200 MPa, psi: 3, epsilon: 13}
fit:
  data: table.csv
  inputs: [{column: v, path: impact.bodies.0.velocity}]
  targets: [{column: e, result: restitution, sigma: 0.02}]
  free: [{path: impact.contact.yield, from: 10 MPa, to: 10 GPa}]
YAML

# wrong TEXT PATH=VALUE...: refused by check and by run, nothing is written
wrong() {
    text=$1
    shift
    refused 2 "$text" check table.yaml "$@"
    refused 2 "$text" run table.yaml "$@" --out refused.out
    if [ -e refused.out ]; then fail 'something was written'; else pass; fi
}

# data TEXT LINE...: a table of these lines is refused with TEXT
data() {
    text=$1
    shift
    printf '%s\n' "$@" >bad.csv
    wrong "$text" --set fit.data=bad.csv
}

data "bad.csv:2: e is 'nan'; it must be a number" 'v [m/s],e' 0.1,nan
data "bad.csv:2: v is '5 %'; its unit must be m/s or of the same kind" 'v [mm/s],e' '5 %,0.5'
data "bad.csv:2: e is '5 deg'; it must be a number without unit" 'v [m/s],e [%]' '1,5 deg'
data "bad.csv:3: e is 'much'; it must be a number" 'v [m/s],e' 0.1,0.5 0.2,much
data 'a decimal point, not a comma' 'v [m/s],e' '0.1,"0,78"'
data 'bad.csv:1: the fields are separated by semicolons' 'v [m/s];e' '0.1;0.78'
data 'bad.csv:1: there are two columns e' 'v [m/s],e,e' 0.1,1,2
data 'bad.csv:1: v is in [kg]; its unit must be m/s' 'v [kg],e' 0.1,0.5
data 'bad.csv:2: 3 fields, but the header in line 1 has 2' 'v [m/s],e' 0.1,0.5,3
data 'bad.csv:2: v is empty; it must be a number' 'v [m/s],e' ,0.5
data 'the column e [1] is missing; it takes v and ee' 'v [m/s],ee' 0.1,0.5
data 'bad.csv:3: the scenario refuses this row: velocity is -1 m/s' 'v [m/s],e' 0.1,0.5 -1,0.5
data 'bad.csv:2: the scenario refuses this row: velocity is -1 m/s' 'v [m/s],e' -1,0.5 0.1,0.5
wrong 'the column err [1] is missing' --set fit.targets.0.sigma=err
wrong 'sigma is -1; it must be positive' --set fit.targets.0.sigma=-1
wrong "result is 'restitutio', which does not exist" --set fit.targets.0.result=restitutio
wrong "path is 'impact.bodies.0.velocit', which leads to no key; did you mean velocity?" \
    --set fit.inputs.0.path=impact.bodies.0.velocit
wrong 'to must be larger than from' --set fit.free.0.from='20 GPa'
wrong "its unit must be Pa or of the same kind" --set fit.free.0.from='20 m'
wrong 'from is -1, but impact.contact.yield must be at least 0' --set fit.free.0.from=-1
wrong 'the path impact.bodies.0.velocity is an input' --set fit.free.0.path=impact.bodies.0.velocity
wrong 'the column v is an input' --set fit.targets.0.column=v
wrong 'confidence is 1.5' --set fit.confidence=1.5
wrong "there is no law 'thorntn'; did you mean thornton?" --set 'fit.laws=[thorntn]'
wrong 'the law ma-liu is listed twice' --set 'fit.laws=[ma-liu, ma-liu]'
wrong 'which none of the laws has' --set 'fit.laws=[tsuji]' \
    --set fit.free.0.path=impact.contact.dampin
# a key of the contact that no law has would else vanish
wrong "a contact of no law has 'epsillon'" --set 'fit.laws=[ma-liu, thornton]' \
    --set impact.contact.epsillon=20
wrong 'fit and measured cannot stand in one scenario' \
    --set 'measured={data: table.csv, x: time, columns: [force]}'
refused 2 '3 points for 4 free parameters' run table.yaml --set 'fit.free=[
    {path: impact.contact.yield, from: 1e7, to: 1e9}, {path: impact.contact.psi, from: 1, to: 9},
    {path: impact.contact.epsilon, from: 2, to: 40},
    {path: impact.contact.modulus, from: 1e9, to: 1e12}]'

# --- what is worth a word ------------------------------------------------------------------------
printf '%s\n' 'e' 0.78 0.65 0.52 >bare.csv
sed '/inputs:/d; s/table.csv/bare.csv/' table.yaml >same.yaml
json run same.yaml
notes 'all 3 rows are compared with the same run'
# noise may carry a restitution above 1; percent without a unit go farther
printf '%s\n' 'v [m/s],e' 0.1,1.01 0.3,0.65 1,0.52 >above.csv
json run table.yaml --set fit.data=above.csv
notes 'Row 1 has a restitution of 1.01'
data "bad.csv:2: e is 78, and no contact gives a restitution above 1; where it is in percent, its \
heading is e [%]" 'v [m/s],e' 0.1,78 0.3,65 1,52
# a cell with a unit of its own is in that unit alone
json run table.yaml
cp "$out" plain.json
printf '%s\n' 'v [mm/s],e [%]' '0.1 m/s,78 %' '300,0.65 1' '1 m/s,52' >table-units.csv
json run table.yaml --set fit.data=table-units.csv
sed -n '/"fits"/,/"evaluations"/p' plain.json >want
sed -n '/"fits"/,/"evaluations"/p' "$out" >got
label='cells with units of their own'
if [ -s want ] && cmp -s want got; then pass; else fail "$(diff want got | head -n 4)"; fi
# a stiffness without a unit is that of the scenario's law
json run table.yaml --set 'fit.laws=[tsuji, kelvin-voigt, walton-braun]' \
    --set 'impact.contact={law: flores, stiffness: 1e10}' \
    --set 'fit.free=[{path: impact.contact.restitution, from: 0.1, to: 1}]'
notes '2 laws were not tried: kelvin-voigt, walton-braun'
notes 'has another unit in this law'

# impacts that slide throughout tell nothing of the compliance, and no normal result would
cat >sliding.yaml <<'YAML'
dashpot: 1
kind: impact
impact:
  bodies: [{radius: 10 mm, mass: 30 g, speed: 1 m/s, angle: 70 deg}, {fixed: true}]
  contact: {law: hertz, stiffness: 2e9, friction: {law: mindlin, mu: 0.2, stiffness_ratio: 0.8}}
fit:
  columns: ["a [deg]", q]
  rows: [[75, 0.1], [77, 0.1], [80, 0.1]]
  inputs: [{column: a, path: impact.bodies.0.angle}]
  targets: [{column: q, result: impulse_ratio, sigma: 0.002}]
  free: [{path: impact.contact.friction.mu, from: 0.01, to: 1},
         {path: impact.contact.friction.stiffness_ratio, from: 0.1, to: 10}]
YAML
json run sliding.yaml
silent_about 'duration or max_force'
notes 'stiffness_ratio acts where the surfaces stick for a part of the contact'
notes 'measure at smaller angles as well'
