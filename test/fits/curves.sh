# shellcheck shell=sh disable=SC2154
# Curves made by runs, with the truth known: over time and over other columns, of several kinds.

# made NAME: rows of NAME-truth.yaml in NAME.out/series.csv
made() {
    run 0 run "$1-truth.yaml" --out "$1.out" --quiet
    rows=$1.out/series.csv
}

# pick FILE NAME...: columns of the series in $rows under other headings, "name [unit] = factor *
# column + offset" taken apart by awk
pick() {
    awk -F, -v what="$1" 'BEGIN { n = split(what, w, ";")
            for (i = 1; i <= n; i++) { split(w[i], p, "|"); head[i] = p[1]; col[i] = p[2]
                factor[i] = p[3]; add[i] = p[4] } }
        NR == 1 { for (i = 1; i <= NF; i++) { h = $i; sub(/ .*/, "", h); at[h] = i }
            for (i = 1; i <= n; i++) printf "%s%s", head[i], i < n ? "," : "\n"; next }
        { for (i = 1; i <= n; i++)
            printf "%.17g%s", factor[i] * $at[col[i]] + add[i], i < n ? "," : "\n" }' "$rows"
}

# noisy COLUMN SIZE: noise of this standard error on a column, always the same
noisy() {
    awk -F, -v OFS=, -v c="$1" -v size="$2" 'function uniform() {
            seed = (seed * 16807) % 2147483647; return seed / 2147483647 }
        BEGIN { seed = 12345 } NR == 1 { print; next }
        { for (sum = i = 0; i < 12; i++) sum += uniform()
            $c = sprintf("%.9g", $c + size * (sum - 6)); print }'
}

meeting() {
    ball
    cat <<YAML
  bodies:
    - {radius: 10 mm, material: steel, velocity: 0.5}
    - {radius: 12 mm, material: bronze, velocity: -0.2}
  contact: $1
YAML
}

free='[{path: impact.contact.stiffness, from: 1e9, to: 1e11}, impact.contact.restitution]'

# curve NAME X TARGETS [MORE]: a scenario of the meeting that is fitted to NAME.csv
curve() {
    meeting '{law: flores, restitution: 0.3, stiffness: 2e10}' >"$1.yaml"
    cat >>"$1.yaml" <<YAML
fit:
  series: {data: $1.csv, x: $2, targets: $3${4:+, $4}}
  free: $free
YAML
    json run "$1.yaml"
}

# found TOLERANCE: what the meeting was made with
found() {
    near stiffness "$(value value 1)" 1e10 "$1"
    near restitution "$(value value 2)" 0.6 "$1"
}

{ meeting '{law: flores, restitution: 0.6, stiffness: 1e10}'; echo 'output: {every: 2 us}'; } \
    >meeting-truth.yaml
made meeting

# Force over indentation, loading and unloading. Where the force is taken is right to 1e-9 of the
# largest indentation.
pick 'indentation [m]|indentation|1|0;F [N]|force|1|0' >loop.csv
curve loop indentation '[{column: F, of: force, sigma: 1}]'
found 1e-8

# the same with the force of a free flight about it, and in other units
{ pick 'indentation [um]|indentation|1e6|0;F [kN]|force|1e-3|0' | sed '1a\
-3,0\
-1,0'; echo '-2,0'; } >flight.csv
curve flight indentation '[{column: F, of: force, sigma: 1 N}]'
found 1e-8

# Velocities of both bodies over time, shifted.
pick 'time [us]|time|1e6|7;v1 [m/s]|velocity_1|1|0;v2 [cm/s]|velocity_2|100|0' |
    sed '1a\
0,0.5,-20\
3,0.5,-20' >speeds.csv
curve speeds time \
    '[{column: v1, of: velocity_1, sigma: 1e-3}, {column: v2, of: velocity_2, sigma: 1 mm/s}]' \
    'shift: free'
found 1e-8
near shift "$(value value 3)" 7e-6 1e-8

# Indentation over time: before and after the contact the bodies fly, 0.7 m/s together and with
# the last rate apart.
speed=$(tail -n 1 "$rows" | cut -d, -f3)
end=$(tail -n 1 "$rows" | cut -d, -f1)
pick 'time [us]|time|1e6|20;d [um]|indentation|1e6|0' | awk -F, -v v="$speed" -v t="$end" 'NR == 1 {
        print; print "0,-14"; print "10,-7"; next } { print }
    END { for (i = 10; i < 40; i += 10) printf "%.17g,%.17g\n", 1e6 * t + 20 + i, v * i }' >deep.csv
curve deep time '[{column: d, of: indentation, sigma: 1 nm}]' 'shift: free'
found 1e-8
near shift "$(value value 3)" 2e-5 1e-8
equal chi2 "$(value chi2)" 0 1e-9

# Force over the rate, which falls all the way.
pick 'rate [m/s]|rate|1|0;F [N]|force|1|0' >rate.csv
curve rate rate '[{column: F, of: force, sigma: 1}]'
found 1e-7

# Only the rows of a run have the kinetic energy; they are interpolated, and the error is said.
pick 'time [s]|time|1|0;E [J]|kinetic|1|0' | sed 's/^\([0-9.e-]*[1-9]\),/\1,/' >energy.csv
curve energy time '[{column: E, of: kinetic, sigma: 1e-5}]'
found 1e-4
notes 'Values between the rows of the run are interpolated'

# the same over the indentation, up and back, by straight lines between 400 rows
pick 'indentation [m]|indentation|1|0;E [J]|kinetic|1|0' >lost.csv
curve lost indentation '[{column: E, of: kinetic, sigma: 1e-5}]'
found 1e-3

# --- a law that jumps at the touch, a sensor that clips ------------------------------------------

{ meeting '{law: kelvin-voigt, stiffness: 1e7, damping: 100}'; echo 'output: {every: 5 us}'; } \
    >jump-truth.yaml
made jump
# the touch lies between samples, at 98.7 us
pick 'time [us]|time|1e6|98.7;F [N]|force|1|0' | awk 'NR == 1 { print
        for (t = 0; t < 98; t += 5) print t ",0"; next } NR > 2' | noisy 2 5 >jump.csv
meeting '{law: kelvin-voigt}' >jump.yaml
cat >>jump.yaml <<'YAML'
fit:
  series: {data: jump.csv, x: time, targets: [{column: F, of: force, sigma: 5}], shift: free}
  free:
    - {path: impact.contact.stiffness, from: 1e6, to: 1e8}
    - {path: impact.contact.damping, from: 1, to: 1000}
  confidence: 0.999   # one sample of noise should not decide whether the truth is within
YAML
json run jump.yaml
within 1 1e7
within 2 100
within 3 98.7e-6
silent_about 'range: [low, high]'

awk -F, -v OFS=, 'NR > 1 && $2 > 200 { $2 = 200 } { print }' jump.csv >clipped.csv
json run jump.yaml --set fit.series.data=clipped.csv
notes 'samples of F have the same largest value, 200 N'
chi2=$(value chi2)
if [ "$(calculate "($chi2 > 200)")" = 1 ]; then pass; else fail "clipped data fit: $chi2"; fi
json run jump.yaml --set fit.series.data=clipped.csv \
    --set 'fit.series.targets.0.range=[-1 kN, 200 N]'
silent_about 'range: [low, high]'
within 1 1e7
within 2 100
within 3 98.7e-6

# A trace that begins 3 us after the touch has its shift before the first row. Exact samples leave
# residuals of rounding, about which nothing is said.
late='{law: hunt-crossley, stiffness: 2e9, damping_factor: 1.2}'
{ meeting "$late"; echo 'output: {every: 3 us}'; } >late-truth.yaml
made late
pick 'time [us]|time|1e6|0;F [N]|force|1|0' | sed 2d >late.csv
meeting '{law: hunt-crossley}' >late.yaml
cat >>late.yaml <<'YAML'
fit:
  series: {data: late.csv, x: time, targets: [{column: F, of: force, sigma: 5}], shift: free}
  free:
    - {path: impact.contact.stiffness, from: 1e7, to: 1e12}
    - {path: impact.contact.damping_factor, from: 0.01, to: 10}
YAML
json run late.yaml
near stiffness "$(value value 1)" 2e9 1e-7
near damping_factor "$(value value 2)" 1.2 1e-7
shift=$(value value 3)
label='a curve that begins after the touch'
if [ "$(calculate "($shift < 1e-10 && $shift > -1e-10)")" = 1 ]; then pass
else fail "shift $shift"; fi
silent_about 'correlated'
silent_about 'lower bound'

# a law that cannot describe it leaves residuals that go together
sed -e 's/law: flores, restitution: 0.5/law: hertz/' -e '/contact.restitution/d' trace.yaml \
    >hertz.yaml
json run hertz.yaml
notes 'neighbouring residuals of F are correlated'
notes 'intervals are too narrow'

# several laws on one curve, each with its own shift
json run trace.yaml --set 'fit.laws=[flores, kelvin-voigt, hunt-crossley]' \
    --set 'fit.free.0.from=1e6' --set 'fit.free.2={path: impact.contact.damping, from: 1, to: 1e6}'
is law '"flores"'
if [ "$(grep -c '"path": "shift"' "$out")" -eq 3 ]; then pass; else fail 'not three shifts'; fi

# --- other kinds ---------------------------------------------------------------------------------

chain() {
    cat <<YAML
dashpot: 1
kind: chain
materials: [{name: steel, young: $1, poisson: 0.3}]
chain:
  beads: [{count: 20, radius: 2.38 mm, mass: 0.45 g, material: steel}]
  striker: {velocity: 1.77 m/s, copy: true}
  contact: {law: hertz}
  sensors: [9, 16]
run: {integrator: verlet, step: 20 ns, until: 200 us}
output: {every: 1 us}
YAML
}
chain 193e9 >chain-truth.yaml
made chain
# samples that lie between rows, by a straight line of the truth on a finer grid
pick 'time [us]|time|1e6|0;F9 [N]|force_9|1|0;F16 [N]|force_16|1|0' | noisy 2 0.5 | noisy 3 0.5 \
    >chain.csv
chain 100e9 >chain.yaml
cat >>chain.yaml <<'YAML'
fit:
  series:
    data: chain.csv
    x: time
    targets: [{column: F9, of: force_9, sigma: 0.5}, {column: F16, of: force_16, sigma: 0.5}]
  free: [{path: materials.0.young, from: 50 GPa, to: 500 GPa}]
YAML
json run chain.yaml
within 1 193e9
is converged true
# sigma was 0.5: chi2 of 401 degrees of freedom has a standard deviation of 28
equal chi2 "$(calculate "$(value chi2) / $(value dof)")" 1 0.3

json run chain.yaml --set fit.series.shift=free
within 1 193e9
within 2 0
