#!/bin/bash
# A sweep with GNU parallel, on one machine or on several: bash parallel.sh
# JOBS parts at a time, each tried twice. Type it again after a kill: finished points are kept.
# More machines: parallel --sshlogin 8/node1,8/node2 --workdir . for a folder that they share.

scenario=${SCENARIO:-sweep.yaml}
parts=${PARTS:-4}
out=${OUT:-out}
dashpot=${DASHPOT:-dashpot}

seq "$parts" | parallel -q --jobs "${JOBS:-100%}" --retries 2 \
    "$dashpot" run "$scenario" --part "{}/$parts" --out "$out" --quiet
"$dashpot" merge "$out"
