#!/usr/bin/env bash
# The pictures of README.md: figures that `dashpot reproduce` draws, and a mechanism that moves. build/release must be there.

set -eu
cd "$(dirname "$0")/.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
build/release/dashpot reproduce 000 002 003 chung-ooi-2011 maw-1976 --out "$dir/out" --quiet \
    >/dev/null
mkdir -p docs/gallery
while read -r figure name; do
    cp "$dir/out/plots/$figure.svg" "docs/gallery/$name.svg"
    echo "docs/gallery/$name.svg written"
done <<'END'
003-fig-2-delivered restitution
000-fig-10 loops
002-fig-16 chain
chung-ooi-2011-test-4-ratio oblique
maw-1976-psi oblique-sliding
END
tools/animate.py build/release/dashpot scenarios/slider-crank-5000rpm.yaml docs/gallery/mechanism.svg
echo "docs/gallery/mechanism.svg written"
