# shellcheck shell=sh disable=SC2154,SC2034
# Folders: rows, pictures, and what the report says.

run 0 run journal.yaml --out planar.out
says 'A collision is taken for an instant, but the first contact lasts 5.42'
says 'critical speed with damping           3.40414 m/s'
for file in summary.json series.csv series.h5 report.html scenario.yaml; do
    if [ -s "planar.out/$file" ]; then pass; else fail "no $file"; fi
done
label='series of planar.out'
head -n 1 planar.out/series.csv >"$out"
says 'time [s],x [m],y [m],vx [m/s],vy [m/s],indentation [m],collision [1],normal [m/s]'
says 'tangential [m/s],spin [rad/s],angle [rad],travel [m],translation [J],rotation [J]'
# the first touch, a departure and a touch for each of 29 flights, the last departure
if [ "$(wc -l <planar.out/series.csv)" -eq 61 ]; then pass; else fail "not 60 rows"; fi
if awk -F, 'NR > 1 { e = $13 + $14 + $15 + $16 + $17; if (NR == 2) e0 = e
        if ((e - e0)^2 > 1e-24 * e0^2) exit 1 }' planar.out/series.csv
then pass; else fail "energy drifts"; fi
if awk -F, 'NR > 1 && ($2^2 + $3^2 - 1e-8)^2 > 1e-36 || NR > 1 && $6 != 0 { exit 1 }' \
    planar.out/series.csv
then pass; else fail "off the clearance circle"; fi
tail -n 1 planar.out/series.csv | cut -d, -f12 >"$out"
near travel "$(cat "$out")" 0.00143477190292206 1e-11
for plot in trajectory speeds angle spin energy; do
    if ls planar.out/plots/$plot.* >/dev/null 2>&1; then pass; else fail "no plot $plot"; fi
done

run 0 run journal.yaml --set journal.solver=resolved --set journal.collisions=3 \
    --out resolved.out --quiet
label='series of resolved.out'
deepest=$(awk -F, 'NR > 1 && $6 > most { most = $6 } END { print most }' resolved.out/series.csv)
cp resolved.out/summary.json "$out"
near deepest "$deepest" "$(value max_indentation)" 1e-4
if awk -F, 'NR > 2 && $1 < last { exit 1 } NR > 1 { last = $1 }' resolved.out/series.csv
then pass; else fail "time goes back"; fi
# in flight and in contact the centre is where its velocity took it
if awk -F, 'NR > 2 && $6 == 0 && before == 0 && $1 > t && ((x + vx * ($1 - t) - $2)^2 > 1e-26) {
        exit 1 } { t = $1; x = $2; vx = $4; before = $6 }' resolved.out/series.csv
then pass; else fail "flights are not straight"; fi
if ls resolved.out/plots/indentation.* >/dev/null 2>&1; then pass; else fail "no indentation"; fi
run 0 run journal.yaml --set 'output={series: [collision, spin]}' --out few.out --quiet
label='series of few.out'
head -n 1 few.out/series.csv >"$out"
says 'collision [1],spin [rad/s]'

# the copy of a changed scenario gives the same result
json run journal.yaml --set journal.start.angle=0.3 --out changed.out
cp "$out" want
json run changed.out/scenario.yaml
if cmp -s want "$out"; then pass; else fail "the copy gives another result"; fi
# a run is the same every time
json run journal.yaml
cp "$out" want
json run journal.yaml
if cmp -s want "$out"; then pass; else fail "not the same again"; fi

# pressed to the wall by its way along it, with springs of friction that hold
run 0 run journal.yaml --set 'journal={bearing_radius: 14.4 mm, clearance: 0.194 mm, mass: 0.651,
    inertia: 4.2e-5, start: {speed: 0.586, angle: 0.116, spin: 84.5}, collisions: 3,
    contact: {law: hertz, stiffness: 2.56e8}, solver: resolved,
    friction: {law: mindlin, mu: 0.79, stiffness_ratio: 0.61}}'
says 'The journal no longer leaves the wall in the end'
