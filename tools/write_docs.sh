#!/usr/bin/env bash
# Write the generated pages again. build/release must be there.

set -eu
cd "$(dirname "$0")/.."
build/release/dashpot laws --markdown >docs/laws.md.new
mv docs/laws.md.new docs/laws.md
echo "docs/laws.md written"
