#!/usr/bin/env bash
# The pictures of README.md, docs/compare.md and docs/references.md: figures that `dashpot
# reproduce` and `dashpot compare` draw, and a mechanism that moves. build/release must be there.

set -eu
cd "$(dirname "$0")/.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
build/release/dashpot reproduce 000 002 003 chung-ooi-2011 maw-1976 references \
    --out "$dir/out" --quiet >/dev/null
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
references-andrews references-andrews
references-four-bars references-four-bars
references-idas references-idas
references-loose-guide references-loose-guide
references-sdnd106 references-sdnd106
END

# the picture of docs/compare.md
build/release/dashpot compare scenarios/steel-ball.yaml --set impact.contact.restitution=0.3 \
    --laws lankarani-nikravesh,flores,gonthier,tsuji --out "$dir/compare" --quiet
cp "$dir/compare/plots/force-indentation.svg" docs/gallery/compare.svg
echo "docs/gallery/compare.svg written"
tools/animate.py build/release/dashpot scenarios/slider-crank-5000rpm.yaml \
    docs/gallery/mechanism.svg
echo "docs/gallery/mechanism.svg written"
