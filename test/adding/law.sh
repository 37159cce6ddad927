# shellcheck shell=bash disable=SC2154
# Part of run.sh: the law of docs/adding_a_law.md.

# the suites over all laws
for suite in $suites; do
    if ! "$work/build/test/test_$suite" >"$work/log" 2>&1; then
        tail -n 20 "$work/log"
        fail "suite $suite"
    fi
done

run_commands "$root/docs/adding_a_law.md" 2

# an independent number for the force: the formula, with d from the exact relation
want=0.609062720382135
dashpot force --law cone --set restitution=0.7 --set modulus='100 GPa' --set approach='0.5 m/s' \
    --delta '2 um' --rate '0.3 m/s' --json >"$work/said" || fail "force"
awk -v want=$want '/"force"/ {gsub(/[",]/, ""); difference = $2/want - 1; seen = 1}
    END {exit !(seen && difference < 1e-14 && difference > -1e-14)}' "$work/said" ||
    fail "the force is $(grep '"force"' "$work/said"), not $want"

dashpot law cone >"$work/said" || fail "dashpot law cone"
for text in half_angle 'tan(a)' 'Sneddon 1965'; do
    grep -qF "$text" "$work/said" || fail "dashpot law cone does not show $text"
done

# an impact: the integrated motion delivers the restitution and the depth of the energy balance,
# m v^2/2 = K delta^3/3 for the elastic cone
cat >"$work/impact.yaml" <<'END'
dashpot: 1
kind: impact
impact:
  bodies:
    - {radius: 10 mm, mass: 10 g, velocity: 1 m/s}
    - {fixed: true}
  contact: {law: cone, half_angle: 60 deg, modulus: 100 GPa, restitution: 0.7}
run: {path: integrated}
END
dashpot check --json-schema | grep -q '"half_angle"' || fail "the JSON Schema has no half_angle"
dashpot run "$work/impact.yaml" --json >"$work/said" || fail "the impact"
awk '/"restitution":/ {gsub(/[",]/, ""); e = $2} END {exit !(e > 0.7 - 1e-9 && e < 0.7 + 1e-9)}' \
    "$work/said" || fail "the impact delivers $(grep '"restitution":' "$work/said")"
dashpot run "$work/impact.yaml" --json --set impact.contact.restitution=1 >"$work/said" ||
    fail "the elastic impact"
awk '/"max_indentation":/ {gsub(/[",]/, ""); depth = $2}
    END {k = 2/3.14159265358979*100e9*sqrt(3); want = (1.5*0.01/k)^(1/3)
         exit !(depth > want*(1 - 1e-9) && depth < want*(1 + 1e-9))}' "$work/said" ||
    fail "the depth is $(grep '"max_indentation":' "$work/said")"

echo "the law of the page: 3 blocks, $(wc -w <<<"$suites") suites, $count commands, 2 impacts"
