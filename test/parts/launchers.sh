# shellcheck shell=sh disable=SC2154,SC2034
# --part auto: who started this process?

# auto PART VARIABLE=VALUE...: which part is done
auto() {
    want=$1 label="--part auto with $*"
    shift
    rm -rf auto
    env "$@" "$program" run ball.yaml --part auto --out auto >"$out" 2>"$err"
    if grep -qF "part $want is done" "$out"; then pass
    else fail "not part $want: $(cat "$out" "$err")"; fi
}

# lost TEXT VARIABLE=VALUE...: refused with status 1
lost() {
    text=$1 label="--part auto with $*"
    shift
    rm -rf auto
    env "$@" "$program" run ball.yaml --part auto --out auto >"$out" 2>"$err"
    got=$?
    is "status $got" [ "$got" -eq 1 ]
    complains "$text"
    is 'something was made' [ ! -e auto ]
}

ompi='OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=3'
pmi='PMI_RANK=3 PMI_SIZE=5'
srun='SLURM_PROCID=5 SLURM_NTASKS=7'
array='SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=2 SLURM_ARRAY_TASK_MAX=12'
# shellcheck disable=SC2086
{
    auto '2 of 3' $ompi
    auto '4 of 5' $pmi
    auto '6 of 7' $srun
    auto '6 of 11' $array
    auto '2 of 3' $array SLURM_ARRAY_TASK_STEP=5
    # the first of them counts
    auto '2 of 3' $array $srun $pmi $ompi
    auto '4 of 5' $array $srun $pmi
    auto '6 of 7' $array $srun
    # srun of one task in an array is no launcher
    auto '6 of 11' $array SLURM_PROCID=0 SLURM_NTASKS=1
    auto '1 of 1' OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=1 $srun
    # what is empty is not set
    auto '4 of 5' OMPI_COMM_WORLD_RANK= OMPI_COMM_WORLD_SIZE= $pmi
    auto '1 of 1' SLURM_ARRAY_TASK_ID=0 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=0
    lost '--part auto finds no launcher' A=1
    lost '--part auto finds no launcher' SLURM_PROCID=0 SLURM_NTASKS=1
    lost '--part auto finds no launcher' PMI_SIZE=3
    for pair in '3 3' '-1 3' 'x 3' '1 x' '1 0' '1 -3' '1.5 3' '1x 3' '99999999999 3' \
        '1 99999999999' '1 2000000'; do
        rank=${pair% *} size=${pair#* }
        lost "OMPI_COMM_WORLD_RANK=$rank with OMPI_COMM_WORLD_SIZE=$size is not a part I/N" $pmi \
            "OMPI_COMM_WORLD_RANK=$rank" "OMPI_COMM_WORLD_SIZE=$size"
        lost "PMI_RANK=$rank with PMI_SIZE=$size is not a part I/N" \
            "PMI_RANK=$rank" "PMI_SIZE=$size"
    done
    lost 'SLURM_PROCID=7 with SLURM_NTASKS=7 is not a part' SLURM_PROCID=7 SLURM_NTASKS=7
    for task in 'x 1 3' '4 1 3' '0 1 3' '-1 1 3' '2 3 1' '2 x 3' '2 1 x' '2 1 99999999999' \
        '99999999999 1 3'; do
        set -- $task
        lost 'makes no sense' "SLURM_ARRAY_TASK_ID=$1" "SLURM_ARRAY_TASK_MIN=$2" \
            "SLURM_ARRAY_TASK_MAX=$3"
    done
    lost 'but not SLURM_ARRAY_TASK_MIN' SLURM_ARRAY_TASK_ID=2
    lost 'makes no sense' $array SLURM_ARRAY_TASK_STEP=2
    lost 'makes no sense' $array SLURM_ARRAY_TASK_STEP=0
    lost 'makes no sense' $array SLURM_ARRAY_TASK_STEP=x
    lost 'is not a part I/N' SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_MIN=1 \
        SLURM_ARRAY_TASK_MAX=1000001
}
