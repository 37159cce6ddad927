#!/bin/sh
# dashpot compare: one scenario with several laws. Its numbers are those of dashpot run, to the bit.
# usage: run.sh PATH-OF-DASHPOT

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=test/cli/begin.sh
. "$here/../cli/begin.sh"
root=$(cd "$here/../.." && pwd)
cd "$dir" || exit 1
one=$dir/one.json
all=$dir/all.json

# short versions of shipped scenarios, one of each kind
ball=$root/scenarios/steel-ball.yaml
sed 's/until: 10 s/until: 2 s/' "$root/scenarios/drop-test.yaml" >bounce.yaml
sed 's/collisions: 30/collisions: 4/' \
    "$root/scenarios/001/fig-12-elastic-plastic-damped.yaml" >journal.yaml
sed 's/until: 1 ms/until: 0.2 ms/' "$root/scenarios/chain.yaml" >chain.yaml
sed 's/turns: 12, skip: 4/turns: 5, skip: 2/' "$root/scenarios/four-bar-clearance.yaml" \
    >fourbar.yaml
sed 's/turns: 4, skip: 1/turns: 1/' "$root/scenarios/slider-crank-loose.yaml" >loose.yaml
for file in bounce journal chain fourbar loose; do
    case $file in
    bounce) from=drop-test ;;
    journal) from=001/fig-12-elastic-plastic-damped ;;
    fourbar) from=four-bar-clearance ;;
    loose) from=slider-crank-loose ;;
    *) from=$file ;;
    esac
    if cmp -s "$file.yaml" "$root/scenarios/$from.yaml"; then
        fail "$from.yaml was not shortened; its lines have changed"
    else pass; fi
done

# holds FILTER WHAT: jq says true of the document
holds() {
    if [ "$(jq -r "$1" "$out" 2>&1)" = true ]; then pass; else fail "$2"; fi
}

# same_as_run FILE LAW PATH=VALUE: the entry of LAW in $all is what dashpot run gives with this
# setting, which puts the law in by hand
same_as_run() {
    run 0 run "$1" --set "$3" --json
    # a speed of the machine is no result
    filter='del(.kind, .title, .notes, .particle_steps_per_second)'
    jq -S "$filter" "$out" >"$one"
    jq -S --arg law "$2" ".laws[] | select(.law == \$law) | del(.law) | $filter" "$all" \
        >entry.json
    if [ -s entry.json ] && cmp -s entry.json "$one"; then pass
    else fail "$2 is not what dashpot run gives: $(diff entry.json "$one" | head -5)"; fi
}

# --- laws in either spelling ---------------------------------------------------------------------
json compare "$ball" --law lankarani-nikravesh,flores
cp "$out" "$one"
json compare "$ball" --laws lankarani-nikravesh --law flores
if cmp -s "$out" "$one"; then pass; else fail '--law and --laws differ'; fi

# --- numbers are those of run --------------------------------------------------------------------
json compare "$ball" --laws lankarani-nikravesh,flores,exact-restitution
cp "$out" "$all"
holds '[.laws[].law] == ["lankarani-nikravesh", "flores", "exact-restitution"]' 'laws in order'
holds '.kind == "impact" and .compare.at == "impact.contact"' 'kind and contact'
holds '.compare.choice == "named"' 'how they were chosen'
holds '.skipped == [] and (.notes | type) == "array"' 'skipped and notes'
holds '.laws | all(.restitution > 0 and .max_force > 0 and .energy.error < 1e-9)' 'scalar results'
holds '.compare.results | all((.values | length) == 3)' 'a value for each law'
holds '[.compare.results[] | select(.name == "restitution") | .values[]] == [.laws[].restitution]' \
    'the table has the numbers of the laws'
for law in lankarani-nikravesh flores exact-restitution; do
    same_as_run "$ball" "$law" "impact.contact.law=$law"
done

json compare bounce.yaml --laws tsuji,hunt-crossley
cp "$out" "$all"
same_as_run bounce.yaml tsuji bounce.contact.law=tsuji
same_as_run bounce.yaml hunt-crossley bounce.contact.law=hunt-crossley

json compare journal.yaml --laws peng,thornton
cp "$out" "$all"
same_as_run journal.yaml peng journal.contact.law=peng
same_as_run journal.yaml thornton \
    'journal.contact={law: thornton, modulus: 100 GPa, yield: 100 MPa, length: 1 m}'

json compare chain.yaml --laws ma-liu,hertz
cp "$out" "$all"
same_as_run chain.yaml ma-liu chain.contact.law=ma-liu
same_as_run chain.yaml hertz chain.contact.law=hertz

json compare fourbar.yaml --laws flores,lankarani-nikravesh
holds '.notes | any(test("statistics do"))' 'histories after the horizon do not compare'
cp "$out" "$all"
same_as_run fourbar.yaml flores mechanism.joints.2.contact.law=flores
same_as_run fourbar.yaml lankarani-nikravesh mechanism.joints.2.contact.law=lankarani-nikravesh

# --- the contact that is varied comes first ------------------------------------------------------
cat >mixed.yaml <<'YAML'
dashpot: 1
kind: mechanism
materials: [{name: steel, young: 207 GPa, poisson: 0.3}]
mechanism:
  bodies: [{name: ram, mass: 1, inertia: 1e-3}, {name: a, mass: 0.1, inertia: 1e-4},
    {name: b, mass: 0.1, inertia: 1e-4}, {name: c, mass: 0.1, inertia: 1e-4}]
  joints:
    - {type: translational, between: [ground, ram], axis: [1, 0]}
    - {type: clearance, name: pin, between: [ram, a], at: [[0, 0], [0, 0]], journal_radius: 9.8 mm,
       bearing_radius: 10 mm, material: steel, contact: {law: flores, restitution: 0.6}}
  contacts:
    - {type: circles, name: one, between: [a, b], at: [[0, 0], [0, 0]], radii: [10 mm, 10 mm],
       material: steel, contact: {law: flores, restitution: 0.6}}
    - {type: circles, name: two, between: [b, c], at: [[0, 0], [0, 0]], radii: [10 mm, 10 mm],
       material: steel, contact: {law: flores, restitution: 0.6}}
  drivers: [{body: ram, position: [0, 1]}]
  start: {b: {x: 25 mm, y: 0}, c: {x: 50 mm, y: 0}}
  watch: [a.x, a.vx, b.x, b.vx, one.force, two.force]
run: {until: 40 ms}
YAML
json compare mixed.yaml --laws flores,gonthier --at mechanism.contacts.two.contact
holds '[.compare.results[].name] | .[0] == "two.force, peak" and
    (map(select(endswith("in contact"))) == ["two in contact", "pin in contact"])' \
    'what is varied comes first'
json compare mixed.yaml --laws flores,gonthier --at mechanism.joints.pin.contact
holds '[.compare.results[].name] | .[0] == "a.x, peak" and
    (map(select(endswith("in contact"))) == ["pin in contact", "one in contact"])' \
    'what is varied comes first, also a joint'

# --- which laws, and where -----------------------------------------------------------------------
json compare "$ball"
holds '.compare.choice == "fitting" and .laws[0].law == "lankarani-nikravesh"' 'own law first'
holds '(.laws | length) > 10 and .skipped == []' 'laws that take a restitution'
json compare "$ball" --laws all
holds '(.laws | length) + (.skipped | length) == '"$("$program" laws --json | jq length)" 'all laws'
holds '.skipped | any(.law == "peng" and (.reason | test("bearing_radius")))' 'why peng is not run'
json compare "$ball" --laws marhefka-orin --laws ' flores , peng'
holds '[.laws[].law] == ["hunt-crossley", "flores"]' 'an alias, two lists, spaces'
holds '[.skipped[].law] == ["peng"]' 'the law that cannot be run'
json compare loose.yaml --laws flores,hertz --at mechanism.joints.pin.contact
holds '.compare.at == "mechanism.joints.pin.contact" and (.laws | length) == 2' 'a contact by name'
json compare "$ball" --laws flores,hertz --set impact.contact.restitution=0.5
holds '[.laws[].requested_restitution] == [0.5, 0.5]' 'a setting reaches every law'
# a law is left to the command
sed 's/law: lankarani-nikravesh, //' "$ball" >lawless.yaml
json compare lawless.yaml --laws flores,hunt-crossley
holds '(.laws | length) == 2' 'a contact without a law'

# --- notes ---------------------------------------------------------------------------------------
json compare journal.yaml --laws thornton,ghaednia
holds '.notes | any(startswith("All laws: What the contact says of fit,"))' 'equal notes'
json compare "$ball" --laws flores,hertz --set impact.contact.restitution=0.1
holds '.notes | all(test("^(flores|hertz|All laws)"))' 'notes name their laws'

# --- for people ----------------------------------------------------------------------------------
run 0 compare "$ball" --laws flores,hertz,peng
says 'Steel ball on a steel block (impact)'
says 'flores'
says 'with every law: approach speed 2 m/s'
says 'not run: peng: '
if LC_ALL=C awk 'length > 84 { exit 1 }' "$out"; then pass; else fail 'a line is too long'; fi
run 0 compare "$ball" --laws flores,hertz --quiet
if [ -s "$out" ]; then fail '--quiet prints'; else pass; fi

# --- the folder ----------------------------------------------------------------------------------
json compare fourbar.yaml --laws flores,hertz,lankarani-nikravesh --out folder
for file in summary.json series.csv report.html scenario.yaml impacts.csv orbit.csv \
    plots/pin-force.svg plots/orbit-pin.svg plots/contact-loop.svg; do
    if [ -s "folder/$file" ]; then pass; else fail "folder lacks $file"; fi
done
if cmp -s folder/summary.json "$out"; then pass; else fail 'summary.json is not the document'; fi
if head -n 1 folder/series.csv | grep -q '^law,time \[s\],'; then pass
else fail 'no column law'; fi
laws=$(awk -F, 'NR > 1 { print $1 }' folder/series.csv | uniq | tr '\n' ' ')
if [ "$laws" = 'flores hertz lankarani-nikravesh ' ]; then pass; else fail "rows of $laws"; fi
# the rows of a law are those of its own run
run 0 run fourbar.yaml --set mechanism.joints.2.contact.law=hertz --out alone --quiet
sed -n 's/^hertz,//p' folder/series.csv >rows.csv
tail -n +2 alone/series.csv >own.csv
if cmp -s rows.csv own.csv; then pass; else fail 'rows of hertz are not those of its run'; fi
for law in flores hertz lankarani-nikravesh; do
    if grep -qF "title '$law'" folder/plots/pin-force.gp; then pass
    else fail "no curve of $law"; fi
    if grep -qF ">$law<" folder/report.html; then pass; else fail "$law is not in the page"; fi
done
refused 4 'is there and is not empty' compare fourbar.yaml --laws flores --out folder
run 0 compare "$ball" --laws flores,hertz --out folder --force --quiet
if [ -s folder/plots/force-indentation.svg ] && [ ! -e folder/impacts.csv ]; then pass
else fail '--force left the old folder'; fi
# twelve curves, and what is left out is said
run 0 compare "$ball" --out many
says 'Pictures show the first 12 of'
if [ "$(grep -o "' title '" many/plots/force-time.gp | wc -l)" -eq 12 ]; then pass
else fail 'not twelve curves'; fi

# --- refusals ------------------------------------------------------------------------------------
refused 1 'compare needs a scenario file' compare
refused 1 "does not know what to do with 'b.yaml'" compare a.yaml b.yaml
refused 1 '--force is for --out' compare "$ball" --force
refused 1 'names joined by commas' compare "$ball" --laws flores,,hertz
refused 1 'names joined by commas' compare "$ball" --laws ''
refused 2 'did you mean hunt-crossley' compare "$ball" --laws flores,hunt-crosley
refused 2 'listed twice' compare "$ball" --laws hunt-crossley,marhefka-orin
refused 2 'none of the laws (1) can be run; the first, peng' compare "$ball" --laws peng
refused 2 'at must say which one' compare loose.yaml --laws flores
refused 2 "it must be the path of a contact" compare "$ball" --laws flores --at impact.bodies
refused 2 "it must be the path of a contact" compare "$ball" --laws flores --at nowhere.at.all
{ cat "$ball"; echo 'sweep: {parameters: [], results: []}'; } >sweep.yaml
refused 2 'sweep.yaml:13: a scenario with a sweep is many runs already' compare sweep.yaml
printf 'dashpot: 1\nkind: impact\nfit: {laws: all}\n' >fit.yaml
refused 2 'a scenario with a fit is many runs already' compare fit.yaml
refused 4 'gone.yaml' compare gone.yaml --laws hertz
refused 1 '--max-time' compare "$ball" --max-time never
refused 2 'the limit is' compare chain.yaml --laws hertz,ma-liu --max-output 10kB --out small

# --- enemies -------------------------------------------------------------------------------------
# shellcheck disable=SC2016  # it is not to be run
sed 's/^title:.*/title: "<script>alert(1)<\/script> $(id) '"'"'; @x"/' "$ball" >enemy.yaml
json compare enemy.yaml --laws flores,hertz --out enemy
if grep -qF '<script>alert(1)' enemy/report.html; then fail 'a script in the page'; else pass; fi
run 0 compare enemy.yaml --laws flores,hertz
if LC_ALL=C grep -q "$(printf '\033')" "$out"; then fail 'steers the terminal'; else pass; fi
refused 2 'there is no law' compare "$ball" --laws "$(printf '\033[31mx')"
if LC_ALL=C grep -q "$(printf '\033')" "$err"; then fail 'steers the terminal'; else pass; fi
refused 2 'there is no law' compare "$ball" --laws "$(head -c 5000 /dev/zero | tr '\0' x)"
sed 's/contact: {/contact: {colour: red, /' "$ball" >odd.yaml
refused 2 "a contact of no law has 'colour'" compare odd.yaml --laws flores,hertz
sed 's/^impact:/impcat:/' "$ball" >typo.yaml
run 2 compare typo.yaml --laws flores --at impcat.contact
printf 'dashpot: 1\nkind: nothing\nimpact: {contact: {law: hertz}}\n' >kind.yaml
refused 2 'none of the laws' compare kind.yaml --laws hertz,flores
for text in '' '[]' 'a' '{' 'impact: {contact: []}' 'impact: {contact: {law: {a: b}}}'; do
    printf '%s' "$text" >broken.yaml
    run 2 compare broken.yaml --laws all
done

finish
