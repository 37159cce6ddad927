# shellcheck shell=sh disable=SC2154
# Curves that cannot be fitted: the place, what was found, what would do; nothing is run.

# refuses TEXT PATH=VALUE...
refuses() {
    text=$1
    shift
    refused 2 "$text" check trace.yaml "$@"
    refused 2 "$text" run trace.yaml "$@" --out refused.out
    if [ -e refused.out ]; then fail 'something was written'; else pass; fi
}

# table TEXT LINE...: a table of these lines is refused with TEXT
table() {
    text=$1
    shift
    printf '%s\n' "$@" >bad.csv
    refuses "$text" --set fit.series.data=bad.csv
}

refuses "x is 'tiem'; it must be a column of the series; did you mean time?" \
    --set fit.series.x=tiem
refuses "of is 'forec'; it must be a column of the series; did you mean force?" \
    --set fit.series.targets.0.of=forec
refuses 'the column G [N] is missing; it takes time and F' --set fit.series.targets.0.column=G
refuses 'the column time is x (line 14); it cannot be a target' \
    --set 'fit.series.targets=[{column: time, of: force}]'
refuses 'the column F is a target already' \
    --set 'fit.series.targets=[{column: F, of: force}, {column: F, of: force}]'
refuses 'targets has 0 items' --set 'fit.series.targets=[]'
refuses 'fit has a series and a table' --set 'fit.inputs=[{column: a, path: b}]'
refuses "sigma is '3 kg'; its unit must be N" --set 'fit.series.targets.0.sigma=3 kg'
refuses 'sigma is 0; it must be positive' --set fit.series.targets.0.sigma=0
refuses 'the column error [N] is missing' --set fit.series.targets.0.sigma=error
refuses 'range is a word; it must be [low, high]' --set fit.series.targets.0.range=3
refuses 'range goes from 5 to 3' --set 'fit.series.targets.0.range=[5, 3]'
refuses "shift is '3 m'; its unit must be s or of the same kind; or free" \
    --set 'fit.series.shift=3 m'
refuses 'shift is a list; it must be free, or a number' --set 'fit.series.shift=[1]'
refuses "series has no 'sift'; did you mean shift?" --set fit.series.sift=free
refuses 'fit has both data and rows' --set 'fit.series.rows=[[1, 2]]'

table "bad.csv:2: F is 'nan'; it must be a number" 'time [us],F [N]' 0,nan 1,2 3,4 5,6
table "bad.csv:3: F is 'none'; it must be a number" 'time [us],F [N]' 0,1 1,none 3,4 5,6
table 'bad.csv:3: time is empty; it must be a number in us' 'time [us],F [N]' 0,1 ,2 3,4 5,6
table 'bad.csv:4: 1 field, but the header in line 1 has 2' 'time [us],F [N]' 0,1 1,2 3
table 'bad.csv:3: 3 fields, but the header in line 1 has 2' 'time [us],F [N]' 0,1 '1,0,78' 3,4
table 'separated by semicolons' 'time [us];F [N]' '0;1' '1;2'
table 'bad.csv:1: F is in [mm]; its unit must be N or of the same kind' 'time [us],F [mm]' 0,1 1,2
table 'bad.csv:1: time is in [m]; its unit must be s or of the same kind' 'time [m],F' 0,1 1,2
table 'there are two columns F' 'time [us],F [N],F [N]' 0,1,2 1,2,3
table 'the table has no rows' 'time [us],F [N]'
table 'shift is free, but all samples have the same time' 'time [us],F [N]' 1,2 1,3 1,4 1,5

# too few points; the model is not run for it
printf '%s\n' 'time [us],F [N]' 20,0 60,500 >bad.csv
refused 2 '2 points for 3 free parameters' run trace.yaml --set fit.series.data=bad.csv
printf '%s\n' 'time [us],F [N]' 20,0 40,300 60,500 >bad.csv
refused 2 'sigma of F cannot be estimated from 3 points' run trace.yaml \
    --set fit.series.data=bad.csv --set 'fit.series.targets=[{column: F, of: force}]'

# columns without a unit are SI, with a note
printf '%s\n' time,F 1e-5,0 3e-5,200 4e-5,480 5e-5,590 6e-5,520 8e-5,120 >bare.csv
json run trace.yaml --set fit.series.data=bare.csv
notes 'column time has no unit: read as s'
notes 'column F has no unit: read as N'

# what lies beyond the end of a run, and beyond the horizon of a mechanism
refused 2 'the curve goes on to 0.000299 s of the run, which ends at 0.000199 s' run chain.yaml \
    --set 'fit.series.shift=-100 us'
refused 2 "of is 'force_8'; it must be a column of the series; did you mean force_9" \
    run chain.yaml --set fit.series.targets.0.of=force_8
{ cat "$root/scenarios/four-bar-clearance.yaml"
    cat <<'YAML'
fit:
  series:
    columns: ["time [s]", "a [rad/s^2]"]
    rows: [[0.1, 1], [0.2, 2], [0.5, 1]]
    x: time
    targets: [{column: a, of: rocker.alpha, sigma: 1}]
  free: [{path: mechanism.joints.2.contact.restitution, from: 0.5, to: 0.9}]
YAML
} >bar.yaml
refused 2 'of the run, but histories of this mechanism agree until 0.24' check bar.yaml
run 0 check bar.yaml --set 'fit.series.rows=[[0.1, 1], [0.15, 2], [0.2, 1]]'
