#!/usr/bin/env bash
# A short tour of the program. build/release must be there.

set -eu
cd "$(dirname "$0")/.."

show() {
    printf '\n--- %s\n$ dashpot %s\n\n' "$1" "${*:2}"
    build/release/dashpot "${@:2}"
}

show "The catalogue: every contact-force law, its family and what it is." laws
show "Ask each law for a restitution and see the one it delivers." restitution --all --curve
printf '\nNext: build/release/dashpot law NAME explains one law; docs/ has the rest.\n'
