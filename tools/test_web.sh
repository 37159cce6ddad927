#!/usr/bin/env bash
# What runs in a browser: reports and the laboratory.
#
#     tools/test_web.sh [TEST]...      names in test/web without .mjs; all of them when left out
#
# Every test is called as `node TEST PROGRAM LABDIR` with NODE_PATH for its modules and CHROMIUM for
# the browser. It ends with a line "N passed, M failed" and a status other than 0 where M is not 0.

set -u -o pipefail
cd "$(dirname "$0")/.." || exit 1
program=$PWD/build/release/dashpot
modules=$PWD/build/web
tests=("$@")

[ -x "$program" ] || { echo "web: build/release/dashpot is missing; run make build" >&2; exit 1; }
tools/lab.sh || exit 1
mkdir -p "$modules"
cmp -s test/web/package.json "$modules/package.json" || {
    cp test/web/package.json "$modules/package.json.part" &&
        (cd "$modules" && mv package.json.part package.json &&
            npm install --no-package-lock --no-audit --no-fund --ignore-scripts --silent) || {
        rm -f "$modules/package.json"
        echo "web: npm could not install what test/web/package.json names" >&2
        exit 1
    }
}
export NODE_PATH=$modules/node_modules CHROMIUM=${CHROMIUM:-$(command -v chromium)}
# modules of node look for others beside themselves, not in NODE_PATH
export DASHPOT_MODULES=$modules/node_modules

passed=0
failed=0
[ ${#tests[@]} -gt 0 ] || for file in test/web/*.mjs; do tests+=("$(basename "$file" .mjs)"); done
for name in "${tests[@]}"; do
    echo "--- $name"
    log=$(mktemp) || exit 1
    node "test/web/$name.mjs" "$program" "$PWD/build/lab" 2>&1 | tee "$log"
    status=$?
    counts=$(sed -nE 's/^([0-9]+) passed, ([0-9]+) failed$/\1 \2/p' "$log" | tail -n 1)
    rm -f "$log"
    # one that ends without its counts, or badly with none, has failed
    if [ -z "$counts" ] || { [ "$status" -ne 0 ] && [ "${counts#* }" -eq 0 ]; }; then
        counts="0 1"
        echo "FAILED: $name ended with $status"
    fi
    passed=$((passed + ${counts% *}))
    failed=$((failed + ${counts#* }))
done
echo "web: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
