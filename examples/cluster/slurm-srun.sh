#!/bin/bash
# A sweep as one job of Slurm with a task for each part: sbatch slurm-srun.sh
# Submit it again after a kill or a time limit: every task keeps the points that are finished.
# Its number of parts is that of the tasks.
#SBATCH --job-name=sweep
#SBATCH --ntasks=4
#SBATCH --cpus-per-task=1
#SBATCH --mem-per-cpu=1G
#SBATCH --time=04:00:00
#SBATCH --requeue
#SBATCH --open-mode=append

scenario=${SCENARIO:-sweep.yaml}
out=${OUT:-out}                     # in a folder that all nodes see
dashpot=${DASHPOT:-dashpot}

# a task that dies must not take the others with it; merge says what it left undone
srun --kill-on-bad-exit=0 --wait=0 --cpus-per-task="$SLURM_CPUS_PER_TASK" \
    "$dashpot" run "$scenario" --part auto --out "$out" --threads "$SLURM_CPUS_PER_TASK" --quiet
"$dashpot" merge "$out"
