#!/usr/bin/env bash
# docs/api.json is what tools/write_api.py makes of the headers and the program, names every
# function of the interface, and tells the truth: a C file that is made of it, with every size,
# offset, type and value as an assertion, compiles.
#
#     tools/check_api_json.sh [BUILD_DIRECTORY]

set -u
cd "$(dirname "$0")/.." || exit 1
export LC_ALL=C
program=${1:-build/release}/dashpot
page=docs/api.json

[ -x "$program" ] || { echo "api.json: there is no $program; run make build first"; exit 1; }
if ! command -v python3 >/dev/null 2>&1; then
    echo "api.json: not tried, python3 is not installed"
    exit 77
fi
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

python3 tools/write_api.py "$program" >"$scratch/api.json" || exit 1
if ! difference=$(diff "$page" "$scratch/api.json" 2>&1); then
    head -n 10 <<<"$difference" | cut -c 1-200
    echo "api.json: $page is not what tools/write_api.py makes; run make docs"
    exit 1
fi

# the names as grep sees them: the reader of write_api.py has no share in that
cat include/dashpot/*.h | grep -v '^#' | tr '\n' ' ' | grep -oE 'DP_API [^;(]*\(' |
    sed -E 's/.*[ *]([A-Za-z_0-9]+)\($/\1/' | sort >"$scratch/declared"
python3 -c 'import json, sys
for function in json.load(open(sys.argv[1]))["functions"]: print(function["name"])' "$page" |
    sort >"$scratch/listed"
if ! difference=$(diff "$scratch/declared" "$scratch/listed"); then
    echo "$difference"
    echo "api.json: functions of the headers (<) and of $page (>) are not the same"
    exit 1
fi

# agrees COMPILER FILE: does this compiler find in the headers what the file says?
agrees() {
    python3 tools/write_api.py --assertions "$2" >"$scratch/api.c" &&
        "$1" -std=gnu17 -fsyntax-only -Iinclude -Werror=missing-field-initializers -Werror=switch \
            "$scratch/api.c" 2>"$scratch/said"
}
# what must be refused: a field left out that nobody misses by its size, an enumerator left out, a
# wrong type, a wrong value
lies=('/"name": "at_rest"/d' '/"name": "DP_JOINT_FIXED"/d'
    's/"name": "rtol", "type": "double"/"name": "rtol", "type": "long"/'
    's/"name": "DP_GROUND", "value": -1/"name": "DP_GROUND", "value": 1/')
for compiler in gcc clang; do
    command -v "$compiler" >/dev/null 2>&1 || continue
    for lie in "${lies[@]}"; do
        sed "$lie" "$page" >"$scratch/lie.json"
        agrees "$compiler" "$scratch/lie.json" || continue
        echo "api.json: $compiler does not see what is wrong after sed '$lie'"
        exit 1
    done
    agrees "$compiler" "$page" && continue
    grep error "$scratch/said" | head -n 10
    echo "api.json: what $page says is not what $compiler finds in the headers"
    exit 1
done
echo "api.json: $(wc -l <"$scratch/listed") functions and their types," \
    "$(grep -c _Static_assert "$scratch/api.c") assertions hold"
