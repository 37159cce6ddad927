# shellcheck shell=sh disable=SC2154,SC2034
# Units: every conversion to the last bit, and what is said of units and numbers that are none.

# --- the nearest double, computed with exact fractions (Python's fractions; pi with 110 digits) ---
label='conversions'
while IFS='|' read -r text want; do
    "$program" force --law hertz --set stiffness=1 --delta "$text" --rate 0 --json 2>"$err" |
        sed -n 's/^ *"delta": \(.*\),$/\1/p' >"$out"
    if awk -v want="$want" '{ exit !(NR == 1 && $0 + 0 == want + 0 && length($0) > 0) }' "$out" &&
        [ "$(printf '%.17g' "$(cat "$out")")" = "$(printf '%.17g' "$want")" ]; then pass
    else fail "$text is $(cat "$out") m, not $want"; fi
done <<'TABLE'
1 in|0.0254
9.5 in|0.2413
1 inch|0.0254
0.1 inch|0.00254
1 mil|2.54e-05
37 mil|0.0009398
1 thou|2.54e-05
2.38 thou|6.0452e-05
1 uin|2.54e-08
200 uin|5.08e-06
1 ft|0.3048
1 ft|0.3048
1 yd|0.9144
9.5 yd|8.6868
1 mi|1609.344
0.1 mi|160.9344
1 micron|1e-06
37 micron|3.7e-05
1 lb m/kg|0.45359237
2.38 lb m/kg|1.0795498406
1 lbm m/kg|0.45359237
200 lbm m/kg|90.718474
1 oz m/kg|0.028349523125
1 oz m/kg|0.028349523125
1 slug m/kg|14.593902937206364
9.5 slug m/kg|138.64207790346046
1 t m/kg|1000.0
0.1 t m/kg|100.0
1 lbf m/N|4.4482216152605
37 lbf m/N|164.5841997646385
1 ozf m/N|0.2780138509537812
2.38 ozf m/N|0.6616729652699994
1 kip m/N|4448.2216152605
200 kip m/N|889644.3230521
1 kgf m/N|9.80665
1 kgf m/N|9.80665
1 dyn m/N|1e-05
9.5 dyn m/N|9.5e-05
1 psi m/Pa|6894.757293168362
0.1 psi m/Pa|689.4757293168361
1 ksi m/Pa|6894757.293168361
37 ksi m/Pa|255106019.84722936
1 Msi m/Pa|6894757293.168362
2.38 Msi m/Pa|16409522357.7407
1 bar m/Pa|100000.0
200 bar m/Pa|20000000.0
1 atm m/Pa|101325.0
1 atm m/Pa|101325.0
1 N/mm^2 m/Pa|1000000.0
9.5 N/mm^2 m/Pa|9500000.0
1 mph s|0.44704
0.1 mph s|0.044704
1 ft/s s|0.3048
37 ft/s s|11.2776
1 in/s s|0.0254
2.38 in/s s|0.060452
1 km/h s|0.2777777777777778
200 km/h s|55.55555555555556
1 knot s|0.5144444444444445
1 knot s|0.5144444444444445
1 deg m/rad|0.017453292519943295
9.5 deg m/rad|0.16580627893946132
1 rev m/rad|6.283185307179586
0.1 rev m/rad|0.6283185307179586
1 rpm m s/rad|0.10471975511965978
37 rpm m s/rad|3.8746309394274117
1 rev/s m s/rad|6.283185307179586
2.38 rev/s m s/rad|14.953981031087416
1 deg/s m s/rad|0.017453292519943295
200 deg/s m s/rad|3.490658503988659
1 rev/min m s/rad|0.10471975511965978
1 rev/min m s/rad|0.10471975511965978
1 g0 s^2|9.80665
9.5 g0 s^2|93.163175
1 ft/s^2 s^2|0.3048
0.1 ft/s^2 s^2|0.03048
1 lb/ft^3 m^4/kg|16.018463373960138
37 lb/ft^3 m^4/kg|592.6831448365251
1 lb/in^3 m^4/kg|27679.90471020312
2.38 lb/in^3 m^4/kg|65878.17321028342
1 slug/ft^3 m^4/kg|515.3788183931962
200 slug/ft^3 m^4/kg|103075.76367863924
1 g/cm^3 m^4/kg|1000.0
1 g/cm^3 m^4/kg|1000.0
1 lbf/in m^2/N|175.1268352464764
9.5 lbf/in m^2/N|1663.7049348415255
1 kip/in m^2/N|175126.83524647637
0.1 kip/in m^2/N|17512.683524647637
1 N/mm m^2/N|1000.0
37 N/mm m^2/N|37000.0
1 kN/mm m^2/N|1000000.0
2.38 kN/mm m^2/N|2380000.0
1 lbf s/in m^2/(N s)|175.1268352464764
200 lbf s/in m^2/(N s)|35025.36704929527
1 ft lbf m/J|1.3558179483314003
1 ft lbf m/J|1.3558179483314003
1 in lbf m/J|0.1129848290276167
9.5 in lbf m/J|1.0733558757623587
1 lbf/ft^2 m/Pa|47.880258980335846
0.1 lbf/ft^2 m/Pa|4.788025898033585
1 lb in^2 1/(kg m)|0.0002926396534292
37 lb in^2 1/(kg m)|0.0108276671768804
1 lbf in s^2 1/(kg m)|0.1129848290276167
2.38 lbf in s^2 1/(kg m)|0.26890389308572776
1 hp m/W|745.6998715822702
200 hp m/W|149139.97431645406
1 min m/s|60.0
1 min m/s|60.0
1 h m/s|3600.0
9.5 h m/s|34200.0
1 day m/s|86400.0
0.1 day m/s|8640.0
1 lbf deg m/N|0.07763611304467617
37 lbf deg m/N|2.8725361826530182
1 L 1/m^2|0.001
2.38 L 1/m^2|0.00238
2.38 mm|0.00238
4.76 mm|0.00476
0.1 um|1e-07
19.9 mm|0.0199
9.5 mm|0.0095
0.05 um|5e-08
16.8 g m/kg|0.0168
1.03039 GPa m/Pa|1030390000.0
200 rpm m s|20.943951023931955
30 deg m|0.5235987755982989
120 deg m|2.0943951023931957
TABLE
# a power that is not whole, and one that is no ratio of short numbers, are good to a few bits
json force --law hertz --set stiffness='1 lbf/in^1.5' --delta 1 --rate 0
number force 1098.8434941087546 1e-14
json force --law hertz --set stiffness=1 --delta '1 psi^3 m/Pa^3' --rate 0
number delta 327760752998.8171 1e-15

# --- ways of writing ------------------------------------------------------------------------------
# alike A B: both are the same length
alike() {
    for text in "$1" "$2"; do
        "$program" force --law hertz --set stiffness=1 --delta "$text" --rate 0 --json
    done >"$out" 2>"$err"
    label="$1 is $2"
    if [ "$(sed -n 's/"delta"//p' "$out" | sort -u | wc -l)" -eq 1 ] &&
        [ "$(grep -c '"delta"' "$out")" -eq 2 ]; then pass; else fail 'they differ'; fi
}
alike '3 N/mm² m/Pa' '3 N/mm^2 m/Pa'
alike '2 cm³/m²' '2 cm^3/m^2'
alike '5 N·m/N' '5 N m/N'
alike '30° m' '30 deg m'
alike '1 inch' '1 in'
alike '1 mil' '0.001 in'
alike '12 in' '1 ft'
alike '2 g0 s^2' '19.6133 m'
alike '16 oz m/kg' '1 lb m/kg'
alike '3 rev/min m s' '3 rpm m s'

# --- the list -------------------------------------------------------------------------------------
run 0 units
says '0.0254 m '
says 'lbf/in^2, kg m^2'
says 'standard gravity'
json units
for field in units prefixes symbol name value unit takes_prefix power_of_ten; do key "$field"; done
# every symbol of the list is read as what the list says
label='units of the list'
sed -n 's/^ *"\(symbol\|value\|unit\)": "\{0,1\}\([^",]*\)"\{0,1\},$/\2/p' "$out" |
    sed '/^p$/,$d' >symbols
while read -r symbol && read -r value && read -r unit; do
    "$program" force --law hertz --set stiffness=1 --delta "1 $symbol m/($unit)" --rate 0 --json \
        2>"$err" | sed -n 's/^ *"delta": \(.*\),$/\1/p' >"$out"
    if [ "$(cat "$out")" = "$value" ]; then pass; else fail "1 $symbol is not $value $unit"; fi
done <symbols
if [ "$(wc -l <symbols)" -ge 120 ]; then pass; else fail 'the list is short'; fi
refused 1 "'extra'" units extra
refused 1 'has no option --jsonn; did you mean --json?' units --jsonn

# --- what is no unit ------------------------------------------------------------------------------
# unit TEXT COMPLAINT: of a modulus
unit() {
    refused 2 "modulus is '$1'; $2" force --law hertz --set "modulus=$1" --delta 0 --rate 0
}
unit '207 Gpa' "unknown unit 'Gpa'; did you mean GPa?"
unit '207 gpa' "unknown unit 'gpa'; did you mean GPa?"
unit '207 mpa' "unknown unit 'mpa'; did you mean mPa or MPa?"
unit '207 PSI' "unknown unit 'PSI'; did you mean psi?"
unit '207 KSI' "unknown unit 'KSI'; did you mean ksi?"
unit '207 GPas' "unknown unit 'GPas'; did you mean GPa?"
unit '207 n/mm^2' "unknown unit 'n'; did you mean N?"
unit '207 pascals' "unknown unit 'pascals'; did you mean Pa?"
unit '207 qqqq' "unknown unit 'qqqq'; it is measured in Pa (dashpot units lists all)"
refused 2 "rate is '3 m/sec'; unknown unit 'sec'; did you mean s?" \
    force --law hertz --set stiffness=1 --delta 0 --rate '3 m/sec'
refused 2 "delta is '3 inches'; unknown unit 'inches'; did you mean in?" \
    force --law hertz --set stiffness=1 --delta '3 inches' --rate 0
refused 2 "mass is '3 lbs'; unknown unit 'lbs'; did you mean lb?" \
    force --law hertz --set mass='3 lbs' --delta 0 --rate 0
refused 2 "mass is '3 lbf'; its unit must be kg or of the same kind (lbf is a force; the mass is \
lb)" \
    force --law hertz --set mass='3 lbf' --delta 0 --rate 0

# --- units as they are written elsewhere ----------------------------------------------------------
crank=$here/../mechanism/slider-crank.yaml
# torque TEXT UNIT: this unit is suggested, and accepted
torque() {
    refused 2 "; unknown unit '${1#* }'; did you mean $2?" check "$crank" \
        --set "mechanism.forces=[{type: torque, body: rod, torque: $1}]"
    run 0 check "$crank" --set "mechanism.forces=[{type: torque, body: rod, torque: 5 $2}]"
}
torque '5 Nm' 'N m'
torque '5 kNm' 'kN m'
torque '5 Nmm' 'N mm'
torque '5 N-m' 'N m'
torque '5 N.m' 'N m'
torque '5 ft-lb' 'ft lbf'
torque '5 ft-lbs' 'ft lbf'
torque '5 ft-lbf' 'ft lbf'
torque '5 lbf-in' 'lbf in'
torque '5 inlb' 'in lbf'
refused 2 "torque is '5 ft lb'; its unit must be N m or of the same kind; did you mean ft lbf?" \
    check "$crank" --set 'mechanism.forces=[{type: torque, body: rod, torque: 5 ft lb}]'
refused 2 "inertia is '5 kg m2'; unknown unit 'kg m2'; did you mean kg m^2?" \
    check "$crank" --set 'mechanism.bodies.0.inertia=5 kg m2'
refused 2 "unknown unit 'm/s2'; did you mean m/s^2?" \
    check "$crank" --set 'mechanism.gravity=[0, -9.81 m/s2]'
refused 2 "unknown unit 'm s-2'; did you mean m s^-2?" \
    check "$crank" --set 'mechanism.gravity=[0, -9.81 m s-2]'
refused 2 "speed is '10 s-1'; unknown unit" check "$crank" --set 'mechanism.drivers.0.speed=10 s-1'
# not one that would be refused in its turn
if grep -q 's^-1' "$err"; then fail 'it suggests a frequency'; else pass; fi
# fraction TEXT DECIMAL: of a length
fraction() {
    refused 2 "delta is '$1'; a fraction is not a number; write $2" \
        force --law hertz --set stiffness=1 "--delta=$1" --rate 0
}
fraction '1/2 in' '0.5 in'
fraction '1 1/2 in' '1.5 in'
fraction '-1 1/4 in' '-1.25 in'
fraction '1-1/2 in' '1.5 in'
fraction '3/8' '0.375'
refused 2 "delta is '1/0 in'; unknown unit '/0 in'" \
    force --law hertz --set stiffness=1 --delta '1/0 in' --rate 0

# --- a frequency is no angular speed: 10 Hz may be 10 rev/s, which is 62.8 rad/s ------------------
# speed TEXT COMPLAINT: of a driver
speed() {
    refused 2 "speed is '$1'; its unit must be rad/s; $2" check "$crank" \
        --set "mechanism.drivers.0.speed=$1"
}
speed '10 Hz' 'is 10 rev/s meant, or 10 rad/s?'
speed '1.5 kHz' 'is 1500 rev/s meant, or 1500 rad/s?'
speed '10 1/s' 'is 10 rev/s meant, or 10 rad/s?'
speed '600 1/min' 'is 600 rev/min meant, or 600 rad/min?'
speed '10 s^-1' 'is 10 rev/s meant, or 10 rad/s?'
speed '1 m/s/m' 'is 1 rev/s meant, or 1 rad/s?'
refused 2 "spin is '10 Hz'; its unit must be rad/s; is 10 rev/s meant, or 10 rad/s?" \
    check "$here/../../scenarios/001/fig-14-spin.yaml" --set 'journal.start.spin=10 Hz'
refused 2 "omega is '2 Hz'; its unit must be rad/s; is 2 rev/s meant, or 2 rad/s?" \
    check "$crank" --set 'mechanism.start={crank: {omega: 2 Hz}}'
refused 2 "its unit must be rad/s^2; this one has neither rad nor rev" \
    check "$crank" --set 'mechanism.drivers.0={body: crank, angle: [0, 1 rad/s, 3 1/s^2]}'
for good in 10 '10 rad/s' '10 rev/s' '95 rpm' '600 deg/s' '10 rad Hz' '1 krad/s'; do
    run 0 check "$crank" --set "mechanism.drivers.0.speed=$good"
done

# --- an angle is no pure number, and a percentage is no angle -------------------------------------
refused 2 "turns is '4 rev'; it must be a number without unit, or in %" check "$crank" \
    --set 'run.turns=4 rev'
refused 2 "omega is '5 % 1/s'" check "$crank" --set 'mechanism.start={crank: {omega: 5 % 1/s}}'
refused 2 "crank is '20 %'; its unit must be rad" check "$crank" \
    --set 'mechanism.start={crank: 20 %}'
run 0 check "$crank" --set 'mechanism.start={crank: 0.3 1}'

# --- characters that look like others -------------------------------------------------------------
refused 2 "it has a no-break space (U+00A0); write a plain space" \
    force --law hertz --set stiffness=1 --delta "$(printf '9.5\302\240mm')" --rate 0
refused 2 "it has a narrow no-break space (U+202F); write a plain space" \
    force --law hertz --set stiffness=1 --delta "$(printf '9.5\342\200\257mm')" --rate 0
refused 2 "it has a minus sign (U+2212); write the hyphen of the keyboard, -" \
    force --law hertz --set stiffness=1 --delta 0 --rate "$(printf '\342\210\2221')"
refused 2 "delta is '9,5 mm'; it must be a number (a decimal point, not a comma): 9.5 mm" \
    force --law hertz --set stiffness=1 --delta '9,5 mm' --rate 0
refused 2 "delta is '1,000,000 um'; it must be a number (a decimal point, not a comma)" \
    force --law hertz --set stiffness=1 --delta '1,000,000 um' --rate 0
# three digits after the comma: it may part thousands, and 1.000 would be wrong by 1000
# comma TEXT HINT: all that is offered
comma() {
    refused 2 "modulus is '$1'; it must be a number (a decimal point, not a comma): $2" \
        force --law hertz --set "modulus=$1" --delta 0 --rate 0
    if grep -q ": $2\$" "$err"; then pass; else fail "more than $2 is offered"; fi
}
comma '1,000 psi' '1000 psi or 1.000 psi'
comma '-12,345' '-12345 or -12.345'
comma '1,000,000 psi' '1000000 psi'
comma '1,000.5 psi' '1000.5 psi'
comma '0,125 psi' '0.125 psi'
comma '1,0000 psi' '1.0000 psi'
comma '1234,567 psi' '1234.567 psi'

# scenario LINE TEXT COMPLAINT: a line of this text in a scenario
scenario() {
    printf 'dashpot: 1\nkind: impact\nmaterials:\n%b\n' "$2" >odd.yaml
    refused 2 "$3" check odd.yaml
    if grep -q "^odd.yaml:$1: " "$err"; then pass; else fail "not in line $1"; fi
    if [ "$(wc -l <"$err")" -eq 1 ]; then pass; else fail 'more than that is said'; fi
}
cd "$dir" || exit 1
scenario 4 '  - {name: steel, young: 207 GPa, poisson:0.3}' \
    "'poisson:0.3' has no space after the colon; write poisson: 0.3"
scenario 5 '  - name: steel\n    poisson:0.3\n    young: 207 GPa' \
    "'poisson:0.3' has no space after the colon; write poisson: 0.3"
scenario 4 '  - name:steel\n    young: 207 GPa' \
    "'name:steel' has no space after the colon; write name: steel"
# with its unit: 207 alone would be Pa
# glued LINE TEXT HINT: all that is said to be written
glued() {
    scenario "$1" "$2" "has no space after the colon; write $3"
    if grep -q "; write $3\$" "$err"; then pass; else fail "not just $3"; fi
}
glued 4 '  - {name: steel, young:207 GPa, poisson: 0.3}' 'young: 207 GPa'
glued 5 '  - name: steel\n    young:207 GPa  # hard\n    poisson: 0.3' 'young: 207 GPa'
glued 5 '  - {name: steel,\n    young:207 GPa, poisson: 0.3}' 'young: 207 GPa'
scenario 5 '  - name: steel\n    poisson:\0302\02400.3\n    young: 207 GPa' \
    "$(printf "'poisson:\302\2400.3' has a no-break space (U+00A0); write a plain space")"
scenario 4 '  - {name: steel, young: 207 GPa, poisson: 0,3}' \
    "poisson is '0,3'; within braces a comma ends a value; write a decimal point: 0.3"
scenario 4 '  - {name: steel, young: 207,5 GPa, poisson: 0.3}' \
    "young is '207,5 GPa'; within braces a comma ends a value; write a decimal point: 207.5 GPa"
scenario 4 '  - {name: steel, young: 1,000 psi, poisson: 0.3}' \
    "young is '1,000 psi'; within braces a comma ends a value; write 1000 psi or 1.000 psi"
scenario 5 '  - name: steel\n   \0302\0240young: 207 GPa\n    poisson: 0.3' \
    'the line has a no-break space (U+00A0); write a plain space)'
scenario 5 '  - name: steel\n\0302\0240   young: 207 GPa\n    poisson: 0.3' \
    "young' has a no-break space (U+00A0); write a plain space"
scenario 4 '  - {name: steel,\0302\0240young: 207 GPa, poisson: 0.3}' \
    "$(printf "the key '\302\240young' has a no-break space (U+00A0); write a plain space")"
printf 'time;velocity\n0;1,5\n1;2\n' >wave.csv
cat >wave.yaml <<'YAML'
dashpot: 1
kind: chain
chain:
  beads: [{count: 3, radius: 1 mm, mass: 1 g}]
  left: {type: driven, velocity: wave.csv}
  contact: {law: hertz, stiffness: 1.0e9}
run: {until: 1 us, step: 10 ns}
YAML
refused 2 'wave.csv:1: the fields are separated by semicolons; separate them by commas, and write '\
'numbers with a decimal point' check wave.yaml
printf 'time\tvelocity\n0\t1.5\n1\t2\n' >wave.csv
refused 2 'wave.csv:1: the fields are separated by tabs; separate them by commas' check wave.yaml

# --- a terminal -----------------------------------------------------------------------------------
# terminal COLUMNS COMMAND: what it writes to a terminal of this width
terminal() {
    label="on a terminal of $1 columns: $2"
    TERM=xterm script -qec "stty cols $1; $2" /dev/null </dev/null 2>"$err" | tr -d '\r' >"$out"
}
if command -v script >/dev/null; then
    esc=$(printf '\033')
    printf 'dashpot: 1\nkind: impact\nmaterials:\n  - {name: steel, poisson:0.3}\n' >odd.yaml
    terminal 50 "'$program' check odd.yaml"
    says "${esc}[1;31modd.yaml:4${esc}[0m: 'poisson:0.3' has no space"
    sed "s/$esc\[[0-9;]*m//g" "$out" >plain
    if [ "$(wc -l <plain)" -eq 2 ] && awk 'length > 50 { exit 1 }' plain; then pass
    else fail 'it is not wrapped at 50 columns'; fi
    tr -s ' \n' '  ' <plain >"$out"
    says "odd.yaml:4: 'poisson:0.3' has no space after the colon; write poisson: 0.3"
    for quiet in NO_COLOR=1 TERM=dumb; do
        terminal 120 "$quiet '$program' check odd.yaml"
        if grep -q "$esc" "$out"; then fail "colour in spite of $quiet"; else pass; fi
        if [ "$(wc -l <"$out")" -eq 1 ]; then pass; else fail 'wrapped where there is room'; fi
    done
    terminal 50 "NO_COLOR= '$program' check odd.yaml"
    says "$esc"
    # in a pipe there is neither
    terminal 50 "'$program' check odd.yaml 2>&1 | cat"
    if grep -q "$esc" "$out"; then fail 'colour in a pipe'; else pass; fi
    if [ "$(wc -l <"$out")" -eq 1 ]; then pass; else fail 'wrapped in a pipe'; fi
fi
