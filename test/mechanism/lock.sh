# shellcheck shell=sh disable=SC2154,SC2034
# Linkages that lock: refused before they run, with the angle and the joint.

# rod LENGTH: a crank of 50 mm with this rod [mm], into lock.yaml
rod() {
    sed "s/\[-150 mm, 0\]/[-$1 mm, 0]/; s/\[150 mm, 0\]/[0, 0]/" slider-crank.yaml >lock.yaml
}

rod 10
for command in check 'run --quiet'; do
    # shellcheck disable=SC2086
    refused 2 'lock.yaml:16: the linkage locks with crank at 11.54 deg' $command lock.yaml
    # shellcheck disable=SC2086
    refused 2 'joint pin cannot be closed beyond that' $command lock.yaml
done
# a part of a turn that ends before
run 0 check lock.yaml --set run.turns=0.03 --set run.skip=0
run 2 check lock.yaml --set run.turns=0.04 --set run.skip=0
# the other way round
refused 2 'with crank at -11.54 deg' check lock.yaml --set mechanism.drivers.0.speed='-200 rpm'
# a table there and back
driver='{body: crank, angle: {table: [[0, 0], [1, 11 deg], [2, 0]], shape: hermite}}'
until='run={until: 2 s}'
run 0 check lock.yaml --set "mechanism.drivers.0=$driver" --set "$until"
refused 2 'with crank at 11.54 deg' check lock.yaml --set "$until" \
    --set "mechanism.drivers.0=$(echo "$driver" | sed 's/11 deg/13 deg/')"

# dead points that are touched, and rods that are a little too short
for length in 50 50.001 49.99999999 300; do
    rod $length
    run 0 check lock.yaml
done
rod 49.4
refused 2 'beyond that, and its clearance of 0.0005 m ends with crank at' check lock.yaml
rod 49.7
run 0 run lock.yaml --set run.turns=0.5 --set run.skip=0 --set run.shadow=false
tr -s ' \n' ' ' <"$out" >lock.text
label='a note about the clearance'
if grep -q 'beyond crank at 83.7[0-9]* deg: joint pin has to open by 0.[23][0-9]* mm' lock.text
then pass; else fail "$(cat lock.text)"; fi

# the points of a sweep that lock have the status of their own
rod 10
cat >>lock.yaml <<'END'
sweep:
  parameters: [{path: mechanism.joints.1.at.1.0, values: [-300 mm, -10 mm, -200 mm]}]
  results: [joints.pin.max_force]
END
run 0 run lock.yaml --set run.turns=0.2 --set run.skip=0 --out lock.out --quiet
label='a sweep with a point that locks'
if [ "$(grep -c 'the linkage locks' lock.out/series.csv lock.out/summary.json |
    awk -F: '{ n += $2 } END { print n }')" -gt 0 ]; then pass; else fail 'is silent'; fi
