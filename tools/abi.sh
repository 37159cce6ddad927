#!/usr/bin/env bash
# What changed for programs that were linked with an earlier libdashpot or libdashpot-workbench:
# both are built with debug information from this tree and from the earlier one, and abidiff
# (libabigail) compares.
#
#     OLD=build/release-0.2.0/dashpot-0.2.0.tar.xz tools/abi.sh     an archive
#     OLD=v0.2.0 tools/abi.sh                                       a revision of git
#
# Prints a page; all of it is in build/abi/LIBRARY.txt. Ends with 1 when something that was there
# changed or is gone while the soname stayed; additions are no such change.

set -u -o pipefail
cd "$(dirname "$0")/.." || exit 1
unset MAKEFLAGS MFLAGS MAKELEVEL
out=build/abi
worst=0

fail() {
    echo "abi: $*" >&2
    exit 2
}
old=${OLD-}
[ -n "$old" ] || fail "OLD must name an archive or a revision, as in make abi OLD=v0.2.0"
command -v abidiff >/dev/null || fail "there is no abidiff; Debian has it in abigail-tools"

# The earlier sources in build/abi/old.
unpack() {
    rm -rf "$out/old" && mkdir -p "$out/old"
    if [ -f "$old" ]; then
        tar -xf "$old" -C "$out/old" --strip-components=1 || fail "$old cannot be unpacked"
    elif git rev-parse -q --verify "$old^{commit}" >/dev/null; then
        git archive "$old" | tar -x -C "$out/old" || fail "git cannot give $old"
    else
        fail "'$old' is neither a file nor a revision"
    fi
    [ -f "$out/old/include/dashpot/version.h" ] || fail "$old has no include/dashpot/version.h"
}

# build TREE FOLDER: both libraries; without optimisation, which changes no interface
build() {
    { cmake -S "$1" -B "$2" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG='-g -O0' \
        -DDP_TESTS=OFF -DDP_EXAMPLES=OFF -DDP_BENCH=OFF -DDP_WERROR=OFF &&
        cmake --build "$2" --parallel "${JOBS:-$(nproc)}" \
            --target dashpot dashpot_workbench; } </dev/null >"$2.log" 2>&1 || {
        tail -n 10 "$2.log" >&2
        fail "$1 could not be built; all of it is in $2.log"
    }
}

soname() { readelf -d "$1" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p'; }

# differences OPTION...: what abidiff says; 1 and 2 are its own failures
differences() {
    abidiff --headers-dir1 "$out/old/include" --headers-dir2 include "$@" "$before" "$after" \
        >"$out/$name.txt" 2>&1
    local status=$?
    [ $((status & 3)) -eq 0 ] || fail "abidiff failed: $(tail -n 1 "$out/$name.txt")"
    return "$status"
}

compare() {
    local name=$1 before=$out/was/$1.so after=$out/is/$1.so verdict
    local was is
    was=$(soname "$before") is=$(soname "$after")
    verdict="no change"
    # additions aside first: they are what may happen
    if ! differences --no-added-syms --leaf-changes-only; then
        verdict="another soname, under which anything may change"
        if [ "$was" = "$is" ]; then
            verdict="INCOMPATIBLE: the soname must change, which a new minor version does"
            worst=1
        fi
    elif ! differences; then
        verdict="additions only"
    fi
    differences --leaf-changes-only
    echo "== $was -> $is: $verdict"
    head -n 25 "$out/$name.txt"
    [ "$(wc -l <"$out/$name.txt")" -le 25 ] || echo "... all of it is in $out/$name.txt"
}

unpack
build "$out/old" "$out/was"
build . "$out/is"
compare libdashpot
compare libdashpot-workbench
exit "$worst"
