# shellcheck shell=sh disable=SC2154,SC2034
# Dents of a bearing: keys, results, notes and files.

# the slider-crank with a soft bearing, two turns
soft='{name: soft, young: 65 GPa, poisson: 0.33, yield: 30 MPa}'
sed "s/, name: pin,/, name: pin, memory: kept, sectors: 720,/
    s/law: lan[a-z-]*, restitution: 0.46/law: ma-liu/
    s/material: steel/materials: [steel, soft]/; s/^materials:/&\n  - $soft/
    s/turns: 4, skip: 2/turns: 2, skip: 0/; s/poisson: 0.3}/poisson: 0.3, yield: 1 GPa}/" \
    slider-crank.yaml >dents.yaml
run 0 run dents.yaml --json --quiet
cp "$out" dents.json
label='dents of a soft bearing'
count=$(jq '.joints.pin.dents | length' dents.json)
between "$label" "$count" 5 720
# the deepest of the list, ascending, each in the middle of its sector
if jq -e '.joints.pin | .max_dent == ([.dents[].depth] | max) and .max_dent > 0
    and .clearance_after > 5e-4 and .slid_over_sectors <= .impact_count
    and ([.dents[].angle] | . == sort)
    and all(.dents[]; (.angle * 360 / 3.141592653589793) as $k
        | ($k - ($k | round) | fabs) < 1e-9)' \
    dents.json >/dev/null
then pass; else fail "$(jq -c .joints.pin.dents dents.json | cut -c 1-200)"; fi
label='a soft bearing yields at more than its first touch'
plastic=$(jq .energy.plastic dents.json)
run 0 run dents.yaml --json --quiet --set mechanism.joints.3.sectors=1
if jq -e "(.joints.pin.dents | length) == 1 and .energy.plastic < 0.6 * $plastic" "$out" >/dev/null
then pass; else fail "$(jq -c '[.joints.pin.dents, .energy.plastic]' "$out") of $plastic"; fi
label='the default is kept, 720'
sed 's/ memory: kept, sectors: 720,//' dents.yaml >default.yaml
run 0 run default.yaml --json --quiet
if jq -e --slurpfile other dents.json '.joints == $other[0].joints' "$out" >/dev/null
then pass; else fail 'gives something else'; fi
label='fresh material keeps no dents'
run 0 run dents.yaml --json --quiet --set mechanism.joints.3.memory=fresh
if jq -e '.joints.pin | .dents == [] and .max_dent == 0' "$out" >/dev/null
then pass; else fail "$(jq -c .joints.pin.max_dent "$out")"; fi
label='copies have dents of their own'
run 0 run dents.yaml --json --quiet --set run.ensemble=3
if jq -e '.ensemble.joints.pin | .max_dent.mean > 0 and .slid_over_sectors.mean > 0' "$out" \
    >/dev/null; then pass; else fail "$(jq -c .ensemble.joints.pin "$out")"; fi
label='a law without dents says nothing of them'
run 0 run slider-crank.yaml --json --quiet --set run.turns=0.2 --set run.skip=0
if jq -e '.joints.pin | has("dents") or has("max_dent") | not' "$out" >/dev/null
then pass; else fail "$(jq -c '.joints.pin | keys' "$out")"; fi

run 0 run dents.yaml --out dents.out
tr -s ' \n' ' ' <"$out" >dents.text
label='notes about dents'
if grep -q 'The bearing of pin has [0-9]* dents. The deepest, [0-9.]* .*m at' dents.text &&
    grep -q 'of pin slid out of the sector in which they began (one of 720, 0.5 deg wide)' \
        dents.text; then pass; else fail "$(cat dents.text)"; fi
label='a contact wider than its sector is said'
if grep -q 'The largest contact in pin is about [0-9.]* mm wide, [0-9.]* times a sector' dents.text
then pass; else fail "$(cat dents.text)"; fi
# one sector is as wide as the bearing: no contact is wider
run 0 run dents.yaml --set mechanism.joints.pin.sectors=1
if grep -q 'times a sector' "$out"; then fail 'a note without need'; else pass; fi
label='a bearing that does not yield has no notes about dents'
sed 's/yield: 30 MPa/yield: 300 GPa/; s/yield: 1 GPa/yield: 300 GPa/' dents.yaml >hard.yaml
run 0 run hard.yaml --json --quiet
if jq -e '.joints.pin | .dents == [] and .slid_over_sectors > 0' "$out" >/dev/null
then pass; else fail "$(jq -c .joints.pin "$out" | cut -c 1-200)"; fi
run 0 run hard.yaml
if grep -q 'slid out\| dents\{0,1\}[ .]' "$out"; then fail 'has some'; else pass; fi
label='files of dents'
if [ "$(head -n 1 dents.out/dents.csv)" = 'joint,angle [rad],depth [m]' ] &&
    [ "$(wc -l <dents.out/dents.csv)" -eq $((count + 1)) ] &&
    grep -q '"dents":\[\[' dents.out/report.html
then pass; else fail 'are not there'; fi

# keys
refused 2 "memory is 'new'; it must be fresh or kept" check dents.yaml \
    --set mechanism.joints.3.memory=new
refused 2 'sectors is 0; it must lie in 1..' check dents.yaml \
    --set mechanism.joints.3.sectors=0
refused 2 'memory has no effect in a revolute joint; leave it out' check dents.yaml \
    --set mechanism.joints.0.memory=kept
refused 2 'sectors has no effect in a translational joint; leave it out' check dents.yaml \
    --set mechanism.joints.2.sectors=10
