#!/usr/bin/env bash
# The API reference: doxygen reads every public header into build/api/html without a warning, so
# nothing public is without its sentence.
#
#     tools/check_api.sh

set -u
cd "$(dirname "$0")/.." || exit 1

if ! command -v doxygen >/dev/null 2>&1; then
    echo "api: skipped, doxygen is not installed"
    exit 77
fi
mkdir -p build
if ! complaints=$(doxygen docs/Doxyfile 2>&1); then
    head -n 20 <<<"$complaints"
    echo "api: document these; a comment is /// above a declaration or ///< behind a field"
    exit 1
fi
functions=$(grep -c '^DP_API' include/dashpot/*.h | awk -F: '{sum += $2} END {print sum}')
echo "api: $functions functions and their types are documented; see build/api/html/index.html"
