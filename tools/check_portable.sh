#!/usr/bin/env bash
# The library asks for nothing but the C library: src/ compiles as strict C17 without what glibc
# adds, and includes no header that is not in the C standard but the one named here.

set -u
cd "$(dirname "$0")/.." || exit 1
export LC_ALL=C
standard='float|inttypes|limits|math|stdarg|stdbool|stddef|stdint|stdio|stdlib|string'
# vector registers, on x86 alone
special='xmmintrin'
wrong=0

while IFS=: read -r file line text; do
    echo "portable: $file:$line has $text; src/ and include/ use headers of the C standard alone"
    wrong=1
done < <(grep -rnE '^ *# *include *<' src include | grep -vE "<($standard|$special)\.h>")

# attributes are spelt with underscores, which a strict compiler takes
find src -name '*.c' | sort | xargs -P "$(nproc)" -n 20 gcc -std=c17 -pedantic-errors \
    -fsyntax-only -D_POSIX_C_SOURCE=200809L -Werror=implicit-function-declaration \
    -Iinclude -Isrc || wrong=1

[ "$wrong" -eq 0 ] || exit 1
echo "portable: $(find src -name '*.c' | wc -l) files of src/ are strict C17, with headers" \
    "$(grep -rhoE '^ *# *include *<[a-z]+' src include | sed 's/.*<//' | sort -u | xargs)"
