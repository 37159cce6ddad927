# shellcheck shell=sh
# What a table may say, on a table made for it: errata, slow rows, further tables, pages. Sourced by
# run.sh, which has $program, $dir, check and ends_with.
# shellcheck disable=SC2154,SC2013

# a program finds the data in ../share/dashpot first
home=$dir/home
mkdir -p "$home/bin" "$home/share/dashpot/papers" "$home/share/dashpot/scenarios"
cp "$program" "$home/bin/dashpot"
tables=$home/share/dashpot/papers
other=$home/bin/dashpot

cat >"$home/share/dashpot/scenarios/chain.yaml" <<'YAML'
dashpot: 1
kind: chain
materials: [{name: steel, young: 193 GPa, poisson: 0.3}]
chain:
  beads: [{count: 6, radius: 2 mm, mass: 0.3 g, material: steel}]
  striker: {copy: true, velocity: 1 m/s}
  contact: {law: hertz}
  sensors: [2]
  loops: [1, 3]
run: {step: 100 ns, until: 60 us}
YAML
cat >"$home/share/dashpot/scenarios/impact.yaml" <<'YAML'
dashpot: 1
kind: impact
impact:
  bodies: [{radius: 10 mm, mass: 0.1, velocity: 1 m/s}, {fixed: true}]
  contact: {law: hertz, stiffness: 1e9}
YAML

# F_max of a Hertz impact: K (1.25 m v^2/K)^0.6 = 1e9 (1.25e-10)^0.6 = 10^3.058146 N
cat >"$home/good.yaml" <<'YAML'
paper: "900"
authors: Nobody
title: A table for tests
errata:
  - id: eq-1-sign
    where: Eq 1
    kind: misprint
    short: F = K x, without the minus
    printed: F = -K x | y
    right: F = K x; the minus is lost in Eq 2.
    evidence: The speed after an impact.
    changes: Nothing printed depends on it.
    confidence: certain
  - {id: table-2, where: Table 2, kind: gap, short: eight of them, printed: "7", right: "8",
     evidence: e, changes: c, confidence: likely,
     with: {scenario: scenarios/impact.yaml, unit: N, value: max_force},
     rows: [{quantity: twice as fast, set: {impact.bodies.0.velocity: 2}, reference: "2626.5",
             printed: "1143.26", note: the other speed},
            {quantity: as it is, slow: true, reference: "1143.26"}]}
  - {id: sec-3, where: Sec 3, kind: readings, short: the second, printed: p, right: r, evidence: e,
     changes: c, confidence: likely}
  - {id: sec-4, where: Sec 4, kind: statement, short: it does not, printed: p, right: m,
     evidence: e, changes: c, confidence: likely}
groups:
  - where: Sec 1
    scenario: scenarios/impact.yaml
    unit: N
    value: max_force
    rows:
      - {quantity: first, printed: "1", slow: true, why: not the force, reference: "1143.26"}
      - {quantity: mended, printed: "1143.26", erratum: eq-1-sign, shows: eq-1-sign}
      - {quantity: shown, printed: "1143.26", shows: [eq-1-sign, table-2]}
      - {quantity: two runs, printed: "2", unit: "1",
         value: sqrt(a.energy.initial/b.energy.initial),
         runs: {a: {set: {impact.bodies.0.velocity: 2}}, b: {}}}
      - {quantity: shares, printed: "67, 7, 26", unit: "%", value: none, not_comparable: quoted}
      - {quantity: by the rule, printed: "1138.0"}
      - {quantity: inferred by the rule, printed: "1.1480E3", inferred: the speed}
      - {quantity: in a range, printed: 1000 to 1200}
      - {quantity: more than nothing, printed: "> 0"}
      - {quantity: less than nothing, printed: "< 0", why: it pushes}
      - {quantity: itself, printed: "= 1", value: max_force/max_force}
      - {quantity: nearly itself, printed: "= 1", value: 1 + 1e-6, why: not quite}
      - {quantity: of a percentage, printed: "-7.00E1", unit: "%", value: 0 - max_force/max_force,
         why: no share, reference: "-1"}
figures:
  - {id: fig-1, where: Fig 1, title: Loop, x_label: x, y_label: y, table: loops,
     only: contact = 3, x: 1e6*indentation, y: force, scenario: scenarios/chain.yaml,
     curves: [{label: third <contact>}]}
  - {id: fig-2, where: Fig 2, title: Points, x_label: x, y_label: y, x_log: true, y_log: true,
     curves: [{label: printed, printed: [[1, 2], [10, 3e1]]},
              {label: speeds, style: points, low: max_force - 1, high: max_force + 2,
               scenario: scenarios/impact.yaml, x: input,
               y: max_force, over: {path: impact.bodies.0.velocity, from: 1, to: 3, points: 5}}]}
  - {id: fig-3, where: Fig 3, title: Slow, slow: true, x_label: x, y_label: y, x: time, y: force,
     scenario: scenarios/impact.yaml, curves: [{label: all}]}
YAML
cp "$home/good.yaml" "$tables/900.yaml"

# --- errata ---------------------------------------------------------------------------------------
# table JQ-FILTER [OPTION]: of the table made here
table() {
    filter=$1
    shift
    "$other" reproduce --json "$@" >"$dir/table.json" && jq -e "$filter" "$dir/table.json"
}

check 'a table of its own' table '.rows | length == 15'
check 'errata in JSON' table '.errata | map(.id) == ["eq-1-sign", "table-2", "sec-3", "sec-4"]
    and map(.kind) == ["misprint", "gap", "readings", "statement"]
    and .[0].short == "F = K x, without the minus"'
check 'a mended row' table '.rows[1] | .verdict == "reproduced with erratum"
    and .erratum == ["eq-1-sign"] and (.reasons[0] | contains("F = -K x | y")
    and contains("F = K x") and contains("Eq 1"))'
check 'a row that shows two' table '.rows[2] | .verdict == "reproduced"
    and .shows == ["eq-1-sign", "table-2"]'
check 'errata know their rows' table '.errata[0] | .rows == ["900.2"]
    and .shown_by == ["900.2", "900.3"] and .evidence_rows == []'
check 'an erratum has its evidence' table '.errata[1].evidence_rows
    == ["900.table-2.1", "900.table-2.2"]'
check 'evidence is computed and not judged' table '.rows[13] | .kind == "evidence"
    and .verdict == "evidence" and (.unexpected | not) and (.ours / 2626.51 - 1 | fabs) < 1e-5
    and (.relative_difference - 1.297396 | fabs) < 1e-5 and .shows == ["table-2"]
    and .where == "Table 2" and .reasons == ["the other speed"]'
# 1143.26 N against 1138.0: +0.46 %, half a unit plus 0.5 % are 5.74
check 'within the rule' table '.rows[5] | .verdict == "within the rule" and (.by_digits | not)
    and (.allowed - 5.74 | fabs) < 1e-9 and .verdict_text == "within the rule, ±5.7"'
check 'an inferred input by the rule' table '.rows[6] | .verdict == "inferred input"
    and (.by_digits | not) and .verdict_text == "inferred input, within the rule, ±5.8"'
check 'a range' table '.rows[7] | .verdict == "reproduced" and .kind == "number"'
check 'statements' table '.rows[8:12] | all(.kind == "statement")
    and map(.verdict_text) == ["holds", "does not hold", "holds", "does not hold"]'
check 'counts of statements' table '.statements.reproduced == 2
    and .statements["not reproduced"] == 2 and ([.statements[]] | add) == 4'
check 'totals' table '.totals == {rows: 15, results: 13, empty: 1, by_rule: 2, evidence: 2,
    refuted: 1}'
check 'rows of a verdict' table '(.rows | map(.id)) == ["900.1", "900.6", "900.10", "900.12",
    "900.13"] and .totals.rows == 15 and .counts.reproduced == 3' --verdict not-reproduced,within
check 'refuses another verdict' ends_with 2 "$other" reproduce --verdict within,inferrd --quiet
check 'and suggests one' sh -c "'$other' reproduce --verdict inferrd 2>&1 |
    grep -q \"'inferrd'.*inferred\""
check 'a row without a value' table '.rows[4] | .ours == null and .value == null
    and .verdict == "not comparable" and (.unexpected | not)'
check 'all commands of a row' table '.rows[3].commands == [
    "dashpot run scenarios/impact.yaml --set impact.bodies.0.velocity=2",
    "dashpot run scenarios/impact.yaml"]'
check 'counts of a paper' table '.papers[0] | .rows == 15 and .figures == 3 and .errata == 4
    and .counts["reproduced with erratum"] == 1 and ([.counts[]] | add) == 9'

# refuses LABEL SED-SCRIPT WORDS: the changed table is bad input, and the complaint has the words
refuses() {
    sed "$2" "$home/good.yaml" >"$tables/900.yaml"
    cmp -s "$home/good.yaml" "$tables/900.yaml" && echo "the script '$2' changes nothing"
    "$other" reproduce --quiet >"$dir/refused" 2>&1
    check "refuses $1" test $? -eq 2
    check "says where: $1" grep "papers/900.yaml: .*$3" "$dir/refused"
    cp "$home/good.yaml" "$tables/900.yaml"
}

refuses 'an unknown erratum' 's/erratum: eq-1-sign/erratum: eq-7/' '900.2: erratum.*eq-7'
refuses 'to show an unknown one' 's/, table-2\]/, table-9]/' '900.3: shows.*table-9'
refuses 'an erratum without evidence' '/evidence: The/d' 'eq-1-sign.*evidence'
refuses 'two of one name' 's/id: table-2/id: eq-1-sign/' 'eq-1-sign'
refuses 'a name with other letters' 's/id: table-2/id: Table_2/' 'Table_2'
refuses 'another confidence' 's/confidence: likely/confidence: sure/' 'table-2.*sure'
refuses 'another kind' 's/kind: gap/kind: hole/' 'table-2.*kind is misprint.*not hole'
refuses 'an erratum without a kind' '/kind: misprint/d' 'eq-1-sign.*kind'
refuses 'an erratum without a short text' '/short: F = K x/d' 'eq-1-sign.*short'
refuses 'a short text that is long' \
    's/short: F = K x/short: F = K x, of which there is so much to say that no line holds it/' \
    'eq-1-sign.*short has more than 70'
refuses 'no value where something is comparable' 's/, not_comparable: quoted//' '900.5.*none'
refuses 'words that are no result' 's/printed: 1000 to 1200/printed: some/' \
    '900.8: printed is neither a number'
refuses 'a range that falls' 's/1000 to 1200/1200 to 1000/' '900.8: printed is neither a number'
refuses 'evidence without a value of ours' 's/, reference: "2626.5"//' '900.table-2.1: no reference'
refuses 'evidence with a verdict' 's/note: the other/why: the other/' \
    '900.table-2.1: there is no key why'
refuses 'a tolerance' 's/printed: "1138.0"/printed: "1138.0", tolerance: 5 %/' \
    '900.6: .*no key tolerance'
refuses 'half a band' 's/low: max_force - 1, //' 'fig-2.*both low and high'
refuses 'a look there is not' 's/label: speeds,/label: speeds, look: 13,/' 'fig-2.*look'
refuses 'another word for slow' 's/slow: true, why/slow: yes, why/' '900.1.*slow'
refuses 'another style' 's/style: points/style: dots/' 'fig-2.*style'
refuses 'half a printed point' 's/\[1, 2\]/[1]/' 'fig-2.*printed'

# --- anchors --------------------------------------------------------------------------------------
# what an alias stands for is read as if it were written there
sed -e 's/short: eight of them,/short: \&w eight of them,/; s/right: "8"/right: *w/' \
    -e 's/runs: {a: {set/runs: {a: \&r {set/; s/b: {}}/b: *r}/' "$home/good.yaml" \
    >"$tables/900.yaml"
"$other" reproduce --json >"$dir/table.json" 2>"$dir/refused"
check 'an alias for a text' jq -e '.errata[1] | .short == "eight of them" and .right == .short' \
    "$dir/table.json"
check 'an alias for a map' jq -e '.rows[3].runs
    | .a == .b and .a.set["impact.bodies.0.velocity"] == "2"' "$dir/table.json"
check 'what then does not come out is unexpected' jq -e '.rows[3] | .unexpected and .ours == 1
    and .problem == "not reproduced, but the table expects reproduced"' "$dir/table.json"
check 'and ends with status 3' ends_with 3 "$other" reproduce --quiet
check 'the table for people says so' sh -c "'$other' reproduce --quiet 2>&1 |
    grep -q '^    UNEXPECTED: not reproduced'"
for script in 's/kind: gap/kind: *hole/' 's/^title:/*hole :/'; do
    sed "$script" "$home/good.yaml" >"$tables/900.yaml"
    check "refuses $script" ends_with 2 "$other" reproduce --quiet
    "$other" reproduce --quiet >"$dir/refused" 2>&1
    check "says where: $script" grep -q "papers/900.yaml:[0-9]*: unknown alias '\*hole'" \
        "$dir/refused"
done
cp "$home/good.yaml" "$tables/900.yaml"

# --- quick ----------------------------------------------------------------------------------------
check 'quick leaves out what is slow' table '.left_out == {rows: 2, figures: 1}
    and (.rows | map(.id)) == ["900.2", "900.3", "900.4", "900.5", "900.6", "900.7", "900.8",
    "900.9", "900.10", "900.11", "900.12", "900.13", "900.table-2.1"]
    and (.figures | map(.id)) == ["fig-1", "fig-2"]' --quick
check 'nothing is left out otherwise' table '.left_out == {rows: 0, figures: 0}'
check 'it is said how much' sh -c "'$other' reproduce --quick |
    grep -q '^2 rows and 1 figure left out by --quick'"
check 'and figures and errata are counted' sh -c "'$other' reproduce --quick |
    grep -q 'more are evidence; 4 errata, 2 figures'"
check 'no progress in a pipe' sh -c "[ -z \"\$('$other' reproduce 2>&1 >/dev/null)\" ]"
if command -v script >/dev/null 2>&1; then
    check 'a terminal gets no progress with --quiet' sh -c \
        "! script -qec \"'$other' reproduce --quiet\" /dev/null </dev/null | grep -q '%.*left'"
fi

# --- figures --------------------------------------------------------------------------------------
check 'a folder with figures' "$other" reproduce --out "$dir/figures"
check 'the chain alone' "$other" run "$home/share/dashpot/scenarios/chain.yaml" \
    --out "$dir/chain" --quiet
# the curve is the loop of contact 3 of that run, and no other
loop_of_run() { awk -F, '$1 == 3 { printf "%.9g %.9g\n", 1e6 * $3, $5 }' "$dir/chain/loops.csv"; }
loop_of_figure() {
    sed -n '2,$s/^"[^"]*",//p' "$dir/figures/plots/900-fig-1.csv" |
        awk -F, '{ printf "%.9g %.9g\n", $1, $2 }'
}
loop_of_run >"$dir/loop.run"
loop_of_figure >"$dir/loop.figure"
check 'the loop has points' test "$(wc -l <"$dir/loop.run")" -gt 20
check 'a figure from a further table' cmp "$dir/loop.run" "$dir/loop.figure"
sed 's/table: loops/table: lops/' "$home/good.yaml" >"$tables/900.yaml"
"$other" reproduce --out "$dir/none" >"$dir/refused" 2>&1
check 'refuses an unknown table' test $? -eq 2
check 'and says which' grep '900.yaml.*fig-1.*lops.*loops' "$dir/refused"
cp "$home/good.yaml" "$tables/900.yaml"
check 'printed points' grep -q '^"printed",10,30,,$' "$dir/figures/plots/900-fig-2.csv"
check 'points of five runs' test "$(grep -c '^"speeds"' "$dir/figures/plots/900-fig-2.csv")" -eq 5
check 'drawn as points' test "$(grep -c 'with points' "$dir/figures/plots/900-fig-2.gp")" -eq 2
check 'a band' sh -c "[ \$(grep -c 'filledcurves' '$dir/figures/plots/900-fig-2.gp') -eq 1 ] &&
    awk -F, '\$1 == \"\\\"speeds\\\"\" && (\$3 - \$4 - 1)^2 < 1e-12 &&
        (\$5 - \$3 - 2)^2 < 1e-12 { n++ }
        END { exit n != 5 }' '$dir/figures/plots/900-fig-2.csv'"
check 'axes in decades' test "$(grep -c '^set logscale' "$dir/figures/plots/900-fig-2.gp")" -eq 2
check 'a look by number' sh -c "sed 's/label: speeds,/label: speeds, look: 4,/' '$home/good.yaml' \
    >'$tables/900.yaml' && '$other' reproduce --out '$dir/looks' --quiet >/dev/null"
cp "$home/good.yaml" "$tables/900.yaml"
check 'it is that of the fourth' grep -q "pointtype 13 .*linecolor '#7d4f9e' title 'speeds'" \
    "$dir/looks/plots/900-fig-2.gp"
check 'decades get no room, the others do' sh -c "
    grep -q '^set offsets 0, 0, 0, 0' '$dir/figures/plots/900-fig-2.gp' &&
    grep -q '^set offsets graph 0.03, graph 0.03, graph' '$dir/figures/plots/900-fig-1.gp'"
check 'files in JSON' jq -e '.figures[0].files | index("plots/900-fig-1.csv") != null' \
    "$dir/figures/summary.json"
check 'the command of a curve of many runs is its first' jq -e '.figures[1].curves[1].command
    == "dashpot run scenarios/impact.yaml --set impact.bodies.0.velocity=1"' \
    "$dir/figures/summary.json"

# --- the page -------------------------------------------------------------------------------------
page=$dir/figures/report.html
has() { grep -qF "$1" "$page"; }
check 'contents lead to the figures' has 'href="#p900-figures"'
check 'a row leads to its erratum' has 'href="#e900-eq-1-sign"'
check 'an erratum leads to its rows' has 'href="#r900.3"'
for anchor in $(grep -o 'href="#[^"]*' "$page" | sed 's/href="#//' | sort -u); do
    check "there is a place for #$anchor" has "id=\"$anchor\""
done
check 'what is mended is said once' test "$(grep '<tr id="r900.2"' "$page" |
    grep -o 'href="#e900-eq-1-sign"' | wc -l)" -eq 1
check 'kinds at the entries' has '(gap, likely)'
check 'taken where the print has a gap' has '<dt>Taken here</dt><dd>8</dd>'
check 'measured where it makes a claim' has '<dt>Measured</dt><dd>m</dd>'
check 'the rule is said' has 'within half a unit plus 0.5 % of the number'
check 'evidence stands in its erratum only' sh -c "
    sed -n '/<article id=\"e900-table-2\"/,/<.article>/p' '$page' |
        grep -q '<tr data-verdict=\"6\" id=\"r900.table-2.1\">' &&
    [ \$(grep -c 'twice as fast' '$page') -eq 1 ]"
check 'rows can be filtered' sh -c "[ \$(grep -c 'name=\"verdict\"' '$page') -eq 12 ]"
check 'one style of minus and powers' has '<td>−7.00·10<sup>1</sup></td><td>−1</td>'
check 'points have their unit' has '<td>+69 points</td>'
check 'a command to copy' has 'data-copy="dashpot run scenarios/impact.yaml --set impact.bodies.0'
check 'labels are escaped' has 'third &lt;contact&gt;'
check 'the scenario stands in the page' sh -c "tr -d '\n' <'$page' |
    grep -q '<pre id=\"s900-fig-1-1\">dashpot: 1kind: chain'"
# the scenario of a curve of many runs makes all of its points
sed -n '/<pre id="s900-fig-2-2">/,/<\/pre>/p' "$page" | sed 's/<[^>]*>//g' >"$dir/sweep.yaml"
check 'a sweep is in it' grep -q '^sweep:' "$dir/sweep.yaml"
check 'it runs' "$other" run "$dir/sweep.yaml" --out "$dir/sweep" --quiet
awk -F, 'NR > 1 && $1 ~ /^[0-9]/ { printf "%.12g %.12g\n", $1, $2 }' "$dir/sweep/series.csv" \
    >"$dir/sweep.run"
sed -n 's/^"speeds",//p' "$dir/figures/plots/900-fig-2.csv" |
    awk -F, '{ printf "%.12g %.12g\n", $1, $2 }' >"$dir/sweep.figure"
check 'five points of it' test "$(wc -l <"$dir/sweep.run")" -eq 5
check 'they are those of the curve' cmp "$dir/sweep.run" "$dir/sweep.figure"
# every button copies a text of its own or that of an element
check 'buttons with something to copy' test "$(grep -o '<button' "$page" | wc -l)" -eq \
    "$(grep -oE 'class="copy" type="button" data-(copy|from)=' "$page" | wc -l)"
for id in $(grep -o 'data-from="[^"]*' "$page" | sed 's/data-from="//'); do
    check "a text to copy: $id" has "<pre id=\"$id\">"
done
check 'two ways to copy' sh -c "grep -q 'navigator.clipboard.writeText' '$page' &&
    grep -q \"execCommand('copy')\" '$page'"
check 'nothing from the network' sh -c \
    "! grep -qE '(src|href)=\"?(https?:|//)|@import|url\(' '$page'"
if command -v sha256sum >/dev/null 2>&1 && command -v python3 >/dev/null 2>&1; then
    check 'the script is the one the page allows' python3 -c '
import base64, hashlib, re, sys
page = open(sys.argv[1]).read()
scripts = re.findall("<script>(.*?)</script>", page, re.S)
digests = [base64.b64encode(hashlib.sha256(s.encode()).digest()).decode() for s in scripts]
sys.exit(not digests or any("sha256-" + d not in page.split("<title>")[0] for d in digests))' \
        "$page"
fi

# --- benchmarks ----------------------------------------------------------------------------------
# F_max = 1143.26 v^1.2 N; the points lie 10 above it at 1 m/s and 30 below it at 2 m/s
mkdir -p "$home/share/dashpot/data"
cat >"$home/share/dashpot/data/points.csv" <<'CSV'
# a figure
speed [m/s],force [N],series
1,1153.2626,one
2,2596.5278,one
9,0,one
1,7,two
CSV
cat >"$home/bench.yaml" <<'YAML'
paper: bench
authors: Nobody else
title: A benchmark for tests
benchmark: Closed forms, and points from a file.
groups:
  - where: Test 1
    scenario: scenarios/impact.yaml
    unit: N
    value: max_force
    rows:
      - {quantity: closed form, printed: "1143.26"}
      - {quantity: more than nothing, printed: "> 0"}
      - {quantity: far, value: rms, reference: "22.361",
         distance: {figure: force, curve: ours, to: read}}
      - {quantity: far below, value: largest, reference: "10.0",
         distance: {figure: force, curve: ours, to: read, below: 1.5}}
      - {quantity: far in the other direction, value: points + 10*outside, reference: "12",
         distance: {figure: force, curve: falling, to: mirrored}}
      - {quantity: far along a series, value: rms, reference: "0.5",
         distance: {figure: series, curve: ours, to: line}}
figures:
  - {id: force, where: Test 1, title: Force, x_label: speed, y_label: force, x: input, y: max_force,
     scenario: scenarios/impact.yaml,
     over: {path: impact.bodies.0.velocity, from: 0.5, to: 3, points: 4, scale: log},
     curves: [{label: ours}, {label: falling, x: 0 - input},
              {label: read, read: {file: data/points.csv, x: speed, y: force, series: one}},
              {label: mirrored, printed: [[-1, 0], [-2, 0], [1, 0]]}]}
  - {id: series, where: Test 1, title: Series, x_label: x, y_label: y, x: 1e6*time, y: 2e6*time,
     scenario: scenarios/impact.yaml,
     curves: [{label: ours}, {label: line, printed: [[20, 40.5], [50, 99.5]]}]}
YAML
cp "$home/bench.yaml" "$tables/bench.yaml"
check 'a benchmark beside a paper' table '.totals.rows == 15 and .benchmarks == {papers: 1, rows: 6,
    figures: 2, references: 1, distances: 4, statements: .benchmarks.statements}
    and .benchmarks.statements.reproduced == 1 and .statements.reproduced == 2'
check 'a reference value' table '.rows[] | select(.paper == "bench" and .kind == "reference")
    | .verdict == "reference" and .by_digits and .verdict_text == "meets the reference value"'
check 'a distance over many runs' table '.rows[] | select(.quantity == "far") | .distance
    | (.rms - 22.36068 | fabs) < 1e-3 and (.largest - 30 | fabs) < 1e-3 and .points == 2
    and .outside == 1 and .span == 2596.5278 and (.share - .rms / .span | fabs) < 1e-12'
check 'the folder of a benchmark' "$other" reproduce bench --out "$dir/bench"
check 'equal steps of the logarithm' sh -c "
    sed -n 's/^\"ours\",//p' '$dir/bench/plots/bench-force.csv' | awk -F, '
        NR > 1 && (\$1 / last / 6^(1/3) - 1)^2 > 1e-16 { exit 1 } { last = \$1 }'"
check 'the sweep has them too' grep -q 'to: 3, count: 4, scale: log' "$dir/bench/report.html"
check 'points of the file in the picture' grep -q '^"read",9,0$' "$dir/bench/plots/bench-force.csv"
check 'the page says where they come from' grep -q 'points of <code>data/points.csv</code>' \
    "$dir/bench/report.html"
check 'no printed numbers on the page of a benchmark' sh -c \
    "! grep -q '<h2>Printed' '$dir/bench/report.html' &&
     grep -q '<h2>Benchmarks, counted apart' '$dir/bench/report.html'"
# wrong SED-SCRIPT STATUS WORDS: the changed benchmark ends with this status and these words
wrong() {
    sed "$1" "$home/bench.yaml" >"$tables/bench.yaml"
    cmp -s "$home/bench.yaml" "$tables/bench.yaml" && echo "the script '$1' changes nothing"
    "$other" reproduce bench --out "$dir/none" --force >"$dir/refused" 2>&1
    check "status $2 after $1" test $? -eq "$2"
    check "says why after $1" grep -q "$3" "$dir/refused"
    cp "$home/bench.yaml" "$tables/bench.yaml"
}
wrong 's/printed: "1143.26"/printed: "1143.27"/' 3 'the reference value is 1143.27'
wrong 's/reference: "22.361"/reference: "22.37"/' 3 'computed 22.36.*knows 22.37'
wrong 's/, reference: "22.361"//' 2 'bench.3: no reference'
wrong 's/to: read}/to: reed}/' 2 'bench.3: distance needs a figure.*reed'
wrong 's/curve: ours, to: read}/curve: read, to: ours}/' 2 'bench.3: distance needs a figure'
wrong 's/curve: ours, to: read}/curve: ours, too: read}/' 2 'bench.3: there is no key too'
wrong 's/scale: log/scale: lg/' 2 'force: scale must be linear or log'
wrong 's/from: 0.5/from: 0/' 2 'a scale in decades'
wrong 's/y: force, series/y: farce, series/' 2 'points.csv has no column farce'
wrong 's/series: one/series: three/' 2 'points.csv has no such points'
wrong 's|data/points.csv|data/point.csv|' 4 'point.csv'
rm "$tables/bench.yaml"

# --- pages of the documentation -------------------------------------------------------------------
if command -v python3 >/dev/null 2>&1; then
    "$other" reproduce --json >"$dir/papers.json"
    python3 tools/write_papers.py errata <"$dir/papers.json" >"$dir/errata.md"
    check 'errata as Markdown' grep -q '^### Eq 1 (900, misprint, certain)$' "$dir/errata.md"
    for words in 'Written by' 'F = -K x \\|' 'F = K x; the minus' 'The speed after' \
        'Nothing printed depends' '| \[Table 2\](#900-table-2) | gap | eight of them | likely |' \
        '^The 4 entries' '^\* \*misprint\* (1): ' '^\* \*statement\* (1): ' \
        '^\*\*Right.\*\* F = K x' '^\*\*Taken here.\*\* 8' '^\*\*Taken here.\*\* r' \
        '^\*\*Measured.\*\* m' '| mended \[N\] | 1143.26 | ' '| shown \[N\] | 1143.26 | ' \
        '| twice as fast \[N\] (the other speed) | 1143.26 | 2626'; do
        check "errata.md says $words" grep -q "$words" "$dir/errata.md"
    done
    check 'rows of no erratum are not in it' sh -c "! grep -q 'two runs' '$dir/errata.md'"
    python3 tools/write_papers.py counts <"$dir/papers.json" >"$dir/counts.md"
    check 'counts as Markdown' grep -qx '| all | 3 | 1 | 1 | 1 | 2 | 2 | 3 | 3 |' "$dir/counts.md"
    check 'papers by their authors' grep -q '^| 900 Nobody | 3 | 1 |' "$dir/counts.md"
fi
