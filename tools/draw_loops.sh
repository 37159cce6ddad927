#!/usr/bin/env bash
# Draw docs/loops/NAME.svg for every law: force against indentation over the impact of
# scenarios/choosing, loading and unloading. Needs jq.
#
#     tools/draw_loops.sh [BUILD_DIRECTORY]

set -eu
cd "$(dirname "$0")/.."
program=${1:-build/release}/dashpot
[ -x "$program" ] || { echo "draw_loops: there is no $program; run make build first" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"  # a path without gnuplot: of a run only its series is wanted

pair='modulus: 1e11, radius: 0.01, yield: 1e9'
bearing='modulus: 1e11, yield: 1e8, bearing_radius: 0.01, clearance: 1e-4, length: 0.01'
exact=(--set modulus=1e11 --set radius=0.01 --set mass=0.01 --set approach=1)

impact() { PATH=$work/bin "$program" run scenarios/choosing/impact.yaml "$@" 2>/dev/null; }

# One curve of the picture: its contact, speed [m/s] and label; %s in the label is the restitution.
# Rows are so close, 4000 to an impact, that jumps stand upright and tips keep their form;
# draw_loops.awk leaves out what a line does not need.
curve() {
    local out=$work/run every
    local changes=(--set impact.contact="{$1}" --set impact.bodies.0.velocity="$2")
    every=$(impact "${changes[@]}" --json | jq .duration/4000)
    impact "${changes[@]}" --set output.every="$every" --out "$out" --force --quiet
    # shellcheck disable=SC2059  # the format is ours
    printf "# $3\n" "$(jq -r '.restitution' "$out/summary.json")" >>"$work/curves"
    awk -F, 'NR > 1 {print $2*1e6, $4/1000}' "$out/series.csv" >>"$work/curves"
}

# The curves so far as one picture. Written here and not by gnuplot, whose files are three times as
# large and differ from version to version.
draw() {
    awk -v title="$2" -f tools/draw_loops.awk "$work/curves" >"docs/loops/$1.svg"
    rm "$work/curves"
}

# Laws that are asked for a restitution.
asked() {
    for e in $3; do
        curve "law: $1, restitution: $e, $2" 1 "asked for $e: %.3f delivered"
    done
    draw "$1" "$1, 1 m/s"
}

# 0.0321, 1144, 9.26e+04
rounded() { awk -v v="$1" 'BEGIN {printf((v >= 100 && v < 1e4 ? "%.0f" : "%.3g"), v)}'; }

# Laws with a damping constant of their own: the ones that deliver 0.9, 0.6 and 0.3 here.
tuned() {
    local name=$1 key=$2 unit=$3 more=$4 value note=''
    [[ $more != *ramp* ]] || note=', ramp 1 µm'
    for e in 0.9 0.6 0.3; do
        value=$("$program" restitution --law "$name" --exact $e "${exact[@]}" "${@:5}" --json |
            jq -r ".$key")
        curve "law: $name, $more, $key: $value" 1 \
            "$key $(rounded "$value") $unit: %.3f delivered"
    done
    draw "$name" "$name, 1 m/s$note"
}

# Laws that know the material only: three speeds.
sped() {
    for v in 2 5 10; do
        curve "law: $1, $2" "$v" "$v m/s: %.3f delivered"
    done
    draw "$1" "$1, three speeds"
}

mkdir -p docs/loops
hertz='modulus: 1e11, radius: 0.01'
spring='stiffness: 1e9'
for name in $("$program" laws --json | jq -r '.[].name'); do
    case $name in
    hertz) asked "$name" "$hertz" '1 0.6 0.3' ;;
    anagnostopoulos | mahmoud-jankowski | ye-kelvin | pant-wijeyewickrema | walton-braun)
        asked "$name" "$spring" '0.9 0.6 0.3' ;;
    kelvin-voigt) tuned "$name" damping 'N s/m' "$spring" --set stiffness=1e9 ;;
    kuwabara-kono | azad-featherstone) tuned "$name" damping 'N s/m^1.5' "$hertz" ;;
    schwager-poschel) tuned "$name" damping 'N s/m^1.65' "$hertz" ;;
    ristow) tuned "$name" damping 'N s/m' "$hertz" ;;
    lee-herrmann) tuned "$name" damping '1/s' "$hertz" ;;
    adams-impact)
        tuned "$name" max_damping 'N s/m' "$hertz, ramp: 1e-6" --set ramp=1e-6 ;;
    power) tuned "$name" damping 'N s/m^2.5' "$hertz" ;;
    ma-liu | thornton | jackson-green | ghaednia | kogut-etsion | chang-etsion-bogy | \
        zhao-maietta-chang) sped "$name" "$pair" ;;
    wang-dashpot | wang-kelvin-voigt) asked "$name" "$pair" '0.9 0.6 0.3' ;;
    peng)
        for mode in elastic-damped elastic-plastic elastic-plastic-damped; do
            curve "law: peng, $bearing, restitution: 0.9, mode: $mode" 5 "$mode: %.3f delivered"
        done
        draw peng 'peng asked for 0.9, 5 m/s, yield stress 100 MPa' ;;
    liu-winkler | johnson-cylinder | pereira | radzimovsky)
        asked "$name" "$bearing" '1 0.6 0.3' ;;
    bai-zhao | lankarani-cylinder) asked "$name" "$bearing" '0.9 0.6 0.3' ;;
    *) asked "$name" "$hertz" '0.9 0.6 0.3' ;;
    esac
done
echo "docs/loops: $(find docs/loops -name '*.svg' | wc -l) pictures drawn"
