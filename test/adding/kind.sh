# shellcheck shell=bash disable=SC2154
# Part of run.sh: the kind of docs/adding_a_kind.md.

run_commands "$root/docs/adding_a_kind.md" 3

# the example in the folder is the scenario of the page, and everything else knows the kind
dashpot check --markdown >"$work/said" || fail "check --markdown"
awk '/^## / {is_it = $2 == "kind:" && $3 == "drop"; next}
    is_it && /^```/ {inside = /yaml/; next}
    is_it && inside' "$work/said" | diff - drop.yaml ||
    fail "the example of the folder (<) is not that of the page"
# shellcheck disable=SC2016  # backquotes of Markdown
for text in '`drop.height` | number | m | > 0 | required |' '| `gain` |' '| `indentation` | m |'; do
    grep -qF "$text" "$work/said" || fail "check --markdown does not show $text"
done
dashpot check --json-schema | grep -q '"const": "drop"' || fail "the JSON Schema has no drop"
dashpot run drop.yaml --out out >"$work/said" 2>&1 || fail "run --out"
[ "$(head -n 1 out/series.csv)" = "time [s],indentation [m],force [N]" ] ||
    fail "the series begins with $(head -n 1 out/series.csv)"
[ "$(wc -l <out/series.csv)" -gt 300 ] || fail "the series has $(wc -l <out/series.csv) lines"
dashpot run drop.yaml --out few --set output.series='[force]' >"$work/said" 2>&1 ||
    fail "run with one column"
[ "$(head -n 1 few/series.csv)" = "force [N]" ] || fail "the series of one column has more"
sweep='{parameters: [{path: drop.lower.mass, values: [100 g, 600 g]}], results: [gain]}'
dashpot run drop.yaml --json --set sweep="$sweep" >"$work/said" || fail "a sweep"
[ "$(grep -c '"gain":' "$work/said")" -ge 2 ] || fail "a sweep of two points: $(cat "$work/said")"

echo "the kind of the page: 3 blocks, $count commands"
