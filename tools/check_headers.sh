#!/usr/bin/env bash
# Every public header compiles alone, as C17 and (where a C++ compiler is found) as C++.

set -u
cd "$(dirname "$0")/.." || exit 1
flags=(-Iinclude -Wall -Wextra -Wpedantic -Werror -fsyntax-only)
wrong=0
count=0
cxx=""
for candidate in g++ clang++; do
    command -v $candidate >/dev/null 2>&1 && cxx=$candidate && break
done

for header in include/dashpot/*.h; do
    name=${header##*/}
    count=$((count + 1))
    # included twice: the guard is tested too
    text=$(printf '#include "dashpot/%s"\n' "$name" "$name")$'\ntypedef int nothing_else;'
    gcc -std=c17 "${flags[@]}" -Wstrict-prototypes -x c - <<<"$text" || wrong=$((wrong + 1))
    [ -z "$cxx" ] || $cxx -std=c++11 "${flags[@]}" -x c++ - <<<"$text" || wrong=$((wrong + 1))

    # the workbench is a library of its own
    if [ "$name" != dashpot.h ] && [ "$name" != workbench.h ] && [ "$name" != fit.h ] &&
        ! grep -qF "dashpot/$name" include/dashpot/dashpot.h; then
        echo "headers: dashpot/dashpot.h does not include $name; add it"
        wrong=$((wrong + 1))
    fi
    if grep -q '^DP_API' "$header" && ! grep -q '^DP_BEGIN_DECLS' "$header"; then
        echo "headers: $header declares functions outside DP_BEGIN_DECLS; C++ could not link them"
        wrong=$((wrong + 1))
    fi
done

if [ "$wrong" -gt 0 ]; then
    echo "headers: $wrong faults; a public header includes all it uses and reads as C++ too"
    exit 1
fi
[ -n "$cxx" ] && also="and C++ ($cxx)" || also="(no C++ compiler here to try them as C++)"
echo "headers: $count compile alone as C17 $also"
