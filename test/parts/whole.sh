# shellcheck shell=sh disable=SC2154,SC2034
# A study in parts, merged, is a single run: numbers of parts, repetitions, names of files.

# --- numbers of parts -----------------------------------------------------------------------------
label='numbers of parts'
for count in 1 3 7 23; do
    parts ball.yaml "of-$count" "$count"
    run 0 merge "of-$count" --quiet
    complains 'ball.yaml: 5 of 20 points failed; the first, point 10: ball.yaml:13: restitution'
    same single "of-$count"
done
# parts without points leave nothing
is 'a part without points has a journal' \
    [ "$(find of-23/journals -name '*.points' | wc -l)" -eq 20 ]

label='with pictures'
cp -r ready drawn-parts
"$drawing" merge drawn-parts --quiet 2>"$err"
same drawn drawn-parts
is 'there are pictures' [ -s drawn-parts/plots/max_force.svg ]

label='points of a part'
forge show "$(journal ready 2)" | awk 'NR > 1 { print $1 }' | sort -n | tr '\n' ' ' >"$out"
says '1 4 7 10 13 16 19 '

label='parts of other numbers in one folder'
run 0 run ball.yaml --part 2/3 --out mixed --quiet
run 0 run ball.yaml --part 1/2 --out mixed --quiet
run 0 run ball.yaml --part 4/7 --out mixed --quiet
run 5 merge mixed
# even points are there, and 1, 4, 7, ... and 3, 10, 17
complains 'missing points: 5, 9, 11, 15'
complains 'of 7 parts these have points left: 2, 3, 5, 6'
is 'it wrote something' [ ! -e mixed/summary.json ]
run 0 run ball.yaml --part 2/2 --out mixed --quiet
run 0 merge mixed --quiet
same single mixed

label='threads'
parts ball.yaml threads 2 --threads 3
run 0 merge threads --quiet
same single threads

# --- again ----------------------------------------------------------------------------------------
label='a part once more'
fresh again
touch -d '2020-01-01' again/journals/*
find again -printf '%p %s %T@\n' | sort >before
run 0 run ball.yaml --part 2/3 --out again
says 'ball.yaml: part 2 of 3 is done; when all are: dashpot merge again'
find again -printf '%p %s %T@\n' | sort >after
is 'something changed' cmp -s before after

label='merged twice'
run 0 merge again --quiet
same single again
run 0 merge again --quiet
same single again
run 0 run --resume again --quiet
same single again
run 0 run ball.yaml --part 1/3 --out again --quiet
same single again

# --- names, places, settings ----------------------------------------------------------------------
label='absolute names'
run 0 run "$dir/ball.yaml" --out single-absolute --quiet
parts "$dir/ball.yaml" "$dir/absolute" 3
run 0 merge "$dir/absolute" --quiet
same single-absolute absolute

label='another working folder'
mkdir -p elsewhere/deep
cp -r ready elsewhere/deep/moved
(cd / && "$program" merge "$dir/elsewhere/deep/moved" --quiet 2>"$err")
same single elsewhere/deep/moved

label='the name by which it was called, when the rest is done elsewhere'
mkdir below
(cd below && "$program" run ../ball.yaml --out single --quiet
    "$program" run ../ball.yaml --part 3/3 --out parts --quiet) 2>"$err"
run 0 run --resume below/parts --quiet
complains 'dashpot: ../ball.yaml: 5 of 20 points failed; the first, point 10: ../ball.yaml:13'
same below/single below/parts
run 0 merge below/parts --quiet
same below/single below/parts

label='settings'
set -- --set "title=It's mine; echo" --set 'sweep.parameters.0.values=[0.2, 0.4, 1.2]' \
    --allow-unphysical
run 0 run ball.yaml --out single-set --quiet "$@"
run 0 run ball.yaml --part 1/3 --out set --quiet "$@"
refused 2 'its --set differ' run ball.yaml --part 2/3 --out set
refused 2 'one was run with --allow-unphysical, the other without' run ball.yaml --part 2/3 \
    --out set --set "title=It's mine; echo" --set 'sweep.parameters.0.values=[0.2, 0.4, 1.2]'
# what it says can be given to a shell
run 5 merge set --json
is 'no JSON' is_json "$out"
jq -r '.commands[:-1][]' "$out" | sed "s|^dashpot|$program|" >commands
is 'not a command for each part' [ "$(wc -l <commands)" -eq 2 ]
sh commands >"$out" 2>"$err" || fail 'a command fails'
run 0 merge set --quiet
same single-set set

label='very many parts are left'
run 0 run ball.yaml --part 1/20 --out many --quiet
run 5 merge many
complains 'missing points: 1 to 19 of 20 parts'
complains '2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, ...'
complains 'do them with: dashpot run --resume many'

# --- for programs ---------------------------------------------------------------------------------
label='JSON'
run 0 run ball.yaml --part 1/3 --out json --json
is 'part' is_json "$out"
number part 1
number parts 3
run 5 merge json --json
is 'missing' is_json "$out"
number missing 13
number status 5
json status json
number points 20
number 'done' 7
number failed 1
number torn 0
number parts 3
run 0 run --resume json --json
is 'resume' is_json "$out"
cp "$out" resumed.json
run 0 merge json --json
is 'merge' is_json "$out"
is 'the same document' cmp -s "$out" resumed.json
run 0 run ball.yaml --json --out single-json
is 'as of a single run' cmp -s "$out" resumed.json
run 0 status json
says 'ball.yaml: 20 of 20 points done (100.0 %), 5 failed'
says 'all points are there: dashpot merge json'
