# shellcheck shell=sh disable=SC2154,SC2034,SC2016
# Further tables, maps and an animation. Sourced by run.sh; the numbers are those of field.c.

label='further tables'
is 'failed' "$driver" field --out field 2>"$err"
is 'is not complete' is_complete field
is 'a table is missing' [ -s field/field.csv ]
is 'another table is missing' [ -s field/impacts.csv ]
is 'the header of field.csv is wrong' [ "$(head -n 1 field/field.csv)" = \
    'bead [1],time [s],velocity [m/s],bead_force [N]' ]
is 'field.csv lacks rows' [ "$(wc -l <field/field.csv)" -eq 56001 ]
# bead 5 at time 0 is at the top of two waves: 0.4 (1 + 1/4) and 2600 (1 + 1/4)
is 'a row of field.csv is wrong' [ "$(sed -n 6p field/field.csv)" = '5,0,0.5,3250' ]
is 'impacts.csv is wrong' [ "$(sed -n 5p field/impacts.csv)" = '0.75,"bush, inside",' ]
is 'impacts.csv is no table' is_csv field/impacts.csv
if command -v h5dump >/dev/null; then
    h5dump -d /field/velocity -s 4 -c 1 field/series.h5 >"$out" 2>&1
    is 'no velocity in series.h5' grep -q '(4): 0.5$' "$out"
    is 'not all rows in series.h5' grep -q 'SIMPLE { ( 56000 ) / ( 56000 ) }' "$out"
    is 'no unit in series.h5' grep -q '"m/s"' "$out"
    h5dump -d /impacts/surface field/series.h5 >"$out" 2>&1
    is 'no words in series.h5' grep -q '"pin", "bush, inside"' "$out"
    h5dump -n field/series.h5 >"$out" 2>&1
    for group in series field needles sensors impacts; do
        is "no group /$group" grep -q "group  */$group\$" "$out"
    done
fi

label='a report with further tables'
is 'report.html is not what it was' is_self_contained field/report.html
for name in field needles sensors impacts; do
    is "does not name $name.csv" grep -q "<a href=\"$name.csv\">" field/report.html
done
is 'all notes' [ "$(grep -c '<li>note [1-9][0-9]*</li>' field/report.html)" -eq 39 ]
is 'that there are more notes' grep -q '<li>There are more notes than 39.</li>' field/report.html
is 'the animation is not above the plots' awk '/<h2>Animation</ { a = NR } /<h2>Plots</ { p = NR }
    /animation-box.*still/ { b = NR } END { exit !(a > 0 && a < b && b < p) }' field/report.html
is 'a plot of no table is not explained' grep -q 'there is no table elsewhere' field/report.html

label='a name that would end the script of an animation'
"$driver" animation '</script><!-- "é' >animation.html
is 'is not escaped' grep -qF 'var facts = {"name":"\u003c/script>\u003c!-- \"\u00E9"};' \
    animation.html
is 'ends the script' [ "$(grep -c '</script>' animation.html)" -eq 1 ]

label='colours'
is 'velocity: not blue, grey, yellow' grep -q "palette.*#001b3f.*#808080.*#fff6dd" \
    field/plots/map_velocity.gp
# the largest velocity is that of two waves on top of each other, as above
is 'velocity: not symmetric' grep -q 'cbrange \[-500:500\]' field/plots/map_velocity.gp
is 'force: not from light to dark' grep -q "palette.*0 '#faf7e5'.*6 '#0f1840'" \
    field/plots/map_force.gp
# more than where it begins, less than two waves at their tops: 2600 (1 + 0.8)
is 'force: not from zero' awk -F '[^0-9.e-]+' '/^set cbrange/ {
    good = $(NF - 2) == 0 && $(NF - 1) > 3.25 && $(NF - 1) < 4.68 } END { exit !good }' \
    field/plots/map_force.gp
is 'needles: not from dark to light' grep -q "palette.*0 '#0f1840'.*6 '#faf7e5'" \
    field/plots/map_needles.gp
is 'labels' grep -q "set cblabel 'bead force \[kN\]'" field/plots/map_force.gp
is 'units of an axis' grep -q "set ylabel 'time \[µs\]'" field/plots/map_force.gp

label='a thinned map'
# 3001 rows become 300, and each needle is one row: it must be there, at its place
is 'a needle is lost or misplaced' awk '
    /^# index/ { on = /map_needles/; next }
    on && NF > 100 { for (i = 0; i < 20; i++) {
        z = $(int((i + 0.5) * NF / 20) + 1)
        if (z != 0) { seen[i]++; value[i] = z; at[i] = rows } }
        rows++ }
    END { for (i = 0; i < 20; i++) {
        # from half a row below the first to half a step, 0.3, above the last at 2999.6
        place = (7 + 149 * i + 0.5) / 3000.4 * rows
        if (seen[i] != 1 || value[i] != -100 - i || at[i] > place || at[i] < place - 1) {
            print i, seen[i], value[i], at[i], place; exit 1 } }
        exit rows != 300 }' field/plots/series.dat

label='a map with uneven steps'
# places 0, 1 and 3 reach half way to their neighbours: 1, 1.5 and 2 m of 4.5 m, in 450 cells
is 'not to scale' awk '
    /^# index/ { on = /map_uneven/; next }
    on && NF == 450 { rows++; for (i = 1; i <= NF; i++) cells[$i]++ }
    END { exit !(rows > 0 && cells[1] == 100 * rows && cells[2] == 150 * rows &&
        cells[3] == 200 * rows) }' field/plots/series.dat
is 'the axis is not to scale' grep -q 'set xrange \[-0.5:4\]' field/plots/map_uneven.gp

label='pictures of further tables'
is 'the range of the curves' grep -q 'set xrange \[0:4' field/plots/sensors.gp
is 'twelve curves' [ "$(grep -c 'with lines' field/plots/sensors.gp)" -eq 12 ]
is 'their names' grep -q "title 'bead 56'" field/plots/sensors.gp
if command -v gnuplot >/dev/null; then
    is 'not every plot was drawn' [ "$(find field -name '*.svg' | wc -l)" -eq 5 ]
    is 'a plot is no SVG' are_xml field/plots/*.svg
    is 'a map is large' [ -z "$(find field -name '*.svg' -size +1500k)" ]
    is 'a map is no image' [ "$(grep -l '<image' field/plots/map_*.svg | wc -l)" -eq 4 ]
    is 'a report is large' [ -z "$(find field -name report.html -size +4000k)" ]
fi

label='names of further tables'
for name in series a/b ../a '' .hidden -a 'a b' "$(printf 'a\nb')"; do
    "$driver" named "$name" --out named >"$out" 2>"$err"
    got=$?
    is "'$name' ends with status $got" [ "$got" -eq 4 ]
    is "'$name' leaves something" is_absent named
    is 'a temporary folder is left' is_tidy .
done
is "'a-B_1' failed" "$driver" named a-B_1 --out named
is 'no file of this name' [ -s named/a-B_1.csv ]

label='digests'
if command -v sha256sum >/dev/null; then
    # around the ends of blocks
    for length in 0 1 55 56 63 64 65 119 120 128 100000; do
        head -c "$length" field/report.html >"$dir/piece"
        is "of $length bytes" [ "$("$driver" digest "$dir/piece")" = \
            "$(sha256sum <"$dir/piece" | cut -d ' ' -f 1)" ]
    done
fi
