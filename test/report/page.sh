# shellcheck shell=sh disable=SC2154,SC2034
# The plots of a page as data, without a browser: one figure for each, columns as in the tables,
# extremes kept, sizes, and a title that would be markup.

# page_holds FOLDER [WHOLE]: figures and data belong together, curves over series.csv have its
# values; with WHOLE all rows are there, else the extremes. Says what is wrong.
page_holds() {
    python3 - "$@" <<'END'
import csv, json, math, re, sys
folder, whole = sys.argv[1], len(sys.argv) > 2
page = open(folder + '/report.html', newline='', encoding='utf-8').read()
wrong = []
block = re.search(r'<script type="application/json" id="plot-data">(.*?)</script>', page, re.S)[1]
if '<' in block:
    wrong.append('the block holds a <')
data = json.loads(block)
columns, plots = data['columns'], data['plots']
stems = re.findall(r'<figure data-plot="([^"]*)">', page)
if stems != [plot['stem'] for plot in plots] or not stems:
    wrong.append('figures %s, plots %s' % (stems, [plot['stem'] for plot in plots]))
if len(page.encode()) > 3000000:
    wrong.append('the page has %d bytes' % len(page.encode()))
table = {}
with open(folder + '/series.csv', newline='') as file:
    rows = [row for row in csv.reader(file) if not row[0].startswith('#')]
for c, head in enumerate(rows[0]):
    table[head.split(' [')[0]] = c
def near(a, b):
    return a == b or (a is not None and b is not None and abs(a - b) <= 6e-7 * abs(b))
def numbers(name):
    return [float(row[table[name]]) if row[table[name]] else None for row in rows[1:]]
checked = 0
known = {}
for plot in plots:
    for curve in plot.get('curves', []):
        if not isinstance(curve.get('x'), int):
            continue
        x, y = columns[curve['x']], columns[curve['y']]
        if len(x) != len(y) or not any(v is not None for v in y):
            wrong.append('%s: %s has no points' % (plot['stem'], curve['name']))
        # of a chain "bead 4" is force_4 or velocity_4
        name = curve['name'].replace('bead', plot['y']['label'].split(' [')[0]).replace(' ', '_')
        if plot['x']['axis'] != 'time' or name not in table or 'time' not in table:
            continue
        if name not in known:
            known[name] = numbers(name)
            known.setdefault('time', numbers('time'))
        full = [v for v in known[name] if v is not None]
        kept = [v for v in y if v is not None]
        if not (near(min(kept), min(full)) and near(max(kept), max(full))):
            wrong.append('%s lost an extreme' % name)
        pairs = {}
        for t, v in zip(known['time'], known[name]):
            pairs.setdefault('%.9g' % t, []).append(v)
        for t, v in zip(x, y):
            if t is not None and not any(near(v, w) for w in pairs.get('%.9g' % t, [])):
                wrong.append('%s has %s at %s' % (name, v, t))
                break
        if whole and len(x) != len(rows) - 1:
            wrong.append('%s has %d rows of %d' % (name, len(x), len(rows) - 1))
        if not whole and not 1000 < len(x) < len(rows) - 1:
            wrong.append('%s has %d rows' % (name, len(x)))
        checked += 1
if not checked and 'time' in table:
    wrong.append('no curve was compared')
print('\n'.join(wrong))
sys.exit(bool(wrong))
END
}

page_is_good() {
    if ! command -v python3 >/dev/null || wrong=$(page_holds "$@"); then pass
    else fail "$1: $wrong"; fi
}

label='page: data of the plots'
cat >ball.yaml <<'YAML'
dashpot: 1
title: "</script><script>alert(1)</script> \" \\ <!--"
kind: impact
materials: [{name: "</script>", young: 207 GPa, poisson: 0.3, density: 7800}]
impact:
  bodies:
    - {material: "</script>", radius: 10 mm, velocity: 1 m/s}
    - {material: "</script>", fixed: true}
  contact: {law: flores, restitution: 0.8}
output: {every: 100 ns}
YAML
run 0 run ball.yaml --out ball
page_is_good ball whole
lacks ball/report.html '<script>alert'
# columns of one table are there once: 6 plots over time, force and so on
if [ "$(grep -o '"time"' ball/report.html | wc -l)" -ge 3 ] &&
    [ "$(sed -n '/"columns":\[/,/<\/script>/p' ball/report.html | grep -c '^\[')" -le 10 ]; then
    pass
else fail 'columns are repeated'; fi

label='page: a million rows'
cat >long.yaml <<'YAML'
dashpot: 1
kind: chain
materials: [{name: steel, young: 193 GPa, poisson: 0.3, density: 7970, yield: 940 MPa}]
chain:
  beads: [{count: 14, radius: 5 mm, material: steel}]
  striker: {velocity: 1 m/s, copy: true}
  right: {type: wall, material: steel}
  contact: {law: ma-liu}
  sensors: [1, 12]
run: {until: 10 ms, step: 10 ns}
output: {every: 10 ns}
YAML
run 0 run long.yaml --out long
if [ "$(wc -l <long/series.csv)" -gt 1000000 ]; then pass; else fail 'the series is short'; fi
page_is_good long
rm -rf long

label='page: many plots and large maps'
# eight results over a grid of 300 x 250
cat >maps.yaml <<'YAML'
dashpot: 1
kind: impact
impact:
  bodies: [{mass: 10 g, velocity: 1 m/s}, {fixed: true}]
  contact: {law: kelvin-voigt, stiffness: 1e6, damping: 1}
sweep:
  parameters:
    - {path: impact.bodies.0.velocity, name: v, from: 0.1, to: 10, count: 300}
    - {path: impact.contact.stiffness, name: k, from: 1.0e5, to: 1.0e7, count: 250}
  results: [max_force, duration, restitution, max_indentation, energy.viscous, energy.final]
YAML
run 0 run maps.yaml --out maps
page_is_good maps
if [ "$(grep -o '"style":"map"' maps/report.html | wc -l)" -eq 6 ] &&
    [ "$(grep -o '"bits":"' maps/report.html | wc -l)" -eq 6 ]; then pass; else fail 'no maps'; fi
rm -rf maps

label='page: without gnuplot'
mkdir -p nothing
if env "PATH=$PWD/nothing" "$program" run ball.yaml --out without --quiet 2>"$err"; then pass
else fail 'it ends otherwise'; fi
page_is_good without whole
lacks without/report.html '<img'

label='page: energy below zero'
# what is lost is a share of what was turned over, since the energy at the start is negative
cat >bob.yaml <<'YAML'
dashpot: 1
kind: mechanism
materials: [{name: steel, young: 207 GPa, poisson: 0.3}]
mechanism:
  bodies: [{name: bob, mass: 0.5, inertia: 1e-4}]
  joints: [{name: pivot, type: revolute, between: [ground, bob], at: [[0, 0], [0, 0.3]]}]
  contacts:
    - {name: hit, type: plane, between: [bob, ground], at: [[0, 0], [20 mm, 0]], normal: [-1, 0],
       radii: [20 mm], material: steel, contact: {law: exact-restitution, restitution: 0.7}}
  gravity: [0, -9.81]
  start: {bob: -40 deg}
run: {until: 1 s}
YAML
run 0 run bob.yaml --out bob
holds bob/report.html '<th>share of what was turned over</th>'
if grep -q '>viscous<.*>100\.00.*%</td>' bob/report.html; then pass
else fail 'no share of the loss'; fi
holds bob/report.html 'Heights count from 0'
run 0 run bob.yaml --set mechanism.joints.0.at='[[0, 1], [0, 0.3]]' \
    --set mechanism.contacts.0.at='[[0, 0], [20 mm, 1]]' --out bob --force
holds bob/report.html '<th>share of what went in</th>'
