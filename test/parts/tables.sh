# shellcheck shell=sh disable=SC2154,SC2034
# The tables that a scenario names belong to its study: other contents are refused, whichever table
# it is, and what a merge writes has copies of them.

mkdir -p tables/scenarios tables/data && cd tables || exit 1
beads='radius [mm],velocity [m/s]\n5,1\n5,0\n6,0\n'
# shellcheck disable=SC2059
printf "$beads" >data/beads.csv
for speed in 1 2 3; do
    printf 'time [us],velocity [m/s]\n0,0\n10,%d\n' $speed >data/end-$speed.csv
done
printf 'young [GPa],end\n100,../data/end-1.csv\n150,../data/end-2.csv\n' >data/points.csv
printf 'time [s],value [rad]\n0,0\n0.02,0.1\n0.05,0.2\n' >data/turn.csv
printf 'young [GPa],v [m/s]\n100,0.3\n200,0.4\n' >data/measured.csv
cat >chain.part <<'YAML'
dashpot: 1
kind: chain
materials: [{name: steel, young: 207 GPa, poisson: 0.3, density: 7800}]
run: {until: 60 us}
YAML
{
    cat chain.part
    cat <<'YAML'
chain:
  beads: [{csv: "../data/beads.csv", material: steel}]  # a comment: ä
  contact: {law: hertz}
sweep:
  parameters: [{path: materials.0.young, values: [100 GPa, 150 GPa, 200 GPa]}]
  results: [final_velocities.0]
YAML
} >scenarios/beads.yaml
{
    cat chain.part
    cat <<'YAML'
chain:
  beads: [{count: 4, radius: 5 mm, material: steel}]
  left: {type: driven, rigid: true, velocity: ../data/end-1.csv}
  contact: {law: hertz}
sweep:
  parameters:
    - path: chain.left.velocity
      values: [../data/end-1.csv, '../data/end-2.csv', "../data/end-3.csv"]
  results: [final_velocities.0]
YAML
} >scenarios/ends.yaml
{
    sed '/^sweep/,$d' scenarios/ends.yaml
    cat <<'YAML'
sweep:
  data: ../data/points.csv
  parameters:
    - {path: materials.0.young, column: young}
    - {path: chain.left.velocity, column: end}
  results: [final_velocities.0]
YAML
} >scenarios/points.yaml
sed "s|\"../data/beads.csv\"|$PWD/data/beads.csv|" scenarios/beads.yaml >scenarios/absolute.yaml
{
    cat scenarios/beads.yaml
    printf 'measured: {data: ../data/measured.csv, x: materials.0.young,\n'
    printf '           columns: [{column: v, of: final_velocities.0}]}\n'
} | sed 's/path: materials.0.young/path: materials.0.young, name: young/; s/x: mat[^,]*/x: young/' \
    >scenarios/measured.yaml
cat >scenarios/turn.yaml <<'YAML'
dashpot: 1
kind: mechanism
mechanism:
  gravity: [0, -9.81]
  bodies: [{name: bar, mass: 1, inertia: 0.01}]
  joints: [{type: revolute, name: pivot, between: [ground, bar], at: [[0, 0], [0, 0.5]]}]
  drivers: [{body: bar, angle: {csv: ../data/turn.csv}}]
  watch: [bar.angle, pivot.fx]
run: {until: 0.05 s}
sweep:
  parameters: [{path: mechanism.bodies.0.mass, values: [1, 2, 3]}]
  results: [channels.pivot.fx.min]
YAML
# changed NAME TABLE EDIT: parts, merge and resume refuse the study of scenarios/NAME.yaml with
# another TABLE, and say which journal and which table; with the table of before all goes on
changed() {
    file=scenarios/$1.yaml table=data/$2 study=study-$1
    label="$1 with another $2"
    run 0 run "$file" --part 1/2 --out "$study" --quiet
    cp "$table" keep
    sed "$3" keep >"$table"
    if cmp -s "$table" keep; then fail 'the table is the same'; else pass; fi
    refused 2 "$2 differs" run "$file" --part 2/2 --out "$study"
    complains "$study holds a part of another study, journals/part-00001-of-00002-1"
    refused 4 "$2 has changed since the run began" run --resume "$study"
    complains "$study cannot be gone on with"
    cp keep "$table"
    run 0 run "$file" --part 2/2 --out "$study" --quiet
    printf '# another\n' >>"$table"
    refused 4 "$2 has changed since the run began" merge "$study"
    cp keep "$table"
    run 0 merge "$study" --quiet
    run 0 run "$file" --out "single-$1" --quiet
    same "single-$1" "$study"
    run 0 merge "$study" --quiet
    same "single-$1" "$study"
}
changed beads beads.csv s/5,1/7,1/
changed ends end-3.csv s/10,3/10,4/
changed points points.csv s/100,/110,/
rm -r study-points single-points
changed points end-2.csv s/10,2/10,5/
changed absolute beads.csv s/6,0/6,1/
changed measured measured.csv s/0.4/0.45/
changed turn turn.csv s/0.02,0.1/0.02,0.12/

# --- the scenario beside the results --------------------------------------------------------------
# runs NAME: the results of single-NAME run again in another folder, without the tables of before
mkdir far
mv data away
for name in beads ends points absolute measured turn; do
    label="the scenario beside the results of $name"
    mv single-$name far/
    run 0 check far/single-$name/scenario.yaml
    run 0 run far/single-$name/scenario.yaml --out far/again --quiet
    is 'the numbers differ' [ "$(sed 's|tables/[0-9]*.csv||; s|../data/end-[0-9].csv||' \
        far/single-$name/series.csv)" = "$(sed 's|tables/[0-9]*.csv||' far/again/series.csv)" ]
    # and once more: a copy of the copy is the same but for what it says of the source
    run 0 run far/again/scenario.yaml --out far/third --quiet
    is 'the copy of a copy differs' cmp -s far/again/scenario.yaml far/third/scenario.yaml
    run 0 run far/again/scenario.yaml --out far/third --force --quiet
    rm -r far/again far/third
done
mv away data
label='what the copy says'
is 'the table is another one' cmp -s far/single-beads/tables/1.csv data/beads.csv
is 'no line about the table' grep -q \
    '^# tables/1.csv is a copy of ../data/beads.csv, [0-9]* bytes, CRC-64 [0-9a-f]\{16\}$' \
    far/single-beads/scenario.yaml
is 'the text is another one' [ "$(sed 1d far/single-beads/scenario.yaml)" = \
    "$(sed 's|"../data/beads.csv"|tables/1.csv|' scenarios/beads.yaml)" ]
is 'it is not listed' grep -qx tables/1.csv far/single-beads/.files

label='--set that names a table'
values="[../data/end-2.csv, $PWD/data/end-3.csv]"
run 0 run scenarios/ends.yaml --set sweep.parameters.0.values="$values" --out set --quiet
mv data away
run 0 run set/scenario.yaml --quiet
mv away data

label='single runs, comparisons and fits'
sed '/^sweep/,$d' scenarios/ends.yaml >scenarios/one.yaml
cp "$here"/../../data/golf-ball-restitution.csv data/golf.csv
run 0 run scenarios/one.yaml --out far/one --quiet
run 0 compare scenarios/one.yaml --laws hertz,flores --out far/compared --quiet
run 0 fit data/golf.csv --law flores,hunt-crossley --set "modulus=51.8 MPa" --set "radius=21 mm" \
    --set 'mass=41.5 g' --out far/fitted --quiet
mv data away
run 0 run far/one/scenario.yaml --out far/again --quiet
is 'the series differ' cmp -s far/one/series.csv far/again/series.csv
run 0 run far/compared/scenario.yaml --out far/again --force --quiet
is 'the series differ' cmp -s far/one/series.csv far/again/series.csv
run 0 compare far/compared/scenario.yaml --laws hertz,flores --out far/again --force --quiet
is 'the comparisons differ' cmp -s far/compared/series.csv far/again/series.csv
run 0 export lammps far/fitted/scenario.yaml
run 0 run far/fitted/scenario.yaml --out far/again --force --quiet
is 'the fits differ' cmp -s far/fitted/series.csv far/again/series.csv
mv away data

# --- files of somebody else -----------------------------------------------------------------------
label='files of somebody else among the tables'
for name in tables/own.csv tables/2.csv tables/1.csv; do
    rm -rf other && mkdir -p other/tables && cp -r study-beads/journals other/
    echo mine >other/$name
    before=$(cd other && find . | LC_ALL=C sort)
    if [ $name = tables/1.csv ]; then
        refused 4 "cannot write other/$name: File exists" merge other
        is 'something is left, or gone' [ "$(cd other && find . | LC_ALL=C sort)" = "$before" ]
    else
        run 0 merge other --quiet
        run 0 merge other --quiet
        refused 4 "other holds $name" run scenarios/beads.yaml --out other --force
    fi
    is "$name is gone" [ "$(cat other/$name)" = mine ]
done
rm -rf other && mkdir other && cp -r study-beads/journals other/ && ln -s ../data other/tables
refused 4 'cannot write other/tables' merge other
is 'a link was followed' [ ! -e data/1.csv ]
rm -rf other && cp -r study-beads other && echo tables/x.csv >>other/.files
echo mine >other/tables/x.csv
refused 4 'other holds tables/x.csv' run scenarios/beads.yaml --out other --force
cd .. || exit 1

# --- kills ----------------------------------------------------------------------------------------
# with the layer of test/faults, which ends the process at one of its writes
if [ -x "$faulty" ]; then
    label='a merge with tables that is killed'
    (cd tables && PATH=$dir/none "$program" run scenarios/beads.yaml --out killed-whole --quiet \
        2>"$err")
    cd tables || exit 1
    number=1
    while :; do
        rm -rf killed fired && mkdir killed && cp -r study-beads/journals killed/
        FAULT=kill:io:$number FAULT_LOG=$PWD/fired PATH=$dir/none \
            "$faulty" merge killed --quiet >"$out" 2>&1
        [ -s fired ] || break
        mkdir -p killed/tables && echo mine >killed/tables/own.csv
        PATH=$dir/none "$program" merge killed --quiet 2>"$err"
        is "$number: own.csv is gone" [ "$(cat killed/tables/own.csv)" = mine ]
        rm -f killed/tables/own.csv
        same killed-whole killed
        number=$((number + 4))
    done
    is 'it was never killed' [ $number -gt 60 ]
    cd .. || exit 1
fi
