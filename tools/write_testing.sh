#!/usr/bin/env bash
# docs/testing.md from tools/testing_template.md: {PART:REGEX} becomes what the first group of the
# regular expression matches in docs/test-long/PART.md, and {tests} and the like what can be counted
# in the sources.
#
#     tools/write_testing.sh [FILE]      into this one instead

set -eu
cd "$(dirname "$0")/.."
page=${1:-docs/testing.md}

# What a part of the long test says; a figure that is not there is said to be missing.
figure() {
    local text page=docs/test-long/$1.md
    [ "$1" != coverage ] || page=docs/coverage.md
    text=$(sed -nE "s/.*$2.*/\1/p" "$page" 2>/dev/null | tail -n 1)
    echo "${text:-not run}"
}

value() {
    case $1 in
    suites) find test -maxdepth 1 -name 'test_*.c' | wc -l ;;
    cases) grep -hE 'cmocka_unit_test' test/test_*.c | wc -l ;;
    bad) find test/scenario/bad -name '*.yaml' | wc -l ;;
    found) find fuzz/found -type f 2>/dev/null | wc -l ;;
    corpus) find fuzz/corpus -type f 2>/dev/null | wc -l ;;
    hashes) wc -l <test/golden/hashes.txt ;;
    commands) grep -vE '^(#|$|optional)' tools/commands.txt | sed 's/#.*//' |
        awk '{ n += NF - 1 } END { print n }' ;;
    mutations) grep -cvE '^(#|$)' tools/mutations.txt ;;
    *:*) figure "${1%%:*}" "${1#*:}" ;;
    *) echo "there is no figure '$1'" >&2; exit 1 ;;
    esac
}

while IFS= read -r line; do
    while [[ $line =~ \{([a-z]+(:[^}]*)?)\} ]]; do
        mark=${BASH_REMATCH[1]}
        line=${line/"{$mark}"/$(value "$mark")}
    done
    printf '%s\n' "$line"
done <tools/testing_template.md >"$page"
echo "$page written"
