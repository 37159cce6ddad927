#!/usr/bin/env bash
# docs/dashpot.1 is what tools/write_man.py prints, names every command and option, and is clean
# roff.
#
#     tools/check_man.sh [BUILD_DIRECTORY]

set -u
cd "$(dirname "$0")/.." || exit 1
program=${1:-build/release}/dashpot
page=docs/dashpot.1
wrong=0

[ -x "$program" ] || { echo "man: there is no $program; run make build first"; exit 1; }
if ! command -v python3 >/dev/null 2>&1; then
    echo "man: skipped, python3 is not installed"
    exit 77
fi
if ! difference=$(python3 tools/write_man.py "$program" | diff "$page" - 2>&1); then
    head -n 10 <<<"$difference"
    echo "man: $page is not up to date; run make docs"
    exit 1
fi

# the page as plain words: roff writes a dash as \-
words=$(sed 's/\\-/-/g' "$page")
count=0
for command in $("$program" --help | sed -n '/^commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p'); do
    options=$("$program" "$command" --help | grep -oE -- '--[a-z][a-z-]*' | sort -u)
    for word in "$command" $options; do
        count=$((count + 1))
        grep -qwF -- "$word" <<<"$words" && continue
        echo "man: $page does not name $word of $command"
        wrong=1
    done
done

tools=
if command -v mandoc >/dev/null 2>&1; then
    tools="$tools mandoc"
    mandoc -T lint "$page" || wrong=1
fi
if command -v groff >/dev/null 2>&1 && groff -man -Tutf8 </dev/null >/dev/null 2>&1; then
    tools="$tools groff"
    complaints=$(groff -man -ww -Tutf8 -z "$page" 2>&1)
    [ -z "$complaints" ] || { echo "$complaints"; wrong=1; }
fi

[ "$wrong" -eq 0 ] || exit 1
if [ -z "$tools" ]; then
    echo "man: $page is up to date; its roff was not tried, mandoc and groff are not installed"
    exit 77
fi
echo "man: $page is up to date, names $count commands and options, clean roff by ${tools# }"
