# shellcheck shell=sh disable=SC2154,SC2016,SC2034
# Design charts: numbers against the closed form, pictures, and tables that mean harm.

bearings=$root/scenarios/bearings.csv
head='name,bearing_radius,clearance,length,modulus,yield'
paper='paper,0.1,1e-4,1,1e11,1e8'

# a sentence in the notes of the last document
noted() {
    if grep -qF -- "$1" "$out"; then pass; else fail "no note '$1'"; fi
}

run 0 design-chart --help
says 'usage: dashpot design-chart'
says 'bearing_radius'
says 'example'

# --- the paper's bearing --------------------------------------------------------------------------
printf '%s\n%s\n' "$head" "$paper" >paper.csv
json design-chart paper.csv --mass 200
number critical_indentation .000150829562594268 1e-14
near critical_force "$(value critical_force)" 14622027.9536247 1e-13
near critical_energy "$(value critical_energy)" 979.453526239278 1e-13
near critical_speed "$(item critical_speed 1)" 3.12962222359069624 1e-14
near drop_height "$(item drop_height 1)" "$(calculate '3.12962222359069624^2 / 2 / 9.81')" 1e-14
number fit 0.663
keys 2 kind title masses bearings notes

# the same in other units, in quotes, with spaces, carriage returns, comments and a byte order mark
printf '\357\273\277# a comment\r\n"name", bearing_radius [mm] ,clearance [um],%s\r\n\r\n' \
    'length [cm],modulus [GPa],yield [MPa],fit,comment' >units.csv
printf '"the ""paper"", again",100,100,"100", 100 GPa ,0.1 GPa,,"x\ny"\r\n,,,,,,,\r\n' >>units.csv
json design-chart units.csv --mass '0.2 Mg'
near critical_speed "$(item critical_speed 1)" 3.12962222359069624 1e-14
if grep -q '"name": "the \\"paper\\", again"' "$out"; then pass; else fail 'name'; fi

printf '%s,fit [%%]\n%s,66.3 %%\n' "$head" "$paper" >percent.csv
json design-chart percent.csv --mass 200
near critical_speed "$(item critical_speed 1)" 3.12962222359069624 1e-14
printf '%s\n%s\n' 'name,bearing_radius [mm],clearance,length,modulus,yield' \
    'paper,5 %,1e-4,1,1e11,1e8' >percent.csv
refused 2 "percent.csv:2: bearing_radius is '5 %'; its unit must be m or of the same kind" \
    design-chart percent.csv --mass 200

# columns that stand in the options
printf 'name,bearing_radius,clearance,modulus\npaper,0.1,1e-4,\nother,0.1,1e-4,2e11\n' >short.csv
json design-chart short.csv --mass 200 --length '1 m' --modulus '100 GPa' --yield '100 MPa'
near critical_speed "$(item critical_speed 1)" 3.12962222359069624 1e-14
if grep -q '"modulus": 200000000000.0' "$out"; then pass; else fail 'a cell wins'; fi

# closed form for all bearings and masses: C = 4 sqrt(2)/3 k E L, w as on page 001
run 0 design-chart "$bearings" --mass '1 kg, 20 kg, 300 kg' --out chart
says 'bronze 10'
lines chart/series.csv 31
tail -n +2 chart/series.csv | awk -F, '
    function asinh(x) { return log(x + sqrt(x * x + 1)) }
    {
        R = $2; c = $3; L = $4; E = $5; s = $6; k = $7; m = $8
        x = s * R / (k * E) / c
        w = (sqrt(x * (1 + x)) * (2 * x - 3) + 3 * asinh(sqrt(x))) / 4
        v = sqrt(2 * 4 * sqrt(2) / 3 * k * E * L * c * c * w / m)
        d = v / $12 - 1; if (d < 0) d = -d
        if (d < 1e-12) print "good"
    }' >good
label='critical speeds in closed form'
if [ "$(wc -l <good)" -eq 30 ]; then pass; else fail "$(wc -l <good) of 30 agree"; fi
for file in summary.json series.csv series.h5 report.html; do
    if [ -s chart/$file ]; then pass; else fail "no $file"; fi
done
label='drop height in the report'
if grep -q '<li>drop_height in series.csv and summary.json' chart/report.html &&
    head -n 1 chart/series.csv | grep -q 'drop_height \[m\]' &&
    grep -q '"drop_height"' chart/summary.json
then pass; else fail 'is not where the report says'; fi
if command -v gnuplot >/dev/null 2>&1; then
    for plot in critical-speed-payload critical-speed-size; do
        if grep -q '</svg>' chart/plots/$plot.svg; then pass; else fail "no $plot"; fi
    done
fi
if [ "$(grep -c 'with lines' chart/plots/critical-speed-payload.gp)" -eq 10 ]; then pass; else
    fail 'not a line for each bearing'
fi
refused 4 'is there and is not empty' design-chart "$bearings" --out chart
run 0 design-chart "$bearings" --out chart --force
label='the example table says that it is one'
if head -n 1 "$bearings" | grep -qi 'example'; then pass; else fail 'it does not'; fi
says '  example values, from no catalogue: 9 bearings of the table'
if grep -q '"9 of 10 bearings of the table are examples: ' chart/summary.json; then pass; else
    fail 'no note'; fi
for plot in critical-speed-payload critical-speed-size; do
    if grep -q ', example values' chart/plots/$plot.gp; then pass; else
        fail "$plot does not say so"; fi
done
run 0 design-chart paper.csv --mass 200 --out own
if grep -rq 'example' own/summary.json own/plots/*.gp "$out"; then fail example; else pass; fi
printf '%s,source\n%s,example\n%s,a catalogue\n' "$head" "$paper" "$paper" >mixed.csv
json design-chart mixed.csv --mass 200
number examples 1
noted '1 of 2 bearings of the table are examples'

# --- classes of clearance -------------------------------------------------------------------------
classes='class,bore_from [mm],bore_to [mm],play_min [um],play_max [um]'
printf '%s\n' "$classes" C2,0,100,0,20 CN,0,100,10,40 CN,100,200,200,240 >classes.csv
printf '%s\n' 'name,bearing_radius,classes,length,modulus,yield' \
    'paper,0.1,CN,1,1e11,1e8' 'small,0.05,C2  CN ,1,1e11,1e8' >classed.csv
json design-chart classed.csv --classes classes.csv --mass 200
names=$(sed -n 's/^ *"name": "\(.*\)",$/\1/p' "$out" | tr '\n' ';')
label='bearings of classes'
# C2 begins without any play; a bore of 200 mm belongs to the row that ends with it
if [ "$names" = 'paper CN min;paper CN max;small C2 max;small CN min;small CN max;' ]; then pass
else fail "$names"; fi
clearances=$(sed -n 's/^ *"clearance": \(.*\),$/\1/p' "$out" | tr '\n' ' ')
if [ "$clearances" = '0.0001 0.00012 1e-05 5e-06 2e-05 ' ]; then pass; else fail "$clearances"; fi
# half of a play of 200 um is the clearance of the paper
near critical_speed "$(item critical_speed 1)" 3.12962222359069624 1e-14
for entry in '"class": "CN"' '"play": "max"'; do
    if grep -q "$entry" "$out"; then pass; else fail "no $entry"; fi
done
noted 'Clearances of classes are from classes.csv: half the play across the diameter'
noted 'The class of one bearing begins without any play; its min is left out.'
# beside bearings with a clearance of their own, or that of the option
printf '%s\n' 'name,bearing_radius,classes,clearance,length,modulus,yield' \
    'a,0.1,CN,,1,1e11,1e8' 'b,0.1,,1e-4,1,1e11,1e8' 'c,0.1,,,1,1e11,1e8' >mixed.csv
json design-chart mixed.csv --classes classes.csv --clearance '0.2 mm' --mass 200
clearances=$(sed -n 's/^ *"clearance": \(.*\),$/\1/p' "$out" | tr '\n' ' ')
if [ "$clearances" = '0.0001 0.00012 0.0001 0.0002 ' ]; then pass; else fail "$clearances"; fi
run 0 design-chart "$root/scenarios/bearings-by-class.csv" \
    --classes "$root/scenarios/bearing-classes.csv" --mass '1, 10' --out classed
says 'bronze 10 tight max'
lines classed/series.csv 31
if grep -q ', example values' classed/plots/critical-speed-size.gp; then pass; else
    fail 'no word on the chart'; fi

refused 2 'mixed.csv:4: clearance is empty, and so is classes; one of them is needed' \
    design-chart mixed.csv --classes classes.csv
refused 2 'classed.csv:1: the column clearance [m] is missing: radial clearance; or give' \
    design-chart classed.csv
refused 2 'mixed.csv:2: classes are given; name the table of their clearances by --classes' \
    design-chart mixed.csv --clearance 1e-4
refused 2 'paper.csv: no bearing has classes; leave out --classes' \
    design-chart paper.csv --classes classes.csv
refused 4 'no.csv: cannot be read: No such file or directory' \
    design-chart classed.csv --classes no.csv
# catalogue ROWS COMPLAINT: of a table of classes
catalogue() {
    printf '%b' "$1" >bad.csv
    refused 2 "$2" design-chart classed.csv --classes bad.csv --out chart.out
    if [ -e chart.out ]; then fail 'something was written'; else pass; fi
}
catalogue "class,bore_from,bore_to,play\nCN,0,1,1\n" "bad.csv:1: there is no column 'play'"
catalogue "class,bore_from,bore_to,play_min\nCN,0,1,1\n" \
    'bad.csv:1: the column play_max [m] is missing: largest play across the diameter'
catalogue "class,bore_from,bore_to,play_min,play_max [kg]\nCN,0,1,0,1\n" \
    'bad.csv:1: play_max is in [kg]; its unit must be m'
catalogue "$classes\nCN,0,200,x,40\n" "bad.csv:2: play_min is 'x'; it must be a number"
catalogue "$classes\nCN,0,200,-1,40\n" 'bad.csv:2: play_min is -1 um; it must lie in 0..'
catalogue "$classes\nCN,0,200,0,0\n" 'bad.csv:2: play_max is 0 um; it must lie in'
catalogue "$classes\nCN,0,200,50,40\n" \
    'bad.csv:2: play_min is 5e-05 m, more than play_max, 4e-05 m'
catalogue "$classes\nCN,200,200,5,40\n" \
    'bad.csv:2: bore_from is 0.2 m, no less than bore_to, 0.2 m'
catalogue "$classes\nC N,0,200,5,40\n" 'bad.csv:2: class must be one word of at most 12 bytes'
catalogue "$classes\n,0,200,5,40\n" 'bad.csv:2: class must be one word of at most 12 bytes'
catalogue "$classes\nabcdefghijklm,0,200,5,40\n" 'bad.csv:2: class must be one word of at most'
catalogue "$classes\nCN,0,200,5,40\nC2,0,200,5,40\nCN,199,300,5,40\n" \
    'bad.csv:4: the bores of class CN overlap with those of line 2'
catalogue "$classes\nCM,0,200,5,40\n" \
    "classed.csv:2: bad.csv has no class 'CN'; did you mean CM?"
catalogue "$classes\nCN,0,100,5,40\nC2,0,300,5,40\n" \
    'classed.csv:2: the bore is 200 mm; class CN of bad.csv has no clearance for it'
catalogue "$classes\nCN,0,200,5,5e6\nC2,0,300,5,40\n" \
    'classed.csv:2: clearance is 2.5 m, no less than bearing_radius, 0.1 m'
catalogue "$classes\n" 'bad.csv:1: the table has no rows'
catalogue '' 'bad.csv: the table is empty; its first line names the columns'
printf '%s\n%s\n' "${head%%,clearance*},clearance,classes,length,modulus,yield" \
    'a,0.1,1e-4,CN,1,1e11,1e8' >both.csv
refused 2 'both.csv:2: clearance and classes are given; leave one of them out' \
    design-chart both.csv --classes classes.csv
{ echo "$classes"; awk 'BEGIN { for (i = 0; i < 2001; i++) print "c" i ",0,1,1,2" }'; } >many.csv
refused 2 'many.csv:2002: more than 2000 ranges of classes' \
    design-chart classed.csv --classes many.csv

# --- tables that are wrong ------------------------------------------------------------------------
# table TEXT COMPLAINT [STATUS]
table() {
    printf '%b' "$1" >bad.csv
    refused "${3:-2}" "bad.csv$2" design-chart bad.csv --out chart.out
    if [ -e chart.out ]; then fail 'something was written'; else pass; fi
}
table '' ': the table is empty; its first line names the columns'
table '# nothing\n\n' ': the table is empty; its first line names the columns'
table "$head\n" ':1: the table has no rows'
table 'name,radius\na,1\n' ":1: there is no column 'radius'; did you mean bearing_radius"
table 'name,bearing_radius\na,1\n' ':1: the column clearance [m] is missing: radial clearance'
table "${head#name,}\n1,1,1,1,1\n" ':1: the column name is missing'
table "$head,yield\na,1,1,1,1,1,1\n" ':1: there are two columns yield'
table "name;bearing_radius\na;1\n" \
    ':1: the fields are separated by semicolons; separate them by commas'
table "name\tbearing_radius\na\t1\n" ':1: the fields are separated by tabs'
table "$head,fit [mm]\n$paper,1\n" ':1: fit is in [mm]; its unit must be 1 or of the same kind'
table "name,bearing_radius [kg]\na,1\n" ':1: bearing_radius is in [kg]; its unit must be m'
table "name,bearing_radius [parsec]\na,1\n" ':1: bearing_radius is in [parsec]; its unit must be m'
table "$head\n$paper\n\nb,0.1,1e-4,1\n" ':4: 4 fields, but the header in line 1 has 6'
table "$head\na,0.1,x,1,1e11,1e8\n" ":2: clearance is 'x'; it must be a number"
table "$head\na,0.1,,1,1e11,1e8\n" ':2: clearance is empty; it must be a number in m'
table "$head\na,0.1,1e400,1,1e11,1e8\n" ":2: clearance is '1e400'; that is outside the range"
table "$head\na,0.1,NaN,1,1e11,1e8\n" ":2: clearance is 'NaN'; it must be a number"
table "$head\na,0.1,-inf,1,1e11,1e8\n" ":2: clearance is '-inf'; it must be a number"
table "$head\na,0.1,-1e-4,1,1e11,1e8\n" ':2: clearance is -1e-4; it must lie in'
table "$head\na,0.1,0,1,1e11,1e8\n" ':2: clearance is 0; it must lie in'
table "$head\na,0.1,3 kg,1,1e11,1e8\n" ":2: clearance is '3 kg'; its unit must be m"
table "$head\na,0.1,0x10,1,1e11,1e8\n" ":2: clearance is '0x10'"
table "$head\na,0.1,0.1,1,1e11,1e8\n" ':2: clearance is 0.1 m, no less than bearing_radius, 0.1 m'
table "$head\n,0.1,1e-4,1,1e11,1e8\n" ':2: name has 0 bytes; it must be a text of 1 to 60'
table "$head,fit\n$paper,20\n" ':2: fit is 20; it must lie in 0.01..10'
table "$head\n\"a,0.1,1,1,1,1\n" ':2: a quote opens here and is not closed'
table "$head\n\"a\"b,0.1,1,1,1,1\n" ':2: text after a closing quote'
table "$head\na\\0000b,1,1,1,1,1\n" ':2: a NUL byte; a table is UTF-8 text'
table "$head\na\\0377,1,1,1,1,1\n" ':2: byte 0xff is not valid UTF-8; a table is UTF-8 text'
table "$head\na\\0033[31m,0.1,\\0033[31m,1,1e11,1e8\n" \
    ":2: clearance is '?[31m'; it must be a number"
table "$head\na,1,x,1,1,1\nb,1,1e-3,y,1e11,1e8\n" ":3: length is 'y'"
head -c 5000 /dev/zero | tr '\0' , >bad.csv
refused 2 'bad.csv:1: more than 64 columns' design-chart bad.csv
{ echo "$head"; awk -v r="$paper" 'BEGIN { for (i = 0; i <= 100000; i++) print r }'; } >bad.csv
refused 2 'bad.csv:100002: more than 100000 rows' design-chart bad.csv
head -n 30000 bad.csv >large.csv
run 0 design-chart large.csv --mass 1
refused 2 '29999 bearings and 40 masses; together they make at most 1000000 rows' \
    design-chart large.csv --mass "$(awk 'BEGIN { for (i = 1; i < 40; i++) printf "%d,", i
        print 40 }')"
truncate -s 33M zeros.csv
refused 2 'zeros.csv: larger than 32 MiB' design-chart zeros.csv
rm zeros.csv
refused 4 '/dev/zero: cannot be read: it is a device, not a file' design-chart /dev/zero
head -c 300000 "$program" >binary.csv
refused 2 'binary.csv:1: ' design-chart binary.csv
mkdir -p folder.csv
refused 4 'folder.csv: cannot be read: Is a directory' design-chart folder.csv
refused 4 'no.csv: cannot be read: No such file or directory' design-chart no.csv

# --- options --------------------------------------------------------------------------------------
refused 1 'design-chart needs a table of bearings' design-chart
refused 1 "design-chart does not know what to do with 'b.csv'" design-chart paper.csv b.csv
refused 1 '--force is for --out DIR' design-chart paper.csv --force
refused 2 "--mass is '3 m'; its unit must be kg" design-chart paper.csv --mass '1, 3 m'
refused 2 "--mass is ''; it must be a number" design-chart paper.csv --mass '1,,2'
refused 2 '--mass is -1; it must be positive' design-chart paper.csv --mass=-1
refused 2 '--mass has more than 64 masses' design-chart paper.csv --mass "$(seq -s, 65)"
refused 2 "--modulus is 'x'; it must be a number" design-chart paper.csv --modulus x
refused 2 '--fit is 0; it must lie in 0.01..10' design-chart paper.csv --fit 0
refused 3 'paper.csv:2: the critical speed is outside the range of a double' \
    design-chart paper.csv --mass 1e-320
