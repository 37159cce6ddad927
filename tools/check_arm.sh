#!/usr/bin/env bash
# The library on ARM: built by the cross compiler, run by qemu. Kernels of + - * / and square roots
# give the bits of this machine, those that call libm stay within 2 units of the last place, and the
# force loops of most kernels hold vector instructions (NEON); gcc 12 leaves ma-liu scalar.
#
#     tools/check_arm.sh [BUILD_DIRECTORY]

set -eu
cd "$(dirname "$0")/.."
for tool in aarch64-linux-gnu-gcc qemu-aarch64; do
    command -v $tool >/dev/null || { echo "arm: skipped, there is no $tool"; exit 77; }
done
here=${1:-build/release}/libdashpot.a
[ -e "$here" ] || { echo "arm: there is no $here; run make build first"; exit 1; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
flags="-std=c17 -O3 -DNDEBUG -ffp-contract=off -fno-math-errno -fno-trapping-math -Iinclude -Isrc"

# shellcheck disable=SC2086
find src -name '*.c' | xargs -P "$(nproc)" -I{} sh -c \
    'aarch64-linux-gnu-gcc $1 -c "$2" -o "$3/$(echo "$2" | tr / _).o"' _ "$flags" {} "$scratch"
# shellcheck disable=SC2086
aarch64-linux-gnu-gcc $flags -static test/arm/bits.c "$scratch"/*.o -lm -o "$scratch/arm"
# shellcheck disable=SC2086
gcc $flags test/arm/bits.c "$here" -lm -o "$scratch/here"
"$scratch/here" "$scratch/bits" >"$scratch/said" || { cat "$scratch/said"; exit 1; }
qemu-aarch64 "$scratch/arm" "$scratch/bits" compare >"$scratch/said"

aarch64-linux-gnu-objdump -d --no-show-raw-insn "$scratch/arm" | awk '
    /^[0-9a-f]+ <.*>:$/ {here = substr($2, 2, length($2) - 3)}
    here ~ /_forces_shared_baseline$/ && /\tfsqrt\tv[0-9]+\.2d/ {found[here] = 1}
    END {
        split("hertz hunt_crossley hertz_quarter hertz_half thornton peng", kernel, " ")
        for (i in kernel) if (!found[kernel[i] "_forces_shared_baseline"]) {
            print "arm: the force loop of " kernel[i] " has no packed square root"
            wrong = 1
        }
        exit wrong
    }'
awk '
    BEGIN {
        split("adams-impact bai-zhao hertz-power hunt-crossley-power log-cylinder ma-liu peng " \
              "poursina-nikravesh wang-curve winkler", names, " ")
        for (i in names) calls_libm[names[i]] = 1
    }
    {
        allowed = calls_libm[$2] ? 2 : 0
        if ($3 + 0 > allowed || $3 == "inf") {
            print "arm: " $1 " differs by " $3 " units of the last place, " allowed " are allowed"
            wrong = 1
        }
        if ($3 + 0 == 0) equal++
    }
    END {
        if (wrong || NR == 0) exit 1
        print "arm: " NR " laws, " equal " with the same bits, vector loops in 6 kernels"
    }' "$scratch/said"
