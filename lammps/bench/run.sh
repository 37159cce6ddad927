#!/usr/bin/env bash
# Speed of pair_style dashpot against LAMMPS' own gran/hertz/history on the same packing:
#
#     lammps/bench/run.sh DIR [REPEATS]
#
# DIR holds dashpotplugin.so and lmp, as `make lammps` leaves them in build/lammps. Every case runs
# REPEATS times (5), one after the other in turn, on one core; the table has the shortest loop time
# of each, as LAMMPS states it, and its ratio to gran/hertz/history with the same radii: what a
# user waits for: neighbours, integration and forces together. Markdown on standard output.

set -u
here=$(cd "$(dirname "$0")" && pwd)
dir=$(cd "${1:?usage: lammps/bench/run.sh DIR [REPEATS]}" && pwd) || exit 1
repeats=${2:-5}
scratch=$(mktemp -d) || exit 4
trap 'rm -rf "$scratch"' EXIT
export OMP_NUM_THREADS=1

friction='friction mindlin mu 0.5 stiffness_ratio 0.857142857'
names=('gran/hertz/history' hertz hunt-crossley thornton ma-liu)
coeffs=(''
    "hertz modulus 1e9 $friction"
    "hunt-crossley modulus 1e9 restitution 0.7 $friction"
    "thornton modulus 1e9 yield 1e7 $friction"
    "ma-liu modulus 1e9 yield 1e7 $friction")
limits=(1 1.1 1.2 1.3 1.5)

# one NAME COEFF EVERY: its loop time [s]
one() {
    local style=dashpot coeff="* * $2"
    if [ -z "$2" ]; then
        style='gran/hertz/history 1.3333333e9 1.1428571e9 0.0 0.0 0.5 1' coeff='* *'
    fi
    printf 'plugin load %s\ninclude %s\n' "$dir/dashpotplugin.so" "$here/packing.in" \
        >"$scratch/in"
    "$dir/lmp" -in "$scratch/in" -log none -var steps 6000 -var every "$3" -var style "$style" \
        -var coeff "$coeff" >"$scratch/out" 2>&1 ||
        { tail -5 "$scratch/out" >&2; return 1; }
    awk '/^Loop time/ { print $4 }' "$scratch/out"
}

for ((n = 0; n < repeats; n++)); do
    for every in 0 1; do
        for i in "${!names[@]}"; do
            time=$(one "${names[$i]}" "${coeffs[$i]}" "$every") || exit 3
            echo "$i $every $time" >>"$scratch/times"
        done
    done
done

echo '| law | two sizes, s | ratio | aim | every radius different, s | ratio | aim |'
echo '|---|---|---|---|---|---|---|'
for i in "${!names[@]}"; do
    awk -v i="$i" -v name="${names[$i]}" -v limit="${limits[$i]}" '
        { if (!(($1, $2) in least) || $3 < least[$1, $2]) least[$1, $2] = $3 }
        END {
            first = limit == 1 ? "" : limit
            second = limit == 1 ? "" : sprintf("%.2f", 1.1 * limit)
            printf "| %s | %.2f | %.2f | %s | %.2f | %.2f | %s |\n", name, least[i, 0],
                least[i, 0] / least[0, 0], first, least[i, 1], least[i, 1] / least[0, 1], second
        }' "$scratch/times"
done
