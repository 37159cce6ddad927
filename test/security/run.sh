#!/bin/sh
# What hostile files, folders and names cannot make the program do. SECURITY.md has the promises.
# usage: run.sh PROGRAM GUARD

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
program=${1:?usage: run.sh PROGRAM GUARD}
guard=${2:?usage: run.sh PROGRAM GUARD}
program=$(cd "$(dirname "$program")" && pwd)/$(basename "$program")
guard=$(cd "$(dirname "$guard")" && pwd)/$(basename "$guard")
if [ ! -x "$program" ] || [ ! -x "$guard" ]; then
    echo "run.sh: cannot run $program or $guard" >&2
    exit 1
fi

dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
clocked=$(dirname "$program")/test/clock/clock_program
out=$dir/stdout
err=$dir/stderr
scenario=$dir/scenario.yaml
driver=
# shellcheck source=test/output/helpers.sh
. "$root/test/output/helpers.sh"
# shellcheck source=test/clock/hold.sh
. "$root/test/clock/hold.sh"

# nothing may appear in the places where careless programs leave things
mkdir "$dir/place" "$dir/home" "$dir/tmp" "$dir/nothing" && cd "$dir/place" || exit 1
HOME=$dir/home TMPDIR=$dir/tmp
export HOME TMPDIR
# a folder without gnuplot, for what is tried often and needs no plots
# shellcheck disable=SC2034  # the parts use it
bare_path=$dir/nothing
write_scenario '"Steel ball on a steel block"'

# ends WANTED COMMAND...: with this exit status, and before a time that means that it hangs: the
# longest takes five seconds by itself
ends() {
    want=$1
    shift
    timeout 300 "$@" >"$out" 2>"$err" </dev/null
    got=$?
    if [ "$got" -eq "$want" ]; then pass; else fail "exit status $got, not $want"; fi
}

# no byte that steers a terminal: C0 but for line feed and tab, DEL, C1 in UTF-8
is_quiet_text() {
    ! LC_ALL=C grep -qP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' "$@"
}

part() {
    # shellcheck source=/dev/null
    . "$here/$1.sh"
    cd "$dir/place" || exit 1
}

# later parts use what earlier ones left
for name in texts child places force reading network; do part "$name"; done

label='the end'
is 'something was run' [ -z "$(find "$dir" -name 'pwned*')" ]
is 'something lies in the home folder' [ -z "$(ls -A "$dir/home")" ]
is 'something lies among the temporary files' [ -z "$(ls -A "$dir/tmp")" ]
is 'a temporary folder is left' [ -z "$(find "$dir" -name '.dashpot-*' -not -path '*/planted/*')" ]

finish
