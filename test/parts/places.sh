# shellcheck shell=sh disable=SC2154,SC2034
# Folders: links, foreign files, places that cannot be written.

label='foreign files'
fresh place
: >place/journals/notes.txt
for command in merge status; do
    refused 4 'place/journals holds something that is not a journal; move it away' $command place
done
refused 4 'holds something that is not a journal' run ball.yaml --part 1/3 --out place
refused 4 'place/journals holds something that is not a journal' run --resume place
refused 4 'is not empty; choose another folder' run ball.yaml --out place
refused 4 'place holds journals, and no run of dashpot left that there' run ball.yaml --out place \
    --force
is 'a foreign file is gone' [ -e place/journals/notes.txt ]
rm place/journals/notes.txt
mkdir place/journals/x.points
refused 4 'holds something that is not a journal' merge place
rmdir place/journals/x.points
ln -s "$dir/$(journal ready 1)" place/journals/x.points
refused 4 'holds something that is not a journal' merge place
rm place/journals/x.points
mkfifo place/journals/x.points
refused 4 'holds something that is not a journal' merge place
rm place/journals/x.points
: >place/journals/.nfs0000001
: >place/mine.txt
mkdir place/plots
: >place/plots/mine.svg
run 0 merge place --quiet
is 'mine.txt is gone' [ -e place/mine.txt ]
is 'plots/mine.svg is gone' [ -e place/plots/mine.svg ]
rm place/mine.txt place/plots/mine.svg
same single place
mkdir full && : >full/mine.txt
refused 4 'full is there and holds mine.txt, but no journals; choose another folder for the parts' \
    run ball.yaml --part 1/3 --out full

# ours PATH DATE: merge never removes nor replaces a file of somebody else, whatever its date
ours() {
    label="$1 of somebody else, $2"
    fresh place
    mkdir -p "$(dirname "place/$1")"
    echo mine >"place/$1"
    touch -d "$2" "place/$1"
}
kept() { is "$1 is gone" [ "$(cat "place/$1")" = mine ]; }
for name in thesis.docx lab.csv plots/own.svg plots/notes.csv; do
    for date in 2020-01-01 2030-01-01; do
        ours $name $date
        run 0 merge place --quiet
        run 0 merge place --quiet
        kept $name
        if grep -qxF "$name" place/.files; then fail 'it is in the list'; else pass; fi
        refused 4 "place holds $name, and no run of dashpot left that there" \
            run ball.yaml --out place --force
        kept $name
    done
done
picture=plots/$(cd drawn/plots && ls ./*.svg | head -n 1 | cut -c 3-)
plain=$program
for name in report.html series.csv scenario.yaml "$picture"; do
    case $name in plots/*) program=$drawing ;; esac
    ours "$name" 2030-01-01
    before=$(cd place && find . | LC_ALL=C sort)
    refused 4 "cannot write place/$name: File exists" merge place
    is 'something is left, or gone' [ "$(cd place && find . | LC_ALL=C sort)" = "$before" ]
    kept "$name"
    rm "place/$name"
    run 0 merge place --quiet
    program=$plain
done
run 0 merge place --quiet
same single place

label='files of somebody else among the journals'
for name in lab.points lab.remarks part-1.points; do
    rm -rf other && mkdir other && cp -r ready/journals other/
    echo mine >other/journals/$name
    refused 4 'other holds journals' run ball.yaml --out other --force
    is "$name is gone" [ "$(cat other/journals/$name)" = mine ]
done
rm -rf other && mkdir other && cp -r ready/journals other/
cp other/journals/part-00001-of-00003-1.points other/journals/copy.points
run 0 run ball.yaml --out other --force --quiet

# --- a study at work ------------------------------------------------------------------------------
label='--force and a part at work'
sed 's/count: 5/count: 100000/' ball.yaml >long.yaml
"$program" run long.yaml --part 1/1 --out busy --quiet 2>"$dir/long.err" &
job=$!
until ls busy/journals/*.points >/dev/null 2>&1 || ! kill -0 $job 2>/dev/null; do :; done
refused 4 'another process is at work on the study in busy' run ball.yaml --out busy --force
is 'its journal is gone' ls busy/journals/part-00001-of-00001-1.points
is 'it has ended' kill -0 $job
kill $job
wait $job 2>/dev/null
run 0 run ball.yaml --out busy --force --quiet
same single busy

label='a head without records that claims many points'
fresh claims
cp "$(journal claims 1)" claims/journals/empty.points
forge head claims/journals/empty.points points=8000000000
truncate -s "$(forge show claims/journals/empty.points | awk '{ print $2; exit }')" \
    claims/journals/empty.points
refused 2 'journals/empty: its head is damaged' status claims
rm claims/journals/part-*
refused 2 'journals/empty: its head is damaged' status claims

label='a file that takes the name of an old result'
fresh place
run 0 merge place --quiet
mkdir place/plots/mine && : >place/.unfinished
run 0 merge place --quiet
is 'plots/mine is gone' [ -d place/plots/mine ]
rmdir place/plots/mine
echo mine >place/.unfinished
refused 4 'cannot write place/.unfinished: File exists' merge place
kept .unfinished
rm place/.unfinished
same single place

label='a clock that is set back while a merge is at work'
fresh place
: >place/.unfinished
touch -d 2040-01-01 place/.unfinished
run 0 merge place --quiet
touch -d 2040-01-01 place/*.* place/plots/* place/.files
run 0 merge place --quiet
same single place
run 0 run ball.yaml --out place --force --quiet

label='symbolic links'
fresh place
ln -s place link
for command in merge status; do
    refused 4 'link is a symbolic link, not the folder of a study' $command link
    refused 4 'is a symbolic link, not the folder of a study' $command link/
done
refused 4 'is a symbolic link' run ball.yaml --part 1/3 --out link
refused 4 'is a symbolic link' run ball.yaml --part 1/3 --out link//
refused 4 'is a symbolic link' run --resume link
mv place/journals real
ln -s ../real place/journals
for command in merge status; do refused 4 'place/journals' $command place; done
refused 4 'place/journals' run ball.yaml --part 1/3 --out place
refused 4 'place/journals' run --resume place
rm place/journals
ln -s nowhere place/journals
refused 4 'place/journals' run ball.yaml --part 1/3 --out place
refused 4 'place/journals' merge place

label='folders above'
parts ball.yaml deep/below//here/ 3
run 0 merge deep/below/here/ --quiet
same single deep/below/here
refused 4 'ball.yaml' run ball.yaml --part 1/3 --out ball.yaml
refused 4 'Not a directory' run ball.yaml --part 1/3 --out ball.yaml/x
run 4 run ball.yaml --part 1/3 --out ''
# names that have no UTF-8
odd=$(printf 'odd-\351')
cp ball.yaml "$odd.yaml"
run 0 run "$odd.yaml" --out odd-single --quiet
is 'failures are lost' [ "$(jq '.sweep.failures | length' odd-single/summary.json)" -eq 5 ]
parts "$odd.yaml" "$odd" 2
run 0 merge "$odd" --quiet
same odd-single "$odd"

# as somebody whom modes concern
label='read-only folders'
fresh place
if [ "$(id -u)" -eq 0 ]; then as='setpriv --reuid=65534 --regid=65534 --clear-groups'; else as=; fi
chmod 755 . place place/journals
chmod a-w place place/journals
# shellcheck disable=SC2086
if $as test -x "$drawing" && $as test -r place/journals && ! $as test -w place; then
    for arguments in 'merge place' 'run --resume place' 'run ball.yaml --part 1/4 --out place/x'; do
        $as "$program" $arguments >"$out" 2>"$err"
        got=$?
        is "$arguments: status $got" [ "$got" -eq 4 ]
        complains 'Permission denied'
    done
    # nothing is to be done
    $as "$program" run ball.yaml --part 1/3 --out place >"$out" 2>"$err" ||
        fail 'a part that is done'
    rm -f "$(journal place 1)" && chmod a-w place/journals
    $as "$program" run ball.yaml --part 1/3 --out place >"$out" 2>"$err"
    got=$?
    is "part: status $got" [ "$got" -eq 4 ]
    complains 'Permission denied'
fi
chmod -R u+w place

# --- full disks -----------------------------------------------------------------------------------
label='a limit on files'
# blocks of 512 bytes; the head of a journal takes two
for blocks in 1 2 3; do
    rm -rf place
    (ulimit -f $blocks && exec "$program" run ball.yaml --part 1/1 --out place) >"$out" 2>"$err"
    got=$?
    is "part: status $got" [ "$got" -eq 4 ]
    complains 'the journal cannot be written: File too large'
    "$program" run ball.yaml --part 1/1 --out place --quiet 2>"$err"
    remake place
done
for blocks in 1 2 5 20; do
    fresh place
    (ulimit -f $blocks && exec "$program" merge place) >"$out" 2>"$err"
    got=$?
    is "merge: status $got" [ "$got" -eq 4 ]
    complains 'File too large'
    is 'half a result is left' [ "$(ls -A place)" = journals ]
    run 0 merge place --quiet
    same single place
done

label='a full disk'
mkdir small
# a folder of its own that is seen by this shell only
if [ "$(id -u)" -eq 0 ] && unshare -m true 2>/dev/null; then
    cat >on-a-small-disk.sh <<'SH'
mount -t tmpfs -o size=24k none small || exit 77
"$1" run many.yaml --part 1/1 --out small/study
echo "part $?"
cp -r small/study saved
"$1" status small/study
SH
    sed 's/count: 5/count: 200/' ball.yaml >many.yaml
    unshare -m sh on-a-small-disk.sh "$program" >"$out" 2>"$err"
    if [ $? -ne 77 ]; then
        says 'part 4'
        complains 'the journal cannot be written: No space left on device'
        is 'nothing was saved' [ "$("$program" status saved --json | jq .done)" -gt 20 ]
        run 0 run --resume saved --quiet
        run 0 run many.yaml --out many-single --quiet
        same many-single saved
    fi
fi
