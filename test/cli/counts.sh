# shellcheck shell=sh disable=SC2154
# What passed and what failed, of every suite of the program. Expects $err, what the program said.

passed=0
failed=0
failures=
label=

pass() { passed=$((passed + 1)); }

# The text is kept as well: whoever redirects a check redirects what it prints here.
fail() {
    failed=$((failed + 1))
    failure=$(
        printf 'FAIL %s: %s\n' "$label" "$1"
        [ ! -s "$err" ] || sed 's/^/    stderr: /' "$err" | head -n 5
    )
    failures="$failures$failure
"
    printf '%s\n' "$failure"
}

# The end of a suite: every failure once more, then the counts; succeeds if nothing failed.
finish() {
    [ "$failed" -eq 0 ] || printf '\nfailed checks:\n%s' "$failures"
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}
