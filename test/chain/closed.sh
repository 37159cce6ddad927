# shellcheck shell=sh disable=SC2154,SC2034
# Results that can be written down.

# --- two bodies -----------------------------------------------------------------------------------
# equal ones exchange their velocities
json run pair.yaml
equal 'first stops' "$(item final_velocities 1)" 0 1e-11
near 'second goes on' "$(item final_velocities 2)" 2 1e-11
near momentum "$(value momentum)" 0.06 1e-15
# Hertz: F = K^(2/5) (5/4 m v^2)^(3/5), K = 4/3 E/(2 (1 - nu^2)) sqrt(R/2), m = 15 g
peak=$(calculate '(4/3 * 200e9/1.82 * sqrt(0.005))^0.4 * (1.25 * 0.015 * 4)^0.6')
near 'peak force' "$(value max_force)" "$peak" 1e-11

# unequal ones as elastic bodies do: v1 = (m1 - m2)/(m1 + m2) v, v2 = 2 m1/(m1 + m2) v
json run pair.yaml --set chain.beads.0.mass='90 g'
near 'heavy one' "$(item final_velocities 1)" 1 1e-11
near 'light one' "$(item final_velocities 2)" 3 1e-11

# fixed steps conserve momentum to rounding, energy to their order; measured 3e-9 at 20 ns
for method in verlet predictor-corrector rk4; do
    json run pair.yaml --set "run={integrator: $method, step: 20 ns, until: 1 ms}"
    near "$method" "$(item final_velocities 2)" 2 1e-8
    equal "$method momentum" "$(value error 2)" 0 1e-14
done

# the restitution of the law is what the pair delivers: tension allowed, tsuji gives it exactly
json run pair.yaml --set 'chain.contact={law: tsuji, restitution: 0.6, tension: allow}'
near 'restitution' "$(calculate "($(item final_velocities 2) - $(item final_velocities 1)) / 2")" \
    0.6 1e-10
balanced 1e-11

# --- a gap, a wall --------------------------------------------------------------------------------
# the second starts when the first has closed the gap: 1 mm at 2 m/s
json run pair.yaml --set chain.beads.0.gap='1 mm' --set run.until='499 us'
equal 'still at rest' "$(item final_velocities 2)" 0 0
json run pair.yaml --set chain.beads.0.gap='1 mm' --set run.until='2 ms'
near 'gone' "$(item final_velocities 2)" 2 1e-11

ball='radius: 10 mm, mass: 30 g, material: steel'
# a ball against a wall comes back, and the wall took twice its momentum; the impulse is a sum over
# rows 0.5 us apart of a pulse of 100 us
json run pair.yaml --set "chain.beads=[{$ball, velocity: 2}]" \
    --set chain.right='{type: wall, material: steel}'
near 'comes back' "$(item final_velocities 1)" -2 1e-11
near 'impulse' "$(value impulse 1)" 0.12 1e-4
near 'balance' "$(value impulse 2)" -0.12 1e-11
near 'wall force' "$(value peak_force 2)" \
    "$(calculate '(4/3 * 200e9/1.82 * sqrt(0.01))^0.4 * (1.25 * 0.03 * 4)^0.6')" 1e-11
# the same from the left, and through a gap
json run pair.yaml --set "chain.beads=[{$ball, velocity: -2}]" \
    --set chain.left='{type: wall, material: steel, gap: 0.1 mm}'
near 'comes back' "$(item final_velocities 1)" 2 1e-11

# a rigid wall is twice as stiff: F goes with E^(2/5)
json run pair.yaml --set "chain.beads=[{$ball, velocity: 2}]" \
    --set chain.right='{type: wall, rigid: true}'
near 'rigid wall' "$(value max_force)" \
    "$(calculate '(4/3 * 200e9/0.91 * sqrt(0.01))^0.4 * (1.25 * 0.03 * 4)^0.6')" 1e-11

# --- driven ends and bars -------------------------------------------------------------------------
# a flat at 3 m/s: a ball at rest leaves it with 6 m/s
json run pair.yaml --set "chain.beads=[{$ball}]" \
    --set chain.left='{type: driven, velocity: 3 m/s, material: steel}' --set run.until='0.2 ms'
near 'twice the flat' "$(item final_velocities 1)" 6 1e-11
# the impulse over the rows is that of the ledger where every step is a row
json run bar.yaml --set run='{until: 400 us}'
near 'impulse of the flat' "$(value impulse 1)" "$(value impulse 2)" 1e-11
# carried: as the history says, straight between its points
json run pair.yaml --set chain.beads.0.velocity=0 --set chain.beads.0.gap='1 m' \
    --set chain.left='{type: driven, velocity: [[0, 0], [2 ms, 5 m/s]], glued: true}'
near 'carried' "$(item final_velocities 1)" 2.5 1e-14
# a mass glued to a bar: m dv/dt = -Z v
json run pair.yaml --set chain.beads.0.gap='1 m' \
    --set chain.left='{type: bar, impedance: 20 N s/m, glued: true}'
near 'decays' "$(item final_velocities 1)" "$(calculate '2 * exp(-20 * 1e-3 / 0.03)')" 1e-9
# a wave in the bar takes it along: v = 2 v_i (1 - exp(-Z t/m)), and what goes back is v - v_i
json run pair.yaml --set chain.beads.0.velocity=0 --set chain.beads.0.gap='1 m' \
    --set chain.left='{type: bar, impedance: 20 N s/m, glued: true, incident: 1.5 m/s}'
near 'taken along' "$(item final_velocities 1)" "$(calculate '3 * (1 - exp(-2 / 3))')" 1e-9
near 'incident' "$(value incident)" 1.5 0
near 'reflected' "$(value reflected)" -1.5 1e-12
null transmitted

# --- a bead that a driven end carries -------------------------------------------------------------
# its mass changes nothing: the law gets that of its neighbour, as before a wall; stiffness does not
# matter to these restitutions
for case in 'tsuji, restitution: 0.5' 'poursina-nikravesh, restitution: 0.5' \
    'lee-herrmann, damping: 1e5' 'jankowski, restitution: 0.5' 'wang-kelvin-voigt, restitution: 0.6'
do
    for side in left right; do
        for mass in 1e-5 0.004 10; do
            light='radius: 5e-3, material: steel, mass'
            other="{$light: 4e-3, velocity: -1}"
            beads="{$light: $mass}, $other"
            [ $side = right ] && beads="{$light: 4e-3, velocity: 1}, {$light: $mass}"
            json run pair.yaml --set "chain.beads=[$beads]" --set "chain.contact={law: $case}" \
                --set materials.0.yield=1e9 --set run.until='200 us' \
                --set "chain.$side={type: driven, velocity: 0, glued: true}"
            [ $side = right ] && velocity=$(item final_velocities 1 | tr -d -) ||
                velocity=$(item final_velocities 2)
            [ $side-$mass = left-1e-5 ] && first=$velocity
            near "$case, $side, $mass kg" "$velocity" "$first" 1e-8
        done
    done
    [ "$case" = 'tsuji, restitution: 0.5' ] && near 'as a wall' "$first" 0.5503 1e-4
    [ "$case" = 'poursina-nikravesh, restitution: 0.5' ] && near 'as a wall' "$first" 0.5 1e-4
done

# --- an end that presses --------------------------------------------------------------------------
# 4 mm/s, eight periods of 11 kHz under sin^2; a separate integration (scipy, DOP853) of a chain
# whose end starts pressed, too, has 19.156 to 20.863 N at bead 20
awk 'BEGIN { pi = atan2(0, -1); print "time [us],velocity [m/s]"
    for (t = 0; t < 727.5; t += 0.5) { x = t * 1e-6 * 11e3
        printf "%.1f,%.15g\n", t, x < 8 ? 4e-3 * sin(2 * pi * x) * sin(pi * x / 8) ^ 2 : 0 }
    print "728,0" }' >packet.csv
pressed="--set chain.beads.0.radius=4.76e-3 --set chain.beads.0.mass=3.6006e-3 \
    --set materials.0.young=193e9 --set run.until=1.2e-3 --set chain.beads.0.count=200 \
    --set chain.preload=20 --set chain.sensors=[1,20]"
packet() {
    # shellcheck disable=SC2086
    run 0 run bar.yaml $pressed --out pressed --force \
        --set 'chain.right={type: wall, material: steel}' --set "chain.left={$1}" \
        --set "chain.beads.0.count=$2" --set "chain.sensors=[$3]"
    says 'contacts carrying 20 to 20 N'
    column=$(head -n 1 pressed/series.csv | tr ',' '\n' | grep -n "^force_$3" | cut -d: -f1)
    range=$(awk -F, -v c="$column" 'NR > 1 { if (NR == 2) low = high = $c
        if ($c < low) low = $c; if ($c > high) high = $c } END { print low, high }' \
        pressed/series.csv)
    near "least, $1" "${range% *}" 19.1557 1e-4
    near "most, $1" "${range#* }" 20.863 1e-4
}
packet 'type: driven, velocity: packet.csv, material: steel' 200 20
equal 'force of the end' "$(sed -n 2p pressed/series.csv | tr ',' '\n' | tail -n 2 | head -n 1)" \
    20 1e-9
# the same packet into a chain at rest: after two steps an energy of 1e-20 J has passed, and the
# error of a step is more than half of that; this is no reason to break off
for until in '4 us' '1.2 ms'; do
    run 0 run bar.yaml --set 'chain.left={type: driven, velocity: packet.csv, material: steel}' \
        --set chain.beads.0.count=20 --set 'chain.sensors=[10]' \
        --set "run={step: 2 us, until: $until}" --out gentle --force
done
# a wall holds, a constant push on bead 1 does the rest
run 0 run bar.yaml --set chain.preload=20 --set 'chain.left={type: wall, material: steel}' \
    --set 'chain.right={type: wall, material: steel}' --set run.until='1 us'
says 'contacts carrying 0 to 20 N; the'

# --- solitary waves: speed with the sixth root of the force ---------------------------------------
# theory holds to what a step of 20 ns and a pulse 60 beads from the striker allow
for speed in 0.2 2 20; do
    json run chain.yaml --set chain.striker.velocity=$speed --set chain.beads.0.count=150 \
        --set chain.sensors='[80, 120]' \
        --set "run={step: 20 ns, until: $(calculate "1e-3 * (2 / $speed)^0.2 * 1.1")}"
    near "ratio at $speed m/s" "$(value ratio 2)" 1 1e-5
    near "width at $speed m/s" "$(value beads)" 1.411928 1e-3
done

# --- sensors in any order see the same -----------------------------------------------------------
for sensors in '[2500, 7, 400]' '[7]' '[400]' '[2500]'; do
    json run chain.yaml --set chain.beads.0.count=5000 --set 'run={step: 200 ns, until: 3 ms}' \
        --set "chain.sensors=$sensors" --set 'chain.loops=[3]'
    value peak_force >"sensor-$sensors"
    [ "$sensors" = '[2500, 7, 400]' ] && cp "$out" all-sensors
done
cp all-sensors "$out"
n=0
for bead in 2500 7 400; do
    n=$((n + 1))
    equal "sensor $bead" "$(value peak_force $n)" "$(cat "sensor-[$bead]")" 0
done

# --- the same bits for any number of threads ------------------------------------------------------
long='--set chain.beads.0.count=40000 --set chain.sensors=[5,30000]'
for threads in 1 2 3; do
    # shellcheck disable=SC2086
    json run chain.yaml $long --set "run={step: 100 ns, until: 60 us, threads: $threads}"
    grep -Ev 'particle_steps|memory' "$out" >"threads-$threads"
done
for threads in 2 3; do
    label="$threads threads"
    if cmp -s threads-1 "threads-$threads"; then pass; else fail 'another result'; fi
done
