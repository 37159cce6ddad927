# shellcheck shell=sh disable=SC2154,SC2034
# A run that was interrupted goes on and ends with the same bits.

# bits FOLDER: what must not differ; how fast it went may
bits() {
    grep -v particle_steps "$1/summary.json"
    cat "$1"/series.csv "$1"/field.csv "$1"/energy.csv "$1"/final.csv "$1"/sensors.csv
}

# stopped NAME ARGUMENT...: run it through, then again with an interrupt on the way
stopped() {
    name=$1
    shift
    run 0 run chain.yaml --quiet --out "$name-whole" "$@"
    "$program" run chain.yaml --quiet --out "$name-parts" "$@" --set run.checkpoint='20 ms' \
        >"$out" 2>"$err" &
    process=$!
    # as long as it runs, however busy the machine is
    until [ -e "$name-parts/checkpoint/0.chk" ]; do
        kill -0 "$process" 2>/dev/null || break
        sleep 0.01
    done
    kill -TERM "$process" 2>/dev/null
    { wait "$process"; } 2>/dev/null
    label="interrupted $name"
    # one that was faster than the signal has nothing to go on with
    if [ -e "$name-parts/summary.json" ]; then
        fail 'it was done before the signal came'
        return
    fi
    run 0 run --resume "$name-parts" --quiet
    bits "$name-whole" >whole
    bits "$name-parts" >parts
    label="resumed $name"
    # the scenario differs in how often it saves
    if cmp -s whole parts; then pass; else fail 'other bits'; fi
}

stopped verlet --set chain.beads.0.count=3000 --set run.until='3 ms'
stopped lossy --set chain.beads.0.count=200 --set run.until='1 ms' \
    --set 'chain.contact={law: ma-liu}' --set run.integrator=predictor-corrector
stopped adaptive --set chain.beads.0.count=400 \
    --set 'run={integrator: dop853, until: 3 ms}'
