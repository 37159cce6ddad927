#!/usr/bin/env bash
# The library for Windows: src/ and its suites are built by MinGW and run by wine, and forces,
# histories and impacts of every law are compared bit by bit with those of this machine.
#
#     tools/test_windows.sh [-R REGEX]      words for ctest; all but the slow suites when none
#
# cmocka for MinGW comes from the source package of Debian. Ends with 77 where a tool is missing.

set -u -o pipefail
cd "$(dirname "$0")/.." || exit 1
unset MAKEFLAGS MFLAGS MAKELEVEL
jobs=${JOBS:-$(nproc)}
out=$PWD/build/windows
compiler=x86_64-w64-mingw32-gcc-posix
toolchain=-DCMAKE_TOOLCHAIN_FILE=$PWD/cmake/mingw.cmake

say() { echo "windows: $*"; }
skip() {
    say "skipped, $*"
    exit 77
}
# step LOG COMMAND...: quietly; when it fails show the end of what it said
step() {
    local log=$out/$1.log
    shift
    "$@" </dev/null >"$log" 2>&1 && return
    tail -n 20 "$log" >&2
    say "failed: $*; all of it is in ${log#"$PWD/"}" >&2
    exit 1
}

command -v "$compiler" >/dev/null || skip "there is no $compiler"
# Debian's wine64 puts the program there, and only the package wine puts it into the path
wine=$(command -v wine64 || command -v /usr/lib/wine/wine64) || skip "there is no wine64"
mkdir -p "$out"
# a place of its own for what wine keeps, no windows, no messages about what is missing
export WINEPREFIX=$out/wine WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml='

build_cmocka() {
    [ ! -e "$out/parts/lib/libcmocka.a" ] || return 0
    [ -e "$out/cmocka/CMakeLists.txt" ] || tools/debian_source.sh cmocka "$out/cmocka" ||
        skip "the source of cmocka is not to be had"
    step cmocka cmake -S "$out/cmocka" -B "$out/cmocka-build" "$toolchain" \
        -DWITH_STATIC_LIB=ON -DWITH_EXAMPLES=OFF -DUNIT_TESTING=OFF \
        -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$out/parts" -DCMAKE_INSTALL_LIBDIR=lib
    step cmocka cmake --build "$out/cmocka-build" --parallel "$jobs"
    step cmocka cmake --install "$out/cmocka-build"
    # the static one has another name, and the linker would take that of the DLL first
    rm -f "$out/parts/lib/libcmocka.dll.a"
    step cmocka cp "$(find "$out/cmocka-build" -name 'libcmocka*static.a')" \
        "$out/parts/lib/libcmocka.a"
}

build() {
    say "building src/ and its suites with $compiler"
    export PKG_CONFIG_LIBDIR=$out/parts/lib/pkgconfig
    step configure cmake -S . -B "$out/release" "$toolchain" -DDP_PROGRAM=OFF -DDP_TESTS=ON \
        -DDP_EXAMPLES=OFF -DDP_BENCH=OFF -DDP_OPENMP=OFF -DDP_TEST_LAUNCHER="$wine"
    grep 'is left out on Windows' "$out/configure.log" | sed 's/^-- /windows: /'
    step build cmake --build "$out/release" --parallel "$jobs"
}

# The first start of wine makes its folder, which would count as the time of a suite.
start_wine() { step wine timeout 300 "$wine" cmd.exe /c ver; }

suites() {
    ctest --test-dir "$out/release" --parallel "$jobs" --no-tests=error --output-on-failure \
        --timeout 1500 "$@" </dev/null >"$out/ctest.log" 2>&1
    local status=$?
    sed -n '/tests failed out of/p; /The following tests FAILED/,$p' "$out/ctest.log" |
        sed 's/^/windows: /'
    [ "$status" -eq 0 ] || worst=1
}

# same_bits WHAT [WORD]: of the program in test/arm/bits.c, here and there
same_bits() {
    local what=$1
    shift
    "$out/bits" "$out/$what.txt" "$@" >/dev/null || exit 1
    "$wine" "$out/bits.exe" "$out/$what.txt" "$@" compare </dev/null | tr -d '\r' >"$out/$what.said"
    awk -v what="$what" '
        {
            if ($3 + 0 == 0 && $3 != "inf") equal++
            else printf "windows: %s: %s differs by %s units of the last place\n", what, $1, $3
        }
        END {print "windows: " what ": " equal + 0 " of " NR " laws have the bits of this machine"
            exit NR == 0}' "$out/$what.said" || worst=1
}

compare_bits() {
    local flags=(-std=c17 -O2 -DNDEBUG -ffp-contract=off -Iinclude)
    local native=build/release/libdashpot.a
    [ -e "$native" ] || { say "there is no $native; run make build first"; exit 1; }
    step bits gcc "${flags[@]}" test/arm/bits.c "$native" -lm -fopenmp -o "$out/bits"
    step bits "$compiler" "${flags[@]}" -D__USE_MINGW_ANSI_STDIO=1 test/arm/bits.c \
        "$out/release/libdashpot.a" -static -o "$out/bits.exe"
    same_bits forces
    same_bits impacts impacts
}

worst=0
build_cmocka
build
start_wine
if [ $# -gt 0 ]; then suites "$@"; else suites -LE slow; fi
compare_bits
exit "$worst"
