#!/bin/sh
# Tests of the LAMMPS plugin against the program: lammps/test/run.sh [--quick] DIR [PART]...
# DIR holds dashpotplugin.so, dashpot.in and lmp, as `make lammps` leaves them in build/lammps.
# --quick takes about a minute on a quiet machine. PART is a file of this folder without .py; all
# when left out.
set -u
here=$(cd "$(dirname "$0")" && pwd)
quick=
if [ "${1:-}" = --quick ]; then
    quick=--quick
    shift
fi
if [ $# -eq 0 ]; then
    echo 'usage: lammps/test/run.sh [--quick] DIR [PART]...' >&2
    exit 1
fi
for file in "$1/lmp" "$1/dashpotplugin.so" "$1/dashpot.in" "$here/../../build/release/dashpot"; do
    if [ ! -e "$file" ]; then
        echo "lammps/test/run.sh: $file is not there; make lammps and make build leave it" >&2
        exit 1
    fi
done
# small matrices, and two programs at a time at most
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
exec /usr/bin/python3 "$here/suite.py" $quick "$@"
