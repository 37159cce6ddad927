#!/bin/bash
# A sweep as a job array of Slurm, and a job after it that merges: bash slurm-array.sh
# Type it again after a kill or a time limit: parts that are finished end at once, the others go on
# from their last finished point. `bash slurm-array.sh 3,7` submits these parts alone.

scenario=${SCENARIO:-sweep.yaml}
parts=${PARTS:-4}
out=${OUT:-out}                     # in a folder that all nodes see
dashpot=${DASHPOT:-dashpot}
each=(--export=ALL --cpus-per-task=1 --mem=1G --time=04:00:00)

set -eu
export scenario parts out dashpot
# the part is said and not left to --part auto: with --array=3,7 Slurm knows no longer how many
# shellcheck disable=SC2016  # for the job
array=$(sbatch --parsable --job-name=parts --requeue --array="${1:-1-$parts}" "${each[@]}" \
    --wrap='"$dashpot" run "$scenario" --part "$SLURM_ARRAY_TASK_ID/$parts" --out "$out" \
        --threads "$SLURM_CPUS_PER_TASK" --quiet')
# afterany: what is missing after a failed part is said by merge, which ends with 5
# shellcheck disable=SC2016
merge=$(sbatch --parsable --job-name=merge --dependency="afterany:$array" "${each[@]}" \
    --wrap='"$dashpot" merge "$out"')
echo "parts: job $array, merge: job $merge; dashpot status $out shows how far they are"
