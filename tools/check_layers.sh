#!/usr/bin/env bash
# Every folder uses only those below it, as tools/layers.txt has them: by includes and, where there
# is a build, by the calls in its objects.
#
#     tools/check_layers.sh [BUILD_DIRECTORY]
#     tools/check_layers.sh --self-test     sees planted violations refused; needs no build

set -u
cd "$(dirname "$0")/.." || exit 1
build=${1:-build/release}

if ! command -v python3 >/dev/null 2>&1; then
    echo "layers: not tried, python3 is not installed"
    exit 77
fi
if [ "$build" = --self-test ]; then exec python3 tools/check_layers.py --self-test; fi
if [ ! -d "$build/CMakeFiles" ]; then exec python3 tools/check_layers.py; fi
exec python3 tools/check_layers.py --objects "$build"
