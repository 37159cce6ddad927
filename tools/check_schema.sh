#!/usr/bin/env bash
# docs/scenario.schema.json is what the program prints, is a valid JSON Schema, accepts every
# scenario that the program accepts and refuses what is wrong in form.
#
#     tools/check_schema.sh [BUILD_DIRECTORY]

set -u
cd "$(dirname "$0")/.." || exit 1
program=${1:-build/release}/dashpot
schema=docs/scenario.schema.json

[ -x "$program" ] || { echo "schema: there is no $program; run make build first"; exit 1; }
if ! difference=$("$program" check --json-schema | diff "$schema" - 2>&1); then
    head -n 10 <<<"$difference"
    echo "schema: $schema is not what the program prints; run make docs"
    exit 1
fi
if grep -q 'unknown form' "$schema"; then
    echo "schema: a key has an open value; give its field a .form"
    exit 1
fi
if ! python3 -c 'import jsonschema, yaml' 2>/dev/null; then
    echo "schema: not tried, python3-jsonschema and python3-yaml are not installed"
    exit 77
fi
exec python3 tools/check_schema.py "$schema" "$program"
