# shellcheck shell=sh disable=SC2154,SC2034
# The window of the statistics: numbers, captions and plots say which part of the run they mean, and
# the start-up before it is drawn but does not choose the scale.

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

# twice the gravity presses the pin into its bearing: impacts at the start, none in the window
rm -rf pressed.out
run 0 run slider-crank.yaml --set 'mechanism.gravity=[0, -20]' --out pressed.out
ascending 'what the terminal says first' \
    "$(line '  The window after the start-up, 0.6 s to 1.2 s (turn 2 to 4):')" \
    "$(line '  slider.ax, peak ')" "$(line '  pin impacts in the window ')" \
    "$(line '  The whole run, start-up included, 0 s to 1.2 s:')" "$(line '  first impact, pin ')" \
    "$(line '  pin impacts in the run ')"
label='impacts of which part'
if grep -q "^  pin impacts in the window  *0\$" "$out"; then pass; else fail 'not 0 there'; fi
if grep -q '^  pin impacts in the run  *[1-9]' "$out"; then pass; else fail 'none in the run'; fi
# in the report the words stand above the cards
tr '>' '>\n' <pressed.out/report.html | tr '\n' ' ' >"$out"
label='cards of the report'
if awk '{ a = index($0, "The window after the start-up, 0.6 s to 1.2 s (turn 2 to 4)")
        b = index($0, "pin impacts in the window")
        c = index($0, "The whole run, start-up included")
        d = index($0, "first impact, pin"); exit !(a && a < b && b < c && c < d) }' "$out"
then pass; else fail 'not below what they speak of'; fi

# extent FILE COLUMN FROM TO: least and largest value of a column while FROM <= time < TO
extent() {
    awk -F, -v c="$2" -v f="$3" -v t="$4" 'NR > 1 && $1 >= f && $1 < t {
        if (!n++ || $c < low) low = $c; if (n == 1 || $c > high) high = $c }
        END { printf "%.9g %.9g\n", low, high }' "$1"
}

# axis FILE: what the y axis shows, in SI
axis() {
    awk '/^y_scale = / { s = $3 } /^set yrange / { gsub(/[][]/, " "); sub(/:/, " ")
        print $3 / s, $4 / s }' "$1"
}

label='the window in the plots'
for plot in slider-ax pin-force crank-moment; do
    script=pressed.out/plots/$plot.gp
    # from the edge of the frame to the end of 2 turns at 200 rpm
    if grep -q '^set object rectangle from 0,graph 0 to 0.6,graph 1 behind' "$script"
    then pass; else fail "$plot has no window"; fi
    if grep -q "^set label 'window' at 0.9,graph" "$script" &&
        grep -q "^set label 'start-up' at 0.3,graph" "$script"
    then pass; else fail "$plot does not name it"; fi
done
# the ideal joint stays within a few percent of the pressed one, so the first columns will do
column=1
for plot in slider-ax pin-force crank-moment; do
    column=$((column + 1)) script=pressed.out/plots/$plot.gp
    start=$(extent pressed.out/series.csv $column 0 0.6)
    window=$(extent pressed.out/series.csv $column 0.6 2)
    # a twentieth of room on either side, and the ideal curve
    if echo "$(axis "$script") $window $start" | awk '{ span = $4 - $3
        exit !($1 <= $3 && $2 >= $4 && $2 - $1 < 1.3 * span && $6 - $5 > 1.5 * span) }'
    then pass; else fail "$plot is scaled to its start: $(axis "$script") of $window, $start"; fi
    if grep -q '^set clip two$' "$script"; then pass; else fail "$plot loses steep lines"; fi
    if grep -qF "'series.dat' index" "$script" &&
        awk -v n="for $plot.gp:" 'index($0, n) { on = 1; next } on && NF == 2 {
            exit !($1 == 0) }' pressed.out/plots/series.dat
    then pass; else fail "$plot lacks the start-up"; fi
done
label='captions of the plots'
tr '\n' ' ' <pressed.out/report.html >"$out"
says 'On grey: the start-up before the window. It goes from '
says ' and is cut off.'
says 'First and strongest impact of each joint during the start-up: the window has none to show.'
says 'The lists below are of the whole run; the window of the statistics begins at '
# only the start-up has impacts to show
label='loops of the start-up'
if grep -q 'pin at 0.00[0-9]* s, start-up' pressed.out/contact.csv
then pass; else fail 'are not told from the window'; fi

# --- loops are those of the run whose impacts are listed ------------------------------------------
# long after two runs that differ in rounding have parted
label='loops in the window'
if awk -F, 'NR > 1 && $3 < 0.6 { exit 1 } END { exit NR < 50 }' crank.out/contact.csv
then pass; else fail 'begin before it'; fi
# of 40 points or more through half a wave one is within 1 - cos(pi/80) = 8e-4 of the peak
if awk -F, 'NR == FNR { if (FNR > 1) force[FNR] = $5; next }
        FNR > 1 { if ($5 > most[$2]) most[$2] = $5 }
        END { for (i in most) { n++; found = 0
            for (k in force) if (most[i] <= force[k] && most[i] > 0.999 * force[k]) found = 1
            if (!found) exit 1 }
            exit n == 0 }' crank.out/impacts.csv crank.out/contact.csv
then pass; else fail 'are not of the impacts listed'; fi
label='section'
if awk -F, 'NR == 1 { exit $NF != "part" }' crank.out/section.csv &&
    [ "$(grep -c 'start-up$' crank.out/section.csv)" -eq 1 ] &&
    [ "$(grep -c 'window$' crank.out/section.csv)" -eq 3 ]
then pass; else fail 'does not say which turns are in the window'; fi
run 0 run slider-crank.yaml --set 'mechanism.watch=[pin.ex, pin.force]' --set run.turns=3 \
    --out watched.out
label='section of a watched journal'
if [ -z "$(head -n 1 watched.out/section.csv | tr ',' '\n' | sort | uniq -d)" ] &&
    awk -F, 'NR == FNR { if (FNR > 1) ex[$1] = $2; next }
        FNR > 1 && ($1 in ex) { n++; if (ex[$1] != $2) exit 1 }
        FNR > 1 && ($4 * $4 + $2 * $2 > 1e-6) { exit 1 } END { exit n == 0 }' \
        watched.out/series.csv watched.out/section.csv
then pass; else fail 'has a heading twice or values of another column'; fi

# --- no start-up, and copies ----------------------------------------------------------------------
rm -rf whole.out
run 0 run slider-crank.yaml --set run.skip=0 --set run.turns=1 --out whole.out
ascending 'a window that is the whole run' "$(line '  The whole run, 0 s to 0.3 s (1 turn):')" \
    "$(line '  pin impacts in the run ')" "$(line '  first impact, pin ')"
label='a run without start-up'
if grep -q window "$out" || grep -q 'set object rectangle' whole.out/plots/*.gp
then fail 'has a window'; else pass; fi
run 0 run slider-crank.yaml --set run.ensemble=3 --set run.turns=2 --set run.skip=1
says 'The window after the start-up, 0.3 s to 0.6 s (turn 1 to 2), means of 3 copies:'
json run slider-crank.yaml --set run.ensemble=3 --set run.turns=2 --set run.skip=1
mean=$(awk '/"ensemble"/ { on = 1 } on && /"window_impacts"/ { hit = 1 }
    hit && /"mean"/ { gsub(/[^0-9.]/, ""); print; exit }' "$out")
run 0 run slider-crank.yaml --set run.ensemble=3 --set run.turns=2 --set run.skip=1
near 'mean impacts' "$(sed -n 's/^  pin impacts in the window  *//p' "$out")" "$mean" 1e-5

# --- headlines have the first channels and contacts; a contact that nothing touches is named ------
run 0 run "$shipped/cam.yaml" --set run.turns=1 --set run.skip=0
label='few channels'
if tr -s ' \n' '  ' <"$out" | grep -q 'headlines have\|No touch of'
then fail 'says that something is left out'; else pass; fi
run 0 run "$shipped/cam.yaml" --set run.turns=1 --set run.skip=0 \
    --set 'mechanism.watch=[follower.y, follower.vy, follower.ay, nose.force, cam.moment]' \
    --set 'mechanism.forces.0.stiffness=150 kN/m' --set 'mechanism.start.follower.y=90 mm' \
    --set 'mechanism.forces.0.rest=70 mm'
says 'The headlines have 4 of 5 channels and 1 of 1 contacts'
says 'No touch of nose began in 0.04 s. If it is to be struck, check its points, its normal and '
printf 'time,value\n0,0\n1,6\n' >bare.csv
run 0 run "$shipped/cam.yaml" --set 'run={until: 1 ms}' \
    --set 'mechanism.drivers=[{body: cam, angle: {csv: '"$PWD"'/bare.csv}}]' \
    --set 'mechanism.start={follower: {y: 50.2 mm}}'
says 'column time has no unit: read as s; column value has no unit: read as rad.'
