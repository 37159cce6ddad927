# shellcheck shell=sh disable=SC2154,SC2034
# Journals that were cut short or damaged: what is not whole does not count, and is done again.

points=$(journal damaged 2)
remarks=${points%.points}.remarks
fresh damaged
forge show "$points" >"$out"
# shellcheck disable=SC2046
set -- $(head -n 1 "$out")
head=$2 record=$4 count=$6
total=$((head + record * count))
is 'the file is not what it says' [ "$(stat -c %s "$points")" -eq "$total" ]
is 'not seven records' [ "$count" -eq 7 ]

# lacks COUNT: so many points are missing, and nothing is torn but at the end of a file
lacks() {
    run 0 status damaged --json
    number missing "$1"
}

label='cut at every byte of the last record'
cp "$points" whole.points
cut=$((total - record))
while [ "$cut" -lt "$total" ]; do
    head -c "$cut" whole.points >"$points"
    lacks 1
    cut=$((cut + 1))
done
remake damaged

label='cut in the head'
for cut in 0 1 7 8 31 32 33 500 $((head - 9)) $((head - 8)) $((head - 1)); do
    fresh damaged
    head -c "$cut" whole.points >"$points"
    lacks 7
done
remake damaged
# nothing but a head
fresh damaged
head -c "$head" whole.points >"$points"
lacks 7
# the only journal there is
rm -rf damaged && mkdir -p damaged/journals
head -c $((head - 1)) whole.points >"$points"
refused 5 'damaged/journals has no finished points; run the parts first' merge damaged
refused 5 'damaged/journals has no finished points' run --resume damaged
parts ball.yaml damaged 3
run 0 merge damaged --quiet
same single damaged

# flip FILE OFFSET: another byte there
flip() {
    byte=$(od -An -tu1 -j "$2" -N 1 "$1" | tr -d ' ')
    # shellcheck disable=SC2059
    printf "\\$(printf '%03o' $((byte ^ 32)))" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}

label='a flipped byte'
for at in 0 8 16 20 24 28 31 32 400 $((head - 8)) $((head - 1)); do
    fresh damaged
    flip "$points" "$at"
    lacks 7
done
remake damaged
for at in 0 8 12 16 24 32 56 $((record - 8)) $((record - 1)); do
    fresh damaged
    flip "$points" $((head + 2 * record + at))
    lacks 1
    number torn 1
done
run 5 merge damaged
complains '1 of 20 points are missing'
run 0 status damaged
says '1 torn records do not count'
remake damaged
run 0 merge damaged
complains '1 record of the journals is torn and does not count'
for at in 0 2 12 $(($(stat -c %s "$remarks") - 1)); do
    fresh damaged
    flip "$remarks" "$at"
    run 5 merge damaged
    remake damaged
done

label='bytes at the end'
fresh damaged
head -c 30 /dev/zero >>"$points"
head -c 3000 /dev/urandom >>"$remarks"
remake damaged
fresh damaged
head -c 800 /dev/zero >>"$points"
remake damaged

label='remarks that are gone'
fresh damaged
rm "$remarks"
run 5 merge damaged
remake damaged
fresh damaged
: >"$remarks"
remake damaged
# an empty place in the middle, as a machine that lost its power leaves it
fresh damaged
dd if=/dev/zero of="$points" bs=1 seek=$((head + record)) count=$((3 * record)) conv=notrunc \
    2>/dev/null
run 0 status damaged --json
number missing 3
remake damaged

label='points that somebody removed, but not their remarks'
fresh damaged
rm "$points"
run 0 run ball.yaml --part 2/3 --out damaged --quiet
run 0 merge damaged --quiet
same single damaged
