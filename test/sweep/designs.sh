# shellcheck shell=sh disable=SC2154,SC2034
# Grids of more than two parameters, samples, lists of points, sensitivities.

cat >hertz.yaml <<'YAML'
dashpot: 1
title: An impact without damping
kind: impact
impact:
  bodies: [{mass: 1, velocity: 4 m/s}, {fixed: true}]
  contact: {law: hertz, stiffness: 1.0e9}
sweep:
  design: sobol
  count: 64
  parameters:
    - {path: impact.bodies.0.velocity, from: 1 m/s, to: 4 m/s, scale: log, name: v}
    - {path: impact.bodies.0.mass, from: 0.5, to: 2, name: m}
    - {path: impact.contact.stiffness, from: 1e8, to: 1e9, scale: log, name: k}
  results: [max_force, duration]
YAML

# --- grids of six ---------------------------------------------------------------------------------
cat >six.yaml <<'YAML'
dashpot: 1
kind: impact
impact:
  bodies: [{mass: 1, velocity: 4 m/s}, {fixed: true}]
  contact: {law: flores, restitution: 0.5, stiffness: 1.0e9}
sweep:
  parameters:
    - {path: impact.contact.restitution, values: [0.3, 0.5], name: e}
    - {path: impact.bodies.0.velocity, from: 1 m/s, to: 2 m/s, count: 3, name: v}
    - {path: impact.bodies.0.mass, values: [1, 2], name: m}
    - {path: impact.contact.stiffness, values: [1.0e8, 1.0e9], name: k}
    - {path: impact.force, values: [0, 1], name: f}
    - {path: impact.contact.law, values: [flores, gonthier], name: law}
  results: [max_force, restitution]
YAML
run 0 run six.yaml --out six --quiet
lines six/series.csv 97
label='order of a grid of six'
sed -n 2,4p six/series.csv | cut -d, -f 1-6 >got
printf '0.3,1,1,100000000,%s\n' 0,flores 0,gonthier 1,flores >want
same got want
sed -n '97p' six/series.csv | cut -d, -f 1-6 >got
echo 0.5,2,2,1000000000,1,gonthier >want
same got want
sort -u six/series.csv | wc -l | tr -d ' ' >got
echo 97 >want
same got want
label='pictures of a grid of six'
if [ "$(find six/plots -name '*.gp' | wc -l)" -eq 6 ]; then pass; else fail 'not six pictures'; fi
# the force depends on the speed, the restitution on what is asked for: these come first
if [ -s six/plots/max_force-k.gp ] && [ -s six/plots/restitution-e.gp ]; then pass
else fail "$(ls six/plots)"; fi
if grep -q 'with points' six/plots/max_force-k.gp; then pass; else fail 'no points'; fi

# --- samples: as many rows, within their ends, each a run of its own ------------------------------
for design in latin-hypercube sobol; do
    run 0 run hertz.yaml --set sweep.design=$design --out "$design" --quiet
    lines $design/series.csv 65
    label="$design: one point in each of 64 parts"
    if awk -F, 'function part(x, low, high) { return int(64 * (x - low) / (high - low)) }
        NR > 1 { n[1, part(log($1), 0, log(4))]++; n[2, part($2, 0.5, 2)]++
                 n[3, part(log($3), log(1e8), log(1e9))]++ }
        END { for (i in n) if (n[i] != 1) exit 1; for (i in n) count++; exit count != 192 }' \
        $design/series.csv; then pass; else fail 'a part is empty'; fi
done
sed '/^sweep:/,$d' hertz.yaml >single.yaml
label='a row of a sample is a single run'
IFS=, read -r v m k force time _ <<LINE
$(sed -n 20p sobol/series.csv)
LINE
json run single.yaml --set "impact.bodies.0.velocity=$v" --set "impact.bodies.0.mass=$m" \
    --set "impact.contact.stiffness=$k"
equal force "$(value max_force)" "$force" 0
equal duration "$(value duration)" "$time" 0
run 0 run hertz.yaml --out again --quiet --threads 1
same sobol/series.csv again/series.csv
run 0 run hertz.yaml --set sweep.seed=2 --out other --quiet
if cmp -s sobol/series.csv other/series.csv; then fail 'another seed is the same'; else pass; fi
# a longer sample begins with the shorter one
run 0 run hertz.yaml --set sweep.count=128 --out longer --quiet
head -n 65 longer/series.csv >got
same sobol/series.csv got
run 0 run hertz.yaml --set sweep.seed=0 --out plain --quiet
label='Sobol without scrambling'
sed -n '2,4p' plain/series.csv | cut -d, -f 1-3 >got
printf '%s\n' 1,0.5,100000000 2,1.25,316227766.016838 1.4142135623731,1.625,562341325.190349 >want
same got want
label='summary of a sample'
cp sobol/summary.json "$out"
keys 4 parameters design count seed results points failed failures
keys 8 path column unit scale from to path column unit scale from to path column unit scale from \
    to path column unit path column unit
if grep -q '"values"' "$out"; then fail 'values of a sample'; else pass; fi
number seed 1
run 0 check hertz.yaml --set sweep.count=10000000
label='whole numbers'
cat >journal.yaml <<'YAML'
dashpot: 1
kind: journal
journal:
  bearing_radius: 100 mm
  clearance: 0.1 mm
  mass: 200
  inertia: 1
  start: {speed: 3 m/s, angle: 0.498 rad}
  contact: {law: peng, modulus: 100 GPa, yield: 100 MPa, length: 1 m, restitution: 0.9}
sweep:
  design: latin-hypercube
  count: 12
  parameters: [{path: journal.collisions, from: 2, to: 4}]
  results: [collisions.count]
YAML
run 0 run journal.yaml --out whole --quiet
sed 1d whole/series.csv | sort | uniq -c | awk '{ print $1, $2 }' >got
printf '%s\n' '4 2,2,0' '4 3,3,0' '4 4,4,0' >want
same got want
refused 2 'from is 1.5; collisions takes whole numbers' check journal.yaml \
    --set sweep.parameters.0.from=1.5
run 0 run journal.yaml --out down --quiet --set sweep.parameters.0.from=4 \
    --set sweep.parameters.0.to=2
sed 1d down/series.csv | sort | uniq -c | awk '{ print $1, $2 }' >got
same got want

# --- lists ----------------------------------------------------------------------------------------
cat >points.csv <<'CSV'
# speeds of a test
v [mm/s],m,law,e,unused
1000,1,flores,0.5,x
2 m/s,2,flores,0.6,
3000,0.5,"gonthier",0.7,z
CSV
cat >list.yaml <<'YAML'
dashpot: 1
kind: impact
impact:
  bodies: [{mass: 1, velocity: 4 m/s}, {fixed: true}]
  contact: {law: flores, restitution: 0.5, stiffness: 1.0e9}
sweep:
  data: points.csv
  parameters:
    - {path: impact.bodies.0.velocity, column: v, name: speed}
    - {path: impact.bodies.0.mass, column: m}
    - {path: impact.contact.law, column: law}
    - {path: impact.contact.restitution, column: e}
  results: [max_force]
YAML
run 0 run list.yaml --out list
says 'In points.csv, column m has no unit: read as kg'
cut -d, -f 1-4 list/series.csv >got
printf '%s\n' 'speed [mm/s],impact.bodies.0.mass [kg],impact.contact.law,'\
'impact.contact.restitution [1]' 1000,1,flores,0.5 2000,2,flores,0.6 3000,0.5,gonthier,0.7 >want
same got want
sed '/^sweep:/,$d' list.yaml >single.yaml
json run single.yaml --set impact.bodies.0.velocity=3 --set impact.bodies.0.mass=0.5 \
    --set impact.contact.law=gonthier --set impact.contact.restitution=0.7
label='a row of a list is a single run'
equal force "$(value max_force)" "$(sed -n 4p list/series.csv | cut -d, -f 5)" 0
cp list/summary.json "$out"
keys 4 parameters design count data results points failed failures
# in another folder: the file is looked for beside the scenario
mkdir elsewhere && (cd elsewhere && "$program" run ../list.yaml --out list --quiet) && pass
same list/series.csv elsewhere/list/series.csv

# lists SED-OF-POINTS TEXT: a file that is refused, with its name and line
lists() {
    sed "$1" points.csv >spoilt.csv
    refused 2 "$2" check list.yaml --set sweep.data=spoilt.csv
}
lists 's/^1000/1 kg/' "spoilt.csv:3: v is '1 kg'; its unit must be m/s or of the same kind"
lists 's/^1000//' 'spoilt.csv:3: v is empty; every point must have it'
lists 's/^1000/fast/' "spoilt.csv:3: v is 'fast'; it must be a number"
lists 's/mm.s/kg/' "v is '1000 kg'; its unit must be m/s or of the same kind"
lists 's/mm.s/1/' 'spoilt.csv: v is in [1]; its unit must be m/s or of the same kind'
lists 's/^v /w /' 'spoilt.csv:2: the column v is missing'
lists 's/^2 m.s,/2 m\/s/' 'spoilt.csv:4: 4 fields, but the header in line 2 has 5'
lists '3,$d' 'spoilt.csv:2: the table has no rows'
lists 's/,flores,/,floers,/;/gonth/d' 'floers'
lists 's/m,law/m,law [m]/' 'spoilt.csv: law has a unit, [m]; it must be names'
refused 4 "data is 'nothing.csv', and that file is not in order" check list.yaml \
    --set sweep.data=nothing.csv

# --- a cell with a unit of its own is in that unit alone ------------------------------------------
sed -e '/^sweep:/,$d' -e 's/velocity: 4 m.s/speed: 4, angle: 0, radius: 10 mm/' \
    -e 's/flores, /exact-restitution, friction: 0.1, /' list.yaml >cells.yaml
cat >>cells.yaml <<'YAML'
sweep:
  data: cells.csv
  parameters:
    - {path: impact.contact.restitution, column: e, name: e}
    - {path: impact.bodies.0.angle, column: a, name: a}
    - {path: impact.contact.friction, column: mu, name: mu}
    - {path: impact.bodies.0.speed, column: v, name: v}
  results: [restitution]
YAML
# cells HEADINGS CELLS VALUES: in SI
cells() {
    printf '%s\n%s\n' "$1" "$2" >cells.csv
    label="$2 under $1"
    json run cells.yaml
    sed -n '/"table": \[/,/\]/s/^ *"[eamuv]*": \([-0-9.e]*\),$/\1/p' "$out" | tr '\n' ' ' >got
    printf '%s ' "$3" >want
    same got want
}
cells 'e [%],a [deg],mu [%],v [mm/s]' '80 %,20 deg,10 %,2 m/s' '0.8 0.3490658503988659 0.1 2.0'
cells 'e [%],a [deg],mu [%],v [mm/s]' '80%,0.5 rad,10,1000' '0.8 0.5 0.1 1.0'
cells 'e [%],a [deg],mu [%],v [km/h]' '0.5 1,0.01 rev,5 %,36' '0.5 0.06283185307179587 0.05 10.0'
cells 'e,a [mrad],mu,v' '50 %,10 deg,0.1,5 cm/s' '0.5 0.17453292519943295 0.1 0.05'
# foreign HEADINGS CELLS COMPLAINT: a unit of another kind
foreign() {
    printf '%s\n%s\n' "$1" "$2" >cells.csv
    refused 2 "cells.csv:2: $3" check cells.yaml
}
foreign 'e,a,mu,v [mm/s]' '0.5,0,0.1,5 %' "v is '5 %'; its unit must be m/s or of the same kind"
foreign 'e,a,mu,v [mm/s]' '0.5,0,0.1,1 rad' "v is '1 rad'; its unit must be m/s"
foreign 'e,a [deg],mu,v' '0.5,20 %,0.1,1' "a is '20 %'; its unit must be rad or of the same kind"
foreign 'e [%],a,mu,v' '20 deg,0,0.1,1' "e is '20 deg'; it must be a number without unit, or in %"
foreign 'e,a,mu,v' '0.5,0,0.1,1 rev/s' "v is '1 rev/s'; its unit must be m/s"

# --- which keys go with which design --------------------------------------------------------------
# keyed TEXT FILE PATH=VALUE...
keyed() {
    text=$1 file=$2
    shift 2
    set -- --set "$@"
    refused 2 "$text" check "$file" "$@"
}
keyed 'count has no effect in design grid: each range of a grid has its own count' six.yaml \
    sweep.count=10
keyed 'seed has no effect in design grid' six.yaml sweep.seed=1
keyed 'levels has no effect in design sobol: it is of the design morris' hertz.yaml sweep.levels=4
keyed 'data has no effect in design sobol' hertz.yaml sweep.data=points.csv
keyed 'count has no effect in design list' list.yaml sweep.count=10
keyed 'data is missing: design list needs a CSV file' six.yaml sweep.design=list
keyed "design is 'random'; it must be grid, list, latin-hypercube, sobol, saltelli or morris" \
    hertz.yaml sweep.design=random
keyed 'seed is -1; it must be 0 or more' hertz.yaml sweep.seed=-1
keyed 'seed is 0.5; it must be a whole number' hertz.yaml sweep.seed=0.5
keyed 'count is 1; it must lie in 2..1e+07' hertz.yaml sweep.count=1
keyed 'count is 20000000; it must lie in 2..1e+07' hertz.yaml sweep.count=20000000
keyed 'count is 3000000, so design saltelli takes 3000000 x 5 points; the most is 10000000' \
    hertz.yaml sweep.design=saltelli --set sweep.count=3000000
keyed 'levels is 5; it must be even' hertz.yaml sweep.design=morris --set sweep.levels=5
keyed 'a parameter of design sobol has no count; it must be {path: ..., from: ..., to: ...}' \
    hertz.yaml sweep.parameters.0.count=5
keyed 'a parameter of design sobol has no values' hertz.yaml 'sweep.parameters.0.values=[1]'
keyed 'a parameter of design sobol needs to' hertz.yaml \
    'sweep.parameters.0={path: impact.bodies.0.velocity, from: 1}'
keyed 'a parameter of design list has no from' list.yaml sweep.parameters.0.from=1
keyed 'a parameter of design list needs column' list.yaml \
    'sweep.parameters.0={path: impact.bodies.0.velocity}'
keyed "column is 'v', but there is no data: FILE.csv to take it from" six.yaml \
    sweep.parameters.0.column=v
keyed 'scale is log, but the range goes from 0 to 2' hertz.yaml \
    'sweep.parameters.1={path: impact.bodies.0.mass, from: 0, to: 2, scale: log}'
keyed 'law is not a number, so it has no range' hertz.yaml \
    'sweep.parameters.1={path: impact.contact.law, from: 0, to: 2}'
keyed 'two parameters have the same path' hertz.yaml \
    sweep.parameters.2.path=impact.bodies.0.velocity
keyed 'the sweep has 2 x 3 x 100000 x 100000 x 2 x 2 points; the most is 10000000' six.yaml \
    'sweep.parameters.2={path: impact.bodies.0.mass, from: 1, to: 2, count: 100000}' \
    --set 'sweep.parameters.3={path: impact.contact.stiffness, from: 1, to: 2, count: 100000}'
refused 2 'count is missing: design sobol needs a number of points' check six.yaml \
    --set sweep.design=sobol
seven=$(awk 'BEGIN { for (i = 0; i < 7; i++) printf "%s{path: impact.x%d, values: [1]}",
    i ? ", " : "", i }')
keyed 'parameters has 7 items; a grid has at most 6' six.yaml "sweep.parameters=[$seven]"
many=$(awk 'BEGIN { for (i = 0; i < 17; i++) printf "%s{path: impact.x%d, from: 1, to: 2}",
    i ? ", " : "", i }')
keyed 'parameters has 17 items; it must be a list of 1 to 16' hertz.yaml "sweep.parameters=[$many]"

# --- sensitivities of a product -------------------------------------------------------------------
# The peak force of an undamped impact is (5/4 m v^2)^(3/5) k^(2/5), the duration a constant times
# m^(2/5) k^(-2/5) v^(-1/5). Of a product of independent factors with c^2 = Var/E^2 the indices are
# S = c^2 / (P - 1) and T = c^2 P / (1 + c^2) / (P - 1), where P is the product of all 1 + c^2.
# moments POWER LOW HIGH SCALE: c^2 of x^POWER
moments() {
    awk -v p="$1" -v a="$2" -v b="$3" -v scale="$4" '
        function power(x, q) { return exp(q * log(x)) }
        function mean(q) {
            if (scale == "log") return (power(b, q) - power(a, q)) / (q * log(b / a))
            return (power(b, q + 1) - power(a, q + 1)) / ((q + 1) * (b - a))
        }
        BEGIN { printf "%.12g", mean(2 * p) / mean(p)^2 - 1 }'
}
run 0 run hertz.yaml --set sweep.design=saltelli --set sweep.count=2048 --out saltelli
says 'share of the variance of max force'
lines saltelli/series.csv 10241
lines saltelli/sensitivity.csv 7
head -n 1 saltelli/sensitivity.csv >got
echo 'result,parameter,first [1],first_stderr [1],total [1],total_stderr [1]' >want
same got want
# product RESULT POWER-OF-v POWER-OF-m POWER-OF-k
product() {
    cv=$(moments "$2" 1 4 log) cm=$(moments "$3" 0.5 2 linear) ck=$(moments "$4" 1e8 1e9 log)
    all=$(calculate "(1 + $cv) * (1 + $cm) * (1 + $ck)")
    for entry in "v $cv" "m $cm" "k $ck"; do
        name=${entry% *} c=${entry#* }
        label="sensitivity of $1 to $name"
        IFS=, read -r _ _ first first_error total total_error <<LINE
$(grep "^$1,$name," saltelli/sensitivity.csv)
LINE
        # 2048 base points have the first indices to 0.005 and the total ones to 0.002
        near first "$(calculate "1 + $first")" "$(calculate "1 + $c / ($all - 1)")" 0.005
        near total "$(calculate "1 + $total")" \
            "$(calculate "1 + $c * $all / (1 + $c) / ($all - 1)")" 0.002
        # errors are on the safe side, but of use
        if awk -v a="$first_error" -v b="$total_error" \
            'BEGIN { exit !(a > 0 && a < 0.04 && b > 0 && b < 0.04) }'; then pass
        else fail "errors are $first_error and $total_error"; fi
    done
}
product max_force 1.2 0.6 0.4
product duration -0.2 0.4 -0.4
cp saltelli/summary.json "$out"
label='summary of indices'
keys 2 kind title sweep sensitivity notes
if [ "$(grep -c '"first":' "$out")" -eq 6 ] && [ "$(grep -c '"total_stderr":' "$out")" -eq 6 ] &&
    [ "$(grep -c '"method": "saltelli"' "$out")" -eq 2 ]; then pass; else fail 'numbers'; fi
number used 2048
label='pictures of indices'
if grep -q "^set ytics scale 0 ('v' 0, 'm' -1, 'k' -2)" saltelli/plots/sensitivity-max_force.gp
then pass; else fail 'no names'; fi
if command -v gnuplot >/dev/null 2>&1; then
    for plot in sensitivity-max_force sensitivity-duration max_force-v duration-k; do
        if grep -q '</svg>' "saltelli/plots/$plot.svg"; then pass; else fail "no plot $plot"; fi
    done
fi
run 0 run hertz.yaml --set sweep.design=saltelli --set sweep.count=2048 --out once --quiet \
    --threads 1
same saltelli/summary.json once/summary.json
same saltelli/sensitivity.csv once/sensitivity.csv

# --- effects --------------------------------------------------------------------------------------
run 0 run hertz.yaml --set sweep.design=morris --set sweep.count=20 --out morris
says 'mean size of the effects on duration'
lines morris/series.csv 81
head -n 1 morris/sensitivity.csv >got
echo 'result,parameter,mu [?],mu_star [?],sigma [?],mu_star_stderr [?]' >want
same got want
label='effects of a monotonous result'
if awk -F, '$1 == "max_force" && $3 != $4 { exit 1 }
    $1 == "duration" && $2 == "m" && $3 != $4 { exit 1 }
    $1 == "duration" && $2 != "m" && $3 != -$4 { exit 1 }' morris/sensitivity.csv
then pass; else fail 'signs'; fi
cp morris/summary.json "$out"
keys 4 parameters design count seed levels results points failed failures
if [ "$(grep -c '"mu_star":' "$out")" -eq 6 ] && grep -q '"unit": "N"' "$out"; then pass
else fail 'numbers'; fi
if command -v gnuplot >/dev/null 2>&1; then
    if grep -q '</svg>' morris/plots/sensitivity-duration.svg; then pass; else fail 'no plot'; fi
fi
# two levels: a step leads from end to end, so the effect of the last parameter to change is a
# difference of two rows
run 0 run hertz.yaml --set sweep.design=morris --set sweep.count=2 --set sweep.levels=2 \
    --set 'sweep.parameters=[{path: impact.bodies.0.velocity, from: 1, to: 4, name: v}]' \
    --out ends --quiet
label='effect from end to end'
equal mu "$(sed -n 2p ends/sensitivity.csv | cut -d, -f 3)" \
    "$(sed 1d ends/series.csv | awk -F, '$1 == 4 { b = $2 } $1 == 1 { a = $2 }
    END { printf "%.17g", b - a }')" 1e-9

# --- runs that fail, results that stay ------------------------------------------------------------
cat >failing.yaml <<'YAML'
dashpot: 1
kind: impact
impact:
  bodies: [{mass: 1, velocity: 4 m/s}, {fixed: true}]
  contact: {law: flores, restitution: 0.5, stiffness: 1.0e9}
sweep:
  design: saltelli
  count: 64
  parameters:
    - {path: impact.contact.restitution, from: 0.5, to: 1.05, name: e}
    - {path: impact.bodies.0.velocity, from: 1, to: 4, name: v}
  results: [max_force]
YAML
run 0 run failing.yaml --out failing-base
lost=$(sed -n 's/.*note: \([0-9]*\) of 64 base points are left.*/\1/p' "$out")
label='base points that failed'
# a base point fails where e > 1 in A or B: nearly the share 1 - (10/11)^2 of them
if [ "${lost:-0}" -ge 8 ] && [ "$lost" -le 14 ]; then pass; else fail "$lost are left out"; fi
cp failing-base/summary.json "$out"
number used $((64 - lost))
run 0 run failing.yaml --set sweep.design=morris --out failing-paths
says 'of 64 trajectories are left out of the sensitivities of max_force'
run 0 run hertz.yaml --set sweep.design=saltelli --set 'sweep.results=[restitution]' --out still
says 'restitution does not vary, so it has no sensitivities'
if grep -q '^restitution,v,,,,$' still/sensitivity.csv; then pass; else fail 'not empty'; fi
cp still/summary.json "$out"
is first null
is total_stderr null
run 0 run hertz.yaml --set sweep.design=morris --set 'sweep.results=[restitution]' --out still-paths
says 'restitution does not vary, so it has no sensitivities'
