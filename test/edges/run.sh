#!/bin/sh
# Ways to refuse that the other suites of the program do not reach, one change to a good file each.
# usage: run.sh PATH-OF-DASHPOT

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=test/cli/begin.sh
. "$here/../cli/begin.sh"
cp "$here"/../../scenarios/*.yaml "$here"/../../scenarios/*.csv "$dir"
cp "$here"/../../scenarios/sweeps/drop-height.yaml "$dir"
cd "$dir" || exit 1
loose=slider-crank-loose.yaml
chain=chain.yaml
sweep=drop-height.yaml

# spoilt FILE SED-EXPRESSION TEXT: the file with this change is refused with this text
spoilt() {
    sed "$2" "$1" >spoilt.yaml
    if cmp -s "$1" spoilt.yaml; then fail "the change '$2' does nothing"; fi
    refused 2 "$3" check spoilt.yaml
}

# --- words ----------------------------------------------------------------------------------------
refused 2 'it must lie above 0 and not above 1' restitution --law flores --exact 0
refused 2 'it must lie above 0 and not above 1' restitution --law flores --exact 1.5
many=
for i in 0 1 2 3 4 5 6 7 8 9 a b c d e f g; do many="$many x$i y$i z$i w$i"; done
# shellcheck disable=SC2086 # one word each
refused 4 'w0: cannot be read' check $many
refused 1 'more than 4096 of a kind; the first too many is' check $(seq 4097)
sets=
for i in $many; do sets="$sets --set $i=1"; done
# shellcheck disable=SC2086
refused 1 'more than 64 of a kind' check x $sets
# after -- a word that looks like an option is a file
refused 4 '--json' check -- --json
deep=$(printf '%040d' 0 | tr 0 '(')m$(printf '%040d' 0 | tr 0 ')')
refused 2 'rate' force --law flores --delta '1 um' --rate "1 $deep/s"

# --- numbers far from every scale ----------------------------------------------------------------
refused 2 'it must be at least 1e-60 m/s' check first.yaml --set impact.bodies.0.velocity=1e-300
run 0 run first.yaml --set impact.bodies.0.velocity=1e-60 --json
refused 2 'the rows cannot be counted' run first.yaml --set impact.bodies.0.velocity=1e-60 \
    --set impact.bodies.0.mass=1e-300

# --- tables of bearings ---------------------------------------------------------------------------
run 0 design-chart bearings.csv --mass '1 kg, 2 kg, 3 kg, 4 kg, 5 kg, 6 kg, 7 kg, 8 kg, 9 kg, 10 kg'
says 'more masses with --json or --out'

# --- mechanisms -----------------------------------------------------------------------------------
spoilt $loose 's/start: assembled/start: {crank: [1, 2]}/' 'start of crank is a list'
spoilt $loose 's/start: assembled/start: {ground: 1}/' 'start has ground, which is fixed'
spoilt $loose 's/skip: 1/skip: [1, 2]/' 'skip is a list; it must be a number'
spoilt $loose 's/speed: 200 rpm/angle: {table: [1, 2]}/' 'point 1 of table must be [time, value]'
spoilt $loose 's/speed: 200 rpm/angle: {table: [[0, 0], [0, 1]]}/' 'time'
spoilt $loose 's/speed: 200 rpm/angle: {table: [[0, 0], [1, x]]}/' "'x'"
spoilt $loose 's/speed: 200 rpm/angle: [[1], 2]/' 'it must be a list of numbers'
spoilt $loose 's/radius: 2 mm, friction: 0.05/radius: 2 mm, friction: [0.05]/' 'friction is a list'
spoilt $loose '/name: guide/,/contact/s/contact: .*/material: steel/' ''
printf 'time,value\n0,0\n' >one.csv
spoilt $loose 's/speed: 200 rpm/angle: {csv: one.csv}/' \
    'csv has 1 point [time, value]; it must have at least 2'
printf 'time,angle\n0,0\n1,1\n' >other.csv
spoilt $loose 's/speed: 200 rpm/angle: {csv: other.csv}/' 'the column value [rad] is missing'

# --- chains ---------------------------------------------------------------------------------------
spoilt $chain 's/loops:/preload:/' 'preload'

# --- sweeps ---------------------------------------------------------------------------------------
spoilt $sweep 's/bounce.contact.restitution, from: 0.3/bounce.height, from: 0.3/' \
    'both parameters have the same path'
spoilt $sweep 's/path: bounce.contact/name: bounce.height, path: bounce.contact/' \
    'both parameters have the same name'
long=$(printf '%0150d' 0 | tr 0 x)
spoilt $sweep "s/results: \[rest_time/results: [$long/" 'it must be at most'
spoilt $sweep 's/results: \[rest_time/results: [bounce.height/' 'there is a column of that name'

# shellcheck source=test/edges/scenarios.sh
. "$here/scenarios.sh"
# shellcheck source=test/edges/words.sh
. "$here/words.sh"

finish
