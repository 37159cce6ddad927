# shellcheck shell=sh disable=SC2154,SC2034
# Values of another program, which solves the same laws by phases with located events (psi2 to
# 1e-10) and by thousands of springs. They are printed with ten digits. 1e-8 of each is asked for;
# what is damped was solved by springs there, with an error of 2e-8.

md='{law: mindlin-deresiewicz, mu: 0.092}'
mindlin='{law: mindlin, mu: 0.092}'

# after LAW TOLERANCE VY SPIN E_T RATIO PEAK ANGLE FRICTION: the ball on glass
after() {
    json run ball.yaml --set "impact.contact.friction=$1"
    near vy "$(velocity 1 2)" "$3" "$2"
    near spin "$(item spins_after 1)" "$4" "$2"
    near 'tangential restitution' "$(value tangential_restitution)" "$5" "$2"
    near 'impulse ratio' "$(value impulse_ratio)" "$6" "$2"
    # the solver sees the friction at its steps, and a peak between them by a parabola
    near 'peak friction' "$(value max_tangential_force)" "$7" 1e-7
    near 'rebound angle' "$(value rebound_angle)" "$8" "$2"
    near 'lost in friction' "$(value friction)" "$9" "$2"
    near vx "$(velocity 1 1)" -3.84 1e-12
    near 'fixed body' "$(calculate "$(velocity 2 1)^2 + $(velocity 2 2)^2 + 1")" 1 1e-15
    balanced 1e-10
}

# e_t and the loss are small differences of larger numbers: 1e-8 of them
after "$md" 1e-8 0.4322896541 -247.7103459 0.2749797215 0.03225395129 21.33695818 0.1121034498 \
    1.598607489e-5
after "$mindlin" 1e-8 0.4816939630 -198.3060370 0.02069283744 0.02582109857 21.33695818 \
    0.1247893204 1.728631450e-5
keys 2 kind title restitution requested_restitution approach_speed separation_speed \
    velocities_after max_force max_indentation time_of_max_indentation duration \
    residual_indentation tension_seen at_rest spins_after tangential_restitution impulse_ratio \
    max_tangential_force rebound_angle energy solver notes

# two CONTACT TOLERANCE VX1 VY1 VX2 VY2 SPIN1 SPIN2 E_T FRICTION: the two balls
two() {
    contact=$1 tolerance=$2
    shift 2
    json run pair.yaml --set "impact.contact=$contact"
    near vx1 "$(velocity 1 1)" "$1" "$tolerance"
    near vy1 "$(velocity 1 2)" "$2" "$tolerance"
    near vx2 "$(velocity 2 1)" "$3" "$tolerance"
    near vy2 "$(velocity 2 2)" "$4" "$tolerance"
    near spin1 "$(item spins_after 1)" "$5" "$tolerance"
    near spin2 "$(item spins_after 2)" "$6" "$tolerance"
    near 'tangential restitution' "$(value tangential_restitution)" "$7" "$tolerance"
    near 'lost in friction' "$(value friction)" "$8" "$tolerance"
    near 'energy before' "$(value initial)" 1.593861649 1e-9
    balanced 1e-10
}

two '{law: hertz, friction: {law: mindlin-deresiewicz, mu: 0.2}}' 1e-8 \
    -1.375517316 0.7483707561 2.624482684 0.6084384020 -56.45365549 22.63013317 0.2386436622 \
    0.03254884901
two '{law: hertz, friction: {law: mindlin, mu: 0.2}}' 1e-8 \
    -1.375517316 0.8126507321 2.624482684 0.5551917472 -48.41865849 27.06735440 -0.07777418988 \
    0.03430570393
two '{law: hertz, restitution: 0.7, friction: {law: mindlin-deresiewicz, mu: 0.2}}' 1e-6 \
    -0.719189719 0.7034577528 2.080810281 0.6456423235 -62.06778090 19.52980638 0.4597276903 \
    0.02721985701

# --- the curve of Maw, Barber and Fawcett, Poisson's ratio 0.3 ------------------------------------
# psi1 psi2 impulse_ratio/mu max F_t/(mu max F_n)
cat >maw.txt <<'TABLE'
0.10 +0.0205907061 0.01377508 0.05402661
0.25 +0.0416113189 0.03614906 0.13506653
0.50 +0.0478310787 0.07843747 0.27013307
0.75 +0.0141487990 0.12764766 0.40519960
1.00 -0.0596967039 0.18382494 0.54026614
1.25 -0.2188293352 0.25479693 0.66941578
1.50 -0.4280165317 0.33445185 0.77156862
1.75 -0.6400303454 0.41459710 0.85094960
2.00 -0.8372100068 0.49216908 0.91134727
2.50 -1.1622902486 0.63529525 0.98374746
3.00 -1.3796832924 0.75974098 1
3.50 -1.4773267789 0.86341383 1
4.00 -1.4365122247 0.94306845 1
4.50 -1.2176172980 0.99183157 1
4.75 -1.0145416589 0.99997151 1
5.00 -0.7647058824 1 1
6.00 +0.2352941176 1 1
TABLE
# psi = kappa s'/(mu v) with kappa = 14/17, mu = 0.1 and v = 1 m/s
slides=$(awk '{ printf("%s%.17g", NR > 1 ? ", " : "", $1 * 0.1 * 17 / 14) }' maw.txt)
cat >maw.yaml <<YAML
dashpot: 1
title: Curve of Maw, Barber and Fawcett
kind: impact
materials:
  - {name: steel, young: 207 GPa, poisson: 0.3, density: 7800}
impact:
  bodies:
    - {material: steel, radius: 10 mm, velocity: [1 m/s, 1 m/s]}
    - {material: steel, fixed: true}
  contact: {law: hertz, friction: {law: mindlin-deresiewicz, mu: 0.1}}
sweep:
  parameters: [{path: impact.bodies.0.velocity.1, name: slide, values: [$slides]}]
  results: [tangential_restitution, impulse_ratio, max_tangential_force, max_force, energy.error]
YAML
run 0 run maw.yaml --out maw --quiet
label='curve of Maw, Barber and Fawcett'
# the profile of a contact that grows is kept by a few cubic pieces: 3e-9 of psi2. The peak of the
# friction lies between steps.
tail -n +2 maw/series.csv | paste -d ' ' maw.txt - | awk -F '[ ,]' '
    function far(a, b, t) { return a - b > t || b - a > t }
    { if (far(-$6 * $1, $2, 1e-8)) { print "psi2 of " $1 ": " (-$6 * $1); bad++ }
      if (far($7 / 0.1, $3, 1e-8)) { print "impulse ratio of " $1 ": " $7; bad++ }
      if (far($8 / (0.1 * $9), $4, 1e-7)) { print "peak of " $1 ": " $8 / (0.1 * $9); bad++ }
      if (!($10 <= 1e-10)) { print "ledger of " $1 ": " $10; bad++ } }
    END { exit !(NR == 17 && bad == 0) }' >said
if [ $? -eq 0 ]; then pass; else fail "$(cat said)"; fi
