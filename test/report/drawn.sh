# shellcheck shell=sh disable=SC2154
# What is drawn of every shipped scenario, in the page and by gnuplot's scripts, agrees with its
# tables. Long runs are cut short: they have the same plots.

mkdir -p drawn nothing

# draw NAME ARGUMENT...: the folder of that name. Without gnuplot its scripts and data are written
# all the same; it draws where curves have pieces.
draw() {
    name=$1
    shift
    label="drawn: $name"
    case $name in
    cam* | four-bar* | slider* | 000-fig* | 004-f* | fit-trace* | own* | compare) path=$PATH ;;
    *) path=$PWD/nothing ;;
    esac
    if env "PATH=$path" "$program" "$@" --out "drawn/$name" --quiet 2>"$err"
    then pass; else fail "$(head -n 1 "$err")"; fi
}
for file in "$scenarios"/*.yaml "$scenarios"/*/*.yaml; do
    name=$(echo "${file#"$scenarios"/}" | tr / -)
    set --
    case $name in
    000-fig* | 004-fig* | slider-crank* | four-bar*)
        set -- --set run.turns=1.5 --set run.skip=0.5 ;;
    esac
    case $name in
    000-fig* | 004-fig* | slider-crank-5*) set -- "$@" --set run.ensemble=2 ;;
    000-hop* | 002-hor* | 002-hop* | 002-ver*) set -- --set 'run.until=100 us' ;;
    solitary* | crosscheck-chain*) set -- --set 'run.until=100 us' ;;
    fit-golf* | fit-zhang*) set -- --set 'fit.laws=[thornton, tsuji]' ;;
    fit-kharaz*) set -- --set impact.contact.friction.law=coulomb ;;
    sweeps-angle*) set -- --set sweep.parameters.0.count=3 --set sweep.parameters.1.count=4 ;;
    sweeps-journal*) set -- --set sweep.parameters.0.count=5 --set sweep.parameters.1.count=5 ;;
    sweeps-plastic*) set -- --set sweep.parameters.1.count=9 ;;
    esac
    draw "$name" run "$file" "$@"
done
draw compare compare "$scenarios/steel-ball.yaml" --laws hertz,flores,tsuji
# a chain that holds its energy in contacts alone, one that is pressed and driven, maps with runs
# that fail, flat and steep throws
cat >still.yaml <<'YAML'
dashpot: 1
kind: chain
materials: [{name: steel, young: 193 GPa, poisson: 0.3, density: 7970}]
chain:
  beads: [{count: 5, radius: 5 mm, material: steel}]
  left: {type: wall, material: steel}
  right: {type: wall, material: steel}
  preload: 20 N
  contact: {law: hertz}
run: {until: 10 us}
YAML
cat >pressed.yaml <<'YAML'
dashpot: 1
kind: chain
materials: [{name: steel, young: 193 GPa, poisson: 0.3, density: 7970}]
chain:
  beads: [{count: 40, radius: 5 mm, material: steel}]
  left: {type: driven, velocity: [[0, 0], [20 us, 4 mm/s], [40 us, -4 mm/s], [50 us, 0]],
    material: steel}
  right: {type: wall, material: steel}
  preload: 20 N
  contact: {law: hertz}
  sensors: [1, 5, 10, 15, 20]
run: {until: 200 us}
YAML
cat >gaps.yaml <<'YAML'
dashpot: 1
kind: impact
impact:
  bodies: [{mass: 0.1, velocity: 1 m/s}, {fixed: true}]
  contact: {law: johnson-cylinder, modulus: 100 GPa, bearing_radius: 10 mm, clearance: 0.1 mm,
    length: 10 mm}
sweep:
  parameters:
    - {path: impact.bodies.0.velocity, name: speed, from: 0.1 m/s, to: 30 m/s, count: 8, scale: log}
    - {path: impact.contact.clearance, name: clearance, from: 0.02 mm, to: 0.5 mm, count: 7,
       scale: log}
  results: [max_force]
YAML
cat >throw.yaml <<'YAML'
dashpot: 1
kind: bounce
materials: [{name: steel, young: 207 GPa, poisson: 0.3, density: 7800}]
bounce:
  body: {material: steel, radius: 10 mm}
  floor: {material: steel}
  velocity: [0.5, 3]
  contact: {law: exact-restitution, restitution: 0.7, friction: 0.1}
run: {until: 1 s}
YAML
for words in still pressed gaps throw \
    'gaps sweep.parameters.0.count=60 sweep.parameters.1.count=60' \
    'throw bounce.velocity=[3,0.05]' 'throw bounce.velocity=[1.5,3]' \
    'throw bounce.velocity=[3,0.6]'; do
    # shellcheck disable=SC2086  # a name and entries
    set -- $words
    file=$1.yaml name=own-$(echo "$words" | tr -c 'a-z0-9\n' -)
    shift
    for entry in "$@"; do set -- "$@" --set "$entry"; shift; done
    draw "$name" run "$file" "$@"
done
label='drawn: plots and tables'
if node "$here/drawn.js" drawn/* >drawn.txt; then pass; else fail "$(head -n 5 drawn.txt)"; fi
rm -rf drawn
