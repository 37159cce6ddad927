#!/usr/bin/env bash
# The Python package: a wheel in build/python and a venv of its own in build/python/venv, offline.
#
#     tools/python.sh               build and install
#     tools/python.sh smoke         and run the tests of a few seconds
#     tools/python.sh quick         the same with libraries of build/release, in build/python-quick
#     tools/python.sh test          and run all tests and examples
#     tools/python.sh asan          and run the quick tests with sanitizers in the extension

set -eu
cd "$(dirname "$0")/.."
mode=${1:-build}
out=build/python
if [ "$mode" = quick ]; then
    out=build/python-quick
    export DASHPOT_CMAKE="-DCMAKE_BUILD_TYPE=Release -DDP_BUILT=$PWD/build/release"
fi

# An interpreter that has what the build needs; PYTHON names another one.
choose_python() {
    local candidate
    for candidate in ${PYTHON:-} python3 /usr/bin/python3; do
        if "$candidate" -c 'import sys, numpy, setuptools, wheel, venv, pip
assert sys.version_info >= (3, 11)' 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
    echo "python: no Python 3.11 with numpy, setuptools, wheel and pip; tools/deps.sh python" >&2
    exit 1
}

python=$(choose_python)
mkdir -p "$out"
rm -f "$out"/*.whl
# where the last build left its objects, so that it only builds what changed
"$python" -m pip wheel --quiet --no-build-isolation --no-index --no-deps \
    --config-settings "--build-option=build --build-base $PWD/$out/work" \
    --wheel-dir "$out" ./python >"$out/build.log" 2>&1 || {
    tail -n 30 "$out/build.log" >&2
    echo "python: the wheel could not be built; all of it is in $out/build.log" >&2
    exit 1
}
wheel=$(echo "$out"/dashpot-*.whl)
[ -x "$out/venv/bin/python" ] || "$python" -m venv --system-site-packages "$out/venv"
"$out/venv/bin/python" -m pip install --quiet --no-index --no-deps --force-reinstall "$wheel"
echo "python: $wheel, $(wc -c <"$wheel") bytes; installed in $out/venv"

case $mode in
build) ;;
smoke | quick) "$out/venv/bin/python" -m pytest -q -p no:cacheprovider -m 'not slow' python/tests ;;
test) "$out/venv/bin/python" -m pytest -q -p no:cacheprovider python/tests ;;
asan)
    # the interpreter is not built with sanitizers, so they come first by force; it never frees all
    flags="-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all"
    cmake -S python -B "$out/asan" -DCMAKE_BUILD_TYPE=Debug -DDP_OPENMP=OFF \
        -DCMAKE_C_FLAGS="$flags" -DPython_EXECUTABLE="$(realpath "$out/venv/bin/python")" \
        -DCMAKE_LIBRARY_OUTPUT_DIRECTORY="$PWD/$out/asan/package/dashpot" >"$out/asan.log" 2>&1
    cmake --build "$out/asan" --parallel --target _core >>"$out/asan.log" 2>&1 || {
        tail -n 20 "$out/asan.log" >&2
        exit 1
    }
    cp python/dashpot/*.py "$out/asan/package/dashpot"
    LD_PRELOAD="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so)" \
        ASAN_OPTIONS=detect_leaks=0 PYTHONPATH="$out/asan/package" PYTHONMALLOC=malloc \
        "$out/venv/bin/python" -m pytest -q -p no:cacheprovider -m 'not slow' python/tests
    ;;
*) echo "python: there is no '$mode'; build, smoke, quick, test or asan" >&2; exit 1 ;;
esac
