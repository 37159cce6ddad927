#!/bin/sh
# dashpot export: parameters for other programs, from a law, a scenario and a fit; its table in
# docs/export.md.
# usage: run.sh PATH-OF-DASHPOT

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=test/cli/begin.sh
. "$here/../cli/begin.sh"
root=$(cd "$here/../.." && pwd)
# shellcheck source=test/scenario/facts.sh
. "$here/../scenario/facts.sh"
cd "$dir" || exit 1

# two steel balls of 10 mm at 1 m/s, the pair of the reference values
pair() {
    echo "--set modulus=113736263736.26373 --set radius=5mm --set mass=0.016336281798666925" \
        "--set approach=1"
}

# asks STATUS-WORD... : json or refused with the pair and a law that is asked for $e
# shellcheck disable=SC2046  # words
asks() { json export "$@" --law exact-restitution --set "restitution=$e" $(pair); }

# parameter NAME: its value in the document
parameter() {
    awk -v name="\"$1\": {" 'index($0, name) { at = NR }
        at && NR == at + 1 { gsub(/[^-+0-9.e]/, "", $2); print $2; exit }' "$out"
}

# --- the document --------------------------------------------------------------------------------
e=0.7
asks lammps
keys 2 engine model law parameters block requested delivered naive range max_step notes
keys 4 k_n e
number requested 0.7
number delivered 0.7 1e-10
number naive 0.777669087903 5.1e-13
near k_n "$(parameter k_n)" 151648351648 5.1e-12
near e "$(parameter e)" 0.601269183122 5.1e-12
null range
null max_step
says '"unit": "Pa"'
says '"law": "pair_style granular, hertz, damping tsuji"'
says '"block": "pair_style granular\npair_coeff * * hertz 151648351648.352 0.601269183122'
says 'tangential linear_nohistory 0 0 damping tsuji\n# at a wall'
says '\n# fix wall all wall/gran granular hertz 151648351648.352 0.601269183122261 tangential'
says ' linear_nohistory 0 0 damping tsuji zplane 0 NULL\n"'
if grep -q 'pair_style dashpot' "$out"; then fail 'a note on a law that is exported exactly'
else pass; fi
asks lammps --set model=hooke
says '\n# fix wall all wall/gran granular hooke 38847295.5631'
says 'at a wall the reduced mass is that of the sphere alone: 0.0163363 kg'

e=0.5
asks ode --set step='1 us'
keys 4 soft_erp soft_cfm kp kd
near soft_erp "$(parameter soft_erp)" .0949058450222 5.1e-12
near soft_cfm "$(parameter soft_cfm)" .00244304895995 5.1e-12
equal low "$(item range 1)" 0.4938 5e-5
equal high "$(item range 2)" 0.5062 5e-5
key max_step
asks liggghts --set limit_force=on --set poisson=0.25
near coefficient "$(parameter coefficientRestitution)" 0.436287762687 5.1e-12
near young "$(parameter youngsModulus)" "$(calculate 2*0.9375*113736263736.26373)" 1e-12
says 'hard_particles yes\nfix m1 all property/global youngsModulus peratomtype 213255494505'
says 'pair_style gran model hertz tangential no_history limitForce on\n'
asks adams
null naive
says 'IMPACT(x, xdot, x1, 339096.022961507, 1.5, 0.411697586'
asks mujoco
says 'solref=\"-2377976582.5'
says 'solimp=\"0.95 0.95 0.001 0.5 2\"'
asks chrono
says 'SetRestitution(0.43628776268'
says 'SetYoungModulus(207000000000);'
says 'SetDefaultEffectiveCurvatureRadius(0.005)'

# --- for people ----------------------------------------------------------------------------------
# shellcheck disable=SC2046  # words
run 0 export yade --law hunt-crossley --set restitution=0.7 $(pair)
says 'yade: Law2_ScGeom_MindlinPhys_Mindlin'
says 'betan      0.111566290'
says 'NewtonIntegrator(damping=0)'
if grep -q 'note: hunt-crossley asked for 0.7 delivers 0.768 here; 0.7 is exported' "$err"
then pass; else fail "no note on what the law delivers"; fi
run 0 export --list
for engine in lammps liggghts yade simbody drake chrono ode bullet mujoco adams; do
    says "$engine: "
done
says '  model    tsuji, tsuji-2026, coeff_restitution, velocity, mass_velocity,'
says '  step         [s] time step of the simulation; required'
if awk 'length > 100 { exit 1 }' "$out"; then pass; else fail "a line is longer than 100"; fi
json export --list
keys 4 name summary formula source models keys name summary formula source models keys \
    name summary formula source models keys name summary formula source models keys \
    name summary formula source models keys name summary formula source models keys \
    name summary formula source models keys name summary formula source models keys \
    name summary formula source models keys name summary formula source models keys

# a law whose restitution depends on the speed: the plugin has it itself
# shellcheck disable=SC2046  # words
json export lammps --law thornton --set yield_pressure=2e9 $(pair)
says 'pair_style dashpot and fix wall/dashpot, the plugin that make lammps builds, have thornton'
# shellcheck disable=SC2046  # words
json export lammps --law hunt-crossley --set restitution=0.7 $(pair)
says 'have hunt-crossley itself'

# --- a law without a restitution, a key that law and engine have ---------------------------------
# shellcheck disable=SC2046  # words
json export drake --law kuwabara-kono --set relaxation=1us $(pair)
says 'no restitution is asked of kuwabara-kono'
requested=$(value requested)
# shellcheck disable=SC2046  # words
json restitution --law kuwabara-kono --set relaxation=1us $(pair)
equal requested "$requested" "$(value delivered)" 1e-12
# shellcheck disable=SC2046  # words
json export adams --law adams-impact --set max_damping=400 --set ramp='2 um' \
    --set export.ramp='3 um' $(pair)
near d "$(parameter d)" 3e-6 1e-15

# --- a scenario ----------------------------------------------------------------------------------
cat >balls.yaml <<'YAML'
dashpot: 1
kind: impact
materials:
  - {name: steel, young: 207 GPa, poisson: 0.3, density: 7800}
  - {name: glass, young: 70 GPa, poisson: 0.22, density: 2500}
impact:
  bodies:
    - {material: steel, radius: 10 mm, velocity: 1 m/s}
    - {material: steel, radius: 10 mm}
  contact: {law: hunt-crossley, restitution: 0.7}
YAML
json export simbody balls.yaml
near stiffness "$(parameter stiffness)" 321694733419 5.1e-12
near dissipation "$(parameter dissipation)" 0.423218854178 5.1e-12
json export lammps balls.yaml --at impact.contact --set export.model=velocity
near eta_n0 "$(parameter eta_n0)" 166.860087999 5.1e-12
json export bullet balls.yaml --set export.step=1us --set impact.contact.restitution=0.3
near damping "$(parameter contactDamping)" 381.577058 5.1e-12
json export drake balls.yaml --set export.approach='2 m/s'
near dissipation "$(parameter hunt_crossley_dissipation)" "$(calculate 0.634828281266/2)" 5.1e-12
# the ratio of the material, unless it is set
json export yade balls.yaml --set impact.bodies.0.material=glass \
    --set impact.bodies.1.material=glass
near poisson "$(parameter poisson)" 0.22 1e-15
near young "$(parameter young)" 70e9 1e-12
json export yade balls.yaml --set export.poisson=0.3
near poisson "$(parameter poisson)" 0.3 1e-15

# a bounce: the speed of the first touch
sed -e 's/^kind: .*/kind: bounce/' -e '/^impact/,$d' balls.yaml >bounce.yaml
cat >>bounce.yaml <<'YAML'
bounce:
  body: {material: steel, radius: 10 mm}
  floor: {material: steel}
  height: 0.2 m
  gravity: 10 m/s^2
  contact: {law: exact-restitution, restitution: 0.6}
run: {until: 1 s}
YAML
run 0 check bounce.yaml
json export simbody bounce.yaml
# the height is that of the centre
speed=$(calculate 'sqrt(2*10*(0.2-0.01))')
dissipation=$(parameter dissipation)
json export simbody balls.yaml --set impact.contact.restitution=0.6
near dissipation "$dissipation" "$(calculate "$(parameter dissipation)/$speed")" 1e-12

# --- a fit: its best contact ---------------------------------------------------------------------
cat balls.yaml >fit.yaml
cat >>fit.yaml <<'YAML'
fit:
  columns: ['v [m/s]', e]
  rows: [[1, 0.6], [2, 0.6], [4, 0.6]]
  inputs: [{column: v, path: impact.bodies.0.velocity}]
  targets: [{column: e, result: restitution, sigma: 0.01}]
  laws: [hunt-crossley, exact-restitution]
  free: [impact.contact.restitution]
YAML
json export yade fit.yaml
# both deliver 0.6 at any speed; what is exported is what the best law is asked for
requested=$(value requested)
json run fit.yaml
equal requested "$requested" "$(awk '/"contact": \{/ { at = 1 } at && /"restitution":/ {
    gsub(/[^0-9.]/, "", $2); print $2; exit }' "$out")" 1e-12
json export yade "$root/scenarios/fit/bronze.yaml"
says 'no restitution is asked of ma-liu; it delivers'

# --- refusals ------------------------------------------------------------------------------------
refused 1 "there is no engine 'lamps'; did you mean lammps?" export lamps --law hertz
refused 1 'export needs the name of an engine' export
refused 1 'export needs --law NAME or a scenario file' export lammps
refused 1 'not both' export lammps balls.yaml --law hertz
refused 1 '--at is for a scenario file' export lammps --law hertz --at impact.contact
refused 1 'leave out the rest' export --list lammps
refused 1 "--set takes key=value, not 'step'" export ode --law hertz --set step
refused 1 'has no option --jsonn; did you mean --json?' export --jsonn
refused 2 'there is no law' export lammps --law hertzz
refused 2 "exact-restitution has no 'modell'" export lammps --law exact-restitution \
    --set modell=hooke
refused 2 "lammps has no 'modell'; did you mean model" export lammps balls.yaml \
    --set export.modell=hooke
refused 2 "model is 'hook'; it must be tsuji" export lammps balls.yaml --set export.model=hook
refused 2 'lammps tsuji needs modulus' export lammps --law exact-restitution --set restitution=0.7
refused 2 'drake point needs radius, mass and approach' export drake --law exact-restitution \
    --set restitution=0.7 --set modulus=1e9
refused 2 'liggghts hertz cannot deliver a restitution of 0.04 here; it reaches 0.05 to 1' \
    export liggghts balls.yaml --set impact.contact.restitution=0.04
refused 2 'lammps tsuji cannot deliver a restitution of 0.1 here; it reaches 0.113612 to 0.999579' \
    export lammps balls.yaml --set impact.contact.restitution=0.1
refused 2 'ode needs step' export ode balls.yaml
refused 2 'for a restitution of 0.9 it must be at most 1.40673e-06 s' export ode balls.yaml \
    --set impact.contact.restitution=0.9 --set export.step=5us
refused 2 'since the contact itself lasts 6.44e-05 s' export ode balls.yaml --set export.step=1ms
refused 2 "at is 'impact.bodies'; it must be the path of a contact" export yade balls.yaml \
    --at impact.bodies
refused 2 'is not about one contact' export yade "$root/scenarios/chain.yaml"
refused 2 'a sweep is many scenarios' export yade "$root/scenarios/sweeps/$(
    cd "$root/scenarios/sweeps" && echo *.yaml | cut -d ' ' -f 1)"
refused 2 'restitution' export lammps --law kuwabara-kono --set relaxation=1us
refused 4 'nothing.yaml' export lammps nothing.yaml

# --- the table of docs/export.md: engine, settings, then what 0.9, 0.7, 0.5 and 0.3 become -------
label=docs/export.md
rows=0
# shellcheck disable=SC2016  # marks of code
sed -n 's/^| `\([a-z]*\)` | \(.*\) |$/\1 | \2/p' "$root/docs/export.md" |
    grep '[0-9]' | tr -d '|`' >table
while read -r engine settings a b c d; do
    rows=$((rows + 1))
    for cell in "0.9 $a" "0.7 $b" "0.5 $c" "0.3 $d"; do
        e=${cell% *}
        case $settings in
        -) asks "$engine" ;;
        *) asks "$engine" --set "$settings" ;;
        esac
        equal "naive of $engine $settings" "$(value naive)" "${cell#* }" 5.1e-5
    done
done <table
label=docs/export.md
if [ "$rows" -ge 10 ]; then pass; else fail "the table has $rows rows"; fi

finish
