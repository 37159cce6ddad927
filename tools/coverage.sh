#!/usr/bin/env bash
# Lines and branches that the tests reach, by gcov, in docs/coverage.md.
#
#     tools/coverage.sh            builds into build/coverage, runs every suite, writes the page
#     tools/coverage.sh report     the page alone, from the counts of the last run
#
# SKIP=REGEX leaves suites out. A process that is killed loses its counts. Reasons for what is not
# covered are in tools/uncovered.txt. Ends with status 1 when a suite fails, a line has no reason,
# or less is covered than promised: 98 % of the lines and 90 % of the branches of src, 90 % of the
# lines of workbench and cli.

set -u
cd "$(dirname "$0")/.." || exit 1
root=$PWD
build=build/coverage
page=docs/coverage.md
jobs=${JOBS:-$(nproc)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset MAKEFLAGS MFLAGS MAKELEVEL

for tool in gcc gcov jq; do
    command -v "$tool" >/dev/null || { echo "coverage: $tool is not there"; exit 1; }
done

build_all() {
    local generator=()
    command -v ninja >/dev/null && generator=(-G Ninja)
    [ -f "$build/CMakeCache.txt" ] && generator=()
    mkdir -p "$build"
    cmake -S . -B "$build" "${generator[@]}" -DCMAKE_C_COMPILER=gcc -DCMAKE_BUILD_TYPE=Debug \
        -DCMAKE_C_FLAGS_DEBUG="-O0 --coverage -fprofile-update=atomic" \
        -DDP_TESTS=ON -DDP_EXAMPLES=OFF -DDP_BENCH=OFF >"$build/build.log" 2>&1 &&
        cmake --build "$build" --parallel "$jobs" >>"$build/build.log" 2>&1 && return
    tail -n 20 "$build/build.log"
    exit 1
}

# Counts of an earlier run belong to an earlier program.
run_all() {
    find "$build" -name '*.gcda' -delete
    # suites that build the sources themselves would count nothing here; more faults reach more
    LIMIT=${LIMIT:-60} ctest --test-dir "$build" --parallel "$jobs" --no-tests=error \
        -E "^(adding|golden|kills|security)\$${SKIP:+|$SKIP}" 2>&1 |
        tee "$build/ctest.log" | grep -E '^ *[0-9]+/[0-9]+ |tests passed'
}

# file TAB line TAB count TAB counts of its branches, for every translation unit. What never ran has
# no counts but is there. Processes that race may leave a negative count.
counts() {
    find "$build/CMakeFiles" -path '*_objects.dir/*.gcno' -o \
        -path '*dashpot_workbench_static.dir/*.gcno' -o -path '*dashpot_program.dir/*.gcno' |
        sort | xargs -r gcov -b --json-format --stdout 2>/dev/null |
        jq -r --arg root "$root/" '.files[] | (.file | ltrimstr($root)) as $file
            | select($file | test("^(src|workbench|cli|include)/")) | .lines[]
            | [$file, .line_number, (.count | fabs),
               ([.branches[] | select(.throw | not) | .count | fabs] | join(","))] | @tsv'
}

# Headers are in many units and a macro has many branches on a line: a line or branch counts as
# covered when it is in any of them.
merge() {
    awk -F '\t' '
        { key = $1 "\t" $2; count[key] += $3; n = split($4, b, ",") }
        n > width[key] { width[key] = n }
        { for (i = 1; i <= n; i++) if (b[i] > 0) taken[key, i] = 1 }
        END {
            for (key in count) {
                hit = 0
                for (i = 1; i <= width[key]; i++) hit += ((key, i) in taken)
                printf "%s\t%d\t%d\t%d\n", key, (count[key] > 0), width[key], hit
            }
        }' | sort -t "$(printf '\t')" -k 1,1 -k 2,2n
}

# Both of these read the merged lines: file, line, covered, branches, branches taken.
folders() {
    awk -F '\t' '
        { n = split($1, part, "/"); folder = n > 2 ? part[1] "/" part[2] : part[1] }
        { add(folder); add(part[1] ~ /^[wc]/ ? "~ workbench and cli" : "~ core and laws (src)") }
        function add(name) { l[name]++; c[name] += $3; b[name] += $4; t[name] += $5 }
        function share(a, all) { return all > 0 ? sprintf("%.1f", 100 * a / all) : "-" }
        END {
            for (f in l)
                printf "%s\t| %s | %d | %s | %d | %s |\n", f, f, l[f], share(c[f], l[f]), b[f],
                    share(t[f], b[f])
        }' "$1" | LC_ALL=C sort | cut -f 2 |
        sed 's/~ \(.*\) | \(.*\) | \(.*\) | \(.*\) | \(.*\) |/**\1** | \2 | **\3** | \4 | **\5** |/'
}

# Stretches of lines that nothing ran. A line that a reason fits gives it to those that follow in
# its stretch.
holes() {
    awk -F '\t' -v list=tools/uncovered.txt '
        BEGIN {
            FS = "|"
            while ((getline rule < list) > 0) {
                if (rule ~ /^(#|$)/) continue
                split(rule, field, "|")
                where[++rules] = field[1]; what[rules] = field[2]; why[rules] = field[3]
            }
            FS = "\t"
        }
        function reason(file, text,   i) {
            for (i = 1; i <= rules; i++)
                if (file ~ where[i] && text ~ what[i]) return why[i]
            return ""
        }
        function flush() {
            if (from == 0) return
            printf "%s\t%s\t%d\t%s\n", file, from == to ? from : from "-" to, lines,
                because == "" ? "no reason given" : because
            from = lines = 0
        }
        function read_source(name,   text, i) {
            delete source
            while ((getline text < name) > 0) source[++i] = text
            close(name)
        }
        $1 != file { flush(); file = $1; read_source(file) }
        $3 == 1 { flush(); next }
        {
            now = reason(file, source[$2])
            if (from > 0 && now != "" && now != because) flush()
            if (from == 0) { from = $2; because = now }
            to = $2
            lines++
        }
        END { flush() }' "$1"
}

# Lines of a file of which a branch was never taken.
half_taken() {
    awk -F '\t' '
        $1 ~ /^(src|include)/ && $3 == 1 && $5 < $4 { lines[$1] = lines[$1] " " $2 }
        END { for (f in lines) printf "* `%s`:%s\n", f, lines[f] }' "$1" | sort
}

total() { awk -F '\t' -v top="$1" -v of="$2" -v all="$3" '
    $1 ~ top { a += $of; n += all == 0 ? 1 : $all } END { printf "%.2f", n ? 100 * a / n : 0 }' \
    "$work/lines"; }
below() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a < b) }'; }

if [ "${1-}" != report ]; then
    build_all
    run_all
fi
counts >"$work/raw"
[ -s "$work/raw" ] || { echo "coverage: no counts; run tools/coverage.sh first"; exit 1; }
merge <"$work/raw" >"$work/lines"
holes "$work/lines" >"$work/holes"
src_lines=$(total '^(src|include)' 3 0)
src_branches=$(total '^(src|include)' 5 4)
cli_lines=$(total '^(cli|workbench)' 3 0)
cli_branches=$(total '^(cli|workbench)' 5 4)
open=$(awk -F '\t' '$4 == "no reason given" { n += $3 } END { print n + 0 }' "$work/holes")
missed=$(awk -F '\t' '{ n += $3 } END { print n + 0 }' "$work/holes")
broken=$(sed -n 's/^[[:space:]]*[0-9]* - \([^ ]*\) (.*/\1/p' "$build/ctest.log" | xargs)

{
    echo "# Coverage"
    echo
    echo "Which lines and branches the tests reach, and why some are not reached. Written by"
    echo "\`tools/coverage.sh\`; do not edit. Every suite of"
    echo "\`ctest\`${SKIP:+ but $SKIP},"
    echo "$(gcc --version | head -n 1 | sed 's/ (.*) / /'), -O0. A process that a test kills loses"
    echo "its counts. Branches are both ways of every condition, those inside a macro too, in each"
    echo "of the functions that it makes. Promised: 98 % of the lines and 90 % of the branches of"
    echo "src, 90 % of the lines of workbench and cli."
    if [ -n "$broken" ]; then
        echo
        echo "Suites that failed in this build: $broken."
    fi
    echo
    echo "| folder | lines | covered % | branches | taken % |"
    echo "|---|---:|---:|---:|---:|"
    folders "$work/lines"
    echo
    echo "## Lines that no test runs"
    echo
    echo "$missed lines, $open of them without a reason."
    echo
    echo "| file | lines | reason |"
    echo "|---|---|---|"
    awk -F '\t' '{ printf "| %s | %s | %s |\n", $1, $2, $4 }' "$work/holes"
    echo
    echo "## Lines of src of which a branch is never taken"
    echo
    echo "One half of a condition: a check that nothing has failed yet, a loop that never ends by"
    echo "its bound, a side that only other hardware takes."
    echo
    half_taken "$work/lines"
} >"$work/page"
cp "$work/page" "$page"

echo "src: $src_lines % of lines, $src_branches % of branches; workbench, cli: $cli_lines %," \
    "$cli_branches % of its branches; $missed lines missed, $open without a reason; $page written"
failed=0
say() {
    echo "coverage: $*"
    failed=1
}
if below "$src_lines" 98 || below "$src_branches" 90 || below "$cli_lines" 90; then
    say "less than promised"
fi
[ -z "$broken" ] || say "these suites failed: $broken"
[ "$open" -eq 0 ] || say "$open lines without a reason in tools/uncovered.txt"
exit "$failed"
