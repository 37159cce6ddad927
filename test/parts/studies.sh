# shellcheck shell=sh disable=SC2154,SC2034
# What points say beside their numbers, and what comes from other files.

# study FILE N [OPTION]...: in parts it is what it is in one piece
study() {
    file=$1 number=$2 name=${1%.yaml}
    shift 2
    run 0 run "$file" --out "$name-single" --quiet "$@"
    parts "$file" "$name-parts" "$number" "$@"
    run 0 merge "$name-parts" --quiet
    same "$name-single" "$name-parts"
}

# --- bounds: the worst point is neither the first nor in the first part ---------------------------
label='broken bounds'
jq -r '.notes[]' single/summary.json >"$out"
says 'break the bound on'
sed 's/from: 10 m/from: 1 m/; s/to: 0.1 m/to: 11 m/; s/1.9, //' ball.yaml >worst.yaml
study worst.yaml 5
jq -r '.notes[]' worst-parts/summary.json >"$out"
says 'the worst is point 14'
# every point of it in a journal of its own, the last one first
cp worst.yaml backwards.yaml
study backwards.yaml 15

# --- words ----------------------------------------------------------------------------------------
label='words as values'
sed '/^sweep:/,$d' ball.yaml >laws.yaml
cat >>laws.yaml <<'YAML'
sweep:
  parameters:
    - path: impact.contact
      name: law
      values: [{law: ma-liu}, {law: hertz}, {law: flores, restitution: 0.7}, {law: thornton},
               {law: hunt-crossley, restitution: 0.1}]
    - {path: impact.bodies.0.velocity, from: 1 mm/s, to: 30 m/s, count: 4, scale: log}
  results: [restitution, {path: energy.plastic, name: lost}, residual_indentation]
YAML
study laws.yaml 3
is 'no words' grep -q 'thornton' laws-parts/series.csv

# --- what cannot exist ----------------------------------------------------------------------------
label='what cannot exist'
sed 's/to: 0.1 m/to: 9000 m/' ball.yaml >fast.yaml
study fast.yaml 3
cp fast.yaml unphysical.yaml
study unphysical.yaml 3 --allow-unphysical
is 'the option changed nothing' [ "$(jq .sweep.failed fast-parts/summary.json)" -gt \
    "$(jq .sweep.failed unphysical-parts/summary.json)" ]

# --- none of them ---------------------------------------------------------------------------------
label='no point is good'
set -- --set 'sweep.parameters=[{path: impact.bodies.0.velocity, from: 3 km/s, to: 5 km/s,
    count: 4}]'
parts ball.yaml none-good 2 "$@"
refused 3 'none of the 4 points of the sweep could be run; the first says: ball.yaml:' run \
    ball.yaml "$@" --out none-good-single
refused 3 'none of the 4 points of the sweep could be run; the first says: ball.yaml:' merge \
    none-good
is 'it wrote something' [ ! -e none-good/summary.json ]

# --- a mechanism, whose histories have horizons ---------------------------------------------------
label='horizons'
study linkage.yaml 2
is 'no horizon' grep -q 'horizon \[s\]' linkage-parts/series.csv
jq -r '.notes[]' linkage-parts/summary.json >"$out"
says 'points the statistics reach beyond the horizon of a single history'
sed 's/^run: {/&shadow: false, /' linkage.yaml >bare.yaml
study bare.yaml 3
if grep -q horizon bare-parts/series.csv; then fail 'a horizon without a shadow'; else pass; fi

# --- files that a scenario names ------------------------------------------------------------------
label='measured data'
mkdir data
printf 'speed [m/s],restitution\n0.1,0.45\n1,0.47\n9,0.5\n' >data/measured.csv
sed '/^sweep:/,$d' ball.yaml >measured.yaml
cat >>measured.yaml <<'YAML'
sweep:
  parameters:
    - {path: impact.bodies.0.velocity, name: speed, from: 0.1 m/s, to: 10 m/s, count: 7}
  results: [restitution]
measured: {data: data/measured.csv, x: speed, columns: [restitution]}
YAML
study measured.yaml 3
(cd data && "$program" merge ../measured-parts --quiet 2>"$err")
same measured-single measured-parts
label='a study that was moved, and its file with it'
mkdir here
cp -r measured.yaml data here
run 0 run here/measured.yaml --part 1/2 --out here/study --quiet
mv here there
refused 4 'it needs' run --resume there/study
run 0 run there/measured.yaml --part 2/2 --out there/study --quiet
run 0 merge there/study --quiet
run 0 run there/measured.yaml --out there-single --quiet
same there-single there/study

label='measured data'
printf '5,0.4\n' >>data/measured.csv
refused 4 'measured.csv has changed since the run began' merge measured-parts
same measured-single measured-parts
refused 2 'measured.csv differs' run measured.yaml --part 1/3 --out measured-parts
rm data/measured.csv
refused 4 'measured.csv: No such file' merge measured-parts
