#!/bin/sh
# Public references: every printed number has a source and a verdict, every independent value is
# that of tools/references/reference.csv, and a digit that is wrong is noticed. Needs jq.
# usage: run.sh PATH-OF-DASHPOT

program=${1:?usage: run.sh PATH-OF-DASHPOT}
program=$(cd "$(dirname "$program")" && pwd)/$(basename "$program")
[ -x "$program" ] || { echo "run.sh: cannot run $program" >&2; exit 1; }
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

document() { jq -e "$1" "$dir/all.json"; }

"$program" reproduce references --json --quiet >"$dir/all.json" 2>"$dir/err"
check 'exit status 0' test $? -eq 0
check 'no row is unexpected' document '.unexpected == 0'
jq -r '.rows[] | select(.unexpected) | "    " + .id + ": " + .problem' "$dir/all.json"

# --- what stands in the table ---------------------------------------------------------------------
check 'rows are public or evidence' document \
    'all(.rows[]; .paper == "references" and (.kind == "public" or .kind == "evidence"))'
check 'every number has a source' document 'all(.rows[] | select(.kind == "public");
    .source | length > 10)'
check 'none is a printed number of a paper, or of a benchmark' document '
    ([.counts[], .statements[]] | add) == 0 and .totals.rows == 0 and .benchmarks.rows == 0'
check 'counted apart, all of them' document '.public.papers == 1
    and .public.rows == (.rows | length)
    and ([.public.counts[]] | add) + .public.evidence == .public.rows'
check 'what differs says why' document 'all(.rows[] | select(.verdict == "print differs"
    or .verdict == "another model" or .verdict == "not comparable"); .reasons | length > 0)'
check 'a print that differs has an independent solution' document \
    'all(.rows[] | select(.verdict == "print differs"); .independent != null)'
check 'fourteen numbers of the squeezer' document '[.rows[] | select(.id | startswith("andrews."))
    | .verdict] | length == 14 and all(. == "print differs")'
check '75 numbers of IDAS, 70 to the digit' document '[.rows[] | select(.id | startswith("idas."))
    | .verdict] | length == 75 and (map(select(. == "reproduced")) | length) == 70
    and all(. == "reproduced" or . == "within its own error")'
check 'inputs that were not found are said to be missing' document 'any(.rows[];
    .verdict == "not comparable" and (.reasons[0] | startswith("Missing")))'

# --- independent values are those of the file -----------------------------------------------------
# a value of the table is that of the file, rounded to the digits that stand in the table; rows of
# the last rod, .last, are those of the first
jq -r '.rows[] | select(.independent != null)
    | [(.id | sub("\\.last$"; "")), .independent] | @csv' "$dir/all.json" | tr -d '"' >"$dir/used"
# shellcheck disable=SC2016  # $1 and $2 belong to awk
check 'the file has every independent value, with its digits' awk -F, '
    NR == FNR { known[$1] = $2; next }
    !($1 in known) { print $1 " is not in the file"; wrong = 1; next }
    {
        digits = index($2, ".") ? length($2) - index($2, ".") : 0
        off = known[$1] - $2
        if (off < 0) off = -off
        # awk computes in doubles, whose rounding is far below the last digit here
        if (off > 0.5001 * 10 ^ -digits) { print $1 ": " $2 ", not " known[$1]; wrong = 1 }
    }
    END { exit wrong }' tools/references/reference.csv "$dir/used"
check 'most rows have one' test "$(wc -l <"$dir/used")" -gt 120

# --- a wrong digit is noticed ---------------------------------------------------------------------
home=$dir/home
table=$home/share/dashpot/papers/references.yaml
mkdir -p "$home/bin" "$home/share/dashpot/papers"
cp "$program" "$home/bin/dashpot"
ln -s "$PWD/scenarios" "$home/share/dashpot/scenarios"

# the head of the table and one group of it; figures need scenarios only with --out
group() {
    awk -v where="  - where: $1" '/^groups:/ {print; body = 1; next}
        !body {print; next} /^figures:/ {exit} /^  - where:/ {on = index($0, where) == 1} on' \
        papers/references.yaml
}

# status GROUP SED: exit status of the table with that group alone, edited
status() {
    group "$1" | sed "$2" >"$table"
    "$home/bin/dashpot" reproduce references --json --quiet >"$dir/one.json" 2>"$dir/err"
    echo $?
}
is_status() { [ "$(status "$2" "$3")" -eq "$1" ]; }
says() { grep -q "$1" "$dir/err"; }

check 'one group alone is as expected' is_status 0 'Andrews' ''
check 'another digit of the independent value' is_status 3 'Andrews' \
    's/15.810771195154/15.810771195155/'
check 'the row says what was computed' jq -e 'any(.rows[]; .unexpected and .id == "andrews.beta"
    and (.problem | startswith("computed 15.81077119515")))' "$dir/one.json"
check 'a print that is right after all' is_status 3 'Andrews' \
    's/15.81077119629904/15.8107711951538/'
check 'another printed digit' is_status 3 'A01' 's/"0.986292"/"0.986293"/'
check 'an error that the print has not' is_status 3 'Slider-crank with a loose guide, before' \
    's/own_error: 2e-4/own_error: 2e-7/'
check 'another value beside another model' is_status 3 'Slider-crank with a loose guide, three' \
    's/reference: "71"/reference: "73"/'

# --- what a table must say ------------------------------------------------------------------------
check 'no source' is_status 2 'SDND101' '/^    source:/d'
check 'says so' says 'no source'
check 'another model without our value' is_status 2 'Slider-crank with a loose guide, three' \
    's/, reference: "71"//'
check 'an error that is no number' is_status 2 'Slider-crank of IDAS' \
    's/own_error: 1e-5/own_error: small/'
check 'says so' says 'own_error is not a number'
check 'an instant without a row' is_status 3 'A01' 's/at: 2000,/at: 2000.25,/'
check 'says so' jq -e 'any(.rows[]; .problem // "" | test("no row at 2000.25 s"))' "$dir/one.json"
check 'a column that is not there' is_status 3 'A01' 's/series.mass.x/series.mass.z/'
check 'a key of public tables elsewhere' sh -c "
    sed 's/^public:/benchmark:/' '$table' >'$table.new' &&
    mv '$table.new' '$table' && ! '$home/bin/dashpot' reproduce references --quiet 2>'$dir/err'"
check 'says so' says 'there is no key source'

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
