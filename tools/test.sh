#!/usr/bin/env bash
# All of `make test` and `make test-all`. Goes on after a failure, shows what failed, counts, and
# ends with one line: N passed, M failed.
#
#     tools/test.sh            every suite once (gcc, optimised) and the project checks
#     tools/test.sh more       clang, sanitizers, valgrind, hashes without optimisation
#     tools/test.sh brief      of these what is quick: clang, short suites with sanitizers, hashes
#     tools/test.sh all        both
#     tools/test.sh checks     the checks alone; build/release must be there

set -u
cd "$(dirname "$0")/.." || exit 1
jobs=${JOBS:-$(nproc)}
passed=0
failed=0
broken=()
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

headline() { printf '\n=== %s\n' "$1"; }

fail() {
    failed=$((failed + 1))
    broken+=("$1")
}

# Build a preset with its tests and run them; every test counts. Examples and benchmarks are built
# by both compilers, and no more than that. What follows the title goes to ctest.
suite() {
    local preset=$1 title=$2 summary more=OFF
    headline "$title"
    case $preset in *release) more=ON ;; esac
    if ! tools/build.sh "$preset" -DDP_TESTS=ON -DDP_EXAMPLES=$more -DDP_BENCH=$more; then
        fail "$preset: build"
        return
    fi
    local log=build/$preset/ctest.log which=(--preset "$preset")
    # what is left out of a preset cannot be widened on the command line
    [ $# -eq 2 ] || which=(--test-dir "build/$preset" --output-on-failure "${@:3}")
    # one more than there are cores: suites that kill and wait leave them idle
    ctest "${which[@]}" --parallel $((jobs + 1)) --no-tests=error 2>&1 | tee "$log" |
        grep -vE '^(Test project|    Start| *$)' | sed 's/^/    /'
    summary=$(sed -n 's/.*tests passed, \([0-9]*\) tests failed out of \([0-9]*\)$/\1 \2/p' "$log")
    if [ -z "$summary" ]; then
        fail "$preset: no tests ran"
        return
    fi
    passed=$((passed + ${summary#* } - ${summary% *}))
    failed=$((failed + ${summary% *}))
    if [ "${summary% *}" -gt 0 ]; then
        broken+=("$preset: $(sed -n 's/^[[:space:]]*[0-9]* - \([^ ]*\) (.*/\1/p' "$log" | xargs)")
    fi
}

# The hashes of test/golden hold without optimisation, too; release and clang-release compare theirs
# in their suites.
same_bits() {
    local dir=build/golden-$1
    headline "the same bits from $1 $2"
    if ! cmake -S . -B "$dir" -DCMAKE_C_COMPILER="$1" -DCMAKE_BUILD_TYPE=Debug \
        -DCMAKE_C_FLAGS_DEBUG="$2" -DDP_TESTS=OFF -DDP_EXAMPLES=OFF -DDP_BENCH=OFF \
        >"$dir.log" 2>&1 ||
        ! cmake --build "$dir" --parallel "$jobs" --target dashpot_program >>"$dir.log" 2>&1; then
        tail -n 20 "$dir.log"
        fail "golden: $1 $2: build"
    elif test/golden/run.sh "$dir/dashpot"; then
        passed=$((passed + 1))
    else
        fail "golden: $1 $2"
    fi
}

# Run one check and keep what it says and how it ends.
run_check() {
    "tools/check_$1.sh" "${@:2}" >"$scratch/$1.said" 2>&1
    echo $? >"$scratch/$1.status"
}

# 77 means that it cannot be done here and has said why.
count_check() {
    cat "$scratch/$1.said"
    case $(cat "$scratch/$1.status") in
    0) passed=$((passed + 1)) ;;
    77) ;;
    *) fail "tools/check_$1.sh" ;;
    esac
}

# The longest, which runs what the pages show, goes beside the others.
run_checks() {
    local name long=snippets checks=(layers symbols simd headers hardening size format docs man
        schema api api_json install commands portable python lammps)
    headline "project checks"
    run_check "$long" &
    for name in "${checks[@]}"; do
        run_check "$name"
        count_check "$name"
    done
    wait
    count_check "$long"
}

mode=${1:-test}
case $mode in
test | all) suite release "gcc, release: every suite" ;;
more | brief | checks) ;;
*) echo "test.sh: there is no '$mode'; test, more, brief, all or checks" >&2; exit 1 ;;
esac
case $mode in test | all | checks) run_checks ;; esac
if [ "$mode" = brief ]; then
    suite clang-release "clang, release, all but most suites of the program"
    suite asan "gcc, address and undefined-behaviour sanitizers, short suites" -LE 'slow|once'
    same_bits clang -O0
    headline "Python: the wheel that users build"
    run_check python smoke
    count_check python
fi
if [ "$mode" = more ] || [ "$mode" = all ]; then
    suite clang-release "clang, release, all but most suites of the program"
    suite asan "gcc, address and undefined-behaviour sanitizers"
    suite valgrind "valgrind, all but the slow suites"
    same_bits gcc -O0
    same_bits clang -O0
    headline "Python: all tests, mypy, sanitizers"
    run_check python all
    count_check python
    headline "the same bits on another processor"
    run_check arm
    count_check arm
    headline "the gateway for Octave"
    run_check octave
    count_check octave
fi

if [ "$failed" -gt 0 ]; then
    headline "failed"
    printf '    %s\n' "${broken[@]}"
fi
if [ "$mode" = test ]; then
    printf "\n%s\n" \
        "make test-all adds clang, sanitizers, valgrind and hashes without optimisation."
fi
printf '\n%s\n\n' "It took $((SECONDS / 60)) min $((SECONDS % 60)) s."
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
