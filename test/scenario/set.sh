# shellcheck shell=sh disable=SC2154,SC2086,SC2034,SC3045
# --set in all its forms.

json run $impact --set impact.bodies.0.velocity='3 m/s'
number approach_speed 4
json run $impact --set impact.bodies.0.velocity=5 --set impact.bodies.1.velocity='-2500 mm/s'
number approach_speed 7.5
json run $impact --set title='"A: better one"' --set impact.contact.restitution=0.5
is title '"A: better one"'
number requested_restitution 0.5
json run $impact --set 'impact.contact={law: hertz, stiffness: 1e9}'
number restitution 1
json run $impact --set 'impact.bodies=[{mass: 1, velocity: 1}, {mass: 1}]' \
    --set 'impact.contact={law: hertz, stiffness: 1e9}'
number approach_speed 1
json run $impact --set impact.contact.tension=release
json run $impact --set run.path=integrated
is path '"integrated"'
json run $impact --set impact.contact.restitution=0.9 --set impact.contact.restitution=0.6
number requested_restitution 0.6
json run $impact --set 'materials.2={name: wood, young: 10 GPa, poisson: 0.3}' \
    --set impact.bodies.1.material=wood --set impact.bodies.1.mass='20 g'
number approach_speed 3
run 0 check $impact --set 'title="in quotes"'
json run $impact --set 'title="in quotes"'
is title '"in quotes"'

# set_refused TEXT SETTING...: exactly this complaint
set_refused() {
    text=$1
    shift
    refused 2 "$text" run $impact "$@"
    if [ "$(cat "$err")" = "$text" ]; then pass; else fail "says more or less"; fi
}
set_refused '--set impact.contact.restitution: restitution is 1.2; it must lie in 0..1' \
    --set impact.contact.restitution=1.2
set_refused "--set impact.contact.restitutoin: a contact of law hunt-crossley has no \
'restitutoin'; did you mean restitution?" --set impact.contact.restitutoin=0.5
set_refused "--set impac.force: a scenario has no 'impac'; did you mean impact?" \
    --set impac.force=1
set_refused '--set impact.bodies.5.mass: bodies has 2 items, numbered from 0; there is no item 5' \
    --set impact.bodies.5.mass=1
set_refused "--set impact.bodies.first.mass: bodies is a list of 2; 'first' is \
neither a number from 0 nor the name of an item" --set impact.bodies.first.mass=1
set_refused "--set title.deep: title is a single value, so it has no 'deep'" --set title.deep=1
set_refused '--set impact..force: is no path; it must be keys and numbers joined by dots' \
    --set impact..force=1
set_refused '--set impact.force: has no value' --set impact.force=
set_refused "--set impact.bodies.0.mass: mass is '3 m'; its unit must be kg or of the same kind" \
    --set impact.bodies.0.mass='3 m'
set_refused '--set impact.contact: not YAML: while parsing a flow mapping did not find expected '\
"',' or '}'" --set 'impact.contact={law: hertz'
set_refused "--set title: the anchor '&a' is not accepted; write every value where it belongs" \
    --set 'title=&a b'
set_refused '--set impact.contact: law is given twice' \
    --set 'impact.contact={law: hertz, law: tsuji}'
set_refused "$impact:9: bodies has 3 items; it must be a list of 2" \
    --set impact.bodies.2='{mass: 1}'
set_refused \
    '--set kind: kind is '\''qq'\''; it must be impact, bounce, journal, chain or mechanism' \
    --set kind=qq
set_refused "--set impact.bodies.0.velocity: velocity is -2 m/s and that of body 2 (line 11) -1 \
m/s, so the bodies do not approach; that of body 1 must be larger" \
    --set impact.bodies.0.velocity=-2
set_refused "$impact:10: velocity is 2 m/s and that of body 2 (--set impact.bodies.1.velocity) 3 \
m/s, so the bodies do not approach; that of body 1 must be larger" --set impact.bodies.1.velocity=3
refused 2 '--set dashpot: dashpot is 2; it must be 1' check $impact --set dashpot=2

# every file gets the change; all are checked before any runs
refused 2 '--set impact.force' run $impact $hertz $joint --set impact.force=-1 --out never
if [ -e never ]; then fail "something was written"; else pass; fi
if [ "$(wc -l <"$err")" -eq 3 ]; then pass; else fail "not one complaint per file"; fi
