# shellcheck shell=sh disable=SC2034,SC2154
# What a scenario file can say that no other suite says: keys, ends of a run, sentences of a result.
# Read by run.sh, in a folder that holds scenarios/*.yaml.

# notes TEXT...: the output, its lines joined, has each of them
notes() {
    tr -s ' \n' ' ' <"$out" >joined
    for text; do
        if grep -qF -- "$text" joined; then pass; else fail "stdout lacks '$text'"; fi
    done
}
# there FILE...: each is there and not empty
there() {
    for file; do
        if [ -s "$file" ]; then pass; else fail "no $file"; fi
    done
}
# without WORD FILE: the file less its lines with that word, in less.yaml
without() {
    sed "/$1/d" "$2" >less.yaml
    if cmp -s "$2" less.yaml; then fail "$2 has no line with $1"; fi
}
# broken FOLDER TEXT ARGUMENT...: the run breaks off with this text and leaves the folder's rows
broken() {
    rm -rf "$1" "$1.partial"
    folder=$1 text=$2
    shift 2
    refused 3 "$text" run "$@" --out "$folder"
    there "$folder.partial/summary.json" "$folder.partial/series.csv"
    if grep -qiE 'nan|inf' "$folder.partial/series.csv"; then fail 'a row is not finite'; fi
}

# alike FILE FILE: the summaries are the same but for the time that was taken
alike() {
    for file; do sed '/"wall/d; /per_second/d' "$file" >"$file.same"; done
    if cmp -s "$1.same" "$2.same"; then pass; else fail "$1 and $2 differ"; fi
}
# changed FILE SED-EXPRESSION: the file with this change, in changed.yaml, is good
changed() {
    sed "$2" "$1" >changed.yaml
    if cmp -s "$1" changed.yaml; then fail "the change '$2' does nothing"; fi
    run 0 check changed.yaml
}

cam=cam.yaml
chain=chain.yaml
loose=slider-crank-loose.yaml
wall='{type: wall, material: steel}'

# --- values ---------------------------------------------------------------------------------------
spoilt $chain 's/^  beads:.*/  beads:/' 'beads has no value; it must be a list of 1 to 1000'
refused 2 'damping is -1; it must be at least 0' check first.yaml \
    --set 'impact.contact={law: kelvin-voigt, stiffness: 1e9, damping: -1}'
# each is what is taken when nothing is said
json run first.yaml --set impact.contact.approach=each
cp "$out" said
json run first.yaml
alike said "$out"
refused 2 'computed restitution is 0; it must lie in 1e-06..1' check first.yaml \
    --set 'impact.contact={law: tsuji, restitution_from: waves}' \
    --set impact.bodies.0.velocity=1e30
refused 2 'poisson is a list; it must be a number' check first.yaml --set 'materials.0.poisson=[1]'
# the title is the name of the file, as far as it can be shown
name=$(printf 'we\tird\377.yaml')
sed /title/d first.yaml >"$name"
run 0 run "$name"
says 'we?ird?.yaml: we?ird? (impact)'
# a name without an end is a folder as it is
cp first.yaml plain
run 0 run plain first.yaml --out several
there several/plain/report.html several/first/report.html
mkfifo pipe
refused 4 'pipe: cannot be read: it is a named pipe' check pipe
# what a law needs and neither the contact nor the bodies have
cylinder='law: johnson-cylinder, modulus: 1e9, length: 1'
needs='give it here, or with the materials and bodies'
refused 2 "needs bearing_radius; $needs" check first.yaml --set "impact.contact={$cylinder}"
refused 2 "needs clearance; $needs" check first.yaml \
    --set "impact.contact={$cylinder, bearing_radius: 1 cm}"
refused 2 "restitution_from is 'waves', which needs young, poisson and density of the softer" \
    check first.yaml --set 'impact.contact={law: tsuji, restitution_from: waves}' \
    --set 'impact.bodies=[{rigid: true, radius: 5 mm, mass: 1, velocity: 1},
    {rigid: true, fixed: true}]'
# flat: the radius is that of body 1, whatever body 2 has
for radius in '' 'radius: 5 mm, '; do
    json run first.yaml --set 'impact.contact={law: ma-liu, geometry: flat}' \
        --set "impact.bodies.1={material: aluminium, ${radius}fixed: true}"
    cp "$out" "flat$radius"
done
alike flat "flatradius: 5 mm, "

# keys that would be merged into a map, in it or at the top
merge='<< is a merge key of YAML, which is not supported'
spoilt $chain 's/^  contact: .*/  contact:\n    <<: {law: hertz}/' "spoilt.yaml:$(
    sed -n '/^  contact: /=' $chain | awk '{ print $1 + 1 }'): $merge"
spoilt first.yaml 's/^kind: impact/<<: {kind: impact}/' "$merge"
spoilt first.yaml 's/^kind: impact/kind: impact\n<<: {run: {path: integrated}}/' "$merge"
refused 2 "--set impact.bodies.0: $merge" check first.yaml --set 'impact.bodies.0={<<: {mass: 1}}'
# a law that ends somewhere is the same only up to there
run 0 restitution --law johnson-cylinder
says 'the same for every mass, stiffness and speed within the range of the law'
run 0 restitution --law hunt-crossley --set restitution=0.7
if grep -qx 'the same for every mass, stiffness and speed' "$out"
then pass; else fail 'hunt-crossley has no end'; fi

# --- impact, bounce, journal ----------------------------------------------------------------------
broken coarse 'the energy balance is off by 0.' first.yaml --set 'run={rtol: 0.1, path: integrated}'
# what cannot be tried when the file is read breaks off when it is run
cylinder='{law: johnson-cylinder, modulus: 100 GPa, bearing_radius: 40 mm, clearance: 0.1 mm,
    length: 20 mm, restitution: 0.9}'
without '^run' drop-test.yaml
run 0 check less.yaml --set bounce.height=1e6 --set "bounce.contact=$cylinder" --allow-unphysical
broken hard 'johnson-cylinder holds up to an indentation of' less.yaml --set bounce.height=1e6 \
    --set "bounce.contact=$cylinder" --allow-unphysical
# the body has not come down when the run ends
without '^run' drop-test.yaml
run 0 run less.yaml --set 'bounce.body={mass: 1}' --set run.until='1 ms' --out falling \
    --set 'bounce.contact={law: tsuji, restitution: 0.8, stiffness: 1e6}'
if [ "$(wc -l <falling/impacts.csv)" -eq 1 ]; then pass; else fail 'there is an impact'; fi
# a rigid ball: all the softness is the plate's, so the modulus is 70 GPa/(1 - 0.33^2)
json run first.yaml --set impact.bodies.0.rigid=true --set 'impact.contact={law: hertz}'
cp "$out" rigid
json run first.yaml --set 'impact.contact={law: hertz, modulus: 78.55459 GPa}'
number max_force "$(sed -n 's/^ *"max_force": \(.*\),/\1/p' rigid)" 1e-6  # of seven digits
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
broken coarse 'the energy balance is off by 0.' journal.yaml --set journal.solver=resolved \
    --set run.rtol=0.1
# an energy that leaves the range of a double
refused 3 'the energy is no longer finite' run journal.yaml --out spun \
    --set journal.start.spin=1e160
if [ -e spun.partial ]; then fail "a folder without rows"; else pass; fi

# --- chains: keys ---------------------------------------------------------------------------------
without striker $chain
refused 2 'no end holds the chain against gravity and preload' check less.yaml \
    --set chain.right='{type: free}' --set chain.preload=1 --set chain.loops='[]' \
    --set 'chain.left={type: driven, velocity: 1, glued: true}'
printf 'mass,material [kg]\n1,steel\n' >units.csv
refused 2 'units.csv:1: material has a unit; it must be names' check $chain \
    --set 'chain.beads=[{csv: units.csv}]'
printf 'time,velocity\n0,1\n1,\n' >holes.csv
refused 2 'holes.csv:3: velocity is empty; it must be a number' check $chain \
    --set 'chain.left={type: driven, velocity: holes.csv}'
for end in left right; do
    refused 2 "the $end end has no material; give it one, or rigid: true" check $chain \
        --set "chain.$end={type: wall}"
done
hertz='contact: {law: hertz}'
refused 2 'at is 3, which another one has' check $chain \
    --set "chain.contacts=[{at: 3, $hertz}, {at: 3, $hertz}]"
for range in '5, 3' '5, 300' '-5, 3'; do
    refused 2 "beads is [$range]; it must be an ascending range within 0..20" check $chain \
        --set "chain.field={beads: [$range]}"
done
refused 2 'makes 1e+15 steps; there may be at most 1e12' check $chain --set 'run={until: 1e9 s}'
refused 2 'the longest that is stable at contact 0 (ma-liu), the stiffest' check $chain \
    --set run.step='20 us'
refused 2 'fewer sensors or a longer output.every or field.every would do' run $chain \
    --max-memory '100 kB'
# light beads of an almost weightless stuff
refused 2 'the mass of body 16 is 0 kg; it must be positive and finite' check $chain \
    --set materials.0.density=1e-300 --set 'chain.beads.0.taper={ratio: 0.4}' \
    --set chain.beads.0.count=16 --set chain.loops='[0]'
# a long chain is not tried when it is read, so the run tells
without striker $chain
refused 2 'no end holds the chain against gravity and preload' run less.yaml \
    --set chain.beads.0.count=100100 --set 'chain.right={type: free}' --set chain.preload=1 \
    --set 'run={until: 10 us, step: 1 us}' --set chain.loops='[1]'

# --- chains: results ------------------------------------------------------------------------------
# every pair has its own law, sixty of them; what they lose and keep adds up
json run $chain --set 'chain.beads.0.taper={ratio: 0.97}' --set chain.beads.0.count=60
if [ "$(sed -n '/"final_velocities"/,/]/p' "$out" | grep -cE '^ +-?[0-9]')" -eq 61 ]
then pass; else fail 'not 61 velocities'; fi
number error 0 1e-5  # of the chosen step, a tenth of the stable one
# hanging from the left wall: the top carries twenty balls, the lowest contact one;
# m = 4/3 pi (5 mm)^3 7970 kg/m^3, times 9.81 m/s^2
sed '/striker/d; /loops/d' $chain >less.yaml
run 0 run less.yaml --set "chain.left=$wall" --set 'chain.right={type: free}' \
    --set chain.gravity=-9.81 --set run.step='100 ns'
notes 'The chain starts in static equilibrium, contacts carrying 0.8188 to 0.04094 N.'
# a bead of 100 kg lets next to nothing through
ball='radius: 5 mm, material: steel'
run 0 run $chain --set chain.loops='[0]' --set chain.sensors='[1, 12]' \
    --set "chain.beads=[{count: 8, $ball}, {mass: 100 kg, $ball}, {count: 12, $ball}]"
notes 'No wave speed: the pulse has not passed bead 12, or with less than 1 % of its force.'
run 0 run $chain --set run.step='5 us'
notes 'of the energy; use a shorter step.' \
    'The step of 5e-06 s is above a fifth of the longest stable one'
# a wave that is listed from its end to its beginning has the same speed
json run $chain --set chain.sensors='[4, 8, 12, 16]'
cp "$out" forth
json run $chain --set chain.sensors='[16, 12, 8, 4]'
number wave_speed "$(sed -n 's/^ *"wave_speed": \(.*\),/\1/p' forth)"
# without radii nobody knows how long the chain is
run 0 run $chain --set 'chain.beads=[{count: 20, mass: 4 g}]' --set chain.loops='[0]' \
    --set 'chain.striker={velocity: 1, mass: 4 g}' \
    --set 'chain.contact={law: hertz, stiffness: 1e9}'
notes "No comparison with Nesterenko's theory: a radius is not known."
# beads that differ in nothing but being rigid; the momentum is that of the striker
json run $chain --set chain.loops='[0]' --set 'chain.right={type: free}' \
    --set "chain.beads=[{count: 10, pattern: [{$ball}, {$ball, rigid: true}]}]"
number momentum 0.004173082241518441 1e-9
# each law is compared with its bounds, and spoken of once
run 0 run $chain --set "chain.contacts=[{at: 3, $hertz},
    {at: 4, contact: {law: tsuji, restitution: 0.4}}, {at: 5, $hertz},
    {at: 6, contact: {law: hunt-crossley, restitution: 0.5}},
    {at: 8, contact: {law: hunt-crossley, restitution: 0.5}},
    {at: 7, contact: {law: flores, restitution: 0.3}}]"
notes 'hertz is elastic: plasticity must be considered.' 'tsuji delivers a restitution of' \
    'hunt-crossley delivers a restitution of 0.663 for the 0.5 asked for (+33 %).' \
    'flores delivers a restitution of 0.256 for the 0.3 asked for (-15 %).'
if [ "$(grep -c 'note: hunt-crossley delivers' "$out")" -eq 1 ]; then pass; else
    fail 'hunt-crossley is told twice'
fi
# a bar pushes with a wave that is read between its points
run 0 run less.yaml --out bar --set 'chain.left={type: bar, impedance: 100, glued: true,
    incident: [[10 us, 0], [100 us, 1], [200 us, 0.5]]}' --set run.step='50 ns' \
    --set "chain.right={type: bar, impedance: 100, material: steel, $hertz}" \
    --set 'output={every: 5 us, series: [time, left_incident]}'
for want in 0.000005:0 0.000055:0.5 0.00015:0.75 0.0005:0.5; do
    if awk -F, -v t="${want%:*}" -v w="${want#*:}" 'function off(a, b) { return (a - b)^2 > 1e-18 }
        NR > 1 && !off($1, t) { seen = 1; if (off($2, w)) bad = 1 } END { exit bad || !seen }' \
        bar/series.csv
    then pass; else fail "the wave is not ${want#*:} at ${want%:*} s"; fi
done
# a bar that carries the chain: its own bead does not press on it
run 0 run less.yaml --set 'chain.right={type: bar, impedance: 100, glued: true}' \
    --set chain.gravity=9.81 --set run.step='100 ns'
notes 'contacts carrying 0.04094 to 0.7778 N.'
run 0 run less.yaml --set 'chain.left={type: bar, impedance: 100, glued: true}' \
    --set "chain.right=$wall" --set chain.gravity=9.81 --set run.step='100 ns'
notes 'contacts carrying 0.04094 to 0.8188 N.'
# a table of beads, one of which moves; an empty cell is at rest
printf 'radius [mm],mass [g],velocity,material\n5,4,1,steel\n5,4,,steel\n5,4,0,steel\n' >beads.csv
json run less.yaml --set 'chain.beads=[{csv: beads.csv}]' --set 'chain.right={type: free}'
number initial 0.002
# gaps of 1 um are in the places of the beads
run 0 run $chain --set chain.beads.0.gap='1 um' --set run.until='1 us' --out gaps
last=$(tail -n 1 gaps/final.csv | cut -d , -f 2)
if awk -v x="$last" 'BEGIN { exit !(x > 0.2 + 15e-6 && x < 0.2 + 25e-6) }'
then pass; else fail "the last bead is at $last m"; fi
run 0 run $chain --set chain.beads.0.count=100100 --set 'run={until: 10 us, step: 1 us}' \
    --set chain.sensors='[1]'
notes 'final_velocities is left out above 100000 bodies'
# a step below the limit that is yet too long for many echoes
broken echoes 'the energy balance is off by' $chain --set "chain.left=$wall" \
    --set 'chain.contact={law: hertz}' --set 'run={step: 10 us, until: 50 ms}' \
    --set 'chain.field={every: 20 us}'

# --- mechanisms: keys -----------------------------------------------------------------------------
nose=mechanism.contacts.0
refused 2 'radii has 1 item; a contact of circles has 2' check $cam --set "$nose.radii=[1 mm]"
refused 2 'normal has no effect between circles; leave it out' check $cam \
    --set "$nose.normal=[0, 1]"
without 'contact: {law' $cam
refused 2 'less.yaml:17: contact is missing: how the surfaces touch, with a law' check less.yaml
refused 2 'stiffness is a list; it must be a number' check $cam \
    --set 'mechanism.forces.0.stiffness=[1, 2]'
refused 2 'factor is a word; it must be a map with table or csv' check $cam \
    --set 'mechanism.forces=[{type: torque, body: cam, torque: 1, factor: 3}]'
spoilt $cam 's/speed: 1500 rpm/angle: [0, 1]/' \
    'start gives cam a value that its driver prescribes; leave one of them out'
without 'at: \[\[0, 0\], \[0, 0\]\]' $cam
refused 2 'less.yaml:17: at is missing: a point on each body' check less.yaml
for force in 'damping: 1' 'preload: 1'; do
    run 0 check $cam --set "mechanism.forces=[{type: torsion, between: [cam, follower], $force}]"
done
spoilt $loose 's/speed: 200 rpm/angle: {table: 3}/' 'table must be a list of at least two pairs'
for pair in '0, [0]' '[0], 0'; do
    spoilt $loose "s/speed: 200 rpm/angle: {table: [[$pair], [1, 1]]}/" \
        'point 1 of table must be [time, value]'
done
spoilt $loose 's/speed: 200 rpm/angle: {table: [[x, 0], [1, 1]]}/' "time is 'x'; it must be"
spoilt $loose 's/speed: 200 rpm/angle: [0, 1, 1, 1, 1, 1, 1, 1, 1, 1]/' \
    'angle has 10 coefficients; it must have 2 to 9'
spoilt $loose 's/start: assembled/start: [crank]/' 'start is a list; it must be assembled, or'
spoilt $loose 's/name: rod,/name: "",/' 'name has 0 bytes; it must be a text of 1 to 190'
spoilt $loose 's/name: rod,/name: abcdefghijklmnopqrstuvwxy,/' 'a body is called by up to 24'
spoilt $loose 's/\[crank, rod\]/[krank, krank]/' "between is 'krank'; there is no such body"
spoilt $loose '/bearing_radius: 15 mm/d' 'bearing_radius is missing: a clearance joint needs two'
spoilt $loose 's/radius: 2 mm, friction: 0.05/radius: 2 mm, geometry: convex/' \
    "geometry is 'convex'; in a guide-clearance it must be flat"
short='s/run: .*/run: {until: 20 ms}/'
changed $loose "s/radius: 2 mm, friction: 0.05/radius: 2 mm, geometry: flat/; $short"
changed $loose "s/restitution: 0.6, radius/restitution_from: ma-liu, approach: 0.1, radius/; $short
    s/poisson: 0.3/poisson: 0.3, yield: 1 GPa/"
# a turn at constant speed, as coefficients and as a table with units in its header
changed $loose "s/speed: 200 rpm/angle: [0, 6 rad\/s, 3 rad\/s^2]/; $short"
printf 'time [ms],value [deg]\n0,0\n100,120\n' >turn.csv
changed $loose "s/speed: 200 rpm/angle: {csv: turn.csv}/; $short"
json run changed.yaml
cp "$out" table
changed $loose "s/speed: 200 rpm/angle: {table: [[0, 0], [0.1 s, 120 deg]]}/; $short"
json run changed.yaml
alike table "$out"
# two of three radii give the third
changed $loose "s/bearing_radius: 15 mm/journal_radius: 14.9 mm/; $short"
json run changed.yaml
cp "$out" third
changed $loose "$short"
json run changed.yaml
number max_force "$(sed -n 's/^ *"max_force": \([0-9.e+-]*\),*/\1/p' third | head -n 1)" 1e-6
# header CELL: a table with this header for its times lacks them
header() {
    printf '%s,value\n0,0\n1,1\n' "$1" >header.csv
    spoilt $loose 's/speed: 200 rpm/angle: {csv: header.csv}/' \
        "header.csv:1: the column time [s] is missing"
}
header times
header 'time [ms'
header "time [$(printf '%040d' 0)]"
printf 'time,value\nx,0\n1,1\n' >header.csv
spoilt $loose 's/speed: 200 rpm/angle: {csv: header.csv}/' "header.csv:2: time is 'x'"

# --- mechanisms: results --------------------------------------------------------------------------
# nothing slides, is loose or is driven: the body itself is watched
without watch pendulum.yaml
json run less.yaml
for channel in bar.x bar.y bar.angle; do says "\"$channel\""; done
# a second guide beside the first
sed '/type: translational/{p; s/guide/second/;}' $cam >twice.yaml
json run twice.yaml --set run.turns=3
says '"joint second: its equation across its line follows from the other joints and drivers"'
run 0 run twice.yaml --set run.turns=3
notes 'joint second: its equation across its line' 'The motion does not depend on it'
# all coordinates are driven
run 0 run $cam --set 'run={until: 0.1 s, ensemble: 3}' --set 'mechanism.start={cam: 90 deg}' \
    --set 'mechanism.drivers=[{body: cam, speed: 10},
    {body: follower, direction: y, position: [50.2 mm, 0 m/s]}]'
notes 'No free coordinate moves a loose pair: no start can be shifted'
run 0 run slider-crank-5000rpm.yaml --set 'run={turns: 3, skip: 0, ensemble: 2}'
notes 'The copies have hardly parted when the window begins (0 s; pin spreads'
# no driver of constant speed, so no turns
sed 's/speed: 5000 rpm/angle: [0, 523.6 rad\/s]/' slider-crank-5000rpm.yaml >coefficients.yaml
run 0 run coefficients.yaml --set 'run={until: 30 ms}' --set mechanism.watch='[slider.ax]'
notes 'A start 1e-10 m aside moves pin by 1 % of its clearance after '
# more impacts than fit at first; every one has its row
run 0 run slider-crank-5000rpm.yaml --out hits \
    --set 'run={turns: 25, skip: 0, shadow: false, ideal: false}'
hits=$(sed -n 's/^ *pin impacts in the run *//p' "$out")
if [ "$hits" -gt 256 ] && [ "$(wc -l <hits/impacts.csv)" -eq $((hits + 1)) ]
then pass; else fail "$hits impacts, and not as many rows"; fi
# three parallel cranks: one of them is too many
cat >three.yaml <<'YAML'
dashpot: 1
kind: mechanism
mechanism:
  bodies:
    - {name: a, mass: 1, inertia: 0.01}
    - {name: b, mass: 1, inertia: 0.01}
    - {name: c, mass: 1, inertia: 0.01}
    - {name: rail, mass: 1, inertia: 0.01}
  joints:
    - {type: revolute, between: [ground, a], at: [[0, 0], [-0.1, 0]]}
    - {type: revolute, between: [ground, b], at: [[0.2, 0], [-0.1, 0]]}
    - {type: revolute, between: [ground, c], at: [[0.4, 0], [-0.1, 0]]}
    - {type: revolute, between: [a, rail], at: [[0.1, 0], [-0.2, 0]]}
    - {type: revolute, between: [b, rail], at: [[0.1, 0], [0, 0]]}
    - {type: revolute, between: [c, rail], at: [[0.1, 0], [0.2, 0]]}
  drivers: [{body: a, angle: [90 deg, 1 rad/s]}]
  start: {b: 90 deg, c: 90 deg, rail: {x: 0.2, y: 0.2, angle: 0}}
run: {until: 0.1 s}
YAML
json run three.yaml
if [ "$(jq '[.redundant[]? | select(contains("follows from the other"))] | length' "$out")" -eq 1 ]
then pass; else fail 'not one equation is redundant'; fi
run 0 run three.yaml
notes 'follows from the other joints and drivers' 'The motion does not depend on it'
run 0 run $loose --set 'run={turns: 9, shadow: false, ideal: false}' --out turns
there turns/plots/section-pin.gp turns/plots/section-crankpin.gp
# the energy leaves the range of a double, the motion does not
cat >ball.yaml <<'YAML'
dashpot: 1
kind: mechanism
mechanism:
  gravity: [0, -9.81]
  bodies: [{name: ball, mass: 1, inertia: 1}]
  contacts:
    - {type: plane, name: floor, between: [ball, ground], at: [[0, 0], [0, 0]], radii: [10 mm],
       contact: {law: hertz, restitution: 0.7, stiffness: 1e9}}
  start: {ball: {x: 0, y: 0.1 m, angle: 0}}
run: {until: 0.5 s}
YAML
run 0 run ball.yaml
refused 2 'radii has 2 items; a contact with a plane has 1' check ball.yaml \
    --set "$nose.radii=[1, 2]"
refused 2 'normal is [0, 0]; it must point somewhere' check ball.yaml --set "$nose.normal=[0, 0]"
# a corner is sharp, unless its contact says how round it is
refused 2 'both bodies are flats: give one a radius' check ball.yaml --set "$nose.radii=[0]" \
    --set "$nose.contact={law: hertz, modulus: 1e9}"
run 0 check ball.yaml --set "$nose.radii=[0]" \
    --set "$nose.contact={law: hertz, modulus: 1e9, radius: 1 mm}"
broken far 'the energy is no longer finite' ball.yaml --set mechanism.bodies.0.mass=1e20 \
    --set mechanism.start.ball.vx=1e150 --allow-unphysical
if grep -q '"contact": "contact floor"' far.partial/summary.json
then pass; else fail 'the contact is not named'; fi
by_clock 0.01 1e-9 broken late 'the run has taken 0.5 s, the limit, and was stopped' \
    pendulum.yaml --set 'run.until=1100 s' --max-time '0.5 s'
# what is watched when nothing is said: slider, contact and driver, by its name
without watch $cam
json run less.yaml --set 'mechanism.drivers.0.name=motor' --set 'run={turns: 1, shadow: false}'
for channel in follower.ay nose.force motor.moment; do says "\"$channel\""; done
json run less.yaml --set 'run={until: 0.1 s}' --set 'mechanism.start={cam: 90 deg}' \
    --set 'mechanism.drivers=[{body: cam, speed: 10},
    {body: follower, direction: y, position: [50.2 mm, 0 m/s]}]'
for channel in cam.moment follower.force; do says "\"$channel\""; done
# time is a column anyway
run 0 run $cam --set 'output.series=[time, nose.force]' --out columns \
    --set 'run={turns: 1, ideal: false, shadow: false}'
if [ "$(head -n 1 columns/series.csv)" = 'time [s],nose.force [N]' ]
then pass; else fail "the columns are $(head -n 1 columns/series.csv)"; fi
# hang COUNT: so many bodies, each loose on its own pin
hang() {
    echo 'dashpot: 1'
    echo 'kind: mechanism'
    echo 'mechanism:'
    echo '  gravity: [0, -9.81]'
    echo '  bodies:'
    for i in $(seq "$1"); do echo "    - {name: b$i, mass: 1, inertia: 0.01}"; done
    echo '  joints:'
    for i in $(seq "$1"); do
        echo "    - {type: clearance, name: j$i, between: [ground, b$i], at: [[0.$i, 0], [0, 0.1]],"
        echo '       bearing_radius: 10 mm, clearance: 0.1 mm,'
        echo '       contact: {law: hertz, stiffness: 1e8, restitution: 0.5}}'
    done
    echo 'run: {until: 50 ms, shadow: false}'
}
# sixteen channels are watched; no orbits, modes, loops or animation above sixty bodies
hang 61 >hanging.yaml
run 0 run hanging.yaml --out many
for file in orbit.csv modes.csv; do
    if [ -e "many/$file" ]; then fail "there is $file"; else pass; fi
done
if grep -q animation-box many/report.html; then fail 'there is an animation'; else pass; fi
if [ "$(head -n 1 many/series.csv | tr , '\n' | grep -c '^j[0-9]*[.]force ')" -eq 16 ]
then pass; else fail 'not sixteen channels'; fi
refused 2 "between is 'b99'; there is no such body; did you mean b9, b19 or b29?" \
    check hanging.yaml --set 'mechanism.joints.0.between=[ground, b99]'
# eight channels and three orbits are drawn
hang 13 >hanging.yaml
run 0 run hanging.yaml --out dozen
for kind in force:8 orbit:3; do
    count=$(find dozen/plots -name "*${kind%:*}*.gp" | wc -l)
    if [ "$count" -eq "${kind#*:}" ]; then pass; else fail "$count plots of ${kind%:*}"; fi
done

# --- mechanisms: drawings -------------------------------------------------------------------------
# drawn COUNT MARK: so many elements that the script of drawn/report.html draws have it
drawn() {
    count=$(grep -cF -- "$2" drawn.txt)
    if [ "$count" -eq "$1" ]; then pass; else fail "$count times '$2' is drawn, not $1 times"; fi
}
draw() {
    rm -rf drawn
    run 0 run "$@" --out drawn
    there drawn/report.html
    node "$here/draw.js" drawn/report.html >drawn.txt
    exits=$?
    if [ $exits -eq 0 ]; then pass; else fail "the script of the animation fails, $exits"; fi
}
draw $cam
drawn 1 'class="animation-guide"'
drawn 1 'class="animation-spring'
drawn 2 '<circle class="animation-body"'
drawn 1 'class="animation-ground"'
draw ball.yaml
drawn 1 '<line class="animation-hatch"'
drawn 1 '<circle class="animation-body"'
draw $loose --set run.turns=2
# two walls of the guide, two loose pins beside
drawn 2 'class="animation-guide"'
drawn 2 'class="animation-journal'
# joints the other way round, springs between all sorts, a plane that moves, a body on its own
cat >parts.yaml <<'YAML'
dashpot: 1
kind: mechanism
mechanism:
  bodies:
    - {name: plate, mass: 1, inertia: 0.01}
    - {name: bar, mass: 1, inertia: 0.01}
    - {name: block, mass: 1, inertia: 0.01}
    - {name: sledge, mass: 1, inertia: 0.01}
    - {name: wheel, mass: 1, inertia: 0.01}
    - {name: stone, mass: 1, inertia: 0.01}
  joints:
    - {type: revolute, name: hinge, between: [ground, plate], at: [[0, 0], [0, 0]]}
    - {type: revolute, name: foot, between: [bar, ground], at: [[0.1, 0], [0.5, 0]]}
    - {type: translational, name: slot, between: [plate, block], axis: [1, 1]}
    - {type: translational, name: rail, between: [sledge, ground], axis: [0, 1]}
  contacts:
    - {type: circles, name: roll, between: [wheel, ground], at: [[0, 0], [-0.5, 0.5]],
       radii: [0.05, 0.1], contact: {law: hertz, stiffness: 1e6}}
    - {type: plane, name: shelf, between: [wheel, plate], at: [[0, 0], [0, -0.5]], radii: [0.05],
       contact: {law: hertz, stiffness: 1e6}}
  forces:
    - {type: spring, name: s1, between: [plate, bar], at: [[0.1, 0], [-0.1, 0]], stiffness: 10}
    - {type: spring, name: s2, between: [plate, ground], at: [[0, 0.1], [0, 0.4]], stiffness: 10}
    - {type: spring, name: s3, between: [ground, plate], at: [[-0.3, 0], [-0.1, 0]], stiffness: 10}
    - {type: torsion, name: t1, between: [ground, plate], stiffness: 1}
  start: {plate: {angle: 0, omega: 1 rad/s}, wheel: {x: 0.3, y: 0.3}, stone: {x: -0.3, y: 0.3}}
run: {until: 0.5 s}
YAML
draw parts.yaml
drawn 0 'class="animation-guide"'
drawn 0 '<line class="animation-hatch"'
# two joints and a circle stand on it
drawn 3 'class="animation-ground"'
drawn 3 'class="animation-spring'
# the wheel touches twice, a circle for each; the stone and the sledge have no shape but a dot
drawn 2 'class="animation-body" cx'
drawn 2 ' r="9"'
# the plate has corners
drawn 1 'z" stroke'

# --- a terminal -----------------------------------------------------------------------------------
# a run that is stopped, with a bar and the time left
if command -v script >/dev/null; then
    label='a run on a terminal'
    CLOCK_STEP=0.1 CLOCK_WORK=1e-9 script -qec \
        "'$clocked' run pendulum.yaml --set 'run.until=1100 s' --max-time '5 s'" /dev/null \
        </dev/null >"$out" 2>"$err"
    if [ "$?" -eq 3 ]; then pass; else fail 'the exit status is not 3'; fi
    says '.....]   0 %'
    says ' left'
    says 'the run has taken 5 s, the limit, and was stopped'
fi
