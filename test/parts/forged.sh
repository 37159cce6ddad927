# shellcheck shell=sh disable=SC2154,SC2034
# Journals of others: copies, contradictions, other versions, and what an enemy makes up. All have
# the right checksums, so that these are no help.

points=$(journal forged 2)
first=$(journal forged 1)

# copy NAME: part 2 again, under another name
copy() {
    cp "$points" "forged/journals/$1.points"
    cp "${points%.points}.remarks" "forged/journals/$1.remarks"
}

label='equal duplicates'
fresh forged
copy another
copy zzz
run 0 status forged --json
number 'done' 20
number missing 0
run 0 merge forged --quiet
same single forged

label='unequal duplicates'
fresh forged
copy zzz
forge record forged/journals/zzz.points 2 value=0.123
refused 4 'journals disagree about point 7: zzz has other results than one before it; remove the '\
'one that is wrong' merge forged
is 'it wrote something' [ ! -e forged/summary.json ]
refused 4 'journals disagree about point 7' run --resume forged
rm forged/journals/zzz.*
run 0 merge forged --quiet
same single forged
fresh forged
copy zzz
forge record forged/journals/zzz.points 2 status=3 size=0
refused 4 'journals disagree about point 7' merge forged

label='other versions'
fresh forged
forge head "$points" 'program="9.9.9"'
refused 2 'journals/part-00002-of-00003-1: it was written by dashpot 9.9.9, the others by' \
    merge forged
refused 2 'it was written by dashpot 9.9.9' status forged
refused 2 'it was written by dashpot 9.9.9' run ball.yaml --part 2/3 --out forged
for part in 1 3; do forge head "$(journal forged "$part")" 'program="9.9.9"'; done
refused 2 'was begun by dashpot 9.9.9 and must be finished by that version; this is' merge forged
refused 2 'was begun by dashpot 9.9.9' run --resume forged
run 0 status forged

label='another scenario'
fresh forged
text=$(sed 's/poisson: 0.3/poisson: 0.29/' ball.yaml | jq -Rs .)
forge head "$points" "text=$text"
refused 2 'journals/part-00002-of-00003-1: its scenario differs, first in line 5' merge forged
fresh forged
forge head "$points" points=21
refused 2 'it has 21 points of 5 numbers, this study 20 of 5' merge forged
for part in 1 3; do forge head "$(journal forged "$part")" points=21; done
refused 4 'the head of a journal is damaged' run --resume forged

# --- records --------------------------------------------------------------------------------------
# spoiled KEY=VALUE...: a record that does not count; the rest does
spoiled() {
    label="a record with $*"
    fresh forged
    forge record "$points" 3 "$@"
    run 0 status forged --json
    number missing 1
    number torn 1
}
# what is missing is seen before anything is written, and done again
mended() {
    run 5 merge forged
    complains '1 of 20 points are missing'
    is 'it wrote something' [ ! -e forged/summary.json ]
    remake forged
}
for size in 1 4096 1073741824 4294967295; do
    for offset in 100000 9223372036854775807 9223372036854775808 18446744073709551615; do
        spoiled size=$size offset=$offset
    done
done
spoiled size=1000000000 offset=0
# their sum is 0 in 64 bits
spoiled size=1073741824 offset=18446744072635809792
mended
for point in 20 21 1000000 9223372036854775807 9223372036854775808 18446744073709551615; do
    spoiled point=$point
done
mended
for status in 4 5 77 2147483647 2147483648 4294967295; do spoiled status=$status; done
mended

# noted HEX: remarks that are none
noted() {
    label="remarks $1"
    fresh forged
    forge remarks "$points" 3 "$1"
    run 0 status forged --json
    number missing 1
    number torn 1
}
zeros=0000000000000000
noted 00
noted "5500"
noted "550000000000000000000000"00
noted "5a000000$zeros"
noted "4e000100$zeros"
noted "4e00ffff$zeros"41
noted "4e00b004$zeros"41
noted "55050100$zeros"31
noted "55ff0100$zeros"31
noted "550018000000000000000000$(printf '%048d' 0 | sed 's/0/3/g')"
noted "42ff0000$zeros"
# of a point that failed there is a message and nothing else
noted "4e000100$zeros"41
noted "48000000$zeros"
noted "$(awk -v n="4e000100${zeros}41" 'BEGIN { for (i = 0; i < 41; i++) printf "%s", n }')"
# two notes of the longest kind that there is room for, and one byte more
long=$(awk 'BEGIN { for (i = 0; i < 1199; i++) printf "41" }')
noted "4e00af04$zeros$long"
mended

label='a word for the terminal'
fresh forged
forge record "$points" 3 status=3
forge remarks "$points" 3 "46000500$zeros"1b5b324a41
run 0 merge forged
if grep -q "$(printf '\033')" "$out" "$err"; then fail 'it got there'; else pass; fi

# --- heads ----------------------------------------------------------------------------------------
# ignored KEY=VALUE...: a head that is none; its points are missing
ignored() {
    label="a head with $*"
    fresh forged
    forge head "$points" "$@"
    run 0 status forged --json
    number missing 7
}
ignored points=0
ignored points=18446744073709551615
ignored points=9223372036854775807
ignored width=65
ignored width=4294967295
ignored part=4
ignored parts=4294967295
ignored length=4294967295
ignored length=16777217
ignored length=100
remake forged

# wrong TEXT KEY=VALUE...: in all of them, so that they agree
wrong() {
    text=$1
    shift
    label="heads with $*"
    fresh forged
    for part in 1 2 3; do forge head "$(journal forged "$part")" "$@"; done
    "$program" merge forged >"$out" 2>"$err"
    got=$?
    is "status $got" [ "$got" -ge 2 -a "$got" -le 5 ]
    complains "$text"
    is 'it wrote something' [ ! -e forged/summary.json ]
    "$program" run --resume forged >"$out" 2>"$err"
    got=$?
    is "resume: status $got" [ "$got" -ge 2 -a "$got" -le 5 ]
    timeout 60 "$program" status forged >"$out" 2>"$err"
    got=$?
    is "status: $got" [ "$got" -le 5 ]
}
wrong 'its head is damaged' points=10000001
wrong 'its head is damaged' points=1099511627776
# records are read in other pieces then, and none of these is whole
wrong '20 of 20 points are missing' width=64
wrong '20 of 20 points are missing' width=18
wrong 'its head is damaged' program=
wrong 'its head is damaged' text=
wrong 'its head is damaged' text=5
wrong 'the head of a journal is damaged' called=
wrong 'the head of a journal is damaged' file=
wrong 'the head of a journal is damaged' file=7
wrong 'kind is missing' 'text="dashpot: 1\n"'
wrong 'a file differs' 'inputs=[5]'
wrong 'it needs /dev/zero' 'inputs=[{"file": "/dev/zero", "bytes": 1, "crc64": "0"}]'
wrong '' 'settings=[["title"], [1, 2], 3, "x"]' 'text="dashpot: 1\nsweep: {}\n"'

label='settings that are none'
fresh forged
for part in 1 2 3; do forge head "$(journal forged "$part")" 'settings={"a": 5}'; done
run 0 merge forged --quiet
