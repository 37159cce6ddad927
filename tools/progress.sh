#!/usr/bin/env bash
# Reads what make or ninja print and says on standard error how far they are: one line that is
# rewritten on a terminal, else a line at every STEP percent.
#
#     cmake --build DIRECTORY | tools/progress.sh NAME [STEP]

set -u
name=$1
step=${2:-25}

# The percentage of a line of make or ninja that says that something is built; nothing for others.
percent_of() {
    case $1 in *Built\ target*) return ;; esac
    if [[ $1 =~ ^\[\ *([0-9]+)%\] ]]; then
        echo "${BASH_REMATCH[1]}"
    elif [[ $1 =~ ^\[([0-9]+)/([0-9]+)\] ]]; then
        echo $((BASH_REMATCH[1] * 100 / BASH_REMATCH[2]))
    fi
}

shown=0
while IFS= read -r line; do
    percent=$(percent_of "$line")
    [ -n "$percent" ] || continue
    if [ -t 2 ]; then
        printf '\rbuilding %s: %3d %%' "$name" "$percent" >&2
    elif [ "$percent" -ge $((shown + step)) ]; then
        shown=$((percent / step * step))
        echo "building $name: $shown %" >&2
    fi
done
# what comes next begins where this line began
[ ! -t 2 ] || printf '\r\033[K' >&2
