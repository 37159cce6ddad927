#!/usr/bin/env bash
# Write docs/choosing.md: prose from tools/choosing_template.md, every table from runs made here. A
# line "@name" of the template is replaced by what table_name prints. Needs jq, python3
# and gnuplot.
#
#     tools/write_choosing.sh [BUILD_DIRECTORY]

set -eu
cd "$(dirname "$0")/.."
program=${1:-build/release}/dashpot
if ! [ -x "$program" ]; then
    echo "write_choosing: there is no $program; run make build first" >&2
    exit 1
fi
scenarios=scenarios/choosing

ball='modulus: 1e11, radius: 0.01'
spring='stiffness: 1e9'

linear_laws='anagnostopoulos mahmoud-jankowski ye-kelvin pant-wijeyewickrema'
ball_laws='hunt-crossley herbert-mcwhannell lee-wang lankarani-nikravesh gonthier zhiying-qishao
    flores gharib-hurmuzlu hu-guo carvalho-martins zhang-2020 safaeifar-farshidianfar wang-elastic
    exact-restitution tsuji jankowski poursina-nikravesh'

# The contact of a law that is asked for a restitution, without the restitution.
pair_of() {
    case " $linear_laws walton-braun kelvin-voigt " in
    *" $1 "*) echo "law: $1, $spring" ;;
    *) echo "law: $1, $ball" ;;
    esac
}

impact() { "$program" run $scenarios/impact.yaml --set impact.contact="{$1}" "${@:2}" --json; }
drop() { "$program" run $scenarios/drop.yaml --set bounce.contact="{$1}" "${@:2}" --json; }
force() { "$program" force "$@" --json | jq .force; }

# Requests 0.01 to 0.99 of one law, as rows of JSON.
requests() {
    impact "$(pair_of "$1"), restitution: 0.5${2:+, $2}" --set sweep="{parameters: [{path:
        impact.contact.restitution, from: 0.01, to: 0.99, count: 99, name: e}],
        results: [restitution]}"
}

# Stretches of the requests that are met to a part of the request, and the worst request.
met='
def stretches(part):
    [.table[] | select(.restitution != null) | select((.restitution - .e | fabs) <= part*.e)
     | (.e*100 | round)] as $ok
    | if ($ok | length) == 0 then "nowhere"
      elif ($ok | length) == (.table | length) then "all"
      else reduce $ok[] as $n ([]; if length > 0 and .[-1][1] == $n - 1
                                   then .[-1][1] = $n else . + [[$n, $n]] end)
          | map("\(.[0]/100)..\(.[1]/100)") | join(", ") end;
(.table | max_by((.restitution - .e | fabs))) as $worst
| (if ($worst.restitution - $worst.e | fabs) < 1e-6 then "exact"
   else "\($worst.e) → \($worst.restitution*1000 | round/1000)" end) as $off
| "\(stretches(0.01)) | \(stretches(0.05)) | \($off)"'

table_requests() {
    echo "| law | met to 1 % | met to 5 % | worst: request → delivered |"
    echo "|---|---|---|---|"
    for law in $ball_laws $linear_laws walton-braun; do
        printf '| [%s](laws.md#%s) | %s |\n' "$law" "$law" "$(requests "$law" | jq -r "$met")"
    done
    for law in tsuji anagnostopoulos; do
        printf '| %s, `tension: allow` | %s |\n' "$law" \
            "$(requests "$law" 'tension: allow' | jq -r "$met")"
    done
}

# Of the laws that the first table recommends, those whose formula is not certain.
table_likely() {
    local law likely=''
    for law in $(sed -n '/^## In short/,/^## 1/p' tools/choosing_template.md |
        grep -oE 'laws\.md#[a-z0-9-]+' | sed 's/.*#//' | sort -u); do
        [ "$("$program" law "$law" --json | jq -r .confidence)" = likely ] || continue
        likely="$likely${likely:+, }[$law](laws.md#$law)"
    done
    echo "The formulas of $likely are *likely*, not certain; their entries in laws.md say why."
}

table_restitution() { python3 tools/write_laws.py "$program" restitution; }

# Peak force, duration, jump at the touch and tension of an impact, over those of an elastic one.
measure() {
    local contact=$1 elastic=$2
    jq -rn --argjson run "$(impact "$contact")" --argjson elastic "$elastic" --argjson touch "$3" '
        def two: .*100 | round/100;
        [($run.max_force/$elastic.max_force | two),
         ($run.duration/$elastic.duration | two),
         (if $touch > 1e-3*$run.max_force
          then "\($touch/$run.max_force*100 | round) %" else "none" end),
         (if $run.tension_seen then "yes" else "no" end)] | @tsv'
}

# "law: x, stiffness: 1e9" as options: --set stiffness=1e9
set_of() { tr ',' '\n' <<<"$1" | sed -n -e '/law:/d' -e 's/^ *\([a-z_]*\): */--set \1=/p'; }

# Force at hardly any depth and the full approach speed: what the surfaces feel at the touch.
touch_force() {
    # shellcheck disable=SC2046  # words
    force --law "$1" $(set_of "$2") --set mass=0.01 --set approach=1 --delta 1e-20 --rate 1
}

# The contact of a law whose own parameter is such that it delivers e; nothing where none does.
tuned() {
    local law=$1 pair=$2 e=$3 key
    key=$("$program" law "$law" --json | jq -r .tune)
    # shellcheck disable=SC2046  # words
    "$program" restitution --law "$law" --exact "$e" $(set_of "law: x, $pair") --set mass=0.01 \
        --set approach=1 --json 2>/dev/null |
        jq -r --arg key "$key" --arg contact "law: $law, $pair" \
            '"\($contact), \($key): \(.[$key])"'
}

print_measures() {
    local law=$1 pair=$2 elastic=$3 e contact row peaks='' times='' tail=''
    for e in 0.9 0.5 0.1; do
        contact=$(tuned "$law" "$pair" $e)
        if [ -z "$contact" ]; then
            peaks="$peaks – |" times="$times – |"
            continue
        fi
        row=$(measure "$contact" "$elastic" "$(touch_force "$law" "$contact")")
        IFS=$'\t' read -r peak time jump pull <<<"$row"
        peaks="$peaks $peak |" times="$times $time |"
        [ $e != 0.5 ] || tail="$jump | $pull"
    done
    echo "| $law${4:+, $4} |$peaks$times $tail |"
}

table_impacts() {
    local hertz linear law
    hertz=$(impact "law: hertz, $ball")
    linear=$(impact "law: walton-braun, $spring, restitution: 1")
    echo "| law | F 0.9 | F 0.5 | F 0.1 | T 0.9 | T 0.5 | T 0.1 | jump at touch, 0.5 | pulls |"
    echo "|---|---|---|---|---|---|---|---|---|"
    for law in exact-restitution jankowski tsuji kuwabara-kono schwager-poschel ristow \
        poursina-nikravesh; do
        print_measures "$law" "$ball" "$hertz"
    done
    print_measures tsuji "$ball, tension: allow" "$hertz" 'tension allowed'
    print_measures adams-impact "$ball, ramp: 1e-6" "$hertz" 'ramp 1 µm'
    for law in kelvin-voigt mahmoud-jankowski ye-kelvin walton-braun; do
        print_measures "$law" "$spring" "$linear"
    done
}

# Speeds over the one that first yields: v_y^2 = (4/5) K d_y^(5/2)/m, d_y = (pi p_y/(2E))^2 R,
# p_y = 1.61 times the yield stress.
table_plastic() {
    local ratios='0.5 1 2 5 10 20 50 100' vy law
    vy=$(awk 'BEGIN {pi = 3.14159265358979; E = 1e11; R = 0.01; d = (pi*1.61e9/(2*E))^2*R
        printf "%.6g", sqrt(0.8*4/3*E*sqrt(R)*d^2.5/0.01)}')
    printf '| speed over yield speed (%.3g m/s) |' "$vy"
    for r in $ratios; do printf ' %s |' "$r"; done
    printf '\n|---|---|---|---|---|---|---|---|---|\n'
    for law in 'ma-liu' 'ma-liu, epsilon: 20' 'thornton'; do
        printf '| %s |' "$law"
        for r in $ratios; do
            printf ' %.3f |' "$(impact "law: $law, $ball, yield: 1e9" --set \
                impact.bodies.0.velocity="$(awk "BEGIN {print $vy*$r}")" | jq .restitution)"
        done
        echo
    done
}

table_memory() {
    echo "| law | contact | restitution of impacts 1, 2, 3, 4 |"
    echo "|---|---|---|"
    for law in ma-liu thornton walton-braun; do
        for memory in kept fresh; do
            case $law in
            walton-braun) contact="law: $law, $spring, restitution: 0.5" ;;
            *) contact="law: $law, $ball, yield: 1e9" ;;
            esac
            printf '| %s | %s | %s |\n' "$law" "$memory" "$(drop "$contact" --set \
                bounce.memory=$memory --set bounce.velocity=10 |
                jq -r '[.impacts[:4][] | .speed_out/.speed_in*1000 | round/1000 | tostring]
                    | join(", ")')"
        done
    done
}

# Force 5 um deep in a bearing of 10 mm, for several clearances; the last rows are Hertz's formula
# with the conformal radius, which knows no length.
table_conformal() {
    local clearances='0.01 0.02 0.05 0.1 0.2 0.5 1' c law cell
    printf '| force [N] at clearance [mm] |'
    for c in $clearances; do printf ' %s |' "$c"; done
    printf '\n|---|---|---|---|---|---|---|---|\n'
    for law in liu-winkler johnson-cylinder radzimovsky pereira lankarani-cylinder; do
        printf '| %s |' $law
        for c in $clearances; do
            more=(--set length=0.01)
            [ $law = lankarani-cylinder ] && more=(--set restitution=1 --set approach=1)
            cell=$(force --law $law --set modulus=1e11 --set bearing_radius=0.01 "${more[@]}" \
                --set clearance="$c mm" --delta 5e-6 --rate 0 2>/dev/null) || cell=null
            if [ "$cell" = null ]; then printf ' – |'; else printf ' %.0f |' "$cell"; fi
        done
        echo
    done
    for law in liu-winkler johnson-cylinder; do
        printf '| Hertz over %s |' $law
        for c in $clearances; do
            radius=$(awk "BEGIN {print 0.01*(0.01 - $c*1e-3)/($c*1e-3)}")
            hertz=$(force --law hertz --set modulus=1e11 --set radius="$radius" --delta 5e-6 \
                --rate 0)
            bed=$(force --law $law --set modulus=1e11 --set bearing_radius=0.01 --set length=0.01 \
                --set clearance="$c mm" --delta 5e-6 --rate 0)
            printf ' %s |' "$(awk "BEGIN {printf \"%.2f\", $hertz/$bed}")"
        done
        echo
    done
}

# The laws beside the exact solution; tools/conformal says how that is made.
compare() { python3 tools/conformal/compare.py "$program" "$@"; }
table_conformal_reference() { compare reference; }
table_conformal_errors() { compare errors; }
table_conformal_ranges() { compare ranges; }
table_conformal_paper() { compare paper; }
table_conformal_figure() {
    compare figure docs/conformal.svg
    echo '![forces of the laws over the exact one](conformal.svg)'
}

table_rest() {
    local law e=0.5 ideal
    ideal=$(awk "BEGIN {print 2*1/9.81*$e/(1 - $e)}")
    printf '| law | comes to rest after [s] | over ideal bounces (%.3f s) | impacts counted |\n' \
        "$ideal"
    echo "|---|---|---|---|"
    for law in exact-restitution lankarani-nikravesh flores tsuji jankowski poursina-nikravesh \
        ye-kelvin mahmoud-jankowski walton-braun ma-liu hertz; do
        case $law in
        ma-liu) contact="law: $law, $ball, yield: 1e9" ;;
        hertz) contact="law: $law, $ball" ;;
        *) contact="$(pair_of $law), restitution: $e" ;;
        esac
        drop "$contact" | jq -r --arg law $law --argjson ideal "$ideal" '
            "| \($law)"
            + " | \(if .rest_time then .rest_time*1000 | round/1000
                   else "still bounces at 10 s" end)"
            + " | \(if .rest_time then (.rest_time/$ideal*100 | round/100) else "–" end)"
            + " | \(.impacts | length) |"'
    done
}

# Set down at 1 um/s under its weight. Rows without a floor do not divide by the approach speed.
table_set_down() {
    local weight=0.0981 law floor contact out
    echo "| law, 0.5 | approach_floor | peak over weight | first at its deepest after | ends |"
    echo "|---|---|---|---|---|"
    for law in exact-restitution lankarani-nikravesh poursina-nikravesh tsuji jankowski hertz; do
        floors='0.01 0.001 0.0001 0.00001 0.000001'
        case $law in tsuji | jankowski | hertz) floors=default ;; esac
        for floor in $floors; do
            contact="law: $law, $ball, restitution: 0.5"
            [ $law = hertz ] && contact="law: $law, $ball"
            [ "$floor" = default ] || contact="$contact, approach_floor: $floor"
            if [ "$floor" = default ]; then label=–; else
                label="$(awk "BEGIN {print $floor*1000}") mm/s"; fi
            if out=$(impact "$contact" --set impact.force=$weight \
                --set impact.bodies.0.velocity=1e-6 2>&1); then
                jq -r --arg law $law --arg floor "$label" --argjson w $weight '
                    "| \($law) | \($floor) | \(.max_force/$w*100 | round/100)"
                    + " | \(.time_of_max_indentation*1e6 | round/1000) ms"
                    + " | \(if .at_rest then "rests" else "bounces for ever" end) |"' <<<"$out"
            else
                out=$(sed -e 's/.*: //' -e 's/ after .*//' <<<"$out")
                echo "| $law | $label | – | – | not computed: $out |"
            fi
        done
    done
}

table_speeds() {
    local law pair contact v
    printf '| law, 0.6 at 1 m/s | 0.01 m/s | 0.1 m/s | 1 m/s | 10 m/s |\n|---|---|---|---|---|\n'
    for law in kelvin-voigt kuwabara-kono ristow schwager-poschel adams-impact; do
        pair=$ball
        [ $law != kelvin-voigt ] || pair=$spring
        [ $law != adams-impact ] || pair="$ball, ramp: 1e-6"
        contact=$(tuned $law "$pair" 0.6)
        printf '| %s |' $law
        for v in 0.01 0.1 1 10; do
            printf ' %.3f |' "$(impact "$contact" --set impact.bodies.0.velocity=$v |
                jq .restitution)"
        done
        echo
    done
}

while IFS= read -r line; do
    case $line in
    @*) "table_${line#@}" ;;
    *) printf '%s\n' "$line" ;;
    esac
done <tools/choosing_template.md >docs/choosing.md.new
mv docs/choosing.md.new docs/choosing.md
echo "docs/choosing.md written"
