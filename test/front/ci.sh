# shellcheck shell=sh disable=SC2154,SC2034
# Part of run.sh: .ci/run goes into a bare root or says that it does not, and adds up the counts.

mkdir -p "$dir/ci/.ci" "$dir/ci/tools" && cp "$root/.ci/run" "$dir/ci/.ci/"
# ci STATUS-OF-BARE STATUS-OF-MAKE: with stand-ins for both, which fail as asked
ci() {
    printf '#!/bin/sh\necho "bare: $*"\n[ %s -eq 3 ] || echo "7 passed, %s failed"\nexit %s\n' \
        "$1" "$1" "$1" >"$dir/ci/tools/bare.sh"
    chmod 755 "$dir/ci/tools/bare.sh"
    printf '#!/bin/sh\necho "    9 passed, 9 failed"\necho "make: $*"\n' >"$dir/bin/make"
    printf 'echo "5 passed, 0 failed"\necho "6 passed, %s failed"\nexit %s\n' "$2" "$2" \
        >>"$dir/bin/make"
    chmod 755 "$dir/bin/make"
    PATH=$dir/bin:$PATH "$dir/ci/.ci/run" >"$out" 2>"$err" </dev/null
}
ends_with() { is "the last line is not '$1'" [ "$(tail -n 1 "$out")" = "$1" ]; }

label='CI in a bare root'
ci 0 1
is 'the exit status is not 0' [ $? -eq 0 ]
prints 'bare: demo test test-brief'
isnt 'runs on the machine, too' grep -q '^make:' "$out"
prints 'ci: make demo test test-brief in a bare root, status 0'
ends_with '7 passed, 0 failed'

label='CI in a bare root with a failure'
ci 1 0
is 'the exit status is not 1' [ $? -eq 1 ]
isnt 'runs on the machine, too' grep -q '^make:' "$out"
ends_with '7 passed, 1 failed'

label='CI without a bare root'
ci 3 0
is 'the exit status is not 0' [ $? -eq 0 ]
prints 'ci: running on this machine as it is'
ends_with '11 passed, 0 failed'
ci 3 2
is 'the exit status is not 1' [ $? -eq 1 ]
ends_with '11 passed, 2 failed'
