# shellcheck shell=sh disable=SC2154,SC2046,SC2086,SC2034,SC3045
# What comes out: keys of the contract, momentum, energy, closed forms; folders; several files.

impact_keys='restitution approach_speed separation_speed velocities_after max_force
    max_indentation time_of_max_indentation duration residual_indentation tension_seen at_rest
    energy solver notes'
energy_keys='initial final stored viscous plastic friction released input error'
solver_keys='path steps evaluations rejected events'

# --- impact ---------------------------------------------------------------------------------------
json run $hertz
keys 2 kind title restitution requested_restitution ${impact_keys#restitution }
keys 4 $energy_keys $solver_keys
is title '"hertz"'
is tension_seen false
# d = (5 m v^2/(4 K))^0.4, F = K d^1.5, T = 2.9432751 d/v
near depth "$(value max_indentation)" "$(calculate 'exp(0.4 * log(1.25e-9))')" 1e-13
near force "$(value max_force)" "$(calculate '1e9 * exp(0.6 * log(1.25e-9))')" 1e-12
near duration "$(value duration)" "$(calculate '2.9432751843 * exp(0.4 * log(1.25e-9))')" 1e-9
near half "$(value time_of_max_indentation)" "$(calculate "$(value duration) / 2")" 1e-12
number restitution 1
number initial 0.5
balanced
json run $hertz --set run.path=integrated
is path '"integrated"'
near depth "$(value max_indentation)" "$(calculate 'exp(0.4 * log(1.25e-9))')" 1e-11
near duration "$(value duration)" "$(calculate '2.9432751843 * exp(0.4 * log(1.25e-9))')" 1e-9
json run $hertz --set run.path=closed-form
is path '"closed-form"'

json run $impact
keys 2 kind title restitution requested_restitution ${impact_keys#restitution }
m1=$(calculate '4 / 3 * 3.14159265358979 * 0.02^3 * 7800')
m2=$(calculate '4 / 3 * 3.14159265358979 * 0.015^3 * 2700')
v1=$(item velocities_after 1)
v2=$(item velocities_after 2)
equal momentum "$(calculate "$m1 * $v1 + $m2 * ($v2)")" "$(calculate "2 * $m1 - $m2")" 1e-13
equal separation "$(calculate "$v2 - ($v1)")" "$(value separation_speed)" 1e-13
near restitution "$(calculate "$(value separation_speed) / $(value approach_speed)")" \
    "$(value restitution)" 1e-14
number requested_restitution 0.8
# page 003: hunt-crossley delivers 0.8378 for 0.8; from dashpot restitution
"$program" restitution --law hunt-crossley --set restitution=0.8 --json >want
near delivered "$(value restitution)" "$(sed -n 's/.*"delivered": \([0-9.]*\),*/\1/p' want)" 1e-12
near initial "$(value initial)" "$(calculate "0.5 * $m1 * 4 + 0.5 * $m2")" 1e-13
near final "$(value final)" "$(calculate "0.5 * $m1 * $v1^2 + 0.5 * $m2 * $v2^2")" 1e-12
balanced
force=$(value max_force)
time=$(value duration)
json run $impact --set run.path=integrated
near 'force of both paths' "$(value max_force)" "$force" 1e-10
near 'duration of both paths' "$(value duration)" "$time" 1e-10
balanced

# body 1 is the fixed one
json run $impact --set 'impact.bodies.0={material: steel, fixed: true}' \
    --set impact.bodies.1.velocity=-2
equal 'fixed body' "$(item velocities_after 1)" 0 1e-15
near 'free body' "$(item velocities_after 2)" "$(value separation_speed)" 1e-14
balanced

# a constant force: its impulse and its work
json run $impact --set impact.force='10 kN'
v1=$(item velocities_after 1)
v2=$(item velocities_after 2)
equal impulse "$(calculate "$m1 * $v1 + $m2 * ($v2)")" \
    "$(calculate "2 * $m1 - $m2 + 1e4 * $(value duration)")" 1e-12
near final "$(value final)" "$(calculate "0.5 * $m1 * $v1^2 + 0.5 * $m2 * $v2^2")" 1e-11
balanced
json run $hertz --set impact.force='10 kN' \
    --set 'impact.contact={law: hunt-crossley, stiffness: 1e9, restitution: 0.8}'
is at_rest true
is separation_speed 0.0
# K d^1.5 = F at the static indentation
near 'energy held' "$(value stored)" "$(calculate '0.4e9 * exp(5 / 3 * log(1e-5))')" 1e-6
balanced

# --- laws, policies, restitution from elsewhere ---------------------------------------------------
json run $joint
near 'restitution of page 000' "$(value restitution)" 0.69091424067360111 1e-11
near 'depth of page 000' "$(value max_indentation)" 1.1151817110102732e-4 1e-11
near 'force of page 000' "$(value max_force)" 41710.289018256447 1e-11
balanced
json run $joint --set impact.contact='{law: exact-restitution, restitution_from: ma-liu,
    psi: 3.0, epsilon: 13, geometry: conformal}'
near 'computed restitution' "$(value requested_restitution)" 0.69091424 1e-6
near 'delivered restitution' "$(value restitution)" "$(value requested_restitution)" 1e-12
json run $joint --set impact.contact='{law: wang-dashpot, restitution_from: ma-liu, epsilon: 20,
    geometry: conformal}'
key requested_restitution
json run $joint --set impact.contact='{law: exact-restitution, restitution_from: waves,
    geometry: conformal}'
# exp(-0.6 (c0/c2) (v/c0)^0.6), c0/c2 = sqrt(2 (1 + nu)), of body 2
near 'waves' "$(value restitution)" \
    "$(calculate 'exp(-0.6 * sqrt(2.66) * exp(0.6 * log(4 / sqrt(65e9 / 2700))))')" 1e-12
# sqrt((6 pi/5) (pi/4)^(1/4) p/E) (W/(p R^3))^(-1/8), p = 3 sy unless it is given; clipped to 1
pair='modulus: 54.67848 GPa, radius: 0.82 m'
from='law: exact-restitution, restitution_from: johnson'
johnson() {
    shape="1.2 * 3.14159265358979 * exp(0.25 * log(3.14159265358979 / 4)) * $1 / 54.67848e9"
    size="0.5 * 0.2613805087786708 * $2 * $2 / ($1 * 0.82 * 0.82 * 0.82)"
    calculate "sqrt($shape) * exp(-log($size) / 8)"
}
for speed in 4 40; do
    json run $joint --set impact.bodies.0.velocity=$speed --set impact.contact="{$from, $pair}"
    near 'johnson' "$(value requested_restitution)" "$(johnson 90e6 $speed)" 1e-9
    json run $joint --set impact.bodies.0.velocity=$speed \
        --set impact.contact="{$from, $pair, dynamic_pressure: 60 MPa}"
    near 'johnson with a pressure' "$(value requested_restitution)" "$(johnson 60e6 $speed)" 1e-9
done
json run $joint --set impact.contact="{law: exact-restitution, restitution_from: thornton, $pair}"
thornton=$(value requested_restitution)
json run $joint --set impact.contact="{law: thornton, $pair}"
near 'thornton' "$thornton" "$(value restitution)" 1e-12
# Poisson's ratio of the weaker material, 0.33
json run $joint --set impact.contact="{law: jackson-green, $pair}"
weaker=$(value restitution)
json run $joint --set impact.contact="{law: jackson-green, $pair, poisson: 0.33}"
equal 'poisson of the weaker one' "$weaker" "$(value restitution)" 1e-15
json run $joint --set impact.contact="{law: jackson-green, $pair, poisson: 0.29}"
if [ "$weaker" != "$(value restitution)" ]; then pass; else fail 'poisson has no effect'; fi
json run $impact --set impact.contact='{law: tsuji, restitution: 0.5, tension: release}'
is tension_seen true
if awk -v x="$(value released)" 'BEGIN { exit !(x > 0) }'; then pass; else fail "released"; fi
balanced
json run $impact --set impact.contact='{law: tsuji, restitution: 0.5, tension: allow}'
near 'tsuji with tension' "$(value restitution)" 0.5 1e-10
balanced
json run $impact --set impact.contact='{law: kelvin-voigt, stiffness: 1e8 N/m, damping: 500}'
balanced
json run $impact --set impact.contact='{law: hunt-crossley, damping_factor: 0.3, approach: 1 m/s}'
json run $impact --set impact.contact='{law: thornton, modulus: 100 GPa, radius: 10 mm, yield: 1e9}'
balanced
json run $joint --set impact.contact='{law: peng, geometry: conformal, length: 20 mm,
    restitution: 0.9, mode: elastic-plastic-damped}'
balanced
json run $hertz --set 'impact.bodies=[{mass: 1, velocity: 1, rigid: true}, {fixed: true,
    rigid: true}]'
number restitution 1
run 0 run $impact --set impact.contact.length='1 m'
says 'The contact is given length, which'
for law in $("$program" laws --json | sed -n 's/^    "name": "\(.*\)",$/\1/p'); do
    case $law in
    kelvin-voigt) more='stiffness: 1e8, damping: 500' ;;
    anagnostopoulos | ye-kelvin | pant-wijeyewickrema | mahmoud-jankowski | walton-braun)
        more='stiffness: 1e8, restitution: 0.8' ;;
    kuwabara-kono) more='relaxation: 1e-6' ;;
    ristow | schwager-poschel | azad-featherstone | power) more='damping: 100' ;;
    lee-herrmann) more='damping: 1000' ;;
    adams-impact) more='max_damping: 500, ramp: 1 um' ;;
    ma-liu | thornton) more='psi: 3' ;;
    jackson-green | ghaednia) more='poisson: 0.29' ;;
    kogut-etsion | chang-etsion-bogy | zhao-maietta-chang) more='unloading: fit' ;;
    *) more='restitution: 0.8' ;;
    esac
    [ "$law" = thornton ] && more='yield_pressure: 1 GPa'
    json run $joint --set "impact.contact={law: $law, geometry: conformal, $more}" \
        --set impact.contact.length='20 mm' --set impact.bodies.0.velocity='1 cm/s'
    balanced
done

# --- refused or failed while running --------------------------------------------------------------
refused 2 "every is 1e-18 s, which makes" run $joint --set output.every=1e-18
refused 2 '10 million' run $bounce --set output.every='1 ns'
refused 2 '--set run.path: path is closed-form, but' run $impact --set run.path=closed-form \
    --set impact.contact='{law: kuwabara-kono, relaxation: 1e-6}'
refused 3 '--set run.until: until is 1e-09 s, but the bodies part at' run $impact \
    --set run.until='1 ns'
refused 3 "$hertz:8: the bodies do not separate" run $hertz --set impact.contact.law=kelvin-voigt \
    --set impact.contact.stiffness=1e6 --set impact.contact.damping=3000 \
    --set impact.contact.tension=allow
refused 3 'holds up to an indentation of' run $joint --set \
    'impact.contact={law: johnson-cylinder, geometry: conformal, length: 1 mm, modulus: 1 MPa}'
run 3 run $hertz $joint --json --set 'impact.contact={law: johnson-cylinder,
    length: 1 mm, modulus: 1e9, bearing_radius: 10 mm, clearance: 0.1 mm}'

# numbers too far apart: no result, and never a NaN in the document
refused 3 'cannot be trusted' run $bounce --set bounce.gravity=1e-3 \
    --set bounce.height='100.000001 mm' \
    --set bounce.contact='{law: kelvin-voigt, stiffness: 1e-30, damping: 0}'

# --- bounce ---------------------------------------------------------------------------------------
json run $bounce
keys 2 kind title impacts apexes rebounds fall rest_time roll_time end_time requested_restitution \
    energy solver notes
keys 4 $energy_keys $solver_keys
keys 6 $(yes 'time speed_in speed_out max_force max_indentation' | head -n "$(grep -c speed_in \
    "$out")" | tr '\n' ' ')
near 'first touch' "$(value time)" "$(calculate 'sqrt(2 * 0.9 / 9.81)')" 1e-12
near 'speed in' "$(value speed_in)" "$(calculate 'sqrt(2 * 0.9 * 9.81)')" 1e-12
near 'second speed in' "$(value speed_in 2)" "$(value speed_out)" 1e-9
near 'speed out' "$(value speed_out)" "$(calculate "$(value speed_in) * 0.5")" 1e-3
near apex "$(item apexes 1)" "$(calculate "0.1 + $(value speed_out)^2 / (2 * 9.81)")" 1e-9
near 'time of rest' "$(value rest_time)" "$(calculate 'sqrt(2 * 0.9 / 9.81) * 3')" 1e-2
near initial "$(value initial)" "$(calculate '9.81 * 0.9')" 1e-13
balanced
near fall "$(value fall)" 0.9 1e-15
near rebound "$(item rebounds 1)" "$(calculate "$(item apexes 1) - 0.1")" 1e-12
equal 'rolls from the time of rest on' "$(value roll_time)" "$(value rest_time)" 0
json run $bounce --set 'bounce={body: {material: steel, radius: 0.1, mass: 1}, floor: {rigid: true},
    drop: 0.9 m, contact: {law: exact-restitution, restitution: 0.5}}'
near 'drop is the gap' "$(value speed_in)" "$(calculate 'sqrt(2 * 0.9 * 9.81)')" 1e-14
refused 2 'drop and height exclude each other' run $bounce --set bounce.drop='90 cm'
# slides until it rolls: the weight and the falls have slowed the slip down
slides='bounce={body: {radius: 20 mm, mass: 0.1}, velocity: [1, 8],
    contact: {law: exact-restitution, stiffness: 1e9, restitution: 0.4, friction: 0.05}}'
json run $bounce --set "$slides" --set run.until=5
near 'end of a slide' "$(value roll_time)" "$(calculate '(8 / 0.175 - 1) / 9.81')" 1e-9
number end_time 5
near 'rolling speed' "$(value across)" "$(calculate '8 / 1.4')" 1e-10
near 'lost in friction' "$(value friction)" "$(calculate '0.5 * 0.1 / 3.5 * 64')" 1e-10
balanced
run 0 run $bounce --set "$slides" --set run.until=1
says 'still slides at'
# a note about what did not happen
json run $bounce --set bounce.height='0.100000000001 m' \
    --set bounce.contact='{law: flores, restitution: 0.5}'
says 'its weight keeps it there'
if grep -q 'delivers a restitution of .* at ' "$out"; then fail 'a note about no rebound'
else pass; fi
json run $bounce --set 'bounce.contact={law: thornton, yield: 300 GPa}' --set run.until=2
says 'thornton has lost nothing'
json run $bounce --set run.until='0.5 s'
is rest_time null
number end_time 0.5
balanced
json run $bounce --set 'bounce={body: {material: steel, radius: 0.1, mass: 1}, floor: {rigid: true},
    velocity: 2 m/s, contact: {law: exact-restitution, restitution: 0.5}}'
near 'first speed' "$(value speed_in)" 2 1e-14
equal 'first time' "$(value time)" 0 1e-15
json run $bounce --set 'bounce.contact={law: hertz}'
is rest_time null
near 'apex again' "$(item apexes 1)" 1 1e-9
json run $bounce --set 'bounce.contact={law: ma-liu, yield: 1 GPa}' --set bounce.memory=fresh
# the dent of each touch is forgotten, and with it its weight times depth
balanced 1e-4
kept=$(value speed_out 2)
json run $bounce --set 'bounce.contact={law: ma-liu, yield: 1 GPa}' --set bounce.memory=kept
balanced
near 'kept: elastic from the second impact on' "$(value speed_out 2)" "$(value speed_in 2)" 1e-6
if [ "$kept" != "$(value speed_out 2)" ]; then pass; else fail "memory makes no difference"; fi
# every impact has the restitution of its own speed; soft to waves, so that they differ
json run $bounce --set 'materials.0.density=7800' --set 'materials.0.young=2 MPa' \
    --set 'bounce.contact={law: exact-restitution, restitution_from: waves, modulus: 114 GPa}' \
    --set run.until='5 s'
asked speed_in "$(calculate 'sqrt(2e6 / 7800)')" 0.3
near 'the first of them' "$(value requested_restitution)" "$(value restitution_asked)" 1e-15
near 'what comes out' "$(value speed_out)" \
    "$(calculate "$(value speed_in) * $(value restitution_asked)")" 1e-3
balanced
run 0 run $bounce --set 'bounce.contact={law: exact-restitution, restitution_from: ma-liu,
    yield: 1 GPa}' --set run.until='2 s'
says 'The restitution asked for follows the speed of every touch: 0.'
# what the relation looks at has an effect
if grep -q 'Without effect' "$out"; then fail 'yield is said to have no effect'; else pass; fi
# a fixed approach has one
json run $bounce --set 'materials.0.density=7800' \
    --set 'bounce.contact={law: exact-restitution, restitution_from: waves, approach: 1 m/s}'
near 'one for all' "$(value restitution_asked 1)" "$(value restitution_asked 3)" 1e-15
sed '/^run:/d' $bounce >forever.yaml
refused 2 'until is missing: exact-restitution loses nothing at low speed' run forever.yaml --set \
    'bounce.contact={law: exact-restitution, restitution_from: ma-liu, yield: 1 GPa}'

# --- for people -----------------------------------------------------------------------------------
run 0 run $impact
says "$impact: Two spheres (impact)"
says 'peak force'
says ' kN'
if [ -s "$err" ]; then fail "stderr is not empty in a pipe"; else pass; fi
run 0 run $impact --set impact.contact.restitution=0.5
says "hunt-crossley delivers a restitution of 0.663 for the 0.5 asked for"
run 0 run $impact --quiet
if [ -s "$out" ]; then fail "stdout is not empty"; else pass; fi
run 0 run $impact $joint $bounce
if [ -s "$err" ]; then fail "a progress bar in a pipe"; else pass; fi
if command -v script >/dev/null 2>&1; then
    label='progress on a terminal'
    TERM=dumb script -qec "$program run $impact $joint --json" /dev/null >"$out" 2>"$err" </dev/null
    if grep -qF ']  50 %' "$out"; then pass; else fail "no progress bar"; fi
fi

# --- several files --------------------------------------------------------------------------------
json run $impact $joint $bounce
if [ "$(grep -c '^    "kind"' "$out")" -eq 3 ]; then pass; else fail "not three results"; fi
says '"title": "Sphere in a socket"'

# --- folders --------------------------------------------------------------------------------------
run 0 run $joint --out joint.out
says 'report: joint.out/report.html'
for file in summary.json series.csv series.h5 report.html scenario.yaml; do
    if [ -s "joint.out/$file" ]; then pass; else fail "no $file"; fi
done
label='files in joint.out'
if cmp -s joint.out/scenario.yaml $joint; then pass; else fail "the scenario is another one"; fi
if [ "$(head -n 1 joint.out/series.csv)" = 'time [s],indentation [m],rate [m/s],force [N]' ]
then pass; else fail "header of series.csv"; fi
if awk -F, 'NR > 1 && NR < 60 && ($1 - (NR - 2) * 1e-6 > 1e-15 || (NR - 2) * 1e-6 - $1 > 1e-15) {
    exit 1 } END { exit !(NR > 60) }' joint.out/series.csv
then pass; else fail "rows are not 1 us apart"; fi
refused 4 'not empty' run $joint --out joint.out
run 0 run $joint --out joint.out --force --quiet
json run $joint
cp "$out" want
if cmp -s want joint.out/summary.json; then pass; else fail "summary.json is not as printed"; fi

run 0 run $impact --out impact.out --quiet
label='series of impact.out'
head -n 1 impact.out/series.csv >"$out"
says 'time [s],indentation [m],rate [m/s],force [N],kinetic [J],stored [J],viscous [J],plastic [J]'\
',velocity_1 [m/s],velocity_2 [m/s]'
rows=$(wc -l <impact.out/series.csv)
if [ "$rows" -ge 401 ] && [ "$rows" -le 404 ]; then pass; else fail "$rows lines, not 402"; fi
# the sum of the energies never changes, momentum neither
if awk -F, -v m1="$m1" -v m2="$m2" 'NR > 1 { e = $5 + $6 + $7 + $8; p = m1 * $9 + m2 * $10
        if (NR == 2) { e0 = e; p0 = p }
        if ((e - e0)^2 > 1e-20 * e0^2 || (p - p0)^2 > 1e-20 * p0^2) exit 1 }' impact.out/series.csv
then pass; else fail "energy or momentum drifts"; fi
for plot in force-indentation force-time indentation-time phase energy; do
    if ls impact.out/plots/$plot.* >/dev/null 2>&1; then pass; else fail "no plot $plot"; fi
done

# the copy of a changed scenario gives the same result
json run $impact --set impact.bodies.0.velocity='3.3 m/s' --set 'title=changed' --out changed.out
cp "$out" want
json run changed.out/scenario.yaml
if cmp -s want "$out"; then pass; else fail "the copy gives another result"; fi

run 0 run $bounce --out bounce.out --quiet
label='series of bounce.out'
head -n 1 bounce.out/series.csv >"$out"
says 'time [s],height [m],velocity [m/s],force [N],kinetic [J],potential [J],stored [J]'
if awk -F, 'NR > 2 && $1 <= last { exit 1 } { last = $1 }' bounce.out/series.csv
then pass; else fail "time does not go on"; fi
if awk -F, 'NR > 1 { e = $5 + $6 + $7 + $8 + $9; if (NR == 2) e0 = e
        if ((e - e0)^2 > 1e-16 * e0^2) exit 1 }' bounce.out/series.csv
then pass; else fail "energy drifts"; fi

mkdir other
cp $impact other/impact.yaml
run 0 run $impact other/impact.yaml $joint --out many.out
for folder in impact impact-2 joint; do
    if [ -s many.out/$folder/summary.json ]; then pass; else fail "no folder $folder"; fi
done
refused 4 'not empty' run $impact $joint --out many.out
run 0 run $impact $joint --out many.out --force --quiet
echo 'kind: qq' >broken.yaml
refused 2 'broken.yaml:1: dashpot is missing' run $impact broken.yaml --out broken.out
if [ -e broken.out ]; then fail "something was written"; else pass; fi

# --- the format itself ----------------------------------------------------------------------------
run 0 check --markdown
label='docs/scenarios.md'
if cmp -s "$out" "$here/../../docs/scenarios.md"; then pass; else
    fail "stale: dashpot check --markdown >docs/scenarios.md"; fi
awk '/^```/ { n++; next } n % 2 { print >("example" n ".yaml") }' "$out"
for file in example*.yaml; do json run "$file"; done
label='dashpot check --json-schema'
"$program" check --json-schema >"$out" 2>"$err"
if is_json "$out"; then pass; else fail "not one JSON document"; fi
