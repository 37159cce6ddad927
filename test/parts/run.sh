#!/bin/sh
# Sweeps in parts: what a merge writes is what a single run writes, whatever happens in between.
# usage: run.sh PATH-OF-DASHPOT [FAULTY-PROGRAM]
#
#     ONLY='damage kills'      these pieces

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=test/cli/begin.sh
. "$here/../cli/begin.sh"
# shellcheck disable=SC2034
faulty=${2:+$(cd "$(dirname "$2")" && pwd)/$(basename "$2")}
cd "$dir" || exit 1
# variables of a launcher that this runs below
unset OMPI_COMM_WORLD_RANK OMPI_COMM_WORLD_SIZE PMI_RANK PMI_SIZE SLURM_PROCID SLURM_NTASKS
unset SLURM_ARRAY_TASK_ID SLURM_ARRAY_TASK_MIN SLURM_ARRAY_TASK_MAX SLURM_ARRAY_TASK_STEP

# most results are compared without pictures, which take longer than all the rest
drawing=$program
mkdir none
printf '#!/bin/sh\nPATH=%s exec "%s" "$@"\n' "$dir/none" "$program" >plain
chmod 755 plain
program=$dir/plain

cat >ball.yaml <<'YAML'
dashpot: 1
title: A ball at many speeds
kind: impact
materials:
  - {name: steel, young: 207 GPa, poisson: 0.3, density: 7800, yield: 1 GPa}
impact:
  bodies:
    - {material: steel, radius: 20 mm, velocity: 4 m/s}
    - {material: steel, fixed: true}
  contact: {law: flores, restitution: 0.5}
sweep:
  parameters:
    - {path: impact.contact.restitution, values: [0.3, 0.5, 1.9, 0.9]}
    - {path: impact.bodies.0.velocity, from: 10 m/s, to: 0.1 m/s, count: 5, scale: log}
  results: [restitution, max_force, velocities_after.0, energy.viscous, tension_seen]
YAML

# same A B: the results in two folders are the same, byte for byte
same() {
    if diff -r -x journals "$1" "$2" >"$dir/differs" 2>&1; then pass
    else fail "$1 and $2 differ: $(head -n 3 "$dir/differs")"; fi
}

# is COMPLAINT COMMAND...: it succeeds
is() {
    complaint=$1
    shift
    if "$@"; then pass; else fail "$complaint"; fi
}

# complains TEXT: of the run before
complains() {
    if tr -s ' \n' '  ' <"$err" | grep -qF -- "$1"; then pass
    else fail "stderr lacks '$1': $(head -n 2 "$err")"; fi
}

# parts FILE DIR N [OPTION]...: all parts, the last one first
parts() {
    file=$1 folder=$2 number=$3 part=$3
    shift 3
    while [ "$part" -gt 0 ]; do
        run 0 run "$file" --part "$part/$number" --out "$folder" --quiet "$@"
        part=$((part - 1))
    done
}

# fresh DIR: a copy of the parts of ball.yaml, to be spoiled
fresh() {
    rm -rf "$1"
    mkdir "$1"
    cp -r ready/journals "$1"
}

# journal DIR PART: the points of a part of three
journal() {
    printf '%s/journals/part-%05d-of-00003-1.points' "$1" "$2"
}

forge() {
    python3 "$here/forge.py" "$@"
}

# remake DIR: go on with it, and the results are those of a single run
remake() {
    run 0 run --resume "$1" --quiet
    same single "$1"
}

awk '/^cat >linkage.yaml/ { on = 1; next } /^YAML$/ { on = 0 } on' "$here/../sweep/results.sh" \
    >linkage.yaml
run 0 run ball.yaml --out single --quiet
"$drawing" run ball.yaml --out drawn --quiet 2>"$err"
parts ball.yaml ready 3

for piece in ${ONLY:-whole studies usage launchers damage forged places tables faults kills}; do
    # shellcheck disable=SC1090
    . "$here/$piece.sh"
done

finish
