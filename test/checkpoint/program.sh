# shellcheck shell=sh disable=SC2154,SC2034
# Part of run.sh: what `dashpot run` does with folders of unfinished runs.

label='usage'
ends 1 program run --resume
ends 1 program run --resume plain file
says 'no file besides'
ends 1 program run --resume plain --set title=x
says '--set cannot change a run that has begun'
ends 1 program run --resume plain --out other
ends 1 program run --resume plain --force
ends 1 program run --resume plain --part 1/2
ends 4 program run --resume plain
says 'the run in plain is finished'
ends 4 program run --resume ''

# --- where it came from ---------------------------------------------------------------------------
cat >ball.yaml <<'END'
dashpot: 1
kind: impact
materials: [{name: steel, young: 207 GPa, poisson: 0.3, density: 7800}]
impact:
  bodies:
    - {material: steel, radius: 20 mm, velocity: 4 m/s}
    - {material: steel, fixed: true}
  contact: {law: hertz}
END
version=$("$program" --version | cut -d ' ' -f 2)
printf 'a table\n' >table.csv

# unfinished NAME JSON: the driver begins, dashpot is to go on
unfinished() {
    printf '%s\n' "$2" >record.json
    rm -rf "$1"
    background run "$1" --text ball.yaml --record record.json --interval 1000
    kill "$job"
    wait "$job" 2>/dev/null
    is 'there is more than a checkpoint' is_unfinished "$1"
}

# entry BYTES CHECKSUM: of table.csv
entry() { printf '{"file": "%s/table.csv", "bytes": %s, "crc64": "%s"}' "$PWD" "$1" "$2"; }

label='another version'
unfinished begun '{"program": "9.8.7", "file": "ball.yaml", "inputs": []}'
ends 4 program run --resume begun
says 'was begun by dashpot 9.8.7 and must be resumed by that version'
is 'the state is gone' is_unfinished begun

label='a record that is none'
begin="{\"program\": \"$version\", \"file\": \"x\", \"inputs\":"
for record in '[]' '{' '{"program": 1}' "$begin 3}" "$begin [4]}"; do
    unfinished begun "$record"
    ends 4 program run --resume begun
    says 'begun/checkpoint/run.json is damaged'
done

label='a file that has changed'
unfinished begun "{\"program\": \"$version\", \"file\": \"ball.yaml\",
    \"inputs\": [$(entry 8 0000000000000000)]}"
ends 4 program run --resume begun
says 'table.csv has changed since the run began'
mv table.csv gone.csv
ends 4 program run --resume begun
says 'it needs'
mv gone.csv table.csv

label='a scenario of another format'
sed 's/dashpot: 1/dashpot: 2/' ball.yaml >newer.yaml
mv ball.yaml older.yaml && mv newer.yaml ball.yaml
unfinished begun "{\"program\": \"$version\", \"file\": \"ball.yaml\", \"inputs\": []}"
ends 2 program run --resume begun
says 'ball.yaml:1: dashpot is 2'
mv older.yaml ball.yaml

label='a run that goes on'
unfinished begun "{\"program\": \"$version\", \"file\": \"$PWD/ball.yaml\", \"inputs\": []}"
ends 0 program run --resume begun --json
is 'has no results' is_finished begun
ends 0 program run ball.yaml --out never
is 'differs from one that was not interrupted' [ "$(checksum begun)" = "$(checksum never)" ]

label='an unfinished run in the way'
unfinished begun '{}'
ends 4 program run ball.yaml --out begun
says 'begun holds an unfinished run; go on with it by dashpot run --resume begun, or start over'
ends 0 program run ball.yaml --out begun --force
is 'the checkpoint is left' is_finished begun

# --- what killed processes left -------------------------------------------------------------------
label='folders of dead processes'
dead=$(sh -c 'echo $$')
mkdir rest && cd rest || exit 1
for name in "$dead-abcdefgh" "$dead-01234567" "$$-abcdefgh" "$dead-abcdefghi" "$dead-abcdefg" \
    "$dead-ABCDEFGH" "x$dead-abcdefgh" abcdefgh; do
    mkdir -p ".dashpot-$name/plots" && echo text >".dashpot-$name/plots/series.dat"
    : >".dashpot-$name/.unfinished"
done
rm ".dashpot-$dead-01234567/.unfinished"
mkdir ../target && : >../target/.unfinished && echo keep >../target/thesis.txt
ln -s ../target ".dashpot-$dead-zzzzzzzz"
ends 0 program run ../ball.yaml --out one
is 'one of them is left' [ ! -e ".dashpot-$dead-abcdefgh" ]
is 'one without mark is gone' [ -e ".dashpot-$dead-01234567/plots" ]
is 'one of a living process is gone' [ -e ".dashpot-$$-abcdefgh/plots" ]
is 'one with another name is gone' [ "$(find . -maxdepth 1 -name '.dashpot-*' | wc -l)" -eq 8 ]
is 'a link was followed' [ "$(cat ../target/thesis.txt)" = keep ]
cd .. || exit 1

label='a program that was killed while it wrote'
mkdir slow broken
# says who it is and then draws for ever
cat >broken/gnuplot <<END
#!/bin/sh
echo \$\$ >"$PWD/drawing.new" && mv "$PWD/drawing.new" "$PWD/drawing"
exec sleep 3600
END
chmod 755 broken/gnuplot
PATH=$PWD/broken:$PATH "$program" run ball.yaml --out slow/one >"$out" 2>"$err" </dev/null &
job=$!
wait_for -e drawing
kill -9 "$job" "$(cat drawing)"
wait "$job" 2>/dev/null
isnt 'nothing is left of it' is_tidy slow
ends 0 program run ball.yaml --out slow/two
is 'something is left of it' is_tidy slow

# --- several files --------------------------------------------------------------------------------
label='--set with several files'
cp ball.yaml second.yaml
ends 2 program run ball.yaml second.yaml --set impact.contact.law=hurtz
says 'ball.yaml: --set impact.contact.law: '
says 'second.yaml: --set impact.contact.law: '
ends 2 program run ball.yaml --set impact.contact.law=hurtz
isnt 'names a file where there is only one' grep -q 'ball.yaml' "$err"

# --- chains ---------------------------------------------------------------------------------------
# shellcheck source=test/checkpoint/chain.sh
. "$here/chain.sh"
