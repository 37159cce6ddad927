# shellcheck shell=sh disable=SC2154,SC2034
# Helpers of run.sh. Expects $program, $driver, $scenario, and files to write into as $out, $err.

passed=0
failed=0
label=

pass() { passed=$((passed + 1)); }

fail() {
    failed=$((failed + 1))
    printf 'FAIL %s: %s\n' "$label" "$1"
    [ -s "$err" ] && sed 's/^/    stderr: /' "$err" | head -n 5
    return 0
}

# is TEXT COMMAND...: the command succeeds, or TEXT says what is wrong
is() {
    text=$1
    shift
    if "$@"; then pass; else fail "$text"; fi
}

isnt() {
    text=$1
    shift
    if "$@"; then fail "$text"; else pass; fi
}

# write_scenario TITLE-AS-JSON
write_scenario() {
    cat >"$scenario" <<END
dashpot: 1
title: $1
kind: impact
materials:
  - {name: steel, young: 207 GPa, poisson: 0.3, density: 7800}
impact:
  bodies:
    - {material: steel, radius: 20 mm, velocity: 4 m/s}
    - {material: steel, fixed: true}
  contact: {law: lankarani-nikravesh, restitution: 0.8}
output: {every: 100 ns}
END
}

# status WANTED ARGUMENT...: run the scenario with these arguments
status() {
    want=$1
    shift
    "$program" run "$scenario" "$@" >"$out" 2>"$err" </dev/null
    got=$?
    if [ "$got" -eq "$want" ]; then pass; else fail "exit status $got, not $want"; fi
}

says() {
    if grep -qF -- "$1" "$err"; then pass; else fail "stderr lacks '$1'"; fi
}

# no temporary folder in this one
is_tidy() { [ -z "$(find "$1" -maxdepth 1 -name '.dashpot-*')" ]; }

is_absent() { [ ! -e "$1" ] && [ ! -L "$1" ]; }

# a result with every file to its end
is_complete() {
    for name in summary.json series.csv series.h5 scenario.yaml report.html; do
        [ -s "$1/$name" ] || return 1
    done
    [ "$(tail -n 1 "$1/report.html")" = '</html>' ]
}

# Here and elsewhere: what nothing on this machine can check counts as checked.
is_json() {
    command -v python3 >/dev/null || return 0
    python3 -m json.tool "$1" >/dev/null 2>&1 && ! grep -qE ': *-?(NaN|Infinity)' "$1"
}

is_hdf5() {
    if command -v h5dump >/dev/null; then
        h5dump -d /series/time "$1" >"$out" 2>&1 && h5dump -A "$1" >"$out" 2>&1 &&
            grep -q 'ATTRIBUTE "scenario"' "$out" && grep -q 'ATTRIBUTE "unit"' "$out"
    elif [ -n "$driver" ]; then
        "$driver" read "$1" >"$out" 2>&1 && grep -q 'unit = s' "$out"
    fi
}

are_xml() {
    command -v python3 >/dev/null || return 0
    python3 - "$@" <<'END'
import sys, xml.dom.minidom
for name in sys.argv[1:]:
    xml.dom.minidom.parse(name)
END
}

# every line of the CSV file has as many fields as its header
is_csv() {
    command -v python3 >/dev/null || return 0
    python3 - "$1" <<'END'
import csv, sys
rows = list(csv.reader(open(sys.argv[1], newline='', errors='replace')))
sys.exit(not (len(rows) > 1 and all(len(row) == len(rows[0]) for row in rows)))
END
}

# the page asks for nothing from elsewhere and its policy knows its scripts and no others
is_self_contained() {
    ! grep -qE '(src|href)="[a-z]*:?//|@import|url\(' "$1" || return 1
    command -v python3 >/dev/null || return 0
    python3 - "$1" <<'END'
import base64, hashlib, re, sys
page = open(sys.argv[1], newline='').read()
scripts = re.findall(r'<script[^>]*>(.*?)</script>', page, re.S)
digests = {base64.b64encode(hashlib.sha256(s.encode()).digest()).decode() for s in scripts}
allowed = re.search(r"; script-src ((?: ?'sha256-[^']*')+)\">", page)
sys.exit(not (digests and allowed and digests == set(re.findall("sha256-([^']*)", allowed[1]))))
END
}

checksum() { (cd "$1" && find . -type f -exec cksum {} + | sort -k 3) | cksum; }
