#!/bin/bash
# A sweep as a job array of PBS (OpenPBS, PBS Professional), and a job that merges after it:
# bash pbs-array.sh
# Type it again after a kill or a time limit: parts that are finished end at once, the others go on
# from their last finished point. Written from the manual and not tried on a cluster: Debian has no
# PBS. Torque says -t for -J and PBS_ARRAYID for PBS_ARRAY_INDEX.

scenario=${SCENARIO:-sweep.yaml}
parts=${PARTS:-4}                   # 2 or more: PBS has no array of one
out=${OUT:-out}                     # in a folder that all nodes see
dashpot=${DASHPOT:-dashpot}
each=(-l select=1:ncpus=1:mem=1gb -l walltime=04:00:00)

set -eu
export scenario parts out dashpot
array=$(qsub -N parts -J "1-$parts" -r y -V "${each[@]}" <<'END'
cd "$PBS_O_WORKDIR" || exit 1
"$dashpot" run "$scenario" --part "$PBS_ARRAY_INDEX/$parts" --out "$out" --quiet
END
)
# afterany: what is missing after a failed part is said by merge, which ends with 5
merge=$(qsub -N merge -V -W "depend=afterany:$array" "${each[@]}" <<'END'
cd "$PBS_O_WORKDIR" || exit 1
"$dashpot" merge "$out"
END
)
echo "parts: job $array, merge: job $merge; dashpot status $out shows how far they are"
