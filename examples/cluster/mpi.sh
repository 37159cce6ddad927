#!/bin/bash
# A sweep as the processes of mpirun, inside an allocation of any scheduler: bash mpi.sh
# The program needs no MPI: mpirun starts it and says who is who. When one process dies mpirun ends
# the others; run it again, finished points are kept.

scenario=${SCENARIO:-sweep.yaml}
parts=${PARTS:-4}
out=${OUT:-out}                     # in a folder that all nodes see
dashpot=${DASHPOT:-dashpot}

mpirun -n "$parts" "$dashpot" run "$scenario" --part auto --out "$out" --quiet
"$dashpot" merge "$out"
