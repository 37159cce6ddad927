#!/usr/bin/env bash
# An installed library can be used by strangers: install into a temporary place, move it elsewhere,
# and build and run the first example with pkg-config, with CMake, and against the static library.
#
#     tools/check_install.sh [BUILD_DIRECTORY]

set -u
cd "$(dirname "$0")/.." || exit 1
build=${1:-build/release}
example=examples/01_force
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset MAKEFLAGS MFLAGS MAKELEVEL

# Run a step quietly; when it fails show what it said and stop.
step() {
    local what=$1
    shift
    "$@" >"$scratch/log" 2>&1 && return
    tail -n 20 "$scratch/log"
    echo "install: $what failed: $*"
    exit 1
}

step "installing" cmake --install "$build" --prefix "$scratch/first"
step "moving the installation" mv "$scratch/first" "$scratch/moved"
prefix=$scratch/moved
pc=$(find "$prefix" -name dashpot.pc)
libraries=$(dirname "$(dirname "$pc")")
export PKG_CONFIG_PATH=$libraries/pkgconfig

# a build tree elsewhere on the machine must not leak into what is installed
if grep -rIlF -e "$PWD" -e "$scratch/first" "$prefix"; then
    echo "install: these installed files name a folder of the build; make their paths relative"
    exit 1
fi

compiler=(gcc -std=c17 -Wall -Wextra -Werror)
read -ra flags < <(pkg-config --cflags dashpot)
read -ra links < <(pkg-config --libs dashpot)
step "building with pkg-config" "${compiler[@]}" "${flags[@]}" $example/main.c "${links[@]}" \
    -o "$scratch/by_pkgconfig"
step "running it" env LD_LIBRARY_PATH="$libraries" tools/compare.sh $example/expected.txt \
    "$scratch/by_pkgconfig"

read -ra links < <(pkg-config --static --libs dashpot | sed 's/-ldashpot/-l:libdashpot.a/')
step "building against the static library" "${compiler[@]}" "${flags[@]}" $example/main.c \
    "${links[@]}" -o "$scratch/by_archive"
step "running it" tools/compare.sh $example/expected.txt "$scratch/by_archive"

step "configuring with CMake" cmake -S $example -B "$scratch/cmake" \
    -DCMAKE_C_COMPILER=gcc -DCMAKE_PREFIX_PATH="$prefix"
step "building with CMake" cmake --build "$scratch/cmake"
step "running it" tools/compare.sh $example/expected.txt "$scratch/cmake/force"

# the workbench, as a program of others links it
example=examples/09_scenario
read -ra flags < <(pkg-config --cflags dashpot-workbench)
read -ra links < <(pkg-config --libs dashpot-workbench)
step "building with the workbench" "${compiler[@]}" "${flags[@]}" $example/main.c "${links[@]}" \
    -lm -o "$scratch/with_workbench"
step "running it" env LD_LIBRARY_PATH="$libraries" tools/compare.sh $example/expected.txt \
    "$scratch/with_workbench"

step "running the installed program" "$prefix/bin/dashpot" laws
echo "install: a moved installation works by pkg-config, CMake package and static library,"
echo "    and so does the workbench"
