#!/usr/bin/env bash
# The hot loops are really vectorised: the force loop of each kernel holds packed square roots as
# wide as its instruction set. A loop that falls back to one number at a time gives the same answer,
# so no test would notice.
#
#     tools/check_simd.sh [BUILD_DIRECTORY]

set -u
cd "$(dirname "$0")/.." || exit 1
static=${1:-build/release}/libdashpot.a
kernels="hertz hunt_crossley hertz_quarter hertz_half ma_liu thornton peng"

[ "$(uname -m)" = x86_64 ] || { echo "simd: skipped, this is no x86-64 machine"; exit 77; }
[ -e "$static" ] || { echo "simd: there is no $static; run make build first"; exit 1; }

objdump -d --no-show-raw-insn "$static" | awk -v kernels="$kernels" '
    /^[0-9a-f]+ <.*>:$/ {here = substr($2, 2, length($2) - 3); seen[here] = 1}
    /[ \t]v?sqrtpd[ \t]/ {found[here, /%zmm/ ? "zmm" : /%ymm/ ? "ymm" : "xmm"] = 1}
    END {
        count = split(kernels, kernel, " ")
        split("baseline avx2 avx512", isa, " ")
        split("xmm ymm zmm", width, " ")
        split("shared each", constants, " ")
        for (i = 1; i <= count; i++) for (n = 0; n < 6; n++) {
            j = n % 3 + 1
            name = kernel[i] "_forces_" constants[n < 3 ? 1 : 2] "_" isa[j]
            if (!seen[name]) {
                print "simd: the library has no function " name
                wrong = 1
            } else if (!found[name, width[j]]) {
                print "simd: " name " has no packed square root in " width[j] \
                      " registers; keep branches and calls out of respond()"
                wrong = 1
            }
        }
        if (wrong) exit 1
        print "simd: " count " kernels, packed square roots in every force loop"
    }'
