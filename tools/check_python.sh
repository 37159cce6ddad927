#!/usr/bin/env bash
# The Python package: the wheel builds, is small, needs no library but those of the system, uses the
# limited interface of Python 3.11 alone, its stubs are current, and its tests pass.
#
#     tools/check_python.sh         with the libraries of build/release, tests of a few seconds
#     tools/check_python.sh smoke   the wheel that users build, with the same tests
#     tools/check_python.sh all     the same with all tests, mypy and the examples

set -u
cd "$(dirname "$0")/.." || exit 1
mode=${1:-quick}
out=build/python
[ "$mode" != quick ] || out=build/python-quick
fail() {
    echo "python: $1" >&2
    exit 1
}

python/write_stubs.py docs/api.json | cmp -s - python/dashpot/__init__.pyi ||
    fail "python/dashpot/__init__.pyi is not what python/write_stubs.py writes; make docs"
step=build
[ "$mode" != quick ] || step=quick
tools/python.sh "$step" || exit 1

wheel=$(echo "$out"/dashpot-*.whl)
size=$(wc -c <"$wheel")
[ "$mode" = quick ] || [ "$size" -lt 2000000 ] ||
    fail "the wheel has $size bytes; it must stay below 2000000"
case $wheel in *-cp311-abi3-*) ;; *) fail "$wheel is not tagged for cp311-abi3" ;; esac
module=$(echo "$out"/venv/lib/python3*/site-packages/dashpot/_core.abi3.so)
shown=$(nm -D --defined-only "$module" | awk '{print $3}')
[ "$shown" = PyInit__core ] || fail "the module shows more than PyInit__core: $shown"
needed=$(readelf -d "$module" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' |
    grep -vxE 'lib(c|m|pthread|dl|gomp)\.so\.[0-9]+|ld-linux.*')
[ -z "$needed" ] || fail "the module needs $needed"

# what it takes of the interpreter must be declared under the limited interface, and be no private
# name but those that the macros of that interface use
include=$("$out/venv/bin/python" -c 'import sysconfig; print(sysconfig.get_paths()["include"])')
declared=$(echo '#include <Python.h>' |
    gcc -E -x c -DPY_SSIZE_T_CLEAN -DPy_LIMITED_API=0x030B0000 -I"$include" - 2>/dev/null |
    grep -oE '\b_?Py[A-Za-z_0-9]+' | LC_ALL=C sort -u)
[ -n "$declared" ] || fail "Python.h was not found"
foreign=$(nm -D --undefined-only "$module" | awk '$2 ~ /^_?Py/ {print $2}' | LC_ALL=C sort -u |
    LC_ALL=C comm -23 - <(echo "$declared"))
[ -z "$foreign" ] || fail "not in the limited interface: $foreign"
private=$(nm -D --undefined-only "$module" | awk '$2 ~ /^_Py/ {print $2}' |
    grep -vxE '_Py_(Dealloc|NoneStruct|TrueStruct|FalseStruct|BuildValue_SizeT)' |
    grep -vx '_PyArg_Parse.*_SizeT')
[ -z "$private" ] || fail "private names of the interpreter: $private"

if [ "$mode" = all ]; then
    "$out/venv/bin/python" -m mypy --strict --config-file python/pyproject.toml \
        python/examples/*.py || fail "mypy"
    tools/python.sh test || exit 1
    tools/python.sh asan || exit 1
elif [ "$mode" = smoke ]; then
    tools/python.sh smoke || exit 1
fi
echo "python: $size bytes, one module for Python 3.11 and later"
