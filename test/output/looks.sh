# shellcheck shell=sh disable=SC2154,SC2034,SC2016
# What a reader sees, as far as a machine can tell. Sourced by run.sh after field.sh; plain, long
# and field are results of earlier runs.

label='units'
is 'N m/s^2' [ "$("$driver" unit 'N m/s^2')" = 'N·m/s²' ]
is '10^-3 1/s' [ "$("$driver" unit '10^-3 1/s')" = '10⁻³ 1/s' ]
is 'a label' [ "$("$driver" label 'force of a^2 [N m]')" = 'force of a² [N·m]' ]
is 'a label without a unit' [ "$("$driver" label 'share of time')" = 'share of time' ]
# every quantity of an impact has a unit
for script in plain/plots/*.gp; do
    is "an axis of $script has no unit" awk '/^set [xy]label / { n++; if (!/\[[^]]+\]/) bad = 1 }
        END { exit bad || n != 2 }' "$script"
done

label='curves in grey'
# dashes and width tell the twelve apart without their colours, and only one is solid and wide
is 'two look alike' awk '/with lines linewidth/ {
        match($0, /linewidth [^ ]* dashtype [^ ]*/); look = substr($0, RSTART, RLENGTH)
        if (seen[look]++) bad = 1
        if (look ~ /solid/ && look !~ /linewidth 1/) solid++ }
    END { exit bad || solid != 1 }' field/plots/sensors.gp

# seven steps of a palette from light to dark or back, by CIE lightness of the grey they print as
label='colours in grey'
# in_order FILE SIGN: 1 from dark to light, -1 back
in_order() {
    awk -v sign="$2" '
    function digit(c) { return index("0123456789abcdef", c) - 1 }
    function part(i) { return (16 * digit(substr(c, i, 1)) + digit(substr(c, i + 1, 1))) / 255 }
    function linear(v) { return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ^ 2.4 }
    /^set palette/ { n = 0; while (match($0, /#[0-9a-f]*/)) {
        c = substr($0, RSTART + 1, 6); $0 = substr($0, RSTART + RLENGTH)
        y = 0.2126 * linear(part(1)) + 0.7152 * linear(part(3)) + 0.0722 * linear(part(5))
        l[n++] = 116 * y ^ (1 / 3) - 16 }
        # a step of ten is seen; equal ones would be (97 - 10) / 6 = 14.5
        for (i = 1; i < n; i++) if (sign * (l[i] - l[i - 1]) < 10) bad = 1 }
    END { exit bad || n != 7 }' "$1"
}
is 'a palette does not keep its order' in_order field/plots/map_force.gp -1
# both signs: a grey print must not make one of them the other
is 'two signs look alike' in_order field/plots/map_velocity.gp 1

label='legends'
# a viscous law leaves nothing for plastic flow, so its colour would stand for nothing
is 'an area is missing' grep -q "title 'viscous'" plain/plots/energy.gp
isnt 'an empty area has a name' grep -q "title 'plastic'" plain/plots/energy.gp

if command -v gnuplot >/dev/null && command -v python3 >/dev/null; then
    label='texts of pictures'
    is 'one leaves its picture' texts_fit plain/plots/*.svg field/plots/*.svg odd/plots/*.svg
fi

label='tables of the report'
is 'decimal points do not stand below each other' columns_align long/report.html

# --- rows that are drawn of a long bounce ---------------------------------------------------------
# thousands of rows in each impact, few in a flight, and more impacts than points are drawn
label='a long bounce'
if [ "$program" != "$driver" ]; then
    printf '%s\n' 'dashpot: 1' 'kind: bounce' 'materials:' \
        '  - {name: steel, young: 207 GPa, poisson: 0.3, density: 7800}' \
        'bounce: {body: {material: steel, radius: 31 mm, mass: 1 kg}, floor: {material: steel},' \
        '  height: 2 m, contact: {law: lankarani-nikravesh, restitution_from: ma-liu,' \
        '  yield: 400 MPa}}' 'run: {until: 60 s}' >"$dir/bounce.yaml"
    is 'failed' "$program" run "$dir/bounce.yaml" --out bounce >"$out" 2>"$err"
    is 'has too few impacts to try it' [ "$(wc -l <bounce/impacts.csv)" -gt 4100 ]
    # 800 stretches of time, each with its first and last row and both extremes: a row that is left
    # out lies in a stretch with drawn rows on both sides, within the heights and forces drawn there
    for case in 'height-time 2' 'force-time 4'; do
        # shellcheck disable=SC2086  # two words
        set -- $case
        is "$1 leaves out what can be seen" awk -v of="for $1.gp" -v column="$2" '
            NR == FNR { if (/^#/) on = index($0, of)
                else if (on && NF == 2) { t[++n] = $1; y[n] = $2 }
                next }
            FNR == 1 { next }
            { split($0, cell, ","); time = cell[1]; value = cell[column]
                while (i + 1 < n && t[i + 2] < time) i++
                # drawn rows have nine digits
                slack = 1e-8 * value
                low = high = y[i + 1]
                for (k = i - 6; k <= i + 8; k++) if (k >= 1 && k <= n &&
                    t[k] > time - 60 / 800 && t[k] < time + 60 / 800) {
                    if (y[k] < low) low = y[k]
                    if (y[k] > high) high = y[k] }
                if (value < low - slack || value > high + slack) bad++
                near = time - t[i + 1] < t[i + 2] - time ? time - t[i + 1] : t[i + 2] - time
                if (near > 60 / 800) bad++ }
            END { exit bad > 0 || n < 1000 }' bounce/plots/series.dat bounce/series.csv
    done
    # the first impacts stand far apart in height, all of them in one stretch of the axis
    for number in 1 2 3 4 5 6 7 8; do
        is "impact $number is not drawn" awk -v number="$number" '
            /^#/ { on = /for impact-forces.gp/ } on && NF == 2 && $1 == number { found = 1 }
            END { exit !found }' bounce/plots/series.dat
    done
fi
