# shellcheck shell=sh disable=SC2154,SC2034
# What the report of a chain says first, wave speeds of uniform stretches, pictures of many sensors.
# sensors.

# line TEXT: number of the first line of $out with it
line() { grep -nF "$1" "$out" | head -n 1 | cut -d: -f1; }

# ascending NAME A B C...: numbers that grow, none missing
ascending() {
    label=$1
    shift
    if echo "$@" | awk -v n="$#" '{ for (i = 2; i <= NF; i++) if ($i <= $(i - 1)) exit 1
        exit NF != n }'
    then pass; else fail "out of order, or missing: $*"; fi
}

# --- answers first, then counts -------------------------------------------------------------------
run 0 run cradle.yaml --out cradle.out
ascending 'a cradle, terminal' "$(line '  Velocities at the end, after 0.001 s:')" \
    "$(line '  bead 1, final velocity ')" "$(line '  bead 5, final velocity ')" \
    "$(line '  Wave:')" "$(line '  wave speed ')" "$(line '  peak force at bead 1 ')" \
    "$(line '  peak force at bead 4 ')" "$(line '  largest contact force ')" \
    "$(line '  energy lost ')" "$(line '  bodies ')" "$(line '  steps ')"
told=$(sed -n 's/^  bead 5, final velocity  *//p' "$out")
html=cradle.out/report.html
label='a cradle, report'
if tr '\n' ' ' <$html | awk '{ a = index($0, "Velocities at the end"); b = index($0, ">Wave<")
        c = index($0, ">Largest forces<"); d = index($0, ">Energy<"); e = index($0, "energy lost")
        f = index($0, ">bodies<"); exit !(a && a < b && b < c && c < d && d < e && e < f) }'
then pass; else fail 'counts stand before answers'; fi
json run cradle.yaml
# six digits are printed, in mm/s
near 'velocity that is told' "$(calculate "${told%% *} / 1000")" "$(item final_velocities 5)" 1e-5
# five beads are too few for the speed of a pulse to be that of a solitary wave
if grep -q 'speed over' $html; then fail 'compares with theory'; else pass; fi
# a long chain has too many velocities, and many sensors too many forces
run 0 run segments.yaml --out segments.out
label='a long chain'
if grep -q 'final velocity' "$out"; then fail 'lists its velocities'; else pass; fi
if [ "$(grep -c '^  peak force at bead' "$out")" -eq 2 ]; then pass; else fail 'not two forces'; fi
ascending 'wave first' "$(line '  mean wave speed, bead 10 to 110 ')" \
    "$(line '  wave speed, beads 1 to 40 ')" "$(line '  wave speed, beads 41 to 80 ')" \
    "$(line '  wave speed, beads 81 to 120 ')" "$(line '  speed over the solitary wave')" \
    "$(line '  peak force at bead 10 ')" "$(line '  peak force at bead 110 ')" "$(line '  bodies ')"
# velocities that will still change
run 0 run cradle.yaml --set run.until='50 us'
says 'note: Contact 1 still carries '
run 0 run cradle.yaml --set chain.beads='[{count: 5, radius: 10 mm, material: steel, gap: 2 mm}]'
says 'note: Beads 1 and 2 still close in on each other at the end, with 1 m/s: they'
run 0 run cradle.yaml
if grep -q 'close in\|still carries' "$out"; then fail 'expects more'; else pass; fi

# --- one speed for each uniform stretch -----------------------------------------------------------
# stretch NUMBER KEY: of entry NUMBER of `stretches`
stretch() {
    awk -v n="$1" -v key="\"$2\": " '/^  "stretches"/ { on = 1 } on && /"first_bead"/ { i++ }
        on && i == n && index($0, key) { sub(/^[^:]*: /, ""); sub(/,$/, ""); print; exit }
        on && /^  \]/ { exit }' "$out"
}
json run segments.yaml
bead=0
for case in '1 40 10 30 10e-3 1 3' '41 80 50 70 10e-3 4 6' '81 120 90 110 6e-3 7 9'; do
    # shellcheck disable=SC2086
    set -- $case
    bead=$((bead + 1))
    is first_bead "$1"
    equal 'first bead' "$(stretch $bead first_bead)" "$1" 0
    equal 'last bead' "$(stretch $bead last_bead)" "$2" 0
    equal 'timed from' "$(stretch $bead timed_from)" "$3" 0
    equal 'timed to' "$(stretch $bead timed_to)" "$4" 0
    # twenty pitches over the time between the peaks of the sensors
    near 'speed' "$(stretch $bead speed)" "$(calculate \
        "20 * $5 / ($(value peak_time "$7") - $(value peak_time "$6"))")" 1e-12
done
# 002 section 4.5: V = C a K^(1/3) m^(-1/2) F^(1/6), of one solitary wave in the first stretch; the
# pulse of an equal striker has lost 1e-4 of its speed to what runs behind it
steel='k = 4/3 * 193e9/(2*(1-0.09)) * sqrt(2.5e-3); m = 7970 * 4/3 * atan2(0,-1) * 125e-9'
theory=$(awk "BEGIN { $steel; printf \"%.9g\", 0.9055157764191 * 10e-3 * k^(1/3) / sqrt(m) * \
    $(stretch 1 contact_force)^(1/6) }")
near 'solitary wave' "$(stretch 1 speed)" "$theory" 2e-4
near 'ratio' "$(stretch 1 over_solitary)" "$(calculate "$(stretch 1 speed) / $theory")" 1e-6
# the softer stretch breaks the pulse up; its first part is nearly one solitary wave by bead 50
near 'ratio in the soft stretch' "$(stretch 2 over_solitary)" 1 2e-2
first=$(stretch 1 speed) second=$(stretch 2 speed)
# without sensors there, beads of its own time a stretch: bead 1 + 39/4 to 40 - 39/4
json run segments.yaml --set 'chain.sensors=[30]'
equal 'own bead' "$(stretch 1 timed_from)" 10 0
equal 'own bead' "$(stretch 1 timed_to)" 31 0
near 'own speed' "$(stretch 1 speed)" "$first" 1e-4
near 'own speed' "$(stretch 2 speed)" "$second" 2e-2
null wave_speed
# the wave has not come to the last stretch
run 0 run segments.yaml --set run.until='2.6 ms'
says 'No wave speed in beads 81 to 120: the pulse has not passed bead 90.'
json run segments.yaml --set run.until='2.6 ms'
near 'speed before' "$(stretch 1 speed)" "$first" 1e-9
label='a stretch not reached'
if [ "$(stretch 3 speed)" = null ] && [ "$(stretch 3 contact_force)" = null ]
then pass; else fail 'has a speed'; fi
# neighbours all differ: no stretch; three beads alone: none either
json run segments.yaml --set 'chain.sensors=[10, 30]' \
    --set 'chain.beads=[{count: 40, radius: 5 mm, material: steel, taper: {radius_end: 3 mm}}]'
label='a taper'
if grep -q '^  "stretches": \[\]' "$out"; then pass; else fail 'has a uniform stretch'; fi
# two waves that meet are not one: between their peaks there is next to no time
json run segments.yaml --set 'chain.beads=[{count: 40, radius: 5 mm, material: steel}]' \
    --set 'chain.right={type: driven, velocity: -1 m/s, material: steel}' \
    --set 'chain.sensors=[10, 31]' --set run.until='1 ms'
label='two waves'
if [ "$(stretch 1 timed_to)" = 31 ] && [ "$(stretch 1 speed)" = null ]
then pass; else fail "have the speed $(stretch 1 speed)"; fi
# the same two beads: one answer in all three places, and one reason where there is none
null wave_speed
null pulse
run 0 run segments.yaml --set 'chain.beads=[{count: 40, radius: 5 mm, material: steel}]' \
    --set 'chain.right={type: driven, velocity: -1 m/s, material: steel}' \
    --set 'chain.sensors=[10, 31]' --set run.until='1 ms'
label='two waves'
if [ "$(grep -c 'note: No wave speed' "$out")" -eq 1 ]; then pass; else fail 'not one note'; fi
# the ball that strikes has one contact, whose peak is its own: no sign of two waves
json run cradle.yaml --set 'chain.beads=[{count: 7, radius: 10 mm, material: steel}]'
near 'stretch of a cradle' "$(stretch 1 speed)" "$(value wave_speed)" 1e-12
label='stretch of a cradle'
if [ "$(stretch 1 over_solitary)" != null ]; then pass; else fail 'has no ratio'; fi
# a single stretch that is not timed as the chain is has a note of its own
run 0 run segments.yaml --set 'chain.beads=[{count: 40, radius: 5 mm, material: steel}]' \
    --set 'chain.sensors=[20]' --set run.until='60 us'
says 'No wave speed in beads 1 to 40: the pulse has not passed bead '

# --- energies that add up -------------------------------------------------------------------------
# joules NAME: a line of the report, in J
joules() {
    awk -v name="  $1 " 'index($0, name) == 1 { u = $NF
        print $(NF - 1) * (u == "mJ" ? 1e-3 : u == "\302\265J" ? 1e-6 : u == "nJ" ? 1e-9 : 1)
        found = 1; exit } END { if (!found) print 0 }' "$out"
}
# adds_up NAME: six digits are printed of each line
adds_up() {
    start=$(calculate "$(joules 'energy at the start') + $(joules 'work done from outside')")
    lost=$(calculate "$(joules 'lost in dampers') + $(joules 'lost in plastic flow')")
    lost=$(calculate "$lost + $(joules 'lost at release')")
    end=$(calculate "$(joules 'energy at the end') + $(joules 'missing, error of the step')")
    near "$1" "$(calculate "$end + $lost")" "$start" 5e-6
    equal "$1, lost [%]" "$(sed -n 's/^  energy lost in contacts  *\([0-9.e-]*\) %$/\1/p' "$out")" \
        "$(calculate "100 * $lost / $start")" 5e-4
}
# a coarse step leaves some of the energy over
run 0 run damped-cradle.yaml --set run.step='1 us'
adds_up 'damped cradle'
says 'lost in dampers'
says 'missing, error of the step'
run 0 run cradle.yaml --set run.integrator=verlet --set run.step='2 us'
adds_up 'cradle'
says 'missing, error of the step'
run 0 run cradle.yaml
adds_up 'cradle, fine'
label='cradle, fine'
if grep -q 'missing, error' "$out"; then fail 'misses what no digit shows'; else pass; fi
run 0 run segments.yaml --set 'chain.right={type: driven, velocity: -1 m/s, material: steel}' \
    --set run.until='1 ms'
adds_up 'driven'
says 'work done from outside'

# --- gravity that nothing holds up ----------------------------------------------------------------
run 0 run segments.yaml --set chain.gravity=9.81 --set 'chain.sensors=[10, 30]' \
    --set run.until='1 ms'
says 'all bodies fall together'
label='a chain that falls'
if tr -s '\n ' ' ' <"$out" | grep -q 'static equilibrium\|the chain is pressed at the start'
then fail 'is said to be pressed'; else pass; fi
json run segments.yaml --set chain.gravity=9.81 --set 'chain.sensors=[10, 30]' \
    --set run.until='1 ms'
null equilibrium
# a common fall changes no wave
near 'ratio in a fall' "$(stretch 1 over_solitary)" 1 2e-4

# --- pictures of many sensors ---------------------------------------------------------------------
label='nine sensors'
script=segments.out/plots/forces.gp
if grep -q "^set ytics ('10' 0, '20' [0-9.e+]*, .*'110' [0-9.e+]*)" $script &&
    [ "$(grep -c "'series.dat' index" $script)" -eq 9 ]
then pass; else fail 'are not named at their base lines'; fi
# each from a base line of its own, evenly
if awk '/index/ { match($0, /y_scale[+][0-9.e+]*/); n++
        at = substr($0, RSTART + 8, RLENGTH - 8) + 0
        if (n == 2) step = at
        if (n > 2 && (at - (n - 1) * step) ^ 2 > 1e-12 * step ^ 2) bad = 1 }
    END { exit bad || n != 9 || !(step > 0) }' $script
then pass; else fail 'are not apart'; fi
if grep -q "^set ylabel 'bead'" $script && grep -q "^set label '[125]0* N' at graph" $script
then pass; else fail 'cannot be measured'; fi
colours=$(grep -o "linecolor '#[0-9a-f]*' title" $script | sort -u | wc -l)
if [ "$colours" -eq 9 ]; then pass; else fail "have $colours colours"; fi
label='peaks along the chain'
if grep -q '^set yrange \[0:' segments.out/plots/peaks.gp; then pass; else fail 'not from 0'; fi
rm -rf many.out
run 0 run segments.yaml --set 'chain.sensors=[2,4,6,8,10,12,14,16,18,20,22,24,26,28,30]' \
    --set run.until='1 ms' --out many.out
label='fifteen sensors'
if [ "$(grep -c "'series.dat' index" many.out/plots/forces.gp)" -eq 12 ]
then pass; else fail 'not twelve of them'; fi
tr '\n' ' ' <many.out/report.html >"$out"
says 'some of the sensors, all are in series.csv'
label='four sensors'
script=cradle.out/plots/forces.gp
if grep -q '^set key' $script && ! grep -q 'set ytics (' $script
then pass; else fail 'have no legend'; fi
