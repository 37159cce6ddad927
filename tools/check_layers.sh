#!/usr/bin/env bash
# Includes point one way. Each folder of src/ lists here what it may include besides itself and the
# public headers; the program, the examples and the public headers have rules of their own.

set -u
cd "$(dirname "$0")/.." || exit 1

declare -A may=(
    [base]=""
    [solve]="base"
    [restitution]="base solve"
    [laws]="base restitution"
    [frictions]="base"
    [contact]="base"
    [impact]="base solve contact"
    [journal]="base solve contact impact"
    [mechanism]="base solve contact"
    [chain]="base solve contact"
    [delivery]="base"
    [validity]="base contact impact"
)
# what the library may use of libc (which calls: see check_symbols.sh), and what a program may
library=" float limits math stdarg stdbool stddef stdint stdio stdlib string xmmintrin "
program="$library ctype dirent dlfcn errno fcntl inttypes poll pthread signal time unistd "
program+="sys/file sys/ioctl sys/random sys/resource sys/stat sys/types sys/wait "
packages=" jansson yaml hdf5 "
wrong=0
count=0

complain() {
    echo "layers: $1:$2: $3"
    wrong=$((wrong + 1))
}

is_one_of() { [[ $1 == *" ${2%.h} "* ]]; }

allowed_in_library() {
    local folder=$1 kind=$2 name=$3
    [[ $name == dashpot/* ]] && return 0
    if [ "$kind" = "<" ]; then
        is_one_of "$library" "$name"
    else
        is_one_of " $folder ${may[$folder]} " "${name%%/*}"
    fi
}

# prints file:line:<name or file:line:"name for every include below the given folders
includes() {
    grep -rnHE '^[[:space:]]*#[[:space:]]*include' --include='*.[ch]' "$@" |
        sed -E 's/^([^:]*:[0-9]+:)[ \t]*#[ \t]*include[ \t]*([<"])([^>"]*).*/\1\2\3/'
}

while IFS=: read -r file line rest; do
    count=$((count + 1))
    kind=${rest:0:1}
    name=${rest:1}
    folder=${file#src/}
    folder=${folder%%/*}
    if [[ ! -v may[$folder] ]]; then
        complain "$file" "$line" "src/$folder is unknown; give it a row in tools/check_layers.sh"
    elif ! allowed_in_library "$folder" "$kind" "$name"; then
        complain "$file" "$line" \
            "src/$folder may not include $name, only dashpot/ $folder/ ${may[$folder]} and libc"
    fi
done < <(includes src)

while IFS=: read -r file line rest; do
    count=$((count + 1))
    name=${rest:1}
    case $file:$name in
    include/*:dashpot/* | examples/*:dashpot/dashpot.h) continue ;;
    cli/*:dashpot/*) continue ;;
    include/*)
        is_one_of "$library" "$name" && continue
        rule="a public header includes dashpot/*.h and the library's part of libc"
        ;;
    cli/*)
        is_one_of "$program$packages" "$name" && continue
        [ -e "cli/$name" ] || [ -e "$(dirname "$file")/$name" ] && continue
        rule="the program includes dashpot/*.h, its own headers, libc and$packages"
        ;;
    *)
        is_one_of "$program" "$name" && continue
        rule="an example includes dashpot/dashpot.h and libc"
        ;;
    esac
    complain "$file" "$line" "$rule; not $name"
done < <(includes include cli examples)

if [ "$wrong" -gt 0 ]; then
    echo "layers: $wrong wrong; move the code to a lower folder, or pass in what it needs"
    exit 1
fi
echo "layers: $count includes, all point one way"
