# shellcheck shell=sh disable=SC2154
# Complaints, with file, line and key.

# wrong LINE EDIT SENTENCE: `check` of the file, edited with sed, says this about that line
wrong() {
    sed "$2" chain.yaml >wrong.yaml
    refused 2 "wrong.yaml:$1: $3" check wrong.yaml
}
# no KEY VALUE SENTENCE: the same for a value that is set
no() {
    refused 2 "--set $1: $3" check chain.yaml --set "$1=$2"
}

# --- beads ----------------------------------------------------------------------------------------
wrong 7 's/count: 70/count: 0/' 'count is 0; it must lie in 1..1e+15'
wrong 7 's/count: 70/count: -3/' 'count is -3; it must lie in 1..1e+15'
wrong 7 's/count: 70/count: 2.5/' 'count is 2.5; it must be a whole number'
wrong 7 's/count: 70/count: many/' 'count'
wrong 7 's/count: 70/count: 1e12/' \
    'count is 1000000000000; with it the chain has 1e+12 bodies and takes at least 6.4e+13 bytes'
wrong 7 's/count: 70/count: 1e15/' 'count is 1000000000000000; with it'
wrong 7 's/count: 70/count: 1e16/' 'count is 1e16; it must be a whole number'
sed 's/count: 70/count: 2/; 7s/$/\n    - {count: 1e15, mass: 1}/' chain.yaml >wrong.yaml
refused 2 'wrong.yaml:8: count is 1000000000000000; with it' check wrong.yaml
wrong 7 's/radius: 2.38 mm/radius: -1/' 'radius is -1; it must be positive'
wrong 7 's/radius: 2.38 mm/radius: 2 kg/' "radius is '2 kg'; its unit must be m or of the same kind"
wrong 7 's/mass: 0.45 g/mass: 0/' 'mass is 0; it must be positive'
wrong 7 's/mass: 0.45 g, //' \
    'mass is missing: give it, or a radius and a material with a density'
wrong 7 's/material: steel/material: stel/' "material is 'stel'; it is not among the materials"
wrong 7 's/count: 70/cuont: 70/' "a segment has no 'cuont'; did you mean count"
wrong 13 's/, material: steel//' 'hertz'
no chain.preload '2 lb' "preload is '2 lb'; its unit must be N or of the same kind (lb is a mass; \
the force is lbf)"
no chain.preload '2 oz' "preload is '2 oz'; its unit must be N or of the same kind (oz is a mass; \
the force is ozf)"
no chain.beads '[]' 'beads has 0 items; it must be a list of 1 to 1000'
no chain.beads 70 "beads is '70'; it must be a list of 1 to 1000"
no chain.beads '[{count: 5, mass: 1 g, pattern: []}]' 'pattern has 0 items'
no chain.beads '[{count: 5, mass: 1 g, pattern: [{mass: 1}], taper: {ratio: 1}}]' \
    'taper and pattern exclude each other; give one of them'
no chain.beads '[{count: 5, mass: 1 g, taper: {ratio: 0.9}}]' \
    'radius is missing: a taper starts from it'
no chain.beads '[{count: 5, radius: 1 mm, mass: 1 g, taper: {}}]' \
    'taper takes ratio or radius_end, one of them'
no chain.beads '[{count: 5, radius: 1 mm, mass: 1 g, taper: {ratio: 2, radius_end: 1 mm}}]' \
    'taper takes ratio or radius_end, one of them'
no chain.beads '[{count: 1, radius: 1 mm, mass: 1 g, taper: {radius_end: 1 mm}}]' \
    'count is 1; a taper to radius_end needs 2 beads at least'
no chain.beads '[{count: 5000, radius: 1 mm, mass: 1 g, taper: {ratio: 0.5}}]' \
    'ratio is 0.5, which makes a last radius of'
no chain.beads.0.gap '-1 mm' 'gap is -1 mm; it must be 0 or more'

# tables of beads
refused 4 'nowhere.csv: cannot be read' check chain.yaml --set 'chain.beads=[{csv: nowhere.csv}]'
refused 4 'cannot be read' check chain.yaml --set 'chain.beads=[{csv: /}]'
# table TEXT SENTENCE
table() {
    printf '%b' "$1" >bad.csv
    refused 2 "bad.csv:$2" check chain.yaml --set 'chain.beads=[{csv: bad.csv, material: steel}]'
}
table '' ' the table is empty'
table 'radius [mm],mass [g]\n' '1: the table has no rows'
table 'radius [kg]\n1\n' '1: radius is in [kg]; its unit must be m or of the same kind'
table 'radius,weight\n1,2\n' "1: there is no column 'weight'"
table 'radius,radius\n1,2\n' '1: there are two columns radius'
table 'radius,mass\n1\n' '2: 1 field, but the header in line 1 has 2'
table 'radius,mass\n1,two\n' "2: mass is 'two'"
table 'radius,mass\n1,-2\n' '2: mass is -2; it must be positive'
table 'radius,mass\n1,1e999\n' '2: mass'
table 'radius,material\n1,gold\n' "2: material is 'gold'; it is not among the materials"
printf 'radius [mm]\n1\n2\n' >bad.csv
no chain.beads '[{csv: bad.csv, material: steel}]' \
    'bead 1 of the table has no mass; it needs one, or a radius and a material with a density'
awk 'BEGIN { print "mass"; for (i = 0; i < 100001; i++) print 1 }' >long.csv
refused 2 'long.csv:100002: more than 100000 rows' check chain.yaml \
    --set 'chain.beads=[{csv: long.csv}]'

# --- striker and start ----------------------------------------------------------------------------
no chain.striker '{copy: true}' 'velocity is missing: how fast the striker comes'
no chain.striker '{velocity: 1, copy: true, mass: 1}' \
    'copy: true and radius, mass or material exclude each other'
no chain.striker '{velocity: 1, radius: 1 mm}' 'mass is missing'
no chain.striker '{velocity: 1, contact: {law: hertz}}' \
    'contact has no effect: the striker is bead 1 itself'
no chain.striker '{velocity: 1 kg}' "velocity is '1 kg'; its unit must be m/s"
no chain.striker '{velocity: nan}' "velocity is 'nan'"
no chain.preload '-1 N' 'preload is -1 N; it must be 0 or more'
no chain.preload '1 N' 'no end holds the chain against gravity and preload'
refused 2 'no end holds' check vertical.yaml --set chain.right='{type: free}' --set chain.preload=1
refused 2 'no end holds' check vertical.yaml --set chain.gravity=-9.81
refused 2 'gap and gravity or preload exclude each other' check vertical.yaml \
    --set chain.beads.1.gap='1 um'
# a law that looks at the speed of each touch has none where it is pressed at the start; the largest
# one, the default, grows with the motion
# shellcheck disable=SC2016  # backquotes as they stand in the complaint
refused 2 'take `approach: largest` or a fixed `approach`' check vertical.yaml \
    --set 'chain.contact={law: hunt-crossley, restitution: 0.8, approach: each}'
# contact 0 is that of the striker, which does not touch; 1 is pressed
refused 2 'contact 1 touches at the start' check vertical.yaml \
    --set 'chain.contact={law: hunt-crossley, restitution: 0.8, approach: each}'
json run vertical.yaml --set 'chain.contact={law: hunt-crossley, restitution: 0.8}'
refused 2 "approach is 'smallest'; it must be each or largest or a number" check vertical.yaml \
    --set 'chain.contact={law: hunt-crossley, restitution: 0.8, approach: smallest}'
# the striker meets bead 1 too fast, and the library says so at its own contact 1
refused 3 'which contact 0 passes at' run chain.yaml \
    --set 'run={integrator: dop853, until: 60 us}' --set 'chain.contact={law: johnson-cylinder,
    length: 1 mm, modulus: 1e9, bearing_radius: 10 mm, clearance: 0.01 mm}'
json run vertical.yaml \
    --set 'chain.contact={law: hunt-crossley, restitution: 0.8, approach: 0.44 m/s}'
# the printed form jumps past the static force, page 002 section 2.1
refused 3 'cannot carry the static force' check vertical.yaml --set chain.preload='2.38 N' --set \
    'chain.contact={law: wang-kelvin-voigt, form: printed, psi: 2.6, epsilon: 21, restitution: 0.9}'
refused 2 'chain.yaml:14: there is no bead 9; they go from 0 to 1' check chain.yaml \
    --set chain.beads.0.count=1
refused 2 'there is one bead and no end, so nothing touches' check pair.yaml \
    --set 'chain.beads=[{mass: 1 g}]'
refused 2 'step is missing: nothing moves at the start, so none can be chosen' check pair.yaml \
    --set chain.beads.0.velocity=0 --set 'run={until: 1}'

# --- ends -----------------------------------------------------------------------------------------
no chain.left '{type: door}' "type is 'door'; it must be free, wall, driven or bar"
no chain.left '{type: wall, velocity: 1}' 'velocity has no effect: the end is of type wall'
no chain.left '{type: wall, impedance: 1}' 'impedance has no effect: the end is of type wall'
no chain.left '{material: steel}' 'material has no effect: the end is of type free'
no chain.left '{type: wall, glued: true}' 'glued has no effect: the end is of type wall'
no chain.left '{type: driven}' 'velocity is missing: a driven end needs it'
no chain.left '{type: bar}' 'impedance is missing: a bar needs it'
no chain.left '{type: bar, impedance: 0}' 'impedance is 0; it must be positive'
no chain.left '{type: bar, impedance: 5 kg}' "impedance is '5 kg'; its unit must be N s/m"
no chain.left '{type: driven, velocity: fast}' 'velocity'
no chain.left '{type: driven, velocity: {a: 1}}' \
    'velocity is a map; it must be a number, a list of [time, velocity], or the name of a .csv file'
no chain.left '{type: driven, velocity: []}' \
    'velocity has 0 points [time, velocity]; it must have at least 1'
no chain.left '{type: driven, velocity: [1, 2]}' 'point 1 of velocity must be [time, velocity]'
no chain.left '{type: driven, velocity: [[0, 1, 2]]}' 'point 1 of velocity must be'
no chain.left '{type: driven, velocity: [[0, 1 kg]]}' "velocity is '1 kg'"
no chain.left '{type: driven, velocity: [[0, 1], [0, 2]]}' \
    'time 0 s does not come after 0 s; times must ascend'
no chain.left '{type: driven, velocity: 1, glued: true, material: steel}' \
    'material has no effect: the end is glued to its bead'
refused 2 'chain.yaml:8: striker and a driven left end that is glued exclude each other' \
    check chain.yaml --set chain.left='{type: driven, velocity: 1, glued: true}'
refused 4 'gone.csv: cannot be read' check chain.yaml \
    --set 'chain.left={type: driven, velocity: gone.csv, material: steel}'
printf 'time,speed\n0,1\n' >bad.csv
refused 2 "bad.csv:1: there is no column 'speed'" check chain.yaml \
    --set 'chain.left={type: driven, velocity: bad.csv, material: steel}'
printf 'time\n0\n' >bad.csv
refused 2 'bad.csv:1: the column velocity [m/s] is missing' check chain.yaml \
    --set 'chain.left={type: driven, velocity: bad.csv, material: steel}'
printf 'time,velocity\n1,1\n0,2\n' >bad.csv
refused 2 'bad.csv:3: time 0 s does not come after 1 s' check chain.yaml \
    --set 'chain.left={type: driven, velocity: bad.csv, material: steel}'
no chain.right '{type: wall}' 'the right end has no material; give it one, or rigid: true'
refused 2 'there are 1 bodies; with glued ends there must be 2' check bar.yaml \
    --set chain.beads.0.count=1 --set chain.left='{type: driven, velocity: 1, glued: true}' \
    --set chain.sensors='[1]'

# --- contacts, sensors, loops, field --------------------------------------------------------------
wrong 5 '/^  contact:/d' 'contact is missing: contact 0 has no law'
no chain.contact '{law: hertzz}' 'law: there is no law'
no chain.contact '{law: hertz, friction: 0.1}' 'friction has no effect'
no chain.contacts '[{at: 71, contact: {law: hertz}}]' 'at is 71; there are contacts 0 to 69'
no chain.contacts '[{at: -1, contact: {law: hertz}}]' 'at is -1; there are contacts 0 to 69'
no chain.contacts '[{at: 3}]' 'contact is missing'
no chain.contacts '[{at: 3, contact: {law: hertz}}, {at: 3, contact: {law: hertz}}]' \
    'at is 3, which another one has'
refused 2 'there is no bead 71; they go from 0 to 70' check chain.yaml --set 'chain.sensors=[71]'
refused 2 'there is no bead -1' check chain.yaml --set 'chain.sensors=[-1]'
refused 2 'there is no bead 0; they go from 1 to 50' check bar.yaml --set 'chain.sensors=[0]'
refused 2 'bead 9 is named twice' check chain.yaml --set 'chain.sensors=[9, 9]'
refused 2 'it must be a whole number' check chain.yaml --set 'chain.sensors=[1.5]'
refused 2 'there is no contact 70; they go from 0 to 69' check chain.yaml --set 'chain.loops=[70]'
refused 2 'contact 3 is named twice' check chain.yaml --set 'chain.loops=[3, 3]'
refused 2 "of is 'colour'; it must be velocity, force or nothing" check chain.yaml \
    --set 'chain.field={of: colour}'
refused 2 'beads is [60, 80]; it must be an ascending range within 0..70' check chain.yaml \
    --set 'chain.field={beads: [60, 80]}'
refused 2 'beads has 1 item' check chain.yaml --set 'chain.field={beads: [6]}'
refused 2 'there may be at most 10 million' check chain.yaml --set chain.beads.0.count=10000 \
    --set 'chain.field={every: 10 ns, stride: 1}'

# --- run and output -------------------------------------------------------------------------------
wrong 15 's/until: 600 us/until: 0/' 'until is 0; it must be positive'
wrong 15 's/, until: 600 us//' 'until is missing: end of the run'
wrong 15 's/10 ns/1 ms/' 'step is 0.001 s; it must be below'
refused 2 'the longest that is stable at contact' check chain.yaml --set run.step='10 us'
wrong 15 's/10 ns/1e-30/' 'until 0.0006 s with a step of 1e-30 s makes 6e+26 steps'
wrong 15 's/10 ns/-1/' 'step is -1; it must be positive'
wrong 15 's/verlet/euler/' \
    "integrator is 'euler'; it must be verlet, predictor-corrector, rk4 or dop853"
wrong 15 's/verlet/dop853/' 'step has no effect: the integrator is dop853'
wrong 15 's/verlet/verlet, rtol: 1e-9/' 'rtol has no effect: the integrator is one of fixed step'
wrong 15 's/verlet/verlet, threads: 0/' 'threads is 0; it must lie in 1..256'
wrong 15 's/verlet/verlet, checkpoint: 0/' 'checkpoint is 0; it must be positive'
wrong 15 's/verlet/verlet, checkpoint: never/' "checkpoint is 'never'; it must be none or a number"
refused 2 'bytes (' check chain.yaml --set run.memory=1e6
refused 2 'and the limit is 1e+09; fewer beads would do' check chain.yaml --set run.memory=1e9 \
    --set chain.beads.0.count=100000000
refused 2 'which makes 6e+07 rows' check chain.yaml --set output.every='10 ps' \
    --set run.step='10 ps'
refused 2 "series has 'force_8'; this chain has no such column" check chain.yaml \
    --set 'output.series=[time, force_8]'
refused 2 "series has 'time' twice" check chain.yaml --set 'output.series=[time, time]'
refused 2 'series has 0 items' check chain.yaml --set 'output.series=[]'
refused 2 'integrator is dop853, which takes at most 1048576 bodies' check chain.yaml \
    --set 'run={integrator: dop853, until: 1 us}' --set chain.beads.0.count=2000000
