#!/usr/bin/env bash
# The launchers for Slurm, under a Slurm of one node that lives in a temporary folder: its own
# ports, key and states; no systemd, no cgroups, and more CPUs than the machine has.
#
#     test/cluster/slurm.sh DASHPOT

set -u
[ $# -gt 0 ] || { echo 'usage: test/cluster/slurm.sh DASHPOT' >&2; exit 1; }
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=test/cluster/words.sh
. "$here/words.sh"
PATH=$PATH:/usr/sbin:/sbin
ref=$dir/ref
daemons=()
trap 'stop; rm -rf "$dir"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

for name in munged slurmctld slurmd sbatch; do
    have "$name" && continue
    skip "Slurm: there is no $name (munge, slurmctld, slurmd, slurm-client)"
    finish
    exit
done

# --- a cluster of one node ------------------------------------------------------------------------

# free_port FROM: the first that nobody answers at
free_port() {
    local port=$1
    while (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do port=$((port + 1)); done
    echo "$port"
}

write_configuration() {
    local host user port
    host=$(uname -n)
    host=${host%%.*}
    user=$(id -un)
    port=$(free_port $((20000 + RANDOM % 10000)))
    # CPUs are not those of the machine: config_overrides takes the word of this file
    cat >"$dir/slurm.conf" <<END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
AuthType=auth/munge
AuthInfo=socket=$dir/munge/socket
CredType=cred/munge
SlurmUser=$user
SlurmdUser=$user
SlurmctldPort=$port
SlurmdPort=$(free_port $((port + 1)))
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd.pid
SlurmctldLogFile=$dir/slurmctld.log
SlurmdLogFile=$dir/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
ReturnToService=2
MailProg=/bin/true
NodeName=$host NodeAddr=127.0.0.1 CPUs=8 RealMemory=16000
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
}

start() {
    mkdir -p "$dir/munge" "$dir/state" "$dir/spool"
    chmod 755 "$dir" "$dir/munge"
    head -c 1024 /dev/urandom >"$dir/munge/key"
    chmod 600 "$dir/munge/key"
    # --force: folders above the temporary one are as they are
    munged --foreground --force --key-file="$dir/munge/key" --socket="$dir/munge/socket" \
        --pid-file="$dir/munge/pid" --log-file="$dir/munge/log" --seed-file="$dir/munge/seed" \
        >"$dir/munge.out" 2>&1 &
    daemons=($!)
    write_configuration
    export SLURM_CONF=$dir/slurm.conf
    until_state test -S "$dir/munge/socket" || return 1
    slurmctld -D -f "$SLURM_CONF" >"$dir/slurmctld.out" 2>&1 &
    daemons+=($!)
    slurmd -D -f "$SLURM_CONF" >"$dir/slurmd.out" 2>&1 &
    daemons+=($!)
    until_state idle_or_dead && idle
}

idle() { [ "$(sinfo -h -o %T 2>/dev/null)" = idle ]; }

idle_or_dead() {
    local daemon
    idle && return
    for daemon in "${daemons[@]}"; do kill -0 "$daemon" 2>/dev/null || return 0; done
    return 1
}

queue_is_empty() { [ -z "$(squeue -h 2>&1)" ]; }

# Jobs first, then who runs them, in the order opposite to that of their start.
stop() {
    local i
    [ ${#daemons[@]} -gt 0 ] || return 0
    if idle || [ -n "$(squeue -h 2>/dev/null)" ]; then
        squeue -h -o %A 2>/dev/null | sort -u | xargs -r scancel 2>/dev/null
        until_state queue_is_empty
    fi
    for ((i = ${#daemons[@]} - 1; i >= 0; i--)); do
        kill "${daemons[i]}" 2>/dev/null
        wait "${daemons[i]}" 2>/dev/null
    done
    daemons=()
    [ "$failed" -eq 0 ] || show_logs
}

show_logs() {
    local file
    for file in "$dir"/{munge.out,slurmctld.out,slurmd.out,slurmctld.log,slurmd.log,munge/log} \
        "$dir"/*/slurm-*.out; do
        [ -s "$file" ] || continue
        echo "--- the end of ${file#"$dir"/}"
        tail -n 15 "$file"
    done
}

# --- jobs -----------------------------------------------------------------------------------------

# folder NAME SCENARIO: a copy of the launchers, and go there
folder() {
    mkdir "$dir/$1"
    cp "$examples"/* "$dir/$1"
    [ "$2" = sweep.yaml ] || cp "$2" "$dir/$1/sweep.yaml"
    cd "$dir/$1" || exit 1
}

# array [TASKS]: submits; sets $parts_job and $merge_job
array() {
    holds "$label: submitted" bash slurm-array.sh "$@"
    parts_job=$(sed -n 's/^parts: job \([0-9]*\).*/\1/p' "$log")
    merge_job=$(sed -n 's/.*merge: job \([0-9]*\).*/\1/p' "$log")
}

# ended ID STATE EXIT: how a job did
ended() {
    scontrol show job "$1" -o >"$log" 2>&1
    if grep -q "JobState=$2 .*ExitCode=$3:0" "$log"; then
        ok "$label: ended $2, $3"
    else
        not_ok "$label: did not end $2, $3"
        sed 's/^/        /' "slurm-$1.out" 2>/dev/null
    fi
}

done_in_time() { until_state queue_is_empty || not_ok "$label: the queue is not empty"; }

try_array() {
    label='array'
    folder array sweep.yaml
    array
    done_in_time
    label='array: merge' && ended "$merge_job" COMPLETED 0
    same 'array' "$ref" out
    label='array, once more'
    array
    done_in_time
    label='array, once more: merge' && ended "$merge_job" COMPLETED 0
    same 'array, once more' "$ref" out
}

try_array_auto() {
    label='array with --part auto'
    folder array-auto sweep.yaml
    # shellcheck disable=SC2016  # for the job
    holds "$label: submitted" sbatch --array=3-6 \
        --wrap='"$DASHPOT" run sweep.yaml --part auto --out out --quiet'
    done_in_time
    holds "$label: merge" "$program" merge out
    same "$label" "$ref" out
}

# A task of the array is killed in the middle; it alone is submitted again.
try_array_killed() {
    label='array with a kill'
    folder array-killed "$dir/longer.yaml"
    array
    holds "$label: task 2 has finished a point" until_state grown "$PWD/out" 2
    holds "$label: task 2 is killed" scancel --full --signal=KILL "${parts_job}_2"
    done_in_time
    label='array with a kill: merge' && ended "$merge_job" FAILED 5
    isnt_there "$label leaves no table" out/series.csv
    label='array with a kill: task 2 again'
    array 2
    done_in_time
    label='array with a kill: merge again' && ended "$merge_job" COMPLETED 0
    same 'array with a kill' "$dir/longer-ref" out
}

# What Slurm does by itself when a node is lost or a job is preempted.
try_array_requeued() {
    label='array with a requeue'
    folder array-requeued "$dir/longer.yaml"
    array
    holds "$label: task 3 has finished a point" until_state grown "$PWD/out" 3
    holds "$label: task 3 is put back" scontrol requeue "${parts_job}_3"
    # Slurm holds it for two minutes; one that is let go earlier was seen to meet the old one, and
    # once to fail at its start
    done_in_time
    label='array with a requeue: merge' && ended "$merge_job" COMPLETED 0
    label='array with a requeue'
    # the one that was put back and the one that went on, and no point twice
    holds "$label: the points of both" counts out '
        [.journals[] | select(.part == 3) | .points] | length == 2 and add == 6'
    same 'array with a requeue' "$dir/longer-ref" out
}

# task_process JOB RANK: the process of a task that srun started
task_process() { scontrol listpids "$1.0" | awk -v rank="$2" '$5 == rank { print $1; exit }'; }

submit() {
    holds "$label: submitted" sbatch --parsable slurm-srun.sh
    job=$(head -n 1 "$log")
}

try_srun() {
    label='srun'
    folder srun "$dir/longer.yaml"
    submit
    # ranks count from 0
    holds "$label: rank 1 has finished a point" until_state grown "$PWD/out" 2
    holds "$label: a task is killed" kill -KILL "$(task_process "$job" 1)"
    done_in_time
    label='srun with a kill' && ended "$job" FAILED 5
    label='srun, again'
    submit
    done_in_time
    ended "$job" COMPLETED 0
    same 'srun' "$dir/longer-ref" out
}

if ! start; then
    not_ok 'Slurm starts, and its node is idle'
    finish
    exit
fi
ok 'Slurm starts, and its node is idle'
holds 'a single run' "$program" run "$examples/sweep.yaml" --out "$ref" --quiet
holds 'points that take longer' turns 40 "$dir/longer.yaml"
holds 'a single run with longer points' \
    "$program" run "$dir/longer.yaml" --out "$dir/longer-ref" --quiet
try_array
try_array_auto
try_array_killed
try_array_requeued
try_srun
stop
finish
