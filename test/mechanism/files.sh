# shellcheck shell=sh disable=SC2154,SC2034
# Folders: series, further tables, pictures and the animation.

run 0 run slider-crank.yaml --out crank.out
says 'histories agree until'
# of the two ends of a channel the one of larger size is told, with its sign
for channel in slider.ax crank.moment; do
    label="peak of $channel"
    told=$(sed -n "s/^  $channel, peak  *\([-0-9.]*\) .*/\1/p" "$out")
    want=$(awk -v name="\"$channel\": {" 'index($0, name) { on = 1 }
        on && /"max": / { max = $2 + 0 } on && /"min": / { min = $2 + 0
            print (-min > max ? min : max); exit }' crank.out/summary.json)
    # six digits are printed
    near "$label" "$told" "$want" 1e-5
done
label='a peak below zero'
if grep -q '^  crank.moment, peak  *-' "$out"; then pass; else fail 'has lost its sign'; fi
for file in summary.json series.csv series.h5 report.html scenario.yaml orbit.csv impacts.csv \
    modes.csv section.csv contact.csv timeline.csv places.csv; do
    if [ -s "crank.out/$file" ]; then pass; else fail "no $file"; fi
done
for plot in slider-ax pin-force crank-moment orbit-pin places-pin contact-loop modes; do
    if ls crank.out/plots/$plot.* >/dev/null 2>&1; then pass; else fail "no plot $plot"; fi
done
# half as wide as other pictures: five labels of five signs each stand apart
label='labels of an orbit'
if awk '/^set xrange/ { gsub(/[^-+0-9.e:]/, " "); split($NF, r, ":"); low = r[1]; high = r[2] }
        /^set xtics [0-9]/ { step = $3 }
        END { if (!(step > 0)) exit 1
            for (x = -50; x <= 50; x++) n += x * step >= low && x * step <= high
            exit n < 2 || n > 5 }' crank.out/plots/orbit-pin.gp
then pass; else fail 'run together'; fi
label='series of crank.out'
head -n 1 crank.out/series.csv >"$out"
says 'time [s],slider.ax [m/s^2],pin.force [N],crank.moment [N m],slider.ax_ideal [m/s^2]'
# 2000 rows to a turn, and the end
if [ "$(grep -c ',1$' crank.out/series.csv)" -eq 8001 ]; then pass; else fail "not 8001 rows"; fi
# peaks FOLDER JOINT: rows rise in time, and every contact has three of them: its onset, its largest
# force to the last digit, its end; no other row exceeds that force
peaks() {
    label="peaks of $1"
    if awk -F, -v name="$2.force [N]" 'function off(x) { return x < 0 ? -x : x }
            FNR == 1 { file++ }
            file == 1 && FNR == 1 { for (i = 1; i <= NF; i++) if ($i == name) column = i; next }
            file == 1 { if (!($1 > last + 0) && FNR > 2) exit 1
                last = $1; time[++n] = $1; force[n] = $column
                at[$1] = $NF; irregular += !$NF; next }
            FNR > 1 { want += 3; most = 0
                if (!($2 in at)) exit 1
                while (n > seen && off(time[seen + 1] - $2) > 1e-12 && time[seen + 1] < $2) seen++
                for (k = seen + 1; k <= n && time[k] <= $2 + $4 + 1e-12; k++) {
                    if (force[k] + 0 > most + 0) most = force[k]
                    ends = off(time[k] - $2 - $4) < 1e-12 }
                if (most != $5 || !ends) exit 1 }
            END { exit column == 0 || want < 9 || irregular > want || irregular < want - 3 }' \
        "$1/series.csv" "$1/impacts.csv"
    then pass; else fail 'are not in the series'; fi
}
peaks crank.out pin
cat >hit.yaml <<'END'
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
run: {until: 3 s}
END
run 0 run hit.yaml --out hit.out
peaks hit.out hit
# very many contacts: memory is bounded, and a note says so
cat >rattle.yaml <<'END'
dashpot: 1
kind: mechanism
materials: [{name: steel, young: 207 GPa, poisson: 0.3}]
mechanism:
  bodies: [{name: ball, mass: 0.1, inertia: 1e-5}]
  contacts:
    - {name: left, type: plane, between: [ball, ground], at: [[0, 0], [-20.1 mm, 0]],
       normal: [1, 0], radii: [20 mm], material: steel, contact: {law: hertz}}
    - {name: right, type: plane, between: [ball, ground], at: [[0, 0], [20.1 mm, 0]],
       normal: [-1, 0], radii: [20 mm], material: steel, contact: {law: hertz}}
  start: {ball: {vx: 20}}
run: {until: 0.7 s, rtol: 1e-9}
END
run 0 run rattle.yaml --out rattle.out
label='rows at very many contacts'
if [ "$(grep -c ',0$' rattle.out/series.csv)" -eq 30000 ]; then pass; else fail 'not 30000'; fi
jq -r '.notes[]' rattle.out/summary.json >"$out"
says 'The series has 30000 rows at onsets, peaks and ends of contacts, up to 0.6'
# the statistics do not come from rows
run 0 run hit.yaml --set 'output.every=0.1 s' --out few-rows.out
peaks few-rows.out hit
label='statistics of few rows'
if [ "$(jq -S .channels hit.out/summary.json)" = "$(jq -S .channels few-rows.out/summary.json)" ]
then pass; else fail 'are others'; fi
# the centre stays within the clearance and the deepest indentation
if awk -F, 'NR > 1 && $2^2 + $3^2 > (5e-4 + 2e-5)^2 { exit 1 }' crank.out/orbit.csv
then pass; else fail "the journal is outside its bearing"; fi
# the ideal slider is where geometry says: its acceleration at the start, page 004 section 6
start=$(sed -n '2p' crank.out/series.csv | cut -d, -f5)
near 'ideal acceleration' "$start" -25.5878632620835 1e-12
# as many impacts as the summary counts
count=$(sed -n 's/ *"impact_count": \([0-9]*\).*/\1/p' crank.out/summary.json | head -n 1)
if [ "$(($(wc -l <crank.out/impacts.csv) - 1))" -eq "$count" ]; then pass; else fail "impacts"; fi
# once a turn
if [ "$(wc -l <crank.out/section.csv)" -eq 5 ]; then pass; else fail "not four turns"; fi
# flight, impact and following make up all of the time
if awk -F, 'NR > 1 && ($2 + $3 + $4 - 1)^2 > 1e-20 { exit 1 }' crank.out/modes.csv
then pass; else fail "modes do not add up"; fi
# the time line has the shares of the window, and leaves no gap
from=$(sed -n 's/ *"from": \([0-9.e-]*\).*/\1/p' crank.out/summary.json | head -n 1)
if awk -F, -v from="$from" 'FNR == 1 { file++; next }
        file == 1 { share["flight"] = $2; share["impact"] = $3; share["following"] = $4; next }
        { if ($2 != end + 0) gap = 1
          end = $3
          start = $2 < from ? from : $2
          if (end > start) sum[$4] += end - start }
        END { for (mode in share) {
                  d = sum[mode] / (end - from) - share[mode]
                  if (d > 1e-9 || d < -1e-9) gap = 1
              }
              exit gap || !(share["impact"] > 0) }' crank.out/modes.csv crank.out/timeline.csv
then pass; else fail "the time line does not have the shares of modes.csv"; fi
# a journal is somewhere all the time
if awk -F, 'NR > 1 { sum += $3; if ($3 > 0 && $1^2 + $2^2 > (6e-4)^2) out = 1 }
        END { exit out || sum < 1 - 1e-9 || sum > 1 + 1e-9 }' crank.out/places.csv
then pass; else fail "places do not add up, or lie outside the clearance"; fi
# the page says the statistics of the summary, and of what they are
label='statistics of crank.out'
for piece in '<h2>Statistics' 'Contact modes' 'needs at least 8 turns; this run has 4' \
    'Energy ledger <span class="unit">(whole run)'; do
    if grep -qF "$piece" crank.out/report.html; then pass; else fail "no $piece"; fi
done
label='series of crank.out'
# the area of a loop is energy lost, so the force is larger while it goes in
if awk -F, 'NR > 2 { area += ($4 - x) * ($5 + f)/2 } { x = $4; f = $5 } END { exit !(area > 0) }' \
    crank.out/contact.csv
then pass; else fail "a loop gives energy"; fi

label='animation of crank.out'
for piece in 'class="animation-box"' 'dashpot.scenes.mechanism(box, facts)' \
    '"bodies":["crank","rod","slider"]' '"bearings":[{"name":"pin"' '"places":[[' '<noscript>'; do
    if grep -qF "$piece" crank.out/report.html; then pass; else fail "no $piece"; fi
done
# style and script are those of the assets, whole
tr '\n' '\r' <crank.out/report.html >page
for asset in animation.css player.js scene_mechanism.js; do
    if grep -qF "$(tr '\n' '\r' <"$here/../../workbench/assets/$asset")" page
    then pass; else fail "$asset is not embedded"; fi
done
if grep -qE 'src="http|href="http|onclick=' crank.out/report.html; then fail "not self-contained"
else pass; fi

# with and without a folder the summary is the same, and a run is the same every time
json run slider-crank.yaml
if cmp -s "$out" crank.out/summary.json; then pass; else fail "the folder changes the summary"; fi
run 0 run slider-crank.yaml --set 'output={every: 1 ms, series: [rod.angle, pin.ex]}' --out few.out
label='series of few.out'
head -n 1 few.out/series.csv >"$out"
says 'time [s],rod.angle [rad],pin.ex [m],rod.angle_ideal [rad]'

# what is watched when nothing is said
sed '/watch:/d' slider-crank.yaml >usual.yaml
json run usual.yaml --set run.turns=1 --set run.skip=0
for name in slider.ax pin.force crank.moment; do key "$name"; done

# a sweep over the clearance picks its results by path
cat slider-crank.yaml - >swept.yaml <<'END'
sweep:
  parameters: [{path: mechanism.joints.3.journal_radius, values: [9.9 mm, 9.5 mm]}]
  results: [channels.slider.ax.rms, joints.pin.contact_share]
END
json run swept.yaml
key channels.slider.ax.rms

# every shipped scenario can be read
for file in "$shipped"/*.yaml "$shipped"/000/fig-1*.yaml "$shipped"/004/fig-04*.yaml; do
    grep -q 'kind: mechanism' "$file" && run 0 check "$file"
done
for name in cam four-bar-two-clearances slider-crank-loose; do
    json run "$shipped/$name.yaml" --set run.turns=1 --set run.skip=0 --set run.ensemble=1
    # each loss has its own rate; impacts of all kinds
    equal "$name, energy" "$(value error)" 0 1e-6
done
key corners

# a start at 30, 60 and 120 degrees: place, acceleration, force and moment of page 004 section 6
start() {
    rm -rf at.out
    run 0 run slider-crank.yaml --set mechanism.start="{crank: $1 deg}" --set run.turns=0.01 \
        --set run.skip=0 --set run.shadow=false --out at.out \
        --set 'output={series: [slider.x, slider.ax, pin.force, crank.moment]}'
    row=$(sed -n 2p at.out/series.csv)
    label="start at $1 degrees"
    near place "$(echo "$row" | cut -d, -f6)" "$2" 1e-13
    near acceleration "$(echo "$row" | cut -d, -f7)" "$3" 1e-12
    near force "$(echo "$row" | cut -d, -f8)" "$4" 1e-12
    near moment "$(echo "$row" | cut -d, -f9)" "$5" 1e-12
    # the loose slider starts there too
    near 'loose place' "$(echo "$row" | cut -d, -f2)" "$2" 1e-13
}
start 30 0.342257788766757 -20.8473851293431 21.4878118272071 0.994216951568113
start 60 0.321858552175948 -9.13883069031539 10.1950820170349 0.731209588164044
start 120 0.271858552175948 12.7936235343276 12.9832689048296 -0.854731863776178

# a joint has its name in the list of impacts, however many there are
{
    printf 'dashpot: 1\ntitle: Ball on many floors\nkind: mechanism\nmechanism:\n'
    printf '  gravity: [0, -9.81]\n  bodies: [{name: ball, mass: 1, inertia: 0.001}]\n  contacts:\n'
    for i in $(seq 70); do
        printf '    - {type: plane, name: floor%d, between: [ball, ground], ' "$i"
        printf 'at: [[0, 0], [0, -%d mm]], radii: [10 mm], ' "$i"
        printf 'contact: {law: hertz, stiffness: 1e9, restitution: 0.5}}\n'
    done
    printf '  start: {ball: {x: 0, y: 11 mm, angle: 0}}\nrun: {until: 0.1 s, shadow: false}\n'
} >floors.yaml
run 0 run floors.yaml --out floors.out --quiet
label='names of 70 pairs'
if [ "$(sed -n 2p floors.out/impacts.csv | cut -d, -f1)" = floor1 ]
then pass; else fail "$(head -n 2 floors.out/impacts.csv)"; fi

# a table of a driver: a cell with a unit of its own is in that unit alone
cat >wheel.yaml <<'YAML'
dashpot: 1
title: A driven wheel
kind: mechanism
mechanism:
  bodies: [{name: w, mass: 1, inertia: 0.01}]
  joints: [{type: revolute, between: [ground, w], at: [[0, 0], [0, 0]]}]
  drivers: [{body: w, angle: {csv: wheel.csv}}]
run: {until: 0.1 s, shadow: false}
output: {every: 0.1 s, series: [w.angle]}
YAML
printf 'time [ms],value [deg]\n0,0\n100,90 deg\n' >wheel.csv
run 0 run wheel.yaml --out wheel.out --quiet
near 'angle of a driver' "$(tail -n 1 wheel.out/series.csv | cut -d, -f2)" 1.5707963267948966 1e-12
printf 'time [ms],value [deg]\n0,0\n100,90 %%\n' >wheel.csv
refused 2 "wheel.csv:3: value is '90 %'; its unit must be rad or of the same kind" check wheel.yaml
