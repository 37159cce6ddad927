#!/usr/bin/env bash
# Write docs/benchmarks.md from the figures of a run; nothing in it is typed by hand.
#
#     bench/report.sh          run the benchmarks (pinned to one core where taskset is there)
#     bench/report.sh CSV      take the figures of `dashpot_bench --csv CSV`
#     bench/report.sh CSV CHAINS    and those of `dashpot_bench_chain --csv CHAINS`

set -eu
csv=${1:+$(realpath "$1")}
chains_csv=${2:+$(realpath "$2")}
cd "$(dirname "$0")/.."
csv=${csv:-build/bench.csv}
pin=()
if [ $# -eq 0 ]; then
    if command -v taskset >/dev/null 2>&1; then
        # the last core this process may use
        pin=(taskset -c "$(taskset -cp $$ | sed 's/.*[-,: ]//')")
    fi
    "${pin[@]}" tools/bench.sh --csv "$csv"
fi
grep -q '^# load after' "$csv" || { echo "report: $csv is not a complete run" >&2; exit 1; }

awk -F, -v date="$(date -u +%F)" '
function duration(ns) {
    if (ns < 1e3) return sprintf("%.3g ns", ns)
    return ns < 1e6 ? sprintf("%.3g us", ns * 1e-3) : sprintf("%.3g ms", ns * 1e-6)
}
function rate(ns,   per_second) {
    per_second = 1e9 / ns
    if (per_second >= 1e6) return sprintf("%.0f M", per_second * 1e-6)
    return per_second >= 1e3 ? sprintf("%.1f k", per_second * 1e-3) : sprintf("%.3g", per_second)
}
function percent(ratio) { return sprintf(ratio >= 0.01 ? "%.1f" : "%.2g", 100 * ratio) " %" }
function section(title) { print "\n## " title "\n" }

/^# / {
    key = $0
    sub(/^# /, "", key)
    sub(/:.*/, "", key)
    value = $0
    sub(/^[^:]*: /, "", value)
    fact[key] = value
    if (key !~ /^load|^calibration$|^triad/) machine[++facts] = "* " key ": " value
    next
}
$1 == "case" {next}
{
    if (!least || $7 < least) least = $7
    if ($7 > most) most = $7
    isa = $3 == "-" ? "" : $3
    figure[++figures] = sprintf("| %s | %s | %s | %s | %s | %.0f | %s | %.2f | %s |", $1, $2, isa,
        duration($6), rate($6), $7 * 1e-6, percent($8), $9, $13)
    if ($10 == "") next
    measured = $10 ~ /%/ ? percent($8) : duration($6)
    target[++targets] = sprintf("| %s %s | %s | %s | %s |", $1, $2, $10, measured, $11)
    met += $11 == "yes"
    if ($11 != "yes") missed = missed "\n* " $1 " " $2 ": " measured ", wanted " $10
}
END {
    print "# Benchmarks\n"
    print "How fast laws, batches, impacts, chains and mechanisms are, and against what. Measured"
    print "on " date " with version " fact["library"] "; later versions were not measured."
    print "`make bench` prints the figures without writing this page. `dashpot_bench` takes"
    print "`--quick`, `--filter WORD` and `--csv FILE`. Written by `bench/report.sh` from one"
    print "run; do not edit."
    section("What was measured")
    print "A case is a loop over the public interface. The arrays of a batch fill half of the L2"
    print "cache, and do not start at neighbouring places of a page. States are mixed: a tenth"
    print "apart, a third of the rest virgin, a third unloading, a third reloading. Commit+force"
    print "starts every pass from the same history; putting it back is not timed. Scalar calls"
    print "vary their input and do not wait for each other."
    print ""
    print "The yardstick is the square root. A loop of independent `" substr(fact["calibration"], 1,
        index(fact["calibration"], ",") - 1) "` runs in turns"
    print "with every case. The ratio is items per second over square roots per second. A law with"
    print "one square root per contact ends at 100 %, give or take what the clock wanders; laws"
    print "with a logarithm, a division or more roots end lower, laws without a root higher."
    print ""
    print "All times are CPU time of the process. Other work shares the machine (see the load), so"
    print "the best of the repeats counts; `spread` is the worst repeat over the best. Compare the"
    print "ratios, not the times, with other machines."
    section("Machine")
    for (i = 1; i <= facts; i++) print machine[i]
    print "* load average: " fact["load before"] " before, " fact["load after"] " after"
    print "* calibration: " fact["calibration"] " at the start; " sprintf("%.0f to %.0f M",
        least * 1e-6, most * 1e-6) " beside the cases"
    print "* triad in L2, for information: " fact["triad in L2"]
    section("Targets")
    print met " of " targets " are met. They hold for the instruction set that the library picks.\n"
    print "| case | target | measured | met |"
    print "|---|---|---|---|"
    for (i = 1; i <= targets; i++) print target[i]
    if (missed != "") print "\nMissed:\n" missed
    section("All figures")
    print "An item is a contact, a call, an impact, or a curve of 10 000 points.\n"
    print "| case | law | isa | per item | items/s | M sqrt/s | ratio | spread | note |"
    print "|---|---|---|---|---|---|---|---|---|"
    for (i = 1; i <= figures; i++) print figure[i]
}' "$csv" >docs/benchmarks.md

# impacts against other integrators, in a run of their own; a peer that is missing says so
peers=build/release/bench/dashpot_bench_peers
if [ -x "$peers" ]; then
    "${pin[@]}" "$peers" --csv build/peers.csv >/dev/null
    cat >>docs/benchmarks.md <<'END'

## Impacts, against other integrators

A mass on a contact with the force x^1.5 (1 + d x'), d in 0.02..0.92, from touch to separation,
restitution to about 1e-9. All in one run, in turns, on one core, CPU time, best of nine; errors are
against the closed form.

END
    awk -F, '
    NR == 1 {
        print "| code | us | impacts/s | error | x GSL | x ARKODE | target |"
        print "|---|---|---|---|---|---|---|"
        next
    }
    {
        gsub(/,/, " | ")
        print "| " $0 " |"
    }' build/peers.csv >>docs/benchmarks.md
fi

# chains, not pinned since they run on two threads as well; LAMMPS in the same run
chains=build/release/bench/dashpot_bench_chain
if [ -z "$chains_csv" ] && [ -x "$chains" ]; then
    chains_csv=build/chains.csv
    "$chains" --lammps bench/peer_chain_lammps.sh --csv "$chains_csv" >/dev/null
fi
[ -z "$chains_csv" ] || bench/report_chains.sh "$chains_csv" >>docs/benchmarks.md

if [ -x build/release/bench/dashpot_bench_mechanism ]; then
    "${pin[@]}" bench/report_mechanism.sh build/release/bench >>docs/benchmarks.md
fi
# what the program delivers, beside version 0.1.0; not pinned, since sweeps use all cores
bench/program.py --picture docs/growth.svg >>docs/benchmarks.md
printf '\n![CPU time against the size of the work](growth.svg)\n' >>docs/benchmarks.md
# Python beside C, where the package was built (make python)
if [ -x build/python/venv/bin/python ]; then
    build/python/venv/bin/python bench/python.py build/release/bench/dashpot_bench_python \
        >>docs/benchmarks.md
fi
echo "report: wrote docs/benchmarks.md from $csv"
