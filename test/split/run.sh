#!/bin/sh
# Ensembles and fits in parts: the bytes of a run in one piece, also after a kill, and after a byte
# of a journal was damaged.
# usage: run.sh PATH-OF-DASHPOT PATH-OF-FORGER

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=test/cli/begin.sh
. "$here/../cli/begin.sh"
forger=${2:?usage: run.sh PATH-OF-DASHPOT PATH-OF-FORGER}
cd "$dir" || exit 1

files_of() { (cd "$1" && find . -name journals -prune -o -type f -print | sort); }

# same_results ONE PARTS: the same files with the same bytes
same_results() {
    label="$1 and $2"
    if [ "$(files_of "$1")" = "$(files_of "$2")" ]; then pass; else fail 'other files'; fi
    for file in $(files_of "$1"); do
        if cmp -s "$1/$file" "$2/$file"; then pass; else fail "$file differs"; fi
    done
}

# parts DIR COUNT FILE ARGUMENT...: all of them, one after another
parts() {
    folder=$1 count=$2 part=1
    shift 2
    while [ "$part" -le "$count" ]; do
        run 0 run "$@" --part "$part/$count" --out "$folder" --quiet
        part=$((part + 1))
    done
}

size_of() { stat -c %s "$1" 2>/dev/null || echo 0; }

# killed_at READING LEAST DIR FILE ARGUMENT...: a part of one is killed at that reading of its
# clock; at least so many points are finished then, and not all
killed_at() {
    reading=$1 least=$2 folder=$3
    shift 3
    label="a part in $folder is killed"
    hold_at "$reading" run "$@" --part 1/1 --threads 1 --out "$folder" --quiet
    kill -9 "$job"
    rm "$dir/hold"
    { wait "$job"; } 2>/dev/null
    run 0 status "$folder" --json
    finished=$(sed -n 's/^  "done": \([0-9]*\),$/\1/p' "$out")
    left=$(sed -n 's/^  "missing": \([0-9]*\),$/\1/p' "$out")
    if [ "$finished" -ge "$least" ] && [ "$left" -gt 0 ]; then pass
    else fail "$finished points are finished, $left missing"; fi
}

# flip FILE AT: another byte there
flip() {
    byte=$(od -An -tu1 -j "$2" -N 1 "$1" | tr -d ' ')
    # shellcheck disable=SC2059  # the format is the byte
    printf "\\$(printf %03o $((byte ^ 1)))" |
        dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}

# forged FROM TO POINT HOW: journals with one record that has a good checksum and makes no sense;
# it does not count, so that the results are those of $one
forged() {
    label="forged $*"
    rm -rf "$2"
    mkdir "$2"
    if "$forger" "$1" "$2" "$3" "$4"; then pass; else fail 'it cannot be forged'; fi
    run 0 merge "$2" --quiet
    same_results "$one" "$2"
}

# disagrees DIR POINT: a second journal that has other numbers for this point, and sense
disagrees() {
    label="other numbers for point $2 of $1"
    cp -r "$1" disagreed
    if "$forger" "$1" disagreed "$2" other; then pass; else fail 'it cannot be forged'; fi
    refused 4 "journals disagree about point $2" merge disagreed
    rm -r disagreed
}

# shellcheck source=test/split/ensembles.sh
. "$here/ensembles.sh"
# shellcheck source=test/split/fits.sh
. "$here/fits.sh"

finish
