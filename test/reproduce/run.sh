#!/bin/sh
# The tables of the papers: every row has a verdict, none is unexpected, and the values come from
# the scenarios. Needs jq. Rows and figures that take long are left out, unless `all` is given.
# usage: run.sh PATH-OF-DASHPOT [all]

program=${1:?usage: run.sh PATH-OF-DASHPOT [all]}
quick=--quick
[ "${2-}" != all ] || quick=
case $program in
*/*) ;;
*) program=$(command -v "$program") || exit 1 ;;
esac
[ -x "$program" ] || { echo "run.sh: cannot run $program" >&2; exit 1; }
program=$(cd "$(dirname "$program")" && pwd)/$(basename "$program")
command -v jq >/dev/null 2>&1 || { echo "run.sh: needs jq" >&2; exit 77; }
cd "$(dirname "$0")/../.." || exit 1

dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
passed=0
failed=0

check() {
    label=$1
    shift
    if "$@" >"$dir/said" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAIL %s\n' "$label"
        sed -n '1,5s/^/    /p' "$dir/said"
    fi
}

# document FILTER: the filter yields true
document() { jq -e "$1" "$dir/all.json"; }

ends_with() {
    want=$1
    shift
    "$@"
    [ $? -eq "$want" ]
}

# --- all rows -----------------------------------------------------------------------------------
"$program" reproduce $quick --json >"$dir/all.json" 2>"$dir/err"
check 'exit status 0' test $? -eq 0
check 'nothing on standard error' test ! -s "$dir/err"
check 'one JSON document' jq -es 'length == 1' "$dir/all.json"
check 'no NaN or infinity' sh -c "! grep -qE ': *-?(nan|inf)' '$dir/all.json'"

words='["reproduced", "within the rule", "reproduced with erratum", "inferred input",
        "not reproduced", "not comparable", "evidence", "reference", "distance",
        "within its own error", "print differs", "another model"]'
check 'every row has one of the verdicts' document \
    "all(.rows[]; .verdict as \$v | $words | index(\$v) != null)"
check 'no row is unexpected' document '.unexpected == 0 and all(.rows[]; .unexpected | not)'
check 'every row has a number, but where there is nothing to compute' document \
    'all(.rows[]; (.ours | type == "number") or (.value == null and .verdict == "not comparable"))'
# --- one experiment, one model ------------------------------------------------------------------
# both papers compute the Hopkinson bar of Burgoyne and Daraio; only the law may differ
models() {
    for file in scenarios/000/hopkinson-*.yaml scenarios/002/hopkinson-*.yaml; do
        grep -q 'kind: chain' "$file" || continue
        sed -e '/^ *#/d; /^title:/d; /^  contact:/d; /^            /d; s|\.\./000/||' "$file" |
            cksum
    done
}
check 'seven scenarios of the Hopkinson bar' test "$(models | wc -l)" -eq 7
check 'they differ in the law only' test "$(models | sort -u | wc -l)" -eq 1
check 'spheres stand between two bars' \
    grep -q '^  right: {type: bar' scenarios/002/hopkinson-new.yaml
check 'the far bar is as good as a wall' document '
    [.rows[] | select(.quantity | test("sphere 40, new dashpot(, a rigid wall.*)?$")) | .ours]
    | length == 2 and (.[0] / .[1] - 1 | fabs) < 0.003'

# --- Fig 4 to 6 of paper 004 --------------------------------------------------------------------
# drawn with the printed clearance, each with the other reading beside it, both over many copies,
# since a single history of a loose joint is one of many
for figure in 4a 4b 4c 4d 4e 5a 5b 5c 5d 5e 6a 6b 6c 6d 6e; do
    # shellcheck disable=SC2016
    check "both clearances of fig-$figure" awk -v id="fig-$figure" '
        $1 == "-" && $2 == "id:" { own = $3 == id; other = $3 == id "-wide" }
        own && /label: clearance 0.25 mm/ { printed = NR }
        own && /wide/ { exit 1 }
        (own || other) && /table: ensemble/ { copies++ }
        other && /label: clearance 0.5 mm/ { beside = NR }
        other && /set: .*wide/ { wide = 1 }
        END { exit !(printed && beside > printed && wide && copies == 2) }' papers/004.yaml
done
# shellcheck disable=SC2016
check 'the scenarios have the printed clearance' sh -c \
    '[ "$(grep -l "journal_radius: 9.75 mm" scenarios/004/fig-04-06-*.yaml | wc -l)" -eq 5 ]'

check 'these are few' document '([.rows[] | select(.value == null)] | length) <= 10'
check 'counts add up to the rows' document '([.counts[], .statements[], .totals.evidence] | add)
    == .totals.rows and .totals.rows + .benchmarks.rows + .public.rows == (.rows | length)'
# readings of figures and values of other computations are no printed results
check 'benchmarks are counted apart' document '
    ([.papers[] | select(.benchmark) | .paper] == ["chung-ooi-2011", "maw-1976"])
    and .benchmarks.papers == 2 and .benchmarks.rows == ([.rows[] | select(.paper
        | test("^[0-9]+$") | not) | select(.paper != "references")] | length)
    and ([.benchmarks.statements[]] | add) + .benchmarks.references + .benchmarks.distances
        == .benchmarks.rows
    and all(.rows[] | select(.kind == "reference" or .kind == "distance");
        .paper == "chung-ooi-2011" or .paper == "maw-1976")
    and all(.rows[] | select(.paper == "references"); .kind == "public" or .kind == "evidence")
    and all(.rows[] | select(.paper == "chung-ooi-2011" or .paper == "maw-1976");
        .kind != "number")'
check 'they add nothing to the counts of the papers' document '([.rows[] | select(.kind == "number")
    | .paper] | unique) == ["000", "001", "002", "003", "004"]'
check 'all reference values are met' document '([.rows[] | select(.kind == "reference")
    | .by_digits] | length > 150 and all)'
check 'all statements of benchmarks hold' document '.benchmarks.statements
    | .reproduced > 40 and ([.[]] | add) == .reproduced'
check 'a reading gets no verdict' document 'all(.rows[] | select(.kind == "distance");
    .verdict == "distance" and .printed == "-" and .allowed == null and (.by_digits | not)
    and .distance.points > 2 and .distance.share > 0)'
check 'the exact law is nearer to the measured points' document '[.rows[]
    | select(.distance.figure == "test-4-ratio" and .distance.to == "measured (Kratos)") | .ours]
    | length == 2 and .[0] < 0.4 * .[1]'
# shellcheck disable=SC2016  # $found belongs to jq
check 'counts are those of the rows' document \
    '([.rows[] | select(.kind == "number") | .verdict] | group_by(.) | map({(.[0]): length}) | add)
     as $found | all(.counts | to_entries[]; .value == ($found[.key] // 0))'
check 'evidence is pinned and belongs to an erratum' document \
    'all(.rows[] | select(.kind == "evidence"); (.shows | length) == 1)'
check 'keys of a row' document 'all(.rows[]; has("paper") and has("where") and has("quantity")
    and has("unit") and has("printed") and has("relative_difference") and has("reasons")
    and has("erratum") and (.command | startswith("dashpot run scenarios/")))'
check 'keys of a figure' document 'all(.figures[]; has("paper") and has("id") and has("where")
    and has("title") and has("files") and (.curves | length > 0)
    and all(.curves[]; has("label") and (has("command") or has("printed") or has("read"))))'
check 'keys of an erratum' document 'all(.errata[]; has("paper") and has("where") and has("printed")
    and has("kind") and (.short | length <= 70)
    and has("right") and has("evidence") and has("changes") and has("confidence"))'
# shellcheck disable=SC2016  # $all belongs to jq
check 'papers add up to the whole' document '. as $all | all(.counts | keys[]; . as $word |
    ([$all.papers[].counts[$word]] | add) == $all.counts[$word])'
check 'figures of each paper' document '([.papers[].figures] | add) == (.figures | length)'
check 'figures are unique' document \
    '([.figures[] | .paper + .id] | unique | length) == (.figures | length)'
# shellcheck disable=SC2016  # these belong to jq
check 'rows that name an erratum find it' document \
    '([.errata[] | .rows + .shown_by + .evidence_rows] | add // [] | unique) as $known |
     all(.rows[] | select(.erratum + .shows != []); .id as $id | $known | index($id) != null)'
check 'identifiers are unique' document '([.rows[].id] | unique | length) == (.rows | length)'
check 'what does not agree, or agrees with help, has a reason' document \
    'all(.rows[]; .verdict == "reproduced" or .verdict == "within the rule"
     or (.verdict | IN("evidence", "reference", "distance", "within its own error"))
     or (.reasons | length > 0))'
# the largest miss that is called agreement is no larger than the least that is not
check 'one rule for all numbers' document \
    'all(.rows[] | select(.kind == "number" and .allowed != null);
     ((.ours - (.printed | tonumber) | fabs) <= .allowed * 1.000001)
     == (.verdict != "not reproduced"))'
check 'Table 4 of 003 has 32 forces, 24 to the digit' document \
    '[.rows[] | select(.paper == "003" and (.where | startswith("Table 4"))
      and .value == "max_force" and .verdict == "inferred input") | .by_digits]
     | length == 32 and (map(select(.)) | length) == 24'
check '004 prints eight restitutions' document \
    '[.rows[] | select(.paper == "004" and .value == "restitution" and .kind == "number"
      and .verdict == "reproduced")] | length == 8'

# --- rows come from their scenarios ---------------------------------------------------------------
# run FILE and overrides of a row as its command says; print the number at a path of the summary
value_of() {
    row=$1
    shift
    eval "set -- $(jq -r --arg id "$row" '.rows[] | select(.id == $id) | .command' "$dir/all.json" |
        sed 's/^dashpot run //') \"\$@\""
    "$program" run "$@" --json --quiet | jq -r "$path"
}

same() { awk -v a="$1" -v b="$2" 'BEGIN { d = a - b; exit !(d * d <= 1e-20 * b * b) }'; }
differ() { awk -v a="$1" -v b="$2" 'BEGIN { d = a - b; exit !(d * d >= 1e-12 * b * b) }'; }

# moves ID ENTRY VALUE: the row is what `dashpot run` says, and ENTRY, 1 % off, moves it
moves() {
    check "the row that $2 moves is there" test "$1" != null
    [ "$1" != null ] || return
    path=$(jq -r --arg id "$1" '.rows[] | select(.id == $id) | .value
        | ltrimstr("-") | gsub("\\.(?<n>[0-9]+)"; "[\(.n)]") | "." + .' "$dir/all.json")
    ours=$(jq -r --arg id "$1" '.rows[] | select(.id == $id) | .ours' "$dir/all.json")
    ours=${ours#-}
    check "$1 is what dashpot run gives" same "$(value_of "$1")" "$ours"
    check "$1 moves with $2" differ "$(value_of "$1" --set "$2=$3")" "$ours"
}

id_of() {
    jq -r --arg p "$1" --arg w "$2" --arg q "$3" \
        '[.rows[] | select(.paper == $p and .where == $w and .quantity == $q)][0].id' \
        "$dir/all.json"
}

moves "$(id_of 000 'Sec 5.2, 4 m/s' 'largest indentation, Ma-Liu')" materials.1.yield '30.3 MPa'
moves "$(id_of 000 'Sec 5.3, 6 m/s' 'restitution, Ma-Liu (Eq 38)')" impact.contact.epsilon 13.13
moves "$(id_of 000 'Sec 5.1, restitution 0.8' 'speed after, Flores')" \
    impact.contact.restitution 0.808
moves "$(id_of 000 'Sec 5.1, Eq 37' 'restitution by waves, softer body')" materials.1.density 2727
moves "$(id_of 001 'Sec 3.2, Fig 8' 'restitution at low speed, E+D')" \
    journal.contact.restitution 0.909
moves "$(id_of 002 'Sec 3.4, 8 m/s, Fig 5' 'speed after, new law')" \
    impact.contact.restitution_plastic 0.707
moves "$(id_of 002 'Sec 3.6, Fig 9' 'time until rest, plastic contact')" bounce.height '1.01 m'
moves "$(id_of 002 'Sec 3.6' 'first impact speed, centre at 1 m')" bounce.gravity 9.9081
moves "$(id_of 003 'Table 4, C1, 0.094 m/s' 'F_max, Flores')" impact.bodies.0.mass 0.5454
moves "$(id_of 003 'Table 4, C2, 0.500 m/s' 'F_max, Hertz')" materials.1.young '207.05 GPa'
moves "$(id_of 003 'Sec 4, Fig 4' 'speed after, Hertz')" impact.bodies.1.velocity -0.1515
moves "$(id_of 004 'Sec 3f, Eq 13, hybrid law' 'output restitution for 0.9')" \
    impact.contact.restitution 0.909
moves "$(id_of 004 'Eq 9 and 10' 'F_max for 0.5, exponent 1.5 and no length')" \
    materials.0.young '209.07 GPa'

# --- the table for people, one paper, and a wrong one --------------------------------------------
check 'one paper alone' sh -c "'$program' reproduce 004 $quick >'$dir/004.txt'"
check 'counts at the end' grep -q '^  not comparable  *[0-9]' "$dir/004.txt"
check 'no other paper' sh -c "! grep -q 'Paper 003' '$dir/004.txt'"
check 'a benchmark alone' sh -c "'$program' reproduce maw-1976 >'$dir/maw.txt'"
check 'it says what stands beside' grep -q '^Benchmark maw-1976' "$dir/maw.txt"
check 'and counts no printed results' sh -c "! grep -q '^printed results' '$dir/maw.txt' &&
    grep -q '^1 benchmark, counted apart: 54 reference values' '$dir/maw.txt'"
check 'an unknown paper is bad input' ends_with 2 "$program" reproduce 009

# --- the folder ----------------------------------------------------------------------------------
check 'a folder of results' "$program" reproduce $quick --out "$dir/out" --json
for file in summary.json rows.csv report.html plots/003-fig-3.csv plots/002-fig-9.gp; do
    check "$file is there" test -s "$dir/out/$file"
done
check 'as many lines as rows' test "$(wc -l <"$dir/out/rows.csv")" -eq \
    "$(($(jq '.rows | length' "$dir/all.json") + 1))"
check 'the page is one file' sh -c "! grep -qE 'src=\"(http|plots)' '$dir/out/report.html'"
if command -v gnuplot >/dev/null 2>&1; then
    check 'every figure is drawn' test "$(find "$dir/out/plots" -name '*.svg' | wc -l)" -eq \
        "$(find "$dir/out/plots" -name '*.gp' | wc -l)"
fi
check 'a full folder is refused' ends_with 4 "$program" reproduce 004 --out "$dir/out"
check 'but not with --force' "$program" reproduce 004 $quick --out "$dir/out" --force

# --- our own curves ------------------------------------------------------------------------------
# values that no paper prints, each held to its reference
pinned=$dir/pinned
mkdir -p "$pinned/bin" "$pinned/share/dashpot"
cp "$program" "$pinned/bin/dashpot"
cp -r test/reproduce/pins "$pinned/share/dashpot/papers"
ln -s "$PWD/scenarios" "$pinned/share/dashpot/scenarios"
"$pinned/bin/dashpot" reproduce $quick --json >"$dir/pins.json" 2>"$dir/err"
check 'pins hold' test $? -eq 0
check 'nothing is said of pins' test ! -s "$dir/err"
jq -r '.rows[] | select(.unexpected) | "    " + .id + " " + .quantity + ": " + .problem' \
    "$dir/pins.json"
check 'pins of five papers and two benchmarks' jq -e '.papers | length == 7' "$dir/pins.json"
check 'a pin is a number with a reference' jq -e 'all(.rows[]; .verdict == "not comparable"
    and (.ours | type == "number"))' "$dir/pins.json"
for law in Hertz Ma-Liu; do
    check "one velocity of sphere 40 by $law" test \
        "$(jq ".rows[] | select(.quantity == \"peak velocity of sphere 40, $law\") | .ours" \
            "$dir/all.json")" = \
        "$(jq ".rows[] | select(.quantity == \"peak velocity of bead 40, $law\") | .ours" \
            "$dir/pins.json")"
done
for table in test/reproduce/pins/*.yaml; do
    check "every pin of $table has a reference" test \
        "$(grep -c 'quantity:' "$table")" -eq "$(grep -c 'reference:' "$table")"
done

# --- what a table may say ------------------------------------------------------------------------
# shellcheck source=test/reproduce/engine.sh disable=SC1091
. test/reproduce/engine.sh

# --- shipped scenarios ----------------------------------------------------------------------------
find scenarios -name '*.yaml' | sort >"$dir/scenarios"
while read -r file; do
    check "$file is a good scenario" "$program" check "$file"
done <"$dir/scenarios"

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
