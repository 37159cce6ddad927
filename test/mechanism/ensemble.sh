# shellcheck shell=sh disable=SC2154,SC2034
# Copies: the same for any number of threads, and verdicts that do not depend on the seed.

copies() {
    json run "$shipped/004/fig-04-06-lankarani-nikravesh.yaml" --set run.ensemble=8 \
        --set "$wide" "$@"
}
copies --set run.threads=1
cp "$out" one
copies --set run.threads=3
if cmp -s one "$out"; then pass; else fail "threads change the result"; fi
is copies 8
# the copies are not the run itself, nor each other
if [ "$(within ensemble spread)" != 0.0 ]; then pass; else fail "no spread"; fi

# Page 004: mean force 16.4 to 18.3 N for every law, rms of the damped laws to 25 %, share to 0.06.
# Eight copies of two turns keep to that: they spread by 15 %, their mean by 5 %.
for seed in 1 2 3; do
    copies --set run.seed=$seed
    is seed $seed
    sed -i '1,/"ensemble": {/d' "$out"
    between "seed $seed, force" "$(sed '1,/"pin.force"/d' "$out" | grep -A 2 '"mean": {' |
        sed -n 's/ *"mean": \([-+0-9.e]*\),/\1/p' | head -n 1)" 16.4 18.3
    between "seed $seed, acceleration" "$(within slider.ax mean | head -n 1)" 0 5000
    rms=$(sed '1,/"slider.ax"/d' "$out" | grep -A 1 '"rms": {' | sed -n 's/ *"mean": \(.*\),/\1/p' |
        head -n 1)
    between "seed $seed, rms of the acceleration" "$rms" 20.6 34.3
    between "seed $seed, share" "$(within contact_share mean)" 0.84 0.96
done

# --- over time: table ensemble ---
# folder NAME ...: a run of the same rig into a folder
folder() {
    rm -rf "$1"
    name=$1
    shift
    run 0 run "$shipped/004/fig-04-06-lankarani-nikravesh.yaml" --set run.shadow=false \
        --set "$wide" --out "$name" "$@"
}
folder two.out --set run.ensemble=2 --set run.turns=8 --set run.skip=6 --set output.every=3ms
label='columns of ensemble'
head -n 1 two.out/ensemble.csv >"$out"
says 'time [s],slider.ax_mean [m/s^2],slider.ax_low [m/s^2],slider.ax_high [m/s^2],slider.ax_min'
says 'pin.force_max [N],pin.force_ideal [N],crank.moment_mean [N m]'
# 2.4 s in slices of 2.5 ms, or of a row where rows are further apart
if [ "$(wc -l <two.out/ensemble.csv)" -eq 802 ]; then pass; else fail 'not 801 slices'; fi
# Of two copies a and b: the mean is that of the least and the largest, the spread is
# |a - b|/sqrt 2. Rounding of the sums is about 1e-16 of the largest force, 2e3 N.
label='two copies'
if awk -F, 'function off(x) { return x < 0 ? -x : x }
        NR > 1 { for (i = 2; i < 20; i += 6) {
            if (off($i - ($(i + 3) + $(i + 4)) / 2) > 1e-9) exit 1
            if (off($(i + 2) - $i - ($(i + 4) - $(i + 3)) / sqrt(2)) > 1e-9) exit 1
            if (off($(i + 2) + $(i + 1) - 2 * $i) > 1e-9) exit 1
            if ($1 > 1.8 && $(i + 4) - $(i + 3) > 1) apart++ } }
        END { exit apart < 20 }' two.out/ensemble.csv
then pass; else fail 'mean and spread are not those of two numbers, or they never part'; fi
# the ideal mechanism is that of the series
label='ideal of ensemble'
if awk -F, 'NR == FNR { if (FNR == 1 || $NF) a[++n] = $5; next }
        FNR > 1 && $7 != a[FNR] { exit 1 }' two.out/series.csv two.out/ensemble.csv
then pass; else fail 'is not that of the series'; fi

# slices of several rows: the same for any number of threads, the same mean as the statistics
folder one.out --set run.ensemble=8 --set run.threads=1
folder three.out --set run.ensemble=8 --set run.threads=3
label='threads and ensemble'
if cmp -s one.out/ensemble.csv three.out/ensemble.csv; then pass; else fail 'differ'; fi
# 14 turns of 2000 rows and the end, in slices of 17 rows; the last has one more
if [ "$(wc -l <one.out/ensemble.csv)" -eq 1648 ]; then pass; else fail 'not 1647 slices'; fi
# rows miss no force that lasts; impacts of some 100 us between rows of 150 us make the difference
label='mean force'
mean=$(sed '1,/"ensemble": {/d' one.out/summary.json | sed '1,/"pin.force"/d' |
    grep -A 2 '"mean": {' | sed -n 's/ *"mean": \([-+0-9.e]*\),/\1/p' | head -n 1)
near 'mean force' "$(awk -F, '$1 >= 3.6 && NR > 1 { s += $8; n++ } END { print s / n }' \
    one.out/ensemble.csv)" "$mean" 0.02
# a slice holds all of its rows: no row of the run as assembled, which copies follow for the first
# turn, lies outside by more than the nanometre by which they start aside
label='range of ensemble'
if awk -F, 'NR == FNR { if (FNR > 1) { low[FNR] = $11; high[FNR] = $12; n = FNR } next }
        $NF == 1 && $1 < 0.1 { s = int(row / 17) + 2; row += 1
            if ($3 < low[s] - 0.01 * high[s] - 0.1 || $3 > 1.01 * high[s] + 0.1) exit 1 }' \
    one.out/ensemble.csv one.out/series.csv
then pass; else fail 'does not hold the rows'; fi
label='band of a plot'
if grep -q 'with filledcurves' one.out/plots/pin-force.gp; then pass; else fail 'is missing'; fi
tr '\n' ' ' <one.out/report.html >"$out"
says 'Mean of the 8 copies'
label='no copies'
folder none.out --set run.ensemble=1 --set run.turns=1 --set run.skip=0
if [ ! -e none.out/ensemble.csv ] && ! grep -q filledcurves none.out/plots/pin-force.gp
then pass; else fail 'have a table of their own'; fi

# Hertz forgets its start within a turn; two tolerances of page 004 agree for 0.12 s at the most
json run "$shipped/004/fig-04-06-hertz.yaml" --set run.ensemble=1 --set run.turns=2 --set run.skip=1
is horizon_reached true
between horizon "$(value horizon)" 0.05 0.5
json run "$shipped/004/fig-04-06-hertz.yaml" --set run.ensemble=1 --set run.turns=2 \
    --set run.skip=1 --set run.shadow=false
null horizon_reached
null horizon

# what people are told
run 0 run "$shipped/004/fig-04-06-hertz.yaml" --set run.ensemble=3
says ' moves pin by 1 % of its clearance after 0.1'
says 'Later peaks, impacts and curves depend on the '
says 'Trust statistics as mean and spread over the 3 copies'
run 0 run slider-crank.yaml
says 'ensemble: 20'
# a horizon beyond the end is one of the start and of the tolerance
run 0 run slider-crank.yaml --set run.turns=0.05 --set run.skip=0
says 'Neither a start 1e-10 m aside nor the error of run.rtol = 1e-08 (beside a run at 1e-10) moves'
label='no promise'
if grep -qi 'trust' "$out"; then fail 'a whole run is said to be trusted'; else pass; fi

# Which of the two comes first, and what helps. At 1e-8 the pin of the four-bar is 1 % of its
# clearance off its path at 1e-13 after 244.5 ms; a start 1e-10 m aside moves it so after 246.6 ms.
run 0 run "$shipped/four-bar-clearance.yaml"
says 'The error of run.rtol = 1e-08 moves pin by 1 % of its clearance'
says 'A start 1e-10 m aside does'
says 'run.rtol = 1e-10 holds longer, up to that time at the most'
json run "$shipped/four-bar-clearance.yaml"
is horizon_cause '"tolerance"'
between horizon "$(value horizon)" 0.2 0.2445
json run "$shipped/four-bar-clearance.yaml" --set run.rtol=1e-10
is horizon_cause '"start"'
is joint '"pin"'
equal 'play of the pin' "$(sed '1,/"play": {/d' "$out" | sed -n 's/ *"pin": //p' | head -n 1)" \
    1e-4 1e-12
between horizon "$(value horizon)" 0.2 0.3486
run 0 run "$shipped/four-bar-clearance.yaml" --set run.rtol=1e-3
says ', which the smallest clearance makes of 0.001, moves pin'

# copies that have not parted, with and without a shadow run
for shadow in true false; do
    run 0 run "$shipped/004/fig-04-06-lankarani-nikravesh.yaml" --set run.turns=2 --set run.skip=0 \
        --set run.ensemble=2 --set run.shadow=$shadow
    says 'The copies are still alike at the end: they spread by '
    label="copies that did not part, shadow $shadow"
    if grep -qF 'Trust statistics' "$out"; then fail 'their spread is trusted'; else pass; fi
    run 0 run "$shipped/004/fig-04-06-lankarani-nikravesh.yaml" --set run.turns=4 --set run.skip=1 \
        --set run.ensemble=2 --set run.shadow=$shadow
    says 'The copies have hardly parted when the window begins (0.3 s; pin spreads over '
    if grep -qF 'Trust statistics' "$out"; then fail 'their spread is trusted'; else pass; fi
done

# contacts alone: a ball on a table that shakes
cat >table.yaml <<'END'
dashpot: 1
kind: mechanism
materials: [{name: steel, young: 207 GPa, poisson: 0.3}]
mechanism:
  gravity: [0, -9.81]
  bodies: [{name: table, mass: 1, inertia: 1e-3}, {name: ball, mass: 30 g, inertia: 1e-6}]
  joints: [{type: translational, between: [ground, table], axis: [0, 1]}]
  contacts:
    - {type: plane, name: touch, between: [ball, table], at: [[0, 0], [0, 0]], radii: [10 mm],
       normal: [0, 1], material: steel, contact: {law: lankarani-nikravesh, restitution: 0.9}}
  drivers: [{body: table, position: {csv: shake.csv}, direction: y}]
  start: {ball: {x: 0, y: 20 mm}}
  watch: [ball.y]
run: {until: 3, ensemble: 3}
END
awk 'BEGIN { print "time [s],value [mm]"
    for (i = 0; i < 1300; i++) print 0.0025 * i "," 1.5 * sin(0.31415926535897932 * i) }' >shake.csv
json run table.yaml
is horizon_reached true
is joint '"touch"'
between horizon "$(value horizon)" 1.5 2.5
run 0 run table.yaml
says 'moves touch by 1 % of the gap to which it opens after '
says 'have hardly parted when the window begins (0 s; '
run 0 run table.yaml --set run.until=1
says 'The copies are still alike at the end: they spread by '

# joints and contacts stand in one table, and the note about copies has both
cat >row.yaml <<'END'
dashpot: 1
kind: mechanism
materials: [{name: steel, young: 207 GPa, poisson: 0.3}]
mechanism:
  bodies: [{name: ram, mass: 1, inertia: 1e-3}, {name: a, mass: 0.1, inertia: 1e-4},
    {name: b, mass: 0.1, inertia: 1e-4}]
  joints:
    - {type: translational, between: [ground, ram], axis: [1, 0]}
    - {type: clearance, name: pin, between: [ram, a], at: [[0, 0], [0, 0]], journal_radius: 9.8 mm,
       bearing_radius: 10 mm, material: steel, contact: {law: flores, restitution: 0.6}}
  contacts:
    - {type: circles, name: bump, between: [a, b], at: [[0, 0], [0, 0]], radii: [10 mm, 10 mm],
       material: steel, contact: {law: flores, restitution: 0.6}}
  drivers: [{body: ram, position: [0, 1]}]
  start: {b: {x: 25 mm, y: 0}}
  watch: [ram.x, a.x, a.vx, pin.force, b.x, bump.force, b.vx, a.y, b.y, a.vy]
run: {until: 40 ms, ensemble: 2}
END
run 0 run row.yaml --out row.out
says 'bump.force '
says 'and 2 more in the summary'
tr '\n' ' ' <row.out/report.html >"$out"
says '<th class="left">joint or contact</th>'
says '<tr><td class="left">bump</td>'
run 0 run table.yaml --set run.until=1 --out table.out
tr '\n' ' ' <table.out/report.html >"$out"
says '<th class="left">contact</th>'
says '<tr><td class="left">touch</td>'
