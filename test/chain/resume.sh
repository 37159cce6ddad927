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
    hold_at 40 run chain.yaml --quiet --out "$name-parts" "$@" --set run.checkpoint='20 ms'
    kill -TERM "$job"
    rm "$dir/hold"
    { wait "$job"; } 2>/dev/null
    label="interrupted $name"
    if [ -e "$name-parts/checkpoint/0.chk" ]; then pass; else fail 'there is no checkpoint'; fi
    run 0 run --resume "$name-parts" --quiet
    bits "$name-whole" >whole
    bits "$name-parts" >parts
    label="resumed $name"
    # the scenario differs in how often it saves
    if cmp -s whole parts; then pass; else fail 'other bits'; fi
}

stopped verlet --set chain.beads.0.count=300
stopped lossy --set 'chain.contact={law: ma-liu}' --set run.integrator=predictor-corrector
stopped adaptive --set 'run={integrator: dop853, until: 600 us}'
