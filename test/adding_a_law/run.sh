#!/usr/bin/env bash
# Does what docs/adding_a_law.md says, in a copy of the project: writes its files, builds, runs the
# suites over all laws, and compares what the program prints with what the page shows.
#
# A fence of the page says where its lines go: file=PATH is a new file, append=PATH goes to the end
# of one, below=PATH below the line "// clang-format off". Lines that start with "    $ " are
# commands, the indented lines after them their output.

set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
page=$root/docs/adding_a_law.md
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
unset MAKEFLAGS MFLAGS MAKELEVEL
failed=0

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

# --- the copy, changed as the page says
mkdir "$work/tree"
for part in CMakeLists.txt cmake include src workbench cli test fuzz; do
    cp -R "$root/$part" "$work/tree/" || exit 1
done
cd "$work/tree" || exit 1
[ ! -e src/laws/law_cone.c ] || { echo "FAIL the project has a law of that name already"; exit 1; }

awk -v log_file="$work/blocks" '
    /^```c [a-z]*=/ {
        split($2, part, "=")
        how = part[1]; path = part[2]; text = ""; inside = 1
        next
    }
    inside && /^```/ {
        inside = 0
        print how, path >log_file
        if (how == "file") printf "%s", text >path
        else if (how == "append") printf "%s", text >>path
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
    inside {text = text $0 "\n"}' "$page" ||
    { echo "FAIL a block of the page has no place"; exit 1; }
[ "$(wc -l <"$work/blocks")" -eq 3 ] || fail "the page has $(wc -l <"$work/blocks") blocks, not 3"

# --- build: little optimisation, the suites over all laws
suites="law_definitions law_formulas law_properties registry batch"
targets=dashpot_program
for suite in $suites; do targets="$targets test_$suite"; done
generator=()
command -v ninja >/dev/null 2>&1 && generator=(-G Ninja)
step configure cmake -S . -B "$work/build" "${generator[@]}" -DCMAKE_BUILD_TYPE=None \
    -DCMAKE_C_FLAGS=-O1 -DDP_TESTS=ON -DDP_EXAMPLES=OFF -DDP_BENCH=OFF
# shellcheck disable=SC2086  # a list of words
step build cmake --build "$work/build" --parallel "${JOBS:-$(nproc)}" --target $targets
program=$work/build/dashpot

for suite in $suites; do
    if ! "$work/build/test/test_$suite" >"$work/log" 2>&1; then
        tail -n 20 "$work/log"
        fail "suite $suite"
    fi
done

# --- what the page shows
dashpot() { "$program" "$@"; }

# one command and its output per pair of files: command.1, output.1, ...
awk -v to="$work" '
    /^    \$ / {n++; command = substr($0, 7); more = command ~ /\\$/; shown = 1
                print command >(to "/command." n); printf "" >(to "/output." n); next}
    more {more = /\\$/; print >(to "/command." n); next}
    # an empty line belongs to the output when more of it follows
    shown && /^$/ {gap = gap "\n"; next}
    shown && /^    / {printf "%s%s\n", gap, substr($0, 5) >(to "/output." n); gap = ""; next}
    {shown = 0; gap = ""}' "$page"
count=0
for command in "$work"/command.*; do
    count=$((count + 1))
    eval "$(cat "$command")" >"$work/said" 2>&1 || fail "$(cat "$command") ends with status $?"
    diff "$work/output.${command##*.}" "$work/said" || fail "the page (<) shows another output"
done
[ "$count" -ge 2 ] || fail "the page shows $count commands, not 2 or more"

# an independent number for the force: the formula, with d from the exact relation
want=0.609062720382135
dashpot force --law cone --set restitution=0.7 --set modulus='100 GPa' --set approach='0.5 m/s' \
    --delta '2 um' --rate '0.3 m/s' --json >"$work/said" || fail "force"
awk -v want=$want '/"force"/ {gsub(/[",]/, ""); difference = $2/want - 1; seen = 1}
    END {exit !(seen && difference < 1e-14 && difference > -1e-14)}' "$work/said" ||
    fail "the force is $(grep '"force"' "$work/said"), not $want"

dashpot law cone >"$work/said" || fail "dashpot law cone"
for text in half_angle 'tan(a)' 'Sneddon 1965'; do
    grep -qF "$text" "$work/said" || fail "dashpot law cone does not show $text"
done

# an impact: the integrated motion delivers the restitution and the depth of the energy balance,
# m v^2/2 = K delta^3/3 for the elastic cone
cat >"$work/impact.yaml" <<'END'
dashpot: 1
kind: impact
impact:
  bodies:
    - {radius: 10 mm, mass: 10 g, velocity: 1 m/s}
    - {fixed: true}
  contact: {law: cone, half_angle: 60 deg, modulus: 100 GPa, restitution: 0.7}
run: {path: integrated}
END
dashpot check --json-schema | grep -q '"half_angle"' || fail "the JSON Schema has no half_angle"
dashpot run "$work/impact.yaml" --json >"$work/said" || fail "the impact"
awk '/"restitution":/ {gsub(/[",]/, ""); e = $2} END {exit !(e > 0.7 - 1e-9 && e < 0.7 + 1e-9)}' \
    "$work/said" || fail "the impact delivers $(grep '"restitution":' "$work/said")"
dashpot run "$work/impact.yaml" --json --set impact.contact.restitution=1 >"$work/said" ||
    fail "the elastic impact"
awk '/"max_indentation":/ {gsub(/[",]/, ""); depth = $2}
    END {k = 2/3.14159265358979*100e9*sqrt(3); want = (1.5*0.01/k)^(1/3)
         exit !(depth > want*(1 - 1e-9) && depth < want*(1 + 1e-9))}' "$work/said" ||
    fail "the depth is $(grep '"max_indentation":' "$work/said")"

[ "$failed" -eq 0 ] || exit 1
echo "the law of the page: 3 blocks, $(wc -w <<<"$suites") suites, $count commands, 2 impacts"
