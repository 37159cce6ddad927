# shellcheck shell=sh disable=SC2154,SC2034
# What is no file, or one without an end: refused at once. test/scenario/hostile.sh has the texts.

write_scenario '"Ball"'
mkfifo pipe.yaml pipe.csv
mkdir folder.yaml folder.csv
printf 'dashpot: 1\ntitle: x\nkind: chain\n' >start

for name in pipe folder; do
    label="a $name as a scenario"
    ends 4 "$program" check "$name.yaml"
    ends 4 "$program" run "$name.yaml" --out never
    is 'something was written' is_absent never
done
label='devices as a scenario'
for name in /dev/zero /dev/null /dev/urandom; do
    ends 4 "$program" check "$name"
    says "$name: cannot be read: it is a device, not a file"
done
label='a file that makes its readers wait'
# only root may open it
[ ! -r /proc/kmsg ] || ends 4 "$program" check /proc/kmsg
label='a pipe whose writer takes its time'
(sleep 0.3 && cat "$scenario") | "$program" check /dev/stdin >"$out" 2>"$err"
is 'is refused' [ $? -eq 0 ]
label='a link to a pipe'
ln -s pipe.yaml alias.yaml
ends 4 "$program" check alias.yaml

label='a scenario from a command'
"$program" check /dev/stdin <"$scenario" >"$out" 2>"$err"
is 'is refused' [ $? -eq 0 ]
# shellcheck disable=SC2002  # a pipe is the point
cat "$scenario" | "$program" check /dev/stdin >"$out" 2>"$err"
is 'through a pipe is refused' [ $? -eq 0 ]

cat >chain.yaml <<'END'
dashpot: 1
title: Chain
kind: chain
materials:
  - {name: steel, young: 207 GPa, poisson: 0.3, density: 7800}
chain:
  beads: [{count: 20, radius: 2.38 mm, material: steel}]
  left: {type: driven, material: steel, velocity: drive.csv}
  contact: {law: hertz}
run: {integrator: verlet, step: 10 ns, until: 4 ms, checkpoint: 1 ms}
END
printf 'time [s],velocity [m/s]\n0,0\n1,1\n' >drive.csv
label='what is no table'
ends 0 "$program" check chain.yaml
for name in pipe.csv folder.csv /dev/zero; do
    # what does not end in .csv is no table to begin with
    ln -sf "$name" no.csv
    ends 4 "$program" check chain.yaml --set chain.left.velocity=no.csv
    ends 4 "$program" design-chart "$name"
    rm -f no.csv
done
printf 'time [s],velocity [m/s]\n0,0\000\n' >nul.csv
ends 2 "$program" check chain.yaml --set chain.left.velocity=nul.csv

# --- checkpoints that somebody changed ------------------------------------------------------------
label='a checkpoint'
hold_at 40 run chain.yaml --out held --quiet
kill -9 "$job"
wait "$job" 2>/dev/null
is 'was not kept' [ -s held/checkpoint/0.chk ]
for name in pipe.csv folder.csv /dev/zero; do
    label="a checkpoint that asks for $name"
    case $name in
    /*) path=$name ;;
    *) path=$dir/place/$name ;;
    esac
    rm -rf bent-held && cp -r held bent-held
    # the sum over text and record is in the states, so these go
    rm -f bent-held/checkpoint/?.chk
    sed -i "s|\"file\": \".*/drive.csv\"|\"file\": \"$path\"|" bent-held/checkpoint/run.json
    is 'was not changed' grep -q "\"$path\"" bent-held/checkpoint/run.json
    ends 4 "$program" run --resume bent-held --quiet
done
for name in 0.chk 1.chk scenario.yaml run.json lock; do
    label="a checkpoint whose $name is no file"
    rm -rf bent-held && cp -r held bent-held
    rm -f "bent-held/checkpoint/$name" && mkfifo "bent-held/checkpoint/$name"
    timeout 300 "$program" run --resume bent-held --quiet >"$out" 2>"$err"
    got=$?
    # one state is enough to go on
    is "ends with $got" [ $((got * (got - 4))) -eq 0 ]
done

label='libraries where it is called'
# an empty entry in the search path of the program would find them there
mkdir libraries
for name in $(ldd "$program" 2>/dev/null | sed -n 's/^[[:space:]]*\([^ ]*\) => .*/\1/p'); do
    echo 'no library' >"libraries/$name"
done
is 'none is known' [ -n "$(ls libraries)" ]
(cd libraries && exec "$program" --version) >"$out" 2>"$err"
is 'are loaded' [ $? -eq 0 ]
