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

# --- results that no run has: check runs the first point ------------------------------------------
pick() {
    sed "s/results: .*/results: [$1]/" ball.yaml >picked.yaml
    refused 2 "picked.yaml:15: results has '$1', which $2" check picked.yaml
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
run 0 check ball.yaml --set 'sweep.results=[velocities_after.7]'
run 0 run ball.yaml --set 'sweep.results=[velocities_after.7]'
says 'No point has a value of velocities_after.7'

# Kinds whose results depend on the scenario, and whose runs may be long: a short part is run.
# kinds FILE AXIS RESULT TEXT
kinds() {
    refused 2 "results has '$3', which $4" check "$root/scenarios/$1.yaml" \
        --set "sweep={parameters: [$2], results: [$3]}"
}
for result in channels.slider.ax.rms joints.pim.max_force horizn; do
    kinds four-bar-clearance '{path: mechanism.joints.pin.clearance, values: [0.1 mm, 1e3 mm]}' \
        $result 'does not exist: there is no'
done
kinds pendulum '{path: mechanism.bodies.0.mass, values: [1.2]}' joints.pin.max_force \
    "does not exist: there is no 'pin'; there are none"
kinds solitary-wave '{path: run.until, values: [10 s, 20 s]}' sensors.0.peak \
    "does not exist: there is no 'peak'; did you mean peak_force, peak_time or peak_velocity?"
kinds drop-test '{path: bounce.height, values: [1 m]}' impacts.0.speed \
    "does not exist: there is no 'speed'"
kinds 001/fig-13-energy '{path: journal.contact.modulus, values: [1e9]}' collision.0.time \
    "does not exist: there is no 'collision'"
# what is null in a part of a run may be a map in all of it
run 0 check "$root/scenarios/solitary-wave.yaml" --set 'sweep={parameters: [{path: chain.gravity,
    values: [0]}], results: [pulse.speed, stretches.0.speed, wave_speed]}'
run 0 check "$root/scenarios/cam.yaml" --set 'sweep={parameters: [{path: run.turns,
    values: [5, 6]}], results: [contacts.nose.first_impact.time, contacts.nose.impacts.3.time]}'

# --- points that cannot be read are rows of a run; check counts them ------------------------------
label='points of a sweep that are refused'
run 0 check ball.yaml --set 'sweep.parameters.0.values=[0.5, 1.5, 1, -1]'
says 'ball.yaml: ok'
if grep -qF 'ball.yaml: 10 of 20 points cannot be run; the first, point 5: --set '\
'sweep.parameters.0.values: restitution is 1.5' "$err"; then pass; else fail 'it counts others'; fi
run 0 check ball.yaml --set 'sweep.parameters.0={path: impact.contact.restitution, from: 0.5,
    to: 1.5, count: 100000}'
if grep -qE 'ball.yaml: [0-9]+ of [0-9]+ points that were read \(of 500000\) cannot be run' "$err"
then pass; else fail 'it does not count'; fi

# --- what was measured over the points: its units are compared after the first, not the last ------
printf 'velocity [m/s],restitution [mm]\n1,1\n2,2\n' >wrong.csv
for command in check 'run --out refused.out'; do
    # shellcheck disable=SC2086
    refused 2 'wrong.csv:1: restitution is in [mm]; its unit must be 1' $command ball.yaml \
        --set 'measured={data: wrong.csv, x: velocity, columns: [restitution]}' \
        --set sweep.parameters.1.name=velocity
done

# --- options --------------------------------------------------------------------------------------
refused 1 "--threads is '0'; it must be a whole number from 1 to 256" run ball.yaml --threads 0
refused 1 "--threads is '2x'; it must be" run ball.yaml --threads 2x
refused 1 '--threads is for scenarios with a sweep' run single.yaml --threads 2

# a list that is as large as a file may be, and a sweep that would take too much
awk 'BEGIN { printf "sweep.parameters.0.values=["; for (i = 0; i < 20000; i++) printf "%s0.5",
    i ? "," : ""; print "]" }' >long
run 0 check ball.yaml --set "$(cat long)"
