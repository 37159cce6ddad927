#!/usr/bin/env bash
# Granular chains in stock LAMMPS (Debian: lammps) on one core, for comparison with ours.
#
#     bench/peer_chain_lammps.sh [ROUNDS]      rounds of all cases in turns; default 3
#
# Prints CSV: name, beads, steps, particle steps per second. The median of the rounds counts; time
# is LAMMPS' loop time times its CPU use, without setup. What the names mean: see chain.lammps.
# Ends with 77 where there is no lmp, and with 1 where a chain ends with other speeds than it must.

set -eu
rounds=${1:-3}
[[ $rounds =~ ^[1-9][0-9]*$ ]] || { echo "lammps: '$rounds' is no number of rounds" >&2; exit 1; }
deck=$(dirname "$(realpath "$0")")/chain.lammps
if ! command -v lmp >/dev/null 2>&1; then
    echo "lammps: skipped, lmp is not installed (lammps)"
    exit 77
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export OMP_NUM_THREADS=1 LC_ALL=C

# name, style, gap, beads, steps
cases=(
    "gran/hertz/history touching:history:0:70:60000"
    "gran/hertz/history touching:history:0:10000:2000"
    "gran/hertz/history touching:history:0:1000000:30"
    "gran/hertz/history no overlap:history:1:70:60000"
    "gran/hertz/history no overlap:history:1:10000:2000"
    "gran/hertz/history no overlap:history:1:1000000:30"
    "gran/hertz/history all overlap:history:-1:70:60000"
    "gran/hertz/history all overlap:history:-1:10000:2000"
    "gran/hertz/history all overlap:history:-1:1000000:30"
    "granular hertz/material without history:nohistory:1:70:60000"
    "gran/hertz/history two beads:history:1:2:60000"
)

fail() {
    echo "lammps: $1" >&2
    exit 1
}

# Small chains end as they must; $scratch/end is nine lines of header, then "id vx x".
check() {
    case $1 in
    # the result all codes agree on, in all its digits; it hardly knows the stiffness
    70) end_is 70 vx 1.7446518 0.51e-7 ;;
    # The beads exchange their speeds in a contact of 2.9432752 times depth over speed; in it
    # bead 2 goes half as fast on average. 1300 steps of second order: 1e-6 of a depth of 8 um.
    2)
        end_is 2 vx 1.77 0.51e-7
        end_is 2 x "$(awk -v steps="$2" 'BEGIN {
            radius = 2.38e-3; mass = 0.45e-3; speed = 1.77
            stiffness = 2 / 3 * 193e9 / (1 - 0.3 ^ 2) * sqrt(radius / 2)
            depth = (5 / 8 * mass * speed ^ 2 / stiffness) ^ 0.4
            printf "%.12f", 3 * radius + speed * 1e-8 * steps - 2.9432752 / 2 * depth
        }')" 1e-10
        ;;
    esac
}

# end_is BEAD vx|x VALUE TOLERANCE: the fastest bead is this one, and has this there.
end_is() {
    awk -v bead="$1" -v column="$([ "$2" = vx ] && echo 2 || echo 3)" -v wanted="$3" \
        -v most="$4" '
        FNR > 9 && (!id || $2 > speed) {id = $1; speed = $2; value = $column}
        END {
            if (id == bead && (value - wanted) ^ 2 <= most ^ 2) exit 0
            printf "bead %d is the fastest and has %.9f there\n", id, value
            exit 1
        }' "$scratch/end" >&2 || fail "$2 of bead $1 must be $3 at the end"
}

# CPU seconds of the loop, from the log.
seconds() {
    awk -v beads="$1" -v steps="$2" '
        /^Loop time of/ && $9 == steps && $12 == beads {loop = $4}
        /% CPU use/ {cpu = $1; sub(/%/, "", cpu)}
        END {
            if (!loop || !cpu) exit 1
            print loop * cpu / 100
        }' "$scratch/log"
}

for ((round = 0; round < rounds; round++)); do
    for i in "${!cases[@]}"; do
        IFS=: read -r _ style gap beads steps <<<"${cases[i]}"
        lmp -in "$deck" -log "$scratch/log" -screen none -echo none -var N "$beads" \
            -var steps "$steps" -var gap "$gap" -var style "$style" -var out "$scratch/end" \
            >"$scratch/said" 2>&1 ||
            fail "$(cat "$scratch/said"; tail -n 2 "$scratch/log")"
        check "$beads" "$steps"
        time=$(seconds "$beads" "$steps") || fail "no loop time in the log of $beads beads"
        echo "$time" >>"$scratch/times.$i"
    done
done

version=$(sed -n 's/^LAMMPS (\([^-)]*[^-) ]\).*/\1/p;T;q' "$scratch/log")
echo "name,beads,steps,particle_steps_per_second"
for i in "${!cases[@]}"; do
    IFS=: read -r name _ _ beads steps <<<"${cases[i]}"
    sort -g "$scratch/times.$i" | awk -v name="LAMMPS $version $name" -v beads="$beads" \
        -v steps="$steps" '
        {time[NR] = $1}
        END {
            median = (time[int((NR + 1) / 2)] + time[int(NR / 2) + 1]) / 2
            printf "%s,%d,%d,%.4g\n", name, beads, steps, beads * steps / median
        }'
done
