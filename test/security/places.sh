# shellcheck shell=sh disable=SC2154,SC2034
# Where results go, and where they never go: links, names of others, folders that change meanwhile.

write_scenario '"Ball"'
mkdir victim victim/deep
echo keep >victim/file
echo keep >victim/deep/file
chmod 644 victim/file
before=$(find victim -exec stat -c '%n %a %i %Y' {} + | sort; checksum victim)
is_unharmed() {
    [ "$before" = "$(cd "$dir/place" && find victim -exec stat -c '%n %a %i %Y' {} + | sort
        checksum victim)" ]
}

# runs ARGUMENT...: without plots; any exit status but that of a crash
runs() {
    (PATH=$bare_path && export PATH && exec "$program" run "$@" --quiet) >"$out" 2>"$err" </dev/null
    got=$?
    [ "$got" -le 4 ]
}

label='links in the place'
ln -s victim linked
ln -s victim/file linked-file
ln -s victim/new dangling
for name in linked linked/ linked// ./linked linked-file dangling dangling/ linked/. linked/..; do
    for force in '' --force; do
        # shellcheck disable=SC2086  # no word when empty
        runs "$scenario" --out "$name" $force
        is "--out $name $force ends with $got" [ "$got" -eq 4 ]
    done
done
cp "$scenario" second.yaml
for force in '' --force; do
    # shellcheck disable=SC2086
    runs "$scenario" second.yaml --out linked $force
    is "several files go through a link, $force" [ "$got" -eq 4 ]
    # shellcheck disable=SC2086
    runs "$scenario" second.yaml --out linked/ $force
    is "several files go through a link with a slash, $force" [ "$got" -eq 4 ]
done
mkdir many && ln -s ../victim many/second
runs "$scenario" second.yaml --out many --force
is 'one of several goes through a link' [ "$got" -eq 4 ]
is 'something went through a link' is_unharmed
is 'a link is gone' [ "$(find linked linked-file dangling many/second -type l | wc -l)" -eq 4 ]

label='neighbours of the output folder'
mkdir beside
runs "$scenario" --out beside/result --allow-unphysical --set impact.bodies.0.velocity=1000 \
    --set 'impact.contact={law: johnson-cylinder, modulus: 100 GPa, bearing_radius: 20 mm,
    clearance: 0.1 mm, length: 20 mm, restitution: 0.9}'
is "a run that breaks off ends with $got" [ "$got" -eq 3 ]
is "it leaves $(ls -A beside)" [ "$(ls -A beside)" = result.partial ]
runs "$scenario" --out beside/new/result
is "a result is not alone: $(ls -A beside/new)" [ "$(ls -A beside/new)" = result ]

label='names of scenario files'
mkdir strange
for name in ..yaml ...yaml ....yaml .yaml '-.yaml' '. .yaml' '%s%n.yaml' '*.yaml'; do
    cp "$scenario" "strange/$name"
    runs -- "strange/$name" "$scenario" --out strange/out --force
    runs "./strange/$name" "$scenario" --out strange/out --force
done
is 'something went astray' [ "$(find strange -mindepth 1 -maxdepth 1 | wc -l)" -eq 9 ]

label='links in an earlier result'
runs "$scenario" --out result
is 'failed' is_complete result
for name in series.csv summary.json report.html scenario.yaml plots checkpoint .unfinished; do
    cp -r result "bent-$name"
    rm -rf "bent-$name/$name"
    case $name in
    plots | checkpoint) target=deep ;;
    *) target='file' ;;
    esac
    ln -s "../victim/$target" "bent-$name/$name"
    runs "$scenario" --out "bent-$name" --force
    is "$name: ends with $got" [ "$got" -eq 4 ]
    is "$name: the link is gone" [ -L "bent-$name/$name" ]
    runs --resume "bent-$name"
done
cp -r result bent
ln -f victim/file bent/series.csv
runs "$scenario" --out bent --force
is 'a hard link is in the way' [ "$got" -eq 0 ]
is 'something went through a link' [ "$(cat victim/file)" = keep ]

label='temporary names of others'
mkdir planted && (sleep 0 & echo $! >planted/pid; wait)
gone=$(cat planted/pid)
ln -s ../victim "planted/.dashpot-$gone-aaaaaaaa"
mkdir "planted/.dashpot-$gone-bbbbbbbb" && echo keep >"planted/.dashpot-$gone-bbbbbbbb/file"
mkdir "planted/.dashpot-$gone-cccccccc" && ln -s ../../victim/file \
    "planted/.dashpot-$gone-cccccccc/.unfinished"
mkdir "planted/.dashpot-$gone-dddddddd"
ln -s ../../victim "planted/.dashpot-$gone-dddddddd/plots"
: >"planted/.dashpot-$gone-dddddddd/.unfinished"
runs "$scenario" --out planted/result
is 'failed' is_complete planted/result
is 'an unmarked folder is gone' [ -f "planted/.dashpot-$gone-bbbbbbbb/file" ]
is 'a folder with a linked mark is gone' [ -L "planted/.dashpot-$gone-cccccccc/.unfinished" ]
is 'a link is gone' [ -L "planted/.dashpot-$gone-aaaaaaaa" ]
is 'what a killed run left is still there' is_absent "planted/.dashpot-$gone-dddddddd"
is 'something went through a link' is_unharmed

# --- folders that change while they are written ---------------------------------------------------
# race ROUNDS ARGUMENT...: the place and a link to the victim change places all the time
race() {
    rounds=$1 crashed=0 done_=0
    shift
    ln -sfn "$dir/place/victim" spare
    mkdir -p spot
    "$guard" swap spot spare &
    swapper=$!
    for _ in $(seq "$rounds"); do
        runs "$@" || crashed=$((crashed + 1))
        [ "$got" -ne 0 ] || done_=$((done_ + 1))
    done
    kill "$swapper"
    wait "$swapper" 2>/dev/null
    is "$crashed crashes" [ "$crashed" -eq 0 ]
    is 'something went through a link' is_unharmed
    find . -maxdepth 1 -name '.dashpot-*' >left
    isnt 'the link went astray' [ -n "$(find victim -newer left)" ]
    rm -rf spot spare .dashpot-*
}
label='a race for the folder'
race 60 "$scenario" --out spot
label='a race for the folder with --force'
race 100 "$scenario" --out spot --force
label='a race for the folder of checkpoints'
cat >waiting.yaml <<'END'
dashpot: 1
title: Chain
kind: chain
materials:
  - {name: steel, young: 207 GPa, poisson: 0.3, density: 7800}
chain:
  beads: [{count: 20, radius: 2.38 mm, material: steel}]
  striker: {velocity: 1 m/s}
  contact: {law: hertz}
run: {integrator: verlet, step: 100 ns, until: 300 us, checkpoint: 1 ms}
END
race 40 waiting.yaml --out spot --force
