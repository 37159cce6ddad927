# shellcheck shell=sh disable=SC2154,SC2016
# Part of words.sh: tables of papers with one mistake each, and rows that are not as expected. The
# program looks in ../share/dashpot first, so a copy of it is put beside tables made for this.

home=$dir/words/home
tables=$home/share/dashpot/papers
mkdir -p "$home/bin" "$tables" "$home/share/dashpot/scenarios"
cp "$program" "$home/bin/dashpot"
cp "$clocked" "$home/bin/clocked"
usual=$program
program=$home/bin/dashpot

cat >"$home/share/dashpot/scenarios/impact.yaml" <<'END'
dashpot: 1
kind: impact
impact:
  bodies: [{radius: 10 mm, mass: 0.1, velocity: 1 m/s}, {fixed: true}]
  contact: {law: hertz, stiffness: 1e9}
END
cat >"$home/share/dashpot/scenarios/bounce.yaml" <<'END'
dashpot: 1
kind: bounce
bounce:
  body: {radius: 10 mm, mass: 0.1}
  floor: {rigid: true}
  height: 20 mm
  contact: {law: exact-restitution, restitution: 0.5, stiffness: 1e9}
run: {until: 1 s}
END
cp chain.yaml "$home/share/dashpot/scenarios"

# F_max of a Hertz impact: K (1.25 m v^2/K)^0.6 = 1e9 (1.25e-10)^0.6 = 1143.26 N
cat >table.yaml <<'END'
paper: "900"
authors: Nobody
title: A table for tests
errata:
  - {id: eq-1, where: Eq 1, kind: gap, short: one, printed: "7", right: "8", evidence: e,
     changes: c, confidence: likely}
groups:
  - where: Sec 1
    scenario: scenarios/impact.yaml
    unit: N
    value: max_force
    rows:
      - {quantity: force, printed: "1143.26", shows: eq-1}
      - {quantity: twice, printed: "2", unit: "1", value: a.max_force/a.max_force + 1,
         runs: {a: {}}}
      - {quantity: quoted, printed: "7", value: none, not_comparable: of others}
figures:
  - {id: fig-1, where: Fig 1, title: Points, x_label: x, y_label: y, curves: [
     {label: speeds, scenario: scenarios/impact.yaml, x: input, y: max_force,
      over: {path: impact.bodies.0.velocity, from: 1, to: 3, points: 5}}]}
  - {id: fig-2, where: Fig 2, title: Rows, x_label: x, y_label: y, x: time, y: force,
     scenario: scenarios/impact.yaml, curves: [{label: all}]}
END

# wrong SED-SCRIPT TEXT [ARGUMENT...]: the table with this change is refused as bad input
wrong() {
    change=$1 text=$2
    shift 2
    sed "$change" table.yaml >"$tables/900.yaml"
    label="table with $change"
    if cmp -s table.yaml "$tables/900.yaml"; then fail 'the change does nothing'; fi
    refused 2 "$text" reproduce --quiet "$@"
}

# odd SED-SCRIPT TEXT: a row does not come out as the table says; all are shown and the status is 3
odd() {
    sed "$1" table.yaml >"$tables/900.yaml"
    if cmp -s table.yaml "$tables/900.yaml"; then fail 'the change does nothing'; fi
    run 3 reproduce --quiet
    says "UNEXPECTED: $2"
    says 'UNEXPECTED rows: 1'
    label="the end of $label"
    if grep -qF '1 of 3 rows are not as papers/ expects them' "$err"; then pass
    else fail 'stderr does not count them'; fi
}

cp table.yaml "$tables/900.yaml"
run 0 reproduce
says 'printed results'

# --- the text of a table
wrong 's/^paper: .*/{/' '900.yaml:'
wrong '1,$d' 'the file is empty'
wrong 's/^title: .*/[a, b]: c/' '900.yaml:3: a list in place of a key'
wrong 's/^title: .*/authors: Somebody/' '900.yaml:3: authors is given twice'
wrong "s/^title: .*/title: $(printf '%080d' 0 | tr 0 '[')$(printf '%080d' 0 | tr 0 ']')/" \
    'nested deeper than 16 levels'
wrong 's/^title: .*/titel: x/' "there is no key titel; did you mean title?"
wrong '/^errata:/,$d' 'no rows'
wrong 's/- {quantity: force.*/- 5/' 'rows: a row is not a map of keys'
wrong 's/^figures:/figures: [5]/; /id: fig-1/,$d' 'a map of keys is missing here'

# --- rows
wrong 's/quantity: force/quantty: force/' '900.1: there is no key quantty; did you mean quantity?'
wrong 's/quantity: force, //' '900.1: no quantity'
wrong 's/shows: eq-1}/tolerance: 1 %}/' '900.1: there is no key tolerance'
wrong 's/printed: "1143.26"/printed: many/' \
    '900.1: printed is neither a number nor a range nor < or >: many'
wrong '/^    scenario: scenarios/d' '900.1: no scenario'
wrong 's/{a: {}}/{a: {sett: 5}}/' '900.2: there is no key sett; did you mean set?'
wrong 's/{a: {}}/{a: {set: {x: [1]}}}/' '900.2: no single value in set for x'
wrong "s/{a: {}}/{a: {set: {$(seq -s ', ' -f 'k%g: 1' 1 80)}}}/" '900.2: too many entries in set'
wrong 's/not_comparable:/reference: 7, not_comparable:/' '900.3: no reference where value is none'
wrong 's/shows: eq-1/shows: [[eq-1]]/' '900.1: not one id or a list of a few: shows'
wrong 's/shows: eq-1/shows: []/' '900.1: not one id or a list of a few: shows'

# --- values: a row says so in its place, a curve ends the command
# value EXPRESSION TEXT: the second row with this value
value() { odd "s|value: a.max_force/a.max_force + 1|value: $1|" "$2"; }
value 'a.max_force/(a.max_force' "'a.max_force/(a.max_force': a bracket is not closed"
value 'sin(a.max_force)' "'sin(a.max_force)': there is no function sin"
value 'sqrt(a.max_force' "'sqrt(a.max_force': a bracket is not closed"
value 'a.max_force + ' "'a.max_force +': a number or a name is missing before"
value 'a.max_force a.energy' "'a.max_force a.energy': cannot read from here on: a.energy"
value 'a.max_farce' "'a.max_farce': the run has no number a.max_farce"
value 'a.velocities_after.x' "'a.velocities_after.x': the run has no number"
value 'a.energy' "'a.energy': the run has no number a.energy"
value 'b.max_force' "'b.max_force': the run has no number b.max_force"
value 'max_force' "'max_force': the run has no number max_force"
value '0/0, why: there is none' 'the run gives no number'
value "$(printf '%0200d' 0 | tr 0 '(')1" "'((((((((((((("
odd 's/{a: {}}/{a: {set: {impact.contact.law: hurtz}}}/' \
    "--set impact.contact.law: law: there is no law 'hurtz'; did you mean hertz?"
odd 's/printed: "2"/printed: "3"/' 'not reproduced, but the table expects reproduced'
odd 's/shows: eq-1/reference: "5"/' \
    'computed 1143.26263, but the table knows 5 as the value of this program'
# what one contact is made of, in every kind that has one
value 'a.pair.stiffness|; s|{a: {}}|{a: {scenario: scenarios/chain.yaml}}' \
    "$home/share/dashpot/scenarios/chain.yaml: kind chain has no single contact"
sed 's|value: a.max_force/a.max_force + 1|value: a.pair.stiffness/5e8|
    s|{a: {}}|{a: {scenario: scenarios/bounce.yaml}}|' table.yaml >"$tables/900.yaml"
run 0 reproduce --quiet --json
says '"ours": 2.0'
# a scenario that is not there is no fault of the table
sed 's|{a: {}}|{a: {scenario: scenarios/none.yaml}}|' table.yaml >"$tables/900.yaml"
refused 4 'none.yaml: cannot be read: No such file' reproduce --quiet
sed 's|scenarios/impact.yaml, curves|scenarios/none.yaml, curves|' table.yaml >"$tables/900.yaml"
refused 4 'none.yaml: cannot be read: No such file' reproduce --quiet --out no
odd 's/printed: "2"/printed: "3"/' 'not reproduced'
run 3 reproduce --quiet --out pages
if grep -qF '1 rows are unexpected, see the tables.' pages/report.html &&
    grep -qF '<b>UNEXPECTED: ' pages/report.html
then pass; else fail 'the page does not say so'; fi
run 3 reproduce --quiet --json
says '"problem": "'

# --- figures
wrong 's/x: input/x: inputt/' "fig-1, curve 'speeds': 'inputt': the run has no number" --out no
wrong 's/points: 5/points: 1/' 'points must lie in 2..10000' --out no
wrong 's/x: time/x: time, only: 0/' 'no row of the run is in the curve' --out no
wrong 's/velocity, from/velosity, from/' "a body has no 'velosity'" --out no
wrong "s/curves: \[{label: all}\]/curves: [$(seq -s ', ' -f '{label: c%g}' 1 40)]/" \
    '900-fig-2 has more than 12 curves' --out no
wrong 's/\[{label: all}\]/[{label: all, printed: []}]/' 'printed has no points'
wrong 's/\[{label: all}\]/[{printed: [[1, 2]]}]/' 'no label'
if [ -e no ]; then fail 'something was written'; else pass; fi

# --- the folder
rm "$tables/900.yaml"
refused 4 'holds no tables' reproduce --quiet
for i in $(seq 100 200); do cp table.yaml "$tables/$i.yaml"; done
refused 4 'holds more than' reproduce --quiet
rm "$tables"/*.yaml
cp table.yaml "$tables/900.yaml"

# a machine without gnuplot
label='reproduce without gnuplot'
PATH=$dir/nothing "$program" reproduce --quiet --out undrawn >"$out" 2>"$err"
if grep -qF 'Not drawn: there is no gnuplot on this machine' undrawn/report.html; then pass
else fail 'the page does not say so'; fi

# a bar, as each look at the clock takes longer than a quarter of a second
if command -v script >/dev/null; then
    label='reproduce on a terminal'
    sed 's|value: a.max_force/a.max_force + 1|value: a.wave_speed/a.wave_speed + 1|
        s|{a: {}}|{a: {scenario: scenarios/chain.yaml}}|' table.yaml >"$tables/900.yaml"
    CLOCK_STEP=0.3 script -qec "'$home/bin/clocked' reproduce" /dev/null </dev/null >"$out" 2>"$err"
    says ' of 3'
fi
program=$usual
