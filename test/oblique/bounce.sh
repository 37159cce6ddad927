# shellcheck shell=sh disable=SC2154
# A ball that bounces with spin and friction.

cat >bounce.yaml <<'YAML'
dashpot: 1
title: Bouncing ball with spin
kind: bounce
materials:
  - {name: rubber, young: 10 MPa, poisson: 0.48, density: 1100}
bounce:
  body: {material: rubber, radius: 25 mm}
  floor: {rigid: true}
  velocity: [3 m/s, 1 m/s]
  spin: 50 rad/s
  contact: {law: hertz, restitution: 0.8, friction: {law: mindlin-deresiewicz, mu: 0.4}}
run: {until: 3 s}
YAML

for law in $frictions; do
    json run bounce.yaml --set "bounce.contact.friction={law: $law, mu: 0.4}"
    number across_in 1
    number spin_in 50
    # R m vy - I w is conserved: vy - 2/5 R w
    label="$law, bounce: what the friction cannot change"
    awk 'function far(a, b) { return a - b > 1e-11 || b - a > 1e-11 }
        /"across_out"/ { gsub(/[ ,]/, ""); split($0, a, ":"); v = a[2] }
        /"across_in"/ { gsub(/[ ,]/, ""); split($0, a, ":"); u = a[2]; if (n && u != v) bad++ }
        /"spin_in"/ { gsub(/[ ,]/, ""); split($0, a, ":"); s = a[2]; if (n && s != w) bad++ }
        /"spin_out"/ { gsub(/[ ,]/, ""); split($0, a, ":"); w = a[2]; n++
            if (far(v - 0.01 * w, 1 - 0.5)) bad++ }
        END { exit !(n > 3 && bad == 0) }' "$out"
    if [ $? -eq 0 ]; then pass; else fail "it changes"; fi
    # kinetic energy before: 1/2 m (9 + 1) + 1/2 * 2/5 m R^2 w^2, m = 4/3 pi R^3 rho
    m=$(calculate '4 / 3 * 3.14159265358979323846 * 0.025^3 * 1100')
    near "$law, energy before" "$(value initial)" \
        "$(calculate "0.5 * $m * (10 + 0.4 * 0.025^2 * 2500)")" 1e-12
    balanced 1e-10
    # the normal motion does not feel it
    first=$(value speed_out)
    json run bounce.yaml --set 'bounce.contact={law: hertz, restitution: 0.8}'
    near "$law, normal" "$first" "$(value speed_out)" 1e-10
done
# the first impact is that of kind impact, but for gravity, which a heavier blow does not feel
json run bounce.yaml --set bounce.gravity=1e-9 --set run.until='1 s'
v=$(value across_out)
w=$(value spin_out)
sed 's/^kind: .*/kind: impact/
    s/^bounce:/impact:/
    s/^  body: {\(.*\)}/  bodies:\n    - {\1, velocity: [3, 1], spin: 50}/
    s/^  floor: .*/    - {rigid: true, fixed: true}/
    /^  velocity:/d; /^  spin:/d; s/^run:.*//' bounce.yaml >impact.yaml
json run impact.yaml
near 'impact and bounce' "$v" "$(velocity 1 2)" 1e-9
near 'impact and bounce' "$w" "$(item spins_after 1)" 1e-9
# straight up and down nothing is added
sed '/^  spin:/d; s/^  velocity:.*/  velocity: 3/; s/, friction: .*/}/' bounce.yaml >straight.yaml
json run straight.yaml
label='a straight bounce has the keys it had'
if grep -q 'across_in\|spin_in' "$out"; then fail 'there are others'; else pass; fi
run 0 run bounce.yaml --out bounce --quiet
label='series of a bounce with spin'
columns='across [m/s],spin [rad/s],way [m],tangential_force [N],friction [J]'
if head -n 1 bounce/series.csv | grep -qF "$columns"
then pass; else fail "$(head -n 1 bounce/series.csv)"; fi
for picture in path spin-time across-time impact-spins energy; do
    label="picture $picture"
    if [ -s "bounce/plots/$picture.svg" ]; then pass; else fail 'is not there'; fi
done
