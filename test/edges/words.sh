# shellcheck shell=sh disable=SC2154,SC2016,SC2034
# Part of run.sh: words on the command line, sweeps, tables of bearings, terminals; then runs that
# were cut short and tables of papers. All of it in a folder of its own with the shipped scenarios.

mkdir "$dir/words"
cp "$here"/../../scenarios/*.yaml "$here"/../../scenarios/*.csv "$dir/words"
cp "$here"/../../scenarios/sweeps/drop-height.yaml "$dir/words"
cd "$dir/words" || exit 1

# --- the program itself ---------------------------------------------------------------------------
run 0 check --json-schema
says '"$schema"'
run 0 -h
says 'usage: dashpot'
run 0 help run
run 0 run -h
says 'usage: dashpot run'
refused 1 "does not know what to do with '-'" force -
refused 4 '-: cannot be read' check -
# what is no plain text is shown as question marks
refused 4 'a??b: cannot be read' check "$(printf 'a\001\377b')"

# --- suggestions: the nearest first, three at most ------------------------------------------------
refused 2 'did you mean restitution_plastic or restitution_elastic?' \
    force --law wang-dashpot --set restitution_plastik=0.5 --delta 0 --rate 0
refused 2 'did you mean lee-wang, wang-elastic or wang-dashpot?' law wang
refused 2 "there is no law '$(printf '%060d' 0)'" law "$(printf '%080d' 0)"
refused 2 "hertz has no '$(printf '%040d' 0)'; it takes" \
    force --law hertz --set "$(printf '%0600d' 0)=1" --delta 0 --rate 0
refused 1 "force has no option --$(printf '%058d' 0) (see" force --"$(printf '%080d' 0)"
refused 2 "approach is 'x'; it must be a number" \
    force --law hertz --set approach=x --delta 0 --rate 0

# --- units ----------------------------------------------------------------------------------------
json force --law hertz --set stiffness=1 --delta '2 (m)' --rate '3 (m)/(s)'
number delta 2
number rate 3
json force --law hertz --set stiffness=1 --delta '2 1/m^-1' --rate '3 m^(2/2)/s'
number delta 2
number rate 3
json force --law hertz --set stiffness=1 --delta '2E-3 m' --rate 0
number delta 0.002
for unit in 'm^(1' 'm^(1/0)' 'm^(1/x)' 'm^(x)' 'm^(1;2)' 'm^' 'm^x' 'm)' 'm/' '(m' '()' 'm**m'; do
    refused 2 "unknown unit '$unit'; it is measured in m (dashpot units lists all)" \
        force --law hertz --set stiffness=1 --delta "1 $unit" --rate 0
done
for bad in '1e m' '1e+ m'; do
    refused 2 'unknown unit' force --law hertz --set stiffness=1 --delta "$bad" --rate 0
done

# --- limits ---------------------------------------------------------------------------------------
for bytes in 4Gx 1e308TB "$(printf '%070d' 1)B" 0 -1GB x ''; do
    refused 1 'it must be a number of bytes like 4GB or 512 MiB, or none' \
        run first.yaml --max-memory "$bytes"
done
for time in 5kg 0 -1h x; do
    refused 1 "--max-time is '$time'; it must be a time like 30 min or 2h, or none" \
        run first.yaml --max-time "$time"
done
run 0 run first.yaml --max-memory none --max-output none --max-time none
refused 2 'the limit is 10 min; --max-time sets it' \
    run chain.yaml --set 'run.until=1e6 s' --max-time 10min
refused 2 'the limit is 3 h; --max-time sets it' \
    run chain.yaml --set 'run.until=1e6 s' --max-time 180min

# --- restitution that is asked for ----------------------------------------------------------------
# no damping at all returns everything, and is no value of a logarithmic search
json restitution --law kelvin-voigt --set stiffness=1e6 --set mass=1 --set approach=1 --exact 1
number damping 0
number delivered 1
# undamped, a journal goes past the range of its law: the energy that is left at the edge decides.
# At 3 m/s no damping leads to a half within the range; at 100 m/s and 1e9 kg none stays within it.
journal() {
    mass=$1 approach=$2
    shift 2
    "$@" restitution --law johnson-cylinder --set modulus=1e11 --set bearing_radius=0.01 \
        --set clearance=1e-4 --set length=0.01 --set mass="$mass" --set approach="$approach" \
        --exact 0.5
}
journal 1 2.5 json
number delivered 0.5 1e-8
journal 1 3 refused 3 'no damping_factor makes johnson-cylinder deliver a restitution of 0.5'
journal 1e9 100 refused 3 'johnson-cylinder holds up to an indentation of'
refused 3 'the bodies would sink in by more than 1e9 m' restitution --law ma-liu \
    --set modulus=1e11 --set radius=0.01 --set mass=1e300 --set approach=1e10 --exact 0.5
refused 2 'adams-impact delivers depends on the case; it needs ramp' restitution \
    --law adams-impact --set stiffness=1e9 --set mass=1 --set approach=1 --exact 0.3
refused 2 'yield is what --exact looks for' restitution --law ma-liu --set modulus=1e11 \
    --set radius=0.01 --set yield=1e9 --set mass=1 --set approach=1 --exact 0.5
# without closed form, in words
run 0 restitution --law peng --set modulus=1e11 --set bearing_radius=0.1 --set clearance=1e-4 \
    --set length=1 --set yield=1e8 --set mass=200 --set approach=1 --set restitution=0.9
says '(integrated)'
run 0 restitution --law thornton --set modulus=1e11 --set radius=0.01 --set yield=1e9 \
    --set mass=1 --set approach=1 --curve
says '  approach  delivered'
json restitution --law flores --curve
null delivered
# a conforming pair that is none
refused 2 'clearance' restitution --law peng --set modulus=1e11 --set bearing_radius=1e-4 \
    --set clearance=0.1 --set length=1 --set yield=1e8 --set mass=200 --set approach=1 \
    --set restitution=0.9

# --- sweeps ---------------------------------------------------------------------------------------
cat >ball.yaml <<'END'
dashpot: 1
title: A ball
kind: impact
materials: [{name: steel, young: 207 GPa, poisson: 0.3, density: 7800}]
impact:
  bodies: [{material: steel, radius: 20 mm, velocity: 4 m/s}, {material: steel, fixed: true}]
  contact: {law: flores, restitution: 0.5}
sweep:
  parameters: [{path: impact.contact.restitution, values: [0.3, 0.9]}]
  results: [restitution, max_force]
END
# over STATUS TEXT PARAMETER: as the only parameter
over() { refused "$1" "$2" check ball.yaml --set "sweep.parameters.0={$3}"; }
speed='path: impact.bodies.0.velocity'
over 2 "approach is 'every'; it must be a number" 'path: impact.contact.approach, values: [every]'
over 2 "approach is '1?'; it must be a number" 'path: impact.contact.approach, values: ["1\u0007"]'
over 2 'from is a word; it must be a number' "$speed, from: \"1\\u0007\", to: 2, count: 3"
over 2 'both must be positive' "$speed, from: 1, to: -1, count: 3, scale: log"
for part in 'to: 3, count: 5' 'from: 3, to: 5' 'count: 5' 'scale: log'; do
    over 2 'a parameter has part of a range' "$speed, $part"
done
over 2 "'x' is neither a number from 0 nor the name of an item" \
    'path: impact.bodies.x.velocity, values: [1]'
over 2 "young is a single value, so it has no 'x'" 'path: materials.0.young.x, values: [1]'
over 2 'it must be keys and numbers joined by dots' "path: impact.$(printf '%070d' 0), values: [1]"
over 2 'bodies has 0 items; it must be a list of 2' 'path: impact.bodies, values: [[]]'
over 2 'law is missing' 'path: impact.contact, values: [{}, [{}]]'
over 2 'give a name of at most 47 bytes' \
    'path: impact.contact.friction.law.and.more.of.such.words.as.these, values: [1]'
# a key that takes a word or a number, one of the common part, and one of words
json run ball.yaml --set 'sweep.parameters.0={path: impact.contact.approach, values: [each, 4 m/s]}'
says '"each"'
says '"4 m/s"'
json run ball.yaml --set 'sweep.parameters.0={path: materials.0.young, values: [1 GPa, 2 GPa]}'
says '"unit": "Pa"'
run 0 run ball.yaml --set 'sweep.parameters.0={path: run.path, values: [closed-form, integrated]}'
says '  points                                      2'

# picked STATUS TEXT RESULT
picked() { refused "$1" "$2" run ball.yaml --set "sweep.results=[$3]"; }
picked 2 "'' is not an item of a list" velocities_after..0
picked 2 'is a list; it takes the number of an item' velocities_after.
picked 2 "is the word 'closed-form', not a number" solver.path
picked 2 'it must be at most 47 bytes' "velocities_after.$(printf '%070d' 0)"
run 0 run ball.yaml --set 'sweep.results=[velocities_after.count]'
says '  least number of velocities after            2'
json run ball.yaml --set 'sweep.results=[energy.error, tension_seen]'
says '"energy.error"'
# a ball that has not come down has no impacts
run 0 run "$sweep" --set run.until=1e-6 \
    --set 'sweep.parameters.0={path: bounce.height, values: [1]}' \
    --set 'sweep.results=[impacts.0.max_force, impacts.count]'
says 'No point has a value of impacts.0.max_force'
for threads in 300 '' -1; do
    refused 1 "--threads is '$threads'; it must be a whole number from 1 to 256" \
        run ball.yaml --threads "$threads"
done
run 0 run ball.yaml --threads 200

# --- tables of bearings ---------------------------------------------------------------------------
# bearings TEXT HEADER ROW...: refused with this text
bearings() {
    text=$1
    shift
    printf '%s\n' "$@" >table.csv
    refused 2 "$text" design-chart table.csv
}
good='name,bearing_radius [mm],clearance [mm],length [mm],modulus [GPa],yield [MPa]'
bearings 'bearing_radius is in [1]; its unit must be m' \
    'name,bearing_radius [1],clearance [mm],length [mm],modulus [GPa],yield [MPa]' 'a,1,1,1,1,1'
bearings 'bearing_radius is in [-]; its unit must be m' \
    'name,bearing_radius [-],clearance [mm],length [mm],modulus [GPa],yield [MPa]' 'a,1,1,1,1,1'
bearings "there is no column 'fit [1'" "$good,fit [1" 'a,10,0.01,20,71,150,1'
bearings "there is no column 'fit [1] x'" "$good,fit [1] x" 'a,10,0.01,20,71,150,1'
bearings "there is no column '[mm]'" "$good,[mm]" 'a,10,0.01,20,71,150,1'
bearings "there is no column '$(printf '%040d' 0)'" "$good,$(printf '%040d' 0)" 'a,1,1,1,1,1,1'
bearings 'there is no column' "$good,fit [$(printf '%040d' 0)]" 'a,10,0.01,20,71,150,1'
bearings 'name has 70 bytes; it must be a text of 1 to 60' "$good" \
    "$(printf '%070d' 0),10,1,20,71,150"
bearings '1 field, but the header in line 1 has 6' "$good" alone
bearings 'the column name is missing' bearing_radius 1
bearings 'length is empty; it must be a number in m' \
    'name,bearing_radius,clearance,length,modulus,yield' 'a,0.01,0.00001,,71e9,150e6'
refused 2 '--length is 5e+06; it must lie in' design-chart bearings.csv --length '5e6 m'
refused 2 '--length is 1e-09; it must lie in' design-chart bearings.csv --length '1e-9 m'
refused 2 '--mass is' design-chart bearings.csv --mass "$(printf '%090d' 0)"
# a factor may say so; lines may end as elsewhere; blanks around a field are none of it
printf '%s,fit [-]\r\n a\t,10,0.01,20,71,150,0.663\r\n' "$good" >table.csv
run 0 design-chart table.csv --mass 1
cp "$out" first.out
printf '%s,fit [1]\r"a" ,10,0.01,20,71,150,0.663\r' "$good" >table.csv
run 0 design-chart table.csv --mass 1
if cmp -s "$out" first.out; then pass; else fail 'the same bearing has another result'; fi

# --- results and folders --------------------------------------------------------------------------
cp first.yaml "$(printf '%0240d' 0).yaml"
run 0 run "$(printf '%0240d' 0).yaml" first.yaml --out several --quiet
if [ -s "several/$(printf '%0240d' 0)/summary.json" ] && [ -s several/first/summary.json ]
then pass; else fail 'not one folder each'; fi
ln -s several link
refused 4 'link is a symbolic link; name the folder itself' \
    run first.yaml drop-test.yaml --out link --force
refused 4 'none.yaml: cannot be read' run none.yaml first.yaml
sed 's/kind: .*/kind: foo/' first.yaml >foo.yaml
refused 2 "kind is 'foo'" run none.yaml foo.yaml
refused 2 "kind is 'foo'" check foo.yaml none.yaml

# --- a terminal -----------------------------------------------------------------------------------
# terminal COMMAND TEXT: what it draws there, with the returns of the carriage as ends of lines
terminal() {
    label="on a terminal: $1"
    script -qec "$1" /dev/null </dev/null 2>"$err" | tr '\r' '\n' >"$out"
    says "$2"
}
if command -v script >/dev/null; then
    terminal "'$program' run first.yaml drop-test.yaml" '[###############...............]  50 %'
    export CLOCK_STEP=0.3
    terminal "'$clocked' run $sweep" ' % '
    terminal "'$clocked' run chain.yaml" ' % '
    unset CLOCK_STEP
    terminal "stty cols 50; '$program' law hertz" '  formula      F = K delta^(3/2)'
    if awk 'length > 80 { exit 1 }' "$out"; then pass; else fail 'a line is longer than 80'; fi
    terminal "stty cols 200; '$program' law ma-liu" '  formula '
    if awk 'length > 100 { exit 1 } length > 80 { n++ } END { exit !n }' "$out"; then pass
    else fail 'the longest line is not between 81 and 100'; fi
    terminal "'$program' run first.yaml drop-test.yaml --quiet; echo end" 'end'
    if grep -qF ' 50 %' "$out"; then fail 'progress in spite of --quiet'; else pass; fi
fi

# shellcheck source=test/edges/unfinished.sh
. "$here/unfinished.sh"
# shellcheck source=test/edges/papers.sh
. "$here/papers.sh"
