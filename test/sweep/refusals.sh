# shellcheck shell=sh disable=SC2154
# Sweeps that cannot be: a clear complaint with its place, and nothing is run.

# refuses TEXT PATH=VALUE...: check and run say exactly this
refuses() {
    text=$1
    shift
    set -- --set "$@"
    refused 2 "$text" check ball.yaml "$@"
    refused 2 "$text" run ball.yaml "$@" --out refused.out
    if [ -e refused.out ]; then fail 'something was written'; else pass; fi
}

refuses "--set sweep: sweep is '5'; it must be a map of keys" sweep=5
refuses '--set sweep: parameters is missing' 'sweep={}'
refuses '--set sweep.parameters: parameters has 0 items; it must be a list of 1 to 16' \
    'sweep.parameters=[]'
refuses "--set sweep.result: sweep has no 'result'; did you mean results?" 'sweep.result=[x]'
refuses '--set sweep.threads: threads is 0; it must lie in 1..256' sweep.threads=0
refuses '--set sweep.parameters.0.values: values has 0 items' 'sweep.parameters.0.values=[]'
refuses "path is 'impact..x'; it must be keys and numbers joined by dots" \
    sweep.parameters.0.path=impact..x
refuses "path is 'kind'; a sweep cannot change kind" sweep.parameters.0.path=kind
refuses "path is 'sweep.threads'; a sweep cannot change sweep" sweep.parameters.0.path=sweep.threads
refuses "ball.yaml:13: a contact of law flores has no 'restitutoin'; did you mean restitution?" \
    sweep.parameters.0.path=impact.contact.restitutoin
refuses 'ball.yaml:13: bodies has 2 items, numbered from 0; there is no item 7' \
    sweep.parameters.0.path=impact.bodies.7.velocity
refuses '--set sweep.parameters.1: both parameters have the same path' \
    'sweep.parameters.1={path: impact.contact.restitution, values: [0.5]}'
refuses "restitution is '1 kg'; it must be a number without unit" \
    'sweep.parameters.0.values=[1 kg]'
refuses "restitution is '1e400'; that is outside the range of a double" \
    'sweep.parameters.0.values=[0.5, 1e400]'
refuses "restitution is 'nan'; it must be a number" 'sweep.parameters.0.values=[nan, 0.5]'
refuses "restitution is '.inf'; it must be a number" 'sweep.parameters.0.values=[.inf]'
refuses 'restitution is a map; it must be a number' 'sweep.parameters.0.values=[{a: 1}]'
refuses '--set sweep.parameters.0.values: restitution is 1.5; it must lie in 1e-06..1' \
    'sweep.parameters.0.values=[1.5, 1.2]'
refuses 'count is 1; it must lie in 2..100000' sweep.parameters.1.count=1
refuses 'count is 2.5; it must be a whole number' sweep.parameters.1.count=2.5
refuses 'scale is log, but the range goes from 0 to 10; both must be positive' \
    sweep.parameters.1.from=0
refuses "scale is 'cubic'; it must be linear or log" sweep.parameters.1.scale=cubic
refuses 'to is the same as from; a range has two ends' 'sweep.parameters.1.from=10 m/s'
refuses "from is '3 kg'; its unit must be m/s or of the same kind" 'sweep.parameters.1.from=3 kg'
refuses 'from is a list; it must be a number' 'sweep.parameters.1.from=[1]'
refuses 'a parameter has both values and a range' 'sweep.parameters.1.values=[1]'
refuses 'a parameter has no values' 'sweep.parameters.0={path: impact.contact.restitution}'
refuses 'a parameter has part of a range' \
    'sweep.parameters.0={path: impact.contact.restitution, from: 0.1}'
refuses 'law is not a number, so it has no range; give its values' \
    'sweep.parameters.0={path: impact.contact.law, from: 1, to: 2, count: 3}'
refuses 'is too long for a column; give a name of at most 47 bytes' \
    'sweep.parameters.0={path: impact.contact.restitution, values: [1], name: '\
'a-name-that-goes-on-and-on-and-on-and-on-and-on-and-on}'
refuses "results has 'max_force', but there is a column of that name" \
    'sweep.results=[max_force, max_force]'
refuses "results has 'status', but there is a column of that name" 'sweep.results=[status]'
refuses 'ball.yaml:11: the sweep has 100000 x 200 points; the most is 10000000' \
    'sweep.parameters.0={path: impact.contact.restitution, from: 0, to: 1, count: 100000}' \
    --set sweep.parameters.1.count=200
# what is wrong elsewhere is said as without a sweep
refuses "--set kind: kind is 'foo'; it must be" kind=foo
refuses "--set impact.weight: impact has no 'weight'" impact.weight=1

# --- results that no run has: known only when one has run -----------------------------------------
pick() {
    sed "s/results: .*/results: [$1]/" ball.yaml >picked.yaml
    run 0 check picked.yaml
    refused 2 "picked.yaml:15: results has '$1', which $2" run picked.yaml --out refused.out
    if [ -e refused.out ]; then fail 'something was written'; else pass; fi
}
pick restitutoin "does not exist: there is no 'restitutoin'; did you mean restitution?"
pick energy.viscos "does not exist: there is no 'viscos'; did you mean viscous?"
pick energy 'is a map; it takes energy. and one of initial, final'
pick velocities_after 'is a list; it takes the number of an item, as in velocities_after.0'
pick velocities_after. 'is a list; it takes the number of an item, as in velocities_after.0'
pick energy. 'is a map; it takes energy. and one of initial, final'
pick velocities_after.x "does not exist: 'x' is not an item of a list"
pick restitution.x 'does not exist: there is nothing below a single value'
pick kind "is the word 'impact', not a number"
run 0 run ball.yaml --set 'sweep.results=[velocities_after.7]'
says 'No point has a value of velocities_after.7'

# --- options --------------------------------------------------------------------------------------
refused 1 "--threads is '0'; it must be a whole number from 1 to 256" run ball.yaml --threads 0
refused 1 "--threads is '2x'; it must be" run ball.yaml --threads 2x
refused 1 '--threads is for scenarios with a sweep' run single.yaml --threads 2

# a list that is as large as a file may be, and a sweep that would take too much
awk 'BEGIN { printf "sweep.parameters.0.values=["; for (i = 0; i < 20000; i++) printf "%s0.5",
    i ? "," : ""; print "]" }' >long
run 0 check ball.yaml --set "$(cat long)"
