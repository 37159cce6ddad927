# shellcheck shell=sh disable=SC2154,SC2034
# Part of run.sh: kill -9 at steps drawn from $seed, half of them while a checkpoint is written,
# which the file `new` proves. Every run is killed until it has had enough, and then ends. It stays
# at the step until the kill has come, so that it cannot end before, however busy the machine is.

# drawn NUMBER FROM TO: a whole number
drawn() {
    awk -v seed="$seed" -v number="$1" -v from="$2" -v to="$3" 'BEGIN {
        srand(seed + number); rand(); printf "%d", from + (to - from) * rand() }'
}

# which file `new` of a checkpoint that is, nothing if there is none; the name comes back at once
which_new() { stat -c '%i %z' "$1/checkpoint/new" 2>/dev/null; }

# strike STATE NUMBER: wait for a moment in which the run $name can be in this state, then kill it
strike() {
    if [ "$1" = writing ]; then
        # every second time somewhere in the file, else at its beginning
        until [ -e "$name/checkpoint/new" ] || ended; do :; done
        [ $(($2 % 2)) -eq 0 ] || sleep "$(printf '0.%03d' "$(drawn "$2" 0 20)")"
    else
        sleep "$(printf '0.%03d' "$(drawn "$2" 0 60)")"
    fi
    kill -9 "$job"
    wait "$job" 2>/dev/null
}

# hunt NAME FIRST WANTED STATE STEPS OPTION...: a run that is killed until so many kills met it in
# this state, then left alone; five times as many kills must do
hunt() {
    name=$1 number=$2 wanted=$3 wanted_state=$4 last_step=$5
    last=$((number + 5 * wanted)) verb=run force=
    shift 5
    while [ "$wanted" -gt 0 ] && [ "$number" -lt "$last" ]; do
        step=$(drawn "$number" 1 "$last_step")
        old=$(which_new "$name")
        # shellcheck disable=SC2086  # no word when empty
        background "$verb" "$name" $force "$@" --steps "$last_step" --at "$step" || return
        strike "$wanted_state" "$number"
        if [ -e "$name/summary.json" ]; then
            fail 'ended before it was killed'
            return
        fi
        state=between new=$(which_new "$name")
        [ -z "$new" ] || [ "$new" = "$old" ] || state=writing
        [ "$state" = writing ] && writing=$((writing + 1))
        [ "$state" = "$wanted_state" ] && wanted=$((wanted - 1))
        steps="$steps $step$([ "$state" = writing ] && echo w)"
        # what was killed before there was a scenario had not begun
        force=
        [ ! -e "$name/checkpoint" ] || force=--force
        [ ! -e "$name/checkpoint/scenario.yaml" ] || verb=resume force=
        number=$((number + 1))
        kills=$((kills + 1))
        isnt 'a damaged checkpoint is reported' grep -q 'is of no use' "$dir/background"
    done
    release
    # shellcheck disable=SC2086
    ends 0 driver "$verb" "$name" $force "$@" --steps "$last_step" --interval 1000
    is 'the checkpoint is left' is_finished "$name"
}

kills=0
writing=0
steps=
size='--bytes 200000'
# shellcheck disable=SC2086  # several words
{
    label='killed between checkpoints'
    "$driver" run calm $size --steps 4000 --interval 1000 >"$dir/calm"
    for n in 1 2 3 4; do
        hunt "calm-$n" $((100 * n)) 5 between 4000 $size --interval 0.02
        is 'has another result' cmp -s "$out" "$dir/calm"
        is 'has another series' cmp -s "calm-$n/series.csv" calm/series.csv
    done
}
# a state that takes long to write, and is written again and again
size='--bytes 40000000'
# shellcheck disable=SC2086
{
    label='killed while a checkpoint is written'
    "$driver" run heavy $size --steps 100 --interval 1000 >"$dir/heavy"
    for n in 1 2 3 4; do
        hunt "heavy-$n" $((1000 + 100 * n)) 6 writing 100 $size --interval 1000 --rush
        is 'has another result' cmp -s "$out" "$dir/heavy"
        is 'has another series' cmp -s "heavy-$n/series.csv" heavy/series.csv
        rm -rf "heavy-$n"
    done
}
echo "kill -9, seed $seed, at steps (w: a checkpoint was being written):$steps"
label="$kills kills"
is 'are too few' [ "$kills" -ge 40 ]
is "only $writing of them while a checkpoint was written" [ "$writing" -ge 20 ]

# --- before there is anything to go on from -------------------------------------------------------
# At any moment of the beginning: either the run goes on, or it was not begun and can be begun anew.
label='killed at the beginning'
begun=0
# neither these nor those below end by themselves, however late the kill comes
: >"$dir/hold"
for n in 1 2 3 4 5 6 7 8 9 10 11 12; do
    rm -rf early
    "$driver" run early --steps 4000 --interval 0 --hold "$dir/hold" --at 1 >"$out" 2>"$err" \
        </dev/null &
    job=$!
    case $((n % 4)) in
    0) ;;
    1) until [ -e early/checkpoint ] || ended; do :; done ;;
    2) until [ -e early/checkpoint/run.json ] || ended; do :; done ;;
    3) until [ -e early/checkpoint/scenario.yaml ] || ended; do :; done ;;
    esac
    kill -9 "$job"
    wait "$job" 2>/dev/null
    if [ -e early/checkpoint/scenario.yaml ]; then
        is 'run.json is missing' [ -s early/checkpoint/run.json ]
        ends 0 driver resume early --steps 4000 --interval 1000
        begun=$((begun + 1))
    else
        ends 0 driver run early --force --steps 4000 --interval 1000
    fi
    is 'the checkpoint is left' is_finished early
done
is 'never had begun' [ "$begun" -ge 3 ]

label='killed while it replaces an unfinished run'
# texts and records that belong together are of the same letter
for letter in a b; do
    echo "text $letter" >"text.$letter" && echo "{\"$letter\": 1}" >"record.$letter"
done
belong() {
    [ ! -e "$1/scenario.yaml" ] || for letter in a b; do
        cmp -s "$1/scenario.yaml" "text.$letter" && cmp -s "$1/run.json" "record.$letter" && return
    done
}
# changed NAME: the file of the run that is replaced is a new one; by what is in it, as a clock of
# files may stand still for milliseconds
changed() { ! cmp -s "over/checkpoint/$1" "first/checkpoint/$1"; }
background run first --text text.a --record record.a --interval 0
kill -9 "$job"
wait "$job" 2>/dev/null
for n in 1 2 3 4 5 6 7 8; do
    rm -rf over && cp -r first over
    "$driver" run over --force --text text.b --record record.b --hold "$dir/hold" --at 1 \
        >"$out" 2>"$err" </dev/null &
    job=$!
    case $((n % 2)) in
    0) until ended || changed run.json; do :; done ;;
    *) until ended || changed scenario.yaml; do :; done ;;
    esac
    kill -9 "$job"
    wait "$job" 2>/dev/null
    is 'scenario.yaml and run.json are of different runs' belong over/checkpoint
done
release
label='after all kills'
is 'a temporary folder is left' is_tidy .
