#!/usr/bin/env bash
# What is written twice is the same in both places: docs/laws.md and docs/scenarios.md are what
# the program prints, and the program in README.md is examples/01_force/main.c.
#
#     tools/check_docs.sh [BUILD_DIRECTORY]

set -u
cd "$(dirname "$0")/.." || exit 1
program=${1:-build/release}/dashpot
wrong=0

[ -x "$program" ] || { echo "docs: there is no $program; run make build first"; exit 1; }

page() {
    difference=$("$program" "${@:2}" | diff "$1" - 2>&1) && return
    head -n 10 <<<"$difference"
    echo "docs: $1 is not what the program prints; run make docs"
    wrong=1
}
page docs/laws.md laws --markdown
page docs/scenarios.md check --markdown
shown() { awk '/^```/ {inside = $0 == "```c"; next} inside' "$1"; }
if ! difference=$(shown README.md | diff - examples/01_force/main.c); then
    head -n 10 <<<"$difference"
    echo "docs: the program in README.md (<) is not examples/01_force/main.c (>); copy it again"
    wrong=1
fi

shown_yaml() { awk '/^```/ {inside = $0 == "```yaml"; next} inside' "$1"; }
if ! difference=$(shown_yaml docs/start.md | diff - scenarios/first.yaml); then
    head -n 10 <<<"$difference"
    echo "docs: the scenario in docs/start.md (<) is not scenarios/first.yaml (>); copy it again"
    wrong=1
fi

# a link to a file of the project leads somewhere
while IFS=: read -r file target; do
    [ -e "$(dirname "$file")/$target" ] && continue
    echo "docs: $file links to $target, which is not there"
    wrong=1
done < <(grep -oHE '\]\([^)#: ]+' ./*.md docs/*.md examples/*/*.md | sed 's/](//')

[ "$wrong" -eq 0 ] || exit 1
echo "docs: the generated catalogue, the program in the README and all links are up to date"
