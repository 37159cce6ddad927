#!/usr/bin/env bash
# Are the guards of DP_HARDEN in what was built, program and shared library?
#
#     tools/check_hardening.sh [BUILD_DIRECTORY]

set -u
cd "$(dirname "$0")/.." || exit 1
export LC_ALL=C
build=${1:-build/release}
wrong=0
found=0

command -v readelf >/dev/null || { echo "hardening: skipped, there is no readelf"; exit 77; }

complain() {
    echo "hardening: $1"
    wrong=$((wrong + 1))
}

# guard FILE TEXT COMMAND...: the command succeeds, or TEXT says what is missing
guard() {
    local file=$1 text=$2
    shift 2
    if "$@"; then found=$((found + 1)); else complain "$file $text"; fi
}

has() { grep -qE "$2" "$scratch/$1"; }
lacks() { ! has "$@"; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for file in "$build/dashpot" "$build/libdashpot.so"; do
    [ -e "$file" ] || { echo "hardening: there is no $file; run make build first"; exit 1; }
    readelf -W -h "$file" >"$scratch/head"
    readelf -W -l "$file" >"$scratch/segments"
    readelf -W -d "$file" >"$scratch/dynamic"
    readelf -W --dyn-syms "$file" >"$scratch/symbols"
    guard "$file" "is not position independent (-fPIE -pie)" has head 'Type: +DYN'
    guard "$file" "has no read-only relocations (-z relro)" has segments 'GNU_RELRO'
    guard "$file" "binds its symbols late (-z now)" has dynamic 'BIND_NOW|FLAGS.*NOW'
    guard "$file" "may run code on its stack (-z noexecstack)" has segments 'GNU_STACK.* RW '
    guard "$file" "has a segment both to write and to run" lacks segments ' (RWE|WE) '
    guard "$file" "has relocations in its code (-fPIC)" lacks dynamic 'TEXTREL'
    # libraries of the system may lie in folders of their own; an empty entry, as CMake leaves at
    # the end, is the folder where the program is called
    guard "$file" "looks for libraries outside the system (RUNPATH)" lacks dynamic \
        '(RPATH|RUNPATH)[^[]*\[(.*:)?([^/]|/[^ul]|/usr/local)'
    guard "$file" "does not watch its stack (-fstack-protector-strong)" has symbols \
        '__stack_chk_fail'
    guard "$file" "has no checked string functions (-D_FORTIFY_SOURCE=2)" has symbols \
        '__[a-z_]+_chk(@| |$)'
done

[ "$wrong" -eq 0 ] || exit 1
echo "hardening: $found guards in 2 files"
