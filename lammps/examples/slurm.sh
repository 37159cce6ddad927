#!/bin/bash
# A long run of LAMMPS with the plugin under Slurm: sbatch slurm.sh, beside the script of LAMMPS.
# One job that goes back into the queue, five minutes before its time ends or when it loses a node,
# and goes on from the newest restart file until the last step is reached.
#SBATCH --job-name=packing
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=32
#SBATCH --time=12:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:TERM@300

set -u
lmp=${LMP:-lmp}                    # built against the MPI that srun starts
deck=${DECK:-in.packing}           # takes -var from FILE; restart N state.a state.b; run N upto

trap 'scontrol requeue "$SLURM_JOB_ID"; exit 0' TERM
# the newest one is cut off if the job was killed while it was written; the other one is whole
for file in $(ls -t state.a state.b 2>/dev/null) none; do
    if [ "$file" = none ]; then from=(); else from=(-var from "$file"); fi
    srun "$lmp" -in "$deck" "${from[@]}" -log "log.${SLURM_RESTART_COUNT:-0}" &
    if wait $!; then exit 0; fi
    [ "$file" = none ] || echo "slurm.sh: LAMMPS did not end well from $file"
done
exit 1
