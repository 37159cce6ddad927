# shellcheck shell=sh disable=SC2154,SC2034
# `measured:` against closed forms. A mass of 10 g meets a linear spring of 1 MN/m at 1 m/s:
# F = 100 N sin(w t), w = 10^4/s, until t = pi/w = 314 us.

cat >spring.yaml <<'YAML'
dashpot: 1
title: A linear spring
kind: impact
impact:
  bodies:
    - {mass: 10 g, velocity: 1 m/s}
    - {fixed: true}
  contact: {law: kelvin-voigt, stiffness: 1e6, damping: 0}
output: {every: 10 ns}
measured: {data: trace.csv, x: time, columns: [{column: F, of: force}]}
YAML

# a tenth more than computed; 20 us before the touch and 20 us after the end as well
awk 'BEGIN {
    print "# made up"; print "time [us],gauge,F [kN],velocity_1 [m/s]"
    for (i = 0; i < 60; i++) { t = -20 + 6 * i
        f = t > 0 && t < 314.159265 ? 0.11 * sin(t / 100) : 0
        # an empty cell is nothing that was measured
        printf "%g,x,%s,%.12g\n", t, i == 10 ? "" : sprintf("%.12g", f), cos(t / 100) }
}' >trace.csv
awk 'BEGIN { for (i = 0; i < 60; i++) { t = -20 + 6 * i
    if (t < 0 || t > 314.159265) { outside++; continue }
    if (i == 10) continue
    d = 10 * sin(t / 100); sum += d * d; n++
    if (d > most) { most = d; at = t * 1e-6 } }
    printf "%d %d %.15g %.15g %.15g\n", n, outside, sqrt(sum / n), most, at }' >want
read -r points outside rms most at <want

label='measured: numbers'
run 0 run spring.yaml --json
# straight lines between rows 10 ns apart are wrong by (w 10 ns)^2/8 = 1.3e-9 of the peak
equal points "$(value points)" "$points" 0
equal outside "$(value outside)" "$outside" 0
near rms "$(value rms)" "$rms" 1e-8
near 'largest difference' "$(value max_difference)" "$most" 1e-8
near 'where it is' "$(value at)" "$at" 1e-12
near 'peak measured' "$(value peak_measured)" "$(calculate "110 * sin(1.6)")" 1e-9
# of the rows, not only of those at measured places: pi/2 is none of them
near 'peak computed' "$(value peak_computed)" 100 1e-8
near 'difference of peaks' "$(value peak_difference)" "$(calculate "1 / (1.1 * sin(1.6)) - 1")" 1e-7
if [ "$(grep -c '"column": "F"' "$out")" -eq 1 ]; then pass; else fail 'one column'; fi
says "Of 59 measured values of F, $outside lie outside the computed range of time"

label='measured: in a folder'
run 0 run spring.yaml --out spring
holds spring/measured.csv 'time [s],F [N],F_computed [N],F_difference [N]'
# the empty cell, and a place before the touch
holds spring/measured.csv '4e-05,,,'
holds spring/measured.csv '-2e-05,0,,'
holds spring/report.html '<h2>Measured and computed</h2>'
holds spring/report.html '<a href="measured.csv">'
holds spring/plots/force-time.gp "title 'F, measured'"
# the picture reaches as far as the points do
if awk '/^set xrange/ { gsub(/[^-0-9.:]/, ""); split($0, r, ":"); exit !(r[1] < -20 && r[2] > 330) }
    ' spring/plots/force-time.gp; then pass; else fail 'points lie outside the picture'; fi
lacks spring/plots/indentation-time.gp measured
"$program" run spring.yaml --json >alone.json
awk '/"measured"/, /\]/' alone.json >alone
awk '/"measured"/, /\]/' spring/summary.json >folder
if cmp -s alone folder; then pass; else fail 'numbers depend on the folder'; fi

label='measured: shift'
# the same trace 50 us later
awk -F, 'NR < 3 { print; next } { printf "%g,%s,%s,%s\n", $1 + 50, $2, $3, $4 }' trace.csv >late.csv
run 0 run spring.yaml --set measured.data=late.csv --set measured.shift='50 us' --json
near rms "$(value rms)" "$rms" 1e-8
equal outside "$(value outside)" "$outside" 0

label='measured: several columns, one by its name alone'
run 0 run spring.yaml --set 'measured.columns=[velocity_1, {column: F, of: force}]' --json
# the velocity of the trace is the exact one
equal 'rms of the velocity' "$(value rms 1)" 0 1e-8
near 'rms of the force' "$(value rms 2)" "$rms" 1e-8

label='measured: loading and unloading'
# with a dashpot (xi = 0.1) the force at one indentation is another one on the way back; the
# largest sample, at 147.0 us, comes before the turn at 147.8 us, so it belongs to the loading
awk 'BEGIN { xi = 0.1; w = 1e4; wd = w * sqrt(1 - xi * xi); c = 20; k = 1e6
    print "indentation [um],force [N]"
    for (i = 1; i < 40; i++) { t = i * 7.35e-6; e = exp(-xi * w * t)
        x = e * sin(wd * t) / wd; v = e * (cos(wd * t) - xi * w / wd * sin(wd * t))
        f = k * x + c * v; if (f > 0) printf "%.12g,%.12g\n", x * 1e6, f } }' >loop.csv
run 0 run spring.yaml --set impact.contact.damping=20 --set measured.data=loop.csv \
    --set measured.x=indentation --set 'measured.columns=[force]' --json
if [ "$(value points)" -gt 35 ]; then pass; else fail 'few points'; fi
equal outside "$(value outside)" 0 0
# rows are dense, but x stands still at the turn: the curve over it is steep there
if awk -v r="$(value rms)" 'BEGIN { exit !(r != "" && r < 1e-3) }'; then pass
else fail "branches are mixed: $(value rms) N"; fi

label='measured: x goes back and forth'
cat >bounce.yaml <<'YAML'
dashpot: 1
kind: bounce
materials: [{name: steel, young: 207 GPa, poisson: 0.3}]
bounce:
  body: {material: steel, radius: 100 mm, mass: 1}
  floor: {material: steel}
  height: 110 mm
  gravity: 9.81
  contact: {law: tsuji, restitution: 0.9}
run: {until: 0.3 s}
measured: {data: heights.csv, x: height, columns: [velocity]}
YAML
printf 'height,velocity [m/s]\n0.1,0.2\n0.105,-0.1\n' >heights.csv
run 0 run bounce.yaml --json
says 'Measured velocity is not compared: height of the series goes back and forth'
says 'column height has no unit: read as m'
is rms null

label='measured: rows too far apart'
run 0 run spring.yaml --set output.every='40 us' --json
says 'a smaller output.every makes that less'

label='measured: in a sweep'
cat spring.yaml - >sweep.yaml <<'YAML'
sweep:
  parameters: [{path: impact.contact.stiffness, values: [1.0e6, 1.21e6]}]
  results: [measured.0.rms, measured.0.peak_difference]
YAML
run 0 run sweep.yaml --out sweep
near 'rms of the first' "$(awk -F, 'NR == 2 { print $2 }' sweep/series.csv)" "$rms" 1e-8
# the peak of a spring of 1.21 times the stiffness is 110 N
near 'peak of the second' "$(awk -F, 'NR == 3 { print $3 }' sweep/series.csv)" \
    "$(calculate "1 / sin(1.6) - 1")" 1e-6

label='measured: over a sweep'
# what is swept is x: all points together are the curve. The spring delivers 100 N v/(1 m/s)
cat >speeds.yaml <<'YAML'
dashpot: 1
kind: impact
impact:
  bodies:
    - {mass: 10 g, velocity: 1 m/s}
    - {fixed: true}
  contact: {law: kelvin-voigt, stiffness: 1e6, damping: 0}
sweep:
  parameters: [{path: impact.bodies.0.velocity, from: 1, to: 3, count: 5, name: v}]
  results: [{path: max_force, name: peak}, duration]
measured: {data: speeds.csv, x: v, columns: [{column: F, of: peak}]}
YAML
printf 'v [cm/s],F [N]\n125,128\n275,271\n400,400\n' >speeds.csv
run 0 run speeds.yaml --json
# 3 and -4 away; the line is straight, so interpolation is exact; 4 m/s was not computed
near rms "$(value rms)" "$(calculate 'sqrt((9 + 16) / 2)')" 1e-9
equal points "$(value points 2)" 2 0
equal outside "$(value outside)" 1 0
lacks "$out" units
run 0 run speeds.yaml --out speeds
holds speeds/plots/peak.gp "title 'F, measured'"
lacks speeds/plots/duration.gp measured
refused 2 "the sweep has no column 'peaks'; did you mean peak?" check speeds.yaml \
    --set 'measured.columns=[{column: F, of: peaks}]'
refused 2 'the column v [m/s] is missing' check speeds.yaml --set measured.data=trace.csv
refused 2 'F is in [N]; its unit must be s' run speeds.yaml \
    --set 'measured.columns=[{column: F, of: duration}]' --out refused.out
