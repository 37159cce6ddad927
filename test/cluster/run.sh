#!/usr/bin/env bash
# Sweeps in parts: merged results are byte-identical to those of a single run, whoever started the
# parts. Kills are in test/parts, fits and ensembles in test/split.
#
#     test/cluster/run.sh DASHPOT [PART]...
#
# parts     one after another, at once, twice at once; auto; refusals
# mpi       mpirun, where there is one
# make, parallel, snakemake, pbs, slurm: the launchers of examples/cluster, where installed; for pbs
#           a stand-in for qsub
#
# Without PART: parts mpi make. all: all of them.

set -u
[ $# -gt 0 ] || { echo 'usage: test/cluster/run.sh DASHPOT [PART]...' >&2; exit 1; }
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=test/cluster/words.sh
. "$here/words.sh"
trap 'rm -rf "$dir"' EXIT
shift
all=(parts mpi make parallel snakemake pbs slurm)
wanted=("$@")
[ $# -gt 0 ] || wanted=(parts mpi make)
[ "${wanted[*]}" != all ] || wanted=("${all[@]}")
sweep=$dir/sweep.yaml
cd "$dir" || exit 1

# part SCENARIO I/N DIR
part() { "$program" run "$1" --part "$2" --out "$3" --quiet; }
single() { "$program" run "$1" --out "$2" --quiet; }

# three_at_once DIR I...: these parts of three
three_at_once() {
    local to=$1 i process worst=0 processes=()
    shift
    for i in "$@"; do
        part "$sweep" "$i/3" "$to" &
        processes+=($!)
    done
    for process in "${processes[@]}"; do wait "$process" || worst=1; done
    return "$worst"
}

# auto DIR NAME=VALUE...: as a launcher with these variables would start it
auto() {
    local to=$1
    shift
    env "$@" "$program" run "$sweep" --part auto --out "$to" --quiet
}

try_parts() {
    local i
    for i in 1 2 3; do holds "part $i of 3" part "$sweep" "$i/3" one; done
    holds 'merge' "$program" merge one
    same 'one after another' ref one
    ends 0 'a part that is finished' part "$sweep" 2/3 one
    holds 'merge again' "$program" merge one
    same 'merged again' ref one

    holds 'three parts at once' three_at_once many 3 1 2
    holds 'merge' "$program" merge many
    same 'three at once' ref many

    # a job that was given up and lives on beside the one that took its place
    holds 'a part twice at once' three_at_once twice 1 1 2 3 3
    holds 'merge' "$program" merge twice
    same 'a part twice at once' ref twice

    # part 30 has no point, so the folder knows no scenario yet
    holds 'a part without points' part "$sweep" 30/30 few
    for i in merge status 'run --resume'; do
        # shellcheck disable=SC2086  # words
        ends 5 "$i before the first point" "$program" $i few
        says "$i says what to do" 'dashpot run FILE --part I/N --out few'
    done
    holds 'a part with one point' part "$sweep" 3/30 few
    ends 5 'merge when points are missing' "$program" merge few
    says 'the missing points' 'missing points: 0 to 1, 3 to 23$'
    says 'the command that does them' 'dashpot run --resume few$'
    isnt_there 'merge when points are missing leaves no table' few/series.csv
    holds 'status when points are missing' counts few '.points == 24 and .done == 1'
    holds 'what is missing' "$program" run --resume few --quiet
    same 'what is missing' ref few
    holds 'status when all is done' counts few '.done == 24 and .missing == 0'
}

try_auto() {
    holds 'auto: PMI' auto auto PMI_RANK=0 PMI_SIZE=3 SLURM_PROCID=7 SLURM_NTASKS=9
    holds 'auto: tasks of Slurm' auto auto SLURM_PROCID=1 SLURM_NTASKS=3 SLURM_ARRAY_TASK_ID=1 \
        SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=9
    holds 'auto: an array from 5 to 7' auto auto SLURM_PROCID=0 SLURM_NTASKS=1 \
        SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=5 SLURM_ARRAY_TASK_MAX=7
    holds 'merge' "$program" merge auto
    same 'auto' ref auto
    ends 1 'auto without a launcher' auto none
    isnt_there 'auto without a launcher leaves nothing' none
}

# refused WHAT ARGUMENT...: with a message, and nothing is written
refused() {
    local what=$1 status before
    shift
    before=$(find . | sort)
    "$program" run "$@" --quiet >"$log" 2>&1
    status=$?
    if [ "$status" -ne 0 ] && [ -s "$log" ] && [ "$before" = "$(find . | sort)" ]; then
        ok "refused: $what"
    else
        not_ok "refused: $what: status $status"
    fi
}

try_refusals() {
    local text
    for text in 0/3 4/3 1/0 1 a/b -1/3 1/3/5 1.5/3; do
        refused "--part $text" "$sweep" --part "$text" --out new
    done
    refused 'a part without a folder' "$sweep" --part 1/3
    refused 'another scenario in the same folder' other.yaml --part 1/3 --out one
    refused 'another --set in the same folder' "$sweep" --part 1/3 --out one --set run.turns=5
    mkdir foreign
    : >foreign/letter
    refused 'a folder with something else' "$sweep" --part 1/3 --out foreign
    cp one/series.csv before.csv
    if ! "$program" merge nothing >"$log" 2>&1 && [ -s "$log" ]; then
        ok 'refused: merge of nothing'
    else
        not_ok 'refused: merge of nothing'
    fi
    holds 'what was merged is still there' cmp before.csv one/series.csv
}

# launch NAME COMMAND...: in a folder with one part done before, and again when all is done
launch() {
    local name=$1
    shift
    mkdir "$name"
    cp "$examples"/* "$name"
    cp "$sweep" "$name"
    holds "$name: part 2 of 4 by hand" part "$sweep" 2/4 "$name/out"
    holds "$name" env -C "$name" "$@"
    same "$name" ref "$name/out"
    holds "$name once more" env -C "$name" "$@"
    same "$name once more" ref "$name/out"
}

try_mpi() {
    have mpirun || { skip 'mpi: there is no mpirun (openmpi-bin)'; return; }
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    holds 'mpirun' mpirun -n 4 --oversubscribe "$program" run "$sweep" --part auto --out ranks \
        --quiet
    holds 'merge' "$program" merge ranks
    same 'mpirun' ref ranks
    OMPI_MCA_rmaps_base_oversubscribe=1 launch mpi bash mpi.sh
    unset "${!OMPI_@}"
}

try_make() { launch make make -k -j 2; }

try_parallel() {
    have parallel || { skip 'parallel is not installed'; return; }
    launch parallel bash parallel.sh
}

try_snakemake() {
    have snakemake || { skip 'snakemake is not installed'; return; }
    HOME=$dir XDG_CACHE_HOME=$dir/cache launch snakemake \
        snakemake --cores 2 --config dashpot="$program"
}

try_pbs() {
    mkdir bin
    cp "$here/qsub" bin/qsub
    PATH=$dir/bin:$PATH launch pbs bash pbs-array.sh
    echo '        (a stand-in for qsub: PBS itself was not tried)'
}

try_slurm() {
    "$here/slurm.sh" "$program" | tee slurm.log
    [ "${PIPESTATUS[0]}" -eq 0 ] || not_ok 'slurm'
    passed=$((passed + $(grep -c '^ok' slurm.log)))
    skipped=$((skipped + $(grep -c '^skipped' slurm.log)))
}

holds 'points that take little time' turns 4 "$sweep"
holds 'a single run' single "$sweep" ref
for name in "${wanted[@]}"; do
    case " ${all[*]} " in
    *" $name "*) ;;
    *) echo "test/cluster/run.sh: there is no part '$name'; ${all[*]}" >&2; exit 1 ;;
    esac
    "try_$name"
    if [ "$name" = parts ]; then
        try_auto
        sed 's/^title: /title: Not /' "$sweep" >other.yaml
        try_refusals
    fi
done
finish
