# shellcheck shell=sh disable=SC2154,SC2034
# Helpers of run.sh. Expects $here, $program, $driver, $scenario, and files to write into as $out,
# $err.

# shellcheck source=test/cli/folders.sh
. "$here/../cli/folders.sh"

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

is_absent() { [ ! -e "$1" ] && [ ! -L "$1" ]; }

# a result with every file to its end
is_complete() {
    has_results "$1" && [ "$(tail -n 1 "$1/report.html")" = '</html>' ]
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

# the page asks for nothing from elsewhere, its policy knows its scripts and no others, and its
# blocks of data, which do not run, are JSON
is_self_contained() {
    ! grep -qE '(src|href)="[a-z]*:?//|@import|url\(' "$1" || return 1
    command -v python3 >/dev/null || return 0
    python3 - "$1" <<'END'
import base64, hashlib, json, re, sys
page = open(sys.argv[1], newline='').read()
blocks = re.findall(r'<script([^>]*)>(.*?)</script>', page, re.S)
for kind, text in blocks:
    if kind:
        json.loads(text)
scripts = [text for kind, text in blocks if not kind]
digests = {base64.b64encode(hashlib.sha256(s.encode()).digest()).decode() for s in scripts}
allowed = re.search(r"; script-src ((?: ?'sha256-[^']*')+)\">", page)
sys.exit(not (digests and allowed and digests == set(re.findall("sha256-([^']*)", allowed[1]))))
END
}

# texts of gnuplot's SVG stay within the picture; a letter is 0.5 of the size of its font, the mean
# of Arial's digits and small letters within 10 %
texts_fit() {
    python3 - "$@" <<'END'
import re, sys, xml.etree.ElementTree as tree
bad = 0
for name in sys.argv[1:]:
    root = tree.parse(name).getroot()
    width, height = [float(v) for v in root.get('viewBox').split()[2:]]
    count = 0
    for group in root.iter('{http://www.w3.org/2000/svg}g'):
        for text in group.findall('{http://www.w3.org/2000/svg}text'):
            words = ''.join(text.itertext()).strip()
            place = re.match(r'translate\(([-0-9.]+),([-0-9.]+)\)( rotate)?',
                             group.get('transform', ''))
            if not words or not place:
                continue
            count += 1
            size = float(re.search(r'font-size="([0-9.]+)"', tree.tostring(group).decode())[1])
            length = 0.5 * size * len(words)
            before = {'start': 0.0, 'middle': 0.5, 'end': 1.0}[group.get('text-anchor', 'start')]
            at = float(place[2]) if place[3] else float(place[1])
            low, high = at - before * length, at + (1.0 - before) * length
            if place[3]:
                low, high = at - (1.0 - before) * length, at + before * length
            if low < -2.0 or high > (height if place[3] else width) + 2.0:
                print(name, repr(words), low, high)
                bad = 1
    bad |= count < 5
sys.exit(bad)
END
}

# numbers of a column have the same number of decimals, but for a plain 0
columns_align() {
    command -v python3 >/dev/null || return 0
    python3 - "$1" <<'END'
import re, sys
page = open(sys.argv[1]).read()
table = re.search(r'<h2>impacts.*?<tbody>(.*?)</tbody>', page, re.S)[1]
rows = [re.findall(r'<td[^>]*>(.*?)</td>', row) for row in table.split('</tr>') if '<td' in row]
columns = list(zip(*rows))
decimals = [{len(cell.partition('.')[2]) for cell in column if cell != '0'} for column in columns]
sys.exit(not (len(rows) == 50 and all(len(d) == 1 for d in decimals) and
              any(max(d) > 0 for d in decimals)))
END
}
