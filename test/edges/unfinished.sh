# shellcheck shell=sh disable=SC2154,SC2016
# Part of words.sh: a chain that was killed once, and what becomes of copies of its folder that are
# changed by hand.

label='a chain that is killed'
hold_at 40 run chain.yaml --set run.checkpoint='20 ms' --out begun
kill -9 "$job"
wait "$job" 2>/dev/null
if [ "$(ls -A begun)" = checkpoint ] && [ -s begun/checkpoint/1.chk ]; then pass
else fail 'there is more or less than two states'; fi

# resumed STATUS TEXT COMMAND [OPTION...]: a copy, changed by the command in its checkpoint folder,
# is refused with this text and stays as it was
resumed() {
    want=$1 text=$2 change=$3
    shift 3
    rm -rf copy && cp -r begun copy
    (cd copy/checkpoint && eval "$change")
    before=$(cd copy && find . | sort | cksum)
    refused "$want" "$text" run --resume copy --quiet "$@"
    label="$label after $change"
    if [ "$(cd copy && find . | sort | cksum)" = "$before" ]; then pass
    else fail 'the folder has changed'; fi
}

# damage FILE: some bytes of it are others
damage() { printf 'damaged' | dd of="$1" bs=1 seek=100 conv=notrunc 2>/dev/null; }

refused 1 '--resume runs what is in its folder, and no file besides' run --resume begun chain.yaml
refused 1 '--set cannot change a run that has begun' run --resume begun --set title=x
refused 1 '--resume goes with --json, --quiet, --threads and the limits' run --resume begun --out x
refused 1 '--resume goes with --json, --quiet, --threads and the limits' run --resume begun --force
refused 1 '--threads is for scenarios with a sweep or a fit' run --resume begun --threads 2
refused 4 'the name of the output folder is too long' run --resume "$(printf '%05000d' 0)"
refused 4 'the name of the output folder is too long' run first.yaml --out "$(printf '%05000d' 0)"
refused 4 'is not a folder; --resume takes the output folder of a run' run --resume chain.yaml
refused 4 "'.' cannot be an output folder" run --resume .
mkdir empty
refused 4 'empty holds no checkpoint' run --resume empty
refused 4 'begun holds an unfinished run; go on with it by dashpot run --resume begun' \
    run chain.yaml --out begun
by_clock 1e-6 1 resumed 2 'the limit is 0.001 s; --max-time sets it' : --max-time 1ms
resumed 2 'the limit is 10 B; --max-output sets it' : --max-output 10B
resumed 4 'run.json is missing; start the run again with --force' 'rm run.json'
resumed 4 'scenario.yaml is missing; start the run again' 'rm scenario.yaml'
resumed 4 'run.json is damaged; start the run again' ': >run.json'
resumed 4 'run.json is damaged; start the run again' "printf 'a\\0b' >run.json"
resumed 4 'do not belong to the scenario.yaml and run.json beside them' 'echo "# x" >>scenario.yaml'
resumed 4 'holds something that is not a checkpoint; move it away' 'mkdir more'
resumed 4 'holds something that is not a checkpoint; move it away' 'echo text >thesis'
resumed 4 'holds more than the checkpoint of this run; move that away' 'echo text >../thesis'
# the newer state is named first; times of files cannot tell, both may be of the same tick
newer=1 older=0
rm -rf copy && cp -r begun copy && damage copy/checkpoint/0.chk && damage copy/checkpoint/1.chk
"$program" run --resume copy --quiet 2>"$err"
if grep -qF '(0.chk: ' "$err"; then newer=0 older=1; fi
resumed 4 "$newer.chk: its checksum is wrong; $older.chk: its checksum is wrong" \
    'damage 0.chk; damage 1.chk'
resumed 4 '0.chk: it has only 0 bytes; 1.chk: it has only 0 bytes' ': >0.chk; : >1.chk'
resumed 4 'no checkpoint in it is good' 'rm 0.chk; head -c 200 1.chk >x; mv x 1.chk'
# without states the record is all there is: it must be of this version and of files as they were
bare='rm -f 0.chk 1.chk;'
version=$("$program" --version | cut -d ' ' -f 2)
record() { printf '{"program": "%s", "file": "chain.yaml", "inputs": %s}' "$1" "$2" >run.json; }
resumed 4 'run.json is damaged' "$bare echo '[]' >run.json"
resumed 4 'run.json is damaged' "$bare record $version 3"
resumed 4 'run.json is damaged' "$bare record $version '[4]'"
resumed 4 'was begun by dashpot 9.8.7 and must be resumed by that version' "$bare record 9.8.7 []"
resumed 4 'cannot be resumed: it needs none.csv: No such file' \
    "$bare record $version '[{\"file\": \"none.csv\", \"bytes\": 1, \"crc64\": \"0\"}]'"
resumed 4 'bearings.csv has changed since the run began' \
    "$bare record $version '[{\"file\": \"bearings.csv\", \"bytes\": 1, \"crc64\": \"0\"}]'"
resumed 2 "kind is 'foo'" "$bare record $version []; sed -i 's/kind: .*/kind: foo/' scenario.yaml"

# a lock on it tells that somebody is at work
if command -v flock >/dev/null; then
    usual=$program
    printf '#!/bin/sh\nexec flock begun/checkpoint/lock "%s" "$@"\n' "$usual" >locked
    chmod 755 locked
    program=./locked
    refused 4 'another process is at work on the run in begun' run first.yaml --out begun
    refused 4 'another process is at work on the run in begun' run first.yaml --out begun --force
    refused 4 'another process is at work on the run in begun' run --resume begun
    program=$usual
fi

# --force replaces a state, but nothing beside it
cp -r begun copy2 && echo text >copy2/thesis
refused 4 'copy2 holds thesis, and no run of dashpot left that there' \
    run first.yaml --out copy2 --force
rm copy2/thesis
run 0 run first.yaml --out copy2 --force --quiet
if [ -s copy2/summary.json ] && [ ! -e copy2/checkpoint ]; then pass; else fail 'not replaced'; fi

# one good state of two is enough, and the result is that of a run without a break
run 0 run chain.yaml --out whole --quiet
rm -rf copy && cp -r begun copy
damage "copy/checkpoint/$newer.chk"
run 0 run --resume copy --quiet
if grep -qF "$newer.chk is of no use, its checksum is wrong; the run goes on from $older.chk" "$err"
then pass; else fail 'stderr does not say so'; fi
if cmp -s copy/final.csv whole/final.csv && cmp -s copy/series.csv whole/series.csv; then pass
else fail 'the result differs from that of a run without a break'; fi
refused 4 'the run in copy is finished; there is nothing to resume' run --resume copy

# states of a run that fails by its numbers are of no use; what it recorded lies beside, whatever
# ends the name of the folder
refused 3 'what was recorded up to there is in gone.partial' run chain.yaml \
    --set 'chain.contact={law: hertz}' --set 'chain.left={type: wall, material: steel}' \
    --set 'run={step: 10 us, until: 50 ms, checkpoint: 0.1 ms}' --out gone///
if [ -s gone.partial/summary.json ] && [ ! -e gone/checkpoint ]; then pass
else fail 'there is no partial result, or a state is left'; fi
