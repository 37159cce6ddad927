# shellcheck shell=sh disable=SC2154,SC2034
# Reference values of pages 002 and 000, which come from other programs.

energy_keys='initial final stored viscous plastic friction released input error'
adaptive='{integrator: dop853, until: 600 us}'

# --- keys of the contract -------------------------------------------------------------------------
json run chain.yaml
keys 2 kind title sensors contacts wave_speed pulse stretches walls bar equilibrium \
    final_velocities momentum energy momentum_balance step solver particle_steps_per_second \
    memory_bytes notes
# shellcheck disable=SC2086
keys 4 max_force max_indentation max_at sensors speed peak_force width nesterenko left right \
    $energy_keys initial impulse final error used limit path steps evaluations rejected events
is kind '"chain"'
is path '"verlet"'
is steps 60000
null bar
null equilibrium

# --- horizontal chain of 70, 002 section 4.4 ------------------------------------------------------
# sensors TOLERANCE FORCE@TIME...: peaks in N at us; times always to the digits of the page
sensors() {
    tolerance=$1 n=0
    shift
    for peak in "$@"; do
        n=$((n + 1))
        near "force $n" "$(value peak_force "$n")" "${peak%@*}" "$tolerance"
        near "time $n" "$(calculate "1e6 * $(value peak_time "$n")")" "${peak#*@}" "$tolerance"
    done
}

# a step of 10 ns is off by (omega dt)^2/24 = 8e-7 of the time, and by less in the force
sensors 1e-6 66.114973@62.57507 66.110581@107.9756 66.110494@159.8509 66.110493@205.2416 \
    66.110493@263.6011 66.110493@328.4449 66.110493@367.3512 66.110493@412.7419
near 'striker' "$(item final_velocities 1)" -0.125820476 3e-6
near 'contact force' "$(value max_force)" 110.836973 2e-7
is contact 0
equal 'momentum error' "$(value error 2)" 0 1e-13
balanced 1e-8
near momentum "$(value momentum)" 0.0007965 1e-13

# 002 section 4.5: constants of the discrete and of the long wave, and the width
near 'exact constant' "$(value constant 2)" 0.9055157764191 1e-8
near 'long-wave constant' "$(value constant 1)" 0.8944271910 1e-9
near 'exact width' "$(value half_width 2)" 1.411928348539 1e-6
near 'long-wave width' "$(value half_width 1)" 1.490938990 1e-8
# the pulse has just formed at sensor 9
near 'speed over theory' "$(value ratio 2)" 1 2e-4
near 'width in beads' "$(value beads)" 1.411928348539 1e-4
near 'width at a tenth' "$(value tenth)" 2.549272694 1e-4
near 'width at a hundredth' "$(value hundredth)" 3.558618411 1e-4

# 70 bodies, the first one moving: LAMMPS, LIGGGHTS and YADE agree on this velocity to 8 digits
json run chain.yaml --set 'chain.striker={velocity: 1.77 m/s}'
near 'last velocity' "$(item final_velocities 70)" 1.7446518 3e-8

# the other integrators, same problem; the page has 7 digits of the times
json run chain.yaml --set run.integrator=rk4
sensors 4e-7 66.114973@62.57507 66.110581@107.9756
near 'last sensor' "$(value peak_force 8)" 66.110493 2e-8
is path '"rk4"'
is evaluations 240000
json run chain.yaml --set run.integrator=predictor-corrector
sensors 2e-6 66.114973@62.57507 66.110581@107.9756
is path '"predictor-corrector"'
json run chain.yaml --set "run=$adaptive"
sensors 4e-7 66.114973@62.57507 66.110581@107.9756 66.110494@159.8509
near 'last sensor' "$(value peak_force 8)" 66.110493 1e-8
# the page has 1.74465143; dop853 at 1e-12 and RK4 at 5 ns agree on 1.7446515771 to 1e-10
near 'last velocity' "$(item final_velocities 71)" 1.74465143 2e-7
is path '"dop853"'
null used

# law LAW PEAKS...: by dop853, to what the page says its rows are good for
law() {
    tolerance=$1 contact=$2
    shift 2
    json run chain.yaml --set "run=$adaptive" --set "chain.contact=$contact"
    sensors "$tolerance" "$@"
    balanced 1e-9
}
law 1e-6 '{law: edem, restitution: 0.7}' 33.422718@62.57172 24.133333@112.1595 \
    17.592333@172.0201 13.754926@227.0203 10.377313@301.1232
law 1e-6 '{law: edem, restitution: 0.7, tension: allow}' 33.410217@62.57132 24.121686@112.1626
new='law: wang-kelvin-voigt, psi: 2.84, restitution_elastic: 0.89, restitution_plastic: 0.7'
law 1e-6 "{$new, form: printed}" 44.492023@50.38902 36.891177@86.15469 31.918872@126.2252
law 1e-6 "{$new, form: continuous}" 42.093556@52.31054 33.403992@90.99496 26.147364@136.3284
law 1e-6 "{$new}" 28.491628@65.92301 20.746847@117.1942 15.522277@178.3228 12.459695@233.9153
law 1e-6 '{law: ma-liu, psi: 2.84, form: printed}' 37.238368@67.0638 28.162025@119.0151 \
    21.853929@180.7837 18.260181@236.6285 15.12933@310.5139

# --- no wave speed where the pulse has not come ---------------------------------------------------
# it peaks at bead 63 at 412.74 us; before that the front is all there is
for until in 80 200 400 412; do
    for own in 'integrator: dop853' 'step: 10 ns'; do
        json run chain.yaml --set 'chain.sensors=[9, 63]' --set "run={$own, until: $until us}"
        null wave_speed
    done
    run 0 run chain.yaml --set 'chain.sensors=[9, 63]' --set run.until="$until us"
    says 'No wave speed: the pulse has not passed bead 63.'
done
json run chain.yaml --set 'chain.sensors=[9, 63]' --set run.until='414 us'
# 54 pitches of 4.76 mm between the times of the page
near 'wave speed' "$(value wave_speed)" \
    "$(calculate '54 * 4.76e-3 / (412.7419e-6 - 62.57507e-6)')" 1e-6
# the static force is no pulse, and where it is pressed its rounding has a peak somewhere
run 0 run chain.yaml --set 'chain.sensors=[9, 63]' --set chain.preload='2.38 N' \
    --set chain.right='{type: wall, material: steel}' --set run.until='80 us'
says 'No wave speed: the pulse has not passed bead 63'

# --- vertical chain, 002 section 4.6 --------------------------------------------------------------
json run vertical.yaml
sensors 1e-7 12.9386723@115.264206 12.9777877@148.903382
near base "$(value peak_force 3)" 32.0389617 1e-7
near 'base time' "$(value peak_time 3)" 189.336640e-6 1e-7
near 'wave speed' "$(value wave_speed)" 566.007 1e-6
near 'first static force' "$(value first)" "$(calculate '9.81 * 0.5115e-3')" 1e-9
near 'last static force' "$(value last)" "$(calculate '9.81 * (0.5115e-3 + 20 * 0.45e-3)')" 1e-9
null pulse
# pressed by a magnet; sensor 17 would see more of the wave that comes back
json run vertical.yaml --set chain.preload='2.38 N' --set run.until='180 us'
sensors 1e-7 15.8993318@104.552980 15.8216817@134.638611
json run vertical.yaml --set chain.preload='2.38 N' --set chain.striker.mass='1.23 g'
sensors 1e-7 25.5448044@100.558242 25.5380218@128.874370
near base "$(value peak_force 3)" 55.9524158 1e-7
json run vertical.yaml --set chain.preload='2.38 N' \
    --set 'chain.contact={law: ma-liu, psi: 2.6, epsilon: 21, form: printed}'
sensors 1e-7 9.9923257@111.738750 9.3242910@144.228311

# --- Hopkinson bar, 002 section 4.7: five digits --------------------------------------------------
json run bar.yaml
near 'bead 40' "$(item final_velocities 40)" 28.36613 5e-6
json run bar.yaml --set 'chain.contact={law: ma-liu, psi: 3, epsilon: 19, form: printed}'
near 'bead 40' "$(item final_velocities 40)" 15.08458 1e-5

# 000 section 5, by RK4 and printed to four or five digits: bead 1 carried by the bar, 20 us ramp
# (of the shapes tried, half a cosine gives the printed peaks), wall behind bead 50
awk 'BEGIN { print "time [us],velocity [m/s]"
    for (i = 0; i <= 200; i++)
        printf "%.17g,%.17g\n", i / 10, 6.5 * (1 - cos(i * atan2(0, -1) / 200)) }' >cosine.csv
for case in 'hertz@25.22' 'ma-liu, epsilon: 19, form: printed@13.746'; do
    json run bar.yaml --set 'chain.left={type: driven, velocity: cosine.csv, glued: true}' \
        --set 'chain.right={type: wall, material: steel}' --set materials.0.density=7800 \
        --set "chain.contact={law: ${case%@*}}"
    near 'peak of bead 40' "$(value peak_velocity)" "${case#*@}" 3e-4
done
