# shellcheck shell=sh disable=SC2154,SC2034
# The page of a fit: laws, pictures, tables, lines to copy. A steel ball on a bronze block; the
# column of the restitution has a name that would be markup, the title too.

cat >bronze.yaml <<'YAML'
dashpot: 1
title: "<script>alert(1)</script> & bronze"
kind: impact
materials:
  - {name: steel, young: 207 GPa, poisson: 0.3, density: 7800}
  - {name: bronze, young: 110 GPa, poisson: 0.34, yield: 200 MPa}
impact:
  bodies:
    - {material: steel, radius: 10 mm, velocity: 1 m/s}
    - {material: bronze, fixed: true}
  contact: {law: hertz}
fit:
  columns: ["v [m/s]", "<i>e"]
  rows: [[0.1, 0.78], [0.3, 0.65], [1.0, 0.52]]
  inputs: [{column: v, path: impact.bodies.0.velocity}]
  targets: [{column: "<i>e", result: restitution, sigma: 0.02}]
  free:
    - {path: impact.contact.yield, from: 10 MPa, to: 10 GPa}
    - {path: impact.contact.yield_pressure, from: 10 MPa, to: 10 GPa}
  laws: [thornton, ma-liu, exact-restitution, kelvin-voigt]
YAML
run 0 run bronze.yaml --out bronze
page=bronze/report.html

label='page of a fit'
holds "$page" '<h2>Laws, best first'
# value and interval of the reference, in people's units
if grep -q 'yield 112.8[^<]*MPa <span class="muted">\[102.2, 124.8\]' "$page"; then pass
else fail 'no value with its interval'; fi
# best first
if awk '/<td class="left">ma-liu</ { a = NR } /<td class="left">thornton</ { b = NR }
    END { exit !(a > 0 && a < b) }' "$page"; then pass; else fail 'not in order'; fi
holds "$page" '<td>2.829</td><td>2</td>'
holds "$page" '<h2>Not tried'
holds "$page" '<li><b>kelvin-voigt</b>: '
holds "$page" 'by linear propagation of the covariance'
lacks "$page" '<i>e'
lacks "$page" '<script>alert'
holds "$page" '&lt;i&gt;e against v'

label='order of the page of a fit'
# the picture comes before the table, and in the table what decides comes first
if awk '/<h2>Plots/ { a = NR } /<h2>Laws, best first/ { b = NR }
    END { exit !(a > 0 && a < b) }' "$page"
then pass; else fail 'the table is above the plots'; fi
ranked='<th class="left">law</th><th>AICc[^<]*best</th><th>weight</th>.*<th class="left">parameters'
if grep -q "$ranked" "$page"
then pass; else fail 'columns of the ranking'; fi
holds "$page" '<dt>rms</dt>'
holds "$page" '<dt>degrees of freedom'
holds "$page" 'Scroll the table sideways'
grep -A 6 '^\.scroll' "$page" >scroll.css
holds scroll.css 'background-attachment: local'

label='cards of a fit'
# without sigma chi2 means nothing, nor do degrees of freedom; the next law gives another curve
printf '%s\n' 'speed [m/s],restitution' 1,0.645 1.4,0.56 2,0.526 2.8,0.484 4,0.45 4.9,0.42 \
    >drops.csv
run 0 fit drops.csv --law thornton --law kuwabara-kono --law azad-featherstone --law hertz \
    --set mass=13.78g --set modulus=58.39GPa --set radius=7.5mm --out cards
lacks cards/report.html '<dt>degrees of freedom'
holds cards/report.html '<dt>rms</dt>'
holds cards/report.html '<dt>runner-up kuwabara-kono, AICc above the best</dt>'
run 0 fit drops.csv --law kuwabara-kono --law azad-featherstone --law hertz --set mass=13.78g \
    --set modulus=58.39GPa --set radius=7.5mm --out cards --force
holds cards/report.html '<dt>runner-up hertz, AICc above the best</dt>'

label='lines to copy'
for title in 'Contact to paste' 'The same contact in C' 'The same contact in Python'; do
    holds "$page" "<h2>$title</h2><button class=\"copy\""
done
holds "$page" 'dp_contact_defaults(dp_law_find(&quot;ma-liu&quot;))'
holds "$page" '&quot;ma-liu&quot;,'
# what is pasted gives what was fitted
sed -n 's/.*\(contact: {law: ma-liu, yield: [0-9.e+]*}\).*/\1/p' "$page" | head -n 1 >pasted
if [ -s pasted ]; then pass; else fail 'no contact'; fi
awk -v contact="$(cat pasted)" '/^fit:/ { exit }
    /^  contact:/ { print "  " contact; next } { print }' bronze.yaml >pasted.yaml
run 0 run pasted.yaml --set impact.bodies.0.velocity=0.1 --json
fitted=$(awk -F, 'NR == 2 { print $4 }' bronze/series.csv)
near 'pasted restitution' "$(value restitution)" "$fitted" 1e-9

label='tables of a fit'
if [ "$(wc -l <bronze/curves.csv)" -eq 61 ]; then pass; else fail 'not 60 places'; fi
# the curve goes through what was fitted: 0.65295 at 0.3 m/s lies between its neighbours
if awk -F, 'NR > 1 && $1 > 0.25 && $1 < 0.36 {
        if ($2 > 0.653) above = 1
        if ($2 < 0.653) below = 1 }
    END { exit !(above && below) }' bronze/curves.csv; then pass; else fail 'another curve'; fi
# band: half of it is 1.96 sigma(yield) |de/dyield|; by differences of two runs at 0.3 m/s
near_place=$(awk -F, 'NR > 1 && $1 > 0.5 { print $1; exit }' bronze/curves.csv)
slope() {
    "$program" run pasted.yaml --set "impact.bodies.0.velocity=$near_place" \
        --set "impact.contact.yield=$1" --json | sed -n 's/^ *"restitution": \([0-9.e-]*\),$/\1/p'
}
"$program" run bronze.yaml --json >bronze.json
low=$(slope 112.7e6) high=$(slope 112.9e6)
stderr=$(sed -n 's/^ *"stderr": \([0-9.e+]*\),$/\1/p' bronze.json | head -n 1)
want=$(calculate "1.959964 * $stderr * ($high - ($low)) / 0.2e6")
got=$(awk -F, -v at="$near_place" '$1 == at { printf "%.15g", ($NF - $(NF - 1)) / 2 }' \
    bronze/curves.csv)
# the slope is that of a chord 0.2 % wide
near 'half of the band' "$got" "$want" 1e-3
# the profile at both ends of the interval is the threshold, chi2 + 3.84
if awk -F, 'NR == 1 || $3 == "" { next } { n++; d = $3 - $4; if (d < 0.01 && d > -0.01) ends++
    else if (d < -3.83 && d > -3.85) lowest++ }
    END { exit !(n == 3 && ends == 2 && lowest == 1) }' bronze/profiles.csv; then pass
else fail 'the profile does not meet the threshold'; fi

label='pictures of a fit'
for stem in residuals profile-yield; do
    if [ -s "bronze/plots/$stem.gp" ]; then pass; else fail "no $stem"; fi
    if ! command -v gnuplot >/dev/null || [ -s "bronze/plots/$stem.svg" ]; then pass
    else fail "$stem is not drawn"; fi
done
holds bronze/plots/fit-_i_e.gp 'with vectors heads'
holds bronze/plots/fit-_i_e.gp 'with filledcurves'
holds bronze/plots/fit-_i_e.gp 'set logscale x'

label='predictions and groups in a report'
cat >alloys.csv <<'CSV'
speed [m/s],restitution,alloy
0.5,0.90,a1
1,0.85,a1
2,0.78,a1
0.5,0.80,b2
1,0.72,b2
2,0.64,b2
CSV
run 0 fit alloys.csv --law thornton,hertz --by alloy --set 'modulus=58 GPa' --set 'radius=7.5 mm' \
    --set 'mass=13.78 g' --predict 'speed=3 m/s' --out alloys
for group in a1 b2; do
    holds alloys/report.html "<h2>Laws, best first, $group "
    holds alloys/report.html "<h2>Predictions, $group</h2>"
done
holds alloys/report.html 'speed 3 m/s, extrapolated</td><td class="left">thornton</td>'
if [ "$(grep -o '<div>max_force [^<]* <span class="muted">\[' alloys/report.html | wc -l)" -ge 2 ]
then pass; else fail 'no intervals'; fi

label='a fit without rows has no tables'
lacks bronze.json curves

label='several inputs'
sed -e 's/columns: .*/columns: ["v [m\/s]", "R [mm]", e]/' -e 's/column: "<i>e"/column: e/' \
    -e 's/rows: .*/rows: [[0.1, 10, 0.78], [0.3, 12, 0.65], [1.0, 8, 0.52]]/' \
    -e 's/inputs: \[/&{column: R, path: impact.bodies.0.radius}, /' bronze.yaml >several.yaml
run 0 run several.yaml --out several
holds several/plots/fit-e.gp 'x with lines'
holds several/plots/residuals.gp "set xlabel 'row'"
holds several/report.html 'as in the first row'
if [ -e several/curves.csv ]; then fail 'curves over what?'; else pass; fi
