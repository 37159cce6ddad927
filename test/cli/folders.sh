# shellcheck shell=sh disable=SC2154
# Helpers of the suites that look into folders of results. Expects $err, what the program said.

# shellcheck source=test/cli/counts.sh
. "$here/../cli/counts.sh"

# is TEXT COMMAND...: the command succeeds, or TEXT says what is wrong
is() {
    text=$1
    shift
    if "$@"; then pass; else fail "$text"; fi
}

isnt() {
    text=$1
    shift
    if "$@"; then fail "$text"; else pass; fi
}

says() {
    if grep -qF -- "$1" "$err"; then pass; else fail "stderr lacks '$1'"; fi
}

has_results() {
    for name in summary.json series.csv series.h5 scenario.yaml report.html; do
        [ -s "$1/$name" ] || return 1
    done
}

# no temporary folder in this one
is_tidy() { [ -z "$(find "$1" -maxdepth 1 -name '.dashpot-*')" ]; }

checksum() { (cd "$1" && find . -type f -exec cksum {} + | sort -k 3) | cksum; }
