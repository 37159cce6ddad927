# shellcheck shell=sh disable=SC2154
# Complaints, with file, line and key.

# wrong LINE EDIT SENTENCE: `check` of the file, edited with sed, says this about that line
wrong() {
    sed "$2" slider-crank.yaml >wrong.yaml
    refused 2 "wrong.yaml:$1: $3" check wrong.yaml
}

# bodies
wrong 10 's/mass: 1.13/mass: 0/' 'mass of rod is 0; it must be positive'
wrong 10 's/mass: 1.13/mass: -1/' 'mass of rod is -1; it must be positive'
wrong 10 's/mass: 1.13,//' 'mass is missing'
wrong 10 's/mass: 1.13/mass: 1e308/' 'body rod has the mass 1e+308 kg; this can be computed from'
wrong 10 's/inertia: 0.0153/inertia: 1e-300/' 'body rod has the inertia 1e-300 kg m^2; this can be'
wrong 18 's/turns: 4/turns: 1e300/' 'the driver of crank reaches 6.28e+300 rad at the end'
wrong 10 's/inertia: 0.0153/inertia: 0/' 'inertia of rod is 0; it must be positive'
wrong 10 's/inertia: 0.0153/inertia: 1 kg/' "inertia is '1 kg'; its unit must be kg m^2"
wrong 10 's/name: rod/name: ground/' "name is 'ground'; a body is called by up to 24 letters"
wrong 10 's/name: rod/name: the rod/' "name is 'the rod'; a body is called by up to 24 letters"
wrong 10 's/name: rod/name: crank/' "name is 'crank', which another body has already"
wrong 10 's/inertia: 0.0153/inertia: 0.0153, length: 1/' \
    "a body has no 'length'; it takes name, mass and inertia"
wrong 6 '8,11d' 'bodies is missing: rigid bodies; it must be a list of 1 to 20000'

# deeper in each other than they are large
sed 's/^  drivers:/  contacts:\n    - {type: plane, name: stop, between: [slider, ground], '\
'at: [[0, 0], [0, 0]], radii: [10 mm], normal: [-1, 0], '\
'contact: {law: hertz, stiffness: 1e9}}\n&/' slider-crank.yaml >deep.yaml
refused 2 'deep.yaml:19: stop starts 0.36 m deep, beyond its radius of 0.01 m' check deep.yaml

# joints
wrong 14 's/\[crank, rod\]/[crank, rot]/' \
    "between is 'rot'; there is no such body; did you mean rod"
wrong 14 's/\[crank, rod\]/[crank, crank]/' 'between is crank twice; it must name two bodies'
wrong 14 's/\[crank, rod\]/[crank]/' 'between has 1 item; it must be a list of 2'
wrong 14 's/type: revolute/type: hinge/' \
    "type is 'hinge'; it must be revolute, translational, fixed"
wrong 14 '14s/, *at: .*/}/' 'at is missing: a revolute joint needs it'
wrong 14 's/\[25 mm, 0\]/[25 mm]/' 'a point has 1 item; it must be a list of 2'
wrong 14 's/\[25 mm, 0\]/[25 kg, 0]/' "a coordinate is '25 kg'; its unit must be m"
wrong 14 's/at: \[\[25 mm, 0\], \[-150 mm, 0\]\]/at: [25 mm, 0]/' 'a point is'
wrong 14 's/type: revolute/type: revolute, axis: [1, 0]/' 'axis has no effect in a revolute joint'
wrong 14 's/type: revolute/type: revolute, gap: 1 mm/' 'gap has no effect in a revolute joint'
wrong 15 's/axis: \[1, 0\]/axis: [0, 0]/' 'axis is [0, 0]; it must point somewhere'
wrong 15 's/axis/axes/' "a joint has no 'axes'; did you mean axis"
wrong 16 's/name: pin/name: pin 1/' "name is 'pin 1'; a joint is called by up to 24 letters"

# the clearance joint
wrong 17 's/journal_radius: 9.5 mm/journal_radius: 11 mm/' \
    'journal_radius is 0.011 m; it must be below the bearing radius, 0.01 m'
wrong 17 's/journal_radius: 9.5 mm/journal_radius: 10 mm/' \
    'journal_radius is 0.01 m; it must be below'
wrong 17 's/journal_radius: 9.5 mm/clearance: 10 mm/' 'clearance is 0.01 m, which leaves no journal'
wrong 16 's/journal_radius: 9.5 mm,//' 'journal_radius is missing: a clearance joint needs two of'
wrong 17 's/journal_radius: 9.5 mm/&, clearance: 0.5 mm/' 'clearance follows from bearing_radius'
wrong 16 's/, contact: .*/}/' 'contact is missing: a clearance joint needs it'
wrong 17 's/contact: .*/contact: hertz}/' 'contact is a word; it must be a map of keys'
wrong 17 's/law: lan[a-z-]*/law: lankarani/' "law: there is no law 'lankarani'"
wrong 17 's/restitution: 0.46/restitution: 1.2/' 'restitution is 1.2; it must lie in 0..1'
wrong 17 's/restitution: 0.46/restituton: 0.4/' \
    "a contact of law lankarani-nikravesh has no 'restituton'; did you mean restitution"
wrong 17 's/material: steel/material: stele/' "material is 'stele'; it is not among the materials"
wrong 17 's/material: steel, //' 'lankarani-nikravesh needs stiffness, or modulus and radius'
wrong 17 's/material: steel/material: steel, materials: [steel, steel]/' \
    'materials and material exclude each other'
wrong 17 's/restitution: 0.46/&, geometry: convex/' \
    "geometry is 'convex'; in a clearance joint it must be conformal"
wrong 17 's/restitution: 0.46/&, clearance: 1 mm/' \
    'clearance belongs to the joint, beside its contact'
wrong 17 's/restitution: 0.46/&, friction: -1/' 'friction is -1; it must lie in 0..10'
wrong 17 's/restitution: 0.46/&, friction: {law: mindlin}/' 'mu is missing'
wrong 17 's/restitution: 0.46/&, friction: {law: mindlin, mu: 0.1, damping: 1}/' \
    "friction of law mindlin has no 'damping'"
wrong 17 's/restitution: 0.46/&, friction: {law: cundall-strack, mu: 0.1, stiffness_ratio: 0}/' \
    'stiffness_ratio is 0'
wrong 17 's/restitution: 0.46/&, friction: {law: coulom, mu: 1}/' \
    "law: there is no friction law 'coulom'; did you mean coulomb"
wrong 17 's/restitution: 0.46/&, friction: 0.1}, friction: {law: coulomb, mu: 1/' \
    'friction stands here and within contact; give one of them'
wrong 17 's/restitution: 0.46/restitution_from: waves/' \
    "restitution_from is 'waves', which needs young, poisson and density of the softer body"

# a guide with play
guide='15s/.*/    - {type: guide-clearance, name: guide, between: [ground, slider], gap: 1 mm,'
guide="$guide height: 20 mm, length: 30 mm, material: steel, contact: {law: hertz, radius: 1 mm}}/"
sed "$guide" slider-crank.yaml >guide.yaml
run 0 check guide.yaml
sed -i 's/gap: 1 mm,//' guide.yaml
refused 2 'guide.yaml:15: gap is missing: a guide-clearance needs it' check guide.yaml
sed -i 's/height/gap: 1 mm, height/; s/, radius: 1 mm//' guide.yaml
refused 2 'guide.yaml:15: ' check guide.yaml

# drivers
wrong 18 's/body: crank/body: krank/' "body is 'krank'; there is no such body; did you mean crank"
wrong 18 's/body: crank/body: ground/' 'body is ground, which is fixed; a driver moves a body'
wrong 18 's/, speed: 200 rpm//' 'speed is missing: it must be given, or angle, or position'
wrong 18 's/speed: 200 rpm/speed: 200 m/' "speed is '200 m'; its unit must be rad/s"
wrong 18 's/speed: 200 rpm/&, angle: [0, 1]/' 'angle and speed exclude each other'
wrong 18 's/speed: 200 rpm/&, direction: y/' 'direction has no effect beside speed'
wrong 18 's/speed: 200 rpm/angle: 3/' "angle is '3'; it must be a list of coefficients, or a map"
wrong 18 's/speed: 200 rpm/angle: [1]/' 'angle has 1 coefficient; it must have 2 to 9'
wrong 18 's/speed: 200 rpm/angle: [0, 1 m]/' "angle is '1 m'; its unit must be rad/s"
wrong 18 's/speed: 200 rpm/angle: {}/' 'angle needs a table or a csv, one of them'
wrong 18 's/speed: 200 rpm/angle: {table: [[0, 0]]}/' \
    'table has 1 point [time, value]; it must have at least 2'
wrong 18 's/speed: 200 rpm/angle: {table: [[0, 0], [0, 1]]}/' 'time 0 s does not come after 0 s'
wrong 18 's/speed: 200 rpm/angle: {table: [[0, 0], [1, 1, 1]]}/' \
    'point 2 of table must be [time, value]'
wrong 18 's/speed: 200 rpm/angle: {tables: 1}/' "angle has no 'tables'; did you mean table"
wrong 18 's/body: crank, speed: 200 rpm/body: slider, speed: 200 rpm/' \
    'the driver of slider cannot turn it'
wrong 18 's/}]/}, {body: crank, speed: 1}]/' 'crank has two drivers for the same coordinate'
printf 'time,angle\n0,0\n1,1\n' >bad.csv
sed 's/speed: 200 rpm/angle: {csv: bad.csv}/' slider-crank.yaml >wrong.yaml
refused 2 "bad.csv:1: the column value [rad] is missing" check wrong.yaml
printf 'time,value\n0,0\n1,one\n' >bad.csv
refused 2 'bad.csv:3: ' check wrong.yaml
printf 'time,value\n1,0\n0,1\n' >bad.csv
refused 2 'bad.csv:3: time 0 s does not come after 1 s' check wrong.yaml
sed 's/speed: 200 rpm/angle: {csv: none.csv}/' slider-crank.yaml >wrong.yaml
refused 4 'none.csv: cannot be read' check wrong.yaml

# the start, what is watched, forces
wrong 19 's/assembled/open/' 'start is open; it must be assembled, or a map of bodies'
wrong 19 's/assembled/{krank: 30 deg}/' \
    "start has 'krank'; there is no such body; did you mean crank"
wrong 19 's/assembled/{crank: 30 kg}/' "crank is '30 kg'; its unit must be rad"
wrong 19 's/assembled/{rod: {z: 1}}/' "rod has no 'z'"
wrong 20 's/slider.ax/slider.acc/' "watch has 'slider.acc'; there is no channel 'slider.acc'"
wrong 20 's/slider.ax/pin.force/' "watch has 'pin.force' twice"
wrong 20 's/\[slider.*/[]/' 'watch has 0 items; it must be a list of 1 to 64'
force() { wrong 20 "20s/.*/  forces: [$1]/" "$2"; }
force '{type: spring, between: [ground, rod]}' 'at is missing: a spring needs it'
force '{type: spring, between: [ground, rod], at: [[0, 0], [0, 0]]}' 'stiffness is missing'
force '{type: spring, between: [ground, rod], at: [[0, 0], [0, 0]], stiffness: -1}' \
    'stiffness is -1; it must be 0 or more'
force '{type: spring, between: [ground, rod], at: [[0, 0], [0, 0]], stiffness: 1 N}' \
    "stiffness is '1 N'; its unit must be N/m"
force '{type: torque, body: rod}' 'torque is missing: a torque needs it'
force '{type: torque, body: ground, torque: 1}' 'body is ground, which is fixed; a torque acts'
force '{type: force, body: rod, force: [1, 0], stiffness: 1}' 'stiffness has no effect in a force'

# the run
wrong 21 's/turns: 4, //' 'turns is missing: it must be given, or until'
wrong 21 's/turns: 4/&, until: 1 s/' 'until and turns exclude each other'
wrong 21 's/skip: 2/skip: 4/' 'skip is 4, which leaves nothing of the run; it must be below turns'
wrong 21 's/skip: 2/skip: 1 s/' "skip is '1 s'"
wrong 21 's/rtol: 1.0e-8/rtol: 1/' 'rtol is 1; it must lie in'
wrong 21 's/ensemble: 1/ensemble: 0/' 'ensemble is 0; it must lie in 1..10000'
wrong 21 's/shadow: true/shadow: yes/' "shadow is 'yes'; it must be true or false"
wrong 21 's/shadow: true/stepper: cvode/' \
    "stepper is 'cvode'; it must be auto, explicit or implicit"
wrong 21 's/turns: 4, skip: 2/until: 1 s, skip: 2 s/' 'skip is 2 s, which leaves nothing of the run'
wrong 21 's/shadow: true/collisions: 3/' "run has no 'collisions'"
sed 's/speed: 200 rpm/angle: {table: [[0, 0], [1, 1]]}/' slider-crank.yaml >wrong.yaml
refused 2 'wrong.yaml:21: turns is 4, but no driver turns a body at constant speed' check wrong.yaml
# shellcheck disable=SC2016  # $ is the last line
wrong 22 '$s/$/\noutput: {every: 1e-9}/' 'every is 1e-09 s, which makes 1.2e+09 rows'
# shellcheck disable=SC2016
wrong 22 '$s/$/\noutput: {series: [slider.q]}/' "series has 'slider.q'; there is no channel"

# what only the whole can tell: the joint is named, and what to change
stop='    - {type: fixed, name: stop, between: [ground, slider], at: [[1 m, 0], [0, 0]]}'
wrong 16 "15s/.*/$stop/" 'joint pin: its journal starts 0.65 m from the centre of its bearing'
pin='    - {type: revolute, name: pin, between: [rod, slider], at: [[LENGTH, 0], [0, 0]]}'

# ideal EDIT LENGTH: the file with an ideal pin at this length of the rod, edited with sed
ideal() { sed "15s/\$/\n$pin/; 16,17d; 20d; s/LENGTH/$2/; $1" slider-crank.yaml >wrong.yaml; }
ideal 's/axis: \[1, 0\]/axis: [0, 1]/; s/through: \[0, 0\]/through: [1, 0]/' '10 mm'
refused 2 'wrong.yaml:16: the mechanism cannot be assembled: joint pin stays open by' \
    check wrong.yaml
lock='    - {type: fixed, name: lock, between: [ground, rod], at: [[0.9 m, 0], [0, 0]]}'
ideal "14s/\$/\n$lock/" '150 mm'
refused 2 'mobility is' check wrong.yaml
ideal 's/}]$/}, {body: slider, position: [0.35, 5 m\/s]}]/' '150 mm'
refused 2 'the drivers contradict joint' check wrong.yaml
