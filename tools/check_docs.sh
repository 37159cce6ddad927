#!/usr/bin/env bash
# What is written twice is the same in both places: docs/laws.md, docs/scenarios.md, docs/errata.md,
# docs/fits.md, docs/plastic.md and the tables of README.md and docs/choosing.md are what the
# program and its tools print, and the first program in docs/api.md is examples/01_force/main.c.
# Every page of docs/ is in one room of docs/README.md and of mkdocs.yml, docs/api.md names every
# public header, and a page of measurements opens with the version that was measured.
#
#     tools/check_docs.sh [BUILD_DIRECTORY]     about two minutes, for the numbers of all papers

set -u
cd "$(dirname "$0")/.." || exit 1
program=${1:-build/release}/dashpot
wrong=0

[ -x "$program" ] || { echo "docs: there is no $program; run make build first"; exit 1; }
if ! command -v python3 >/dev/null 2>&1; then
    echo "docs: skipped, python3 is not installed"
    exit 77
fi

# page FILE COMMAND...
page() {
    difference=$("${@:2}" | diff "$1" - 2>&1) && return
    head -n 10 <<<"$difference"
    echo "docs: $1 is not up to date; run make docs"
    wrong=1
}
page docs/laws.md python3 tools/write_laws.py "$program"
page docs/scenarios.md "$program" check --markdown
page docs/fits.md python3 tools/write_fits.py "$program"
page docs/plastic.md python3 tools/write_plastic.py "$program"
papers=$(mktemp) || exit 1
"$program" reproduce --json >"$papers"
page docs/errata.md python3 tools/write_papers.py errata <"$papers"
page docs/references.md python3 tools/write_papers.py references <"$papers"

# block FILE NAME COMMAND...: what stands in FILE between <!-- NAME --> and <!-- end -->
block() {
    difference=$("${@:3}" | diff <(awk -v name="<!-- $2 -->" '
        $0 == name {inside = 1; next} $0 == "<!-- end -->" {inside = 0} inside' "$1" |
        sed '1d;$d') - 2>&1) && return
    head -n 10 <<<"$difference"
    echo "docs: the table '$2' of $1 is not up to date; run make docs"
    wrong=1
}
block docs/choosing.md restitution python3 tools/write_laws.py "$program" restitution
block README.md counts python3 tools/write_papers.py counts <"$papers"
rm -f "$papers"

# the first program of a page
shown() { awk '/^```/ {if (inside) exit; inside = $0 == "```c"; next} inside' "$1"; }
if ! difference=$(shown docs/api.md | diff - examples/01_force/main.c); then
    head -n 10 <<<"$difference"
    echo "docs: the first program in docs/api.md (<) is not examples/01_force/main.c (>); copy it"
    wrong=1
fi

shown_yaml() { awk '/^```/ {inside = $0 == "```yaml"; next} inside' "$1"; }
if ! difference=$(shown_yaml docs/start.md | diff - scenarios/first.yaml); then
    head -n 10 <<<"$difference"
    echo "docs: the scenario in docs/start.md (<) is not scenarios/first.yaml (>); copy it again"
    wrong=1
fi

# figures of the tests: counted in the sources, or taken from the pages of the long test
fresh=$(mktemp) || exit 1
tools/write_testing.sh "$fresh" >/dev/null
if ! difference=$(diff docs/testing.md "$fresh"); then
    head -n 10 <<<"$difference"
    echo "docs: docs/testing.md is not up to date; run tools/write_testing.sh"
    wrong=1
fi
rm -f "$fresh"

python3 tools/check_rooms.py || wrong=1

for header in include/dashpot/*.h; do
    header=$(basename "$header")
    [ "$header" = dashpot.h ] || grep -q "^| $header |" docs/api.md && continue
    echo "docs: docs/api.md has no line for $header in its table of headers"
    wrong=1
done

for page in docs/benchmarks.md docs/crosscheck.md; do
    measured=$(sed -n 's/^\* \(library:\|dashpot\) \([0-9.]*\)$/\2/p' "$page")
    [ -n "$measured" ] && sed -n 3,10p "$page" | grep -qF "version $measured" && continue
    echo "docs: $page does not open with the version that was measured," \
        "${measured:-which it does not state}"
    wrong=1
done

# a link to a file of the project leads somewhere, in a tree that was never built too
while IFS=: read -r file target; do
    case $(realpath -m --relative-to=. "$(dirname "$file")/$target") in
    build/*) ;;
    *) [ -e "$(dirname "$file")/$target" ] && continue ;;
    esac
    echo "docs: $file links to $target, which is not there before a build"
    wrong=1
done < <(grep -oHE '\]\([^)#: ]+' ./*.md docs/*.md papers/*.md examples/*/*.md | sed 's/](//')

[ "$wrong" -eq 0 ] || exit 1
echo "docs: the generated catalogue, the first program and all links are up to date"
