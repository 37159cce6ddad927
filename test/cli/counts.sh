# shellcheck shell=sh disable=SC2154
# What passed and what failed, of every suite of the program. Expects $err, what the program said.

passed=0
failed=0
label=

pass() { passed=$((passed + 1)); }

fail() {
    failed=$((failed + 1))
    printf 'FAIL %s: %s\n' "$label" "$1"
    [ -s "$err" ] && sed 's/^/    stderr: /' "$err" | head -n 5
    return 0
}
