#!/bin/sh
# What a run leaves behind: the files, and that there is all of it or nothing.
# usage: run.sh PROGRAM [DRIVER]
# PROGRAM is dashpot or output_driver; with DRIVER, cases that no scenario leads to are tried too.

here=$(cd "$(dirname "$0")" && pwd)
program=${1:?usage: run.sh PROGRAM [DRIVER]}
driver=${2-}
"$program" run --help >/dev/null 2>&1 || program=${driver:-$program}
case $program in
*driver) driver=$program ;;
esac
[ -x "$program" ] || { echo "run.sh: cannot run $program" >&2; exit 1; }

dir=$(mktemp -d) || exit 1
mounted=
clean_up() {
    [ -z "$mounted" ] || umount "$mounted"
    rm -rf "$dir"
}
trap clean_up EXIT
out=$dir/stdout
err=$dir/stderr
scenario=$dir/scenario.yaml
# shellcheck source=test/output/helpers.sh
. "$here/helpers.sh"
mkdir "$dir/place" && cd "$dir/place" || exit 1
write_scenario '"Steel ball on a steel block"'

# --- the files ----------------------------------------------------------------------------------
label='a plain run'
status 0 --out plain
is 'files are missing' is_complete plain
is 'a temporary folder is left' is_tidy .
is 'summary.json is no JSON' is_json plain/summary.json
is 'the header of series.csv is wrong' grep -q '^time \[s\],indentation \[m\],' plain/series.csv
is 'series.csv is no table' is_csv plain/series.csv
isnt 'series.csv holds what is no number' grep -qiE 'nan|inf' plain/series.csv
is 'series.h5 cannot be read' is_hdf5 plain/series.h5
is 'the scenario is not as it was' grep -q 'lankarani-nikravesh' plain/scenario.yaml
is 'report.html needs more than itself' is_self_contained plain/report.html
is 'report.html lacks the title' grep -q '<h1>Steel ball on a steel block</h1>' plain/report.html
is 'there is no script for the plots' ls plain/plots/*.gp >"$out"
is 'others may not read it' [ "$(stat -c %a plain)" = "$(stat -c %a plain/plots)" ]
if command -v gnuplot >/dev/null; then
    is 'there are no plots' ls plain/plots/*.svg >"$out"
    is 'a plot is no SVG' are_xml plain/plots/*.svg
    is 'the report lacks a plot' [ "$(grep -c 'data:image/svg' plain/report.html)" -eq \
        "$(find plain/plots -name '*.svg' | wc -l)" ]
fi

label='the same run once more'
status 0 --out again
is 'differs' [ "$(checksum plain)" = "$(checksum again)" ]

# --- a folder that is there ---------------------------------------------------------------------
label='a folder that is not empty'
before=$(checksum plain)
status 4 --out plain
says 'not empty'
is 'was changed' [ "$(checksum plain)" = "$before" ]
label='the same with slashes at the end'
status 4 --out plain//

label='an empty folder'
mkdir empty
status 0 --out empty
is 'is not filled' is_complete empty

label='the list of the files'
(cd plain && find . -type f ! -name .files | cut -c 3- | LC_ALL=C sort) >"$dir/there"
is 'is not what is there' cmp -s "$dir/there" plain/.files

label='--force'
echo old >plain/report.html
status 0 --out plain --force
is 'is not complete' is_complete plain
is 'a temporary folder is left' is_tidy .
label='--force on a result without a list'
mv plain/.files "$dir/list"
status 4 --out plain --force
says 'no run of dashpot left that there'
is 'something is gone' [ -s plain/series.csv ]
mv "$dir/list" plain/.files

label='--force on a folder of somebody else'
mkdir foreign && echo keep >foreign/thesis.txt
status 4 --out foreign --force
is 'its file is gone' [ "$(cat foreign/thesis.txt)" = keep ]
label='--force on one that looks like ours'
mkdir -p home/documents && echo keep >home/documents/thesis.txt
echo '{}' >home/summary.json && echo >home/scenario.yaml
status 4 --out home --force
is 'its file is gone' [ "$(cat home/documents/thesis.txt)" = keep ]

label='a file in the place'
echo keep >file
status 4 --out file
status 4 --out file --force
status 4 --out file/below
is 'the file is gone' [ "$(cat file)" = keep ]

label='a symbolic link in the place'
mkdir target && ln -s target link && ln -s nowhere dangling
for force in '' --force; do
    # shellcheck disable=SC2086  # no word when empty
    status 4 --out link $force
    says 'symbolic link'
    # shellcheck disable=SC2086
    status 4 --out dangling $force
done
is 'something went through the link' [ -z "$(ls target)" ]
is 'the link is gone' [ -L link ]

label='links in a folder that is replaced'
status 0 --out linked
ln -s ../../foreign linked/plots/foreign
status 4 --out linked --force
is 'the link is gone' [ -L linked/plots/foreign ]
is 'a link was followed' [ "$(cat foreign/thesis.txt)" = keep ]

label='a folder without a name'
for name in . .. / '' ./ plain/..; do status 4 --out "$name"; done

label='folders above that are missing'
status 0 --out deep/er/still
is 'is not complete' is_complete deep/er/still
status 4 --out file/er/still
is 'something is left' is_tidy .

label='two runs at once'
"$program" run "$scenario" --out both >"$out" 2>"$err" &
other=$!
"$program" run "$scenario" --out both >/dev/null 2>&1
mine=$?
wait "$other"
theirs=$?
is "ended with $mine and $theirs" [ $((mine + theirs)) -eq 4 ]
is 'is not complete' is_complete both
is 'a temporary folder is left' is_tidy .

# --- where nothing can be written ---------------------------------------------------------------
label='a parent that is read-only'
mkdir closed && chmod 555 closed
if [ "$(id -u)" -ne 0 ]; then
    status 4 --out closed/result
    is 'something is left' [ -z "$(ls -A closed)" ]
elif command -v setpriv >/dev/null; then
    # root may write anywhere, so somebody else tries
    chmod 755 "$dir" && cp "$program" "$dir/copy" && chmod 755 "$dir/copy" && chmod 644 "$scenario"
    setpriv --reuid=65534 --regid=65534 --clear-groups "$dir/copy" run "$scenario" \
        --out closed/result >"$out" 2>"$err"
    is "exit status is not 4" [ $? -eq 4 ]
    is 'something is left' [ -z "$(ls -A closed)" ]
    says 'Permission denied'
else
    echo 'skipped: a read-only parent (this is root, and there is no setpriv)'
fi

label='files that may not grow'
size=1
while [ "$size" -le 512 ]; do
    # the limit makes write fail; its signal is ignored
    (trap '' XFSZ && ulimit -f "$size" && exec "$program" run "$scenario" --out limited) \
        >/dev/null 2>"$dir/limit"
    got=$?
    if [ "$got" -eq 4 ]; then
        is "a limit of $size blocks leaves a result" is_absent limited
    else
        is "a limit of $size blocks gives status $got" [ "$got" -eq 0 ]
        is "a limit of $size blocks gives half a result" is_complete limited
        rm -rf limited
    fi
    size=$((size * 2))
done
is 'a temporary folder is left' is_tidy .

label='few descriptors'
enough=0
for count in 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    # shellcheck disable=SC3045  # dash and bash have it
    (ulimit -n "$count" && exec "$program" run "$scenario" --out few) >"$out" 2>"$err" </dev/null
    got=$?
    # too few to load the libraries of the program
    [ "$got" -ne 127 ] || continue
    if [ "$got" -eq 4 ]; then
        is "$count of them leave a result" is_absent few
        says 'Too many open files'
    else
        is "$count of them give status $got" [ "$got" -eq 0 ]
        is "$count of them give half a result" is_complete few
        # shellcheck disable=SC3045
        (ulimit -n "$count" && exec "$program" run "$scenario" --out few --force) \
            >"$out" 2>"$err" </dev/null
        is "$count of them do not replace a result" [ $? -eq 0 ]
        enough=$((enough + 1))
    fi
    is "$count of them leave a temporary folder" is_tidy .
    rm -rf few
done
is 'too many are needed' [ "$enough" -gt 0 ]

label='a full disk'
mkdir disk
if mount -t tmpfs -o size=64k none disk 2>/dev/null; then
    mounted=$PWD/disk
    for used in 0 16 32 48 60; do
        head -c "${used}k" /dev/zero >disk/ballast
        status 4 --out disk/result
        is 'a result is left' is_absent disk/result
        is 'a temporary folder is left' is_tidy disk
    done
    says 'No space left on device'
    umount disk && mounted=
else
    echo 'skipped: a full disk (no file system may be mounted here)'
fi

# --- killed -------------------------------------------------------------------------------------
# a gnuplot that says who it is and then draws for ever; test/kills has kills at other moments
mkdir draws
cat >draws/gnuplot <<END
#!/bin/sh
echo \$\$ >"$PWD/drawing.new" && mv "$PWD/drawing.new" "$PWD/drawing"
exec sleep 3600
END
chmod 755 draws/gnuplot
# killed SIGNAL ARGUMENT...: a run gets it while it draws
killed() {
    signal=$1
    shift
    rm -f drawing
    # a shell without job control has its children ignore SIGINT
    PATH=$PWD/draws:$PATH env --default-signal=INT "$program" run "$scenario" "$@" \
        >/dev/null 2>&1 &
    job=$!
    until [ -e drawing ] || ! kill -0 "$job" 2>/dev/null; do sleep 0.01; done
    kill -s "$signal" "$job"
    wait "$job" 2>/dev/null
    kill -9 "$(cat drawing)" 2>/dev/null
}
label='kill -9'
killed KILL --out killed
is 'a result is left' is_absent killed
label='kill -9 with --force'
"$program" run "$scenario" --out timed >/dev/null 2>&1
before=$(checksum timed)
killed KILL --out timed --force
is 'the old result is gone or half a one is there' [ "$before" = "$(checksum timed)" ]
rm -rf .dashpot-*
for name in TERM INT HUP; do
    label="SIG$name"
    killed "$name" --out ended
    [ ! -e ended ] || is 'half a result is left' is_complete ended
    rm -rf ended
    is 'a temporary folder is left' is_tidy .
done
rm -rf draws

# --- texts that try to get out ------------------------------------------------------------------
long=$(awk 'BEGIN { for (i = 0; i < 10000; i++) printf "x" }')
n=0
# shellcheck disable=SC2016  # to be taken as they are
for title in '"\"; system(\"touch pwned\"); \""' "\"'\$(touch pwned)'\"" '"`touch pwned`"' \
    '"one\nset output \"pwned\"\nsystem(\"touch pwned\")"' "\"$long\"" '"Stöße µ 接触 ±"' \
    '"</h1><script>document.title=1</script><img src=x onerror=alert(1)>"' \
    "\"'; !touch pwned; '\"" '"@pwned \\ %s %n {/=99 x}"' '"a\u0007\u001b[31m b"'; do
    n=$((n + 1))
    label="title $title"
    write_scenario "$title"
    "$program" run "$scenario" --out "title-$n" >"$out" 2>"$err"
    got=$?
    # a title that is refused is no danger either
    if [ "$got" -eq 2 ]; then
        pass
        continue
    fi
    is "exit status $got" [ "$got" -eq 0 ]
    is 'summary.json is no JSON' is_json "title-$n/summary.json"
    is 'report.html is not what it was' is_self_contained "title-$n/report.html"
    is 'something was run' [ -z "$(find "$dir" -name 'pwned*')" ]
done
write_scenario '"Steel ball"'

# --- gnuplot ------------------------------------------------------------------------------------
program=$(cd "$(dirname "$program")" && pwd)/$(basename "$program")
mkdir nothing broken
full_path=$PATH

label='no gnuplot'
# shellcheck disable=SC2123  # that is the point
PATH=$dir/place/nothing
status 0 --out without
PATH=$full_path
says 'gnuplot is not installed'
is 'is not complete' is_complete without
is 'the report does not say so' grep -q 'gnuplot is not installed' without/report.html
is 'there are no scripts' ls without/plots/*.gp >"$out"

label='a gnuplot that fails'
printf '#!/bin/sh\necho "line 3: no ink" >&2\nexit 1\n' >broken/gnuplot && chmod 755 broken/gnuplot
PATH=$dir/place/broken status 0 --out fails
PATH=$full_path
is 'is not complete' is_complete fails
is 'the report does not say why' grep -q 'no ink' fails/report.html
is 'there are plots' [ -z "$(find fails -name '*.svg')" ]

label='a gnuplot that stops half way'
# shellcheck disable=SC2016
printf '#!/bin/sh\necho "<svg>" >"${2%%.gp}.svg"\n' >broken/gnuplot
PATH=$dir/place/broken status 0 --out half
PATH=$full_path
is 'is not complete' is_complete half
is 'half a plot is left' [ -z "$(find half -name '*.svg')" ]

# --- HDF5 ---------------------------------------------------------------------------------------
# lacks_hdf5 NAME: all but series.h5 is there, and every place says why
lacks_hdf5() {
    is 'there is a series.h5' is_absent "$1/series.h5"
    is 'the tables are missing' [ -s "$1/series.csv" ]
    says 'series.h5 was not written, as HDF5 could not be loaded'
    says 'libhdf5-103-1'
    is 'the report does not say so' grep -q 'series.h5 was not written' "$1/report.html"
    isnt 'the report promises it' grep -q 'series.h5, <a' "$1/report.html"
}

label='HDF5 is loaded late'
if command -v ldd >/dev/null; then
    # sanitizers bring libraries of their own
    is 'too many libraries at the start' \
        [ "$(ldd "$program" | grep -cvE 'san\.so|libgcc_s|libstdc')" -le 10 ]
    isnt 'HDF5 is there from the start' sh -c "ldd '$program' | grep -q hdf5"
fi

label='a damaged HDF5'
library=libhdf5_serial.so.103
mkdir damaged && echo damaged >"damaged/$library"
LD_LIBRARY_PATH=$dir/place/damaged status 0 --out no-hdf5
lacks_hdf5 no-hdf5
is 'the summary does not say so' grep -q 'series.h5 was not written' no-hdf5/summary.json
label='a damaged HDF5, --force'
LD_LIBRARY_PATH=$dir/place/damaged status 0 --out plain --force
lacks_hdf5 plain

label='an HDF5 in the current folder'
echo damaged >"$library"
status 0 --out here
is 'was loaded' [ -s here/series.h5 ]
rm "$library"

if [ -n "$driver" ]; then
    label='no HDF5'
    is 'failed' "$driver" run "$scenario" --out absent --without-hdf5 2>"$err"
    lacks_hdf5 absent
fi

# --- what no scenario leads to ------------------------------------------------------------------
if [ -n "$driver" ]; then
    label='odd names and values'
    is 'failed' "$driver" odd --out odd
    is 'is not complete' is_complete odd
    is 'summary.json is no JSON' is_json odd/summary.json
    is 'series.csv is no table' is_csv odd/series.csv
    tail -n +3 odd/series.csv >"$dir/rows"
    isnt 'series.csv holds what is no number' grep -qi '[a-df-z]' "$dir/rows"
    is 'report.html is not what it was' is_self_contained odd/report.html
    is 'something was run' [ -z "$(find "$dir" -name 'pwned*')" ]
    is 'a plot went astray' [ -z "$(find "$dir" -name '*.svg' -not -path '*/plots/*')" ]
    is 'series.h5 cannot be read' "$driver" read odd/series.h5 >"$out"
    is 'not every column is in series.h5' [ "$(grep -ac 'rows, last' "$out")" -eq 6 ]
    if command -v gnuplot >/dev/null; then
        is 'a plot is no SVG' are_xml odd/plots/*.svg
        is 'not every plot was drawn' [ "$(find odd -name '*.svg' | wc -l)" -eq 2 ]
    fi

    label='--force where names cannot change places'
    is 'failed' "$driver" run "$scenario" --out swapped
    echo old >swapped/report.html
    is 'failed' "$driver" run "$scenario" --out swapped --force --without-exchange
    is 'is not complete' is_complete swapped
    is 'a temporary folder is left' is_tidy .
    label='the same, and the new folder is refused'
    echo old >swapped/report.html
    isnt 'ended well' "$driver" run "$scenario" --out swapped --force --without-place 2>"$err"
    says 'Input/output error'
    is 'the old one is gone' [ "$(cat swapped/report.html)" = old ]
    is 'a temporary folder is left' is_tidy .

    label='nothing at all'
    is 'failed' "$driver" empty --out nil
    is 'summary.json is no JSON' is_json nil/summary.json
    is 'report.html is not what it was' is_self_contained nil/report.html

    label='a long series'
    is 'failed' "$driver" run "$scenario" --out long --repeat 50
    is 'series.h5 cannot be read' is_hdf5 long/series.h5
    # nine columns of eight bytes
    is 'series.h5 is not packed' [ "$(wc -c <long/series.h5)" -lt \
        $(($(wc -l <long/series.csv) * 72 / 4)) ]
    last=$(tail -n 1 long/series.csv | cut -d, -f 1)
    # shellcheck disable=SC2016
    is 'last rows differ' sh -c '"$1" read "$2" | grep -q "last $3"' _ "$driver" long/series.h5 \
        "$last"
    is 'a plot has too many points' awk '/^# index/ { n = 0 } /^ / { n++ } n > 12000 { exit 1 }' \
        long/plots/series.dat

    # shellcheck source=test/output/field.sh
    . "$here/field.sh"
    # shellcheck source=test/output/looks.sh
    . "$here/looks.sh"

    label='the table'
    is 'failed' "$driver" table
fi

finish
