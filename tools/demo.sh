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
papers=(reproduce --quick --out out/papers --force --quiet)
printf '\n--- %s\n$ dashpot %s\n\n' "The numbers of five papers beside ours, in part:" \
    "${papers[*]}"
build/release/dashpot "${papers[@]}" >out/papers.txt
sed -n '/^Paper 003/,$p' out/papers.txt | head -n 26
printf '  ...\n\n'
sed -n '/^[0-9]* rows/,$p' out/papers.txt
cat <<'END'

Open out/steel-ball/report.html in a browser; scenarios/steel-ball.yaml made it. The papers, row by
row with their figures, are in out/papers/report.html.
docs/start.md goes on from here, and build/release/dashpot law NAME explains one law.
END
