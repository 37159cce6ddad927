# shellcheck shell=sh disable=SC2154
# Every law of the catalogue in the loose pin, for a turn.

# what a law wants beyond its name and the materials
parameters() {
    case $1 in
    hertz | ma-liu | thornton) ;;
    jackson-green | ghaednia | kogut-etsion | chang-etsion-bogy | zhao-maietta-chang) ;;
    kelvin-voigt) echo ', stiffness: 1e10, damping: 1000' ;;
    anagnostopoulos | ye-kelvin | pant-wijeyewickrema | mahmoud-jankowski)
        echo ', stiffness: 1e10, restitution: 0.8' ;;
    kuwabara-kono | ristow | lee-herrmann | schwager-poschel | azad-featherstone | power)
        echo ', damping: 1000' ;;
    walton-braun) echo ', loading_stiffness: 1e9, restitution: 0.8' ;;
    liu-winkler | johnson-cylinder | pereira | radzimovsky) echo ', length: 20 mm' ;;
    peng) echo ', length: 20 mm, restitution: 0.8' ;;
    adams-impact) echo ', stiffness: 6e10, exponent: 1.5, max_damping: 1000, ramp: 1 um' ;;
    *) echo ', restitution: 0.8' ;;
    esac
}

sed 's/poisson: 0.3/poisson: 0.3, density: 7800, yield: 300 MPa/' slider-crank.yaml >laws.yaml
"$program" laws --json | sed -n 's/^ \{4\}"name": "\([a-z0-9-]*\)",*$/\1/p' >names
if [ "$(wc -l <names)" -ge 40 ]; then pass; else fail 'fewer than 40 laws'; fi
while read -r law; do
    json run laws.yaml --set run.turns=1 --set run.skip=0 --set run.shadow=false \
        --set mechanism.joints.3.contact="{law: $law$(parameters "$law")}"
    # each loss is integrated from its own rate, so the balance tells of any of them
    equal "$law, energy" "$(value error)" 0 1e-8
    between "$law, impacts" "$(value impact_count)" 1 1000
done <names

# every touch has the restitution of its own speed; stiff, but soft to waves
sed 's/young: 207 GPa, poisson: 0.3/young: 2 MPa, poisson: 0.3, density: 7800/' \
    slider-crank.yaml >follows.yaml
json run follows.yaml --set run.turns=1 --set run.skip=0 --set run.shadow=false \
    --set 'mechanism.joints.3.contact={law: lankarani-nikravesh, restitution_from: waves,
        modulus: 114 GPa}'
asked approach_speed "$(calculate 'sqrt(2e6 / 7800)')" 0.3
equal 'follows, energy' "$(value error)" 0 1e-8
# copies and the shadow have contacts of their own
json run follows.yaml --set run.turns=0.2 --set run.skip=0 --set run.ensemble=2 \
    --set 'mechanism.joints.3.contact={law: lankarani-nikravesh, restitution_from: waves,
        modulus: 114 GPa}'
asked approach_speed "$(calculate 'sqrt(2e6 / 7800)')" 0.3
