# shellcheck shell=sh disable=SC2154,SC2034
# Signals at any moment, and several processes at one folder.

sed 's/values: \[0.05.*\]}\]/from: 0.05 mm, to: 0.4 mm, count: 8}]/' linkage.yaml >slow.yaml
run 0 run slow.yaml --out slow --quiet

# wait_for COMMAND...: until it succeeds, or the process $child has ended
wait_for() {
    until "$@" >/dev/null 2>&1; do
        kill -0 "$child" 2>/dev/null || return
        sleep 0.01
    done
}

# stopped SIGNAL STATUS: a part gets it in one of its points, about the middle one
stopped() {
    label="SIG$1 in a part"
    rm -rf killed
    hold_at 9 run slow.yaml --part 1/1 --threads 1 --out killed
    kill -"$1" "$job"
    rm "$dir/hold"
    { wait "$job"; } 2>/dev/null
    got=$?
    is "status $got, not $2" [ "$got" -eq "$2" ]
    finished=$("$program" status killed --json | jq .done)
    is "$finished points are done" [ "$finished" -ge 2 -a "$finished" -lt 8 ]
    is 'a point has failed' [ "$("$program" status killed --json | jq .failed)" -eq 0 ]
    run 5 merge killed
    # what was done is not done again
    cp killed/journals/part-00001-of-00001-1.points before
    run 0 run slow.yaml --part 1/1 --out killed --quiet
    is 'the journal was changed' cmp -s before killed/journals/part-00001-of-00001-1.points
    is 'points were done twice' [ "$("$program" status killed --json |
        jq '[.journals[].points] | add')" -eq 8 ]
    run 0 merge killed --quiet
    same slow killed
}
stopped KILL 137
stopped TERM 143
stopped INT 130

# --- the time is up -------------------------------------------------------------------------------
label='--max-time'
rm -rf killed
by_clock 0.1 1e-9 run 3 run slow.yaml --part 1/1 --threads 1 --out killed --max-time '1 s'
complains 'the limit, and was stopped; --max-time sets it'
# a point that is begun is finished
run 0 status killed --json
finished=$(jq .done "$out")
is "$finished points are done" [ "$finished" -ge 2 -a "$finished" -lt 8 ]
number failed 0

# --- during a merge -------------------------------------------------------------------------------
# a gnuplot that waits to be let go; it outlives the program that is killed
mkdir waiting
cat >waiting/gnuplot <<SH
#!/bin/sh
echo \$\$ >$dir/waiter
: >$dir/reached
while [ ! -e $dir/go ]; do sleep 0.05; done
exec gnuplot "\$@"
SH
chmod 755 waiting/gnuplot
merge_waits() {
    rm -f reached go
    PATH=$dir/waiting:$PATH "$drawing" merge merging --quiet >merge.out 2>merge.err &
    child=$!
    wait_for test -e reached
    is 'it did not wait' kill -0 "$child"
}
# kill_merge: the program, and then the gnuplot it leaves behind, which would draw into the folder
kill_merge() {
    kill -KILL "$child"
    wait "$child" 2>/dev/null
    kill -KILL "$(cat waiter)"
}

label='SIGKILL in a merge'
fresh merging
merge_waits
kill_merge
is 'there is no mark' [ -e merging/.unfinished ]
is 'nothing was written' [ -e merging/.dashpot-*/summary.json ]
# what somebody puts there meanwhile, under names of results and others, stays
echo mine >merging/measured.csv
echo mine >merging/my-summary.json
run 0 status merging
refused 4 'merging holds a study in parts' run ball.yaml --out merging
refused 4 'was interrupted there; finish it with dashpot merge merging' \
    run ball.yaml --out merging --force
run 0 merge merging --quiet
run 0 merge merging --quiet
is 'my-summary.json is gone' [ "$(cat merging/my-summary.json)" = mine ]
is 'measured.csv is gone' [ "$(cat merging/measured.csv)" = mine ]
rm merging/my-summary.json merging/measured.csv
same single merging

label='a file saved while a merge is at work'
merge_waits
echo mine >merging/impacts.csv
: >go
wait "$child" || fail 'the merge failed'
run 0 merge merging --quiet
is 'impacts.csv is gone' [ "$(cat merging/impacts.csv)" = mine ]
refused 4 'merging holds impacts.csv, and no run of dashpot left that there' \
    run ball.yaml --out merging --force
rm merging/impacts.csv

# and over results that are complete
merge_waits
kill_merge
run 0 run --resume merging --quiet
same single merging

label='two merges at once'
fresh merging
merge_waits
refused 4 'another process is writing into merging' merge merging
: >go
wait "$child" || fail 'the first one failed'
same drawn merging
for round in 1 2 3; do
    fresh merging
    "$program" merge merging --quiet 2>one.err &
    one=$!
    "$program" merge merging --quiet 2>two.err &
    two=$!
    wait "$one"
    first_status=$?
    wait "$two"
    second_status=$?
    for got in $first_status $second_status; do
        is "status $got: $(cat one.err two.err)" [ "$got" -eq 0 -o "$got" -eq 4 ]
    done
    is 'both failed' [ "$first_status" -eq 0 -o "$second_status" -eq 0 ]
    run 0 merge merging --quiet
    same single merging
done

label='one part in two processes'
rm -rf twice
"$program" run slow.yaml --part 1/2 --out twice --quiet &
one=$!
"$program" run slow.yaml --part 1/2 --out twice --quiet &
two=$!
wait "$one" || fail 'the first one failed'
wait "$two" || fail 'the second one failed'
run 0 run slow.yaml --part 2/2 --out twice --quiet
run 0 merge twice --quiet
same slow twice
