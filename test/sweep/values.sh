# shellcheck shell=sh disable=SC2154,SC2034
# What a sweep computes, in which order, with how many threads; and what it leaves behind.

# --- every row is the run it stands for, bit by bit -----------------------------------------------
run 0 check ball.yaml
says 'ball.yaml: ok'
run 0 run ball.yaml --out ball
says 'points '
lines ball/series.csv 16
head -n 1 ball/series.csv >got
echo 'impact.contact.restitution [1],impact.bodies.0.velocity [m/s],restitution [1],max_force [N],'\
'velocities_after.0 [m/s],energy.viscous [J],tension_seen [1],status [1]' >want
same got want
sed '/^sweep:/,$d' ball.yaml >single.yaml
tail -n +2 ball/series.csv | while IFS=, read -r e v restitution force after viscous _ status; do
    "$program" run single.yaml --json --set "impact.contact.restitution=$e" \
        --set "impact.bodies.0.velocity=$v" >"$out"
    [ "$status" = 0 ] && [ "$(value restitution)" = "$restitution" ] &&
        [ "$(value max_force)" = "$force" ] && [ "$(item velocities_after 1)" = "$after" ] &&
        [ "$(value viscous)" = "$viscous" ] && echo good
done >rows
label='each row is a single run'
if [ "$(wc -l <rows)" -eq 15 ]; then pass; else fail "$(wc -l <rows) of 15 rows agree"; fi

# --- order: the last parameter runs fastest; ranges end where they say ----------------------------
label='order of rows'
column ball/series.csv impact.contact.restitution | uniq | tr '\n' ' ' >got
printf '0.3 0.5 0.9 ' >want
same got want
column ball/series.csv impact.bodies.0.velocity | head -n 5 | tr '\n' ' ' >got
printf '0.1 0.316227766016838 1 3.16227766016838 10 ' >want
same got want
run 0 run ball.yaml --out steps --quiet --set 'sweep.parameters.0.values=[0.5]' \
    --set 'sweep.parameters.1={path: impact.bodies.0.velocity, from: 5 mm/s, to: 1 mm/s, count: 5}'
column steps/series.csv impact.bodies.0.velocity | tr '\n' ' ' >got
printf '5 4 3 2 1 ' >want
same got want

# --- threads make no difference -------------------------------------------------------------------
many='--set sweep.parameters.1.count=40'
for threads in 1 2 3 8; do
    # shellcheck disable=SC2086
    run 0 run ball.yaml $many --threads $threads --out "threads-$threads" --quiet
    same threads-1/series.csv "threads-$threads/series.csv"
    same threads-1/series.h5 "threads-$threads/series.h5"
    same threads-1/summary.json "threads-$threads/summary.json"
done
run 0 run ball.yaml --set sweep.threads=2 --out block --quiet
same ball/series.csv block/series.csv

# --- what is left behind --------------------------------------------------------------------------
label='files of a sweep'
for file in summary.json series.csv series.h5 report.html scenario.yaml plots/series.dat; do
    if [ -s "ball/$file" ]; then pass; else fail "no $file"; fi
done
same ball.yaml ball/scenario.yaml
cp ball/summary.json "$out"
label='summary of a sweep'
keys 2 kind title sweep notes
keys 4 parameters results points failed failures
number points 15
number failed 0
if grep -q '"table"' ball/summary.json; then fail 'a table in summary.json'; else pass; fi
if command -v gnuplot >/dev/null 2>&1; then
    for plot in restitution max_force velocities_after_0 energy_viscous tension_seen; do
        if grep -q '</svg>' "ball/plots/$plot.svg"; then pass; else fail "no plot $plot"; fi
    done
fi
# a few values of one parameter: a curve for each
if [ "$(grep -c 'with lines' ball/plots/max_force.gp)" -eq 3 ]; then pass; else fail 'curves'; fi
# a requested restitution beside the one that is delivered
if grep -q "title 'given restitution 0.3'" ball/plots/restitution.gp &&
    grep -q "^set ylabel 'restitution'" ball/plots/restitution.gp &&
    grep -q "title 'restitution 0.3'" ball/plots/max_force.gp; then pass; else fail 'names'; fi
if grep -q 'set logscale x' ball/plots/max_force.gp; then pass; else fail 'no decades'; fi

json run ball.yaml
number points 15
if [ "$(grep -c '"status": 0' "$out")" -eq 15 ]; then pass; else fail 'not 15 rows'; fi
json run ball.yaml --set 'sweep.parameters.0={path: impact.contact.restitution, from: 0.1, to: 0.9,
    count: 101}' --set sweep.parameters.1.count=100
if grep -q '"table"' "$out"; then fail 'a table of 10100 rows'; else pass; fi

# --- maps -----------------------------------------------------------------------------------------
map='--set sweep.parameters.1.count=9'
for side in 9 60; do
    # shellcheck disable=SC2086
    run 0 run ball.yaml $map --out map-$side --quiet --set "sweep.parameters.0={path: \
impact.contact.restitution, from: 0.05, to: 0.95, count: $side}" \
        --set sweep.parameters.1.count=$side
    if grep -q 'palette' map-$side/plots/max_force.gp; then pass; else fail 'no map'; fi
    if ! command -v gnuplot >/dev/null 2>&1; then continue; fi
    if grep -q '</svg>' map-$side/plots/max_force.svg; then pass; else fail 'no drawing'; fi
    if grep -q 'not drawn' map-$side/report.html; then fail 'not drawn'; else pass; fi
done
if grep -q 'boxxyerror' map-9/plots/max_force.gp; then pass; else fail 'cells of a small map'; fi
if grep -q 'with image' map-60/plots/max_force.gp; then pass; else fail 'image of a large map'; fi

# --- words and whole blocks as values -------------------------------------------------------------
run 0 run ball.yaml --out laws --quiet --set 'sweep.parameters.0={path: impact.contact, name: law,
    values: [{law: hertz}, {law: "tsuji", restitution: 0.9}, {law: flores, restitution: 0.5}]}'
column laws/series.csv law | uniq | tr '\n' ' ' >got
printf 'hertz tsuji flores ' >want
same got want
label='the law hertz loses nothing'
for e in $(column laws/series.csv restitution | head -n 5); do
    near restitution "$e" 1 1e-12
done
json run ball.yaml --set 'sweep.parameters.1={path: impact.contact.law, values: [flores, gonthier]}'
if grep -q '"impact.contact.law": "gonthier"' "$out"; then pass; else fail 'no word'; fi
run 0 run ball.yaml --out words --quiet \
    --set 'sweep.parameters=[{path: impact.contact.law, values: [flores, gonthier, "a,b"]}]'
label='words in CSV'
if grep -q '^"a,b",,,,,,2$' words/series.csv; then pass; else fail 'not quoted'; fi

# --- lists in the summary: items, last, count; and what is not there ------------------------------
cat >bounce.yaml <<'YAML'
dashpot: 1
kind: bounce
bounce:
  body: {radius: 10 mm, mass: 33 g}
  floor: {rigid: true}
  height: 0.5 m
  contact: {law: exact-restitution, restitution: 0.7, stiffness: 1.0e9}
run: {until: 5 s}
sweep:
  parameters: [{path: bounce.contact.restitution, values: [0.1, 0.3, 0.5]}]
  results: [impacts.count, impacts.last.speed_out, impacts.9.speed_in, impacts.0.speed_in,
            impacts.1.speed_in]
YAML
run 0 run bounce.yaml --out bounce
sed '/^sweep:/,$d' bounce.yaml >single.yaml
row=2
for e in 0.1 0.3 0.5; do
    "$program" run single.yaml --json --set bounce.contact.restitution=$e >"$out"
    count=$(grep -c '"speed_in"' "$out")
    IFS=, read -r _ n last ninth _ <<LINE
$(sed -n "${row}p" bounce/series.csv)
LINE
    label="bounce at restitution $e"
    equal count "$n" "$count" 0
    equal last "$last" "$(value speed_out "$count")" 0
    if [ "$ninth" = "$(value speed_in 10)" ]; then pass; else fail "impact 9 is '$ninth'"; fi
    row=$((row + 1))
done
label='items share a picture'
if grep -q "impacts.0" bounce/plots/impacts_speed_in.gp; then pass; else fail 'no family'; fi

# --- points that fail -----------------------------------------------------------------------------
run 0 run ball.yaml --out failing --set 'sweep.parameters.0.values=[1.5, 0.5, -1]'
says 'failed points'
says '10 of 15 points failed; the first, point 0'
run 0 run ball.yaml --quiet --set 'sweep.parameters.0.values=[1.5, 0.5, -1]'
if [ "$(wc -l <"$err")" -eq 1 ] &&
    grep -q '^dashpot: ball.yaml: 10 of 15 points failed; the first' "$err"
then pass; else fail 'stderr does not say in one line how many failed'; fi
if [ -s "$out" ]; then fail 'stdout is not empty'; else pass; fi
run 0 run ball.yaml --quiet
if [ -s "$err" ]; then fail 'stderr is not empty where none fails'; else pass; fi
column failing/series.csv status | uniq | tr '\n' ' ' >got
printf '2 0 2 ' >want
same got want
label='failed rows are empty'
if grep -q '^1.5,0.1,,,,,,2$' failing/series.csv; then pass; else fail 'not empty'; fi
cp failing/summary.json "$out"
label='failures in the summary'
number failed 10
if [ "$(grep -c '"message": .*restitution is' "$out")" -eq 10 ]; then pass; else fail 'messages'; fi
if grep -q 'ball.yaml\|--set' "$out"; then pass; else fail 'no place'; fi

# a law that leaves its range is a failure of that point, all points one of the sweep
cat >fold.yaml <<'YAML'
dashpot: 1
kind: impact
impact:
  bodies: [{mass: 1, velocity: 1 m/s}, {fixed: true}]
  contact: {law: johnson-cylinder, modulus: 100 GPa, bearing_radius: 10 mm, clearance: 0.1 mm,
            length: 20 mm}
sweep:
  parameters: [{path: impact.bodies.0.velocity, values: [0.01, 0.1, 1, 10, 100]}]
  results: [max_force]
YAML
run 0 run fold.yaml --out fold
column fold/series.csv status | uniq | tr '\n' ' ' >got
printf '0 3 ' >want
same got want
refused 3 \
    'fold.yaml:7: none of the 2 points of the sweep could be run; the first says: fold.yaml:5' \
    run fold.yaml --set 'sweep.parameters.0.values=[100, 200]' --out nothing
if [ -e nothing ]; then fail 'something was written'; else pass; fi
run 0 run fold.yaml --set 'sweep.parameters.0.values=[100, 200, 0.01]' --quiet

# --- the shipped sweeps, and the figures of the papers that are sweeps ----------------------------
for file in "$root"/scenarios/sweeps/*.yaml; do
    run 0 check "$file"
done
run 0 run "$root/scenarios/sweeps/laws-at-many-speeds.yaml" --out shipped
run 0 run "$root/scenarios/001/fig-08-restitution.yaml" --out fig8
IFS=, read -r mode ratio e _ <<LINE
$(sed -n 401p fig8/series.csv)
LINE
label='001 Fig 8: E+P at 10 critical speeds'
if [ "$mode $ratio" = 'elastic-plastic 10' ]; then pass; else fail "row is $mode $ratio"; fi
near restitution "$e" .18317387487863781916 1e-10
