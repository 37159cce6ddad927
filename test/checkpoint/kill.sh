# shellcheck shell=sh disable=SC2154,SC2034
# Part of run.sh: kill -9 at moments drawn from $seed, half of them while a checkpoint is written,
# which the file `new` proves. Every run is killed until it has had enough, and then ends.

# moment NUMBER FROM TO: milliseconds
moment() {
    awk -v seed="$seed" -v number="$1" -v from="$2" -v to="$3" 'BEGIN {
        srand(seed + number); rand(); printf "%d", from + (to - from) * rand() }'
}

# hunt NAME FIRST WANTED STATE FROM TO OPTION...: a run that is killed until so many kills met it in
# this state, then left alone; three times as many kills must do
hunt() {
    name=$1 number=$2 wanted=$3 wanted_state=$4 from=$5 to=$6
    last=$((number + 3 * wanted)) verb=run
    shift 6
    while [ "$wanted" -gt 0 ] && [ "$number" -lt "$last" ]; do
        after=$(moment "$number" "$from" "$to")
        "$driver" "$verb" "$name" "$@" >"$out" 2>"$err" </dev/null &
        job=$!
        sleep "$(printf '0.%03d' "$after")"
        kill -9 "$job" 2>/dev/null
        wait "$job" 2>/dev/null
        if [ -e "$name/summary.json" ]; then
            fail 'ended before it was killed'
            return
        fi
        state=between
        [ -e "$name/checkpoint/new" ] && state=writing
        [ "$state" = writing ] && writing=$((writing + 1))
        [ "$state" = "$wanted_state" ] && wanted=$((wanted - 1))
        moments="$moments $after$([ "$state" = writing ] && echo w)"
        [ ! -e "$name/checkpoint/scenario.yaml" ] || verb=resume
        number=$((number + 1))
        kills=$((kills + 1))
        isnt 'a damaged checkpoint is reported' grep -q 'is of no use' "$err"
    done
    ends 0 driver "$verb" "$name" "$@" --interval 1000
    is 'the checkpoint is left' is_finished "$name"
}

kills=0
writing=0
moments=
steps='--steps 4000 --bytes 200000'
# shellcheck disable=SC2086  # several words
{
    label='killed between checkpoints'
    "$driver" run calm $steps --interval 1000 >"$dir/calm"
    for n in 1 2 3 4; do
        hunt "calm-$n" $((100 * n)) 5 between 20 150 $steps --pause 300 --interval 0.02
        is 'has another result' cmp -s "$out" "$dir/calm"
        is 'has another series' cmp -s "calm-$n/series.csv" calm/series.csv
    done
}
# a state that takes long to write, and is written again and again
steps='--steps 100 --bytes 40000000'
# shellcheck disable=SC2086
{
    label='killed while a checkpoint is written'
    "$driver" run heavy $steps --interval 1000 >"$dir/heavy"
    for n in 1 2 3 4; do
        hunt "heavy-$n" $((1000 + 100 * n)) 6 writing 100 220 $steps
        is 'has another result' cmp -s "$out" "$dir/heavy"
        is 'has another series' cmp -s "heavy-$n/series.csv" heavy/series.csv
        rm -rf "heavy-$n"
    done
}
echo "kill -9, seed $seed, after ms (w: a checkpoint was being written):$moments"
label="$kills kills"
is 'are too few' [ "$kills" -ge 40 ]
is "only $writing of them while a checkpoint was written" [ "$writing" -ge 20 ]
