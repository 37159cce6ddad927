# shellcheck shell=sh disable=SC2154
# The mass that surfaces feel, and which one a law gets.

# a ball of 0.1 kg at 1 m/s on a driven table
cat >table.yaml <<'END'
dashpot: 1
kind: mechanism
mechanism:
  bodies:
    - {name: table, mass: 0.001, inertia: 1}
    - {name: ball, mass: 0.1, inertia: 1e-5}
  joints:
    - {type: translational, between: [ground, table], axis: [0, 1], angle: 0}
  contacts:
    - {type: plane, name: hit, between: [ball, table], at: [[0, 0], [0, 0]], radii: [0.01],
       contact: {law: tsuji, stiffness: 1e9, restitution: 0.5}}
  drivers: [{body: table, direction: y, position: [0, 1e-9]}]
  start: {ball: {x: 0, y: 0.02, vy: -1}}
  watch: [ball.vy]
run: {until: 0.02 s}
output: {every: 0.001}
END
law=mechanism.contacts.0.contact

# notes TEXT: one of the notes has it
notes() {
    if grep -qF -- "$1" "$out"; then pass; else fail "no note has '$1'"; fi
}

# a driven table cannot give way, so its mass is none
for mass in 0.001 0.1 1000; do
    json run table.yaml --set mechanism.bodies.0.mass=$mass
    equal "table of $mass kg" "$(value separation_speed)" 0.5502832 1e-7
    is mass 0.1
done

# what the law delivers belongs to the mass it is prepared for
json run table.yaml
notes '"tsuji delivers a restitution of 0.55 for the 0.5 asked for (+10 %)."'
json run table.yaml --set $law.mass=pair
equal 'mass: pair' "$(value separation_speed)" 0.9357127 1e-6
is mass 0.1
notes 'tsuji delivers a restitution of 0.936 for the 0.5 asked for (+87 %) at 1 m/s and 0.1 kg'
notes ', where it is prepared for 0.00099 kg.'
json run table.yaml --set "$law={law: hertz, stiffness: 1e9, mass: pair}"
notes 'The contact is given mass, which hertz does not use.'

# other words and other kinds
refused 2 "contact.mass: mass is '0.1'; it must be effective or pair" \
    check table.yaml --set $law.mass=0.1
refused 2 'mass belongs to the bodies; a contact takes theirs' \
    check "$shipped/steel-ball.yaml" --set impact.contact.mass=pair

# neither side can move
rail='{type: translational, between: [ground, ball], axis: [0, 1], angle: 0}'
ram='{body: ball, direction: y, position: [0.02, -1]}'
sed "s/  start: .*/  start: {}/; s/1e-9\]}\]/0]}, $ram]/
    s/^  contacts:/    - $rail\n&/" table.yaml >still.yaml
refused 2 'hit: neither ball nor table can give way' check still.yaml
json run still.yaml --set run.until=0.0105 \
    --set "$law={law: flores, stiffness: 1e9, restitution: 0.5}"
is mass null

# a note names the contacts that it is about
floor='{type: plane, name: floor, between: [ball, ground], at: [[0, 0], [0, -1]], radii: [0.01],'
tsuji='contact: {law: tsuji, stiffness: 1e9, restitution: 0.5}}'
sed "s/^  drivers:/    - $floor $tsuji\n&/" table.yaml >two.yaml
json run two.yaml
notes '"hit, floor: tsuji delivers a restitution of 0.55'

# a linkage: the mass changes from touch to touch, and the law with it
pin='type: clearance, name: big, between: [crank, rod], journal_radius: 9.5 mm,'
pin="$pin bearing_radius: 10 mm, material: steel, contact: {law: tsuji, restitution: 0.9},"
sed "s/type: revolute, between: \[crank, rod\],/$pin/; s/type: clearance, name: pin/type: revolute/
    s/\[0, 0\]\],\$/[0, 0]]}/; /^       journal_radius/d; s/pin.force/big.force/" \
    slider-crank.yaml >linkage.yaml
json run linkage.yaml --set run.turns=1 --set run.skip=0 --set run.shadow=false
notes 'The touches of big feel masses from '
notes ' kg, and tsuji is prepared for each of them'
mindlin='law: tsuji, stiffness: 1e9, restitution: 0.5, friction: {law: mindlin, mu: 0.3}'
sed "s/law: tsuji, stiffness: 1e9, restitution: 0.5/$mindlin/" two.yaml >rough.yaml
json run rough.yaml
notes '"hit, floor: Poisson'"'"'s ratio of the bodies is not known'
