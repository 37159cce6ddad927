#!/usr/bin/env bash
# What the built library shows and uses: exported names, one symbol per law, no mutable globals, and
# no call that prints, reads the environment, ends the process or allocates outside alloc.c.
#
#     tools/check_symbols.sh [BUILD_DIRECTORY]

set -u
cd "$(dirname "$0")/.." || exit 1
export LC_ALL=C
build=${1:-build/release}
shared=$build/libdashpot.so
static=$build/libdashpot.a
wrong=0

complain() {
    echo "symbols: $1"
    wrong=$((wrong + 1))
}

for file in "$shared" "$static"; do
    [ -e "$file" ] || { echo "symbols: there is no $file; run make build first"; exit 1; }
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# --- exported names are those declared with DP_API, no more and no fewer; the workbench is a
# library of its own with headers of its own
compare_exports() {
    local library=$1
    shift
    nm -D --defined-only "$library" | awk '{print $NF}' | sed 's/@.*//' | sort -u \
        >"$scratch/exported"
    cat "$@" | grep -v '^#' | tr '\n' ' ' | grep -oE 'DP_API [^;(]*\(' |
        sed -E 's/.*[ *]([A-Za-z_0-9]+)\($/\1/' | sort -u >"$scratch/declared"
    while read -r name; do
        complain "$name is exported, but no public header declares it with DP_API; make it static"
    done < <(comm -23 "$scratch/exported" "$scratch/declared")
    while read -r name; do
        complain "$name is declared with DP_API but ${library##*/} does not define it"
    done < <(comm -13 "$scratch/exported" "$scratch/declared")
    while read -r name; do
        complain "$name is exported without the prefix dp_"
    done < <(grep -v '^dp_' "$scratch/exported")
}
workbench=${shared%/*}/libdashpot-workbench.so
mapfile -t headers < <(find include/dashpot -name '*.h' ! -name workbench.h ! -name fit.h)
compare_exports "$shared" "${headers[@]}"
[ ! -e "$workbench" ] ||
    compare_exports "$workbench" include/dashpot/workbench.h include/dashpot/fit.h

# --- objects: "member type name" for every global definition
nm -A -g --defined-only "$static" | awk '{
    member = $1; sub(/:[0-9a-f]*$/, "", member); sub(/.*:/, "", member); print member, $(NF-1), $NF
}' >"$scratch/defined"
while read -r member _ name; do
    complain "$member defines the global name $name; make it static or give it the prefix dp_"
done < <(awk '$3 !~ /^dp_/' "$scratch/defined")

# a law file exports its table and nothing else
one_symbol() {
    local source=$1 symbol=$2 names
    names=$(awk -v m="$(basename "$source").o" '$1 == m {print $3}' "$scratch/defined" | xargs)
    [ "$names" = "$symbol" ] ||
        complain "$source must export $symbol and nothing else; it exports ${names:-nothing}"
}
for source in src/laws/law_*.c; do
    one_symbol "$source" "dp_$(basename "$source" .c)"
done
for source in src/frictions/friction_*.c; do
    file=$(basename "$source" .c)
    one_symbol "$source" "dp_friction_law_${file#friction_}"
done

# --- mutable globals: any writable section that is not relocated and then made read-only
objdump -h "$static" | awk '
    /file format/ {member = $1; sub(/:$/, "", member)}
    $2 ~ /^\.(data|bss|tdata|tbss)/ && $2 !~ /^\.data\.rel\.ro/ && $3 !~ /^0+$/ {print member, $2}
' >"$scratch/writable"
while read -r member section; do
    names=$(objdump -t "$static" | awk -v m="$member:" -v s="$section" '
        /file format/ {here = $1 == m}
        here && / O / && index($0, s "\t") {printf " %s", $NF}')
    complain "$member holds mutable data ($section:${names}); make it const or pass it in"
done <"$scratch/writable"
while read -r member name; do
    complain "$member holds the mutable common symbol $name"
done < <(awk '$2 == "C" {print $1, $3}' "$scratch/defined")

# --- calls out of the library
nm -A -u "$static" | awk '{
    member = $1; sub(/:$/, "", member); sub(/.*:/, "", member); print member, $NF
}' | sed 's/@.*//' >"$scratch/used"
forbidden='^(_*(v?f?printf|v?dprintf|v?asprintf|v?sprintf)(_chk)?|puts|putchar|fputs|fputc|putc'
forbidden+='|fwrite|perror|stdin|stdout|stderr|f?open|fdopen|fclose|fread|fgets|read|write|_?exit'
forbidden+='|_Exit|quick_exit|abort|__assert_fail|atexit|signal|raise|longjmp|__longjmp_chk|getenv'
forbidden+='|secure_getenv|setlocale|localeconv|system|rand|srand|random|time|clock|clock_gettime'
forbidden+='|gettimeofday|strtok|strtod|strerror)$'
memory='^(malloc|calloc|realloc|free|aligned_alloc|posix_memalign|strdup|strndup)$'
while read -r member name; do
    complain "$member calls $name; the library does not print, read, stop or keep time"
done < <(awk -v re="$forbidden" '$2 ~ re' "$scratch/used")
while read -r member name; do
    complain "$member calls $name; memory comes from the caller's dp_allocator (base/alloc.h)"
done < <(awk -v re="$memory" '$2 ~ re && $1 != "alloc.c.o"' "$scratch/used")

[ "$wrong" -eq 0 ] || exit 1
count=$(wc -l <"$scratch/exported")
echo "symbols: $count exported, all declared; no mutable globals, no forbidden calls"
