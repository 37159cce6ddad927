# shellcheck shell=sh disable=SC2154,SC2034
# The program with a layer that makes calls fail (test/faults): every write of a part and of a merge
# fails once, and is once the last thing that the process does.

# tried FAULT ARGUMENT...: how it ends is in $got
tried() {
    fault=$1
    shift
    rm -f fired
    FAULT=$fault FAULT_LOG=$dir/fired PATH=$dir/none "$faulty" "$@" >"$out" 2>"$err"
    got=$?
}

# every KIND COMMAND STEP: part 2 of 3, or a merge, with a fault in every STEPth call of that kind
every() {
    kind=$1 command=$2 step=$3 number=1
    while :; do
        rm -rf faulty
        mkdir faulty
        cp -r ready/journals faulty
        case $command in
        part)
            rm faulty/journals/*-00002-of-*
            tried "$kind:$number" run ball.yaml --part 2/3 --out faulty --quiet
            ;;
        merge) tried "$kind:$number" merge faulty --quiet ;;
        esac
        [ -s fired ] || break
        label="$kind $number in a $command"
        is "status $got" [ "$got" -eq 0 -o "$got" -eq 4 -o "$got" -eq 137 ]
        if [ "$got" -eq 4 ] && [ ! -s "$err" ]; then fail 'nothing is said'; else pass; fi
        # all of it, when only stdout could not be written, or nothing
        if [ "$got" -ne 137 ] && [ -e faulty/.files ]; then same single faulty
        elif [ "$got" -eq 4 ]; then is 'half a result is left' [ "$(ls -A faulty)" = journals ]; fi
        # what is done is not lost: nothing is missing of the other parts
        if [ "$command" = merge ]; then run 0 status faulty
        else run 0 run ball.yaml --part 2/3 --out faulty --quiet; fi
        run 0 merge faulty --quiet
        same single faulty
        number=$((number + step))
    done
    label="$kind in a $command"
    is 'it never happened' [ "$number" -gt 10 ]
}

if [ -x "$faulty" ]; then
    every kill:io part 2
    every kill:io merge 5
    every io part 2
    every io merge 5

    # a point that had no memory is tried once more, and is the same then
    label='points without memory'
    rm -rf faulty
    tried count run ball.yaml --part 2/3 --out faulty --quiet
    all=$(sed -n 's/^count alloc \([0-9]*\) .*/\1/p' fired)
    is 'no allocations' [ "$all" -gt 100 ]
    again=0 refusals=0 number=$all
    while [ "$number" -gt 0 ]; do
        rm -rf faulty
        mkdir faulty
        tried "alloc:$number" run ball.yaml --part 2/3 --out faulty --quiet
        is "status $got" [ "$got" -eq 0 -o "$got" -eq 4 ]
        if [ "$got" -eq 0 ]; then
            again=$((again + 1))
            forge show "$(journal faulty 2)" >"$out"
            says '7 0 '
            if grep -q '^[0-9]* 4 ' "$out"; then fail 'a lack of memory in the journal'
            else pass; fi
        else
            refusals=$((refusals + 1))
        fi
        number=$((number - all / 40 - 1))
    done
    is 'none was tried again' [ "$again" -gt 10 ]
    tried "alloc:$((all * 2 / 3))+" run ball.yaml --part 2/3 --out faulty-for-good --quiet
    is "status $got for good" [ "$got" -eq 4 ]
    cp ready/journals/*-0000[13]-of-* faulty-for-good/journals
    remake faulty-for-good
fi
