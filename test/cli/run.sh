#!/bin/sh
# Exercises every command of the program and every way it can refuse.
# usage: run.sh PATH-OF-DASHPOT

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=test/cli/begin.sh
. "$here/../cli/begin.sh"

# --- the program itself -------------------------------------------------------------------------
run 0 --help
says 'usage: dashpot'
says 'restitution'
run 0 help
run 0 --version
if grep -qE '^dashpot [0-9]+\.[0-9]+\.[0-9]+$' "$out"; then pass; else fail "no version"; fi
refused 1 'usage: dashpot'
refused 1 'did you mean laws' lawss
refused 1 "there is no command 'qqqqqq'" qqqqqq
refused 1 'there is no command' help qqqqqq
for command in laws law frictions friction force restitution; do
    run 0 "$command" --help
    says "usage: dashpot $command"
    says 'example'
    says '--json'
    run 0 help "$command"
    refused 1 'has no option --jsonn; did you mean --json?' "$command" --jsonn
done

# --- catalogue ----------------------------------------------------------------------------------
run 0 laws
says 'hunt-crossley'
says 'lankarani-nikravesh'
if awk 'length > 100 { exit 1 }' "$out"; then pass; else fail "a line is longer than 100"; fi
json laws
cp "$out" "$dir/laws.json"
for field in name aliases family summary formula source equation validity confidence errata \
    parameters needs needs_more linear_spring memory vectorised pulls tune delivery unit default \
    low high required choices doc \
    bounds fits indentation_over_radius speed_over_wave_speed contact_over_radius elastic \
    yields_as indentation_over_clearance clearance_over_radius restitution restitution_within \
    sentences; do
    key "$field"
done
run 0 law johnson-cylinder
says '  bounds       made for a journal in a bearing'
says 'indentation up to 0.1 of the clearance'
says 'elastic: up to the indentation at which peng yields'
refused 1 "'extra'" laws extra
refused 1 'takes no value' laws --json=1

# docs/laws.md, which tools/check_docs.sh compares with what tools/write_laws.py makes of the JSON
label=docs/laws.md
docs=$here/../../docs
cp "$docs/laws.md" "$out"
says '# The laws'
says '### hunt-crossley'
says 'Left out, and why'
# met to 5 %: closed form d (1+e) = ln((1+d)/(1-d e)) with d = 1.5 (1-e) crosses 5 % between 0.78
# and 0.79; of laws that need a case the page says so; a dent and a pull are told from each other
says '[hunt-crossley](#hunt-crossley) | hunt-crossley | Hertz spring, damper weighted'
says ', d = 3(1-e)/2 | 0.79..0.99 | touch speed | no |'
says '| all | dent | no |'
says '(this case)'
says '| – | – | yes |'
says '![Force against indentation: ma-liu](loops/ma-liu.svg)'
says '| speed [m/s] | 0.01 |'
# one ramp for the row, the picture and docs/choosing.md; what a law needs in one mode only
says ', `ramp` 1 um:'
says '- **Needs:** `modulus`, `radius`; `yield` or the parameter `yield_pressure`'
says '`length`; `yield` unless `mode` is elastic-damped, `approach` unless it is elastic-plastic'
says '`approach`; `length` with `form` consistent'
says '**Errata and notes:**'
# the same 5 % as in the table above, by a finer scan
says '- restitution 0.785 to 1: delivered within 5 %'
says '- made for a journal in a bearing'
for name in $(sed -n 's/^!\[.*(loops\/\(.*\)\.svg)$/\1/p' "$out"); do
    if [ -s "$docs/loops/$name.svg" ]; then pass; else fail "none of $name"; fi
done
if [ "$(grep -c '^!\[' "$out")" -eq "$(grep -c '^    "name"' "$dir/laws.json")" ]; then pass
else fail "not one picture for each law"; fi

# the keys of every friction law stand in docs/scenarios.md, once each
run 0 frictions --json
if command -v jq >/dev/null; then
    jq -r '.[] | "| `\(.name)` | `\(.parameters[].name)` |"' "$out" >"$dir/keys"
else
    echo '| `coulomb` | `mu` |' >"$dir/keys"
fi
run 0 check --markdown
says '## friction'
says '| `journal.friction` | a number or a map, see [friction](#friction) |'
while IFS= read -r row; do
    if [ "$(grep -cF "$row" "$out")" -eq 1 ]; then pass; else fail "no or two rows $row"; fi
done <"$dir/keys"
if [ -s "$dir/keys" ]; then pass; else fail "no friction law has keys"; fi

run 0 law hunt-crossley
says 'damping_factor'
says 'marhefka-orin'
says 'confidence'
run 0 law marhefka-orin
says 'hunt-crossley'
json law hunt-crossley
says '"name": "hunt-crossley"'
null default
refused 2 'did you mean hunt-crossley' law hunt-crosley
refused 2 'dashpot laws' law qqqqqq
refused 1 'name of a law' law
refused 1 "'hertz'" law tsuji hertz

# every law shows an example that works, and takes its own page as JSON
names=$(sed -n 's/^    "name": "\(.*\)",$/\1/p' "$dir/laws.json")
mkdir "$dir/bin"
ln -s "$(cd "$(dirname "$program")" && pwd)/$(basename "$program")" "$dir/bin/dashpot"
for name in $names; do
    json law "$name"
    run 0 law "$name"
    sed -n '/^  example$/,$p' "$out" | sed 1d >"$dir/example.sh"
    label="example of $name"
    if [ -s "$dir/example.sh" ] && PATH=$dir/bin:$PATH sh "$dir/example.sh" >"$out" 2>"$err"
    then pass; else fail "does not work"; fi
done

run 0 frictions
says 'coulomb'
json frictions
key parameters
run 0 friction coulomb
says 'parameter'
json friction lugre
key steady_sliding
key memory
refused 2 'did you mean coulomb' friction colomb
refused 1 'name of a law' friction
refused 1 "'extra'" frictions extra

# --- force --------------------------------------------------------------------------------------
run 0 force --law hertz --set stiffness=1e9 --delta '1 um' --rate 0
says 'force'
json force --law hertz --set stiffness=1e9 --delta 1e-6 --rate 0
number force 1
number dforce_ddelta 1.5e6
number dforce_drate 0
number stored_energy 4e-7
null approach
json force --law hertz --set modulus='207 GPa' --set radius='9.5 mm' --delta '1 um' --rate '1 mm/s'
number force 26.90115239167274
json force --law hertz --set stiffness='1 kN/mm^1.5' --delta '1 mm' --rate 0
number force 1000
json force --law hertz --set stiffness='1e9 N/m^(3/2)' --delta=0.000001 --rate=0
number force 1
json force --law hertz --set stiffness=1e9 --delta -1e-6 --rate -1
number force 0
json force --law hunt-crossley --set stiffness=1e9 --set restitution=0.7 --set approach='0.5 m/s' \
    --delta '1 um' --rate '0.5 m/s'
number force 1.45
number dforce_drate 0.9
json force --law kelvin-voigt --set stiffness='1 N/mm' --set damping='2 N s/m' \
    --delta '1 mm' --rate '-1 m/s'
number force 0
json force --law kelvin-voigt --set stiffness=1000 --set damping=2 --set tension=allow \
    --delta '1 mm' --rate '-1 m/s'
number force -1
json force --law peng --set modulus='100 GPa' --set bearing_radius='100 mm' \
    --set clearance='0.1 mm' --set length='1 m' --set yield='100 MPa' --set mode=elastic-plastic \
    --delta 150.829562594268e-6 --rate 0
number force 14622027.9536247 1e-10

refused 1 '--law is missing' force --delta 0 --rate 0
refused 1 '--delta is missing' force --law hertz --rate 0
refused 1 '--rate is missing' force --law hertz --delta 0
refused 1 '--law needs a value' force --law
refused 1 'given twice' force --law hertz --law tsuji
refused 1 'key=value' force --law hertz --set stiffness --delta 0 --rate 0
refused 1 'key=value' force --law hertz --set =3 --delta 0 --rate 0
refused 2 'did you mean' force --law hertzz --delta 0 --rate 0
refused 2 'did you mean stiffness' force --law hertz --set stifness=1 --delta 0 --rate 0
refused 2 'did you mean restitution' force --law hertz --set restitutoin=1 --delta 0 --rate 0
refused 2 'did you mean tension' force --law hertz --set tensoin=clamp --delta 0 --rate 0
refused 2 'it takes restitution' force --law hertz --set qqqqqqqqq=1 --delta 0 --rate 0
# two of four letters are wrong, so yield is not what was meant
refused 2 'it takes restitution' force --law hertz --set wild=1 --delta 0 --rate 0
refused 2 "radius is '0,8'; it must be a number (a decimal point, not a comma)" force --law hertz \
    --set modulus=1e11 --set radius=0,8 --delta 0 --rate 0
refused 2 "rate is '1,5 m/s'; it must be a number (a decimal point, not a comma)" \
    force --law hertz --set stiffness=1e9 --delta 0 --rate '1,5 m/s'
refused 2 'hertz needs stiffness (or modulus and radius)' force --law hertz --delta 0 --rate 0
refused 2 'needs approach' force --law lee-wang --set stiffness=1e9 --set restitution=0.5 \
    --delta 0 --rate 0
refused 2 'needs approach' force --law hertz --set stiffness=1e9 --set restitution=0.5 \
    --delta 1e-6 --rate 0
refused 2 'restitution is 1.2; it must lie in 0..1' \
    force --law hunt-crossley --set restitution=1.2 --delta 0 --rate 0
refused 2 'exclude each other' force --law lee-wang --set stiffness=1 --set approach=1 \
    --set restitution=0.5 --set damping_factor=1 --delta 0 --rate 0
refused 2 'it must be elastic-damped' force --law peng --set mode=qq --delta 0 --rate 0
refused 2 'clamp, allow or release' force --law hertz --set tension=pull --delta 0 --rate 0
refused 2 'it must be positive' force --law hertz --set stiffness=-4 --delta 0 --rate 0
refused 2 'it must be positive' force --law hertz --set approach=0 --delta 0 --rate 0
refused 2 'modulus and radius' force --law thornton --set stiffness=1e9 --set modulus=1e11 \
    --set radius=0.01 --set yield=1e9 --delta 0 --rate 0
for bad in nan NaN inf -inf infinity 0x10 '' word '1,5' '--5' 1.5.2 '5 5'; do
    refused 2 'stiffness is' force --law hertz --set "stiffness=$bad" --delta 0 --rate 0
    refused 2 'delta is' force --law hertz --set stiffness=1 --delta "$bad" --rate 0
done
for bad in 1e400 -1e400 1e-400 '1e305 GN/m^1.5'; do
    refused 2 'outside the range of a double' \
        force --law hertz --set "stiffness=$bad" --delta 0 --rate 0
done
refused 2 'its unit must be m or of the same kind' \
    force --law hertz --set radius='5 kg' --delta 0 --rate 0
refused 2 'its unit must be N/m^1.5' force --law hertz --set stiffness='5 N/m' --delta 0 --rate 0
refused 2 'its unit must be N/m' force --law ye-kelvin --set stiffness='5 N/m^1.5' \
    --delta 0 --rate 0
refused 2 'its unit must be m/s' force --law hertz --set stiffness=1 --delta 0 --rate '1 mm'
refused 2 "unknown unit 'mmm'; did you mean mm?" force --law hertz --set radius='5 mmm' \
    --delta 0 --rate 0
refused 2 'unknown unit' force --law hertz --set radius='5 m/(s' --delta 0 --rate 0
refused 2 'unknown unit' force --law hertz --set radius='5 ((((((((((((m))))))))))))' \
    --delta 0 --rate 0
refused 2 'without unit' force --law hertz --set restitution='5 mm' --delta 0 --rate 0
refused 3 'ends at' force --law johnson-cylinder --set modulus=1e11 --set bearing_radius=0.01 \
    --set clearance=1e-4 --set length=0.01 --delta '0.1 mm' --rate 0
refused 3 'no finite force' force --law hertz --set stiffness=1e300 --delta 1e10 --rate 0

# --- units: each pair says the same -------------------------------------------------------------
same() {
    json force --law hertz --set stiffness=1 --delta "$1" --rate 0
    number delta "$2"
}
same '9.5 mm' 0.0095
same '9.5mm' 0.0095
same '10 um' 1e-5
same '10 µm' 1e-5
same '3 nm' 3e-9
same '2 cm' 0.02
same '1 km' 1000
same '2 N/Pa/m' 2
same '2 N s^2/kg' 2
same '3 m*s/s' 3
same '1e-3 m' 0.001
same '+.5 m' 0.5
same '5. m' 5
rate() {
    json force --law hertz --set stiffness=1 --delta 0 --rate "$1"
    number rate "$2"
}
rate '1 mm/s' 0.001
rate '36 km/h' 10
rate '60 m/min' 1
rate '2 m Hz' 2
rate '60 m rpm' 6.283185307179586
rate '2 m s^-1' 2
json force --law hertz --set stiffness=1 --set mass='0.45 g' --set yield='1.03 GPa' \
    --set clearance='500 um' --set approach_floor='0.1 mm/s' --delta 0 --rate 0
number force 0

# --- restitution --------------------------------------------------------------------------------
run 0 restitution --law hunt-crossley --set restitution=0.7
says '0.7679997891'
json restitution --law hunt-crossley --set restitution=0.7
number requested 0.7
number delivered 0.7679997890784757
says '"path": "closed-form"'
key mass
key approach
json restitution --law exact-restitution --set restitution=0.5
number delivered 0.5
json restitution --law tsuji --set restitution=0.7
number delivered 0.7182013610081 1e-11
json restitution --law tsuji --set restitution=0.7 --set tension=allow
number delivered 0.7
json restitution --law tsuji --set restitution=0.7 --set tension=release
number delivered 0.7182013610081 1e-11
json restitution --law hertz
number requested 1
number delivered 1
json restitution --law hunt-crossley --set restitution=0.7 --set approach='1 um/s'
says '"path": "integrated"'
# Kuwabara-Kono at gamma = 0.2: K = 1, m = 1, v = 1
json restitution --law kuwabara-kono --set stiffness=1 --set damping=0.2 --set mass=1 \
    --set approach=1
number delivered 0.8009654681364 1e-10
null requested
json restitution --law kuwabara-kono --set stiffness=1 --set damping=0.2 --set mass=1 \
    --set approach=1 --set tension=allow
number delivered 0.7975500620402 1e-10
# Thornton far below yield is elastic
json restitution --law thornton --set modulus=1e11 --set radius=0.01 --set yield='1 GPa' \
    --set mass='10 g' --set approach='1 mm/s'
number delivered 1

run 0 restitution --law flores --curve
says '0.683184'
says 'differs from the requested'
json restitution --law flores --curve
key curve
number delivered 0.0328948 1e-6
json restitution --law thornton --set modulus=1e11 --set radius=0.01 --set yield='1 GPa' \
    --set mass='10 g' --set approach='1 m/s' --curve
if [ "$(grep -c '"approach"' "$out")" -eq 14 ]; then pass; else fail "not 13 speeds"; fi
json restitution --law wang-kelvin-voigt --set modulus=1e11 --set radius=0.01 --set mass=0.01 \
    --set yield='1 GPa' --set approach=1 --set tension=allow --curve
key reason
null delivered
run 0 restitution --law wang-kelvin-voigt --set modulus=1e11 --set radius=0.01 --set mass=0.01 \
    --set yield='1 GPa' --set approach=1 --set tension=allow --curve
says 'do not separate'

run 0 restitution --law hunt-crossley --exact 0.7
says 'damping_factor'
json restitution --law hunt-crossley --exact 0.7
number exact 0.7
number damping_factor 0.63482828126641674
number delivered 0.7
json restitution --law lankarani-nikravesh --exact 1
number damping_factor 0
# eta(0.5) of the Hertz spring with a linear dashpot that ends at zero force
json restitution --law ristow --set stiffness=1 --set mass=1 --set approach=1 --exact 0.5
number damping 0.4517335147 1e-9
number delivered 0.5 1e-11
json restitution --law kuwabara-kono --set stiffness=1 --set mass=1 --set approach=1 --exact 0.5
number damping 0.6980409381 1e-9
json restitution --law kuwabara-kono --set stiffness=1 --set mass=1 --set approach=1 \
    --set tension=allow --exact 0.5
number damping 0.6264926149 1e-9
json restitution --law tsuji --exact 0.7182013610081
number restitution 0.7 1e-10
json restitution --law ma-liu --set modulus=1e11 --set radius=0.01 --set mass=0.01 \
    --set approach=1 --exact 0.7
key yield
number delivered 0.7 1e-10
# nearly critical: the wanted value hides beside where the law never lets go
json restitution --law kelvin-voigt --set stiffness=1e6 --set mass=1 --set approach=1 \
    --set tension=allow --exact 1e-6
number delivered 1e-6
for name in $names; do
    case $name in kelvin-voigt | anagnostopoulos | ye-kelvin | pant-wijeyewickrema | \
        mahmoud-jankowski | walton-braun) set -- --set stiffness=1e9 ;;
    adams-impact) set -- --set modulus=1e11 --set radius=0.01 --set ramp='1 um' ;;
    thornton | ma-liu | jackson-green | ghaednia) set -- --set modulus=1e11 --set radius=0.01 ;;
    *) set -- --set modulus=1e11 --set radius=0.01 --set yield=1e9 --set bearing_radius=0.01 \
        --set clearance=1e-4 --set length=0.01 ;;
    esac
    json restitution --law "$name" "$@" --set mass=0.01 --set approach=1 --exact 0.8
    number delivered 0.8 1e-10
done

run 0 restitution --all
says 'hunt-crossley'
says '* differs'
if awk 'length > 100 { exit 1 }' "$out"; then pass; else fail "a line is longer than 100"; fi
run 0 restitution --all --curve --set tension=allow
says 'tension: allow'
json restitution --all
key laws
key requested
key case
key met

refused 1 '--law NAME, or --all' restitution
# the table of docs/choosing.md: five requests in bold where they are off by more than 5 %; values
# as in 003 Table 4 and by Tsuji's closed form exp(-2 x acos(x)/sqrt(1-x^2))
label=docs/choosing.md
cp "$here/../../docs/choosing.md" "$out"
says '| lankarani-nikravesh | 0.913 | **0.796** | **0.725** | **0.684** | **0.665** |'
says '| tsuji | 0.902 | 0.718 | **0.550** | **0.397** | **0.253** |'
says '| exact-restitution | 0.900 | 0.700 | 0.500 | 0.300 | 0.100 |'
says '| peng ¹ |'
run 0 restitution --all --set tension=allow
says 'tsuji                    .050  .100  .200  .300  .400  .500  .600  .700  .800  .900 '
refused 1 'leave out --law' restitution --all --law hertz
refused 1 'leave out --exact' restitution --all --exact 0.5
refused 1 'exclude each other' restitution --law flores --curve --exact 0.5
refused 2 'linear springs' restitution --all --set stiffness=1e9
refused 2 'did you mean mass' restitution --all --set mas=1
refused 2 'needs restitution' restitution --law hunt-crossley
refused 2 'restitution is 1.2; it must lie in 0..1' restitution --law hunt-crossley \
    --set restitution=1.2
refused 2 "restitution is 'nan'" restitution --law hunt-crossley --set restitution=nan
refused 2 'it needs stiffness, mass and approach' restitution --law kelvin-voigt --set damping=1
refused 2 'modulus, mass, bearing_radius, clearance, length and approach' restitution --law peng
refused 2 'yield' restitution --law thornton --set modulus=1 --set radius=1 --set mass=1 \
    --set approach=1
refused 2 'must lie above 0' restitution --law hunt-crossley --exact 0
refused 2 'must lie above 0' restitution --law hunt-crossley --exact 1.2
refused 2 'must be a number' restitution --law hunt-crossley --exact nan
refused 2 'do not set it' restitution --law hunt-crossley --set damping_factor=1 --exact 0.5
refused 2 'do not set both' restitution --law hunt-crossley --set restitution=0.5 --exact 0.5
refused 2 'exclude each other' restitution --law hunt-crossley --set damping_factor=1 --curve
refused 3 'it delivers 0.1' restitution --law tsuji --exact 0.05
refused 3 'do not separate' restitution --law kelvin-voigt --set stiffness=1e6 --set mass=1 \
    --set approach=1 --set damping=3000 --set tension=allow

# --- output that cannot be written --------------------------------------------------------------
label='closed stdout'
"$program" laws >&- 2>"$err"
if [ $? -eq 4 ]; then pass; else fail "exit status is not 4"; fi
if [ -w /dev/full ]; then
    for arguments in 'laws' 'laws --json' 'restitution --all' '--help' '--version'; do
        label="dashpot $arguments >/dev/full"
        # shellcheck disable=SC2086
        "$program" $arguments >/dev/full 2>"$err"
        if [ $? -eq 4 ] && grep -q 'standard output' "$err"; then pass; else fail "not status 4"; fi
    done
fi

cd "$dir" || exit 1
# shellcheck source=test/cli/force.sh
. "$here/force.sh"
# shellcheck source=test/cli/units.sh
. "$here/units.sh"

finish
