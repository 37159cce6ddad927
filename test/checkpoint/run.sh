#!/bin/sh
# Runs that are killed and go on: they end with the bits of one that nobody disturbed.
# usage: run.sh PROGRAM DRIVER

here=$(cd "$(dirname "$0")" && pwd)
program=${1:?usage: run.sh PROGRAM DRIVER}
driver=${2:?usage: run.sh PROGRAM DRIVER}
clocked=$(dirname "$program")/test/clock/clock_program
seed=20240

dir=$(mktemp -d) || exit 1
mounted=
clean_up() {
    [ -z "$mounted" ] || umount "$mounted"
    rm -rf "$dir"
}
trap clean_up EXIT
out=$dir/stdout
err=$dir/stderr
mkdir "$dir/place" && cd "$dir/place" || exit 1
# shellcheck source=test/checkpoint/helpers.sh
. "$here/helpers.sh"

# --- files by themselves --------------------------------------------------------------------------
label='the checksum'
is 'is wrong' "$driver" crc
label='broken checkpoints'
is 'a wrong state was loaded' "$driver" damage damaged

# --- the life of a folder -------------------------------------------------------------------------
label='a run without checkpoints'
ends 0 driver run plain --interval 1000
want=$(cat "$out")
is 'there is a checkpoint' is_finished plain

label='a run with checkpoints'
ends 0 driver run above/kept
is 'has another result' [ "$(cat "$out")" = "$want" ]
is 'the checkpoint is left' is_finished above/kept

label='a run that is finished'
ends 4 driver resume plain
says 'the run in plain is finished; there is nothing to resume'
label='nothing to resume'
ends 4 driver resume nowhere
says 'No such file'
mkdir empty
ends 4 driver resume empty
says 'empty holds no checkpoint'
echo text >file
ln -s plain link
ends 4 driver resume file
says 'is not a folder'
ends 4 driver resume link
says 'symbolic link'
mkdir -p strange/checkpoint && echo keep >strange/checkpoint/thesis.txt
ends 4 driver resume strange
says 'holds something that is not a checkpoint'
ends 4 driver run strange --force
is 'a file is gone' [ "$(cat strange/checkpoint/thesis.txt)" = keep ]

label='a folder that somebody else fills meanwhile'
mkdir busy
background run busy --interval 0.1
echo keep >busy/thesis.txt
release
wait "$job"
is "ended with $?" [ $? -ne 0 ]
is 'a file is gone' [ "$(cat busy/thesis.txt)" = keep ]

# --- a signal that asks ---------------------------------------------------------------------------
# stopped SIGNAL NUMBER: the run is saved first, and ends as the signal wants
stopped() {
    rm -rf asked
    background run asked --interval 1000
    kill -s "$1" "$job"
    wait "$job"
    is 'has not ended as the signal wants' [ $? -eq $((128 + $2)) ]
    is 'does not say where it stopped' grep -q 'stopped at step' "$dir/background"
    is 'there is more than a checkpoint' is_unfinished asked
    ends 0 driver resume asked
    is 'has another result' [ "$(cat "$out")" = "$want" ]
    is 'the checkpoint is left' is_finished asked
}
label='SIGTERM' && stopped TERM 15
label='SIGHUP' && stopped HUP 1
if env --default-signal=INT true 2>/dev/null; then
    label='SIGINT' && stopped INT 2
else
    echo 'skipped: SIGINT (no env --default-signal)'
fi

# --- two at a time --------------------------------------------------------------------------------
label='another process at work'
background run shared --interval 0.01
wait_for -e shared/checkpoint/0.chk
ends 4 driver resume shared
says 'another process is at work on the run in shared'
ends 4 driver run shared --force
says 'another process is at work on the run in shared'
ends 4 driver run shared
kill -9 "$job"
wait "$job" 2>/dev/null
ends 4 driver run shared
says 'shared holds an unfinished run; go on with it by dashpot run --resume shared'
is 'the state is gone' is_unfinished shared
cp -r shared copied
ends 0 driver resume shared
is 'has another result' [ "$(cat "$out")" = "$want" ]
ends 0 driver run copied --force --interval 1000
is 'has another result' [ "$(cat "$out")" = "$want" ]
is 'the checkpoint is left' is_finished copied

label='--force on results'
before=$(checksum copied)
background run copied --force --steps 900 --interval 0.01
wait_for -e copied/checkpoint/1.chk
kill -9 "$job"
wait "$job" 2>/dev/null
mv copied/checkpoint aside
is 'the old results have changed' [ "$(checksum copied)" = "$before" ]
mv aside copied/checkpoint
ends 0 driver resume copied --steps 900
is 'the checkpoint is left' is_finished copied
isnt 'the results are the old ones' [ "$(checksum copied)" = "$before" ]

label='a run that is not the same'
background run other --interval 0.01
wait_for -e other/checkpoint/1.chk
kill -9 "$job"
wait "$job" 2>/dev/null
ends 4 driver resume other --bytes 5000
says 'other sizes than those of this run'
is 'the state is gone' is_unfinished other

# --- no room --------------------------------------------------------------------------------------
label='files that may not grow'
(trap '' XFSZ && ulimit -f 200 && exec "$driver" run limited --bytes 1000000) >"$out" 2>"$err"
is "ended with $?" [ $? -eq 0 ]
is 'has another result' [ "$(cat "$out")" = "$("$driver" run whole --bytes 1000000 --interval 99)" ]
is 'there is not one warning' [ "$(wc -l <"$err")" -eq 1 ]
says 'cannot save a checkpoint in limited: File too large; the run goes on'
is 'is not finished' is_finished limited

label='a full disk'
mkdir disk
if mount -t tmpfs -o size=2500k none disk 2>/dev/null; then
    mounted=$PWD/disk
    background run disk/result --bytes 1000000
    wait_for -e disk/result/checkpoint/1.chk
    wait_for -s "$dir/background"
    kill -9 "$job"
    wait "$job" 2>/dev/null
    is 'there is not one warning' [ "$(wc -l <"$dir/background")" -eq 1 ]
    is 'does not say why' grep -q 'No space left on device; the run goes on' "$dir/background"
    is 'the states are gone' is_unfinished disk/result
    ends 0 driver resume disk/result --bytes 1000000
    is 'has another result' [ "$(cat "$out")" = "$(result <whole/summary.json)" ]
    umount disk && mounted=
else
    echo 'skipped: a full disk (no file system may be mounted here)'
fi

# --- killed ---------------------------------------------------------------------------------------
# shellcheck source=test/checkpoint/kill.sh
. "$here/kill.sh"

# --- the program ----------------------------------------------------------------------------------
# shellcheck source=test/checkpoint/program.sh
. "$here/program.sh"

finish
