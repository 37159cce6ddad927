# shellcheck shell=sh disable=SC2154,SC2034
# Part of run.sh: the bare root is refused with a reason, and is gone whatever happens. What builds
# it is a stand-in that waits; make test-bare builds a real one.

label='a bare root without root'
bare() { TMPDIR=$dir/roots PATH=$dir/bin:$PATH "$root/tools/bare.sh" "$@"; }
mkdir "$dir/roots" && chmod 755 "$dir" && chmod 777 "$dir/roots"
stand_in mmdebstrap <<END
#!/bin/sh
for place; do case \$place in */root) mkdir -p "\$place/deep" ;; esac; done
: >"$dir/waits"
exec sleep 36543
END
if [ "$(id -u)" -ne 0 ]; then
    bare demo >"$out" 2>"$err"
else
    # somebody else may not see this tree
    mkdir -p "$dir/seen/tools" && cp "$root"/tools/bare*.sh "$dir/seen/tools/"
    TMPDIR=$dir/roots PATH=$dir/bin:$PATH setpriv --reuid=65534 --regid=65534 --clear-groups \
        "$dir/seen/tools/bare.sh" demo >"$out" 2>"$err"
fi
is 'the exit status is not 3' [ $? -eq 3 ]
is 'does not say why in one line' [ "$(cat "$out")" = 'bare: no bare root here: this is not root' ]
is 'something is left' [ -z "$(ls -A "$dir/roots")" ]

# stopped SIGNAL STATUS: while the root is built
stopped() {
    label="a bare root that is stopped by SIG$1"
    rm -f "$dir/waits"
    # a shell without job control has its children ignore SIGINT
    TMPDIR=$dir/roots PATH=$dir/bin:$PATH env --default-signal=INT "$root/tools/bare.sh" demo \
        >"$out" 2>"$err" </dev/null &
    job=$!
    until [ -e "$dir/waits" ] || ! kill -0 "$job" 2>/dev/null; do sleep 0.01; done
    if [ ! -e "$dir/waits" ]; then
        wait "$job"
        echo "skipped: $label ($(tail -n 1 "$out"))"
        return
    fi
    kill -s "$1" "$job"
    wait "$job" 2>/dev/null
    is "ended with $?" [ $? -eq "$2" ]
    # nobody can tidy up after SIGKILL, but what runs and what is mounted goes with it
    [ "$1" = KILL ] || is 'the folder is left' [ -z "$(ls -A "$dir/roots")" ]
    isnt 'a mount is left' grep -q "$dir/roots" /proc/mounts
    # what was killed may take a moment to be gone
    tries=300
    while grep -qs '3654[3]' /proc/[0-9]*/cmdline && [ "$tries" -gt 0 ]; do
        tries=$((tries - 1))
        sleep 0.01
    done
    is 'what built it still runs' [ "$tries" -gt 0 ]
    rm -rf "$dir/roots" && mkdir "$dir/roots"
}
stopped TERM 143
stopped INT 130
stopped HUP 129
stopped KILL 137
label='a bare root that cannot be built'
if [ "$(id -u)" -eq 0 ] && [ -e "$dir/waits" ]; then
    printf '#!/bin/sh\necho "E: planted" >&2\nexit 25\n' | stand_in mmdebstrap
    bare demo >"$out" 2>"$err"
    is 'the exit status is not 3' [ $? -eq 3 ]
    prints 'bare: no bare root here: mmdebstrap failed: E: planted'
    is 'the folder is left' [ -z "$(ls -A "$dir/roots")" ]
fi
