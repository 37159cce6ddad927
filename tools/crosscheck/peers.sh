# shellcheck shell=bash disable=SC2154
# How tools/dashpot-crosscheck runs each program, ours among them. Sourced; $here is this folder,
# $scratch a folder to work in, $dashpot our program, $scenarios where its scenarios are,
# $root_2 the root of 2.
#
# NAME_there      is it installed?
# NAME_version    as the program prints it
# NAME_pair ...   prints "depth force duration restitution", see pair.awk
# NAME_chain      prints "force time speed energy", see chain.awk
# NAME_pace BEADS STEPS   prints bead steps per second of the loop, without set-up and output

run_quietly() {
    "$@" >"$scratch/said" 2>&1 && return
    echo "crosscheck: $1 failed:" >&2
    tail -n 5 "$scratch/said" "$scratch/log" >&2
    exit 4
}

# Steps that cover an impact and some flight after it; $span is longer where the balls are dented
# and still overlap when they part.
steps_of() { awk -v step="$1" -v span="${span:-50e-6}" 'BEGIN {printf "%d", span / step + 0.5}'; }

# A dump of both balls at every step becomes "time x1 x2 v1 v2 force".
undump() {
    awk -v step="$1" '
        /^ITEM/ {kind = $2; next}
        kind == "TIMESTEP" {time = $1 * step}
        kind == "ATOMS" && $1 == 1 {x = $2; v = $3}
        kind == "ATOMS" && $1 == 2 {
            printf "%.17g %s %s %s %s %s\n", time, x, $2, v, $3, $4
        }' "$scratch/dump"
}

measure_pair() { awk -f "$here/pair.awk"; }
measure_chain() {
    awk -v step="$1" -f "$here/chain.awk" "$scratch/chain.force" "$scratch/chain.end"
}

# --- ours: a contact as in a scenario

ours_version() { "$dashpot" --version; }

# prints "depth force duration restitution"
ours_pair() {
    "$dashpot" run "$scenarios/pair.yaml" --set "impact.contact=$1" --json 2>/dev/null |
        jq -r '"\(.max_indentation) \(.max_force) \(.duration) \(.restitution)"'
}

ours_chain() {
    run_quietly "$dashpot" run "$scenarios/chain.yaml" --out "$scratch/ours" --force --quiet
    awk -F, 'NR > 1 {
        k = int($2 / 1e-8 + 0.5)
        force[$1, k] = $5
        if (k > last) last = k
    }
    END {for (k = 0; k <= last; k++) print k, force[26, k] + 0, force[38, k] + 0}' \
        OFMT=%.17g CONVFMT=%.17g "$scratch/ours/loops.csv" >"$scratch/chain.force"
    awk -F, 'NR > 1 {print $1, $2, $4, $5}' "$scratch/ours/final.csv" >"$scratch/chain.end"
    measure_chain 1e-8
}

ours_pace() {
    "$dashpot" run "$scenarios/chain.yaml" --json --set "chain.beads.0.count=$1" \
        --set "run.until=$(awk -v n="$2" 'BEGIN {print n * 1e-8}')" --set 'chain.loops=[]' \
        --set 'chain.sensors=[25]' --set 'chain.field={of: nothing}' --set output.every=1 \
        2>/dev/null | jq -r .particle_steps_per_second
}

# --- LAMMPS

lammps_there() { command -v lmp >/dev/null; }
lammps_version() { lmp -h | sed -n 's/.*Simulator - /LAMMPS /p'; }

lammps() { run_quietly lmp -log "$scratch/log" -screen none -echo none "$@"; }

# STEP DAMPING RESTITUTION
lammps_pair() {
    lammps -in "$here/pair.lammps" -var step "$1" -var steps "$(steps_of "$1")" \
        -var damping "$2" -var e "$3" -var out "$scratch/dump"
    undump "$1" | measure_pair
}

lammps_chain() {
    lammps -in "$here/chain.lammps" -var beads 50 -var step 1e-8 -var steps 100000 \
        -var watch 1 -var out "$scratch/chain"
    measure_chain 1e-8
}

# bead steps per second from the loop time in the log
loop_pace() {
    awk -v beads="$1" -v steps="$2" '
        /^Loop time of/ && $9 == steps {print beads * steps / $4; found = 1; exit}
        END {exit !found}' "$scratch/log"
}

lammps_pace() {
    lammps -in "$here/chain.lammps" -var beads "$1" -var step 1e-8 -var steps "$2" \
        -var watch 0 -var out "$scratch/pace"
    loop_pace "$@"
}

# --- LIGGGHTS

liggghts_there() { command -v liggghts >/dev/null; }
# its help ends with 1
liggghts_version() { (liggghts -h || true) 2>&1 | sed -n 's/.*(Version \([^,)]*\).*/\1/p'; }

liggghts_quietly() { run_quietly liggghts -log "$scratch/log" -screen none -echo none "$@"; }

# STEP MODEL RESTITUTION YIELD_RATIO
liggghts_pair() {
    liggghts_quietly -in "$here/pair.liggghts" -var step "$1" -var steps "$(steps_of "$1")" \
        -var model "$2" -var e "$3" -var ratio "$4" -var out "$scratch/dump"
    undump "$1" | measure_pair
}

liggghts_chain() {
    liggghts_quietly -in "$here/chain.liggghts" -var beads 50 -var step 1e-8 \
        -var steps 100000 -var watch 1 -var out "$scratch/chain"
    measure_chain 1e-8
}

liggghts_pace() {
    liggghts_quietly -in "$here/chain.liggghts" -var beads "$1" -var step 1e-8 -var steps "$2" \
        -var watch 0 -var out "$scratch/pace"
    loop_pace "$@"
}

# --- YADE

yade_there() { command -v yade >/dev/null; }
yade_version() { yade --version 2>/dev/null | sed -n 's/Yade version: *\([^ ]*\).*/YADE \1/p'; }

yade_quietly() { run_quietly env "$@" yade -n -x -j1 "$here/chain.py"; }

# STEP RESTITUTION
yade_pair() {
    yade_quietly BEADS=2 STEP="$1" STEPS="$(steps_of "$1")" EN="$2" WATCH=pair \
        OUT="$scratch/yade"
    measure_pair <"$scratch/yade.pair"
}

yade_chain() {
    yade_quietly BEADS=50 STEP=1e-8 STEPS=100000 EN=1 WATCH=chain OUT="$scratch/chain"
    measure_chain 1e-8
}

yade_pace() {
    yade_quietly BEADS="$1" STEP=1e-8 STEPS="$2" EN=1 WATCH=no OUT="$scratch/pace"
    awk -v n="$(($1 * $2))" '/^seconds/ {print n / $2}' "$scratch/said"
}

# --- Simbody

simbody_there() {
    pkg-config --exists simbody 2>/dev/null && command -v "${CXX:-c++}" >/dev/null
}

simbody_build() {
    local flags
    read -ra flags <<<"$(pkg-config --cflags --libs simbody)"
    run_quietly "${CXX:-c++}" -O2 "$here/simbody.cpp" "${flags[@]}" -o "$scratch/simbody"
}

simbody_version() { echo "Simbody $("$scratch/simbody" version)"; }

# FACTOR DISSIPATION MAX_STEP ACCURACY
simbody_pair() { "$scratch/simbody" pair "$@" 8e-5 | measure_pair; }

simbody_chain() {
    "$scratch/simbody" chain 50 "$root_2" 2e-6 1e-7 1e-3 1e-7 \
        "$scratch/chain" >/dev/null
    measure_chain 1e-7
}

# seconds for the chain of 50 balls and 1 ms, steps as long as it likes
simbody_seconds() {
    "$scratch/simbody" chain 50 "$root_2" 2e-6 1e-7 1e-3 1e-3 \
        "$scratch/pace"
}
