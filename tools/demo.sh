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
show "The numbers of five papers beside ours; the full form draws all figures, too." \
    reproduce --quick --out out/papers --force --quiet | tail -n 12
cat <<'END'

Open out/steel-ball/report.html in a browser; scenarios/steel-ball.yaml made it. The papers, row by
row with their figures, are in out/papers/report.html.
docs/start.md goes on from here, and build/release/dashpot law NAME explains one law.
END
