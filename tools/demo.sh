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
show "One impact from a scenario file, with tables, pictures and a report." \
    run scenarios/steel-ball.yaml --out out/steel-ball --force
cat <<'END'

Open out/steel-ball/report.html in a browser; scenarios/steel-ball.yaml made it.
docs/start.md goes on from here, and build/release/dashpot law NAME explains one law.
END
