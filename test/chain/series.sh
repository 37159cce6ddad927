# shellcheck shell=sh disable=SC2154
# What a run leaves behind.

heads() {
    label="$1"
    got=$(head -n 1 "$1")
    if [ "$got" = "$2" ]; then pass; else fail "head is $got"; fi
}
lines() {
    label="lines of $1"
    got=$(wc -l <"$1")
    if [ "$got" -eq "$2" ]; then pass; else fail "$got, not $2"; fi
}

run 0 run chain.yaml --out many --set 'chain.sensors=[9, 63]' --set 'chain.loops=[0, 20]' \
    --set run.until='500 us'
heads many/series.csv 'time [s],force_9 [N],force_63 [N],velocity_9 [m/s],velocity_63 [m/s]'
heads many/field.csv 'bead [1],time [s],velocity [m/s]'
heads many/loops.csv 'contact [1],time [s],indentation [m],rate [m/s],force [N]'
heads many/sensors.csv 'bead [1],peak_force [N],peak_time [s],peak_velocity [m/s]'
heads many/pulse.csv 'time [1],measured [1],long_wave [1],exact [1]'
heads many/final.csv 'bead [1],position [m],displacement [m],velocity [m/s],force [N]'
heads many/energy.csv \
    'time [s],kinetic [J],potential [J],stored [J],viscous [J],plastic [J],released [J],input [J]'
# 71 bodies at 400 times, the first and the last among them; 50000 steps in 10000 rows
lines many/final.csv 72
lines many/field.csv $((1 + 71 * 401))
lines many/series.csv 10001
lines many/sensors.csv 3
for picture in field forces velocities pulse peaks loops energy; do
    label="picture $picture"
    if [ -s "many/plots/$picture.gp" ]; then pass; else fail 'missing'; fi
done

# the measured shape is that of theory: largest difference of contact force over peak
worst=$(awk -F, 'NR > 1 { d = $2 - $4; d = d < 0 ? -d : d; if (d > m) m = d } END { print m }' \
    many/pulse.csv)
label='shape of the pulse'
equal "$label" "$worst" 0 1e-4
# values of page 002 section 4.5 at half and one time from bead to bead
for point in 0.5:0.7073239051 1:0.2459893917 1.5:0.0398528504; do
    got=$(awk -F, -v t="${point%:*}" 'NR > 1 && $1 >= t { s = (t - x) / ($1 - x)
        print y + s * ($4 - y); exit } { x = $1; y = $4 }' many/pulse.csv)
    # straight between rows 0.008 apart
    equal "exact shape at ${point%:*}" "$got" "${point#*:}" 2e-5
done

# energies of the table add up at every time
worst=$(awk -F, 'NR > 1 { d = $2 + $3 + $4 + $5 + $6 + $7 - $8; if (NR == 2) e = d
    d = (d - e) / e; d = d < 0 ? -d : d; if (d > m) m = d } END { print m }' many/energy.csv)
# the symplectic step keeps its own energy, which differs by (omega dt)^2 from this one
equal 'energy at all times' "$worst" 0 1e-5

# the pulse is far from the wall: what stands there is the front, some 1e-31 N
run 0 run chain.yaml --out far --set chain.right='{type: wall, material: steel}' \
    --set chain.beads.0.count=20 --set 'chain.sensors=[9]' --set run.until='100 us'
label='force at a wall that nothing has reached'
if awk -F, 'NR > 1 && $NF > m { m = $NF } END { exit !(m > 0 && m < 1e-12) }' far/series.csv
then pass; else fail 'is not small'; fi
if [ -e far/plots/end-forces.gp ]; then fail 'is drawn'; else pass; fi
if grep -qE '10\^-[0-9]{2}' far/plots/*.gp; then fail 'an odd unit'; else pass; fi
run 0 run chain.yaml --out near --set chain.right='{type: wall, material: steel}' \
    --set chain.beads.0.count=20 --set 'chain.sensors=[9]' --set run.until='200 us'
if [ -s near/plots/end-forces.gp ]; then pass; else fail 'is not drawn once it has come'; fi

# --- choices --------------------------------------------------------------------------------------
run 0 run chain.yaml --out two --set run.until='10 us' \
    --set 'output={every: 1 us, series: [velocity_16, time]}' \
    --set 'chain.field={of: force, every: 2 us, beads: [3, 10], stride: 4}'
heads two/series.csv 'velocity_16 [m/s],time [s]'
lines two/series.csv 11
heads two/field.csv 'bead [1],time [s],force [N]'
lines two/field.csv $((1 + 2 * 6))
run 0 run chain.yaml --out three --set run.until='10 us' --set 'chain.field={of: nothing}' \
    --set chain.sensors='[]'
label='no field'
if [ -e three/field.csv ] || [ -e three/sensors.csv ]; then fail 'it is there'; else pass; fi
heads three/series.csv 'time [s]'

# a long chain makes small tables, and a pulse thinner than a cell stays visible
run 0 run chain.yaml --out four --set chain.beads.0.count=50000 --set 'chain.sensors=[2]' \
    --set 'run={step: 100 ns, until: 100 us}'
lines four/final.csv 50002
label='cells of a long chain'
got=$(awk -F, 'NR > 1 && $1 > last { n++; last = $1 } END { print n }' four/field.csv)
if [ "$got" -le 1000 ]; then pass; else fail "$got"; fi
most=$(awk -F, 'NR > 1 && $3 > m { m = $3 } END { print m }' four/field.csv)
near 'pulse in the field' "$most" 1.77 1e-12
# at the end it is within the first cell, whose first bead is nearly at rest
most=$(awk -F, 'NR > 1 && $2 > 99e-6 && $3 > m { m = $3 } END { print m + 0 }' four/field.csv)
equal 'pulse in the last row' "$most" 1.2 0.1

# ends have their columns
run 0 run bar.yaml --out five --set run.until='20 us' \
    --set 'chain.right={type: wall, material: steel}'
heads five/series.csv 'time [s],force_40 [N],velocity_40 [m/s],left_force [N],right_force [N]'
bar='type: bar, impedance: 5000 N s/m, material: steel'
run 0 run bar.yaml --out six --set run.until='20 us' --set "chain.left={$bar, incident: 6.5 m/s}" \
    --set "chain.right={$bar}"
left='left_force [N],left_incident [m/s],left_reflected [m/s]'
heads six/series.csv \
    "time [s],force_40 [N],velocity_40 [m/s],$left,right_force [N],right_transmitted [m/s]"
# incident less reflected is the force over the impedance
worst=$(awk -F, 'NR > 1 { d = $5 - $6 - $4 / 5000; d = d < 0 ? -d : d; if (d > m) m = d }
    END { print m + 0 }' six/series.csv)
equal 'waves at the bar' "$worst" 0 1e-12

# --- what is shipped ------------------------------------------------------------------------------
for scenario in chain solitary-wave; do
    json run "$here/../../scenarios/$scenario.yaml"
done
near 'solitary wave over theory' "$(value ratio 2)" 1 1e-6
