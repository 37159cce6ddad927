# shellcheck shell=sh disable=SC2154,SC2034
# Results have the units in which a sweep is written; JSON stays in SI.

cat >written.yaml <<'YAML'
dashpot: 1
kind: impact
impact:
  bodies: [{mass: 1, speed: 4 m/s, angle: 10 deg, spin: 100 rpm, radius: 10 mm}, {fixed: true}]
  contact: {law: hertz, stiffness: 1.0e9, friction: 0.1}
sweep:
  parameters:
    - {path: impact.bodies.0.mass, values: [0.1 g, 0.7 g, 2 kg], name: m}
    - {path: impact.bodies.0.spin, from: 500 rpm, to: 1000 rpm, count: 3, name: n}
    - {path: impact.bodies.0.angle, from: 0, to: 70 deg, count: 3, name: a}
    - {path: impact.contact.friction, values: [10 %, 35 %], name: mu}
  results: [max_force, impulse_ratio]
YAML
run 0 run written.yaml --out written --quiet
label='columns have the units that were written'
head -n 1 written/series.csv >got
echo 'm [g],n [rpm],a [deg],mu [%],max_force [N],impulse_ratio [1],status [1]' >want
same got want
for pair in 'm=0.1 0.7 2000 ' 'n=500 750 1000 ' 'a=0 35 70 ' 'mu=10 35 '; do
    column written/series.csv "${pair%%=*}" | sort -gu | tr '\n' ' ' >got
    printf '%s' "${pair#*=}" >want
    same got want
done
sed '/^sweep:/,$d' written.yaml >one-row.yaml
sed -n '2p;12p;30p;54p' written/series.csv | while IFS=, read -r m n a mu force ratio _; do
    "$program" run one-row.yaml --json --set "impact.bodies.0.mass=$m g" \
        --set "impact.bodies.0.spin=$n rpm" --set "impact.bodies.0.angle=$a deg" \
        --set "impact.contact.friction=$mu %" >"$out"
    [ "$(value max_force)" = "$force" ] && [ "$(value impulse_ratio)" = "$ratio" ] && echo good
done >rows
label='a row with its units is a single run'
if [ "$(wc -l <rows)" -eq 4 ]; then pass; else fail "$(wc -l <rows) of 4 rows agree"; fi

cp written/summary.json "$out"
label='JSON has SI, and what was written'
says '"unit": "kg"'
says '"unit": "rpm"'
says '78.53981633974483'
json run written.yaml
says '"n": 52.35987755982989'
label='the report and its pictures have these units'
cp written/report.html "$out"
says 'n [rpm]'
if grep -q 'a \[deg\]' written/plots/*.gp; then pass; else fail 'no picture over degrees'; fi

run 0 run written.yaml --part 2/2 --out parted --quiet
run 0 run written.yaml --part 1/2 --out parted --quiet
run 0 merge parted
same written/series.csv parted/series.csv
same written/summary.json parted/summary.json

# different units: that of the first
run 0 run written.yaml --out mixed --quiet --set \
    'sweep.parameters=[{path: impact.bodies.0.mass, values: [1 kg, 300 g, 0.5], name: m}]'
head -n 4 mixed/series.csv | cut -d, -f 1 | tr '\n' ' ' >got
printf 'm [kg] 1 0.3 0.5 ' >want
same got want

# a sample, and a table whose cells have units of their own
run 0 run written.yaml --out sampled --quiet --set sweep.design=morris --set sweep.count=4 --set \
    'sweep.parameters=[{path: impact.bodies.0.angle, from: 0 deg, to: 60 deg, name: a}]'
column sampled/series.csv a | sort -gu | tr '\n' ' ' >got
printf '0 20 40 60 ' >want
same got want
printf 'a [deg],n [rpm],m\n20,0.1 rev/s,100 g\n0.25 rev,600 deg/s,1 lb\n' >own.csv
run 0 run written.yaml --out of-cells --quiet --set 'sweep={data: own.csv, results: [max_force],
    parameters: [{path: impact.bodies.0.angle, column: a, name: a},
    {path: impact.bodies.0.spin, column: n, name: n},
    {path: impact.bodies.0.mass, column: m, name: m}]}'
cut -d, -f 1-3 of-cells/series.csv | tr '\n' ' ' >got
printf 'a [deg],n [rpm],m [g] 20,6,100 90,100,453.59237 ' >want
same got want

# what was measured over a swept parameter is laid over it, whatever the units of the two
printf 'v [m/s],F [N]\n1,100\n1.5,200\n' >over.csv
sed -e '/^sweep:/,$d' ball.yaml >over.yaml
cat >>over.yaml <<'YAML'
measured: {data: over.csv, x: v, columns: [{column: F, of: max_force}]}
sweep:
  parameters: [{path: impact.bodies.0.velocity, from: 1 km/h, to: 9 km/h, count: 5, name: v}]
  results: [max_force]
YAML
run 0 run over.yaml --out over --quiet
cut -d, -f 1 over/measured.csv | tr '\n' ' ' >got
printf 'v [km/h] 3.6 5.4 ' >want
same got want
json run over.yaml
says '"outside": 0'
rm written.yaml one-row.yaml over.yaml
