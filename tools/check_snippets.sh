#!/usr/bin/env bash
# What the documentation shows is true: code is part of a file that is built, scenarios are good,
# commands of the program run and print what stands below them.
#
#     tools/check_snippets.sh [BUILD_DIRECTORY] [PAGE]...
#
# In README.md, docs/*.md and examples/*/README.md:
#   ```c       is a stretch of a file of examples/, include/ or src/. A fence with file=, append= or
#              below= belongs to docs/adding_a_law.md, which test/adding/run.sh follows.
#   ```yaml    that starts with `dashpot: 1` is a good scenario; if the paragraph above names a file
#              that is not there, `mine.yaml`, commands of the page find it under that name.
#   commands   are indented lines, or lines of ```sh, that start with dashpot or
#              build/release/dashpot, perhaps after "$ ". After "$ " what stands below is compared
#              with what is printed.
#              All rows of the papers take a minute: `dashpot reproduce` gets --quick here, unless
#              SNIPPETS=all, as in make test-long.
# A comment above the block changes that:
#   <!-- snippet: fails 2 -->            the commands end with this status
#   <!-- snippet: not run, because -->   they are left alone
#   <!-- snippet: output varies -->      what is printed is not compared

set -u
cd "$(dirname "$0")/.." || exit 1
build=${1:-build/release}
if [ ! -x "$build/dashpot" ]; then
    echo "snippets: there is no $build/dashpot; run make build first"
    exit 1
fi
if ! command -v python3 >/dev/null 2>&1; then
    echo "snippets: skipped, python3 is not installed"
    exit 77
fi
exec python3 tools/check_snippets.py "$build/dashpot" "${@:2}"
