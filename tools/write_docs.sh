#!/usr/bin/env bash
# Write the generated pages, pictures and tables again. build/release must be there.

set -eu
cd "$(dirname "$0")/.."

program=build/release/dashpot

# page FILE COMMAND...
page() {
    "${@:2}" >"$1.new"
    mv "$1.new" "$1"
    echo "$1 written"
}

# block NAME COMMAND...: what stands between <!-- NAME --> and <!-- end --> of README.md
block() {
    "${@:2}" >README.block
    awk -v name="<!-- $1 -->" '
        $0 == name {print; print ""; while ((getline line <"README.block") > 0) print line
                    print ""; skip = 1; next}
        $0 == "<!-- end -->" {skip = 0}
        !skip' README.md >README.new
    mv README.new README.md
    rm README.block
    echo "README.md: $1 written"
}

page docs/laws.md python3 tools/write_laws.py $program
page docs/scenarios.md $program check --markdown
page docs/scenario.schema.json $program check --json-schema
page docs/dashpot.1 python3 tools/write_man.py $program
page docs/fits.md python3 tools/write_fits.py $program draw
page docs/plastic.md python3 tools/write_plastic.py $program draw
papers=$(mktemp)
$program reproduce --json >"$papers"
page docs/errata.md python3 tools/write_papers.py errata <"$papers"
page docs/references.md python3 tools/write_papers.py references <"$papers"
block counts python3 tools/write_papers.py counts <"$papers"
rm "$papers"
tools/draw_loops.sh
tools/write_choosing.sh
tools/write_gallery.sh
python3 tools/write_api.py build/release/dashpot >docs/api.json.new
mv docs/api.json.new docs/api.json
echo "docs/api.json written"
