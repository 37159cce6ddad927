#!/usr/bin/env bash
# Break the library on purpose, one small change at a time, and see that the tests notice each.
# Writes docs/test-long.md. Takes much longer than make test.

set -u
cd "$(dirname "$0")/.." || exit 1

if [ ! -x tools/mutate.sh ]; then
    echo "test-long: tools/mutate.sh is not there; nothing to do"
    exit 1
fi
page=docs/test-long.md
log=$(mktemp)
trap 'rm -f "$log"' EXIT

commit=$(git rev-parse --short HEAD)
git diff --quiet HEAD -- || commit="$commit with local changes"
tools/mutate.sh "$@" | tee "$log"
status=${PIPESTATUS[0]}

{
    echo "# Long test"
    echo
    echo "Written by \`make test-long\`; do not edit."
    echo
    echo "* Date: $(date -u +%F)"
    echo "* Commit: $commit"
    echo "* Result: $([ "$status" -eq 0 ] && echo passed || echo "failed, status $status")"
    echo
    echo '```'
    cat "$log"
    echo '```'
} >"$page"
echo "$page written"
exit "$status"
