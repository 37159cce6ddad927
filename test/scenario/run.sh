#!/bin/sh
# Reads, refuses and runs scenario files in every way the program knows.
# usage: run.sh PATH-OF-DASHPOT

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=test/cli/begin.sh
. "$here/../cli/begin.sh"
# shellcheck source=test/scenario/facts.sh
. "$here/facts.sh"
cp -r "$here/good" "$dir/good"
cd "$dir" || exit 1
impact=good/impact.yaml
hertz=good/hertz.yaml
joint=good/joint.yaml
bounce=good/bounce.yaml

# --- the commands themselves ----------------------------------------------------------------------
for command in check run; do
    run 0 "$command" --help
    says "usage: dashpot $command"
    says 'example'
    says '--set'
    refused 1 'has no option --sett; did you mean --set' "$command" --sett
    refused 1 "--set takes path=value, not 'title'" "$command" $hertz --set title
    refused 1 "--set takes path=value, not '=3'" "$command" $hertz --set =3
done
refused 1 'check takes scenario files' check
refused 1 'check takes scenario files' check --markdown $hertz
refused 1 'run needs a scenario file' run
refused 4 'somewhere: No such file' run --resume somewhere
refused 1 '--force is for --out' run $hertz --force

# --- good files -----------------------------------------------------------------------------------
run 0 check $impact $hertz $joint $bounce
printf '%s: ok\n' $impact $hertz $joint $bounce >want
if cmp -s "$out" want; then pass; else fail "does not say ok for each"; fi
# as many as a shell makes of scenarios/*/*.yaml
# shellcheck disable=SC2046 # one word each
run 0 check $(yes $hertz | head -n 300)
if [ "$(grep -c ': ok$' "$out")" -eq 300 ]; then pass; else fail 'does not say ok for each'; fi
# shellcheck disable=SC2046
json run $(yes $hertz | head -n 100)
if [ "$(grep -c '"kind"' "$out")" -eq 100 ]; then pass; else fail 'does not run each'; fi
for file in "$here"/../../scenarios/*.yaml "$here"/../../scenarios/*/*.yaml; do
    [ -e "$file" ] && run 0 check "$file"
done

# --- every documented complaint, word for word ----------------------------------------------------
for file in "$here"/bad/*.yaml; do
    name=$(basename "$file")
    cp "$file" "$name"
    label="check $name"
    sed -n "s/^# expect \(.*\)/$name:\1/p" "$name" >want
    "$program" check "$name" >"$out" 2>"$err"
    if [ $? -eq 2 ]; then pass; else fail "exit status is not 2"; fi
    if [ -s want ] && cmp -s want "$err"; then pass; else fail "expected $(cat want)"; fi
    if [ -s "$out" ]; then fail "stdout is not empty"; else pass; fi
done

# shellcheck source=test/scenario/meanings.sh
. "$here/meanings.sh"
# shellcheck source=test/scenario/hostile.sh
. "$here/hostile.sh"
# shellcheck source=test/scenario/set.sh
. "$here/set.sh"
# shellcheck source=test/scenario/results.sh
. "$here/results.sh"
# shellcheck source=test/scenario/validity.sh
. "$here/validity.sh"

finish
