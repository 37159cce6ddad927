# shellcheck shell=sh disable=SC2154,SC2034
# Ways to say the same beads give the same bits.

short='--set chain.sensors=[3] --set run.until=100us --set run.step=50ns'

# velocities NAME ARGUMENT...: keep the final velocities of a run under a name
velocities() {
    name=$1
    shift
    # shellcheck disable=SC2086
    json run chain.yaml $short "$@"
    sed -n '/final_velocities/,/\]/p' "$out" >"$name"
}

same() {
    label="$1 and $2"
    if [ -s "$1" ] && cmp -s "$1" "$2"; then pass; else fail 'velocities differ'; fi
}

bead='radius: 2.38 mm, mass: 0.45 g, material: steel'
velocities one --set "chain.beads=[{count: 12, $bead}]"
velocities parts --set "chain.beads=[{count: 5, $bead}, {$bead}, {count: 6, $bead}]"
velocities cells --set "chain.beads=[{count: 4, $bead, pattern: [{}, {}, {}]}]"
same one parts
same one cells
# an extra striker like bead 1 is a bead more
velocities plain --set "chain.beads=[{count: 13, $bead}]" --set chain.striker='{velocity: 1.77 m/s}'
same one plain
velocities moving --set "chain.beads=[{$bead, velocity: 1.77 m/s}, {count: 12, $bead}]" \
    --set chain.striker='{velocity: 1.77}'
same one moving

# dimers
heavy='radius: 2.38 mm, mass: 0.45 g, material: steel'
light='radius: 1.5 mm, mass: 0.1 g, material: steel'
velocities dimer --set "chain.beads=[{count: 3, pattern: [{$heavy}, {$light}]}]"
velocities pairs --set "chain.beads=[{$heavy}, {$light}, {$heavy}, {$light}, {$heavy}, {$light}]"
same dimer pairs
cat >beads.csv <<'END'
# a comment
radius [mm],mass [g],material
2.38,0.45,steel
1.5 mm,100 mg,steel
END
velocities table --set 'chain.beads=[{count: 3, csv: beads.csv}]'
same dimer table
# plain numbers are SI, which is said; once for a table that is read twice
printf 'radius,mass [g],material\n2.38,0.45,steel\n0.0015,0.1,steel\n' >bare.csv
few='--set chain.sensors=[1] --set run.until=1us'
# shellcheck disable=SC2086
run 0 run chain.yaml --set 'chain.beads=[{csv: bare.csv}, {csv: bare.csv}]' $few
says 'In the tables of the scenario, column radius has no unit: read as m.'
# shellcheck disable=SC2086
run 0 run chain.yaml --set 'chain.beads=[{csv: beads.csv}]' $few
label='a table with units'
if grep -q 'no unit' "$out"; then fail 'a unit is missed'; else pass; fi
printf 'radius [mm],mass [g],material\n2.38,5 %%,steel\n' >beads.csv
refused 2 "beads.csv:2: mass is '5 %'; its unit must be kg or of the same kind" check chain.yaml \
    --set 'chain.beads=[{count: 3, csv: beads.csv}]'

# a taper: radii in geometric progression, masses with their cubes
velocities taper --set 'chain.beads=[{count: 3, radius: 4 mm, mass: 8 g, material: steel,
    taper: {ratio: 0.5}}]' --set chain.striker='{velocity: 1, radius: 4 mm, mass: 8 g}'
velocities taper-end --set 'chain.beads=[{count: 3, radius: 4 mm, mass: 8 g, material: steel,
    taper: {radius_end: 1 mm}}]' --set chain.striker='{velocity: 1, radius: 4 mm, mass: 8 g}'
velocities taper-list --set 'chain.beads=[{radius: 4 mm, mass: 8 g, material: steel},
    {radius: 2 mm, mass: 1 g, material: steel}, {radius: 1 mm, mass: 0.125 g, material: steel}]' \
    --set chain.striker='{velocity: 1, radius: 4 mm, mass: 8 g}'
same taper taper-end
# 0.125 g and 8 g/64 may differ in the last bit
last() { sed -n 5p "$1" | tr -d ' ,'; }
near 'taper, last bead' "$(last taper)" "$(last taper-list)" 1e-12

# mass from density: 4/3 pi r^3 rho
json run chain.yaml --set materials.0.density=8000 \
    --set chain.beads='[{count: 3, radius: 3 mm, material: steel}]' --set chain.sensors='[1]' \
    --set run.until='1 us'
near 'mass of a sphere' "$(value momentum)" \
    "$(calculate '1.77 * 8000 * 4 / 3 * 3.14159265358979324 * 27e-9')" 1e-12

# --- laws by segment, end and contact -------------------------------------------------------------
# an elastic chain with one lossy contact loses as much, however that is said
velocities lossy --set "chain.beads=[{count: 12, $bead}]" \
    --set 'chain.contacts=[{at: 4, contact: {law: edem, restitution: 0.5}}]'
velocities lossy-segment --set "chain.beads=[{count: 3, $bead},
    {$bead, contact: {law: edem, restitution: 0.5}}, {count: 8, $bead}]"
same lossy lossy-segment
label='one lossy contact'
if cmp -s lossy one; then fail 'no effect'; else pass; fi
velocities front --set "chain.beads=[{count: 12, $bead}]" \
    --set 'chain.contacts=[{at: 0, contact: {law: edem, restitution: 0.5}}]'
velocities front-striker --set "chain.beads=[{count: 12, $bead}]" \
    --set 'chain.striker.contact={law: edem, restitution: 0.5}'
same front front-striker
wall='type: wall, material: steel'
velocities back --set "chain.beads=[{count: 12, $bead}]" --set "chain.right={$wall}" \
    --set 'chain.contacts=[{at: 12, contact: {law: edem, restitution: 0.5}}]'
velocities back-end --set "chain.beads=[{count: 12, $bead}]" \
    --set "chain.right={$wall, contact: {law: edem, restitution: 0.5}}"
same back back-end

# --- histories ------------------------------------------------------------------------------------
printf 'time [us],velocity [m/s]\n0,0\n20,13\n' >ramp.csv
json run bar.yaml --set run.until='100 us' --set 'chain.left.velocity=[[0, 0], [20 us, 13]]'
grep -v particle_steps "$out" >inline
json run bar.yaml --set run.until='100 us' --set chain.left.velocity=ramp.csv
grep -v particle_steps "$out" >file
same inline file

# --- every law runs, and its ledger adds up -------------------------------------------------------
set -- 'hertz' 'hunt-crossley, restitution: 0.8' 'lankarani-nikravesh, restitution: 0.8' \
    'flores, restitution: 0.8' 'kuwabara-kono, relaxation: 1e-7 s' 'thornton' \
    'walton-braun, loading_stiffness: 1e7, restitution: 0.7' \
    'kelvin-voigt, stiffness: 1e7, damping: 2' \
    'wang-dashpot, restitution: 0.7' 'exact-restitution, restitution: 0.5' 'adams-impact,
    stiffness: 1e9, exponent: 1.5, max_damping: 1, ramp: 1e-6'
for law in "$@"; do
    json run chain.yaml --set "chain.beads.0.count=10" --set chain.sensors='[5]' \
        --set "run={until: 100 us, step: 10 ns}" --set "chain.contact={law: $law}"
    balanced 2e-5
    equal "momentum, $law" "$(value error 2)" 0 1e-13
done

# every touch has the restitution of its speed: the two balls of pair.yaml meet like two bodies
json run pair.yaml --set materials.0.density=7800 \
    --set 'chain.contact={law: exact-restitution, restitution_from: waves}'
delivered=$(calculate "($(item final_velocities 2) - $(item final_velocities 1)) / 2")
# 000 Eq 37: exp(-0.6 (c0/c2) (v/c0)^(3/5)), c0/c2 = sqrt(2 (1 + nu)), c0 = sqrt(E/rho)
near 'restitution' "$delivered" \
    "$(calculate 'exp(-0.6 * sqrt(2.6) * (2 / sqrt(200e9/7800))^0.6)')" 1e-8
