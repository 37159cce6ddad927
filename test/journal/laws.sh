# shellcheck shell=sh disable=SC2154
# Every law in the same journal: only the law and its own keys change.

slow='journal.start={speed: 0.2, angle: 0.3}'

# fits SOLVER TOLERANCE LAW KEYS: runs, and the ledger closes
fits() {
    json run journal.yaml --set "$slow" --set journal.collisions=10 --set journal.solver="$1" \
        --set "journal.contact={law: $3, $4}"
    balanced "$2"
    case $3 in
    peng | ma-liu | thornton | jackson-green | kogut-etsion | zhao-maietta-chang)
        near 'a ratio of speeds' "$(value critical_speed)" "$5" 1e-11 ;;
    *) null critical_speed ;;
    esac
}

hertz_speed=7.416721628515226
elastic='modulus: 100 GPa'
hard='stiffness: 1e10'
weak='modulus: 100 GPa, yield: 100 MPa'
for law in hunt-crossley herbert-mcwhannell lee-wang lankarani-nikravesh gonthier zhiying-qishao \
    flores gharib-hurmuzlu hu-guo carvalho-martins zhang-2020 safaeifar-farshidianfar \
    wang-elastic exact-restitution tsuji jankowski poursina-nikravesh bai-zhao \
    lankarani-cylinder; do
    fits event-driven 1e-11 $law "$elastic, restitution: 0.8"
done
for law in anagnostopoulos mahmoud-jankowski ye-kelvin pant-wijeyewickrema walton-braun; do
    fits event-driven 1e-11 $law "$hard, restitution: 0.8"
done
for law in johnson-cylinder radzimovsky liu-winkler pereira; do
    fits event-driven 1e-11 $law "$elastic, length: 1 m"
    fits resolved 1e-10 $law "$elastic, length: 1 m"
done
fits event-driven 1e-11 hertz "$elastic"
fits event-driven 1e-11 kelvin-voigt "$hard, damping: 1e5"
fits event-driven 1e-11 kuwabara-kono "$elastic, relaxation: 1 us"
fits event-driven 1e-11 ristow "$elastic, damping: 1e5"
fits event-driven 1e-11 lee-herrmann "$elastic, damping: 1e3"
fits event-driven 1e-11 schwager-poschel "$elastic, damping: 1e7"
fits event-driven 1e-11 azad-featherstone "$elastic, damping: 1e7"
fits event-driven 1e-11 ma-liu "$weak" $hertz_speed
fits event-driven 1e-11 thornton "$weak" $hertz_speed
# speeds go with the 5/2 power of the pressure at yield, 1.61 sy there, and the 5/4 power of depth
stress='1.295 * exp(0.736 * 0.3)'
fits event-driven 1e-11 jackson-green "$weak, poisson: 0.3" \
    "$(calculate "$hertz_speed * exp(2.5 * log($stress / 1.61) + 1.25 * log(1.9))")"
fits event-driven 1e-11 kogut-etsion "$weak, poisson: 0.3" \
    "$(calculate "$hertz_speed * exp(2.5 * log(2.8 * (0.454 + 0.41 * 0.3) / 1.61))")"
fits event-driven 1e-11 zhao-maietta-chang "$weak" \
    "$(calculate "$hertz_speed * exp(2.5 * log(1.5 * 0.4 * 2.8 / 1.61))")"
fits event-driven 1e-11 power "$elastic, damping: 1e10"
fits event-driven 1e-11 wang-dashpot "$weak, restitution: 0.8"
fits event-driven 1e-11 wang-kelvin-voigt "$weak, restitution: 0.8"
fits event-driven 1e-11 peng "$weak, length: 1 m, restitution: 0.9" 3.12962222359069624
fits event-driven 1e-11 adams-impact \
    "$hard, exponent: 1.5, max_damping: 1e5, ramp: 10 um"
for law in lankarani-nikravesh flores bai-zhao lankarani-cylinder; do
    fits resolved 1e-10 $law "$elastic, restitution: 0.9"
done
fits resolved 1e-10 hertz "$elastic"
fits resolved 1e-10 kelvin-voigt "$hard, damping: 1e5"
fits resolved 1e-10 ma-liu "$weak" $hertz_speed
fits resolved 1e-10 zhao-maietta-chang "$weak" \
    "$(calculate "$hertz_speed * exp(2.5 * log(1.5 * 0.4 * 2.8 / 1.61))")"
fits resolved 1e-10 peng "$weak, length: 1 m, restitution: 0.9" 3.12962222359069624

# yield speeds of a sphere: K (d_y)^2.5 2/5 = m v^2/2; a ratio of them starts there
json run journal.yaml --set "journal.contact={law: ma-liu, $weak}" --set journal.collisions=1
near 'ratio of the critical speed' "$(value normal_in)" \
    "$(calculate "3.2 * $hertz_speed * cos(0.498)")" 1e-11

# --- the fold of Johnson's law: 4/e^2 of the clearance --------------------------------------------
johnson="{law: johnson-cylinder, $elastic, length: 1 m}"
for solver in event-driven resolved; do
    refused 3 'johnson-cylinder holds up to an indentation of 5.41341e-05 m' \
        run journal.yaml --set "journal.contact=$johnson" --set journal.solver=$solver \
        --set 'journal.start={speed: 10}'
    refused 3 'this was collision 1' run journal.yaml --set "journal.contact=$johnson" \
        --set journal.solver=$solver --set 'journal.start={speed: 10}' --out fold.out
    if [ -e fold.out ]; then fail "something was written"; else pass; fi
done

# --- two ways to say the same ---------------------------------------------------------------------
# same NAME ARGUMENT...: all results are those of the file, to rounding
same() {
    name=$1
    shift
    json run journal.yaml "$@"
    for n in 1 10 30; do
        near "$name, normal $n" "$(value normal_out $n)" "$(sed -n ${n}p normals)" 1e-10
        equal "$name, position $n" "$(value position $n)" "$(sed -n ${n}p positions)" 1e-9
    done
}
json run journal.yaml
value normal_out '1,$' >normals
value position '1,$' >positions
same 'a map of friction' --set 'journal.friction={law: coulomb, mu: 0.1}'
cp journal.yaml kept.yaml
sed 's/clearance: .*/journal_radius: 99.9 mm/' kept.yaml >journal.yaml
same 'journal radius'
cp kept.yaml journal.yaml
same 'speed' --set 'journal.start={speed: 10.014791115490228, angle: 0.498}'
same 'velocity' --set \
    'journal.start={position: [0.1 mm, 0], velocity: [8.798391153169943, 4.783759421492991]}'
same 'geometry' --set journal.contact.geometry=conformal
cat >materials.yaml <<'YAML'
dashpot: 1
kind: journal
materials:
  - {name: journal, young: 200 GPa, poisson: 0, yield: 300 MPa}
  - {name: bearing, young: 200 GPa, poisson: 0, yield: 100 MPa}
journal:
  bearing_radius: 100 mm
  clearance: 0.1 mm
  mass: 200
  inertia: 1
  material: journal
  bearing_material: bearing
  start: {speed_ratio: 3.2, angle: 0.498 rad}
  contact: {law: peng, length: 1 m, restitution: 0.9, damping_form: printed}
  friction: 0.1
YAML
cp materials.yaml journal.yaml
same 'materials'
cp kept.yaml journal.yaml

# from the centre the first collision comes later and is the same by symmetry
json run journal.yaml --set 'journal.start={velocity: [3, 4]}' --set journal.collisions=1
near 'flight from the centre' "$(value time)" 2e-5 1e-13
near 'normal speed' "$(value normal_in)" 5 1e-14
near 'polar angle' "$(value position)" "$(calculate 'atan2(4, 3)')" 1e-14

# every collision has the restitution of its own speed; soft to waves, so that they differ
for solver in event-driven resolved; do
    json run journal.yaml --set 'materials=[{name: soft, young: 2 MPa, poisson: 0.3,
        density: 7800}]' --set journal.material=soft --set journal.solver=$solver \
        --set 'journal.start={speed: 2, angle: 0.3 rad}' \
        --set 'journal.contact={law: exact-restitution, restitution_from: waves, modulus: 100 GPa}'
    asked normal_in "$(calculate 'sqrt(2e6 / 7800)')" 0.3
    near 'the first of them' "$(value requested_restitution)" "$(value restitution_asked)" 1e-12
    equal "$solver, energy" "$(value error)" 0 1e-10
done
