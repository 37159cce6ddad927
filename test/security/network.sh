# shellcheck shell=sh disable=SC2154,SC2034
# No network: under a filter that kills whoever asks for a socket of any kind, all goes on as ever.

label='the filter'
"$guard" offline-works
case $? in
0) pass ;;
77)
    echo 'skipped: no network (this system has no seccomp filters)'
    return 0
    ;;
*) fail 'does not kill' ;;
esac

commands=0
# offline ARGUMENT...: this command of the program, with gnuplot, under the filter
offline() {
    label="offline: $*"
    ends 0 "$guard" offline "$program" "$@"
    commands=$((commands + 1))
}
mkdir net
write_evil steel && cp "$scenario" sweep.yaml
offline laws
offline laws --json
offline law hertz
offline frictions
offline friction coulomb
offline force --law hertz --set stiffness=1e10 --delta 1e-5 --rate 0
offline restitution --law hunt-crossley --set restitution=0.7
offline --version
offline --help
offline check "$root/scenarios/steel-ball.yaml"
offline run "$root/scenarios/steel-ball.yaml" --out net/impact
offline run "$root/scenarios/drop-test.yaml" --out net/bounce
offline run "$dir/place/waiting.yaml" --out net/chain
offline run "$root/scenarios/pendulum.yaml" --out net/mechanism
offline run "$root/test/journal/journal.yaml" --out net/journal
offline run "$dir/place/sweep.yaml" --out net/sweep --threads 2
offline run --resume "$dir/place/held"
offline design-chart "$root/scenarios/bearings.csv" --out net/chart
offline reproduce 004 --quick --out net/paper
if command -v gnuplot >/dev/null; then
    label='offline'
    is 'no plots were drawn' [ "$(find net held -name '*.svg' | wc -l)" -gt 20 ]
fi

# --- the calls of one run, where they can be seen -------------------------------------------------
label='calls of the system'
if strace -o "$dir/trace" true 2>/dev/null; then
    write_scenario '"Ball"'
    # one that HDF5 would take for its own
    cp text-1/series.h5 series.h5
    strace -f -qq -s 300 -o "$dir/trace" -e trace=%network,%process,%file \
        "$program" run "$scenario" --out traced --quiet >"$out" 2>"$err"
    is 'failed' is_complete traced
    network='socket|socketpair|connect|bind|listen|accept4?|send(to|msg|mmsg)|recv(from|msg)'
    isnt 'the network is asked for' grep -qE "^[0-9]+ +($network)\(" "$dir/trace"
    is 'another program is run' [ -z "$(grep -E '^[0-9]+ +execve' "$dir/trace" |
        grep -vE "execve\(\"($program|[^\"]*/gnuplot)\"")" ]
    # whatever is opened for writing or made is a name in an open folder
    is 'a path is written' [ -z "$(grep -E \
        '^[0-9]+ +(open|openat|creat)\(.*O_(WRONLY|RDWR|CREAT)' "$dir/trace" |
        grep -vE 'openat\([0-9]+, "[A-Za-z0-9._-]+", |"/dev/(null|tty)"|"[a-z0-9_-]+\.svg"' |
        grep -v '= -1 E')" ]
    is 'something else is changed' [ -z "$(grep -E \
        '^[0-9]+ +(mkdir|rmdir|unlink|rename|link|symlink|chmod|chown|truncate|mknod)(at2?)?\(' \
        "$dir/trace" | grep -vE '\([0-9]+, "[A-Za-z0-9._-]+"' | grep -v '= -1 E')" ]
else
    echo 'skipped: calls of the system (strace cannot trace here)'
fi
