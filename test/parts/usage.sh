# shellcheck shell=sh disable=SC2154,SC2034
# What the command line refuses.

label='parts that are none'
for part in 0/3 4/3 1/0 0/0 a/b 1/3x x1/3 1/ /3 / 1 '' -1/3 1/-3 +1/3 ' 1/3' '1 /3' 1//3 1/3/3 \
    1/99999999999 99999999999/99999999999 1/18446744073709551617 1/1000001 0x1/3 1.0/3 Auto; do
    refused 1 "--part $part is not a part I/N: I goes from 1 to N, and N is at most 1000000" \
        run ball.yaml --part "$part" --out bad
done
refused 1 '--part takes one scenario file and --out DIR' run ball.yaml --part 1/3
refused 1 '--part takes one scenario file and --out DIR' run ball.yaml ball.yaml --part 1/3 \
    --out bad
refused 1 'so there is no --force; to start over remove DIR' run ball.yaml --part 1/3 --out bad \
    --force
refused 1 'run needs a scenario file' run --part 1/3 --out bad
refused 1 '--resume goes with' run --resume ready --part 1/3
refused 1 '--set cannot change a run that has begun' run --resume ready --set title=x
sed '/^sweep:/,$d' ball.yaml >alone.yaml
refused 1 'alone.yaml has neither a sweep, nor a fit, nor an ensemble' run alone.yaml \
    --part 1/3 --out bad
refused 2 'differs from run to run; a sweep in parts cannot' run \
    "$here/../../scenarios/chain.yaml" --part 1/2 --out bad --set \
    'sweep={parameters: [{path: chain.gravity, values: [0, 1]}],
        results: [particle_steps_per_second]}'
refused 2 "results has 'nothing'" run ball.yaml --part 1/3 --out bad-result --set \
    'sweep.results=[nothing]'
is 'it left a journal' [ "$(find bad-result -name '*.points' | wc -l)" -eq 0 ]
is 'something was made' [ ! -e bad ]
refused 1 'merge needs the folder of the parts' merge
refused 1 'status needs the folder of a' status
for command in merge status; do
    refused 4 'nowhere: No such file or directory' "$command" nowhere
    refused 4 'single holds no journals of a study in parts' "$command" single
    refused 4 'ball.yaml is a file, not the folder of a study' "$command" ball.yaml
done

label='a large number of parts'
run 0 run ball.yaml --part 1000000/1000000 --out large --quiet
run 5 status large
run 0 run ball.yaml --part 1/1000000 --out large --quiet
run 0 status large
says '1 of 20 points done'

label='other scenarios'
fresh other
sed 's/20 mm/21 mm/' ball.yaml >other.yaml
refused 2 'other holds a part of another study, journals/part-00001-of-00003-1: its scenario '\
'differs, first in line 8; put it back as it was, or choose another' run other.yaml --part 1/3 \
    --out other
run 0 merge other --quiet
same single other

# --- a folder of parts and other runs -------------------------------------------------------------
label='single runs into such a folder'
fresh taken
refused 4 'taken holds a study in parts; see dashpot status taken, or start over with --force' run \
    ball.yaml --out taken
same ready taken
run 0 run ball.yaml --out taken --force --quiet
is 'journals are left' [ ! -e taken/journals ]
same single taken
fresh taken
run 0 merge taken --quiet
refused 4 'taken holds a study in parts' run ball.yaml --out taken
run 0 run alone.yaml --out taken --force --quiet
is 'journals are left' [ ! -e taken/journals ]
refused 4 'taken is there and holds' run ball.yaml --part 1/3 --out taken
