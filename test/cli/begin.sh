# shellcheck shell=sh disable=SC2034,SC2154
# How every suite of the program begins: $here is its folder; $program the program to try, the first
# argument; $clocked the same with the clock of test/clock; $dir an empty folder that goes away at
# the end; then the words of helpers.sh.

program=${1:?usage: run.sh PATH-OF-DASHPOT}
case $program in
*/*) program=$(cd "$(dirname "$program")" && pwd)/$(basename "$program") ;;
*) program=$(command -v "$program") || exit 1 ;;
esac
[ -x "$program" ] || { echo "run.sh: cannot run $program" >&2; exit 1; }
clocked=$(dirname "$program")/test/clock/clock_program

dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
out=$dir/out
err=$dir/err
# shellcheck source=test/cli/helpers.sh
. "$here/../cli/helpers.sh"
