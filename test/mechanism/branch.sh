# shellcheck shell=sh disable=SC2154,SC2016,SC2034
# Which branch of its loops a linkage starts on, and on which one it leaves a singular position.

# bars A B C D: a four-bar of rods of 1 kg; crank a, coupler b, rocker c from (D, 0); bob hangs on b
bars() {
    awk -v a="$1" -v b="$2" -v c="$3" -v d="$4" '
    function body(name, l) {
        printf "    - {name: %s, mass: 1, inertia: %.17g}\n", name, l * l / 12
    }
    function pin(first, second, x, y) {
        printf "    - {type: revolute, between: [%s, %s], ", first, second
        printf "at: [[%.17g, 0], [%.17g, 0]]}\n", x, y
    }
    BEGIN {
        print "dashpot: 1\nkind: mechanism\nmechanism:\n  bodies:"
        body("a", a); body("b", b); body("c", c); body("bob", 1)
        print "  joints:"
        pin("ground", "a", 0, -a / 2); pin("a", "b", a / 2, -b / 2); pin("b", "c", b / 2, c / 2)
        pin("ground", "c", d, -c / 2); pin("b", "bob", 0, -0.5)
        print "  watch: [a.angle, b.angle, c.angle]\nrun: {until: 0.01 s}"
    }'
}

# given NAMES: the values that were kept
given() {
    label="given: $1"
    if [ "$(jq -r '.start.given | keys | join(" ")' "$out")" = "$1" ]
    then pass; else fail "$(jq -c .start.given "$out")"; fi
}

# starts NAME DEGREES: the start of a derived or given angle
starts() {
    label="$1 starts at $2 deg"
    if jq -e --arg name "$1.angle" --argjson at "$2" \
        '(.start.given + .start.derived)[$name] * 180 / 3.141592653589793 - $at |
            fabs < 1e-4' "$out" >/dev/null
    then pass; else fail "$(jq -c .start "$out")"; fi
}

# hints COUNT: so many notes of angles that only chose the branch
hints() {
    label="$1 hints"
    if [ "$(jq '[.notes[] | select(contains("only chose the branch"))] | length' "$out")" = "$1" ]
    then pass; else fail "$(jq -c .notes "$out")"; fi
}

# The rocker of a = 0.4, b = 1, c = 0.8, d = 1 at a = 60 deg, open and crossed, from the triangle of
# the diagonal to the tip of the crank: 83.2514 and -130.0779 deg; the coupler 26.6184 and -73.4449.
bars 0.4 1 0.8 1 >bars.yaml
motor='mechanism.drivers=[{body: a, speed: 10}]'

# angles by themselves that a driver decides: the branch, and a note with both angles
run 0 run bars.yaml --json --set "$motor" --set 'mechanism.start={a: 60 deg, c: 100 deg}'
given a.angle
starts c 83.2514
hints 1
notes 'c starts at 83.2514 deg, not at the 100 deg under `start`: the joints and the drivers'
run 0 run bars.yaml --json --set "$motor" --set 'mechanism.start={a: 60 deg, c: -100 deg}'
starts c -130.0779
run 0 run bars.yaml --json --set "$motor" \
    --set 'mechanism.start={b: 20 deg, c: 100 deg, a: 60 deg}'
starts b 26.6184
hints 2
# what agrees is kept; what hangs on the linkage is free, and kept
run 0 run bars.yaml --json --set "$motor" \
    --set 'mechanism.start={a: 60 deg, bob: -80 deg, c: 100 deg, b: 0.464579554313}'
given 'a.angle b.angle bob.angle'
hints 1
run 0 run bars.yaml --json --set "$motor" \
    --set 'mechanism.start={a: 60 deg, bob: {angle: -80 deg, omega: 2}, c: 100 deg}'
given 'a.angle bob.angle bob.omega'
run 0 run bars.yaml --json --set "$motor" --set 'mechanism.start={bob: -80 deg, a: 60 deg}'
given 'a.angle bob.angle'
hints 0

# angles that no driver decides are refused, and so are those that insist
refused 2 'body c: its start has angle = 1.74532925199 rad, but the joints, with a.angle' \
    check bars.yaml --set 'mechanism.start={a: 60 deg, c: 100 deg}'
refused 2 'body c: its start has angle = 1.74532925199 rad, but the joints and the driver' \
    check bars.yaml --set "$motor" --set 'mechanism.start={a: 60 deg, c: {angle: 100 deg}}'
refused 2 'it is 1.047197551 rad there and 0.872664626 rad in the driver' check bars.yaml \
    --set 'mechanism.drivers=[{body: a, angle: [50 deg, 10]}]' \
    --set 'mechanism.start={a: 60 deg, c: 100 deg}'
# a driver elsewhere decides nothing here
refused 2 'body c: its start has angle = 1.74532925199 rad, but the joints and the driver' \
    check bars.yaml --set 'mechanism.drivers=[{body: bob, speed: 10}]' \
    --set 'mechanism.start={a: 60 deg, c: 100 deg}'
refused 2 'body b: its start has angle' check bars.yaml \
    --set 'mechanism.drivers=[{body: bob, speed: 10}]' \
    --set 'mechanism.start={c: 100 deg, b: 10 deg, a: 60 deg}'
# the same with a loose pin: what closes it is meant
run 0 run "$shipped/four-bar-clearance.yaml" --json --set run='{until: 1 ms, shadow: false}' \
    --set 'mechanism.start={crank: 20 deg, coupler: 30 deg, rocker: 100 deg}' \
    --set 'mechanism.near={}'
given crank.angle
hints 2

# A parallelogram that lies flat: the speeds choose between omega_c = omega_a and, crossed,
# omega_c = -omega_a (b + a)/(b - a); others belong to no branch.
bars 0.4 1 0.4 1 >flat.yaml
# flat SPEED SIGN: with this speed of the rocker the coupler turns with that sign afterwards
flat() {
    run 0 run flat.yaml --json \
        --set "mechanism.start={a: {angle: 0, omega: 2}, c: {angle: 0, omega: $1}}"
    label="a flat start with omega_c = $1"
    if jq -e --argjson sign "$2" '.channels["b.angle"] |
        if $sign == 0 then .max < 1e-9 and .min > -1e-9 else .min < -0.01 and .max < 1e-9 end' \
        "$out" >/dev/null
    then pass; else fail "$(jq -c '.channels' "$out")"; fi
}
flat 2 0
flat -4.666666666666667 -1
for speeds in 'c: {angle: 0, omega: -1}' 'c: 0'; do
    refused 3 'in a singular position at t = 0 s: joint joint3 loses its hold there, and the' \
        run flat.yaml --quiet --set "mechanism.start={a: {angle: 0, omega: 2}, $speeds}"
done

# positions that are passed: the summary and a note
run 0 run flat.yaml --json --set "$motor" --set run.until=2 \
    --set 'mechanism.start={a: 60 deg, c: 60 deg}'
label='singular positions of a driven parallelogram'
# the first after 120 deg at 10 rad/s, then one every half turn: 6 in 20 rad
if jq -e '.singular_positions | .count == 6 and (.first.time - 0.2094395 | fabs) < 1e-5 and
    (.first.joint | type) == "string"' "$out" >/dev/null
then pass; else fail "$(jq -c .singular_positions "$out")"; fi
notes 'The motion passed 6 singular positions, the first at 0.20943'
notes 'they have no extremes, mean or rms'
run 0 run bars.yaml --json --set "$motor" --set run.until=0.5 --set 'mechanism.start={a: 60 deg}'
label='none is passed'
if [ "$(jq -c .singular_positions "$out")" = '{"count":0,"first":null}' ]
then pass; else fail "$(jq -c .singular_positions "$out")"; fi
