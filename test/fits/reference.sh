# shellcheck shell=sh disable=SC2154
# A trace whose fit is known from another program: flores, 0.5 m/s, touch at 21 us, noise of 10 N.

{
    ball
    cat <<YAML
  bodies:
    - {radius: 10 mm, material: steel, velocity: 0.5}
    - {fixed: true, material: bronze}
  contact: {law: flores, restitution: 0.5}
fit:
  series:
    data: $root/data/synthetic-trace.csv
    x: time
    targets: [{column: F, of: force, sigma: 10 N}]
    shift: free
  free:
    - {path: impact.contact.stiffness, from: 1e9, to: 1e11}
    - impact.contact.restitution
YAML
} >trace.yaml

json run trace.yaml
cp "$out" trace.json
# eight digits are known of the optimum; ends of intervals are right to 2e-4 of their half-widths,
# which are 3e8, 0.013 and 4e-7 here
near stiffness "$(value value 1)" 1.061481e10 1e-7
near restitution "$(value value 2)" .60245928 1e-7
near shift "$(value value 3)" 2.1093558e-5 1e-7
near stiffness.low "$(value low 1)" 1.0284256e10 6e-6
near stiffness.high "$(value high 1)" 1.0952556e10 6e-6
near restitution.low "$(value low 2)" .58882057 5e-6
near restitution.high "$(value high 2)" .61555483 5e-6
near shift.low "$(value low 3)" 2.0692263e-5 4e-6
near shift.high "$(value high 3)" 2.1536605e-5 4e-6
near stiffness.stderr "$(value stderr 1)" 1.70189e8 1e-5
near restitution.stderr "$(value stderr 2)" .00689233 1e-5
near shift.stderr "$(value stderr 3)" 2.30001e-7 1e-5
near chi2 "$(value chi2)" 33.928836 1e-7
near aicc "$(value aicc)" 40.43947 1e-6
is dof 48
is converged true
is path '"shift"'
# a row of the matrix is five lines: two brackets and three numbers
numbers=$(sed -n '/"correlation": \[/,/^      \],/p' "$out" | grep -o '[-0-9][-0-9.e]*')
near K-e "$(echo "$numbers" | sed -n 2p)" .3779 2e-4
near K-shift "$(echo "$numbers" | sed -n 3p)" .3487 2e-4
near e-shift "$(echo "$numbers" | sed -n 6p)" -.5941 2e-4

# shift is no key of the scenario: it is not among what can be set
if sed -n '/"set": \[/,/\]/p' "$out" | grep -q shift; then fail 'shift among the settings'
else pass; fi

# points: x, measured, fitted, residual
label='points of a curve'
if [ "$(grep -c '"inputs": {' "$out")" -eq 51 ]; then pass; else fail 'not 51 points'; fi
if awk '/"measured": \{/ { getline; m = $2 + 0 } /"fitted": \{/ { getline; f = $2 + 0 }
    /"residual": \{/ { getline; n++; d = m - f - $2; if (d > 1e-9 || d < -1e-9) wrong++ }
    END { exit !(n == 51 && !wrong) }' "$out"; then pass; else fail 'a residual is wrong'; fi
# before the touch there is no force
if awk '/"time": / { t = $2 + 0 } /"fitted": \{/ { getline; if (t < 2.1e-5 && $2 + 0 != 0) wrong++ }
    END { exit wrong > 0 }' "$out"; then pass; else fail 'a force before the touch'; fi

# the same bits on one thread and two
for threads in 1 2; do
    json run trace.yaml --threads "$threads"
    if cmp -s "$out" trace.json; then pass; else fail "other bits on $threads threads"; fi
done

# the order of the file does not matter
{ sed -n 1,2p "$root/data/synthetic-trace.csv"
    sed 1,2d "$root/data/synthetic-trace.csv" | sort -t, -k2,2n; } >shuffled.csv
json run trace.yaml --set fit.series.data=shuffled.csv
if cmp -s "$out" trace.json; then pass; else fail 'another order gives other numbers'; fi

# a long record in which no start lies near the touch, and a spike where there is no peak
awk -F, -v OFS=, '{ print }
    END { for (t = 153; t < 60000; t += 60) print t, t > 50000 && t < 50060 ? 2000 : 0 }' \
    "$root/data/synthetic-trace.csv" >long.csv
json run trace.yaml --set fit.series.data=long.csv
near shift "$(value value 3)" 2.1093558e-5 1e-3

# a fixed shift
json run trace.yaml --set 'fit.series.shift=21 us'
if [ -z "$(value value 3)" ]; then pass; else fail 'a fixed shift is a parameter'; fi
within 1 1.05e10
within 2 0.6
