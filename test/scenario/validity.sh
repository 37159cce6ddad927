# shellcheck shell=sh disable=SC2154,SC2016
# Where laws hold: notes of broken bounds, refusals of what cannot be.

# tells TEXT: one of the notes of the JSON document is exactly this
tells() {
    if jq -e --arg text "$1" '.notes | index($text) != null' "$out" >/dev/null; then pass; else
        fail "no note says '$1': $(jq -c .notes "$out")"
    fi
}

# speaks TEXT: one of the notes contains this
speaks() {
    if jq -e --arg text "$1" '.notes | any(contains($text))' "$out" >/dev/null; then pass; else
        fail "no note speaks of '$1': $(jq -c .notes "$out")"
    fi
}

# complains TEXT: standard error has it
complains() {
    if grep -qF -- "$1" "$err"; then pass; else fail "stderr lacks '$1': $(head -n 3 "$err")"; fi
}

silent() {
    if jq -e '.notes == []' "$out" >/dev/null; then pass; else
        fail "notes are $(jq -c .notes "$out")"
    fi
}

cat >soft.yaml <<'YAML'
dashpot: 1
kind: impact
materials:
  - {name: steel, young: 207, poisson: 0.3}
impact:
  bodies:
    - {material: steel, radius: 20 mm, mass: 0.2614, velocity: 2 m/s}
    - {material: steel, fixed: true}
  contact: {law: hertz}
YAML

# --- a forgotten prefix ---------------------------------------------------------------------------
asks='Is young = 207 Pa meant?'
deep='The largest indentation is 16.3 radii (0.3266 m; radius = 0.02 m)'
refused 3 "$asks" run soft.yaml
run 3 run soft.yaml
complains "soft.yaml:9: $deep; hertz assumes well below one."
complains 'This state is impossible; --allow-unphysical runs it with a note'
json run soft.yaml --allow-unphysical
tells "$deep; hertz assumes well below one. $asks"
run 0 run soft.yaml --allow-unphysical --out soft
says "note: $deep;"
label='the report of a soft ball'
if grep -q "<li>$deep; .*$asks</li>" soft/report.html; then pass
else fail 'does not tell it'; fi
if jq -e '.notes | length == 1' soft/summary.json >/dev/null; then pass; else fail 'notes'; fi
# with a density the waves are known, and the input is bad before anything runs
dense='materials.0.density=7800'
run 2 check soft.yaml --set "$dense"
complains 'soft.yaml:7: velocity is impossible here. The surfaces meet at 2 m/s, 12.3 times the'
complains 'The speed must be below 0.1629 m/s; --allow-unphysical runs it with a note'
run 2 run soft.yaml --set "$dense"
run 0 check soft.yaml --set "$dense" --allow-unphysical
json run soft.yaml --set "$dense" --allow-unphysical
speaks '12.3 times the wave speed of the softer body, sqrt(young/density) = 0.163 m/s.'
speaks 'The largest indentation is 16.3 radii'
# what is left of the run is kept as that of any failure
run 3 run soft.yaml --out soft-ball
label='the partial result'
if jq -e '.partial and .notes == []' soft-ball.partial/summary.json >/dev/null; then pass
else fail 'is not there'; fi
# a surface is no ball: a fixed body, and one that is heavier than any ball of its radius
json run soft.yaml --set impact.bodies.0.mass=26 --set impact.bodies.0.velocity=0.2
speaks 'radii (0.3259 m; radius = 0.02 m); hertz assumes well below one. '
# where young is not to blame: what is compared, and a yield that lacks its prefix
run 3 run soft.yaml --set 'materials.0.young=207 GPa' --set impact.force=1e12
complains 'radii (23.86 m; radius = 0.02 m); hertz assumes well below one. This state is impossible'
run 3 run soft.yaml --set 'materials.0.young=207 GPa' --set materials.0.yield=60 \
    --set impact.contact.law=ma-liu
complains 'm; radius = 0.02 m); ma-liu assumes well below one. Is yield = 60 Pa meant? This'
refused 1 '--allow-unphysical belongs to the first call' run --resume soft --allow-unphysical

# --- nothing to say -------------------------------------------------------------------------------
well='materials.0.young=207 GPa'
json run soft.yaml --set "$well"
silent
json run soft.yaml --set "$well" --set 'impact.contact={law: exact-restitution, restitution: 0.3}'
silent

# --- yield, speed, restitution, shape -------------------------------------------------------------
json run soft.yaml --set "$well" --set 'materials.0.yield=30 MPa' \
    --set 'impact.contact={law: lankarani-nikravesh, restitution: 0.9}'
speaks 'times the 0.0089 um at which the material yields (ma-liu, yield 30 MPa)'
speaks 'lankarani-nikravesh is elastic: plasticity must be considered.'
json run soft.yaml --set "$well" --set 'materials.0.yield=30 MPa' --set impact.contact.law=ma-liu
silent
json run soft.yaml --set "$well" --set "$dense" --set impact.bodies.0.velocity=60
speaks 'The surfaces meet at 60 m/s, 0.012 of the wave speed of the softer body (5152 m/s); hertz'
json run soft.yaml --set "$well" --set 'impact.contact={law: flores, restitution: 0.3}'
tells 'flores delivers a restitution of 0.256 for the 0.3 asked for (-15 %).'
json run soft.yaml --set "$well" --set 'impact.contact={law: flores, damping_factor: 3}'
silent
cat >turn.yaml <<'YAML'
dashpot: 1
kind: journal
materials:
  - {name: steel, young: 207 GPa, poisson: 0.3, density: 7800}
journal:
  bearing_radius: 10 mm
  clearance: 0.5 mm
  mass: 1
  inertia: 1e-4
  material: steel
  start: {speed: 0.1 m/s}
  contact: {law: hertz}
  collisions: 3
YAML
shape='hertz is a law for balls, but a journal turns in a bearing here. Laws made for that: ma-liu,'
json run turn.yaml
speaks "$shape"
json run turn.yaml --set 'journal.contact={law: liu-winkler, length: 20 mm}'
if jq -e '.notes | any(contains("balls")) | not' "$out" >/dev/null; then pass; else fail 'shape'; fi
json run turn.yaml --set 'journal.contact={law: liu-winkler, length: 20 mm}' \
    --set 'journal.clearance=2 mm'
tells "The clearance is 0.2 of the bearing's radius; liu-winkler assumes well below one (at most \
0.1)."
run 2 run turn.yaml --set 'materials.0.young=207 Pa' --set 'journal.start.speed=1'
complains '--set journal.start.speed: speed is impossible here.'

# --- bounce, chain, mechanism ---------------------------------------------------------------------
cat >drop.yaml <<'YAML'
dashpot: 1
kind: bounce
materials:
  - {name: rubber, young: 5 MPa, poisson: 0.45, density: 1100}
bounce:
  body: {material: rubber, radius: 30 mm}
  floor: {rigid: true}
  height: 0.5 m
  contact: {law: hunt-crossley, restitution: 0.6}
YAML
json run drop.yaml
speaks 'The largest indentation is 0.116 radii (0.003491 m; radius = 0.03 m); hunt-crossley'
speaks 'hunt-crossley assumes well below one (at most 0.1).'
speaks 'hunt-crossley delivers a restitution of 0.712 for the 0.6 asked for (+19 %).'
# what a body loses is at most what was put in: it rests a little below the floor
run 0 run drop.yaml
lost=$(sed -n 's/^ *energy lost, of all put in *\([0-9.]*\) %$/\1/p' "$out")
label='energy lost of a drop'
near 'all but what the contact holds' "$lost" 99.9924 1e-5
run 2 run drop.yaml --set 'bounce.height=1000 m'
complains '--set bounce.height: height is impossible here. The surfaces meet at 140 m/s'
cat >row.yaml <<'YAML'
dashpot: 1
kind: chain
materials:
  - {name: steel, young: 193 GPa, poisson: 0.3, density: 8000, yield: 200 MPa}
chain:
  beads: [{count: 10, radius: 5 mm, material: steel}]
  striker: {velocity: 1 m/s}
  contact: {law: hertz}
run: {until: 100 us}
YAML
json run row.yaml
speaks 'times the 0.0569 um at which the material yields (ma-liu, yield 200 MPa); hertz is elastic'
run 2 run row.yaml --set chain.striker.velocity=6000
complains '--set chain.striker.velocity: velocity is impossible here. The surfaces meet at 6e+03'
YAML=$(sed 's/, density: 8000//; s/radius: 5 mm/radius: 5 mm, mass: 4 g/' row.yaml)
printf '%s\n' "$YAML" >light.yaml
soft='materials.0.young=193 Pa'
run 3 run light.yaml --set "$soft" --set 'run.until=2 s'
complains 'radii (0.04179 m; radius = 0.005 m); hertz assumes well below one. Is young = 193 Pa'
complains 'Is young = 193 Pa meant? This state is impossible'
json run light.yaml --set "$soft" --set 'run.until=2 s' --allow-unphysical
speaks 'Is young = 193 Pa meant?'
cp "$here/../mechanism/slider-crank.yaml" crank.yaml
json run crank.yaml
speaks 'is a law for balls, but a journal turns in a bearing here.'
law=$(sed -n 's/.*law: \([a-z-]*\).*/\1/p' crank.yaml | head -n 1)
speaks "$law delivers a restitution of"

run 3 run crank.yaml --set materials.0.young=2070 --set 'run={turns: 1}' --out crank
complains 'in joint pin the journal is pressed in by 0.0095 m, its whole radius'
complains 'and the unit of young'
complains 'contact pin'
json run crank.yaml --set materials.0.young=2070 --set 'run={turns: 1}' --allow-unphysical
speaks 'm; journal_radius = 0.0095 m); lankarani-nikravesh assumes well below one. Is young = 2070'

# --- a restitution that follows from a relation ---------------------------------------------------
# The relation asks, so what it asks for is compared, in every kind.
# relation KIND SENTENCE FILE PATH [ARG...]: hertz delivers it; lankarani-nikravesh says SENTENCE
relation() {
    kind=$1 delivers=$2 file=$3 path=$4
    shift 4
    json run "$file" --set "$path={law: hertz, restitution_from: ma-liu}" "$@"
    label="hertz with restitution_from, $kind"
    if jq -e '.notes | any(contains("delivers")) | not' "$out" >/dev/null; then pass; else
        fail "a false note: $(jq -c .notes "$out")"
    fi
    json run "$file" --set "$path={law: lankarani-nikravesh, restitution_from: ma-liu}" "$@"
    speaks "lankarani-nikravesh delivers a restitution of $delivers"
}
yields='materials.0.yield=30 MPa'
relation impact '0.704 for the 0.41 that restitution_from: ma-liu asks for (+72 %) at 0.1 m/s.' \
    soft.yaml impact.contact --set "$well" --set "$yields" --set impact.bodies.0.velocity=0.1
relation bounce '0.725 for the 0.498 that restitution_from: ma-liu asks for (+46 %) at 0.313 m/s.' \
    drop.yaml bounce.contact --set 'materials.0.yield=0.02 MPa' \
    --set 'bounce.height=35 mm' --set 'run={until: 0.1 s}'
relation chain '0.743 for the 0.559 that restitution_from: ma-liu asks for (+33 %) at 1 m/s.' \
    row.yaml chain.contact
relation journal '0.769 for the 0.636 that restitution_from: ma-liu asks for (+21 %) at 0.1 m/s.' \
    turn.yaml journal.contact --set "$yields"
relation mechanism '0.753 for the 0.592 that restitution_from: ma-liu asks for (+27 %) at' \
    crank.yaml mechanism.joints.3.contact --set "$yields" --set 'run={turns: 0.2}'
# a fixed approach asks for one number, and the bodies meet at another speed
json run drop.yaml --set 'materials.0.yield=0.02 MPa' --set 'bounce.height=35 mm' \
    --set 'run={until: 0.1 s}' \
    --set 'bounce.contact={law: hertz, restitution_from: ma-liu, approach: 0.05}'
speaks 'hertz delivers a restitution of 0.207 for the 0.661 that restitution_from: ma-liu asks for'
speaks ' (-69 %) at 0.313 m/s, where approach is fixed at 0.05 m/s.'

# --- sweeps ---------------------------------------------------------------------------------------
cat >many.yaml <<'YAML'
dashpot: 1
kind: impact
materials:
  - {name: steel, young: 207 GPa, poisson: 0.3, density: 7800, yield: 1 GPa}
impact:
  bodies:
    - {material: steel, radius: 20 mm, velocity: 2 m/s}
    - {material: steel, fixed: true}
  contact: {law: flores, restitution: 0.9}
sweep:
  parameters:
    - {path: impact.bodies.0.velocity, values: [1e-3, 1, 2, 100, 6000]}
    - {path: impact.contact.restitution, values: [0.9, 0.3]}
  results: [restitution, max_indentation]
YAML
run 0 run many.yaml --json
speaks '6 of 10 points break the bound on yield; the worst is point 6: The largest indentation is'
speaks '4 of 10 points break the bound on restitution; the worst is point 1: flores delivers'
speaks '2 of 10 points break the bound on speed; the worst is point 6: The surfaces meet at 100 m/s'
speaks '2 of 10 points failed; the first, point 8:'
if jq -e '[.table[].status] == [0, 0, 0, 0, 0, 0, 0, 0, 2, 2]' "$out" >/dev/null; then pass; else
    fail "status of points: $(jq -c '[.table[].status]' "$out")"
fi
cp "$out" one
run 0 run many.yaml --json --threads 4
if cmp -s "$out" one; then pass; else fail 'the notes depend on the threads'; fi
json run many.yaml --allow-unphysical
if jq -e '[.table[].status] | add == 0' "$out" >/dev/null; then pass; else fail 'a point failed'; fi
speaks '4 of 10 points break the bound on speed; the worst is point 8: The surfaces meet at 6e+03'

# --- given values that contradict the bodies, or are idle -----------------------------------------
cat >ball.yaml <<'YAML'
dashpot: 1
kind: impact
materials: [{name: steel, young: 207 GPa, poisson: 0.3, density: 7800, yield: 1 GPa}]
impact:
  bodies: [{material: steel, radius: 40 mm, velocity: 3}, {material: steel, fixed: true}]
  contact: {law: thornton, yield_pressure: 7.5e8}
YAML
cat >ball-drops.yaml <<'YAML'
dashpot: 1
kind: bounce
materials: [{name: steel, young: 207 GPa, poisson: 0.3, density: 7800}]
bounce:
  body: {material: steel, radius: 10 mm}
  floor: {material: steel}
  height: 1 m
  contact: {law: thornton, yield_pressure: 3e9}
run: {until: 1 s}
YAML
cat >beads.yaml <<'YAML'
dashpot: 1
kind: chain
materials: [{name: steel, young: 193 GPa, poisson: 0.3, density: 7970}]
chain:
  beads: [{count: 5, radius: 2.38 mm, material: steel}, {count: 5, radius: 4 mm, material: steel}]
  striker: {velocity: 1}
  right: {type: wall, material: steel}
  contact: {law: hertz}
run: {integrator: dop853, until: 100 us}
YAML
cat >shaft.yaml <<'YAML'
dashpot: 1
kind: journal
materials: [{name: steel, young: 207 GPa, poisson: 0.3}]
journal:
  bearing_radius: 100 mm
  clearance: 0.1 mm
  mass: 200
  inertia: 1.0
  material: steel
  start: {speed: 1, angle: 0.498 rad, spin: 0}
  contact: {law: hunt-crossley, restitution: 0.9}
  collisions: 3
YAML
cat >bob.yaml <<'YAML'
dashpot: 1
kind: mechanism
materials: [{name: steel, young: 207 GPa, poisson: 0.3}]
mechanism:
  gravity: [0, -9.81]
  bodies: [{name: crank, mass: 1, inertia: 1e-3}, {name: bob, mass: 0.1, inertia: 1e-5}]
  joints:
    - {type: revolute, between: [ground, crank], at: [[0, 0], [0, 0]]}
    - {name: pin, type: clearance, between: [crank, bob], at: [[50 mm, 0], [0, 0]],
       journal_radius: 10 mm, clearance: 0.1 mm, material: steel,
       contact: {law: hunt-crossley, restitution: 0.9}}
  contacts:
    - {type: plane, name: hit, between: [bob, ground], at: [[0, 0], [0, -0.2]], radii: [10 mm],
       material: steel, contact: {law: hertz}}
  drivers: [{body: crank, speed: 60 rpm}]
run: {until: 10 ms}
YAML
for file in ball ball-drops beads shaft bob; do
    json run $file.yaml
    false='replaces|does not use|no effect|make a ball|of a ball'
    if jq -e ".notes | any(test(\"$false\")) | not" "$out" >/dev/null; then pass
    else fail "a false note: $(jq -c .notes "$out")"; fi
done
# every kind says both numbers
json run ball.yaml --set impact.contact.radius='7.5 mm' --set impact.contact.modulus='50 GPa'
tells 'radius 7.5 mm replaces 40 mm of the bodies.'
tells 'modulus 50 GPa replaces 114 GPa of the materials.'
json run ball.yaml --set impact.contact.radius='37 mm'
silent
json run ball.yaml --set impact.contact='{law: hertz, stiffness: 1e9, yield: 9 GPa}'
tells 'stiffness 1e+09 N/m^1.5 replaces 3.03e+10 N/m^1.5 of bodies and materials.'
tells 'yield 9 GPa replaces 1 GPa of the materials.'
json run ball.yaml --set impact.contact='{law: hertz, geometry: conformal, clearance: 5 mm}' \
    --set impact.bodies.1.radius='50 mm'
tells 'The contact is given clearance, which hertz does not use.'
json run ball.yaml --set impact.contact='{law: liu-winkler, restitution: 0.5, length: 1 mm,
    geometry: conformal, clearance: 5 mm}' --set impact.bodies.1.radius='50 mm'
tells 'clearance 5 mm replaces 10 mm of the bodies.'
json run ball.yaml --set impact.contact.friction='{law: mindlin, mu: 0.1, stiffness_ratio: 0.5}'
tells 'stiffness_ratio 0.5 replaces 0.824 of the materials.'
json run ball-drops.yaml --set bounce.contact.radius='2 mm'
tells 'radius 2 mm replaces 10 mm of the bodies.'
json run beads.yaml --set chain.contact.radius='8 mm'
tells 'radius 8 mm replaces 1.19 mm to 4 mm of the bodies.'
# a stiffness suits one radius; without materials nothing says what it replaces
bare='[{count: 2, radius: 2 mm, mass: 0.26 g}, {count: 2, radius: 8 mm, mass: 17 g}]'
json run beads.yaml --set chain.beads="$bare" --set chain.right='{type: free}' \
    --set chain.contact='{law: hertz, stiffness: 7.1e7}'
tells "stiffness 7.1e+07 N/m^1.5 acts on contacts of radius 1 mm to 4 mm. It is 4/3 modulus \
sqrt(radius), so with one modulus it is 2 times as large at the second; give modulus instead."
json run beads.yaml --set chain.beads='[{count: 4, radius: 2 mm, mass: 0.26 g}]' \
    --set chain.right='{type: free}' --set chain.contact='{law: hertz, stiffness: 7.1e7}'
if jq -e '.notes | any(contains("stiffness")) | not' "$out" >/dev/null; then pass; else
    fail "a false note: $(jq -c .notes "$out")"
fi
json run shaft.yaml --set journal.contact.radius='8 mm'
tells 'radius 8 mm replaces 99.9 m of journal and bearing.'
json run bob.yaml --set mechanism.joints.pin.contact.radius='8 mm' \
    --set mechanism.contacts.hit.contact.modulus='50 GPa'
tells 'pin: radius 8 mm replaces 1.01 m of journal and bearing.'
tells 'hit: modulus 50 GPa replaces 114 GPa of the materials.'
# values without any effect, of the pair and of the law
json run ball.yaml --set impact.contact='{law: hertz, stiffness: 3e10, modulus: 1e11, approach: 2}'
tells 'The contact is given modulus, which hertz does not use beside stiffness.'
tells 'The contact is given approach, which hertz does not use.'
json run ball.yaml --set impact.contact='{law: peng, mode: elastic-plastic, fit: 0.6, length: 10 mm,
    restitution: 0.9, geometry: conformal}' --set impact.bodies.1.radius='41 mm'
tells 'restitution has no effect with the other values of peng.'

# a mass that is not that of the ball
ton='mass 261 kg is 998.5 times the 0.2614 kg of a ball of radius 20 mm and density 7800 kg/m^3.'
json run ball.yaml --set impact.bodies.0.mass=261 --set impact.bodies.0.radius='20 mm'
speaks "$ton"
json run ball.yaml --set impact.bodies.0.mass=0.0261 --set impact.bodies.0.radius='20 mm'
speaks 'mass 0.0261 kg is 0.09985 times the 0.2614 kg'
json run ball.yaml --set impact.bodies.0.mass=0.0262 --set impact.bodies.0.radius='20 mm'
silent
json run ball-drops.yaml --set bounce.body.mass=32.67 --set bounce.contact='{law: hertz}'
speaks 'mass 32.67 kg is 999.9 times the 0.03267 kg'
json run beads.yaml --set chain.beads.0.mass=0.45
speaks 'mass 0.45 kg is 999.8 times the 0.0004501 kg'
printf 'speed [m/s],restitution\n0.5,0.8\n1,0.72\n2,0.63\n4,0.54\n' >drops.csv
json fit drops.csv --law thornton --set mass=13.78 --set modulus='50 GPa' --set radius='7.5 mm'
speaks 'mass 13.78 kg and radius 7.5 mm make a ball of density 7.8e+06 kg/m^3; solids have 100 to'
json fit drops.csv --law thornton --set mass='13.78 g' --set modulus='50 GPa' --set radius='7.5 mm'
if jq -e '.notes | any(contains("make a ball")) | not' "$out" >/dev/null; then pass; else
    fail "a false note: $(jq -c .notes "$out")"
fi
# what a fit offers for pasting runs in an impact, a chain and a joint, and says what it replaces
pasted=$(jq -c .contact "$out")
json run ball.yaml --set impact.contact="$pasted"
tells 'radius 7.5 mm replaces 40 mm of the bodies.'
json run beads.yaml --set chain.contact="$pasted"
tells 'radius 7.5 mm replaces 1.19 mm to 4 mm of the bodies.'
json run bob.yaml --set mechanism.joints.pin.contact="$pasted"
tells 'pin: radius 7.5 mm replaces 1.01 m of journal and bearing.'
