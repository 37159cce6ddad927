# shellcheck shell=sh disable=SC2154,SC2034,SC2016
# Texts of a scenario that try to become commands, pages, formulas or steering codes.

# An evil text as title, name of a material, word and name of a column, label of an axis.
write_evil() {
    cat >"$scenario" <<END
dashpot: 1
title: $1
kind: impact
materials:
  - {name: $1, young: 207 GPa, poisson: 0.3, density: 7800}
  - {name: soft, young: 70 GPa, poisson: 0.3, density: 2700}
impact:
  bodies:
    - {material: soft, radius: 20 mm, velocity: 4 m/s}
    - {material: soft, fixed: true}
  contact: {law: lankarani-nikravesh, restitution: 0.8}
sweep:
  parameters:
    - {path: impact.bodies.1.material, name: $1, values: [$1, soft]}
    - {path: impact.bodies.0.velocity, name: speed, values: [1, 2, 3]}
  results: [restitution, max_force]
END
}

# no cell that a spreadsheet takes for a formula; a number may begin with a minus
has_no_formula() {
    command -v python3 >/dev/null || return 0
    python3 - "$1" <<'END'
import csv, sys
def number(cell):
    try:
        float(cell)
        return True
    except ValueError:
        return False
cells = [c for row in csv.reader(open(sys.argv[1], newline='')) for c in row]
sys.exit(any(c[:1] in ('=', '+', '-', '@', '\t', '\r') and not number(c) for c in cells if c))
END
}

# texts of a drawing are texts: nothing in it acts, and nothing points elsewhere
is_still() {
    ! grep -qiE '<script|<foreignObject|<image|onload=|onerror=|(href|src)="[^#]' "$@"
}

n=0
for text in '"`touch pwned`"' '"'"'"'.system(`touch pwned`).'"'"'"' \
    "\"'; system('touch pwned'); '\"" \
    '"\";!touch pwned;\""' '"@pwned {/=99 x}_{y}^{z} %s%n $1"' '"</text><script>pwned</script>"' \
    '"=HYPERLINK(0;\"pwned\")"' '"+1+cmd|\" /C pwned\"!A0"' '"@SUM(A1)"' '"-2+3 \\\\ x"' \
    '"../../pwned"' '"/pwned"' '"a\\"'; do
    n=$((n + 1))
    label="the text $text"
    write_evil "$text"
    status 0 --out "text-$n"
    is 'summary.json is no JSON' is_json "text-$n/summary.json"
    is 'series.csv is no table' is_csv "text-$n/series.csv"
    is 'series.csv holds a formula' has_no_formula "text-$n/series.csv"
    is 'series.h5 cannot be read' h5dump -A "text-$n/series.h5" >"$out" 2>"$err"
    is 'report.html is not what it was' is_self_contained "text-$n/report.html"
    isnt 'the text became part of the page' grep -qE '<script>pwned|<text></text><script' \
        "text-$n/report.html"
    if command -v gnuplot >/dev/null; then
        is 'there are no plots' [ -n "$(find "text-$n" -name '*.svg')" ]
        is 'a plot is no SVG' are_xml "text-$n"/plots/*.svg
        is 'a plot is more than a drawing' is_still "text-$n"/plots/*.svg
    fi
    is 'something was run or went astray' [ -z "$(find "$dir" -name 'pwned*')" ]
done

label='control characters'
for text in '"a\u001b[31mb"' '"a\u009b31mb"' '"a\u007fb"' '"a\nb"' '"a\u202eb"' '"a\rb"'; do
    label="the text $text"
    write_evil "$text"
    status 2 --out steers
    is 'reaches the terminal' is_quiet_text "$out" "$err"
    is 'something was written' is_absent steers
done

label='the name of a file'
evil=$(printf 'a\033]0;x\007\302\233b\n!.yaml')
write_scenario '"Ball"'
cp "$scenario" "$evil"
ends 0 "$program" check "$evil"
is 'reaches the terminal' is_quiet_text "$out" "$err"
ends 0 env "PATH=$bare_path" "$program" run "$evil" "$scenario" --out named
is 'reaches the terminal' is_quiet_text "$out" "$err"
echo 'dashpot: 2' >"$evil"
ends 2 "$program" check "$evil"
is 'reaches the terminal' is_quiet_text "$out" "$err"
ends 4 "$program" check "x$evil"
is 'reaches the terminal' is_quiet_text "$out" "$err"
ends 1 "$program" "$evil"
is 'reaches the terminal' is_quiet_text "$out" "$err"
ends 1 "$program" check "--$evil"
is 'reaches the terminal' is_quiet_text "$out" "$err"
ends 4 "$program" run "$scenario" --out "$scenario/$evil"
is 'reaches the terminal' is_quiet_text "$out" "$err"
ends 2 "$program" force --law "$evil" --delta 1 --rate 1
is 'reaches the terminal' is_quiet_text "$out" "$err"
ends 2 "$program" run "$scenario" --set "impact.$evil=1"
is 'reaches the terminal' is_quiet_text "$out" "$err"
ends 2 "$program" run "$scenario" --set "title=$evil"
is 'reaches the terminal' is_quiet_text "$out" "$err"

label='the name of a table'
printf 'dashpot: 1\ntitle: x\nkind: chain\nmaterials: []\nchain:\n  beads: "%s"\n' \
    'x\u009b31m\e[31m.csv' >"$scenario"
"$program" check "$scenario" >"$out" 2>"$err"
isnt 'is accepted' [ $? -eq 0 ]
is 'reaches the terminal' is_quiet_text "$out" "$err"
printf 'radius [m\033[31m],\302\233x\n1,2\n' >evil.csv
printf 'dashpot: 1\ntitle: x\nkind: chain\nmaterials: []\nchain:\n  beads: %s\n' \
    "$dir/place/evil.csv" >"$scenario"
"$program" check "$scenario" >"$out" 2>"$err"
isnt 'is accepted' [ $? -eq 0 ]
is 'reaches the terminal' is_quiet_text "$out" "$err"
"$program" design-chart evil.csv >"$out" 2>"$err"
isnt 'is accepted' [ $? -eq 0 ]
is 'reaches the terminal' is_quiet_text "$out" "$err"
