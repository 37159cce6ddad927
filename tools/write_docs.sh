#!/usr/bin/env bash
# Write the generated pages again. build/release must be there.

set -eu
cd "$(dirname "$0")/.."

page() {
    "build/release/dashpot" "${@:2}" >"$1.new"
    mv "$1.new" "$1"
    echo "$1 written"
}
page docs/laws.md laws --markdown
page docs/scenarios.md check --markdown
