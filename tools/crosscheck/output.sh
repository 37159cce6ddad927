# shellcheck shell=bash disable=SC2154
# What tools/dashpot-crosscheck prints: tables, the page docs/crosscheck.md, JSON. Sourced; from
# $scratch/judged (rows as judge.awk leaves them) and $scratch/pace_table (program, beads, bead
# steps per second, ours over it).

versions() {
    local name
    ours_version
    for name in "${peers[@]}"; do "${name}_version"; done
}

processor() {
    awk -F': *' '
        /^model name/ {name = $2}
        /^cpu family/ {family = $2}
        /^model\t/ {model = $2}
        END {printf "%s (family %s, model %s)", name, family, model}' /proc/cpuinfo
}

load() { awk '{print $1}' /proc/loadavg; }

cases=(elastic damped step plastic chain separate)
declare -A heading=(
    [elastic]="Two balls, no loss"
    [damped]="Two balls with a dashpot: restitution asked for and delivered"
    [step]="How much of it is the step"
    [plastic]="Two balls that yield: radius of the contact at yield over that of a ball"
    [chain]="Fifty balls in a line"
    [separate]="Two pairs that have nothing to do with each other"
)

# MARKDOWN CASE
table() { awk -v markdown="$1" -v case="$2" -f "$here/table.awk" "$scratch/judged"; }

has_rows() { grep -q "^case=$1"$'\t' "$scratch/judged"; }

# MARKDOWN
pace_table() {
    if ((rounds == 0)); then echo "not measured"; return; fi
    awk -v markdown="$1" '
        BEGIN {
            name["ours"] = "Dashpot"; name["lammps"] = "LAMMPS"; name["liggghts"] = "LIGGGHTS"
            name["yade"] = "YADE"; name["simbody"] = "Simbody, with steps of its own"
            shape = markdown ? "| %s | %s | %s | %s |\n" : "  %-30s  %5s  %-20s  %s\n"
            printf shape, "program", "beads", "million bead steps/s", "ours over it"
            if (markdown) print "|---|---|---|---|"
        }
        {printf shape, name[$1], $2, sprintf("%.3g", $3 / 1e6), sprintf("%.3g", $4)}
    ' "$scratch/pace_table"
}

counts() {
    awk -F'\tverdict=' '{n[$2]++} END {
        split("agrees,explained,shown,DISAGREES,OURS IS OFF", order, ",")
        for (i = 1; i <= 5; i++) if (n[order[i]]) s = s (s ? ", " : "") n[order[i]] " " order[i]
        print s
    }' "$scratch/judged"
}

text() {
    local name
    versions | sed 's/^/  /'
    for name in "${cases[@]}"; do
        has_rows "$name" || continue
        printf '\n%s\n\n' "${heading[$name]}"
        table 0 "$name"
    done
    printf '\nWhat explains a difference\n\n'
    awk -f "$here/findings.awk" "$scratch/judged" | sed 's/\*\*//g'
    printf '\nSpeed of the line\n\n'
    pace_table 0
    printf '\n%s\n' "$(counts)"
}

page() {
    sed -e '/^<!-- tables -->$/,$d' -e "s/@version/$(ours_version | sed 's/^dashpot /version /')/" \
        "$here/page.md"
    printf '## Programs\n\n'
    versions | sed 's/^/* /'
    for name in "${cases[@]}"; do
        has_rows "$name" || continue
        printf '\n## %s\n\n' "${heading[$name]}"
        awk -v name="$name" '$0 == "<!-- " name " -->" {on = 1; next} /^<!--/ {on = 0} on' \
            "$here/page.md"
        table 1 "$name"
    done
    printf '\n## What explains a difference\n\n'
    awk -f "$here/findings.awk" "$scratch/judged"
    printf '\n## Speed of the line\n\n'
    awk '$0 == "<!-- pace -->" {on = 1; next} /^<!--/ {on = 0} on' "$here/page.md"
    printf 'Processor: %s; load average %s before and %s after; best of %s rounds.\n\n' \
        "$(processor)" "$load_before" "$(load)" "$rounds"
    pace_table 1
    printf '\n## The bars\n\n| bar | value | because |\n|---|---|---|\n'
    sed -n 's/^bar_\([a-z]*\)=\([^ ]*\) *# \(.*\)/| \1 | \2 | \3 |/p' "$0"
    printf '\nRows: %s.\n' "$(counts)"
}

document() {
    jq -n --rawfile rows "$scratch/judged" --rawfile pace "$scratch/pace_table" \
        --arg versions "$(versions)" --arg processor "$(processor)" '
        def value: (tonumber? // (if . == "-" or . == "" then null else . end));
        def lines: split("\n") | map(select(. != ""));
        {
            programs: ($versions | lines),
            processor: $processor,
            rows: ($rows | lines | map(split("\t")
                | map(capture("^(?<key>[^=]+)=(?<value>.*)$") | .value = (.value | value))
                | from_entries)),
            pace: ($pace | lines | map(split(" ")
                | {program: .[0], beads: (.[1] | tonumber),
                   bead_steps_per_second: (.[2] | tonumber), ours_over_it: (.[3] | tonumber)}))
        }'
}

write_page() {
    local new
    new=$(mktemp "$markdown.XXXXXX")
    page >"$new"
    chmod 644 "$new"
    mv "$new" "$markdown"
}
