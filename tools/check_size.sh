#!/usr/bin/env bash
# Files a person can hold: at most 700 lines and 100 columns; functions of src/, workbench/, cli/
# and of what other programs call at most 80 lines from the name to the closing brace.

set -u
cd "$(dirname "$0")/.." || exit 1
export LC_ALL=C.UTF-8
wrong=0

complain() {
    echo "size: $1"
    wrong=$((wrong + 1))
}

names='.*\.\(c\|cpp\|h\|def\|sh\|in\)\|.*/CMakeLists.txt'
folders="include src workbench cli test bench examples tools cmake python octave lammps"
# shellcheck disable=SC2086  # a list of words; a folder may be missing
mapfile -t files < <(find $folders -regex "$names" 2>/dev/null | sort)
files+=(CMakeLists.txt Makefile)

for file in "${files[@]}"; do
    lines=$(wc -l <"$file")
    [ "$lines" -le 700 ] || complain "$file has $lines lines, more than 700; split it by topic"
    while IFS=: read -r line _; do
        complain "$file:$line is wider than 100 columns; break it"
    done < <(grep -nE '^.{101,}$' "$file")
done

# A definition starts in the first column, its body ends with } in the first column.
while read -r where name lines; do
    complain "$where: $name has $lines lines, more than 80; give a part of it a name"
done < <(find src workbench cli python octave lammps \( -name '*.[ch]' -o -name '*.cpp' \) \
    -exec awk '
    FNR == 1 {start = 0; continued = 0}
    continued || /^#/ {continued = /\\$/; next}
    /^namespace/ {next}
    /^[A-Za-z_]/ && !start {start = FNR; name = ""}
    start && name == "" && /\(/ {name = $0; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name)}
    start && /^[^ ].*;[ ]*(\/\/.*)?$/ && !/^}/ && !body {start = 0}
    start && !body && /;$/ && !/\{/ {start = 0}
    start && /\{[ ]*(\/\/.*)?$/ && !body {body = 1; table = /=[ ]*\{/ || name == ""}
    /^}/ {
        if (start && body && !table && FNR - start + 1 > 80)
            print FILENAME ":" start, name, FNR - start + 1
        start = 0; body = 0; name = ""
    }' {} + | sort)

[ "$wrong" -eq 0 ] || exit 1
echo "size: ${#files[@]} files, none longer than 700 lines, no function longer than 80"
