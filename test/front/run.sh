#!/bin/sh
# The front door: what scripts of the Makefile print, install and take down again.
# usage: run.sh

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
out=$dir/out
err=$dir/err
mkdir "$dir/bin" "$dir/place"
# shellcheck source=test/cli/folders.sh
. "$here/../cli/folders.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL SMALL LAMMPS_SOURCE LAMMPS_SIZES

# stand_in NAME: a command of this name from standard input
stand_in() { cat >"$dir/bin/$1" && chmod 755 "$dir/bin/$1"; }

prints() {
    if grep -qF -- "$1" "$out"; then pass; else fail "stdout lacks '$1'"; fi
}

# --- a suite that fails ---------------------------------------------------------------------------
label='a failure behind a redirection'
cat >"$dir/planted.sh" <<END
here=$here out=$dir/place/out err=$dir/place/err
. "$root/test/cli/folders.sh"
label='the planted check'
echo 'reason: planted' >"\$err"
is 'has failed' false >"\$out" 2>&1
is 'has not failed' true
finish
END
sh "$dir/planted.sh" >"$out" 2>"$err"
is 'counts as success' [ $? -eq 1 ]
prints 'FAIL the planted check: has failed'
prints '    stderr: reason: planted'
prints '1 passed, 1 failed'
isnt 'a check that passed is listed' grep -q 'has not failed' "$out"

label='the end of every suite of the program'
# shellcheck disable=SC2013  # names without spaces
for suite in $(grep -lE 'cli/(begin|folders)\.sh|output/helpers\.sh|/helpers\.sh"' \
    "$root"/test/*/run.sh); do
    is "$suite does not list its failures" [ "$(tail -n 1 "$suite")" = finish ]
done

# --- a build --------------------------------------------------------------------------------------
# stands in for cmake: waits for leave to end, so that what is shown meanwhile can be seen
mkdir -p "$dir/tree/tools"
cp "$root/tools/build.sh" "$root/tools/progress.sh" "$dir/tree/tools/"
stand_in cmake <<END
#!/bin/sh
case \$1 in --preset) exit 0 ;; esac
: >"$dir/builds"
until [ -e "$dir/leave" ]; do sleep 0.01; done
echo '[ 10%] Building C object one.c.o'
echo '[ 26%] Building C object two.c.o'
echo '[ 55%] Built target nothing'
echo '[ 60%] Building C object three.c.o'
echo '[100%] Linking C executable all'
[ ! -e "$dir/broken" ] || { echo 'three.c:7:1: error: planted'; exit 2; }
END
build() { PATH=$dir/bin:$PATH "$dir/tree/tools/build.sh" release "$@"; }

label='a build in a pipe'
build >"$out" 2>"$err" </dev/null &
job=$!
until [ -e "$dir/builds" ] || ! kill -0 "$job" 2>/dev/null; do sleep 0.01; done
is 'says nothing while it builds' grep -q '^building build/release with [0-9]* processes$' "$err"
: >"$dir/leave"
wait "$job"
is 'has failed' [ $? -eq 0 ]
for percent in 25 50 100; do says "building build/release: $percent %"; done
is 'has more or fewer than four lines' [ "$(wc -l <"$err")" -eq 4 ]
is 'prints on standard output' [ ! -s "$out" ]

label='a build on a terminal'
PATH=$dir/bin:$PATH script -qec "'$dir/tree/tools/build.sh' release" /dev/null >"$out" </dev/null
is 'does not rewrite its line' grep -q "$(printf '\r')building build/release:  26 %" "$out"
is 'has several lines' [ "$(wc -l <"$out")" -eq 0 ]

label='a build that fails'
: >"$dir/broken"
build >"$out" 2>"$err" </dev/null
is 'succeeds' [ $? -eq 1 ]
says 'three.c:7:1: error: planted'
says 'building release failed; the whole output is in build/release/build.log'

# --- what is installed ----------------------------------------------------------------------------
label='missing packages where there is no apt'
mkdir "$dir/few"
for name in sh grep sed id env cat; do ln -s "$(command -v "$name")" "$dir/few/$name"; done
# missing WORD [NAME=VALUE]...: the packages it asks for
missing() {
    word=$1
    shift
    (PATH=$dir/few && export PATH "$@" && sh "$root/tools/deps.sh" "$word") >"$out" 2>"$err"
    is "$word: the exit status is not 1" [ $? -eq 1 ]
    says 'Please install these Debian packages'
}
asks() { is "does not ask for $1" grep -qw -- "$1" "$err"; }
asks_not() { isnt "asks for $1" grep -qw -- "$1" "$err"; }
missing demo
asks cmake && asks gnuplot-nox && asks_not hdf5-tools && asks_not clang
missing test
asks cmake && asks hdf5-tools && asks jq && asks_not clang && asks_not valgrind
missing test-all
asks hdf5-tools && asks clang && asks valgrind
missing test-long
asks clang && asks_not snakemake && asks_not slurmctld
missing package
asks debhelper && asks lintian && asks dh-python && asks xz-utils && asks_not clang
missing windows
asks gcc-mingw-w64-x86-64-posix && asks dpkg-dev && asks_not lintian
missing abi
asks abigail-tools && asks_not lintian
missing lammps
asks g++ && asks libopenmpi-dev && asks libpng-dev && asks dpkg-dev && asks lammps && asks_not jq
missing lammps LAMMPS_SOURCE=here SMALL=no
asks g++ && asks libopenmpi-dev && asks_not libpng-dev && asks_not dpkg-dev && asks_not lammps

label='a command that nothing installs'
if command -v python3 >/dev/null; then
    # shellcheck disable=SC2016  # for the script
    printf '#!/bin/sh\nx=$(xxd "$1" | bc)\nif ! gdb -p 1; then :; fi\ncat <<END\n$(nmap)\nEND\n' \
        >"$dir/calls.sh"
    "$root/tools/check_commands.sh" "$dir/calls.sh" >"$out" 2>"$err"
    is 'is not noticed' [ $? -eq 1 ]
    for name in xxd bc gdb nmap; do prints "calls.sh calls $name, which tools/commands.txt"; done
else
    echo 'skipped: commands that nothing installs (no python3)'
fi

# --- what is taken down ---------------------------------------------------------------------------
label='suites beside busy processes'
stand_in ctest <<END
#!/bin/sh
cat "/proc/\$PPID/task/\$PPID/children" >"$dir/children" 2>/dev/null
[ ! -e "$dir/second" ] || { echo 'planted failure'; exit 8; }
: >"$dir/second"
echo '100% tests passed, 0 tests failed out of 1'
END
BUSY=2 PATH=$dir/bin:$PATH "$root/tools/repeat.sh" 3 one >"$out" 2>"$err" </dev/null
is 'a failure is not noticed' [ $? -eq 1 ]
prints 'turn 1 of 3, 1 suites passed beside 2 busy processes'
prints 'planted failure'
prints 'turn 2 of 3 failed'
for child in $(cat "$dir/children"); do
    isnt 'a busy process is left' grep -qs repeat.sh "/proc/$child/cmdline"
done
rm -f "$dir/second"
PATH=$dir/bin:$PATH BUSY=0 "$root/tools/repeat.sh" 1 one two >"$out" 2>"$err" </dev/null
is 'a suite that is none passes' [ $? -eq 1 ]
prints '1 suites ran, not 2'

# shellcheck source=test/front/bare.sh
. "$here/bare.sh"
# shellcheck source=test/front/ci.sh
. "$here/ci.sh"
# shellcheck source=test/front/lammps.sh
. "$here/lammps.sh"
# shellcheck source=test/front/release.sh
. "$here/release.sh"

finish
