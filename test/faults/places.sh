# shellcheck shell=sh disable=SC2154,SC2034,SC3045
# Part of run.sh: places where nothing can be written, also by root, and folders that change while
# the program runs.

tried=0
lost=0
mkdir "$dir/places" && cd "$dir/places" || exit 1

# is TEXT COMMAND...
is() {
    text=$1
    shift
    tried=$((tried + 1))
    "$@" && return
    lost=$((lost + 1)) failed=$((failed + 1))
    echo "FAIL places, $label: $text"
    sed 's/^/    stderr: /' err
}

# ends STATUS ARGUMENT...
ends() {
    want=$1
    shift
    PATH=$bare_path "$program" "$@" >out 2>err </dev/null
    is "exit status is not $want" [ $? -eq "$want" ]
}

says() { is "does not say '$1'" grep -q -- "$1" err; }

label='below a file'
echo text >file
ends 4 run "$in/impact.yaml" --out file/below
says 'file'
ends 4 run "$in/impact.yaml" --out file
says 'not a folder'
is 'the file has changed' [ "$(cat file)" = text ]

label='a file system that takes nothing'
if [ -d /proc/self ]; then
    ends 4 run "$in/impact.yaml" --out /proc/dashpot
    says '/proc'
fi

label='a link'
mkdir target && ln -s target link
ends 4 run "$in/impact.yaml" --out link
says 'symbolic link'
is 'something was written behind it' [ -z "$(ls -A target)" ]

# between its mark and its name a folder is nobody's: only the call for its name lies there
label='a run killed at each write leaves no hidden folder'
number=0
while :; do
    number=$((number + 1))
    rm -rf killed fired
    FAULT=kill:io:$number FAULT_LOG=$PWD/fired PATH=$bare_path "$program" run "$in/impact.yaml" \
        --out killed --quiet >out 2>err </dev/null
    [ -s fired ] || break
    ends 0 run "$in/impact.yaml" --out killed --force --quiet
    left=$(ls -d .dashpot-* 2>/dev/null)
    [ -z "$left" ] || grep -q 'renameat' fired || is "number $number left one: $(cat fired)" false
    rm -rf .dashpot-*
done
is 'it was never killed' [ $number -gt 20 ]

label='folders that are read-only'
# root may write anywhere, unless it gives that up
bound=''
[ "$(id -u)" -ne 0 ] || bound='setpriv --bounding-set=-dac_override,-dac_read_search'
# ends_bound STATUS ARGUMENT...
ends_bound() {
    want=$1
    shift
    # shellcheck disable=SC2086  # several words
    $bound env PATH="$bare_path" "$program" "$@" >out 2>err </dev/null
    is "exit status is not $want" [ $? -eq "$want" ]
}
mkdir closed && "$program" run "$in/impact.yaml" --out closed/old --quiet 2>/dev/null
before=$(cd closed && find . | sort | xargs ls -ld)
chmod 555 closed closed/old
for kind in impact bounce journal chain mechanism sweep; do
    ends_bound 4 run "$in/$kind.yaml" --out closed/new
    says 'dashpot: .*Permission denied'
done
ends_bound 4 run "$in/impact.yaml" --out closed/old --force
says 'dashpot: .*Permission denied'
ends_bound 4 reproduce 004 --quick --out closed/papers
says 'dashpot: .*Permission denied'
chmod 755 closed closed/old
is 'something has changed' [ "$(cd closed && find . | sort | xargs ls -ld)" = "$before" ]

label='folders that are missing'
ends 0 run "$in/impact.yaml" --out one/two/three --quiet
is 'they were not made' [ -f one/two/three/summary.json ]
ends 4 run --resume nowhere
says 'nowhere'

label='a file that may not grow'
(ulimit -f 1 && PATH=$bare_path exec "$program" run "$in/journal.yaml" --out limited) \
    >out 2>err </dev/null
is 'exit status is not 4' [ $? -eq 4 ]
says 'dashpot: cannot write .*File too large'
is 'something is left' [ -z "$(find . -maxdepth 1 -name '*limited*' -o -name '.dashpot-*')" ]

label='few descriptors'
for kind in impact chain sweep; do
    for count in 4 5 6 7 8 9 10 11 12; do
        (ulimit -n "$count" && PATH=$bare_path exec "$program" run "$in/$kind.yaml" --out few) \
            >out 2>err </dev/null
        got=$?
        # 127: too few to load its libraries
        is "$kind, $count: status $got" [ $((got * (got - 4) * (got - 127))) -eq 0 ]
        is "$kind, $count: a temporary folder is left" \
            [ -z "$(find . -maxdepth 1 -name '.dashpot-*')" ]
        rm -rf few
    done
done

label='no room'
mkdir disk
if mount -t tmpfs -o size=64k none disk 2>/dev/null; then
    ends 4 run "$in/impact.yaml" --out disk/out
    says 'No space left'
    is 'something is left' [ -z "$(ls -A disk)" ]
    umount disk
fi

label='a standard output that is full or closed'
if [ -c /dev/full ]; then
    for words in 'laws --json' "run $in/journal.yaml --json" "check $in/impact.yaml"; do
        # shellcheck disable=SC2086  # several words
        PATH=$bare_path "$program" $words >/dev/full 2>err </dev/null
        is 'exit status is not 4' [ $? -eq 4 ]
        says 'cannot write to standard output: No space left'
    done
fi
PATH=$bare_path "$program" laws --json >&- 2>err </dev/null
is 'exit status is not 4' [ $? -eq 4 ]
PATH=$bare_path "$program" run "$in/impact.yaml" --out unseen >&- 2>err </dev/null
is 'exit status is not 4' [ $? -eq 4 ]
is 'the result is not there' [ -f unseen/summary.json ]

# A gnuplot that changes the folder while the program waits for it.
mkdir bin
meddle() {
    printf '#!/bin/sh\nPATH=%s\ncd %s/places\n%s\nexit 1\n' "$whole_path" "$dir" "$1" >bin/gnuplot
    chmod 755 bin/gnuplot
    PATH=$PWD/bin "$program" run "$in/impact.yaml" --out out-dir --quiet >out 2>err </dev/null
    got=$?
}

label='folder removed meanwhile'
meddle 'rm -rf .dashpot-*'
is "exit status is $got" [ "$got" -eq 4 ]
is 'there is a result' [ ! -e out-dir ]
says 'out-dir'

label='a file in its place meanwhile'
meddle 'echo mine >out-dir'
is "exit status is $got" [ "$got" -eq 4 ]
is 'the file is gone' [ "$(cat out-dir)" = mine ]
rm -f out-dir

label='a link in its place meanwhile'
meddle 'ln -sfn target out-dir'
is "exit status is $got" [ "$got" -eq 4 ]
is 'the link is gone' [ -L out-dir ]
is 'something was written behind it' [ -z "$(ls -A target)" ]
rm -f out-dir

label='a folder with a file in its place meanwhile'
meddle 'mkdir -p out-dir; echo mine >out-dir/thesis'
is "exit status is $got" [ "$got" -eq 4 ]
is 'the file is gone' [ "$(cat out-dir/thesis)" = mine ]
is 'a temporary folder is left' [ -z "$(find . -maxdepth 1 -name '.dashpot-*')" ]

echo "places: tried $tried, failed $lost, allocations 0, writes 0, reads 0, kills 0" |
    tee -a "$dir/all"
cd "$dir" || exit 1
