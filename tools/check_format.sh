#!/usr/bin/env bash
# C and C++ sources are as clang-format 14 writes them. Other versions differ in details, so only 14
# counts.
#
#     tools/check_format.sh            compare
#     tools/check_format.sh --write    rewrite

set -u
cd "$(dirname "$0")/.." || exit 1

tool=""
for candidate in clang-format-14 clang-format; do
    "$candidate" --version 2>/dev/null | grep -q 'version 14\.' && tool=$candidate && break
done
if [ -z "$tool" ]; then
    echo "format: skipped, clang-format 14 is not installed"
    exit 77
fi

mapfile -t files < <(
    find include src workbench cli test bench examples python octave lammps \
        \( -name '*.[ch]' -o -name '*.cpp' \) 2>/dev/null | sort)
if [ "${1-}" = --write ]; then
    "$tool" -i "${files[@]}"
    exit
fi
if ! "$tool" --dry-run -Werror "${files[@]}" 2>&1 | grep 'error:' | cut -d: -f1 | sort | uniq -c |
    awk '{print "format: " $2 " differs in " $1 " places"; wrong = 1} END {exit wrong}'; then
    echo "format: run make format"
    exit 1
fi
echo "format: ${#files[@]} files"
