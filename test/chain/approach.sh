# shellcheck shell=sh disable=SC2154,SC2034
# Which speed a hysteresis law divides by where beads touch before they move.

lost() { calculate "100 * $(value viscous) / $(value initial)"; }

# two independent integrations, to the digits they are given with
json run damped-cradle.yaml
bead=0
for expected in -0.065 -0.023 -0.006 0.146 0.948; do
    bead=$((bead + 1))
    equal "cradle, ball $bead" "$(item final_velocities $bead)" $expected 5e-4
done
equal 'energy lost [%]' "$(lost)" 7.53 5e-3
run 0 run damped-cradle.yaml
if grep -q approach_floor "$out"; then fail 'a note without need'; else pass; fi
json run damped-cradle.yaml --set chain.contact.approach=largest
equal 'asked for' "$(item final_velocities 5)" 0.948 5e-4
json run damped-cradle.yaml --set chain.contact.restitution=0.999
equal 'energy lost [%]' "$(lost)" 0.40 5e-3

# the speed of each touch: the damper divides by the floor, which is said
json run damped-cradle.yaml --set chain.contact.approach=each
equal 'energy lost [%], each' "$(lost)" 28.6 0.3
run 0 run damped-cradle.yaml --set chain.contact.approach=each
says '3 contacts began to touch below approach_floor'
says 'times its'

# a solitary wave runs with the sixth root of its peak force; by each touch it had 462 m/s
wave() {
    json run "$here/../../scenarios/solitary-wave.yaml" --set "chain.contact=$1" \
        --set 'chain.sensors=[20, 40, 60]' --set run.until='600 us'
    speed=$(value wave_speed)
    peak=$(value peak_force 2)
}
wave '{law: hertz}'
hertz_speed=$speed
hertz_peak=$peak
wave '{law: exact-restitution, restitution: 0.99}'
near 'wave speed' "$speed" "$(calculate "$hertz_speed * ($peak / $hertz_peak)^(1/6)")" 0.01
near 'wave speed' "$speed" 711 2e-3

# with restitution_from the restitution is that of the floor, whatever the law does
for law in exact-restitution tsuji; do
    json run damped-cradle.yaml --set materials.0.yield='300 MPa' --set \
        "chain.contact={law: $law, restitution_from: ma-liu, approach: each}"
    says 'takes the floor'
done
json run damped-cradle.yaml --set materials.0.yield='300 MPa' \
    --set 'chain.contact={law: tsuji, restitution_from: ma-liu}'
if grep -q 'takes the floor' "$out"; then fail 'a note without need'; else pass; fi

# the static force is that of the balance, though bead 1 moves already
json run damped-cradle.yaml --set chain.preload='5 N' \
    --set 'chain.right={type: wall, material: steel}' \
    --set 'chain.contact={law: tsuji, restitution: 0.8}'
near 'first static force' "$(value first)" 5 1e-9
near 'last static force' "$(value last)" 5 1e-9
