# Words of run.sh.
#
# A fence of the page says where its lines go: file=PATH is a new file, append=PATH goes to the end
# of one, below=PATH below the line "// clang-format off". Lines that start with "    $ " are
# commands, the indented lines after them their output.
# shellcheck shell=bash

set -u
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
unset MAKEFLAGS MFLAGS MAKELEVEL
failed=0
program=$work/build/dashpot

fail() {
    echo "FAIL $*"
    failed=$((failed + 1))
}

# Run quietly; when it fails show the end of what it said and stop.
step() {
    local what=$1
    shift
    "$@" >"$work/log" 2>&1 && return
    tail -n 30 "$work/log"
    echo "FAIL $what"
    exit 1
}

dashpot() { "$program" "$@"; }

# copy_project NEW...: and go there; NEW is what the pages make, so it must not exist.
copy_project() {
    mkdir "$work/tree"
    for part in CMakeLists.txt cmake include src workbench cli test fuzz; do
        cp -R "$root/$part" "$work/tree/" || exit 1
    done
    cd "$work/tree" || exit 1
    for part in "$@"; do
        [ ! -e "$part" ] || { echo "FAIL the project has $part already"; exit 1; }
    done
}

# write_blocks PAGE COUNT: the files that the page shows.
write_blocks() {
    awk -v log_file="$work/blocks" '
        /^```[a-z]+ [a-z]*=/ {
            split($2, part, "=")
            how = part[1]; path = part[2]; text = ""; inside = 1
            next
        }
        inside && /^```/ {
            inside = 0
            print how, path >log_file
            if (how == "file") {
                folder = path
                if (sub(/\/[^\/]*$/, "", folder)) system("mkdir -p " folder)
                printf "%s", text >path
            } else if (how == "append") printf "%s", text >>path
            else if (how == "below") {
                whole = ""; found = 0
                while ((getline line <path) > 0) {
                    whole = whole line "\n"
                    if (!found && line ~ /\/\/ clang-format off/) {whole = whole text; found = 1}
                }
                close(path)
                if (!found) exit 1
                printf "%s", whole >path
            } else exit 1
            close(path)
            next
        }
        inside {text = text $0 "\n"}' "$1" ||
        { echo "FAIL a block of the page has no place"; exit 1; }
    local blocks
    blocks=$(wc -l <"$work/blocks")
    [ "$blocks" -eq "$2" ] || fail "the page has $blocks blocks, not $2"
}

# build_targets TARGET...: without optimisation.
build_targets() {
    local generator=()
    command -v ninja >/dev/null 2>&1 && generator=(-G Ninja)
    step configure cmake -S . -B "$work/build" "${generator[@]}" -DCMAKE_BUILD_TYPE=None \
        -DCMAKE_C_FLAGS=-O0 -DDP_TESTS=ON -DDP_EXAMPLES=OFF -DDP_BENCH=OFF
    step build cmake --build "$work/build" --parallel "${JOBS:-$(nproc)}" --target "$@"
}

# run_commands PAGE LEAST: what the page shows is what the program says. Sets `count`.
run_commands() {
    rm -f "$work"/command.* "$work"/output.*
    # one command and its output per pair of files: command.1, output.1, ...
    awk -v to="$work" '
        /^    \$ / {n++; command = substr($0, 7); more = command ~ /[\\|]$/; shown = 1
                    print command >(to "/command." n); printf "" >(to "/output." n); next}
        more {more = /[\\|]$/; print >(to "/command." n); next}
        # an empty line belongs to the output when more of it follows
        shown && /^$/ {gap = gap "\n"; next}
        shown && /^    / {printf "%s%s\n", gap, substr($0, 5) >(to "/output." n); gap = ""; next}
        {shown = 0; gap = ""}' "$1"
    count=0
    for command in "$work"/command.*; do
        count=$((count + 1))
        eval "$(cat "$command")" >"$work/said" 2>&1 || fail "$(cat "$command") ends with status $?"
        diff "$work/output.${command##*.}" "$work/said" || fail "the page (<) shows another output"
    done
    [ "$count" -ge "$2" ] || fail "the page shows $count commands, not $2 or more"
}
