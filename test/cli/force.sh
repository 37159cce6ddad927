# shellcheck shell=sh disable=SC2154,SC2034
# Tables of `dashpot force`: ranges and loops; and the units of `dashpot restitution --exact`.

hertz='force --law hertz --set stiffness=1e9'
damped='force --law hunt-crossley --set restitution=0.7 --set stiffness=1e9'

# --- ranges: every row is the single evaluation ---------------------------------------------------
# shellcheck disable=SC2086
run 0 $damped --set approach=0.5 --delta '0..10 um' --rate '-0.2..0.4 m/s' --count 4 --csv
cp "$out" table.csv
label='rows of a range'
head -n 1 table.csv >got
echo 'delta [m],rate [m/s],force [N],dforce_ddelta [N/m],dforce_drate [N s/m],'\
'stored_energy [J]' >want
if cmp -s got want; then pass; else fail "the head is $(cat got)"; fi
if [ "$(wc -l <table.csv)" -eq 17 ]; then pass; else fail "$(wc -l <table.csv) lines, not 17"; fi
cut -d, -f1 table.csv | sed -n '2,5p' | tr '\n' ' ' >got
printf '0 3.33333333333333e-06 6.66666666666667e-06 1e-05 ' >want
if cmp -s got want; then pass; else fail "delta is $(cat got)"; fi
cut -d, -f2 table.csv | sed 1d | uniq | tr '\n' ' ' >got
printf -- '-0.2 0 0.2 0.4 ' >want
if cmp -s got want; then pass; else fail "rate is $(cat got)"; fi
sed -n '2p;7p;13p;17p' table.csv >some
while IFS=, read -r delta rate force slope damping stored; do
    # shellcheck disable=SC2086
    json $damped --set approach=0.5 --delta "$delta" --rate "$rate"
    for entry in "force $force" "dforce_ddelta $slope" "dforce_drate $damping" \
        "stored_energy $stored"; do
        # shellcheck disable=SC2086
        set -- $entry
        number "$1" "$2" 0
    done
done <some
# shellcheck disable=SC2086
json $damped --set approach=0.5 --delta '0..10 um' --rate 0 --count 3
for field in law approach tension table columns name unit rows; do key "$field"; done
says '"name": "dforce_drate"'
says '"unit": "N s/m"'
if command -v jq >/dev/null 2>&1; then
    if jq -e '[.table.rows[][0]] == [0, 5e-6, 1e-5]' "$out" >/dev/null; then pass
    else fail "rows are $(jq -c '[.table.rows[][0]]' "$out")"; fi
    if [ "$(jq '.table.rows | map(length) | unique | .[]' "$out")" = 6 ]; then pass
    else fail 'a row has not six values'; fi
fi
# shellcheck disable=SC2086
run 0 $hertz --delta '1 um..2 mil' --rate 0
says 'dforce_ddelta'
says '[N s/m]'
if [ "$(grep -c '^ *[0-9]' "$out")" -eq 21 ]; then pass; else fail 'not 21 rows'; fi
if awk 'length > 100 { exit 1 }' "$out"; then pass; else fail 'a line is longer than 100'; fi
# shellcheck disable=SC2086
run 0 $hertz --delta '1 um' --rate 0 --csv
if [ "$(wc -l <"$out")" -eq 2 ]; then pass; else fail 'a single state is one row'; fi
for bad in '0..' '..1 um' '0..1 kg' '0 kg..1 um' 'a..b'; do
    # shellcheck disable=SC2086
    refused 2 'delta is' $hertz --delta "$bad" --rate 0
done
# shellcheck disable=SC2086
{
    refused 2 'the ends of a range must differ' $hertz --delta '1..1 um' --rate 0
    for count in 1 0 -3 2.5 x 100001; do
        refused 2 '--count is' $hertz --delta '0..1 um' --rate 0 --count "$count"
    done
    refused 2 '--count makes 2000 x 2000 rows; the most is 1000000' $hertz --delta '0..1 um' \
        --rate 0..1 --count 2000
    refused 1 '--count is for a range' $hertz --delta 0 --rate 0 --count 5
    refused 1 '--json and --csv exclude each other' $hertz --delta 0 --rate 0 --json --csv
    refused 2 'needs approach' $damped --delta '0..1 um' --rate 0
}
refused 3 'ends at' force --law johnson-cylinder --set modulus=1e11 --set bearing_radius=0.01 \
    --set clearance=1e-4 --set length=0.01 --delta '0..0.1 mm' --rate 0

# --- the loop of an impact ------------------------------------------------------------------------
# shellcheck disable=SC2086
run 0 $damped --set mass='4 g' --loop '0.5 m/s' --count 51 --csv
cp "$out" loop.csv
label='a loop'
head -n 1 loop.csv >got
echo 'time [s],delta [m],rate [m/s],force [N],stored_energy [J]' >want
if cmp -s got want; then pass; else fail "the head is $(cat got)"; fi
if [ "$(wc -l <loop.csv)" -eq 52 ]; then pass; else fail "$(wc -l <loop.csv) lines, not 52"; fi
# the law at every row, as a contact that began at 0.5 m/s has it
sed -n '12p;30p;45p' loop.csv >some
while IFS=, read -r _ delta rate force _; do
    # shellcheck disable=SC2086
    json $damped --set approach=0.5 --delta "$delta" --rate "$rate"
    number force "$force" 1e-12
done <some
# shellcheck disable=SC2086
json $damped --set mass='4 g' --loop '0.5 m/s' --count 2001
number restitution 0.7679997890784757 1e-10
for field in mass speed max_force max_indentation duration table; do key "$field"; done
if command -v jq >/dev/null 2>&1; then
    # what the loop encloses is what the impact lost; the trapezoids of 2000 steps are good to 1e-5
    jq -r '.table.rows as $r | [range(1; $r | length) |
        ($r[.][3] + $r[. - 1][3]) / 2 * ($r[.][1] - $r[. - 1][1])] | add' "$out" >area
    number speed 0.5
    equal_area=$(awk -v area="$(cat area)" 'BEGIN { e = 0.7679997890784757
        lost = 0.5 * 0.004 * 0.25 * (1 - e * e); d = area / lost - 1
        print (d < 1e-5 && d > -1e-5) }')
    if [ "$equal_area" = 1 ]; then pass; else fail "the loop encloses $(cat area) J"; fi
fi
# shellcheck disable=SC2086
{
    run 0 $damped --set mass='4 g' --loop '20 in/s'
    says 'approach 0.508 m/s'
    if [ "$(grep -c '^ *[0-9]' "$out")" -eq 101 ]; then pass; else fail 'not 101 rows'; fi
    refused 2 'the loop of an impact with hunt-crossley needs mass' $damped --loop '0.5 m/s'
    refused 2 'the speed must be positive' $damped --set mass=1 --loop 0
    refused 2 'its unit must be m/s' $damped --set mass=1 --loop '1 m'
    refused 1 '--loop has its own --rate' $damped --set mass=1 --loop 1 --rate 0
    refused 1 '--delta is missing), or --loop' $damped --rate 0
}
refused 3 'do not separate' force --law wang-kelvin-voigt --set modulus=1e11 --set radius=0.01 \
    --set yield='1 GPa' --set mass=0.01 --set restitution=0.05 --set tension=allow --loop 1

# --- states outside the bounds of the law ---------------------------------------------------------
ball='force --law hunt-crossley --set restitution=0.6 --set modulus=110GPa --set radius=10mm'
# told TEXT COUNT: the note stands on standard error, COUNT notes in all
told() {
    if grep -q "^note: $1" "$err"; then pass; else fail "stderr lacks 'note: $1': $(cat "$err")"; fi
    if [ "$(grep -c '^note: ' "$err")" -eq "$2" ]; then pass; else fail "not $2: $(cat "$err")"; fi
}
# shellcheck disable=SC2086
{
    run 0 $ball --set approach=0.5 --delta '20 mm' --rate 0.1
    told 'The largest indentation is 2 radii' 1
    # a formula that holds has nothing to say: one state delivers no restitution
    run 0 $ball --set approach=0.5 --delta '20 um' --rate 0.1
    if [ -s "$err" ]; then fail "stderr has $(cat "$err")"; else pass; fi
    # once, for the worst row
    run 0 $ball --set approach=0.5 --delta '30..-10 mm' --rate 0..1 --count 5
    told 'The largest indentation is 3 radii' 1
    run 0 $ball --set approach=0.5 --delta '0..15 mm' --rate 0 --csv
    told 'The largest indentation is 1.5 radii' 1
    if grep -q note "$out"; then fail 'a note in the CSV'; else pass; fi
    run 0 $ball --set modulus=110kPa --set mass=1 --loop 0.5
    told 'The largest indentation is 1.19 radii.* Is modulus = 110000 Pa meant?$' 2
    told 'hunt-crossley delivers a restitution of 0.712 for the 0.6 asked for (+19 %).$' 2
    # with --json as `notes`, and standard error stays empty
    if command -v jq >/dev/null 2>&1; then
        for many in '--delta 20mm' '--delta 0..20mm'; do
            json $ball --set approach=0.5 $many --rate 0.1
            if jq -e '.notes | length == 1 and (.[0] | contains("is 2 radii"))' "$out" >/dev/null
            then pass; else fail "notes are $(jq -c .notes "$out")"; fi
        done
        json $ball --set approach=0.5 --delta '20 um' --rate 0.1
        if jq -e '.notes == []' "$out" >/dev/null; then pass; else fail 'a note'; fi
        json $ball --set mass=1 --loop 0.5
        if jq -e '.notes | length == 1' "$out" >/dev/null; then pass; else fail 'a loop: notes'; fi
    fi
}

# --- units of --exact -----------------------------------------------------------------------------
pair='--set modulus=114e9 --set radius=0.005 --set mass=0.01 --set approach=0.5 --set yield=1e9'
# shellcheck disable=SC2086
{
    run 0 restitution --law kuwabara-kono --exact 0.7 $pair
    if grep -q '^damping  *[0-9.]* N s/m^1.5$' "$out"; then pass; else fail 'no unit'; fi
    json restitution --law kuwabara-kono --exact 0.7 $pair
    says '"unit": "N s/m^1.5"'
    run 0 restitution --law thornton --exact 0.7 $pair
    if grep -q '^yield_pressure  *[0-9.]* Pa$' "$out"; then pass; else fail 'no unit'; fi
    run 0 restitution --law hunt-crossley --exact 0.7
    if grep -q '^damping_factor  *[0-9.]*$' "$out"; then pass; else fail 'a unit of a number'; fi
}
