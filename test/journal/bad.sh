# shellcheck shell=sh
# Complaints, with file, line and key.

# wrong LINE EDIT SENTENCE: `check` of the file, edited with sed, says this about that line
wrong() {
    sed "$2" journal.yaml >wrong.yaml
    refused 2 "wrong.yaml:$1: $3" check wrong.yaml
}

wrong 6 's/0.1 mm/0/' 'clearance is 0; it must be positive'
wrong 6 's/0.1 mm/-0.1 mm/' 'clearance is -0.1 mm; it must be positive'
wrong 6 's/0.1 mm/100 mm/' 'clearance is 0.1 m, which leaves no journal in a bearing of radius'
wrong 6 's/0.1 mm/0.1 kg/' "clearance is '0.1 kg'; its unit must be m or of the same kind"
wrong 6 's/clearance: 0.1 mm/journal_radius: 101 mm/' \
    'journal_radius is 0.101 m; it must be below the bearing radius, 0.1 m'
wrong 4 '/clearance/d' 'clearance is missing: it must be given, or journal_radius'
wrong 7 's/0.1 mm/&\n  journal_radius: 99 mm/' \
    'journal_radius and clearance exclude each other; give one of them'
wrong 5 's/100 mm/-1/' 'bearing_radius is -1; it must be positive'
wrong 7 's/200/-200/' 'mass is -200; it must be positive'
wrong 8 's/inertia: 1/inertia: 0/' 'inertia is 0; it must be positive'
wrong 4 '/inertia/d' 'inertia is missing'
wrong 4 '/start/d' 'start is missing'

# the start
wrong 9 's/{speed_.*/{speed: 0}/' 'speed is 0; it must be positive'
wrong 9 's/{speed_.*/{speed: -1 m\/s}/' 'speed is -1 m/s; it must be positive'
wrong 9 's/{speed_.*/{speed_ratio: 0}/' 'speed_ratio is 0; it must be positive'
wrong 9 's/{speed_.*/{speed_ratio: 1, speed: 1}/' \
    'speed and speed_ratio exclude each other; give one of them'
wrong 9 's/{speed_.*/{speed: 1, velocity: [1, 0]}/' 'velocity and speed exclude each other'
wrong 9 's/{speed_.*/{angle: 0.2}/' \
    'speed_ratio is missing: it must be given, or speed, or velocity'
wrong 9 's/{speed_.*/{speed: 1, angle: 90 deg}/' 'angle is 90 deg; it must lie in -1.57..1.57'
wrong 9 's/{speed_.*/{speed: 1, position: [0, 0]}/' 'position does not go with speed'
wrong 9 's/{speed_.*/{velocity: [1, 0], angle: 0.1}/' 'angle does not go with velocity'
wrong 9 's/{speed_.*/{velocity: [0, 0]}/' 'velocity is [0, 0]; the journal must move'
wrong 9 's/{speed_.*/{velocity: [1]}/' 'velocity has 1 item; it must be a list of 2'
wrong 9 's/{speed_.*/{velocity: [1 m, 0]}/' "velocity is '1 m'; its unit must be m/s"
wrong 9 's/{speed_.*/{velocity: [1, 0], position: [0.1 mm, 0.1 mm]}/' \
    'position is 0.000141421 m off centre; it must lie within the clearance, 0.0001 m'
wrong 9 's/{speed_.*/{velocity: [0, 1], position: [0.1 mm, 0]}/' \
    'velocity is along the wall; it must lead to the wall or away from it'
wrong 9 's/speed_ratio/speedratio/' "start has no 'speedratio'; did you mean speed_ratio"

# laws without a yield know no ratio
wrong 9 's/peng/hertz/; 13,17d' 'speed_ratio is 3.2, but hertz has no critical speed'
wrong 9 's/peng/bai-zhao/; 13,14d; 16,17d' 'speed_ratio is 3.2, but bai-zhao has no critical speed'
wrong 9 '13d; s/elastic-plastic-damped/elastic-damped/' \
    'speed_ratio is 3.2, but the contact has no yield; give it, or speed in m/s'
wrong 10 '13d' 'peng needs yield in mode elastic-plastic-damped'
wrong 10 '12d' 'peng needs modulus'
wrong 10 '15d' 'peng needs restitution in mode elastic-plastic-damped'

# the contact of a journal
wrong 12 's/law: peng/&\n    clearance: 0.1 mm/' \
    'clearance belongs to the journal, beside its contact; leave it out'
wrong 12 's/law: peng/&\n    bearing_radius: 0.1/' 'bearing_radius belongs to the journal'
wrong 12 's/law: peng/&\n    geometry: convex/' \
    "geometry is 'convex'; in a journal it must be conformal"
wrong 12 's/law: peng/&\n    friction: 0.1/' 'friction has no effect'
wrong 12 's/law: peng/&\n    mass: 1/' 'mass belongs to the bodies'
wrong 16 's/elastic-plastic-damped/plastic/' \
    "mode is 'plastic'; it must be elastic-damped, elastic-plastic or elastic-plastic-damped"

# friction
wrong 18 's/friction: 0.1/friction: -0.1/' 'friction is -0.1; it must lie in 0..10'
wrong 18 's/friction: 0.1/friction: high/' "friction is 'high'; it must be a number"
wrong 18 's/friction: 0.1/friction: [0.1]/' \
    'friction is a list; it must be a number or a map with a law'
wrong 18 's/friction: 0.1/friction: {mu: 0.1}/' 'law is missing: the name of a friction law'
wrong 18 's/friction: 0.1/friction: {law: coulomb}/' 'mu is missing: coulomb needs it'
wrong 18 's/friction: 0.1/friction: {law: coulomb, mu: 0.1, v_s: 1}/' \
    'v_s has no effect: sticking is exact here; leave it out'
wrong 18 's/friction: 0.1/friction: {law: coulomb, mi: 0.1, mu: 0.1}/' \
    "friction of law coulomb has no 'mi'; did you mean mu"
wrong 18 's/friction: 0.1/friction: {law: coulom, mu: 0.1}/' \
    "law: there is no friction law 'coulom'"
wrong 18 's/friction: 0.1/friction: {law: ambrosio, mu: 0.1}/' \
    "law is 'ambrosio'; a journal knows coulomb friction only, exact and with stick"
wrong 18 's/friction: 0.1/friction: {law: mindlin, mu: 0.1}/' \
    "law is 'mindlin'; an event-driven collision takes no time, so that nothing can give way"
wrong 18 's/friction: 0.1/friction: {law: [a], mu: 0.1}/' \
    'law is a list; it must be the name of a friction law'

# the rest
wrong 19 's/collisions: 30/collisions: 0/' 'collisions is 0; it must lie in 1..100000'
wrong 19 's/collisions: 30/collisions: 2.5/' 'collisions is 2.5; it must be a whole number'
wrong 20 's/fresh/lost/' "memory is 'lost'; it must be fresh or kept"
wrong 21 's/event-driven/exact/' "solver is 'exact'; it must be event-driven or resolved"
# shellcheck disable=SC2016  # $ is the last line
wrong 22 '$s/$/\n  gravity: 9.81/' \
    'gravity has no effect: between collisions a journal flies straight'
# shellcheck disable=SC2016
wrong 22 '$s/$/\n  sectors: 0/' 'sectors is 0; it must lie in 1..1e+06'
# shellcheck disable=SC2016
wrong 22 '$s/$/\n  clearence: 1/' "journal has no 'clearence'; did you mean clearance"
# shellcheck disable=SC2016
wrong 22 '$s/$/\nrun: {until: 1}/' \
    'until is not used by kind journal, but by impact, bounce, chain and mechanism'
# shellcheck disable=SC2016
wrong 22 '$s/$/\nrun: {normal_floor: 2}/' 'normal_floor is 2; it must lie in 1e-12..0.5'
# shellcheck disable=SC2016
wrong 22 '$s/$/\noutput: {every: 1}/' \
    'every is not used by kind journal, but by impact, bounce, chain and mechanism'
# shellcheck disable=SC2016
wrong 22 '$s/$/\noutput: {series: [force]}/' "series has 'force'; kind journal has no such column"
# shellcheck disable=SC2016
wrong 22 '$s/$/\n  bearing_material: steel/' \
    "bearing_material is 'steel', but there is no list of materials"
